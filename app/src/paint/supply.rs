//! The supply, seen obliquely from the front: two lanes of stacks with all that may be seen of their tiles.
//!
//! The lanes spread a little towards the back, so that the ends of their tiles show on both flanks. The back of the
//! last stacks is folded up behind them, its top row next to the tops.

use egui::epaint::{Mesh, PathStroke};
use egui::{
    Color32, Painter, Pos2, Rect, Response, Role, Sense, Shape, Stroke, Ui, Vec2, WidgetInfo, pos2, vec2,
};
use tayu_core::supply::{Depth, Height, LANE_DEPTH, Lane, STACK_HEIGHT, SeenTile, SupplyView};

use super::palette::Palette;
use super::pen;

/// What is written on and said of a lane.
#[derive(Debug, Clone, Copy)]
pub struct LaneLabels<'a> {
    /// On the button that draws, such as "Draw left".
    pub draw: &'a str,
    /// How many tiles are left, such as "56 left".
    pub left: &'a str,
    /// Accessible name of the button: the lane, whether its next tile carries a ring, the exits that can be seen.
    pub description: &'a str,
}

/// Whether a tile can be drawn now.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Drawing {
    /// No: it is to be looked at only.
    No,
    /// Yes.
    Yes,
    /// Yes, and the first tile that can be drawn takes the keys.
    WithKeys,
}

