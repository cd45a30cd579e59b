//! The whole window, driven by its labels, the pointer and the keys, without a display.

mod edit;
mod files;
mod laying;
mod play;
mod puzzle;
mod solve;
mod table;
