//! The solver at the desk: one question at a time, and never an answer beside the wrong position.

use std::sync::Arc;

use tayu_core::{Placement, Product, Puzzle};
use tayu_solver::optima::{Optima, Survey, SurveyOptions, survey};
use tayu_solver::{Answer, Line, Options, Outcome, Progress, Solve, Value};

use super::{Desk, Mode};
use crate::document::{DraftEdit, Optimum};
use crate::tr;

/// A question put to the solver.
#[derive(Debug)]
pub struct Solving {
    solve: Solve,
    /// What the person was at who asked.
    home: Mode,
    answer: Option<Answer>,
    /// So many tiles of the line are shown; all of them if `None`.
    shown: Option<usize>,
    /// Only the best product was asked for: the line would give the solution away.
    is_quiet: bool,
    /// How many plays are as good as the answer's, if that was asked.
    survey: Option<Survey>,
}

/// What the solver has to say.
#[derive(Debug, Clone)]
pub enum SolveState {
    /// It is at work.
    Running(Progress),
    /// It has answered.
    Done(Answer),
}

/// How counting the optimal plays stands.
#[derive(Debug, Clone)]
pub enum CountState {
    /// So much so far.
    Running(Optima),
    /// So much, and no more is to come.
    Done(Optima),
    /// It went wrong, in the solver's words.
    Failed(String),
}

impl Solving {
    /// The question.
    #[must_use]
    pub fn question(&self) -> &Arc<Puzzle> {
        self.solve.question()
    }

    /// How it stands.
    #[must_use]
    pub fn state(&self) -> SolveState {
        match &self.answer {
            Some(answer) => SolveState::Done(answer.clone()),
            None => SolveState::Running(self.solve.progress()),
        }
    }

    /// The best line, so far or at all.
    #[must_use]
    pub fn line(&self) -> Line {
        match self.state() {
            SolveState::Running(progress) => progress.best,
            SolveState::Done(answer) => answer.outcome.line().clone(),
        }
    }

    /// Whether only the best product was asked for, not the line.
    #[must_use]
    pub const fn is_quiet(&self) -> bool {
        self.is_quiet
    }

    /// What has been proved, once it has.
    pub(super) fn proved_outcome(&self) -> Option<Outcome> {
        let outcome = &self.answer.as_ref()?.outcome;
        outcome.is_optimal().then(|| outcome.clone())
    }

    /// How many tiles of the line are shown.
    #[must_use]
    pub fn shown(&self) -> usize {
        let length = self.line().placements().len();
        self.shown.map_or(length, |shown| shown.min(length))
    }

    /// How many plays are as good as the answer's, once that has been asked.
    #[must_use]
    pub fn count(&self) -> Option<CountState> {
        let survey = self.survey.as_ref()?;
        Some(match survey.findings() {
            None => CountState::Running(survey.so_far()),
            Some(Ok(optima)) => CountState::Done(optima),
            Some(Err(error)) => CountState::Failed(error.to_string()),
        })
    }

    pub(super) fn cancel_count(&self) {
        if let Some(survey) = &self.survey {
            survey.cancel();
        }
    }

    pub(super) fn show(&mut self, step: usize) {
        self.shown = Some(step.min(self.line().placements().len()));
    }

    pub(super) fn cancel(&self) {
        self.solve.cancel();
    }
}

/// Whether two puzzles ask the same, whatever they are called.
pub(super) fn asks_the_same(a: &Puzzle, b: &Puzzle) -> bool {
    a.goal() == b.goal() && a.sequence() == b.sequence() && a.position().board() == b.position().board()
}

impl Desk {
    /// The position in front as a question for the solver.
    #[must_use]
    pub fn solvable(&self) -> Option<Arc<Puzzle>> {
        match self.mode {
            Mode::Play | Mode::Replay | Mode::Analyse => None,
            Mode::Puzzle => self.trial.as_ref()?.rest(),
            Mode::Edit => self.puzzle_being_set().map(Arc::new),
        }
    }

    fn puzzle_being_set(&self) -> Option<Puzzle> {
        self.draft.draft().clone().puzzle().ok()
    }

    /// The solver's work on the position in front; never on another one.
    #[must_use]
    pub fn solving_this(&self) -> Option<&Solving> {
        // Asked in every frame: without a solver at work there is nothing to compare.
        let solving = self.solving.as_ref()?;
        let here = self.solvable()?;
        asks_the_same(solving.question(), &here).then_some(solving)
    }

    /// The solver at work on the whole puzzle in front, whatever of it is laid.
    #[must_use]
    pub fn seeking_optimum(&self) -> Option<&Solving> {
        let trial = self.trial.as_ref().filter(|_| self.mode == Mode::Puzzle)?;
        let is_it = |s: &&Solving| s.answer.is_none() && asks_the_same(s.question(), trial.puzzle());
        self.solving.as_ref().filter(is_it)
    }

    /// The tiles of the solver's line to show on the board in front.
    #[must_use]
    pub fn line_shown(&self) -> Vec<Placement> {
        let solving = self.solving_this().filter(|solving| !solving.is_quiet);
        solving.map_or_else(Vec::new, |solving| {
            let mut line = solving.line().placements().to_vec();
            line.truncate(solving.shown());
            line
        })
    }

