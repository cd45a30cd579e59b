//! What `tayu solve` does beyond finding the best line: counting the optimal plays and writing a certificate.

use std::io::{self, Write};
use std::path::Path;
use std::time::{Duration, Instant};

use serde::Serialize;
use tayu_core::{Goal, Puzzle};
use tayu_solver::certificate::Certificate;
use tayu_solver::optima::{Count, NoSurvey, Optima, RunnerUp, SurveyOptions, survey};
use tayu_solver::{Answer, FirstPlacement, Margin, StopFlag};

use super::arguments::SolveArguments;
use super::{Status, Surroundings, say};
use crate::files;

/// Says so when this can't be asked of this puzzle.
pub(super) fn refusal(arguments: &SolveArguments, puzzle: &Puzzle) -> Option<&'static str> {
    match puzzle.goal() {
        Goal::Maximize(_) => None,
        Goal::Duel(_) => arguments
            .certificate
            .as_ref()
            .map(|_| "a duel has no certificate: its proof is a search"),
    }
}

/// Counts the optimal plays of a proved answer. When it is stopped, what was found until then is still returned.
pub(super) fn count(
    arguments: &SolveArguments,
    answer: &Answer,
    deadline: Option<Instant>,
    stop: &StopFlag,
    around: &mut Surroundings<'_>,
) -> (Option<Optima>, Status) {
    const POLL: Duration = Duration::from_millis(50);
    const WIND_DOWN: Duration = Duration::from_millis(100);
    let options = SurveyOptions {
        cap: arguments.cap,
        time_limit: time_left(deadline),
    };
    let survey = match survey(answer, options, || ()) {
        Ok(survey) => survey,
        // That has been said already.
        Err(NoSurvey::NotProved) => return (None, Status::Stopped),
        Err(error) => {
            say(around.err, format_args!("tayu: {error}"));
            return (None, Status::Failed);
        }
    };
    let findings = loop {
        if let Some(findings) = survey.wait(POLL) {
            break findings;
        }
        if stop.is_raised() {
            survey.cancel();
        }
    };
    let _ = survey.wind_down(WIND_DOWN);
    match findings {
        Ok(optima) if optima.is_complete() => (Some(optima), Status::Done),
        Ok(optima) => {
            say(
                around.err,
                format_args!("tayu: stopped before all optimal plays were counted"),
            );
            (Some(optima), Status::Stopped)
        }
        Err(error) => {
            say(around.err, format_args!("tayu: {error}"));
            (None, Status::Failed)
        }
    }
}

/// Gives every first placement of a duel its value. When it is stopped, those proved until then are still returned.
pub(super) fn first_placements(
    answer: &Answer,
    deadline: Option<Instant>,
    stop: &StopFlag,
    around: &mut Surroundings<'_>,
) -> (Vec<FirstPlacement>, Status) {
    match tayu_solver::first_placements(&answer.puzzle, time_left(deadline), stop) {
        Ok(found) if found.iter().all(|first| first.margin.is_some()) => (found, Status::Done),
        Ok(found) => {
            say(
                around.err,
                format_args!("tayu: stopped before every first placement had its value"),
            );
            (found, Status::Stopped)
        }
        Err(error) => {
            say(around.err, format_args!("tayu: {error}"));
            (Vec::new(), Status::Failed)
        }
    }
}

/// Writes the certificate of a proved answer to a file.
pub(super) fn certify(
    path: &Path,
    answer: &Answer,
    deadline: Option<Instant>,
    stop: &StopFlag,
    around: &mut Surroundings<'_>,
) -> Status {
    use tayu_solver::certificate::NoCertificate;
    if !answer.outcome.is_optimal() {
        // That has been said already.
        return Status::Stopped;
    }
    match Certificate::write(answer, time_left(deadline), stop) {
        Ok(certificate) => match files::write_text(path, certificate.text()) {
            Ok(()) => Status::Done,
            Err(error) => {
                let name = path.display();
                say(around.err, format_args!("tayu: {name} can't be written: {error}"));
                Status::Failed
            }
        },
        Err(error) => {
            say(around.err, format_args!("tayu: no certificate: {error}"));
            match error {
                NoCertificate::Stopped => Status::Stopped,
                _ => Status::Failed,
            }
        }
    }
}

