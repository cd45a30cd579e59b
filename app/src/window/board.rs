//! The board in the middle of the window: what it shows and what clicks and keys on it do.

use egui::{Event, EventFilter, Key, Modifiers, TextStyle, Ui};
use tayu_core::{Board, Notice, Obstacle, Phase, Placement, SetupFault, Side, Square, Stock, Tile};

use super::advice;
use super::analyse;
use super::hand::{Hand, Turn, holdable};
use super::review;
use super::view::{Tool, View};
use crate::desk::{Command, Desk, Mode};
use crate::document::{DraftEdit, GameDocument, StudyEdit};
use crate::paint::board::{BoardReply, FaultMark, Ghost, Scene};
use crate::{phrases, tr};

/// Height of the line of words under the board, in points.
const WORDS_HEIGHT: f32 = 44.0;

/// What the board of the document in front shows.
struct Shown {
    tiles: Vec<Placement>,
    /// What the rules see of them.
    board: Board,
    last: Option<Placement>,
    faults: Vec<FaultMark>,
    coasts: Option<tayu_core::Coasts>,
    names: [String; 4],
}

impl Shown {
    fn of(desk: &Desk, view: &View) -> Self {
        let plain = |position: &tayu_core::Position, last: bool| Self {
            tiles: position.placements().to_vec(),
            board: position.board().clone(),
            last: position.placements().last().copied().filter(|_| last),
            faults: Vec::new(),
            coasts: Some(position.board().coasts()),
            names: Default::default(),
        };
        match desk.mode() {
            Mode::Play => match desk.game() {
                Some(game) => Self {
                    names: Side::ALL.map(|coast| phrases::name_at(game.game(), coast)),
                    ..plain(game.game().position(), true)
                },
                None => plain(&tayu_core::Position::default(), false),
            },
            Mode::Replay => match desk.replay() {
                Some(replay) => Self {
                    names: Side::ALL.map(|coast| phrases::name_at(replay.game(), coast)),
                    ..plain(replay.game().position(), true)
                },
                None => plain(&tayu_core::Position::default(), false),
            },
            Mode::Puzzle => match desk.trial() {
                Some(trial) => plain(trial.position(), !trial.laid().is_empty()),
                None => plain(&tayu_core::Position::default(), false),
            },
            Mode::Analyse => {
                let position = desk.study().position();
                // What lay there from the start was not laid last.
                plain(
                    position,
                    desk.study().sight().is_ok_and(|sight| !sight.played().is_empty()),
                )
            }
            Mode::Edit => {
                let document = desk.draft();
                let faults = document.faults();
                let board = document.board_without(view.carried);
                let tiles = document.draft().setup.board.iter().copied();
                Self {
                    tiles: tiles.filter(|&tile| Some(tile) != view.carried).collect(),
                    coasts: on_board(&faults).next().is_none().then(|| board.coasts()),
                    board,
                    last: None,
                    faults: on_board(&faults).map(mark).collect(),
                    names: Default::default(),
                }
            }
        }
    }
}

fn on_board(faults: &[SetupFault]) -> impl Iterator<Item = &SetupFault> {
    faults.iter().filter(|fault| fault.square().is_some())
}

fn mark(fault: &SetupFault) -> FaultMark {
    match fault {
        SetupFault::Blocked { edge, .. } => FaultMark::Edge(*edge),
        fault => FaultMark::Square(fault.square().unwrap_or(Square::STAR)),
    }
}

