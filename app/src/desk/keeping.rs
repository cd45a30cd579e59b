//! The game at the desk and its journal: nothing that has been played is lost.
//!
//! The entries of a journal are what was done: `begin` with the record of how the game began, `play` with each move,
//! `undo` and `redo`, `practice` where that has to be said, `kept` with the name of the file in which the game has been
//! kept, and `left` when the program was ended.

use std::path::Path;

use tayu_core::record::Computers;
use tayu_core::{Game, GameSetup, Move, MoveError, Record};

use super::{Desk, Notice};
use crate::document::GameDocument;
use crate::files;
use crate::journal::{self, Damage, Journal, JournalFolder, Trouble};
use crate::library::Library;
use crate::{phrases, tr};

/// Where games are kept.
#[derive(Debug)]
pub struct Keeping {
    /// The journals of games that are going on.
    pub journals: JournalFolder,
    /// The games that have been played.
    pub library: Library,
}

impl Keeping {
    /// The system's places.
    #[must_use]
    pub fn of_system() -> Self {
        Self {
            journals: JournalFolder::of_system(),
            library: Library::of_system(),
        }
    }
}

/// The game that is played, and its journal.
#[derive(Debug)]
pub(super) struct Played {
    pub(super) document: GameDocument,
    journal: Journal,
    /// The name under which it is kept among the games played.
    kept: Option<String>,
    /// Somebody has deleted it there, and nothing has been played since.
    is_deleted: bool,
    could_not_be_kept: bool,
    /// What could not be written, until it has been told.
    trouble: Option<Trouble>,
    /// Whether what was missing on the disk is there again, until it has been told.
    is_well_again: bool,
}

impl Played {
    /// A game that begins, or goes on from here; with the name under which it is kept already.
    pub(super) fn begin(document: GameDocument, kept: Option<String>, journals: &JournalFolder) -> Self {
        let record = document.record(document.game());
        let mut played = Self::new(document, Journal::create(journals), None);
        played.note(&format!("begin {}", in_one_line(&record.to_json())));
        if let Some(name) = kept {
            played.note_kept(name);
        }
        played
    }

    /// The game of a journal; `None` if it has none that can be read.
    fn of(journal: Journal) -> Option<Self> {
        let (document, kept) = read(journal.entries())?;
        Some(Self::new(document, journal, kept))
    }

    const fn new(document: GameDocument, journal: Journal, kept: Option<String>) -> Self {
        Self {
            document,
            journal,
            kept,
            is_deleted: false,
            could_not_be_kept: false,
            trouble: None,
            is_well_again: false,
        }
    }

    pub(super) fn play(&mut self, action: Move) -> Result<(), MoveError> {
        self.document.play(action)?;
        self.is_deleted = false;
        self.note(&format!("play {action}"));
        Ok(())
    }

    /// One step back or forward. Says whether there was one.
    pub(super) fn step(&mut self, back: bool) -> bool {
        let (is_done, entry) = if back {
            (self.document.undo(), "undo")
        } else {
            (self.document.redo(), "redo")
        };
        if is_done {
            self.note(entry);
        }
        is_done
    }

    /// Whether the program was ended after all that was done.
    fn was_left(&self) -> bool {
        self.journal.entries().last().is_some_and(|entry| entry == "left")
    }

    /// Notes that it has been deleted from the games played, if it is kept under this name.
    pub(super) fn forget(&mut self, name: &str) {
        self.is_deleted |= self.kept.as_deref() == Some(name);
    }

    fn make_practice(&mut self) {
        if !self.document.is_practice() {
            self.document.make_practice();
            self.note("practice");
        }
    }

    fn note_kept(&mut self, name: String) {
        self.note(&format!("kept {name}"));
        self.kept = Some(name);
    }

    fn note(&mut self, entry: &str) {
        let was_missing = self.journal.missing() > 0;
        match self.journal.append(entry) {
            Ok(()) => self.is_well_again |= was_missing,
            Err(trouble) => self.trouble = Some(trouble),
        }
    }
}

/// A file's text without its line breaks: in JSON they only stand between values.
fn in_one_line(json: &str) -> String {
    json.lines().map(str::trim_start).collect::<Vec<_>>().join(" ")
}

/// What the entries of a journal come to: the game and the name under which it is kept. One that can't be understood
/// is another version's, and so is the journal.
fn read(entries: &[String]) -> Option<(GameDocument, Option<String>)> {
    let (first, rest) = entries.split_first()?;
    let record = Record::from_json(first.strip_prefix("begin ")?).ok()?;
    let mut document = GameDocument::resume(&record);
    let mut kept = None;
    for entry in rest {
        match entry.as_str() {
            "undo" => _ = document.undo(),
            "redo" => _ = document.redo(),
            "practice" => document.make_practice(),
            "left" => {}
            entry => match entry.split_once(' ') {
                Some(("play", action)) => document.play(action.parse().ok()?).ok()?,
                Some(("kept", name)) => kept = is_plain(name).then(|| name.to_owned()),
                _ => return None,
            },
        }
    }
    Some((document, kept))
}

