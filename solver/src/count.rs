//! How many points the tiles of a sequence can bring at most, by counting mouths.
//!
//! Each tile laid joins at least one mouth of its own to a canal, except the first on an empty board; so `t`
//! tiles have at least `t` joints, one less there. A joint takes a mouth of the tile laid and one that was
//! open before, on the board at first or of an earlier tile. With `n` joints that take mouths of the board at
//! first, `t` tiles are left with 3t − 2j + n mouths for the sea when there are j joints: no more than
//! t + n, and t + 2 on an empty board.
//!
//! Besides, a tile has mouths for one of two opposite coasts only, those of one of its sides, and one
//! mouth at least joins it.

use tayu_core::{Board, Exit, Pair, Puzzle, Tile};

use crate::coasts::coast_edges;

/// The most points that both coasts of the pair can have together.
pub(crate) fn most_points(puzzle: &Puzzle, pair: Pair) -> u32 {
    let board = puzzle.position().board();
    let sequence = puzzle.sequence();
    let tiles = sequence.len() as u32;
    let by_joints = if board.is_empty() {
        tiles + 2
    } else {
        tiles + board.open_mouths().count() as u32
    };
    let by_sides: u32 = sequence.iter().map(|&tile| most_on_a_side(tile)).sum();
    let has: u32 = pair
        .coasts()
        .iter()
        .map(|&coast| board.coasts().get(coast).get())
        .sum();
    has + by_joints.min(by_sides) + free_marks(board, pair)
}

/// What marked squares can add: one point each.
fn free_marks(board: &Board, pair: Pair) -> u32 {
    let coasts = pair.coasts().into_iter();
    let marks = coasts
        .flat_map(|coast| coast_edges(board, coast).filter(move |edge| edge.square.is_marked_for(coast)));
    marks.count() as u32
}

/// The most mouths that a tile of this kind can have on one side, one of the three left for a joint. The first
/// tile on an empty board is nowhere near a coast.
fn most_on_a_side(tile: Tile) -> u32 {
    let [mouths, _] = tile.readings();
    let on = |exits: &[usize]| {
        let here = |exit: &Exit| exits.contains(&exit.index()) && mouths.contains(*exit);
        Exit::ALL.iter().filter(|&exit| here(exit)).count() as u32
    };
    let sides: [&[usize]; 4] = [&[0, 1, 2], &[3], &[4, 5, 6], &[7]];
    sides.map(on).into_iter().max().unwrap_or_default().min(2)
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test may fail")]

    use super::*;

    #[test]
    fn a_side_has_one_or_two_mouths_for_the_sea() {
        let most = |text: &str| most_on_a_side(text.parse().unwrap());
        assert_eq!((most("123"), most("126"), most("148"), most("147")), (2, 2, 1, 1));
    }

    #[test]
    fn marked_squares_count_while_they_are_free() {
        assert_eq!(free_marks(&Board::new(), Pair::NorthSouth), 6);
    }
}
