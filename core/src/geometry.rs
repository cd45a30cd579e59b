//! The board: 19 × 19 squares, their sides, the coasts, and the spots where a tile can lie.
//!
//! Columns `a`–`s` run west to east, rows `1`–`19` south to north.

use std::fmt;
use std::str::FromStr;

use crate::NotationError;
use crate::tile::Exit;

/// Squares along one coast.
pub const BOARD_SIZE: usize = 19;
/// Squares of the board.
pub const SQUARE_COUNT: usize = BOARD_SIZE * BOARD_SIZE;
/// Ways to lay a tile on the board, its mouths left aside: [`Spot`]s.
pub const SPOT_COUNT: usize = 2 * (BOARD_SIZE - 2) * BOARD_SIZE;

/// A square of the board, ordered from `a1` east along the rows to `s19`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Square(u16);

impl Square {
    /// The middle square, `j10`, which the first tile has to cover.
    pub const STAR: Self = Self(9 * BOARD_SIZE as u16 + 9);

    /// The square `column` squares east and `row` squares north of `a1`, if that is on the board.
    #[must_use]
    pub const fn new(column: usize, row: usize) -> Option<Self> {
        if column < BOARD_SIZE && row < BOARD_SIZE {
            Some(Self((row * BOARD_SIZE + column) as u16))
        } else {
            None
        }
    }

    /// All squares, in their order.
    pub fn all() -> impl DoubleEndedIterator<Item = Self> + ExactSizeIterator {
        (0..SQUARE_COUNT as u16).map(Self)
    }

    /// Its number in the order of squares, from 0 to 360.
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Squares to the west of it.
    #[must_use]
    pub const fn column(self) -> usize {
        self.0 as usize % BOARD_SIZE
    }

    /// Squares to the south of it.
    #[must_use]
    pub const fn row(self) -> usize {
        self.0 as usize / BOARD_SIZE
    }

    /// The square beyond `side`, or `None` where that is the sea.
    #[must_use]
    pub const fn neighbour(self, side: Side) -> Option<Self> {
        let (column, row) = (self.column(), self.row());
        match side {
            Side::North => Self::new(column, row + 1),
            Side::East => Self::new(column + 1, row),
            Side::South => match row {
                0 => None,
                _ => Self::new(column, row - 1),
            },
            Side::West => match column {
                0 => None,
                _ => Self::new(column - 1, row),
            },
        }
    }

    /// Whether a mouth that opens from this square onto the sea beyond `side` counts 2: the middle square
    /// of a coast and the third from each corner.
    #[must_use]
    pub const fn is_marked_for(self, side: Side) -> bool {
        if self.neighbour(side).is_some() {
            return false;
        }
        let along = match side {
            Side::North | Side::South => self.column(),
            Side::East | Side::West => self.row(),
        };
        matches!(along, 2 | 9 | 16)
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", (b'a' + self.column() as u8) as char, self.row() + 1)
    }
}

impl fmt::Debug for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl FromStr for Square {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<Self, NotationError> {
        parse_square(text.as_bytes())
            .ok_or_else(|| NotationError::new(text, "a square: a column a–s and a row 1–19, such as j10"))
    }
}

fn parse_square(text: &[u8]) -> Option<Square> {
    let (column, row) = match text {
        [c, r @ b'1'..=b'9'] => (*c, r - b'0'),
        [c, b'1', r @ b'0'..=b'9'] => (*c, 10 + r - b'0'),
        _ => return None,
    };
    Square::new(column.checked_sub(b'a')?.into(), usize::from(row) - 1)
}

/// A side of a square, of a tile's square, or of the board; the board's sides are its coasts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Side {
    /// Towards row 19.
    North,
    /// Towards column s.
    East,
    /// Towards row 1.
    South,
    /// Towards column a.
    West,
}

impl Side {
    /// The four sides, clockwise from the north.
    pub const ALL: [Self; 4] = [Self::North, Self::East, Self::South, Self::West];

    /// Its number clockwise from the north, from 0 to 3.
    #[must_use]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The side across.
    #[must_use]
    pub const fn opposite(self) -> Self {
        match self {
            Self::North => Self::South,
            Self::East => Self::West,
            Self::South => Self::North,
            Self::West => Self::East,
        }
    }

