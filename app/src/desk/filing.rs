//! Files at the desk: opening, saving, and never dropping work without a question.

use std::path::PathBuf;
use std::sync::mpsc::TryRecvError;

use tayu_core::file::{FileFaults, Format};
use tayu_core::{Date, Draft, Puzzle, Record};

use super::{Answer, Command, Desk, Mode, Notice, Picked, PickerRequest};
use crate::document::{DraftDocument, GameDocument};
use crate::{files, phrases, tr};

/// A question that has to be answered before a command is carried out.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Question {
    /// The puzzle being set is not saved.
    Unsaved {
        /// What is to be done.
        then: Box<Command>,
    },
    /// A game is going on.
    GameUnderWay {
        /// What is to be done.
        then: Box<Command>,
    },
    /// The last moves of the game are not on the disk.
    NotSaved {
        /// Why.
        why: String,
        /// What is to be done.
        then: Box<Command>,
    },
    /// There is a file of this name already.
    Replace {
        /// The file.
        path: PathBuf,
        /// What is to be done, which replaces it.
        then: Box<Command>,
    },
    /// A game played is to be deleted.
    DeleteGame {
        /// Its file.
        path: PathBuf,
        /// Who played.
        players: String,
        /// The day, as far as it is known.
        date: Option<Date>,
    },
}

impl Desk {
    /// Whether the command may go on although it drops the puzzle being set. Asks if it must.
    pub(super) fn may_drop_draft(&mut self, then: Command) -> bool {
        if self.draft.is_unsaved() && !self.waived.draft {
            self.question = Some(Question::Unsaved { then: Box::new(then) });
            return false;
        }
        true
    }

    /// Whether the command may go on although it drops the game. Asks if it must.
    pub(super) fn may_drop_game(&mut self, then: Command) -> bool {
        if !self.waived.game && self.game().is_some_and(GameDocument::is_under_way) {
            self.question = Some(Question::GameUnderWay { then: Box::new(then) });
            return false;
        }
        true
    }

    /// Whether the program may end although a game is on the table: it comes back, or somebody has said that it need
    /// not. Asks if it must.
    pub(super) fn may_leave_game(&mut self) -> bool {
        if let Err(why) = self.leave_game()
            && !self.waived.game
        {
            let then = Box::new(Command::Quit);
            self.question = Some(Question::NotSaved { why, then });
            return false;
        }
        true
    }

    pub(super) fn answer(&mut self, answer: Answer) {
        let Some(question) = self.question.take() else {
            return;
        };
        match (question, answer) {
            (Question::Replace { then, .. }, Answer::GoOn) => self.carry_out(*then),
            (Question::DeleteGame { path, .. }, Answer::GoOn) => self.delete_kept(&path),
            (Question::Unsaved { then }, Answer::Save) => {
                self.mode = Mode::Edit;
                self.after_saving = Some(*then);
                self.save();
            }
            (Question::Unsaved { then }, Answer::GoOn) => {
                self.waived.draft = true;
                self.carry_out(*then);
            }
            (Question::GameUnderWay { then } | Question::NotSaved { then, .. }, Answer::GoOn) => {
                self.waived.game = true;
                self.carry_out(*then);
            }
            (
                Question::Replace { .. }
                | Question::GameUnderWay { .. }
                | Question::NotSaved { .. }
                | Question::DeleteGame { .. },
                Answer::Save,
            ) => {}
            (_, Answer::Cancel) => self.after_saving = None,
        }
        // What was waived holds for the one command only, however many questions it asks.
        if self.question.is_none() {
            self.waived = super::Waived::default();
        }
    }

    pub(super) fn pick(&mut self, request: PickerRequest) {
        if self.picker.is_none() {
            let receiver = (self.services.pick_file)(&request, self.services.wake.clone());
            self.picker = Some((request, receiver));
        }
    }

    /// Waits no longer for the system's dialog; its answer will not be heard.
    pub(super) fn leave_picker(&mut self) -> Option<PickerRequest> {
        self.picker.take().map(|(request, _)| request)
    }

