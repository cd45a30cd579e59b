//! Small games written by hand, and what is said about files and texts that are not as they should be.

use tayu_core::{Goal, Pair, Party, Phase, Record, Setup, Tile};

/// A game of each variant, by the name of its file.
pub(crate) const GAMES: [(&str, &str); 8] = [
    ("two", include_str!("../data/games/two.tayu.json")),
    ("three", include_str!("../data/games/three.tayu.json")),
    ("four", include_str!("../data/games/four.tayu.json")),
    ("pro", include_str!("../data/games/pro.tayu.json")),
    ("pro-four", include_str!("../data/games/pro-four.tayu.json")),
    ("table", include_str!("../data/games/table.tayu.json")),
    ("spread", include_str!("../data/games/spread.tayu.json")),
    ("stacks", include_str!("../data/games/stacks.tayu.json")),
];
const PASTED: &str = include_str!("../data/games/pasted.txt");

pub(crate) fn text(name: &str) -> &'static str {
    GAMES.iter().find(|(n, _)| *n == name).unwrap().1
}

fn record(name: &str) -> Record {
    Record::from_json(text(name)).unwrap_or_else(|faults| panic!("{name}: {faults}"))
}

/// What is said about a file in which something is replaced.
fn faults(name: &str, from: &str, to: &str) -> Vec<String> {
    let sound = text(name);
    assert!(sound.contains(from), "{name}: {from}");
    let faults = Record::from_json(&sound.replacen(from, to, 1)).unwrap_err();
    faults.0.iter().map(ToString::to_string).collect()
}

/// What is said about a text in which something is replaced.
fn text_faults(name: &str, from: &str, to: &str) -> Vec<String> {
    let sound = record(name).to_text();
    assert!(sound.contains(from), "{name}: {from}\n{sound}");
    let faults = Record::from_text(&sound.replacen(from, to, 1)).unwrap_err();
    faults.0.iter().map(ToString::to_string).collect()
}

/// Collects what is not as expected.
fn compare(expected: &str, found: &str, wrong: &mut Vec<String>) {
    if !found.starts_with(expected) {
        wrong.push(format!("expected {expected}\nfound    {found}"));
    }
}

#[test]
fn hand_written_games_are_written_the_same_again() {
    for (name, text) in GAMES {
        let written = record(name).to_json();
        // Only here the tile that came is left out.
        let expected = text.replace("\"draw left\"", "\"draw left (137)\"");
        assert_eq!(written, expected, "{name}");
    }
}

#[test]
fn each_variant_comes_to_its_end() {
    let winner = |name| record(name).game().outcome().map(|outcome| outcome.winner);
    let north_south = Party::Coasts(Pair::NorthSouth);
    assert_eq!(winner("two"), Some(Some(north_south)));
    assert_eq!(winner("three"), Some(Some(Party::Spoilsport)));
    assert_eq!(winner("four"), Some(Some(north_south)));
    assert_eq!(winner("pro-four"), Some(None));
    for name in ["pro", "table", "spread", "stacks"] {
        assert_eq!(winner(name), None);
    }
    assert!(record("three").practice && !record("two").practice);
    // Who begins beside the spoilsport was drawn by lot: not the neighbour on the left.
    let game = record("stacks").game().clone();
    assert_eq!(game.setup().name(game.spoilsport().unwrap().0), "Ada");
    assert!(matches!(game.phase(), Phase::ToLay(_)));
}

#[test]
fn states_are_those_of_the_game() {
    for (name, _) in GAMES {
        let record = record(name);
        let states: Vec<_> = record.states().collect();
        assert_eq!(states.len(), record.moves().count() + 1);
        for (n, state) in states.iter().enumerate() {
            assert_eq!(state.played(), &record.game().played()[..n]);
        }
        assert_eq!(states.last(), Some(record.game()));
    }
}

