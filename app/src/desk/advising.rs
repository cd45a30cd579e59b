//! Advice: hints that lead to a good placement step by step, and what another placement would cost.

use std::cell::OnceCell;
use std::io;
use std::sync::Arc;
use std::time::Duration;

use tayu_core::{Choice, Draft, Goal, Move, Notice, Party, Phase, Placement, Puzzle, Stock};
use tayu_solver::player::analysis::{self, Basis, Findings, Weighing};
use tayu_solver::player::{Aim, Expectation, Hint};
use tayu_solver::{Line, Margin, Options, Outcome, Solve, Task, Value};

use super::solving::asks_the_same;
use super::{Desk, Mode, Services};
use crate::document::Trial;
use crate::document::trial::Standing;
use crate::tr;

/// A game is looked at in no more orders of the tiles than this for a hint: half a second's work.
const ORDERS: u32 = 192;
/// A puzzle is solved for a hint in no more time than this; what is found by then is not proved.
const PATIENCE: Duration = Duration::from_secs(20);

/// How much of a hint is told.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum HintStep {
    /// Which coast to look at; of a draw, everything.
    Coast,
    /// In which part of the board.
    Region,
    /// From which canals to go on.
    Canal,
    /// The placement.
    Placement,
}

impl HintStep {
    const fn next(self) -> Self {
        match self {
            Self::Coast => Self::Region,
            Self::Region => Self::Canal,
            Self::Canal | Self::Placement => Self::Placement,
        }
    }
}

/// What is advised on the position in front.
#[derive(Debug)]
pub struct Advice {
    work: Work,
    /// So much of the hint was asked for.
    step: Option<HintStep>,
    /// The placement that was asked about.
    tried: Option<Placement>,
    /// What has come of it: asked in every frame, and always the same once it is known.
    suggestion: OnceCell<Suggestion>,
    cost: OnceCell<Cost>,
}

#[derive(Debug)]
enum Work {
    Game {
        /// The moves of the game that it is about.
        moves: Vec<Move>,
        task: Task<Findings>,
    },
    Puzzle {
        /// What is left of the puzzle.
        rest: Arc<Puzzle>,
        best: Search,
        /// What is left after the placement that was asked about.
        after: Option<After>,
    },
}

#[derive(Debug)]
enum Search {
    Known(Outcome),
    Running(Box<Solve>),
}

impl Search {
    fn outcome(&self) -> Option<Outcome> {
        match self {
            Self::Known(outcome) => Some(outcome.clone()),
            Self::Running(solve) => Some(solve.answer()?.outcome),
        }
    }
}

#[derive(Debug)]
enum After {
    /// It ends the puzzle with this.
    End(Value),
    Rest(Box<Solve>),
}

/// What advice rests on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ground {
    /// Judgement, of a game.
    Judged(Basis),
    /// It has been proved.
    Proved,
    /// The best that has been found; there may be better.
    Found,
}

/// What is suggested.
#[derive(Debug, Clone)]
pub enum Suggestion {
    /// To lay a tile.
    Lay(Box<Hint>, Ground),
    /// To draw somewhere: all places, the best first.
    Draw(Vec<Weighing>),
    /// To say that no tile can be laid.
    Nowhere,
}

/// What a placement comes to beside the best one.
#[derive(Debug, Clone)]
pub enum Cost {
    /// In a game.
    Expected {
        /// What the best placement promises.
        best: Expectation,
        /// What this one promises.
        tried: Expectation,
        /// How far off the distance between the two chances may be: the standard error, from 0 to 1.
        error: f32,
        /// What that rests on.
        basis: Basis,
        /// A play that shows what is bad about it, or best play.
        line: Vec<Placement>,
    },
    /// In a puzzle.
    Solved {
        /// What can be reached.
        best: Value,
        /// What can still be reached after this one.
        tried: Value,
        /// Whether both are proved.
        proved: bool,
        /// The best play after it.
        line: Vec<Placement>,
    },
}

impl Advice {
    /// So much of the hint was asked for; `None` if no hint was.
    #[must_use]
    pub const fn step(&self) -> Option<HintStep> {
        self.step
    }

    /// The placement that was asked about.
    #[must_use]
    pub const fn tried(&self) -> Option<Placement> {
        self.tried
    }

