//! What the desk gets from outside, so that tests can hand in something else.

use std::io;
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::mpsc::{self, Receiver};
use std::thread;
use std::time::{Duration, Instant};

use rand::seq::SliceRandom;
use tayu_core::record::Date;
use tayu_core::{Move, Puzzle, Seed, Sight, Tile};
use tayu_solver::player::{self, Budget, Level, analysis, review};
use tayu_solver::{Options, Solve, StopFlag};

use crate::tr;

/// What a file is asked for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum PickerRequest {
    /// A file to open.
    Open,
    /// A file to save in, with a name to begin with.
    Save {
        /// The name.
        name: String,
    },
    /// A folder to open.
    Folder,
    /// A file to write a table of values in, with a name to begin with.
    Export {
        /// The name.
        name: String,
    },
}

/// What came of asking for a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Picked {
    /// This file.
    Path(PathBuf),
    /// The person changed their mind.
    Cancelled,
    /// The system has no dialog to show.
    NoDialog,
}

type PickFile = Box<dyn Fn(&PickerRequest, Wake) -> Receiver<Picked>>;
type StartSolving = Box<dyn Fn(Arc<Puzzle>, Options, Wake) -> io::Result<Solve>>;
type Shuffle = Box<dyn FnMut(&mut [Tile])>;

/// Everything is handed to it that a player may go by: what is seen at its seat, how it plays, and a seed of its own.
type Think = Box<dyn Fn(Sight, Level, Seed, StopFlag, Wake) -> Receiver<Option<Move>>>;

/// Tells the window that there is something new to show. May be called on any thread.
pub type Wake = Arc<dyn Fn() + Send + Sync>;

/// File dialogs, the solver, chance, and the way to wake the window.
pub struct Services {
    /// Opens a file dialog without waiting for it.
    pub pick_file: PickFile,
    /// Starts the solver.
    pub start_solving: StartSolving,
    /// Lets a computer player think about its move without waiting for it.
    pub think: Think,
    /// How closely positions are looked at for hints and on the analysis board.
    pub analysis: analysis::Options,
    /// How closely the moves of a game are looked at in its review.
    pub review: review::Options,
    /// A seed for a new game.
    pub new_seed: Box<dyn FnMut() -> Seed>,
    /// Today's date, where the system has a clock.
    pub today: Box<dyn Fn() -> Option<Date>>,
    /// Puts tiles into a random order.
    pub shuffle: Shuffle,
    /// Wakes the window.
    pub wake: Wake,
}

impl std::fmt::Debug for Services {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Services").finish_non_exhaustive()
    }
}

impl Services {
    /// Those of the system.
    #[must_use]
    pub fn of_system(wake: Wake) -> Self {
        Self {
            pick_file: Box::new(pick_file),
            start_solving: Box::new(|puzzle, options, wake| {
                tayu_solver::start(puzzle, options, move || wake())
            }),
            think: Box::new(think),
            analysis: analysis::Options::default(),
            review: review::Options {
                threads: thread::available_parallelism().unwrap_or(NonZeroUsize::MIN),
                ..review::Options::default()
            },
            new_seed: Box::new(|| Seed(rand::random())),
            today: Box::new(today),
            shuffle: Box::new(|tiles| tiles.shuffle(&mut rand::rng())),
            wake,
        }
    }
}

/// A computer player thinks no longer about a move.
const THINKING_TIME: Duration = Duration::from_secs(1);
/// And is not done with it sooner, so that people see what happens.
const SEEN_TIME: Duration = Duration::from_millis(400);

fn think(sight: Sight, level: Level, seed: Seed, stop: StopFlag, wake: Wake) -> Receiver<Option<Move>> {
    let (sender, receiver) = mpsc::channel();
    let began = Instant::now();
    let budget = Budget {
        nodes: None,
        time: Some(THINKING_TIME),
    };
    let think = move || {
        let chosen = player::choose(&sight, level, seed, budget, &stop);
        thread::sleep(SEEN_TIME.saturating_sub(began.elapsed()));
        // The desk may not want to know any more.
        let _ = sender.send(chosen);
        wake();
    };
    // Without a thread the receiver is closed at once, which the desk tells.
    if let Err(error) = thread::Builder::new().name("computer player".into()).spawn(think) {
        tracing::warn!("a computer player can't think: {error}");
    }
    receiver
}

/// The date on the calendar where the program runs.
fn today() -> Option<Date> {
    let now = jiff::Zoned::now().date();
    let part = |n: i8| u8::try_from(n).ok();
    Date::new(
        u16::try_from(now.year()).ok()?,
        part(now.month())?,
        part(now.day())?,
    )
}

/// Without a portal or a helper program the dialog gives up within about 50 ms as if it had been cancelled. Nobody
/// reads a dialog and cancels it this fast.
const FASTER_THAN_A_PERSON: Duration = Duration::from_millis(300);

fn pick_file(request: &PickerRequest, wake: Wake) -> Receiver<Picked> {
    let dialog = rfd::AsyncFileDialog::new();
    let puzzles = || {
        dialog
            .clone()
            .add_filter(tr!("puzzle-files"), &["tayu.json", "json"])
    };
    let (sender, receiver) = mpsc::channel();
    let asked = Instant::now();
    // Some systems want dialogs to be made on the main thread; waiting is done elsewhere.
    let file: std::pin::Pin<Box<dyn Future<Output = Option<rfd::FileHandle>> + Send>> = match request {
        PickerRequest::Open => Box::pin(puzzles().set_title(tr!("open-title")).pick_file()),
        PickerRequest::Save { name } => Box::pin(
            puzzles()
                .set_title(tr!("save-title"))
                .set_file_name(name)
                .save_file(),
        ),
        PickerRequest::Folder => Box::pin(dialog.set_title(tr!("open-folder-title")).pick_folder()),
        PickerRequest::Export { name } => Box::pin(
            dialog
                .add_filter(tr!("table-files"), &["csv"])
                .set_title(tr!("export-title"))
                .set_file_name(name)
                .save_file(),
        ),
    };
    let wait = move || {
        let picked = match pollster::block_on(file) {
            Some(file) => Picked::Path(file.path().to_owned()),
            None if asked.elapsed() < FASTER_THAN_A_PERSON => Picked::NoDialog,
            None => Picked::Cancelled,
        };
        // The desk may be gone by now.
        let _ = sender.send(picked);
        wake();
    };
    // Without a thread the receiver is closed at once, which counts as no dialog.
    if let Err(error) = thread::Builder::new().name("file dialog".into()).spawn(wait) {
        tracing::warn!("no file dialog: {error}");
    }
    receiver
}
