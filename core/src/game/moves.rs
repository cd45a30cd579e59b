//! What players do, and how it is written.

use std::fmt;
use std::str::FromStr;

use super::table::{Bid, Seat};
use crate::NotationError;
use crate::board::Illegal;
use crate::placement::Placement;
use crate::supply::{Lane, SpreadPlace};
use crate::tile::Tile;

/// Where a tile is drawn.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Draw {
    /// The top tile of this lane's front stack. Written `left` or `right`.
    Lane(Lane),
    /// The tile at this place of a spread supply. Written `#1` to `#112`.
    Place(SpreadPlace),
    /// At a table elsewhere, where it was this tile. Written as the tile.
    Tile(Tile),
}

/// What a player does.
///
/// Written `bid 30`, `pass`, `draw left`, `draw #17`, `draw 147`, as the placement of the tile that is laid, such as
/// `i10-147`, `nowhere` or `talked`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Move {
    /// Name so many points in the auction.
    Bid(Bid),
    /// Leave the auction for good.
    Pass,
    /// Draw a tile.
    Draw(Draw),
    /// Lay the tile drawn, or in the Pro game one of the two.
    Lay(Placement),
    /// Claim that there is no place for the tiles that could be laid.
    Nowhere,
    /// The team whose turn it is has talked about where to lay: its turn is over, and the tile drawn goes to the next
    /// player.
    Talked,
}

/// A move that was made.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Played {
    /// Whose turn it was.
    pub seat: Seat,
    /// The move.
    pub action: Move,
    /// The tile that came, if it was a draw.
    pub drawn: Option<Tile>,
}

/// The tiles that the player whose turn it is may lay: at least one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Choice {
    /// The tile drawn in this turn; `None` when the supply was empty.
    pub drawn: Option<Tile>,
    /// In the Pro game, the tile that the player had in front of them.
    pub kept: Option<Tile>,
}

impl Choice {
    /// A single tile, just drawn.
    #[must_use]
    pub const fn one(tile: Tile) -> Self {
        Self {
            drawn: Some(tile),
            kept: None,
        }
    }

    /// The tiles, the one drawn first.
    pub fn tiles(self) -> impl Iterator<Item = Tile> {
        self.drawn.into_iter().chain(self.kept)
    }

    /// The kinds to choose from: the tiles without a second one of the same kind.
    pub fn kinds(self) -> impl Iterator<Item = Tile> {
        self.drawn
            .into_iter()
            .chain(self.kept.filter(|tile| Some(*tile) != self.drawn))
    }

    /// What is left of it without one tile of this kind; `None` if there is none.
    pub(super) fn without(self, tile: Tile) -> Option<Option<Tile>> {
        if self.drawn == Some(tile) {
            Some(self.kept)
        } else if self.kept == Some(tile) {
            Some(self.drawn)
        } else {
            None
        }
    }
}

impl fmt::Display for Choice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.drawn, self.kept) {
            (Some(drawn), Some(kept)) => write!(f, "{drawn} or {kept}"),
            (Some(tile), None) | (None, Some(tile)) => fmt::Display::fmt(&tile, f),
            (None, None) => Ok(()),
        }
    }
}

