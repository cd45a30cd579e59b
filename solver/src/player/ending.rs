//! The end of a game whose tiles come in a known order, searched through.

use tayu_core::{Notice, Party, Placement, ProEnd, Rules, Sight, Tile};

use super::Clock;
use super::outlook::{Score, chance};
use super::world::{Roles, World};

/// The only order in which the tiles can come: where those left are all of one kind, or there is none left.
pub(super) fn known_order(sight: &Sight) -> Option<Vec<Tile>> {
    let left = sight.left();
    if left == 0 {
        return Some(Vec::new());
    }
    let mut kinds = Tile::all().filter(|&tile| sight.seen().left(tile) > 0);
    match (kinds.next(), kinds.next()) {
        (Some(tile), None) => Some(vec![tile; left]),
        _ => None,
    }
}

/// Whether a player may claim the end of the game and may lay a tile all the same: the one drawn has no place, but the one that was in
/// front of them has. Plays to the end as [`play_out`] looks at them are not all that there are then.
pub(super) fn has_claims(rules: &Rules) -> bool {
    rules.pro && rules.pro_end == ProEnd::New && rules.notice == Notice::Players
}

/// How a game ends for a party, in whose favour its seats lay and against it all others, when the tiles come like this, and
/// how it is played; all that is beyond `alpha` and `beta` is no more than a bound. `None` when the budget did not suffice.
pub(super) fn play_out(
    mut world: World,
    roles: &Roles,
    coming: &[Tile],
    party: Party,
    (mut alpha, mut beta): (Score, Score),
    clock: &mut Clock<'_>,
) -> Option<(Score, Vec<Placement>)> {
    let Some(choice) = world.turn(roles, coming) else {
        return Some((Score::of(world.field.points, roles, party), Vec::new()));
    };
    let mover = roles.party(world.to_move);
    let next = roles.party(roles.after(world.to_move));
    // What looks good for the one who lays comes first.
    let mut placements: Vec<(f32, Placement)> = (choice.kinds())
        .flat_map(|tile| world.board.legal_placements(tile))
        .map(|p| (chance(&world.field.after(p), roles, mover, next), p))
        .collect();
    if clock.spend(placements.len()) {
        return None;
    }
    placements.sort_by(|a, b| b.0.total_cmp(&a.0));
    let ours = mover == party;
    let mut best = if ours { Score::LOWEST } else { Score::HIGHEST };
    let mut line = Vec::new();
    for (_, placement) in placements {
        let mut after = world.clone();
        after.lay(roles, choice, placement);
        let (found, mut rest) = play_out(after, roles, coming, party, (alpha, beta), clock)?;
        if line.is_empty() || (if ours { found > best } else { found < best }) {
            best = found;
            rest.insert(0, placement);
            line = rest;
        }
        if ours {
            alpha = alpha.max(found);
        } else {
            beta = beta.min(found);
        }
        if alpha >= beta {
            break;
        }
    }
    Some((best, line))
}
