//! The form for a new game: who plays, with which tiles, by which rules.

use egui::{ComboBox, Context, Id, Key, Modal, RichText, ScrollArea, Ui};
use tayu_core::{
    Beginner, Bid, FirstBid, FirstPlayer, LastTiles, NoPlace, Notice, Players, ProEnd, Rules, Seed, Ties,
};

use tayu_solver::player::Level;

use crate::desk::{Command, Desk, NewGame, NewSource};
use crate::paint::palette::Palette;
use crate::settings::LastTable;
use crate::window::view::View;
use crate::{phrases, tr};

const WIDTH: f32 = 470.0;
const NAME_WIDTH: f32 = 190.0;

/// What has been filled in.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::window) struct NewGameForm {
    players: Players,
    names: [String; 4],
    /// How the computer plays at the seats that it has.
    levels: [Option<Level>; 4],
    first: FirstPlayer,
    rules: Rules,
    source: NewSource,
    seed: String,
    /// Whether it has just been opened: the first name is to have the keys, so that Enter begins.
    is_fresh: bool,
}

impl Default for NewGameForm {
    fn default() -> Self {
        Self {
            players: Players::Two,
            names: Default::default(),
            levels: [None; 4],
            first: FirstPlayer::Lot,
            rules: Rules::default(),
            source: NewSource::default(),
            seed: String::new(),
            is_fresh: true,
        }
    }
}

impl NewGameForm {
    /// A form filled in with the table of the last game.
    pub(in crate::window) fn like(table: &LastTable) -> Self {
        Self {
            players: table.players(),
            levels: table.levels(),
            rules: table.rules(),
            source: table.source(),
            ..Self::default()
        }
    }
}

impl View {
    /// Opens the form as it was left, with the names of those who played last.
    pub(in crate::window) fn open_new_game(&mut self, desk: &Desk) {
        self.is_new_game_open = true;
        let form = &mut self.new_game;
        // What has been typed stays, also if the form was closed without beginning.
        for (field, name) in form.names.iter_mut().zip(&desk.settings().names) {
            if field.trim().is_empty() {
                field.clone_from(name);
            }
        }
        form.seed.clear();
        form.is_fresh = true;
    }
}

impl NewGameForm {
    /// Nothing is chosen that the rest of the form does not offer.
    fn settle(&mut self) {
        let nobody_there = |seat: tayu_core::Seat| seat.index() >= self.players.count();
        if matches!(self.first, FirstPlayer::Chosen(seat) if nobody_there(seat)) {
            self.first = FirstPlayer::Lot;
        }
        if self.source == NewSource::Table {
            if self.first == FirstPlayer::Lot
                && let Some(seat) = self.players.seats().next()
            {
                self.first = FirstPlayer::Chosen(seat);
            }
            if self.rules.beginner == Beginner::Lot {
                self.rules.beginner = Beginner::default();
            }
        }
    }

    /// The game, unless the seed is none.
    fn game(&self) -> Option<NewGame> {
        let typed = self.seed.trim();
        let seed = typed.parse::<Seed>().ok();
        if self.source != NewSource::Table && !typed.is_empty() && seed.is_none() {
            return None;
        }
        let seated = self.names.iter().zip(self.levels).take(self.players.count());
        // A computer player without a name is called by its level.
        let name = |(name, level): (&String, Option<Level>)| match (name.trim(), level) {
            ("", Some(level)) => phrases::level(level),
            (name, _) => name.to_owned(),
        };
        Some(NewGame {
            names: seated.map(name).collect(),
            levels: self.levels,
            first: self.first,
            rules: self.rules,
            source: self.source,
            seed,
        })
    }
}

pub(in crate::window) fn show(ctx: &Context, view: &mut View, commands: &mut Vec<Command>) {
    let mut close = false;
    let modal = Modal::new(Id::unique("new game")).show(ctx, |ui| {
        ui.set_width(WIDTH);
        ui.heading(tr!("new-game"));
        ui.add_space(4.0);
        let form = &mut view.new_game;
        let room = (ctx.content_rect().height() - 190.0).max(200.0);
        let mut entered = false;
        ScrollArea::vertical()
            .max_height(room)
            .min_scrolled_height(room)
            .show(ui, |ui| {
                ui.set_width(WIDTH - 14.0);
                entered |= who(ui, form);
                tiles(ui, form);
                rules(ui, form);
                entered |= seed(ui, form);
            });
        form.settle();
        entered &= ui.input(|i| i.key_pressed(Key::Enter));
        let game = form.game();
        if game.is_none() {
            ui.label(RichText::new(tr!("seed-wrong")).color(Palette::current(ui).bad));
        }
        ui.add_space(8.0);
        ui.horizontal(|ui| {
            let begin = ui.add_enabled(game.is_some(), egui::Button::new(tr!("begin")));
            if let Some(game) = game.filter(|_| begin.clicked() || entered) {
                commands.push(Command::NewGame(Box::new(game)));
                view.is_next_wanted = entered || ui.input(|i| i.key_pressed(Key::Enter));
                close = true;
            }
            close |= ui.button(tr!("cancel")).clicked();
        });
    });
    if close || modal.should_close() {
        view.is_new_game_open = false;
    }
}

