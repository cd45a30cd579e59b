//! What frames the window: the bar at the top, notices, questions.

use egui::{Context, Id, Key, Modal, RichText, Ui};

use super::view::View;
use tayu_core::Record;

use crate::desk::{Answer, Command, Desk, Mode, PickerRequest, Question};
use crate::paint::icon::{self, Icon};
use crate::paint::palette::Palette;
use crate::settings::Look;
use crate::{bundled, files, phrases, tr};

/// Whether something lies over the window that has to be dealt with first.
pub(super) fn is_blocked(desk: &Desk, view: &View) -> bool {
    desk.question().is_some()
        || desk.path_wanted().is_some()
        || desk.is_picking()
        || desk.games_shown().is_some()
        || desk.folder_shown().is_some()
        || view.is_new_game_open
        || view.pasted.is_some()
}

/// The window's title.
pub(super) fn window_title(desk: &Desk) -> String {
    let subject = match desk.mode() {
        Mode::Play => desk.game().map(|game| phrases::versus(game.game())),
        Mode::Puzzle => desk
            .trial()
            .map(|trial| title_of(trial.puzzle().about().title.as_deref())),
        Mode::Replay => desk
            .replay()
            .map(|replay| phrases::versus(replay.record().game())),
        Mode::Analyse => Some(tr!("analyse-title")),
        Mode::Edit => {
            let title = title_of(desk.draft().draft().about.title.as_deref());
            Some(if desk.draft().is_unsaved() {
                format!("{title} *")
            } else {
                title
            })
        }
    };
    // Some window managers choke on long titles and on line breaks.
    let plain = |subject: String| -> String {
        subject
            .chars()
            .map(|c| if c.is_control() { ' ' } else { c })
            .take(80)
            .collect()
    };
    subject.map_or_else(
        || "Tayü".to_owned(),
        |subject| format!("{} – Tayü", plain(subject)),
    )
}

/// A puzzle's title, or a word in its place.
pub(super) fn title_of(title: Option<&str>) -> String {
    title
        .map(str::trim)
        .filter(|t| !t.is_empty())
        .map_or_else(|| tr!("untitled"), str::to_owned)
}

pub(super) fn top_bar(ui: &mut Ui, desk: &Desk, view: &mut View, commands: &mut Vec<Command>) {
    egui::Panel::top("bar").show(ui, |ui| {
        ui.add_space(3.0);
        ui.horizontal(|ui| {
            for mode in Mode::ALL {
                let name = match mode {
                    Mode::Play => tr!("mode-play"),
                    Mode::Puzzle => tr!("mode-puzzle"),
                    Mode::Edit => tr!("mode-edit"),
                    Mode::Replay => tr!("mode-replay"),
                    Mode::Analyse => tr!("mode-analyse"),
                };
                let label = RichText::new(name).size(17.0);
                if ui.selectable_label(desk.mode() == mode, label).clicked() {
                    commands.push(Command::Show(mode));
                }
            }
            ui.separator();
            file_menu(ui, desk, view, commands);
            puzzle_menu(ui, commands);
            view_menu(ui, desk, view, commands);
            ui.separator();
            let (undo, redo) = desk.can_undo_redo();
            let undo_label = match (desk.mode(), desk.game()) {
                (Mode::Play, Some(game)) if game.undo_takes_back_something_seen() && !game.is_practice() => {
                    tr!("undo-makes-practice")
                }
                _ => tr!("undo"),
            };
            ui.add_enabled_ui(undo, |ui| {
                if icon::icon_button(ui, Icon::Undo, &undo_label).clicked() {
                    commands.push(Command::Undo);
                }
            });
            ui.add_enabled_ui(redo, |ui| {
                if icon::icon_button(ui, Icon::Redo, &tr!("redo")).clicked() {
                    commands.push(Command::Redo);
                }
            });
            ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
                look_button(ui, commands);
                // What has no room here is in the menu.
                if ui.available_width() > ROOM_TO_LIGHT {
                    light_squares(ui, desk, commands);
                }
                let has_room = ui.available_width() > ROOM_TO_SHOW_ALL;
                if has_room && view.board.zoom() > 1.0 && ui.button(tr!("whole-board")).clicked() {
                    view.board.reset_zoom();
                }
            });
        });
        ui.add_space(3.0);
    });
}

