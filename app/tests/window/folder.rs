//! A folder of puzzles and games.

use std::fs;
use std::path::Path;

use egui::Key;
use tayu::desk::{Mode, Picked, PickerRequest};

use crate::table::{SMALL, Table};

const GAME: &str = include_str!("../../../core/tests/data/games/two.tayu.json");

fn fill(folder: &Path) {
    let deep = folder.join("puzzles/deep");
    fs::create_dir_all(&deep).unwrap();
    fs::write(deep.join("small.tayu.json"), SMALL).unwrap();
    fs::write(folder.join("puzzles/game.json"), GAME).unwrap();
    fs::write(folder.join("puzzles/notes.txt"), "Buy milk.").unwrap();
    fs::write(
        folder.join("puzzles/bad.tayu.json"),
        SMALL.replace("\"NS\"", "\"SN\""),
    )
    .unwrap();
}

fn wait(table: &mut Table) {
    table.wait_until("the folder is read", |desk| {
        desk.folder_shown().is_some_and(|folder| folder.found().is_ok())
    });
}

#[test]
fn a_folder_shows_what_is_sound_and_what_is_not() {
    let mut table = Table::prepared(fill);
    let path = table.path("puzzles");
    table.dialogs.borrow_mut().push_back(Picked::Path(path));
    table.menu("File", "Open folder…");
    assert_eq!(table.asked.borrow().as_slice(), [PickerRequest::Folder]);
    wait(&mut table);
    table.assert_shows("Sound: 1 puzzle and 1 game.");
    table.assert_shows("One file is bad.");
    table.assert_shows("One other file was passed over.");
    table.assert_shows("bad.tayu.json, line ");
    table.click_containing("game.json, Game: Ada – Max, Ada wins");
    assert_eq!(table.desk().mode(), Mode::Replay);
    assert!(table.desk().folder_shown().is_none());
    // It can be gone back to.
    table.menu("File", "Folder puzzles");
    let small = format!(
        "{}, Puzzle: Small, 3 tiles to come",
        Path::new("deep/small.tayu.json").display()
    );
    table.click_containing(&small);
    assert_eq!(table.desk().mode(), Mode::Puzzle);
    let title = table.desk().trial().unwrap().puzzle().about().title.clone();
    assert_eq!(title.as_deref(), Some("Small"));
}

#[test]
fn a_folder_is_typed_or_dropped_and_what_can_be_opened_is_reached_by_keys() {
    let mut table = Table::prepared(fill);
    table.dialogs.borrow_mut().push_back(Picked::NoDialog);
    table.menu("File", "Open folder…");
    table.type_into("Path", table.path("puzzles").to_str().unwrap());
    table.key(Key::Enter);
    wait(&mut table);
    table.key(Key::Escape);
    assert!(table.desk().folder_shown().is_none());
    let path = table.path("puzzles");
    table.drop_file(&path);
    wait(&mut table);
    table.key(Key::ArrowDown);
    table.key(Key::ArrowUp);
    table.key(Key::Enter);
    assert_eq!(
        table.desk().mode(),
        Mode::Puzzle,
        "the first in order is in the folder inside"
    );
}

#[test]
fn a_folder_that_is_not_there_is_told() {
    let mut table = Table::new();
    table
        .dialogs
        .borrow_mut()
        .push_back(Picked::Path(table.path("none")));
    table.menu("File", "Open folder…");
    wait(&mut table);
    table.assert_shows("Sound: 0 puzzles and 0 games.");
    table.assert_shows("One file is bad.");
    table.click("Close");
    assert!(table.desk().folder_shown().is_none());
}
