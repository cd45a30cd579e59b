//! BatSat as the engine that answers formulas.
//!
//! BatSat is MiniSat in Rust (Eén and Sörensson, An Extensible SAT-solver, 2003). On the exact formula it learns
//! much faster than Z3, both what refutes points and what completes a line when most of it is given.

use std::cell::Cell;

use batsat::callbacks::Callbacks;
use batsat::{ClauseKind, Lit, Solver, SolverInterface, SolverOpts, Var, lbool};

use crate::formula::{Formula, Literal};
use crate::verdict::{Stopped, Values, Verdict};

/// A formula that BatSat holds, with what it has learnt about it so far.
pub(crate) struct Sat<'a> {
    solver: Solver<Watch<'a>>,
}

/// Looks on while BatSat is at work and breaks it off.
struct Watch<'a> {
    unwanted: Box<dyn Fn() -> bool + 'a>,
    /// How often it has been asked whether to stop, to look at what takes longer only now and then.
    asked: Cell<u32>,
    /// Why it was stopped.
    stopped: Cell<Option<Stopped>>,
    /// Clauses that may still be learnt in this question.
    conflicts_left: u64,
    /// Bytes of the clauses, roughly.
    held: u64,
    ceiling: u64,
}

/// What a clause takes beside its literals: its head and two places where it is watched.
const CLAUSE_OVERHEAD: u64 = 40;
/// What a variable takes in BatSat's tables, roughly.
const VARIABLE_BYTES: u64 = 150;

fn clause_bytes(literals: usize) -> u64 {
    CLAUSE_OVERHEAD + 4 * literals as u64
}

impl Watch<'_> {
    fn forget(&mut self, literals: usize) {
        self.held = self.held.saturating_sub(clause_bytes(literals));
    }
}

impl Callbacks for Watch<'_> {
    fn on_new_clause(&mut self, clause: &[Lit], _: ClauseKind) {
        self.conflicts_left = self.conflicts_left.saturating_sub(1);
        self.held += clause_bytes(clause.len());
    }

    fn on_delete_clause(&mut self, clause: &[Lit]) {
        self.forget(clause.len());
    }

    fn stop(&self) -> bool {
        const INTERVAL: u32 = 64;
        if self.stopped.get().is_some() {
            return true;
        }
        let asked = self.asked.get().wrapping_add(1);
        self.asked.set(asked);
        let why = if self.conflicts_left == 0 {
            Some(Stopped::Exhausted)
        } else if self.held > self.ceiling {
            Some(Stopped::Full)
        } else if asked.is_multiple_of(INTERVAL) && (self.unwanted)() {
            Some(Stopped::Unwanted)
        } else {
            None
        };
        self.stopped.set(why);
        why.is_some()
    }
}

impl<'a> Sat<'a> {
    /// Hands over a formula without sums. A question is broken off when its answer is `unwanted`, which is asked
    /// often, or when it holds more than `memory` bytes, roughly. With another `seed` it searches otherwise.
    pub(crate) fn new(formula: &Formula, seed: u32, memory: u64, unwanted: impl Fn() -> bool + 'a) -> Self {
        debug_assert!(formula.sums().is_empty(), "sums have to be clauses");
        let options = SolverOpts {
            random_seed: SolverOpts::default().random_seed + f64::from(seed),
            rnd_init_act: seed > 0,
            ..SolverOpts::default()
        };
        let watch = Watch {
            unwanted: Box::new(unwanted),
            asked: Cell::new(0),
            stopped: Cell::new(None),
            conflicts_left: u64::MAX,
            held: u64::from(formula.variable_count()) * VARIABLE_BYTES,
            ceiling: memory,
        };
        let mut sat = Self {
            solver: Solver::new(options, watch),
        };
        for _ in 0..formula.variable_count() {
            sat.solver.new_var_default();
        }
        let mut clause: Vec<Lit> = Vec::new();
        for &number in formula.numbers() {
            if number == 0 {
                sat.add(&mut clause);
            } else {
                clause.push(lit(number));
            }
        }
        sat
    }

