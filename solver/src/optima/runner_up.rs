//! The next product below the highest.
//!
//! Plays that fall short are met while optimal ones are varied. What is left to show is that no play lies between
//! the best of them and the optimum. Points that no play has are refuted as in the proof of the optimum: by the
//! geometry or else exactly, the lowest first, for they take with them what is as high on both coasts. Points that
//! an optimal play exceeds can't be refuted like that, so whole plays with just these points are asked for.

use std::collections::BTreeSet;
use std::ops::ControlFlow;

use tayu_core::{Board, Pair, Placement, Product, Puzzle};

use super::formula::{Halt, Reply};
use super::nearby::Near;
use super::whole::Whole;
use super::{Ledger, RunnerUp};
use crate::answer::{MEMORY, SolveError};
use crate::coasts::{assume, refuted};
use crate::count::most_points;
use crate::engine::Engine;
use crate::exact::Exact;
use crate::geometry::Geometry;
use crate::line::{Line, Value};
use crate::pairs::Pairs;
use crate::reach::Reach;

/// With so few tiles the exact formula says more in less time than the geometry.
const FEW: usize = 12;

/// How often tiles that float are forbidden before the exact formula is asked.
const SINKINGS: usize = 12;

/// The best play so far that falls short of the highest product.
#[derive(Debug, Default)]
pub(super) struct Best(Option<(Product, Vec<Placement>)>);

impl Best {
    /// Takes note of a whole play with a lower product than the highest.
    pub(super) fn offer(&mut self, product: Product, play: Vec<Placement>) {
        if self.0.as_ref().is_none_or(|(best, _)| product > *best) {
            self.0 = Some((product, play));
        }
    }
}

