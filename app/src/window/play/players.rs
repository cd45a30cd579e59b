//! Who plays, what for, how they stand, and what lies in front of them.

use egui::{RichText, Ui};
use tayu_core::{Coasts, Game, Pair, Party, Phase, Players, Seat};

use crate::paint::palette::Palette;
use crate::paint::tile::tile_button;
use crate::{phrases, tr};

/// Height of a tile in front of a player, in points.
const TILE_HEIGHT: f32 = 20.0;

/// A card for each party; before the auction is over, for each player.
pub(in crate::window) fn cards(ui: &mut Ui, game: &Game) {
    if game.party(game.to_move()).is_none() {
        for seat in game.setup().players().seats() {
            bidder(ui, game, seat);
        }
        return;
    }
    for pair in Pair::ALL {
        let party = Party::Coasts(pair);
        card(ui, game, party, |ui| {
            let is_over = game.outcome().is_some();
            coasts(ui, game.position().board().coasts(), pair, !is_over);
        });
    }
    if let Some((_, bid)) = game.spoilsport() {
        card(ui, game, Party::Spoilsport, |ui| {
            ui.label(tr!("spoilsport-wins", bid = bid.get()));
        });
    }
}

fn card(ui: &mut Ui, game: &Game, party: Party, below: impl FnOnce(&mut Ui)) {
    let palette = Palette::current(ui);
    let colour = match party {
        Party::Coasts(pair) => palette.pair(pair),
        Party::Spoilsport => palette.ink,
    };
    let is_next = game.outcome().is_none() && game.party(game.to_move()) == Some(party);
    framed(ui, is_next, colour, |ui| {
        let teams = game.setup().players() == Players::Four;
        for (n, seat) in game.seats_of(party).enumerate() {
            ui.horizontal(|ui| {
                if teams {
                    if let Some(coast) = game.setup().coast(seat) {
                        ui.label(RichText::new(phrases::side(coast)).color(colour).strong());
                    }
                } else if n == 0 {
                    ui.label(RichText::new(phrases::party(party)).color(colour).strong());
                }
                player(ui, game, seat);
            });
        }
        below(ui);
    });
}

/// A player's name, whether it is their turn, and the tile in front of them.
fn player(ui: &mut Ui, game: &Game, seat: Seat) {
    let is_next = game.to_move() == seat && game.outcome().is_none();
    ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
        // While the tile is one to choose from, it lies below with the other.
        let is_choosing = is_next && matches!(game.phase(), Phase::ToLay(_));
        if let Some(tile) = game.hand(seat).filter(|_| !is_choosing) {
            let label = tr!(
                "tile-before",
                name = phrases::player(game, seat),
                tile = tile.to_string()
            );
            tile_button(ui, tile.readings()[0], TILE_HEIGHT, false, true, &label).on_hover_text(label);
        }
        ui.with_layout(egui::Layout::left_to_right(egui::Align::Center), |ui| {
            let name = game.setup().name(seat).trim();
            if !name.is_empty() {
                let mark = if is_next { tr!("to-move") } else { String::new() };
                let room = ui.available_width() - if is_next { 70.0 } else { 0.0 };
                ui.scope(|ui| {
                    ui.set_max_width(room.max(40.0));
                    ui.add(egui::Label::new(RichText::new(name).strong()).truncate());
                });
                if is_next {
                    ui.label(RichText::new(mark).small());
                }
            } else if is_next {
                ui.label(RichText::new(tr!("to-move")).small());
            }
        });
    });
}

/// A player during the auction.
fn bidder(ui: &mut Ui, game: &Game, seat: Seat) {
    let palette = Palette::current(ui);
    let Some(auction) = game.auction() else { return };
    let is_next = auction.to_bid() == seat;
    framed(ui, is_next, palette.ink, |ui| {
        ui.horizontal(|ui| {
            ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
                let lowest = auction.lowest().filter(|(bidder, _)| *bidder == seat);
                if auction.has_passed(seat) {
                    ui.label(tr!("has-passed"));
                } else if let Some((_, bid)) = lowest {
                    ui.label(RichText::new(tr!("bids", bid = bid.get())).strong());
                } else if is_next {
                    ui.label(RichText::new(tr!("to-bid")).small());
                }
                // What is left of the row; a long name ends in dots.
                ui.with_layout(egui::Layout::left_to_right(egui::Align::Center), |ui| {
                    let name = RichText::new(phrases::player(game, seat)).strong();
                    ui.add(egui::Label::new(name).truncate());
                });
            });
        });
    });
}

fn framed(ui: &mut Ui, is_next: bool, colour: egui::Color32, inside: impl FnOnce(&mut Ui)) {
    let stroke = if is_next {
        egui::Stroke::new(2.0, colour)
    } else {
        egui::Stroke::new(1.0, Palette::current(ui).line)
    };
    let frame = egui::Frame::group(ui.style()).inner_margin(7.0).stroke(stroke);
    frame.show(ui, |ui| {
        ui.set_width(ui.available_width());
        ui.spacing_mut().item_spacing.y = 2.0;
        // As high as the tallest text, so that all texts of a row stand on one line.
        ui.spacing_mut().interact_size.y = 24.0;
        inside(ui);
    });
}

/// Both coasts of a pair and their product, and as long as there is a next mouth, what it would add on each.
pub(in crate::window) fn coasts(ui: &mut Ui, coasts: Coasts, pair: Pair, goes_on: bool) {
    let [a, b] = pair.coasts();
    ui.horizontal(|ui| {
        ui.label(tr!(
            "product",
            first = phrases::side(a),
            a = coasts.get(a).get(),
            second = phrases::side(b),
            b = coasts.get(b).get()
        ));
        ui.label(
            RichText::new(coasts.product(pair).to_string())
                .strong()
                .size(21.0),
        );
        if !goes_on {
            return;
        }
        let next = tr!(
            "next-mouth",
            a = coasts.next_mouth_adds(a).get(),
            b = coasts.next_mouth_adds(b).get()
        );
        let detail = tr!(
            "next-mouth-detail",
            first = phrases::side(a),
            second = phrases::side(b)
        );
        ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
            ui.label(RichText::new(next).small()).on_hover_text(detail);
        });
    });
}
