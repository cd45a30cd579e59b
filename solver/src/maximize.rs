//! The highest product, proved with Z3.
//!
//! A solver is never asked for the product. The optimum is the best pair (a, b) of coast points, and few are
//! left once both coasts are bounded: the geometry of the puzzle gives the most that each coast can get,
//! then the pairs are tried by product, highest first, each in the geometry and, if that does not refute it,
//! exactly. An exact yes gives a line, an exact no refutes the pair and all that are as high on both
//! coasts. When no open pair has a higher product than the best line, that line is the optimum.
//!
//! Good lines are looked for as well (see [`Repair`]): a line found early saves the pairs below it. With a second
//! thread that goes on while the coasts are bounded. After that the prover that looks for lines takes turns
//! with the pairs, each turn longer than the one before, and Z3 goes on where it was broken off. So two pairs
//! are tried at a time, and a question that has become moot is broken off.

use std::fmt;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use tayu_core::{Pair, Points, Product, Puzzle, Side};
use tracing::debug;

use crate::agenda::Agenda;
use crate::answer::{Phase, Proof, SolveError};
use crate::coasts::CoastGoals;
use crate::count::most_points;
use crate::engine::{Engine, Model, Verdict, interruptible};
use crate::exact::Exact;
use crate::formula::{Formula, Literal};
use crate::geometry::Geometry;
use crate::job::{Conclusion, Job};
use crate::line::{Line, ReplayError, Value};
use crate::reach::Reach;
use crate::repair::Repair;

/// How often tiles that float are forbidden before an answer is taken as it is.
const SINKINGS: usize = 12;

/// How often a question is asked that nobody wants to break off: the interrupt of the question before may
/// still be under way.
const ATTEMPTS: usize = 3;

/// How long a prover that is alone looks for lines before it turns to Z3.
const FIRST_LOOK: Duration = Duration::from_millis(300);
/// The first turns of Z3 and of the search for lines when they alternate.
const FIRST_TURN: Duration = Duration::from_millis(1000);
/// With more candidates for all tiles together Z3 takes so long to find a line that one prover is enough for it.
const TOO_MANY: usize = 30_000;
/// By what part each turn is longer than the one before, as a fraction.
const LONGER: (u32, u32) = (3, 2);

/// Why a prover ends early.
enum Halt {
    Stopped,
    GaveUp(String),
    Failed(SolveError),
}

impl From<ReplayError> for Halt {
    fn from(fault: ReplayError) -> Self {
        Self::Failed(fault.into())
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
    let provers = job.threads().min(2);
    let agenda = Agenda::new(job, provers);
    let most = most_points(puzzle, pair);
    agenda.refute_all((0..=most + 1).map(|a| [a, most + 1 - a]), Proof::Rules);
    let prover = |number| Prover {
        number,
        job,
        puzzle,
        pair,
        reach: &reach,
        agenda: &agenda,
        turn_ends: AtomicU64::new(u64::MAX),
    };
    // A prover that gives up leaves the proof to the other, if there is one.
    let at_work = AtomicUsize::new(provers);
    let first_reason = OnceLock::new();
    let leave = |number, result| {
        agenda.leave(number);
        let last = at_work.fetch_sub(1, Ordering::Relaxed) == 1;
        match result {
            Err(Halt::Failed(error)) => job.conclude(Conclusion::Failed(error)),
            Err(Halt::GaveUp(reason)) => {
                debug!(prover = number, reason, "gave up");
                let reason = first_reason.get_or_init(|| reason);
                if last {
                    job.conclude(Conclusion::GaveUp(reason.clone()));
                }
            }
            Ok(()) | Err(Halt::Stopped) => {}
        }
    };
    thread::scope(|scope| {
        if provers > 1 {
            let second = thread::Builder::new().name("solver 2".into());
            let run = || leave(1, prover(1).assist());
            // Without that thread the proof is found all the same, only by one prover alone.
            if second.spawn_scoped(scope, run).is_err() {
                leave(1, Err(Halt::Stopped));
            }
        }
        leave(0, prover(0).lead(provers == 1));
        // The other prover need not wait for what will not come.
        agenda.abandon();
    });
}

/// One thread of the search, with engines of its own.
struct Prover<'a> {
    number: usize,
    job: &'a Job,
    puzzle: &'a Puzzle,
    pair: Pair,
    reach: &'a Reach,
    agenda: &'a Agenda<'a>,
    /// When Z3 is broken off in favour of something else, in milliseconds from the start.
    turn_ends: AtomicU64,
}

