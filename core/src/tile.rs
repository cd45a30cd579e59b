//! Tiles: eight possible exits, three of them mouths of one canal.

use std::fmt;
use std::str::FromStr;

use crate::NotationError;

/// A possible exit of a tile, numbered 1 to 8 clockwise as it lies (see the notation).
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Exit(u8);

impl Exit {
    /// The eight exits in rising order.
    pub const ALL: [Self; 8] = [
        Self(0),
        Self(1),
        Self(2),
        Self(3),
        Self(4),
        Self(5),
        Self(6),
        Self(7),
    ];

    /// Its number less one, from 0 to 7.
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    const fn bit(self) -> u8 {
        1 << self.0
    }
}

impl fmt::Display for Exit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0 + 1)
    }
}

impl fmt::Debug for Exit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// The three mouths of a tile as it lies: one of the two readings of its kind.
///
/// Written as three rising digits from 1 to 8, and ordered as those numbers are.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Mouths(u8);

impl Mouths {
    /// These three exits, or `None` if two of them are the same.
    #[must_use]
    pub fn new(exits: [Exit; 3]) -> Option<Self> {
        let mask = exits.iter().fold(0, |mask, e| mask | e.bit());
        (mask.count_ones() == 3).then_some(Self(mask))
    }

    /// The mouths as a bit mask: bit `n` for exit `n + 1`.
    #[must_use]
    pub const fn mask(self) -> u8 {
        self.0
    }

    /// Whether the canal leads out through `exit`.
    #[must_use]
    pub const fn contains(self, exit: Exit) -> bool {
        self.0 & exit.bit() != 0
    }

    /// The three exits in rising order.
    pub fn exits(self) -> impl Iterator<Item = Exit> {
        Exit::ALL.into_iter().filter(move |&e| self.contains(e))
    }

    /// The other reading of the same tile: half a turn adds 4 to every exit.
    #[must_use]
    pub const fn half_turn(self) -> Self {
        Self(self.0.rotate_left(4))
    }

    /// The kind of tile that has these mouths.
    #[must_use]
    pub fn tile(self) -> Tile {
        let reading = self.min(self.half_turn());
        // Every set of three exits is a reading of exactly one of the 28 kinds.
        Tile(KINDS.iter().position(|&k| k == reading).unwrap_or_default() as u8)
    }

    const fn number(self) -> u32 {
        let (mut rest, mut number) = (self.0, 0);
        while rest != 0 {
            number = number * 10 + rest.trailing_zeros() + 1;
            rest &= rest - 1;
        }
        number
    }
}

impl PartialOrd for Mouths {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Mouths {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        self.number().cmp(&other.number())
    }
}

impl fmt::Display for Mouths {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.number())
    }
}

impl fmt::Debug for Mouths {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl FromStr for Mouths {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<Self, NotationError> {
        parse_mouths(text.as_bytes())
            .ok_or_else(|| NotationError::new(text, "three different exits 1–8 in rising order, such as 147"))
    }
}

pub(crate) fn parse_mouths(text: &[u8]) -> Option<Mouths> {
    match text {
        [a @ b'1'..=b'8', b @ b'1'..=b'8', c @ b'1'..=b'8'] if a < b && b < c => Some(Mouths(
            [a, b, c].iter().fold(0, |mask, d| mask | 1 << (*d - b'1')),
        )),
        _ => None,
    }
}

/// A kind of tile. There are 28, and four tiles of each.
///
/// Named by its mouths in the smaller of its two readings: `123` is the tile that may also be read `567`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Tile(u8);

/// Number of kinds of tile.
pub const KIND_COUNT: usize = 28;
/// Tiles of each kind in the supply.
pub const TILES_PER_KIND: usize = 4;
/// Tiles in the game.
pub const TILE_COUNT: usize = KIND_COUNT * TILES_PER_KIND;

static KINDS: [Mouths; KIND_COUNT] = kinds();

const fn kinds() -> [Mouths; KIND_COUNT] {
    let mut out = [Mouths(0); KIND_COUNT];
    let mut n = 0;
    let (mut a, mut b, mut c) = (0, 1, 2);
    while a < 6 {
        let reading = Mouths(1 << a | 1 << b | 1 << c);
        if reading.number() < reading.half_turn().number() {
            out[n] = reading;
            n += 1;
        }
        c += 1;
        if c == 8 {
            b += 1;
            if b == 7 {
                a += 1;
                b = a + 1;
            }
            c = b + 1;
        }
    }
    assert!(n == KIND_COUNT);
    out
}

impl Tile {
    /// All kinds, in the order of their names.
    pub fn all() -> impl DoubleEndedIterator<Item = Self> + ExactSizeIterator {
        (0..KIND_COUNT as u8).map(Self)
    }

