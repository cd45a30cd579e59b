//! The panel beside the board while a game is looked at again.

use egui::{Context, Key, Modifiers, RichText, ScrollArea, Ui};
use tayu_core::record::written;
use tayu_core::{Phase, Played};

use super::play;
use super::review;
use super::view::View;
use crate::desk::{Command, Desk};
use crate::document::Replay;
use crate::paint::icon::{self, Icon};
use crate::paint::palette::{CONTROL_HEIGHT, Palette};
use crate::paint::tile::tile_button;
use crate::{phrases, tr};

/// Height of the tile that is to be laid next, in points.
const TILE_HEIGHT: f32 = 30.0;

/// Seconds from one move to the next, from slow to fast.
const PACES: [f64; 4] = [4.0, 2.0, 1.0, 0.4];

/// How a replay plays by itself.
#[derive(Debug, Clone, Copy)]
pub(super) struct Playing {
    /// When the move shown now came up; `None` while it stands still.
    since: Option<f64>,
    /// Seconds from one move to the next.
    pace: f64,
}

impl Default for Playing {
    fn default() -> Self {
        Self {
            since: None,
            pace: PACES[2],
        }
    }
}

impl Playing {
    /// Stands still.
    pub(super) const fn stop(&mut self) {
        self.since = None;
    }

    /// Goes on to the next move once its time has come.
    fn go_on(&mut self, ctx: &Context, replay: &Replay, commands: &mut Vec<Command>) {
        let Some(since) = self.since else { return };
        if replay.shown() == replay.length() {
            self.since = None;
            return;
        }
        let now = ctx.input(|i| i.time);
        let left = self.pace - (now - since);
        if left <= 0.0 {
            self.since = Some(now);
            commands.push(Command::ShowMove(replay.shown() + 1));
        } else {
            ctx.request_repaint_after(std::time::Duration::from_secs_f64(left));
        }
    }
}

pub(super) fn panel(ui: &mut Ui, desk: &Desk, view: &mut View, commands: &mut Vec<Command>) {
    ui.add_space(4.0);
    let Some(replay) = desk.replay() else {
        nothing(ui, desk, view, commands);
        return;
    };
    view.playing.go_on(ui.ctx(), replay, commands);
    let record = replay.record();
    let title = (record
        .about
        .title
        .as_deref()
        .map(str::trim)
        .filter(|title| !title.is_empty()))
    .map_or_else(|| phrases::versus(record.game()), str::to_owned);
    ui.add(egui::Label::new(RichText::new(title).heading()).truncate());
    if let Some(date) = record.about.date {
        ui.label(RichText::new(date.to_string()).small());
    }
    if record.practice {
        ui.label(RichText::new(tr!("practice")).color(Palette::current(ui).warn))
            .on_hover_text(tr!("practice-detail"));
    }
    play::cards(ui, replay.game());
    ui.add_space(4.0);
    ui.label(RichText::new(happened(replay)).strong());
    if desk.reviewing().is_some() {
        // The board shows the tile where it was laid and where it should have been; the room is for the review.
    } else if let Phase::ToLay(choice) = replay.game().phase() {
        ui.horizontal(|ui| {
            for tile in choice.kinds() {
                let label = tr!("tile-to-lay", tile = tile.to_string());
                tile_button(ui, tile.readings()[0], TILE_HEIGHT, false, true, &label);
            }
        });
    } else {
        // As high, so that the controls stay where they are from move to move.
        ui.add_space(TILE_HEIGHT + 8.0 + ui.spacing().item_spacing.y);
    }
    controls(ui, replay, view, commands);
    review::section(ui, desk, replay, view, commands);
    ui.separator();
    ui.horizontal_wrapped(|ui| {
        let is_over = replay.game().outcome().is_some();
        let detail = if replay.shown() == replay.length() && !record.practice {
            tr!("play-on-same")
        } else {
            tr!("play-on-detail")
        };
        if icon::icon_text_button_if(ui, !is_over, Icon::Play, &tr!("play-on"))
            .on_hover_text(detail)
            .clicked()
        {
            commands.push(Command::PlayOn);
        }
        if icon::icon_text_button(ui, Icon::Bulb, &tr!("puzzle-from-here"))
            .on_hover_text(tr!("puzzle-from-here-detail"))
            .clicked()
        {
            commands.push(Command::PuzzleFromReplay);
        }
        let comes_more = record.has_duels() && replay.shown() < replay.length();
        if icon::icon_text_button_if(ui, comes_more, Icon::Bulb, &tr!("duel-from-here"))
            .on_hover_text(tr!("duel-from-here-detail"))
            .clicked()
        {
            commands.push(Command::DuelFromReplay);
        }
        let has_tiles = !replay.game().position().placements().is_empty();
        if icon::icon_text_button_if(ui, has_tiles, Icon::Pencil, &tr!("edit-from-here")).clicked() {
            commands.push(Command::EditFromGame);
        }
        if icon::icon_text_button(ui, Icon::Analyse, &tr!("analyse-this")).clicked() {
            commands.push(Command::Analyse);
        }
        if icon::icon_text_button(ui, Icon::Copy, &tr!("copy-as-text")).clicked() {
            ui.ctx().copy_text(replay.record().public().to_text());
            commands.push(Command::TellNews(tr!("copied")));
        }
        if ui.button(tr!("games-played")).clicked() {
            commands.push(Command::ShowGames);
        }
    });
}