/// Whether it is the name of a file of this program and of nothing beside the folder that it is in.
fn is_plain(name: &str) -> bool {
    let path = Path::new(name);
    path.file_name() == Some(path.as_os_str()) && files::is_named_ours(path)
}

impl Desk {
    /// Begins to keep a new game, with its name among the games played if it is one; the one before is kept as it
    /// stands.
    pub(super) fn begin_game(&mut self, document: GameDocument, kept: Option<String>) {
        // The new one first: whatever happens in between, no moment is without a journal of either.
        let played = Played::begin(document, kept, &self.keeping.journals);
        if !self.put_game_away() {
            // Nothing has been played of the new one.
            let _ = played.journal.remove();
            return;
        }
        self.game = Some(played);
        // What was thought about the game before may fit the moves of this one.
        self.thinking = None;
        self.advice = None;
        self.tell_trouble();
    }

    pub(super) fn begin_new_game(&mut self, setup: GameSetup, computers: Computers) {
        self.computers_wait = false;
        self.begin_game(GameDocument::new(Game::new(setup), computers), None);
    }

    /// Once the game is over it is among the games played; again if it has been taken back and ended otherwise.
    pub(super) fn keep_if_over(&mut self) {
        if self
            .game()
            .is_some_and(|document| document.game().outcome().is_some())
        {
            self.keep_game();
        }
    }

    /// Keeps the game among those played, as far as it has ever come. Says whether that worked.
    ///
    /// What is kept of it already is never replaced by less: a game taken back after its end stays as it ended, and one
    /// that went on otherwise is kept beside it.
    fn keep_game(&mut self) -> bool {
        let today = (self.services.today)();
        let library = &self.keeping.library;
        let Some(played) = &mut self.game else { return true };
        if played.is_deleted {
            return true;
        }
        let document = &played.document;
        let mut record = document.record(document.furthest());
        record.about.date = today;
        let earlier = (played.kept.as_deref()).and_then(|name| Some((name, library.game(name)?)));
        let name = match &earlier {
            // What is known by now of a game that still goes on makes it practice, where it is kept too.
            Some((name, earlier))
                if earlier.game() == record.game()
                    && (record.practice && !earlier.practice)
                    && earlier.game().outcome().is_none() =>
            {
                Some(*name)
            }
            Some((_, earlier)) if earlier.goes_on_from(&record) => return true,
            Some((name, earlier))
                if record.goes_on_from(earlier) && (earlier.practice || !record.practice) =>
            {
                record.about.title.clone_from(&earlier.about.title);
                record.about.notes.clone_from(&earlier.about.notes);
                record.extra.clone_from(&earlier.extra);
                Some(*name)
            }
            _ => None,
        };
        match library.keep(&record, name) {
            Ok(name) => {
                if let Some(name) = name.filter(|name| played.kept.as_ref() != Some(name)) {
                    played.note_kept(name);
                }
                if std::mem::take(&mut played.could_not_be_kept) {
                    self.tell(tr!("journal-well-again"));
                }
                self.games_have_changed();
                true
            }
            Err(error) => {
                played.could_not_be_kept = true;
                self.notice =
                    Some(Notice::error(tr!("cannot-keep-game"), vec![error.to_string()]).that_stays());
                false
            }
        }
    }

    /// Takes the game off the desk. What has been played of it is among the games played; where it could not be kept
    /// there, its journal stays and brings it back at the next start. Says whether one of the two holds: else the game
    /// stays on the desk.
    pub(super) fn put_game_away(&mut self) -> bool {
        let has_begun = (self.game()).is_some_and(|document| !document.furthest().played().is_empty());
        let is_kept = !has_begun || self.keep_game();
        let Some(played) = &mut self.game else { return true };
        if !is_kept && played.journal.catch_up().is_err() {
            self.tell_error(tr!("not-put-away"), Vec::new());
            return false;
        }
        if let Some(played) = self.game.take()
            && is_kept
            && let Err(trouble) = played.journal.remove()
        {
            self.notice = Some(Notice::error(trouble.to_string(), Vec::new()));
        }
        true
    }

    /// At the end a game that is over is put away; one that is going on waits in its journal. Why that can't be, if it
    /// can't.
    pub(super) fn leave_game(&mut self) -> Result<(), String> {
        if self.game().is_some_and(GameDocument::is_under_way) {
            let Some(played) = &mut self.game else {
                return Ok(());
            };
            return (played.journal.append("left")).map_err(|trouble| trouble.to_string());
        }
        if self.put_game_away() {
            return Ok(());
        }
        let notice = self.notice.take();
        Err(notice.map_or_else(String::new, |notice| notice.text))
    }

