//! Positions set by hand, as somebody at the table would see them, and what becomes of a sight when the play goes on.

use super::{Draw, Game, GameSetup, Move, MoveError, Phase, Played, Seat, Sight, SupplySight};
use crate::geometry::Pair;
use crate::placement::Placement;
use crate::setup::Position;
use crate::supply::{SeenTile, SupplyView, imagine};
use crate::tile::{TILES_PER_KIND, Tile, TileCounts};

/// A position set by hand, in a game of two under the rules that a game begins with, and all that is known of its tiles.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Arrangement {
    /// The tiles on the board.
    pub position: Position,
    /// Whose turn it is.
    pub to_move: Pair,
    /// The tile that they have to lay; without one they have to draw.
    pub tile: Option<Tile>,
    /// Tiles that have been seen besides these: they can't come any more.
    pub elsewhere: TileCounts,
    /// What is seen of the tiles that have not been drawn.
    pub supply: SupplySight,
}

/// A reason why no game can look like this.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum SightFault {
    /// More tiles of a kind have been seen than a set holds.
    #[error("{count} tiles {tile} have been seen; a set holds {TILES_PER_KIND}")]
    TooMany {
        /// The kind.
        tile: Tile,
        /// How many have been seen.
        count: usize,
    },
    /// More tiles are left than have not been seen.
    #[error("{left} tiles are left to be drawn, but only {unseen} have not been seen")]
    TooManyLeft {
        /// How many are left.
        left: usize,
        /// How many of a set have not been seen.
        unseen: usize,
    },
    /// No tile that has not been seen looks like this one.
    #[error("no tile that is left looks like what is seen in the {lane} lane, stack {depth}, at height {height}",
        lane = .0.lane, depth = .0.depth, height = .0.height)]
    LooksLikeNone(SeenTile),
    /// Each tile of the supply can look as it does, but the tiles that are left do not do for all.
    #[error("the tiles that are left can't all look like what is seen of them")]
    NotTogether,
}

impl Arrangement {
    /// How many tiles of each kind have been seen: on the board, in the hand and elsewhere.
    #[must_use]
    pub fn seen(&self) -> TileCounts {
        let mut seen = self.elsewhere;
        let laid = self
            .position
            .placements()
            .iter()
            .map(|placement| placement.tile());
        laid.chain(self.tile).for_each(|tile| seen.add(tile));
        seen
    }

    /// Everything that keeps a game from looking like this; empty when nothing does.
    ///
    /// Kinds of which too many have been seen come first, in their order, then the number of tiles left, then tiles of the
    /// supply in the order of its view.
    #[must_use]
    pub fn faults(&self) -> Vec<SightFault> {
        faults(&self.supply, &self.seen())
    }
}

/// What keeps a supply from looking like this when these tiles are not in it.
fn faults(supply: &SupplySight, seen: &TileCounts) -> Vec<SightFault> {
    let too_many = |tile| SightFault::TooMany {
        tile,
        count: seen.of(tile),
    };
    let mut faults: Vec<SightFault> = seen.overdrawn().map(too_many).collect();
    let unseen = Tile::all().map(|tile| seen.left(tile)).sum();
    let left = supply.left();
    if left > unseen {
        faults.push(SightFault::TooManyLeft { left, unseen });
    }
    if let SupplySight::Stacks(view) = supply {
        let unlike = |t: &&SeenTile| !Tile::all().any(|tile| seen.left(tile) > 0 && t.could_be(tile));
        // Where nothing is left at all, that has been said.
        let unlike = view.tiles().iter().filter(|_| unseen > 0).filter(unlike);
        faults.extend(unlike.copied().map(SightFault::LooksLikeNone));
    }
    let fits = match supply {
        SupplySight::Stacks(view) => imagine::can_be_stacks(view, seen),
        SupplySight::Spread(rings) => imagine::can_be_spread(rings, seen),
        SupplySight::Table { .. } => true,
    };
    if faults.is_empty() && !fits {
        faults.push(SightFault::NotTogether);
    }
    faults
}

impl SupplySight {
    /// What is seen after a tile has been drawn there, when nobody has looked at what it hid.
    ///
    /// # Errors
    /// [`MoveError`] where there is none to draw.
    fn without(&self, draw: Draw) -> Result<Self, MoveError> {
        match (self, draw) {
            (Self::Stacks(view), Draw::Lane(lane)) => match view.next(lane) {
                Some(_) => Ok(Self::Stacks(view.clone().without_next(lane))),
                None => Err(MoveError::LaneEmpty(lane)),
            },
            (Self::Spread(rings), Draw::Place(place)) => {
                let mut rings = rings.clone();
                let at = rings.iter().position(|&(at, _)| at == place);
                rings.remove(at.ok_or(MoveError::PlaceEmpty(place))?);
                Ok(Self::Spread(rings))
            }
            (Self::Table { left }, Draw::Tile(tile)) => match left.checked_sub(1) {
                Some(left) => Ok(Self::Table { left }),
                None => Err(MoveError::NoneLeft(tile)),
            },
            _ => Err(MoveError::OtherSupply(draw)),
        }
    }