#[test]
fn the_computer_only_plays_where_somebody_sits() {
    let file = record("two")
        .to_json()
        .replace("\"first\"", "\"computers\": \"2 pupil\",\n  \"first\"");
    assert_eq!(
        Record::from_json(&file).unwrap().about.computers.to_string(),
        "2 pupil"
    );
    let faults = Record::from_json(&file.replace("2 pupil", "3 pupil"))
        .unwrap_err()
        .to_string();
    assert!(
        faults.contains("computers: found \"3 pupil\", where seats that somebody sits at"),
        "{faults}"
    );
    let text = record("two")
        .to_text()
        .replace("Rules:", "Computers: 3 pupil\nRules:");
    let faults = Record::from_text(&text).unwrap_err().to_string();
    assert!(faults.contains("computers: found 3 pupil"), "{faults}");
}

#[test]
fn texts_are_as_written_and_as_pasted() {
    let text = include_str!("../data/games/pro-four.txt");
    assert_eq!(record("pro-four").to_text(), text);
    assert_eq!(Record::from_text(text), Ok(record("pro-four")));
    assert_eq!(Record::from_text(PASTED), Ok(record("two")));
    let table = Record::from_text(&record("table").to_text()).unwrap();
    assert_eq!(table.about, record("table").about);
    assert_eq!(table.game(), record("table").game());
}

#[test]
fn faults_of_moves_name_the_move_the_player_and_the_reason() {
    let mut wrong = Vec::new();
    let cases = [
        (
            "two",
            "\"draw left (148)\", \"j13|148\"",
            "\"draw left (148)\", \"j9|148\"",
            "line 19, column 24: moves[3]: move 4, Max to move: j9|148 is not allowed: ",
        ),
        (
            "two",
            "\"j16|148\"",
            "\"j16|147\"",
            "line 20, column 24: moves[5]: move 6, Ada to move: the tile to lay is 148, not 147",
        ),
        (
            "two",
            "\"draw right (248)\"",
            "\"draw left (248)\"",
            "line 22, column 5: moves[8]: move 9, Ada to move: the left lane has run out",
        ),
        (
            "two",
            "(167)",
            "(123)",
            "line 24, column 5: moves[12]: move 13: the tile that came is 167, not 123",
        ),
        (
            "two",
            "\"j1-167\"",
            "\"j1-167\", \"draw left\"",
            "line 24, column 35: moves[14]: move 15, Ada to move: the game is over",
        ),
        (
            "two",
            "\"j1-167\"",
            "\"j1-167 (167)\"",
            "line 24, column 25: moves[13]: \"j1-167 (167)\" is not a move: only a draw has a tile in brackets",
        ),
        (
            "three",
            "\"bid 9\"",
            "\"bid 12\"",
            "line 20, column 5: moves[2]: move 3, Ada to move: a bid of 12 can't be made: it has to be from 5 to 11",
        ),
        (
            "table",
            "draw 147",
            "draw left",
            "line 9, column 5: moves[0]: move 1, Max to move: there is no supply to draw left from",
        ),
    ];
    for (name, from, to, expected) in cases {
        let found = faults(name, from, to);
        assert_eq!(found.len(), 1, "{found:?}");
        compare(expected, &found[0], &mut wrong);
    }
    assert_eq!(wrong, [""; 0]);
}

