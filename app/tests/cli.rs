//! The program on its command line: what it prints where, and its exit status.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test may fail")]

use std::ffi::OsStr;
use std::fs;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::time::{Duration, Instant};

use serde_json::Value;
use tayu_core::{Puzzle, Record, Tile};
use tayu_solver::Line;
use tempfile::TempDir;

const SMALL: &str = "01-both-ends.tayu.json";

fn bundled(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../puzzles")
        .join(name)
}

/// A game that the tests of the core read.
fn game(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../core/tests/data/games")
        .join(name)
}

/// The program without a display and with nothing in its environment that changes what it does.
fn tayu<S: AsRef<OsStr>>(arguments: impl IntoIterator<Item = S>) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_tayu"));
    command.args(arguments).stdin(Stdio::null());
    for name in [
        "DISPLAY",
        "WAYLAND_DISPLAY",
        "WAYLAND_SOCKET",
        "TAYU_LOG",
        "RUST_LOG",
    ] {
        command.env_remove(name);
    }
    command
}

struct Ran {
    status: Option<i32>,
    out: String,
    err: String,
}

impl From<Output> for Ran {
    fn from(output: Output) -> Self {
        Self {
            status: output.status.code(),
            out: String::from_utf8(output.stdout).unwrap(),
            err: String::from_utf8(output.stderr).unwrap(),
        }
    }
}

fn run<S: AsRef<OsStr>>(arguments: impl IntoIterator<Item = S>) -> Ran {
    tayu(arguments).output().unwrap().into()
}

/// A folder with a file of this content, and the file's path.
fn file(name: &str, content: impl AsRef<[u8]>) -> (TempDir, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join(name);
    fs::write(&path, content).unwrap();
    (folder, path)
}

/// From the empty board one tile of each kind: no machine proves the best line of this within a test.
fn endless() -> (TempDir, PathBuf) {
    let tiles: Vec<String> = Tile::all().map(|tile| format!("\"{tile}\"")).collect();
    let text = format!(
        r#"{{"format": "tayu-puzzle", "version": 1, "board": [], "sequence": [{}], "maximize": "NS"}}"#,
        tiles.join(", ")
    );
    file("endless.tayu.json", text)
}

mod check {
    use super::*;

    #[test]
    fn a_sound_file_is_summed_up() {
        let path = bundled(SMALL);
        let puzzle = Puzzle::from_json(&fs::read_to_string(&path).unwrap()).unwrap();
        let ran = run([OsStr::new("check"), path.as_os_str()]);
        assert_eq!((ran.status, ran.err.as_str()), (Some(0), ""));
        let board = puzzle.position().board();
        for words in [
            format!("{}: sound", path.display()),
            format!("{} tiles on the board", board.len()),
            format!("{} to come", puzzle.sequence().len()),
            format!("coasts {}", board.coasts()),
        ] {
            assert!(ran.out.contains(&words), "{words:?} in {}", ran.out);
        }
    }

    #[test]
    fn every_fault_is_listed_with_file_place_and_field() {
        let text = "{\"format\": \"tayu-puzzle\", \"version\": 1,\n\
                    \"board\": [\"a1-123\"], \"sequence\": [\"111\", 5], \"maximize\": \"NW\"}";
        let (_folder, path) = file("bad.tayu.json", text);
        let ran = run([OsStr::new("check"), path.as_os_str()]);
        assert_eq!(ran.status, Some(2));
        // The same faults as those of the reader, whose places and fields its own tests hold against the text.
        let faults = Puzzle::from_json(text).unwrap_err();
        let expected: String = faults
            .0
            .iter()
            .map(|fault| format!("{}: {fault}\n", path.display()))
            .collect();
        assert_eq!(ran.out, expected);
        assert!(expected.lines().count() >= 3, "{expected}");
        assert!(!ran.err.is_empty());
    }

    #[test]
    fn one_bad_file_does_not_hide_the_others() {
        let (folder, text) = file("latin1.tayu.json", b"{\"format\": \"tay\xfc\"}");
        let empty = folder.path().join("empty.tayu.json");
        let huge = folder.path().join("huge.tayu.json");
        let missing = folder.path().join("missing.tayu.json");
        fs::write(&empty, "").unwrap();
        fs::File::create(&huge)
            .unwrap()
            .set_len(8 * 1024 * 1024 + 1)
            .unwrap();
        let good = bundled(SMALL);
        let files = [&text, &empty, &huge, &missing, &good];
        let ran = run(std::iter::once(OsStr::new("check")).chain(files.iter().map(|f| f.as_os_str())));
        assert_eq!(ran.status, Some(2));
        let lines: Vec<&str> = ran.out.lines().collect();
        let says = ["byte 15 ", "is empty", "8 MiB", "No such file", "sound"];
        assert_eq!(lines.len(), says.len() + 1, "{}", ran.out);
        assert_eq!(
            lines.last(),
            Some(&"1 puzzle and 0 games sound, 4 bad files"),
            "{}",
            ran.out
        );
        for ((line, file), word) in lines.iter().zip(files).zip(says) {
            assert!(
                line.starts_with(&file.display().to_string()) && line.contains(word),
                "{word:?} in {line}"
            );
        }
        assert!(ran.err.contains("4 of 5"), "{}", ran.err);
    }

