//! The auction for the spoilsport, the roles that it gives, and who begins.

use tayu_core::{
    Beginner, Bid, FirstBid, FirstPlayer, Game, MoveError, Pair, Party, Phase, Rules, Seat, Seed, TileSource,
};

use crate::tables::{elsewhere, now, offers, play, refused, seat, setup, with_tiles};

fn bid(points: u32) -> Bid {
    Bid::new(points).unwrap()
}

/// A game of three after these bids: whose turn it is and the spoilsport with the bid.
fn after(rules: Rules, bids: &str) -> ((usize, String), Option<(usize, u32)>) {
    let mut game = elsewhere(3, rules);
    play(&mut game, bids);
    let spoilsport = game.spoilsport().map(|(seat, bid)| (seat.index() + 1, bid.get()));
    (now(&game), spoilsport)
}

fn still(bidder: usize) -> ((usize, String), Option<(usize, u32)>) {
    ((bidder, "bid".to_owned()), None)
}

fn won(spoilsport: usize, points: u32, beginner: usize) -> ((usize, String), Option<(usize, u32)>) {
    ((beginner, "draw".to_owned()), Some((spoilsport, points)))
}

#[test]
fn two_and_four_players_hold_no_auction() {
    for players in [2, 4] {
        let game = elsewhere(players, Rules::default());
        assert_eq!((game.auction(), game.spoilsport()), (None, None));
        assert_eq!(now(&game), (1, "draw".to_owned()));
        assert_eq!(refused(&game, "bid 30"), MoveError::NoAuction);
        assert_eq!(refused(&game, "pass"), MoveError::NoAuction);
        for number in 1..=players {
            let pair = [Pair::NorthSouth, Pair::EastWest][(number - 1) % 2];
            assert_eq!(game.party(seat(number)), Some(Party::Coasts(pair)));
        }
        assert_eq!(Seat::new(players + 1).and_then(|seat| game.party(seat)), None);
        assert_eq!(game.seats_of(Party::Spoilsport).count(), 0);
    }
}

#[test]
fn bids_fall_clockwise_until_two_have_passed() {
    let rules = Rules::default();
    assert_eq!(after(rules, "bid 40"), still(2));
    assert_eq!(after(rules, "bid 40, pass"), still(3));
    assert_eq!(after(rules, "bid 40, pass, pass"), won(1, 40, 2));
    assert_eq!(after(rules, "bid 40, bid 39, bid 20"), still(1));
    // Who has passed is not asked again.
    assert_eq!(after(rules, "bid 40, pass, bid 20"), still(1));
    assert_eq!(after(rules, "bid 40, pass, bid 20, bid 19"), still(3));
    assert_eq!(after(rules, "bid 40, pass, bid 20, bid 19, pass"), won(1, 19, 2));
    assert_eq!(after(rules, "bid 40, pass, bid 20, pass"), won(3, 20, 1));
    assert_eq!(after(rules, "bid 40, bid 30, pass, pass"), won(2, 30, 3));
    assert_eq!(after(rules, "bid 40, bid 30, bid 20, pass"), still(2));
    assert_eq!(
        after(rules, "bid 40, bid 30, bid 20, pass, bid 10, pass"),
        won(2, 10, 3)
    );
}

#[test]
fn a_bid_has_to_be_lower_than_the_last() {
    let mut game = elsewhere(3, Rules::default());
    assert_eq!(game.auction().unwrap().highest_bid(), Bid::HIGHEST);
    play(&mut game, "bid 40");
    for too_high in ["bid 40", "bid 41", "bid 999"] {
        assert!(
            matches!(refused(&game, too_high), MoveError::BidOutOfRange { lowest, highest, .. }
                if (lowest, highest) == (bid(1), bid(39)))
        );
    }
    let auction = game.auction().unwrap();
    assert_eq!(auction.lowest(), Some((seat(1), bid(40))));
    assert_eq!((auction.highest_bid(), auction.to_bid()), (bid(39), seat(2)));
    let offered = offers(&game);
    assert_eq!(offered.len(), 40);
    assert_eq!(
        (&*offered[0], &*offered[1], &*offered[39]),
        ("pass", "bid 1", "bid 39")
    );
    play(&mut game, "pass");
    assert!(game.auction().unwrap().has_passed(seat(2)));
    assert!(!game.auction().unwrap().has_passed(seat(3)));
}

#[test]
fn the_lowest_possible_bid_ends_it_at_once() {
    assert_eq!(after(Rules::default(), "bid 1"), won(1, 1, 2));
    assert_eq!(after(Rules::default(), "bid 2, bid 1"), won(2, 1, 3));
    let rules = Rules {
        lowest_bid: bid(12),
        ..Rules::default()
    };
    let mut game = elsewhere(3, rules);
    assert!(matches!(refused(&game, "bid 11"), MoveError::BidOutOfRange { lowest, .. } if lowest == bid(12)));
    assert_eq!(offers(&game)[0], "bid 12");
    play(&mut game, "bid 13");
    assert_eq!(offers(&game), ["pass", "bid 12"]);
    assert_eq!(after(rules, "bid 13, bid 12"), won(2, 12, 3));
    // Nothing but the highest bid that can be written.
    let rules = Rules {
        lowest_bid: Bid::HIGHEST,
        ..rules
    };
    assert_eq!(offers(&elsewhere(3, rules)), ["bid 999"]);
    assert_eq!(after(rules, "bid 999"), won(1, 999, 2));
}

