//! Exact solving of Ta Yü puzzles, and players for its games.
//!
//! [`start`] answers a puzzle on threads of its own and hands back a [`Solve`], which tells how the search
//! stands and stops it; [`solve`](fn@solve) waits for the answer. An [`Answer`] never claims more than was
//! proved, and every [`Line`] has been replayed under the rules.
//!
//! Inside:
//!
//! * `solve` is the handle, `job` what it and the engines share, `search` the choice of the engine;
//! * `exhaust` tries all lines of a short or stuck sequence;
//! * `maximize` proves the highest product: `reach` finds where tiles can come to lie, `geometry` and `exact`
//!   write that down as a `formula` with the points of the `coasts` as goals; a `refuter` puts them to BatSat (`sat`) and,
//!   where that takes too long, to CaDiCaL (`cadical`), a `prover` to Z3 (`engine`), and `agenda` and `pairs` keep which points are still open, after `count` has ruled some
//!   out; meanwhile good lines are looked for: `repair` has the `beam`, which lays tiles beside those of a `frame`
//!   and judges boards by their `prospect`, and `ruin`, which moves the tiles of a `picture` about, and
//!   `neighbourhood` has BatSat complete lines that are given in part;
//! * `duel` searches duels by null windows, all threads with one table;
//! * `certificate` writes proofs for others to check, with the sums of a formula as clauses by `cnf`; `optima`
//!   counts the plays that are as good as the best;
//! * [`player`] plays games against people, knowing only what they know.

mod agenda;
mod answer;
mod beam;
mod cadical;
pub mod certificate;
mod cnf;
mod coasts;
mod count;
mod duel;
mod engine;
mod exact;
mod exhaust;
mod formula;
mod frame;
mod geometry;
mod job;
mod line;
mod maximize;
mod neighbourhood;
pub mod optima;
mod pairs;
mod picture;
pub mod player;
#[cfg(test)]
mod proof_tests;
mod prospect;
mod prover;
mod reach;
mod refuter;
mod repair;
mod replies;
mod ruin;
mod sat;
mod search;
mod solve;
mod stop;
mod task;
mod verdict;

pub use answer::{Answer, Engines, Options, Outcome, Phase, Progress, Proof, SolveError, Unproved};
pub use line::{Line, LineEnd, Margin, ReplayError, Value};
pub use replies::{FirstPlacement, first_placements};
pub use solve::{Solve, solve, start};
pub use stop::StopFlag;
pub use task::Task;
