//! Who sits at the table, what each plays for, and by which rules.

use std::fmt;
use std::str::FromStr;

use crate::NotationError;
use crate::geometry::{Pair, Side};
use crate::seed::{Chance, Seed, Stream};
use crate::supply::{Spread, Supply};

/// A player's place at the table. Seats are numbered from 1, clockwise.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Seat(u8);

impl Seat {
    /// The seat with this number, if it is from 1 to 4.
    #[must_use]
    pub const fn new(number: usize) -> Option<Self> {
        match number {
            1..=4 => Some(Self(number as u8 - 1)),
            _ => None,
        }
    }

    pub(crate) const fn at(index: usize) -> Self {
        Self(index as u8)
    }

    /// Its number less one, from 0 to 3.
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

impl fmt::Display for Seat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0 + 1)
    }
}

impl FromStr for Seat {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<Self, NotationError> {
        match text.as_bytes() {
            [digit @ b'1'..=b'4'] => Ok(Self(digit - b'1')),
            _ => Err(NotationError::new(text, "a seat: 1 to 4")),
        }
    }
}

/// How many play. Written `2`, `3` or `4`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Players {
    /// One plays north and south, the other east and west, sitting round a corner.
    Two,
    /// As with two; the third is the spoilsport.
    Three,
    /// Two teams, team mates opposite each other.
    Four,
}

impl Players {
    /// All three.
    pub const ALL: [Self; 3] = [Self::Two, Self::Three, Self::Four];

    /// Their number.
    #[must_use]
    pub const fn count(self) -> usize {
        match self {
            Self::Two => 2,
            Self::Three => 3,
            Self::Four => 4,
        }
    }

    /// The seats, clockwise.
    pub fn seats(self) -> impl DoubleEndedIterator<Item = Seat> + ExactSizeIterator {
        (0..self.count()).map(Seat::at)
    }

    /// The seat after this one, clockwise: that of the player on the left.
    #[must_use]
    pub const fn after(self, seat: Seat) -> Seat {
        Seat::at((seat.index() + 1) % self.count())
    }
}

impl fmt::Display for Players {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.count(), f)
    }
}

/// What a player plays for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Party {
    /// The product of these coasts.
    Coasts(Pair),
    /// That neither product reaches the bid.
    Spoilsport,
}

impl fmt::Display for Party {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Coasts(pair) => fmt::Display::fmt(pair, f),
            Self::Spoilsport => f.pad("spoilsport"),
        }
    }
}

impl FromStr for Party {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<Self, NotationError> {
        match text {
            "spoilsport" => Ok(Self::Spoilsport),
            _ => (text.parse().map(Self::Coasts))
                .map_err(|_| NotationError::new(text, "a party: NS, EW or spoilsport")),
        }
    }
}

/// Points named in the auction, from 1 to 999. Written as the number.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Bid(u16);

impl Bid {
    /// The lowest bid that means anything: neither product reaches 1.
    pub const ONE: Self = Self(1);
    /// The highest that can be written. No product is higher than 484.
    pub const HIGHEST: Self = Self(999);

    /// So many points, if they are from 1 to 999.
    #[must_use]
    pub const fn new(points: u32) -> Option<Self> {
        match points {
            1..=999 => Some(Self(points as u16)),
            _ => None,
        }
    }

    /// The points.
    #[must_use]
    pub const fn get(self) -> u32 {
        self.0 as u32
    }
}

impl fmt::Display for Bid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.0, f)
    }
}

impl FromStr for Bid {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<Self, NotationError> {
        let points = text.parse().ok().filter(|n: &u32| n.to_string() == text);
        (points.and_then(Self::new)).ok_or_else(|| NotationError::new(text, "a bid: points from 1 to 999"))
    }
}

