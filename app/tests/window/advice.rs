//! Hints step by step, and what another placement would cost.

use egui::Key;
use tayu::desk::{Advice, Cost, Desk, HintStep, Suggestion};
use tayu_core::{Goal, Move, Phase, Placement};
use tayu_solver::{Outcome, Value};

use crate::table::{SMALL, Table};

fn is_known(desk: &Desk) -> bool {
    desk.suggestion().is_some()
}

fn has_cost(desk: &Desk) -> bool {
    desk.advice().and_then(Advice::cost).is_some()
}

fn suggested(table: &Table) -> Placement {
    match table.desk().suggestion() {
        Some(Suggestion::Lay(hint, _)) => hint.placement,
        other => panic!("no placement: {other:?}"),
    }
}

/// A game of two persons with a tile drawn.
fn game() -> Table {
    let mut table = Table::new();
    table.click("Play");
    table.click("New game");
    table.click("Begin");
    table.click_containing("Draw left:");
    table
}

#[test]
fn a_hint_in_a_game_tells_no_more_than_was_asked_for() {
    let mut table = game();
    table.lay_anywhere();
    table.click_containing("Draw right:");
    table.click("Hint");
    table.wait_until("a hint", is_known);
    let placement = suggested(&table);
    let steps = [
        HintStep::Coast,
        HintStep::Region,
        HintStep::Canal,
        HintStep::Placement,
    ];
    for (n, step) in steps.into_iter().enumerate() {
        assert_eq!(table.desk().advice().and_then(Advice::step), Some(step));
        table.assert_shows(&format!("{}. ", n + 1));
        table.assert_hides(&format!("{}. ", n + 2));
        let is_told = step == HintStep::Placement;
        assert_eq!(
            table.shows(&format!("as {placement}, as the board shows it")),
            is_told
        );
        assert_eq!(table.desk().advised_line().is_empty(), !is_told);
        if !is_told {
            table.click("Tell more");
        }
    }
    table.assert_shows("No proof.");
    // It is gone with the position, and does not come back with another one.
    table.lay(placement);
    assert!(table.desk().advice().is_none());
    table.assert_shows("Hint");
}

#[test]
fn before_a_draw_the_lanes_are_weighed() {
    let mut table = game();
    table.lay_anywhere();
    table.click("Hint");
    table.wait_until("a hint", is_known);
    table.assert_shows("Best from the ");
    table.assert_shows("% to win");
    assert!(table.desk().advised_line().is_empty());
    table.click("Put away");
    assert!(table.desk().advice().is_none());
}

#[test]
fn what_a_placement_costs_is_told_without_laying_it() {
    let mut table = game();
    table.lay_anywhere();
    table.click_containing("Draw left:");
    let moves = table.desk().game().unwrap().game().played().len();
    table.click("Why not here?");
    table.assert_shows("Click where you would lay");
    let placement = table.any_placement();
    table.lay(placement);
    assert_eq!(table.desk().game().unwrap().game().played().len(), moves);
    table.wait_until("an answer", has_cost);
    table.assert_shows(&format!("{placement}"));
    let Some(Cost::Expected { best, tried, .. }) = table.desk().advice().and_then(Advice::cost).cloned()
    else {
        panic!("another kind of answer");
    };
    assert!(tried.chance <= best.chance + 0.01, "{tried:?} {best:?}");
    assert_eq!(table.desk().advised_line().first(), Some(&placement));
    // It does not tell what is best.
    table.assert_hides("as the board shows it");
    // Once the question is put away a click lays again.
    table.click("Why not here?");
    table.lay(placement);
    assert_eq!(table.desk().game().unwrap().game().played().len(), moves + 1);
    assert!(table.desk().advice().is_none());
}

