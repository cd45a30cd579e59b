//! Both ways of counting against a third that only knows the rules.
#![allow(clippy::unwrap_used, clippy::panic, reason = "a test may fail")]

use std::collections::BTreeSet;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::time::Duration;

use tayu_core::{Board, Product, Tile};

use super::*;
use crate::answer::Options;
use crate::proof_tests::common;
use crate::solve::solve;

/// All plays, one after the other, with what they end with.
fn plays(
    board: &Board,
    tiles: &[Tile],
    laid: &mut Vec<Placement>,
    each: &mut impl FnMut(&Board, &[Placement]),
) {
    let mut over = true;
    if let Some((&tile, rest)) = tiles.split_first() {
        for placement in board.legal_placements(tile) {
            over = false;
            let mut after = board.clone();
            after.lay(placement).unwrap();
            laid.push(placement);
            plays(&after, rest, laid, each);
            laid.pop();
        }
    }
    if over {
        each(board, laid);
    }
}

fn expected(puzzle: &Puzzle, cap: usize) -> Optima {
    let pair = puzzle.goal().pair();
    let mut all: Vec<(u32, Vec<Placement>)> = Vec::new();
    plays(
        puzzle.position().board(),
        puzzle.sequence(),
        &mut Vec::new(),
        &mut |board, laid| {
            all.push((board.coasts().product(pair).get(), laid.to_vec()));
        },
    );
    let best = all.iter().map(|(product, _)| *product).max().unwrap();
    let optimal: Vec<&Vec<Placement>> = all.iter().filter(|(p, _)| *p == best).map(|(_, l)| l).collect();
    let boards: BTreeSet<BTreeSet<Placement>> = optimal
        .iter()
        .map(|laid| laid.iter().copied().collect())
        .collect();
    let runner_up = all
        .iter()
        .map(|(product, _)| *product)
        .filter(|&p| p < best)
        .max();
    let first: BTreeSet<Placement> = optimal.iter().filter_map(|laid| laid.first()).copied().collect();
    let legal = puzzle.sequence().first();
    Optima {
        product: Product::new(best),
        plays: if optimal.len() > cap {
            Count::AtLeast(cap)
        } else {
            Count::Exactly(optimal.len())
        },
        one_board: Some(boards.len() == 1),
        runner_up: runner_up.map_or(RunnerUp::None, |p| RunnerUp::Product(Product::new(p))),
        first_placements: legal.map_or_else(Vec::new, |&tile| {
            let legal = puzzle.position().board().legal_placements(tile);
            legal.filter(|p| first.contains(p)).collect()
        }),
        first_placements_complete: true,
    }
}

/// The first play that has this product.
fn optimal_play(puzzle: &Puzzle, product: u32) -> Vec<Placement> {
    let pair = puzzle.goal().pair();
    let mut first = None;
    plays(
        puzzle.position().board(),
        puzzle.sequence(),
        &mut Vec::new(),
        &mut |board, laid| {
            if first.is_none() && board.coasts().product(pair).get() == product {
                first = Some(laid.to_vec());
            }
        },
    );
    first.unwrap()
}

fn ledger(puzzle: &Arc<Puzzle>, product: u32, cap: usize) -> Ledger {
    ledger_with(puzzle, product, None, cap)
}

fn ledger_with(puzzle: &Arc<Puzzle>, product: u32, known: Option<Vec<Placement>>, cap: usize) -> Ledger {
    let options = SurveyOptions {
        cap: NonZeroUsize::new(cap).unwrap(),
        time_limit: None,
    };
    Ledger::new(
        Arc::clone(puzzle),
        Product::new(product),
        known,
        &options,
        Box::new(|| ()),
    )
}

fn found(ledger: &Ledger) -> Optima {
    let state = ledger.lock();
    assert!(state.closed);
    assert_eq!(state.error, None);
    state.found.clone()
}

#[test]
fn trying_all_counts_what_there_is() {
    let mut unique = 0;
    for (name, puzzle, product) in common::small_puzzles(250) {
        for cap in [3, 1_000_000] {
            let ledger = ledger(&puzzle, product, cap);
            run(&ledger, usize::MAX);
            let expected = expected(&puzzle, cap);
            assert_eq!(found(&ledger), expected, "{name}");
            unique += usize::from(expected.plays == Count::Exactly(1));
        }
    }
    assert!(unique > 20, "{unique}");
}

