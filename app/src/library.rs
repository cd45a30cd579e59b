//! The games that have been played here: one file each, in the platform's data folder.

use std::collections::HashMap;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use tayu_core::Record;

use crate::files::{self, BadFile, PUZZLE_ENDING};
use crate::summary::GameSummary;

/// Where games are kept; nowhere where the system has no such place.
#[derive(Debug, Clone, Default)]
pub struct Library(Option<PathBuf>);

/// What of a file is looked at to know whether it has changed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Stamp {
    modified: Option<SystemTime>,
    length: u64,
}

/// A game that is kept.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct KeptGame {
    /// Its file.
    pub path: PathBuf,
    /// The game in short.
    pub summary: GameSummary,
    stamp: Stamp,
}

/// The games that are kept, as they were when they were last read.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct GameList {
    /// The games, the newest first.
    pub games: Vec<KeptGame>,
    /// Files among them that can't be read.
    pub bad: Vec<BadFile>,
}

impl Library {
    /// The system's place for it.
    #[must_use]
    pub fn of_system() -> Self {
        Self(directories::ProjectDirs::from("", "", "tayu").map(|d| d.data_local_dir().join("played")))
    }

    /// This folder. It is made when the first game is kept.
    #[must_use]
    pub const fn at(path: PathBuf) -> Self {
        Self(Some(path))
    }

    /// The folder.
    #[must_use]
    pub fn path(&self) -> Option<&Path> {
        self.0.as_deref()
    }

    /// Keeps a game, in the file of this name if it has been kept before. Says the file's name; `None` where nothing is
    /// kept.
    ///
    /// # Errors
    /// When the file can't be written.
    pub fn keep(&self, record: &Record, name: Option<&str>) -> io::Result<Option<String>> {
        let Some(folder) = &self.0 else { return Ok(None) };
        if !folder.is_dir() {
            fs::create_dir_all(folder)?;
            if let Some(parent) = folder.parent() {
                files::sync_folder(parent)?;
            }
        }
        if let Some(name) = name {
            files::write_text(&folder.join(name), &record.to_json())?;
            return Ok(Some(name.to_owned()));
        }
        let file = files::new_beside(folder)?;
        fs::write(file.path(), record.to_json())?;
        file.as_file().sync_all()?;
        let title = record.setup().names().join("-");
        let stem = files::name_for(Some(&title));
        let stem = stem.trim_end_matches(PUZZLE_ENDING);
        let date = record
            .about
            .date
            .map_or_else(|| "undated".to_owned(), |date| date.to_string());
        let mut file = file;
        for number in 1_u32.. {
            let name = match number {
                1 => format!("{date}-{stem}{PUZZLE_ENDING}"),
                _ => format!("{date}-{stem}-{number}{PUZZLE_ENDING}"),
            };
            // Another window may keep a game of the same name at the same time: neither replaces the other.
            match file.persist_noclobber(folder.join(&name)) {
                Ok(_) => {
                    // Its journal may be removed next: the name has to be on the disk by then.
                    files::sync_folder(folder)?;
                    return Ok(Some(name));
                }
                Err(error) if error.error.kind() == io::ErrorKind::AlreadyExists => {
                    // Kept already, just before the program was killed.
                    if self.game(&name).is_some_and(|kept| kept.game() == record.game()) {
                        return Ok(Some(name));
                    }
                    file = error.file;
                }
                Err(error) => return Err(error.error),
            }
        }
        Ok(None)
    }

    /// Reads all games that are kept. Of those that were read earlier only what has changed is read again.
    #[must_use]
    pub fn list(&self, earlier: &GameList) -> GameList {
        let mut list = GameList::default();
        let Some(folder) = &self.0 else { return list };
        let entries = match fs::read_dir(folder) {
            Ok(entries) => entries,
            Err(error) => {
                // Before the first game is kept there is no folder.
                if error.kind() != io::ErrorKind::NotFound {
                    let (path, fault) = (folder.clone(), error.to_string());
                    list.bad.push(BadFile { path, fault });
                }
                return list;
            }
        };
        let earlier: HashMap<&Path, &KeptGame> = (earlier.games.iter())
            .map(|game| (game.path.as_path(), game))
            .collect();
        let paths = (entries.flatten().map(|entry| entry.path()))
            .filter(|path| path.to_string_lossy().ends_with(PUZZLE_ENDING));
        for path in paths {
            let stamp = Stamp::of(&path);
            match earlier.get(path.as_path()) {
                Some(&game) if game.stamp == stamp && stamp.modified.is_some() => {
                    list.games.push(game.clone());
                }
                _ => match read(&path) {
                    Ok(record) => list.games.push(KeptGame {
                        path,
                        summary: GameSummary::of(&record),
                        stamp,
                    }),
                    Err(fault) => list.bad.push(BadFile { path, fault }),
                },
            }
        }
        // Games of one day follow each other as they were kept.
        let age = |game: &KeptGame| (game.summary.date, game.stamp.modified);
        list.games
            .sort_by(|a, b| (age(b), &b.path).cmp(&(age(a), &a.path)));
        list.bad.sort_by(|a, b| a.path.cmp(&b.path));
        list
    }

