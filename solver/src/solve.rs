//! Starting a search, looking at it and stopping it.

use std::io;
use std::sync::Arc;
use std::thread::{self, JoinHandle};
use std::time::Duration;

use tayu_core::{Goal, Puzzle};

use crate::answer::{Answer, Options, Progress, SolveError};
use crate::job::{Conclusion, Job};
use crate::line::Line;
use crate::search::search;
use crate::stop::{StopFlag, wait_for};

/// Changes are told no more often than this.
const TELL_INTERVAL: Duration = Duration::from_millis(100);

/// A search that runs on threads of its own. Dropping it cancels it.
#[derive(Debug)]
pub struct Solve {
    job: Arc<Job>,
    worker: Option<JoinHandle<()>>,
}

/// Starts solving a puzzle and returns at once.
///
/// `on_change` is called on another thread when there is news in [`Solve::progress`], at most ten times a
/// second, and once more when there is an answer.
///
/// # Errors
/// When the system gives no thread, when the line in `options` is not one of this puzzle, or (a fault of this
/// crate) the first line is not legal.
pub fn start(
    puzzle: Arc<Puzzle>,
    options: Options,
    on_change: impl Fn() + Send + Sync + 'static,
) -> io::Result<Solve> {
    let mut first = Line::complete(&puzzle, Vec::new()).map_err(io::Error::other)?;
    if let Some(known) = &options.known {
        let known = Line::replay(&puzzle, known.placements().to_vec())
            .map_err(|fault| io::Error::new(io::ErrorKind::InvalidInput, fault))?;
        if matches!(puzzle.goal(), Goal::Maximize(_)) && known.value() > first.value() {
            first = known;
        }
    }
    let job = Arc::new(Job::new(puzzle, options, first));
    // From here on the handle stops what has been started if the rest fails.
    let mut solve = Solve {
        job: Arc::clone(&job),
        worker: None,
    };
    let supervised = Arc::clone(&job);
    thread::Builder::new()
        .name("solver watch".into())
        .spawn(move || supervised.supervise(TELL_INTERVAL, on_change))?;
    let worker = thread::Builder::new().name("solver".into()).spawn(move || {
        let job = Breakdown(job);
        search(&job.0);
    })?;
    solve.worker = Some(worker);
    Ok(solve)
}

/// Solves a puzzle and waits for the answer. Raising `stop` cancels.
///
/// # Errors
/// As [`start`].
pub fn solve(puzzle: Arc<Puzzle>, options: Options, stop: &StopFlag) -> io::Result<Answer> {
    const STOP_POLL: Duration = Duration::from_millis(50);
    const WIND_DOWN: Duration = Duration::from_millis(100);
    let solve = start(puzzle, options, || ())?;
    loop {
        if let Some(answer) = solve.wait(STOP_POLL) {
            solve.wind_down(WIND_DOWN);
            return Ok(answer);
        }
        if stop.is_raised() {
            solve.cancel();
        }
    }
}

impl Solve {
    /// The puzzle being solved.
    #[must_use]
    pub fn question(&self) -> &Arc<Puzzle> {
        self.job.puzzle()
    }

    /// How the search stands, or stood when it ended.
    #[must_use]
    pub fn progress(&self) -> Progress {
        self.job.progress()
    }

    /// Ends the search: there is an answer when this returns. An engine that does not notice at once works on
    /// for a moment and is not heard any more.
    pub fn cancel(&self) {
        self.job.cancel();
    }

    /// The answer, once there is one.
    #[must_use]
    pub fn answer(&self) -> Option<Answer> {
        self.job.answer()
    }

    /// Waits for the answer, but no longer than `patience`.
    #[must_use]
    pub fn wait(&self, patience: Duration) -> Option<Answer> {
        self.job.wait(patience)
    }

    /// Cancels and waits until no engine is at work any more, but no longer than `patience`. Returns whether
    /// none is. A program that ends had better have it so: the libraries of an engine that is at work are
    /// taken down under it.
    pub fn wind_down(&self, patience: Duration) -> bool {
        self.cancel();
        self.worker
            .as_ref()
            .is_none_or(|worker| wait_for(worker, patience))
    }
}

impl Drop for Solve {
    fn drop(&mut self) {
        self.job.cancel();
    }
}

/// Turns a panic of the worker into an answer, so that nobody waits for ever.
struct Breakdown(Arc<Job>);

impl Drop for Breakdown {
    fn drop(&mut self) {
        // Changes nothing when there is an answer already.
        self.0.conclude(Conclusion::Failed(SolveError::Broken(
            "its thread ended early".into(),
        )));
    }
}
