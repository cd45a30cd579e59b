//! What an editor can draw, against what a game can reach.

use std::fmt;

use crate::board::{Board, Illegal};
use crate::geometry::{Edge, SQUARE_COUNT, Square};
use crate::placement::Placement;
use crate::tile::{TILES_PER_KIND, Tile, TileCounts};

/// Tiles on a board and tiles to come, whether or not the rules can reach them.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Setup {
    /// The tiles on the board, in any order. They may overlap or contradict each other.
    pub board: Vec<Placement>,
    /// The tiles to come, in this order.
    pub sequence: Vec<Tile>,
}

/// One reason why a [`Setup`] is no [`Position`].
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub enum SetupFault {
    /// Two tiles lie on the same square.
    Overlap {
        /// The tile that comes first in the setup.
        first: Placement,
        /// The tile that comes later.
        second: Placement,
        /// The square that both cover; the first of them.
        square: Square,
    },
    /// A mouth of one tile meets a blank side of another.
    Blocked {
        /// The tile with the mouth.
        open: Placement,
        /// The tile with the blank side.
        blank: Placement,
        /// Where: the edge of the tile with the mouth.
        edge: Edge,
    },
    /// There are tiles, but none covers the star.
    StarUncovered,
    /// No canal joins this tile to the one on the star.
    Apart(Placement),
    /// More tiles of a kind than a set holds, board and sequence together.
    TooMany {
        /// The kind.
        tile: Tile,
        /// How many there are.
        count: usize,
    },
}

impl SetupFault {
    /// The square to look at, if the fault is on the board.
    #[must_use]
    pub fn square(&self) -> Option<Square> {
        match self {
            Self::Overlap { square, .. } => Some(*square),
            Self::Blocked { edge, .. } => Some(edge.square),
            Self::StarUncovered => Some(Square::STAR),
            Self::Apart(placement) => Some(placement.middle()),
            Self::TooMany { .. } => None,
        }
    }
}

impl SetupFault {
    fn names(&self, placement: Placement) -> bool {
        match *self {
            Self::Overlap { first, second, .. } => placement == first || placement == second,
            Self::Blocked { open, blank, .. } => placement == open || placement == blank,
            Self::Apart(apart) => placement == apart,
            Self::StarUncovered | Self::TooMany { .. } => false,
        }
    }
}

impl fmt::Display for SetupFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Overlap {
                first,
                second,
                square,
            } => {
                write!(
                    f,
                    "{first} and {second} both cover {square}; take one of them away"
                )
            }
            Self::Blocked { open, blank, edge } => {
                write!(
                    f,
                    "the mouth of {open} at {edge} meets a blank side of {blank}; turn or move one of them"
                )
            }
            Self::StarUncovered => {
                write!(
                    f,
                    "no tile covers the star at {}; the first tile of a game does",
                    Square::STAR
                )
            }
            Self::Apart(placement) => {
                write!(
                    f,
                    "no canal joins {placement} to the tile on the star; join it or take it away"
                )
            }
            Self::TooMany { tile, count } => write!(
                f,
                "there are {count} tiles {tile}, board and sequence together; a set holds {TILES_PER_KIND}"
            ),
        }
    }
}

impl Setup {
    /// Everything that keeps this from being a [`Position`]; empty when nothing does.
    ///
    /// A tile that lies on others, and a mouth that several tiles block, is one fault. Overlaps come first, then blocked mouths, the star, tiles that lie apart, and kinds overdrawn.
    /// A tile that overlaps another or is blocked by it is not also reported as lying apart.
    #[must_use]
    pub fn faults(&self) -> Vec<SetupFault> {
        let mut faults = Vec::new();
        // The tiles on each square, in the order of the setup.
        let mut on: Vec<Vec<usize>> = vec![Vec::new(); SQUARE_COUNT];
        for (n, placement) in self.board.iter().enumerate() {
            // A tile that lies on several others has one fault: it has to go whatever they do.
            let under = placement
                .squares()
                .into_iter()
                .find_map(|s| Some((s, *on[s.index()].first()?)));
            if let Some((square, other)) = under {
                let first = self.board[other];
                faults.push(SetupFault::Overlap {
                    first,
                    second: *placement,
                    square,
                });
            }
            for square in placement.squares() {
                on[square.index()].push(n);
            }
        }
        let mut joined: Vec<Vec<usize>> = vec![Vec::new(); self.board.len()];
        for (n, &open) in self.board.iter().enumerate() {
            for edge in open.mouth_edges() {
                let Some(beyond) = edge.from_beyond() else {
                    continue;
                };
                let mut blank = None;
                for &m in on[beyond.square.index()].iter().filter(|&&m| m != n) {
                    let other = self.board[m];
                    if other.mouth_edges().any(|e| e == beyond) {
                        joined[n].push(m);
                    } else if !other.squares().contains(&edge.square) {
                        blank = blank.or(Some(other));
                    }
                }
                faults.extend(blank.map(|blank| SetupFault::Blocked { open, blank, edge }));
            }
        }
        let on_star = &on[Square::STAR.index()];
        if on_star.is_empty() && !self.board.is_empty() {
            faults.push(SetupFault::StarUncovered);
        }
        let mut reached = vec![false; self.board.len()];
        let mut open: Vec<usize> = on_star.clone();
        while let Some(n) = open.pop() {
            if !std::mem::replace(&mut reached[n], true) {
                open.extend(&joined[n]);
            }
        }
        if !on_star.is_empty() {
            // A tile that already has a fault of its own is not named twice.
            let apart: Vec<SetupFault> = (self.board.iter().zip(&reached))
                .filter(|&(placement, reached)| !reached && !faults.iter().any(|f| f.names(*placement)))
                .map(|(placement, _)| SetupFault::Apart(*placement))
                .collect();
            faults.extend(apart);
        }
        let counts = self.counts();
        faults.extend(counts.overdrawn().map(|tile| SetupFault::TooMany {
            tile,
            count: counts.of(tile),
        }));
        faults
    }

