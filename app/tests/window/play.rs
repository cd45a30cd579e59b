//! A game of two players from the form to the result sheet.

use tayu::desk::Mode;
use tayu_core::{EndReason, Pair, Phase, Seat};

use crate::table::Table;

fn start(table: &mut Table, seed: &str) {
    table.click("Play");
    table.click("New game");
    table.type_into("Plays North–South", "Ada");
    table.type_into("Plays East–West", "Max");
    table.type_into("Seed", seed);
    table.click("Begin");
}

#[test]
fn a_game_is_played_to_its_end_and_the_sheet_says_why() {
    let mut table = Table::new();
    start(&mut table, "7");
    assert_eq!(table.desk().mode(), Mode::Play);
    assert_eq!(
        table
            .desk()
            .game()
            .unwrap()
            .game()
            .setup()
            .source()
            .seed()
            .unwrap()
            .0,
        7
    );
    table.assert_shows("Ada");
    table.assert_shows("Max");
    let mut lane = ["Draw left:", "Draw right:"].into_iter().cycle();
    while let Phase::ToDraw = table.desk().game().unwrap().game().phase() {
        table.click_containing(lane.next().unwrap());
        if let Phase::ToLay(choice) = table.desk().game().unwrap().game().phase() {
            table.assert_shows(&format!("lay tile {choice}"));
            table.lay_anywhere();
        }
    }
    let game = table.desk().game().unwrap().game().clone();
    let outcome = game.outcome().unwrap();
    table.assert_shows("Game over");
    let [ns, ew] = Pair::ALL.map(|pair| outcome.product(pair).get());
    table.assert_shows(&format!("North–South {ns} : East–West {ew}"));
    let EndReason::NoPlace { choice: tile } = outcome.reason else {
        panic!("seed 7 ends with a tile that fits nowhere")
    };
    table.assert_shows(&format!("Tile {tile} fits nowhere"));
    let tries: Vec<tayu_core::Illegal> = (game.why_no_place().unwrap().into_iter())
        .flat_map(|(_, reports)| reports)
        .flat_map(|report| report.attempts)
        .filter_map(|attempt| match attempt {
            tayu_core::Attempt::Illegal(illegal) => Some(illegal),
            tayu_core::Attempt::OffBoard { .. } => None,
        })
        .collect();
    table.assert_shows(&format!("There are {} ways to lay it", tries.len()));
    // The way that came closest can be looked at, with what is wrong.
    let near = tries.iter().find(|t| {
        t.obstacles
            .iter()
            .all(|o| !matches!(o, tayu_core::Obstacle::Covered(_) | tayu_core::Obstacle::NoCanal))
    });
    if let Some(near) = near {
        table.click_containing(&format!("{}: ", near.placement));
        table.assert_shows("meets a blank side");
    }
    // Held over any square, the tile says why it does not fit there. Nothing more can be laid.
    let free = tayu_core::Square::all().find(|s| !game.position().board().is_covered(*s));
    for square in ["j10".to_owned(), free.unwrap().to_string()] {
        table.hover(&square);
        assert!(
            [
                "covered by",
                "meets a blank side",
                "shuts a canal",
                "continues a canal"
            ]
            .iter()
            .any(|why| table.shows(why))
        );
    }
    table.click_square("j10");
    assert_eq!(table.desk().game().unwrap().game(), &game);
}

#[test]
fn taking_back_a_draw_makes_it_practice_and_redo_brings_it_back() {
    let mut table = Table::new();
    start(&mut table, "1");
    table.click_containing("Draw left:");
    table.lay_anywhere();
    table.click("Undo");
    table.assert_hides("Practice game");
    let drawn = table.tile_to_lay();
    table.click("Undo what was seen (the game becomes practice)");
    table.assert_shows("Practice game");
    table.assert_shows("from now on this is a practice game");
    table.click("Redo");
    assert_eq!(table.tile_to_lay(), drawn);
    table.click("Redo");
    assert_eq!(
        table.desk().game().unwrap().game().position().placements().len(),
        1
    );
    table.assert_shows("Practice game");
}

#[test]
fn the_lot_is_not_the_only_way_to_begin() {
    for (choice, first) in [("North–South", 1), ("East–West", 2)] {
        let mut table = Table::new();
        table.click("Play");
        table.click("New game");
        let radio = egui::accesskit::Role::RadioButton;
        use egui_kittest::kittest::Queryable;
        table.harness.get_by_role_and_label(radio, choice).click();
        table.settle();
        table.click("Begin");
        assert_eq!(
            table.desk().game().unwrap().game().to_move(),
            Seat::new(first).unwrap()
        );
    }
}

#[test]
fn a_seed_that_is_none_is_refused_in_words() {
    let mut table = Table::new();
    start(&mut table, "-3");
    assert!(table.desk().game().is_none());
    table.assert_shows("A seed is a number");
    table.click("Cancel");
    table.assert_hides("A seed is a number");
}

#[test]
fn a_new_game_asks_before_it_drops_the_one_under_way() {
    let mut table = Table::new();
    start(&mut table, "1");
    table.click_containing("Draw left:");
    start_again(&mut table);
    table.assert_shows("Put this game away?");
    table.click("Cancel");
    assert_eq!(
        table
            .desk()
            .game()
            .unwrap()
            .game()
            .setup()
            .source()
            .seed()
            .unwrap()
            .0,
        1
    );
    start_again(&mut table);
    table.click("Put it away");
    assert_eq!(
        table
            .desk()
            .game()
            .unwrap()
            .game()
            .setup()
            .source()
            .seed()
            .unwrap()
            .0,
        2
    );
    assert!(table.desk().game().unwrap().game().played().is_empty());
}

fn start_again(table: &mut Table) {
    table.click("New game");
    table.type_into("Seed", "2");
    table.key(egui::Key::Enter);
}

#[test]
fn edit_from_here_takes_the_board_and_leaves_the_game() {
    let mut table = Table::new();
    start(&mut table, "1");
    table.click_containing("Draw right:");
    let laid = table.lay_anywhere();
    table.click("Edit from here");
    assert_eq!(table.desk().mode(), Mode::Edit);
    assert_eq!(table.desk().draft().draft().setup.board, [laid]);
    table.assert_shows("No faults");
    table.click("Play");
    assert_eq!(
        table.desk().game().unwrap().game().position().placements(),
        [laid]
    );
}
