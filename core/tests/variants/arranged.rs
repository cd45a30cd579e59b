//! Positions set by hand, what is said of the stacks, and play that goes on from what is seen.

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};
use tayu_core::{
    Arrangement, Draw, EndReason, Exit, FirstPlayer, Game, Lane, Mouths, Move, MoveError, Pair, Phase,
    Position, Rules, Seed, SeenTile, Setup, Sight, SightFault, Stock, Supply, SupplySight, SupplyView, Tile,
    TileCounts, TileSource,
};

use crate::chance::{any, any_table, below};
use crate::tables::{seat, setup};

fn tile(text: &str) -> Tile {
    text.parse().unwrap()
}

fn counts(tiles: &str) -> TileCounts {
    tiles.split_whitespace().map(tile).collect()
}

/// All tiles of a set but these.
fn all_but(tiles: &str) -> TileCounts {
    let left = counts(tiles);
    let mut out = TileCounts::default();
    Tile::all().for_each(|tile| out.set(tile, 4 - left.of(tile)));
    out
}

fn stacks(left: usize, right: usize) -> SupplyView {
    SupplyView::unseen(left, right).unwrap()
}

fn position(board: &str) -> Position {
    let board = board.split_whitespace().map(|t| t.parse().unwrap()).collect();
    let setup = Setup {
        board,
        sequence: Vec::new(),
    };
    setup.position().unwrap()
}

/// An empty board, north and south to draw.
fn arrangement(elsewhere: TileCounts, view: SupplyView) -> Arrangement {
    Arrangement {
        position: Position::default(),
        to_move: Pair::NorthSouth,
        tile: None,
        elsewhere,
        supply: SupplySight::Stacks(view),
    }
}

/// The view of a supply of which a part has not been looked at.
fn half_seen(view: &SupplyView, rng: &mut ChaCha8Rng) -> SupplyView {
    let mut out = view.clone();
    for &seen in view.tiles() {
        let mut look = |exit: Option<bool>| exit.filter(|_| below(rng, 3) > 0);
        out = out.with(SeenTile {
            ring: look(seen.ring),
            front: seen.front.map(&mut look),
            back: seen.back.map(&mut look),
            left_end: look(seen.left_end),
            right_end: look(seen.right_end),
            ..seen
        });
    }
    out
}

/// All that is seen of a tile: its ring, then its exits.
fn signs(seen: &SeenTile) -> Vec<Option<bool>> {
    let ends = [seen.ring, seen.left_end, seen.right_end];
    ends.into_iter().chain(seen.front).chain(seen.back).collect()
}

/// Whether nothing that has been seen is otherwise.
fn agrees(seen: &SeenTile, is: &SeenTile) -> bool {
    signs(seen)
        .iter()
        .zip(signs(is))
        .all(|(seen, is)| seen.is_none() || *seen == is)
}

#[test]
fn imagined_supplies_look_as_was_said() {
    let mut rng = ChaCha8Rng::seed_from_u64(1);
    for round in 0..120 {
        let mut supply = Supply::shuffled(Seed(round));
        let mut elsewhere = TileCounts::default();
        for _ in 0..below(&mut rng, 113) {
            let lane = any(&mut rng, &Lane::ALL);
            if let Some(drawn) = supply.draw(lane) {
                elsewhere.add(drawn);
            }
        }
        let real = supply.view();
        let said = half_seen(&real, &mut rng);
        let sight = Sight::at(&arrangement(elsewhere, said.clone())).unwrap();
        assert_eq!(sight.left(), supply.len());
        let Stock::Stacks(imagined) = sight.imagine_stock(Seed(round)) else {
            panic!("there are stacks")
        };
        assert_eq!(imagined.len(), supply.len());
        let view = imagined.view();
        for (seen, is) in said.tiles().iter().zip(view.tiles()) {
            assert_eq!(
                (seen.lane, seen.depth, seen.height),
                (is.lane, is.depth, is.height)
            );
            assert!(agrees(seen, is), "{seen:?} {is:?}");
        }
        let left: TileCounts = Lane::ALL
            .iter()
            .flat_map(|&lane| imagined.order(lane).map(Mouths::tile).collect::<Vec<_>>())
            .collect();
        assert!(Tile::all().all(|tile| left.of(tile) == elsewhere.left(tile)));
        // The kinds that may come are those that really could.
        for lane in Lane::ALL {
            let may_come: Vec<Tile> = sight.may_come(Draw::Lane(lane)).collect();
            let next = imagined.order(lane).next();
            assert!(next.is_none_or(|mouths| may_come.contains(&mouths.tile())));
            let next = supply.order(lane).next();
            assert_eq!(next.is_none(), may_come.is_empty());
            assert!(next.is_none_or(|mouths| may_come.contains(&mouths.tile())));
        }
    }
}

