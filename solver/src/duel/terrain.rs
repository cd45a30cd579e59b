//! What never changes during a duel: where its tiles can lie, what each of them leaves of that, and the sequence.

use std::sync::OnceLock;

use rand::RngExt;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;
use tayu_core::geometry::SPOT_COUNT;
use tayu_core::tile::Exit;
use tayu_core::{Board, Mouths, Placement, Side, Spot, Square, Tile};

use super::state::State;

/// A set of spots by their numbers in a [`Terrain`]; `W` words have room for the spots of its duel.
pub(super) type Spots<const W: usize> = [u64; W];

/// A placement in a terrain: twice the spot's number, plus 1 for the second reading of the tile.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Choice(u16);

impl Choice {
    /// No placement at all.
    pub(super) const NONE: Self = Self(u16::MAX);

    pub(super) const fn new(spot: usize, reading: usize) -> Self {
        Self((spot * 2 + reading) as u16)
    }

    pub(super) const fn index(self) -> usize {
        self.0 as usize
    }

    pub(super) const fn from_index(index: usize) -> Self {
        Self(index as u16)
    }

    pub(super) const fn bits(self) -> u16 {
        self.0
    }

    pub(super) const fn from_bits(bits: u16) -> Self {
        Self(bits)
    }

    pub(super) const fn spot(self) -> usize {
        self.index() / 2
    }

    pub(super) const fn reading(self) -> usize {
        self.index() % 2
    }
}

/// The spots and the sequence of a duel.
#[derive(Debug)]
pub(super) struct Terrain<const W: usize> {
    pub(super) spots: Vec<SpotData<W>>,
    /// For each spot those beside it that have a line of its rim on theirs.
    pub(super) touching: Vec<Spots<W>>,
    /// The spots from which a mouth can reach the sea.
    pub(super) coastal: Spots<W>,
    readings: Vec<[Mouths; 2]>,
    /// The masks of the ways in which a tile of the sequence can lie, each once. Their places here are their numbers.
    ways: Vec<u8>,
    /// For each way and each coast, by [`Side::index`], the spots where it brings one point there or more, two or more, and
    /// three. No tile brings more, since one of its mouths continues a canal.
    bringing: Vec<[[Spots<W>; 3]; 4]>,
    /// The ways of the two readings of each tile.
    tiles: Vec<[u8; 2]>,
    /// What a tile leaves, for each spot and each way in which it can lie there. As a search sees only some of them, they are
    /// worked out when they are asked for.
    laid: Vec<OnceLock<Laid<W>>>,
    /// Random numbers by which a position is told from others.
    pub(super) salts: Salts<W>,
}

/// How a spot touches the others and the sea.
#[derive(Debug)]
pub(super) struct SpotData<const W: usize> {
    spot: Spot,
    /// Spots that share a square with it, itself included.
    overlapping: Spots<W>,
    /// These and those that touch it: a tile elsewhere leaves as it is what fits here.
    pub(super) zone: Spots<W>,
    /// The lines of its rim that other spots have on theirs, from beyond.
    facing: Vec<Facing>,
    /// The exits that lead to the sea.
    pub(super) sea: u8,
    /// What the exits in `sea` lead to.
    shore: [Shore; 8],
    /// The places along each coast that these exits lead to, as bits, by [`Side::index`].
    pub(super) places: [u32; 4],
}

/// A line on the rims of two spots.
#[derive(Debug, Clone, Copy)]
struct Facing {
    /// The exit there, as a mask.
    exit: u8,
    /// The spot beyond.
    spot: usize,
    /// The exit of that spot, as a mask.
    across: u8,
}

/// The end of a square at the sea.
#[derive(Debug, Clone, Copy)]
struct Shore {
    coast: Side,
    /// Points of a mouth here.
    worth: u8,
}

/// What a tile does once it lies on a spot.
#[derive(Debug)]
pub(super) struct Laid<const W: usize> {
    /// The spots that its mouths face.
    pub(super) joined: Spots<W>,
    /// For each way the spots where a tile may still lie like that, as far as this one is concerned.
    pub(super) left: Vec<Spots<W>>,
    /// What it brings to the coasts, by [`Side::index`].
    pub(super) points: [u8; 4],
}

