//! What holds for whatever is written, drawn or laid.

// Helpers of tests may stop a test as the tests themselves may.
#![allow(clippy::unwrap_used, clippy::panic)]

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::{select, subsequence};
use tayu_core::puzzle::About;
use tayu_core::{
    Axis, Board, Draft, FirstPlayer, Goal, Lane, Mouths, Move, Pair, PlaceReport, Placement, Puzzle, Seed,
    Setup, Spot, Square, Tile,
};

fn any_mouths() -> impl Strategy<Value = Mouths> {
    (0..28_usize, 0..2_usize).prop_map(|(kind, turn)| Tile::all().nth(kind).unwrap().readings()[turn])
}

fn any_tile() -> impl Strategy<Value = Tile> {
    any_mouths().prop_map(Mouths::tile)
}

fn any_placement() -> impl Strategy<Value = Placement> {
    let spot = (0..Spot::all().len()).prop_map(|n| Spot::all().nth(n).unwrap());
    (spot, any_mouths()).prop_map(|(spot, mouths)| Placement::new(spot, mouths))
}

/// Close to the star, where placements often meet.
fn central_placement() -> impl Strategy<Value = Placement> {
    (7..12_usize, 7..12_usize, select(&Axis::ALL[..]), any_mouths()).prop_map(
        |(column, row, axis, mouths)| {
            let middle = Square::new(column, row).unwrap();
            Placement::new(Spot::around(middle, axis).unwrap(), mouths)
        },
    )
}

/// Tiles laid one after the other, each at a legal place chosen by a number.
fn legal_line() -> impl Strategy<Value = Vec<Placement>> {
    vec((any_tile(), any::<prop::sample::Index>()), 0..40).prop_map(|choices| {
        let (mut board, mut laid) = (Board::new(), Vec::<Placement>::new());
        for (tile, choice) in choices {
            let legal: Vec<Placement> = board.legal_placements(tile).collect();
            let used = laid.iter().filter(|p| p.tile() == tile).count();
            if !legal.is_empty() && used < 4 {
                let chosen = *choice.get(&legal);
                board.lay(chosen).unwrap();
                laid.push(chosen);
            }
        }
        laid
    })
}

fn board(laid: &[Placement]) -> Board {
    let mut board = Board::new();
    laid.iter().for_each(|&p| board.lay(p).unwrap());
    board
}

/// Sound boards with a few tiles turned, doubled, added or taken away, and boards of tiles near the star.
fn any_setup() -> impl Strategy<Value = Setup> {
    let spoiled = (
        legal_line(),
        vec(central_placement(), 0..3),
        any::<prop::sample::Index>(),
        0..4_u8,
    )
        .prop_map(|(mut board, added, at, change)| {
            if !board.is_empty() {
                let n = at.index(board.len());
                match change {
                    0 => drop(board.remove(n)),
                    1 => board[n] = board[n].turned().unwrap_or(board[n]),
                    2 => board.push(board[n]),
                    _ => board.rotate_left(n),
                }
            }
            board.extend(added);
            board
        });
    let board = prop_oneof![
        spoiled,
        vec(central_placement(), 0..8),
        vec(any_placement(), 0..8),
        legal_line(),
    ];
    (board, vec(any_tile(), 0..12)).prop_map(|(board, sequence)| Setup { board, sequence })
}

fn any_goal() -> impl Strategy<Value = Goal> {
    (select(&Pair::ALL[..]), any::<bool>()).prop_map(|(pair, duel)| {
        if duel {
            Goal::Duel(pair)
        } else {
            Goal::Maximize(pair)
        }
    })
}

fn any_draft() -> impl Strategy<Value = Draft> {
    let words = || proptest::option::of(any::<String>());
    (words(), words(), words(), any_setup(), any_goal()).prop_map(|(title, author, notes, setup, goal)| {
        Draft {
            about: About { title, author, notes },
            setup,
            goal,
            ..Draft::default()
        }
    })
}

/// A JSON value as somebody may have typed it, spaces included.
fn any_json() -> impl Strategy<Value = String> {
    let leaf = prop_oneof![
        Just("null".to_owned()),
        Just("true".to_owned()),
        Just("1e400".to_owned()),
        Just("-0.10".to_owned()),
        Just("\"\\u00e9\\ud83c\\udf0a\"".to_owned()),
        any::<i64>().prop_map(|n| n.to_string()),
        any::<String>().prop_map(|s| serde_json::Value::from(s).to_string()),
    ];
    leaf.prop_recursive(3, 12, 4, |inner| {
        prop_oneof![
            vec(inner.clone(), 0..4).prop_map(|items| format!("[ {}]", items.join(" ,\n"))),
            vec((any::<String>(), inner), 0..4).prop_map(|fields| {
                let fields: Vec<String> = fields
                    .iter()
                    .map(|(name, value)| format!("{}:{value}", serde_json::Value::from(&name[..])))
                    .collect();
                format!("{{{}\t}}", fields.join(","))
            }),
        ]
    })
}