/// Declares a choice between rules: its variants and how each is written.
macro_rules! choice {
    ($(#[$doc:meta])* $name:ident, $expected:literal { $($(#[$variant_doc:meta])* $variant:ident = $text:literal,)+ }) => {
        $(#[$doc])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
        pub enum $name {
            $($(#[$variant_doc])* $variant,)+
        }

        impl $name {
            /// All choices, the one that a game begins with first.
            pub const ALL: &'static [Self] = &[$(Self::$variant),+];
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.pad(match self { $(Self::$variant => $text),+ })
            }
        }

        impl FromStr for $name {
            type Err = NotationError;

            fn from_str(text: &str) -> Result<Self, NotationError> {
                match text {
                    $($text => Ok(Self::$variant),)+
                    _ => Err(NotationError::new(text, $expected)),
                }
            }
        }
    };
}

choice! {
    /// With three players, who of the two that have coasts lays the first tile.
    Beginner, "who begins beside the spoilsport: left, right or lot" {
        /// The player to the left of the spoilsport (French sheet).
        #[default]
        Left = "left",
        /// The player to the right of the spoilsport.
        Right = "right",
        /// By lot (Czech sheet).
        Lot = "lot",
    }
}

choice! {
    /// With three players, whether the one who is to bid first has to.
    FirstBid, "the first bid: must or may" {
        /// The first player has to name a number.
        #[default]
        Must = "must",
        /// The first player may pass too. Who is left without any bid before them has to name one.
        May = "may",
    }
}

choice! {
    /// What equal products mean.
    Ties, "what equal products mean: draw or points" {
        /// A draw.
        #[default]
        Draw = "draw",
        /// More points on both coasts together win; equal again is a draw.
        Points = "points",
    }
}

choice! {
    /// What becomes of a game when the tiles that a player may lay fit nowhere.
    NoPlace, "what a tile that fits nowhere does: ends or again" {
        /// It ends.
        #[default]
        Ends = "ends",
        /// The tile drawn is set aside and the player draws again, as long as there is a tile to draw.
        Again = "again",
    }
}

choice! {
    /// Who notices that a tile fits nowhere.
    Notice, "who notices that a tile fits nowhere: program or players" {
        /// It is so at once.
        #[default]
        Program = "program",
        /// The player has to claim it.
        Players = "players",
    }
}

choice! {
    /// In the Pro game, when there is no place.
    ProEnd, "when the Pro game has no place: both or new" {
        /// When neither of the player's two tiles fits.
        #[default]
        Both = "both",
        /// When the tile just drawn does not fit.
        New = "new",
    }
}

choice! {
    /// In the Pro game, what becomes of the tiles in front of the players once the supply is empty.
    LastTiles, "what becomes of the last tiles: laid or left" {
        /// They are laid in turn.
        #[default]
        Laid = "laid",
        /// They are left over: the game ends with the supply.
        Left = "left",
    }
}

/// The rules that a table agrees on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Rules {
    /// Whether each player has a tile in front of them and chooses which to lay.
    pub pro: bool,
    /// With three players: who of the two that have coasts begins.
    pub beginner: Beginner,
    /// With three players: whether the first player must bid.
    pub first_bid: FirstBid,
    /// With three players: the lowest bid. Nothing is left to be bid below it.
    pub lowest_bid: Bid,
    /// What equal products mean.
    pub ties: Ties,
    /// What becomes of a game when there is no place.
    pub no_place: NoPlace,
    /// Who notices that there is none.
    pub notice: Notice,
    /// In the Pro game, when there is none.
    pub pro_end: ProEnd,
    /// In the Pro game, the tiles that are left when the supply is empty.
    pub last_tiles: LastTiles,
}

impl Default for Rules {
    fn default() -> Self {
        Self {
            pro: false,
            beginner: Beginner::default(),
            first_bid: FirstBid::default(),
            lowest_bid: Bid::ONE,
            ties: Ties::default(),
            no_place: NoPlace::default(),
            notice: Notice::default(),
            pro_end: ProEnd::default(),
            last_tiles: LastTiles::default(),
        }
    }
}

/// How it is settled who begins; with three players, who bids first. Written `lot` or as the seat.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum FirstPlayer {
    /// By lot, which the seed decides.
    Lot,
    /// The player at this seat.
    Chosen(Seat),
}

impl fmt::Display for FirstPlayer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Lot => f.pad("lot"),
            Self::Chosen(seat) => fmt::Display::fmt(seat, f),
        }
    }
}