#[test]
fn stacks_of_which_nothing_is_seen_have_their_shape_and_open_sides() {
    for (left, right) in [(0, 0), (56, 56), (1, 0), (0, 7), (8, 30), (49, 50), (23, 22)] {
        let mut supply = Supply::shuffled(Seed(3));
        for (lane, count) in [(Lane::Left, left), (Lane::Right, right)] {
            while supply.left_in(lane) > count {
                supply.draw(lane);
            }
        }
        let (real, view) = (supply.view(), stacks(left, right));
        assert_eq!(view.tiles().len(), real.tiles().len());
        for (tile, is) in view.tiles().iter().zip(real.tiles()) {
            assert_eq!(
                (tile.lane, tile.depth, tile.height),
                (is.lane, is.depth, is.height)
            );
            assert!(signs(tile).iter().all(Option::is_none));
            let sides = [is.front[0], is.back[0], is.left_end, is.right_end];
            assert_eq!(view.open_sides(tile), sides.map(|side| side.is_some()));
        }
        for lane in Lane::ALL {
            assert_eq!(view.left_in(lane), real.left_in(lane));
            assert_eq!(
                view.next(lane).map(|t| (t.depth, t.height)),
                real.next(lane).map(|t| (t.depth, t.height))
            );
        }
    }
    assert!(SupplyView::unseen(57, 0).is_err() && SupplyView::unseen(0, usize::MAX).is_err());
}

#[test]
fn one_exit_alone_may_be_known() {
    let view = stacks(10, 10);
    let next = *view.next(Lane::Left).unwrap();
    let sight = |seen: SeenTile| Sight::at(&arrangement(TileCounts::default(), view.clone().with(seen)));
    let kinds = |seen| -> Vec<Tile> { sight(seen).unwrap().may_come(Draw::Lane(Lane::Left)).collect() };
    assert_eq!(kinds(next).len(), 28);
    let has = |exit: usize, is: bool| {
        move |tile: &Tile| {
            tile.readings()
                .iter()
                .any(|m| m.contains(Exit::ALL[exit - 1]) == is)
        }
    };
    for is in [false, true] {
        let middle = SeenTile {
            front: [None, Some(is), None],
            ..next
        };
        assert_eq!(kinds(middle), Tile::all().filter(has(2, is)).collect::<Vec<_>>());
        let end = SeenTile {
            left_end: Some(is),
            ..next
        };
        assert_eq!(kinds(end), Tile::all().filter(has(8, is)).collect::<Vec<_>>());
        let ring = SeenTile {
            ring: Some(is),
            ..next
        };
        assert_eq!(
            kinds(ring),
            Tile::all().filter(|t| t.has_ring() == is).collect::<Vec<_>>()
        );
    }
    // Three mouths in front leave one kind, with a ring none.
    let all = SeenTile {
        front: [Some(true); 3],
        ..next
    };
    assert_eq!(kinds(all), [tile("123")]);
    let ringed = SeenTile {
        ring: Some(true),
        ..all
    };
    assert_eq!(sight(ringed), Err(vec![SightFault::LooksLikeNone(ringed)]));
}

