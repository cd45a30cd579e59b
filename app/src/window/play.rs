//! The panel beside the board while a game is played.

use egui::{Context, Id, Key, Modal, RichText, Ui};
use tayu_core::supply::SeenTile;
use tayu_core::{
    Attempt, Coasts, EndReason, FirstPlayer, Game, Illegal, Lane, Move, Obstacle, Pair, Phase, Seed, Tile,
};

use super::view::View;
use crate::desk::{Command, Desk};
use crate::paint::icon::{self, Icon};
use crate::paint::palette::Palette;
use crate::paint::supply::{self, LaneLabels};
use crate::paint::tile::tile_button;
use crate::{phrases, tr};

/// Height of a tile shown beside the board, in points.
const TILE_HEIGHT: f32 = 44.0;

pub(super) fn panel(ui: &mut Ui, desk: &Desk, view: &mut View, commands: &mut Vec<Command>) {
    let Some(document) = desk.game() else {
        ui.add_space(6.0);
        ui.heading(tr!("play-title"));
        ui.label(tr!("play-intro"));
        ui.add_space(8.0);
        if icon::icon_text_button(ui, Icon::Play, &tr!("new-game")).clicked() {
            open_form(desk, view);
        }
        return;
    };
    let game = document.game();
    ui.add_space(4.0);
    if document.is_practice() {
        ui.label(RichText::new(tr!("practice")).color(Palette::current(ui).warn))
            .on_hover_text(tr!("practice-detail"));
    }
    for pair in Pair::ALL {
        player(ui, game, pair);
    }
    ui.add_space(4.0);
    match game.phase() {
        Phase::ToDraw => {
            let words = tr!("draw-now", name = phrases::player(game, game.to_move()));
            ui.label(RichText::new(words).strong());
            the_supply(ui, game, true, commands);
        }
        Phase::ToLay(tile) => {
            lay(ui, game, tile, view);
            the_supply(ui, game, false, commands);
        }
        Phase::Over(outcome) => result(ui, game, outcome.reason, view),
    }
    ui.add_space(8.0);
    ui.separator();
    ui.horizontal_wrapped(|ui| {
        if icon::icon_text_button(ui, Icon::Play, &tr!("new-game")).clicked() {
            open_form(desk, view);
        }
        let has_tiles = !game.position().placements().is_empty();
        ui.add_enabled_ui(has_tiles, |ui| {
            if icon::icon_text_button(ui, Icon::Pencil, &tr!("edit-from-here")).clicked() {
                commands.push(Command::EditFromGame);
            }
        });
    });
    ui.label(RichText::new(tr!("seed-is", seed = game.setup().seed.to_string())).small());
}

fn open_form(desk: &Desk, view: &mut View) {
    view.is_new_game_open = true;
    view.new_game.names = desk.settings().names.clone();
    view.new_game.seed.clear();
}

fn player(ui: &mut Ui, game: &Game, pair: Pair) {
    let palette = Palette::current(ui);
    let is_next = game.to_move() == pair && game.outcome().is_none();
    let stroke = if is_next {
        egui::Stroke::new(2.0, palette.pair(pair))
    } else {
        egui::Stroke::new(1.0, palette.line)
    };
    let frame = egui::Frame::group(ui.style()).inner_margin(7.0).stroke(stroke);
    frame.show(ui, |ui| {
        ui.set_width(ui.available_width());
        ui.spacing_mut().item_spacing.y = 2.0;
        ui.horizontal(|ui| {
            ui.spacing_mut().interact_size.y = 0.0;
            ui.label(
                RichText::new(phrases::pair(pair))
                    .color(palette.pair(pair))
                    .strong(),
            );
            let name = game.setup().name(pair).trim();
            if !name.is_empty() {
                ui.add(egui::Label::new(RichText::new(name).strong()).truncate());
            }
            if is_next {
                ui.label(RichText::new(tr!("to-move")).small());
            }
        });
        coasts(ui, game.position().board().coasts(), pair);
    });
}

