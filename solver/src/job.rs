//! A search as its engines see it: the question, whether to go on, and where to report.
//!
//! The answer is settled once, here, whoever comes first: the engine with a proof, the time limit, or the
//! user who cancels. Engines that are still at work after that report to nobody.

use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use tayu_core::Puzzle;

use crate::answer::{Answer, Options, Outcome, Phase, Progress, Proof, SolveError, Unproved};
use crate::line::{Line, Value};
use crate::stop::StopFlag;

/// How a search ended, in the words of its engine.
#[derive(Debug)]
pub(crate) enum Conclusion {
    /// The value of this line is that of the puzzle.
    Proved(Line, Proof),
    /// There is no proof, for this reason or because the job was stopped.
    GaveUp(String),
    /// The engine found a contradiction.
    Failed(SolveError),
}

/// One search.
#[derive(Debug)]
pub(crate) struct Job {
    puzzle: Arc<Puzzle>,
    options: Options,
    started: Instant,
    stop: StopFlag,
    state: Mutex<State>,
    changed: Condvar,
}

#[derive(Debug)]
struct State {
    best: Line,
    upper_bound: Value,
    /// What proved the upper bound.
    bound_proof: Proof,
    phase: Phase,
    /// Counts what has been reported, so that a watcher sees that something is new.
    reports: u64,
    answer: Option<Answer>,
}

impl Job {
    /// A job with a first line, however bad, so that there is one at every moment.
    pub(crate) fn new(puzzle: Arc<Puzzle>, options: Options, first: Line) -> Self {
        let upper_bound = Value::ceiling(puzzle.goal());
        Self {
            puzzle,
            options,
            started: Instant::now(),
            stop: StopFlag::new(),
            state: Mutex::new(State {
                best: first,
                upper_bound,
                bound_proof: Proof::Rules,
                phase: Phase::LookingAhead,
                reports: 0,
                answer: None,
            }),
            changed: Condvar::new(),
        }
    }

    pub(crate) fn puzzle(&self) -> &Arc<Puzzle> {
        &self.puzzle
    }

    /// How many threads may search at the same time.
    pub(crate) fn threads(&self) -> usize {
        self.options.threads.get()
    }

    /// How many bytes the engines may hold.
    pub(crate) const fn memory(&self) -> u64 {
        self.options.memory
    }

    /// The time since the start.
    pub(crate) fn elapsed(&self) -> Duration {
        self.started.elapsed()
    }

    /// Whether the engines have to stop: asked often, so it is cheap.
    pub(crate) fn is_stopped(&self) -> bool {
        self.stop.is_raised()
    }

    /// Reports a line of a puzzle that asks for the highest product. It counts if it is better than the
    /// best so far. When no line can be better it is the answer.
    pub(crate) fn offer(&self, line: Line) {
        self.report(|state| {
            let better = line.value() > state.best.value();
            if better {
                state.best = line;
            }
            better
        });
    }

    /// Reports the line of a duel that looks best for both, whatever it is worth.
    pub(crate) fn replace(&self, line: Line) {
        self.report(|state| {
            let new = line != state.best;
            state.best = line;
            new
        });
    }

    /// Reports what proves that no line is worth more than this. It counts if that is less than was known.
    /// When the goal is the highest product and the best line is worth as much, that line is the answer.
    pub(crate) fn bound(&self, upper_bound: Value, proof: Proof) {
        self.report(|state| {
            let lower = upper_bound < state.upper_bound;
            if lower {
                state.upper_bound = upper_bound;
                state.bound_proof = proof;
            }
            lower
        });
    }

    /// Reports what is being tried.
    pub(crate) fn enter(&self, phase: Phase) {
        self.report(|state| std::mem::replace(&mut state.phase, phase) != phase);
    }

    /// The best line so far.
    pub(crate) fn best(&self) -> Line {
        self.lock().best.clone()
    }

    /// What the best line so far is worth.
    pub(crate) fn best_value(&self) -> Value {
        self.lock().best.value()
    }

    fn report(&self, change: impl FnOnce(&mut State) -> bool) {
        let mut state = self.lock();
        if state.answer.is_none() && change(&mut state) {
            state.reports += 1;
            self.changed.notify_all();
            if matches!(state.upper_bound, Value::Product(_)) && state.best.value() >= state.upper_bound {
                let conclusion = Conclusion::Proved(state.best.clone(), state.bound_proof);
                drop(state);
                self.conclude(conclusion);
            }
        }
    }

