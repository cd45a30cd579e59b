//! How many solutions the puzzle being set has: asked for by its author under a proved answer.

use egui::{RichText, Ui};
use tayu_solver::optima::{Count, Optima, RunnerUp};
use tayu_solver::{Outcome, Value};

use crate::desk::{Command, CountState, Desk, Mode, SolveState, Solving};
use crate::paint::icon::{self, Icon};
use crate::tr;

pub(super) fn section(ui: &mut Ui, desk: &Desk, solving: &Solving, commands: &mut Vec<Command>) {
    let SolveState::Done(answer) = solving.state() else {
        return;
    };
    let has_product = matches!(&answer.outcome, Outcome::Optimal { line, .. }
        if matches!(line.value(), Value::Product(_)));
    if desk.mode() != Mode::Edit || !has_product {
        return;
    }
    match solving.count() {
        None => ask(ui, commands),
        Some(CountState::Running(optima)) => {
            ui.horizontal(|ui| {
                ui.spinner();
                ui.label(plays(&optima));
            });
            if icon::icon_text_button(ui, Icon::Stop, &tr!("stop-counting")).clicked() {
                commands.push(Command::CancelCounting);
            }
        }
        Some(CountState::Done(optima)) => {
            findings(ui, &optima);
            // Somebody who has stopped it may think better of it.
            if !optima.is_complete() {
                ask(ui, commands);
            }
        }
        Some(CountState::Failed(words)) => {
            ui.label(tr!("solver-failed"));
            ui.label(RichText::new(words).small());
        }
    }
}

fn ask(ui: &mut Ui, commands: &mut Vec<Command>) {
    if icon::icon_text_button(ui, Icon::Play, &tr!("count-optima")).clicked() {
        commands.push(Command::CountOptima);
    }
}

fn findings(ui: &mut Ui, optima: &Optima) {
    ui.label(RichText::new(plays(optima)).strong());
    match optima.one_board {
        _ if optima.plays == Count::Exactly(1) => {}
        Some(true) => drop(ui.label(tr!("optima-one-board"))),
        Some(false) => drop(ui.label(tr!("optima-boards"))),
        None => drop(ui.label(tr!("optima-board-unknown"))),
    }
    ui.label(match optima.runner_up {
        RunnerUp::Product(product) => tr!("optima-runner-up", product = product.get()),
        RunnerUp::None => tr!("optima-no-runner-up"),
        RunnerUp::Unknown => tr!("optima-runner-up-unknown"),
    });
    let first: Vec<String> = optima.first_placements.iter().map(ToString::to_string).collect();
    if first.is_empty() {
        return;
    }
    let first = first.join(" ");
    ui.label(if optima.first_placements_complete {
        tr!("optima-first", placements = first)
    } else {
        tr!("optima-first-some", placements = first)
    });
}

fn plays(optima: &Optima) -> String {
    match optima.plays {
        Count::Exactly(count) => tr!("optima-exactly", count = count),
        Count::AtLeast(count) => tr!("optima-at-least", count = count),
    }
}
