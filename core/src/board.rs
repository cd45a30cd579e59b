//! The rules of laying tiles.
//!
//! [`Board`] knows at every moment which mouths each free spot demands and forbids, so that asking for the
//! legal placements of a tile looks at the open mouths only and allocates nothing.

use std::fmt;

use crate::geometry::{Edge, SPOT_COUNT, SQUARE_COUNT, Side, Spot, Square};
use crate::placement::Placement;
use crate::score::Coasts;
use crate::tile::Tile;

const SPOT_WORDS: usize = SPOT_COUNT.div_ceil(64);

/// The tiles laid so far, as far as the rules care: which squares are covered, where canals are open,
/// and the points of the coasts.
///
/// Two boards are equal when the same squares are covered with the same mouths on every side; the order in
/// which the tiles were laid and where one tile ends and the next begins do not count. How many tiles
/// of a kind there are is not the board's business (see [`Position`](crate::setup::Position)).
#[derive(Clone)]
pub struct Board {
    /// Spots all of whose squares are free.
    free: [u64; SPOT_WORDS],
    /// Spots whose rim touches at least one open mouth.
    joined: [u64; SPOT_WORDS],
    /// For each spot, the exits that face an open mouth: a tile there must have all of these.
    needed: [u8; SPOT_COUNT],
    /// For each spot, the exits that face a blank side: a tile there must have none of these.
    barred: [u8; SPOT_COUNT],
    squares: [SquareState; SQUARE_COUNT],
    coasts: Coasts,
    laid: u8,
}

/// What lies on a square: nothing, or a tile's part with these mouths.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
struct SquareState(u8);

impl SquareState {
    const COVERED: u8 = 0x10;

    const fn is_covered(self) -> bool {
        self.0 & Self::COVERED != 0
    }

    const fn has_mouth(self, side: Side) -> bool {
        self.0 & 1 << side.index() != 0
    }
}

/// One thing that stands against a placement.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Obstacle {
    /// Another tile lies on this square.
    Covered(Square),
    /// The board is empty and the tile misses the star.
    MissesStar,
    /// A mouth of the tile, at this edge of it, meets a blank side of another tile.
    MouthMeetsBlank(Edge),
    /// A blank side of the tile, at this edge of it, shuts a mouth of another tile.
    BlankShutsMouth(Edge),
    /// None of its mouths continues a canal.
    NoCanal,
}

impl fmt::Display for Obstacle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Covered(square) => write!(f, "{square} is covered by a tile"),
            Self::MissesStar => write!(f, "the first tile has to cover the star at {}", Square::STAR),
            Self::MouthMeetsBlank(edge) => write!(f, "its mouth at {edge} meets a blank side"),
            Self::BlankShutsMouth(edge) => write!(f, "its blank side at {edge} shuts a canal"),
            Self::NoCanal => write!(f, "none of its mouths continues a canal"),
        }
    }
}

/// A placement that the rules do not allow, with everything that stands against it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Illegal {
    /// The placement that was tried.
    pub placement: Placement,
    /// All that is wrong with it, squares first; never empty.
    pub obstacles: Vec<Obstacle>,
}

impl fmt::Display for Illegal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} is not allowed: ", self.placement)?;
        for (n, obstacle) in self.obstacles.iter().enumerate() {
            write!(f, "{}{obstacle}", if n > 0 { "; " } else { "" })?;
        }
        Ok(())
    }
}

impl std::error::Error for Illegal {}

impl Default for Board {
    fn default() -> Self {
        Self::new()
    }
}

impl PartialEq for Board {
    fn eq(&self, other: &Self) -> bool {
        self.squares == other.squares
    }
}

impl Eq for Board {}

impl std::hash::Hash for Board {
    fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
        self.squares.hash(state);
    }
}

impl fmt::Debug for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Board")
            .field("laid", &self.laid)
            .field("coasts", &self.coasts)
            .finish_non_exhaustive()
    }
}

