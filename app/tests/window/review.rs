//! The review of a game: its graph, its lists, the way to the position and on to a puzzle.

use egui::Key;
use egui::accesskit::Role;
use egui_kittest::kittest::Queryable as _;
use tayu::desk::{Desk, Mode};
use tayu_core::record::written;
use tayu_core::{
    Draw, FirstPlayer, Game, GameSetup, Goal, Move, NoPlace, Party, Record, Rules, Seed, TileSource,
};
use tayu_solver::StopFlag;
use tayu_solver::player::review::{Grade, Knowledge, MoveReview, Review};
use tayu_solver::player::{Budget, Level, choose};

use crate::table::Table;

const TWO: &[&str] = &["Ada", "Max"];
const THREE: &[&str] = &["Ada", "Max", "Zoë"];

/// A game that computer players have played, for at most so many moves; the second one plays at random.
fn game(names: &[&str], rules: Rules, source: TileSource, moves: usize) -> Game {
    let budget = Budget {
        nodes: Some(200),
        time: None,
    };
    let names = names.iter().map(|&name| name.to_owned()).collect();
    let mut game = Game::new(GameSetup::new(names, FirstPlayer::Lot, rules, source).unwrap());
    for seed in 0..moves as u64 {
        let level = if game.to_move().index() == 1 {
            Level::Random
        } else {
            Level::Pupil
        };
        let Some(action) = choose(&game.sight(), level, Seed(seed), budget, &StopFlag::new()) else {
            break;
        };
        game.play(action).unwrap();
    }
    game
}

fn replay_of(game: &Game) -> Table {
    Table::on(&Record::with_supply(game, false).to_json())
}

fn whole(seed: u64) -> Game {
    game(TWO, Rules::default(), TileSource::Stacks(Seed(seed)), usize::MAX)
}

fn found(desk: &Desk) -> Option<std::sync::Arc<Review>> {
    desk.reviewing()?.found()
}

fn review(table: &mut Table) -> std::sync::Arc<Review> {
    table.click("Review this game");
    table.wait_until("the review is complete", |desk| {
        desk.reviewing().is_some_and(|reviewing| !reviewing.is_at_work())
    });
    let review = found(table.desk()).unwrap();
    assert!(review.is_complete());
    review
}

fn shown(table: &Table) -> usize {
    table.desk().replay().unwrap().shown()
}

/// The move that lost most of those for which this holds.
fn worst(review: &Review, by: Knowledge, holds: impl Fn(&MoveReview) -> bool) -> usize {
    let lost = |place: &usize| {
        let verdict = review.moves[*place].verdict(by).unwrap();
        (
            verdict.chance_surely_lost(),
            verdict.chance_lost(),
            verdict.margin_lost(),
        )
    };
    let mut places: Vec<usize> = (0..review.moves.len())
        .filter(|&place| review.moves[place].verdict(by).is_some() && holds(&review.moves[place]))
        .collect();
    places.sort_by(|a, b| lost(b).partial_cmp(&lost(a)).unwrap());
    places[0]
}

fn is_lay(reviewed: &MoveReview) -> bool {
    matches!(reviewed.action, Move::Lay(_))
}

/// How a row of the list begins.
fn row(review: &Review, place: usize) -> String {
    let played = &review.game.played()[place];
    let name = review.game.setup().name(played.seat);
    format!("Move {}, {name}: {}.", place + 1, written(played))
}

/// What the rows in sight say, from the top.
fn rows(table: &Table) -> Vec<String> {
    use egui_kittest::kittest::NodeT as _;
    let mut rows: Vec<(f32, String)> = (table.harness)
        .query_all_by_role(Role::Button)
        .filter_map(|node| {
            let label = node.accesskit_node().label()?;
            label
                .starts_with("Move ")
                .then(|| (node.rect().top(), label.clone()))
        })
        .collect();
    rows.sort_by(|a, b| a.0.total_cmp(&b.0));
    rows.into_iter().map(|(_, label)| label).collect()
}

/// Clicks a row that is among the first.
fn click_row(table: &mut Table, label: &str) {
    // The list stands above the last buttons.
    table.harness.get_by_label("Games played…").scroll_to_me();
    table.harness.run_steps(20);
    table.harness.get_by_label_contains(label).click();
    table.settle();
}

/// Goes to a choice by the keys.
fn show(table: &mut Table, place: usize) {
    graph(table).focus();
    table.settle();
    // From the nearer end.
    let length = table.desk().replay().unwrap().length();
    let (end, step, count) = if place > length / 2 {
        (Key::End, Key::ArrowLeft, length - place)
    } else {
        (Key::Home, Key::ArrowRight, place)
    };
    table.key(end);
    for _ in 0..count {
        table.key(step);
    }
    assert_eq!(shown(table), place);
    table.key(Key::Enter);
}