#[test]
fn all_faults_are_named_together() {
    let view = stacks(56, 56);
    let next = *view.next(Lane::Right).unwrap();
    let odd = SeenTile {
        front: [Some(true); 3],
        back: [Some(true); 3],
        ..next
    };
    let faulty = Arrangement {
        position: position("i10-147"),
        tile: Some(tile("147")),
        ..arrangement(counts("147 147 147 234 234 234 234 234"), view.with(odd))
    };
    let found = Sight::at(&faulty).unwrap_err();
    assert_eq!(found, faulty.faults());
    let expected = [
        SightFault::TooMany {
            tile: tile("147"),
            count: 5,
        },
        SightFault::TooMany {
            tile: tile("234"),
            count: 5,
        },
        SightFault::TooManyLeft {
            left: 112,
            unseen: 104,
        },
        SightFault::LooksLikeNone(odd),
    ];
    assert_eq!(found, expected);
    assert!(found.iter().all(|fault| !fault.to_string().is_empty()));

    // One tile with a ring is left, and two tops carry one.
    let one_ring = all_but("147 123 123");
    let view = stacks(2, 1);
    let ringed = |view: SupplyView, lane| {
        let next = *view.next(lane).unwrap();
        view.with(SeenTile {
            ring: Some(true),
            ..next
        })
    };
    assert!(tile("147").has_ring() && !tile("123").has_ring());
    let one = ringed(view, Lane::Left);
    assert!(Sight::at(&arrangement(one_ring, one.clone())).is_ok());
    let two = ringed(one, Lane::Right);
    assert_eq!(
        Sight::at(&arrangement(one_ring, two)),
        Err(vec![SightFault::NotTogether])
    );
    // The same for tiles that lie spread.
    let places = |rings: &[bool]| {
        let numbers = (1..).map(|n| format!("#{n}").parse().unwrap());
        Arrangement {
            supply: SupplySight::Spread(numbers.zip(rings.iter().copied()).collect()),
            ..arrangement(one_ring, stacks(0, 0))
        }
    };
    assert_eq!(places(&[true, false, false]).faults(), []);
    assert_eq!(places(&[true, true, false]).faults(), [SightFault::NotTogether]);
    assert_eq!(
        places(&[false; 4]).faults(),
        [SightFault::TooManyLeft { left: 4, unseen: 3 }]
    );
}

#[test]
fn a_position_set_by_hand_is_seen_as_in_a_game() {
    let mut rng = ChaCha8Rng::seed_from_u64(5);
    for round in 0..60 {
        let source = TileSource::Stacks(Seed(round));
        let mut game = Game::new(setup(2, FirstPlayer::Chosen(seat(1)), Rules::default(), source));
        for _ in 0..below(&mut rng, 120) {
            if let moves @ [_, ..] = &game.legal_moves()[..] {
                game.play(any(&mut rng, moves)).unwrap();
            }
        }
        if game.outcome().is_some() {
            continue;
        }
        let sight = game.sight();
        let tile = match game.phase() {
            Phase::ToLay(choice) => choice.drawn,
            _ => None,
        };
        let arranged = Sight::at(&Arrangement {
            position: game.position().clone(),
            to_move: [Pair::NorthSouth, Pair::EastWest][game.to_move().index()],
            tile,
            elsewhere: TileCounts::default(),
            supply: sight.supply().clone(),
        })
        .unwrap();
        assert_eq!(arranged.phase(), sight.phase());
        assert_eq!(arranged.to_move(), sight.to_move());
        assert_eq!(arranged.party(arranged.to_move()), sight.party(sight.to_move()));
        assert_eq!(arranged.seen(), sight.seen());
        assert_eq!(arranged.legal_moves(), sight.legal_moves());
        assert_eq!(
            arranged.imagine_stock(Seed(round)),
            sight.imagine_stock(Seed(round))
        );
        assert_eq!(
            arranged.imagine(Seed(round)).sight().legal_moves(),
            sight.legal_moves()
        );
        assert!(arranged.played().is_empty());
    }
}

#[test]
fn a_tile_without_a_place_and_an_empty_supply_end_it() {
    let mut rng = ChaCha8Rng::seed_from_u64(7);
    let mut shut_in = 0;
    for round in 0..40 {
        let source = TileSource::Stacks(Seed(round));
        let mut game = Game::new(setup(2, FirstPlayer::Chosen(seat(1)), Rules::default(), source));
        while game.outcome().is_none() {
            let moves = game.legal_moves();
            game.play(any(&mut rng, &moves)).unwrap();
        }
        let (position, outcome) = (game.position().clone(), game.outcome().unwrap());
        let tile = match outcome.reason {
            EndReason::NoPlace { choice } => choice.drawn,
            EndReason::SupplyEmpty => None,
        };
        let (left, right) = match tile {
            Some(_) => (game.left() / 2, game.left() - game.left() / 2),
            None => (0, 0),
        };
        shut_in += usize::from(tile.is_some());
        let arranged = Arrangement {
            position,
            tile,
            ..arrangement(TileCounts::default(), stacks(left, right))
        };
        let sight = Sight::at(&arranged).unwrap();
        assert_eq!(sight.phase(), Phase::Over(outcome));
        assert!(sight.legal_moves().is_empty());
    }
    assert!(shut_in > 3, "{shut_in}");
}

