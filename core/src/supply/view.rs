//! What may be seen of the supply: the one place where a hidden tile could leak.

use super::{Depth, Height, Lane, Supply};
use crate::tile::{Exit, Mouths, Tile};

/// What may be seen of a supply, from all around but without touching it.
///
/// Two supplies that look the same have equal views, whatever is hidden in them.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct SupplyView {
    tiles: Vec<SeenTile>,
}

/// A tile of the supply, face down: its place and what is seen of it. `None` is what something hides.
///
/// Left and right are those of a person at the front, for the back side too. An exit is `true` where there
/// is a mouth.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct SeenTile {
    /// Its lane.
    pub lane: Lane,
    /// Its stack.
    pub depth: Depth,
    /// Its place in the stack.
    pub height: Height,
    /// Whether its back carries a ring; seen on top of a stack.
    pub ring: Option<bool>,
    /// The three exits of the long side in front, from left to right.
    pub front: Option<[bool; 3]>,
    /// The three exits of the long side at the back, from left to right.
    pub back: Option<[bool; 3]>,
    /// The exit of the left end.
    pub left_end: Option<bool>,
    /// The exit of the right end.
    pub right_end: Option<bool>,
}

impl SupplyView {
    pub(super) fn of(supply: &Supply) -> Self {
        let mut tiles = Vec::new();
        for lane in Lane::ALL {
            for depth in Depth::all() {
                tiles.extend(Height::all().filter_map(|height| SeenTile::of(supply, lane, depth, height)));
            }
        }
        Self { tiles }
    }

    /// Every tile left, also those of which nothing is seen: the left lane first, each lane from the front to the
    /// back, each stack from the bottom to the top.
    #[must_use]
    pub fn tiles(&self) -> &[SeenTile] {
        &self.tiles
    }

    /// The tile at a place, if it is still there.
    #[must_use]
    pub fn tile(&self, lane: Lane, depth: Depth, height: Height) -> Option<&SeenTile> {
        self.tiles
            .iter()
            .find(|t| (t.lane, t.depth, t.height) == (lane, depth, height))
    }

    /// The tile that would be drawn from a lane next, or `None` when the lane has run out.
    #[must_use]
    pub fn next(&self, lane: Lane) -> Option<&SeenTile> {
        self.tiles.iter().find(|t| t.lane == lane && t.ring.is_some())
    }
}

impl SeenTile {
    /// What is seen of the tile at a place. A side is seen when no tile stands against it.
    fn of(supply: &Supply, lane: Lane, depth: Depth, height: Height) -> Option<Self> {
        let mouths = supply.at(lane, depth, height)?;
        let covered = |depth: Option<Depth>| depth.is_some_and(|d| supply.at(lane, d, height).is_some());
        let inner_covered = supply.at(lane.other(), depth, height).is_some();
        let shows = |exit: usize| mouths.contains(Exit::ALL[exit - 1]);
        Some(Self {
            lane,
            depth,
            height,
            ring: (supply.stack_height(lane, depth) == height.number()).then(|| mouths.tile().has_ring()),
            front: (!covered(Depth::new(depth.number() - 1))).then(|| [1, 2, 3].map(shows)),
            back: (!covered(Depth::new(depth.number() + 1))).then(|| [7, 6, 5].map(shows)),
            left_end: (lane == Lane::Left || !inner_covered).then(|| shows(8)),
            right_end: (lane == Lane::Right || !inner_covered).then(|| shows(4)),
        })
    }

    /// Whether a tile of this kind could look like this, lying one way or the other.
    #[must_use]
    pub fn could_be(&self, tile: Tile) -> bool {
        let agrees = |seen: Option<bool>, is: bool| seen.is_none_or(|seen| seen == is);
        let sides = |mouths: Mouths, exits: [usize; 3]| exits.map(|e| mouths.contains(Exit::ALL[e - 1]));
        agrees(self.ring, tile.has_ring())
            && tile.readings().into_iter().any(|mouths| {
                self.front.is_none_or(|seen| seen == sides(mouths, [1, 2, 3]))
                    && self.back.is_none_or(|seen| seen == sides(mouths, [7, 6, 5]))
                    && agrees(self.left_end, mouths.contains(Exit::ALL[7]))
                    && agrees(self.right_end, mouths.contains(Exit::ALL[3]))
            })
    }
}