    #[test]
    fn games_are_checked_too() {
        let ran = run([OsStr::new("check"), game("three.tayu.json").as_os_str()]);
        assert_eq!((ran.status, ran.err.as_str()), (Some(0), ""));
        for words in [
            "three.tayu.json: sound: a game of 3, won by spoilsport, 19 moves, 7 tiles",
            "coasts N 2, E 0, S 3, W 0",
        ] {
            assert!(ran.out.contains(words), "{words:?} in {}", ran.out);
        }
        let ran = run([OsStr::new("check"), game("pasted.txt").as_os_str()]);
        assert_eq!((ran.status, ran.err.as_str()), (Some(0), ""));

        let text = fs::read_to_string(game("two.tayu.json")).unwrap();
        let (_folder, path) = file("two.tayu.json", text.replace("j16|148", "k16|148"));
        let ran = run([OsStr::new("check"), path.as_os_str()]);
        assert_eq!(ran.status, Some(2));
        assert!(
            ran.out
                .contains("line 20, column 24: moves[5]: move 6, Ada to move: "),
            "{}",
            ran.out
        );
        assert_eq!(ran.err, "tayu: the file is not sound\n");
    }

    #[test]
    fn folders_are_gone_through_in_order() {
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(name);
        fs::create_dir_all(at("b/deep/er")).unwrap();
        fs::create_dir(at("folder.json")).unwrap();
        let puzzle = fs::read(bundled(SMALL)).unwrap();
        for name in ["b/deep/er/p.JSON", "c.tayu.json"] {
            fs::write(at(name), &puzzle).unwrap();
        }
        fs::copy(game("two.tayu.json"), at("a.tayu.json")).unwrap();
        fs::copy(game("pro.tayu.json"), at("b/g.json")).unwrap();
        fs::write(at("b/notes.txt"), "no JSON").unwrap();
        fs::write(at("b/other.json"), "{\"name\": \"other\"}").unwrap();
        fs::write(at("d.json"), "{\"format\": \"tayu-certificate\"}").unwrap();
        fs::write(at("e.tayu.json"), "[1]").unwrap();
        fs::write(at("f.json"), "{").unwrap();
        fs::write(at("g.json"), "{\"format\": \"tayu-puzzle\",").unwrap();
        let ran = run([OsStr::new("check"), folder.path().as_os_str()]);
        assert_eq!(ran.status, Some(2));
        let lines: Vec<&str> = ran.out.lines().collect();
        let expected = [
            ("a.tayu.json", "sound: a game of 2"),
            ("b/deep/er/p.JSON", "sound"),
            ("b/g.json", "sound: a game of 2, under way"),
            ("c.tayu.json", "sound"),
            ("e.tayu.json", "object"),
            ("g.json", "no JSON"),
        ];
        assert_eq!(lines.len(), expected.len() + 1, "{}", ran.out);
        for (line, (name, words)) in lines.iter().zip(expected) {
            let begin = format!("{}: ", at(name).display());
            assert!(
                line.starts_with(&begin) && line.contains(words),
                "{words:?} in {line}"
            );
        }
        assert_eq!(
            lines.last(),
            Some(&"2 puzzles and 2 games sound, 2 bad files, 3 other JSON files passed over")
        );
        assert_eq!(ran.err, "tayu: 2 of 6 files are not sound\n");

        let ran = run([
            OsStr::new("check"),
            at("b").as_os_str(),
            at("c.tayu.json").as_os_str(),
        ]);
        assert_eq!((ran.status, ran.err.as_str()), (Some(0), ""));
        assert!(
            ran.out
                .ends_with("2 puzzles and 1 game sound, 0 bad files, 1 other JSON file passed over\n")
        );
        let ran = run([OsStr::new("check"), at("folder.json").as_os_str()]);
        assert_eq!(ran.status, Some(2));
        assert_eq!(ran.err, "tayu: there is no puzzle and no game there\n");
    }

    #[cfg(unix)]
    #[test]
    fn links_lead_to_files_and_round_no_loops() {
        use std::os::unix::fs::symlink;
        let (folder, path) = file("a.tayu.json", fs::read(bundled(SMALL)).unwrap());
        let at = |name: &str| folder.path().join(name);
        fs::create_dir(at("inner")).unwrap();
        symlink("..", at("inner/up")).unwrap();
        symlink("loop.json", at("loop.json")).unwrap();
        symlink(&path, at("inner/link.json")).unwrap();
        symlink("nowhere", at("broken.json")).unwrap();
        let ran = run([OsStr::new("check"), folder.path().as_os_str()]);
        assert_eq!(ran.status, Some(2));
        let lines: Vec<&str> = ran.out.lines().collect();
        let words = [
            "a.tayu.json: sound",
            "broken.json",
            "link.json: sound",
            "loop.json",
        ];
        assert_eq!(lines.len(), words.len() + 1, "{}", ran.out);
        for (line, words) in lines.iter().zip(words) {
            assert!(line.contains(words), "{words:?} in {line}");
        }
        assert!(
            ran.out.ends_with("2 puzzles and 0 games sound, 2 bad files\n"),
            "{}",
            ran.out
        );
        assert!(
            ran.err.contains("up is a link to a folder; name it"),
            "{}",
            ran.err
        );
    }

