//! Four at the table: the coasts, the turns, and what talking costs.

use tayu_core::{FirstPlayer, Game, Move, MoveError, NoPlace, Pair, Party, Rules, Seed, Side, TileSource};

use crate::tables::{elsewhere, hands, now, offers, play, pro, refused, seat, setup, tiles, with_tiles};

fn at(seat: usize, phase: &str) -> (usize, String) {
    (seat, phase.to_owned())
}

#[test]
fn seats_stand_at_the_coasts_clockwise() {
    let four = elsewhere(4, Rules::default());
    let sides = [Side::North, Side::East, Side::South, Side::West];
    for (number, side) in (1..).zip(sides) {
        assert_eq!(four.setup().coast(seat(number)), Some(side));
        for players in [2, 3] {
            assert_eq!(
                elsewhere(players, Rules::default()).setup().coast(seat(number)),
                None
            );
        }
    }
    let team = |pair| four.seats_of(Party::Coasts(pair)).collect::<Vec<_>>();
    assert_eq!(team(Pair::NorthSouth), [seat(1), seat(3)]);
    assert_eq!(team(Pair::EastWest), [seat(2), seat(4)]);
}

#[test]
fn turns_go_round_from_whoever_begins() {
    for first in 1..=4 {
        let first_player = FirstPlayer::Chosen(seat(first));
        let mut game = Game::new(setup(4, first_player, Rules::default(), TileSource::Table));
        for (n, lay) in ["i10-147", "l10-138", "l13|147", "n13|148", "i13|145"]
            .into_iter()
            .enumerate()
        {
            let expected = seat((first - 1 + n) % 4 + 1);
            let tile = lay.parse::<tayu_core::Placement>().unwrap().tile();
            assert_eq!(now(&game), at(expected.index() + 1, "draw"));
            play(&mut game, &format!("draw {tile}"));
            assert_eq!(game.to_move(), expected);
            play(&mut game, lay);
        }
    }
}

#[test]
fn any_of_four_may_be_drawn_by_lot() {
    let mut counted = [0; 4];
    for seed in 0..400 {
        let source = TileSource::Spread(Seed(seed));
        let game = Game::new(setup(4, FirstPlayer::Lot, Rules::default(), source));
        counted[game.to_move().index()] += 1;
    }
    assert!(counted.iter().all(|n| (70..130).contains(n)), "{counted:?}");
}

#[test]
fn a_team_that_talks_loses_the_turn_and_the_tile_goes_on() {
    let mut game = elsewhere(4, Rules::default());
    play(&mut game, "draw 147");
    assert_eq!(offers(&game).last().unwrap(), "talked");
    play(&mut game, "talked");
    // As if just drawn: nothing else is drawn, and it has to be laid.
    assert_eq!(now(&game), at(2, "147+"));
    assert_eq!(refused(&game, "draw 138").to_string(), "147 has to be laid first");
    play(&mut game, "i10-147");
    assert_eq!(now(&game), at(3, "draw"));
    // Twice, and a third time: it comes back round.
    play(&mut game, "draw 138, talked, talked, talked");
    assert_eq!(now(&game), at(2, "138+"));
    play(&mut game, "talked, l10-138");
    assert_eq!(now(&game), at(4, "draw"));
    let seats: Vec<usize> = game.played().iter().map(|p| p.seat.index() + 1).collect();
    assert_eq!(seats, [1, 1, 2, 3, 3, 4, 1, 2, 3]);
    assert!(game.drawn_tiles().eq(tiles("147 138")));
}

#[test]
fn there_has_to_be_a_tile_and_a_team() {
    let game = elsewhere(4, Rules::default());
    assert_eq!(refused(&game, "talked"), MoveError::NothingToHandOn);
    for players in [2, 3] {
        let mut game = elsewhere(players, Rules::default());
        if players == 3 {
            play(&mut game, "bid 1");
        }
        assert_eq!(refused(&game, "talked"), MoveError::NoTeams);
        play(&mut game, "draw 147");
        assert_eq!(refused(&game, "talked"), MoveError::NoTeams);
    }
    let mut over = with_tiles(4, Rules::default(), "147");
    play(&mut over, "draw left, i10-147");
    assert_eq!(refused(&over, "talked"), MoveError::Over);
}

#[test]
fn the_last_tile_can_be_talked_about_too() {
    let mut game = with_tiles(4, Rules::default(), "147 138");
    play(&mut game, "draw left, i10-147, draw left, talked");
    assert_eq!(now(&game), at(3, "138+"));
    play(&mut game, "l10-138");
    assert_eq!(now(&game), at(3, "over"));
}