fn graph(table: &Table) -> egui_kittest::Node<'_> {
    table
        .harness
        .get_by_role_and_label(Role::Canvas, "Graph of the game")
}

fn click_graph(table: &mut Table, across: f32, down: f32) {
    table.bring_into_view("Graph of the game");
    let rect = graph(table).rect();
    // The numbers stand at the left.
    let lines = rect.with_min_x(rect.left() + 42.0).with_max_x(rect.right() - 7.0);
    let at = egui::pos2(
        egui::lerp(lines.x_range(), across),
        egui::lerp(rect.y_range(), down),
    );
    table.harness.hover_at(at);
    table.settle();
    table.harness.drag_at(at);
    table.harness.drop_at(at);
    table.settle();
}

#[test]
fn a_game_is_reviewed_and_its_worst_move_leads_to_the_choice() {
    let mut table = replay_of(&whole(5));
    assert_eq!(table.desk().mode(), Mode::Replay);
    let review = review(&mut table);
    table.assert_hides("choices looked at");
    let place = worst(&review, Knowledge::Foresight, |_| true);
    let verdict = review.moves[place].foresight.clone().unwrap();
    assert!(verdict.grade() > Grade::Sound, "{verdict:?}");
    assert!(
        rows(&table)[0].starts_with(&row(&review, place)),
        "{:?}",
        rows(&table)
    );
    let lay = worst(&review, Knowledge::Foresight, is_lay);
    click_row(&mut table, &row(&review, place));
    assert_eq!(shown(&table), place);
    table.assert_shows(&format!("chose at move {} of {}", place + 1, review.moves.len()));
    table.assert_shows("Expected to end ");
    table.assert_shows("no proof");

    // In their order; the list begins with the first choice.
    table.click("In order");
    assert!(
        rows(&table)[0].starts_with(&row(&review, 0)),
        "{:?}",
        rows(&table)
    );
    table.click("In order");
    show(&mut table, lay);
    assert_eq!(shown(&table), lay);
    let verdict = review.moves[lay].foresight.clone().unwrap();
    table.assert_shows(&format!("Best: {}, ", verdict.best));
    table.assert_shows(&format!("Made: {}, ", review.moves[lay].action));
    table.assert_shows("1 is the best placement, the dashed outline the one that was made");
    table.click("Put away");
    assert_eq!(shown(&table), lay + 1);
    table.assert_hides("1 is the best placement");
    table.click("See the choice");
    assert_eq!(shown(&table), lay);
    table.assert_shows("1 is the best placement");
    // Another move: what was shown of this one is gone.
    graph(&table).focus();
    table.settle();
    table.key(Key::ArrowLeft);
    assert_eq!(shown(&table), lay - 1);
    table.assert_hides("1 is the best placement");
    table.key(Key::ArrowRight);
    assert_eq!(shown(&table), lay);
    table.assert_hides("1 is the best placement");
}

#[test]
fn the_graph_leads_to_positions_and_choices_by_pointer_and_keys() {
    let mut table = replay_of(&whole(5));
    let review = review(&mut table);
    let length = review.moves.len();
    let says = |table: &Table| graph(table).value().unwrap();
    assert!(says(&table).starts_with(&format!("After move {length} of {length}: ")));
    click_graph(&mut table, 0.5, 0.3);
    let middle = shown(&table);
    assert!(middle.abs_diff(length / 2) <= 1, "{middle} of {length}");
    let chances = review.standing_after(middle);
    assert!(
        says(&table).contains(&format!(
            "After move {middle} of {length}: North–South (Ada) {:.0} %",
            100.0 * chances[0].1.chance
        )),
        "{}",
        says(&table)
    );
    // It has the keys now.
    table.key(Key::ArrowRight);
    assert_eq!(shown(&table), middle + 1);
    table.key(Key::ArrowLeft);
    table.key(Key::ArrowLeft);
    assert_eq!(shown(&table), middle - 1);
    table.key(Key::Home);
    assert_eq!(shown(&table), 0);
    assert!(says(&table).starts_with("Before the first move: "));
    table.key(Key::Enter);
    table.assert_shows(&format!("chose at move 1 of {length}"));
    table.key(Key::End);
    assert_eq!(shown(&table), length);
    // At the bars a click asks for the choice.
    click_graph(&mut table, 0.25, 0.85);
    let place = shown(&table);
    assert!(place.abs_diff(length / 4) <= 1, "{place} of {length}");
    table.assert_shows(&format!("chose at move {} of {length}", place + 1));
}

