//! All puzzles and games in a folder and in those inside of it.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::{self, Receiver, TryRecvError};
use std::thread;

use tayu_core::file::{FileFaults, Format};
use tayu_core::{Puzzle, Record};
use walkdir::WalkDir;

use crate::desk::Wake;
use crate::files::{self, BadFile, claims_to_be_ours, is_named_ours};
use crate::phrases;
use crate::summary::GameSummary;

/// The window is woken after so many files, to show how it goes.
const FILES_TO_WAKE: usize = 50;

/// What a file holds.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Content {
    /// A puzzle.
    Puzzle {
        /// Its title.
        title: Option<String>,
        /// How many tiles are to come.
        tiles: usize,
    },
    /// A game.
    Game(Box<GameSummary>),
}

/// A sound file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SoundFile {
    /// The file.
    pub path: PathBuf,
    /// What it holds.
    pub content: Content,
}

/// What was found in a folder.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Collection {
    /// The sound files, in the order of their paths.
    pub sound: Vec<SoundFile>,
    /// Files that have to be puzzles or games and are none, and whatever can't be read.
    pub bad: Vec<BadFile>,
    /// How many other JSON and text files there are, which have nothing to do with this program.
    pub others: usize,
}

impl Collection {
    /// How many puzzles and how many games are sound.
    #[must_use]
    pub fn counts(&self) -> (usize, usize) {
        let is_puzzle = |file: &&SoundFile| matches!(file.content, Content::Puzzle { .. });
        let puzzles = self.sound.iter().filter(is_puzzle).count();
        (puzzles, self.sound.len() - puzzles)
    }
}

/// A folder that is being read, on a thread of its own. Dropping it stops the reading.
#[derive(Debug)]
pub struct Search {
    shared: Arc<Shared>,
    receiver: Receiver<Collection>,
}

#[derive(Debug, Default)]
struct Shared {
    is_cancelled: AtomicBool,
    seen: AtomicUsize,
}

impl Search {
    /// Begins to read a folder.
    #[must_use]
    pub fn start(folder: PathBuf, wake: Wake) -> Self {
        let shared = Arc::new(Shared::default());
        let (sender, receiver) = mpsc::channel();
        let theirs = Arc::clone(&shared);
        let read = move || {
            let collection = collect(&folder, |seen| {
                theirs.seen.store(seen, Ordering::Relaxed);
                if seen.is_multiple_of(FILES_TO_WAKE) {
                    wake();
                }
                !theirs.is_cancelled.load(Ordering::Relaxed)
            });
            // Nobody may be waiting any more.
            let _ = sender.send(collection);
            wake();
        };
        // Without a thread the receiver is closed at once, and nothing has been found.
        if let Err(error) = thread::Builder::new().name("folder".into()).spawn(read) {
            tracing::warn!("no thread to read a folder: {error}");
        }
        Self { shared, receiver }
    }

    /// How many files have been looked at.
    #[must_use]
    pub fn seen(&self) -> usize {
        self.shared.seen.load(Ordering::Relaxed)
    }

    /// What was found, once it is all read.
    #[must_use]
    pub fn found(&self) -> Option<Collection> {
        match self.receiver.try_recv() {
            Ok(collection) => Some(collection),
            Err(TryRecvError::Empty) => None,
            Err(TryRecvError::Disconnected) => Some(Collection::default()),
        }
    }
}

impl Drop for Search {
    fn drop(&mut self) {
        self.shared.is_cancelled.store(true, Ordering::Relaxed);
    }
}

/// Reads all files that end in `.json` or `.txt` in a folder and in those inside of it, in the order of their names.
///
/// Links to files are followed. Links to folders are not, so that none is gone through twice and there is an end.
/// Before each file `go_on` is told how many have been looked at, and ends it by `false`.
#[must_use]
pub fn collect(folder: &Path, mut go_on: impl FnMut(usize) -> bool) -> Collection {
    let mut found = Collection::default();
    let mut seen = 0;
    for entry in WalkDir::new(folder).sort_by_file_name() {
        if !go_on(seen) {
            break;
        }
        let entry = match entry {
            Ok(entry) => entry,
            Err(error) => {
                let path = error.path().unwrap_or(folder).to_owned();
                let fault = error
                    .io_error()
                    .map_or_else(|| error.to_string(), ToString::to_string);
                found.bad.push(BadFile { path, fault });
                continue;
            }
        };
        let path = entry.path();
        let ends_in = |ending| {
            path.extension()
                .is_some_and(|found| found.eq_ignore_ascii_case(ending))
        };
        let is_wanted = (ends_in("json") || ends_in("txt"))
            && !entry.file_type().is_dir()
            && !(entry.path_is_symlink() && path.is_dir());
        if is_wanted {
            seen += 1;
            look_at(path, &mut found);
        }
    }
    let _ = go_on(seen);
    found
}

fn look_at(path: &Path, found: &mut Collection) {
    match content(path) {
        Ok(Some(content)) => found.sound.push(SoundFile {
            path: path.to_owned(),
            content,
        }),
        Ok(None) => found.others += 1,
        Err(fault) => found.bad.push(BadFile {
            path: path.to_owned(),
            fault,
        }),
    }
}

