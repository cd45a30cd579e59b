//! The supply: what a seed gives, what may be seen, and that nothing else can be.

// Helpers of tests may stop a test as the tests themselves may.
#![allow(clippy::unwrap_used, clippy::panic)]

use std::collections::BTreeMap;

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};
use serde::Deserialize;
use tayu_core::supply::{LANE_TILES, STACK_HEIGHT};
use tayu_core::tile::TileCounts;
use tayu_core::{
    Depth, Exit, FirstPlayer, Game, GameSetup, Height, Lane, Mouths, Rules, Seed, SeenTile, Supply,
    SupplyError, Tile, TileSource,
};

fn mouths(texts: &[String]) -> Vec<Mouths> {
    texts.iter().map(|t| t.parse().unwrap()).collect()
}

/// A full set in random order, each tile lying at random: the left lane and the right one.
fn random_order(rng: &mut ChaCha8Rng) -> [Vec<Mouths>; 2] {
    let mut bag: Vec<Tile> = Tile::all().flat_map(|t| [t; 4]).collect();
    let mut next = || {
        let tile = bag.swap_remove(rng.next_u32() as usize % bag.len());
        tile.readings()[rng.next_u32() as usize % 2]
    };
    [(); 2].map(|()| (0..LANE_TILES).map(|_| next()).collect())
}

fn supply([left, right]: &[Vec<Mouths>; 2]) -> Supply {
    Supply::from_order(left, right).unwrap()
}

/// Takes a random number of tiles from the front of each lane.
fn draw_some(order: &mut [Vec<Mouths>; 2], rng: &mut ChaCha8Rng) {
    for lane in order {
        let drawn = rng.next_u32() as usize % (lane.len() + 1);
        lane.drain(..drawn);
    }
}

#[derive(Deserialize)]
struct Known {
    seed: u64,
    lot: String,
    left: Vec<String>,
    right: Vec<String>,
}

#[test]
fn seeds_give_the_supplies_that_the_docs_describe() {
    let known: Vec<Known> = serde_json::from_str(include_str!("data/supplies.json")).unwrap();
    assert_eq!(known.len(), 3);
    for known in known {
        let expected = supply(&[mouths(&known.left), mouths(&known.right)]);
        // `==` rather than assert_eq: a supply doesn't print its tiles.
        assert!(
            Supply::shuffled(Seed(known.seed)) == expected,
            "seed {}",
            known.seed
        );
        let names = vec![String::new(); 2];
        let source = TileSource::Stacks(Seed(known.seed));
        let setup = GameSetup::new(names, FirstPlayer::Lot, Rules::default(), source).unwrap();
        let first = setup.first_player();
        let party = Game::new(setup).party(first).unwrap();
        assert_eq!(party.to_string(), known.lot);
    }
}

#[test]
fn every_tile_is_drawn_once_and_lanes_run_out_apart() {
    for seed in 0..20 {
        let mut supply = Supply::shuffled(Seed(seed));
        let mut drawn = TileCounts::default();
        for lane in [Lane::Right, Lane::Left] {
            for n in 0..LANE_TILES {
                assert_eq!(supply.left_in(lane), LANE_TILES - n);
                let front = supply.front(lane).unwrap();
                assert_eq!(front.number(), n / STACK_HEIGHT + 1);
                assert_eq!(supply.stack_height(lane, front), STACK_HEIGHT - n % STACK_HEIGHT);
                let stacks: usize = Depth::all().map(|d| supply.stack_height(lane, d)).sum();
                assert_eq!(stacks, LANE_TILES - n);
                let seen = *supply.view().next(lane).unwrap();
                let tile = supply.draw(lane).unwrap();
                assert_eq!(seen.ring, Some(tile.has_ring()));
                assert!(seen.could_be(tile));
                drawn.add(tile);
            }
            assert_eq!((supply.draw(lane), supply.front(lane)), (None, None));
            assert_eq!(supply.view().next(lane), None);
        }
        assert!(supply.is_empty());
        assert!(supply.view().tiles().is_empty());
        assert!(Tile::all().all(|t| drawn.of(t) == 4), "{drawn:?}");
    }
}

