//! Puzzles and their files: `tayu-puzzle`, version 1.
//!
//! A file is read in two steps. [`Draft::from_json`] reads what is written, [`Draft::puzzle`] asks the rules;
//! [`Puzzle::from_json`] does both and reports the faults of both steps together.

use std::cell::Cell;
use std::collections::BTreeSet;
use std::fmt;

use serde::de::{Deserializer as _, MapAccess, Visitor};
use serde_json::value::RawValue;

use crate::NotationError;
use crate::geometry::Pair;
use crate::placement::Placement;
use crate::setup::{Position, Setup, SetupFault};
use crate::tile::{TILE_COUNT, Tile};

/// The value of the field `format` in a puzzle file.
pub const FORMAT: &str = "tayu-puzzle";
/// The version of the format that is written, and the highest that is read.
pub const VERSION: u64 = 1;

/// What is to be reached in a puzzle.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Goal {
    /// The highest product of these coasts once the sequence is laid or a tile fits nowhere.
    Maximize(Pair),
    /// Two players lay the tiles in turn, the named pair first; each wants the largest difference of the
    /// products in their favour.
    Duel(Pair),
}

impl Goal {
    /// The pair of coasts that it names.
    #[must_use]
    pub const fn pair(self) -> Pair {
        match self {
            Self::Maximize(pair) | Self::Duel(pair) => pair,
        }
    }

    const fn field(self) -> &'static str {
        match self {
            Self::Maximize(_) => "maximize",
            Self::Duel(_) => "duel",
        }
    }
}

/// The words that go with a puzzle. An absent field of the file is `None`.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct About {
    /// Its title.
    pub title: Option<String>,
    /// Who made it.
    pub author: Option<String>,
    /// Anything else to say about it.
    pub notes: Option<String>,
}

/// Fields of a file that this version does not know, kept to the letter.
#[derive(Debug, Clone, Default)]
pub struct Extra(Vec<(String, Box<RawValue>)>);

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

/// A puzzle as an editor holds it: readable, but the rules have not been asked.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Draft {
    /// Title, author and notes.
    pub about: About,
    /// Board and sequence.
    pub setup: Setup,
    /// What is to be reached.
    pub goal: Goal,
    /// Fields that this version does not know.
    pub extra: Extra,
}

impl Default for Draft {
    fn default() -> Self {
        Self {
            about: About::default(),
            setup: Setup::default(),
            goal: Goal::Maximize(Pair::NorthSouth),
            extra: Extra::default(),
        }
    }
}

/// A sound puzzle: its board can be reached and its tiles come from one set.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Puzzle {
    draft: Draft,
    position: Position,
}

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

/// A draft read from a file, with where its tiles stand in the text.
struct Reading<'a> {
    places: Places<'a>,
    draft: Draft,
    /// Each placement of the board, with its number in the list and where it stands.
    board: Vec<(usize, TextPlace)>,
    faults: Vec<FileFault>,
}

impl Draft {
    /// Reads a puzzle file without asking the rules.
    ///
    /// # Errors
    /// Everything that cannot be read, each with its place.
    pub fn from_json(text: &str) -> Result<Self, FileFaults> {
        let reading = Reading::of(text)?;
        if reading.faults.is_empty() {
            Ok(reading.draft)
        } else {
            Err(FileFaults(reading.faults))
        }
    }

    /// The puzzle, if the rules have nothing against it.
    ///
    /// # Errors
    /// All faults of the board and the sequence.
    pub fn puzzle(self) -> Result<Puzzle, Vec<SetupFault>> {
        let position = self.setup.position()?;
        Ok(Puzzle {
            draft: self,
            position,
        })
    }

