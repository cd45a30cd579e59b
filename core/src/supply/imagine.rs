//! Supplies that look like a given one: which tiles might lie where.

use super::{SeenTile, Spread, SpreadPlace, Supply, SupplyView};
use crate::seed::Chance;
use crate::tile::{KIND_COUNT, Mouths, Tile, TileCounts};

/// Whether tiles that these counts leave can lie so that stacks look like this view.
pub(crate) fn can_be_stacks(view: &SupplyView, seen: &TileCounts) -> bool {
    let readings = Table::new();
    can_fill(
        view.tiles().iter().map(|seen| readings.like(seen)).collect(),
        seen,
    )
}

/// Whether tiles that these counts leave can have such rings.
pub(crate) fn can_be_spread(rings: &[(SpreadPlace, bool)], seen: &TileCounts) -> bool {
    let ring = Table::new().ring;
    let allowed = rings.iter().map(|&(_, has)| if has { ring } else { ALL & !ring });
    can_fill(allowed.collect(), seen)
}

fn can_fill(mut allowed: Vec<Readings>, seen: &TileCounts) -> bool {
    // Where little is possible comes first, which is quicker.
    allowed.sort_by_key(|readings| readings.count_ones());
    let mut matching = Matching::new(&allowed, seen);
    (0..allowed.len()).all(|place| matching.find(place, 0, &mut 0))
}

/// A set of readings of tiles: bit `2 n` and the next for the two readings of kind `n`.
type Readings = u64;

const ALL: Readings = (1 << (2 * KIND_COUNT)) - 1;

/// For each tile in all, how often a pair is tried.
const ROUNDS: usize = 20;

/// Stacks that look like this view, with tiles that these counts leave.
pub(crate) fn stacks(view: &SupplyView, seen: &TileCounts, chance: &mut Chance) -> Supply {
    let readings = Table::new();
    let allowed: Vec<Readings> = (view.tiles().iter()).map(|seen| readings.like(seen)).collect();
    let found = fill(&allowed, seen, chance);
    let mut lying: Vec<(&SeenTile, Mouths)> = view.tiles().iter().zip(found).collect();
    // As they will be drawn, and a supply holds them the other way round.
    lying.sort_by_key(|(seen, _)| (seen.depth, std::cmp::Reverse(seen.height)));
    let lane = |lane| {
        let order = lying.iter().rev().filter(|(seen, _)| seen.lane == lane);
        order.map(|(_, mouths)| *mouths).collect()
    };
    Supply {
        left: lane(super::Lane::Left),
        right: lane(super::Lane::Right),
    }
}

/// A spread supply of at least so many places, with tiles at these, with rings or without, of those that the counts leave.
pub(crate) fn spread(
    rings: &[(SpreadPlace, bool)],
    places: usize,
    seen: &TileCounts,
    chance: &mut Chance,
) -> Spread {
    let ring = Table::new().ring;
    let allowed: Vec<Readings> = (rings.iter())
        .map(|&(_, has)| if has { ring } else { ALL & !ring })
        .collect();
    let found = fill(&allowed, seen, chance);
    let last = rings.last().map_or(0, |(place, _)| place.number());
    let mut places = vec![None; places.max(last)];
    for (&(place, _), mouths) in rings.iter().zip(found) {
        places[place.number() - 1] = Some(mouths.tile());
    }
    Spread(places)
}

/// Which readings have what can be seen of a tile.
struct Table {
    exits: [Readings; 8],
    ring: Readings,
}

impl Table {
    fn new() -> Self {
        let mut table = Self {
            exits: [0; 8],
            ring: 0,
        };
        for tile in Tile::all() {
            for (n, mouths) in tile.readings().into_iter().enumerate() {
                let bit = 1 << (2 * tile.index() + n);
                for exit in mouths.exits() {
                    table.exits[exit.index()] |= bit;
                }
                if tile.has_ring() {
                    table.ring |= bit;
                }
            }
        }
        table
    }

    /// The readings that agree with all that is seen of a tile.
    fn like(&self, seen: &SeenTile) -> Readings {
        let mut out = ALL;
        let mut keep = |set: Readings, has: bool| out &= if has { set } else { !set };
        if let Some(ring) = seen.ring {
            keep(self.ring, ring);
        }
        for (side, exits) in [(seen.front, [1, 2, 3]), (seen.back, [7, 6, 5])] {
            for (has, exit) in side.into_iter().zip(exits) {
                if let Some(has) = has {
                    keep(self.exits[exit - 1], has);
                }
            }
        }
        for (end, exit) in [(seen.left_end, 8), (seen.right_end, 4)] {
            if let Some(has) = end {
                keep(self.exits[exit - 1], has);
            }
        }
        out
    }
}