    /// Whether nothing more will come of it.
    #[must_use]
    pub fn is_over(&self) -> bool {
        match &self.work {
            Work::Game { task, .. } => task.is_over(),
            Work::Puzzle { best, after, .. } => {
                let is_open = |after: &After| matches!(after, After::Rest(solve) if solve.answer().is_none());
                best.outcome().is_some() && !after.as_ref().is_some_and(is_open)
            }
        }
    }

    /// What is suggested; `None` until that is known.
    fn suggestion(&self, desk: &Desk) -> Option<&Suggestion> {
        if self.suggestion.get().is_none() {
            let _ = self.suggestion.set(self.find_suggestion(desk)?);
        }
        self.suggestion.get()
    }

    fn find_suggestion(&self, desk: &Desk) -> Option<Suggestion> {
        match &self.work {
            Work::Game { task, .. } => {
                if task.is_over() && desk.has_no_place() {
                    return Some(Suggestion::Nowhere);
                }
                let findings = settled(task)?;
                if !findings.draws().is_empty() {
                    return Some(Suggestion::Draw(findings.draws().to_vec()));
                }
                let best = findings.placements().first()?.placement;
                let board = desk.game()?.game().position().board();
                let hint = Hint::new(board, Aim::Party(findings.party), best);
                Some(Suggestion::Lay(Box::new(hint), Ground::Judged(findings.basis)))
            }
            Work::Puzzle { rest, best, .. } => {
                let outcome = best.outcome()?;
                let placement = *outcome.line().placements().first()?;
                let aim = match rest.goal() {
                    Goal::Maximize(pair) => Aim::Product(pair),
                    Goal::Duel(pair) => Aim::Party(Party::Coasts(pair)),
                };
                let hint = Hint::new(rest.position().board(), aim, placement);
                Some(Suggestion::Lay(Box::new(hint), ground(&outcome)))
            }
        }
    }

    /// What the placement that was asked about comes to; `None` until that is known.
    #[must_use]
    pub fn cost(&self) -> Option<&Cost> {
        if self.cost.get().is_none() {
            let _ = self.cost.set(self.find_cost()?);
        }
        self.cost.get().filter(|_| self.tried.is_some())
    }

    fn find_cost(&self) -> Option<Cost> {
        let tried = self.tried?;
        match &self.work {
            Work::Game { task, .. } => {
                let findings = settled(task)?;
                let (best, found) = (findings.best()?, findings.of(tried)?);
                Some(Cost::Expected {
                    best,
                    tried: found.expectation,
                    error: found.error,
                    basis: findings.basis,
                    line: found.line.clone(),
                })
            }
            Work::Puzzle { rest, best, after } => {
                let best = best.outcome()?;
                let (value, proved, line) = match after.as_ref()? {
                    After::End(value) => (*value, true, Vec::new()),
                    After::Rest(solve) => {
                        let outcome = solve.answer()?.outcome;
                        let line = outcome.line();
                        let value = seen_from(line, rest.goal());
                        (value, outcome.is_optimal(), line.placements().to_vec())
                    }
                };
                Some(Cost::Solved {
                    best: best.line().value(),
                    tried: value,
                    proved: proved && best.is_optimal(),
                    line,
                })
            }
        }
    }

    /// Whether it is about this position.
    fn is_for(&self, desk: &Desk) -> bool {
        match (&self.work, desk.mode()) {
            (Work::Game { moves, .. }, Mode::Play) => desk
                .game()
                .is_some_and(|document| document.game().moves().eq(moves.iter().copied())),
            (Work::Puzzle { rest, .. }, Mode::Puzzle) => desk
                .trial()
                .and_then(Trial::rest)
                .is_some_and(|here| asks_the_same(&here, rest)),
            _ => false,
        }
    }
}

/// What an analysis has come to once it is over: until then its best may change.
fn settled(task: &Task<Findings>) -> Option<Arc<Findings>> {
    let found = task.is_over().then(|| task.latest()).flatten();
    found.filter(|findings| findings.complete)
}

fn ground(outcome: &Outcome) -> Ground {
    if outcome.is_optimal() {
        Ground::Proved
    } else {
        Ground::Found
    }
}

/// What a line after the first placement is worth for whom the goal is. In a duel the other side began it.
fn seen_from(line: &Line, goal: Goal) -> Value {
    match (line.value(), goal) {
        (Value::Margin(margin), Goal::Duel(_)) => Value::Margin(Margin::new(-margin.get())),
        (value, _) => value,
    }
}