#[test]
fn turning_points_and_players_are_told_in_words() {
    let mut table = replay_of(&whole(5));
    let review = review(&mut table);
    let turns = review.turning_points();
    assert!(!turns.is_empty());
    table.click("Turning points");
    for turn in &turns {
        table.assert_shows(&format!("Move {}, ", turn.place + 1));
    }
    table.click_containing(&format!("Move {}, ", turns[0].place + 1));
    assert_eq!(shown(&table), turns[0].place + 1);
    table.click("Players");
    for seat in review.game.setup().players().seats() {
        let tally = review.tally(seat, Knowledge::Foresight);
        assert!(tally.judged > 20);
        table.assert_shows(&format!(
            "{}: {} moves judged, {:.0} % of chances lost, {} grave errors, {} mistakes",
            review.game.setup().name(seat),
            tally.judged,
            100.0 * tally.chance_lost,
            tally.faults[0],
            tally.faults[1]
        ));
    }
    table.assert_shows("an inaccuracy when it lost at least 5 %");
    table.click("Moves");
    table.assert_shows(". Ada: draw ");
}

#[test]
fn by_hindsight_lanes_are_judged_by_their_tiles_and_the_end_exactly() {
    let mut table = replay_of(&whole(5));
    let review = review(&mut table);
    // A lane that was the best by what could be known, but not by what lay there.
    let unlucky = (0..review.moves.len())
        .find(|&place| {
            let reviewed = &review.moves[place];
            let is_best = |by| reviewed.verdict(by).is_some_and(|v| v.best == reviewed.action);
            matches!(reviewed.action, Move::Draw(Draw::Lane(_)))
                && is_best(Knowledge::Foresight)
                && !is_best(Knowledge::Hindsight)
        })
        .unwrap();
    show(&mut table, unlucky);
    table.assert_shows("Nothing better was found.");
    table.assert_shows("% to win, nothing better was found");
    table.assert_shows("Judged by the kinds that might come");
    table.click("By hindsight");
    table.assert_hides("Nothing better was found.");
    table.assert_shows("Judged with the tiles that lay there");

    // Near the end: what best play would have brought, and how.
    let late = worst(&review, Knowledge::Hindsight, |reviewed| {
        is_lay(reviewed) && reviewed.hindsight.as_ref().unwrap().margin_lost() > 0.0
    });
    table.click("Losses");
    let verdict = review.moves[late].hindsight.clone().unwrap();
    show(&mut table, late);
    table.assert_shows("could have had ");
    table.assert_shows("Exact: every play with the tiles that came and none after them.");
    let before = table.desk().replay().unwrap().game().position().clone();
    let mut board = before.board().clone();
    for &placement in &verdict.line {
        board.lay(placement).unwrap();
    }
    let Some(Party::Coasts(pair)) = review.moves[late].party else {
        panic!("two sides play")
    };
    let [ours, theirs] = [pair, pair.other()].map(|pair| board.coasts().product(pair).get());
    table.assert_shows(&format!("could have had {ours} to {theirs}: "));
    table.click("See");
    table.assert_shows("Best play with the tiles that came");
    table.click("See");
    table.assert_hides("Best play with the tiles that came");

    // In the middle of the game nothing is known by hindsight, and no number is shown.
    let early = review.moves.iter().position(is_lay).unwrap();
    assert!(review.moves[early].hindsight.is_none());
    show(&mut table, early);
    table.assert_shows("By hindsight this is not known.");
    table.assert_hides("Expected to end");
    table.click("Losses");
    table.click("In order");
    assert!(
        rows(&table).iter().any(
            |label| label.starts_with(&row(&review, early)) && label.ends_with("Not known by hindsight.")
        )
    );
    table.click("By hindsight");
    table.assert_shows("Expected to end");
}

#[test]
fn a_choice_becomes_a_duel_or_a_puzzle_with_the_tiles_that_came() {
    let game = whole(5);
    let mut table = replay_of(&game);
    let reviewed = review(&mut table);
    let lay = worst(&reviewed, Knowledge::Foresight, is_lay);
    show(&mut table, lay);
    table.click("As a puzzle");
    assert_eq!(table.desk().mode(), Mode::Edit);
    let draft = table.desk().draft().draft().clone();
    let state = Record::with_supply(&game, false).states().nth(lay).unwrap();
    assert_eq!(draft.setup.board, state.position().placements());
    let Move::Lay(made) = reviewed.moves[lay].action else {
        panic!("a tile was laid")
    };
    assert_eq!(draft.setup.sequence[0], made.tile());
    let Some(Party::Coasts(pair)) = reviewed.moves[lay].party else {
        panic!("two sides play")
    };
    assert_eq!(draft.goal, Goal::Duel(pair));
    // The review is still there, and the same position as a puzzle for one.
    table.click("Replay");
    assert!(table.desk().reviewing().is_some());
    assert_eq!(shown(&table), lay);
    table.click("Puzzle from here");
    table.click("Don't save");
    assert_eq!(table.desk().draft().draft().goal, Goal::Maximize(pair));
    assert_eq!(table.desk().draft().draft().setup, draft.setup);
}

