//! Refuting points with Z3: in the geometry of the puzzle first, then on the exact formula.

use std::time::Instant;

use tayu_core::{Pair, Points, Puzzle, Side};
use tracing::debug;

use crate::agenda::Agenda;
use crate::answer::{Phase, Proof, SolveError};
use crate::coasts::{CoastGoals, assume, refuted, unreachable};
use crate::engine::{Engine, Values, Verdict, interruptible};
use crate::exact::Exact;
use crate::formula::Formula;
use crate::geometry::Geometry;
use crate::job::Job;
use crate::maximize::{Halt, offer};
use crate::reach::Reach;

/// How often tiles that float are forbidden before an answer is taken as it is.
const SINKINGS: usize = 12;
/// How often a question is asked that nobody wants to break off: the interrupt of the question before may
/// still be under way.
const ATTEMPTS: usize = 3;
/// So many models that could not be read are made up for.
const UNREAD: usize = 1000;

/// A prover that puts points to Z3, which sums up mouths itself where BatSat has only clauses.
pub(crate) struct Prover<'a> {
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

/// What Z3 says about points.
enum Reached {
    Yes(Values),
    /// Not even these points can be reached; at most as high as those asked for.
    No([u32; 2]),
    /// The answer is not wanted any more.
    Moot,
}

impl<'a> Prover<'a> {
    pub(crate) const fn new(
        number: usize,
        job: &'a Job,
        puzzle: &'a Puzzle,
        pair: Pair,
        reach: &'a Reach,
        agenda: &'a Agenda<'a>,
    ) -> Self {
        Self {
            number,
            job,
            puzzle,
            pair,
            reach,
            agenda,
        }
    }

    /// Bounds the coasts, then tries pairs until none is left that would be better than the best line.
    pub(crate) fn search(&self) -> Result<(), Halt> {
        let unwanted = || self.job.is_stopped() || self.agenda.is_moot(self.number);
        interruptible(unwanted, || {
            let rough = self.encode_geometry()?;
            for (n, coast) in self.pair.coasts().into_iter().enumerate() {
                self.bound_coast(&rough, n, coast)?;
            }
            self.try_pairs(&rough)
        })
    }

    fn encode_geometry(&self) -> Result<Rough<'a>, Halt> {
        let (formula, geometry) = Geometry::encode(
            self.puzzle.position().board(),
            self.reach,
            self.pair,
            self.puzzle.sequence().len(),
        );
        let engine = self.engine(&formula)?;
        Ok(Rough { geometry, engine })
    }

    fn engine(&self, formula: &Formula) -> Result<Engine, Halt> {
        if self.job.is_stopped() {
            return Err(Halt::Stopped);
        }
        Engine::new(formula, 1, self.job.memory()).map_err(Halt::GaveUp)
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
                Reached::No(refuted) => break self.refute(refuted),
                Reached::Moot => return Ok(()),
            }
        }
        while most > possible {
            match self.ask_geometry(rough, points(most))? {
                Reached::No(refuted) => self.refute(refuted),
                Reached::Yes(_) | Reached::Moot => break,
            }
            most -= 1;
        }
        Ok(())
    }

    fn try_pairs(&self, rough: &Rough<'_>) -> Result<(), Halt> {
        let (formula, exact) = Exact::encode(self.puzzle, self.reach, self.pair);
        let fine = self.engine(&formula)?;
        drop(formula);
        let mut unread = 0;
        while let Some(points) = self.agenda.take(self.number) {
            match self.try_pair(rough, &fine, &exact, points)? {
                Reached::No(refuted) => self.refute(refuted),
                Reached::Yes(model) => {
                    let play = exact.decode(&model);
                    match play.map(|play| offer(self.job, play, points)) {
                        Some(Ok(_)) => {}
                        // Broken off in favour of something else while it was read: Z3 says nothing then, or fills
                        // in what it has not got. It is asked for again.
                        None | Some(Err(Halt::Failed(SolveError::Value { .. }))) if unread < UNREAD => {
                            unread += 1;
                        }
                        None => return Err(Halt::GaveUp("Z3's models can't be read".into())),
                        Some(Err(halt)) => return Err(halt),
                    }
                }
                Reached::Moot => {}
            }
        }
        Ok(())
    }

    /// Tries a pair in the geometry, then exactly.
    fn try_pair(
        &self,
        rough: &Rough<'_>,
        fine: &Engine,
        exact: &Exact<'_>,
        points: [u32; 2],
    ) -> Result<Reached, Halt> {
        let enter = |exact| {
            let points = points.map(|points| Points::new(points as u8));
            self.job.enter(Phase::Reaching { points, exact });
        };
        enter(false);
        if let Reached::No(refuted) = self.ask_geometry(rough, points)? {
            return Ok(Reached::No(refuted));
        }
        enter(true);
        self.ask(fine, &exact.goals, points)
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
        let Some(assumptions) = assume(goals, points) else {
            return Ok(Reached::No(unreachable(goals, points)));
        };
        let mut reason = String::new();
        for _ in 0..ATTEMPTS {
            let asked = Instant::now();
            let verdict = engine.ask(&assumptions);
            let answer = match &verdict {
                Verdict::Yes(_) => "yes",
                Verdict::No(_) => "no",
                Verdict::Unknown(words) => words,
            };
            debug!(engine = "Z3", ?points, answer, took = ?asked.elapsed(), elapsed = ?self.job.elapsed(), "asked");
            match verdict {
                Verdict::Yes(model) => return Ok(Reached::Yes(model)),
                Verdict::No(core) => return Ok(Reached::No(refuted(goals, &core, points))),
                Verdict::Unknown(_) if self.job.is_stopped() => return Err(Halt::Stopped),
                Verdict::Unknown(words) if words.contains("memory") => return Err(Halt::GaveUp(words)),
                Verdict::Unknown(_) if self.agenda.is_moot(self.number) => return Ok(Reached::Moot),
                Verdict::Unknown(words) => reason = words,
            }
        }
        Err(Halt::GaveUp(reason))
    }

    fn refute(&self, points: [u32; 2]) {
        self.agenda.refute([points], Proof::Z3);
    }
}
