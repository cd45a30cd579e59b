//! `tayu replay`: a game move by move.

use std::io;

use tayu_core::{Game, Move};

use super::arguments::ReplayArguments;
use super::text_board::{self, LEGEND};
use super::{Status, Surroundings, read, say};

/// Prints a game with the coasts after each tile and the board at its end, or as text to be pasted elsewhere.
pub(super) fn replay(arguments: &ReplayArguments, around: &mut Surroundings<'_>) -> io::Result<Status> {
    let record = match read::game(&arguments.file) {
        Ok(record) => record.public(),
        Err(faults) => {
            faults
                .iter()
                .for_each(|fault| say(around.err, format_args!("{fault}")));
            return Ok(Status::BadInput);
        }
    };
    if arguments.text {
        write!(around.out, "{}", record.to_text())?;
        return Ok(Status::Done);
    }
    // The same lines as in a text: this reads back too.
    let parts = [record.head(), record.turn_lines(coasts), record.end_lines()];
    for part in parts.iter().filter(|part| !part.is_empty()) {
        (part.iter()).try_for_each(|line| writeln!(around.out, "{line}"))?;
        writeln!(around.out)?;
    }
    let laid = record.game().position().placements();
    let board = text_board::draw(laid, &[], around.style);
    writeln!(around.out, "{board}{LEGEND}")?;
    Ok(Status::Done)
}

/// The coasts after a tile has been laid.
fn coasts(game: &Game) -> Option<String> {
    let laid = matches!(game.played().last()?.action, Move::Lay(_));
    laid.then(|| game.position().board().coasts().to_string())
}
