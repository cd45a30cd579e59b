//! Counting by trying every play.

use std::collections::HashMap;
use std::rc::Rc;

use tayu_core::{Board, Pair, Placement, Product};

use super::{Ledger, RunnerUp, contradiction};
use crate::answer::SolveError;

/// Counts all plays, but lays no more than `budget` tiles. Returns whether that sufficed.
///
/// Boards that were met before are not entered again: what was found there is added once more.
///
/// # Errors
/// The highest product is another one than was proved.
pub(super) fn count(ledger: &Ledger, budget: usize) -> Result<bool, SolveError> {
    let board = ledger.puzzle.position().board();
    let mut trial = Trial {
        ledger,
        pair: ledger.puzzle.goal().pair(),
        budget,
        laid: Vec::new(),
        met: HashMap::new(),
    };
    let first: Vec<Placement> = match ledger.puzzle.sequence().first() {
        Some(&tile) => board.legal_placements(tile).collect(),
        None => Vec::new(),
    };
    let (Ok(all), Ok(after_first)) = (trial.enter(board), trial.after(board, &first)) else {
        return Ok(false);
    };
    if all.best != ledger.product.get() {
        return Err(contradiction(ledger.product, all.best));
    }
    ledger.enter(|found| {
        found.plays = ledger.counted(all.plays);
        found.one_board = Some(matches!(all.boards, Boards::One(_)));
        found.runner_up = all
            .runner_up
            .map_or(RunnerUp::None, |product| RunnerUp::Product(Product::new(product)));
        found.first_placements = first
            .iter()
            .zip(after_first)
            .filter(|(_, after)| after.best == all.best)
            .map(|(&placement, _)| placement)
            .collect();
        found.first_placements_complete = true;
    });
    Ok(true)
}

/// The plays that go on from a board.
struct Plays {
    best: u32,
    /// How many have the best product; stops counting beyond all caps.
    plays: usize,
    boards: Boards,
    /// The next product below the best.
    runner_up: Option<u32>,
}

/// The final boards of the best plays, as the tiles laid in the order of their places.
#[derive(Clone)]
enum Boards {
    One(Rc<[Placement]>),
    Many,
}

struct Trial<'a> {
    ledger: &'a Ledger,
    pair: Pair,
    budget: usize,
    laid: Vec<Placement>,
    met: HashMap<Rc<[Placement]>, Rc<Plays>>,
}

/// The search is cut off.
struct Cut;

impl Trial<'_> {
    fn enter(&mut self, board: &Board) -> Result<Rc<Plays>, Cut> {
        let mut key = self.laid.clone();
        key.sort_unstable();
        let key: Rc<[Placement]> = key.into();
        if let Some(met) = self.met.get(&key) {
            return Ok(Rc::clone(met));
        }
        let next = self.ledger.puzzle.sequence().get(self.laid.len());
        let placements: Vec<Placement> =
            next.map_or_else(Vec::new, |&tile| board.legal_placements(tile).collect());
        let children = self.after(board, &placements)?;
        let plays = children
            .iter()
            .map(|child| (child.best, child.plays, child.boards.clone(), child.runner_up))
            .reduce(both)
            .unwrap_or_else(|| {
                let product = board.coasts().product(self.pair).get();
                (product, 1, Boards::One(Rc::clone(&key)), None)
            });
        let (best, plays, boards, runner_up) = plays;
        let plays = Rc::new(Plays {
            best,
            plays,
            boards,
            runner_up,
        });
        self.met.insert(key, Rc::clone(&plays));
        Ok(plays)
    }

    /// The plays that go on from each of these placements.
    fn after(&mut self, board: &Board, placements: &[Placement]) -> Result<Vec<Rc<Plays>>, Cut> {
        let mut out = Vec::new();
        for &placement in placements {
            self.budget = self.budget.checked_sub(1).ok_or(Cut)?;
            if self.ledger.is_stopped() {
                return Err(Cut);
            }
            let mut after = board.clone();
            after.lay(placement).map_err(|_| Cut)?;
            self.laid.push(placement);
            let plays = self.enter(&after);
            self.laid.pop();
            out.push(plays?);
        }
        Ok(out)
    }
}

type Parts = (u32, usize, Boards, Option<u32>);

/// The plays of both: the products are compared, numbers of the best are added.
fn both(a: Parts, b: Parts) -> Parts {
    let (higher, lower) = if a.0 >= b.0 { (a, b) } else { (b, a) };
    let (best, plays, boards, runner_up) = higher;
    if lower.0 < best {
        return (best, plays, boards, runner_up.max(Some(lower.0)));
    }
    let boards = match (boards, lower.2) {
        (Boards::One(a), Boards::One(b)) if a == b => Boards::One(a),
        _ => Boards::Many,
    };
    (
        best,
        plays.saturating_add(lower.1),
        boards,
        runner_up.max(lower.3),
    )
}
