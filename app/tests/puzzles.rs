//! The puzzles in the folder `puzzles`: sound, told apart, and solved as they claim.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test may fail")]

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use tayu::bundled;
use tayu_core::{Goal, Product, Puzzle};
use tayu_solver::{Options, Outcome, StopFlag, Value};

/// The names and texts of the puzzle files in the folder, by name.
fn folder() -> BTreeMap<String, String> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../puzzles");
    let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    entries
        .filter(|path| path.to_str().unwrap().ends_with(".tayu.json"))
        .map(|path| {
            (
                path.file_name().unwrap().to_str().unwrap().to_owned(),
                fs::read_to_string(&path).unwrap(),
            )
        })
        .collect()
}

#[test]
fn every_file_of_the_folder_is_embedded_in_order() {
    let embedded: Vec<(&str, &str)> = bundled::all().iter().map(|b| (b.file_name, b.text)).collect();
    let files = folder();
    let expected: Vec<(&str, &str)> = files
        .iter()
        .map(|(name, text)| (name.as_str(), text.as_str()))
        .collect();
    assert_eq!(embedded, expected);
    assert!(embedded.len() >= 14);
    for (n, (name, _)) in embedded.iter().enumerate() {
        assert!(name.starts_with(&format!("{:02}-", n + 1)), "{name}");
    }
}

#[test]
fn every_optimum_belongs_to_a_file() {
    let text =
        fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("../puzzles/optima.json")).unwrap();
    let optima: BTreeMap<String, u32> = serde_json::from_str(&text).unwrap();
    assert!(optima.keys().eq(folder().keys()), "{optima:?}");
}

#[test]
fn every_puzzle_is_sound_and_introduces_itself() {
    let mut titles = BTreeSet::new();
    for (name, text) in folder() {
        let puzzle = Puzzle::from_json(&text).unwrap_or_else(|faults| panic!("{name}:\n{faults}"));
        let about = puzzle.about();
        for words in [&about.title, &about.author, &about.notes] {
            assert!(
                words.as_ref().is_some_and(|words| !words.trim().is_empty()),
                "{name}"
            );
        }
        assert!(titles.insert(about.title.clone()), "{name}");
        assert!((3..=20).contains(&puzzle.sequence().len()), "{name}");
        assert!(puzzle.draft().setup.faults().is_empty(), "{name}");
        assert_eq!(
            puzzle.to_json(),
            text,
            "{name} is not written as the program would write it"
        );
    }
}

#[test]
fn there_is_something_to_choose_and_to_gain() {
    for bundled in bundled::all() {
        let puzzle = bundled.puzzle();
        let board = puzzle.position().board();
        let first = puzzle.sequence().first().unwrap();
        assert!(
            board.legal_placements(*first).count() > 1,
            "{}",
            bundled.file_name
        );
        let before = board.coasts().product(puzzle.goal().pair());
        assert!(bundled.optimum() > before, "{}", bundled.file_name);
    }
}

#[test]
fn the_solver_proves_every_optimum() {
    for bundled in bundled::all() {
        let puzzle = bundled.puzzle();
        assert!(
            matches!(puzzle.goal(), Goal::Maximize(_)),
            "{}",
            bundled.file_name
        );
        let answer = tayu_solver::solve(puzzle, Options::default(), &StopFlag::new()).unwrap();
        let Outcome::Optimal { line, .. } = answer.outcome else {
            panic!("{}: {answer:?}", bundled.file_name)
        };
        assert_eq!(
            line.value(),
            Value::Product(bundled.optimum()),
            "{}",
            bundled.file_name
        );
        assert!(bundled.optimum() > Product::default());
    }
}