#[test]
fn z3_counts_what_there_is() {
    let mut stuck = 0;
    for (name, puzzle, product) in common::small_puzzles(200) {
        let expected = expected(&puzzle, 1_000_000);
        // From nothing, and from a play as an answer has it.
        for known in [None, Some(optimal_play(&puzzle, product))] {
            let ledger = ledger_with(&puzzle, product, known, 1_000_000);
            run(&ledger, 0);
            assert_eq!(found(&ledger), expected, "{name}");
        }
        stuck += usize::from(expected.first_placements.is_empty());
    }
    assert!(stuck > 0);
}

#[test]
fn z3_stops_at_the_cap_and_still_finds_the_first_placements() {
    let mut capped = 0;
    for (n, (name, puzzle, product)) in common::small_puzzles(60).enumerate() {
        let known = (n % 2 == 0).then(|| optimal_play(&puzzle, product));
        let ledger = ledger_with(&puzzle, product, known, 2);
        run(&ledger, 0);
        let (found, expected) = (found(&ledger), expected(&puzzle, 2));
        assert_eq!(found.plays, expected.plays, "{name}");
        assert_eq!(found.runner_up, expected.runner_up, "{name}");
        assert_eq!(found.first_placements, expected.first_placements, "{name}");
        assert!(found.first_placements_complete, "{name}");
        // Three plays may end with one board where the fourth does not.
        assert!(
            found.one_board.is_none() || found.one_board == expected.one_board,
            "{name}"
        );
        capped += usize::from(matches!(found.plays, Count::AtLeast(2)));
    }
    assert!(capped > 10, "{capped}");
}

#[test]
fn plays_nearby_are_what_they_are_said_to_be() {
    let (mut reaching, mut short) = (0, 0);
    for (name, puzzle, product) in common::small_puzzles(100) {
        let pair = puzzle.goal().pair();
        let start = puzzle.position().board();
        if start.coasts().product(pair).get() == product {
            continue;
        }
        let neighbourhood = nearby::Neighbourhood {
            puzzle: &puzzle,
            pair,
            product: Product::new(product),
        };
        let play = optimal_play(&puzzle, product);
        let ended = neighbourhood.visit::<()>(&play, |near| {
            match near {
                nearby::Near::Reaches(play) => {
                    reaching += 1;
                    let mut board = start.clone();
                    for placement in play {
                        assert!(board.coasts().product(pair).get() < product, "{name}");
                        board.lay(placement).unwrap();
                    }
                    assert_eq!(board.coasts().product(pair).get(), product, "{name}");
                }
                nearby::Near::FallsShort(found, play) => {
                    short += 1;
                    // A whole play, or it could not be replayed.
                    let line = crate::Line::replay(&puzzle, play).unwrap();
                    assert_eq!(line.value(), Value::Product(found), "{name}");
                    assert!(found.get() < product, "{name}");
                }
            }
            ControlFlow::Continue(())
        });
        assert!(ended.is_continue());
    }
    assert!(reaching > 20 && short > 100, "{reaching} {short}");
}

#[test]
fn a_product_that_no_play_has_is_a_contradiction() {
    for budget in [0, usize::MAX] {
        for (name, puzzle, product) in common::small_puzzles(30) {
            let ledger = ledger(&puzzle, product + 1, 1_000_000);
            run(&ledger, budget);
            assert!(ledger.lock().error.is_some(), "{name}");
        }
    }
}

#[test]
fn it_ends_at_once_when_cancelled() {
    let mut cases = common::cases();
    let (puzzle, _) = cases.remove("endgame/e247.tayu.json").unwrap();
    let answer = solve(puzzle, Options::default(), &StopFlag::new()).unwrap();
    for wait in [0, 3, 30] {
        let survey = survey(&answer, SurveyOptions::default(), || ()).unwrap();
        thread::sleep(Duration::from_millis(wait));
        let asked = Instant::now();
        survey.cancel();
        let found = survey.findings().unwrap().unwrap();
        // Generous, since machines that run tests are busy.
        assert!(asked.elapsed() < Duration::from_secs(3));
        assert_eq!(Value::Product(found.product), answer.outcome.line().value());
    }
    let options = SurveyOptions {
        time_limit: Some(Duration::ZERO),
        ..SurveyOptions::default()
    };
    let survey = survey(&answer, options, || ()).unwrap();
    assert!(survey.wait(Duration::from_secs(5)).is_some());
}
