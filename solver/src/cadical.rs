//! CaDiCaL as the engine that answers what BatSat takes too long for.
//!
//! CaDiCaL (Biere, Faller, Fazekas, Fleury, Froleyks and Pollitt, CaDiCaL 2.0, 2024) simplifies formulas and what it has
//! learnt while it searches. That takes its time, so it is slower than BatSat at what either refutes in a second,
//! and refutes what BatSat has no answer to in minutes.

use std::time::{Duration, Instant};

use cadical::{Callbacks, Solver};

use crate::formula::{Formula, Literal};
use crate::verdict::{Stopped, Values, Verdict};

/// A formula that CaDiCaL holds, with what it has learnt about it so far.
pub(crate) struct Cadical<'a> {
    solver: Solver<Watch<'a>>,
    variables: u32,
}

/// Looks on while CaDiCaL is at work and breaks it off.
struct Watch<'a> {
    unwanted: Box<dyn Fn() -> bool + 'a>,
    /// When it is to give up.
    ends: Option<Instant>,
    /// How often it has been asked whether to stop, to look at what takes longer only now and then.
    asked: u32,
    /// Why it was stopped.
    stopped: Option<Stopped>,
    /// Bytes of the clauses, those that it has forgotten again among them: no less than it holds.
    held: u64,
    ceiling: u64,
}

/// What a clause takes beside its literals: its head and two places where it is watched.
const CLAUSE_OVERHEAD: u64 = 60;
/// Clauses may be kept twice, as they were and simplified.
const COPIES: u64 = 2;
/// What a variable takes in the tables, roughly.
const VARIABLE_BYTES: u64 = 300;

const fn clause_bytes(literals: usize) -> u64 {
    CLAUSE_OVERHEAD + 4 * literals as u64
}

impl Callbacks for Watch<'_> {
    fn terminate(&mut self) -> bool {
        const INTERVAL: u32 = 8;
        if self.stopped.is_some() {
            return true;
        }
        self.asked = self.asked.wrapping_add(1);
        self.stopped = if self.held > self.ceiling {
            Some(Stopped::Full)
        } else if !self.asked.is_multiple_of(INTERVAL) {
            None
        } else if (self.unwanted)() {
            Some(Stopped::Unwanted)
        } else if self.ends.is_some_and(|ends| Instant::now() >= ends) {
            Some(Stopped::Exhausted)
        } else {
            None
        };
        self.stopped.is_some()
    }

    fn max_length(&self) -> i32 {
        i32::MAX
    }

    fn learn(&mut self, clause: &[i32]) {
        self.held += clause_bytes(clause.len());
    }
}

impl<'a> Cadical<'a> {
    /// Hands over a formula without sums. A question is broken off when its answer is `unwanted`, which is asked
    /// often, or when what it has learnt and the formula take more than `memory` bytes, roughly.
    pub(crate) fn new(formula: &Formula, memory: u64, unwanted: impl Fn() -> bool + 'a) -> Self {
        debug_assert!(formula.sums().is_empty(), "sums have to be clauses");
        // On the last refutations of fifty tiles this took four fifths of the time that the default took.
        let mut solver = Solver::with_config("unsat").unwrap_or_default();
        let mut held = u64::from(formula.variable_count()) * VARIABLE_BYTES;
        for clause in formula.numbers().split_inclusive(|&number| number == 0) {
            held += COPIES * clause_bytes(clause.len());
            solver.add_clause(clause.iter().copied().take_while(|&number| number != 0));
        }
        solver.set_callbacks(Some(Watch {
            unwanted: Box::new(unwanted),
            ends: None,
            asked: 0,
            stopped: None,
            held,
            ceiling: memory,
        }));
        Self {
            solver,
            variables: formula.variable_count(),
        }
    }

    /// Asks whether the formula can hold together with these assumptions, giving up after some time. It goes on from
    /// there when it is asked again.
    pub(crate) fn ask(&mut self, assumptions: &[Literal], time: Option<Duration>) -> Verdict {
        if let Some(watch) = self.solver.get_callbacks() {
            watch.stopped = None;
            watch.ends = time.and_then(|time| Instant::now().checked_add(time));
        }
        let assumed = assumptions.iter().map(|literal| literal.number());
        match self.solver.solve_with(assumed) {
            Some(true) => {
                let value = |variable: u32| self.solver.value(variable.cast_signed());
                Verdict::Yes(Values((1..=self.variables).map(value).collect()))
            }
            Some(false) => {
                let needed = |literal: &&Literal| self.solver.failed(literal.number());
                Verdict::No(assumptions.iter().filter(needed).copied().collect())
            }
            None => self
                .solver
                .get_callbacks()
                .and_then(|watch| watch.stopped)
                .unwrap_or(Stopped::Exhausted)
                .into(),
        }
    }
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
        let mut cadical = Cadical::new(&formula, MEMORY, || false);
        let assumed: Vec<Literal> = std::iter::once(other).chain(at_home.iter().copied()).collect();
        match cadical.ask(&assumed, None) {
            Verdict::No(core) => assert_eq!(core, at_home),
            verdict => panic!("{verdict}"),
        }
        match cadical.ask(&assumed[..4], None) {
            Verdict::Yes(model) => {
                assert!(assumed[..4].iter().all(|&literal| model.is_true(literal)));
                assert_eq!(model.value(!assumed[1]), Some(false));
            }
            verdict => panic!("{verdict}"),
        }
    }

    #[test]
    fn an_empty_clause_refutes_anything() {
        let mut formula = Formula::new();
        let literal = formula.variable();
        formula.clause([]);
        let mut cadical = Cadical::new(&formula, MEMORY, || false);
        assert!(matches!(cadical.ask(&[literal], None), Verdict::No(core) if core.is_empty()));
    }

    #[test]
    fn what_takes_too_long_is_broken_off() {
        let (formula, at_home) = pigeons(14, 13);
        let ask = |memory, time, unwanted: bool| {
            Cadical::new(&formula, memory, move || unwanted).ask(&at_home, time)
        };
        let moment = Some(Duration::from_millis(20));
        assert!(matches!(ask(MEMORY, moment, false), Verdict::Exhausted));
        assert!(matches!(ask(MEMORY, None, true), Verdict::Unwanted));
        assert!(matches!(ask(1_000_000, None, false), Verdict::Full));
    }
}
