//! The corpus of the fuzz targets (`fuzz/corpus`), file by file and changed at random: what has to hold for any
//! bytes holds for these. `scripts/fuzz` looks for others.

// Helpers of tests may stop a test as the tests themselves may. The fuzz targets share the checks.
#![allow(clippy::unwrap_used, clippy::panic, unreachable_pub)]

mod checks;
mod mutate;

use std::collections::BTreeSet;
use std::fs;
use std::panic::catch_unwind;
use std::path::{Path, PathBuf};

use checks::Check;
use mutate::Mutator;

/// How often each check is put to a changed file.
const CHANGED: usize = 3_000;

#[test]
fn journals_hold() {
    holds("journal");
}

#[test]
fn notation_holds() {
    holds("notation");
}

#[test]
fn play_holds() {
    holds("play");
}

#[test]
fn puzzles_hold() {
    holds("puzzle");
}

#[test]
fn records_hold() {
    holds("record");
}

#[test]
fn texts_hold() {
    holds("text");
}

#[test]
fn every_check_has_a_target_and_a_corpus() {
    let checks: BTreeSet<String> = checks::ALL.iter().map(|(name, _)| (*name).to_owned()).collect();
    assert_eq!(names(&fuzz().join("corpus")), checks);
    assert_eq!(names(&fuzz().join("fuzz_targets")), checks);
}

/// Puts a check to its corpus, and to files of it that were changed.
fn holds(name: &str) {
    let (_, check) = checks::ALL.into_iter().find(|(n, _)| *n == name).unwrap();
    let corpus = corpus(name);
    for (file, bytes) in &corpus {
        holds_for(check, bytes, &file.display().to_string());
    }
    let files: Vec<Vec<u8>> = corpus.into_iter().map(|(_, bytes)| bytes).collect();
    let words = mutate::words(&fs::read_to_string(fuzz().join("dictionary")).unwrap());
    let mut mutator = Mutator::new(1, files, words);
    for n in 0..CHANGED {
        holds_for(check, &mutator.changed(), &format!("changed file {n}"));
    }
}

fn holds_for(check: Check, bytes: &[u8], name: &str) {
    // What does not hold has been told; this tells for which bytes.
    if catch_unwind(|| check(bytes)).is_err() {
        panic!("{name}: \"{}\"", bytes.escape_ascii());
    }
}

/// The files of a target, in the order of their names.
fn corpus(name: &str) -> Vec<(PathBuf, Vec<u8>)> {
    let folder = fuzz().join("corpus").join(name);
    let mut files: Vec<PathBuf> = fs::read_dir(&folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .collect();
    assert!(!files.is_empty(), "{} is empty", folder.display());
    files.sort();
    files
        .into_iter()
        .map(|file| {
            let bytes = fs::read(&file).unwrap();
            (file, bytes)
        })
        .collect()
}

/// What is in a folder, without the endings of the names.
fn names(folder: &Path) -> BTreeSet<String> {
    (fs::read_dir(folder).unwrap())
        .map(|entry| {
            entry
                .unwrap()
                .path()
                .file_stem()
                .unwrap()
                .to_str()
                .unwrap()
                .to_owned()
        })
        .collect()
}

fn fuzz() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../fuzz")
}
