//! Tiles spread face down on the table.

use egui::{Rect, Role, Sense, Shape, Stroke, Ui, WidgetInfo, pos2, vec2};
use tayu_core::{Spread, SpreadPlace};

use super::palette::Palette;
use super::pen;
use super::supply::{Drawing, MAX_WIDTH};

const COLUMNS: usize = 8;

/// Shows the tiles that are left at their places, each a button while one can be drawn. Tells which was chosen.
///
/// The rows move together where `room`, in points, is not enough for them. `label` names a tile by its place and whether
/// it carries a ring.
pub fn spread_view(
    ui: &mut Ui,
    spread: &Spread,
    drawing: Drawing,
    room: f32,
    label: impl Fn(SpreadPlace, bool) -> String,
) -> Option<SpreadPlace> {
    let width = ui.available_width().min(MAX_WIDTH);
    let rows = SpreadPlace::all().len().div_ceil(COLUMNS);
    let column = width / COLUMNS as f32;
    let row = (room / rows as f32).clamp(0.4 * column, 0.52 * column);
    let pitch = vec2(column, row);
    let (area, _) = ui.allocate_exact_size(vec2(width, pitch.y * rows as f32), Sense::hover());
    let able = drawing != Drawing::No && ui.is_enabled();
    let mut wants_keys = able && drawing == Drawing::WithKeys;
    let sense = if able { Sense::click() } else { Sense::hover() };
    let palette = Palette::current(ui);
    let mut chosen = None;
    for (place, ring) in spread.rings() {
        let number = place.number() - 1;
        let (column, row) = (number % COLUMNS, number / COLUMNS);
        let cell = Rect::from_min_size(
            area.min + vec2(column as f32 * pitch.x, row as f32 * pitch.y),
            pitch,
        );
        let height = (pitch.x - 5.0) / 3.0;
        let tile = Rect::from_center_size(cell.center(), vec2(3.0 * height, height));
        let response = ui.interact(cell.shrink(1.0), ui.scope_id().with(("spread", number)), sense);
        response.widget_info(|| WidgetInfo::labeled(Role::Button, able, label(place, ring)));
        if std::mem::take(&mut wants_keys) {
            response.request_focus();
        }
        if response.clicked() {
            chosen = Some(place);
        }
        if !ui.is_rect_visible(cell) {
            continue;
        }
        let painter = ui.painter();
        let round = 0.14 * height;
        painter.add(pen::filled_rect(
            tile.translate(vec2(0.0, 1.5)),
            round,
            palette.stone_edge,
        ));
        painter.add(pen::shaded_rect(
            tile,
            round,
            palette.stone_bottom,
            palette.stone_top,
        ));
        painter.add(pen::outlined_rect(tile, round, 1.0, palette.stone_edge));
        if ring {
            let at = pos2(tile.center().x, tile.center().y);
            let stroke = Stroke::new((0.13 * height).max(1.5), palette.ring);
            painter.add(Shape::circle_stroke(at, 0.27 * height, stroke));
        }
        if response.has_focus() {
            painter.add(pen::outlined_rect(
                tile.expand(2.5),
                round + 2.0,
                2.5,
                palette.focus,
            ));
        } else if response.hovered() && able {
            painter.add(pen::outlined_rect(
                tile.expand(1.5),
                round + 1.0,
                2.0,
                palette.last,
            ));
        }
    }
    chosen
}

#[cfg(test)]
mod tests {
    use super::*;
    use egui_kittest::Harness;
    use egui_kittest::kittest::{NodeT as _, Queryable as _};
    use tayu_core::seed::Seed;

    fn drawing(can_draw: bool) -> Drawing {
        if can_draw { Drawing::Yes } else { Drawing::No }
    }

    fn table(can_draw: bool) -> Harness<'static, (Spread, Vec<SpreadPlace>)> {
        let show = move |ui: &mut Ui, (spread, drawn): &mut (Spread, Vec<SpreadPlace>)| {
            let chosen = spread_view(ui, spread, drawing(can_draw), 400.0, |place, _| {
                format!("tile {}.", place.number())
            });
            if let Some(place) = chosen {
                spread.draw(place);
                drawn.push(place);
            }
        };
        let mut harness = Harness::builder()
            .with_size(vec2(380.0, 500.0))
            .build_ui_state(show, (Spread::shuffled(Seed(1)), Vec::new()));
        harness.run();
        harness
    }

    #[test]
    fn any_tile_can_be_drawn_and_is_gone() {
        let mut harness = table(true);
        for number in [112, 1, 40] {
            let label = format!("tile {number}.");
            harness.get_by_label(&label).click();
            harness.run();
            assert_eq!(harness.state().1.last().map(|place| place.number()), Some(number));
            assert!(harness.query_by_label(&label).is_none());
        }
    }

    #[test]
    fn nothing_is_drawn_out_of_turn() {
        let mut harness = table(false);
        let tile = harness.get_by_label("tile 7.");
        assert!(tile.accesskit_node().is_disabled());
        tile.click();
        harness.run();
        assert!(harness.state().1.is_empty());
    }
}
