//! Plays near one that is known: a tile lies elsewhere, another perhaps where that one lay, and the rest stays as
//! far as it can.
//!
//! Most optimal plays have tiles that bring nothing, so that one optimal play leads to many, without a question
//! to Z3; and the best play that falls short is often next to one that doesn't.

use std::ops::ControlFlow;

use tayu_core::{Board, Pair, Placement, Product, Puzzle, Spot};

/// A play near another one.
#[derive(Debug)]
pub(super) enum Near {
    /// It has the highest product from its last tile on.
    Reaches(Vec<Placement>),
    /// It is over and has less.
    FallsShort(Product, Vec<Placement>),
}

/// Where a tile goes that can't stay where it was.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Taste {
    /// Where it brings the most.
    Greedy,
    /// Where it brings the least.
    Lazy,
}

/// The neighbours of plays.
#[derive(Debug)]
pub(super) struct Neighbourhood<'a> {
    pub(super) puzzle: &'a Puzzle,
    pub(super) pair: Pair,
    /// The highest there is.
    pub(super) product: Product,
}

impl Neighbourhood<'_> {
    /// Hands on the plays near a legal one, until `each` has enough of them.
    pub(super) fn visit<B>(
        &self,
        play: &[Placement],
        mut each: impl FnMut(Near) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let mut board = self.puzzle.position().board().clone();
        for (n, &here) in play.iter().enumerate() {
            for elsewhere in board.legal_placements(here.tile()) {
                if elsewhere == here {
                    continue;
                }
                let mut variant = play.to_vec();
                variant[n] = elsewhere;
                for taste in [Taste::Greedy, Taste::Lazy] {
                    let near = self.follow(&board, n, &variant, Some(here.spot()), taste);
                    let reaches = matches!(near, Near::Reaches(_));
                    each(near)?;
                    if reaches {
                        break;
                    }
                }
            }
            // Once the highest product is reached it does not matter where the rest lies.
            if board.lay(here).is_err() || board.coasts().product(self.pair) >= self.product {
                break;
            }
        }
        ControlFlow::Continue(())
    }

    /// The whole plays that go on from a legal beginning.
    pub(super) fn complete(&self, beginning: &[Placement]) -> [Near; 2] {
        let board = self.puzzle.position().board();
        [Taste::Greedy, Taste::Lazy].map(|taste| self.follow(board, 0, beginning, None, taste))
    }

    /// Follows a play from its tile `n` on. A tile that can't lie where the play has it goes to the spot that was
    /// left, if it can, else where the taste wants it.
    fn follow(&self, board: &Board, n: usize, play: &[Placement], left: Option<Spot>, taste: Taste) -> Near {
        let mut board = board.clone();
        let mut laid = play[..n].to_vec();
        for (n, &tile) in self.puzzle.sequence().iter().enumerate().skip(n) {
            let as_before = play.get(n).copied().filter(|&placement| board.allows(placement));
            let Some(placement) = as_before
                .or_else(|| {
                    board
                        .legal_placements(tile)
                        .find(|other| left == Some(other.spot()))
                })
                .or_else(|| self.choose(&board, board.legal_placements(tile), taste))
            else {
                break;
            };
            if board.lay(placement).is_err() {
                break;
            }
            laid.push(placement);
            if board.coasts().product(self.pair) >= self.product {
                return Near::Reaches(laid);
            }
        }
        Near::FallsShort(board.coasts().product(self.pair), laid)
    }

    /// The first of the placements that the taste likes best.
    fn choose(
        &self,
        board: &Board,
        placements: impl Iterator<Item = Placement>,
        taste: Taste,
    ) -> Option<Placement> {
        let after = |placement: &Placement| {
            let mut after = board.clone();
            // A legal placement is never refused.
            let _ = after.lay(*placement);
            let product = after.coasts().product(self.pair).get();
            if taste == Taste::Lazy {
                product
            } else {
                u32::MAX - product
            }
        };
        placements.min_by_key(after)
    }
}
