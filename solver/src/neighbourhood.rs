//! Better lines by a solver of formulas: most of a line is given, and BatSat completes it to one for more points.
//!
//! This is a large neighbourhood search (Shaw, Using Constraint Programming and Local Search Methods to Solve Vehicle
//! Routing Problems, 1998) whose repairs are complete: what it calls impossible is impossible with these tiles
//! given. A refutation names tiles that stand in the way; some of them are laid anew, too, and the question is put
//! again.

use std::ops::ControlFlow;

use rand::seq::SliceRandom;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use tayu_core::geometry::BOARD_SIZE;
use tayu_core::{Placement, Square};
use tracing::debug;

use crate::agenda::Agenda;
use crate::answer::{Engines, Proof};
use crate::coasts::assume;
use crate::formula::Literal;
use crate::job::Job;
use crate::maximize::{Encoded, Halt, offer};
use crate::sat::Sat;
use crate::verdict::Verdict;

/// The search for better lines, to be continued as long as one likes.
pub(crate) struct Neighbourhoods<'a> {
    job: &'a Job,
    agenda: &'a Agenda<'a>,
    encoded: &'a Encoded<'a>,
    sat: Sat<'a>,
    rng: ChaCha8Rng,
    current: Vec<Placement>,
    points: [u32; 2],
}

/// How many conflicts a question may take. Most end sooner, and those that don't seldom end well.
const CONFLICTS: u64 = 1000;
/// How many tiles are laid anew at first.
const FIRST: usize = 12;
/// How many more after each refutation.
const MORE: usize = 2;
/// How often a line with the same points is looked for instead of a better one: one time in so many.
const SIDEWAYS: u32 = 8;

impl<'a> Neighbourhoods<'a> {
    pub(crate) fn new(
        job: &'a Job,
        agenda: &'a Agenda<'a>,
        encoded: &'a Encoded<'a>,
        sat: Sat<'a>,
        seed: u64,
    ) -> Self {
        Self {
            job,
            agenda,
            encoded,
            sat,
            rng: ChaCha8Rng::seed_from_u64(seed),
            current: Vec::new(),
            points: [0; 2],
        }
    }

    /// Searches on until it is `enough`, until nothing better is possible or until the memory is used up.
    /// Offers each line that is better.
    ///
    /// # Errors
    /// The rules refuse what was found: a fault of the formula.
    pub(crate) fn search(&mut self, enough: impl Fn() -> bool) -> Result<ControlFlow<()>, Halt> {
        while !self.job.is_stopped() && !enough() {
            self.take_over();
            let aims = self.aims();
            if aims.is_empty() {
                return Ok(ControlFlow::Break(()));
            }
            if self.rng.random_ratio(1, SIDEWAYS) {
                self.step_aside();
            } else if self.improve(&aims)?.is_break() {
                return Ok(ControlFlow::Break(()));
            }
        }
        Ok(ControlFlow::Continue(()))
    }

    /// Goes on from the best line if others have found a better one.
    fn take_over(&mut self) {
        let line = self.job.best();
        let points = self.encoded.points_of(&line);
        if self.current.is_empty() || points[0] * points[1] > self.points[0] * self.points[1] {
            self.current = line.placements().to_vec();
            self.points = points;
        }
    }

    /// Points that would be better, those that take the fewest more first.
    fn aims(&self) -> Vec<[u32; 2]> {
        let missing = |aim: [u32; 2]| -> u32 {
            aim.into_iter()
                .zip(self.points)
                .map(|(aim, has)| aim.saturating_sub(has))
                .sum()
        };
        let mut aims = self.agenda.lowest();
        aims.sort_by_key(|&aim| missing(aim));
        aims
    }

