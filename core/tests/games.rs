//! Games of two players: phases, ends, refusals, and games of random play from their records.

// Helpers of tests may stop a test as the tests themselves may.
#![allow(clippy::unwrap_used, clippy::panic)]

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};
use tayu_core::tile::TileCounts;
use tayu_core::{
    Attempt, Choice, Draw, EndReason, FirstPlayer, Game, GameSetup, Illegal, Lane, Mouths, Move, MoveError,
    Outcome, Pair, Party, Phase, Placement, Players, Rules, Seat, Seed, Spot, Square, Stock, Supply, Tile,
    TileSource,
};

fn two_names() -> Vec<String> {
    vec!["Ada".to_owned(), "Max".to_owned()]
}

fn setup(seed: u64, first: FirstPlayer) -> GameSetup {
    let source = TileSource::Stacks(Seed(seed));
    GameSetup::new(two_names(), first, Rules::default(), source).unwrap()
}

fn seat(number: usize) -> Seat {
    Seat::new(number).unwrap()
}

fn pair_of(game: &Game, seat: Seat) -> Pair {
    match game.party(seat) {
        Some(Party::Coasts(pair)) => pair,
        other => panic!("{other:?}"),
    }
}

fn supply(game: &Game) -> &Supply {
    match game.stock() {
        Stock::Stacks(supply) => supply,
        other => panic!("{other:?}"),
    }
}

/// The turns so far: whose each was, what was drawn and what became of it.
fn turns(game: &Game) -> Vec<(Seat, Tile, Option<Placement>)> {
    let mut turns: Vec<(Seat, Tile, Option<Placement>)> = Vec::new();
    for played in game.played() {
        match (played.action, turns.last_mut()) {
            (Move::Draw(_), _) => turns.push((played.seat, played.drawn.unwrap(), None)),
            (Move::Lay(placement), Some((seat, tile, laid))) => {
                assert_eq!((played.seat, played.drawn), (*seat, None));
                assert_eq!((placement.tile(), laid.replace(placement)), (*tile, None));
            }
            other => panic!("{other:?}"),
        }
    }
    turns
}

/// A game with only these tiles in the left lane, all lying as written.
fn small_game(tiles: &str) -> Game {
    let tiles: Vec<Mouths> = tiles.split_whitespace().map(|t| t.parse().unwrap()).collect();
    let supply = Supply::from_order(&tiles, &[]).unwrap();
    let first = FirstPlayer::Chosen(seat(1));
    let source = TileSource::GivenStacks(supply);
    Game::new(GameSetup::new(two_names(), first, Rules::default(), source).unwrap())
}

fn play(game: &mut Game, moves: &str) {
    for text in moves.split(", ") {
        game.play(text.parse().unwrap()).unwrap();
    }
}

/// Plays at random to the end; `look` sees the game before each move.
fn random_game(seed: u64, mut look: impl FnMut(&Game, Move)) -> Game {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let mut game = Game::new(setup(seed, FirstPlayer::Lot));
    loop {
        let legal = game.legal_moves();
        if legal.is_empty() {
            return game;
        }
        let chosen = legal[rng.next_u32() as usize % legal.len()];
        look(&game, chosen);
        game.play(chosen).unwrap();
    }
}

#[test]
fn games_of_random_play_keep_the_rules_to_the_end() {
    let (mut won, mut drawn_games) = ([0; 2], 0);
    for seed in 0..100 {
        let mut to_move = setup(seed, FirstPlayer::Lot).first_player();
        let game = random_game(seed, |game, action| {
            assert_eq!(game.to_move(), to_move);
            match (game.phase(), action) {
                (Phase::ToDraw, Move::Draw(_)) => assert!(!game.is_dealing()),
                (Phase::ToLay(choice), Move::Lay(_)) => {
                    assert_eq!(choice, Choice::one(game.drawn_tiles().last().unwrap()));
                    to_move = Players::Two.after(to_move);
                }
                other => panic!("{other:?}"),
            }
            assert_eq!(game.outcome(), None);
        });
        let laid = game.position().placements();
        let turns = turns(&game);
        assert!(turns.iter().filter_map(|turn| turn.2).eq(laid.iter().copied()));
        assert!(
            turns
                .windows(2)
                .all(|w| w[0].0 == Players::Two.after(w[1].0) && w[0].0 != w[1].0)
        );
        assert!(game.drawn_tiles().eq(turns.iter().map(|turn| turn.1)));
        let drawn: TileCounts = game.drawn_tiles().collect();
        assert_eq!(drawn.overdrawn().count(), 0);
        assert_eq!(drawn, *game.seen());
        assert_eq!(turns.len() + supply(&game).len(), 112);
        assert_eq!(game.left(), supply(&game).len());

        let outcome = game.outcome().unwrap();
        let EndReason::NoPlace { choice } = outcome.reason else {
            panic!("112 tiles laid at random: {outcome:?}");
        };
        let &(player, tile, laid) = turns.last().unwrap();
        assert_eq!((choice, laid), (Choice::one(tile), None));
        assert_eq!(game.set_aside(), [tile]);
        assert_eq!(game.to_move(), player);
        assert!(!game.position().board().can_lay(tile));
        assert_eq!(outcome.coasts, game.position().board().coasts());
        let [ns, ew] = Pair::ALL.map(|p| outcome.product(p));
        match outcome.winner {
            Some(Party::Spoilsport) => panic!("a spoilsport of two"),
            Some(Party::Coasts(winner)) => {
                assert!(outcome.product(winner) > outcome.product(winner.other()));
                won[winner as usize] += 1;
            }
            None => {
                assert_eq!(ns, ew);
                drawn_games += 1;
            }
        }
    }
    assert!(
        won[0] > 0 && won[1] > 0 && drawn_games > 0,
        "{won:?} {drawn_games}"
    );
}