    /// How many tiles of each kind are used, board and sequence together.
    #[must_use]
    pub fn counts(&self) -> TileCounts {
        self.board
            .iter()
            .map(|p| p.tile())
            .chain(self.sequence.iter().copied())
            .collect()
    }

    /// The position that the board shows.
    ///
    /// # Errors
    /// All [`faults`](Self::faults), if there are any.
    pub fn position(&self) -> Result<Position, Vec<SetupFault>> {
        let faults = self.faults();
        if !faults.is_empty() {
            return Err(faults);
        }
        let mut position = Position::default();
        let mut waiting = self.board.clone();
        while !waiting.is_empty() {
            let before = waiting.len();
            // Each pass lays what has become possible, so that an order that works is kept.
            waiting.retain(|&placement| position.lay(placement).is_err());
            if waiting.len() == before {
                return Err(waiting.into_iter().map(SetupFault::Apart).collect());
            }
        }
        Ok(position)
    }
}

/// A position that a game can reach: every tile was legal when it was laid.
///
/// Equality takes the order of the tiles into account; [`Board`] does not.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Position {
    laid: Vec<Placement>,
    board: Board,
}

impl Position {
    /// The tiles in the order in which they were laid.
    #[must_use]
    pub fn placements(&self) -> &[Placement] {
        &self.laid
    }

    /// What the rules see of it.
    #[must_use]
    pub const fn board(&self) -> &Board {
        &self.board
    }

    /// Lays one more tile.
    ///
    /// # Errors
    /// [`Illegal`] with all that stands against it; the position is then unchanged.
    pub fn lay(&mut self, placement: Placement) -> Result<(), Illegal> {
        self.board.lay(placement)?;
        self.laid.push(placement);
        Ok(())
    }

    /// How many tiles of each kind lie on the board.
    #[must_use]
    pub fn counts(&self) -> TileCounts {
        self.laid.iter().map(|p| p.tile()).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn setup(board: &str, sequence: &str) -> Setup {
        Setup {
            board: board.split_whitespace().map(|t| t.parse().unwrap()).collect(),
            sequence: sequence.split_whitespace().map(|t| t.parse().unwrap()).collect(),
        }
    }

    fn faults(board: &str, sequence: &str) -> Vec<String> {
        setup(board, sequence)
            .faults()
            .iter()
            .map(ToString::to_string)
            .collect()
    }

    #[test]
    fn any_order_will_do_and_an_order_that_works_is_kept() {
        let reached = setup("l10-138 i10-147", "").position().unwrap();
        assert_eq!(reached.placements(), setup("i10-147 l10-138", "").board);
    }

    #[test]
    fn all_faults_come_together() {
        let found = faults("i10-147 k10-123 a1-123 l10-123", "123 123 567");
        assert_eq!(found.len(), 5, "{found:#?}");
        assert!(found[0].contains("i10-147 and k10-123 both cover k10"));
        assert!(found[1].contains("k10-123 and l10-123 both cover l10"));
        assert!(
            found[2].contains("the mouth of i10-147 at the east side of k10 meets a blank side of l10-123")
        );
        assert!(
            found.iter().any(|f| f.contains("no canal joins a1-123")),
            "{found:#?}"
        );
        assert!(found.last().unwrap().contains("6 tiles 123"));
        assert!(faults("a1-123", "")[0].contains("star"));
        assert_eq!(faults("", ""), [""; 0]);
    }

    #[test]
    fn a_canal_that_only_touches_itself_lies_apart() {
        // Two tiles joined to each other, but not to the tile on the star.
        let found = setup("i10-147 a1-134 d1-138", "").faults();
        assert_eq!(
            found.iter().filter(|f| matches!(f, SetupFault::Apart(_))).count(),
            2
        );
    }
}
