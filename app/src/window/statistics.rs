//! Statistics of the games played, beside their list.

use egui::Ui;
use tayu_core::Players;

use super::rows::{self, Column, Row, RowWanted, numbers, words};
use crate::statistics::{PlayerStatistics, Statistics};
use crate::{phrases, tr};

const COLUMNS: [Column; 8] = [
    words(28.0),
    numbers(8.0),
    numbers(8.0),
    numbers(8.0),
    numbers(8.0),
    numbers(13.0),
    numbers(10.0),
    numbers(20.0),
];
/// What stands above the players' table, in points.
const ABOVE: f32 = 100.0;

pub(super) fn show(ui: &mut Ui, all: &Statistics, height: f32, wanted: &mut RowWanted) {
    ui.horizontal_wrapped(|ui| {
        for players in Players::ALL {
            ui.label(tr!(
                "statistics-kind",
                players = players.count(),
                plain = all.count(players, false),
                pro = all.count(players, true)
            ));
            ui.add_space(12.0);
        }
    });
    if let Some((best, game, pair)) = &all.best {
        ui.label(tr!(
            "statistics-best",
            product = best.product.get(),
            coasts = phrases::pair(*pair),
            players = phrases::versus_in(game),
            date = date_words(best.date)
        ));
    }
    if let Some(game) = &all.longest {
        ui.label(tr!(
            "statistics-longest",
            count = game.tiles,
            players = phrases::versus_in(game),
            date = date_words(game.date)
        ));
    }
    ui.label(tr!(
        "statistics-apart",
        practice = all.practice,
        unfinished = all.unfinished
    ));
    if all.players.is_empty() {
        return;
    }
    ui.add_space(4.0);
    let names = [
        tr!("column-player"),
        tr!("column-games"),
        tr!("column-won"),
        tr!("column-drawn"),
        tr!("column-lost"),
        tr!("column-spoilsport"),
        tr!("column-mean"),
        tr!("column-best"),
    ];
    rows::header(ui, &COLUMNS, &names, ui.available_width());
    let height = (height - ABOVE).max(80.0);
    rows::list(
        ui,
        "players",
        &COLUMNS,
        all.players.len(),
        height,
        0.0,
        wanted,
        |n| row(&all.players[n]),
        |_, _, _| {},
    );
}

fn date_words(date: Option<tayu_core::Date>) -> String {
    date.map_or_else(|| tr!("undated"), |date| date.to_string())
}

fn row(player: &PlayerStatistics) -> Row {
    let none = || tr!("none-there");
    let spoilsport = match player.spoilsport_games {
        0 => none(),
        games => tr!("spoilsport-wins-of", wins = player.spoilsport_wins, games = games),
    };
    let mean = player.mean().map_or_else(none, |mean| format!("{mean:.1}"));
    let best = player.best.as_ref().map_or_else(none, |best| {
        tr!(
            "best-of",
            product = best.product.get(),
            date = date_words(best.date)
        )
    });
    let label = tr!(
        "player-line",
        name = player.name.clone(),
        games = player.games,
        wins = player.wins,
        draws = player.draws,
        losses = player.losses,
        spoilsport = spoilsport.clone(),
        mean = mean.clone(),
        best = best.clone()
    );
    Row {
        cells: vec![
            player.name.clone(),
            player.games.to_string(),
            player.wins.to_string(),
            player.draws.to_string(),
            player.losses.to_string(),
            spoilsport,
            mean,
            best,
        ],
        label,
        is_bad: false,
        is_button: false,
    }
}