#[test]
fn it_is_stopped_with_what_is_known_and_can_begin_again() {
    let mut table = replay_of(&whole(5));
    table.click("Review this game");
    table.wait_until("something is known", |desk| {
        found(desk).is_some_and(|review| review.done > 3)
    });
    table.click("Stop reviewing");
    table.wait_until("it has stopped", |desk| {
        desk.reviewing().is_some_and(|reviewing| !reviewing.is_at_work())
    });
    let review = found(table.desk()).unwrap();
    if !review.is_complete() {
        table.assert_shows(&format!(
            "Stopped: {} of {} choices were looked at.",
            review.done, review.to_do
        ));
        table.click("Review it again");
        table.wait_until("the review is complete", |desk| {
            found(desk).is_some_and(|review| review.is_complete())
        });
    }
    table.assert_hides("Stopped: ");
}

#[test]
fn another_game_is_never_shown_beside_it() {
    let mut table = replay_of(&whole(5));
    let first = review(&mut table);
    let other = whole(6);
    let path = table.path("other.tayu.json");
    std::fs::write(&path, Record::with_supply(&other, false).to_json()).unwrap();
    table.drop_file(&path);
    assert!(table.desk().reviewing().is_none());
    table.assert_hides("Turning points");
    table.assert_shows("Review this game");
    let second = review(&mut table);
    assert_ne!(first.game, second.game);
    assert_eq!(*second.game, other);
    // Nor does one that is still at work come back.
    table.drop_file(&path);
    table.click("Review this game");
    table.drop_file(&path);
    assert!(table.desk().reviewing().is_none());
}

#[test]
fn three_players_have_three_chances_and_no_exact_hindsight() {
    let game = game(THREE, Rules::default(), TileSource::Stacks(Seed(2)), usize::MAX);
    let mut table = replay_of(&game);
    let review = review(&mut table);
    let says = graph(&table).value().unwrap();
    for part in ["North–South (", "East–West (", "Spoilsport ("] {
        assert!(says.contains(part), "{says}");
    }
    let lay = worst(&review, Knowledge::Foresight, is_lay);
    table.click("By hindsight");
    graph(&table).focus();
    table.settle();
    table.key(Key::Home);
    // During the auction nobody has chances.
    assert!(
        graph(&table)
            .value()
            .unwrap()
            .contains("nothing is known of the chances yet")
    );
    show(&mut table, lay);
    table.assert_shows("By hindsight this is not known.");
    table.assert_hides("could have had");
}

#[test]
fn a_pro_game_and_one_under_way_and_one_from_a_table_are_reviewed() {
    let pro = Rules {
        pro: true,
        ..Rules::default()
    };
    let aside = Rules {
        no_place: NoPlace::ALL[1],
        ..Rules::default()
    };
    let games = [
        (game(TWO, pro, TileSource::Stacks(Seed(3)), usize::MAX), true),
        (game(TWO, aside, TileSource::Spread(Seed(3)), usize::MAX), true),
        (
            game(TWO, Rules::default(), TileSource::Stacks(Seed(3)), 41),
            false,
        ),
        (whole(4).without_supply(), true),
    ];
    for (game, is_over) in games {
        let mut table = replay_of(&game);
        let review = review(&mut table);
        let late = review.moves.iter().rposition(is_lay).unwrap();
        assert_eq!(review.moves[late].hindsight.is_some(), is_over);
        let lay = worst(&review, Knowledge::Foresight, is_lay);
        show(&mut table, lay);
        assert_eq!(shown(&table), lay);
        table.assert_shows("Expected to end ");
        let has_duels = table.desk().replay().unwrap().record().has_duels();
        table.click("As a puzzle");
        let goal = table.desk().draft().draft().goal;
        assert_eq!(matches!(goal, Goal::Duel(_)), has_duels);
    }
}

#[test]
fn in_a_low_window_all_of_it_can_be_reached() {
    let text = Record::with_supply(&whole(5), false).to_json();
    let mut table = Table::with_size(Some(&text), [900.0, 600.0]);
    let review = review(&mut table);
    let place = worst(&review, Knowledge::Foresight, |_| true);
    click_row(&mut table, &row(&review, place));
    assert_eq!(shown(&table), place);
    table.click("Players");
    table.assert_shows("moves judged");
    table.click("As a puzzle");
    assert_eq!(table.desk().mode(), Mode::Edit);
}

#[test]
fn the_window_closes_while_it_is_at_work() {
    let mut table = replay_of(&whole(5));
    table.click("Review this game");
    table.keys(egui::Modifiers::COMMAND, Key::Q);
    assert!(table.desk().wants_to_quit());
    assert!(table.desk().reviewing().is_none());
}
