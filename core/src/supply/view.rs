//! What may be seen of the supply: the one place where a hidden tile could leak.

use super::{Depth, Height, LANE_TILES, Lane, STACK_HEIGHT, Supply, SupplyError};
use crate::tile::{Exit, Mouths, Tile};

/// What may be seen of a supply, from all around but without touching it.
///
/// Two supplies that look the same have equal views, whatever is hidden in them.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct SupplyView {
    tiles: Vec<SeenTile>,
}

/// A tile of the supply, face down: its place and what is seen of it. `None` is what something hides, or what nobody has said.
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
    pub front: [Option<bool>; 3],
    /// The three exits of the long side at the back, from left to right.
    pub back: [Option<bool>; 3],
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

    /// Stacks with so many tiles left in the left and in the right lane, of which nothing is seen.
    ///
    /// # Errors
    /// [`SupplyError::LaneTooLong`] if a lane would hold more than 56.
    pub fn unseen(left: usize, right: usize) -> Result<Self, SupplyError> {
        let mut tiles = Vec::new();
        for (lane, count) in [(Lane::Left, left), (Lane::Right, right)] {
            if count > LANE_TILES {
                return Err(SupplyError::LaneTooLong { lane, count });
            }
            for depth in Depth::all() {
                // The last tile lies at the bottom of stack 8.
                let behind = (Depth::all().len() - depth.number()) * STACK_HEIGHT;
                let high = count.saturating_sub(behind).min(STACK_HEIGHT);
                tiles.extend(Height::all().take(high).map(|height| SeenTile {
                    lane,
                    depth,
                    height,
                    ring: None,
                    front: [None; 3],
                    back: [None; 3],
                    left_end: None,
                    right_end: None,
                }));
            }
        }
        Ok(Self { tiles })
    }

    /// The same stacks when just this is seen of the tile at its place. Where there is no tile nothing changes.
    #[must_use]
    pub fn with(mut self, seen: SeenTile) -> Self {
        let place = |t: &SeenTile| (t.lane, t.depth, t.height);
        if let Some(tile) = self.tiles.iter_mut().find(|t| place(t) == place(&seen)) {
            *tile = seen;
        }
        self
    }

    /// The stacks after the next tile of a lane has been drawn, when nobody has looked at what it hid.
    #[must_use]
    pub fn without_next(mut self, lane: Lane) -> Self {
        if let Some(&next) = self.next(lane) {
            self.tiles.retain(|tile| *tile != next);
        }
        self
    }

    /// How many tiles are left in a lane.
    #[must_use]
    pub fn left_in(&self, lane: Lane) -> usize {
        self.tiles.iter().filter(|tile| tile.lane == lane).count()
    }

    /// Which sides of a tile no other tile stands against: the front, the back, the left and the right end.
    #[must_use]
    pub fn open_sides(&self, seen: &SeenTile) -> [bool; 4] {
        let free = |lane: Lane, depth: Option<Depth>| {
            depth.is_none_or(|depth| self.tile(lane, depth, seen.height).is_none())
        };
        let beside = |outer: Lane| seen.lane == outer || free(outer, Some(seen.depth));
        [
            free(seen.lane, Depth::new(seen.depth.number() - 1)),
            free(seen.lane, Depth::new(seen.depth.number() + 1)),
            beside(Lane::Left),
            beside(Lane::Right),
        ]
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
        let in_lane = self.tiles.iter().filter(|t| t.lane == lane);
        // The first stack is in front.
        in_lane.min_by_key(|t| (t.depth, std::cmp::Reverse(t.height)))
    }
}

impl SeenTile {
    /// What is seen of the tile at a place. A side is seen when no tile stands against it.
    fn of(supply: &Supply, lane: Lane, depth: Depth, height: Height) -> Option<Self> {
        let mouths = supply.at(lane, depth, height)?;
        let covered = |depth: Option<Depth>| depth.is_some_and(|d| supply.at(lane, d, height).is_some());
        let inner_covered = supply.at(lane.other(), depth, height).is_some();
        let shows = |exit: usize| mouths.contains(Exit::ALL[exit - 1]);
        let side = |covered: bool, exits: [usize; 3]| exits.map(|exit| (!covered).then(|| shows(exit)));
        Some(Self {
            lane,
            depth,
            height,
            ring: (supply.stack_height(lane, depth) == height.number()).then(|| mouths.tile().has_ring()),
            front: side(covered(Depth::new(depth.number() - 1)), [1, 2, 3]),
            back: side(covered(Depth::new(depth.number() + 1)), [7, 6, 5]),
            left_end: (lane == Lane::Left || !inner_covered).then(|| shows(8)),
            right_end: (lane == Lane::Right || !inner_covered).then(|| shows(4)),
        })
    }

    /// Whether a tile of this kind could look like this, lying one way or the other.
    #[must_use]
    pub fn could_be(&self, tile: Tile) -> bool {
        let agrees = |seen: Option<bool>, is: bool| seen.is_none_or(|seen| seen == is);
        let shows = |mouths: Mouths, exit: usize| mouths.contains(Exit::ALL[exit - 1]);
        let side = |mouths: Mouths, seen: [Option<bool>; 3], exits: [usize; 3]| {
            (seen.into_iter().zip(exits)).all(|(seen, exit)| agrees(seen, shows(mouths, exit)))
        };
        agrees(self.ring, tile.has_ring())
            && tile.readings().into_iter().any(|mouths| {
                side(mouths, self.front, [1, 2, 3])
                    && side(mouths, self.back, [7, 6, 5])
                    && agrees(self.left_end, shows(mouths, 8))
                    && agrees(self.right_end, shows(mouths, 4))
            })
    }
}
