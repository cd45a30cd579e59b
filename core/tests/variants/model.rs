//! A second reading of the rules of a game: whose turn it is, what may be done, and when it is over.
//!
//! It was written from the rules as they are told, keeps everything that has happened in plain lists and works the
//! rest out from them each time. Only where a tile may lie, and what the coasts are worth, it asks the board.

use tayu_core::{
    Beginner, Bid, Board, Draw, FirstBid, Lane, LastTiles, Move, NoPlace, Notice, Placement, ProEnd, Rules,
    Side, SpreadPlace, Ties, Tile,
};

/// The tiles that nobody has drawn, as only the model may see them.
#[derive(Clone)]
pub(crate) enum Heap {
    /// Two lanes, the next tile of each first.
    Lanes([Vec<Tile>; 2]),
    /// Places from #1 on, with a tile or without.
    Places(Vec<Option<Tile>>),
    /// A set of 112 elsewhere: how many are left of each kind.
    Set(Vec<(Tile, usize)>),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Stage {
    Bidding,
    Drawing,
    Laying,
    /// No tile is left to be laid.
    UsedUp,
    /// What could be laid fits nowhere.
    Stuck,
}

/// Seats are counted from 0.
#[derive(Clone)]
pub(crate) struct Model {
    pub(crate) players: usize,
    pub(crate) rules: Rules,
    pub(crate) heap: Heap,
    pub(crate) turn: usize,
    pub(crate) stage: Stage,
    /// Everything said in the auction: who, and the points or a pass.
    pub(crate) said: Vec<(usize, Option<u32>)>,
    pub(crate) before_players: Vec<Option<Tile>>,
    /// Tiles that were put before players before the first turn, or could not be for want of tiles.
    dealt: usize,
    /// Drawn in this turn and not laid yet; at the end, the one that fitted nowhere.
    pub(crate) fresh: Option<Tile>,
    pub(crate) board: Board,
    pub(crate) aside: Vec<Tile>,
    pub(crate) came: Vec<Tile>,
}

impl Model {
    /// `rules.beginner` is settled: left or right.
    pub(crate) fn new(players: usize, rules: Rules, first: usize, heap: Heap) -> Self {
        let mut model = Self {
            players,
            rules,
            heap,
            turn: first,
            stage: Stage::Bidding,
            said: Vec::new(),
            before_players: vec![None; players],
            dealt: 0,
            fresh: None,
            board: Board::new(),
            aside: Vec::new(),
            came: Vec::new(),
        };
        if players != 3 {
            model.turn_of(first);
        }
        model
    }

    pub(crate) fn undrawn(&self) -> usize {
        match &self.heap {
            Heap::Lanes([left, right]) => left.len() + right.len(),
            Heap::Places(places) => places.iter().filter(|place| place.is_some()).count(),
            Heap::Set(kinds) => kinds.iter().map(|(_, count)| count).sum(),
        }
    }

    /// How many tiles of each kind nobody has drawn.
    pub(crate) fn undrawn_kinds(&self) -> Vec<(Tile, usize)> {
        let tiles: Vec<Tile> = match &self.heap {
            Heap::Lanes(lanes) => lanes.concat(),
            Heap::Places(places) => places.iter().copied().flatten().collect(),
            Heap::Set(kinds) => return kinds.clone(),
        };
        let count = |kind| tiles.iter().filter(|&&tile| tile == kind).count();
        Tile::all().map(|kind| (kind, count(kind))).collect()
    }

    pub(crate) fn dealing(&self) -> bool {
        self.stage == Stage::Drawing && self.rules.pro && self.dealt < self.players
    }

    fn next(&self, seat: usize) -> usize {
        (seat + 1) % self.players
    }

    /// Says whether a seat has passed for good.
    pub(crate) fn passed(&self, seat: usize) -> bool {
        self.said.contains(&(seat, None))
    }

