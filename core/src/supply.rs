//! The supply: 112 tiles face down in two lanes of stacks, and what may be seen of them.
//!
//! The lanes stand side by side, the short ends of their tiles touching, each eight stacks deep and each
//! stack seven tiles high. Everything is told as a person sees it who stands at the front, by the board:
//!
//! ```text
//!          back
//!     ┌─────┬─────┐
//!     │     │     │  stack 8
//!     ├─────┼─────┤
//!           …             each tile lies with its long sides to the front and to the back,
//!     ├─────┼─────┤       its short ends to the left and to the right
//!     │     │     │  stack 2
//!     ├─────┼─────┤
//!     │     │     │  stack 1
//!     └─────┴─────┘
//!      Left  Right
//!    front: the board
//! ```
//!
//! A tile lies face down: lay it face up east-west with its mouths as read, the front being south, and turn
//! it over about its long axis. What was its north side is now in front. So its front shows, from left to
//! right, the exits 1 2 3 of that reading, its back 7 6 5 (from left to right as seen from the front), its left
//! end 8 and its right end 4:
//!
//! ```text
//!      7 6 5
//!    8 ▒ ▒ ▒ 4
//!      1 2 3
//! ```
//!
//! Only [`SupplyView`] can be asked about tiles that have not been drawn. It is made of what is seen and of
//! nothing else.

pub(crate) mod imagine;
mod spread;
mod view;

use std::fmt;
use std::str::FromStr;

pub use spread::{Spread, SpreadPlace};
pub use view::{SeenTile, SupplyView};

use crate::NotationError;
use crate::seed::{Chance, Seed, Stream};
use crate::tile::{Mouths, TILE_COUNT, TILES_PER_KIND, Tile, TileCounts};

/// Tiles in a full stack.
pub const STACK_HEIGHT: usize = 7;
/// Stacks in a full lane.
pub const LANE_DEPTH: usize = 8;
/// Tiles in a full lane.
pub const LANE_TILES: usize = STACK_HEIGHT * LANE_DEPTH;

/// One of the two rows of stacks, as seen from the front. Written `left` or `right`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Lane {
    /// The lane on the left.
    Left,
    /// The lane on the right.
    Right,
}

impl Lane {
    /// Both lanes, the left one first.
    pub const ALL: [Self; 2] = [Self::Left, Self::Right];

    /// The lane beside it.
    #[must_use]
    pub const fn other(self) -> Self {
        match self {
            Self::Left => Self::Right,
            Self::Right => Self::Left,
        }
    }
}

impl fmt::Display for Lane {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Left => "left",
            Self::Right => "right",
        })
    }
}

impl FromStr for Lane {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<Self, NotationError> {
        match text {
            "left" => Ok(Self::Left),
            "right" => Ok(Self::Right),
            _ => Err(NotationError::new(text, "a lane: left or right")),
        }
    }
}

/// A stack's place in its lane: 1 next to the board, 8 furthest from it. Places stay when stacks in front of
/// them are used up.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Depth(u8);

impl Depth {
    /// The place with this number, if it is from 1 to 8.
    #[must_use]
    pub const fn new(number: usize) -> Option<Self> {
        match number {
            1..=LANE_DEPTH => Some(Self(number as u8)),
            _ => None,
        }
    }

    /// All places, from the front to the back.
    pub fn all() -> impl DoubleEndedIterator<Item = Self> + ExactSizeIterator {
        (1..LANE_DEPTH as u8 + 1).map(Self)
    }

    /// Its number, from 1 to 8.
    #[must_use]
    pub const fn number(self) -> usize {
        self.0 as usize
    }
}

impl fmt::Display for Depth {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.0, f)
    }
}

/// A tile's place in its stack: 1 at the bottom, 7 on top of a full stack.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Height(u8);

impl Height {
    /// The place with this number, if it is from 1 to 7.
    #[must_use]
    pub const fn new(number: usize) -> Option<Self> {
        match number {
            1..=STACK_HEIGHT => Some(Self(number as u8)),
            _ => None,
        }
    }

    /// All places, from the bottom to the top.
    pub fn all() -> impl DoubleEndedIterator<Item = Self> + ExactSizeIterator {
        (1..STACK_HEIGHT as u8 + 1).map(Self)
    }

    /// Its number, from 1 to 7: how high a stack is of which it is the top.
    #[must_use]
    pub const fn number(self) -> usize {
        self.0 as usize
    }
}

impl fmt::Display for Height {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.0, f)
    }
}

/// The tiles not drawn yet, and how each lies.
///
/// Its `Debug` form tells how many there are and not which, so that no log can give them away.
#[derive(Clone, PartialEq, Eq)]
pub struct Supply {
    left: LaneTiles,
    right: LaneTiles,
}

/// The tiles of a lane as they lie, the next one last: from the bottom of stack 8 to the top of the front stack.
type LaneTiles = Vec<Mouths>;

