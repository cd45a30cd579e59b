//! What all files have in common: how their JSON is read with the place of every fault, and how it is written.

use std::cell::Cell;
use std::collections::BTreeSet;
use std::fmt;
use std::str::FromStr;

use serde::de::{Deserializer as _, MapAccess, Visitor};
use serde_json::value::RawValue;

use crate::NotationError;
use crate::record::{GameFault, Record};
use crate::setup::SetupFault;
use crate::tile::TILE_COUNT;

/// The version of every format that is written, and the highest that is read.
pub(crate) const VERSION: u64 = 1;

/// What a file says it is, in its field `format`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Format {
    /// A puzzle: see [`puzzle`](crate::puzzle).
    Puzzle,
    /// A record of a game: see [`record`](crate::record).
    Game,
}

impl Format {
    /// What a text says it is, if it is a JSON object that says so, or a game as text. Whether the rest is sound has not
    /// been asked.
    #[must_use]
    pub fn of(text: &str) -> Option<Self> {
        if Record::is_text(text) {
            return Some(Self::Game);
        }
        let fields = Fields::of(text).ok()?;
        let name: String = serde_json::from_str(fields.get("format")?.get()).ok()?;
        [Self::Puzzle, Self::Game]
            .into_iter()
            .find(|format| name == format.name())
    }

    /// The value of the field.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Puzzle => "tayu-puzzle",
            Self::Game => "tayu-game",
        }
    }

    /// The value as it stands in a file.
    const fn in_quotes(self) -> &'static str {
        match self {
            Self::Puzzle => "\"tayu-puzzle\"",
            Self::Game => "\"tayu-game\"",
        }
    }
}

/// Fields of a file that this version does not know, kept to the letter.
#[derive(Debug, Clone, Default)]
pub struct Extra(Vec<(String, Box<RawValue>)>);

impl Extra {
    /// The fields, each with its value as it stands in the file.
    pub(crate) fn fields(&self) -> impl Iterator<Item = (&str, &str)> {
        self.0.iter().map(|(name, value)| (name.as_str(), value.get()))
    }
}

impl PartialEq for Extra {
    fn eq(&self, other: &Self) -> bool {
        self.0.len() == other.0.len()
            && self
                .0
                .iter()
                .zip(&other.0)
                .all(|(a, b)| a.0 == b.0 && a.1.get() == b.1.get())
    }
}

impl Eq for Extra {}

/// A place in a text: line and column, both from 1, the column counted in characters.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct TextPlace {
    /// The line.
    pub line: usize,
    /// The character in the line.
    pub column: usize,
}

impl fmt::Display for TextPlace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}, column {}", self.line, self.column)
    }
}

/// One fault of a file: where it is and what is wrong.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FileFault {
    /// Where in the text, if it is at one place.
    pub place: Option<TextPlace>,
    /// The field, such as `board[3]`, if it is in one.
    pub field: Option<String>,
    /// What is wrong.
    pub kind: FileFaultKind,
}

