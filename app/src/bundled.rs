//! The puzzles that come with the program, and their proved optima.
//!
//! The files are those of the folder `puzzles`; `optima.json` there holds the best product of each.

use std::collections::BTreeMap;
use std::sync::{Arc, LazyLock};

use tayu_core::{Product, Puzzle};

/// A puzzle that comes with the program.
#[derive(Debug)]
pub struct Bundled {
    /// Its file's name.
    pub file_name: &'static str,
    /// Its file's text.
    pub text: &'static str,
    puzzle: Arc<Puzzle>,
    optimum: Product,
}

/// All of them, the easiest first.
#[must_use]
pub fn all() -> &'static [Bundled] {
    &ALL
}

impl Bundled {
    /// The puzzle.
    #[must_use]
    pub fn puzzle(&self) -> Arc<Puzzle> {
        Arc::clone(&self.puzzle)
    }

    /// Its proved optimum.
    #[must_use]
    pub const fn optimum(&self) -> Product {
        self.optimum
    }
}

macro_rules! files {
    ($($name:literal)*) => {
        [$(($name, include_str!(concat!("../../puzzles/", $name)))),*]
    };
}

const OPTIMA: &str = include_str!("../../puzzles/optima.json");

const FILES: [(&str, &str); 16] = files![
    "01-both-ends.tayu.json"
    "02-across.tayu.json"
    "03-patience.tayu.json"
    "04-quick-money.tayu.json"
    "05-less-is-more.tayu.json"
    "06-round-the-corner.tayu.json"
    "07-no-way-on.tayu.json"
    "08-the-poor-coast.tayu.json"
    "09-a-door-left-open.tayu.json"
    "10-give-and-take.tayu.json"
    "11-small-harbour.tayu.json"
    "12-the-long-way.tayu.json"
    "13-even-shores.tayu.json"
    "14-not-quite-a-hundred.tayu.json"
    "15-look-ahead.tayu.json"
    "16-twenty-tiles.tayu.json"
];

static ALL: LazyLock<Vec<Bundled>> = LazyLock::new(|| {
    let optima: BTreeMap<String, u32> = serde_json::from_str(OPTIMA).unwrap_or_default();
    // A file that is no puzzle or has no optimum is left out; the tests see to it that there is none.
    let read = |(file_name, text): (&'static str, &'static str)| {
        Some(Bundled {
            file_name,
            text,
            puzzle: Arc::new(Puzzle::from_json(text).ok()?),
            optimum: Product::new(*optima.get(file_name)?),
        })
    };
    FILES.into_iter().filter_map(read).collect()
});
