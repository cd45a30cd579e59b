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
    Choice, Draft, Draw, Game, Goal, Lane, Move, NoPlace, Pair, Party, Phase, Placement, Players, Position,
    Seat, Setup, Stock, Ties, Tile,
};

use super::analysis::{self, Basis, Findings};
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
                width: 10,
                orders: 128,
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
    /// What each party could expect before the first move, in the order of the seats; empty where an auction has to come first.
    pub start: Vec<(Party, Expectation)>,
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
    /// What each party could expect after it, in the order of the seats; empty during the auction. Where only two sides play it is
    /// what the comparison of placements found, as soon as that is known: after a draw, of the best placement of the tile.
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
    /// How far off the distance between their chances may be: the standard error, from 0 to 1; 0 where nothing was tried at random.
    pub error: f32,
    /// What the expectations rest on; by hindsight the kinds are those that lay there, and every play is with the tiles that came.
    pub basis: Basis,
    /// Where it was searched to the end, with the tiles that came: best play from this move on, beginning with `best`.
    pub line: Vec<Placement>,
}

/// What a move is judged by.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Knowledge {
    /// By what could be known.
    Foresight,
    /// With the tiles that came.
    Hindsight,
}

/// What a player lost in all, as far as it is known.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Tally {
    /// How many moves have been judged.
    pub judged: usize,
    /// The chances lost, added up: 1 is a whole game. Losses that chance may have made are left out.
    pub chance_lost: f32,
    /// How many faults of each grade, in the order of [`Grade::FAULTS`].
    pub faults: [usize; 3],
}

/// How grave a loss is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Grade {
    /// Nothing to speak of, or no more than chance may have made of it.
    Sound,
    /// At least [`INACCURACY`](Grade::INACCURACY) of the chance to win.
    Inaccuracy,
    /// At least [`MISTAKE`](Grade::MISTAKE).
    Mistake,
    /// At least [`GRAVE_ERROR`](Grade::GRAVE_ERROR).
    GraveError,
}

impl Grade {
    /// The grades of which a player has to think again, the gravest first.
    pub const FAULTS: [Self; 3] = [Self::GraveError, Self::Mistake, Self::Inaccuracy];
    /// What is lost by an inaccuracy, from 0 to 1. The three steps are those by which Lichess judges chess games: 0.1, 0.2 and 0.3
    /// of a scale that goes from -1 to 1.
    pub const INACCURACY: f32 = 0.05;
    /// What is lost by a mistake.
    pub const MISTAKE: f32 = 0.10;
    /// What is lost by a grave error.
    pub const GRAVE_ERROR: f32 = 0.15;

    fn of(lost: f32) -> Self {
        match lost {
            lost if lost >= Self::GRAVE_ERROR => Self::GraveError,
            lost if lost >= Self::MISTAKE => Self::Mistake,
            lost if lost >= Self::INACCURACY => Self::Inaccuracy,
            _ => Self::Sound,
        }
    }
}

/// A moment at which a game took another turn.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct TurningPoint {
    /// The place of the move among all moves, from 0.
    pub place: usize,
    /// Whose chance it is about.
    pub party: Party,
    /// Its chance before the move, from 0 to 1.
    pub before: f32,
    /// Its chance after it.
    pub after: f32,
    /// What happened.
    pub turn: Turn,
}

/// How a game took another turn.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Turn {
    /// The chance of the party fell further than at most other moves.
    Fell,
    /// The party has come clearly to the front, where another one was.
    Leads,
}

impl MoveReview {
    /// What it is found to have cost.
    #[must_use]
    pub const fn verdict(&self, by: Knowledge) -> Option<&Verdict> {
        match by {
            Knowledge::Foresight => self.foresight.as_ref(),
            Knowledge::Hindsight => self.hindsight.as_ref(),
        }
    }
}

