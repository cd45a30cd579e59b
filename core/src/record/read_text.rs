//! Reading games from texts, as people paste them.

use std::str::FromStr;

use super::text::{result_lines, winner};
use super::{
    ALGORITHM, GameAbout, GameFault, LONGEST_NAME, MAGIC, MOST_MOVES, Record, display_name, read_move,
    replay, rules, tidy,
};
use crate::NotationError;
use crate::file::{FileFault, FileFaultKind, FileFaults, TextPlace, VERSION, shortened};
use crate::game::{FirstPlayer, Game, GameSetup, Move, Outcome, Rules, TableError, TileSource};
use crate::seed::Seed;
use crate::supply::{Spread, Supply};
use crate::tile::{Mouths, TILE_COUNT, Tile};

/// Faults are reported up to this number.
const MOST_FAULTS: usize = 20;

/// A line with something in it: where that begins, and what it is, tidied.
struct Line {
    place: TextPlace,
    text: String,
}

/// A line of the game: what is done in one turn.
struct Turn {
    place: TextPlace,
    number: Option<usize>,
    player: Option<String>,
    moves: Vec<(Move, Option<Tile>)>,
}

/// A value and where its line stands.
type At<T> = (TextPlace, T);

/// Where the tiles come from, as far as one line says it.
enum Source {
    Seeded { stacks: bool, seed: Seed },
    Given { stacks: bool },
    Unknown,
}

/// What the lines of a text say.
#[derive(Default)]
pub(super) struct Reading {
    about: GameAbout,
    practice: bool,
    names: Vec<String>,
    rules: Rules,
    first: Option<At<FirstPlayer>>,
    source: Option<At<Source>>,
    left: Vec<Mouths>,
    right: Vec<Mouths>,
    tiles: Vec<Option<Tile>>,
    turns: Vec<Turn>,
    /// The lines about the end: key and value.
    results: Vec<At<(&'static str, String)>>,
    /// The keys that may occur once and have.
    seen: Vec<&'static str>,
    /// Where the game begins.
    begin: Option<TextPlace>,
    faults: Vec<FileFault>,
}

/// Keys of lines besides those of the players.
const KEYS: [&str; 16] = [
    "title",
    "date",
    "computers",
    "rules",
    "first",
    "supply",
    "practice",
    "end",
    "coasts",
    "products",
    "winner",
    "to move",
    "notes",
    "left lane",
    "right lane",
    "tiles",
];
/// Keys of lines that may occur more than once.
const MANY: [&str; 4] = ["notes", "left lane", "right lane", "tiles"];

impl Reading {
    /// Reads the lines of a text.
    pub(super) fn of(text: &str) -> Result<Self, FileFaults> {
        let text = text.replace("\r\n", "\n");
        let mut lines = lines(&text).skip_while(|line| after_magic(&line.text).is_none());
        let mut reading = Self::default();
        let Some(line) = lines.next() else {
            return Err(FileFaults(vec![FileFault::whole(None, GameFault::NoGame.into())]));
        };
        reading.begin = Some(line.place);
        let version = after_magic(&line.text).unwrap_or_default();
        if version != VERSION.to_string() {
            let number = !version.is_empty() && version.bytes().all(|b| b.is_ascii_digit());
            let found = shortened(&version);
            let kind = if number && !version.starts_with('0') {
                FileFaultKind::TooNew(found)
            } else {
                FileFaultKind::WrongValue { found, expected: "1" }
            };
            return Err(FileFaults(vec![FileFault {
                place: Some(line.place),
                field: Some("version".to_owned()),
                kind,
            }]));
        }
        for line in lines {
            let is_last = reading.line(&line);
            if is_last || reading.faults.len() >= MOST_FAULTS {
                break;
            }
        }
        Ok(reading)
    }

    /// Reads a line; whether it is the game's last.
    fn line(&mut self, line: &Line) -> bool {
        let place = line.place;
        let (number, rest) = numbered(&line.text);
        if number.is_some() {
            self.turn(place, number, rest);
            return false;
        }
        let (key, value) = line.text.split_once(':').unwrap_or((&line.text, ""));
        let (key, value) = (key.to_lowercase(), value.trim());
        if let Some(player) = key.strip_prefix("player ") {
            self.player(place, player, value);
            return false;
        }
        let Some(key) = KEYS.into_iter().find(|known| *known == key) else {
            // Lists lose their numbers when they are copied.
            if read_moves(parts(rest).1).is_ok() {
                self.turn(place, None, rest);
            } else {
                self.fault(place, None, GameFault::UnknownLine(shortened(&line.text)).into());
            }
            return false;
        };
        if !MANY.contains(&key) {
            if self.seen.contains(&key) {
                self.fault(place, Some(key), FileFaultKind::Repeated);
                return false;
            }
            self.seen.push(key);
        }
        self.keyed(place, key, value);
        matches!(key, "winner" | "to move")
    }

