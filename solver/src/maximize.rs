//! The highest product, proved with Z3.
//!
//! A solver is never asked for the product. The optimum is the best pair (a, b) of coast points, and few are
//! left once both coasts are bounded: the geometry of the puzzle gives the most that each coast can get,
//! then the pairs are tried by product, highest first, each in the geometry and, if that does not refute it,
//! exactly. The first exact yes is the optimum, for every pair with a higher product has been refuted.

use log::debug;
use tayu_core::{Pair, Points, Product, Puzzle, Side};

use crate::answer::{Phase, Proof, SolveError};
use crate::coasts::CoastGoals;
use crate::engine::{Engine, Model, Verdict};
use crate::exact::Exact;
use crate::formula::Literal;
use crate::geometry::Geometry;
use crate::job::{Conclusion, Job};
use crate::line::{Line, Value};
use crate::pairs::Pairs;
use crate::reach::Reach;

/// How often tiles that float are forbidden before an answer is taken as it is.
const SINKINGS: usize = 12;

/// Why the search for a proof ends early.
enum Halt {
    Stopped,
    GaveUp(String),
    Failed(SolveError),
}

impl From<String> for Halt {
    fn from(reason: String) -> Self {
        Self::GaveUp(reason)
    }
}

/// Searches until the job is stopped or there is a conclusion.
pub(crate) fn maximize(job: &Job, pair: Pair) -> Conclusion {
    match prove(job, pair) {
        Ok(line) => Conclusion::Proved(line, Proof::Z3),
        Err(Halt::Stopped) => Conclusion::GaveUp("it was stopped".into()),
        Err(Halt::GaveUp(reason)) => Conclusion::GaveUp(reason),
        Err(Halt::Failed(error)) => Conclusion::Failed(error),
    }
}

fn trace(job: &Job, what: &str) {
    debug!("{:8.3} {what}", job.elapsed().as_secs_f64());
}

fn prove(job: &Job, pair: Pair) -> Result<Line, Halt> {
    let puzzle: &Puzzle = job.puzzle();
    let board = puzzle.position().board();
    job.enter(Phase::Encoding);
    let reach = Reach::of(puzzle);
    trace(job, &format!("reach: {} spots", reach.spots.len()));
    let (formula, geometry) = Geometry::encode(board, &reach, pair, puzzle.sequence().len());
    trace(
        job,
        &format!(
            "geometry: {} vars {} clauses",
            formula.variable_count(),
            formula.clause_count()
        ),
    );
    let rough = Engine::new(&formula)?;
    trace(job, "geometry loaded");
    let mut pairs = Pairs::all();
    for (n, coast) in pair.coasts().into_iter().enumerate() {
        bound_coast(job, &rough, &geometry, n, coast, &mut pairs)?;
        trace(job, &format!("bounded {coast}: {:?}", pairs.highest()));
    }

    job.enter(Phase::Encoding);
    let (formula, exact) = Exact::encode(puzzle, &reach, pair);
    trace(
        job,
        &format!(
            "exact: {} vars {} clauses",
            formula.variable_count(),
            formula.clause_count()
        ),
    );
    let fine = Engine::new(&formula)?;
    trace(job, "exact loaded");
    loop {
        let best = job.best();
        if best.value() >= Value::Product(Product::new(pairs.bound())) {
            return Ok(best);
        }
        let points = pairs.highest();
        enter_reaching(job, points, false);
        let verdict = ask_geometry(job, &rough, &geometry, points)?;
        trace(
            job,
            &format!("{points:?} geometry {}", matches!(verdict, Reached::Yes(_))),
        );
        if let Reached::No(refuted) = verdict {
            refute(job, &mut pairs, refuted);
            continue;
        }
        enter_reaching(job, points, true);
        let verdict = ask(job, &fine, &exact.goals, points)?;
        trace(
            job,
            &format!("{points:?} exact {}", matches!(verdict, Reached::Yes(_))),
        );
        match verdict {
            Reached::No(refuted) => refute(job, &mut pairs, refuted),
            Reached::Yes(model) => {
                let line =
                    Line::complete(puzzle, exact.decode(&model)).map_err(|e| Halt::Failed(e.into()))?;
                let claimed = Value::Product(Product::new(points[0] * points[1]));
                if line.value() != claimed {
                    return Err(Halt::Failed(SolveError::Value {
                        claimed,
                        found: line.value(),
                    }));
                }
                return Ok(line);
            }
        }
    }
}

/// Finds the most points that the geometry lets a coast have, from below.
fn bound_coast(
    job: &Job,
    engine: &Engine,
    geometry: &Geometry<'_>,
    n: usize,
    coast: Side,
    pairs: &mut Pairs,
) -> Result<(), Halt> {
    job.enter(Phase::Bounding(coast));
    let mut points = job.best().coasts().get(coast).get();
    loop {
        let mut both = [0; 2];
        both[n] = points + 1;
        match ask_geometry(job, engine, geometry, both)? {
            Reached::Yes(model) => points = geometry.goals[n].reached(&model).max(points + 1),
            Reached::No(refuted) => {
                refute(job, pairs, refuted);
                return Ok(());
            }
        }
    }
}

enum Reached {
    Yes(Model),
    /// Not even these points can be reached; at most as high as those asked for.
    No([u32; 2]),
}

/// Asks the geometry for points, with tiles that float forbidden as they come up.
fn ask_geometry(
    job: &Job,
    engine: &Engine,
    geometry: &Geometry<'_>,
    points: [u32; 2],
) -> Result<Reached, Halt> {
    let mut verdict = ask(job, engine, &geometry.goals, points)?;
    for _ in 0..SINKINGS {
        match &verdict {
            Reached::Yes(model) if geometry.sink(engine, model) => {
                verdict = ask(job, engine, &geometry.goals, points)?;
            }
            _ => break,
        }
    }
    Ok(verdict)
}

/// Asks whether both coasts can have at least so many points together.
fn ask(job: &Job, engine: &Engine, goals: &[CoastGoals; 2], points: [u32; 2]) -> Result<Reached, Halt> {
    if job.is_stopped() {
        return Err(Halt::Stopped);
    }
    let mut assumptions: Vec<Literal> = Vec::new();
    for n in 0..2 {
        match goals[n].at_least(points[n]) {
            Some(goal) => assumptions.extend(goal),
            None => {
                // All mouths together don't bring so much.
                let mut refuted = [0; 2];
                refuted[n] = goals[n].most() + 1;
                return Ok(Reached::No(refuted));
            }
        }
    }
    match engine.ask(&assumptions) {
        Verdict::Yes(model) => Ok(Reached::Yes(model)),
        Verdict::No(core) => {
            let needed = |n: usize| {
                core.iter()
                    .find_map(|&goal| goals[n].points_of(goal))
                    .unwrap_or(0)
            };
            Ok(Reached::No([needed(0), needed(1)]))
        }
        Verdict::Unknown(_) if job.is_stopped() => Err(Halt::Stopped),
        Verdict::Unknown(reason) => Err(Halt::GaveUp(reason)),
    }
}

fn refute(job: &Job, pairs: &mut Pairs, refuted: [u32; 2]) {
    pairs.refute(refuted);
    job.bound(Value::Product(Product::new(pairs.bound())), Proof::Z3);
}

fn enter_reaching(job: &Job, points: [u32; 2], exact: bool) {
    job.enter(Phase::Reaching {
        points: points.map(|p| Points::new(p as u8)),
        exact,
    });
}
