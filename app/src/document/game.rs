//! A game with its undo.

use tayu_core::record::Computers;
use tayu_core::{Beginner, Game, Move, MoveError, Record, Stock, TileSource};

use super::History;

/// A game that is being played.
#[derive(Debug, Clone)]
pub struct GameDocument {
    states: History<Game>,
    practice: bool,
    computers: Computers,
}

impl GameDocument {
    /// A game that begins from this state, with these seats played by the computer.
    #[must_use]
    pub const fn new(game: Game, computers: Computers) -> Self {
        Self {
            states: History::new(game),
            practice: false,
            computers,
        }
    }

    /// A game that goes on where a record ends, with all its moves to be taken back.
    #[must_use]
    pub fn resume(record: &Record) -> Self {
        Self::from_record(record, record.game().played().len())
    }

    /// A game that goes on from a record after so many moves; practice if that was, or if more is known of it than has
    /// been shown.
    #[must_use]
    pub fn from_record(record: &Record, moves: usize) -> Self {
        let mut document = Self {
            states: History::new(Game::new(record.setup().clone())),
            practice: record.practice
                || moves < record.game().played().len() && *record.setup().source() != TileSource::Table,
            computers: record.about.computers.clone(),
        };
        for action in record.moves().take(moves) {
            // What was played can be played again.
            let _ = document.play(action);
        }
        document
    }

    /// The game now.
    #[must_use]
    pub const fn game(&self) -> &Game {
        self.states.present()
    }

    /// The record of one of its states, with its supply: for the program's own keeping.
    #[must_use]
    pub fn record(&self, state: &Game) -> Record {
        let mut record = Record::with_supply(state, self.practice);
        record.about.computers = self.computers.clone();
        record
    }

    /// The seats that the computer plays.
    #[must_use]
    pub const fn computers(&self) -> &Computers {
        &self.computers
    }

    /// Whether something seen was ever taken back: somebody knows of a tile that the supply still hides.
    #[must_use]
    pub const fn is_practice(&self) -> bool {
        self.practice
    }

    /// Makes a move.
    ///
    /// # Errors
    /// [`MoveError`] with the reason; the game is then unchanged.
    pub fn play(&mut self, action: Move) -> Result<(), MoveError> {
        let mut next = self.game().clone();
        next.play(action)?;
        self.states.push(next);
        Ok(())
    }

    /// Whether the next undo takes back something that was hidden before: a draw, the lot for who begins, or the end,
    /// which shows the whole supply. That makes the game practice. At a table elsewhere the program hides nothing.
    #[must_use]
    pub fn undo_takes_back_something_seen(&self) -> bool {
        let now = self.game();
        self.states.undo_leads_to().is_some_and(|before| {
            let drawn = before.drawn_tiles().count() < now.drawn_tiles().count();
            let lot = now.setup().rules().beginner == Beginner::Lot
                && before.spoilsport().is_none()
                && now.spoilsport().is_some();
            let end = now.outcome().is_some() && now.left() > 0;
            !matches!(now.stock(), Stock::Table) && (drawn || lot || end)
        })
    }

    /// Marks the game as practice for good.
    pub const fn make_practice(&mut self) {
        self.practice = true;
    }

    /// The state furthest from the beginning: the one that redoing everything leads to.
    #[must_use]
    pub fn furthest(&self) -> &Game {
        self.states.furthest()
    }

    /// One step back. Says whether there was one. Taking back something seen marks the game as
    /// practice for good.
    pub fn undo(&mut self) -> bool {
        self.practice |= self.undo_takes_back_something_seen();
        self.states.undo()
    }

    /// One step forward again. Says whether there was one.
    pub fn redo(&mut self) -> bool {
        self.states.redo()
    }

    /// Whether there is something to undo and to redo.
    #[must_use]
    pub fn can_undo_redo(&self) -> (bool, bool) {
        (self.states.undo_leads_to().is_some(), self.states.can_redo())
    }

    /// Whether a game is going on that would be missed.
    #[must_use]
    pub fn is_under_way(&self) -> bool {
        let has_begun = !self.game().played().is_empty() || self.states.can_redo();
        has_begun && self.game().outcome().is_none()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tayu_core::{FirstPlayer, GameSetup, Rules, Seed};

    fn setup() -> GameSetup {
        let names = vec!["A".into(), "B".into()];
        let source = TileSource::Stacks(Seed(3));
        GameSetup::new(names, FirstPlayer::Lot, Rules::default(), source).unwrap()
    }

    #[test]
    fn undo_restores_exactly_and_only_a_draw_taken_back_makes_it_practice() {
        let mut document = GameDocument::new(Game::new(setup()), Computers::default());
        let mut states = vec![document.game().clone()];
        while document.game().outcome().is_none() {
            let action = document.game().legal_moves()[0];
            document.play(action).unwrap();
            states.push(document.game().clone());
        }
        assert!(states.len() > 10 && !document.is_under_way());
        // The last state came from a draw that fitted nowhere, or from the very last tile laid.
        let last_was_draw = document.undo_takes_back_something_seen();
        document.undo();
        assert_eq!(document.is_practice(), last_was_draw);
        for state in states.iter().rev().skip(2) {
            assert!(document.undo());
            assert_eq!(document.game(), state);
        }
        assert!(document.is_practice() && !document.undo());
        while document.redo() {}
        assert_eq!(Some(document.game()), states.last());
        assert!(document.is_practice());
    }

    #[test]
    fn taking_back_a_tile_laid_is_free() {
        let mut document = GameDocument::new(Game::new(setup()), Computers::default());
        for _ in 0..2 {
            let action = document.game().legal_moves()[0];
            document.play(action).unwrap();
        }
        assert!(!document.undo_takes_back_something_seen() && document.undo() && !document.is_practice());
        assert!(document.undo_takes_back_something_seen() && document.undo() && document.is_practice());
    }
}
