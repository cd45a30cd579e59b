//! Drawing: the board, single tiles, the supply, icons. Nothing here knows documents or commands.

pub mod board;
pub mod canal;
mod ends;
pub mod glimpse;
pub mod graph;
pub mod icon;
mod land;
mod layout;
mod marks;
pub mod palette;
mod pen;
pub mod spread;
pub mod supply;
pub mod tile;
