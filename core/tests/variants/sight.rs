//! What a person at the table may know, and nothing else; games imagined from that.

use std::collections::HashMap;

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};
use tayu_core::{
    Beginner, Draw, FirstPlayer, Game, Lane, Move, Phase, Rules, Seed, Spread, Stock, Supply, SupplySight,
    TileSource,
};

use crate::chance::{any, any_table, below};
use crate::tables::{elsewhere, pro, seat, setup, with_spread, with_tiles};

/// Plays some random moves.
fn play_on(game: &mut Game, rng: &mut ChaCha8Rng, moves: usize) {
    for _ in 0..moves {
        let moves = game.legal_moves();
        if moves.is_empty() {
            return;
        }
        game.play(any(rng, &moves)).unwrap();
    }
}

#[test]
fn an_imagined_game_looks_the_same_and_can_be_played_again() {
    let mut rng = ChaCha8Rng::seed_from_u64(1);
    let mut hidden_differs = 0;
    for round in 0..400 {
        let mut game = Game::new(any_table(round, &mut rng).0);
        let moves = below(&mut rng, 200);
        play_on(&mut game, &mut rng, moves);
        let sight = game.sight();
        let imagined = sight.imagine(Seed(round));
        if sight.is_lot_to_come() {
            assert_ne!(imagined.setup().rules().beginner, Beginner::Lot);
            continue;
        }
        assert!(imagined.sight() == sight, "{round}");
        assert_eq!(imagined.legal_moves(), game.legal_moves());
        assert_eq!(sight.legal_moves(), game.legal_moves());
        assert_eq!((sight.left(), imagined.left()), (game.left(), game.left()));
        assert_eq!(imagined.stock(), &sight.imagine_stock(Seed(round)));
        assert!(sight.imagine(Seed(round)) == imagined);
        hidden_differs += usize::from(imagined.stock() != game.stock());
        let mut again = Game::new(imagined.setup().clone());
        for action in imagined.moves() {
            again.play(action).unwrap();
        }
        assert!(again == imagined, "{round}");
    }
    assert!(hidden_differs > 100, "{hidden_differs}");
}

#[test]
fn what_is_hidden_makes_no_difference() {
    // The same tiles in two orders that look alike, however they are made: here by changing two that can't be told
    // apart.
    let mut rng = ChaCha8Rng::seed_from_u64(2);
    let mut changed = 0;
    for round in 0..60 {
        let mut game = Game::new(setup(
            2,
            FirstPlayer::Chosen(seat(1)),
            Rules::default(),
            TileSource::Stacks(Seed(round)),
        ));
        let moves = below(&mut rng, 60);
        play_on(&mut game, &mut rng, moves);
        let Stock::Stacks(supply) = game.stock() else {
            panic!("there are stacks");
        };
        let order = Lane::ALL.map(|lane| supply.order(lane).collect::<Vec<_>>());
        for _ in 0..200 {
            let mut other = order.clone();
            let lane = below(&mut rng, 2);
            let (a, b) = (
                below(&mut rng, order[lane].len().max(1)),
                below(&mut rng, order[lane].len().max(1)),
            );
            if order[lane].is_empty() {
                continue;
            }
            other[lane].swap(a, b);
            let other = Supply::from_order(&other[0], &other[1]).unwrap();
            if other == *supply || other.view() != supply.view() {
                continue;
            }
            changed += 1;
            let look_alike = |supply: &Supply| {
                let first = FirstPlayer::Chosen(seat(1));
                Game::new(setup(
                    2,
                    first,
                    Rules::default(),
                    TileSource::GivenStacks(supply.clone()),
                ))
                .sight()
            };
            assert_eq!(look_alike(&other), look_alike(supply));
        }
    }
    assert!(changed > 100, "{changed}");
}