#[test]
fn in_a_puzzle_hints_and_costs_are_proved() {
    let mut table = Table::on(include_str!("../../../puzzles/04-quick-money.tayu.json"));
    table.click("Hint");
    table.wait_until("a hint", is_known);
    let best = suggested(&table);
    table.assert_shows("Proved: nothing is better.");
    let first: Vec<Placement> = {
        let trial = table.desk().trial().unwrap();
        let tile = trial.to_come()[0];
        trial.board().legal_placements(tile).collect()
    };
    table.click("Why not here?");
    let mut lost = 0;
    for placement in first {
        table.lay(placement);
        table.wait_until("an answer", |desk| {
            has_cost(desk) && desk.advice().and_then(Advice::tried) == Some(placement)
        });
        let Some(Cost::Solved {
            best: most,
            tried,
            proved,
            line,
        }) = table.desk().advice().and_then(Advice::cost).cloned()
        else {
            panic!("another kind of answer");
        };
        assert!(proved && tried <= most);
        assert!(placement != best || tried == most);
        lost += usize::from(tried < most);
        // The line that is shown is worth what is claimed.
        let mut position = table.desk().trial().unwrap().position().clone();
        for tile in std::iter::once(&placement).chain(&line) {
            position.lay(*tile).unwrap();
        }
        let Goal::Maximize(pair) = table.desk().trial().unwrap().puzzle().goal() else {
            panic!("another goal")
        };
        assert_eq!(Value::Product(position.board().coasts().product(pair)), tried);
        assert_eq!(table.desk().advised_line().len(), 1 + line.len());
    }
    assert!(table.desk().trial().unwrap().laid().is_empty());
    assert!(lost > 0, "a puzzle in which nothing can go wrong");
}

#[test]
fn in_a_duel_the_reply_refutes() {
    let mut table = Table::on(&SMALL.replace("maximize", "duel"));
    table.click("Why not here?");
    let placement = table.any_placement();
    table.lay(placement);
    table.wait_until("an answer", has_cost);
    let Some(Cost::Solved { tried, best, .. }) = table.desk().advice().and_then(Advice::cost).cloned() else {
        panic!("another kind of answer");
    };
    let trial = table.desk().trial().unwrap();
    let whole = tayu_solver::solve(
        std::sync::Arc::clone(trial.puzzle()),
        tayu_solver::Options::default(),
        &tayu_solver::StopFlag::new(),
    )
    .unwrap();
    let Outcome::Optimal { line, .. } = whole.outcome else {
        panic!("not proved")
    };
    assert_eq!(line.value(), best);
    let firsts = tayu_solver::first_placements(trial.puzzle(), None, &tayu_solver::StopFlag::new()).unwrap();
    let exact = firsts.iter().find(|first| first.placement == placement).unwrap();
    assert_eq!(exact.margin.map(Value::Margin), Some(tried));
}

#[test]
fn nobody_is_advised_where_there_is_nothing_to_choose() {
    let mut table = Table::new();
    table.click("Play");
    table.click("New game");
    table.click_role(egui::accesskit::Role::RadioButton, "Three");
    table.click("Begin");
    assert_eq!(table.desk().game().unwrap().game().phase(), Phase::ToBid);
    table.assert_hides("Hint");
    let mut table = Table::on(SMALL);
    while table.tile_to_lay().is_some() {
        table.lay_anywhere();
    }
    table.assert_hides("Hint");
    assert!(!table.desk().can_advise());
}

#[test]
fn the_keys_ask_too() {
    let mut table = game();
    table.lay_anywhere();
    table.click_containing("Draw left:");
    table.key(Key::H);
    table.wait_until("a hint", is_known);
    let Some(Move::Draw(_)) = table.desk().game().unwrap().game().moves().last() else {
        panic!("something was laid")
    };
    table.key(Key::H);
    assert_eq!(
        table.desk().advice().and_then(Advice::step),
        Some(HintStep::Region)
    );
}

#[test]
fn advice_on_one_game_is_not_given_in_another() {
    let mut table = Table::new();
    for round in 0..2 {
        table.click("Play");
        table.click("New game");
        table.click("Begin");
        assert!(table.desk().advice().is_none(), "round {round}");
        // No move has been made in either game, so that they are alike in that.
        table.click("Hint");
        table.wait_until("a hint", is_known);
    }
}
