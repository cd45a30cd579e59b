//! What becomes of games at the desk: nothing that has been played is lost, and no result is made worse.

#![allow(clippy::unwrap_used)]

use std::fs;
use std::path::Path;
use std::sync::Arc;

use tayu::desk::{Answer, Command, Desk, Keeping, NewGame, NewSource, Question, Services};
use tayu::journal::JournalFolder;
use tayu::library::{GameList, Library};
use tayu::settings::SettingsFile;
use tayu_core::{Draw, FirstPlayer, Game, Move, Record, Rules, Seat, Seed};

fn desk(folder: &Path) -> Desk {
    let mut services = Services::of_system(Arc::new(|| ()));
    services.new_seed = Box::new(|| Seed(3));
    let keeping = Keeping {
        journals: JournalFolder::at(folder.join("games")),
        library: Library::at(folder.join("played")),
    };
    Desk::new(services, SettingsFile::at(folder.join("settings.json")), keeping)
}

fn begin(desk: &mut Desk, source: NewSource) {
    desk.apply(Command::NewGame(Box::new(NewGame {
        names: vec!["Ada".into(), "Max".into()],
        levels: [None; 4],
        first: FirstPlayer::Chosen(Seat::new(1).unwrap()),
        rules: Rules::default(),
        source,
        seed: None,
    })));
}

fn game(desk: &Desk) -> &Game {
    desk.game().unwrap().game()
}

/// Makes so many moves, or all that there are.
fn play(desk: &mut Desk, moves: usize) {
    for _ in 0..moves {
        let Some(&action) = game(desk).legal_moves().first() else {
            return;
        };
        desk.apply(Command::Play(action));
    }
}

fn kept(folder: &Path) -> Vec<Record> {
    let library = Library::at(folder.join("played"));
    let list = library.list(&GameList::default());
    assert!(list.bad.is_empty());
    let names = list.games.iter().filter_map(|kept| library.name_of(&kept.path));
    names.map(|name| library.game(&name).unwrap()).collect()
}

fn new_game_instead(desk: &mut Desk) {
    begin(desk, NewSource::Stacks);
    if desk.question().is_some() {
        desk.apply(Command::Answer(Answer::GoOn));
    }
    assert!(game(desk).played().is_empty());
}

#[test]
fn a_result_stays_whatever_is_taken_back_after_the_end() {
    let folder = tempfile::tempdir().unwrap();
    let mut desk = desk(folder.path());
    begin(&mut desk, NewSource::Stacks);
    play(&mut desk, 1000);
    let end = game(&desk).clone();
    assert!(end.outcome().is_some());
    let is_as_it_ended = |folder: &Path| {
        let records = kept(folder);
        records.len() == 1 && records[0].game() == &end && !records[0].practice
    };
    assert!(is_as_it_ended(folder.path()));
    for steps in 1..4 {
        (0..steps).for_each(|_| desk.apply(Command::Undo));
        assert!(desk.game().unwrap().is_practice());
        (0..steps).for_each(|_| desk.apply(Command::Redo));
        assert!(is_as_it_ended(folder.path()), "{steps}");
    }
    // Taken back and put away, and taken back and played otherwise.
    (0..3).for_each(|_| desk.apply(Command::Undo));
    new_game_instead(&mut desk);
    assert!(is_as_it_ended(folder.path()));
    play(&mut desk, 1000);
    (0..6).for_each(|_| desk.apply(Command::Undo));
    let other = *game(&desk).legal_moves().last().unwrap();
    desk.apply(Command::Play(other));
    play(&mut desk, 1000);
    let records = kept(folder.path());
    assert_eq!(
        records
            .iter()
            .filter(|record| record.game() == &end && !record.practice)
            .count(),
        1
    );
    assert!(records.len() == 2 && records.iter().any(|record| record.practice));
}

#[test]
fn a_game_taken_back_to_its_start_is_kept_as_far_as_it_had_come() {
    let folder = tempfile::tempdir().unwrap();
    let mut desk = desk(folder.path());
    begin(&mut desk, NewSource::Stacks);
    play(&mut desk, 10);
    let furthest = game(&desk).clone();
    (0..10).for_each(|_| desk.apply(Command::Undo));
    new_game_instead(&mut desk);
    let records = kept(folder.path());
    assert_eq!(records.len(), 1);
    assert_eq!(records[0].game(), &furthest);
}

#[test]
fn nobody_quits_over_moves_that_are_nowhere_without_being_asked() {
    let folder = tempfile::tempdir().unwrap();
    let mut desk = desk(folder.path());
    begin(&mut desk, NewSource::Stacks);
    play(&mut desk, 3);
    // A file in the place of the folder: nothing can be written, as on a disk that is full.
    for name in ["games", "played"] {
        let _ = fs::rename(
            folder.path().join(name),
            folder.path().join(format!("{name} aside")),
        );
        fs::write(folder.path().join(name), "").unwrap();
    }
    play(&mut desk, 1);
    let moves = game(&desk).played().len();
    desk.apply(Command::Quit);
    assert!(matches!(desk.question(), Some(Question::NotSaved { .. })) && !desk.wants_to_quit());
    desk.apply(Command::Answer(Answer::Cancel));
    // Nor does a new game take its place.
    begin(&mut desk, NewSource::Stacks);
    desk.apply(Command::Answer(Answer::GoOn));
    assert_eq!(game(&desk).played().len(), moves);
    assert!(desk.notice().is_some_and(|notice| notice.is_error));
    desk.apply(Command::Quit);
    desk.apply(Command::Answer(Answer::GoOn));
    assert!(desk.wants_to_quit());
}

