//! The highest product, proved.
//!
//! No engine is ever asked for the product. The optimum is the best pair (a, b) of coast points: an engine is
//! asked whether both coasts can have at least so many points. A yes gives a line; a no refutes the pair and all that
//! are as high on both coasts. When no open pair has a higher product than the best line, that line is
//! the optimum.
//!
//! The work is shared by the threads there are. A [`Refuter`] puts pairs to BatSat; beside it good lines are
//! looked for, by [`Repair`] and by [`Neighbourhoods`] in turns, because a line found early saves the pairs below it.
//! With one thread they all take turns. A third thread has a [`Prover`], which puts the pairs to Z3, in the
//! geometry of the puzzle first; more threads do more of the first two.

use std::ops::ControlFlow;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use tayu_core::{Pair, Placement, Product, Puzzle};
use tracing::debug;

use crate::agenda::Agenda;
use crate::answer::{Phase, Proof, SolveError};
use crate::cnf::without_sums;
use crate::count::most_points;
use crate::exact::Exact;
use crate::formula::Formula;
use crate::job::{Conclusion, Job};
use crate::line::{Line, ReplayError, Value};
use crate::neighbourhood::Neighbourhoods;
use crate::prover::Prover;
use crate::reach::Reach;
use crate::refuter::Refuter;
use crate::repair::Repair;
use crate::sat::Sat;

/// How long lines are looked for before a thread that is alone turns to the formula.
const FIRST_LOOK: Duration = Duration::from_millis(100);
/// How long refuting, repairs and neighbourhoods go on before they let each other have their turn, at first.
const FIRST_TURN: Duration = Duration::from_millis(200);
/// By what part each turn is longer than the one before, as a fraction.
const LONGER: (u32, u32) = (9, 8);
const LONGEST_TURN: Duration = Duration::from_secs(5);

/// Why a part of the search ends early.
#[derive(Debug)]
pub(crate) enum Halt {
    Stopped,
    GaveUp(String),
    Failed(SolveError),
}

impl From<ReplayError> for Halt {
    fn from(fault: ReplayError) -> Self {
        Self::Failed(fault.into())
    }
}

/// The exact formula of a puzzle, without sums.
#[derive(Debug)]
pub(crate) struct Encoded<'a> {
    pub(crate) pair: Pair,
    pub(crate) exact: Exact<'a>,
    pub(crate) formula: Formula,
}

impl<'a> Encoded<'a> {
    pub(crate) fn of(puzzle: &'a Puzzle, reach: &Reach, pair: Pair) -> Self {
        let (formula, exact) = Exact::encode(puzzle, reach, pair);
        let formula = without_sums(formula);
        Self { pair, exact, formula }
    }
}

/// Searches until the job has an answer.
pub(crate) fn maximize(job: &Job, pair: Pair) {
    let puzzle: &Puzzle = job.puzzle();
    job.enter(Phase::Encoding);
    let reach = Reach::of(puzzle);
    if job.is_stopped() {
        return;
    }
    let threads = job.threads();
    let agenda = Agenda::new(job, threads);
    let most = most_points(puzzle, pair);
    agenda.refute((0..=most + 1).map(|a| [a, most + 1 - a]), Proof::Rules);
    let search = Search {
        job,
        puzzle,
        pair,
        reach: &reach,
        agenda: &agenda,
        encoded: OnceLock::new(),
        provers: AtomicUsize::new(
            (0..threads)
                .filter(|&number| Part::of(number) != Part::Lines)
                .count(),
        ),
        reason: OnceLock::new(),
    };
    thread::scope(|scope| {
        for number in 1..threads {
            let name = format!("solver {}", number + 1);
            let search = &search;
            let run = move || search.take_part(number);
            if thread::Builder::new()
                .name(name)
                .spawn_scoped(scope, run)
                .is_err()
            {
                // Without that thread the proof is found all the same, only later.
                search.leave(number, Err(Halt::Stopped));
            }
        }
        search.take_part(0);
    });
}

/// What a thread does.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Part {
    Refute,
    Lines,
    Z3,
}

impl Part {
    const fn of(number: usize) -> Self {
        match number {
            2 => Self::Z3,
            _ if number.is_multiple_of(2) => Self::Refute,
            _ => Self::Lines,
        }
    }
}

/// What the threads of a search share.
struct Search<'a> {
    job: &'a Job,
    puzzle: &'a Puzzle,
    pair: Pair,
    reach: &'a Reach,
    agenda: &'a Agenda<'a>,
    encoded: OnceLock<Encoded<'a>>,
    /// How many provers are still at work.
    provers: AtomicUsize,
    /// Why the first prover gave up.
    reason: OnceLock<String>,
}