/// How many play, their names, who begins. Says whether a name has just been left.
fn who(ui: &mut Ui, form: &mut NewGameForm) -> bool {
    let mut left = false;
    ui.horizontal(|ui| {
        ui.label(tr!("players"));
        for players in Players::ALL {
            let text = tr!("players-count", count = players.count());
            ui.radio_value(&mut form.players, players, text);
        }
    });
    ui.label(RichText::new(players_detail(form.players)).small());
    ui.add_space(4.0);
    egui::Grid::new("who")
        .num_columns(3)
        .spacing([12.0, 6.0])
        .show(ui, |ui| {
            let fields = form.names.iter_mut().zip(&mut form.levels);
            for (seat, (name, level)) in form.players.seats().zip(fields) {
                let place = phrases::nameless(form.players, seat);
                let label = match form.players {
                    Players::Two => ui.label(tr!("name-of", pair = place.as_str())),
                    Players::Three | Players::Four => ui.label(&place),
                };
                let field = egui::TextEdit::singleline(name)
                    .desired_width(NAME_WIDTH)
                    .char_limit(40);
                let field = ui.add_sized([NAME_WIDTH, ui.spacing().interact_size.y], field);
                let field = field.labelled_by(label.id);
                if std::mem::take(&mut form.is_fresh) {
                    field.request_focus();
                }
                left |= field.lost_focus();
                who_plays(ui, &place, level);
                ui.end_row();
            }
        });
    ui.horizontal_wrapped(|ui| {
        ui.label(if form.players == Players::Three {
            tr!("who-bids-first")
        } else {
            tr!("who-begins")
        });
        ui.add_enabled_ui(form.source != NewSource::Table, |ui| {
            ui.radio_value(&mut form.first, FirstPlayer::Lot, tr!("by-lot"));
        });
        for seat in form.players.seats() {
            let name = phrases::nameless(form.players, seat);
            ui.radio_value(&mut form.first, FirstPlayer::Chosen(seat), name);
        }
    });
    ui.separator();
    left
}

/// Whether a person or the computer plays at a seat, and how.
fn who_plays(ui: &mut Ui, place: &str, level: &mut Option<Level>) {
    let words = |level: Option<Level>| level.map_or_else(|| tr!("person"), phrases::level);
    let combo = ComboBox::from_id_salt(("who plays", place))
        .width(120.0)
        .selected_text(words(*level))
        .show_ui(ui, |ui| {
            for choice in std::iter::once(None).chain(Level::OFFERED.map(Some)) {
                let line = ui.selectable_value(level, choice, words(choice));
                if let Some(choice) = choice {
                    line.on_hover_text(phrases::level_detail(choice));
                }
            }
        });
    let response = combo.response;
    response.widget_info(|| {
        let label = tr!("who-plays", place = place);
        let mut info = egui::WidgetInfo::labeled(egui::Role::ComboBox, true, label);
        info.current_text_value = Some(words(*level));
        info
    });
    if let Some(level) = *level {
        response.on_hover_text(phrases::level_detail(level));
    }
}

fn players_detail(players: Players) -> String {
    match players {
        Players::Two => tr!("players-two"),
        Players::Three => tr!("players-three"),
        Players::Four => tr!("players-four"),
    }
}

fn tiles(ui: &mut Ui, form: &mut NewGameForm) {
    ui.horizontal_wrapped(|ui| {
        ui.label(tr!("tiles-from"));
        for (source, text) in [
            (NewSource::Stacks, tr!("source-stacks")),
            (NewSource::Spread, tr!("source-spread")),
            (NewSource::Table, tr!("source-table")),
        ] {
            ui.radio_value(&mut form.source, source, text);
        }
    });
    let detail = match form.source {
        NewSource::Stacks => tr!("source-stacks-detail"),
        NewSource::Spread => tr!("source-spread-detail"),
        NewSource::Table => tr!("source-table-detail"),
    };
    ui.label(RichText::new(detail).small());
    ui.separator();
}

