//! What can be asked for on the command line.

use std::ffi::OsString;
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, Parser, Subcommand};
use tayu_core::{Players, Seed};
use tayu_solver::Options;
use tayu_solver::optima::SurveyOptions;
use tayu_solver::player::Level;

const STATUS_HELP: &str = "\
Exit status: 0 done (solve: proved optimal), 3 stopped by the time limit or Ctrl-C with the best found
so far printed, 2 bad input or usage, 1 anything else that failed.";

/// A native home for the board game Ta Yü: play it, and set and solve its puzzles.
#[derive(Debug, Parser)]
#[command(
    name = "tayu",
    version,
    args_conflicts_with_subcommands = true,
    disable_help_subcommand = true,
    override_usage = "tayu [FILE]\n       tayu check PATH...\n       tayu solve FILE [--json] [--time-limit SECONDS] [--threads N] [--memory MIB] [--all [--cap N]] [--certificate FILE]\n       tayu verify FILE RESULT [--certificate FILE]\n       tayu replay FILE [--text]\n       tayu arena A B [--games N] [--time SECONDS | --nodes N] [--seed S] [--threads N] [--players 2|3|4] [--pro]",
    after_help = STATUS_HELP
)]
struct Arguments {
    #[command(subcommand)]
    command: Option<Command>,
    /// Puzzle or game to open in the window (a file called like a command: ./check)
    file: Option<PathBuf>,
}

/// What is done without a window.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Say for each puzzle and each game that it is sound, or list every fault
    #[command(after_help = STATUS_HELP)]
    Check {
        /// Puzzle and game files, and folders: of these all .json files at any depth
        #[arg(required = true, value_name = "PATH")]
        paths: Vec<PathBuf>,
    },
    /// Find the best line of a puzzle and prove that none is better
    #[command(after_help = STATUS_HELP)]
    Solve(SolveArguments),
    /// Check what 'solve --json' printed: replay the line, and see that a certificate covers the rest
    #[command(after_help = STATUS_HELP)]
    Verify(VerifyArguments),
    /// Print a game move by move with the coasts, and the board at its end
    #[command(after_help = STATUS_HELP)]
    Replay(ReplayArguments),
    /// Let computer players play against each other, and say how often each won
    #[command(after_help = STATUS_HELP)]
    Arena(ArenaArguments),
}

/// How a puzzle is to be solved.
#[derive(Debug, Args)]
pub struct SolveArguments {
    /// Puzzle file
    pub file: PathBuf,
    /// Print the result as one JSON object
    #[arg(long)]
    pub json: bool,
    /// Stop after so many seconds and print the best line found [default: no limit]
    #[arg(long, value_name = "SECONDS", value_parser = seconds, allow_hyphen_values = true)]
    pub time_limit: Option<Duration>,
    /// Search on at most so many threads: by turns one more refutes, one more looks for lines
    #[arg(long, value_name = "N", value_parser = whole, allow_hyphen_values = true,
          default_value_t = Options::default().threads)]
    pub threads: NonZeroUsize,
    /// Stop when the search holds about so many MiB, and print the best line found
    #[arg(long, value_name = "MIB", value_parser = whole, allow_hyphen_values = true,
          default_value_t = default_memory())]
    pub memory: NonZeroUsize,
    /// Count the optimal plays, and say what comes next and how they begin; of a duel, what each first placement is worth
    #[arg(long)]
    pub all: bool,
    /// Count no further than this
    #[arg(long, value_name = "N", value_parser = whole, allow_hyphen_values = true, requires = "all",
          default_value_t = SurveyOptions::default().cap)]
    pub cap: NonZeroUsize,
    /// Write a formula here that any SAT solver can refute to check the proof
    #[arg(long, value_name = "FILE")]
    pub certificate: Option<PathBuf>,
}

/// What is to be checked.
#[derive(Debug, Args)]
pub struct VerifyArguments {
    /// Puzzle file
    pub file: PathBuf,
    /// What 'tayu solve --json' printed
    pub result: PathBuf,
    /// What 'tayu solve --certificate' wrote
    #[arg(long, value_name = "FILE")]
    pub certificate: Option<PathBuf>,
}

/// Which game is to be looked at, and how.
#[derive(Debug, Args)]
pub struct ReplayArguments {
    /// Game file, or a text file that holds a game as text
    pub file: PathBuf,
    /// Print the game as text to be pasted elsewhere: it can be read again
    #[arg(long)]
    pub text: bool,
}

