//! Everything can be reached by keyboard and has a name that can be read out.

use egui::accesskit::Role;
use egui::{Key, Modifiers};
use egui_kittest::kittest::{By, NodeT, Queryable};
use tayu::desk::Mode;
use tayu_core::{Move, Notice, Phase, Placement, Rules, Square, TileSource};

use crate::script::{Form, make};
use crate::table::Table;

const TWO: &[&str] = &["Ada", "Max"];
const THREE: &[&str] = &["Ada", "Max", "Zoë"];
const FOUR: &[&str] = &["Ada", "Max", "Zoë", "Ben"];

/// What has the keys now: its name.
fn focused(table: &Table) -> Option<String> {
    let has_keys = By::new().predicate(|node| node.is_focused() && node.role() != Role::Window);
    let node = table.harness.query_all(has_keys).next()?;
    node.accesskit_node().label()
}

/// Presses Tab until something with such a name has the keys. Says how often.
fn tab_to(table: &mut Table, part: &str) -> usize {
    for presses in 0..150 {
        if focused(table).is_some_and(|name| name.contains(part)) {
            return presses;
        }
        table.key(Key::Tab);
    }
    panic!("Tab does not come to {part:?}");
}

/// Moves the cursor on the board by arrows, turns the tile with R and lays it with Enter.
fn lay_by_keys(table: &mut Table, cursor: &mut Square, placement: Placement) {
    let target = placement.middle();
    let steps = [
        (
            target.column() as i32 - cursor.column() as i32,
            [Key::ArrowRight, Key::ArrowLeft],
        ),
        (
            target.row() as i32 - cursor.row() as i32,
            [Key::ArrowUp, Key::ArrowDown],
        ),
    ];
    for (count, [forward, back]) in steps {
        for _ in 0..count.abs() {
            table.key(if count > 0 { forward } else { back });
        }
    }
    *cursor = target;
    for _ in 0..4 {
        if table.ghost() == Some(placement) {
            break;
        }
        table.key(Key::R);
    }
    assert_eq!(table.ghost(), Some(placement));
    table.key(Key::Enter);
}

#[test]
fn a_whole_game_is_played_by_keyboard_alone() {
    for form in [
        Form::of(TWO),
        Form {
            rules: Rules {
                pro: true,
                ..Rules::default()
            },
            ..Form::of(TWO)
        },
    ] {
        let (seed, game) = form.think_out(&[], |_| true);
        let mut table = Table::new();
        table.keys(Modifiers::COMMAND, Key::Num1);
        tab_to(&mut table, "New game");
        table.key(Key::Enter);
        assert_eq!(focused(&table).as_deref(), Some("Plays North–South"));
        for (name, label) in TWO.iter().zip(["Plays North–South", "Plays East–West"]) {
            tab_to(&mut table, label);
            let field = table.harness.get_by_role_and_label(Role::TextInput, label);
            field.type_text(name);
            table.settle();
        }
        if form.rules.pro {
            tab_to(&mut table, "Pro");
            table.key(Key::Space);
        }
        tab_to(&mut table, "Seed");
        let field = table.harness.get_by_role_and_label(Role::TextInput, "Seed");
        field.type_text(&seed.to_string());
        table.key(Key::Enter);
        let mut cursor = Square::STAR;
        let mut presses = 0;
        for (n, action) in game.moves().enumerate() {
            match action {
                Move::Draw(tayu_core::Draw::Lane(lane)) => {
                    presses += tab_to(&mut table, &format!("Draw {lane}:"));
                    table.key(Key::Enter);
                }
                Move::Lay(placement) => {
                    let Phase::ToLay(choice) = table.desk().game().unwrap().game().phase() else {
                        panic!("a tile is to be laid")
                    };
                    if choice.kinds().count() > 1 {
                        presses += tab_to(&mut table, &format!("Tile {}", placement.tile()));
                        table.key(Key::Enter);
                    }
                    assert_eq!(focused(&table).as_deref(), Some("Board"));
                    lay_by_keys(&mut table, &mut cursor, placement);
                }
                other => panic!("no game of two has {other}"),
            }
            let now = table.desk().game().unwrap().game();
            assert_eq!(now.played().len(), n + 1, "{action}");
        }
        assert_eq!(table.desk().game().unwrap().game(), &game);
        // The keys are where they are needed next: Tab finds the other lane or tile at once.
        assert!(presses <= game.played().len(), "{presses}");
        tab_to(&mut table, "Replay this game");
        table.key(Key::Enter);
        assert_eq!(table.desk().mode(), Mode::Replay);
        tab_to(&mut table, "One move back");
        table.key(Key::Enter);
        assert_eq!(table.desk().replay().unwrap().shown(), game.played().len() - 1);
    }
}

