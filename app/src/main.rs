//! The program: a window, or the command line.

fn main() {}
