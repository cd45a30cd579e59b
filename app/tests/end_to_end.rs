//! The real program in a real window: it opens a file, takes clicks and keys, and saves.
//!
//! Needs Xvfb, xdotool and a software renderer, which `make test` sees to.
// Helpers of tests may stop a test as the tests themselves may.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]
#![cfg(target_os = "linux")]

use std::fs;
use std::io::{BufRead, BufReader};
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use tayu_core::{Pair, Puzzle, Square};

const WIDTH: u32 = 1280;
const HEIGHT: u32 = 860;
/// The panel's width, and where in a window of this size some buttons are.
const PANEL: f32 = 344.0;
const NEW_GAME: f32 = 185.0;
const DRAW: f32 = 505.0;

const OPENED: &str = r#"{
  "format": "tayu-puzzle",
  "version": 1,
  "title": "Opened",
  "board": ["i10-147", "l10-138", "n13|347"],
  "sequence": ["123", "148"],
  "maximize": "NS",
  "stars": [1, 2, 3]
}
"#;

/// A process that does not outlive the test.
struct Running(Child);

impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

struct Screen {
    _server: Running,
    display: String,
}

impl Screen {
    fn start() -> Self {
        let mut server = Command::new("Xvfb")
            .args([
                "-displayfd",
                "1",
                "-screen",
                "0",
                &format!("{WIDTH}x{HEIGHT}x24"),
                "-nolisten",
                "tcp",
                // A server that starts anew when the last window is gone refuses who comes meanwhile.
                "-noreset",
            ])
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("Xvfb is needed: run `make test`, which installs it");
        let mut number = String::new();
        BufReader::new(server.stdout.take().unwrap())
            .read_line(&mut number)
            .unwrap();
        assert!(!number.trim().is_empty(), "Xvfb opened no display");
        Self {
            _server: Running(server),
            display: format!(":{}", number.trim()),
        }
    }

    fn xdotool(&self, args: &[&str]) -> String {
        let output = Command::new("xdotool")
            .args(args)
            .env("DISPLAY", &self.display)
            .output()
            .expect("xdotool is needed: run `make test`, which installs it");
        String::from_utf8(output.stdout).unwrap()
    }

    fn click(&self, x: f32, y: f32) {
        self.xdotool(&["mousemove", &format!("{x:.0}"), &format!("{y:.0}")]);
        sleep(Duration::from_millis(300));
        self.xdotool(&["click", "1"]);
        sleep(Duration::from_millis(500));
    }

    fn key(&self, keys: &str) {
        self.xdotool(&["key", keys]);
        sleep(Duration::from_millis(500));
    }
}

fn wait_for<T>(what: &str, mut found: impl FnMut() -> Option<T>) -> T {
    let start = Instant::now();
    loop {
        if let Some(found) = found() {
            return found;
        }
        assert!(
            start.elapsed() < Duration::from_secs(60),
            "waited in vain: {what}"
        );
        sleep(Duration::from_millis(200));
    }
}

/// The middle of a square in a window of this size: the board fills what the bar, the panel and the line of words
/// leave.
fn at(square: Square) -> (f32, f32) {
    const BAR: f32 = 48.0;
    const WORDS: f32 = 44.0;
    let (width, height) = (WIDTH as f32 - PANEL, HEIGHT as f32 - BAR - WORDS);
    let side = (width.min(height) / 23.6).floor();
    let x = width / 2.0 + (square.column() as f32 - 9.0) * side;
    let y = BAR + height / 2.0 + (9.0 - square.row() as f32) * side;
    (x, y)
}

/// The program's window, at the upper left corner and as large as the screen.
fn window(screen: &Screen) -> String {
    let window = wait_for("the window", || {
        let found = screen.xdotool(&["search", "--onlyvisible", "--class", "tayu"]);
        found.lines().last().map(str::to_owned)
    });
    let (width, height) = (WIDTH.to_string(), HEIGHT.to_string());
    screen.xdotool(&["windowsize", "--sync", &window, &width, &height]);
    screen.xdotool(&["windowmove", &window, "0", "0"]);
    screen.xdotool(&["windowfocus", &window]);
    window
}