fn time_left(deadline: Option<Instant>) -> Option<Duration> {
    deadline.map(|deadline| deadline.saturating_duration_since(Instant::now()))
}

/// An entry of the field `first_placements` of what `tayu solve --all --json` prints of a duel.
#[derive(Serialize)]
pub(super) struct JsonFirst {
    placement: String,
    margin: Option<i32>,
}

impl From<&FirstPlacement> for JsonFirst {
    fn from(first: &FirstPlacement) -> Self {
        Self {
            placement: first.placement.to_string(),
            margin: first.margin.map(Margin::get),
        }
    }
}

/// Writes what each first placement of a duel is worth, those of one value in a line.
pub(super) fn write_first(out: &mut dyn Write, first: &[FirstPlacement]) -> io::Result<()> {
    if first.is_empty() {
        return writeln!(out, "First placements: none, no tile can be laid\n");
    }
    writeln!(out, "First placements, by the margin that they lead to:")?;
    for group in first.chunk_by(|a, b| a.margin == b.margin) {
        let margin = group[0]
            .margin
            .map_or_else(|| "?".to_owned(), |margin| format!("{:+}", margin.get()));
        let placements: Vec<String> = group.iter().map(|first| first.placement.to_string()).collect();
        writeln!(out, "{margin:>5}  {}", placements.join(" "))?;
    }
    writeln!(out)
}

/// The field `optima` of what `tayu solve --all --json` prints; the fields come in this order.
#[derive(Serialize)]
pub(super) struct JsonOptima {
    plays: usize,
    plays_exact: bool,
    one_board: Option<bool>,
    runner_up: Option<u32>,
    runner_up_known: bool,
    first_placements: Vec<String>,
    first_placements_complete: bool,
}

impl From<&Optima> for JsonOptima {
    fn from(optima: &Optima) -> Self {
        let (plays, plays_exact) = match optima.plays {
            Count::Exactly(plays) => (plays, true),
            Count::AtLeast(plays) => (plays, false),
        };
        Self {
            plays,
            plays_exact,
            one_board: optima.one_board,
            runner_up: match optima.runner_up {
                RunnerUp::Product(product) => Some(product.get()),
                RunnerUp::None | RunnerUp::Unknown => None,
            },
            runner_up_known: optima.runner_up != RunnerUp::Unknown,
            first_placements: optima.first_placements.iter().map(ToString::to_string).collect(),
            first_placements_complete: optima.first_placements_complete,
        }
    }
}

/// Writes what is known about the optimal plays.
pub(super) fn write_optima(out: &mut dyn Write, optima: &Optima) -> io::Result<()> {
    let boards = match (optima.plays, optima.one_board) {
        (Count::Exactly(1), _) => "",
        (_, Some(true)) => ", all with the same board at the end",
        (_, Some(false)) => ", with different boards at the end",
        (_, None) => "; whether they all end with the same board is not known",
    };
    match optima.plays {
        Count::Exactly(1) => writeln!(out, "Optimal plays: this one only")?,
        Count::Exactly(plays) => writeln!(out, "Optimal plays: {plays}{boards}")?,
        Count::AtLeast(plays) => writeln!(out, "Optimal plays: at least {plays}{boards}")?,
    }
    match optima.runner_up {
        RunnerUp::Product(product) => writeln!(out, "Next best: {product} points")?,
        RunnerUp::None => writeln!(out, "Next best: none, every play brings as much")?,
        RunnerUp::Unknown => writeln!(out, "Next best: not known")?,
    }
    let mut first: Vec<String> = optima.first_placements.iter().map(ToString::to_string).collect();
    if !optima.first_placements_complete {
        first.push("and perhaps more".to_owned());
    } else if first.is_empty() {
        first.push("none, no tile can be laid".to_owned());
    }
    writeln!(out, "Optimal first placements: {}\n", first.join(" "))
}
