//! Bounds on how a duel can end that need no search.

use tayu_core::{Pair, Side};

use super::state::{margin, product};
use super::terrain::{Spots, Terrain, both, meets, members};

/// The marked squares' places along a coast.
const MARKED: u32 = 1 << 2 | 1 << 9 | 1 << 16;

/// The most points a coast gives: a mouth on each of its 19 squares, of which three count twice.
const MOST: usize = 22;

/// What can still be done to the coasts at the very most. Coasts by [`Side::index`].
#[derive(Debug, Clone, Default)]
pub(super) struct Outlook {
    /// For each coast the places along it where a mouth can still reach the sea, as bits.
    places: [u32; 4],
    /// For each tile to come the most points that it brings to each coast.
    brought: Vec<[u8; 4]>,
}

impl Outlook {
    /// Nothing can be done.
    pub(super) fn clear(&mut self) {
        self.places = [0; 4];
        self.brought.clear();
    }

    /// The next tile, which is number `at` of the sequence, may lie in these spots.
    pub(super) fn add<const W: usize>(&mut self, terrain: &Terrain<W>, at: usize, fits: &[Spots<W>; 2]) {
        let mut brought = [0; 4];
        for (fits, bringing) in fits.iter().zip(terrain.bringing(at)) {
            let coastal = both(fits, &terrain.coastal);
            if coastal == [0; W] {
                continue;
            }
            for (most, bringing) in brought.iter_mut().zip(bringing) {
                let points = bringing.iter().take_while(|spots| meets(&coastal, spots)).count() as u8;
                *most = points.max(*most);
            }
        }
        self.brought.push(brought);
    }

    /// Tiles may lie in these spots.
    pub(super) fn reach<const W: usize>(&mut self, terrain: &Terrain<W>, spots: &Spots<W>) {
        for n in members(both(spots, &terrain.coastal)) {
            for (known, places) in self.places.iter_mut().zip(terrain.spots[n].places) {
                *known |= places;
            }
        }
    }

    /// Whether the coast's points stay as they are.
    pub(super) fn is_settled(&self, coast: Side) -> bool {
        self.brought.iter().all(|brought| brought[coast.index()] == 0)
    }

    /// The lowest and the highest margin of `pair` that any play from these points ends with, however well or badly it is
    /// played.
    pub(super) fn range(&self, points: [u8; 4], pair: Pair) -> (i32, i32) {
        let most = |pair: Pair| {
            let ceiling = Ceiling::new(self, points, pair);
            ceiling.most(self.brought(pair)) - product(points, pair.other())
        };
        (-most(pair.other()), most(pair))
    }

    /// The most points that each tile to come brings to the one coast of the pair or to the other. They lie opposite each
    /// other, so that no tile serves both.
    fn brought(&self, pair: Pair) -> impl Iterator<Item = (i32, i32)> {
        let [a, b] = pair.coasts().map(Side::index);
        (self.brought.iter()).map(move |brought| (i32::from(brought[a]), i32::from(brought[b])))
    }

    /// Whether `mover` reaches the margin `asked` with best play, the first tile being its own, if it can be told without a
    /// search: a bound on the margin, lower or upper, that answers this.
    ///
    /// Nobody has to serve the other side with a tile that `can_withhold`, given its place and the pair that it does
    /// not serve, finds another use for.
    pub(super) fn answer(
        &self,
        points: [u8; 4],
        mover: Pair,
        asked: i32,
        can_withhold: impl Fn(usize, Pair) -> bool,
    ) -> Option<i32> {
        // A ceiling is no lower than what there is, so that only one of them can tell.
        let pair = if margin(points, mover) < asked {
            mover
        } else {
            mover.other()
        };
        let against = product(points, pair.other());
        let answer = |most: i32| {
            let margin = most - against;
            if pair == mover {
                (margin < asked).then_some(margin)
            } else {
                (-margin >= asked).then_some(-margin)
            }
        };
        let ceiling = Ceiling::new(self, points, pair);
        let brought = || self.brought(pair).enumerate();
        let is_own = |n: usize| n.is_multiple_of(2) == (pair == mover);
        let of_all = || brought().map(|(_, brought)| brought);
        let of_own = || brought().filter(|&(n, _)| is_own(n)).map(|(_, brought)| brought);
        // The rough ceiling first: it is quick, and does most of the time.
        if let Some(bound) = answer(ceiling.rough(of_all())) {
            return Some(bound);
        }
        answer(ceiling.most(of_own()))?;
        if let Some(bound) = answer(ceiling.most(of_all())) {
            return Some(bound);
        }
        let serves = |n, brought| is_own(n) || brought != (0, 0) && !can_withhold(n, pair);
        let serving = brought().filter(|&(n, brought)| serves(n, brought));
        answer(ceiling.most(serving.map(|(_, brought)| brought)))
    }
}

/// How high the product of a pair can get.
struct Ceiling {
    points: [i32; 2],
    /// The most that can be added to those points.
    room: [i32; 2],
}

impl Ceiling {
    fn new(outlook: &Outlook, points: [u8; 4], pair: Pair) -> Self {
        let room = |places: u32| (places.count_ones() + (places & MARKED).count_ones()) as i32;
        Self {
            points: pair.coasts().map(|coast| i32::from(points[coast.index()])),
            room: pair.coasts().map(|coast| room(outlook.places[coast.index()])),
        }
    }

    fn product(&self, a: i32, b: i32) -> i32 {
        (self.points[0] + a.min(self.room[0])) * (self.points[1] + b.min(self.room[1]))
    }

    /// The highest product if the tiles could serve both coasts.
    fn rough(&self, tiles: impl Iterator<Item = (i32, i32)>) -> i32 {
        let (a, b) = tiles.fold((0, 0), |(a, b), (to_a, to_b)| (a + to_a, b + to_b));
        self.product(a, b)
    }

    /// The highest product if each tile served the coast that is best for that.
    fn most(&self, tiles: impl Iterator<Item = (i32, i32)>) -> i32 {
        // What the tiles bring that can serve one of the coasts only; and for each sum of what the others bring to
        // the first coast, the most that the rest of them bring to the second.
        let (mut for_a, mut for_b) = (0, 0);
        let mut either = [i32::MIN; MOST + 1];
        either[0] = 0;
        let mut highest = 0;
        for (to_a, to_b) in tiles {
            if to_a == 0 {
                for_b += to_b;
            } else if to_b == 0 {
                for_a += to_a;
            } else {
                let step = to_a as usize;
                highest = (highest + step).min(MOST);
                for sum in (0..=highest).rev() {
                    let served = if sum == MOST {
                        either[MOST - step..].iter().copied().max().unwrap_or(i32::MIN)
                    } else {
                        sum.checked_sub(step).map_or(i32::MIN, |before| either[before])
                    };
                    either[sum] = served.max(either[sum].saturating_add(to_b));
                }
            }
        }
        let sums = either[..=highest].iter().zip(0..).filter(|&(&sum, _)| sum >= 0);
        let products = sums.map(|(&sum, n)| self.product(for_a + n, for_b + sum));
        products.max().unwrap_or_else(|| self.product(for_a, for_b))
    }
}
