//! The rules of laying, checked three ways: against a second, plain reading of them, against counts of legal
//! lines, and against answers of an independent checker.

// Helpers of tests may stop a test as the tests themselves may.
#![allow(clippy::unwrap_used, clippy::panic)]

mod answers;
mod naive;
mod perft;
mod played;
mod second_reading;
