//! The tile in the hand: where it is held and how it is turned.
//!
//! A tile is held by its middle square. It shows itself in a legal orientation wherever the square has one, and
//! turning it goes through the legal ones only; where there is none it goes through all that stay on the board.

use tayu_core::{Board, Placement, Square, Tile};

/// A quarter turn.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Turn {
    /// With the clock.
    Clockwise,
    /// Against it.
    Back,
}

/// How a person wants the tile to lie: quarter turns clockwise from its smaller reading lying east-west.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Hand {
    quarter_turns: usize,
}

impl Hand {
    /// A hand that holds a tile as it lies there.
    #[must_use]
    pub fn as_lying(placement: Placement) -> Self {
        let turns = ways(placement.tile(), placement.middle());
        Self {
            quarter_turns: turns
                .iter()
                .position(|p| *p == Some(placement))
                .unwrap_or_default(),
        }
    }

    /// How `tile` lies when it is held over `middle`.
    #[must_use]
    pub fn held(self, board: &Board, tile: Tile, middle: Square) -> Option<Placement> {
        self.choices(board, tile, middle)
            .first()
            .map(|&(_, placement)| placement)
    }

    /// Turns the tile that is held over `middle` to its next orientation there.
    pub fn turn(&mut self, board: &Board, tile: Tile, middle: Square, turn: Turn) {
        let choices = self.choices(board, tile, middle);
        let next = match turn {
            Turn::Clockwise => choices.get(1),
            Turn::Back => choices.last(),
        };
        if let Some(&(quarter_turns, _)) = next {
            self.quarter_turns = quarter_turns;
        }
    }

    /// The orientations to choose from at a square, clockwise from the one that is wanted.
    fn choices(self, board: &Board, tile: Tile, middle: Square) -> Vec<(usize, Placement)> {
        let ways = ways(tile, middle);
        let from_here = (0..4).map(|n| (self.quarter_turns + n) % 4);
        let all: Vec<(usize, Placement)> = from_here.filter_map(|n| Some((n, ways[n]?))).collect();
        let legal: Vec<(usize, Placement)> = all.iter().copied().filter(|&(_, p)| board.allows(p)).collect();
        if legal.is_empty() { all } else { legal }
    }
}

/// The tile after no, one, two and three quarter turns; `None` where it would leave the board.
fn ways(tile: Tile, middle: Square) -> [Option<Placement>; 4] {
    let mut out = [None; 4];
    for placement in Placement::around(tile, middle) {
        let lying = usize::from(placement.spot().axis() == tayu_core::Axis::NorthSouth);
        let reading = usize::from(placement.mouths() != tile.readings()[0]);
        out[reading * 2 + lying] = Some(placement);
    }
    out
}

/// The square nearest to `square` over which a tile can be held without leaving the board: corners give way.
#[must_use]
pub fn holdable(square: Square) -> Square {
    let last = tayu_core::geometry::BOARD_SIZE - 1;
    let at_side = |n: usize| n == 0 || n == last;
    if at_side(square.column()) && at_side(square.row()) {
        let column = square.column().clamp(1, last - 1);
        return Square::new(column, square.row()).unwrap_or(square);
    }
    square
}

#[cfg(test)]
mod tests {
    use super::*;

    fn board() -> Board {
        let mut board = Board::new();
        board.lay("i10-147".parse().unwrap()).unwrap();
        board
    }

    fn square(text: &str) -> Square {
        text.parse().unwrap()
    }

    #[test]
    fn it_is_held_in_a_legal_orientation_wherever_there_is_one() {
        let board = board();
        for tile in Tile::all() {
            for middle in Square::all() {
                for quarter_turns in 0..4 {
                    let held = Hand { quarter_turns }.held(&board, tile, middle);
                    let any = Placement::around(tile, middle).any(|p| board.allows(p));
                    assert_eq!(held.is_some_and(|p| board.allows(p)), any);
                    assert_eq!(held.is_none(), Placement::around(tile, middle).next().is_none());
                }
            }
        }
    }

    #[test]
    fn turning_goes_through_the_legal_orientations_and_back() {
        let board = board();
        for tile in Tile::all() {
            for middle in Square::all() {
                let legal = Placement::around(tile, middle)
                    .filter(|&p| board.allows(p))
                    .count();
                let mut hand = Hand::default();
                let start = hand.held(&board, tile, middle);
                let mut seen = vec![];
                for _ in 0..legal {
                    seen.extend(hand.held(&board, tile, middle));
                    hand.turn(&board, tile, middle, Turn::Clockwise);
                }
                seen.sort();
                seen.dedup();
                assert_eq!(seen.len(), legal);
                if legal > 0 {
                    assert_eq!(hand.held(&board, tile, middle), start);
                    assert!(seen.iter().all(|&p| board.allows(p)));
                }
                hand.turn(&board, tile, middle, Turn::Clockwise);
                hand.turn(&board, tile, middle, Turn::Back);
                assert_eq!(hand.held(&board, tile, middle), start);
            }
        }
    }

    #[test]
    fn a_tile_picked_up_stays_as_it_lay() {
        for text in ["a1-123", "j11|238", "i10-567", "s19|368"] {
            let placement: Placement = text.parse().unwrap();
            let mut board = Board::new();
            // With a tile elsewhere nothing is legal here, so that every orientation is offered.
            board.lay("i10-147".parse().unwrap()).unwrap();
            if !board.is_covered(placement.middle()) {
                assert_eq!(
                    Hand::as_lying(placement).held(&board, placement.tile(), placement.middle()),
                    Some(placement)
                );
            }
        }
    }

    #[test]
    fn corners_give_way() {
        assert_eq!(holdable(square("a1")), square("b1"));
        assert_eq!(holdable(square("s19")), square("r19"));
        assert_eq!(holdable(square("a2")), square("a2"));
        assert!(Square::all().all(|s| Placement::around("123".parse().unwrap(), holdable(s)).count() > 0));
    }
}
