//! Lines: what a puzzle's sequence can be laid into, replayed under the rules.

use std::fmt;

use tayu_core::{Board, Coasts, Goal, Illegal, Placement, Product, Puzzle, Tile};

/// How far the side that moves first in a duel is ahead, in points: its product less the other's.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub struct Margin(i32);

impl Margin {
    /// This margin, in points.
    #[must_use]
    pub const fn new(margin: i32) -> Self {
        Self(margin)
    }

    /// Its value, in points; negative when the side that moves first is behind.
    #[must_use]
    pub const fn get(self) -> i32 {
        self.0
    }
}

impl fmt::Display for Margin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.0, f)
    }
}

/// What a line is worth in a puzzle: more is better for the side that the goal names.
///
/// All values of one puzzle are of the same variant.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Value {
    /// Of a puzzle that asks for the highest product.
    Product(Product),
    /// Of a duel.
    Margin(Margin),
}

impl Value {
    /// What these coasts are worth under this goal.
    #[must_use]
    pub const fn of(goal: Goal, coasts: Coasts) -> Self {
        match goal {
            Goal::Maximize(pair) => Self::Product(coasts.product(pair)),
            Goal::Duel(pair) => Self::Margin(Margin(coasts.margin(pair))),
        }
    }

    /// A value that no line of any puzzle with this goal exceeds: a coast holds at most 22 points, 19
    /// squares of which three are marked.
    #[must_use]
    pub const fn ceiling(goal: Goal) -> Self {
        const MOST: u32 = 22 * 22;
        match goal {
            Goal::Maximize(_) => Self::Product(Product::new(MOST)),
            Goal::Duel(_) => Self::Margin(Margin(MOST as i32)),
        }
    }
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Product(product) => fmt::Display::fmt(product, f),
            Self::Margin(margin) => fmt::Display::fmt(margin, f),
        }
    }
}

/// Why a line is over.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum LineEnd {
    /// Every tile of the sequence has been laid.
    SequenceDone,
    /// This tile, the next of the sequence, fits nowhere.
    Stuck(Tile),
}

/// A whole play of a puzzle's sequence under the rules, with what it is worth.
///
/// There is no other way to get one than [`Line::replay`], so that every line that leaves this crate is legal
/// and counted by the rules themselves.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Line {
    placements: Vec<Placement>,
    coasts: Coasts,
    end: LineEnd,
    value: Value,
}

/// Why placements are no line of a puzzle. Tiles are counted from 1.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ReplayError {
    /// There are more placements than tiles in the sequence.
    #[error("there are {found} placements for a sequence of {sequence} tiles")]
    TooMany {
        /// Number of placements.
        found: usize,
        /// Number of tiles in the sequence.
        sequence: usize,
    },
    /// A placement is of another kind than the sequence has there.
    #[error("tile {number} of the sequence is {expected}, and {found} is another one")]
    WrongTile {
        /// Which tile of the sequence.
        number: usize,
        /// What the sequence has there.
        expected: Tile,
        /// What was laid.
        found: Placement,
    },
    /// The rules do not allow a placement.
    #[error("tile {number} of the sequence: {illegal}")]
    Illegal {
        /// Which tile of the sequence.
        number: usize,
        /// What stands against it.
        illegal: Illegal,
    },
    /// The line stops although the next tile can be laid.
    #[error("the line stops before tile {number}, {tile}, which can be laid at {possible}")]
    StopsEarly {
        /// Which tile of the sequence.
        number: usize,
        /// The tile.
        tile: Tile,
        /// The first of its legal placements.
        possible: Placement,
    },
}

impl Line {
    /// Replays placements from the board of the puzzle under the rules.
    ///
    /// # Errors
    /// The first thing that is wrong: a placement too many, of another kind than the sequence has there, or
    /// not allowed by the rules; or a line that stops although the next tile can be laid.
    pub fn replay(puzzle: &Puzzle, placements: Vec<Placement>) -> Result<Self, ReplayError> {
        let sequence = puzzle.sequence();
        if placements.len() > sequence.len() {
            return Err(ReplayError::TooMany {
                found: placements.len(),
                sequence: sequence.len(),
            });
        }
        let mut board = puzzle.position().board().clone();
        for (n, (&placement, &expected)) in placements.iter().zip(sequence).enumerate() {
            let number = n + 1;
            if placement.tile() != expected {
                return Err(ReplayError::WrongTile {
                    number,
                    expected,
                    found: placement,
                });
            }
            board
                .lay(placement)
                .map_err(|illegal| ReplayError::Illegal { number, illegal })?;
        }
        let end = match sequence.get(placements.len()) {
            None => LineEnd::SequenceDone,
            Some(&tile) => {
                if let Some(possible) = board.legal_placements(tile).next() {
                    let number = placements.len() + 1;
                    return Err(ReplayError::StopsEarly {
                        number,
                        tile,
                        possible,
                    });
                }
                LineEnd::Stuck(tile)
            }
        };
        let coasts = board.coasts();
        Ok(Self {
            placements,
            coasts,
            end,
            value: Value::of(puzzle.goal(), coasts),
        })
    }

    /// Lays on after these placements until the sequence is done or a tile fits nowhere, and replays the
    /// whole. Each tile goes where the puzzle's pair of coasts (in a duel, the side whose turn it is) has the
    /// highest product at once; among equals the one with more points on both coasts, then the first in the
    /// order of legal placements.
    ///
    /// No tile ever lowers a coast, so the line is worth at least what its beginning is when the goal is the
    /// highest product.
    ///
    /// # Errors
    /// As [`Line::replay`], about the placements given.
    pub fn complete(puzzle: &Puzzle, mut placements: Vec<Placement>) -> Result<Self, ReplayError> {
        let mut board = puzzle.position().board().clone();
        if placements.iter().all(|&p| board.lay(p).is_ok()) {
            for n in placements.len()..puzzle.sequence().len() {
                let Some(placement) = greediest(puzzle, &board, n) else {
                    break;
                };
                if board.lay(placement).is_err() {
                    break;
                }
                placements.push(placement);
            }
        }
        Self::replay(puzzle, placements)
    }

    /// The placements, one for each tile of the sequence until the line ends.
    #[must_use]
    pub fn placements(&self) -> &[Placement] {
        &self.placements
    }

    /// The points of the four coasts at the end.
    #[must_use]
    pub const fn coasts(&self) -> Coasts {
        self.coasts
    }

    /// Why it is over. When a tile is stuck it is number `placements().len() + 1` of the sequence.
    #[must_use]
    pub const fn end(&self) -> LineEnd {
        self.end
    }

    /// What it is worth in its puzzle.
    #[must_use]
    pub const fn value(&self) -> Value {
        self.value
    }
}

fn greediest(puzzle: &Puzzle, board: &Board, n: usize) -> Option<Placement> {
    let pair = match puzzle.goal() {
        Goal::Duel(pair) if n % 2 == 1 => pair.other(),
        Goal::Duel(pair) | Goal::Maximize(pair) => pair,
    };
    let worth = |&placement: &Placement| {
        let mut after = board.clone();
        // A legal placement is never refused.
        let _ = after.lay(placement);
        let [a, b] = pair.coasts().map(|coast| after.coasts().get(coast).get());
        (a * b, a + b)
    };
    let tile = *puzzle.sequence().get(n)?;
    // `max_by_key` would take the last of equals.
    board
        .legal_placements(tile)
        .map(|p| (worth(&p), p))
        .reduce(|best, next| if next.0 > best.0 { next } else { best })
        .map(|(_, p)| p)
}