/// Factors of the words that make up a position, for multilinear hashing: where two positions differ, the upper halves
/// of their sums agree with a chance of 1 to 2^64 (Lemire and Kaser, "Strongly universal string hashing is fast",
/// Computer Journal 57, 2014).
#[derive(Debug)]
pub(super) struct Salts<const W: usize> {
    /// For the spots where each reading of each tile fits.
    pub(super) fits: Vec<[[u128; W]; 2]>,
    /// For the spots that are joined.
    pub(super) joined: [u128; W],
    /// For the tiles to come.
    pub(super) tiles: u128,
    /// For the points that count.
    pub(super) points: u128,
}

/// The spots that a tile of the sequence may ever take, counted generously.
pub(super) fn usable_spots(board: &Board, sequence: &[Tile]) -> Vec<Spot> {
    let free = |spot: &Spot| !spot.squares().iter().any(|&s| board.is_covered(s));
    let joined = |spot: &Spot| {
        let mut beyond = Exit::ALL.iter().filter_map(|&e| spot.edge(e).from_beyond());
        covers_first_star(board, *spot) || beyond.any(|edge| board.has_mouth(edge))
    };
    let mut reached = [false; SPOT_COUNT];
    let mut layer: Vec<Spot> = Spot::all().filter(|s| free(s) && joined(s)).collect();
    for _ in sequence {
        let mut next = Vec::new();
        for spot in layer {
            if !std::mem::replace(&mut reached[spot.index()], true) {
                let beyond = Exit::ALL.iter().filter_map(|&e| spot.edge(e).from_beyond());
                next.extend(beyond.flat_map(|edge| Spot::covering(edge.square)).filter(free));
            }
        }
        layer = next;
    }
    Spot::all().filter(|s| reached[s.index()]).collect()
}

fn covers_first_star(board: &Board, spot: Spot) -> bool {
    board.is_empty() && spot.squares().contains(&Square::STAR)
}

impl<const W: usize> Terrain<W> {
    /// The terrain of these spots, no more than 64 for each of the `W` words, and this sequence.
    pub(super) fn new(usable: &[Spot], sequence: &[Tile]) -> Self {
        let mut numbers = [None; SPOT_COUNT];
        for (n, spot) in usable.iter().enumerate() {
            numbers[spot.index()] = Some(n);
        }
        let spots: Vec<_> = usable.iter().map(|&spot| SpotData::new(spot, &numbers)).collect();
        let those = |is_one: &dyn Fn(&SpotData<W>) -> bool| {
            let mut those = [0; W];
            for (n, _) in spots.iter().enumerate().filter(|(_, data)| is_one(data)) {
                insert(&mut those, n);
            }
            those
        };
        let touching = spots.iter().map(|data| {
            let mut touching = [0; W];
            for facing in &data.facing {
                insert(&mut touching, facing.spot);
            }
            touching
        });
        let readings: Vec<_> = sequence.iter().map(|t| t.readings()).collect();
        let mut ways: Vec<u8> = Vec::new();
        let mut number = |mouths: Mouths| {
            let known = ways.iter().position(|&mask| mask == mouths.mask());
            known.unwrap_or_else(|| {
                ways.push(mouths.mask());
                ways.len() - 1
            }) as u8
        };
        let tiles = readings.iter().map(|both| both.map(&mut number)).collect();
        let bringing = ways.iter().map(|mask| {
            Side::ALL.map(|coast| {
                [1, 2, 3].map(|least| those(&|data| data.points(mask & data.sea)[coast.index()] >= least))
            })
        });
        Self {
            tiles,
            touching: touching.collect(),
            coastal: those(&|data| data.sea != 0),
            bringing: bringing.collect(),
            laid: (0..spots.len() * ways.len()).map(|_| OnceLock::new()).collect(),
            salts: Salts::new(sequence.len()),
            ways,
            readings,
            spots,
        }
    }

    /// Number of tiles in the sequence.
    pub(super) const fn plies(&self) -> usize {
        self.readings.len()
    }

