//! Files with everything that is wrong with them.

use std::path::Path;

use tayu_core::file::{FileFaults, Format};
use tayu_core::{Puzzle, Record};

use super::report::harmless;
use crate::files;

/// Reads a puzzle file.
///
/// # Errors
/// Everything that is wrong with it, a line each, beginning with the file's name.
pub(super) fn puzzle(path: &Path) -> Result<Puzzle, Vec<String>> {
    let text = files::read_text(path).map_err(|error| vec![error.to_string()])?;
    Puzzle::from_json(&text).map_err(|faults| told(path, &faults))
}

/// Reads a game from its file or from a text.
///
/// # Errors
/// Everything that is wrong with it, a line each, beginning with the file's name.
pub(super) fn game(path: &Path) -> Result<Record, Vec<String>> {
    let text = files::read_text(path).map_err(|error| vec![error.to_string()])?;
    Record::from_json_or_text(&text).map_err(|faults| told(path, &faults))
}

/// Whether a file says that it holds a game.
pub(super) fn is_game(path: &Path) -> bool {
    files::read_text(path).is_ok_and(|text| Format::of(&text) == Some(Format::Game))
}

/// The faults of a file, a line each, beginning with the file's name.
pub(super) fn told(path: &Path, faults: &FileFaults) -> Vec<String> {
    let name = files::shown(path);
    (faults.0.iter())
        .map(|fault| harmless(&format!("{name}: {fault}")))
        .collect()
}
