//! The review of a game, in the panel of its replay: a graph, what each move lost, turning points, sums.

use std::rc::Rc;
use std::sync::Arc;

use egui::{EventFilter, Key, Modifiers, RichText, Ui};
use tayu_core::record::written;
use tayu_core::{Draw, Move, Pair, Party, Placement, Played};
use tayu_solver::player::analysis::Basis;
use tayu_solver::player::review::{Grade, Knowledge, MoveReview, Review, Turn, TurningPoint, Verdict};

use super::replay;
use super::rows::{self, Column, Row, RowWanted, numbers, words};
use super::view::View;
use crate::desk::{Command, Desk, Mode, Reviewing};
use crate::document::Replay;
use crate::paint::graph::{self, Bar, Curve, Graph, Pattern, Target};
use crate::paint::icon::{self, Icon};
use crate::paint::palette::Palette;
use crate::{phrases, tr};

const COLUMNS: [Column; 4] = [words(9.0), words(59.0), numbers(17.0), numbers(17.0)];
/// The graph's share of the window's height.
const GRAPH: f32 = 0.19;

/// What of a review is looked at.
#[derive(Debug, Default)]
pub(super) struct ReviewView {
    tab: Tab,
    in_order: bool,
    by_hindsight: bool,
    /// The place of the move whose alternatives are shown while the board stands before it.
    looked_at: Option<usize>,
    /// Whether all of the best play is shown, and not its first placement alone.
    sees_line: bool,
    wanted: RowWanted,
    derived: Option<Rc<Derived>>,
}

/// What follows from a review, kept from frame to frame.
#[derive(Debug)]
struct Derived {
    /// What it follows from: another review has another address as long as this one is kept.
    review: Arc<Review>,
    by: Knowledge,
    at_work: bool,
    /// The chances of each party after so many moves, as the graph shows them.
    chances: Vec<(Party, Vec<Option<f32>>)>,
    turns: Vec<TurningPoint>,
    /// The places of the moves with a choice, in the order in which they were made.
    in_order: Vec<usize>,
    /// The same, those that lost most first.
    worst_first: Vec<usize>,
}

impl Derived {
    fn of(review: &Arc<Review>, by: Knowledge, at_work: bool) -> Self {
        let in_order: Vec<usize> = (0..review.moves.len())
            .filter(|&place| is_choice(&review.moves[place], at_work))
            .collect();
        // What is not known comes last.
        let lost = |place: usize| {
            let verdict = review.moves[place].verdict(by);
            verdict.map_or([-1.0; 3], |verdict| {
                [
                    verdict.chance_surely_lost(),
                    verdict.chance_lost(),
                    verdict.margin_lost(),
                ]
            })
        };
        let mut worst_first = in_order.clone();
        worst_first.sort_by(|&a, &b| {
            let ([a, b, c], [d, e, f]) = (lost(a), lost(b));
            (d.total_cmp(&a)).then(e.total_cmp(&b)).then(f.total_cmp(&c))
        });
        let chances = (parties(review).into_iter())
            .map(|party| {
                let after = |moves| review.chance_after(moves, party);
                (party, (0..=review.moves.len()).map(after).collect())
            })
            .collect();
        Self {
            review: Arc::clone(review),
            by,
            at_work,
            chances,
            turns: review.turning_points(),
            in_order,
            worst_first,
        }
    }

