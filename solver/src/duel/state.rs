//! Positions of a duel, cut down to what can still change.
//!
//! Two boards that differ only where no coming tile can lie any more play on alike. A surveyed [`State`] has
//! forgotten such spots, and its [`key`](State::key) tells only what bears on the rest of the duel: that is
//! where most of the table's hits come from, since the tiles of a sequence are rarely of the same kind.

use tayu_core::{Coasts, Pair, Side};

use super::outlook::Outlook;
use super::terrain::{Choice, Spots, Terrain, exits, insert, members};
use super::ways::Ways;

/// A position of the duel.
#[derive(Debug, Clone)]
pub(super) struct State<const W: usize> {
    /// Spots that a tile may yet take: perhaps some that none can take, never too few.
    open: Spots<W>,
    /// Spots with an exit that faces an open mouth.
    joined: Spots<W>,
    /// For each open spot the ways in which a tile may yet lie there.
    fitting: [[Ways; 64]; W],
    /// The end of the game in the sequence: the tile here can't be laid, or it is the end of the sequence.
    horizon: usize,
    /// Points of the coasts, by [`Side::index`].
    pub(super) points: [u8; 4],
}

/// There is no laying the tile at this place of the sequence, whatever is done before it.
struct Stuck(usize);

impl<const W: usize> State<W> {
    /// A position without spots.
    pub(super) fn new(coasts: Coasts, horizon: usize) -> Self {
        Self {
            open: [0; W],
            joined: [0; W],
            fitting: [[Ways::NONE; 64]; W],
            horizon,
            points: Side::ALL.map(|coast| coasts.get(coast).get() as u8),
        }
    }

    /// Adds a spot where a tile may lie in these ways; `joined` if it would continue a canal now.
    pub(super) fn add(&mut self, spot: usize, fitting: Ways, joined: bool) {
        insert(&mut self.open, spot);
        if joined {
            insert(&mut self.joined, spot);
        }
        self.fitting[spot / 64][spot % 64] = fitting;
    }

    /// Number of tiles from the beginning of the sequence that may be laid before the game ends, at most.
    pub(super) const fn horizon(&self) -> usize {
        self.horizon
    }

    /// How far `pair` is ahead.
    pub(super) fn margin(&self, pair: Pair) -> i32 {
        margin(self.points, pair)
    }

    /// Forgets the spots that none of the tiles from `ply` on can take and the ways that none can lie in, finds
    /// the tile with which the game ends at the latest, and tells what can still be done to the coasts.
    pub(super) fn survey(&mut self, terrain: &Terrain<W>, ply: usize) -> Outlook {
        while let Err(Stuck(at)) = self.reach(terrain, ply) {
            self.horizon = at;
        }
        let mut outlook = Outlook::default();
        for n in members::<W>(std::array::from_fn(|w| self.open[w] & terrain.coastal[w])) {
            let (data, fitting) = (&terrain.spots[n], self.fitting(n));
            if !fitting.meets(data.seaward) {
                continue;
            }
            for (coast, bringing) in &data.bringing {
                outlook.bring(*coast, bringing.map(|ways| ways & fitting));
            }
            for exit in exits(data.sea) {
                if fitting.meets(Ways::WITH[exit]) {
                    outlook.reach(data.shore[exit]);
                }
            }
        }
        outlook
    }

    /// Follows the canals from tile to tile: a tile that comes `n` tiles later may be reached over `n` others, each
    /// beside the one before. Spots further from the open mouths stay out of reach, and what fits a spot only ever
    /// becomes less.
    fn reach(&mut self, terrain: &Terrain<W>, ply: usize) -> Result<(), Stuck> {
        let tiles = terrain.tiles();
        let mut fresh: Spots<W> = std::array::from_fn(|w| self.open[w] & self.joined[w]);
        let (mut hidden, mut live, mut waiting) = (self.open, [0; W], [0; W]);
        let mut reached = Ways::NONE;
        let mut at = ply;
        while at < self.horizon {
            let (tile, coming) = (tiles[at], terrain.coming(at, self.horizon));
            let mut next = [0; W];
            let mut spread = |n: usize| {
                for (next, touching) in next.iter_mut().zip(&terrain.spots[n].touching) {
                    *next |= touching;
                }
            };
            let mut is_none_hidden = true;
            for w in 0..W {
                hidden[w] &= !fresh[w];
                is_none_hidden &= hidden[w] == 0;
            }
            if reached.meets(tile) {
                for n in members(waiting) {
                    if self.fitting(n).meets(tile) {
                        waiting[n / 64] &= !(1 << (n % 64));
                        spread(n);
                    }
                }
            }
            for (w, &fresh) in fresh.iter().enumerate() {
                let mut rest = fresh;
                while rest != 0 {
                    let bit = rest.trailing_zeros() as usize;
                    rest &= rest - 1;
                    let fitting = self.fitting[w][bit] & coming;
                    if fitting == Ways::NONE {
                        continue;
                    }
                    self.fitting[w][bit] = fitting;
                    reached = reached | fitting;
                    live[w] |= 1 << bit;
                    // Most have nothing beside them that is still hidden, and need not be followed.
                    let n = w * 64 + bit;
                    let touching = || &terrain.spots[n].touching;
                    if is_none_hidden
                        || touching()
                            .iter()
                            .zip(&hidden)
                            .all(|(spots, hidden)| spots & hidden == 0)
                    {
                        continue;
                    }
                    if fitting.meets(tile) {
                        spread(n);
                    } else {
                        insert(&mut waiting, n);
                    }
                }
            }
            if !reached.meets(tile) {
                return Err(Stuck(at));
            }
            at += 1;
            for w in 0..W {
                fresh[w] = next[w] & hidden[w];
            }
            if hidden == [0; W] {
                break;
            }
        }
        if let Some(stuck) = (at..self.horizon).find(|&at| !reached.meets(tiles[at])) {
            return Err(Stuck(stuck));
        }
        self.open = live;
        Ok(())
    }