#[test]
fn faults_of_other_fields_are_named() {
    let mut wrong = Vec::new();
    let cases = [
        (
            "two",
            "tayu-game",
            "tayu-puzzle",
            "line 2, column 13: format: found \"tayu-puzzle\"",
        ),
        (
            "two",
            "\"version\": 1",
            "\"version\": 2",
            "line 3, column 14: version: the file is of version 2",
        ),
        (
            "two",
            "2026-11-30",
            "2026-11-31",
            "line 5, column 11: date: \"2026-11-31\" is not a date",
        ),
        (
            "two",
            "[\"Ada\", \"Max\"]",
            "[\"Ada\"]",
            "line 6, column 14: players: 1 names; two, three or four play",
        ),
        (
            "two",
            "\"Max\"]",
            "7]",
            "line 6, column 22: players[1]: found 7, where a text in quotes has to be",
        ),
        (
            "two",
            "Max",
            "M\\u001b[31max",
            "line 6, column 22: players[1]: the name holds the control character \\u{1b}",
        ),
        (
            "two",
            "\"first\": \"1\"",
            "\"first\": \"3\"",
            "line 7, column 12: first: seat 3 is to begin, but only 2 play",
        ),
        (
            "two",
            "\"first\": \"1\"",
            "\"first\": \"lot\"",
            "line 7, column 12: first: without a seed no lot can be drawn",
        ),
        (
            "two",
            "\"first\": \"1\"",
            "\"firsts\": \"1\"",
            "first: the field is missing; it has to be \"lot\" or a seat",
        ),
        (
            "three",
            "\"right\"",
            "\"up\"",
            "line 7, column 25: rules.beginner: \"up\" is not who begins beside",
        ),
        (
            "three",
            "\"lowest_bid\": 5",
            "\"lowest_bid\": \"5\"",
            "line 7, column 68: rules.lowest_bid: \"\\\"5\\\"\" is not a bid",
        ),
        (
            "three",
            "\"lowest_bid\"",
            "\"lowest\"",
            "line 7, column 64: rules.lowest: this field is not known here",
        ),
        ("pro", "true", "yes", "line 6, column 20: this is no JSON"),
        (
            "pro",
            "true",
            "1",
            "line 6, column 20: rules.pro: \"1\" is not whether it is the Pro game: true or false",
        ),
        (
            "two",
            "\"stacks\"",
            "\"heap\"",
            "line 9, column 13: supply.kind: found \"heap\", where \"stacks\" or \"spread\"",
        ),
        (
            "two",
            "\"left\"",
            "\"lane\"",
            "line 10, column 13: supply.lane: this field is not known here",
        ),
        (
            "two",
            "\"167\"",
            "\"148\"",
            "line 8, column 13: supply: there are 5 tiles 148; a set holds 4",
        ),
        (
            "spread",
            "tayu-1",
            "tayu-2",
            "line 6, column 77: supply.algorithm: the tiles were shuffled by \"tayu-2\", which this program does not know",
        ),
        (
            "spread",
            "18446744073709551615",
            "18446744073709551616",
            "line 6, column 40: supply.seed: \"18446744073709551616\" is not a seed",
        ),
        (
            "spread",
            "\"18446744073709551615\"",
            "18446744073709551615",
            "line 6, column 40: supply.seed: found 18446744073709551615, where a text",
        ),
        (
            "spread",
            "\"moves\": []",
            "\"moves\": 1",
            "line 7, column 12: moves: found 1, where a list of moves",
        ),
        (
            "spread",
            "\"moves\": []",
            "\"moves\": [], \"result\": {}",
            "line 7, column 26: result: there is a result, but the game is not over",
        ),
        (
            "two",
            "\"N\": 2",
            "\"N\": 3",
            "line 28, column 15: result.coasts: found {\"N\": 3, \"E\": 0, \"S\": 3, \"W\": 0}, but the moves come to {\"N\": 2",
        ),
        (
            "two",
            "\"winner\": \"NS\"",
            "\"winner\": \"draw\"",
            "line 30, column 15: result.winner: found \"draw\", but the moves come to \"NS\"",
        ),
        (
            "two",
            "\"supply_empty\"",
            "\"no_place\"",
            "line 27, column 15: result.reason: found \"no_place\", but",
        ),
        (
            "three",
            "true",
            "\"yes\"",
            "line 31, column 15: practice: found \"yes\", where true or false has to be",
        ),
        (
            "two",
            "\"date\"",
            "\"title\"",
            "line 5, column 12: title: the field occurs more than once",
        ),
    ];
    for (name, from, to, expected) in cases {
        let found = faults(name, from, to);
        compare(expected, &found[0], &mut wrong);
    }
    assert_eq!(wrong, [""; 0]);
    let long = "a".repeat(101);
    assert!(faults("two", "Ada", &long)[0].ends_with("the name has 101 characters; there is room for 100"));
    assert_eq!(
        Record::from_json("[]").unwrap_err().to_string(),
        "a game file is a JSON object, in braces"
    );
}

