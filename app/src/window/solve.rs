//! The solver's part of the panel: start, watch, cancel; then the answer and its line.

use egui::{RichText, Ui};
use tayu_core::Pair;
use tayu_solver::{Answer, LineEnd, Outcome, Phase, Proof, Unproved, Value};

use crate::desk::{Command, Desk, SolveState, Solving};
use crate::paint::icon::{self, Icon};
use crate::paint::palette::Palette;
use crate::window::optima;
use crate::{phrases, tr};

pub(super) fn section(ui: &mut Ui, desk: &Desk, commands: &mut Vec<Command>) {
    ui.label(RichText::new(tr!("solver")).strong());
    let Some(question) = desk.solvable() else {
        ui.label(tr!("solver-needs-sound"));
        return;
    };
    let Some(solving) = desk.solving_this() else {
        let count = question.sequence().len();
        ui.label(tr!("solver-intro", count = count));
        if count > 0 && icon::icon_text_button(ui, Icon::Play, &tr!("solve")).clicked() {
            commands.push(Command::StartSolving);
        }
        return;
    };
    match solving.state() {
        SolveState::Running(_) => progress(ui, solving, commands),
        SolveState::Done(answer) => badge(ui, &answer),
    }
    if solving.is_quiet() {
        if icon::icon_text_button(ui, Icon::Eye, &tr!("show-line")).clicked() {
            commands.push(Command::StartSolving);
        }
        return;
    }
    line(ui, solving, commands);
    optima::section(ui, desk, solving, commands);
    if let SolveState::Done(answer) = solving.state() {
        ui.horizontal_wrapped(|ui| {
            if !answer.outcome.is_optimal()
                && icon::icon_text_button(ui, Icon::Play, &tr!("solve-again")).clicked()
            {
                commands.push(Command::StartSolving);
            }
            if icon::icon_text_button(ui, Icon::Trash, &tr!("forget-answer")).clicked() {
                commands.push(Command::ForgetAnswer);
            }
        });
    }
}

/// How a running search stands, with the way to stop it.
pub(super) fn progress(ui: &mut Ui, solving: &Solving, commands: &mut Vec<Command>) {
    let SolveState::Running(progress) = solving.state() else {
        return;
    };
    ui.horizontal(|ui| {
        ui.spinner();
        ui.label(tr!(
            "elapsed",
            seconds = format!("{:.1}", progress.elapsed.as_secs_f64())
        ));
    });
    ui.label(bounds(progress.best.value(), progress.upper_bound));
    ui.label(RichText::new(phase(progress.phase)).small());
    if icon::icon_text_button(ui, Icon::Stop, &tr!("stop-solving")).clicked() {
        commands.push(Command::CancelSolving);
    }
}

fn bounds(best: Value, bound: Value) -> String {
    tr!("best-so-far", best = best.to_string(), bound = bound.to_string())
}

fn phase(phase: Phase) -> String {
    match phase {
        Phase::LookingAhead => tr!("phase-looking"),
        Phase::TryingAll => tr!("phase-trying-all"),
        Phase::Encoding => tr!("phase-encoding"),
        Phase::Reaching { points: [a, b] } => tr!("phase-reaching", a = a.get(), b = b.get()),
        Phase::Duel { plies } => tr!("phase-duel", plies = plies),
    }
}

