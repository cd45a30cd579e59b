//! What never changes during a duel: where its tiles can lie, how those spots touch, and the sequence.

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
    readings: Vec<[Mouths; 2]>,
    /// One more than the place in the sequence of the last tile that fits a spot with these exits needed and
    /// barred, 0 for none; by the number of the [`rim`].
    fits_until: Vec<u8>,
}

/// How a spot touches the others and the sea.
#[derive(Debug)]
pub(super) struct SpotData<const W: usize> {
    pub(super) spot: Spot,
    /// Spots that share a square with it, itself included.
    pub(super) overlapping: Spots<W>,
    /// Spots beside it that have a line of its rim on theirs.
    pub(super) touching: Spots<W>,
    /// For each exit the spots that have the same line on their rim from beyond, with their exit there as a
    /// bit of [`Mouths::mask`].
    pub(super) facing: [Vec<(u16, u8)>; 8],
    /// The exits that lead to the sea.
    pub(super) sea: u8,
    /// What the exits in `sea` lead to.
    pub(super) shore: [Shore; 8],
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
        let spots = usable.iter().map(|&spot| SpotData::new(spot, &numbers)).collect();
        let readings: Vec<_> = sequence.iter().map(|t| t.readings()).collect();
        let mut fits_until = vec![0; 1 << 16];
        for (n, both) in readings.iter().enumerate() {
            for mask in both.map(Mouths::mask) {
                for needed in subsets(mask) {
                    for barred in subsets(!mask) {
                        fits_until[rim(needed, barred)] = n as u8 + 1;
                    }
                }
            }
        }
        Self {
            spots,
            readings,
            fits_until,
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

    /// What a choice means on the board when it is the turn of tile `ply`.
    pub(super) fn placement(&self, ply: usize, choice: Choice) -> Placement {
        Placement::new(
            self.spots[choice.spot()].spot,
            self.readings[ply][choice.reading()],
        )
    }

    /// Whether tile `ply` or a later one fits a spot where these exits are needed and barred.
    pub(super) fn fits_from(&self, ply: usize, needed: u8, barred: u8) -> bool {
        usize::from(self.fits_until[rim(needed, barred)]) > ply
    }

    /// The position at the start.
    pub(super) fn start(&self, board: &Board) -> State<W> {
        let mut state = State::new(board.coasts());
        for (n, data) in self.spots.iter().enumerate() {
            let (mut needed, mut barred) = (0, 0);
            for exit in Exit::ALL {
                match data.spot.edge(exit).from_beyond() {
                    Some(beyond) if board.has_mouth(beyond) => needed |= 1 << exit.index(),
                    Some(beyond) if board.is_covered(beyond.square) => barred |= 1 << exit.index(),
                    _ => {}
                }
            }
            // All spots that cover the star overlap, so that the first tile ends the exception.
            state.add(n, needed, barred, covers_first_star(board, data.spot));
        }
        state
    }
}

impl<const W: usize> SpotData<W> {
    fn new(spot: Spot, numbers: &[Option<usize>; SPOT_COUNT]) -> Self {
        let mut data = Self {
            spot,
            overlapping: [0; W],
            touching: [0; W],
            facing: Default::default(),
            sea: 0,
            shore: [Shore {
                coast: Side::North,
                place: 0,
                worth: 0,
            }; 8],
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
                    data.facing[exit.index()].push((n as u16, 1 << across.index()));
                    insert(&mut data.touching, n);
                }
            }
        }
        data
    }
}

/// Number of a rim: the exits that a tile there needs and those that are barred to it.
fn rim(needed: u8, barred: u8) -> usize {
    usize::from(needed) << 8 | usize::from(barred)
}

/// All subsets of a set of exits.
fn subsets(set: u8) -> impl Iterator<Item = u8> {
    let mut next = Some(set);
    std::iter::from_fn(move || {
        let subset = next?;
        next = (subset != 0).then(|| (subset - 1) & set);
        Some(subset)
    })
}

/// Puts a spot into a set.
pub(super) fn insert<const W: usize>(set: &mut Spots<W>, spot: usize) {
    set[spot / 64] |= 1 << (spot % 64);
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
