//! Good lines without a proof: wider and wider beams, and in turns rounds of [`Ruin`] and repairs of the best line.
//!
//! A repair takes some tiles of a line away, those around a square or those of a stretch of the sequence, and
//! lets a narrow beam lay them anew beside the tiles that stay (large neighbourhood search, Shaw 1998).
//! A line that is as good or a little worse takes the place of the one it came from, so that the search does
//! not stand still.

use std::ops::RangeInclusive;
use std::time::Instant;

use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use tayu_core::geometry::BOARD_SIZE;
use tayu_core::{Pair, Placement, Square};
use tracing::debug;

use crate::beam::{Beam, Found};
use crate::frame::Frame;
use crate::job::Job;
use crate::line::{Line, ReplayError};
use crate::prospect::Taste;
use crate::ruin::Ruin;

/// The search for good lines, to be continued as long as one likes.
#[derive(Debug)]
pub(crate) struct Repair<'a> {
    job: &'a Job,
    pair: Pair,
    rng: ChaCha8Rng,
    /// Of the next beam from the start.
    width: usize,
    /// Beams from the start so far.
    beams: u32,
    current: Found,
    best: u32,
    /// Repairs since the current line last became better.
    idle: u32,
    ruin: Ruin,
    /// Repairs to be done before the next round of ruins.
    repairs_due: u64,
}

/// The widths of the beams from the start.
const FIRST_WIDTH: usize = 8;
const GROWTH: usize = 4;
const LAST_WIDTH: usize = 8192;
/// Beams up to this one are searched before any repair.
const AT_FIRST: usize = 128;
/// So many repairs without a better line at least, and another beam is tried.
const PATIENCE: u32 = 600;

/// So many steps of ruin and recreate take about as long as a repair, so that each has half of the time. Ruins find
/// better lines of midgames, repairs those of short openings.
const STEPS_PER_REPAIR: u64 = 300;
/// Repairs find next to nothing in sequences longer than this, and ruins get ten times as much time.
const LONG: usize = 40;
const STEPS_PER_REPAIR_IF_LONG: u64 = 3_000;

/// By what part a line may be worse than the one that it takes the place of.
const SLACK: f64 = 0.06;
/// How many tiles a repair lays anew.
const REPAIRED: RangeInclusive<usize> = 4..=22;

const TASTE: Taste = Taste {
    promise: 0.5,
    fading: 0.8,
    per_tile: 1.0,
};

impl<'a> Repair<'a> {
    pub(crate) fn new(job: &'a Job, pair: Pair, seed: u64) -> Self {
        Self {
            job,
            pair,
            rng: ChaCha8Rng::seed_from_u64(seed),
            width: FIRST_WIDTH,
            beams: 0,
            current: Found {
                product: 0,
                worth: 0.0,
                placements: Vec::new(),
            },
            best: 0,
            idle: 0,
            ruin: Ruin::new(job.puzzle(), pair.coasts(), seed + 1),
            repairs_due: 0,
        }
    }

    /// Searches on until it is `enough` or until the job is stopped, and offers each line that is better.
    ///
    /// # Errors
    /// The rules refuse what was found: a fault of this search.
    pub(crate) fn search(&mut self, enough: impl Fn() -> bool) -> Result<(), ReplayError> {
        self.take_over();
        while !self.job.is_stopped() && !enough() {
            let at_first = self.width <= AT_FIRST;
            if !at_first && self.repairs_due == 0 {
                self.ruin()?;
                continue;
            }
            let found = if at_first || self.idle >= self.patience() {
                self.beam()
            } else {
                self.repairs_due -= 1;
                self.repair()
            };
            let Some(found) = found else {
                break;
            };
            self.consider(found)?;
        }
        Ok(())
    }

    /// Takes note of lines: the best one found, and one to go on from.
    fn consider(&mut self, [found, promising]: [Found; 2]) -> Result<(), ReplayError> {
        if found.product > self.best {
            self.best = found.product;
            self.idle = 0;
            let line = Line::complete(self.job.puzzle(), found.placements)?;
            let (elapsed, value) = (self.job.elapsed(), line.value());
            debug!(?elapsed, engine = "repair", %value, beams = self.beams, "better line");
            self.job.offer(line);
        }
        // A line that is a little worse may lead to a better one.
        let slack = self.rng.random_range(0.0..SLACK);
        if promising.worth >= self.current.worth * (1.0 - slack) {
            self.current = promising;
        }
        Ok(())
    }

