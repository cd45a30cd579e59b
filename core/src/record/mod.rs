//! Records of games: files `tayu-game`, version 1, and texts that people can read and paste.
//!
//! A record holds a setup, the moves, and some words. Whatever is read is played again, so a [`Record`] is always a
//! game that can have been played: its [`game`](Record::game) is equal to the one that was written.
//!
//! Nothing in the record of a game under way tells of tiles that have not been drawn: [`Record::of`] writes it as it
//! would be taken down at the table. Once the game is over the supply is part of it.
//!
//! ```
//! use tayu_core::{FirstPlayer, Game, GameSetup, Record, Rules, Seed, TileSource};
//!
//! let names = vec!["Ada".to_owned(), "Max".to_owned()];
//! let source = TileSource::Stacks(Seed(1));
//! let mut game = Game::new(GameSetup::new(names, FirstPlayer::Lot, Rules::default(), source)?);
//! game.play("draw left".parse()?)?;
//! let record = Record::of(&game, false);
//! assert!(!record.to_json().contains("seed"));
//! assert_eq!(Record::from_json(&record.to_json())?, record);
//! assert_eq!(*record.game(), game.without_supply());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod computers;
mod fault;
mod json;
mod read_text;
pub mod rules;
mod text;

use std::fmt;
use std::str::FromStr;

pub use computers::{Computers, PlayerName};
pub use fault::GameFault;

use crate::NotationError;
use crate::file::{Extra, Format};
use crate::game::{
    Draw, EndReason, Game, GameSetup, Move, NoPlace, Outcome, Party, Phase, Played, Players, TileSource,
};
use crate::geometry::Pair;
use crate::puzzle::{Draft, Goal};
use crate::setup::Setup;
use crate::tile::Tile;

/// The value of the field `format` in a game file.
pub const FORMAT: &str = Format::Game.name();
/// The version of the format that is written, and the highest that is read.
pub const VERSION: u64 = crate::file::VERSION;
/// How the supply and the lots come from a seed: see [`seed`](crate::seed).
pub const ALGORITHM: &str = "tayu-1";
/// Characters that a name may have.
pub const LONGEST_NAME: usize = 100;
/// Moves that a record may have to be read. The longest auction and a hundred and twelve turns come to some 1200; only
/// teams that talk again and again over one tile could make more.
pub const MOST_MOVES: usize = 2_000;
/// The first line of a game written as text, before the number of the version.
const MAGIC: &str = "Ta Yü game, version ";

/// A day of the calendar. Written `2026-11-30`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Date {
    year: u16,
    month: u8,
    day: u8,
}

/// The words that go with a game. An absent field of the file is `None`.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct GameAbout {
    /// Its title.
    pub title: Option<String>,
    /// The day on which it was played.
    pub date: Option<Date>,
    /// Anything else to say about it.
    pub notes: Option<String>,
    /// The seats that the computer played. None stand for an absent field.
    pub computers: Computers,
}

/// A game with the words that go with it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Record {
    /// Title, date and notes.
    pub about: GameAbout,
    /// Whether something that had been seen was taken back in the game.
    pub practice: bool,
    /// Fields of the file that this version does not know.
    pub extra: Extra,
    game: Game,
}

impl Date {
    /// This day, if there is one in the (Gregorian) calendar; years are from 1 to 9999.
    #[must_use]
    pub const fn new(year: u16, month: u8, day: u8) -> Option<Self> {
        let leap = year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400));
        let days = match month {
            1 | 3 | 5 | 7 | 8 | 10 | 12 => 31,
            4 | 6 | 9 | 11 => 30,
            2 if leap => 29,
            2 => 28,
            _ => 0,
        };
        if year == 0 || year > 9999 || day == 0 || day > days {
            return None;
        }
        Some(Self { year, month, day })
    }
}

impl fmt::Display for Date {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:04}-{:02}-{:02}", self.year, self.month, self.day)
    }
}

impl FromStr for Date {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<Self, NotationError> {
        let mut parts = text.splitn(3, '-').map(|part| part.parse::<u16>().ok());
        let mut next = || parts.next().flatten();
        let date = match (next(), next(), next()) {
            (Some(year), Some(month), Some(day)) => (u8::try_from(month).ok())
                .zip(u8::try_from(day).ok())
                .and_then(|(month, day)| Self::new(year, month, day)),
            _ => None,
        };
        // The numbers' own reading would also take signs and other numbers of digits.
        date.filter(|date| date.to_string() == text)
            .ok_or_else(|| NotationError::new(text, "a date: year, month and day such as 2026-11-30"))
    }
}