    fn keyed(&mut self, place: TextPlace, key: &'static str, value: &str) {
        let plain = value.trim_end_matches('.');
        match key {
            // Without words it is the same as no such line.
            "title" | "notes" if value.is_empty() => {}
            "title" => self.about.title = Some(value.to_owned()),
            "notes" => {
                let notes = self.about.notes.get_or_insert_default();
                if !notes.is_empty() {
                    notes.push('\n');
                }
                notes.push_str(value);
            }
            "date" => self.about.date = self.read(place, key, &with_plain_dashes(plain)),
            "rules" => self.rules(place, plain),
            "computers" => {
                self.about.computers = self.read(place, key, &plain.to_lowercase()).unwrap_or_default();
            }
            "first" => {
                let word = plain.split_whitespace().next().unwrap_or_default();
                let first = self.read(place, key, &word.to_lowercase());
                self.first = first.map(|first| (place, first));
            }
            "supply" => self.source = self.source(place, plain).map(|source| (place, source)),
            "practice" => self.practice = !plain.eq_ignore_ascii_case("no"),
            "left lane" => {
                let tiles = self.given(place, key, plain, self.left.len(), Mouths::from_str);
                self.left.extend(tiles);
            }
            "right lane" => {
                let tiles = self.given(place, key, plain, self.right.len(), Mouths::from_str);
                self.right.extend(tiles);
            }
            "tiles" => {
                let tiles = self.given(place, key, plain, self.tiles.len(), |word| {
                    (with_plain_dashes(word) != "-").then(|| word.parse()).transpose()
                });
                self.tiles.extend(tiles);
            }
            "end" | "coasts" | "products" => self.results.push((place, (key, plain.to_lowercase()))),
            "winner" => {
                let word = plain.split_whitespace().next().unwrap_or_default();
                self.results.push((place, (key, word.to_lowercase())));
            }
            _ => {}
        }
    }

    fn turn(&mut self, place: TextPlace, number: Option<usize>, rest: &str) {
        let (player, moves) = parts(rest);
        match read_moves(moves) {
            Ok(moves) => self.turns.push(Turn {
                place,
                number,
                player: player.map(str::to_owned),
                moves,
            }),
            Err(error) => self.fault(place, None, FileFaultKind::Notation(error)),
        }
    }

    fn player(&mut self, place: TextPlace, key: &str, name: &str) {
        let number = key.split_whitespace().next().unwrap_or_default();
        let name = tidy(name);
        let length = name.chars().count();
        if number != (self.names.len() + 1).to_string() {
            self.fault(place, None, GameFault::PlayerNumber.into());
        } else if length > LONGEST_NAME {
            self.fault(place, None, GameFault::NameTooLong(length).into());
        }
        self.names.push(name);
    }

    fn rules(&mut self, place: TextPlace, value: &str) {
        let items = value.split(',').map(str::trim).filter(|item| !item.is_empty());
        for item in items.map(str::to_lowercase).filter(|item| item != "standard") {
            let (name, value) = match item.rsplit_once(' ') {
                Some((name, value)) => (name.replace(' ', "_"), value),
                None if item == "pro" => (item.clone(), "true"),
                None => (item.clone(), ""),
            };
            let kind = match rules::set(&mut self.rules, &name, value) {
                Some(Ok(())) => continue,
                Some(Err(error)) => FileFaultKind::Notation(error),
                None => FileFaultKind::WrongValue {
                    found: shortened(&item),
                    expected: "a rule such as pro or ties points",
                },
            };
            self.fault(place, Some("rules"), kind);
        }
    }

    fn source(&mut self, place: TextPlace, value: &str) -> Option<Source> {
        const EXPECTED: &str = "stacks, spread or unknown; with a seed: stacks, seed 1, algorithm tayu-1";
        let value = with_plain_dashes(&value.to_lowercase());
        let mut parts = value.split(',').map(str::trim);
        let stacks = match parts.next() {
            Some("stacks") => Some(true),
            Some("spread") => Some(false),
            _ => None,
        };
        let rest: Vec<&str> = parts.collect();
        let seed = rest.first().and_then(|part| part.strip_prefix("seed "));
        let algorithm = rest.get(1).and_then(|part| part.strip_prefix("algorithm "));
        match (stacks, rest.len(), seed, algorithm) {
            (None, 0, ..) if value == "unknown" => Some(Source::Unknown),
            (Some(stacks), 0, ..) => Some(Source::Given { stacks }),
            (Some(stacks), 2, Some(seed), Some(ALGORITHM)) => {
                let seed = self.read(place, "supply", seed)?;
                Some(Source::Seeded { stacks, seed })
            }
            (Some(_), 2, Some(_), Some(other)) => {
                let kind = GameFault::UnknownAlgorithm(shortened(other));
                self.fault(place, Some("supply"), kind.into());
                None
            }
            _ => {
                let found = shortened(&value);
                let kind = FileFaultKind::WrongValue {
                    found,
                    expected: EXPECTED,
                };
                self.fault(place, Some("supply"), kind);
                None
            }
        }
    }

