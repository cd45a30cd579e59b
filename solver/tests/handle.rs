//! What the handle promises: progress that can be believed, and an end when it is asked for.
#![allow(clippy::unwrap_used, clippy::panic, reason = "a test may fail")]

mod common;

use std::num::NonZeroUsize;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::channel;
use std::thread;
use std::time::{Duration, Instant};

use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use tayu_core::{Product, Puzzle};
use tayu_solver::{Line, Options, Outcome, StopFlag, Unproved, Value, solve, start};

/// An answer to a cancel takes no longer than this, generously: machines that run tests are busy.
const AT_ONCE: Duration = Duration::from_secs(3);

fn check_replay(puzzle: &Puzzle, line: &Line) {
    assert_eq!(
        Line::replay(puzzle, line.placements().to_vec()).as_ref(),
        Ok(line)
    );
}

/// Engines let go of the puzzle when they end.
fn wait_for_engines(puzzle: &Arc<Puzzle>) {
    let started = Instant::now();
    while Arc::strong_count(puzzle) > 1 {
        assert!(
            started.elapsed() < Duration::from_secs(20),
            "an engine goes on after the end"
        );
        thread::sleep(Duration::from_millis(5));
    }
}

#[test]
fn bounds_hold_and_only_improve() {
    for (name, (puzzle, product)) in common::cases()
        .into_iter()
        .filter(|(name, _)| name.starts_with("endgame/"))
    {
        let optimum = Value::Product(Product::new(product));
        let (sender, changes) = channel();
        let solve = start(Arc::clone(&puzzle), Options::default(), move || {
            // The test may have seen enough.
            let _ = sender.send(());
        })
        .unwrap();
        let mut last = solve.progress();
        assert!(
            last.best.value() <= optimum && optimum <= last.upper_bound,
            "{name}: {last:?}"
        );
        // The sender goes when the search is over.
        for () in changes {
            let now = solve.progress();
            assert!(
                now.best.value() <= optimum && optimum <= now.upper_bound,
                "{name}: {now:?}"
            );
            assert!(
                now.best.value() >= last.best.value() && now.upper_bound <= last.upper_bound,
                "{name}"
            );
            check_replay(&puzzle, &now.best);
            last = now;
        }
        assert!(solve.answer().unwrap().outcome.is_optimal(), "{name}");
        assert_eq!(
            (last.best.value(), last.upper_bound),
            (optimum, optimum),
            "{name}"
        );
    }
}

#[test]
fn changes_come_at_most_ten_times_a_second_and_at_the_end() {
    let calls = Arc::new(AtomicUsize::new(0));
    let counted = Arc::clone(&calls);
    let puzzle = common::whole_game(1);
    let started = Instant::now();
    let options = Options {
        time_limit: Some(Duration::from_millis(1500)),
        ..Options::default()
    };
    let solve = start(Arc::clone(&puzzle), options, move || {
        counted.fetch_add(1, Ordering::SeqCst);
    })
    .unwrap();
    let answer = solve.wait(Duration::from_secs(30)).unwrap();
    assert!(
        matches!(
            answer.outcome,
            Outcome::Feasible {
                why: Unproved::TimeLimit,
                ..
            }
        ),
        "{answer:?}"
    );
    assert!(started.elapsed() < Duration::from_millis(1500) + AT_ONCE);
    wait_for_engines(&{
        drop((solve, answer));
        puzzle
    });
    // The first may come at once, and the last one is not held back.
    assert!((1..=17).contains(&calls.load(Ordering::SeqCst)), "{calls:?}");
}

