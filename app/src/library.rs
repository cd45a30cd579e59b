//! The games that have been played here: one file each, in the platform's data folder.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use tayu_core::Record;

use crate::files::{self, PUZZLE_ENDING};

/// Where games are kept; nowhere where the system has no such place.
#[derive(Debug, Clone, Default)]
pub struct Library(Option<PathBuf>);

/// A game that is kept.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct KeptGame {
    /// Its file.
    pub path: PathBuf,
    /// The game.
    pub record: Record,
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
        fs::create_dir_all(folder)?;
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
                Ok(_) => return Ok(Some(name)),
                Err(error) if error.error.kind() == io::ErrorKind::AlreadyExists => file = error.file,
                Err(error) => return Err(error.error),
            }
        }
        Ok(None)
    }

    /// All games that are kept, the newest first, and the files that can't be read.
    #[must_use]
    pub fn games(&self) -> (Vec<KeptGame>, Vec<PathBuf>) {
        let (mut games, mut bad) = (Vec::new(), Vec::new());
        let entries = self.0.as_deref().and_then(|folder| fs::read_dir(folder).ok());
        let mut paths: Vec<PathBuf> = (entries.into_iter().flatten().flatten())
            .map(|entry| entry.path())
            .filter(|path| path.to_string_lossy().ends_with(PUZZLE_ENDING))
            .collect();
        paths.sort();
        for path in paths.into_iter().rev() {
            let record = files::read_text(&path)
                .ok()
                .and_then(|text| Record::from_json(&text).ok());
            match record {
                Some(record) => games.push(KeptGame { path, record }),
                None => bad.push(path),
            }
        }
        (games, bad)
    }
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
        assert_eq!(library.games(), (Vec::new(), Vec::new()));
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
        let (games, bad) = library.games();
        let seeds: Vec<_> = games
            .iter()
            .map(|game| game.record.setup().source().seed())
            .collect();
        assert_eq!(seeds, [Some(Seed(3)), Some(Seed(2))]);
        assert_eq!(bad, [path.join("bad.tayu.json")]);
        assert_eq!(fs::read_dir(&path).unwrap().count(), 3);
        assert_eq!(Library::default().keep(&record(1), None).unwrap(), None);
    }
}