#[test]
fn all_faults_come_together_and_huge_lists_in_few_words() {
    let found = faults(
        "two",
        "\"draw left (148)\", \"j10|148\"",
        "\"draw\", \"j10\", 5, \"left\"",
    );
    assert_eq!(found.len(), 4, "{found:#?}");
    let found = faults(
        "two",
        "\"moves\": [",
        &format!("\"moves\": [{}", "\"x\", ".repeat(1_000)),
    );
    assert_eq!(found.len(), 20, "{found:#?}");
    let found = faults(
        "two",
        "\"Ada\"",
        "\"\\u0000\", ".repeat(100_000).trim_end_matches(", "),
    );
    assert_eq!(found.len(), 1, "{found:#?}");
}

#[test]
fn faults_of_texts_name_their_line() {
    let mut wrong = Vec::new();
    let cases = [
        (
            "two",
            "version 1",
            "version 2",
            "line 1, column 1: version: the file is of version 2",
        ),
        (
            "two",
            "Date: 2026-11-30",
            "Date: today",
            "line 3, column 1: date: \"today\" is not a date",
        ),
        (
            "two",
            "Player 2",
            "Player 3",
            "line 5, column 1: players are numbered 1, 2 and so on",
        ),
        (
            "two",
            "Player 2 (EW): Max\n",
            "",
            "line 1, column 1: player: 1 names; two, three or four play",
        ),
        (
            "two",
            "standard",
            "pro, fast",
            "line 6, column 1: rules: found fast, where a rule such as pro",
        ),
        (
            "two",
            "First: 1",
            "First: 5",
            "line 7, column 1: first: \"5\" is not who begins",
        ),
        (
            "two",
            "First: 1 (Ada)\n",
            "",
            "line 1, column 1: first: the field is missing",
        ),
        (
            "two",
            "Supply: stacks",
            "Supply: stacks, seed 1",
            "line 8, column 1: supply: found stacks, seed 1, where stacks, spread",
        ),
        (
            "two",
            "Supply: stacks",
            "Supply: unknown",
            "line 12, column 1: move 1, Ada to move: there is no supply to draw left from",
        ),
        (
            "two",
            "148 148 148 148",
            "148 149",
            "line 9, column 1: left lane: \"149\" is not three different exits",
        ),
        (
            "two",
            "2. Max",
            "3. Max",
            "line 13, column 1: this is line 3 of the game, where line 2 has to be",
        ),
        (
            "two",
            "2. Max",
            "2. Ada",
            "line 13, column 1: it is the turn of Max, not of Ada",
        ),
        (
            "two",
            "j13|148",
            "j9|148",
            "line 13, column 1: move 4, Max to move: j9|148 is not allowed",
        ),
        (
            "two",
            "j13|148",
            "j13",
            "line 13, column 1: \"j13\" is not a move",
        ),
        (
            "two",
            "Coasts: N 2",
            "Coasts: N 3",
            "line 21, column 1: coasts: found n 3, e 0, s 3, w 0, but the moves come to N 2",
        ),
        (
            "two",
            "Winner: NS",
            "Winner: EW",
            "line 23, column 1: winner: found ew, but the moves come to NS",
        ),
        (
            "pro",
            "To move",
            "Winner: NS\nTo move",
            "line 15, column 1: winner: there is a result, but the game is not over",
        ),
        (
            "two",
            "First: 1",
            "Fist: 1",
            "line 7, column 1: \"Fist: 1 (Ada)\" is no line of a game",
        ),
        (
            "two",
            "Date:",
            "Title:",
            "line 3, column 1: title: the field occurs more than once",
        ),
    ];
    for (name, from, to, expected) in cases {
        let found = text_faults(name, from, to);
        compare(expected, &found[0], &mut wrong);
    }
    assert_eq!(wrong, [""; 0]);
    let quoted = PASTED.replace("j4|248", "j4|148");
    let found = Record::from_text(&quoted).unwrap_err().to_string();
    assert!(
        found.starts_with("line 24, column 3: move 12, Max to move: "),
        "{found}"
    );
    for nothing in ["", "Hello", "Ta Yü game", "\u{feff}\r\n> >"] {
        let found = Record::from_text(nothing).unwrap_err().to_string();
        assert_eq!(
            found,
            "no line says \"Ta Yü game, version 1\", as the first line of a game does"
        );
    }
}

