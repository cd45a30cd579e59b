//! What to bid for the role of the spoilsport.

use rand_chacha::ChaCha8Rng;
use tayu_core::{Bid, Move, Sight};

use super::Level;
use super::world::below;

/// A bid at which the spoilsport wins about one game in three: as good as not having the role.
const FAIR: u32 = 16;

pub(super) fn bid(sight: &Sight, level: Level, rng: &mut ChaCha8Rng) -> Option<Move> {
    let moves = sight.legal_moves();
    if level == Level::Random {
        return moves.get(below(rng, moves.len().max(1))).copied();
    }
    let auction = sight.auction()?;
    let lowest = sight.rules().lowest_bid.get();
    let (highest, fair) = (auction.highest_bid().get(), FAIR.max(lowest));
    // Who bids more than what is fair is underbidden; who bids less had better pass.
    if highest >= fair {
        return Bid::new(fair).map(Move::Bid);
    }
    if moves.contains(&Move::Pass) {
        return Some(Move::Pass);
    }
    Bid::new(highest).map(Move::Bid)
}
