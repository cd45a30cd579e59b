//! Pieces of notation: what is read is written and read again equal.

use std::fmt::{Debug, Display};
use std::str::FromStr;

use tayu_core::record::{Computers, PlayerName};
use tayu_core::{
    Beginner, Bid, Date, Draw, FirstBid, FirstPlayer, Lane, LastTiles, Mouths, Move, NoPlace, NotationError,
    Notice, Pair, Party, Placement, ProEnd, Seat, Seed, SpreadPlace, Square, Ties, Tile,
};

use super::places::upsets_a_line;

/// Checks a text as everything that has a notation.
pub fn check(data: &[u8]) {
    let Ok(text) = std::str::from_utf8(data) else {
        return;
    };
    only::<Square>(text);
    only::<Mouths>(text);
    only::<Placement>(text);
    only::<Pair>(text);
    only::<Lane>(text);
    only::<SpreadPlace>(text);
    only::<Seat>(text);
    only::<Bid>(text);
    only::<Seed>(text);
    only::<Date>(text);
    only::<Party>(text);
    only::<FirstPlayer>(text);
    only::<Beginner>(text);
    only::<FirstBid>(text);
    only::<Ties>(text);
    only::<NoPlace>(text);
    only::<Notice>(text);
    only::<ProEnd>(text);
    only::<LastTiles>(text);
    only::<PlayerName>(text);
    read::<Computers>(text);
    // A tile can be read in two ways, and one of them is written.
    if let Some(tile) = read::<Tile>(text) {
        assert!(tile.readings().iter().any(|reading| reading.to_string() == text));
        assert_eq!(tile.readings()[0].to_string(), tile.to_string());
    }
    match read::<Draw>(text) {
        Some(Draw::Tile(tile)) => assert_eq!(text.parse(), Ok(tile)),
        Some(draw) => assert_eq!(draw.to_string(), text),
        None => {}
    }
    match read::<Move>(text) {
        Some(Move::Draw(Draw::Tile(tile))) => assert_eq!(text, format!("draw {}", last_word(text, tile))),
        Some(action) => assert_eq!(action.to_string(), text),
        None => {}
    }
    if let Ok(placement) = text.parse::<Placement>() {
        assert_eq!(text.parse(), Ok(Move::Lay(placement)));
        assert_eq!(Placement::new(placement.spot(), placement.mouths()), placement);
    }
}

fn last_word(text: &str, tile: Tile) -> &str {
    let word = text.split(' ').next_back().unwrap_or_default();
    assert_eq!(word.parse(), Ok(tile));
    word
}

/// Checks what has only one way to be written.
fn only<T: FromStr<Err = NotationError> + Display + Debug + PartialEq>(text: &str) {
    if let Some(item) = read::<T>(text) {
        assert_eq!(item.to_string(), text);
    }
}

fn read<T: FromStr<Err = NotationError> + Display + Debug + PartialEq>(text: &str) -> Option<T> {
    match text.parse::<T>() {
        Ok(item) => {
            assert_eq!(item.to_string().parse::<T>().as_ref(), Ok(&item));
            Some(item)
        }
        Err(error) => {
            assert!(
                text.contains(&error.found) && error.found.chars().count() <= 40,
                "{error}"
            );
            assert!(!error.to_string().contains(upsets_a_line), "{error:?}");
            None
        }
    }
}
