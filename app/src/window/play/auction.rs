//! The auction for the spoilsport's role.

use egui::{RichText, Ui};
use tayu_core::{Bid, Game, Move};

use crate::desk::Command;
use crate::window::view::View;
use crate::{phrases, tr};

pub(super) fn section(ui: &mut Ui, game: &Game, view: &mut View, commands: &mut Vec<Command>) {
    let Some(auction) = game.auction() else { return };
    let rules = game.setup().rules();
    let name = phrases::player(game, auction.to_bid());
    let words = if auction.may_pass(rules) {
        tr!("bid-now", name = name)
    } else {
        tr!("bid-first", name = name)
    };
    ui.label(RichText::new(words).strong());
    ui.label(tr!("auction-detail"));
    let (lowest, highest) = (rules.lowest_bid.get(), auction.highest_bid().get());
    view.bid = view.bid.clamp(lowest, highest);
    ui.add_space(4.0);
    ui.horizontal(|ui| {
        let label = ui.label(tr!("bid"));
        let field = egui::DragValue::new(&mut view.bid)
            .range(lowest..=highest)
            .speed(0.2);
        ui.add(field).labelled_by(label.id);
        if let Some(bid) = Bid::new(view.bid) {
            let button = ui.button(tr!("bid-points", count = bid.get()));
            if std::mem::take(&mut view.is_next_wanted) {
                button.request_focus();
            }
            if button.clicked() {
                commands.push(Command::Play(Move::Bid(bid)));
            }
        }
        ui.add_enabled_ui(auction.may_pass(rules), |ui| {
            let pass = ui.button(tr!("pass"));
            if pass.on_disabled_hover_text(tr!("move-must-bid")).clicked() {
                commands.push(Command::Play(Move::Pass));
            }
        });
    });
    ui.label(RichText::new(tr!("bid-range", lowest = lowest, highest = highest)).small());
}
