//! Records of games: what is written reads back to an equal game, tells nothing of tiles not drawn, and every fault
//! of a file or a text is named with its place.

// Helpers of tests may stop a test as the tests themselves may.
#![allow(clippy::unwrap_used, clippy::panic)]

mod damaged;
mod files;
mod random;
mod round_trip;
