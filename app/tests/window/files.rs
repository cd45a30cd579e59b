//! Opening, saving, and never dropping work without a question.

use std::fs;

use egui::{Key, Modifiers};
use tayu::desk::{Mode, Picked, PickerRequest};

use crate::table::{SMALL, Table};

/// Edits something, so that there is work to lose.
fn edit(table: &mut Table) {
    table.click("Edit");
    table.click("Tile 147, 4 left");
    table.click_square("j10");
    assert!(table.desk().draft().is_unsaved());
}

#[test]
fn save_asks_for_a_place_once_and_open_brings_it_back() {
    let mut table = Table::new();
    edit(&mut table);
    table.type_into("Title", "Two Ways");
    let path = table.path("mine.tayu.json");
    table.dialogs.borrow_mut().push_back(Picked::Path(path.clone()));
    table.keys(Modifiers::COMMAND, Key::S);
    assert_eq!(
        table.asked.borrow().as_slice(),
        [PickerRequest::Save {
            name: "two-ways.tayu.json".to_owned()
        }]
    );
    table.assert_shows("Saved in");
    assert!(!table.desk().draft().is_unsaved());
    assert_eq!(&table.read(&path), table.desk().draft().draft());
    table.click("Add 123 to the sequence");
    table.keys(Modifiers::COMMAND, Key::S);
    assert_eq!(table.asked.borrow().len(), 1, "the place is known");
    assert_eq!(table.read(&path).setup.sequence.len(), 1);
    table.dialogs.borrow_mut().push_back(Picked::Path(path));
    table.keys(Modifiers::COMMAND, Key::O);
    assert_eq!(table.desk().mode(), Mode::Puzzle);
    table.assert_shows("Two Ways");
    assert_eq!(
        table.desk().trial().unwrap().puzzle().draft(),
        table.desk().draft().draft()
    );
}

#[test]
fn without_a_dialog_the_path_is_typed() {
    let mut table = Table::new();
    let path = table.path("typed.tayu.json");
    fs::write(&path, SMALL).unwrap();
    table.dialogs.borrow_mut().push_back(Picked::NoDialog);
    table.menu("File", "Open…");
    table.assert_shows("This system offers no file dialog");
    table.type_into("Path", "/no/such/file");
    table.click("Open");
    table.assert_shows("/no/such/file can't be read");
    table.type_into("Path", path.to_str().unwrap());
    table.key(Key::Enter);
    assert_eq!(
        table.desk().trial().unwrap().puzzle().about().title.as_deref(),
        Some("Small")
    );
    table.assert_hides("Path");
}

#[test]
fn a_dialog_that_breaks_off_is_no_cancel() {
    let mut table = Table::new();
    table.keys(Modifiers::COMMAND, Key::O);
    table.assert_shows("This system offers no file dialog");
    table.click("Cancel");
    table.dialogs.borrow_mut().push_back(Picked::Cancelled);
    table.keys(Modifiers::COMMAND, Key::O);
    table.assert_hides("Path");
}

#[test]
fn a_typed_path_never_replaces_a_file_unasked() {
    let mut table = Table::new();
    edit(&mut table);
    let path = table.path("there.tayu.json");
    fs::write(&path, "precious").unwrap();
    table.menu("File", "Save by path…");
    table.type_into("Path", table.path("there").to_str().unwrap());
    table.click("Save");
    table.assert_shows("There is a file of this name already");
    table.click("Cancel");
    assert_eq!(fs::read_to_string(&path).unwrap(), "precious");
    assert!(table.desk().draft().is_unsaved());
    table.click("Save");
    table.click("Replace");
    assert_eq!(&table.read(&path), table.desk().draft().draft());
}

#[test]
fn unsaved_work_is_asked_about_and_every_answer_does_as_it_says() {
    let mut table = Table::new();
    edit(&mut table);
    table.keys(Modifiers::COMMAND, Key::N);
    table.assert_shows("changes that are not in a file");
    table.click("Cancel");
    assert_eq!(table.desk().draft().draft().setup.board.len(), 1);
    let path = table.path("kept.tayu.json");
    table.dialogs.borrow_mut().push_back(Picked::Path(path.clone()));
    table.keys(Modifiers::COMMAND, Key::N);
    table.click("Save");
    assert_eq!(table.read(&path).setup.board.len(), 1);
    assert!(
        table.desk().draft().draft().setup.board.is_empty(),
        "saved, then on with it"
    );
    edit(&mut table);
    table.keys(Modifiers::COMMAND, Key::N);
    table.click("Don't save");
    assert!(table.desk().draft().draft().setup.board.is_empty());
}

#[test]
fn saving_first_and_then_thinking_better_of_it_loses_nothing() {
    let mut table = Table::new();
    edit(&mut table);
    table.keys(Modifiers::COMMAND, Key::N);
    table.dialogs.borrow_mut().push_back(Picked::Cancelled);
    table.click("Save");
    assert_eq!(table.desk().draft().draft().setup.board.len(), 1);
    assert!(table.desk().draft().is_unsaved());
}

