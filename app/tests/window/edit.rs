//! Setting a puzzle.

use egui::{Key, Modifiers};
use egui_kittest::kittest::Queryable;
use tayu::desk::Mode;
use tayu_core::{Draft, Goal, Pair};

use crate::table::Table;

impl Table {
    /// Takes the puzzle being tried into the editor.
    pub(crate) fn desk_edit(&mut self) {
        if self.desk().mode() != Mode::Edit {
            self.harness.get_all_by_label("Edit").last().unwrap().click();
            self.settle();
        }
    }

    fn draft(&self) -> &Draft {
        self.desk().draft().draft()
    }

    fn board(&self) -> Vec<String> {
        self.draft().setup.board.iter().map(ToString::to_string).collect()
    }

    fn sequence(&self) -> Vec<String> {
        self.draft()
            .setup
            .sequence
            .iter()
            .map(ToString::to_string)
            .collect()
    }
}

fn editor() -> Table {
    let mut table = Table::new();
    table.click("Edit");
    table
}

#[test]
fn tiles_are_laid_moved_turned_erased_and_cleared() {
    let mut table = editor();
    table.click("Tile 147, 4 left");
    table.click_square("j10");
    assert_eq!(table.board(), ["i10-147"]);
    table.assert_shows("Tile 147, 3 left");
    table.key(Key::Escape);
    // Picked up and laid elsewhere: one step.
    table.click_square("i10");
    table.click_square("j11");
    assert_eq!(table.board().len(), 1);
    assert_ne!(table.board(), ["i10-147"]);
    table.click("Undo");
    assert_eq!(table.board(), ["i10-147"]);
    // Picked up and put back.
    table.click_square("i10");
    table.hover("c5");
    table.key(Key::Escape);
    assert_eq!(table.board(), ["i10-147"]);
    // Turned where it lies.
    table.hover("j10");
    table.key(Key::R);
    assert_eq!(table.board(), ["j11|147"]);
    table.click("Undo");
    table.click("Erase");
    table.click_square("k10");
    assert!(table.board().is_empty());
    table.click("Undo");
    table.click("Clear");
    assert!(table.board().is_empty());
    table.click("Undo");
    assert_eq!(table.board(), ["i10-147"]);
    table.key(Key::Escape);
    table.hover("j10");
    table.key(Key::Delete);
    assert_eq!(
        table.board(),
        ["i10-147"],
        "keys go to the board only once it has them"
    );
    table.click_square("j10");
    table.key(Key::Escape);
    table.key(Key::Delete);
    assert!(table.board().is_empty());
}

#[test]
fn a_tile_is_not_laid_on_another() {
    let mut table = editor();
    table.click("Tile 147, 4 left");
    table.click_square("j10");
    // The next tile does not show itself here at once: the first click shows it, the second one would lay it.
    table.click_square("j10");
    table.assert_hides("would lie on another tile");
    table.click_square("j10");
    assert_eq!(table.board().len(), 1);
    table.assert_shows("would lie on another tile");
    table.click("Dismiss");
    table.assert_hides("would lie on another tile");
}

#[test]
fn faults_are_listed_together_and_lead_to_their_squares() {
    let mut table = editor();
    table.click("Tile 147, 4 left");
    table.click_square("c3");
    table.assert_shows("One fault");
    table.click_containing("no tile covers the star");
    table.assert_shows("There is nothing to solve while the puzzle has faults");
    table.click_square("j10");
    table.assert_hides("no tile covers the star");
    table.assert_shows("no canal joins b3-147");
    for _ in 0..2 {
        table.click("Undo");
    }
    table.assert_hides("fault");
}

