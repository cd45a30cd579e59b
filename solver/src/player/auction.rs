//! What to bid for the role of the spoilsport.

use rand_chacha::ChaCha8Rng;
use tayu_core::{Bid, Move, Sight};

use super::Level;
use super::world::below;

/// A bid at which the spoilsport wins about one game in three: as good as not having the role.
///
/// Of 300 games between three pupils the spoilsport won 25 % with a bid of 12, 30 % with 15, 40 % with 18 and 51 % with 22; of 200
/// Pro games 20, 27, 35 and 50 %. Navigators are not far from that.
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
