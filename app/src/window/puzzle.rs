//! The panel beside the board while a puzzle is tried.

use egui::{Label, RichText, Ui};
use tayu_core::Goal;

use super::view::View;
use super::{advice, play, shell, solve};
use crate::desk::{Command, Desk};
use crate::document::trial::Standing;
use crate::document::{Optimum, Trial};
use crate::paint::icon::{self, Icon};
use crate::paint::palette::Palette;
use crate::paint::tile::tile_button;
use crate::{phrases, tr};

/// Height of the tiles to come, in points.
const TILE_HEIGHT: f32 = 26.0;

pub(super) fn panel(ui: &mut Ui, desk: &Desk, view: &mut View, commands: &mut Vec<Command>) {
    let Some(trial) = desk.trial() else {
        ui.label(tr!("no-puzzle"));
        return;
    };
    let about = trial.puzzle().about();
    ui.add_space(4.0);
    let title = RichText::new(shell::title_of(about.title.as_deref())).heading();
    ui.add(Label::new(title).truncate());
    if let Some(author) = about.author.as_deref().filter(|a| !a.trim().is_empty()) {
        ui.add(Label::new(RichText::new(tr!("by", author = author)).small()).truncate());
    }
    ui.label(RichText::new(goal(trial.puzzle().goal())).strong());
    if let Some(notes) = about.notes.as_deref().filter(|n| !n.trim().is_empty()) {
        egui::ScrollArea::vertical()
            .id_salt("notes")
            .max_height(110.0)
            .show(ui, |ui| {
                ui.label(notes);
            });
    }
    ui.add_space(4.0);
    let goes_on = matches!(trial.standing(), Standing::ToLay(_));
    play::coasts(ui, trial.board().coasts(), trial.puzzle().goal().pair(), goes_on);
    if let Goal::Duel(pair) = trial.puzzle().goal() {
        play::coasts(ui, trial.board().coasts(), pair.other(), goes_on);
    }
    ui.add_space(4.0);
    standing(ui, trial, view);
    optimum(ui, desk, trial, commands);
    ui.horizontal_wrapped(|ui| {
        ui.add_enabled_ui(!trial.laid().is_empty(), |ui| {
            if icon::icon_text_button(ui, Icon::Undo, &tr!("step-back")).clicked() {
                commands.push(Command::Undo);
            }
            if icon::icon_text_button(ui, Icon::Restart, &tr!("try-again")).clicked() {
                commands.push(Command::TryAgain);
            }
        });
        if icon::icon_text_button(ui, Icon::Pencil, &tr!("edit-puzzle")).clicked() {
            commands.push(Command::EditPuzzle);
        }
        if icon::icon_text_button(ui, Icon::Analyse, &tr!("analyse-this")).clicked() {
            commands.push(Command::Analyse);
        }
    });
    to_come(ui, trial, view);
    advice::section(ui, desk, view, commands);
    ui.separator();
    solve::section(ui, desk, commands);
}

/// What is to be reached, in words.
pub(super) fn goal(goal: Goal) -> String {
    match goal {
        Goal::Maximize(pair) => tr!("goal-maximize", pair = phrases::pair(pair)),
        Goal::Duel(pair) => tr!("goal-duel", pair = phrases::pair(pair)),
    }
}

fn standing(ui: &mut Ui, trial: &Trial, view: &mut View) {
    let palette = Palette::current(ui);
    match trial.standing() {
        Standing::ToLay(tile) => {
            if let Goal::Duel(_) = trial.puzzle().goal() {
                ui.label(tr!("duel-turn", pair = phrases::pair(trial.pair())));
            }
            let count = trial.board().legal_placements(tile).count();
            ui.label(tr!("lay-next", tile = tile.to_string(), count = count));
            let label = tr!("tile-in-hand", tile = tile.to_string());
            if tile_button(ui, tile.readings()[0], TILE_HEIGHT * 1.5, true, true, &label).clicked() {
                view.is_board_wanted = true;
            }
        }
        standing => {
            if let Standing::Stuck(tile) = standing {
                ui.label(tr!("stuck", tile = tile.to_string()));
            }
            let (text, colour, mark) = verdict(trial, palette);
            ui.horizontal(|ui| {
                let (rect, _) = ui.allocate_exact_size(egui::vec2(26.0, 26.0), egui::Sense::hover());
                icon::paint(ui.painter(), rect, mark, colour);
                ui.label(RichText::new(text).strong().size(18.0).color(colour));
            });
        }
    }
}

fn verdict(trial: &Trial, palette: &Palette) -> (String, egui::Color32, Icon) {
    let product = trial.product().get();
    match (trial.puzzle().goal(), trial.optimum()) {
        (Goal::Duel(pair), _) => {
            let margin = trial.board().coasts().margin(pair);
            let words = match margin {
                0 => tr!("duel-level"),
                1.. => tr!("duel-ahead", pair = phrases::pair(pair), margin = margin),
                _ => tr!("duel-ahead", pair = phrases::pair(pair.other()), margin = -margin),
            };
            (words, palette.ink, Icon::Check)
        }
        (Goal::Maximize(_), Some(_)) if trial.is_solved() => {
            (tr!("solved", product = product), palette.good, Icon::Proved)
        }
        (Goal::Maximize(_), Some(Optimum(best))) => (
            tr!("not-best", product = product, best = best.get()),
            palette.warn,
            Icon::Warning,
        ),
        (Goal::Maximize(_), None) => (tr!("finished", product = product), palette.ink, Icon::Check),
    }
}

fn optimum(ui: &mut Ui, desk: &Desk, trial: &Trial, commands: &mut Vec<Command>) {
    if let Goal::Duel(_) = trial.puzzle().goal() {
        return;
    }
    if let Some(Optimum(best)) = trial.shown_optimum() {
        ui.label(tr!("optimum-is", best = best.get()));
    } else if let Some(solving) = desk.seeking_optimum().filter(|_| trial.is_revealed()) {
        ui.label(tr!("optimum-sought"));
        // While nothing is laid the solver's own part of the panel shows the same search.
        if !trial.laid().is_empty() {
            solve::progress(ui, solving, commands);
        }
    } else {
        let words = if trial.optimum().is_some() {
            tr!("show-optimum")
        } else {
            tr!("find-optimum")
        };
        if icon::icon_text_button(ui, Icon::Bulb, &words).clicked() {
            commands.push(Command::Reveal);
        }
    }
}

fn to_come(ui: &mut Ui, trial: &Trial, view: &mut View) {
    let rest = trial.to_come();
    if rest.len() < 2 {
        return;
    }
    ui.add_space(4.0);
    ui.label(RichText::new(tr!("then-come", count = rest.len() - 1)).small());
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing = egui::vec2(5.0, 5.0);
        for (n, tile) in rest.iter().enumerate().skip(1) {
            let label = tr!(
                "tile-number",
                number = trial.laid().len() + n + 1,
                tile = tile.to_string()
            );
            if tile_button(ui, tile.readings()[0], TILE_HEIGHT, false, true, &label).clicked() {
                view.is_board_wanted = true;
            }
        }
    });
}
