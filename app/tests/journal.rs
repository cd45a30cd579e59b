//! Journals on a real disk: damaged files, several processes, and processes that are killed.
// Helpers of tests may stop a test as the tests themselves may.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use std::fs;
use std::io::{BufRead, BufReader, Lines, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant, SystemTime};

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};
use tayu::journal::{Damage, Journal, JournalFolder, Recovered, Trouble, recover};
use tempfile::TempDir;

/// A child shares the open files of this process, and their locks, for the moment between fork and exec: tests that
/// start one and tests that count on a lock being released don't run at the same time.
fn alone() -> MutexGuard<'static, ()> {
    static TURN: Mutex<()> = Mutex::new(());
    TURN.lock().unwrap_or_else(PoisonError::into_inner)
}

struct Place {
    folder: TempDir,
    _turn: MutexGuard<'static, ()>,
}

impl Place {
    fn new() -> Self {
        let _turn = alone();
        // Not in /tmp, which is in memory on many systems.
        let folder = tempfile::tempdir_in(env!("CARGO_TARGET_TMPDIR")).unwrap();
        Self { folder, _turn }
    }

    /// A folder that is still to be made.
    fn path(&self) -> PathBuf {
        self.folder.path().join("data/games")
    }

    fn journals(&self) -> JournalFolder {
        JournalFolder::at(self.path())
    }

    fn file(&self, name: &str) -> PathBuf {
        self.path().join(name)
    }

    fn names(&self) -> Vec<String> {
        let entries = fs::read_dir(self.path()).unwrap();
        let mut names: Vec<_> = entries
            .map(|entry| entry.unwrap().file_name().into_string().unwrap())
            .collect();
        names.sort();
        names
    }

    /// A game with these entries that nobody holds.
    fn game(&self, entries: &[&str]) {
        let mut journal = Journal::create(&self.journals());
        for entry in entries {
            journal.append(entry).unwrap();
        }
    }

    /// The entries of the games that are taken over when there is nothing to say about them.
    fn recovered(&self) -> Vec<Vec<String>> {
        let Recovered { games, damage } = recover(&self.journals());
        assert!(damage.is_empty(), "{damage:?}");
        games.iter().map(|journal| journal.entries().to_vec()).collect()
    }
}

#[test]
fn games_come_back_the_newest_first_until_they_are_removed() {
    let place = Place::new();
    assert!(place.recovered().is_empty());
    let mut first = Journal::create(&place.journals());
    assert!(!place.path().exists(), "a journal without entries needs no file");
    first.append("{\"begin\": 1}").unwrap();
    place.game(&["ü", "", "{}"]);
    // Both are open in this window, or just the first.
    assert_eq!(place.recovered(), [["ü", "", "{}"].map(str::to_owned)]);
    drop(first);
    let mut games = recover(&place.journals()).games;
    assert_eq!(games.len(), 2);
    assert_eq!(games[0].entries(), ["ü", "", "{}"]);
    let mut first = games.remove(1);
    first.append("more").unwrap();
    for game in games {
        game.remove().unwrap();
    }
    drop(first);
    assert_eq!(place.recovered(), [["{\"begin\": 1}", "more"].map(str::to_owned)]);
    assert_eq!(place.names(), ["game-1.journal"]);
}

#[test]
fn entries_that_could_not_be_read_again_are_refused() {
    let place = Place::new();
    let mut journal = Journal::create(&place.journals());
    for entry in ["a\nb", "\n", "a\r"] {
        assert!(matches!(journal.append(entry), Err(Trouble::LineBreak)));
    }
    let long = "x".repeat(6 * 1024 * 1024);
    journal.append(&long).unwrap();
    journal.append(&long).unwrap();
    assert!(matches!(journal.append(&long), Err(Trouble::TooLong)));
    journal.append("short").unwrap();
    assert_eq!((journal.entries().len(), journal.missing()), (3, 0));
    drop(journal);
    assert_eq!(place.recovered(), [[long.clone(), long, "short".to_owned()]]);
}

