//! How players, rules and moves are written.

use std::fmt::{Debug, Display};
use std::str::FromStr;

use tayu_core::{
    Beginner, Bid, Choice, Draw, FirstBid, FirstPlayer, LastTiles, Move, NoPlace, Notice, Pair, Party,
    Players, ProEnd, Rules, Seat, Ties,
};

use crate::tables::{seat, tile};

/// Each value is written like this and reads back.
fn reads<T>(pairs: &[(T, &str)])
where
    T: FromStr<Err: Debug + PartialEq> + Display + Debug + PartialEq + Copy,
{
    for &(value, text) in pairs {
        assert_eq!(value.to_string(), text);
        assert_eq!(text.parse(), Ok(value));
        // Nothing but this.
        for wrong in [
            format!(" {text}"),
            format!("{text} "),
            format!("{text}x"),
            String::new(),
        ] {
            assert!(wrong.parse::<T>().is_err(), "{wrong:?}");
        }
    }
}

#[test]
fn every_choice_between_rules_has_its_word() {
    reads(&[
        (Beginner::Left, "left"),
        (Beginner::Right, "right"),
        (Beginner::Lot, "lot"),
    ]);
    reads(&[(FirstBid::Must, "must"), (FirstBid::May, "may")]);
    reads(&[(Ties::Draw, "draw"), (Ties::Points, "points")]);
    reads(&[(NoPlace::Ends, "ends"), (NoPlace::Again, "again")]);
    reads(&[(Notice::Program, "program"), (Notice::Players, "players")]);
    reads(&[(ProEnd::Both, "both"), (ProEnd::New, "new")]);
    reads(&[(LastTiles::Laid, "laid"), (LastTiles::Left, "left")]);
    let error = "Left".parse::<Beginner>().unwrap_err().to_string();
    assert!(error.contains("left, right or lot"), "{error}");
}

#[test]
fn the_rules_begin_as_the_sheets_have_them() {
    let rules = Rules::default();
    assert!(!rules.pro);
    assert_eq!(rules.lowest_bid, Bid::ONE);
    assert_eq!(
        (rules.beginner, rules.first_bid),
        (Beginner::Left, FirstBid::Must)
    );
    assert_eq!((rules.ties, rules.no_place), (Ties::Draw, NoPlace::Ends));
    assert_eq!(rules.notice, Notice::Program);
    assert_eq!((rules.pro_end, rules.last_tiles), (ProEnd::Both, LastTiles::Laid));
    // What a game begins with stands first.
    assert_eq!((Beginner::ALL[0], Beginner::ALL.len()), (rules.beginner, 3));
    assert_eq!(
        (ProEnd::ALL, LastTiles::ALL),
        (
            &[ProEnd::Both, ProEnd::New][..],
            &[LastTiles::Laid, LastTiles::Left][..]
        )
    );
}

#[test]
fn seats_parties_and_bids_read_back() {
    let seats: Vec<(Seat, &str)> = (1..=4).map(seat).zip(["1", "2", "3", "4"]).collect();
    reads(&seats);
    for wrong in ["0", "5", "01", "+1"] {
        assert!(wrong.parse::<Seat>().is_err(), "{wrong}");
    }
    assert_eq!((Seat::new(0), Seat::new(5), Seat::new(257)), (None, None, None));
    reads(&[
        (Party::Coasts(Pair::NorthSouth), "NS"),
        (Party::Coasts(Pair::EastWest), "EW"),
        (Party::Spoilsport, "spoilsport"),
    ]);
    reads(&[(FirstPlayer::Lot, "lot"), (FirstPlayer::Chosen(seat(3)), "3")]);
    for points in [1, 30, 484, 999] {
        let bid = Bid::new(points).unwrap();
        assert_eq!((bid.get(), bid.to_string()), (points, points.to_string()));
        assert_eq!(points.to_string().parse(), Ok(bid));
    }
    assert_eq!(
        (Bid::new(0), Bid::new(1000), Bid::new(65_537)),
        (None, None, None)
    );
    for wrong in ["0", "1000", "65537", "01", "+1", "-1", "1.0", "", "4294967297"] {
        assert!(wrong.parse::<Bid>().is_err(), "{wrong}");
    }
    assert_eq!(Players::ALL.map(|players| players.to_string()), ["2", "3", "4"]);
}

#[test]
fn after_the_last_seat_comes_the_first() {
    for players in Players::ALL {
        let count = players.count();
        let seats: Vec<usize> = players.seats().map(|seat| seat.index() + 1).collect();
        assert_eq!(seats, (1..=count).collect::<Vec<_>>());
        for number in 1..count {
            assert_eq!(players.after(seat(number)), seat(number + 1));
        }
        assert_eq!(players.after(seat(count)), seat(1));
    }
}

#[test]
fn draws_and_moves_say_what_they_should_have_been() {
    for text in ["left", "right", "#1", "#112", "123", "678"] {
        assert!(text.parse::<Draw>().is_ok(), "{text}");
    }
    let error = |text: &str| text.parse::<Move>().unwrap_err().to_string();
    assert!(
        error("draw up").contains("left, right, #1 to #112"),
        "{}",
        error("draw up")
    );
    assert!(error("draw #113").contains("#1 to #112"));
    assert!(error("draw 9").contains("left, right"));
    assert!(error("bid 1000").contains("points from 1 to 999"));
    assert!(error("take").contains("bid and points"));
}

#[test]
fn a_choice_names_its_tiles_once_as_kinds() {
    let (one, other) = (tile("147"), tile("138"));
    let choice = |drawn, kept| Choice { drawn, kept };
    let both = choice(Some(one), Some(other));
    assert!(both.tiles().eq([one, other]) && both.kinds().eq([one, other]));
    assert_eq!(both.to_string(), "147 or 138");
    let twins = choice(Some(one), Some(one));
    assert!(twins.tiles().eq([one, one]) && twins.kinds().eq([one]));
    for single in [choice(Some(one), None), choice(None, Some(one))] {
        assert!(single.tiles().eq([one]) && single.kinds().eq([one]));
        assert_eq!(single.to_string(), "147");
    }
}
