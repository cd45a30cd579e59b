//! The desk: all that a person has before them, and the one place where commands change it.
//!
//! The window reads it and sends [`Command`]s. Time, chance, file dialogs and the solver are handed in as
//! [`Services`].

mod advising;
mod command;
mod filing;
mod folder;
mod games;
mod keeping;
mod opponents;
mod reviewing;
mod services;
mod solving;
mod studying;

pub use advising::{Advice, Cost, Ground, HintStep, Suggestion};
pub use command::{Answer, Command, Mode, NewGame, NewSource};
pub use filing::Question;
pub use folder::Folder;
pub use games::Games;
pub use keeping::Keeping;
pub use opponents::computer_at;
pub use reviewing::Reviewing;
pub use services::{Picked, PickerRequest, Services, Wake};
pub use solving::{CountState, SolveState, Solving};

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::mpsc::Receiver;
use std::time::Duration;

use tayu_core::puzzle::About;
use tayu_core::record::Computers;
use tayu_core::{Choice, Draft, EndReason, GameSetup, Puzzle, Record, Tile, TileSource};

use crate::document::trial::Standing;
use crate::document::{DraftDocument, DraftEdit, GameDocument, Optimum, Replay, Study, Trial};
use crate::settings::{LastTable, Settings, SettingsFile};
use crate::tr;

/// What is at work when the window closes gets so long to notice, before the program ends under it.
const WIND_DOWN: Duration = Duration::from_millis(150);
/// As many puzzles are kept as they were left.
const SHELF_LENGTH: usize = 50;

/// Something to tell the person at the desk.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Notice {
    /// Whether something went wrong.
    pub is_error: bool,
    /// Whether it stays until it is put away; otherwise it goes with the next command.
    pub stays: bool,
    /// What happened.
    pub text: String,
    /// The particulars, one a line.
    pub details: Vec<String>,
}

impl Notice {
    /// Something that went as it should.
    const fn news(text: String) -> Self {
        Self {
            is_error: false,
            stays: false,
            text,
            details: Vec::new(),
        }
    }

    /// Something that went wrong.
    fn error(text: String, details: Vec<String>) -> Self {
        Self {
            is_error: true,
            details,
            ..Self::news(text)
        }
    }

    /// The same, until it is put away.
    fn that_stays(self) -> Self {
        Self { stays: true, ..self }
    }
}

/// All that a person has before them.
pub struct Desk {
    mode: Mode,
    game: Option<keeping::Played>,
    thinking: Option<opponents::Thinking>,
    /// Computer players wait until they are told to go on.
    computers_wait: bool,
    keeping: Keeping,
    trial: Option<Trial>,
    /// The file that the puzzle being tried came from.
    trial_path: Option<PathBuf>,
    draft: DraftDocument,
    replay: Option<Replay>,
    reviewing: Option<Reviewing>,
    study: Study,
    studying: Option<studying::Studying>,
    /// The analysis waits until it is told to go on.
    study_rests: bool,
    games: Games,
    folder: Option<Folder>,
    /// Whether the folder that was opened is in front.
    folder_shown: bool,
    solving: Option<Solving>,
    advice: Option<Advice>,
    notice: Option<Notice>,
    question: Option<Question>,
    /// A file dialog that is open, and what to do with its answer.
    picker: Option<(PickerRequest, Receiver<Picked>)>,
    /// The path is to be typed, since no dialog could be opened or somebody wants to.
    path_wanted: Option<PickerRequest>,
    settings: Settings,
    settings_file: SettingsFile,
    services: Services,
    /// Counts the documents that have come to the front, so that the window notices when another one has.
    documents: u64,
    /// What is done once the puzzle being set has been saved.
    after_saving: Option<Command>,
    /// What may be dropped by the command that is being carried out, because somebody said so.
    waived: Waived,
    /// Puzzles tried earlier, so that coming back to one finds it as it was left.
    shelf: Vec<Trial>,
    quit: bool,
}

#[derive(Debug, Clone, Copy, Default)]
struct Waived {
    draft: bool,
    game: bool,
}

