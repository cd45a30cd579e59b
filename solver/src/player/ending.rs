//! The end of a game whose tiles are known, searched through.
