//! Tiles that fit nowhere: the end, drawing again, and who notices.

use tayu_core::{EndReason, Game, MoveError, NoPlace, Notice, Phase, Rules};

use crate::tables::{elsewhere, hands, now, offers, play, pro, refused, tile, tiles, with_tiles};

fn at(seat: usize, phase: &str) -> (usize, String) {
    (seat, phase.to_owned())
}

fn again() -> Rules {
    Rules {
        no_place: NoPlace::Again,
        ..Rules::default()
    }
}

fn by_players(rules: Rules) -> Rules {
    Rules {
        notice: Notice::Players,
        ..rules
    }
}

/// Three tiles after which only 127, 135, 137, 147, 167 and 178 fit, each only at j16|.
const PIT: &str = "draw 178, j12|178, draw 123, k14|567, draw 123, i14|123";
/// The same from the left lane, whose first tiles are 178 123 123.
const PIT_LEFT: &str = "draw left, j12|178, draw left, k14|567, draw left, i14|123";

#[test]
fn by_default_it_ends_at_once() {
    let mut game = elsewhere(2, Rules::default());
    play(&mut game, PIT);
    play(&mut game, "draw 124");
    let EndReason::NoPlace { choice } = game.outcome().unwrap().reason else {
        panic!("{:?}", game.outcome());
    };
    assert_eq!((choice.drawn, choice.kept), (Some(tile("124")), None));
    assert_eq!((now(&game), game.set_aside()), (at(2, "over"), &tiles("124")[..]));
    assert!(game.legal_moves().is_empty());
}

#[test]
fn again_sets_aside_and_draws_until_one_fits() {
    for players in [2, 3, 4] {
        let mut game = elsewhere(players, again());
        let mut player = 2;
        if players == 3 {
            play(&mut game, "bid 2, bid 1");
        } else if players == 4 {
            player = 4;
        }
        play(&mut game, PIT);
        if players == 3 {
            player = 3;
        }
        for (n, wrong) in ["124", "123", "234"].into_iter().enumerate() {
            assert_eq!(now(&game), at(player, "draw"));
            play(&mut game, &format!("draw {wrong}"));
            assert_eq!(game.set_aside().len(), n + 1);
        }
        assert_eq!(game.set_aside(), tiles("124 123 234"));
        play(&mut game, "draw 135, j16|135");
        assert_eq!(now(&game), at(player % players + 1, "draw"));
        assert_eq!(game.seen().of(tile("123")), 3);
        assert_eq!(game.left(), 112 - 7);
    }
}

#[test]
fn again_ends_with_the_supply() {
    // The last one doesn't fit.
    let mut game = with_tiles(2, again(), "178 123 123 124 234");
    play(&mut game, PIT_LEFT);
    play(&mut game, "draw left");
    assert_eq!(now(&game), at(2, "draw"));
    play(&mut game, "draw left");
    assert!(
        matches!(game.outcome().unwrap().reason, EndReason::NoPlace { choice }
        if choice.drawn == Some(tile("234")))
    );
    assert_eq!(game.set_aside(), tiles("124 234"));
    // The last one fits.
    let mut game = with_tiles(2, again(), "178 123 123 124 135");
    play(&mut game, PIT_LEFT);
    play(&mut game, "draw left, draw left, j16|135");
    assert_eq!(game.outcome().unwrap().reason, EndReason::SupplyEmpty);
    assert_eq!(game.set_aside(), tiles("124"));
}

#[test]
fn again_in_pro_keeps_the_tile_in_front() {
    let rules = Rules { pro: true, ..again() };
    // 1 has 138 and 2 has 234 in front of them when only the pit is left.
    let mut game = with_tiles(2, rules, "138 234 178 123 123 124 148 135 145");
    play(&mut game, "draw left, draw left");
    play(&mut game, PIT_LEFT);
    play(&mut game, "draw left, draw left");
    assert_eq!(
        (now(&game), game.set_aside()),
        (at(2, "draw"), &tiles("124 148")[..])
    );
    assert_eq!(hands(&game), ["138", "234"]);
    play(&mut game, "draw left, j16|135, draw left");
    let Phase::ToLay(choice) = game.phase() else {
        panic!("{:?}", game.phase());
    };
    assert_eq!(
        (choice.drawn, choice.kept),
        (Some(tile("145")), Some(tile("138")))
    );

    // The supply runs out: neither the last one drawn nor the one in front fits.
    let mut game = with_tiles(2, rules, "138 234 178 123 123 124 148");
    play(&mut game, "draw left, draw left");
    play(&mut game, PIT_LEFT);
    play(&mut game, "draw left, draw left");
    assert!(
        matches!(game.outcome().unwrap().reason, EndReason::NoPlace { choice }
        if choice.drawn == Some(tile("148")) && choice.kept == Some(tile("234")))
    );
    assert_eq!(
        (game.set_aside(), hands(&game).join(" ")),
        (&tiles("124 148")[..], "138 234".to_owned())
    );
}