    /// The tiles of a line of a given supply, of which so many have been read.
    fn given<T>(
        &mut self,
        place: TextPlace,
        key: &'static str,
        value: &str,
        before: usize,
        read: impl Fn(&str) -> Result<T, NotationError>,
    ) -> Vec<T> {
        let count = before + value.split_whitespace().count();
        if count > TILE_COUNT {
            self.fault(place, Some(key), FileFaultKind::TooLong(count));
            return Vec::new();
        }
        match value.split_whitespace().map(read).collect() {
            Ok(tiles) => tiles,
            Err(error) => {
                self.fault(place, Some(key), FileFaultKind::Notation(error));
                Vec::new()
            }
        }
    }

    fn read<T: FromStr<Err = NotationError>>(
        &mut self,
        place: TextPlace,
        key: &'static str,
        value: &str,
    ) -> Option<T> {
        match value.parse() {
            Ok(item) => Some(item),
            Err(error) => {
                self.fault(place, Some(key), FileFaultKind::Notation(error));
                None
            }
        }
    }

    fn fault(&mut self, place: TextPlace, field: Option<&str>, kind: FileFaultKind) {
        self.faults.push(FileFault {
            place: Some(place),
            field: field.map(str::to_owned),
            kind,
        });
    }

    /// Plays the game that has been read.
    pub(super) fn record(mut self) -> Result<Record, FileFaults> {
        if let Some(game) = self.replay()
            && self.faults.is_empty()
        {
            return Ok(Record::from_parts(self.about, self.practice, game));
        }
        self.faults
            .sort_by_key(|fault| (fault.place.is_none(), fault.place));
        Err(FileFaults(self.faults))
    }

    fn replay(&mut self) -> Option<Game> {
        let begin = self.begin.unwrap_or(TextPlace { line: 1, column: 1 });
        let source = self.tile_source();
        // What could not be read would make other things seem wrong.
        if !self.faults.is_empty() {
            return None;
        }
        if !(2..=4).contains(&self.names.len()) {
            let error = TableError::Names(self.names.len());
            self.fault(begin, Some("player"), GameFault::from(error).into());
            return None;
        }
        let Some((place, first)) = self.first else {
            if !self.seen.contains(&"first") {
                let expected = "lot, or a seat such as 1";
                self.fault(begin, Some("first"), FileFaultKind::Missing(expected));
            }
            return None;
        };
        let setup = match GameSetup::new(self.names.clone(), first, self.rules, source?) {
            Ok(setup) => setup,
            Err(error) => {
                self.fault(place, Some("first"), GameFault::from(error).into());
                return None;
            }
        };
        let computers = &self.about.computers;
        if computers.seats().any(|seat| seat.index() >= self.names.len()) {
            let (found, expected) = (computers.to_string(), super::computers::EXPECTED);
            let kind = FileFaultKind::WrongValue { found, expected };
            self.fault(begin, Some("computers"), kind);
            return None;
        }
        let moves = self.turns.iter().map(|turn| turn.moves.len()).sum();
        if moves > MOST_MOVES {
            self.fault(begin, None, GameFault::TooManyMoves(moves).into());
            return None;
        }
        let mut game = Game::new(setup);
        for (n, turn) in std::mem::take(&mut self.turns).into_iter().enumerate() {
            if let Err(fault) = play(&mut game, n + 1, &turn) {
                self.fault(turn.place, None, fault.into());
                return None;
            }
        }
        let outcome = game.outcome();
        for (place, (key, found)) in std::mem::take(&mut self.results) {
            match outcome.map(|outcome| due(&outcome, key)) {
                None => self.fault(place, Some(key), GameFault::NotOver.into()),
                Some(expected) if expected.to_lowercase() == found => {}
                Some(expected) => {
                    let found = shortened(&found);
                    self.fault(
                        place,
                        Some(key),
                        GameFault::WrongResult { found, expected }.into(),
                    );
                }
            }
        }
        Some(game)
    }

