//! What lists and statistics tell of a game, without its moves.

use tayu_core::{Coasts, Date, EndReason, Pair, Party, Players, Product, Record, Seat};

/// Why a game has no more moves.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Ending {
    /// It is not over.
    Unfinished,
    /// A tile fitted nowhere.
    NoPlace,
    /// All tiles were laid.
    SupplyEmpty,
}

/// How a game went for one player.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Fate {
    /// They have won, alone or with a team mate.
    Won,
    /// Nobody has.
    Drew,
    /// Somebody else has.
    Lost,
}

/// A game in short.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GameSummary {
    /// The day on which it was played, as far as it is known.
    pub date: Option<Date>,
    /// How many played.
    pub players: Players,
    /// Whether it was the Pro game.
    pub pro: bool,
    /// Whether something that had been seen was taken back.
    pub practice: bool,
    /// How it ended.
    pub ending: Ending,
    /// The coasts' points at the end.
    pub coasts: Coasts,
    /// Who has won; `None` in a draw and while it is not over.
    pub winner: Option<Party>,
    /// With three, once the auction is over: the spoilsport and the bid in points.
    pub spoilsport: Option<(Seat, u32)>,
    /// How many tiles were laid.
    pub tiles: usize,
    pub(crate) names: Vec<String>,
    pub(crate) parties: Vec<Option<Party>>,
}

impl GameSummary {
    /// The game of a record in short.
    #[must_use]
    pub fn of(record: &Record) -> Self {
        let game = record.game();
        let setup = game.setup();
        let players = setup.players();
        let outcome = game.outcome();
        Self {
            date: record.about.date,
            players,
            pro: setup.rules().pro,
            practice: record.practice,
            ending: match outcome.map(|outcome| outcome.reason) {
                None => Ending::Unfinished,
                Some(EndReason::NoPlace { .. }) => Ending::NoPlace,
                Some(EndReason::SupplyEmpty) => Ending::SupplyEmpty,
            },
            coasts: game.position().board().coasts(),
            winner: outcome.and_then(|outcome| outcome.winner),
            spoilsport: game.spoilsport().map(|(seat, bid)| (seat, bid.get())),
            tiles: game.position().placements().len(),
            names: (setup.names().iter())
                .map(|name| name.trim().to_owned())
                .collect(),
            parties: players.seats().map(|seat| game.party(seat)).collect(),
        }
    }

    /// The seats, clockwise.
    pub fn seats(&self) -> impl Iterator<Item = Seat> {
        self.players.seats()
    }

    /// The name of who sits there; empty where no name was given.
    #[must_use]
    pub fn name(&self, seat: Seat) -> &str {
        self.names.get(seat.index()).map_or("", String::as_str)
    }

    /// What a player played for, once that was settled.
    #[must_use]
    pub fn party(&self, seat: Seat) -> Option<Party> {
        self.parties.get(seat.index()).copied().flatten()
    }

    /// The seats of those who played for this, clockwise.
    pub fn seats_of(&self, party: Party) -> impl Iterator<Item = Seat> {
        self.seats().filter(move |&seat| self.party(seat) == Some(party))
    }

    /// The product of a pair of coasts.
    #[must_use]
    pub const fn product(&self, pair: Pair) -> Product {
        self.coasts.product(pair)
    }

    /// Whether it is over.
    #[must_use]
    pub fn is_over(&self) -> bool {
        self.ending != Ending::Unfinished
    }

    /// Whether statistics count it: it is over, and nobody has taken back what had been seen.
    #[must_use]
    pub fn counts(&self) -> bool {
        self.is_over() && !self.practice
    }

    /// How it went for a player; `None` while it is not over. A spoilsport loses when they don't win, also where the
    /// two others draw.
    #[must_use]
    pub fn fate(&self, seat: Seat) -> Option<Fate> {
        let party = self.party(seat).filter(|_| self.is_over())?;
        Some(match (self.winner, party) {
            (Some(winner), party) if winner == party => Fate::Won,
            (None, Party::Coasts(_)) => Fate::Drew,
            _ => Fate::Lost,
        })
    }

    /// Whether a name holds this text, whatever its capitals.
    #[must_use]
    pub fn is_of(&self, sought: &str) -> bool {
        let sought = sought.trim().to_lowercase();
        self.names
            .iter()
            .any(|name| name.to_lowercase().contains(&sought))
    }
}