/// Shows the supply, at most [`MAX_WIDTH`] wide, and tells from which lane a tile is to be drawn. Where `room`, in points,
/// is not enough for its height it is shown smaller, but not much.
///
/// A lane's next tile is drawn by its button or by a click on its front stack. The labels are those of the left and
/// of the right lane.
pub fn supply_view(
    ui: &mut Ui,
    view: &SupplyView,
    drawing: Drawing,
    room: f32,
    labels: [LaneLabels<'_>; 2],
) -> Option<Lane> {
    let measure = Measure::fitting(ui.available_width().min(MAX_WIDTH), room);
    let width = measure.width;
    let button_height = measure.button_height();
    let size = vec2(width, measure.height() + button_height);
    let whole = vec2(ui.available_width().min(MAX_WIDTH), size.y);
    let (whole, _) = ui.allocate_exact_size(whole, Sense::hover());
    let rect = Rect::from_center_size(whole.center(), size);
    let palette = Palette::current(ui);
    let mut drawn = None;
    let mut wants_keys = drawing == Drawing::WithKeys;
    let mut hovered = [false; 2];
    for lane in Lane::ALL {
        let able = drawing != Drawing::No && ui.is_enabled() && view.next(lane).is_some();
        let half = width / 2.0;
        let left = rect.left() + if lane == Lane::Left { 0.0 } else { half };
        let button = Rect::from_min_size(
            pos2(left, rect.bottom() - button_height),
            vec2(half, button_height),
        )
        .shrink2(vec2(4.0, 0.0));
        let sense = if able { Sense::click() } else { Sense::hover() };
        let response = ui.interact(button, ui.scope_id().with(("draw", lane)), sense);
        let label = &labels[lane as usize];
        response.widget_info(|| WidgetInfo::labeled(Role::Button, able, label.description));
        if able && std::mem::take(&mut wants_keys) {
            response.request_focus();
        }
        let mut clicked = response.clicked();
        if let Some(next) = view.next(lane).filter(|_| able) {
            let stack = measure.stack_bounds(rect, lane, next);
            // Found by the pointer only: the button is there for the keyboard and assistive technology.
            let stack = ui.interact(stack, ui.scope_id().with(("stack", lane)), Sense::CLICK);
            hovered[lane as usize] = stack.hovered() || response.hovered();
            clicked |= stack.clicked();
        }
        if clicked {
            drawn = Some(lane);
        }
        draw_button(ui, &response, button, view.next(lane), able, label, palette);
    }
    let mut out = Vec::new();
    for lane in Lane::ALL {
        stacks(&mut out, &measure, rect, view, lane, palette);
    }
    if ui.is_rect_visible(rect) {
        ui.painter().extend(out);
        for lane in Lane::ALL {
            if let Some(next) = view.next(lane).filter(|_| hovered[lane as usize]) {
                let [a, b, c, d] = measure.top(rect, lane, next.depth, next.height.number());
                ui.painter().add(Shape::closed_line(
                    vec![a, b, c, d],
                    Stroke::new(2.5, palette.last),
                ));
            }
        }
    }
    drawn
}

/// No wider than this, in points.
pub const MAX_WIDTH: f32 = 520.0;

/// The oblique picture's measures, in points.
struct Measure {
    width: f32,
    /// Width of a lane in front.
    front: f32,
    /// How much a lane grows on each flank over its whole depth.
    spread: f32,
    /// What a tile's depth and its thickness are seen as.
    depth: f32,
    thick: f32,
    /// Thickness of a tile in the folded-up back.
    flap: f32,
}

impl Measure {
    fn new(width: f32) -> Self {
        let lane = width / 2.0 - 5.0;
        let front = lane * 0.50;
        Self {
            width,
            front,
            spread: (lane - front) / 2.0,
            depth: width * 0.047,
            thick: width * 0.029,
            flap: width * 0.021,
        }
    }

    /// As wide as that, or narrower for the whole picture with its buttons to be no higher than `room`.
    fn fitting(width: f32, room: f32) -> Self {
        /// The least that it may shrink to.
        const LEAST: f32 = 0.72;
        const STEPS: u8 = 28;
        let widths =
            (0..=STEPS).map(|step| width * (1.0 - (1.0 - LEAST) * f32::from(step) / f32::from(STEPS)));
        let mut all = widths.map(Self::new);
        let fits = |measure: &Self| measure.height() + measure.button_height() <= room;
        all.find(fits).unwrap_or_else(|| Self::new(width * LEAST))
    }

    fn height(&self) -> f32 {
        LANE_DEPTH as f32 * self.depth + STACK_HEIGHT as f32 * (self.thick + self.flap) + 14.0
    }

    fn button_height(&self) -> f32 {
        (self.width * 0.13).clamp(46.0, 60.0) + 40.0
    }

    /// A point of a lane: `across` from −1 at its left flank to 1 at its right, `back` stacks and `up` tiles away.
    fn at(&self, rect: Rect, lane: Lane, across: f32, back: f32, up: f32) -> Pos2 {
        let middle = rect.left() + self.width * if lane == Lane::Left { 0.25 } else { 0.75 };
        let half = self.front / 2.0 + self.spread * back / LANE_DEPTH as f32;
        let ground = rect.top() + self.height() - 8.0;
        pos2(
            middle + across * half,
            ground - back * self.depth - up * self.thick,
        )
    }

    /// The top of a stack so many tiles high: clockwise from its back left corner.
    fn top(&self, rect: Rect, lane: Lane, depth: Depth, tiles: usize) -> [Pos2; 4] {
        let (near, up) = (depth.number() as f32 - 1.0, tiles as f32);
        [(-1.0, near + 1.0), (1.0, near + 1.0), (1.0, near), (-1.0, near)]
            .map(|(across, back)| self.at(rect, lane, across, back, up))
    }

    fn stack_bounds(&self, rect: Rect, lane: Lane, next: &SeenTile) -> Rect {
        let [back_left, back_right, ..] = self.top(rect, lane, next.depth, next.height.number());
        let near = next.depth.number() as f32 - 1.0;
        let foot = self.at(rect, lane, -1.0, near, 0.0);
        Rect::from_min_max(back_left, pos2(back_right.x, foot.y))
    }
}

/// The stacks of a lane, from the back to the front.
fn stacks(out: &mut Vec<Shape>, m: &Measure, rect: Rect, view: &SupplyView, lane: Lane, p: &Palette) {
    folded_back(out, m, rect, view, lane, p);
    // Shadow on the table.
    if view.next(lane).is_some() {
        let foot: Vec<Pos2> = [(-1.06, 8.1), (1.06, 8.1), (1.06, -0.15), (-1.06, -0.15)]
            .map(|(across, back)| m.at(rect, lane, across, back, 0.0))
            .into();
        out.push(Shape::convex_polygon(
            foot,
            p.shadow.gamma_multiply(0.4),
            PathStroke::NONE,
        ));
    }
    for depth in Depth::all().rev() {
        let tiles: Vec<&SeenTile> = Height::all().filter_map(|h| view.tile(lane, depth, h)).collect();
        let near = depth.number() as f32 - 1.0;
        for tile in &tiles {
            let up = tile.height.number() as f32;
            let point = |across: f32, back: f32, up: f32| m.at(rect, lane, across, back, up);
            for (flank, exit) in [(-1.0, tile.left_end), (1.0, tile.right_end)] {
                let quad = [
                    point(flank, near + 1.0, up),
                    point(flank, near, up),
                    point(flank, near, up - 1.0),
                    point(flank, near + 1.0, up - 1.0),
                ];
                end_face(out, quad, exit, p);
            }
            let quad = [
                point(-1.0, near, up),
                point(1.0, near, up),
                point(1.0, near, up - 1.0),
                point(-1.0, near, up - 1.0),
            ];
            long_face(out, quad, tile.front, p);
        }
        if let Some(top) = tiles.last() {
            let corners = m.top(rect, lane, depth, top.height.number());
            back_of_tile(out, corners, top.ring == Some(true), p);
        }
    }
}

fn quad(corners: [Pos2; 4], colors: [Color32; 4]) -> Shape {
    let mut mesh = Mesh::default();
    for (corner, color) in corners.into_iter().zip(colors) {
        mesh.colored_vertex(corner, color);
    }
    mesh.add_triangle(0, 1, 2);
    mesh.add_triangle(0, 2, 3);
    Shape::mesh(mesh)
}

fn face(out: &mut Vec<Shape>, corners: [Pos2; 4], upper: Color32, lower: Color32, seam: Color32) {
    out.push(quad(corners, [upper, upper, lower, lower]));
    out.push(Shape::closed_line(corners.to_vec(), Stroke::new(0.8, seam)));
}

/// The back of a tile that lies face down, with or without a ring.
fn back_of_tile(out: &mut Vec<Shape>, corners: [Pos2; 4], ring: bool, p: &Palette) {
    face(out, corners, p.stone_bottom, p.stone_top, p.stone_edge);
    if ring {
        let bounds = Rect::from_points(&corners);
        let radius = vec2(bounds.height() * 0.62, bounds.height() * 0.34);
        let middle = bounds.center();
        out.push(Shape::ellipse_stroke(
            middle,
            radius,
            Stroke::new((bounds.height() * 0.15).max(1.6), p.ring),
        ));
    }
}

/// A long side: corners clockwise from the upper left.
fn long_face(out: &mut Vec<Shape>, corners: [Pos2; 4], exits: [Option<bool>; 3], p: &Palette) {
    let [a, b, c, d] = corners;
    if exits == [None; 3] {
        face(out, corners, p.stone_side, p.stone_side, p.stone_edge);
        return;
    }
    face(out, corners, p.stone_bottom, p.stone_side, p.stone_edge);
    for (n, _) in exits.into_iter().enumerate().filter(|e| e.1 == Some(true)) {
        let t = (2 * n + 1) as f32 / 6.0;
        let (top, bottom) = (a.lerp(b, t), d.lerp(c, t));
        let half = (b - a) * 0.085;
        let height = bottom - top;
        let opening = |grow: f32| {
            let (low, high) = (top + height * (0.86 + grow), top + height * (0.20 - grow));
            let half = half * (1.0 + 3.0 * grow);
            vec![high - half * 0.9, high + half * 0.9, low + half, low - half]
        };
        out.push(Shape::convex_polygon(opening(0.12), p.bank, PathStroke::NONE));
        out.push(Shape::convex_polygon(opening(-0.04), p.water, PathStroke::NONE));
    }
}

/// A short end on a flank.
fn end_face(out: &mut Vec<Shape>, corners: [Pos2; 4], exit: Option<bool>, p: &Palette) {
    let [color, seam] = match exit {
        Some(_) => [
            p.stone_side.lerp_to_gamma(p.stone_bottom, 0.45),
            p.stone_edge.gamma_multiply(0.45),
        ],
        None => [
            p.stone_side.lerp_to_gamma(p.stone_edge, 0.55),
            p.stone_edge.gamma_multiply(0.3),
        ],
    };
    face(out, corners, color, color, seam);
    if exit == Some(true) {
        let [a, b, c, d] = corners;
        let middle = a.lerp(c, 0.5);
        let shrunk = |by: f32| {
            [a, b, c, d]
                .map(|corner| middle + (corner - middle) * by)
                .to_vec()
        };
        out.push(Shape::convex_polygon(shrunk(0.92), p.bank, PathStroke::NONE));
        out.push(Shape::convex_polygon(shrunk(0.60), p.water, PathStroke::NONE));
    }
}

/// The back of the last stack, folded up: its top row next to the tops.
fn folded_back(out: &mut Vec<Shape>, m: &Measure, rect: Rect, view: &SupplyView, lane: Lane, p: &Palette) {
    let Some(last) = Depth::new(LANE_DEPTH) else {
        return;
    };
    let tiles: Vec<&SeenTile> = Height::all().filter_map(|h| view.tile(lane, last, h)).collect();
    let back = LANE_DEPTH as f32;
    let hinge = [-1.0, 1.0].map(|across| m.at(rect, lane, across, back, tiles.len() as f32));
    for (row, tile) in tiles.iter().rev().enumerate() {
        let up = |n: f32| vec2(0.0, -2.0 - n * m.flap);
        let (low, high) = (up(row as f32), up(row as f32 + 1.0));
        long_face(
            out,
            [hinge[0] + high, hinge[1] + high, hinge[1] + low, hinge[0] + low],
            tile.back,
            p,
        );
    }
}

/// The button of a lane: its next tile, large, with what is seen of it; then what it does and what is left.
fn draw_button(
    ui: &Ui,
    response: &Response,
    rect: Rect,
    next: Option<&SeenTile>,
    able: bool,
    labels: &LaneLabels<'_>,
    p: &Palette,
) {
    let painter = ui.painter();
    let visuals = ui.style().interact(response);
    let fill = if able { visuals.weak_bg_fill } else { p.panel };
    painter.rect_filled(rect, 8.0, fill);
    painter.add(pen::outlined_rect(
        rect,
        8.0,
        1.0,
        if able { visuals.bg_stroke.color } else { p.line },
    ));
    if response.has_focus() {
        painter.add(pen::outlined_rect(rect.expand(1.5), 9.0, 2.5, p.focus));
    }
    let text_room = 38.0;
    let room = rect.shrink2(vec2(12.0, 9.0));
    let ink = if able { p.ink } else { p.ink_weak };
    if let Some(next) = next {
        let height = (rect.height() - text_room - 18.0).min(room.width() / 3.3);
        let tile = Rect::from_center_size(
            pos2(rect.center().x, room.top() + height / 2.0),
            vec2(3.0 * height, height),
        );
        next_tile(painter, tile, next, p);
    }
    let below = rect.bottom() - text_room;
    centred(
        painter,
        pos2(rect.center().x, below + 8.0),
        labels.draw,
        15.0,
        room.width(),
        ink,
    );
    centred(
        painter,
        pos2(rect.center().x, below + 26.0),
        labels.left,
        12.5,
        room.width(),
        p.ink_weak,
    );
}

/// Text centred at a point, made smaller where it has not room enough.
fn centred(painter: &Painter, at: Pos2, text: &str, size: f32, room: f32, color: Color32) {
    let width = pen::text_width(painter, text, size).max(1.0);
    pen::text(
        painter,
        at,
        text,
        size * (room / width).min(1.0),
        false,
        0.0,
        color,
    );
}

/// The back of the next tile from above: its ring, the mouths on the sides that are seen, the others dashed.
fn next_tile(painter: &Painter, rect: Rect, next: &SeenTile, p: &Palette) {
    let q = rect.height();
    let mut out = vec![
        pen::filled_rect(rect.translate(vec2(0.0, 0.06 * q)), 0.12 * q, p.stone_edge),
        pen::shaded_rect(rect, 0.12 * q, p.stone_top, p.stone_bottom),
        pen::outlined_rect(rect, 0.12 * q, 1.0, p.stone_edge),
    ];
    if next.ring == Some(true) {
        out.push(Shape::circle_stroke(
            rect.center(),
            0.26 * q,
            Stroke::new(0.10 * q, p.ring),
        ));
    }
    let side = |exits: [Option<bool>; 3], y: f32, out_: Vec2| {
        (0..3).map(move |n| {
            let at = pos2(rect.left() + (n as f32 + 0.5) * q, y);
            (at, out_, exits[n])
        })
    };
    let exits = side(next.front, rect.bottom(), Vec2::Y)
        .chain(side(next.back, rect.top(), -Vec2::Y))
        .chain([
            (rect.left_center(), -Vec2::X, next.left_end),
            (rect.right_center(), Vec2::X, next.right_end),
        ]);
    for (at, outward, exit) in exits {
        let along = outward.rot90();
        match exit {
            Some(true) => {
                let mouth = |half: f32, near: f32, far: f32| {
                    let (near, far) = (at - outward * near * q, at + outward * far * q);
                    let half = along * half * q;
                    vec![near - half, near + half, far + half, far - half]
                };
                out.push(Shape::convex_polygon(
                    mouth(0.20, 0.20, 0.09),
                    p.bank,
                    PathStroke::NONE,
                ));
                out.push(Shape::convex_polygon(
                    mouth(0.13, 0.15, 0.09),
                    p.water,
                    PathStroke::NONE,
                ));
            }
            Some(false) => {}
            None => {
                for reach in [-0.16, 0.0, 0.16] {
                    out.push(Shape::circle_filled(
                        at - outward * 0.13 * q + along * reach * q,
                        0.035 * q,
                        p.stone_edge,
                    ));
                }
            }
        }
    }
    painter.extend(out);
}

#[cfg(test)]
mod tests {
    use super::*;
    use egui_kittest::Harness;
    use egui_kittest::kittest::{NodeT as _, Queryable as _};
    use tayu_core::seed::Seed;
    use tayu_core::supply::Supply;

    const WIDTH: f32 = 320.0;

    struct Table {
        supply: Supply,
        can_draw: bool,
        drawn: Vec<Lane>,
        rect: Rect,
    }

    fn drawing(can_draw: bool) -> Drawing {
        if can_draw { Drawing::Yes } else { Drawing::No }
    }

    fn table(can_draw: bool, gone: [usize; 2]) -> Harness<'static, Table> {
        let mut supply = Supply::shuffled(Seed(5));
        for (lane, count) in Lane::ALL.into_iter().zip(gone) {
            for _ in 0..count {
                supply.draw(lane);
            }
        }
        let table = Table {
            supply,
            can_draw,
            drawn: Vec::new(),
            rect: Rect::NOTHING,
        };
        let show = |ui: &mut Ui, table: &mut Table| {
            table.rect = ui.available_rect_before_wrap();
            let labels = ["left lane", "right lane"].map(|description| LaneLabels {
                draw: "",
                left: "",
                description,
            });
            if let Some(lane) = supply_view(ui, &table.supply.view(), drawing(table.can_draw), 500.0, labels)
            {
                table.supply.draw(lane);
                table.drawn.push(lane);
            }
        };
        let mut harness = Harness::builder()
            .with_size(vec2(WIDTH, 500.0))
            .build_ui_state(show, table);
        harness.run();
        harness
    }

    #[test]
    fn buttons_draw_from_their_lanes() {
        let mut harness = table(true, [0, 0]);
        for (label, lane) in [
            ("right lane", Lane::Right),
            ("left lane", Lane::Left),
            ("left lane", Lane::Left),
        ] {
            harness.get_by_label(label).click();
            harness.run();
            assert_eq!(harness.state().drawn.last(), Some(&lane));
        }
        assert_eq!(harness.state().drawn.len(), 3);
        assert_eq!(harness.state().supply.left_in(Lane::Left), 54);
    }

    #[test]
    fn front_stacks_draw_too() {
        let mut harness = table(true, [9, 30]);
        for lane in Lane::ALL {
            let table = harness.state();
            let view = table.supply.view();
            let measure = Measure::new(table.rect.width());
            let pos = measure
                .stack_bounds(table.rect, lane, view.next(lane).unwrap())
                .center();
            harness.hover_at(pos);
            harness.step();
            for pressed in [true, false] {
                harness.event(egui::Event::PointerButton {
                    pos,
                    button: egui::PointerButton::Primary,
                    pressed,
                    modifiers: egui::Modifiers::NONE,
                });
                harness.step();
            }
        }
        assert_eq!(harness.state().drawn, Lane::ALL);
    }

    #[test]
    fn nothing_is_drawn_out_of_turn_or_from_an_empty_lane() {
        for (can_draw, gone, label) in [(false, [0, 0], "left lane"), (true, [0, 56], "right lane")] {
            let mut harness = table(can_draw, gone);
            let button = harness.get_by_label(label);
            assert!(button.accesskit_node().is_disabled());
            button.click();
            harness.run();
            assert!(harness.state().drawn.is_empty());
        }
    }

    #[test]
    fn the_picture_keeps_within_its_width() {
        for width in [280.0, WIDTH, MAX_WIDTH] {
            let measure = Measure::new(width);
            let rect = Rect::from_min_size(pos2(10.0, 10.0), vec2(width, measure.height()));
            for lane in Lane::ALL {
                for (back, up) in [(0.0, 0.0), (8.0, 0.0), (8.0, 7.0)] {
                    for across in [-1.0, 1.0] {
                        assert!(
                            rect.contains(measure.at(rect, lane, across, back, up)),
                            "{width} {lane} {back} {up}"
                        );
                    }
                }
            }
            let [top, ..] = measure.top(rect, Lane::Left, Depth::all().last().unwrap(), STACK_HEIGHT);
            assert!(top.y - STACK_HEIGHT as f32 * measure.flap - 2.0 >= rect.top());
        }
    }
}
