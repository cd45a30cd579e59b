//! Alpha-beta search of a duel by null windows.
//!
//! A [`Search`] only ever answers whether a side can reach a margin.
//!
//! Where one choice settles the matter, those with few replies are tried first, as in endgames of Othello: what is
//! searched after them is smaller. Before any is searched, all are surveyed, since the board or the table may already
//! know the answer for one of them (enhanced transposition cutoffs: Plaat, Schaeffer, Pijls and de Bruin, "Exploiting
//! graph properties of game trees", AAAI 1996).

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use tayu_core::{Board, Pair, Placement};

use super::outlook::Outlook;
use super::state::{State, margin, sum};
use super::table::{Known, Table};
use super::terrain::{Choice, Spots, Terrain, contains, insert, without};

/// The search was stopped before it had an answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Stopped;

/// Positions visited between two looks at whether to stop: a few milliseconds.
const VISITS_BETWEEN_LOOKS: u64 = 1024;

/// Shorter rests of a duel are not worth the trouble of keeping threads apart.
const TILES_WORTH_SHARING: usize = 4;

/// For each ply how often and how high up a choice settled the matter.
pub(super) type Merits = Vec<Vec<u32>>;

/// A search of one sequence by one thread.
pub(super) struct Search<'a, const W: usize> {
    terrain: &'a Terrain<W>,
    first: Pair,
    table: &'a Table,
    merits: &'a mut Merits,
    /// What the others are at.
    busy: &'a Busy,
    stop: &'a (dyn Fn() -> bool + Sync),
    /// Whether another thread has the answer.
    answered: Arc<AtomicBool>,
    visits: u64,
    /// For each ply the positions after the choices of the one being looked at, the one before.
    plies: Vec<Vec<Node<W>>>,
    /// For each ply the choices that are left to try, kept to spare allocations.
    candidates: Vec<Vec<Candidate>>,
    /// What can be replied with the last tile: the spots and the points.
    replies: Vec<(usize, [u8; 4])>,
}

/// A position, and what is known of it once it has been surveyed.
#[derive(Debug, Clone)]
struct Node<const W: usize> {
    state: State<W>,
    outlook: Outlook,
    key: u128,
    known: Known,
    /// The choice that led here.
    choice: Choice,
}

/// The positions that threads are at, by their keys. It may forget some, so that two threads do the same.
#[derive(Debug)]
pub(super) struct Busy(Vec<AtomicU64>);

impl Busy {
    const BITS: u32 = 12;

    pub(super) fn new() -> Self {
        Self((0..1 << Self::BITS).map(|_| AtomicU64::new(0)).collect())
    }

    fn is_taken(&self, key: u128) -> bool {
        self.slot(key).load(Ordering::Relaxed) == (key >> 64) as u64
    }

    fn take(&self, key: u128) {
        self.slot(key).store((key >> 64) as u64, Ordering::Relaxed);
    }

    fn leave(&self, key: u128) {
        self.slot(key).store(0, Ordering::Relaxed);
    }

    fn slot(&self, key: u128) -> &AtomicU64 {
        &self.0[(key >> 64) as usize % self.0.len()]
    }
}

/// A choice in the order of its rank, the first to be tried first; then its number, or that of the position after it.
type Candidate = (i64, usize);

