//! The board on the screen: the picture of a [`Scene`], and what the pointer does on it.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Arc;

use egui::epaint::{Mesh, TessellationOptions, Tessellator};
use egui::{
    Event, EventFilter, MouseWheelUnit, Painter, PointerButton, Pos2, Rect, Response, Role, Sense, Shape, Ui,
    Vec2, WidgetInfo,
};
use tayu_core::geometry::BOARD_SIZE;
use tayu_core::{Coasts, Edge, Obstacle, Placement, Side, Square};
use tayu_solver::player::Region;

use super::ends::Ends;
use super::layout::Layout;
use super::palette::Palette;
use super::tile::{FaceStyle, TileLayers};
use super::{land, marks};

/// All that is to be seen on the board.
#[derive(Debug, Clone, Default)]
pub struct Scene<'a> {
    /// The tiles that lie there; they may overlap or contradict each other.
    pub tiles: &'a [Placement],
    /// The tile laid last: outlined.
    pub last: Option<Placement>,
    /// The tile in hand where it would lie.
    pub ghost: Option<Ghost<'a>>,
    /// A line of play, shown as tiles numbered from 1.
    pub numbered: &'a [Placement],
    /// A tile that was laid where another one is shown that might have been: with a dashed outline.
    pub made: Option<Placement>,
    /// Placements to choose from with their ranks, the best first: outlined.
    pub ranked: &'a [(usize, Placement)],
    /// The one of them that is pointed out: shown as a tile.
    pub pointed_out: Option<Placement>,
    /// Squares where the tile in hand has a legal placement, held by its middle.
    pub lit: &'a [Square],
    /// What a hint points out.
    pub pointers: Pointers<'a>,
    /// Faults to point out.
    pub faults: &'a [FaultMark],
    /// The square under the keyboard; drawn while the board has focus.
    pub cursor: Option<Square>,
    /// A square to point out.
    pub selected: Option<Square>,
    /// The points to write at the coasts, if they are known.
    pub coasts: Option<Coasts>,
    /// Who plays for each coast, clockwise from the north; empty for nobody.
    pub names: [&'a str; 4],
    /// Accessible name of the board.
    pub label: &'a str,
    /// What is to be said of the place under the pointer or the keyboard.
    pub description: &'a str,
}

/// A tile that is not laid yet.
#[derive(Debug, Clone, Copy)]
pub struct Ghost<'a> {
    /// Where it would lie.
    pub placement: Placement,
    /// All that stands against it; empty when it may be laid.
    pub obstacles: &'a [Obstacle],
}

/// What a hint points out.
#[derive(Debug, Clone, Copy, Default)]
pub struct Pointers<'a> {
    /// A coast to look at.
    pub coast: Option<Side>,
    /// A part of the board to look at.
    pub region: Option<Region>,
    /// Mouths to go on from.
    pub mouths: &'a [Edge],
}

/// Where a fault is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum FaultMark {
    /// On a square.
    Square(Square),
    /// Between two squares, or at the sea.
    Edge(Edge),
}

/// What the pointer did on the board in this frame.
#[derive(Debug, Clone)]
pub struct BoardReply {
    /// The response of the whole board, for focus and menus.
    pub response: Response,
    /// The square under the pointer.
    pub hovered: Option<Square>,
    /// The square that was clicked with the primary button, or by an assistive technology at the cursor.
    pub clicked: Option<Square>,
    /// The square that was clicked with the secondary button.
    pub secondary_clicked: Option<Square>,
    /// A step of the wheel, if it made one: 1 when turned towards the user (clockwise), −1 when turned away.
    pub wheel: i32,
    /// Whether the pointer moved, so that it takes over from the keyboard.
    pub moved: bool,
}

/// How the board is looked at: the zoom and what is in the middle. Nothing of this is saved.
#[derive(Debug)]
pub struct BoardView {
    zoom: f32,
    /// What is in the middle, in squares from the north-west corner of the land.
    centre: Vec2,
    /// Part of a step that the wheel has turned.
    wheel: f32,
    ground: Picture,
    tiles: Picture,
    ends: Ends,
}

/// Shapes that were turned into triangles once, for as long as their key stays the same.
#[derive(Debug, Default)]
struct Picture {
    key: u64,
    mesh: Arc<Mesh>,
}