#[test]
fn nowhere_is_a_folder_too() {
    let mut journal = Journal::create(&JournalFolder::nowhere());
    journal.append("1").unwrap();
    assert_eq!((journal.entries().len(), journal.missing()), (1, 0));
    journal.remove().unwrap();
    let Recovered { games, damage } = recover(&JournalFolder::nowhere());
    assert!(games.is_empty() && damage.is_empty());
}

#[test]
fn a_torn_last_line_is_dropped_and_the_game_goes_on() {
    let place = Place::new();
    place.game(&["1", "2", "3"]);
    let whole = fs::read(place.file("game-1.journal")).unwrap();
    let line_breaks = |bytes: &[u8]| bytes.iter().filter(|byte| **byte == b'\n').count();
    for length in 0..whole.len() {
        let cut = &whole[..length];
        fs::write(place.file("game-1.journal"), cut).unwrap();
        let left = line_breaks(cut).saturating_sub(1);
        if left == 0 {
            // There is nothing to go on with, but nothing is deleted either.
            let Recovered { games, damage } = recover(&place.journals());
            assert!(games.is_empty());
            assert!(matches!(&damage[..], [Damage::NothingInIt { .. }]), "{damage:?}");
            let aside = place.file(&format!("game-1.journal.damaged-{}", length + 1));
            assert_eq!(fs::read(aside).unwrap(), cut);
            continue;
        }
        let mut games = recover(&place.journals()).games;
        games[0].append("new").unwrap();
        drop(games);
        let expected: Vec<_> = ["1", "2", "3"][..left].iter().chain(&["new"]).copied().collect();
        assert_eq!(place.recovered(), [expected]);
    }
}

#[test]
fn every_changed_byte_before_the_last_line_is_noticed_and_kept() {
    let place = Place::new();
    place.game(&["1", "two", "", "4"]);
    let path = place.file("game-1.journal");
    let whole = fs::read(&path).unwrap();
    let last = whole[..whole.len() - 1]
        .iter()
        .rposition(|byte| *byte == b'\n')
        .unwrap()
        + 1;
    for at in 0..whole.len() {
        for bit in [0, 5, 7] {
            let mut changed = whole.clone();
            changed[at] ^= 1 << bit;
            fs::remove_dir_all(place.path()).unwrap();
            fs::create_dir_all(place.path()).unwrap();
            fs::write(&path, &changed).unwrap();
            let Recovered { mut games, damage } = recover(&place.journals());
            if let Some(game) = games.first_mut() {
                let entries = game.entries();
                assert!(entries.len() < 4 && entries == &["1", "two", "", "4"][..entries.len()]);
                game.append("new").unwrap();
            }
            let kept: Vec<_> = place
                .names()
                .iter()
                .map(|name| fs::read(place.file(name)).unwrap())
                .collect();
            assert!(at >= last || kept.contains(&changed), "byte {at}, bit {bit}");
            assert_eq!(damage.is_empty(), !kept.contains(&changed));
            // It is said once, unless it is left alone.
            let count = games.len();
            drop(games);
            let again = recover(&place.journals());
            assert_eq!(again.games.len(), count);
            assert!(
                again
                    .damage
                    .iter()
                    .all(|damage| matches!(damage, Damage::TooNew { .. }))
            );
        }
    }
}

