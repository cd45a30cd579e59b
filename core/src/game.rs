//! A game of two players, from the full supply to its end.
//!
//! A [`Game`] is pure state: [`Game::play`] applies a [`Move`] or says why it can't be made. Setup and moves are
//! all there is to know: played again in order they give an equal game, so they can serve as its record.
//!
//! ```
//! use tayu_core::{FirstPlayer, Game, GameSetup, Move, Phase, Seed};
//!
//! let mut game = Game::new(GameSetup {
//!     names: ["Ada".to_owned(), "Max".to_owned()],
//!     first: FirstPlayer::Lot,
//!     seed: Seed(1),
//! });
//! game.play("draw left".parse()?)?;
//! assert!(matches!(game.phase(), Phase::ToLay(_)));
//! let first: Option<Move> = game.legal_moves().into_iter().next();
//! if let Some(lay) = first {
//!     game.play(lay)?;
//! }
//! assert_eq!(game.position().placements().len(), 1);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use std::fmt;
use std::str::FromStr;

use crate::NotationError;
use crate::board::Illegal;
use crate::geometry::Pair;
use crate::nowhere::PlaceReport;
use crate::placement::Placement;
use crate::score::{Coasts, Product};
use crate::seed::{Chance, Seed, Stream};
use crate::setup::Position;
use crate::supply::{Lane, Supply};
use crate::tile::Tile;

/// What is settled before the first turn.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct GameSetup {
    /// The players' names: first the one who plays north and south, then the one who plays east and west.
    pub names: [String; 2],
    /// Who begins.
    pub first: FirstPlayer,
    /// What the supply and the lot depend on.
    pub seed: Seed,
}

/// How it is settled who begins. Written `lot`, `NS` or `EW`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum FirstPlayer {
    /// By lot, which the seed decides.
    Lot,
    /// The player of these coasts.
    Chosen(Pair),
}

/// What a player does.
///
/// Written `draw left`, `draw right`, or as the placement of the tile that is laid, such as `i10-147`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Move {
    /// Draw the top tile of this lane's front stack.
    Draw(Lane),
    /// Lay the tile that was drawn.
    Lay(Placement),
}

/// What has to happen next.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Phase {
    /// The player whose turn it is draws a tile.
    ToDraw,
    /// The player whose turn it is lays this tile, which was drawn.
    ToLay(Tile),
    /// Nothing: the game is over.
    Over(Outcome),
}

/// How a game ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Outcome {
    /// Why it ended.
    pub reason: EndReason,
    /// The coasts' points at the end.
    pub coasts: Coasts,
}

/// Why a game ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum EndReason {
    /// This tile was drawn and fits nowhere; it was set aside.
    NoPlace {
        /// The tile.
        tile: Tile,
    },
    /// The last tile of the supply was laid.
    SupplyEmpty,
}

/// One turn: what was drawn and what became of it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Turn {
    /// Whose turn it was.
    pub player: Pair,
    /// Where the tile was drawn.
    pub lane: Lane,
    /// The tile.
    pub tile: Tile,
    /// How it was laid; `None` while it waits for that, or when it fitted nowhere.
    pub laid: Option<Placement>,
}

/// Why a move can't be made.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum MoveError {
    /// A tile is laid before one is drawn.
    #[error("a tile has to be drawn before one can be laid")]
    NothingDrawn,
    /// A tile is drawn before the one drawn is laid.
    #[error("the tile {tile} has been drawn and has to be laid first")]
    AlreadyDrawn {
        /// The tile that waits to be laid.
        tile: Tile,
    },
    /// No tile is left in the lane.
    #[error("the {0} lane has run out")]
    LaneEmpty(Lane),
    /// Another tile is laid than the one drawn.
    #[error("the tile drawn is {drawn}, not {laid}")]
    WrongTile {
        /// The tile that was drawn.
        drawn: Tile,
        /// The tile that was to be laid.
        laid: Tile,
    },
    /// The tile can't be laid there.
    #[error(transparent)]
    Illegal(#[from] Illegal),
    /// The game is over.
    #[error("the game is over")]
    Over,
}

/// A game of two players: one plays north and south, the other east and west.
///
/// A clone costs little: it is made for each state that a player may want to go back to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Game {
    setup: GameSetup,
    to_move: Pair,
    phase: Phase,
    position: Position,
    supply: Supply,
    turns: Vec<Turn>,
}

