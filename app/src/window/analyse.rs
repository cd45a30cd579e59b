//! The panel beside the board while a position is looked at closely.

mod lanes;
mod tiles;

use egui::{Align2, RichText, Role, Sense, TextStyle, Ui, Vec2, WidgetInfo, pos2, vec2};
use tayu_core::{Outcome, Pair, Phase, Placement, Sight};
use tayu_solver::player::Expectation;
use tayu_solver::player::analysis::{Basis, Findings, Weighed};

use super::play;
use super::view::View;
use crate::desk::{Command, Desk, Mode};
use crate::document::{Study, StudyEdit};
use crate::paint::icon::{self, Icon};
use crate::paint::palette::{CONTROL_HEIGHT, Palette};
use crate::paint::tile::tile_button;
use crate::{phrases, tr};

/// So many of the best placements are marked on the board.
const RANKED: usize = 5;
/// Height of the tiles in the hand, in points.
const TILE_HEIGHT: f32 = 30.0;

/// The placements to mark on the board with their ranks: the best, and the one whose row is pointed at.
pub(super) fn ranked(desk: &Desk, view: &View) -> Vec<(usize, Placement)> {
    if desk.mode() != Mode::Analyse {
        return Vec::new();
    }
    desk.findings().map_or_else(Vec::new, |findings| {
        let all = findings.placements().iter().map(|weighed| weighed.placement);
        (1..)
            .zip(all)
            .filter(|&(rank, placement)| rank <= RANKED || view.pointed_out == Some(placement))
            .collect()
    })
}

pub(super) fn panel(ui: &mut Ui, desk: &Desk, view: &mut View, commands: &mut Vec<Command>) {
    let study = desk.study();
    ui.add_space(4.0);
    let goes_on = !matches!(study.sight().map(|sight| sight.phase()), Ok(Phase::Over(_)));
    for pair in Pair::ALL {
        play::coasts(ui, study.position().board().coasts(), pair, goes_on);
    }
    turn(ui, study, commands);
    let findings = desk.findings();
    match study.sight() {
        Err(faults) => {
            let palette = Palette::current(ui);
            ui.horizontal(|ui| {
                icon::icon_label(ui, Icon::Warning, palette.bad, &tr!("analyse-faulty"));
                ui.label(RichText::new(tr!("analyse-faulty")).strong().color(palette.bad));
            });
            for fault in faults {
                ui.label(phrases::sight_fault(fault));
            }
            lanes::section(ui, desk, None, None, view, commands);
        }
        Ok(sight) => match sight.phase() {
            Phase::Over(outcome) => {
                over(ui, study, sight, &outcome);
                // Where the supply was said to be empty, that can be said otherwise.
                if study.arrangement().is_some() && study.stacks().is_some() {
                    lanes::section(ui, desk, None, None, view, commands);
                }
            }
            Phase::ToBid => {
                ui.label(tr!("analyse-auction"));
            }
            Phase::ToDraw => {
                status(ui, desk, findings.as_deref(), commands);
                lanes::section(ui, desk, Some(sight), findings.as_deref(), view, commands);
            }
            Phase::ToLay(_) => {
                hand(ui, desk, view);
                status(ui, desk, findings.as_deref(), commands);
                if let Some(findings) = &findings {
                    placements(ui, findings, view, commands);
                }
            }
        },
    }
    ui.add_space(4.0);
    ui.separator();
    if matches!(study.sight().map(|sight| sight.phase()), Ok(Phase::ToLay(_))) && study.stacks().is_some() {
        egui::CollapsingHeader::new(tr!("analyse-lanes"))
            .id_salt("lanes")
            .show(ui, |ui| lanes::section(ui, desk, None, None, view, commands));
    }
    tiles::hand(ui, study, view, commands);
    tiles::seen(ui, study, commands);
    ui.add_space(2.0);
    ui.horizontal_wrapped(|ui| {
        let has_tiles = !study.position().placements().is_empty();
        if icon::icon_text_button_if(ui, has_tiles, Icon::Pencil, &tr!("edit-from-here")).clicked() {
            commands.push(Command::EditFromGame);
        }
        if study.arrangement().is_none()
            && icon::icon_text_button(ui, Icon::Hand, &tr!("analyse-set-by-hand"))
                .on_hover_text(tr!("analyse-set-by-hand-detail"))
                .clicked()
        {
            commands.push(Command::Study(StudyEdit::SetByHand));
        }
        if icon::icon_text_button(ui, Icon::New, &tr!("analyse-clear")).clicked() {
            commands.push(Command::Study(StudyEdit::Clear));
        }
    });
}

