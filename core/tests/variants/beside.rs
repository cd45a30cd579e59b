//! Games of all kinds with the second reading of the rules run beside them.

use std::collections::BTreeMap;

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;
use tayu_core::{
    Bid, Draw, EndReason, Game, Lane, Move, NoPlace, Phase, Placement, Played, ProEnd, Spot, SpreadPlace,
    Tile,
};

use crate::chance::{any, any_table, below, choose, one_in};
use crate::model::{Model, Stage};

const GAMES: u64 = 2000;

/// Whatever can be asked of a game is as the model says.
fn compare(game: &Game, model: &Model) {
    assert_eq!(game.to_move().index(), model.turn, "whose turn it is");
    let hands: Vec<_> = game
        .setup()
        .players()
        .seats()
        .map(|seat| game.hand(seat))
        .collect();
    assert_eq!(hands, model.before_players);
    assert_eq!(game.set_aside(), model.aside);
    assert_eq!(*game.seen(), model.came.iter().copied().collect());
    assert!(game.drawn_tiles().eq(model.came.iter().copied()));
    assert_eq!(game.left(), model.undrawn());
    if game.left() + model.came.len() == 112 {
        for (kind, undrawn) in model.undrawn_kinds() {
            assert_eq!(game.seen().left(kind), undrawn, "{kind}");
        }
    }
    assert_eq!(game.is_dealing(), model.dealing());
    assert_eq!(game.position().board(), &model.board);
    let stage = match game.phase() {
        Phase::ToBid => Stage::Bidding,
        Phase::ToDraw => Stage::Drawing,
        Phase::ToLay(choice) => {
            assert_eq!(
                (choice.drawn, choice.kept),
                (model.fresh, model.before_players[model.turn])
            );
            Stage::Laying
        }
        Phase::Over(outcome) => {
            assert_eq!(
                outcome.winner.map_or(String::new(), |w| w.to_string()),
                model.winner()
            );
            assert_eq!(outcome.coasts, model.board.coasts());
            match outcome.reason {
                EndReason::SupplyEmpty => Stage::UsedUp,
                EndReason::NoPlace { choice } => {
                    assert_eq!(
                        (choice.drawn, choice.kept),
                        (model.fresh, model.before_players[model.turn])
                    );
                    Stage::Stuck
                }
            }
        }
    };
    assert_eq!(stage, model.stage);
    assert_eq!(
        game.outcome().is_some(),
        matches!(stage, Stage::UsedUp | Stage::Stuck)
    );
    assert_eq!(game.why_no_place().is_some(), stage == Stage::Stuck);
    assert_eq!(
        (game.spoilsport()).map(|(seat, bid)| (seat.index(), bid.get())),
        model.spoilsport().filter(|_| model.players == 3)
    );
    for seat in game.setup().players().seats() {
        let party = game.party(seat).map_or(String::new(), |party| party.to_string());
        assert_eq!(party, model.plays_for(seat.index()));
        if let Some(auction) = game.auction() {
            assert_eq!(auction.has_passed(seat), model.passed(seat.index()));
        }
    }
    assert_eq!(game.auction().is_some(), model.players == 3);
    assert_eq!(game.legal_moves(), model.options());
}

