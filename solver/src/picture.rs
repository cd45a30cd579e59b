//! Tiles of a sequence as they lie in the end, in whatever order they were laid.
//!
//! That mouths meet mouths and blanks meet blanks says nothing about an order. All that the order demands is that
//! each tile continues a canal of the board or of a tile that comes before it in the sequence. So a line is a
//! picture where tiles agree with their neighbours, each joins an earlier one, and none is missing before
//! the last; and tiles can be taken from its middle and laid elsewhere.

use tayu_core::geometry::{SPOT_COUNT, SQUARE_COUNT};
use tayu_core::{Board, Edge, Exit, Mouths, Placement, Puzzle, Side, Spot, Square, Tile};

/// An edge as a number.
type EdgeIndex = u16;

/// Beyond the coast.
const SEA: EdgeIndex = EdgeIndex::MAX;
/// Owners of squares that no tile of the sequence covers.
const NOBODY: u8 = u8::MAX;
const BOARD: u8 = u8::MAX - 1;

const SPOT_WORDS: usize = SPOT_COUNT.div_ceil(64);

const fn square_of(edge: EdgeIndex) -> usize {
    edge as usize / 4
}

fn index_of(edge: Edge) -> EdgeIndex {
    (edge.square.index() * 4 + edge.side.index()) as EdgeIndex
}

fn set(bits: &mut [u64; SPOT_WORDS], spot: usize) {
    bits[spot / 64] |= 1 << (spot % 64);
}

fn clear(bits: &mut [u64; SPOT_WORDS], spot: usize) {
    bits[spot / 64] &= !(1 << (spot % 64));
}

/// What a mouth for the sea brings a coast from this square; nothing where the square does not lie at that coast.
const fn points_at(square: Square, coast: Side) -> u8 {
    match square.neighbour(coast) {
        Some(_) => 0,
        None if square.is_marked_for(coast) => 2,
        None => 1,
    }
}

/// A few entries of a table, without a detour through the heap.
#[derive(Debug, Clone, Copy)]
struct Few<T, const MOST: usize> {
    entries: [T; MOST],
    count: usize,
}

impl<T: Copy + Default, const MOST: usize> Few<T, MOST> {
    fn none() -> Self {
        Self {
            entries: [T::default(); MOST],
            count: 0,
        }
    }

    fn push(&mut self, entry: T) {
        self.entries[self.count] = entry;
        self.count += 1;
    }

    fn entries(&self) -> &[T] {
        &self.entries[..self.count]
    }
}

/// What never changes: the spots and edges in numbers, and what the tiles of the board demand.
#[derive(Debug)]
struct Ground {
    spots: Vec<Spot>,
    /// By spot: the numbers of its squares.
    squares: Vec<[u16; 3]>,
    /// By spot and exit.
    rims: Vec<[EdgeIndex; 8]>,
    /// By edge: the same from beyond.
    beyond: Vec<EdgeIndex>,
    /// By edge: points for a mouth there, by coast.
    points: Vec<[u8; 2]>,
    /// By edge: spots that the tiles of the board leave free and have this edge on their rim, with the exit there.
    facing: Vec<Few<(u16, u8), 4>>,
    /// By spot: exits that face a mouth of the board.
    needed: Vec<u8>,
    /// By spot: exits that face a blank side of the board.
    barred: Vec<u8>,
    /// By spot: points that its squares could bring.
    shore: Vec<[u8; 2]>,
    /// The spots for the first tile of an empty board.
    on_star: [u64; SPOT_WORDS],
    /// By square: the spots that cover it and that the board leaves free.
    covering: Vec<Few<u16, 6>>,
}

