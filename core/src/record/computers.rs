//! Which seats the computer plays.

use std::fmt;
use std::str::FromStr;

use crate::NotationError;
use crate::game::Seat;

/// The name of a way to play, such as `navigator`: letters a to z, digits and hyphens, at most 30.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct PlayerName(String);

impl PlayerName {
    /// The name.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for PlayerName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.0)
    }
}

impl FromStr for PlayerName {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<Self, NotationError> {
        let fits = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-';
        if (1..=30).contains(&text.len()) && text.bytes().all(fits) {
            Ok(Self(text.to_owned()))
        } else {
            Err(NotationError::new(
                text,
                "the name of a computer player, such as navigator",
            ))
        }
    }
}

/// What has to be said of a record's seats.
pub(super) const EXPECTED: &str = "seats that somebody sits at, such as 2 navigator";

/// The seats that the computer plays, and how. Written as seats and names with commas between, such as `2 navigator`.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default)]
pub struct Computers([Option<PlayerName>; 4]);

impl Computers {
    /// How the computer plays at a seat; `None` where a person sits.
    #[must_use]
    pub const fn at(&self, seat: Seat) -> Option<&PlayerName> {
        self.0[seat.index()].as_ref()
    }

    /// Puts a computer, or a person, at a seat.
    pub fn set(&mut self, seat: Seat, player: Option<PlayerName>) {
        self.0[seat.index()] = player;
    }

    /// The seats that it plays.
    pub fn seats(&self) -> impl Iterator<Item = Seat> + '_ {
        (self.0.iter().enumerate()).filter_map(|(n, player)| player.as_ref().map(|_| Seat::at(n)))
    }

    /// Whether only people play.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.iter().all(Option::is_none)
    }
}

impl fmt::Display for Computers {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let seated = self
            .0
            .iter()
            .enumerate()
            .filter_map(|(n, name)| Some((Seat::at(n), name.as_ref()?)));
        for (n, (seat, name)) in seated.enumerate() {
            let comma = if n > 0 { ", " } else { "" };
            write!(f, "{comma}{seat} {name}")?;
        }
        Ok(())
    }
}

impl FromStr for Computers {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<Self, NotationError> {
        let fail = || {
            NotationError::new(
                text,
                "seats and how the computer plays there, such as 2 navigator, 4 pupil",
            )
        };
        let mut computers = Self::default();
        for item in text.split(',').map(str::trim) {
            let (seat, name) = item.split_once(' ').ok_or_else(fail)?;
            let seat: Seat = seat.parse().map_err(|_| fail())?;
            if computers.at(seat).is_some() {
                return Err(fail());
            }
            computers.set(seat, Some(name.trim().parse().map_err(|_| fail())?));
        }
        Ok(computers)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn they_read_back() {
        for text in ["2 navigator", "1 first-game, 2 x, 3 y9, 4 z"] {
            assert_eq!(text.parse::<Computers>().unwrap().to_string(), text);
        }
        assert_eq!(" 4 a,1 b ".parse::<Computers>().unwrap().to_string(), "1 b, 4 a");
        assert!(Computers::default().is_empty() && Computers::default().to_string().is_empty());
        for bad in ["", "2", "5 a", "2 A", "2 a, 2 b", "2 a b", "2 a,", "0 a", "2 ü"] {
            assert!(bad.parse::<Computers>().is_err(), "{bad}");
        }
    }
}
