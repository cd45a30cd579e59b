//! Rules by name, as files and texts write them.

use crate::NotationError;
use crate::game::Rules;

/// A rule's name and the value it has.
pub type Named = (&'static str, String);

/// Rules whose value is no text in a file: a number, or true or false.
pub(super) fn is_bare(name: &str) -> bool {
    matches!(name, "pro" | "lowest_bid")
}

/// Every rule with its value.
fn all(rules: &Rules) -> [Named; 9] {
    [
        ("pro", rules.pro.to_string()),
        ("beginner", rules.beginner.to_string()),
        ("first_bid", rules.first_bid.to_string()),
        ("lowest_bid", rules.lowest_bid.to_string()),
        ("ties", rules.ties.to_string()),
        ("no_place", rules.no_place.to_string()),
        ("notice", rules.notice.to_string()),
        ("pro_end", rules.pro_end.to_string()),
        ("last_tiles", rules.last_tiles.to_string()),
    ]
}

/// Whether there is a rule of this name.
pub(super) fn exists(name: &str) -> bool {
    all(&Rules::default()).iter().any(|(n, _)| *n == name)
}

/// The rules that differ from the default.
pub fn changed(rules: &Rules) -> impl Iterator<Item = Named> {
    let usual = all(&Rules::default());
    (all(rules).into_iter().zip(usual))
        .filter(|(rule, usual)| rule != usual)
        .map(|(rule, _)| rule)
}

/// Sets a rule to a value; `None` if there is no such rule.
///
/// # Errors
/// When the rule has no such value; it then stays as it was.
pub fn set(rules: &mut Rules, name: &str, value: &str) -> Option<Result<(), NotationError>> {
    fn read<T>(rule: &mut T, value: Result<T, NotationError>) -> Result<(), NotationError> {
        *rule = value?;
        Ok(())
    }
    Some(match name {
        "pro" => {
            let pro = value.parse();
            let pro = pro.map_err(|_| NotationError::new(value, "whether it is the Pro game: true or false"));
            read(&mut rules.pro, pro)
        }
        "beginner" => read(&mut rules.beginner, value.parse()),
        "first_bid" => read(&mut rules.first_bid, value.parse()),
        "lowest_bid" => read(&mut rules.lowest_bid, value.parse()),
        "ties" => read(&mut rules.ties, value.parse()),
        "no_place" => read(&mut rules.no_place, value.parse()),
        "notice" => read(&mut rules.notice, value.parse()),
        "pro_end" => read(&mut rules.pro_end, value.parse()),
        "last_tiles" => read(&mut rules.last_tiles, value.parse()),
        _ => return None,
    })
}
