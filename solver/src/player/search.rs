//! Where to lay.

use rand_chacha::ChaCha8Rng;
use tayu_core::{Choice, Move, Pair, Party, Placement, Sight};

use super::outlook::result;
use super::ply;
use super::world::{Roles, World, below, imagine_coming, product};
use super::{Clock, Level};

/// A placement that may be chosen.
#[derive(Debug, Clone)]
struct Candidate {
    placement: Placement,
    world: World,
    sum: f32,
    /// One tile ahead.
    prior: f32,
}

pub(super) fn lay(
    sight: &Sight,
    roles: &Roles,
    choice: Choice,
    level: Level,
    rng: &mut ChaCha8Rng,
    clock: &mut Clock<'_>,
) -> Option<Move> {
    let seat = sight.to_move().index();
    let party = roles.party(seat);
    let world = World::of(sight);
    let claim = sight.place_for(choice).is_none();
    let placements: Vec<Placement> = (choice.kinds())
        .flat_map(|tile| world.board.legal_placements(tile))
        .collect();
    if claim {
        return Some(Move::Nowhere);
    }
    if level == Level::Random {
        return placements
            .get(below(rng, placements.len().max(1)))
            .copied()
            .map(Move::Lay);
    }
    // Of equals any is taken.
    let from = below(rng, placements.len().max(1));
    let (back, front) = placements.split_at(from);
    let in_turn = || front.iter().chain(back).copied();
    let points = |placement: Placement| {
        let before = world.field.points;
        let after = world.field.after(placement).points;
        (before, after)
    };
    let best_by = |value: &dyn Fn(Placement) -> i64| in_turn().rev().max_by_key(|&p| value(p)).map(Move::Lay);
    match level {
        Level::FirstGame => {
            return best_by(&|placement| {
                let (_, after) = points(placement);
                scored(after, party)
            });
        }
        Level::Greedy => {
            return best_by(&|placement| margin(points(placement).1, party));
        }
        _ => {}
    }
    let mut candidates: Vec<Candidate> = in_turn()
        .map(|placement| {
            let mut after = world.clone();
            after.lay(roles, choice, placement);
            let prior = after.worth(roles, party, sight.left());
            Candidate {
                placement,
                world: after,
                sum: 0.0,
                prior,
            }
        })
        .collect();
    clock.spend(candidates.len());
    candidates.sort_by(|a, b| b.prior.total_cmp(&a.prior));
    if candidates.len() > 1 && sight.left() > 0 {
        match level {
            Level::Captain => look_ahead(sight, roles, party, &mut candidates, CAPTAIN, rng, clock),
            Level::Navigator => look_ahead(sight, roles, party, &mut candidates, NAVIGATOR, rng, clock),
            _ => {}
        }
    }
    candidates.first().map(|best| Move::Lay(best.placement))
}

/// How far a level looks.
#[derive(Debug, Clone, Copy)]
struct Depth {
    /// How many placements it looks at more closely.
    candidates: usize,
    /// How many tiles it lays after its own.
    tiles: usize,
    /// In how many orders of the tiles at most.
    orders: usize,
}

const CAPTAIN: Depth = Depth {
    candidates: 8,
    tiles: 1,
    orders: 24,
};

const NAVIGATOR: Depth = Depth {
    candidates: 24,
    tiles: 6,
    orders: usize::MAX,
};

/// Plays on after each candidate with the tiles coming in one order after the other, and sorts them by how that ends. The more
/// of the budget is used up, the fewer of the best remain.
fn look_ahead(
    sight: &Sight,
    roles: &Roles,
    party: Party,
    candidates: &mut Vec<Candidate>,
    depth: Depth,
    rng: &mut ChaCha8Rng,
    clock: &mut Clock<'_>,
) {
    candidates.truncate(depth.candidates);
    let all = candidates.len() as f32;
    let mut remaining = candidates.len();
    for order in 0..depth.orders {
        if clock.is_over() || remaining == 1 {
            break;
        }
        let coming = imagine_coming(sight, None, rng);
        let mut values = [0.0; 64];
        for (candidate, value) in candidates.iter().zip(&mut values).take(remaining) {
            *value = play_on(candidate.world.clone(), roles, &coming, party, depth.tiles, clock);
        }
        // An order that not all have been tried with would favour some.
        if clock.is_over() && order > 0 {
            break;
        }
        for (candidate, value) in candidates.iter_mut().zip(values).take(remaining) {
            candidate.sum += value;
        }
        candidates[..remaining].sort_by(|a, b| b.sum.total_cmp(&a.sum));
        if order >= 7 {
            let used = if depth.orders == usize::MAX {
                clock.used()
            } else {
                0.0
            };
            remaining = remaining.min(survivors(all, used));
        }
    }
}

/// How many of so many are left when this much of a budget is used up.
fn survivors(all: f32, used: f32) -> usize {
    // As if the worse half went each time that a fifth is used up.
    let mut left = all;
    let mut at = 0.2;
    while at < used {
        left /= 2.0;
        at += 0.2;
    }
    (left as usize).max(2)
}

/// What becomes of a world for a party when all lay what looks best one tile ahead, so many tiles long.
fn play_on(
    mut world: World,
    roles: &Roles,
    coming: &[tayu_core::Tile],
    party: Party,
    tiles: usize,
    clock: &mut Clock<'_>,
) -> f32 {
    for _ in 0..tiles {
        let Some(choice) = world.turn(roles, coming) else {
            return result(world.field.points, roles, party);
        };
        let (best, looked) = ply::best(&world, roles, choice, roles.party(world.to_move));
        if let Some((placement, _)) = best {
            world.lay(roles, choice, placement);
        }
        if clock.spend(looked) {
            break;
        }
    }
    world.worth(roles, party, coming.len() - world.drawn)
}

/// Points of a party's coasts; for the spoilsport, the fewer the better.
fn scored(points: [u8; 4], party: Party) -> i64 {
    let sum = |pair: Pair| -> i64 { pair.coasts().map(|c| i64::from(points[c.index()])).iter().sum() };
    match party {
        Party::Coasts(pair) => sum(pair),
        Party::Spoilsport => -Pair::ALL.map(sum).iter().sum::<i64>(),
    }
}

/// How far a party's product is ahead; for the spoilsport, how low the higher one is.
fn margin(points: [u8; 4], party: Party) -> i64 {
    let of = |pair| i64::from(product(points, pair));
    match party {
        Party::Coasts(pair) => of(pair) - of(pair.other()),
        Party::Spoilsport => -of(Pair::NorthSouth).max(of(Pair::EastWest)),
    }
}
