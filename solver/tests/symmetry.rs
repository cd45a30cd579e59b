//! The product of a puzzle does not depend on how one looks at the board, and more tiles never lower it.
#![allow(clippy::unwrap_used, clippy::panic, reason = "a test may fail")]

mod common;

use std::sync::Arc;

use tayu_core::geometry::BOARD_SIZE;
use tayu_core::{
    Axis, Board, Draft, Edge, Exit, Goal, Mouths, Pair, Placement, Product, Puzzle, Setup, Side, Spot,
    Square, Tile,
};
use tayu_solver::{Options, StopFlag, Value, solve};

/// A way to look at the board.
#[derive(Debug, Clone, Copy)]
enum View {
    /// A quarter turn clockwise.
    Turned,
    /// East and west change places.
    Mirrored,
}

impl View {
    fn square(self, square: Square) -> Square {
        let (column, row) = (square.column(), square.row());
        match self {
            Self::Turned => Square::new(row, BOARD_SIZE - 1 - column),
            Self::Mirrored => Square::new(BOARD_SIZE - 1 - column, row),
        }
        .unwrap()
    }

    fn side(self, side: Side) -> Side {
        match self {
            Self::Turned => Side::ALL[(side.index() + 1) % 4],
            Self::Mirrored if side.pair() == Pair::EastWest => side.opposite(),
            Self::Mirrored => side,
        }
    }

    /// Square by square and mouth by mouth.
    fn placement(self, placement: Placement) -> Placement {
        let squares = placement.squares().map(|square| self.square(square));
        let spot = [Axis::EastWest, Axis::NorthSouth]
            .into_iter()
            .filter_map(|axis| Spot::around(squares[1], axis))
            .find(|spot| squares.iter().all(|square| spot.squares().contains(square)))
            .unwrap();
        let edges: Vec<Edge> = placement
            .mouth_edges()
            .map(|Edge { square, side }| Edge {
                square: self.square(square),
                side: self.side(side),
            })
            .collect();
        let mut exits = Exit::ALL
            .into_iter()
            .filter(|&exit| edges.contains(&spot.edge(exit)));
        let mouths = [(); 3].map(|()| exits.next().unwrap());
        assert_eq!(exits.next(), None);
        Placement::new(spot, Mouths::new(mouths).unwrap())
    }

    fn tile(self, tile: Tile) -> Tile {
        let laid = Board::new().legal_placements(tile).next().unwrap();
        self.placement(laid).tile()
    }

    fn pair(self, pair: Pair) -> Pair {
        match self {
            Self::Turned => pair.other(),
            Self::Mirrored => pair,
        }
    }

    fn puzzle(self, puzzle: &Puzzle) -> Arc<Puzzle> {
        let laid = puzzle.position().placements().iter();
        changed(
            laid.map(|&placement| self.placement(placement)).collect(),
            puzzle.sequence().iter().map(|&tile| self.tile(tile)).collect(),
            self.pair(puzzle.goal().pair()),
        )
    }
}

fn changed(board: Vec<Placement>, sequence: Vec<Tile>, pair: Pair) -> Arc<Puzzle> {
    let draft = Draft {
        setup: Setup { board, sequence },
        goal: Goal::Maximize(pair),
        ..Draft::default()
    };
    Arc::new(draft.puzzle().unwrap())
}

fn product(puzzle: &Arc<Puzzle>) -> Value {
    let answer = solve(Arc::clone(puzzle), Options::default(), &StopFlag::new()).unwrap();
    assert!(answer.outcome.is_optimal(), "{answer:?}");
    answer.outcome.line().value()
}

#[test]
fn a_turned_or_mirrored_puzzle_has_the_same_product() {
    let cases = common::cases();
    let real = cases
        .iter()
        .filter(|(name, _)| !name.starts_with("endgame/e249"))
        .map(|(name, (puzzle, product))| (name.clone(), Arc::clone(puzzle), *product));
    for (n, (name, puzzle, expected)) in real.chain(common::small_puzzles(100)).enumerate() {
        let view = [View::Turned, View::Mirrored][n % 2];
        let expected = Value::Product(Product::new(expected));
        assert_eq!(product(&view.puzzle(&puzzle)), expected, "{name}, {view:?}");
    }
}

#[test]
fn a_tile_more_never_lowers_the_product() {
    let mut higher = 0;
    for (name, (puzzle, expected)) in common::cases() {
        if !name.starts_with("short/") && !name.starts_with("stuck/") {
            continue;
        }
        let mut last = Value::Product(Product::new(0));
        for tiles in 1..=puzzle.sequence().len() {
            let shorter = changed(
                puzzle.position().placements().to_vec(),
                puzzle.sequence()[..tiles].to_vec(),
                puzzle.goal().pair(),
            );
            let next = product(&shorter);
            assert!(next >= last, "{name}, {tiles} tiles");
            higher += usize::from(next > last);
            last = next;
        }
        assert_eq!(last, Value::Product(Product::new(expected)), "{name}");
    }
    assert!(higher > 0);
}
