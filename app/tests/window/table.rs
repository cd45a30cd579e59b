//! A window to test, with file dialogs, chance and settings that the test hands in.

use std::cell::{Cell, RefCell};
use std::collections::VecDeque;
use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::sync::{Arc, mpsc};
use std::time::{Duration, Instant};

use egui::accesskit::Role;
use egui::{Event, Key, Modifiers, MouseWheelUnit, Pos2, Rect, vec2};
use egui_kittest::Harness;
use egui_kittest::kittest::Queryable;
use tayu::desk::{Desk, Keeping, Picked, PickerRequest, Services};
use tayu::journal::JournalFolder;
use tayu::library::Library;
use tayu::settings::SettingsFile;
use tayu::window::App;
use tayu_core::{Placement, Seed, Square};
use tayu_solver::player::{self, Budget};

/// A puzzle with three tiles on the board and three to come; its optimum is not known beforehand.
pub(crate) const SMALL: &str = r#"{
  "format": "tayu-puzzle",
  "version": 1,
  "title": "Small",
  "board": ["i10-147", "l10-138", "n13|347"],
  "sequence": ["123", "148", "258"],
  "maximize": "NS"
}
"#;

/// In how many orders of the tiles placements are compared, where a test says nothing else.
const ORDERS: u32 = 4;

pub(crate) struct Table {
    pub(crate) harness: Harness<'static, App>,
    pub(crate) size: egui::Vec2,
    pub(crate) folder: tempfile::TempDir,
    /// What the next file dialogs will answer, and what they were asked.
    pub(crate) dialogs: Rc<RefCell<VecDeque<Picked>>>,
    pub(crate) asked: Rc<RefCell<Vec<PickerRequest>>>,
    /// While set, dialogs stay open without an answer.
    pub(crate) dialogs_stay_open: Rc<Cell<bool>>,
}

impl Table {
    pub(crate) fn new() -> Self {
        Self::with_size(None, [1280.0, 860.0])
    }

    /// A window on a file with this text.
    pub(crate) fn on(text: &str) -> Self {
        Self::with_size(Some(text), [1280.0, 860.0])
    }

