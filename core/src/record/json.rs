//! Game files: `tayu-game`, version 1.

use serde_json::Value;
use serde_json::value::RawValue;

use super::{
    ALGORITHM, GameAbout, GameFault, LONGEST_NAME, MOST_MOVES, Record, read_move, replay, rules, tidy,
    tidy_name, written,
};
use crate::file::{Fields, FileFaultKind, FileFaults, Format, Reader, object_text, quoted, shortened, wrong};
use crate::game::{EndReason, FirstPlayer, Game, GameSetup, Move, Outcome, Rules, TileSource};
use crate::geometry::{Pair, Side};
use crate::seed::Seed;
use crate::supply::{Lane, STACK_HEIGHT, Spread, Supply};
use crate::tile::{Mouths, Tile};

const KNOWN: [&str; 13] = [
    "format",
    "version",
    "title",
    "date",
    "notes",
    "players",
    "computers",
    "first",
    "rules",
    "supply",
    "moves",
    "practice",
    "result",
];
const PLAYERS: &str = "a list of two to four names, clockwise";
const FIRST: &str = "\"lot\" or a seat such as \"1\"";
const MOVES: &str = "a list of moves such as [\"draw left (147)\", \"i10-147\"]";
const SUPPLY: &str = "an object such as {\"kind\": \"stacks\", \"seed\": \"1\", \"algorithm\": \"tayu-1\"}";
/// Moves that can't be read are reported up to this number.
const MOST_UNREADABLE: usize = 20;

impl Record {
    /// The file's text. What was read from a file comes back with the same meaning, unknown fields to the
    /// letter, behind the known ones.
    ///
    /// A line break in it never stands inside of a value's quotes: with blanks in their place it is the same file in
    /// one line.
    #[must_use]
    pub fn to_json(&self) -> String {
        let setup = self.setup();
        let mut fields: Vec<(&str, String)> = vec![
            ("format", quoted(super::FORMAT)),
            ("version", super::VERSION.to_string()),
        ];
        let about = &self.about;
        fields.extend(about.title.as_deref().map(|title| ("title", quoted(title))));
        fields.extend(about.date.map(|date| ("date", quoted(&date.to_string()))));
        fields.extend(about.notes.as_deref().map(|notes| ("notes", quoted(notes))));
        fields.push(("players", crate::file::list(setup.names())));
        if !about.computers.is_empty() {
            fields.push(("computers", quoted(&about.computers.to_string())));
        }
        fields.push(("first", quoted(&setup.first().to_string())));
        let rules: Vec<String> = rules::changed(setup.rules())
            .map(|(name, value)| {
                let value = if rules::is_bare(name) {
                    value
                } else {
                    quoted(&value)
                };
                format!("{}: {value}", quoted(name))
            })
            .collect();
        if !rules.is_empty() {
            fields.push(("rules", format!("{{{}}}", rules.join(", "))));
        }
        fields.extend(supply_text(setup.source()).map(|text| ("supply", text)));
        fields.push(("moves", moves_text(&self.game)));
        if self.practice {
            fields.push(("practice", "true".to_owned()));
        }
        if let Some(outcome) = self.game.outcome() {
            let result: Vec<String> = (result_fields(&outcome).iter())
                .map(|(name, value)| format!("    {}: {value}", quoted(name)))
                .collect();
            fields.push(("result", format!("{{\n{}\n  }}", result.join(",\n"))));
        }
        object_text(&fields, &self.extra)
    }

    /// Reads a game file and plays it again.
    ///
    /// # Errors
    /// All faults of the file. The first move that can't be made ends the replay.
    pub fn from_json(text: &str) -> Result<Self, FileFaults> {
        let fields = Fields::of(text).map_err(|mut fault| {
            if fault.kind == FileFaultKind::NoObject {
                fault.kind = GameFault::NoObject.into();
            }
            FileFaults(vec![fault])
        })?;
        let mut reading = Reading(Reader::new(text));
        reading.0.repeated(&fields, "");
        (reading.0.header(&fields, Format::Game)).map_err(|fault| FileFaults(vec![fault]))?;
        match reading.record(&fields) {
            Some(record) if reading.0.faults.is_empty() => Ok(Self {
                extra: fields.into_extra(&KNOWN),
                ..record
            }),
            _ => Err(reading.0.into_faults()),
        }
    }
}

