//! The text of a journal: a first line that says what it is, then a line for each entry with its checksum.
//!
//! What an entry means, and how the text gets to a disk, is left to others.

/// What the first line says before the version.
const FORMAT: &str = "tayu-journal ";

/// The version that is written, and the only one that is read.
const VERSION: u32 = 1;

/// What is read out of the text of a journal.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Parsed {
    /// The entries before the first fault, in order.
    pub entries: Vec<String>,
    /// How many bytes of the text these take up, together with the first line.
    pub sound_bytes: u64,
    /// What follows.
    pub end: End,
}

/// What follows the entries that could be read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum End {
    /// Nothing.
    Whole,
    /// A line without its line break: it was being written when the program, or the machine, was stopped.
    Torn,
    /// This line of the text, counted from 1, is not as it was written.
    Damaged {
        /// Its number.
        line: usize,
    },
    /// The text is not that of a journal, or its first line is damaged.
    NoJournal,
    /// It is a journal of a version to come.
    TooNew {
        /// Its version.
        version: u32,
    },
}

/// Reads the text of a journal. Any bytes will do.
///
/// A last line *with* its line break and a wrong checksum counts as damaged, not as torn: two lines look like this
/// when the line break between them is lost, and the first of them had reached the disk.
#[must_use]
pub fn parse(text: &[u8]) -> Parsed {
    let mut parsed = Parsed {
        entries: Vec::new(),
        sound_bytes: 0,
        end: End::NoJournal,
    };
    let mut lines = text.split_inclusive(|byte| *byte == b'\n');
    let Some(first) = lines.next() else { return parsed };
    match version(first) {
        Some(VERSION) => {}
        Some(version) if version > VERSION => {
            parsed.end = End::TooNew { version };
            return parsed;
        }
        _ => return parsed,
    }
    parsed.sound_bytes = first.len() as u64;
    parsed.end = End::Whole;
    for line in lines {
        let number = parsed.entries.len() + 1;
        let Some(entry) = entry_in(number, line) else {
            parsed.end = if line.ends_with(b"\n") {
                End::Damaged { line: number + 1 }
            } else {
                End::Torn
            };
            return parsed;
        };
        parsed.entries.push(entry.to_owned());
        parsed.sound_bytes += line.len() as u64;
    }
    parsed
}

fn version(first: &[u8]) -> Option<u32> {
    let digits = std::str::from_utf8(first)
        .ok()?
        .strip_prefix(FORMAT)?
        .strip_suffix('\n')?;
    digits
        .parse()
        .ok()
        .filter(|version: &u32| version.to_string() == digits)
}

/// The entry in a line with its line break, if the line is the one with this number.
fn entry_in(number: usize, line: &[u8]) -> Option<&str> {
    let line = std::str::from_utf8(line).ok()?.strip_suffix('\n')?;
    let (sum, entry) = line.split_once(' ')?;
    (sum == checksum(number, entry)).then_some(entry)
}

/// The checksum of the entry with this number. The number is in it so that lost and exchanged lines are noticed.
fn checksum(number: usize, entry: &str) -> String {
    let mut hasher = crc32fast::Hasher::new();
    hasher.update(format!("{number} ").as_bytes());
    hasher.update(entry.as_bytes());
    format!("{:08x}", hasher.finalize())
}

/// The first line, with its line break.
#[must_use]
pub fn first_line() -> String {
    format!("{FORMAT}{VERSION}\n")
}

