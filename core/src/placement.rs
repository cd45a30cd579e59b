//! A tile laid on the board, whether the rules allow it there or not.

use std::fmt;
use std::str::FromStr;

use crate::NotationError;
use crate::geometry::{Axis, Edge, Spot, Square};
use crate::tile::{Mouths, Tile, parse_mouths};

/// A tile laid somewhere on the board: where and how it lies.
///
/// Written `SQUARE AXIS MOUTHS` without spaces: `i10-147` lies on i10 j10 k10, `j11|238` on j11 j10 j9.
/// Placements are ordered by spot, then by mouths.
///
/// ```
/// use tayu_core::Placement;
///
/// let placement: Placement = "j11|238".parse()?;
/// assert_eq!(placement.squares().map(|s| s.to_string()), ["j11", "j10", "j9"]);
/// assert_eq!(placement.tile().to_string(), "238");
/// assert_eq!(placement.to_string(), "j11|238");
/// # Ok::<(), tayu_core::NotationError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Placement {
    spot: Spot,
    mouths: Mouths,
}

impl Placement {
    /// The tile with these mouths, lying at this spot.
    #[must_use]
    pub const fn new(spot: Spot, mouths: Mouths) -> Self {
        Self { spot, mouths }
    }

    /// The four ways to lay `tile` around `middle` that stay on the board, in the order of a
    /// quarter turn each, clockwise from its smaller reading lying east-west.
    pub fn around(tile: Tile, middle: Square) -> impl Iterator<Item = Self> {
        let [smaller, other] = tile.readings();
        [
            (Axis::EastWest, smaller),
            (Axis::NorthSouth, smaller),
            (Axis::EastWest, other),
            (Axis::NorthSouth, other),
        ]
        .into_iter()
        .filter_map(move |(axis, mouths)| Spot::around(middle, axis).map(|spot| Self { spot, mouths }))
    }

    /// Where it lies.
    #[must_use]
    pub const fn spot(self) -> Spot {
        self.spot
    }

    /// Its mouths as it lies.
    #[must_use]
    pub const fn mouths(self) -> Mouths {
        self.mouths
    }

    /// Its kind of tile.
    #[must_use]
    pub fn tile(self) -> Tile {
        self.mouths.tile()
    }

    /// The three squares that it covers, from west to east or from north to south.
    #[must_use]
    pub fn squares(self) -> [Square; 3] {
        self.spot.squares()
    }

    /// The square that it is held by.
    #[must_use]
    pub fn middle(self) -> Square {
        self.squares()[1]
    }

    /// The edges that its mouths open onto, in the order of its exits.
    pub fn mouth_edges(self) -> impl Iterator<Item = Edge> {
        self.mouths.exits().map(move |e| self.spot.edge(e))
    }

    /// The mouths that reach the sea, with the coast that each counts for as its edge's side.
    pub fn sea_mouths(self) -> impl Iterator<Item = Edge> {
        self.mouth_edges()
            .filter(|e| e.square.neighbour(e.side).is_none())
    }

    /// The same tile turned a quarter clockwise about its middle square, or `None` where it would
    /// leave the board.
    #[must_use]
    pub fn turned(self) -> Option<Self> {
        let axis = self.spot.axis().turned();
        let mouths = match self.spot.axis() {
            Axis::EastWest => self.mouths,
            Axis::NorthSouth => self.mouths.half_turn(),
        };
        Spot::around(self.middle(), axis).map(|spot| Self { spot, mouths })
    }
}

impl fmt::Display for Placement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.spot, self.mouths)
    }
}

impl fmt::Debug for Placement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl FromStr for Placement {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<Self, NotationError> {
        let fail = |expected| NotationError::new(text, expected);
        let Some(at) = text.find(['-', '|']) else {
            return Err(fail(
                "a placement: square, - or |, and three mouths, such as i10-147",
            ));
        };
        let (square, rest) = text.split_at(at);
        let axis = if rest.starts_with('-') {
            Axis::EastWest
        } else {
            Axis::NorthSouth
        };
        let square: Square = square
            .parse()
            .map_err(|_| fail("a placement: it has to begin with a square a1–s19, such as i10-147"))?;
        let mouths = parse_mouths(&rest.as_bytes()[1..]).ok_or_else(|| {
            fail("a placement: it has to end in three different exits 1–8 in rising order, such as i10-147")
        })?;
        let spot = Spot::new(square, axis).ok_or_else(|| match axis {
            Axis::EastWest => fail("on the board: lying east-west it would cross the east coast"),
            Axis::NorthSouth => fail("on the board: lying north-south it would cross the south coast"),
        })?;
        Ok(Self { spot, mouths })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_placement_reads_back() {
        for spot in Spot::all() {
            for tile in Tile::all() {
                for mouths in tile.readings() {
                    let placement = Placement { spot, mouths };
                    assert_eq!(placement.to_string().parse(), Ok(placement));
                }
            }
        }
    }

    #[test]
    fn rejects_what_is_no_placement() {
        for bad in [
            "", "-", "i10", "i10-", "i10-14", "i10-1477", "i10-741", "r10-147", "a2|147", "i10_147", "i10-1é",
        ] {
            assert!(bad.parse::<Placement>().is_err(), "{bad}");
        }
        let error = "r10-147".parse::<Placement>().unwrap_err().to_string();
        assert!(error.contains("east coast"), "{error}");
    }

    #[test]
    fn four_quarter_turns_come_back() {
        let start: Placement = "i10-147".parse().unwrap();
        let turns: Vec<String> = std::iter::successors(Some(start), |p| p.turned())
            .take(5)
            .map(|p| p.to_string())
            .collect();
        assert_eq!(turns, ["i10-147", "j11|147", "i10-358", "j11|358", "i10-147"]);
        let around: Vec<Placement> = Placement::around(start.tile(), start.middle()).collect();
        assert_eq!(
            around.iter().map(ToString::to_string).collect::<Vec<_>>(),
            turns[..4]
        );
    }
}
