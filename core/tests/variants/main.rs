//! Games of three and four, the Pro game, house rules and other supplies than the full one.

// Helpers of tests may stop a test as the tests themselves may.
#![allow(clippy::unwrap_used, clippy::panic)]

mod auction;
mod no_place;
mod pro;
mod tables;
mod teams;
mod winners;