impl std::fmt::Debug for Desk {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Desk")
            .field("mode", &self.mode)
            .finish_non_exhaustive()
    }
}

impl Desk {
    /// A desk with the first bundled puzzle on it, or with the game that an earlier run of the program left.
    #[must_use]
    pub fn new(services: Services, settings_file: SettingsFile, keeping: Keeping) -> Self {
        let mut desk = Self {
            mode: Mode::Puzzle,
            game: None,
            thinking: None,
            computers_wait: false,
            keeping,
            trial: None,
            trial_path: None,
            draft: DraftDocument::default(),
            replay: None,
            reviewing: None,
            study: Study::default(),
            studying: None,
            study_rests: false,
            games: Games::default(),
            folder: None,
            folder_shown: false,
            solving: None,
            advice: None,
            notice: None,
            question: None,
            picker: None,
            path_wanted: None,
            settings: settings_file.load(),
            settings_file,
            services,
            documents: 0,
            after_saving: None,
            waived: Waived::default(),
            shelf: Vec::new(),
            quit: false,
        };
        if let Some(first) = crate::bundled::all().first() {
            desk.set_trial(&first.puzzle());
        }
        desk.bring_games_back();
        desk
    }

    /// Which kind of work is in front.
    #[must_use]
    pub const fn mode(&self) -> Mode {
        self.mode
    }

    /// The game, once one has been started.
    #[must_use]
    pub fn game(&self) -> Option<&GameDocument> {
        self.game.as_ref().map(|played| &played.document)
    }

    /// The puzzle being tried.
    #[must_use]
    pub const fn trial(&self) -> Option<&Trial> {
        self.trial.as_ref()
    }

    /// The puzzle being set.
    #[must_use]
    pub const fn draft(&self) -> &DraftDocument {
        &self.draft
    }

    /// The game that is looked at again.
    #[must_use]
    pub const fn replay(&self) -> Option<&Replay> {
        self.replay.as_ref()
    }

    /// What was last told and not yet taken note of.
    #[must_use]
    pub const fn notice(&self) -> Option<&Notice> {
        self.notice.as_ref()
    }

    /// Changes whenever another document comes to the front.
    #[must_use]
    pub const fn documents(&self) -> u64 {
        self.documents
    }

    /// A question that has to be answered before anything else.
    #[must_use]
    pub const fn question(&self) -> Option<&Question> {
        self.question.as_ref()
    }

    /// What a path has to be typed for.
    #[must_use]
    pub const fn path_wanted(&self) -> Option<&PickerRequest> {
        self.path_wanted.as_ref()
    }

    /// Whether a file dialog of the system is open.
    #[must_use]
    pub const fn is_picking(&self) -> bool {
        self.picker.is_some()
    }

    /// What is remembered from one start to the next.
    #[must_use]
    pub const fn settings(&self) -> &Settings {
        &self.settings
    }

    /// Whether the window is to close.
    #[must_use]
    pub const fn wants_to_quit(&self) -> bool {
        self.quit
    }

    /// Whether the document in front has something to undo and to redo.
    #[must_use]
    pub fn can_undo_redo(&self) -> (bool, bool) {
        match self.mode {
            Mode::Play => self.game().map_or((false, false), GameDocument::can_undo_redo),
            Mode::Puzzle => self.trial.as_ref().map_or((false, false), Trial::can_undo_redo),
            Mode::Edit => self.draft.can_undo_redo(),
            Mode::Replay => (false, false),
            Mode::Analyse => self.study.can_undo_redo(),
        }
    }

    /// The tiles of which the next click on the board lays one, in a game, a puzzle or an analysis.
    #[must_use]
    pub fn tiles_to_lay(&self) -> Option<Choice> {
        match self.mode {
            Mode::Play => match self.game()?.game().phase() {
                tayu_core::Phase::ToLay(choice) => Some(choice),
                _ => None,
            },
            Mode::Puzzle => match self.trial.as_ref()?.standing() {
                Standing::ToLay(tile) => Some(Choice::one(tile)),
                _ => None,
            },
            Mode::Analyse => match self.study.sight().ok()?.phase() {
                tayu_core::Phase::ToLay(choice) => Some(choice),
                _ => None,
            },
            Mode::Edit | Mode::Replay => None,
        }
    }

