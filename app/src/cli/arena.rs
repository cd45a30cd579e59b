//! `tayu arena`: computer players against each other.

use std::io::{self, Write};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::Duration;

use tayu_core::{FirstPlayer, Game, GameSetup, Outcome, Party, Players, Rules, Seat, Seed, TileSource};
use tayu_solver::StopFlag;
use tayu_solver::player::{self, Budget, Level};

use super::arguments::ArenaArguments;
use super::{Status, Surroundings, say};

/// Plays the games and prints how they went, or lists the levels.
pub(super) fn arena(arguments: &ArenaArguments, around: &mut Surroundings<'_>) -> io::Result<Status> {
    if arguments.list {
        return list(around.out);
    }
    let (Some(ours), Some(theirs)) = (arguments.ours, arguments.theirs) else {
        say(
            around.err,
            format_args!("tayu: two levels are needed; 'tayu arena --list' names them"),
        );
        return Ok(Status::BadInput);
    };
    let contest = Contest {
        levels: [ours, theirs],
        players: arguments.players,
        rules: Rules {
            pro: arguments.pro,
            ..Rules::default()
        },
        seed: arguments.seed,
        budget: Budget {
            nodes: arguments.nodes.map(|nodes| nodes.get() as u64),
            time: arguments.time,
        },
    };
    // All seatings of a supply, so that neither level has the better tiles.
    let seatings = contest.seatings();
    let games = arguments.games.get().div_ceil(seatings) * seatings;
    let stop = (around.stop_flag)();
    let (players, pro) = (contest.players, if arguments.pro { ", Pro" } else { "" });
    writeln!(
        around.out,
        "{ours} against {theirs}, {players} players{pro}, {games} games"
    )?;
    around.out.flush()?;
    let mut tally = Tally::default();
    let (next, contest) = (&AtomicUsize::new(0), &contest);
    let (send, results) = mpsc::channel();
    thread::scope(|scope| {
        for _ in 0..arguments.threads.get().min(games) {
            let (send, stop) = (send.clone(), stop.clone());
            scope.spawn(move || {
                loop {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    let Some(ended) = (number < games).then(|| contest.play(number, &stop)).flatten() else {
                        return;
                    };
                    if send.send(ended).is_err() {
                        return;
                    }
                }
            });
        }
        drop(send);
        loop {
            match results.recv_timeout(Duration::from_millis(100)) {
                Ok(ended) => tally.add(&ended),
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => return,
            }
            if around.shows_progress {
                let (games_done, [won, drawn, lost]) = (tally.games(), tally.results);
                let _ = write!(
                    around.err,
                    "{CLEAR}{games_done} of {games} games: won {won}, drew {drawn}, lost {lost}"
                );
                let _ = around.err.flush();
            }
        }
    });
    if around.shows_progress {
        let _ = write!(around.err, "{CLEAR}");
    }
    let stopped = tally.games() < games;
    if stopped {
        let done = tally.games();
        say(
            around.err,
            format_args!("tayu: stopped after {done} of {games} games"),
        );
    }
    tally.write(contest, around.out)?;
    Ok(if stopped { Status::Stopped } else { Status::Done })
}

const CLEAR: &str = "\r\x1b[K";

fn list(out: &mut dyn Write) -> io::Result<Status> {
    for level in Level::ALL {
        writeln!(out, "{level:<12}{}", level.what_it_does())?;
    }
    Ok(Status::Done)
}

/// Which games are played.
struct Contest {
    levels: [Level; 2],
    players: Players,
    rules: Rules,
    seed: Seed,
    budget: Budget,
}

/// How a game ended, for the first of the two levels.
struct Ended {
    outcome: Outcome,
    /// Whether a seat of the first level has won; `None` in a draw.
    won: Option<bool>,
    /// The first level's product less the other's, in points, where each has one.
    margin: Option<i32>,
}

impl Contest {
    /// In how many ways the two levels sit at a table: with three, one against two of the other in every seat.
    const fn seatings(&self) -> usize {
        match self.players {
            Players::Two | Players::Four => 2,
            Players::Three => 6,
        }
    }

    /// The level, 0 or 1, at a seat.
    fn at(&self, seating: usize, seat: Seat) -> usize {
        match self.players {
            Players::Two | Players::Four => (seat.index() + seating) % 2,
            Players::Three => usize::from((seat.index() == seating / 2) == (seating % 2 == 1)),
        }
    }