/// The text with some characters exchanged, added or taken away.
fn mutated(text: String) -> impl Strategy<Value = String> {
    let change = (any::<prop::sample::Index>(), 0..4_u8, any::<u8>());
    vec(change, 1..6).prop_map(move |changes| {
        let mut bytes = text.clone().into_bytes();
        for (at, change, byte) in changes {
            let n = at.index(bytes.len() + 1);
            match change {
                0 => bytes.insert(n, byte),
                1 if n < bytes.len() => drop(bytes.remove(n)),
                2 if n < bytes.len() => bytes[n] = byte,
                3 => bytes.truncate(n),
                _ => {}
            }
        }
        String::from_utf8_lossy(&bytes).into_owned()
    })
}

/// Reads the text as everything that can be read; what is read has to come back.
fn read_as_everything(text: &str) {
    fn check<T: std::str::FromStr + std::fmt::Display + PartialEq + std::fmt::Debug>(text: &str)
    where
        T::Err: std::fmt::Display + std::fmt::Debug,
    {
        match text.parse::<T>() {
            Ok(value) => {
                let written = value.to_string();
                let again = written
                    .parse::<T>()
                    .unwrap_or_else(|e| panic!("{written:?} from {text:?}: {e}"));
                assert_eq!(again, value);
            }
            Err(error) => assert!(!error.to_string().is_empty()),
        }
    }
    check::<Square>(text);
    check::<Pair>(text);
    check::<Mouths>(text);
    check::<Tile>(text);
    check::<Placement>(text);
    check::<Lane>(text);
    check::<Move>(text);
    check::<Seed>(text);
    check::<FirstPlayer>(text);
    match (Draft::from_json(text), Puzzle::from_json(text)) {
        (Ok(draft), puzzle) => {
            assert_eq!(Draft::from_json(&draft.to_json()).as_ref(), Ok(&draft));
            assert_eq!(puzzle.is_ok(), draft.setup.faults().is_empty());
            if let Err(faults) = puzzle {
                assert!(!faults.0.is_empty() && !faults.to_string().is_empty());
            }
        }
        (Err(draft_faults), Err(puzzle_faults)) => {
            assert!(!draft_faults.0.is_empty() && !draft_faults.to_string().is_empty());
            assert!(puzzle_faults.0.len() >= draft_faults.0.len());
        }
        (Err(faults), Ok(_)) => panic!("a puzzle from what can't be read: {faults}"),
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn notation_reads_back(placement in any_placement(), seed in any::<u64>()) {
        prop_assert_eq!(placement.to_string().parse(), Ok(placement));
        prop_assert_eq!(placement.tile().to_string().parse(), Ok(placement.tile()));
        prop_assert_eq!(placement.mouths().to_string().parse(), Ok(placement.mouths()));
        prop_assert_eq!(placement.middle().to_string().parse(), Ok(placement.middle()));
        prop_assert_eq!(Move::Lay(placement).to_string().parse(), Ok(Move::Lay(placement)));
        prop_assert_eq!(Seed(seed).to_string().parse(), Ok(Seed(seed)));
    }

    #[test]
    fn four_quarter_turns_bring_a_tile_back(placement in any_placement()) {
        if let Some(turned) = placement.turned() {
            prop_assert_eq!(turned.middle(), placement.middle());
            prop_assert_eq!(turned.tile(), placement.tile());
            let turns: Vec<Placement> = std::iter::successors(Some(placement), |p| p.turned()).take(5).collect();
            let half = Placement::new(placement.spot(), placement.mouths().half_turn());
            prop_assert_eq!((turns[2], turns[4]), (half, placement));
        }
    }

    #[test]
    fn generated_is_allowed_is_without_obstacles(laid in legal_line(), near in vec(central_placement(), 20)) {
        let board = board(&laid);
        for tile in Tile::all() {
            let legal: Vec<Placement> = board.legal_placements(tile).collect();
            prop_assert!(legal.is_sorted());
            prop_assert_eq!(board.can_lay(tile), !legal.is_empty());
            prop_assert_eq!(PlaceReport::all(&board, tile).is_none(), !legal.is_empty());
            for &placement in &legal {
                prop_assert!(board.allows(placement) && board.obstacles(placement).is_empty());
            }
        }
        for placement in near {
            let generated = board.legal_placements(placement.tile()).any(|p| p == placement);
            prop_assert_eq!(board.allows(placement), generated);
            prop_assert_eq!(board.obstacles(placement).is_empty(), generated);
        }
    }

    #[test]
    fn points_never_fall(laid in legal_line()) {
        let mut board = Board::new();
        for placement in laid {
            let before = board.coasts();
            board.lay(placement).unwrap();
            for side in tayu_core::Side::ALL {
                prop_assert!(board.coasts().get(side) >= before.get(side));
            }
        }
    }

    #[test]
    fn a_position_is_reached_from_its_tiles_in_any_order(
        (laid, shuffled) in legal_line().prop_flat_map(|laid| (Just(laid.clone()), Just(laid).prop_shuffle()))
    ) {
        let setup = Setup { board: shuffled, sequence: Vec::new() };
        let position = setup.position().unwrap();
        let expected = board(&laid);
        prop_assert_eq!(position.board(), &expected);
        prop_assert_eq!(position.board().coasts(), expected.coasts());
        prop_assert_eq!(position.board().len(), laid.len());
        for tile in Tile::all() {
            prop_assert!(position.board().legal_placements(tile).eq(expected.legal_placements(tile)));
        }
        // The order found is one in which they can be laid, and one that works is kept.
        prop_assert_eq!(&board(position.placements()), &expected);
        let kept = Setup { board: laid.clone(), sequence: Vec::new() }.position().unwrap();
        prop_assert_eq!(kept.placements(), laid);
    }

    #[test]
    fn faults_are_what_keeps_a_setup_from_being_a_position(setup in any_setup()) {
        let faults = setup.faults();
        match setup.position() {
            Ok(position) => {
                prop_assert_eq!(&faults, &vec![]);
                prop_assert_eq!(position.placements().len(), setup.board.len());
            }
            Err(found) => {
                prop_assert!(!found.is_empty());
                prop_assert_eq!(&found, &faults);
            }
        }
        for fault in faults {
            prop_assert!(!fault.to_string().is_empty());
            let _ = fault.square();
        }
    }

    #[test]
    fn a_draft_comes_back_from_its_file(draft in any_draft()) {
        let text = draft.to_json();
        let read = Draft::from_json(&text);
        prop_assert_eq!(read.as_ref(), Ok(&draft));
        prop_assert_eq!(Puzzle::from_json(&text).is_ok(), draft.setup.faults().is_empty());
        if let Ok(puzzle) = draft.clone().puzzle() {
            prop_assert_eq!(puzzle.to_json(), text.clone());
            prop_assert_eq!(puzzle.draft(), &draft);
        }
        // Ours is what any JSON reader reads.
        prop_assert!(serde_json::from_str::<serde_json::Value>(&text).is_ok());
    }

    #[test]
    fn unknown_fields_are_kept(
        draft in any_draft(),
        names in subsequence(vec!["rating", "Board", "", "a\"b", "ort\n", "größe", "x-1"], 0..=7),
        values in vec(any_json(), 7),
        first in any::<bool>(),
    ) {
        let extra: Vec<String> = (names.iter().zip(&values))
            .map(|(name, value)| format!("{}: {value}", serde_json::Value::from(*name)))
            .collect();
        let text = draft.to_json();
        let body = text.trim_start_matches('{').trim_end_matches("}\n").trim();
        let mut fields = vec![body.to_owned()];
        fields.splice(if first { 0..0 } else { 1..1 }, extra.iter().cloned());
        let read = Draft::from_json(&format!("{{{}}}", fields.join(",\n"))).unwrap();
        let written = read.to_json();
        for field in &extra {
            prop_assert!(written.contains(field.as_str()), "{} in {}", field, written);
        }
        let again = Draft::from_json(&written).unwrap();
        prop_assert_eq!(&again, &read);
        prop_assert_eq!(again.to_json(), written);
        prop_assert_eq!(Draft { extra: draft.extra.clone(), ..read }, draft);
    }

    #[test]
    fn no_text_stops_the_readers(text in any::<String>()) {
        read_as_everything(&text);
    }

    #[test]
    fn nor_does_almost_right_notation(
        text in any_placement().prop_map(|p| p.to_string()).prop_flat_map(mutated),
        short in "[a-t0-9|-]{0,8}|draw (left|right|x)?|[0-9]{1,21}|NS|EW|lot",
    ) {
        read_as_everything(&text);
        read_as_everything(&short);
    }

    #[test]
    fn nor_does_an_almost_right_file(text in any_draft().prop_map(|d| d.to_json()).prop_flat_map(mutated)) {
        read_as_everything(&text);
    }

    #[test]
    fn nor_do_fields_of_the_wrong_kind(
        names in vec(select(vec![
            "format", "version", "title", "author", "notes", "board", "sequence", "maximize", "duel", "new",
        ]), 0..8),
        values in vec(prop_oneof![
            any_json(),
            Just("[\"i10-147\", 5, [], \"i10-147\"]".to_owned()),
            Just("[\"147\", \"567\", null]".to_owned()),
            Just("\"NS\"".to_owned()),
            Just("99999999999999999999999".to_owned()),
        ], 8),
        header in any::<bool>(),
    ) {
        let mut fields = if header {
            vec!["\"format\": \"tayu-puzzle\"".to_owned(), "\"version\": 1".to_owned()]
        } else {
            Vec::new()
        };
        fields.extend(names.iter().zip(&values).map(|(name, value)| format!("\"{name}\": {value}")));
        read_as_everything(&format!("{{{}}}", fields.join(", ")));
    }
}
