//! Files at the desk: opening, saving, and never dropping work without a question.

use std::path::PathBuf;
use std::sync::mpsc::TryRecvError;

use tayu_core::{Draft, Puzzle};

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
    /// There is a file of this name already.
    Replace {
        /// The file.
        path: PathBuf,
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
        if !self.waived.game && self.game.as_ref().is_some_and(GameDocument::is_under_way) {
            self.question = Some(Question::GameUnderWay { then: Box::new(then) });
            return false;
        }
        true
    }

    pub(super) fn answer(&mut self, answer: Answer) {
        let Some(question) = self.question.take() else {
            return;
        };
        match (question, answer) {
            (Question::Replace { path }, Answer::GoOn) => self.save_to(path, true),
            (Question::Unsaved { then }, Answer::Save) => {
                self.mode = Mode::Edit;
                self.after_saving = Some(*then);
                self.save();
            }
            (Question::Unsaved { then }, Answer::GoOn) => {
                self.waived.draft = true;
                self.carry_out(*then);
            }
            (Question::GameUnderWay { then }, Answer::GoOn) => {
                self.waived.game = true;
                self.carry_out(*then);
            }
            (Question::Replace { .. } | Question::GameUnderWay { .. }, Answer::Save) => {}
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
            (Picked::NoDialog, request) => {
                self.path_wanted = Some(request);
                self.tell(tr!("no-dialog"));
            }
        }
    }

    pub(super) fn open_path(&mut self, path: PathBuf) {
        let draft = match self.read(&path) {
            Ok(draft) => draft,
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
            Ok(draft) => {
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

    fn read(&self, path: &std::path::Path) -> Result<Draft, Notice> {
        let fail =
            |details| Notice::error(tr!("cannot-open", file = files::shown(path)), details).that_stays();
        let text = files::read_text(path).map_err(|error| fail(vec![error.to_string()]))?;
        Draft::from_json(&text).map_err(|faults| {
            // Asked once more, for what the rules have to say of the rest.
            let all = Puzzle::from_json(&text).err().unwrap_or(faults);
            fail(all.0.iter().map(phrases::file_fault).collect())
        })
    }

    /// The puzzle that saving is about.
    fn to_save(&self) -> Option<&Draft> {
        match self.mode {
            Mode::Play => None,
            Mode::Puzzle => self.trial.as_ref().map(|trial| trial.puzzle().draft()),
            Mode::Edit => Some(self.draft.draft()),
        }
    }

    /// Whether there is a puzzle in front that can be saved.
    #[must_use]
    pub fn can_save(&self) -> bool {
        self.to_save().is_some()
    }

    /// What a file is asked for when the puzzle in front is to be saved.
    #[must_use]
    pub fn save_request(&self) -> PickerRequest {
        let title = self.to_save().and_then(|draft| draft.about.title.as_deref());
        let own = (self.mode == Mode::Edit)
            .then(|| self.draft.path())
            .flatten()
            .and_then(|p| p.file_name());
        PickerRequest::Save {
            name: own.map_or_else(
                || files::name_for(title),
                |name| name.to_string_lossy().into_owned(),
            ),
        }
    }

    pub(super) fn save(&mut self) {
        let own = (self.mode == Mode::Edit).then(|| self.draft.path()).flatten();
        match own {
            Some(path) => self.save_to(path.to_owned(), true),
            None if self.can_save() => self.pick(self.save_request()),
            None => {}
        }
    }

    pub(super) fn save_to(&mut self, path: PathBuf, replace: bool) {
        let Some(draft) = self.to_save().cloned() else {
            return;
        };
        if !replace && path.exists() {
            self.question = Some(Question::Replace { path });
            return;
        }
        match files::write_text(&path, &draft.to_json()) {
            Ok(()) => {
                self.path_wanted = None;
                self.remember(&path);
                self.tell(tr!("saved", file = files::shown(&path)));
                match self.mode {
                    Mode::Edit => self.draft.mark_saved(draft, path),
                    Mode::Play | Mode::Puzzle => {
                        if *self.draft.draft() == draft {
                            self.draft.mark_saved(draft, path.clone());
                        }
                        self.trial_path = Some(path);
                    }
                }
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
}
