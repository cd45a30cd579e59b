//! Refuting points with BatSat and CaDiCaL, on the exact formula.

use std::time::{Duration, Instant};

use tayu_core::Points;
use tracing::debug;

use crate::agenda::Agenda;
use crate::answer::{Engines, Phase, Proof};
use crate::cadical::Cadical;
use crate::coasts::{assume, refuted, unreachable};
use crate::formula::Literal;
use crate::job::Job;
use crate::maximize::{Encoded, Halt, offer};
use crate::sat::Sat;
use crate::verdict::Verdict;

/// How many conflicts a question of the first round may take.
const FIRST_CONFLICTS: u64 = 500;
/// How many times as many each round may take as the one before.
const GROWTH: u64 = 2;
/// When BatSat's questions may take so many, CaDiCaL begins.
const CADICAL_FROM: u64 = 8000;
/// How many times as long as BatSat it is at work from then on. What BatSat has not refuted by then it seldom does.
const CADICAL_SHARE: u32 = 3;
const CADICAL_TURN: Duration = Duration::from_secs(5);

/// A prover that puts pairs of points to BatSat, in rounds: each question may take so many conflicts, and more in the
/// next round if that was too few. What is learnt in one question helps with the others. When that takes long CaDiCaL
/// is put the highest pair again and again, and goes on each time where it stopped.
pub(crate) struct Refuter<'a> {
    number: usize,
    job: &'a Job,
    agenda: &'a Agenda<'a>,
    encoded: &'a Encoded<'a>,
    /// What each engine may hold, in bytes.
    memory: u64,
    batsat: Sat<'a>,
    cadical: Option<Cadical<'a>>,
    /// How long CaDiCaL may be at work before it is BatSat's turn again; `None` when its memory is used up.
    credit: Option<Duration>,
    conflicts: u64,
    /// Whether some question of the round took too long.
    was_exhausted: bool,
    /// What is left of the round.
    round: Vec<[u32; 2]>,
}

/// A question and when it was put.
struct Asked {
    engine: Engines,
    points: [u32; 2],
    at: Instant,
}

/// What becomes of a question.
enum Outcome {
    Answered,
    Exhausted,
    Full,
}

impl<'a> Refuter<'a> {
    pub(crate) fn new(
        number: usize,
        job: &'a Job,
        agenda: &'a Agenda<'a>,
        encoded: &'a Encoded<'a>,
        memory: u64,
    ) -> Self {
        let unwanted = move || job.is_stopped() || agenda.is_moot(number);
        Self {
            number,
            job,
            agenda,
            encoded,
            memory,
            batsat: Sat::new(&encoded.formula, number as u32, memory, unwanted),
            cadical: None,
            credit: Some(Duration::ZERO),
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
            if let Some(credit) = self.credit.filter(|credit| !credit.is_zero()) {
                let Some(points) = self.agenda.take(self.number) else {
                    return Ok(());
                };
                let began = Instant::now();
                self.ask_cadical(points)?;
                self.credit = self.credit.and(Some(credit.saturating_sub(began.elapsed())));
                continue;
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
                let began = Instant::now();
                self.ask_batsat(points)?;
                if self.conflicts >= CADICAL_FROM {
                    let earned = began.elapsed() * CADICAL_SHARE;
                    self.credit = self.credit.map(|credit| credit + earned);
                }
            }
        }
        Ok(())
    }

    fn ask_batsat(&mut self, points: [u32; 2]) -> Result<(), Halt> {
        let Some((assumptions, asked)) = self.prepare(Engines::BATSAT, points) else {
            return Ok(());
        };
        let verdict = self.batsat.ask(&assumptions, self.conflicts);
        match self.settle(&asked, verdict)? {
            Outcome::Answered => {}
            Outcome::Exhausted => self.was_exhausted = true,
            Outcome::Full => return Err(Halt::GaveUp("the memory that it may hold is used up".into())),
        }
        Ok(())
    }

    /// Has CaDiCaL go on with a pair for a while.
    fn ask_cadical(&mut self, points: [u32; 2]) -> Result<(), Halt> {
        let Some((assumptions, asked)) = self.prepare(Engines::CADICAL, points) else {
            return Ok(());
        };
        let (job, agenda, number) = (self.job, self.agenda, self.number);
        let unwanted = move || job.is_stopped() || agenda.is_moot(number);
        let cadical = self
            .cadical
            .get_or_insert_with(|| Cadical::new(&self.encoded.formula, self.memory, unwanted));
        let verdict = cadical.ask(&assumptions, Some(CADICAL_TURN));
        if matches!(self.settle(&asked, verdict)?, Outcome::Full) {
            self.cadical = None;
            self.credit = None;
        }
        Ok(())
    }

    /// What to assume for these points; `None` when no tiles could bring them, which refutes them.
    fn prepare(&self, engine: Engines, points: [u32; 2]) -> Option<(Vec<Literal>, Asked)> {
        self.job.enter(Phase::Reaching {
            points: points.map(|points| Points::new(points as u8)),
        });
        let goals = &self.encoded.exact.goals;
        let assumptions = assume(goals, points);
        if assumptions.is_none() {
            let proof = Proof::Refuted(engine);
            self.agenda.refute([unreachable(goals, points)], proof);
        }
        let at = Instant::now();
        Some((assumptions?, Asked { engine, points, at }))
    }

    /// Draws the consequences of an answer.
    fn settle(&self, asked: &Asked, verdict: Verdict) -> Result<Outcome, Halt> {
        let Asked { engine, points, at } = *asked;
        debug!(
            engine = engine.to_string(),
            part = self.number,
            ?points,
            answer = %verdict,
            took = ?at.elapsed(),
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
                let proof = Proof::Refuted(engine);
                let goals = &self.encoded.exact.goals;
                self.agenda.refute([refuted(goals, &core, points)], proof);
            }
            Verdict::Unwanted => {}
            Verdict::Exhausted => return Ok(Outcome::Exhausted),
            Verdict::Full => return Ok(Outcome::Full),
        }
        Ok(Outcome::Answered)
    }
}
