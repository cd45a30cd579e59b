//! The journal of a game: every move is on the disk before the next one is made.
//!
//! A [`Journal`] is a list of entries, each a single line of text, in a file that only ever grows. What an entry means
//! is left to whoever writes it. [`recover`] takes over the journals that another run of the program left behind.
//!
//! A window holds the locks of its journals, so that no other window takes them; the system releases them however the
//! program ends. FORMATS.md describes the file.

mod disk;
mod folder;
mod recover;
#[cfg(test)]
mod tests;
mod trouble;

pub use folder::JournalFolder;
pub use recover::{Recovered, recover};
pub use tayu_core::journal::{End, Parsed, parse};
pub use trouble::{Damage, Trouble};

use std::fs::File;
use std::io;
use std::path::{Path, PathBuf};

use tayu_core::journal as text;

use crate::files;

/// Larger journals are neither written nor read. A game comes nowhere near it.
const SIZE_LIMIT: u64 = 16 * 1024 * 1024;

/// The entries of a game, and the file that keeps them.
///
/// Entries that could not be written are remembered and written with the next one, so that a disk that was full for a
/// while loses nothing.
#[derive(Debug)]
pub struct Journal {
    folder: JournalFolder,
    entries: Vec<String>,
    /// The length of all of them as text, first line and all, in bytes.
    bytes: u64,
    kept: Option<Kept>,
}

/// The file of a journal.
#[derive(Debug)]
struct Kept {
    path: PathBuf,
    /// Open and locked.
    file: File,
    /// So many entries are in it and on the disk.
    entries: usize,
    /// They end here. Whatever is behind them may be overwritten.
    bytes: u64,
    /// Whether its name is on the disk too.
    named: bool,
    rewrite: Rewrite,
}

/// Whether a file has to be written anew before anything can be added.
#[derive(Debug)]
enum Rewrite {
    No,
    /// It can only be read, or not all of it is there any more.
    Yes,
    /// It is damaged: these bytes are to be kept aside.
    KeepingAside(Vec<u8>),
}

impl Journal {
    /// A journal without entries. Its file is made when it gets the first.
    #[must_use]
    pub fn create(folder: &JournalFolder) -> Self {
        Self {
            folder: folder.clone(),
            entries: Vec::new(),
            bytes: text::first_line().len() as u64,
            kept: None,
        }
    }

    /// The file, once there is one.
    #[must_use]
    pub fn path(&self) -> Option<&Path> {
        self.kept.as_ref().map(|kept| kept.path.as_path())
    }

    /// The entries in order, on the disk or not.
    #[must_use]
    pub fn entries(&self) -> &[String] {
        &self.entries
    }

    /// How many entries are not known to be on the disk. They are the last ones.
    #[must_use]
    pub fn missing(&self) -> usize {
        let on_disk = match &self.kept {
            _ if self.folder.path().is_none() => self.entries.len(),
            Some(kept) if kept.named => kept.entries,
            _ => 0,
        };
        self.entries.len() - on_disk
    }

    /// Adds an entry and returns when it is on the disk, with all that was missing there.
    ///
    /// # Errors
    /// [`Trouble::LineBreak`] and [`Trouble::TooLong`] when the entry is refused. With any other trouble it is in the
    /// journal, but not on the disk yet; the next call, or [`Journal::catch_up`], tries again.
    pub fn append(&mut self, entry: &str) -> Result<(), Trouble> {
        if entry.contains(['\n', '\r']) {
            return Err(Trouble::LineBreak);
        }
        let bytes = self.bytes + text::line(self.entries.len() + 1, entry).len() as u64;
        if bytes > SIZE_LIMIT {
            return Err(Trouble::TooLong);
        }
        self.bytes = bytes;
        self.entries.push(entry.to_owned());
        self.catch_up()
    }

    /// Writes what is missing on the disk, if anything is.
    ///
    /// # Errors
    /// [`Trouble::NotOnDisk`]: it is still missing.
    pub fn catch_up(&mut self) -> Result<(), Trouble> {
        let damaged =
            (self.kept.as_ref()).is_some_and(|kept| matches!(kept.rewrite, Rewrite::KeepingAside(_)));
        if self.missing() == 0 && !damaged {
            return Ok(());
        }
        match self.write_missing() {
            Ok(_) => Ok(()),
            Err(error) => Err(Trouble::NotOnDisk {
                count: self.missing(),
                error,
            }),
        }
    }

    /// Removes the file: the game is over and saved elsewhere, or given up. A damaged original that could not be kept
    /// aside so far is kept aside now.
    ///
    /// # Errors
    /// [`Trouble::NotRemoved`]: the game may be offered again at the next start.
    pub fn remove(self) -> Result<(), Trouble> {
        let Some(kept) = self.kept else { return Ok(()) };
        self.folder.remove(&kept).map_err(|error| Trouble::NotRemoved {
            file: files::shown(&kept.path),
            error,
        })
    }

    /// Writes what is missing, and says where a damaged original went.
    fn write_missing(&mut self) -> io::Result<Option<PathBuf>> {
        let mut aside = None;
        let disk = &self.folder.disk;
        // Somebody may have cleared the folder or emptied the file in the meantime.
        if let Some(kept) = &mut self.kept {
            if !disk.is_at(&kept.file, &kept.path)? {
                self.kept = None;
            } else if disk.length(&kept.file)? < kept.bytes && matches!(kept.rewrite, Rewrite::No) {
                kept.rewrite = Rewrite::Yes;
            }
        }
        match &mut self.kept {
            Some(kept) if matches!(kept.rewrite, Rewrite::No) => {
                // After an error nobody knows what has reached the disk: all of it is written again.
                let missing = lines(&self.entries, kept.entries);
                disk.write_at(&kept.file, kept.bytes, missing.as_bytes())?;
                disk.sync(&kept.file)?;
                (kept.entries, kept.bytes) = (self.entries.len(), self.bytes);
            }
            kept => {
                if let Some(Kept {
                    path,
                    rewrite: Rewrite::KeepingAside(original),
                    ..
                }) = kept
                {
                    aside = Some(self.folder.copy_aside(path, original)?);
                }
                let text = text::first_line() + &lines(&self.entries, 0);
                let place = kept.as_ref().map(|kept| kept.path.as_path());
                let (path, file) = self.folder.write_whole(&text, place)?;
                *kept = Some(Kept {
                    path,
                    file,
                    entries: self.entries.len(),
                    bytes: self.bytes,
                    named: false,
                    rewrite: Rewrite::No,
                });
            }
        }
        if let Some(kept) = &mut self.kept
            && !kept.named
        {
            self.folder.sync()?;
            kept.named = true;
        }
        Ok(aside)
    }
}

/// The lines of the entries but for so many.
fn lines(entries: &[String], but: usize) -> String {
    let entries = entries.iter().enumerate().skip(but);
    entries.map(|(n, entry)| text::line(n + 1, entry)).collect()
}
