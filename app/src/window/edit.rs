//! The panel beside the board while a puzzle is set.

use egui::{Key, Modifiers, RichText, Ui};
use egui_dnd::dnd;
use tayu_core::puzzle::About;
use tayu_core::tile::TILES_PER_KIND;
use tayu_core::{Goal, Pair, Setup, Tile};

use super::solve;
use super::view::{Tool, View};
use crate::desk::{Command, Desk};
use crate::document::DraftEdit;
use crate::paint::icon::{self, Icon};
use crate::paint::palette::Palette;
use crate::paint::tile::tile_button;
use crate::{phrases, tr};

/// Height of the tiles to choose from and of those in the sequence, in points.
const TILE_HEIGHT: f32 = 22.0;

pub(super) fn panel(ui: &mut Ui, desk: &Desk, view: &mut View, commands: &mut Vec<Command>) {
    ui.add_space(4.0);
    faults(ui, desk, view);
    tools(ui, desk, view, commands);
    palette(ui, desk, view, commands);
    ui.separator();
    sequence(ui, desk, view, commands);
    ui.separator();
    goal(ui, desk, commands);
    ui.separator();
    let is_sound = desk.draft().faults().is_empty();
    ui.horizontal_wrapped(|ui| {
        if icon::icon_text_button_if(ui, is_sound, Icon::Play, &tr!("solve-yourself")).clicked() {
            commands.push(Command::SolveYourself);
        }
        if icon::icon_text_button_if(ui, is_sound, Icon::Analyse, &tr!("analyse-this")).clicked() {
            commands.push(Command::Analyse);
        }
    });
    ui.add_space(4.0);
    solve::section(ui, desk, commands);
    ui.separator();
    about(ui, desk, commands);
}

/// Everything that is wrong, each line leading to its square.
fn faults(ui: &mut Ui, desk: &Desk, view: &mut View) {
    let palette = Palette::current(ui);
    let found = desk.draft().faults();
    if desk.draft().draft().setup == Setup::default() {
        ui.label(tr!("is-empty"));
        return;
    }
    if found.is_empty() {
        ui.horizontal(|ui| {
            let (rect, _) = ui.allocate_exact_size(egui::vec2(18.0, 18.0), egui::Sense::hover());
            icon::paint(ui.painter(), rect, Icon::Check, palette.good);
            ui.label(RichText::new(tr!("is-sound")).color(palette.good));
        });
        return;
    }
    ui.label(
        RichText::new(tr!("faults", count = found.len()))
            .color(palette.bad)
            .strong(),
    );
    egui::ScrollArea::vertical()
        .id_salt("faults")
        .max_height(130.0)
        .show(ui, |ui| {
            for fault in &found {
                let square = fault.square();
                let is_shown = square.is_some() && view.selected == square;
                let button = egui::Button::selectable(is_shown, phrases::setup_fault(fault)).wrap();
                if ui.add_enabled(square.is_some(), button).clicked() {
                    view.selected = square.filter(|_| !is_shown);
                    if let Some(square) = square {
                        view.cursor = square;
                        view.is_put_away = false;
                    }
                }
            }
        });
}

fn tools(ui: &mut Ui, desk: &Desk, view: &mut View, commands: &mut Vec<Command>) {
    ui.horizontal_wrapped(|ui| {
        let mut choose = |ui: &mut Ui, icon: Icon, text: String, tool: Tool| {
            if icon::icon_toggle(ui, icon, &text, view.tool == tool).clicked() {
                view.tool = tool;
                view.put_down();
            }
        };
        choose(ui, Icon::Hand, tr!("tool-move"), Tool::Move);
        choose(ui, Icon::Eraser, tr!("tool-erase"), Tool::Erase);
        let has_tiles = !desk.draft().draft().setup.board.is_empty();
        ui.add_enabled_ui(has_tiles, |ui| {
            if icon::icon_text_button(ui, Icon::Trash, &tr!("clear-board")).clicked() {
                commands.push(Command::Edit(DraftEdit::ClearBoard));
            }
        });
    });
}

