//! Rules, notation and files of Niek Neuwahl's board game Ta Yü.
//!
//! Everything here is pure: text comes in and goes out, nothing is read from a disk, a clock or a screen.
//!
//! * [`geometry`]: squares, sides, the coasts and where a tile can lie;
//! * [`tile`] and [`placement`]: the 28 kinds, their mouths, and a tile laid on the board;
//! * [`board`]: the rules of laying, with the legal placements in a fixed order;
//! * [`setup`]: what an editor can draw ([`setup::Setup`]) against what the rules can reach
//!   ([`setup::Position`]);
//! * [`puzzle`]: puzzles and their files;
//! * [`supply`] and [`game`]: the face-down tiles and games of two, three and four players;
//! * [`record`]: records of games, as files and as texts; [`mod@file`]: what files have in common;
//! * [`journal`]: the text that keeps a game under way;
//! * [`seed`]: chance that is the same on every machine;
//! * [`nowhere`]: why a tile fits nowhere, square by square.
//!
//! ```
//! use tayu_core::{Board, Pair, Placement, Tile};
//!
//! let mut board = Board::new();
//! let tile: Tile = "147".parse()?;
//! let first: Placement = "i10-147".parse()?;
//! assert!(board.legal_placements(tile).any(|p| p == first));
//! board.lay(first)?;
//! assert_eq!(board.coasts().product(Pair::NorthSouth).get(), 0);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub mod board;
pub mod file;
pub mod game;
pub mod geometry;
pub mod journal;
pub mod nowhere;
pub mod placement;
pub mod puzzle;
pub mod record;
pub mod score;
pub mod seed;
pub mod setup;
pub mod supply;
pub mod tile;

pub use board::{Board, Illegal, Obstacle};
pub use game::{
    Arrangement, Beginner, Bid, Choice, Draw, EndReason, FirstBid, FirstPlayer, Game, GameSetup, LastTiles,
    Move, MoveError, NoPlace, Notice, Outcome, Party, Phase, Played, Players, ProEnd, Rules, Seat, Sight,
    SightFault, Stock, SupplySight, TableError, Ties, TileSource,
};
pub use geometry::{Axis, Edge, Pair, Side, Spot, Square};
pub use nowhere::{Attempt, PlaceReport};
pub use placement::Placement;
pub use puzzle::{Draft, Goal, Puzzle};
pub use record::{Date, GameAbout, GameFault, Record};
pub use score::{Coasts, Points, Product};
pub use seed::Seed;
pub use setup::{Position, Setup, SetupFault};
pub use supply::{Depth, Height, Lane, SeenTile, Spread, SpreadPlace, Supply, SupplyError, SupplyView};
pub use tile::{Exit, Mouths, Tile, TileCounts};

/// Why a piece of text is not what it should be.
///
/// Its message names what was found and what was expected.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{found:?} is not {expected}")]
pub struct NotationError {
    /// The text that was read.
    pub found: String,
    /// What it should have been, in words.
    pub expected: &'static str,
}

impl NotationError {
    pub(crate) fn new(found: &str, expected: &'static str) -> Self {
        Self {
            found: found.chars().take(40).collect(),
            expected,
        }
    }
}
