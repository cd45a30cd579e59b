//! The panel beside the board while a game is played.

mod auction;
pub(super) mod form;
mod players;
mod result;
mod seen;
mod supply;

use egui::{RichText, Ui};
use tayu_core::record::{turns, written};
use tayu_core::{Choice, Game, Move, Notice, Phase, Played, Players, Tile};

use super::advice;
use super::view::View;
use crate::desk::{Command, Desk, computer_at};
use crate::document::GameDocument;
use crate::paint::icon::{self, Icon};
use crate::paint::palette::Palette;
use crate::paint::tile::tile_button;
use crate::{phrases, tr};

pub(super) use players::{cards, coasts};

/// Height of a tile shown beside the board, in points.
const TILE_HEIGHT: f32 = 44.0;

/// How much of the window's height is left under what the panel holds so far, while it is not scrolled, in points.
fn room_below(ui: &Ui, panel_top: f32) -> f32 {
    /// The bar above the panel, and a little air.
    const BAR: f32 = 56.0;
    ui.ctx().content_rect().height() - BAR - (ui.cursor().top() - panel_top)
}

pub(super) fn panel(ui: &mut Ui, desk: &Desk, view: &mut View, commands: &mut Vec<Command>) {
    let Some(document) = desk.game() else {
        ui.add_space(6.0);
        ui.heading(tr!("play-title"));
        ui.label(tr!("play-intro"));
        ui.add_space(8.0);
        if icon::icon_text_button(ui, Icon::Play, &tr!("new-game")).clicked() {
            view.open_new_game(desk);
        }
        return;
    };
    let game = document.game();
    ui.add_space(4.0);
    if document.is_practice() {
        ui.label(RichText::new(tr!("practice")).color(Palette::current(ui).warn))
            .on_hover_text(tr!("practice-detail"));
    }
    cards(ui, game);
    computers_turn(ui, document);
    ui.add_space(4.0);
    let name = phrases::player(game, game.to_move());
    if desk.is_computers_turn() {
        thinking(ui, desk, &name, commands);
    }
    match game.phase() {
        _ if desk.is_computers_turn() => {
            supply::section(ui, game, false, view, commands);
        }
        Phase::ToBid => {
            auction::section(ui, game, view, commands);
            ui.add_space(4.0);
            // As on the table, it can be looked at before anybody bids.
            supply::section(ui, game, false, view, commands);
        }
        Phase::ToDraw => {
            let words = if game.is_dealing() {
                tr!("deal-now", name = name)
            } else {
                tr!("draw-now", name = name)
            };
            ui.label(RichText::new(words).strong());
            aside(ui, game);
            supply::section(ui, game, true, view, commands);
            advice::section(ui, desk, view, commands);
        }
        Phase::ToLay(choice) => {
            lay(ui, game, choice, desk, view, commands);
            advice::section(ui, desk, view, commands);
            supply::section(ui, game, false, view, commands);
        }
        Phase::Over(outcome) => {
            view.is_next_wanted = false;
            result::section(ui, game, outcome, view);
        }
    }
    ui.add_space(4.0);
    seen::section(ui, game);
    ui.add_space(4.0);
    ui.separator();
    ui.horizontal_wrapped(|ui| {
        if icon::icon_text_button(ui, Icon::Play, &tr!("new-game")).clicked() {
            view.open_new_game(desk);
        }
        let has_tiles = !game.position().placements().is_empty();
        if icon::icon_text_button_if(ui, has_tiles, Icon::Pencil, &tr!("edit-from-here")).clicked() {
            commands.push(Command::EditFromGame);
        }
        let has_moves = !game.played().is_empty();
        if icon::icon_text_button_if(ui, has_moves, Icon::Eye, &tr!("replay-this-game")).clicked() {
            commands.push(Command::ReplayGame);
        }
        if icon::icon_text_button(ui, Icon::Analyse, &tr!("analyse-this")).clicked() {
            commands.push(Command::Analyse);
        }
    });
    // While the game is on, the seed would tell what is hidden.
    if let Some(seed) = game.setup().source().seed().filter(|_| game.outcome().is_some()) {
        ui.label(RichText::new(tr!("seed-is", seed = seed.to_string())).small());
    }
}