impl Ground {
    fn new(board: &Board, coasts: [Side; 2]) -> Self {
        let edges = || Square::all().flat_map(|square| Side::ALL.map(|side| Edge { square, side }));
        let mut facing = vec![Few::none(); SQUARE_COUNT * 4];
        let mut covering = vec![Few::none(); SQUARE_COUNT];
        let (mut needed, mut barred) = (vec![0; SPOT_COUNT], vec![0; SPOT_COUNT]);
        let mut on_star = [0; SPOT_WORDS];
        for spot in Spot::all() {
            let squares = spot.squares();
            if squares.iter().any(|&square| board.is_covered(square)) {
                continue;
            }
            for square in squares {
                covering[square.index()].push(spot.index() as u16);
            }
            if board.is_empty() && squares.contains(&Square::STAR) {
                set(&mut on_star, spot.index());
            }
            for exit in Exit::ALL {
                let edge = spot.edge(exit);
                facing[usize::from(index_of(edge))].push((spot.index() as u16, exit.index() as u8));
                match edge.from_beyond() {
                    Some(beyond) if board.has_mouth(beyond) => needed[spot.index()] |= 1 << exit.index(),
                    Some(beyond) if board.is_covered(beyond.square) => {
                        barred[spot.index()] |= 1 << exit.index();
                    }
                    _ => {}
                }
            }
        }
        Self {
            spots: Spot::all().collect(),
            squares: Spot::all()
                .map(|spot| spot.squares().map(|square| square.index() as u16))
                .collect(),
            rims: Spot::all()
                .map(|spot| Exit::ALL.map(|exit| index_of(spot.edge(exit))))
                .collect(),
            beyond: edges()
                .map(|edge| edge.from_beyond().map_or(SEA, index_of))
                .collect(),
            points: edges()
                .map(|edge| {
                    coasts.map(|coast| {
                        if coast == edge.side {
                            points_at(edge.square, coast)
                        } else {
                            0
                        }
                    })
                })
                .collect(),
            facing,
            needed,
            barred,
            shore: Spot::all()
                .map(|spot| {
                    coasts.map(|coast| spot.squares().map(|square| points_at(square, coast)).iter().sum())
                })
                .collect(),
            on_star,
            covering,
        }
    }
}

/// Where tiles of a sequence lie.
#[derive(Debug)]
pub(crate) struct Picture {
    ground: Ground,
    tiles: Vec<Tile>,
    /// By tile of the sequence.
    lies: Vec<Option<Lie>>,
    /// By square.
    owners: Vec<u8>,
    /// By tile: its joints with tiles that come before it.
    holds: Vec<u8>,
    /// Tiles that lie without such a joint.
    loose: u32,
    points: [u32; 2],
    /// By spot: how many of its squares are covered.
    blocked: Vec<u8>,
    /// Spots that are not blocked.
    free: [u64; SPOT_WORDS],
    /// Spots that face a mouth.
    joined: [u64; SPOT_WORDS],
    /// By spot: exits that face a mouth.
    needed: Vec<u8>,
    /// By spot: exits that face a blank side.
    barred: Vec<u8>,
}

/// How a tile lies: a placement in numbers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Lie {
    spot: u16,
    mask: u8,
}

impl Lie {
    fn of(placement: Placement) -> Self {
        Self {
            spot: placement.spot().index() as u16,
            mask: placement.mouths().mask(),
        }
    }
}

impl Picture {
    /// No tile of the sequence lies.
    pub(crate) fn new(puzzle: &Puzzle, coasts: [Side; 2]) -> Self {
        let board = puzzle.position().board();
        let tiles = puzzle.sequence().to_vec();
        let mut owners = vec![NOBODY; SQUARE_COUNT];
        for square in Square::all().filter(|&square| board.is_covered(square)) {
            owners[square.index()] = BOARD;
        }
        let ground = Ground::new(board, coasts);
        let (mut free, mut joined) = ([0; SPOT_WORDS], [0; SPOT_WORDS]);
        let mut blocked = vec![0; SPOT_COUNT];
        for spot in Spot::all() {
            let n = spot.index();
            blocked[n] = spot
                .squares()
                .iter()
                .filter(|&&square| board.is_covered(square))
                .count() as u8;
            if blocked[n] == 0 {
                set(&mut free, n);
            }
            if ground.needed[n] != 0 {
                set(&mut joined, n);
            }
        }
        let mut holds = vec![0; tiles.len()];
        if board.is_empty()
            && let Some(first) = holds.first_mut()
        {
            // The star holds the first tile.
            *first = 1;
        }
        Self {
            blocked,
            free,
            joined,
            needed: ground.needed.clone(),
            barred: ground.barred.clone(),
            ground,
            lies: vec![None; tiles.len()],
            owners,
            holds,
            loose: 0,
            points: coasts.map(|coast| board.coasts().get(coast).get()),
            tiles,
        }
    }

    /// How a tile lies, if it does.
    pub(crate) fn lie(&self, tile: usize) -> Option<Lie> {
        self.lies[tile]
    }

