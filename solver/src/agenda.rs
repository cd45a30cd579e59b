//! What several provers share: which pairs of points are open and who is at which.

use std::sync::{Mutex, MutexGuard, PoisonError};

use tayu_core::Product;

use crate::answer::Proof;
use crate::job::Job;
use crate::line::Value;
use crate::pairs::Pairs;

/// The pairs of points still to be tried.
///
/// Whoever is free takes the open pair with the highest product that nobody else is at, or joins in at the
/// highest when all are taken. A pair is moot once it is refuted or brings no more than the best line.
#[derive(Debug)]
pub(crate) struct Agenda<'a> {
    job: &'a Job,
    state: Mutex<State>,
}

#[derive(Debug)]
struct State {
    pairs: Pairs,
    /// Whether both coasts have been bounded, so that trying pairs makes sense.
    bounded: bool,
    /// Whether the leading prover is not at work any more.
    abandoned: bool,
    /// By prover.
    taken: Vec<Option<[u32; 2]>>,
}

impl<'a> Agenda<'a> {
    pub(crate) fn new(job: &'a Job, provers: usize) -> Self {
        let state = State {
            pairs: Pairs::all(),
            bounded: false,
            abandoned: false,
            taken: vec![None; provers],
        };
        Self {
            job,
            state: Mutex::new(state),
        }
    }

    /// Refutes a pair and all that are as high on both coasts, and reports what bound that leaves.
    pub(crate) fn refute(&self, points: [u32; 2]) {
        self.refute_all([points], Proof::Z3);
    }

    /// Refutes several pairs on the strength of `proof`.
    pub(crate) fn refute_all(&self, points: impl IntoIterator<Item = [u32; 2]>, proof: Proof) {
        let bound = {
            let mut state = self.lock();
            points.into_iter().for_each(|points| state.pairs.refute(points));
            state.pairs.bound()
        };
        self.job.bound(Value::Product(Product::new(bound)), proof);
    }

    /// Says that both coasts are bounded.
    pub(crate) fn open(&self) {
        self.lock().bounded = true;
    }

    /// Says that the leading prover is not at work any more.
    pub(crate) fn abandon(&self) {
        self.lock().abandoned = true;
    }

    /// Whether the leading prover is not at work any more.
    pub(crate) fn is_abandoned(&self) -> bool {
        self.lock().abandoned
    }

    /// Whether trying pairs makes sense.
    pub(crate) fn is_open(&self) -> bool {
        self.lock().bounded
    }

    /// A pair for this prover to try, or `None` when no open one brings more than the best line.
    pub(crate) fn take(&self, prover: usize) -> Option<[u32; 2]> {
        let best = self.best();
        let mut state = self.lock();
        let open = state.pairs.above(best);
        let others: Vec<[u32; 2]> = state
            .taken
            .iter()
            .enumerate()
            .filter(|&(n, _)| n != prover)
            .filter_map(|(_, &pair)| pair)
            .collect();
        let free = open
            .iter()
            .find(|pair| !others.contains(pair))
            .or(open.first())
            .copied();
        state.taken[prover] = free;
        free
    }

    /// Lets others have the pair that this prover is at.
    pub(crate) fn leave(&self, prover: usize) {
        self.lock().taken[prover] = None;
    }

    /// Whether the pair that this prover is at has become moot.
    pub(crate) fn is_moot(&self, prover: usize) -> bool {
        let best = self.best();
        let state = self.lock();
        state.taken[prover].is_some_and(|[a, b]| a * b <= best || !state.pairs.is_open([a, b]))
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
