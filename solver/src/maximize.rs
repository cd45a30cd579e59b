//! The highest product, proved.
//!
//! No engine is ever asked for the product. The optimum is the best pair (a, b) of coast points: an engine is
//! asked whether both coasts can have at least so many points. A yes gives a line; a no refutes the pair and all that
//! are as high on both coasts. When no open pair has a higher product than the best line, that line is
//! the optimum.
//!
//! The work is shared by the threads there are. A [`Refuter`] puts pairs to BatSat and CaDiCaL. Beside it good lines are looked for,
//! because a line found early saves the pairs below it: by [`Repair`], by [`Neighbourhoods`] and by a [`Prover`] that puts
//! pairs to Z3, in turns. One is good where another is not: in midgames of 26 to 40 tiles BatSat finds the last line
//! sooner than Z3, with sixty tiles Z3 does. When few pairs are left Z3 has its thread for itself, because it hardly goes on
//! from where it was broken off, and the lines are looked for beside the refutations. With one thread all but Z3 take turns.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
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

/// How long lines are looked for before anything else by one thread that has to do it all.
const FIRST_LOOK: Duration = Duration::from_millis(50);
/// How long refuting, repairs and neighbourhoods go on before they let each other have their turn, at first.
const FIRST_TURN: Duration = Duration::from_millis(200);
/// By what part each turn is longer than the one before, as a fraction.
const LONGER: (u32, u32) = (5, 4);
const LONGEST_TURN: Duration = Duration::from_secs(5);
/// Z3 joins in when turns are this long: most puzzles are solved before, and it takes some time to begin.
const Z3_JOINS: Duration = Duration::from_millis(300);
/// How many times as long as the others' its turn is: what it is broken off at it begins anew, nearly.
const Z3_TURN: u32 = 24;
/// When turns are this long Z3 has found nothing for a minute or two, and repairs get as much time as it.
const Z3_SHARES: Duration = Duration::from_secs(1);
/// With no more open pairs than these that bring more than the best line it isn't broken off any more: one of them
/// may be the last line, which takes it some ten seconds in one go. Other numbers were not tried.
const FEW_PAIRS: usize = 16;
/// With more candidates for all tiles together the formula is no help in finding lines.
const TOO_MANY: usize = 30_000;
/// How many times as long as a refuter's its turn at looking for lines is then.
const HUGE_TURN: u32 = 3;

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
    pair: Pair,
    pub(crate) exact: Exact<'a>,
    /// Without sums.
    pub(crate) formula: Formula,
}

impl Encoded<'_> {
    /// The points of a line on the two coasts.
    pub(crate) fn points_of(&self, line: &Line) -> [u32; 2] {
        self.pair.coasts().map(|coast| line.coasts().get(coast).get())
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
        refuters: AtomicUsize::new(refuters(threads)),
        z3_stays: AtomicBool::new(false),
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

/// What the threads of a search share.
struct Search<'a> {
    job: &'a Job,
    puzzle: &'a Puzzle,
    pair: Pair,
    reach: &'a Reach,
    agenda: &'a Agenda<'a>,
    encoded: OnceLock<Encoded<'a>>,
    /// How many refuters are still at work.
    refuters: AtomicUsize,
    /// Whether Z3 goes on to the end, without turns.
    z3_stays: AtomicBool,
    /// Why the first refuter gave up.
    reason: OnceLock<String>,
}

impl<'a> Search<'a> {
    fn take_part(&'a self, number: usize) {
        let _breakdown = Breakdown(self.job);
        let result = if self.job.threads() == 1 {
            self.alternate()
        } else if is_refuter(number) {
            self.refute(number)
        } else {
            self.improve(number)
        };
        self.leave(number, result);
    }