    /// Tiles that lie without a joint to the board or to a tile before them.
    pub(crate) fn loose(&self) -> u32 {
        self.loose
    }

    /// Points of the coasts.
    pub(crate) fn points(&self) -> [u32; 2] {
        self.points
    }

    /// Tiles of the sequence.
    pub(crate) fn tile_count(&self) -> usize {
        self.tiles.len()
    }

    /// Calls for each way to lay a tile without anything else to be moved: beside tiles that agree with it, and joined
    /// to the board or to a tile before it.
    pub(crate) fn each_way(&self, tile: usize, mut use_it: impl FnMut(Lie)) {
        let readings = self.tiles[tile].readings().map(Mouths::mask);
        let on_star = tile == 0 && self.ground.on_star != [0; SPOT_WORDS];
        for word in 0..SPOT_WORDS {
            let open = if on_star {
                self.ground.on_star[word]
            } else {
                self.joined[word]
            };
            let mut rest = self.free[word] & open;
            while rest != 0 {
                let spot = word * 64 + rest.trailing_zeros() as usize;
                rest &= rest - 1;
                let (needed, barred) = (self.needed[spot], self.barred[spot]);
                for mask in readings {
                    if mask & needed == needed
                        && mask & barred == 0
                        && (on_star || self.is_held(tile, spot, needed))
                    {
                        use_it(Lie {
                            spot: spot as u16,
                            mask,
                        });
                    }
                }
            }
        }
    }

    /// Whether a tile at this spot joins one before it.
    fn is_held(&self, tile: usize, spot: usize, mut needed: u8) -> bool {
        while needed != 0 {
            let edge = self.ground.rims[spot][needed.trailing_zeros() as usize];
            needed &= needed - 1;
            let owner = self.owners[square_of(self.ground.beyond[usize::from(edge)])];
            if owner == BOARD || usize::from(owner) < tile {
                return true;
            }
        }
        false
    }

    /// Points that a tile brings, by coast.
    pub(crate) fn points_of(&self, lie: Lie) -> [u32; 2] {
        let mut out = [0; 2];
        let mut mask = lie.mask;
        while mask != 0 {
            let edge = self.ground.rims[usize::from(lie.spot)][mask.trailing_zeros() as usize];
            mask &= mask - 1;
            let points = self.ground.points[usize::from(edge)];
            out[0] += u32::from(points[0]);
            out[1] += u32::from(points[1]);
        }
        out
    }

    /// Points that a tile at this spot could bring if it had mouths everywhere.
    pub(crate) fn shore_of(&self, lie: Lie) -> [u32; 2] {
        let shore = self.ground.shore[usize::from(lie.spot)];
        shore.map(u32::from)
    }

    /// How many loose tiles a tile that lies like this would hold.
    pub(crate) fn held_by(&self, tile: usize, lie: Lie) -> u32 {
        if self.loose == 0 {
            return 0;
        }
        let mut out = 0;
        let mut mask = lie.mask & self.needed[usize::from(lie.spot)];
        while mask != 0 {
            let edge = self.ground.rims[usize::from(lie.spot)][mask.trailing_zeros() as usize];
            mask &= mask - 1;
            let owner = self.owners[square_of(self.ground.beyond[usize::from(edge)])];
            if owner < BOARD && usize::from(owner) > tile && self.holds[usize::from(owner)] == 0 {
                out += 1;
            }
        }
        out
    }

    /// The tile that covers a square.
    pub(crate) fn owner(&self, square: usize) -> Option<usize> {
        let owner = self.owners[square];
        (owner < BOARD).then_some(usize::from(owner))
    }

    /// Squares along the coasts that bring no points as they are covered.
    pub(crate) fn lost(&self) -> Vec<usize> {
        (0..SQUARE_COUNT)
            .filter(|&square| {
                (0..4).any(|side| {
                    let edge = square * 4 + side;
                    self.ground.points[edge] != [0; 2] && {
                        match self.owner(square).and_then(|tile| self.lies[tile]) {
                            None => self.owners[square] == NOBODY,
                            Some(lie) => !(0..8).any(|exit| {
                                lie.mask >> exit & 1 != 0
                                    && usize::from(self.ground.rims[usize::from(lie.spot)][exit]) == edge
                            }),
                        }
                    }
                })
            })
            .collect()
    }

