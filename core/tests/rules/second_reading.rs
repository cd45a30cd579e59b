//! The board against the second reading of the rules, in games of random play.

use std::collections::BTreeSet;

use tayu_core::board::Obstacle;
use tayu_core::{Board, Illegal, Placement, Spot, Square, Tile};

use crate::naive::{NaiveBoard, kinds};
use crate::played::{pick, random_game};

fn texts(placements: impl IntoIterator<Item = Placement>) -> Vec<String> {
    placements.into_iter().map(|p| p.to_string()).collect()
}

fn naive(laid: &[Placement]) -> NaiveBoard {
    let mut board = NaiveBoard::default();
    laid.iter().for_each(|p| board.lay(&p.to_string()));
    board
}

/// Obstacles in the words of the second reading.
fn words(obstacles: &[Obstacle]) -> BTreeSet<String> {
    let word = |obstacle: &Obstacle| match obstacle {
        Obstacle::Covered(square) => format!("covered {square}"),
        Obstacle::MissesStar => "misses the star".to_owned(),
        Obstacle::MouthMeetsBlank(edge) => format!("meets blank {}{}", edge.square, edge.side.letter()),
        Obstacle::BlankShutsMouth(edge) => format!("shuts mouth {}{}", edge.square, edge.side.letter()),
        Obstacle::NoCanal => "no canal".to_owned(),
    };
    let words: BTreeSet<String> = obstacles.iter().map(word).collect();
    assert_eq!(words.len(), obstacles.len(), "said twice: {obstacles:?}");
    words
}

#[test]
fn kinds_are_the_same() {
    let names: Vec<String> = Tile::all().map(|t| t.to_string()).collect();
    assert_eq!(names, kinds());
}

#[test]
fn legal_placements_are_the_same_in_the_same_order() {
    let mut compared = 0;
    for seed in 0..6 {
        random_game(seed, |board, laid, _| {
            let naive = naive(laid);
            for (tile, name) in Tile::all().zip(kinds()) {
                assert_eq!(
                    texts(board.legal_placements(tile)),
                    naive.legal(&name),
                    "{tile} on {laid:?}"
                );
                compared += 1;
            }
        });
    }
    // Six games with some 50 tiles each, and all 28 kinds before each.
    assert!(compared > 6 * 30 * 28, "{compared}");
}

#[test]
fn obstacles_are_the_same() {
    let mut illegal = 0;
    for seed in 100..130 {
        random_game(seed, |board, laid, rng| {
            let naive = naive(laid);
            // Anywhere, and close to the tiles laid, where more can stand against a placement.
            let spots: Vec<Spot> = Spot::all().collect();
            let near = laid.last().map_or(Square::STAR, |p| p.middle());
            let around: Vec<Spot> = Spot::covering(near).collect();
            for spots in [&spots, &around] {
                for _ in 0..20 {
                    let mouths = Tile::all().nth(pick(rng, 28)).unwrap().readings()[pick(rng, 2)];
                    let placement = Placement::new(spots[pick(rng, spots.len())], mouths);
                    let obstacles = board.obstacles(placement);
                    assert_eq!(
                        words(&obstacles),
                        naive.against(&placement.to_string()),
                        "{placement} on {laid:?}"
                    );
                    assert_eq!(board.allows(placement), obstacles.is_empty());
                    illegal += usize::from(!obstacles.is_empty());
                }
            }
        });
    }
    assert!(illegal > 10_000, "{illegal}");
}

#[test]
fn a_refused_tile_changes_nothing() {
    random_game(200, |board, _, rng| {
        for _ in 0..20 {
            let spot = Spot::all().nth(pick(rng, Spot::all().len())).unwrap();
            let mouths = Tile::all().nth(pick(rng, 28)).unwrap().readings()[0];
            let placement = Placement::new(spot, mouths);
            let mut after = board.clone();
            match after.lay(placement) {
                Ok(()) => assert_eq!(after.len(), board.len() + 1),
                Err(Illegal {
                    placement: named,
                    obstacles,
                }) => {
                    assert_eq!((named, obstacles), (placement, board.obstacles(placement)));
                    same_in_all_respects(&after, board);
                }
            }
        }
    });
}

fn same_in_all_respects(a: &Board, b: &Board) {
    assert_eq!(a, b);
    assert_eq!((a.len(), a.coasts()), (b.len(), b.coasts()));
    for tile in Tile::all() {
        assert!(a.legal_placements(tile).eq(b.legal_placements(tile)));
    }
}
