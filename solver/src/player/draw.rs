//! Where to draw.

use rand_chacha::ChaCha8Rng;
use tayu_core::{Move, Sight, SupplySight};

use super::world::below;
use super::{Clock, Level};

pub(super) fn draw(
    sight: &Sight,
    _level: Level,
    rng: &mut ChaCha8Rng,
    _clock: &mut Clock<'_>,
) -> Option<Move> {
    if let SupplySight::Table { .. } = sight.supply() {
        return None;
    }
    let moves = sight.legal_moves();
    moves.get(below(rng, moves.len().max(1))).copied()
}
