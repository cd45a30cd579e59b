//! `tayu solve`: the best line of a puzzle, with its proof.

use std::io::{self, Write};
use std::sync::Arc;
use std::time::{Duration, Instant};

use tayu_core::Goal;
use tayu_solver::{Answer, Options, Outcome, Phase, Progress, StopFlag, Unproved};

use super::arguments::SolveArguments;
use super::{Status, Surroundings, beyond, read, report, say};

/// Solves a puzzle and prints the result.
pub(super) fn solve(arguments: &SolveArguments, around: &mut Surroundings<'_>) -> io::Result<Status> {
    run(arguments, false, around)
}

/// Prints a puzzle with its board, solves it and prints the result.
pub(super) fn show_and_solve(
    arguments: &SolveArguments,
    around: &mut Surroundings<'_>,
) -> io::Result<Status> {
    run(arguments, true, around)
}

fn run(arguments: &SolveArguments, show: bool, around: &mut Surroundings<'_>) -> io::Result<Status> {
    let puzzle = match read::puzzle(&arguments.file) {
        Ok(puzzle) => Arc::new(puzzle),
        Err(faults) => {
            faults
                .iter()
                .for_each(|fault| say(around.err, format_args!("{fault}")));
            return Ok(Status::BadInput);
        }
    };
    if let Some(refusal) = beyond::refusal(arguments, &puzzle) {
        let name = arguments.file.display();
        say(around.err, format_args!("tayu: {name}: {refusal}"));
        return Ok(Status::BadInput);
    }
    // From here on Ctrl-C ends with a result.
    let stop = (around.stop_flag)();
    if !arguments.json {
        report::write_question(around.out, &puzzle)?;
        if show {
            report::write_board(around.out, &puzzle, &[], around.style)?;
        }
        // The search may take a while: let this be read meanwhile.
        around.out.flush()?;
    }
    let options = Options {
        time_limit: arguments.time_limit,
        threads: arguments.threads,
        // More than can be counted is as good as no ceiling.
        memory: (arguments.memory.get() as u64).saturating_mul(1 << 20),
        ..Options::default()
    };
    let solve = match tayu_solver::start(puzzle, options, || ()) {
        Ok(solve) => solve,
        Err(error) => {
            say(around.err, format_args!("tayu: the search can't start: {error}"));
            return Ok(Status::Failed);
        }
    };
    const POLL: Duration = Duration::from_millis(50);
    let mut progress_line = ProgressLine::default();
    let answer = loop {
        if let Some(answer) = solve.wait(POLL) {
            break answer;
        }
        if stop.is_raised() {
            solve.cancel();
        } else if around.shows_progress {
            progress_line.show(around.err, &solve.progress());
        }
    };
    progress_line.clear(around.err);
    conclude(arguments, &answer, &stop, around)
}

fn conclude(
    arguments: &SolveArguments,
    answer: &Answer,
    stop: &StopFlag,
    around: &mut Surroundings<'_>,
) -> io::Result<Status> {
    let (message, status) = match &answer.outcome {
        Outcome::Optimal { .. } => (None, Status::Done),
        Outcome::Feasible {
            why: Unproved::TimeLimit,
            ..
        } => (
            Some("stopped at the time limit, before the proof".to_owned()),
            Status::Stopped,
        ),
        Outcome::Cancelled { .. } => (
            Some("stopped by Ctrl-C, before the proof".to_owned()),
            Status::Stopped,
        ),
        Outcome::Feasible {
            why: Unproved::GaveUp(reason),
            ..
        } => (
            Some(format!("the solver gave up before the proof: {reason}")),
            Status::Failed,
        ),
        Outcome::Failed { error, .. } => {
            say(around.err, format_args!("tayu: {error}"));
            return Ok(Status::Failed);
        }
    };
    if let Some(message) = message {
        say(around.err, format_args!("tayu: {message}"));
    }
    let mut statuses = vec![status];
    if !arguments.json {
        report::write_answer(around.out, answer)?;
        around.out.flush()?;
    }
    // The time limit is for all that is done together.
    let left = arguments
        .time_limit
        .map(|limit| limit.saturating_sub(answer.elapsed));
    let deadline = left.and_then(|left| Instant::now().checked_add(left));
    if let Some(path) = &arguments.certificate {
        statuses.push(beyond::certify(path, answer, deadline, stop, around));
    }
    let mut optima = None;
    let mut first = None;
    let is_duel = matches!(answer.puzzle.goal(), Goal::Duel(_));
    if arguments.all && is_duel {
        let (found, status) = beyond::first_placements(answer, deadline, stop, around);
        first = Some(found);
        statuses.push(status);
    } else if arguments.all {
        let (found, status) = beyond::count(arguments, answer, deadline, stop, around);
        optima = found;
        statuses.push(status);
    }
    if arguments.json {
        writeln!(
            around.out,
            "{}",
            report::json(answer, optima.as_ref(), first.as_deref())?
        )?;
    } else {
        if let Some(optima) = &optima {
            beyond::write_optima(around.out, optima)?;
        }
        if let Some(first) = &first {
            beyond::write_first(around.out, first)?;
        }
        report::write_board(
            around.out,
            &answer.puzzle,
            answer.outcome.line().placements(),
            around.style,
        )?;
    }
    let worst = statuses.into_iter().max_by_key(|status| match status {
        Status::Done => 0,
        Status::Stopped => 1,
        Status::BadInput | Status::Failed => 2,
    });
    Ok(worst.unwrap_or(status))
}

/// One line on the terminal that is written over and over.
#[derive(Default)]
struct ProgressLine {
    shown: bool,
}

impl ProgressLine {
    const CLEAR: &str = "\r\x1b[K";

    fn show(&mut self, err: &mut dyn Write, progress: &Progress) {
        self.shown = true;
        // Where it can't be shown the search goes on all the same.
        let _ = write!(
            err,
            "{}{:.1} s  best {}, at most {}  {}",
            Self::CLEAR,
            progress.elapsed.as_secs_f64(),
            progress.best.value(),
            progress.upper_bound,
            phase(progress.phase),
        );
        let _ = err.flush();
    }

    fn clear(&self, err: &mut dyn Write) {
        if self.shown {
            let _ = write!(err, "{}", Self::CLEAR);
        }
    }
}

fn phase(phase: Phase) -> String {
    match phase {
        Phase::LookingAhead => "looking ahead".to_owned(),
        Phase::TryingAll => "trying every line".to_owned(),
        Phase::Encoding => "writing it down as a formula".to_owned(),
        Phase::Reaching { points: [a, b] } => format!("trying {a} × {b}"),
        Phase::Duel { plies } => format!("{plies} tiles ahead"),
    }
}