    fn is_of(&self, review: &Arc<Review>, by: Knowledge, at_work: bool) -> bool {
        Arc::ptr_eq(&self.review, review) && self.by == by && self.at_work == at_work
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
enum Tab {
    #[default]
    Losses,
    Turns,
    Players,
    Moves,
}

impl ReviewView {
    /// Another move is to be shown.
    pub(super) fn before_move(&mut self, moves: usize) {
        if self.looked_at != Some(moves) {
            self.looked_at = None;
            self.sees_line = false;
        }
    }

    /// Another document has come to the front.
    pub(super) fn put_away(&mut self) {
        self.looked_at = None;
        self.sees_line = false;
        self.wanted = None;
        self.derived = None;
    }

    const fn knowledge(&self) -> Knowledge {
        if self.by_hindsight {
            Knowledge::Hindsight
        } else {
            Knowledge::Foresight
        }
    }

    /// What follows from this review, as it is looked at.
    fn derived(&mut self, review: &Arc<Review>, at_work: bool) -> Rc<Derived> {
        let by = self.knowledge();
        match &self.derived {
            Some(derived) if derived.is_of(review, by, at_work) => Rc::clone(derived),
            _ => Rc::clone(self.derived.insert(Rc::new(Derived::of(review, by, at_work)))),
        }
    }

    fn look_at(&mut self, place: usize, commands: &mut Vec<Command>) {
        self.looked_at = Some(place);
        self.sees_line = false;
        commands.push(Command::ShowMove(place));
    }
}

/// What a review has to say, and how it is looked at.
struct Told<'a> {
    review: &'a Review,
    derived: Rc<Derived>,
    replay: &'a Replay,
    by: Knowledge,
    at_work: bool,
}

/// What the board shows of a choice.
#[derive(Debug, Default)]
pub(super) struct OnBoard {
    /// The best placement, or the best play from it on.
    pub(super) best: Vec<Placement>,
    /// The placement that was made, where another one was better.
    pub(super) made: Option<Placement>,
    /// What that is, in words.
    pub(super) words: String,
}

/// What the board shows of the choice that is looked at.
pub(super) fn on_board(desk: &Desk, view: &View) -> Option<OnBoard> {
    let replay = desk.replay().filter(|_| desk.mode() == Mode::Replay)?;
    let place = view.review.looked_at.filter(|&place| place == replay.shown())?;
    let review = desk.reviewing()?.found()?;
    let reviewed = review.moves.get(place)?;
    let verdict = reviewed.verdict(view.review.knowledge())?;
    if view.review.sees_line && !verdict.line.is_empty() {
        return Some(OnBoard {
            best: verdict.line.clone(),
            made: None,
            words: match view.review.knowledge() {
                Knowledge::Hindsight => tr!("review-board-line"),
                Knowledge::Foresight => tr!("review-board-line-ahead"),
            },
        });
    }
    let (Move::Lay(best), Move::Lay(made)) = (verdict.best, reviewed.action) else {
        return None;
    };
    let is_same = best == made;
    Some(OnBoard {
        best: vec![best],
        made: (!is_same).then_some(made),
        words: if is_same {
            tr!("review-board-same")
        } else {
            tr!("review-board-both")
        },
    })
}

/// What the panel has below the buttons that step through the moves: the moves and, once it is wanted, the review.
pub(super) fn section(
    ui: &mut Ui,
    desk: &Desk,
    replay: &Replay,
    view: &mut View,
    commands: &mut Vec<Command>,
) {
    let Some(reviewing) = desk.reviewing() else {
        let has_moves = replay.length() > 0;
        if icon::icon_text_button_if(ui, has_moves, Icon::Eye, &tr!("review-this-game"))
            .on_hover_text(tr!("review-this-game-detail"))
            .clicked()
        {
            view.review.tab = Tab::Losses;
            commands.push(Command::ReviewGame);
        }
        replay::moves(ui, replay, view, commands);
        return;
    };
    let Some(review) = reviewing.found() else {
        ui.spinner();
        replay::moves(ui, replay, view, commands);
        return;
    };
    progress(ui, reviewing, &review, commands);
    let at_work = reviewing.is_at_work();
    let told = Told {
        review: &review,
        derived: view.review.derived(&review, at_work),
        replay,
        by: view.review.knowledge(),
        at_work,
    };
    told.graph(ui, view, commands);
    ui.scope(|ui| told.legend(ui));
    ui.horizontal(|ui| {
        ui.checkbox(&mut view.review.by_hindsight, tr!("review-by-hindsight"))
            .on_hover_text(tr!("review-by-hindsight-detail"));
        icon::icon_label(
            ui,
            Icon::Info,
            Palette::current(ui).ink_weak,
            &tr!("review-what-it-means"),
        );
        if view.review.tab == Tab::Losses {
            ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
                let in_order = &mut view.review.in_order;
                ui.checkbox(in_order, tr!("review-in-order"))
                    .on_hover_text(tr!("review-in-order-detail"));
            });
        }
    });
    let frame = egui::Frame::group(ui.style()).inner_margin(7.0);
    frame.show(ui, |ui| {
        ui.set_width(ui.available_width());
        ui.spacing_mut().item_spacing.y = 3.0;
        told.choice(ui, view, commands);
    });
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().button_padding.x = 7.0;
        ui.spacing_mut().item_spacing.x = 4.0;
        for (tab, name) in [
            (Tab::Losses, tr!("review-tab-losses")),
            (Tab::Turns, tr!("review-tab-turns")),
            (Tab::Players, tr!("review-tab-players")),
            (Tab::Moves, tr!("review-tab-moves")),
        ] {
            ui.selectable_value(&mut view.review.tab, tab, name);
        }
    });
    match view.review.tab {
        Tab::Losses => told.losses(ui, view, commands),
        Tab::Turns => told.turns(ui, view, commands),
        Tab::Players => told.players(ui),
        Tab::Moves => replay::moves(ui, replay, view, commands),
    }
}

