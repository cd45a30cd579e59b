//! Refuting points with BatSat, on the exact formula.

use std::time::Instant;

use tayu_core::Points;
use tracing::debug;

use crate::agenda::Agenda;
use crate::answer::{Phase, Proof};
use crate::coasts::{assume, refuted, unreachable};
use crate::job::Job;
use crate::maximize::{Encoded, Halt, offer};
use crate::sat::{Sat, Verdict};

/// How many conflicts a question of the first round may take.
const FIRST_CONFLICTS: u64 = 500;
/// How many times as many each round may take as the one before.
const GROWTH: u64 = 2;

/// A prover that puts pairs of points to BatSat, in rounds: each question may take so many conflicts, and more in the
/// next round if that was too few. What is learnt in one question helps with the others.
pub(crate) struct Refuter<'a> {
    number: usize,
    job: &'a Job,
    agenda: &'a Agenda<'a>,
    encoded: &'a Encoded<'a>,
    sat: Sat<'a>,
    conflicts: u64,
    /// Whether some question of the round took too long.
    was_exhausted: bool,
    /// What is left of the round.
    round: Vec<[u32; 2]>,
}

impl<'a> Refuter<'a> {
    pub(crate) fn new(
        number: usize,
        job: &'a Job,
        agenda: &'a Agenda<'a>,
        encoded: &'a Encoded<'a>,
        sat: Sat<'a>,
    ) -> Self {
        Self {
            number,
            job,
            agenda,
            encoded,
            sat,
            conflicts: FIRST_CONFLICTS,
            was_exhausted: false,
            round: Vec::new(),
        }
    }

    /// Tries pairs until it is `enough` or until none is left that would be better than the best line.
    pub(crate) fn search(&mut self, enough: impl Fn() -> bool) -> Result<(), Halt> {
        while !enough() {
            if self.job.is_stopped() {
                return Err(Halt::Stopped);
            }
            if self.round.is_empty() {
                self.round = self.agenda.round();
                if self.round.is_empty() {
                    return Ok(());
                }
                self.round.reverse();
                // Several refuters begin at different pairs.
                let len = self.round.len();
                self.round.rotate_right(self.number % len);
                if std::mem::take(&mut self.was_exhausted) {
                    self.conflicts = self.conflicts.saturating_mul(GROWTH);
                }
            }
            if let Some(points) = self.round.pop()
                && self.agenda.occupy(self.number, points)
            {
                self.try_pair(points)?;
            }
        }
        Ok(())
    }

    fn try_pair(&mut self, points: [u32; 2]) -> Result<(), Halt> {
        self.job.enter(Phase::Reaching {
            points: points.map(|points| Points::new(points as u8)),
        });
        let goals = &self.encoded.exact.goals;
        let Some(assumptions) = assume(goals, points) else {
            self.agenda.refute([unreachable(goals, points)], Proof::BatSat);
            return Ok(());
        };
        let asked = Instant::now();
        let verdict = self.sat.ask(&assumptions, self.conflicts);
        debug!(
            engine = "BatSat",
            part = self.number,
            ?points,
            answer = %verdict,
            took = ?asked.elapsed(),
            elapsed = ?self.job.elapsed(),
            "asked exactly"
        );
        match verdict {
            Verdict::Yes(model) => {
                if let Some(play) = self.encoded.exact.decode(&model) {
                    offer(self.job, play, points)?;
                }
            }
            Verdict::No(core) => {
                self.agenda.refute([refuted(goals, &core, points)], Proof::BatSat);
            }
            Verdict::Exhausted => self.was_exhausted = true,
            Verdict::Unwanted => {}
            Verdict::Full => return Err(Halt::GaveUp("the memory that it may hold is used up".into())),
        }
        Ok(())
    }
}
