//! A folder at the desk: all puzzles and games in it, to choose from.

use std::path::{Path, PathBuf};

use super::Desk;
use crate::collection::{Collection, Search};

/// A folder that was opened.
#[derive(Debug)]
pub struct Folder {
    path: PathBuf,
    state: State,
}

#[derive(Debug)]
enum State {
    Reading(Search),
    Read(Collection),
}

impl Folder {
    /// The folder.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// What is in it, once it is all read; until then how many files have been looked at.
    ///
    /// # Errors
    /// That number.
    pub fn found(&self) -> Result<&Collection, usize> {
        match &self.state {
            State::Reading(search) => Err(search.seen()),
            State::Read(collection) => Ok(collection),
        }
    }
}

impl Desk {
    /// The folder that was opened last, if it has been read or is being read.
    #[must_use]
    pub const fn folder(&self) -> Option<&Folder> {
        self.folder.as_ref()
    }

    /// The folder that was opened, while it is in front.
    #[must_use]
    pub fn folder_shown(&self) -> Option<&Folder> {
        self.folder.as_ref().filter(|_| self.folder_shown)
    }

    pub(super) fn open_folder(&mut self, path: PathBuf) {
        self.path_wanted = None;
        let path = std::path::absolute(&path).unwrap_or(path);
        let search = Search::start(path.clone(), self.services.wake.clone());
        self.folder = Some(Folder {
            path,
            state: State::Reading(search),
        });
        self.show_folder();
    }

    pub(super) fn show_folder(&mut self) {
        self.folder_shown = self.folder.is_some();
        self.games.hide();
    }

    /// Puts the folder away. One that is not read yet is forgotten.
    pub(super) fn hide_folder(&mut self) {
        self.folder_shown = false;
        self.folder
            .take_if(|folder| matches!(folder.state, State::Reading(_)));
    }

    pub(super) fn poll_folder(&mut self) {
        let Some(folder) = &mut self.folder else { return };
        if let State::Reading(search) = &folder.state
            && let Some(found) = search.found()
        {
            folder.state = State::Read(found);
        }
    }
}
