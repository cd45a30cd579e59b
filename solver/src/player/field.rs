//! The board as sets of squares: what is free, where canals open, and how far it is from there to the coasts.

use std::ops::{BitAnd, BitOr, Not};
use std::sync::LazyLock;

use tayu_core::geometry::{BOARD_SIZE, SPOT_COUNT};
use tayu_core::{Board, Exit, Pair, Placement, Side, Spot, Square};

/// Squares from the west to the east, and a column that is never free.
const WIDTH: usize = BOARD_SIZE + 1;
const WORDS: usize = (WIDTH * BOARD_SIZE).div_ceil(64);

/// A set of squares.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Squares([u64; WORDS]);

/// Nearness of a coast's free squares to the canals: how many squares lie between, in classes.
pub(super) const NEARNESS: usize = 6;
/// The last step that counts for each class but the last.
const LAST_STEPS: [usize; NEARNESS - 1] = [0, 2, 5, 8, 11];
/// Nothing further away is looked for.
const FURTHEST: usize = 14;

/// What the tiles laid leave, as far as a player looks at it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Field {
    free: Squares,
    /// Free squares into which a canal opens.
    fronts: Squares,
    /// The points of the coasts, clockwise from the north.
    pub(super) points: [u8; 4],
}

/// For each coast clockwise from the north, and each nearness: what mouths on the free squares would count, and nothing for
/// squares that no canal can reach any more.
pub(super) type Reach = [[u8; NEARNESS]; 4];

impl Squares {
    const EMPTY: Self = Self([0; WORDS]);

    const fn insert(&mut self, bit: usize) {
        self.0[bit / 64] |= 1 << (bit % 64);
    }

    const fn contains(self, bit: usize) -> bool {
        self.0[bit / 64] & 1 << (bit % 64) != 0
    }

    /// The squares so many places further on.
    fn up<const N: usize>(self) -> Self {
        let from = |n: usize| if n > 0 { self.0[n - 1] >> (64 - N) } else { 0 };
        Self(std::array::from_fn(|n| self.0[n] << N | from(n)))
    }

    /// The squares so many places back.
    fn down<const N: usize>(self) -> Self {
        let from = |n: usize| {
            if n + 1 < WORDS {
                self.0[n + 1] << (64 - N)
            } else {
                0
            }
        };
        Self(std::array::from_fn(|n| self.0[n] >> N | from(n)))
    }

    /// Those that three in a row of the set cover, lying east-west or north-south.
    fn in_threes(self) -> Self {
        let east = self & self.down::<1>() & self.down::<1>().down::<1>();
        let north = self & self.down::<WIDTH>() & self.down::<WIDTH>().down::<WIDTH>();
        let along = east | east.up::<1>() | east.up::<1>().up::<1>();
        let across = north | north.up::<WIDTH>() | north.up::<WIDTH>().up::<WIDTH>();
        along | across
    }

    /// These and their neighbours.
    fn spread(self) -> Self {
        self | self.up::<1>() | self.down::<1>() | self.up::<WIDTH>() | self.down::<WIDTH>()
    }

    fn count(self) -> u32 {
        self.0.iter().map(|word| word.count_ones()).sum()
    }

    /// What mouths to the sea from all these squares would count for each coast.
    fn worth(self) -> [u8; 4] {
        let s = &self.0;
        // The bits of a column lie apart from each other in all words, those of the last one shifted.
        let column = |at: usize| {
            let mask = &COLUMNS[usize::from(at != 0)];
            let mut packed = (s[WORDS - 1] & mask[WORDS - 1]) << 1;
            for n in 0..WORDS - 1 {
                packed |= s[n] & mask[n];
            }
            packed
        };
        let weigh = |bits: u64, marked: u64| (bits.count_ones() + (bits & marked).count_ones()) as u8;
        let north = s[WORDS - 1] >> (WIDTH * (BOARD_SIZE - 1) - 64 * (WORDS - 1)) & ROW;
        let south = s[0] & ROW;
        [
            weigh(north, MARKED_ROW),
            weigh(column(BOARD_SIZE - 1), MARKED_COLUMNS[1]),
            weigh(south, MARKED_ROW),
            weigh(column(0), MARKED_COLUMNS[0]),
        ]
    }
}