/// What a result says, field by field.
fn result_fields(outcome: &Outcome) -> Vec<(&'static str, String)> {
    let object = |members: Vec<String>| format!("{{{}}}", members.join(", "));
    let coasts = (Side::ALL.iter())
        .map(|&coast| format!("\"{}\": {}", coast.letter(), outcome.coasts.get(coast)))
        .collect();
    let products = (Pair::ALL.iter())
        .map(|&pair| format!("\"{pair}\": {}", outcome.product(pair)))
        .collect();
    let mut fields = match outcome.reason {
        EndReason::NoPlace { choice } => vec![
            ("reason", quoted("no_place")),
            ("tiles", crate::file::list(&choice.tiles().collect::<Vec<_>>())),
        ],
        EndReason::SupplyEmpty => vec![("reason", quoted("supply_empty"))],
    };
    fields.push(("coasts", object(coasts)));
    fields.push(("products", object(products)));
    let winner = (outcome.winner).map_or_else(|| "draw".to_owned(), |party| party.to_string());
    fields.push(("winner", quoted(&winner)));
    fields
}

/// The field `supply`; `None` where it is not known.
fn supply_text(source: &TileSource) -> Option<String> {
    let seeded = |kind: &str, seed: &Seed| {
        json_line(&[
            ("kind", quoted(kind)),
            ("seed", quoted(&seed.to_string())),
            ("algorithm", quoted(ALGORITHM)),
        ])
    };
    Some(match source {
        TileSource::Stacks(seed) => seeded("stacks", seed),
        TileSource::Spread(seed) => seeded("spread", seed),
        TileSource::GivenStacks(supply) => {
            let lane = |lane| {
                rows(
                    supply.order(lane).map(|mouths| quoted(&mouths.to_string())),
                    STACK_HEIGHT,
                )
            };
            format!(
                "{{\n    \"kind\": \"stacks\",\n    \"left\": {},\n    \"right\": {}\n  }}",
                lane(Lane::Left),
                lane(Lane::Right)
            )
        }
        TileSource::GivenSpread(spread) => {
            let tile = |tile: Option<Tile>| tile.map_or("null".to_owned(), |tile| quoted(&tile.to_string()));
            let tiles = rows(spread.order().map(tile), 2 * STACK_HEIGHT);
            format!("{{\n    \"kind\": \"spread\",\n    \"tiles\": {tiles}\n  }}")
        }
        TileSource::Table => return None,
    })
}

fn json_line(fields: &[(&str, String)]) -> String {
    let members: Vec<String> = (fields.iter())
        .map(|(name, value)| format!("{}: {value}", quoted(name)))
        .collect();
    format!("{{{}}}", members.join(", "))
}

/// A list inside of an object with so many items in a line.
fn rows(items: impl Iterator<Item = String>, in_line: usize) -> String {
    let items: Vec<String> = items.collect();
    let lines: Vec<String> = items
        .chunks(in_line)
        .map(|row| format!("\n      {}", row.join(", ")))
        .collect();
    if lines.is_empty() {
        return "[]".to_owned();
    }
    format!("[{}\n    ]", lines.join(","))
}

/// The field `moves`, with what a player does in one turn in a line.
fn moves_text(game: &Game) -> String {
    let lines: Vec<String> = super::turns(game)
        .map(|turn| {
            let moves: Vec<String> = turn.iter().map(|played| quoted(&written(played))).collect();
            format!("\n    {}", moves.join(", "))
        })
        .collect();
    if lines.is_empty() {
        return "[]".to_owned();
    }
    format!("[{}\n  ]", lines.join(","))
}

/// The reading of a game file.
struct Reading<'a>(Reader<'a>);

impl<'a> Reading<'a> {
    /// The record; `None` when the replay can't begin. There may be faults also if there is one.
    fn record(&mut self, fields: &Fields<'a>) -> Option<Record> {
        let find = |name: &str| fields.get(name);
        let about = GameAbout {
            title: find("title").and_then(|v| self.0.string(v, "title")),
            date: find("date").and_then(|v| self.0.notation(v, "date")),
            notes: find("notes").and_then(|v| self.0.string(v, "notes")),
            computers: (find("computers").and_then(|v| self.0.notation(v, "computers"))).unwrap_or_default(),
        };
        let practice = find("practice").is_some_and(|v| self.practice(v));
        let names = self.names(find("players"));
        let first: Option<FirstPlayer> = match find("first") {
            Some(value) => self.0.notation(value, "first"),
            None => {
                self.0.missing("first", FIRST);
                None
            }
        };
        let before = self.0.faults.len();
        let rules = find("rules").map_or(Rules::default(), |v| self.rules(v));
        let rules = (self.0.faults.len() == before).then_some(rules);
        let source = match find("supply") {
            Some(value) => self.supply(value),
            None => Some(TileSource::Table),
        };
        let (moves, readable) = self.moves(find("moves"));
        let setup = match GameSetup::new(names?, first?, rules?, source?) {
            Ok(setup) => setup,
            Err(error) => {
                let field = match error {
                    crate::game::TableError::Names(_) => "players",
                    _ => "first",
                };
                let value = find(field)?;
                self.0.fault(value, field, GameFault::from(error).into());
                return None;
            }
        };
        if let Some(value) = find("computers")
            && about
                .computers
                .seats()
                .any(|seat| seat.index() >= setup.players().count())
        {
            self.0
                .fault(value, "computers", wrong(value, super::computers::EXPECTED));
        }
        let mut game = Game::new(setup);
        for (n, (value, action, tile)) in moves.into_iter().enumerate() {
            if let Err(fault) = replay(&mut game, action, tile) {
                self.0.fault(value, &format!("moves[{n}]"), fault.into());
                return None;
            }
        }
        if let Some(value) = find("result").filter(|_| readable) {
            self.result(value, game.outcome().as_ref());
        }
        Some(Record {
            about,
            practice,
            extra: crate::file::Extra::default(),
            game,
        })
    }

