//! The window and the command line of Tayü.

pub mod bundled;
pub mod cli;
pub mod collection;
pub mod desk;
pub mod document;
pub mod export;
pub mod files;
pub mod journal;
pub mod library;
pub mod log;
pub mod paint;
pub mod phrases;
pub mod settings;
pub mod statistics;
pub mod summary;
pub mod window;
pub mod words;
