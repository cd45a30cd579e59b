//! Positions of a duel, cut down to what can still change.
//!
//! Two boards that differ only where no coming tile can lie any more play on alike. A surveyed [`State`] has
//! forgotten such spots, and its [`key`](State::key) tells only what bears on the rest of the duel: that is
//! where most of the table's hits come from, since the tiles of a sequence are rarely of the same kind.

use tayu_core::{Coasts, Pair, Side};

use super::outlook::Outlook;
use super::terrain::{Choice, Spots, Terrain, both, contains, either, keep, meets, members, without};

/// A position of the duel.
#[derive(Debug, Clone)]
pub(super) struct State<const W: usize> {
    /// The next tile, by its place in the sequence.
    ply: usize,
    /// For each tile that may be laid before the game ends, from the next one on, and for each of its readings the spots
    /// where it may yet lie: perhaps some where it can't, never too few. What is laid only ever takes spots away.
    fits: Vec<[Spots<W>; 2]>,
    /// Spots with an exit that faces an open mouth.
    joined: Spots<W>,
    /// Spots that a tile may yet take, once the position has been surveyed.
    open: Spots<W>,
    /// Points of the coasts, by [`Side::index`].
    pub(super) points: [u8; 4],
}

impl<const W: usize> State<W> {
    /// The position before the first tile.
    pub(super) fn new(joined: Spots<W>, fits: Vec<[Spots<W>; 2]>, coasts: Coasts) -> Self {
        Self {
            ply: 0,
            fits,
            joined,
            open: [u64::MAX; W],
            points: Side::ALL.map(|coast| coasts.get(coast).get() as u8),
        }
    }

    /// The end of the game in the sequence: the tile here can't be laid, whatever is done before it, or it is the end of
    /// the sequence.
    pub(super) const fn horizon(&self) -> usize {
        self.ply + self.fits.len()
    }

    /// How far `pair` is ahead.
    pub(super) fn margin(&self, pair: Pair) -> i32 {
        margin(self.points, pair)
    }

    /// Forgets where the tiles to come can't lie, finds the tile with which the game ends at the latest, and tells what
    /// can still be done to the coasts.
    ///
    /// Follows the canals from tile to tile: a tile that comes `n` tiles later may be reached over `n` others, each
    /// beside the one before. Spots further from the open mouths stay out of reach.
    pub(super) fn survey(&mut self, terrain: &Terrain<W>, outlook: &mut Outlook) {
        outlook.clear();
        let hidden = self
            .fits
            .iter()
            .fold([0; W], |all, fits| either(&all, &union(fits)));
        let mut reached = self.joined;
        // The spots from where canals were followed.
        let mut followed = [0; W];
        self.open = [0; W];
        for at in 0..self.fits.len() {
            let fits = &mut self.fits[at];
            fits.iter_mut().for_each(|fits| keep(fits, &reached));
            let spots = union(fits);
            if spots == [0; W] {
                self.fits.truncate(at);
                break;
            }
            self.open = either(&self.open, &spots);
            outlook.add(terrain, self.ply + at, fits);
            if without(&hidden, &reached) != [0; W] {
                for n in members(without(&spots, &followed)) {
                    reached = either(&reached, &terrain.touching[n]);
                }
                followed = either(&followed, &spots);
            }
        }
        outlook.reach(terrain, &self.open);
        self.joined = both(&self.joined, &self.open);
    }

    /// Whether the side that lays tile `at` can always keep it from bringing `pair` anything, whatever is laid before it:
    /// there are places for that where it does not, and so many, so far apart, that the tiles before can't spoil them
    /// all. For a position that `survey` left.
    pub(super) fn can_withhold(&self, terrain: &Terrain<W>, at: usize, pair: Pair) -> bool {
        let mut spoilt_together: Spots<W> = [0; W];
        let mut before = at - self.ply;
        let mut is_enough = false;
        self.choices(terrain, at, |choice, sea| {
            let data = &terrain.spots[choice.spot()];
            let points = data.points(sea);
            let is_harmless = pair.coasts().iter().all(|coast| points[coast.index()] == 0);
            let zone = both(&data.zone, &self.open);
            if is_enough || !is_harmless || meets(&zone, &spoilt_together) {
                return;
            }
            is_enough = before == 0;
            before = before.saturating_sub(1);
            spoilt_together = either(&spoilt_together, &zone);
        });
        is_enough
    }

