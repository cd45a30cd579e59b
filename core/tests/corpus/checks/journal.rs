//! Texts of journals: what is read was written so, and what follows is told apart.

use tayu_core::journal::{self, End, Parsed, parse};

/// Checks the text of a journal, and journals with these bytes as entries.
pub fn check(data: &[u8]) {
    let parsed = parse(data);
    explains(&parsed, data);
    let Some((&at, rest)) = data.split_first() else {
        return;
    };
    if let Ok(text) = std::str::from_utf8(rest) {
        let entries: Vec<String> = text.split('\n').map(str::to_owned).collect();
        survives(&entries, usize::from(at));
    }
}

/// The entries and the end are what the text comes to.
fn explains(parsed: &Parsed, text: &[u8]) {
    let (sound, rest) = text.split_at(usize::try_from(parsed.sound_bytes).unwrap());
    match parsed.end {
        End::Whole => assert!(rest.is_empty()),
        End::Torn => assert!(!rest.is_empty() && !rest.contains(&b'\n')),
        End::Damaged { line } => {
            assert_eq!(line, parsed.entries.len() + 2);
            assert!(rest.contains(&b'\n'));
        }
        End::NoJournal | End::TooNew { .. } => {
            assert_eq!((sound.len(), parsed.entries.len()), (0, 0));
            return;
        }
    }
    assert_eq!(written(&parsed.entries).as_bytes(), sound);
    let again = parse(sound);
    assert_eq!((again.entries, again.end), (parsed.entries.clone(), End::Whole));
}

/// Written, it reads back; cut or with a byte changed, the entries before are read and nothing else.
fn survives(entries: &[String], at: usize) {
    let text = written(entries).into_bytes();
    let whole = parse(&text);
    assert_eq!((whole.entries.as_slice(), whole.end), (entries, End::Whole));

    let at = at * 251 % text.len();
    let before = text[..at]
        .iter()
        .filter(|byte| **byte == b'\n')
        .count()
        .saturating_sub(1);
    let cut = parse(&text[..at]);
    explains(&cut, &text[..at]);
    assert_eq!(cut.entries, entries[..before]);

    let mut changed = text;
    changed[at] ^= 1 << (at % 8);
    let parsed = parse(&changed);
    explains(&parsed, &changed);
    assert_eq!(parsed.entries, entries[..before]);
    assert_ne!(parsed.end, End::Whole);
}

fn written(entries: &[String]) -> String {
    let lines = entries
        .iter()
        .enumerate()
        .map(|(n, entry)| journal::line(n + 1, entry));
    std::iter::once(journal::first_line()).chain(lines).collect()
}