/// What was found, and how sure it is: by colour, by sign and in words.
fn badge(ui: &mut Ui, answer: &Answer) {
    let palette = Palette::current(ui);
    let line = answer.outcome.line();
    let value = line.value().to_string();
    let (mark, colour, head, detail) = match &answer.outcome {
        Outcome::Optimal { proof, .. } => {
            let head = match line.value() {
                Value::Product(_) => tr!("proved-product", value = value),
                Value::Margin(margin) => proved_margin(margin.get(), answer.puzzle.goal().pair()),
            };
            (Icon::Proved, palette.good, head, how(*proof))
        }
        Outcome::Feasible { upper_bound, why, .. } => {
            let why = match why {
                Unproved::TimeLimit => tr!("why-time"),
                Unproved::GaveUp(words) => tr!("why-gave-up", words = words.clone()),
            };
            (
                Icon::Warning,
                palette.warn,
                bounds(line.value(), *upper_bound),
                why,
            )
        }
        Outcome::Cancelled { upper_bound, .. } => (
            Icon::Warning,
            palette.warn,
            bounds(line.value(), *upper_bound),
            tr!("why-cancelled"),
        ),
        Outcome::Failed { error, .. } => (
            Icon::Warning,
            palette.bad,
            tr!("solver-failed"),
            error.to_string(),
        ),
    };
    ui.horizontal(|ui| {
        let (rect, _) = ui.allocate_exact_size(egui::vec2(26.0, 26.0), egui::Sense::hover());
        icon::paint(ui.painter(), rect, mark, colour);
        ui.label(RichText::new(head).strong().size(17.0).color(colour));
    });
    let seconds = tr!(
        "elapsed",
        seconds = format!("{:.2}", answer.elapsed.as_secs_f64())
    );
    ui.label(RichText::new(format!("{detail} {seconds}")).small());
}

/// Who leads by how much with best play, where it is counted for this pair of coasts.
fn proved_margin(margin: i32, pair: Pair) -> String {
    let ahead = if margin < 0 { pair.other() } else { pair };
    match margin {
        0 => tr!("proved-level"),
        _ => tr!(
            "proved-margin",
            pair = phrases::pair(ahead),
            margin = margin.abs()
        ),
    }
}

fn how(proof: Proof) -> String {
    match proof {
        Proof::Rules => tr!("proof-rules"),
        Proof::Exhaustion => tr!("proof-exhaustion"),
        Proof::Refuted(engines) => tr!(
            "proof-refuted",
            engines = engines.names().collect::<Vec<_>>().join(", ")
        ),
        Proof::DuelSearch => tr!("proof-duel"),
    }
}

/// The line, to be stepped through and laid.
fn line(ui: &mut Ui, solving: &Solving, commands: &mut Vec<Command>) {
    let line = solving.line();
    let (length, shown) = (line.placements().len(), solving.shown());
    if length == 0 {
        ui.label(tr!("line-empty"));
        return;
    }
    ui.label(tr!("line-shown", shown = shown, count = length));
    ui.horizontal(|ui| {
        let steps = [
            (Icon::ToStart, tr!("line-first"), 0, shown > 0),
            (
                Icon::StepBack,
                tr!("line-back"),
                shown.saturating_sub(1),
                shown > 0,
            ),
            (Icon::StepForward, tr!("line-forward"), shown + 1, shown < length),
            (Icon::ToEnd, tr!("line-last"), length, shown < length),
        ];
        for (icon, label, step, enabled) in steps {
            ui.add_enabled_ui(enabled, |ui| {
                if icon::icon_button(ui, icon, &label).clicked() {
                    commands.push(Command::ShowStep(step));
                }
            });
        }
        ui.add_enabled_ui(shown > 0, |ui| {
            if icon::icon_text_button(ui, Icon::Check, &tr!("lay-it")).clicked() {
                commands.push(Command::LayLine);
            }
        });
    });
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing = egui::vec2(4.0, 2.0);
        ui.spacing_mut().interact_size.y = 20.0;
        ui.spacing_mut().button_padding = egui::vec2(6.0, 2.0);
        for (n, placement) in line.placements().iter().enumerate() {
            let text = RichText::new(format!("{}. {placement}", n + 1)).monospace();
            if ui.selectable_label(n + 1 == shown, text).clicked() {
                commands.push(Command::ShowStep(n + 1));
            }
        }
    });
    let coasts = line.coasts();
    ui.label(RichText::new(tr!("line-coasts", coasts = coasts.to_string())).small());
    if let LineEnd::Stuck(tile) = line.end() {
        ui.label(RichText::new(tr!("line-stuck", tile = tile.to_string())).small());
    }
}
