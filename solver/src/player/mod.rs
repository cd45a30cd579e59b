//! Players to play against.
//!
//! A player is given a [`Sight`] and nothing else, so that it knows what a person at its seat knows. With a budget of
//! nodes alone the same sight, level and seed give the same move on every machine.
//!
//! * `world` is a game as imagined, with one order in which the tiles may come;
//! * `field` counts how near the canals are to the coasts, and `outlook` makes of it how likely each party is to win;
//! * `ply` looks one tile ahead, `search` further by a `comparison`, `ending` to the end;
//! * `caution` judges by what others have laid how much there is to lose if a game ends early;
//! * `draw` chooses where to draw, `auction` what to bid;
//! * [`analysis`] tells what each choice promises, [`review`] what the moves of a game cost, and a [`Hint`] leads to one of them step by step.

pub mod analysis;
mod auction;
mod caution;
mod comparison;
mod draw;
mod ending;
mod field;
mod hint;
mod outlook;
mod ply;
pub mod review;
mod search;
mod world;

#[cfg(test)]
mod tests;

use std::fmt;
use std::str::FromStr;
use std::time::{Duration, Instant};

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;
use tayu_core::{Move, Phase, Seed, Sight};

use crate::StopFlag;
use caution::Caution;
pub use hint::{Aim, Hint, Purpose, Region};
pub use outlook::Expectation;
use world::Roles;

/// How well a player plays.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Level {
    /// Any move that the rules allow: a yardstick.
    Random,
    /// The most for the own product now: a yardstick.
    Greedy,
    /// The most points now.
    FirstGame,
    /// One tile ahead, with an eye for the coasts.
    Pupil,
    /// Also the next reply, and where to draw.
    Captain,
    /// Five more tiles, in many orders.
    Navigator,
}

impl Level {
    /// All levels, from the weakest to the strongest of those that people are offered, after the yardsticks.
    pub const ALL: [Self; 6] = [
        Self::Random,
        Self::Greedy,
        Self::FirstGame,
        Self::Pupil,
        Self::Captain,
        Self::Navigator,
    ];

    /// The levels that people are offered, from the weakest to the strongest.
    pub const OFFERED: [Self; 4] = [Self::FirstGame, Self::Pupil, Self::Captain, Self::Navigator];

    /// What it does, in one line.
    #[must_use]
    pub const fn what_it_does(self) -> &'static str {
        match self {
            Self::Random => "Makes any move that the rules allow.",
            Self::Greedy => {
                "Lays where its own product gains most on the other one at once, and draws at random."
            }
            Self::FirstGame => "Lays where it scores most at once, and draws at random.",
            Self::Pupil => {
                "Looks one tile ahead, at how near the canals are to the coasts, and draws at random."
            }
            Self::Captain => {
                "Also looks at what may be replied to its best moves, and at the supply before it draws."
            }
            Self::Navigator => {
                "Plays five tiles on in its mind, in as many orders of the tiles as it takes or its time allows."
            }
        }
    }

    /// How far it looks at most when no budget is set, in nodes.
    #[must_use]
    pub const fn nodes(self) -> u64 {
        match self {
            Self::Random | Self::Greedy | Self::FirstGame | Self::Pupil => 10_000,
            Self::Captain => 60_000,
            Self::Navigator => 1_000_000,
        }
    }
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Random => "random",
            Self::Greedy => "greedy",
            Self::FirstGame => "first-game",
            Self::Pupil => "pupil",
            Self::Captain => "captain",
            Self::Navigator => "navigator",
        })
    }
}

/// A name that no level has.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("there is no such level; there are random, greedy, first-game, pupil, captain and navigator")]
pub struct NoSuchLevel;

impl FromStr for Level {
    type Err = NoSuchLevel;

    fn from_str(text: &str) -> Result<Self, NoSuchLevel> {
        let mut levels = Self::ALL.into_iter();
        levels.find(|level| level.to_string() == text).ok_or(NoSuchLevel)
    }
}

/// How much a player may look at before it moves. Whatever is used up first ends its thinking.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Budget {
    /// Placements looked at. The level's own number where neither is set.
    pub nodes: Option<u64>,
    /// Time on the clock.
    pub time: Option<Duration>,
}

/// The move of a player who sees this; `None` where there is none to make: the game is over, or the tile is drawn at a table
/// elsewhere. A player never owns up to having talked.
///
/// Soon after `stop` has been raised it is the best move found so far.
#[must_use]
pub fn choose(sight: &Sight, level: Level, seed: Seed, budget: Budget, stop: &StopFlag) -> Option<Move> {
    let mut rng = ChaCha8Rng::seed_from_u64(seed.0);
    let mut clock = Clock::new(level, budget, stop);
    match sight.phase() {
        Phase::Over(_) => None,
        Phase::ToBid => auction::bid(sight, level, &mut rng),
        Phase::ToDraw => draw::draw(sight, level, &mut rng, &mut clock),
        Phase::ToLay(choice) => {
            let roles = level.roles(sight, &mut clock)?;
            search::lay(sight, &roles, choice, level, &mut rng, &mut clock)
        }
    }
}

impl Level {
    /// Who plays for what, and how careful that makes a player of this level.
    fn roles(self, sight: &Sight, clock: &mut Clock<'_>) -> Option<Roles> {
        let mut roles = Roles::of(sight)?;
        // With a spoilsport a game that ends early is not drawn but won by one of three, and in the Pro game one of the tiles in
        // the hand nearly always has a place.
        if self == Self::Navigator && roles.bid.is_none() && !roles.rules.pro {
            roles.caution = Some(Caution::of(sight, &roles, clock));
        }
        Some(roles)
    }
}

/// How much of a budget is left.
struct Clock<'a> {
    used: u64,
    nodes: u64,
    started: Instant,
    time: Option<Duration>,
    stop: &'a StopFlag,
    /// Nodes at which the time is looked at next.
    look: u64,
    over: bool,
}

impl<'a> Clock<'a> {
    /// Nodes between two looks at the time and the flag: well below a millisecond.
    const BETWEEN_LOOKS: u64 = 400;

    fn new(level: Level, budget: Budget, stop: &'a StopFlag) -> Self {
        let nodes = match (budget.nodes, budget.time) {
            (Some(nodes), _) => nodes,
            (None, Some(_)) => u64::MAX,
            (None, None) => level.nodes(),
        };
        Self {
            used: 0,
            nodes,
            started: Instant::now(),
            time: budget.time,
            stop,
            look: 0,
            over: false,
        }
    }

    /// So many placements have been looked at. Whether there is nothing left.
    fn spend(&mut self, nodes: usize) -> bool {
        self.used += nodes as u64;
        if self.used >= self.look {
            self.look = self.used + Self::BETWEEN_LOOKS;
            self.over |= self.stop.is_raised()
                || self.used >= self.nodes
                || self.time.is_some_and(|time| self.started.elapsed() >= time);
        }
        self.over
    }

    const fn is_over(&self) -> bool {
        self.over
    }

    /// How much of the budget is used up, from 0 to 1.
    fn used(&self) -> f32 {
        let nodes = self.used as f32 / self.nodes as f32;
        let time = (self.time).map_or(0.0, |time| {
            self.started.elapsed().as_secs_f32() / time.as_secs_f32()
        });
        nodes.max(time)
    }
}
