//! The geometry of a puzzle: three-square tiles of any kind in any order, as a formula.
//!
//! Every line of the puzzle is a model of this formula, so points that the formula refutes no line reaches.
//! What it leaves aside are the kinds of the tiles and their order. What it keeps: tiles lie on free squares,
//! no more of them than the sequence has; each has exactly three mouths; mouths meet mouths; and each
//! tile is joined by a mouth to the board or to another new tile.
//!
//! Tiles may still float: joined to each other in a ring, and to nothing else. [`Geometry::sink`] forbids those
//! that a model shows. Stopping before all are gone only leaves the formula weaker than it could be.

use std::collections::BTreeMap;

use tayu_core::geometry::{SPOT_COUNT, SQUARE_COUNT};
use tayu_core::{Board, Exit, Pair, Spot};

use crate::coasts::{CoastGoals, coast_edges};
use crate::engine::Engine;
use crate::formula::{Formula, Literal, Model, Sum};
use crate::reach::{Reach, Seam};

/// The variables of the formula.
#[derive(Debug)]
pub(crate) struct Geometry<'a> {
    reach: &'a Reach,
    /// By spot: a new tile lies there.
    tiles: Vec<Option<Literal>>,
    /// A mouth here joins the new tiles on both sides.
    joints: BTreeMap<Seam, Joint>,
    /// The goals of the two coasts.
    pub(crate) goals: [CoastGoals; 2],
}

#[derive(Debug, Clone, Copy)]
struct Joint {
    literal: Literal,
    squares: [usize; 2],
}

impl<'a> Geometry<'a> {
    /// The formula for at most `tiles` tiles on this board, and its variables.
    pub(crate) fn encode(board: &Board, reach: &'a Reach, pair: Pair, tiles: usize) -> (Formula, Self) {
        let mut formula = Formula::new();
        let mut tile_at = vec![None; SPOT_COUNT];
        let mut covering: Vec<Vec<Literal>> = vec![Vec::new(); SQUARE_COUNT];
        for &spot in &reach.spots {
            let tile = formula.variable();
            tile_at[spot.index()] = Some(tile);
            for square in spot.squares() {
                covering[square.index()].push(tile);
            }
        }
        // Covered by a new tile, by square.
        let covered: Vec<Option<Literal>> = covering
            .iter()
            .map(|tiles| {
                formula.at_most_one(tiles);
                (!tiles.is_empty()).then(|| {
                    let covered = formula.variable();
                    formula.implies([covered], tiles.iter().copied());
                    for &tile in tiles {
                        formula.implies([tile], [covered]);
                    }
                    covered
                })
            })
            .collect();
        let all: Vec<Literal> = tile_at.iter().flatten().copied().collect();
        if all.len() > tiles {
            let at_least = (all.len() - tiles) as u32;
            formula.sum(Sum {
                terms: all.iter().map(|&tile| (1, !tile)).collect(),
                at_least,
            });
        }

        let mut mouths: BTreeMap<Seam, Literal> = BTreeMap::new();
        let mut joints: BTreeMap<Seam, Joint> = BTreeMap::new();
        for &spot in &reach.spots {
            let Some(tile) = tile_at[spot.index()] else {
                continue;
            };
            let rim = reach.rim(spot);
            let mut free: Vec<Literal> = Vec::new();
            let mut joined: Vec<Literal> = Vec::new();
            for exit in Exit::ALL {
                if (rim.needed | rim.barred) & 1 << exit.index() != 0 {
                    continue;
                }
                let edge = spot.edge(exit);
                let seam = Seam::of(edge);
                let mouth = *mouths.entry(seam).or_insert_with(|| formula.variable());
                free.push(mouth);
                let beyond = edge.from_beyond().map(|beyond| beyond.square.index());
                if let (Some(here), Some((beyond, there))) = (
                    covered[edge.square.index()],
                    beyond.and_then(|beyond| Some((beyond, covered[beyond]?))),
                ) {
                    let joint = joints.entry(seam).or_insert_with(|| {
                        let literal = formula.variable();
                        for implied in [mouth, here, there] {
                            formula.implies([literal], [implied]);
                        }
                        Joint {
                            literal,
                            squares: [edge.square.index(), beyond],
                        }
                    });
                    joined.push(joint.literal);
                }
            }
            // Exactly three mouths, those that the board demands among them.
            let open = 3 - rim.needed.count_ones().min(3);
            let shut = (free.len() as u32).saturating_sub(open);
            let of = |literals: &mut dyn Iterator<Item = Literal>, count: u32| Sum {
                terms: literals.map(|l| (1, l)).chain([(count, !tile)]).collect(),
                at_least: count,
            };
            formula.sum(of(&mut free.iter().copied(), open));
            formula.sum(of(&mut free.iter().map(|&l| !l), shut));
            if !reach.is_joined(spot) {
                formula.implies([tile], joined);
            }
        }

        let goals = pair.coasts().map(|coast| {
            let mut at_sea = Vec::new();
            for edge in coast_edges(board, coast) {
                if let (Some(&mouth), Some(covered)) =
                    (mouths.get(&Seam::of(edge)), covered[edge.square.index()])
                {
                    formula.implies([mouth], [covered]);
                    at_sea.push((edge, mouth));
                }
            }
            CoastGoals::add(&mut formula, board, coast, &at_sea)
        });
        (
            formula,
            Self {
                reach,
                tiles: tile_at,
                joints,
                goals,
            },
        )
    }

