//! The points of a pair of coasts as formulas.

use tayu_core::{Board, Edge, Side, Square};

use crate::formula::{Formula, Literal, Model, Sum};

/// Literals that stand for "this coast has at least so many points".
#[derive(Debug)]
pub(crate) struct CoastGoals {
    start: u32,
    /// For one point more than at the start, for two more and so on.
    goals: Vec<Literal>,
}

impl CoastGoals {
    /// Adds the goals of a coast to a formula, from what the board has to what all of `mouths` together would
    /// bring. `mouths` are the literals that a tile of the sequence has a mouth at this edge of the coast.
    pub(crate) fn add(formula: &mut Formula, board: &Board, coast: Side, mouths: &[(Edge, Literal)]) -> Self {
        let start = board.coasts().get(coast).get();
        let terms: Vec<(u32, Literal)> = mouths
            .iter()
            .map(|&(edge, mouth)| (if edge.square.is_marked_for(coast) { 2 } else { 1 }, mouth))
            .collect();
        let most: u32 = terms.iter().map(|(weight, _)| weight).sum();
        let mut goals: Vec<Literal> = Vec::new();
        for more in 1..=most {
            let goal = formula.variable();
            let free = std::iter::once((more, !goal));
            formula.sum(Sum {
                terms: terms.iter().copied().chain(free).collect(),
                at_least: more,
            });
            if let Some(&less) = goals.last() {
                formula.implies([goal], [less]);
            }
            goals.push(goal);
        }
        Self { start, goals }
    }

    /// The highest number of points that there is a goal for.
    pub(crate) fn most(&self) -> u32 {
        self.start + self.goals.len() as u32
    }

    /// What has to be assumed for at least so many points: nothing if the board has them. `None` when no goal
    /// is that high.
    pub(crate) fn at_least(&self, points: u32) -> Option<Option<Literal>> {
        match points.checked_sub(self.start) {
            None | Some(0) => Some(None),
            Some(more) => self.goals.get(more as usize - 1).map(|&goal| Some(goal)),
        }
    }

    /// How many points a model is sure to have: those of the highest goal that holds.
    pub(crate) fn reached(&self, model: &impl Model) -> u32 {
        self.start + self.goals.iter().take_while(|&&goal| model.is_true(goal)).count() as u32
    }

    /// The points that a goal stands for.
    pub(crate) fn points_of(&self, goal: Literal) -> Option<u32> {
        self.goals
            .iter()
            .position(|&g| g == goal)
            .map(|n| self.start + 1 + n as u32)
    }
}

/// What has to be assumed for so many points on both coasts; `None` when all mouths together don't bring as much.
pub(crate) fn assume(goals: &[CoastGoals; 2], points: [u32; 2]) -> Option<Vec<Literal>> {
    let mut assumptions = Vec::new();
    for (goals, points) in goals.iter().zip(points) {
        assumptions.extend(goals.at_least(points)?);
    }
    Some(assumptions)
}

/// What is refuted when all mouths together don't bring so many points.
pub(crate) fn unreachable(goals: &[CoastGoals; 2], points: [u32; 2]) -> [u32; 2] {
    [0, 1].map(|n| {
        let most = goals[n].most();
        if points[n] > most { most + 1 } else { 0 }
    })
}

/// The points that are refuted when these assumptions, of those for `points`, can't hold together: what was not
/// needed is not refuted.
pub(crate) fn refuted(goals: &[CoastGoals; 2], core: &[Literal], points: [u32; 2]) -> [u32; 2] {
    if core.is_empty() {
        return points;
    }
    [0, 1].map(|n| {
        core.iter()
            .find_map(|&goal| goals[n].points_of(goal))
            .unwrap_or(0)
    })
}

/// The edges of free squares along a coast.
pub(crate) fn coast_edges(board: &Board, coast: Side) -> impl Iterator<Item = Edge> {
    Square::all()
        .map(move |square| Edge { square, side: coast })
        .filter(|edge| edge.from_beyond().is_none() && !board.is_covered(edge.square))
}