    fn tile_source(&mut self) -> Option<TileSource> {
        let Some((place, source)) = self.source.take() else {
            // No line is a supply that is not known; a line that could not be read has its fault.
            return (!self.seen.contains(&"supply")).then_some(TileSource::Table);
        };
        let given = match source {
            Source::Seeded { stacks: true, seed } => return Some(TileSource::Stacks(seed)),
            Source::Seeded { seed, .. } => return Some(TileSource::Spread(seed)),
            Source::Unknown => return Some(TileSource::Table),
            Source::Given { stacks: true } => {
                Supply::from_order(&self.left, &self.right).map(TileSource::GivenStacks)
            }
            Source::Given { .. } => Spread::from_places(&self.tiles).map(TileSource::GivenSpread),
        };
        match given {
            Ok(source) => Some(source),
            Err(error) => {
                self.fault(place, Some("supply"), GameFault::from(error).into());
                None
            }
        }
    }
}

/// What a line about the end has to say.
fn due(outcome: &Outcome, key: &str) -> String {
    (result_lines(outcome).into_iter())
        .find(|(name, _)| name.eq_ignore_ascii_case(key))
        .map_or_else(|| winner(outcome), |(_, value)| value)
}

/// Makes the moves of a line; `expected` is its number in order.
fn play(game: &mut Game, expected: usize, turn: &Turn) -> Result<(), GameFault> {
    if let Some(found) = turn.number.filter(|number| *number != expected) {
        return Err(GameFault::LineNumber { found, expected });
    }
    if let Some(found) = &turn.player {
        let expected = display_name(game.setup(), game.to_move());
        if bare_name(found) != bare_name(&expected) {
            let found = shortened(found);
            return Err(GameFault::WrongPlayer { found, expected });
        }
    }
    for &(action, tile) in &turn.moves {
        replay(game, action, tile)?;
    }
    Ok(())
}

/// A name without the marks that set it off and with no regard to case.
fn bare_name(name: &str) -> String {
    name.trim_matches(['*', '_', '`', ' ']).to_lowercase()
}

/// The lines of a text that have letters or digits in them, without marks of quotation.
fn lines(text: &str) -> impl Iterator<Item = Line> + '_ {
    const BREAKS: [char; 5] = ['\n', '\r', '\u{85}', '\u{2028}', '\u{2029}'];
    text.split(BREAKS).enumerate().filter_map(|(n, line)| {
        let content = line.trim_start_matches(|c: char| c.is_whitespace() || matches!(c, '>' | '\u{feff}'));
        let column = line.chars().count() - content.chars().count() + 1;
        let place = TextPlace { line: n + 1, column };
        let text = tidy(content);
        (text.contains(char::is_alphanumeric)).then_some(Line { place, text })
    })
}

/// Whether a line says that a game begins.
pub(super) fn says_game(text: &str) -> bool {
    lines(text).any(|line| after_magic(&line.text).is_some())
}

/// The version in the first line of a game.
fn after_magic(line: &str) -> Option<String> {
    // A letter and its dots may have become two characters on the way.
    let line = line.replace("u\u{308}", "ü").to_lowercase();
    let line = line.trim_matches(['*', '_', '`', '#', ' ', '.']);
    (line.strip_prefix(&MAGIC.to_lowercase())).map(str::to_owned)
}

/// The number that a line begins with, and the rest of it.
fn numbered(line: &str) -> (Option<usize>, &str) {
    // A Markdown editor may have escaped the full stop.
    let digits = line.len() - line.trim_start_matches(|c: char| c.is_ascii_digit()).len();
    let (number, rest) = line.split_at(digits);
    let rest = rest.trim_start_matches('\\');
    match (number.parse(), rest.strip_prefix(['.', ')'])) {
        (Ok(number), Some(rest)) => (Some(number), rest.trim_start()),
        _ => (None, line),
    }
}

/// The player that a line names, if it does, and the moves, without remarks in square brackets at the end.
fn parts(line: &str) -> (Option<&str>, &str) {
    const ENDS: [char; 4] = ['.', ';', ',', ' '];
    let mut line = line.trim_end_matches(ENDS);
    while let Some(remark) = line.strip_suffix(']').and_then(|before| before.rfind('[')) {
        line = line[..remark].trim_end_matches(ENDS);
    }
    match line.rsplit_once(':') {
        Some((player, moves)) => (Some(player.trim()), moves.trim()),
        None => (None, line),
    }
}

/// Moves separated by commas, however their signs have been changed on the way: kinds of dashes and bars, capitals, marks
/// that set them off.
fn read_moves(moves: &str) -> Result<Vec<(Move, Option<Tile>)>, NotationError> {
    let moves: String = (with_plain_dashes(moves).chars())
        .filter(|c| !matches!(c, '\\' | '*' | '_' | '`'))
        .map(|c| match c {
            '¦' | '│' | '｜' => '|',
            c => c,
        })
        .collect();
    let moves = moves.to_lowercase();
    (moves.split([',', ';']).map(str::trim)).map(read_move).collect()
}

/// The text with the hyphen of a keyboard in place of all that look like it.
fn with_plain_dashes(text: &str) -> String {
    text.replace(
        |c| matches!(c, '\u{2010}'..='\u{2015}' | '\u{2212}' | '\u{fe63}' | '\u{ff0d}'),
        "-",
    )
}
