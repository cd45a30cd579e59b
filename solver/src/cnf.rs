//! Weighted sums as clauses, so that an engine without sums of its own can be asked.
//!
//! A sum is read term by term. What is still demanded of the terms from number `i` on is a state of a decision
//! diagram, and states that demand the same share a variable. A variable that is true demands no less than its
//! state says: if the next term is false, the whole of it from the terms after that, and in any case what is
//! left when the term brings its weight. These two clauses a state suffice for sums that only demand (Abío,
//! Nieuwenhuis, Oliveras, Rodríguez-Carbonell and Mayer-Eichberger, A New Look at BDDs for Pseudo-Boolean
//! Constraints, 2012), and unit propagation on them loses nothing.

use std::collections::BTreeMap;

use crate::formula::{Formula, Literal, Sum};

/// Replaces the sums of a formula by clauses over more variables. Over the variables that were there before it
/// has the same models.
pub(crate) fn without_sums(formula: Formula) -> Formula {
    let (mut formula, sums) = formula.take_sums();
    for sum in &sums {
        add(&mut formula, sum);
    }
    formula
}

fn add(formula: &mut Formula, sum: &Sum) {
    // By term: what it and all after it bring together.
    let mut rest: Vec<u32> = vec![0];
    for (weight, _) in sum.terms.iter().rev() {
        rest.push(rest[rest.len() - 1] + weight);
    }
    rest.reverse();
    if sum.at_least > rest[0] {
        return formula.clause([]);
    }
    if sum.at_least == 0 {
        return;
    }
    let start = formula.variable();
    formula.clause([start]);
    let mut states = BTreeMap::from([(sum.at_least, start)]);
    for (n, &(weight, term)) in sum.terms.iter().enumerate() {
        let mut next: BTreeMap<u32, Literal> = BTreeMap::new();
        for (demand, state) in states {
            // Without the term the same is demanded of those after it, which may be too much for them.
            if demand > rest[n + 1] {
                formula.clause([!state, term]);
            } else {
                let whole = *next.entry(demand).or_insert_with(|| formula.variable());
                formula.clause([!state, term, whole]);
            }
            // With it less is demanded, or nothing.
            let left = demand.saturating_sub(weight);
            if left > 0 {
                let part = *next.entry(left).or_insert_with(|| formula.variable());
                formula.clause([!state, part]);
            }
        }
        states = next;
    }
}

#[cfg(test)]
mod tests {
    use rand::{RngExt, SeedableRng};
    use rand_chacha::ChaCha8Rng;
    use rustsat::solvers::{Solve, SolveIncremental, SolverResult};
    use rustsat::types::{Clause, Lit};
    use rustsat_batsat::BasicSolver;

    use super::*;

    /// Every assignment of the terms can be extended to a model if, and only if, it has the sum.
    #[test]
    fn the_clauses_say_what_the_sum_says() {
        let mut rng = ChaCha8Rng::seed_from_u64(1);
        for round in 0..300 {
            let mut formula = Formula::new();
            let count = rng.random_range(0..=8);
            let heaviest = [1, 2, 9][round % 3];
            let terms: Vec<(u32, Literal)> = (0..count)
                .map(|_| {
                    let literal = formula.variable();
                    let negated = rng.random_bool(0.3);
                    (
                        rng.random_range(1..=heaviest),
                        if negated { !literal } else { literal },
                    )
                })
                .collect();
            let all: u32 = terms.iter().map(|(weight, _)| weight).sum();
            let at_least = rng.random_range(0..=all + 1);
            formula.sum(Sum {
                terms: terms.clone(),
                at_least,
            });
            let formula = without_sums(formula);
            assert!(formula.sums().is_empty());
            let mut solver = BasicSolver::default();
            for clause in formula.numbers().split_inclusive(|&n| n == 0) {
                let literals = clause.iter().take_while(|&&n| n != 0);
                let clause: Clause = literals.map(|&n| Lit::from_ipasir(n).unwrap()).collect();
                solver.add_clause(clause).unwrap();
            }
            for values in 0_u32..1 << count {
                let holds = |n: usize| values >> n & 1 == 1;
                let brings: u32 = terms
                    .iter()
                    .enumerate()
                    .filter(|&(n, (_, literal))| holds(n) != literal.is_negated())
                    .map(|(_, (weight, _))| weight)
                    .sum();
                let assumptions: Vec<Lit> = (0..count)
                    .map(|n| {
                        if holds(n) {
                            Lit::positive(n as u32)
                        } else {
                            Lit::negative(n as u32)
                        }
                    })
                    .collect();
                let expected = if brings >= at_least {
                    SolverResult::Sat
                } else {
                    SolverResult::Unsat
                };
                assert_eq!(
                    solver.solve_assumps(&assumptions).unwrap(),
                    expected,
                    "{terms:?} at least {at_least}: {values:b}"
                );
            }
        }
    }
}
