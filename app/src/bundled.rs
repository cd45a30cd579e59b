//! The puzzles that come with the program.

use std::sync::Arc;

use tayu_core::{Product, Puzzle};

/// A puzzle that comes with the program.
#[derive(Debug)]
pub struct Bundled {
    /// Its file's name.
    pub file_name: &'static str,
    puzzle: Arc<Puzzle>,
    optimum: Product,
}

/// All of them, the easiest first.
#[must_use]
pub fn all() -> &'static [Bundled] {
    &[]
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