    /// Calls `found` with each way to lay tile `at` where canals are open now, and those of its mouths that reach the sea.
    /// For the next tile these are the legal placements.
    pub(super) fn choices(&self, terrain: &Terrain<W>, at: usize, found: impl FnMut(Choice, u8)) {
        self.choices_among(&self.joined, terrain, at, found);
    }

    /// As [`choices`](Self::choices), but only from spots at the sea.
    pub(super) fn coastal_choices(&self, terrain: &Terrain<W>, at: usize, found: impl FnMut(Choice, u8)) {
        self.choices_among(&both(&self.joined, &terrain.coastal), terrain, at, found);
    }

    /// Whether tile `at` can be laid on a spot that is not at the sea.
    pub(super) fn has_inland_choice(&self, terrain: &Terrain<W>, at: usize) -> bool {
        let spots = self.fits.get(at - self.ply).map_or([0; W], union);
        meets(&without(&spots, &terrain.coastal), &self.joined)
    }

    /// How many ways there are to lay the next tile.
    pub(super) fn mobility(&self) -> u32 {
        let next = self.fits.first().into_iter().flatten();
        next.map(|fits| both(fits, &self.joined).map(u64::count_ones).iter().sum::<u32>())
            .sum()
    }

    fn choices_among(
        &self,
        among: &Spots<W>,
        terrain: &Terrain<W>,
        at: usize,
        mut found: impl FnMut(Choice, u8),
    ) {
        let Some(fits) = self.fits.get(at - self.ply) else {
            return;
        };
        let masks = terrain.masks(at);
        for n in members(both(&union(fits), among)) {
            for (reading, fits) in fits.iter().enumerate() {
                if contains(fits, n) {
                    found(Choice::new(n, reading), masks[reading] & terrain.spots[n].sea);
                }
            }
        }
    }

    /// Becomes `before` with its next tile laid.
    pub(super) fn follow(&mut self, before: &Self, terrain: &Terrain<W>, choice: Choice) {
        let laid = terrain.laid(before.ply, choice);
        self.ply = before.ply + 1;
        self.joined = either(&before.joined, &laid.joined);
        self.points = sum(before.points, laid.points);
        let rest = before.fits.iter().skip(1).zip(terrain.ways_from(self.ply));
        self.fits.clear();
        self.fits.extend(rest.map(|(fits, ways)| {
            std::array::from_fn(|reading| both(&fits[reading], &laid.left[usize::from(ways[reading])]))
        }));
    }

    /// What bears on the rest of the duel, as 128 bits, for the position that `survey` left.
    ///
    /// Where the keys agree, the same play gains and loses the same from here, whatever the margin is now.
    pub(super) fn key(&self, terrain: &Terrain<W>, outlook: &Outlook) -> u128 {
        // What a coast gains counts as many times as the coast across has points.
        let factors = Side::ALL.map(|coast| {
            if outlook.is_settled(coast.opposite()) {
                0
            } else {
                self.points[coast.index()]
            }
        });
        let salts = &terrain.salts;
        let mut sum = 0_u128;
        let mut add = |salt: u128, word: u64| sum = sum.wrapping_add(salt.wrapping_mul(u128::from(word)));
        add(salts.tiles, (self.ply as u64) << 32 | self.horizon() as u64);
        add(salts.points, u64::from(u32::from_le_bytes(factors)));
        let mut add_all =
            |salts: &[u128; W], set: &Spots<W>| salts.iter().zip(set).for_each(|(&s, &w)| add(s, w));
        add_all(&salts.joined, &self.joined);
        for (salts, fits) in salts.fits[self.ply..]
            .iter()
            .flatten()
            .zip(self.fits.iter().flatten())
        {
            add_all(salts, fits);
        }
        sum
    }
}

fn union<const W: usize>([one, other]: &[Spots<W>; 2]) -> Spots<W> {
    either(one, other)
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