#[test]
fn seeds_differ_and_tiles_lie_either_way() {
    let supplies: Vec<Supply> = (0..50).map(|n| Supply::shuffled(Seed(n))).collect();
    for (n, supply) in supplies.iter().enumerate() {
        assert!(*supply == Supply::shuffled(Seed(n as u64)));
        assert!(!supplies[..n].contains(supply));
    }
    // The front of a tile tells how 123 lies: all mouths or none.
    let fronts: Vec<[bool; 3]> = (supplies.iter())
        .flat_map(|s| s.view().tiles().to_vec())
        .filter_map(|t| Some([t.front[0]?, t.front[1]?, t.front[2]?]))
        .collect();
    for exit in 0..3 {
        let open = fronts.iter().filter(|f| f[exit]).count();
        assert!(
            (fronts.len() / 4..fronts.len() / 2).contains(&open),
            "{open} of {}",
            fronts.len()
        );
    }
}

#[test]
fn an_order_comes_back_as_it_was_given() {
    let mut rng = ChaCha8Rng::seed_from_u64(1);
    let order = random_order(&mut rng);
    let mut supply = supply(&order);
    for n in 0..LANE_TILES {
        for (lane, tiles) in Lane::ALL.into_iter().zip(&order) {
            assert_eq!(supply.draw(lane), Some(tiles[n].tile()));
        }
    }
}

#[test]
fn what_is_no_supply_is_named() {
    let mut rng = ChaCha8Rng::seed_from_u64(2);
    let [left, right] = random_order(&mut rng);
    let mut long = left.clone();
    long.push(right[0]);
    assert_eq!(
        Supply::from_order(&long, &[]),
        Err(SupplyError::LaneTooLong {
            lane: Lane::Left,
            count: 57
        })
    );
    let tile: Tile = "123".parse().unwrap();
    let five = [tile.readings()[0], tile.readings()[1]].repeat(3);
    assert_eq!(
        Supply::from_order(&five, &[]),
        Err(SupplyError::TooMany { tile, count: 6 })
    );
}

/// Where every tile that is left stands and how it lies.
type Places = BTreeMap<(usize, usize, usize), Mouths>;

/// Stands the tiles as the rules say: stack 8 is the last to be drawn from, and its bottom the last of all.
fn places(order: &[Vec<Mouths>; 2]) -> Places {
    let mut places = Places::new();
    for (lane, tiles) in order.iter().enumerate() {
        let mut waiting = tiles.iter().rev();
        for depth in (1..=8).rev() {
            for height in 1..=7 {
                if let Some(&tile) = waiting.next() {
                    places.insert((lane, depth, height), tile);
                }
            }
        }
    }
    places
}

/// What a person at the front sees, straight from the rules.
fn seen(places: &Places, place @ (lane, depth, height): (usize, usize, usize)) -> SeenTile {
    let text = places[&place].to_string();
    let mouth = |exit: char| text.contains(exit);
    let free = |place| !places.contains_key(&place);
    SeenTile {
        lane: Lane::ALL[lane],
        depth: Depth::new(depth).unwrap(),
        height: Height::new(height).unwrap(),
        ring: free((lane, depth, height + 1)).then(|| places[&place].tile().has_ring()),
        front: ['1', '2', '3'].map(|exit| free((lane, depth - 1, height)).then(|| mouth(exit))),
        back: ['7', '6', '5'].map(|exit| free((lane, depth + 1, height)).then(|| mouth(exit))),
        left_end: (lane == 0 || free((0, depth, height))).then(|| mouth('8')),
        right_end: (lane == 1 || free((1, depth, height))).then(|| mouth('4')),
    }
}

