//! A puzzle as a formula, exactly: its models are the beginnings of its lines.
//!
//! No tile ever lowers a coast, so a beginning is as good as the line that it can be completed to in any way
//! the rules allow. The formula therefore need not say that a tile that can be laid must be: it says only
//! that the tiles laid are the first ones of the sequence.
//!
//! Tile `i` lies at one of its spots in one of its two readings. For each square and tile, a variable says
//! that the square is covered by tile `i` or an earlier one; these ladders keep tiles apart and say what a tile
//! can be joined to. Mouths are shared by the two squares on both sides of a seam, so that mouths meet
//! mouths of themselves.

use tayu_core::geometry::{SPOT_COUNT, SQUARE_COUNT};
use tayu_core::{Exit, Mouths, Pair, Placement, Puzzle, Spot, Square};

use crate::coasts::{CoastGoals, coast_edges};
use crate::formula::{Formula, Literal, Model};
use crate::reach::{Candidate, Reach, Seam};

/// The variables of the formula.
#[derive(Debug)]
pub(crate) struct Exact<'a> {
    puzzle: &'a Puzzle,
    /// For each tile of the sequence, where it can lie.
    rows: Vec<Vec<(Spot, Literal)>>,
    /// By spot: the tile there lies in the second of its readings.
    turned: Vec<Option<Literal>>,
    /// The goals of the two coasts.
    pub(crate) goals: [CoastGoals; 2],
    /// For each tile of the sequence: it is laid.
    pub(crate) laid: Vec<Literal>,
    mouths: Vec<Option<Literal>>,
    ladders: Vec<Vec<Option<Literal>>>,
}

/// While the formula is written.
struct Writer<'a> {
    formula: Formula,
    reach: &'a Reach,
    /// By seam: there is a mouth.
    mouths: Vec<Option<Literal>>,
    /// By spot: the tile there lies in the second of its readings.
    turned: Vec<Option<Literal>>,
    /// By square: covered by the tile of this number or an earlier one. None before any can cover it.
    ladders: Vec<Vec<Option<Literal>>>,
}

impl<'a> Exact<'a> {
    /// The formula of a puzzle for one pair of coasts, and its variables.
    pub(crate) fn encode(puzzle: &'a Puzzle, reach: &Reach, pair: Pair) -> (Formula, Self) {
        let mut writer = Writer {
            formula: Formula::new(),
            reach,
            mouths: vec![None; Seam::COUNT],
            turned: vec![None; SPOT_COUNT],
            ladders: vec![Vec::new(); SQUARE_COUNT],
        };
        let rows: Vec<Vec<(Spot, Literal)>> = reach
            .rows
            .iter()
            .map(|row| row.iter().map(|c| (c.spot, writer.formula.variable())).collect())
            .collect();
        let laid = writer.order(&rows);
        writer.ladders(&rows);
        for (n, (row, candidates)) in rows.iter().zip(&reach.rows).enumerate() {
            let readings = puzzle.sequence()[n].readings();
            for (&(_, here), &candidate) in row.iter().zip(candidates) {
                writer.keep_apart(n, here, candidate.spot);
                let turned = writer.turn(here, candidate);
                writer.open_mouths(here, turned, candidate, readings);
                if !reach.is_joined(candidate.spot) {
                    writer.join(n, here, turned, candidate, readings);
                }
            }
        }
        let board = puzzle.position().board();
        let goals = pair.coasts().map(|coast| {
            let mut at_sea = Vec::new();
            for edge in coast_edges(board, coast) {
                let covered = writer.ladders[edge.square.index()].last().copied().flatten();
                if let (Some(mouth), Some(covered)) = (writer.mouths[Seam::of(edge).index()], covered) {
                    writer.formula.implies([mouth], [covered]);
                    at_sea.push((edge, mouth));
                }
            }
            CoastGoals::add(&mut writer.formula, board, coast, &at_sea)
        });
        let Writer {
            formula,
            turned,
            mouths,
            ladders,
            ..
        } = writer;
        (
            formula,
            Self {
                puzzle,
                rows,
                turned,
                goals,
                laid,
                mouths,
                ladders,
            },
        )
    }

    /// The beginning of a line that a model shows; `None` when the model can't be read to its end.
    pub(crate) fn decode(&self, model: &impl Model) -> Option<Vec<Placement>> {
        let mut play = Vec::new();
        for (row, tile) in self.rows.iter().zip(self.puzzle.sequence()) {
            let mut laid = None;
            for &(spot, here) in row {
                if model.value(here)? {
                    laid = Some(spot);
                    break;
                }
            }
            let Some(spot) = laid else { break };
            let turned = self.turned[spot.index()].map_or(Some(false), |turned| model.value(turned))?;
            play.push(Placement::new(spot, tile.readings()[usize::from(turned)]));
        }
        Some(play)
    }
}

