//! Why a tile fits nowhere, square by square.

use std::fmt;

use crate::board::{Board, Illegal};
use crate::geometry::{Axis, Spot, Square};
use crate::placement::Placement;
use crate::tile::{Mouths, Tile};

/// Why a tile can't be laid with its middle on this square.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PlaceReport {
    /// The square that the tile was held over.
    pub square: Square,
    /// The four ways to hold it, in the order of a quarter turn each, clockwise from its smaller reading
    /// lying east-west.
    pub attempts: [Attempt; 4],
}

/// One way to lay a tile that came to nothing.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Attempt {
    /// The tile would leave the board.
    OffBoard {
        /// How it was held.
        axis: Axis,
        /// Its mouths as it was held.
        mouths: Mouths,
    },
    /// The rules do not allow it.
    Illegal(Illegal),
}

impl fmt::Display for Attempt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::OffBoard { axis, mouths } => write!(f, "{}{mouths} would leave the board", axis.symbol()),
            Self::Illegal(illegal) => fmt::Display::fmt(illegal, f),
        }
    }
}

impl PlaceReport {
    /// Why `tile` fits nowhere on `board`: one report for each of the 361 squares, in their order; `None` if it
    /// can be laid.
    ///
    /// Every placement of the tile is among the attempts, besides those that would leave the board.
    #[must_use]
    pub fn all(board: &Board, tile: Tile) -> Option<Vec<Self>> {
        if board.can_lay(tile) {
            return None;
        }
        let report = |square| Self {
            square,
            attempts: holds(tile).map(|(axis, mouths)| attempt(board, square, axis, mouths)),
        };
        Some(Square::all().map(report).collect())
    }
}

fn holds(tile: Tile) -> [(Axis, Mouths); 4] {
    let [smaller, other] = tile.readings();
    [
        (Axis::EastWest, smaller),
        (Axis::NorthSouth, smaller),
        (Axis::EastWest, other),
        (Axis::NorthSouth, other),
    ]
}

fn attempt(board: &Board, middle: Square, axis: Axis, mouths: Mouths) -> Attempt {
    match Spot::around(middle, axis) {
        None => Attempt::OffBoard { axis, mouths },
        Some(spot) => {
            let placement = Placement::new(spot, mouths);
            Attempt::Illegal(Illegal {
                placement,
                obstacles: board.obstacles(placement),
            })
        }
    }
}
