//! Which engine answers which question.

use std::thread;

use tayu_core::{Goal, Pair};

use crate::answer::{Phase, Proof};
use crate::beam::{Patience, look_ahead};
use crate::duel::duel;
use crate::engine::interruptible;
use crate::exhaust::exhaust;
use crate::job::{Conclusion, Job};
use crate::maximize::maximize;

/// How many tiles are laid before trying every line is given up: a moment.
const EXHAUSTION_BUDGET: usize = 25_000;

/// Searches until the job has an answer or there is no more to try.
pub(crate) fn search(job: &Job) {
    if job.puzzle().sequence().is_empty() {
        return job.conclude(Conclusion::Proved(job.best(), Proof::Rules));
    }
    match job.puzzle().goal() {
        Goal::Maximize(pair) => search_highest(job, pair),
        Goal::Duel(first) => job.conclude(duel(job, first)),
    }
}

/// The few lines of a short or stuck sequence are all tried; a longer one is proved with Z3, with a beam search
/// for good lines beside it or, on a single thread, before it.
fn search_highest(job: &Job, pair: Pair) {
    job.enter(Phase::TryingAll);
    match exhaust(job, pair, EXHAUSTION_BUDGET) {
        Ok(Some(line)) => return job.conclude(Conclusion::Proved(line, Proof::Exhaustion)),
        Ok(None) => {}
        Err(fault) => return job.conclude(Conclusion::Failed(fault.into())),
    }
    let look = |patience| {
        if let Err(fault) = look_ahead(job, pair, patience) {
            job.conclude(Conclusion::Failed(fault.into()));
        }
    };
    let prove = || job.conclude(interruptible(job, || maximize(job, pair)));
    if job.threads() < 2 {
        job.enter(Phase::LookingAhead);
        look(Patience::Moment);
        return prove();
    }
    thread::scope(|scope| {
        let beside = thread::Builder::new();
        // Without that thread the proof is found all the same.
        drop(
            beside
                .name("solver beam".into())
                .spawn_scoped(scope, || look(Patience::Long)),
        );
        prove();
    });
}
