//! Keys that work wherever the focus is.

use egui::{Context, Key, KeyboardShortcut, Modifiers};

use crate::desk::{Command, Desk, Mode};

const CTRL_SHIFT: Modifiers = Modifiers::COMMAND.plus(Modifiers::SHIFT);

/// Commands that keys stand for. While a text is being typed, undo and redo belong to the text.
pub(super) fn shortcuts(ctx: &Context, desk: &Desk, commands: &mut Vec<Command>) {
    let pressed =
        |modifiers, key| ctx.input_mut(|i| i.consume_shortcut(&KeyboardShortcut::new(modifiers, key)));
    // The longer ones first: Ctrl+Z also answers to Ctrl+Shift+Z.
    if !ctx.text_edit_focused() {
        if pressed(CTRL_SHIFT, Key::Z) || pressed(Modifiers::COMMAND, Key::Y) {
            commands.push(Command::Redo);
        }
        if pressed(Modifiers::COMMAND, Key::Z) {
            commands.push(Command::Undo);
        }
        if desk.can_advise() && pressed(Modifiers::NONE, Key::H) {
            commands.push(Command::Hint);
        }
    }
    if desk.notice().is_some() && ctx.input(|i| i.key_pressed(Key::Escape)) {
        commands.push(Command::DismissNotice);
    }
    if pressed(CTRL_SHIFT, Key::S) && desk.can_save() {
        commands.push(Command::SaveAs);
    }
    if pressed(Modifiers::COMMAND, Key::S) && desk.can_save() {
        commands.push(Command::Save);
    }
    if pressed(Modifiers::COMMAND, Key::O) {
        commands.push(Command::Open);
    }
    if pressed(Modifiers::COMMAND, Key::N) {
        commands.push(Command::New);
    }
    if pressed(Modifiers::COMMAND, Key::Q) {
        commands.push(Command::Quit);
    }
    let numbers = [Key::Num1, Key::Num2, Key::Num3, Key::Num4, Key::Num5];
    for (mode, key) in Mode::ALL.into_iter().zip(numbers) {
        if pressed(Modifiers::COMMAND, key) {
            commands.push(Command::Show(mode));
        }
    }
}
