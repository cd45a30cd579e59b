//! Bounds on how a duel can end that need no search.

use tayu_core::{Pair, Side};

use super::state::product;
use super::terrain::Shore;

/// The marked squares' places along a coast.
const MARKED: u32 = 1 << 2 | 1 << 9 | 1 << 16;

/// What the coming tiles can do to the coasts at the very most.
#[derive(Debug, Clone, Copy)]
pub(super) struct Outlook {
    tiles: usize,
    coasts: [CoastOutlook; 4],
}

/// What they can do to one coast.
#[derive(Debug, Clone, Copy)]
pub(super) struct CoastOutlook {
    /// The places along the coast where a mouth can still reach the sea, as bits.
    pub(super) places: u32,
    /// How many of the coming tiles are laid before one can bring such a mouth.
    waits: usize,
}

impl Outlook {
    /// Nothing can be done by so many tiles.
    pub(super) const fn new(tiles: usize) -> Self {
        Self {
            tiles,
            coasts: [CoastOutlook {
                places: 0,
                waits: tiles,
            }; 4],
        }
    }

    /// A mouth can reach the sea here after this many tiles.
    pub(super) fn reach(&mut self, shore: Shore, waits: usize) {
        let coast = &mut self.coasts[shore.coast.index()];
        coast.places |= 1 << shore.place;
        coast.waits = coast.waits.min(waits);
    }

    pub(super) const fn coast(&self, coast: Side) -> CoastOutlook {
        self.coasts[coast.index()]
    }

    /// The lowest and the highest margin of `pair` that any play from these points ends with, however well
    /// or badly it is played.
    pub(super) fn range(&self, points: [u8; 4], pair: Pair) -> (i32, i32) {
        let other = pair.other();
        (
            product(points, pair) - self.most(points, other),
            self.most(points, pair) - product(points, other),
        )
    }

    /// The highest product for `pair` if every coming tile served it.
    fn most(&self, points: [u8; 4], pair: Pair) -> i32 {
        let [a, b] = pair.coasts().map(|coast| self.coast(coast));
        let [points_a, points_b] = pair.coasts().map(|coast| i32::from(points[coast.index()]));
        if a.places == 0 && b.places == 0 {
            return points_a * points_b;
        }
        // Tiles that come early enough for each coast, and for either.
        let (early_a, early_b) = (self.tiles - a.waits, self.tiles - b.waits);
        let early = early_a.max(early_b);
        (0..=early_a)
            .map(|n| (points_a + a.most(n)) * (points_b + b.most(early_b.min(early - n))))
            .max()
            .unwrap_or(points_a * points_b)
    }
}

impl CoastOutlook {
    /// The most points that this many tiles can bring. One mouth of a tile continues a canal, so that at
    /// most two reach the sea; and marked squares lie further apart than a tile is long.
    fn most(self, tiles: usize) -> i32 {
        let marked = (self.places & MARKED).count_ones() as usize;
        let all = self.places.count_ones() as usize + marked;
        all.min(2 * tiles + tiles.min(marked)) as i32
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn reach(outlook: &mut Outlook, coast: Side, places: impl IntoIterator<Item = u8>, waits: usize) {
        for place in places {
            outlook.reach(
                Shore {
                    coast,
                    place,
                    worth: 1,
                },
                waits,
            );
        }
    }

    #[test]
    fn the_tiles_are_shared_between_two_coasts() {
        let mut outlook = Outlook::new(3);
        assert_eq!(outlook.range([2, 3, 4, 5], Pair::NorthSouth), (-7, -7));
        // 8 points wait in the north, 3 in the south for the last tile alone.
        reach(&mut outlook, Side::North, 3..=8, 0);
        reach(&mut outlook, Side::North, [2], 0);
        reach(&mut outlook, Side::South, [16, 17], 2);
        // Two tiles bring 5 points in the north and one 3 in the south, or three 7 in the north.
        assert_eq!(outlook.range([2, 3, 4, 5], Pair::NorthSouth), (-7, 7 * 7 - 15));
        assert_eq!(outlook.range([2, 3, 0, 5], Pair::NorthSouth), (-15, 7 * 3 - 15));
        assert_eq!(outlook.range([2, 3, 4, 5], Pair::EastWest), (15 - 49, 7));
    }
}
