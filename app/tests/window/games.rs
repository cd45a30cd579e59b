//! The list of games played, and what is done with them.

use std::fs;
use std::path::Path;
use std::time::{Duration, Instant};

use egui::{Key, Modifiers};
use egui_kittest::kittest::{NodeT as _, Queryable as _};
use tayu::desk::{Mode, Picked, PickerRequest};
use tayu::library::Library;
use tayu_core::{Beginner, FirstPlayer, Game, GameSetup, Players, Record, Rules, Seed, TileSource};

use crate::table::Table;

/// A game after so many moves, or at its end.
fn record(names: &[&str], date: &str, seed: u64, moves: usize, practice: bool) -> Record {
    let names = names.iter().map(|&name| name.to_owned()).collect();
    let source = TileSource::Stacks(Seed(seed));
    let mut game = Game::new(GameSetup::new(names, FirstPlayer::Lot, Rules::default(), source).unwrap());
    for _ in 0..moves {
        let legal = game.legal_moves();
        let Some(&action) = legal.first() else { break };
        game.play(action).unwrap();
    }
    let mut record = Record::with_supply(&game, practice);
    record.about.date = date.parse().ok();
    record
}

fn keep(folder: &Path, record: &Record) {
    Library::at(folder.join("played")).keep(record, None).unwrap();
}

const WHOLE: usize = 1000;

fn three_games(folder: &Path) {
    keep(folder, &record(&["Ada", "Max"], "2026-01-02", 7, WHOLE, false));
    keep(folder, &record(&["Zoe", "Max"], "2026-03-01", 8, 9, false));
    keep(folder, &record(&["Ada", "Eve"], "2025-12-24", 9, WHOLE, true));
    fs::write(folder.join("played/broken.tayu.json"), "{").unwrap();
}

fn open_list(table: &mut Table) {
    table.menu("File", "Games played…");
    table.wait_until("the games are read", |desk| {
        desk.games_shown().is_some_and(|games| !games.is_reading())
    });
}

/// What the rows in sight say, from the top.
fn rows(table: &Table) -> Vec<String> {
    let mut rows: Vec<(f32, String)> = (table.harness)
        .query_all_by_role(egui::accesskit::Role::Button)
        .filter_map(|node| {
            let label = node.accesskit_node().label()?;
            label
                .starts_with("20")
                .then(|| (node.rect().top(), label.clone()))
        })
        .collect();
    rows.sort_by(|a, b| a.0.total_cmp(&b.0));
    rows.into_iter().map(|(_, label)| label).collect()
}

#[test]
fn games_are_listed_newest_first_found_by_name_and_opened() {
    let mut table = Table::prepared(three_games);
    open_list(&mut table);
    let listed = rows(&table);
    assert_eq!(listed.len(), 3, "{listed:?}");
    assert!(listed[0].starts_with("2026-03-01, Zoe – Max, North–South"));
    assert!(listed[0].ends_with("Unfinished"), "{}", listed[0]);
    assert!(listed[1].starts_with("2026-01-02, Ada – Max, "));
    assert!(listed[2].starts_with("2025-12-24, Ada – Eve, ") && listed[2].ends_with(", practice"));
    table.click_containing("One file there can't be read as a game");
    table.harness.run_steps(10);
    table.assert_shows("broken.tayu.json: ");
    table.type_into("Find a name", "aDA");
    table.assert_shows("2 of 3 games");
    assert_eq!(rows(&table).len(), 2);
    table.type_into("Find a name", "nobody");
    table.assert_shows("Nobody of this name has played");
    table.type_into("Find a name", "zoe");
    table.click_containing("2026-03-01, Zoe – Max, North–South");
    assert_eq!(table.desk().mode(), Mode::Replay);
    assert!(table.desk().games_shown().is_none());
    let replay = table.desk().replay().unwrap();
    assert_eq!(
        replay.record(),
        &record(&["Zoe", "Max"], "2026-03-01", 8, 9, false)
    );
    // The program's own files are not among those that were opened last.
    assert!(table.desk().settings().recent.is_empty());
    assert!(table.path("played/broken.tayu.json").exists());
}

