//! Journals on a disk that fails.

use std::fs;
use std::io;
use std::path::Path;
use std::sync::{Arc, Mutex};

use super::disk::{Fault, Operation};
use super::{Damage, Journal, JournalFolder, Recovered, Trouble, recover};

/// Entries of all sorts of lengths, the empty one among them.
fn entry(n: usize) -> String {
    "x".repeat(n % 5 * 7) + &n.to_string()
}

fn entries(count: usize) -> Vec<String> {
    (0..count).map(entry).collect()
}

/// The same folder on a disk where operation number n fails if `fails` says so.
fn failing(
    path: &Path,
    fails: impl Fn(usize, Operation) -> Option<Fault> + Send + Sync + 'static,
) -> JournalFolder {
    let mut folder = JournalFolder::at(path.to_owned());
    let count = Mutex::new(0);
    folder.disk.faults = Some(Arc::new(move |operation| {
        let mut count = count.lock().unwrap();
        *count += 1;
        fails(*count - 1, operation)
    }));
    folder
}

fn fault(before: usize) -> Option<Fault> {
    Some(Fault {
        error: io::ErrorKind::StorageFull.into(),
        before,
    })
}

/// All the operations of a run without faults.
fn operations(run: impl Fn(&JournalFolder)) -> Vec<Operation> {
    let temporary = tempfile::tempdir().unwrap();
    let seen = Arc::new(Mutex::new(Vec::new()));
    let log = seen.clone();
    run(&failing(temporary.path(), move |_, operation| {
        log.lock().unwrap().push(operation);
        None
    }));
    let seen = seen.lock().unwrap();
    seen.clone()
}

/// How many bytes reach the disk before the fault: of a write none, one, half, all but one, all.
fn bytes_before(operation: Operation) -> Vec<usize> {
    match operation {
        Operation::Write(bytes) => vec![0, 1.min(bytes), bytes / 2, bytes.saturating_sub(1), bytes],
        _ => vec![0],
    }
}

fn the_only_game(path: &Path) -> Journal {
    let Recovered { mut games, damage } = recover(&JournalFolder::at(path.to_owned()));
    assert!(damage.is_empty(), "{damage:?}");
    assert_eq!(games.len(), 1);
    games.remove(0)
}

fn names(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).unwrap();
    let mut names: Vec<_> = entries
        .map(|e| e.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort();
    names
}

/// Six entries; the errors are those that a window would show.
fn play(folder: &JournalFolder, journal: &mut Journal) -> usize {
    let mut errors = 0;
    for n in journal.entries().len()..6 {
        let failed = journal.append(&entry(n)).is_err();
        assert_eq!(failed, journal.missing() > 0);
        errors += usize::from(failed);
        let on_disk = recovered_by_another(folder);
        assert!(on_disk.is_none(), "another window took {on_disk:?}");
    }
    errors
}

/// What a second window would get.
fn recovered_by_another(folder: &JournalFolder) -> Option<Vec<Journal>> {
    let other = JournalFolder::at(folder.path().unwrap().to_owned());
    let games = recover(&other).games;
    (!games.is_empty()).then_some(games)
}

#[test]
fn nothing_is_missing_once_a_fault_is_over() {
    let all = operations(|folder| {
        assert_eq!(play(folder, &mut Journal::create(folder)), 0);
    });
    assert!(all.len() > 20, "{all:?}");
    for (at, operation) in all.iter().enumerate() {
        // The disk fails once, for a few operations, for many.
        for length in [1, 2, 5, 40] {
            for written in bytes_before(*operation) {
                let temporary = tempfile::tempdir().unwrap();
                let folder = failing(temporary.path(), move |n, operation| match operation {
                    Operation::Write(bytes) if (at..at + length).contains(&n) => fault(written.min(bytes)),
                    _ if (at..at + length).contains(&n) => fault(0),
                    _ => None,
                });
                let mut journal = Journal::create(&folder);
                assert!(play(&folder, &mut journal) > 0, "{operation:?}");
                // What the journal says is on the disk is on the disk, and it tries again.
                for _ in 0..length {
                    if journal.catch_up().is_ok() {
                        break;
                    }
                }
                assert_eq!((journal.missing(), journal.catch_up().is_ok()), (0, true));
                drop(journal);
                let journal = the_only_game(temporary.path());
                assert_eq!(journal.entries(), entries(6), "{operation:?} {length} {written}");
                assert_eq!(names(temporary.path()), ["game-1.journal"]);
            }
        }
    }
}