impl FromStr for FirstPlayer {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<Self, NotationError> {
        match text {
            "lot" => Ok(Self::Lot),
            _ => (text.parse().map(Self::Chosen))
                .map_err(|_| NotationError::new(text, "who begins: lot, or a seat from 1 to 4")),
        }
    }
}

/// Where the tiles come from.
///
/// Its `Debug` form keeps the seed to itself, so that no log can give it away.
#[derive(Clone, PartialEq, Eq)]
pub enum TileSource {
    /// Stacks in two lanes, shuffled from a seed.
    Stacks(Seed),
    /// Tiles spread face down (a house rule), shuffled from a seed.
    Spread(Seed),
    /// Stacks in this order.
    GivenStacks(Supply),
    /// Tiles spread in this order.
    GivenSpread(Spread),
    /// A supply that is not known: a game is taken down tile by tile as it is played elsewhere.
    Table,
}

impl fmt::Debug for TileSource {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Stacks(_) => "Stacks",
            Self::Spread(_) => "Spread",
            Self::GivenStacks(_) => "GivenStacks",
            Self::GivenSpread(_) => "GivenSpread",
            Self::Table => "Table",
        })
    }
}

impl TileSource {
    /// The seed that the supply and the lots come from, if there is one.
    #[must_use]
    pub const fn seed(&self) -> Option<Seed> {
        match self {
            Self::Stacks(seed) | Self::Spread(seed) => Some(*seed),
            Self::GivenStacks(_) | Self::GivenSpread(_) | Self::Table => None,
        }
    }
}

/// Why a game can't begin like this.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum TableError {
    /// Not two, three or four names.
    #[error("{0} names; two, three or four play")]
    Names(usize),
    /// A seat that nobody sits at.
    #[error("seat {seat} is to begin, but only {players} play")]
    NoSuchSeat {
        /// The seat.
        seat: Seat,
        /// How many play.
        players: Players,
    },
    /// A lot is to be drawn without a seed to draw it from.
    #[error("without a seed no lot can be drawn: it has to be said who begins")]
    NoLot,
}

/// What is settled before the first turn.
///
/// Its seats are: with two players, 1 for north and south, 2 for east and west; with four, north, east, south, west;
/// with three any, since the auction settles who plays what.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GameSetup {
    players: Players,
    names: Vec<String>,
    first: FirstPlayer,
    rules: Rules,
    source: TileSource,
}

impl GameSetup {
    /// A game of as many players as there are names, which stand clockwise.
    ///
    /// # Errors
    /// [`TableError`] if the number of names, the seat that begins or the source of the tiles don't go together.
    pub fn new(
        names: Vec<String>,
        first: FirstPlayer,
        rules: Rules,
        source: TileSource,
    ) -> Result<Self, TableError> {
        let players = match names.len() {
            2 => Players::Two,
            3 => Players::Three,
            4 => Players::Four,
            other => return Err(TableError::Names(other)),
        };
        match first {
            FirstPlayer::Chosen(seat) if seat.index() >= players.count() => {
                return Err(TableError::NoSuchSeat { seat, players });
            }
            FirstPlayer::Lot if source.seed().is_none() => return Err(TableError::NoLot),
            _ => {}
        }
        if players == Players::Three && rules.beginner == Beginner::Lot && source.seed().is_none() {
            return Err(TableError::NoLot);
        }
        Ok(Self {
            players,
            names,
            first,
            rules,
            source,
        })
    }

