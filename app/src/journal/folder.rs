//! The folder of the journals, and the names of the files in it.

use std::fs::File;
use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

use super::disk::Disk;
use super::{Kept, Rewrite};
use crate::files;

const PREFIX: &str = "game-";
const ENDING: &str = ".journal";

/// Higher numbers of games are not understood, so that there is always a next one.
const HIGHEST_NUMBER: u32 = 999_999_999;

/// As many names are tried before giving up.
const NAMES_TRIED: u32 = 1000;

/// A temporary file has a name for some milliseconds. One as old as this was left by a program that was killed.
const LEFT_BEHIND: Duration = Duration::from_secs(60 * 60);

/// Where journals are kept; nowhere in a test or where the system has no such place.
#[derive(Debug, Clone, Default)]
pub struct JournalFolder {
    path: Option<PathBuf>,
    pub(super) disk: Disk,
}

impl JournalFolder {
    /// The system's place for them.
    #[must_use]
    pub fn of_system() -> Self {
        directories::ProjectDirs::from("", "", "tayu").map_or_else(Self::nowhere, |dirs| {
            Self::at(dirs.data_local_dir().join("games"))
        })
    }

    /// This folder. It is made when it is needed.
    #[must_use]
    pub fn at(path: PathBuf) -> Self {
        Self {
            path: Some(std::path::absolute(&path).unwrap_or(path)),
            disk: Disk::default(),
        }
    }

    /// No folder: journals keep their entries in memory only.
    #[must_use]
    pub fn nowhere() -> Self {
        Self::default()
    }

    /// Its path, unless it is nowhere.
    #[must_use]
    pub fn path(&self) -> Option<&Path> {
        self.path.as_deref()
    }

    fn required(&self) -> io::Result<&Path> {
        self.path()
            .ok_or_else(|| io::Error::new(io::ErrorKind::NotFound, "there is no folder for games"))
    }

    /// The files that are journals by their names, the newest first.
    pub(super) fn journals(&self) -> io::Result<Vec<PathBuf>> {
        let Some(folder) = self.path() else {
            return Ok(Vec::new());
        };
        let mut paths = self.disk.list(folder)?;
        paths.retain(|path| name_of(path).ends_with(ENDING));
        paths.sort_by_cached_key(|path| std::cmp::Reverse((number_of(path), path.clone())));
        Ok(paths)
    }

    /// Removes temporary files that were left behind. They never held more than the journals beside them.
    pub(super) fn tidy(&self) {
        let paths = self.path().map(|folder| self.disk.list(folder));
        for path in paths.and_then(Result::ok).unwrap_or_default() {
            let is_old = || {
                let modified = path.symlink_metadata().and_then(|m| m.modified()).ok()?;
                Some(modified.elapsed().ok()? > LEFT_BEHIND)
            };
            if files::is_temporary(&path)
                && is_old() == Some(true)
                && let Err(error) = self.disk.remove(&path)
            {
                tracing::warn!("{} is left over and can't be removed: {error}", path.display());
            }
        }
    }

    /// Writes a whole journal, in the place of another or under a new name, and holds its lock. The name still has to
    /// reach the disk.
    pub(super) fn write_whole(&self, text: &str, place: Option<&Path>) -> io::Result<(PathBuf, File)> {
        let folder = self.required()?;
        self.disk.make_folder(folder)?;
        // It is locked before it has a name that others look for.
        let mut temporary = self.disk.new_file(folder, text.as_bytes())?;
        if !self.disk.lock(temporary.as_file())? {
            return Err(io::ErrorKind::ResourceBusy.into());
        }
        if let Some(path) = place {
            return Ok((path.to_owned(), self.disk.replace(temporary, path)?));
        }
        let highest = self
            .disk
            .list(folder)?
            .iter()
            .filter_map(|path| number_of(path))
            .max();
        let first = highest.unwrap_or(0) + 1;
        for number in first..first + NAMES_TRIED {
            let path = folder.join(format!("{PREFIX}{number}{ENDING}"));
            match self.disk.name(temporary, &path)? {
                Ok(file) => return Ok((path, file)),
                Err(again) => temporary = again,
            }
        }
        Err(io::ErrorKind::AlreadyExists.into())
    }

    /// Copies what is in a damaged journal beside it. A copy that is there already will do.
    pub(super) fn copy_aside(&self, path: &Path, original: &[u8]) -> io::Result<PathBuf> {
        let mut copy = self.disk.new_file(self.required()?, original)?;
        for aside in names_aside(path) {
            match self.disk.name(copy, &aside)? {
                Err(again) if !self.disk.holds(&aside, original) => copy = again,
                // The journal itself only goes when this name is on the disk.
                _ => return self.sync().map(|()| aside),
            }
        }
        Err(io::ErrorKind::AlreadyExists.into())
    }

    /// Moves a file that is no journal, and whose lock is held, out of the way.
    pub(super) fn move_aside(&self, path: &Path) -> io::Result<PathBuf> {
        for aside in names_aside(path) {
            if !aside.try_exists()? {
                self.disk.rename(path, &aside)?;
                return Ok(aside);
            }
        }
        Err(io::ErrorKind::AlreadyExists.into())
    }

    pub(super) fn remove(&self, kept: &Kept) -> io::Result<()> {
        if !self.disk.is_at(&kept.file, &kept.path)? {
            return Ok(());
        }
        if matches!(kept.rewrite, Rewrite::KeepingAside(_)) {
            self.move_aside(&kept.path)?;
        } else {
            self.disk.remove(&kept.path)?;
        }
        self.sync()
    }

    /// Gets the names in the folder to the disk.
    pub(super) fn sync(&self) -> io::Result<()> {
        self.disk.sync_folder(self.required()?)
    }
}

fn name_of(path: &Path) -> String {
    path.file_name()
        .unwrap_or_default()
        .to_string_lossy()
        .into_owned()
}

/// The number of the game that a file belongs to: a journal, or something kept aside.
fn number_of(path: &Path) -> Option<u32> {
    let name = name_of(path);
    let (number, _) = name.strip_prefix(PREFIX)?.split_once('.')?;
    number.parse().ok().filter(|number| *number <= HIGHEST_NUMBER)
}

/// Names for a damaged file, in the order in which they are tried.
fn names_aside(path: &Path) -> impl Iterator<Item = PathBuf> {
    let path = path.to_owned();
    (1..=NAMES_TRIED).map(move |n| {
        let mut name = path.clone().into_os_string();
        name.push(format!(".damaged-{n}"));
        PathBuf::from(name)
    })
}
