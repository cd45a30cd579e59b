//! A puzzle that a person tries to solve by laying its tiles.

use std::sync::Arc;

use tayu_core::{Board, Choice, Goal, MoveError, Pair, Placement, Position, Product, Puzzle, Tile};

use super::History;

/// The proved best product of a puzzle.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Optimum(pub Product);

/// A puzzle with what has been laid so far.
#[derive(Debug, Clone)]
pub struct Trial {
    puzzle: Arc<Puzzle>,
    positions: History<Position>,
    optimum: Option<Optimum>,
    revealed: bool,
}

/// Where a trial stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Standing {
    /// This tile is to be laid now.
    ToLay(Tile),
    /// All tiles are laid.
    Finished,
    /// This tile fits nowhere, which ends it.
    Stuck(Tile),
}

impl Trial {
    /// A fresh trial. The optimum may be known beforehand.
    #[must_use]
    pub fn new(puzzle: Arc<Puzzle>, optimum: Option<Optimum>) -> Self {
        let start = puzzle.position().clone();
        Self {
            puzzle,
            positions: History::new(start),
            optimum,
            revealed: false,
        }
    }

    /// The puzzle.
    #[must_use]
    pub const fn puzzle(&self) -> &Arc<Puzzle> {
        &self.puzzle
    }

    /// The position now.
    #[must_use]
    pub const fn position(&self) -> &Position {
        self.positions.present()
    }

    /// What the rules see of it.
    #[must_use]
    pub const fn board(&self) -> &Board {
        self.position().board()
    }

    /// Tiles of the sequence laid so far.
    #[must_use]
    pub fn laid(&self) -> &[Placement] {
        let start = self.puzzle.position().placements().len();
        &self.position().placements()[start..]
    }

    /// The tiles still to come, the one to lay now first.
    #[must_use]
    pub fn to_come(&self) -> &[Tile] {
        &self.puzzle.sequence()[self.laid().len()..]
    }

    /// Whose coasts count: in a duel those of the side to move.
    #[must_use]
    pub fn pair(&self) -> Pair {
        match self.puzzle.goal() {
            Goal::Maximize(pair) => pair,
            Goal::Duel(pair) if self.laid().len().is_multiple_of(2) => pair,
            Goal::Duel(pair) => pair.other(),
        }
    }

    /// Where it stands.
    #[must_use]
    pub fn standing(&self) -> Standing {
        match self.to_come().first() {
            None => Standing::Finished,
            Some(&tile) if self.board().can_lay(tile) => Standing::ToLay(tile),
            Some(&tile) => Standing::Stuck(tile),
        }
    }

    /// The product of the puzzle's coasts now.
    #[must_use]
    pub fn product(&self) -> Product {
        self.board().coasts().product(self.puzzle.goal().pair())
    }

    /// The proved best product, if it is known, whether or not it may be shown.
    #[must_use]
    pub const fn optimum(&self) -> Option<Optimum> {
        self.optimum
    }

    /// The optimum, if it is known and may be shown: when asked for, or when the trial is over.
    #[must_use]
    pub fn shown_optimum(&self) -> Option<Optimum> {
        self.optimum
            .filter(|_| self.revealed || !matches!(self.standing(), Standing::ToLay(_)))
    }

    /// Whether the trial is over with a product that cannot be beaten. Any line that reaches it counts.
    #[must_use]
    pub fn is_solved(&self) -> bool {
        !matches!(self.standing(), Standing::ToLay(_))
            && self.optimum.is_some_and(|Optimum(best)| self.product() >= best)
    }

    /// Notes the optimum once it has been proved.
    pub const fn learn_optimum(&mut self, optimum: Optimum) {
        self.optimum = Some(optimum);
    }

    /// Shows the optimum from now on.
    pub const fn reveal(&mut self) {
        self.revealed = true;
    }

    /// Whether the optimum was asked for.
    #[must_use]
    pub const fn is_revealed(&self) -> bool {
        self.revealed
    }