/// Tiles for places where these readings are allowed, at random.
fn fill(allowed: &[Readings], seen: &TileCounts, chance: &mut Chance) -> Vec<Mouths> {
    let mut matching = Matching::new(allowed, seen);
    // Where little is possible comes first.
    let mut order: Vec<usize> = (0..allowed.len()).collect();
    chance.shuffle(&mut order);
    order.sort_by_key(|&place| allowed[place].count_ones());
    for place in order {
        let from = chance.below(KIND_COUNT as u32) as usize;
        if !matching.find(place, from, &mut 0) {
            matching.take_any(place);
        }
    }
    let mut lying = matching.lying(chance);
    shuffle(&mut lying, allowed, chance);
    (lying.iter().take(allowed.len()))
        .map(|&reading| mouths(reading))
        .collect()
}

/// Kinds of tiles matched with places, each kind with no more places than it has tiles.
struct Matching<'a> {
    allowed: &'a [Readings],
    left: [usize; KIND_COUNT],
    places: [Vec<usize>; KIND_COUNT],
}

impl<'a> Matching<'a> {
    fn new(allowed: &'a [Readings], seen: &TileCounts) -> Self {
        let mut left = [0; KIND_COUNT];
        for tile in Tile::all() {
            left[tile.index()] = seen.left(tile);
        }
        Self {
            allowed,
            left,
            places: Default::default(),
        }
    }

    /// Finds a tile for a place, where it must be by finding others for places that have one. Kinds are tried in turn
    /// beginning with `from`, except those that have been `tried`.
    fn find(&mut self, place: usize, from: usize, tried: &mut u32) -> bool {
        for n in 0..KIND_COUNT {
            let kind = (from + n) % KIND_COUNT;
            let agrees = self.allowed[place] >> (2 * kind) & 3 != 0;
            if !agrees || self.left[kind] == 0 || *tried & 1 << kind != 0 {
                continue;
            }
            *tried |= 1 << kind;
            if self.places[kind].len() < self.left[kind] {
                self.places[kind].push(place);
                return true;
            }
            for at in 0..self.places[kind].len() {
                let other = self.places[kind][at];
                if self.find(other, kind + 1, tried) {
                    // Finding one for the other may have moved it nowhere else than out of here.
                    self.places[kind][at] = place;
                    return true;
                }
            }
        }
        false
    }

    /// A tile that does not agree with what is seen: there is no other. It does not happen where what is seen is true.
    fn take_any(&mut self, place: usize) {
        let kind = (0..KIND_COUNT).find(|&kind| self.places[kind].len() < self.left[kind]);
        self.places[kind.unwrap_or_default()].push(place);
    }

    /// The reading at each place, then the tiles that are left over.
    fn lying(&self, chance: &mut Chance) -> Vec<u8> {
        let mut out = vec![0; self.allowed.len()];
        for (kind, places) in self.places.iter().enumerate() {
            for &place in places {
                out[place] = either(kind as u8, chance);
                if self.allowed[place] & 1 << out[place] == 0 {
                    out[place] ^= 1;
                }
            }
            let over = self.left[kind].saturating_sub(places.len());
            out.extend((0..over).map(|_| 2 * kind as u8));
        }
        out
    }
}

/// Lets tiles change places where that is allowed. The tiles after the places are out of sight.
fn shuffle(lying: &mut [u8], allowed: &[Readings], chance: &mut Chance) {
    let (places, all) = (allowed.len(), lying.len());
    if places == 0 {
        return;
    }
    let agrees = |place: usize, reading: u8| allowed.get(place).is_none_or(|set| set & 1 << reading != 0);
    for _ in 0..ROUNDS * all {
        let a = chance.below(places as u32) as usize;
        let b = chance.below(all as u32) as usize;
        let turns = chance.below(4) as u8;
        let (at_a, at_b) = if a == b {
            let turned = lying[a] ^ turns & 1;
            (turned, turned)
        } else {
            (lying[b] ^ turns & 1, lying[a] ^ turns >> 1)
        };
        if agrees(a, at_a) && agrees(b, at_b) {
            (lying[a], lying[b]) = (at_a, at_b);
        }
    }
}

fn either(kind: u8, chance: &mut Chance) -> u8 {
    2 * kind + u8::from(chance.toss())
}

fn mouths(reading: u8) -> Mouths {
    Tile::from_index(usize::from(reading / 2)).readings()[usize::from(reading % 2)]
}