impl GameSetup {
    /// The name of the player of these coasts.
    #[must_use]
    pub fn name(&self, pair: Pair) -> &str {
        let [north_south, east_west] = &self.names;
        match pair {
            Pair::NorthSouth => north_south,
            Pair::EastWest => east_west,
        }
    }

    /// Who begins. The lot is the first word of a stream of the seed that nothing else uses (see
    /// [`seed`](crate::seed)): north and south if it is even, east and west if it is odd.
    #[must_use]
    pub fn first_player(&self) -> Pair {
        match self.first {
            FirstPlayer::Chosen(pair) => pair,
            FirstPlayer::Lot => {
                if Chance::new(self.seed, Stream::Lot).toss() {
                    Pair::EastWest
                } else {
                    Pair::NorthSouth
                }
            }
        }
    }
}

impl Outcome {
    /// The result of the player of these coasts, in points.
    #[must_use]
    pub const fn product(&self, pair: Pair) -> Product {
        self.coasts.product(pair)
    }

    /// The player with the higher result, or `None` in a draw: both results are equal.
    #[must_use]
    pub const fn winner(&self) -> Option<Pair> {
        match self.coasts.margin(Pair::NorthSouth) {
            0 => None,
            1.. => Some(Pair::NorthSouth),
            _ => Some(Pair::EastWest),
        }
    }
}

impl Turn {
    /// The moves that it was made of: the draw, and the laying if there was one.
    pub fn moves(self) -> impl Iterator<Item = Move> {
        std::iter::once(Move::Draw(self.lane)).chain(self.laid.map(Move::Lay))
    }
}

impl Game {
    /// A new game with the full supply of the setup's seed.
    #[must_use]
    pub fn new(setup: GameSetup) -> Self {
        let supply = Supply::shuffled(setup.seed);
        Self::with_supply(setup, supply)
    }

    /// A new game with this supply; the setup's seed only casts the lot. Without a tile in the supply it is over
    /// at once.
    #[must_use]
    pub fn with_supply(setup: GameSetup, supply: Supply) -> Self {
        let mut game = Self {
            to_move: setup.first_player(),
            setup,
            phase: Phase::ToDraw,
            position: Position::default(),
            supply,
            turns: Vec::new(),
        };
        game.await_draw();
        game
    }

    /// What was settled before the first turn.
    #[must_use]
    pub const fn setup(&self) -> &GameSetup {
        &self.setup
    }

    /// Whose turn it is; at the end, whose turn was the last.
    #[must_use]
    pub const fn to_move(&self) -> Pair {
        self.to_move
    }

    /// What has to happen next.
    #[must_use]
    pub const fn phase(&self) -> Phase {
        self.phase
    }

    /// The tile that was drawn and not laid: it waits for that, or it fitted nowhere.
    #[must_use]
    pub const fn drawn(&self) -> Option<Tile> {
        match self.phase {
            Phase::ToLay(tile)
            | Phase::Over(Outcome {
                reason: EndReason::NoPlace { tile },
                ..
            }) => Some(tile),
            Phase::ToDraw | Phase::Over(_) => None,
        }
    }

    /// How the game ended, if it is over.
    #[must_use]
    pub const fn outcome(&self) -> Option<Outcome> {
        match self.phase {
            Phase::Over(outcome) => Some(outcome),
            Phase::ToDraw | Phase::ToLay(_) => None,
        }
    }

    /// The tiles laid.
    #[must_use]
    pub const fn position(&self) -> &Position {
        &self.position
    }

    /// The tiles not drawn yet. What a player may know of them is its [`view`](Supply::view).
    #[must_use]
    pub const fn supply(&self) -> &Supply {
        &self.supply
    }

    /// All turns so far, the current one last once its tile is drawn.
    #[must_use]
    pub fn turns(&self) -> &[Turn] {
        &self.turns
    }

    /// All moves so far. Played in a new game of the same setup they lead here.
    pub fn moves(&self) -> impl Iterator<Item = Move> {
        self.turns.iter().copied().flat_map(Turn::moves)
    }

