//! Threads that search the same duel together.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

use tayu_core::{Board, Pair, Placement};

use super::search::{Busy, Merits, Search, Stopped};
use super::table::Table;
use super::terrain::Terrain;

/// What searches of one board can hand on to each other, for sequences that begin alike.
#[derive(Debug)]
pub(super) struct Memory {
    table: Table,
    busy: Busy,
    /// For each thread.
    merits: Vec<Merits>,
    /// As many bits may number the buckets of the table.
    most_bits: u32,
    /// Positions visited for the last sequence.
    visits: u64,
}

impl Memory {
    /// 256 MiB.
    const MOST_BITS: u32 = 22;
    const LEAST_BITS: u32 = 12;
    /// A shorter search than this is over before another thread has begun.
    const VISITS_WORTH_A_THREAD: u64 = 2000;

    /// For a terrain with this many spots and this many tiles, to be searched by so many threads with so many bytes.
    pub(super) fn new(spots: usize, plies: usize, threads: usize, bytes: u64) -> Self {
        let buckets = (bytes / Table::BUCKET_BYTES).max(1);
        Self {
            table: Table::new(Self::LEAST_BITS),
            busy: Busy::new(),
            merits: vec![vec![vec![0; 2 * spots]; plies]; threads],
            most_bits: buckets.ilog2().clamp(Self::LEAST_BITS, Self::MOST_BITS),
            visits: 0,
        }
    }

    /// Makes the table large enough for a sequence that is a little longer than the last one.
    fn make_room(&mut self) {
        let bits = (4 * self.visits).max(1).ilog2().min(self.most_bits);
        if self.table.size() < 1 << bits {
            // The old one goes first, so that there is never room for both.
            self.table = Table::new(0);
            self.table = Table::new(bits);
        }
    }
}

/// The search of one sequence by one or several threads, with what it has proved.
///
/// The bounds are brought together by asking for a margin next to the last answer each time (MTD(f): Plaat, Schaeffer,
/// Pijls and de Bruin, "Best-first fixed-depth minimax algorithms", Artificial Intelligence 87, 1996). All threads
/// work at the same question and share the table; a position that one is at is put off by the others (as in ABDADA:
/// Weill, "The ABDADA distributed minimax-search algorithm", ICCA Journal 19, 1996). Whoever has the answer first ends
/// the work of the others. The value does not depend on who that is.
pub(super) struct Team<'a, const W: usize> {
    searches: Vec<Search<'a, W>>,
    answered: Arc<AtomicBool>,
    /// Positions visited, for what comes next.
    visits: &'a mut u64,
    lower: i32,
    upper: i32,
}

impl<'a, const W: usize> Team<'a, W> {
    /// A team that has looked at the board only.
    pub(super) fn new(
        terrain: &'a Terrain<W>,
        board: &Board,
        first: Pair,
        memory: &'a mut Memory,
        stop: &'a (dyn Fn() -> bool + Sync),
    ) -> Self {
        memory.make_room();
        let threads = if memory.visits < Memory::VISITS_WORTH_A_THREAD {
            1
        } else {
            memory.merits.len()
        };
        memory.visits = 0;
        let answered = Arc::new(AtomicBool::new(false));
        let (table, busy) = (&memory.table, &memory.busy);
        let searches: Vec<_> = (memory.merits.iter_mut().take(threads))
            .map(|merits| {
                let own = (table, busy, merits);
                Search::new(terrain, board, first, own, stop, Arc::clone(&answered))
            })
            .collect();
        let (lower, upper) = searches.first().map_or((0, 0), Search::range);
        Self {
            searches,
            answered,
            visits: &mut memory.visits,
            lower,
            upper,
        }
    }

    /// The margin that the first side can force, and the one that the other can hold it to.
    pub(super) const fn bounds(&self) -> (i32, i32) {
        (self.lower, self.upper)
    }

    /// Positions in which choices were tried for the bounds.
    pub(super) const fn visits(&self) -> u64 {
        *self.visits
    }

    /// Whether the value of the duel is known. Bounds that cross end the search too: no [`line`](Self::line)
    /// fits them.
    pub(super) const fn is_proved(&self) -> bool {
        self.lower >= self.upper
    }

    /// Brings the bounds closer, by asking next to `guess`. Returns the answer, a better guess.
    pub(super) fn narrow(&mut self, guess: i32) -> Result<i32, Stopped> {
        let asked = guess.clamp(self.lower + 1, self.upper.max(self.lower + 1));
        let answer = self.answer(asked)?;
        if answer >= asked {
            self.lower = self.lower.max(answer);
        } else {
            self.upper = self.upper.min(answer);
        }
        *self.visits = self.searches.iter().map(Search::visits).sum();
        Ok(answer)
    }

    fn answer(&mut self, asked: i32) -> Result<i32, Stopped> {
        self.answered.store(false, Ordering::Relaxed);
        let answered = &self.answered;
        let ask = |search: &mut Search<'a, W>| {
            let answer = search.answer(asked);
            if answer.is_ok() {
                answered.store(true, Ordering::Relaxed);
            }
            answer
        };
        let Some((leader, helpers)) = self.searches.split_first_mut() else {
            return Err(Stopped);
        };
        thread::scope(|scope| {
            let ask = &ask;
            // Without a thread for a helper the others go on alone.
            let helpers: Vec<_> = (helpers.iter_mut())
                .filter_map(|helper| {
                    thread::Builder::new()
                        .spawn_scoped(scope, move || ask(helper))
                        .ok()
                })
                .collect();
            let own = ask(leader);
            let others = helpers.into_iter().filter_map(|helper| helper.join().ok());
            own.or_else(|stopped| others.flatten().next().ok_or(stopped))
        })
    }

    /// A whole play in which the first side keeps to what forces the lower bound and the other to what
    /// holds it to the upper one: its margin lies between them, and where they meet both play their best.
    ///
    /// `None` if a bound turns out to be wrong.
    pub(super) fn line(&mut self) -> Result<Option<Vec<Placement>>, Stopped> {
        self.answered.store(false, Ordering::Relaxed);
        let bounds = self.bounds();
        self.searches.first_mut().ok_or(Stopped)?.line(bounds)
    }
}