    /// Lays a tile where nothing is in its way.
    pub(crate) fn lay(&mut self, tile: usize, lie: Lie) {
        let spot = usize::from(lie.spot);
        for square in self.ground.squares[spot] {
            let square = usize::from(square);
            self.owners[square] = tile as u8;
            for &covering in self.ground.covering[square].entries() {
                let covering = usize::from(covering);
                self.blocked[covering] += 1;
                clear(&mut self.free, covering);
            }
        }
        for (exit, &edge) in self.ground.rims[spot].iter().enumerate() {
            let open = lie.mask >> exit & 1 != 0;
            let beyond = self.ground.beyond[usize::from(edge)];
            if beyond == SEA {
                if open {
                    let points = self.ground.points[usize::from(edge)];
                    self.points[0] += u32::from(points[0]);
                    self.points[1] += u32::from(points[1]);
                }
                continue;
            }
            for &(facing, exit) in self.ground.facing[usize::from(beyond)].entries() {
                let facing = usize::from(facing);
                if open {
                    self.needed[facing] |= 1 << exit;
                    set(&mut self.joined, facing);
                } else {
                    self.barred[facing] |= 1 << exit;
                }
            }
            if !open {
                continue;
            }
            match self.owners[square_of(beyond)] {
                NOBODY => {}
                owner if owner == BOARD || usize::from(owner) < tile => self.holds[tile] += 1,
                owner => {
                    let holds = &mut self.holds[usize::from(owner)];
                    *holds += 1;
                    if *holds == 1 {
                        self.loose -= 1;
                    }
                }
            }
        }
        if self.holds[tile] == 0 {
            self.loose += 1;
        }
        self.lies[tile] = Some(lie);
    }

    /// Takes a tile away.
    pub(crate) fn take(&mut self, tile: usize) -> Option<Lie> {
        let lie = self.lies[tile].take()?;
        if self.holds[tile] == 0 {
            self.loose -= 1;
        }
        let spot = usize::from(lie.spot);
        for (exit, &edge) in self.ground.rims[spot].iter().enumerate() {
            let open = lie.mask >> exit & 1 != 0;
            let beyond = self.ground.beyond[usize::from(edge)];
            if beyond == SEA {
                if open {
                    let points = self.ground.points[usize::from(edge)];
                    self.points[0] -= u32::from(points[0]);
                    self.points[1] -= u32::from(points[1]);
                }
                continue;
            }
            for &(facing, exit) in self.ground.facing[usize::from(beyond)].entries() {
                let facing = usize::from(facing);
                if open {
                    self.needed[facing] &= !(1 << exit);
                    if self.needed[facing] == 0 {
                        clear(&mut self.joined, facing);
                    }
                } else {
                    self.barred[facing] &= !(1 << exit);
                }
            }
            if !open {
                continue;
            }
            match self.owners[square_of(beyond)] {
                NOBODY => {}
                owner if owner == BOARD || usize::from(owner) < tile => self.holds[tile] -= 1,
                owner => {
                    let holds = &mut self.holds[usize::from(owner)];
                    *holds -= 1;
                    if *holds == 0 {
                        self.loose += 1;
                    }
                }
            }
        }
        for square in self.ground.squares[spot] {
            let square = usize::from(square);
            self.owners[square] = NOBODY;
            for &covering in self.ground.covering[square].entries() {
                let covering = usize::from(covering);
                self.blocked[covering] -= 1;
                if self.blocked[covering] == 0 {
                    set(&mut self.free, covering);
                }
            }
        }
        Some(lie)
    }

    /// Tiles up to the last one that brings points, and how many of them are missing.
    pub(crate) fn length(&self) -> (usize, u32) {
        let scores = |tile: &usize| self.lies[*tile].is_some_and(|lie| self.points_of(lie) != [0; 2]);
        let length = (0..self.lies.len()).rev().find(scores).map_or(0, |tile| tile + 1);
        let missing = self.lies[..length].iter().filter(|lie| lie.is_none()).count();
        (length, missing as u32)
    }

    /// The tiles up to the last one that lies, if none is missing.
    pub(crate) fn placements(&self) -> Option<Vec<Placement>> {
        (0..self.length().0)
            .map(|tile| self.lies[tile].and_then(|lie| self.placement(tile, lie)))
            .collect()
    }

    fn placement(&self, tile: usize, lie: Lie) -> Option<Placement> {
        let spot = self.ground.spots[usize::from(lie.spot)];
        let mouths: Option<Mouths> = self.tiles[tile]
            .readings()
            .into_iter()
            .find(|mouths| mouths.mask() == lie.mask);
        mouths.map(|mouths| Placement::new(spot, mouths))
    }

