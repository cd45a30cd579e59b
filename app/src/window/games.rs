//! The list of games played, over the window.

use egui::{Context, Id, Modal, RichText, Ui};
use tayu_core::Pair;

use super::rows::{self, Column, Row, RowWanted, numbers, words};
use super::view::View;
use super::{shell, statistics};
use crate::desk::{Command, Desk, Games};
use crate::library::{GameList, KeptGame};
use crate::paint::icon::{self, Icon};
use crate::paint::palette::Palette;
use crate::summary::GameSummary;
use crate::{files, phrases, tr};

const COLUMNS: [Column; 5] = [words(13.0), words(33.0), numbers(8.0), numbers(8.0), words(38.0)];
/// Room for the button that deletes a game.
const ROOM: f32 = 38.0;
/// What stands above the list in its tab, in points.
const ABOVE: f32 = 86.0;
/// What stands above and below the list, in points.
const AROUND: f32 = 250.0;

/// What of the list is looked at.
#[derive(Debug, Default)]
pub(super) struct GamesView {
    sought: String,
    tab: Tab,
    wanted: RowWanted,
    /// Room that the files that can't be read took when they were last shown, in points.
    bad_height: f32,
    player: RowWanted,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
enum Tab {
    #[default]
    Games,
    Statistics,
}

/// How wide what lies over the window is.
pub(super) fn width(ctx: &Context) -> f32 {
    (ctx.content_rect().width() - 140.0).clamp(560.0, 860.0)
}

pub(super) fn show(ctx: &Context, desk: &Desk, games: &Games, view: &mut View, commands: &mut Vec<Command>) {
    let modal = Modal::new(Id::unique("games played")).show(ctx, |ui| {
        ui.set_width(width(ctx));
        let view = &mut view.games;
        let room = ctx.content_rect().height() - AROUND - view.bad_height;
        let height = room.clamp(150.0, 560.0);
        ui.horizontal(|ui| {
            ui.heading(tr!("games-title"));
            ui.add_space(12.0);
            for (tab, name) in [
                (Tab::Games, tr!("games-tab")),
                (Tab::Statistics, tr!("statistics-tab")),
            ] {
                ui.selectable_value(&mut view.tab, tab, name);
            }
            if games.is_reading() {
                ui.spinner();
                ui.label(RichText::new(tr!("games-reading")).small());
            }
        });
        ui.add_space(4.0);
        if let Some(list) = games.list() {
            ui.vertical(|ui| {
                // Neither another tab nor another name sought makes it jump.
                ui.set_min_height(height.min(list.games.len() as f32 * rows::HEIGHT) + ABOVE);
                match view.tab {
                    _ if list.games.is_empty() => {
                        ui.label(tr!("games-none"));
                    }
                    Tab::Games => list_of(ui, list, view, height, commands),
                    Tab::Statistics => statistics::show(ui, games.statistics(), height, &mut view.player),
                }
            });
            view.bad_height = bad_files(ui, list);
        }
        shell::told(ui, desk);
        ui.add_space(8.0);
        ui.horizontal(|ui| {
            let has_games = games.list().is_some_and(|list| !list.games.is_empty());
            ui.add_enabled_ui(has_games, |ui| {
                if icon::icon_text_button(ui, Icon::Save, &tr!("export-games")).clicked() {
                    commands.push(Command::ExportGames);
                }
            });
            if ui.button(tr!("close")).clicked() {
                commands.push(Command::HideGames);
            }
        });
    });
    if modal.should_close() && commands.is_empty() {
        commands.push(Command::HideGames);
    }
}

fn list_of(ui: &mut Ui, list: &GameList, view: &mut GamesView, height: f32, commands: &mut Vec<Command>) {
    ui.horizontal(|ui| {
        let label = ui.label(tr!("games-search"));
        let field = egui::TextEdit::singleline(&mut view.sought).desired_width(220.0);
        let field = ui.add(field).labelled_by(label.id);
        if ui.memory(|memory| memory.focused().is_none()) {
            field.request_focus();
        }
        if field.gained_focus() {
            ui.ctx().request_repaint();
        }
        if field.has_focus() {
            // Down leads to the first row, wherever the nearest other thing may be.
            let filter = egui::EventFilter {
                horizontal_arrows: true,
                vertical_arrows: true,
                ..egui::EventFilter::default()
            };
            ui.memory_mut(|memory| memory.set_focus_lock_filter(field.id, filter));
            let down =
                |input: &mut egui::InputState| input.consume_key(egui::Modifiers::NONE, egui::Key::ArrowDown);
            if ui.input_mut(down) {
                view.wanted = Some(0);
                ui.memory_mut(|memory| memory.move_focus(egui::FocusDirection::None));
            }
        }
    });
    let found: Vec<&KeptGame> = (list.games.iter())
        .filter(|game| view.sought.trim().is_empty() || game.summary.is_of(&view.sought))
        .collect();
    let count = list.games.len();
    let words = if found.len() == count {
        tr!("games-count", count = count)
    } else {
        tr!("games-found", found = found.len(), count = count)
    };
    ui.label(RichText::new(words).small());
    if found.is_empty() {
        ui.label(tr!("games-none-found"));
        return;
    }
    let names = [
        tr!("column-date"),
        tr!("column-players"),
        tr!("column-north-south"),
        tr!("column-east-west"),
        tr!("column-ending"),
    ];
    rows::header(ui, &COLUMNS, &names, ui.available_width() - ROOM);
    let mut deleted = None;
    let clicked = rows::list(
        ui,
        "games",
        &COLUMNS,
        found.len(),
        height,
        ROOM,
        &mut view.wanted,
        |n| row(&found[n].summary),
        |ui, n, row| {
            let label = tr!("game-delete", game = row.label.clone());
            if icon::small_button(ui, Icon::Trash, &label).clicked() {
                deleted = Some(n);
            }
        },
    );
    if let Some(n) = deleted {
        commands.push(Command::DeleteKept(found[n].path.clone()));
    } else if let Some(n) = clicked {
        commands.push(Command::OpenKept(found[n].path.clone()));
    }
}

fn row(game: &GameSummary) -> Row {
    let date = game.date.map_or_else(|| tr!("undated"), |date| date.to_string());
    let players = phrases::versus_in(game);
    let ending = phrases::ending_of(game);
    let [ns, ew] = Pair::ALL.map(|pair| game.product(pair).get());
    let products = tr!("final-products", north_south = ns, east_west = ew);
    let label = tr!(
        "game-line",
        date = date.clone(),
        players = players.clone(),
        products = products,
        ending = ending.clone()
    );
    Row {
        cells: vec![date, players, ns.to_string(), ew.to_string(), ending],
        label,
        is_bad: false,
        is_button: true,
    }
}

/// The files that can't be read, to be unfolded. Says how much room that took.
fn bad_files(ui: &mut Ui, list: &GameList) -> f32 {
    if list.bad.is_empty() {
        return 0.0;
    }
    ui.add_space(4.0);
    let color = Palette::current(ui).warn;
    let title = RichText::new(tr!("games-bad", count = list.bad.len())).color(color);
    let shown = egui::CollapsingHeader::new(title)
        .id_salt("bad games")
        .show(ui, |ui| {
            egui::ScrollArea::vertical()
                .id_salt("bad games")
                .max_height(70.0)
                .show(ui, |ui| {
                    for bad in &list.bad {
                        let file = files::last_name(&bad.path);
                        ui.label(tr!("bad-file", file = file, fault = bad.fault.clone()))
                            .on_hover_text(files::shown(&bad.path));
                    }
                });
        });
    shown.body_response.map_or(0.0, |body| body.rect.height())
}