/// The board with the line of words under it.
pub(super) fn area(ui: &mut Ui, desk: &Desk, view: &mut View, commands: &mut Vec<Command>) {
    let shown = Shown::of(desk, view);
    let tile = view.tile_in_hand(desk);
    let middle = holdable(view.cursor);
    let is_held = view.is_pointing && !view.is_put_away;
    let held = tile
        .filter(|_| is_held)
        .and_then(|tile| view.hand.held(&shown.board, tile, middle));
    let placement = held.or(view.attempt);
    let obstacles = placement.map_or_else(Vec::new, |p| obstacles(desk, view, &shown.board, p));
    // Where players have to find out for themselves, the squares don't tell either.
    let tells = (desk.game().filter(|_| desk.mode() == Mode::Play))
        .is_none_or(|game| game.game().setup().rules().notice == Notice::Program);
    let lit = if desk.settings().light_squares && tells {
        lit(&shown.board, tile)
    } else {
        Vec::new()
    };
    let advised = desk.advised_line();
    let line = if !advised.is_empty() {
        advised
    } else if view.carried.is_none() {
        desk.line_shown()
    } else {
        Vec::new()
    };
    let choice = review::on_board(desk, view);
    let (line, made) = match &choice {
        Some(choice) => (choice.best.clone(), choice.made),
        None => (line, None),
    };

    let ranked = analyse::ranked(desk, view);
    let words = match &choice {
        Some(choice) => choice.words.clone(),
        None => words(desk, view, &shown, placement, &obstacles),
    };
    egui::Panel::bottom("words")
        .resizable(false)
        .exact_size(WORDS_HEIGHT)
        .show(ui, |ui| {
            let font = TextStyle::Body.resolve(ui.style());
            let colour = ui.visuals().text_color();
            let height = ui
                .painter()
                .layout(words.clone(), font, colour, ui.available_width())
                .size()
                .y;
            ui.vertical_centered(|ui| {
                ui.add_space((ui.available_height() - height).max(0.0) / 2.0);
                ui.label(&words);
            });
        });
    let scene = Scene {
        tiles: &shown.tiles,
        last: shown.last,
        ghost: placement.map(|placement| Ghost {
            placement,
            obstacles: &obstacles,
        }),
        numbered: &line,
        made,
        ranked: &ranked,
        pointed_out: view.pointed_out,
        lit: &lit,
        pointers: advice::pointers(desk),
        faults: &shown.faults,
        cursor: Some(view.cursor),
        selected: view.selected,
        coasts: shown.coasts,
        names: shown.names.each_ref().map(String::as_str),
        label: &tr!("board"),
        description: &description(&shown, view.cursor, &words),
    };
    let reply = egui::CentralPanel::default()
        .frame(egui::Frame::NONE)
        .show(ui, |ui| view.board.show(ui, &scene))
        .inner;
    point(ui, view, &reply);
    let moment = Moment {
        ui,
        desk,
        reply: &reply,
        tile,
        board: &shown.board,
    };
    turn(&moment, view, commands);
    act(&moment, view, commands);
    // Only now: the key that has chosen a tile beside the board is not to lay it as well.
    if view.is_board_wanted {
        view.is_board_wanted = false;
        reply.response.request_focus();
        ui.ctx().request_repaint();
    }
}

/// What the pointer and the keys meet in this frame.
struct Moment<'a> {
    ui: &'a Ui,
    desk: &'a Desk,
    reply: &'a BoardReply,
    /// The tile in the hand.
    tile: Option<Tile>,
    /// What the rules see of the board.
    board: &'a Board,
}

fn lit(board: &Board, tile: Option<Tile>) -> Vec<Square> {
    let Some(tile) = tile else { return Vec::new() };
    let mut out: Vec<Square> = board.legal_placements(tile).map(Placement::middle).collect();
    out.sort();
    out.dedup();
    out
}

fn obstacles(desk: &Desk, view: &View, board: &Board, placement: Placement) -> Vec<Obstacle> {
    let mut out = board.obstacles(placement);
    if desk.mode() == Mode::Edit {
        // Tiles that the rules do not accept are not on their board, but they lie in the way all the same.
        let others = desk
            .draft()
            .draft()
            .setup
            .board
            .iter()
            .filter(|&&tile| Some(tile) != view.carried);
        let covered: Vec<Square> = others.flat_map(|tile| tile.squares()).collect();
        for square in placement.squares() {
            if covered.contains(&square) && !out.contains(&Obstacle::Covered(square)) {
                out.insert(0, Obstacle::Covered(square));
            }
        }
    }
    out
}

/// The words under the board.
fn words(
    desk: &Desk,
    view: &View,
    shown: &Shown,
    placement: Option<Placement>,
    obstacles: &[Obstacle],
) -> String {
    if let Some(placement) = placement {
        return if obstacles.is_empty() {
            tr!("ghost-legal", placement = placement.to_string())
        } else {
            tr!(
                "ghost-illegal",
                placement = placement.to_string(),
                why = phrases::obstacles(obstacles)
            )
        };
    }
    if let Some(told) = analyse::pointed_out(desk, view) {
        return told;
    }
    let here = view.is_pointing.then(|| {
        shown
            .tiles
            .iter()
            .rev()
            .find(|p| p.squares().contains(&view.cursor))
    });
    match (here.flatten(), view.tile_in_hand(desk)) {
        (Some(tile), None) => tr!("tile-here", placement = tile.to_string()),
        (_, Some(tile)) if desk.tiles_without_place().is_some() => {
            tr!("hint-no-place", tile = tile.to_string())
        }
        (_, Some(tile)) => tr!("hint-lay", tile = tile.to_string()),
        (None, None) => match (desk.mode(), view.tool) {
            (Mode::Edit, Tool::Erase) => tr!("hint-erase"),
            (Mode::Edit, _) => tr!("hint-edit"),
            (Mode::Play, _) if desk.is_computers_turn() => tr!("hint-board"),
            (Mode::Play, _) => match desk.game().map(GameDocument::game) {
                Some(game) if game.phase() == Phase::ToDraw => match game.stock() {
                    Stock::Stacks(_) => tr!("hint-draw"),
                    Stock::Spread(_) => tr!("hint-draw-spread"),
                    Stock::Table => tr!("hint-draw-table"),
                },
                _ => tr!("hint-board"),
            },
            (Mode::Analyse, _) => tr!("analyse-hint"),
            _ => tr!("hint-board"),
        },
    }
}