    /// The tiles that fit nowhere and so have ended the game or the puzzle in front.
    #[must_use]
    pub fn tiles_without_place(&self) -> Option<Choice> {
        match self.mode {
            Mode::Play => match self.game()?.game().outcome()?.reason {
                EndReason::NoPlace { choice } => Some(choice),
                EndReason::SupplyEmpty => None,
            },
            Mode::Puzzle => match self.trial.as_ref()?.standing() {
                Standing::Stuck(tile) => Some(Choice::one(tile)),
                Standing::ToLay(_) | Standing::Finished => None,
            },
            Mode::Analyse => match self.study.sight().ok()?.phase() {
                tayu_core::Phase::Over(outcome) => match outcome.reason {
                    EndReason::NoPlace { choice } => Some(choice),
                    EndReason::SupplyEmpty => None,
                },
                _ => None,
            },
            Mode::Edit | Mode::Replay => None,
        }
    }

    /// Takes in what has come from dialogs, from the solver and from the disk. Called before each frame.
    pub fn poll(&mut self) {
        self.poll_picker();
        self.poll_solver();
        self.poll_opponents();
        self.poll_games();
        self.poll_folder();
    }

    /// Carries out a command. This is the only way to change anything on the desk.
    pub fn apply(&mut self, command: Command) {
        // A file that could not be opened or saved is told until somebody has taken note.
        self.notice = self.notice.take().filter(|notice| notice.stays);
        if !matches!(command, Command::Answer(_)) {
            self.waived = Waived::default();
        }
        self.carry_out(command);
    }

