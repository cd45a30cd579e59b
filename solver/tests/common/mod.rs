//! Puzzles to test with, and a solver of its own that only knows the rules.
#![allow(clippy::unwrap_used, reason = "a test may fail")]
#![allow(dead_code, unreachable_pub, reason = "each test takes what it needs")]

pub mod alpha_beta;

use std::collections::BTreeMap;
use std::fs;
use std::path::PathBuf;
use std::sync::Arc;

use rand::SeedableRng;
use rand::seq::{IndexedRandom, SliceRandom};
use rand_chacha::ChaCha8Rng;
use tayu_core::tile::TILES_PER_KIND;
use tayu_core::{Board, Draft, Goal, Pair, Placement, Puzzle, Setup, Tile};

/// Puzzles from real games with their proved products, by name.
pub fn cases() -> BTreeMap<String, (Arc<Puzzle>, u32)> {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/data/cases");
    let expected = fs::read_to_string(folder.join("expected.json")).unwrap();
    let expected: BTreeMap<String, u32> = serde_json::from_str(&expected).unwrap();
    let read = |name: &str| Puzzle::from_json(&fs::read_to_string(folder.join(name)).unwrap()).unwrap();
    expected
        .into_iter()
        .map(|(name, product)| (name.clone(), (Arc::new(read(&name)), product)))
        .collect()
}

/// A longer position from a real game, one that takes seconds.
pub fn midgame(name: &str) -> Arc<Puzzle> {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR"))
        .join("tests/data/bench/midgame")
        .join(name);
    Arc::new(Puzzle::from_json(&fs::read_to_string(path).unwrap()).unwrap())
}

/// The highest product, found by trying everything; `None` when that takes more than `budget` tiles.
pub fn brute_force(puzzle: &Puzzle, pair: Pair, budget: &mut usize) -> Option<u32> {
    fn go(board: &Board, tiles: &[Tile], pair: Pair, budget: &mut usize) -> Option<u32> {
        let Some((&tile, rest)) = tiles.split_first() else {
            return Some(board.coasts().product(pair).get());
        };
        let placements: Vec<Placement> = board.legal_placements(tile).collect();
        if placements.is_empty() {
            return Some(board.coasts().product(pair).get());
        }
        let mut best = 0;
        for placement in placements {
            *budget = budget.checked_sub(1)?;
            let mut after = board.clone();
            after.lay(placement).unwrap();
            best = best.max(go(&after, rest, pair, budget)?);
        }
        Some(best)
    }
    go(puzzle.position().board(), puzzle.sequence(), pair, budget)
}

/// The 112 tiles, shuffled.
pub fn shuffled_supply(rng: &mut ChaCha8Rng) -> Vec<Tile> {
    let mut tiles: Vec<Tile> = Tile::all().flat_map(|tile| [tile; TILES_PER_KIND]).collect();
    tiles.shuffle(rng);
    tiles
}

/// What a random puzzle is made of.
#[derive(Debug, Clone, Copy)]
pub struct Shape {
    /// Tiles laid at random before the sequence begins, if so many can be laid.
    pub laid: usize,
    /// Length of the sequence.
    pub sequence: usize,
    /// Whether all tiles of the sequence are of one kind.
    pub one_kind: bool,
    /// Whether the first tile of the sequence is one that fits nowhere, if there is one.
    pub stuck: bool,
    pub pair: Pair,
}

/// A puzzle from a game played at random.
pub fn random_puzzle(seed: u64, shape: Shape) -> Puzzle {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let mut supply = shuffled_supply(&mut rng);
    let mut board = Board::new();
    let mut laid: Vec<Placement> = Vec::new();
    let mut kept: Vec<Tile> = Vec::new();
    while laid.len() < shape.laid
        && let Some(tile) = supply.pop()
    {
        let placements: Vec<Placement> = board.legal_placements(tile).collect();
        match placements.choose(&mut rng) {
            Some(&placement) => {
                board.lay(placement).unwrap();
                laid.push(placement);
            }
            None => kept.push(tile),
        }
    }
    supply.extend(kept);
    if shape.stuck
        && let Some(n) = supply.iter().position(|&tile| !board.can_lay(tile))
    {
        let last = supply.len() - 1;
        supply.swap(n, last);
    }
    let mut sequence: Vec<Tile> = supply.iter().rev().copied().take(shape.sequence).collect();
    if shape.one_kind
        && let Some(&kind) = sequence.first()
    {
        sequence = supply
            .iter()
            .copied()
            .filter(|&tile| tile == kind)
            .take(shape.sequence)
            .collect();
    }
    let setup = Setup {
        board: laid,
        sequence,
    };
    Draft {
        setup,
        goal: Goal::Maximize(shape.pair),
        ..Draft::default()
    }
    .puzzle()
    .unwrap()
}

/// Small puzzles of all shapes, with their highest products by brute force.
pub fn small_puzzles(count: u64) -> impl Iterator<Item = (String, Arc<Puzzle>, u32)> {
    (0..count).map(|seed| {
        let mut shape = Shape {
            // From the empty board to one where little is left to lay.
            laid: [0, 1, 3, 8, 20, 40, 55, 65, 75, 90][seed as usize % 10],
            sequence: 1 + (seed / 10) as usize % 4,
            one_kind: seed % 7 == 3,
            stuck: seed % 11 == 5,
            pair: Pair::ALL[(seed / 3) as usize % 2],
        };
        loop {
            let puzzle = random_puzzle(seed, shape);
            let mut budget = 15_000;
            if let Some(product) = brute_force(&puzzle, shape.pair, &mut budget) {
                return (format!("seed {seed}, {shape:?}"), Arc::new(puzzle), product);
            }
            shape.sequence -= 1;
        }
    })
}

/// A puzzle that nobody has proved: a whole supply, from the empty board.
pub fn whole_game(seed: u64) -> Arc<Puzzle> {
    let pair = Pair::NorthSouth;
    Arc::new(random_puzzle(
        seed,
        Shape {
            laid: 0,
            sequence: 112,
            one_kind: false,
            stuck: false,
            pair,
        },
    ))
}
