//! What is in a folder, over the window.

use std::path::Path;

use egui::{Context, Id, Modal, RichText, Ui};

use super::rows::{self, Column, Row, RowWanted, words};
use super::view::View;
use super::{games, shell};
use crate::collection::{Collection, Content};
use crate::desk::{Command, Desk, Folder};
use crate::paint::palette::Palette;
use crate::{files, phrases, tr};

const COLUMNS: [Column; 2] = [words(38.0), words(62.0)];
/// What stands above and below the list, in points.
const AROUND: f32 = 220.0;

pub(super) fn show(
    ctx: &Context,
    desk: &Desk,
    folder: &Folder,
    view: &mut View,
    commands: &mut Vec<Command>,
) {
    let modal = Modal::new(Id::unique("folder")).show(ctx, |ui| {
        ui.set_width(games::width(ctx));
        let title = tr!("folder-title", name = files::last_name(folder.path()));
        ui.add(egui::Label::new(RichText::new(title).heading()).truncate());
        let path = RichText::new(files::shown(folder.path())).small();
        ui.add(egui::Label::new(path).truncate());
        ui.add_space(4.0);
        let close = match folder.found() {
            Ok(found) => {
                let height = (ctx.content_rect().height() - AROUND).clamp(150.0, 560.0);
                list(ui, folder.path(), found, height, &mut view.folder_row, commands);
                tr!("close")
            }
            Err(seen) => {
                ui.horizontal(|ui| {
                    ui.spinner();
                    ui.label(tr!("folder-reading", count = seen));
                });
                tr!("folder-stop")
            }
        };
        shell::told(ui, desk);
        ui.add_space(8.0);
        if ui.button(close).clicked() {
            commands.push(Command::HideFolder);
        }
    });
    if modal.should_close() && commands.is_empty() {
        commands.push(Command::HideFolder);
    }
}

/// The sound files, which can be opened, and then the bad ones.
fn list(
    ui: &mut Ui,
    folder: &Path,
    found: &Collection,
    height: f32,
    wanted: &mut RowWanted,
    commands: &mut Vec<Command>,
) {
    let (puzzles, games) = found.counts();
    ui.horizontal_wrapped(|ui| {
        ui.label(tr!("folder-sound", puzzles = puzzles, games = games));
        let bad = RichText::new(tr!("folder-bad", count = found.bad.len()));
        ui.label(if found.bad.is_empty() {
            bad
        } else {
            bad.color(Palette::current(ui).bad)
        });
        if found.others > 0 {
            ui.label(tr!("folder-others", count = found.others));
        }
    });
    let sound = found.sound.len();
    let count = sound + found.bad.len();
    if count == 0 {
        return;
    }
    ui.add_space(4.0);
    let inside = |path: &Path| match path.strip_prefix(folder) {
        Ok(inside) if inside != Path::new("") => files::shown(inside),
        _ => files::shown(path),
    };
    let row = |n: usize| {
        let (path, what) = match found.sound.get(n) {
            Some(file) => (&file.path, words_of(&file.content)),
            None => (&found.bad[n - sound].path, found.bad[n - sound].fault.clone()),
        };
        let path = inside(path);
        Row {
            label: tr!("folder-line", file = path.clone(), what = what.clone()),
            cells: vec![path, what],
            is_bad: n >= sound,
            is_button: n < sound,
        }
    };
    if ui.memory(|memory| memory.focused().is_none()) {
        *wanted = wanted.or(Some(0));
    }
    let clicked = rows::list(
        ui,
        "folder",
        &COLUMNS,
        count,
        height,
        0.0,
        wanted,
        row,
        |_, _, _| {},
    );
    if let Some(file) = clicked.and_then(|n| found.sound.get(n)) {
        commands.push(Command::OpenPath(file.path.clone()));
    }
}

fn words_of(content: &Content) -> String {
    match content {
        Content::Puzzle { title, tiles } => {
            tr!(
                "folder-puzzle",
                title = shell::title_of(title.as_deref()),
                count = *tiles
            )
        }
        Content::Game(game) => tr!(
            "folder-game",
            players = phrases::versus_in(game),
            ending = phrases::ending_of(game)
        ),
    }
}
