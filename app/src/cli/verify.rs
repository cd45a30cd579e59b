//! `tayu verify`: does a result hold?

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

use serde::Deserialize;
use tayu_core::{Placement, Product, Puzzle};
use tayu_solver::certificate::Certificate;
use tayu_solver::{Line, Value};

use super::arguments::VerifyArguments;
use super::{Status, Surroundings, read, say};
use crate::files;

/// Larger certificates are not read: the longest sequences make some 100 MiB.
const CERTIFICATE_SIZE_LIMIT: u64 = 1024 * 1024 * 1024;

/// What is looked at of a result; other fields may be there.
#[derive(Deserialize)]
struct Claim {
    product: Option<u32>,
    margin: Option<i32>,
    placements: Vec<String>,
}

/// Why a result is not accepted.
enum Refusal {
    /// A file can't be read.
    Unreadable(String),
    /// What it claims does not hold.
    Wrong(String),
}

/// Replays the line of a result under the rules, and holds a certificate against the puzzle.
pub(super) fn verify(arguments: &VerifyArguments, around: &mut Surroundings<'_>) -> io::Result<Status> {
    let puzzle = match read::puzzle(&arguments.file) {
        Ok(puzzle) => puzzle,
        Err(faults) => {
            faults
                .iter()
                .for_each(|fault| say(around.err, format_args!("{fault}")));
            return Ok(Status::BadInput);
        }
    };
    let mut checks = || -> Result<io::Result<()>, Refusal> {
        let name = arguments.result.display();
        let line = replay(&puzzle, &arguments.result)?;
        let (value, coasts) = (line.value(), line.coasts());
        let what = match value {
            Value::Product(_) => "product",
            Value::Margin(_) => "margin",
        };
        if let Err(error) = writeln!(
            around.out,
            "{name}: a legal line, {what} {value}, coasts {coasts}"
        ) {
            return Ok(Err(error));
        }
        let Some(path) = &arguments.certificate else {
            return Ok(Ok(()));
        };
        let certificate = certificate(&puzzle, value, path)?;
        Ok(writeln!(
            around.out,
            "{}: the formula of this puzzle; {} questions cover every higher product. {what} {value} is the \
             highest if a SAT solver finds the formula unsatisfiable.",
            path.display(),
            certificate.question_count(),
        ))
    };
    match checks() {
        Ok(written) => written.map(|()| Status::Done),
        Err(Refusal::Unreadable(why)) => {
            say(around.err, format_args!("tayu: {why}"));
            Ok(Status::BadInput)
        }
        Err(Refusal::Wrong(why)) => {
            say(around.err, format_args!("tayu: {why}"));
            Ok(Status::Failed)
        }
    }
}

fn replay(puzzle: &Puzzle, path: &Path) -> Result<Line, Refusal> {
    let name = path.display();
    let unreadable = |why: String| Refusal::Unreadable(format!("{name}: {why}"));
    let text = files::read_text(path).map_err(|error| Refusal::Unreadable(error.to_string()))?;
    let claim: Claim = serde_json::from_str(&text).map_err(|error| unreadable(error.to_string()))?;
    let placements: Result<Vec<Placement>, _> = claim.placements.iter().map(|text| text.parse()).collect();
    let placements = placements.map_err(|error| unreadable(error.to_string()))?;
    let wrong = |why: String| Refusal::Wrong(format!("{name}: {why}"));
    let line = Line::replay(puzzle, placements).map_err(|error| wrong(error.to_string()))?;
    let (claimed, found, field) = match line.value() {
        Value::Product(product) => (claim.product.map(i64::from), i64::from(product.get()), "product"),
        Value::Margin(margin) => (claim.margin.map(i64::from), i64::from(margin.get()), "margin"),
    };
    match claimed {
        Some(claimed) if claimed == found => Ok(line),
        Some(claimed) => Err(wrong(format!("the {field} is {found}, not {claimed}"))),
        None => Err(unreadable(format!("there is no {field}"))),
    }
}

fn certificate(puzzle: &Puzzle, value: Value, path: &Path) -> Result<Certificate, Refusal> {
    let name = path.display();
    let text = read_long(path).map_err(|error| Refusal::Unreadable(format!("{name}: {error}")))?;
    let product = match value {
        Value::Product(product) => product,
        // A duel's certificate is refused for what it is.
        Value::Margin(_) => Product::new(0),
    };
    Certificate::check(puzzle, product, &text).map_err(|fault| Refusal::Wrong(format!("{name}: {fault}")))
}

fn read_long(path: &Path) -> io::Result<String> {
    if !std::fs::metadata(path)?.is_file() {
        return Err(io::Error::new(io::ErrorKind::InvalidInput, "it is no file"));
    }
    let mut text = String::new();
    File::open(path)?
        .take(CERTIFICATE_SIZE_LIMIT)
        .read_to_string(&mut text)?;
    Ok(text)
}
