//! What the moves of a game cost.
//!
//! Each move is held against the best one, first by what could be known at the time, then, by hindsight, with the tiles that
//! came. By hindsight a place to draw is judged by the tile that lay there, and a placement near the end exactly: best
//! play on both sides with the tiles that came, and none after them.

use std::collections::BTreeMap;
use std::io;
use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, mpsc};
use std::thread;

use tayu_core::{
    Choice, Draft, Draw, Game, Goal, Lane, Move, NoPlace, Party, Phase, Placement, Players, Position, Seat,
    Setup, Stock, Tile,
};

use super::analysis::{self, Findings};
use super::outlook::{self, Expectation, Score};
use super::world::{Roles, World};
use super::{Budget, Clock, Level, ending};
use crate::line::Value;
use crate::{Outcome, StopFlag, Task, solve};

/// How to look at a game.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Options {
    /// How to look at each move.
    pub analysis: analysis::Options,
    /// How many threads may work.
    pub threads: NonZeroUsize,
    /// How many of the last tiles laid are judged by hindsight.
    pub hindsight: usize,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            analysis: analysis::Options {
                width: 8,
                orders: 48,
                ..analysis::Options::default()
            },
            threads: NonZeroUsize::MIN,
            hindsight: 14,
        }
    }
}

/// What the moves of a game cost, as far as that is known.
#[derive(Debug, Clone, PartialEq)]
pub struct Review {
    /// The game.
    pub game: Arc<Game>,
    /// For each move, in the order in which they were made.
    pub moves: Vec<MoveReview>,
    /// How many moves have been looked at.
    pub done: usize,
    /// How many there are to look at.
    pub to_do: usize,
}

/// What a move cost.
#[derive(Debug, Clone, PartialEq)]
pub struct MoveReview {
    /// Whose move it was.
    pub seat: Seat,
    /// What that player plays for; `None` during the auction.
    pub party: Option<Party>,
    /// The move.
    pub action: Move,
    /// What each party could expect after it, in the order of the seats; empty during the auction.
    pub standing: Vec<(Party, Expectation)>,
    /// By what could be known.
    pub foresight: Option<Verdict>,
    /// With the tiles that came.
    pub hindsight: Option<Verdict>,
}

/// A move beside the best one.
#[derive(Debug, Clone, PartialEq)]
pub struct Verdict {
    /// What would have been best; the move itself where nothing was better.
    pub best: Move,
    /// What could be expected of that.
    pub best_expectation: Expectation,
    /// What could be expected of the move that was made.
    pub expectation: Expectation,
    /// Whether nothing was left to chance or judgement.
    pub exact: bool,
    /// Where that is so, best play from this move on, in placements.
    pub line: Vec<Placement>,
}

impl Verdict {
    /// How much less likely it has become to win, from 0 to 1.
    #[must_use]
    pub fn chance_lost(&self) -> f32 {
        (self.best_expectation.chance - self.expectation.chance).max(0.0)
    }

    /// How many points of the margin were lost.
    #[must_use]
    pub fn margin_lost(&self) -> f32 {
        (self.best_expectation.margin - self.expectation.margin).max(0.0)
    }
}

impl Review {
    /// Whether all moves have been looked at.
    #[must_use]
    pub const fn is_complete(&self) -> bool {
        self.done == self.to_do
    }
}

/// A position of the game in which something was decided.
struct Decision {
    /// Its place among the moves.
    place: usize,
    before: Game,
    action: Move,
}

/// Starts looking at a game and returns at once. What is known is in [`Task::latest`]; `on_change` is called on another thread
/// when there is news, at most ten times a second, and once more at the end.
///
/// # Errors
/// When the system gives no thread.
pub fn start(
    game: Arc<Game>,
    options: Options,
    on_change: impl Fn() + Send + 'static,
) -> io::Result<Task<Review>> {
    Task::start("review", on_change, move |teller, stop| {
        Some(review(&game, &options, stop, &mut |review| {
            teller.tell(|| review.clone());
        }))
    })
}

/// Looks at all moves of a game, or until `stop` has been raised. `report` is given what is known again and again.
pub fn review(
    game: &Arc<Game>,
    options: &Options,
    stop: &StopFlag,
    report: &mut dyn FnMut(&Review),
) -> Review {
    let (moves, decisions) = walk(game);
    let late: Vec<&Decision> = (decisions.iter())
        .filter(|decision| matches!(decision.action, Move::Lay(_)))
        .rev()
        .take(options.hindsight)
        .collect();
    let mut review = Review {
        game: Arc::clone(game),
        moves,
        done: 0,
        to_do: decisions.len() + late.len(),
    };
    report(&review);
    let next = AtomicUsize::new(0);
    let (send, verdicts) = mpsc::channel();
    thread::scope(|scope| {
        for _ in 0..options.threads.get().min(decisions.len()) {
            let (send, next, decisions) = (send.clone(), &next, &decisions);
            scope.spawn(move || {
                while let Some(decision) = decisions.get(next.fetch_add(1, Ordering::Relaxed)) {
                    let verdicts = decision.verdicts(options, stop);
                    if stop.is_raised() || send.send((decision.place, verdicts)).is_err() {
                        return;
                    }
                }
            });
        }
        drop(send);
        for (place, (foresight, hindsight)) in verdicts {
            review.moves[place].foresight = foresight;
            review.moves[place].hindsight = hindsight;
            review.done += 1;
            report(&review);
        }
    });
    // The later a position, the sooner it is searched through, and its value serves the one before it.
    let mut known = BTreeMap::new();
    for decision in late {
        if stop.is_raised() {
            break;
        }
        let Some(verdict) = decision.by_hindsight(game, &mut known, stop) else {
            review.to_do -= options.hindsight.min(review.to_do - review.done);
            break;
        };
        review.moves[decision.place].hindsight = Some(verdict);
        review.done += 1;
        report(&review);
    }
    review
}