    pub(super) fn start_solving(&mut self) {
        self.forget_what_was_tried();
        // The search for the best product has the line too.
        let is_known = self.solving_this().is_some_and(|solving| solving.is_quiet);
        if let Some(solving) = self.solving.as_mut().filter(|_| is_known) {
            solving.is_quiet = false;
            return;
        }
        if let Some(puzzle) = self.solvable() {
            self.solve(puzzle, false);
        }
    }

    fn solve(&mut self, puzzle: Arc<Puzzle>, is_quiet: bool) {
        let wake = Arc::clone(&self.services.wake);
        match (self.services.start_solving)(puzzle, Options::default(), wake) {
            Ok(solve) => {
                self.solving = Some(Solving {
                    solve,
                    home: self.mode,
                    answer: None,
                    shown: None,
                    is_quiet,
                    survey: None,
                });
            }
            Err(error) => self.tell_error(tr!("cannot-solve"), vec![error.to_string()]),
        }
    }

    /// Has the optimal plays of the position in front counted, once its answer is proved.
    pub(super) fn count_optima(&mut self) {
        if self.solving_this().is_none() {
            return;
        }
        let wake = Arc::clone(&self.services.wake);
        let Some(solving) = &mut self.solving else { return };
        let Some(answer) = &solving.answer else { return };
        match survey(answer, SurveyOptions::default(), move || wake()) {
            Ok(survey) => solving.survey = Some(survey),
            Err(error) => self.tell_error(tr!("cannot-solve"), vec![error.to_string()]),
        }
    }

    pub(super) fn reveal(&mut self) {
        let Some(trial) = &mut self.trial else { return };
        trial.reveal();
        let known = trial.optimum().is_some();
        let puzzle = Arc::clone(trial.puzzle());
        let at_work = self.seeking_optimum().is_some();
        if !known && !at_work {
            self.solve(puzzle, true);
        }
    }

    pub(super) fn poll_solver(&mut self) {
        let Some(solving) = self.solving.as_mut().filter(|s| s.answer.is_none()) else {
            return;
        };
        solving.answer = solving.solve.answer();
        let proved = self.trial.as_ref().and_then(|trial| self.proved(trial.puzzle()));
        if let (Some(trial), Some(proved)) = (&mut self.trial, proved) {
            trial.learn_optimum(proved);
        }
    }

    /// The optimum of this puzzle, if the solver has proved it.
    pub(super) fn proved(&self, puzzle: &Puzzle) -> Option<Optimum> {
        let answer = self.solving.as_ref()?.answer.as_ref()?;
        match &answer.outcome {
            Outcome::Optimal { line, .. } if asks_the_same(&answer.puzzle, puzzle) => {
                product_of(line).map(Optimum)
            }
            _ => None,
        }
    }

    /// Stops the solver when the position that it works on is no longer in front of anybody.
    pub(super) fn drop_stale_solving(&mut self) {
        let Some(solving) = &self.solving else { return };
        let asked = solving.question();
        let is_wanted = match solving.home {
            Mode::Play | Mode::Replay | Mode::Analyse => false,
            Mode::Puzzle => self.trial.as_ref().is_some_and(|trial| {
                asks_the_same(trial.puzzle(), asked) || trial.rest().is_some_and(|p| asks_the_same(&p, asked))
            }),
            Mode::Edit => self
                .puzzle_being_set()
                .is_some_and(|puzzle| asks_the_same(&puzzle, asked)),
        };
        if is_wanted {
            return;
        }
        if solving.answer.is_none() {
            self.solving = None;
            self.tell(tr!("solving-cancelled"));
        } else if let Some(solving) = &mut self.solving {
            // The answer may be wanted again after an undo; counting then begins anew.
            let counting = solving.survey.take_if(|survey| survey.findings().is_none());
            drop(counting);
        }
    }

    /// Ends the solver with the window: its engine gets a moment to notice before the program ends.
    pub(super) fn end_solving(&mut self) {
        if let Some(solving) = self.solving.take() {
            solving.cancel();
            let _ = solving.solve.wind_down(super::WIND_DOWN);
            if let Some(survey) = &solving.survey {
                let _ = survey.wind_down(super::WIND_DOWN);
            }
        }
    }

    pub(super) fn lay_line(&mut self) {
        let line = self.line_shown();
        match self.mode {
            Mode::Play | Mode::Replay | Mode::Analyse => {}
            Mode::Puzzle => {
                if let Some(trial) = &mut self.trial {
                    // A legal line by construction; what does not fit any more is left out.
                    let _ = line.into_iter().try_for_each(|placement| trial.lay(placement));
                }
            }
            Mode::Edit => {
                self.draft.edit(DraftEdit::LayLine(line));
            }
        }
    }
}

fn product_of(line: &Line) -> Option<Product> {
    match line.value() {
        Value::Product(product) => Some(product),
        Value::Margin(_) => None,
    }
}
