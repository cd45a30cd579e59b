//! What is said of the choices of a position: it rests on what is seen, is the same each time, and is exact where it says so.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test may fail")]

use std::sync::Arc;
use std::sync::mpsc;
use std::thread;
use std::time::Duration;

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};
use tayu_core::{
    Arrangement, Board, Choice, Draw, FirstPlayer, Game, GameSetup, Lane, Move, Pair, Party, Phase,
    Placement, Position, Rules, Seat, Seed, SeenTile, Sight, SupplySight, SupplyView, Tile, TileCounts,
    TileSource,
};
use tayu_solver::player::analysis::{self, Basis, Findings, Options};
use tayu_solver::player::{Budget, Level, choose};
use tayu_solver::{StopFlag, Task};

fn below(rng: &mut ChaCha8Rng, bound: usize) -> usize {
    rng.next_u32() as usize % bound
}

/// A game of two in which this level has played some moves.
fn game(seed: u64, level: Level, moves: usize) -> Game {
    let first = FirstPlayer::Chosen(Seat::new(1).unwrap());
    let names = vec![String::new(); 2];
    let source = TileSource::Stacks(Seed(seed));
    let mut game = Game::new(GameSetup::new(names, first, Rules::default(), source).unwrap());
    for n in 0..moves {
        let seed = Seed(seed * 1000 + n as u64);
        let action = choose(&game.sight(), level, seed, Budget::default(), &StopFlag::new());
        let Some(action) = action else { break };
        game.play(action).unwrap();
    }
    game
}

/// A position that random play has come to, with the tile to be laid in it.
fn position(rng: &mut ChaCha8Rng, tiles: usize) -> Position {
    let mut position = Position::default();
    let mut left: Vec<Tile> = Tile::all().flat_map(|tile| [tile; 4]).collect();
    while position.placements().len() < tiles && !left.is_empty() {
        let tile = left.swap_remove(below(rng, left.len()));
        let ways: Vec<Placement> = position.board().legal_placements(tile).collect();
        if !ways.is_empty() {
            position.lay(ways[below(rng, ways.len())]).unwrap();
        }
    }
    position
}

fn options(orders: u32) -> Options {
    Options {
        orders,
        ..Options::default()
    }
}

fn analyse(sight: &Sight, options: &Options) -> Option<Findings> {
    let (mut reports, mut last) = (0, None);
    let found = analysis::analyse(sight, options, &StopFlag::new(), &mut |findings| {
        reports += 1;
        last = Some(findings.clone());
    });
    // What was told last is what is told in the end.
    assert_eq!(found, last);
    assert!(found.is_none() || reports > 0);
    found
}

#[test]
fn a_plainly_best_placement_comes_first() {
    let mut plain = 0;
    for seed in 0..120 {
        let game = game(seed, Level::Pupil, 101 + 4 * (seed as usize % 15));
        let Phase::ToLay(choice) = game.phase() else {
            continue;
        };
        let Some(Party::Coasts(pair)) = game.party(game.to_move()) else {
            panic!("two play")
        };
        let board = game.position().board();
        let mut gains: Vec<(i32, Placement)> = (choice.kinds())
            .flat_map(|tile| board.legal_placements(tile))
            .map(|placement| {
                let mut after = board.clone();
                after.lay(placement).unwrap();
                (after.coasts().margin(pair), placement)
            })
            .collect();
        gains.sort_by_key(|&(gain, _)| std::cmp::Reverse(gain));
        // One is far better than any other and does not help the other side.
        let [(first, placement), (second, _), ..] = gains[..] else {
            continue;
        };
        if first - second < 6 {
            continue;
        }
        plain += 1;
        let findings = analyse(&game.sight(), &options(16)).unwrap();
        let [best, next, ..] = findings.placements() else {
            panic!("there are several")
        };
        assert_eq!(best.placement, placement, "{seed}");
        assert!(best.expectation.chance >= next.expectation.chance - 0.01);
        assert_eq!(findings.best(), Some(best.expectation));
        assert_eq!(findings.of(placement), Some(best));
    }
    assert!(plain >= 3, "{plain}");
}

