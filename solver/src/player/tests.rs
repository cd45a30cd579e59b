//! The imagined game beside the real one; positions from self-play, to find the constants of `outlook` from.

use std::fmt::Write as _;

use rand_chacha::rand_core::Rng;
use tayu_core::{
    Bid, FirstPlayer, Game, GameSetup, LastTiles, Mouths, NoPlace, Placement, ProEnd, Rules, Seat, Side,
    Supply, Ties, Tile, TileSource,
};

use super::field::Field;
use super::world::{Kinds, World, below};
use super::*;

fn any<T: Copy>(rng: &mut ChaCha8Rng, items: &[T]) -> T {
    items[below(rng, items.len())]
}

#[test]
fn an_imagined_game_goes_like_a_real_one() {
    let mut rng = ChaCha8Rng::seed_from_u64(7);
    let (mut turns, mut stuck) = (0, 0);
    for round in 0..300 {
        let rules = Rules {
            pro: any(&mut rng, &[false, true]),
            ties: any(&mut rng, Ties::ALL),
            no_place: any(&mut rng, NoPlace::ALL),
            pro_end: any(&mut rng, ProEnd::ALL),
            last_tiles: any(&mut rng, LastTiles::ALL),
            ..Rules::default()
        };
        // All in one lane, so that the order is known.
        let mut set: Vec<Mouths> = Tile::all().flat_map(|tile| [tile.readings()[0]; 4]).collect();
        let count = 4 + below(&mut rng, 53);
        let order: Vec<Mouths> = (0..count)
            .map(|_| set.swap_remove(below(&mut rng, set.len())))
            .collect();
        let players = 2 + round % 3;
        let names = vec![String::new(); players];
        let first = FirstPlayer::Chosen(Seat::new(1).unwrap());
        let source = TileSource::GivenStacks(Supply::from_order(&order, &[]).unwrap());
        let mut game = Game::new(GameSetup::new(names, first, rules, source).unwrap());
        if players == 3 {
            let bid = Bid::new(1 + below(&mut rng, 6) as u32).unwrap();
            for action in [Move::Bid(bid), Move::Pass, Move::Pass]
                .into_iter()
                .take(if bid.get() == 1 { 1 } else { 3 })
            {
                game.play(action).unwrap();
            }
        }
        while game.is_dealing() {
            game.play("draw left".parse().unwrap()).unwrap();
        }
        if game.outcome().is_some() {
            continue;
        }
        let sight = game.sight();
        let roles = Roles::of(&sight).unwrap();
        let mut world = World::of(&sight);
        let coming: Vec<Tile> = order[count - game.left()..].iter().map(|m| m.tile()).collect();
        loop {
            while game.phase() == Phase::ToDraw {
                game.play("draw left".parse().unwrap()).unwrap();
            }
            let turn = world.turn(&roles, &coming);
            let Phase::ToLay(choice) = game.phase() else {
                assert_eq!(turn, None);
                break;
            };
            assert_eq!(turn, Some(choice));
            assert_eq!(
                (world.to_move, coming.len() - world.drawn),
                (game.to_move().index(), game.left())
            );
            let lays: Vec<Placement> = (choice.kinds())
                .flat_map(|tile| game.position().board().legal_placements(tile))
                .collect();
            // Who leaves few mouths open soon has no place.
            let open = |placement: Placement| {
                let mut board = game.position().board().clone();
                board.lay(placement).unwrap();
                board.open_mouths().count()
            };
            let placement = if round % 2 == 0 {
                any(&mut rng, &lays)
            } else {
                *lays.iter().min_by_key(|p| open(**p)).unwrap()
            };
            game.play(Move::Lay(placement)).unwrap();
            world.lay(&roles, choice, placement);
            assert_eq!(world.field, Field::of(game.position().board()));
            for seat in sight.players().seats() {
                assert_eq!(world.hands[seat.index()], game.hand(seat));
            }
            turns += 1;
        }
        let outcome = game.outcome().unwrap();
        stuck += usize::from(game.left() > 0);
        assert_eq!(roles.winner(world.field.points), outcome.winner);
    }
    assert!(turns > 3000 && stuck > 2, "{turns} {stuck}");
}

/// A game between two pupils when so many tiles have been laid and one has been drawn.
fn game_of_pupils(seed: Seed, tiles: usize) -> Option<Game> {
    let source = TileSource::Stacks(seed);
    let setup = GameSetup::new(vec![String::new(); 2], FirstPlayer::Lot, Rules::default(), source);
    let mut game = Game::new(setup.unwrap());
    while game.position().board().len() < tiles || game.phase() == Phase::ToDraw {
        let stop = StopFlag::new();
        let action = choose(&game.sight(), Level::Pupil, seed, Budget::default(), &stop)?;
        game.play(action).unwrap();
    }
    game.outcome().is_none().then_some(game)
}