    /// The last bid, which is the lowest.
    pub(crate) fn lowest(&self) -> Option<(usize, u32)> {
        (self.said.iter().rev()).find_map(|&(seat, points)| points.map(|points| (seat, points)))
    }

    /// The spoilsport and the bid: the only one who hasn't passed, or the one below whom nobody can bid.
    pub(crate) fn spoilsport(&self) -> Option<(usize, u32)> {
        let (seat, points) = self.lowest()?;
        let others_passed = (0..3).all(|other| other == seat || self.passed(other));
        (others_passed || points == self.rules.lowest_bid.get()).then_some((seat, points))
    }

    /// The kinds before the player whose turn it is, the one drawn first.
    fn kinds(&self) -> Vec<Tile> {
        let mut kinds: Vec<Tile> = self.fresh.into_iter().collect();
        kinds.extend(self.before_players[self.turn].filter(|tile| !kinds.contains(tile)));
        kinds
    }

    /// Whether the rules say that this is the end, or that another tile is drawn.
    fn stuck(&self) -> bool {
        let fits = |tile: &Tile| self.board.legal_placements(*tile).next().is_some();
        match self.fresh {
            Some(fresh) if self.rules.pro_end == ProEnd::New => !fits(&fresh),
            _ => !self.kinds().iter().any(fits),
        }
    }

    /// Everything that may be done, in the order that is promised.
    pub(crate) fn options(&self) -> Vec<Move> {
        let mut options = Vec::new();
        match self.stage {
            Stage::Bidding => {
                let alone = (0..3).filter(|&seat| self.passed(seat)).count() == 2;
                let has_to_bid = self.lowest().is_none() && (alone || self.rules.first_bid == FirstBid::Must);
                if !has_to_bid {
                    options.push(Move::Pass);
                }
                let below = self.lowest().map_or(1000, |(_, points)| points);
                for points in self.rules.lowest_bid.get()..below {
                    options.push(Move::Bid(Bid::new(points).unwrap()));
                }
            }
            Stage::Drawing => match &self.heap {
                Heap::Lanes(lanes) => {
                    for (lane, tiles) in [Lane::Left, Lane::Right].into_iter().zip(lanes) {
                        if !tiles.is_empty() {
                            options.push(Move::Draw(Draw::Lane(lane)));
                        }
                    }
                }
                Heap::Places(places) => {
                    for (n, place) in places.iter().enumerate() {
                        if place.is_some() {
                            options.push(Move::Draw(Draw::Place(SpreadPlace::new(n + 1).unwrap())));
                        }
                    }
                }
                Heap::Set(kinds) => {
                    let left = kinds.iter().filter(|(_, count)| *count > 0);
                    options.extend(left.map(|&(tile, _)| Move::Draw(Draw::Tile(tile))));
                }
            },
            Stage::Laying => {
                for tile in self.kinds() {
                    options.extend(self.board.legal_placements(tile).map(Move::Lay));
                }
                if self.stuck() {
                    options.push(Move::Nowhere);
                }
                if self.players == 4 && self.fresh.is_some() {
                    options.push(Move::Talked);
                }
            }
            Stage::UsedUp | Stage::Stuck => {}
        }
        options
    }

    /// Does what may be done.
    pub(crate) fn make(&mut self, action: Move) {
        match action {
            Move::Bid(_) | Move::Pass => self.say(match action {
                Move::Bid(bid) => Some(bid.get()),
                _ => None,
            }),
            Move::Draw(draw) => self.draw(draw),
            Move::Lay(placement) => self.lay(placement),
            Move::Nowhere => self.nowhere(),
            Move::Talked => {
                self.turn = self.next(self.turn);
                self.await_laying();
            }
        }
    }

