//! Good lines without a proof: a beam search, again and again with a wider beam.
//!
//! The tiles are laid one after the other, and after each only the boards that look best are kept. A board
//! looks good when the product of its two coasts is high, with open mouths near a coast counted as a
//! part of a point there.

use std::collections::HashSet;

use log::debug;
use tayu_core::geometry::BOARD_SIZE;
use tayu_core::{Board, Edge, Pair, Placement, Puzzle, Side};

use crate::job::Job;
use crate::line::{Line, ReplayError};

/// The widths of the beams, each with its own look at the sequence from the start.
const WIDTHS: [usize; 4] = [8, 32, 128, 512];
/// How many of these take no longer than a moment.
const QUICK: usize = 2;

/// A point of a coast, in the units in which boards are compared.
const POINT: u64 = 256;

/// How long to look for good lines.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Patience {
    /// Only with beams that take a tenth of a second or so.
    Moment,
    /// With wider beams too.
    Long,
}

/// Searches with wider and wider beams and offers what each finds, until the widest is done or the job is
/// stopped.
///
/// # Errors
/// The rules refuse what was found: a fault of this search.
pub(crate) fn look_ahead(job: &Job, pair: Pair, patience: Patience) -> Result<(), ReplayError> {
    let widths = match patience {
        Patience::Moment => &WIDTHS[..QUICK],
        Patience::Long => &WIDTHS,
    };
    for &width in widths {
        let Some(placements) = Beam::new(job, pair).search(width) else {
            break;
        };
        let line = Line::complete(job.puzzle(), placements)?;
        debug!(
            "{:.3} s: a beam of {width} brings {}",
            job.elapsed().as_secs_f64(),
            line.value()
        );
        job.offer(line);
    }
    Ok(())
}

struct Beam<'a> {
    job: &'a Job,
    puzzle: &'a Puzzle,
    coasts: [Side; 2],
    /// All boards kept so far, as the tile laid last and the one before it.
    steps: Vec<(Placement, Option<usize>)>,
}

/// A board of the beam. `step` leads back to the start.
struct Kept {
    board: Board,
    step: Option<usize>,
}

/// A way to go on from a board.
struct Child {
    worth: u64,
    parent: usize,
    placement: Placement,
}

impl<'a> Beam<'a> {
    fn new(job: &'a Job, pair: Pair) -> Self {
        Self {
            job,
            puzzle: job.puzzle(),
            coasts: pair.coasts(),
            steps: Vec::new(),
        }
    }

    /// The beginning of the best line found, or `None` if the job was stopped.
    fn search(mut self, width: usize) -> Option<Vec<Placement>> {
        let mut kept = vec![Kept {
            board: self.puzzle.position().board().clone(),
            step: None,
        }];
        let mut best: (u32, Option<usize>) = (self.product(&kept[0].board), None);
        let sequence = self.puzzle.sequence();
        for (n, &tile) in sequence.iter().enumerate() {
            let left = sequence.len() - n - 1;
            let mut children: Vec<Child> = Vec::new();
            for (parent, Kept { board, .. }) in kept.iter().enumerate() {
                if self.job.is_stopped() {
                    return None;
                }
                for placement in board.legal_placements(tile) {
                    let mut after = board.clone();
                    if after.lay(placement).is_ok() {
                        let worth = self.worth(&after, left);
                        children.push(Child {
                            worth,
                            parent,
                            placement,
                        });
                    }
                }
            }
            // Best first; equals in the order of their parents and of legal placements.
            children.sort_by_key(|child| std::cmp::Reverse(child.worth));
            let mut next: Vec<Kept> = Vec::new();
            let mut met: HashSet<Board> = HashSet::new();
            for child in children {
                if next.len() == width {
                    break;
                }
                let mut board = kept[child.parent].board.clone();
                if board.lay(child.placement).is_err() || !met.insert(board.clone()) {
                    continue;
                }
                self.steps.push((child.placement, kept[child.parent].step));
                let step = Some(self.steps.len() - 1);
                let product = self.product(&board);
                if product > best.0 {
                    best = (product, step);
                }
                next.push(Kept { board, step });
            }
            if next.is_empty() {
                break;
            }
            kept = next;
        }
        let back = std::iter::successors(best.1, |&step| self.steps[step].1);
        let mut placements: Vec<Placement> = back.map(|step| self.steps[step].0).collect();
        placements.reverse();
        Some(placements)
    }

    fn product(&self, board: &Board) -> u32 {
        let [a, b] = self.coasts.map(|coast| board.coasts().get(coast).get());
        a * b
    }

    /// How good a board looks when so many tiles are left.
    fn worth(&self, board: &Board, left: usize) -> u64 {
        let mut points = self
            .coasts
            .map(|coast| u64::from(board.coasts().get(coast).get()) * POINT);
        for mouth in board.open_mouths() {
            for (points, coast) in points.iter_mut().zip(self.coasts) {
                let distance = distance(mouth, coast);
                if distance < 3 * left {
                    *points += NEARNESS[distance.min(NEARNESS.len() - 1)];
                }
            }
        }
        points[0] * points[1]
    }
}

/// Squares from an open mouth to the sea.
fn distance(mouth: Edge, coast: Side) -> usize {
    let square = mouth.from_beyond().map_or(mouth.square, |beyond| beyond.square);
    match coast {
        Side::North => BOARD_SIZE - 1 - square.row(),
        Side::East => BOARD_SIZE - 1 - square.column(),
        Side::South => square.row(),
        Side::West => square.column(),
    }
}

/// What an open mouth so many squares from a coast is worth there: half a point, and a fifth less with
/// each square.
const NEARNESS: [u64; BOARD_SIZE] = {
    let mut out = [0; BOARD_SIZE];
    let (mut n, mut worth) = (0, POINT / 2);
    while n < BOARD_SIZE {
        out[n] = worth;
        worth = worth * 4 / 5;
        n += 1;
    }
    out
};