    /// The masks of the two readings of tile `ply`.
    pub(super) fn masks(&self, ply: usize) -> [u8; 2] {
        self.readings[ply].map(Mouths::mask)
    }

    /// The numbers of the ways in which the tiles can lie, for the two readings of each tile from `ply` on.
    pub(super) fn ways_from(&self, ply: usize) -> &[[u8; 2]] {
        &self.tiles[ply..]
    }

    /// For each reading of tile `ply` and each coast the spots where it brings one point or more, two or more, and three.
    pub(super) fn bringing(&self, ply: usize) -> [&[[Spots<W>; 3]; 4]; 2] {
        self.tiles[ply].map(|way| &self.bringing[usize::from(way)])
    }

    /// What a choice means on the board when it is the turn of tile `ply`.
    pub(super) fn placement(&self, ply: usize, choice: Choice) -> Placement {
        Placement::new(
            self.spots[choice.spot()].spot,
            self.readings[ply][choice.reading()],
        )
    }

    /// What tile `ply` does when it is laid like that.
    pub(super) fn laid(&self, ply: usize, choice: Choice) -> &Laid<W> {
        let way = usize::from(self.tiles[ply][choice.reading()]);
        self.laid[choice.spot() * self.ways.len() + way]
            .get_or_init(|| Laid::new(&self.spots[choice.spot()], self.ways[way], &self.ways))
    }

    /// The position at the start.
    pub(super) fn start(&self, board: &Board) -> State<W> {
        let mut joined = [0; W];
        let mut fits = vec![[[0; W]; 2]; self.plies()];
        for (n, data) in self.spots.iter().enumerate() {
            // All spots that cover the star overlap, so that the first tile ends the exception.
            let (mut needed, mut barred) = (0, 0);
            let mut is_joined = covers_first_star(board, data.spot);
            for exit in Exit::ALL {
                match data.spot.edge(exit).from_beyond() {
                    Some(beyond) if board.has_mouth(beyond) => {
                        needed |= 1 << exit.index();
                        is_joined = true;
                    }
                    Some(beyond) if board.is_covered(beyond.square) => barred |= 1 << exit.index(),
                    _ => {}
                }
            }
            if is_joined {
                insert(&mut joined, n);
            }
            // To continue a canal a tile needs a mouth that does not lead to the sea.
            let is_fit = |mask: u8| mask & needed == needed && mask & barred == 0 && mask & !data.sea != 0;
            for (fits, ply) in fits.iter_mut().zip(0..) {
                for (fits, mask) in fits.iter_mut().zip(self.masks(ply)) {
                    if is_fit(mask) {
                        insert(fits, n);
                    }
                }
            }
        }
        State::new(joined, fits, board.coasts())
    }
}

impl<const W: usize> SpotData<W> {
    /// What these mouths at the sea bring to the coasts, by [`Side::index`].
    pub(super) fn points(&self, sea: u8) -> [u8; 4] {
        let mut points = [0; 4];
        for exit in bits(u64::from(sea)) {
            points[self.shore[exit].coast.index()] += self.shore[exit].worth;
        }
        points
    }

    fn new(spot: Spot, numbers: &[Option<usize>; SPOT_COUNT]) -> Self {
        let mut data = Self {
            spot,
            overlapping: [0; W],
            zone: [0; W],
            facing: Vec::new(),
            sea: 0,
            shore: [Shore {
                coast: Side::North,
                worth: 0,
            }; 8],
            places: [0; 4],
        };
        for other in spot.squares().into_iter().flat_map(Spot::covering) {
            if let Some(n) = numbers[other.index()] {
                insert(&mut data.overlapping, n);
            }
        }
        data.zone = data.overlapping;
        for exit in Exit::ALL {
            let edge = spot.edge(exit);
            let Some(beyond) = edge.from_beyond() else {
                let place = match edge.side {
                    Side::North | Side::South => edge.square.column(),
                    Side::East | Side::West => edge.square.row(),
                };
                let worth = if edge.square.is_marked_for(edge.side) {
                    2
                } else {
                    1
                };
                data.sea |= 1 << exit.index();
                data.places[edge.side.index()] |= 1 << place;
                data.shore[exit.index()] = Shore {
                    coast: edge.side,
                    worth,
                };
                continue;
            };
            for other in Spot::covering(beyond.square) {
                let across = Exit::ALL.into_iter().find(|&e| other.edge(e) == beyond);
                if let (Some(n), Some(across)) = (numbers[other.index()], across) {
                    data.facing.push(Facing {
                        exit: 1 << exit.index(),
                        spot: n,
                        across: 1 << across.index(),
                    });
                    insert(&mut data.zone, n);
                }
            }
        }
        data
    }
}

