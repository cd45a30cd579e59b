//! The command line: `tayu`, `tayu FILE`, `tayu check`, `tayu solve`, `tayu verify`, `tayu replay`
//! and `tayu arena`.
//!
//! Results go to standard output, messages to standard error. All that a command touches of the world is handed
//! in with [`Surroundings`], so that a test can look at it.

mod arena;
pub mod arguments;
mod beyond;
mod check;
mod interrupt;
mod read;
mod replay;
mod report;
mod solve;
pub mod text_board;
mod verify;

use std::env;
use std::ffi::OsString;
use std::io::{self, IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use tayu_solver::optima::SurveyOptions;
use tayu_solver::{Options, StopFlag};

use crate::files;
use crate::window;
use arguments::{Command, ReplayArguments, Request, SolveArguments};
use text_board::Style;

/// How a command ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Status {
    /// All went well; a puzzle is solved and the proof complete.
    Done,
    /// The time limit or Ctrl-C came before the proof. The best line found has been printed.
    Stopped,
    /// A file or the command itself is not as it should be.
    BadInput,
    /// Anything else went wrong.
    Failed,
}

impl Status {
    /// The exit status that tells the calling program.
    #[must_use]
    pub const fn code(self) -> u8 {
        match self {
            Self::Done => 0,
            Self::Failed => 1,
            Self::BadInput => 2,
            Self::Stopped => 3,
        }
    }
}

impl From<Status> for ExitCode {
    fn from(status: Status) -> Self {
        status.code().into()
    }
}

/// What a command is given of the world around it.
pub struct Surroundings<'a> {
    /// Where results go.
    pub out: &'a mut dyn Write,
    /// Where messages go.
    pub err: &'a mut dyn Write,
    /// How boards are drawn on `out`.
    pub style: Style,
    /// Whether `err` shows a line that changes while a search goes on.
    pub shows_progress: bool,
    /// Whether there is a display that a window could open on.
    pub has_display: bool,
    /// Opens the window and returns when it is closed, or says why there is none.
    pub open_window: &'a dyn Fn(Option<PathBuf>) -> Result<(), String>,
    /// Called before a search begins: gives the flag that stops it.
    pub stop_flag: &'a dyn Fn() -> StopFlag,
}

impl std::fmt::Debug for Surroundings<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Surroundings")
            .field("style", &self.style)
            .field("shows_progress", &self.shows_progress)
            .field("has_display", &self.has_display)
            .finish_non_exhaustive()
    }
}

/// Does what the program was started for, with the standard streams and the system's display.
#[must_use]
pub fn main() -> ExitCode {
    let (out, err) = (io::stdout(), io::stderr());
    let plain = !out.is_terminal() || env::var_os("NO_COLOR").is_some_and(|v| !v.is_empty());
    let mut surroundings = Surroundings {
        style: if plain { Style::Plain } else { Style::Colour },
        shows_progress: err.is_terminal(),
        has_display: has_display(),
        open_window: &open_window,
        stop_flag: &interrupt::stop_flag,
        out: &mut out.lock(),
        // Not locked: the log of the solver's threads and of the window goes there too.
        err: &mut io::stderr(),
    };
    run(env::args_os(), &mut surroundings).into()
}

/// Does what these arguments ask for; the first is the program's name.
pub fn run(arguments: impl IntoIterator<Item = OsString>, around: &mut Surroundings<'_>) -> Status {
    let outcome = match arguments::read(arguments) {
        Request::Say(text) => write!(around.out, "{text}").map(|()| Status::Done),
        Request::Refuse(text) => {
            say(around.err, format_args!("{}", text.trim_end()));
            Ok(Status::BadInput)
        }
        Request::Open(file) => open(file, around),
        Request::Run(Command::Check { paths }) => check::check(&paths, around),
        Request::Run(Command::Solve(arguments)) => solve::solve(&arguments, around),
        Request::Run(Command::Verify(arguments)) => verify::verify(&arguments, around),
        Request::Run(Command::Replay(arguments)) => replay::replay(&arguments, around),
        Request::Run(Command::Arena(arguments)) => arena::arena(&arguments, around),
    };
    match outcome.and_then(|status| around.out.flush().map(|()| status)) {
        Ok(status) => status,
        // Whoever read the output has gone and wants no more of it: nothing to complain about.
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Status::Failed,
        Err(error) => {
            say(
                around.err,
                format_args!("tayu: the results can't be written: {error}"),
            );
            Status::Failed
        }
    }
}

/// Opens the window; where that can't be, a file's puzzle is solved or its game replayed on the terminal instead.
fn open(file: Option<PathBuf>, around: &mut Surroundings<'_>) -> io::Result<Status> {
    let reason = if around.has_display {
        match (around.open_window)(file.clone()) {
            Ok(()) => return Ok(Status::Done),
            Err(reason) => reason,
        }
    } else {
        "no window can be opened: there is no display".to_owned()
    };
    match file {
        Some(file) if read::is_game(&file) => {
            let name = files::shown(&file);
            say(
                around.err,
                format_args!("tayu: {reason}; replaying {name} here instead"),
            );
            replay::replay(&ReplayArguments { file, text: false }, around)
        }
        Some(file) => {
            let name = files::shown(&file);
            say(
                around.err,
                format_args!("tayu: {reason}; solving {name} here instead"),
            );
            solve_here(&file, around)
        }
        None => {
            say(
                around.err,
                format_args!(
                    "tayu: {reason}\n\
                     Start it where there is a display (DISPLAY or WAYLAND_DISPLAY names it), or solve a \
                     puzzle here with 'tayu solve FILE'."
                ),
            );
            Ok(Status::Failed)
        }
    }
}