impl Verdict {
    /// `best` is only called better where it is.
    fn new(
        made: (Move, Expectation),
        best: (Move, Expectation),
        error: f32,
        basis: Basis,
        line: Vec<Placement>,
    ) -> Self {
        let of = |expectation: Expectation| (expectation.chance, expectation.margin);
        let is_better = if basis.is_exact() {
            of(best.1) > of(made.1)
        } else {
            best.1.worth() > made.1.worth()
        };
        let (best, best_expectation) = if is_better { best } else { made };
        Self {
            best,
            best_expectation,
            expectation: made.1,
            error: if best == made.0 { 0.0 } else { error },
            basis,
            line,
        }
    }

    /// Whether nothing was left to chance or judgement.
    #[must_use]
    pub const fn is_exact(&self) -> bool {
        self.basis.is_exact()
    }

    /// How much less likely it has become to win, from 0 to 1; 0 where two standard errors may account for it.
    #[must_use]
    pub fn chance_surely_lost(&self) -> f32 {
        let lost = self.chance_lost();
        if lost > 2.0 * self.error { lost } else { 0.0 }
    }

    /// How grave that is.
    #[must_use]
    pub fn grade(&self) -> Grade {
        Grade::of(self.chance_surely_lost())
    }

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

    /// What each party could expect when so many moves had been made.
    #[must_use]
    pub fn standing_after(&self, moves: usize) -> &[(Party, Expectation)] {
        match moves.checked_sub(1) {
            None => &self.start,
            Some(last) => self.moves.get(last).map_or(&[], |reviewed| &reviewed.standing),
        }
    }

    /// How likely a party was to win when so many moves had been made, from 0 to 1.
    #[must_use]
    pub fn chance_after(&self, moves: usize, party: Party) -> Option<f32> {
        let mut standing = self.standing_after(moves).iter();
        standing
            .find(|(of, _)| *of == party)
            .map(|(_, expectation)| expectation.chance)
    }

    /// What the player at a seat lost in all.
    #[must_use]
    pub fn tally(&self, seat: Seat, by: Knowledge) -> Tally {
        let theirs = self.moves.iter().filter(|reviewed| reviewed.seat == seat);
        let mut tally = Tally::default();
        for verdict in theirs.filter_map(|reviewed| reviewed.verdict(by)) {
            tally.judged += 1;
            tally.chance_lost += verdict.chance_surely_lost();
            for (count, grade) in tally.faults.iter_mut().zip(Grade::FAULTS) {
                *count += usize::from(verdict.grade() == grade);
            }
        }
        tally
    }

    /// Where the game took another turn, in the order of the moves: where a party came clearly to the front, and the few
    /// moves at which a party's chance fell furthest.
    #[must_use]
    pub fn turning_points(&self) -> Vec<TurningPoint> {
        let mut points = self.changes_of_leader();
        let mut falls: Vec<TurningPoint> = (self.opening()..self.moves.len())
            .flat_map(|place| self.falls_at(place))
            .filter(|fall| points.iter().all(|point| point.place != fall.place))
            .collect();
        falls.sort_by(|a, b| (b.before - b.after).total_cmp(&(a.before - a.after)));
        points.extend(falls.into_iter().take(FALLS));
        points.sort_by_key(|point| point.place);
        points
    }

    /// The party whose chance fell most at a move, if it fell far.
    fn falls_at(&self, place: usize) -> Option<TurningPoint> {
        let parties = self.standing_after(place).iter();
        let falls = parties.filter_map(|&(party, Expectation { chance: before, .. })| {
            let after = self.chance_after(place + 1, party)?;
            Some(TurningPoint {
                place,
                party,
                before,
                after,
                turn: Turn::Fell,
            })
        });
        falls
            .filter(|fall| fall.before - fall.after >= FAR)
            .max_by(|a, b| (a.before - a.after).total_cmp(&(b.before - b.after)))
    }

    /// How many moves it takes until chances mean something. With three players it is the first stage of the game: the outlook is too
    /// sure then that no product will be as high as the bid.
    fn opening(&self) -> usize {
        if self.game.setup().players() != Players::Three {
            return 0;
        }
        let lays = self.moves.iter().enumerate();
        let mut lays = lays.filter(|(_, reviewed)| matches!(reviewed.action, Move::Lay(_)));
        lays.nth(outlook::STAGE - 1)
            .map_or(self.moves.len(), |(place, _)| place + 1)
    }

