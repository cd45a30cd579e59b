//! Hints and what a placement would cost, in the panel of a game or a puzzle.

use egui::{RichText, Ui};
use tayu_core::{Draw, Game, Lane, Move, Placement, Side};
use tayu_solver::Value;
use tayu_solver::player::analysis::{Basis, Weighing};
use tayu_solver::player::{Expectation, Hint, Purpose, Region};

use super::view::View;
use crate::desk::{Advice, Command, Cost, Desk, Ground, HintStep, Suggestion};
use crate::paint::board::Pointers;
use crate::paint::icon::{self, Icon};
use crate::paint::palette::Palette;
use crate::{phrases, tr};

pub(super) fn section(ui: &mut Ui, desk: &Desk, view: &mut View, commands: &mut Vec<Command>) {
    if !desk.can_advise() {
        view.asks_why_not = false;
        return;
    }
    ui.separator();
    let advice = desk.advice();
    let step = advice.and_then(Advice::step);
    let tried = advice.and_then(Advice::tried);
    let suggestion = desk.suggestion();
    let tells_all = match suggestion {
        Some(Suggestion::Lay(..)) => step == Some(HintStep::Placement),
        Some(Suggestion::Draw(_) | Suggestion::Nowhere) => true,
        None => step.is_some(),
    };
    let shows_hint = advice.is_some() && tried.is_none();
    let top = ui.cursor().top();
    ui.horizontal_wrapped(|ui| {
        let text = if step.is_none() {
            tr!("advice-hint")
        } else {
            tr!("advice-more")
        };
        let can_go_on = !(tells_all && shows_hint);
        if icon::icon_text_button_if(ui, can_go_on, Icon::Bulb, &text)
            .on_hover_text(tr!("advice-hint-detail"))
            .clicked()
        {
            commands.push(Command::Hint);
        }
        view.asks_why_not &= desk.can_ask_why_not();
        if desk.can_ask_why_not() {
            let toggle = icon::icon_toggle(ui, Icon::Info, &tr!("advice-why-not"), view.asks_why_not);
            if toggle.on_hover_text(tr!("advice-why-not-detail")).clicked() {
                view.asks_why_not = !view.asks_why_not;
                view.is_board_wanted = view.asks_why_not;
                if !view.asks_why_not && tried.is_some() {
                    commands.push(Command::ForgetTried);
                }
            }
        }
        if advice.is_some() && ui.button(tr!("advice-away")).clicked() {
            commands.push(Command::ForgetAdvice);
        }
    });
    if view.asks_why_not {
        ui.label(RichText::new(tr!("advice-ask-now")).color(Palette::current(ui).plan));
    }
    if let Some(step) = step {
        match suggestion {
            Some(Suggestion::Lay(hint, ground)) => steps(ui, hint, *ground, step, desk.has_one_way()),
            Some(Suggestion::Draw(draws)) => draw(ui, desk, draws),
            Some(Suggestion::Nowhere) => {
                ui.label(tr!("advice-nowhere"));
            }
            None => thinking(ui, desk),
        }
    }
    if let Some(tried) = tried {
        match advice.and_then(Advice::cost) {
            Some(cost) => why_not(ui, tried, cost),
            None => thinking(ui, desk),
        }
    }
    // What has just been told is brought into sight, wherever it was asked for.
    let told = (step, tried, suggestion.is_some());
    if advice.is_none() {
        view.told = Default::default();
    } else if view.told != told {
        view.told = told;
        let rect = egui::Rect::from_x_y_ranges(ui.max_rect().x_range(), top..=ui.cursor().top());
        ui.scroll_to_rect(rect, None);
    }
}

fn thinking(ui: &mut Ui, desk: &Desk) {
    if desk.advice().is_some_and(Advice::is_over) {
        ui.label(tr!("advice-failed"));
        return;
    }
    ui.horizontal(|ui| {
        ui.spinner();
        ui.label(tr!("advice-thinking"));
    });
}

