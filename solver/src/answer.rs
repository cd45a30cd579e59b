//! What is asked of the solver and what it answers.

use std::fmt;
use std::num::NonZeroUsize;
use std::sync::Arc;
use std::time::Duration;

use tayu_core::{Points, Puzzle};

use crate::line::{Line, Value};

/// What engines hold at most unless told otherwise, in bytes.
pub(crate) const MEMORY: u64 = 4 << 30;

/// How a puzzle is to be solved. Nothing here changes the value that is proved. Which of several lines of that
/// value is answered depends on the options, and with more than one thread on chance.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Options {
    /// How long to search before the best so far is answered; `None` for as long as it takes.
    pub time_limit: Option<Duration>,
    /// How many threads may search at the same time.
    pub threads: NonZeroUsize,
    /// How many bytes the search may hold, roughly; then it ends with what it has. The engines
    /// that are BatSat or CaDiCaL share it; Z3, which joins in with a second thread, may hold as much again.
    pub memory: u64,
    /// A line of the puzzle to begin with, for example of a search that was stopped. Duels begin anew.
    pub known: Option<Line>,
}

impl Default for Options {
    /// No time limit, two threads where the machine has two processors, and 4 GiB.
    fn default() -> Self {
        let processors = std::thread::available_parallelism().unwrap_or(NonZeroUsize::MIN);
        Self {
            time_limit: None,
            threads: processors.min(NonZeroUsize::MIN.saturating_add(1)),
            memory: MEMORY,
            known: None,
        }
    }
}

/// What the search is at.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Phase {
    /// Looking for good lines without a proof in mind.
    LookingAhead,
    /// Trying everything.
    TryingAll,
    /// Writing the puzzle down as a formula.
    Encoding,
    /// Asking whether both coasts of the puzzle's pair can get so many points, in the order of the pair's
    /// name.
    Reaching {
        /// The points of the two coasts.
        points: [Points; 2],
    },
    /// Searching a duel this many plies deep.
    Duel {
        /// Number of tiles looked ahead.
        plies: usize,
    },
}

/// How a search stands.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Progress {
    /// The best line so far. There is one from the start. When the goal is the highest product it only ever
    /// improves; in a duel it is the play that looks best for both, and may change either way.
    pub best: Line,
    /// No line is worth more (in a duel: the first side can't force more). Only ever falls.
    pub upper_bound: Value,
    /// Time since the start.
    pub elapsed: Duration,
    /// What is being tried.
    pub phase: Phase,
}

/// What proved an answer optimal.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Proof {
    /// There is nothing to choose, or the mouths that tiles have allow no more.
    Rules,
    /// Every line was tried.
    Exhaustion,
    /// These engines together refuted every pair of coast points with a higher product.
    Refuted(Engines),
    /// A full search of the duel.
    DuelSearch,
}

impl Proof {
    /// What proves something that takes two proofs.
    pub(crate) const fn and(self, other: Self) -> Self {
        match (self, other) {
            (Self::Refuted(one), Self::Refuted(other)) => Self::Refuted(one.and(other)),
            (Self::Rules, other) => other,
            (one, _) => one,
        }
    }
}

/// Engines that answer formulas: one or more of them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Engines(u8);

impl Engines {
    pub(crate) const BATSAT: Self = Self(1);
    pub(crate) const CADICAL: Self = Self(2);
    pub(crate) const Z3: Self = Self(4);

    const fn and(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// Their names.
    pub fn names(self) -> impl Iterator<Item = &'static str> {
        let all = [
            (Self::BATSAT, "BatSat"),
            (Self::CADICAL, "CaDiCaL"),
            (Self::Z3, "Z3"),
        ];
        all.into_iter()
            .filter(move |(engine, _)| self.0 & engine.0 != 0)
            .map(|(_, name)| name)
    }
}

/// Their names in a row: one, two with "and" between them, or three.
impl fmt::Display for Engines {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names: Vec<&str> = self.names().collect();
        match names.split_last() {
            Some((last, before)) if !before.is_empty() => write!(f, "{} and {last}", before.join(", ")),
            _ => f.write_str(&names.concat()),
        }
    }
}

/// Why a search ended without a proof.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Unproved {
    /// The time was up.
    TimeLimit,
    /// The engine had no answer; its own words.
    GaveUp(String),
}

/// The result of a search: never more than was proved.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Outcome {
    /// No line is worth more; in a duel: best play of both sides.
    Optimal {
        /// The line.
        line: Line,
        /// What proved it.
        proof: Proof,
    },
    /// The search ended before the proof.
    Feasible {
        /// The best line found.
        best: Line,
        /// No line is worth more; in a duel: the first side can't force more, and `best` brings no more.
        upper_bound: Value,
        /// Why there is no proof.
        why: Unproved,
    },
    /// The search was cancelled.
    Cancelled {
        /// The best line found.
        best: Line,
        /// As in [`Feasible`](Self::Feasible).
        upper_bound: Value,
    },
    /// The search contradicted itself or broke down. `best` is a legal line all the same.
    Failed {
        /// What went wrong.
        error: SolveError,
        /// The best line found.
        best: Line,
    },
}

impl Outcome {
    /// The best line found.
    #[must_use]
    pub const fn line(&self) -> &Line {
        match self {
            Self::Optimal { line, .. } => line,
            Self::Feasible { best, .. } | Self::Cancelled { best, .. } | Self::Failed { best, .. } => best,
        }
    }

    /// Whether the line is proved optimal.
    #[must_use]
    pub const fn is_optimal(&self) -> bool {
        matches!(self, Self::Optimal { .. })
    }
}

/// A fault of the solver itself, not of the puzzle.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum SolveError {
    /// What an engine claims does not hold under the rules.
    #[error("the solver claims a line that the rules refuse: {0}")]
    Replay(#[from] crate::line::ReplayError),
    /// An engine claims a value that its line does not have, or that was shown to be impossible.
    #[error("the solver claims {claimed} points for a line that brings {found}")]
    Value {
        /// The value claimed.
        claimed: Value,
        /// The value found.
        found: Value,
    },
    /// An engine stopped without a word.
    #[error("the solver broke down: {0}")]
    Broken(String),
}

/// An answer, with the question that it is for.
#[derive(Debug, Clone)]
pub struct Answer {
    /// The question.
    pub puzzle: Arc<Puzzle>,
    /// What was found and what was proved.
    pub outcome: Outcome,
    /// Time from the start to the answer.
    pub elapsed: Duration,
}
