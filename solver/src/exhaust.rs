//! Trying every line, where they are few.

use std::collections::HashSet;

use tayu_core::{Board, Coasts, Pair, Placement, Puzzle, Side};

use crate::job::Job;
use crate::line::{Line, ReplayError};
use crate::pairs::MOST;

/// No tile brings one coast more than this: three mouths, one of them on a marked square.
const MOST_PER_TILE: u32 = 4;

/// Tries every line, but lays no more than `budget` tiles.
///
/// Positions that were met before with the same tiles at the same places are not entered again, nor are those
/// where the best line is out of reach even if every tile to come brought the most that a tile can bring.
/// Returns the best line, or `None` if the budget is used up or the job is stopped.
///
/// # Errors
/// The rules refuse what was tried: a fault of this search.
pub(crate) fn exhaust(job: &Job, pair: Pair, budget: usize) -> Result<Option<Line>, ReplayError> {
    let puzzle: &Puzzle = job.puzzle();
    let mut search = Exhaustion {
        job,
        puzzle,
        coasts: pair.coasts(),
        budget,
        line: Vec::new(),
        met: HashSet::new(),
        best: None,
    };
    match search.enter(puzzle.position().board()) {
        Ok(()) => {
            let placements = search.best.map(|(_, placements)| placements).unwrap_or_default();
            Line::complete(puzzle, placements).map(Some)
        }
        Err(Cut) => Ok(None),
    }
}

struct Exhaustion<'a> {
    job: &'a Job,
    puzzle: &'a Puzzle,
    coasts: [Side; 2],
    budget: usize,
    line: Vec<Placement>,
    /// The tiles laid, in the order of their places: the same tiles make the same board.
    met: HashSet<Box<[Placement]>>,
    /// The product and the beginning of the line that has it.
    best: Option<(u32, Vec<Placement>)>,
}

/// The search is cut off.
struct Cut;

impl Exhaustion<'_> {
    fn enter(&mut self, board: &Board) -> Result<(), Cut> {
        let points = self.points(board.coasts());
        let product = points[0] * points[1];
        if self.best.as_ref().is_none_or(|(best, _)| product > *best) {
            self.best = Some((product, self.line.clone()));
        }
        let Some(&tile) = self.puzzle.sequence().get(self.line.len()) else {
            return Ok(());
        };
        for placement in board.legal_placements(tile) {
            if self.out_of_reach(points) {
                return Ok(());
            }
            self.budget = self.budget.checked_sub(1).ok_or(Cut)?;
            if self.job.is_stopped() {
                return Err(Cut);
            }
            let mut after = board.clone();
            if after.lay(placement).is_err() {
                continue;
            }
            self.line.push(placement);
            let mut key: Box<[Placement]> = self.line.as_slice().into();
            key.sort_unstable();
            let entered = if self.met.insert(key) {
                self.enter(&after)
            } else {
                Ok(())
            };
            self.line.pop();
            entered?;
        }
        Ok(())
    }

    fn points(&self, coasts: Coasts) -> [u32; 2] {
        self.coasts.map(|coast| coasts.get(coast).get())
    }

    /// Whether no way to share the tiles to come between the two coasts brings more than the best.
    fn out_of_reach(&self, [a, b]: [u32; 2]) -> bool {
        let left = (self.puzzle.sequence().len() - self.line.len()) as u32;
        let full = |points: u32, tiles: u32| (points + MOST_PER_TILE * tiles).min(MOST as u32);
        let most = (0..=left)
            .map(|tiles| full(a, tiles) * full(b, left - tiles))
            .max();
        self.best
            .as_ref()
            .is_some_and(|(best, _)| most.is_some_and(|most| most <= *best))
    }
}
