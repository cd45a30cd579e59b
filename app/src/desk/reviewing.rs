//! The review of the game that is looked at again: one at a time, and never beside another game.

use std::sync::Arc;

use tayu_solver::Task;
use tayu_solver::player::review::{self, Review};

use super::Desk;
use crate::tr;

/// A review, at work or as far as it has come.
#[derive(Debug)]
pub struct Reviewing {
    task: Task<Review>,
}

impl Reviewing {
    /// What is known by now; `None` in the first moment.
    #[must_use]
    pub fn found(&self) -> Option<Arc<Review>> {
        self.task.latest()
    }

    /// Whether more is being found.
    #[must_use]
    pub fn is_at_work(&self) -> bool {
        !self.task.is_over()
    }
}

impl Desk {
    /// The review of the game that is looked at again, once somebody has wanted one.
    #[must_use]
    pub const fn reviewing(&self) -> Option<&Reviewing> {
        self.reviewing.as_ref()
    }

    pub(super) fn review_game(&mut self) {
        let Some(replay) = &self.replay else { return };
        let game = Arc::new(replay.record().game().clone());
        let wake = Arc::clone(&self.services.wake);
        match review::start(game, self.services.review.clone(), move || wake()) {
            Ok(task) => self.reviewing = Some(Reviewing { task }),
            Err(error) => self.tell_error(tr!("review-cannot"), vec![error.to_string()]),
        }
    }

    /// What is known by then stays.
    pub(super) fn stop_review(&self) {
        if let Some(reviewing) = &self.reviewing {
            reviewing.task.stop();
        }
    }

    /// Ends it with the window: its threads get a moment to notice before the program ends.
    pub(super) fn end_review(&mut self) {
        if let Some(reviewing) = self.reviewing.take() {
            let _ = reviewing.task.wind_down(super::WIND_DOWN);
        }
    }
}
