//! Positions of a duel, cut down to what can still change.
//!
//! Two boards that differ only where no coming tile can lie any more play on alike. A surveyed [`State`] has
//! forgotten such spots, and its [`key`](State::key) tells only what bears on the rest of the duel: that is
//! where most of the table's hits come from, since the tiles of a sequence are rarely of the same kind.

use tayu_core::{Coasts, Pair, Side};

use super::outlook::{CoastOutlook, Outlook};
use super::terrain::{Choice, Spots, Terrain, insert, members};

/// A position of the duel.
#[derive(Debug, Clone)]
pub(super) struct State<const W: usize> {
    /// Spots that a tile may yet take: perhaps some that none can take, never too few.
    open: Spots<W>,
    /// Spots with an exit that faces an open mouth.
    joined: Spots<W>,
    /// For each spot the exits that face an open mouth.
    needed: [[u8; 64]; W],
    /// For each spot the exits that face a blank side.
    barred: [[u8; 64]; W],
    /// Points of the coasts, by [`Side::index`].
    pub(super) points: [u8; 4],
}

impl<const W: usize> State<W> {
    /// A position without spots.
    pub(super) fn new(coasts: Coasts) -> Self {
        Self {
            open: [0; W],
            joined: [0; W],
            needed: [[0; 64]; W],
            barred: [[0; 64]; W],
            points: Side::ALL.map(|coast| coasts.get(coast).get() as u8),
        }
    }

    /// Adds a spot with this rim; `allowed` if a tile may lie there though it continues no canal.
    pub(super) fn add(&mut self, spot: usize, needed: u8, barred: u8, allowed: bool) {
        insert(&mut self.open, spot);
        if needed != 0 || allowed {
            insert(&mut self.joined, spot);
        }
        self.needed[spot / 64][spot % 64] = needed;
        self.barred[spot / 64][spot % 64] = barred;
    }

    /// How far `pair` is ahead.
    pub(super) fn margin(&self, pair: Pair) -> i32 {
        margin(self.points, pair)
    }

    /// Forgets the spots that none of the tiles from `ply` on can take, and tells what those tiles can still
    /// do to the coasts.
    ///
    /// A tile that comes `n` tiles later may be reached over `n` others, each touching the next; spots
    /// further from the open mouths stay out of reach, and needs and bars only ever grow.
    pub(super) fn survey(&mut self, terrain: &Terrain<W>, ply: usize) -> Outlook {
        let tiles = terrain.plies() - ply;
        let mut outlook = Outlook::new(tiles);
        let mut layer: Spots<W> = std::array::from_fn(|w| self.open[w] & self.joined[w]);
        let mut seen = layer;
        let mut live = [0; W];
        for waits in 0..tiles {
            let mut next = [0; W];
            for n in members(layer) {
                let (needed, barred) = (self.needed[n / 64][n % 64], self.barred[n / 64][n % 64]);
                if !terrain.fits_from(ply + waits, needed, barred) {
                    continue;
                }
                insert(&mut live, n);
                let data = &terrain.spots[n];
                for exit in exits(data.sea & !barred) {
                    if terrain.fits_from(ply + waits, needed | 1 << exit, barred) {
                        outlook.reach(data.shore[exit], waits);
                    }
                }
                for (next, touching) in next.iter_mut().zip(&data.touching) {
                    *next |= touching;
                }
            }
            let mut any = 0;
            for w in 0..W {
                layer[w] = next[w] & self.open[w] & !seen[w];
                seen[w] |= layer[w];
                any |= layer[w];
            }
            if any == 0 {
                break;
            }
        }
        self.open = live;
        outlook
    }

    /// Calls `found` with each legal placement of tile `ply` and those of its mouths that reach the sea.
    pub(super) fn choices(&self, terrain: &Terrain<W>, ply: usize, mut found: impl FnMut(Choice, u8)) {
        let masks = terrain.masks(ply);
        for n in members::<W>(std::array::from_fn(|w| self.open[w] & self.joined[w])) {
            let (needed, barred) = (self.needed[n / 64][n % 64], self.barred[n / 64][n % 64]);
            for (reading, mask) in masks.into_iter().enumerate() {
                if mask & needed == needed && mask & barred == 0 {
                    found(Choice::new(n, reading), mask & terrain.spots[n].sea);
                }
            }
        }
    }

