//! `tayu check`: are these puzzle files sound?

use std::io;
use std::path::PathBuf;

use tayu_core::{Goal, Puzzle};

use super::{Status, Surroundings, read, say};

/// Says for each file that it is sound, or lists every fault. One bad file does not keep others from being
/// checked.
pub(super) fn check(files: &[PathBuf], around: &mut Surroundings<'_>) -> io::Result<Status> {
    let mut bad = 0;
    for file in files {
        match read::read(file) {
            Ok(puzzle) => writeln!(
                around.out,
                "{}: sound: {}",
                crate::files::shown(file),
                summary(&puzzle)
            )?,
            Err(faults) => {
                bad += 1;
                faults
                    .iter()
                    .try_for_each(|fault| writeln!(around.out, "{fault}"))?;
            }
        }
    }
    if bad == 0 {
        return Ok(Status::Done);
    }
    match files.len() {
        1 => say(around.err, format_args!("tayu: the file is no sound puzzle")),
        all => say(
            around.err,
            format_args!("tayu: {bad} of {all} files are no sound puzzles"),
        ),
    }
    Ok(Status::BadInput)
}

fn summary(puzzle: &Puzzle) -> String {
    let board = puzzle.position().board();
    let goal = match puzzle.goal() {
        Goal::Maximize(pair) => format!("maximize {pair}"),
        Goal::Duel(pair) => format!("duel, {pair} first"),
    };
    let tiles = |n: usize| format!("{n} {}", if n == 1 { "tile" } else { "tiles" });
    let (laid, coming, coasts) = (tiles(board.len()), puzzle.sequence().len(), board.coasts());
    format!("{laid} on the board, {coming} to come, {goal}, coasts {coasts}")
}