#[test]
fn what_was_on_the_disk_outlives_a_machine_that_stops_anywhere() {
    let all = operations(|folder| {
        assert_eq!(play(folder, &mut Journal::create(folder)), 0);
    });
    for (at, operation) in all.iter().enumerate() {
        for written in bytes_before(*operation) {
            let temporary = tempfile::tempdir().unwrap();
            let folder = failing(temporary.path(), move |n, operation| match operation {
                Operation::Write(bytes) if n == at => fault(written.min(bytes)),
                _ if n >= at => fault(0),
                _ => None,
            });
            let mut journal = Journal::create(&folder);
            let mut on_disk = 0;
            for n in 0..6 {
                match journal.append(&entry(n)) {
                    Ok(()) => on_disk = n + 1,
                    Err(_) => break,
                }
            }
            assert!(on_disk < 6, "{operation:?}");
            drop(journal);
            let Recovered { games, damage } = recover(&JournalFolder::at(temporary.path().to_owned()));
            assert!(damage.is_empty(), "{damage:?}");
            let found = games.first().map(Journal::entries).unwrap_or_default();
            assert_eq!(found, &entries(6)[..found.len()]);
            assert!((on_disk..=on_disk + 1).contains(&found.len()), "{operation:?}");
        }
    }
}

#[test]
fn all_is_written_again_after_a_failing_sync() {
    let temporary = tempfile::tempdir().unwrap();
    let path = temporary.path().join("game-1.journal");
    let lose = Arc::new(Mutex::new(false));
    let folder = {
        let (path, lose) = (path.clone(), lose.clone());
        failing(temporary.path(), move |_, operation| {
            if operation != Operation::Sync || !*lose.lock().unwrap() {
                return None;
            }
            // The system drops what it could not write, and says so only once.
            let sound = fs::read(&path).unwrap();
            let kept = sound.len() / 2;
            let lost = [&sound[..kept], &vec![0; sound.len() - kept]].concat();
            fs::write(&path, lost).unwrap();
            fault(0)
        })
    };
    let mut journal = Journal::create(&folder);
    journal.append("1").unwrap();
    let sound = fs::read(&path).unwrap().len();
    *lose.lock().unwrap() = true;
    // So long that only what has not been on the disk yet is lost.
    let long = "2".repeat(3 * sound);
    assert!(matches!(
        journal.append(&long),
        Err(Trouble::NotOnDisk { count: 1, .. })
    ));
    assert_eq!(journal.missing(), 1);
    *lose.lock().unwrap() = false;
    journal.append("3").unwrap();
    drop(journal);
    assert_eq!(the_only_game(temporary.path()).entries(), ["1", &long, "3"]);
}

/// What a run without faults changes on the disk, in order.
fn changes(run: impl Fn(&JournalFolder)) -> Vec<Operation> {
    use Operation::{Cut, Inspect, List, Lock, Open, Read};
    let changes_nothing = |o: &Operation| matches!(o, Inspect | List | Lock | Open | Read | Cut);
    let all = operations(run).into_iter();
    all.filter(|operation| !changes_nothing(operation)).collect()
}