#[test]
fn what_was_seen_is_not_forgotten_by_way_of_a_replay() {
    let folder = tempfile::tempdir().unwrap();
    let mut desk = desk(folder.path());
    begin(&mut desk, NewSource::Stacks);
    play(&mut desk, 2);
    desk.apply(Command::ReplayGame);
    desk.apply(Command::Show(tayu::desk::Mode::Play));
    play(&mut desk, 1);
    desk.apply(Command::Show(tayu::desk::Mode::Replay));
    desk.apply(Command::PlayOn);
    desk.apply(Command::Answer(Answer::GoOn));
    assert_eq!(game(&desk).played().len(), 2);
    assert!(desk.game().unwrap().is_practice());
}

#[test]
fn undo_after_the_end_is_practice_and_at_a_real_table_it_never_is() {
    let folder = tempfile::tempdir().unwrap();
    let mut desk = desk(folder.path());
    begin(&mut desk, NewSource::Table);
    play(&mut desk, 9);
    (0..9).for_each(|_| desk.apply(Command::Undo));
    assert!(game(&desk).played().is_empty() && !desk.game().unwrap().is_practice());
    let tile = "147".parse().unwrap();
    desk.apply(Command::Play(Move::Draw(Draw::Tile(tile))));
    assert!(!desk.game().unwrap().is_practice());

    new_game_instead(&mut desk);
    play(&mut desk, 1000);
    assert!(!desk.game().unwrap().is_practice());
    desk.apply(Command::Undo);
    assert!(
        desk.game().unwrap().is_practice(),
        "the end shows the whole supply"
    );
}

#[test]
fn names_of_any_letters_fit_into_the_name_of_a_file() {
    let folder = tempfile::tempdir().unwrap();
    let mut desk = desk(folder.path());
    desk.apply(Command::NewGame(Box::new(NewGame {
        names: vec!["𝓐".repeat(40), "ن".repeat(40)],
        levels: [None; 4],
        first: FirstPlayer::Chosen(Seat::new(1).unwrap()),
        rules: Rules::default(),
        source: NewSource::Stacks,
        seed: None,
    })));
    play(&mut desk, 1000);
    assert_eq!(kept(folder.path()).len(), 1);
}

#[test]
fn a_game_that_was_deleted_does_not_come_back() {
    let folder = tempfile::tempdir().unwrap();
    let mut desk = desk(folder.path());
    begin(&mut desk, NewSource::Stacks);
    play(&mut desk, 1000);
    let library = Library::at(folder.path().join("played"));
    let path = library.list(&GameList::default()).games[0].path.clone();
    desk.apply(Command::ShowGames);
    while desk.games_shown().is_some_and(tayu::desk::Games::is_reading) {
        std::thread::yield_now();
        desk.poll();
    }
    desk.apply(Command::DeleteKept(path));
    desk.apply(Command::Answer(Answer::GoOn));
    assert!(kept(folder.path()).is_empty());
    desk.apply(Command::Quit);
    assert!(desk.wants_to_quit() && kept(folder.path()).is_empty());
}

#[test]
fn a_stray_file_beside_it_makes_no_game_practice() {
    let folder = tempfile::tempdir().unwrap();
    let mut first = desk(folder.path());
    begin(&mut first, NewSource::Stacks);
    play(&mut first, 5);
    drop(first);
    fs::create_dir(folder.path().join("games/stray.journal")).unwrap();
    fs::write(folder.path().join("games/new.journal"), "tayu-journal 9\n").unwrap();
    let back = desk(folder.path());
    assert_eq!(game(&back).played().len(), 5);
    assert!(!back.game().unwrap().is_practice());
    assert!(
        back.notice()
            .unwrap()
            .details
            .iter()
            .any(|line| line.contains("stray.journal"))
    );
}

#[test]
fn a_journal_says_nothing_of_files_elsewhere() {
    let folder = tempfile::tempdir().unwrap();
    let mut first = desk(folder.path());
    begin(&mut first, NewSource::Stacks);
    play(&mut first, 5);
    drop(first);
    let journals = JournalFolder::at(folder.path().join("games"));
    let mut journal = tayu::journal::recover(&journals).games.pop().unwrap();
    journal.append("kept ../elsewhere.tayu.json").unwrap();
    drop(journal);
    let mut back = desk(folder.path());
    play(&mut back, 1000);
    assert!(!folder.path().join("elsewhere.tayu.json").exists());
    assert_eq!(kept(folder.path()).len(), 1);
}