/// What the switch for lit squares needs in the bar, and the button for the whole board, in points.
const ROOM_TO_LIGHT: f32 = 215.0;
const ROOM_TO_SHOW_ALL: f32 = 120.0;

fn light_squares(ui: &mut Ui, desk: &Desk, commands: &mut Vec<Command>) {
    let mut lit = desk.settings().light_squares;
    if ui.checkbox(&mut lit, tr!("light-squares")).changed() {
        commands.push(Command::LightSquares(lit));
    }
}

fn view_menu(ui: &mut Ui, desk: &Desk, view: &mut View, commands: &mut Vec<Command>) {
    ui.menu_button(tr!("view"), |ui| {
        ui.set_min_width(220.0);
        let now = desk.settings().look;
        for (look, text) in [
            (Look::System, tr!("look-system")),
            (Look::Light, tr!("look-light")),
            (Look::Dark, tr!("look-dark")),
        ] {
            if ui.radio(now == look, text).clicked() {
                commands.push(Command::SetLook(look));
                ui.close();
            }
        }
        ui.separator();
        light_squares(ui, desk, commands);
        if ui
            .add_enabled(view.board.zoom() > 1.0, egui::Button::new(tr!("whole-board")))
            .clicked()
        {
            view.board.reset_zoom();
            ui.close();
        }
        ui.separator();
        let larger = egui::Button::new(tr!("larger")).shortcut_text("Ctrl+Plus");
        if ui.add(larger).clicked() {
            egui::gui_zoom::zoom_in(ui.ctx());
        }
        let smaller = egui::Button::new(tr!("smaller")).shortcut_text("Ctrl+Minus");
        if ui.add(smaller).clicked() {
            egui::gui_zoom::zoom_out(ui.ctx());
        }
        let normal = egui::Button::new(tr!("normal-size")).shortcut_text("Ctrl+0");
        if ui.add(normal).clicked() {
            ui.ctx().set_zoom_factor(1.0);
        }
    });
}

fn file_menu(ui: &mut Ui, desk: &Desk, view: &mut View, commands: &mut Vec<Command>) {
    ui.menu_button(tr!("file"), |ui| {
        ui.set_min_width(240.0);
        let mut item = |ui: &mut Ui, enabled: bool, text: String, keys: &str, command: Command| {
            if ui
                .add_enabled(enabled, egui::Button::new(text).shortcut_text(keys))
                .clicked()
            {
                commands.push(command);
                ui.close();
            }
        };
        if ui.button(tr!("new-game-form")).clicked() {
            view.open_new_game(desk);
            ui.close();
        }
        item(ui, true, tr!("file-new"), "Ctrl+N", Command::New);
        item(ui, true, tr!("file-open"), "Ctrl+O", Command::Open);
        item(
            ui,
            true,
            tr!("file-open-path"),
            "",
            Command::TypePath(PickerRequest::Open),
        );
        if ui.button(tr!("paste-game")).clicked() {
            view.pasted = Some(String::new());
            ui.close();
        }
        item(ui, true, tr!("open-folder"), "", Command::PickFolder);
        if let Some(folder) = desk.folder() {
            let name = tr!("folder-again", name = files::last_name(folder.path()));
            item(ui, true, name, "", Command::ShowFolder);
        }
        item(ui, true, tr!("games-played"), "", Command::ShowGames);
        ui.separator();
        let can_save = desk.can_save();
        item(ui, can_save, tr!("file-save"), "Ctrl+S", Command::Save);
        item(ui, can_save, tr!("file-save-as"), "Ctrl+Shift+S", Command::SaveAs);
        let by_path = Command::TypePath(desk.save_request());
        item(ui, can_save, tr!("file-save-path"), "", by_path);
        let recent = &desk.settings().recent;
        if !recent.is_empty() {
            ui.separator();
            ui.label(RichText::new(tr!("recent")).small());
            for path in recent {
                let name = path
                    .file_name()
                    .map_or_else(|| path.to_string_lossy(), |n| n.to_string_lossy());
                let button = ui.add(egui::Button::new(name).truncate());
                if button.on_hover_text(files::shown(path)).clicked() {
                    commands.push(Command::OpenPath(path.clone()));
                    ui.close();
                }
            }
        }
        ui.separator();
        let mut item = |ui: &mut Ui, text: String, keys: &str, command: Command| {
            if ui.add(egui::Button::new(text).shortcut_text(keys)).clicked() {
                commands.push(command);
                ui.close();
            }
        };
        item(ui, tr!("file-quit"), "Ctrl+Q", Command::Quit);
    });
}