#[test]
fn what_is_no_journal_is_never_deleted() {
    let place = Place::new();
    fs::create_dir_all(place.path()).unwrap();
    fs::write(place.file("notes.txt"), "mine").unwrap();
    fs::write(place.file("game-7.journal"), "").unwrap();
    fs::write(place.file("game-7.journal.damaged-1"), "earlier").unwrap();
    fs::write(place.file("mine.journal"), "mine").unwrap();
    fs::write(place.file("game-3.journal"), "tayu-journal 2\n{}\n").unwrap();
    fs::write(place.file("game-99999999999999999999.journal"), [0xff; 100]).unwrap();
    fs::create_dir(place.file("game-4.journal")).unwrap();
    fs::File::create(place.file("game-5.journal"))
        .unwrap()
        .set_len(1 << 40)
        .unwrap();
    let Recovered { games, damage } = recover(&place.journals());
    assert!(games.is_empty());
    assert_eq!(damage.len(), 6, "{damage:?}");
    let said: Vec<String> = damage.iter().map(ToString::to_string).collect();
    assert!(said[0].contains("game-7.journal.damaged-2"), "{said:?}");
    assert!(
        said[1].contains("game-5.journal") && said[1].contains("elsewhere"),
        "{said:?}"
    );
    assert!(said[2].contains("game-4.journal"), "{said:?}");
    assert!(
        said[3].contains("game-3.journal") && said[3].contains("version 2"),
        "{said:?}"
    );
    for (name, text) in [
        ("notes.txt", "mine"),
        ("game-7.journal.damaged-1", "earlier"),
        ("game-7.journal.damaged-2", ""),
        ("mine.journal.damaged-1", "mine"),
        ("game-3.journal", "tayu-journal 2\n{}\n"),
    ] {
        assert_eq!(fs::read_to_string(place.file(name)).unwrap(), text);
    }
    // A new game gets a name of its own.
    place.game(&["1"]);
    assert!(place.file("game-8.journal").exists());
}

#[cfg(unix)]
#[test]
fn links_pipes_and_closed_doors_do_no_harm() {
    use std::os::unix::fs::{PermissionsExt, symlink};
    let place = Place::new();
    place.game(&["1", "2"]);
    symlink(place.file("game-1.journal"), place.file("game-2.journal")).unwrap();
    symlink("/dev/zero", place.file("game-3.journal")).unwrap();
    let made = Command::new("mkfifo")
        .arg(place.file("game-4.journal"))
        .status()
        .unwrap();
    assert!(made.success());
    let Recovered { games, damage } = recover(&place.journals());
    assert_eq!(games.len(), 1);
    assert!(
        damage
            .iter()
            .all(|damage| matches!(damage, Damage::NoFile { .. }))
    );
    assert_eq!(damage.len(), 3);
    drop(games);
    // A file that can only be read is restored too, and written anew.
    for name in ["game-2.journal", "game-3.journal", "game-4.journal"] {
        fs::remove_file(place.file(name)).unwrap();
    }
    fs::set_permissions(place.file("game-1.journal"), PermissionsExt::from_mode(0o444)).unwrap();
    let mut games = recover(&place.journals()).games;
    games[0].append("3").unwrap();
    drop(games);
    assert_eq!(place.recovered(), [["1", "2", "3"]]);
    // A folder in the place of a file: there is nowhere to write, and a message about it.
    let no_folder = JournalFolder::at(place.file("game-1.journal").join("games"));
    assert_eq!(recover(&no_folder).damage.len(), 1);
    let mut journal = Journal::create(&no_folder);
    assert!(journal.append("1").is_err());
    assert_eq!(journal.missing(), 1);
}

#[test]
fn a_folder_that_was_cleared_is_filled_again() {
    let place = Place::new();
    let mut journal = Journal::create(&place.journals());
    journal.append("1").unwrap();
    fs::remove_dir_all(place.path()).unwrap();
    journal.append("2").unwrap();
    // Another file of this name is not touched.
    fs::remove_file(place.file("game-1.journal")).unwrap();
    fs::write(place.file("game-1.journal"), "mine").unwrap();
    journal.append("3").unwrap();
    assert_eq!(fs::read_to_string(place.file("game-1.journal")).unwrap(), "mine");
    fs::remove_file(place.file("game-1.journal")).unwrap();
    // Emptied in its place.
    fs::File::options()
        .write(true)
        .open(place.file("game-2.journal"))
        .unwrap()
        .set_len(20)
        .unwrap();
    journal.append("4").unwrap();
    // Written on by somebody else.
    let mut other = fs::File::options()
        .append(true)
        .open(place.file("game-2.journal"))
        .unwrap();
    other.write_all("other\n".repeat(20).as_bytes()).unwrap();
    journal.append("5").unwrap();
    drop(journal);
    assert_eq!(place.recovered(), [["1", "2", "3", "4", "5"]]);
    // Nor is another file removed with the game.
    let game = recover(&place.journals()).games.remove(0);
    fs::remove_file(place.file("game-2.journal")).unwrap();
    fs::write(place.file("game-2.journal"), "mine").unwrap();
    game.remove().unwrap();
    assert_eq!(fs::read_to_string(place.file("game-2.journal")).unwrap(), "mine");
}

