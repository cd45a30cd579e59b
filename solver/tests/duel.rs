//! Duels: their values, and what is said before those are known.
#![allow(clippy::unwrap_used, clippy::panic, reason = "a test may fail")]

mod common;

use std::collections::BTreeMap;
use std::fs;
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::mpsc::channel;
use std::thread;
use std::time::{Duration, Instant};

use tayu_core::{Board, Draft, Goal, Pair, Placement, Puzzle, Tile};
use tayu_solver::{
    Line, LineEnd, Margin, Options, Outcome, Phase, Proof, StopFlag, Unproved, Value, first_placements,
    solve, start,
};

use common::Shape;
use common::alpha_beta::AlphaBeta;

/// An answer to a cancel takes no longer than this, generously: machines that run tests are busy.
const AT_ONCE: Duration = Duration::from_secs(3);

/// Positions from real games with margins that other programs have proved, by name.
fn cases() -> BTreeMap<String, (Arc<Puzzle>, i32)> {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/data/duel");
    let expected = fs::read_to_string(folder.join("expected.json")).unwrap();
    let expected: BTreeMap<String, serde_json::Value> = serde_json::from_str(&expected).unwrap();
    let read = |name: &str| Puzzle::from_json(&fs::read_to_string(folder.join(name)).unwrap()).unwrap();
    expected
        .into_iter()
        .map(|(name, entry)| {
            let margin = entry["margin"].as_i64().unwrap() as i32;
            (name.clone(), (Arc::new(read(&name)), margin))
        })
        .collect()
}

/// The margin of `first` with best play, found by trying everything; `None` when that takes more than
/// `budget` tiles.
fn minimax(board: &Board, tiles: &[Tile], first: Pair, mover: Pair, budget: &mut usize) -> Option<i32> {
    let over = Some(board.coasts().margin(first));
    let Some((&tile, rest)) = tiles.split_first() else {
        return over;
    };
    let placements: Vec<Placement> = board.legal_placements(tile).collect();
    let mut values = Vec::new();
    for placement in placements {
        *budget = budget.checked_sub(1)?;
        let mut after = board.clone();
        after.lay(placement).unwrap();
        values.push(minimax(&after, rest, first, mover.other(), budget)?);
    }
    let best = if mover == first {
        values.iter().max()
    } else {
        values.iter().min()
    };
    best.copied().or(over)
}

fn as_duel(puzzle: &Puzzle, first: Pair, length: usize) -> Puzzle {
    let mut draft: Draft = puzzle.draft().clone();
    draft.goal = Goal::Duel(first);
    draft.setup.sequence.truncate(length);
    draft.puzzle().unwrap()
}

/// A duel over a whole supply from the empty board, which nobody can prove.
fn endless(seed: u64) -> Arc<Puzzle> {
    Arc::new(as_duel(&common::whole_game(seed), Pair::EastWest, usize::MAX))
}

fn check_replay(puzzle: &Puzzle, line: &Line) {
    assert_eq!(
        Line::replay(puzzle, line.placements().to_vec()).as_ref(),
        Ok(line)
    );
}

fn threads(number: usize) -> Options {
    Options {
        threads: NonZeroUsize::new(number).unwrap(),
        ..Options::default()
    }
}

fn prove(name: &str, puzzle: &Arc<Puzzle>, margin: i32) -> (Line, Proof) {
    prove_with(threads(1), name, puzzle, margin)
}

fn prove_with(options: Options, name: &str, puzzle: &Arc<Puzzle>, margin: i32) -> (Line, Proof) {
    let answer = solve(Arc::clone(puzzle), options, &StopFlag::new()).unwrap();
    let Outcome::Optimal { line, proof } = answer.outcome else {
        panic!("{name}: {:?}", answer.outcome)
    };
    assert_eq!(line.value(), Value::Margin(Margin::new(margin)), "{name}");
    check_replay(puzzle, &line);
    (line, proof)
}

#[test]
fn positions_from_real_games() {
    let cases = cases();
    assert_eq!(cases.len(), 10);
    let runs = (cases.into_iter()).flat_map(|case| [1, 2, 4].map(|number| (number, case.clone())));
    for (number, (name, (puzzle, margin))) in runs {
        let (line, proof) = prove_with(threads(number), &name, &puzzle, margin);
        assert_eq!(proof, Proof::DuelSearch, "{name}");
        // Neither side does better by leaving the line at its last tiles: those are few enough to try all.
        let Goal::Duel(first) = puzzle.goal() else {
            panic!("{name}")
        };
        let placements = line.placements();
        let mut board = puzzle.position().board().clone();
        let kept = placements.len().saturating_sub(2);
        for &placement in &placements[..kept] {
            board.lay(placement).unwrap();
        }
        let mover = if kept % 2 == 0 { first } else { first.other() };
        let rest = &puzzle.sequence()[kept..placements.len()];
        if line.end() == LineEnd::SequenceDone {
            let value = minimax(&board, rest, first, mover, &mut 1_000_000);
            assert_eq!(value, Some(margin), "{name}");
        }
    }
}

