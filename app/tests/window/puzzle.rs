//! Trying a puzzle.

use tayu::desk::Mode;

use crate::table::{SMALL, Table};

#[test]
fn a_puzzle_is_laid_to_the_end_and_measured_against_the_optimum() {
    let mut table = Table::on(SMALL);
    assert_eq!(table.desk().mode(), Mode::Puzzle);
    table.assert_shows("Small");
    table.assert_hides("The best product");
    for _ in 0..3 {
        table.lay_anywhere();
    }
    table.assert_shows("at the end");
    table.click("Find the best product");
    table.wait_until("the optimum", |desk| desk.trial().unwrap().optimum().is_some());
    let best = table.desk().trial().unwrap().optimum().unwrap().0;
    table.assert_shows(&format!("The best product, proved: {best}"));
    if table.desk().trial().unwrap().product() < best {
        table.assert_shows(&format!("where {best} is possible"));
    } else {
        table.assert_shows("Solved");
    }
    table.click("Step back");
    assert_eq!(table.desk().trial().unwrap().laid().len(), 2);
    table.click("Try again");
    assert!(table.desk().trial().unwrap().laid().is_empty());
    table.click("Undo");
    assert_eq!(table.desk().trial().unwrap().laid().len(), 2);
}

#[test]
fn bundled_puzzles_hide_their_optimum_until_asked_and_are_left_as_they_were() {
    let mut table = Table::new();
    let bundled: Vec<_> = tayu::bundled::all().iter().take(2).collect();
    let titles: Vec<String> = bundled
        .iter()
        .map(|b| b.puzzle().about().title.clone().unwrap())
        .collect();
    table.menu("Puzzles", &titles[1]);
    table.menu("Puzzles", &titles[0]);
    table.lay_anywhere();
    table.assert_hides("The best product");
    table.click("Show the best product");
    table.assert_shows(&format!("The best product, proved: {}", bundled[0].optimum()));
    table.menu("Puzzles", &titles[1]);
    assert!(table.desk().trial().unwrap().laid().is_empty());
    table.menu("Puzzles", &titles[0]);
    assert_eq!(table.desk().trial().unwrap().laid().len(), 1);
}

#[test]
fn any_line_as_good_as_the_best_counts_as_solved() {
    // One tile that cannot reach the other coast: every line brings nothing, and nothing is the best.
    let text = SMALL.replace("\"123\", \"148\", \"258\"", "\"123\"");
    let mut table = Table::on(&text);
    table.click("Find the best product");
    table.wait_until("the optimum", |desk| desk.trial().unwrap().optimum().is_some());
    table.lay_anywhere();
    table.assert_shows("Solved: 0 is the best there is");
}

#[test]
fn edit_takes_the_puzzle_with_its_file() {
    let mut table = Table::on(SMALL);
    table.click_containing("Edit");
    table.click("Puzzle");
    use egui_kittest::kittest::Queryable;
    table.harness.get_all_by_label("Edit").last().unwrap().click();
    table.settle();
    assert_eq!(table.desk().mode(), Mode::Edit);
    assert_eq!(
        table.desk().draft().path(),
        Some(table.path("given.tayu.json").as_path())
    );
    assert!(!table.desk().draft().is_unsaved());
}