    /// Forbids the tiles that float in this model, if any do. Returns whether some did.
    ///
    /// For the squares S under a group of floating tiles, each tile in S demands that something joins S to the
    /// rest: a joint across the border of S, a tile that lies half in S, or a tile in S that is joined
    /// to the board. A tile that is joined to the board by a chain of others has the first of these where the
    /// chain leaves S, or the last where it does not.
    pub(crate) fn sink(&self, engine: &Engine, model: &impl Model) -> bool {
        let groups = self.afloat(model);
        for group in &groups {
            self.cuts(group).for_each(|clause| engine.add_clause(&clause));
        }
        !groups.is_empty()
    }

    /// The tiles that float in this model, in groups that hang together.
    pub(crate) fn afloat(&self, model: &impl Model) -> Vec<Vec<Spot>> {
        let laid: Vec<Spot> = self
            .reach
            .spots
            .iter()
            .copied()
            .filter(|&s| self.holds(model, s))
            .collect();
        self.floating(model, &laid)
    }

    /// The clauses that forbid a group of tiles to float. They hold for any group of spots.
    pub(crate) fn cuts(&self, group: &[Spot]) -> impl Iterator<Item = Vec<Literal>> {
        let mut inside = vec![false; SQUARE_COUNT];
        for spot in group {
            spot.squares()
                .iter()
                .for_each(|square| inside[square.index()] = true);
        }
        let ties = self.ties(&inside);
        group
            .iter()
            .filter_map(|spot| self.tiles[spot.index()])
            .map(move |tile| std::iter::once(!tile).chain(ties.iter().copied()).collect())
    }

    fn holds(&self, model: &impl Model, spot: Spot) -> bool {
        self.tiles[spot.index()].is_some_and(|tile| model.is_true(tile))
    }

    /// What can join these squares to the rest.
    fn ties(&self, inside: &[bool]) -> Vec<Literal> {
        let mut ties: Vec<Literal> = self
            .joints
            .values()
            .filter(|joint| inside[joint.squares[0]] != inside[joint.squares[1]])
            .map(|joint| joint.literal)
            .collect();
        for &spot in &self.reach.spots {
            let within = spot
                .squares()
                .iter()
                .filter(|square| inside[square.index()])
                .count();
            if matches!(within, 1 | 2) || (within == 3 && self.reach.is_joined(spot)) {
                ties.extend(self.tiles[spot.index()]);
            }
        }
        ties
    }

    /// The tiles of a model that no chain of joints links to the board, in groups that hang together.
    fn floating(&self, model: &impl Model, laid: &[Spot]) -> Vec<Vec<Spot>> {
        let mut tile_on: Vec<Option<usize>> = vec![None; SQUARE_COUNT];
        for (n, spot) in laid.iter().enumerate() {
            for square in spot.squares() {
                tile_on[square.index()] = Some(n);
            }
        }
        let mut next: Vec<Vec<usize>> = vec![Vec::new(); laid.len()];
        for joint in self.joints.values() {
            let [a, b] = joint.squares;
            if let (Some(a), Some(b)) = (tile_on[a], tile_on[b])
                && model.is_true(joint.literal)
            {
                next[a].push(b);
                next[b].push(a);
            }
        }
        let mut seen = vec![false; laid.len()];
        let mut gather = |start: usize| {
            let (mut open, mut group) = (vec![start], Vec::new());
            while let Some(n) = open.pop() {
                if !std::mem::replace(&mut seen[n], true) {
                    group.push(laid[n]);
                    open.extend(&next[n]);
                }
            }
            group
        };
        for (n, &spot) in laid.iter().enumerate() {
            if self.reach.is_joined(spot) {
                gather(n);
            }
        }
        (0..laid.len())
            .map(gather)
            .filter(|group| !group.is_empty())
            .collect()
    }
}

#[cfg(test)]
impl Geometry<'_> {
    /// What says that these tiles are laid.
    pub(crate) fn assume(&self, play: &[tayu_core::Placement]) -> Vec<Literal> {
        play.iter()
            .filter_map(|placement| self.tiles[placement.spot().index()])
            .collect()
    }
}
