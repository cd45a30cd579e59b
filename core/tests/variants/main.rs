//! Games of three and four, the Pro game, house rules and other supplies than the full one; at the end all of them
//! against a second reading of the rules.

// Helpers of tests may stop a test as the tests themselves may.
#![allow(clippy::unwrap_used, clippy::panic)]

mod arranged;
mod auction;
mod beside;
mod chance;
mod model;
mod no_place;
mod pro;
mod sight;
mod sources;
mod tables;
mod teams;
mod winners;
mod words;