#[test]
fn temporary_files_that_were_left_behind_go_in_time() {
    let place = Place::new();
    place.game(&["1"]);
    for (name, hours) in [(".tayu-new.tmp", 0), (".tayu-old.tmp", 2), ("old.tmp", 2)] {
        let file = fs::File::create(place.file(name)).unwrap();
        file.set_modified(SystemTime::now() - Duration::from_secs(hours * 3600))
            .unwrap();
    }
    assert_eq!(place.recovered().len(), 1);
    assert_eq!(place.names(), [".tayu-new.tmp", "game-1.journal", "old.tmp"]);
}

// Other processes. Each is this program again, as `another_window` below.

const FOLDER: &str = "TAYU_TEST_JOURNALS";

/// An entry that says its number, now and then a long one.
fn numbered(n: usize) -> String {
    let length = if n % 7 == 3 { 20_000 } else { n * 13 % 200 };
    format!("{n} {}", "x".repeat(length))
}

/// Goes on with the newest game in a folder, or begins one, and writes it on as far as each line of its input says;
/// says the number of entries whenever one is on the disk, and once after taking over.
#[test]
#[ignore = "the other window of the tests below"]
fn another_window() {
    let folder = JournalFolder::at(PathBuf::from(std::env::var_os(FOLDER).expect(FOLDER)));
    let Recovered { mut games, damage } = recover(&folder);
    assert!(damage.is_empty(), "{damage:?}");
    let mut journal = if games.is_empty() {
        Journal::create(&folder)
    } else {
        games.remove(0)
    };
    let say = |count: usize| writeln!(std::io::stdout(), "\n#{count}").unwrap();
    say(journal.entries().len());
    for line in std::io::stdin().lines() {
        let until: usize = line.unwrap().parse().unwrap();
        while journal.entries().len() < until {
            journal.append(&numbered(journal.entries().len())).unwrap();
            say(journal.entries().len());
        }
    }
}

/// A process that does not outlive the test.
struct Window {
    child: Child,
    input: ChildStdin,
    output: Lines<BufReader<ChildStdout>>,
}

impl Window {
    fn open(folder: &Path) -> Self {
        let mut child = Command::new(std::env::current_exe().unwrap())
            .args(["--ignored", "--exact", "another_window", "--nocapture"])
            .env(FOLDER, folder)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::inherit())
            .spawn()
            .unwrap();
        Self {
            input: child.stdin.take().unwrap(),
            output: BufReader::new(child.stdout.take().unwrap()).lines(),
            child,
        }
    }

    fn write_until(&mut self, count: usize) {
        writeln!(self.input, "{count}").unwrap();
    }

    /// The next number of entries that it says are on the disk; none when it has ended.
    fn said(&mut self) -> Option<usize> {
        self.output.find_map(|line| {
            line.unwrap()
                .strip_prefix('#')
                .map(|count| count.parse().unwrap())
        })
    }

    /// Kills it on the spot and gives the last number that it had said but nobody had heard.
    fn kill(&mut self) -> Option<usize> {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
        std::iter::from_fn(|| self.said()).last()
    }
}