#[test]
fn cancelling_at_any_moment_answers_at_once() {
    let mut rng = ChaCha8Rng::seed_from_u64(7);
    let mut cases: Vec<(Arc<Puzzle>, Option<u32>)> =
        (0..4).map(|seed| (common::whole_game(seed), None)).collect();
    let known = common::cases()
        .into_iter()
        .filter(|(name, _)| name.starts_with("endgame/"));
    cases.extend(known.map(|(_, (puzzle, product))| (puzzle, Some(product))));
    for (puzzle, product) in cases {
        let solve = start(Arc::clone(&puzzle), Options::default(), || ()).unwrap();
        thread::sleep(Duration::from_millis(rng.random_range(0..1200)));
        let asked = Instant::now();
        solve.cancel();
        let answer = solve.answer().unwrap();
        assert!(asked.elapsed() < AT_ONCE, "{:?}", asked.elapsed());
        check_replay(&puzzle, answer.outcome.line());
        let optimum = product.map(|product| Value::Product(Product::new(product)));
        match &answer.outcome {
            Outcome::Optimal { line, .. } => assert_eq!(Some(line.value()), optimum),
            Outcome::Cancelled { best, upper_bound } => {
                assert!(optimum.is_none_or(|optimum| best.value() <= optimum && optimum <= *upper_bound));
            }
            other => panic!("{other:?}"),
        }
        // What comes later changes nothing.
        thread::sleep(Duration::from_millis(20));
        assert_eq!(solve.answer().unwrap().outcome, answer.outcome);
        drop((solve, answer));
        wait_for_engines(&puzzle);
    }
}

#[test]
fn starting_and_cancelling_fifty_times_leaves_nothing_behind() {
    let puzzle = common::whole_game(9);
    for n in 0..50 {
        let solve = start(Arc::clone(&puzzle), Options::default(), || ()).unwrap();
        thread::sleep(Duration::from_millis(n * 5));
        let asked = Instant::now();
        if n % 2 == 0 {
            solve.cancel();
            assert!(matches!(
                solve.answer().unwrap().outcome,
                Outcome::Cancelled { .. }
            ));
        }
        drop(solve);
        assert!(asked.elapsed() < AT_ONCE);
    }
    wait_for_engines(&puzzle);
}

#[test]
fn a_search_can_be_wound_down() {
    let puzzle = common::whole_game(5);
    let solve = start(Arc::clone(&puzzle), Options::default(), || ()).unwrap();
    thread::sleep(Duration::from_millis(400));
    assert!(solve.wind_down(Duration::from_secs(20)));
    assert!(matches!(
        solve.answer().unwrap().outcome,
        Outcome::Cancelled { .. }
    ));
}

#[test]
fn a_raised_flag_stops_a_blocking_search() {
    let flag = StopFlag::new();
    let raised = flag.clone();
    let raise = thread::spawn(move || {
        thread::sleep(Duration::from_millis(200));
        raised.raise();
        Instant::now()
    });
    let answer = solve(common::whole_game(3), Options::default(), &flag).unwrap();
    assert!(raise.join().unwrap().elapsed() < AT_ONCE);
    assert!(matches!(answer.outcome, Outcome::Cancelled { .. }), "{answer:?}");
}

#[test]
fn a_search_that_holds_too_much_ends_with_what_it_has() {
    for threads in [1, 2] {
        let puzzle = common::whole_game(2);
        let options = Options {
            memory: 64 << 20,
            threads: NonZeroUsize::new(threads).unwrap(),
            ..Options::default()
        };
        let solve = start(Arc::clone(&puzzle), options, || ()).unwrap();
        let answer = solve.wait(Duration::from_secs(60)).unwrap();
        let Outcome::Feasible {
            best,
            why: Unproved::GaveUp(_),
            ..
        } = &answer.outcome
        else {
            panic!("{answer:?}")
        };
        check_replay(&puzzle, best);
    }
}

#[test]
fn a_known_line_is_where_a_search_begins() {
    let puzzle = common::whole_game(4);
    let moment = Options {
        time_limit: Some(Duration::from_millis(600)),
        ..Options::default()
    };
    let answer = solve(Arc::clone(&puzzle), moment, &StopFlag::new()).unwrap();
    let known = answer.outcome.line().clone();
    let options = |known| Options {
        known: Some(known),
        ..Options::default()
    };
    let again = start(Arc::clone(&puzzle), options(known.clone()), || ()).unwrap();
    assert!(again.progress().best.value() >= known.value());
    // A line of another puzzle is none of this one.
    let other = Line::complete(&common::whole_game(8), Vec::new()).unwrap();
    assert!(start(puzzle, options(other), || ()).is_err());
}

#[test]
fn there_is_a_legal_line_at_once() {
    for (name, (puzzle, _)) in common::cases() {
        let asked = Instant::now();
        let solve = start(Arc::clone(&puzzle), Options::default(), || ()).unwrap();
        let line = solve.progress().best;
        assert!(asked.elapsed() < Duration::from_millis(200), "{name}");
        check_replay(&puzzle, &line);
    }
}
