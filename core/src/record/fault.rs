//! What can be wrong with a record of a game, beyond what can be wrong with any file.

use super::{ALGORITHM, LONGEST_NAME, MAGIC, MOST_MOVES};
use crate::game::{MoveError, TableError};
use crate::supply::SupplyError;
use crate::tile::Tile;

/// What can be wrong with a record of a game.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum GameFault {
    /// It is JSON but no object.
    #[error("a game file is a JSON object, in braces")]
    NoObject,
    /// A field inside of another that this version does not know. It might change the game, so it can't be passed over.
    #[error("this field is not known here; take it out or get a newer Tayü")]
    UnknownField,
    /// The supply comes from a way of shuffling that this version does not know.
    #[error("the tiles were shuffled by {0:?}, which this program does not know; it knows {ALGORITHM:?}")]
    UnknownAlgorithm(String),
    /// A name has more characters than can be.
    #[error("the name has {0} characters; there is room for {LONGEST_NAME}")]
    NameTooLong(usize),
    /// A name holds a control character.
    #[error("the name holds the control character {}; take it out", .0.escape_unicode())]
    NameControl(char),
    /// Players, who begins and tiles don't go together.
    #[error(transparent)]
    Table(#[from] TableError),
    /// The tiles make no supply.
    #[error(transparent)]
    Supply(#[from] SupplyError),
    /// There are more moves than are read.
    #[error("there are {0} moves; no game needs more than {MOST_MOVES}")]
    TooManyMoves(usize),
    /// A move can't be made.
    #[error("move {number}, {player} to move: {error}")]
    Move {
        /// The move's number, from 1.
        number: usize,
        /// The name of the player whose turn it is.
        player: String,
        /// Why it can't be made.
        error: MoveError,
    },
    /// Another tile came than the one that is written beside a draw.
    #[error("move {number}: the tile that came is {came}, not {written}")]
    OtherTile {
        /// The move's number, from 1.
        number: usize,
        /// The tile that came.
        came: Tile,
        /// The tile that is written.
        written: Tile,
    },
    /// There is a result, but the game is not over.
    #[error("there is a result, but the game is not over after these moves")]
    NotOver,
    /// The result is not what the moves come to.
    #[error("found {found}, but the moves come to {expected}")]
    WrongResult {
        /// What is written, shortened.
        found: String,
        /// What it has to be.
        expected: String,
    },
    /// A text holds no game.
    #[error("no line says \"{MAGIC}1\", as the first line of a game does")]
    NoGame,
    /// A line of a text is not of any known kind.
    #[error("{0:?} is no line of a game")]
    UnknownLine(String),
    /// A line of a text is numbered otherwise than in order: one is missing or there twice.
    #[error("this is line {found} of the game, where line {expected} has to be")]
    LineNumber {
        /// The number that is written.
        found: usize,
        /// The number that is due.
        expected: usize,
    },
    /// A line of a text names another player than the one whose turn it is.
    #[error("it is the turn of {expected}, not of {found}")]
    WrongPlayer {
        /// The name that is written.
        found: String,
        /// The name of the player whose turn it is.
        expected: String,
    },
    /// A line of a text names nobody of this number.
    #[error("players are numbered 1, 2 and so on in the order of their lines")]
    PlayerNumber,
}