fn rules(ui: &mut Ui, form: &mut NewGameForm) {
    let rules = &mut form.rules;
    ui.checkbox(&mut rules.pro, tr!("pro"));
    ui.label(RichText::new(tr!("pro-detail")).small());
    egui::CollapsingHeader::new(tr!("house-rules")).show(ui, |ui| {
        if form.players == Players::Three {
            let lots = form.source != NewSource::Table;
            let offered = Beginner::ALL
                .iter()
                .copied()
                .filter(|b| lots || *b != Beginner::Lot);
            choose(
                ui,
                &tr!("rule-beginner"),
                &mut rules.beginner,
                offered,
                |b| match b {
                    Beginner::Left => tr!("beginner-left"),
                    Beginner::Right => tr!("beginner-right"),
                    Beginner::Lot => tr!("beginner-lot"),
                },
            );
            let offered = FirstBid::ALL.iter().copied();
            choose(
                ui,
                &tr!("rule-first-bid"),
                &mut rules.first_bid,
                offered,
                |f| match f {
                    FirstBid::Must => tr!("first-bid-must"),
                    FirstBid::May => tr!("first-bid-may"),
                },
            );
            lowest_bid(ui, rules);
        }
        let offered = Ties::ALL.iter().copied();
        choose(ui, &tr!("rule-ties"), &mut rules.ties, offered, |t| match t {
            Ties::Draw => tr!("ties-draw"),
            Ties::Points => tr!("ties-points"),
        });
        let offered = NoPlace::ALL.iter().copied();
        choose(
            ui,
            &tr!("rule-no-place"),
            &mut rules.no_place,
            offered,
            |n| match n {
                NoPlace::Ends => tr!("no-place-ends"),
                NoPlace::Again => tr!("no-place-again"),
            },
        );
        let offered = Notice::ALL.iter().copied();
        choose(ui, &tr!("rule-notice"), &mut rules.notice, offered, |n| match n {
            Notice::Program => tr!("notice-program"),
            Notice::Players => tr!("notice-players"),
        });
        if rules.pro {
            let offered = ProEnd::ALL.iter().copied();
            choose(
                ui,
                &tr!("rule-pro-end"),
                &mut rules.pro_end,
                offered,
                |p| match p {
                    ProEnd::Both => tr!("pro-end-both"),
                    ProEnd::New => tr!("pro-end-new"),
                },
            );
            let offered = LastTiles::ALL.iter().copied();
            choose(
                ui,
                &tr!("rule-last-tiles"),
                &mut rules.last_tiles,
                offered,
                |l| match l {
                    LastTiles::Laid => tr!("last-tiles-laid"),
                    LastTiles::Left => tr!("last-tiles-left"),
                },
            );
        }
    });
}

/// One rule to choose: what it is about, and each choice in a line that explains it.
fn choose<T: Copy + PartialEq>(
    ui: &mut Ui,
    about: &str,
    chosen: &mut T,
    offered: impl Iterator<Item = T>,
    words: impl Fn(T) -> String,
) {
    let label = ui.label(RichText::new(about).strong());
    let combo = ComboBox::from_id_salt(about)
        .width(ui.available_width() - 8.0)
        .wrap_mode(egui::TextWrapMode::Truncate)
        .selected_text(words(*chosen))
        .show_ui(ui, |ui| {
            for choice in offered {
                ui.selectable_value(chosen, choice, words(choice));
            }
        });
    combo.response.labelled_by(label.id).on_hover_text(words(*chosen));
    ui.add_space(4.0);
}

fn lowest_bid(ui: &mut Ui, rules: &mut Rules) {
    ui.horizontal(|ui| {
        let label = ui.label(RichText::new(tr!("rule-lowest-bid")).strong());
        let mut points = rules.lowest_bid.get();
        let range = Bid::ONE.get()..=Bid::HIGHEST.get();
        let field = egui::DragValue::new(&mut points).range(range).speed(0.2);
        ui.add(field).labelled_by(label.id);
        rules.lowest_bid = Bid::new(points).unwrap_or(rules.lowest_bid);
    });
    ui.label(RichText::new(tr!("lowest-bid-detail")).small());
    ui.add_space(4.0);
}

/// The seed. Says whether it has just been left.
fn seed(ui: &mut Ui, form: &mut NewGameForm) -> bool {
    if form.source == NewSource::Table {
        return false;
    }
    ui.add_space(4.0);
    ui.horizontal(|ui| {
        let label = ui.label(tr!("seed"));
        let field = egui::TextEdit::singleline(&mut form.seed)
            .desired_width(NAME_WIDTH)
            .char_limit(20)
            .hint_text(tr!("seed-hint"));
        let field = ui.add(field).labelled_by(label.id);
        field.on_hover_text(tr!("seed-detail")).lost_focus()
    })
    .inner
}