const ROW: u64 = (1 << BOARD_SIZE) - 1;
const MARKED_ROW: u64 = 1 << 2 | 1 << 9 | 1 << 16;

/// The westernmost and the easternmost column.
const COLUMNS: [[u64; WORDS]; 2] = columns();
const MARKED_COLUMNS: [u64; 2] = marked_columns();

const fn columns() -> [[u64; WORDS]; 2] {
    let mut out = [[0; WORDS]; 2];
    let mut row = 0;
    while row < BOARD_SIZE {
        let (west, east) = (row * WIDTH, row * WIDTH + BOARD_SIZE - 1);
        out[0][west / 64] |= 1 << (west % 64);
        out[1][east / 64] |= 1 << (east % 64);
        row += 1;
    }
    out
}

const fn marked_columns() -> [u64; 2] {
    let mut out = [0; 2];
    let mut n = 0;
    while n < 3 {
        let row = [2, 9, 16][n];
        let mut side = 0;
        while side < 2 {
            let bit = row * WIDTH + side * (BOARD_SIZE - 1);
            let shift = if bit / 64 == WORDS - 1 { 1 } else { 0 };
            out[side] |= 1 << (bit % 64 + shift);
            side += 1;
        }
        n += 1;
    }
    out
}

impl BitAnd for Squares {
    type Output = Self;

    fn bitand(mut self, other: Self) -> Self {
        for n in 0..WORDS {
            self.0[n] &= other.0[n];
        }
        self
    }
}

impl BitOr for Squares {
    type Output = Self;

    fn bitor(mut self, other: Self) -> Self {
        for n in 0..WORDS {
            self.0[n] |= other.0[n];
        }
        self
    }
}

impl Not for Squares {
    type Output = Self;

    fn not(mut self) -> Self {
        for n in 0..WORDS {
            self.0[n] = !self.0[n];
        }
        self
    }
}

const fn bit(square: Square) -> usize {
    square.row() * WIDTH + square.column()
}

/// How a spot lies on the board.
struct SpotData {
    squares: Squares,
    /// For each exit, where it leads.
    beyond: [Beyond; 8],
}

#[derive(Clone, Copy)]
enum Beyond {
    Square(u16),
    Sea { coast: u8, worth: u8 },
}

static SPOTS: LazyLock<Vec<SpotData>> = LazyLock::new(|| {
    let spots: Vec<SpotData> = Spot::all().map(SpotData::new).collect();
    debug_assert_eq!(spots.len(), SPOT_COUNT);
    spots
});

impl SpotData {
    fn new(spot: Spot) -> Self {
        let mut squares = Squares::EMPTY;
        spot.squares().into_iter().for_each(|s| squares.insert(bit(s)));
        let beyond = Exit::ALL.map(|exit| {
            let edge = spot.edge(exit);
            match edge.from_beyond() {
                Some(beyond) => Beyond::Square(bit(beyond.square) as u16),
                None => Beyond::Sea {
                    coast: edge.side.index() as u8,
                    worth: 1 + u8::from(edge.square.is_marked_for(edge.side)),
                },
            }
        });
        Self { squares, beyond }
    }
}

impl Field {
    /// What a board leaves.
    pub(super) fn of(board: &Board) -> Self {
        let (mut free, mut fronts) = (Squares::EMPTY, Squares::EMPTY);
        for square in Square::all().filter(|&square| !board.is_covered(square)) {
            free.insert(bit(square));
        }
        for edge in board.open_mouths() {
            if let Some(beyond) = edge.from_beyond() {
                fronts.insert(bit(beyond.square));
            }
        }
        if board.is_empty() {
            fronts.insert(bit(Square::STAR));
        }
        let coasts = board.coasts();
        Self {
            free,
            fronts,
            points: Side::ALL.map(|coast| coasts.get(coast).get() as u8),
        }
    }

    /// What is left after one more tile, which the rules allow there.
    pub(super) fn after(&self, placement: Placement) -> Self {
        let spot = &SPOTS[placement.spot().index()];
        let mut after = *self;
        after.free = self.free & !spot.squares;
        after.fronts = self.fronts & !spot.squares;
        let mut mask = placement.mouths().mask();
        while mask != 0 {
            match spot.beyond[mask.trailing_zeros() as usize] {
                Beyond::Sea { coast, worth } => after.points[usize::from(coast)] += worth,
                Beyond::Square(bit) if after.free.contains(bit.into()) => after.fronts.insert(bit.into()),
                Beyond::Square(_) => {}
            }
            mask &= mask - 1;
        }
        after
    }

