//! What is remembered from one start to the next: the files opened last, the look, the last table.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use serde::de::DeserializeOwned;
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::Value;
use tayu_core::record::rules;
use tayu_core::{Players, Rules};
use tayu_solver::player::Level;

use crate::desk::NewSource;
use crate::files;

/// As many files are remembered.
const RECENT_COUNT: usize = 10;

/// Light, dark, or as the system has it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Look {
    /// As the system has it.
    #[default]
    System,
    /// Light.
    Light,
    /// Dark.
    Dark,
}

/// How the table was set for the last game.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct LastTable {
    #[serde(deserialize_with = "or_default")]
    players: usize,
    #[serde(deserialize_with = "or_default")]
    source: String,
    /// How the computer plays at each seat, by the names of levels; empty where a person sits.
    #[serde(deserialize_with = "or_default")]
    levels: Vec<String>,
    /// The rules that differ from the default, as game files write them.
    #[serde(deserialize_with = "or_default")]
    rules: BTreeMap<String, Value>,
}

impl LastTable {
    /// A table for so many players, the computer at these seats, with these rules and tiles from there.
    #[must_use]
    pub fn new(players: Players, levels: [Option<Level>; 4], rules: &Rules, source: NewSource) -> Self {
        let seated = levels.iter().take(players.count());
        let name = |level: &Option<Level>| level.map_or_else(String::new, |level| level.to_string());
        Self {
            players: players.count(),
            source: source.name().to_owned(),
            levels: seated.map(name).collect(),
            rules: rules::changed(rules)
                .map(|(name, value)| (name.to_owned(), Value::String(value)))
                .collect(),
        }
    }

    /// How many play; two if that is not known.
    #[must_use]
    pub fn players(&self) -> Players {
        let is_it = |players: &Players| players.count() == self.players;
        Players::ALL.into_iter().find(is_it).unwrap_or(Players::Two)
    }

    /// How the computer plays at the seats that it has. Of a level that is not known, a person sits there.
    #[must_use]
    pub fn levels(&self) -> [Option<Level>; 4] {
        std::array::from_fn(|seat| self.levels.get(seat)?.parse().ok())
    }

    /// Where the tiles come from; stacks if that is not known.
    #[must_use]
    pub fn source(&self) -> NewSource {
        NewSource::named(&self.source).unwrap_or_default()
    }

    /// The rules. One that is not known, or has a value that is not, is left as it is by default.
    #[must_use]
    pub fn rules(&self) -> Rules {
        let mut known = Rules::default();
        for (name, value) in &self.rules {
            if let Some(value) = value.as_str() {
                let _ = rules::set(&mut known, name, value);
            }
        }
        known
    }
}

/// Reads a value of which nothing depends: what is no such value counts as the default.
fn or_default<'de, D: Deserializer<'de>, T: DeserializeOwned + Default>(from: D) -> Result<T, D::Error> {
    let value = Value::deserialize(from)?;
    Ok(serde_json::from_value(value).unwrap_or_default())
}

/// What is remembered.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Settings {
    /// The look.
    #[serde(deserialize_with = "or_default")]
    pub look: Look,
    /// The files opened or saved last, the newest first.
    pub recent: Vec<PathBuf>,
    /// The names of those who played last, by their seats; as many as have ever played at once.
    pub names: Vec<String>,
    /// How the table was set for the last game.
    #[serde(deserialize_with = "or_default")]
    pub table: LastTable,
    /// Whether squares where the tile in hand can be laid are lit.
    pub light_squares: bool,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            look: Look::default(),
            recent: Vec::new(),
            names: Vec::new(),
            table: LastTable::default(),
            light_squares: true,
        }
    }
}

impl Settings {
    /// Notes the names of the players of a game; those of seats that stay empty are kept.
    pub fn remember_names(&mut self, names: &[String]) {
        if self.names.len() < names.len() {
            self.names.resize(names.len(), String::new());
        }
        self.names[..names.len()].clone_from_slice(names);
    }

    /// Puts a file at the head of those opened last.
    pub fn remember(&mut self, path: &Path) {
        // Settings are text: another name could not be written down.
        if path.to_str().is_none() {
            return;
        }
        let path = std::path::absolute(path).unwrap_or_else(|_| path.to_owned());
        self.recent.retain(|p| *p != path);
        self.recent.insert(0, path);
        self.recent.truncate(RECENT_COUNT);
    }
}

/// Where settings are kept; nowhere in a test or where the system has no such place.
#[derive(Debug, Clone, Default)]
pub struct SettingsFile(Option<PathBuf>);

impl SettingsFile {
    /// The system's place for it.
    #[must_use]
    pub fn of_system() -> Self {
        Self(directories::ProjectDirs::from("", "", "tayu").map(|d| d.config_dir().join("settings.json")))
    }

    /// This file.
    #[must_use]
    pub const fn at(path: PathBuf) -> Self {
        Self(Some(path))
    }