    fn practice(&mut self, value: &RawValue) -> bool {
        let practice = serde_json::from_str(value.get());
        if practice.is_err() {
            self.0.fault(value, "practice", wrong(value, "true or false"));
        }
        practice.unwrap_or_default()
    }

    fn names(&mut self, value: Option<&'a RawValue>) -> Option<Vec<String>> {
        let Some(value) = value else {
            self.0.missing("players", PLAYERS);
            return None;
        };
        let elements = self.0.elements(value, "players", PLAYERS)?;
        if !(2..=4).contains(&elements.len()) {
            // The names are not judged one by one: there may be any number.
            let error = crate::game::TableError::Names(elements.len());
            self.0.fault(value, "players", GameFault::from(error).into());
            return None;
        }
        let names: Vec<Option<String>> = (elements.into_iter().enumerate())
            .map(|(n, element)| self.name(element, &format!("players[{n}]")))
            .collect();
        names.into_iter().collect()
    }

    fn name(&mut self, value: &RawValue, field: &str) -> Option<String> {
        let name = self.0.string(value, field)?;
        if let Some(control) = name.chars().find(|c| c.is_control()) {
            (self.0).fault(value, field, GameFault::NameControl(control).into());
        }
        let name = tidy(&name);
        let length = name.chars().count();
        if length > LONGEST_NAME {
            (self.0).fault(value, field, GameFault::NameTooLong(length).into());
        }
        // Cut, since the faults of moves name players.
        Some(tidy_name(&name))
    }