#[test]
fn the_same_question_has_the_same_answer() {
    let mut kinds = [0; 2];
    for seed in 0..6 {
        let game = game(seed, Level::FirstGame, 20 + seed as usize);
        let sight = game.sight();
        let asked = options(6);
        let found = analyse(&sight, &asked);
        assert_eq!(found, analyse(&sight, &asked));
        // However the hidden tiles lie.
        for other in 1..4 {
            let hidden_otherwise = sight.imagine(Seed(other));
            assert_ne!(hidden_otherwise.stock(), game.stock());
            assert_eq!(found, analyse(&hidden_otherwise.sight(), &asked));
        }
        let found = found.unwrap();
        assert!(found.complete);
        kinds[usize::from(found.draws().is_empty())] += 1;
        if found.draws().is_empty() {
            assert_eq!(found.basis, Basis::Orders(6));
            assert!(!found.basis.is_exact());
            let other_seed = Options {
                seed: Seed(2),
                ..asked.clone()
            };
            assert_ne!(Some(found), analyse(&sight, &other_seed));
        } else {
            assert_eq!(found.basis, Basis::Kinds);
        }
    }
    assert!(kinds.iter().all(|&n| n > 1), "{kinds:?}");
}

#[test]
fn the_kinds_that_may_come_are_those_that_look_like_the_tops() {
    let mut rng = ChaCha8Rng::seed_from_u64(4);
    for _ in 0..12 {
        let tiles = 10 + below(&mut rng, 30);
        let position = position(&mut rng, tiles);
        let laid = position.placements().len();
        let mut view = SupplyView::unseen(50 - laid / 2, 50 - laid / 2).unwrap();
        for lane in Lane::ALL {
            let next = *view.next(lane).unwrap();
            // As some kind looks, so that there is one.
            let of = Tile::all().nth(below(&mut rng, 28)).unwrap();
            let shows = |exit: usize| of.readings()[0].contains(tayu_core::Exit::ALL[exit - 1]);
            let look = |rng: &mut ChaCha8Rng, is: bool| (below(rng, 2) == 0).then_some(is);
            view = view.with(SeenTile {
                ring: look(&mut rng, of.has_ring()),
                front: [1, 2, 3].map(|exit| look(&mut rng, shows(exit))),
                left_end: look(&mut rng, shows(8)),
                ..next
            });
        }
        let arrangement = Arrangement {
            position,
            to_move: Pair::EastWest,
            tile: None,
            elsewhere: TileCounts::default(),
            supply: SupplySight::Stacks(view.clone()),
        };
        let Ok(sight) = Sight::at(&arrangement) else {
            continue;
        };
        let found = analyse(&sight, &options(1)).unwrap();
        assert_eq!(found.party, Party::Coasts(Pair::EastWest));
        assert_eq!(found.draws().len(), 2);
        let mut before = f32::INFINITY;
        for draw in found.draws() {
            let Some(Move::Draw(Draw::Lane(lane))) = draw.action else {
                panic!("it is drawn from a lane")
            };
            let sum: f32 = draw.kinds.iter().map(|kind| kind.share).sum();
            assert!((sum - 1.0).abs() < 1e-4, "{sum}");
            assert!(draw.kinds.is_sorted_by(|a, b| a.share >= b.share));
            let mut come: Vec<Tile> = draw.kinds.iter().map(|kind| kind.tile).collect();
            come.sort();
            assert_eq!(come, sight.may_come(Draw::Lane(lane)).collect::<Vec<_>>());
            let next = view.next(lane).unwrap();
            let left: usize = come.iter().map(|&tile| sight.seen().left(tile)).sum();
            for kind in &draw.kinds {
                assert!(next.could_be(kind.tile));
                let share = sight.seen().left(kind.tile) as f32 / left as f32;
                assert!((kind.share - share).abs() < 1e-6);
            }
            let mean: f32 = (draw.kinds.iter())
                .map(|kind| kind.share * kind.expectation.chance)
                .sum();
            assert!((mean - draw.expectation.chance).abs() < 1e-3);
            assert!(
                draw.expectation.chance <= before + 1e-6,
                "the better lane comes first"
            );
            before = draw.expectation.chance;
        }
    }
}

