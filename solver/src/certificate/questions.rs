//! Which questions to put.

use std::time::Instant;

use tayu_core::{Pair, Puzzle, Spot};
use tracing::debug;

use super::{NoCertificate, uncovered};
use crate::answer::MEMORY;
use crate::cadical::Cadical;
use crate::cnf::without_sums;
use crate::coasts::{CoastGoals, assume};
use crate::exact::Exact;
use crate::formula::Formula;
use crate::geometry::Geometry;
use crate::pairs::MOST;
use crate::reach::Reach;
use crate::sat::Sat;
use crate::stop::StopFlag;
use crate::verdict::{Values, Verdict};

/// How often tiles that float are forbidden before the exact formula is asked.
const SINKINGS: usize = 12;

/// What a certificate is made of.
#[derive(Debug, Default, Clone, PartialEq, Eq)]
pub(super) struct Questions {
    /// Groups of spots whose tiles are forbidden to float in the geometry.
    pub(super) cuts: Vec<Vec<Spot>>,
    /// The questions.
    pub(super) asked: Vec<Question>,
}

/// Can both coasts have at least so many points?
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Question {
    /// What is asked.
    pub(super) of: Asked,
    /// Points of the two coasts, in the order of the pair's name.
    pub(super) points: [u32; 2],
}

/// What a question is put to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Asked {
    /// The geometry, which leaves the kinds of the tiles aside.
    Geometry,
    /// The exact formula.
    Exact,
}

/// How many conflicts BatSat may meet at a question to the exact formula before CaDiCaL is asked.
const CONFLICTS: u64 = 30_000;

/// Finds questions that BatSat or CaDiCaL refutes and that cover every pair of points with a higher product than this. A line
/// with these points is known.
pub(super) fn find(
    puzzle: &Puzzle,
    pair: Pair,
    product: u32,
    known: [u32; 2],
    stop: &StopFlag,
) -> Result<Questions, NoCertificate> {
    let reach = Reach::of(puzzle);
    let tiles = puzzle.sequence().len();
    let sat = |formula: &Formula| Sat::new(formula, 0, MEMORY / 4, || stop.is_raised());
    let (formula, geometry) = Geometry::encode(puzzle.position().board(), &reach, pair, tiles);
    let rough = sat(&without_sums(formula));
    let (formula, exact) = Exact::encode(puzzle, &reach, pair);
    let formula = without_sums(formula);
    let fine = sat(&formula);
    let mut finder = Finder {
        product,
        geometry,
        rough,
        exact,
        fine,
        patient: None,
        formula,
        stop,
        questions: Questions::default(),
    };
    finder.bound_coasts(known)?;
    finder.refute_pairs()?;
    Ok(finder.questions)
}

struct Finder<'a> {
    product: u32,
    geometry: Geometry<'a>,
    rough: Sat<'a>,
    exact: Exact<'a>,
    fine: Sat<'a>,
    /// For what takes that long.
    patient: Option<Cadical<'a>>,
    /// The exact formula, without sums.
    formula: Formula,
    stop: &'a StopFlag,
    questions: Questions,
}

enum Reached {
    Yes(Values),
    No,
}

impl<'a> Finder<'a> {
    /// One question each for all points of a coast that the geometry refutes, together with as many of the other
    /// as any higher product needs.
    fn bound_coasts(&mut self, known: [u32; 2]) -> Result<(), NoCertificate> {
        let floor = self.product / MOST as u32 + 1;
        for (n, known) in known.into_iter().enumerate() {
            let mut points = [floor; 2];
            points[n] = known + 1;
            while points[n] <= MOST as u32 {
                match self.ask_geometry(points)? {
                    Reached::Yes(model) => {
                        points[n] = self.geometry.goals[n].reached(&model).max(points[n]) + 1;
                    }
                    Reached::No => {
                        self.record(Asked::Geometry, points);
                        break;
                    }
                }
            }
        }
        Ok(())
    }

    /// Questions for what is left: the lowest points with a higher product.
    fn refute_pairs(&mut self) -> Result<(), NoCertificate> {
        loop {
            let open = uncovered(&self.questions).above(self.product);
            let is_lowest = |&&[a, b]: &&[u32; 2]| {
                let higher = |a: u32, b: u32| a * b > self.product;
                !higher(a - 1, b) && !higher(a, b - 1)
            };
            let Some(&points) = open.iter().find(is_lowest) else {
                return Ok(());
            };
            if matches!(self.ask_geometry(points)?, Reached::No) {
                self.record(Asked::Geometry, points);
                continue;
            }
            match self.ask_exact(points)? {
                Reached::No => self.record(Asked::Exact, points),
                Reached::Yes(_) => return Err(NoCertificate::Contradicted(points)),
            }
        }
    }

    fn record(&mut self, of: Asked, points: [u32; 2]) {
        self.questions.asked.push(Question { of, points });
    }

    fn ask_exact(&mut self, points: [u32; 2]) -> Result<Reached, NoCertificate> {
        let asked = Instant::now();
        let reached = match assume(&self.exact.goals, points) {
            None => Reached::No,
            Some(assumptions) => {
                let verdict = match self.fine.ask(&assumptions, CONFLICTS) {
                    Verdict::Exhausted => self.patient().ask(&assumptions, None),
                    verdict => verdict,
                };
                reached(verdict)?
            }
        };
        note(Asked::Exact, points, &reached, asked);
        Ok(reached)
    }

    fn patient(&mut self) -> &mut Cadical<'a> {
        let (formula, stop) = (&self.formula, self.stop);
        self.patient
            .get_or_insert_with(|| Cadical::new(formula, MEMORY / 2, || stop.is_raised()))
    }

    fn ask_geometry(&mut self, points: [u32; 2]) -> Result<Reached, NoCertificate> {
        let asked = Instant::now();
        let mut reached = ask(&mut self.rough, &self.geometry.goals, points)?;
        for _ in 0..SINKINGS {
            let Reached::Yes(model) = &reached else { break };
            let groups = self.geometry.afloat(model);
            if groups.is_empty() {
                break;
            }
            for group in groups {
                for clause in self.geometry.cuts(&group) {
                    self.rough.add_clause(&clause);
                }
                self.questions.cuts.push(group);
            }
            reached = ask(&mut self.rough, &self.geometry.goals, points)?;
        }
        note(Asked::Geometry, points, &reached, asked);
        Ok(reached)
    }
}

fn ask(sat: &mut Sat<'_>, goals: &[CoastGoals; 2], points: [u32; 2]) -> Result<Reached, NoCertificate> {
    let Some(assumptions) = assume(goals, points) else {
        return Ok(Reached::No);
    };
    reached(sat.ask(&assumptions, u64::MAX))
}

fn reached(verdict: Verdict) -> Result<Reached, NoCertificate> {
    match verdict {
        Verdict::Yes(model) => Ok(Reached::Yes(model)),
        Verdict::No(_) => Ok(Reached::No),
        Verdict::Full => Err(NoCertificate::GaveUp("its memory is used up".into())),
        Verdict::Unwanted | Verdict::Exhausted => Err(NoCertificate::Stopped),
    }
}

/// Notes in the log what an engine was asked, what it said and how long that took.
fn note(of: Asked, points: [u32; 2], reached: &Reached, asked: Instant) {
    let answer = match reached {
        Reached::Yes(_) => "yes",
        Reached::No => "no",
    };
    debug!(engine = ?of, ?points, answer, took = ?asked.elapsed(), "answer");
}