    /// Two nameless players under the rules that a game begins with, at a table elsewhere.
    pub(super) fn plain(first: Seat) -> Self {
        Self {
            players: Players::Two,
            names: vec![String::new(); Players::Two.count()],
            first: FirstPlayer::Chosen(first),
            rules: Rules::default(),
            source: TileSource::Table,
        }
    }

    /// How many play.
    #[must_use]
    pub const fn players(&self) -> Players {
        self.players
    }

    /// The players' names, clockwise.
    #[must_use]
    pub fn names(&self) -> &[String] {
        &self.names
    }

    /// The name of the player at a seat; empty if nobody sits there.
    #[must_use]
    pub fn name(&self, seat: Seat) -> &str {
        self.names.get(seat.index()).map_or("", String::as_str)
    }

    /// How it is settled who begins.
    #[must_use]
    pub const fn first(&self) -> FirstPlayer {
        self.first
    }

    /// The rules.
    #[must_use]
    pub const fn rules(&self) -> &Rules {
        &self.rules
    }

    /// Where the tiles come from.
    #[must_use]
    pub const fn source(&self) -> &TileSource {
        &self.source
    }

    /// The same game taken down at the table: nothing in it tells of tiles that have not been drawn.
    ///
    /// What lots have settled is put down as settled; `beginner` is the one who turned out to begin, left or right, if
    /// that is known by now. If it isn't, it will be the player to the left.
    #[must_use]
    pub fn without_supply(&self, beginner: Option<Beginner>) -> Self {
        let mut setup = self.clone();
        setup.first = FirstPlayer::Chosen(self.first_player());
        if setup.rules.beginner == Beginner::Lot && self.players == Players::Three {
            // A table elsewhere has no seed to draw a lot from.
            let settled = beginner.filter(|&beginner| beginner != Beginner::Lot);
            setup.rules.beginner = settled.unwrap_or_default();
        }
        setup.source = TileSource::Table;
        setup
    }

    /// The same with tiles from elsewhere and no lot about the beginner.
    pub(super) fn settled(&self, source: TileSource, beginner: Beginner) -> Self {
        let mut setup = self.clone();
        setup.rules.beginner = beginner;
        setup.source = source;
        setup
    }

    /// Who begins; with three players, who bids first.
    ///
    /// The lot is drawn from a stream of the seed that nothing else uses (see [`seed`](crate::seed)): a number below the
    /// number of players, 0 for seat 1. Of two it is the first word's lowest bit.
    #[must_use]
    pub fn first_player(&self) -> Seat {
        let seed = match (self.first, self.source.seed()) {
            (FirstPlayer::Chosen(seat), _) => return seat,
            (FirstPlayer::Lot, seed) => seed.unwrap_or_default(),
        };
        let mut chance = Chance::new(seed, Stream::Lot);
        Seat::at(chance.below(self.players.count() as u32) as usize)
    }

    /// With three players, who of the two with coasts begins, as the spoilsport's neighbour. A lot is the first
    /// word of another stream of the seed: left if it is even.
    pub(crate) fn settled_beginner(&self) -> Beginner {
        match (self.rules.beginner, self.source.seed()) {
            (Beginner::Lot, Some(seed)) => match Chance::new(seed, Stream::Beginner).toss() {
                false => Beginner::Left,
                true => Beginner::Right,
            },
            (settled, _) => settled,
        }
    }

    /// With two or four players, what a seat plays for.
    pub(crate) const fn fixed_party(seat: Seat) -> Party {
        Party::Coasts(match seat.index() % 2 {
            0 => Pair::NorthSouth,
            _ => Pair::EastWest,
        })
    }

    /// The coast at which the player at a seat sits, with four players.
    #[must_use]
    pub const fn coast(&self, seat: Seat) -> Option<Side> {
        match (self.players, seat.index()) {
            (Players::Four, 0) => Some(Side::North),
            (Players::Four, 1) => Some(Side::East),
            (Players::Four, 2) => Some(Side::South),
            (Players::Four, 3) => Some(Side::West),
            _ => None,
        }
    }
}
