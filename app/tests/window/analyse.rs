//! The analysis board: set up, taken over, looked at while it thinks, played on.

use egui::accesskit::Role;
use egui::{Key, Modifiers};
use egui_kittest::kittest::{NodeT, Queryable};
use tayu::desk::{Desk, Mode};
use tayu_core::{Draw, Lane, Pair, Phase, Placement, Seed, Tile};
use tayu_solver::player::analysis::Basis;

use crate::script::{Form, make};
use crate::table::{SMALL, Table};

fn is_found(desk: &Desk) -> bool {
    desk.findings().is_some_and(|findings| findings.complete)
}

/// A board with nothing on it, looked at.
fn empty() -> Table {
    let mut table = Table::new();
    table.click_role(Role::Button, "Analyse");
    table.wait_until("what the lanes promise", is_found);
    table
}

fn laid(table: &Table) -> Vec<Placement> {
    table.desk().study().position().placements().to_vec()
}

/// The labels of the rows of placements, from the best.
fn rows(table: &Table) -> Vec<String> {
    let rows = table.harness.query_all_by_label_contains(" to win, ");
    let labels = rows.filter_map(|node| node.accesskit_node().label());
    labels
        .filter(|label| label.starts_with(|c: char| c.is_ascii_digit()))
        .collect()
}

/// Takes this kind into the hand of a position set by hand.
fn hold(table: &mut Table, tile: &str) {
    table.click_containing("In the hand:");
    table.harness.run_steps(8);
    table.click_containing(&format!("Take tile {tile} into the hand"));
    table.click_containing("In the hand:");
    table.harness.run_steps(8);
}

#[test]
fn a_position_is_set_up_looked_at_and_played_on() {
    let mut table = empty();
    let findings = table.desk().findings().unwrap();
    assert_eq!(findings.draws().len(), 2);
    table.assert_shows("Left lane");
    table.assert_shows("Right lane");
    table.assert_shows("A judgement, no proof");
    let percent = format!("{:.0} %", findings.draws()[0].expectation.chance * 100.0);
    table.assert_shows(&percent);

    // A kind of the left lane is drawn.
    let first = findings.draws()[0].kinds.iter().max_by(|a, b| {
        (a.share.total_cmp(&b.share)).then(a.expectation.chance.total_cmp(&b.expectation.chance))
    });
    let tile = first.unwrap().tile;
    table.click_containing(&format!("Draw tile {tile}:"));
    assert_eq!(table.desk().study().in_hand(), [tile]);
    table.wait_until("placements", is_found);
    let findings = table.desk().findings().unwrap();
    assert_eq!(findings.basis, Basis::Orders(4));
    table.assert_shows("4 of 4 imagined orders of the tiles tried");
    let shown = rows(&table);
    assert_eq!(shown.len(), findings.placements().len());
    for (n, (row, weighed)) in shown.iter().zip(findings.placements()).enumerate() {
        assert!(
            row.starts_with(&format!("{}. {}: ", n + 1, weighed.placement)),
            "{row}"
        );
    }

    // A click on a row lays it; the turn goes to the other side, which has to draw.
    let best = findings.placements()[0].placement;
    table.click(&shown[0]);
    assert_eq!(laid(&table), [best]);
    let sight = table.desk().study().sight().unwrap();
    assert_eq!(sight.phase(), Phase::ToDraw);
    assert_eq!(
        table.desk().study().arrangement().unwrap().to_move,
        Pair::EastWest
    );
    assert!(rows(&table).is_empty());

    // A tile is put into the hand and laid by a click on the board.
    hold(&mut table, "138");
    table.wait_until("placements", is_found);
    let board = table.desk().study().position().board().clone();
    let target = board.legal_placements("138".parse().unwrap()).next().unwrap();
    table.click_square(&target.middle().to_string());
    assert_eq!(laid(&table).len(), 2);
    assert_eq!(laid(&table)[1].middle(), target.middle());

    // All of it can be taken back.
    table.keys(Modifiers::COMMAND, Key::Z);
    assert_eq!(laid(&table), [best]);
    assert_eq!(table.desk().study().in_hand(), ["138".parse::<Tile>().unwrap()]);
    table.wait_until("placements again", is_found);
    table.click("Undo");
    table.click("Undo");
    assert!(laid(&table).is_empty());
    table.click("Undo");
    assert!(table.desk().study().in_hand().is_empty());
    table.click("Redo");
    assert_eq!(table.desk().study().in_hand(), [tile]);
    table.click("Empty board");
    assert!(table.desk().study().in_hand().is_empty());
}

