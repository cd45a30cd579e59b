//! The window and the command line of Tayü.

pub mod paint;