/// The line of the entry with this number, counted from 1, with its line break. The entry has to be a single line.
#[must_use]
pub fn line(number: usize, entry: &str) -> String {
    format!("{} {entry}\n", checksum(number, entry))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn text(entries: &[String]) -> String {
        let lines = entries.iter().enumerate().map(|(n, entry)| line(n + 1, entry));
        std::iter::once(first_line()).chain(lines).collect()
    }

    fn sample() -> Vec<String> {
        [
            "{\"begin\":7}",
            "",
            "lay i10-147",
            "{\"name\":\"Ü\"}",
            "undo",
            "lay j11|238",
        ]
        .map(str::to_owned)
        .to_vec()
    }

    /// How many lines end at this byte or before.
    fn line_breaks(text: &[u8]) -> usize {
        text.iter().filter(|byte| **byte == b'\n').count()
    }

    #[test]
    fn the_format_is_as_documented() {
        // As `zlib.crc32` in Python has it.
        assert_eq!(
            text(&["a".to_owned(), "b".to_owned()]),
            "tayu-journal 1\n75d923d9 a\nee96cc3a b\n"
        );
    }

    #[test]
    fn cut_anywhere_it_yields_the_whole_lines() {
        let entries = sample();
        let whole = text(&entries).into_bytes();
        for length in 0..=whole.len() {
            let cut = &whole[..length];
            let parsed = parse(cut);
            let lines = line_breaks(cut);
            assert_eq!(parsed.entries, entries[..lines.saturating_sub(1)], "{length}");
            let expected = match (lines, cut.last()) {
                (0, _) => End::NoJournal,
                (_, Some(b'\n')) => End::Whole,
                _ => End::Torn,
            };
            assert_eq!(parsed.end, expected, "{length}");
            if lines > 0 {
                assert_eq!(line_breaks(&cut[..parsed.sound_bytes as usize]), lines);
            }
        }
    }

    #[test]
    fn no_byte_can_change_unnoticed() {
        let entries = sample();
        let whole = text(&entries).into_bytes();
        for at in 0..whole.len() {
            // How many lines end before this byte: all of them have to be read.
            let sound = line_breaks(&whole[..at]);
            for value in (0..=255).filter(|value| *value != whole[at]) {
                let mut changed = whole.clone();
                changed[at] = value;
                let parsed = parse(&changed);
                assert_eq!(parsed.entries, entries[..sound.saturating_sub(1)], "{at} {value}");
                match parsed.end {
                    End::Whole => panic!("byte {at} as {value} goes unnoticed"),
                    End::Torn => assert_eq!(at, whole.len() - 1, "only the last line break can seem torn"),
                    End::Damaged { line } => assert_eq!(line, sound + 1),
                    End::NoJournal | End::TooNew { .. } => assert_eq!(sound, 0),
                }
            }
        }
    }

    #[test]
    fn lost_exchanged_and_repeated_lines_are_noticed() {
        let entries = sample();
        let lines: Vec<String> = text(&entries).split_inclusive('\n').map(str::to_owned).collect();
        for n in 1..lines.len() - 1 {
            let mut lost = lines.clone();
            lost.remove(n);
            let mut exchanged = lines.clone();
            exchanged.swap(n, n + 1);
            let mut repeated = lines.clone();
            repeated.insert(n, lines[n].clone());
            let faults = [(lost, n + 1), (exchanged, n + 1), (repeated, n + 2)];
            for (lines, line) in faults {
                let parsed = parse(lines.concat().as_bytes());
                assert_eq!(parsed.end, End::Damaged { line });
                assert_eq!(parsed.entries, entries[..line - 2]);
            }
        }
    }

    #[test]
    fn other_versions_are_told_from_other_files() {
        for (text, end) in [
            ("", End::NoJournal),
            ("\n", End::NoJournal),
            ("tayu-journal 1", End::NoJournal),
            ("tayu-journal 0\n", End::NoJournal),
            ("tayu-journal 01\n", End::NoJournal),
            ("tayu-journal +1\n", End::NoJournal),
            ("tayu-journal 99999999999\n", End::NoJournal),
            ("tayu-journal 2\nwhatever", End::TooNew { version: 2 }),
            ("tayu-journal 1\n", End::Whole),
        ] {
            let parsed = parse(text.as_bytes());
            assert_eq!((parsed.end, parsed.entries.len()), (end, 0), "{text:?}");
        }
    }

    proptest! {
        #[test]
        fn what_is_written_is_read(entries in prop::collection::vec("[^\n]{0,40}", 0..20)) {
            let text = text(&entries);
            let parsed = parse(text.as_bytes());
            prop_assert_eq!(parsed.sound_bytes, text.len() as u64);
            prop_assert_eq!((parsed.entries, parsed.end), (entries, End::Whole));
        }

        #[test]
        fn any_bytes_will_do(start in 0..3_usize, bytes in prop::collection::vec(any::<u8>(), 0..200)) {
            let whole = text(&sample()).into_bytes();
            let bytes = [&whole[..start * 40], &bytes].concat();
            let parsed = parse(&bytes);
            let sound = &bytes[..usize::try_from(parsed.sound_bytes).unwrap()];
            if !sound.is_empty() {
                let again = text(&parsed.entries);
                prop_assert_eq!(again.as_bytes(), sound);
            }
        }
    }
}
