//! Hints: what is good about a placement, from the vague to the plain.

use tayu_core::geometry::BOARD_SIZE;
use tayu_core::{Board, Edge, Pair, Party, Placement, Side, Square};

use super::field::Field;
use super::outlook::{expected_at, stage_of};

/// What leads to a placement, step by step: each says more than the one before it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Hint {
    /// The coast that it is about, and whether points are won there or denied; `None` where it brings no coast nearer.
    pub coast: Option<(Side, Purpose)>,
    /// The part of the board where it lies.
    pub region: Region,
    /// The open mouths that it goes on from; none for the first tile.
    pub canals: Vec<Edge>,
    /// The placement.
    pub placement: Placement,
}

/// What a placement is to be good for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Aim {
    /// A party, against the others.
    Party(Party),
    /// The product of these coasts, with nobody against it.
    Product(Pair),
}

/// What a placement does to a coast.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Purpose {
    /// It brings own points at once.
    Win,
    /// It makes own points likelier.
    Approach,
    /// It makes points of others less likely.
    Deny,
}

/// A ninth of the board.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Region {
    /// North or south, unless in between.
    pub north_south: Option<Side>,
    /// East or west, unless in between.
    pub east_west: Option<Side>,
}

impl Region {
    /// Where a square lies: six squares from a coast are still near it.
    #[must_use]
    pub const fn of(square: Square) -> Self {
        const NEAR: usize = 6;
        const fn part(at: usize, low: Side, high: Side) -> Option<Side> {
            if at < NEAR {
                Some(low)
            } else if at >= BOARD_SIZE - NEAR {
                Some(high)
            } else {
                None
            }
        }
        Self {
            north_south: part(square.row(), Side::South, Side::North),
            east_west: part(square.column(), Side::West, Side::East),
        }
    }

    /// Whether a square lies in it.
    #[must_use]
    pub fn contains(self, square: Square) -> bool {
        Self::of(square) == self
    }
}

impl Hint {
    /// What leads to a placement that the rules allow on this board.
    #[must_use]
    pub fn new(board: &Board, aim: Aim, placement: Placement) -> Self {
        let field = Field::of(board);
        let stage = stage_of(&field);
        let (before, after) = (
            expected_at(&field, stage),
            expected_at(&field.after(placement), stage),
        );
        // What a coast gains counts as many times as the coast across has points.
        let effect = |coast: Side| {
            let gained = after[coast.index()] - before[coast.index()];
            let across = after[coast.opposite().index()].max(1.0);
            if is_own(aim, coast) {
                gained * across
            } else {
                -gained * across
            }
        };
        let coasts = match aim {
            Aim::Product(pair) => pair.coasts().to_vec(),
            Aim::Party(_) => Side::ALL.to_vec(),
        };
        let effects = coasts.into_iter().map(|coast| (effect(coast), coast));
        let most = effects.reduce(|most, other| if other.0 > most.0 { other } else { most });
        let coast = most.filter(|&(effect, _)| effect > LEAST_EFFECT);
        let canals = (placement.mouth_edges())
            .filter_map(Edge::from_beyond)
            .filter(|&edge| board.has_mouth(edge));
        Self {
            coast: coast.map(|(_, coast)| {
                let wins = placement.sea_mouths().any(|mouth| mouth.side == coast);
                let purpose = match is_own(aim, coast) {
                    true if wins => Purpose::Win,
                    true => Purpose::Approach,
                    false => Purpose::Deny,
                };
                (coast, purpose)
            }),
            region: Region::of(placement.middle()),
            canals: canals.collect(),
            placement,
        }
    }
}

/// What a product is expected to change by, in points, that is worth naming a coast for.
const LEAST_EFFECT: f32 = 0.05;

fn is_own(aim: Aim, coast: Side) -> bool {
    match aim {
        Aim::Party(Party::Coasts(pair)) | Aim::Product(pair) => coast.pair() == pair,
        Aim::Party(Party::Spoilsport) => false,
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test may fail")]

    use super::*;

    fn square(name: &str) -> Square {
        name.parse().unwrap()
    }

    #[test]
    fn the_board_has_nine_regions() {
        let region = |name| Region::of(square(name));
        let (north, south) = (Some(Side::North), Some(Side::South));
        let (east, west) = (Some(Side::East), Some(Side::West));
        let of = |north_south, east_west| Region {
            north_south,
            east_west,
        };
        assert_eq!(region("a1"), of(south, west));
        assert_eq!(region("f19"), of(north, west));
        assert_eq!(region("g6"), of(south, None));
        assert_eq!(region("j10"), of(None, None));
        assert_eq!(region("n14"), of(north, east));
        assert_eq!(region("s13"), of(None, east));
        assert!(region("m13").contains(square("g7")));
    }

    #[test]
    fn a_mouth_is_won_on_an_own_coast_and_denied_on_another() {
        let mut board = Board::new();
        let mut found = 0;
        let mut kinds: Vec<tayu_core::Tile> = tayu_core::Tile::all().collect();
        for turn in 0..60 {
            kinds.rotate_left(7);
            let lays: Vec<Placement> = kinds
                .iter()
                .flat_map(|&tile| board.legal_placements(tile))
                .collect();
            for &placement in &lays {
                let mut coasts = placement.sea_mouths().map(|edge| edge.side);
                if let Some(coast) = coasts.next().filter(|coast| coasts.all(|other| other == *coast)) {
                    let own = Hint::new(&board, Aim::Party(Party::Coasts(coast.pair())), placement);
                    found += usize::from(own.coast == Some((coast, Purpose::Win)));
                    let spoil = Hint::new(&board, Aim::Party(Party::Spoilsport), placement);
                    assert!(spoil.coast.is_none_or(|(_, purpose)| purpose == Purpose::Deny));
                }
                let hint = Hint::new(&board, Aim::Product(Pair::EastWest), placement);
                let is_fair = |(coast, purpose): (Side, Purpose)| {
                    let wins = placement.sea_mouths().any(|mouth| mouth.side == coast);
                    coast.pair() == Pair::EastWest && (purpose == Purpose::Win) == wins
                };
                assert!(hint.coast.is_none_or(is_fair));
                assert_eq!(hint.canals.is_empty(), board.is_empty());
                assert!(hint.canals.iter().all(|&edge| board.has_mouth(edge)));
                assert!(hint.region.contains(placement.middle()));
            }
            let Some(&next) = lays.get(turn % lays.len().max(1)) else {
                break;
            };
            board.lay(next).unwrap();
        }
        assert!(found > 20, "{found}");
    }
}