    /// Number of free squares.
    pub(super) fn free(&self) -> u32 {
        self.free.count()
    }

    /// Whether no canal can come to a coast any more, so that the points stay as they are.
    pub(super) fn is_settled(&self) -> bool {
        let alive = self.free.in_threes();
        let mut reached = self.fronts & alive;
        loop {
            let next = reached.spread() & alive;
            if next == reached {
                return reached.worth() == [0; 4];
            }
            reached = next;
        }
    }

    /// How many tiles in a row it takes, about, until canals have come to both coasts of a pair.
    pub(super) fn tiles_to_product(&self, pair: Pair) -> usize {
        let reach = self.reach();
        let tiles_to = |coast: Side| {
            let coast = coast.index();
            if self.points[coast] > 0 {
                return 0;
            }
            // A class is about as far as a tile is long.
            1 + reach[coast]
                .iter()
                .position(|&worth| worth > 0)
                .unwrap_or(NEARNESS)
        };
        pair.coasts().map(tiles_to).iter().sum()
    }

    /// Which squares of the coasts canals can still come to, and how near they are.
    pub(super) fn reach(&self) -> Reach {
        let alive = self.free.in_threes();
        let mut reached = self.fronts & alive;
        let mut out = Reach::default();
        let (mut class, mut before) = (0, [0; 4]);
        for step in 0..=FURTHEST {
            let next = reached.spread() & alive;
            let last = next == reached || step == FURTHEST;
            if last || LAST_STEPS.get(class) == Some(&step) {
                let worth = reached.worth();
                for coast in 0..4 {
                    out[coast][class] = worth[coast] - before[coast];
                }
                before = worth;
                class += 1;
            }
            if last {
                break;
            }
            reached = next;
        }
        out
    }
}

#[cfg(test)]
mod tests {
    use std::collections::VecDeque;

    use tayu_core::Tile;

    use super::*;

    /// Squares between the canals and each free square, counted one by one.
    fn distances(board: &Board) -> Vec<Option<usize>> {
        let alive = |square: Square| {
            Spot::covering(square).any(|spot| spot.squares().iter().all(|&s| !board.is_covered(s)))
        };
        let mut out = vec![None; 361];
        let mut queue: VecDeque<Square> = (board.open_mouths())
            .filter_map(|edge| Some(edge.from_beyond()?.square))
            .filter(|&square| alive(square))
            .collect();
        queue.iter().for_each(|square| out[square.index()] = Some(0));
        while let Some(square) = queue.pop_front() {
            for side in Side::ALL {
                if let Some(next) = square.neighbour(side)
                    && alive(next)
                    && out[next.index()].is_none()
                {
                    out[next.index()] = out[square.index()].map(|d| d + 1);
                    queue.push_back(next);
                }
            }
        }
        out
    }

    #[test]
    fn sets_of_squares_agree_with_counting_one_by_one() {
        let mut board = Board::new();
        let mut field = Field::of(&board);
        let mut kinds: Vec<Tile> = Tile::all().collect();
        for turn in 0.. {
            assert_eq!(field.points, Field::of(&board).points);
            if turn > 0 {
                assert_eq!(field, Field::of(&board));
                let distances = distances(&board);
                let mut reach = Reach::default();
                for square in Square::all() {
                    let Some(distance) = distances[square.index()].filter(|&d| d <= FURTHEST) else {
                        continue;
                    };
                    for side in Side::ALL
                        .into_iter()
                        .filter(|&side| square.neighbour(side).is_none())
                    {
                        let class = LAST_STEPS.iter().position(|&last| distance <= last);
                        reach[side.index()][class.unwrap_or(NEARNESS - 1)] +=
                            1 + u8::from(square.is_marked_for(side));
                    }
                }
                assert_eq!(field.reach(), reach, "after {turn} tiles");
            }
            kinds.rotate_left(11);
            let lays = kinds.iter().flat_map(|&tile| board.legal_placements(tile));
            let Some(next) = lays.take(1 + turn % 7).last() else {
                break;
            };
            board.lay(next).unwrap();
            field = field.after(next);
        }
        assert!(board.len() > 30);
    }
}
