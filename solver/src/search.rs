//! Which engine answers which question.

use tayu_core::Goal;

use crate::answer::Proof;
use crate::engine::interruptible;
use crate::job::{Conclusion, Job};
use crate::maximize::maximize;

/// Searches until the job is stopped or there is a conclusion.
pub(crate) fn search(job: &Job) -> Conclusion {
    if job.puzzle().sequence().is_empty() {
        return Conclusion::Proved(job.best(), Proof::Rules);
    }
    match job.puzzle().goal() {
        Goal::Maximize(pair) => interruptible(job, || maximize(job, pair)),
        Goal::Duel(_) => Conclusion::GaveUp("no engine takes this goal".into()),
    }
}