    /// Lays a few tiles anew and, as long as that is refuted, more of those that the refutation needed.
    fn improve(&mut self, aims: &[[u32; 2]]) -> Result<ControlFlow<()>, Halt> {
        // The nearest aim in half of the cases, the next one in a quarter and so on.
        let mut n = 0;
        while n + 1 < aims.len() && self.rng.random_bool(0.5) {
            n += 1;
        }
        let goals = &self.encoded.exact.goals;
        let aim = aims[n];
        let Some(assumptions) = assume(goals, aim) else {
            return Ok(ControlFlow::Continue(()));
        };
        let mut given = self.given();
        let mut rounds = 0;
        loop {
            rounds += 1;
            let mut assumed = assumptions.clone();
            assumed.extend(&given);
            match self.sat.ask(&assumed, CONFLICTS) {
                Verdict::Yes(model) => {
                    let Some(play) = self.encoded.exact.decode(&model) else {
                        return Ok(ControlFlow::Continue(()));
                    };
                    let line = offer(self.job, play, aim)?;
                    let tiles = self.current.len();
                    self.points = self.encoded.points_of(&line);
                    self.current = line.placements().to_vec();
                    debug!(
                        engine = "neighbourhoods",
                        points = ?self.points,
                        anew = tiles - given.len(),
                        questions = rounds,
                        elapsed = ?self.job.elapsed(),
                        "a better line"
                    );
                    return Ok(ControlFlow::Continue(()));
                }
                Verdict::No(core) => {
                    let mut needed: Vec<Literal> = core
                        .into_iter()
                        .filter(|literal| given.contains(literal))
                        .collect();
                    if needed.is_empty() {
                        // Whatever tiles are laid anew.
                        self.agenda.refute([aim], Proof::Refuted(Engines::BATSAT));
                        return Ok(ControlFlow::Continue(()));
                    }
                    needed.shuffle(&mut self.rng);
                    needed.truncate(MORE);
                    given.retain(|literal| !needed.contains(literal));
                }
                Verdict::Exhausted | Verdict::Unwanted => return Ok(ControlFlow::Continue(())),
                Verdict::Full => return Ok(ControlFlow::Break(())),
            }
        }
    }

    /// Looks for another line with the points of the current one, to go on from.
    fn step_aside(&mut self) {
        let given = self.given();
        let Some(mut assumptions) = assume(&self.encoded.exact.goals, self.points) else {
            return;
        };
        let elsewhere = self.rng.random_range(0..self.current.len().max(1));
        let here = self.current.get(elsewhere).map(|placement| placement.spot());
        let Some(here) = here.and_then(|spot| self.encoded.exact.lies(elsewhere, spot)) else {
            return;
        };
        assumptions.extend(given.into_iter().filter(|&literal| literal != here));
        assumptions.push(!here);
        if let Verdict::Yes(model) = self.sat.ask(&assumptions, CONFLICTS)
            && let Some(play) = self.encoded.exact.decode(&model)
        {
            self.current = play;
        }
    }

    /// What says where the tiles lie that are not laid anew.
    fn given(&mut self) -> Vec<Literal> {
        let anew = self.anew();
        self.current
            .iter()
            .enumerate()
            .filter(|&(n, _)| !anew[n])
            .filter_map(|(n, placement)| self.encoded.exact.lies(n, placement.spot()))
            .collect()
    }

    /// Chooses tiles to be laid anew: those around a square, those of a stretch of the sequence, or any.
    fn anew(&mut self) -> Vec<bool> {
        let tiles = self.current.len();
        let count = FIRST.min(tiles);
        let mut anew = vec![false; tiles];
        match self.rng.random_range(0..4) {
            0 | 1 => {
                let [column, row] = [0; 2].map(|_| self.rng.random_range(0..BOARD_SIZE));
                let mut near: Vec<(f64, usize)> = (self.current.iter().enumerate())
                    .map(|(n, placement)| {
                        let squares = placement.spot().squares();
                        let distance =
                            |square: &Square| square.column().abs_diff(column) + square.row().abs_diff(row);
                        let nearest = squares.iter().map(distance).min().unwrap_or_default();
                        (nearest as f64 + self.rng.random_range(0.0..2.0), n)
                    })
                    .collect();
                near.sort_by(|a, b| a.0.total_cmp(&b.0));
                near.iter().take(count).for_each(|&(_, n)| anew[n] = true);
            }
            2 => {
                let first = self.rng.random_range(0..=tiles - count);
                anew[first..first + count].fill(true);
            }
            _ => {
                anew[..count].fill(true);
                anew.shuffle(&mut self.rng);
            }
        }
        anew
    }
}