    /// What is remembered. A file that is missing or damaged counts as empty: nothing of value is in it.
    #[must_use]
    pub fn load(&self) -> Settings {
        self.read().unwrap_or_default()
    }

    /// Changes what is remembered, by this window and by any other, and gives the whole of it.
    #[must_use]
    pub fn update(&self, now: &Settings, change: impl FnOnce(&mut Settings)) -> Settings {
        let mut settings = self.read().unwrap_or_else(|| now.clone());
        change(&mut settings);
        self.store(&settings);
        settings
    }

    fn read(&self) -> Option<Settings> {
        let text = files::read_text(self.0.as_deref()?).ok()?;
        serde_json::from_str(&text).ok()
    }

    /// Writes it down. Settings are no reason to bother anybody: a failure only goes into the log.
    fn store(&self, settings: &Settings) {
        let Some(path) = &self.0 else { return };
        let written = path
            .parent()
            .map_or(Ok(()), fs::create_dir_all)
            .and_then(|()| serde_json::to_string_pretty(settings).map_err(Into::into))
            .and_then(|text| files::write_text(path, &text));
        if let Err(error) = written {
            tracing::warn!("settings are not saved in {}: {error}", path.display());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn recent_files_are_few_and_unique() {
        let mut settings = Settings::default();
        for n in 0..20 {
            settings.remember(Path::new(&format!("/p/{}", n % 15)));
        }
        assert_eq!(settings.recent.len(), RECENT_COUNT);
        settings.remember(Path::new("/p/3"));
        assert_eq!(settings.recent[0], Path::new("/p/3"));
        assert_eq!(settings.recent.iter().filter(|p| p.ends_with("3")).count(), 1);
    }

    #[test]
    fn damaged_settings_count_as_empty() {
        let folder = tempfile::tempdir().unwrap();
        let file = SettingsFile::at(folder.path().join("deep/settings.json"));
        let settings = Settings {
            look: Look::Dark,
            ..Settings::default()
        };
        file.store(&settings);
        assert_eq!(file.load(), settings);
        // Another window has opened a file in the meantime: neither change is lost.
        let other = file.update(&Settings::default(), |s| s.remember(Path::new("/p/1")));
        assert_eq!((other.look, other.recent.len()), (Look::Dark, 1));
        let _ = file.update(&settings, |s| s.look = Look::Light);
        assert_eq!(file.load().recent.len(), 1);
        fs::write(folder.path().join("deep/settings.json"), "{\"look\": 3").unwrap();
        assert_eq!(file.load(), Settings::default());
    }

    #[test]
    fn the_last_table_comes_back_and_what_is_not_known_of_it_is_left_out() {
        let rules = Rules {
            pro: true,
            notice: tayu_core::Notice::Players,
            lowest_bid: tayu_core::Bid::new(7).unwrap(),
            ..Rules::default()
        };
        let levels = [
            None,
            Some(Level::Pupil),
            Some(Level::Navigator),
            Some(Level::Captain),
        ];
        let table = LastTable::new(Players::Three, levels, &rules, NewSource::Spread);
        let settings = Settings {
            table,
            ..Settings::default()
        };
        let text = serde_json::to_string(&settings).unwrap();
        let read: Settings = serde_json::from_str(&text).unwrap();
        assert_eq!(read, settings);
        assert_eq!(
            (read.table.players(), read.table.rules(), read.table.source()),
            (Players::Three, rules, NewSource::Spread)
        );
        // Nobody sits at the fourth seat.
        assert_eq!(read.table.levels(), [None, levels[1], levels[2], None]);
        // Settings of a release that knew nothing of tables, and of one that knows more.
        let old: Settings = serde_json::from_str(r#"{"look": "dark", "names": ["Ada"]}"#).unwrap();
        assert_eq!((old.look, old.table), (Look::Dark, LastTable::default()));
        for (table, players, source, rules) in [
            ("3", Players::Two, NewSource::Stacks, Rules::default()),
            (
                r#"{"players": 5, "source": "bag", "rules": ["pro"]}"#,
                Players::Two,
                NewSource::Stacks,
                Rules::default(),
            ),
            (
                r#"{"players": 4, "source": "table", "levels": ["", "admiral", 3], "rules": {"pro": "true", "ties": "duel", "new": "x", "notice": 1}}"#,
                Players::Four,
                NewSource::Table,
                Rules {
                    pro: true,
                    ..Rules::default()
                },
            ),
        ] {
            let text = format!(r#"{{"look": "odd", "names": ["Ada"], "table": {table}}}"#);
            let read: Settings = serde_json::from_str(&text).unwrap();
            assert_eq!((read.look, read.names.len()), (Look::System, 1));
            let table = read.table;
            assert_eq!(
                (table.players(), table.source(), table.rules()),
                (players, source, rules)
            );
        }
    }
}