/// What can be wrong with a file.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum FileFaultKind {
    /// It is no JSON.
    #[error("this is no JSON: {0}")]
    Syntax(String),
    /// It begins with a byte order mark.
    #[error("the file begins with a byte order mark; save it as UTF-8 without one")]
    ByteOrderMark,
    /// It is JSON but no object.
    #[error("a puzzle file is a JSON object, in braces")]
    NoObject,
    /// A field occurs twice.
    #[error("the field occurs more than once; keep one of them")]
    Repeated,
    /// A field is missing.
    #[error("the field is missing; it has to be {0}")]
    Missing(&'static str),
    /// A field holds another kind of value.
    #[error("found {found}, where {expected} has to be")]
    WrongValue {
        /// The value, shortened.
        found: String,
        /// What it should be.
        expected: &'static str,
    },
    /// A list has more entries than there are tiles in a set.
    #[error("the list has {0} entries; a set holds {TILE_COUNT} tiles")]
    TooLong(usize),
    /// A text holds half of a surrogate pair, which is no character.
    #[error("the text holds half of a surrogate pair, such as \\ud800, which is no character; take it out")]
    HalfPair,
    /// The file is of a later version.
    #[error("the file is of version {0} and this program reads up to version {VERSION}; get a newer Tayü")]
    TooNew(String),
    /// Neither goal is there.
    #[error("a puzzle needs one goal: \"maximize\" or \"duel\", with \"NS\" or \"EW\"")]
    NoGoal,
    /// Both goals are there.
    #[error("a puzzle has one goal: keep either \"maximize\" or \"duel\"")]
    TwoGoals,
    /// A piece of notation cannot be read.
    #[error(transparent)]
    Notation(#[from] NotationError),
    /// The rules speak against it.
    #[error("{0}")]
    Setup(SetupFault),
    /// It is wrong with a record of a game.
    #[error(transparent)]
    Game(#[from] GameFault),
}

impl FileFault {
    /// A fault of the whole file.
    pub(crate) const fn whole(place: Option<TextPlace>, kind: FileFaultKind) -> Self {
        Self {
            place,
            field: None,
            kind,
        }
    }
}

impl fmt::Display for FileFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(place) = self.place {
            write!(f, "{place}: ")?;
        }
        if let Some(field) = &self.field {
            write!(f, "{field}: ")?;
        }
        fmt::Display::fmt(&self.kind, f)
    }
}

/// All faults of a file, in the order of the file where they have a place; never empty.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FileFaults(pub Vec<FileFault>);

impl fmt::Display for FileFaults {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (n, fault) in self.0.iter().enumerate() {
            write!(f, "{}{fault}", if n > 0 { "\n" } else { "" })?;
        }
        Ok(())
    }
}

impl std::error::Error for FileFaults {}

/// The fields of an object, in the order of the text.
pub(crate) struct Fields<'a>(Vec<(String, &'a RawValue)>);

impl<'a> Fields<'a> {
    /// The fields of the object that a text is.
    pub(crate) fn of(text: &'a str) -> Result<Self, FileFault> {
        object_fields(text).map(Self)
    }

    /// The first field of this name.
    pub(crate) fn get(&self, name: &str) -> Option<&'a RawValue> {
        self.iter().find(|(n, _)| *n == name).map(|(_, v)| v)
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = (&str, &'a RawValue)> {
        self.0.iter().map(|(name, value)| (name.as_str(), *value))
    }

    /// The fields that are not among these.
    pub(crate) fn into_extra(self, known: &[&str]) -> Extra {
        let unknown = (self.0.into_iter()).filter(|(name, _)| !known.contains(&name.as_str()));
        Extra(unknown.map(|(name, value)| (name, value.to_owned())).collect())
    }
}

/// Reads values of a text and collects what is wrong with them.
pub(crate) struct Reader<'a> {
    places: Places<'a>,
    pub(crate) faults: Vec<FileFault>,
}

impl<'a> Reader<'a> {
    pub(crate) const fn new(text: &'a str) -> Self {
        Self {
            places: Places::new(text),
            faults: Vec::new(),
        }
    }

    /// Reports fields that occur more than once.
    pub(crate) fn repeated(&mut self, fields: &Fields<'_>, within: &str) {
        let (mut seen, mut repeated) = (BTreeSet::new(), BTreeSet::new());
        for (name, value) in fields.iter() {
            // However often it occurs, it is one fault.
            if !seen.insert(name) && repeated.insert(name) {
                self.fault(value, &format!("{within}{name}"), FileFaultKind::Repeated);
            }
        }
    }