fn puzzle_menu(ui: &mut Ui, commands: &mut Vec<Command>) {
    ui.menu_button(tr!("puzzles"), |ui| {
        ui.set_min_width(300.0);
        egui::ScrollArea::vertical().max_height(460.0).show(ui, |ui| {
            for (number, bundled) in bundled::all().iter().enumerate() {
                let puzzle = bundled.puzzle();
                let title = title_of(puzzle.about().title.as_deref());
                let tiles = tr!("tiles", count = puzzle.sequence().len());
                if ui.add(egui::Button::new(title).shortcut_text(tiles)).clicked() {
                    commands.push(Command::OpenBundled(number));
                    ui.close();
                }
            }
        });
    });
}

fn look_button(ui: &mut Ui, commands: &mut Vec<Command>) {
    let (icon, label, next) = if ui.visuals().dark_mode {
        (Icon::Sun, tr!("look-light"), Look::Light)
    } else {
        (Icon::Moon, tr!("look-dark"), Look::Dark)
    };
    if icon::icon_button(ui, icon, &label).clicked() {
        commands.push(Command::SetLook(next));
    }
}

/// The notice, over the upper part of the board, until it is put away.
pub(super) fn notice(ctx: &Context, desk: &Desk, commands: &mut Vec<Command>) {
    /// Below the bar.
    const TOP: f32 = 58.0;
    const WIDTH: f32 = 520.0;
    // What lies over the window tells it itself.
    let is_told_elsewhere =
        desk.path_wanted().is_some() || desk.games_shown().is_some() || desk.folder_shown().is_some();
    let Some(notice) = desk.notice().filter(|_| !is_told_elsewhere) else {
        return;
    };
    let side = super::view::side_width(ctx);
    egui::Area::new(Id::unique("notice"))
        .anchor(egui::Align2::CENTER_TOP, [-side / 2.0, TOP])
        .order(egui::Order::Foreground)
        .show(ctx, |ui| {
            let palette = Palette::current(ui);
            let colour = if notice.is_error {
                palette.bad
            } else {
                palette.good
            };
            let frame = egui::Frame::popup(ui.style()).stroke(egui::Stroke::new(1.5, colour));
            frame.show(ui, |ui| {
                ui.set_width(WIDTH);
                ui.horizontal_top(|ui| {
                    let (rect, _) = ui.allocate_exact_size(egui::vec2(22.0, 22.0), egui::Sense::hover());
                    let mark = if notice.is_error {
                        Icon::Warning
                    } else {
                        Icon::Check
                    };
                    icon::paint(ui.painter(), rect, mark, colour);
                    ui.vertical(|ui| {
                        ui.set_width(WIDTH - 130.0);
                        let told = ui.label(RichText::new(&notice.text).strong());
                        ui.ctx().accesskit_node_builder(told.id, |node| {
                            node.set_live(egui::accesskit::Live::Polite);
                        });
                        details(ui, &notice.details, 220.0);
                    });
                    if ui.button(tr!("dismiss")).clicked() {
                        commands.push(Command::DismissNotice);
                    }
                });
            });
        });
}

/// The notice within what lies over the window.
pub(super) fn told(ui: &mut Ui, desk: &Desk) {
    if let Some(notice) = desk.notice() {
        let palette = Palette::current(ui);
        let colour = if notice.is_error { palette.bad } else { palette.ink };
        let told = ui.label(RichText::new(&notice.text).color(colour));
        ui.ctx().accesskit_node_builder(told.id, |node| {
            node.set_live(egui::accesskit::Live::Polite);
        });
        details(ui, &notice.details, 120.0);
    }
}

