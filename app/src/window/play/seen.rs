//! Which tiles have come and how many of each kind are still unseen.

use egui::{RichText, Ui};
use tayu_core::tile::TILES_PER_KIND;
use tayu_core::{Game, Tile};

use crate::paint::tile::tile_button;
use crate::tr;

const TILE_HEIGHT: f32 = 17.0;
const COLUMNS: usize = 5;

pub(super) fn section(ui: &mut Ui, game: &Game) {
    let seen = game.seen();
    let heading = tr!(
        "unseen",
        count = Tile::all().map(|tile| seen.left(tile)).sum::<usize>()
    );
    egui::CollapsingHeader::new(heading)
        .id_salt("unseen")
        .show(ui, |ui| {
            ui.label(RichText::new(tr!("unseen-detail")).small());
            egui::Grid::new("unseen").spacing([4.0, 3.0]).show(ui, |ui| {
                for (n, tile) in Tile::all().enumerate() {
                    let left = seen.left(tile);
                    let out = TILES_PER_KIND - left;
                    ui.vertical(|ui| {
                        ui.spacing_mut().item_spacing.y = 0.0;
                        let label = tr!("unseen-kind", tile = tile.to_string(), out = out, left = left);
                        tile_button(ui, tile.readings()[0], TILE_HEIGHT, false, left > 0, &label)
                            .on_hover_text(label);
                        ui.label(RichText::new(format!("{tile}: {left}")).small());
                    });
                    if n % COLUMNS == COLUMNS - 1 {
                        ui.end_row();
                    }
                }
            });
            if !game.set_aside().is_empty() {
                let tiles: Vec<String> = game.set_aside().iter().map(ToString::to_string).collect();
                ui.label(tr!("set-aside", tiles = tiles.join(", ")));
            }
        });
}
