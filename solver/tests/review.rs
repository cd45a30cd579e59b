//! What the moves of a game cost: by what could be known, and with the tiles that came.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test may fail")]

use std::num::NonZeroUsize;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use tayu_core::{
    Board, FirstPlayer, Game, GameSetup, Move, NoPlace, Notice, Pair, Party, Phase, Placement, Players,
    ProEnd, Rules, Seat, Seed, Supply, Ties, Tile, TileSource,
};
use tayu_solver::StopFlag;
use tayu_solver::player::analysis::{self, Basis};
use tayu_solver::player::review::{Grade, MoveReview, Options, Review, Turn, Verdict, review, start};
use tayu_solver::player::{Budget, Expectation, Level, choose};

fn options(orders: u32, hindsight: usize) -> Options {
    Options {
        analysis: analysis::Options {
            width: 6,
            orders,
            ..analysis::Options::default()
        },
        hindsight,
        ..Options::default()
    }
}

fn looked_at(game: &Game, options: &Options) -> Review {
    let review = review(&Arc::new(game.clone()), options, &StopFlag::new(), &mut |_| ());
    assert!(review.is_complete());
    review
}

fn new_game(players: usize, rules: Rules, source: TileSource) -> Game {
    let names = ["Ada", "Max", "Eva", "Ulf"].map(str::to_owned);
    let first = FirstPlayer::Chosen(Seat::new(1).unwrap());
    Game::new(GameSetup::new(names[..players].to_vec(), first, rules, source).unwrap())
}

/// Plays so many moves, or to the end; the second seat plays at random.
fn play(game: &mut Game, moves: usize) {
    play_as(game, moves, Level::Random);
}

/// The same with a second seat that plays like this.
fn play_as(game: &mut Game, moves: usize, second: Level) {
    let budget = Budget {
        nodes: Some(200),
        time: None,
    };
    for seed in 0..moves as u64 {
        if game.outcome().is_some() {
            return;
        }
        let level = if game.to_move().index() == 1 {
            second
        } else {
            Level::Pupil
        };
        let chosen = choose(&game.sight(), level, Seed(seed), budget, &StopFlag::new());
        let action = chosen.unwrap_or_else(|| game.legal_moves()[0]);
        game.play(action).unwrap();
    }
}

fn whole_game(players: usize, rules: Rules, source: TileSource) -> Game {
    let mut game = new_game(players, rules, source);
    play(&mut game, usize::MAX);
    game
}

fn lays(review: &Review) -> impl DoubleEndedIterator<Item = &MoveReview> {
    let moves = review.moves.iter();
    moves.filter(|reviewed| matches!(reviewed.action, Move::Lay(_)))
}

fn lost(verdict: &Verdict) -> f32 {
    verdict.chance_lost()
}

#[test]
fn the_best_move_loses_nothing_and_the_worst_of_those_compared_loses() {
    let (mut graver, options) = (0, options(8, 0));
    for seed in 1..5 {
        let mut game = new_game(2, Rules::default(), TileSource::Stacks(Seed(seed)));
        play_as(&mut game, 31, Level::Pupil);
        assert!(matches!(game.phase(), Phase::ToLay(_)));
        let found =
            analysis::analyse(&game.sight(), &options.analysis, &StopFlag::new(), &mut |_| ()).unwrap();
        let with = |placement: Placement| {
            let mut game = game.clone();
            game.play(Move::Lay(placement)).unwrap();
            looked_at(&game, &options).moves.pop().unwrap().foresight.unwrap()
        };
        let (best, worst) = (found.placements()[0].clone(), found.placements().last().unwrap());
        let good = with(best.placement);
        assert_eq!(
            (good.best, good.best_expectation, good.grade()),
            (Move::Lay(best.placement), good.expectation, Grade::Sound)
        );
        assert_eq!((lost(&good), good.margin_lost()), (0.0, 0.0));
        let bad = with(worst.placement);
        assert_eq!(bad.best, Move::Lay(best.placement));
        assert_eq!(bad.best_expectation, best.expectation);
        assert_eq!(bad.expectation, worst.expectation);
        assert!(lost(&bad) > 0.0 && !bad.is_exact(), "{bad:?}");
        graver += usize::from(bad.grade() > Grade::Sound);
    }
    assert!(graver > 1, "{graver}");
}

