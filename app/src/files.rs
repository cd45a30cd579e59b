//! Reading and writing files, so that nothing is lost on the way.

use std::fs::{self, File};
use std::io::{self, Read, Write};
use tayu_core::file::Format;

use std::path::{Path, PathBuf};

use url::Url;

/// Larger files are not read: no puzzle and no game comes near it.
pub const SIZE_LIMIT: u64 = 8 * 1024 * 1024;

/// What the name of a puzzle file ends in.
pub const PUZZLE_ENDING: &str = ".tayu.json";

/// The longest name for a file that is offered, without its ending, in bytes.
const LONGEST_STEM: usize = 80;

/// What the names of temporary files begin and end with.
const TEMPORARY_PREFIX: &str = ".tayu-";
const TEMPORARY_ENDING: &str = ".tmp";

/// Whether a file is called as the files of this program are.
#[must_use]
pub fn is_named_ours(path: &Path) -> bool {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    name.to_lowercase().ends_with(PUZZLE_ENDING)
}

/// Whether a text that can't be read names a format of this program, so that it can't be meant for another.
#[must_use]
pub fn claims_to_be_ours(text: &str) -> bool {
    [Format::Puzzle, Format::Game]
        .iter()
        .any(|format| text.contains(&format!("\"{}\"", format.name())))
}

/// Why a file cannot be read as text.
#[derive(Debug, thiserror::Error)]
pub enum ReadError {
    /// The system says no.
    #[error("{path} can't be read: {error}; check the name and who may read it")]
    Io {
        /// The file.
        path: String,
        /// The system's words.
        error: io::Error,
    },
    /// It is a folder, a device or the like.
    #[error("{path} is {kind}, not a file; name a puzzle file")]
    NoFile {
        /// What was named.
        path: String,
        /// What it is.
        kind: &'static str,
    },
    /// There is nothing in it as far as the system says, which it also says of files that it makes up while they
    /// are read; some of those never end.
    #[error("{path} is empty, or no file on a disk; name a puzzle file")]
    Empty {
        /// The file.
        path: String,
    },
    /// It is larger than [`SIZE_LIMIT`].
    #[error("{path} is larger than {} MiB; that is no puzzle and no game", SIZE_LIMIT / (1024 * 1024))]
    TooLarge {
        /// The file.
        path: String,
    },
    /// It is not UTF-8.
    #[error("{path} is no UTF-8 text: byte {at} begins no character; save it as UTF-8")]
    NoText {
        /// The file.
        path: String,
        /// The byte's number, from 0.
        at: usize,
    },
}

/// A file that can't be read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BadFile {
    /// The file.
    pub path: PathBuf,
    /// The first thing that is wrong with it.
    pub fault: String,
}

/// The last part of a path, as it can be shown anywhere.
#[must_use]
pub fn last_name(path: &Path) -> String {
    path.file_name()
        .map_or_else(|| shown(path), |name| shown(Path::new(name)))
}

/// A path as it can be shown anywhere: control characters, which could move a terminal's cursor, are escaped.
#[must_use]
pub fn shown(path: &Path) -> String {
    let mut out = String::new();
    for c in path.to_string_lossy().chars() {
        if c.is_control() {
            out.extend(c.escape_default());
        } else {
            out.push(c);
        }
    }
    out
}

impl ReadError {
    /// Whether it is what the file holds that is wrong: such a file can be read, but is none of this program's.
    #[must_use]
    pub const fn is_of_content(&self) -> bool {
        matches!(
            self,
            Self::Empty { .. } | Self::TooLarge { .. } | Self::NoText { .. }
        )
    }
}

/// Reads a text file.
///
/// # Errors
/// [`ReadError`], with the file's name.
pub fn read_text(path: &Path) -> Result<String, ReadError> {
    let name = || shown(path);
    let io_error = |error| ReadError::Io { path: name(), error };
    // Asked before opening: opening a pipe would wait for a writer.
    let metadata = fs::metadata(path).map_err(io_error)?;
    if !metadata.is_file() {
        let kind = if metadata.is_dir() {
            "a folder"
        } else {
            "a device or a pipe"
        };
        return Err(ReadError::NoFile { path: name(), kind });
    }
    if metadata.len() == 0 {
        return Err(ReadError::Empty { path: name() });
    }
    let mut bytes = Vec::new();
    File::open(path)
        .map_err(io_error)?
        .take(SIZE_LIMIT + 1)
        .read_to_end(&mut bytes)
        .map_err(io_error)?;
    if bytes.len() as u64 > SIZE_LIMIT {
        return Err(ReadError::TooLarge { path: name() });
    }
    String::from_utf8(bytes).map_err(|error| ReadError::NoText {
        path: name(),
        at: error.utf8_error().valid_up_to(),
    })
}