/// What is pointed out on the board: no more than the hint has told.
pub(super) fn pointers(desk: &Desk) -> Pointers<'_> {
    let suggestion = desk.suggestion();
    let step = desk.advice().and_then(|advice| {
        // What a placement costs has the board for itself.
        advice.step().filter(|_| advice.tried().is_none())
    });
    let (Some(step), Some(Suggestion::Lay(hint, _))) = (step, suggestion) else {
        return Pointers::default();
    };
    Pointers {
        coast: hint
            .coast
            .map(|(coast, _)| coast)
            .filter(|_| !hint.canals.is_empty()),
        region: Some(hint.region).filter(|_| step == HintStep::Region),
        mouths: if step >= HintStep::Canal {
            &hint.canals
        } else {
            &[]
        },
    }
}

fn steps(ui: &mut Ui, hint: &Hint, ground: Ground, step: HintStep, is_only: bool) {
    let side = |coast: Side| coast.letter().to_string();
    let coast = match hint.coast {
        Some((coast, Purpose::Win)) => tr!("advice-coast-win", coast = side(coast)),
        Some((coast, Purpose::Approach)) => tr!("advice-coast-approach", coast = side(coast)),
        Some((coast, Purpose::Deny)) => tr!("advice-coast-deny", coast = side(coast)),
        None => tr!("advice-coast-none"),
    };
    let region = region(hint.region);
    let canal = if hint.canals.is_empty() {
        tr!("advice-canal-first")
    } else {
        let places: Vec<String> = hint.canals.iter().copied().map(phrases::edge).collect();
        tr!("advice-canal", count = places.len(), places = places.join(", "))
    };
    let placement = tr!(
        "advice-placement",
        tile = hint.placement.tile().to_string(),
        placement = hint.placement.to_string()
    );
    // The first tile is nowhere near a coast, and covers the star wherever it lies.
    let told = if hint.canals.is_empty() {
        vec![(HintStep::Coast, canal), (HintStep::Placement, placement)]
    } else {
        vec![
            (HintStep::Coast, coast),
            (HintStep::Region, region),
            (HintStep::Canal, canal),
            (HintStep::Placement, placement),
        ]
    };
    if is_only {
        ui.label(tr!("advice-only"));
    }
    for (n, (_, text)) in told.iter().filter(|(at, _)| *at <= step).enumerate() {
        ui.label(format!("{}. {text}", n + 1));
    }
    ui.label(RichText::new(rests_on(ground)).small());
}

fn region(region: Region) -> String {
    match (region.north_south, region.east_west) {
        (Some(Side::North), Some(Side::West)) => tr!("advice-north-west"),
        (Some(Side::North), Some(_)) => tr!("advice-north-east"),
        (Some(Side::North), None) => tr!("advice-north"),
        (Some(_), Some(Side::West)) => tr!("advice-south-west"),
        (Some(_), Some(_)) => tr!("advice-south-east"),
        (Some(_), None) => tr!("advice-south"),
        (None, Some(Side::West)) => tr!("advice-west"),
        (None, Some(_)) => tr!("advice-east"),
        (None, None) => tr!("advice-middle"),
    }
}

/// How sure advice is, in words.
fn rests_on(ground: Ground) -> String {
    match ground {
        Ground::Judged(basis) => phrases::basis(basis),
        Ground::Proved => tr!("advice-proved"),
        Ground::Found => tr!("advice-found"),
    }
}

fn draw(ui: &mut Ui, desk: &Desk, draws: &[Weighing]) {
    let Some(game) = desk.game().map(crate::document::GameDocument::game) else {
        return;
    };
    for (n, draw) in draws.iter().enumerate() {
        let place = place(game, draw);
        let promises = phrases::expectation(draw.expectation);
        let text = if n == 0 && draws.len() > 1 {
            tr!("advice-draw-best", place = place, promises = promises)
        } else {
            tr!("advice-draw", place = place, promises = promises)
        };
        ui.label(text);
    }
    ui.label(RichText::new(phrases::basis(Basis::Kinds)).small());
}