    fn carry_out(&mut self, command: Command) {
        match command {
            Command::Show(mode) => {
                if self.mode != mode {
                    self.bring_forward(mode);
                }
            }
            Command::Undo => self.step(true),
            Command::Redo => self.step(false),
            Command::NewGame(new) => self.new_game(new),
            Command::Play(action) => {
                // Nobody plays for a computer player.
                if !self.is_computers_turn() {
                    self.play(action);
                }
            }
            Command::PlayAsComputer(action) => {
                if self.is_computers_turn() {
                    self.play(action);
                }
            }
            Command::LetComputersWait(wait) => {
                self.computers_wait = wait;
                if wait {
                    self.thinking = None;
                }
            }
            Command::EditFromGame => self.edit_from_game(),
            Command::ReplayGame => self.replay_game(),
            Command::ShowMove(moves) => {
                if let Some(replay) = &mut self.replay {
                    replay.show(moves);
                }
            }
            Command::PlayOn => self.play_on(),
            Command::PuzzleFromReplay => {
                self.puzzle_from_replay(command, |record, moves| Some(record.puzzle_from(moves)));
            }
            Command::DuelFromReplay => self.puzzle_from_replay(command, Record::duel_from),
            Command::ReviewGame => self.review_game(),
            Command::StopReview => self.stop_review(),
            Command::OpenText(text) => self.open_text(&text),
            Command::ShowGames => self.show_games(),
            Command::HideGames => self.hide_games(),
            Command::OpenKept(path) => self.open_kept(path),
            Command::DeleteKept(path) => self.ask_to_delete(path),
            Command::ExportGames => self.export_games(),
            Command::ExportTo { path, replace } => self.export_to(path, replace),
            Command::PickFolder => self.pick(PickerRequest::Folder),
            Command::OpenFolder(path) => self.open_folder(path),
            Command::ShowFolder => self.show_folder(),
            Command::HideFolder => self.hide_folder(),
            Command::OpenBundled(number) => self.open_bundled(number),
            Command::LayInPuzzle(placement) => {
                if let Some(Err(error)) = self.trial.as_mut().map(|trial| trial.lay(placement)) {
                    self.tell_error(tr!("cannot-lay"), vec![crate::phrases::move_error(&error)]);
                }
            }
            Command::TryAgain => {
                if let Some(trial) = &mut self.trial {
                    trial.begin_again();
                }
            }
            Command::Reveal => self.reveal(),
            Command::EditPuzzle => self.edit_puzzle(),
            Command::Analyse => self.analyse_this(),
            Command::Study(edit) => self.edit_study(edit),
            Command::LetStudyRest(rest) => self.let_study_rest(rest),
            Command::Edit(edit) => {
                self.draft.edit(edit);
            }
            Command::EndTyping => self.draft.end_typing(),
            Command::FillAtRandom(count) => self.fill_at_random(count),
            Command::SolveYourself => match self.draft.draft().clone().puzzle() {
                Ok(puzzle) => {
                    self.set_trial(&Arc::new(puzzle));
                    self.bring_forward(Mode::Puzzle);
                }
                Err(faults) => self.tell_error(
                    tr!("draft-is-faulty"),
                    faults.iter().map(crate::phrases::setup_fault).collect(),
                ),
            },
            Command::StartSolving => self.start_solving(),
            Command::CancelSolving => {
                if let Some(solving) = &self.solving {
                    solving.cancel();
                }
                self.poll_solver();
            }
            Command::CountOptima => self.count_optima(),
            Command::CancelCounting => {
                if let Some(solving) = &self.solving {
                    solving.cancel_count();
                }
            }
            Command::ShowStep(step) => {
                self.forget_what_was_tried();
                if let Some(solving) = &mut self.solving {
                    solving.show(step);
                }
            }
            Command::LayLine => self.lay_line(),
            Command::ForgetAnswer => self.solving = None,
            Command::Hint => self.hint(),
            Command::AskWhyNot(placement) => self.ask_why_not(placement),
            Command::ForgetTried => {
                // Without a hint there is nothing left of it.
                if self.advice.as_ref().is_some_and(|advice| advice.step().is_none()) {
                    self.advice = None;
                }
                self.forget_what_was_tried();
            }
            Command::ForgetAdvice => self.advice = None,
            Command::New => {
                if self.may_drop_draft(Command::New) {
                    self.draft = DraftDocument::default();
                    self.bring_forward(Mode::Edit);
                }
            }
            Command::Open => self.pick(PickerRequest::Open),
            Command::OpenPath(path) => self.open_path(path),
            Command::OpenInEditor(path) => self.open_in_editor(path),
            Command::Save => self.save(),
            Command::SaveAs => self.pick(self.save_request()),
            Command::SaveTo { path, replace } => self.save_to(path, replace),
            Command::TypePath(request) => self.path_wanted = Some(request),
            Command::LeavePicker => self.path_wanted = self.leave_picker(),
            Command::EndTypingPath => {
                self.path_wanted = None;
                self.after_saving = None;
            }
            Command::Answer(answer) => self.answer(answer),
            Command::Quit => {
                if self.may_drop_draft(Command::Quit) && self.may_leave_game() {
                    self.end_solving();
                    self.end_review();
                    self.end_advice();
                    self.end_study();
                    self.quit = true;
                }
            }
            Command::DismissNotice => self.notice = None,
            Command::Tell(text) => {
                self.tell_error(text, Vec::new());
            }
            Command::TellNews(text) => self.tell(text),
            Command::SetLook(look) => {
                self.change_settings(|settings| settings.look = look);
            }
            Command::LightSquares(on) => {
                self.change_settings(|settings| settings.light_squares = on);
            }
        }
        self.drop_stale_solving();
        self.drop_stale_advice();
        self.follow_study();
    }

    fn step(&mut self, back: bool) {
        match self.mode {
            Mode::Play => {
                let was_practice = self.game().is_some_and(GameDocument::is_practice);
                self.step_to_a_person(back);
                if self.game().is_some_and(GameDocument::is_practice) && !was_practice {
                    self.tell(tr!("now-practice"));
                }
                self.keep_if_over();
                self.tell_trouble();
            }
            Mode::Puzzle => {
                if let Some(trial) = &mut self.trial {
                    let _ = if back { trial.undo() } else { trial.redo() };
                }
            }
            Mode::Edit => {
                let _ = if back {
                    self.draft.undo()
                } else {
                    self.draft.redo()
                };
            }
            Mode::Replay => {}
            Mode::Analyse => {
                let _ = if back {
                    self.study.undo()
                } else {
                    self.study.redo()
                };
            }
        }
    }