/// What a screen reader says of the board.
fn description(shown: &Shown, cursor: Square, words: &str) -> String {
    let square = cursor.to_string();
    match shown.tiles.iter().rev().find(|p| p.squares().contains(&cursor)) {
        Some(tile) => tr!(
            "cursor-tile",
            square = square,
            placement = tile.to_string(),
            words = words
        ),
        None => tr!("cursor-free", square = square, words = words),
    }
}

/// Lets the cursor follow the pointer or the arrow keys.
fn point(ui: &Ui, view: &mut View, reply: &BoardReply) {
    let before = (view.cursor, view.is_pointing, view.is_put_away);
    let has_keys = reply.response.has_focus();
    // A pointer that rests takes the cursor from nobody, wherever the keys are.
    let has_come = reply.hovered.is_some() && !view.is_pointer_there;
    view.is_pointer_there = reply.hovered.is_some();
    if let Some(hovered) = reply.hovered.filter(|_| reply.moved || has_come) {
        view.is_put_away &= view.cursor == hovered;
        view.cursor = hovered;
    }
    view.is_pointing = reply.hovered.is_some() || has_keys;
    if has_keys {
        let filter = EventFilter {
            horizontal_arrows: true,
            vertical_arrows: true,
            escape: true,
            ..EventFilter::default()
        };
        ui.memory_mut(|memory| memory.set_focus_lock_filter(reply.response.id, filter));
        let arrows = [
            (Key::ArrowUp, Side::North),
            (Key::ArrowRight, Side::East),
            (Key::ArrowDown, Side::South),
            (Key::ArrowLeft, Side::West),
        ];
        for (key, side) in arrows {
            if ui.input_mut(|i| i.consume_key(Modifiers::NONE, key)) {
                view.cursor = view.cursor.neighbour(side).unwrap_or(view.cursor);
                view.is_put_away = false;
            }
        }
    }
    if before != (view.cursor, view.is_pointing, view.is_put_away) {
        ui.ctx().request_repaint();
    }
}

/// Turns the tile in the hand, or the tile under the cursor in the editor.
fn turn(moment: &Moment<'_>, view: &mut View, commands: &mut Vec<Command>) {
    let &Moment {
        ui,
        desk,
        reply,
        tile,
        board,
        ..
    } = moment;
    let mut turns: Vec<Turn> = Vec::new();
    let step = if reply.wheel > 0 {
        Turn::Clockwise
    } else {
        Turn::Back
    };
    turns.extend((reply.wheel != 0).then_some(step));
    if !ui.ctx().text_edit_focused() && view.is_pointing {
        if ui.input_mut(|i| i.consume_key(Modifiers::SHIFT, Key::R)) {
            turns.push(Turn::Back);
        } else if ui.input_mut(|i| i.consume_key(Modifiers::NONE, Key::R)) {
            turns.push(Turn::Clockwise);
        }
    }
    if turns.is_empty() {
        return;
    }
    ui.ctx().request_repaint();
    let middle = holdable(view.cursor);
    if let Some(tile) = tile {
        view.is_put_away = false;
        for turn in turns {
            view.hand.turn(board, tile, middle, turn);
        }
    } else if desk.mode() == Mode::Edit
        && let Some(lying) = desk.draft().tile_at(view.cursor)
    {
        let without = desk.draft().board_without(Some(lying));
        let mut hand = Hand::as_lying(lying);
        for turn in turns {
            hand.turn(&without, lying.tile(), lying.middle(), turn);
        }
        if let Some(turned) = hand.held(&without, lying.tile(), lying.middle()) {
            commands.push(Command::Edit(DraftEdit::Move {
                from: lying,
                to: turned,
            }));
        }
    }
}