    #[test]
    fn thousands_of_files_are_checked() {
        let folder = tempfile::tempdir().unwrap();
        let text = fs::read(game("two.tayu.json")).unwrap();
        for n in 0..3_000 {
            fs::write(folder.path().join(format!("{n}.tayu.json")), &text).unwrap();
        }
        let ran = run([OsStr::new("check"), folder.path().as_os_str()]);
        assert_eq!((ran.status, ran.err.as_str()), (Some(0), ""));
        assert_eq!(ran.out.lines().count(), 3_001);
        assert!(ran.out.ends_with("0 puzzles and 3000 games sound, 0 bad files\n"));
    }

    #[test]
    fn the_bundled_puzzles_and_the_games_of_the_tests_are_sound() {
        let games = game("two.tayu.json");
        let ran = run([
            OsStr::new("check"),
            games.parent().unwrap().as_os_str(),
            bundled("").as_os_str(),
        ]);
        assert_eq!((ran.status, ran.err.as_str()), (Some(0), ""), "{}", ran.out);
    }

    /// Reading the messages of the kernel waits for the next one.
    #[cfg(target_os = "linux")]
    #[test]
    fn a_file_that_never_ends_is_not_read() {
        let ran = run(["check", "/proc/kmsg"]);
        assert_eq!(ran.status, Some(2));
        assert!(
            ran.out
                .starts_with("/proc/kmsg is empty, or no file on a disk; name"),
            "{}",
            ran.out
        );
    }

    #[test]
    fn nothing_to_check_is_a_usage_error() {
        assert_eq!(run(["check"]).status, Some(2));
    }
}

mod replay {
    use super::*;

    #[test]
    fn a_game_is_told_turn_by_turn() {
        let path = game("two.tayu.json");
        let ran = run([OsStr::new("replay"), path.as_os_str()]);
        assert_eq!((ran.status, ran.err.as_str()), (Some(0), ""));
        for words in [
            "Player 1 (NS): Ada\n",
            "4. Max: draw left (148), j19|148 [N 2, E 0, S 0, W 0]\n",
            "7. Ada: draw right (167), j1-167 [N 2, E 0, S 3, W 0]\n",
            "Products: NS 6, EW 0\nWinner: NS (Ada)\n",
            "◆",
        ] {
            assert!(ran.out.contains(words), "{words:?} in {}", ran.out);
        }
        assert!(!ran.out.contains('\x1b'), "{}", ran.out);
        // What is told is a text that holds the game.
        let record = Record::from_text(&ran.out).unwrap();
        assert_eq!(
            record,
            Record::from_json(&fs::read_to_string(path).unwrap()).unwrap()
        );
    }

    #[test]
    fn every_variant_can_be_replayed_and_written_as_text() {
        for name in [
            "two", "three", "four", "pro", "pro-four", "table", "spread", "stacks",
        ] {
            let path = game(&format!("{name}.tayu.json"));
            // Of games under way nothing is told that is to come.
            let record = Record::from_json(&fs::read_to_string(&path).unwrap())
                .unwrap()
                .public();
            let ran = run([OsStr::new("replay"), path.as_os_str()]);
            assert_eq!((ran.status, ran.err.as_str()), (Some(0), ""), "{name}");
            assert_eq!(Record::from_text(&ran.out).unwrap().game(), record.game());
            let ran = run([OsStr::new("replay"), path.as_os_str(), OsStr::new("--text")]);
            assert_eq!((ran.status, ran.err.as_str()), (Some(0), ""), "{name}");
            assert_eq!(ran.out, record.to_text());
        }
    }

    #[test]
    fn a_pasted_text_will_do() {
        let ran = run([
            OsStr::new("replay"),
            game("pasted.txt").as_os_str(),
            OsStr::new("--text"),
        ]);
        assert_eq!((ran.status, ran.err.as_str()), (Some(0), ""));
        let text = fs::read_to_string(game("two.tayu.json")).unwrap();
        assert_eq!(ran.out, Record::from_json(&text).unwrap().to_text());
    }

    #[test]
    fn what_is_no_game_is_refused() {
        let text = fs::read_to_string(game("pasted.txt")).unwrap();
        let (_folder, path) = file("bad.txt", text.replace("j7|248", "j8|248"));
        let ran = run([OsStr::new("replay"), path.as_os_str()]);
        assert_eq!((ran.status, ran.out.as_str()), (Some(2), ""));
        let begin = format!("{}: line 22, column 3: move 10, Ada to move: ", path.display());
        assert!(ran.err.starts_with(&begin), "{}", ran.err);
        for (path, words) in [
            (bundled(SMALL), "\"tayu-game\" has to be"),
            (game("README.md"), "no line says"),
        ] {
            let ran = run([OsStr::new("replay"), path.as_os_str()]);
            assert_eq!((ran.status, ran.out.as_str()), (Some(2), ""));
            assert!(ran.err.contains(words), "{}", ran.err);
        }
        assert_eq!(run(["replay"]).status, Some(2));
        assert_eq!(run(["replay", "no-such-file"]).status, Some(2));
    }

