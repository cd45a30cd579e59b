//! Games as texts: to be read by people, pasted into a chat or a forum, and read in again.

use super::read_text::Reading;
use super::{ALGORITHM, GameAbout, MAGIC, Record, display_name, rules, tidy, turns, written};
use crate::file::{Extra, FileFaults};
use crate::game::{EndReason, FirstPlayer, Game, Outcome, Party, Phase, Players, Seat, TileSource};
use crate::geometry::Pair;
use crate::supply::{Lane, STACK_HEIGHT};

/// Tiles of a given supply in a line.
const IN_LINE: usize = 2 * STACK_HEIGHT;

impl Record {
    /// The game as text. Title and notes are tidied, and fields that this version does not know are not part of it;
    /// the game itself reads back equal.
    #[must_use]
    pub fn to_text(&self) -> String {
        let mut lines = self.head();
        lines.push(String::new());
        let turns = self.turn_lines(|_| None);
        if !turns.is_empty() {
            lines.extend(turns);
            lines.push(String::new());
        }
        lines.extend(self.end_lines());
        lines.join("\n") + "\n"
    }

    /// What a text says before the first turn: title, players, rules, who begins, and the supply.
    #[must_use]
    pub fn head(&self) -> Vec<String> {
        let setup = self.setup();
        let mut lines = vec![format!("{MAGIC}{}", super::VERSION)];
        let GameAbout {
            title,
            date,
            notes,
            computers,
        } = &self.about;
        let title = title.as_deref().map(tidy).filter(|title| !title.is_empty());
        lines.extend(title.map(|title| format!("Title: {title}")));
        lines.extend(date.map(|date| format!("Date: {date}")));
        let notes = notes.as_deref().unwrap_or_default().lines().map(tidy);
        lines.extend(
            notes
                .filter(|line| !line.is_empty())
                .map(|line| format!("Notes: {line}")),
        );
        for seat in setup.players().seats() {
            let role = role(&self.game, seat).map_or(String::new(), |role| format!(" ({role})"));
            let line = format!("Player {seat}{role}: {}", setup.name(seat));
            lines.push(line.trim_end().to_owned());
        }
        if !computers.is_empty() {
            lines.push(format!("Computers: {computers}"));
        }
        let rules: Vec<String> = rules::changed(setup.rules())
            .map(|(name, value)| match name {
                "pro" => name.to_owned(),
                name => format!("{} {value}", name.replace('_', " ")),
            })
            .collect();
        let rules = if rules.is_empty() {
            "standard".to_owned()
        } else {
            rules.join(", ")
        };
        lines.push(format!("Rules: {rules}"));
        let first = setup.first_player();
        let name = display_name(setup, first);
        lines.push(match setup.first() {
            FirstPlayer::Lot => format!("First: lot ({first}, {name})"),
            FirstPlayer::Chosen(seat) => format!("First: {seat} ({name})"),
        });
        lines.extend(supply_lines(setup.source()));
        if self.practice {
            lines.push("Practice: something seen was taken back".to_owned());
        }
        lines
    }

    /// The turns, numbered, a line each. What `remark` says of the game after a turn stands in square brackets behind
    /// it; reading passes over that.
    pub fn turn_lines(&self, mut remark: impl FnMut(&Game) -> Option<String>) -> Vec<String> {
        let mut state = Game::new(self.setup().clone());
        let mut lines = Vec::new();
        for (n, turn) in turns(&self.game).enumerate() {
            let player = display_name(self.setup(), state.to_move());
            let set_aside = state.set_aside().len();
            for played in turn {
                // What was played can be played again.
                let _ = state.play(played.action);
            }
            let moves: Vec<String> = turn.iter().map(written).collect();
            let mut line = format!("{}. {player}: {}", n + 1, moves.join(", "));
            let no_place = (state.set_aside().len() > set_aside).then(|| "no place".to_owned());
            for remark in no_place.into_iter().chain(remark(&state)) {
                line += &format!(" [{remark}]");
            }
            lines.push(line);
        }
        lines
    }

    /// How the game ended, or what has to happen next.
    #[must_use]
    pub fn end_lines(&self) -> Vec<String> {
        let game = &self.game;
        let player = display_name(self.setup(), game.to_move());
        let due = match game.phase() {
            Phase::ToBid => "to bid".to_owned(),
            Phase::ToDraw => "to draw".to_owned(),
            Phase::ToLay(choice) => format!("to lay {choice}"),
            Phase::Over(outcome) => {
                let winner = winner(&outcome);
                let names: Vec<String> = (outcome.winner.into_iter())
                    .flat_map(|party| game.seats_of(party))
                    .map(|seat| display_name(self.setup(), seat))
                    .collect();
                let names = match names.as_slice() {
                    [] => String::new(),
                    names => format!(" ({})", names.join(" and ")),
                };
                return (result_lines(&outcome).into_iter())
                    .map(|(key, value)| format!("{key}: {value}"))
                    .chain([format!("Winner: {winner}{names}")])
                    .collect();
            }
        };
        vec![format!("To move: {player}, {due}")]
    }

