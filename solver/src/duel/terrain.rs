//! What never changes during a duel: where its tiles can lie, how those spots touch, and the sequence.

use tayu_core::geometry::SPOT_COUNT;
use tayu_core::tile::Exit;
use tayu_core::{Board, Mouths, Placement, Side, Spot, Square, Tile};

use super::state::State;
use super::ways::Ways;

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
    /// The spots from which a mouth can reach the sea.
    pub(super) coastal: Spots<W>,
    readings: Vec<[Mouths; 2]>,
    /// The way of each reading of each tile.
    ways: Vec<[Ways; 2]>,
    /// Both of them together.
    tiles: Vec<Ways>,
    /// The ways of all tiles from one on and before another, by their places in the sequence.
    coming: Vec<Vec<Ways>>,
}

/// How a spot touches the others and the sea.
#[derive(Debug)]
pub(super) struct SpotData<const W: usize> {
    pub(super) spot: Spot,
    /// Spots that share a square with it, itself included.
    pub(super) overlapping: Spots<W>,
    /// Spots beside it that have a line of its rim on theirs.
    pub(super) touching: Spots<W>,
    /// All of these: a tile elsewhere leaves as it is what fits here.
    pub(super) zone: Spots<W>,
    /// For each exit the spots that have the same line on their rim from beyond, with the ways that have a mouth
    /// there.
    pub(super) facing: [Vec<(u16, Ways)>; 8],
    /// The exits that lead to the sea.
    pub(super) sea: u8,
    /// The ways that have a mouth at one of those.
    pub(super) seaward: Ways,
    /// What the exits in `sea` lead to.
    pub(super) shore: [Shore; 8],
    /// For each coast that it lies at, the ways that bring one point there or more, two or more, and three.
    pub(super) bringing: Vec<(Side, [Ways; 3])>,
}

/// The end of a square at the sea.
#[derive(Debug, Clone, Copy)]
pub(super) struct Shore {
    pub(super) coast: Side,
    /// Squares along the coast before it.
    pub(super) place: u8,
    /// Points of a mouth here.
    pub(super) worth: u8,
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
        let mut coastal = [0; W];
        for (n, _) in spots.iter().enumerate().filter(|(_, data)| data.sea != 0) {
            insert(&mut coastal, n);
        }
        let readings: Vec<_> = sequence.iter().map(|t| t.readings()).collect();
        let ways: Vec<_> = readings.iter().map(|both| both.map(Ways::of)).collect();
        let tiles: Vec<_> = ways.iter().map(|&[one, other]| one | other).collect();
        let coming = (0..=tiles.len()).map(|from| {
            let mut so_far = Ways::NONE;
            let mut until = vec![Ways::NONE; from + 1];
            until.extend(tiles[from..].iter().map(|&both| {
                so_far = so_far | both;
                so_far
            }));
            until
        });
        Self {
            coming: coming.collect(),
            spots,
            coastal,
            readings,
            ways,
            tiles,
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

    /// The ways of the two readings of tile `ply`.
    pub(super) fn ways(&self, ply: usize) -> [Ways; 2] {
        self.ways[ply]
    }

    /// The ways of each tile of the sequence, in both readings.
    pub(super) fn tiles(&self) -> &[Ways] {
        &self.tiles
    }

    /// The ways in which tile `from` or a later one before `until` can lie.
    pub(super) fn coming(&self, from: usize, until: usize) -> Ways {
        self.coming[from][until]
    }

    /// What a choice means on the board when it is the turn of tile `ply`.
    pub(super) fn placement(&self, ply: usize, choice: Choice) -> Placement {
        Placement::new(
            self.spots[choice.spot()].spot,
            self.readings[ply][choice.reading()],
        )
    }

    /// The position at the start.
    pub(super) fn start(&self, board: &Board) -> State<W> {
        let mut state = State::new(board.coasts(), self.plies());
        for (n, data) in self.spots.iter().enumerate() {
            let mut fitting = Ways::inland(data.sea);
            // All spots that cover the star overlap, so that the first tile ends the exception.
            let mut joined = covers_first_star(board, data.spot);
            for exit in Exit::ALL {
                match data.spot.edge(exit).from_beyond() {
                    Some(beyond) if board.has_mouth(beyond) => {
                        fitting = fitting & Ways::with(exit);
                        joined = true;
                    }
                    Some(beyond) if board.is_covered(beyond.square) => {
                        fitting = fitting & !Ways::with(exit);
                    }
                    _ => {}
                }
            }
            state.add(n, fitting, joined);
        }
        state
    }
}

impl<const W: usize> SpotData<W> {
    /// What these mouths at the sea bring to the coasts, by [`Side::index`].
    pub(super) fn points(&self, sea: u8) -> [u8; 4] {
        let mut points = [0; 4];
        for exit in exits(sea) {
            points[self.shore[exit].coast.index()] += self.shore[exit].worth;
        }
        points
    }