    fn changes_of_leader(&self) -> Vec<TurningPoint> {
        let mut leader = None;
        let mut points = Vec::new();
        for place in self.opening()..self.moves.len() {
            let Some((party, after)) = clear_leader(self.standing_after(place + 1)) else {
                continue;
            };
            if leader.is_some_and(|leader| leader != party) {
                points.push(TurningPoint {
                    place,
                    party,
                    before: self.chance_after(place, party).unwrap_or(after),
                    after,
                    turn: Turn::Leads,
                });
            }
            leader = Some(party);
        }
        points
    }
}

/// So many falls are turning points at most.
const FALLS: usize = 3;
/// What a chance has to fall by for that, from 0 to 1.
const FAR: f32 = 0.08;
/// What the first is ahead of the second by when it is clearly in front.
const CLEARLY: f32 = 0.1;

/// Who is ahead of all others, and not by a hair.
fn clear_leader(standing: &[(Party, Expectation)]) -> Option<(Party, f32)> {
    let &(party, first) = standing
        .iter()
        .max_by(|(_, a), (_, b)| a.chance.total_cmp(&b.chance))?;
    let others = standing.iter().filter(|(other, _)| *other != party);
    let second = others.map(|(_, other)| other.chance).fold(0.0, f32::max);
    (first.chance - second >= CLEARLY).then_some((party, first.chance))
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
        .take(if has_hindsight(game) { options.hindsight } else { 0 })
        .collect();
    let mut review = Review {
        game: Arc::clone(game),
        start: standing(&Game::new(game.setup().clone())),
        moves,
        done: 0,
        to_do: decisions.len() + late.len(),
    };
    report(&review);
    let next = AtomicUsize::new(0);
    let (send, verdicts) = mpsc::channel();
    thread::scope(|scope| {
        let (next, decisions) = (&next, &decisions);
        // The verdicts on one more move; nothing when there are no more, or it shall stop.
        let look = move || {
            let decision = decisions.get(next.fetch_add(1, Ordering::Relaxed))?;
            let verdicts = decision.verdicts(game, options, stop);
            (!stop.is_raised()).then_some((decision.place, verdicts))
        };
        for _ in 1..options.threads.get().min(decisions.len()) {
            let send = send.clone();
            let work = move || {
                while let Some(found) = look() {
                    if send.send(found).is_err() {
                        return;
                    }
                }
            };
            // Without that thread the others do its work.
            if thread::Builder::new().spawn_scoped(scope, work).is_err() {
                break;
            }
        }
        drop(send);
        let mut note = |(place, (foresight, hindsight)): (usize, (Option<Verdict>, Option<Verdict>))| {
            review.moves[place].foresight = foresight;
            review.moves[place].hindsight = hindsight;
            refine(&mut review.moves, place);
            review.done += 1;
            report(&review);
        };
        while let Some(found) = look() {
            note(found);
            verdicts.try_iter().for_each(&mut note);
        }
        verdicts.iter().for_each(note);
    });
    // The later a position, the sooner it is searched through, and its value serves the one before it.
    let mut known = BTreeMap::new();
    for decision in late {
        if stop.is_raised() {
            break;
        }
        let Some(verdict) = decision.by_hindsight(game, &mut known, stop) else {
            if !stop.is_raised() {
                // Those before it would take even longer.
                review.to_do = review.done;
            }
            break;
        };
        review.moves[decision.place].hindsight = Some(verdict);
        review.done += 1;
        report(&review);
    }
    review
}

/// Whether placements can be judged by hindsight: the game is over, so that no more tiles could have come than did, and there is
/// nobody of whom it can't be told whom they help, as of a third player, and laying is all that can be done with a tile that has
/// a place.
fn has_hindsight(game: &Game) -> bool {
    let setup = game.setup();
    game.outcome().is_some() && setup.players() != Players::Three && !ending::has_claims(setup.rules())
}

