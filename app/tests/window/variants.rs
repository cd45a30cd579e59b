//! Games of every kind from the form to the result sheet, and again from their files.

use tayu_core::{
    Beginner, Bid, EndReason, LastTiles, Move, NoPlace, Notice, Pair, Party, Phase, Played, ProEnd, Rules,
    Ties, TileSource,
};

use crate::script::{Form, finish, make, play};
use crate::table::Table;

const TWO: &[&str] = &["Ada", "Max"];
const THREE: &[&str] = &["Ada", "Max", "Zoë"];
const FOUR: &[&str] = &["Ada", "Max", "Zoë", "Ben"];

fn nothing(_: &mut Table, _: Move) {}

#[test]
fn two_play_until_nothing_fits() {
    let form = Form::of(TWO);
    let (seed, game) = form.think_out(&[], |_| true);
    let mut table = Table::new();
    form.begin(&mut table, seed);
    play(&mut table, &game, nothing);
    finish(&mut table, &game);
}

#[test]
fn three_bid_and_the_spoilsport_wins() {
    let form = Form::of(THREE);
    let bids = ["bid 40", "bid 30", "bid 29", "pass", "bid 20", "pass"];
    let (seed, game) = form.think_out(&bids, |game| {
        let (spoilsport, bid) = game.spoilsport().unwrap();
        assert_eq!(bid, Bid::new(20).unwrap());
        // The one with the lowest bid has no coast but lays tiles like everybody.
        let lays = |played: &&Played| played.seat == spoilsport && matches!(played.action, Move::Lay(_));
        game.outcome().unwrap().winner == Some(Party::Spoilsport)
            && game.played().iter().filter(lays).count() > 2
    });
    let mut table = Table::new();
    form.begin(&mut table, seed);
    table.assert_shows("name the first number");
    table.assert_shows("From 1 to 999");
    play(&mut table, &game, |table, action| match action {
        Move::Bid(bid) if bid.get() == 29 => {
            table.assert_shows("bids 30");
            table.assert_shows("From 1 to 29");
        }
        Move::Bid(bid) if bid.get() == 20 => table.assert_shows("passed"),
        Move::Draw(_) => table.assert_shows("wins if both products stay below 20"),
        _ => {}
    });
    table.assert_shows("Neither product reached the bid of 20");
    finish(&mut table, &game);
}

#[test]
fn three_begin_by_lot_as_the_czech_sheet_has_it_and_the_bid_is_reached() {
    let form = Form {
        rules: Rules {
            beginner: Beginner::Lot,
            lowest_bid: Bid::new(4).unwrap(),
            ..Rules::default()
        },
        house_rules: &[("Who lays the first tile", "by lot (Czech sheet)")],
        ..Form::of(THREE)
    };
    // Nothing is left below the lowest bid: the auction is over at once.
    let (seed, game) = form.think_out(&["bid 60", "bid 4"], |game| {
        let beginner = game.played().iter().find(|played| played.drawn.is_some());
        let (spoilsport, _) = game.spoilsport().unwrap();
        let to_the_left = tayu_core::Players::Three.after(spoilsport);
        beginner.unwrap().seat != to_the_left
            && game
                .outcome()
                .unwrap()
                .winner
                .is_some_and(|party| party != Party::Spoilsport)
    });
    let mut table = Table::new();
    form.begin_with(&mut table, seed, |table| table.type_number("Lowest bid", 4));
    play(&mut table, &game, nothing);
    table.assert_shows("The bid of 4 was reached");
    finish(&mut table, &game);
}

#[test]
fn three_may_all_pass_but_the_last() {
    let form = Form {
        rules: Rules {
            first_bid: tayu_core::FirstBid::May,
            beginner: Beginner::Right,
            pro: true,
            ..Rules::default()
        },
        house_rules: &[
            ("The first bid", "Everybody may pass"),
            ("Who lays the first tile", "to the right of the spoilsport"),
        ],
        ..Form::of(THREE)
    };
    let (seed, game) = form.think_out(&["pass", "pass", "bid 12"], |_| true);
    let mut table = Table::new();
    form.begin(&mut table, seed);
    play(&mut table, &game, nothing);
    finish(&mut table, &game);
}