const MAX_ZOOM: f32 = 4.0;
const CENTRE: Vec2 = Vec2::splat(BOARD_SIZE as f32 / 2.0);
/// What a touchpad scrolls for a step of the wheel, in points.
const POINTS_PER_STEP: f32 = 50.0;
/// After so long without turning, in seconds, a part of a step is forgotten.
const WHEEL_REST: f32 = 0.4;

impl Default for BoardView {
    fn default() -> Self {
        Self {
            zoom: 1.0,
            centre: CENTRE,
            wheel: 0.0,
            ground: Picture::default(),
            tiles: Picture::default(),
            ends: Ends::default(),
        }
    }
}

impl BoardView {
    /// Shows the whole board again.
    pub fn reset_zoom(&mut self) {
        self.zoom = 1.0;
        self.centre = CENTRE;
    }

    /// How many times larger than whole the board is shown: 1 to 4.
    #[must_use]
    pub const fn zoom(&self) -> f32 {
        self.zoom
    }

    /// Draws the board in all the space there is and tells what the pointer did.
    ///
    /// While the board has focus, the arrow keys do not move the focus on.
    pub fn show(&mut self, ui: &mut Ui, scene: &Scene<'_>) -> BoardReply {
        let (area, response) = ui.allocate_exact_size(ui.available_size(), Sense::click_and_drag());
        response.widget_info(|| WidgetInfo::labeled(Role::Canvas, ui.is_enabled(), scene.label));
        ui.ctx()
            .accesskit_node_builder(response.id, |node| node.set_value(scene.description));
        let scale = ui.pixels_per_point();
        let layout = self.look(ui, &response, area, scale);

        if ui.is_rect_visible(area) {
            let painter = ui.painter().with_clip_rect(area.intersect(ui.clip_rect()));
            self.paint(
                &painter,
                &layout,
                area,
                scene,
                Palette::current(ui),
                response.has_focus(),
            );
        }
        self.reply(ui, response, &layout, scene)
    }

    /// Zooms and pans, and gives the layout that results.
    fn look(&mut self, ui: &Ui, response: &Response, area: Rect, scale: f32) -> Layout {
        let before = Layout::fit(area, scale, self.zoom, self.centre);
        self.centre = before.centre(area);
        if let Some(pointer) = response.hover_pos() {
            let zoom = (self.zoom * ui.input(egui::InputState::zoom_delta)).clamp(1.0, MAX_ZOOM);
            if zoom != self.zoom {
                // What is under the pointer stays there.
                let under = (pointer - before.origin) / before.square;
                self.zoom = zoom;
                let square = Layout::fit(area, scale, zoom, self.centre).square;
                self.centre = under + (area.center() - pointer) / square;
            }
        }
        let pans = [PointerButton::Primary, PointerButton::Middle]
            .iter()
            .any(|&b| response.dragged_by(b));
        if self.zoom > 1.0 && pans {
            // The pointer has gone some way before it counts as a drag.
            let moved = if response.drag_started() {
                ui.input(|i| i.pointer.total_drag_delta()).unwrap_or_default()
            } else {
                response.drag_delta()
            };
            self.centre -= moved / before.square;
            ui.ctx().set_cursor_icon(egui::CursorIcon::Grabbing);
        }
        Layout::fit(area, scale, self.zoom, self.centre)
    }

    fn reply(&mut self, ui: &Ui, response: Response, layout: &Layout, scene: &Scene<'_>) -> BoardReply {
        if response.clicked_by(PointerButton::Primary) || response.clicked_by(PointerButton::Secondary) {
            response.request_focus();
        }
        if response.has_focus() {
            let keep = EventFilter {
                horizontal_arrows: true,
                vertical_arrows: true,
                ..EventFilter::default()
            };
            ui.memory_mut(|memory| memory.set_focus_lock_filter(response.id, keep));
        }
        let at = |pos: Option<Pos2>| pos.and_then(|pos| layout.square_at(pos));
        let clicked_at = |button: PointerButton| {
            response
                .clicked_by(button)
                .then(|| at(response.interact_pointer_pos()))
                .flatten()
        };
        let pressed_by_assistant =
            ui.input(|i| i.has_accesskit_action_request(response.id, egui::accesskit::Action::Click));
        BoardReply {
            hovered: at(response.hover_pos()),
            clicked: clicked_at(PointerButton::Primary).or(scene.cursor.filter(|_| pressed_by_assistant)),
            secondary_clicked: clicked_at(PointerButton::Secondary),
            wheel: if response.hovered() {
                self.turn_wheel(ui)
            } else {
                0
            },
            moved: response.hovered() && ui.input(|i| i.pointer.delta() != Vec2::ZERO),
            response,
        }
    }