/// Why a move can't be made.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum MoveError {
    /// Something else than a bid or a pass during the auction.
    #[error("the auction is on: a bid or a pass is due")]
    AuctionOn,
    /// A bid or a pass without an auction.
    #[error("there is no auction now")]
    NoAuction,
    /// A bid that is too high or too low.
    #[error("a bid of {bid} can't be made: it has to be from {lowest} to {highest}")]
    BidOutOfRange {
        /// The bid.
        bid: Bid,
        /// The lowest that can be made.
        lowest: Bid,
        /// The highest that can be made.
        highest: Bid,
    },
    /// A pass where somebody has to bid.
    #[error("this player can't pass: nobody has bid yet")]
    MustBid,
    /// A tile is laid before one is drawn.
    #[error("a tile has to be drawn before one can be laid")]
    NothingDrawn,
    /// A tile is drawn before the one drawn is laid.
    #[error("{choice} has to be laid first")]
    AlreadyDrawn {
        /// The tiles to choose from.
        choice: Choice,
    },
    /// No tile is left in the lane.
    #[error("the {0} lane has run out")]
    LaneEmpty(Lane),
    /// No tile is left at the place.
    #[error("there is no tile at {0} any more")]
    PlaceEmpty(SpreadPlace),
    /// All four tiles of a kind have come already.
    #[error("all tiles {0} have come already")]
    NoneLeft(Tile),
    /// The tile there is seen to be of another kind.
    #[error("the tile at {draw} does not look like {tile}")]
    LooksOther {
        /// Where it is drawn.
        draw: Draw,
        /// The tile that it was said to be.
        tile: Tile,
    },
    /// A tile is drawn from a supply of another kind than there is.
    #[error("there is no supply to draw {draw} from", draw = .0)]
    OtherSupply(Draw),
    /// Another tile is laid than those that could be.
    #[error("the tile to lay is {choice}, not {laid}")]
    WrongTile {
        /// The tiles to choose from.
        choice: Choice,
        /// The tile that was to be laid.
        laid: Tile,
    },
    /// The tile can't be laid there.
    #[error(transparent)]
    Illegal(#[from] Illegal),
    /// A claim that is wrong: this would be a place.
    #[error("there is a place: {0}")]
    HasPlace(Placement),
    /// A penalty for talking in a game without teams.
    #[error("only teams can talk about where to lay")]
    NoTeams,
    /// A penalty for talking where there is no tile to hand on.
    #[error("no tile has been drawn that could go to the next player")]
    NothingToHandOn,
    /// A penalty for talking in a game that has gone on for far longer than its tiles need.
    #[error("the tile has gone round often enough; it has to be laid")]
    TalkedTooOften,
    /// The game is over.
    #[error("the game is over")]
    Over,
}

impl fmt::Display for Draw {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Lane(lane) => fmt::Display::fmt(lane, f),
            Self::Place(place) => fmt::Display::fmt(place, f),
            Self::Tile(tile) => fmt::Display::fmt(tile, f),
        }
    }
}

impl FromStr for Draw {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<Self, NotationError> {
        let fail = |_| NotationError::new(text, "a draw: left, right, #1 to #112, or a tile such as 147");
        match text.as_bytes().first() {
            Some(b'#') => text.parse().map(Self::Place).map_err(fail),
            Some(b'1'..=b'8') => text.parse().map(Self::Tile).map_err(fail),
            _ => text.parse().map(Self::Lane).map_err(fail),
        }
    }
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Bid(bid) => write!(f, "bid {bid}"),
            Self::Pass => f.pad("pass"),
            Self::Draw(draw) => write!(f, "draw {draw}"),
            Self::Lay(placement) => fmt::Display::fmt(placement, f),
            Self::Nowhere => f.pad("nowhere"),
            Self::Talked => f.pad("talked"),
        }
    }
}

impl FromStr for Move {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<Self, NotationError> {
        match text {
            "pass" => return Ok(Self::Pass),
            "nowhere" => return Ok(Self::Nowhere),
            "talked" => return Ok(Self::Talked),
            _ => {}
        }
        if let Some(draw) = text.strip_prefix("draw ") {
            return draw.parse().map(Self::Draw);
        }
        if let Some(bid) = text.strip_prefix("bid ") {
            return bid.parse().map(Self::Bid);
        }
        // What looks like a placement keeps the placement's more telling error.
        if text.contains(['-', '|']) {
            return text.parse().map(Self::Lay);
        }
        Err(NotationError::new(
            text,
            "a move: bid and points, pass, draw and where, a placement such as i10-147, nowhere or talked",
        ))
    }
}