    pub(crate) fn with_size(text: Option<&str>, size: [f32; 2]) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let file = text.map(|text| {
            let path = folder.path().join("given.tayu.json");
            std::fs::write(&path, text).unwrap();
            path
        });
        Self::in_folder(folder, file, size)
    }

    /// A window on a folder that this prepares.
    pub(crate) fn prepared(prepare: impl FnOnce(&Path)) -> Self {
        let folder = tempfile::tempdir().unwrap();
        prepare(folder.path());
        Self::in_folder(folder, None, [1280.0, 860.0])
    }

    /// A window in which placements are compared in so many orders.
    pub(crate) fn with_orders(orders: u32) -> Self {
        let folder = tempfile::tempdir().unwrap();
        Self::with_services(folder, None, [1280.0, 860.0], orders)
    }

    fn in_folder(folder: tempfile::TempDir, file: Option<PathBuf>, size: [f32; 2]) -> Self {
        Self::with_services(folder, file, size, ORDERS)
    }

    fn with_services(folder: tempfile::TempDir, file: Option<PathBuf>, size: [f32; 2], orders: u32) -> Self {
        let keeping = keeping(folder.path());
        let dialogs: Rc<RefCell<VecDeque<Picked>>> = Rc::default();
        let asked: Rc<RefCell<Vec<PickerRequest>>> = Rc::default();
        let dialogs_stay_open: Rc<Cell<bool>> = Rc::default();
        let services = services(
            Rc::clone(&dialogs),
            Rc::clone(&asked),
            Rc::clone(&dialogs_stay_open),
            orders,
        );
        let settings = SettingsFile::at(folder.path().join("settings/settings.json"));
        let harness = Harness::builder()
            .with_size(size)
            .with_step_dt(1.0 / 20.0)
            .build_eframe(|cc| App::new(&cc.egui_ctx, services, settings, keeping, file));
        let mut table = Self {
            harness,
            size: size.into(),
            folder,
            dialogs,
            asked,
            dialogs_stay_open,
        };
        table.settle();
        table
    }

    /// Closes the window as the end of the process would, and opens one on the same folders.
    pub(crate) fn start_again(self) -> Self {
        let Self {
            harness,
            folder,
            size,
            ..
        } = self;
        drop(harness);
        Self::in_folder(folder, None, size.into())
    }

    /// A second window on the same folders.
    pub(crate) fn another_window(&self) -> Harness<'static, App> {
        let folder = self.folder.path();
        let services = services(Rc::default(), Rc::default(), Rc::default(), ORDERS);
        let settings = SettingsFile::at(folder.join("settings/settings.json"));
        let keeping = keeping(folder);
        Harness::builder()
            .with_size(self.size)
            .build_eframe(|cc| App::new(&cc.egui_ctx, services, settings, keeping, None))
    }

    /// The one tile that is to be laid.
    pub(crate) fn tile_to_lay(&self) -> Option<tayu_core::Tile> {
        self.desk()
            .tiles_to_lay()
            .and_then(|choice| choice.kinds().next())
    }

    pub(crate) fn desk(&self) -> &Desk {
        self.harness.state().desk()
    }

    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// Lets frames pass until there is nothing more to draw, but only a few; a solver at work may go on.
    pub(crate) fn settle(&mut self) {
        for _ in 0..4 {
            self.harness.step();
            if !self.harness.ctx.has_requested_repaint() {
                break;
            }
        }
    }

    /// Lets frames pass until something holds.
    pub(crate) fn wait_until(&mut self, what: &str, holds: impl Fn(&Desk) -> bool) {
        let start = Instant::now();
        while !holds(self.desk()) {
            assert!(
                start.elapsed() < Duration::from_secs(60),
                "waited in vain: {what}"
            );
            std::thread::sleep(Duration::from_millis(10));
            self.harness.step();
        }
        self.settle();
    }

    pub(crate) fn click(&mut self, label: &str) {
        assert!(
            self.harness.query_all_by_label(label).next().is_some(),
            "nothing is labelled {label:?}"
        );
        self.bring_into_view(label);
        self.harness.get_all_by_label(label).next().unwrap().click();
        self.settle();
    }

    /// Scrolls until what has this label can be reached by the pointer.
    pub(crate) fn bring_into_view(&mut self, label: &str) {
        let node = self.harness.get_all_by_label(label).next().unwrap();
        let window = Rect::from_min_size(Pos2::ZERO, self.size);
        if !window.contains_rect(node.rect()) {
            node.scroll_to_me();
            self.harness.run_steps(20);
        }
    }

    /// Scrolls to what has this role and this label, where it may be out of sight within a form.
    pub(crate) fn scroll_to(&mut self, role: Role, label: &str) {
        self.harness.get_by_role_and_label(role, label).scroll_to_me();
        self.harness.run_steps(20);
    }

    /// Clicks what has a label that contains this.
    pub(crate) fn click_containing(&mut self, part: &str) {
        let node = self.harness.get_all_by_label_contains(part).next().unwrap();
        let window = Rect::from_min_size(Pos2::ZERO, self.size);
        if !window.contains_rect(node.rect()) {
            node.scroll_to_me();
            self.harness.run_steps(20);
        }
        let node = self.harness.get_all_by_label_contains(part).next().unwrap();
        node.click();
        self.settle();
    }

    /// Clicks what has this role and this label.
    pub(crate) fn click_role(&mut self, role: Role, label: &str) {
        self.harness.get_by_role_and_label(role, label).click();
        self.settle();
    }

    /// Opens a menu of the bar and clicks an item in it.
    pub(crate) fn menu(&mut self, menu: &str, item: &str) {
        self.click(menu);
        self.click_containing(item);
    }

    pub(crate) fn shows(&self, text: &str) -> bool {
        self.harness.query_all_by_label_contains(text).next().is_some()
    }

    #[track_caller]
    pub(crate) fn assert_shows(&self, text: &str) {
        assert!(self.shows(text), "not to be seen: {text:?}");
    }

    #[track_caller]
    pub(crate) fn assert_hides(&self, text: &str) {
        assert!(!self.shows(text), "to be seen: {text:?}");
    }

    pub(crate) fn type_into(&mut self, label: &str, text: &str) {
        self.bring_into_view(label);
        let field = self.field(label);
        field.click();
        self.settle();
        self.harness.key_press_modifiers(Modifiers::COMMAND, Key::A);
        self.settle();
        self.field(label).type_text(text);
        self.settle();
    }

    /// Types a number where it can be dragged as well.
    pub(crate) fn type_number(&mut self, label: &str, number: u32) {
        self.bring_into_view(label);
        self.click_role(Role::SpinButton, label);
        self.keys(Modifiers::COMMAND, Key::A);
        let field = self.harness.get_by_label(label);
        field.type_text(&number.to_string());
        self.settle();
    }

    fn field<'a>(&'a self, label: &'a str) -> egui_kittest::Node<'a> {
        self.harness.get_by_role_and_label(Role::TextInput, label)
    }

    pub(crate) fn board_rect(&self) -> Rect {
        self.harness.get_by_role_and_label(Role::Canvas, "Board").rect()
    }

    /// What a screen reader says of the board.
    pub(crate) fn board_says(&self) -> String {
        let board = self.harness.get_by_role_and_label(Role::Canvas, "Board");
        board.value().unwrap_or_default()
    }

    /// The middle of a square: the board and 2.3 squares of sea on each side fill the space there is.
    pub(crate) fn at(&self, square: &str) -> Pos2 {
        let square: Square = square.parse().unwrap();
        let area = self.board_rect();
        let side = (area.size().min_elem() / (19.0 + 2.0 * 2.3)).floor();
        let corner = (area.center() - vec2(9.5, 9.5) * side).floor();
        corner + vec2(square.column() as f32 + 0.5, 18.5 - square.row() as f32) * side
    }

    pub(crate) fn hover(&mut self, square: &str) {
        self.harness.hover_at(self.at(square));
        self.settle();
    }

    pub(crate) fn click_square(&mut self, square: &str) {
        self.hover(square);
        let at = self.at(square);
        self.harness.drag_at(at);
        self.harness.drop_at(at);
        // Dropping takes the pointer away: it comes back.
        self.hover(square);
    }

    pub(crate) fn key(&mut self, key: Key) {
        self.harness.key_press(key);
        self.settle();
    }

    pub(crate) fn keys(&mut self, modifiers: Modifiers, key: Key) {
        self.harness.key_press_modifiers(modifiers, key);
        self.settle();
    }

    /// Turns the wheel by notches.
    pub(crate) fn wheel(&mut self, notches: f32, modifiers: Modifiers) {
        self.harness.event_modifiers(
            Event::MouseWheel {
                unit: MouseWheelUnit::Line,
                delta: vec2(0.0, notches),
                phase: egui::TouchPhase::Move,
                source: egui::MouseWheelSource::Wheel,
                modifiers,
            },
            modifiers,
        );
        self.harness.run_steps(12);
    }

    /// How the tile in the hand shows itself on the board.
    pub(crate) fn ghost(&self) -> Option<Placement> {
        // A tile that lies under it is told first.
        (self.board_says().split_whitespace())
            .filter_map(|word| word.trim_end_matches([':', '.', ',']).parse().ok())
            .next_back()
    }

    /// Lays the tile in hand just so, turning it with R and clicking.
    pub(crate) fn lay(&mut self, placement: Placement) {
        let square = placement.middle().to_string();
        self.hover(&square);
        for _ in 0..4 {
            if self.ghost() == Some(placement) {
                break;
            }
            self.key(Key::R);
        }
        assert_eq!(self.ghost(), Some(placement));
        let at = self.at(&square);
        self.harness.drag_at(at);
        self.harness.drop_at(at);
        self.settle();
    }

    /// A placement that the tile in hand could have.
    pub(crate) fn any_placement(&self) -> Placement {
        let choice = self.desk().tiles_to_lay().unwrap();
        let board = self.board_in_front();
        (choice
            .kinds()
            .find_map(|tile| board.legal_placements(tile).next()))
        .unwrap()
    }

    fn board_in_front(&self) -> &tayu_core::Board {
        let desk = self.desk();
        match desk.mode() {
            tayu::desk::Mode::Play => desk.game().unwrap().game().position().board(),
            _ => desk.trial().unwrap().board(),
        }
    }

    /// Lays the tile in hand somewhere legal by a click. Says where.
    pub(crate) fn lay_anywhere(&mut self) -> Placement {
        let placement = self.any_placement();
        let before = self.board_in_front().len();
        self.click_square(&placement.middle().to_string());
        let desk = self.desk();
        let laid = match desk.mode() {
            tayu::desk::Mode::Play => desk.game().unwrap().game().position().placements().to_vec(),
            _ => desk.trial().unwrap().position().placements().to_vec(),
        };
        assert_eq!(laid.len(), before + 1, "a click where the tile fits lays it");
        laid[before]
    }

    /// Drops a file or a folder on the window.
    pub(crate) fn drop_file(&mut self, path: &Path) {
        let dropped = Arc::new(Dropped(path.to_owned()));
        self.harness.input_mut().dropped_files.push(dropped);
        self.settle();
    }

    pub(crate) fn read(&self, path: &Path) -> tayu_core::Draft {
        tayu_core::Draft::from_json(&std::fs::read_to_string(path).unwrap()).unwrap()
    }
}