/// Whose turn it is: to be chosen, or as the game has it.
fn turn(ui: &mut Ui, study: &Study, commands: &mut Vec<Command>) {
    if let Some(arrangement) = study.arrangement() {
        ui.horizontal(|ui| {
            ui.label(tr!("analyse-turn"));
            for pair in Pair::ALL {
                let is_it = arrangement.to_move == pair;
                if ui.radio(is_it, phrases::pair(pair)).clicked() {
                    commands.push(Command::Study(StudyEdit::Turn(pair)));
                }
            }
        });
    } else if let Ok(sight) = study.sight()
        && !matches!(sight.phase(), Phase::Over(_))
    {
        let seat = sight.to_move();
        let party = sight
            .party(seat)
            .map_or_else(|| phrases::nameless(sight.players(), seat), phrases::party);
        let who = match sight.name(seat).trim() {
            "" => party,
            name => tr!("analyse-player", name = name, party = party),
        };
        ui.label(RichText::new(tr!("analyse-turn-of", who = who)).strong());
    }
}

/// The tile to be laid, or the two to choose from.
fn hand(ui: &mut Ui, desk: &Desk, view: &mut View) {
    let Some(choice) = desk.tiles_to_lay() else { return };
    let in_hand = view.tile_in_hand(desk);
    ui.horizontal(|ui| {
        for tile in choice.kinds() {
            let is_in_hand = in_hand == Some(tile);
            let label = if is_in_hand {
                tr!("tile-in-hand", tile = tile.to_string())
            } else {
                tr!("tile-to-choose", tile = tile.to_string())
            };
            let marked = is_in_hand && choice.kinds().count() > 1;
            if tile_button(ui, tile.readings()[0], TILE_HEIGHT, marked, true, &label).clicked() {
                view.chosen = Some(tile);
                view.is_board_wanted = true;
            }
        }
        if let Some(tile) = in_hand {
            let ways = desk.study().position().board().legal_placements(tile).count();
            ui.label(tr!("ways-to-lay", count = ways));
        }
    });
}

fn over(ui: &mut Ui, study: &Study, sight: &Sight, outcome: &Outcome) {
    let tiles: Vec<String> = study.in_hand().iter().map(ToString::to_string).collect();
    if tiles.is_empty() {
        ui.label(tr!("analyse-over"));
    } else {
        ui.label(tr!("analyse-over-nowhere", tiles = tiles.join(", ")));
    }
    let winner = match outcome.winner {
        None => tr!("draw-result"),
        Some(party) => tr!("wins", count = 1_usize, name = phrases::party(party)),
    };
    let [ns, ew] = Pair::ALL.map(|pair| outcome.product(pair).get());
    let products = tr!("final-products", north_south = ns, east_west = ew);
    ui.label(RichText::new(format!("{winner}: {products}")).strong());
    if sight.left() > 0 {
        ui.label(RichText::new(tr!("tiles", count = sight.left())).small());
    }
}

