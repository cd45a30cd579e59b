//! A puzzle that a person is setting.

use std::path::{Path, PathBuf};

use tayu_core::puzzle::About;
use tayu_core::tile::TILES_PER_KIND;
use tayu_core::{Board, Draft, Goal, Placement, SetupFault, Tile};

use super::History;

/// One change of a puzzle that is being set.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum DraftEdit {
    /// Lays a tile, legal or not. Squares that are covered already stay as they are.
    Lay(Placement),
    /// Takes a tile from one place and lays it at another.
    Move {
        /// Where it lies.
        from: Placement,
        /// Where it goes.
        to: Placement,
    },
    /// Takes a tile off the board.
    Erase(Placement),
    /// Takes all tiles off the board.
    ClearBoard,
    /// Adds a tile at the end of the sequence.
    Append(Tile),
    /// Takes the tile with this number, from 0, out of the sequence.
    Remove(usize),
    /// Moves the tile with the number `from` to the number `to`.
    Reorder {
        /// Its number now, from 0.
        from: usize,
        /// Its number afterwards, from 0.
        to: usize,
    },
    /// Adds these tiles at the end of the sequence.
    Fill(Vec<Tile>),
    /// Empties the sequence.
    ClearSequence,
    /// Sets what is to be reached.
    Goal(Goal),
    /// Sets title, author and notes.
    About(About),
    /// Lays the first tiles of the sequence, in order.
    LayLine(Vec<Placement>),
}

/// A puzzle being set, with its file.
#[derive(Debug, Clone)]
pub struct DraftDocument {
    drafts: History<Draft>,
    /// The state that lies on disk, or the one it began with.
    saved: Draft,
    path: Option<PathBuf>,
    /// The last step was typing, which the next one may join.
    typing: bool,
}

impl Default for DraftDocument {
    fn default() -> Self {
        Self::new(Draft::default(), None)
    }
}

impl DraftDocument {
    /// A document that begins with this draft, as it lies in the file if there is one.
    #[must_use]
    pub fn new(draft: Draft, path: Option<PathBuf>) -> Self {
        Self {
            drafts: History::new(draft.clone()),
            saved: draft,
            path,
            typing: false,
        }
    }

    /// A document whose beginning has not been saved anywhere, such as a position from a game.
    #[must_use]
    pub fn unsaved(draft: Draft) -> Self {
        Self {
            saved: Draft::default(),
            ..Self::new(draft, None)
        }
    }

    /// The draft now.
    #[must_use]
    pub const fn draft(&self) -> &Draft {
        self.drafts.present()
    }

    /// Its file, once it has one.
    #[must_use]
    pub fn path(&self) -> Option<&Path> {
        self.path.as_deref()
    }

    /// Whether there is something that would be lost.
    #[must_use]
    pub fn is_unsaved(&self) -> bool {
        *self.draft() != self.saved
    }

    /// Notes that `written` now lies in the file. Edits made since it was written stay unsaved.
    pub fn mark_saved(&mut self, written: Draft, path: PathBuf) {
        self.saved = written;
        self.path = Some(path);
        self.typing = false;
    }

    /// Everything that keeps the draft from being a puzzle.
    #[must_use]
    pub fn faults(&self) -> Vec<SetupFault> {
        self.draft().setup.faults()
    }

    /// The board as the rules see it, with as many of its tiles as they accept in some order.
    #[must_use]
    pub fn board_without(&self, carried: Option<Placement>) -> Board {
        let mut board = Board::new();
        let mut waiting = self.draft().setup.board.clone();
        waiting.retain(|&p| Some(p) != carried);
        loop {
            let before = waiting.len();
            waiting.retain(|&p| board.lay(p).is_err());
            if waiting.len() == before {
                return board;
            }
        }
    }

    /// The tile that covers a square; the one laid last, if several do.
    #[must_use]
    pub fn tile_at(&self, square: tayu_core::Square) -> Option<Placement> {
        self.draft()
            .setup
            .board
            .iter()
            .rev()
            .copied()
            .find(|p| p.squares().contains(&square))
    }

    /// Whether a tile laid there would lie on another one, the carried one left aside.
    #[must_use]
    pub fn overlaps(&self, placement: Placement, carried: Option<Placement>) -> bool {
        let covered = placement.squares();
        let mut others = self.draft().setup.board.iter().filter(|&&p| Some(p) != carried);
        others.any(|p| p.squares().iter().any(|s| covered.contains(s)))
    }

    /// Makes a change. Says whether there was anything to change.
    pub fn edit(&mut self, edit: DraftEdit) -> bool {
        let joins = self.typing && matches!(edit, DraftEdit::About(_));
        let typing = matches!(edit, DraftEdit::About(_));
        let Some(next) = self.after(edit) else {
            return false;
        };
        if next == *self.draft() {
            return false;
        }
        if joins {
            self.drafts.amend(next);
        } else {
            self.drafts.push(next);
        }
        self.typing = typing;
        true
    }

    /// The next typing begins a step of its own.
    pub const fn end_typing(&mut self) {
        self.typing = false;
    }