#[test]
fn who_plays_at_random_loses_more() {
    let game = whole_game(2, Rules::default(), TileSource::Stacks(Seed(5)));
    let review = looked_at(&game, &options(8, 0));
    let all = |seat: usize| -> f32 {
        let theirs = lays(&review).filter(|reviewed| reviewed.seat.index() == seat);
        theirs.filter_map(|r| r.foresight.as_ref()).map(lost).sum()
    };
    assert!(all(1) > 2.0 * all(0), "{} {}", all(0), all(1));
    // Every move with a choice has a verdict, and a standing of both sides that adds up.
    for reviewed in &review.moves {
        assert!(reviewed.foresight.is_some(), "{:?}", reviewed.action);
        let chances: f32 = reviewed.standing.iter().map(|(_, e)| e.chance).sum();
        assert!((chances - 1.0).abs() < 1e-5, "{:?}", reviewed.standing);
    }
    // In the end the chances are what has become of them.
    let winner = game.outcome().unwrap().winner.unwrap();
    assert_eq!(review.chance_after(review.moves.len(), winner), Some(1.0));
    assert!(!review.turning_points().is_empty());
}

/// The margin of `mover` when all that comes is laid as well as can be.
fn minimax(board: &Board, tiles: &[Tile], mover: Pair) -> i32 {
    let over = board.coasts().margin(mover);
    let Some((&tile, rest)) = tiles.split_first() else {
        return over;
    };
    let after = board.legal_placements(tile).map(|placement| {
        let mut after = board.clone();
        after.lay(placement).unwrap();
        -minimax(&after, rest, mover.other())
    });
    after.max().unwrap_or(over)
}

/// Holds the verdicts by hindsight on the last placements against all plays. How many placements there are, and how many of them
/// were not the best.
fn hold_against_all_plays(game: &Game, last: usize) -> (usize, usize) {
    let (mut decided, mut wasted) = (0, 0);
    let review = looked_at(game, &options(1, last));
    let drawn: Vec<Tile> = game.drawn_tiles().collect();
    let mut state = Game::new(game.setup().clone());
    let count = lays(&review).count();
    let mut number = 0;
    for (played, reviewed) in game.played().iter().zip(&review.moves) {
        if let Move::Lay(_) = played.action {
            number += 1;
            assert_eq!(reviewed.hindsight.is_some(), number + last > count, "{number}");
        }
        if let (Move::Lay(placement), Some(verdict)) = (played.action, &reviewed.hindsight) {
            let Some(Party::Coasts(pair)) = reviewed.party else {
                panic!("somebody plays for coasts")
            };
            let coming = &drawn[state.drawn_tiles().count()..];
            let board = state.position().board();
            let tiles: Vec<Tile> = std::iter::once(placement.tile())
                .chain(coming.iter().copied())
                .collect();
            let best = minimax(board, &tiles, pair);
            let mut after = board.clone();
            after.lay(placement).unwrap();
            let made = -minimax(&after, coming, pair.other());
            assert!(verdict.is_exact());
            assert_eq!(verdict.best_expectation.margin, best as f32);
            assert_eq!(verdict.expectation.margin, made as f32);
            if made != 0 && best != 0 {
                let chance = |margin: i32| f32::from(u8::from(margin > 0));
                assert_eq!(verdict.expectation.chance, chance(made));
                assert_eq!(verdict.best_expectation.chance, chance(best));
            }
            assert_eq!(verdict.best == reviewed.action, best == made);
            // The line leads there.
            assert_eq!(verdict.line.first().copied().map(Move::Lay), Some(verdict.best));
            let mut end = board.clone();
            for &placement in &verdict.line {
                end.lay(placement).unwrap();
            }
            assert_eq!(end.coasts().margin(pair), best);
            decided += 1;
            wasted += usize::from(best > made);
        }
        state.play(played.action).unwrap();
    }
    (decided, wasted)
}

