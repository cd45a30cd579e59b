//! Where the tiles come from: stacks, spread tiles, given ones, or a table elsewhere; and lots.

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};
use tayu_core::{
    Beginner, Draw, FirstPlayer, Game, GameSetup, Lane, Move, MoveError, NoPlace, Phase, Rules, Seed, Spread,
    SpreadPlace, Stock, Supply, TableError, Tile, TileSource,
};

use crate::tables::{elsewhere, now, offers, play, pro, refused, seat, setup, tile, tiles, with_spread};

fn seat_1() -> FirstPlayer {
    FirstPlayer::Chosen(seat(1))
}

fn names(count: usize) -> Vec<String> {
    vec!["Ada".to_owned(); count]
}

/// Sources without a seed.
fn unseeded() -> [TileSource; 3] {
    [
        TileSource::GivenStacks(Supply::from_order(&[], &[]).unwrap()),
        TileSource::GivenSpread(Spread::from_order(&tiles("147 138")).unwrap()),
        TileSource::Table,
    ]
}

fn other_supply(draw: &str) -> MoveError {
    MoveError::OtherSupply(draw.parse().unwrap())
}

#[test]
fn elsewhere_any_kind_may_come_four_times() {
    let mut game = elsewhere(2, Rules::default());
    assert_eq!(game.stock(), &Stock::Table);
    assert_eq!(game.left(), 112);
    let kinds: Vec<String> = Tile::all().map(|kind| format!("draw {kind}")).collect();
    assert_eq!(offers(&game), kinds);
    for draw in ["left", "#1"] {
        assert_eq!(refused(&game, &format!("draw {draw}")), other_supply(draw));
    }
    for (n, lay) in ["i10-148", "i13|148", "i16|148", "i19|148"]
        .into_iter()
        .enumerate()
    {
        play(&mut game, &format!("draw 148, {lay}"));
        assert_eq!(game.left(), 111 - n);
    }
    assert_eq!(refused(&game, "draw 148"), MoveError::NoneLeft(tile("148")));
    assert_eq!(offers(&game).len(), 27);
    // Named by its other reading it is the same tile.
    assert_eq!("draw 458".parse::<Move>().unwrap().to_string(), "draw 148");
    assert_eq!(refused(&game, "draw 458"), MoveError::NoneLeft(tile("148")));
}

#[test]
fn elsewhere_the_set_may_come_to_its_end() {
    let rules = Rules {
        no_place: NoPlace::Again,
        ..Rules::default()
    };
    let mut game = elsewhere(2, rules);
    while let Some(&action) = game.legal_moves().first() {
        game.play(action).unwrap();
    }
    assert_eq!((game.left(), game.drawn_tiles().count()), (0, 112));
    assert_eq!(game.position().placements().len() + game.set_aside().len(), 112);
    assert_eq!(game.set_aside().last().copied(), Tile::all().last());
}

#[test]
fn any_of_the_spread_tiles_may_be_drawn_once() {
    let mut game = with_spread(2, Rules::default(), "147 138 145 148");
    assert_eq!(offers(&game), ["draw #1", "draw #2", "draw #3", "draw #4"]);
    for draw in ["left", "right", "147"] {
        assert_eq!(refused(&game, &format!("draw {draw}")), other_supply(draw));
    }
    play(&mut game, "draw #3");
    assert_eq!(now(&game), (1, "145+".to_owned()));
    play(&mut game, "i10-145");
    // The others stay where they are.
    assert_eq!(offers(&game), ["draw #1", "draw #2", "draw #4"]);
    for gone in [3, 5, 112] {
        let place = SpreadPlace::new(gone).unwrap();
        assert_eq!(
            refused(&game, &format!("draw {place}")),
            MoveError::PlaceEmpty(place)
        );
    }
    play(&mut game, "draw #1");
    assert_eq!(now(&game), (2, "147+".to_owned()));
    let Stock::Spread(spread) = game.stock() else {
        panic!("{:?}", game.stock());
    };
    let rings: Vec<_> = spread
        .rings()
        .map(|(place, ring)| (place.number(), ring))
        .collect();
    assert_eq!(rings, [(2, tile("138").has_ring()), (4, tile("148").has_ring())]);
}

