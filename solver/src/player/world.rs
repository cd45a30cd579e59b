//! A game as a player imagines it: what is on the table, and one order in which the tiles might come.

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::Rng;
use tayu_core::tile::KIND_COUNT;
use tayu_core::{
    Board, Choice, Lane, LastTiles, Mouths, NoPlace, Pair, Party, Placement, ProEnd, Rules, Seed, Sight,
    Stock, Ties, Tile,
};

use super::caution::Caution;
use super::field::Field;
use super::outlook::{Expectation, Score, expect, mixed};

/// Tiles of which any may come next: of each kind, how many there are, or how likely it is.
#[derive(Debug, Clone)]
pub(super) struct Kinds([f32; KIND_COUNT]);

/// What stays the same while a player thinks.
#[derive(Debug, Clone, Copy)]
pub(super) struct Roles {
    players: usize,
    parties: [Party; 4],
    pub(super) rules: Rules,
    /// The bid, with a spoilsport.
    pub(super) bid: Option<u32>,
    /// How careful one of the parties is.
    pub(super) caution: Option<Caution>,
}

/// Where a game stands.
#[derive(Debug, Clone)]
pub(super) struct World {
    pub(super) board: Board,
    pub(super) field: Field,
    /// In the Pro game, the tile in front of each player.
    pub(super) hands: [Option<Tile>; 4],
    pub(super) to_move: usize,
    /// How many of the tiles to come have come.
    pub(super) drawn: usize,
}

impl Kinds {
    pub(super) const NONE: Self = Self([0.0; KIND_COUNT]);

    pub(super) fn of(tiles: &[Tile]) -> Self {
        let mut kinds = Self::NONE;
        tiles.iter().for_each(|&tile| kinds.add(tile, 1.0));
        kinds
    }

    pub(super) fn add(&mut self, tile: Tile, weight: f32) {
        self.0[tile.index()] += weight;
    }

    fn iter(&self) -> impl Iterator<Item = (Tile, f32)> {
        Tile::all().zip(self.0).filter(|&(_, weight)| weight > 0.0)
    }
}

impl Roles {
    /// Who plays for what, once that is settled.
    pub(super) fn of(sight: &Sight) -> Option<Self> {
        let mut parties = [Party::Spoilsport; 4];
        for seat in sight.players().seats() {
            parties[seat.index()] = sight.party(seat)?;
        }
        Some(Self {
            players: sight.players().count(),
            parties,
            rules: *sight.rules(),
            bid: sight.spoilsport().map(|(_, bid)| bid.get()),
            caution: None,
        })
    }

    pub(super) const fn party(&self, seat: usize) -> Party {
        self.parties[seat]
    }

    /// How careful this party is.
    fn caution(&self, party: Party) -> Option<Caution> {
        self.caution.filter(|caution| caution.party == party)
    }

    pub(super) const fn after(&self, seat: usize) -> usize {
        (seat + 1) % self.players
    }

    /// Who has won with these points of the coasts; `None` in a draw.
    pub(super) fn winner(&self, points: [u8; 4]) -> Option<Party> {
        let [ns, ew] = Pair::ALL.map(|pair| product(points, pair));
        if self.bid.is_some_and(|bid| ns < bid && ew < bid) {
            return Some(Party::Spoilsport);
        }
        let sum = |pair: Pair| -> u32 {
            let count = pair.coasts().map(|coast| u32::from(points[coast.index()]));
            count.iter().sum::<u32>() * u32::from(self.rules.ties == Ties::Points)
        };
        let [ns, ew] = [(ns, sum(Pair::NorthSouth)), (ew, sum(Pair::EastWest))];
        match ns.cmp(&ew) {
            std::cmp::Ordering::Greater => Some(Party::Coasts(Pair::NorthSouth)),
            std::cmp::Ordering::Less => Some(Party::Coasts(Pair::EastWest)),
            std::cmp::Ordering::Equal => None,
        }
    }
}

/// The product of two coasts with these points.
pub(super) fn product(points: [u8; 4], pair: Pair) -> u32 {
    let [a, b] = pair.coasts().map(|coast| u32::from(points[coast.index()]));
    a * b
}

impl World {
    /// What is on the table now.
    pub(super) fn of(sight: &Sight) -> Self {
        let board = sight.position().board();
        let mut hands = [None; 4];
        for seat in sight.players().seats() {
            hands[seat.index()] = sight.hand(seat);
        }
        Self {
            board: board.clone(),
            field: Field::of(board),
            hands,
            to_move: sight.to_move().index(),
            drawn: 0,
        }
    }

    /// The tiles that the player whose turn it is may lay when this is how the tiles come; `None` when the game is over.
    /// At least one of them has a place, and tiles that have none have been set aside.
    pub(super) fn turn(&mut self, roles: &Roles, coming: &[Tile]) -> Option<Choice> {
        loop {
            let drawn = coming.get(self.drawn).copied();
            if drawn.is_some() {
                self.drawn += 1;
            } else {
                if roles.rules.last_tiles == LastTiles::Left {
                    return None;
                }
                let mut from = self.to_move;
                for _ in 0..roles.players {
                    if self.hands[from].is_some() {
                        break;
                    }
                    from = roles.after(from);
                }
                self.to_move = from;
            }
            let kept = self.hands[self.to_move];
            let choice = Choice { drawn, kept };
            if self.has_place(roles, choice) {
                return Some(choice);
            }
            if roles.rules.no_place == NoPlace::Ends || self.drawn >= coming.len() {
                return None;
            }
        }
    }

    fn has_place(&self, roles: &Roles, choice: Choice) -> bool {
        match (roles.rules.pro_end, choice.drawn) {
            (ProEnd::New, Some(tile)) => self.board.can_lay(tile),
            _ => choice.tiles().any(|tile| self.board.can_lay(tile)),
        }
    }