/// The particulars of a notice, a line each; more than a few are scrolled.
fn details(ui: &mut Ui, lines: &[String], max_height: f32) {
    const FEW: usize = 5;
    let show = |ui: &mut Ui| {
        for line in lines {
            ui.label(line);
        }
    };
    if lines.len() <= FEW {
        show(ui);
    } else {
        egui::ScrollArea::vertical()
            .max_height(max_height)
            .min_scrolled_height(max_height)
            .show(ui, show);
    }
}

/// Questions and forms that lie over everything else.
pub(super) fn dialogs(ctx: &Context, desk: &Desk, view: &mut View, commands: &mut Vec<Command>) {
    if let Some(question) = desk.question() {
        ask(ctx, desk, question, commands);
    } else if desk.is_picking() {
        wait_for_picker(ctx, commands);
    } else if let Some(request) = desk.path_wanted() {
        path_form(ctx, desk, view, request, commands);
    } else if let Some(games) = desk.games_shown() {
        super::games::show(ctx, desk, games, view, commands);
    } else if let Some(folder) = desk.folder_shown() {
        super::folder::show(ctx, desk, folder, view, commands);
    } else if view.is_new_game_open {
        super::play::form::show(ctx, view, commands);
    } else if view.pasted.is_some() {
        paste_form(ctx, view, commands);
    }
}

/// Characters that can be pasted: far more than the longest game has.
const LONGEST_PASTE: usize = 200_000;

/// A field to paste a game into.
fn paste_form(ctx: &Context, view: &mut View, commands: &mut Vec<Command>) {
    let Some(text) = &mut view.pasted else { return };
    let mut close = false;
    let modal = Modal::new(Id::unique("paste game")).show(ctx, |ui| {
        ui.set_width(480.0);
        ui.heading(tr!("paste-game"));
        let label = ui.label(tr!("paste-detail"));
        let faults = &mut view.paste_faults;
        ui.add_space(4.0);
        egui::ScrollArea::vertical().max_height(280.0).show(ui, |ui| {
            let field = egui::TextEdit::multiline(text)
                .desired_width(f32::INFINITY)
                .char_limit(LONGEST_PASTE)
                .desired_rows(12);
            let field = ui.add(field).labelled_by(label.id);
            if field.changed() {
                faults.clear();
            }
            if ui.memory(|memory| memory.focused().is_none()) {
                field.request_focus();
            }
        });
        if !faults.is_empty() {
            ui.label(RichText::new(tr!("cannot-read-game")).color(Palette::current(ui).bad));
            details(ui, faults, 120.0);
        }
        ui.add_space(8.0);
        ui.horizontal(|ui| {
            let open = ui.add_enabled(!text.trim().is_empty(), egui::Button::new(tr!("open")));
            if open.clicked() {
                // What can't be read stays to be mended.
                match Record::from_json_or_text(text) {
                    Ok(_) => {
                        commands.push(Command::OpenText(text.clone()));
                        close = true;
                    }
                    Err(found) => *faults = found.0.iter().map(phrases::file_fault).collect(),
                }
            }
            close |= ui.button(tr!("cancel")).clicked();
        });
    });
    if close || modal.should_close() {
        view.pasted = None;
        view.paste_faults.clear();
    }
}

fn ask(ctx: &Context, desk: &Desk, question: &Question, commands: &mut Vec<Command>) {
    let modal = Modal::new(Id::unique("question")).show(ctx, |ui| {
        ui.set_max_width(420.0);
        let (text, detail, go_on, can_save) = match question {
            Question::Unsaved { .. } => {
                let title = title_of(desk.draft().draft().about.title.as_deref());
                (
                    tr!("ask-unsaved", title = title),
                    tr!("ask-unsaved-detail"),
                    tr!("do-not-save"),
                    true,
                )
            }
            Question::NotSaved { why, .. } => (
                tr!("ask-not-saved"),
                tr!("ask-not-saved-detail", why = why.as_str()),
                tr!("quit-anyway"),
                false,
            ),
            Question::GameUnderWay { .. } => {
                (tr!("ask-game"), tr!("ask-game-detail"), tr!("end-game"), false)
            }
            Question::DeleteGame { players, date, .. } => {
                let question = match date {
                    Some(date) => {
                        tr!(
                            "ask-delete-game",
                            players = players.clone(),
                            date = date.to_string()
                        )
                    }
                    None => tr!("ask-delete-undated", players = players.clone()),
                };
                (question, tr!("ask-delete-detail"), tr!("delete"), false)
            }
            Question::Replace { path, .. } => {
                let file = files::shown(path);
                (
                    tr!("ask-replace", file = file),
                    tr!("ask-replace-detail"),
                    tr!("replace"),
                    false,
                )
            }
        };
        ui.heading(text);
        ui.add_space(4.0);
        ui.label(detail);
        ui.add_space(10.0);
        ui.horizontal(|ui| {
            if can_save && ui.button(tr!("save")).clicked() {
                commands.push(Command::Answer(Answer::Save));
            }
            if ui.button(go_on).clicked() {
                commands.push(Command::Answer(Answer::GoOn));
            }
            if ui.button(tr!("cancel")).clicked() {
                commands.push(Command::Answer(Answer::Cancel));
            }
        });
    });
    if modal.should_close() && commands.is_empty() {
        commands.push(Command::Answer(Answer::Cancel));
    }
}