/// Plays the same moves at the table and in what is seen of it.
#[test]
fn play_goes_on_from_what_is_seen_under_all_rules() {
    let mut rng = ChaCha8Rng::seed_from_u64(6);
    let (mut draws, mut lays, mut ended) = (0, 0, 0);
    for round in 0..150 {
        let mut game = Game::new(any_table(round, &mut rng).0);
        for _ in 0..below(&mut rng, 160) {
            if let moves @ [_, ..] = &game.legal_moves()[..] {
                game.play(any(&mut rng, moves)).unwrap();
            }
        }
        let mut sight = game.sight();
        for _ in 0..12 {
            let moves = game.legal_moves();
            let Some(action) = (!moves.is_empty()).then(|| any(&mut rng, &moves)) else {
                break;
            };
            let before = sight.clone();
            sight = match action {
                Move::Draw(draw) => {
                    game.play(action).unwrap();
                    let came = game.drawn_tiles().last().unwrap();
                    assert!(sight.may_come(draw).any(|tile| tile == came));
                    draws += 1;
                    sight.after_draw(draw, came).unwrap()
                }
                Move::Lay(placement) => {
                    game.play(action).unwrap();
                    lays += 1;
                    sight.after_laying(placement).unwrap()
                }
                _ => break,
            };
            assert!(sight != before);
            assert_eq!(sight.phase(), game.phase());
            assert_eq!(sight.to_move(), game.to_move());
            assert_eq!(sight.seen(), game.seen());
            assert_eq!(sight.played(), game.played());
            assert_eq!(sight.left(), game.left());
            assert_eq!(sight.legal_moves(), game.legal_moves());
            ended += usize::from(game.outcome().is_some());
            if let (SupplySight::Stacks(seen), Stock::Stacks(supply)) = (sight.supply(), game.stock()) {
                let real = supply.view();
                assert_eq!(seen.tiles().len(), real.tiles().len());
                assert!(
                    seen.tiles()
                        .iter()
                        .zip(real.tiles())
                        .all(|(seen, is)| agrees(seen, is))
                );
                // Who looks at what has come to light sees what a player sees.
                let looked = sight.with_view(real).unwrap();
                assert_eq!(looked.supply(), game.sight().supply());
                assert!(looked == game.sight() || sight.is_lot_to_come());
            }
            assert_eq!(
                sight.imagine(Seed(rng.next_u64())).legal_moves(),
                game.legal_moves()
            );
        }
    }
    assert!(draws > 300 && lays > 300 && ended > 3, "{draws} {lays} {ended}");
}

#[test]
fn what_can_not_be_drawn_is_refused() {
    let sight = Sight::at(&arrangement(counts("123 123 123 123"), stacks(3, 0))).unwrap();
    let draw = |draw: &str, kind: &str| sight.after_draw(draw.parse().unwrap(), tile(kind));
    assert_eq!(draw("right", "147"), Err(MoveError::LaneEmpty(Lane::Right)));
    assert_eq!(draw("left", "123"), Err(MoveError::NoneLeft(tile("123"))));
    assert!(matches!(draw("#3", "147"), Err(MoveError::OtherSupply(_))));
    let view = stacks(3, 0);
    let next = *view.next(Lane::Left).unwrap();
    let plain = sight
        .with_view(view.with(SeenTile {
            ring: Some(false),
            ..next
        }))
        .unwrap();
    let lane = Draw::Lane(Lane::Left);
    assert_eq!(
        plain.after_draw(lane, tile("147")),
        Err(MoveError::LooksOther {
            draw: lane,
            tile: tile("147")
        })
    );
    let drawn = draw("left", "147").unwrap();
    assert!(matches!(
        drawn.after_draw(lane, tile("147")),
        Err(MoveError::AlreadyDrawn { .. })
    ));
    assert!(matches!(
        sight.after_laying("i10-147".parse().unwrap()),
        Err(MoveError::NothingDrawn)
    ));
}