/// The geometry in an engine.
struct Rough<'a> {
    geometry: Geometry<'a>,
    engine: Engine,
}

/// What an engine says about points.
enum Reached {
    Yes(Model),
    /// Not even these points can be reached; at most as high as those asked for.
    No([u32; 2]),
    /// The answer is not wanted any more.
    Moot,
    /// The turn of Z3 is over.
    Paused,
}

/// As the log has it, without the model.
impl fmt::Debug for Reached {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Yes(_) => f.write_str("yes"),
            Self::No(refuted) => write!(f, "no, nor {refuted:?}"),
            Self::Moot => f.write_str("moot"),
            Self::Paused => f.write_str("paused"),
        }
    }
}

/// Sequences of so many tiles are put to the exact formula at once.
const FEW: usize = 12;

/// So many models that could not be read are made up for.
const UNREAD: usize = 1000;

impl<'a> Prover<'a> {
    /// Bounds the coasts, then tries pairs. The prover that is alone looks for good lines too.
    fn lead(&self, alone: bool) -> Result<(), Halt> {
        let mut lines = alone.then(|| Repair::new(self.job, self.pair));
        if let Some(lines) = &mut lines {
            self.job.enter(Phase::LookingAhead);
            lines.search(|| self.job.elapsed() > FIRST_LOOK)?;
            self.note("has looked for lines");
        }
        self.with_z3(|| {
            let rough = self.encode_geometry()?;
            // The exact formula of few tiles is small: it says more about the coasts in less time.
            if self.puzzle.sequence().len() > FEW {
                for (n, coast) in self.pair.coasts().into_iter().enumerate() {
                    self.bound_coast(&rough, n, coast)?;
                }
            }
            self.agenda.open();
            self.try_pairs(Some(&rough), lines)
        })
    }

    /// Looks for good lines, then tries pairs beside the leading prover.
    fn assist(&self) -> Result<(), Halt> {
        let mut lines = Repair::new(self.job, self.pair);
        let candidates: usize = self.reach.rows.iter().map(Vec::len).sum();
        let too_many = candidates > TOO_MANY;
        lines.search(|| self.agenda.is_abandoned() || (self.agenda.is_open() && !too_many))?;
        self.note("has looked for lines");
        if too_many {
            return Err(Halt::GaveUp("the puzzle is too large for a second prover".into()));
        }
        self.with_z3(|| self.try_pairs(None, Some(lines)))
    }

    /// Does work with Z3, interrupted when its answer is not wanted any more.
    fn with_z3<R>(&self, work: impl FnOnce() -> R) -> R {
        interruptible(
            || self.job.is_stopped() || self.is_turn_over() || self.agenda.is_moot(self.number),
            work,
        )
    }

    fn is_turn_over(&self) -> bool {
        self.job.elapsed().as_millis() as u64 >= self.turn_ends.load(Ordering::Relaxed)
    }

