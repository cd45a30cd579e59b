//! The whole window, driven by its labels, the pointer and the keys, without a display.

// Helpers of tests may stop a test as the tests themselves may.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod access;
mod advice;
mod analyse;
mod edit;
mod files;
mod folder;
mod games;
mod keeping;
mod laying;
mod opponents;
mod play;
mod puzzle;
mod review;
mod script;
mod solve;
mod table;
mod variants;