/// The 28 kinds: a click takes one into the hand, the plus adds it to the sequence.
fn palette(ui: &mut Ui, desk: &Desk, view: &mut View, commands: &mut Vec<Command>) {
    let counts = desk.draft().draft().setup.counts();
    ui.label(RichText::new(tr!("palette")).small());
    egui::Grid::new("palette")
        .num_columns(4)
        .spacing([3.0, 4.0])
        .show(ui, |ui| {
            for (n, tile) in Tile::all().enumerate() {
                ui.vertical(|ui| {
                    ui.spacing_mut().item_spacing.y = 1.0;
                    let left = counts.left(tile);
                    let label = tr!("palette-tile", tile = tile.to_string(), count = left);
                    let is_chosen = view.tool == Tool::Lay(tile);
                    let chosen =
                        tile_button(ui, tile.readings()[0], TILE_HEIGHT, is_chosen, left > 0, &label);
                    if chosen.clicked() {
                        view.tool = if is_chosen { Tool::Move } else { Tool::Lay(tile) };
                        view.put_down();
                        view.hand = super::hand::Hand::default();
                        view.is_board_wanted = true;
                    }
                    ui.horizontal(|ui| {
                        ui.spacing_mut().item_spacing.x = 2.0;
                        ui.label(RichText::new(format!("{tile} ×{left}")).small());
                        ui.add_enabled_ui(left > 0, |ui| {
                            if icon::small_button(ui, Icon::Plus, &tr!("append", tile = tile.to_string()))
                                .clicked()
                            {
                                commands.push(Command::Edit(DraftEdit::Append(tile)));
                            }
                        });
                    });
                });
                if n % 4 == 3 {
                    ui.end_row();
                }
            }
        });
}

fn sequence(ui: &mut Ui, desk: &Desk, view: &mut View, commands: &mut Vec<Command>) {
    let draft = desk.draft().draft();
    let tiles = &draft.setup.sequence;
    ui.label(RichText::new(tr!("sequence", count = tiles.len())).strong());
    if tiles.is_empty() {
        ui.label(tr!("sequence-empty"));
    }
    let (wanted, mut moved) = (view.row_wanted.take(), None);
    let id = ui.make_persistent_id("sequence");
    let response = dnd(ui, id).show(tiles.iter().copied().enumerate(), |ui, (n, tile), handle, _| {
        ui.horizontal(|ui| {
            handle.ui(ui, |ui| {
                let (rect, _) = ui.allocate_exact_size(egui::vec2(18.0, TILE_HEIGHT), egui::Sense::hover());
                icon::paint(ui.painter(), rect, Icon::Grip, Palette::current(ui).ink_weak);
            });
            let number = RichText::new(format!("{:>2}. {tile}", n + 1)).monospace();
            ui.label(number);
            let label = tr!("tile-number", number = n + 1, tile = tile.to_string());
            let response = tile_button(ui, tile.readings()[0], TILE_HEIGHT, false, true, &label);
            if wanted == Some(n) || response.clicked() {
                response.request_focus();
            }
            if response.has_focus() {
                moved = moved.or(keys(ui, n, tiles.len(), commands));
            }
            ui.add_enabled_ui(n > 0, |ui| {
                if icon::small_button(ui, Icon::Up, &tr!("move-up", number = n + 1)).clicked() {
                    commands.push(Command::Edit(DraftEdit::Reorder { from: n, to: n - 1 }));
                }
            });
            ui.add_enabled_ui(n + 1 < tiles.len(), |ui| {
                if icon::small_button(ui, Icon::Down, &tr!("move-down", number = n + 1)).clicked() {
                    commands.push(Command::Edit(DraftEdit::Reorder { from: n, to: n + 1 }));
                }
            });
            if icon::small_button(ui, Icon::Trash, &tr!("remove", number = n + 1)).clicked() {
                commands.push(Command::Edit(DraftEdit::Remove(n)));
            }
        });
    });
    view.row_wanted = moved;
    if let Some(update) = response.final_update() {
        // The place is counted with the tile still in its old one.
        let to = if update.to > update.from {
            update.to - 1
        } else {
            update.to
        };
        if to != update.from {
            commands.push(Command::Edit(DraftEdit::Reorder {
                from: update.from,
                to,
            }));
        }
    }
    ui.horizontal_wrapped(|ui| {
        let used = draft.setup.counts();
        let left: usize = Tile::all().map(|tile| used.left(tile)).sum();
        let most = left.max(1);
        view.fill_count = view.fill_count.clamp(1, most);
        let label = ui.label(tr!("fill-count"));
        ui.add(egui::DragValue::new(&mut view.fill_count).range(1..=most))
            .labelled_by(label.id);
        ui.add_enabled_ui(left > 0, |ui| {
            if icon::icon_text_button(ui, Icon::Dice, &tr!("fill")).clicked() {
                commands.push(Command::FillAtRandom(view.fill_count));
            }
        });
        ui.add_enabled_ui(!tiles.is_empty(), |ui| {
            if icon::icon_text_button(ui, Icon::Trash, &tr!("clear-sequence")).clicked() {
                commands.push(Command::Edit(DraftEdit::ClearSequence));
            }
        });
    });
    ui.label(RichText::new(tr!("set-size", count = TILES_PER_KIND)).small());
}