    /// The step that the wheel was turned; neither a fast wheel nor a touchpad spins the tile.
    fn turn_wheel(&mut self, ui: &Ui) -> i32 {
        let (turned, rested) = ui.input_mut(|i| {
            let turned: f32 = i
                .events
                .iter()
                .map(|event| match event {
                    Event::MouseWheel {
                        unit,
                        delta,
                        modifiers,
                        ..
                    } if !modifiers.command && !modifiers.ctrl => {
                        // Some systems turn the wheel sideways while Shift is held.
                        let delta = if delta.y == 0.0 { delta.x } else { delta.y };
                        match unit {
                            MouseWheelUnit::Line => -delta,
                            MouseWheelUnit::Point => -delta / POINTS_PER_STEP,
                            MouseWheelUnit::Page => -delta.signum(),
                        }
                    }
                    _ => 0.0,
                })
                .sum();
            // The wheel turns tiles here and scrolls nothing.
            i.smooth_scroll_delta = Vec2::ZERO;
            (turned, i.time_since_last_scroll() > WHEEL_REST)
        });
        if turned == 0.0 {
            if rested {
                self.wheel = 0.0;
            }
            return 0;
        }
        if self.wheel * turned < 0.0 {
            self.wheel = 0.0;
        }
        self.wheel += turned;
        // A wheel may send a hair less than a step; and however fast it turns, the tile is seen at each step.
        let step = (self.wheel + 0.02 * self.wheel.signum()).trunc().clamp(-1.0, 1.0);
        if step != 0.0 {
            self.wheel = (self.wheel - step).clamp(-0.9, 0.9);
        }
        step as i32
    }

    fn paint(
        &mut self,
        painter: &Painter,
        layout: &Layout,
        area: Rect,
        scene: &Scene<'_>,
        p: &Palette,
        focus: bool,
    ) {
        let place = (
            p.dark,
            painter.pixels_per_point().to_bits(),
            layout.square.to_bits(),
            layout.origin.x.to_bits(),
            layout.origin.y.to_bits(),
        );
        let bounds = [area.min.x, area.min.y, area.max.x, area.max.y].map(f32::to_bits);
        self.ground.update((place, bounds), painter, || {
            let mut out = Vec::new();
            land::sea_and_land(&mut out, layout, area, p);
            out
        });
        let ends = &mut self.ends;
        self.tiles.update((place, scene.tiles, scene.last), painter, || {
            *ends = Ends::of(scene.tiles);
            let mut layers = TileLayers::default();
            for tile in scene.tiles {
                let spot = tile.spot();
                layers.add(
                    layout.spot_rect(spot),
                    spot.axis(),
                    tile.mouths(),
                    p,
                    FaceStyle::Laid,
                );
            }
            if let Some(last) = scene.last {
                marks::last(&mut layers, layout, last, p);
            }
            ends.add_to(&mut layers, layout, p);
            layers.into_shapes().collect()
        });

        painter.add(Shape::Mesh(Arc::clone(&self.ground.mesh)));
        land::coordinates(painter, layout, p);
        land::signs(painter, layout, scene.coasts, scene.names, p);
        marks::lit(painter, layout, scene.lit, p);
        painter.add(Shape::Mesh(Arc::clone(&self.tiles.mesh)));
        self.ends.write_points(painter, layout);
        marks::pointers(painter, layout, scene.pointers, p);
        marks::made(painter, layout, scene.made, p);
        marks::numbered(painter, layout, scene.numbered, p);
        marks::made_outline(painter, layout, scene.made, p);
        marks::ranked(painter, layout, scene.ranked, scene.pointed_out, p);
        marks::faults(painter, layout, scene.faults, p);
        if let Some(ghost) = &scene.ghost {
            marks::ghost(painter, layout, ghost, p);
        }
        if let Some(square) = scene.selected {
            marks::selected(painter, layout, square, p);
        }
        if focus {
            if let Some(square) = scene.cursor {
                marks::cursor(painter, layout, square, p);
            }
            land::focus_frame(painter, area, p);
        }
    }
}