/// How a game ends for a pair when all tiles that come are named: first who has won, then by how much.
fn play_out(board: &Board, coming: &[Tile], mover: Pair, pair: Pair) -> (i32, i32) {
    let ways = |tile: Tile| board.legal_placements(tile).collect::<Vec<_>>();
    let (tile, ways) = match coming.first() {
        Some(&tile) => (tile, ways(tile)),
        None => (Tile::all().next().unwrap(), Vec::new()),
    };
    let values = ways.into_iter().map(|placement| {
        let mut after = board.clone();
        assert_eq!(placement.tile(), tile);
        after.lay(placement).unwrap();
        play_out(&after, &coming[1..], mover.other(), pair)
    });
    let best = if mover == pair { values.max() } else { values.min() };
    best.unwrap_or_else(|| {
        let margin = board.coasts().margin(pair);
        (margin.signum(), margin)
    })
}

/// All tiles of a set but so many of one kind and what lies on the board or in the hand.
fn all_but(kind: Tile, count: usize, used: &TileCounts) -> TileCounts {
    let mut out = TileCounts::default();
    for tile in Tile::all() {
        let keep = if tile == kind { count } else { 0 };
        out.set(tile, used.left(tile).saturating_sub(keep));
    }
    out
}

#[test]
fn the_end_of_a_game_is_played_out_as_brute_force_does() {
    let mut rng = ChaCha8Rng::seed_from_u64(5);
    let (mut looked, mut mattered) = (0, 0);
    for _ in 0..60 {
        let tiles = 40 + below(&mut rng, 35);
        let position = position(&mut rng, tiles);
        let mut used = position.counts();
        let free: Vec<Tile> = Tile::all().filter(|&tile| used.left(tile) > 0).collect();
        let tile = free[below(&mut rng, free.len())];
        used.add(tile);
        let kind = Tile::all()
            .filter(|&tile| used.left(tile) > 0)
            .nth(below(&mut rng, 5));
        let Some(kind) = kind else { continue };
        let count = below(&mut rng, used.left(kind).min(2) + 1);
        let pair = Pair::ALL[below(&mut rng, 2)];
        let sight = Sight::at(&Arrangement {
            elsewhere: all_but(kind, count, &used),
            position,
            to_move: pair,
            tile: Some(tile),
            supply: SupplySight::Stacks(SupplyView::unseen(count, 0).unwrap()),
        });
        let sight = sight.unwrap();
        let Some(found) = analyse(&sight, &options(1)) else {
            assert!(matches!(sight.phase(), Phase::Over(_)));
            continue;
        };
        if found.basis == Basis::Settled {
            continue;
        }
        assert_eq!(found.basis, Basis::EveryPlay);
        assert!(found.basis.is_exact() && found.complete);
        assert_eq!(sight.phase(), Phase::ToLay(Choice::one(tile)));
        looked += 1;
        let mut values = Vec::new();
        for weighed in found.placements() {
            let mut after = sight.position().board().clone();
            after.lay(weighed.placement).unwrap();
            let (won, margin) = play_out(&after, &vec![kind; count], pair.other(), pair);
            assert_eq!(weighed.expectation.chance, (won + 1) as f32 / 2.0);
            assert_eq!(weighed.expectation.margin, margin as f32);
            assert_eq!(weighed.error, 0.0);
            values.push((won, margin));
        }
        assert!(values.is_sorted_by(|a, b| a >= b), "{values:?}");
        mattered += usize::from(values.first() != values.last());
    }
    assert!(looked > 30 && mattered > 10, "{looked} {mattered}");
}

