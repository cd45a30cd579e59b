//! The supply of a house rule: all tiles spread face down on the table, any of which may be drawn.

use std::fmt;
use std::str::FromStr;

use super::{SupplyError, shuffled_tiles};
use crate::NotationError;
use crate::seed::{Chance, Seed, Stream};
use crate::tile::{TILE_COUNT, Tile, TileCounts};

/// A place of a spread supply, from 1 to 112. Written `#1` to `#112`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct SpreadPlace(u8);

impl SpreadPlace {
    /// The place with this number, if it is from 1 to 112.
    #[must_use]
    pub const fn new(number: usize) -> Option<Self> {
        match number {
            1..=TILE_COUNT => Some(Self(number as u8)),
            _ => None,
        }
    }

    /// All places in their order.
    pub fn all() -> impl DoubleEndedIterator<Item = Self> + ExactSizeIterator {
        (1..TILE_COUNT as u8 + 1).map(Self)
    }

    /// Its number, from 1 to 112.
    #[must_use]
    pub const fn number(self) -> usize {
        self.0 as usize
    }
}

impl fmt::Display for SpreadPlace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "#{}", self.0)
    }
}

impl FromStr for SpreadPlace {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<Self, NotationError> {
        let number = text.strip_prefix('#').and_then(|digits| {
            let number = digits.parse::<usize>().ok()?;
            (number.to_string() == digits).then_some(number)
        });
        (number.and_then(Self::new))
            .ok_or_else(|| NotationError::new(text, "a place of a spread supply: #1 to #112"))
    }
}

/// Tiles that lie spread face down. Of those not drawn only the backs can be seen: ring or none.
///
/// Its `Debug` form tells how many there are and not which.
#[derive(Clone, PartialEq, Eq)]
pub struct Spread(pub(super) Vec<Option<Tile>>);

impl Spread {
    /// The full spread supply of this seed: the tiles as shuffled for the stacks
    /// ([`Supply::shuffled`](super::Supply::shuffled)), the first at place 1.
    #[must_use]
    pub fn shuffled(seed: Seed) -> Self {
        let tiles = shuffled_tiles(&mut Chance::new(seed, Stream::Supply));
        Self(tiles.into_iter().map(Some).collect())
    }

    /// A spread supply with these tiles, the first at place 1.
    ///
    /// # Errors
    /// [`SupplyError`] if there are too many tiles, in all or of a kind.
    pub fn from_order(tiles: &[Tile]) -> Result<Self, SupplyError> {
        Self::from_places(&tiles.iter().copied().map(Some).collect::<Vec<_>>())
    }

    /// A spread supply with these tiles at its places from 1 on; `None` where there is none any more.
    ///
    /// # Errors
    /// [`SupplyError`] if there are too many places or too many tiles of a kind.
    pub fn from_places(tiles: &[Option<Tile>]) -> Result<Self, SupplyError> {
        if tiles.len() > TILE_COUNT {
            return Err(SupplyError::TooLong { count: tiles.len() });
        }
        let counts: TileCounts = tiles.iter().copied().flatten().collect();
        if let Some(tile) = counts.overdrawn().next() {
            let count = counts.of(tile);
            return Err(SupplyError::TooMany { tile, count });
        }
        Ok(Self(tiles.to_vec()))
    }

    /// What is at each place from 1 on: for the record of a game that is over.
    pub fn order(&self) -> impl Iterator<Item = Option<Tile>> + '_ {
        self.0.iter().copied()
    }

    /// Takes the tile at a place. `None` when there is none.
    pub fn draw(&mut self, place: SpreadPlace) -> Option<Tile> {
        self.0.get_mut(place.number() - 1)?.take()
    }

    /// Number of tiles left.
    #[must_use]
    pub fn len(&self) -> usize {
        self.0.iter().flatten().count()
    }

    /// Whether the last tile has been drawn.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// What may be seen of it: for each place where a tile is left, whether its back carries a ring.
    pub fn rings(&self) -> impl Iterator<Item = (SpreadPlace, bool)> + '_ {
        (SpreadPlace::all().zip(&self.0))
            .filter_map(|(place, tile)| tile.map(|tile| (place, tile.has_ring())))
    }
}

impl fmt::Debug for Spread {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Spread").field(&self.len()).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn any_tile_can_be_drawn_once_and_only_rings_are_seen() {
        let mut spread = Spread::shuffled(Seed(5));
        assert_eq!(spread.rings().count(), TILE_COUNT);
        assert_eq!(spread.rings().filter(|(_, ring)| *ring).count(), 48);
        let place = SpreadPlace::new(40).unwrap();
        let ring = spread.rings().find(|(p, _)| *p == place).unwrap().1;
        assert_eq!(spread.draw(place).map(Tile::has_ring), Some(ring));
        assert_eq!(spread.draw(place), None);
        assert_eq!(spread.len(), TILE_COUNT - 1);
        assert!(spread.rings().all(|(p, _)| p != place));
        assert_eq!(format!("{spread:?}"), "Spread(111)");
    }

    #[test]
    fn places_read_back() {
        for place in SpreadPlace::all() {
            assert_eq!(place.to_string().parse(), Ok(place));
        }
        for bad in ["", "#", "1", "#0", "#113", "#01", "#+1", "# 1"] {
            assert!(bad.parse::<SpreadPlace>().is_err(), "{bad}");
        }
    }

    #[test]
    fn an_order_needs_a_set() {
        let tile: Tile = "123".parse().unwrap();
        assert!(matches!(
            Spread::from_order(&[tile; 5]),
            Err(SupplyError::TooMany { count: 5, .. })
        ));
        let spread = Spread::from_order(&[tile, "147".parse().unwrap()]).unwrap();
        assert_eq!(spread.len(), 2);
        assert!(matches!(
            Spread::from_order(&[tile; 113]),
            Err(SupplyError::TooLong { count: 113 })
        ));
    }
}
