//! Good lines without a proof: a beam search.
//!
//! The tiles are laid one after the other, and after each only the boards that look best are kept. Some tiles
//! may have to stay where another line has them (see [`Frame`]).

use std::cmp::Ordering;
use std::collections::HashSet;

use tayu_core::{Board, Edge, Exit, Placement, Puzzle, Side, Square};

use crate::frame::Frame;
use crate::job::Job;
use crate::prospect::{Free, Prospect, Standing, Taste, free_squares, is_free, take};

/// How a beam searches.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Beam {
    /// How many boards are kept after each tile.
    pub(crate) width: usize,
    pub(crate) taste: Taste,
    /// By what part the worth of a board may be misjudged, so that not all beams find the same.
    pub(crate) noise: f64,
    pub(crate) seed: u64,
}

/// The beginning of a line.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Found {
    pub(crate) product: u32,
    /// The product, and something for mouths that might reach a coast with a few tiles more.
    pub(crate) worth: f64,
    pub(crate) placements: Vec<Placement>,
}

/// How many tiles more the worth of a whole line thinks of.
const MORE: usize = 2;
/// What part of what they promise counts there.
const HOPE: f64 = 0.3;

/// A board of the beam.
#[derive(Clone)]
struct Kept {
    board: Board,
    /// Neither covered nor to be covered by a tile that stays.
    free: Free,
    /// Mouths onto free squares, of the tiles that stay too.
    open: Vec<Edge>,
    /// Points of the coasts, with those of the tiles that stay.
    points: [f64; 2],
    /// The same for equal boards.
    hash: u64,
    /// Leads back to the start.
    step: Option<u32>,
}

/// A way to go on from a board.
#[derive(Clone, Copy)]
struct Child {
    worth: f64,
    hash: u64,
    parent: u32,
    placement: Placement,
}

impl Child {
    /// Best first; equals in the order of their parents and of legal placements.
    fn compare(&self, other: &Self) -> Ordering {
        other
            .worth
            .total_cmp(&self.worth)
            .then(self.parent.cmp(&other.parent))
            .then(self.placement.cmp(&other.placement))
    }
}

impl Beam {
    /// The best product that a beam finds beside the tiles that stay, and the line with the best worth; `None` if
    /// the job was stopped.
    pub(crate) fn search(&self, job: &Job, coasts: [Side; 2], frame: &Frame) -> Option<[Found; 2]> {
        let puzzle: &Puzzle = job.puzzle();
        let sequence = puzzle.sequence();
        let product = |board: &Board| -> u32 {
            let [a, b] = coasts.map(|coast| board.coasts().get(coast).get());
            a * b
        };
        let mut kept = vec![first(puzzle.position().board(), coasts, frame)];
        // All boards kept so far, as the tile laid last and the one before it.
        let mut steps: Vec<(Placement, Option<u32>)> = Vec::new();
        let mut best: (u32, Option<u32>) = (product(&kept[0].board), None);
        let mut complete = true;
        let mut children: Vec<Child> = Vec::new();
        let mut met: HashSet<u64> = HashSet::new();
        for (n, &tile) in sequence.iter().enumerate() {
            if let Some(placement) = frame.kept(n) {
                // Boards where it does not hang together with the rest are lost.
                kept.retain_mut(|kept| kept.board.lay(placement).is_ok());
                for kept in &mut kept {
                    steps.push((placement, kept.step));
                    kept.step = Some(steps.len() as u32 - 1);
                    let product = product(&kept.board);
                    if product > best.0 {
                        best = (product, kept.step);
                    }
                }
                if kept.is_empty() {
                    complete = false;
                    break;
                }
                continue;
            }
            children.clear();
            met.clear();
            for (parent, from) in kept.iter().enumerate() {
                if job.is_stopped() {
                    return None;
                }
                let prospect = Prospect::new(coasts, &from.free, self.taste, sequence.len() - n - 1);
                let standing = from.standing(&prospect);
                for placement in from.board.legal_placements(tile) {
                    if frame.allows(placement) {
                        let hash = hash_with(from.hash, placement);
                        let worth = prospect.worth(&from.standing_with(&prospect, standing, placement));
                        children.push(Child {
                            worth: worth * (1.0 + self.noise * fraction(hash ^ self.seed)),
                            hash,
                            parent: parent as u32,
                            placement,
                        });
                    }
                }
            }
            // Many of them are the same board.
            let enough = self.width.saturating_mul(4);
            if children.len() > enough {
                children.select_nth_unstable_by(enough, Child::compare);
                children.truncate(enough);
            }
            children.sort_unstable_by(Child::compare);
            let mut next: Vec<Kept> = Vec::new();
            for child in &children {
                if next.len() == self.width {
                    break;
                }
                if !met.insert(child.hash) {
                    continue;
                }
                let from = &kept[child.parent as usize];
                let Some(mut after) = from.with(child, coasts) else {
                    continue;
                };
                steps.push((child.placement, from.step));
                after.step = Some(steps.len() as u32 - 1);
                let product = product(&after.board);
                if product > best.0 {
                    best = (product, after.step);
                }
                next.push(after);
            }
            if next.is_empty() {
                complete = false;
                break;
            }
            kept = next;
        }
        // Without hope if the beam broke off.
        let mut promising = (f64::from(best.0), best);
        for from in &kept {
            let prospect = Prospect::new(coasts, &from.free, self.taste, MORE);
            let mut standing = from.standing(&prospect);
            standing.promises = standing.promises.map(|promise| promise * HOPE);
            let worth = prospect.worth(&standing);
            if complete && worth > promising.0 {
                promising = (worth, (product(&from.board), from.step));
            }
        }
        let found = |worth, (product, step): (u32, Option<u32>)| {
            let back = std::iter::successors(step, |&step| steps[step as usize].1);
            let mut placements: Vec<Placement> = back.map(|step| steps[step as usize].0).collect();
            placements.reverse();
            Found {
                product,
                worth,
                placements,
            }
        };
        Some([found(f64::from(best.0), best), found(promising.0, promising.1)])
    }
}