/// What the computer did last, which may have been while nobody looked.
fn computers_turn(ui: &mut Ui, document: &GameDocument) {
    let game = document.game();
    let of_computer = |turn: &&[Played]| {
        turn.iter()
            .any(|played| computer_at(document, played.seat).is_some())
    };
    let turns: Vec<&[Played]> = turns(game).collect();
    let last = turns
        .into_iter()
        .rev()
        .take(game.setup().players().count())
        .find(of_computer);
    let Some((turn, seat)) = last.and_then(|turn| Some((turn, turn.first()?.seat))) else {
        return;
    };
    let moves: Vec<String> = turn.iter().map(written).collect();
    let words = format!("{}: {}", phrases::player(game, seat), moves.join(", "));
    ui.add(egui::Label::new(RichText::new(words).small()).truncate());
}

/// A computer player at its turn, and the tile that it has drawn.
fn thinking(ui: &mut Ui, desk: &Desk, name: &str, commands: &mut Vec<Command>) {
    ui.horizontal(|ui| {
        if desk.is_thinking() {
            ui.spinner();
        }
        let words = if desk.is_waiting() {
            tr!("computer-waits", name = name)
        } else {
            tr!("computer-thinks", name = name)
        };
        ui.add(egui::Label::new(RichText::new(words).strong()).truncate());
        ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
            let text = if desk.is_waiting() {
                tr!("computers-go-on")
            } else {
                tr!("computers-wait")
            };
            if ui.button(text).clicked() {
                commands.push(Command::LetComputersWait(!desk.is_waiting()));
            }
        });
    });
    if let Some(choice) = desk.tiles_to_lay() {
        ui.horizontal(|ui| {
            for tile in choice.kinds() {
                let label = tr!("computer-holds", name = name, tile = tile.to_string());
                tile_button(ui, tile.readings()[0], TILE_HEIGHT, false, true, &label);
            }
        });
    }
}

/// The tile that was set aside a moment ago, so that nobody wonders where it went.
fn aside(ui: &mut Ui, game: &Game) {
    let last = game.played().last().and_then(|played| played.drawn);
    if let Some(tile) = last.filter(|tile| game.set_aside().last() == Some(tile)) {
        ui.label(tr!("was-set-aside", tile = tile.to_string()));
    }
}

fn lay(ui: &mut Ui, game: &Game, choice: Choice, desk: &Desk, view: &mut View, commands: &mut Vec<Command>) {
    let name = phrases::player(game, game.to_move());
    let kinds: Vec<Tile> = choice.kinds().collect();
    let words = match kinds.as_slice() {
        [tile] => tr!("lay-now", name = name, tile = tile.to_string()),
        _ => tr!("lay-one-now", name = name),
    };
    ui.label(RichText::new(words).strong());
    let in_hand = view.tile_in_hand(desk);
    // With one tile there is nothing to choose.
    let mut has_to_choose = std::mem::take(&mut view.is_next_wanted);
    if has_to_choose && kinds.len() == 1 {
        has_to_choose = false;
        view.is_board_wanted = true;
    }
    ui.horizontal(|ui| {
        for &tile in &kinds {
            let is_in_hand = in_hand == Some(tile);
            let label = if is_in_hand {
                tr!("tile-in-hand", tile = tile.to_string())
            } else {
                tr!("tile-to-choose", tile = tile.to_string())
            };
            let marked = is_in_hand && kinds.len() > 1;
            ui.vertical(|ui| {
                let button = tile_button(ui, tile.readings()[0], TILE_HEIGHT, marked, true, &label);
                if std::mem::take(&mut has_to_choose) {
                    button.request_focus();
                }
                if button.clicked() {
                    view.chosen = Some(tile);
                    view.is_board_wanted = true;
                }
                if kinds.len() > 1 {
                    let whence = if choice.drawn == Some(tile) {
                        tr!("just-drawn")
                    } else {
                        tr!("in-front")
                    };
                    ui.label(RichText::new(whence).small());
                }
            });
        }
    });
    let by_players = game.setup().rules().notice == Notice::Players;
    ui.horizontal_wrapped(|ui| {
        if let Some(tile) = in_hand.filter(|_| !by_players) {
            let ways = game.position().board().legal_placements(tile).count();
            ui.label(tr!("ways-to-lay", count = ways));
        }
        if by_players
            && ui
                .button(tr!("claim-nowhere"))
                .on_hover_text(tr!("claim-nowhere-detail"))
                .clicked()
        {
            view.look_at(game.place_for(choice));
            commands.push(Command::Play(Move::Nowhere));
        }
        if game.setup().players() == Players::Four && choice.drawn.is_some() {
            let next = phrases::player(game, Players::Four.after(game.to_move()));
            let talked = ui.button(tr!("they-talked"));
            if talked
                .on_hover_text(tr!("they-talked-detail", next = next))
                .clicked()
            {
                commands.push(Command::Play(Move::Talked));
            }
        }
    });
}