#[test]
fn a_game_is_back_after_the_program_was_killed() {
    let folder = tempfile::tempdir().unwrap();
    let journals = folder.path().join("data/tayu/games");
    let journal = || {
        let entry = fs::read_dir(&journals).ok()?.next()?.unwrap();
        fs::read_to_string(entry.path()).ok()
    };
    let entries = |count: usize| move |text: &String| text.lines().count() == count;
    let screen = Screen::start();
    let title = |window: &str| screen.xdotool(&["getwindowname", window]);

    let mut program = Running(start(folder.path(), None, &screen.display, folder.path()));
    let first = window(&screen);
    wait_for("a puzzle's title", || {
        title(&first).contains("Tayü").then_some(())
    });
    sleep(Duration::from_secs(1));
    // A new game as the form has it, and a draw from the left lane.
    screen.key("ctrl+1");
    let panel = WIDTH as f32 - PANEL;
    screen.click(panel + 60.0, NEW_GAME);
    screen.key("Return");
    wait_for("the journal", || journal().filter(entries(2)));
    screen.click(panel + PANEL * 0.25, DRAW);
    let drawn = wait_for("the draw", || journal().filter(entries(3)));
    assert!(drawn.contains(" play draw left"), "{drawn}");
    // The tile is laid on the star; however it lies there at first is allowed.
    let (x, y) = at(Square::STAR);
    screen.click(x, y);
    let laid = wait_for("the tile laid", || journal().filter(entries(4)));

    program.0.kill().unwrap();
    program.0.wait().unwrap();
    assert_eq!(journal().as_deref(), Some(laid.as_str()));

    let mut program = Running(start(folder.path(), None, &screen.display, folder.path()));
    let second = window(&screen);
    let both = "North–South – East–West";
    wait_for("the game's title", || title(&second).contains(both).then_some(()));
    sleep(Duration::from_secs(1));
    // It goes on: the next draw is an entry more.
    screen.key("Escape");
    screen.click(panel + PANEL * 0.25, DRAW);
    let went_on = wait_for("another draw", || journal().filter(entries(5)));
    assert!(went_on.starts_with(&laid), "{went_on}");
    screen.key("ctrl+q");
    let status = wait_for("the end", || program.0.try_wait().unwrap());
    assert!(status.success(), "{status}");
}

#[test]
fn the_program_opens_a_file_takes_clicks_and_saves() {
    let folder = tempfile::tempdir().unwrap();
    let (given, copy, made) = ("given.tayu.json", "copy.tayu.json", "made.tayu.json");
    let path = |name: &str| folder.path().join(name);
    fs::write(path(given), OPENED).unwrap();
    // Where no desktop portal answers, the file dialog is a program called zenity: this one always picks the
    // path that it finds in a file.
    let tools = path("bin");
    fs::create_dir(&tools).unwrap();
    let answer = path("answer");
    let script = format!("#!/bin/sh\nsleep 0.5\ncat '{}'\n", answer.display());
    fs::write(tools.join("zenity"), script).unwrap();
    fs::set_permissions(tools.join("zenity"), fs::Permissions::from_mode(0o755)).unwrap();
    let pick = |name: &str| fs::write(&answer, path(name).display().to_string()).unwrap();

    let screen = Screen::start();
    let mut program = Running(start(folder.path(), Some(&path(given)), &screen.display, &tools));
    let window = window(&screen);
    wait_for("the file's title", || {
        screen
            .xdotool(&["getwindowname", &window])
            .contains("Opened")
            .then_some(())
    });
    sleep(Duration::from_secs(1));

    // The puzzle that was opened is saved under another name, with the field that the program does not know.
    pick(copy);
    screen.key("ctrl+s");
    let saved = wait_for("the copy", || fs::read_to_string(path(copy)).ok());
    assert_eq!(saved, OPENED);

    // In the editor a tile is taken from the panel, laid on the star by a click, and the puzzle saved.
    screen.key("ctrl+3");
    let first_kind = (WIDTH as f32 - PANEL + 45.0, 178.0);
    screen.click(first_kind.0, first_kind.1);
    let (x, y) = at(Square::STAR);
    screen.click(x, y);
    pick(made);
    screen.key("ctrl+s");
    let saved = wait_for("the puzzle made", || fs::read_to_string(path(made)).ok());
    let puzzle = Puzzle::from_json(&saved).unwrap();
    let [tile] = puzzle.position().placements() else {
        panic!("one tile was laid: {saved}")
    };
    assert_eq!(
        (tile.middle(), tile.tile().to_string()),
        (Square::STAR, "123".to_owned())
    );
    assert_eq!(puzzle.goal().pair(), Pair::NorthSouth);

    screen.key("ctrl+q");
    let status = wait_for("the end", || program.0.try_wait().unwrap());
    assert!(status.success(), "{status}");
}

fn start(folder: &Path, file: Option<&Path>, display: &str, tools: &Path) -> Child {
    let search = std::env::var("PATH").unwrap_or_default();
    Command::new(env!("CARGO_BIN_EXE_tayu"))
        .args(file)
        .env("DISPLAY", display)
        .env("PATH", format!("{}:{search}", tools.display()))
        .env("XDG_CONFIG_HOME", folder.join("config"))
        .env("XDG_DATA_HOME", folder.join("data"))
        .env("LIBGL_ALWAYS_SOFTWARE", "1")
        .env_remove("WAYLAND_DISPLAY")
        .env_remove("DBUS_SESSION_BUS_ADDRESS")
        .env("XDG_RUNTIME_DIR", folder)
        .spawn()
        .unwrap()
}