    fn new(spot: Spot, numbers: &[Option<usize>; SPOT_COUNT]) -> Self {
        let mut data = Self {
            spot,
            overlapping: [0; W],
            touching: [0; W],
            zone: [0; W],
            facing: Default::default(),
            sea: 0,
            seaward: Ways::NONE,
            shore: [Shore {
                coast: Side::North,
                place: 0,
                worth: 0,
            }; 8],
            bringing: Vec::new(),
        };
        for other in spot.squares().into_iter().flat_map(Spot::covering) {
            if let Some(n) = numbers[other.index()] {
                insert(&mut data.overlapping, n);
            }
        }
        for exit in Exit::ALL {
            let edge = spot.edge(exit);
            let Some(beyond) = edge.from_beyond() else {
                let place = match edge.side {
                    Side::North | Side::South => edge.square.column(),
                    Side::East | Side::West => edge.square.row(),
                } as u8;
                let worth = if edge.square.is_marked_for(edge.side) {
                    2
                } else {
                    1
                };
                data.sea |= 1 << exit.index();
                data.shore[exit.index()] = Shore {
                    coast: edge.side,
                    place,
                    worth,
                };
                continue;
            };
            for other in Spot::covering(beyond.square) {
                let across = Exit::ALL.into_iter().find(|&e| other.edge(e) == beyond);
                if let (Some(n), Some(across)) = (numbers[other.index()], across) {
                    data.facing[exit.index()].push((n as u16, Ways::with(across)));
                    insert(&mut data.touching, n);
                }
            }
        }
        data.seaward = Ways::all_that(|mask| mask & data.sea != 0);
        data.zone = std::array::from_fn(|w| data.overlapping[w] | data.touching[w]);
        for coast in Side::ALL {
            let points = |mask: u8| -> u8 {
                let at_coast = exits(mask & data.sea).map(|exit| data.shore[exit]);
                at_coast
                    .filter(|shore| shore.coast == coast)
                    .map(|shore| shore.worth)
                    .sum()
            };
            let bringing = [1, 2, 3].map(|least| Ways::all_that(|mask| points(mask) >= least));
            if bringing[0] != Ways::NONE {
                data.bringing.push((coast, bringing));
            }
        }
        data
    }
}

/// The numbers of the exits in a mask.
pub(super) fn exits(mask: u8) -> impl Iterator<Item = usize> {
    let mut rest = mask;
    std::iter::from_fn(move || {
        let exit = (rest != 0).then(|| rest.trailing_zeros() as usize)?;
        rest &= rest - 1;
        Some(exit)
    })
}

/// Puts a spot into a set.
pub(super) fn insert<const W: usize>(set: &mut Spots<W>, spot: usize) {
    set[spot / 64] |= 1 << (spot % 64);
}

/// Whether a spot is in a set.
pub(super) fn contains<const W: usize>(set: &Spots<W>, spot: usize) -> bool {
    set[spot / 64] & 1 << (spot % 64) != 0
}

/// The spots of a set in rising order.
pub(super) fn members<const W: usize>(set: Spots<W>) -> impl Iterator<Item = usize> {
    set.into_iter().enumerate().flat_map(|(word, bits)| {
        let mut rest = bits;
        std::iter::from_fn(move || {
            let bit = (rest != 0).then(|| rest.trailing_zeros() as usize)?;
            rest &= rest - 1;
            Some(word * 64 + bit)
        })
    })
}
