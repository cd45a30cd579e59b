//! Better lines by ruin and recreate (Schrimpf et al. 2000): a few tiles of a [`Picture`] are taken away and laid anew,
//! one after the other, each where it looks best at once.
//!
//! A step takes some ten microseconds, a beam some milliseconds: what a step lacks in insight it has in number. What
//! comes out is kept or undone as in simulated annealing (Kirkpatrick, Gelatt, Vecchi 1983). On the way tiles may be
//! missing, or lie without a joint to an earlier tile, at a price.

use std::ops::{Range, RangeInclusive};

use rand::seq::{IndexedRandom, SliceRandom};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use tayu_core::geometry::{BOARD_SIZE, SQUARE_COUNT};
use tayu_core::{Placement, Puzzle, Side};

use crate::picture::{Lie, Picture};

/// Steps that are done in one go: about a millisecond.
const GO: u64 = 64;
/// The lengths of the rounds, each from the first temperature to the last. The first takes a fifth of a second.
const FIRST_ROUND: u64 = 20_000;
const LAST_ROUND: u64 = 10_000_000;
/// By what part each round is longer than the one before, as a fraction.
const LONGER: (u64, u64) = (3, 2);

/// What may be lost in a step with a chance of 1/e, in points, at the beginning of a round and at its end. Tried on
/// two whole games only, 14 seconds each: a beginning at 0.25 or 0.6 was no better.
const HOT: f64 = 0.4;
const COLD: f64 = 0.1;

/// What tiles cost that are not as they should be, in points.
#[derive(Debug, Clone, Copy)]
struct Prices {
    /// A tile that is missing.
    missing: f64,
    /// A tile that lies without a joint to an earlier one.
    loose: f64,
}

/// A missing tile costs what it can bring, a loose one more than it brings, as a rule.
const PRICES: Prices = Prices {
    missing: 1.0,
    loose: 2.0,
};
/// With more tiles than these they cost half as much: six whole games of a minute each came to a product of 427 in the
/// mean then, and to 413 else (AMD EPYC, 2026-12-07).
const MANY: usize = 64;
const PRICES_IF_MANY: Prices = Prices {
    missing: 0.5,
    loose: 1.0,
};
/// What a square of the shore is worth that a tile covers without a mouth for the sea, by the points that it might
/// have brought. Each step draws anew: single values from 0.4 to 2 could not be told apart on a dozen positions.
const SHORE: Range<f64> = 0.8..2.0;
/// What a placement may be misjudged by, at most: enough to choose among all those that bring no points.
const NOISE: f64 = 0.5;

/// How many tiles lying together a step takes away.
const RUINED: RangeInclusive<usize> = 1..=12;
/// How many more, anywhere: they may change places with those.
const STRAYS: RangeInclusive<usize> = 0..=3;
/// How often they are a stretch of the sequence.
const STRETCHES: f64 = 0.1;
/// How often the tiles around a square are those around a square of the shore that brings no points.
const AROUND_LOST: f64 = 0.4;
/// How often the tiles are laid in another order than that of the sequence.
const SHUFFLES: f64 = 0.3;

/// More than the points of any coast.
const POINTS: usize = 23;

/// A search that goes on from a line in rounds.
#[derive(Debug)]
pub(crate) struct Ruin {
    rng: ChaCha8Rng,
    picture: Picture,
    /// What the coasts are worth together, by their points.
    worth: [[f64; POINTS]; POINTS],
    prices: Prices,
    /// For each square, all squares, the nearest first.
    near: Vec<Vec<u16>>,
    energy: f64,
    /// Steps of this round so far, and how many it has.
    steps: u64,
    round: u64,
    /// What a step has changed: a tile, and how it lay before if it did.
    changes: Vec<(usize, Option<Lie>)>,
    /// Tiles to be laid in a step.
    gone: Vec<usize>,
}

/// How a step judges placements.
#[derive(Debug, Clone, Copy)]
struct Taste {
    noise: f64,
    shore: f64,
}

impl Ruin {
    /// Nothing to go on from yet: a round has to begin.
    pub(crate) fn new(puzzle: &Puzzle, coasts: [Side; 2], seed: u64) -> Self {
        Self {
            rng: ChaCha8Rng::seed_from_u64(seed),
            picture: Picture::new(puzzle, coasts),
            worth: worth(),
            prices: if puzzle.sequence().len() > MANY {
                PRICES_IF_MANY
            } else {
                PRICES
            },
            near: (0..SQUARE_COUNT).map(near).collect(),
            energy: 0.0,
            steps: 0,
            round: 0,
            changes: Vec::new(),
            gone: Vec::new(),
        }
    }

    /// Whether the round is over, or none has begun.
    pub(crate) fn is_over(&self) -> bool {
        self.steps >= self.round
    }

    /// Begins a round with this line.
    pub(crate) fn begin(&mut self, placements: &[Placement]) {
        self.picture.set(placements);
        self.energy = self.energy();
        self.steps = 0;
        self.round = match self.round {
            0 => FIRST_ROUND,
            round => (round * LONGER.0 / LONGER.1).min(LAST_ROUND),
        };
    }

    /// Steps of this round.
    pub(crate) fn round(&self) -> u64 {
        self.round
    }

