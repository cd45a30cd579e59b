//! Games that outlive the window they were played in.

use std::fs;
use std::path::PathBuf;

use tayu::desk::Mode;
use tayu_core::{Game, Phase, Record};

use crate::script::{Form, make, play};
use crate::table::Table;

const NAMES: &[&str] = &["Ada", "Max"];

/// A window with a game of which so many moves have been played.
fn begun(moves: usize) -> (Table, Game) {
    let form = Form::of(NAMES);
    let (seed, game) = form.think_out(&[], |game| game.played().len() > 10);
    let mut table = Table::new();
    form.begin(&mut table, seed);
    for action in game.moves().take(moves) {
        make(&mut table, action);
    }
    (table, game)
}

fn journals(table: &Table) -> Vec<PathBuf> {
    let entries = fs::read_dir(table.path("games"));
    let mut paths: Vec<_> = (entries.into_iter().flatten())
        .map(|entry| entry.unwrap().path())
        .collect();
    paths.sort();
    paths
}

fn moves(table: &Table) -> usize {
    table.desk().game().unwrap().game().played().len()
}

#[test]
fn a_game_is_back_with_its_undo_and_can_be_played_to_its_end() {
    let (mut table, game) = begun(7);
    table.click_containing("Undo");
    let present = table.desk().game().unwrap().game().clone();
    table = table.start_again();
    assert_eq!(table.desk().mode(), Mode::Play);
    table.assert_shows("Ada – Max: the game is as it was left");
    assert_eq!(table.desk().game().unwrap().game(), &present);
    assert_eq!(table.desk().can_undo_redo(), (true, true));
    table.click("Redo");
    assert_eq!(moves(&table), 7);
    for left in (0..7).rev() {
        table.click_containing("Undo");
        assert_eq!(moves(&table), left);
    }
    assert_eq!(table.desk().can_undo_redo(), (false, true));
    for _ in 0..7 {
        table.click("Redo");
    }
    assert!(table.desk().game().unwrap().is_practice());
    table = table.start_again();
    assert!(table.desk().game().unwrap().is_practice());
    play(&mut table, &game, |_, _| ());
    table.assert_shows("Game over");
}

#[test]
fn a_game_that_is_over_shows_its_sheet_again_and_is_kept_once() {
    let (mut table, game) = begun(0);
    play(&mut table, &game, |_, _| ());
    table = table.start_again();
    table.assert_shows("Game over");
    table.assert_shows("the game is as it was left");
    assert_eq!(table.desk().game().unwrap().game(), &game);
    // Taken back and ended again, it is still one game.
    table.click_containing("Undo");
    table.assert_hides("Game over");
    table.click("Redo");
    table.assert_shows("Game over");
    let kept: Vec<_> = fs::read_dir(table.path("played")).unwrap().collect();
    assert_eq!(kept.len(), 1);
    let kept = fs::read_to_string(kept[0].as_ref().unwrap().path()).unwrap();
    assert_eq!(Record::from_json(&kept).unwrap().game(), &game);
    // A game that is over is not asked for: closing the window puts it away.
    table.keys(egui::Modifiers::COMMAND, egui::Key::Q);
    assert!(table.desk().wants_to_quit());
    assert!(journals(&table).is_empty());
    table = table.start_again();
    assert!(table.desk().game().is_none());
}

#[test]
fn a_damaged_journal_gives_the_game_up_to_the_damage() {
    let (table, _) = begun(8);
    let [path] = &journals(&table)[..] else {
        panic!("one game has one journal")
    };
    let whole = fs::read_to_string(path).unwrap();
    // The fifth move's line: after the header and the beginning.
    let damaged: Vec<String> = (whole.lines().enumerate())
        .map(|(n, line)| {
            if n == 6 {
                line.replace(['a', 'e', '1'], "?")
            } else {
                line.to_owned()
            }
        })
        .collect();
    fs::write(path, damaged.join("\n") + "\n").unwrap();
    let mut table = table.start_again();
    assert_eq!(moves(&table), 4);
    table.assert_shows("the game is back as far as it could be read");
    table.assert_shows("damaged-1");
    assert!(
        table.desk().game().unwrap().is_practice(),
        "tiles that had been seen are hidden again"
    );
    assert_eq!(journals(&table).len(), 2);
    // It goes on from there, and what was damaged is told once.
    if table.desk().game().unwrap().game().phase() == Phase::ToDraw {
        table.click_containing("Draw left:");
    } else {
        table.lay_anywhere();
    }
    table = table.start_again();
    assert_eq!(moves(&table), 5);
    table.assert_hides("damaged-1");
}

#[test]
fn what_cannot_be_written_is_told_and_written_later() {
    let (mut table, game) = begun(4);
    // A file in the place of the folder keeps everybody from writing there, whoever runs the test.
    let (folder, aside) = (table.path("games"), table.path("aside"));
    fs::rename(&folder, &aside).unwrap();
    fs::write(&folder, "").unwrap();
    let mut rest = game.moves().skip(4);
    for missing in ["The last move", "The last 2 moves"] {
        make(&mut table, rest.next().unwrap());
        table.assert_shows(missing);
        // It stays to be read until it is put away.
        table.hover("a1");
        table.assert_shows(missing);
        table.click("Dismiss");
        table.assert_hides(missing);
    }
    fs::remove_file(&folder).unwrap();
    fs::rename(&aside, &folder).unwrap();
    make(&mut table, rest.next().unwrap());
    table.assert_shows("All moves are saved again");
    let table = table.start_again();
    assert_eq!(moves(&table), 7);
    assert!(
        game.moves()
            .take(7)
            .eq(table.desk().game().unwrap().game().moves())
    );
}

#[test]
fn two_windows_have_a_game_each() {
    let (table, game) = begun(5);
    let mut other = table.another_window();
    assert!(other.state().desk().game().is_none(), "the first window holds it");
    other.step();
    drop(other);
    let table = table.start_again();
    assert_eq!(moves(&table), 5);
    assert!(
        game.moves()
            .take(5)
            .eq(table.desk().game().unwrap().game().moves())
    );
}