    /// The name of a file in the folder; `None` for any other file.
    #[must_use]
    pub fn name_of(&self, path: &Path) -> Option<String> {
        let folder = self.0.as_deref()?;
        // Through links and from wherever it is named.
        let path = match (fs::canonicalize(path), path.parent(), path.file_name()) {
            (Ok(path), ..) => path,
            (Err(_), Some(parent), Some(name)) => fs::canonicalize(parent).ok()?.join(name),
            _ => return None,
        };
        let is_there = fs::canonicalize(folder).is_ok_and(|folder| path.parent() == Some(&folder));
        is_there.then(|| path.file_name()?.to_str().map(str::to_owned))?
    }

    /// The game in the file of this name, if it can be read.
    #[must_use]
    pub fn game(&self, name: &str) -> Option<Record> {
        read(&self.0.as_deref()?.join(name)).ok()
    }

    /// Deletes a game for good.
    ///
    /// # Errors
    /// When it is not in the folder or can't be deleted. That it has gone already is no error.
    pub fn delete(&self, path: &Path) -> io::Result<()> {
        if self.name_of(path).is_none() {
            return Err(io::Error::new(
                io::ErrorKind::NotFound,
                "it is not among the games played",
            ));
        }
        match fs::remove_file(path) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
            _ => Ok(()),
        }
    }
}

impl Stamp {
    fn of(path: &Path) -> Self {
        let metadata = fs::metadata(path).ok();
        Self {
            modified: metadata.as_ref().and_then(|metadata| metadata.modified().ok()),
            length: metadata.map_or(0, |metadata| metadata.len()),
        }
    }
}

/// Reads a game file, or says the first thing that is wrong with it.
fn read(path: &Path) -> Result<Record, String> {
    let text = files::read_text(path).map_err(|error| error.to_string())?;
    Record::from_json(&text)
        .map_err(|faults| (faults.0.first()).map_or_else(|| faults.to_string(), crate::phrases::file_fault))
}

#[cfg(test)]
mod tests {
    use super::*;
    use tayu_core::{FirstPlayer, Game, GameSetup, Rules, Seed, TileSource};

    fn record(seed: u64) -> Record {
        let names = vec!["Ada".into(), "Max".into()];
        let source = TileSource::Stacks(Seed(seed));
        let setup = GameSetup::new(names, FirstPlayer::Lot, Rules::default(), source).unwrap();
        let mut record = Record::with_supply(&Game::new(setup), false);
        record.about.date = "2026-11-30".parse().ok();
        record
    }

    #[test]
    fn games_are_kept_beside_each_other_and_read_back() {
        let folder = tempfile::tempdir().unwrap();
        let library = Library::at(folder.path().join("deep/played"));
        assert_eq!(library.list(&GameList::default()), GameList::default());
        let first = library.keep(&record(1), None).unwrap().unwrap();
        let second = library.keep(&record(2), None).unwrap().unwrap();
        assert_eq!(first, "2026-11-30-ada-max.tayu.json");
        assert_eq!(second, "2026-11-30-ada-max-2.tayu.json");
        assert_eq!(
            library.keep(&record(3), Some(&first)).unwrap(),
            Some(first.clone())
        );
        let path = library.path().unwrap().to_owned();
        fs::write(path.join("bad.tayu.json"), "{").unwrap();
        let list = library.list(&GameList::default());
        let paths: Vec<_> = list.games.iter().map(|game| game.path.clone()).collect();
        // Of one day, the one kept last comes first.
        assert_eq!(paths, [path.join(&first), path.join(&second)]);
        let seed = |name: &str| library.game(name).unwrap().setup().source().seed();
        assert_eq!((seed(&first), seed(&second)), (Some(Seed(3)), Some(Seed(2))));
        assert_eq!(list.bad.len(), 1);
        assert_eq!(list.bad[0].path, path.join("bad.tayu.json"));
        assert!(list.bad[0].fault.contains("JSON"), "{}", list.bad[0].fault);
        assert_eq!(fs::read_dir(&path).unwrap().count(), 3);
        assert_eq!(Library::default().keep(&record(1), None).unwrap(), None);
    }

    #[test]
    fn only_what_has_changed_is_read_again() {
        let folder = tempfile::tempdir().unwrap();
        let library = Library::at(folder.path().to_owned());
        let name = library.keep(&record(1), None).unwrap().unwrap();
        let mut list = library.list(&GameList::default());
        assert_eq!(library.list(&list), list);
        // Told by what is remembered of the file, which has not changed.
        list.games[0].summary.tiles = 99;
        assert_eq!(library.list(&list).games[0].summary.tiles, 99);
        let mut other = record(1);
        other.about.notes = Some("longer".into());
        library.keep(&other, Some(&name)).unwrap();
        assert_eq!(library.list(&list).games[0].summary.tiles, 0);
    }

    #[test]
    fn games_are_deleted_and_no_other_files() {
        let folder = tempfile::tempdir().unwrap();
        let library = Library::at(folder.path().join("played"));
        let name = library.keep(&record(1), None).unwrap().unwrap();
        let path = folder.path().join("played").join(&name);
        let other = folder.path().join("other.tayu.json");
        fs::write(&other, "").unwrap();
        assert_eq!(library.name_of(&path), Some(name));
        let roundabout = folder.path().join("played/../played/x");
        assert_eq!(library.name_of(&roundabout), Some("x".to_owned()));
        assert!(library.delete(&other).is_err() && other.exists());
        library.delete(&path).unwrap();
        assert!(!path.exists());
        library.delete(&path).unwrap();
        assert_eq!(library.list(&GameList::default()), GameList::default());
    }
}
