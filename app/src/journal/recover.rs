//! Taking over the journals that another run of the program left behind.

use std::fs::File;
use std::io;
use std::path::Path;

use super::text::{self, End, Parsed};
use super::{Damage, Journal, JournalFolder, Kept, Rewrite, SIZE_LIMIT};
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
    let shown = files::shown(path);
    // Asked before opening: opening a pipe would wait for a writer.
    match path.symlink_metadata() {
        Ok(metadata) if metadata.is_file() && metadata.len() <= SIZE_LIMIT => {}
        Ok(_) => return Ok(Found::Nothing(Damage::NoFile { file: shown })),
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Found::Elsewhere),
        Err(error) => return Err(error),
    }
    let Some((file, writable)) = open_locked(folder, path)? else {
        return Ok(Found::Elsewhere);
    };
    let original = disk.read(&file, SIZE_LIMIT)?;
    let Parsed {
        entries,
        sound_bytes,
        end,
    } = text::parse(&original);
    let line = match end {
        End::TooNew { version } => return Ok(Found::Nothing(Damage::TooNew { file: shown, version })),
        _ if entries.is_empty() => {
            let aside = files::shown(&folder.move_aside(path)?);
            return Ok(Found::Nothing(Damage::NothingInIt { file: shown, aside }));
        }
        End::Damaged { line } => Some(line),
        End::Torn => {
            tracing::info!("the last line of {shown} was not finished");
            None
        }
        End::Whole | End::NoJournal => None,
    };
    let count = entries.len();
    let rewrite = match line {
        Some(_) => Rewrite::KeepingAside(original),
        None if writable => Rewrite::No,
        None => Rewrite::Yes,
    };
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
    let Some(line) = line else {
        return Ok(Found::Game(journal));
    };
    let damage = match journal.write_missing() {
        Ok(aside) => Damage::KeptAside {
            file: shown,
            line,
            count,
            aside: files::shown(&aside.unwrap_or_default()),
        },
        Err(error) => Damage::StillThere {
            file: shown,
            line,
            count,
            error,
        },
    };
    Ok(Found::Damaged(journal, damage))
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
