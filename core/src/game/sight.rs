//! What a person at the table may know of a game, and games that would look the same to them.
//!
//! A player that is given a [`Sight`] can't peek: the order of the supply, its seed and a lot that has not been drawn
//! are not in it. Hands lie face up and moves are made in the open, so that everybody at the table sees the same.

use super::table::{Beginner, NoPlace, Party, Players, Rules, Seat, TileSource};
use super::{Auction, Bid, Choice, Draw, Game, Move, Phase, Played, Stock};
use crate::placement::Placement;
use crate::seed::{Chance, Seed, Stream};
use crate::setup::Position;
use crate::supply::imagine;
use crate::supply::{Lane, Spread, SpreadPlace, Supply, SupplyView};
use crate::tile::{TILE_COUNT, Tile, TileCounts};

/// All that a person at the table may know, and nothing else.
///
/// Two games that differ in what is hidden only have equal sights.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Sight {
    /// The game as it would be taken down at the table: its source and its stock tell nothing.
    pub(super) game: Game,
    pub(super) supply: SupplySight,
    /// Whether a lot that nobody has drawn yet says who begins beside the spoilsport.
    pub(super) lot_to_come: bool,
}

/// What may be seen of the tiles that have not been drawn.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum SupplySight {
    /// Stacks in two lanes.
    Stacks(SupplyView),
    /// For each place of a spread supply where a tile is left, whether its back carries a ring.
    Spread(Vec<(SpreadPlace, bool)>),
    /// The tiles are at a table elsewhere, and drawn there.
    Table {
        /// How many are left.
        left: usize,
    },
}

impl SupplySight {
    fn of(game: &Game) -> Self {
        match &game.stock {
            Stock::Stacks(supply) => Self::Stacks(supply.view()),
            Stock::Spread(spread) => Self::Spread(spread.rings().collect()),
            Stock::Table => Self::Table { left: game.left() },
        }
    }

    /// Number of tiles that have not been drawn.
    #[must_use]
    pub fn left(&self) -> usize {
        match self {
            Self::Stacks(view) => view.tiles().len(),
            Self::Spread(rings) => rings.len(),
            Self::Table { left } => *left,
        }
    }

    /// Number of tiles left in a lane; 0 where there are no lanes.
    #[must_use]
    pub fn left_in(&self, lane: Lane) -> usize {
        match self {
            Self::Stacks(view) => view.left_in(lane),
            Self::Spread(_) | Self::Table { .. } => 0,
        }
    }
}

impl Game {
    /// What a person at the table may know of it.
    #[must_use]
    pub fn sight(&self) -> Sight {
        let lot = self.setup.rules().beginner == Beginner::Lot && self.setup.players() == Players::Three;
        let lot_to_come = lot && self.spoilsport.is_none();
        let settled = (!lot_to_come).then(|| self.setup.settled_beginner());
        Sight {
            game: Self {
                setup: self.setup.without_supply(settled),
                stock: Stock::Table,
                at_table: self.left(),
                ..self.clone()
            },
            supply: SupplySight::of(self),
            lot_to_come,
        }
    }
}

impl Sight {
    /// How many play.
    #[must_use]
    pub const fn players(&self) -> Players {
        self.game.setup.players()
    }

    /// The name of the player at a seat; empty if nobody sits there.
    #[must_use]
    pub fn name(&self, seat: Seat) -> &str {
        self.game.setup.name(seat)
    }

    /// Who began; with three players, who bid first.
    #[must_use]
    pub fn first_player(&self) -> Seat {
        self.game.setup.first_player()
    }

    /// The rules. Of a beginner by lot it says who that is once it is seen; until then, left.
    #[must_use]
    pub const fn rules(&self) -> &Rules {
        self.game.setup.rules()
    }

    /// Whether a lot that nobody has drawn yet will say who begins beside the spoilsport.
    #[must_use]
    pub const fn is_lot_to_come(&self) -> bool {
        self.lot_to_come
    }

    /// Whose turn it is; at the end, whose turn was the last.
    #[must_use]
    pub const fn to_move(&self) -> Seat {
        self.game.to_move
    }

    /// What has to happen next.
    #[must_use]
    pub const fn phase(&self) -> Phase {
        self.game.phase
    }

    /// Whether the tile to be drawn is, in the Pro game, the one that a player begins with.
    #[must_use]
    pub const fn is_dealing(&self) -> bool {
        self.game.is_dealing()
    }

    /// The auction, with three players also when it is over.
    #[must_use]
    pub const fn auction(&self) -> Option<&Auction> {
        self.game.auction()
    }

    /// The spoilsport and the bid, once the auction is over.
    #[must_use]
    pub const fn spoilsport(&self) -> Option<(Seat, Bid)> {
        self.game.spoilsport
    }

    /// What a seat plays for; see [`Game::party`].
    #[must_use]
    pub fn party(&self, seat: Seat) -> Option<Party> {
        self.game.party(seat)
    }

    /// The tiles laid.
    #[must_use]
    pub const fn position(&self) -> &Position {
        &self.game.position
    }

    /// In the Pro game, the tile that lies in front of the player at a seat; see [`Game::hand`].
    #[must_use]
    pub fn hand(&self, seat: Seat) -> Option<Tile> {
        self.game.hand(seat)
    }