/// The moves of a game, and the positions in which there was something to decide.
fn walk(game: &Game) -> (Vec<MoveReview>, Vec<Decision>) {
    let mut before = Game::new(game.setup().clone());
    let (mut moves, mut decisions) = (Vec::new(), Vec::new());
    for played in game.played() {
        let mut after = before.clone();
        // The moves of a game can be made in its setup.
        let _ = after.play(played.action);
        moves.push(MoveReview {
            seat: played.seat,
            party: before.party(played.seat),
            action: played.action,
            standing: standing(&after),
            foresight: None,
            hindsight: None,
        });
        let decided = match (before.phase(), played.action) {
            (Phase::ToLay(_), Move::Lay(_)) => true,
            (Phase::ToDraw, Move::Draw(draw)) => !matches!(draw, Draw::Tile(_)) && !before.is_dealing(),
            _ => false,
        };
        if decided {
            decisions.push(Decision {
                place: moves.len() - 1,
                before,
                action: played.action,
            });
        }
        before = after;
    }
    (moves, decisions)
}

/// What each party can expect.
fn standing(game: &Game) -> Vec<(Party, Expectation)> {
    let sight = game.sight();
    let Some(roles) = Roles::of(&sight) else {
        return Vec::new();
    };
    let world = World::of(&sight);
    let next = roles.party(world.to_move);
    let mut out: Vec<(Party, Expectation)> = Vec::new();
    for party in sight.players().seats().filter_map(|seat| sight.party(seat)) {
        if out.iter().all(|(known, _)| *known != party) {
            let expectation = match sight.phase() {
                Phase::Over(_) => world.ended(&roles, party).0,
                _ => outlook::expect(&world.field, &roles, party, next),
            };
            out.push((party, expectation));
        }
    }
    out
}

impl Decision {
    /// By what could be known, and for a draw also by what lay where.
    fn verdicts(&self, options: &Options, stop: &StopFlag) -> (Option<Verdict>, Option<Verdict>) {
        let mut options = options.analysis.clone();
        if let Move::Lay(placement) = self.action {
            options.also.push(placement);
        }
        let findings = analysis::analyse(&self.before.sight(), &options, stop, &mut |_| ());
        let Some(findings) = findings else {
            return (None, None);
        };
        match self.action {
            Move::Lay(placement) => (laid(&findings, placement), None),
            Move::Draw(draw) => (drawn(&findings, draw, &self.before), self.drew(&findings, draw)),
            _ => (None, None),
        }
    }

    /// What the tile at the top of each lane would have brought.
    fn drew(&self, findings: &Findings, draw: Draw) -> Option<Verdict> {
        let (Stock::Stacks(supply), Draw::Lane(lane)) = (self.before.stock(), draw) else {
            return None;
        };
        let of = |lane: Lane| {
            let tile = supply.order(lane).next()?.tile();
            let weighing = (findings.draws().iter())
                .find(|weighing| weighing.action == Some(Move::Draw(Draw::Lane(lane))))?;
            let coming = weighing.kinds.iter().find(|coming| coming.tile == tile)?;
            Some(coming.expectation)
        };
        let expectation = of(lane)?;
        let other = of(lane.other()).filter(|other| other.chance > expectation.chance);
        Some(Verdict {
            best: Move::Draw(Draw::Lane(other.map_or(lane, |_| lane.other()))),
            best_expectation: other.unwrap_or(expectation),
            expectation,
            exact: false,
            line: Vec::new(),
        })
    }

    /// With the tiles that came, each side playing its best. `known` has such values of later positions. `None` where that can't
    /// be told, or takes too long.
    fn by_hindsight(
        &self,
        game: &Game,
        known: &mut BTreeMap<usize, (Position, i32)>,
        stop: &StopFlag,
    ) -> Option<Verdict> {
        let (Phase::ToLay(choice), Move::Lay(placement)) = (self.before.phase(), self.action) else {
            return None;
        };
        let coming: Vec<Tile> = game
            .drawn_tiles()
            .skip(self.before.drawn_tiles().count())
            .collect();
        let rules = self.before.setup().rules();
        let players = self.before.setup().players();
        if players == Players::Three {
            // Nobody knows whom a third player helps.
            return None;
        }
        let (best, made, line) = if rules.pro || rules.no_place != NoPlace::Ends {
            self.played_out(choice, placement, &coming, stop)?
        } else {
            self.as_a_duel(choice, placement, &coming, known, stop)?
        };
        let first = line.first().copied().filter(|_| best > made).unwrap_or(placement);
        Some(Verdict {
            best: Move::Lay(first),
            best_expectation: best.expectation(),
            expectation: made.expectation(),
            exact: true,
            line,
        })
    }

