//! Games of any variant, played as the bytes say: what is legal is accepted, all else refused without a change.

use std::collections::HashSet;

use tayu_core::record::MOST_MOVES;
use tayu_core::{
    Beginner, Bid, Draw, FirstBid, FirstPlayer, Game, GameSetup, Lane, LastTiles, Mouths, Move, NoPlace,
    Notice, Phase, Placement, ProEnd, Record, Rules, Seat, Seed, Spot, Spread, SpreadPlace, Stock, Supply,
    Ties, Tile, TileSource,
};

use super::record;

/// Tiles of a set.
const SET: usize = 112;

/// Checks a game.
pub fn check(data: &[u8]) {
    let mut bytes = Bytes(data);
    // Records take longer than the game itself.
    let recorded = bytes.below(8) == 0;
    let Some(setup) = setup(&mut bytes) else { return };
    let mut game = Game::new(setup);
    while let Some(byte) = bytes.next() {
        let legal = game.legal_moves();
        // The phase tells, so that this is not true of itself.
        assert_eq!(legal.is_empty(), matches!(game.phase(), Phase::Over(_)));
        if byte < 208 {
            // Most bytes move the game on.
            let Some(&action) = legal.get(bytes.below(legal.len())) else {
                break;
            };
            game.play(action).unwrap();
            counts_add_up(&game);
        } else if byte < 252 {
            let action = any_move(&mut bytes);
            attempt(&game, action, legal.contains(&action));
        } else {
            all_legal(&game, &legal);
        }
    }
    all_legal(&game, &game.legal_moves());
    replays(&game);
    if recorded && game.played().len() <= MOST_MOVES {
        record::sound(&Record::with_supply(&game, false));
    }
}

/// Makes a move that is or is not legal in a copy of the game.
fn attempt(game: &Game, action: Move, is_legal: bool) {
    let mut tried = game.clone();
    match tried.play(action) {
        Ok(()) => assert!(is_legal, "{action} was accepted"),
        Err(error) => {
            assert!(!is_legal, "{action} was refused: {error}");
            assert_eq!(tried, *game, "{action} was refused and changed the game");
            assert!(!error.to_string().is_empty());
        }
    }
}

fn all_legal(game: &Game, legal: &[Move]) {
    let mut once = HashSet::new();
    for &action in legal {
        assert!(once.insert(action), "{action} is there twice");
        attempt(game, action, true);
    }
}

fn counts_add_up(game: &Game) {
    let seen: usize = Tile::all().map(|tile| game.seen().of(tile)).sum();
    assert_eq!(seen, game.drawn_tiles().count());
    assert!(game.seen().overdrawn().next().is_none());
    if !matches!(
        game.setup().source(),
        TileSource::GivenStacks(_) | TileSource::GivenSpread(_)
    ) {
        assert_eq!(seen + game.left(), SET);
    }
    if let Phase::ToLay(choice) = game.phase() {
        assert!(choice.tiles().next().is_some(), "nothing to lay");
    }
    // Every tile that came lies somewhere.
    let in_hands = game
        .setup()
        .players()
        .seats()
        .filter(|&seat| game.hand(seat).is_some())
        .count();
    let drawn = match game.phase() {
        Phase::ToLay(choice) => usize::from(choice.drawn.is_some()),
        _ => 0,
    };
    let laid = game.position().placements().len();
    assert_eq!(laid + game.set_aside().len() + in_hands + drawn, seen);
}

fn replays(game: &Game) {
    let mut again = Game::new(game.setup().clone());
    for action in game.moves() {
        again.play(action).unwrap();
    }
    assert_eq!(again, *game);
    // Only a supply that was given can run out while a table still has tiles of a set.
    if game.left() > 0 {
        let told = game.without_supply();
        assert_eq!(*told.stock(), Stock::Table);
        assert_eq!((told.position(), told.phase()), (game.position(), game.phase()));
        assert_eq!(told.to_move(), game.to_move());
        assert_eq!(told.played().len(), game.played().len());
    }
    assert_eq!(
        game.why_no_place().is_some(),
        game.outcome()
            .is_some_and(|outcome| { matches!(outcome.reason, tayu_core::EndReason::NoPlace { .. }) })
    );
}

