//! Long lists of rows with columns, of which only the rows in sight are made.

use egui::{
    Align2, EventFilter, Id, Key, Modifiers, Rect, Response, Role, ScrollArea, Sense, TextStyle,
    TextWrapMode, Ui, WidgetInfo, WidgetText, pos2, vec2,
};

use crate::paint::palette::Palette;

/// Height of a row, in points.
pub(super) const HEIGHT: f32 = 24.0;
/// Between text and the edge of its column.
const MARGIN: f32 = 5.0;
/// The scroll bar lies over the right end of the rows.
const SCROLL_BAR: f32 = 8.0;

/// The row that is to have the keys once it is in sight.
pub(super) type RowWanted = Option<usize>;

/// A row's text and what it tells to who can't see it.
pub(super) struct Row {
    /// A text for each column.
    pub(super) cells: Vec<String>,
    /// All of it in words.
    pub(super) label: String,
    /// Something is wrong with it.
    pub(super) is_bad: bool,
    /// It does something when it is clicked.
    pub(super) is_button: bool,
}

/// A column: its share of the width, and whether it holds numbers.
#[derive(Clone, Copy)]
pub(super) struct Column {
    /// Of the width that is there for all.
    pub(super) share: f32,
    /// Numbers stand at the right.
    pub(super) is_number: bool,
}

/// A column of texts.
pub(super) const fn words(share: f32) -> Column {
    Column {
        share,
        is_number: false,
    }
}

/// A column of numbers.
pub(super) const fn numbers(share: f32) -> Column {
    Column {
        share,
        is_number: true,
    }
}

/// The names of the columns.
pub(super) fn header(ui: &mut Ui, columns: &[Column], names: &[String], width: f32) {
    let (rect, _) = ui.allocate_exact_size(vec2(width, HEIGHT - 4.0), Sense::hover());
    let color = Palette::current(ui).ink_weak;
    cells(ui, rect, columns, names, &TextStyle::Small, color);
    let line = Palette::current(ui).line;
    ui.painter().hline(rect.x_range(), rect.bottom(), (1.0, line));
}

/// Shows the rows and says which was clicked. Arrows, Home, End and the page keys go from one to another, Enter is a
/// click. `beside` may put something small at the right end of a row, where `room` points are left.
#[allow(clippy::too_many_arguments, reason = "each says how the list looks")]
pub(super) fn list(
    ui: &mut Ui,
    salt: &str,
    columns: &[Column],
    count: usize,
    height: f32,
    room: f32,
    wanted: &mut RowWanted,
    row: impl Fn(usize) -> Row,
    mut beside: impl FnMut(&mut Ui, usize, &Row),
) -> Option<usize> {
    let mut clicked = None;
    let page = (height / HEIGHT).floor().max(1.0) as usize;
    *wanted = wanted
        .map(|n| n.min(count.saturating_sub(1)))
        .filter(|_| count > 0);
    ui.spacing_mut().item_spacing.y = 0.0;
    let area = ScrollArea::vertical()
        .id_salt(salt)
        .auto_shrink([false, true])
        .max_height(height)
        .min_scrolled_height(height);
    area.show_rows(ui, HEIGHT, count, |ui, in_sight| {
        let top = ui.max_rect().top();
        let left = ui.max_rect().left();
        let width = ui.available_width();
        let place = |n: usize| {
            let y = top + (n as f32 - in_sight.start as f32) * HEIGHT;
            Rect::from_min_size(pos2(left, y), vec2(width, HEIGHT))
        };
        for n in in_sight.clone() {
            let row = row(n);
            let rect = place(n);
            let button = rect.with_max_x(rect.right() - room);
            let response = one(ui, ui.scope_id().with((salt, n)), button, columns, &row);
            if *wanted == Some(n) && ui.clip_rect().contains_rect(rect) {
                response.request_focus();
                *wanted = None;
            }
            if response.has_focus() {
                let filter = EventFilter {
                    vertical_arrows: true,
                    ..EventFilter::default()
                };
                ui.memory_mut(|memory| memory.set_focus_lock_filter(response.id, filter));
                if let Some(goal) = moved(ui, n, count, page) {
                    *wanted = Some(goal);
                    // The key may have come before it belonged to the row: it is to lead nowhere else.
                    ui.memory_mut(|memory| memory.move_focus(egui::FocusDirection::None));
                } else if response.gained_focus() {
                    // The arrows belong to the row from the next frame on.
                    ui.ctx().request_repaint();
                    ui.scroll_to_rect_animation(rect, None, egui::style::ScrollAnimation::none());
                }
            }
            if response.clicked() {
                clicked = Some(n);
            }
            if room > 0.0 {
                let right = rect.with_min_x(button.right());
                let layout = egui::Layout::right_to_left(egui::Align::Center);
                ui.scope_builder(
                    egui::UiBuilder::new()
                        .id_salt((salt, n))
                        .max_rect(right)
                        .layout(layout),
                    |ui| {
                        ui.add_space(SCROLL_BAR);
                        beside(ui, n, &row);
                    },
                );
            }
        }
        ui.advance_cursor_after_rect(Rect::from_min_max(
            place(in_sight.start).min,
            place(in_sight.end.max(in_sight.start + 1) - 1).max,
        ));
        if let Some(goal) = *wanted {
            ui.scroll_to_rect_animation(place(goal), None, egui::style::ScrollAnimation::none());
            ui.ctx().request_repaint();
        }
    });
    clicked
}

