//! What can go wrong with journals, in the words of the window.

use std::io;

use crate::tr;

/// Why an entry is not on the disk, or a file not gone.
#[derive(Debug, thiserror::Error)]
pub enum Trouble {
    /// The entry has a line break in it, which would make two of it. It is refused.
    #[error("{}", tr!("journal-line-break"))]
    LineBreak,
    /// The journal would become too long to be read again. The entry is refused.
    #[error("{}", tr!("journal-too-long"))]
    TooLong,
    /// The last entries are in memory only. They will be written with the next one.
    #[error("{}", tr!("journal-not-on-disk", count = *count, why = why(error)))]
    NotOnDisk {
        /// How many.
        count: usize,
        /// The system's words.
        error: io::Error,
    },
    /// The file is still there.
    #[error("{}", tr!("journal-not-removed", file = file.clone(), why = why(error)))]
    NotRemoved {
        /// Its path.
        file: String,
        /// The system's words.
        error: io::Error,
    },
}

impl Damage {
    /// The journal of which only the beginning is restored, as it can be shown.
    #[must_use]
    pub fn cut_short(&self) -> Option<&str> {
        match self {
            Self::KeptAside { file, .. } | Self::StillThere { file, .. } => Some(file),
            _ => None,
        }
    }
}

/// What was wrong in the folder of the journals. Paths are as they can be shown anywhere.
#[derive(Debug, thiserror::Error)]
pub enum Damage {
    /// A journal was damaged. The entries before the damage are restored, the whole of it is kept aside.
    #[error("{}", tr!("journal-damaged", file = file.clone(), line = *line, count = *count, aside = aside.clone()))]
    KeptAside {
        /// The journal.
        file: String,
        /// The first line of it that is damaged, counted from 1.
        line: usize,
        /// How many entries are restored.
        count: usize,
        /// Where the damaged one is kept.
        aside: String,
    },
    /// As `KeptAside`, but it could not be kept aside yet. It is left in its place until it can.
    #[error("{}", tr!("journal-damaged-still", file = file.clone(), line = *line, count = *count, why = why(error)))]
    StillThere {
        /// The journal.
        file: String,
        /// The first line of it that is damaged, counted from 1.
        line: usize,
        /// How many entries are restored.
        count: usize,
        /// The system's words.
        error: io::Error,
    },
    /// It holds no entry that can be read, and was moved aside.
    #[error("{}", tr!("journal-nothing-in-it", file = file.clone(), aside = aside.clone()))]
    NothingInIt {
        /// What it was called.
        file: String,
        /// What it is called now.
        aside: String,
    },
    /// A newer release wrote it. It is left alone.
    #[error("{}", tr!("journal-too-new", file = file.clone(), version = *version))]
    TooNew {
        /// The journal.
        file: String,
        /// Its version.
        version: u32,
    },
    /// It is a folder, a link or the like, or too large. It is left alone.
    #[error("{}", tr!("journal-no-file", file = file.clone()))]
    NoFile {
        /// What was found.
        file: String,
    },
    /// It, or the folder, can't be read. It is left alone.
    #[error("{}", tr!("journal-unreadable", file = file.clone(), why = why(error)))]
    Unreadable {
        /// The journal, or the folder.
        file: String,
        /// The system's words.
        error: io::Error,
    },
}

/// What the system says, and what helps where that is known.
fn why(error: &io::Error) -> String {
    match error.kind() {
        io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded => tr!("journal-disk-full"),
        io::ErrorKind::PermissionDenied | io::ErrorKind::ReadOnlyFilesystem => tr!("journal-not-allowed"),
        _ => error.to_string(),
    }
}
