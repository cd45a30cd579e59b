//! What a position promises each party.

use tayu_core::geometry::SQUARE_COUNT;
use tayu_core::{Pair, Party};

use super::field::{Field, NEARNESS};
use super::world::{Roles, product};

/// Stages of a game, by the number of tiles laid.
const STAGES: usize = 15;
/// How many tiles are laid in a stage.
pub(super) const STAGE: usize = 6;

/// The numbers that make a chance to win of a position, by stage of the game.
///
/// They were found as `scripts/fit-players` finds them, from 440 000 positions of 6000 games between two pupils who had weights from
/// a first round of that: least squares for the points that coasts still got, then the gradient of the squared error of the chance.
/// The error falls from 0.229 at the start (0.25 is that of knowing nothing) to 0.12 after sixty tiles and 0.05 after
/// seventy-two.
#[derive(Debug, Clone, Copy)]
struct Judge {
    /// By nearness, the points that a coast can expect for each point that mouths on its free squares would count.
    weights: [[f32; NEARNESS]; STAGES],
    /// How far off margins expected at the end are, in points.
    spread: [f32; STAGES],
    /// What it is worth to be the next to lay, in points.
    lead: [f32; STAGES],
}

static JUDGE: Judge = Judge {
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

/// The stage of a game with so many free squares.
const fn stage(free: u32) -> usize {
    let tiles = (SQUARE_COUNT as u32).saturating_sub(free) / 3;
    let stage = tiles as usize / STAGE;
    if stage < STAGES { stage } else { STAGES - 1 }
}

/// The stage of a game that has come so far.
pub(super) fn stage_of(field: &Field) -> usize {
    stage(field.free())
}

/// The points that each coast is expected to end with in this stage of the game.
pub(super) fn expected_at(field: &Field, stage: usize) -> [f32; 4] {
    let mut points = field.points.map(f32::from);
    for (points, reach) in points.iter_mut().zip(field.reach()) {
        for (worth, weight) in reach.into_iter().zip(JUDGE.weights[stage]) {
            *points += weight * f32::from(worth);
        }
    }
    points
}

/// What a party can expect of a game.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Expectation {
    /// How likely it is to win, from 0 to 1; a draw counts half.
    pub chance: f32,
    /// How far it will be ahead, in points: by its own product less the other one; a spoilsport, by the bid less the higher
    /// product.
    pub margin: f32,
}

/// What a party can expect when `next` lays the next tile.
pub(super) fn expect(field: &Field, roles: &Roles, party: Party, next: Party) -> Expectation {
    let stage = stage_of(field);
    let [north, east, south, west] = expected_at(field, stage);
    let (mut ns, mut ew) = (north * south, east * west);
    match next {
        Party::Coasts(Pair::NorthSouth) => ns += JUDGE.lead[stage],
        Party::Coasts(Pair::EastWest) => ew += JUDGE.lead[stage],
        Party::Spoilsport => {}
    }
    let spread = JUDGE.spread[stage];
    let ahead = |pair: Pair| match pair {
        Pair::NorthSouth => ns - ew,
        Pair::EastWest => ew - ns,
    };
    let wins = |pair: Pair| step(ahead(pair) / spread);
    let Some(bid) = roles.bid else {
        return match party {
            Party::Coasts(pair) => Expectation {
                chance: wins(pair),
                margin: ahead(pair),
            },
            Party::Spoilsport => Expectation::default(),
        };
    };
    let short = step((bid as f32 - 0.5 - ns.max(ew)) / spread);
    match party {
        Party::Spoilsport => Expectation {
            chance: short,
            margin: bid as f32 - ns.max(ew),
        },
        // Whoever of these two wins is ahead of the other and has reached the bid.
        Party::Coasts(pair) => Expectation {
            chance: (1.0 - short) * wins(pair),
            margin: ahead(pair),
        },
    }
}

/// How likely a party is to win, from 0 to 1, when `next` lays the next tile; a draw counts half.
pub(super) fn chance(field: &Field, roles: &Roles, party: Party, next: Party) -> f32 {
    expect(field, roles, party, next).chance
}

/// How a game ended for a party: winning counts most, then by how much.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Score {
    won: Won,
    margin: i32,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Won {
    No,
    Half,
    Yes,
}

impl Score {
    pub(super) const LOWEST: Self = Self {
        won: Won::No,
        margin: i32::MIN,
    };
    pub(super) const HIGHEST: Self = Self {
        won: Won::Yes,
        margin: i32::MAX,
    };

    /// With these points of the coasts at the end.
    pub(super) fn of(points: [u8; 4], roles: &Roles, party: Party) -> Self {
        let won = match roles.winner(points) {
            Some(winner) if winner == party => Won::Yes,
            Some(_) => Won::No,
            None => match party {
                Party::Coasts(_) => Won::Half,
                Party::Spoilsport => Won::No,
            },
        };
        let of = |pair| product(points, pair) as i32;
        let margin = match party {
            Party::Coasts(pair) => of(pair) - of(pair.other()),
            Party::Spoilsport => {
                roles.bid.unwrap_or_default() as i32 - of(Pair::NorthSouth).max(of(Pair::EastWest))
            }
        };
        Self { won, margin }
    }

    /// With this margin at the end of a game of two sides. Of equal products it says that nobody has won: where points decide
    /// then, that may be wrong, but no move is better by it.
    pub(super) const fn of_margin(margin: i32) -> Self {
        let won = match margin {
            ..0 => Won::No,
            0 => Won::Half,
            _ => Won::Yes,
        };
        Self { won, margin }
    }

    /// Nothing is left to chance.
    pub(super) const fn expectation(self) -> Expectation {
        Expectation {
            chance: match self.won {
                Won::No => 0.0,
                Won::Half => 0.5,
                Won::Yes => 1.0,
            },
            margin: self.margin as f32,
        }
    }

    /// What the end of a game is worth to one who chooses, from 0 to 1: as [`Expectation::worth`] has it, but a draw is as good as
    /// lost, if better than any game that is.
    ///
    /// Most draws are games that end before anybody has a product, when a tile comes that has no place. Who can expect more of
    /// playing on does well to keep them from ending; who can't has seldom a draw to go for.
    pub(super) fn worth(self) -> f32 {
        let expectation = self.expectation();
        match self.won {
            Won::Half => Expectation {
                chance: 0.0,
                ..expectation
            }
            .worth(),
            Won::No | Won::Yes => expectation.worth(),
        }
    }

    pub(super) const fn is_won(self) -> bool {
        matches!(self.won, Won::Yes)
    }
}

/// What is between two things that a party can expect, and between what they are worth: the second with this share of the whole.
pub(super) fn mixed(
    (one, one_worth): (Expectation, f32),
    (other, other_worth): (Expectation, f32),
    share: f32,
) -> (Expectation, f32) {
    let mix = |one: f32, other: f32| one + share * (other - one);
    let expectation = Expectation {
        chance: mix(one.chance, other.chance),
        margin: mix(one.margin, other.margin),
    };
    (expectation, mix(one_worth, other_worth))
}

impl Expectation {
    /// What the end of a game is worth, from 0 to 1: nearly all of it for winning, some for by how much.
    pub(super) fn worth(self) -> f32 {
        0.98 * self.chance + 0.02 * step(self.margin / 60.0)
    }
}

/// From 0 far below zero to 1 far above, in operations that give the same everywhere.
fn step(x: f32) -> f32 {
    0.5 + 0.5 * x / (1.0 + x * x).sqrt()
}