#[test]
fn bytes_and_names_are_synced_before_an_entry_counts() {
    use Operation::{MakeFolder, Name, New, Sync, SyncFolder, Write};
    let append = |count| {
        move |folder: &JournalFolder| {
            let mut journal = Journal::create(folder);
            for n in 0..count {
                journal.append(&entry(n)).unwrap();
            }
        }
    };
    let first = changes(append(1));
    // The file is whole before it has a name.
    assert!(
        matches!(first[..], [MakeFolder, New, Write(_), Sync, Name, SyncFolder]),
        "{first:?}"
    );
    let second = changes(append(2)).split_off(first.len());
    assert!(matches!(second[..], [Write(_), Sync]), "{second:?}");
    // The damaged journal is safe beside it before a sound one takes its place.
    let repair = changes(|folder| {
        damaged(folder.path().unwrap());
        assert_eq!(recover(folder).games.len(), 1);
    });
    assert!(
        matches!(
            repair[..],
            [
                New,
                Write(_),
                Sync,
                Name,
                SyncFolder,
                MakeFolder,
                New,
                Write(_),
                Sync,
                Name,
                SyncFolder
            ]
        ),
        "{repair:?}"
    );
}

#[test]
fn a_game_that_another_window_puts_away_meanwhile_is_not_taken_over() {
    let temporary = tempfile::tempdir().unwrap();
    let path = temporary.path().join("game-1.journal");
    let mut journal = Journal::create(&JournalFolder::at(temporary.path().to_owned()));
    journal.append("1").unwrap();
    drop(journal);
    let gone = path.clone();
    // Between opening and locking.
    let folder = failing(temporary.path(), move |_, operation| {
        if operation == Operation::Lock {
            fs::remove_file(&gone).unwrap();
            fs::write(&gone, "another").unwrap();
        }
        None
    });
    let Recovered { games, damage } = recover(&folder);
    assert!(games.is_empty() && damage.is_empty(), "{games:?} {damage:?}");
    assert_eq!(fs::read_to_string(&path).unwrap(), "another");
}

#[test]
fn what_a_failing_disk_still_gives_goes_on_in_a_new_file() {
    let temporary = tempfile::tempdir().unwrap();
    let mut journal = Journal::create(&JournalFolder::at(temporary.path().to_owned()));
    let mut lengths = Vec::new();
    let path = temporary.path().join("game-1.journal");
    for n in 0..6 {
        journal.append(&entry(n)).unwrap();
        lengths.push(fs::read(&path).unwrap().len());
    }
    drop(journal);
    let original = fs::read(&path).unwrap();
    let reads = |times: usize, before: usize| {
        let count = Mutex::new(0);
        let folder = failing(temporary.path(), move |_, operation| {
            let mut count = count.lock().unwrap();
            *count += usize::from(operation == Operation::Read);
            (operation == Operation::Read && *count <= times)
                .then(|| fault(before))
                .flatten()
        });
        recover(&folder)
    };
    // Once is not for good.
    let recovered = reads(1, lengths[2]);
    assert!(recovered.damage.is_empty());
    assert_eq!(recovered.games[0].entries(), entries(6));
    drop(recovered);
    // Nothing to go on with: it is left alone.
    let recovered = reads(2, lengths[0] - 1);
    assert!(recovered.games.is_empty());
    assert!(matches!(recovered.damage[..], [Damage::Unreadable { .. }]));
    assert_eq!(fs::read(&path).unwrap(), original);
    let mut recovered = reads(2, lengths[2] + 3);
    assert!(matches!(
        recovered.damage[..],
        [Damage::KeptAside {
            line: 5,
            count: 3,
            ..
        }]
    ));
    recovered.games[0].append("new").unwrap();
    drop(recovered);
    assert_eq!(
        the_only_game(temporary.path()).entries(),
        [&entries(3)[..], &["new".to_owned()]].concat()
    );
    assert_eq!(
        names(temporary.path()),
        ["game-1.journal.damaged-1", "game-2.journal"]
    );
    assert_eq!(
        fs::read(temporary.path().join("game-1.journal.damaged-1")).unwrap(),
        original
    );
}

