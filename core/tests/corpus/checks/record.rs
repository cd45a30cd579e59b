//! Game files: what is read is played again, and written and read again equal.

use tayu_core::file::{Extra, Format};
use tayu_core::{Draft, Game, Record};

use super::places;

/// Checks a game file.
pub fn check(data: &[u8]) {
    let Ok(text) = std::str::from_utf8(data) else {
        return;
    };
    match Record::from_json(text) {
        Ok(record) => {
            assert_eq!(Format::of(text), Some(Format::Game));
            sound(&record);
        }
        Err(faults) => places::of_file(text, &faults),
    }
}

/// What holds for every record, wherever it comes from.
pub fn sound(record: &Record) {
    let written = record.to_json();
    let again = Record::from_json(&written).unwrap();
    assert_eq!(again, *record);
    assert_eq!(again.to_json(), written);

    let mut game = Game::new(record.setup().clone());
    for action in record.moves() {
        game.play(action).unwrap();
    }
    assert_eq!(game, *record.game());
    assert_eq!(record.states().last().as_ref(), Some(record.game()));

    // Unknown fields are kept to the letter, line breaks between their parts too.
    let mut known = record.clone();
    known.extra = Extra::default();
    assert_eq!(
        Record::from_json(&known.to_json().replace('\n', " ")).unwrap(),
        known
    );
    // A text has the words tidied.
    let from_text = Record::from_text(&record.to_text()).unwrap();
    assert_eq!(
        (from_text.game(), from_text.practice),
        (record.game(), record.practice)
    );

    let shown = Record::of(record.game(), record.practice);
    assert_eq!(shown.game().played().len(), record.game().played().len());
    let count = record.moves().count();
    for moves in [0, count / 2, count] {
        let draft = record.puzzle_from(moves);
        assert_eq!(Draft::from_json(&draft.to_json()).unwrap(), draft);
        assert!(draft.puzzle().is_ok(), "no puzzle after {moves} moves");
    }
}