impl Board {
    /// The empty board.
    #[must_use]
    pub fn new() -> Self {
        let mut free = [u64::MAX; SPOT_WORDS];
        free[SPOT_WORDS - 1] = u64::MAX >> (SPOT_WORDS * 64 - SPOT_COUNT);
        Self {
            free,
            joined: [0; SPOT_WORDS],
            needed: [0; SPOT_COUNT],
            barred: [0; SPOT_COUNT],
            squares: [SquareState::default(); SQUARE_COUNT],
            coasts: Coasts::default(),
            laid: 0,
        }
    }

    /// Number of tiles laid.
    #[must_use]
    pub const fn len(&self) -> usize {
        self.laid as usize
    }

    /// Whether no tile has been laid.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.laid == 0
    }

    /// The points of the four coasts.
    #[must_use]
    pub const fn coasts(&self) -> Coasts {
        self.coasts
    }

    /// Whether a tile lies on `square`.
    #[must_use]
    pub const fn is_covered(&self, square: Square) -> bool {
        self.squares[square.index()].is_covered()
    }

    /// Whether the tile on the edge's square has a mouth there; false where no tile lies.
    #[must_use]
    pub const fn has_mouth(&self, edge: Edge) -> bool {
        self.squares[edge.square.index()].has_mouth(edge.side)
    }

    /// The mouths where a canal can be continued, each as the edge of the laid tile: across it lies a free
    /// square. In the order of squares, then clockwise from the north.
    pub fn open_mouths(&self) -> impl Iterator<Item = Edge> {
        Square::all()
            .flat_map(|square| Side::ALL.map(|side| Edge { square, side }))
            .filter(|&edge| self.has_mouth(edge))
            .filter(|edge| {
                edge.from_beyond()
                    .is_some_and(|beyond| !self.is_covered(beyond.square))
            })
    }

    /// Whether the canal that opens at `edge` can never be continued there: the square beyond is free, and no
    /// reading of any kind of tile could be laid over it. False where no open mouth is.
    ///
    /// Laying more tiles only ever takes freedom away, so what is dead stays dead.
    #[must_use]
    pub fn is_dead(&self, edge: Edge) -> bool {
        let Some(beyond) = edge.from_beyond() else {
            return false;
        };
        if !self.has_mouth(edge) || self.is_covered(beyond.square) {
            return false;
        }
        // Every spot over the square beyond that keeps off the edge's own square has the edge on its rim.
        !Spot::facing(beyond).any(|(spot, _)| {
            let (needed, barred) = (self.needed[spot.index()], self.barred[spot.index()]);
            // Any three exits are a reading of some kind, and no exit is both needed and barred.
            let free = self.free[spot.index() / 64] & 1 << (spot.index() % 64) != 0;
            free && needed.count_ones() <= 3 && barred.count_zeros() >= 3
        })
    }

    /// What a tile with this edge on its rim finds beyond it.
    fn faces(&self, edge: Edge) -> Facing {
        match edge.from_beyond() {
            Some(beyond) if self.is_covered(beyond.square) => {
                if self.has_mouth(beyond) {
                    Facing::Mouth
                } else {
                    Facing::Blank
                }
            }
            _ => Facing::Nothing,
        }
    }

    /// The legal placements of `tile`, ordered by first square from `a1` east along the rows to `s19`,
    /// then east-west before north-south, then the tile's smaller reading before the other.
    ///
    /// This order is part of the public interface.
    pub fn legal_placements(&self, tile: Tile) -> impl Iterator<Item = Placement> {
        self.open_spots().flat_map(move |spot| {
            let (needed, barred) = (self.needed[spot.index()], self.barred[spot.index()]);
            tile.readings().into_iter().filter_map(move |mouths| {
                let mask = mouths.mask();
                (mask & needed == needed && mask & barred == 0).then_some(Placement::new(spot, mouths))
            })
        })
    }

    /// Whether `tile` can be laid anywhere.
    #[must_use]
    pub fn can_lay(&self, tile: Tile) -> bool {
        self.legal_placements(tile).next().is_some()
    }

    /// The free spots that touch an open mouth; on the empty board those that cover the star.
    fn open_spots(&self) -> impl Iterator<Item = Spot> {
        let star = if self.is_empty() {
            star_spots()
        } else {
            [0; SPOT_WORDS]
        };
        (0..SPOT_WORDS).flat_map(move |word| {
            let mut rest = self.free[word] & (self.joined[word] | star[word]);
            std::iter::from_fn(move || {
                let bit = (rest != 0).then(|| rest.trailing_zeros())?;
                rest &= rest - 1;
                Some(Spot::from_index(word * 64 + bit as usize))
            })
        })
    }

    /// Whether the rules allow this placement now. The same as being among the legal placements.
    #[must_use]
    pub fn allows(&self, placement: Placement) -> bool {
        let (spot, mask) = (placement.spot(), placement.mouths().mask());
        let (needed, barred) = (self.needed[spot.index()], self.barred[spot.index()]);
        let connected = if self.is_empty() {
            spot.squares().contains(&Square::STAR)
        } else {
            mask & needed != 0
        };
        self.free[spot.index() / 64] & 1 << (spot.index() % 64) != 0
            && connected
            && mask & needed == needed
            && mask & barred == 0
    }

    /// Everything that stands against this placement now; empty when it is legal.
    ///
    /// Where it covers other tiles, the sides that lie against tiles are judged all the same.
    #[must_use]
    pub fn obstacles(&self, placement: Placement) -> Vec<Obstacle> {
        let squares = placement.squares();
        let mut out: Vec<Obstacle> = squares
            .into_iter()
            .filter(|&s| self.is_covered(s))
            .map(Obstacle::Covered)
            .collect();
        if self.is_empty() {
            if !squares.contains(&Square::STAR) {
                out.push(Obstacle::MissesStar);
            }
            return out;
        }
        let mut continues = false;
        for exit in crate::tile::Exit::ALL {
            let edge = placement.spot().edge(exit);
            match (self.faces(edge), placement.mouths().contains(exit)) {
                (Facing::Mouth, true) => continues = true,
                (Facing::Mouth, false) => out.push(Obstacle::BlankShutsMouth(edge)),
                (Facing::Blank, true) => out.push(Obstacle::MouthMeetsBlank(edge)),
                (Facing::Blank, false) | (Facing::Nothing, _) => {}
            }
        }
        if !continues {
            out.push(Obstacle::NoCanal);
        }
        out
    }

    /// Lays a tile.
    ///
    /// # Errors
    /// [`Illegal`] with all that stands against it; the board is then unchanged.
    pub fn lay(&mut self, placement: Placement) -> Result<(), Illegal> {
        if !self.allows(placement) {
            return Err(Illegal {
                placement,
                obstacles: self.obstacles(placement),
            });
        }
        self.lay_legal(placement);
        Ok(())
    }

    fn lay_legal(&mut self, placement: Placement) {
        let spot = placement.spot();
        for square in spot.squares() {
            self.squares[square.index()] = SquareState(SquareState::COVERED);
            for covering in Spot::covering(square) {
                self.free[covering.index() / 64] &= !(1 << (covering.index() % 64));
            }
        }
        for exit in crate::tile::Exit::ALL {
            let edge = spot.edge(exit);
            let open = placement.mouths().contains(exit);
            if open {
                self.squares[edge.square.index()].0 |= 1 << edge.side.index();
            }
            let Some(beyond) = edge.from_beyond() else {
                continue;
            };
            for (facing, exit) in Spot::facing(beyond) {
                let bit = 1 << exit.index();
                if open {
                    self.needed[facing.index()] |= bit;
                    self.joined[facing.index() / 64] |= 1 << (facing.index() % 64);
                } else {
                    self.barred[facing.index()] |= bit;
                }
            }
        }
        self.coasts.add(placement);
        self.laid += 1;
    }
}