#[derive(Debug)]
struct Dropped(PathBuf);

impl egui::DroppedFile for Dropped {
    fn path(&self) -> &Path {
        &self.0
    }

    fn bytes(&self) -> Result<Vec<u8>, String> {
        std::fs::read(&self.0).map_err(|error| error.to_string())
    }
}

fn keeping(folder: &Path) -> Keeping {
    Keeping {
        journals: JournalFolder::at(folder.join("games")),
        library: Library::at(folder.join("played")),
    }
}

fn services(
    dialogs: Rc<RefCell<VecDeque<Picked>>>,
    asked: Rc<RefCell<Vec<PickerRequest>>>,
    stay_open: Rc<Cell<bool>>,
    orders: u32,
) -> Services {
    let open = RefCell::new(Vec::new());
    let mut services = Services::of_system(Arc::new(|| ()));
    services.pick_file = Box::new(move |request, _| {
        asked.borrow_mut().push(request.clone());
        let (sender, receiver) = mpsc::channel();
        if let Some(answer) = dialogs.borrow_mut().pop_front() {
            sender.send(answer).unwrap();
        }
        // Without an answer the sender is dropped, as when no thread can be had.
        if stay_open.get() {
            open.borrow_mut().push(sender);
        }
        receiver
    });
    let mut next = 0;
    services.new_seed = Box::new(move || {
        next += 1;
        Seed(next)
    });
    services.analysis.orders = orders;
    services.review.analysis.orders = 2;
    services.review.hindsight = 6;
    // At once, and the same on every machine.
    services.think = Box::new(|sight, level, seed, stop, _| {
        let budget = Budget {
            nodes: Some(300),
            time: None,
        };
        let (sender, receiver) = mpsc::channel();
        sender
            .send(player::choose(&sight, level, seed, budget, &stop))
            .unwrap();
        receiver
    });
    services.shuffle = Box::new(<[_]>::reverse);
    services.today = Box::new(|| "2026-11-30".parse().ok());
    services
}
