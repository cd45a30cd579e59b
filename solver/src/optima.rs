//! All optima: how many plays reach the highest product, and what comes after it.
//!
//! [`survey`](fn@survey) takes a proved answer and counts on a thread of its own. What it has found so far is there at every
//! moment and never claims more than was found: a number is exact or a lower bound, everything else is
//! known or not.
//!
//! * `exhaustive` tries all plays of a short sequence;
//! * `formula` looks `nearby` and asks Z3, with what has been counted forbidden;
//! * `runner_up` finds what comes next, for which `whole` says as a formula that a play is over only where the
//!   rules say so.

mod exhaustive;
mod formula;
mod nearby;
mod runner_up;
#[cfg(test)]
mod tests;
mod whole;

use std::io;
use std::num::NonZeroUsize;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use tayu_core::{Goal, Placement, Product, Puzzle};
use tracing::debug;

use crate::answer::{Answer, Outcome, SolveError};
use crate::line::Value;
use crate::stop::{StopFlag, wait_for};

/// How many tiles are laid before trying every play is given up.
const EXHAUSTION_BUDGET: usize = 100_000;

/// How a survey is to be made.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SurveyOptions {
    /// How far to count.
    pub cap: NonZeroUsize,
    /// How long to count before what was found so far is all; `None` for as long as it takes.
    pub time_limit: Option<Duration>,
}

impl Default for SurveyOptions {
    /// A thousand plays, no time limit.
    fn default() -> Self {
        Self {
            cap: NonZeroUsize::MIN.saturating_add(999),
            time_limit: None,
        }
    }
}

/// A number of plays. Two plays differ when some tile of the sequence is laid otherwise.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Count {
    /// There are so many.
    Exactly(usize),
    /// There are so many and perhaps more.
    AtLeast(usize),
}

/// The highest product below the optimum that a play ends with.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RunnerUp {
    /// It is this.
    Product(Product),
    /// Every play has the highest product.
    None,
    /// It was not found.
    Unknown,
}

/// What is known about the plays that have the highest product. A play goes on until the sequence is done
/// or a tile fits nowhere.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Optima {
    /// The highest product.
    pub product: Product,
    /// How many plays have it.
    pub plays: Count,
    /// Whether all of them end with the same tiles at the same places; `None` when that is not known.
    pub one_board: Option<bool>,
    /// The next product below.
    pub runner_up: RunnerUp,
    /// Placements of the first tile after which the highest product can still be had, in the order of
    /// legal placements.
    pub first_placements: Vec<Placement>,
    /// Whether these are all.
    pub first_placements_complete: bool,
}

impl Optima {
    /// Whether all is known, apart from what would take counting beyond the cap.
    #[must_use]
    pub fn is_complete(&self) -> bool {
        self.first_placements_complete && self.runner_up != RunnerUp::Unknown
    }
}

/// Why there is no survey of an answer.
#[derive(Debug, thiserror::Error)]
pub enum NoSurvey {
    /// The answer is not proved.
    #[error("the highest product is not proved")]
    NotProved,
    /// The puzzle is a duel.
    #[error("a duel has no highest product")]
    Duel,
    /// The system gives no thread.
    #[error("no thread can be started: {0}")]
    Thread(#[from] io::Error),
}

/// A survey on a thread of its own. Dropping it cancels it.
#[derive(Debug)]
pub struct Survey {
    ledger: Arc<Ledger>,
    worker: Option<JoinHandle<()>>,
}

/// Starts to count the plays that have the product of this answer, and returns at once.
///
/// `on_change` is called on another thread when there is news in [`Survey::so_far`], at most ten times a
/// second, and once more at the end.
///
/// # Errors
/// See [`NoSurvey`].
pub fn survey(
    answer: &Answer,
    options: SurveyOptions,
    on_change: impl Fn() + Send + Sync + 'static,
) -> Result<Survey, NoSurvey> {
    let Outcome::Optimal { line, .. } = &answer.outcome else {
        return Err(NoSurvey::NotProved);
    };
    let (Goal::Maximize(_), Value::Product(product)) = (answer.puzzle.goal(), line.value()) else {
        return Err(NoSurvey::Duel);
    };
    let ledger = Arc::new(Ledger::new(
        Arc::clone(&answer.puzzle),
        product,
        Some(line.placements().to_vec()),
        &options,
        Box::new(on_change),
    ));
    let mut survey = Survey {
        ledger: Arc::clone(&ledger),
        worker: None,
    };
    let worker = thread::Builder::new().name("survey".into()).spawn(move || {
        let ledger = Breakdown(ledger);
        run(&ledger.0, EXHAUSTION_BUDGET);
    })?;
    survey.worker = Some(worker);
    Ok(survey)
}

/// Counts until all is known or the ledger is closed.
fn run(ledger: &Ledger, budget: usize) {
    let asked = Instant::now();
    let tried = exhaustive::count(ledger, budget);
    debug!(engine = "survey, all plays", budget, answer = ?tried, took = ?asked.elapsed(), "answer");
    let result = match tried {
        Ok(false) => formula::count(ledger),
        Ok(true) => Ok(()),
        Err(error) => Err(error),
    };
    ledger.close(result.err());
}

impl Survey {
    /// The puzzle that it is about.
    #[must_use]
    pub fn question(&self) -> &Arc<Puzzle> {
        &self.ledger.puzzle
    }