    /// Goes on with a round of ruins; repairs are due when it is over.
    fn ruin(&mut self) -> Result<(), ReplayError> {
        if self.ruin.is_over() {
            self.ruin.begin(&self.current.placements);
        }
        if let Some((product, placements)) = self.ruin.go(self.best) {
            let found = Found {
                product,
                worth: f64::from(product),
                placements,
            };
            self.consider([found.clone(), found])?;
        }
        if self.ruin.is_over() {
            let steps = if self.job.puzzle().sequence().len() > LONG {
                STEPS_PER_REPAIR_IF_LONG
            } else {
                STEPS_PER_REPAIR
            };
            self.repairs_due = self.ruin.round() / steps;
        }
        Ok(())
    }

    /// Goes on from the best line if others have found a better one.
    fn take_over(&mut self) {
        let line = self.job.best();
        let [a, b] = self.pair.coasts().map(|coast| line.coasts().get(coast).get());
        if a * b > self.best {
            self.best = a * b;
            self.current = Found {
                product: a * b,
                worth: f64::from(a * b),
                placements: line.placements().to_vec(),
            };
        }
    }

    /// Repairs without a better line before the next beam, so that the beams take a fifth of the time or so.
    fn patience(&self) -> u32 {
        PATIENCE.max(2 * self.width as u32)
    }

    /// A beam from the start, wider than the last.
    fn beam(&mut self) -> Option<[Found; 2]> {
        let vary = self.beams > 3;
        let mut taste = TASTE;
        if vary {
            taste.promise = self.rng.random_range(0.3..0.8);
            taste.fading = self.rng.random_range(0.75..0.95);
            taste.per_tile = self.rng.random_range(0.6..1.5);
        }
        let beam = Beam {
            width: self.width,
            taste,
            noise: if vary { 0.02 } else { 0.0 },
            seed: self.rng.random(),
        };
        let tiles = self.job.puzzle().sequence().len();
        let started = Instant::now();
        let found = beam.search(self.job, self.pair.coasts(), &Frame::open(tiles))?;
        debug!(
            elapsed = ?self.job.elapsed(),
            engine = "beam",
            width = self.width,
            ?taste,
            answer = found[0].product,
            took = ?started.elapsed(),
            best = self.best,
            "answer"
        );
        self.width = (self.width * GROWTH).min(LAST_WIDTH);
        self.beams += 1;
        self.idle = 0;
        Some(found)
    }

    /// Lays some tiles of the current line anew.
    fn repair(&mut self) -> Option<[Found; 2]> {
        self.idle += 1;
        if self.current.placements.is_empty() {
            return self.beam();
        }
        let count = self.rng.random_range(REPAIRED);
        let placements = self.current.placements.clone();
        let kept = self.without(&placements, count);
        let taste = Taste {
            promise: self.rng.random_range(0.3..0.8),
            fading: self.rng.random_range(0.7..0.95),
            per_tile: self.rng.random_range(0.6..1.5),
        };
        let beam = Beam {
            width: [8, 16, 32, 64][self.rng.random_range(0..4)],
            taste,
            noise: 0.1,
            seed: self.rng.random(),
        };
        beam.search(self.job, self.pair.coasts(), &Frame::of(kept))
    }

    /// A line without some of its tiles: where each tile of the sequence stays, if it does.
    fn without(&mut self, placements: &[Placement], count: usize) -> Vec<Option<Placement>> {
        let mut kept: Vec<Option<Placement>> = placements.iter().copied().map(Some).collect();
        kept.resize(self.job.puzzle().sequence().len(), None);
        let laid = placements.len().max(1);
        match self.rng.random_range(0..10) {
            // Around a square.
            0..7 => {
                let [column, row] = [0, 1].map(|_| self.rng.random_range(0..BOARD_SIZE));
                let mut near: Vec<(usize, usize)> = placements
                    .iter()
                    .enumerate()
                    .map(|(n, placement)| (distance(placement.middle(), column, row), n))
                    .collect();
                near.sort_unstable();
                near.iter().take(count).for_each(|&(_, n)| kept[n] = None);
            }
            // A stretch of the sequence.
            7..9 => {
                let from = self.rng.random_range(0..laid);
                kept.iter_mut()
                    .skip(from)
                    .take(count)
                    .for_each(|kept| *kept = None);
            }
            // Its end.
            _ => {
                let from = laid.saturating_sub(2 * count);
                kept.iter_mut().skip(from).for_each(|kept| *kept = None);
            }
        }
        kept
    }
}

/// Squares between a square and a column and row, along rows and columns.
const fn distance(square: Square, column: usize, row: usize) -> usize {
    square.row().abs_diff(row) + square.column().abs_diff(column)
}