#[test]
fn a_game_played_again_from_its_record_is_equal() {
    for seed in 0..100 {
        let game = random_game(seed, |_, _| {});
        let record: Vec<String> = game.moves().map(|m| m.to_string()).collect();
        let mut again = Game::new(game.setup().clone());
        for (n, text) in record.iter().enumerate() {
            assert_ne!(again, game);
            let action: Move = text.parse().unwrap();
            assert_eq!(action.to_string(), *text);
            again.play(action).unwrap();
            assert_eq!(again.moves().count(), n + 1);
        }
        assert_eq!(again, game);
    }
}

#[test]
fn a_refused_move_names_the_reason_and_changes_nothing() {
    let mut seen = [0; 5];
    for seed in 0..10 {
        random_game(seed, |game, chosen| {
            let anywhere: Placement = "i10-147".parse().unwrap();
            let mut tries = vec![
                Move::Draw(Draw::Lane(Lane::Left)),
                Move::Draw(Draw::Lane(Lane::Right)),
                Move::Lay(anywhere),
            ];
            if let Move::Lay(placement) = chosen {
                tries.push(Move::Lay(Placement::new(placement.spot(), anywhere.mouths())));
                tries.extend(game.position().placements().last().map(|&p| Move::Lay(p)));
                tries.extend(placement.turned().map(Move::Lay));
            }
            for action in tries {
                let mut after = game.clone();
                let Err(error) = after.play(action) else {
                    assert!(game.legal_moves().contains(&action));
                    continue;
                };
                assert_eq!(after, *game);
                assert!(!game.legal_moves().contains(&action));
                let n = match (game.phase(), action, error) {
                    (Phase::ToDraw, Move::Lay(_), MoveError::NothingDrawn) => 0,
                    (Phase::ToLay(choice), Move::Draw(_), error) => {
                        assert_eq!(error, MoveError::AlreadyDrawn { choice });
                        1
                    }
                    (Phase::ToDraw, Move::Draw(Draw::Lane(lane)), error) => {
                        assert_eq!(error, MoveError::LaneEmpty(lane));
                        assert_eq!(supply(game).left_in(lane), 0);
                        2
                    }
                    (Phase::ToLay(choice), Move::Lay(placement), error)
                        if Choice::one(placement.tile()) != choice =>
                    {
                        let laid = placement.tile();
                        assert_eq!(error, MoveError::WrongTile { choice, laid });
                        3
                    }
                    (Phase::ToLay(_), Move::Lay(placement), MoveError::Illegal(illegal)) => {
                        let obstacles = game.position().board().obstacles(placement);
                        assert_eq!(illegal, Illegal { placement, obstacles });
                        4
                    }
                    other => panic!("{other:?}"),
                };
                seen[n] += 1;
            }
        });
    }
    // A lane seldom runs out in random games: that is tried below.
    assert!(
        seen[0] > 0 && seen[1] > 0 && seen[3] > 0 && seen[4] > 0,
        "{seen:?}"
    );
}

#[test]
fn a_lane_that_has_run_out_gives_no_tile() {
    let mut game = small_game("147 138");
    let before = game.clone();
    assert_eq!(
        game.play(Move::Draw(Draw::Lane(Lane::Right))),
        Err(MoveError::LaneEmpty(Lane::Right))
    );
    assert_eq!(game, before);
    assert_eq!(game.legal_moves(), [Move::Draw(Draw::Lane(Lane::Left))]);
}

#[test]
fn the_game_ends_when_the_supply_is_empty() {
    let mut game = small_game("147 138");
    play(&mut game, "draw left, i10-147, draw left, l10-138");
    let outcome = game.outcome().unwrap();
    assert_eq!(outcome.reason, EndReason::SupplyEmpty);
    assert_eq!((outcome.winner, game.why_no_place()), (None, None));
    assert!(game.set_aside().is_empty());
    assert_eq!(game.to_move(), seat(2));
    let after = game.clone();
    for text in ["draw left", "o10-138"] {
        assert_eq!(game.play(text.parse().unwrap()), Err(MoveError::Over));
    }
    assert_eq!(game, after);
    assert!(game.legal_moves().is_empty());

    let nothing = small_game("");
    assert_eq!(nothing.outcome().map(|o| o.reason), Some(EndReason::SupplyEmpty));
}

