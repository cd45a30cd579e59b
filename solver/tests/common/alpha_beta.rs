//! A plain search of duels: alpha-beta on the ordinary board, without a table or any bounds. Placements that gain most at
//! once come first.

use tayu_core::{Board, Pair, Placement, Tile};

/// A duel being searched.
#[derive(Debug)]
pub struct AlphaBeta<'a> {
    /// The tiles of the duel.
    sequence: &'a [Tile],
    /// Who moves first.
    first: Pair,
    /// Placements tried so far.
    pub nodes: u64,
    /// As many may be tried.
    budget: u64,
}

impl<'a> AlphaBeta<'a> {
    /// Nothing has been searched yet.
    pub const fn new(sequence: &'a [Tile], first: Pair, budget: u64) -> Self {
        Self {
            sequence,
            first,
            nodes: 0,
            budget,
        }
    }

    /// The margin of the side that moves first with best play from this board; `None` if the budget is used up.
    pub fn value(&mut self, board: &Board) -> Option<i32> {
        self.visit(board, 0, -i32::MAX, i32::MAX)
    }

    /// The margin of the side that lays tile `ply`, if it lies between the two; else a bound on it beyond them.
    fn visit(&mut self, board: &Board, ply: usize, mut lower: i32, upper: i32) -> Option<i32> {
        let mover = if ply.is_multiple_of(2) {
            self.first
        } else {
            self.first.other()
        };
        let over = Some(board.coasts().margin(mover));
        let Some(&tile) = self.sequence.get(ply) else {
            return over;
        };
        let mut after: Vec<(i32, Board)> = (board.legal_placements(tile))
            .filter_map(|placement: Placement| {
                let mut after = board.clone();
                after.lay(placement).ok()?;
                Some((after.coasts().margin(mover), after))
            })
            .collect();
        after.sort_by_key(|(margin, _)| -margin);
        let mut best = None;
        for (_, after) in after {
            self.nodes += 1;
            if self.nodes > self.budget {
                return None;
            }
            let value = -self.visit(&after, ply + 1, -upper, -lower)?;
            best = best.max(Some(value));
            lower = lower.max(value);
            if lower >= upper {
                break;
            }
        }
        best.or(over)
    }
}
