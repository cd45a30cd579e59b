//! The Pro game: a tile in front of each player, and a choice between two.

use tayu_core::{EndReason, Game, LastTiles, MoveError, NoPlace, Notice, ProEnd, Rules};

use crate::tables::{
    elsewhere, hands, now, offers, play, pro, refused, tile, tiles, with_spread, with_tiles,
};

fn at(seat: usize, phase: &str) -> (usize, String) {
    (seat, phase.to_owned())
}

/// Three tiles after which only 127, 135, 137, 147, 167 and 178 fit, each only at j16|.
const PIT: [&str; 3] = ["j12|178", "k14|567", "i14|123"];
const CLOSED: [&str; 2] = ["i10-123", "i11-567"];

#[test]
fn each_player_draws_one_in_turn_before_the_first_turn() {
    let dealt = ["147", "138", "145", "148"];
    for players in [2, 3, 4] {
        let mut game = elsewhere(players, pro());
        let mut first = 1;
        if players == 3 {
            assert!(!game.is_dealing(), "first the auction");
            play(&mut game, "bid 2, bid 1");
            first = 3;
        }
        for (n, kind) in dealt.into_iter().take(players).enumerate() {
            assert_eq!(now(&game), at((first - 1 + n) % players + 1, "deal"));
            assert_eq!(refused(&game, "i10-147"), MoveError::NothingDrawn);
            assert_eq!(refused(&game, "nowhere"), MoveError::NothingDrawn);
            play(&mut game, &format!("draw {kind}"));
            assert_eq!(game.hand(game.played().last().unwrap().seat), Some(tile(kind)));
        }
        assert_eq!(now(&game), at(first, "draw"));
        assert!(hands(&game).iter().all(|hand| hand != "-"));
        assert_eq!(game.seen().of(tile("147")), 1);
        assert_eq!(game.left(), 112 - players);
    }
    assert!(!elsewhere(2, Rules::default()).is_dealing());
}

#[test]
fn either_tile_is_laid_and_the_other_stays() {
    for (lay, stays) in [("i10-138", "147"), ("i10-147", "138")] {
        let mut game = elsewhere(2, pro());
        play(&mut game, "draw 147, draw 145, draw 138");
        assert_eq!(now(&game), at(1, "138+147"));
        // The tile drawn comes first.
        let offered = offers(&game);
        let own = |n: usize| offered[n].parse::<tayu_core::Placement>().unwrap().tile();
        assert_eq!((own(0), own(offered.len() - 1)), (tile("138"), tile("147")));
        assert_eq!(offered.len(), 24, "two kinds, six spots, two ways");
        assert!(matches!(refused(&game, "i10-145"), MoveError::WrongTile { .. }));
        play(&mut game, lay);
        assert_eq!(hands(&game), [stays, "145"]);
        assert_eq!(now(&game), at(2, "draw"));
        play(&mut game, "draw 234");
        assert_eq!(now(&game), at(2, "234+145"));
    }
}

#[test]
fn two_of_a_kind_are_offered_once() {
    let mut game = elsewhere(2, pro());
    play(&mut game, "draw 147, draw 145, draw 147");
    assert_eq!(now(&game), at(1, "147+147"));
    assert_eq!(offers(&game).len(), 12);
    play(&mut game, "i10-147");
    assert_eq!(hands(&game), ["147", "145"]);
    assert_eq!(game.seen().of(tile("147")), 2);
}

/// A game up to the third of the tiles, with 1 having `mine` in front of them and 2 `yours`. It is 2's turn to draw.
fn pit(rules: Rules, mine: &str, yours: &str) -> Game {
    let mut game = elsewhere(2, rules);
    play(&mut game, &format!("draw {mine}, draw {yours}"));
    for lay in PIT {
        let kind = lay.parse::<tayu_core::Placement>().unwrap().tile();
        play(&mut game, &format!("draw {kind}, {lay}"));
    }
    assert_eq!(now(&game), at(2, "draw"));
    game
}

#[test]
fn where_only_one_fits_it_is_that_one() {
    // The tile drawn, and then the one kept.
    let mut game = pit(pro(), "127", "234");
    play(&mut game, "draw 135");
    assert_eq!(offers(&game), ["j16|135"]);
    let mut game = pit(pro(), "127", "135");
    play(&mut game, "draw 234");
    assert_eq!(offers(&game), ["j16|135"]);
    play(&mut game, "j16|135");
    assert_eq!(hands(&game), ["127", "234"]);
}

#[test]
fn where_neither_fits_it_ends() {
    let mut game = pit(pro(), "127", "234");
    play(&mut game, "draw 124");
    let EndReason::NoPlace { choice } = game.outcome().unwrap().reason else {
        panic!("{:?}", game.outcome());
    };
    assert_eq!(
        (choice.drawn, choice.kept),
        (Some(tile("124")), Some(tile("234")))
    );
    assert_eq!(choice.to_string(), "124 or 234");
    assert_eq!(game.set_aside(), tiles("124"));
    assert_eq!(hands(&game), ["127", "234"]);
    assert_eq!(now(&game), at(2, "over"));
    let kinds: Vec<_> = game
        .why_no_place()
        .unwrap()
        .into_iter()
        .map(|(kind, _)| kind)
        .collect();
    assert_eq!(kinds, tiles("124 234"));
    // Of two of a kind it is said once.
    let mut game = pit(pro(), "127", "234");
    play(&mut game, "draw 234");
    assert_eq!(game.why_no_place().unwrap().len(), 1);
}

