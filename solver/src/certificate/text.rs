//! The text of a certificate.

use std::fmt::Write as _;
use std::str::FromStr;

use tayu_core::{Pair, Product, Puzzle, Spot};

use super::questions::{Asked, Question, Questions};
use super::{CertificateFault, VERSION};
use crate::cnf::without_sums;
use crate::coasts::CoastGoals;
use crate::exact::Exact;
use crate::formula::Formula;
use crate::geometry::Geometry;
use crate::reach::Reach;

const RELEASE: &str = env!("CARGO_PKG_VERSION");

/// What the comments say, apart from what follows from the puzzle.
#[derive(Debug)]
pub(super) struct Header {
    pub(super) product: Product,
    pub(super) questions: Questions,
}

/// Writes the certificate that these questions make.
///
/// The formula joins, with variables of their own, the geometry and the exact formula as far as they are asked;
/// each question gets a variable that implies its points; and one clause says that one of these holds. So it
/// is unsatisfiable just when every question is refuted.
pub(super) fn write(puzzle: &Puzzle, pair: Pair, product: Product, questions: &Questions) -> String {
    let reach = Reach::of(puzzle);
    let mut joined = Joined::default();
    let asked_of = |of| questions.asked.iter().any(|question| question.of == of);
    let (mut of_geometry, mut of_exact) = (None, None);
    if asked_of(Asked::Geometry) {
        let tiles = puzzle.sequence().len();
        let (mut formula, geometry) = Geometry::encode(puzzle.position().board(), &reach, pair, tiles);
        for group in &questions.cuts {
            geometry.cuts(group).for_each(|clause| formula.clause(clause));
        }
        of_geometry = Some((joined.add(formula), geometry.goals));
    }
    if asked_of(Asked::Exact) {
        let (formula, exact) = Exact::encode(puzzle, &reach, pair);
        of_exact = Some((joined.add(formula), exact.goals));
    }
    let first = joined.variables + 1;
    for (variable, question) in (first..).zip(&questions.asked) {
        let asked = match question.of {
            Asked::Geometry => &of_geometry,
            Asked::Exact => &of_exact,
        };
        if let Some((shift, goals)) = asked {
            joined.ask(variable, *shift, goals, question.points);
        }
    }
    joined.variables += questions.asked.len() as i32;
    for variable in first..=joined.variables {
        let _ = write!(joined.clauses, "{variable} ");
    }
    joined.clauses.push_str("0\n");
    joined.clause_count += 1;

    let mut text = header(pair, product, questions);
    let (variables, clauses) = (joined.variables, joined.clause_count);
    let _ = writeln!(text, "p cnf {variables} {clauses}");
    text.push_str(&joined.clauses);
    text
}

fn header(pair: Pair, product: Product, questions: &Questions) -> String {
    let mut text = String::new();
    let _ = writeln!(text, "c tayu-certificate {VERSION}");
    let _ = writeln!(text, "c release {RELEASE}");
    let _ = writeln!(text, "c pair {pair}");
    let _ = writeln!(text, "c product {product}");
    for cut in &questions.cuts {
        let _ = write!(text, "c cut");
        for spot in cut {
            let _ = write!(text, " {spot}");
        }
        text.push('\n');
    }
    for Question { of, points: [a, b] } in &questions.asked {
        let of = match of {
            Asked::Geometry => "geometry",
            Asked::Exact => "exact",
        };
        let _ = writeln!(text, "c question {of} {a} {b}");
    }
    text
}

/// Formulas one after the other.
#[derive(Default)]
struct Joined {
    variables: i32,
    clauses: String,
    clause_count: usize,
}

impl Joined {
    /// Adds a formula; returns what its variables have been moved by.
    fn add(&mut self, formula: Formula) -> i32 {
        let formula = without_sums(formula);
        let shift = self.variables;
        for &number in formula.numbers() {
            match number {
                0 => self.clauses.push_str("0\n"),
                number => {
                    let _ = write!(self.clauses, "{} ", number + number.signum() * shift);
                }
            }
        }
        self.variables += formula.variable_count().cast_signed();
        self.clause_count += formula.clause_count();
        shift
    }

    /// Lets a variable imply these points. More than all edges of free squares bring can't be had: then the
    /// variable is false.
    fn ask(&mut self, variable: i32, shift: i32, goals: &[CoastGoals; 2], points: [u32; 2]) {
        for (goals, points) in goals.iter().zip(points) {
            let goal = match goals.at_least(points) {
                Some(None) => continue,
                Some(Some(goal)) => Some(goal.number() + shift),
                None => None,
            };
            let _ = write!(self.clauses, "-{variable} ");
            if let Some(goal) = goal {
                let _ = write!(self.clauses, "{goal} ");
            }
            self.clauses.push_str("0\n");
            self.clause_count += 1;
        }
    }
}

/// Reads the comments of a certificate.
pub(super) fn read(text: &str) -> Result<Header, CertificateFault> {
    let mut lines = (1..).zip(text.lines());
    let version: u32 = field(lines.next(), "tayu-certificate", "a version")?;
    if version != VERSION {
        return Err(CertificateFault::Version(version));
    }
    let found: String = field(lines.next(), "release", "a release")?;
    if found != RELEASE {
        return Err(CertificateFault::OtherRelease { found });
    }
    let _: Pair = field(lines.next(), "pair", "NS or EW")?;
    let product = field(lines.next(), "product", "a number")?;
    let mut questions = Questions::default();
    for (line, text) in lines {
        let fault = |expected: &str| CertificateFault::Line {
            line,
            expected: expected.to_owned(),
        };
        let mut words = text.split(' ');
        match (words.next(), words.next()) {
            (Some("c"), Some("cut")) => {
                let cut = words.map(|word| spot(word).ok_or_else(|| fault("spots, such as i10-")));
                questions.cuts.push(cut.collect::<Result<_, _>>()?);
            }
            (Some("c"), Some("question")) => {
                let question = question(words);
                let expected = "geometry or exact, and the points of two coasts";
                questions.asked.push(question.ok_or_else(|| fault(expected))?);
            }
            (Some("p"), _) => {
                return Ok(Header {
                    product: Product::new(product),
                    questions,
                });
            }
            _ => return Err(fault("c cut, c question or p")),
        }
    }
    Err(CertificateFault::Line {
        line: text.lines().count() + 1,
        expected: "a line that begins with p cnf".to_owned(),
    })
}

fn field<T: FromStr>(line: Option<(usize, &str)>, name: &str, what: &str) -> Result<T, CertificateFault> {
    let value = line.and_then(|(_, text)| text.strip_prefix("c ")?.strip_prefix(name)?.strip_prefix(' '));
    value
        .and_then(|value| value.parse().ok())
        .ok_or_else(|| CertificateFault::Line {
            line: line.map_or(1, |(line, _)| line),
            expected: format!("c {name} and {what}"),
        })
}

fn question<'a>(mut words: impl Iterator<Item = &'a str>) -> Option<Question> {
    let of = match words.next()? {
        "geometry" => Asked::Geometry,
        "exact" => Asked::Exact,
        _ => return None,
    };
    let points = [words.next()?.parse().ok()?, words.next()?.parse().ok()?];
    words.next().is_none().then_some(Question { of, points })
}

fn spot(word: &str) -> Option<Spot> {
    Spot::all().find(|spot| spot.to_string() == word)
}