#[test]
fn what_is_seen_of_a_lane_changes_what_may_come() {
    let mut table = empty();
    let kinds = |table: &Table, lane: Lane| -> Vec<Tile> {
        let sight = table.desk().study().sight().unwrap();
        sight.may_come(Draw::Lane(lane)).collect()
    };
    assert_eq!(kinds(&table, Lane::Left).len(), 28);
    table.click("Left lane, ring: not known");
    assert!(kinds(&table, Lane::Left).iter().all(|tile| tile.has_ring()));
    assert_eq!(kinds(&table, Lane::Right).len(), 28);
    table.click("Left lane, front left: not known");
    table.wait_until("values", is_found);
    let come = kinds(&table, Lane::Left);
    assert!(!come.is_empty() && come.len() < 12);
    let findings = table.desk().findings().unwrap();
    assert!(findings.draws().iter().any(|draw| draw.kinds.len() == come.len()));
    table.click("Left lane, front left: mouth");
    table.assert_shows("Left lane, front left: blank");
    assert_ne!(kinds(&table, Lane::Left), come);
    table.click("Left lane, front left: blank");
    table.assert_shows("Left lane, front left: not known");
    table.click("Left lane, ring: yes");
    assert!(!kinds(&table, Lane::Left).iter().any(|tile| tile.has_ring()));
    // Hidden sides offer nothing to say.
    table.assert_hides("Left lane, right end");
    table.assert_shows("Right lane, right end: not known");
    table.type_number("Tiles left, Right lane", 0);
    table.key(Key::Enter);
    table.assert_shows("The right lane has run out");
    table.assert_shows("Left lane, right end: not known");
    table.wait_until("values", is_found);
    assert_eq!(table.desk().findings().unwrap().draws().len(), 1);
}

#[test]
fn contradictions_are_named_and_nothing_is_found_beside_them() {
    let mut table = empty();
    for part in ["front left", "front middle", "front right", "ring"] {
        table.click(&format!("Left lane, {part}: not known"));
    }
    table.assert_shows("What is said contradicts itself");
    table.assert_shows("No tile that is left looks like what is said of the left lane");
    assert!(table.desk().findings().is_none());
    assert!(table.desk().study().sight().is_err());
    // It is mended where it was said.
    table.click("Left lane, ring: yes");
    table.assert_hides("contradicts itself");
    table.wait_until("values", is_found);
    let [a, b] = table
        .desk()
        .findings()
        .unwrap()
        .draws()
        .to_vec()
        .try_into()
        .unwrap();
    assert!(a.kinds.len() == 1 || b.kinds.len() == 1);

    // More tiles said to be left than there are.
    table.click("Empty board");
    table.type_number("Tiles left, Left lane", 50);
    table.key(Key::Enter);
    table.assert_hides("contradicts itself");
    table.click_containing("Unseen:");
    table.harness.run_steps(8);
    for _ in 0..4 {
        table.click("One tile 123 has been seen");
    }
    table.assert_hides("contradicts itself");
    for _ in 0..3 {
        table.click("One tile 124 has been seen");
    }
    table.assert_shows("106 tiles are left in the lanes, but only 105 have not been seen");
    table.click("One tile 124 has not been seen");
    table.assert_hides("contradicts itself");
    table.click("All but those on the board can come");
    let arrangement = table.desk().study().arrangement().unwrap();
    assert_eq!(arrangement.elsewhere.total(), 0);
}

#[test]
fn the_row_that_is_pointed_at_is_shown_on_the_board() {
    let mut table = empty();
    hold(&mut table, "147");
    table.wait_until("placements", is_found);
    let first = rows(&table)[0].clone();
    let row = table.harness.get_by_label(&first).rect();
    table.harness.hover_at(row.center());
    table.settle();
    assert!(table.board_says().ends_with(&first), "{}", table.board_says());
    // By keyboard: the row has the keys, and Enter lays it.
    let second = rows(&table)[1].clone();
    table.harness.hover_at(egui::pos2(5.0, 5.0));
    table.harness.get_all_by_label(&second).next().unwrap().focus();
    table.settle();
    assert!(table.board_says().ends_with(&second), "{}", table.board_says());
    let second = table.desk().findings().unwrap().placements()[1].placement;
    table.key(Key::Enter);
    assert_eq!(laid(&table), [second]);
}