#[test]
fn a_seed_a_supply_and_a_lot_to_come_are_not_in_it() {
    // Until the tops differ in what is seen, one seed's game can't be told from another's made to look like it.
    let rules = Rules {
        beginner: Beginner::Lot,
        ..Rules::default()
    };
    let sights: Vec<_> = (0..40)
        .map(|seed| {
            let first = FirstPlayer::Chosen(seat(2));
            Game::new(setup(3, first, rules, TileSource::Spread(Seed(seed)))).sight()
        })
        .collect();
    for sight in &sights {
        assert!(sight.is_lot_to_come());
        let text = format!("{sight:?}");
        assert!(
            text.contains("source: Table") && !text.contains("Seed("),
            "{text}"
        );
        let beginners: Vec<_> = (0..20)
            .map(|seed| sight.imagine(Seed(seed)).setup().rules().beginner)
            .collect();
        assert!(beginners.contains(&Beginner::Left) && beginners.contains(&Beginner::Right));
    }
    // Tiles of which nothing but the ring is seen.
    let tiles = |order| with_spread(2, Rules::default(), order).sight();
    assert_eq!(tiles("123 124 147"), tiles("124 123 147"));
    assert_ne!(tiles("123 124 147"), tiles("147 123 124"));
}

#[test]
fn all_that_is_on_the_table_is_in_it() {
    let mut game = with_tiles(2, pro(), "147 138 234 123 126 127");
    for action in ["draw left", "draw left", "draw left"] {
        game.play(action.parse().unwrap()).unwrap();
    }
    let sight = game.sight();
    assert_eq!(sight.phase(), game.phase());
    assert!(matches!(sight.phase(), Phase::ToLay(_)));
    assert_eq!(sight.hand(seat(2)), game.hand(seat(2)));
    assert_eq!(sight.played(), game.played());
    assert_eq!(sight.seen(), game.seen());
    assert_eq!(sight.party(seat(1)), game.party(seat(1)));
    assert_eq!((sight.left(), sight.supply().left_in(Lane::Left)), (3, 3));
    let table = elsewhere(4, Rules::default()).sight();
    assert_eq!(table.supply(), &SupplySight::Table { left: 112 });
    assert_eq!(table.legal_moves().len(), 28);
    assert_eq!(table.imagine(Seed(1)).sight(), table);
}

#[test]
fn orders_that_look_alike_are_about_equally_likely() {
    // Four tiles without rings and two with, one of each kind in the place of another: every order that agrees
    // with the rings comes about as often as the others.
    let mut counts: HashMap<String, usize> = HashMap::new();
    let set: Vec<_> = tayu_core::Tile::all().collect();
    let plain: Vec<_> = set.iter().filter(|t| !t.has_ring()).take(3).collect();
    // Everything else has come, so that three tiles are left.
    let mut game = elsewhere(
        2,
        Rules {
            no_place: tayu_core::NoPlace::Again,
            ..Rules::default()
        },
    );
    let mut rng = ChaCha8Rng::seed_from_u64(3);
    let mut left: Vec<_> = set.iter().flat_map(|t| [*t; 4]).collect();
    for tile in &plain {
        let at = left.iter().position(|t| t == *tile).unwrap();
        left.remove(at);
    }
    while let Phase::ToDraw = game.phase() {
        if left.is_empty() {
            break;
        }
        let tile = left.swap_remove(below(&mut rng, left.len()));
        game.play(Move::Draw(Draw::Tile(tile))).unwrap();
        if let Phase::ToLay(_) = game.phase() {
            let lays = game.legal_moves();
            game.play(any(&mut rng, &lays)).unwrap();
        }
    }
    assert_eq!(game.left(), 3);
    // The same on a spread supply.
    let mut places: Vec<_> = game.drawn_tiles().map(Some).collect();
    places.extend(plain.iter().map(|t| Some(**t)));
    let spread = Spread::from_places(&places).unwrap();
    let rules = *game.setup().rules();
    let mut same = Game::new(setup(
        2,
        FirstPlayer::Chosen(seat(1)),
        rules,
        TileSource::GivenSpread(spread),
    ));
    let mut at = 0;
    for action in game.moves().collect::<Vec<_>>() {
        let action = match action {
            Move::Draw(_) => {
                at += 1;
                format!("draw #{at}").parse().unwrap()
            }
            other => other,
        };
        same.play(action).unwrap();
    }
    let sight = same.sight();
    let rounds = 1200;
    for _ in 0..rounds {
        let Stock::Spread(spread) = sight.imagine_stock(Seed(rng.next_u64())) else {
            panic!("it is spread");
        };
        let order: Vec<String> = spread.order().flatten().map(|t| t.to_string()).collect();
        *counts.entry(order.join(" ")).or_default() += 1;
    }
    assert_eq!(counts.len(), 6, "{counts:?}");
    // 200 each; the deviation is 13.
    assert!(counts.values().all(|n| (130..270).contains(n)), "{counts:?}");
}