    /// The points of the coasts once these mouths of a tile on `spot` have reached the sea.
    pub(super) fn points_after(&self, terrain: &Terrain<W>, spot: usize, sea: u8) -> [u8; 4] {
        let mut points = self.points;
        for exit in exits(sea) {
            let shore = terrain.spots[spot].shore[exit];
            points[shore.coast.index()] += shore.worth;
        }
        points
    }

    /// Becomes `before` with tile `ply` laid.
    pub(super) fn follow(&mut self, before: &Self, terrain: &Terrain<W>, ply: usize, choice: Choice) {
        self.clone_from(before);
        let data = &terrain.spots[choice.spot()];
        let mask = terrain.masks(ply)[choice.reading()];
        for (open, overlapping) in self.open.iter_mut().zip(&data.overlapping) {
            *open &= !overlapping;
        }
        for (exit, facing) in data.facing.iter().enumerate() {
            let is_mouth = mask & 1 << exit != 0;
            for &(n, bit) in facing {
                let (word, n) = (usize::from(n) / 64, usize::from(n) % 64);
                if is_mouth {
                    self.needed[word][n] |= bit;
                    self.joined[word] |= 1 << n;
                } else {
                    self.barred[word][n] |= bit;
                }
            }
        }
        self.points = before.points_after(terrain, choice.spot(), mask & data.sea);
    }

    /// What bears on the rest of the duel from `ply` on, as 128 bits, for the position that `survey` left.
    ///
    /// Where the keys agree, the same play gains and loses the same from here, whatever the margin is now.
    pub(super) fn key(&self, outlook: &Outlook, ply: usize, plies: usize) -> u128 {
        let mut hash = Hash::new((ply as u64) << 8 | plies as u64);
        // What a coast gains counts as many times as the coast across has points.
        let factors = Side::ALL.map(|coast| match outlook.coast(coast.opposite()) {
            CoastOutlook { places: 0, .. } => 0,
            _ => self.points[coast.index()],
        });
        hash.add(u64::from(u32::from_le_bytes(factors)));
        for word in self.open {
            hash.add(word);
        }
        let (mut packed, mut filled) = (0, 0);
        for n in members(self.open) {
            let rim = u16::from_be_bytes([self.needed[n / 64][n % 64], self.barred[n / 64][n % 64]]);
            packed = packed << 16 | u64::from(rim);
            filled += 1;
            if filled == 4 {
                hash.add(packed);
                (packed, filled) = (0, 0);
            }
        }
        hash.add(packed);
        hash.finish()
    }
}

/// How far `pair` is ahead with these points of the coasts.
pub(super) fn margin(points: [u8; 4], pair: Pair) -> i32 {
    product(points, pair) - product(points, pair.other())
}

/// The product of `pair` with these points of the coasts.
pub(super) fn product(points: [u8; 4], pair: Pair) -> i32 {
    let [a, b] = pair.coasts().map(|coast| i32::from(points[coast.index()]));
    a * b
}

fn exits(set: u8) -> impl Iterator<Item = usize> {
    let mut rest = set;
    std::iter::from_fn(move || {
        let exit = (rest != 0).then(|| rest.trailing_zeros() as usize)?;
        rest &= rest - 1;
        Some(exit)
    })
}

/// Two lanes of 64 bits, each multiplied and folded word by word as in wyhash.
struct Hash([u64; 2]);

impl Hash {
    const STARTS: [u64; 2] = [0x2545_f491_4f6c_dd1d, 0xa076_1d64_78bd_642f];
    const FACTORS: [u64; 2] = [0x9e37_79b9_7f4a_7c15, 0xd1b5_4a32_d192_ed03];

    fn new(seed: u64) -> Self {
        let mut hash = Self(Self::STARTS);
        hash.add(seed);
        hash
    }

    fn add(&mut self, word: u64) {
        for (lane, factor) in self.0.iter_mut().zip(Self::FACTORS) {
            let wide = u128::from(*lane ^ word) * u128::from(factor);
            // The turned lane keeps what folding may lose.
            *lane = (wide as u64 ^ (wide >> 64) as u64).wrapping_add(lane.rotate_left(29));
        }
    }

    fn finish(mut self) -> u128 {
        self.add(Self::STARTS[0]);
        u128::from(self.0[0]) << 64 | u128::from(self.0[1])
    }
}