    /// Plays a game; `None` if it was stopped.
    fn play(&self, number: usize, stop: &StopFlag) -> Option<Ended> {
        let (supply, seating) = (number / self.seatings(), number % self.seatings());
        let seed = Seed(self.seed.0.wrapping_add(supply as u64));
        let names = (self.players.seats())
            .map(|seat| self.levels[self.at(seating, seat)].to_string())
            .collect();
        let source = TileSource::Stacks(seed);
        let mut game = Game::new(GameSetup::new(names, FirstPlayer::Lot, self.rules, source).ok()?);
        while game.outcome().is_none() {
            let level = self.levels[self.at(seating, game.to_move())];
            let chance = Seed(seed.0.rotate_left(20) ^ (game.played().len() * 8 + seating) as u64);
            let action = player::choose(&game.sight(), level, chance, self.budget, stop)?;
            if stop.is_raised() {
                return None;
            }
            game.play(action).ok()?;
        }
        let outcome = game.outcome()?;
        let has_won = |party| {
            let mut seats = game.seats_of(party);
            seats.next().map(|seat| self.at(seating, seat) == 0)
        };
        let pair = match game.party(Seat::new(1 + seating % 2)?) {
            Some(Party::Coasts(pair)) if self.players != Players::Three => Some(pair),
            _ => None,
        };
        Some(Ended {
            won: outcome.winner.and_then(has_won),
            margin: pair.map(|pair| outcome.coasts.margin(pair)),
            outcome,
        })
    }
}

/// How the games went so far.
#[derive(Default)]
struct Tally {
    /// Won, drawn and lost by the first level.
    results: [usize; 3],
    margins: i64,
    /// Games that the spoilsport won.
    spoiled: usize,
}

impl Tally {
    fn add(&mut self, ended: &Ended) {
        let place = match ended.won {
            Some(true) => 0,
            None => 1,
            Some(false) => 2,
        };
        self.results[place] += 1;
        self.margins += i64::from(ended.margin.unwrap_or_default());
        self.spoiled += usize::from(ended.outcome.winner == Some(Party::Spoilsport));
    }

    fn games(&self) -> usize {
        self.results.iter().sum()
    }

    fn write(&self, contest: &Contest, out: &mut dyn Write) -> io::Result<()> {
        let ([ours, _], [won, drawn, lost], games) = (contest.levels, self.results, self.games());
        if games == 0 {
            return Ok(());
        }
        writeln!(out, "{ours} won {won}, drew {drawn}, lost {lost}")?;
        let score = (won as f64 + drawn as f64 / 2.0) / games as f64;
        let (low, high) = wilson(score, games);
        writeln!(
            out,
            "score {:.1} %, with 95 % confidence from {:.1} to {:.1} % (Wilson; a draw counts half)",
            100.0 * score,
            100.0 * low,
            100.0 * high
        )?;
        if contest.players == Players::Three {
            writeln!(out, "the spoilsport won {} games", self.spoiled)
        } else {
            writeln!(
                out,
                "mean margin {:+.1} points",
                self.margins as f64 / games as f64
            )
        }
    }
}

/// Wilson's interval for a share found in so many cases, with 95 % confidence.
fn wilson(share: f64, cases: usize) -> (f64, f64) {
    const Z: f64 = 1.959_964;
    let n = cases as f64;
    let centre = share + Z * Z / (2.0 * n);
    let reach = Z * (share * (1.0 - share) / n + Z * Z / (4.0 * n * n)).sqrt();
    let scale = 1.0 + Z * Z / n;
    ((centre - reach) / scale, (centre + reach) / scale)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_interval_is_wilsons() {
        // As in the tables: 15 of 20, and none of 10.
        let (low, high) = wilson(0.75, 20);
        assert!(
            (low - 0.5313).abs() < 1e-3 && (high - 0.8881).abs() < 1e-3,
            "{low} {high}"
        );
        let (low, high) = wilson(0.0, 10);
        assert!(low.abs() < 1e-9 && (high - 0.2775).abs() < 1e-3, "{low} {high}");
    }

    #[test]
    fn each_level_sits_everywhere_as_often_as_the_other() {
        for players in Players::ALL {
            let contest = Contest {
                levels: [Level::Greedy, Level::Random],
                players,
                rules: Rules::default(),
                seed: Seed(1),
                budget: Budget::default(),
            };
            for seat in players.seats() {
                let second: usize = (0..contest.seatings()).map(|n| contest.at(n, seat)).sum();
                assert_eq!(2 * second, contest.seatings(), "{players} {seat}");
            }
        }
    }
}
