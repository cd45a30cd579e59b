//! Which engine answers which question.

use std::time::Instant;

use tayu_core::{Goal, Pair};
use tracing::debug;

use crate::answer::{Phase, Proof};
use crate::duel::duel;
use crate::exhaust::exhaust;
use crate::job::{Conclusion, Job};
use crate::line::Line;
use crate::maximize::maximize;

/// How many tiles are laid before trying every line is given up: a moment.
const EXHAUSTION_BUDGET: usize = 25_000;

/// Searches until the job has an answer or there is no more to try.
pub(crate) fn search(job: &Job) {
    let puzzle = job.puzzle();
    debug!(goal = ?puzzle.goal(), tiles = puzzle.sequence().len(), threads = job.threads(), "search");
    answer(job);
    let (progress, proved) = (
        job.progress(),
        job.answer().is_some_and(|a| a.outcome.is_optimal()),
    );
    let (best, bound) = (progress.best.value(), progress.upper_bound);
    debug!(elapsed = ?progress.elapsed, %best, %bound, proved, "search is over");
}

fn answer(job: &Job) {
    if job.puzzle().sequence().is_empty() {
        return job.conclude(Conclusion::Proved(job.best(), Proof::Rules));
    }
    match job.puzzle().goal() {
        Goal::Maximize(pair) => search_highest(job, pair),
        Goal::Duel(first) => job.conclude(duel(job, first)),
    }
}

/// The few lines of a short or stuck sequence are all tried; a longer one is left to formulas.
fn search_highest(job: &Job, pair: Pair) {
    job.enter(Phase::TryingAll);
    let asked = Instant::now();
    let tried = exhaust(job, pair, EXHAUSTION_BUDGET);
    let answer = tried.as_ref().ok().and_then(Option::as_ref).map(Line::value);
    debug!(engine = "exhaustion", budget = EXHAUSTION_BUDGET, ?answer, took = ?asked.elapsed(), "answer");
    match tried {
        Ok(Some(line)) => job.conclude(Conclusion::Proved(line, Proof::Exhaustion)),
        Ok(None) => maximize(job, pair),
        Err(fault) => job.conclude(Conclusion::Failed(fault.into())),
    }
}