impl Desk {
    /// Whether there is something to advise on.
    #[must_use]
    pub fn can_advise(&self) -> bool {
        match self.mode {
            Mode::Play => self.game().is_some_and(|document| {
                let game = document.game();
                let is_choice = match game.phase() {
                    Phase::ToDraw => !game.is_dealing() && !matches!(game.stock(), Stock::Table),
                    // Where players have to find out that there is no place, nothing here tells it either.
                    Phase::ToLay(choice) => {
                        game.setup().rules().notice == Notice::Players
                            || has_place(game.position().board(), choice)
                    }
                    Phase::ToBid | Phase::Over(_) => false,
                };
                is_choice && !self.is_computers_turn()
            }),
            Mode::Puzzle => self
                .trial()
                .is_some_and(|trial| matches!(trial.standing(), Standing::ToLay(_))),
            _ => false,
        }
    }

    /// Whether a placement can be asked about.
    #[must_use]
    pub fn can_ask_why_not(&self) -> bool {
        self.can_advise() && self.tiles_to_lay().is_some()
    }

    /// What is advised on the position in front; never on another one.
    #[must_use]
    pub const fn advice(&self) -> Option<&Advice> {
        self.advice.as_ref()
    }

    /// What is suggested, once that was asked for and is known.
    #[must_use]
    pub fn suggestion(&self) -> Option<&Suggestion> {
        let advice = self.advice.as_ref()?;
        advice.step?;
        advice.suggestion(self)
    }

    /// Whether there is only one way to lay the tiles in front.
    #[must_use]
    pub fn has_one_way(&self) -> bool {
        let board = match self.mode {
            Mode::Play => self.game().map(|document| document.game().position().board()),
            _ => self.trial().map(Trial::board),
        };
        let (Some(board), Some(choice)) = (board, self.tiles_to_lay()) else {
            return false;
        };
        let mut ways = choice.kinds().flat_map(|tile| board.legal_placements(tile));
        ways.next().is_some() && ways.next().is_none()
    }

    /// Whether none of the tiles of a game that could be laid now has a place.
    fn has_no_place(&self) -> bool {
        let game = self.game().map(crate::document::GameDocument::game);
        game.is_some_and(|game| match game.phase() {
            Phase::ToLay(choice) => !has_place(game.position().board(), choice),
            _ => false,
        })
    }

    /// The tiles that advice shows on the board.
    #[must_use]
    pub fn advised_line(&self) -> Vec<Placement> {
        let Some(advice) = &self.advice else {
            return Vec::new();
        };
        if let Some(tried) = advice.tried {
            let rest = match advice.cost() {
                Some(Cost::Expected { line, .. } | Cost::Solved { line, .. }) => line.clone(),
                None => Vec::new(),
            };
            return std::iter::once(tried).chain(rest).collect();
        }
        match self.suggestion() {
            Some(Suggestion::Lay(hint, _)) if advice.step == Some(HintStep::Placement) => {
                vec![hint.placement]
            }
            _ => Vec::new(),
        }
    }

    /// Tells the first step of a hint, or the next one.
    pub(super) fn hint(&mut self) {
        if !self.can_advise() {
            return;
        }
        // Nothing more can be told before the first is known; and of the first tile there is little to tell.
        let is_open = self.advice.as_ref().is_some_and(|advice| advice.step.is_some());
        let suggestion = self.suggestion();
        if is_open && suggestion.is_none() {
            return;
        }
        let is_short = matches!(suggestion, Some(Suggestion::Lay(hint, _)) if hint.canals.is_empty());
        if let Some(advice) = &mut self.advice {
            advice.step = Some(match advice.step {
                None => HintStep::Coast,
                // What was asked in between is put away, and what had been told is there again.
                Some(step) if advice.tried.is_some() => step,
                Some(_) if is_short => HintStep::Placement,
                Some(step) => step.next(),
            });
            advice.tried = None;
            return;
        }
        self.advise(None, Some(HintStep::Coast));
    }

    /// Finds out what a placement comes to.
    pub(super) fn ask_why_not(&mut self, tried: Placement) {
        if self.can_ask_why_not() {
            let step = self.advice.as_ref().and_then(Advice::step);
            self.advise(Some(tried), step);
        }
    }

    /// Puts what a placement would come to off the board.
    pub(super) fn forget_what_was_tried(&mut self) {
        if let Some(advice) = &mut self.advice {
            advice.tried = None;
        }
    }

