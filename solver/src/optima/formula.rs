//! Counting with Z3.
//!
//! A play that has the highest product has it from a certain tile on: no tile lowers a coast, and no play has
//! more. So the plays are counted by their beginnings that just reach it. Z3 is asked for one, all plays
//! that go on from there are counted, the beginning is forbidden, and so on until there is none left.

use std::ops::ControlFlow;
use std::time::Instant;

use tayu_core::{Board, Pair, Placement, Product, Puzzle};
use tracing::debug;

use super::whole::Whole;
use super::{Ledger, RunnerUp, contradiction};
use crate::answer::MEMORY;
use crate::answer::SolveError;
use crate::engine::{Engine, Model, Verdict, interruptible};
use crate::exact::Exact;
use crate::formula::Literal;
use crate::line::{Line, Value};
use crate::reach::Reach;

/// How often a question is asked that nobody wants to break off.
const ATTEMPTS: usize = 3;

/// Why counting ends early.
enum Halt {
    /// It was stopped, or Z3 has no answer: what has been entered is all.
    Stopped,
    Failed(SolveError),
}

impl From<SolveError> for Halt {
    fn from(error: SolveError) -> Self {
        Self::Failed(error)
    }
}

/// Counts until all is known or the ledger is closed.
///
/// # Errors
/// A play contradicts the product that was proved.
pub(super) fn count(ledger: &Ledger) -> Result<(), SolveError> {
    let puzzle: &Puzzle = &ledger.puzzle;
    let pair = puzzle.goal().pair();
    let reach = Reach::of(puzzle);
    let result = interruptible(
        || ledger.is_stopped(),
        || {
            let counter = Counter { ledger, puzzle, pair };
            if puzzle.position().board().coasts().product(pair) == ledger.product {
                counter.count_all()
            } else {
                counter.count_by_beginnings(&reach)?;
                counter.find_runner_up(&reach)
            }
        },
    );
    match result {
        Ok(()) | Err(Halt::Stopped) => Ok(()),
        Err(Halt::Failed(error)) => Err(error),
    }
}

struct Counter<'a> {
    ledger: &'a Ledger,
    puzzle: &'a Puzzle,
    pair: Pair,
}

/// What has been counted.
#[derive(Default)]
struct Tally {
    plays: usize,
    /// The final board of the first play, as its tiles in the order of their places.
    board: Option<Vec<Placement>>,
    /// Whether another play has another one.
    boards_differ: bool,
}