    /// Reads format and version. A fault of these makes the rest unreadable.
    pub(crate) fn header(&self, fields: &Fields<'_>, expected: Format) -> Result<(), FileFault> {
        let Some(format) = fields.get("format") else {
            return Err(self.at(None, "format", FileFaultKind::Missing(expected.in_quotes())));
        };
        if serde_json::from_str::<String>(format.get()).ok().as_deref() != Some(expected.name()) {
            return Err(self.at(Some(format), "format", wrong(format, expected.in_quotes())));
        }
        let Some(version) = fields.get("version") else {
            return Err(self.at(None, "version", FileFaultKind::Missing("1")));
        };
        let number = version.get();
        if number == VERSION.to_string() {
            return Ok(());
        }
        let digits = !number.is_empty() && number.bytes().all(|b| b.is_ascii_digit()) && number != "0";
        let kind = if digits {
            FileFaultKind::TooNew(shortened(number))
        } else {
            wrong(version, "1")
        };
        Err(self.at(Some(version), "version", kind))
    }

    /// The text that a value is.
    pub(crate) fn string(&mut self, value: &RawValue, field: &str) -> Option<String> {
        match serde_json::from_str(value.get()) {
            Ok(text) => Some(text),
            Err(_) => {
                self.fault(value, field, no_text(value));
                None
            }
        }
    }

    /// The piece of notation that a value is.
    pub(crate) fn notation<T: FromStr<Err = NotationError>>(
        &mut self,
        value: &RawValue,
        field: &str,
    ) -> Option<T> {
        match self.string(value, field)?.parse() {
            Ok(item) => Some(item),
            Err(error) => {
                self.fault(value, field, FileFaultKind::Notation(error));
                None
            }
        }
    }

    /// The elements of a list.
    pub(crate) fn elements(
        &mut self,
        value: &'a RawValue,
        field: &str,
        expected: &'static str,
    ) -> Option<Vec<&'a RawValue>> {
        let elements = serde_json::from_str(value.get()).ok();
        if elements.is_none() {
            self.fault(value, field, wrong(value, expected));
        }
        elements
    }

    /// The elements of a list of tiles, laid or not: no more than a set holds.
    pub(crate) fn tiles(
        &mut self,
        value: &'a RawValue,
        field: &str,
        expected: &'static str,
    ) -> Option<Vec<&'a RawValue>> {
        let elements = self.elements(value, field, expected)?;
        if elements.len() > TILE_COUNT {
            // Judging them one by one would bury this one.
            self.fault(value, field, FileFaultKind::TooLong(elements.len()));
            return None;
        }
        Some(elements)
    }

    pub(crate) fn missing(&mut self, field: &str, expected: &'static str) {
        let fault = self.at(None, field, FileFaultKind::Missing(expected));
        self.faults.push(fault);
    }

    pub(crate) fn fault(&mut self, value: &RawValue, field: &str, kind: FileFaultKind) {
        let fault = self.at(Some(value), field, kind);
        self.faults.push(fault);
    }

    pub(crate) fn place(&self, value: &RawValue) -> TextPlace {
        self.places.of(value)
    }

    fn at(&self, value: Option<&RawValue>, field: &str, kind: FileFaultKind) -> FileFault {
        FileFault {
            place: value.map(|v| self.places.of(v)),
            field: Some(shortened(field)),
            kind,
        }
    }

    /// All faults found, in the order of the text; those without a place last.
    pub(crate) fn into_faults(mut self) -> FileFaults {
        self.faults.sort_by_key(|f| (f.place.is_none(), f.place));
        FileFaults(self.faults)
    }
}

/// The text of a file with these fields and their values, followed by those that are not known.
pub(crate) fn object_text(fields: &[(&str, String)], extra: &Extra) -> String {
    let known = fields.iter().map(|(name, value)| (*name, value.as_str()));
    let lines: Vec<String> = known
        .chain(extra.fields())
        .map(|(name, value)| format!("  {}: {value}", quoted(name)))
        .collect();
    format!("{{\n{}\n}}\n", lines.join(",\n"))
}

