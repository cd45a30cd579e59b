//! Damaged files and texts: never a panic, always a place.

use proptest::prelude::*;
use proptest::sample::Index;
use tayu_core::Record;
use tayu_core::puzzle::FileFaults;

use crate::files::GAMES;
use crate::random;

/// One change to a text.
#[derive(Debug, Clone)]
enum Change {
    Cut(Index),
    Take(Index, usize),
    Put(Index, String),
    Swap(Index, Index),
}

fn change() -> impl Strategy<Value = Change> {
    prop_oneof![
        any::<Index>().prop_map(Change::Cut),
        (any::<Index>(), 1..30_usize).prop_map(|(at, count)| Change::Take(at, count)),
        (any::<Index>(), "[0-9a-z\"{}:,.>|()\\[\\] \\n#-]{1,6}|\\PC{1,3}")
            .prop_map(|(at, put)| Change::Put(at, put)),
        (any::<Index>(), any::<Index>()).prop_map(|(a, b)| Change::Swap(a, b)),
    ]
}

fn changed(text: &str, change: &Change) -> String {
    let mut chars: Vec<char> = text.chars().collect();
    if chars.is_empty() {
        return String::new();
    }
    let length = chars.len();
    match change {
        Change::Cut(at) => chars.truncate(at.index(length)),
        Change::Take(at, count) => {
            let at = at.index(length);
            chars.drain(at..length.min(at + count));
        }
        Change::Put(at, put) => {
            let at = at.index(length);
            chars.splice(at..at, put.chars());
        }
        Change::Swap(a, b) => {
            let (mut lines, count): (Vec<&str>, usize) = (text.lines().collect(), text.lines().count());
            lines.swap(a.index(count), b.index(count));
            return lines.join("\n");
        }
    }
    chars.into_iter().collect()
}

/// Nothing is said without a place or a field, but of a text as a whole, and every place is in the text.
fn check(text: &str, read: &Result<Record, FileFaults>) -> Result<(), TestCaseError> {
    let Err(FileFaults(faults)) = read else {
        return Ok(());
    };
    prop_assert!(!faults.is_empty());
    for fault in faults {
        prop_assert!(!fault.to_string().is_empty());
        let Some(place) = fault.place else {
            let whole =
                fault.to_string().starts_with("no line says") || fault.to_string().starts_with("a game file");
            prop_assert!(fault.field.is_some() || whole, "{}", fault);
            continue;
        };
        let lines: Vec<&str> = text.split('\n').collect();
        prop_assert!((1..=lines.len()).contains(&place.line), "{} in {:?}", fault, text);
        let columns = lines[place.line - 1].chars().count() + 1;
        prop_assert!((1..=columns).contains(&place.column), "{} in {:?}", fault, text);
    }
    Ok(())
}

#[test]
fn a_name_that_is_too_long_does_not_fill_the_faults_of_moves() {
    let text =
        r#"{"format": "tayu-game", "version": 1, "players": ["NAME", "B"], "first": "1", "moves": ["pass"]}"#;
    let faults = Record::from_json(&text.replace("NAME", &"ü".repeat(50_000))).unwrap_err();
    let told: Vec<String> = faults.0.iter().map(ToString::to_string).collect();
    assert_eq!(told.len(), 2, "{faults}");
    assert!(told[0].ends_with("the name has 50000 characters; there is room for 100"));
    let name = "ü".repeat(100);
    assert!(told[1].ends_with(&format!("move 1, {name} to move: there is no auction now")));
}

#[test]
fn words_that_are_empty_are_as_good_as_none() {
    let text = "Ta Yü game, version 1\nTitle:\nNotes:\nPlayer 1: A\nPlayer 2: B\nRules: standard\nFirst: 1";
    let record = Record::from_text(text).unwrap();
    assert_eq!((&record.about.title, &record.about.notes), (&None, &None));
    let notes = text.replace("Notes:", "Notes:\nNotes: a\nNotes:\nNotes: b\nNotes:");
    let record = Record::from_text(&notes).unwrap();
    assert_eq!(record.about.notes.as_deref(), Some("a\nb"));
    assert_eq!(Record::from_text(&record.to_text()).unwrap(), record);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1_000))]

    #[test]
    fn a_damaged_record_is_refused_at_its_place_or_still_replays(
        which in any::<Index>(),
        changes in prop::collection::vec(change(), 1..4),
    ) {
        let sound = GAMES[which.index(GAMES.len())].1;
        let texts = [sound.to_owned(), Record::from_json(sound).unwrap().to_text()];
        for mut text in texts {
            for change in &changes {
                text = changed(&text, change);
            }
            let read = Record::from_json_or_text(&text);
            check(&text, &read)?;
            // What is still a record is one that can be written and read.
            if let Ok(record) = read {
                prop_assert_eq!(Record::from_json(&record.to_json()), Ok(record));
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn anything_at_all_can_be_read(text in "\\PC{0,200}", put in "(>|\\PC|\\s){0,40}", game in any::<Index>()) {
        let sound = Record::from_json(GAMES[game.index(GAMES.len())].1).unwrap().to_text();
        for text in [text.clone(), format!("{text}\n{sound}"), format!("{sound}\n{text}"), sound.replace('\n', &format!("\n{put}"))] {
            check(&text, &Record::from_json(&text))?;
            let _ = Record::from_text(&text);
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(100))]

    /// A move that could not have been made is found wherever it is.
    #[test]
    fn another_move_is_a_fault_of_that_move_or_another_game(game in random::game(), at in any::<Index>(), other in any::<Index>()) {
        let record = Record::of(&game, false);
        let moves: Vec<String> = record.game().played().iter().map(tayu_core::record::written).collect();
        prop_assume!(!moves.is_empty());
        let (at, other) = (at.index(moves.len()), other.index(moves.len()));
        let quoted = |text: &str| format!("\"{text}\"");
        let json = record.to_json();
        // The moves stand behind the word, in order.
        let begin = json.find("\"moves\"").unwrap();
        let offset = (0..at).fold(begin, |from, n| {
            from + json[from..].find(&quoted(&moves[n])).unwrap() + quoted(&moves[n]).len()
        });
        let place = offset + json[offset..].find(&quoted(&moves[at])).unwrap();
        let mut text = json.clone();
        text.replace_range(place..place + quoted(&moves[at]).len(), &quoted(&moves[other]));
        let line = json[..place].matches('\n').count() + 1;
        match Record::from_json(&text) {
            Ok(other) => prop_assert!(text == json || other.game() != record.game()),
            Err(FileFaults(faults)) => {
                // Of the result nothing is said when a move is wrong.
                prop_assert!(faults[0].place.is_some_and(|place| place.line >= line), "{:?}", faults);
            }
        }
    }
}
