//! Where to draw.

use rand_chacha::ChaCha8Rng;
use tayu_core::{
    Choice, Depth, Draw, Lane, Move, NoPlace, Party, SeenTile, Sight, SupplySight, SupplyView, Tile,
};

use super::outlook::{chance, result};
use super::world::{Roles, World, below};
use super::{Clock, Level, ply};

/// Somewhere to draw.
#[derive(Debug)]
struct Source {
    action: Move,
    /// The kinds that may come, each with the number of its tiles that may.
    kinds: Vec<(Tile, f32)>,
}

/// What drawing and laying comes to, from 0 to 1.
#[derive(Debug, Clone, Copy, Default)]
struct Prospect {
    /// For the one who draws.
    theirs: f32,
    /// For the party that asks.
    ours: f32,
}

pub(super) fn draw(sight: &Sight, level: Level, rng: &mut ChaCha8Rng, clock: &mut Clock<'_>) -> Option<Move> {
    if let SupplySight::Table { .. } = sight.supply() {
        return None;
    }
    let moves = sight.legal_moves();
    let any = moves.get(below(rng, moves.len().max(1))).copied();
    let Some(roles) = Roles::of(sight).filter(|_| level >= Level::Captain && !sight.is_dealing()) else {
        return any;
    };
    let world = World::of(sight);
    let party = roles.party(world.to_move);
    let mut sources = sources(sight, None, rng);
    if sources.len() < 2 {
        return any;
    }
    let from = below(rng, sources.len());
    sources.rotate_left(from);
    let now = |clock: &mut Clock<'_>| -> Vec<f32> {
        let prospects = sources
            .iter()
            .map(|source| prospect(&world, &roles, &source.kinds, party, clock));
        prospects.map(|prospect| prospect.ours).collect()
    };
    let values = if level == Level::Navigator {
        let mut replied = |source| after_reply(sight, &world, &roles, source, party, rng, clock);
        let all: Option<Vec<f32>> = sources.iter().map(&mut replied).collect();
        all.unwrap_or_else(|| now(clock))
    } else {
        now(clock)
    };
    let best = (sources.iter().zip(values)).max_by(|(_, a), (_, b)| a.total_cmp(b));
    best.map(|(source, _)| source.action).or(any)
}

/// Where tiles can be drawn, once one has been drawn from a lane if one is named. Of spread tiles that look alike it is any.
fn sources(sight: &Sight, drawn: Option<Lane>, rng: &mut ChaCha8Rng) -> Vec<Source> {
    let kinds = |may_come: &dyn Fn(Tile) -> bool| -> Vec<(Tile, f32)> {
        Tile::all()
            .map(|tile| (tile, sight.seen().left(tile) as f32))
            .filter(|&(tile, count)| count > 0.0 && may_come(tile))
            .collect()
    };
    match sight.supply() {
        SupplySight::Stacks(view) => (Lane::ALL.into_iter())
            .filter_map(|lane| {
                let next = if drawn == Some(lane) {
                    second(view, lane)
                } else {
                    view.next(lane)
                };
                Some(Source {
                    action: Move::Draw(Draw::Lane(lane)),
                    kinds: next.map(|seen| kinds(&|tile| seen.could_be(tile)))?,
                })
            })
            .collect(),
        SupplySight::Spread(rings) => [true, false]
            .into_iter()
            .filter_map(|ring| {
                let alike: Vec<_> = rings.iter().filter(|(_, has)| *has == ring).collect();
                let &&(place, _) = alike.get(below(rng, alike.len().max(1)))?;
                Some(Source {
                    action: Move::Draw(Draw::Place(place)),
                    kinds: kinds(&|tile| tile.has_ring() == ring),
                })
            })
            .collect(),
        SupplySight::Table { .. } => Vec::new(),
    }
}

/// The tile that comes after the next one of a lane.
fn second(view: &SupplyView, lane: Lane) -> Option<&SeenTile> {
    let next = view.next(lane)?;
    let in_stack = |depth: Depth| {
        view.tiles()
            .iter()
            .filter(move |t| (t.lane, t.depth) == (lane, depth))
    };
    let below = in_stack(next.depth).filter(|t| t.height < next.height);
    let behind = Depth::new(next.depth.number() + 1);
    below
        .max_by_key(|t| t.height)
        .or_else(|| in_stack(behind?).max_by_key(|t| t.height))
}

/// What it comes to when the player whose turn it is draws one of these kinds and lays what looks best.
fn prospect(
    world: &World,
    roles: &Roles,
    kinds: &[(Tile, f32)],
    party: Party,
    clock: &mut Clock<'_>,
) -> Prospect {
    let mover = roles.party(world.to_move);
    let (mut sum, mut all) = (Prospect::default(), 0.0);
    for &(tile, weight) in kinds {
        let (laid, theirs) = lay_best(world, roles, tile, clock);
        let ours = if party == mover {
            theirs
        } else {
            stands(laid.as_ref().unwrap_or(world), roles, party, laid.is_none())
        };
        sum.theirs += weight * theirs;
        sum.ours += weight * ours;
        all += weight;
    }
    // There is a kind that may come wherever a tile is left.
    let all = f32::max(all, 1.0);
    Prospect {
        theirs: sum.theirs / all,
        ours: sum.ours / all,
    }
}

/// The same, and then the next player draws where it looks best to them. `None` when the budget does not suffice.
fn after_reply(
    sight: &Sight,
    world: &World,
    roles: &Roles,
    source: &Source,
    party: Party,
    rng: &mut ChaCha8Rng,
    clock: &mut Clock<'_>,
) -> Option<f32> {
    let lane = match source.action {
        Move::Draw(Draw::Lane(lane)) => Some(lane),
        _ => None,
    };
    let replies = sources(sight, lane, rng);
    let (mut sum, mut all) = (0.0, 0.0);
    for &(tile, weight) in &source.kinds {
        if clock.is_over() {
            return None;
        }
        let (laid, value) = lay_best(world, roles, tile, clock);
        let value = match laid {
            Some(laid) => {
                let prospects = replies
                    .iter()
                    .map(|reply| prospect(&laid, roles, &reply.kinds, party, clock));
                let best = prospects.reduce(|a, b| if b.theirs > a.theirs { b } else { a });
                best.map_or(value, |best| best.ours)
            }
            None => value,
        };
        sum += weight * value;
        all += weight;
    }
    Some(sum / f32::max(all, 1.0))
}

/// What becomes of a world when this tile is laid where it looks best, and what that is worth to the one who lays it. No world
/// comes back where the tile has no place.
fn lay_best(world: &World, roles: &Roles, tile: Tile, clock: &mut Clock<'_>) -> (Option<World>, f32) {
    let mover = roles.party(world.to_move);
    let choice = Choice {
        drawn: Some(tile),
        kept: world.hands[world.to_move],
    };
    let (best, looked) = ply::best(world, roles, choice, mover);
    clock.spend(looked);
    match best {
        Some((placement, value)) => {
            let mut laid = world.clone();
            laid.lay(roles, choice, placement);
            (Some(laid), value)
        }
        None => (None, stands(world, roles, mover, true)),
    }
}

/// What a world is worth to a party as it stands, where a tile may have been found to have no place.
fn stands(world: &World, roles: &Roles, party: Party, no_place: bool) -> f32 {
    if no_place && roles.rules.no_place == NoPlace::Ends {
        result(world.field.points, roles, party)
    } else {
        chance(&world.field, roles, party, roles.party(world.to_move))
    }
}