    #[test]
    fn a_game_is_replayed_where_no_window_can_be_opened() {
        let ran = run([game("two.tayu.json")]);
        assert_eq!(ran.status, Some(0));
        assert!(
            ran.err.contains("replaying ") && ran.out.contains("Winner: NS (Ada)"),
            "{}",
            ran.err
        );
    }

    #[test]
    fn names_move_no_cursor() {
        let text = fs::read_to_string(game("two.tayu.json")).unwrap();
        let title = text.replace("Down the middle", "Down\\u001b[31m\\nthe middle");
        let (_folder, path) = file("a.tayu.json", title);
        let ran = run([OsStr::new("replay"), path.as_os_str()]);
        assert!(ran.out.contains("Title: Down [31m the middle\n"), "{}", ran.out);
        let (_folder, path) = file(
            "a.tayu.json",
            text.replace("\"supply\"", "\"rules\": {\"\\u001b[31m\": 1}, \"supply\""),
        );
        let ran = run([OsStr::new("replay"), path.as_os_str()]);
        assert!(
            ran.err.contains("[31m") && !ran.err.contains('\x1b'),
            "{}",
            ran.err
        );
    }
}

mod beyond {
    use super::*;

    fn solved(path: &Path, more: &[&str]) -> (Value, String) {
        let ran = run([&["solve", path.to_str().unwrap(), "--json"], more].concat());
        assert_eq!((ran.status, ran.err.as_str()), (Some(0), ""));
        (serde_json::from_str(&ran.out).unwrap(), ran.out)
    }

    #[test]
    fn all_optima_are_counted_on_demand() {
        let path = bundled(SMALL);
        let (json, _) = solved(&path, &["--all"]);
        let optima = &json["optima"];
        assert_eq!(optima["plays_exact"], true, "{optima}");
        assert_eq!(optima["runner_up_known"], true, "{optima}");
        assert!(
            optima["runner_up"].as_u64() < json["product"].as_u64(),
            "{optima}"
        );
        let first = optima["first_placements"].as_array().unwrap();
        assert!(first.contains(&json["placements"][0]), "{optima}");
        let plays = optima["plays"].as_u64().unwrap();
        assert!(plays >= first.len() as u64, "{optima}");

        let text = run(["solve", path.to_str().unwrap(), "--all"]);
        assert_eq!(text.status, Some(0));
        let runner_up = format!("Next best: {} points", optima["runner_up"]);
        assert!(
            text.out.contains("Optimal plays: ") && text.out.contains(&runner_up),
            "{}",
            text.out
        );

        // At the cap it says so.
        let many = bundled("../solver/tests/data/cases/short/s200.tayu.json");
        let (json, _) = solved(&many, &["--all", "--cap", "2"]);
        assert_eq!(json["optima"]["plays"], 2);
        assert_eq!(json["optima"]["plays_exact"], false);
    }

    #[test]
    fn a_result_and_its_certificate_are_verified() {
        let path = bundled(SMALL);
        let folder = tempfile::tempdir().unwrap();
        let [result, proof] = ["result.json", "proof.cnf"].map(|name| folder.path().join(name));
        let (json, out) = solved(&path, &["--certificate", proof.to_str().unwrap()]);
        fs::write(&result, &out).unwrap();
        let verify = || {
            run([
                OsStr::new("verify"),
                path.as_os_str(),
                result.as_os_str(),
                OsStr::new("--certificate"),
                proof.as_os_str(),
            ])
        };
        let ran = verify();
        assert_eq!((ran.status, ran.err.as_str()), (Some(0), ""));
        assert!(ran.out.contains("a legal line") && ran.out.contains("cover every higher product"));

        // A clause less.
        let text = fs::read_to_string(&proof).unwrap();
        let shorter: Vec<&str> = text.lines().collect();
        fs::write(&proof, shorter[..shorter.len() - 1].join("\n")).unwrap();
        let ran = verify();
        assert_eq!(ran.status, Some(1));
        assert!(ran.err.contains("proof.cnf: line "), "{}", ran.err);
        fs::write(&proof, text).unwrap();

        // A product that the line does not have.
        let product = json["product"].as_u64().unwrap();
        let boast = format!("\"product\":{}", product + 1);
        fs::write(&result, out.replace(&format!("\"product\":{product}"), &boast)).unwrap();
        let ran = verify();
        assert_eq!((ran.status, ran.out.as_str()), (Some(1), ""));
        assert!(
            ran.err.contains(&format!("the product is {product}")),
            "{}",
            ran.err
        );

        // A line that is none.
        let first = json["placements"][0].as_str().unwrap();
        fs::write(&result, out.replace(first, "j10-123")).unwrap();
        assert_eq!(verify().status, Some(1));
        fs::write(&result, "{}").unwrap();
        assert_eq!(verify().status, Some(2));
    }