#[test]
fn it_thinks_on_while_it_is_looked_at_rests_and_stops_elsewhere() {
    // So many orders that no test sees the last one.
    let mut table = Table::with_orders(u32::MAX);
    table.click_role(Role::Button, "Analyse");
    hold(&mut table, "147");
    let orders = |desk: &Desk| match desk.findings().map(|findings| findings.basis) {
        Some(Basis::Orders(orders)) => orders,
        _ => 0,
    };
    table.wait_until("some orders", |desk| orders(desk) > 0);
    let before = orders(table.desk());
    table.wait_until("more orders", |desk| orders(desk) > before);
    assert!(table.desk().is_studying());
    table.click("Let the analysis rest");
    assert!(!table.desk().is_studying() && table.desk().does_study_rest());
    std::thread::sleep(std::time::Duration::from_millis(600));
    let rested = orders(table.desk());
    std::thread::sleep(std::time::Duration::from_millis(500));
    table.settle();
    assert_eq!(orders(table.desk()), rested);
    assert!(!rows(&table).is_empty(), "what was found stays");
    table.click("Go on with the analysis");
    table.wait_until("still more orders", |desk| orders(desk) > rested);

    // What was found is never shown beside another position.
    let (row, found) = (rows(&table)[0].clone(), table.desk().findings().unwrap());
    table.click_containing(row.split(':').next().unwrap());
    assert_eq!(laid(&table).len(), 1);
    assert_ne!(
        table.desk().findings().map(|f| f.placements().len()),
        Some(found.placements().len())
    );
    table.click("Undo");
    table.wait_until("new orders", |desk| orders(desk) > 0);
    table.click_role(Role::Button, "Puzzle");
    assert!(table.desk().findings().is_none() && !table.desk().is_studying());
    table.click_role(Role::Button, "Analyse");
    assert!(table.desk().is_studying());
    // At rest another position is not looked at either.
    table.click("Let the analysis rest");
    table.click("Undo");
    assert!(table.desk().findings().is_none() && !table.desk().is_studying());
    table.assert_shows("The analysis rests");
    // Tiles can be drawn all the same.
    table.click("Draw tile 123");
    assert_eq!(table.desk().study().in_hand(), ["123".parse::<Tile>().unwrap()]);
}

#[test]
fn a_game_under_way_and_a_replay_are_taken_over_as_they_are_seen() {
    let form = Form::of(&["Ada", "Max"]);
    let (seed, game) = form.think_out(&[], |game| game.played().len() > 20);
    let mut table = Table::new();
    form.begin(&mut table, seed);
    for action in game.moves().take(9) {
        make(&mut table, action);
    }
    let live = table.desk().game().unwrap().game().clone();
    table.click("Analyse this position");
    assert_eq!(table.desk().mode(), Mode::Analyse);
    assert_eq!(**table.desk().study().sight().unwrap(), live.sight());
    table.assert_shows(&format!("Turn: {}", live.setup().name(live.to_move())));
    table.wait_until("values", is_found);
    // Laying goes on in the analysis and not in the game.
    let row = rows(&table)[0].clone();
    table.click(&row);
    assert_eq!(laid(&table).len(), live.position().placements().len() + 1);
    assert_eq!(table.desk().game().unwrap().game(), &live);
    // The seed of a game that is on is nowhere to be seen.
    table.assert_hides(&seed.to_string());
    table.click("Change it by hand");
    assert!(table.desk().study().arrangement().is_some());
    table.click_role(Role::RadioButton, "North–South");
    assert_eq!(
        table.desk().study().arrangement().unwrap().to_move,
        Pair::NorthSouth
    );

    table.click_role(Role::Button, "Play");
    table.click("Replay this game");
    table.click("One move back");
    let shown = table.desk().replay().unwrap().game().sight();
    table.click("Analyse this position");
    assert_eq!(**table.desk().study().sight().unwrap(), shown);
    assert!(matches!(shown.phase(), Phase::ToDraw));
    table.wait_until("values", is_found);
    // What was there before comes back.
    table.click("Undo");
    assert!(table.desk().study().arrangement().is_some());
    table.click("Edit from here");
    assert_eq!(table.desk().mode(), Mode::Edit);
    let placements = table.desk().draft().draft().setup.board.clone();
    assert_eq!(placements, laid(&table));
}

