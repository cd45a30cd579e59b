//! Certificates: a proof of optimality that a stranger can check again.
//!
//! A certificate is one formula in the text form of the DIMACS challenges. If any SAT solver calls it
//! unsatisfiable, no line of the puzzle has a higher product than the certificate says. Its comments say what it
//! is made of: the questions, each about at least so many points on both coasts, put to the geometry of the
//! puzzle or to the exact formula; and the groups of tiles that were forbidden to float in the geometry. With
//! these and the puzzle the whole text can be written again, which is how [`Certificate::check`] sees
//! that it says what it should, and that no pair of points with a higher product is left out.
//!
//! * `questions` finds, with BatSat and CaDiCaL, which questions to put so that each is refuted;
//! * `text` writes the formula and reads the comments.

mod questions;
mod text;

use std::io;
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::thread;
use std::time::{Duration, Instant};

use tayu_core::{Goal, Pair, Product, Puzzle};

use crate::answer::{Answer, Outcome};
use crate::line::Value;
use crate::pairs::Pairs;
use crate::stop::{StopFlag, wait_for};
use questions::Questions;

/// The version of the form that is written and read.
const VERSION: u32 = 1;

/// A formula that is unsatisfiable if no line of a puzzle has a higher product.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Certificate {
    text: String,
    questions: usize,
}

/// Why there is no certificate of an answer.
#[derive(Debug, thiserror::Error)]
pub enum NoCertificate {
    /// The answer is not proved.
    #[error("what is not proved can't be certified")]
    NotProved,
    /// The puzzle is a duel, which is not proved by formulas.
    #[error("a duel has no certificate: its proof is a search")]
    Duel,
    /// It was stopped before it was complete.
    #[error("stopped before the certificate was complete")]
    Stopped,
    /// The engines had no answer; why.
    #[error("there is no answer: {0}")]
    GaveUp(String),
    /// An engine finds these points of the two coasts possible, which contradicts the answer.
    #[error("{} and {} points were found possible, which are more than the product that was proved", .0[0], .0[1])]
    Contradicted([u32; 2]),
    /// The system gives no thread.
    #[error("no thread can be started: {0}")]
    Thread(#[from] io::Error),
}

/// What is wrong with a certificate.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum CertificateFault {
    /// A comment is not as it should be. Lines are counted from 1.
    #[error("line {line}: {expected} was expected")]
    Line {
        /// Which line.
        line: usize,
        /// What was expected there.
        expected: String,
    },
    /// It has a version that this program does not know.
    #[error("it is of version {0}, and this program reads version {VERSION} only")]
    Version(u32),
    /// Another release wrote it, whose formulas may be others.
    #[error("tayu-solver {found} wrote it, and only that can write it again; this is {own}", own = env!("CARGO_PKG_VERSION"))]
    OtherRelease {
        /// The release.
        found: String,
    },
    /// The puzzle is a duel.
    #[error("a duel has no certificate")]
    Duel,
    /// It is for another product.
    #[error("it is about products above {found}, not above {expected}")]
    OtherProduct {
        /// What it is for.
        found: Product,
        /// What it should be for.
        expected: Product,
    },
    /// No question covers these points, which have a higher product.
    #[error("no question covers {} points on the first coast and {} on the second", .0[0], .0[1])]
    Uncovered([u32; 2]),
    /// The formula is not that of the puzzle and the questions.
    #[error("line {line} is not what the formula of this puzzle has there")]
    Differs {
        /// The first line that differs, from 1.
        line: usize,
    },
}