    #[test]
    fn what_a_duel_does_not_have_is_refused() {
        let text = fs::read_to_string(bundled(SMALL))
            .unwrap()
            .replace("\"maximize\"", "\"duel\"");
        let (folder, path) = file("duel.tayu.json", &text);
        let proof = folder.path().join("proof.cnf");
        let ran = run([
            "solve",
            path.to_str().unwrap(),
            "--certificate",
            proof.to_str().unwrap(),
        ]);
        assert_eq!((ran.status, ran.out.as_str()), (Some(2), ""));
        assert!(ran.err.contains("duel"), "{}", ran.err);
        assert!(!proof.exists());
    }

    #[test]
    fn without_a_proof_there_is_neither() {
        let (folder, path) = endless();
        let proof = folder.path().join("proof.cnf");
        let ran = run([
            "solve",
            path.to_str().unwrap(),
            "--json",
            "--all",
            "--certificate",
            proof.to_str().unwrap(),
            "--time-limit",
            "0.1",
        ]);
        assert_eq!(ran.status, Some(3), "{}", ran.err);
        let json: Value = serde_json::from_str(&ran.out).unwrap();
        assert!(json.get("optima").is_none() && !proof.exists());
    }
}

mod solve {
    use super::*;

    #[test]
    fn json_has_the_published_fields_in_their_order() {
        let path = bundled(SMALL);
        let ran = run([OsStr::new("solve"), path.as_os_str(), OsStr::new("--json")]);
        assert_eq!((ran.status, ran.err.as_str()), (Some(0), ""));
        let fields = [
            "status",
            "product",
            "upper_bound",
            "coasts",
            "placements",
            "seconds",
        ];
        let places: Vec<usize> = fields
            .iter()
            .map(|f| ran.out.find(&format!("\"{f}\":")).unwrap())
            .collect();
        assert!(places.is_sorted(), "{}", ran.out);

        let json: Value = serde_json::from_str(&ran.out).unwrap();
        let puzzle = Puzzle::from_json(&fs::read_to_string(&path).unwrap()).unwrap();
        let optima: Value =
            serde_json::from_str(&fs::read_to_string(bundled("optima.json")).unwrap()).unwrap();
        assert_eq!(json.as_object().unwrap().len(), fields.len());
        assert_eq!(json["status"], "optimal");
        assert_eq!(json["product"], optima[SMALL]);
        assert_eq!(json["upper_bound"], json["product"]);
        assert!(json["seconds"].as_f64().unwrap() >= 0.0);
        let line = replay(&puzzle, &json);
        assert_eq!(json["product"], line.value().to_string().parse::<u32>().unwrap());
        for coast in tayu_core::Side::ALL {
            assert_eq!(
                json["coasts"][coast.letter().to_string()],
                line.coasts().get(coast).get()
            );
        }
    }

    /// The line of a result, held against the rules.
    fn replay(puzzle: &Puzzle, json: &Value) -> Line {
        let placements = json["placements"].as_array().unwrap().iter();
        Line::replay(
            puzzle,
            placements.map(|p| p.as_str().unwrap().parse().unwrap()).collect(),
        )
        .unwrap()
    }

    #[test]
    fn a_duel_has_a_margin_in_place_of_the_product() {
        let text = fs::read_to_string(bundled(SMALL))
            .unwrap()
            .replace("\"maximize\"", "\"duel\"");
        let (_folder, path) = file("duel.tayu.json", &text);
        let ran = run([OsStr::new("solve"), path.as_os_str(), OsStr::new("--json")]);
        assert_eq!(ran.status, Some(0), "{}", ran.err);
        let json: Value = serde_json::from_str(&ran.out).unwrap();
        assert!(json.get("product").is_none());
        assert_eq!(json["upper_bound"], json["margin"]);
        let line = replay(&Puzzle::from_json(&text).unwrap(), &json);
        assert_eq!(json["margin"].to_string(), line.value().to_string());
        let ran = run([OsStr::new("solve"), path.as_os_str()]);
        let margin = match json["margin"].as_i64().unwrap() {
            0 => "both are level".to_owned(),
            margin @ 1.. => format!("NS leads by {margin}"),
            margin => format!("EW leads by {}", -margin),
        };
        assert!(ran.status == Some(0) && ran.out.contains(&margin), "{}", ran.out);
    }

    #[test]
    fn every_first_placement_of_a_duel_gets_its_value() {
        let text = fs::read_to_string(bundled(SMALL))
            .unwrap()
            .replace("\"maximize\"", "\"duel\"");
        let (_folder, path) = file("duel.tayu.json", &text);
        let ran = run(["solve", path.to_str().unwrap(), "--json", "--all"]);
        assert_eq!(ran.status, Some(0), "{}", ran.err);
        let json: Value = serde_json::from_str(&ran.out).unwrap();
        let puzzle = Puzzle::from_json(&text).unwrap();
        let first = json["first_placements"].as_array().unwrap();
        let legal = puzzle
            .position()
            .board()
            .legal_placements(puzzle.sequence()[0])
            .count();
        assert_eq!(first.len(), legal);
        assert_eq!(first[0]["margin"], json["margin"]);
        let ran = run(["solve", path.to_str().unwrap(), "--all"]);
        assert!(ran.out.contains("First placements, by the margin"), "{}", ran.out);
        assert!(ran.out.contains(first[0]["placement"].as_str().unwrap()));
        let ran = run([
            "solve",
            path.to_str().unwrap(),
            "--json",
            "--all",
            "--time-limit",
            "0",
        ]);
        assert_eq!(ran.status, Some(3));
    }