/// The pit, with the next tile drawn and everybody silent about it.
fn drawn(rules: Rules, next: &str) -> Game {
    let mut game = elsewhere(2, by_players(rules));
    play(&mut game, PIT);
    play(&mut game, &format!("draw {next}"));
    game
}

#[test]
fn where_players_notice_the_phase_gives_nothing_away() {
    for rules in [Rules::default(), again()] {
        for (kind, fits) in [("124", false), ("234", false), ("135", true), ("127", true)] {
            let game = drawn(rules, kind);
            assert_eq!(now(&game), at(2, &format!("{kind}+")));
            assert!(game.set_aside().is_empty());
            assert_eq!((game.outcome(), game.why_no_place()), (None, None));
            assert_eq!(offers(&game).last().unwrap() == "nowhere", !fits);
        }
    }
}

#[test]
fn a_claim_ends_the_game_or_lets_draw_again() {
    let mut game = drawn(Rules::default(), "124");
    assert_eq!(offers(&game), ["nowhere"]);
    assert!(matches!(refused(&game, "j16|135"), MoveError::WrongTile { .. }));
    assert!(matches!(refused(&game, "j16|356"), MoveError::WrongTile { .. }));
    assert!(matches!(refused(&game, "j16|124"), MoveError::Illegal(_)));
    play(&mut game, "nowhere");
    assert_eq!((now(&game), game.set_aside()), (at(2, "over"), &tiles("124")[..]));
    assert!(game.why_no_place().is_some());

    let mut game = drawn(again(), "124");
    play(&mut game, "nowhere, draw 234, nowhere, draw 135, j16|135");
    assert_eq!(
        (now(&game), game.set_aside()),
        (at(1, "draw"), &tiles("124 234")[..])
    );
}

#[test]
fn a_wrong_claim_is_refused() {
    let game = drawn(Rules::default(), "135");
    assert_eq!(
        refused(&game, "nowhere"),
        MoveError::HasPlace("j16|135".parse().unwrap())
    );
    // In Pro too, while the one in front fits.
    let mut game = elsewhere(2, by_players(pro()));
    play(&mut game, "draw 138, draw 147");
    play(&mut game, PIT);
    play(&mut game, "draw 124");
    assert_eq!(
        refused(&game, "nowhere"),
        MoveError::HasPlace("j16|358".parse().unwrap())
    );
    assert_eq!(offers(&game), ["j16|358"]);
    // And where the program notices there is never anything to claim.
    let mut game = elsewhere(2, Rules::default());
    assert_eq!(refused(&game, "nowhere"), MoveError::NothingDrawn);
    play(&mut game, "draw 147");
    assert!(matches!(refused(&game, "nowhere"), MoveError::HasPlace(_)));
}

#[test]
fn a_claim_for_the_last_tile_in_front() {
    let mut game = with_tiles(2, by_players(pro()), "147 138 123 123");
    play(
        &mut game,
        "draw left, draw left, draw left, i10-123, draw left, i11-567",
    );
    assert_eq!(
        (now(&game), offers(&game)),
        (at(1, "+147"), vec!["nowhere".to_owned()])
    );
    play(&mut game, "nowhere");
    assert_eq!(now(&game), at(1, "over"));
    assert!(game.set_aside().is_empty());
}

#[test]
fn talking_about_a_tile_that_fits_nowhere_hands_it_on() {
    let mut game = elsewhere(4, by_players(Rules::default()));
    play(&mut game, PIT);
    play(&mut game, "draw 124");
    assert_eq!(offers(&game), ["nowhere", "talked"]);
    play(&mut game, "talked");
    assert_eq!(now(&game), at(1, "124+"));
    play(&mut game, "nowhere");
    assert_eq!((now(&game), game.set_aside()), (at(1, "over"), &tiles("124")[..]));
}