/// The row that a key leads to from this one.
fn moved(ui: &Ui, from: usize, count: usize, page: usize) -> Option<usize> {
    let pressed = |key| ui.input_mut(|input| input.consume_key(Modifiers::NONE, key));
    let last = count - 1;
    [
        (Key::ArrowDown, (from + 1).min(last)),
        (Key::ArrowUp, from.saturating_sub(1)),
        (Key::PageDown, (from + page).min(last)),
        (Key::PageUp, from.saturating_sub(page)),
        (Key::Home, 0),
        (Key::End, last),
    ]
    .into_iter()
    .find_map(|(key, goal)| pressed(key).then_some(goal))
}

fn one(ui: &Ui, id: Id, rect: Rect, columns: &[Column], row: &Row) -> Response {
    let palette = Palette::current(ui);
    let sense = if row.is_button {
        Sense::click()
    } else {
        Sense::focusable_noninteractive()
    };
    let response = ui.interact(rect, id, sense);
    let kind = if row.is_button { Role::Button } else { Role::Label };
    response.widget_info(|| WidgetInfo::labeled(kind, true, &row.label));
    let has_focus = response.has_focus();
    if row.is_button && (response.hovered() || has_focus) {
        ui.painter().rect_filled(rect, 4.0, palette.raised_hover);
    }
    if has_focus {
        let edge = (2.0, palette.focus);
        ui.painter()
            .rect_stroke(rect.shrink(1.0), 4.0, edge, egui::StrokeKind::Inside);
    }
    let color = if row.is_bad { palette.bad } else { palette.ink };
    let is_cut = cells(ui, rect, columns, &row.cells, &TextStyle::Body, color);
    if is_cut {
        return response.on_hover_text(&row.label);
    }
    response
}

/// The texts of a row, each cut to its column. Says whether one was.
fn cells(
    ui: &Ui,
    rect: Rect,
    columns: &[Column],
    texts: &[String],
    style: &TextStyle,
    color: egui::Color32,
) -> bool {
    let all: f32 = columns.iter().map(|column| column.share).sum();
    let mut left = rect.left();
    let mut is_cut = false;
    for (column, text) in columns.iter().zip(texts) {
        let width = rect.width() * column.share / all;
        let room = (width - 2.0 * MARGIN).max(0.0);
        let galley = WidgetText::from(text.as_str()).into_galley(
            ui,
            Some(TextWrapMode::Truncate),
            room,
            style.clone(),
        );
        is_cut |= galley.elided;
        let cell = Rect::from_min_size(pos2(left, rect.top()), vec2(width, rect.height()))
            .shrink2(vec2(MARGIN, 0.0));
        let align = if column.is_number {
            Align2::RIGHT_CENTER
        } else {
            Align2::LEFT_CENTER
        };
        let at = align.align_size_within_rect(galley.size(), cell).min;
        ui.painter().galley(at, galley, color);
        left += width;
    }
    is_cut
}