    /// Whether the player whose turn it is has a tile with a place once this one is drawn.
    fn has_place_after(&self, roles: &Roles, drawn: Tile) -> bool {
        let choice = Choice {
            drawn: Some(drawn),
            kept: self.hands[self.to_move],
        };
        self.has_place(roles, choice)
    }

    /// How likely it is that the game ends because a tile has no place, when any of these comes next.
    pub(super) fn risk(&self, roles: &Roles, next: &Kinds) -> f32 {
        if roles.rules.no_place != NoPlace::Ends {
            return 0.0;
        }
        let (mut without, mut all) = (0.0, 0.0);
        for (tile, weight) in next.iter() {
            if !self.has_place_after(roles, tile) {
                without += weight;
            }
            all += weight;
        }
        if without > 0.0 { without / all } else { 0.0 }
    }

    /// Passes over tiles that have no place.
    pub(super) fn skip_without_place(&mut self, roles: &Roles, coming: &[Tile]) {
        let places = coming.iter().skip(self.drawn);
        self.drawn += places
            .take_while(|&&tile| !self.has_place_after(roles, tile))
            .count();
    }

    /// The player whose turn it is lays one of these tiles, where the rules allow it.
    pub(super) fn lay(&mut self, roles: &Roles, choice: Choice, placement: Placement) {
        let tile = placement.tile();
        self.hands[self.to_move] = if choice.drawn == Some(tile) {
            choice.kept
        } else {
            choice.drawn
        };
        // Only placements that the board has named as legal come here.
        let _ = self.board.lay(placement);
        self.field = self.field.after(placement);
        self.to_move = roles.after(self.to_move);
    }

    /// What a party can expect of this between two turns, when so many tiles are left to be drawn, and what that is worth from
    /// 0 to 1.
    pub(super) fn expect(&self, roles: &Roles, party: Party, left: usize) -> (Expectation, f32) {
        let no_hands = roles.rules.last_tiles == LastTiles::Left || self.hands.iter().all(Option::is_none);
        if left == 0 && no_hands {
            self.ended(roles, party)
        } else {
            let expectation = expect(&self.field, roles, party, roles.party(self.to_move));
            (expectation, expectation.chance)
        }
    }

    /// The same where it is known which kinds may come next: the game may end with them.
    pub(super) fn expect_next(
        &self,
        roles: &Roles,
        party: Party,
        left: usize,
        next: &Kinds,
    ) -> (Expectation, f32) {
        let goes_on = self.expect(roles, party, left);
        let risk = self.risk(roles, next);
        if risk > 0.0 {
            mixed(goes_on, self.ended(roles, party), risk)
        } else {
            goes_on
        }
    }

    /// What a play is worth that has led here, and no further because it is long enough.
    pub(super) fn left_off(
        &self,
        roles: &Roles,
        party: Party,
        left: usize,
        next: &Kinds,
    ) -> (Expectation, f32) {
        let (expectation, worth) = self.expect_next(roles, party, left, next);
        let Some(caution) = roles.caution(party).filter(|_| left > 0) else {
            return (expectation, worth);
        };
        let danger = caution.danger(&self.field);
        (expectation, worth + danger * (self.ended(roles, party).1 - worth))
    }

    /// What a party can expect when the game is over, and what that is worth.
    pub(super) fn ended(&self, roles: &Roles, party: Party) -> (Expectation, f32) {
        let score = Score::of(self.field.points, roles, party);
        let dreaded = match roles.caution(party) {
            Some(caution) if !score.is_won() => caution.cost(),
            _ => 0.0,
        };
        (score.expectation(), score.worth() - dreaded)
    }

    /// What that is worth, as of [`expect`](Self::expect).
    pub(super) fn worth(&self, roles: &Roles, party: Party, left: usize) -> f32 {
        self.expect(roles, party, left).1
    }
}

/// An order in which the tiles might come, if players draw here and there; after the tile from `lane` if one is named.
pub(super) fn imagine_coming(sight: &Sight, lane: Option<Lane>, rng: &mut ChaCha8Rng) -> Vec<Tile> {
    match sight.imagine_stock(Seed(rng.next_u64())) {
        Stock::Stacks(supply) => {
            let mut lanes = Lane::ALL.map(|lane| supply.order(lane).map(Mouths::tile));
            let mut out = Vec::with_capacity(supply.len());
            let mut words = 0_u64;
            if let Some(lane) = lane {
                out.extend(lanes[lane as usize].next());
            }
            while out.len() < supply.len() {
                if out.len() % 64 == 0 || words == 0 {
                    words = rng.next_u64() | 1 << 63;
                }
                let side = (words & 1) as usize;
                words >>= 1;
                let tile = lanes[side].next();
                out.extend(tile.or_else(|| lanes[1 - side].next()));
            }
            out
        }
        Stock::Spread(spread) => {
            let mut out: Vec<Tile> = spread.order().flatten().collect();
            shuffle(&mut out, rng);
            out
        }
        Stock::Table => {
            let mut out: Vec<Tile> = Tile::all()
                .flat_map(|tile| std::iter::repeat_n(tile, sight.seen().left(tile)))
                .collect();
            shuffle(&mut out, rng);
            out.truncate(sight.left());
            out
        }
    }
}

/// A number less than `bound`, which is at least 1.
pub(super) fn below(rng: &mut ChaCha8Rng, bound: usize) -> usize {
    // With a word of 64 bits no number is noticeably more likely than another.
    ((u128::from(rng.next_u64()) * bound as u128) >> 64) as usize
}

fn shuffle<T>(items: &mut [T], rng: &mut ChaCha8Rng) {
    for last in (1..items.len()).rev() {
        items.swap(last, below(rng, last + 1));
    }
}