fn first(board: &Board, coasts: [Side; 2], frame: &Frame) -> Kept {
    let mut free = free_squares(board);
    frame.take_squares(&mut free);
    let mut open: Vec<Edge> = board
        .open_mouths()
        .filter(|edge| {
            edge.from_beyond()
                .is_some_and(|beyond| is_free(&free, beyond.square))
        })
        .collect();
    open.extend(frame.open_mouths(&free));
    let mut points = coasts.map(|coast| f64::from(board.coasts().get(coast).get()));
    for edge in frame.placements().flat_map(Placement::sea_mouths) {
        add(&mut points, sea_points(coasts, edge));
    }
    Kept {
        board: board.clone(),
        free,
        open,
        points,
        hash: 0,
        step: None,
    }
}

fn sea_points(coasts: [Side; 2], edge: Edge) -> [f64; 2] {
    let points = if edge.square.is_marked_for(edge.side) {
        2.0
    } else {
        1.0
    };
    coasts.map(|coast| if coast == edge.side { points } else { 0.0 })
}

fn add(to: &mut [f64; 2], what: [f64; 2]) {
    to[0] += what[0];
    to[1] += what[1];
}

fn beyond(edge: Edge) -> Option<Square> {
    edge.square.neighbour(edge.side)
}

impl Kept {
    fn standing(&self, prospect: &Prospect) -> Standing {
        let mut promises = [0.0; 2];
        for square in self.open.iter().filter_map(|&edge| beyond(edge)) {
            add(&mut promises, prospect.promise(square));
        }
        Standing {
            points: self.points,
            promises,
        }
    }

    /// The standing after one more tile.
    fn standing_with(&self, prospect: &Prospect, mut standing: Standing, placement: Placement) -> Standing {
        let spot = placement.spot();
        for exit in Exit::ALL {
            if !placement.mouths().contains(exit) {
                continue;
            }
            let edge = spot.edge(exit);
            match beyond(edge) {
                None => add(&mut standing.points, prospect.points(edge)),
                Some(square) if is_free(&self.free, square) => {
                    add(&mut standing.promises, prospect.promise(square));
                }
                // A canal that goes on here promised something to this square.
                Some(_) => {
                    let [a, b] = prospect.promise(edge.square);
                    add(&mut standing.promises, [-a, -b]);
                }
            }
        }
        standing
    }

    fn with(&self, child: &Child, coasts: [Side; 2]) -> Option<Self> {
        let mut board = self.board.clone();
        board.lay(child.placement).ok()?;
        let (mut free, mut points, mut open) = (self.free, self.points, self.open.clone());
        let squares = child.placement.squares();
        squares.into_iter().for_each(|square| take(&mut free, square));
        open.retain(|&edge| beyond(edge).is_some_and(|square| !squares.contains(&square)));
        for edge in child.placement.mouth_edges() {
            match beyond(edge) {
                None => add(&mut points, sea_points(coasts, edge)),
                Some(square) if is_free(&free, square) => open.push(edge),
                Some(_) => {}
            }
        }
        Some(Self {
            board,
            free,
            open,
            points,
            hash: child.hash,
            step: None,
        })
    }
}

/// The hash of a board with one more tile: the same in whatever order the tiles are laid, and wherever one
/// tile ends and the next begins.
fn hash_with(hash: u64, placement: Placement) -> u64 {
    let squares = placement.squares();
    let covered = squares.iter().map(|square| mix(square.index() as u64));
    let mouths = placement
        .mouth_edges()
        .map(|edge| mix((1 << 20) + (edge.square.index() * 4 + edge.side.index()) as u64));
    covered.chain(mouths).fold(hash, |hash, part| hash ^ part)
}

/// Scatters numbers (SplitMix64, by Guy Steele, Doug Lea and Christine Flood).
const fn mix(number: u64) -> u64 {
    let mut z = number.wrapping_add(1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ z >> 31
}

/// From 0 to 1, scattered.
fn fraction(number: u64) -> f64 {
    (mix(number) >> 40) as f64 / (1_u64 << 24) as f64
}
