//! What belongs to the window alone: where it looks, what is in the hand, forms half filled in.

use std::path::Path;

use tayu_core::{Choice, Move, Notice, Placement, Square, Tile};

use super::games::GamesView;
use super::hand::Hand;
use super::play::form::NewGameForm;
use super::replay::Playing;
use super::review::ReviewView;
use super::rows::RowWanted;
use crate::desk::{Command, Desk, HintStep, Mode, PickerRequest};
use crate::document::DraftEdit;
use crate::paint::board::BoardView;

/// Width of the panel beside the board, in points: wider in a wide window.
pub(super) fn side_width(ctx: &egui::Context) -> f32 {
    (ctx.content_rect().width() * 0.26).clamp(344.0, 460.0).round()
}

/// The bid that is offered first, in points.
const FIRST_BID: u32 = 30;

/// What a click on the editor's board does.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) enum Tool {
    /// Picks tiles up and lays them elsewhere.
    #[default]
    Move,
    /// Lays tiles of this kind.
    Lay(Tile),
    /// Takes tiles off the board.
    Erase,
}

#[derive(Debug)]
pub(super) struct View {
    pub(super) board: BoardView,
    pub(super) hand: Hand,
    /// The square that the pointer or the keys are at.
    pub(super) cursor: Square,
    /// Whether the pointer was over the board a frame ago.
    pub(super) is_pointer_there: bool,
    /// Whether something is held over the board: the pointer is on it or it has the keys.
    pub(super) is_pointing: bool,
    /// The ghost is put away, by Esc or because a tile was just laid, until the cursor is at another square.
    pub(super) is_put_away: bool,
    /// A square to look at, such as a fault's.
    pub(super) selected: Option<Square>,
    pub(super) tool: Tool,
    /// The tile that was picked up in the editor.
    pub(super) carried: Option<Placement>,
    /// The form for a new game, while it is open.
    pub(super) new_game: NewGameForm,
    pub(super) is_new_game_open: bool,
    /// How the replay plays by itself.
    pub(super) playing: Playing,
    /// The move that the list of moves was last scrolled to.
    pub(super) followed: Option<usize>,
    /// What of the review of a game is looked at.
    pub(super) review: ReviewView,
    /// A game that is being pasted as text.
    pub(super) pasted: Option<String>,
    /// What is wrong with it.
    pub(super) paste_faults: Vec<String>,
    /// The list of games played.
    pub(super) games: GamesView,
    /// The row of the folder's list that is to have the keys.
    pub(super) folder_row: RowWanted,
    /// Which of two tiles is in the hand.
    pub(super) chosen: Option<Tile>,
    /// The bid that is being made up, in points.
    pub(super) bid: u32,
    /// A way to lay the last tile that came to nothing, to be looked at.
    pub(super) attempt: Option<Placement>,
    /// What of advice was last brought into sight.
    pub(super) told: (Option<HintStep>, Option<Placement>, bool),
    /// A click on the board asks what a placement would come to, and lays nothing.
    pub(super) asks_why_not: bool,
    /// Of the placements of the analysis the one whose row is pointed at, or has the keys.
    pub(super) pointed_out: Option<Placement>,
    /// Whether all kinds that a lane may give are listed, not only the likeliest.
    pub(super) all_kinds: [bool; 2],
    pub(super) path: String,
    /// What the path is typed for.
    path_for: Option<PickerRequest>,
    pub(super) fill_count: usize,
    pub(super) is_board_wanted: bool,
    /// Whoever plays by keyboard has just drawn or laid: what comes next is to have the keys.
    pub(super) is_next_wanted: bool,
    /// The tile of the sequence that is to have the keys.
    pub(super) row_wanted: Option<usize>,
    /// The desk's count when it was last followed.
    documents: u64,
}

impl View {
    pub(super) fn new(desk: &Desk) -> Self {
        Self {
            board: BoardView::default(),
            hand: Hand::default(),
            cursor: Square::STAR,
            is_pointer_there: false,
            is_pointing: false,
            is_put_away: false,
            selected: None,
            tool: Tool::default(),
            carried: None,
            new_game: NewGameForm::like(&desk.settings().table),
            is_new_game_open: false,
            playing: Playing::default(),
            followed: None,
            review: ReviewView::default(),
            pasted: None,
            paste_faults: Vec::new(),
            games: GamesView::default(),
            folder_row: RowWanted::default(),
            chosen: None,
            bid: FIRST_BID,
            attempt: None,
            told: Default::default(),
            asks_why_not: false,
            pointed_out: None,
            all_kinds: [false; 2],
            path: String::new(),
            path_for: None,
            fill_count: 5,
            is_board_wanted: false,
            is_next_wanted: false,
            row_wanted: None,
            documents: desk.documents(),
        }
    }

