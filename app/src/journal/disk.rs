//! The operations on files that journals need, one by one, so that a test can let any of them fail.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use same_file::Handle;
use tempfile::NamedTempFile;

use crate::files;

/// What can fail.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Operation {
    /// Making a folder.
    MakeFolder,
    /// Listing a folder.
    List,
    /// Opening a file.
    Open,
    /// Locking a file.
    Lock,
    /// Finding out whether a file still has its name, and how long it is.
    Inspect,
    /// Reading a file.
    Read,
    /// Making a new file.
    New,
    /// Cutting a file to a length.
    Cut,
    /// Writing so many bytes.
    Write(usize),
    /// Getting a file to the disk.
    Sync,
    /// Giving a file a name.
    Name,
    /// Getting the names in a folder to the disk.
    SyncFolder,
    /// Removing a file.
    Remove,
}

/// How an operation fails in a test.
#[cfg(test)]
#[derive(Debug)]
pub(super) struct Fault {
    /// What the system says.
    pub(super) error: io::Error,
    /// How many bytes are written or read before it says so.
    pub(super) before: usize,
}

/// Says how an operation fails, if it does.
#[cfg(test)]
pub(super) type Faults = std::sync::Arc<dyn Fn(Operation) -> Option<Fault> + Send + Sync>;

/// The system's files.
#[derive(Clone, Default)]
pub(super) struct Disk {
    #[cfg(test)]
    pub(super) faults: Option<Faults>,
}

impl std::fmt::Debug for Disk {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Disk").finish_non_exhaustive()
    }
}

impl Disk {
    /// Where a test lets operations fail: how many bytes pass all the same, and the error.
    #[cfg_attr(not(test), allow(clippy::unused_self, clippy::missing_const_for_fn))]
    fn fault(&self, operation: Operation) -> Result<(), (usize, io::Error)> {
        #[cfg(test)]
        if let Some(fault) = self.faults.as_ref().and_then(|faults| faults(operation)) {
            return Err((fault.before, fault.error));
        }
        let _ = operation;
        Ok(())
    }

    fn check(&self, operation: Operation) -> io::Result<()> {
        self.fault(operation).map_err(|(_, error)| error)
    }

    /// Makes a folder, and those that it is to be in.
    pub(super) fn make_folder(&self, folder: &Path) -> io::Result<()> {
        self.check(Operation::MakeFolder)?;
        let missing: Vec<_> = folder.ancestors().take_while(|f| !f.exists()).collect();
        fs::create_dir_all(folder)?;
        for parent in missing.iter().filter_map(|made| made.parent()) {
            // A folder that somebody else set up may be closed to us.
            let _ = self.sync_folder(parent);
        }
        Ok(())
    }