/// Writes a text file whole or not at all: into a temporary file beside it, to the disk, then renamed.
///
/// A link is followed and the file's permissions are kept.
///
/// # Errors
/// The system's words. What was there before is then still there.
pub fn write_text(path: &Path, text: &str) -> io::Result<()> {
    let target = fs::canonicalize(path).unwrap_or_else(|_| behind_link(path));
    if target.is_dir() {
        return Err(io::Error::new(
            io::ErrorKind::IsADirectory,
            "it is a folder; name a file in it",
        ));
    }
    let folder = match target.parent() {
        Some(parent) if !parent.as_os_str().is_empty() => parent,
        _ => Path::new("."),
    };
    // The library's words name the temporary file, which means nothing to anybody.
    let plain = |error: io::Error| match error.kind() {
        io::ErrorKind::NotFound => {
            io::Error::new(error.kind(), "there is no such folder; make it or choose another")
        }
        io::ErrorKind::StorageFull => io::Error::new(
            error.kind(),
            "the disk is full; make room or choose another place",
        ),
        io::ErrorKind::PermissionDenied => {
            io::Error::new(error.kind(), "nothing may be written there; choose another place")
        }
        kind => io::Error::new(kind, kind.to_string()),
    };
    let mut temporary = new_beside(folder).map_err(plain)?;
    if let Ok(before) = fs::metadata(&target) {
        if before.permissions().readonly() {
            return Err(io::Error::new(
                io::ErrorKind::PermissionDenied,
                "the file is write-protected; choose another name",
            ));
        }
        temporary
            .as_file()
            .set_permissions(before.permissions())
            .map_err(plain)?;
    }
    temporary.write_all(text.as_bytes()).map_err(plain)?;
    temporary.as_file().sync_all().map_err(plain)?;
    temporary.persist(&target).map_err(|e| plain(e.error))?;
    // The new name has to reach the disk too. Not every system can open a folder; the file is whole either way.
    let _ = sync_folder(folder);
    Ok(())
}

/// Where a link leads whose end does not exist yet; any other path as it is.
fn behind_link(path: &Path) -> PathBuf {
    match fs::read_link(path) {
        Ok(end) => path.parent().unwrap_or(Path::new("")).join(end),
        Err(_) => path.to_owned(),
    }
}

/// Gets the names in a folder to the disk, where the system has a way to do so.
pub(crate) fn sync_folder(folder: &Path) -> io::Result<()> {
    if cfg!(not(unix)) {
        return Ok(());
    }
    match File::open(folder)?.sync_all() {
        // Some file systems over a network say so.
        Err(error)
            if matches!(
                error.kind(),
                io::ErrorKind::InvalidInput | io::ErrorKind::Unsupported
            ) =>
        {
            Ok(())
        }
        done => done,
    }
}

/// A new temporary file in a folder, which goes unless it is given a name.
pub(crate) fn new_beside(folder: &Path) -> io::Result<tempfile::NamedTempFile> {
    let mut builder = tempfile::Builder::new();
    builder.prefix(TEMPORARY_PREFIX).suffix(TEMPORARY_ENDING);
    // As any new file: the user's mask decides who may read it.
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    builder.tempfile_in(folder)
}

/// Whether it has the name of a temporary file.
pub(crate) fn is_temporary(path: &Path) -> bool {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    name.starts_with(TEMPORARY_PREFIX) && name.ends_with(TEMPORARY_ENDING)
}

/// The path that a person typed: without blanks and quotes around it, `~` for the home folder.
#[must_use]
pub fn typed_path(typed: &str) -> Option<PathBuf> {
    let typed = typed.trim();
    let typed = typed
        .strip_prefix('"')
        .and_then(|t| t.strip_suffix('"'))
        .unwrap_or(typed);
    if let Some(path) = Url::parse(typed).ok().filter(|url| url.scheme() == "file") {
        return path.to_file_path().ok();
    }
    let home = || directories::UserDirs::new().map(|dirs| dirs.home_dir().to_owned());
    match typed.strip_prefix('~') {
        _ if typed.is_empty() => None,
        Some("") => home(),
        Some(rest) if rest.starts_with('/') => home().map(|home| home.join(&rest[1..])),
        _ => Some(PathBuf::from(typed)),
    }
}

/// The path with a puzzle file's ending, unless it ends in `.json` already.
#[must_use]
pub fn with_puzzle_ending(path: PathBuf) -> PathBuf {
    with_ending(path, "json", PUZZLE_ENDING)
}

/// The path with the ending of a table of values, `.csv`, unless it has it already.
#[must_use]
pub fn with_table_ending(path: PathBuf) -> PathBuf {
    with_ending(path, "csv", ".csv")
}

fn with_ending(path: PathBuf, extension: &str, ending: &str) -> PathBuf {
    let has_it = path
        .extension()
        .is_some_and(|found| found.eq_ignore_ascii_case(extension));
    if has_it {
        return path;
    }
    let mut name = path.into_os_string();
    name.push(ending);
    PathBuf::from(name)
}