    /// The pair of coasts that this coast belongs to.
    #[must_use]
    pub const fn pair(self) -> Pair {
        match self {
            Self::North | Self::South => Pair::NorthSouth,
            Self::East | Self::West => Pair::EastWest,
        }
    }

    /// `N`, `E`, `S` or `W`.
    #[must_use]
    pub const fn letter(self) -> char {
        match self {
            Self::North => 'N',
            Self::East => 'E',
            Self::South => 'S',
            Self::West => 'W',
        }
    }
}

impl fmt::Display for Side {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::North => "north",
            Self::East => "east",
            Self::South => "south",
            Self::West => "west",
        })
    }
}

/// Two opposite coasts: what a player of a two-player game plays for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Pair {
    /// The north and the south coast, written `NS`.
    NorthSouth,
    /// The east and the west coast, written `EW`.
    EastWest,
}

impl Pair {
    /// Both pairs, north and south first.
    pub const ALL: [Self; 2] = [Self::NorthSouth, Self::EastWest];

    /// The pair of the other player.
    #[must_use]
    pub const fn other(self) -> Self {
        match self {
            Self::NorthSouth => Self::EastWest,
            Self::EastWest => Self::NorthSouth,
        }
    }

    /// Its two coasts, in the order of its name.
    #[must_use]
    pub const fn coasts(self) -> [Side; 2] {
        match self {
            Self::NorthSouth => [Side::North, Side::South],
            Self::EastWest => [Side::East, Side::West],
        }
    }
}

impl fmt::Display for Pair {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::NorthSouth => "NS",
            Self::EastWest => "EW",
        })
    }
}

impl FromStr for Pair {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<Self, NotationError> {
        match text {
            "NS" => Ok(Self::NorthSouth),
            "EW" => Ok(Self::EastWest),
            _ => Err(NotationError::new(text, "a pair of coasts: \"NS\" or \"EW\"")),
        }
    }
}

/// One side of one square.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Edge {
    /// The square.
    pub square: Square,
    /// Which of its sides.
    pub side: Side,
}

impl Edge {
    /// The same line seen from the square beyond it, or `None` where that is the sea.
    #[must_use]
    pub fn from_beyond(self) -> Option<Self> {
        self.square.neighbour(self.side).map(|square| Self {
            square,
            side: self.side.opposite(),
        })
    }
}

impl fmt::Display for Edge {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the {} side of {}", self.side, self.square)
    }
}

/// How a tile lies.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Axis {
    /// East-west, written `-`.
    EastWest,
    /// North-south, written `|`.
    NorthSouth,
}

impl Axis {
    /// Both axes, east-west first.
    pub const ALL: [Self; 2] = [Self::EastWest, Self::NorthSouth];

    /// `-` or `|`.
    #[must_use]
    pub const fn symbol(self) -> char {
        match self {
            Self::EastWest => '-',
            Self::NorthSouth => '|',
        }
    }

    /// The other axis.
    #[must_use]
    pub const fn turned(self) -> Self {
        match self {
            Self::EastWest => Self::NorthSouth,
            Self::NorthSouth => Self::EastWest,
        }
    }
}

/// Three squares in a row that a tile can lie on, with the axis.
///
/// Spots are ordered by their first square (the western-most or northern-most), then east-west before
/// north-south.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Spot(u16);

impl Spot {
    /// The spot whose western-most (lying east-west) or northern-most (lying north-south) square is
    /// `first`, or `None` where a tile would leave the board.
    #[must_use]
    pub fn new(first: Square, axis: Axis) -> Option<Self> {
        match SPOT_AT[first.index()][axis as usize] {
            NOWHERE => None,
            index => Some(Self(index)),
        }
    }

    /// The spot whose middle square is `middle`, or `None` where a tile would leave the board.
    #[must_use]
    pub fn around(middle: Square, axis: Axis) -> Option<Self> {
        let first = match axis {
            Axis::EastWest => middle.neighbour(Side::West),
            Axis::NorthSouth => middle.neighbour(Side::North),
        };
        Self::new(first?, axis)
    }