#[test]
fn the_first_to_bid_cannot_pass_by_the_sheets() {
    let form = Form::of(THREE);
    let mut table = Table::new();
    form.begin(&mut table, tayu_core::Seed(1));
    table.click("Pass");
    assert!(table.desk().game().unwrap().game().played().is_empty());
    make(&mut table, "bid 1".parse().unwrap());
    // A bid of one can't be undercut.
    assert_eq!(table.desk().game().unwrap().game().phase(), Phase::ToDraw);
    table.click("Undo");
    table.assert_shows("name the first number");
    table.assert_hides("Practice game");
    table.click("Redo");
    table.assert_hides("name the first number");
}

#[test]
fn four_play_and_a_team_that_talks_loses_its_turn() {
    let form = Form::of(FOUR);
    let talks = |game: &tayu_core::Game| game.moves().filter(|action| *action == Move::Talked).count();
    let (seed, game) = form.think_out(&[], |game| talks(game) == 2);
    let mut table = Table::new();
    form.begin(&mut table, seed);
    let mut talked = 0;
    play(&mut table, &game, |table, action| {
        if action != Move::Talked {
            return;
        }
        talked += 1;
        if talked == 1 {
            // Once it is taken back, and said again.
            let before = table.desk().game().unwrap().game().clone();
            table.click("They talked");
            let after = table.desk().game().unwrap().game();
            assert_eq!(after.to_move(), tayu_core::Players::Four.after(before.to_move()));
            table.click("Undo");
            assert_eq!(table.desk().game().unwrap().game(), &before);
            assert!(!table.desk().game().unwrap().is_practice());
        }
    });
    finish(&mut table, &game);
}

#[test]
fn pro_for_two_with_either_tile() {
    let form = Form {
        rules: Rules {
            pro: true,
            ..Rules::default()
        },
        ..Form::of(TWO)
    };
    let (seed, game) = form.think_out(&[], |_| true);
    let mut table = Table::new();
    form.begin(&mut table, seed);
    table.assert_shows("draw the tile that will lie in front of you");
    play(&mut table, &game, |table, action| {
        if let Move::Draw(_) = action {
            let game = table.desk().game().unwrap().game();
            if let Some(tile) = game.hand(game.to_move()) {
                table.assert_shows(&format!("tile {tile}"));
                table.assert_shows("In front of");
            }
        }
    });
    assert!(matches!(
        game.outcome().unwrap().reason,
        EndReason::NoPlace { choice } if choice.tiles().count() == 2
    ));
    finish(&mut table, &game);
}

#[test]
fn pro_for_four_ends_with_the_tile_just_drawn() {
    let form = Form {
        rules: Rules {
            pro: true,
            pro_end: ProEnd::New,
            last_tiles: LastTiles::Left,
            ..Rules::default()
        },
        house_rules: &[
            (
                "In the Pro game there is no place",
                "when the tile just drawn does not fit",
            ),
            (
                "In the Pro game, when the supply is empty",
                "these tiles are left",
            ),
        ],
        ..Form::of(FOUR)
    };
    let (seed, game) = form.think_out(&[], |game| {
        // The other tile would have fitted.
        matches!(game.outcome().unwrap().reason, EndReason::NoPlace { choice }
            if choice.kept.is_some_and(|tile| game.position().board().can_lay(tile)))
    });
    let mut table = Table::new();
    form.begin(&mut table, seed);
    play(&mut table, &game, nothing);
    finish(&mut table, &game);
}

#[test]
fn tiles_are_drawn_from_all_over_the_table() {
    let form = Form {
        source: TileSource::Spread,
        ..Form::of(TWO)
    };
    let (seed, game) = form.think_out(&[], |_| true);
    let mut table = Table::new();
    form.begin(&mut table, seed);
    table.assert_shows("112 tiles lie face down");
    play(&mut table, &game, nothing);
    finish(&mut table, &game);
}