#[test]
fn thinking_ends_where_one_placement_is_plainly_best() {
    let (mut plain, stop) = (0, StopFlag::new());
    let games = (1..=24).filter_map(|seed| game_of_pupils(Seed(seed), 16 + 2 * seed as usize));
    for game in games {
        let sight = game.sight();
        let (roles, world) = (Roles::of(&sight).unwrap(), World::of(&sight));
        let Phase::ToLay(choice) = game.phase() else {
            panic!("a tile has been drawn")
        };
        let party = roles.party(world.to_move);
        let placements = (choice.kinds())
            .flat_map(|tile| world.board.legal_placements(tile))
            .collect();
        let mut candidates =
            comparison::candidates(placements, &world, &roles, choice, sight.left(), &Kinds::NONE);
        candidates.truncate(search::NAVIGATOR.candidates);
        // All of them in as many orders.
        let endless = Budget {
            nodes: Some(u64::MAX),
            time: None,
        };
        let count = candidates.len();
        let mut comparison = comparison::Comparison::new(&sight, &roles, party, candidates);
        let mut rng = ChaCha8Rng::seed_from_u64(9);
        let mut clock = Clock::new(Level::Navigator, endless, &stop);
        for _ in 0..64 {
            comparison.try_order(count, search::NAVIGATOR.tiles, &mut rng, &mut clock);
        }
        let [best, second, ..] = &comparison.candidates[..] else {
            continue;
        };
        if best.trials.mean().chance < second.trials.mean().chance + 0.05 {
            continue;
        }
        plain += 1;
        let mut clock = Clock::new(Level::Navigator, endless, &stop);
        let laid = search::lay(&sight, &roles, choice, Level::Navigator, &mut rng, &mut clock);
        assert_eq!(laid, Some(Move::Lay(best.placement)));
        assert!(clock.used < Level::Navigator.nodes() / 10, "{}", clock.used);
    }
    assert!(plain > 1, "{plain}");
}

/// Plays games and writes what `scripts/fit-players` makes the constants of `outlook` from: a line for each position, with the
/// number of free squares, who laid last, for each coast its points and the worth of its squares by nearness, and the
/// points of the coasts at the end.
#[test]
#[ignore = "writes a file that is only needed to find constants"]
fn positions_of_self_play() {
    let path = std::env::var_os("TAYU_SELF_PLAY").unwrap();
    let mut text = String::new();
    let mut rng = ChaCha8Rng::seed_from_u64(1);
    for round in 0..6000 {
        let names = vec![String::new(); 2];
        let source = TileSource::Stacks(Seed(round));
        let mut game = Game::new(GameSetup::new(names, FirstPlayer::Lot, Rules::default(), source).unwrap());
        let mut lines = Vec::new();
        // In some games a few tiles are laid anywhere, so that unlikely positions come too.
        let noise = [0, 0, 3, 8][round as usize % 4];
        while game.outcome().is_none() {
            let level = if below(&mut rng, 100) < noise {
                Level::Random
            } else {
                Level::Pupil
            };
            let mover = game.to_move().index();
            let stop = StopFlag::new();
            let action = choose(
                &game.sight(),
                level,
                Seed(rng.next_u64()),
                Budget::default(),
                &stop,
            )
            .unwrap();
            game.play(action).unwrap();
            if let Move::Lay(_) = action {
                let field = Field::of(game.position().board());
                let mut line = format!("{} {mover}", field.free());
                for (points, reach) in field.points.iter().zip(field.reach()) {
                    write!(line, " {points}").unwrap();
                    reach.iter().for_each(|worth| write!(line, " {worth}").unwrap());
                }
                lines.push(line);
            }
        }
        let coasts = game.outcome().unwrap().coasts;
        let end = Side::ALL.map(|coast| coasts.get(coast).to_string()).join(" ");
        lines
            .iter()
            .for_each(|line| writeln!(text, "{line} {end}").unwrap());
    }
    std::fs::write(path, text).unwrap();
}

#[test]
fn levels_read_back() {
    assert!(Level::OFFERED.is_sorted() && Level::ALL.is_sorted());
    for level in Level::ALL {
        assert_eq!(level.to_string().parse(), Ok(level));
    }
    assert_eq!("admiral".parse::<Level>(), Err(NoSuchLevel));
}
