//! A game of two, three or four players, from the auction and the full supply to its end.
//!
//! A [`Game`] is pure state: [`Game::play`] applies a [`Move`] or says why it can't be made. Setup and moves are
//! all there is to know: played again in order they give an equal game, so they can serve as its record.
//!
//! The rules are those of the French and Czech sheets; where these differ or are silent, [`Rules`] has a choice.
//! What no sheet says is settled so: of three players the one to the left of the spoilsport has north and south. In the
//! Pro game with three, tiles are drawn for the first time once the auction is over, clockwise from the one who begins.
//! With four, a tile that goes on because a team has talked is to the next player as if they had drawn it: in the Pro
//! game they choose between it and their own.
//!
//! ```
//! use tayu_core::{FirstPlayer, Game, GameSetup, Move, Phase, Rules, Seed, TileSource};
//!
//! let names = vec!["Ada".to_owned(), "Max".to_owned()];
//! let source = TileSource::Stacks(Seed(1));
//! let mut game = Game::new(GameSetup::new(names, FirstPlayer::Lot, Rules::default(), source)?);
//! game.play("draw left".parse()?)?;
//! assert!(matches!(game.phase(), Phase::ToLay(_)));
//! let first: Option<Move> = game.legal_moves().into_iter().next();
//! if let Some(lay) = first {
//!     game.play(lay)?;
//! }
//! assert_eq!(game.position().placements().len(), 1);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod arranged;
mod auction;
mod moves;
mod sight;
mod table;

pub use arranged::{Arrangement, SightFault};
pub use auction::Auction;
pub use moves::{Choice, Draw, Move, MoveError, Played};
pub use sight::{Sight, SupplySight};
pub use table::{
    Beginner, Bid, FirstBid, FirstPlayer, GameSetup, LastTiles, NoPlace, Notice, Party, Players, ProEnd,
    Rules, Seat, TableError, Ties, TileSource,
};

use crate::geometry::Pair;
use crate::nowhere::PlaceReport;
use crate::placement::Placement;
use crate::score::{Coasts, Product};
use crate::setup::Position;
use crate::supply::{Lane, Spread, Supply};
use crate::tile::{TILE_COUNT, Tile, TileCounts};

/// With so many moves made, no tile is handed on any more: a game has to end. Without that it needs some 350.
const MOST_MOVES_WITH_TALK: usize = 1000;

/// What has to happen next.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Phase {
    /// The player whose turn it is bids or passes.
    ToBid,
    /// The player whose turn it is draws a tile; see [`Game::is_dealing`].
    ToDraw,
    /// The player whose turn it is lays one of these tiles.
    ToLay(Choice),
    /// Nothing: the game is over.
    Over(Outcome),
}

/// How a game ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Outcome {
    /// Why it ended.
    pub reason: EndReason,
    /// The coasts' points at the end.
    pub coasts: Coasts,
    /// Who has won; `None` in a draw of the two with coasts.
    pub winner: Option<Party>,
}

/// Why a game ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum EndReason {
    /// These tiles fit nowhere. The one drawn was set aside.
    NoPlace {
        /// The tiles that the last player might have laid.
        choice: Choice,
    },
    /// The supply is empty and nothing is left to be laid.
    SupplyEmpty,
}

/// The tiles that have not been drawn.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Stock {
    /// In two lanes of stacks. What a player may know of them is the [`view`](Supply::view).
    Stacks(Supply),
    /// Spread face down. What a player may know of them is their [`rings`](Spread::rings).
    Spread(Spread),
    /// At a table elsewhere.
    Table,
}

/// A game.
///
/// A clone costs little: it is made for each state that a player may want to go back to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Game {
    setup: GameSetup,
    auction: Option<Auction>,
    spoilsport: Option<(Seat, Bid)>,
    to_move: Seat,
    phase: Phase,
    position: Position,
    stock: Stock,
    /// At a table elsewhere, how many tiles are left.
    at_table: usize,
    /// In the Pro game, the tile in front of each player.
    hands: [Option<Tile>; 4],
    /// Players who have yet to draw the tile that lies in front of them.
    to_deal: usize,
    set_aside: Vec<Tile>,
    seen: TileCounts,
    played: Vec<Played>,
}

