//! Exact search of duels.
//!
//! The value of a duel is the margin of the side that moves first when both play their best. Until it is
//! known the search keeps two bounds: a margin that the first side can force, and one beyond which the other
//! does not let it. The upper one is reported, with a play in which both sides keep to what proves the
//! bounds, so that its margin lies between them. Such a play is best play, and said to be, only when the
//! bounds have met. Before there is a bound from the search, the play reported is one that looks good, and
//! the bound one that no play at all exceeds.
//!
//! First the same duel is searched over the beginning of its sequence, four tiles more each time. That
//! proves nothing about the whole, but gives a first guess at its value and at good placements.
//!
//! `terrain` is what never changes during a duel, `state` a position, and `outlook` what can be said of it without a search;
//! `search` is the work of one thread, with the `table` that all of them share, and `team` brings the bounds together.

mod outlook;
mod search;
mod state;
mod table;
mod team;
mod terrain;
#[cfg(test)]
mod tests;

use std::time::Instant;

use tayu_core::{Pair, Placement, Spot};
use tracing::debug;

use self::search::Stopped;
use self::team::{Memory, Team};
use self::terrain::{Terrain, usable_spots};
use crate::answer::{Phase, Proof, SolveError};
use crate::job::{Conclusion, Job};
use crate::line::{Line, Margin, ReplayError, Value};

/// Tiles by which the beginning that is searched grows. With two the last beginnings take as long as the whole.
const STEP: usize = 4;

/// Searches the duel of the job's puzzle, in which `first` begins.
pub(crate) fn duel(job: &Job, first: Pair) -> Conclusion {
    let puzzle = job.puzzle();
    let usable = usable_spots(puzzle.position().board(), puzzle.sequence());
    // The fewer words for the sets of spots, the faster.
    let ended = match usable.len() {
        0..=64 => deepen::<1>(job, first, &usable),
        65..=128 => deepen::<2>(job, first, &usable),
        129..=192 => deepen::<3>(job, first, &usable),
        193..=256 => deepen::<4>(job, first, &usable),
        257..=384 => deepen::<6>(job, first, &usable),
        _ => deepen::<11>(job, first, &usable),
    };
    match ended {
        Ok((line, proof)) => Conclusion::Proved(line, proof),
        Err(End::Stopped) => Conclusion::GaveUp("the search was stopped".into()),
        Err(End::Fault(error)) => Conclusion::Failed(error),
    }
}

/// Why there is no proof.
#[derive(Debug)]
enum End {
    Stopped,
    Fault(SolveError),
}

impl From<Stopped> for End {
    fn from(_: Stopped) -> Self {
        Self::Stopped
    }
}

impl From<ReplayError> for End {
    fn from(error: ReplayError) -> Self {
        Self::Fault(error.into())
    }
}

fn deepen<const W: usize>(job: &Job, first: Pair, usable: &[Spot]) -> Result<(Line, Proof), End> {
    let puzzle = job.puzzle();
    let (board, sequence) = (puzzle.position().board(), puzzle.sequence());
    let stop = || job.is_stopped();
    let mut memory = Memory::new(usable.len(), sequence.len(), job.threads(), job.memory());
    let whole = Terrain::<W>::new(usable, sequence);
    let untried = Team::new(&whole, board, first, &mut memory, &stop);
    let (_, upper) = untried.bounds();
    if untried.is_proved() {
        return Ok((job.best(), Proof::Rules));
    }
    job.bound(value(upper), Proof::Rules);

    let mut guess = board.coasts().margin(first);
    for plies in (1..sequence.len()).filter(|plies| plies % STEP == sequence.len() % STEP) {
        job.enter(Phase::Duel { plies });
        let asked = Instant::now();
        let beginning = Terrain::<W>::new(usable, &sequence[..plies]);
        let mut search = Team::new(&beginning, board, first, &mut memory, &stop);
        while !search.is_proved() {
            guess = search.narrow(guess)?;
        }
        (guess, _) = search.bounds();
        note(job, plies, &search, asked);
        // It is no more than a play that looks good, so the rest may be laid anyhow.
        job.replace(Line::complete(puzzle, claimed(search.line()?)?)?);
    }

    job.enter(Phase::Duel {
        plies: sequence.len(),
    });
    let asked = Instant::now();
    let mut search = Team::new(&whole, board, first, &mut memory, &stop);
    while !search.is_proved() {
        guess = search.narrow(guess)?;
        note(job, sequence.len(), &search, asked);
        let line = Line::replay(puzzle, claimed(search.line()?)?)?;
        let (lower, upper) = search.bounds();
        if line.value() < value(lower) || line.value() > value(upper) {
            let (claimed, found) = (value(lower), line.value());
            return Err(End::Fault(SolveError::Value { claimed, found }));
        }
        // In this order, so that the line is never worth more than the bound.
        job.replace(line);
        job.bound(value(upper), Proof::DuelSearch);
    }
    let line = Line::replay(puzzle, claimed(search.line()?)?)?;
    Ok((line, Proof::DuelSearch))
}

/// Notes in the log how many tiles were looked ahead, which margins are left, what was visited for that and how long it
/// took.
fn note<const W: usize>(job: &Job, plies: usize, search: &Team<'_, W>, asked: Instant) {
    let ((lower, upper), visits) = (search.bounds(), search.visits());
    let (elapsed, took) = (job.elapsed(), asked.elapsed());
    debug!(
        ?elapsed,
        engine = "duel",
        plies,
        lower,
        upper,
        visits,
        ?took,
        "answer"
    );
}

fn value(margin: i32) -> Value {
    Value::Margin(Margin::new(margin))
}

/// A search that can't show what it has proved has gone wrong.
fn claimed(line: Option<Vec<Placement>>) -> Result<Vec<Placement>, End> {
    line.ok_or_else(|| End::Fault(SolveError::Broken("the duel search contradicts itself".into())))
}
