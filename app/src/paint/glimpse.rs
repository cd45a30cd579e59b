//! What is said of the next tile of a lane: its back from above, with a button for the ring and for each exit.

use egui::{
    Color32, Painter, Pos2, Rect, Response, Role, Sense, Shape, Stroke, Ui, Vec2, WidgetInfo, pos2, vec2,
};
use tayu_core::SeenTile;

use super::palette::Palette;
use super::pen;

/// A part of a tile that may be seen.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Part {
    /// The ring on its back.
    Ring,
    /// An exit in front, from 0 on the left to 2 on the right.
    Front(usize),
    /// An exit at the back, from 0 on the left to 2 on the right.
    Back(usize),
    /// The exit of the left end.
    LeftEnd,
    /// The exit of the right end.
    RightEnd,
}

impl Part {
    /// What is said of this part.
    #[must_use]
    pub fn of(self, seen: &SeenTile) -> Option<bool> {
        match self {
            Self::Ring => seen.ring,
            Self::Front(n) => seen.front.get(n).copied().flatten(),
            Self::Back(n) => seen.back.get(n).copied().flatten(),
            Self::LeftEnd => seen.left_end,
            Self::RightEnd => seen.right_end,
        }
    }

    /// The tile when this is said of the part instead.
    #[must_use]
    pub fn say(self, mut seen: SeenTile, is: Option<bool>) -> SeenTile {
        match self {
            Self::Ring => seen.ring = is,
            Self::Front(n) => seen.front.iter_mut().skip(n).take(1).for_each(|exit| *exit = is),
            Self::Back(n) => seen.back.iter_mut().skip(n).take(1).for_each(|exit| *exit = is),
            Self::LeftEnd => seen.left_end = is,
            Self::RightEnd => seen.right_end = is,
        }
        seen
    }
}

/// Side of a button, in points.
const BUTTON: f32 = 22.0;
/// Length of a square of the tile, in points.
const SQUARE: f32 = 26.0;
/// The picture's size, in points.
pub const SIZE: Vec2 = vec2(3.0 * SQUARE + 2.0 * BUTTON + 8.0, SQUARE + 2.0 * BUTTON + 8.0);

/// Shows what is said of a tile; `open` are the sides that nothing hides: front, back, left and right end. Says which part
/// was clicked. `label` gives the accessible name of a part with what is said of it.
pub fn glimpse(
    ui: &mut Ui,
    seen: &SeenTile,
    open: [bool; 4],
    label: impl Fn(Part, Option<bool>) -> String,
) -> Option<Part> {
    let (rect, _) = ui.allocate_exact_size(SIZE, Sense::hover());
    let p = Palette::current(ui);
    let tile = Rect::from_center_size(rect.center(), vec2(3.0 * SQUARE, SQUARE));
    let painter = ui.painter();
    painter.add(pen::shaded_rect(tile, 4.0, p.stone_top, p.stone_bottom));
    painter.add(pen::outlined_rect(tile, 4.0, 1.0, p.stone_edge));
    let across = |n: usize| tile.left() + (n as f32 + 0.5) * SQUARE;
    let off = BUTTON / 2.0 + 3.0;
    let [front, back, left, right] = open;
    let mut parts: Vec<(Part, Pos2, bool)> = vec![(Part::Ring, tile.center(), true)];
    parts.extend((0..3).map(|n| (Part::Front(n), pos2(across(n), tile.bottom() + off), front)));
    parts.extend((0..3).map(|n| (Part::Back(n), pos2(across(n), tile.top() - off), back)));
    parts.push((Part::LeftEnd, pos2(tile.left() - off, tile.center().y), left));
    parts.push((Part::RightEnd, pos2(tile.right() + off, tile.center().y), right));
    let mut clicked = None;
    for (part, at, is_open) in parts {
        let is = part.of(seen);
        // What is known of a hidden side all the same can be taken back.
        if !is_open && is.is_none() {
            hidden(ui.painter(), at, p);
            continue;
        }
        let button = Rect::from_center_size(at, Vec2::splat(BUTTON));
        let response = ui.interact(button, ui.scope_id().with(format!("{part:?}")), Sense::click());
        let name = label(part, is);
        response.widget_info(|| WidgetInfo::labeled(Role::Button, true, &name));
        paint_part(ui, &response, part, is, p);
        if response.on_hover_text(name).clicked() {
            clicked = Some(part);
        }
    }
    clicked
}

/// A side that another tile hides.
fn hidden(painter: &Painter, at: Pos2, p: &Palette) {
    let half = vec2(3.0, 0.0);
    painter.line_segment([at - half, at + half], Stroke::new(1.5, p.line));
}

fn paint_part(ui: &Ui, response: &Response, part: Part, is: Option<bool>, p: &Palette) {
    let rect = response.rect.shrink(1.0);
    let painter = ui.painter();
    let visuals = ui.style().interact(response);
    if part == Part::Ring {
        if response.hovered() {
            painter.rect_filled(rect, 5.0, p.raised_hover.gamma_multiply(0.6));
        }
        ring(painter, rect.center(), is, p);
    } else {
        painter.rect_filled(rect, 5.0, visuals.weak_bg_fill);
        painter.add(pen::outlined_rect(rect, 5.0, 1.0, visuals.bg_stroke.color));
        exit(painter, rect, is, p);
    }
    if response.has_focus() {
        painter.add(pen::outlined_rect(rect.expand(2.0), 6.0, 2.0, p.focus));
    }
}

/// A ring, a plain back crossed out, or a question.
fn ring(painter: &Painter, at: Pos2, is: Option<bool>, p: &Palette) {
    let circle = |width: f32, color: Color32| Shape::circle_stroke(at, 7.0, Stroke::new(width, color));
    match is {
        Some(true) => {
            painter.add(circle(3.0, p.ring));
        }
        Some(false) => {
            painter.add(circle(1.2, p.stone_edge));
            let reach = vec2(7.0, -7.0);
            painter.line_segment([at - reach, at + reach], Stroke::new(1.8, p.ring));
        }
        None => pen::text(painter, at, "?", 15.0, true, 0.0, p.ring),
    }
}

/// A mouth, a blank side, or a question.
fn exit(painter: &Painter, rect: Rect, is: Option<bool>, p: &Palette) {
    let at = rect.center();
    match is {
        Some(true) => {
            painter.circle_filled(at, 6.5, p.bank);
            painter.circle_filled(at, 4.2, p.water);
        }
        Some(false) => {
            let half = vec2(5.5, 0.0);
            painter.line_segment([at - half, at + half], Stroke::new(3.0, p.ink));
        }
        None => pen::text(painter, at, "?", 13.0, false, 0.0, p.ink_weak),
    }
}
