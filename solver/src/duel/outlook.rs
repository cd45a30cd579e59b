//! Bounds on how a duel can end that need no search.

use tayu_core::{Pair, Side};

use super::state::product;
use super::terrain::Shore;
use super::ways::Ways;

/// The marked squares' places along a coast.
const MARKED: u32 = 1 << 2 | 1 << 9 | 1 << 16;

/// The most points a coast gives: a mouth on each of its 19 squares, of which three count twice.
const MOST: usize = 22;

/// What can still be done to the coasts at the very most.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Outlook {
    coasts: [CoastOutlook; 4],
}

/// What can still be done to one coast.
#[derive(Debug, Clone, Copy)]
struct CoastOutlook {
    /// The places along the coast where a mouth can still reach the sea, as bits.
    places: u32,
    /// The ways in which a tile brings one point or more, two or more, and three.
    bringing: [Ways; 3],
}

impl Default for CoastOutlook {
    fn default() -> Self {
        Self {
            places: 0,
            bringing: [Ways::NONE; 3],
        }
    }
}

impl Outlook {
    /// A mouth can reach the sea here.
    pub(super) fn reach(&mut self, shore: Shore) {
        self.coasts[shore.coast.index()].places |= 1 << shore.place;
    }

    /// Tiles that lie in these ways bring the coast one point or more, two or more, and three.
    pub(super) fn bring(&mut self, coast: Side, bringing: [Ways; 3]) {
        for (known, ways) in self.coasts[coast.index()].bringing.iter_mut().zip(bringing) {
            *known = *known | ways;
        }
    }

    /// Whether the coast's points stay as they are.
    pub(super) const fn is_settled(&self, coast: Side) -> bool {
        self.coasts[coast.index()].places == 0
    }

    /// The lowest and the highest margin of `pair` that any play of these tiles from these points ends with, however
    /// well or badly it is played.
    pub(super) fn range(&self, points: [u8; 4], pair: Pair, tiles: &[Ways]) -> (i32, i32) {
        let most = |pair| {
            let ceiling = Ceiling::new(self, points, pair);
            ceiling.most(tiles.iter().map(|&tile| ceiling.brought(tile))) - product(points, pair.other())
        };
        (-most(pair.other()), most(pair))
    }

    /// Whether `mover` reaches the margin `asked` with best play of these tiles, the first of which is its own, if it can
    /// be told without a search: a bound on the margin, lower or upper, that answers this.
    ///
    /// Nobody has to serve the other side with a tile that `can_withhold`, given its place and the pair that it does
    /// not serve, finds another use for.
    pub(super) fn answer(
        &self,
        points: [u8; 4],
        mover: Pair,
        tiles: &[Ways],
        asked: i32,
        can_withhold: impl Fn(usize, Pair) -> bool,
    ) -> Option<i32> {
        for pair in [mover, mover.other()] {
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
            let brought = || tiles.iter().map(|&tile| ceiling.brought(tile)).enumerate();
            let is_own = |n: usize| n.is_multiple_of(2) == (pair == mover);
            let of_all = || brought().map(|(_, brought)| brought);
            let of_own = || brought().filter(|&(n, _)| is_own(n)).map(|(_, brought)| brought);
            // The rough ceiling first: it is quick, and does most of the time.
            if let Some(bound) = answer(ceiling.rough(of_all())) {
                return Some(bound);
            }
            if answer(ceiling.most(of_own())).is_none() {
                continue;
            }
            if let Some(bound) = answer(ceiling.most(of_all())) {
                return Some(bound);
            }
            let serves = |n, brought| is_own(n) || brought != (0, 0) && !can_withhold(n, pair);
            let serving = brought().filter(|&(n, brought)| serves(n, brought));
            if let Some(bound) = answer(ceiling.most(serving.map(|(_, brought)| brought))) {
                return Some(bound);
            }
        }
        None
    }
}

/// How high the product of a pair can get.
struct Ceiling<'a> {
    coasts: [&'a CoastOutlook; 2],
    points: [i32; 2],
    /// The most that can be added to those points.
    room: [i32; 2],
}

impl<'a> Ceiling<'a> {
    fn new(outlook: &'a Outlook, points: [u8; 4], pair: Pair) -> Self {
        let coasts = pair.coasts().map(|coast| &outlook.coasts[coast.index()]);
        Self {
            coasts,
            points: pair.coasts().map(|coast| i32::from(points[coast.index()])),
            room: coasts.map(CoastOutlook::room),
        }
    }

    /// The most points that a tile brings to the one coast or to the other. They lie opposite each other, so that no
    /// tile serves both.
    fn brought(&self, tile: Ways) -> (i32, i32) {
        let [a, b] = self.coasts;
        (a.brought(tile), b.brought(tile))
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

impl CoastOutlook {
    /// The most points that a tile brings.
    fn brought(&self, tile: Ways) -> i32 {
        self.bringing.iter().map(|ways| i32::from(ways.meets(tile))).sum()
    }

    /// The most points that there are to be had.
    const fn room(&self) -> i32 {
        (self.places.count_ones() + (self.places & MARKED).count_ones()) as i32
    }
}