/// How far it has come, with the way to stop it.
fn progress(ui: &mut Ui, reviewing: &Reviewing, review: &Review, commands: &mut Vec<Command>) {
    let (done, count) = (review.done, review.to_do);
    if reviewing.is_at_work() {
        ui.horizontal(|ui| {
            ui.spinner();
            ui.label(tr!("review-progress", done = done, count = count));
            if icon::icon_button(ui, Icon::Stop, &tr!("review-stop")).clicked() {
                commands.push(Command::StopReview);
            }
        });
    } else if !review.is_complete() {
        ui.label(tr!("review-stopped", done = done, count = count));
        if icon::icon_text_button(ui, Icon::Restart, &tr!("review-begin-again")).clicked() {
            commands.push(Command::ReviewGame);
        }
    }
}

fn percent(chance: f32) -> String {
    format!("{:.0}", 100.0 * chance)
}

/// How far ahead a party is, in words.
fn ahead(party: Option<Party>, margin: f32, exact: bool) -> String {
    let number = margin.abs();
    let points = if exact {
        format!("{number:.0}")
    } else {
        format!("{number:.1}")
    };
    let is_level = number < if exact { 0.5 } else { 0.05 };
    match party {
        _ if is_level => tr!("review-level"),
        Some(Party::Spoilsport) if margin > 0.0 => tr!("review-below-bid", points = points),
        Some(Party::Spoilsport) => tr!("review-above-bid", points = points),
        _ if margin > 0.0 => tr!("review-ahead", points = points),
        _ => tr!("review-behind", points = points),
    }
}

/// A grade as a sign and in words; nothing for a sound move.
fn grade(grade: Grade) -> Option<(String, String)> {
    match grade {
        Grade::Sound => None,
        Grade::Inaccuracy => Some((tr!("review-mark-inaccuracy"), tr!("review-inaccuracy"))),
        Grade::Mistake => Some((tr!("review-mark-mistake"), tr!("review-mistake"))),
        Grade::GraveError => Some((tr!("review-mark-grave"), tr!("review-grave-error"))),
    }
}

fn grade_color(grade: Grade, palette: &Palette) -> egui::Color32 {
    match grade {
        Grade::Sound => palette.ink_weak,
        Grade::Inaccuracy => palette.warn,
        Grade::Mistake | Grade::GraveError => palette.bad,
    }
}

const fn pattern(party: Party) -> Pattern {
    match party {
        Party::Coasts(Pair::NorthSouth) => Pattern::Solid,
        Party::Coasts(Pair::EastWest) => Pattern::Dashed,
        Party::Spoilsport => Pattern::Dotted,
    }
}

const fn color(party: Party, palette: &Palette) -> egui::Color32 {
    match party {
        Party::Coasts(pair) => palette.pair(pair),
        Party::Spoilsport => palette.ink,
    }
}

/// Whether it is a move at which there was something to choose, apart from the auction.
fn is_choice(reviewed: &MoveReview, at_work: bool) -> bool {
    let could_be = match reviewed.action {
        Move::Lay(_) => true,
        Move::Draw(draw) => !matches!(draw, Draw::Tile(_)),
        _ => false,
    };
    could_be && (at_work || reviewed.foresight.is_some())
}

