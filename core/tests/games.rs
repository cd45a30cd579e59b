//! Games of two players: phases, ends, refusals, and games of random play from their records.

// Helpers of tests may stop a test as the tests themselves may.
#![allow(clippy::unwrap_used, clippy::panic)]

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};
use tayu_core::tile::TileCounts;
use tayu_core::{
    Attempt, EndReason, FirstPlayer, Game, GameSetup, Illegal, Lane, Mouths, Move, MoveError, Outcome, Pair,
    Phase, Placement, Seed, Spot, Square, Supply,
};

fn setup(seed: u64, first: FirstPlayer) -> GameSetup {
    GameSetup {
        names: ["Ada".to_owned(), "Max".to_owned()],
        first,
        seed: Seed(seed),
    }
}

/// A game with only these tiles in the left lane, all lying as written.
fn small_game(tiles: &str) -> Game {
    let tiles: Vec<Mouths> = tiles.split_whitespace().map(|t| t.parse().unwrap()).collect();
    let supply = Supply::from_order(&tiles, &[]).unwrap();
    Game::with_supply(setup(0, FirstPlayer::Chosen(Pair::NorthSouth)), supply)
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
                (Phase::ToDraw, Move::Draw(_)) => assert_eq!(game.drawn(), None),
                (Phase::ToLay(tile), Move::Lay(_)) => {
                    assert_eq!(game.drawn(), Some(tile));
                    to_move = to_move.other();
                }
                other => panic!("{other:?}"),
            }
            assert_eq!(game.outcome(), None);
        });
        let laid = game.position().placements();
        assert_eq!(
            game.turns().iter().filter_map(|t| t.laid).collect::<Vec<_>>(),
            laid
        );
        assert!(
            game.turns()
                .windows(2)
                .all(|w| w[0].player == w[1].player.other())
        );
        let drawn: TileCounts = game.turns().iter().map(|t| t.tile).collect();
        assert_eq!(drawn.overdrawn().count(), 0);
        assert_eq!(game.turns().len() + game.supply().len(), 112);

        let outcome = game.outcome().unwrap();
        let EndReason::NoPlace { tile } = outcome.reason else {
            panic!("112 tiles laid at random: {outcome:?}");
        };
        let last = game.turns().last().unwrap();
        assert_eq!((last.tile, last.laid), (tile, None));
        assert_eq!(game.to_move(), last.player);
        assert!(!game.position().board().can_lay(tile));
        assert_eq!(outcome.coasts, game.position().board().coasts());
        let [ns, ew] = Pair::ALL.map(|p| outcome.product(p));
        match outcome.winner() {
            Some(winner) => {
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
                Move::Draw(Lane::Left),
                Move::Draw(Lane::Right),
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
                    (Phase::ToLay(tile), Move::Draw(_), error) => {
                        assert_eq!(error, MoveError::AlreadyDrawn { tile });
                        1
                    }
                    (Phase::ToDraw, Move::Draw(lane), error) => {
                        assert_eq!(error, MoveError::LaneEmpty(lane));
                        assert_eq!(game.supply().left_in(lane), 0);
                        2
                    }
                    (Phase::ToLay(tile), Move::Lay(placement), error) if placement.tile() != tile => {
                        assert_eq!(
                            error,
                            MoveError::WrongTile {
                                drawn: tile,
                                laid: placement.tile()
                            }
                        );
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
        game.play(Move::Draw(Lane::Right)),
        Err(MoveError::LaneEmpty(Lane::Right))
    );
    assert_eq!(game, before);
    assert_eq!(game.legal_moves(), [Move::Draw(Lane::Left)]);
}

#[test]
fn the_game_ends_when_the_supply_is_empty() {
    let mut game = small_game("147 138");
    play(&mut game, "draw left, i10-147, draw left, l10-138");
    let outcome = game.outcome().unwrap();
    assert_eq!(outcome.reason, EndReason::SupplyEmpty);
    assert_eq!(
        (outcome.winner(), game.why_no_place(), game.drawn()),
        (None, None, None)
    );
    assert_eq!(game.to_move(), Pair::EastWest);
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
    assert_eq!(outcome.winner(), Some(Pair::NorthSouth));
}

#[test]
fn says_for_every_square_why_a_tile_fits_nowhere() {
    for seed in 0..10 {
        let game = random_game(seed, |game, _| assert_eq!(game.why_no_place(), None));
        let Some(Outcome {
            reason: EndReason::NoPlace { tile },
            ..
        }) = game.outcome()
        else {
            panic!("{:?}", game.outcome());
        };
        let board = game.position().board();
        let reports = game.why_no_place().unwrap();
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
    let lots: Vec<Pair> = (0..100)
        .map(|n| setup(n, FirstPlayer::Lot).first_player())
        .collect();
    let north_south = lots.iter().filter(|&&p| p == Pair::NorthSouth).count();
    assert!((30..70).contains(&north_south), "{north_south}");
    for pair in Pair::ALL {
        let setup = setup(0, FirstPlayer::Chosen(pair));
        assert_eq!(setup.first_player(), pair);
        assert_eq!(Game::new(setup).to_move(), pair);
    }
    assert_eq!(
        Pair::ALL.map(|p| setup(0, FirstPlayer::Lot).name(p).to_owned()),
        ["Ada", "Max"]
    );
}

#[test]
fn who_begins_and_moves_read_back() {
    for first in [
        FirstPlayer::Lot,
        FirstPlayer::Chosen(Pair::NorthSouth),
        FirstPlayer::Chosen(Pair::EastWest),
    ] {
        assert_eq!(first.to_string().parse(), Ok(first));
    }
    for text in ["draw left", "draw right", "i10-147", "j11|238"] {
        assert_eq!(text.parse::<Move>().unwrap().to_string(), text);
    }
    for bad in [
        "",
        "draw",
        "draw ",
        "draw up",
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