    #[test]
    fn text_shows_the_proof_the_line_and_the_board() {
        let path = bundled(SMALL);
        let ran = run([OsStr::new("solve"), path.as_os_str()]);
        assert_eq!((ran.status, ran.err.as_str()), (Some(0), ""));
        let json: Value =
            serde_json::from_str(&run([OsStr::new("solve"), path.as_os_str(), OsStr::new("--json")]).out)
                .unwrap();
        assert!(
            ran.out
                .contains(&format!("Proved best: {} points", json["product"])),
            "{}",
            ran.out
        );
        for placement in json["placements"].as_array().unwrap() {
            assert!(ran.out.contains(placement.as_str().unwrap()), "{}", ran.out);
        }
        assert!(
            ran.out.contains('┃') && ran.out.contains('╔') && !ran.out.contains('\x1b'),
            "{}",
            ran.out
        );
        assert!(
            ran.out
                .lines()
                .filter(|l| l.contains(['║', '═']))
                .all(|l| l.chars().count() <= 80)
        );
    }

    #[test]
    fn the_time_limit_ends_with_the_best_so_far() {
        let (_folder, path) = endless();
        for limit in ["0", "0.2"] {
            let arguments = ["solve", path.to_str().unwrap(), "--json", "--time-limit", limit];
            let ran = run(arguments);
            assert_eq!(ran.status, Some(3), "{}", ran.err);
            let json: Value = serde_json::from_str(&ran.out).unwrap();
            assert_eq!(json["status"], "feasible");
            assert!(json["upper_bound"].as_u64() > json["product"].as_u64());
            let puzzle = Puzzle::from_json(&fs::read_to_string(&path).unwrap()).unwrap();
            assert_eq!(
                replay(&puzzle, &json).value().to_string(),
                json["product"].to_string()
            );
            assert!(ran.err.contains("time limit"), "{}", ran.err);
        }
        let text = run(["solve", path.to_str().unwrap(), "--time-limit", "0"]);
        assert_eq!(text.status, Some(3));
        assert!(
            text.out.contains("not proved") && text.out.contains("No line brings more than"),
            "{}",
            text.out
        );
    }

    #[test]
    fn bad_files_are_refused_with_their_faults() {
        let (_folder, path) = file("bad.tayu.json", "{}");
        for arguments in [
            vec!["solve", path.to_str().unwrap()],
            vec!["solve", "no-such-file"],
        ] {
            let ran = run(&arguments);
            assert_eq!((ran.status, ran.out.as_str()), (Some(2), ""));
            assert!(ran.err.contains(arguments[1]), "{}", ran.err);
        }
    }

    #[test]
    fn the_memory_ceiling_ends_with_the_best_so_far() {
        let (_folder, path) = endless();
        let limits = ["--memory", "1", "--time-limit", "100"];
        let ran = run([&["solve", path.to_str().unwrap(), "--json"][..], &limits[..]].concat());
        assert_eq!(ran.status, Some(1), "{}", ran.err);
        let json: Value = serde_json::from_str(&ran.out).unwrap();
        assert_eq!(json["status"], "feasible");
        let puzzle = Puzzle::from_json(&fs::read_to_string(&path).unwrap()).unwrap();
        assert_eq!(
            replay(&puzzle, &json).value().to_string(),
            json["product"].to_string()
        );
        assert!(ran.err.contains("memory"), "{}", ran.err);
    }

    #[test]
    fn usage_errors_name_the_argument() {
        for (arguments, named) in [
            (vec!["solve"], "FILE"),
            (vec!["solve", "a", "b"], "'b'"),
            (vec!["solve", "a", "--time-limit", "-1"], "--time-limit"),
            (vec!["solve", "a", "--time-limit", "NaN"], "--time-limit"),
            (vec!["solve", "a", "--threads", "0"], "--threads"),
            (vec!["solve", "a", "--memory", "0"], "--memory"),
            (vec!["--no-such-flag"], "--no-such-flag"),
        ] {
            let ran = run(&arguments);
            assert_eq!((ran.status, ran.out.as_str()), (Some(2), ""), "{arguments:?}");
            assert!(ran.err.contains(named), "{}", ran.err);
        }
    }

    #[cfg(unix)]
    mod interrupted {
        use super::*;

        fn interrupt(child: &Child) {
            let status = Command::new("kill")
                .args(["-INT", &child.id().to_string()])
                .status()
                .unwrap();
            assert!(status.success());
        }

