//! Where a tile can be drawn: what is seen of the next tile, the kinds that may come, and what each promises.

use egui::{Label, RichText, Ui};
use tayu_core::{Draw, Lane, Move, Sight, SpreadPlace, SupplySight, Tile};
use tayu_solver::player::analysis::{Coming, Findings, Weighing};

use super::{GAP, chance, margin};
use crate::desk::{Command, Desk};
use crate::document::StudyEdit;
use crate::paint::glimpse::{Part, glimpse};
use crate::paint::tile::tile_button;
use crate::tr;
use crate::window::view::View;

/// Height of the tiles that may come, in points.
const TILE_HEIGHT: f32 = 17.0;
/// So many kinds are listed before all are asked for.
const LIKELIEST: usize = 10;

/// Somewhere to draw from.
struct Source {
    /// Where; at a table elsewhere it is the tile that says it.
    draw: Option<Draw>,
    name: String,
    /// Of spread tiles, whether these have a ring.
    ring: Option<bool>,
    left: Option<usize>,
}

/// The lanes, or whatever there is to draw from. Without a sight nothing can be drawn now.
pub(super) fn section(
    ui: &mut Ui,
    desk: &Desk,
    sight: Option<&Sight>,
    findings: Option<&Findings>,
    view: &mut View,
    commands: &mut Vec<Command>,
) {
    let mut sources: Vec<Source> = match (desk.study().stacks(), sight.map(Sight::supply)) {
        (Some(stacks), _) => (Lane::ALL.into_iter())
            .map(|lane| Source {
                draw: Some(Draw::Lane(lane)),
                name: lane_name(lane),
                ring: None,
                left: Some(stacks.left_in(lane)),
            })
            .collect(),
        (None, Some(SupplySight::Spread(rings))) => [true, false]
            .into_iter()
            .filter_map(|ring| alike(rings, ring))
            .collect(),
        (None, Some(SupplySight::Table { left })) => vec![Source {
            draw: None,
            name: tr!("analyse-any-tile"),
            ring: None,
            left: Some(*left),
        }],
        (None, _) => Vec::new(),
    };
    // Lanes stay where they are; the better one of others comes first, as it was found.
    if desk.study().stacks().is_none()
        && let Some(findings) = findings
    {
        sources.sort_by_key(|source| findings.draws().iter().position(|found| is_of(found, source)));
    }
    // Where none is better none is pointed out.
    let best = findings.and_then(|findings| match findings.draws() {
        [best, next, ..] if best.expectation != next.expectation => Some(best.expectation),
        _ => None,
    });
    for (n, source) in sources.iter().enumerate() {
        let found = findings.and_then(|f| f.draws().iter().find(|found| is_of(found, source)));
        ui.push_id(("source", n), |ui| {
            let is_best = found.is_some_and(|found| best == Some(found.expectation));
            // In a position set by hand it stands below, to be changed.
            let says_left = desk.study().arrangement().is_some() && desk.study().stacks().is_some();
            heading(ui, source, found, is_best, says_left);
            if let Some(Draw::Lane(lane)) = source.draw {
                next_tile(ui, desk, lane, commands);
            }
            if let Some(sight) = sight {
                let all = &mut view.all_kinds[n.min(1)];
                if let Some((draw, tile)) = kinds(ui, sight, source, found, all) {
                    commands.push(Command::Study(StudyEdit::Draw { draw, tile }));
                    view.is_board_wanted = true;
                }
            }
        });
        ui.add_space(4.0);
    }
}

fn lane_name(lane: Lane) -> String {
    match lane {
        Lane::Left => tr!("analyse-left-lane"),
        Lane::Right => tr!("analyse-right-lane"),
    }
}