impl Picture {
    /// Draws the picture anew if `key` has changed. The shapes must hold no text.
    fn update(&mut self, key: impl Hash, painter: &Painter, shapes: impl FnOnce() -> Vec<Shape>) {
        let mut hasher = DefaultHasher::new();
        key.hash(&mut hasher);
        let key = hasher.finish();
        if self.key == key && !self.mesh.is_empty() {
            return;
        }
        // Plain triangles need neither the font's texture nor its discs.
        let options = TessellationOptions {
            prerasterized_discs: false,
            ..TessellationOptions::default()
        };
        let mut tessellator = Tessellator::new(painter.pixels_per_point(), options, [1, 1], Vec::new());
        let mut mesh = Mesh::default();
        for shape in shapes() {
            tessellator.tessellate_shape(shape, &mut mesh);
        }
        *self = Self {
            key,
            mesh: Arc::new(mesh),
        };
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use egui::{Modifiers, TouchPhase};
    use egui_kittest::Harness;
    use egui_kittest::kittest::Queryable as _;

    const SIZE: f32 = 600.0;

    #[derive(Default)]
    struct Desk {
        view: BoardView,
        /// Squares clicked with the primary and the secondary button, in order.
        clicks: Vec<String>,
        wheel: i32,
        hovered: Option<Square>,
        focus: bool,
    }

    fn desk() -> Harness<'static, Desk> {
        let tiles: Vec<Placement> = ["i10-147", "l10-138"].map(|t| t.parse().unwrap()).into();
        let show = move |ui: &mut Ui, desk: &mut Desk| {
            let scene = Scene {
                tiles: &tiles,
                cursor: "c4".parse().ok(),
                label: "Board",
                description: "c4, free",
                ..Scene::default()
            };
            let reply = desk.view.show(ui, &scene);
            desk.clicks.extend(reply.clicked.map(|s| s.to_string()));
            desk.clicks
                .extend(reply.secondary_clicked.map(|s| format!("secondary {s}")));
            desk.wheel += reply.wheel;
            desk.hovered = reply.hovered;
            desk.focus = reply.response.has_focus();
        };
        let mut harness = Harness::builder()
            .with_size(Vec2::splat(SIZE))
            .build_ui_state(show, Desk::default());
        harness.run();
        harness
    }

    /// Where a square is while the whole board is shown.
    fn at(harness: &Harness<'_, Desk>, square: &str) -> Pos2 {
        let area = harness.get_by_label("Board").rect();
        Layout::fit(area, 1.0, 1.0, CENTRE)
            .square_rect(square.parse().unwrap())
            .center()
    }

    fn button(pos: Pos2, button: PointerButton, pressed: bool) -> Event {
        Event::PointerButton {
            pos,
            button,
            pressed,
            modifiers: Modifiers::NONE,
        }
    }

    fn wheel(unit: MouseWheelUnit, delta: f32, modifiers: Modifiers) -> Event {
        Event::MouseWheel {
            unit,
            delta: Vec2::new(0.0, delta),
            phase: TouchPhase::Move,
            source: egui::MouseWheelSource::Unknown,
            modifiers,
        }
    }

    fn click(harness: &mut Harness<'_, Desk>, pos: Pos2, with: PointerButton) {
        harness.hover_at(pos);
        harness.step();
        harness.event(button(pos, with, true));
        harness.step();
        harness.event(button(pos, with, false));
        harness.step();
    }

    #[test]
    fn clicks_name_their_squares_and_bring_focus() {
        let mut harness = desk();
        assert!(!harness.state().focus);
        for square in ["a1", "s19", "j10"] {
            let pos = at(&harness, square);
            click(&mut harness, pos, PointerButton::Primary);
            assert_eq!(
                harness.state().hovered.map(|s| s.to_string()),
                Some(square.to_owned())
            );
        }
        let pos = at(&harness, "q3");
        click(&mut harness, pos, PointerButton::Secondary);
        click(&mut harness, Pos2::new(20.0, 20.0), PointerButton::Primary);
        assert_eq!(harness.state().clicks, ["a1", "s19", "j10", "secondary q3"]);
        assert_eq!(harness.state().hovered, None);
        harness.step();
        assert!(harness.state().focus);
    }