        /// Starts an endless search and waits until it runs: by then the question has been printed.
        fn started(path: &Path) -> Child {
            let mut child = tayu([OsStr::new("solve"), path.as_os_str()])
                .stdout(Stdio::piped())
                .stderr(Stdio::piped())
                .spawn()
                .unwrap();
            let mut first = [0];
            child.stdout.as_mut().unwrap().read_exact(&mut first).unwrap();
            std::thread::sleep(Duration::from_millis(500));
            child
        }

        #[test]
        fn ctrl_c_prints_the_best_so_far() {
            let (_folder, path) = endless();
            let child = started(&path);
            let sent = Instant::now();
            interrupt(&child);
            let ran = Ran::from(child.wait_with_output().unwrap());
            assert!(sent.elapsed() < Duration::from_secs(5), "{:?}", sent.elapsed());
            assert_eq!(ran.status, Some(3), "{}", ran.err);
            assert!(ran.out.contains("Best found, not proved"), "{}", ran.out);
            assert!(ran.err.contains("Ctrl-C"), "{}", ran.err);
        }

        #[test]
        fn ctrl_c_sums_up_the_games_so_far() {
            let arguments = "arena navigator navigator --games 10000 --nodes 200000000";
            let mut child = tayu(arguments.split(' '))
                .stdout(Stdio::piped())
                .stderr(Stdio::piped())
                .spawn()
                .unwrap();
            // What is played is printed when Ctrl-C is already heeded.
            let mut first = [0];
            child.stdout.as_mut().unwrap().read_exact(&mut first).unwrap();
            let sent = Instant::now();
            interrupt(&child);
            let ran = Ran::from(child.wait_with_output().unwrap());
            assert!(sent.elapsed() < Duration::from_secs(5), "{:?}", sent.elapsed());
            assert_eq!(ran.status, Some(3), "{}", ran.err);
            assert_eq!(ran.out, "avigator against navigator, 2 players, 10000 games\n");
            assert!(ran.err.contains("stopped after 0 of 10000 games"), "{}", ran.err);
        }
    }

    #[test]
    fn a_reader_that_goes_away_is_no_crash() {
        let path = bundled(SMALL);
        for arguments in [
            vec!["solve", path.to_str().unwrap()],
            vec!["check", path.to_str().unwrap()],
            vec!["--help"],
        ] {
            let (reader, writer) = std::io::pipe().unwrap();
            drop(reader);
            let child = tayu(&arguments)
                .stdout(writer)
                .stderr(Stdio::piped())
                .spawn()
                .unwrap();
            let ran = Ran::from(child.wait_with_output().unwrap());
            assert_eq!((ran.status, ran.err.as_str()), (Some(1), ""), "{arguments:?}");
        }
    }
}

mod arena {
    use super::*;

    #[test]
    fn the_levels_are_listed() {
        let ran = run(["arena", "--list"]);
        assert_eq!((ran.status, ran.err.as_str()), (Some(0), ""));
        let names: Vec<&str> = ran
            .out
            .lines()
            .filter_map(|line| line.split(' ').next())
            .collect();
        assert_eq!(
            names,
            ["random", "greedy", "first-game", "pupil", "captain", "navigator"]
        );
        assert!(ran.out.lines().all(|line| line.ends_with('.')), "{}", ran.out);
    }

    #[test]
    fn a_match_is_summed_up_and_the_same_again() {
        let arguments = "arena pupil random --games 7 --nodes 500 --seed 3 --threads 2";
        let ran = run(arguments.split(' '));
        assert_eq!((ran.status, ran.err.as_str()), (Some(0), ""));
        let out = &ran.out;
        assert!(
            out.starts_with("pupil against random, 2 players, 8 games\npupil won "),
            "{out}"
        );
        for words in ["drew", "lost", "score ", "Wilson", "mean margin +"] {
            assert!(out.contains(words), "{words} in {out}");
        }
        assert_eq!(run(arguments.split(' ')).out, ran.out);
    }

    #[test]
    fn a_level_is_as_good_as_itself() {
        // Each supply is played in both seatings, with the same chance.
        let ran = run("arena greedy greedy --games 10 --players 4 --pro".split(' '));
        assert_eq!(ran.status, Some(0), "{}", ran.err);
        assert!(
            ran.out.contains("4 players, Pro, 10 games") && ran.out.contains("score "),
            "{}",
            ran.out
        );
    }

    #[test]
    fn three_play_in_all_seatings() {
        let ran = run("arena pupil random --games 6 --players 3".split(' '));
        assert_eq!(ran.status, Some(0), "{}", ran.err);
        assert!(
            ran.out.contains("3 players, 6 games") && ran.out.contains("the spoilsport won "),
            "{}",
            ran.out
        );
    }

    #[test]
    fn what_makes_no_sense_is_refused() {
        for arguments in [
            "arena pupil",
            "arena pupil admiral",
            "arena pupil random --players 5",
            "arena pupil random --games 0",
            "arena pupil random --time 1 --nodes 5",
            "arena pupil random --seed -1",
        ] {
            let ran = run(arguments.split(' '));
            assert_eq!((ran.status, ran.out.as_str()), (Some(2), ""), "{arguments}");
            assert!(!ran.err.is_empty());
        }
    }
}

mod log {
    use super::*;