    /// What has been found so far.
    #[must_use]
    pub fn so_far(&self) -> Optima {
        self.ledger.lock().found.clone()
    }

    /// What has been found, once the survey has ended, by itself, by its time limit or because it was cancelled.
    ///
    /// # Errors
    /// What was found contradicts the answer or itself: a fault of this crate.
    #[must_use]
    pub fn findings(&self) -> Option<Result<Optima, SolveError>> {
        if self.ledger.is_stopped() {
            self.ledger.close(None);
        }
        let state = self.ledger.lock();
        let result = match &state.error {
            None => Ok(state.found.clone()),
            Some(error) => Err(error.clone()),
        };
        state.closed.then_some(result)
    }

    /// Waits for the end, but no longer than `patience`.
    ///
    /// # Errors
    /// As [`findings`](Self::findings).
    #[must_use]
    pub fn wait(&self, patience: Duration) -> Option<Result<Optima, SolveError>> {
        let state = self.ledger.lock();
        let waited = self
            .ledger
            .changed
            .wait_timeout_while(state, patience, |state| !state.closed);
        drop(waited.unwrap_or_else(PoisonError::into_inner));
        self.findings()
    }

    /// Ends the survey with what it has.
    pub fn cancel(&self) {
        self.ledger.close(None);
    }

    /// Cancels and waits until the engine is at rest, but no longer than `patience`. Returns whether it is. To be
    /// done before a program ends, as with [`Solve::wind_down`](crate::Solve::wind_down).
    pub fn wind_down(&self, patience: Duration) -> bool {
        self.cancel();
        self.worker
            .as_ref()
            .is_none_or(|worker| wait_for(worker, patience))
    }
}

impl Drop for Survey {
    fn drop(&mut self) {
        self.cancel();
    }
}

/// What the thread that counts and the one that waits share.
struct Ledger {
    puzzle: Arc<Puzzle>,
    product: Product,
    /// A play that has this product.
    known: Option<Vec<Placement>>,
    cap: usize,
    deadline: Option<Instant>,
    stop: StopFlag,
    on_change: Box<dyn Fn() + Send + Sync>,
    state: Mutex<State>,
    changed: Condvar,
}

impl std::fmt::Debug for Ledger {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Ledger")
            .field("product", &self.product)
            .field("state", &self.state)
            .finish_non_exhaustive()
    }
}

#[derive(Debug)]
struct State {
    found: Optima,
    error: Option<SolveError>,
    closed: bool,
    told: Instant,
}

impl Ledger {
    fn new(
        puzzle: Arc<Puzzle>,
        product: Product,
        known: Option<Vec<Placement>>,
        options: &SurveyOptions,
        on_change: Box<dyn Fn() + Send + Sync>,
    ) -> Self {
        let now = Instant::now();
        let found = Optima {
            product,
            // The answer's own line.
            plays: Count::AtLeast(1),
            one_board: None,
            runner_up: RunnerUp::Unknown,
            first_placements: Vec::new(),
            first_placements_complete: false,
        };
        Self {
            puzzle,
            product,
            known,
            cap: options.cap.get(),
            deadline: options.time_limit.and_then(|limit| now.checked_add(limit)),
            stop: StopFlag::new(),
            on_change,
            state: Mutex::new(State {
                found,
                error: None,
                closed: false,
                told: now,
            }),
            changed: Condvar::new(),
        }
    }

    fn is_stopped(&self) -> bool {
        self.stop.is_raised() || self.deadline.is_some_and(|deadline| Instant::now() >= deadline)
    }

    /// Enters what has been found, unless the ledger is closed.
    fn enter(&self, change: impl FnOnce(&mut Optima)) {
        const TELL_INTERVAL: Duration = Duration::from_millis(100);
        let mut state = self.lock();
        if state.closed {
            return;
        }
        change(&mut state.found);
        let now = Instant::now();
        if now.duration_since(state.told) >= TELL_INTERVAL {
            state.told = now;
            drop(state);
            (self.on_change)();
        }
    }

    fn close(&self, error: Option<SolveError>) {
        self.stop.raise();
        let mut state = self.lock();
        if !std::mem::replace(&mut state.closed, true) {
            state.error = error;
            drop(state);
            self.changed.notify_all();
            (self.on_change)();
        }
    }

    /// A number of plays that were counted until there were more than the cap, if there are so many.
    fn counted(&self, plays: usize) -> Count {
        if plays > self.cap {
            Count::AtLeast(self.cap)
        } else {
            Count::Exactly(plays)
        }
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        // Nothing that holds the lock leaves the state half changed.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Turns a panic of the thread that counts into an end, so that nobody waits for ever.
struct Breakdown(Arc<Ledger>);

impl Drop for Breakdown {
    fn drop(&mut self) {
        // Changes nothing when the ledger is closed already.
        self.0
            .close(Some(SolveError::Broken("its thread ended early".into())));
    }
}

/// The fault of a play that is worth something else than was claimed.
fn contradiction(claimed: Product, found: u32) -> SolveError {
    SolveError::Value {
        claimed: Value::Product(claimed),
        found: Value::Product(Product::new(found)),
    }
}