    pub(super) fn poll_picker(&mut self) {
        let Some((request, receiver)) = &self.picker else {
            return;
        };
        let picked = match receiver.try_recv() {
            Ok(picked) => picked,
            Err(TryRecvError::Empty) => return,
            Err(TryRecvError::Disconnected) => Picked::NoDialog,
        };
        let request = request.clone();
        self.picker = None;
        match (picked, request) {
            (Picked::Cancelled, _) => {
                self.after_saving = None;
                // Some systems report a dialog that could not be shown in the same way.
                self.tell(tr!("none-chosen"));
            }
            (Picked::Path(path), PickerRequest::Open) => self.apply(Command::OpenPath(path)),
            // The dialog has asked already whether the file may be replaced, but only for the name it knew.
            (Picked::Path(path), PickerRequest::Save { .. }) => {
                let named = files::with_puzzle_ending(path.clone());
                let replace = named == path;
                self.apply(Command::SaveTo { path: named, replace });
            }
            (Picked::Path(path), PickerRequest::Export { .. }) => {
                let named = files::with_table_ending(path.clone());
                let replace = named == path;
                self.apply(Command::ExportTo { path: named, replace });
            }
            (Picked::Path(path), PickerRequest::Folder) => self.apply(Command::OpenFolder(path)),
            (Picked::NoDialog, request) => {
                self.path_wanted = Some(request);
                self.tell(tr!("no-dialog"));
            }
        }
    }

    pub(super) fn open_path(&mut self, path: PathBuf) {
        if path.is_dir() {
            self.open_folder(path);
            return;
        }
        let draft = match self.read(&path) {
            Ok(Document::Game(record)) => {
                self.path_wanted = None;
                self.remember(&path);
                self.look_at(*record, Some(path));
                return;
            }
            Ok(Document::Puzzle(draft)) => *draft,
            Err(notice) => {
                self.notice = Some(notice);
                return;
            }
        };
        match draft.clone().puzzle() {
            Ok(puzzle) => {
                self.path_wanted = None;
                self.notice = None;
                self.remember(&path);
                self.set_trial(&std::sync::Arc::new(puzzle));
                self.trial_path = Some(path);
                self.bring_forward(Mode::Puzzle);
            }
            Err(_) => self.open_in_editor(path),
        }
    }

    pub(super) fn open_in_editor(&mut self, path: PathBuf) {
        match self.read(&path) {
            Ok(Document::Game(_)) => self.open_path(path),
            Ok(Document::Puzzle(draft)) => {
                let draft = *draft;
                if !self.may_drop_draft(Command::OpenInEditor(path.clone())) {
                    return;
                }
                self.path_wanted = None;
                self.remember(&path);
                let faults = draft.setup.faults().len();
                self.draft = DraftDocument::new(draft, Some(path));
                self.bring_forward(Mode::Edit);
                if faults > 0 {
                    self.tell(tr!("opened-with-faults", count = faults));
                }
            }
            Err(notice) => self.notice = Some(notice),
        }
    }

    pub(super) fn open_text(&mut self, text: &str) {
        match Record::from_json_or_text(text) {
            Ok(record) => {
                self.look_at(record, None);
            }
            Err(faults) => {
                self.notice = Some(Notice::error(tr!("cannot-read-game"), all_faults(&faults)).that_stays());
            }
        }
    }

    pub(super) fn read(&self, path: &std::path::Path) -> Result<Document, Notice> {
        let fail =
            |details| Notice::error(tr!("cannot-open", file = files::shown(path)), details).that_stays();
        let text = files::read_text(path).map_err(|error| fail(vec![error.to_string()]))?;
        if Format::of(&text) == Some(Format::Game) {
            let record = Record::from_json_or_text(&text).map_err(|faults| fail(all_faults(&faults)))?;
            return Ok(Document::Game(Box::new(record)));
        }
        let draft = Draft::from_json(&text).map_err(|faults| {
            // Asked once more, for what the rules have to say of the rest.
            fail(all_faults(&Puzzle::from_json(&text).err().unwrap_or(faults)))
        })?;
        Ok(Document::Puzzle(Box::new(draft)))
    }

    /// The text of what can be saved in front.
    fn to_save(&self) -> Option<Saved> {
        match self.mode {
            Mode::Play => self.record_of_game().map(Box::new).map(Saved::Game),
            Mode::Replay => Some(Saved::Game(Box::new(self.replay.as_ref()?.record().public()))),
            Mode::Puzzle => Some(Saved::Puzzle(Box::new(
                self.trial.as_ref()?.puzzle().draft().clone(),
            ))),
            Mode::Edit => Some(Saved::Puzzle(Box::new(self.draft.draft().clone()))),
            Mode::Analyse => None,
        }
    }