#[test]
fn nothing_has_been_played_at_first_and_a_game_that_ends_joins_the_list() {
    let mut table = Table::new();
    table.click("Replay");
    table.click("Games played…");
    table.wait_until("the games are read", |desk| {
        desk.games_shown().is_some_and(|games| !games.is_reading())
    });
    table.assert_shows("No game has been played yet");
    table.key(Key::Escape);
    assert!(table.desk().games_shown().is_none());
    table.click("Play");
    table.click("New game");
    table.click("Begin");
    table.click_containing("Draw left:");
    // Another game puts this one away.
    table.click("New game");
    table.click("Begin");
    table.click("Put it away");
    open_list(&mut table);
    let listed = rows(&table);
    assert_eq!(listed.len(), 1);
    assert!(listed[0].starts_with("2026-11-30, "), "{}", listed[0]);
}

#[test]
fn a_game_is_deleted_after_a_question() {
    let mut table = Table::prepared(three_games);
    open_list(&mut table);
    table.click_containing("Delete 2026-01-02, Ada – Max");
    table.assert_shows("Delete the game Ada – Max of 2026-01-02?");
    table.click("Cancel");
    assert_eq!(rows(&table).len(), 3);
    table.click_containing("Delete 2026-01-02, Ada – Max");
    table.click("Delete");
    table.assert_shows("The game was deleted");
    table.wait_until("the games are read", |desk| {
        desk.games_shown().is_some_and(|games| !games.is_reading())
    });
    let listed = rows(&table);
    assert_eq!(listed.len(), 2);
    assert!(listed.iter().all(|row| !row.contains("Ada – Max")));
    let files = fs::read_dir(table.path("played")).unwrap().count();
    assert_eq!(files, 3, "two games, and the file that can't be read");
}

#[test]
fn a_thousand_games_are_read_beside_the_window_and_gone_through_by_keys() {
    let mut table = Table::prepared(|folder| {
        let text = record(&["Ada", "Max"], "2026-01-02", 7, WHOLE, false).to_json();
        fs::create_dir(folder.join("played")).unwrap();
        for n in 0..1000 {
            let (year, day) = (2000 + n / 28, n % 28 + 1);
            let text = text.replace("2026-01-02", &format!("{year}-02-{day:02}"));
            fs::write(folder.join(format!("played/{n}.tayu.json")), text).unwrap();
        }
    });
    let before = Instant::now();
    table.menu("File", "Games played…");
    assert!(before.elapsed() < Duration::from_secs(5), "the window goes on");
    table.wait_until("the games are read", |desk| {
        desk.games_shown().is_some_and(|games| !games.is_reading())
    });
    table.assert_shows("1000 games");
    let listed = rows(&table);
    assert!(
        listed.len() < 60 && listed[0].starts_with("2035-02-20"),
        "{listed:?}"
    );
    table.key(Key::ArrowDown);
    table.key(Key::ArrowDown);
    table.key(Key::End);
    assert!(
        rows(&table).last().unwrap().starts_with("2000-02-01"),
        "{:?}",
        rows(&table)
    );
    table.key(Key::ArrowUp);
    table.key(Key::Enter);
    assert_eq!(table.desk().mode(), Mode::Replay);
    let date = table.desk().replay().unwrap().record().about.date.unwrap();
    assert_eq!(date.to_string(), "2000-02-02");
    // Tab leads on to the button beside the row.
    open_list(&mut table);
    table.key(Key::ArrowDown);
    table.key(Key::PageDown);
    table.key(Key::Tab);
    table.key(Key::Enter);
    table.assert_shows("Delete the game Ada – Max of ");
}

