//! Puzzle files with everything that is wrong with them.

use std::path::Path;

use tayu_core::Puzzle;

use crate::files;

/// Reads a puzzle file.
///
/// # Errors
/// Everything that is wrong with it, a line each, beginning with the file's name.
pub(super) fn read(path: &Path) -> Result<Puzzle, Vec<String>> {
    let text = files::read_text(path).map_err(|error| vec![error.to_string()])?;
    let name = files::shown(path);
    Puzzle::from_json(&text)
        .map_err(|faults| faults.0.iter().map(|fault| format!("{name}: {fault}")).collect())
}
