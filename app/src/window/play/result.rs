//! The sheet at the end of a game: who has won, and why it ended.

use egui::{RichText, Ui};
use tayu_core::{Attempt, EndReason, Game, Illegal, Obstacle, Outcome, Pair, Party, PlaceReport, Tile};

use super::TILE_HEIGHT;
use crate::paint::palette::Palette;
use crate::paint::tile::tile_button;
use crate::window::view::View;
use crate::{phrases, tr};

pub(super) fn section(ui: &mut Ui, game: &Game, outcome: Outcome, view: &mut View) {
    let palette = Palette::current(ui);
    let top = ui.min_rect().top();
    egui::Frame::group(ui.style())
        .fill(palette.raised)
        .inner_margin(10.0)
        .show(ui, |ui| {
            ui.set_width(ui.available_width());
            ui.label(RichText::new(tr!("game-over")).small());
            ui.heading(match outcome.winner {
                Some(party) => tr!(
                    "wins",
                    count = game.seats_of(party).count(),
                    name = phrases::members(game, party)
                ),
                None => tr!("draw-result"),
            });
            let [ns, ew] = Pair::ALL.map(|pair| outcome.product(pair));
            let words = tr!("final-products", north_south = ns.get(), east_west = ew.get());
            ui.label(RichText::new(words).size(18.0));
            if let Some((_, bid)) = game.spoilsport() {
                let name = phrases::members(game, Party::Spoilsport);
                ui.label(if outcome.winner == Some(Party::Spoilsport) {
                    tr!("bid-kept", name = name, bid = bid.get())
                } else {
                    tr!("bid-reached", name = name, bid = bid.get())
                });
            }
            ui.add_space(4.0);
            match outcome.reason {
                EndReason::SupplyEmpty => {
                    ui.label(tr!("supply-empty"));
                }
                EndReason::NoPlace { .. } => {
                    let kinds = game.why_no_place().unwrap_or_default();
                    let count = kinds.len() as f32;
                    for (tile, reports) in kinds {
                        no_place(ui, tile, &reports, view, |ui| super::room_below(ui, top) / count);
                    }
                }
            }
        });
}

/// Why a tile fits nowhere: in numbers, and every place where a canal could have gone on, in a list as high as there is
/// `room` for.
fn no_place(
    ui: &mut Ui,
    tile: Tile,
    reports: &[PlaceReport],
    view: &mut View,
    room: impl FnOnce(&Ui) -> f32,
) {
    /// What stands below the list, and the least and the greatest height of the list, in points.
    const BELOW: f32 = 150.0;
    const HEIGHTS: (f32, f32) = (96.0, 190.0);
    let attempts = reports.iter().flat_map(|report| &report.attempts);
    let tries: Vec<&Illegal> = attempts
        .filter_map(|attempt| match attempt {
            Attempt::Illegal(illegal) => Some(illegal),
            Attempt::OffBoard { .. } => None,
        })
        .collect();
    ui.label(tr!("no-place", tile = tile.to_string()));
    let mouths = tile.readings()[0];
    let label = tr!("last-tile", tile = tile.to_string());
    if tile_button(ui, mouths, TILE_HEIGHT, false, true, &label).clicked() {
        view.chosen = Some(tile);
        view.is_board_wanted = true;
    }
    let covered = |o: &Obstacle| matches!(o, Obstacle::Covered(_));
    let on_tiles = tries.iter().filter(|t| t.obstacles.iter().any(covered)).count();
    let free = || tries.iter().filter(|t| !t.obstacles.iter().any(covered));
    let apart = free().filter(|t| t.obstacles == [Obstacle::NoCanal]).count();
    let near: Vec<_> = free()
        .filter(|t| !t.obstacles.contains(&Obstacle::NoCanal))
        .collect();
    let shut = free().count() - apart - near.len();
    ui.label(tr!("tries", count = tries.len()));
    for line in [
        tr!("tries-covered", count = on_tiles),
        tr!("tries-apart", count = apart),
        tr!("tries-shut", count = shut),
        tr!("tries-near", count = near.len()),
    ] {
        ui.label(RichText::new(format!("– {line}")).small());
    }
    ui.add_space(4.0);
    ui.label(RichText::new(tr!("look-at-tries")).small());
    let height = (room(ui) - BELOW).clamp(HEIGHTS.0, HEIGHTS.1);
    egui::ScrollArea::vertical()
        .id_salt(("tries", tile))
        .max_height(height)
        .show(ui, |ui| {
            for attempt in near {
                let is_shown = view.attempt == Some(attempt.placement);
                let text = format!(
                    "{}: {}",
                    attempt.placement,
                    phrases::obstacles(&attempt.obstacles)
                );
                if ui.add(egui::Button::selectable(is_shown, text).wrap()).clicked() {
                    view.look_at((!is_shown).then_some(attempt.placement));
                }
            }
        });
}