/// Why tiles make no supply.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum SupplyError {
    /// A lane would be too long.
    #[error("the {lane} lane would hold {count} tiles; there is room for {LANE_TILES}")]
    LaneTooLong {
        /// The lane.
        lane: Lane,
        /// Tiles that it should hold.
        count: usize,
    },
    /// A spread supply would hold more tiles than a set.
    #[error("there are {count} tiles; a set holds {TILE_COUNT}")]
    TooLong {
        /// Tiles that it should hold.
        count: usize,
    },
    /// More tiles of a kind than a set holds.
    #[error("there are {count} tiles {tile}; a set holds {TILES_PER_KIND}")]
    TooMany {
        /// The kind; the first of them.
        tile: Tile,
        /// How many there are.
        count: usize,
    },
}

/// The tiles of a set in a random order.
fn shuffled_tiles(chance: &mut Chance) -> Vec<Tile> {
    let mut tiles: Vec<Tile> = Tile::all().flat_map(|tile| [tile; TILES_PER_KIND]).collect();
    chance.shuffle(&mut tiles);
    tiles
}

impl Supply {
    /// The full supply of this seed.
    ///
    /// The four tiles of each kind, kind after kind in the order of their names, are shuffled (see
    /// [`seed`](crate::seed)). Then, in the new order, the seed's next word for each tile says whether
    /// it lies as named (even) or after half a turn (odd). The first 56 tiles make the left lane, the others the
    /// right one, each in the order in which they will be drawn.
    #[must_use]
    pub fn shuffled(seed: Seed) -> Self {
        let mut chance = Chance::new(seed, Stream::Supply);
        let mut left: Vec<Mouths> = shuffled_tiles(&mut chance)
            .into_iter()
            .map(|tile| {
                let [named, turned] = tile.readings();
                if chance.toss() { turned } else { named }
            })
            .collect();
        let mut right = left.split_off(TILE_COUNT / 2);
        left.reverse();
        right.reverse();
        Self { left, right }
    }

    /// A supply with these tiles, each lane in the order in which its tiles will be drawn.
    ///
    /// A lane with fewer than 56 tiles is what is left of a full one: its last tile lies at the bottom of
    /// stack 8.
    ///
    /// # Errors
    /// [`SupplyError`] if a lane is too long or there are more than four tiles of a kind.
    pub fn from_order(left: &[Mouths], right: &[Mouths]) -> Result<Self, SupplyError> {
        for (lane, tiles) in [(Lane::Left, left), (Lane::Right, right)] {
            let count = tiles.len();
            if count > LANE_TILES {
                return Err(SupplyError::LaneTooLong { lane, count });
            }
        }
        let counts: TileCounts = left.iter().chain(right).map(|m| m.tile()).collect();
        if let Some(tile) = counts.overdrawn().next() {
            let count = counts.of(tile);
            return Err(SupplyError::TooMany { tile, count });
        }
        Ok(Self {
            left: left.iter().rev().copied().collect(),
            right: right.iter().rev().copied().collect(),
        })
    }

    /// The tiles of a lane in the order in which they will be drawn, each as it lies: for the record of a game
    /// that is over.
    pub fn order(&self, lane: Lane) -> impl Iterator<Item = Mouths> + '_ {
        self.lane(lane).iter().rev().copied()
    }

    /// Takes the next tile of a lane: the top of its front stack. `None` when the lane has run out.
    pub fn draw(&mut self, lane: Lane) -> Option<Tile> {
        match lane {
            Lane::Left => self.left.pop(),
            Lane::Right => self.right.pop(),
        }
        .map(Mouths::tile)
    }

    /// Number of tiles left.
    #[must_use]
    pub fn len(&self) -> usize {
        self.left.len() + self.right.len()
    }

    /// Whether the last tile has been drawn.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Number of tiles left in a lane.
    #[must_use]
    pub fn left_in(&self, lane: Lane) -> usize {
        self.lane(lane).len()
    }

    /// How high the stack at this place is: from 7 tiles down to none.
    #[must_use]
    pub fn stack_height(&self, lane: Lane, depth: Depth) -> usize {
        let behind = (LANE_DEPTH - depth.number()) * STACK_HEIGHT;
        self.left_in(lane).saturating_sub(behind).min(STACK_HEIGHT)
    }

    /// The place of a lane's front stack, or `None` when the lane has run out.
    #[must_use]
    pub fn front(&self, lane: Lane) -> Option<Depth> {
        Depth::all().find(|&depth| self.stack_height(lane, depth) > 0)
    }

    /// What may be seen of it.
    #[must_use]
    pub fn view(&self) -> SupplyView {
        SupplyView::of(self)
    }

    fn lane(&self, lane: Lane) -> &[Mouths] {
        match lane {
            Lane::Left => &self.left,
            Lane::Right => &self.right,
        }
    }

    /// The tile at a place as it lies, if it is still there.
    fn at(&self, lane: Lane, depth: Depth, height: Height) -> Option<Mouths> {
        let place = (LANE_DEPTH - depth.number()) * STACK_HEIGHT + height.number() - 1;
        self.lane(lane).get(place).copied()
    }
}

impl fmt::Debug for Supply {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Supply")
            .field("left", &self.left.len())
            .field("right", &self.right.len())
            .finish()
    }
}
