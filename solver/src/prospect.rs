//! How good a board looks for a pair of coasts before the last tile is laid.
//!
//! Every open mouth may yet bring a point to a coast, the less likely the longer the way through free squares.
//! What the mouths promise a coast is worth less the fuller its shore is, and no more than the tiles left can
//! bring. The product of both coasts, points and promises together, is what a board is worth.

use tayu_core::geometry::{BOARD_SIZE, SQUARE_COUNT};
use tayu_core::{Board, Edge, Side, Square};

/// How a board is judged; different tastes find different lines.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Taste {
    /// What a mouth at the shore promises, in points.
    pub(crate) promise: f64,
    /// What is left of a promise with each square more.
    pub(crate) fading: f64,
    /// How many points a tile may bring at most.
    pub(crate) per_tile: f64,
}

/// The free squares of a board, by row one bit each.
pub(crate) type Free = [u32; BOARD_SIZE];

/// Farther than any way.
const FAR: u8 = u8::MAX;
const ROW: u32 = (1 << BOARD_SIZE) - 1;

pub(crate) fn free_squares(board: &Board) -> Free {
    let mut free = [ROW; BOARD_SIZE];
    for square in Square::all().filter(|&square| board.is_covered(square)) {
        take(&mut free, square);
    }
    free
}

pub(crate) const fn take(free: &mut Free, square: Square) {
    free[square.row()] &= !(1 << square.column());
}

pub(crate) const fn is_free(free: &Free, square: Square) -> bool {
    free[square.row()] & 1 << square.column() != 0
}

/// What the free squares of a board mean for two coasts.
#[derive(Debug)]
pub(crate) struct Prospect {
    coasts: [Side; 2],
    /// By coast and square: what an open mouth onto this square promises.
    promises: [[f64; SQUARE_COUNT]; 2],
    /// By coast: points that its free squares can bring.
    room: [f64; 2],
    /// Points that the tiles left can bring.
    budget: f64,
}

/// What a board has and what it promises, by coast.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub(crate) struct Standing {
    pub(crate) points: [f64; 2],
    pub(crate) promises: [f64; 2],
}

impl Prospect {
    /// An outlook with `left` tiles to lay.
    pub(crate) fn new(coasts: [Side; 2], free: &Free, taste: Taste, left: usize) -> Self {
        let mut fading = [0.0; SQUARE_COUNT + 1];
        let mut promise = taste.promise;
        // A tile brings a canal at most three squares on.
        for entry in fading.iter_mut().take(3 * left) {
            *entry = promise;
            promise *= taste.fading;
        }
        let mut out = Self {
            coasts,
            promises: [[0.0; SQUARE_COUNT]; 2],
            room: [0.0; 2],
            budget: taste.per_tile * left as f64,
        };
        for (n, coast) in coasts.into_iter().enumerate() {
            let ways = ways(coast, free);
            for (promise, &way) in out.promises[n].iter_mut().zip(&ways) {
                if way != FAR {
                    *promise = fading[usize::from(way)];
                }
            }
            out.room[n] = room(coast, free);
        }
        out
    }

    /// What an open mouth onto this square promises the coasts.
    pub(crate) fn promise(&self, beyond: Square) -> [f64; 2] {
        [0, 1].map(|n| self.promises[n][beyond.index()])
    }

    /// What a mouth that reaches the sea at this edge brings the coasts.
    pub(crate) fn points(&self, edge: Edge) -> [f64; 2] {
        let points = if edge.square.is_marked_for(edge.side) {
            2.0
        } else {
            1.0
        };
        self.coasts
            .map(|coast| if coast == edge.side { points } else { 0.0 })
    }

    /// How good that looks.
    pub(crate) fn worth(&self, standing: &Standing) -> f64 {
        let hope = [0, 1].map(|n| {
            let (promise, room) = (standing.promises[n].max(0.0), self.room[n]);
            if room > 0.0 {
                promise * room / (promise + room)
            } else {
                0.0
            }
        });
        let all = hope[0] + hope[1];
        let part = if all > self.budget { self.budget / all } else { 1.0 };
        let [a, b] = [0, 1].map(|n| standing.points[n] + part * hope[n]);
        // The sum breaks ties where one coast has nothing yet.
        a * b + (a + b) / 64.0
    }
}

/// Squares between each free square and a coast, through free squares.
fn ways(coast: Side, free: &Free) -> [u8; SQUARE_COUNT] {
    const EAST: u32 = 1 << (BOARD_SIZE - 1);
    let mut out = [FAR; SQUARE_COUNT];
    let mut reached: Free = [0; BOARD_SIZE];
    let mut edge: Free = [0; BOARD_SIZE];
    match coast {
        Side::North => edge[BOARD_SIZE - 1] = free[BOARD_SIZE - 1],
        Side::South => edge[0] = free[0],
        Side::East => (0..BOARD_SIZE).for_each(|row| edge[row] = free[row] & EAST),
        Side::West => (0..BOARD_SIZE).for_each(|row| edge[row] = free[row] & 1),
    }
    for way in 0..FAR {
        let mut any = false;
        for (row, &squares) in edge.iter().enumerate() {
            reached[row] |= squares;
            let mut rest = squares;
            while rest != 0 {
                out[row * BOARD_SIZE + rest.trailing_zeros() as usize] = way;
                rest &= rest - 1;
                any = true;
            }
        }
        if !any {
            break;
        }
        let mut next: Free = [0; BOARD_SIZE];
        for row in 0..BOARD_SIZE {
            let mut near = edge[row] << 1 | edge[row] >> 1;
            if row > 0 {
                near |= edge[row - 1];
            }
            if row + 1 < BOARD_SIZE {
                near |= edge[row + 1];
            }
            next[row] = near & free[row] & !reached[row];
        }
        edge = next;
    }
    out
}

/// Points that the free squares along a coast can bring.
fn room(coast: Side, free: &Free) -> f64 {
    const MARKED: u32 = 1 << 2 | 1 << 9 | 1 << 16;
    let column = |column: usize| (0..BOARD_SIZE).fold(0, |bits, row| bits | (free[row] >> column & 1) << row);
    let shore: u32 = match coast {
        Side::North => free[BOARD_SIZE - 1],
        Side::South => free[0],
        Side::East => column(BOARD_SIZE - 1),
        Side::West => column(0),
    };
    f64::from(shore.count_ones() + (shore & MARKED).count_ones())
}