    /// Ends the job with what an engine concludes, unless it has an answer already.
    pub(crate) fn conclude(&self, conclusion: Conclusion) {
        self.settle(|best, upper_bound| match conclusion {
            Conclusion::Proved(line, proof) => judge(line, proof, best, upper_bound),
            Conclusion::GaveUp(reason) => Outcome::Feasible {
                best: best.clone(),
                upper_bound,
                why: Unproved::GaveUp(reason),
            },
            Conclusion::Failed(error) => Outcome::Failed {
                error,
                best: best.clone(),
            },
        });
    }

    /// Ends the job at the user's wish, unless it has an answer already.
    pub(crate) fn cancel(&self) {
        self.settle(|best, upper_bound| Outcome::Cancelled {
            best: best.clone(),
            upper_bound,
        });
    }

    /// Ends the job because its time is up, unless it has an answer already.
    fn time_out(&self) {
        self.settle(|best, upper_bound| Outcome::Feasible {
            best: best.clone(),
            upper_bound,
            why: Unproved::TimeLimit,
        });
    }

    fn settle(&self, outcome: impl FnOnce(&Line, Value) -> Outcome) {
        let mut state = self.lock();
        if state.answer.is_none() {
            let outcome = outcome(&state.best, state.upper_bound);
            state.best = outcome.line().clone();
            if outcome.is_optimal() {
                state.upper_bound = state.best.value();
            }
            let elapsed = self.started.elapsed();
            state.answer = Some(Answer {
                puzzle: Arc::clone(&self.puzzle),
                outcome,
                elapsed,
            });
        }
        self.stop.raise();
        self.changed.notify_all();
    }

    pub(crate) fn answer(&self) -> Option<Answer> {
        self.lock().answer.clone()
    }

    pub(crate) fn progress(&self) -> Progress {
        let state = self.lock();
        Progress {
            best: state.best.clone(),
            upper_bound: state.upper_bound,
            elapsed: state
                .answer
                .as_ref()
                .map_or_else(|| self.started.elapsed(), |a| a.elapsed),
            phase: state.phase,
        }
    }

    /// Waits until the job has an answer or so much time has passed.
    pub(crate) fn wait(&self, patience: Duration) -> Option<Answer> {
        let state = self.lock();
        let (state, _) = self
            .changed
            .wait_timeout_while(state, patience, |state| state.answer.is_none())
            .unwrap_or_else(PoisonError::into_inner);
        state.answer.clone()
    }

    /// Keeps the time limit and tells of changes, at most once in `interval` and once more at the end.
    /// Returns when the job has an answer.
    pub(crate) fn supervise(&self, interval: Duration, on_change: impl Fn()) {
        let deadline = self
            .options
            .time_limit
            .and_then(|limit| self.started.checked_add(limit));
        let mut told = 0;
        let mut may_tell_at = self.started;
        loop {
            let now = Instant::now();
            if deadline.is_some_and(|deadline| now >= deadline) {
                self.time_out();
            }
            let state = self.lock();
            if state.answer.is_some() {
                break;
            }
            let news = state.reports != told;
            if news && now >= may_tell_at {
                told = state.reports;
                may_tell_at = now + interval;
                drop(state);
                on_change();
                continue;
            }
            // Until there is news, until it may be told, or until the time is up.
            let until = [news.then_some(may_tell_at), deadline]
                .into_iter()
                .flatten()
                .min();
            let patience = until.map_or(Duration::MAX, |until| until.saturating_duration_since(now));
            let idle = |state: &mut State| state.answer.is_none() && (news || state.reports == told);
            drop(wait_while(&self.changed, state, patience, idle));
        }
        on_change();
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        // Nothing that holds the lock leaves the state half changed.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn wait_while<'a>(
    condition: &Condvar,
    state: MutexGuard<'a, State>,
    patience: Duration,
    idle: impl FnMut(&mut State) -> bool,
) -> MutexGuard<'a, State> {
    if patience == Duration::MAX {
        return condition
            .wait_while(state, idle)
            .unwrap_or_else(PoisonError::into_inner);
    }
    condition
        .wait_timeout_while(state, patience, idle)
        .unwrap_or_else(PoisonError::into_inner)
        .0
}

/// Holds an engine's claim against what is known.
fn judge(line: Line, proof: Proof, best: &Line, upper_bound: Value) -> Outcome {
    let contradiction = match line.value() {
        value if value > upper_bound => Some((value, upper_bound)),
        // The best line of a duel is one of many and bounds nothing.
        Value::Product(_) if best.value() > line.value() => Some((line.value(), best.value())),
        _ => None,
    };
    match contradiction {
        None => Outcome::Optimal { line, proof },
        Some((claimed, found)) => Outcome::Failed {
            error: SolveError::Value { claimed, found },
            best: best.clone(),
        },
    }
}