impl Record {
    /// The record of a game, to be kept or shown to anybody.
    ///
    /// While tiles are left that nobody has seen it tells nothing of them: it is the record of
    /// [`Game::without_supply`]. `practice` says that something that had been seen was taken back.
    ///
    /// Names are tidied: control characters are taken out, blanks count as one, and what is longer than
    /// [`LONGEST_NAME`] is cut.
    #[must_use]
    pub fn of(game: &Game, practice: bool) -> Self {
        if game.outcome().is_some() || game.left() == 0 {
            Self::with_supply(game, practice)
        } else {
            Self::with_supply(&game.without_supply(), practice)
        }
    }

    /// The record of a game with its supply, even while it goes on: for the program's own keeping, since whoever reads
    /// it can know what is to come. Names are tidied as in [`of`](Self::of).
    #[must_use]
    pub fn with_supply(game: &Game, practice: bool) -> Self {
        Self {
            about: GameAbout::default(),
            practice,
            extra: Extra::default(),
            game: with_tidy_names(game).unwrap_or_else(|| game.clone()),
        }
    }

    /// The record as anybody may see it: of a game that goes on it tells nothing of the tiles to come.
    #[must_use]
    pub fn public(&self) -> Self {
        if self.game.outcome().is_some() {
            return self.clone();
        }
        Self {
            about: self.about.clone(),
            extra: self.extra.clone(),
            ..Self::of(&self.game, self.practice)
        }
    }

    /// Whether it begins with all that another record holds.
    #[must_use]
    pub fn goes_on_from(&self, other: &Self) -> bool {
        self.setup() == other.setup() && self.game.played().starts_with(other.game.played())
    }

    /// What was settled before the first turn.
    #[must_use]
    pub const fn setup(&self) -> &GameSetup {
        self.game.setup()
    }

    /// All moves. Played in a new game of the setup they lead to [`game`](Self::game).
    pub fn moves(&self) -> impl Iterator<Item = Move> + '_ {
        self.game.moves()
    }

    /// The game after all moves.
    #[must_use]
    pub const fn game(&self) -> &Game {
        &self.game
    }

    /// The game before the first move and after each: one state more than there are moves.
    pub fn states(&self) -> impl Iterator<Item = Game> + '_ {
        let mut moves = self.game.moves();
        std::iter::successors(Some(Game::new(self.setup().clone())), move |state| {
            let mut next = state.clone();
            next.play(moves.next()?).ok()?;
            Some(next)
        })
    }

    /// A puzzle that begins after so many moves, at most all of them: the board as it was, the tiles that
    /// came, and the best product to be found for the player whose turn it was.
    ///
    /// The sequence are the tiles in the order in which they were laid, so that the line of the game can be laid
    /// again, in the Pro game too. Tiles that were set aside while the game went on are left out, since in a puzzle
    /// the first tile that fits nowhere ends the play. At the end stand those that the last player might have laid:
    /// with other lines they might have fitted. Of a game under way the tiles that have to be laid are the last.
    ///
    /// The goal is north and south where the player is the spoilsport or no roles are settled.
    #[must_use]
    pub fn puzzle_from(&self, moves: usize) -> Draft {
        let moves = moves.min(self.game.played().len());
        let state = self.states().nth(moves).unwrap_or_else(|| self.game.clone());
        let board = state.position().placements().to_vec();
        let goal = match state.party(state.to_move()) {
            Some(Party::Coasts(pair)) => pair,
            Some(Party::Spoilsport) | None => Pair::NorthSouth,
        };
        let laid = self.game.position().placements();
        let mut sequence: Vec<Tile> = laid[board.len()..].iter().map(|p| p.tile()).collect();
        match self.game.phase() {
            Phase::ToLay(choice) => sequence.extend(choice.tiles()),
            // At the end itself nothing is to come any more.
            Phase::Over(Outcome {
                reason: EndReason::NoPlace { choice },
                ..
            }) if moves < self.game.played().len() => sequence.extend(choice.tiles()),
            _ => {}
        }
        Draft {
            setup: Setup { board, sequence },
            goal: Goal::Maximize(goal),
            ..Draft::default()
        }
    }

    /// Whether the rest of the game is a duel at any moment: two sides lay in turn, one tile each, until one fits nowhere,
    /// as if nobody talked any more.
    #[must_use]
    pub fn has_duels(&self) -> bool {
        let setup = self.game.setup();
        let rules = setup.rules();
        setup.players() != Players::Three && !rules.pro && rules.no_place == NoPlace::Ends
    }

    /// The same as [`puzzle_from`](Self::puzzle_from) as a duel, which the player begins whose turn it was. `None` where the game
    /// [has none](Self::has_duels) or no tile came any more.
    #[must_use]
    pub fn duel_from(&self, moves: usize) -> Option<Draft> {
        let mut draft = self.puzzle_from(moves);
        let Goal::Maximize(pair) = draft.goal else {
            return None;
        };
        draft.goal = Goal::Duel(pair);
        (self.has_duels() && !draft.setup.sequence.is_empty()).then_some(draft)
    }
}

