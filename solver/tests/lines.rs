//! Lines can only be had by replaying them.
#![allow(clippy::unwrap_used, clippy::panic, reason = "a test may fail")]

mod common;

use tayu_core::{Placement, Puzzle, Tile};
use tayu_solver::{Line, LineEnd, ReplayError};

fn complete(puzzle: &Puzzle) -> Line {
    Line::complete(puzzle, Vec::new()).unwrap()
}

#[test]
fn tampered_lines_are_refused() {
    for (name, (puzzle, _)) in common::cases() {
        let line = complete(&puzzle);
        let replay = |placements: Vec<Placement>| Line::replay(&puzzle, placements);
        let placements = line.placements().to_vec();
        assert_eq!(replay(placements.clone()), Ok(line.clone()), "{name}");

        let mut shortened = placements.clone();
        shortened.pop();
        let number = placements.len();
        assert!(
            matches!(replay(shortened), Err(ReplayError::StopsEarly { number: n, .. }) if n == number),
            "{name}"
        );

        let mut twice = placements.clone();
        twice.insert(1, placements[0]);
        let fault = replay(twice);
        let same_kind = puzzle.sequence()[0] == puzzle.sequence()[1];
        match line.placements().len() == puzzle.sequence().len() {
            true => assert!(matches!(fault, Err(ReplayError::TooMany { .. })), "{name}"),
            false if same_kind => assert!(matches!(fault, Err(ReplayError::Illegal { .. })), "{name}"),
            false => assert!(
                matches!(fault, Err(ReplayError::WrongTile { number: 2, .. })),
                "{name}"
            ),
        }

        for n in 0..placements.len() {
            // The same tile where it is not legal: on the spot of the first tile of the board.
            let mut moved = placements.clone();
            moved[n] = Placement::new(puzzle.position().placements()[0].spot(), placements[n].mouths());
            let fault = replay(moved);
            assert!(
                matches!(fault, Err(ReplayError::Illegal { number, .. }) if number == n + 1),
                "{name}"
            );

            let mut other = placements.clone();
            let wrong = Tile::all().find(|&tile| tile != puzzle.sequence()[n]).unwrap();
            other[n] = Placement::new(placements[n].spot(), wrong.readings()[0]);
            let fault = replay(other);
            assert!(
                matches!(fault, Err(ReplayError::WrongTile { number, .. }) if number == n + 1),
                "{name}"
            );
        }
    }
}

#[test]
fn a_line_says_why_it_is_over() {
    let mut stuck = 0;
    for (name, (puzzle, _)) in common::cases() {
        let line = complete(&puzzle);
        match line.end() {
            LineEnd::SequenceDone => assert_eq!(line.placements().len(), puzzle.sequence().len(), "{name}"),
            LineEnd::Stuck(tile) => {
                assert_eq!(
                    puzzle.sequence().get(line.placements().len()),
                    Some(&tile),
                    "{name}"
                );
                stuck += 1;
            }
        }
    }
    assert!(stuck > 0);
}
