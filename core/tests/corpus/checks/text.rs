//! Games as texts: what is read is written and read again equal, as a text and as a file.

use tayu_core::Record;

use super::{places, record};

/// Checks a game written as text.
pub fn check(data: &[u8]) {
    let Ok(text) = std::str::from_utf8(data) else {
        return;
    };
    match Record::from_text(text) {
        Ok(game) => {
            let written = game.to_text();
            let again = Record::from_text(&written).unwrap();
            assert_eq!(again, game);
            assert_eq!(again.to_text(), written);
            record::sound(&game);
        }
        Err(faults) => places::of_text(text, &faults),
    }
}
