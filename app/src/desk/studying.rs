//! The analysis board at the desk: what is found out about the position in front, and never about another one.

use std::sync::Arc;

use tayu_core::{Phase, Sight};
use tayu_solver::Task;
use tayu_solver::player::analysis::{self, Findings};

use super::{Desk, Mode};
use crate::document::trial::Standing;
use crate::document::{Replay, Study, StudyEdit};
use crate::tr;

/// Somebody looks at this.
#[derive(Debug)]
pub(super) struct Studying {
    sight: Arc<Sight>,
    task: Task<Findings>,
}

impl Desk {
    /// The position on the analysis board.
    #[must_use]
    pub const fn study(&self) -> &Study {
        &self.study
    }

    /// What is known by now about the choices of the position on the analysis board.
    #[must_use]
    pub fn findings(&self) -> Option<Arc<Findings>> {
        self.studying_this()?.task.latest()
    }

    /// Whether something more is being found out about it.
    #[must_use]
    pub fn is_studying(&self) -> bool {
        !self.study_rests
            && self
                .studying_this()
                .is_some_and(|studying| !studying.task.is_over())
    }

    /// Whether it rests until it is told to go on.
    #[must_use]
    pub const fn does_study_rest(&self) -> bool {
        self.study_rests
    }

    /// In how many orders of the tiles placements are tried in the end.
    #[must_use]
    pub const fn orders_to_try(&self) -> u32 {
        self.services.analysis.orders
    }

    fn studying_this(&self) -> Option<&Studying> {
        let sight = self.study.sight().ok()?;
        (self.studying.as_ref())
            .filter(|studying| self.mode == Mode::Analyse && Arc::ptr_eq(&studying.sight, sight))
    }

    /// Keeps to the position in front: what is no longer there is no longer looked at.
    pub(super) fn follow_study(&mut self) {
        if self.studying_this().is_some() {
            return;
        }
        self.studying = None;
        let Ok(sight) = self.study.sight() else { return };
        let has_choice = match sight.phase() {
            Phase::ToDraw => !sight.is_dealing(),
            Phase::ToLay(_) => true,
            Phase::ToBid | Phase::Over(_) => false,
        };
        if self.mode != Mode::Analyse || self.study_rests || !has_choice {
            return;
        }
        let sight = Arc::clone(sight);
        let wake = Arc::clone(&self.services.wake);
        match analysis::start(Arc::clone(&sight), self.services.analysis.clone(), move || wake()) {
            Ok(task) => self.studying = Some(Studying { sight, task }),
            Err(error) => {
                self.study_rests = true;
                self.tell_error(tr!("analyse-cannot-start"), vec![error.to_string()]);
            }
        }
    }

    /// Ends it with the window: its thread gets a moment to notice before the program ends.
    pub(super) fn end_study(&mut self) {
        if let Some(studying) = self.studying.take() {
            let _ = studying.task.wind_down(super::WIND_DOWN);
        }
    }

    pub(super) fn let_study_rest(&mut self, rest: bool) {
        self.study_rests = rest;
        if let Some(studying) = &self.studying {
            studying.task.pause(rest);
        }
    }

    pub(super) fn edit_study(&mut self, edit: StudyEdit) {
        if let Err(error) = self.study.edit(edit) {
            let text = match edit {
                StudyEdit::Lay(_) => tr!("cannot-lay"),
                _ => tr!("cannot-play"),
            };
            self.tell_error(text, vec![crate::phrases::move_error(&error)]);
        }
    }

    /// Whether there is a position in front that can be taken to the analysis board.
    #[must_use]
    pub fn can_analyse(&self) -> bool {
        match self.mode {
            Mode::Play => self.game.is_some(),
            Mode::Puzzle => self.trial.is_some(),
            Mode::Replay => self.replay.is_some(),
            Mode::Edit => true,
            Mode::Analyse => false,
        }
    }

    /// Takes the position in front to the analysis board.
    pub(super) fn analyse_this(&mut self) {
        match self.mode {
            Mode::Play => {
                let Some(sight) = self.game().map(|document| document.game().sight()) else {
                    return;
                };
                self.study.begin_with_game(sight);
            }
            Mode::Replay => {
                let Some(sight) = self.replay.as_ref().map(Replay::game).map(tayu_core::Game::sight) else {
                    return;
                };
                self.study.begin_with_game(sight);
            }
            Mode::Puzzle => {
                let Some(trial) = &self.trial else { return };
                let to_come = match trial.standing() {
                    Standing::Finished => &[],
                    Standing::ToLay(_) | Standing::Stuck(_) => trial.to_come(),
                };
                let position = trial.position().clone();
                self.study.begin_with_tiles(position, trial.pair(), to_come);
            }
            Mode::Edit => {
                let draft = self.draft.draft();
                match draft.setup.position() {
                    Ok(position) => {
                        let (pair, to_come) = (draft.goal.pair(), &draft.setup.sequence);
                        self.study.begin_with_tiles(position, pair, to_come);
                    }
                    Err(faults) => {
                        let faults = faults.iter().map(crate::phrases::setup_fault).collect();
                        self.tell_error(tr!("analyse-draft-is-faulty"), faults);
                        return;
                    }
                }
            }
            Mode::Analyse => return,
        }
        self.bring_forward(Mode::Analyse);
    }
}