    fn advise(&mut self, tried: Option<Placement>, step: Option<HintStep>) {
        let work = match self.mode {
            Mode::Play => self.look_at_game(tried),
            _ => self.look_at_puzzle(tried),
        };
        match work {
            Ok(work) => {
                self.advice = work.map(|work| Advice {
                    work,
                    step,
                    tried,
                    suggestion: OnceCell::new(),
                    cost: OnceCell::new(),
                });
            }
            Err(error) => self.tell_error(tr!("cannot-solve"), vec![error.to_string()]),
        }
    }

    fn look_at_game(&self, tried: Option<Placement>) -> io::Result<Option<Work>> {
        let Some(document) = self.game() else {
            return Ok(None);
        };
        let game = document.game();
        let mut options = self.services.analysis.clone();
        options.orders = options.orders.min(ORDERS);
        options.also.extend(tried);
        let wake = Arc::clone(&self.services.wake);
        let task = analysis::start(Arc::new(game.sight()), options, move || wake())?;
        let moves = game.moves().collect();
        Ok(Some(Work::Game { moves, task }))
    }

    fn look_at_puzzle(&mut self, tried: Option<Placement>) -> io::Result<Option<Work>> {
        let Some(rest) = self.trial.as_ref().and_then(Trial::rest) else {
            return Ok(None);
        };
        let after = match tried {
            Some(tried) => after(&self.services, &rest, tried)?,
            None => None,
        };
        // What is known about the same position need not be found out again.
        let earlier = self.advice.take().and_then(|advice| match advice.work {
            Work::Puzzle { best, .. } => Some(best),
            Work::Game { .. } => None,
        });
        let solved = self.solving_this().and_then(super::Solving::proved_outcome);
        let best = match earlier.or_else(|| solved.map(Search::Known)) {
            Some(best) => best,
            None => Search::Running(Box::new(solve(&self.services, Arc::clone(&rest))?)),
        };
        Ok(Some(Work::Puzzle { rest, best, after }))
    }

    /// Ends it with the window: its threads get a moment to notice before the program ends.
    pub(super) fn end_advice(&mut self) {
        let Some(advice) = self.advice.take() else { return };
        match advice.work {
            Work::Game { task, .. } => {
                let _ = task.wind_down(super::WIND_DOWN);
            }
            Work::Puzzle { best, after, .. } => {
                if let Some(After::Rest(solve)) = after {
                    let _ = solve.wind_down(super::WIND_DOWN);
                }
                if let Search::Running(solve) = best {
                    let _ = solve.wind_down(super::WIND_DOWN);
                }
            }
        }
    }

    /// Drops advice on what is not in front any more.
    pub(super) fn drop_stale_advice(&mut self) {
        if self.advice.as_ref().is_some_and(|advice| !advice.is_for(self)) {
            self.advice = None;
        }
    }
}

fn has_place(board: &tayu_core::Board, choice: Choice) -> bool {
    choice.kinds().any(|tile| board.can_lay(tile))
}

fn solve(services: &Services, puzzle: Arc<Puzzle>) -> io::Result<Solve> {
    let options = Options {
        time_limit: Some(PATIENCE),
        ..Options::default()
    };
    (services.start_solving)(puzzle, options, Arc::clone(&services.wake))
}

/// What is left of a puzzle once this is laid. `None` where it can't be.
fn after(services: &Services, rest: &Puzzle, tried: Placement) -> io::Result<Option<After>> {
    let mut position = rest.position().clone();
    if rest.sequence().first() != Some(&tried.tile()) || position.lay(tried).is_err() {
        return Ok(None);
    }
    let sequence = rest.sequence()[1..].to_vec();
    let coasts = position.board().coasts();
    let (goal, end) = match rest.goal() {
        Goal::Maximize(pair) => (rest.goal(), Value::Product(coasts.product(pair))),
        Goal::Duel(pair) => (
            Goal::Duel(pair.other()),
            Value::Margin(Margin::new(coasts.margin(pair))),
        ),
    };
    if sequence.is_empty() {
        return Ok(Some(After::End(end)));
    }
    let mut draft = Draft {
        goal,
        ..Draft::default()
    };
    draft.setup.board = position.placements().to_vec();
    draft.setup.sequence = sequence;
    match draft.puzzle() {
        Ok(puzzle) => Ok(Some(After::Rest(Box::new(solve(services, Arc::new(puzzle))?)))),
        Err(_) => Ok(None),
    }
}