    /// The file's text. What was read from a file comes back with the same meaning, unknown fields to the
    /// letter, behind the known ones.
    #[must_use]
    pub fn to_json(&self) -> String {
        let mut fields: Vec<(&str, String)> =
            vec![("format", quoted(FORMAT)), ("version", VERSION.to_string())];
        let words = [
            ("title", &self.about.title),
            ("author", &self.about.author),
            ("notes", &self.about.notes),
        ];
        fields.extend(
            words
                .into_iter()
                .filter_map(|(name, text)| Some((name, quoted(text.as_ref()?)))),
        );
        fields.push(("board", list(&self.setup.board)));
        fields.push(("sequence", list(&self.setup.sequence)));
        fields.push((self.goal.field(), quoted(&self.goal.pair().to_string())));
        fields.extend(
            self.extra
                .0
                .iter()
                .map(|(name, value)| (name.as_str(), value.get().to_owned())),
        );
        let lines: Vec<String> = fields
            .iter()
            .map(|(name, value)| format!("  {}: {value}", quoted(name)))
            .collect();
        format!("{{\n{}\n}}\n", lines.join(",\n"))
    }
}

impl Puzzle {
    /// Reads a puzzle file.
    ///
    /// # Errors
    /// All faults of the file. The rules are asked only about what could be read.
    pub fn from_json(text: &str) -> Result<Self, FileFaults> {
        let mut reading = Reading::of(text)?;
        let setup_faults = reading.draft.setup.faults();
        let readable = reading.faults.is_empty();
        // A placement that could not be read makes others seem to lie apart: that would be noise.
        let found: Vec<FileFault> = setup_faults
            .iter()
            .filter(|f| readable || !matches!(f, SetupFault::Apart(_) | SetupFault::StarUncovered))
            .map(|fault| reading.locate(fault))
            .collect();
        reading.faults.extend(found);
        reading.faults.sort_by_key(|f| (f.place.is_none(), f.place));
        if !reading.faults.is_empty() {
            return Err(FileFaults(reading.faults));
        }
        reading.draft.puzzle().map_err(|faults| {
            // Not reached while `faults` and `position` agree; still a report and no panic.
            FileFaults(
                faults
                    .into_iter()
                    .map(|f| FileFault {
                        place: None,
                        field: None,
                        kind: FileFaultKind::Setup(f),
                    })
                    .collect(),
            )
        })
    }

    /// Title, author and notes.
    #[must_use]
    pub const fn about(&self) -> &About {
        &self.draft.about
    }

    /// The board at the start.
    #[must_use]
    pub const fn position(&self) -> &Position {
        &self.position
    }

    /// The tiles to come, in this order.
    #[must_use]
    pub fn sequence(&self) -> &[Tile] {
        &self.draft.setup.sequence
    }

    /// What is to be reached.
    #[must_use]
    pub const fn goal(&self) -> Goal {
        self.draft.goal
    }

    /// The puzzle as an editor holds it.
    #[must_use]
    pub const fn draft(&self) -> &Draft {
        &self.draft
    }

    /// The file's text; see [`Draft::to_json`].
    #[must_use]
    pub fn to_json(&self) -> String {
        self.draft.to_json()
    }
}

impl<'a> Reading<'a> {
    fn of(text: &'a str) -> Result<Self, FileFaults> {
        let fields = object_fields(text)?;
        let mut reading = Self {
            places: Places::new(text),
            draft: Draft::default(),
            board: Vec::new(),
            faults: Vec::new(),
        };
        reading.read(fields)?;
        Ok(reading)
    }

