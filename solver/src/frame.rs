//! Tiles of a line that are to stay while the others are laid anew.

use tayu_core::geometry::{SPOT_COUNT, SQUARE_COUNT};
use tayu_core::{Edge, Exit, Placement, Side, Spot};

use crate::prospect::{Free, is_free, take};

/// The tiles that stay, and what they demand of the others.
#[derive(Debug)]
pub(crate) struct Frame {
    /// For each tile of the sequence, where it stays.
    kept: Vec<Option<Placement>>,
    /// By spot: exits that face a mouth of a tile that stays.
    needed: Vec<u8>,
    /// By spot: exits that face a blank side of one.
    barred: Vec<u8>,
    covered: Vec<bool>,
}

impl Frame {
    /// No tile stays.
    pub(crate) fn open(tiles: usize) -> Self {
        Self {
            kept: vec![None; tiles],
            needed: vec![0; SPOT_COUNT],
            barred: vec![0; SPOT_COUNT],
            covered: vec![false; SQUARE_COUNT],
        }
    }

    /// Those tiles stay of which there is a placement.
    pub(crate) fn of(kept: Vec<Option<Placement>>) -> Self {
        let mut frame = Self::open(0);
        let mut mouths = vec![false; SQUARE_COUNT * 4];
        let number = |edge: Edge| edge.square.index() * 4 + edge.side.index();
        for placement in kept.iter().flatten() {
            for square in placement.squares() {
                frame.covered[square.index()] = true;
            }
            placement
                .mouth_edges()
                .for_each(|edge| mouths[number(edge)] = true);
        }
        for placement in kept.iter().flatten() {
            for square in placement.squares() {
                for side in Side::ALL {
                    let Some(beyond) = square.neighbour(side) else {
                        continue;
                    };
                    if frame.covered[beyond.index()] {
                        continue;
                    }
                    let open = mouths[number(Edge { square, side })];
                    let facing = Edge {
                        square: beyond,
                        side: side.opposite(),
                    };
                    for spot in Spot::covering(beyond) {
                        for exit in Exit::ALL.into_iter().filter(|&exit| spot.edge(exit) == facing) {
                            let masks = if open {
                                &mut frame.needed
                            } else {
                                &mut frame.barred
                            };
                            masks[spot.index()] |= 1 << exit.index();
                        }
                    }
                }
            }
        }
        frame.kept = kept;
        frame
    }

    /// Where tile `n` of the sequence stays, if it does.
    pub(crate) fn kept(&self, n: usize) -> Option<Placement> {
        self.kept.get(n).copied().flatten()
    }

    /// The tiles that stay.
    pub(crate) fn placements(&self) -> impl Iterator<Item = Placement> {
        self.kept.iter().copied().flatten()
    }

    /// Whether a tile can be laid like this beside those that stay.
    pub(crate) fn allows(&self, placement: Placement) -> bool {
        let (spot, mask) = (placement.spot(), placement.mouths().mask());
        let (needed, barred) = (self.needed[spot.index()], self.barred[spot.index()]);
        mask & needed == needed
            && mask & barred == 0
            && !spot.squares().iter().any(|square| self.covered[square.index()])
    }

    /// Takes the squares of the tiles that stay.
    pub(crate) fn take_squares(&self, free: &mut Free) {
        for square in self.placements().flat_map(Placement::squares) {
            take(free, square);
        }
    }

    /// The mouths of the tiles that stay, where the squares beyond are free.
    pub(crate) fn open_mouths(&self, free: &Free) -> Vec<Edge> {
        self.placements()
            .flat_map(Placement::mouth_edges)
            .filter(|edge| {
                edge.from_beyond()
                    .is_some_and(|beyond| is_free(free, beyond.square))
            })
            .collect()
    }
}