/// Puts what has been found of a placement in the place of what was judged at a glance: what it promised from there on, up to the tile
/// of the next placement; and what the best one promised from the time that its own tile had come, so that a bad tile is not
/// held against the placement.
fn refine(moves: &mut [MoveReview], place: usize) {
    let Some((earlier, [reviewed, later @ ..])) = moves.split_at_mut_checked(place) else {
        return;
    };
    let (Move::Lay(_), Some(party), Some(verdict)) = (reviewed.action, reviewed.party, &reviewed.foresight)
    else {
        return;
    };
    // What one of three loses need not be the other's gain.
    if reviewed.standing.len() != 2 {
        return;
    }
    let put = |standing: &mut Vec<(Party, Expectation)>, found: Expectation| {
        let against = Expectation {
            chance: 1.0 - found.chance,
            margin: -found.margin,
        };
        for (of, expectation) in standing.iter_mut() {
            *expectation = if *of == party { found } else { against };
        }
    };
    let (found, best) = (verdict.expectation, verdict.best_expectation);
    let judged = reviewed.standing.clone();
    put(&mut reviewed.standing, found);
    let until = until_the_tile(later);
    for between in &mut later[..until] {
        // What a game has come to in the end is known.
        if between.standing != judged {
            break;
        }
        put(&mut between.standing, found);
    }
    for before in earlier.iter_mut().rev() {
        let is_draw = matches!(before.action, Move::Draw(_));
        if !is_draw && before.action != Move::Talked {
            break;
        }
        put(&mut before.standing, best);
        if is_draw {
            break;
        }
    }
}

/// How many of these moves come before the next placement, and before the tile of it came once that has been looked at.
fn until_the_tile(moves: &[MoveReview]) -> usize {
    let is_lay = |reviewed: &MoveReview| matches!(reviewed.action, Move::Lay(_));
    let Some(lay) = moves.iter().position(is_lay) else {
        return moves.len();
    };
    if moves[lay].foresight.is_none() {
        return lay;
    }
    let is_draw = |reviewed: &MoveReview| matches!(reviewed.action, Move::Draw(_));
    moves[..lay].iter().rposition(is_draw).unwrap_or(lay)
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
    /// By what could be known, and for a draw, once the game is over, also by what lay where.
    fn verdicts(
        &self,
        game: &Game,
        options: &Options,
        stop: &StopFlag,
    ) -> (Option<Verdict>, Option<Verdict>) {
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
            Move::Draw(draw) => {
                // What lies in a lane of a game under way is still to come.
                let hindsight = game.outcome().and_then(|_| self.drew(&findings, draw));
                (drawn(&findings, draw, &self.before), hindsight)
            }
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
        let made = of(lane)?;
        let other = of(lane.other()).unwrap_or(made);
        let draw = |lane| Move::Draw(Draw::Lane(lane));
        Some(Verdict::new(
            (draw(lane), made),
            (draw(lane.other()), other),
            0.0,
            Basis::Kinds,
            Vec::new(),
        ))
    }

    /// With the tiles that came, each side playing its best and nobody talking. `known` has such values of later positions. `None` where that can't
    /// be told, or takes too long.
    fn by_hindsight(
        &self,
        game: &Game,
        known: &mut BTreeMap<usize, Solved>,
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
        // A duel knows products and nothing else.
        let is_duel = !rules.pro && rules.no_place == NoPlace::Ends && rules.ties != Ties::Points;
        let (best, made) = if is_duel {
            self.as_a_duel(choice, placement, &coming, known, stop)?
        } else {
            self.played_out(choice, placement, &coming, stop)?
        };
        let line = if best.0 > made.0 {
            best.1
        } else {
            // It was as good as any other.
            std::iter::once(placement).chain(made.1).collect()
        };
        Some(Verdict::new(
            (Move::Lay(placement), made.0.expectation()),
            (
                line.first().copied().map_or(self.action, Move::Lay),
                best.0.expectation(),
            ),
            0.0,
            Basis::EveryPlay,
            line,
        ))
    }

    /// By search of all plays: the best, and the best that goes on from the placement made.
    fn played_out(
        &self,
        choice: Choice,
        placement: Placement,
        coming: &[Tile],
        stop: &StopFlag,
    ) -> Option<(Outline, Outline)> {
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
        let best = ending::play_out(world.clone(), &roles, &from_here, party, window, &mut clock)?;
        let mut after = world;
        after.lay(&roles, choice, placement);
        let made = ending::play_out(after, &roles, coming, party, window, &mut clock)?;
        Some((best, made))
    }

    /// The same by the search for duels.
    fn as_a_duel(
        &self,
        choice: Choice,
        placement: Placement,
        coming: &[Tile],
        known: &mut BTreeMap<usize, Solved>,
        stop: &StopFlag,
    ) -> Option<(Outline, Outline)> {
        let Some(Party::Coasts(pair)) = self.before.party(self.before.to_move()) else {
            return None;
        };
        let sequence: Vec<Tile> = choice.drawn.into_iter().chain(coming.iter().copied()).collect();
        let count = sequence.len();
        let best = duel(self.before.position(), sequence, pair, stop)?;
        let mut after = self.before.position().clone();
        after.lay(placement).ok()?;
        let next = known
            .get(&coming.len())
            .filter(|solved| solved.first == pair.other() && solved.position == after);
        // What is good for the one who lays next is bad for the one who has laid.
        let (margin, line) = match next {
            Some(solved) => (-solved.margin, solved.line.clone()),
            None if coming.is_empty() => (after.board().coasts().margin(pair), Vec::new()),
            None => {
                let solved = duel(&after, coming.to_vec(), pair.other(), stop)?;
                (-solved.margin, solved.line)
            }
        };
        let made = (Score::of_margin(margin), line);
        let outline = (Score::of_margin(best.margin), best.line.clone());
        known.insert(count, best);
        Some((outline, made))
    }
}