impl Drop for Window {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

#[test]
fn windows_leave_each_other_alone() {
    let place = Place::new();
    let mut other = Window::open(&place.path());
    assert_eq!(other.said(), Some(0));
    other.write_until(2);
    assert_eq!((other.said(), other.said()), (Some(1), Some(2)));
    // The game is the other's.
    assert!(place.recovered().is_empty());
    place.game(&["mine"]);
    assert_eq!(place.names(), ["game-1.journal", "game-2.journal"]);
    let mut third = Window::open(&place.path());
    assert_eq!(third.said(), Some(1), "it takes over the game that nobody holds");
    other.write_until(3);
    assert_eq!(other.said(), Some(3));
    assert!(place.recovered().is_empty());
    // The system releases what a killed window held.
    assert_eq!(other.kill(), None);
    assert_eq!(place.recovered(), [[numbered(0), numbered(1), numbered(2)]]);
    third.kill();
    assert_eq!(place.recovered()[0], ["mine"]);
}

#[test]
fn many_windows_at_once_share_what_is_there() {
    let place = Place::new();
    for _ in 0..3 {
        let held: Vec<_> = (0..3)
            .map(|_| {
                let mut journal = Journal::create(&place.journals());
                journal.append(&numbered(0)).unwrap();
                journal
            })
            .collect();
        drop(held);
        let mut windows: Vec<_> = (0..4).map(|_| Window::open(&place.path())).collect();
        // Each goes on by itself, whatever it has got.
        for window in &mut windows {
            window.write_until(5);
        }
        for window in &mut windows {
            assert!(std::iter::from_fn(|| window.said()).any(|count| count == 5));
        }
        for window in &mut windows {
            window.kill();
        }
        for journal in recover(&place.journals()).games {
            let entries = journal.entries();
            assert!(entries.len() == 5 || entries.len() == 1);
            assert!(entries.iter().enumerate().all(|(n, entry)| *entry == numbered(n)));
            journal.remove().unwrap();
        }
        assert!(place.names().is_empty());
    }
}

#[test]
fn nothing_but_the_move_in_flight_goes_with_a_killed_window() {
    const KILLS: usize = 400;
    const KILLS_A_GAME: usize = 8;
    let place = Place::new();
    let mut chance = ChaCha8Rng::seed_from_u64(9);
    let mut random = |below: u32| chance.next_u32() % below;
    let (mut on_disk, mut in_flight, mut struck) = (0, 0, 0);
    for kill in 0..KILLS {
        if kill % KILLS_A_GAME == 0 {
            for game in recover(&place.journals()).games {
                game.remove().unwrap();
            }
            on_disk = 0;
        }
        let mut window = Window::open(&place.path());
        // Some are killed at the start, while they take over; most while they write.
        let hear = random(6);
        if hear > 0 {
            assert_eq!(window.said(), Some(on_disk));
            window.write_until(on_disk + 1000);
            for _ in 1..hear {
                on_disk = window.said().unwrap();
            }
        }
        let moment = Instant::now() + Duration::from_micros(u64::from(random(4000)));
        while Instant::now() < moment {
            std::hint::spin_loop();
        }
        if let Some(count) = window.kill() {
            on_disk = on_disk.max(count);
        }
        let Recovered { games, damage } = recover(&place.journals());
        assert!(damage.is_empty(), "{damage:?}");
        assert!(games.len() <= 1);
        let entries = games.first().map(Journal::entries).unwrap_or_default();
        let expected: Vec<_> = (0..entries.len()).map(numbered).collect();
        assert_eq!(entries, expected);
        assert!(
            (on_disk..=on_disk + 1).contains(&entries.len()),
            "{} of {on_disk}",
            entries.len()
        );
        struck += usize::from(hear > 0);
        in_flight += entries.len() - on_disk;
        on_disk = entries.len();
    }
    // The kills did strike while entries were written, between the disk and the word about it.
    assert!(struck > KILLS / 2 && in_flight > 0, "{struck} {in_flight}");
}