    /// By search of all plays.
    fn played_out(
        &self,
        choice: Choice,
        placement: Placement,
        coming: &[Tile],
        stop: &StopFlag,
    ) -> Option<(Score, Score, Vec<Placement>)> {
        const NODES: u64 = 3_000_000;
        let sight = self.before.sight();
        let roles = Roles::of(&sight)?;
        let world = World::of(&sight);
        let party = roles.party(world.to_move);
        let budget = Budget {
            nodes: Some(NODES),
            time: None,
        };
        let mut clock = Clock::new(Level::Navigator, budget, stop);
        let window = (Score::LOWEST, Score::HIGHEST);
        let from_here: Vec<Tile> = choice.drawn.into_iter().chain(coming.iter().copied()).collect();
        let (best, line) = ending::play_out(world.clone(), &roles, &from_here, party, window, &mut clock)?;
        let mut after = world;
        after.lay(&roles, choice, placement);
        let (made, _) = ending::play_out(after, &roles, coming, party, window, &mut clock)?;
        Some((best, made, line))
    }

    /// By the search for duels.
    fn as_a_duel(
        &self,
        choice: Choice,
        placement: Placement,
        coming: &[Tile],
        known: &mut BTreeMap<usize, (Position, i32)>,
        stop: &StopFlag,
    ) -> Option<(Score, Score, Vec<Placement>)> {
        let Some(Party::Coasts(pair)) = self.before.party(self.before.to_move()) else {
            return None;
        };
        let solved = |position: &Position, sequence: Vec<Tile>, goal| {
            let setup = Setup {
                board: position.placements().to_vec(),
                sequence,
            };
            let draft = Draft {
                setup,
                goal: Goal::Duel(goal),
                ..Draft::default()
            };
            let options = crate::Options {
                time_limit: Some(HINDSIGHT_LIMIT),
                ..crate::Options::default()
            };
            match solve(Arc::new(draft.puzzle().ok()?), options, stop).ok()?.outcome {
                Outcome::Optimal { line, .. } => Some(line),
                _ => None,
            }
        };
        let margin = |value: Value| match value {
            Value::Margin(margin) => Some(margin.get()),
            Value::Product(_) => None,
        };
        let sequence: Vec<Tile> = choice.drawn.into_iter().chain(coming.iter().copied()).collect();
        let count = sequence.len();
        let best = solved(self.before.position(), sequence, pair)?;
        let value = margin(best.value())?;
        known.insert(count, (self.before.position().clone(), value));
        let mut after = self.before.position().clone();
        after.lay(placement).ok()?;
        let next = known
            .get(&coming.len())
            .filter(|(position, _)| *position == after);
        let made = match next {
            Some((_, value)) => -value,
            None if coming.is_empty() => after.board().coasts().margin(pair),
            None => -margin(solved(&after, coming.to_vec(), pair.other())?.value())?,
        };
        Some((
            Score::of_margin(value),
            Score::of_margin(made),
            best.placements().to_vec(),
        ))
    }
}

/// A late position that takes longer than this is left alone, and all before it.
const HINDSIGHT_LIMIT: std::time::Duration = std::time::Duration::from_secs(10);

fn laid(findings: &Findings, placement: Placement) -> Option<Verdict> {
    let (best, made) = (findings.placements().first()?, findings.of(placement)?);
    Some(Verdict {
        best: Move::Lay(best.placement),
        best_expectation: best.expectation,
        expectation: made.expectation,
        exact: findings.basis.is_exact(),
        line: Vec::new(),
    })
}

fn drawn(findings: &Findings, draw: Draw, before: &Game) -> Option<Verdict> {
    let best = findings.draws().first()?;
    let made = findings
        .draws()
        .iter()
        .find(|weighing| match (weighing.action, draw) {
            (Some(Move::Draw(Draw::Place(place))), Draw::Place(drawn)) => {
                // Of spread tiles all with a ring are alike, and all without.
                let Stock::Spread(spread) = before.stock() else {
                    return false;
                };
                let ring = |place| spread.rings().find(|(at, _)| *at == place).map(|(_, ring)| ring);
                ring(place) == ring(drawn)
            }
            (Some(action), draw) => action == Move::Draw(draw),
            (None, _) => false,
        })?;
    let better = best
        .action
        .filter(|_| best.expectation.chance > made.expectation.chance);
    Some(Verdict {
        best: better.unwrap_or(Move::Draw(draw)),
        best_expectation: if better.is_some() {
            best.expectation
        } else {
            made.expectation
        },
        expectation: made.expectation,
        exact: false,
        line: Vec::new(),
    })
}
