//! Faults lie within the text, stand in its order, and can be shown in a line each.

use tayu_core::file::FileFaults;

/// What a message may be long, in characters: it is to be read.
const LONGEST: usize = 2_000;

/// Checks the faults of a file, whose lines end at line feeds.
pub fn of_file(text: &str, faults: &FileFaults) {
    check(&text.split('\n').collect::<Vec<_>>(), faults);
}

/// Checks the faults of a game written as text, whose lines end as they do anywhere.
pub fn of_text(text: &str, faults: &FileFaults) {
    let text = text.replace("\r\n", "\n");
    check(
        &text
            .split(['\n', '\r', '\u{85}', '\u{2028}', '\u{2029}'])
            .collect::<Vec<_>>(),
        faults,
    );
}

fn check(lines: &[&str], faults: &FileFaults) {
    assert!(!faults.0.is_empty(), "refused without a reason");
    for fault in &faults.0 {
        let told = fault.to_string();
        if let Some(place) = fault.place {
            let length = place
                .line
                .checked_sub(1)
                .and_then(|n| lines.get(n))
                .map(|line| line.chars().count());
            assert!(
                length.is_some_and(|length| (1..=length + 1).contains(&place.column)),
                "not in the text: {told}"
            );
        }
        assert!(!told.contains(upsets_a_line), "not safe to show: {told:?}");
        assert!(told.chars().count() <= LONGEST, "nobody reads so much: {told}");
    }
    assert!(
        faults
            .0
            .is_sorted_by_key(|fault| (fault.place.is_none(), fault.place)),
        "not in the order of the text:\n{faults}"
    );
}

/// Whether a character ends a line or changes how a terminal shows it.
pub fn upsets_a_line(c: char) -> bool {
    c.is_control() || matches!(c, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}
