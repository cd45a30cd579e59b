//! What can be done at the desk.

use std::path::PathBuf;

use tayu_core::{FirstPlayer, Move, Placement, Rules, Seed};

use tayu_solver::player::Level;

use super::PickerRequest;
use crate::document::{DraftEdit, StudyEdit};
use crate::settings::Look;

/// The kinds of work.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Mode {
    /// Playing a game.
    Play,
    /// Trying a puzzle.
    Puzzle,
    /// Setting a puzzle.
    Edit,
    /// Looking at a game again.
    Replay,
    /// Looking closely at a position.
    Analyse,
}

impl Mode {
    /// All of them, in the order of their tabs.
    pub const ALL: [Self; 5] = [Self::Play, Self::Puzzle, Self::Edit, Self::Replay, Self::Analyse];
}

/// Where the tiles of a new game come from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum NewSource {
    /// Stacks in two lanes.
    #[default]
    Stacks,
    /// Tiles spread face down.
    Spread,
    /// A table elsewhere, where the game is played and taken down from.
    Table,
}

impl NewSource {
    const ALL: [Self; 3] = [Self::Stacks, Self::Spread, Self::Table];

    /// Its name in files.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Stacks => "stacks",
            Self::Spread => "spread",
            Self::Table => "table",
        }
    }

    /// The one of this name.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|source| source.name() == name)
    }
}

/// A game to be started.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewGame {
    /// The names, clockwise: two, three or four.
    pub names: Vec<String>,
    /// How the computer plays at the seats that it has.
    pub levels: [Option<Level>; 4],
    /// Who begins.
    pub first: FirstPlayer,
    /// The rules.
    pub rules: Rules,
    /// Where the tiles come from.
    pub source: NewSource,
    /// The seed; a new one if there is none.
    pub seed: Option<Seed>,
}

/// An answer to a [`Question`](super::Question).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Answer {
    /// Save first, then go on.
    Save,
    /// Go on; what is not saved is dropped, or the file replaced.
    GoOn,
    /// Leave everything as it is.
    Cancel,
}

/// One thing that a person does.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Command {
    /// Brings one kind of work to the front.
    Show(Mode),
    /// Takes the last step of the document in front back.
    Undo,
    /// Takes the last undo back.
    Redo,

    /// Starts a game.
    NewGame(Box<NewGame>),
    /// Makes a move in the game.
    Play(Move),
    /// Makes the move that a computer player has come to.
    PlayAsComputer(Move),
    /// Lets computer players wait, or go on.
    LetComputersWait(bool),
    /// Takes the board of the game or the analysis in front, as it is shown, into the editor.
    EditFromGame,

    /// Takes the game to be looked at again.
    ReplayGame,
    /// Shows the game that is looked at after so many moves.
    ShowMove(usize),
    /// Goes on playing the game that is looked at from where it is shown.
    PlayOn,
    /// Makes a puzzle of where the game is shown and the tiles that really came.
    PuzzleFromReplay,
    /// The same as a duel.
    DuelFromReplay,
    /// Has the game that is looked at reviewed.
    ReviewGame,
    /// Stops the review; what is known by then stays.
    StopReview,
    /// Opens a game that was pasted as text.
    OpenText(String),

    /// Shows the list of games played.
    ShowGames,
    /// Puts the list of games played away.
    HideGames,
    /// Opens a game played, to be looked at.
    OpenKept(PathBuf),
    /// Deletes a game played, after a question.
    DeleteKept(PathBuf),
    /// Asks for a file to write the list of games played in, as a table.
    ExportGames,
    /// Writes the list of games played in this file.
    ExportTo {
        /// The file.
        path: PathBuf,
        /// Whether a file that is there already may be replaced.
        replace: bool,
    },

    /// Asks for a folder to open.
    PickFolder,
    /// Reads all puzzles and games in a folder.
    OpenFolder(PathBuf),
    /// Shows the folder that was opened last.
    ShowFolder,
    /// Puts the folder away; stops reading it.
    HideFolder,

    /// Opens the bundled puzzle with this number.
    OpenBundled(usize),
    /// Lays the next tile of the puzzle.
    LayInPuzzle(Placement),
    /// Begins the puzzle again.
    TryAgain,
    /// Shows the optimum; has it worked out first if need be.
    Reveal,
    /// Takes the puzzle into the editor.
    EditPuzzle,

    /// Takes the position in front to the analysis board.
    Analyse,
    /// Changes the position on the analysis board.
    Study(StudyEdit),
    /// Lets the analysis rest, or go on.
    LetStudyRest(bool),

    /// Changes the puzzle being set.
    Edit(DraftEdit),
    /// Whatever is typed next is a step of its own.
    EndTyping,
    /// Adds so many tiles at random to the sequence, from those left.
    FillAtRandom(usize),
    /// Takes the puzzle being set to be tried.
    SolveYourself,

    /// Has the position in front solved.
    StartSolving,
    /// Stops the solver.
    CancelSolving,
    /// Has the plays counted that are as good as the proved answer's.
    CountOptima,
    /// Stops counting.
    CancelCounting,
    /// Shows so many tiles of the solver's line.
    ShowStep(usize),
    /// Lays the tiles of the solver's line that are shown.
    LayLine,
    /// Puts the solver's answer away.
    ForgetAnswer,

    /// A new, empty puzzle in the editor.
    New,
    /// Asks for a file to open.
    Open,
    /// Opens a file.
    OpenPath(PathBuf),
    /// Opens a file in the editor, even a faulty one.
    OpenInEditor(PathBuf),
    /// Saves the puzzle in front: the editor's in its file, one that is being tried in a file to be chosen.
    Save,
    /// Asks for a file to save the puzzle in front in.
    SaveAs,
    /// Saves the puzzle in front in this file.
    SaveTo {
        /// The file.
        path: PathBuf,
        /// Whether a file that is there already may be replaced.
        replace: bool,
    },
    /// Lets the path be typed instead of picked.
    TypePath(PickerRequest),
    /// Waits no longer for the system's file dialog and lets the path be typed.
    LeavePicker,
    /// No path will be typed.
    EndTypingPath,
    /// Answers the question that is open.
    Answer(Answer),
    /// Closes the window.
    Quit,

    /// Gives a hint for the position in front, or more of it.
    Hint,
    /// Asks what a placement would come to.
    AskWhyNot(Placement),
    /// Puts what a placement would come to away.
    ForgetTried,
    /// Puts hints and what was asked away.
    ForgetAdvice,

    /// The notice has been read.
    DismissNotice,
    /// Tells of something that went wrong outside the desk.
    Tell(String),
    /// Tells of something that went as it should outside the desk.
    TellNews(String),
    /// Chooses the look.
    SetLook(Look),
    /// Chooses whether squares where the tile in hand can be laid are lit.
    LightSquares(bool),
}