    /// Solves an endgame that formulas are needed for, with something logged.
    fn logged(variables: &[(&str, &str)]) -> Ran {
        let path = bundled("../solver/tests/data/cases/endgame/e241.tayu.json");
        let ran = Ran::from(
            tayu([
                OsStr::new("solve"),
                path.as_os_str(),
                OsStr::new("--json"),
                OsStr::new("--all"),
            ])
            .envs(variables.iter().copied())
            .output()
            .unwrap(),
        );
        assert_eq!(ran.status, Some(0), "{}", ran.err);
        // Whatever is logged: one JSON value and nothing else.
        let json: Value = serde_json::from_str(&ran.out).unwrap();
        assert_eq!(json["status"], "optimal");
        ran
    }

    fn assert_tells_of_engines(log: &str) {
        for engine in ["exhaustion", "BatSat", "survey", "runner-up"] {
            let is_about = |line: &&str| line.contains(&format!("engine=\"{engine}"));
            let line = log.lines().find(is_about);
            let line = line.unwrap_or_else(|| panic!("{engine} is not in the log:\n{log}"));
            assert!(
                line.contains("tayu_solver") && line.contains("answer=") && line.contains("took="),
                "{line}"
            );
        }
        assert!(log.contains("search is over"), "{log}");
    }

    #[test]
    fn the_engines_tell_what_they_were_asked_when_somebody_wants_to_know() {
        assert_eq!(logged(&[]).err, "");
        for variable in ["TAYU_LOG", "RUST_LOG"] {
            assert_tells_of_engines(&logged(&[(variable, "tayu_solver=debug")]).err);
        }
        // Its own variable comes first.
        assert_eq!(logged(&[("TAYU_LOG", "off"), ("RUST_LOG", "debug")]).err, "");
    }

    #[test]
    fn debugging_everything_does_not_list_the_nodes_of_a_formula() {
        let ran = logged(&[("TAYU_LOG", "debug")]);
        assert_tells_of_engines(&ran.err);
        assert!(!ran.err.contains(" z3::"), "{}", ran.err);
    }

    #[test]
    fn directives_that_are_none_are_reported() {
        let ran = logged(&[("TAYU_LOG", "tayu_solver=loud")]);
        assert!(ran.err.contains("TAYU_LOG"), "{}", ran.err);
    }
}

mod without_a_display {
    use super::*;

    #[test]
    fn a_file_is_solved_on_the_terminal_with_the_board_before_and_after() {
        let path = bundled(SMALL);
        for arguments in [vec![path.as_os_str()], vec![OsStr::new("--"), path.as_os_str()]] {
            let ran = run(arguments);
            assert_eq!(ran.status, Some(0), "{}", ran.err);
            assert!(ran.err.contains("no display"), "{}", ran.err);
            assert_eq!(ran.out.matches('╔').count(), 2, "{}", ran.out);
            assert!(ran.out.contains("Proved best"));
        }
    }

    #[test]
    fn an_unnamed_display_is_none() {
        let ran = Ran::from(
            tayu([bundled(SMALL)])
                .env("DISPLAY", "")
                .env("WAYLAND_DISPLAY", "")
                .output()
                .unwrap(),
        );
        assert_eq!(ran.status, Some(0), "{}", ran.err);
    }

    #[test]
    fn a_display_that_cannot_be_opened_is_none() {
        let ran = Ran::from(tayu([bundled(SMALL)]).env("DISPLAY", ":4711").output().unwrap());
        assert_eq!(ran.status, Some(0), "{}", ran.err);
        assert!(ran.err.contains("no window"), "{}", ran.err);
        assert!(ran.out.contains("Proved best"));
    }

    #[test]
    fn a_missing_file_is_named() {
        let ran = run(["no-such-file.tayu.json"]);
        assert_eq!((ran.status, ran.out.as_str()), (Some(2), ""));
        assert!(ran.err.contains("no-such-file.tayu.json"), "{}", ran.err);
    }

    #[test]
    fn without_a_file_it_says_what_to_do() {
        let ran = run::<&str>([]);
        assert_eq!((ran.status, ran.out.as_str()), (Some(1), ""));
        assert!(
            ran.err.contains("DISPLAY") && ran.err.contains("tayu solve FILE"),
            "{}",
            ran.err
        );
    }
}

#[test]
fn help_and_version_are_results() {
    for flag in ["--help", "-h", "--version", "-V"] {
        let ran = run([flag]);
        assert_eq!((ran.status, ran.err.as_str()), (Some(0), ""));
        assert!(ran.out.contains("tayu"), "{}", ran.out);
    }
    assert!(run(["--version"]).out.contains(env!("CARGO_PKG_VERSION")));
}

#[test]
fn a_file_called_like_a_command_is_told_by_its_folder() {
    let (folder, _path) = file("check", fs::read(bundled(SMALL)).unwrap());
    for arguments in [vec!["./check"], vec!["--", "check"]] {
        let ran = Ran::from(tayu(arguments).current_dir(&folder).output().unwrap());
        assert_eq!(ran.status, Some(0), "{}", ran.err);
        assert!(ran.out.contains("Proved best"));
    }
}