#[test]
fn spread_tiles_are_shuffled_as_the_stacks_are() {
    for seed in [Seed(0), Seed(1), Seed(u64::MAX)] {
        let stacks = Supply::shuffled(seed);
        let order = Lane::ALL.into_iter().flat_map(|lane| stacks.order(lane));
        let mut spread = Spread::shuffled(seed);
        for (place, mouths) in SpreadPlace::all().zip(order) {
            assert_eq!(spread.draw(place), Some(mouths.tile()));
        }
        assert!(spread.is_empty());
    }
}

#[test]
fn given_stacks_are_drawn_lane_by_lane() {
    let lies = |text: &str| {
        text.split_whitespace()
            .map(|t| t.parse().unwrap())
            .collect::<Vec<_>>()
    };
    let supply = Supply::from_order(&lies("147 138"), &lies("145 148")).unwrap();
    let mut game = Game::new(setup(
        2,
        seat_1(),
        Rules::default(),
        TileSource::GivenStacks(supply),
    ));
    assert_eq!(
        (offers(&game), game.left()),
        (vec!["draw left".to_owned(), "draw right".to_owned()], 4)
    );
    for draw in ["#1", "147"] {
        assert_eq!(refused(&game, &format!("draw {draw}")), other_supply(draw));
    }
    play(&mut game, "draw right, i10-145, draw right");
    assert_eq!(now(&game), (2, "148+".to_owned()));
    let lay = offers(&game)[0].clone();
    play(&mut game, &lay);
    assert_eq!(refused(&game, "draw right"), MoveError::LaneEmpty(Lane::Right));
    assert_eq!(offers(&game), ["draw left"]);
}

#[test]
fn no_lot_without_a_seed() {
    let lot = Rules {
        beginner: Beginner::Lot,
        ..Rules::default()
    };
    for source in unseeded() {
        for players in [2, 3, 4] {
            let by_lot = GameSetup::new(names(players), FirstPlayer::Lot, Rules::default(), source.clone());
            assert_eq!(by_lot, Err(TableError::NoLot));
            // Who begins beside the spoilsport is nothing to two or four.
            let beginner = GameSetup::new(names(players), seat_1(), lot, source.clone());
            assert_eq!(beginner.is_err(), players == 3);
        }
        assert_eq!(
            GameSetup::new(names(3), seat_1(), lot, source.clone()),
            Err(TableError::NoLot)
        );
        assert_eq!(source.seed(), None);
    }
    for source in [TileSource::Stacks(Seed(7)), TileSource::Spread(Seed(7))] {
        assert_eq!(source.seed(), Some(Seed(7)));
        assert!(GameSetup::new(names(3), FirstPlayer::Lot, lot, source).is_ok());
    }
}

#[test]
fn two_three_or_four_sit_at_the_table() {
    let with = |count, first| GameSetup::new(names(count), first, Rules::default(), TileSource::Table);
    for count in [0, 1, 5] {
        assert_eq!(with(count, seat_1()), Err(TableError::Names(count)));
    }
    for players in 2..=4 {
        for number in 1..=4 {
            let table = with(players, FirstPlayer::Chosen(seat(number)));
            assert_eq!(table.is_ok(), number <= players);
            if let Err(error) = table {
                let told = format!("seat {number} is to begin, but only {players} play");
                assert_eq!(error.to_string(), told);
            }
        }
        assert_eq!(
            with(players, seat_1()).unwrap().name(seat(4)),
            if players == 4 { "Ada" } else { "" }
        );
    }
}

