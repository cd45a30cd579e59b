//! Icons, drawn as shapes, and buttons that carry them.

use std::f32::consts::{FRAC_PI_2, PI, TAU};

use egui::{
    Atom, Button, Color32, Painter, Pos2, Rect, Response, Role, Shape, Stroke, Ui, Vec2, WidgetInfo, vec2,
};

use super::palette::{CONTROL_HEIGHT, ICON_SIZE};
use super::pen;

/// A picture for a button or beside a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[allow(missing_docs, reason = "the names say it")]
pub enum Icon {
    Undo,
    Redo,
    TurnClockwise,
    TurnCounterclockwise,
    New,
    Open,
    Save,
    Copy,
    Pencil,
    Trash,
    Plus,
    Minus,
    Close,
    Play,
    Pause,
    Stop,
    StepBack,
    StepForward,
    ToStart,
    ToEnd,
    Bulb,
    Eye,
    Sun,
    Moon,
    Settings,
    WholeBoard,
    Lock,
    Check,
    /// Checked by proof: a shield with a tick.
    Proved,
    Warning,
    Info,
    Hand,
    Eraser,
    Grip,
    Up,
    Down,
    Dice,
    Restart,
    /// A magnifying glass.
    Analyse,
}

impl Icon {
    /// All icons.
    pub const ALL: [Self; 39] = [
        Self::Undo,
        Self::Redo,
        Self::TurnClockwise,
        Self::TurnCounterclockwise,
        Self::New,
        Self::Open,
        Self::Save,
        Self::Copy,
        Self::Pencil,
        Self::Trash,
        Self::Plus,
        Self::Minus,
        Self::Close,
        Self::Play,
        Self::Pause,
        Self::Stop,
        Self::StepBack,
        Self::StepForward,
        Self::ToStart,
        Self::ToEnd,
        Self::Bulb,
        Self::Eye,
        Self::Sun,
        Self::Moon,
        Self::Settings,
        Self::WholeBoard,
        Self::Lock,
        Self::Check,
        Self::Proved,
        Self::Warning,
        Self::Info,
        Self::Hand,
        Self::Eraser,
        Self::Grip,
        Self::Up,
        Self::Down,
        Self::Dice,
        Self::Restart,
        Self::Analyse,
    ];
}

/// A square button with an icon; `label` is its accessible name and what hovering tells.
pub fn icon_button(ui: &mut Ui, icon: Icon, label: &str) -> Response {
    let button = Button::new(atom(icon)).min_size(Vec2::splat(CONTROL_HEIGHT));
    let response = ui.add(button);
    response.widget_info(|| WidgetInfo::labeled(Role::Button, ui.is_enabled(), label));
    focus_ring(ui, &response);
    response.on_hover_text(label).on_disabled_hover_text(label)
}

/// A button with an icon before its text.
pub fn icon_text_button(ui: &mut Ui, icon: Icon, text: &str) -> Response {
    icon_text_button_if(ui, true, icon, text)
}

/// The same, where it may be that it can't be pressed.
pub fn icon_text_button_if(ui: &mut Ui, enabled: bool, icon: Icon, text: &str) -> Response {
    // In a row that wraps it goes to the next line rather than break its words.
    let button = Button::new((atom(icon), text)).wrap_mode(egui::TextWrapMode::Extend);
    let response = ui.add_enabled(enabled, button.min_size(vec2(0.0, CONTROL_HEIGHT)));
    focus_ring(ui, &response);
    response
}

/// A low button with an icon, for rows; `label` is its accessible name and what hovering tells.
pub fn small_button(ui: &mut Ui, icon: Icon, label: &str) -> Response {
    const SIDE: f32 = 15.0;
    let atom: Atom<'_> = Atom::paint(Vec2::splat(SIDE), move |ui, args| {
        paint(ui.painter(), args.rect, icon, args.fallback_text_color);
    });
    // Rows are lower than other controls.
    let before = (ui.spacing().button_padding, ui.spacing().interact_size);
    ui.spacing_mut().button_padding = Vec2::splat(3.0);
    ui.spacing_mut().interact_size.y = SIDE;
    let response = ui.add(Button::new(atom).min_size(Vec2::splat(SIDE + 7.0)));
    (ui.spacing_mut().button_padding, ui.spacing_mut().interact_size) = before;
    response.widget_info(|| WidgetInfo::labeled(Role::Button, ui.is_enabled(), label));
    focus_ring(ui, &response);
    response.on_hover_text(label).on_disabled_hover_text(label)
}

