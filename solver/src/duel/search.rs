//! Alpha-beta search of a duel by null windows.
//!
//! [`Search::visit`] only ever answers whether a side can reach a margin; [`Search::narrow`] brings the bounds
//! together by asking that, each time next to the last answer (MTD(f): Plaat, Schaeffer, Pijls and de Bruin,
//! "Best-first fixed-depth minimax algorithms", Artificial Intelligence 87, 1996).

use std::cmp::Reverse;

use tayu_core::{Board, Pair, Placement};

use super::state::{State, margin};
use super::table::{Known, Table};
use super::terrain::{Choice, Terrain};

/// The search was stopped before it had an answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Stopped;

/// Positions visited between two looks at whether to stop: a few milliseconds.
const VISITS_BETWEEN_LOOKS: u64 = 1024;

/// What searches of one board can hand on to each other, for sequences that begin alike.
#[derive(Debug)]
pub(super) struct Memory {
    table: Table,
    /// For each side how often and how high up a choice settled the matter.
    merits: [Vec<u32>; 2],
}

impl Memory {
    /// For a terrain with this many spots and this many tiles.
    pub(super) fn new(spots: usize, plies: usize) -> Self {
        // A short duel has no use for the 48 MiB of a long one.
        let bits = (2 * plies as u32 + 4).min(20);
        Self {
            table: Table::new(bits),
            merits: [vec![0; 2 * spots], vec![0; 2 * spots]],
        }
    }
}

/// A search of one sequence.
pub(super) struct Search<'a, const W: usize> {
    terrain: &'a Terrain<W>,
    first: Pair,
    memory: &'a mut Memory,
    stop: &'a dyn Fn() -> bool,
    visits: u64,
    /// The position at each ply of the line being looked at.
    states: Vec<State<W>>,
    /// The choices of each ply of it, kept to spare allocations.
    choices: Vec<Vec<Candidate>>,
    lower: i32,
    upper: i32,
}

/// A placement with what speaks for trying it early; the least comes first.
type Candidate = (Reverse<(bool, i32, u32)>, Choice);

impl<'a, const W: usize> Search<'a, W> {
    /// A search that has looked at the board only.
    pub(super) fn new(
        terrain: &'a Terrain<W>,
        board: &Board,
        first: Pair,
        memory: &'a mut Memory,
        stop: &'a dyn Fn() -> bool,
    ) -> Self {
        let states = vec![terrain.start(board); terrain.plies() + 1];
        let outlook = states[0].clone().survey(terrain, 0);
        let (lower, upper) = outlook.range(states[0].points, first);
        let choices = vec![Vec::new(); terrain.plies()];
        Self {
            terrain,
            first,
            memory,
            stop,
            visits: 0,
            states,
            choices,
            lower,
            upper,
        }
    }

    /// The margin that the first side can force, and the one that the other can hold it to.
    pub(super) const fn bounds(&self) -> (i32, i32) {
        (self.lower, self.upper)
    }

    /// Whether the value of the duel is known. Bounds that cross end the search too: no [`line`](Self::line)
    /// fits them.
    pub(super) const fn is_proved(&self) -> bool {
        self.lower >= self.upper
    }

    /// Brings the bounds closer, by asking next to `guess`. Returns the answer, a better guess.
    pub(super) fn narrow(&mut self, guess: i32) -> Result<i32, Stopped> {
        let asked = guess.clamp(self.lower + 1, self.upper.max(self.lower + 1));
        let answer = self.visit(0, asked)?;
        if answer >= asked {
            self.lower = self.lower.max(answer);
        } else {
            self.upper = self.upper.min(answer);
        }
        Ok(answer)
    }

    /// A whole play in which the first side keeps to what forces the lower bound and the other to what
    /// holds it to the upper one: its margin lies between them, and where they meet both play their best.
    ///
    /// Where the table has forgotten why, it is searched again. `None` if a bound turns out to be wrong.
    pub(super) fn line(&mut self) -> Result<Option<Vec<Placement>>, Stopped> {
        let mut line = Vec::new();
        for ply in 0..self.terrain.plies() {
            let least = if ply.is_multiple_of(2) {
                self.lower
            } else {
                -self.upper
            };
            let Some(choice) = self.choice_for(ply, least)? else {
                let over = self.order_choices(ply, Choice::NONE) == 0;
                return Ok(over.then_some(line));
            };
            line.push(self.terrain.placement(ply, choice));
        }
        Ok(Some(line))
    }

