//! Number of legal lines from given positions (see `tests/data/README.md`), by both readings of the rules.

use serde::Deserialize;
use tayu_core::{Board, Placement, Setup, Tile};

use crate::naive::NaiveBoard;

#[derive(Deserialize)]
struct Counted {
    name: String,
    board: Vec<String>,
    sequence: Vec<String>,
    /// Number of ways to lay the first tile of the sequence, the first two, and so on.
    counts: Vec<u64>,
}

fn positions() -> Vec<Counted> {
    serde_json::from_str(include_str!("../data/perft.json")).unwrap()
}

fn lines(board: &Board, sequence: &[Tile]) -> u64 {
    match sequence {
        [] => 1,
        [last] => board.legal_placements(*last).count() as u64,
        [tile, rest @ ..] => (board.legal_placements(*tile))
            .map(|placement| {
                let mut next = board.clone();
                next.lay(placement).unwrap();
                lines(&next, rest)
            })
            .sum(),
    }
}

fn naive_lines(board: &NaiveBoard, sequence: &[String]) -> u64 {
    match sequence {
        [] => 1,
        [last] => board.legal(last).len() as u64,
        [tile, rest @ ..] => (board.legal(tile).iter())
            .map(|placement| {
                let mut next = board.clone();
                next.lay(placement);
                naive_lines(&next, rest)
            })
            .sum(),
    }
}

#[test]
fn the_board_finds_every_line() {
    let positions = positions();
    assert!(positions.len() >= 50);
    for position in positions {
        let laid: Vec<Placement> = position.board.iter().map(|p| p.parse().unwrap()).collect();
        let sequence: Vec<Tile> = position.sequence.iter().map(|t| t.parse().unwrap()).collect();
        let setup = Setup {
            board: laid,
            sequence: sequence.clone(),
        };
        let start = setup.position().unwrap();
        let found: Vec<u64> = (1..=sequence.len())
            .map(|n| lines(start.board(), &sequence[..n]))
            .collect();
        assert_eq!(found, position.counts, "{}", position.name);
    }
}

#[test]
fn so_does_the_second_reading() {
    for position in positions() {
        let mut board = NaiveBoard::default();
        position.board.iter().for_each(|p| board.lay(p));
        for (n, &count) in position.counts.iter().enumerate() {
            // It is slow: it does without the longer lines where they are many.
            if n > 0 && position.counts[n - 1] > MOST_BOARDS {
                break;
            }
            assert_eq!(
                naive_lines(&board, &position.sequence[..=n]),
                count,
                "{}, {} tiles",
                position.name,
                n + 1
            );
        }
    }
}

/// Boards that the second reading looks at for one count.
const MOST_BOARDS: u64 = 800;
