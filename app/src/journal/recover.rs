//! Taking over the journals that another run of the program left behind.

use std::fs::File;
use std::io;
use std::path::{Path, PathBuf};

use tayu_core::journal::{self as text, End, Parsed};

use super::{Damage, Journal, JournalFolder, Kept, Rewrite, SIZE_LIMIT, lines};
use crate::files;

/// What was found in a folder.
#[derive(Debug, Default)]
pub struct Recovered {
    /// The journals that nobody held, the newest first. Each has an entry at least.
    pub games: Vec<Journal>,
    /// What was wrong.
    pub damage: Vec<Damage>,
}

/// Takes over the journals in a folder that no window holds.
///
/// A last line that was being written when the program ended is dropped. From a damaged journal come the entries before
/// the damage; it goes on in a sound file, and the damaged one is kept aside. Nothing is deleted that could be read.
#[must_use]
pub fn recover(folder: &JournalFolder) -> Recovered {
    let mut recovered = Recovered::default();
    folder.tidy();
    let paths = match folder.journals() {
        Ok(paths) => paths,
        Err(error) => {
            let file = folder.path().map(files::shown).unwrap_or_default();
            recovered.damage.push(Damage::Unreadable { file, error });
            return recovered;
        }
    };
    for path in paths {
        match take_over(folder, &path) {
            Ok(Found::Game(journal)) => recovered.games.push(journal),
            Ok(Found::Damaged(journal, damage)) => {
                recovered.games.push(journal);
                recovered.damage.push(damage);
            }
            Ok(Found::Nothing(damage)) => recovered.damage.push(damage),
            Ok(Found::Elsewhere) => {}
            Err(error) => recovered.damage.push(Damage::Unreadable {
                file: files::shown(&path),
                error,
            }),
        }
    }
    recovered
}

/// What a file turned out to be.
enum Found {
    Game(Journal),
    Damaged(Journal, Damage),
    Nothing(Damage),
    /// Another window holds it, or has just put it away.
    Elsewhere,
}

fn take_over(folder: &JournalFolder, path: &Path) -> io::Result<Found> {
    let disk = &folder.disk;
    // Asked before opening: opening a pipe would wait for a writer.
    match path.symlink_metadata() {
        Ok(metadata) if metadata.is_file() && metadata.len() <= SIZE_LIMIT => {}
        Ok(_) => {
            return Ok(Found::Nothing(Damage::NoFile {
                file: files::shown(path),
            }));
        }
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Found::Elsewhere),
        Err(error) => return Err(error),
    }
    let Some((file, writable)) = open_locked(folder, path)? else {
        return Ok(Found::Elsewhere);
    };
    // A disk may stumble once.
    let (text, read) = match disk.read(&file, SIZE_LIMIT) {
        (_, Err(_)) => disk.read(&file, SIZE_LIMIT),
        whole => whole,
    };
    match read {
        Ok(()) => go_on(folder, path, file, writable, text),
        Err(error) => go_on_elsewhere(folder, path, text::parse(&text).entries, error),
    }
}

/// Goes on with a journal in its file, or in a sound one that takes its place.
fn go_on(
    folder: &JournalFolder,
    path: &Path,
    file: File,
    writable: bool,
    text: Vec<u8>,
) -> io::Result<Found> {
    let shown = files::shown(path);
    let Parsed {
        entries,
        sound_bytes,
        end,
    } = text::parse(&text);
    let (damaged_line, rewrite) = match end {
        End::TooNew { version } => return Ok(Found::Nothing(Damage::TooNew { file: shown, version })),
        _ if entries.is_empty() => {
            let aside = files::shown(&folder.move_aside(path)?);
            return Ok(Found::Nothing(Damage::NothingInIt { file: shown, aside }));
        }
        End::Damaged { line } => (Some(line), Rewrite::KeepingAside(text)),
        _ if writable => (None, Rewrite::No),
        _ => (None, Rewrite::Yes),
    };
    if end == End::Torn {
        tracing::info!("the last line of {shown} was not finished and is dropped");
    }
    let count = entries.len();
    let mut journal = Journal {
        folder: folder.clone(),
        bytes: sound_bytes,
        kept: Some(Kept {
            path: path.to_owned(),
            file,
            entries: count,
            bytes: sound_bytes,
            named: true,
            rewrite,
        }),
        entries,
    };
    let Some(line) = damaged_line else {
        return Ok(Found::Game(journal));
    };
    let aside = journal.write_missing().map(Option::unwrap_or_default);
    Ok(Found::Damaged(journal, damage(shown, line, count, aside)))
}

/// Goes on in a new file with what could be read of a journal, which is moved out of the way: no copy of it can be made.
/// Should the machine stop in between, there are two games rather than none.
fn go_on_elsewhere(
    folder: &JournalFolder,
    path: &Path,
    entries: Vec<String>,
    error: io::Error,
) -> io::Result<Found> {
    if entries.is_empty() {
        return Err(error);
    }
    let mut journal = Journal::create(folder);
    journal.bytes += lines(&entries, 0).len() as u64;
    journal.entries = entries;
    let aside = journal.write_missing().and_then(|_| folder.move_aside(path));
    let count = journal.entries.len();
    // The first line is no entry.
    let damage = damage(files::shown(path), count + 2, count, aside);
    Ok(Found::Damaged(journal, damage))
}

fn damage(file: String, line: usize, count: usize, aside: io::Result<PathBuf>) -> Damage {
    match aside {
        Ok(aside) => Damage::KeptAside {
            file,
            line,
            count,
            aside: files::shown(&aside),
        },
        Err(error) => Damage::StillThere {
            file,
            line,
            count,
            error,
        },
    }
}

/// Opens and locks a file, unless somebody holds it, and says whether it can be written. The lock is on the file, not
/// on its name: the name may have gone to another one in the meantime.
fn open_locked(folder: &JournalFolder, path: &Path) -> io::Result<Option<(File, bool)>> {
    let disk = &folder.disk;
    let (file, writable) = match disk.open(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        opened => opened?,
    };
    let is_ours = disk.lock(&file)? && disk.is_at(&file, path)?;
    Ok(is_ours.then_some((file, writable)))
}