#[test]
fn an_unfinished_game_goes_on_from_the_list_with_the_same_tiles() {
    let whole = record(&["Zoe", "Max"], "2026-03-01", 8, WHOLE, false);
    let mut table = Table::prepared(|folder| {
        keep(folder, &record(&["Zoe", "Max"], "2026-03-01", 8, 9, false));
    });
    open_list(&mut table);
    table.click_containing("2026-03-01, Zoe – Max, North–South");
    table.click("Play on from here");
    assert_eq!(table.desk().mode(), Mode::Play);
    let document = table.desk().game().unwrap();
    assert!(!document.is_practice());
    assert_eq!(document.game().setup().source().seed(), Some(Seed(8)));
    assert_eq!(document.game().played(), &whole.game().played()[..9]);
    table.lay_anywhere();
    // It outlives the window, and takes its own place among the games played.
    let mut table = table.start_again();
    assert_eq!(table.desk().game().unwrap().game().played().len(), 10);
    table.click("New game");
    table.click("Begin");
    table.click("Put it away");
    open_list(&mut table);
    assert_eq!(rows(&table).len(), 1);
    table.click_containing(", Zoe – Max, North–South");
    assert_eq!(table.desk().replay().unwrap().length(), 10);
    // From an earlier move it is practice, and another game.
    table.click("One move back");
    table.click("Play on from here");
    assert!(table.desk().game().unwrap().is_practice());
    table.lay_anywhere();
    table.click("New game");
    table.click("Begin");
    table.click("Put it away");
    open_list(&mut table);
    assert_eq!(rows(&table).len(), 2);
}

#[test]
fn what_has_been_kept_since_is_not_replaced_by_less() {
    let mut table = Table::prepared(|folder| {
        keep(folder, &record(&["Zoe", "Max"], "2026-03-01", 8, 9, false));
    });
    open_list(&mut table);
    table.click_containing("2026-03-01, Zoe – Max, North–South");
    table.click("Play on from here");
    table.lay_anywhere();
    // The replay is still that of nine moves.
    table.click("Replay");
    table.click("Play on from here");
    table.click("Put it away");
    let document = table.desk().game().unwrap();
    assert_eq!(document.game().played().len(), 9);
    assert!(document.is_practice(), "more of it is known than was shown");
    table.lay_anywhere();
    table.click_containing("Draw left:");
    table.click("New game");
    table.click("Begin");
    table.click("Put it away");
    open_list(&mut table);
    assert_eq!(rows(&table).len(), 2);
}

#[test]
fn the_game_under_way_is_looked_at_and_gone_on_with() {
    let mut table = Table::new();
    table.click("Play");
    table.click("New game");
    table.click("Begin");
    table.click_containing("Draw left:");
    table.lay_anywhere();
    table.click_containing("Draw right:");
    let game = table.desk().game().unwrap().game().clone();
    table.click("Replay this game");
    assert_eq!(table.desk().mode(), Mode::Replay);
    let shared = table.desk().replay().unwrap().record().public();
    assert_eq!(shared.setup().source(), &TileSource::Table);
    table.click("Play on from here");
    assert_eq!(table.desk().mode(), Mode::Play);
    assert_eq!(table.desk().game().unwrap().game(), &game);
    assert!(!table.desk().game().unwrap().is_practice());
    // From an earlier move another game goes on with the same tiles.
    table.click("Replay");
    table.click("To the start");
    table.click("Play on from here");
    table.click("Put it away");
    let document = table.desk().game().unwrap();
    assert!(document.is_practice() && document.game().played().is_empty());
    assert_eq!(document.game().setup(), game.setup());
}

#[test]
fn an_unfinished_game_is_shared_without_what_is_to_come() {
    let mut table = Table::prepared(|folder| {
        keep(folder, &record(&["Zoe", "Max"], "2026-03-01", 8, 9, false));
    });
    open_list(&mut table);
    table.click_containing("2026-03-01, Zoe – Max, North–South");
    let kept = table.desk().replay().unwrap().path().unwrap().clone();
    let before = fs::read_to_string(&kept).unwrap();
    assert!(before.contains("seed"));
    let path = table.path("shared.tayu.json");
    table.dialogs.borrow_mut().push_back(Picked::Path(path.clone()));
    table.keys(Modifiers::COMMAND, Key::S);
    assert_eq!(
        table.asked.borrow().len(),
        1,
        "the program's own file is not saved in"
    );
    table.assert_shows("tells nothing of tiles that have not been drawn");
    let shared = Record::from_json(&fs::read_to_string(&path).unwrap()).unwrap();
    assert_eq!(shared.setup().source(), &TileSource::Table);
    assert_eq!(shared.about.date, "2026-03-01".parse().ok());
    assert_eq!(shared.game().played().len(), 9);
    table.click("Copy as text");
    let copied = table.desk().replay().unwrap().record().public().to_text();
    assert!(!copied.contains("seed") && copied.contains("Zoe"));
    table.menu("File", "Save by path…");
    table.type_into("Path", kept.to_str().unwrap());
    table.click("Save");
    table.assert_shows("Tayü keeps this game there itself");
    assert_eq!(fs::read_to_string(&kept).unwrap(), before);
}

