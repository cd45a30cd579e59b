//! Counting with Z3.
//!
//! A play that has the highest product has it from a certain tile on: no tile lowers a coast, and no play has
//! more. So the plays are counted by their beginnings that just reach it. Beginnings are looked for beside those
//! that are known, from the line of the answer on; when there is none left, Z3 is asked for one, with all that
//! have been counted forbidden, and so on until there is none at all.

use std::collections::{BTreeSet, VecDeque};
use std::ops::ControlFlow;
use std::time::Instant;

use tayu_core::{Board, Pair, Placement, Puzzle};
use tracing::debug;

use super::nearby::{Near, Neighbourhood};
use super::runner_up::{self, Best, points_after};
use super::{Ledger, RunnerUp, contradiction};
use crate::answer::{MEMORY, SolveError};
use crate::coasts::assume;
use crate::engine::{Engine, Values as Model, Verdict, interruptible};
use crate::exact::Exact;
use crate::formula::{Formula, Literal};
use crate::reach::Reach;

/// How often a question is asked that nobody wants to break off.
const ATTEMPTS: usize = 3;

/// Once more plays than the cap are known, so many more are varied for the sake of first placements and of the
/// product below.
const MORE_LOOKS: usize = 16;

/// Why counting ends early.
pub(super) enum Halt {
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
                counter.count_by_beginnings(&reach)
            }
        },
    );
    match result {
        Ok(()) | Err(Halt::Stopped) => Ok(()),
        // A model that Z3 was interrupted over can show less than there is.
        Err(Halt::Failed(_)) if ledger.is_stopped() => Ok(()),
        Err(Halt::Failed(error)) => Err(error),
    }
}

struct Counter<'a> {
    ledger: &'a Ledger,
    puzzle: &'a Puzzle,
    pair: Pair,
}

/// What an engine says.
pub(super) enum Reply {
    Yes(Model),
    /// These of the assumptions can't hold together.
    No(Vec<Literal>),
}

impl Ledger {
    /// Asks an engine about points under these assumptions, and notes in the log what it says and how long that takes.
    pub(super) fn ask(
        &self,
        name: &str,
        points: [u32; 2],
        engine: &Engine,
        assumptions: &[Literal],
    ) -> Result<Reply, Halt> {
        for _ in 0..ATTEMPTS {
            if self.is_stopped() {
                break;
            }
            let asked = Instant::now();
            let verdict = engine.ask(assumptions);
            let answer = match &verdict {
                Verdict::Yes(_) => "yes",
                Verdict::No(_) => "no",
                Verdict::Unknown(words) => words,
            };
            debug!(engine = name, ?points, answer, took = ?asked.elapsed(), "answer");
            match verdict {
                Verdict::Yes(model) => return Ok(Reply::Yes(model)),
                Verdict::No(core) => return Ok(Reply::No(core)),
                Verdict::Unknown(_) => {}
            }
        }
        Err(Halt::Stopped)
    }

    pub(super) fn neighbourhood(&self) -> Neighbourhood<'_> {
        Neighbourhood {
            puzzle: &self.puzzle,
            pair: self.puzzle.goal().pair(),
            product: self.product,
        }
    }
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

/// Beginnings that just reach the highest product.
struct Beginnings<'a> {
    exact: &'a Exact<'a>,
    engine: &'a Engine,
    known: BTreeSet<Vec<Placement>>,
    /// Those whose neighbours have not been looked at.
    to_vary: VecDeque<Vec<Placement>>,
    /// What they begin with.
    first: BTreeSet<Placement>,
    tally: Tally,
    /// Whether all plays that go on from those known have been counted; not when they are more than the cap.
    all: bool,
    /// The best play that falls short.
    best_below: Best,
}

