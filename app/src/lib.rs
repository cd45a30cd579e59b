//! The window and the command line of Tayü.

pub mod cli;
pub mod paint;