#[test]
fn games_of_every_kind_can_be_looked_at() {
    use tayu_core::{Rules, TileSource};
    let pro = Rules {
        pro: true,
        ..Rules::default()
    };
    let spread = |seed: Seed| TileSource::Spread(seed);
    let elsewhere = |_: Seed| TileSource::Table;
    for (names, rules, source, says) in [
        (
            &["Ada", "Max", "Zoë", "Ben"][..],
            pro,
            spread as fn(Seed) -> TileSource,
            "A tile with a ring",
        ),
        (
            &["Ada", "Max"][..],
            Rules::default(),
            elsewhere as fn(Seed) -> TileSource,
            "A tile from the table",
        ),
    ] {
        let form = Form {
            rules,
            source,
            ..Form::of(names)
        };
        let (seed, game) = form.think_out(&[], |game| game.played().len() > 16);
        let mut table = Table::new();
        form.begin(&mut table, seed);
        table.click("Analyse this position");
        table.assert_shows(says);
        // The first tiles of a Pro game can be drawn, though there is nothing to weigh.
        assert!(!rules.pro || table.desk().findings().is_none());
        table.click_role(Role::Button, "Play");
        for action in game.moves().take(10) {
            make(&mut table, action);
        }
        for _ in 0..2 {
            table.click("Analyse this position");
            table.wait_until("values", is_found);
            if !matches!(table.desk().study().sight().unwrap().phase(), Phase::ToDraw) {
                assert!(!rows(&table).is_empty());
            } else {
                table.assert_shows(says);
                let tile = table.desk().findings().unwrap().draws()[0].kinds[0].tile;
                table.click_containing("All ");
                table.click_containing(&format!("Draw tile {tile}:"));
                assert!(table.desk().study().in_hand().contains(&tile));
            }
            table.click_role(Role::Button, "Play");
            let next = game
                .moves()
                .nth(table.desk().game().unwrap().game().played().len());
            make(&mut table, next.unwrap());
        }
    }
}

#[test]
fn a_puzzle_and_the_board_of_the_editor_are_taken_over() {
    let mut table = Table::on(SMALL);
    table.lay_anywhere();
    let trial = table.desk().trial().unwrap();
    let (position, next) = (trial.position().clone(), trial.to_come()[0]);
    table.click("Analyse this position");
    assert_eq!(table.desk().study().position(), &position);
    assert_eq!(table.desk().study().in_hand(), [next]);
    assert_eq!(table.desk().study().sight().unwrap().left(), 1);
    // One tile is to come, so that all plays can be looked at.
    table.wait_until("placements", is_found);
    assert!(table.desk().findings().unwrap().basis.is_exact());
    table.assert_shows("this is exact");
    table.assert_shows("Exact");

    table.click_role(Role::Button, "Puzzle");
    table.desk_edit();
    assert_eq!(table.desk().mode(), Mode::Edit);
    table.click("Analyse this position");
    let setup = table.desk().draft().draft().setup.clone();
    assert_eq!(laid(&table), setup.board);
    assert_eq!(table.desk().study().in_hand(), [setup.sequence[0]]);
    assert_eq!(table.desk().study().sight().unwrap().left(), 2);
}

#[test]
fn it_is_reached_by_keys_and_fits_the_smallest_window() {
    let mut table = Table::with_size(Some(SMALL), [900.0, 600.0]);
    table.keys(Modifiers::COMMAND, Key::Num5);
    assert_eq!(table.desk().mode(), Mode::Analyse);
    table.wait_until("values", is_found);
    for label in [
        "Play", "Puzzle", "Edit", "Replay", "Analyse", "File", "Puzzles", "View", "Undo", "Redo",
    ] {
        let rect = table.harness.get_by_role_and_label(Role::Button, label).rect();
        assert!(
            rect.left() >= 0.0 && rect.right() <= 900.0 && rect.bottom() < 60.0,
            "{label}: {rect}"
        );
    }
    let panel = 900.0 - 344.0;
    for node in table.harness.query_all_by_role(Role::Button) {
        let rect = node.rect();
        assert!(
            rect.top() < 50.0 || (rect.left() >= panel && rect.right() <= 900.0),
            "{:?} at {rect}",
            node.accesskit_node().label()
        );
        assert!(
            node.accesskit_node()
                .label()
                .is_some_and(|label| !label.trim().is_empty())
        );
    }
    assert!(table.board_rect().width() >= 500.0);
}