/// A file name for a puzzle of this title.
#[must_use]
pub fn name_for(title: Option<&str>) -> String {
    let words: String = (title.unwrap_or_default().chars())
        .map(|c| {
            if c.is_alphanumeric() {
                c.to_ascii_lowercase()
            } else {
                '-'
            }
        })
        .scan(0, |bytes, c| {
            // Systems count bytes: names of other letters than Latin ones must fit too, with a date before them.
            *bytes += c.len_utf8();
            (*bytes <= LONGEST_STEM).then_some(c)
        })
        .collect();
    let name = words
        .split('-')
        .filter(|w| !w.is_empty())
        .collect::<Vec<_>>()
        .join("-");
    format!(
        "{}{PUZZLE_ENDING}",
        if name.is_empty() { "puzzle" } else { &name }
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_reads_back_and_replaces_whole() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.tayu.json");
        write_text(&path, "first").unwrap();
        write_text(&path, "ü").unwrap();
        assert_eq!(read_text(&path).unwrap(), "ü");
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
    }

    #[cfg(unix)]
    #[test]
    fn links_and_permissions_stay() {
        use std::os::unix::fs::{PermissionsExt, symlink};
        let folder = tempfile::tempdir().unwrap();
        let (path, link) = (folder.path().join("a"), folder.path().join("link"));
        write_text(&path, "1").unwrap();
        fs::set_permissions(&path, PermissionsExt::from_mode(0o640)).unwrap();
        symlink(&path, &link).unwrap();
        write_text(&link, "2").unwrap();
        assert_eq!(read_text(&path).unwrap(), "2");
        assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
        let (end, dangling) = (folder.path().join("end"), folder.path().join("dangling"));
        symlink("end", &dangling).unwrap();
        write_text(&dangling, "new").unwrap();
        assert_eq!(read_text(&end).unwrap(), "new");
        assert_eq!(fs::metadata(&path).unwrap().permissions().mode() & 0o777, 0o640);
        fs::set_permissions(&path, PermissionsExt::from_mode(0o440)).unwrap();
        assert!(write_text(&path, "3").is_err());
        assert_eq!(read_text(&path).unwrap(), "2");
    }

    #[test]
    fn errors_name_the_file_and_leave_nothing_behind() {
        let folder = tempfile::tempdir().unwrap();
        let bad = folder.path().join("bad");
        fs::write(&bad, b"ab\xff").unwrap();
        assert!(read_text(&bad).unwrap_err().to_string().contains("byte 2"));
        assert!(matches!(read_text(folder.path()), Err(ReadError::NoFile { .. })));
        assert!(
            read_text(&folder.path().join("none"))
                .unwrap_err()
                .to_string()
                .contains("none")
        );
        let empty = folder.path().join("empty");
        File::create(&empty).unwrap();
        assert!(read_text(&empty).unwrap_err().to_string().contains("is empty"));
        let large = folder.path().join("large");
        File::create(&large).unwrap().set_len(SIZE_LIMIT + 1).unwrap();
        assert!(matches!(read_text(&large), Err(ReadError::TooLarge { .. })));
        assert!(write_text(folder.path(), "x").is_err());
        let error = write_text(&folder.path().join("no/such/folder"), "x").unwrap_err();
        assert!(
            error.to_string().starts_with("there is no such folder"),
            "{error}"
        );
        assert_eq!(shown(Path::new("a\u{1b}[31m\nb")), "a\\u{1b}[31m\\nb");
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 3);
    }

    #[test]
    fn typed_paths_are_read_kindly() {
        assert_eq!(typed_path("  "), None);
        assert_eq!(typed_path(" \"/a b/c\" "), Some(PathBuf::from("/a b/c")));
        assert_eq!(with_puzzle_ending("a/b".into()), PathBuf::from("a/b.tayu.json"));
        assert_eq!(with_puzzle_ending("b.json".into()), PathBuf::from("b.json"));
        assert_eq!(with_puzzle_ending("v1.2".into()), PathBuf::from("v1.2.tayu.json"));
        assert_eq!(with_table_ending("v1.2".into()), PathBuf::from("v1.2.csv"));
        assert_eq!(with_table_ending("a.CSV".into()), PathBuf::from("a.CSV"));
        assert_eq!(
            typed_path("file:///a%20b/c.json"),
            Some(PathBuf::from("/a b/c.json"))
        );
        assert_eq!(
            typed_path("~"),
            typed_path("~/").map(|p| p.components().collect())
        );
        assert_eq!(name_for(Some("Zwei Wege: N–S!")), "zwei-wege-n-s.tayu.json");
        assert_eq!(name_for(None), "puzzle.tayu.json");
    }
}