    /// The tiles that fitted nowhere and were set aside, in this order.
    #[must_use]
    pub fn set_aside(&self) -> &[Tile] {
        &self.game.set_aside
    }

    /// How many tiles of each kind have come.
    #[must_use]
    pub const fn seen(&self) -> &TileCounts {
        &self.game.seen
    }

    /// All moves so far, with whose they were and what was drawn.
    #[must_use]
    pub fn played(&self) -> &[Played] {
        &self.game.played
    }

    /// What may be seen of the tiles that have not been drawn.
    #[must_use]
    pub const fn supply(&self) -> &SupplySight {
        &self.supply
    }

    /// Number of tiles not drawn yet.
    #[must_use]
    pub fn left(&self) -> usize {
        self.supply.left()
    }

    /// A place for one of the tiles that decide whether there is any; see [`Game::place_for`].
    #[must_use]
    pub fn place_for(&self, choice: Choice) -> Option<Placement> {
        self.game.place_for(choice)
    }

    /// What becomes of the game when the tiles that could be laid fit nowhere: whether it is over.
    #[must_use]
    pub fn ends_without_place(&self) -> bool {
        self.rules().no_place == NoPlace::Ends || self.left() == 0
    }

    /// The moves that can be made now, as [`Game::legal_moves`] has them.
    #[must_use]
    pub fn legal_moves(&self) -> Vec<Move> {
        match (self.game.phase, &self.supply) {
            (Phase::ToDraw, SupplySight::Stacks(view)) => (Lane::ALL.into_iter())
                .filter(|&lane| view.next(lane).is_some())
                .map(|lane| Move::Draw(Draw::Lane(lane)))
                .collect(),
            (Phase::ToDraw, SupplySight::Spread(rings)) => (rings.iter())
                .map(|&(place, _)| Move::Draw(Draw::Place(place)))
                .collect(),
            _ => self.game.legal_moves(),
        }
    }

    /// A whole game that looks just like this, its hidden tiles in an order taken from the seed.
    ///
    /// All orders that agree with what is seen are about equally likely: a first one is found by matching tiles
    /// with places, then pairs of tiles change places, each lying either way, wherever what is seen allows it; some
    /// two thousand tries in a full supply. The moves of a game lead to it, where its position was not set by hand.
    /// At a table elsewhere nothing has to be imagined, and of a lot to come the seed says how it falls. What the tiles
    /// drawn looked like before they were drawn is not remembered.
    #[must_use]
    pub fn imagine(&self, seed: Seed) -> Game {
        let mut chance = Chance::new(seed, Stream::Imagination);
        let mut game = self.game.clone();
        if self.lot_to_come {
            let beginner = match chance.toss() {
                false => Beginner::Left,
                true => Beginner::Right,
            };
            game.setup = game.setup.settled(TileSource::Table, beginner);
        }
        game.stock = self.hidden(&mut chance);
        if game.stock != Stock::Table {
            game.at_table = TILE_COUNT;
        }
        let drawn = || self.game.played.iter().filter_map(|p| Some((p.action, p.drawn?)));
        // Beneath the tiles that are left, those that were drawn, so that the same moves lead here again.
        let source = match &game.stock {
            Stock::Stacks(supply) => {
                let [left, right] = Lane::ALL.map(|lane| {
                    drawn()
                        .filter(|(action, _)| *action == Move::Draw(Draw::Lane(lane)))
                        .map(|(_, tile)| tile.readings()[0])
                        .chain(supply.order(lane))
                        .collect::<Vec<_>>()
                });
                Supply::from_order(&left, &right).map(TileSource::GivenStacks)
            }
            Stock::Spread(spread) => {
                let mut places: Vec<Option<Tile>> = spread.order().collect();
                for (action, tile) in drawn() {
                    if let Move::Draw(Draw::Place(place)) = action {
                        let place = place.number() - 1;
                        places.resize(places.len().max(place + 1), None);
                        places[place] = Some(tile);
                    }
                }
                Spread::from_places(&places).map(TileSource::GivenSpread)
            }
            Stock::Table => Ok(TileSource::Table),
        };
        // No more tiles than the set holds were imagined, so that there is always a supply of them.
        if let Ok(source) = source {
            let beginner = game.setup.rules().beginner;
            game.setup = game.setup.settled(source, beginner);
        }
        game
    }

    /// The tiles not drawn yet, as in [`imagine`](Self::imagine) and with the same seed the same.
    #[must_use]
    pub fn imagine_stock(&self, seed: Seed) -> Stock {
        let mut chance = Chance::new(seed, Stream::Imagination);
        if self.lot_to_come {
            chance.toss();
        }
        self.hidden(&mut chance)
    }

    fn hidden(&self, chance: &mut Chance) -> Stock {
        match &self.supply {
            SupplySight::Stacks(view) => Stock::Stacks(imagine::stacks(view, self.seen(), chance)),
            SupplySight::Spread(rings) => {
                let drawn = self.played().iter().filter_map(|played| match played.action {
                    Move::Draw(Draw::Place(place)) => Some(place.number()),
                    _ => None,
                });
                let places = drawn.max().unwrap_or_default();
                Stock::Spread(imagine::spread(rings, places, self.seen(), chance))
            }
            SupplySight::Table { .. } => Stock::Table,
        }
    }
}