#[test]
fn the_sequence_is_added_to_reordered_and_emptied() {
    let mut table = editor();
    for tile in ["123", "148", "138"] {
        table.click(&format!("Add {tile} to the sequence"));
    }
    assert_eq!(table.sequence(), ["123", "148", "138"]);
    table.click("Move tile 3 up");
    assert_eq!(table.sequence(), ["123", "138", "148"]);
    table.click("Move tile 1 down");
    assert_eq!(table.sequence(), ["138", "123", "148"]);
    table.harness.get_by_label("Tile 1 of the sequence: 138").focus();
    table.settle();
    table.keys(Modifiers::ALT, Key::ArrowDown);
    assert_eq!(table.sequence(), ["123", "138", "148"]);
    table.keys(Modifiers::ALT, Key::ArrowDown);
    assert_eq!(
        table.sequence(),
        ["123", "148", "138"],
        "the keys stay with the tile"
    );
    table.keys(Modifiers::ALT, Key::ArrowUp);
    table.click("Remove tile 2");
    assert_eq!(table.sequence(), ["123", "148"]);
    table.click("Undo");
    assert_eq!(table.sequence(), ["123", "138", "148"]);
    table.click("Fill at random");
    assert_eq!(table.sequence().len(), 8);
    table.click("Empty");
    assert!(table.sequence().is_empty());
}

#[test]
fn the_sequence_is_reordered_by_dragging() {
    let mut table = editor();
    for tile in ["123", "148", "138"] {
        table.click(&format!("Add {tile} to the sequence"));
    }
    let row = |table: &Table, n: usize, tile: &str| {
        let label = format!("Tile {n} of the sequence: {tile}");
        table.harness.get_by_label(&label).rect().center()
    };
    let grip = |table: &Table, n: usize, tile: &str| {
        let label = format!("Tile {n} of the sequence: {tile}");
        let rect = table.harness.get_by_label(&label).rect();
        // The first thing in the row.
        egui::pos2(table.size.x - 344.0 + 17.0, rect.center().y)
    };
    let from = grip(&table, 1, "123");
    let below = row(&table, 3, "138") + egui::vec2(0.0, 20.0);
    table.harness.hover_at(from);
    table.harness.run_steps(2);
    table.harness.drag_at(from);
    table.harness.run_steps(2);
    for step in 1..=8 {
        let y = egui::lerp(from.y..=below.y, step as f32 / 8.0);
        table.harness.hover_at(egui::pos2(from.x, y));
        table.harness.run_steps(3);
    }
    table.harness.drop_at(egui::pos2(from.x, below.y));
    table.harness.run_steps(12);
    assert_eq!(table.sequence(), ["148", "138", "123"]);
    table.click("Undo");
    assert_eq!(table.sequence(), ["123", "148", "138"]);
}

#[test]
fn no_more_than_four_tiles_of_a_kind_can_be_added() {
    let mut table = editor();
    for left in (1..=4).rev() {
        table.assert_shows(&format!("Tile 123, {left} left"));
        table.click("Add 123 to the sequence");
    }
    table.assert_shows("Tile 123, 0 left");
    table.click("Add 123 to the sequence");
    assert_eq!(table.sequence().len(), 4);
}

#[test]
fn goal_and_words_are_set_and_typing_is_one_step() {
    let mut table = editor();
    table.click("Duel, East–West moves first");
    assert_eq!(table.draft().goal, Goal::Duel(Pair::EastWest));
    table.click("Highest product of East–West");
    table.type_into("Title", "Two ways");
    table.type_into("Author", "Ada");
    assert_eq!(table.draft().about.title.as_deref(), Some("Two ways"));
    assert_eq!(table.draft().about.author.as_deref(), Some("Ada"));
    table.click("Undo");
    assert_eq!(table.draft().about.author, None);
    table.click("Undo");
    assert_eq!(table.draft().about.title, None);
    assert_eq!(table.draft().goal, Goal::Maximize(Pair::EastWest));
}

#[test]
fn solve_it_yourself_takes_the_puzzle_and_the_editor_keeps_it() {
    let mut table = editor();
    table.click("Tile 147, 4 left");
    table.click_square("j10");
    table.click("Add 123 to the sequence");
    table.click("Solve it yourself");
    assert_eq!(table.desk().mode(), Mode::Puzzle);
    table.lay_anywhere();
    table.click("Edit");
    assert_eq!(table.board(), ["i10-147"]);
    assert_eq!(table.sequence(), ["123"]);
}