impl Outcome {
    /// The result of these coasts, in points.
    #[must_use]
    pub const fn product(&self, pair: Pair) -> Product {
        self.coasts.product(pair)
    }
}

impl Stock {
    /// A full supply, or the one that was given.
    fn of(source: &TileSource) -> Self {
        match source {
            TileSource::Stacks(seed) => Self::Stacks(Supply::shuffled(*seed)),
            TileSource::Spread(seed) => Self::Spread(Spread::shuffled(*seed)),
            TileSource::GivenStacks(supply) => Self::Stacks(supply.clone()),
            TileSource::GivenSpread(spread) => Self::Spread(spread.clone()),
            TileSource::Table => Self::Table,
        }
    }
}

impl Game {
    /// A new game. Without a tile in its supply it is over at once, with three players when the auction is.
    #[must_use]
    pub fn new(setup: GameSetup) -> Self {
        let first = setup.first_player();
        let mut game = Self {
            auction: None,
            spoilsport: None,
            to_move: first,
            phase: Phase::ToDraw,
            position: Position::default(),
            stock: Stock::of(setup.source()),
            at_table: TILE_COUNT,
            hands: [None; 4],
            to_deal: if setup.rules().pro {
                setup.players().count()
            } else {
                0
            },
            set_aside: Vec::new(),
            seen: TileCounts::default(),
            played: Vec::new(),
            setup,
        };
        if game.setup.players() == Players::Three {
            game.auction = Some(Auction::new(first));
            game.phase = Phase::ToBid;
        } else {
            game.await_turn(first);
        }
        game
    }

    /// What was settled before the first turn.
    #[must_use]
    pub const fn setup(&self) -> &GameSetup {
        &self.setup
    }

    /// Whose turn it is; at the end, whose turn was the last.
    #[must_use]
    pub const fn to_move(&self) -> Seat {
        self.to_move
    }

    /// What has to happen next.
    #[must_use]
    pub const fn phase(&self) -> Phase {
        self.phase
    }

    /// Whether the tile to be drawn is, in the Pro game, the one that a player begins with.
    #[must_use]
    pub const fn is_dealing(&self) -> bool {
        matches!(self.phase, Phase::ToDraw) && self.to_deal > 0
    }

    /// How the game ended, if it is over.
    #[must_use]
    pub const fn outcome(&self) -> Option<Outcome> {
        match self.phase {
            Phase::Over(outcome) => Some(outcome),
            Phase::ToBid | Phase::ToDraw | Phase::ToLay(_) => None,
        }
    }

    /// The auction, with three players also when it is over.
    #[must_use]
    pub const fn auction(&self) -> Option<&Auction> {
        self.auction.as_ref()
    }

    /// The spoilsport and the bid, once the auction is over.
    #[must_use]
    pub const fn spoilsport(&self) -> Option<(Seat, Bid)> {
        self.spoilsport
    }

    /// What a seat plays for; `None` before the auction is over, and where nobody sits.
    #[must_use]
    pub fn party(&self, seat: Seat) -> Option<Party> {
        let players = self.setup.players();
        if seat.index() >= players.count() {
            return None;
        }
        if players != Players::Three {
            return Some(GameSetup::fixed_party(seat));
        }
        let (spoilsport, _) = self.spoilsport?;
        Some(if seat == spoilsport {
            Party::Spoilsport
        } else if seat == Players::Three.after(spoilsport) {
            Party::Coasts(Pair::NorthSouth)
        } else {
            Party::Coasts(Pair::EastWest)
        })
    }

