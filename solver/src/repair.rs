//! Good lines without a proof: wider and wider beams, and repairs of the best line.
//!
//! A repair takes some tiles of a line away, those around a square or those of a stretch of the sequence, and
//! lets a narrow beam lay them anew beside the tiles that stay (large neighbourhood search, Shaw 1998).
//! A line that is as good or a little worse takes the place of the one it came from, so that the search does
//! not stand still.

use std::ops::RangeInclusive;
use std::time::Instant;

use log::debug;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use tayu_core::geometry::SQUARE_COUNT;
use tayu_core::{Pair, Placement, Square};

use crate::beam::{Beam, Found};
use crate::frame::Frame;
use crate::job::Job;
use crate::line::{Line, ReplayError};
use crate::prospect::Taste;

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
}

/// The widths of the beams from the start.
const FIRST_WIDTH: usize = 8;
const GROWTH: usize = 4;
const LAST_WIDTH: usize = 8192;
/// Beams up to this one are searched before any repair.
const AT_FIRST: usize = 128;
/// So many repairs without a better line, and another beam is tried.
const PATIENCE: u32 = 600;

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
    pub(crate) fn new(job: &'a Job, pair: Pair) -> Self {
        let line = job.best();
        let [a, b] = pair.coasts().map(|coast| line.coasts().get(coast).get());
        let product = a * b;
        Self {
            job,
            pair,
            rng: ChaCha8Rng::seed_from_u64(1),
            width: FIRST_WIDTH,
            beams: 0,
            current: Found {
                product,
                placements: line.placements().to_vec(),
            },
            best: product,
            idle: 0,
        }
    }

    /// Searches on until it is `enough` or until the job is stopped, and offers each line that is better.
    ///
    /// # Errors
    /// The rules refuse what was found: a fault of this search.
    pub(crate) fn search(&mut self, enough: impl Fn() -> bool) -> Result<(), ReplayError> {
        while !self.job.is_stopped() && !enough() {
            let found = if self.width <= AT_FIRST || self.idle >= PATIENCE {
                self.beam()
            } else {
                self.repair()
            };
            let Some(found) = found else {
                break;
            };
            if found.product > self.best {
                self.best = found.product;
                self.idle = 0;
                let line = Line::complete(self.job.puzzle(), found.placements.clone())?;
                debug!(
                    "{:.3} s: a line for {} after {} beams",
                    self.job.elapsed().as_secs_f64(),
                    line.value(),
                    self.beams,
                );
                self.job.offer(line);
            }
            // A line that is a little worse may lead to a better one.
            let slack = self.rng.random_range(0.0..SLACK);
            if f64::from(found.product) >= f64::from(self.current.product) * (1.0 - slack) {
                self.current = found;
            }
        }
        Ok(())
    }

    /// A beam from the start, wider than the last.
    fn beam(&mut self) -> Option<Found> {
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
            "{:.3} s: a beam of {} brings {} in {:.3} s, {taste:?}; the best line so far {}",
            self.job.elapsed().as_secs_f64(),
            self.width,
            found.product,
            started.elapsed().as_secs_f64(),
            self.best,
        );
        self.width = (self.width * GROWTH).min(LAST_WIDTH);
        self.beams += 1;
        self.idle = 0;
        Some(found)
    }

    /// Lays some tiles of the current line anew.
    fn repair(&mut self) -> Option<Found> {
        self.idle += 1;
        let tiles = self.job.puzzle().sequence().len();
        let mut kept: Vec<Option<Placement>> = vec![None; tiles];
        for (kept, &placement) in kept.iter_mut().zip(&self.current.placements) {
            *kept = Some(placement);
        }
        let laid = self.current.placements.len();
        if laid == 0 {
            return self.beam();
        }
        let count = self.rng.random_range(REPAIRED);
        match self.rng.random_range(0..10) {
            // Around a square.
            0..7 => {
                let around = Square::all().nth(self.rng.random_range(0..SQUARE_COUNT))?;
                let mut near: Vec<(usize, usize)> = self
                    .current
                    .placements
                    .iter()
                    .enumerate()
                    .map(|(n, placement)| (distance(placement.middle(), around), n))
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
            _ => {
                let from = laid.saturating_sub(2 * count);
                kept.iter_mut().skip(from).for_each(|kept| *kept = None);
            }
        }
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
}

/// Squares from one square to another along rows and columns.
const fn distance(a: Square, b: Square) -> usize {
    a.row().abs_diff(b.row()) + a.column().abs_diff(b.column())
}
