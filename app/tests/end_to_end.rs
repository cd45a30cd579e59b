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
    const PANEL: f32 = 344.0;
    const WORDS: f32 = 44.0;
    let (width, height) = (WIDTH as f32 - PANEL, HEIGHT as f32 - BAR - WORDS);
    let side = (width.min(height) / 23.6).floor();
    let x = width / 2.0 + (square.column() as f32 - 9.0) * side;
    let y = BAR + height / 2.0 + (9.0 - square.row() as f32) * side;
    (x, y)
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
    let mut program = Running(start(folder.path(), &path(given), &screen.display, &tools));
    let window = wait_for("the window", || {
        let found = screen.xdotool(&["search", "--onlyvisible", "--class", "tayu"]);
        found.lines().last().map(str::to_owned)
    });
    screen.xdotool(&[
        "windowsize",
        "--sync",
        &window,
        &WIDTH.to_string(),
        &HEIGHT.to_string(),
    ]);
    screen.xdotool(&["windowmove", &window, "0", "0"]);
    screen.xdotool(&["windowfocus", &window]);
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
    let first_kind = (WIDTH as f32 - 344.0 + 45.0, 178.0);
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

fn start(folder: &Path, file: &Path, display: &str, tools: &Path) -> Child {
    let search = std::env::var("PATH").unwrap_or_default();
    Command::new(env!("CARGO_BIN_EXE_tayu"))
        .arg(file)
        .env("DISPLAY", display)
        .env("PATH", format!("{}:{search}", tools.display()))
        .env("XDG_CONFIG_HOME", folder.join("config"))
        .env("LIBGL_ALWAYS_SOFTWARE", "1")
        .env_remove("WAYLAND_DISPLAY")
        .env_remove("DBUS_SESSION_BUS_ADDRESS")
        .env("XDG_RUNTIME_DIR", folder)
        .spawn()
        .unwrap()
}
