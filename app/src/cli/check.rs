//! `tayu check`: are these puzzles and games sound?

use std::ffi::OsStr;
use std::io;
use std::path::{Path, PathBuf};

use tayu_core::file::Format;
use tayu_core::{Goal, Puzzle, Record};
use walkdir::WalkDir;

use super::{Status, Surroundings, read, say};
use crate::files;

/// How many files were what.
#[derive(Default)]
struct Counts {
    puzzles: usize,
    games: usize,
    bad: usize,
    /// JSON files in folders that don't claim to be of this program.
    others: usize,
}

/// What is said of a file.
enum Verdict {
    Puzzle(String),
    Game(String),
    /// Every fault, a line each.
    Bad(Vec<String>),
    /// It does not claim to be a puzzle or a game.
    Other,
}

/// Says for each file that it is sound, or lists every fault; of a folder for each JSON file in it. One bad file does
/// not keep others from being checked.
pub(super) fn check(paths: &[PathBuf], around: &mut Surroundings<'_>) -> io::Result<Status> {
    let mut counts = Counts::default();
    for path in paths {
        if path.is_dir() {
            check_folder(path, &mut counts, around)?;
        } else {
            take(path, judge(path, false), &mut counts, around)?;
        }
    }
    let Counts {
        puzzles,
        games,
        bad,
        others,
    } = counts;
    let all = puzzles + games + bad;
    if all != 1 || paths.iter().any(|path| path.is_dir()) {
        let (puzzles, games) = (many(puzzles, "puzzle"), many(games, "game"));
        let bad = many(bad, "bad file");
        write!(around.out, "{puzzles} and {games} sound, {bad}")?;
        if others > 0 {
            write!(around.out, ", {} passed over", many(others, "other JSON file"))?;
        }
        writeln!(around.out)?;
    }
    match (all, bad) {
        (0, _) => say(
            around.err,
            format_args!("tayu: there is no puzzle and no game there"),
        ),
        (_, 0) => return Ok(Status::Done),
        (1, _) => say(around.err, format_args!("tayu: the file is not sound")),
        _ => say(
            around.err,
            format_args!("tayu: {bad} of {all} files are not sound"),
        ),
    }
    Ok(Status::BadInput)
}

/// Checks all JSON files in a folder and in those inside of it, in the order of their names. Links to folders are
/// not followed, so that none is gone through twice and there is an end.
fn check_folder(folder: &Path, counts: &mut Counts, around: &mut Surroundings<'_>) -> io::Result<()> {
    for entry in WalkDir::new(folder).sort_by_file_name() {
        let entry = match entry {
            Ok(entry) => entry,
            Err(error) => {
                let path = files::shown(error.path().unwrap_or(folder));
                let reason = (error.io_error()).map_or_else(|| error.to_string(), ToString::to_string);
                take(
                    folder,
                    Verdict::Bad(vec![format!("{path}: {reason}")]),
                    counts,
                    around,
                )?;
                continue;
            }
        };
        let path = entry.path();
        if entry.path_is_symlink() && entry.depth() > 0 && path.is_dir() {
            let path = files::shown(path);
            say(
                around.err,
                format_args!("tayu: {path} is a link to a folder; name it to have it checked"),
            );
        } else if !entry.file_type().is_dir() && path.extension().is_some_and(is_json) {
            take(path, judge(path, true), counts, around)?;
        }
    }
    Ok(())
}

fn is_json(ending: &OsStr) -> bool {
    ending.eq_ignore_ascii_case("json")
}

/// Says what a file is and counts it.
fn take(path: &Path, verdict: Verdict, counts: &mut Counts, around: &mut Surroundings<'_>) -> io::Result<()> {
    let name = files::shown(path);
    match verdict {
        Verdict::Puzzle(summary) => {
            counts.puzzles += 1;
            writeln!(around.out, "{name}: sound: {summary}")
        }
        Verdict::Game(summary) => {
            counts.games += 1;
            writeln!(around.out, "{name}: sound: {summary}")
        }
        Verdict::Bad(faults) => {
            counts.bad += 1;
            (faults.iter()).try_for_each(|fault| writeln!(around.out, "{fault}"))
        }
        Verdict::Other => {
            counts.others += 1;
            Ok(())
        }
    }
}

/// What a file is; `found` says that it was found in a folder and may be anything.
fn judge(path: &Path, found: bool) -> Verdict {
    let text = match files::read_text(path) {
        Ok(text) => text,
        Err(error) if found && error.is_of_content() && !files::is_named_ours(path) => return Verdict::Other,
        Err(error) => return Verdict::Bad(vec![error.to_string()]),
    };
    let is_ours = files::is_named_ours(path) || files::claims_to_be_ours(&text);
    let faults = match Format::of(&text) {
        Some(Format::Game) => match Record::from_json_or_text(&text) {
            Ok(record) => return Verdict::Game(game_summary(&record)),
            Err(faults) => faults,
        },
        None if found && !is_ours => return Verdict::Other,
        _ => match Puzzle::from_json(&text) {
            Ok(puzzle) => return Verdict::Puzzle(puzzle_summary(&puzzle)),
            Err(faults) => faults,
        },
    };
    Verdict::Bad(read::told(path, &faults))
}

fn puzzle_summary(puzzle: &Puzzle) -> String {
    let board = puzzle.position().board();
    let goal = match puzzle.goal() {
        Goal::Maximize(pair) => format!("maximize {pair}"),
        Goal::Duel(pair) => format!("duel, {pair} first"),
    };
    let (laid, coming, coasts) = (many(board.len(), "tile"), puzzle.sequence().len(), board.coasts());
    format!("{laid} on the board, {coming} to come, {goal}, coasts {coasts}")
}

fn game_summary(record: &Record) -> String {
    let game = record.game();
    let board = game.position().board();
    let players = game.setup().players();
    let state = match game.outcome() {
        None => "under way".to_owned(),
        Some(outcome) => match outcome.winner {
            Some(party) => format!("won by {party}"),
            None => "a draw".to_owned(),
        },
    };
    let (moves, laid, coasts) = (
        many(game.played().len(), "move"),
        many(board.len(), "tile"),
        board.coasts(),
    );
    format!("a game of {players}, {state}, {moves}, {laid} on the board, coasts {coasts}")
}

fn many(count: usize, what: &str) -> String {
    format!("{count} {what}{}", if count == 1 { "" } else { "s" })
}