#[test]
fn a_game_that_is_over_is_shared_whole() {
    let mut table = Table::prepared(three_games);
    open_list(&mut table);
    table.click_containing("2026-01-02, Ada – Max, North–South");
    let path = table.path("shared.tayu.json");
    table.dialogs.borrow_mut().push_back(Picked::Path(path.clone()));
    table.keys(Modifiers::COMMAND, Key::S);
    let shared = Record::from_json(&fs::read_to_string(&path).unwrap()).unwrap();
    assert_eq!(&shared, table.desk().replay().unwrap().record());
}

#[test]
fn statistics_stand_beside_the_list() {
    let mut table = Table::prepared(three_games);
    open_list(&mut table);
    table.click("Statistics");
    let game = record(&["Ada", "Max"], "2026-01-02", 7, WHOLE, false);
    let outcome = game.game().outcome().unwrap();
    let best = tayu_core::Pair::ALL.map(|pair| outcome.product(pair).get());
    let best = best.into_iter().max().unwrap();
    table.assert_shows("Two players: 1, Pro: 0");
    table.assert_shows("Three players: 0, Pro: 0");
    table.assert_shows(&format!("Best product: {best}, "));
    let tiles = game.game().position().placements().len();
    table.assert_shows(&format!(
        "Longest game: {tiles} tiles laid, Ada – Max (2026-01-02)"
    ));
    table.assert_shows("Practice games: 1. Unfinished games: 1.");
    table.assert_shows("Ada: 1 game, ");
    table.assert_shows("Max: 1 game, ");
    table.assert_hides("Zoe: ");
}

#[test]
fn the_list_is_exported_as_a_table() {
    let mut table = Table::prepared(three_games);
    open_list(&mut table);
    let path = table.path("out.csv");
    table.dialogs.borrow_mut().push_back(Picked::Path(path.clone()));
    table.click("Export as CSV…");
    assert_eq!(
        table.asked.borrow().as_slice(),
        [PickerRequest::Export {
            name: "tayu-games.csv".to_owned()
        }]
    );
    table.assert_shows("Saved in");
    let text = fs::read_to_string(&path).unwrap();
    assert_eq!(text.lines().count(), 4);
    assert!(text.contains("\r\n2026-03-01,2,Zoe,Max,"));
    // A path that is typed gets the ending, and replaces nothing unasked.
    table.dialogs.borrow_mut().push_back(Picked::NoDialog);
    table.click("Export as CSV…");
    fs::write(&path, "precious").unwrap();
    table.type_into("Path", table.path("out").to_str().unwrap());
    table.click("Save");
    table.assert_shows("There is a file of this name already");
    table.click("Cancel");
    assert_eq!(fs::read_to_string(&path).unwrap(), "precious");
    table.click("Save");
    table.click("Replace");
    assert_eq!(fs::read_to_string(&path).unwrap(), text);
    table
        .dialogs
        .borrow_mut()
        .push_back(Picked::Path(table.path("no/such/a.csv")));
    table.click("Export as CSV…");
    table.assert_shows("can't be written");
}

#[test]
fn the_form_begins_with_the_table_of_the_last_game() {
    let mut table = Table::new();
    table.click("Play");
    table.click("New game");
    table.click("Three");
    table.click("Spread");
    table.click("Pro");
    table.click("Begin");
    let mut table = table.start_again();
    table.click("New game");
    table.click("Begin");
    let setup = table.desk().game().unwrap().game().setup().clone();
    assert_eq!(setup.players(), Players::Three);
    assert!(setup.rules().pro && setup.rules().beginner == Beginner::Left);
    assert!(matches!(setup.source(), TileSource::Spread(_)));
}