fn solve_here(file: &Path, around: &mut Surroundings<'_>) -> io::Result<Status> {
    let options = Options::default();
    let arguments = SolveArguments {
        file: file.to_owned(),
        json: false,
        time_limit: options.time_limit,
        threads: options.threads,
        memory: arguments::default_memory(),
        all: false,
        cap: SurveyOptions::default().cap,
        certificate: None,
    };
    solve::show_and_solve(&arguments, around)
}

fn open_window(file: Option<PathBuf>) -> Result<(), String> {
    window::run(file).map_err(|error| error.to_string())
}

/// Whether a window could open: on systems where displays have names in the environment, whether one is named.
fn has_display() -> bool {
    const NAMES: [&str; 3] = ["DISPLAY", "WAYLAND_DISPLAY", "WAYLAND_SOCKET"];
    let named = NAMES
        .into_iter()
        .any(|name| env::var_os(name).is_some_and(|value| !value.is_empty()));
    named || cfg!(any(not(unix), target_os = "macos"))
}

/// Says something on standard error. Where that fails there is nobody to tell.
fn say(err: &mut dyn Write, message: std::fmt::Arguments<'_>) {
    let _ = writeln!(err, "{message}");
}

#[cfg(test)]
mod tests {
    use std::cell::RefCell;

    use super::*;

    struct Ran {
        status: Status,
        out: String,
        err: String,
        /// The files that the window was opened on.
        opened: Vec<Option<PathBuf>>,
    }

    /// Runs where a display is named, which turns out to work or not.
    fn run_with_display(works: bool, arguments: &[&str]) -> Ran {
        let (mut out, mut err, opened) = (Vec::new(), Vec::new(), RefCell::new(Vec::new()));
        let open_window = |file| {
            opened.borrow_mut().push(file);
            if works {
                Ok(())
            } else {
                Err("it is switched off".to_owned())
            }
        };
        let mut around = Surroundings {
            out: &mut out,
            err: &mut err,
            style: Style::Colour,
            shows_progress: true,
            has_display: true,
            open_window: &open_window,
            stop_flag: &StopFlag::new,
        };
        let arguments = std::iter::once("tayu").chain(arguments.iter().copied());
        let status = run(arguments.map(OsString::from), &mut around);
        let text = |bytes| String::from_utf8(bytes).unwrap();
        Ran {
            status,
            out: text(out),
            err: text(err),
            opened: opened.into_inner(),
        }
    }

    #[test]
    fn the_window_is_opened_on_the_file() {
        let ran = run_with_display(true, &["a.tayu.json"]);
        assert_eq!((ran.status, ran.out + &ran.err), (Status::Done, String::new()));
        assert_eq!(ran.opened, [Some(PathBuf::from("a.tayu.json"))]);
        assert_eq!(run_with_display(true, &[]).opened, [None]);
    }

    #[test]
    fn a_window_that_fails_is_made_up_for() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.tayu.json");
        let bundled = crate::bundled::all();
        std::fs::write(&path, bundled[0].text).unwrap();
        let ran = run_with_display(false, &[path.to_str().unwrap()]);
        assert_eq!((ran.status, ran.opened.len()), (Status::Done, 1));
        assert!(ran.err.contains("it is switched off"), "{}", ran.err);
        assert!(
            ran.out.contains("Proved best") && ran.out.contains("\x1b[1;36m"),
            "{}",
            ran.out
        );

        let ran = run_with_display(false, &[]);
        assert_eq!((ran.status, ran.out.as_str()), (Status::Failed, ""));
        assert!(
            ran.err.contains("it is switched off") && ran.err.contains("tayu solve FILE"),
            "{}",
            ran.err
        );
    }

    #[test]
    fn a_terminal_sees_how_the_search_stands() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.tayu.json");
        let tiles: Vec<String> = tayu_core::Tile::all().map(|tile| format!("\"{tile}\"")).collect();
        let text = format!(
            r#"{{"format": "tayu-puzzle", "version": 1, "board": [], "sequence": [{}], "maximize": "NS"}}"#,
            tiles.join(", ")
        );
        std::fs::write(&path, text).unwrap();
        let ran = run_with_display(
            true,
            &["solve", path.to_str().unwrap(), "--json", "--time-limit", "0.3"],
        );
        assert_eq!(ran.status, Status::Stopped);
        assert!(
            ran.err.contains("\r\x1b[K0.1 s  best ") && ran.err.contains(", at most "),
            "{:?}",
            ran.err
        );
        // The line is gone before anything else is said.
        assert!(
            ran.err
                .ends_with("\r\x1b[Ktayu: stopped at the time limit, before the proof\n"),
            "{:?}",
            ran.err
        );
        assert!(!ran.out.contains('\x1b'), "{:?}", ran.out);
    }
}