    /// A refuter that gives up leaves the proof to the others, if there are any.
    fn leave(&self, number: usize, result: Result<(), Halt>) {
        self.agenda.leave(number);
        let last = is_refuter(number) && self.refuters.fetch_sub(1, Ordering::Relaxed) == 1;
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

    fn refuter(&'a self, number: usize) -> Refuter<'a> {
        Refuter::new(number, self.job, self.agenda, self.encode(), self.share())
    }

    fn neighbourhoods(&'a self, number: usize) -> Neighbourhoods<'a> {
        let encoded = self.encode();
        let sat = Sat::new(&encoded.formula, number as u32, self.share(), || {
            self.job.is_stopped()
        });
        Neighbourhoods::new(self.job, self.agenda, encoded, sat, number as u64)
    }

    /// Looks for good lines in turns, and has the first thread that does so put the pairs to Z3, too.
    fn improve(&'a self, number: usize) -> Result<(), Halt> {
        let mut repair = Repair::new(self.job, self.pair, number as u64);
        repair.search(deadline(FIRST_TURN))?;
        let mut neighbourhoods = (!self.is_huge()).then(|| self.neighbourhoods(number));
        let mut has_z3 = number == 1 && !self.is_huge();
        let mut z3: Option<Prover<'a>> = None;
        let mut turn = FIRST_TURN;
        while !self.job.is_stopped() {
            if let Some(search) = &mut neighbourhoods
                && search.search(deadline(turn))?.is_break()
            {
                neighbourhoods = None;
            }
            repair.search(deadline(turn))?;
            if has_z3 && turn >= Z3_JOINS {
                match self.ask_z3(&mut z3, number, turn) {
                    // The proof doesn't depend on it.
                    Err(Halt::GaveUp(reason)) => {
                        debug!(engine = "Z3", reason, "gave up");
                        has_z3 = false;
                    }
                    other => other?,
                }
                let part = if turn < Z3_SHARES { 3 } else { 1 };
                repair.search(deadline(Z3_TURN * turn / part))?;
            }
            turn = longer(turn);
        }
        Ok(())
    }

    /// Whether the formula is so large that lines are found sooner without it.
    fn is_huge(&self) -> bool {
        self.reach.rows.iter().map(Vec::len).sum::<usize>() > TOO_MANY
    }

    /// Puts pairs to Z3 for its turn, or to the end when few are left.
    fn ask_z3(&'a self, z3: &mut Option<Prover<'a>>, number: usize, turn: Duration) -> Result<(), Halt> {
        let prover = match z3 {
            Some(prover) => prover,
            None => z3.insert(self.z3(number)?),
        };
        let is_over = deadline(Z3_TURN * turn);
        let result = prover.search(|| {
            let stays = self.agenda.has_at_most(FEW_PAIRS);
            self.z3_stays.store(stays, Ordering::Relaxed);
            !stays && is_over()
        });
        self.z3_stays.store(false, Ordering::Relaxed);
        result
    }

    /// Refutes pairs. Looks for lines, too: for a third of the time while Z3 has the only thread that does, and for
    /// most of it where there is little hope of a proof.
    fn refute(&'a self, number: usize) -> Result<(), Halt> {
        let is_huge = self.is_huge();
        let is_alone = || self.job.threads() < 4 && self.z3_stays.load(Ordering::Relaxed);
        let is_wanted = || is_huge || is_alone();
        let mut refuter = self.refuter(number);
        refuter.search(is_wanted)?;
        let mut lines = None;
        // When nothing is left to refute or to find, another thread is about to say so.
        while !self.job.is_stopped() && !self.agenda.has_at_most(0) {
            let began = Instant::now();
            refuter.search(deadline(LONGEST_TURN))?;
            if !is_wanted() {
                continue;
            }
            let turn = if is_huge {
                HUGE_TURN * LONGEST_TURN
            } else {
                (began.elapsed() / 4).min(LONGEST_TURN)
            };
            let (repair, neighbourhoods) = lines.get_or_insert_with(|| {
                (
                    Repair::new(self.job, self.pair, number as u64),
                    (!is_huge).then(|| self.neighbourhoods(number)),
                )
            });
            let over = || {
                let is_over = deadline(turn);
                move || is_over() || !is_wanted()
            };
            if let Some(neighbourhoods) = neighbourhoods {
                // When its memory is used up the rest goes on all the same.
                let _ = neighbourhoods.search(over())?;
            }
            repair.search(over())?;
        }
        Ok(())
    }

    fn z3(&'a self, number: usize) -> Result<Prover<'a>, Halt> {
        Prover::new(number, self.job, self.agenda, self.puzzle, self.reach, self.pair)
    }

    /// The one thread does it all in turns, without Z3.
    fn alternate(&'a self) -> Result<(), Halt> {
        let mut repair = Repair::new(self.job, self.pair, 1);
        self.job.enter(Phase::LookingAhead);
        repair.search(deadline(FIRST_LOOK))?;
        self.job.enter(Phase::Encoding);
        let mut refuter = self.refuter(0);
        let mut neighbourhoods = (!self.is_huge()).then(|| self.neighbourhoods(1));
        let mut turn = FIRST_TURN;
        while !self.job.is_stopped() {
            refuter.search(deadline(turn))?;
            // When its memory is used up the proof goes on all the same.
            if let Some(neighbourhoods) = &mut neighbourhoods {
                let _ = neighbourhoods.search(deadline(turn))?;
            }
            let part = if self.is_huge() { HUGE_TURN } else { 1 };
            repair.search(deadline(part * turn))?;
            turn = longer(turn);
        }
        Ok(())
    }

    /// The exact formula, written by whoever needs it first.
    fn encode(&self) -> &Encoded<'a> {
        self.encoded.get_or_init(|| {
            let (formula, exact) = Exact::encode(self.puzzle, self.reach, self.pair);
            let formula = without_sums(formula);
            debug!(clauses = formula.clause_count(), elapsed = ?self.job.elapsed(), "encoded");
            Encoded {
                pair: self.pair,
                exact,
                formula,
            }
        })
    }

    /// What each engine may hold, in bytes. BatSat can't count further than some 16 GiB.
    fn share(&self) -> u64 {
        let threads = self.job.threads();
        // A refuter has two, and one that looks for lines, too, a third one.
        let engines = threads + refuters(threads) * if threads < 4 { 2 } else { 1 };
        (self.job.memory() / engines as u64).min(8 << 30)
    }
}

/// Ends the search when one of its threads panics, so that the others don't go on for ever.
struct Breakdown<'a>(&'a Job);

impl Drop for Breakdown<'_> {
    fn drop(&mut self) {
        if thread::panicking() {
            let error = SolveError::Broken("one of its threads ended early".into());
            self.0.conclude(Conclusion::Failed(error));
        }
    }
}

/// Every second thread refutes, the first among them.
const fn is_refuter(number: usize) -> bool {
    number.is_multiple_of(2)
}

/// How many of so many threads refute.
fn refuters(threads: usize) -> usize {
    (0..threads).filter(|&number| is_refuter(number)).count()
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