    /// All spots, in their order.
    pub fn all() -> impl DoubleEndedIterator<Item = Self> + ExactSizeIterator {
        (0..SPOT_COUNT as u16).map(Self)
    }

    pub(crate) const fn from_index(index: usize) -> Self {
        Self(index as u16)
    }

    /// Its number in the order of spots, from 0 to 645.
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// How a tile lies here.
    #[must_use]
    pub fn axis(self) -> Axis {
        SPOTS[self.index()].axis
    }

    /// The three squares, from west to east or from north to south.
    #[must_use]
    pub fn squares(self) -> [Square; 3] {
        SPOTS[self.index()].squares
    }

    /// The square side that the exit of a tile lying here leads through.
    #[must_use]
    pub fn edge(self, exit: Exit) -> Edge {
        SPOTS[self.index()].rim[exit.index()]
    }

    /// The spots that cover `square`, in their order: two to six of them.
    pub fn covering(square: Square) -> impl Iterator<Item = Self> {
        COVERING[square.index()]
            .iter()
            .take_while(|&&s| s != NOWHERE)
            .map(|&s| Self(s))
    }

    /// The spots that cover the edge's square and have that edge on their rim, with the exit there.
    pub(crate) fn facing(edge: Edge) -> impl Iterator<Item = (Self, Exit)> {
        FACING[edge.square.index() * 4 + edge.side.index()]
            .iter()
            .take_while(|f| f.0 != NOWHERE)
            .map(|f| (Self(f.0), f.1))
    }
}

impl fmt::Display for Spot {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.squares()[0], self.axis().symbol())
    }
}