#[test]
fn hindsight_is_what_trying_everything_gives() {
    const LAST: usize = 4;
    let (mut decided, mut wasted) = (0, 0);
    for (round, players) in [2, 2, 4, 2, 4, 2].into_iter().enumerate() {
        let rules = Rules {
            // Products that are equal are searched in another way then.
            ties: Ties::ALL[round % Ties::ALL.len()],
            ..Rules::default()
        };
        let game = whole_game(players, rules, TileSource::Stacks(Seed(round as u64)));
        let (judged, not_best) = hold_against_all_plays(&game, LAST);
        decided += judged;
        wasted += not_best;
    }
    assert!(decided == 6 * LAST && wasted > 3, "{decided} {wasted}");
}

#[test]
fn hindsight_knows_who_lays_next_when_a_team_has_talked() {
    const LAST: usize = 4;
    let mut twice = 0;
    for seed in 0..3 {
        let mut game = new_game(4, Rules::default(), TileSource::Stacks(Seed(seed)));
        while game.outcome().is_none() {
            play(&mut game, 1);
            // The tile goes back to the side that has just laid.
            let is_handed_on =
                matches!(game.phase(), Phase::ToLay(_)) && game.position().placements().len() % 3 == 2;
            if is_handed_on {
                game.play(Move::Talked).unwrap();
                play(&mut game, 1);
            }
        }
        let parties: Vec<Option<Party>> = (game.played().iter())
            .filter(|played| matches!(played.action, Move::Lay(_)))
            .map(|played| game.party(played.seat))
            .collect();
        let late = &parties[parties.len() - LAST..];
        twice += late.windows(2).filter(|next| next[0] == next[1]).count();
        assert_eq!(hold_against_all_plays(&game, LAST).0, LAST);
    }
    assert!(twice > 1, "{twice}");
}

#[test]
fn what_is_certain_beforehand_is_the_same_by_hindsight() {
    // One kind of tile: everybody knows what comes.
    let tile: Tile = "148".parse().unwrap();
    let order = [tile.readings()[0]; 2];
    let supply = Supply::from_order(&order, &order).unwrap();
    let game = whole_game(2, Rules::default(), TileSource::GivenStacks(supply));
    let review = looked_at(&game, &options(1, 4));
    let last = lays(&review).next_back().unwrap();
    let (seen, known) = (last.foresight.clone().unwrap(), last.hindsight.clone().unwrap());
    assert!(seen.is_exact() && known.is_exact());
    assert_eq!(seen.best_expectation.margin, known.best_expectation.margin);
    assert_eq!(seen.expectation.margin, known.expectation.margin);
}

#[test]
fn a_pro_game_is_searched_to_its_end_as_well() {
    let rules = Rules {
        pro: true,
        ..Rules::default()
    };
    let game = whole_game(2, rules, TileSource::Stacks(Seed(2)));
    let review = looked_at(&game, &options(1, 3));
    let known: Vec<&Verdict> = lays(&review).rev().filter_map(|r| r.hindsight.as_ref()).collect();
    assert_eq!(known.len(), 3);
    for verdict in &known {
        assert!(verdict.is_exact() && verdict.best_expectation.margin >= verdict.expectation.margin);
    }
    // The value of a position is what the best placement before it leads to: whoever lays last decides.
    let outcome = game.outcome().unwrap();
    let last = lays(&review).next_back().unwrap();
    let Some(Party::Coasts(pair)) = last.party else {
        panic!("somebody plays for coasts")
    };
    assert_eq!(known[0].expectation.margin, outcome.coasts.margin(pair) as f32);
}

#[test]
fn nothing_is_exact_where_a_player_may_claim_the_end_and_lay_all_the_same() {
    let tile: Tile = "148".parse().unwrap();
    let order = [tile.readings()[0]; 2];
    for (pro_end, notice, is_known) in [
        (ProEnd::New, Notice::Players, false),
        (ProEnd::New, Notice::Program, true),
        (ProEnd::Both, Notice::Players, true),
    ] {
        let rules = Rules {
            pro: true,
            pro_end,
            notice,
            ..Rules::default()
        };
        let supply = Supply::from_order(&order, &order).unwrap();
        let game = whole_game(2, rules, TileSource::GivenStacks(supply));
        let review = looked_at(&game, &options(1, 3));
        let last = lays(&review).next_back().unwrap();
        let seen = last.foresight.as_ref().unwrap();
        assert_eq!(seen.is_exact(), is_known, "{seen:?}");
        assert_eq!(last.hindsight.is_some(), is_known);
    }
}