/// A button with an icon before its text that stays pressed while it is `on`.
pub fn icon_toggle(ui: &mut Ui, icon: Icon, text: &str, on: bool) -> Response {
    let button = Button::new((atom(icon), text))
        .min_size(vec2(0.0, CONTROL_HEIGHT))
        .selected(on);
    let response = ui.add(button);
    focus_ring(ui, &response);
    response
}

/// An icon as part of a button or label, in the colour of its text.
#[must_use]
pub fn atom<'a>(icon: Icon) -> Atom<'a> {
    Atom::paint(Vec2::splat(ICON_SIZE), move |ui, args| {
        paint(ui.painter(), args.rect, icon, args.fallback_text_color);
    })
}

/// An icon that is only looked at, beside text; `label` is what it tells.
pub fn icon_label(ui: &mut Ui, icon: Icon, color: Color32, label: &str) -> Response {
    let (rect, response) = ui.allocate_exact_size(Vec2::splat(ICON_SIZE), egui::Sense::hover());
    response.widget_info(|| WidgetInfo::labeled(Role::Image, true, label));
    paint(ui.painter(), rect, icon, color);
    response.on_hover_text(label)
}

/// The frame of what has the keys.
pub fn outline_focus(ui: &Ui, rect: Rect) {
    let color = super::palette::Palette::current(ui).focus;
    ui.painter()
        .add(pen::outlined_rect(rect.shrink(1.0), 6.0, 2.0, color));
}

fn focus_ring(ui: &Ui, response: &Response) {
    if response.has_focus() {
        let color = super::palette::Palette::current(ui).focus;
        ui.painter()
            .add(pen::outlined_rect(response.rect.expand(2.0), 8.0, 2.0, color));
    }
}

/// Draws an icon that fills the largest square within `rect`.
pub fn paint(painter: &Painter, rect: Rect, icon: Icon, color: Color32) {
    let side = rect.size().min_elem();
    let sheet = Sheet {
        corner: rect.center() - Vec2::splat(side / 2.0),
        unit: side / 24.0,
        color,
    };
    painter.extend(sheet.draw(icon));
}

/// A square of 24 × 24 units to draw an icon on.
struct Sheet {
    corner: Pos2,
    unit: f32,
    color: Color32,
}

impl Sheet {
    fn at(&self, x: f32, y: f32) -> Pos2 {
        self.corner + vec2(x, y) * self.unit
    }

    fn stroke(&self) -> Stroke {
        Stroke::new((2.0 * self.unit).max(1.25), self.color)
    }

    fn path(&self, points: &[(f32, f32)]) -> Shape {
        Shape::line(
            points.iter().map(|&(x, y)| self.at(x, y)).collect(),
            self.stroke(),
        )
    }

    fn closed(&self, points: &[(f32, f32)]) -> Shape {
        Shape::closed_line(
            points.iter().map(|&(x, y)| self.at(x, y)).collect(),
            self.stroke(),
        )
    }

    fn filled(&self, points: &[(f32, f32)]) -> Shape {
        let points = points.iter().map(|&(x, y)| self.at(x, y)).collect();
        Shape::convex_polygon(points, self.color, Stroke::new(self.unit, self.color))
    }

    fn circle(&self, x: f32, y: f32, radius: f32) -> Shape {
        Shape::circle_stroke(self.at(x, y), radius * self.unit, self.stroke())
    }

    fn dot(&self, x: f32, y: f32, radius: f32) -> Shape {
        Shape::circle_filled(self.at(x, y), radius * self.unit, self.color)
    }

    /// An arc; angles in radians, clockwise from the east.
    fn arc(&self, (x, y): (f32, f32), radius: f32, from: f32, to: f32) -> Shape {
        pen::arc(
            self.at(x, y),
            radius * self.unit,
            from,
            to,
            self.stroke().width,
            self.color,
        )
    }

