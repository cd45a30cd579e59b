//! What a person works on: a game, a puzzle being tried, a puzzle being set, a game looked at again, a position looked at
//! closely. Each keeps its own undo.
//!
//! Nothing here knows a window; the rules are asked through `tayu-core`.

pub mod draft;
pub mod game;
pub mod history;
pub mod replay;
pub mod study;
pub mod trial;

pub use draft::{DraftDocument, DraftEdit};
pub use game::GameDocument;
pub use history::History;
pub use replay::Replay;
pub use study::{Study, StudyEdit};
pub use trial::{Optimum, Trial};
