//! Searches a duel, for `scripts/bench duel`: with a plain alpha-beta, or with the search of this crate.
//!
//!     cargo run --release --package tayu-solver --example duel -- plain FILE
//!     cargo run --release --package tayu-solver --example duel -- search FILE SECONDS THREADS
//!
//! Prints the margin, whether it is proved, and the seconds that the search took, as JSON.
#![allow(clippy::print_stdout, reason = "it is run in a terminal")]

use std::error::Error;
use std::sync::Arc;
use std::time::{Duration, Instant};
use std::{env, fs};

use tayu_core::{Goal, Puzzle};
use tayu_solver::{Options, StopFlag, Value, solve};

#[path = "../tests/common/alpha_beta.rs"]
#[allow(unreachable_pub, reason = "tests take it from a module")]
mod alpha_beta;

use alpha_beta::AlphaBeta;

const USAGE: &str = "usage: duel plain FILE | duel search FILE SECONDS THREADS";

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let (margin, is_proved, took) = match arguments[..] {
        ["plain", path] => {
            let puzzle = read(path)?;
            let Goal::Duel(first) = puzzle.goal() else {
                return Err("the puzzle is no duel".into());
            };
            let started = Instant::now();
            let mut plain = AlphaBeta::new(puzzle.sequence(), first, u64::MAX);
            let margin = plain.value(puzzle.position().board());
            let margin = margin.ok_or("nobody can try so many placements")?;
            (margin, true, started.elapsed())
        }
        ["search", path, seconds, threads] => {
            let options = Options {
                time_limit: Some(Duration::try_from_secs_f64(seconds.parse()?)?),
                threads: threads.parse()?,
                ..Options::default()
            };
            let puzzle = Arc::new(read(path)?);
            let started = Instant::now();
            let outcome = solve(puzzle, options, &StopFlag::new())?.outcome;
            let Value::Margin(margin) = outcome.line().value() else {
                return Err("the puzzle is no duel".into());
            };
            (margin.get(), outcome.is_optimal(), started.elapsed())
        }
        _ => return Err(USAGE.into()),
    };
    let seconds = took.as_secs_f64();
    println!("{{\"margin\": {margin}, \"proved\": {is_proved}, \"seconds\": {seconds:.6}}}");
    Ok(())
}

fn read(path: &str) -> Result<Puzzle, Box<dyn Error>> {
    Ok(Puzzle::from_json(&fs::read_to_string(path)?)?)
}
