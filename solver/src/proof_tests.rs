//! The formulas and Z3 against brute force, past the engines that would answer small puzzles first.
#![allow(clippy::unwrap_used, clippy::panic, reason = "a test may fail")]

use std::cell::Cell;
use std::num::NonZeroUsize;
use std::sync::Arc;

use rand::SeedableRng;
use rand::seq::IndexedRandom;
use rand_chacha::ChaCha8Rng;
use tayu_core::{Board, Pair, Placement, Product, Puzzle};

use crate::agenda::Agenda;
use crate::answer::{Options, Outcome};
use crate::coasts::CoastGoals;
use crate::count::most_points;
use crate::engine::{Engine, Verdict};
use crate::exact::Exact;
use crate::formula::Literal;
use crate::geometry::Geometry;
use crate::job::Job;
use crate::line::{Line, Value};
use crate::maximize::maximize;
use crate::prover::Prover;
use crate::reach::Reach;
use crate::repair::Repair;

#[path = "../tests/common/mod.rs"]
pub(crate) mod common;

#[test]
fn formulas_prove_what_brute_force_finds() {
    for (name, puzzle, product) in common::small_puzzles(100) {
        for threads in [1, 2] {
            let options = Options {
                threads: NonZeroUsize::new(threads).unwrap(),
                ..Options::default()
            };
            let job = job_from_nothing(&puzzle, options);
            maximize(&job, puzzle.goal().pair());
            expect_product(&job, product, &name);
        }
    }
}

/// A search from a line that may be worth nothing, so that everything is left to the proof.
fn job_from_nothing(puzzle: &Arc<Puzzle>, options: Options) -> Job {
    let first = Line::complete(puzzle, Vec::new()).unwrap();
    Job::new(Arc::clone(puzzle), options, first)
}

fn expect_product(job: &Job, product: u32, name: &str) {
    match job.answer().unwrap().outcome {
        Outcome::Optimal { line, .. } => {
            assert_eq!(line.value(), Value::Product(Product::new(product)), "{name}");
        }
        other => panic!("{name}: {other:?}"),
    }
}

#[test]
fn z3_alone_proves_what_brute_force_finds() {
    for (name, puzzle, product) in common::small_puzzles(50) {
        let job = job_from_nothing(&puzzle, Options::default());
        let agenda = Agenda::new(&job, 1);
        let reach = Reach::of(&puzzle);
        let pair = puzzle.goal().pair();
        let mut prover = Prover::new(0, &job, &agenda, &puzzle, &reach, pair).unwrap();
        prover.search(|| false).unwrap();
        expect_product(&job, product, &name);
    }
}

/// A beginning of a line, laid at random.
fn random_play(puzzle: &Puzzle, rng: &mut ChaCha8Rng) -> (Vec<Placement>, Board) {
    let mut board = puzzle.position().board().clone();
    let mut play = Vec::new();
    for &tile in puzzle.sequence() {
        let placements: Vec<Placement> = board.legal_placements(tile).collect();
        let Some(&placement) = placements.choose(rng) else {
            break;
        };
        board.lay(placement).unwrap();
        play.push(placement);
    }
    (play, board)
}

#[test]
fn every_line_is_a_model() {
    let mut rng = ChaCha8Rng::seed_from_u64(1);
    for seed in 0..10 {
        let laid = [0, 2, 10, 30, 50][seed as usize % 5];
        let pair = Pair::ALL[seed as usize % 2];
        let shape = common::Shape {
            laid,
            sequence: 14,
            one_kind: false,
            stuck: false,
            pair,
        };
        let puzzle = common::random_puzzle(seed, shape);
        let reach = Reach::of(&puzzle);
        let board = puzzle.position().board();
        let (formula, geometry) = Geometry::encode(board, &reach, pair, puzzle.sequence().len());
        let rough = Engine::new(&formula, 1, 1 << 32).unwrap();
        let (formula, exact) = Exact::encode(&puzzle, &reach, pair);
        let fine = Engine::new(&formula, 1, 1 << 32).unwrap();
        for _ in 0..4 {
            let (play, board) = random_play(&puzzle, &mut rng);
            let points = pair.coasts().map(|coast| board.coasts().get(coast).get());
            assert!(
                points.iter().sum::<u32>() <= most_points(&puzzle, pair),
                "seed {seed}, {play:?}"
            );
            let reached = |goals: &[CoastGoals; 2]| -> Vec<Literal> {
                goals
                    .iter()
                    .zip(points)
                    .filter_map(|(goals, points)| goals.at_least(points).unwrap())
                    .collect()
            };
            let mut assumptions = geometry.assume(&play);
            assumptions.extend(reached(&geometry.goals));
            // Forbidding tiles that float never forbids a play.
            for _ in 0..4 {
                match rough.ask(&assumptions) {
                    Verdict::Yes(model) => geometry.sink(&rough, &model),
                    other => panic!("seed {seed}, {play:?}: {other:?}"),
                };
            }
            let mut assumptions = exact.beginning(&play).expect("a placement is no candidate");
            assumptions.extend(reached(&exact.goals));
            match fine.ask(&assumptions) {
                Verdict::Yes(model) => {
                    assert!(exact.decode(&model).is_some_and(|found| found.starts_with(&play)));
                }
                other => panic!("seed {seed}, {play:?}: {other:?}"),
            }
        }
    }
}

#[test]
fn repairs_find_better_lines_and_always_the_same() {
    let puzzle = common::whole_game(6);
    let pair = puzzle.goal().pair();
    let improved = || {
        let first = Line::complete(&puzzle, Vec::new()).unwrap();
        let job = Job::new(Arc::clone(&puzzle), Options::default(), first.clone());
        let steps = Cell::new(0);
        let enough = || steps.replace(steps.get() + 1) >= 60;
        Repair::new(&job, pair, 1).search(enough).unwrap();
        let best = job.best();
        assert!(best.value() > first.value());
        best
    };
    assert_eq!(improved(), improved());
}