    /// Whether the tile that is drawn there can be of this kind, by what is seen of it alone.
    fn could_give(&self, draw: Draw, tile: Tile) -> bool {
        match (self, draw) {
            (Self::Stacks(view), Draw::Lane(lane)) => view.next(lane).is_some_and(|seen| seen.could_be(tile)),
            (Self::Spread(rings), Draw::Place(place)) => rings.contains(&(place, tile.has_ring())),
            (Self::Table { left }, Draw::Tile(named)) => *left > 0 && named == tile,
            _ => false,
        }
    }
}

impl Sight {
    /// What is seen of a position set by hand.
    ///
    /// No moves lead there: [`played`](Self::played) is empty, and games imagined from it can be played on, but not from
    /// their beginning. A tile that fits nowhere has ended the game.
    ///
    /// # Errors
    /// All [`faults`](Arrangement::faults), if there are any.
    pub fn at(arrangement: &Arrangement) -> Result<Self, Vec<SightFault>> {
        let Arrangement {
            position,
            to_move,
            tile,
            elsewhere: _,
            supply,
        } = arrangement;
        let seen = arrangement.seen();
        let faults = faults(supply, &seen);
        if !faults.is_empty() {
            return Err(faults);
        }
        let seat = Seat::at(match to_move {
            Pair::NorthSouth => 0,
            Pair::EastWest => 1,
        });
        let mut game = Game {
            position: position.clone(),
            at_table: supply.left(),
            seen,
            ..Game::new(GameSetup::plain(seat))
        };
        match tile {
            Some(tile) => game.await_laying(Some(*tile)),
            None => game.await_turn(seat),
        }
        Ok(Self {
            game,
            supply: supply.clone(),
            lot_to_come: false,
        })
    }

    /// The same when something else is seen of the stacks.
    ///
    /// # Errors
    /// All that keeps them from looking like this.
    pub fn with_view(&self, view: SupplyView) -> Result<Self, Vec<SightFault>> {
        let supply = SupplySight::Stacks(view);
        let faults = faults(&supply, self.seen());
        if !faults.is_empty() {
            return Err(faults);
        }
        let mut sight = self.clone();
        sight.game.at_table = supply.left();
        sight.supply = supply;
        Ok(sight)
    }

    /// The kinds that a tile drawn there may be of, in their order: those left of which a tile can look like it.
    pub fn may_come(&self, draw: Draw) -> impl Iterator<Item = Tile> + '_ {
        Tile::all().filter(move |&tile| self.seen().left(tile) > 0 && self.supply.could_give(draw, tile))
    }

    /// What is seen after this tile has been drawn there. Of the tiles that it hid nothing more is seen: nobody has looked.
    ///
    /// # Errors
    /// [`MoveError`] with the reason why it can't be.
    pub fn after_draw(&self, draw: Draw, tile: Tile) -> Result<Self, MoveError> {
        match self.phase() {
            Phase::ToDraw => {}
            Phase::ToBid => return Err(MoveError::AuctionOn),
            Phase::ToLay(choice) => return Err(MoveError::AlreadyDrawn { choice }),
            Phase::Over(_) => return Err(MoveError::Over),
        }
        let supply = self.supply.without(draw)?;
        if self.seen().left(tile) == 0 {
            return Err(MoveError::NoneLeft(tile));
        }
        if !self.supply.could_give(draw, tile) {
            return Err(MoveError::LooksOther { draw, tile });
        }
        let mut game = self.game.clone();
        game.at_table = supply.left();
        game.seen.add(tile);
        game.played.push(Played {
            seat: game.to_move,
            action: Move::Draw(draw),
            drawn: Some(tile),
        });
        game.came(tile);
        Ok(Self {
            game,
            supply,
            ..*self
        })
    }

    /// What is seen after a tile has been laid.
    ///
    /// # Errors
    /// [`MoveError`] with the reason why it can't be.
    pub fn after_laying(&self, placement: Placement) -> Result<Self, MoveError> {
        let mut game = self.game.clone();
        game.play(Move::Lay(placement))?;
        Ok(Self {
            game,
            supply: self.supply.clone(),
            ..*self
        })
    }
}