/// How a game ends, and how it is played to there.
type Outline = (Score, Vec<Placement>);

/// A position near the end, and what it comes to for the one who lays next.
struct Solved {
    position: Position,
    /// Who lays next: where a team has talked it need not be the other side.
    first: Pair,
    margin: i32,
    line: Vec<Placement>,
}

/// The rest of a game as a duel in which `first` lays next.
fn duel(position: &Position, sequence: Vec<Tile>, first: Pair, stop: &StopFlag) -> Option<Solved> {
    let setup = Setup {
        board: position.placements().to_vec(),
        sequence,
    };
    let draft = Draft {
        setup,
        goal: Goal::Duel(first),
        ..Draft::default()
    };
    let options = crate::Options {
        time_limit: Some(HINDSIGHT_LIMIT),
        // With several it would depend on which comes first which of the placements that are equally good is found.
        threads: NonZeroUsize::MIN,
        ..crate::Options::default()
    };
    match solve(Arc::new(draft.puzzle().ok()?), options, stop).ok()?.outcome {
        Outcome::Optimal { line, .. } => Some(Solved {
            position: position.clone(),
            first,
            margin: match line.value() {
                Value::Margin(margin) => margin.get(),
                Value::Product(_) => return None,
            },
            line: line.placements().to_vec(),
        }),
        _ => None,
    }
}

/// A late position that takes longer than this is left alone, and all before it: how far hindsight reaches back depends on the
/// machine, what it says does not.
const HINDSIGHT_LIMIT: std::time::Duration = std::time::Duration::from_secs(10);

fn laid(findings: &Findings, placement: Placement) -> Option<Verdict> {
    let (best, made) = (findings.placements().first()?, findings.of(placement)?);
    let mut verdict = Verdict::new(
        (Move::Lay(placement), made.expectation),
        (Move::Lay(best.placement), best.expectation),
        made.error,
        findings.basis,
        Vec::new(),
    );
    if findings.basis == Basis::EveryPlay {
        let first = if verdict.best == Move::Lay(placement) {
            made
        } else {
            best
        };
        verdict.line = std::iter::once(first.placement)
            .chain(first.line.iter().copied())
            .collect();
    }
    Some(verdict)
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
    let made = (Move::Draw(draw), made.expectation);
    let best = (best.action.unwrap_or(made.0), best.expectation);
    Some(Verdict::new(made, best, 0.0, findings.basis, Vec::new()))
}