    /// Adds a clause.
    pub(crate) fn add_clause(&mut self, literals: &[Literal]) {
        let mut clause = literals.iter().map(|literal| lit(literal.number())).collect();
        self.add(&mut clause);
    }

    fn add(&mut self, clause: &mut Vec<Lit>) {
        self.solver.cb_mut().held += clause_bytes(clause.len());
        // What it returns is told by the next answer, too.
        self.solver.add_clause_reuse(clause);
        clause.clear();
    }

    /// Asks whether the formula can hold together with these assumptions, giving up after so many conflicts.
    pub(crate) fn ask(&mut self, assumptions: &[Literal], conflicts: u64) -> Verdict {
        let watch = self.solver.cb_mut();
        watch.conflicts_left = conflicts;
        watch.stopped.set(None);
        let assumed: Vec<Lit> = assumptions.iter().map(|literal| lit(literal.number())).collect();
        let answer = self.solver.solve_limited(&assumed);
        if answer == lbool::TRUE {
            let value = |&value: &lbool| (value != lbool::UNDEF).then(|| value == lbool::TRUE);
            return Verdict::Yes(Values(self.solver.get_model().iter().map(value).collect()));
        }
        if answer == lbool::FALSE {
            // The core is told to the watch as well, but not kept.
            let core = self.solver.unsat_core().len();
            self.solver.cb_mut().forget(core);
            let needed =
                |literal: &&Literal| self.solver.unsat_core_contains_var(variable(literal.variable()));
            return Verdict::No(assumptions.iter().filter(needed).copied().collect());
        }
        self.solver.cb().stopped.get().unwrap_or(Stopped::Unwanted).into()
    }
}

fn lit(number: i32) -> Lit {
    Lit::new(variable(number.unsigned_abs()), number > 0)
}

/// Ours are counted from 1, BatSat's from 0.
fn variable(number: u32) -> Var {
    Var::unsafe_from_idx(number - 1)
}

#[cfg(test)]
mod tests {
    #![allow(clippy::panic, reason = "a test may fail")]

    use super::*;
    use crate::formula::Model;
    use crate::formula::examples::pigeons;

    const MEMORY: u64 = 1 << 30;

    #[test]
    fn a_refutation_names_what_it_needed() {
        let (mut formula, at_home) = pigeons(4, 3);
        let other = formula.variable();
        let mut sat = Sat::new(&formula, 0, MEMORY, || false);
        let assumed: Vec<Literal> = std::iter::once(other).chain(at_home.iter().copied()).collect();
        match sat.ask(&assumed, u64::MAX) {
            Verdict::No(core) => assert_eq!(core, at_home),
            verdict => panic!("{verdict}"),
        }
        match sat.ask(&assumed[..4], u64::MAX) {
            Verdict::Yes(model) => {
                assert!(assumed[..4].iter().all(|&literal| model.is_true(literal)));
                assert_eq!(model.value(!assumed[1]), Some(false));
            }
            verdict => panic!("{verdict}"),
        }
        sat.add_clause(&[!other]);
        assert!(matches!(sat.ask(&[other], u64::MAX), Verdict::No(core) if core == [other]));
    }

    #[test]
    fn what_takes_too_long_is_broken_off() {
        let (formula, at_home) = pigeons(12, 11);
        let ask = |memory, conflicts, unwanted: bool| {
            Sat::new(&formula, 0, memory, move || unwanted).ask(&at_home, conflicts)
        };
        assert!(matches!(ask(MEMORY, 100, false), Verdict::Exhausted));
        assert!(matches!(ask(MEMORY, u64::MAX, true), Verdict::Unwanted));
        assert!(matches!(ask(100_000, u64::MAX, false), Verdict::Full));
    }
}
