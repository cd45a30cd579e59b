//! Where to draw.

use rand_chacha::ChaCha8Rng;
use tayu_core::{
    Choice, Depth, Draw, Lane, Move, NoPlace, Party, SeenTile, Sight, SupplySight, SupplyView, Tile,
};

use super::outlook::Expectation;
use super::world::{Kinds, Roles, World, below};
use super::{Clock, Level, ply};

/// Somewhere to draw.
#[derive(Debug)]
pub(super) struct Source {
    /// `None` where the tile is drawn at a table elsewhere.
    pub(super) action: Option<Move>,
    /// The kinds that may come, each with the number of its tiles that may.
    pub(super) kinds: Vec<(Tile, f32)>,
}

/// What drawing and laying comes to.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Prospect {
    /// For the one who lays, from 0 to 1.
    theirs: f32,
    /// For the party that asks, from 0 to 1.
    pub(super) ours: f32,
    /// What the party that asks can expect.
    pub(super) expectation: Expectation,
}

impl Prospect {
    /// What they come to on average, each counted as often as its number says.
    pub(super) fn mean(prospects: impl IntoIterator<Item = (f32, Self)>) -> Self {
        let (mut sum, mut all) = (Self::default(), 0.0);
        for (weight, prospect) in prospects {
            sum.theirs += weight * prospect.theirs;
            sum.ours += weight * prospect.ours;
            sum.expectation.chance += weight * prospect.expectation.chance;
            sum.expectation.margin += weight * prospect.expectation.margin;
            all += weight;
        }
        // There is a kind that may come wherever a tile is left.
        let all = f32::max(all, 1.0);
        Self {
            theirs: sum.theirs / all,
            ours: sum.ours / all,
            expectation: Expectation {
                chance: sum.expectation.chance / all,
                margin: sum.expectation.margin / all,
            },
        }
    }
}

pub(super) fn draw(sight: &Sight, level: Level, rng: &mut ChaCha8Rng, clock: &mut Clock<'_>) -> Option<Move> {
    if let SupplySight::Table { .. } = sight.supply() {
        return None;
    }
    let moves = sight.legal_moves();
    let any = moves.get(below(rng, moves.len().max(1))).copied();
    if level < Level::Captain || sight.is_dealing() {
        return any;
    }
    let Some(roles) = level.roles(sight, clock) else {
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
    let left = sight.left().saturating_sub(1);
    let now = |clock: &mut Clock<'_>| -> Vec<f32> {
        let prospects = sources
            .iter()
            .map(|source| prospect(&world, &roles, &source.kinds, party, left, clock));
        prospects.map(|prospect| prospect.ours).collect()
    };
    let values = if level == Level::Navigator {
        let mut replied = |source: &Source| {
            let kinds = after_reply(sight, &world, &roles, source, party, rng, clock)?;
            Some(Prospect::mean(kinds.into_iter().map(|(_, weight, prospect)| (weight, prospect))).ours)
        };
        let all: Option<Vec<f32>> = sources.iter().map(&mut replied).collect();
        all.unwrap_or_else(|| now(clock))
    } else {
        now(clock)
    };
    let best = (sources.iter().zip(values)).max_by(|(_, a), (_, b)| a.total_cmp(b));
    best.and_then(|(source, _)| source.action).or(any)
}

/// The kinds that may come next, when any place to draw is as likely as another.
pub(super) fn next_kinds(sight: &Sight) -> Kinds {
    let mut next = Kinds::NONE;
    let left = |tile: &Tile| sight.seen().left(*tile) as f32;
    let SupplySight::Stacks(view) = sight.supply() else {
        Tile::all().for_each(|tile| next.add(tile, left(&tile)));
        return next;
    };
    for seen in Lane::ALL.into_iter().filter_map(|lane| view.next(lane)) {
        let may_come: Vec<Tile> = Tile::all().filter(|&tile| seen.could_be(tile)).collect();
        let all = f32::max(may_come.iter().map(left).sum(), 1.0);
        for tile in may_come {
            next.add(tile, left(&tile) / all);
        }
    }
    next
}

/// Where tiles can be drawn, once one has been drawn from a lane if one is named. Of spread tiles that look alike it is any.
pub(super) fn sources(sight: &Sight, drawn: Option<Lane>, rng: &mut ChaCha8Rng) -> Vec<Source> {
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
                    action: Some(Move::Draw(Draw::Lane(lane))),
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
                    action: Some(Move::Draw(Draw::Place(place))),
                    kinds: kinds(&|tile| tile.has_ring() == ring),
                })
            })
            .collect(),
        SupplySight::Table { .. } => vec![Source {
            action: None,
            kinds: kinds(&|_| true),
        }],
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

/// What it comes to when the player whose turn it is draws one of these kinds and lays what looks best; so many tiles are
/// left to be drawn then.
fn prospect(
    world: &World,
    roles: &Roles,
    kinds: &[(Tile, f32)],
    party: Party,
    left: usize,
    clock: &mut Clock<'_>,
) -> Prospect {
    let lays = |&(tile, weight)| (weight, lay_best(world, roles, tile, party, left, clock).1);
    Prospect::mean(kinds.iter().map(lays))
}

/// The same for each kind, when after that the next player draws where it looks best to them. `None` when the budget does
/// not suffice.
pub(super) fn after_reply(
    sight: &Sight,
    world: &World,
    roles: &Roles,
    source: &Source,
    party: Party,
    rng: &mut ChaCha8Rng,
    clock: &mut Clock<'_>,
) -> Option<Vec<(Tile, f32, Prospect)>> {
    let lane = match source.action {
        Some(Move::Draw(Draw::Lane(lane))) => Some(lane),
        _ => None,
    };
    let replies = sources(sight, lane, rng);
    let left = sight.left().saturating_sub(1);
    let mut kinds = Vec::with_capacity(source.kinds.len());
    for &(tile, weight) in &source.kinds {
        if clock.is_over() {
            return None;
        }
        let (laid, first) = lay_best(world, roles, tile, party, left, clock);
        let replied = laid.and_then(|laid| {
            let prospects = replies
                .iter()
                .map(|reply| prospect(&laid, roles, &reply.kinds, party, left.saturating_sub(1), clock));
            prospects.reduce(|a, b| if b.theirs > a.theirs { b } else { a })
        });
        kinds.push((tile, weight, replied.unwrap_or(first)));
    }
    Some(kinds)
}

/// What becomes of a world when this tile is laid where it looks best to the one who lays it, and what that comes to. No
/// world comes back where the tile has no place.
fn lay_best(
    world: &World,
    roles: &Roles,
    tile: Tile,
    party: Party,
    left: usize,
    clock: &mut Clock<'_>,
) -> (Option<World>, Prospect) {
    let mover = roles.party(world.to_move);
    let choice = Choice {
        drawn: Some(tile),
        kept: world.hands[world.to_move],
    };
    let (best, looked) = ply::best(world, roles, choice, mover);
    clock.spend(looked);
    let laid = best.map(|(placement, _)| {
        let mut laid = world.clone();
        laid.lay(roles, choice, placement);
        laid
    });
    let stands = |party| {
        let world = laid.as_ref().unwrap_or(world);
        if laid.is_none() && roles.rules.no_place == NoPlace::Ends {
            world.ended(roles, party)
        } else {
            world.expect(roles, party, left)
        }
    };
    let (expectation, ours) = stands(party);
    let theirs = if party == mover { ours } else { stands(mover).1 };
    let prospect = Prospect {
        theirs,
        ours,
        expectation,
    };
    (laid, prospect)
}
