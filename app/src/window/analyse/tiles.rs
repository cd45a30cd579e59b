//! Which tile is in the hand of a position set by hand, and which have been seen.

use egui::{RichText, Ui};
use tayu_core::tile::TILES_PER_KIND;
use tayu_core::{Tile, TileCounts};

use super::GAP;
use crate::desk::Command;
use crate::document::{Study, StudyEdit};
use crate::paint::icon::{self, Icon};
use crate::paint::tile::tile_button;
use crate::tr;
use crate::window::view::View;

/// Height of the tiles to choose from, in points.
const TILE_HEIGHT: f32 = 18.0;
const COLUMNS: usize = 5;
/// Height of the tiles that have been seen, in points.
const SEEN_HEIGHT: f32 = 16.0;

/// The tile in the hand of a position set by hand: any kind that is left, or none.
pub(super) fn hand(ui: &mut Ui, study: &Study, view: &mut View, commands: &mut Vec<Command>) {
    let Some(arrangement) = study.arrangement() else {
        return;
    };
    let heading = match arrangement.tile {
        Some(tile) => tr!("analyse-in-hand", tile = tile.to_string()),
        None => tr!("analyse-none-in-hand"),
    };
    let seen = study.seen();
    egui::CollapsingHeader::new(heading)
        .id_salt("in hand")
        .show(ui, |ui| {
            let none = ui.radio(arrangement.tile.is_none(), tr!("analyse-to-draw"));
            if none.clicked() {
                commands.push(Command::Study(StudyEdit::Hold(None)));
            }
            egui::Grid::new("in hand").spacing(GAP).show(ui, |ui| {
                for (n, tile) in Tile::all().enumerate() {
                    let is_it = arrangement.tile == Some(tile);
                    let left = seen.left(tile);
                    ui.vertical(|ui| {
                        ui.spacing_mut().item_spacing.y = 0.0;
                        let label = tr!("analyse-hold", tile = tile.to_string(), count = left);
                        let able = left > 0 || is_it;
                        let button =
                            tile_button(ui, tile.readings()[0], TILE_HEIGHT - 4.0, is_it, able, &label);
                        if button.on_hover_text(label).clicked() {
                            commands.push(Command::Study(StudyEdit::Hold(Some(tile))));
                            view.is_board_wanted = true;
                        }
                        ui.label(RichText::new(format!("{tile} ×{left}")).small());
                    });
                    if n % COLUMNS == COLUMNS - 1 {
                        ui.end_row();
                    }
                }
            });
        });
}

/// How many of each kind are left, and in a position set by hand how many have been seen beside the board.
pub(super) fn seen(ui: &mut Ui, study: &Study, commands: &mut Vec<Command>) {
    let seen = study.seen();
    let left: usize = Tile::all().map(|tile| seen.left(tile)).sum();
    egui::CollapsingHeader::new(tr!("unseen", count = left))
        .id_salt("unseen in analysis")
        .show(ui, |ui| {
            let elsewhere = study.arrangement().map(|arrangement| arrangement.elsewhere);
            ui.label(
                RichText::new(if elsewhere.is_some() {
                    tr!("analyse-elsewhere-detail")
                } else {
                    tr!("unseen-detail")
                })
                .small(),
            );
            let columns = if elsewhere.is_some() { 4 } else { COLUMNS };
            egui::Grid::new("unseen in analysis").spacing(GAP).show(ui, |ui| {
                for (n, tile) in Tile::all().enumerate() {
                    ui.vertical(|ui| kind(ui, tile, &seen, elsewhere.as_ref(), commands));
                    if n % columns == columns - 1 {
                        ui.end_row();
                    }
                }
            });
            if let Some(elsewhere) = elsewhere {
                let some = elsewhere.total() > 0;
                let none = icon::icon_text_button_if(ui, some, Icon::Restart, &tr!("analyse-seen-nowhere"));
                if none.clicked() {
                    commands.push(Command::Study(StudyEdit::SeenNowhereElse));
                }
            }
        });
}

fn kind(
    ui: &mut Ui,
    tile: Tile,
    seen: &TileCounts,
    elsewhere: Option<&TileCounts>,
    commands: &mut Vec<Command>,
) {
    ui.spacing_mut().item_spacing.y = 1.0;
    let left = seen.left(tile);
    let out = TILES_PER_KIND - left;
    let label = tr!("unseen-kind", tile = tile.to_string(), out = out, left = left);
    tile_button(ui, tile.readings()[0], SEEN_HEIGHT, false, left > 0, &label).on_hover_text(label);
    let Some(elsewhere) = elsewhere else {
        ui.label(RichText::new(format!("{tile}: {left}")).small());
        return;
    };
    let count = elsewhere.of(tile);
    let set = |count| Command::Study(StudyEdit::SeenElsewhere { tile, count });
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = 2.0;
        ui.add_enabled_ui(left > 0, |ui| {
            let label = tr!("analyse-seen-more", tile = tile.to_string());
            if icon::small_button(ui, Icon::Minus, &label).clicked() {
                commands.push(set(count + 1));
            }
        });
        ui.label(RichText::new(format!("×{left}")).small());
        ui.add_enabled_ui(count > 0, |ui| {
            let label = tr!("analyse-seen-fewer", tile = tile.to_string());
            if icon::small_button(ui, Icon::Plus, &label).clicked() {
                commands.push(set(count - 1));
            }
        });
    });
}
