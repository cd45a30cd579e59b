//! Computer players at the table: they think off the window's thread and see no more than a person at their seat.

use std::sync::mpsc::{Receiver, TryRecvError};

use tayu_core::{Move, Phase, Seat};
use tayu_solver::StopFlag;
use tayu_solver::player::Level;

use super::{Command, Desk};
use crate::document::GameDocument;
use crate::tr;

/// A computer player that is thinking about its move.
#[derive(Debug)]
pub(super) struct Thinking {
    /// The moves that had been made when it began.
    moves: Vec<Move>,
    seat: Seat,
    answer: Receiver<Option<Move>>,
    stop: StopFlag,
}

impl Drop for Thinking {
    fn drop(&mut self) {
        self.stop.raise();
    }
}

/// How the computer plays at a seat; `None` where a person sits, or a player that this version does not know.
#[must_use]
pub fn computer_at(document: &GameDocument, seat: Seat) -> Option<Level> {
    document.computers().at(seat)?.as_str().parse().ok()
}

/// The computer player whose turn it is. A tile at a table elsewhere is named by a person, whoever's turn it is.
fn computer_to_move(document: &GameDocument) -> Option<Level> {
    let game = document.game();
    match game.phase() {
        Phase::Over(_) => None,
        Phase::ToDraw if matches!(game.stock(), tayu_core::Stock::Table) => None,
        Phase::ToBid | Phase::ToDraw | Phase::ToLay(_) => computer_at(document, game.to_move()),
    }
}

impl Desk {
    /// Whether the next move is a computer player's.
    #[must_use]
    pub fn is_computers_turn(&self) -> bool {
        self.game()
            .is_some_and(|document| computer_to_move(document).is_some())
    }

    /// Whether a computer player is thinking about its move now.
    #[must_use]
    pub const fn is_thinking(&self) -> bool {
        self.thinking.is_some()
    }

    /// Whether computer players wait until they are told to go on.
    #[must_use]
    pub const fn is_waiting(&self) -> bool {
        self.computers_wait
    }

    /// Takes in what a computer player has come to, and lets the next one think.
    pub(super) fn poll_opponents(&mut self) {
        if self
            .thinking
            .as_ref()
            .is_some_and(|thinking| !self.is_still_for(thinking))
        {
            self.thinking = None;
        }
        if let Some(thinking) = &self.thinking {
            match thinking.answer.try_recv() {
                Err(TryRecvError::Empty) => return,
                Ok(Some(action)) => {
                    self.thinking = None;
                    self.apply(Command::PlayAsComputer(action));
                }
                // A player without a move, or one that has broken down, does not hold up the game.
                Ok(None) | Err(TryRecvError::Disconnected) => {
                    self.thinking = None;
                    self.computers_wait = true;
                    self.tell_error(tr!("computer-is-stuck"), Vec::new());
                }
            }
        }
        self.let_think();
    }

    /// Whether the game stands as it did when the player began to think.
    fn is_still_for(&self, thinking: &Thinking) -> bool {
        self.game()
            .is_some_and(|document| document.game().moves().eq(thinking.moves.iter().copied()))
    }

    fn let_think(&mut self) {
        if self.computers_wait || self.thinking.is_some() || self.question.is_some() {
            return;
        }
        let Some(document) = self.game() else { return };
        let Some(level) = computer_to_move(document) else {
            return;
        };
        let game = document.game();
        let (sight, seat, moves) = (game.sight(), game.to_move(), game.moves().collect());
        let stop = StopFlag::new();
        let seed = (self.services.new_seed)();
        let wake = std::sync::Arc::clone(&self.services.wake);
        let answer = (self.services.think)(sight, level, seed, stop.clone(), wake);
        self.thinking = Some(Thinking {
            moves,
            seat,
            answer,
            stop,
        });
    }

    /// Who is thinking.
    #[must_use]
    pub fn thinker(&self) -> Option<Seat> {
        self.thinking.as_ref().map(|thinking| thinking.seat)
    }

    /// Goes back, or forward again, to where a person has to choose.
    pub(super) fn step_to_a_person(&mut self, back: bool) {
        self.thinking = None;
        let Some(played) = &mut self.game else { return };
        while played.step(back) {
            if computer_to_move(&played.document).is_none() {
                return;
            }
        }
        if back {
            // Nobody is left to choose otherwise: the computer waits, so that there is something to undo at all.
            self.computers_wait = computer_to_move(&played.document).is_some();
        }
    }
}
