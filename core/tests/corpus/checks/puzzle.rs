//! Puzzle files: what is read is written and read again equal.

use tayu_core::file::Format;
use tayu_core::{Board, Draft, Puzzle};

use super::places;

/// Checks a puzzle file.
pub fn check(data: &[u8]) {
    let Ok(text) = std::str::from_utf8(data) else {
        return;
    };
    let puzzle = Puzzle::from_json(text);
    match Draft::from_json(text) {
        Ok(draft) => sound_draft(text, &draft, puzzle.is_ok()),
        Err(faults) => {
            places::of_file(text, &faults);
            assert!(puzzle.is_err(), "a puzzle without a draft");
        }
    }
    match puzzle {
        Ok(puzzle) => {
            let mut board = Board::new();
            for &placement in puzzle.position().placements() {
                board.lay(placement).unwrap();
            }
            assert_eq!(Puzzle::from_json(&puzzle.to_json()).unwrap(), puzzle);
        }
        Err(faults) => places::of_file(text, &faults),
    }
}

fn sound_draft(text: &str, draft: &Draft, is_puzzle: bool) {
    assert_eq!(Format::of(text), Some(Format::Puzzle));
    let written = draft.to_json();
    let again = Draft::from_json(&written).unwrap();
    assert_eq!(again, *draft);
    assert_eq!(again.to_json(), written);
    match draft.clone().puzzle() {
        Ok(_) => assert!(is_puzzle, "a sound draft, but no puzzle"),
        Err(faults) => assert!(!faults.is_empty() && !is_puzzle, "{faults:?}"),
    }
}
