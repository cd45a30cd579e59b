//! What the search believes of positions, held against the rules.
#![allow(clippy::unwrap_used, reason = "a test may fail")]

use rand::seq::IndexedRandom;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;
use tayu_core::geometry::SPOT_COUNT;
use tayu_core::{Board, Pair, Placement, Spot, Tile};

use super::outlook::Outlook;
use super::state::State;
use super::terrain::{Terrain, usable_spots};
use crate::proof_tests::common::{Shape, random_puzzle};

const WORDS: usize = SPOT_COUNT.div_ceil(64);

/// A board with tiles to come, in all stages of a game.
fn position(seed: u64, sequence: usize) -> (Board, Vec<Tile>) {
    let shape = Shape {
        laid: [0, 1, 5, 15, 30, 45, 55, 65, 75, 90][seed as usize % 10],
        sequence,
        one_kind: seed % 7 == 3,
        stuck: seed % 13 == 5,
        pair: Pair::NorthSouth,
    };
    let puzzle = random_puzzle(seed, shape);
    (puzzle.position().board().clone(), puzzle.sequence().to_vec())
}

fn terrain(board: &Board, sequence: &[Tile]) -> Terrain<WORDS> {
    let usable: Vec<Spot> = usable_spots(board, sequence);
    Terrain::new(&usable, sequence)
}

fn choices(state: &State<WORDS>, terrain: &Terrain<WORDS>, ply: usize) -> Vec<Placement> {
    let mut placements = Vec::new();
    state.choices(terrain, ply, |choice, _| {
        placements.push(terrain.placement(ply, choice));
    });
    placements.sort_unstable();
    placements
}

fn legal(board: &Board, tile: Tile) -> Vec<Placement> {
    let mut placements: Vec<Placement> = board.legal_placements(tile).collect();
    placements.sort_unstable();
    placements
}

#[test]
fn whatever_is_forgotten_is_of_no_use() {
    let (mut compared, mut cut, mut stuck) = (0, 0, 0);
    for seed in 0..300 {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let (mut board, sequence) = position(seed, 9);
        let terrain = terrain(&board, &sequence);
        let mut state = terrain.start(&board);
        let (mut outlook, mut ranges) = (Outlook::default(), Vec::new());
        for (ply, &tile) in sequence.iter().enumerate() {
            // Not every position is surveyed: the search does not survey the last ones either.
            if seed % 3 != 2 || ply % 2 == 0 {
                state.survey(&terrain, &mut outlook);
                ranges.push(outlook.range(state.points, Pair::NorthSouth));
                cut += usize::from(state.horizon() < sequence.len());
            }
            let placements = legal(&board, tile);
            if state.horizon() == ply {
                assert!(placements.is_empty(), "seed {seed}, ply {ply}");
            }
            assert_eq!(
                choices(&state, &terrain, ply),
                placements,
                "seed {seed}, ply {ply}"
            );
            compared += 1;
            let mut laid = Vec::new();
            state.choices(&terrain, ply, |choice, _| laid.push(choice));
            let Some(&choice) = laid.choose(&mut rng) else {
                stuck += 1;
                break;
            };
            let before = state.clone();
            state.follow(&before, &terrain, choice);
            board.lay(terrain.placement(ply, choice)).unwrap();
            for pair in Pair::ALL {
                assert_eq!(state.margin(pair), board.coasts().margin(pair));
            }
        }
        let end = board.coasts().margin(Pair::NorthSouth);
        for (least, most) in ranges {
            assert!(
                least <= end && end <= most,
                "seed {seed}: {least} to {most}, not {end}"
            );
        }
    }
    assert!(
        compared > 1500 && cut > 50 && stuck > 50,
        "{compared} {cut} {stuck}"
    );
}

/// Whether after all ways to lay these tiles the one after them can be laid so that it brings the pair nothing.
fn is_withheld(board: &Board, tiles: &[Tile], pair: Pair) -> bool {
    let Some((&tile, rest)) = tiles.split_first() else {
        return true;
    };
    let points = |board: &Board| pair.coasts().map(|coast| board.coasts().get(coast));
    let mut after = board.legal_placements(tile).map(|placement| {
        let mut after = board.clone();
        after.lay(placement).unwrap();
        after
    });
    if rest.is_empty() {
        after.any(|after| points(&after) == points(board))
    } else {
        after.all(|after| is_withheld(&after, rest, pair))
    }
}

#[test]
fn a_tile_that_can_be_withheld_can_be_withheld_after_everything() {
    let mut withheld = [0; 3];
    let mut can_not = 0;
    for seed in 0..400 {
        let (board, sequence) = position(seed, 3);
        let terrain = terrain(&board, &sequence);
        let mut state = terrain.start(&board);
        state.survey(&terrain, &mut Outlook::default());
        for (at, tiles) in (0..state.horizon()).map(|at| (at, &sequence[..=at])) {
            // Two tiles before it on an empty board can be laid in millions of ways.
            if at == 2 && board.legal_placements(tiles[0]).count() > 30 {
                continue;
            }
            for pair in Pair::ALL {
                if state.can_withhold(&terrain, at, pair) {
                    assert!(
                        is_withheld(&board, tiles, pair),
                        "seed {seed}, tile {at}, {pair:?}"
                    );
                    withheld[at] += 1;
                } else {
                    can_not += 1;
                }
            }
        }
    }
    assert!(
        withheld.iter().all(|&count| count > 30) && can_not > 30,
        "{withheld:?} {can_not}"
    );
}