fn object_fields(text: &str) -> Result<Vec<(String, &RawValue)>, FileFault> {
    struct Fields;
    impl<'de> Visitor<'de> for Fields {
        type Value = Vec<(String, &'de RawValue)>;

        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str("an object")
        }

        fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
            let mut fields = Vec::new();
            while let Some(field) = map.next_entry()? {
                fields.push(field);
            }
            Ok(fields)
        }
    }
    let whole = |place, kind| Err(FileFault::whole(place, kind));
    if text.starts_with('\u{feff}') {
        return whole(Some(Places::START.1), FileFaultKind::ByteOrderMark);
    }
    let mut reader = serde_json::Deserializer::from_str(text);
    match reader
        .deserialize_map(Fields)
        .and_then(|fields| reader.end().map(|()| fields))
    {
        Ok(fields) => Ok(fields),
        Err(error) if error.is_data() => whole(None, FileFaultKind::NoObject),
        Err(error) => {
            let full = error.to_string();
            let message = full.split(" at line ").next().unwrap_or(&full).to_owned();
            let line = error.line().max(1);
            // The library counts bytes.
            let before = text.lines().nth(line - 1).unwrap_or_default().as_bytes();
            let before = &before[..error.column().saturating_sub(1).min(before.len())];
            let column = String::from_utf8_lossy(before).chars().count() + 1;
            whole(Some(TextPlace { line, column }), FileFaultKind::Syntax(message))
        }
    }
}

/// Finds places in a text. Asked in the order of the text it reads it once.
struct Places<'a> {
    text: &'a str,
    /// The last place found, and how many bytes stand before it.
    last: Cell<(usize, TextPlace)>,
}

impl<'a> Places<'a> {
    const START: (usize, TextPlace) = (0, TextPlace { line: 1, column: 1 });

    const fn new(text: &'a str) -> Self {
        Self {
            text,
            last: Cell::new(Self::START),
        }
    }

    /// A raw value is a part of the text, so its address tells where it stands.
    fn of(&self, value: &RawValue) -> TextPlace {
        self.at((value.get().as_ptr() as usize).saturating_sub(self.text.as_ptr() as usize))
    }

    fn at(&self, offset: usize) -> TextPlace {
        let (from, mut place) = if offset < self.last.get().0 {
            Self::START
        } else {
            self.last.get()
        };
        for c in self.text.get(from..offset).unwrap_or_default().chars() {
            if c == '\n' {
                place = TextPlace {
                    line: place.line + 1,
                    column: 1,
                };
            } else {
                place.column += 1;
            }
        }
        self.last.set((offset, place));
        place
    }
}

pub(crate) fn wrong(found: &RawValue, expected: &'static str) -> FileFaultKind {
    FileFaultKind::WrongValue {
        found: shortened(found.get()),
        expected,
    }
}

/// Why a value can't be read as a text. In quotes only a surrogate without its partner keeps it from being one.
pub(crate) fn no_text(found: &RawValue) -> FileFaultKind {
    if found.get().starts_with('"') {
        FileFaultKind::HalfPair
    } else {
        wrong(found, "a text in quotes")
    }
}

/// The beginning of a text, in one line and safe to show: whoever reads it in a terminal did not write it.
pub(crate) fn shortened(text: &str) -> String {
    const MOST: usize = 40;
    let mut chars = text.chars();
    let mut short: String = (chars.by_ref().take(MOST))
        .map(|c| match c {
            // Overrides of the direction of writing.
            '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' => ' ',
            c if c.is_control() => ' ',
            c => c,
        })
        .collect();
    if chars.next().is_some() {
        short.push('…');
    }
    short
}

pub(crate) fn quoted(text: &str) -> String {
    serde_json::Value::from(text).to_string()
}

pub(crate) fn list<T: fmt::Display>(items: &[T]) -> String {
    let items: Vec<String> = items.iter().map(|item| quoted(&item.to_string())).collect();
    format!("[{}]", items.join(", "))
}