#[test]
fn results_are_products_and_the_higher_wins() {
    // One canal along column j. It ends on the marked j19, 2 points, and on the marked j1 and k1, 3 points.
    let mut game = small_game("148 148 148 148 248 248 167");
    for lay in [
        "j10|148", "j13|148", "j16|148", "j19|148", "j7|248", "j4|248", "j1-167",
    ] {
        assert_eq!(game.outcome(), None);
        play(&mut game, "draw left");
        play(&mut game, lay);
    }
    let outcome = game.outcome().unwrap();
    assert_eq!(outcome.coasts.to_string(), "N 2, E 0, S 3, W 0");
    assert_eq!(Pair::ALL.map(|p| outcome.product(p).get()), [6, 0]);
    assert_eq!(outcome.winner, Some(Party::Coasts(Pair::NorthSouth)));
}

#[test]
fn says_for_every_square_why_a_tile_fits_nowhere() {
    for seed in 0..10 {
        let game = random_game(seed, |game, _| assert_eq!(game.why_no_place(), None));
        let Some(Outcome {
            reason:
                EndReason::NoPlace {
                    choice:
                        Choice {
                            drawn: Some(tile),
                            kept: None,
                        },
                },
            ..
        }) = game.outcome()
        else {
            panic!("{:?}", game.outcome());
        };
        let board = game.position().board();
        let [(kind, reports)] = game.why_no_place().unwrap().try_into().unwrap();
        assert_eq!(kind, tile);
        assert!(reports.iter().map(|r| r.square).eq(Square::all()));
        let mut illegal: Vec<Illegal> = Vec::new();
        for report in &reports {
            let mut held = Placement::around(tile, report.square);
            for attempt in &report.attempts {
                match attempt {
                    Attempt::Illegal(attempt) => {
                        assert_eq!(Some(attempt.placement), held.next());
                        assert_eq!(attempt.placement.middle(), report.square);
                        assert!(!attempt.obstacles.is_empty());
                        illegal.push(attempt.clone());
                    }
                    Attempt::OffBoard { mouths, .. } => {
                        assert_eq!(mouths.tile(), tile);
                        assert!(attempt.to_string().contains("leave the board"));
                    }
                }
            }
            assert_eq!(held.next(), None);
        }
        // Nothing is left out.
        illegal.sort_by_key(|i| i.placement);
        let all = Spot::all().flat_map(|spot| tile.readings().map(|mouths| Placement::new(spot, mouths)));
        assert!(illegal.iter().map(|i| i.placement).eq(all));
        assert!(
            illegal
                .iter()
                .all(|i| i.obstacles == board.obstacles(i.placement))
        );
    }
}

#[test]
fn both_may_begin_by_lot_or_by_choice() {
    let lots: Vec<Seat> = (0..100)
        .map(|n| setup(n, FirstPlayer::Lot).first_player())
        .collect();
    let north_south = lots.iter().filter(|&&lot| lot == seat(1)).count();
    assert!((30..70).contains(&north_south), "{north_south}");
    assert!(lots.iter().all(|&lot| lot == seat(1) || lot == seat(2)));
    for (number, pair, name) in [(1, Pair::NorthSouth, "Ada"), (2, Pair::EastWest, "Max")] {
        let setup = setup(0, FirstPlayer::Chosen(seat(number)));
        assert_eq!(setup.first_player(), seat(number));
        assert_eq!(setup.name(seat(number)), name);
        let game = Game::new(setup);
        assert_eq!(game.to_move(), seat(number));
        assert_eq!(pair_of(&game, seat(number)), pair);
    }
}

#[test]
fn who_begins_and_moves_read_back() {
    for first in [FirstPlayer::Lot]
        .into_iter()
        .chain((1..=4).map(|n| FirstPlayer::Chosen(seat(n))))
    {
        assert_eq!(first.to_string().parse(), Ok(first));
    }
    for text in [
        "draw left",
        "draw right",
        "draw #1",
        "draw #112",
        "draw 147",
        "i10-147",
        "j11|238",
        "bid 1",
        "bid 999",
        "pass",
        "nowhere",
        "talked",
    ] {
        assert_eq!(text.parse::<Move>().unwrap().to_string(), text);
    }
    for bad in [
        "",
        "draw",
        "draw ",
        "draw up",
        "draw #0",
        "draw #113",
        "draw 12",
        "draw 999",
        "bid",
        "bid 0",
        "bid 1000",
        "bid 07",
        "bid +7",
        "Pass",
        "pass ",
        "talked on",
        "left",
        "Draw left",
        "draw left ",
        "lay i10-147",
        "i10-741",
    ] {
        assert!(bad.parse::<Move>().is_err(), "{bad}");
    }
    let error = "r10-147".parse::<Move>().unwrap_err().to_string();
    assert!(error.contains("east coast"), "{error}");
}