impl Counter<'_> {
    /// When the board at the start has the highest product every play has it.
    fn count_all(&self) -> Result<(), Halt> {
        let mut tally = Tally::default();
        let all = self.go_on(&[], &mut tally)?;
        self.ledger.enter(|found| {
            found.runner_up = RunnerUp::None;
            found.plays = self.ledger.counted(tally.plays);
            found.one_board = tally.one_board(all);
            let first = self.puzzle.sequence().first();
            found.first_placements = first.map_or_else(Vec::new, |&tile| {
                self.puzzle.position().board().legal_placements(tile).collect()
            });
            found.first_placements_complete = true;
        });
        Ok(())
    }

    fn count_by_beginnings(&self, reach: &Reach) -> Result<(), Halt> {
        let (formula, exact) = Exact::encode(self.puzzle, reach, self.pair);
        let engine = Engine::new(&formula, 1, MEMORY).map_err(|_| Halt::Stopped)?;
        let goals = self.goals(&exact);
        let mut tally = Tally::default();
        let mut first: Vec<Placement> = Vec::new();
        let mut all = true;
        'count: for goal in &goals {
            while let Some(model) = self.ask(&engine, goal)? {
                let beginning = self.just_reaching(exact.decode(&model).ok_or(Halt::Stopped)?)?;
                let here = exact.beginning(&beginning).ok_or(Halt::Stopped)?;
                engine.add_clause(&here.into_iter().map(|literal| !literal).collect::<Vec<_>>());
                all = self.go_on(&beginning, &mut tally)?;
                first.extend(beginning.first());
                self.enter_first(&first, false);
                self.ledger.enter(|found| {
                    found.plays = super::Count::AtLeast(tally.plays.clamp(1, self.ledger.cap));
                    found.one_board = tally.one_board(false);
                });
                if !all {
                    break 'count;
                }
            }
        }
        if tally.plays == 0 {
            let words = format!("Z3 finds no play with the product {}", self.ledger.product);
            return Err(SolveError::Broken(words).into());
        }
        self.ledger.enter(|found| {
            found.plays = self.ledger.counted(tally.plays);
            found.one_board = tally.one_board(all);
        });
        if !all {
            self.try_first_placements(&exact, &engine, &goals, &mut first)?;
        }
        self.enter_first(&first, true);
        Ok(())
    }

    /// Asks for each placement of the first tile that no play counted begins with. What has been forbidden begins
    /// with others.
    fn try_first_placements(
        &self,
        exact: &Exact<'_>,
        engine: &Engine,
        goals: &[Vec<Literal>],
        first: &mut Vec<Placement>,
    ) -> Result<(), Halt> {
        let Some(&tile) = self.puzzle.sequence().first() else {
            return Ok(());
        };
        for placement in self.puzzle.position().board().legal_placements(tile) {
            if first.contains(&placement) {
                continue;
            }
            let here = exact.beginning(&[placement]).ok_or(Halt::Stopped)?;
            for goal in goals {
                let both: Vec<Literal> = here.iter().chain(goal).copied().collect();
                if self.ask(engine, &both)?.is_some() {
                    first.push(placement);
                    self.enter_first(first, false);
                    break;
                }
            }
        }
        Ok(())
    }

    fn enter_first(&self, first: &[Placement], complete: bool) {
        let board = self.puzzle.position().board();
        let legal = self.puzzle.sequence().first();
        self.ledger.enter(|found| {
            found.first_placements = legal.map_or_else(Vec::new, |&tile| {
                let legal = board.legal_placements(tile);
                legal.filter(|placement| first.contains(placement)).collect()
            });
            found.first_placements_complete = complete;
        });
    }

    /// What to assume for the highest product: one goal for each way to have it.
    fn goals(&self, exact: &Exact<'_>) -> Vec<Vec<Literal>> {
        let [a, b] = &exact.goals;
        let ways = (1..=a.most()).filter_map(|points| {
            let other = self.ledger.product.get().checked_div(points)?;
            if points * other != self.ledger.product.get() {
                return None;
            }
            Some(
                a.at_least(points)?
                    .into_iter()
                    .chain(b.at_least(other)?)
                    .collect(),
            )
        });
        ways.collect()
    }

    /// The shortest beginning of a play that has the highest product.
    fn just_reaching(&self, mut play: Vec<Placement>) -> Result<Vec<Placement>, Halt> {
        let mut board = self.puzzle.position().board().clone();
        for n in 0..play.len() {
            if board.lay(play[n]).is_err() {
                break;
            }
            if board.coasts().product(self.pair) >= self.ledger.product {
                play.truncate(n + 1);
                return Ok(play);
            }
        }
        // The rules see in it less than Z3 does.
        let found = board.coasts().product(self.pair).get();
        Err(contradiction(self.ledger.product, found).into())
    }

    /// Counts the plays that go on from a beginning, until there are more than the cap. Returns whether all
    /// have been counted.
    fn go_on(&self, beginning: &[Placement], tally: &mut Tally) -> Result<bool, Halt> {
        let mut board = self.puzzle.position().board().clone();
        for &placement in beginning {
            if board.lay(placement).is_err() {
                return Err(Halt::Stopped);
            }
        }
        let mut laid = beginning.to_vec();
        match self.visit(&board, &mut laid, tally) {
            ControlFlow::Continue(()) => Ok(true),
            ControlFlow::Break(None) => Ok(false),
            ControlFlow::Break(Some(halt)) => Err(halt),
        }
    }

    /// Breaks off with nothing when there are more than the cap.
    fn visit(
        &self,
        board: &Board,
        laid: &mut Vec<Placement>,
        tally: &mut Tally,
    ) -> ControlFlow<Option<Halt>> {
        if self.ledger.is_stopped() {
            return ControlFlow::Break(Some(Halt::Stopped));
        }
        let product = board.coasts().product(self.pair);
        if product > self.ledger.product {
            let error = contradiction(self.ledger.product, product.get());
            return ControlFlow::Break(Some(error.into()));
        }
        let mut over = true;
        if let Some(&tile) = self.puzzle.sequence().get(laid.len()) {
            for placement in board.legal_placements(tile) {
                over = false;
                let mut after = board.clone();
                if after.lay(placement).is_ok() {
                    laid.push(placement);
                    self.visit(&after, laid, tally)?;
                    laid.pop();
                }
            }
        }
        if over {
            tally.add(laid);
            if tally.plays > self.ledger.cap {
                return ControlFlow::Break(None);
            }
        }
        ControlFlow::Continue(())
    }

    /// Asks for whole plays with the next product below, and the next, down to what the board has.
    fn find_runner_up(&self, reach: &Reach) -> Result<(), Halt> {
        let whole = Whole::encode(self.puzzle, reach, self.pair);
        let engine = Engine::new(&whole.formula, 1, MEMORY).map_err(|_| Halt::Stopped)?;
        let least = self.puzzle.position().board().coasts().product(self.pair).get();
        for product in (least..self.ledger.product.get()).rev() {
            for points in whole.ways(product) {
                let Some(model) = self.ask(&engine, &whole.exactly(points))? else {
                    continue;
                };
                let play = whole.exact.decode(&model).ok_or(Halt::Stopped)?;
                let line = Line::replay(self.puzzle, play).map_err(SolveError::from)?;
                let product = Product::new(product);
                if line.value() != Value::Product(product) {
                    let error = SolveError::Value {
                        claimed: Value::Product(product),
                        found: line.value(),
                    };
                    return Err(error.into());
                }
                self.ledger
                    .enter(|found| found.runner_up = RunnerUp::Product(product));
                return Ok(());
            }
        }
        self.ledger.enter(|found| found.runner_up = RunnerUp::None);
        Ok(())
    }

    fn ask(&self, engine: &Engine, assumptions: &[Literal]) -> Result<Option<Model>, Halt> {
        for _ in 0..ATTEMPTS {
            if self.ledger.is_stopped() {
                break;
            }
            let asked = Instant::now();
            let verdict = engine.ask(assumptions);
            let answer = match &verdict {
                Verdict::Yes(_) => "yes",
                Verdict::No(_) => "no",
                Verdict::Unknown(_) => "none",
            };
            debug!(engine = "survey", answer, took = ?asked.elapsed(), "answer");
            match verdict {
                Verdict::Yes(model) => return Ok(Some(model)),
                Verdict::No(_) => return Ok(None),
                Verdict::Unknown(words) => debug!(words, "Z3 has no answer"),
            }
        }
        Err(Halt::Stopped)
    }
}

impl Tally {
    fn add(&mut self, laid: &[Placement]) {
        self.plays += 1;
        let mut board = laid.to_vec();
        board.sort_unstable();
        match &self.board {
            None => self.board = Some(board),
            Some(first) => self.boards_differ |= *first != board,
        }
    }

    /// Whether all plays end with one board, as far as can be said; `all` have been counted or not.
    fn one_board(&self, all: bool) -> Option<bool> {
        match (self.boards_differ, all) {
            (true, _) => Some(false),
            (false, true) => Some(true),
            (false, false) => None,
        }
    }
}