/// The spread tiles that look like this.
fn alike(rings: &[(SpreadPlace, bool)], ring: bool) -> Option<Source> {
    let places = rings.iter().filter(|(_, has)| *has == ring);
    let &(first, _) = places.clone().next()?;
    Some(Source {
        draw: Some(Draw::Place(first)),
        name: if ring {
            tr!("analyse-with-ring")
        } else {
            tr!("analyse-without-ring")
        },
        ring: Some(ring),
        left: Some(places.count()),
    })
}

/// Whether something was found out about this.
fn is_of(found: &Weighing, source: &Source) -> bool {
    match (found.action, source.draw) {
        (Some(Move::Draw(Draw::Lane(a))), Some(Draw::Lane(b))) => a == b,
        // Of tiles that look alike any may have been taken.
        (Some(Move::Draw(Draw::Place(_))), Some(Draw::Place(_))) => {
            found.kinds.first().map(|kind| kind.tile.has_ring()) == source.ring
        }
        (None, None) => true,
        _ => false,
    }
}

/// The name and what drawing there promises.
fn heading(ui: &mut Ui, source: &Source, found: Option<&Weighing>, is_best: bool, says_left: bool) {
    ui.horizontal(|ui| {
        ui.label(RichText::new(&source.name).strong());
        if let Some(left) = source.left.filter(|_| !says_left) {
            ui.label(RichText::new(tr!("tiles", count = left)).small());
        }
        let Some(found) = found else { return };
        ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
            let value = tr!(
                "analyse-value",
                chance = chance(found.expectation, false),
                margin = margin(found.expectation, false)
            );
            ui.label(RichText::new(value).strong());
            if is_best {
                ui.label(RichText::new(tr!("analyse-better")).small());
            }
        });
    });
}

/// What is seen of a lane's next tile, and in a position set by hand how many are left.
fn next_tile(ui: &mut Ui, desk: &Desk, lane: Lane, commands: &mut Vec<Command>) {
    let study = desk.study();
    let Some(stacks) = study.stacks() else { return };
    ui.horizontal(|ui| {
        match stacks.next(lane) {
            Some(seen) => {
                let label = |part: Part, is: Option<bool>| {
                    tr!(
                        "analyse-part",
                        lane = lane_name(lane),
                        part = part_name(part),
                        said = said(part, is)
                    )
                };
                if let Some(part) = glimpse(ui, seen, stacks.open_sides(seen), label) {
                    let next = match part.of(seen) {
                        None => Some(true),
                        Some(true) => Some(false),
                        Some(false) => None,
                    };
                    commands.push(Command::Study(StudyEdit::Look(part.say(*seen, next))));
                }
            }
            None => {
                ui.label(match lane {
                    Lane::Left => tr!("lane-left-empty"),
                    Lane::Right => tr!("lane-right-empty"),
                });
            }
        }
        ui.vertical(|ui| {
            if study.arrangement().is_some() {
                ui.horizontal(|ui| {
                    let mut count = stacks.left_in(lane);
                    let label = ui.label(tr!("analyse-left"));
                    let field = egui::DragValue::new(&mut count).range(0..=tayu_core::supply::LANE_TILES);
                    let field = ui.add(field).labelled_by(label.id);
                    field.widget_info(|| {
                        let name = tr!("analyse-left-in", lane = lane_name(lane));
                        egui::WidgetInfo::labeled(egui::Role::SpinButton, true, name)
                    });
                    if field.changed() {
                        commands.push(Command::Study(StudyEdit::Left { lane, count }));
                    }
                });
            }
            if lane == Lane::Left {
                ui.label(RichText::new(tr!("analyse-look-detail")).small());
            }
        });
    });
}

fn part_name(part: Part) -> String {
    let place = |n: usize| match n {
        0 => tr!("place-left"),
        1 => tr!("place-middle"),
        _ => tr!("place-right"),
    };
    match part {
        Part::Ring => tr!("seen-ring"),
        Part::Front(n) => tr!("analyse-part-front", place = place(n)),
        Part::Back(n) => tr!("analyse-part-back", place = place(n)),
        Part::LeftEnd => tr!("analyse-part-left-end"),
        Part::RightEnd => tr!("analyse-part-right-end"),
    }
}