/// What a file holds; `None` when it does not claim to be of this program; else the first thing that is wrong.
fn content(path: &Path) -> Result<Option<Content>, String> {
    let text = match files::read_text(path) {
        Ok(text) => text,
        Err(error) if error.is_of_content() && !is_named_ours(path) => return Ok(None),
        Err(error) => return Err(error.to_string()),
    };
    let format = Format::of(&text);
    if format == Some(Format::Game) {
        let record = Record::from_json_or_text(&text).map_err(|faults| first(&faults))?;
        return Ok(Some(Content::Game(Box::new(GameSummary::of(&record)))));
    }
    if format.is_none() && !is_named_ours(path) && !claims_to_be_ours(&text) {
        return Ok(None);
    }
    let puzzle = Puzzle::from_json(&text).map_err(|faults| first(&faults))?;
    Ok(Some(Content::Puzzle {
        title: puzzle.about().title.clone(),
        tiles: puzzle.sequence().len(),
    }))
}

fn first(faults: &FileFaults) -> String {
    (faults.0.first()).map_or_else(|| faults.to_string(), phrases::file_fault)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    const PUZZLE: &str = r#"{"format": "tayu-puzzle", "version": 1, "title": "P",
        "board": ["i10-147"], "sequence": ["123"], "maximize": "NS"}"#;
    const GAME: &str = include_str!("../../core/tests/data/games/two.tayu.json");
    const TEXT: &str = include_str!("../../core/tests/data/games/pasted.txt");

    fn names(files: impl Iterator<Item = PathBuf>) -> Vec<String> {
        let name = |path: PathBuf| path.file_name().unwrap().to_string_lossy().into_owned();
        files.map(name).collect()
    }

    #[test]
    fn what_is_sound_is_told_from_what_is_not_and_from_what_is_somebody_elses() {
        let folder = tempfile::tempdir().unwrap();
        let inner = folder.path().join("b/deep");
        fs::create_dir_all(&inner).unwrap();
        for (path, text) in [
            ("z.json", PUZZLE),
            ("a.tayu.json", GAME),
            ("b/deep/c.TXT", TEXT),
            ("b/notes.txt", "Buy milk."),
            ("b/package.json", "{\"name\": \"x\"}"),
            ("b/empty.txt", ""),
            ("b/bad.json", &PUZZLE.replace("\"NS\"", "\"SN\"")),
            ("b/none.tayu.json", "{"),
            ("b/other.rs", PUZZLE),
        ] {
            fs::write(folder.path().join(path), text).unwrap();
        }
        let found = collect(folder.path(), |_| true);
        let sound = names(found.sound.iter().map(|file| file.path.clone()));
        assert_eq!(sound, ["a.tayu.json", "c.TXT", "z.json"]);
        assert_eq!(found.counts(), (1, 2));
        let bad = names(found.bad.iter().map(|file| file.path.clone()));
        assert_eq!(bad, ["bad.json", "none.tayu.json"]);
        assert!(found.bad[0].fault.contains("maximize"), "{}", found.bad[0].fault);
        assert_eq!(found.others, 3);
    }

    #[cfg(unix)]
    #[test]
    fn links_and_pipes_end_and_what_cannot_be_read_is_told() {
        use std::os::unix::fs::symlink;
        let folder = tempfile::tempdir().unwrap();
        let inner = folder.path().join("inner");
        fs::create_dir(&inner).unwrap();
        symlink(folder.path(), inner.join("back")).unwrap();
        symlink(folder.path(), inner.join("back.json")).unwrap();
        symlink("nowhere", inner.join("dangling.json")).unwrap();
        symlink("self.json", inner.join("self.json")).unwrap();
        fs::write(folder.path().join("p.json"), PUZZLE).unwrap();
        symlink("../p.json", inner.join("link.json")).unwrap();
        let found = collect(folder.path(), |_| true);
        let sound = names(found.sound.iter().map(|file| file.path.clone()));
        assert_eq!(sound, ["link.json", "p.json"]);
        let bad = names(found.bad.iter().map(|file| file.path.clone()));
        assert_eq!(bad, ["dangling.json", "self.json"]);
        let none = collect(&folder.path().join("none"), |_| true);
        assert_eq!((none.sound.len(), none.bad.len()), (0, 1));
    }

    #[test]
    fn reading_goes_on_beside_other_work_and_can_be_stopped() {
        let folder = tempfile::tempdir().unwrap();
        for n in 0..300 {
            fs::write(folder.path().join(format!("{n}.json")), PUZZLE).unwrap();
        }
        let found = collect(folder.path(), |seen| seen < 10);
        assert_eq!(found.sound.len(), 10);
        let (sender, woken) = mpsc::channel();
        let wake: Wake = Arc::new(move || sender.send(()).unwrap());
        let search = Search::start(folder.path().to_owned(), wake);
        let found = loop {
            woken.recv().unwrap();
            if let Some(found) = search.found() {
                break found;
            }
        };
        assert_eq!((found.counts(), search.seen()), ((300, 0), 300));
    }
}