    /// The moves that can be made now: the lanes that have tiles left, the left one first, or the placements of
    /// the tile drawn in the order of [`Board::legal_placements`](crate::Board::legal_placements). Empty when
    /// the game is over, and only then.
    #[must_use]
    pub fn legal_moves(&self) -> Vec<Move> {
        match self.phase {
            Phase::ToDraw => (Lane::ALL.into_iter())
                .filter(|&lane| self.supply.left_in(lane) > 0)
                .map(Move::Draw)
                .collect(),
            Phase::ToLay(tile) => (self.position.board().legal_placements(tile))
                .map(Move::Lay)
                .collect(),
            Phase::Over(_) => Vec::new(),
        }
    }

    /// Makes a move. A tile drawn that fits nowhere ends the game, as does laying the supply's last tile.
    ///
    /// # Errors
    /// [`MoveError`] with the reason; the game is then unchanged.
    pub fn play(&mut self, action: Move) -> Result<(), MoveError> {
        match (self.phase, action) {
            (Phase::Over(_), _) => Err(MoveError::Over),
            (Phase::ToDraw, Move::Lay(_)) => Err(MoveError::NothingDrawn),
            (Phase::ToLay(tile), Move::Draw(_)) => Err(MoveError::AlreadyDrawn { tile }),
            (Phase::ToDraw, Move::Draw(lane)) => self.draw(lane),
            (Phase::ToLay(tile), Move::Lay(placement)) => self.lay(tile, placement),
        }
    }

    /// Why the tile set aside at the end fits nowhere, for every square of the board; `None` unless that ended
    /// the game.
    #[must_use]
    pub fn why_no_place(&self) -> Option<Vec<PlaceReport>> {
        match self.outcome()?.reason {
            EndReason::NoPlace { tile } => PlaceReport::all(self.position.board(), tile),
            EndReason::SupplyEmpty => None,
        }
    }

    fn draw(&mut self, lane: Lane) -> Result<(), MoveError> {
        let tile = self.supply.draw(lane).ok_or(MoveError::LaneEmpty(lane))?;
        self.turns.push(Turn {
            player: self.to_move,
            lane,
            tile,
            laid: None,
        });
        if self.position.board().can_lay(tile) {
            self.phase = Phase::ToLay(tile);
        } else {
            self.end(EndReason::NoPlace { tile });
        }
        Ok(())
    }

    fn lay(&mut self, drawn: Tile, placement: Placement) -> Result<(), MoveError> {
        let laid = placement.tile();
        if laid != drawn {
            return Err(MoveError::WrongTile { drawn, laid });
        }
        self.position.lay(placement)?;
        if let Some(turn) = self.turns.last_mut() {
            turn.laid = Some(placement);
        }
        if !self.supply.is_empty() {
            self.to_move = self.to_move.other();
        }
        self.await_draw();
        Ok(())
    }

    fn await_draw(&mut self) {
        if self.supply.is_empty() {
            self.end(EndReason::SupplyEmpty);
        } else {
            self.phase = Phase::ToDraw;
        }
    }

    fn end(&mut self, reason: EndReason) {
        self.phase = Phase::Over(Outcome {
            reason,
            coasts: self.position.board().coasts(),
        });
    }
}

impl fmt::Display for FirstPlayer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Lot => f.pad("lot"),
            Self::Chosen(pair) => fmt::Display::fmt(pair, f),
        }
    }
}

impl FromStr for FirstPlayer {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<Self, NotationError> {
        match text {
            "lot" => Ok(Self::Lot),
            _ => (text.parse().map(Self::Chosen))
                .map_err(|_| NotationError::new(text, "who begins: lot, NS or EW")),
        }
    }
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Draw(lane) => write!(f, "draw {lane}"),
            Self::Lay(placement) => fmt::Display::fmt(placement, f),
        }
    }
}

impl FromStr for Move {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<Self, NotationError> {
        match text.strip_prefix("draw ") {
            Some(lane) => (lane.parse().map(Self::Draw))
                .map_err(|_| NotationError::new(text, "a move: draw left or draw right")),
            // What looks like a placement keeps the placement's more telling error.
            None if text.contains(['-', '|']) => text.parse().map(Self::Lay),
            None => Err(NotationError::new(
                text,
                "a move: draw left, draw right, or a placement such as i10-147",
            )),
        }
    }
}