#[test]
fn every_first_placement_has_its_exact_value() {
    let mut compared = 0;
    for seed in 0..60 {
        let first = Pair::ALL[seed as usize % 2];
        let shape = Shape {
            laid: [3, 20, 55, 75, 90][seed as usize % 5],
            sequence: 2 + seed as usize % 3,
            one_kind: false,
            stuck: seed % 11 == 5,
            pair: first,
        };
        let puzzle = as_duel(&common::random_puzzle(seed, shape), first, usize::MAX);
        let found = first_placements(&puzzle, None, &StopFlag::new()).unwrap();
        let Some((&tile, rest)) = puzzle.sequence().split_first() else {
            continue;
        };
        let board = puzzle.position().board();
        assert_eq!(found.len(), board.legal_placements(tile).count());
        assert!(found.windows(2).all(|pair| pair[0].margin >= pair[1].margin));
        for known in &found {
            let mut after = board.clone();
            after.lay(known.placement).unwrap();
            let Some(value) = minimax(&after, rest, first, first.other(), &mut 20_000) else {
                continue;
            };
            assert_eq!(
                known.margin.map(Margin::get),
                Some(value),
                "seed {seed}, {known:?}"
            );
            compared += 1;
        }
        // The best of them is what the duel is worth.
        if let Some(best) = found.first() {
            let stop = StopFlag::new();
            let answer = solve(Arc::new(puzzle), Options::default(), &stop).unwrap();
            assert_eq!(answer.outcome.line().value(), Value::Margin(best.margin.unwrap()));
        }
    }
    assert!(compared > 300, "{compared}");
    let nothing = first_placements(&endless(1), Some(Duration::ZERO), &StopFlag::new()).unwrap();
    assert!(!nothing.is_empty() && nothing.iter().all(|first| first.margin.is_none()));
}

#[test]
fn small_duels_agree_with_trying_everything() {
    let mut seen = Vec::new();
    for seed in 0..400 {
        let laid = [0, 1, 3, 8, 20, 40, 55, 65, 75, 90][seed as usize % 10];
        let first = Pair::ALL[(seed / 3) as usize % 2];
        let shape = Shape {
            laid,
            // Late in a game there is little to choose, so more plies can be tried.
            sequence: if laid < 60 {
                2 + (seed / 10) as usize % 3
            } else {
                8
            },
            one_kind: seed % 7 == 3,
            stuck: seed % 11 == 5,
            pair: first,
        };
        let whole = common::random_puzzle(seed, shape);
        let (puzzle, margin) = (1..=whole.sequence().len())
            .rev()
            .find_map(|length| {
                let puzzle = as_duel(&whole, first, length);
                let board = puzzle.position().board();
                let margin = minimax(board, puzzle.sequence(), first, first, &mut 30_000)?;
                Some((puzzle, margin))
            })
            .unwrap();
        let puzzle = Arc::new(puzzle);
        let (line, _) = prove(&format!("seed {seed}, {shape:?}"), &puzzle, margin);
        seen.push((laid, puzzle.sequence().len(), margin, line));
    }
    // The shapes that are meant to be there are there.
    assert!(seen.iter().filter(|duel| duel.1 >= 2).count() >= 300);
    assert!(seen.iter().filter(|duel| duel.1 >= 6).count() >= 20);
    assert!(seen.iter().filter(|duel| duel.0 == 0).count() >= 20);
    assert!(seen.iter().filter(|duel| duel.2 > 0).count() >= 50);
    assert!(seen.iter().filter(|duel| duel.2 < 0).count() >= 50);
    let stuck = seen
        .iter()
        .filter(|duel| matches!(duel.3.end(), LineEnd::Stuck(_)));
    let (at_once, later): (Vec<_>, Vec<_>) = stuck.partition(|duel| duel.3.placements().is_empty());
    assert!(at_once.len() >= 10 && later.len() >= 10);
}