impl<'a> Search<'a> {
    fn take_part(&'a self, number: usize) {
        let result = match Part::of(number) {
            Part::Refute if self.job.threads() == 1 => self.alternate(),
            Part::Refute => self.refute(number),
            Part::Lines => self.improve(number),
            Part::Z3 => {
                Prover::new(number, self.job, self.puzzle, self.pair, self.reach, self.agenda).search()
            }
        };
        self.leave(number, result);
    }

    /// A prover that gives up leaves the proof to the others, if there are any.
    fn leave(&self, number: usize, result: Result<(), Halt>) {
        self.agenda.leave(number);
        let is_prover = Part::of(number) != Part::Lines;
        let last = is_prover && self.provers.fetch_sub(1, Ordering::Relaxed) == 1;
        match result {
            Err(Halt::Failed(error)) => self.job.conclude(Conclusion::Failed(error)),
            Err(Halt::GaveUp(reason)) => {
                debug!(part = number, reason, "gave up");
                let reason = self.reason.get_or_init(|| reason);
                if last {
                    self.job.conclude(Conclusion::GaveUp(reason.clone()));
                }
            }
            Ok(()) | Err(Halt::Stopped) => {}
        }
    }

    fn refute(&'a self, number: usize) -> Result<(), Halt> {
        self.refuter(number).search(|| false)
    }

    fn refuter(&'a self, number: usize) -> Refuter<'a> {
        let encoded = self.encode();
        let unwanted = move || self.job.is_stopped() || self.agenda.is_moot(number);
        let sat = Sat::new(&encoded.formula, number as u32, self.share(), unwanted);
        Refuter::new(number, self.job, self.agenda, encoded, sat)
    }

    fn neighbourhoods(&'a self, number: usize) -> Neighbourhoods<'a> {
        let encoded = self.encode();
        let sat = Sat::new(&encoded.formula, number as u32, self.share(), || {
            self.job.is_stopped()
        });
        Neighbourhoods::new(self.job, self.agenda, encoded, sat, number as u64)
    }

    /// Looks for good lines: by repairs until the formula is there, then in turns.
    fn improve(&'a self, number: usize) -> Result<(), Halt> {
        let mut repair = Repair::new(self.job, self.pair);
        repair.search(|| self.encoded.get().is_some())?;
        let mut neighbourhoods = self.neighbourhoods(number);
        let mut turn = FIRST_TURN;
        let mut full = false;
        while !self.job.is_stopped() {
            if !full {
                let over = deadline(turn);
                full = neighbourhoods.search(over)? == ControlFlow::Break(());
            }
            repair.search(deadline(turn))?;
            turn = longer(turn);
        }
        Ok(())
    }

    /// The one thread does it all in turns.
    fn alternate(&'a self) -> Result<(), Halt> {
        let mut repair = Repair::new(self.job, self.pair);
        self.job.enter(Phase::LookingAhead);
        repair.search(deadline(FIRST_LOOK))?;
        self.job.enter(Phase::Encoding);
        let mut refuter = self.refuter(0);
        let mut neighbourhoods = self.neighbourhoods(1);
        let mut turn = FIRST_TURN;
        while !self.job.is_stopped() {
            refuter.search(deadline(turn))?;
            // What is left of its memory does not stop the proof.
            let _ = neighbourhoods.search(deadline(turn))?;
            repair.search(deadline(turn))?;
            turn = longer(turn);
        }
        Ok(())
    }

    /// The exact formula, written by whoever needs it first.
    fn encode(&self) -> &Encoded<'a> {
        self.encoded.get_or_init(|| {
            let encoded = Encoded::of(self.puzzle, self.reach, self.pair);
            debug!(clauses = encoded.formula.clause_count(), elapsed = ?self.job.elapsed(), "encoded");
            encoded
        })
    }

    /// What each engine may hold, in bytes.
    fn share(&self) -> u64 {
        self.job.memory() / self.job.threads().max(2) as u64
    }
}

fn deadline(turn: Duration) -> impl Fn() -> bool {
    let ends = Instant::now() + turn;
    move || Instant::now() >= ends
}

fn longer(turn: Duration) -> Duration {
    (turn * LONGER.0 / LONGER.1).min(LONGEST_TURN)
}

/// Offers the line that begins like this and is said to bring so many points.
pub(crate) fn offer(job: &Job, beginning: Vec<Placement>, [a, b]: [u32; 2]) -> Result<Line, Halt> {
    let line = Line::complete(job.puzzle(), beginning)?;
    let claimed = Value::Product(Product::new(a * b));
    if line.value() < claimed {
        return Err(Halt::Failed(SolveError::Value {
            claimed,
            found: line.value(),
        }));
    }
    job.offer(line.clone());
    Ok(line)
}
