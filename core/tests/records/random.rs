//! Games of random play under random rules.

use proptest::prelude::*;
use proptest::sample::{Index, select};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};
use tayu_core::{
    Beginner, Bid, FirstBid, FirstPlayer, Game, GameSetup, Lane, LastTiles, Mouths, Move, NoPlace, Notice,
    ProEnd, Rules, Seat, Seed, Spread, Supply, Ties, Tile, TileSource,
};

/// Every rule with every value.
pub(crate) fn rules() -> impl Strategy<Value = Rules> {
    let bid = (1..20_u32).prop_map(|points| Bid::new(points).unwrap());
    let auction = (select(Beginner::ALL), select(FirstBid::ALL), bid);
    let ends = (
        select(Ties::ALL),
        select(NoPlace::ALL),
        select(Notice::ALL),
        select(ProEnd::ALL),
        select(LastTiles::ALL),
    );
    (any::<bool>(), auction, ends).prop_map(
        |(pro, (beginner, first_bid, lowest_bid), (ties, no_place, notice, pro_end, last_tiles))| Rules {
            pro,
            beginner,
            first_bid,
            lowest_bid,
            ties,
            no_place,
            notice,
            pro_end,
            last_tiles,
        },
    )
}

/// Every source of tiles; of given tiles sometimes only a few are left.
pub(crate) fn source() -> impl Strategy<Value = TileSource> {
    let left = prop_oneof![Just(112), 0..12_usize];
    (0..5, any::<u64>(), left).prop_map(|(kind, seed, left)| {
        let seed = Seed(seed);
        let supply = Supply::shuffled(seed);
        let lane = |lane| -> Vec<Mouths> { supply.order(lane).take(left).collect() };
        match kind {
            0 => TileSource::Stacks(seed),
            1 => TileSource::Spread(seed),
            2 => TileSource::GivenStacks(Supply::from_order(&lane(Lane::Left), &lane(Lane::Right)).unwrap()),
            3 => {
                let tiles: Vec<Option<Tile>> = (Spread::shuffled(seed).order().enumerate())
                    .map(|(n, tile)| tile.filter(|_| left == 112 || n % 10 == 3 && n < left * 10))
                    .collect();
                TileSource::GivenSpread(Spread::from_places(&tiles).unwrap())
            }
            _ => TileSource::Table,
        }
    })
}

/// A setup of any variant.
pub(crate) fn setup() -> impl Strategy<Value = GameSetup> {
    let name = prop_oneof![
        "[A-Za-zü .:,()#0-9-]{1,12}",
        Just(String::new()),
        Just("a".repeat(100))
    ];
    (
        prop::collection::vec(name, 2..=4),
        prop::option::of(any::<Index>()),
        rules(),
        source(),
    )
        .prop_map(|(names, first, mut rules, source)| {
            let names: Vec<String> = (names.iter())
                .map(|name| name.split_whitespace().collect::<Vec<_>>().join(" "))
                .collect();
            let seats = names.len();
            let seat = |index: Index| FirstPlayer::Chosen(Seat::new(index.index(seats) + 1).unwrap());
            let mut first = first.map_or(FirstPlayer::Lot, seat);
            if source.seed().is_none() {
                if first == FirstPlayer::Lot {
                    first = FirstPlayer::Chosen(Seat::new(1).unwrap());
                }
                if rules.beginner == Beginner::Lot {
                    rules.beginner = Beginner::Right;
                }
            }
            GameSetup::new(names, first, rules, source).unwrap()
        })
}

/// Plays at random, at most so many moves. Penalties and bids are rarer than among the legal moves, so that games
/// come to an end.
pub(crate) fn play(setup: &GameSetup, seed: u64, most: usize) -> Game {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let mut game = Game::new(setup.clone());
    for _ in 0..most {
        let mut legal = game.legal_moves();
        if legal.contains(&Move::Talked) && rng.next_u32() % 8 != 0 {
            legal.retain(|action| *action != Move::Talked);
        } else if legal.contains(&Move::Talked) {
            legal = vec![Move::Talked];
        }
        if legal.contains(&Move::Pass) && rng.next_u32() % 2 == 0 {
            legal = vec![Move::Pass];
        }
        if legal.is_empty() {
            break;
        }
        game.play(legal[rng.next_u32() as usize % legal.len()]).unwrap();
    }
    game
}

/// A game of any variant, cut at any moment or played to its end.
pub(crate) fn game() -> impl Strategy<Value = Game> {
    let most = prop_oneof![Just(2_000_usize), 0..300_usize, 0..12_usize];
    (setup(), any::<u64>(), most).prop_map(|(setup, seed, most)| play(&setup, seed, most))
}