#[test]
fn hindsight_tells_of_no_game_that_it_cannot_know() {
    let threads = NonZeroUsize::new(2).unwrap();
    let options = Options {
        threads,
        ..options(1, 5)
    };
    // Under way: more tiles come.
    let mut going_on = new_game(2, Rules::default(), TileSource::Stacks(Seed(3)));
    play(&mut going_on, 60);
    // Three players: nobody knows whom a third one helps.
    let three = whole_game(3, Rules::default(), TileSource::Stacks(Seed(3)));
    assert!(three.spoilsport().is_some());
    // Nobody knows what lay where on a table elsewhere.
    let table = whole_game(2, Rules::default(), TileSource::Stacks(Seed(4))).without_supply();
    for (game, placements) in [(&going_on, 0), (&three, 0), (&table, 5)] {
        let review = looked_at(game, &options);
        assert_eq!(
            lays(&review).filter(|r| r.hindsight.is_some()).count(),
            placements
        );
        assert!(lays(&review).all(|r| r.foresight.is_some()));
    }
    // What lies in the lanes is still to come.
    let draws = |review: &Review| {
        let draws = review.moves.iter().filter(|r| matches!(r.action, Move::Draw(_)));
        draws
            .map(|r| (r.foresight.is_some(), r.hindsight.is_some()))
            .collect::<Vec<_>>()
    };
    let known = draws(&looked_at(&going_on, &options));
    assert!(known.len() > 20 && known.iter().all(|known| *known == (true, false)));
    let review = looked_at(&three, &options);
    for reviewed in &review.moves {
        let bidding = matches!(reviewed.action, Move::Bid(_) | Move::Pass);
        assert_eq!(reviewed.foresight.is_none(), bidding);
    }
    assert!(review.start.is_empty());
    assert_eq!(review.moves.last().unwrap().standing.len(), 3);
    assert!(draws(&review).iter().all(|known| *known == (true, true)));
    assert!(
        draws(&looked_at(&table, &options))
            .iter()
            .all(|known| *known == (false, false))
    );
    let spread = whole_game(2, Rules::default(), TileSource::Spread(Seed(4)));
    assert!(
        draws(&looked_at(&spread, &options))
            .iter()
            .all(|known| *known == (true, false))
    );
}

#[test]
fn a_lane_is_judged_by_what_was_to_be_seen_and_by_hindsight_by_what_lay_there() {
    let game = whole_game(2, Rules::default(), TileSource::Stacks(Seed(6)));
    let review = looked_at(&game, &options(1, 0));
    let (mut unlucky, mut unwise) = (0, 0);
    for reviewed in &review.moves {
        if let (Move::Draw(_), Some(seen), Some(known)) =
            (reviewed.action, &reviewed.foresight, &reviewed.hindsight)
        {
            assert!(!seen.is_exact() && !known.is_exact());
            unlucky += usize::from(seen.best == reviewed.action && known.best != reviewed.action);
            unwise += usize::from(seen.best != reviewed.action && known.best == reviewed.action);
        }
    }
    assert!(unlucky > 2 && unwise > 2, "{unlucky} {unwise}");
}

#[test]
fn what_could_be_known_does_not_depend_on_what_is_hidden() {
    let (mut hidden, mut lanes) = (0, 0);
    for (seed, players, pro) in [(1, 2, false), (2, 3, false), (3, 2, true), (4, 4, false)] {
        let rules = Rules {
            pro,
            ..Rules::default()
        };
        let mut game = new_game(players, rules, TileSource::Stacks(Seed(seed)));
        for moves in [30, 1, 10, 1] {
            play(&mut game, moves);
            let other = game.sight().imagine(Seed(seed + 100));
            hidden += usize::from(game.stock() != other.stock());
            let action = game.legal_moves()[0];
            let verdicts = [&game, &other].map(|game| {
                let mut game = game.clone();
                let place = game.played().len();
                game.play(action).unwrap();
                // By hindsight more is known when it is over.
                play(&mut game, usize::MAX);
                looked_at(&game, &options(2, 0)).moves.swap_remove(place)
            });
            assert!(verdicts[0].foresight.is_some());
            assert_eq!(verdicts[0].foresight, verdicts[1].foresight);
            lanes += usize::from(verdicts[0].hindsight != verdicts[1].hindsight);
        }
    }
    assert!(hidden == 16 && lanes > 2, "{hidden} {lanes}");
}

