//! The ghost: where it shows itself, how it turns, what it says.

use egui::{Key, Modifiers};
use tayu_core::Placement;

use crate::table::{SMALL, Table};

#[test]
fn the_wheel_and_r_turn_it_through_the_legal_orientations() {
    // On the empty board every orientation over the star is legal.
    let mut table = Table::on(&SMALL.replace("\"i10-147\", \"l10-138\", \"n13|347\"", ""));
    let trial = table.desk().trial().unwrap();
    let tile = table.tile_to_lay().unwrap();
    let board = trial.board().clone();
    let legal_at = |middle| {
        Placement::around(tile, middle)
            .filter(|&p| board.allows(p))
            .collect::<Vec<_>>()
    };
    let middle = tayu_core::Square::all()
        .max_by_key(|&m| (legal_at(m).len(), m))
        .unwrap();
    let legal = legal_at(middle);
    assert!(legal.len() >= 2, "the test needs a square with a choice");
    table.hover(&middle.to_string());
    let first = table.ghost().unwrap();
    assert!(legal.contains(&first));
    table.key(Key::R);
    let second = table.ghost().unwrap();
    assert!(legal.contains(&second) && second != first);
    table.keys(Modifiers::SHIFT, Key::R);
    assert_eq!(table.ghost(), Some(first));
    table.wheel(-1.0, Modifiers::NONE);
    assert!(table.ghost().is_some_and(|p| p != first && legal.contains(&p)));
    table.wheel(1.0, Modifiers::NONE);
    assert_eq!(table.ghost(), Some(first));
    // With Ctrl the wheel zooms and turns nothing.
    table.wheel(3.0, Modifiers::COMMAND);
    assert_eq!(table.ghost().map(Placement::mouths), Some(first.mouths()));
    table.assert_shows("Whole board");
    table.click("Whole board");
    table.assert_hides("Whole board");
}

#[test]
fn an_illegal_ghost_says_what_is_wrong_and_cannot_be_laid() {
    let mut table = Table::on(SMALL);
    table.hover("c3");
    table.assert_shows("none of its mouths continues a canal");
    table.click_square("c3");
    assert!(table.desk().trial().unwrap().laid().is_empty());
    table.hover("j10");
    table.assert_shows("are covered by tiles");
}

#[test]
fn everything_works_by_keyboard() {
    let mut table = Table::on(SMALL);
    let trial = table.desk().trial().unwrap();
    let tile = table.tile_to_lay().unwrap();
    let target = trial.board().legal_placements(tile).next().unwrap().middle();
    table.click(&format!("Tile {tile}, to be laid now"));
    // The cursor begins on the star.
    let (column, row) = (target.column() as i32 - 9, target.row() as i32 - 9);
    for _ in 0..column.abs() {
        table.key(if column > 0 {
            Key::ArrowRight
        } else {
            Key::ArrowLeft
        });
    }
    for _ in 0..row.abs() {
        table.key(if row > 0 { Key::ArrowUp } else { Key::ArrowDown });
    }
    assert!(
        table.board_says().starts_with(&format!("{target}, free")),
        "{}",
        table.board_says()
    );
    table.key(Key::R);
    table.key(Key::Enter);
    assert_eq!(table.desk().trial().unwrap().laid()[0].middle(), target);
    table.keys(Modifiers::COMMAND, Key::Z);
    assert!(table.desk().trial().unwrap().laid().is_empty());
    table.keys(Modifiers::COMMAND | Modifiers::SHIFT, Key::Z);
    assert_eq!(table.desk().trial().unwrap().laid().len(), 1);
}

#[test]
fn escape_puts_the_ghost_away_until_the_pointer_moves() {
    let mut table = Table::on(SMALL);
    table.hover("c3");
    assert!(table.ghost().is_some());
    table.key(Key::Escape);
    assert_eq!(table.ghost(), None);
    table.hover("c4");
    assert!(table.ghost().is_some());
}

#[test]
fn a_tile_that_was_put_away_is_not_laid_unseen() {
    let mut table = Table::on(SMALL);
    let tile = table.tile_to_lay().unwrap();
    let target = table
        .desk()
        .trial()
        .unwrap()
        .board()
        .legal_placements(tile)
        .next()
        .unwrap()
        .middle();
    table.hover(&target.to_string());
    table.click(&format!("Tile {tile}, to be laid now"));
    table.key(Key::Escape);
    table.key(Key::Enter);
    assert!(table.desk().trial().unwrap().laid().is_empty());
    assert!(table.ghost().is_some(), "it shows itself first");
    table.key(Key::Enter);
    assert_eq!(table.desk().trial().unwrap().laid().len(), 1);
}

#[test]
fn the_board_stays_usable_in_the_smallest_window() {
    let mut table = Table::with_size(Some(SMALL), [900.0, 600.0]);
    table.lay_anywhere();
    assert!(table.board_rect().width() >= 500.0);
}
