//! What is written reads back.

use proptest::prelude::*;
use tayu_core::{
    Beginner, Date, Draw, FirstPlayer, Game, GameSetup, Lane, Mouths, Move, Record, Spread, Stock, Supply,
    Tile, TileSource,
};

use crate::random;

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn files_of_all_games_read_back_to_equal_games(game in random::game(), practice in any::<bool>()) {
        for mut record in [Record::of(&game, practice), Record::with_supply(&game, practice)] {
            record.about.title = Some("A \"title\"\nof two lines".to_owned());
            record.about.date = Date::new(2026, 11, 30);
            record.about.computers = "1 pupil, 2 navigator".parse().unwrap();
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
            record.about.computers = "1 first-game".parse().unwrap();
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

/// Another order of the tiles that have not been drawn, by what it is drawn from.
fn with_other_hidden_tiles(game: &Game, seed: u64) -> Option<Game> {
    let setup = game.setup();
    let source = match (game.stock(), setup.source()) {
        (Stock::Stacks(hidden), _) => {
            let drawn = |lane| {
                game.played()
                    .iter()
                    .filter(move |p| p.action == Move::Draw(Draw::Lane(lane)))
            };
            let mut rest: Vec<Mouths> = Lane::ALL.iter().flat_map(|&lane| hidden.order(lane)).collect();
            let by = 1 + seed as usize % rest.len();
            rest.rotate_left(by);
            rest.iter_mut()
                .step_by(2)
                .for_each(|mouths| *mouths = mouths.half_turn());
            let left = hidden.left_in(Lane::Left);
            let lane = |lane, rest: &[Mouths]| -> Vec<Mouths> {
                drawn(lane)
                    .map(|p| p.drawn.unwrap().readings()[0])
                    .chain(rest.iter().copied())
                    .collect()
            };
            let (left, right) = (lane(Lane::Left, &rest[..left]), lane(Lane::Right, &rest[left..]));
            TileSource::GivenStacks(Supply::from_order(&left, &right).unwrap())
        }
        (Stock::Spread(_), source) => {
            let full = match source {
                TileSource::Spread(seed) => Spread::shuffled(*seed),
                TileSource::GivenSpread(spread) => spread.clone(),
                _ => return None,
            };
            let is_drawn = |n: usize| {
                game.played()
                    .iter()
                    .any(|p| matches!(p.action, Move::Draw(Draw::Place(place)) if place.number() == n + 1))
            };
            let mut tiles: Vec<Option<Tile>> = full.order().collect();
            let hidden: Vec<usize> = (0..tiles.len()).filter(|&n| !is_drawn(n)).collect();
            for (&a, &b) in hidden.iter().zip(hidden.iter().skip(1)) {
                tiles.swap(a, b);
            }
            TileSource::GivenSpread(Spread::from_places(&tiles).unwrap())
        }
        (Stock::Table, _) => return None,
    };
    // A lot is drawn from the seed: what it has settled stays.
    let mut rules = *setup.rules();
    if rules.beginner == Beginner::Lot {
        let (spoilsport, _) = game.spoilsport()?;
        let first = game.played().iter().find(|p| p.drawn.is_some())?.seat;
        let left = setup.players().after(spoilsport);
        rules.beginner = if first == left {
            Beginner::Left
        } else {
            Beginner::Right
        };
    }
    let first = FirstPlayer::Chosen(setup.first_player());
    let mut other = Game::new(GameSetup::new(setup.names().to_vec(), first, rules, source).unwrap());
    for action in game.moves() {
        other.play(action).unwrap();
    }
    Some(other)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn a_record_tells_nothing_of_tiles_not_drawn(game in random::game(), seed in any::<u64>(), practice in any::<bool>()) {
        let hides = game.outcome().is_none() && game.left() > 0;
        prop_assume!(hides);
        let Some(other) = with_other_hidden_tiles(&game, seed) else { return Ok(()) };
        prop_assert_eq!(other.played(), game.played());
        let (a, b) = (Record::of(&game, practice), Record::of(&other, practice));
        prop_assert_eq!(a.to_json(), b.to_json());
        prop_assert_eq!(a.to_text(), b.to_text());
        prop_assert_eq!(format!("{a:?}"), format!("{b:?}"));
    }

    #[test]
    fn a_puzzle_from_any_moment_is_sound_and_holds_the_line_of_the_game(game in random::game(), step in 0..200_usize) {
        let record = Record::of(&game, false);
        let draft = record.puzzle_from(step);
        let state = record.states().take(step + 1).last().unwrap();
        prop_assert_eq!(&draft.setup.board, state.position().placements());
        let laid = &record.game().position().placements()[draft.setup.board.len()..];
        let laid: Vec<Tile> = laid.iter().map(|p| p.tile()).collect();
        prop_assert!(draft.setup.sequence.starts_with(&laid));
        let puzzle = draft.puzzle().map_err(|faults| TestCaseError::fail(format!("{faults:?}")))?;
        // What comes behind the line of the game fitted nowhere, or has not been laid yet.
        let after = &puzzle.sequence()[laid.len()..];
        let board = record.game().position().board();
        if record.game().outcome().is_some() {
            prop_assert!(after.first().is_none_or(|&tile| !board.can_lay(tile)));
        } else {
            prop_assert!(after.len() <= 2 + record.game().set_aside().len());
        }
    }
}