/// What the values rest on, and how far it has come.
fn status(ui: &mut Ui, desk: &Desk, findings: Option<&Findings>, commands: &mut Vec<Command>) {
    let palette = Palette::current(ui);
    ui.horizontal(|ui| {
        // As high with and without the button.
        ui.set_min_height(CONTROL_HEIGHT);
        let words = findings.map_or_else(
            || {
                if desk.does_study_rest() {
                    tr!("analyse-rests")
                } else {
                    tr!("analyse-begins")
                }
            },
            |findings| match findings.basis {
                Basis::Orders(0) => tr!("analyse-basis-one-tile"),
                Basis::Orders(orders) => {
                    tr!("analyse-basis-orders", count = orders, all = desk.orders_to_try())
                }
                Basis::Kinds => tr!("analyse-basis-kinds"),
                Basis::EveryPlay => tr!("analyse-basis-every-play"),
                Basis::Settled => tr!("analyse-basis-settled"),
            },
        );
        let is_exact = findings.is_some_and(|findings| findings.basis.is_exact());
        if is_exact {
            icon::icon_label(ui, Icon::Proved, palette.good, &tr!("analyse-exact"));
        } else if desk.is_studying() {
            ui.add(egui::Spinner::new().size(16.0));
        }
        ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
            let rests = desk.does_study_rest();
            let (icon, label) = if rests {
                (Icon::Play, tr!("analyse-go-on"))
            } else {
                (Icon::Pause, tr!("analyse-rest"))
            };
            // There is nothing to rest from once all has been found.
            if (rests || desk.is_studying()) && icon::icon_button(ui, icon, &label).clicked() {
                commands.push(Command::LetStudyRest(!rests));
            }
            ui.with_layout(egui::Layout::left_to_right(egui::Align::Center), |ui| {
                ui.add(egui::Label::new(RichText::new(words).small()).wrap());
            });
        });
    });
}

/// The placements, the best first. A click lays one, pointing at it shows it on the board.
fn placements(ui: &mut Ui, findings: &Findings, view: &mut View, commands: &mut Vec<Command>) {
    let is_exact = findings.basis.is_exact();
    let columns = Columns::of(ui);
    heading(ui, findings, &columns);
    ui.spacing_mut().item_spacing.y = 1.0;
    for (n, weighed) in findings.placements().iter().enumerate() {
        let response = row(ui, n, weighed, is_exact, &columns);
        if response.hovered() || response.has_focus() {
            view.pointed_out = Some(weighed.placement);
        }
        if response.clicked() {
            commands.push(Command::Study(StudyEdit::Lay(weighed.placement)));
            view.is_board_wanted = true;
        }
    }
    ui.spacing_mut().item_spacing.y = 7.0;
}

/// Where the columns of the list end, in points from its left.
struct Columns {
    width: f32,
    chance: f32,
    error: f32,
    margin: f32,
}

impl Columns {
    fn of(ui: &Ui) -> Self {
        let width = ui.available_width();
        Self {
            width,
            chance: width - 124.0,
            error: width - 72.0,
            margin: width - 6.0,
        }
    }
}

fn heading(ui: &mut Ui, findings: &Findings, columns: &Columns) {
    let (rect, response) = ui.allocate_exact_size(vec2(columns.width, 18.0), Sense::hover());
    let font = TextStyle::Small.resolve(ui.style());
    let colour = Palette::current(ui).ink_weak;
    let at = |x: f32, anchor: Align2, text: String| {
        ui.painter().text(
            pos2(rect.left() + x, rect.center().y),
            anchor,
            text,
            font.clone(),
            colour,
        );
    };
    let party = phrases::party(findings.party);
    at(
        2.0,
        Align2::LEFT_CENTER,
        tr!("analyse-for", party = party.as_str()),
    );
    at(columns.chance, Align2::RIGHT_CENTER, tr!("analyse-chance"));
    if !findings.basis.is_exact() {
        at(columns.error, Align2::RIGHT_CENTER, "±".to_owned());
    }
    at(columns.margin, Align2::RIGHT_CENTER, tr!("analyse-margin"));
    let detail = tr!("analyse-columns-detail", party = party);
    response.widget_info(|| WidgetInfo::labeled(Role::Label, true, &detail));
    response.on_hover_text(detail);
}