impl fmt::Debug for Spot {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

const NOWHERE: u16 = u16::MAX;

#[derive(Clone, Copy)]
struct SpotData {
    axis: Axis,
    squares: [Square; 3],
    rim: [Edge; 8],
}

static SPOTS: [SpotData; SPOT_COUNT] = spots();
static SPOT_AT: [[u16; 2]; SQUARE_COUNT] = spot_at();
static COVERING: [[u16; 6]; SQUARE_COUNT] = covering();
static FACING: [[(u16, Exit); 4]; SQUARE_COUNT * 4] = facing();

/// Where the tile at `first` lies, `k` squares along.
const fn along(first: Square, axis: Axis, k: usize) -> Option<Square> {
    match axis {
        Axis::EastWest => Square::new(first.column() + k, first.row()),
        Axis::NorthSouth if first.row() >= k => Square::new(first.column(), first.row() - k),
        Axis::NorthSouth => None,
    }
}

const fn spots() -> [SpotData; SPOT_COUNT] {
    let start = Edge {
        square: Square(0),
        side: Side::North,
    };
    let mut out = [SpotData {
        axis: Axis::EastWest,
        squares: [Square(0); 3],
        rim: [start; 8],
    }; SPOT_COUNT];
    let (mut n, mut square) = (0, 0);
    while square < SQUARE_COUNT {
        let mut a = 0;
        while a < 2 {
            let (first, axis) = (Square(square as u16), Axis::ALL[a]);
            if let (Some(second), Some(third)) = (along(first, axis, 1), along(first, axis, 2)) {
                let squares = [first, second, third];
                // Exits run clockwise from the north side (lying east-west) or the east side.
                let [flank, head, back, tail] = match axis {
                    Axis::EastWest => [Side::North, Side::East, Side::South, Side::West],
                    Axis::NorthSouth => [Side::East, Side::South, Side::West, Side::North],
                };
                let mut rim = [start; 8];
                let mut k = 0;
                while k < 3 {
                    rim[k] = Edge {
                        square: squares[k],
                        side: flank,
                    };
                    rim[6 - k] = Edge {
                        square: squares[k],
                        side: back,
                    };
                    k += 1;
                }
                rim[3] = Edge {
                    square: third,
                    side: head,
                };
                rim[7] = Edge {
                    square: first,
                    side: tail,
                };
                out[n] = SpotData { axis, squares, rim };
                n += 1;
            }
            a += 1;
        }
        square += 1;
    }
    out
}

const fn spot_at() -> [[u16; 2]; SQUARE_COUNT] {
    let all = spots();
    let mut out = [[NOWHERE; 2]; SQUARE_COUNT];
    let mut n = 0;
    while n < SPOT_COUNT {
        out[all[n].squares[0].index()][all[n].axis as usize] = n as u16;
        n += 1;
    }
    out
}

const fn covering() -> [[u16; 6]; SQUARE_COUNT] {
    let all = spots();
    let mut out = [[NOWHERE; 6]; SQUARE_COUNT];
    let mut n = 0;
    while n < SPOT_COUNT {
        let mut k = 0;
        while k < 3 {
            let row = &mut out[all[n].squares[k].index()];
            let mut free = 0;
            while row[free] != NOWHERE {
                free += 1;
            }
            row[free] = n as u16;
            k += 1;
        }
        n += 1;
    }
    out
}

const fn facing() -> [[(u16, Exit); 4]; SQUARE_COUNT * 4] {
    let all = spots();
    let mut out = [[(NOWHERE, Exit::ALL[0]); 4]; SQUARE_COUNT * 4];
    let mut n = 0;
    while n < SPOT_COUNT {
        let mut e = 0;
        while e < 8 {
            let edge = all[n].rim[e];
            let row = &mut out[edge.square.index() * 4 + edge.side.index()];
            let mut free = 0;
            while row[free].0 != NOWHERE {
                free += 1;
            }
            row[free] = (n as u16, Exit::ALL[e]);
            e += 1;
        }
        n += 1;
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn squares_run_from_the_south_west_corner() {
        let names: Vec<String> = Square::all().map(|s| s.to_string()).collect();
        assert_eq!(
            (names.len(), names[0].as_str(), names[1].as_str()),
            (361, "a1", "b1")
        );
        assert_eq!(names[360], "s19");
        for (square, name) in Square::all().zip(&names) {
            assert_eq!(name.parse(), Ok(square));
        }
        for bad in ["", "a", "a0", "a20", "a01", "t1", "A1", "aa", "j10 ", "é1"] {
            assert!(bad.parse::<Square>().is_err(), "{bad}");
        }
    }

    #[test]
    fn exits_follow_the_notation() {
        let edges = |spot: Spot| {
            Exit::ALL
                .map(|e| spot.edge(e))
                .map(|e| format!("{}{}", e.square, e.side.letter()))
        };
        let lying = Spot::new(Square::STAR, Axis::EastWest).unwrap();
        assert_eq!(
            edges(lying),
            ["j10N", "k10N", "l10N", "l10E", "l10S", "k10S", "j10S", "j10W"]
        );
        let standing = Spot::new(Square::STAR, Axis::NorthSouth).unwrap();
        assert_eq!(
            edges(standing),
            ["j10E", "j9E", "j8E", "j8S", "j8W", "j9W", "j10W", "j10N"]
        );
    }

    #[test]
    fn tables_agree_with_each_other() {
        assert_eq!(Spot::all().len(), 646);
        assert!(
            Spot::all()
                .zip(Spot::all().skip(1))
                .all(|(a, b)| { (a.squares()[0], a.axis()) < (b.squares()[0], b.axis()) })
        );
        for square in Square::all() {
            let expected: Vec<Spot> = Spot::all().filter(|s| s.squares().contains(&square)).collect();
            assert_eq!(Spot::covering(square).collect::<Vec<_>>(), expected);
            for side in Side::ALL {
                let edge = Edge { square, side };
                let mut expected = Vec::new();
                for spot in Spot::all() {
                    expected.extend(
                        Exit::ALL
                            .iter()
                            .filter(|&&e| spot.edge(e) == edge)
                            .map(|&e| (spot, e)),
                    );
                }
                assert_eq!(Spot::facing(edge).collect::<Vec<_>>(), expected);
            }
        }
    }

    #[test]
    fn marked_squares_are_three_on_each_coast() {
        for side in Side::ALL {
            let marked: Vec<String> = Square::all()
                .filter(|s| s.is_marked_for(side))
                .map(|s| s.to_string())
                .collect();
            let expected = match side {
                Side::North => ["c19", "j19", "q19"],
                Side::East => ["s3", "s10", "s17"],
                Side::South => ["c1", "j1", "q1"],
                Side::West => ["a3", "a10", "a17"],
            };
            assert_eq!(marked, expected);
        }
    }
}