/// While the system's dialog is open nothing else is changed: its answer is for what is in front now.
fn wait_for_picker(ctx: &Context, commands: &mut Vec<Command>) {
    Modal::new(Id::unique("picking")).show(ctx, |ui| {
        ui.set_max_width(420.0);
        ui.heading(tr!("picking"));
        ui.add_space(4.0);
        ui.label(tr!("picking-detail"));
        ui.add_space(10.0);
        if ui.button(tr!("type-instead")).clicked() {
            commands.push(Command::LeavePicker);
        }
    });
}

fn path_form(
    ctx: &Context,
    desk: &Desk,
    view: &mut View,
    request: &PickerRequest,
    commands: &mut Vec<Command>,
) {
    let modal = Modal::new(Id::unique("path")).show(ctx, |ui| {
        ui.set_width(520.0);
        let (heading, button) = match request {
            PickerRequest::Open => (tr!("open-title"), tr!("open")),
            PickerRequest::Save { .. } => (tr!("save-title"), tr!("save")),
            PickerRequest::Folder => (tr!("open-folder-title"), tr!("open")),
            PickerRequest::Export { .. } => (tr!("export-title"), tr!("save")),
        };
        ui.heading(heading);
        ui.add_space(4.0);
        let label = ui.label(tr!("path"));
        let field = egui::TextEdit::singleline(&mut view.path).desired_width(f32::INFINITY);
        let field = ui.add(field).labelled_by(label.id);
        let entered = field.lost_focus() && ui.input(|i| i.key_pressed(Key::Enter));
        let hint = match request {
            PickerRequest::Open | PickerRequest::Save { .. } => tr!("path-hint"),
            PickerRequest::Folder => tr!("path-hint-folder"),
            PickerRequest::Export { .. } => tr!("path-hint-table"),
        };
        ui.label(RichText::new(hint).small());
        if ui.memory(|memory| memory.focused().is_none()) {
            field.request_focus();
        }
        // What is told under the bar lies behind this form.
        told(ui, desk);
        ui.add_space(10.0);
        let path = files::typed_path(&view.path);
        ui.horizontal(|ui| {
            let pressed = ui
                .add_enabled(path.is_some(), egui::Button::new(button))
                .clicked();
            if let Some(path) = path.filter(|_| pressed || entered) {
                commands.push(match request {
                    PickerRequest::Open => {
                        // What was saved under a name without its ending is found by that name too.
                        let named = files::with_puzzle_ending(path.clone());
                        Command::OpenPath(if !path.exists() && named.exists() {
                            named
                        } else {
                            path
                        })
                    }
                    PickerRequest::Save { .. } => Command::SaveTo {
                        path: files::with_puzzle_ending(path),
                        replace: false,
                    },
                    PickerRequest::Folder => Command::OpenFolder(path),
                    PickerRequest::Export { .. } => Command::ExportTo {
                        path: files::with_table_ending(path),
                        replace: false,
                    },
                });
            }
            if ui.button(tr!("cancel")).clicked() {
                commands.push(Command::EndTypingPath);
            }
        });
    });
    if modal.should_close() && commands.is_empty() {
        commands.push(Command::EndTypingPath);
    }
}