    fn after(&self, edit: DraftEdit) -> Option<Draft> {
        let mut draft = self.draft().clone();
        let counts = draft.setup.counts();
        let (board, sequence) = (&mut draft.setup.board, &mut draft.setup.sequence);
        match edit {
            DraftEdit::Lay(placement) => {
                if self.overlaps(placement, None) {
                    return None;
                }
                board.push(placement);
            }
            DraftEdit::Move { from, to } => {
                if self.overlaps(to, Some(from)) {
                    return None;
                }
                let at = board.iter().position(|&p| p == from)?;
                board[at] = to;
            }
            DraftEdit::Erase(placement) => {
                let at = board.iter().rposition(|&p| p == placement)?;
                board.remove(at);
            }
            DraftEdit::ClearBoard => board.clear(),
            DraftEdit::Append(tile) => {
                if counts.of(tile) >= TILES_PER_KIND {
                    return None;
                }
                sequence.push(tile);
            }
            DraftEdit::Remove(at) => {
                if at >= sequence.len() {
                    return None;
                }
                sequence.remove(at);
            }
            DraftEdit::Reorder { from, to } => {
                if from >= sequence.len() || to >= sequence.len() {
                    return None;
                }
                let tile = sequence.remove(from);
                sequence.insert(to, tile);
            }
            DraftEdit::Fill(tiles) => {
                let mut counts = counts;
                tiles.iter().for_each(|&tile| counts.add(tile));
                if counts.overdrawn().next().is_some() {
                    return None;
                }
                sequence.extend(tiles);
            }
            DraftEdit::ClearSequence => sequence.clear(),
            DraftEdit::Goal(goal) => draft.goal = goal,
            DraftEdit::About(about) => draft.about = about,
            DraftEdit::LayLine(line) => {
                let is_next = line.iter().zip(&*sequence).all(|(p, t)| p.tile() == *t);
                if line.len() > sequence.len() || !is_next || line.iter().any(|&p| self.overlaps(p, None)) {
                    return None;
                }
                sequence.drain(..line.len());
                board.extend(line);
            }
        }
        Some(draft)
    }

    /// One step back. Says whether there was one.
    pub fn undo(&mut self) -> bool {
        self.typing = false;
        self.drafts.undo()
    }

    /// One step forward again. Says whether there was one.
    pub fn redo(&mut self) -> bool {
        self.typing = false;
        self.drafts.redo()
    }

    /// Whether there is something to undo and to redo.
    #[must_use]
    pub fn can_undo_redo(&self) -> (bool, bool) {
        (self.drafts.undo_leads_to().is_some(), self.drafts.can_redo())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn placement(text: &str) -> Placement {
        text.parse().unwrap()
    }

    #[test]
    fn every_edit_can_be_undone_exactly() {
        let mut document = DraftDocument::default();
        let about = About {
            title: Some("A".to_owned()),
            ..About::default()
        };
        let edits = [
            DraftEdit::Lay(placement("i10-147")),
            DraftEdit::Lay(placement("a1-123")),
            DraftEdit::Move {
                from: placement("a1-123"),
                to: placement("l10-138"),
            },
            DraftEdit::Append("123".parse().unwrap()),
            DraftEdit::Append("148".parse().unwrap()),
            DraftEdit::Reorder { from: 1, to: 0 },
            DraftEdit::Remove(1),
            DraftEdit::Fill(vec!["258".parse().unwrap()]),
            DraftEdit::Goal(Goal::Duel(tayu_core::Pair::EastWest)),
            DraftEdit::About(about),
            DraftEdit::ClearSequence,
            DraftEdit::Erase(placement("l10-138")),
            DraftEdit::ClearBoard,
        ];
        let mut states = vec![document.draft().clone()];
        for edit in edits {
            assert!(document.edit(edit.clone()), "{edit:?}");
            states.push(document.draft().clone());
        }
        assert!(document.is_unsaved());
        for state in states.iter().rev().skip(1) {
            assert!(document.undo());
            assert_eq!(document.draft(), state);
        }
        assert!(!document.undo() && !document.is_unsaved());
        for state in &states[1..] {
            assert!(document.redo());
            assert_eq!(document.draft(), state);
        }
    }

    #[test]
    fn what_cannot_be_done_changes_nothing() {
        let mut document = DraftDocument::default();
        assert!(document.edit(DraftEdit::Lay(placement("i10-147"))));
        for edit in [
            DraftEdit::Lay(placement("k10-123")),
            DraftEdit::Erase(placement("a1-123")),
            DraftEdit::Remove(0),
            DraftEdit::Reorder { from: 0, to: 1 },
            DraftEdit::LayLine(vec![placement("l10-138")]),
            DraftEdit::Fill(Vec::new()),
        ] {
            assert!(!document.edit(edit.clone()), "{edit:?}");
        }
        for _ in 0..4 {
            assert!(document.edit(DraftEdit::Append("123".parse().unwrap())));
        }
        assert!(!document.edit(DraftEdit::Append("567".parse().unwrap())));
    }

    #[test]
    fn typing_is_one_step() {
        let mut document = DraftDocument::default();
        for title in ["A", "Ab", "Abc"] {
            let about = About {
                title: Some(title.to_owned()),
                ..About::default()
            };
            assert!(document.edit(DraftEdit::About(about)));
        }
        assert!(document.undo());
        assert_eq!(document.draft().about.title, None);
    }

    #[test]
    fn edits_made_while_saving_stay_unsaved() {
        let mut document = DraftDocument::default();
        document.edit(DraftEdit::Lay(placement("i10-147")));
        let written = document.draft().clone();
        document.edit(DraftEdit::Lay(placement("l10-138")));
        document.mark_saved(written, "x.tayu.json".into());
        assert!(document.is_unsaved());
        assert!(document.undo() && !document.is_unsaved());
    }
}
