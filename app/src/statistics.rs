//! Statistics of games: how many, who won, what was the best.
//!
//! Only games that are over and are no practice count; how many others there are is told apart.

use std::collections::BTreeMap;

use tayu_core::{Date, Pair, Party, Players, Product};

use crate::summary::{Fate, GameSummary};

/// A product and where it was reached.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BestProduct {
    /// The product.
    pub product: Product,
    /// The day, as far as it is known.
    pub date: Option<Date>,
}

/// How one player, known by name, has done.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PlayerStatistics {
    /// The name.
    pub name: String,
    /// Games that count, one for each seat: whoever plays both sides has played two.
    pub games: usize,
    /// Games won, as the spoilsport too.
    pub wins: usize,
    /// Games that nobody won.
    pub draws: usize,
    /// All other games.
    pub losses: usize,
    /// Games as the spoilsport, which are part of [`games`](Self::games).
    pub spoilsport_games: usize,
    /// Those of them that were won.
    pub spoilsport_wins: usize,
    /// The best product of the player's own coasts; of several the first.
    pub best: Option<BestProduct>,
    products: (u64, u32),
}

/// Statistics of a number of games.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Statistics {
    /// Games that count.
    pub games: usize,
    /// Games that are over and were practice.
    pub practice: usize,
    /// Games that are not over.
    pub unfinished: usize,
    /// The players, those with most games first.
    pub players: Vec<PlayerStatistics>,
    /// The best product of all; of several the first.
    pub best: Option<(BestProduct, GameSummary, Pair)>,
    /// The game in which most tiles were laid; of several the first.
    pub longest: Option<GameSummary>,
    kinds: BTreeMap<(Players, bool), usize>,
}

impl PlayerStatistics {
    fn new(name: &str) -> Self {
        Self {
            name: name.to_owned(),
            games: 0,
            wins: 0,
            draws: 0,
            losses: 0,
            spoilsport_games: 0,
            spoilsport_wins: 0,
            best: None,
            products: (0, 0),
        }
    }

    /// The mean product of the player's own coasts; `None` without a game in which they had any.
    #[must_use]
    pub fn mean(&self) -> Option<f64> {
        let (sum, count) = self.products;
        (count > 0).then(|| sum as f64 / f64::from(count))
    }

    fn count(&mut self, game: &GameSummary, party: Party, fate: Fate) {
        self.games += 1;
        let is_won = fate == Fate::Won;
        match fate {
            Fate::Won => self.wins += 1,
            Fate::Drew => self.draws += 1,
            Fate::Lost => self.losses += 1,
        }
        match party {
            Party::Spoilsport => {
                self.spoilsport_games += 1;
                self.spoilsport_wins += usize::from(is_won);
            }
            Party::Coasts(pair) => {
                let product = game.product(pair);
                self.products.0 += u64::from(product.get());
                self.products.1 += 1;
                better(&mut self.best, product, game.date);
            }
        }
    }
}

/// Notes a product if it is better than the best one so far. Says whether it is.
fn better(best: &mut Option<BestProduct>, product: Product, date: Option<Date>) -> bool {
    let is_better = best.as_ref().is_none_or(|best| product > best.product);
    if is_better {
        *best = Some(BestProduct { product, date });
    }
    is_better
}