impl<const W: usize> Laid<W> {
    /// What a tile with these mouths leaves to tiles that lie in these ways.
    fn new(data: &SpotData<W>, mask: u8, ways: &[u8]) -> Self {
        let mut joined = [0; W];
        let free = data.overlapping.map(|word| !word);
        let mut left = vec![free; ways.len()];
        for facing in &data.facing {
            let is_mouth = mask & facing.exit != 0;
            if is_mouth {
                insert(&mut joined, facing.spot);
            }
            for (left, way) in left.iter_mut().zip(ways) {
                if is_mouth != (way & facing.across != 0) {
                    remove(left, facing.spot);
                }
            }
        }
        Self {
            joined,
            left,
            points: data.points(mask & data.sea),
        }
    }
}

impl<const W: usize> Salts<W> {
    /// For a sequence of so many tiles. They are the same for all that begin alike.
    fn new(tiles: usize) -> Self {
        let mut random = ChaCha8Rng::seed_from_u64(0);
        let mut salt = || random.random();
        Self {
            joined: std::array::from_fn(|_| salt()),
            tiles: salt(),
            points: salt(),
            fits: std::iter::repeat_with(|| std::array::from_fn(|_| std::array::from_fn(|_| salt())))
                .take(tiles)
                .collect(),
        }
    }
}

/// The numbers of the bits that are set, from the lowest.
fn bits(mut rest: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let bit = (rest != 0).then(|| rest.trailing_zeros() as usize)?;
        rest &= rest - 1;
        Some(bit)
    })
}

/// Puts a spot into a set.
pub(super) fn insert<const W: usize>(set: &mut Spots<W>, spot: usize) {
    set[spot / 64] |= 1 << (spot % 64);
}

/// Takes the spots that are not in the other set out of a set.
pub(super) fn keep<const W: usize>(set: &mut Spots<W>, other: &Spots<W>) {
    for (word, other) in set.iter_mut().zip(other) {
        *word &= other;
    }
}

fn remove<const W: usize>(set: &mut Spots<W>, spot: usize) {
    set[spot / 64] &= !(1 << (spot % 64));
}

/// Whether a spot is in a set.
pub(super) fn contains<const W: usize>(set: &Spots<W>, spot: usize) -> bool {
    set[spot / 64] & 1 << (spot % 64) != 0
}

/// Whether a spot is in both sets.
pub(super) fn meets<const W: usize>(a: &Spots<W>, b: &Spots<W>) -> bool {
    (0..W).any(|w| a[w] & b[w] != 0)
}

/// The spots that are in both sets.
pub(super) fn both<const W: usize>(a: &Spots<W>, b: &Spots<W>) -> Spots<W> {
    std::array::from_fn(|w| a[w] & b[w])
}

/// The spots of the first set that are not in the other.
pub(super) fn without<const W: usize>(set: &Spots<W>, other: &Spots<W>) -> Spots<W> {
    std::array::from_fn(|w| set[w] & !other[w])
}

/// The spots that are in one of the sets.
pub(super) fn either<const W: usize>(a: &Spots<W>, b: &Spots<W>) -> Spots<W> {
    std::array::from_fn(|w| a[w] | b[w])
}

/// The spots of a set in rising order.
pub(super) fn members<const W: usize>(set: Spots<W>) -> impl Iterator<Item = usize> {
    (set.into_iter().enumerate()).flat_map(|(n, word)| bits(word).map(move |bit| n * 64 + bit))
}