/// Moves that are mostly wrong.
fn guesses(game: &Game, model: &Model, rng: &mut ChaCha8Rng) -> Vec<Move> {
    let tiles: Vec<Tile> = Tile::all().collect();
    let mut guesses = vec![Move::Pass, Move::Nowhere, Move::Talked];
    let lowest = model.lowest().map_or(999, |(_, points)| points);
    let bids = [
        1,
        2,
        lowest - 1,
        lowest,
        lowest + 1,
        model.rules.lowest_bid.get() - 1,
    ];
    guesses.extend(bids.into_iter().filter_map(Bid::new).map(Move::Bid));
    guesses.extend(["draw left", "draw right"].map(|text| text.parse::<Move>().unwrap()));
    let place = SpreadPlace::new(1 + below(rng, 112)).unwrap();
    guesses.push(format!("draw {place}").parse().unwrap());
    guesses.push(format!("draw {}", any(rng, &tiles)).parse().unwrap());
    // Anywhere, in the places of another tile that fits, and where something lies already.
    let mut kinds = vec![any(rng, &tiles)];
    if let Phase::ToLay(choice) = game.phase() {
        kinds.extend(choice.tiles());
    }
    let spots: Vec<Spot> = Spot::all().collect();
    for kind in kinds {
        let mouths = any(rng, &kind.readings());
        let near = (game.legal_moves().into_iter()).find_map(|action| match action {
            Move::Lay(placement) => Some(placement.spot()),
            _ => None,
        });
        let covered = game
            .position()
            .placements()
            .last()
            .map(|placement| placement.spot());
        let at = [Some(any(rng, &spots)), near, covered].into_iter().flatten();
        guesses.extend(at.map(|spot| Move::Lay(Placement::new(spot, mouths))));
    }
    guesses
}

/// A game takes exactly what the model allows, and what it refuses changes nothing.
fn takes_only_what_is_allowed(game: &Game, model: &Model, rng: &mut ChaCha8Rng, refused: &mut usize) {
    let options = model.options();
    let mut tries = guesses(game, model, rng);
    if one_in(rng, 8) {
        tries.extend(&options);
    }
    for action in tries {
        let mut after = game.clone();
        let taken = after.play(action).is_ok();
        assert_eq!(taken, options.contains(&action), "{action}");
        if !taken {
            assert_eq!(after, *game, "{action}");
            *refused += 1;
        }
    }
}

/// What has to have happened in so many games, so that the comparison means something.
fn note(game: &Game, model: &Model, seen: &mut BTreeMap<&'static str, usize>) {
    let mut note = |what: &'static str, is: bool| *seen.entry(what).or_default() += usize::from(is);
    let outcome = game.outcome().unwrap();
    let rules = game.setup().rules();
    let stuck = model.stage == Stage::Stuck;
    let laid_without_drawing = (game.played().windows(2))
        .any(|pair| matches!((pair[0].action, pair[1].action), (Move::Lay(_), Move::Lay(_))));
    let talked = |n: &Played| n.action == Move::Talked;
    let drawn_fits = |fits| model.fresh.is_some_and(|tile| model.board.can_lay(tile) == fits);
    let kept_fits = model.before_players[model.turn].is_some_and(|tile| model.board.can_lay(tile));
    note("ended stuck", stuck);
    note("ended used up", !stuck);
    note(
        "ended stuck in Pro with both",
        stuck && rules.pro && rules.pro_end == ProEnd::Both,
    );
    note(
        "ended though the one kept fits",
        stuck && drawn_fits(false) && kept_fits,
    );
    note(
        "ended with the last tile of a player",
        stuck && model.fresh.is_none(),
    );
    note("set aside more than one", model.aside.len() > 1);
    note(
        "drew again to the last tile",
        stuck && rules.no_place == NoPlace::Again && game.left() == 0,
    );
    note("drew again and laid the last", !stuck && !model.aside.is_empty());
    note("claimed", game.moves().any(|action| action == Move::Nowhere));
    note("laid the last tiles", laid_without_drawing);
    note(
        "left the last tiles",
        !stuck && model.before_players.iter().any(Option::is_some),
    );
    note("dealt to some", rules.pro && model.came.len() < model.players);
    note(
        "talked twice in a row",
        game.played().windows(2).any(|pair| pair.iter().all(talked)),
    );
    note("talked in Pro", rules.pro && game.played().iter().any(talked));
    note(
        "four laid",
        model.players == 4 && game.position().placements().len() > 20,
    );
    note("spoilsport won", model.winner() == "spoilsport");
    note(
        "spoilsport lost",
        model.players == 3 && matches!(model.winner(), "NS" | "EW"),
    );
    note("draw of three", model.players == 3 && outcome.winner.is_none());
    note("draw", model.players != 3 && outcome.winner.is_none());
    let [ns, ew] = tayu_core::Pair::ALL.map(|pair| outcome.product(pair));
    note(
        "won by points",
        ns == ew && outcome.winner.is_some() && model.winner() != "spoilsport",
    );
    note(
        "bid alone",
        model.said.iter().filter(|(_, points)| points.is_none()).count() == 2
            && model.said.len() == 3
            && model.said[2].1.is_some(),
    );
    note(
        "lowest bid",
        model.players == 3 && model.lowest().is_some_and(|(_, p)| p == rules.lowest_bid.get()),
    );
}