    /// The seats that play for this, clockwise.
    pub fn seats_of(&self, party: Party) -> impl Iterator<Item = Seat> + '_ {
        (self.setup.players().seats()).filter(move |&seat| self.party(seat) == Some(party))
    }

    /// The tiles laid.
    #[must_use]
    pub const fn position(&self) -> &Position {
        &self.position
    }

    /// The tiles not drawn yet.
    #[must_use]
    pub const fn stock(&self) -> &Stock {
        &self.stock
    }

    /// Number of tiles not drawn yet.
    #[must_use]
    pub fn left(&self) -> usize {
        match &self.stock {
            Stock::Stacks(supply) => supply.len(),
            Stock::Spread(spread) => spread.len(),
            Stock::Table => self.at_table,
        }
    }

    /// In the Pro game, the tile that lies in front of the player at a seat, face up. That of the player whose
    /// turn it is counts as part of the [`Choice`] while they have to lay.
    #[must_use]
    pub fn hand(&self, seat: Seat) -> Option<Tile> {
        self.hands[seat.index()]
    }

    /// The tiles that fitted nowhere and were set aside, in this order.
    #[must_use]
    pub fn set_aside(&self) -> &[Tile] {
        &self.set_aside
    }

    /// How many tiles of each kind have come: laid, in front of somebody, or set aside. The others of the set are
    /// unseen.
    #[must_use]
    pub const fn seen(&self) -> &TileCounts {
        &self.seen
    }

    /// The tiles drawn, in this order.
    pub fn drawn_tiles(&self) -> impl Iterator<Item = Tile> + '_ {
        self.played.iter().filter_map(|played| played.drawn)
    }

    /// All moves so far, with whose they were and what was drawn.
    #[must_use]
    pub fn played(&self) -> &[Played] {
        &self.played
    }

    /// All moves so far. Played in a new game of the same setup they lead here.
    pub fn moves(&self) -> impl Iterator<Item = Move> + '_ {
        self.played.iter().map(|played| played.action)
    }

    /// The same game as it would be taken down at the table: its record tells nothing of tiles not drawn yet.
    ///
    /// A table has a full set. Where a supply with fewer tiles was given, the game that comes back goes only as far as
    /// that makes no difference.
    #[must_use]
    pub fn without_supply(&self) -> Self {
        let beginner = self.spoilsport.map(|_| self.setup.settled_beginner());
        let mut game = Self::new(self.setup.without_supply(beginner));
        for played in &self.played {
            let action = match played.drawn {
                Some(tile) => Move::Draw(Draw::Tile(tile)),
                None => played.action,
            };
            // The same moves under the same rules can be made again.
            let _ = game.play(action);
        }
        game
    }

    /// The moves that can be made now. During the auction first a pass, then the bids from the lowest; for a draw the
    /// left lane first, places and tiles in their order; placements in the order of
    /// [`Board::legal_placements`](crate::Board::legal_placements), those of the tile drawn first, then a claim that
    /// there is none if that is so, and last, for teams, having talked. Empty when the game is over, and only then.
    #[must_use]
    pub fn legal_moves(&self) -> Vec<Move> {
        let rules = self.setup.rules();
        match self.phase {
            Phase::ToBid => {
                let Some(auction) = &self.auction else {
                    return Vec::new();
                };
                let bids = rules.lowest_bid.get()..=auction.highest_bid().get();
                let pass = auction.may_pass(rules).then_some(Move::Pass);
                pass.into_iter()
                    .chain(bids.filter_map(Bid::new).map(Move::Bid))
                    .collect()
            }
            Phase::ToDraw => self.draws().into_iter().map(Move::Draw).collect(),
            Phase::ToLay(choice) => {
                let board = self.position.board();
                let mut moves: Vec<Move> = (choice.kinds())
                    .flat_map(|tile| board.legal_placements(tile).map(Move::Lay))
                    .collect();
                if self.place_for(choice).is_none() {
                    moves.push(Move::Nowhere);
                }
                if self.can_hand_on(choice).is_ok() {
                    moves.push(Move::Talked);
                }
                moves
            }
            Phase::Over(_) => Vec::new(),
        }
    }

    fn draws(&self) -> Vec<Draw> {
        match &self.stock {
            Stock::Stacks(supply) => (Lane::ALL.into_iter())
                .filter(|&lane| supply.left_in(lane) > 0)
                .map(Draw::Lane)
                .collect(),
            Stock::Spread(spread) => spread.rings().map(|(place, _)| Draw::Place(place)).collect(),
            Stock::Table => (Tile::all().filter(|&tile| self.seen.left(tile) > 0))
                .map(Draw::Tile)
                .collect(),
        }
    }

    /// Makes a move, and what follows from it by the rules: where the program notices that there is no place, the tile
    /// drawn is set aside at once.
    ///
    /// # Errors
    /// [`MoveError`] with the reason; the game is then unchanged.
    pub fn play(&mut self, action: Move) -> Result<(), MoveError> {
        let seat = self.to_move;
        let mut drawn = None;
        match (self.phase, action) {
            (Phase::Over(_), _) => return Err(MoveError::Over),
            (Phase::ToBid, Move::Bid(_) | Move::Pass) => self.bid(action)?,
            (Phase::ToBid, _) => return Err(MoveError::AuctionOn),
            (_, Move::Bid(_) | Move::Pass) => return Err(MoveError::NoAuction),
            (Phase::ToDraw, Move::Draw(draw)) => {
                let tile = self.take(draw)?;
                drawn = Some(tile);
                self.seen.add(tile);
            }
            (Phase::ToDraw, Move::Talked) if self.setup.players() != Players::Four => {
                return Err(MoveError::NoTeams);
            }
            (Phase::ToDraw, Move::Talked) => return Err(MoveError::NothingToHandOn),
            (Phase::ToDraw, Move::Lay(_) | Move::Nowhere) => return Err(MoveError::NothingDrawn),
            (Phase::ToLay(choice), Move::Draw(_)) => return Err(MoveError::AlreadyDrawn { choice }),
            (Phase::ToLay(choice), Move::Lay(placement)) => self.lay(choice, placement)?,
            (Phase::ToLay(choice), Move::Nowhere) => {
                if let Some(place) = self.place_for(choice) {
                    return Err(MoveError::HasPlace(place));
                }
                self.find_no_place(choice);
            }
            (Phase::ToLay(choice), Move::Talked) => {
                let tile = self.can_hand_on(choice)?;
                self.to_move = self.setup.players().after(seat);
                self.await_laying(Some(tile));
            }
        }
        self.played.push(Played { seat, action, drawn });
        if let Some(tile) = drawn {
            self.came(tile);
        }
        Ok(())
    }

    /// Why the tiles that ended the game fit nowhere, for each kind and every square of the board; `None` unless that
    /// ended the game. In the Pro game with [`ProEnd::New`] only the tile drawn counts.
    #[must_use]
    pub fn why_no_place(&self) -> Option<Vec<(Tile, Vec<PlaceReport>)>> {
        match self.outcome()?.reason {
            EndReason::NoPlace { choice } => (self.counting(choice).kinds())
                .map(|tile| Some((tile, PlaceReport::all(self.position.board(), tile)?)))
                .collect(),
            EndReason::SupplyEmpty => None,
        }
    }

    fn bid(&mut self, action: Move) -> Result<(), MoveError> {
        let rules = *self.setup.rules();
        let Some(auction) = &mut self.auction else {
            return Err(MoveError::NoAuction);
        };
        match action {
            Move::Bid(bid) => auction.bid(bid, &rules)?,
            _ => auction.pass(&rules)?,
        }
        let Some((spoilsport, bid)) = auction.result(&rules) else {
            self.to_move = auction.to_bid();
            return Ok(());
        };
        self.spoilsport = Some((spoilsport, bid));
        let left = Players::Three.after(spoilsport);
        self.await_turn(match self.setup.settled_beginner() {
            Beginner::Right => Players::Three.after(left),
            Beginner::Left | Beginner::Lot => left,
        });
        Ok(())
    }

    fn take(&mut self, draw: Draw) -> Result<Tile, MoveError> {
        match (&mut self.stock, draw) {
            (Stock::Stacks(supply), Draw::Lane(lane)) => supply.draw(lane).ok_or(MoveError::LaneEmpty(lane)),
            (Stock::Spread(spread), Draw::Place(place)) => {
                spread.draw(place).ok_or(MoveError::PlaceEmpty(place))
            }
            (Stock::Table, Draw::Tile(tile)) if self.seen.left(tile) == 0 => Err(MoveError::NoneLeft(tile)),
            (Stock::Table, Draw::Tile(tile)) => {
                self.at_table -= 1;
                Ok(tile)
            }
            _ => Err(MoveError::OtherSupply(draw)),
        }
    }

    /// A tile has been drawn.
    fn came(&mut self, tile: Tile) {
        if self.to_deal == 0 {
            self.await_laying(Some(tile));
            return;
        }
        self.hands[self.to_move.index()] = Some(tile);
        self.to_deal -= 1;
        self.await_turn(self.setup.players().after(self.to_move));
    }

    fn lay(&mut self, choice: Choice, placement: Placement) -> Result<(), MoveError> {
        let laid = placement.tile();
        let left = choice
            .without(laid)
            .ok_or(MoveError::WrongTile { choice, laid })?;
        self.position.lay(placement)?;
        self.hands[self.to_move.index()] = left;
        self.await_turn(self.setup.players().after(self.to_move));
        Ok(())
    }

    /// The next player draws, or the first from there on has the last tile in front of them to lay, or there is
    /// nothing left.
    fn await_turn(&mut self, next: Seat) {
        if self.left() > 0 {
            self.to_move = next;
            self.phase = Phase::ToDraw;
            return;
        }
        match self.last_hand(next) {
            Some(seat) => {
                self.to_move = seat;
                self.await_laying(None);
            }
            None => self.end(EndReason::SupplyEmpty),
        }
    }

    /// The first player, clockwise from this one, who has a tile in front of them that is still to be laid.
    fn last_hand(&self, from: Seat) -> Option<Seat> {
        let players = self.setup.players();
        if self.setup.rules().last_tiles == LastTiles::Left {
            return None;
        }
        std::iter::successors(Some(from), |&seat| Some(players.after(seat)))
            .take(players.count())
            .find(|&seat| self.hand(seat).is_some())
    }

    /// The player whose turn it is lays the tile drawn or the one in front of them.
    fn await_laying(&mut self, drawn: Option<Tile>) {
        let kept = self.hand(self.to_move);
        let choice = Choice { drawn, kept };
        self.phase = Phase::ToLay(choice);
        if self.setup.rules().notice == Notice::Program && self.place_for(choice).is_none() {
            self.find_no_place(choice);
        }
    }

    /// The tiles of a choice that decide whether there is a place.
    fn counting(&self, choice: Choice) -> Choice {
        match (self.setup.rules().pro_end, choice.drawn) {
            (ProEnd::New, Some(_)) => Choice { kept: None, ..choice },
            _ => choice,
        }
    }

    /// A place for one of the tiles, the first in order, if there is any.
    #[must_use]
    pub fn place_for(&self, choice: Choice) -> Option<Placement> {
        let board = self.position.board();
        (self.counting(choice).kinds()).find_map(|tile| board.legal_placements(tile).next())
    }

    fn find_no_place(&mut self, choice: Choice) {
        self.set_aside.extend(choice.drawn);
        if self.setup.rules().no_place == NoPlace::Again && self.left() > 0 {
            self.phase = Phase::ToDraw;
        } else {
            self.end(EndReason::NoPlace { choice });
        }
    }

    /// The tile that goes to the next player when a team has talked.
    fn can_hand_on(&self, choice: Choice) -> Result<Tile, MoveError> {
        if self.setup.players() != Players::Four {
            return Err(MoveError::NoTeams);
        }
        if self.played.len() >= MOST_MOVES_WITH_TALK {
            return Err(MoveError::TalkedTooOften);
        }
        choice.drawn.ok_or(MoveError::NothingToHandOn)
    }

    fn end(&mut self, reason: EndReason) {
        let coasts = self.position.board().coasts();
        self.phase = Phase::Over(Outcome {
            reason,
            coasts,
            winner: self.winner(coasts),
        });
    }

    fn winner(&self, coasts: Coasts) -> Option<Party> {
        let products = Pair::ALL.map(|pair| coasts.product(pair));
        if let Some((_, bid)) = self.spoilsport
            && products.iter().all(|product| product.get() < bid.get())
        {
            return Some(Party::Spoilsport);
        }
        let points = |pair: Pair| {
            pair.coasts()
                .map(|coast| coasts.get(coast).get())
                .iter()
                .sum::<u32>()
        };
        let key = |pair: Pair| {
            let points = if self.setup.rules().ties == Ties::Points {
                points(pair)
            } else {
                0
            };
            (coasts.product(pair), points)
        };
        match key(Pair::NorthSouth).cmp(&key(Pair::EastWest)) {
            std::cmp::Ordering::Greater => Some(Party::Coasts(Pair::NorthSouth)),
            std::cmp::Ordering::Less => Some(Party::Coasts(Pair::EastWest)),
            std::cmp::Ordering::Equal => None,
        }
    }
}
