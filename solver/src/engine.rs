//! Z3 as the engine that answers formulas.

use std::sync::mpsc::{RecvTimeoutError, channel};
use std::thread;
use std::time::Duration;

use z3::ast::Bool;
use z3::{Context, Params, SatResult, Solver};

use crate::formula::{Formula, Literal, Model, Sum};

/// A formula that Z3 holds, with what it has learnt about it so far.
#[derive(Debug)]
pub(crate) struct Engine {
    solver: Solver,
    /// By number of the variable; the first is a dummy.
    variables: Vec<Bool>,
}

/// What Z3 says to a formula under assumptions.
#[derive(Debug)]
pub(crate) enum Verdict {
    /// They can hold together, as here.
    Yes(Values),
    /// They can't hold together: these assumptions among them already can't.
    No(Vec<Literal>),
    /// Z3 was interrupted or does not know, in its own words.
    Unknown(String),
}

/// Values of variables under which a formula holds.
#[derive(Debug)]
pub(crate) struct Values {
    model: z3::Model,
    variables: Vec<Bool>,
}

impl Model for Values {
    /// Z3 won't say after an interrupt that came too late for the question itself.
    fn value(&self, literal: Literal) -> Option<bool> {
        let variable = &self.variables[literal.variable() as usize];
        let value = self.model.eval(variable, true)?.as_bool()?;
        Some(value != literal.is_negated())
    }
}

impl Engine {
    /// Hands a formula to Z3's solver for finite domains, which has clauses and weighted sums of its own.
    ///
    /// The clauses go in as one text: that is several times faster than a call for each node. A question ends
    /// unanswered when all engines of the program together hold more than `memory` bytes.
    ///
    /// # Errors
    /// What went wrong, in words.
    pub(crate) fn new(formula: &Formula, seed: u32, memory: u64) -> Result<Self, String> {
        let solver = Solver::new_for_logic("QF_FD").ok_or("Z3 has no solver for QF_FD")?;
        let mut params = Params::new();
        params.set_u32("random_seed", seed);
        params.set_u32("max_memory", u32::try_from(memory >> 20).unwrap_or(u32::MAX));
        // Otherwise Z3 takes Ctrl-C for itself while it searches, and the program never hears of it.
        params.set_bool("ctrl_c", false);
        solver.set_params(&params);
        solver.from_string(formula.dimacs());
        let variables = (0..=formula.variable_count()).map(Bool::new_const).collect();
        let engine = Self { solver, variables };
        for sum in formula.sums() {
            engine.add_sum(sum);
        }
        Ok(engine)
    }

    /// Adds a clause.
    pub(crate) fn add_clause(&self, literals: &[Literal]) {
        let literals: Vec<Bool> = literals.iter().map(|&l| self.term(l)).collect();
        self.solver.assert(Bool::or(&literals));
    }

    fn add_sum(&self, sum: &Sum) {
        let terms: Vec<(i32, Bool)> = sum
            .terms
            .iter()
            .map(|&(weight, l)| (weight.cast_signed(), self.term(l)))
            .collect();
        let terms: Vec<(&Bool, i32)> = terms.iter().map(|(weight, term)| (term, *weight)).collect();
        self.solver
            .assert(Bool::pb_ge(&terms, sum.at_least.cast_signed()));
    }

    /// Asks whether the formula can hold together with these assumptions.
    pub(crate) fn ask(&self, assumptions: &[Literal]) -> Verdict {
        let terms: Vec<Bool> = assumptions.iter().map(|&l| self.term(l)).collect();
        match self.solver.check_assumptions(&terms) {
            SatResult::Sat => match self.solver.get_model() {
                Some(model) => Verdict::Yes(Values {
                    model,
                    variables: self.variables.clone(),
                }),
                None => Verdict::Unknown("Z3 gives no model".into()),
            },
            SatResult::Unsat => {
                let core = self.solver.get_unsat_core();
                let used: Vec<Literal> = assumptions
                    .iter()
                    .zip(&terms)
                    .filter(|(_, term)| core.contains(term))
                    .map(|(&literal, _)| literal)
                    .collect();
                // A core that is not understood says no more than that all of them can't hold.
                Verdict::No(if used.len() == core.len() {
                    used
                } else {
                    assumptions.to_vec()
                })
            }
            SatResult::Unknown => Verdict::Unknown(
                self.solver
                    .get_reason_unknown()
                    .unwrap_or_else(|| "no reason given".into()),
            ),
        }
    }

    fn term(&self, literal: Literal) -> Bool {
        let variable = &self.variables[literal.variable() as usize];
        if literal.is_negated() {
            !variable
        } else {
            variable.clone()
        }
    }
}

/// Does work with Z3 on this thread; a question that Z3 is at is broken off when its answer is `unwanted`.
///
/// Z3 forgets an interrupt that arrives between two questions, hence again and again.
pub(crate) fn interruptible<R>(unwanted: impl Fn() -> bool + Sync, work: impl FnOnce() -> R) -> R {
    const INTERVAL: Duration = Duration::from_millis(10);
    let context = Context::thread_local();
    thread::scope(|scope| {
        let (working, over) = channel::<()>();
        let handle = context.handle();
        let unwanted = &unwanted;
        let watch = thread::Builder::new()
            .name("solver interrupt".into())
            .spawn_scoped(scope, move || {
                while over.recv_timeout(INTERVAL) == Err(RecvTimeoutError::Timeout) {
                    if unwanted() {
                        handle.interrupt();
                    }
                }
            });
        let result = work();
        drop(working);
        // Without the watch Z3 is stopped only between two questions.
        drop(watch);
        result
    })
}
