//! Where to lay.

use rand_chacha::ChaCha8Rng;
use tayu_core::{Choice, Move, Pair, Party, Placement, Sight};

use super::comparison::{self, Candidate, Comparison};
use super::outlook::Score;
use super::world::{Kinds, Roles, World, below, product};
use super::{Clock, Level, draw, ending};

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
    let next = match level {
        Level::Navigator => draw::next_kinds(sight),
        _ => Kinds::NONE,
    };
    let mut candidates = comparison::candidates(placements, &world, roles, choice, sight.left(), &next);
    clock.spend(candidates.len());
    // In the Pro game it may be that the tile in front of the player has a place and the end can be claimed all the same.
    if let Some(claim) = claim {
        let ended = if sight.ends_without_place() {
            world.ended(roles, party).1
        } else {
            world.worth(roles, party, sight.left())
        };
        if candidates.first().is_some_and(|best| ended > best.prior) {
            return Some(claim);
        }
    }
    let depth = match level {
        _ if candidates.len() < 2 => None,
        Level::Navigator => {
            if look_to_the_end(sight, roles, party, &mut candidates, clock) {
                None
            } else {
                Some(NAVIGATOR)
            }
        }
        Level::Captain => Some(CAPTAIN),
        _ => None,
    };
    if let Some(depth) = depth {
        candidates.truncate(depth.candidates);
        let mut comparison = Comparison::new(sight, roles, party, candidates);
        look_ahead(&mut comparison, depth, rng, clock);
        candidates = comparison.candidates;
    }
    candidates.first().map(|best| Move::Lay(best.placement))
}

/// How far a level looks.
#[derive(Debug, Clone, Copy)]
pub(super) struct Depth {
    /// How many placements it looks at more closely.
    pub(super) candidates: usize,
    /// How many tiles it lays after its own.
    pub(super) tiles: usize,
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

pub(super) const NAVIGATOR: Depth = Depth {
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
    let (mut best, mut found) = (0, Score::LOWEST);
    for (n, candidate) in candidates.iter().enumerate() {
        let window = (found, Score::HIGHEST);
        let world = candidate.world.clone();
        match ending::play_out(world, roles, &coming, party, window, clock) {
            Some((score, _)) if score > found => (best, found) = (n, score),
            Some(_) => {}
            None => return false,
        }
    }
    candidates.swap(0, best);
    true
}

/// Orders before a candidate may be dropped for what became of it, and between two looks at that.
const FIRST_LOOK: usize = 16;
const BETWEEN_LOOKS: usize = 8;

/// Compares placements in one order of the tiles after the other. Those that have clearly fallen behind are dropped, and the more of
/// the budget is used up, the fewer of the best remain. When one remains, that is it, whatever is left of the budget.
fn look_ahead(comparison: &mut Comparison<'_>, depth: Depth, rng: &mut ChaCha8Rng, clock: &mut Clock<'_>) {
    let all = comparison.candidates.len();
    let mut remaining = all;
    for order in 1..=depth.orders {
        if remaining == 1 || !comparison.try_order(remaining, depth.tiles, rng, clock) {
            break;
        }
        if depth.orders == usize::MAX {
            remaining = remaining.min(survivors(all, clock.used()));
            if order >= FIRST_LOOK && order % BETWEEN_LOOKS == 0 {
                remaining = comparison.still_open(remaining);
            }
        }
    }
}

/// How many of so many are left when this much of a budget is used up: as if the worse half went each time that a share is.
fn survivors(all: usize, used: f32) -> usize {
    let halvings = all.max(2).ilog2() as f32;
    (all >> (used.min(1.0) * halvings) as usize).max(2)
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