#[test]
fn in_pro_the_next_chooses_between_theirs_and_the_one_handed_on() {
    let mut game = with_tiles(4, pro(), "147 138 145 148 234 135");
    assert_eq!(refused(&game, "talked"), MoveError::NothingToHandOn);
    play(&mut game, "draw left, draw left, draw left, draw left");
    assert_eq!(hands(&game), ["147", "138", "145", "148"]);
    assert_eq!(refused(&game, "talked"), MoveError::NothingToHandOn);
    play(&mut game, "draw left");
    assert_eq!(now(&game), at(1, "234+147"));
    play(&mut game, "talked");
    assert_eq!(now(&game), at(2, "234+138"));
    assert_eq!(
        hands(&game),
        ["147", "138", "145", "148"],
        "who has talked keeps theirs"
    );
    play(&mut game, "talked");
    assert_eq!(now(&game), at(3, "234+145"));
    // Theirs is laid, and what was handed on stays in front of them.
    play(&mut game, "i10-145");
    assert_eq!(hands(&game), ["147", "138", "234", "148"]);
    assert_eq!(now(&game), at(4, "draw"));
    // The last of the supply is handed on; then the tiles left are laid from there on.
    play(&mut game, "draw left, talked");
    assert_eq!(now(&game), at(1, "135+147"));
    let lay = offers(&game)[0].clone();
    play(&mut game, &lay);
    assert_eq!(now(&game), at(2, "+138"));
    assert_eq!(hands(&game), ["147", "138", "234", "148"]);
    // What lay in front of a player can't be handed on.
    assert_eq!(refused(&game, "talked"), MoveError::NothingToHandOn);
    for seat in [3, 4, 1] {
        let lay = offers(&game)[0].clone();
        play(&mut game, &lay);
        assert_eq!(now(&game).0, seat);
    }
}

#[test]
fn a_tile_handed_on_may_fit_for_nobody() {
    // Only 127, 135, 137, 147, 167 and 178 fit after the third.
    let rules = Rules {
        no_place: NoPlace::Again,
        ..pro()
    };
    let mut game = elsewhere(4, rules);
    play(
        &mut game,
        "draw 178, draw 234, draw 123, draw 123, draw 123, j12|178",
    );
    assert_eq!(now(&game), at(2, "draw"));
    play(&mut game, "draw 123, k14|567");
    assert_eq!(hands(&game), ["123", "234", "123", "123"]);
    play(&mut game, "draw 135, i14|123");
    // Now 4 has 123, 3 has 135, and only 3's fits.
    assert_eq!(hands(&game), ["123", "234", "135", "123"]);
    play(&mut game, "draw 124");
    // Neither 124 nor 123: another is drawn by the same player.
    assert_eq!(now(&game), at(4, "draw"));
    play(&mut game, "draw 127, talked");
    assert_eq!(now(&game), at(1, "127+123"));
    play(&mut game, "talked");
    assert_eq!(now(&game), at(2, "127+234"));
    assert_eq!(offers(&game), ["j16|356", "talked"]);
    assert_eq!(game.set_aside(), tiles("124"));
}

#[test]
fn a_tile_handed_on_to_one_for_whom_nothing_fits_is_set_aside_at_once() {
    for no_place in [NoPlace::Ends, NoPlace::Again] {
        let mut game = elsewhere(4, Rules { no_place, ..pro() });
        play(&mut game, "draw 178, draw 234, draw 123, draw 135");
        play(
            &mut game,
            "draw 123, j12|178, draw 123, k14|567, draw 124, i14|123",
        );
        // Of 4's tiles only the one in front of them fits, of 1's none.
        play(&mut game, "draw 234");
        assert_eq!((now(&game), hands(&game)[0].as_str()), (at(4, "234+135"), "123"));
        play(&mut game, "talked");
        let phase = if no_place == NoPlace::Ends { "over" } else { "draw" };
        assert_eq!((now(&game), game.set_aside()), (at(1, phase), &tiles("234")[..]));
    }
}

#[test]
fn a_tile_does_not_go_round_for_ever() {
    let mut game = elsewhere(4, Rules::default());
    play(&mut game, "draw 147");
    let mut rounds = 0;
    while game.play(Move::Talked).is_ok() {
        rounds += 1;
    }
    assert_eq!(
        (rounds, refused(&game, "talked")),
        (999, MoveError::TalkedTooOften)
    );
    let lay = offers(&game)[0].clone();
    assert!(!offers(&game).contains(&"talked".to_owned()));
    play(&mut game, &lay);
    // A game that is as long as can be is still read.
    let record = tayu_core::Record::of(&game, false);
    assert_eq!(tayu_core::Record::from_json(&record.to_json()).unwrap(), record);
}