    fn box_(&self, (x, y): (f32, f32), (w, h): (f32, f32), radius: f32) -> Shape {
        let rect = Rect::from_min_size(self.at(x, y), vec2(w, h) * self.unit);
        pen::outlined_rect(rect, radius * self.unit, self.stroke().width, self.color)
    }

    fn full_box(&self, (x, y): (f32, f32), (w, h): (f32, f32)) -> Shape {
        let rect = Rect::from_min_size(self.at(x, y), vec2(w, h) * self.unit);
        pen::filled_rect(rect, 1.0 * self.unit, self.color)
    }

    fn mirrored(&self, icon: Icon) -> Vec<Shape> {
        let mut shapes = self.draw(icon);
        let middle = self.at(12.0, 12.0).x;
        for shape in &mut shapes {
            if let Shape::Path(path) = shape {
                for point in &mut path.points {
                    point.x = 2.0 * middle - point.x;
                }
            } else if let Shape::Rect(rect) = shape {
                let (left, right) = (rect.rect.left(), rect.rect.right());
                rect.rect.min.x = 2.0 * middle - right;
                rect.rect.max.x = 2.0 * middle - left;
            }
        }
        shapes
    }

    fn draw(&self, icon: Icon) -> Vec<Shape> {
        match icon {
            Icon::Hand => vec![
                self.path(&[(12.0, 2.5), (12.0, 21.5)]),
                self.path(&[(2.5, 12.0), (21.5, 12.0)]),
                self.path(&[(9.0, 5.5), (12.0, 2.5), (15.0, 5.5)]),
                self.path(&[(9.0, 18.5), (12.0, 21.5), (15.0, 18.5)]),
                self.path(&[(5.5, 9.0), (2.5, 12.0), (5.5, 15.0)]),
                self.path(&[(18.5, 9.0), (21.5, 12.0), (18.5, 15.0)]),
            ],
            Icon::Eraser => vec![
                self.closed(&[(3.0, 14.5), (13.5, 4.0), (20.5, 11.0), (11.5, 20.0), (8.5, 20.0)]),
                self.path(&[(8.2, 9.4), (15.2, 16.4)]),
                self.path(&[(11.5, 20.4), (21.5, 20.4)]),
            ],
            Icon::Grip => vec![
                self.dot(8.5, 5.0, 1.8),
                self.dot(15.5, 5.0, 1.8),
                self.dot(8.5, 12.0, 1.8),
                self.dot(15.5, 12.0, 1.8),
                self.dot(8.5, 19.0, 1.8),
                self.dot(15.5, 19.0, 1.8),
            ],
            Icon::Up => vec![
                self.path(&[(12.0, 20.5), (12.0, 4.0)]),
                self.path(&[(5.0, 11.0), (12.0, 4.0), (19.0, 11.0)]),
            ],
            Icon::Down => vec![
                self.path(&[(12.0, 3.5), (12.0, 20.0)]),
                self.path(&[(5.0, 13.0), (12.0, 20.0), (19.0, 13.0)]),
            ],
            Icon::Dice => vec![
                self.box_((3.5, 3.5), (17.0, 17.0), 3.0),
                self.dot(8.3, 8.3, 1.6),
                self.dot(15.7, 8.3, 1.6),
                self.dot(12.0, 12.0, 1.6),
                self.dot(8.3, 15.7, 1.6),
                self.dot(15.7, 15.7, 1.6),
            ],
            Icon::Analyse => vec![
                self.circle(10.2, 10.2, 6.4),
                self.path(&[(15.0, 15.0), (20.6, 20.6)]),
            ],
            Icon::Restart => vec![
                self.arc((12.0, 12.5), 7.8, -PI * 0.45, PI * 1.28),
                self.path(&[(4.5, 2.8), (5.6, 7.6), (10.6, 6.6)]),
            ],
            Icon::Undo => vec![
                self.path(&[(8.0, 4.5), (3.5, 9.0), (8.0, 13.5)]),
                self.path(&[(4.0, 9.0), (14.5, 9.0)]),
                self.arc((14.5, 14.0), 5.0, -FRAC_PI_2, FRAC_PI_2),
                self.path(&[(14.6, 19.0), (9.0, 19.0)]),
            ],
            Icon::Redo => self.mirrored(Icon::Undo),
            Icon::TurnClockwise => vec![
                self.arc((12.0, 12.5), 7.8, -PI * 0.28, PI * 1.45),
                self.path(&[(19.5, 2.5), (18.4, 7.6), (13.3, 6.6)]),
            ],
            Icon::TurnCounterclockwise => self.mirrored(Icon::TurnClockwise),
            Icon::New => vec![
                self.closed(&[(5.0, 2.8), (14.0, 2.8), (19.0, 7.8), (19.0, 21.2), (5.0, 21.2)]),
                self.path(&[(13.5, 3.0), (13.5, 8.3), (19.0, 8.3)]),
            ],
            Icon::Open => vec![
                self.path(&[
                    (6.0, 19.5),
                    (2.8, 19.5),
                    (2.8, 4.8),
                    (9.0, 4.8),
                    (11.2, 7.4),
                    (19.0, 7.4),
                    (19.0, 10.5),
                ]),
                self.closed(&[(6.2, 10.6), (22.0, 10.6), (18.6, 19.5), (2.8, 19.5)]),
            ],
            Icon::Save => vec![
                self.closed(&[(3.2, 3.2), (16.6, 3.2), (20.8, 7.4), (20.8, 20.8), (3.2, 20.8)]),
                self.path(&[(7.0, 3.4), (7.0, 8.4), (14.6, 8.4), (14.6, 3.4)]),
                self.path(&[(6.6, 20.6), (6.6, 13.4), (17.4, 13.4), (17.4, 20.6)]),
            ],
            Icon::Copy => vec![
                self.box_((8.5, 8.5), (12.5, 12.5), 2.0),
                self.path(&[(5.5, 15.5), (3.0, 15.5), (3.0, 3.0), (15.5, 3.0), (15.5, 5.5)]),
            ],
            Icon::Pencil => vec![
                self.closed(&[(3.5, 20.5), (4.8, 15.6), (16.6, 3.8), (20.2, 7.4), (8.4, 19.2)]),
                self.path(&[(13.8, 6.6), (17.4, 10.2)]),
            ],
            Icon::Trash => vec![
                self.path(&[(3.5, 6.2), (20.5, 6.2)]),
                self.path(&[(9.0, 6.0), (9.0, 3.2), (15.0, 3.2), (15.0, 6.0)]),
                self.path(&[(5.6, 6.4), (6.7, 20.8), (17.3, 20.8), (18.4, 6.4)]),
                self.path(&[(10.0, 10.5), (10.0, 16.8)]),
                self.path(&[(14.0, 10.5), (14.0, 16.8)]),
            ],
            Icon::Plus => vec![
                self.path(&[(12.0, 4.0), (12.0, 20.0)]),
                self.path(&[(4.0, 12.0), (20.0, 12.0)]),
            ],
            Icon::Minus => vec![self.path(&[(4.0, 12.0), (20.0, 12.0)])],
            Icon::Close => vec![
                self.path(&[(5.5, 5.5), (18.5, 18.5)]),
                self.path(&[(18.5, 5.5), (5.5, 18.5)]),
            ],
            Icon::Play => vec![self.filled(&[(6.5, 3.8), (19.8, 12.0), (6.5, 20.2)])],
            Icon::Pause => vec![
                self.full_box((5.5, 4.0), (4.6, 16.0)),
                self.full_box((13.9, 4.0), (4.6, 16.0)),
            ],
            Icon::Stop => vec![self.full_box((5.0, 5.0), (14.0, 14.0))],
            Icon::StepForward => vec![
                self.filled(&[(5.0, 4.5), (15.5, 12.0), (5.0, 19.5)]),
                self.full_box((17.2, 4.2), (2.8, 15.6)),
            ],
            Icon::StepBack => self.mirrored(Icon::StepForward),
            Icon::ToEnd => vec![
                self.filled(&[(2.8, 5.5), (10.0, 12.0), (2.8, 18.5)]),
                self.filled(&[(10.8, 5.5), (18.0, 12.0), (10.8, 18.5)]),
                self.full_box((19.2, 5.0), (2.6, 14.0)),
            ],
            Icon::ToStart => self.mirrored(Icon::ToEnd),
            Icon::Bulb => vec![
                self.arc((12.0, 9.5), 6.8, PI * 0.70, PI * 2.30),
                self.path(&[(8.2, 14.8), (9.2, 17.4), (14.8, 17.4), (15.8, 14.8)]),
                self.path(&[(9.8, 20.8), (14.2, 20.8)]),
            ],
            Icon::Eye => vec![
                self.arc((12.0, 18.6), 11.6, -PI * 0.815, -PI * 0.185),
                self.arc((12.0, 5.4), 11.6, PI * 0.185, PI * 0.815),
                self.dot(12.0, 12.0, 3.2),
            ],
            Icon::Sun => {
                let mut shapes = vec![self.circle(12.0, 12.0, 4.4)];
                for n in 0..8 {
                    let ray = Vec2::angled(n as f32 * TAU / 8.0);
                    let at = |reach: f32| (12.0 + ray.x * reach, 12.0 + ray.y * reach);
                    shapes.push(self.path(&[at(7.8), at(10.6)]));
                }
                shapes
            }
            Icon::Moon => vec![
                self.arc((11.4, 12.6), 8.8, PI * 0.02, PI * 1.52),
                self.arc((17.2, 7.2), 7.2, PI * 0.415, PI * 1.085),
            ],
            Icon::Settings => vec![
                self.path(&[(3.0, 7.0), (12.0, 7.0)]),
                self.path(&[(18.4, 7.0), (21.0, 7.0)]),
                self.circle(15.2, 7.0, 2.8),
                self.path(&[(3.0, 17.0), (5.6, 17.0)]),
                self.path(&[(12.0, 17.0), (21.0, 17.0)]),
                self.circle(8.8, 17.0, 2.8),
            ],
            Icon::WholeBoard => vec![
                self.path(&[(3.5, 9.0), (3.5, 3.5), (9.0, 3.5)]),
                self.path(&[(15.0, 3.5), (20.5, 3.5), (20.5, 9.0)]),
                self.path(&[(20.5, 15.0), (20.5, 20.5), (15.0, 20.5)]),
                self.path(&[(9.0, 20.5), (3.5, 20.5), (3.5, 15.0)]),
                self.full_box((8.5, 8.5), (7.0, 7.0)),
            ],
            Icon::Lock => vec![
                self.box_((4.5, 10.5), (15.0, 10.5), 2.0),
                self.path(&[(7.8, 10.4), (7.8, 7.0)]),
                self.path(&[(16.2, 10.4), (16.2, 7.0)]),
                self.arc((12.0, 7.1), 4.2, -PI, 0.0),
                self.dot(12.0, 15.8, 1.9),
            ],
            Icon::Check => vec![self.path(&[(4.0, 12.8), (9.6, 18.4), (20.2, 6.0)])],
            Icon::Proved => vec![
                self.closed(&[
                    (12.0, 2.2),
                    (20.0, 5.2),
                    (20.0, 11.6),
                    (18.6, 15.8),
                    (16.0, 19.2),
                    (12.0, 21.8),
                    (8.0, 19.2),
                    (5.4, 15.8),
                    (4.0, 11.6),
                    (4.0, 5.2),
                ]),
                self.path(&[(8.0, 11.8), (11.0, 14.8), (16.2, 8.6)]),
            ],
            Icon::Warning => vec![
                self.closed(&[(12.0, 3.2), (22.0, 20.4), (2.0, 20.4)]),
                self.path(&[(12.0, 9.2), (12.0, 14.4)]),
                self.dot(12.0, 17.4, 1.3),
            ],
            Icon::Info => vec![
                self.circle(12.0, 12.0, 9.2),
                self.path(&[(12.0, 11.0), (12.0, 17.0)]),
                self.dot(12.0, 7.6, 1.4),
            ],
        }
    }
}