    /// Whether a text that is no JSON says that it holds a game. Whether it is sound has not been asked.
    pub(crate) fn is_text(text: &str) -> bool {
        !text.trim_start().starts_with('{') && super::read_text::says_game(text)
    }

    /// Reads a game from a text that holds one, and plays it again.
    ///
    /// The text may be quoted with `>`; blank lines, kinds of blanks and dashes, and what stands before the game's
    /// first line and after its last don't matter.
    ///
    /// # Errors
    /// What can't be read, each with its line. The first move that can't be made ends the replay.
    pub fn from_text(text: &str) -> Result<Self, FileFaults> {
        Reading::of(text)?.record()
    }

    /// Reads a game from a file or a text, whichever this is: a game file begins with a brace.
    ///
    /// # Errors
    /// As of [`from_json`](Self::from_json) or [`from_text`](Self::from_text).
    pub fn from_json_or_text(text: &str) -> Result<Self, FileFaults> {
        let begins = text.trim_start_matches(|c: char| c.is_whitespace() || c == '\u{feff}');
        if begins.starts_with('{') {
            Self::from_json(text)
        } else {
            Self::from_text(text)
        }
    }

    pub(super) fn from_parts(about: GameAbout, practice: bool, game: Game) -> Self {
        Self {
            about,
            practice,
            extra: Extra::default(),
            game,
        }
    }
}

/// What a player plays for, where that is settled.
fn role(game: &Game, seat: Seat) -> Option<String> {
    match (game.setup().coast(seat), game.spoilsport()) {
        (Some(coast), _) => Some(coast.letter().to_string()),
        (None, Some((spoilsport, bid))) if seat == spoilsport => Some(format!("spoilsport, bid {bid}")),
        (None, None) if game.setup().players() == Players::Three => None,
        _ => game.party(seat).map(|party| party.to_string()),
    }
}

fn supply_lines(source: &TileSource) -> Vec<String> {
    let given = |key: &str, tiles: Vec<String>| -> Vec<String> {
        (tiles.chunks(IN_LINE))
            .map(|row| format!("{key}: {}", row.join(" ")))
            .collect()
    };
    match source {
        TileSource::Stacks(seed) => vec![format!("Supply: stacks, seed {seed}, algorithm {ALGORITHM}")],
        TileSource::Spread(seed) => vec![format!("Supply: spread, seed {seed}, algorithm {ALGORITHM}")],
        TileSource::GivenStacks(supply) => {
            let lane = |lane| supply.order(lane).map(|mouths| mouths.to_string()).collect();
            let mut lines = vec!["Supply: stacks".to_owned()];
            lines.extend(given("Left lane", lane(Lane::Left)));
            lines.extend(given("Right lane", lane(Lane::Right)));
            lines
        }
        TileSource::GivenSpread(spread) => {
            let tile = |tile: Option<crate::Tile>| tile.map_or("-".to_owned(), |tile| tile.to_string());
            let mut lines = vec!["Supply: spread".to_owned()];
            lines.extend(given("Tiles", spread.order().map(tile).collect()));
            lines
        }
        TileSource::Table => vec!["Supply: unknown".to_owned()],
    }
}

/// What a text says of how a game ended, before it names who has won.
pub(super) fn result_lines(outcome: &Outcome) -> [(&'static str, String); 3] {
    let reason = match outcome.reason {
        EndReason::NoPlace { choice } => format!("no place for {choice}"),
        EndReason::SupplyEmpty => "supply empty".to_owned(),
    };
    let products: Vec<String> = (Pair::ALL.iter())
        .map(|&pair| format!("{pair} {}", outcome.product(pair)))
        .collect();
    [
        ("End", reason),
        ("Coasts", outcome.coasts.to_string()),
        ("Products", products.join(", ")),
    ]
}

/// The party that has won, or that none has.
pub(super) fn winner(outcome: &Outcome) -> String {
    match outcome.winner {
        Some(party @ (Party::Coasts(_) | Party::Spoilsport)) => party.to_string(),
        None => "draw".to_owned(),
    }
}
