//! Games as a table of values, for spreadsheets.

use tayu_core::{Pair, Side};

use crate::summary::{Ending, GameSummary};

const HEADER: [&str; 20] = [
    "date",
    "players",
    "player_1",
    "player_2",
    "player_3",
    "player_4",
    "pro",
    "product_ns",
    "product_ew",
    "coast_n",
    "coast_e",
    "coast_s",
    "coast_w",
    "spoilsport",
    "bid",
    "winner",
    "winner_names",
    "tiles",
    "reason",
    "practice",
];

/// These games as CSV, a line each, under a line with the names of the columns.
#[must_use]
pub fn csv<'a>(games: impl IntoIterator<Item = &'a GameSummary>) -> String {
    let mut out = csv::WriterBuilder::new()
        .terminator(csv::Terminator::CRLF)
        .from_writer(Vec::new());
    // Into memory nothing can go wrong: every line has as many cells.
    let _ = out.write_record(HEADER);
    for game in games {
        let _ = out.write_record(line(game));
    }
    let bytes = out.into_inner().unwrap_or_default();
    String::from_utf8(bytes).unwrap_or_default()
}

fn line(game: &GameSummary) -> [String; HEADER.len()] {
    let seats: Vec<_> = game.seats().collect();
    let name = |n: usize| {
        seats
            .get(n)
            .map_or_else(String::new, |&seat| plain(game.name(seat)))
    };
    let product = |pair| game.product(pair).get().to_string();
    let coast = |side: Side| game.coasts.get(side).get().to_string();
    let winners: Vec<&str> = (game.winner.iter())
        .flat_map(|&party| game.seats_of(party))
        .map(|seat| game.name(seat))
        .collect();
    let winner = match (game.ending, game.winner) {
        (Ending::Unfinished, _) => String::new(),
        (_, None) => "draw".to_owned(),
        (_, Some(party)) => party.to_string(),
    };
    let reason = match game.ending {
        Ending::Unfinished => "unfinished",
        Ending::NoPlace => "no_place",
        Ending::SupplyEmpty => "supply_empty",
    };
    [
        game.date.map_or_else(String::new, |date| date.to_string()),
        game.players.to_string(),
        name(0),
        name(1),
        name(2),
        name(3),
        game.pro.to_string(),
        product(Pair::NorthSouth),
        product(Pair::EastWest),
        coast(Side::North),
        coast(Side::East),
        coast(Side::South),
        coast(Side::West),
        game.spoilsport
            .map_or_else(String::new, |(seat, _)| seat.to_string()),
        game.spoilsport
            .map_or_else(String::new, |(_, bid)| bid.to_string()),
        winner,
        plain(
            &winners
                .iter()
                .filter(|name| !name.is_empty())
                .copied()
                .collect::<Vec<_>>()
                .join(" + "),
        ),
        game.tiles.to_string(),
        reason.to_owned(),
        game.practice.to_string(),
    ]
}

/// A text that no spreadsheet takes for a formula: with an apostrophe before it where it would.
fn plain(text: &str) -> String {
    let is_formula = text
        .trim_start()
        .starts_with(['=', '+', '-', '@', '＝', '＋', '－', '＠']);
    if is_formula {
        format!("'{text}")
    } else {
        text.to_owned()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tayu_core::Record;

    fn read(json: &str) -> GameSummary {
        GameSummary::of(&Record::from_json(json).unwrap())
    }

    #[test]
    fn each_game_is_a_line_that_reads_back() {
        let two = read(include_str!("../../core/tests/data/games/two.tayu.json"));
        let three = read(include_str!("../../core/tests/data/games/three.tayu.json"));
        let four = read(include_str!("../../core/tests/data/games/pro-four.tayu.json"));
        let text = csv([&two, &three, &four]);
        assert!(text.starts_with("date,players,player_1,"));
        assert_eq!(text.matches("\r\n").count(), 4);
        let mut reader = csv::Reader::from_reader(text.as_bytes());
        let headers = reader.headers().unwrap().clone();
        let lines: Vec<csv::StringRecord> = reader.records().map(Result::unwrap).collect();
        let cell = |n: usize, column: &str| {
            let at = headers.iter().position(|name| name == column).unwrap();
            lines[n].get(at).unwrap().to_owned()
        };
        let cells = |n: usize, columns: &[&str]| columns.iter().map(|c| cell(n, c)).collect::<Vec<_>>();
        assert_eq!(
            cells(
                0,
                &[
                    "date",
                    "players",
                    "player_2",
                    "player_3",
                    "product_ns",
                    "winner",
                    "winner_names"
                ]
            ),
            ["2026-11-30", "2", "Max", "", "6", "NS", "Ada"]
        );
        assert_eq!(
            cells(1, &["players", "spoilsport", "winner", "practice", "tiles"]),
            ["3", "3", "spoilsport", "true", &three.tiles.to_string()]
        );
        assert_eq!(
            cells(2, &["pro", "winner", "winner_names", "reason"]),
            ["true", "draw", "", "no_place"]
        );
    }

    #[test]
    fn names_are_never_formulas() {
        let source = include_str!("../../core/tests/data/games/two.tayu.json");
        for (name, cell) in [
            ("=1+1", "'=1+1"),
            ("+1", "'+1"),
            ("-x", "'-x"),
            ("@SUM(A1)", "'@SUM(A1)"),
            ("a=b", "a=b"),
            ("'quoted'", "'quoted'"),
        ] {
            let game = read(&source.replace("\"Ada\"", &format!("{name:?}")));
            let text = csv([&game]);
            let mut reader = csv::Reader::from_reader(text.as_bytes());
            let line = reader.records().next().unwrap().unwrap();
            assert_eq!(line.get(2), Some(cell));
        }
        let comma = read(&source.replace("\"Ada\"", r#""A, \"B\"""#));
        let text = csv([&comma]);
        let mut reader = csv::Reader::from_reader(text.as_bytes());
        assert_eq!(reader.records().next().unwrap().unwrap().get(2), Some("A, \"B\""));
    }
}