#[test]
fn by_the_house_rule_it_ends_when_the_tile_drawn_does_not_fit() {
    let rules = Rules {
        pro_end: ProEnd::New,
        ..pro()
    };
    let mut game = pit(rules, "127", "135");
    play(&mut game, "draw 234");
    assert_eq!(now(&game), at(2, "over"));
    let kinds: Vec<_> = game
        .why_no_place()
        .unwrap()
        .into_iter()
        .map(|(kind, _)| kind)
        .collect();
    assert_eq!(kinds, tiles("234"), "135 would have fitted");
    assert_eq!(game.set_aside(), tiles("234"));
    // While it fits, either is laid.
    let mut game = pit(rules, "127", "135");
    play(&mut game, "draw 147");
    assert_eq!(offers(&game), ["j16|358", "j16|135"]);
    // Left to the players, the one kept may be laid where nobody says that the other doesn't fit.
    let rules = Rules {
        notice: Notice::Players,
        ..rules
    };
    let mut game = pit(rules, "127", "135");
    play(&mut game, "draw 234");
    assert_eq!(offers(&game), ["j16|135", "nowhere"]);
    // Drawn again until it fits.
    let rules = Rules {
        notice: Notice::Program,
        no_place: NoPlace::Again,
        ..rules
    };
    let mut game = pit(rules, "127", "135");
    play(&mut game, "draw 234, draw 124, draw 167");
    assert_eq!(game.set_aside(), tiles("234 124"));
    assert_eq!(now(&game), at(2, "167+135"));
}

#[test]
fn the_last_tiles_are_laid_in_turn() {
    for end in ProEnd::ALL {
        let rules = Rules {
            pro_end: *end,
            ..pro()
        };
        last_tiles_are_laid(with_tiles(2, rules, "147 138 145"));
    }
}

fn last_tiles_are_laid(mut game: Game) {
    play(&mut game, "draw left, draw left, draw left, i10-145");
    assert_eq!(now(&game), at(2, "+138"));
    assert_eq!(
        refused(&game, "draw left"),
        MoveError::AlreadyDrawn {
            choice: tayu_core::Choice {
                drawn: None,
                kept: Some(tile("138"))
            },
        }
    );
    let lay = offers(&game)[0].clone();
    play(&mut game, &lay);
    assert_eq!(now(&game), at(1, "+147"));
    let lay = offers(&game)[0].clone();
    play(&mut game, &lay);
    assert_eq!(now(&game), at(1, "over"));
    assert_eq!(game.outcome().unwrap().reason, EndReason::SupplyEmpty);
    assert_eq!(hands(&game), ["-", "-"]);
}

#[test]
fn a_last_tile_that_fits_nowhere_ends_it() {
    // 1 closes all canals with the last but one.
    let mut game = with_tiles(2, pro(), "147 138 123 123");
    play(&mut game, "draw left, draw left, draw left");
    play(&mut game, CLOSED[0]);
    play(&mut game, "draw left");
    play(&mut game, CLOSED[1]);
    let EndReason::NoPlace { choice } = game.outcome().unwrap().reason else {
        panic!("{:?}", game.outcome());
    };
    assert_eq!((choice.drawn, choice.kept), (None, Some(tile("147"))));
    assert!(game.set_aside().is_empty(), "it still lies in front of 1");
    assert_eq!(
        (hands(&game), now(&game)),
        (vec!["147".to_owned(), "138".to_owned()], at(1, "over"))
    );
    assert_eq!(game.why_no_place().unwrap()[0].0, tile("147"));
}

#[test]
fn by_the_house_rule_the_last_tiles_are_left() {
    let rules = Rules {
        last_tiles: LastTiles::Left,
        ..pro()
    };
    let mut game = with_tiles(2, rules, "147 138 145");
    play(&mut game, "draw left, draw left, draw left");
    // The one drawn last is still laid, or the other.
    assert_eq!(now(&game), at(1, "145+147"));
    play(&mut game, "i10-145");
    assert_eq!(now(&game), at(1, "over"));
    assert_eq!(hands(&game), ["147", "138"]);
    assert_eq!(game.outcome().unwrap().reason, EndReason::SupplyEmpty);
}

#[test]
fn a_supply_may_run_out_while_tiles_are_dealt() {
    for left in [false, true] {
        let rules = Rules {
            last_tiles: if left { LastTiles::Left } else { LastTiles::Laid },
            ..pro()
        };
        for players in [2, 3, 4] {
            for supply in 0..=players {
                let order = &["147", "138", "145", "148"][..supply];
                let mut game = with_spread(players, rules, &order.join(" "));
                // Seat 1 of three is the spoilsport, and 2 begins.
                let first = if players == 3 {
                    play(&mut game, "bid 1");
                    2
                } else {
                    1
                };
                let nth = |n: usize| (first - 1 + n) % players + 1;
                for n in 0..supply {
                    assert_eq!(now(&game), at(nth(n), "deal"));
                    play(&mut game, &format!("draw #{}", n + 1));
                }
                if left || supply == 0 {
                    assert_eq!(
                        phase_and_last(&game),
                        ("over".to_owned(), supply.checked_sub(1).map(nth))
                    );
                    continue;
                }
                // Who has one lays it, from the one who begins on.
                for (n, kind) in order.iter().enumerate() {
                    assert_eq!(now(&game), at(nth(n), &format!("+{kind}")));
                    let lay = offers(&game)[0].clone();
                    play(&mut game, &lay);
                }
                assert_eq!(now(&game), at(nth(supply - 1), "over"));
            }
        }
    }
}

/// The phase and whose turn was the last, if anybody has drawn.
fn phase_and_last(game: &Game) -> (String, Option<usize>) {
    let (last, phase) = now(game);
    (phase, game.drawn_tiles().next().map(|_| last))
}