    fn new_game(&mut self, new: Box<NewGame>) {
        if !self.may_drop_game(Command::NewGame(new.clone())) {
            return;
        }
        let seed = new.seed.unwrap_or_else(&mut self.services.new_seed);
        let source = match new.source {
            NewSource::Stacks => TileSource::Stacks(seed),
            NewSource::Spread => TileSource::Spread(seed),
            NewSource::Table => TileSource::Table,
        };
        match GameSetup::new(new.names, new.first, new.rules, source) {
            Ok(setup) => {
                self.change_settings(|settings| {
                    // A computer player's name is not that of the person who may sit there next time.
                    let names = setup.names().iter().zip(new.levels).enumerate();
                    let kept = names.map(|(n, (name, level))| match level {
                        Some(_) => settings.names.get(n).cloned().unwrap_or_default(),
                        None => name.clone(),
                    });
                    let kept: Vec<String> = kept.collect();
                    settings.remember_names(&kept);
                    settings.table = LastTable::new(setup.players(), new.levels, setup.rules(), new.source);
                });
                self.bring_forward(Mode::Play);
                let mut computers = Computers::default();
                for (seat, level) in setup.players().seats().zip(new.levels) {
                    computers.set(seat, level.and_then(|level| level.to_string().parse().ok()));
                }
                self.begin_new_game(setup, computers);
            }
            Err(error) => self.tell_error(tr!("cannot-begin"), vec![crate::phrases::table_error(&error)]),
        }
    }

    fn play(&mut self, action: tayu_core::Move) {
        if let Some(Err(error)) = self.game.as_mut().map(|game| game.play(action)) {
            let text = match error {
                tayu_core::MoveError::Illegal(_) => tr!("cannot-lay"),
                _ => tr!("cannot-play"),
            };
            self.tell_error(text, vec![crate::phrases::move_error(&error)]);
        }
        self.keep_if_over();
        self.tell_trouble();
    }

    fn edit_from_game(&mut self) {
        if self.mode == Mode::Analyse {
            return self.edit_from_study();
        }
        let game = match self.mode {
            Mode::Replay => self.replay.as_ref().map(Replay::game),
            _ => self.game().map(GameDocument::game),
        };
        let Some(game) = game else { return };
        let mut draft = Draft::default();
        draft.setup.board = game.position().placements().to_vec();
        // What waits to be laid is the first that comes.
        if let tayu_core::Phase::ToLay(choice) = game.phase() {
            draft.setup.sequence.extend(choice.tiles());
        }
        draft.about = About {
            title: Some(tr!("from-a-game", players = crate::phrases::versus(game))),
            ..About::default()
        };
        if self.may_drop_draft(Command::EditFromGame) {
            self.draft = DraftDocument::unsaved(draft);
            self.bring_forward(Mode::Edit);
        }
    }

    fn edit_from_study(&mut self) {
        let mut draft = Draft::default();
        draft.setup.board = self.study.position().placements().to_vec();
        draft.setup.sequence = self.study.in_hand();
        if self.may_drop_draft(Command::EditFromGame) {
            self.draft = DraftDocument::unsaved(draft);
            self.bring_forward(Mode::Edit);
        }
    }

    /// The game in front as a record with today's date.
    fn record_of_game(&self) -> Option<Record> {
        let document = self.game()?;
        let mut record = Record::of(document.game(), document.is_practice());
        record.about.computers = document.computers().clone();
        record.about.date = (self.services.today)();
        Some(record)
    }

    fn replay_game(&mut self) {
        if let Some(document) = self.game() {
            // With its supply, so that it can be gone on with; what is saved or copied of it is without.
            let mut record = document.record(document.game());
            record.about.date = (self.services.today)();
            self.look_at(record, None);
        }
    }