/// What to do while there is no game to look at.
fn nothing(ui: &mut Ui, desk: &Desk, view: &mut View, commands: &mut Vec<Command>) {
    ui.heading(tr!("replay-title"));
    ui.label(tr!("replay-intro"));
    ui.add_space(8.0);
    ui.horizontal_wrapped(|ui| {
        if icon::icon_text_button(ui, Icon::Open, &tr!("file-open")).clicked() {
            commands.push(Command::Open);
        }
        if ui.button(tr!("paste-game")).clicked() {
            view.pasted = Some(String::new());
        }
        let has_game = desk.game().is_some_and(|game| !game.game().played().is_empty());
        let replay = egui::Button::new(tr!("replay-this-game"));
        if ui.add_enabled(has_game, replay).clicked() {
            commands.push(Command::ReplayGame);
        }
        if ui.button(tr!("games-played")).clicked() {
            commands.push(Command::ShowGames);
        }
    });
}

/// What the last move shown was, and how the game ended.
fn happened(replay: &Replay) -> String {
    let game = replay.game();
    let Some(last) = game.played().last() else {
        return tr!("replay-start");
    };
    let number = tr!("move-number", number = replay.shown(), count = replay.length());
    let what = format!(
        "{number}, {}: {}",
        phrases::player(game, last.seat),
        written(last)
    );
    match game.phase() {
        Phase::Over(outcome) => format!("{what}. {}", phrases::result(game, &outcome)),
        _ => what,
    }
}

