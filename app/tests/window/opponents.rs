//! Games against computer players, through the window's controls.

use egui::accesskit::Role;
use egui_kittest::kittest::Queryable;
use tayu::desk::Desk;
use tayu_core::{Game, Move, Phase, Seat};

use crate::script::make;
use crate::table::Table;

/// Chooses how the computer plays at a seat in the form.
fn seat(table: &mut Table, place: &str, level: &str) {
    table.click_role(Role::ComboBox, &format!("Who plays {place}"));
    table.click_role(Role::Button, level);
}

fn game(desk: &Desk) -> &Game {
    desk.game().unwrap().game()
}

fn start(players: &str, seats: &[(&str, &str)], more: impl FnOnce(&mut Table)) -> Table {
    let mut table = Table::new();
    table.click_role(Role::Button, "Play");
    table.click("New game");
    table.click_role(Role::RadioButton, players);
    for (place, level) in seats {
        seat(&mut table, place, level);
    }
    more(&mut table);
    table.click("Begin");
    table
}

/// Plays to the end: the person makes the last legal move that is neither a claim nor an owning up to having talked.
fn play_on(table: &mut Table) {
    loop {
        table.wait_until("the computer has moved", |desk| {
            game(desk).outcome().is_some() || !desk.is_computers_turn()
        });
        let legal = game(table.desk()).legal_moves();
        let sensible = |action: &&Move| !matches!(action, Move::Talked | Move::Nowhere);
        let Some(&action) = legal.iter().rev().find(sensible) else {
            break;
        };
        // A high bid would be the last one for long.
        let action = legal
            .iter()
            .find(|a| **a == Move::Pass)
            .copied()
            .unwrap_or(action);
        make(table, action);
    }
    assert!(game(table.desk()).outcome().is_some());
    table.assert_shows("Game over");
}

fn seats_that_moved(desk: &Desk) -> Vec<usize> {
    let mut seats: Vec<usize> = game(desk)
        .played()
        .iter()
        .map(|played| played.seat.index())
        .collect();
    seats.sort_unstable();
    seats.dedup();
    seats
}

#[test]
fn a_game_of_two_is_played_against_the_computer_and_kept_with_its_level() {
    let mut table = start("Two", &[("East–West", "First game")], |_| ());
    table.assert_shows("First game");
    play_on(&mut table);
    assert_eq!(seats_that_moved(table.desk()), [0, 1]);
    table.click("Replay this game");
    let record = table.desk().replay().unwrap().record();
    assert_eq!(record.about.computers.to_string(), "2 first-game");
    assert_eq!(record.game(), game(table.desk()));
}

#[test]
fn two_computers_bid_and_play_beside_a_person() {
    let seats = [("Player 2", "First game"), ("Player 3", "Pupil")];
    let mut table = start("Three", &seats, |_| ());
    play_on(&mut table);
    assert!(game(table.desk()).spoilsport().is_some());
    assert_eq!(seats_that_moved(table.desk()), [0, 1, 2]);
}

#[test]
fn a_team_mate_and_two_opponents_may_be_computers() {
    let seats = [
        ("East", "First game"),
        ("South", "First game"),
        ("West", "First game"),
    ];
    let mut table = start("Four", &seats, |table| table.click_role(Role::CheckBox, "Pro"));
    play_on(&mut table);
    assert_eq!(seats_that_moved(table.desk()), [0, 1, 2, 3]);
}

#[test]
fn the_computer_plays_the_pro_game_with_spread_tiles_and_with_those_of_a_real_table() {
    let two = [("East–West", "First game")];
    let three = [("Player 2", "First game"), ("Player 3", "First game")];
    for (players, pro, source) in [
        ("Two", true, None),
        ("Two", false, Some("Spread")),
        ("Two", false, Some("From a real table")),
        ("Three", true, None),
        ("Three", true, Some("Spread")),
    ] {
        let seats: &[(&str, &str)] = if players == "Two" { &two } else { &three };
        let mut table = start(players, seats, |table| {
            if let Some(source) = source {
                table.click(source);
            }
            if pro {
                table.click_role(Role::CheckBox, "Pro");
            }
        });
        play_on(&mut table);
        assert_eq!(seats_that_moved(table.desk()).len(), seats.len() + 1);
    }
}

#[test]
fn the_computer_sits_where_it_sat_in_the_last_game() {
    let mut table = start("Two", &[("East–West", "Pupil")], |_| ());
    table.click("New game");
    table.assert_shows("Pupil");
    table.click("Cancel");
    let mut table = table.start_again();
    table.click("Play");
    table.click("New game");
    table.click("Begin");
    assert_eq!(
        table.desk().settings().table.levels()[1],
        Some(tayu_solver::player::Level::Pupil)
    );
}

#[test]
fn undo_goes_back_to_what_the_person_did_last() {
    let mut table = start("Two", &[("East–West", "First game")], |table| {
        table.click_role(Role::RadioButton, "North–South");
    });
    let draw = game(table.desk()).legal_moves()[0];
    make(&mut table, draw);
    let lay = game(table.desk()).legal_moves()[0];
    make(&mut table, lay);
    table.wait_until("the computer has laid", |desk| !desk.is_computers_turn());
    let after = game(table.desk()).clone();
    assert_eq!(after.position().placements().len(), 2);
    table.keys(egui::Modifiers::COMMAND, egui::Key::Z);
    // Back to the tile in the person's hand, not to a computer that would lay the same again.
    assert!(matches!(game(table.desk()).phase(), Phase::ToLay(_)));
    assert_eq!(game(table.desk()).to_move(), Seat::new(1).unwrap());
    assert!(game(table.desk()).position().placements().is_empty());
    table.keys(egui::Modifiers::COMMAND, egui::Key::Y);
    assert_eq!(game(table.desk()), &after);
}

#[test]
fn a_game_among_computers_can_be_made_to_wait_and_outlives_the_window() {
    let seats = [("North–South", "First game"), ("East–West", "First game")];
    let mut table = start("Two", &seats, |_| ());
    table.wait_until("some tiles are laid", |desk| {
        game(desk).position().placements().len() > 3
    });
    if game(table.desk()).outcome().is_none() {
        table.click("Wait");
        let before = game(table.desk()).clone();
        table.settle();
        assert_eq!(game(table.desk()), &before);
        let mut table = table.start_again();
        table.wait_until("it goes on", |desk| {
            game(desk).played().len() > before.played().len()
        });
        assert_eq!(
            game(table.desk())
                .moves()
                .take(before.played().len())
                .collect::<Vec<_>>(),
            before.moves().collect::<Vec<_>>()
        );
    }
}

#[test]
fn nobody_plays_for_the_computer() {
    let mut table = start(
        "Two",
        &[("North–South", "First game"), ("East–West", "First game")],
        |_| (),
    );
    table.wait_until("it is on", |desk| game(desk).played().len() > 2);
    if table.harness.query_by_label("Wait").is_some() {
        table.click("Wait");
        let before = game(table.desk()).clone();
        table.click_square("j10");
        table.assert_shows("waits");
        assert_eq!(game(table.desk()), &before);
    }
}