impl Statistics {
    /// Statistics of these games. "The first" of several that are equal is by their dates, those without one last.
    #[must_use]
    pub fn of<'a>(games: impl IntoIterator<Item = &'a GameSummary>) -> Self {
        let mut games: Vec<&GameSummary> = games.into_iter().collect();
        games.sort_by_key(|game| (game.date.is_none(), game.date));
        let mut all = Self::default();
        let mut players: BTreeMap<&str, PlayerStatistics> = BTreeMap::new();
        let mut best = None;
        for game in games {
            if !game.counts() {
                let apart = if game.is_over() {
                    &mut all.practice
                } else {
                    &mut all.unfinished
                };
                *apart += 1;
                continue;
            }
            all.games += 1;
            *all.kinds.entry((game.players, game.pro)).or_default() += 1;
            for seat in game.seats() {
                let name = game.name(seat);
                if let Some((party, fate)) =
                    game.party(seat).zip(game.fate(seat)).filter(|_| !name.is_empty())
                {
                    let player = players.entry(name).or_insert_with(|| PlayerStatistics::new(name));
                    player.count(game, party, fate);
                }
            }
            for pair in Pair::ALL {
                if better(&mut best, game.product(pair), game.date) {
                    all.best = best.clone().map(|best| (best, game.clone(), pair));
                }
            }
            if all
                .longest
                .as_ref()
                .is_none_or(|longest| game.tiles > longest.tiles)
            {
                all.longest = Some(game.clone());
            }
        }
        all.players = players.into_values().collect();
        all.players.sort_by_key(|player| std::cmp::Reverse(player.games));
        all
    }

    /// How many games count that were played by so many, as the Pro game or not.
    #[must_use]
    pub fn count(&self, players: Players, pro: bool) -> usize {
        self.kinds.get(&(players, pro)).copied().unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::summary::Ending;
    use tayu_core::Record;

    fn read(json: &str) -> GameSummary {
        GameSummary::of(&Record::from_json(json).unwrap())
    }

    /// A game of two that ends with a draw when two tiles are laid.
    fn two(names: [&str; 2], date: &str) -> GameSummary {
        read(&format!(
            r#"{{"format": "tayu-game", "version": 1, "date": "{date}", "players": ["{}", "{}"], "first": "1",
                "supply": {{"kind": "stacks", "left": [], "right": ["147", "147"]}},
                "moves": ["draw right", "i10-147", "draw right", "l10-358"]}}"#,
            names[0], names[1]
        ))
    }

    #[test]
    fn only_what_is_over_and_no_practice_counts() {
        let played = two(["Ada", "Max"], "2026-11-30");
        assert_eq!(played.ending, Ending::SupplyEmpty);
        let practice = GameSummary {
            practice: true,
            ..played.clone()
        };
        let unfinished = GameSummary {
            ending: Ending::Unfinished,
            practice: true,
            ..played.clone()
        };
        let all = Statistics::of([&played, &practice, &unfinished]);
        assert_eq!((all.games, all.practice, all.unfinished), (1, 1, 1));
        assert_eq!(all.count(Players::Two, false), 1);
        assert_eq!(all.count(Players::Two, true), 0);
        assert_eq!(all.players.len(), 2);
        assert!(all.players.iter().all(|player| player.games == 1));
        assert_eq!(Statistics::of([]), Statistics::default());
    }

    #[test]
    fn wins_draws_and_losses_add_up_and_products_belong_to_a_players_own_coasts() {
        let draw = two(["Ada", "Max"], "2026-11-28");
        assert_eq!(draw.winner, None);
        let mut won = two(["Max", "Ada"], "2026-11-29");
        won.winner = Some(Party::Coasts(Pair::NorthSouth));
        let all = Statistics::of([&won, &draw]);
        let [ada, max] = all.players.as_slice() else {
            panic!()
        };
        assert_eq!((ada.name.as_str(), max.name.as_str()), ("Ada", "Max"));
        assert_eq!((ada.games, ada.wins, ada.draws, ada.losses), (2, 0, 1, 1));
        assert_eq!((max.games, max.wins, max.draws, max.losses), (2, 1, 1, 0));
        assert_eq!(ada.mean(), Some(0.0));
        assert_eq!(ada.best.as_ref().unwrap().date, draw.date);
    }

    #[test]
    fn a_spoilsport_wins_or_loses_and_has_no_product() {
        let three = |bid: u32| {
            read(&format!(
                r#"{{"format": "tayu-game", "version": 1, "players": ["Ada", "Max", ""], "first": "1",
                    "supply": {{"kind": "stacks", "left": [], "right": ["147"]}},
                    "moves": ["bid {bid}", "pass", "pass", "draw right", "i10-147"]}}"#
            ))
        };
        let game = three(30);
        let ada = game.seats().next().unwrap();
        assert_eq!(game.party(ada), Some(Party::Spoilsport));
        assert_eq!(game.spoilsport, Some((ada, 30)));
        assert_eq!(game.fate(ada), Some(Fate::Won));
        let mut reached = three(30);
        reached.winner = None;
        assert_eq!(reached.fate(ada), Some(Fate::Lost));
        let all = Statistics::of([&game, &reached]);
        // Nobody is counted under no name.
        let names: Vec<&str> = all.players.iter().map(|player| player.name.as_str()).collect();
        assert_eq!(names, ["Ada", "Max"]);
        let ada = &all.players[0];
        assert_eq!((ada.games, ada.wins, ada.losses), (2, 1, 1));
        assert_eq!((ada.spoilsport_games, ada.spoilsport_wins), (2, 1));
        assert_eq!((ada.mean(), ada.best.clone()), (None, None));
        let max = &all.players[1];
        assert_eq!((max.losses, max.draws, max.spoilsport_games), (1, 1, 0));
    }

    #[test]
    fn a_real_game_brings_its_product_and_its_length() {
        let game = read(include_str!("../../core/tests/data/games/two.tayu.json"));
        let three = read(include_str!("../../core/tests/data/games/three.tayu.json"));
        assert!(three.practice && three.winner == Some(Party::Spoilsport));
        let all = Statistics::of([&game, &three]);
        let (best, of, pair) = all.best.unwrap();
        assert_eq!((best.product.get(), pair, &of), (6, Pair::NorthSouth, &game));
        assert_eq!(best.date, "2026-11-30".parse().ok());
        assert_eq!(all.longest, Some(game));
        let ada = &all.players[0];
        assert_eq!((ada.name.as_str(), ada.wins, ada.mean()), ("Ada", 1, Some(6.0)));
    }

    #[test]
    fn of_several_that_are_equal_the_first_is_named() {
        let (late, early) = (
            two(["Ada", "Max"], "2026-11-30"),
            two(["Zoe", "Max"], "2025-01-01"),
        );
        let undated = GameSummary {
            date: None,
            ..late.clone()
        };
        let all = Statistics::of([&undated, &late, &early]);
        assert_eq!(all.longest, Some(early.clone()));
        let (best, game, _) = all.best.unwrap();
        assert_eq!((best.date, &game), (early.date, &early));
        let longer = GameSummary {
            tiles: 40,
            ..late.clone()
        };
        assert_eq!(Statistics::of([&early, &longer]).longest, Some(longer));
    }
}