    /// Lays the next tile.
    ///
    /// # Errors
    /// [`MoveError`] with the reason: another tile than the next one, a placement that the rules forbid, or a
    /// trial that is over.
    pub fn lay(&mut self, placement: Placement) -> Result<(), MoveError> {
        let Some(&drawn) = self.to_come().first() else {
            return Err(MoveError::Over);
        };
        let laid = placement.tile();
        if laid != drawn {
            return Err(MoveError::WrongTile {
                choice: Choice::one(drawn),
                laid,
            });
        }
        let mut next = self.position().clone();
        next.lay(placement)?;
        self.positions.push(next);
        Ok(())
    }

    /// Begins again; the way back to where it stood stays open.
    pub fn begin_again(&mut self) {
        if !self.laid().is_empty() {
            self.positions.push(self.puzzle.position().clone());
        }
    }

    /// One step back. Says whether there was one.
    pub fn undo(&mut self) -> bool {
        self.positions.undo()
    }

    /// One step forward again. Says whether there was one.
    pub fn redo(&mut self) -> bool {
        self.positions.redo()
    }

    /// Whether there is something to undo and to redo.
    #[must_use]
    pub fn can_undo_redo(&self) -> (bool, bool) {
        (
            self.positions.undo_leads_to().is_some(),
            self.positions.can_redo(),
        )
    }

    /// What is left to solve: the board as it is and the tiles to come. `None` where that is no puzzle of
    /// its own, in a duel half-way.
    #[must_use]
    pub fn rest(&self) -> Option<Arc<Puzzle>> {
        if self.laid().is_empty() {
            return Some(Arc::clone(&self.puzzle));
        }
        let mut draft = self.puzzle.draft().clone();
        draft.setup.board = self.position().placements().to_vec();
        draft.setup.sequence = self.to_come().to_vec();
        if let Goal::Duel(_) = draft.goal {
            draft.goal = Goal::Duel(self.pair());
        }
        draft.puzzle().ok().map(Arc::new)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tayu_core::Draft;

    fn trial(optimum: u32) -> Trial {
        let mut draft = Draft::default();
        draft.setup.board = vec!["i10-147".parse().unwrap()];
        draft.setup.sequence = vec!["138".parse().unwrap(), "123".parse().unwrap()];
        Trial::new(
            Arc::new(draft.puzzle().unwrap()),
            Some(Optimum(Product::new(optimum))),
        )
    }

    #[test]
    fn the_optimum_stays_hidden_until_the_end_or_until_asked_for() {
        let mut trial = trial(0);
        assert_eq!(trial.shown_optimum(), None);
        trial.lay("l10-138".parse().unwrap()).unwrap();
        assert_eq!(trial.shown_optimum(), None);
        let last = trial
            .board()
            .legal_placements("123".parse().unwrap())
            .next()
            .unwrap();
        trial.lay(last).unwrap();
        assert_eq!(trial.standing(), Standing::Finished);
        assert_eq!(trial.shown_optimum(), Some(Optimum(Product::new(0))));
        assert!(trial.is_solved());
        assert!(trial.undo() && trial.shown_optimum().is_none() && !trial.is_solved());
        trial.reveal();
        assert!(trial.shown_optimum().is_some());
    }

    #[test]
    fn only_the_next_tile_can_be_laid() {
        let mut trial = trial(0);
        let wrong = trial
            .board()
            .legal_placements("123".parse().unwrap())
            .next()
            .unwrap();
        assert!(trial.lay(wrong).is_err());
        assert!(trial.laid().is_empty());
    }

    #[test]
    fn beginning_again_can_be_undone() {
        let mut trial = trial(0);
        trial.lay("l10-138".parse().unwrap()).unwrap();
        trial.begin_again();
        assert!(trial.laid().is_empty());
        assert!(trial.undo());
        assert_eq!(trial.laid().len(), 1);
        let rest = trial.rest().unwrap();
        assert_eq!(
            (rest.position().placements().len(), rest.sequence().len()),
            (2, 1)
        );
    }
}