#[test]
fn the_view_shows_what_nothing_stands_against() {
    let mut rng = ChaCha8Rng::seed_from_u64(3);
    for round in 0..300 {
        let mut order = random_order(&mut rng);
        if round > 0 {
            draw_some(&mut order, &mut rng);
        }
        let places = places(&order);
        let expected: Vec<SeenTile> = places.keys().map(|&place| seen(&places, place)).collect();
        let view = supply(&order).view();
        assert_eq!(view.tiles(), expected);
        for tile in &expected {
            assert_eq!(view.tile(tile.lane, tile.depth, tile.height), Some(tile));
        }
    }
}

#[test]
fn a_full_supply_hides_most_of_it() {
    let view = Supply::shuffled(Seed(4)).view();
    let count = |shows: fn(&SeenTile) -> bool| view.tiles().iter().filter(|t| shows(t)).count();
    assert_eq!(view.tiles().len(), 112);
    assert_eq!(count(|t| t.ring.is_some()), 16);
    assert_eq!(count(|t| t.front.iter().all(Option::is_some)), 14);
    assert_eq!(count(|t| t.back.iter().any(Option::is_some)), 14);
    assert_eq!(count(|t| t.left_end.is_some()), 56);
    assert_eq!(count(|t| t.right_end.is_some()), 56);
}

/// Swapping two tiles, turned or not, shows exactly if it changes a side that is seen.
#[test]
fn what_is_hidden_cannot_be_told_from_the_view() {
    let mut rng = ChaCha8Rng::seed_from_u64(5);
    let (mut equal, mut different) = (0, 0);
    for _ in 0..100 {
        let mut order = random_order(&mut rng);
        draw_some(&mut order, &mut rng);
        let view = supply(&order).view();
        let before = places(&order);
        for _ in 0..100 {
            if before.len() < 2 {
                break;
            }
            let mut swapped = order.clone();
            let mut any = || {
                let lane = rng.next_u32() as usize % 2;
                let lane = if order[lane].is_empty() { 1 - lane } else { lane };
                (
                    lane,
                    rng.next_u32() as usize % order[lane].len(),
                    rng.next_u32() % 2 == 1,
                )
            };
            let (a, b) = (any(), any());
            swapped[a.0][a.1] = order[b.0][b.1];
            swapped[b.0][b.1] = order[a.0][a.1];
            for (lane, n, turn) in [a, b] {
                if turn {
                    swapped[lane][n] = swapped[lane][n].half_turn();
                }
            }
            let after = places(&swapped);
            let looks_alike = before
                .keys()
                .all(|&place| seen(&before, place) == seen(&after, place));
            assert_eq!(supply(&swapped).view() == view, looks_alike);
            if looks_alike && swapped != order {
                equal += 1;
            } else if !looks_alike {
                different += 1;
            }
        }
    }
    assert!(equal > 500 && different > 500, "{equal} {different}");
}

#[test]
fn a_supply_prints_no_tiles() {
    assert_eq!(
        format!("{:?}", Supply::shuffled(Seed(6))),
        "Supply { left: 56, right: 56 }"
    );
}

#[test]
fn could_be_agrees_with_every_lie_of_every_tile() {
    for depth_free in [false, true] {
        for mouths in Tile::all().flat_map(Tile::readings) {
            let shows = |e: usize| mouths.contains(Exit::ALL[e - 1]);
            let seen = SeenTile {
                lane: Lane::Left,
                depth: Depth::new(1).unwrap(),
                height: Height::new(1).unwrap(),
                ring: Some(mouths.tile().has_ring()),
                front: [1, 2, 3].map(|exit| Some(shows(exit))),
                back: [7, 6, 5].map(|exit| depth_free.then(|| shows(exit))),
                left_end: Some(shows(8)),
                right_end: depth_free.then(|| shows(4)),
            };
            let kinds: Vec<Tile> = Tile::all().filter(|&t| seen.could_be(t)).collect();
            assert!(kinds.contains(&mouths.tile()));
            // All eight exits are one kind; five leave several, but not all.
            assert!(
                if depth_free {
                    kinds.len() == 1
                } else {
                    kinds.len() < 28
                },
                "{kinds:?}"
            );
        }
    }
}