    /// Brings a game to the front to be looked at again.
    fn look_at(&mut self, record: Record, path: Option<PathBuf>) {
        self.reviewing = None;
        self.replay = Some(Replay::new(record, path));
        self.bring_forward(Mode::Replay);
    }

    /// Takes a puzzle from where the replay is shown into the editor.
    fn puzzle_from_replay(&mut self, command: Command, from: impl Fn(&Record, usize) -> Option<Draft>) {
        let Some(replay) = &self.replay else { return };
        let Some(mut draft) = from(replay.record(), replay.shown()) else {
            return;
        };
        draft.about.title = Some(tr!(
            "from-a-game",
            players = crate::phrases::versus(replay.record().game())
        ));
        if self.may_drop_draft(command) {
            self.draft = DraftDocument::unsaved(draft);
            self.bring_forward(Mode::Edit);
        }
    }

    fn edit_puzzle(&mut self) {
        let Some(trial) = &self.trial else { return };
        let draft = trial.puzzle().draft().clone();
        let already = *self.draft.draft() == draft;
        if already || self.may_drop_draft(Command::EditPuzzle) {
            if !already {
                // A puzzle that lies in no file would be lost with the editor.
                let path = self.trial_path.clone();
                let is_kept = path.is_some() || bundled_like(&draft).is_some();
                self.draft = if is_kept {
                    DraftDocument::new(draft, path)
                } else {
                    DraftDocument::unsaved(draft)
                };
            }
            self.bring_forward(Mode::Edit);
        }
    }

    fn fill_at_random(&mut self, count: usize) {
        let counts = self.draft.draft().setup.counts();
        let left = Tile::all().flat_map(|tile| std::iter::repeat_n(tile, counts.left(tile)));
        let mut left: Vec<Tile> = left.collect();
        (self.services.shuffle)(&mut left);
        left.truncate(count);
        self.draft.edit(DraftEdit::Fill(left));
    }

    fn open_bundled(&mut self, number: usize) {
        if let Some(bundled) = crate::bundled::all().get(number) {
            self.set_trial(&bundled.puzzle());
            self.bring_forward(Mode::Puzzle);
        }
    }

    fn set_trial(&mut self, puzzle: &Arc<Puzzle>) {
        self.shelf.extend(self.trial.take());
        let earlier = self.shelf.iter().position(|trial| trial.puzzle() == puzzle);
        let excess = self.shelf.len().saturating_sub(SHELF_LENGTH);
        let mut trial = match earlier {
            Some(at) => self.shelf.remove(at),
            None => Trial::new(
                Arc::clone(puzzle),
                bundled_like(puzzle.draft()).map(|b| Optimum(b.optimum())),
            ),
        };
        self.shelf.drain(..excess.min(self.shelf.len()));
        if let Some(proved) = self.proved(puzzle) {
            trial.learn_optimum(proved);
        }
        self.trial = Some(trial);
        self.trial_path = None;
    }

    /// Brings another document to the front. What was told of the one before goes with it.
    fn bring_forward(&mut self, mode: Mode) {
        self.notice = self.notice.take().filter(|notice| notice.stays);
        self.mode = mode;
        self.documents += 1;
        self.games.hide();
        self.folder_shown = false;
    }

    fn tell(&mut self, text: String) {
        self.notice = Some(Notice::news(text));
    }

    fn tell_error(&mut self, text: String, details: Vec<String>) {
        self.notice = Some(Notice::error(text, details));
    }

    fn change_settings(&mut self, change: impl FnOnce(&mut Settings)) {
        self.settings = self.settings_file.update(&self.settings, change);
    }

    fn remember(&mut self, path: &std::path::Path) {
        self.change_settings(|settings| settings.remember(path));
    }
}

/// The bundled puzzle that asks the same, whatever it is called now.
fn bundled_like(draft: &Draft) -> Option<&'static crate::bundled::Bundled> {
    crate::bundled::all().iter().find(|bundled| {
        let puzzle = bundled.puzzle();
        puzzle.goal() == draft.goal && puzzle.draft().setup == draft.setup
    })
}