impl Certificate {
    /// Has BatSat, and CaDiCaL where that takes long, refute every higher product once more, and writes down what they were
    /// asked.
    ///
    /// It makes no difference what proved the answer. The engines work on a thread of their own and are not waited for once
    /// `stop` is raised or the time limit has passed.
    ///
    /// # Errors
    /// See [`NoCertificate`].
    pub fn write(
        answer: &Answer,
        time_limit: Option<Duration>,
        stop: &StopFlag,
    ) -> Result<Self, NoCertificate> {
        const POLL: Duration = Duration::from_millis(50);
        const WIND_DOWN: Duration = Duration::from_millis(100);
        let Outcome::Optimal { line, .. } = &answer.outcome else {
            return Err(NoCertificate::NotProved);
        };
        let (Goal::Maximize(pair), Value::Product(product)) = (answer.puzzle.goal(), line.value()) else {
            return Err(NoCertificate::Duel);
        };
        let points = pair.coasts().map(|coast| line.coasts().get(coast).get());
        let own_stop = StopFlag::new();
        let (puzzle, seen) = (answer.puzzle.clone(), own_stop.clone());
        let (send, receive) = channel();
        let worker = thread::Builder::new().name("certificate".into()).spawn(move || {
            let written = questions::find(&puzzle, pair, product.get(), points, &seen)
                .map(|questions| Self::of(&puzzle, pair, product, &questions));
            // Nobody listens any more after a stop.
            let _ = send.send(written);
        })?;
        let deadline = time_limit.and_then(|limit| Instant::now().checked_add(limit));
        loop {
            match receive.recv_timeout(POLL) {
                Ok(written) => return written,
                Err(RecvTimeoutError::Disconnected) => {
                    return Err(NoCertificate::GaveUp("its thread ended early".into()));
                }
                Err(RecvTimeoutError::Timeout) => {}
            }
            if stop.is_raised() || deadline.is_some_and(|deadline| Instant::now() >= deadline) {
                own_stop.raise();
                let _ = wait_for(&worker, WIND_DOWN);
                return Err(NoCertificate::Stopped);
            }
        }
    }

    /// Checks that a text is the certificate that no line of this puzzle has a higher product than this.
    /// What it leaves to a SAT solver is to find the formula unsatisfiable.
    ///
    /// # Errors
    /// The first thing that is wrong.
    pub fn check(puzzle: &Puzzle, product: Product, text: &str) -> Result<Self, CertificateFault> {
        let Goal::Maximize(pair) = puzzle.goal() else {
            return Err(CertificateFault::Duel);
        };
        let header = text::read(text)?;
        if header.product != product {
            return Err(CertificateFault::OtherProduct {
                found: header.product,
                expected: product,
            });
        }
        let open = uncovered(&header.questions);
        if let Some(&pair) = open.above(product.get()).last() {
            return Err(CertificateFault::Uncovered(pair));
        }
        let again = Self::of(puzzle, pair, product, &header.questions);
        if again.text != text {
            let same = again.text.lines().zip(text.lines()).take_while(|(a, b)| a == b);
            return Err(CertificateFault::Differs {
                line: same.count() + 1,
            });
        }
        Ok(again)
    }

    /// Writes the certificate that these comments ask for, whatever clauses follow them and whether or not its
    /// questions cover all that they should. It may well be satisfiable.
    ///
    /// # Errors
    /// A comment is not as it should be, or the puzzle is a duel.
    pub fn rewrite(puzzle: &Puzzle, text: &str) -> Result<Self, CertificateFault> {
        let Goal::Maximize(pair) = puzzle.goal() else {
            return Err(CertificateFault::Duel);
        };
        let header = text::read(text)?;
        Ok(Self::of(puzzle, pair, header.product, &header.questions))
    }

    fn of(puzzle: &Puzzle, pair: Pair, product: Product, questions: &Questions) -> Self {
        Self {
            text: text::write(puzzle, pair, product, questions),
            questions: questions.asked.len(),
        }
    }

    /// The text.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.text
    }

    /// How many questions it is made of.
    #[must_use]
    pub const fn question_count(&self) -> usize {
        self.questions
    }
}

/// The pairs of points that no question covers.
fn uncovered(questions: &Questions) -> Pairs {
    let mut open = Pairs::all();
    for question in &questions.asked {
        open.refute(question.points);
    }
    open
}
