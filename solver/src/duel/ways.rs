//! Ways in which tiles can lie on a spot.

use std::ops::{BitAnd, BitOr, Not};

use tayu_core::Mouths;
use tayu_core::tile::Exit;

/// A set of ways. A tile has three mouths of eight exits, so there are 56 ways: two readings of 28 kinds.
///
/// What fits a spot is such a set. Whatever is laid beside it only takes ways away, each on its own, so that of the
/// rim of a spot nothing else needs to be known.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Ways(u64);

/// The masks of all ways; their places here are their bits in a set.
const MASKS: [u8; 56] = {
    let mut masks = [0; 56];
    let (mut mask, mut n) = (0, 0);
    while n < masks.len() {
        if u8::count_ones(mask) == 3 {
            masks[n] = mask;
            n += 1;
        }
        mask += 1;
    }
    masks
};

impl Ways {
    pub(super) const NONE: Self = Self(0);

    /// For each exit the ways that have a mouth there.
    pub(super) const WITH: [Self; 8] = {
        let mut with = [Self::NONE; 8];
        let mut n = 0;
        while n < MASKS.len() {
            let mut exit = 0;
            while exit < 8 {
                with[exit].0 |= (MASKS[n] as u64 >> exit & 1) << n;
                exit += 1;
            }
            n += 1;
        }
        with
    };

    /// The way of a tile with these mouths.
    pub(super) fn of(mouths: Mouths) -> Self {
        Self::all_that(|mask| mask == mouths.mask())
    }

    /// All ways whose masks are like that.
    pub(super) fn all_that(is_one: impl Fn(u8) -> bool) -> Self {
        let bits = MASKS
            .iter()
            .enumerate()
            .map(|(n, &mask)| u64::from(is_one(mask)) << n);
        Self(bits.sum())
    }

    /// The ways that have a mouth at this exit.
    pub(super) const fn with(exit: Exit) -> Self {
        Self::WITH[exit.index()]
    }

    /// The ways that have a mouth at an exit other than these of the sea, by which they can continue a canal.
    pub(super) fn inland(sea: u8) -> Self {
        Self::all_that(|mask| mask & !sea != 0)
    }

    /// Whether the two sets have ways in common.
    pub(super) const fn meets(self, other: Self) -> bool {
        self.0 & other.0 != 0
    }

    /// The bits of the set.
    pub(super) const fn bits(self) -> u64 {
        self.0
    }
}

impl BitAnd for Ways {
    type Output = Self;

    fn bitand(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }
}

impl BitOr for Ways {
    type Output = Self;

    fn bitor(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}

impl Not for Ways {
    type Output = Self;

    fn not(self) -> Self {
        Self(!self.0)
    }
}