    #[test]
    fn a_screen_reader_is_told_and_can_press() {
        let mut harness = desk();
        let board = harness.get_by_label("Board");
        assert_eq!(board.value().as_deref(), Some("c4, free"));
        board.click_accesskit();
        harness.run();
        assert_eq!(harness.state().clicks, ["c4"]);
    }

    #[test]
    fn the_wheel_turns_in_whole_steps() {
        let mut harness = desk();
        let pos = at(&harness, "j10");
        harness.hover_at(pos);
        harness.step();
        for (unit, delta, steps) in [
            (MouseWheelUnit::Line, -1.0, 1),
            (MouseWheelUnit::Line, 1.0, 0),
            // However fast: one step at a time.
            (MouseWheelUnit::Line, 3.0, -1),
            // A touchpad: many small moves make one step.
            (MouseWheelUnit::Point, -20.0, -1),
            (MouseWheelUnit::Point, -20.0, -1),
            (MouseWheelUnit::Point, -20.0, 0),
            (MouseWheelUnit::Page, -1.0, 1),
        ] {
            harness.event(wheel(unit, delta, Modifiers::NONE));
            harness.step();
            assert_eq!(harness.state().wheel, steps, "{unit:?} {delta}");
        }
        assert_eq!(harness.state().view.zoom(), 1.0);
    }

    #[test]
    fn control_and_wheel_zoom_about_the_pointer() {
        let mut harness = desk();
        let pos = at(&harness, "e14");
        harness.hover_at(pos);
        harness.step();
        for _ in 0..4 {
            harness.event_modifiers(
                wheel(MouseWheelUnit::Line, 2.0, Modifiers::COMMAND),
                Modifiers::COMMAND,
            );
            harness.run_steps(20);
        }
        assert!(
            harness.state().view.zoom() > 1.5,
            "{}",
            harness.state().view.zoom()
        );
        assert_eq!(harness.state().wheel, 0);
        assert_eq!(harness.state().hovered, "e14".parse().ok());
        harness.state_mut().view.reset_zoom();
        harness.run_steps(2);
        assert_eq!(harness.state().view.zoom(), 1.0);
    }

    #[test]
    fn a_drag_pans_and_is_no_click() {
        let mut harness = desk();
        harness.state_mut().view.zoom = 2.0;
        harness.run_steps(2);
        let (from, to) = (Pos2::new(300.0, 300.0), Pos2::new(360.0, 340.0));
        harness.hover_at(from);
        harness.run_steps(2);
        let held = harness.state().hovered;
        harness.event(button(from, PointerButton::Primary, true));
        harness.step();
        harness.event(Event::PointerMoved(to));
        harness.run_steps(2);
        harness.event(button(to, PointerButton::Primary, false));
        harness.run_steps(2);
        assert!(held.is_some());
        assert_eq!(
            harness.state().hovered,
            held,
            "the square held goes with the pointer"
        );
        assert!(harness.state().clicks.is_empty());
    }

    #[test]
    fn a_drag_that_is_cut_off_leaves_nothing_behind() {
        let mut harness = desk();
        harness.state_mut().view.zoom = 2.0;
        harness.run_steps(2);
        let pos = Pos2::new(300.0, 300.0);
        harness.hover_at(pos);
        harness.step();
        harness.event(button(pos, PointerButton::Primary, true));
        harness.step();
        harness.event(Event::PointerMoved(Pos2::new(330.0, 300.0)));
        harness.step();
        harness.event(Event::WindowFocused(false));
        harness.event(Event::PointerGone);
        harness.run_steps(2);
        let centre = harness.state().view.centre;
        harness.event(Event::PointerMoved(Pos2::new(100.0, 100.0)));
        harness.run_steps(2);
        assert_eq!(harness.state().view.centre, centre);
        assert!(harness.state().clicks.is_empty());
    }
}
