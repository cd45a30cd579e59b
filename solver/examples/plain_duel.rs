//! Searches a duel with a plain alpha-beta, for `scripts/bench duel`.
//!
//!     cargo run --release --package tayu-solver --example plain_duel -- FILE [PLACEMENTS]
//!
//! Prints the margin, the number of placements tried and the seconds as JSON; the margin is null if as many as allowed
//! were not enough.
#![allow(clippy::print_stdout, reason = "it is run in a terminal")]

use std::error::Error;
use std::time::Instant;
use std::{env, fs};

use tayu_core::{Goal, Puzzle};

#[path = "../tests/common/alpha_beta.rs"]
#[allow(unreachable_pub, reason = "tests take it from a module")]
mod alpha_beta;

use alpha_beta::AlphaBeta;

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = env::args_os().skip(1);
    let path = arguments.next().ok_or("usage: plain_duel FILE [PLACEMENTS]")?;
    let budget = match arguments.next() {
        Some(number) => number.to_string_lossy().parse()?,
        None => u64::MAX,
    };
    let puzzle = Puzzle::from_json(&fs::read_to_string(path)?)?;
    let Goal::Duel(first) = puzzle.goal() else {
        return Err("the puzzle is no duel".into());
    };
    let started = Instant::now();
    let mut search = AlphaBeta::new(puzzle.sequence(), first, budget);
    let margin = search.value(puzzle.position().board());
    let seconds = started.elapsed().as_secs_f64();
    let margin = margin.map_or_else(|| "null".to_owned(), |margin| margin.to_string());
    let nodes = search.nodes;
    println!("{{\"margin\": {margin}, \"nodes\": {nodes}, \"seconds\": {seconds:.3}}}");
    Ok(())
}
