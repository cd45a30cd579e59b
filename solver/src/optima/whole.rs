//! Whole plays as a formula: the exact formula, and that a play ends only when no tile is left or the next
//! one fits nowhere; with the points of the coasts bounded from above too.

use tayu_core::{Exit, Mouths, Pair, Puzzle, Spot};

use crate::coasts::coast_edges;
use crate::exact::Exact;
use crate::formula::{Formula, Literal, Sum};
use crate::reach::{Reach, Seam};

/// The formula and its variables.
#[derive(Debug)]
pub(super) struct Whole<'a> {
    pub(super) formula: Formula,
    pub(super) exact: Exact<'a>,
    /// For each coast, what says that it has no more points than at the start, than one more, and so on.
    ceilings: [Vec<Literal>; 2],
    /// The points of the coasts at the start.
    start: [u32; 2],
}

impl<'a> Whole<'a> {
    pub(super) fn encode(puzzle: &'a Puzzle, reach: &Reach, pair: Pair) -> Self {
        let (mut formula, exact) = Exact::encode(puzzle, reach, pair);
        let mut writer = Ends {
            formula: &mut formula,
            exact: &exact,
            reach,
        };
        for n in 0..puzzle.sequence().len() {
            writer.lay_or_be_stuck(n, puzzle.sequence()[n].readings());
        }
        let board = puzzle.position().board();
        let tiles = puzzle.sequence().len();
        let ceilings = pair.coasts().map(|coast| {
            let terms: Vec<(u32, Literal)> = coast_edges(board, coast)
                .filter(|edge| exact.covered_before(tiles, edge.square).is_some())
                .filter_map(|edge| {
                    let weight = if edge.square.is_marked_for(coast) { 2 } else { 1 };
                    Some((weight, !exact.mouth(Seam::of(edge))?))
                })
                .collect();
            let most: u32 = terms.iter().map(|(weight, _)| weight).sum();
            let at_most = (0..most).map(|more| {
                let ceiling = formula.variable();
                let shut = most - more;
                formula.sum(Sum {
                    terms: terms.iter().copied().chain([(shut, !ceiling)]).collect(),
                    at_least: shut,
                });
                ceiling
            });
            at_most.collect()
        });
        Self {
            formula,
            exact,
            ceilings,
            start: pair.coasts().map(|coast| board.coasts().get(coast).get()),
        }
    }

    /// What to assume for just these points, which must be no more than the goals go up to.
    pub(super) fn exactly(&self, points: [u32; 2]) -> Vec<Literal> {
        let mut out = Vec::new();
        for (n, points) in points.into_iter().enumerate() {
            out.extend(self.exact.goals[n].at_least(points).flatten());
            let more = points - self.start[n];
            out.extend(self.ceilings[n].get(more as usize));
        }
        out
    }
}

struct Ends<'a> {
    formula: &'a mut Formula,
    exact: &'a Exact<'a>,
    reach: &'a Reach,
}

impl Ends<'_> {
    /// Once those before it are laid, tile `n` is laid or fits nowhere.
    fn lay_or_be_stuck(&mut self, n: usize, readings: [Mouths; 2]) {
        let stuck = self.formula.variable();
        let before = n.checked_sub(1).map(|before| !self.exact.laid[before]);
        let laid = self.exact.laid[n];
        self.formula.clause([laid, stuck].into_iter().chain(before));
        let reach = self.reach;
        for candidate in &reach.rows[n] {
            for (mouths, possible) in readings.into_iter().zip(candidate.readings) {
                if possible {
                    let obstacles = self.obstacles(n, candidate.spot, mouths);
                    self.formula.implies([stuck], obstacles);
                }
            }
        }
    }

    /// What can keep tile `n` from being laid here.
    fn obstacles(&mut self, n: usize, spot: Spot, mouths: Mouths) -> Vec<Literal> {
        let covered = |square| self.exact.covered_before(n, square);
        let mut out: Vec<Literal> = spot.squares().into_iter().filter_map(covered).collect();
        let rim = self.reach.rim(spot);
        // Tiles of the sequence that may lie across an exit, and the mouth between.
        let across: Vec<(Exit, Literal, Literal)> = Exit::ALL
            .into_iter()
            .filter(|exit| (rim.needed | rim.barred) & 1 << exit.index() == 0)
            .filter_map(|exit| {
                let edge = spot.edge(exit);
                let there = covered(edge.from_beyond()?.square)?;
                Some((exit, there, self.exact.mouth(Seam::of(edge))?))
            })
            .collect();
        for &(exit, there, mouth) in &across {
            let clash = self.formula.variable();
            self.formula.implies([clash], [there]);
            let other = if mouths.contains(exit) { !mouth } else { mouth };
            self.formula.implies([clash], [other]);
            out.push(clash);
        }
        if !self.reach.is_joined(spot) {
            let apart = self.formula.variable();
            for (exit, there, mouth) in across {
                if mouths.contains(exit) {
                    self.formula.clause([!apart, !there, !mouth]);
                }
            }
            out.push(apart);
        }
        out
    }
}