#[test]
fn quitting_asks_for_the_draft_and_the_game_waits_for_the_next_start() {
    let mut table = Table::new();
    edit(&mut table);
    table.click("Play");
    table.click("New game");
    table.click("Begin");
    table.click_containing("Draw left:");
    table.keys(Modifiers::COMMAND, Key::Q);
    table.assert_shows("changes that are not in a file");
    table.click("Cancel");
    assert!(!table.desk().wants_to_quit());
    assert!(
        table.desk().draft().is_unsaved(),
        "not dropped, since the window stays"
    );
    assert!(table.desk().game().is_some());
    table.keys(Modifiers::COMMAND, Key::Q);
    table.click("Don't save");
    assert!(table.desk().wants_to_quit());
    let game = table.desk().game().unwrap().game().clone();
    let table = table.start_again();
    assert_eq!(table.desk().game().unwrap().game(), &game);
}

#[test]
fn broken_files_are_refused_with_all_their_faults() {
    let mut table = Table::new();
    let path = table.path("broken.tayu.json");
    fs::write(
        &path,
        SMALL.replace("i10-147", "z10-147").replace("\"NS\"", "\"SN\""),
    )
    .unwrap();
    let before = table.desk().trial().unwrap().puzzle().clone();
    table.drop_file(&path);
    table.assert_shows("can't be opened");
    table.assert_shows("board[0]");
    table.assert_shows("maximize");
    assert_eq!(
        table.desk().trial().unwrap().puzzle(),
        &before,
        "what was open stays open"
    );
    fs::write(&path, [0xff, 0xfe]).unwrap();
    table.drop_file(&path);
    table.assert_shows("no UTF-8");
}

#[test]
fn a_file_with_faults_on_its_board_opens_in_the_editor() {
    let mut table = Table::new();
    let path = table.path("faulty.tayu.json");
    fs::write(&path, SMALL.replace("n13|347", "a1-123")).unwrap();
    table.drop_file(&path);
    assert_eq!(table.desk().mode(), Mode::Edit);
    table.assert_shows("no canal joins a1-123");
    assert!(!table.desk().draft().is_unsaved());
}

#[test]
fn a_file_that_cannot_be_written_keeps_the_work() {
    let mut table = Table::new();
    edit(&mut table);
    table
        .dialogs
        .borrow_mut()
        .push_back(Picked::Path(table.path("no/such/folder/x.tayu.json")));
    table.keys(Modifiers::COMMAND, Key::S);
    table.assert_shows("can't be saved. Nothing is lost: it is still here.");
    assert!(table.desk().draft().is_unsaved());
}

#[test]
fn recent_files_are_offered_and_outlive_the_window() {
    let mut table = Table::new();
    let path = table.path("recent.tayu.json");
    fs::write(&path, SMALL).unwrap();
    table.drop_file(&path);
    let puzzles = tayu::bundled::all();
    let title = puzzles[0].puzzle().about().title.clone().unwrap();
    table.menu("Puzzles", &title);
    table.menu("File", "recent.tayu.json");
    assert_eq!(
        table.desk().trial().unwrap().puzzle().about().title.as_deref(),
        Some("Small")
    );
    let settings = fs::read_to_string(table.path("settings/settings.json")).unwrap();
    assert!(settings.contains("recent.tayu.json"));
}

#[test]
fn while_a_dialog_is_open_its_answer_can_only_be_for_what_is_in_front() {
    let mut table = Table::new();
    edit(&mut table);
    table.dialogs_stay_open.set(true);
    table.keys(Modifiers::COMMAND, Key::S);
    table.assert_shows("The system is asking for a file");
    table.keys(Modifiers::COMMAND, Key::Num2);
    assert_eq!(table.desk().mode(), Mode::Edit);
    let path = table.path("other.tayu.json");
    fs::write(&path, SMALL).unwrap();
    table.drop_file(&path);
    assert_eq!(table.desk().mode(), Mode::Edit);
    table.assert_shows("Deal with the question that is open first");
    table.click("Type the path instead");
    let path = table.path("typed.tayu.json");
    table.type_into("Path", path.to_str().unwrap());
    table.click("Save");
    assert_eq!(&table.read(&path), table.desk().draft().draft());
}

#[test]
fn a_puzzle_that_was_never_in_a_file_is_not_taken_for_saved() {
    let mut table = Table::new();
    edit(&mut table);
    table.click("Solve it yourself");
    table.keys(Modifiers::COMMAND, Key::N);
    table.click("Don't save");
    table.click("Puzzle");
    table.desk_edit();
    assert_eq!(table.desk().draft().draft().setup.board.len(), 1);
    assert!(table.desk().draft().is_unsaved());
}

#[test]
fn what_went_wrong_is_told_until_it_is_put_away_or_overtaken() {
    let mut table = Table::on(SMALL);
    table.click_square("c3");
    table.assert_shows("The tile can't be laid there");
    table.lay_anywhere();
    table.assert_hides("The tile can't be laid there");
    let path = table.path("broken.tayu.json");
    fs::write(&path, "{").unwrap();
    table.drop_file(&path);
    table.click("Undo");
    table.assert_shows("can't be opened");
    table.key(Key::Escape);
    table.assert_hides("can't be opened");
}
