//! Every text of the window, by key, from the language file.
//!
//! ```
//! assert_eq!(tayu::tr!("undo"), "Undo");
//! ```

use std::sync::LazyLock;

use fluent::concurrent::FluentBundle;
use fluent::{FluentArgs, FluentResource, FluentValue};

const ENGLISH: &str = include_str!("../locales/en.ftl");

static BUNDLE: LazyLock<FluentBundle<FluentResource>> = LazyLock::new(|| bundle(ENGLISH));

fn bundle(source: &str) -> FluentBundle<FluentResource> {
    let mut bundle = FluentBundle::new_concurrent(vec![unic_langid::langid!("en")]);
    // Marks for mixed writing directions would show as boxes with the fonts at hand.
    bundle.set_use_isolating(false);
    // A line that cannot be read is left out, and its key is shown in its place; a test keeps that from us.
    let resource = FluentResource::try_new(source.to_owned()).unwrap_or_else(|(readable, _)| readable);
    bundle.add_resource_overriding(resource);
    bundle
}

/// The text with this key; the key itself where there is none.
#[must_use]
pub fn text(key: &str, args: &[(&str, FluentValue<'_>)]) -> String {
    let Some(pattern) = BUNDLE.get_message(key).and_then(|message| message.value()) else {
        return key.to_owned();
    };
    let args: FluentArgs<'_> = args.iter().map(|(name, value)| (*name, value.clone())).collect();
    BUNDLE
        .format_pattern(pattern, Some(&args), &mut Vec::new())
        .into_owned()
}

/// The text with this key, its places filled in: `tr!("key", count = 3)`. Values are numbers or texts.
#[macro_export]
macro_rules! tr {
    ($key:literal $(, $name:ident = $value:expr)* $(,)?) => {
        $crate::words::text($key, &[$((stringify!($name), $crate::words::Value::from($value).0)),*])
    };
}

/// A value that can be put into a text.
#[derive(Debug)]
pub struct Value(pub FluentValue<'static>);

impl From<usize> for Value {
    fn from(number: usize) -> Self {
        Self(FluentValue::from(number))
    }
}

impl From<u32> for Value {
    fn from(number: u32) -> Self {
        Self(FluentValue::from(number))
    }
}

impl From<i32> for Value {
    fn from(number: i32) -> Self {
        Self(FluentValue::from(number))
    }
}

impl From<String> for Value {
    fn from(text: String) -> Self {
        Self(FluentValue::from(text))
    }
}

impl From<&str> for Value {
    fn from(text: &str) -> Self {
        Self(FluentValue::from(text.to_owned()))
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;
    use std::path::Path;

    use super::*;

    fn sources(folder: &Path, out: &mut String) {
        let mut entries: Vec<_> = std::fs::read_dir(folder)
            .unwrap()
            .map(|e| e.unwrap().path())
            .collect();
        entries.sort();
        for path in entries {
            if path.is_dir() {
                sources(&path, out);
            } else if path.extension().is_some_and(|e| e == "rs") {
                out.push_str(&std::fs::read_to_string(&path).unwrap());
            }
        }
    }

    /// The keys that the macro is given, whatever stands before and between.
    fn keys_used(code: &str) -> BTreeSet<String> {
        let call = concat!("tr", "!(");
        let calls = code.match_indices(call).filter(|(at, _)| {
            // Not the end of another macro's name.
            !code[..*at].ends_with(|c: char| c.is_alphanumeric() || c == '_')
        });
        calls
            .filter_map(|(at, _)| {
                code[at + call.len()..]
                    .trim_start()
                    .strip_prefix('"')?
                    .split('"')
                    .next()
            })
            .filter(|key| *key != "key")
            .map(str::to_owned)
            .collect()
    }

    #[test]
    fn every_key_has_a_text_and_every_text_is_used() {
        assert!(FluentResource::try_new(ENGLISH.to_owned()).is_ok());
        let mut code = String::new();
        sources(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src"), &mut code);
        let used = keys_used(&code);
        let written: BTreeSet<String> = ENGLISH
            .lines()
            .filter(|line| line.starts_with(|c: char| c.is_ascii_lowercase()))
            .filter_map(|line| line.split_once(" =").map(|(key, _)| key.to_owned()))
            .collect();
        let missing: Vec<_> = used.difference(&written).collect();
        let unused: Vec<_> = written.difference(&used).collect();
        assert!(
            missing.is_empty() && unused.is_empty(),
            "missing {missing:?}, unused {unused:?}"
        );
    }
}