    /// What is in a folder. A folder that is missing has nothing in it.
    pub(super) fn list(&self, folder: &Path) -> io::Result<Vec<PathBuf>> {
        self.check(Operation::List)?;
        match fs::read_dir(folder) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(Vec::new()),
            entries => entries?.map(|entry| entry.map(|e| e.path())).collect(),
        }
    }

    /// Opens a file, and says whether it can be written.
    pub(super) fn open(&self, path: &Path) -> io::Result<(File, bool)> {
        self.check(Operation::Open)?;
        match OpenOptions::new().read(true).write(true).open(path) {
            Ok(file) => Ok((file, true)),
            Err(_) => File::open(path).map(|file| (file, false)),
        }
    }

    /// Locks a file, unless somebody else has. The system releases the lock however the program ends.
    pub(super) fn lock(&self, file: &File) -> io::Result<bool> {
        self.check(Operation::Lock)?;
        match file.try_lock() {
            Ok(()) => Ok(true),
            Err(TryLockError::WouldBlock) => Ok(false),
            // Where the file system knows no locks, a journal that somebody else may write too is better than none.
            Err(TryLockError::Error(error)) if error.kind() == io::ErrorKind::Unsupported => Ok(true),
            Err(TryLockError::Error(error)) => Err(error),
        }
    }

    /// The length of a file in bytes.
    pub(super) fn length(&self, file: &File) -> io::Result<u64> {
        self.check(Operation::Inspect)?;
        file.metadata().map(|metadata| metadata.len())
    }

    /// Whether the file at this path is still this one.
    pub(super) fn is_at(&self, file: &File, path: &Path) -> io::Result<bool> {
        self.check(Operation::Inspect)?;
        match Handle::from_path(path) {
            Ok(there) => Ok(there == Handle::from_file(file.try_clone()?)?),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(false),
            Err(error) => Err(error),
        }
    }

    /// Reads a file from the start, up to so many bytes or to the first that can't be read.
    pub(super) fn read(&self, mut file: &File, limit: u64) -> (Vec<u8>, io::Result<()>) {
        let mut bytes = Vec::new();
        let mut read_until = |limit| {
            file.rewind()?;
            file.take(limit).read_to_end(&mut bytes)
        };
        let read = match self.fault(Operation::Read) {
            Ok(()) => read_until(limit).map(drop),
            Err((before, error)) => read_until(before as u64).and(Err(error)),
        };
        (bytes, read)
    }

    /// Whether these bytes are in the file at this path, and nothing else.
    pub(super) fn holds(&self, path: &Path, bytes: &[u8]) -> bool {
        let is_as_long = |metadata: fs::Metadata| metadata.is_file() && metadata.len() == bytes.len() as u64;
        self.check(Operation::Read).is_ok()
            && path.symlink_metadata().is_ok_and(is_as_long)
            && fs::read(path).is_ok_and(|there| there == bytes)
    }

    /// A new temporary file in a folder, with these bytes in it, on the disk.
    pub(super) fn new_file(&self, folder: &Path, bytes: &[u8]) -> io::Result<NamedTempFile> {
        self.check(Operation::New)?;
        let file = files::new_beside(folder)?;
        self.write_at(file.as_file(), 0, bytes)?;
        self.sync(file.as_file())?;
        Ok(file)
    }

    /// Writes at this place and cuts off whatever stands there or behind.
    pub(super) fn write_at(&self, mut file: &File, at: u64, bytes: &[u8]) -> io::Result<()> {
        self.check(Operation::Cut)?;
        file.set_len(at)?;
        file.seek(SeekFrom::Start(at))?;
        if let Err((before, error)) = self.fault(Operation::Write(bytes.len())) {
            file.write_all(&bytes[..before])?;
            return Err(error);
        }
        file.write_all(bytes)
    }

    /// Gets what is in a file to the disk.
    pub(super) fn sync(&self, file: &File) -> io::Result<()> {
        self.check(Operation::Sync)?;
        file.sync_data()
    }

    /// Gives a temporary file this name, unless there is one of that name: then it comes back.
    pub(super) fn name(&self, file: NamedTempFile, path: &Path) -> io::Result<Result<File, NamedTempFile>> {
        self.check(Operation::Name)?;
        match file.persist_noclobber(path) {
            Ok(file) => Ok(Ok(file)),
            Err(refused) if refused.error.kind() == io::ErrorKind::AlreadyExists => Ok(Err(refused.file)),
            Err(refused) => Err(refused.error),
        }
    }

    /// Puts a temporary file in the place of another.
    pub(super) fn replace(&self, file: NamedTempFile, path: &Path) -> io::Result<File> {
        self.check(Operation::Name)?;
        file.persist(path).map_err(|refused| refused.error)
    }

    /// Gets the names in a folder to the disk, where the system has a way to do so.
    pub(super) fn sync_folder(&self, folder: &Path) -> io::Result<()> {
        self.check(Operation::SyncFolder)?;
        files::sync_folder(folder)
    }

    /// Gives a file another name.
    pub(super) fn rename(&self, from: &Path, to: &Path) -> io::Result<()> {
        self.check(Operation::Name)?;
        fs::rename(from, to)
    }

    /// Removes a file.
    pub(super) fn remove(&self, path: &Path) -> io::Result<()> {
        self.check(Operation::Remove)?;
        fs::remove_file(path)
    }
}