    /// Prepares for a command that is about to be carried out.
    pub(super) fn before(&mut self, command: &Command) {
        match command {
            Command::Undo | Command::Redo | Command::TryAgain => {
                self.put_down();
                self.attempt = None;
            }
            Command::Edit(edit) => {
                self.selected = None;
                if !matches!(edit, DraftEdit::About(_)) {
                    self.carried = None;
                }
            }
            // A wrong claim is answered by a place on the board.
            Command::Play(Move::Nowhere) => {}
            Command::Play(_) | Command::LayInPuzzle(_) | Command::Study(_) => {
                self.attempt = None;
                self.chosen = None;
                self.asks_why_not = false;
            }
            Command::ShowMove(moves) => self.review.before_move(*moves),
            Command::ShowGames => self.games = GamesView::default(),
            _ => {}
        }
    }

    /// Keeps to what the desk now holds: nothing of one document shows beside another.
    pub(super) fn follow(&mut self, desk: &Desk) {
        if self.documents != desk.documents() {
            self.documents = desk.documents();
            self.put_down();
            self.selected = None;
            self.attempt = None;
            self.asks_why_not = false;
            self.tool = Tool::Move;
            self.board.reset_zoom();
            self.playing.stop();
            self.followed = None;
            self.review.put_away();
        }
        let on_board = |tile: &Placement| desk.draft().draft().setup.board.contains(tile);
        if self.carried.is_some_and(|tile| !on_board(&tile)) {
            self.carried = None;
        }
        if self.path_for.as_ref() != desk.path_wanted() {
            self.path_for = desk.path_wanted().cloned();
            self.path = match &self.path_for {
                Some(PickerRequest::Save { name } | PickerRequest::Export { name }) => {
                    beside_the_last(desk, name)
                }
                Some(PickerRequest::Open | PickerRequest::Folder) | None => String::new(),
            };
        }
    }

    /// The tile of a choice that is in the hand: the one picked, else the first that can be laid.
    fn chosen_of(&self, desk: &Desk, choice: Choice) -> Option<Tile> {
        // Where players have to find out for themselves, the hand doesn't tell either.
        let by_players = (desk.game().filter(|_| desk.mode() == Mode::Play))
            .is_some_and(|game| game.game().setup().rules().notice == Notice::Players);
        let board = match desk.mode() {
            Mode::Play => desk.game().map(|game| game.game().position().board()),
            Mode::Analyse => Some(desk.study().position().board()),
            Mode::Puzzle | Mode::Edit | Mode::Replay => None,
        };
        let fits = |tile: &Tile| by_players || board.is_none_or(|board| board.can_lay(*tile));
        (choice.kinds().find(|&tile| Some(tile) == self.chosen))
            .or_else(|| choice.kinds().find(fits))
            .or_else(|| choice.kinds().next())
    }

    /// Shows a way to lay a tile instead of the one in the hand, until the cursor moves.
    pub(super) const fn look_at(&mut self, attempt: Option<Placement>) {
        self.attempt = attempt;
        self.is_put_away = true;
    }

    /// Puts what is carried back to where it lies.
    pub(super) fn put_down(&mut self) {
        self.carried = None;
    }

    /// The tile in the hand. One that fits nowhere can be held over the board too, to see why.
    pub(super) fn tile_in_hand(&self, desk: &Desk) -> Option<Tile> {
        match desk.mode() {
            Mode::Edit => match (self.carried, self.tool) {
                (Some(carried), _) => Some(carried.tile()),
                (None, Tool::Lay(tile)) => Some(tile),
                (None, Tool::Move | Tool::Erase) => None,
            },
            Mode::Replay => None,
            Mode::Play | Mode::Puzzle | Mode::Analyse => {
                if desk.mode() == Mode::Play && desk.is_computers_turn() {
                    return None;
                }
                let choice = desk.tiles_to_lay().or(desk.tiles_without_place())?;
                self.chosen_of(desk, choice)
            }
        }
    }
}

/// A path for a file of this name, in the folder that was used last.
fn beside_the_last(desk: &Desk, name: &str) -> String {
    let folder = desk.settings().recent.first().and_then(|path| path.parent());
    folder
        .unwrap_or_else(|| Path::new(""))
        .join(name)
        .to_string_lossy()
        .into_owned()
}