/// Alt and an arrow move the tile that has the keys, Delete takes it out. Says which tile has the keys next.
fn keys(ui: &Ui, n: usize, count: usize, commands: &mut Vec<Command>) -> Option<usize> {
    let pressed = |modifiers, key| ui.input_mut(|i| i.consume_key(modifiers, key));
    if pressed(Modifiers::ALT, Key::ArrowUp) && n > 0 {
        commands.push(Command::Edit(DraftEdit::Reorder { from: n, to: n - 1 }));
        return Some(n - 1);
    }
    if pressed(Modifiers::ALT, Key::ArrowDown) && n + 1 < count {
        commands.push(Command::Edit(DraftEdit::Reorder { from: n, to: n + 1 }));
        return Some(n + 1);
    }
    if pressed(Modifiers::NONE, Key::Delete) || pressed(Modifiers::NONE, Key::Backspace) {
        commands.push(Command::Edit(DraftEdit::Remove(n)));
        return Some(n.min(count.saturating_sub(2)));
    }
    None
}

fn goal(ui: &mut Ui, desk: &Desk, commands: &mut Vec<Command>) {
    let now = desk.draft().draft().goal;
    ui.label(RichText::new(tr!("goal")).strong());
    let mut chosen = now;
    for pair in Pair::ALL {
        ui.radio_value(
            &mut chosen,
            Goal::Maximize(pair),
            super::puzzle::goal(Goal::Maximize(pair)),
        );
    }
    for pair in Pair::ALL {
        ui.radio_value(
            &mut chosen,
            Goal::Duel(pair),
            super::puzzle::goal(Goal::Duel(pair)),
        );
    }
    if chosen != now {
        commands.push(Command::Edit(DraftEdit::Goal(chosen)));
    }
}

fn about(ui: &mut Ui, desk: &Desk, commands: &mut Vec<Command>) {
    let now = &desk.draft().draft().about;
    let mut next = now.clone();
    let mut field = |ui: &mut Ui, label: String, text: &mut Option<String>, is_long: bool| {
        let label = ui.label(label);
        let mut typed = text.clone().unwrap_or_default();
        let edit = if is_long {
            egui::TextEdit::multiline(&mut typed).desired_rows(3)
        } else {
            egui::TextEdit::singleline(&mut typed)
        };
        let response = ui.add(edit.desired_width(f32::INFINITY)).labelled_by(label.id);
        if response.changed() {
            // An empty field of a file stays one; a field that was never there stays away.
            *text = (!typed.is_empty()).then_some(typed);
        }
        if response.gained_focus() || response.lost_focus() {
            commands.push(Command::EndTyping);
        }
    };
    let About { title, author, notes } = &mut next;
    field(ui, tr!("title"), title, false);
    field(ui, tr!("author"), author, false);
    field(ui, tr!("notes"), notes, true);
    if next != *now {
        commands.push(Command::Edit(DraftEdit::About(next)));
    }
}
