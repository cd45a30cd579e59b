//! The window: it shows the desk and sends it commands.

mod advice;
mod analyse;
mod board;
mod edit;
mod folder;
mod games;
pub mod hand;
mod keys;
mod optima;
mod play;
mod puzzle;
mod replay;
mod review;
mod rows;
mod shell;
mod solve;
mod statistics;
mod view;

use std::path::PathBuf;
use std::sync::Arc;

use crate::desk::{Command, Desk, Keeping, Services};
use crate::paint::palette;
use crate::settings::{Look, SettingsFile};
use crate::tr;
use view::View;

/// Why there is no window.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The system has no display, or none that can be drawn on.
    #[error("no window can be opened: {0}")]
    NoDisplay(String),
}

/// Opens the window, on a file if one is given, and returns when it is closed.
///
/// # Errors
/// When there is nothing to open a window on.
pub fn run(file: Option<PathBuf>) -> Result<(), Error> {
    let options = eframe::NativeOptions {
        viewport: egui::ViewportBuilder::default()
            .with_app_id("tayu")
            .with_inner_size([1280.0, 860.0])
            .with_min_inner_size([900.0, 600.0]),
        ..eframe::NativeOptions::default()
    };
    eframe::run_native(
        "Tayü",
        options,
        Box::new(move |cc| {
            let ctx = cc.egui_ctx.clone();
            let services = Services::of_system(Arc::new(move || ctx.request_repaint()));
            Ok(Box::new(App::new(
                &cc.egui_ctx,
                services,
                SettingsFile::of_system(),
                Keeping::of_system(),
                file,
            )))
        }),
    )
    .map_err(|error| Error::NoDisplay(error.to_string()))
}

/// The window's contents.
#[derive(Debug)]
pub struct App {
    desk: Desk,
    view: View,
    title: String,
}

impl App {
    /// A window on this desk, and on this file if one is given.
    #[must_use]
    pub fn new(
        ctx: &egui::Context,
        services: Services,
        settings_file: SettingsFile,
        keeping: Keeping,
        file: Option<PathBuf>,
    ) -> Self {
        palette::apply_style(ctx);
        let mut desk = Desk::new(services, settings_file, keeping);
        if let Some(file) = file {
            desk.apply(Command::OpenPath(file));
        }
        let view = View::new(&desk);
        Self {
            desk,
            view,
            title: String::new(),
        }
    }

    /// What is before the person.
    #[must_use]
    pub const fn desk(&self) -> &Desk {
        &self.desk
    }

    fn update(&mut self, ui: &mut egui::Ui) {
        let ctx = ui.ctx().clone();
        ctx.set_theme(match self.desk.settings().look {
            Look::System => egui::ThemePreference::System,
            Look::Light => egui::ThemePreference::Light,
            Look::Dark => egui::ThemePreference::Dark,
        });
        self.desk.poll();
        let mut commands = Vec::new();
        let blocked = shell::is_blocked(&self.desk, &self.view);
        dropped(&ctx, blocked, &mut commands);
        if !blocked {
            keys::shortcuts(&ctx, &self.desk, &mut commands);
        }
        self.view.pointed_out = None;
        shell::top_bar(ui, &self.desk, &mut self.view, &mut commands);
        egui::Panel::right("side")
            .resizable(false)
            .exact_size(view::side_width(&ctx))
            .show(ui, |ui| {
                // Each kind of work is scrolled by itself.
                let area = egui::ScrollArea::vertical().id_salt(self.desk.mode());
                area.auto_shrink(false).show(ui, |ui| {
                    ui.set_width(ui.available_width() - 6.0);
                    match self.desk.mode() {
                        crate::desk::Mode::Play => play::panel(ui, &self.desk, &mut self.view, &mut commands),
                        crate::desk::Mode::Puzzle => {
                            puzzle::panel(ui, &self.desk, &mut self.view, &mut commands);
                        }
                        crate::desk::Mode::Edit => edit::panel(ui, &self.desk, &mut self.view, &mut commands),
                        crate::desk::Mode::Analyse => {
                            analyse::panel(ui, &self.desk, &mut self.view, &mut commands);
                        }
                        crate::desk::Mode::Replay => {
                            replay::panel(ui, &self.desk, &mut self.view, &mut commands);
                        }
                    }
                });
            });
        board::area(ui, &self.desk, &mut self.view, &mut commands);
        shell::notice(&ctx, &self.desk, &mut commands);
        shell::dialogs(&ctx, &self.desk, &mut self.view, &mut commands);

        if !commands.is_empty() {
            ctx.request_repaint();
        }
        for command in commands {
            self.view.before(&command);
            self.desk.apply(command);
        }
        self.view.follow(&self.desk);
        if self.desk.wants_to_quit() {
            ctx.send_viewport_cmd(egui::ViewportCommand::Close);
        }
        let title = shell::window_title(&self.desk);
        if title != self.title {
            ctx.send_viewport_cmd(egui::ViewportCommand::Title(title.clone()));
            self.title = title;
        }
    }
}

impl eframe::App for App {
    fn ui(&mut self, ui: &mut egui::Ui, _frame: &mut eframe::Frame) {
        self.update(ui);
    }

    fn logic(&mut self, ctx: &egui::Context, _frame: &mut eframe::Frame) {
        // Also asked while the window is hidden, so that it can be closed from outside at any time.
        if ctx.input(|i| i.viewport().close_requested()) && !self.desk.wants_to_quit() {
            self.desk.apply(Command::Quit);
            if !self.desk.wants_to_quit() {
                ctx.send_viewport_cmd(egui::ViewportCommand::CancelClose);
            }
        }
    }
}

/// Files dropped on the window; none while a question is open.
fn dropped(ctx: &egui::Context, blocked: bool, commands: &mut Vec<Command>) {
    let dropped = ctx.input(|i| i.raw.dropped_files.clone());
    match dropped.as_slice() {
        [] => {}
        _ if blocked => commands.push(Command::Tell(tr!("not-now"))),
        [file] => commands.push(Command::OpenPath(file.path().to_owned())),
        _ => commands.push(Command::Tell(tr!("one-file-only"))),
    }
}