/// Whatever can be pressed, typed into or chosen has a name.
#[track_caller]
fn assert_all_named(table: &Table) {
    let interactive = By::new().predicate(|node| {
        matches!(
            node.role(),
            Role::Button
                | Role::CheckBox
                | Role::RadioButton
                | Role::ComboBox
                | Role::TextInput
                | Role::MultilineTextInput
                | Role::SpinButton
                | Role::Slider
                | Role::Link
                | Role::Canvas
                | Role::MenuItem
        ) || node.is_focused()
    });
    let mut count = 0;
    for node in table.harness.query_all(interactive) {
        let node = node.accesskit_node();
        // What holds the window has the focus while nothing else has.
        if matches!(node.role(), Role::Window | Role::GenericContainer) {
            continue;
        }
        count += 1;
        let name = node.label().unwrap_or_default();
        assert!(!name.trim().is_empty(), "a {:?} without a name", node.role());
    }
    assert!(count > 10, "{count}");
}

#[test]
fn every_control_has_a_name() {
    let pro = Rules {
        pro: true,
        notice: Notice::Players,
        ..Rules::default()
    };
    let by_players: &[(&str, &str)] = &[(
        "Who notices that a tile fits nowhere",
        "The players have to claim it",
    )];
    let forms = [
        (Form::of(THREE), &["bid 40", "pass", "pass"][..]),
        (
            Form {
                rules: pro,
                house_rules: by_players,
                ..Form::of(FOUR)
            },
            &[],
        ),
        (
            Form {
                source: TileSource::Spread,
                ..Form::of(TWO)
            },
            &[],
        ),
        (
            Form {
                source: |_| TileSource::Table,
                ..Form::of(TWO)
            },
            &[],
        ),
    ];
    for (form, begin) in forms {
        let (seed, game) = form.think_out(begin, |_| true);
        let mut table = Table::new();
        table.click_role(Role::Button, "Play");
        assert_all_named(&table);
        form.begin_with(&mut table, seed, |table| {
            table.scroll_to(Role::CheckBox, "Pro");
            assert_all_named(table);
        });
        for (n, action) in game.moves().enumerate() {
            if n < 12 {
                assert_all_named(&table);
            }
            make(&mut table, action);
        }
        table.assert_shows("Game over");
        assert_all_named(&table);
        table.click_containing("Unseen:");
        table.harness.run_steps(8);
        assert_all_named(&table);
        table.click("Replay this game");
        assert_all_named(&table);
    }
    let mut table = Table::new();
    table.click_role(Role::Button, "Replay");
    assert_all_named(&table);
    table.click("Paste a game…");
    assert_all_named(&table);
}

#[test]
fn nothing_sticks_out_of_the_panel_of_a_replay() {
    let game = include_str!("../../../core/tests/data/games/pro-four.tayu.json");
    for width in [900.0, 1280.0, 1600.0, 1920.0] {
        let table = Table::with_size(Some(game), [width, 900.0]);
        let panel = (width * 0.26_f32).clamp(344.0, 460.0).round();
        for label in [
            "To the start",
            "Edit from here",
            "Puzzle from here",
            "Copy as text",
            "Games played…",
        ] {
            let rect = table.harness.get_by_label(label).rect();
            assert!(
                rect.left() >= width - panel && rect.right() <= width,
                "{label} at {rect} in a window {width} wide"
            );
        }
    }
}