#[test]
fn the_first_has_to_bid_unless_the_table_agrees_otherwise() {
    let game = elsewhere(3, Rules::default());
    assert_eq!(refused(&game, "pass"), MoveError::MustBid);
    assert_eq!(offers(&game).len(), 999);
    let rules = Rules {
        first_bid: FirstBid::May,
        ..Rules::default()
    };
    assert_eq!(offers(&elsewhere(3, rules))[0], "pass");
    assert_eq!(after(rules, "pass"), still(2));
    assert_eq!(after(rules, "pass, bid 30"), still(3));
    assert_eq!(after(rules, "pass, bid 30, bid 20"), still(2));
    assert_eq!(after(rules, "pass, bid 30, pass"), won(2, 30, 3));
    // The one left alone bids against nobody.
    assert_eq!(after(rules, "pass, pass"), still(3));
    let mut game = elsewhere(3, rules);
    play(&mut game, "pass, pass");
    assert_eq!(refused(&game, "pass"), MoveError::MustBid);
    assert_eq!(offers(&game).len(), 999);
    assert_eq!(after(rules, "pass, pass, bid 999"), won(3, 999, 1));
}

#[test]
fn nothing_else_is_done_during_the_auction() {
    let mut game = elsewhere(3, Rules::default());
    for (moves, bidder) in [("bid 40", 2), ("bid 30", 3), ("pass", 1)] {
        for other in ["draw 147", "draw left", "i10-147", "nowhere", "talked"] {
            assert_eq!(refused(&game, other), MoveError::AuctionOn);
        }
        assert_eq!(game.phase(), Phase::ToBid);
        for number in 1..=3 {
            assert_eq!(game.party(seat(number)), None);
        }
        play(&mut game, moves);
        assert_eq!(game.to_move(), seat(bidder));
    }
    play(&mut game, "pass");
    for other in ["bid 1", "pass"] {
        assert_eq!(refused(&game, other), MoveError::NoAuction);
    }
    // What was bid stays known.
    assert_eq!(game.auction().unwrap().lowest(), Some((seat(2), bid(30))));
}

#[test]
fn the_spoilsports_neighbours_have_the_coasts() {
    // Spoilsport, then to the left north and south, then east and west.
    for (bids, [spoilsport, north_south, east_west]) in [
        ("bid 1", [1, 2, 3]),
        ("bid 2, bid 1", [2, 3, 1]),
        ("bid 3, bid 2, bid 1", [3, 1, 2]),
    ] {
        let mut game = elsewhere(3, Rules::default());
        play(&mut game, bids);
        for (number, party) in [
            (spoilsport, Party::Spoilsport),
            (north_south, Party::Coasts(Pair::NorthSouth)),
            (east_west, Party::Coasts(Pair::EastWest)),
        ] {
            assert_eq!(game.party(seat(number)), Some(party));
            assert!(game.seats_of(party).eq([seat(number)]));
        }
        assert_eq!(game.party(seat(4)), None);
    }
}

#[test]
fn left_or_right_of_the_spoilsport_begins_and_then_it_goes_clockwise() {
    for (beginner, order) in [(Beginner::Left, [3, 1, 2]), (Beginner::Right, [1, 2, 3])] {
        let rules = Rules {
            beginner,
            ..Rules::default()
        };
        let mut game = elsewhere(3, rules);
        play(&mut game, "bid 40, bid 30, pass, pass");
        // The spoilsport, 2, draws and lays like the others.
        let lays = ["i10-147", "l10-138", "l13|147", "n13|148"];
        for (n, lay) in lays.into_iter().enumerate() {
            let now_to_move = seat(order[n % 3]);
            assert_eq!(game.to_move(), now_to_move);
            let tile = lay.parse::<tayu_core::Placement>().unwrap().tile();
            play(&mut game, &format!("draw {tile}, {lay}"));
            assert_eq!(game.played().last().unwrap().seat, now_to_move);
        }
    }
}

#[test]
fn a_lot_decides_who_bids_first_and_who_begins() {
    let rules = Rules {
        beginner: Beginner::Lot,
        ..Rules::default()
    };
    let mut counted = [[0; 2]; 3];
    for seed in 0..600 {
        let setup = setup(3, FirstPlayer::Lot, rules, TileSource::Stacks(Seed(seed)));
        let mut game = Game::new(setup.clone());
        let first = setup.first_player();
        assert_eq!((game.to_move(), game.phase()), (first, Phase::ToBid));
        play(&mut game, "bid 1");
        let left = seat((first.index() + 1) % 3 + 1);
        let begins_left = game.to_move() == left;
        assert!(game.to_move() != first && game.setup() == &setup);
        counted[first.index()][usize::from(begins_left)] += 1;
        // The same seed, the same lots.
        let mut again = Game::new(setup);
        play(&mut again, "bid 1");
        assert_eq!(again.to_move(), game.to_move());
    }
    assert!(
        counted.as_flattened().iter().all(|n| (60..140).contains(n)),
        "{counted:?}"
    );
}

#[test]
fn without_tiles_the_auction_is_all() {
    let mut game = with_tiles(3, Rules::default(), "");
    play(&mut game, "bid 9, bid 7");
    assert_eq!(now(&game), (3, "bid".to_owned()));
    play(&mut game, "pass, pass");
    // Nobody reaches 7.
    assert_eq!(game.outcome().unwrap().winner, Some(Party::Spoilsport));
    assert_eq!(game.to_move(), seat(1), "whose turn was the last");
}
