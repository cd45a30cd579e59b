//! Formulas: clauses and weighted sums over variables that are true or false.

use std::ops::Not;

/// A variable or its negation, numbered as in DIMACS files: variables from 1, negated ones below 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct Literal(i32);

impl Literal {
    /// The number of its variable, from 1.
    pub(crate) const fn variable(self) -> u32 {
        self.0.unsigned_abs()
    }

    pub(crate) const fn is_negated(self) -> bool {
        self.0 < 0
    }

    /// As in DIMACS files.
    pub(crate) const fn number(self) -> i32 {
        self.0
    }
}

impl Not for Literal {
    type Output = Self;

    fn not(self) -> Self {
        Self(-self.0)
    }
}

/// What an engine says about the variables of a formula when the formula can hold.
pub(crate) trait Model {
    /// The value of a literal; `None` when the engine won't say.
    fn value(&self, literal: Literal) -> Option<bool>;

    /// Whether a literal is known to hold.
    fn is_true(&self, literal: Literal) -> bool {
        self.value(literal) == Some(true)
    }
}

/// The true ones among weighted literals reach a sum.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Sum {
    /// Weights and literals.
    pub(crate) terms: Vec<(u32, Literal)>,
    /// What the weights of the true ones come to at least.
    pub(crate) at_least: u32,
}

/// A conjunction of clauses and sums, to be written into an engine.
#[derive(Debug, Default)]
pub(crate) struct Formula {
    variables: u32,
    /// One after the other, each closed by 0.
    clauses: Vec<i32>,
    clause_count: usize,
    sums: Vec<Sum>,
}

impl Formula {
    pub(crate) fn new() -> Self {
        Self::default()
    }

    /// A fresh variable.
    pub(crate) fn variable(&mut self) -> Literal {
        self.variables += 1;
        Literal(self.variables.cast_signed())
    }

    /// One of these holds.
    pub(crate) fn clause(&mut self, literals: impl IntoIterator<Item = Literal>) {
        self.clauses.extend(literals.into_iter().map(Literal::number));
        self.clauses.push(0);
        self.clause_count += 1;
    }

    /// If all of these hold, so does one of those.
    pub(crate) fn implies<const N: usize>(
        &mut self,
        all: [Literal; N],
        one: impl IntoIterator<Item = Literal>,
    ) {
        self.clause(all.into_iter().map(Not::not).chain(one));
    }

    pub(crate) fn sum(&mut self, sum: Sum) {
        self.sums.push(sum);
    }

    /// No two of these hold: each two excluded for a few, else in groups of at most `GROUP` with a commander
    /// that is true when one of its group is, and at most one commander true.
    pub(crate) fn at_most_one(&mut self, literals: &[Literal]) {
        const GROUP: usize = 6;
        if literals.len() <= GROUP {
            for (n, &a) in literals.iter().enumerate() {
                for &b in &literals[..n] {
                    self.clause([!a, !b]);
                }
            }
            return;
        }
        let commanders: Vec<Literal> = literals
            .chunks(GROUP)
            .map(|group| {
                self.at_most_one(group);
                let commander = self.variable();
                for &literal in group {
                    self.implies([literal], [commander]);
                }
                commander
            })
            .collect();
        self.at_most_one(&commanders);
    }

    pub(crate) const fn variable_count(&self) -> u32 {
        self.variables
    }

    pub(crate) const fn clause_count(&self) -> usize {
        self.clause_count
    }

    /// The clauses in the text form of the DIMACS challenges.
    pub(crate) fn dimacs(&self) -> String {
        use std::fmt::Write as _;
        let mut text = String::with_capacity(self.clauses.len() * 7 + 40);
        // Writing to a string does not fail.
        let _ = writeln!(text, "p cnf {} {}", self.variables, self.clause_count);
        for &number in &self.clauses {
            if number == 0 {
                text.push_str("0\n");
            } else {
                let _ = write!(text, "{number} ");
            }
        }
        text
    }

    /// The clauses, one after the other, each closed by 0.
    pub(crate) fn numbers(&self) -> &[i32] {
        &self.clauses
    }

    /// The formula without its sums, and these.
    pub(crate) fn take_sums(mut self) -> (Self, Vec<Sum>) {
        let sums = std::mem::take(&mut self.sums);
        (self, sums)
    }

    pub(crate) fn sums(&self) -> &[Sum] {
        &self.sums
    }
}

#[cfg(test)]
pub(crate) mod examples {
    use super::*;

    /// No more pigeons than holes can have one each: the classic of questions that are long to refute.
    pub(crate) fn pigeons(count: usize, holes: usize) -> (Formula, Vec<Literal>) {
        let mut formula = Formula::new();
        let at: Vec<Vec<Literal>> = (0..count)
            .map(|_| (0..holes).map(|_| formula.variable()).collect())
            .collect();
        for hole in 0..holes {
            for (n, one) in at.iter().enumerate() {
                for other in &at[..n] {
                    formula.clause([!one[hole], !other[hole]]);
                }
            }
        }
        let at_home = at
            .iter()
            .map(|pigeon| {
                let at_home = formula.variable();
                formula.implies([at_home], pigeon.iter().copied());
                at_home
            })
            .collect();
        (formula, at_home)
    }
}