/// Any setup that can be. Given supplies hold what the bytes say, from nothing to all.
fn setup(bytes: &mut Bytes<'_>) -> Option<GameSetup> {
    let seats = 2 + bytes.below(3);
    let names = (1..=seats).map(|n| format!("Player {n}")).collect();
    let rules = Rules {
        pro: bytes.below(2) == 1,
        beginner: bytes.of(Beginner::ALL),
        first_bid: bytes.of(FirstBid::ALL),
        lowest_bid: Bid::new(1 + u32::try_from(bytes.below(30)).unwrap())?,
        ties: bytes.of(Ties::ALL),
        no_place: bytes.of(NoPlace::ALL),
        notice: bytes.of(Notice::ALL),
        pro_end: bytes.of(ProEnd::ALL),
        last_tiles: bytes.of(LastTiles::ALL),
    };
    let first = Seat::new(bytes.below(seats + 1)).map_or(FirstPlayer::Lot, FirstPlayer::Chosen);
    let kind = bytes.below(5);
    let seed = Seed(bytes.number() << 8 | bytes.number());
    let source = match kind {
        0 => TileSource::Stacks(seed),
        1 => TileSource::Spread(seed),
        2 => {
            let whole = Supply::shuffled(seed);
            let mut lane = |lane| -> Vec<Mouths> { whole.order(lane).take(bytes.below(57)).collect() };
            let (left, right) = (lane(Lane::Left), lane(Lane::Right));
            TileSource::GivenStacks(Supply::from_order(&left, &right).unwrap())
        }
        3 => {
            let (every, most) = (1 + bytes.below(5), bytes.below(SET + 1));
            let places: Vec<Option<Tile>> = (Spread::shuffled(seed).order().enumerate())
                .map(|(n, tile)| tile.filter(|_| n % every == 0))
                .take(most)
                .collect();
            TileSource::GivenSpread(Spread::from_places(&places).unwrap())
        }
        _ => TileSource::Table,
    };
    // Without a seed there are no lots.
    GameSetup::new(names, first, rules, source).ok()
}

fn any_move(bytes: &mut Bytes<'_>) -> Move {
    match bytes.below(8) {
        0 => Move::Bid(Bid::new(1 + u32::try_from(bytes.number() % 999).unwrap()).unwrap_or(Bid::ONE)),
        1 => Move::Pass,
        2 => Move::Nowhere,
        3 => Move::Talked,
        4 => Move::Draw(Draw::Lane(bytes.of(&Lane::ALL))),
        5 => Move::Draw(Draw::Place(SpreadPlace::new(1 + bytes.below(SET)).unwrap())),
        6 => Move::Draw(Draw::Tile(any_mouths(bytes).tile())),
        _ => {
            let spot = usize::try_from(bytes.number()).unwrap() % Spot::all().len();
            Move::Lay(Placement::new(Spot::all().nth(spot).unwrap(), any_mouths(bytes)))
        }
    }
}

fn any_mouths(bytes: &mut Bytes<'_>) -> Mouths {
    let byte = bytes.below(56);
    Tile::all().nth(byte / 2).unwrap().readings()[byte % 2]
}

/// Bytes that decide; nothing but zeros once they are used up.
struct Bytes<'a>(&'a [u8]);

impl Bytes<'_> {
    fn next(&mut self) -> Option<u8> {
        let (&byte, rest) = self.0.split_first()?;
        self.0 = rest;
        Some(byte)
    }

    /// A number less than `bound`, or 0.
    fn below(&mut self, bound: usize) -> usize {
        let byte = self.next().unwrap_or_default();
        usize::from(byte) % bound.max(1)
    }

    /// A number of two bytes.
    fn number(&mut self) -> u64 {
        let bytes = [self.next().unwrap_or_default(), self.next().unwrap_or_default()];
        u16::from_be_bytes(bytes).into()
    }

    fn of<T: Copy>(&mut self, items: &[T]) -> T {
        items[self.below(items.len())]
    }
}
