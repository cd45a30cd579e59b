//! Positions with the answers of an independent checker (see `tests/data/README.md`).

use std::collections::BTreeMap;

use serde::Deserialize;
use tayu_core::board::Obstacle;
use tayu_core::{Coasts, Placement, Position, Setup, SetupFault, Side, Tile};

type Points = BTreeMap<char, u32>;

#[derive(Deserialize)]
struct Answered {
    board: Vec<String>,
    coasts: Points,
    /// Legal placements of all 28 kinds together.
    legal: usize,
    tried: Vec<Tried>,
}

/// A placement with the coasts after it, or the reason why it is not legal.
#[derive(Deserialize)]
struct Tried {
    placement: String,
    coasts: Option<Points>,
    reason: Option<String>,
}

#[derive(Deserialize)]
struct Judged {
    board: Vec<String>,
    sequence: Vec<String>,
    verdict: String,
}

fn setup(board: &[String], sequence: &[String]) -> Setup {
    Setup {
        board: board.iter().map(|p| p.parse().unwrap()).collect(),
        sequence: sequence.iter().map(|t| t.parse().unwrap()).collect(),
    }
}

fn points(coasts: Coasts) -> Points {
    Side::ALL
        .into_iter()
        .map(|side| (side.letter(), coasts.get(side).get()))
        .collect()
}

/// The one reason that the checker names: the first that applies, in this order.
fn first_reason(obstacles: &[Obstacle]) -> Option<&'static str> {
    type Is = fn(&Obstacle) -> bool;
    let reasons: [(Is, &str); 5] = [
        (|o| matches!(o, Obstacle::Covered(_)), "covers a tile"),
        (
            |o| matches!(o, Obstacle::MissesStar),
            "the first tile must cover the star",
        ),
        (
            |o| matches!(o, Obstacle::MouthMeetsBlank(_)),
            "a mouth meets a blank side",
        ),
        (
            |o| matches!(o, Obstacle::BlankShutsMouth(_)),
            "a blank side shuts a canal",
        ),
        (|o| matches!(o, Obstacle::NoCanal), "continues no canal"),
    ];
    reasons
        .into_iter()
        .find(|(is, _)| obstacles.iter().any(is))
        .map(|(_, reason)| reason)
}

#[test]
fn placements_coasts_and_reasons() {
    let boards: Vec<Answered> = serde_json::from_str(include_str!("../data/placements.json")).unwrap();
    assert!(boards.len() >= 30);
    let mut seen: BTreeMap<Option<&str>, usize> = BTreeMap::new();
    for answered in boards {
        let position = setup(&answered.board, &[]).position().unwrap();
        let board = position.board();
        assert_eq!(points(board.coasts()), answered.coasts, "{:?}", answered.board);
        let legal = Tile::all()
            .map(|t| board.legal_placements(t).count())
            .sum::<usize>();
        assert_eq!(legal, answered.legal, "{:?}", answered.board);
        for tried in answered.tried {
            let placement: Placement = tried.placement.parse().unwrap();
            let reason = first_reason(&board.obstacles(placement));
            assert_eq!(
                reason,
                tried.reason.as_deref(),
                "{placement} on {:?}",
                answered.board
            );
            let mut after: Position = position.clone();
            assert_eq!(after.lay(placement).is_ok(), reason.is_none());
            if let Some(coasts) = tried.coasts {
                assert_eq!(
                    points(after.board().coasts()),
                    coasts,
                    "{placement} on {:?}",
                    answered.board
                );
            }
            *seen.entry(reason).or_default() += 1;
        }
    }
    // Legal ones and all five reasons.
    assert_eq!(seen.len(), 6, "{seen:?}");
}

#[test]
fn faults_of_setups() {
    let cases: Vec<Judged> = serde_json::from_str(include_str!("../data/setups.json")).unwrap();
    let mut seen: BTreeMap<&str, usize> = BTreeMap::new();
    for judged in cases {
        let setup = setup(&judged.board, &judged.sequence);
        let faults = setup.faults();
        // The checker names one fault: it counts the tiles, looks at the star, and lays the others.
        let verdict = if faults.iter().any(|f| matches!(f, SetupFault::TooMany { .. })) {
            "too many of a kind"
        } else if faults.contains(&SetupFault::StarUncovered) {
            "star uncovered"
        } else if !faults.is_empty() {
            "unreachable"
        } else {
            "sound"
        };
        assert_eq!(
            verdict, judged.verdict,
            "{:?} {:?}: {faults:?}",
            judged.board, judged.sequence
        );
        assert_eq!(setup.position().is_ok(), verdict == "sound");
        *seen.entry(verdict).or_default() += 1;
    }
    assert_eq!(seen.len(), 4, "{seen:?}");
}