impl<'a, const W: usize> Search<'a, W> {
    /// A search that has looked at nothing yet.
    pub(super) fn new(
        terrain: &'a Terrain<W>,
        board: &Board,
        first: Pair,
        (table, busy, merits): (&'a Table, &'a Busy, &'a mut Merits),
        stop: &'a (dyn Fn() -> bool + Sync),
        answered: Arc<AtomicBool>,
    ) -> Self {
        let root = Node {
            state: terrain.start(board),
            outlook: Outlook::default(),
            key: 0,
            known: Known::NOTHING,
            choice: Choice::NONE,
        };
        Self {
            terrain,
            first,
            table,
            merits,
            busy,
            stop,
            answered,
            visits: 0,
            plies: vec![vec![root]; terrain.plies() + 1],
            candidates: vec![Vec::new(); terrain.plies()],
            replies: Vec::new(),
        }
    }

    /// The lowest and the highest margin that the first side can end with at all.
    pub(super) fn range(&self) -> (i32, i32) {
        let Node {
            mut state,
            mut outlook,
            ..
        } = self.plies[0][0].clone();
        state.survey(self.terrain, &mut outlook);
        outlook.range(state.points, self.first)
    }

    /// Positions in which choices have been tried so far.
    pub(super) const fn visits(&self) -> u64 {
        self.visits
    }

    /// A bound on the margin that the first side reaches with best play: if at least `asked` it is a lower bound,
    /// else an upper one.
    pub(super) fn answer(&mut self, asked: i32) -> Result<i32, Stopped> {
        self.ask(0, 0, asked)
    }

    /// A whole play in which the first side keeps to what forces `lower` and the other to what holds it to `upper`.
    ///
    /// Where the table has forgotten why, it is searched again. `None` if a bound turns out to be wrong.
    pub(super) fn line(&mut self, (lower, upper): (i32, i32)) -> Result<Option<Vec<Placement>>, Stopped> {
        let mut line = Vec::new();
        for ply in 0..self.terrain.plies() {
            let least = if ply.is_multiple_of(2) { lower } else { -upper };
            let Some(choice) = self.choice_for(ply, least)? else {
                let mut is_over = true;
                self.plies[ply][0]
                    .state
                    .choices(self.terrain, ply, |_, _| is_over = false);
                return Ok(is_over.then_some(line));
            };
            line.push(self.terrain.placement(ply, choice));
        }
        Ok(Some(line))
    }

    /// The first choice in the first position of `ply` that brings the side to move at least this; the position
    /// after it becomes the first one of the next ply.
    fn choice_for(&mut self, ply: usize, least: i32) -> Result<Option<Choice>, Stopped> {
        self.settle(ply, 0, least);
        let node = &self.plies[ply][0];
        let best = self.table.get(node.key).best;
        let mut choices = Vec::new();
        node.state
            .choices(self.terrain, ply, |choice, _| choices.push(choice));
        choices.sort_by_key(|&choice| choice != best);
        for choice in choices {
            self.follow(ply, 0, choice, 0);
            if -self.ask(ply + 1, 0, 1 - least)? >= least {
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

    /// Sets position `to` of the next ply to what position `from` of this one becomes with the choice.
    fn follow(&mut self, ply: usize, from: usize, choice: Choice, to: usize) {
        let (before, after) = self.plies.split_at_mut(ply + 1);
        let (before, after) = (&before[ply][from], &mut after[0]);
        if to == after.len() {
            after.push(before.clone());
        }
        after[to].choice = choice;
        after[to].state.follow(&before.state, self.terrain, choice);
    }

    /// A bound on the margin that the side to move reaches with best play from position `n` of `ply`: if at least
    /// `asked` it is a lower bound, else an upper one.
    fn ask(&mut self, ply: usize, n: usize, asked: i32) -> Result<i32, Stopped> {
        match self.settle(ply, n, asked) {
            Some(bound) => Ok(bound),
            None => self.visit(ply, n, asked),
        }
    }

    /// The answer to [`ask`](Self::ask) if the board or the table gives it before anything is tried; else the position
    /// has been surveyed.
    fn settle(&mut self, ply: usize, n: usize, asked: i32) -> Option<i32> {
        self.look(ply, n, asked).or_else(|| self.recall(ply, n, asked))
    }

    /// The answer to [`ask`](Self::ask) if the board gives it; else the position has been surveyed, and the table is
    /// ready to be asked.
    fn look(&mut self, ply: usize, n: usize, asked: i32) -> Option<i32> {
        let (mover, terrain) = (self.mover(ply), self.terrain);
        let state = &self.plies[ply][n].state;
        match state.horizon() - ply {
            0 => return Some(state.margin(mover)),
            1 => return Some(last_tile(state, terrain, ply, mover)),
            2 => return Some(self.last_two_tiles(ply, n, asked)),
            _ => {}
        }
        let node = &mut self.plies[ply][n];
        node.state.survey(terrain, &mut node.outlook);
        let state = &node.state;
        let told = (node.outlook).answer(state.points, mover, asked, |n, pair| {
            state.can_withhold(terrain, ply + n, pair)
        });
        if told.is_none() {
            node.key = state.key(terrain, &node.outlook);
            self.table.prefetch(node.key);
        }
        told
    }

    /// The answer to [`ask`](Self::ask) if the table gives it.
    fn recall(&mut self, ply: usize, n: usize, asked: i32) -> Option<i32> {
        let now = self.plies[ply][n].state.margin(self.mover(ply));
        let node = &mut self.plies[ply][n];
        node.known = self.table.get(node.key);
        let least = now + i32::from(node.known.lower);
        let most = now + i32::from(node.known.upper);
        if least >= asked {
            Some(least)
        } else {
            (most < asked).then_some(most)
        }
    }

    /// Answers [`ask`](Self::ask) where two tiles are left. Most choices leave the other side a reply elsewhere that
    /// refutes them, which is seen without laying them.
    fn last_two_tiles(&mut self, ply: usize, n: usize, asked: i32) -> i32 {
        let (terrain, mover) = (self.terrain, self.mover(ply));
        let (other, refuting) = (mover.other(), 1 - asked);
        let state = &self.plies[ply][n].state;
        let points = state.points;
        let mut idle: Spots<W> = [0; W];
        let mut replies = std::mem::take(&mut self.replies);
        replies.clear();
        state.choices(terrain, ply + 1, |reply, sea| match sea {
            0 => insert(&mut idle, reply.spot()),
            _ => replies.push((reply.spot(), terrain.spots[reply.spot()].points(sea))),
        });
        let mut choices = std::mem::take(&mut self.candidates[ply]);
        choices.clear();
        state.choices(terrain, ply, |choice, _| choices.push((0, choice.index())));
        let mut best = None;
        for &(_, choice) in &choices {
            let choice = Choice::from_index(choice);
            let data = &terrain.spots[choice.spot()];
            let after = sum(
                points,
                data.points(terrain.masks(ply)[choice.reading()] & data.sea),
            );
            let mut reply = i32::MIN;
            if without(&idle, &data.zone) != [0; W] {
                reply = margin(after, other);
            }
            if reply < refuting {
                let elsewhere = replies.iter().filter(|(spot, _)| !contains(&data.zone, *spot));
                let mut margins = elsewhere.map(|&(_, gained)| margin(sum(after, gained), other));
                reply = margins.find(|&margin| margin >= refuting).unwrap_or(i32::MIN);
            }
            if reply < refuting {
                self.follow(ply, n, choice, 0);
                reply = last_tile(&self.plies[ply + 1][0].state, terrain, ply + 1, other);
            }
            best = best.max(Some(-reply));
            if reply < refuting {
                break;
            }
        }
        (self.replies, self.candidates[ply]) = (replies, choices);
        best.unwrap_or_else(|| margin(points, mover))
    }

    /// Answers [`ask`](Self::ask) by trying what the side to move can do in a position that has been surveyed.
    fn visit(&mut self, ply: usize, n: usize, asked: i32) -> Result<i32, Stopped> {
        self.visits += 1;
        if self.visits.is_multiple_of(VISITS_BETWEEN_LOOKS)
            && ((self.stop)() || self.answered.load(Ordering::Relaxed))
        {
            return Err(Stopped);
        }
        let node = &self.plies[ply][n];
        let now = node.state.margin(self.mover(ply));
        let (key, tiles) = (node.key, node.state.horizon() - ply);
        let Some((value, best)) = self.try_choices(ply, n, asked)? else {
            return Ok(now);
        };
        let gain = (value - now) as i16;
        // Another thread may have found out something meanwhile.
        let mut known = self.table.get(key);
        if value >= asked {
            let merit = &mut self.merits[ply][best.index()];
            *merit = merit.saturating_add((tiles * tiles) as u32);
            known.lower = known.lower.max(gain);
            known.best = best;
        } else {
            known.upper = known.upper.min(gain);
            if known.best == Choice::NONE {
                known.best = best;
            }
        }
        self.table.put(key, tiles, known);
        Ok(value)
    }

    /// The highest bound, as of [`ask`](Self::ask), and the choice that it comes from; `None` if there is no choice.
    fn try_choices(&mut self, ply: usize, n: usize, asked: i32) -> Result<Option<(i32, Choice)>, Stopped> {
        let mut best: Option<(i32, Choice)> = None;
        let mut improve = |value: i32, choice: Choice| {
            if best.is_none_or(|(least, _)| value > least) {
                best = Some((value, choice));
            }
            best.filter(|_| value >= asked)
        };
        let named = self.plies[ply][n].known.best;
        if named != Choice::NONE {
            self.follow(ply, n, named, 0);
            if let Some(found) = improve(-self.ask(ply + 1, 0, 1 - asked)?, named) {
                return Ok(Some(found));
            }
        }
        let mut candidates = std::mem::take(&mut self.candidates[ply]);
        candidates.clear();
        self.plies[ply][n].state.choices(self.terrain, ply, |choice, _| {
            if choice != named {
                candidates.push((0, choice.index()));
            }
        });
        // First a look at all of them: one may settle the matter at once, others may be ruled out. The table is asked
        // about each while the next one is surveyed, since its memory takes its time.
        let (mut surveyed, mut left) = (0, 0);
        let mut waiting = None;
        for i in 0..=candidates.len() {
            let last = waiting.take();
            let mut settled = None;
            if let Some(&(_, choice)) = candidates.get(i) {
                let choice = Choice::from_index(choice);
                self.follow(ply, n, choice, surveyed);
                if let Some(bound) = self.look(ply + 1, surveyed, 1 - asked) {
                    settled = improve(-bound, choice);
                } else {
                    waiting = Some(surveyed);
                    surveyed += 1;
                }
            }
            if let (Some(k), None) = (last, settled) {
                if let Some(bound) = self.recall(ply + 1, k, 1 - asked) {
                    settled = improve(-bound, self.plies[ply + 1][k].choice);
                } else {
                    candidates[left] = (self.rank(ply, n, k), k);
                    left += 1;
                }
            }
            if settled.is_some() {
                self.candidates[ply] = candidates;
                return Ok(settled);
            }
        }
        candidates.truncate(left);
        candidates.sort_unstable();
        // Those that another thread is at are put off: by then it may have the answer.
        let (mut next, mut put_off) = (0, 0);
        while let Some(&(_, k)) = candidates.get(next) {
            let node = &self.plies[ply + 1][k];
            let (choice, key) = (node.choice, node.key);
            let is_shared = node.state.horizon() - ply > TILES_WORTH_SHARING;
            if is_shared && next > 0 && next + put_off < left && self.busy.is_taken(key) {
                candidates[next..].rotate_left(1);
                put_off += 1;
                continue;
            }
            next += 1;
            // Meanwhile the table may have learnt of it from another one.
            let reached = match self.recall(ply + 1, k, 1 - asked) {
                Some(bound) => bound,
                None if is_shared => {
                    self.busy.take(key);
                    let reached = self.visit(ply + 1, k, 1 - asked);
                    self.busy.leave(key);
                    reached?
                }
                None => self.visit(ply + 1, k, 1 - asked)?,
            };
            if improve(-reached, choice).is_some() {
                break;
            }
        }
        self.candidates[ply] = candidates;
        Ok(best)
    }

    /// How late to try the choice that leads to position `k` of the next ply. What speaks for it is what it gains at
    /// once, how often it was good elsewhere, and how little can be replied to it; the weights are those with
    /// which a few endgames took the fewest visits.
    fn rank(&self, ply: usize, n: usize, k: usize) -> i64 {
        const GAIN: i64 = 80;
        const REPLIES: i64 = 17;
        const MERIT: i64 = 2;
        let mover = self.mover(ply);
        let (before, after) = (&self.plies[ply][n].state, &self.plies[ply + 1][k]);
        let gain = after.state.margin(mover) - before.margin(mover);
        let merit = self.merits[ply][after.choice.index()];
        REPLIES * sixteenths(after.state.mobility()) - GAIN * i64::from(gain) - MERIT * sixteenths(merit)
    }
}

/// About 16 times the binary logarithm of the number and 1, along straight lines between the powers of 2.
fn sixteenths(number: u32) -> i64 {
    let number = u64::from(number) + 1;
    let log = number.ilog2();
    i64::from(log) * 16 + (((number << 4) >> log) as i64 - 16)
}

/// The margin after the best placement of the last tile.
fn last_tile<const W: usize>(state: &State<W>, terrain: &Terrain<W>, ply: usize, mover: Pair) -> i32 {
    let now = state.margin(mover);
    let mut best = state.has_inland_choice(terrain, ply).then_some(now);
    state.coastal_choices(terrain, ply, |choice, sea| {
        let after = match sea {
            0 => now,
            _ => margin(sum(state.points, terrain.spots[choice.spot()].points(sea)), mover),
        };
        best = best.max(Some(after));
    });
    best.unwrap_or(now)
}