#[test]
fn any_number_of_threads_finds_the_same() {
    let rules = Rules {
        no_place: NoPlace::ALL[1],
        ..Rules::default()
    };
    for rules in [Rules::default(), rules] {
        let game = Arc::new(whole_game(2, rules, TileSource::Stacks(Seed(7))));
        let mut reports = 0;
        let [one, three] = [1, 3].map(|threads| {
            let options = Options {
                threads: NonZeroUsize::new(threads).unwrap(),
                ..options(2, 5)
            };
            review(&game, &options, &StopFlag::new(), &mut |review| {
                assert!(review.done <= review.to_do);
                reports += 1;
            })
        });
        assert_eq!(one, three);
        assert!(one.is_complete() && reports > 2 * one.done);
    }
}

#[test]
fn it_stops_when_told_with_what_is_known_by_then() {
    let game = Arc::new(whole_game(2, Rules::default(), TileSource::Stacks(Seed(8))));
    let whole = looked_at(&game, &options(2, 3));
    for after in [0, 7, whole.to_do - 2] {
        let stop = StopFlag::new();
        let part = review(&game, &options(2, 3), &stop, &mut |review| {
            if review.done == after {
                stop.raise();
            }
        });
        assert!(!part.is_complete(), "{after}");
        assert!(
            part.done >= after && part.done < after + 3,
            "{} {after}",
            part.done
        );
        for (part, whole) in part.moves.iter().zip(&whole.moves) {
            assert!(part.foresight.is_none() || part.foresight == whole.foresight);
        }
    }
    let told = Arc::new(AtomicUsize::new(0));
    let count = Arc::clone(&told);
    let task = start(Arc::clone(&game), options(100_000, 3), move || {
        count.fetch_add(1, Ordering::Relaxed);
    })
    .unwrap();
    assert!(!task.wait(Duration::from_millis(300)));
    assert!(task.wind_down(Duration::from_secs(3)));
    let latest = task.latest().unwrap();
    assert!(task.is_over() && !latest.is_complete() && *latest.game == *game);
    assert!(told.load(Ordering::Relaxed) > 1);
}

#[test]
fn an_empty_game_is_soon_reviewed() {
    let game = new_game(2, Rules::default(), TileSource::Stacks(Seed(1)));
    let review = looked_at(&game, &options(1, 4));
    assert_eq!((review.done, review.moves.len()), (0, 0));
    let chances: Vec<f32> = review.start.iter().map(|(_, e)| e.chance).collect();
    assert_eq!(chances.len(), 2);
    assert!(review.turning_points().is_empty());
}

/// A game of two in which the chances of north and south after each move, in percent, were these.
fn went(chances: &[u8]) -> Review {
    let standing = |percent: u8| {
        let of = |chance| Expectation { chance, margin: 0.0 };
        let chance = f32::from(percent) / 100.0;
        vec![
            (Party::Coasts(Pair::NorthSouth), of(chance)),
            (Party::Coasts(Pair::EastWest), of(1.0 - chance)),
        ]
    };
    let reviewed = |percent: &u8| MoveReview {
        seat: Players::Two.seats().next().unwrap(),
        party: Some(Party::Coasts(Pair::NorthSouth)),
        action: Move::Pass,
        standing: standing(*percent),
        foresight: None,
        hindsight: None,
    };
    Review {
        game: Arc::new(new_game(2, Rules::default(), TileSource::Stacks(Seed(1)))),
        start: standing(50),
        moves: chances.iter().map(reviewed).collect(),
        done: 0,
        to_do: 0,
    }
}

#[test]
fn a_game_turns_where_the_lead_changes_and_where_a_chance_falls_far() {
    let points = |chances: &[u8]| -> Vec<(usize, Turn, Party)> {
        let points = went(chances).turning_points().into_iter();
        points.map(|p| (p.place, p.turn, p.party)).collect()
    };
    let (ns, ew) = (Party::Coasts(Pair::NorthSouth), Party::Coasts(Pair::EastWest));
    // Neither a lead by a hair nor small steps.
    assert_eq!(points(&[51, 49, 52, 48, 53, 54, 60]), []);
    assert_eq!(
        points(&[58, 52, 48, 44, 40, 60]),
        [(3, Turn::Leads, ew), (5, Turn::Leads, ns)]
    );
    assert_eq!(
        points(&[59, 70, 60, 65]),
        [(0, Turn::Fell, ew), (1, Turn::Fell, ew), (2, Turn::Fell, ns)]
    );
    // The furthest falls, and no more than a few.
    assert_eq!(
        points(&[57, 75, 60, 80, 64, 84, 72]),
        [(1, Turn::Fell, ew), (3, Turn::Fell, ew), (5, Turn::Fell, ew)]
    );
}