/// A full game of any kind by lot, up to some point.
fn some_of_a_game(seed: u64) -> Game {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let mut below = |bound: usize| rng.next_u32() as usize % bound;
    let rules = Rules {
        beginner: Beginner::ALL[below(3)],
        no_place: NoPlace::ALL[below(2)],
        ..if below(2) == 0 { pro() } else { Rules::default() }
    };
    let source = [TileSource::Stacks(Seed(seed)), TileSource::Spread(Seed(seed))][below(2)].clone();
    let mut game = Game::new(setup(2 + below(3), FirstPlayer::Lot, rules, source));
    for _ in 0..below(300) {
        let legal = game.legal_moves();
        if legal.is_empty() {
            break;
        }
        game.play(legal[below(legal.len())]).unwrap();
    }
    game
}

#[test]
fn without_its_supply_a_game_is_the_same_as_far_as_it_went() {
    let mut over = 0;
    for seed in 0..300 {
        let game = some_of_a_game(seed);
        let told = game.without_supply();
        assert_eq!(
            (told.setup().source(), told.stock()),
            (&TileSource::Table, &Stock::Table)
        );
        assert_eq!(
            told.setup().first(),
            FirstPlayer::Chosen(game.setup().first_player())
        );
        assert_eq!(now(&told), now(&game));
        assert_eq!((told.phase(), told.position()), (game.phase(), game.position()));
        assert_eq!((told.seen(), told.set_aside()), (game.seen(), game.set_aside()));
        assert_eq!((told.left(), told.spoilsport()), (game.left(), game.spoilsport()));
        for seat in game.setup().players().seats() {
            assert_eq!(
                (told.hand(seat), told.party(seat)),
                (game.hand(seat), game.party(seat))
            );
        }
        assert_eq!(told.played().len(), game.played().len());
        for (there, here) in told.played().iter().zip(game.played()) {
            assert_eq!((there.seat, there.drawn), (here.seat, here.drawn));
            match here.drawn {
                Some(tile) => assert_eq!(there.action, Move::Draw(Draw::Tile(tile))),
                None => assert_eq!(there.action, here.action),
            }
        }
        if !matches!(game.phase(), Phase::ToDraw) {
            assert_eq!(told.legal_moves(), game.legal_moves());
        }
        // It is a record of its own, and telling it again changes nothing.
        let mut again = Game::new(told.setup().clone());
        told.moves().for_each(|action| again.play(action).unwrap());
        assert_eq!(again, told);
        assert_eq!(told.without_supply(), told);
        over += usize::from(game.outcome().is_some());
    }
    assert!((30..270).contains(&over), "{over}");
}

#[test]
fn without_a_supply_no_lot_is_left_over() {
    let lot = Rules {
        beginner: Beginner::Lot,
        ..Rules::default()
    };
    let full = setup(3, FirstPlayer::Lot, lot, TileSource::Stacks(Seed(3)));
    for known in [
        None,
        Some(Beginner::Left),
        Some(Beginner::Right),
        Some(Beginner::Lot),
    ] {
        let told = full.without_supply(known);
        let settled = if known == Some(Beginner::Right) {
            Beginner::Right
        } else {
            Beginner::Left
        };
        assert_eq!(told.rules().beginner, settled);
        // What it says can be said again.
        let names = told.names().to_vec();
        let again = GameSetup::new(names, told.first(), *told.rules(), told.source().clone());
        assert_eq!(again, Ok(told));
    }
}

#[test]
fn neither_games_nor_spread_tiles_print_what_is_hidden() {
    for source in [
        TileSource::GivenStacks(Supply::from_order(&["147".parse().unwrap()], &[]).unwrap()),
        TileSource::GivenSpread(Spread::from_order(&tiles("147")).unwrap()),
    ] {
        let game = Game::new(setup(2, seat_1(), Rules::default(), source));
        let printed = format!("{game:?}");
        assert!(!printed.contains("147"), "{printed}");
    }
}

#[test]
fn of_a_small_supply_a_table_keeps_what_a_full_set_allows() {
    // It ends for want of tiles, which a table doesn't know.
    let mut game = with_spread(2, Rules::default(), "147 138");
    play(&mut game, "draw #1, i10-147, draw #2, l10-138");
    assert!(game.outcome().is_some());
    let told = game.without_supply();
    assert_eq!(now(&told), (1, "draw".to_owned()));
    assert_eq!((told.position(), told.left()), (game.position(), 110));
}
