//! The solver in the window.

use tayu::desk::{CountState, SolveState, Solving};
use tayu_solver::Outcome;
use tayu_solver::optima::Count;

use crate::table::{SMALL, Table};

/// Twenty tiles on an empty board: not proved in any time that a test has.
fn endless() -> String {
    let tiles = [
        "123", "124", "125", "126", "127", "128", "134", "135", "136", "137",
    ];
    let sequence: Vec<String> = tiles.iter().chain(&tiles).map(|t| format!("{t:?}")).collect();
    format!(
        "{{\"format\": \"tayu-puzzle\", \"version\": 1, \"board\": [], \"sequence\": [{}], \"maximize\": \"EW\"}}",
        sequence.join(", ")
    )
}

fn is_done(desk: &tayu::desk::Desk) -> bool {
    desk.solving_this()
        .is_some_and(|solving| matches!(solving.state(), SolveState::Done(_)))
}

#[test]
fn an_answer_is_proved_stepped_through_and_laid() {
    let mut table = Table::on(SMALL);
    table.click("Solve");
    table.wait_until("an answer", is_done);
    table.assert_shows("Proved:");
    let line = table.desk().solving_this().unwrap().line();
    assert_eq!(table.desk().line_shown(), line.placements());
    table.click("Show none");
    assert!(table.desk().line_shown().is_empty());
    table.click("One tile more");
    assert_eq!(table.desk().line_shown(), line.placements()[..1]);
    table.click("One tile more");
    table.click("One tile less");
    table.click("Lay it");
    assert_eq!(table.desk().trial().unwrap().laid(), &line.placements()[..1]);
    // The answer was for the position before: it is not shown beside this one.
    assert!(table.desk().solving_this().is_none());
    table.assert_hides("Proved: ");
    table.click("Undo");
    table.assert_shows("Proved: ");
    table.click("Show all");
    table.click("Lay it");
    assert_eq!(table.desk().trial().unwrap().laid(), line.placements());
    table.assert_shows("Solved");
}

#[test]
fn it_can_be_watched_and_cancelled() {
    let mut table = Table::on(&endless());
    table.click("Solve");
    table.assert_shows("Best so far");
    table.click("Cancel");
    assert!(is_done(table.desk()), "cancelling is not waited for");
    let SolveState::Done(answer) = table.desk().solving_this().unwrap().state() else {
        unreachable!()
    };
    assert!(matches!(answer.outcome, Outcome::Cancelled { .. }));
    table.assert_shows("Cancelled before the proof");
    table.assert_hides("Proved");
    table.click("Put the answer away");
    assert!(table.desk().solving_this().is_none());
}

#[test]
fn the_optimum_can_be_sought_again_after_a_cancel() {
    let mut table = Table::on(&endless());
    table.click("Solve");
    table.click("Cancel");
    table.click("Find the best product");
    assert!(table.desk().seeking_optimum().is_some());
    table.lay_anywhere();
    table.assert_shows("Looking for the best product of the whole puzzle");
    table.click("Cancel");
    assert!(table.desk().seeking_optimum().is_none());
    table.assert_hides("Looking for the best product");
    table.click("Find the best product");
    assert!(table.desk().seeking_optimum().is_some());
}

#[test]
fn editing_while_it_runs_cancels_it() {
    let mut table = Table::on(&endless());
    table.click_containing("Edit");
    table.click("Puzzle");
    table.harness.run_steps(2);
    table.desk_edit();
    table.click("Solve");
    assert!(table.desk().solving_this().is_some());
    table.click("Remove tile 20");
    assert!(table.desk().solving_this().is_none());
    table.assert_shows("the position it worked on has changed");
    table.click("Undo");
    assert!(
        table.desk().solving_this().is_none(),
        "a cancelled search does not come back"
    );
}

#[test]
fn laying_a_tile_while_it_runs_never_shows_a_stale_line() {
    let mut table = Table::on(&endless());
    table.click("Solve");
    table.lay_anywhere();
    assert!(table.desk().solving_this().is_none());
    assert!(table.desk().line_shown().is_empty());
}

/// A puzzle in the editor, with its answer.
fn solved_by_its_author(text: &str) -> Table {
    let mut table = Table::on(text);
    table.click_containing("Edit");
    table.click("Puzzle");
    table.harness.run_steps(2);
    table.desk_edit();
    table.click("Solve");
    table.wait_until("an answer", is_done);
    table
}

#[test]
fn the_author_is_told_how_many_solutions_there_are() {
    let mut table = solved_by_its_author(SMALL);
    table.click("How many solutions?");
    table.wait_until("a count", |desk| {
        let count = desk.solving_this().and_then(Solving::count);
        matches!(count, Some(CountState::Done(_)))
    });
    let Some(CountState::Done(optima)) = table.desk().solving_this().unwrap().count() else {
        unreachable!()
    };
    assert!(optima.is_complete());
    let Count::Exactly(count) = optima.plays else {
        panic!("{optima:?}")
    };
    let words = match count {
        1 => "One way to reach it".to_owned(),
        count => format!("{count} ways to reach it"),
    };
    table.assert_shows(&words);
    table.assert_shows("Begin with: ");
    table.assert_shows(&optima.first_placements[0].to_string());

    // It is about this position only.
    table.click("Remove tile 3");
    table.assert_hides(&words);
    table.assert_hides("How many solutions?");
    table.click("Undo");
    table.assert_shows(&words);
}

#[test]
fn counting_can_be_watched_stopped_and_begun_again() {
    // Eighteen tiles: solved in a moment, while counting takes seconds.
    const LONG: &str = include_str!("../../../solver/tests/data/cases/endgame/e247.tayu.json");
    let count = |table: &Table| table.desk().solving_this().and_then(Solving::count);
    let mut table = solved_by_its_author(LONG);
    table.click("How many solutions?");
    assert!(matches!(count(&table), Some(CountState::Running(_))));

    // The rest of the window works meanwhile.
    table.click("Show none");
    assert!(table.desk().line_shown().is_empty());
    table.click("One tile more");
    assert_eq!(table.desk().line_shown().len(), 1);
    assert!(
        matches!(count(&table), Some(CountState::Running(_))),
        "{:?}",
        count(&table)
    );

    table.click("Stop counting");
    let Some(CountState::Done(optima)) = count(&table) else {
        panic!("stopping is not waited for: {:?}", count(&table))
    };
    assert!(!optima.is_complete() && matches!(optima.plays, Count::AtLeast(_)));
    table.assert_hides("Stop counting");
    table.assert_shows("The next product below is not known");
    // Nothing comes from an engine that has not noticed yet.
    table.harness.run_steps(20);
    let Some(CountState::Done(later)) = count(&table) else {
        unreachable!()
    };
    assert_eq!(later, optima);

    table.click("How many solutions?");
    assert!(matches!(count(&table), Some(CountState::Running(_))));
    table.assert_hides("How many solutions?");
    table.click("Stop counting");
    assert!(matches!(count(&table), Some(CountState::Done(_))));
}