#[test]
fn a_game_is_taken_down_from_a_real_table() {
    let form = Form {
        source: |_| TileSource::Table,
        ..Form::of(FOUR)
    };
    let (seed, game) = form.think_out(&[], |_| true);
    let mut table = Table::new();
    form.begin(&mut table, seed);
    table.assert_shows("Which tile was drawn?");
    play(&mut table, &game, nothing);
    finish(&mut table, &game);
}

#[test]
fn players_claim_that_a_tile_fits_nowhere() {
    let form = Form {
        rules: Rules {
            notice: Notice::Players,
            ..Rules::default()
        },
        house_rules: &[(
            "Who notices that a tile fits nowhere",
            "The players have to claim it",
        )],
        ..Form::of(TWO)
    };
    let (seed, game) = form.think_out(&[], |game| game.moves().last() == Some(Move::Nowhere));
    let mut table = Table::new();
    form.begin(&mut table, seed);
    let mut claims = 0;
    play(&mut table, &game, |table, action| {
        let now = table.desk().game().unwrap().game().clone();
        let Phase::ToLay(choice) = now.phase() else {
            return;
        };
        table.assert_hides("It can be laid in");
        // Advice does not tell either, before somebody asks.
        table.assert_shows("Hint");
        table.assert_hides("No tile can be laid");
        if action == Move::Nowhere {
            table.click("Hint");
            table.wait_until("a hint", |desk| desk.suggestion().is_some());
            table.assert_shows("No tile can be laid");
        }
        if matches!(action, Move::Lay(_)) && claims < 3 {
            // A wrong claim is answered with a place and changes nothing.
            claims += 1;
            table.click("It fits nowhere");
            let place = now.place_for(choice).unwrap();
            table.assert_shows(&format!("There is a place: {place}"));
            assert_eq!(table.desk().game().unwrap().game(), &now);
            assert_eq!(table.ghost(), Some(place));
        }
    });
    assert_eq!(claims, 3);
    table.assert_shows("fits nowhere, which ends the game");
    finish(&mut table, &game);
}

#[test]
fn what_fits_nowhere_is_set_aside_and_another_tile_drawn() {
    let form = Form {
        rules: Rules {
            no_place: NoPlace::Again,
            ..Rules::default()
        },
        house_rules: &[(
            "A tile that fits nowhere",
            "It is set aside and the player draws again",
        )],
        ..Form::of(TWO)
    };
    let (seed, game) = form.think_out(&[], |game| {
        game.set_aside().len() > 1 && game.outcome().unwrap().reason == EndReason::SupplyEmpty
    });
    let mut table = Table::new();
    form.begin(&mut table, seed);
    play(&mut table, &game, |table, _| {
        let now = table.desk().game().unwrap().game();
        let aside = now.set_aside().last().copied();
        let last = now.played().last().and_then(|played| played.drawn);
        if let Some(tile) = aside.filter(|_| aside == last && now.phase() == Phase::ToDraw) {
            table.assert_shows(&format!("Tile {tile} fits nowhere and was set aside"));
        }
    });
    table.assert_shows("The supply is empty");
    finish(&mut table, &game);
}

#[test]
fn equal_products_are_decided_by_points() {
    let form = Form {
        rules: Rules {
            ties: Ties::Points,
            ..Rules::default()
        },
        house_rules: &[("Equal products", "more points on both coasts together")],
        ..Form::of(TWO)
    };
    let (seed, game) = form.think_out(&[], |game| {
        let outcome = game.outcome().unwrap();
        let [ns, ew] = Pair::ALL.map(|pair| outcome.product(pair));
        ns == ew && outcome.winner.is_some()
    });
    let mut table = Table::new();
    form.begin(&mut table, seed);
    play(&mut table, &game, nothing);
    finish(&mut table, &game);
}