/// Lays, picks up, erases, cancels.
fn act(moment: &Moment<'_>, view: &mut View, commands: &mut Vec<Command>) {
    let &Moment {
        ui,
        desk,
        reply,
        tile,
        board,
    } = moment;
    if desk.mode() == Mode::Replay && reply.response.has_focus() {
        reply.response.surrender_focus();
    }
    let has_keys = reply.response.has_focus();
    let key = |key| has_keys && pressed(ui, key);
    let by_key = (key(Key::Enter) || key(Key::Space)).then_some(view.cursor);
    // In a replay nothing is done on the board, and the keys go through the moves.
    if reply.clicked.is_some() && desk.mode() != Mode::Replay {
        reply.response.request_focus();
    }
    if let Some(square) = reply
        .clicked
        .or(by_key)
        .filter(|_| desk.tiles_without_place().is_none())
    {
        if tile.is_some() && view.is_put_away && square == view.cursor {
            // What does not show itself is not laid: it shows itself first.
            view.is_put_away = false;
        } else {
            let placement = tile.and_then(|tile| view.hand.held(board, tile, holdable(square)));
            let before = commands.len();
            match desk.mode() {
                Mode::Play | Mode::Puzzle if view.asks_why_not => {
                    let allowed = placement.filter(|&p| board.allows(p));
                    commands.extend(allowed.map(Command::AskWhyNot));
                }
                Mode::Play => commands.extend(placement.map(|p| Command::Play(tayu_core::Move::Lay(p)))),
                Mode::Puzzle => commands.extend(placement.map(Command::LayInPuzzle)),
                Mode::Edit => edit(desk, view, square, placement, commands),
                Mode::Analyse => {
                    commands.extend(placement.map(|p| Command::Study(StudyEdit::Lay(p))));
                }
                Mode::Replay => {}
            }
            // The next tile does not show itself on top of the one just laid.
            let lies = placement.is_none_or(|p| desk.mode() == Mode::Edit || board.allows(p));
            view.is_put_away = commands.len() > before && lies;
            view.is_next_wanted = view.is_put_away && by_key.is_some() && desk.mode() == Mode::Play;
        }
        view.cursor = square;
    }
    if desk.mode() == Mode::Edit {
        let erased = reply
            .secondary_clicked
            .or_else(|| (key(Key::Delete) || key(Key::Backspace)).then_some(view.cursor));
        let erased = erased.and_then(|square| desk.draft().tile_at(square));
        commands.extend(erased.map(|tile| Command::Edit(DraftEdit::Erase(tile))));
    }
    if view.is_pointing && ui.input(|i| i.key_pressed(Key::Escape)) {
        if view.carried.is_some() {
            view.put_down();
        } else if matches!(view.tool, Tool::Lay(_) | Tool::Erase) && desk.mode() == Mode::Edit {
            view.tool = Tool::Move;
        } else {
            view.is_put_away = true;
        }
        view.attempt = None;
        view.selected = None;
        ui.ctx().request_repaint();
    }
}

/// Whether a key has just been pressed. One that is held down and repeats itself does not count again.
fn pressed(ui: &Ui, key: Key) -> bool {
    let is_it = |event: &Event| {
        matches!(event, Event::Key { key: k, pressed: true, repeat: false, modifiers, .. }
            if *k == key && modifiers.is_none())
    };
    ui.input(|i| i.events.iter().any(is_it))
}

/// A click on the editor's board.
fn edit(
    desk: &Desk,
    view: &mut View,
    square: Square,
    placement: Option<Placement>,
    commands: &mut Vec<Command>,
) {
    let here = desk
        .draft()
        .tile_at(square)
        .filter(|&tile| Some(tile) != view.carried);
    match (view.carried, view.tool, placement, here) {
        (Some(from), _, Some(to), _) => {
            if desk.draft().overlaps(to, Some(from)) {
                commands.push(Command::Tell(tr!("lies-on-another", placement = to.to_string())));
            } else {
                commands.push(Command::Edit(DraftEdit::Move { from, to }));
            }
        }
        (None, Tool::Erase, _, Some(tile)) => commands.push(Command::Edit(DraftEdit::Erase(tile))),
        (None, Tool::Move, _, Some(tile)) => {
            view.hand = Hand::as_lying(tile);
            view.carried = Some(tile);
        }
        (None, Tool::Lay(tile), Some(placement), _) => {
            if desk.draft().overlaps(placement, None) {
                commands.push(Command::Tell(tr!(
                    "lies-on-another",
                    placement = placement.to_string()
                )));
            } else if desk.draft().draft().setup.counts().left(tile) == 0 {
                commands.push(Command::Tell(tr!("none-left", tile = tile.to_string())));
            } else {
                commands.push(Command::Edit(DraftEdit::Lay(placement)));
            }
        }
        _ => {}
    }
}