#[test]
fn games_go_as_the_second_reading_says() {
    let mut seen = BTreeMap::new();
    let mut refused = 0;
    for seed in 0..GAMES {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let (setup, mut model) = any_table(seed, &mut rng);
        let mut game = Game::new(setup.clone());
        let closing = one_in(&mut rng, 2);
        let mut seats = Vec::new();
        loop {
            compare(&game, &model);
            if one_in(&mut rng, 8) {
                takes_only_what_is_allowed(&game, &model, &mut rng, &mut refused);
            }
            let options = model.options();
            if options.is_empty() {
                break;
            }
            let chosen = choose(&game, &options, closing, &mut rng);
            seats.push(model.turn);
            game.play(chosen).unwrap();
            model.make(chosen);
        }
        assert!(game.played().iter().map(|played| played.seat.index()).eq(seats));
        note(&game, &model, &mut seen);

        // Its moves as text lead there again.
        let mut again = Game::new(setup);
        for action in game.moves() {
            assert_ne!(again, game);
            assert!(again.outcome().is_none());
            again.play(action.to_string().parse().unwrap()).unwrap();
        }
        assert_eq!(again, game);
    }
    assert!(seen.values().all(|&count| count > 4), "{seen:#?}");
    assert!(refused as u64 > GAMES * 20, "{refused}");
}

/// All moves that can be written.
fn everything() -> Vec<Move> {
    let mut all = vec![Move::Pass, Move::Nowhere, Move::Talked];
    all.extend((1..=999).filter_map(Bid::new).map(Move::Bid));
    all.extend(Lane::ALL.map(|lane| Move::Draw(Draw::Lane(lane))));
    all.extend(SpreadPlace::all().map(|place| Move::Draw(Draw::Place(place))));
    all.extend(Tile::all().map(|tile| Move::Draw(Draw::Tile(tile))));
    let mouths: Vec<_> = Tile::all().flat_map(Tile::readings).collect();
    for spot in Spot::all() {
        all.extend(
            mouths
                .iter()
                .map(|&mouths| Move::Lay(Placement::new(spot, mouths))),
        );
    }
    all
}

#[test]
fn of_everything_a_game_takes_only_what_is_allowed() {
    let everything = everything();
    assert!(everything.len() > 646 * 56);
    let mut tried = [0; 4];
    for seed in 10_000..10_500 {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let (setup, mut model) = any_table(seed, &mut rng);
        let mut game = Game::new(setup);
        for _ in 0..below(&mut rng, 60) {
            let options = model.options();
            if options.is_empty() {
                break;
            }
            let chosen = choose(&game, &options, false, &mut rng);
            game.play(chosen).unwrap();
            model.make(chosen);
        }
        let options = model.options();
        let mut same = game.clone();
        for &action in &everything {
            if options.contains(&action) {
                assert!(game.clone().play(action).is_ok(), "{action}");
            } else {
                assert!(same.play(action).is_err(), "{action}");
            }
        }
        assert_eq!(same, game);
        tried[match game.phase() {
            Phase::ToBid => 0,
            Phase::ToDraw => 1,
            Phase::ToLay(_) => 2,
            Phase::Over(_) => 3,
        }] += 1;
    }
    assert!(tried.iter().all(|&count| count > 3), "{tried:?}");
}
