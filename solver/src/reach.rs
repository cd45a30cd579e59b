//! Where the tiles of a sequence can come to lie: placements that no later search has to look beyond.

use tayu_core::geometry::{BOARD_SIZE, SPOT_COUNT, SQUARE_COUNT};
use tayu_core::{Board, Edge, Exit, Placement, Puzzle, Side, Spot, Square, Tile};

/// A line between two squares, or between a square and the sea: an [`Edge`] and what it is from beyond.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Seam(usize);

impl Seam {
    /// Number of seams.
    pub(crate) const COUNT: usize = 2 * SQUARE_COUNT + 2 * BOARD_SIZE;

    pub(crate) fn of(edge: Edge) -> Self {
        let square = edge.square;
        // The seam belongs to the square south or west of it; along the south and west coasts there is none.
        Self(match (edge.side, square.neighbour(edge.side)) {
            (Side::North, _) => 2 * square.index(),
            (Side::East, _) => 2 * square.index() + 1,
            (Side::South, Some(beyond)) => 2 * beyond.index(),
            (Side::West, Some(beyond)) => 2 * beyond.index() + 1,
            (Side::South, None) => 2 * SQUARE_COUNT + square.column(),
            (Side::West, None) => 2 * SQUARE_COUNT + BOARD_SIZE + square.row(),
        })
    }

    /// From 0.
    pub(crate) const fn index(self) -> usize {
        self.0
    }
}

/// What the board demands of a tile at a spot, as masks of exits.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Rim {
    /// Exits that face an open mouth.
    pub(crate) needed: u8,
    /// Exits that face a blank side.
    pub(crate) barred: u8,
}

impl Rim {
    fn of(board: &Board, spot: Spot) -> Self {
        let mut rim = Self::default();
        for exit in Exit::ALL {
            let Some(beyond) = spot.edge(exit).from_beyond() else {
                continue;
            };
            if board.has_mouth(beyond) {
                rim.needed |= 1 << exit.index();
            } else if board.is_covered(beyond.square) {
                rim.barred |= 1 << exit.index();
            }
        }
        rim
    }

    pub(crate) const fn allows(self, mouths: u8) -> bool {
        mouths & self.needed == self.needed && mouths & self.barred == 0
    }
}

/// A spot where a tile of the sequence may come to lie at its turn.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Candidate {
    pub(crate) spot: Spot,
    /// Which of the tile's two readings may lie there; at least one.
    pub(crate) readings: [bool; 2],
}

/// The candidates of all tiles of a sequence.
///
/// A tile's spot is a candidate when the board does not forbid it and it continues a canal of the board or a
/// mouth that some candidate of an earlier tile has, other tiles of the sequence left aside. Every placement
/// of every line is among them.
#[derive(Debug)]
pub(crate) struct Reach {
    /// For each tile of the sequence, in the order of spots.
    pub(crate) rows: Vec<Vec<Candidate>>,
    /// All spots that are a candidate of some tile, in their order.
    pub(crate) spots: Vec<Spot>,
    rims: Vec<Rim>,
    first_on_star: bool,
}

impl Reach {
    pub(crate) fn of(puzzle: &Puzzle) -> Self {
        let board = puzzle.position().board();
        let free: Vec<Spot> = Spot::all()
            .filter(|spot| spot.squares().iter().all(|&square| !board.is_covered(square)))
            .collect();
        let mut rims = vec![Rim::default(); SPOT_COUNT];
        for &spot in &free {
            rims[spot.index()] = Rim::of(board, spot);
        }
        let mut reach = Self {
            rows: Vec::new(),
            spots: Vec::new(),
            rims,
            first_on_star: board.is_empty(),
        };
        // By seam: whether some candidate so far has a mouth there.
        let mut offered = vec![false; Seam::COUNT];
        let mut is_candidate = vec![false; SPOT_COUNT];
        for (n, &tile) in puzzle.sequence().iter().enumerate() {
            let row: Vec<Candidate> = free
                .iter()
                .filter_map(|&spot| reach.candidate(n, tile, spot, &offered))
                .collect();
            for candidate in &row {
                is_candidate[candidate.spot.index()] = true;
                for placement in candidate.placements(tile) {
                    placement
                        .mouth_edges()
                        .for_each(|edge| offered[Seam::of(edge).index()] = true);
                }
            }
            reach.rows.push(row);
        }
        reach.spots = free
            .into_iter()
            .filter(|spot| is_candidate[spot.index()])
            .collect();
        reach
    }

    fn candidate(&self, n: usize, tile: Tile, spot: Spot, offered: &[bool]) -> Option<Candidate> {
        let on_star = spot.squares().contains(&Square::STAR);
        if self.first_on_star && on_star != (n == 0) {
            return None;
        }
        let joined = self.is_joined(spot);
        let readings = tile.readings().map(|mouths| {
            self.rim(spot).allows(mouths.mask())
                && (joined
                    || Placement::new(spot, mouths)
                        .mouth_edges()
                        .any(|edge| offered[Seam::of(edge).index()]))
        });
        readings.contains(&true).then_some(Candidate { spot, readings })
    }

    /// What the board demands of a tile at a free spot.
    pub(crate) fn rim(&self, spot: Spot) -> Rim {
        self.rims[spot.index()]
    }

    /// Whether a tile at this free spot needs no other tile of the sequence to hold on to: it has to continue a
    /// canal of the board, or it is the first of all and covers the star.
    pub(crate) fn is_joined(&self, spot: Spot) -> bool {
        self.rim(spot).needed != 0 || (self.first_on_star && spot.squares().contains(&Square::STAR))
    }
}

impl Candidate {
    /// The placements that it stands for.
    pub(crate) fn placements(self, tile: Tile) -> impl Iterator<Item = Placement> {
        let readings = tile.readings().into_iter().zip(self.readings);
        readings
            .filter(|(_, possible)| *possible)
            .map(move |(mouths, _)| Placement::new(self.spot, mouths))
    }
}