    /// The fields of an object inside of the file, with what is wrong about the object itself.
    fn object(&mut self, value: &'a RawValue, field: &str, expected: &'static str) -> Option<Fields<'a>> {
        let Ok(fields) = Fields::of(value.get()) else {
            self.0.fault(value, field, wrong(value, expected));
            return None;
        };
        self.0.repeated(&fields, &format!("{field}."));
        Some(fields)
    }

    fn unknown(&mut self, fields: &Fields<'_>, within: &str, known: &[&str]) {
        for (name, value) in fields.iter().filter(|(name, _)| !known.contains(name)) {
            (self.0).fault(value, &format!("{within}.{name}"), GameFault::UnknownField.into());
        }
    }

    fn rules(&mut self, value: &'a RawValue) -> Rules {
        let mut rules = Rules::default();
        let Some(fields) = self.object(value, "rules", "an object such as {\"ties\": \"points\"}") else {
            return rules;
        };
        for (name, value) in fields.iter() {
            let field = format!("rules.{name}");
            let text = if !rules::exists(name) || rules::is_bare(name) {
                Some(value.get().to_owned())
            } else {
                self.0.string(value, &field)
            };
            let kind = match text.map(|text| rules::set(&mut rules, name, &text)) {
                Some(None) => GameFault::UnknownField.into(),
                Some(Some(Err(error))) => FileFaultKind::Notation(error),
                Some(Some(Ok(()))) | None => continue,
            };
            self.0.fault(value, &field, kind);
        }
        rules
    }

    fn supply(&mut self, value: &'a RawValue) -> Option<TileSource> {
        let fields = self.object(value, "supply", SUPPLY)?;
        let kind = self.member(&fields, "kind", "\"stacks\" or \"spread\"")?;
        let stacks = match serde_json::from_str::<String>(kind.get()).as_deref() {
            Ok("stacks") => true,
            Ok("spread") => false,
            _ => {
                (self.0).fault(kind, "supply.kind", wrong(kind, "\"stacks\" or \"spread\""));
                return None;
            }
        };
        if fields.get("seed").is_some() {
            self.unknown(&fields, "supply", &["kind", "seed", "algorithm"]);
            let algorithm = self.member(&fields, "algorithm", "\"tayu-1\"");
            let algorithm = algorithm.and_then(|v| Some((v, self.0.string(v, "supply.algorithm")?)));
            let seed: Option<Seed> = (fields.get("seed")).and_then(|v| self.0.notation(v, "supply.seed"));
            let (value, algorithm) = algorithm?;
            if algorithm != ALGORITHM {
                let fault = GameFault::UnknownAlgorithm(shortened(&algorithm));
                self.0.fault(value, "supply.algorithm", fault.into());
                return None;
            }
            return Some(if stacks {
                TileSource::Stacks(seed?)
            } else {
                TileSource::Spread(seed?)
            });
        }
        let supply = if stacks {
            self.unknown(&fields, "supply", &["kind", "left", "right"]);
            let left: Option<Vec<Mouths>> = self.lane(&fields, "left");
            let right: Option<Vec<Mouths>> = self.lane(&fields, "right");
            Supply::from_order(&left?, &right?).map(TileSource::GivenStacks)
        } else {
            self.unknown(&fields, "supply", &["kind", "tiles"]);
            let expected = "a list of tiles such as [\"123\"], or a seed";
            let value = self.member(&fields, "tiles", expected)?;
            let tiles = self.0.tiles(value, "supply.tiles", expected)?;
            let mut places: Vec<Option<Tile>> = Vec::new();
            for (n, tile) in tiles.into_iter().enumerate() {
                places.push(match tile.get() {
                    "null" => None,
                    _ => Some(self.0.notation(tile, &format!("supply.tiles[{n}]"))?),
                });
            }
            Spread::from_places(&places).map(TileSource::GivenSpread)
        };
        match supply {
            Ok(source) => Some(source),
            Err(error) => {
                self.0.fault(value, "supply", GameFault::from(error).into());
                None
            }
        }
    }

    /// A field that the supply has to have.
    fn member(&mut self, fields: &Fields<'a>, name: &str, expected: &'static str) -> Option<&'a RawValue> {
        let value = fields.get(name);
        if value.is_none() {
            self.0.missing(&format!("supply.{name}"), expected);
        }
        value
    }

    fn lane(&mut self, fields: &Fields<'a>, name: &str) -> Option<Vec<Mouths>> {
        let expected = "a list of tiles as they lie such as [\"567\"], or a seed";
        let value = self.member(fields, name, expected)?;
        let field = format!("supply.{name}");
        let elements = self.0.tiles(value, &field, expected)?;
        (elements.into_iter().enumerate())
            .map(|(n, element)| self.0.notation(element, &format!("{field}[{n}]")))
            .collect()
    }

    /// The moves up to the first that can't be read, each with its place, and whether that is all.
    #[expect(clippy::type_complexity)]
    fn moves(&mut self, value: Option<&'a RawValue>) -> (Vec<(&'a RawValue, Move, Option<Tile>)>, bool) {
        let Some(value) = value else {
            self.0.missing("moves", MOVES);
            return (Vec::new(), false);
        };
        let Some(elements) = self.0.elements(value, "moves", MOVES) else {
            return (Vec::new(), false);
        };
        if elements.len() > MOST_MOVES {
            let fault = GameFault::TooManyMoves(elements.len());
            self.0.fault(value, "moves", fault.into());
            return (Vec::new(), false);
        }
        let (mut moves, mut unreadable) = (Vec::new(), 0);
        for (n, element) in elements.into_iter().enumerate() {
            let field = format!("moves[{n}]");
            match self.0.string(element, &field).map(|text| read_move(&text)) {
                Some(Ok((action, tile))) if unreadable == 0 => moves.push((element, action, tile)),
                Some(Ok(_)) => {}
                Some(Err(error)) => {
                    self.0.fault(element, &field, FileFaultKind::Notation(error));
                    unreadable += 1;
                }
                None => unreadable += 1,
            }
            if unreadable == MOST_UNREADABLE {
                break;
            }
        }
        (moves, unreadable == 0)
    }

    /// Compares a result with how the game ended. What is not there is not asked for.
    fn result(&mut self, value: &'a RawValue, outcome: Option<&Outcome>) {
        let Some(fields) = self.object(value, "result", "an object such as {\"winner\": \"NS\"}") else {
            return;
        };
        let Some(outcome) = outcome else {
            self.0.fault(value, "result", GameFault::NotOver.into());
            return;
        };
        let due = result_fields(outcome);
        for (name, value) in fields.iter() {
            let field = format!("result.{name}");
            let kind = match due.iter().find(|(n, _)| *n == name) {
                None => GameFault::UnknownField,
                Some((_, expected)) if same_json(value.get(), expected) => continue,
                Some((_, expected)) => GameFault::WrongResult {
                    found: shortened(value.get()),
                    expected: expected.clone(),
                },
            };
            self.0.fault(value, &field, kind.into());
        }
    }
}

fn same_json(a: &str, b: &str) -> bool {
    let value = |text| serde_json::from_str::<Value>(text).ok();
    value(a).is_some_and(|a| Some(a) == value(b))
}
