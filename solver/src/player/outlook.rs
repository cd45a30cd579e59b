//! What a position promises each party.

use tayu_core::geometry::SQUARE_COUNT;
use tayu_core::{Pair, Party};

use super::field::{Field, NEARNESS};
use super::world::{Roles, product};

/// Stages of a game, by the number of tiles laid.
pub(super) const STAGES: usize = 15;

/// What is expected of the squares of a coast, by stage and nearness: the points that a free square brings in the end, in the mean,
/// for each point that a mouth there would count.
///
/// Found by least squares.
pub(super) type Weights = [[f32; NEARNESS]; STAGES];

/// See the module's constants.
#[derive(Debug, Clone, Copy)]
pub(super) struct Judge {
    pub(super) weights: Weights,
    /// By stage, how far products expected at the end are off, in points.
    pub(super) spread: [f32; STAGES],
    /// By stage, what it is worth to be the next to lay, in points.
    pub(super) lead: [f32; STAGES],
}

pub(super) static JUDGE: Judge = Judge {
    weights: [
        [0.481, 0.073, 0.176, 0.142, 0.151, 0.094],
        [0.285, 0.298, 0.242, 0.227, 0.214, 0.143],
        [0.365, 0.255, 0.226, 0.196, 0.189, 0.149],
        [0.326, 0.242, 0.201, 0.180, 0.187, 0.128],
        [0.345, 0.222, 0.197, 0.172, 0.193, 0.103],
        [0.32, 0.231, 0.189, 0.178, 0.181, 0.070],
        [0.327, 0.228, 0.173, 0.184, 0.146, 0.052],
        [0.309, 0.237, 0.171, 0.164, 0.115, 0.054],
        [0.299, 0.236, 0.166, 0.130, 0.085, 0.038],
        [0.279, 0.235, 0.140, 0.106, 0.045, 0.025],
        [0.270, 0.211, 0.106, 0.064, 0.054, 0.011],
        [0.224, 0.199, 0.079, 0.029, 0.049, 0.020],
        [0.158, 0.133, 0.049, 0.005, 0.007, 0.000],
        [0.049, 0.142, 0.000, 0.014, 0.000, 0.034],
        [0.001, 0.000, 0.001, 0.000, 0.000, 0.000],
    ],
    spread: [
        9.29, 22.26, 18.68, 16.26, 15.86, 14.68, 13.94, 12.90, 11.19, 9.23, 7.20, 5.42, 3.87, 2.55, 0.80,
    ],
    lead: [
        0.15, 0.57, 0.74, 0.77, 0.78, 0.83, 0.86, 0.87, 0.85, 0.76, 0.56, 0.37, 0.22, 0.09, 0.01,
    ],
};

/// The stage of a game with so many free squares: six tiles are one.
const fn stage(free: u32) -> usize {
    let tiles = (SQUARE_COUNT as u32).saturating_sub(free) / 3;
    let stage = tiles as usize / 6;
    if stage < STAGES { stage } else { STAGES - 1 }
}

impl Judge {
    /// The points that each coast is expected to end with.
    fn expected(&self, field: &Field) -> ([f32; 4], usize) {
        let reach = field.reach();
        let stage = stage(field.free());
        let weights = &self.weights[stage];
        let mut out = [0.0; 4];
        for coast in 0..4 {
            let mut sum = f32::from(field.points[coast]);
            for class in 0..NEARNESS {
                sum += weights[class] * f32::from(reach[coast][class]);
            }
            out[coast] = sum;
        }
        (out, stage)
    }

    /// How likely a party is to win, from 0 to 1, when `next` lays the next tile; a draw counts half.
    pub(super) fn chance(&self, field: &Field, roles: &Roles, party: Party, next: Party) -> f32 {
        let ([n, e, s, w], stage) = self.expected(field);
        let (mut ns, mut ew) = (n * s, e * w);
        match next {
            Party::Coasts(Pair::NorthSouth) => ns += self.lead[stage],
            Party::Coasts(Pair::EastWest) => ew += self.lead[stage],
            Party::Spoilsport => {}
        }
        let spread = self.spread[stage];
        let ahead = |pair: Pair| match pair {
            Pair::NorthSouth => step((ns - ew) / spread),
            Pair::EastWest => step((ew - ns) / spread),
        };
        let Some(bid) = roles.bid else {
            return match party {
                Party::Coasts(pair) => ahead(pair),
                Party::Spoilsport => 0.0,
            };
        };
        let short = step((bid as f32 - 0.5 - ns.max(ew)) / spread);
        match party {
            Party::Spoilsport => short,
            // Beyond the bid the two with coasts play against each other; below it both have to get there first.
            Party::Coasts(pair) => (1.0 - short) * ahead(pair),
        }
    }
}

/// What the end of a game is worth to a party, from 0 to 1: nearly all of it for winning, some for by how much.
pub(super) fn result(points: [u8; 4], roles: &Roles, party: Party) -> f32 {
    let won = match roles.winner(points) {
        Some(winner) if winner == party => 1.0,
        Some(_) => 0.0,
        None => match party {
            Party::Coasts(_) => 0.5,
            Party::Spoilsport => 0.0,
        },
    };
    let margin = match party {
        Party::Coasts(pair) => product(points, pair) as f32 - product(points, pair.other()) as f32,
        Party::Spoilsport => {
            let [ns, ew] = Pair::ALL.map(|pair| product(points, pair));
            roles.bid.unwrap_or_default() as f32 - ns.max(ew) as f32
        }
    };
    0.98 * won + 0.02 * step(margin / 60.0)
}

/// From 0 far below zero to 1 far above, in operations that give the same everywhere.
fn step(x: f32) -> f32 {
    0.5 + 0.5 * x / (1.0 + x * x).sqrt()
}
