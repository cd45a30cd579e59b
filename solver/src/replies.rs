//! What each first placement of a duel is worth.

use std::io;
use std::sync::Arc;
use std::time::{Duration, Instant};

use tayu_core::{Draft, Goal, Placement, Puzzle, Setup};

use crate::answer::{Options, Outcome};
use crate::line::{Margin, Value};
use crate::solve::solve;
use crate::stop::StopFlag;

/// A first placement of a duel, and what it leads to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct FirstPlacement {
    /// The placement.
    pub placement: Placement,
    /// The margin of the side that moves first when both play their best from there; `None` where the time was up
    /// before it was proved.
    pub margin: Option<Margin>,
}

/// The exact value of every first placement of a duel: the highest first, those of equal value in the order of legal
/// placements, those that are not proved last. Empty when the puzzle is no duel or nothing can be laid.
///
/// Each is a duel of its own, in which the other side begins. `time_limit` is for all of them together; raising `stop`
/// ends it with what is proved by then.
///
/// # Errors
/// When the system gives no thread.
pub fn first_placements(
    puzzle: &Puzzle,
    time_limit: Option<Duration>,
    stop: &StopFlag,
) -> io::Result<Vec<FirstPlacement>> {
    let (Goal::Duel(pair), Some((&tile, rest))) = (puzzle.goal(), puzzle.sequence().split_first()) else {
        return Ok(Vec::new());
    };
    let deadline = time_limit.and_then(|limit| Instant::now().checked_add(limit));
    let mut found = Vec::new();
    for placement in puzzle.position().board().legal_placements(tile) {
        let mut board = puzzle.position().placements().to_vec();
        board.push(placement);
        let draft = Draft {
            setup: Setup {
                board,
                sequence: rest.to_vec(),
            },
            goal: Goal::Duel(pair.other()),
            ..Draft::default()
        };
        let time_limit = deadline.map(|deadline| deadline.saturating_duration_since(Instant::now()));
        let is_over = stop.is_raised() || time_limit.is_some_and(|left| left.is_zero());
        // A legal placement makes a sound puzzle.
        let margin = match draft.puzzle().ok().filter(|_| !is_over) {
            Some(reply) => {
                let options = Options {
                    time_limit,
                    ..Options::default()
                };
                proved(&solve(Arc::new(reply), options, stop)?.outcome)
            }
            None => None,
        };
        found.push(FirstPlacement { placement, margin });
    }
    found.sort_by_key(|first| (first.margin.is_none(), std::cmp::Reverse(first.margin)));
    Ok(found)
}

/// What has been proved for the other side, seen from the side that has just moved.
fn proved(outcome: &Outcome) -> Option<Margin> {
    match outcome {
        Outcome::Optimal { line, .. } => match line.value() {
            Value::Margin(margin) => Some(Margin::new(-margin.get())),
            Value::Product(_) => None,
        },
        _ => None,
    }
}
