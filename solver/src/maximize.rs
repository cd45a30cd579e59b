//! The highest product, proved with Z3.
//!
//! A solver is never asked for the product. The optimum is the best pair (a, b) of coast points, and few are
//! left once both coasts are bounded: the geometry of the puzzle gives the most that each coast can get,
//! then the pairs are tried by product, highest first, each in the geometry and, if that does not refute it,
//! exactly. An exact yes gives a line, an exact no refutes the pair and all that are as high on both
//! coasts. When no open pair has a higher product than the best line, that line is the optimum.
//!
//! With a second thread good lines are looked for while the coasts are bounded; after that two pairs are tried at a
//! time, and a question that has become moot is broken off.

use std::thread;

use log::debug;
use tayu_core::{Pair, Points, Product, Puzzle, Side};

use crate::agenda::Agenda;
use crate::answer::{Phase, SolveError};
use crate::beam::{Patience, look_ahead};
use crate::coasts::CoastGoals;
use crate::engine::{Engine, Model, Verdict, interruptible};
use crate::exact::Exact;
use crate::formula::Literal;
use crate::geometry::Geometry;
use crate::job::{Conclusion, Job};
use crate::line::{Line, ReplayError, Value};
use crate::reach::Reach;

/// How often tiles that float are forbidden before an answer is taken as it is.
const SINKINGS: usize = 12;