/// Where a tile can be drawn, in words.
fn place(game: &Game, weighing: &Weighing) -> String {
    match weighing.action {
        Some(Move::Draw(Draw::Lane(Lane::Left))) => tr!("advice-left-lane"),
        Some(Move::Draw(Draw::Lane(Lane::Right))) => tr!("advice-right-lane"),
        Some(Move::Draw(Draw::Place(place))) => {
            let rings = match game.stock() {
                tayu_core::Stock::Spread(spread) => spread.rings().find(|(at, _)| *at == place),
                _ => None,
            };
            if rings.is_some_and(|(_, ring)| ring) {
                tr!("advice-with-ring")
            } else {
                tr!("advice-without-ring")
            }
        }
        _ => String::new(),
    }
}

fn why_not(ui: &mut Ui, tried: Placement, cost: &Cost) {
    let palette = Palette::current(ui);
    let placement = tried.to_string();
    let (words, is_best, line, ground) = match cost {
        Cost::Expected {
            best,
            tried,
            error,
            basis,
            line,
        } => {
            let promises = phrases::expectation(*tried);
            let (points, chance) = lost(*best, *tried);
            let is_nothing = points < 0.05 && chance < 0.5;
            // Two standard errors are what chance may have done.
            let may_be_chance = chance <= 200.0 * error && !basis.is_exact();
            let is_best = is_nothing || may_be_chance;
            let words = if is_nothing {
                tr!("advice-as-good", placement = placement, promises = promises)
            } else if may_be_chance {
                tr!(
                    "advice-may-be-chance",
                    placement = placement,
                    promises = promises,
                    points = format!("{points:.1}"),
                    chance = format!("{chance:.0}")
                )
            } else {
                tr!(
                    "advice-costs",
                    placement = placement,
                    promises = promises,
                    points = format!("{points:.1}"),
                    chance = format!("{chance:.0}")
                )
            };
            (words, is_best, line, phrases::basis(*basis))
        }
        Cost::Solved {
            best,
            tried,
            proved,
            line,
        } => {
            let loss = number(*best) - number(*tried);
            let words = match (*proved, loss) {
                (true, 0) => tr!("advice-keeps", placement = placement, value = tried.to_string()),
                (true, _) => tr!(
                    "advice-loses",
                    placement = placement,
                    value = tried.to_string(),
                    best = best.to_string(),
                    loss = loss
                ),
                (false, _) => tr!(
                    "advice-unproved",
                    placement = placement,
                    value = tried.to_string(),
                    best = best.to_string()
                ),
            };
            let ground = if *proved {
                tr!("advice-cost-proved")
            } else {
                tr!("advice-found")
            };
            (words, *proved && loss == 0, line, ground)
        }
    };
    ui.horizontal_wrapped(|ui| {
        let (mark, colour) = if is_best {
            (Icon::Check, palette.good)
        } else {
            (Icon::Warning, palette.warn)
        };
        let (rect, _) = ui.allocate_exact_size(egui::vec2(18.0, 18.0), egui::Sense::hover());
        icon::paint(ui.painter(), rect, mark, colour);
        ui.label(RichText::new(words).strong());
    });
    if !line.is_empty() {
        let line: Vec<String> = line.iter().map(ToString::to_string).collect();
        let line = line.join(" ");
        let is_example = matches!(cost, Cost::Expected { basis, .. } if !basis.is_exact());
        ui.label(if is_example {
            tr!("advice-for-instance", line = line)
        } else {
            tr!("advice-goes-on", line = line)
        });
    }
    ui.label(RichText::new(ground).small());
}

/// Points of the margin and hundredths of the chance that are lost.
fn lost(best: Expectation, tried: Expectation) -> (f32, f32) {
    (
        (best.margin - tried.margin).max(0.0),
        (100.0 * (best.chance - tried.chance)).max(0.0),
    )
}

fn number(value: Value) -> i32 {
    match value {
        Value::Product(product) => product.get().cast_signed(),
        Value::Margin(margin) => margin.get(),
    }
}
