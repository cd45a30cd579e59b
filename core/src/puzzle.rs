//! Puzzles and their files: `tayu-puzzle`, version 1.
//!
//! A file is read in two steps. [`Draft::from_json`] reads what is written, [`Draft::puzzle`] asks the rules;
//! [`Puzzle::from_json`] does both and reports the faults of both steps together.

use serde_json::value::RawValue;

use crate::NotationError;
use crate::file::{self, Fields, Format, Reader};
use crate::geometry::Pair;
use crate::placement::Placement;
use crate::setup::{Position, Setup, SetupFault};
use crate::tile::Tile;

pub use crate::file::{Extra, FileFault, FileFaultKind, FileFaults, TextPlace};

/// The value of the field `format` in a puzzle file.
pub const FORMAT: &str = Format::Puzzle.name();
/// The version of the format that is written, and the highest that is read.
pub const VERSION: u64 = file::VERSION;

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

/// A draft read from a file, with where its tiles stand in the text.
struct Reading<'a> {
    reader: Reader<'a>,
    draft: Draft,
    /// Each placement of the board, with its number in the list and where it stands.
    board: Vec<(usize, TextPlace)>,
}

impl Draft {
    /// Reads a puzzle file without asking the rules.
    ///
    /// # Errors
    /// Everything that cannot be read, each with its place.
    pub fn from_json(text: &str) -> Result<Self, FileFaults> {
        let reading = Reading::of(text)?;
        if reading.reader.faults.is_empty() {
            Ok(reading.draft)
        } else {
            Err(reading.reader.into_faults())
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
            vec![("format", file::quoted(FORMAT)), ("version", VERSION.to_string())];
        let words = [
            ("title", &self.about.title),
            ("author", &self.about.author),
            ("notes", &self.about.notes),
        ];
        fields.extend(
            words
                .into_iter()
                .filter_map(|(name, text)| Some((name, file::quoted(text.as_ref()?)))),
        );
        fields.push(("board", file::list(&self.setup.board)));
        fields.push(("sequence", file::list(&self.setup.sequence)));
        fields.push((self.goal.field(), file::quoted(&self.goal.pair().to_string())));
        file::object_text(&fields, &self.extra)
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
        let readable = reading.reader.faults.is_empty();
        // A placement that could not be read makes others seem to lie apart: that would be noise.
        let found: Vec<FileFault> = setup_faults
            .iter()
            .filter(|f| readable || !matches!(f, SetupFault::Apart(_) | SetupFault::StarUncovered))
            .map(|fault| reading.locate(fault))
            .collect();
        reading.reader.faults.extend(found);
        if !reading.reader.faults.is_empty() {
            return Err(reading.reader.into_faults());
        }
        reading.draft.puzzle().map_err(|faults| {
            // Not reached while `faults` and `position` agree; still a report and no panic.
            FileFaults(
                faults
                    .into_iter()
                    .map(|f| FileFault::whole(None, FileFaultKind::Setup(f)))
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
        let fatal = |fault| FileFaults(vec![fault]);
        let fields = Fields::of(text).map_err(fatal)?;
        let mut reading = Self {
            reader: Reader::new(text),
            draft: Draft::default(),
            board: Vec::new(),
        };
        reading.reader.repeated(&fields, "");
        reading.reader.header(&fields, Format::Puzzle).map_err(fatal)?;
        reading.read(fields);
        Ok(reading)
    }

    fn read(&mut self, fields: Fields<'a>) {
        let find = |name: &str| fields.get(name);
        self.draft.about = About {
            title: find("title").and_then(|v| self.reader.string(v, "title")),
            author: find("author").and_then(|v| self.reader.string(v, "author")),
            notes: find("notes").and_then(|v| self.reader.string(v, "notes")),
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
        self.draft.extra = fields.into_extra(&KNOWN);
    }

    fn read_goal(&mut self, maximize: Option<&RawValue>, duel: Option<&RawValue>) {
        if let Some(pair) = maximize.and_then(|v| self.pair(v, "maximize")) {
            self.draft.goal = Goal::Maximize(pair);
        }
        if let Some(pair) = duel.and_then(|v| self.pair(v, "duel")) {
            self.draft.goal = Goal::Duel(pair);
        }
        match (maximize, duel) {
            (None, None) => (self.reader.faults).push(FileFault::whole(None, FileFaultKind::NoGoal)),
            (Some(_), Some(second)) => self.reader.fault(second, "duel", FileFaultKind::TwoGoals),
            _ => {}
        }
    }

    fn pair(&mut self, value: &RawValue, field: &str) -> Option<Pair> {
        let pair = serde_json::from_str::<String>(value.get())
            .ok()
            .and_then(|text| text.parse().ok());
        if pair.is_none() {
            self.reader
                .fault(value, field, file::wrong(value, "\"NS\" or \"EW\""));
        }
        pair
    }

    /// The readable elements of a list, each with its number in the list and its place.
    fn list<T: std::str::FromStr<Err = NotationError>>(
        &mut self,
        value: Option<&'a RawValue>,
        field: &str,
        expected: &'static str,
    ) -> Vec<(usize, TextPlace, T)> {
        let Some(value) = value else {
            self.reader.missing(field, expected);
            return Vec::new();
        };
        let elements = self.reader.tiles(value, field, expected).unwrap_or_default();
        (elements.into_iter().enumerate())
            .filter_map(|(n, element)| {
                let item = self.reader.notation(element, &format!("{field}[{n}]"))?;
                Some((n, self.reader.place(element), item))
            })
            .collect()
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
    fn faults_of_a_draft_stand_in_the_order_of_the_text() {
        let text =
            r#"{"sequence": ["9"], "board": [7], "duel": "SN", "format": "tayu-puzzle", "version": 1}"#;
        let faults = Draft::from_json(text).unwrap_err();
        let fields: Vec<&str> = faults.0.iter().filter_map(|f| f.field.as_deref()).collect();
        assert_eq!(fields, ["sequence[0]", "board[0]", "duel"]);
    }

    #[test]
    fn a_fault_is_one_line_that_is_safe_to_show() {
        let found = faults(&SOUND.replace("null", r#"1, "\u001b[2J\u202e\n": 1, "\u001b[2J\u202e\n": 2"#));
        assert_eq!(
            found,
            ["line 9, column 56:  [2J  : the field occurs more than once; keep one of them"]
        );
        let found = faults(&SOUND.replace("\"Zwei \\\"Wege\\\"\"", "[\n1,\n\"\u{9b}\"]"));
        assert_eq!(
            found,
            ["line 4, column 12: title: found [ 1, \" \"], where a text in quotes has to be"]
        );
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
