//! Writes the ends of games between two computer players as duels.
//!
//!     cargo run --release --package tayu-solver --example endgames -- FOLDER [GAMES [PLIES…]]
//!
//! The games are those of the supplies with the seeds 1, 2, …: two captains, each with 10 000 placements to look at for
//! a move. For each number of plies the position so many laid tiles before the end becomes a duel of the side that
//! was to move there, with the tiles that came, in the order in which they came. The same game gives the same file on
//! every machine. Without numbers it writes the last 20 plies of ten games.
#![allow(clippy::print_stderr, reason = "it is run in a terminal")]

use std::error::Error;
use std::path::PathBuf;
use std::{env, fs};

use tayu_core::puzzle::About;
use tayu_core::{
    Draft, FirstPlayer, Game, GameSetup, Goal, Move, Pair, Party, Placement, Rules, Seed, Setup, TileSource,
};
use tayu_solver::StopFlag;
use tayu_solver::player::{Budget, Level, choose};

const NODES: u64 = 10_000;

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = env::args_os().skip(1);
    let folder = PathBuf::from(
        arguments
            .next()
            .ok_or("usage: endgames FOLDER [GAMES [PLIES…]]")?,
    );
    let mut numbers = Vec::new();
    for argument in arguments {
        numbers.push(argument.to_string_lossy().parse::<usize>()?);
    }
    let (games, plies) = match numbers.split_first() {
        None => (10, [20].as_slice()),
        Some((&games, [])) => (games, [20].as_slice()),
        Some((&games, plies)) => (games, plies),
    };
    fs::create_dir_all(&folder)?;
    for seed in 1..=games {
        let laid = game(Seed(seed as u64))?;
        for &plies in plies {
            let Some(before) = laid.len().checked_sub(plies) else {
                eprintln!("endgames: game {seed} has only {} plies", laid.len());
                continue;
            };
            let duel = end(&laid, before, seed).ok_or("nobody is to move after the last tile")?;
            fs::write(
                folder.join(format!("g{seed:02}-{plies}.tayu.json")),
                duel.to_json(),
            )?;
        }
    }
    Ok(())
}

/// Plays a game and tells who laid which tile.
fn game(seed: Seed) -> Result<Vec<(Pair, Placement)>, Box<dyn Error>> {
    let names = vec!["1".to_owned(), "2".to_owned()];
    let source = TileSource::Stacks(seed);
    let mut game = Game::new(GameSetup::new(names, FirstPlayer::Lot, Rules::default(), source)?);
    let budget = Budget {
        nodes: Some(NODES),
        time: None,
    };
    let mut laid = Vec::new();
    while game.outcome().is_none() {
        let chance = Seed(seed.0 << 20 | game.played().len() as u64);
        let action = choose(&game.sight(), Level::Captain, chance, budget, &StopFlag::new());
        let action = action.ok_or("a player has no move")?;
        if let (Move::Lay(placement), Some(Party::Coasts(pair))) = (action, game.party(game.to_move())) {
            laid.push((pair, placement));
        }
        game.play(action)?;
    }
    Ok(laid)
}

/// The duel that was still to come after the first `before` of these tiles.
fn end(laid: &[(Pair, Placement)], before: usize, seed: usize) -> Option<Draft> {
    let (board, rest) = laid.split_at_checked(before)?;
    let (first, _) = rest.first()?;
    let title = format!("The last {} plies of game {seed}", rest.len());
    Some(Draft {
        about: About {
            title: Some(title),
            notes: Some("Two captains played it. Made by solver/examples/endgames.rs.".into()),
            author: None,
        },
        setup: Setup {
            board: board.iter().map(|(_, placement)| *placement).collect(),
            sequence: rest.iter().map(|(_, placement)| placement.tile()).collect(),
        },
        goal: Goal::Duel(*first),
        ..Draft::default()
    })
}