#[derive(Clone, Copy)]
enum Facing {
    /// A free square or the sea.
    Nothing,
    Mouth,
    Blank,
}

fn star_spots() -> [u64; SPOT_WORDS] {
    let mut out = [0; SPOT_WORDS];
    for spot in Spot::covering(Square::STAR) {
        out[spot.index() / 64] |= 1 << (spot.index() % 64);
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    fn board(placements: &str) -> Board {
        let mut board = Board::new();
        for text in placements.split_whitespace() {
            board.lay(text.parse().unwrap()).unwrap();
        }
        board
    }

    #[test]
    fn the_first_tile_covers_the_star() {
        let empty = Board::new();
        for tile in Tile::all() {
            assert_eq!(empty.legal_placements(tile).count(), 12);
        }
        assert_eq!(empty.obstacles("a1-123".parse().unwrap()), [Obstacle::MissesStar]);
    }

    #[test]
    fn says_all_that_is_wrong() {
        let board = board("i10-147");
        let obstacles = |text: &str| {
            board
                .obstacles(text.parse().unwrap())
                .iter()
                .map(ToString::to_string)
                .collect::<Vec<_>>()
        };
        // i10-147 opens north at i10, east at l10's west side, and south at i10.
        assert_eq!(
            obstacles("l10-123"),
            [
                "its blank side at the west side of l10 shuts a canal",
                "none of its mouths continues a canal",
            ]
        );
        assert_eq!(
            obstacles("i11-567"),
            [
                "its mouth at the south side of k11 meets a blank side",
                "its mouth at the south side of j11 meets a blank side"
            ]
        );
        assert_eq!(
            obstacles("k11|148"),
            ["k10 is covered by a tile", "none of its mouths continues a canal"]
        );
        assert_eq!(obstacles("l10-138"), Vec::<String>::new());
    }

    #[test]
    fn reaching_the_sea_is_no_connection() {
        let board = board("i10-147");
        assert_eq!(board.obstacles("a19-123".parse().unwrap()), [Obstacle::NoCanal]);
    }

    #[test]
    fn legal_placements_are_those_without_obstacles_and_in_order() {
        let board = board("i10-147 l10-138 n13|347");
        for tile in Tile::all() {
            let legal: Vec<Placement> = board.legal_placements(tile).collect();
            assert!(legal.is_sorted());
            for spot in Spot::all() {
                for mouths in tile.readings() {
                    let placement = Placement::new(spot, mouths);
                    assert_eq!(board.allows(placement), legal.contains(&placement));
                    assert_eq!(board.obstacles(placement).is_empty(), legal.contains(&placement));
                }
            }
        }
    }

    fn kinds_in_order() -> Vec<Tile> {
        Tile::all().collect()
    }

    #[test]
    fn dead_is_where_no_tile_goes() {
        // Plays on with the first tile that fits, which soon shuts canals in, and asks all tiles at each mouth.
        let mut board = Board::new();
        let (mut dead, mut alive) = (0, 0);
        for turn in 0.. {
            for edge in board.open_mouths() {
                let square = edge.from_beyond().unwrap().square;
                let continued = Tile::all()
                    .flat_map(|tile| board.legal_placements(tile))
                    .any(|placement| placement.squares().contains(&square));
                assert_eq!(board.is_dead(edge), !continued, "{edge}");
                *if continued { &mut alive } else { &mut dead } += 1;
            }
            for square in Square::all().filter(|&s| !board.is_covered(s)) {
                assert!(
                    Side::ALL
                        .iter()
                        .all(|&side| !board.is_dead(Edge { square, side }))
                );
            }
            let kinds = kinds_in_order().into_iter().cycle().skip(turn * 5).take(28);
            let Some(next) = kinds
                .flat_map(|tile| board.legal_placements(tile))
                .take(1 + turn % 3)
                .last()
            else {
                break;
            };
            board.lay(next).unwrap();
        }
        assert!(dead > 20 && alive > 100, "{dead} dead, {alive} alive");
    }

    #[test]
    fn what_is_dead_stays_dead() {
        let mut board = Board::new();
        let mut dead: Vec<Edge> = Vec::new();
        for turn in 0.. {
            assert!(dead.iter().all(|&edge| board.is_dead(edge)));
            dead = board.open_mouths().filter(|&edge| board.is_dead(edge)).collect();
            let kinds = kinds_in_order().into_iter().cycle().skip(turn * 11).take(28);
            let Some(next) = kinds.flat_map(|tile| board.legal_placements(tile)).last() else {
                break;
            };
            board.lay(next).unwrap();
        }
        assert!(!dead.is_empty());
    }
}