/// A move as records write it: a draw with the tile that came in brackets, unless the draw names it, such as
/// `draw left (147)`; any other as [`Move`] writes it.
#[must_use]
pub fn written(played: &Played) -> String {
    match (played.action, played.drawn) {
        (Move::Draw(Draw::Lane(_) | Draw::Place(_)), Some(tile)) => format!("{} ({tile})", played.action),
        (action, _) => action.to_string(),
    }
}

/// The moves of a game, those of one turn together: a bid, a pass, or a draw and what is done with the tile. A tile
/// that is handed on begins a turn of the next player.
pub fn turns(game: &Game) -> impl Iterator<Item = &[Played]> {
    game.played().chunk_by(|a, b| {
        let goes_on = matches!(b.action, Move::Lay(_) | Move::Nowhere | Move::Talked);
        a.seat == b.seat && matches!(a.action, Move::Draw(_)) && goes_on
    })
}

/// Reads a move as records write it. The tile in brackets may be left out.
fn read_move(text: &str) -> Result<(Move, Option<Tile>), NotationError> {
    let Some((action, tile)) = text.strip_suffix(')').and_then(|text| text.split_once(" (")) else {
        return Ok((text.parse()?, None));
    };
    let action = action.parse()?;
    if !matches!(action, Move::Draw(_)) {
        return Err(NotationError::new(
            text,
            "a move: only a draw has a tile in brackets",
        ));
    }
    Ok((action, Some(tile.parse()?)))
}

/// Makes one more move of a record; `written` is the tile that is to come.
fn replay(game: &mut Game, action: Move, written: Option<Tile>) -> Result<(), GameFault> {
    let number = game.played().len() + 1;
    let player = display_name(game.setup(), game.to_move());
    (game.play(action)).map_err(|error| GameFault::Move {
        number,
        player,
        error,
    })?;
    let came = game.played().last().and_then(|played| played.drawn);
    match (came, written) {
        (Some(came), Some(written)) if came != written => Err(GameFault::OtherTile {
            number,
            came,
            written,
        }),
        _ => Ok(()),
    }
}

/// The name to call a player by.
fn display_name(setup: &GameSetup, seat: crate::game::Seat) -> String {
    match setup.name(seat) {
        "" => format!("Player {seat}"),
        name => name.to_owned(),
    }
}

/// What stands in one line and is safe to show: blanks of all kinds are one blank, and characters that can't be seen
/// but change how a line is shown or read are left out.
fn tidy(text: &str) -> String {
    let visible: String = text
        .chars()
        .filter_map(|c| match c {
            // Zero-width blanks and marks, and overrides of the direction of writing.
            '\u{200b}' | '\u{2060}' | '\u{feff}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' => None,
            c if c.is_control() => Some(' '),
            c => Some(c),
        })
        .collect();
    visible.split_whitespace().collect::<Vec<_>>().join(" ")
}

fn tidy_name(name: &str) -> String {
    let name = tidy(name);
    // Tidied again, since the cut may leave a blank at the end.
    tidy(&name.chars().take(LONGEST_NAME).collect::<String>())
}

/// The same game with tidy names, or `None` where they are.
fn with_tidy_names(game: &Game) -> Option<Game> {
    let setup = game.setup();
    let names: Vec<String> = setup.names().iter().map(|name| tidy_name(name)).collect();
    if names == setup.names() {
        return None;
    }
    let source: TileSource = setup.source().clone();
    let setup = GameSetup::new(names, setup.first(), *setup.rules(), source).ok()?;
    let mut tidied = Game::new(setup);
    for action in game.moves() {
        tidied.play(action).ok()?;
    }
    Some(tidied)
}