    /// Whether there is something in front that can be saved.
    #[must_use]
    pub fn can_save(&self) -> bool {
        match self.mode {
            Mode::Play => self.game.is_some(),
            Mode::Replay => self.replay.is_some(),
            Mode::Puzzle => self.trial.is_some(),
            Mode::Edit => true,
            Mode::Analyse => false,
        }
    }

    /// What a file is asked for when what is in front is to be saved.
    #[must_use]
    pub fn save_request(&self) -> PickerRequest {
        let own = self.own_path().and_then(|path| path.file_name());
        let name = match own {
            Some(name) => name.to_string_lossy().into_owned(),
            None => match self.to_save() {
                Some(Saved::Game(record)) => files::name_for(Some(&phrases::versus(record.game()))),
                Some(Saved::Puzzle(draft)) => files::name_for(draft.about.title.as_deref()),
                None => files::name_for(None),
            },
        };
        PickerRequest::Save { name }
    }

    /// The file that what is in front is saved in without asking.
    fn own_path(&self) -> Option<&std::path::Path> {
        match self.mode {
            Mode::Edit => self.draft.path(),
            // Games played are the program's own files, with tiles that nobody may know yet.
            Mode::Replay => {
                let replay = self.replay.as_ref()?;
                // What is saved of a game that is on lacks its supply: it may not take the place of a file that has it.
                let is_whole = *replay.record() == replay.record().public();
                (replay.path().map(PathBuf::as_path))
                    .filter(|path| is_whole && self.keeping.library.name_of(path).is_none())
            }
            Mode::Play | Mode::Puzzle | Mode::Analyse => None,
        }
    }

    pub(super) fn save(&mut self) {
        match self.own_path() {
            Some(path) => self.save_to(path.to_owned(), true),
            None if self.can_save() => self.pick(self.save_request()),
            None => {}
        }
    }

    pub(super) fn save_to(&mut self, path: PathBuf, replace: bool) {
        let Some(saved) = self.to_save() else {
            return;
        };
        // What is saved of a game that is on lacks its supply: it would be no use to go on with.
        let is_on = saved.is_game_under_way();
        if is_on && self.keeping.library.name_of(&path).is_some() {
            let text = tr!("cannot-save", file = files::shown(&path));
            self.notice = Some(Notice::error(text, vec![tr!("is-kept-already")]).that_stays());
            return;
        }
        if !replace && path.exists() {
            let then = Box::new(Command::SaveTo {
                path: path.clone(),
                replace: true,
            });
            self.question = Some(Question::Replace { path, then });
            return;
        }
        match files::write_text(&path, &saved.to_json()) {
            Ok(()) => {
                self.path_wanted = None;
                self.remember(&path);
                self.tell(if is_on {
                    tr!("saved-without-supply", file = files::shown(&path))
                } else {
                    tr!("saved", file = files::shown(&path))
                });
                self.note_saved(saved, path);
                if let Some(then) = self.after_saving.take() {
                    self.carry_out(then);
                }
            }
            Err(error) => {
                self.after_saving = None;
                let text = tr!("cannot-save", file = files::shown(&path));
                self.notice = Some(Notice::error(text, vec![error.to_string()]).that_stays());
            }
        }
    }

    fn note_saved(&mut self, saved: Saved, path: PathBuf) {
        match (saved, self.mode) {
            (Saved::Puzzle(draft), Mode::Edit) => self.draft.mark_saved(*draft, path),
            (Saved::Puzzle(draft), _) => {
                if *self.draft.draft() == *draft {
                    self.draft.mark_saved(*draft, path.clone());
                }
                self.trial_path = Some(path);
            }
            (Saved::Game(_), Mode::Replay) => {
                if let Some(replay) = &mut self.replay {
                    replay.mark_saved(path);
                }
            }
            (Saved::Game(_), _) => {}
        }
    }
}

/// What a file holds.
pub(super) enum Document {
    Puzzle(Box<Draft>),
    Game(Box<Record>),
}

/// What is saved.
enum Saved {
    Puzzle(Box<Draft>),
    Game(Box<Record>),
}

impl Saved {
    fn is_game_under_way(&self) -> bool {
        matches!(self, Self::Game(record) if record.game().outcome().is_none())
    }

    fn to_json(&self) -> String {
        match self {
            Self::Puzzle(draft) => draft.to_json(),
            Self::Game(record) => record.to_json(),
        }
    }
}

fn all_faults(faults: &FileFaults) -> Vec<String> {
    faults.0.iter().map(phrases::file_fault).collect()
}
