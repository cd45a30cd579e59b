//! What engines say to a formula.

use std::fmt;

use crate::formula::{Literal, Model};

/// What an engine says to a formula under assumptions.
#[derive(Debug)]
pub(crate) enum Verdict {
    /// They can hold together, as here.
    Yes(Values),
    /// They can't hold together: these assumptions among them already can't.
    No(Vec<Literal>),
    /// It was broken off because its answer is not wanted any more.
    Unwanted,
    /// It met as many conflicts as it was allowed.
    Exhausted,
    /// It holds as much memory as it may.
    Full,
}

/// As the log has it.
impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Yes(_) => "yes",
            Self::No(_) => "no",
            Self::Unwanted => "broken off",
            Self::Exhausted => "no answer yet",
            Self::Full => "out of memory",
        })
    }
}

/// Values of variables under which a formula holds, from the first variable on.
#[derive(Debug)]
pub(crate) struct Values(pub(crate) Vec<Option<bool>>);

impl Model for Values {
    fn value(&self, literal: Literal) -> Option<bool> {
        let value = *self.0.get(literal.variable() as usize - 1)?;
        value.map(|value| value != literal.is_negated())
    }
}

/// Why an engine was stopped before it had an answer.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Stopped {
    Unwanted,
    Exhausted,
    Full,
}

impl From<Stopped> for Verdict {
    fn from(why: Stopped) -> Self {
        match why {
            Stopped::Unwanted => Self::Unwanted,
            Stopped::Exhausted => Self::Exhausted,
            Stopped::Full => Self::Full,
        }
    }
}
