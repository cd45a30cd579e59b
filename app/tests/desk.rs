//! Games at the desk of a program that is killed: nothing but the step in flight goes with it.
// Helpers of tests may stop a test as the tests themselves may.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use std::io::{BufRead, BufReader, Lines, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdout, Command as Process, Stdio};
use std::sync::Arc;
use std::time::{Duration, Instant};

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};
use tayu::desk::{Answer, Command, Desk, Keeping, NewGame, NewSource, Services};
use tayu::document::GameDocument;
use tayu::journal::JournalFolder;
use tayu::library::{GameList, Library};
use tayu::settings::SettingsFile;
use tayu_core::{FirstPlayer, Game, LastTiles, Move, NoPlace, Notice, Record, Rules, Seat, Seed};

/// The folder of the child's data, and the number that its chance comes from.
const FOLDER: &str = "TAYU_TEST_FOLDER";
const CHANCE: &str = "TAYU_TEST_CHANCE";

fn desk(keeping: Keeping, settings: PathBuf) -> Desk {
    let services = Services::of_system(Arc::new(|| ()));
    Desk::new(services, SettingsFile::at(settings), keeping)
}

fn desk_in(folder: &Path) -> Desk {
    let keeping = Keeping {
        journals: JournalFolder::at(folder.join("games")),
        library: Library::at(folder.join("played")),
    };
    desk(keeping, folder.join("settings.json"))
}

/// One step of a person, written as a line.
#[derive(Debug, Clone, Copy)]
enum Step {
    /// A game of the variant that this number stands for.
    New(u64),
    Play(Move),
    Undo,
    Redo,
}

impl Step {
    fn random(desk: &Desk, chance: &mut ChaCha8Rng) -> Self {
        let Some(document) = desk.game() else {
            return Self::New(chance.next_u64());
        };
        let moves = document.game().legal_moves();
        match chance.next_u32() % 100 {
            0..3 => Self::New(chance.next_u64()),
            3..12 => Self::Undo,
            12..20 => Self::Redo,
            _ if moves.is_empty() => Self::New(chance.next_u64()),
            _ => Self::Play(moves[chance.next_u32() as usize % moves.len()]),
        }
    }

    fn written(self) -> String {
        match self {
            Self::New(number) => format!("new {number}"),
            Self::Play(action) => format!("play {action}"),
            Self::Undo => "undo".to_owned(),
            Self::Redo => "redo".to_owned(),
        }
    }

    fn read(text: &str) -> Self {
        match text.split_once(' ') {
            Some(("new", number)) => Self::New(number.parse().unwrap()),
            Some(("play", action)) => Self::Play(action.parse().unwrap()),
            None if text == "undo" => Self::Undo,
            None if text == "redo" => Self::Redo,
            _ => panic!("no step: {text}"),
        }
    }

    fn apply(self, desk: &mut Desk) {
        desk.apply(match self {
            Self::New(number) => Command::NewGame(Box::new(new_game(number))),
            Self::Play(action) => Command::Play(action),
            Self::Undo => Command::Undo,
            Self::Redo => Command::Redo,
        });
        if desk.question().is_some() {
            desk.apply(Command::Answer(Answer::GoOn));
        }
    }
}

/// Every number stands for a variant and a seed.
fn new_game(number: u64) -> NewGame {
    let mut chance = ChaCha8Rng::seed_from_u64(number);
    let mut below = |n: u32| chance.next_u32() % n;
    let players = 2 + below(3) as usize;
    let names = ["Ada", "", "Zoë \"Z\"", "=1+1"].map(str::to_owned);
    NewGame {
        levels: [None; 4],
        names: names[..players].to_vec(),
        first: FirstPlayer::Chosen(Seat::new(1).unwrap()),
        rules: Rules {
            pro: below(2) == 0,
            no_place: NoPlace::ALL[below(2) as usize],
            notice: Notice::ALL[below(2) as usize],
            last_tiles: LastTiles::ALL[below(2) as usize],
            ..Rules::default()
        },
        source: [NewSource::Stacks, NewSource::Spread, NewSource::Table][below(3) as usize],
        seed: Some(Seed(u64::from(below(1000)))),
    }
}

/// All that a person would see of the game, undo and all.
#[derive(Debug, PartialEq)]
struct Seen {
    game: Option<Game>,
    practice: bool,
    undo_redo: (bool, bool),
}

fn seen(desk: &Desk) -> Seen {
    let document = desk.game();
    Seen {
        game: document.map(|document| document.game().clone()),
        practice: document.is_some_and(GameDocument::is_practice),
        undo_redo: document.map_or((false, false), GameDocument::can_undo_redo),
    }
}