/// How often a question is asked that nobody wants to break off: the interrupt of the question before may
/// still be under way.
const ATTEMPTS: usize = 3;

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
    let provers = job.threads().min(2);
    let agenda = Agenda::new(job, provers);
    let prover = |number| Prover {
        number,
        job,
        puzzle,
        pair,
        reach: &reach,
        agenda: &agenda,
    };
    thread::scope(|scope| {
        if provers > 1 {
            let second = thread::Builder::new().name("solver 2".into());
            let run = || {
                let result = prover(1).assist();
                agenda.leave(1);
                if let Err(Halt::Failed(error)) = result {
                    job.conclude(Conclusion::Failed(error));
                }
            };
            // Without that thread the proof is found all the same, and without its help if it gives up.
            drop(second.spawn_scoped(scope, run));
        }
        match prover(0).lead(provers == 1) {
            Ok(()) | Err(Halt::Stopped) => {}
            Err(Halt::GaveUp(reason)) => job.conclude(Conclusion::GaveUp(reason)),
            Err(Halt::Failed(error)) => job.conclude(Conclusion::Failed(error)),
        }
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
}

impl<'a> Prover<'a> {
    /// Bounds the coasts, then tries pairs. The prover that is alone looks for good lines first.
    fn lead(&self, alone: bool) -> Result<(), Halt> {
        if alone {
            self.job.enter(Phase::LookingAhead);
            look_ahead(self.job, self.pair, Patience::Moment)?;
        }
        self.with_z3(|| {
            let rough = self.encode_geometry()?;
            for (n, coast) in self.pair.coasts().into_iter().enumerate() {
                self.bound_coast(&rough, n, coast)?;
            }
            self.agenda.open();
            self.try_pairs(Some(&rough))
        })
    }

    /// Looks for good lines, then tries pairs beside the leading prover.
    fn assist(&self) -> Result<(), Halt> {
        look_ahead(self.job, self.pair, Patience::Long)?;
        if !self.agenda.wait_until_open() {
            return Ok(());
        }
        self.with_z3(|| self.try_pairs(None))
    }

    /// Does work with Z3, interrupted when its answer is not wanted any more.
    fn with_z3<R>(&self, work: impl FnOnce() -> R) -> R {
        interruptible(|| self.job.is_stopped() || self.agenda.is_moot(self.number), work)
    }

    fn encode_geometry(&self) -> Result<Rough<'a>, Halt> {
        let (formula, geometry) = Geometry::encode(
            self.puzzle.position().board(),
            self.reach,
            self.pair,
            self.puzzle.sequence().len(),
        );
        let engine = Engine::new(&formula, self.seed()).map_err(Halt::GaveUp)?;
        self.note("has encoded the geometry");
        Ok(Rough { geometry, engine })
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
                Reached::Moot => return Ok(()),
            }
        }
        while most > possible {
            match self.ask_geometry(rough, points(most))? {
                Reached::No(refuted) => self.agenda.refute(refuted),
                Reached::Yes(_) | Reached::Moot => break,
            }
            most -= 1;
        }
        self.note(&format!("has bounded the {coast} coast by {most}"));
        Ok(())
    }

    /// Tries pairs until none is left that would be better than the best line.
    fn try_pairs(&self, rough: Option<&Rough<'_>>) -> Result<(), Halt> {
        self.job.enter(Phase::Encoding);
        let (formula, exact) = Exact::encode(self.puzzle, self.reach, self.pair);
        let fine = Engine::new(&formula, self.seed()).map_err(Halt::GaveUp)?;
        self.note(&format!("has encoded {} clauses", formula.clause_count()));
        drop(formula);
        while let Some(points) = self.agenda.take(self.number) {
            let enter = |exact| {
                let points = points.map(|points| Points::new(points as u8));
                self.job.enter(Phase::Reaching { points, exact });
            };
            if let Some(rough) = rough {
                enter(false);
                if let Reached::No(refuted) = self.ask_geometry(rough, points)? {
                    self.note(&format!("finds {refuted:?} refuted by the geometry"));
                    self.agenda.refute(refuted);
                    continue;
                }
            }
            enter(true);
            match self.ask(&fine, &exact.goals, points)? {
                Reached::No(refuted) => {
                    self.note(&format!("has refuted {refuted:?}"));
                    self.agenda.refute(refuted);
                }
                Reached::Yes(model) => {
                    self.note(&format!("has reached {points:?}"));
                    self.offer(exact.decode(&model), points)?;
                }
                Reached::Moot => self.note(&format!("breaks off {points:?}")),
            }
        }
        Ok(())
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
        let mut reached = self.ask(engine, &geometry.goals, points)?;
        for _ in 0..SINKINGS {
            match &reached {
                Reached::Yes(model) if geometry.sink(engine, model) => {
                    reached = self.ask(engine, &geometry.goals, points)?;
                }
                _ => break,
            }
        }
        Ok(reached)
    }

    /// Asks whether both coasts can have at least so many points together.
    fn ask(&self, engine: &Engine, goals: &[CoastGoals; 2], points: [u32; 2]) -> Result<Reached, Halt> {
        if self.job.is_stopped() {
            return Err(Halt::Stopped);
        }
        let mut assumptions: Vec<Literal> = Vec::new();
        for n in 0..2 {
            match goals[n].at_least(points[n]) {
                Some(goal) => assumptions.extend(goal),
                None => {
                    // All mouths together don't bring so much.
                    let mut refuted = [0; 2];
                    refuted[n] = goals[n].most() + 1;
                    return Ok(Reached::No(refuted));
                }
            }
        }
        let mut reason = String::new();
        for _ in 0..ATTEMPTS {
            match engine.ask(&assumptions) {
                Verdict::Yes(model) => return Ok(Reached::Yes(model)),
                Verdict::No(core) => {
                    let needed = |goals: &CoastGoals| core.iter().find_map(|&goal| goals.points_of(goal));
                    return Ok(Reached::No([0, 1].map(|n| needed(&goals[n]).unwrap_or(0))));
                }
                Verdict::Unknown(_) if self.job.is_stopped() => return Err(Halt::Stopped),
                Verdict::Unknown(_) if self.agenda.is_moot(self.number) => return Ok(Reached::Moot),
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
        debug!(
            "{:.3} s: prover {} {what}",
            self.job.elapsed().as_secs_f64(),
            self.number
        );
    }
}
