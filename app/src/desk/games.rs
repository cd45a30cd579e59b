//! The games played, at the desk: their list, read beside the window's work, and what is done with them.

use std::path::{Path, PathBuf};
use std::sync::mpsc::{self, Receiver, TryRecvError};
use std::thread;

use tayu_core::TileSource;

use super::filing::Document;
use super::{Command, Desk, Mode, Notice, PickerRequest, Question};
use crate::document::GameDocument;
use crate::library::GameList;
use crate::statistics::Statistics;
use crate::{export, files, phrases, tr};

/// The list of games played.
#[derive(Debug, Default)]
pub struct Games {
    is_shown: bool,
    /// As they were last read; nothing before the first time.
    list: Option<GameList>,
    statistics: Statistics,
    reading: Option<Receiver<GameList>>,
    /// Something has changed since reading began.
    again: bool,
}

impl Games {
    /// The games; `None` until they have been read for the first time.
    #[must_use]
    pub const fn list(&self) -> Option<&GameList> {
        self.list.as_ref()
    }

    /// Statistics of the games in the list.
    #[must_use]
    pub const fn statistics(&self) -> &Statistics {
        &self.statistics
    }

    /// Whether they are being read.
    #[must_use]
    pub const fn is_reading(&self) -> bool {
        self.reading.is_some()
    }

    pub(super) const fn hide(&mut self) {
        self.is_shown = false;
    }

    fn take(&mut self, list: GameList) {
        self.statistics = Statistics::of(list.games.iter().map(|game| &game.summary));
        self.list = Some(list);
    }
}

impl Desk {
    /// The list of games played, while it is in front.
    #[must_use]
    pub fn games_shown(&self) -> Option<&Games> {
        Some(&self.games).filter(|games| games.is_shown)
    }

    pub(super) fn show_games(&mut self) {
        self.games.is_shown = true;
        self.folder_shown = false;
        // Another window may have kept some.
        self.read_games();
    }

    pub(super) const fn hide_games(&mut self) {
        self.games.hide();
    }

    /// Reads the list, on a thread of its own; again if that is being done already.
    fn read_games(&mut self) {
        if self.games.reading.is_some() {
            self.games.again = true;
            return;
        }
        let library = self.keeping.library.clone();
        let earlier = self.games.list.clone().unwrap_or_default();
        let wake = self.services.wake.clone();
        let (sender, receiver) = mpsc::channel();
        let read = move || {
            // The desk may be gone by now.
            let _ = sender.send(library.list(&earlier));
            wake();
        };
        match thread::Builder::new().name("games played".into()).spawn(read) {
            Ok(_) => self.games.reading = Some(receiver),
            Err(error) => {
                tracing::warn!("no thread to read games: {error}");
                let earlier = self.games.list.take().unwrap_or_default();
                let list = self.keeping.library.list(&earlier);
                self.games.take(list);
            }
        }
    }

    /// Something among the games played has changed: the list, once somebody has wanted it, is read again.
    pub(super) fn games_have_changed(&mut self) {
        if self.games.list.is_some() || self.games.reading.is_some() {
            self.read_games();
        }
    }

    pub(super) fn poll_games(&mut self) {
        let Some(reading) = &self.games.reading else {
            return;
        };
        let list = match reading.try_recv() {
            Ok(list) => Some(list),
            Err(TryRecvError::Empty) => return,
            Err(TryRecvError::Disconnected) => None,
        };
        self.games.reading = None;
        let list = list.or_else(|| self.games.list.take()).unwrap_or_default();
        self.games.take(list);
        if std::mem::take(&mut self.games.again) {
            self.read_games();
        }
    }

    /// Opens a game played, to be looked at. It is the program's own file, not one of those opened last.
    pub(super) fn open_kept(&mut self, path: PathBuf) {
        match self.read(&path) {
            Ok(Document::Game(record)) => {
                self.look_at(*record, Some(path));
            }
            Ok(Document::Puzzle(_)) => self.open_path(path),
            Err(notice) => {
                self.notice = Some(notice);
                self.games_have_changed();
            }
        }
    }

    pub(super) fn ask_to_delete(&mut self, path: PathBuf) {
        let listed = (self.games.list.iter().flat_map(|list| &list.games)).find(|game| game.path == path);
        if let Some(game) = listed {
            let players = phrases::versus_in(&game.summary);
            let date = game.summary.date;
            self.question = Some(Question::DeleteGame { path, players, date });
        }
    }

    pub(super) fn delete_kept(&mut self, path: &Path) {
        match self.keeping.library.delete(path) {
            Ok(()) => {
                let name = self.keeping.library.name_of(path);
                if let (Some(name), Some(played)) = (name, &mut self.game) {
                    played.forget(&name);
                }
                self.tell(tr!("game-deleted"));
            }
            Err(error) => {
                let text = tr!("cannot-delete", file = files::shown(path));
                self.notice = Some(Notice::error(text, vec![error.to_string()]).that_stays());
            }
        }
        self.games_have_changed();
    }

    /// Goes on with the game that is looked at. From its end it is the same game, which takes the place of what was
    /// kept of it.
    pub(super) fn play_on(&mut self) {
        let Some(replay) = &self.replay else { return };
        let record = replay.record().clone();
        let shown = replay.shown();
        let is_at_end = shown == replay.length();
        let name = (replay.path()).and_then(|path| self.keeping.library.name_of(path));
        if is_at_end
            && self
                .game()
                .is_some_and(|document| document.game() == record.game())
        {
            self.bring_forward(Mode::Play);
            return;
        }
        if self.may_drop_game(Command::PlayOn) {
            // It may have gone on in the meantime, on the table or among the games played: then more of it is known than
            // is shown, and it stays as it is kept.
            let kept = (name.as_ref().filter(|_| is_at_end)).and_then(|name| self.keeping.library.game(name));
            let live = self.game().map(|document| document.record(document.furthest()));
            let name = name.filter(|_| kept.as_ref().is_some_and(|kept| kept.game() == record.game()));
            let known = [live, kept]
                .into_iter()
                .flatten()
                .filter(|known| known.goes_on_from(&record));
            let whole = known.max_by_key(|known| known.game().played().len());
            // What nobody knows the end of may have been gone on with elsewhere.
            let is_fair = whole.is_some() || *record.setup().source() == TileSource::Table;
            let mut document = GameDocument::from_record(whole.as_ref().unwrap_or(&record), shown);
            if !is_fair || record.practice {
                document.make_practice();
            }
            self.bring_forward(Mode::Play);
            self.begin_game(document, name);
        }
    }

    pub(super) fn export_games(&mut self) {
        let name = "tayu-games.csv".to_owned();
        self.pick(PickerRequest::Export { name });
    }

    /// Writes the games in the list as a table, all of them.
    pub(super) fn export_to(&mut self, path: PathBuf, replace: bool) {
        let Some(list) = &self.games.list else { return };
        if !replace && path.exists() {
            let then = Box::new(Command::ExportTo {
                path: path.clone(),
                replace: true,
            });
            self.question = Some(Question::Replace { path, then });
            return;
        }
        let text = export::csv(list.games.iter().map(|game| &game.summary));
        match files::write_text(&path, &text) {
            Ok(()) => {
                self.path_wanted = None;
                self.tell(tr!("saved", file = files::shown(&path)));
            }
            Err(error) => {
                let text = tr!("cannot-write", file = files::shown(&path));
                self.notice = Some(Notice::error(text, vec![error.to_string()]).that_stays());
            }
        }
    }
}