#[test]
fn longer_duels_agree_with_a_plain_alpha_beta_in_every_order_of_the_tiles() {
    let mut seen = Vec::new();
    for seed in 0..60 {
        let first = Pair::ALL[seed as usize % 2];
        let shape = Shape {
            laid: [20, 35, 45, 52, 58, 64, 70, 80, 95][seed as usize % 9],
            sequence: 10,
            one_kind: false,
            stuck: false,
            pair: first,
        };
        let whole = common::random_puzzle(seed, shape);
        for order in 0..3 {
            let mut draft = whole.draft().clone();
            match order {
                1 => draft.setup.sequence.reverse(),
                // Equal tiles come one after the other.
                2 => draft.setup.sequence.sort_unstable(),
                _ => {}
            }
            let whole = draft.puzzle().unwrap();
            let (puzzle, margin) = (1..=whole.sequence().len())
                .map_while(|length| {
                    let puzzle = as_duel(&whole, first, length);
                    let mut plain = AlphaBeta::new(puzzle.sequence(), first, 5000);
                    let margin = plain.value(puzzle.position().board())?;
                    Some((puzzle, margin))
                })
                .last()
                .unwrap();
            let name = format!("seed {seed}, order {order}");
            let puzzle = Arc::new(puzzle);
            let options = threads(1 + seed as usize % 3);
            let (line, _) = prove_with(options, &name, &puzzle, margin);
            seen.push((puzzle.sequence().len(), line));
        }
    }
    let count = |is_one: &dyn Fn(usize, &Line) -> bool| {
        seen.iter().filter(|(length, line)| is_one(*length, line)).count()
    };
    // Some end before the sequence does, in the middle of it.
    let early = |_, line: &Line| matches!(line.end(), LineEnd::Stuck(_)) && line.placements().len() >= 2;
    let counts = [
        count(&|length, _| length >= 6),
        count(&|length, _| length == 10),
        count(&early),
    ];
    assert!(
        counts[0] >= 60 && counts[1] >= 20 && counts[2] >= 10,
        "{counts:?}"
    );
}

#[test]
fn an_empty_sequence_and_a_settled_board_need_no_search() {
    let (puzzle, _) = &cases()["d700.tayu.json"];
    let Goal::Duel(first) = puzzle.goal() else {
        panic!()
    };
    let now = puzzle.position().board().coasts().margin(first);
    let empty = Arc::new(as_duel(puzzle, first, 0));
    assert_eq!(prove("empty", &empty, now).1, Proof::Rules);
    // Nobody reaches a coast from the star with two tiles.
    let two = Arc::new(as_duel(&common::whole_game(5), Pair::NorthSouth, 2));
    let (line, proof) = prove("two", &two, 0);
    assert_eq!((line.placements().len(), proof), (2, Proof::Rules));
}

#[test]
fn bounds_hold_and_only_fall() {
    for (name, (puzzle, margin)) in cases() {
        let value = Value::Margin(Margin::new(margin));
        let (sender, changes) = channel();
        let solve = start(Arc::clone(&puzzle), Options::default(), move || {
            // The test may have seen enough.
            let _ = sender.send(());
        })
        .unwrap();
        let mut last = solve.progress();
        // The sender goes when the search is over.
        for () in changes {
            let now = solve.progress();
            assert!(
                value <= now.upper_bound && now.upper_bound <= last.upper_bound,
                "{name}: {now:?}"
            );
            assert!(now.best.value() <= now.upper_bound, "{name}: {now:?}");
            check_replay(&puzzle, &now.best);
            last = now;
        }
        assert_eq!((last.best.value(), last.upper_bound), (value, value), "{name}");
        let plies = puzzle.sequence().len();
        assert_eq!(last.phase, Phase::Duel { plies }, "{name}");
    }
}

#[test]
fn the_same_question_gets_the_same_line() {
    let (puzzle, margin) = &cases()["d706.tayu.json"];
    let first = prove("first", puzzle, *margin);
    assert_eq!(prove("again", puzzle, *margin), first);
}

#[test]
fn the_time_limit_ends_a_search_without_a_claim() {
    let puzzle = endless(1);
    let time_limit = Duration::from_millis(700);
    let options = Options {
        time_limit: Some(time_limit),
        ..Options::default()
    };
    let started = Instant::now();
    let answer = solve(Arc::clone(&puzzle), options, &StopFlag::new()).unwrap();
    assert!(started.elapsed() < time_limit + AT_ONCE);
    let Outcome::Feasible {
        best,
        upper_bound,
        why: Unproved::TimeLimit,
    } = answer.outcome
    else {
        panic!("{:?}", answer.outcome)
    };
    check_replay(&puzzle, &best);
    assert!(best.value() <= upper_bound);
}

#[test]
fn a_cancelled_search_ends_at_once_and_lets_go() {
    for (n, wait) in [0, 1, 30, 150, 400].into_iter().enumerate() {
        let puzzle = endless(n as u64);
        let solve = start(Arc::clone(&puzzle), Options::default(), || ()).unwrap();
        thread::sleep(Duration::from_millis(wait));
        let asked = Instant::now();
        solve.cancel();
        let outcome = solve.answer().unwrap().outcome;
        let Outcome::Cancelled { best, upper_bound } = outcome else {
            panic!("{outcome:?}")
        };
        check_replay(&puzzle, &best);
        assert!(best.value() <= upper_bound);
        drop(solve);
        // The search's own thread holds the puzzle until it ends.
        while Arc::strong_count(&puzzle) > 1 {
            assert!(asked.elapsed() < AT_ONCE, "the search goes on");
            thread::sleep(Duration::from_millis(1));
        }
    }
}
