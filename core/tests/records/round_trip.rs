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