fn row(ui: &mut Ui, n: usize, weighed: &Weighed, is_exact: bool, columns: &Columns) -> egui::Response {
    const HEIGHT: f32 = 25.0;
    let (rect, response) = ui.allocate_exact_size(vec2(columns.width, HEIGHT), Sense::click());
    let label = told(n, weighed, is_exact);
    response.widget_info(|| WidgetInfo::labeled(Role::Button, true, &label));
    if !ui.is_rect_visible(rect) {
        return response;
    }
    let palette = Palette::current(ui);
    let painter = ui.painter();
    if response.hovered() || response.has_focus() {
        painter.rect_filled(rect, 5.0, palette.raised_hover);
    }
    if response.has_focus() {
        icon::outline_focus(ui, rect);
    }
    let middle = rect.center().y;
    let badge = pos2(rect.left() + 13.0, middle);
    // Those with a badge on the board have one here.
    let ink = if n < RANKED {
        painter.circle_filled(badge, 9.0, palette.plan);
        palette.on_mark
    } else {
        palette.ink_weak
    };
    let rank = (n + 1).to_string();
    let small = TextStyle::Small.resolve(ui.style());
    painter.text(badge, Align2::CENTER_CENTER, rank, small.clone(), ink);
    let body = TextStyle::Body.resolve(ui.style());
    let text = |x: f32, anchor: Align2, text: String, font: &egui::FontId, colour| {
        painter.text(pos2(rect.left() + x, middle), anchor, text, font.clone(), colour);
    };
    let monospace = TextStyle::Monospace.resolve(ui.style());
    let placement = weighed.placement.to_string();
    text(30.0, Align2::LEFT_CENTER, placement, &monospace, palette.ink);
    let chance = chance(weighed.expectation, is_exact);
    text(columns.chance, Align2::RIGHT_CENTER, chance, &body, palette.ink);
    if !is_exact && n > 0 && weighed.error > 0.0 {
        let error = format!("{:.1}", 200.0 * weighed.error);
        text(
            columns.error,
            Align2::RIGHT_CENTER,
            error,
            &small,
            palette.ink_weak,
        );
    }
    let margin = margin(weighed.expectation, is_exact);
    text(columns.margin, Align2::RIGHT_CENTER, margin, &body, palette.ink);
    response
}

/// What is known of the placement at this place, from 0, in words.
fn told(n: usize, weighed: &Weighed, is_exact: bool) -> String {
    let placement = weighed.placement.to_string();
    let chance = chance(weighed.expectation, is_exact);
    let margin = margin(weighed.expectation, is_exact);
    if is_exact || n == 0 {
        return tr!(
            "analyse-row-exact",
            rank = n + 1,
            placement = placement,
            chance = chance,
            margin = margin
        );
    }
    tr!(
        "analyse-row",
        rank = n + 1,
        placement = placement,
        chance = chance,
        error = format!("{:.1}", 200.0 * weighed.error),
        margin = margin
    )
}

/// What is known of the placement whose row is pointed at.
pub(super) fn pointed_out(desk: &Desk, view: &View) -> Option<String> {
    let findings = desk.findings()?;
    let mut all = findings.placements().iter().enumerate();
    let (n, weighed) = all.find(|(_, weighed)| Some(weighed.placement) == view.pointed_out)?;
    Some(told(n, weighed, findings.basis.is_exact()))
}

/// A chance to win in words. What is only judged is never certain.
fn chance(expectation: Expectation, is_exact: bool) -> String {
    let percent = (expectation.chance * 100.0).round();
    if !is_exact && percent < 1.0 {
        tr!("analyse-percent", number = "<1")
    } else if !is_exact && percent > 99.0 {
        tr!("analyse-percent", number = ">99")
    } else {
        tr!("analyse-percent", number = format!("{percent:.0}"))
    }
}

/// How many points ahead, in words. What is exact is whole.
fn margin(expectation: Expectation, is_exact: bool) -> String {
    let text = phrases::points_ahead(expectation.margin);
    match text.strip_suffix(".0") {
        Some(whole) if is_exact => whole.to_owned(),
        _ => text,
    }
}

/// Room between the pieces of a list, in points.
const GAP: Vec2 = vec2(3.0, 3.0);