    pub(crate) const fn from_index(index: usize) -> Self {
        Self(index as u8)
    }

    /// Its number in the order of names, from 0 to 27.
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Its two readings, the smaller first: as named, and after half a turn.
    #[must_use]
    pub fn readings(self) -> [Mouths; 2] {
        let smaller = KINDS[self.index()];
        [smaller, smaller.half_turn()]
    }

    /// Whether its back carries a ring: its mouths lie on three sides.
    #[must_use]
    pub fn has_ring(self) -> bool {
        let mask = self.readings()[0].mask();
        let sides = [0b0000_0111, 0b0000_1000, 0b0111_0000, 0b1000_0000];
        sides.iter().filter(|&side| mask & side != 0).count() == 3
    }
}

impl fmt::Display for Tile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&KINDS[self.index()], f)
    }
}

impl fmt::Debug for Tile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl FromStr for Tile {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<Self, NotationError> {
        parse_mouths(text.as_bytes()).map(Mouths::tile).ok_or_else(|| {
            NotationError::new(
                text,
                "a tile: three different exits 1–8 in rising order, such as 147",
            )
        })
    }
}

/// How many tiles of each kind, for counting what is used or left.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct TileCounts([u8; KIND_COUNT]);

impl TileCounts {
    /// Tiles of this kind counted.
    #[must_use]
    pub const fn of(&self, tile: Tile) -> usize {
        self.0[tile.index()] as usize
    }

    /// Counts one more.
    pub const fn add(&mut self, tile: Tile) {
        let count = &mut self.0[tile.index()];
        *count = count.saturating_add(1);
    }

    /// Counts so many of this kind.
    pub const fn set(&mut self, tile: Tile, count: usize) {
        self.0[tile.index()] = if count > u8::MAX as usize {
            u8::MAX
        } else {
            count as u8
        };
    }

    /// Tiles of all kinds counted.
    #[must_use]
    pub fn total(&self) -> usize {
        self.0.iter().map(|&count| usize::from(count)).sum()
    }

    /// Tiles of this kind that a set of 112 still holds when these are used.
    #[must_use]
    pub const fn left(&self, tile: Tile) -> usize {
        TILES_PER_KIND.saturating_sub(self.of(tile))
    }

    /// The kinds used more often than a set holds them.
    pub fn overdrawn(&self) -> impl Iterator<Item = Tile> {
        Tile::all().filter(|&t| self.of(t) > TILES_PER_KIND)
    }
}

impl FromIterator<Tile> for TileCounts {
    fn from_iter<I: IntoIterator<Item = Tile>>(tiles: I) -> Self {
        let mut counts = Self::default();
        tiles.into_iter().for_each(|t| counts.add(t));
        counts
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kinds_by_sides_as_in_the_box() {
        let sides = |t: Tile| {
            let mask = t.readings()[0].mask();
            [0x07, 0x08, 0x70, 0x80].iter().filter(|&s| mask & s != 0).count()
        };
        let count = |n| Tile::all().filter(|&t| sides(t) == n).count();
        assert_eq!((count(1), count(2), count(3)), (1, 15, 12));
        assert_eq!(Tile::all().filter(|t| t.has_ring()).count(), 12);
        assert!(
            Tile::all()
                .zip(Tile::all().skip(1))
                .all(|(a, b)| a.to_string() < b.to_string())
        );
    }

    #[test]
    fn both_readings_name_the_same_tile() {
        assert_eq!("567".parse::<Tile>().unwrap().to_string(), "123");
        for tile in Tile::all() {
            for reading in tile.readings() {
                assert_eq!(reading.to_string().parse(), Ok(tile));
                assert_eq!(reading.to_string().parse(), Ok(reading));
            }
        }
        for bad in ["", "12", "1234", "321", "112", "189", "012", " 12", "12é"] {
            assert!(bad.parse::<Tile>().is_err(), "{bad}");
        }
    }
}