fn said(part: Part, is: Option<bool>) -> String {
    match (part, is) {
        (_, None) => tr!("analyse-not-known"),
        (Part::Ring, Some(true)) => tr!("analyse-yes"),
        (Part::Ring, Some(false)) => tr!("analyse-no"),
        (_, Some(true)) => tr!("seen-mouth"),
        (_, Some(false)) => tr!("seen-blank"),
    }
}

/// The kinds that may come, the likeliest first and of these the best. Says which was chosen.
fn kinds(
    ui: &mut Ui,
    sight: &Sight,
    source: &Source,
    found: Option<&Weighing>,
    all: &mut bool,
) -> Option<(Draw, Tile)> {
    let mut kinds: Vec<(Tile, Option<Coming>)> = match (found, source.draw) {
        (Some(found), _) => found.kinds.iter().map(|&kind| (kind.tile, Some(kind))).collect(),
        (None, Some(draw)) => sight.may_come(draw).map(|tile| (tile, None)).collect(),
        (None, None) => (Tile::all().filter(|&tile| sight.seen().left(tile) > 0))
            .map(|tile| (tile, None))
            .collect(),
    };
    // What is equally likely stays in the order of names without values.
    kinds.sort_by(|(_, a), (_, b)| match (a, b) {
        (Some(a), Some(b)) => {
            (b.share.total_cmp(&a.share)).then_with(|| b.expectation.chance.total_cmp(&a.expectation.chance))
        }
        _ => std::cmp::Ordering::Equal,
    });
    let shown = if *all {
        kinds.len()
    } else {
        kinds.len().min(LIKELIEST)
    };
    let mut chosen = None;
    let cell = 3.0 * TILE_HEIGHT + 8.0;
    let columns = ((ui.available_width() + GAP.x) / (cell + GAP.x)).floor().max(1.0) as usize;
    egui::Grid::new("kinds").spacing(GAP).show(ui, |ui| {
        for (n, &(tile, coming)) in kinds[..shown].iter().enumerate() {
            ui.vertical(|ui| {
                ui.spacing_mut().item_spacing.y = 0.0;
                ui.set_width(cell);
                if kind(ui, tile, coming) {
                    chosen = Some(tile);
                }
            });
            if n % columns == columns - 1 {
                ui.end_row();
            }
        }
    });
    if kinds.len() > LIKELIEST {
        let words = if *all {
            tr!("analyse-fewer-kinds")
        } else {
            tr!("analyse-all-kinds", count = kinds.len())
        };
        if ui.small_button(words).clicked() {
            *all = !*all;
        }
    }
    chosen.map(|tile| (source.draw.unwrap_or(Draw::Tile(tile)), tile))
}

/// A kind with how likely it is to come and what it promises then. Whether it was chosen.
fn kind(ui: &mut Ui, tile: Tile, coming: Option<Coming>) -> bool {
    let name = tile.to_string();
    let (label, value, share) = match coming {
        Some(coming) => {
            let share = tr!("analyse-percent", number = format!("{:.0}", coming.share * 100.0));
            let value = chance(coming.expectation, false);
            let label = tr!(
                "analyse-kind",
                tile = name,
                share = share.as_str(),
                chance = value.as_str(),
                margin = margin(coming.expectation, false)
            );
            (label, value, tr!("analyse-share", share = share))
        }
        // As high, so that nothing moves when the values come.
        None => (
            tr!("analyse-kind-plain", tile = name),
            "–".to_owned(),
            " ".to_owned(),
        ),
    };
    let button = tile_button(ui, tile.readings()[0], TILE_HEIGHT, false, true, &label);
    ui.vertical_centered(|ui| {
        ui.add(Label::new(RichText::new(value).small().strong()).extend());
        ui.add(Label::new(RichText::new(share).small().weak()).extend());
    });
    button.on_hover_text(label).clicked()
}
