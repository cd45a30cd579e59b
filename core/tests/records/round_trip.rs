//! What is written reads back.

use proptest::prelude::*;
use tayu_core::{Date, Record};

use crate::random;

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn files_of_all_games_read_back_to_equal_games(game in random::game(), practice in any::<bool>()) {
        for mut record in [Record::of(&game, practice), Record::with_supply(&game, practice)] {
            record.about.title = Some("A \"title\"\nof two lines".to_owned());
            record.about.date = Date::new(2026, 11, 30);
            let text = record.to_json();
            let again = Record::from_json(&text).unwrap();
            prop_assert_eq!(&again, &record);
            prop_assert_eq!(again.to_json(), text.clone());
            // In one line it is the same file.
            prop_assert_eq!(&Record::from_json(&text.replace('\n', " ")).unwrap(), &record);
        }
        let hides = game.outcome().is_none() && game.left() > 0;
        let kept = if hides { game.without_supply() } else { game.clone() };
        let record = Record::of(&game, practice);
        prop_assert_eq!(record.game(), &kept);
        prop_assert_eq!(kept.played().len(), game.played().len());
        let whole = Record::with_supply(&game, practice);
        prop_assert_eq!(whole.game(), &game);
    }
}

/// A text as it may come back from a mail or a forum.
fn mangled(text: &str) -> String {
    let lines: Vec<String> = (text.lines())
        .map(|line| {
            let (key, value) = line.rsplit_once(": ").unwrap_or((line, ""));
            let is_turn = key.starts_with(|c: char| c.is_ascii_digit());
            // What people have written keeps its signs.
            let line = if is_turn {
                format!("{key}: {}.", value.replace('-', "–"))
            } else {
                line.to_owned()
            };
            format!("> >\u{a0} {}  ", line.replace(' ', "\u{a0} "))
        })
        .collect();
    format!(
        "On Monday Ada wrote:\r\n{}\r\n>\r\n-- \r\nAda",
        lines.join("\r\n\r\n")
    )
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn texts_of_all_games_read_back_to_equal_games(game in random::game(), practice in any::<bool>()) {
        for mut record in [Record::of(&game, practice), Record::with_supply(&game, practice)] {
            record.about.title = Some("A title: of two words.".to_owned());
            record.about.date = Date::new(2024, 2, 29);
            record.about.notes = Some("1. First.\nTo move: nobody".to_owned());
            let text = record.to_text();
            let again = Record::from_text(&text).map_err(|faults| TestCaseError::fail(format!("{faults}\n{text}")))?;
            prop_assert_eq!(&again, &record);
            prop_assert_eq!(again.to_text(), text.clone());
            let mangled = mangled(&text);
            let again = Record::from_text(&mangled).map_err(|faults| TestCaseError::fail(format!("{faults}\n{mangled}")))?;
            prop_assert_eq!(&again, &record);
            prop_assert_eq!(&Record::from_json_or_text(&text).unwrap(), &record);
            prop_assert_eq!(&Record::from_json_or_text(&record.to_json()).unwrap(), &record);
        }
    }
}
