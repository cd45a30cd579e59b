//! What several provers share: which pairs of points are open and who is at which.

use std::sync::{Mutex, MutexGuard, PoisonError};

use tayu_core::Product;

use crate::answer::Proof;
use crate::job::Job;
use crate::line::Value;
use crate::pairs::Pairs;

/// The pairs of points still to be tried. A pair is moot once it is refuted or brings no more than the best line.
#[derive(Debug)]
pub(crate) struct Agenda<'a> {
    job: &'a Job,
    state: Mutex<State>,
}

#[derive(Debug)]
struct State {
    pairs: Pairs,
    /// What has refuted pairs so far.
    proof: Proof,
    /// By prover: the pair that it is at.
    taken: Vec<Option<[u32; 2]>>,
}

impl<'a> Agenda<'a> {
    /// All pairs are open. Provers are known by numbers below `provers`.
    pub(crate) fn new(job: &'a Job, provers: usize) -> Self {
        let state = State {
            pairs: Pairs::all(),
            proof: Proof::Rules,
            taken: vec![None; provers],
        };
        Self {
            job,
            state: Mutex::new(state),
        }
    }

    /// Refutes pairs, each with all that are as high on both coasts, and reports what bound that leaves.
    pub(crate) fn refute(&self, points: impl IntoIterator<Item = [u32; 2]>, proof: Proof) {
        let (bound, proof) = {
            let mut state = self.lock();
            points.into_iter().for_each(|points| state.pairs.refute(points));
            state.proof = state.proof.and(proof);
            (state.pairs.bound(), state.proof)
        };
        self.job.bound(Value::Product(Product::new(bound)), proof);
    }

    /// Has this prover take the open pair with the highest product; `None` when no open one brings more than the
    /// best line.
    pub(crate) fn take(&self, prover: usize) -> Option<[u32; 2]> {
        let best = self.best();
        let mut state = self.lock();
        let highest = state.pairs.above(best).first().copied();
        state.taken[prover] = highest;
        highest
    }

    /// The pairs that are worth a question, each kind by product, highest first: those that are the easiest to refute,
    /// then those that say most when they are refuted, and are better lines when they are not. None when no
    /// open pair brings more than the best line.
    pub(crate) fn round(&self) -> Vec<[u32; 2]> {
        let best = self.best();
        let state = self.lock();
        let mut round = state.pairs.highest_above(best);
        for pair in state.pairs.lowest_above(best) {
            if !round.contains(&pair) {
                round.push(pair);
            }
        }
        round
    }

    /// The points of better lines, as few as possible.
    pub(crate) fn lowest(&self) -> Vec<[u32; 2]> {
        let best = self.best();
        self.lock().pairs.lowest_above(best)
    }

    /// Says that a prover is at a pair now. Returns whether it makes sense.
    pub(crate) fn occupy(&self, prover: usize, pair: [u32; 2]) -> bool {
        self.lock().taken[prover] = Some(pair);
        !self.is_moot(prover)
    }

    /// Says that a prover is at no pair any more.
    pub(crate) fn leave(&self, prover: usize) {
        self.lock().taken[prover] = None;
    }

    /// Whether the pair that this prover is at has become moot.
    pub(crate) fn is_moot(&self, prover: usize) -> bool {
        let best = self.best();
        let state = self.lock();
        state.taken[prover].is_some_and(|[a, b]| a * b <= best || !state.pairs.is_open([a, b]))
    }

    /// Whether at most so many pairs are open and bring more than the best line.
    pub(crate) fn has_at_most(&self, pairs: usize) -> bool {
        let best = self.best();
        self.lock().pairs.above(best).len() <= pairs
    }

    fn best(&self) -> u32 {
        match self.job.best_value() {
            Value::Product(product) => product.get(),
            Value::Margin(_) => 0,
        }
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