fn controls(ui: &mut Ui, replay: &Replay, view: &mut View, commands: &mut Vec<Command>) {
    let (shown, length) = (replay.shown(), replay.length());
    let mut goal = None;
    ui.horizontal(|ui| {
        ui.add_enabled_ui(shown > 0, |ui| {
            if icon::icon_button(ui, Icon::ToStart, &tr!("to-start")).clicked() {
                goal = Some(0);
            }
            if icon::icon_button(ui, Icon::StepBack, &tr!("move-back")).clicked() {
                goal = Some(shown.saturating_sub(1));
            }
        });
        let is_playing = view.playing.since.is_some();
        let (icon, label) = if is_playing {
            (Icon::Pause, tr!("pause"))
        } else {
            (Icon::Play, tr!("play-by-itself"))
        };
        if icon::icon_button(ui, icon, &label).clicked() {
            let now = ui.input(|i| i.time);
            view.playing.since = (!is_playing).then_some(now);
            if !is_playing && shown == length {
                commands.push(Command::ShowMove(0));
            }
        }
        ui.add_enabled_ui(shown < length, |ui| {
            if icon::icon_button(ui, Icon::StepForward, &tr!("move-forward")).clicked() {
                goal = Some(shown + 1);
            }
            if icon::icon_button(ui, Icon::ToEnd, &tr!("to-end")).clicked() {
                goal = Some(length);
            }
        });
        let pace = &mut view.playing.pace;
        let label = ui.label(RichText::new(tr!("pace")).small());
        let words = |pace: f64| tr!("pace-seconds", seconds = format!("{pace}"));
        // The row is to be no wider than the panel.
        ui.spacing_mut().button_padding.x = 7.0;
        let combo = egui::ComboBox::from_id_salt("pace")
            .width(44.0)
            .selected_text(words(*pace))
            .show_ui(ui, |ui| {
                for choice in PACES {
                    ui.selectable_value(pace, choice, words(choice));
                }
            });
        combo.response.labelled_by(label.id);
    });
    if length > 0 {
        let mut at = shown;
        ui.spacing_mut().slider_width = ui.available_width() - 60.0;
        let slider = egui::Slider::new(&mut at, 0..=length);
        let slider = ui.add(slider);
        slider.widget_info(|| egui::WidgetInfo::slider(true, at as f64, tr!("moves-shown")));
        if slider.changed() {
            goal = Some(at);
        }
    }
    if goal.is_none() && ui.ctx().memory(|memory| memory.focused().is_none()) {
        goal = keys(ui.ctx(), shown, length);
    }
    if let Some(goal) = goal {
        view.playing.stop();
        commands.push(Command::ShowMove(goal));
    }
}

/// Arrows, Home and End go through the moves while nothing else has the keys.
fn keys(ctx: &Context, shown: usize, length: usize) -> Option<usize> {
    let pressed = |key| ctx.input_mut(|i| i.consume_key(Modifiers::NONE, key));
    if pressed(Key::ArrowLeft) {
        Some(shown.saturating_sub(1))
    } else if pressed(Key::ArrowRight) {
        Some((shown + 1).min(length))
    } else if pressed(Key::Home) {
        Some(0)
    } else if pressed(Key::End) {
        Some(length)
    } else {
        None
    }
}

pub(super) fn moves(ui: &mut Ui, replay: &Replay, view: &mut View, commands: &mut Vec<Command>) {
    let height = (ui.ctx().content_rect().height() * 0.32 - CONTROL_HEIGHT).max(150.0);
    let area = ScrollArea::vertical()
        .id_salt("moves")
        .max_height(height)
        .auto_shrink([false, true]);
    area.show(ui, |ui| {
        let spacing = ui.spacing_mut();
        spacing.interact_size.y = 0.0;
        spacing.item_spacing.y = 1.0;
        spacing.button_padding.y = 2.0;
        let mut before = 0;
        for (n, (turn, after)) in replay.turns().enumerate() {
            let is_shown = before < replay.shown() && replay.shown() <= after;
            let line = ui.add(egui::Button::selectable(is_shown, turn_words(replay, n, turn)).wrap());
            if line.clicked() {
                view.playing.stop();
                commands.push(Command::ShowMove(after));
            }
            // Before the first move the list begins with it.
            let is_followed = is_shown || n == 0 && replay.shown() == 0;
            if is_followed && view.followed != Some(replay.shown()) {
                view.followed = Some(replay.shown());
                line.scroll_to_me(None);
            }
            before = after;
        }
    });
}

fn turn_words(replay: &Replay, number: usize, turn: &[Played]) -> String {
    let moves: Vec<String> = turn.iter().map(written).collect();
    let name = turn.first().map_or_else(String::new, |played| {
        phrases::player(replay.record().game(), played.seat)
    });
    format!("{}. {name}: {}", number + 1, moves.join(", "))
}
