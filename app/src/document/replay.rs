//! A game looked at again, move by move.

use std::path::PathBuf;

use tayu_core::record::turns;
use tayu_core::{Game, Played, Record};

/// A record of a game and how far it is shown.
#[derive(Debug, Clone)]
pub struct Replay {
    record: Record,
    /// Before the first move and after each.
    states: Vec<Game>,
    shown: usize,
    path: Option<PathBuf>,
}

impl Replay {
    /// A replay from the end of a record, which may lie in a file.
    #[must_use]
    pub fn new(record: Record, path: Option<PathBuf>) -> Self {
        let states: Vec<Game> = record.states().collect();
        Self {
            shown: states.len() - 1,
            record,
            states,
            path,
        }
    }

    /// The record.
    #[must_use]
    pub const fn record(&self) -> &Record {
        &self.record
    }

    /// Its file, if it has one.
    #[must_use]
    pub const fn path(&self) -> Option<&PathBuf> {
        self.path.as_ref()
    }

    /// Notes that it lies in this file now.
    pub fn mark_saved(&mut self, path: PathBuf) {
        self.path = Some(path);
    }

    /// The game after the moves that are shown.
    #[must_use]
    pub fn game(&self) -> &Game {
        &self.states[self.shown]
    }

    /// How many moves are shown.
    #[must_use]
    pub const fn shown(&self) -> usize {
        self.shown
    }

    /// How many moves there are.
    #[must_use]
    pub fn length(&self) -> usize {
        self.states.len() - 1
    }

    /// The turns, each with its moves and with how many moves there are up to its end.
    pub fn turns(&self) -> impl Iterator<Item = (&[Played], usize)> {
        turns(self.record.game()).scan(0, |count, turn| {
            *count += turn.len();
            Some((turn, *count))
        })
    }

    /// Shows so many moves, at most all.
    pub fn show(&mut self, moves: usize) {
        self.shown = moves.min(self.length());
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tayu_core::{FirstPlayer, GameSetup, Rules, Seed, TileSource};

    #[test]
    fn every_move_can_be_gone_to() {
        let names = vec!["A".into(), "B".into()];
        let source = TileSource::Stacks(Seed(3));
        let setup = GameSetup::new(names, FirstPlayer::Lot, Rules::default(), source).unwrap();
        let mut game = Game::new(setup);
        let mut states = vec![game.clone()];
        while let Some(&action) = game.legal_moves().first() {
            game.play(action).unwrap();
            states.push(game.clone());
        }
        let mut replay = Replay::new(Record::of(&game, false), None);
        assert_eq!(
            (replay.shown(), replay.length()),
            (states.len() - 1, states.len() - 1)
        );
        for (n, state) in states.iter().enumerate() {
            replay.show(n);
            assert_eq!(replay.game(), state);
        }
        replay.show(usize::MAX);
        assert_eq!(replay.game().outcome(), game.outcome());
        assert_eq!(
            replay.turns().last().map(|(_, count)| count),
            Some(replay.length())
        );
    }
}