impl Exact<'_> {
    /// What says that tile `n` lies at a spot; `None` when it can't.
    pub(crate) fn lies(&self, n: usize, spot: Spot) -> Option<Literal> {
        let row = self.rows.get(n)?;
        let found = row.binary_search_by_key(&spot, |&(spot, _)| spot).ok()?;
        Some(row[found].1)
    }

    /// What says that the first tiles are laid like this; `None` when one of them is no candidate.
    pub(crate) fn beginning(&self, play: &[Placement]) -> Option<Vec<Literal>> {
        let mut out = Vec::new();
        for (n, placement) in play.iter().enumerate() {
            let spot = placement.spot();
            let (_, here) = self
                .rows
                .get(n)?
                .iter()
                .find(|(candidate, _)| *candidate == spot)?;
            let turned = self.turned[spot.index()]?;
            let readings = self.puzzle.sequence()[n].readings();
            out.push(*here);
            out.push(if readings[1] == placement.mouths() {
                turned
            } else {
                !turned
            });
        }
        Some(out)
    }

    /// What says that a tile of the sequence has a mouth at a seam.
    pub(crate) fn mouth(&self, seam: Seam) -> Option<Literal> {
        self.mouths[seam.index()]
    }

    /// What says that a square is covered before tile `n` is laid; `None` when it can't be.
    pub(crate) fn covered_before(&self, n: usize, square: Square) -> Option<Literal> {
        n.checked_sub(1).and_then(|n| self.ladders[square.index()][n])
    }
}

impl Writer<'_> {
    /// Each tile lies at one spot at most, and no tile lies before the one that comes first.
    /// Returns for each tile what says that it is laid.
    fn order(&mut self, rows: &[Vec<(Spot, Literal)>]) -> Vec<Literal> {
        let mut all_laid: Vec<Literal> = Vec::new();
        for row in rows {
            let here: Vec<Literal> = row.iter().map(|&(_, here)| here).collect();
            self.formula.at_most_one(&here);
            let laid = self.formula.variable();
            for &here in &here {
                self.formula.implies([here], [laid]);
            }
            self.formula.implies([laid], here);
            if let Some(&earlier) = all_laid.last() {
                self.formula.implies([laid], [earlier]);
            }
            all_laid.push(laid);
        }
        all_laid
    }

    /// Says which squares are covered when.
    fn ladders(&mut self, rows: &[Vec<(Spot, Literal)>]) {
        let mut rung: Vec<Option<Literal>> = vec![None; SQUARE_COUNT];
        for row in rows {
            let mut covering: Vec<Vec<Literal>> = vec![Vec::new(); SQUARE_COUNT];
            for &(spot, here) in row {
                for square in spot.squares() {
                    covering[square.index()].push(here);
                }
            }
            for (square, covering) in covering.into_iter().enumerate() {
                let below = rung[square];
                if !covering.is_empty() {
                    let covered = self.formula.variable();
                    for &literal in covering.iter().chain(&below) {
                        self.formula.implies([literal], [covered]);
                    }
                    self.formula
                        .implies([covered], covering.iter().copied().chain(below));
                    rung[square] = Some(covered);
                }
                self.ladders[square].push(rung[square]);
            }
        }
    }

    /// Tile `n` lies on squares that no earlier one covers.
    fn keep_apart(&mut self, n: usize, here: Literal, spot: Spot) {
        for square in spot.squares() {
            if let Some(covered) = self.covered_before(n, square.index()) {
                self.formula.implies([here], [!covered]);
            }
        }
    }

    fn covered_before(&self, n: usize, square: usize) -> Option<Literal> {
        n.checked_sub(1).and_then(|n| self.ladders[square][n])
    }

    /// The variable that says in which reading a tile lies here; a reading that is impossible is excluded.
    fn turn(&mut self, here: Literal, candidate: Candidate) -> Literal {
        let turned = *self.turned[candidate.spot.index()].get_or_insert_with(|| self.formula.variable());
        match candidate.readings {
            [true, false] => self.formula.implies([here], [!turned]),
            [false, true] => self.formula.implies([here], [turned]),
            _ => {}
        }
        turned
    }

    /// A tile that lies here has its mouths, and none besides.
    fn open_mouths(&mut self, here: Literal, turned: Literal, candidate: Candidate, readings: [Mouths; 2]) {
        let rim = self.reach.rim(candidate.spot);
        for exit in Exit::ALL {
            if (rim.needed | rim.barred) & 1 << exit.index() != 0 {
                continue;
            }
            let seam = Seam::of(candidate.spot.edge(exit)).index();
            let mouth = *self.mouths[seam].get_or_insert_with(|| self.formula.variable());
            let signed = |mouths: Mouths| if mouths.contains(exit) { mouth } else { !mouth };
            match candidate.readings {
                [true, true] => {
                    let [straight, half_turn] = readings.map(signed);
                    if straight == half_turn {
                        self.formula.implies([here], [straight]);
                    } else {
                        self.formula.implies([here, !turned], [straight]);
                        self.formula.implies([here, turned], [half_turn]);
                    }
                }
                [_, second] => self
                    .formula
                    .implies([here], [signed(readings[usize::from(second)])]),
            }
        }
    }

    /// Tile `n` continues a canal of an earlier one.
    fn join(
        &mut self,
        n: usize,
        here: Literal,
        turned: Literal,
        candidate: Candidate,
        readings: [Mouths; 2],
    ) {
        for (k, mouths) in readings.into_iter().enumerate() {
            if !candidate.readings[k] {
                continue;
            }
            let across: Vec<Literal> = Placement::new(candidate.spot, mouths)
                .mouth_edges()
                .filter_map(|edge| self.covered_before(n, edge.from_beyond()?.square.index()))
                .collect();
            match candidate.readings {
                [true, true] => {
                    let this = if k == 0 { !turned } else { turned };
                    self.formula.implies([here, this], across);
                }
                _ => self.formula.implies([here], across),
            }
        }
    }
}