#[test]
fn a_bad_tile_is_not_held_against_the_placement() {
    let game = whole_game(2, Rules::default(), TileSource::Stacks(Seed(5)));
    let review = looked_at(&game, &options(8, 0));
    let mut unlucky = 0;
    for (place, pair) in review.moves.windows(2).enumerate() {
        let [draw, lay] = pair else { panic!("two") };
        let (Move::Draw(_), Move::Lay(_), Some(party)) = (draw.action, lay.action, lay.party) else {
            continue;
        };
        let verdict = lay.foresight.as_ref().unwrap();
        let [before, drawn] = [place, place + 1].map(|moves| review.chance_after(moves, party).unwrap());
        assert_eq!(drawn, verdict.best_expectation.chance);
        unlucky += usize::from(verdict.best == lay.action && before > drawn + 0.03);
        if let (true, Some(laid)) = (
            place + 2 < review.moves.len(),
            review.chance_after(place + 2, party),
        ) {
            assert!(
                (drawn - laid - verdict.chance_lost()).abs() < 0.02,
                "{drawn} {laid}"
            );
        }
    }
    assert!(unlucky > 1, "{unlucky}");
}

#[test]
fn three_players_have_no_turning_point_while_the_outlook_means_little() {
    let (ns, ew) = (Party::Coasts(Pair::NorthSouth), Party::Coasts(Pair::EastWest));
    let standing = |percent: [u8; 3]| -> Vec<(Party, Expectation)> {
        let of = |percent: u8| Expectation {
            chance: f32::from(percent) / 100.0,
            margin: 0.0,
        };
        [Party::Spoilsport, ns, ew]
            .into_iter()
            .zip(percent.map(of))
            .collect()
    };
    let laid = |percent| MoveReview {
        seat: Seat::new(1).unwrap(),
        party: Some(ns),
        action: Move::Lay("i10-147".parse().unwrap()),
        standing: standing(percent),
        foresight: None,
        hindsight: None,
    };
    let opening = [[85, 10, 5], [60, 25, 15], [30, 50, 20], [85, 10, 5], [85, 10, 5]];
    let later = [[30, 45, 25], [25, 48, 27], [20, 30, 50]];
    let review = Review {
        game: Arc::new(new_game(3, Rules::default(), TileSource::Stacks(Seed(1)))),
        start: Vec::new(),
        moves: opening.into_iter().chain(later).map(laid).collect(),
        done: 0,
        to_do: 0,
    };
    let turns = review.turning_points();
    assert_eq!(turns.len(), 1, "{turns:?}");
    assert_eq!(
        (turns[0].place, turns[0].turn, turns[0].party),
        (7, Turn::Leads, ew)
    );
}

#[test]
fn what_chance_may_have_made_is_no_fault() {
    let verdict = |lost: f32, error: f32| Verdict {
        best: Move::Pass,
        best_expectation: Expectation {
            chance: 0.5 + lost,
            margin: 3.0,
        },
        expectation: Expectation {
            chance: 0.5,
            margin: 4.0,
        },
        error,
        basis: Basis::Orders(100),
        line: Vec::new(),
    };
    for (lost, error, grade) in [
        (0.0, 0.0, Grade::Sound),
        (0.04, 0.0, Grade::Sound),
        (0.06, 0.0, Grade::Inaccuracy),
        (0.06, 0.04, Grade::Sound),
        (0.12, 0.04, Grade::Mistake),
        (0.2, 0.04, Grade::GraveError),
        (0.2, 0.12, Grade::Sound),
    ] {
        assert_eq!(verdict(lost, error).grade(), grade, "{lost} {error}");
    }
    assert_eq!(verdict(0.2, 0.0).margin_lost(), 0.0);
}