    /// Tells what could not be written, or that it could be after all.
    pub(super) fn tell_trouble(&mut self) {
        let Some(played) = &mut self.game else { return };
        let is_well_again = std::mem::take(&mut played.is_well_again);
        if let Some(trouble) = played.trouble.take() {
            self.notice = Some(Notice::error(trouble.to_string(), Vec::new()).that_stays());
        } else if is_well_again {
            self.tell(tr!("journal-well-again"));
        }
    }

    /// Brings back the games that an earlier run of the program left. The newest comes to the front; the others are
    /// among the games played.
    pub(super) fn bring_games_back(&mut self) {
        let recovered = journal::recover(&self.keeping.journals);
        let mut details: Vec<String> = recovered.damage.iter().map(ToString::to_string).collect();
        let cut: Vec<&str> = recovered.damage.iter().filter_map(Damage::cut_short).collect();
        let mut is_damaged = false;
        let mut games = Vec::new();
        for journal in recovered.games {
            let file = journal.path().map(files::shown);
            let was_cut = file.as_deref().is_some_and(|file| cut.contains(&file));
            match Played::of(journal) {
                Some(mut played) => {
                    if was_cut {
                        // Tiles that were seen may be hidden again.
                        played.make_practice();
                        is_damaged |= games.is_empty();
                    }
                    games.push(played);
                }
                // It stays where it is: another version may understand it.
                None => details.push(tr!("journal-not-understood", file = file.unwrap_or_default())),
            }
        }
        let mut games = games.into_iter();
        let newest = games.next();
        let mut others = 0;
        for played in games {
            self.game = Some(played);
            others += usize::from(self.keep_game());
            self.put_game_away();
            self.game = None;
            let notice = self.notice.take();
            details.extend(notice.into_iter().flat_map(|notice| {
                let text = std::iter::once(notice.text);
                text.chain(notice.details).collect::<Vec<_>>()
            }));
        }
        self.game = newest;
        if let Some(document) = self.game() {
            let players = phrases::versus(document.game());
            let is_over = document.game().outcome().is_some();
            self.mode = super::Mode::Play;
            let was_left = (self.game.as_ref()).is_some_and(Played::was_left);
            if !is_over && !is_damaged && !was_left {
                details.insert(0, tr!("game-restored-detail"));
            }
            if others > 0 {
                details.push(tr!("others-restored", count = others));
            }
            self.notice = Some(if is_damaged {
                Notice::error(tr!("game-restored-damaged", players = players), details).that_stays()
            } else {
                Notice {
                    details,
                    ..Notice::news(tr!("game-restored", players = players))
                }
            });
        } else if !details.is_empty() {
            self.notice = Some(Notice::error(tr!("journals-damaged"), details).that_stays());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tayu_core::{FirstPlayer, Rules, Seed, TileSource};

    fn document() -> GameDocument {
        let names = vec!["A\u{2028}\n\"".into(), "B".into()];
        let source = TileSource::Stacks(Seed(3));
        let setup = GameSetup::new(names, FirstPlayer::Lot, Rules::default(), source).unwrap();
        GameDocument::new(Game::new(setup), "2 navigator".parse().unwrap())
    }

    #[test]
    fn a_journal_brings_back_the_game_with_all_its_undo() {
        let folder = tempfile::tempdir().unwrap();
        let journals = JournalFolder::at(folder.path().to_owned());
        let mut played = Played::begin(document(), None, &journals);
        for n in 0..30 {
            let action = played.document.game().legal_moves()[0];
            played.play(action).unwrap();
            if n % 7 == 3 {
                played.step(true);
            }
            if n % 14 == 3 {
                played.step(false);
            }
        }
        assert!(played.document.is_practice());
        assert_eq!((played.trouble.is_none(), played.journal.missing()), (true, 0));
        let mut expected = played.document.clone();
        drop(played);
        let journal = journal::recover(&journals).games.pop().unwrap();
        let mut back = Played::of(journal).unwrap().document;
        loop {
            assert_eq!(back.game().played(), expected.game().played());
            assert_eq!(back.game().stock(), expected.game().stock());
            assert_eq!(back.is_practice(), expected.is_practice());
            assert_eq!(back.computers(), expected.computers());
            assert_eq!(back.can_undo_redo(), expected.can_undo_redo());
            if !expected.undo() {
                break;
            }
            back.undo();
        }
    }

    #[test]
    fn what_is_no_game_is_left_where_it_is() {
        for entries in [vec![], vec!["begin {}"], vec!["play draw left"], vec!["begin"]] {
            let entries: Vec<String> = entries.into_iter().map(str::to_owned).collect();
            assert!(read(&entries).is_none());
        }
    }
}