#[test]
fn where_no_coast_can_get_a_point_the_result_is_known() {
    let mut rng = ChaCha8Rng::seed_from_u64(8);
    let mut settled = 0;
    for _ in 0..60 {
        // Tiles laid as near to a coast as they can be: in the end squares are left in the middle only.
        let mut position = Position::default();
        let mut left: Vec<Tile> = Tile::all().flat_map(|tile| [tile; 4]).collect();
        let off_middle = |placement: &Placement| {
            let middle = placement.middle();
            middle.column().abs_diff(9).max(middle.row().abs_diff(9))
        };
        while !left.is_empty() {
            let tile = left.swap_remove(below(&mut rng, left.len()));
            let ways: Vec<Placement> = position.board().legal_placements(tile).collect();
            let Some(&outermost) = ways.iter().max_by_key(|p| (off_middle(p), p.spot())) else {
                continue;
            };
            let pair = Pair::ALL[below(&mut rng, 2)];
            let found = (position.placements().len() > 60).then(|| {
                let sight = Sight::at(&Arrangement {
                    position: position.clone(),
                    to_move: pair,
                    tile: Some(tile),
                    elsewhere: TileCounts::default(),
                    supply: SupplySight::Stacks(SupplyView::unseen(5, 5).unwrap()),
                });
                analyse(&sight.unwrap(), &options(1)).unwrap()
            });
            if let Some(found) = found.filter(|found| found.basis == Basis::Settled) {
                settled += 1;
                assert!(found.basis.is_exact() && found.complete);
                let coasts = position.board().coasts();
                let margin = coasts.margin(pair);
                for weighed in found.placements() {
                    let mut after = position.board().clone();
                    after.lay(weighed.placement).unwrap();
                    assert_eq!(after.coasts(), coasts);
                    assert_eq!(weighed.expectation.margin, margin as f32);
                    assert_eq!(weighed.expectation.chance, (margin.signum() + 1) as f32 / 2.0);
                }
            }
            position.lay(outermost).unwrap();
        }
    }
    assert!(settled > 5, "{settled}");
}

/// How many orders a task has told of.
fn orders(task: &Task<Findings>) -> u32 {
    match task.latest().map(|findings| findings.basis) {
        Some(Basis::Orders(orders)) => orders,
        _ => 0,
    }
}

fn wait_for(what: &str, holds: impl Fn() -> bool) {
    for _ in 0..3000 {
        if holds() {
            return;
        }
        thread::sleep(Duration::from_millis(10));
    }
    panic!("waited in vain: {what}");
}

/// A task that would go on for days.
fn endless(on_change: impl Fn() + Send + 'static) -> Task<Findings> {
    let game = game(3, Level::FirstGame, 41);
    assert!(matches!(game.phase(), Phase::ToLay(_)));
    analysis::start(Arc::new(game.sight()), options(u32::MAX), on_change).unwrap()
}

#[test]
fn it_stops_when_told_and_keeps_what_it_has_found() {
    let task = endless(|| ());
    wait_for("some orders", || orders(&task) > 0);
    task.stop();
    assert!(task.wait(Duration::from_secs(20)));
    let found = task.latest().unwrap();
    assert!(!found.complete && !found.placements().is_empty());
}

#[test]
fn it_rests_and_goes_on_where_it_was() {
    let task = endless(|| ());
    wait_for("some orders", || orders(&task) > 0);
    task.pause(true);
    // What it was at when it was told comes to an end.
    thread::sleep(Duration::from_millis(500));
    let before = orders(&task);
    thread::sleep(Duration::from_millis(700));
    assert_eq!(orders(&task), before);
    assert!(!task.is_over());
    task.pause(false);
    wait_for("more orders", || orders(&task) > before);
    // At rest it can be stopped too, and dropped.
    task.pause(true);
    task.stop();
    assert!(task.wait(Duration::from_secs(20)));

    let (sender, receiver) = mpsc::channel::<()>();
    let task = endless(move || {
        let _ = sender.send(());
    });
    wait_for("some orders", || orders(&task) > 0);
    task.pause(true);
    thread::sleep(Duration::from_millis(300));
    drop(task);
    // The channel closes with the thread.
    wait_for("the end of the thread", || {
        matches!(receiver.try_recv(), Err(mpsc::TryRecvError::Disconnected))
    });
}

#[test]
fn where_nothing_can_be_chosen_nothing_is_found() {
    let game = game(5, Level::Random, 400);
    assert_eq!(analyse(&game.sight(), &options(1)), None);
}
