//! Reaching or refuting points with Z3, on the exact formula.

use std::time::Instant;

use tayu_core::{Pair, Puzzle};
use tracing::debug;

use crate::agenda::Agenda;
use crate::answer::{Engines, Proof};
use crate::coasts::{assume, refuted, unreachable};
use crate::engine::{Engine, Values, Verdict, interruptible};
use crate::exact::Exact;
use crate::job::Job;
use crate::maximize::{Halt, offer};
use crate::reach::Reach;

/// How often a question is asked that nobody wants to break off: the interrupt of the question before may
/// still be under way.
const ATTEMPTS: usize = 3;
/// So many models that could not be read are made up for.
const UNREAD: usize = 1000;

/// A prover that puts pairs of points to Z3, which searches in another way than BatSat: what one can't complete to a
/// line the other often can.
pub(crate) struct Prover<'a> {
    number: usize,
    job: &'a Job,
    agenda: &'a Agenda<'a>,
    exact: Exact<'a>,
    engine: Engine,
    unread: usize,
}

/// What Z3 says about points.
enum Reached {
    Yes(Values),
    /// Not even these points can be reached; at most as high as those asked for.
    No([u32; 2]),
    /// The answer is not wanted any more, or not now.
    BrokenOff,
}

impl<'a> Prover<'a> {
    /// Writes the formula down for Z3, with sums.
    pub(crate) fn new(
        number: usize,
        job: &'a Job,
        agenda: &'a Agenda<'a>,
        puzzle: &'a Puzzle,
        reach: &Reach,
        pair: Pair,
    ) -> Result<Self, Halt> {
        let (formula, exact) = Exact::encode(puzzle, reach, pair);
        if job.is_stopped() {
            return Err(Halt::Stopped);
        }
        let engine = Engine::new(&formula, 1, job.memory()).map_err(Halt::GaveUp)?;
        Ok(Self {
            number,
            job,
            agenda,
            exact,
            engine,
            unread: 0,
        })
    }

    /// Tries pairs, highest product first, until it is `enough` or until none is left that would be better than the
    /// best line. Z3 keeps what it has learnt for the next time.
    pub(crate) fn search(&mut self, enough: impl Fn() -> bool + Sync) -> Result<(), Halt> {
        let unwanted = || self.job.is_stopped() || enough() || self.agenda.is_moot(self.number);
        let (mut unread, this) = (self.unread, &*self);
        let result = interruptible(unwanted, || {
            while !enough()
                && let Some(points) = this.agenda.take(this.number)
            {
                match this.ask(points, &enough)? {
                    Reached::No(refuted) => this.agenda.refute([refuted], Proof::Refuted(Engines::Z3)),
                    Reached::BrokenOff => {}
                    Reached::Yes(model) => {
                        match this
                            .exact
                            .decode(&model)
                            .map(|play| offer(this.job, play, points))
                        {
                            Some(Ok(_)) => {}
                            // Broken off while it was read: Z3 says nothing then, or fills in what it has not
                            // got. It is asked for again.
                            None | Some(Err(Halt::Failed(_))) if unread < UNREAD => {
                                unread += 1;
                            }
                            None => return Err(Halt::GaveUp("Z3's models can't be read".into())),
                            Some(Err(halt)) => return Err(halt),
                        }
                    }
                }
            }
            Ok(())
        });
        self.unread = unread;
        self.agenda.leave(self.number);
        result
    }

    /// Asks whether both coasts can have at least so many points together.
    fn ask(&self, points: [u32; 2], enough: impl Fn() -> bool) -> Result<Reached, Halt> {
        let goals = &self.exact.goals;
        let Some(assumptions) = assume(goals, points) else {
            return Ok(Reached::No(unreachable(goals, points)));
        };
        let mut reason = String::new();
        for _ in 0..ATTEMPTS {
            if self.job.is_stopped() {
                return Err(Halt::Stopped);
            }
            let asked = Instant::now();
            let verdict = self.engine.ask(&assumptions);
            let answer = match &verdict {
                Verdict::Yes(_) => "yes",
                Verdict::No(_) => "no",
                Verdict::Unknown(words) => words,
            };
            let (took, elapsed) = (asked.elapsed(), self.job.elapsed());
            debug!(engine = "Z3", ?points, answer, ?took, ?elapsed, "asked exactly");
            match verdict {
                Verdict::Yes(model) => return Ok(Reached::Yes(model)),
                Verdict::No(core) => return Ok(Reached::No(refuted(goals, &core, points))),
                Verdict::Unknown(_) if self.job.is_stopped() => return Err(Halt::Stopped),
                Verdict::Unknown(words) if words.contains("memory") => return Err(Halt::GaveUp(words)),
                Verdict::Unknown(_) if enough() || self.agenda.is_moot(self.number) => {
                    return Ok(Reached::BrokenOff);
                }
                Verdict::Unknown(words) => reason = words,
            }
        }
        Err(Halt::GaveUp(reason))
    }
}