/// Which games computer players are to play.
#[derive(Debug, Args)]
pub struct ArenaArguments {
    /// Level of the first player
    #[arg(value_name = "A", required_unless_present = "list", value_parser = level)]
    pub ours: Option<Level>,
    /// Level of the other; with three or four at the table, each sits in every seat as often as the other
    #[arg(value_name = "B", required_unless_present = "list", value_parser = level)]
    pub theirs: Option<Level>,
    /// List the levels and what each does
    #[arg(long)]
    pub list: bool,
    /// Play so many games, or a few more: each supply is played in all seatings
    #[arg(long, value_name = "N", value_parser = whole, allow_hyphen_values = true, default_value = "20")]
    pub games: NonZeroUsize,
    /// Let players think so long about each move [default: as much as the level does by itself]
    #[arg(long, value_name = "SECONDS", value_parser = seconds, allow_hyphen_values = true, conflicts_with = "nodes")]
    pub time: Option<Duration>,
    /// Let players look at so many placements for each move: the same games on every machine
    #[arg(long, value_name = "N", value_parser = whole, allow_hyphen_values = true)]
    pub nodes: Option<NonZeroUsize>,
    /// Seed of the first supply; each further one has the next seed
    #[arg(long, value_name = "S", value_parser = seed, allow_hyphen_values = true, default_value = "1")]
    pub seed: Seed,
    /// Play so many games at a time
    #[arg(long, value_name = "N", value_parser = whole, allow_hyphen_values = true, default_value = "1")]
    pub threads: NonZeroUsize,
    /// How many sit at the table
    #[arg(long, value_name = "2|3|4", value_parser = players, default_value = "2")]
    pub players: Players,
    /// Play the Pro game
    #[arg(long)]
    pub pro: bool,
}

/// What the arguments come to.
#[derive(Debug)]
pub enum Request {
    /// Print this: it was asked for.
    Say(String),
    /// The arguments make no sense, for this reason.
    Refuse(String),
    /// Open the window, on a file if there is one.
    Open(Option<PathBuf>),
    /// Do without the window.
    Run(Command),
}

/// Reads arguments; the first is the program's name.
pub fn read(arguments: impl IntoIterator<Item = OsString>) -> Request {
    match Arguments::try_parse_from(arguments) {
        Ok(Arguments {
            command: Some(command),
            ..
        }) => Request::Run(command),
        Ok(Arguments { command: None, file }) => Request::Open(file),
        Err(error) if error.use_stderr() => Request::Refuse(error.to_string()),
        Err(help) => Request::Say(help.to_string()),
    }
}

fn seconds(text: &str) -> Result<Duration, &'static str> {
    let seconds = text
        .parse()
        .ok()
        .and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
    seconds.ok_or("a number of seconds, 0 or more, such as 2.5")
}

/// What the solver may hold unless told otherwise, in MiB.
pub(crate) fn default_memory() -> NonZeroUsize {
    let mebibytes = Options::default().memory >> 20;
    usize::try_from(mebibytes)
        .ok()
        .and_then(NonZeroUsize::new)
        .unwrap_or(NonZeroUsize::MIN)
}

fn whole(text: &str) -> Result<NonZeroUsize, &'static str> {
    text.parse().map_err(|_| "a whole number, 1 or more")
}

fn level(text: &str) -> Result<Level, String> {
    text.parse()
        .map_err(|error: tayu_solver::player::NoSuchLevel| error.to_string())
}

fn seed(text: &str) -> Result<Seed, &'static str> {
    text.parse().map_err(|_| "a whole number, 0 or more")
}

fn players(text: &str) -> Result<Players, &'static str> {
    let mut all = Players::ALL.into_iter();
    all.find(|players| players.to_string() == text).ok_or("2, 3 or 4")
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    use super::*;

    fn request(line: &str) -> Request {
        read(line.split(' ').map(OsString::from))
    }

    #[test]
    fn the_definition_is_sound() {
        Arguments::command().debug_assert();
    }

    #[test]
    fn a_file_called_like_a_command_can_be_opened() {
        for line in ["tayu ./check", "tayu -- check"] {
            let Request::Open(Some(file)) = request(line) else {
                panic!("{line}")
            };
            assert_eq!(file.file_name().unwrap(), "check");
        }
        assert!(matches!(request("tayu"), Request::Open(None)));
    }

    #[test]
    fn limits_are_numbers_that_make_sense() {
        let Request::Run(Command::Solve(given)) =
            request("tayu solve a --time-limit 0.25 --threads 3 --memory 512")
        else {
            panic!("not understood")
        };
        assert_eq!(
            (given.time_limit, given.threads.get(), given.memory.get()),
            (Some(Duration::from_millis(250)), 3, 512)
        );
        let Request::Run(Command::Solve(given)) = request("tayu solve a") else {
            panic!("not understood")
        };
        assert_eq!(given.memory.get(), 4096);
        for bad in [
            "--time-limit -1",
            "--time-limit NaN",
            "--time-limit inf",
            "--time-limit 1e300",
            "--time-limit x",
        ] {
            let Request::Refuse(why) = request(&format!("tayu solve a {bad}")) else {
                panic!("{bad}")
            };
            assert!(why.contains("a number of seconds, 0 or more"), "{why}");
        }
        for bad in [
            "--threads 0",
            "--threads -1",
            "--threads 1.5",
            "--memory 0",
            "--memory 2G",
        ] {
            let Request::Refuse(why) = request(&format!("tayu solve a {bad}")) else {
                panic!("{bad}")
            };
            assert!(why.contains("a whole number, 1 or more"), "{why}");
        }
    }
}