    fn say(&mut self, points: Option<u32>) {
        self.said.push((self.turn, points));
        match self.spoilsport() {
            Some((spoilsport, _)) => {
                let left = self.next(spoilsport);
                let right = self.next(left);
                self.turn_of(if self.rules.beginner == Beginner::Right {
                    right
                } else {
                    left
                });
            }
            None => {
                self.turn = self.next(self.turn);
                if self.passed(self.turn) {
                    self.turn = self.next(self.turn);
                }
            }
        }
    }

    fn draw(&mut self, draw: Draw) {
        let tile = match (&mut self.heap, draw) {
            (Heap::Lanes(lanes), Draw::Lane(lane)) => lanes[usize::from(lane == Lane::Right)].remove(0),
            (Heap::Places(places), Draw::Place(place)) => places[place.number() - 1].take().unwrap(),
            (Heap::Set(kinds), Draw::Tile(tile)) => {
                kinds.iter_mut().find(|(kind, _)| *kind == tile).unwrap().1 -= 1;
                tile
            }
            _ => panic!("no such supply: {draw}"),
        };
        let dealing = self.dealing();
        self.came.push(tile);
        if dealing {
            self.before_players[self.turn] = Some(tile);
            self.dealt += 1;
            self.turn_of(self.next(self.turn));
        } else {
            self.fresh = Some(tile);
            self.await_laying();
        }
    }

    fn lay(&mut self, placement: Placement) {
        self.board.lay(placement).unwrap();
        let fresh = self.fresh.take();
        // If it is not the one drawn it is the one before the player, and the one drawn takes its place.
        if fresh != Some(placement.tile()) {
            self.before_players[self.turn] = fresh;
        }
        self.turn_of(self.next(self.turn));
    }

    /// There is a tile to be laid. Somebody or something notices where it fits nowhere.
    fn await_laying(&mut self) {
        self.stage = Stage::Laying;
        if self.rules.notice == Notice::Program && self.stuck() {
            self.nowhere();
        }
    }

    fn nowhere(&mut self) {
        self.aside.extend(self.fresh);
        if self.rules.no_place == NoPlace::Again && self.fresh.is_some() && self.undrawn() > 0 {
            self.fresh = None;
            self.stage = Stage::Drawing;
        } else {
            self.stage = Stage::Stuck;
        }
    }

    /// It would be the turn of this player: they draw, or the first from there on who has a tile lays it.
    fn turn_of(&mut self, seat: usize) {
        if self.undrawn() > 0 {
            self.turn = seat;
            self.stage = Stage::Drawing;
            return;
        }
        self.dealt = self.players;
        let mut seats = (0..self.players).map(|n| (seat + n) % self.players);
        let holder = seats.find(|&seat| self.before_players[seat].is_some());
        match holder {
            Some(holder) if self.rules.last_tiles == LastTiles::Laid => {
                self.turn = holder;
                self.await_laying();
            }
            _ => self.stage = Stage::UsedUp,
        }
    }

    /// Who has won, as it is written: NS, EW, spoilsport, or nothing in a draw.
    pub(crate) fn winner(&self) -> &'static str {
        let [n, e, s, w] = [Side::North, Side::East, Side::South, Side::West]
            .map(|side| self.board.coasts().get(side).get());
        let (ns, ew) = (n * s, e * w);
        if self.spoilsport().is_some_and(|(_, bid)| ns < bid && ew < bid) {
            return "spoilsport";
        }
        let by_points = self.rules.ties == Ties::Points;
        if ns > ew || ns == ew && by_points && n + s > e + w {
            "NS"
        } else if ew > ns || by_points && e + w > n + s {
            "EW"
        } else {
            ""
        }
    }

    /// What a seat plays for, as it is written; nothing before that is settled.
    pub(crate) fn plays_for(&self, seat: usize) -> &'static str {
        let sides = ["NS", "EW"];
        match (self.players, self.spoilsport()) {
            (3, None) => "",
            (3, Some((spoilsport, _))) => ["spoilsport", "NS", "EW"][(seat + 3 - spoilsport) % 3],
            _ => sides[seat % 2],
        }
    }
}