/// Sits down at the desk and takes steps at random; tells each before it is taken and says when it has been.
#[test]
#[ignore = "the program that the test below kills"]
fn somebody_who_plays() {
    let folder = PathBuf::from(std::env::var_os(FOLDER).expect(FOLDER));
    let number = std::env::var(CHANCE).expect(CHANCE);
    let mut chance = ChaCha8Rng::seed_from_u64(number.parse().unwrap());
    let mut desk = desk_in(&folder);
    let say = |what: &str| writeln!(std::io::stdout(), "\n#{what}").unwrap();
    say("there");
    loop {
        let step = Step::random(&desk, &mut chance);
        say(&step.written());
        step.apply(&mut desk);
        say("done");
    }
}

/// A process that does not outlive the test.
struct Somebody {
    child: Child,
    output: Lines<BufReader<ChildStdout>>,
}

impl Somebody {
    fn sits_down(folder: &Path, number: u64) -> Self {
        let mut child = Process::new(std::env::current_exe().unwrap())
            .args(["--ignored", "--exact", "somebody_who_plays", "--nocapture"])
            .env(FOLDER, folder)
            .env(CHANCE, number.to_string())
            .stdout(Stdio::piped())
            .stderr(Stdio::inherit())
            .spawn()
            .unwrap();
        Self {
            output: BufReader::new(child.stdout.take().unwrap()).lines(),
            child,
        }
    }

    /// What it says next; none when it has ended.
    fn says(&mut self) -> Option<String> {
        self.output
            .find_map(|line| Some(line.unwrap().strip_prefix('#')?.to_owned()))
    }

    fn kill(&mut self) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
    }
}

impl Drop for Somebody {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

#[test]
fn nothing_but_the_step_in_flight_goes_with_a_program_that_is_killed() {
    const KILLS: u64 = 240;
    // Not in /tmp, which is in memory on many systems.
    let folder = tempfile::tempdir_in(env!("CARGO_TARGET_TMPDIR")).unwrap();
    // What should be there: a desk without a disk, at which the same steps are taken.
    let nowhere = Keeping {
        journals: JournalFolder::nowhere(),
        library: Library::default(),
    };
    let mut mirror = desk(nowhere, folder.path().join("mirror.json"));
    let mut put_away: Vec<Game> = Vec::new();
    let mut take = |mirror: &mut Desk, step: Step| {
        let before = mirror.game().map(|document| document.game().clone());
        step.apply(mirror);
        if let (Step::New(_), Some(game)) = (step, before)
            && !game.played().is_empty()
        {
            put_away.push(game);
        }
    };
    let mut chance = ChaCha8Rng::seed_from_u64(11);
    let (mut steps, mut in_flight, mut not_there) = (0, 0, 0);
    for kill in 0..KILLS {
        let mut somebody = Somebody::sits_down(folder.path(), kill);
        // Some are killed at the start, while the game is brought back.
        let hear = match chance.next_u32() % 6 {
            0 => 0,
            n => 1 + 12 * n,
        };
        let mut heard: Vec<String> = (0..hear).map_while(|_| somebody.says()).collect();
        assert_eq!(heard.len(), hear as usize, "it plays until it is killed");
        let moment = Instant::now() + Duration::from_micros(u64::from(chance.next_u32() % 6000));
        while Instant::now() < moment {
            std::hint::spin_loop();
        }
        somebody.kill();
        heard.extend(std::iter::from_fn(|| somebody.says()));

        let mut pending = None;
        for said in heard {
            match said.as_str() {
                "there" => {}
                "done" => {
                    take(&mut mirror, pending.take().expect("a step was told"));
                    steps += 1;
                }
                step => pending = Some(Step::read(step)),
            }
        }
        let back = desk_in(folder.path());
        assert!(
            back.notice().is_none_or(|notice| !notice.is_error),
            "{:?}",
            back.notice()
        );
        let found = seen(&back);
        if found != seen(&mirror) {
            let step =
                pending.unwrap_or_else(|| panic!("kill {kill}: {found:?} instead of {:?}", seen(&mirror)));
            take(&mut mirror, step);
            in_flight += 1;
            assert_eq!(found, seen(&mirror), "kill {kill}, {pending:?}");
        } else if pending.is_some() {
            not_there += 1;
        }
        // Its lock goes with it, before the next one sits down.
        drop(back);
    }
    // Each kill struck a step at work; some steps had reached the disk by then and some had not.
    assert!(
        steps > 2000 && in_flight > 0 && not_there > 0,
        "{steps} {in_flight} {not_there}"
    );
    let library = Library::at(folder.path().join("played"));
    let list = library.list(&GameList::default());
    assert!(list.bad.is_empty(), "{:?}", list.bad);
    let names = list.games.iter().filter_map(|kept| library.name_of(&kept.path));
    let kept: Vec<Record> = names.map(|name| library.game(&name).unwrap()).collect();
    assert!(put_away.len() > 20);
    for game in &put_away {
        assert!(
            kept.iter()
                .any(|kept| kept.game().setup() == game.setup()
                    && kept.game().played().starts_with(game.played())),
            "a game that was put away is among those played"
        );
    }
}