/// Both coasts of a pair, their product, and what one more mouth on each would add.
pub(super) fn coasts(ui: &mut Ui, coasts: Coasts, pair: Pair) {
    let [a, b] = pair.coasts();
    ui.horizontal(|ui| {
        ui.spacing_mut().interact_size.y = 0.0;
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

fn the_supply(ui: &mut Ui, game: &Game, can_draw: bool, commands: &mut Vec<Command>) {
    let seen = game.supply().view();
    let label = |lane: Lane| match seen.next(lane) {
        Some(tile) => lane_label(lane, tile, game.supply().left_in(lane)),
        None => match lane {
            Lane::Left => tr!("lane-left-empty"),
            Lane::Right => tr!("lane-right-empty"),
        },
    };
    let labels = Lane::ALL.map(label);
    let left = Lane::ALL.map(|lane| tr!("tiles", count = game.supply().left_in(lane)));
    let [draw_left, draw_right] = [tr!("draw-left"), tr!("draw-right")];
    let words = [
        LaneLabels {
            draw: &draw_left,
            left: &left[0],
            description: &labels[0],
        },
        LaneLabels {
            draw: &draw_right,
            left: &left[1],
            description: &labels[1],
        },
    ];
    if let Some(lane) = supply::supply_view(ui, &seen, can_draw, words) {
        commands.push(Command::Play(Move::Draw(lane)));
    }
}

/// What can be seen of the tile that a lane would give, in words.
fn lane_label(lane: Lane, tile: &SeenTile, left: usize) -> String {
    let exits = |seen: Option<&[bool]>| match seen {
        None => tr!("seen-hidden"),
        Some(side) if side.iter().all(|open| !open) => tr!("seen-blank"),
        Some([_]) => tr!("seen-mouth"),
        Some(side) => {
            let places = [tr!("place-left"), tr!("place-middle"), tr!("place-right")];
            let open = side
                .iter()
                .zip(places)
                .filter(|(open, _)| **open)
                .map(|(_, place)| place);
            tr!("seen-mouths", places = open.collect::<Vec<_>>().join(", "))
        }
    };
    let [left_end, right_end] = [tile.left_end, tile.right_end].map(|end| end.map(|open| [open]));
    let ring = if tile.ring == Some(true) {
        tr!("seen-ring")
    } else {
        tr!("seen-no-ring")
    };
    let lane = match lane {
        Lane::Left => tr!("draw-left"),
        Lane::Right => tr!("draw-right"),
    };
    tr!(
        "lane-label",
        lane = lane,
        count = left,
        ring = ring,
        front = exits(tile.front.as_ref().map(<[bool; 3]>::as_slice)),
        back = exits(tile.back.as_ref().map(<[bool; 3]>::as_slice)),
        left = exits(left_end.as_ref().map(<[bool; 1]>::as_slice)),
        right = exits(right_end.as_ref().map(<[bool; 1]>::as_slice))
    )
}

fn lay(ui: &mut Ui, game: &Game, tile: Tile, view: &mut View) {
    ui.label(
        RichText::new(tr!(
            "lay-now",
            name = phrases::player(game, game.to_move()),
            tile = tile.to_string()
        ))
        .strong(),
    );
    let mouths = tile.readings()[0];
    let label = tr!("tile-in-hand", tile = tile.to_string());
    if tile_button(ui, mouths, TILE_HEIGHT, false, true, &label).clicked() {
        view.is_board_wanted = true;
    }
    let ways = game.position().board().legal_placements(tile).count();
    ui.label(tr!("ways-to-lay", count = ways));
    ui.label(RichText::new(tr!("how-to-lay")).small());
}

fn result(ui: &mut Ui, game: &Game, reason: EndReason, view: &mut View) {
    let palette = Palette::current(ui);
    let coasts = game.position().board().coasts();
    let winner = game.outcome().and_then(|outcome| outcome.winner());
    egui::Frame::group(ui.style())
        .fill(palette.raised)
        .inner_margin(10.0)
        .show(ui, |ui| {
            ui.set_width(ui.available_width());
            ui.label(RichText::new(tr!("game-over")).small());
            let [ns, ew] = Pair::ALL.map(|pair| coasts.product(pair));
            ui.heading(match winner {
                Some(pair) => tr!("wins", name = phrases::player(game, pair)),
                None => tr!("draw-result"),
            });
            ui.label(
                RichText::new(tr!(
                    "final-products",
                    north_south = ns.get(),
                    east_west = ew.get()
                ))
                .size(18.0),
            );
            ui.add_space(4.0);
            match reason {
                EndReason::SupplyEmpty => {
                    ui.label(tr!("supply-empty"));
                }
                EndReason::NoPlace { tile } => no_place(ui, game, tile, view),
            }
        });
}

/// Why the last tile fits nowhere: in numbers, and every place where a canal could have gone on.
fn no_place(ui: &mut Ui, game: &Game, tile: Tile, view: &mut View) {
    let Some(reports) = game.why_no_place() else {
        return;
    };
    let attempts = reports.iter().flat_map(|report| &report.attempts);
    let tries: Vec<&Illegal> = attempts
        .filter_map(|attempt| match attempt {
            Attempt::Illegal(illegal) => Some(illegal),
            Attempt::OffBoard { .. } => None,
        })
        .collect();
    ui.label(tr!("no-place", tile = tile.to_string()));
    let mouths = tile.readings()[0];
    tile_button(
        ui,
        mouths,
        TILE_HEIGHT,
        false,
        true,
        &tr!("last-tile", tile = tile.to_string()),
    );
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
    egui::ScrollArea::vertical()
        .id_salt("tries")
        .max_height(190.0)
        .show(ui, |ui| {
            for attempt in near {
                let is_shown = view.attempt == Some(attempt.placement);
                let text = format!(
                    "{}: {}",
                    attempt.placement,
                    phrases::obstacles(&attempt.obstacles)
                );
                if ui.add(egui::Button::selectable(is_shown, text).wrap()).clicked() {
                    view.attempt = (!is_shown).then_some(attempt.placement);
                }
            }
        });
}

/// The form for a new game.
pub(super) fn new_game_form(ctx: &Context, view: &mut View, commands: &mut Vec<Command>) {
    let mut close = false;
    let modal = Modal::new(Id::unique("new game")).show(ctx, |ui| {
        ui.set_width(400.0);
        ui.heading(tr!("new-game"));
        ui.add_space(6.0);
        let form = &mut view.new_game;
        let mut entered = false;
        egui::Grid::new("new game form")
            .num_columns(2)
            .spacing([12.0, 8.0])
            .show(ui, |ui| {
                for (pair, name) in Pair::ALL.into_iter().zip(&mut form.names) {
                    let label = ui.label(tr!("name-of", pair = phrases::pair(pair)));
                    let field = egui::TextEdit::singleline(name)
                        .desired_width(220.0)
                        .char_limit(40);
                    entered |= ui.add(field).labelled_by(label.id).lost_focus();
                    ui.end_row();
                }
                ui.label(tr!("who-begins"));
                ui.horizontal(|ui| {
                    ui.radio_value(&mut form.first, FirstPlayer::Lot, tr!("by-lot"));
                    for pair in Pair::ALL {
                        ui.radio_value(&mut form.first, FirstPlayer::Chosen(pair), phrases::pair(pair));
                    }
                });
                ui.end_row();
                let label = ui.label(tr!("seed"));
                let field = egui::TextEdit::singleline(&mut form.seed)
                    .desired_width(220.0)
                    .char_limit(20)
                    .hint_text(tr!("seed-hint"));
                let field = ui.add(field).labelled_by(label.id);
                entered |= field.on_hover_text(tr!("seed-detail")).lost_focus();
                ui.end_row();
            });
        entered &= ui.input(|i| i.key_pressed(Key::Enter));
        let typed = form.seed.trim();
        let seed = typed.parse::<Seed>().ok();
        let is_wrong = !typed.is_empty() && seed.is_none();
        if is_wrong {
            ui.label(RichText::new(tr!("seed-wrong")).color(Palette::current(ui).bad));
        }
        ui.add_space(10.0);
        ui.horizontal(|ui| {
            let begin = ui.add_enabled(!is_wrong, egui::Button::new(tr!("begin")));
            if begin.clicked() || entered && !is_wrong {
                let names = form.names.clone().map(|name| name.trim().to_owned());
                commands.push(Command::NewGame {
                    names,
                    first: form.first,
                    seed,
                });
                close = true;
            }
            close |= ui.button(tr!("cancel")).clicked();
        });
    });
    if close || modal.should_close() {
        view.is_new_game_open = false;
    }
}
