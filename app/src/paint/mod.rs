//! Drawing: the board, single tiles, the supply, icons. Nothing here knows documents or commands.

pub mod board;
pub mod canal;
pub mod icon;
pub mod palette;
pub mod supply;
pub mod tile;