/// The first tile in the formula.
struct FirstTile {
    /// What says that it lies like this.
    placements: Vec<(Placement, Literal)>,
    /// What says that one of the placements holds.
    any: Literal,
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
        let (mut formula, exact) = Exact::encode(self.puzzle, reach, self.pair);
        let first_tile = self.first_tile(&mut formula, &exact).ok_or(Halt::Stopped)?;
        let engine = Engine::new(&formula, 1, MEMORY).map_err(|_| Halt::Stopped)?;
        drop(formula);
        let goals = self.goals(&exact);
        let mut found = Beginnings {
            exact: &exact,
            engine: &engine,
            known: BTreeSet::new(),
            to_vary: VecDeque::new(),
            first: BTreeSet::new(),
            tally: Tally::default(),
            all: true,
            best_below: Best::default(),
        };
        if let Some(play) = &self.ledger.known {
            self.take(self.just_reaching(play.clone())?, &mut found)?;
            self.vary(&mut found)?;
        }
        for (points, goal) in &goals {
            while found.all
                && let Reply::Yes(model) = self.ledger.ask("survey", *points, &engine, goal)?
            {
                let play = exact.decode(&model).ok_or(Halt::Stopped)?;
                self.take(self.just_reaching(play)?, &mut found)?;
                self.vary(&mut found)?;
            }
        }
        if found.tally.plays == 0 {
            let words = format!("Z3 finds no play with the product {}", self.ledger.product);
            return Err(SolveError::Broken(words).into());
        }
        self.ledger.enter(|optima| {
            optima.plays = self.ledger.counted(found.tally.plays);
            optima.one_board = found.tally.one_board(found.all);
        });
        if !found.all {
            self.try_first_placements(&first_tile, &goals, &mut found)?;
        }
        self.enter_first(&found.first, true);
        let board = self.puzzle.position().board();
        let optimal = (found.known.iter())
            .filter_map(|play| points_after(board.clone(), self.pair, play))
            .collect();
        let runner_up = runner_up::find(self.ledger, reach, (&exact, &engine), found.best_below, optimal)?;
        self.ledger.enter(|optima| optima.runner_up = runner_up);
        Ok(())
    }

    /// Names the placements of the first tile.
    fn first_tile(&self, formula: &mut Formula, exact: &Exact<'_>) -> Option<FirstTile> {
        let any = formula.variable();
        let mut placements = Vec::new();
        if let Some(&tile) = self.puzzle.sequence().first() {
            for placement in self.puzzle.position().board().legal_placements(tile) {
                let here = formula.variable();
                for literal in exact.beginning(&[placement])? {
                    formula.implies([here], [literal]);
                }
                placements.push((placement, here));
            }
        }
        formula.implies([any], placements.iter().map(|&(_, here)| here));
        Some(FirstTile { placements, any })
    }

    /// Counts the plays that go on from a beginning, unless that has been done, and forbids it.
    fn take(&self, beginning: Vec<Placement>, found: &mut Beginnings<'_>) -> Result<(), Halt> {
        if !found.known.insert(beginning.clone()) {
            return Ok(());
        }
        let here = found.exact.beginning(&beginning).ok_or(Halt::Stopped)?;
        let not_here: Vec<Literal> = here.into_iter().map(|literal| !literal).collect();
        found.engine.add_clause(&not_here);
        found.all = self.go_on(&beginning, &mut found.tally)?;
        self.meet(beginning, found);
        self.ledger.enter(|optima| {
            optima.plays = super::Count::AtLeast(found.tally.plays.clamp(1, self.ledger.cap));
            optima.one_board = found.tally.one_board(false);
        });
        Ok(())
    }

    /// Puts a beginning down to be varied, and enters what it begins with.
    fn meet(&self, beginning: Vec<Placement>, found: &mut Beginnings<'_>) {
        let first = beginning.first().copied();
        if first.is_some_and(|first| found.first.insert(first)) {
            self.enter_first(&found.first, false);
            found.to_vary.push_front(beginning);
        } else {
            found.to_vary.push_back(beginning);
        }
    }

    /// Looks for more beginnings beside those that are known, until none has an unknown one beside it; once there
    /// are more plays than the cap, only for those that begin otherwise.
    fn vary(&self, found: &mut Beginnings<'_>) -> Result<(), Halt> {
        let neighbourhood = self.ledger.neighbourhood();
        let (started, mut varied, mut after_the_cap) = (Instant::now(), 0, 0);
        while let Some(beginning) = found.to_vary.pop_front() {
            varied += 1;
            if !found.all {
                after_the_cap += 1;
                if after_the_cap > MORE_LOOKS {
                    break;
                }
            }
            let ended = neighbourhood.visit(&beginning, |near| {
                if self.ledger.is_stopped() {
                    return ControlFlow::Break(Halt::Stopped);
                }
                match near {
                    Near::FallsShort(product, play) => found.best_below.offer(product, play),
                    Near::Reaches(beginning) if found.all => {
                        if let Err(halt) = self.take(beginning, found) {
                            return ControlFlow::Break(halt);
                        }
                    }
                    Near::Reaches(beginning) => {
                        let is_new = beginning.first().is_some_and(|p| !found.first.contains(p));
                        if is_new {
                            self.meet(beginning, found);
                        }
                    }
                }
                ControlFlow::Continue(())
            });
            if let ControlFlow::Break(halt) = ended {
                return Err(halt);
            }
        }
        let (beginnings, answer) = (found.known.len(), found.tally.plays);
        debug!(engine = "survey, nearby", varied, beginnings, answer, took = ?started.elapsed(), "answer");
        Ok(())
    }

    /// Asks for placements of the first tile that no play known begins with. What has been forbidden begins with
    /// others.
    fn try_first_placements(
        &self,
        first_tile: &FirstTile,
        goals: &[([u32; 2], Vec<Literal>)],
        found: &mut Beginnings<'_>,
    ) -> Result<(), Halt> {
        for (points, goal) in goals {
            loop {
                let known = first_tile
                    .placements
                    .iter()
                    .filter(|(p, _)| found.first.contains(p));
                let others = known.map(|&(_, here)| !here).chain([first_tile.any]);
                let question: Vec<Literal> = others.chain(goal.iter().copied()).collect();
                let Reply::Yes(model) =
                    self.ledger
                        .ask("survey, first tile", *points, found.engine, &question)?
                else {
                    break;
                };
                let play = found.exact.decode(&model).ok_or(Halt::Stopped)?;
                self.meet(self.just_reaching(play)?, found);
                self.vary(found)?;
            }
        }
        Ok(())
    }

    fn enter_first(&self, first: &BTreeSet<Placement>, complete: bool) {
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

    /// The points that have the highest product, and what to assume for them.
    fn goals(&self, exact: &Exact<'_>) -> Vec<([u32; 2], Vec<Literal>)> {
        let product = self.ledger.product.get();
        let ways = (1..=exact.goals[0].most()).filter_map(|a| {
            let points = [a, product.checked_div(a)?];
            let has_it = points[0] * points[1] == product;
            has_it.then(|| assume(&exact.goals, points).map(|goal| (points, goal)))?
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