/// Finds the runner-up, when `best` falls short and plays with these points are optimal. The engine holds the exact
/// formula; of all plays only optimal ones may have been forbidden in it.
pub(super) fn find(
    ledger: &Ledger,
    reach: &Reach,
    (exact, engine): (&Exact<'_>, &Engine),
    best: Best,
    optimal: BTreeSet<[u32; 2]>,
) -> Result<RunnerUp, Halt> {
    let puzzle: &Puzzle = &ledger.puzzle;
    let pair = puzzle.goal().pair();
    let tiles = puzzle.sequence().len();
    let rough = if tiles > FEW {
        let (formula, geometry) = Geometry::encode(puzzle.position().board(), reach, pair, tiles);
        let engine = Engine::new(&formula, 1, MEMORY).map_err(|_| Halt::Stopped)?;
        Some((geometry, engine))
    } else {
        None
    };
    let mut finder = Finder {
        ledger,
        puzzle,
        reach,
        exact,
        engine,
        rough,
        whole: None,
        pairs: known_at_first(ledger),
        excluded: BTreeSet::new(),
        had: optimal,
        best,
    };
    finder.search()?;
    finder.runner_up()
}

/// What the rules and the proof of the optimum leave.
fn known_at_first(ledger: &Ledger) -> Pairs {
    let mut pairs = Pairs::all();
    for points in pairs.above(ledger.product.get()) {
        pairs.refute(points);
    }
    let most = most_points(&ledger.puzzle, ledger.puzzle.goal().pair());
    (0..=most + 1).for_each(|a| pairs.refute([a, most + 1 - a]));
    pairs
}

struct Finder<'a> {
    ledger: &'a Ledger,
    puzzle: &'a Puzzle,
    reach: &'a Reach,
    exact: &'a Exact<'a>,
    engine: &'a Engine,
    rough: Option<(Geometry<'a>, Engine)>,
    /// Made when it is first needed.
    whole: Option<(Whole<'a>, Engine)>,
    /// What points a play that falls short can have at least.
    pairs: Pairs,
    /// Points that no play ends with, although some play may have more.
    excluded: BTreeSet<[u32; 2]>,
    /// Points that some beginning has, so that they can't be refuted.
    had: BTreeSet<[u32; 2]>,
    best: Best,
}

impl Finder<'_> {
    /// Asks until nothing is left between the best and the optimum.
    fn search(&mut self) -> Result<(), Halt> {
        loop {
            let between = self.between();
            let is_had = |[a, b]: [u32; 2]| self.had.iter().any(|&[x, y]| x >= a && y >= b);
            let lowest = between.iter().copied().filter(|&points| !is_had(points));
            if let Some(points) = lowest.min_by_key(|[a, b]| a + b) {
                self.ask_at_least(points)?;
            } else if let Some(points) = between.into_iter().max_by_key(|[a, b]| a * b) {
                self.ask_just(points)?;
            } else {
                return Ok(());
            }
        }
    }

    /// Points that a better runner-up may have.
    fn between(&self) -> Vec<[u32; 2]> {
        let board = self.puzzle.position().board();
        let start = self.pair().coasts().map(|coast| board.coasts().get(coast).get());
        let range = |n: usize| start[n]..=self.exact.goals[n].most();
        let is_between = |&[a, b]: &[u32; 2]| {
            let product = a * b;
            product < self.ledger.product.get()
                && self.best.0.as_ref().is_none_or(|(best, _)| product > best.get())
                && self.pairs.is_open([a, b])
                && !self.excluded.contains(&[a, b])
        };
        range(0)
            .flat_map(|a| range(1).map(move |b| [a, b]))
            .filter(is_between)
            .collect()
    }

    /// Asks whether a play that falls short has at least so many points on both coasts.
    fn ask_at_least(&mut self, points: [u32; 2]) -> Result<(), Halt> {
        if let Some((geometry, engine)) = &self.rough
            && let Some(refuted) = self.refuted_by(geometry, engine, points)?
        {
            self.pairs.refute(refuted);
            return Ok(());
        }
        let Some(question) = assume(&self.exact.goals, points) else {
            self.pairs.refute(points);
            return Ok(());
        };
        match self
            .ledger
            .ask("runner-up, exact", points, self.engine, &question)?
        {
            Reply::No(core) => self.pairs.refute(refuted(&self.exact.goals, &core, points)),
            Reply::Yes(model) => {
                let play = self.exact.decode(&model).ok_or(Halt::Stopped)?;
                self.had.insert(points);
                self.learn_from(&play)?;
            }
        }
        Ok(())
    }

    /// The points that the geometry refutes, if it does.
    fn refuted_by(
        &self,
        geometry: &Geometry<'_>,
        engine: &Engine,
        points: [u32; 2],
    ) -> Result<Option<[u32; 2]>, Halt> {
        let Some(question) = assume(&geometry.goals, points) else {
            return Ok(Some(points));
        };
        for _ in 0..=SINKINGS {
            match self
                .ledger
                .ask("runner-up, geometry", points, engine, &question)?
            {
                Reply::No(core) => return Ok(Some(refuted(&geometry.goals, &core, points))),
                Reply::Yes(model) if geometry.sink(engine, &model) => {}
                Reply::Yes(_) => break,
            }
        }
        Ok(None)
    }

    /// Looks for better runners-up in and beside the plays that go on from a beginning.
    fn learn_from(&mut self, beginning: &[Placement]) -> Result<(), Halt> {
        let neighbourhood = self.ledger.neighbourhood();
        for near in neighbourhood.complete(beginning) {
            self.learn(near);
        }
        let varied = neighbourhood.visit(beginning, |near| {
            self.learn(near);
            if self.ledger.is_stopped() {
                ControlFlow::Break(())
            } else {
                ControlFlow::Continue(())
            }
        });
        if varied.is_break() {
            return Err(Halt::Stopped);
        }
        Ok(())
    }

    fn learn(&mut self, near: Near) {
        match near {
            Near::FallsShort(product, play) => self.best.offer(product, play),
            Near::Reaches(play) => {
                let board = self.puzzle.position().board().clone();
                self.had.extend(points_after(board, self.pair(), &play));
            }
        }
    }

    /// Asks for a whole play with just these points.
    fn ask_just(&mut self, points: [u32; 2]) -> Result<(), Halt> {
        let (whole, engine) = match &mut self.whole {
            Some(whole) => whole,
            None => {
                let whole = Whole::encode(self.puzzle, self.reach, self.puzzle.goal().pair());
                let engine = Engine::new(&whole.formula, 1, MEMORY).map_err(|_| Halt::Stopped)?;
                self.whole.insert((whole, engine))
            }
        };
        match self
            .ledger
            .ask("runner-up, whole", points, engine, &whole.exactly(points))?
        {
            Reply::No(_) => drop(self.excluded.insert(points)),
            Reply::Yes(model) => {
                let play = whole.exact.decode(&model).ok_or(Halt::Stopped)?;
                self.best.offer(Product::new(points[0] * points[1]), play);
            }
        }
        Ok(())
    }

    /// The best, once there is nothing better, held against the rules.
    fn runner_up(self) -> Result<RunnerUp, Halt> {
        let Some((product, play)) = self.best.0 else {
            return Ok(RunnerUp::None);
        };
        let line = Line::replay(self.puzzle, play).map_err(SolveError::from)?;
        let claimed = Value::Product(product);
        if line.value() != claimed {
            let found = line.value();
            return Err(SolveError::Value { claimed, found }.into());
        }
        Ok(RunnerUp::Product(product))
    }

    fn pair(&self) -> Pair {
        self.puzzle.goal().pair()
    }
}

/// The points of a pair of coasts after a play; `None` when the rules refuse it.
pub(super) fn points_after(mut board: Board, pair: Pair, play: &[Placement]) -> Option<[u32; 2]> {
    for &placement in play {
        board.lay(placement).ok()?;
    }
    Some(pair.coasts().map(|coast| board.coasts().get(coast).get()))
}