    /// Whether the side that lays tile `at` can always keep it from bringing `pair` anything, whatever is laid from
    /// `ply` on before it: there are places for that where it does not, and so many, so far apart, that the tiles
    /// before can't spoil them all. For a position that `survey` left.
    pub(super) fn can_withhold(&self, terrain: &Terrain<W>, ply: usize, at: usize, pair: Pair) -> bool {
        let tile = terrain.tiles()[at];
        let mut spoilt_together: Spots<W> = [0; W];
        let mut before = at - ply;
        for n in members::<W>(std::array::from_fn(|w| self.open[w] & self.joined[w])) {
            let data = &terrain.spots[n];
            let mut harmless = self.fitting(n) & tile;
            for (coast, bringing) in &data.bringing {
                if pair.coasts().contains(coast) {
                    harmless = harmless & !bringing[0];
                }
            }
            let zone: Spots<W> = std::array::from_fn(|w| data.zone[w] & self.open[w]);
            if harmless == Ways::NONE || (0..W).any(|w| zone[w] & spoilt_together[w] != 0) {
                continue;
            }
            if before == 0 {
                return true;
            }
            before -= 1;
            for w in 0..W {
                spoilt_together[w] |= zone[w];
            }
        }
        false
    }

    fn fitting(&self, spot: usize) -> Ways {
        self.fitting[spot / 64][spot % 64]
    }

    /// Calls `found` with each legal placement of tile `ply` and those of its mouths that reach the sea.
    pub(super) fn choices(&self, terrain: &Terrain<W>, ply: usize, found: impl FnMut(Choice, u8)) {
        self.choices_among([u64::MAX; W], terrain, ply, found);
    }

    /// As [`choices`](Self::choices), but only from spots at the sea.
    pub(super) fn coastal_choices(&self, terrain: &Terrain<W>, ply: usize, found: impl FnMut(Choice, u8)) {
        self.choices_among(terrain.coastal, terrain, ply, found);
    }

    /// Whether tile `ply` can be laid on a spot that is not at the sea.
    pub(super) fn has_inland_choice(&self, terrain: &Terrain<W>, ply: usize) -> bool {
        let tile = terrain.tiles()[ply];
        let inland = std::array::from_fn(|w| self.open[w] & self.joined[w] & !terrain.coastal[w]);
        members::<W>(inland).any(|n| self.fitting(n).meets(tile))
    }

    fn choices_among(
        &self,
        among: Spots<W>,
        terrain: &Terrain<W>,
        ply: usize,
        mut found: impl FnMut(Choice, u8),
    ) {
        let (ways, masks) = (terrain.ways(ply), terrain.masks(ply));
        for n in members::<W>(std::array::from_fn(|w| self.open[w] & self.joined[w] & among[w])) {
            let fitting = self.fitting(n);
            for (reading, way) in ways.into_iter().enumerate() {
                if fitting.meets(way) {
                    found(Choice::new(n, reading), masks[reading] & terrain.spots[n].sea);
                }
            }
        }
    }

    /// The points of the coasts once these mouths of a tile on `spot` have reached the sea.
    pub(super) fn points_after(&self, terrain: &Terrain<W>, spot: usize, sea: u8) -> [u8; 4] {
        sum(self.points, terrain.spots[spot].points(sea))
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
            if mask & 1 << exit != 0 {
                for &(n, across) in facing {
                    let (word, n) = (usize::from(n) / 64, usize::from(n) % 64);
                    self.fitting[word][n] = self.fitting[word][n] & across;
                    self.joined[word] |= 1 << n;
                }
            } else {
                for &(n, across) in facing {
                    let (word, n) = (usize::from(n) / 64, usize::from(n) % 64);
                    self.fitting[word][n] = self.fitting[word][n] & !across;
                }
            }
        }
        self.points = before.points_after(terrain, choice.spot(), mask & data.sea);
    }

    /// What bears on the rest of the duel from `ply` on, as 128 bits, for the position that `survey` left.
    ///
    /// Where the keys agree, the same play gains and loses the same from here, whatever the margin is now.
    pub(super) fn key(&self, outlook: &Outlook, ply: usize) -> u128 {
        let mut hash = Hash::new((ply as u64) << 8 | self.horizon as u64);
        // What a coast gains counts as many times as the coast across has points.
        let factors = Side::ALL.map(|coast| {
            if outlook.is_settled(coast.opposite()) {
                0
            } else {
                self.points[coast.index()]
            }
        });
        hash.add(u64::from(u32::from_le_bytes(factors)));
        for (open, joined) in self.open.into_iter().zip(self.joined) {
            hash.add(open);
            hash.add(open & joined);
        }
        for n in members(self.open) {
            hash.add(self.fitting(n).bits());
        }
        hash.finish()
    }
}

/// How far `pair` is ahead with these points of the coasts.
pub(super) fn margin(points: [u8; 4], pair: Pair) -> i32 {
    product(points, pair) - product(points, pair.other())
}

/// The points of the coasts once these have been added.
pub(super) fn sum(points: [u8; 4], gained: [u8; 4]) -> [u8; 4] {
    std::array::from_fn(|n| points[n] + gained[n])
}

/// The product of `pair` with these points of the coasts.
pub(super) fn product(points: [u8; 4], pair: Pair) -> i32 {
    let [a, b] = pair.coasts().map(|coast| i32::from(points[coast.index()]));
    a * b
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