#[test]
fn names_are_tidied_before_they_are_written() {
    let sound = record("two");
    let odd = [" Ada\u{a0}\u{202e} L.  ", "M\u{7}ax\n\u{feff}"];
    let setup = sound.setup();
    let setup = tayu_core::GameSetup::new(
        odd.map(str::to_owned).to_vec(),
        setup.first(),
        *setup.rules(),
        setup.source().clone(),
    );
    let mut game = tayu_core::Game::new(setup.unwrap());
    sound.moves().for_each(|action| game.play(action).unwrap());
    let record = Record::of(&game, false);
    assert_eq!(record.setup().names(), ["Ada L.", "M ax"]);
    assert_eq!(record.game().played(), game.played());
    assert_eq!(Record::from_json(&record.to_json()), Ok(record.clone()));
    assert_eq!(Record::from_text(&record.to_text()), Ok(record));
}

#[test]
fn a_puzzle_begins_anywhere_in_a_game() {
    let tiles = |text: &str| -> Vec<Tile> { text.split_whitespace().map(|t| t.parse().unwrap()).collect() };
    let from = |name: &str, step| record(name).puzzle_from(step);
    let draft = from("two", 0);
    assert_eq!(draft.setup.board, []);
    assert_eq!(draft.setup.sequence, tiles("148 148 148 148 248 248 167"));
    assert_eq!(draft.goal, Goal::Maximize(Pair::NorthSouth));
    // Max has drawn and not laid: the tile is the first to come.
    let draft = from("two", 3);
    assert_eq!((draft.setup.board.len(), draft.setup.sequence.len()), (1, 6));
    assert_eq!(draft.goal, Goal::Maximize(Pair::EastWest));
    // The same as a duel, where the rest of the game was one.
    let duel = |name: &str, step| record(name).duel_from(step);
    assert_eq!(duel("two", 3).unwrap().setup, draft.setup);
    assert_eq!(duel("two", 3).unwrap().goal, Goal::Duel(Pair::EastWest));
    assert_eq!(
        (duel("two", 14), duel("three", 9), duel("pro", 2)),
        (None, None, None)
    );
    // Beyond the end it is as at the end.
    assert_eq!(from("two", 1000), from("two", 14));
    assert_eq!(from("two", 14).setup.sequence, []);
    // The spoilsport has no coasts; nobody has before the auction is over.
    assert_eq!(from("three", 7).goal, Goal::Maximize(Pair::NorthSouth));
    assert_eq!(from("three", 9).goal, Goal::Maximize(Pair::NorthSouth));
    assert_eq!(from("three", 5).goal, Goal::Maximize(Pair::EastWest));
    // Pro: in the order laid; what was left is last.
    assert_eq!(from("pro", 2).setup.sequence, tiles("147 138 148"));
    assert_eq!(from("pro-four", 0).setup.sequence, tiles("123 178 136 146"));
    assert_eq!(from("pro-four", 13).setup.sequence, []);
    assert_eq!(from("table", 2).setup.sequence, tiles("138"));
    for (name, _) in GAMES {
        for step in 0..=record(name).moves().count() {
            let draft = from(name, step);
            assert_eq!(Setup::faults(&draft.setup), [], "{name} {step}");
        }
    }
}

#[test]
fn talk_without_end_is_not_read() {
    let talking = |times| {
        text("four").replacen(
            "\"talked\"",
            "\"talked\", ".repeat(times).trim_end_matches(", "),
            1,
        )
    };
    assert!(Record::from_json(&talking(900)).is_ok());
    assert!(
        Record::from_json(&talking(1_990))
            .unwrap_err()
            .to_string()
            .contains("has to be laid")
    );
    assert_eq!(
        Record::from_json(&talking(1_991)).unwrap_err().to_string(),
        "line 13, column 12: moves: there are 2001 moves; no game needs more than 2000"
    );
}