    fn encode_geometry(&self) -> Result<Rough<'a>, Halt> {
        let (formula, geometry) = Geometry::encode(
            self.puzzle.position().board(),
            self.reach,
            self.pair,
            self.puzzle.sequence().len(),
        );
        let engine = self.engine(&formula)?;
        self.note("has encoded the geometry");
        Ok(Rough { geometry, engine })
    }

    fn engine(&self, formula: &Formula) -> Result<Engine, Halt> {
        if self.job.is_stopped() {
            return Err(Halt::Stopped);
        }
        Engine::new(formula, self.seed(), self.job.memory()).map_err(Halt::GaveUp)
    }

    /// Finds the most points that the geometry lets a coast have: upwards from what is known to be possible,
    /// then down again as far as only tiles that float bring them.
    fn bound_coast(&self, rough: &Rough<'_>, n: usize, coast: Side) -> Result<(), Halt> {
        self.job.enter(Phase::Bounding(coast));
        let possible = self.job.best().coasts().get(coast).get();
        let points = |most: u32| if n == 0 { [most, 0] } else { [0, most] };
        let goals = &rough.geometry.goals;
        let mut most = possible;
        loop {
            match self.ask(&rough.engine, goals, points(most + 1))? {
                Reached::Yes(model) => most = goals[n].reached(&model).max(most + 1),
                Reached::No(refuted) => break self.agenda.refute(refuted),
                Reached::Moot | Reached::Paused => return Ok(()),
            }
        }
        while most > possible {
            match self.ask_geometry(rough, points(most))? {
                Reached::No(refuted) => self.agenda.refute(refuted),
                Reached::Yes(_) | Reached::Moot | Reached::Paused => break,
            }
            most -= 1;
        }
        self.note(&format!("has bounded the {coast} coast by {most}"));
        Ok(())
    }

    /// Tries pairs until none is left that would be better than the best line, in turns with a search for lines if
    /// there is one.
    fn try_pairs(&self, rough: Option<&Rough<'_>>, mut lines: Option<Repair<'_>>) -> Result<(), Halt> {
        if self.job.is_stopped() {
            return Err(Halt::Stopped);
        }
        self.job.enter(Phase::Encoding);
        let (formula, exact) = Exact::encode(self.puzzle, self.reach, self.pair);
        let fine = self.engine(&formula)?;
        self.note(&format!("has encoded {} clauses", formula.clause_count()));
        drop(formula);
        let mut turn = FIRST_TURN;
        let mut unread = 0;
        if lines.is_some() {
            self.begin_turn(turn);
        }
        while let Some(points) = self.agenda.take(self.number) {
            match self.try_pair(rough, &fine, &exact, points)? {
                Reached::No(refuted) => self.agenda.refute(refuted),
                Reached::Yes(model) => {
                    match exact.decode(&model) {
                        Some(play) => self.offer(play, points)?,
                        // Broken off in favour of something else while it was read: it is asked for again.
                        None if unread < UNREAD => unread += 1,
                        None => return Err(Halt::GaveUp("Z3's models can't be read".into())),
                    }
                }
                Reached::Moot | Reached::Paused => {}
            }
            if let Some(lines) = &mut lines
                && self.is_turn_over()
            {
                let ends = Instant::now() + turn;
                lines.search(|| Instant::now() >= ends)?;
                self.note("has looked for lines");
                turn = turn * LONGER.0 / LONGER.1;
                self.begin_turn(turn);
            }
        }
        Ok(())
    }

    /// Tries a pair, in the geometry first if that is at hand.
    fn try_pair(
        &self,
        rough: Option<&Rough<'_>>,
        fine: &Engine,
        exact: &Exact<'_>,
        points: [u32; 2],
    ) -> Result<Reached, Halt> {
        let enter = |exact| {
            let points = points.map(|points| Points::new(points as u8));
            self.job.enter(Phase::Reaching { points, exact });
        };
        if let Some(rough) = rough {
            enter(false);
            match self.ask_geometry(rough, points)? {
                Reached::No(refuted) => return Ok(Reached::No(refuted)),
                Reached::Paused => return Ok(Reached::Paused),
                Reached::Yes(_) | Reached::Moot => {}
            }
        }
        enter(true);
        let asked = Instant::now();
        let reached = self.ask(fine, &exact.goals, points)?;
        self.note_answer("exact", points, &reached, asked);
        Ok(reached)
    }

    fn begin_turn(&self, turn: Duration) {
        let ends = (self.job.elapsed() + turn).as_millis() as u64;
        self.turn_ends.store(ends, Ordering::Relaxed);
    }

    /// Offers the line that begins like this and is said to bring so many points.
    fn offer(&self, beginning: Vec<tayu_core::Placement>, [a, b]: [u32; 2]) -> Result<(), Halt> {
        let line = Line::complete(self.puzzle, beginning)?;
        let claimed = Value::Product(Product::new(a * b));
        if line.value() < claimed {
            return Err(Halt::Failed(SolveError::Value {
                claimed,
                found: line.value(),
            }));
        }
        self.job.offer(line);
        Ok(())
    }

    /// Asks the geometry for points, with tiles that float forbidden as they come up.
    fn ask_geometry(&self, rough: &Rough<'_>, points: [u32; 2]) -> Result<Reached, Halt> {
        let Rough { geometry, engine } = rough;
        let asked = Instant::now();
        let mut reached = self.ask(engine, &geometry.goals, points)?;
        for _ in 0..SINKINGS {
            match &reached {
                Reached::Yes(model) if geometry.sink(engine, model) => {
                    reached = self.ask(engine, &geometry.goals, points)?;
                }
                _ => break,
            }
        }
        self.note_answer("geometry", points, &reached, asked);
        Ok(reached)
    }

    /// Asks whether both coasts can have at least so many points together.
    fn ask(&self, engine: &Engine, goals: &[CoastGoals; 2], points: [u32; 2]) -> Result<Reached, Halt> {
        if self.job.is_stopped() {
            return Err(Halt::Stopped);
        }
        let Some(assumptions) = assume(goals, points) else {
            // All mouths together don't bring so much.
            let mut refuted = points;
            for (refuted, goals) in refuted.iter_mut().zip(goals) {
                *refuted = if *refuted > goals.most() {
                    goals.most() + 1
                } else {
                    0
                };
            }
            return Ok(Reached::No(refuted));
        };
        let mut reason = String::new();
        for _ in 0..ATTEMPTS {
            match engine.ask(&assumptions) {
                Verdict::Yes(model) => return Ok(Reached::Yes(model)),
                // What Z3 did not need is not refuted. Without a word on what it needed it is all that was asked.
                Verdict::No(core) if core.is_empty() => return Ok(Reached::No(points)),
                Verdict::No(core) => {
                    let needed = |goals: &CoastGoals| core.iter().find_map(|&goal| goals.points_of(goal));
                    return Ok(Reached::No([0, 1].map(|n| needed(&goals[n]).unwrap_or(0))));
                }
                Verdict::Unknown(_) if self.job.is_stopped() => return Err(Halt::Stopped),
                Verdict::Unknown(words) if words.contains("memory") => return Err(Halt::GaveUp(words)),
                Verdict::Unknown(_) if self.agenda.is_moot(self.number) => return Ok(Reached::Moot),
                Verdict::Unknown(_) if self.is_turn_over() => return Ok(Reached::Paused),
                Verdict::Unknown(words) => reason = words,
            }
        }
        Err(Halt::GaveUp(reason))
    }

    /// Provers that search alike would be of no help to each other.
    const fn seed(&self) -> u32 {
        self.number as u32 + 1
    }

    fn note(&self, what: &str) {
        let (elapsed, best) = (self.job.elapsed(), self.job.best_value());
        debug!(prover = self.number, ?elapsed, %best, "{what}");
    }

    /// Notes what an engine was asked, what it said and how long that took.
    fn note_answer(&self, engine: &str, points: [u32; 2], answer: &Reached, asked: Instant) {
        let (elapsed, took) = (self.job.elapsed(), asked.elapsed());
        debug!(
            prover = self.number,
            ?elapsed,
            engine,
            ?points,
            ?answer,
            ?took,
            "answer"
        );
    }
}

/// What has to be assumed for so many points on both coasts; `None` when all mouths together don't bring as much.
fn assume(goals: &[CoastGoals; 2], points: [u32; 2]) -> Option<Vec<Literal>> {
    let mut assumptions = Vec::new();
    for (goals, points) in goals.iter().zip(points) {
        assumptions.extend(goals.at_least(points)?);
    }
    Some(assumptions)
}