/// A folder with one journal of six entries, of which the fourth is damaged. What is in it comes back.
fn damaged(folder: &Path) -> Vec<u8> {
    let mut journal = Journal::create(&JournalFolder::at(folder.to_owned()));
    for n in 0..6 {
        journal.append(&entry(n)).unwrap();
    }
    drop(journal);
    let path = folder.join("game-1.journal");
    let mut bytes = fs::read(&path).unwrap();
    let line_breaks = bytes.iter().enumerate().filter(|(_, byte)| **byte == b'\n');
    let at = line_breaks.map(|(at, _)| at).nth(4).unwrap() - 1;
    bytes[at] ^= 1;
    fs::write(path, &bytes).unwrap();
    bytes
}

#[test]
fn a_damaged_journal_is_kept_aside_whatever_fails() {
    let run = |folder: &JournalFolder| {
        let path = folder.path().unwrap();
        if names(path).is_empty() {
            damaged(path);
        }
        let mut games = recover(folder).games;
        let journal = games.first_mut().unwrap();
        assert_eq!(journal.entries(), entries(3));
        journal.append("new").unwrap();
    };
    let all = operations(run);
    for (at, operation) in all.iter().enumerate() {
        for stops in [true, false] {
            for written in bytes_before(*operation) {
                let temporary = tempfile::tempdir().unwrap();
                let original = damaged(temporary.path());
                let folder = failing(temporary.path(), move |n, operation| match operation {
                    Operation::Write(bytes) if n == at => fault(written.min(bytes)),
                    _ if n == at || n > at && stops => fault(0),
                    _ => None,
                });
                let mut recovered = recover(&folder);
                let mut on_disk = 3;
                if let Some(journal) = recovered.games.first_mut() {
                    assert_eq!(journal.entries(), entries(3));
                    assert_eq!(recovered.damage.len(), 1);
                    on_disk += usize::from(journal.append("new").is_ok());
                    if !stops {
                        journal.catch_up().unwrap();
                        on_disk = 4;
                    }
                }
                drop(recovered);
                // A start without faults finishes what is left to do.
                let Recovered { games, .. } = recover(&JournalFolder::at(temporary.path().to_owned()));
                let found = games[0].entries();
                assert!(found.len() == on_disk || found.len() == 4, "{operation:?}");
                assert_eq!(found[..3], entries(3));
                assert!(found[3..].iter().all(|e| e == "new"));
                drop(games);
                assert_eq!(
                    names(temporary.path()),
                    ["game-1.journal", "game-1.journal.damaged-1"],
                    "{operation:?}"
                );
                let aside = temporary.path().join("game-1.journal.damaged-1");
                assert_eq!(fs::read(aside).unwrap(), original);
                the_only_game(temporary.path());
            }
        }
    }
}

#[test]
fn a_journal_that_cannot_be_kept_aside_is_not_deleted_with_the_game() {
    let temporary = tempfile::tempdir().unwrap();
    let original = damaged(temporary.path());
    let full = failing(temporary.path(), |_, operation| {
        matches!(operation, Operation::Write(_))
            .then(|| fault(0))
            .flatten()
    });
    let mut recovered = recover(&full);
    assert!(matches!(
        recovered.damage[..],
        [Damage::StillThere {
            line: 5,
            count: 3,
            ..
        }]
    ));
    recovered.games.remove(0).remove().unwrap();
    assert_eq!(names(temporary.path()), ["game-1.journal.damaged-1"]);
    let aside = temporary.path().join("game-1.journal.damaged-1");
    assert_eq!(fs::read(aside).unwrap(), original);
}

#[test]
fn a_game_that_cannot_be_removed_says_so() {
    let temporary = tempfile::tempdir().unwrap();
    let folder = failing(temporary.path(), |_, operation| {
        (operation == Operation::Remove).then(|| fault(0)).flatten()
    });
    let mut journal = Journal::create(&folder);
    journal.append("1").unwrap();
    let trouble = journal.remove().unwrap_err().to_string();
    assert!(
        trouble.contains("game-1.journal") && trouble.contains("make room"),
        "{trouble}"
    );
    the_only_game(temporary.path()).remove().unwrap();
    assert!(names(temporary.path()).is_empty());
}