    /// Goes on a little. Returns the best line found if its product is more than `best`.
    pub(crate) fn go(&mut self, mut best: u32) -> Option<(u32, Vec<Placement>)> {
        let mut found = None;
        let temperature = HOT * (COLD / HOT).powf(self.steps as f64 / self.round as f64);
        for _ in 0..GO {
            self.ruin();
            self.recreate();
            let after = self.energy();
            let change = after - self.energy;
            if change < 0.0 && self.rng.random::<f64>() >= (change / temperature).exp() {
                self.undo();
                continue;
            }
            self.energy = after;
            let [a, b] = self.picture.points();
            if a * b > best
                && self.picture.loose() == 0
                && let Some(placements) = self.picture.placements()
            {
                best = a * b;
                found = Some((best, placements));
            }
        }
        self.steps += GO;
        found
    }

    /// What the picture is worth: more is better.
    fn energy(&self) -> f64 {
        let (_, missing) = self.picture.length();
        self.worth_of(self.picture.points())
            - self.prices.missing * f64::from(missing)
            - self.prices.loose * f64::from(self.picture.loose())
    }

    fn worth_of(&self, [a, b]: [u32; 2]) -> f64 {
        self.worth[a as usize][b as usize]
    }

    fn take(&mut self, tile: usize) {
        if let Some(lie) = self.picture.take(tile) {
            self.changes.push((tile, Some(lie)));
        }
    }

    fn undo(&mut self) {
        while let Some((tile, before)) = self.changes.pop() {
            match before {
                Some(lie) => self.picture.lay(tile, lie),
                None => {
                    self.picture.take(tile);
                }
            }
        }
    }

    /// Takes some tiles away.
    fn ruin(&mut self) {
        self.changes.clear();
        let tiles = self.picture.tile_count();
        let count = self.rng.random_range(RUINED);
        if self.rng.random_bool(STRETCHES) {
            let from = self.rng.random_range(0..tiles);
            (from..tiles).take(count).for_each(|tile| self.take(tile));
            return;
        }
        let centre = self.centre();
        let mut taken = 0;
        for n in 0..SQUARE_COUNT {
            if let Some(tile) = self.picture.owner(usize::from(self.near[centre][n])) {
                self.take(tile);
                taken += 1;
                if taken == count {
                    break;
                }
            }
        }
        for _ in 0..self.rng.random_range(STRAYS) {
            let tile = self.rng.random_range(0..tiles);
            self.take(tile);
        }
    }

    /// A square to take tiles away around.
    fn centre(&mut self) -> usize {
        if self.rng.random_bool(AROUND_LOST)
            && let Some(&square) = self.picture.lost().choose(&mut self.rng)
        {
            return square;
        }
        self.rng.random_range(0..SQUARE_COUNT)
    }

    /// Lays the tiles that are missing, as far as they can be laid.
    fn recreate(&mut self) {
        let (length, _) = self.picture.length();
        let last = self.changes.iter().map(|&(tile, _)| tile + 1).max();
        // One or two tiles more, so that the line can grow.
        let until = (length.max(last.unwrap_or(0)) + 2).min(self.picture.tile_count());
        let mut gone = std::mem::take(&mut self.gone);
        gone.clear();
        gone.extend((0..until).filter(|&tile| self.picture.lie(tile).is_none()));
        if self.rng.random_bool(SHUFFLES) {
            gone.shuffle(&mut self.rng);
        }
        let taste = Taste {
            noise: self.rng.random_range(0.0..NOISE),
            shore: self.rng.random_range(SHORE),
        };
        let mut chance = self.rng.random::<u32>() | 1;
        for &tile in &gone {
            if let Some(lie) = self.best_way(tile, taste, &mut chance) {
                self.picture.lay(tile, lie);
                self.changes.push((tile, None));
            }
        }
        self.gone = gone;
    }

    /// How to lay a tile so that it looks best at once.
    fn best_way(&self, tile: usize, taste: Taste, chance: &mut u32) -> Option<Lie> {
        let points = self.picture.points();
        let here = self.worth_of(points);
        let mut best: Option<(f64, Lie)> = None;
        self.picture.each_way(tile, |lie| {
            *chance = next(*chance);
            let mut value = taste.noise * f64::from(*chance) / f64::from(u32::MAX);
            value += self.prices.loose * f64::from(self.picture.held_by(tile, lie));
            let shore = self.picture.shore_of(lie);
            if shore != [0; 2] {
                let [a, b] = self.picture.points_of(lie);
                let lost = f64::from(shore[0] - a + shore[1] - b);
                value += self.worth_of([points[0] + a, points[1] + b]) - here - taste.shore * lost;
            }
            if best.is_none_or(|(other, _)| value > other) {
                best = Some((value, lie));
            }
        });
        best.map(|(_, lie)| lie)
    }
}

/// The number after a number that is not 0, as scattered as noise has to be (Xorshift, by George Marsaglia).
const fn next(mut number: u32) -> u32 {
    number ^= number << 13;
    number ^= number >> 17;
    number ^ number << 5
}

/// Twice the geometric mean, so that a point more on both of two equal coasts is worth one each.
fn worth() -> [[f64; POINTS]; POINTS] {
    // With something for a coast where the other has nothing yet.
    let part = |points: usize| points as f64 + 0.5;
    std::array::from_fn(|a| std::array::from_fn(|b| 2.0 * (part(a) * part(b)).sqrt()))
}

/// All squares, the nearest first.
fn near(from: usize) -> Vec<u16> {
    let distance = |&to: &u16| {
        let to = usize::from(to);
        (to / BOARD_SIZE).abs_diff(from / BOARD_SIZE) + (to % BOARD_SIZE).abs_diff(from % BOARD_SIZE)
    };
    let mut squares: Vec<u16> = (0..SQUARE_COUNT as u16).collect();
    squares.sort_by_key(distance);
    squares
}