/// What a move lost, in words.
fn loss(verdict: &Verdict, made: Move) -> String {
    let (chance, points) = (verdict.chance_lost(), verdict.margin_lost());
    if verdict.best == made {
        return if verdict.is_exact() {
            tr!("review-exactly-best")
        } else {
            tr!("review-best-of-all")
        };
    }
    let (chance, points_lost) = (percent(chance), format!("{points:.1}"));
    if verdict.is_exact() && verdict.chance_lost() == 0.0 {
        return tr!("review-lost-exactly", points = format!("{points:.0}"));
    }
    if verdict.chance_lost() < 0.005 && points < 0.05 {
        return tr!("review-hardly-lost");
    }
    if verdict.chance_surely_lost() == 0.0 {
        return tr!("review-within-error", chance = chance, points = points_lost);
    }
    let loss = tr!("review-lost", chance = chance, points = points_lost);
    match grade(verdict.grade()) {
        Some((_, grade)) => tr!("review-lost-graded", grade = grade, loss = loss),
        None => loss,
    }
}

/// Who plays for what in the end, in the order of the legend.
fn parties(review: &Review) -> Vec<Party> {
    let last = review.moves.last();
    let standing = last.map_or(&review.start, |reviewed| &reviewed.standing);
    let mut parties: Vec<Party> = standing.iter().map(|(party, _)| *party).collect();
    parties.sort_by_key(|party| pattern(*party) as u8);
    parties
}

