//! Fuzz targets for all that reads what others have written, and for the rules. `scripts/fuzz` builds and runs them.
//!
//! The checks are those that the test `corpus` of tayu-core runs on the corpus.

#![allow(clippy::unwrap_used, clippy::panic)] // That is how a check says that something does not hold.

#[path = "../../core/tests/corpus/checks/mod.rs"]
pub mod checks;
