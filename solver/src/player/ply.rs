//! One tile ahead.

use tayu_core::{Choice, Party, Placement};

use super::outlook::chance;
use super::world::{Roles, World};

/// The best placement of a choice for a party, how good it is, and how many were looked at; `None` where there is none.
pub(super) fn best(
    world: &World,
    roles: &Roles,
    choice: Choice,
    party: Party,
) -> (Option<(Placement, f32)>, usize) {
    let next = roles.party(roles.after(world.to_move));
    let (mut best, mut looked): (Option<(Placement, f32)>, usize) = (None, 0);
    for tile in choice.kinds() {
        for placement in world.board.legal_placements(tile) {
            let value = chance(&world.field.after(placement), roles, party, next);
            looked += 1;
            if best.is_none_or(|(_, found)| value > found) {
                best = Some((placement, value));
            }
        }
    }
    (best, looked)
}