    /// Faults that make the rest unreadable come back as an error, the others are collected.
    fn read(&mut self, fields: Vec<(String, &'a RawValue)>) -> Result<(), FileFaults> {
        let (mut seen, mut repeated) = (BTreeSet::new(), BTreeSet::new());
        for (name, value) in &fields {
            // However often it occurs, it is one fault.
            if !seen.insert(name) && repeated.insert(name) {
                self.fault(value, name, FileFaultKind::Repeated);
            }
        }
        let find = |name: &str| fields.iter().find(|(n, _)| n == name).map(|(_, v)| *v);
        self.read_header(find("format"), find("version"))?;
        self.draft.about = About {
            title: find("title").and_then(|v| self.string(v, "title")),
            author: find("author").and_then(|v| self.string(v, "author")),
            notes: find("notes").and_then(|v| self.string(v, "notes")),
        };
        let board: Vec<(usize, TextPlace, Placement)> = self.list(
            find("board"),
            "board",
            "a list of placements such as [\"i10-147\"]",
        );
        self.board = board.iter().map(|&(n, place, _)| (n, place)).collect();
        self.draft.setup.board = board.into_iter().map(|(_, _, placement)| placement).collect();
        let sequence = self.list(find("sequence"), "sequence", "a list of tiles such as [\"123\"]");
        self.draft.setup.sequence = sequence.into_iter().map(|(_, _, tile)| tile).collect();
        self.read_goal(find("maximize"), find("duel"));
        const KNOWN: [&str; 9] = [
            "format", "version", "title", "author", "notes", "board", "sequence", "maximize", "duel",
        ];
        self.draft.extra = Extra(
            fields
                .into_iter()
                .filter(|(name, _)| !KNOWN.contains(&name.as_str()))
                .map(|(name, value)| (name, value.to_owned()))
                .collect(),
        );
        Ok(())
    }

    fn read_header(
        &mut self,
        format: Option<&RawValue>,
        version: Option<&RawValue>,
    ) -> Result<(), FileFaults> {
        let fatal = |fault| Err(FileFaults(vec![fault]));
        let Some(format) = format else {
            return fatal(self.at(None, "format", FileFaultKind::Missing("\"tayu-puzzle\"")));
        };
        if serde_json::from_str::<String>(format.get()).ok().as_deref() != Some(FORMAT) {
            return fatal(self.at(Some(format), "format", wrong(format, "\"tayu-puzzle\"")));
        }
        let Some(version) = version else {
            return fatal(self.at(None, "version", FileFaultKind::Missing("1")));
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
        fatal(self.at(Some(version), "version", kind))
    }

    fn read_goal(&mut self, maximize: Option<&RawValue>, duel: Option<&RawValue>) {
        if let Some(pair) = maximize.and_then(|v| self.pair(v, "maximize")) {
            self.draft.goal = Goal::Maximize(pair);
        }
        if let Some(pair) = duel.and_then(|v| self.pair(v, "duel")) {
            self.draft.goal = Goal::Duel(pair);
        }
        match (maximize, duel) {
            (None, None) => self.faults.push(FileFault {
                place: None,
                field: None,
                kind: FileFaultKind::NoGoal,
            }),
            (Some(_), Some(second)) => self.fault(second, "duel", FileFaultKind::TwoGoals),
            _ => {}
        }
    }

    fn string(&mut self, value: &RawValue, field: &str) -> Option<String> {
        match serde_json::from_str(value.get()) {
            Ok(text) => Some(text),
            Err(_) => {
                self.fault(value, field, no_text(value));
                None
            }
        }
    }

    fn pair(&mut self, value: &RawValue, field: &str) -> Option<Pair> {
        let pair = serde_json::from_str::<String>(value.get())
            .ok()
            .and_then(|text| text.parse().ok());
        if pair.is_none() {
            self.fault(value, field, wrong(value, "\"NS\" or \"EW\""));
        }
        pair
    }

    /// The readable elements of a list, each with its number in the list and its place.
    fn list<T: std::str::FromStr<Err = NotationError>>(
        &mut self,
        value: Option<&RawValue>,
        field: &str,
        expected: &'static str,
    ) -> Vec<(usize, TextPlace, T)> {
        let Some(value) = value else {
            let fault = self.at(None, field, FileFaultKind::Missing(expected));
            self.faults.push(fault);
            return Vec::new();
        };
        let Ok(elements) = serde_json::from_str::<Vec<&RawValue>>(value.get()) else {
            self.fault(value, field, wrong(value, expected));
            return Vec::new();
        };
        if elements.len() > TILE_COUNT {
            // Judging them one by one would bury this one.
            self.fault(value, field, FileFaultKind::TooLong(elements.len()));
            return Vec::new();
        }
        let mut out = Vec::new();
        for (n, element) in elements.into_iter().enumerate() {
            let field = format!("{field}[{n}]");
            match serde_json::from_str::<String>(element.get()) {
                Ok(text) => match text.parse() {
                    Ok(item) => out.push((n, self.places.of(element), item)),
                    Err(error) => self.fault(element, &field, FileFaultKind::Notation(error)),
                },
                Err(_) => self.fault(element, &field, no_text(element)),
            }
        }
        out
    }

    fn fault(&mut self, value: &RawValue, field: &str, kind: FileFaultKind) {
        let fault = self.at(Some(value), field, kind);
        self.faults.push(fault);
    }

    fn at(&self, value: Option<&RawValue>, field: &str, kind: FileFaultKind) -> FileFault {
        FileFault {
            place: value.map(|v| self.places.of(v)),
            field: Some(shortened(field)),
            kind,
        }
    }

    fn locate(&self, fault: &SetupFault) -> FileFault {
        let culprit = match fault {
            SetupFault::Overlap { second, .. } => Some(*second),
            SetupFault::Blocked { open, .. } => Some(*open),
            SetupFault::Apart(placement) => Some(*placement),
            SetupFault::StarUncovered | SetupFault::TooMany { .. } => None,
        };
        // The last one, since of two equal placements the later overlaps the earlier.
        let at = culprit.and_then(|culprit| self.draft.setup.board.iter().rposition(|&p| p == culprit));
        let (place, field) = match at {
            Some(at) => (
                Some(self.board[at].1),
                Some(format!("board[{}]", self.board[at].0)),
            ),
            None if *fault == SetupFault::StarUncovered => (None, Some("board".to_owned())),
            None => (None, None),
        };
        FileFault {
            place,
            field,
            kind: FileFaultKind::Setup(fault.clone()),
        }
    }
}

fn object_fields(text: &str) -> Result<Vec<(String, &RawValue)>, FileFaults> {
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
    let whole = |place, kind| {
        Err(FileFaults(vec![FileFault {
            place,
            field: None,
            kind,
        }]))
    };
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

fn wrong(found: &RawValue, expected: &'static str) -> FileFaultKind {
    FileFaultKind::WrongValue {
        found: shortened(found.get()),
        expected,
    }
}

/// Why a value can't be read as a text. In quotes only a surrogate without its partner keeps it from being one.
fn no_text(found: &RawValue) -> FileFaultKind {
    if found.get().starts_with('"') {
        FileFaultKind::HalfPair
    } else {
        wrong(found, "a text in quotes")
    }
}

fn shortened(text: &str) -> String {
    const MOST: usize = 40;
    match text.char_indices().nth(MOST) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}

fn quoted(text: &str) -> String {
    serde_json::Value::from(text).to_string()
}

fn list<T: fmt::Display>(items: &[T]) -> String {
    let items: Vec<String> = items.iter().map(|item| quoted(&item.to_string())).collect();
    format!("[{}]", items.join(", "))
}

#[cfg(test)]
mod tests {
    use super::*;

    const SOUND: &str = r#"{
  "format": "tayu-puzzle",
  "version": 1,
  "title": "Zwei \"Wege\"",
  "board": ["i10-147", "l10-138"],
  "sequence": ["567", "148"],
  "duel": "EW",
  "rating": {"stars": 1e400, "by":["a"  ,"b"]},
  "x": null
}
"#;

    fn faults(text: &str) -> Vec<String> {
        Puzzle::from_json(text)
            .unwrap_err()
            .0
            .iter()
            .map(ToString::to_string)
            .collect()
    }

    #[test]
    fn a_sound_file_comes_back_with_its_unknown_fields() {
        let puzzle = Puzzle::from_json(SOUND).unwrap();
        assert_eq!(puzzle.goal(), Goal::Duel(Pair::EastWest));
        assert_eq!(puzzle.about().title.as_deref(), Some("Zwei \"Wege\""));
        let written = puzzle.to_json();
        assert_eq!(written, SOUND.replace("567", "123"));
        assert_eq!(Puzzle::from_json(&written).unwrap(), puzzle);
    }

    #[test]
    fn every_fault_is_reported_with_its_place() {
        let text = r#"{"format": "tayu-puzzle", "version": 1,
"title": 7,
"board": ["i10-147", "z1-147", 5,
   "k10-123"],
"sequence": ["987", "123"], "maximize": "SN", "duel": "EW"}"#;
        let found = faults(text);
        assert_eq!(
            found,
            [
                "line 2, column 10: title: found 7, where a text in quotes has to be",
                "line 3, column 22: board[1]: \"z1-147\" is not a placement: it has to begin with a square a1–s19, such as i10-147",
                "line 3, column 32: board[2]: found 5, where a text in quotes has to be",
                "line 4, column 4: board[3]: i10-147 and k10-123 both cover k10; take one of them away",
                "line 5, column 14: sequence[0]: \"987\" is not a tile: three different exits 1–8 in rising order, such as 147",
                "line 5, column 41: maximize: found \"SN\", where \"NS\" or \"EW\" has to be",
                "line 5, column 55: duel: a puzzle has one goal: keep either \"maximize\" or \"duel\"",
            ]
        );
    }

    #[test]
    fn a_later_version_is_refused_and_says_so() {
        let found = faults(&SOUND.replace("\"version\": 1", "\"version\": 2"));
        assert_eq!(found.len(), 1);
        assert!(found[0].contains("version 2"), "{found:?}");
        assert!(faults(&SOUND.replace("\"version\": 1", "\"version\": \"1\""))[0].contains("version"));
    }

    #[test]
    fn what_is_no_puzzle_is_named() {
        assert!(faults("")[0].contains("no JSON"));
        assert!(faults("[]")[0].contains("object"));
        assert!(
            faults("{} x")[0].contains("line 1, column 4"),
            "{:?}",
            faults("{} x")
        );
        assert!(faults("{}")[0].contains("format: the field is missing"));
        assert!(faults("\u{feff}{}")[0].contains("byte order mark"));
        let half = SOUND.replace("Zwei", "\\ud800");
        assert!(faults(&half)[0].contains("surrogate"), "{:?}", faults(&half));
        assert!(faults(&SOUND.replace("\"x\"", "\"rating\""))[0].contains("more than once"));
        assert!(faults(&SOUND.replace("\"board\"", "\"bored\""))[0].contains("board: the field is missing"));
        assert!(faults(&SOUND.replace("\"duel\"", "\"dual\""))[0].contains("one goal"));
        assert!(faults(&"[".repeat(100_000))[0].contains("JSON"));
        let found = faults("{\"title\": \"üüüüüü\", x}");
        assert!(found[0].starts_with("line 1, column 21: "), "{found:?}");
    }

    #[test]
    fn huge_input_is_refused_in_few_words() {
        let many = vec!["\"i10-147\""; 100_000].join(",");
        let found = faults(&SOUND.replace("\"i10-147\", \"l10-138\"", &many));
        assert_eq!(
            found,
            ["line 5, column 12: board: the list has 100000 entries; a set holds 112 tiles"]
        );
        let many = "\"again\": 1, \"more\": 1,".repeat(100_000);
        let found = faults(&SOUND.replacen('{', &format!("{{{many}"), 1));
        assert_eq!(found.len(), 2, "{found:?}");
        let many: Vec<String> = (0..112).map(|_| "\"i10-147\"".to_owned()).collect();
        let found = faults(&SOUND.replace("\"i10-147\", \"l10-138\"", &many.join(",")));
        assert_eq!(found.len(), 112, "111 overlaps and a kind overdrawn: {found:?}");
    }
}