    /// The first choice that brings the side to move at least this, with the next position set to it.
    fn choice_for(&mut self, ply: usize, least: i32) -> Result<Option<Choice>, Stopped> {
        let best = match self.survey(ply, least) {
            Survey::Open { known, .. } => known.best,
            Survey::Settled(_) => Choice::NONE,
        };
        for n in 0..self.order_choices(ply, best) {
            let choice = self.choices[ply][n].1;
            self.follow(ply, choice);
            if -self.visit(ply + 1, 1 - least)? >= least {
                return Ok(Some(choice));
            }
        }
        Ok(None)
    }

    fn mover(&self, ply: usize) -> Pair {
        if ply.is_multiple_of(2) {
            self.first
        } else {
            self.first.other()
        }
    }

    fn follow(&mut self, ply: usize, choice: Choice) {
        let (before, after) = self.states.split_at_mut(ply + 1);
        after[0].follow(&before[ply], self.terrain, ply, choice);
    }

    /// A bound on the margin that the side to move reaches with best play: if at least `asked` it is a lower
    /// bound, else an upper one.
    fn visit(&mut self, ply: usize, asked: i32) -> Result<i32, Stopped> {
        self.visits += 1;
        if self.visits.is_multiple_of(VISITS_BETWEEN_LOOKS) && (self.stop)() {
            return Err(Stopped);
        }
        let tiles = self.terrain.plies() - ply;
        match tiles {
            0 => return Ok(self.states[ply].margin(self.mover(ply))),
            1 => return Ok(self.last_tile(ply)),
            _ => {}
        }
        let (key, mut known) = match self.survey(ply, asked) {
            Survey::Settled(bound) => return Ok(bound),
            Survey::Open { key, known } => (key, known),
        };
        let now = self.states[ply].margin(self.mover(ply));
        let count = self.order_choices(ply, known.best);
        if count == 0 {
            return Ok(now);
        }
        let (mut value, mut best) = (i32::MIN, Choice::NONE);
        for n in 0..count {
            let choice = self.choices[ply][n].1;
            self.follow(ply, choice);
            let reached = -self.visit(ply + 1, 1 - asked)?;
            if reached > value {
                (value, best) = (reached, choice);
            }
            if reached >= asked {
                let merit = &mut self.memory.merits[ply % 2][choice.index()];
                *merit = merit.saturating_add((tiles * tiles) as u32);
                break;
            }
        }
        let gain = (value - now) as i16;
        if value >= asked {
            known.lower = known.lower.max(gain);
            known.best = best;
        } else {
            known.upper = known.upper.min(gain);
            if known.best == Choice::NONE {
                known.best = best;
            }
        }
        self.memory.table.put(key, tiles, known);
        Ok(value)
    }

    /// The margin after the best placement of the last tile.
    fn last_tile(&self, ply: usize) -> i32 {
        let (state, mover) = (&self.states[ply], self.mover(ply));
        let now = state.margin(mover);
        let mut best = None;
        state.choices(self.terrain, ply, |choice, sea| {
            let after = match sea {
                0 => now,
                _ => margin(state.points_after(self.terrain, choice.spot(), sea), mover),
            };
            best = best.max(Some(after));
        });
        best.unwrap_or(now)
    }

    /// What the board and the table say before anything is tried.
    fn survey(&mut self, ply: usize, asked: i32) -> Survey {
        let mover = self.mover(ply);
        let state = &mut self.states[ply];
        let outlook = state.survey(self.terrain, ply);
        let (least, most) = outlook.range(state.points, mover);
        if least >= asked {
            return Survey::Settled(least);
        }
        if most < asked {
            return Survey::Settled(most);
        }
        let key = state.key(&outlook, ply, self.terrain.plies());
        let known = self.memory.table.get(key);
        let now = state.margin(mover);
        let (least, most) = (now + i32::from(known.lower), now + i32::from(known.upper));
        if least >= asked {
            Survey::Settled(least)
        } else if most < asked {
            Survey::Settled(most)
        } else {
            Survey::Open { key, known }
        }
    }

    /// Puts the choices of `ply` in the order in which to try them and tells how many there are: the one that
    /// the table names, then those that gain most at once, then those that were good elsewhere.
    fn order_choices(&mut self, ply: usize, named: Choice) -> usize {
        let (state, mover) = (&self.states[ply], self.mover(ply));
        let merits = &self.memory.merits[ply % 2];
        let now = state.margin(mover);
        let choices = &mut self.choices[ply];
        choices.clear();
        state.choices(self.terrain, ply, |choice, sea| {
            let gain = match sea {
                0 => 0,
                _ => margin(state.points_after(self.terrain, choice.spot(), sea), mover) - now,
            };
            choices.push((Reverse((choice == named, gain, merits[choice.index()])), choice));
        });
        choices.sort_unstable();
        choices.len()
    }
}

enum Survey {
    /// A bound that answers the question, as of [`Search::visit`].
    Settled(i32),
    Open {
        key: u128,
        known: Known,
    },
}
