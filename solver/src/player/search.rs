//! Where to lay.

use rand_chacha::ChaCha8Rng;
use tayu_core::{Choice, Move, Pair, Party, Placement, Sight, Tile};

use super::outlook::result;
use super::world::{Roles, World, below, imagine_coming, product};
use super::{Clock, Level};
use super::{ending, ply};

/// A placement that may be chosen.
#[derive(Debug, Clone)]
struct Candidate {
    placement: Placement,
    world: World,
    sum: f32,
    /// One tile ahead.
    prior: f32,
}

/// The move of a player who has one of these tiles to lay.
pub(super) fn lay(
    sight: &Sight,
    roles: &Roles,
    choice: Choice,
    level: Level,
    rng: &mut ChaCha8Rng,
    clock: &mut Clock<'_>,
) -> Option<Move> {
    let world = World::of(sight);
    let party = roles.party(world.to_move);
    let mut placements: Vec<Placement> = (choice.kinds())
        .flat_map(|tile| world.board.legal_placements(tile))
        .collect();
    let no_place = sight.place_for(choice).is_none();
    if placements.is_empty() {
        return no_place.then_some(Move::Nowhere);
    }
    // Of equals the first is taken, which is any.
    let from = below(rng, placements.len());
    placements.rotate_left(from);
    let claim = no_place.then_some(Move::Nowhere);
    let now: Option<&dyn Fn([u8; 4]) -> i64> = match level {
        Level::Random => return claim.or_else(|| placements.first().copied().map(Move::Lay)),
        Level::FirstGame => Some(&|points| scored(points, party)),
        Level::Greedy => Some(&|points| margin(points, party)),
        Level::Pupil | Level::Captain | Level::Navigator => None,
    };
    if let Some(value) = now {
        let most = (placements.into_iter().rev()).max_by_key(|&p| value(world.field.after(p).points));
        return most.map(Move::Lay);
    }
    let mut candidates: Vec<Candidate> = (placements.into_iter())
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
    // In the Pro game it may be that the tile in front of the player has a place and the end can be claimed all the same.
    if let Some(claim) = claim {
        let ended = if sight.ends_without_place() {
            result(world.field.points, roles, party)
        } else {
            world.worth(roles, party, sight.left())
        };
        if candidates.first().is_some_and(|best| ended > best.prior) {
            return Some(claim);
        }
    }
    if candidates.len() > 1 {
        match level {
            Level::Navigator if look_to_the_end(sight, roles, party, &mut candidates, clock) => {}
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

// Matches of 24 to 30 games between players that looked so many tiles ahead, with 50 000 nodes a move: five won 17, drew 1
// and lost 6 against two, and won 15, drew 1 and lost 8 against ten; with 10 000 nodes, ten candidates won 20 of 30 against 24.

const CAPTAIN: Depth = Depth {
    candidates: 8,
    tiles: 1,
    orders: 24,
};

const NAVIGATOR: Depth = Depth {
    candidates: 16,
    tiles: 5,
    orders: usize::MAX,
};

/// Finds the best candidate where the order of the tiles is known, and puts it first. Whether the budget sufficed.
fn look_to_the_end(
    sight: &Sight,
    roles: &Roles,
    party: Party,
    candidates: &mut [Candidate],
    clock: &mut Clock<'_>,
) -> bool {
    let Some(coming) = ending::known_order(sight) else {
        return false;
    };
    let (mut best, mut found) = (0, f32::NEG_INFINITY);
    for (n, candidate) in candidates.iter().enumerate() {
        let window = (found, f32::INFINITY);
        let world = candidate.world.clone();
        match ending::value(world, roles, &coming, party, window, clock) {
            Some(value) if value > found => (best, found) = (n, value),
            Some(_) => {}
            None => return false,
        }
    }
    candidates.swap(0, best);
    true
}

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
    let mut remaining = candidates.len();
    for order in 0..depth.orders {
        if clock.is_over() || remaining == 1 {
            break;
        }
        let coming = imagine_coming(sight, None, rng);
        // About what that costs. It also ends the loop where games end before a tile is laid.
        clock.spend(100);
        let mut values = Vec::with_capacity(remaining);
        for candidate in &candidates[..remaining] {
            values.push(play_on(
                candidate.world.clone(),
                roles,
                &coming,
                party,
                depth.tiles,
                clock,
            ));
            // An order that not all have been tried with would favour some.
            if clock.is_over() {
                return;
            }
        }
        for (candidate, value) in candidates.iter_mut().zip(values) {
            candidate.sum += value;
        }
        candidates[..remaining].sort_by(|a, b| b.sum.total_cmp(&a.sum));
        if depth.orders == usize::MAX && order > 0 {
            remaining = remaining.min(survivors(candidates.len(), clock.used()));
        }
    }
}

/// How many of so many are left when this much of a budget is used up: as if the worse half went each time that a share is.
fn survivors(all: usize, used: f32) -> usize {
    let halvings = all.max(2).ilog2() as f32;
    (all >> (used.min(1.0) * halvings) as usize).max(2)
}

/// What becomes of a world for a party when all lay what looks best one tile ahead, so many tiles long.
fn play_on(
    mut world: World,
    roles: &Roles,
    coming: &[Tile],
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
