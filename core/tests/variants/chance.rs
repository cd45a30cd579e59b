//! Tables and players of all kinds, by chance.

use rand_chacha::rand_core::{Rng, SeedableRng};
use rand_chacha::{ChaCha8Rng, ChaCha20Rng};
use tayu_core::{
    Beginner, Bid, FirstBid, FirstPlayer, Game, GameSetup, Lane, LastTiles, Mouths, Move, NoPlace, Notice,
    Placement, ProEnd, Rules, Seed, Spread, Supply, Ties, Tile, TileSource,
};

use crate::model::{Heap, Model};
use crate::tables::{seat, setup};

pub(crate) fn below(rng: &mut ChaCha8Rng, bound: usize) -> usize {
    rng.next_u32() as usize % bound
}

pub(crate) fn one_in(rng: &mut ChaCha8Rng, bound: usize) -> bool {
    below(rng, bound) == 0
}

pub(crate) fn any<T: Copy>(rng: &mut ChaCha8Rng, items: &[T]) -> T {
    items[below(rng, items.len())]
}

/// What a seed's stream says first: a number below the bound.
fn word(seed: u64, stream: u64, bound: u32) -> usize {
    let mut key = [0; 32];
    key[..8].copy_from_slice(&seed.to_le_bytes());
    let mut rng = ChaCha20Rng::from_seed(key);
    rng.set_stream(stream);
    (rng.next_u32() % bound) as usize
}

fn any_rules(rng: &mut ChaCha8Rng) -> Rules {
    Rules {
        pro: one_in(rng, 2),
        beginner: any(rng, Beginner::ALL),
        first_bid: any(rng, FirstBid::ALL),
        lowest_bid: Bid::new(any(rng, &[1, 1, 5, 20])).unwrap(),
        ties: any(rng, Ties::ALL),
        no_place: any(rng, NoPlace::ALL),
        notice: any(rng, Notice::ALL),
        pro_end: any(rng, ProEnd::ALL),
        last_tiles: any(rng, LastTiles::ALL),
    }
}

/// A few tiles of a set.
fn few(rng: &mut ChaCha8Rng) -> Vec<Tile> {
    let mut bag: Vec<Tile> = Tile::all().flat_map(|tile| [tile; 4]).collect();
    let count = below(rng, 20);
    (0..count)
        .map(|_| bag.swap_remove(below(rng, bag.len())))
        .collect()
}

fn lying(tiles: &[Tile]) -> Vec<Mouths> {
    tiles.iter().map(|tile| tile.readings()[0]).collect()
}

/// A game of any kind, and the model of it.
pub(crate) fn any_table(seed: u64, rng: &mut ChaCha8Rng) -> (GameSetup, Model) {
    let players = 2 + below(rng, 3);
    let mut rules = any_rules(rng);
    let full = |lane| {
        Supply::shuffled(Seed(seed))
            .order(lane)
            .map(Mouths::tile)
            .collect::<Vec<_>>()
    };
    let (source, heap) = match below(rng, 8) {
        0 | 1 => (
            TileSource::Stacks(Seed(seed)),
            Heap::Lanes([full(Lane::Left), full(Lane::Right)]),
        ),
        2 => {
            let places = [full(Lane::Left), full(Lane::Right)].concat();
            let places = places.into_iter().map(Some).collect();
            (TileSource::Spread(Seed(seed)), Heap::Places(places))
        }
        3..=5 => {
            let lanes = [few(rng), few(rng)];
            match Supply::from_order(&lying(&lanes[0]), &lying(&lanes[1])) {
                Ok(supply) => (TileSource::GivenStacks(supply), Heap::Lanes(lanes)),
                // More than four of a kind.
                Err(_) => (TileSource::Table, whole_set()),
            }
        }
        6 => {
            // Some places are empty already.
            let tiles = few(rng).into_iter();
            let places: Vec<_> = tiles.map(|tile| (!one_in(rng, 4)).then_some(tile)).collect();
            let spread = Spread::from_places(&places).unwrap();
            (TileSource::GivenSpread(spread), Heap::Places(places))
        }
        _ => (TileSource::Table, whole_set()),
    };
    let seeded = source.seed().is_some();
    if !seeded && rules.beginner == Beginner::Lot {
        rules.beginner = Beginner::Right;
    }
    let (first, begins) = if seeded && one_in(rng, 2) {
        (FirstPlayer::Lot, word(seed, 1, players as u32))
    } else {
        let chosen = below(rng, players);
        (FirstPlayer::Chosen(seat(chosen + 1)), chosen)
    };
    let mut settled = rules;
    if rules.beginner == Beginner::Lot {
        settled.beginner = [Beginner::Left, Beginner::Right][word(seed, 2, 2)];
    }
    let model = Model::new(players, settled, begins, heap);
    (setup(players, first, rules, source), model)
}

fn whole_set() -> Heap {
    Heap::Set(Tile::all().map(|tile| (tile, 4)).collect())
}

/// A player who lays so that few mouths stay open soon has no place, which others seldom see.
pub(crate) fn choose(game: &Game, options: &[Move], closing: bool, rng: &mut ChaCha8Rng) -> Move {
    let open = |placement: Placement| {
        let mut board = game.position().board().clone();
        board.lay(placement).unwrap();
        board.open_mouths().count()
    };
    match any(rng, options) {
        Move::Bid(_) if options.contains(&Move::Pass) && one_in(rng, 3) => Move::Pass,
        // Most results are low.
        Move::Bid(bid) if bid.get() > 30 && one_in(rng, 2) => {
            let low = options.len().min(1 + below(rng, 30));
            options[low - 1]
        }
        Move::Lay(_) | Move::Nowhere if options.contains(&Move::Talked) && one_in(rng, 8) => Move::Talked,
        Move::Lay(_) if closing => *(options.iter())
            .filter(|option| matches!(option, Move::Lay(_)))
            .min_by_key(|option| match option {
                Move::Lay(placement) => open(*placement),
                _ => usize::MAX,
            })
            .unwrap(),
        other => other,
    }
}