    /// Takes all tiles away and lays these.
    pub(crate) fn set(&mut self, placements: &[Placement]) {
        for tile in 0..self.tiles.len() {
            self.take(tile);
        }
        for (tile, &placement) in placements.iter().enumerate() {
            self.lay(tile, Lie::of(placement));
        }
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test may fail")]

    use rand::seq::IteratorRandom;
    use rand::{RngExt, SeedableRng};
    use rand_chacha::ChaCha8Rng;

    use tayu_core::Pair;

    use super::*;
    use crate::line::Line;
    use crate::proof_tests::common;

    fn puzzle(seed: u64) -> Puzzle {
        let shape = common::Shape {
            laid: [0, 1, 20, 50][seed as usize % 4],
            sequence: 40,
            one_kind: false,
            stuck: false,
            pair: Pair::ALL[seed as usize / 4 % 2],
        };
        common::random_puzzle(seed, shape)
    }

    fn ways(picture: &Picture, tile: usize) -> Vec<Lie> {
        let mut out = Vec::new();
        picture.each_way(tile, |lie| out.push(lie));
        out
    }

    #[test]
    fn tiles_laid_in_order_find_the_legal_placements() {
        let mut rng = ChaCha8Rng::seed_from_u64(1);
        for seed in 0..16 {
            let puzzle = puzzle(seed);
            let coasts = puzzle.goal().pair().coasts();
            let mut board = puzzle.position().board().clone();
            let mut picture = Picture::new(&puzzle, coasts);
            for (n, &tile) in puzzle.sequence().iter().enumerate() {
                let legal = || board.legal_placements(tile);
                assert_eq!(
                    ways(&picture, n),
                    legal().map(Lie::of).collect::<Vec<_>>(),
                    "seed {seed}"
                );
                let Some(placement) = legal().choose(&mut rng) else {
                    break;
                };
                board.lay(placement).unwrap();
                picture.lay(n, Lie::of(placement));
                let points = coasts.map(|coast| board.coasts().get(coast).get());
                assert_eq!((picture.points(), picture.loose()), (points, 0), "seed {seed}");
            }
        }
    }

    #[test]
    fn a_whole_picture_is_a_line() {
        let mut rng = ChaCha8Rng::seed_from_u64(2);
        let (mut whole, mut broken) = (0, 0);
        for seed in 0..16 {
            let puzzle = puzzle(seed);
            let coasts = puzzle.goal().pair().coasts();
            let mut picture = Picture::new(&puzzle, coasts);
            for _ in 0..40 {
                for _ in 0..rng.random_range(1..6) {
                    picture.take(rng.random_range(0..picture.tile_count()));
                }
                for tile in 0..picture.tile_count() {
                    if picture.lie(tile).is_none()
                        && let Some(&lie) = ways(&picture, tile).iter().choose(&mut rng)
                    {
                        picture.lay(tile, lie);
                    }
                }
                let Some(placements) = picture.placements().filter(|_| picture.loose() == 0) else {
                    broken += 1;
                    continue;
                };
                let line = Line::complete(&puzzle, placements).unwrap();
                let points = coasts.map(|coast| line.coasts().get(coast).get());
                assert!(
                    points[0] >= picture.points()[0] && points[1] >= picture.points()[1],
                    "seed {seed}"
                );
                whole += 1;
            }
        }
        assert!(whole > 20 && broken > 20, "{whole} whole, {broken} broken");
    }

    #[test]
    fn tiles_taken_leave_no_trace() {
        let mut rng = ChaCha8Rng::seed_from_u64(3);
        for seed in 0..8 {
            let puzzle = puzzle(seed);
            let empty = Picture::new(&puzzle, puzzle.goal().pair().coasts());
            let mut picture = Picture::new(&puzzle, puzzle.goal().pair().coasts());
            picture.set(Line::complete(&puzzle, Vec::new()).unwrap().placements());
            while let Some(tile) = (0..picture.tile_count())
                .filter(|&tile| picture.lie(tile).is_some())
                .choose(&mut rng)
            {
                picture.take(tile);
            }
            assert_eq!(format!("{picture:?}"), format!("{empty:?}"), "seed {seed}");
        }
    }
}