impl Told<'_> {
    fn played(&self, place: usize) -> Option<&Played> {
        self.replay.record().game().played().get(place)
    }

    fn name(&self, reviewed: &MoveReview) -> String {
        phrases::player(self.replay.record().game(), reviewed.seat)
    }

    /// A party and who plays for it.
    fn party(&self, party: Party) -> String {
        let game = self.replay.record().game();
        let (words, name) = (phrases::party(party), phrases::members(game, party));
        if words == name {
            words
        } else {
            tr!("review-named-party", party = words, name = name)
        }
    }

    /// A move in words.
    fn action(&self, place: usize) -> String {
        self.played(place).map_or_else(String::new, written)
    }

    fn move_words(&self, place: usize, reviewed: &MoveReview) -> String {
        tr!(
            "review-move",
            number = place + 1,
            name = self.name(reviewed),
            action = self.action(place)
        )
    }

    fn loss(&self, reviewed: &MoveReview) -> String {
        match reviewed.verdict(self.by) {
            Some(verdict) => loss(verdict, reviewed.action),
            None if self.by == Knowledge::Hindsight => tr!("review-no-hindsight"),
            None => tr!("review-not-looked-at"),
        }
    }

    /// How the parties stand after so many moves.
    fn position_words(&self, moves: usize) -> String {
        let chances: Vec<String> = (self.review.standing_after(moves).iter())
            .map(|(party, expectation)| {
                tr!(
                    "review-chance",
                    name = self.party(*party),
                    chance = percent(expectation.chance)
                )
            })
            .collect();
        let chances = if chances.is_empty() {
            tr!("review-no-chances")
        } else {
            chances.join(", ")
        };
        if moves == 0 {
            return tr!("review-start", chances = chances);
        }
        let count = self.review.moves.len();
        tr!(
            "review-position",
            number = moves,
            count = count,
            chances = chances
        )
    }

    fn graph(&self, ui: &mut Ui, view: &mut View, commands: &mut Vec<Command>) {
        let palette = Palette::current(ui);
        let review = self.review;
        let curves: Vec<Curve> = (self.derived.chances.iter())
            .map(|(party, chances)| Curve {
                chances: chances.clone(),
                color: color(*party, palette),
                pattern: pattern(*party),
            })
            .collect();
        let bars: Vec<Bar> = (review.moves.iter())
            .map(|reviewed| {
                let verdict = reviewed.verdict(self.by);
                Bar {
                    loss: verdict.map_or(0.0, Verdict::chance_lost),
                    color: grade_color(verdict.map_or(Grade::Sound, Verdict::grade), palette),
                }
            })
            .collect();
        let marks: Vec<usize> = self.derived.turns.iter().map(|turn| turn.place).collect();
        let shown = self.replay.shown();
        let graph = Graph {
            curves: &curves,
            bars: &bars,
            marks: &marks,
            shown,
            height: (ui.ctx().content_rect().height() * GRAPH).clamp(112.0, 170.0),
            label: &tr!("review-graph"),
            description: &self.position_words(shown),
        };
        let reply = graph.show(ui);
        if reply.response.clicked() {
            reply.response.request_focus();
        }
        match reply.clicked {
            Some(Target::Position(moves)) if moves != shown => {
                view.playing.stop();
                commands.push(Command::ShowMove(moves));
            }
            Some(Target::Move(place)) if view.review.looked_at != Some(place) || shown != place => {
                view.playing.stop();
                view.review.look_at(place, commands);
            }
            _ => {}
        }
        if reply.response.has_focus() {
            self.keys(ui, &reply.response, view, commands);
        }
        let hover = match reply.hovered {
            Some(Target::Position(moves)) => self.position_words(moves),
            Some(Target::Move(place)) => match review.moves.get(place) {
                Some(reviewed) if is_choice(reviewed, self.at_work) => tr!(
                    "review-line",
                    move = self.move_words(place, reviewed),
                    loss = self.loss(reviewed)
                ),
                Some(reviewed) => self.move_words(place, reviewed),
                None => return,
            },
            None => return,
        };
        reply.response.on_hover_ui_at_pointer(|ui| {
            ui.set_max_width(320.0);
            ui.label(hover);
            ui.label(RichText::new(tr!("review-graph-keys")).small().weak());
        });
    }

    /// The keys while the graph has them.
    fn keys(&self, ui: &Ui, response: &egui::Response, view: &mut View, commands: &mut Vec<Command>) {
        let filter = EventFilter {
            horizontal_arrows: true,
            ..EventFilter::default()
        };
        ui.memory_mut(|memory| memory.set_focus_lock_filter(response.id, filter));
        if response.gained_focus() {
            // The arrows belong to it from the next frame on.
            ui.ctx().request_repaint();
        }
        let (shown, length) = (self.replay.shown(), self.replay.length());
        let pressed = |key| ui.input_mut(|input| input.consume_key(Modifiers::NONE, key));
        let goal = [
            (Key::ArrowLeft, shown.saturating_sub(1)),
            (Key::ArrowRight, (shown + 1).min(length)),
            (Key::Home, 0),
            (Key::End, length),
        ]
        .into_iter()
        .find_map(|(key, goal)| pressed(key).then_some(goal));
        if let Some(goal) = goal {
            view.playing.stop();
            commands.push(Command::ShowMove(goal));
        } else if pressed(Key::Enter) && shown < length {
            view.review.look_at(shown, commands);
        }
    }

    fn legend(&self, ui: &mut Ui) {
        let palette = Palette::current(ui);
        ui.spacing_mut().item_spacing.y = 3.0;
        ui.spacing_mut().interact_size.y = 18.0;
        for &(party, _) in &self.derived.chances {
            ui.horizontal(|ui| {
                graph::sample(ui, pattern(party), color(party, palette));
                let chance = self.review.chance_after(self.replay.shown(), party);
                let words = match chance {
                    Some(chance) => tr!(
                        "review-chance",
                        name = self.party(party),
                        chance = percent(chance)
                    ),
                    None => self.party(party),
                };
                ui.add(egui::Label::new(words).truncate());
            });
        }
    }

    /// The choice that is looked at, or what the last move shown has lost.
    fn choice(&self, ui: &mut Ui, view: &mut View, commands: &mut Vec<Command>) {
        let shown = self.replay.shown();
        let looked_at = view.review.looked_at.filter(|&place| place == shown);
        if let Some((place, reviewed)) =
            looked_at.and_then(|place| Some((place, self.review.moves.get(place)?)))
        {
            self.alternatives(ui, place, reviewed, view, commands);
            return;
        }
        let last = shown
            .checked_sub(1)
            .and_then(|place| Some((place, self.review.moves.get(place)?)));
        let Some((place, reviewed)) = last else {
            ui.label(self.position_words(shown));
            return;
        };
        ui.label(self.move_words(place, reviewed));
        if is_choice(reviewed, self.at_work) {
            self.verdict_words(ui, reviewed);
            if ui.small_button(tr!("review-see-choice")).clicked() {
                view.playing.stop();
                view.review.look_at(place, commands);
            }
        }
    }

    /// What was lost, by colour, by sign and in words.
    fn verdict_words(&self, ui: &mut Ui, reviewed: &MoveReview) {
        let palette = Palette::current(ui);
        let (color, mark) = match reviewed.verdict(self.by) {
            Some(verdict) if verdict.best == reviewed.action => (palette.good, Some(Icon::Check)),
            Some(verdict) => match verdict.grade() {
                Grade::Sound => (palette.ink, None),
                grade => (grade_color(grade, palette), Some(Icon::Warning)),
            },
            None => (palette.ink_weak, None),
        };
        ui.horizontal_wrapped(|ui| {
            if let Some(mark) = mark {
                let (rect, _) = ui.allocate_exact_size(egui::vec2(18.0, 18.0), egui::Sense::hover());
                icon::paint(ui.painter(), rect, mark, color);
            }
            ui.label(RichText::new(self.loss(reviewed)).strong().color(color));
        });
    }

    fn alternatives(
        &self,
        ui: &mut Ui,
        place: usize,
        reviewed: &MoveReview,
        view: &mut View,
        commands: &mut Vec<Command>,
    ) {
        let count = self.review.moves.len();
        let name = self.name(reviewed);
        let title = tr!(
            "review-choice",
            name = name.clone(),
            number = place + 1,
            count = count
        );
        ui.label(RichText::new(title).strong());
        match reviewed.verdict(self.by) {
            Some(verdict) => {
                self.comparison(ui, place, reviewed, verdict);
                self.verdict_words(ui, reviewed);
                if verdict.is_exact() && !verdict.line.is_empty() {
                    ui.label(self.could_have_had(&name, reviewed, verdict));
                } else if !verdict.is_exact() {
                    let (best, made) = (
                        ahead(reviewed.party, verdict.best_expectation.margin, false),
                        ahead(reviewed.party, verdict.expectation.margin, false),
                    );
                    ui.label(if best == made {
                        tr!("review-expected-as-is", made = made)
                    } else {
                        tr!("review-expected", best = best, made = made)
                    });
                }
                ui.label(RichText::new(self.how(reviewed, verdict)).small());
            }
            None if is_choice(reviewed, self.at_work) && self.by == Knowledge::Hindsight => {
                ui.label(tr!("review-no-hindsight-detail"));
            }
            None => {
                ui.label(self.move_words(place, reviewed));
            }
        }
        ui.horizontal_wrapped(|ui| {
            let line = reviewed.verdict(self.by).map_or(0, |verdict| verdict.line.len());
            let detail = match self.by {
                Knowledge::Hindsight => tr!("review-see-detail"),
                Knowledge::Foresight => tr!("review-see-detail-ahead"),
            };
            if line > 0
                && icon::icon_toggle(ui, Icon::Eye, &tr!("review-see"), view.review.sees_line)
                    .on_hover_text(detail)
                    .clicked()
            {
                view.review.sees_line = !view.review.sees_line;
            }
            let is_duel = self.replay.record().has_duels();
            let (command, detail) = if is_duel {
                (Command::DuelFromReplay, tr!("review-as-duel-detail"))
            } else {
                (Command::PuzzleFromReplay, tr!("review-as-product-detail"))
            };
            if icon::icon_text_button(ui, Icon::Bulb, &tr!("review-as-puzzle"))
                .on_hover_text(detail)
                .clicked()
            {
                commands.push(command);
            }
            if ui.button(tr!("review-away")).clicked() {
                commands.push(Command::ShowMove(place + 1));
            }
        });
    }

    /// The best move and the one that was made.
    fn comparison(&self, ui: &mut Ui, place: usize, reviewed: &MoveReview, verdict: &Verdict) {
        let made = self.action(place);
        let best = verdict.best.to_string();
        let chance = percent(verdict.expectation.chance);
        if verdict.best == reviewed.action && !verdict.is_exact() {
            ui.label(tr!("review-made-best", action = made, chance = chance));
        } else if verdict.is_exact() {
            let ahead = |margin| ahead(reviewed.party, margin, true);
            if verdict.best != reviewed.action {
                let margin = verdict.best_expectation.margin;
                ui.label(tr!("review-best-exact", action = best, ahead = ahead(margin)));
            }
            let margin = verdict.expectation.margin;
            ui.label(tr!("review-made-exact", action = made, ahead = ahead(margin)));
        } else {
            let better = percent(verdict.best_expectation.chance);
            ui.label(tr!("review-best", action = best, chance = better));
            ui.label(tr!("review-made", action = made, chance = chance));
        }
    }

    /// What best play with the tiles that came would have brought.
    fn could_have_had(&self, name: &str, reviewed: &MoveReview, verdict: &Verdict) -> String {
        let mut board = self.replay.game().position().board().clone();
        for &placement in &verdict.line {
            // Found by the rules; what would not fit is left out.
            let _ = board.lay(placement);
        }
        let coasts = board.coasts();
        let pair = match reviewed.party {
            Some(Party::Coasts(pair)) => pair,
            Some(Party::Spoilsport) | None => Pair::NorthSouth,
        };
        let best = ahead(reviewed.party, verdict.best_expectation.margin, true);
        let [product, other] = [pair, pair.other()].map(|pair| coasts.product(pair).get());
        if verdict.best == reviewed.action {
            tr!(
                "review-had-the-best",
                product = product,
                other = other,
                best = best
            )
        } else {
            tr!(
                "review-could-have-had",
                name = name,
                product = product,
                other = other,
                best = best,
                made = ahead(reviewed.party, verdict.expectation.margin, true)
            )
        }
    }

    /// What a verdict rests on.
    fn how(&self, reviewed: &MoveReview, verdict: &Verdict) -> String {
        let has_talked = |reviewed: &MoveReview| reviewed.action == Move::Talked;
        match (self.by, reviewed.action) {
            (Knowledge::Hindsight, Move::Lay(_)) if self.review.moves.iter().any(has_talked) => {
                tr!("review-how-exact-untalked")
            }
            (Knowledge::Hindsight, Move::Lay(_)) => tr!("review-how-exact-tiles"),
            (Knowledge::Hindsight, _) => tr!("review-how-tile"),
            (Knowledge::Foresight, _) if verdict.basis == Basis::Settled => tr!("review-how-settled"),
            (Knowledge::Foresight, _) if verdict.is_exact() => tr!("review-how-exact"),
            (Knowledge::Foresight, Move::Lay(_)) => {
                let error = format!("{:.1}", 200.0 * verdict.error);
                tr!("review-how-orders", error = error)
            }
            (Knowledge::Foresight, _) => tr!("review-how-kinds"),
        }
    }

    fn losses(&self, ui: &mut Ui, view: &mut View, commands: &mut Vec<Command>) {
        let listed = if view.review.in_order {
            &self.derived.in_order
        } else {
            &self.derived.worst_first
        };
        let height = (ui.ctx().content_rect().height() * 0.22).max(150.0);
        let names = [
            String::new(),
            tr!("review-column-move"),
            tr!("review-column-chance"),
            tr!("review-column-points"),
        ];
        let clicked = ui.scope(|ui| {
            rows::header(ui, &COLUMNS, &names, ui.available_width());
            rows::list(
                ui,
                "losses",
                &COLUMNS,
                listed.len(),
                height,
                0.0,
                &mut view.review.wanted,
                |n| {
                    let place = listed[n];
                    self.row(place, &self.review.moves[place])
                },
                |_, _, _| {},
            )
        });
        if let Some(&place) = clicked.inner.and_then(|n| listed.get(n)) {
            view.playing.stop();
            view.review.look_at(place, commands);
        }
    }

    fn row(&self, place: usize, reviewed: &MoveReview) -> Row {
        let verdict = reviewed.verdict(self.by);
        let mark = verdict.and_then(|verdict| grade(verdict.grade()));
        let [chance, points] = match verdict {
            Some(verdict) => {
                let points = verdict.margin_lost();
                let shown = if verdict.is_exact() {
                    format!("{points:.0}")
                } else {
                    format!("{points:.1}")
                };
                [format!("{} %", percent(verdict.chance_lost())), shown]
            }
            None if self.by == Knowledge::Foresight => [tr!("review-not-yet"), String::new()],
            None => [tr!("review-unknown"), tr!("review-unknown")],
        };
        Row {
            cells: vec![
                mark.map_or_else(String::new, |(mark, _)| mark),
                tr!(
                    "review-row",
                    number = place + 1,
                    name = self.name(reviewed),
                    action = self.action(place)
                ),
                chance,
                points,
            ],
            label: tr!(
                "review-line",
                move = self.move_words(place, reviewed),
                loss = self.loss(reviewed)
            ),
            is_bad: verdict.is_some_and(|verdict| verdict.grade() >= Grade::Mistake),
            is_button: true,
        }
    }

    fn turns(&self, ui: &mut Ui, view: &mut View, commands: &mut Vec<Command>) {
        let turns = &self.derived.turns;
        if turns.is_empty() {
            ui.label(if self.at_work {
                tr!("review-no-turns-yet")
            } else {
                tr!("review-no-turns")
            });
        }
        for turn in turns {
            let is_shown = self.replay.shown() == turn.place + 1;
            let button = egui::Button::selectable(is_shown, self.turn_words(turn)).wrap();
            if ui.add(button).clicked() {
                view.playing.stop();
                commands.push(Command::ShowMove(turn.place + 1));
            }
        }
    }

    fn turn_words(&self, turn: &TurningPoint) -> String {
        let name = (self.review.moves.get(turn.place)).map_or_else(String::new, |r| self.name(r));
        let action = format!("{name}: {}", self.action(turn.place));
        let party = self.party(turn.party);
        match turn.turn {
            Turn::Fell => tr!(
                "review-turn-fell",
                number = turn.place + 1,
                move = action,
                party = party,
                before = percent(turn.before),
                after = percent(turn.after)
            ),
            Turn::Leads => tr!(
                "review-turn-leads",
                number = turn.place + 1,
                move = action,
                party = party,
                after = percent(turn.after)
            ),
        }
    }

    /// What each player lost in all.
    fn players(&self, ui: &mut Ui) {
        let game = self.replay.record().game();
        egui::Grid::new("tallies")
            .num_columns(6)
            .striped(true)
            .show(ui, |ui| {
                let head = |ui: &mut Ui, text: String, detail: &str| {
                    ui.label(RichText::new(text).small()).on_hover_text(detail);
                };
                let (lost, grades) = (tr!("review-all-lost-detail"), tr!("review-grades-detail"));
                head(ui, tr!("review-player"), &grades);
                head(ui, tr!("review-all-lost"), &lost);
                for which in Grade::FAULTS {
                    let (mark, name) = grade(which).unwrap_or_default();
                    head(ui, mark, &format!("{name}. {grades}"));
                }
                head(ui, tr!("review-judged"), &lost);
                ui.end_row();
                for seat in game.setup().players().seats() {
                    let tally = self.review.tally(seat, self.by);
                    let name = phrases::player(game, seat);
                    let [grave, mistakes, inaccuracies] = tally.faults;
                    let lost = percent(tally.chance_lost);
                    let all = tr!(
                        "review-tally",
                        name = name.clone(),
                        judged = tally.judged,
                        lost = lost.clone(),
                        grave = grave,
                        mistakes = mistakes,
                        inaccuracies = inaccuracies
                    );
                    ui.scope(|ui| {
                        ui.set_max_width(130.0);
                        let label = ui.add(egui::Label::new(RichText::new(name).strong()).truncate());
                        label.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Label, true, &all));
                    });
                    ui.label(format!("{lost} %"));
                    for count in tally.faults {
                        ui.label(count.to_string());
                    }
                    ui.label(tally.judged.to_string());
                    ui.end_row();
                }
            });
        ui.label(RichText::new(tr!("review-grades-detail")).small());
    }
}
