//! Positions from real games, with products that other programs have proved.
#![allow(clippy::unwrap_used, clippy::panic, reason = "a test may fail")]

mod common;

use std::num::NonZeroUsize;
use std::sync::Arc;

use tayu_core::{Product, Puzzle};
use tayu_solver::{Line, Options, Outcome, StopFlag, Value, solve};

fn check(name: &str, puzzle: &Arc<Puzzle>, product: u32) {
    let answer = solve(Arc::clone(puzzle), Options::default(), &StopFlag::new()).unwrap();
    assert!(Arc::ptr_eq(&answer.puzzle, puzzle));
    let Outcome::Optimal { line, .. } = answer.outcome else {
        panic!("{name}: {:?}", answer.outcome)
    };
    assert_eq!(line.value(), Value::Product(Product::new(product)), "{name}");
    assert_eq!(
        Line::replay(puzzle, line.placements().to_vec()).as_ref(),
        Ok(&line),
        "{name}"
    );
}

fn check_folder(folder: &str, count: usize) {
    let cases: Vec<_> = common::cases()
        .into_iter()
        .filter(|(name, _)| name.starts_with(folder))
        .collect();
    assert_eq!(cases.len(), count);
    for (name, (puzzle, product)) in cases {
        check(&name, &puzzle, product);
    }
}

#[test]
fn short_sequences() {
    check_folder("short/", 8);
}

#[test]
fn sequences_that_get_stuck() {
    check_folder("stuck/", 6);
}

#[test]
fn endgames() {
    check_folder("endgame/", 10);
}

#[test]
fn few_tiles_on_open_boards() {
    check_folder("open/", 3);
}

/// Here the two provers have the time to take turns with the search for lines and to break each other off, and an
/// interrupt may come while a model is being read.
#[test]
fn midgames_solved_again_and_again_have_one_product() {
    for _ in 0..3 {
        check("m263", &common::midgame("m263.tayu.json"), 78);
        check("m264", &common::midgame("m264.tayu.json"), 100);
    }
}

#[test]
fn the_number_of_threads_changes_no_product() {
    for (name, (puzzle, product)) in common::cases().into_iter().step_by(5) {
        for threads in [1, 3] {
            let threads = NonZeroUsize::new(threads).unwrap();
            let options = Options {
                threads,
                ..Options::default()
            };
            let answer = solve(Arc::clone(&puzzle), options, &StopFlag::new()).unwrap();
            assert!(answer.outcome.is_optimal(), "{name}: {:?}", answer.outcome);
            assert_eq!(
                answer.outcome.line().value(),
                Value::Product(Product::new(product)),
                "{name}"
            );
        }
    }
}

#[test]
fn small_puzzles_of_all_shapes() {
    let mut lines = Vec::new();
    for (name, puzzle, product) in common::small_puzzles(500) {
        check(&name, &puzzle, product);
        lines.push((
            puzzle.sequence().len(),
            puzzle.position().board().is_empty(),
            product,
        ));
    }
    // The shapes that are meant to be there are there.
    assert!(lines.iter().any(|&(tiles, ..)| tiles == 4));
    assert!(lines.iter().any(|&(_, empty, _)| empty));
    assert!(lines.iter().any(|&(.., product)| product == 0));
    assert!(lines.iter().any(|&(.., product)| product > 50));
}
