//! Placements compared by playing on after each with the tiles coming in the same orders.

use rand_chacha::ChaCha8Rng;
use tayu_core::{Choice, Party, Placement, Sight, Tile};

use super::outlook::{Expectation, mixed};
use super::world::{Kinds, Roles, World, imagine_coming};
use super::{Clock, draw, ply};

/// A placement that may be chosen.
#[derive(Debug, Clone)]
pub(super) struct Candidate {
    pub(super) placement: Placement,
    /// What the board becomes.
    pub(super) world: World,
    /// What it is worth one tile ahead.
    pub(super) prior: f32,
    pub(super) trials: Trials,
}

/// So many standard errors are what chance may have done.
const ERRORS: f32 = 2.5;
/// From one order to the next differences are taken to vary by this at least, so that a few that are alike prove nothing.
const LEAST_DEVIATION: f32 = 0.02;
/// A candidate that can be better by less than this need not be told from the best one.
const INDIFFERENT: f32 = 0.005;

/// What became of a candidate in the orders that it was tried with.
#[derive(Debug, Clone, Default)]
pub(super) struct Trials {
    /// One for each order, in the same order for all candidates.
    plays: Vec<Play>,
    worth: f32,
    chance: f32,
    margin: f32,
}

impl Trials {
    fn add(&mut self, play: Play) {
        self.worth += play.worth;
        self.chance += play.expectation.chance;
        self.margin += play.expectation.margin;
        self.plays.push(play);
    }

    /// What a party can expect, on average.
    pub(super) fn mean(&self) -> Expectation {
        let count = self.plays.len().max(1) as f32;
        Expectation {
            chance: self.chance / count,
            margin: self.margin / count,
        }
    }

    /// How far the distance between the two mean chances may be off, from 0 to 1: the standard error of the mean of the differences in
    /// the orders that both were tried with.
    pub(super) fn standard_error(&self, other: &Self) -> f32 {
        let ahead = self.ahead_of(other, |play| play.expectation.chance);
        (ahead.variance / ahead.count).sqrt()
    }

    /// How much better it may be than another one that has been tried with the same orders: the mean of the differences and some
    /// standard errors of it, from -1 to 1.
    fn may_gain_on(&self, other: &Self) -> f32 {
        let ahead = self.ahead_of(other, |play| play.worth);
        let variance = ahead.variance + LEAST_DEVIATION * LEAST_DEVIATION;
        ahead.mean + ERRORS * (variance / ahead.count).sqrt()
    }

    /// How far it is ahead of another one in something.
    fn ahead_of(&self, other: &Self, of: impl Fn(&Play) -> f32) -> Differences {
        let (mut sum, mut squared) = (0.0, 0.0);
        for (ours, theirs) in self.plays.iter().zip(&other.plays) {
            let ahead = of(ours) - of(theirs);
            sum += ahead;
            squared += ahead * ahead;
        }
        let count = self.plays.len().min(other.plays.len()).max(1) as f32;
        let mean = sum / count;
        Differences {
            count,
            mean,
            variance: (squared / count - mean * mean).max(0.0),
        }
    }

    /// How the play went on in which it fell behind another one furthest; of equals the first.
    pub(super) fn worst(&self, other: &Self) -> &[Placement] {
        let mut worst: Option<(f32, &Play)> = None;
        for (ours, theirs) in self.plays.iter().zip(&other.plays) {
            let behind = theirs.worth - ours.worth;
            if worst.is_none_or(|(most, _)| behind > most) {
                worst = Some((behind, ours));
            }
        }
        worst.map_or(&[], |(_, play)| &play.line)
    }
}

/// The differences between two candidates from order to order.
struct Differences {
    count: f32,
    mean: f32,
    variance: f32,
}

/// The candidates for the player whose turn it is, those first that look best one tile ahead; of equals in the order given. One who
/// knows what may come `next` heeds that the game may end with it.
pub(super) fn candidates(
    placements: Vec<Placement>,
    world: &World,
    roles: &Roles,
    choice: Choice,
    left: usize,
    next: &Kinds,
) -> Vec<Candidate> {
    let party = roles.party(world.to_move);
    let mut candidates: Vec<Candidate> = (placements.into_iter())
        .map(|placement| {
            let mut after = world.clone();
            after.lay(roles, choice, placement);
            let (_, prior) = after.expect_next(roles, party, left, next);
            Candidate {
                placement,
                world: after,
                prior,
                trials: Trials::default(),
            }
        })
        .collect();
    candidates.sort_by(|a, b| b.prior.total_cmp(&a.prior));
    candidates
}

/// Candidates that are being compared for a party.
pub(super) struct Comparison<'a> {
    sight: &'a Sight,
    roles: &'a Roles,
    party: Party,
    /// What may come first after each of them.
    next: Kinds,
    pub(super) candidates: Vec<Candidate>,
}

impl<'a> Comparison<'a> {
    pub(super) fn new(sight: &'a Sight, roles: &'a Roles, party: Party, candidates: Vec<Candidate>) -> Self {
        Self {
            sight,
            roles,
            party,
            next: draw::next_kinds(sight),
            candidates,
        }
    }

    /// Tries the first so many candidates with the tiles coming in one more order, all laying so many tiles after them, and sorts
    /// them by what became of them. Whether the budget sufficed; else nothing has changed.
    pub(super) fn try_order(
        &mut self,
        remaining: usize,
        tiles: usize,
        rng: &mut ChaCha8Rng,
        clock: &mut Clock<'_>,
    ) -> bool {
        if clock.is_over() {
            return false;
        }
        let coming = imagine_coming(self.sight, None, rng);
        // About what that costs. It also ends the loop where games end before a tile is laid.
        clock.spend(100);
        let mut plays = Vec::with_capacity(remaining);
        for candidate in &self.candidates[..remaining] {
            plays.push(play_on(
                candidate.world.clone(),
                self.roles,
                &self.next,
                &coming,
                self.party,
                tiles,
                clock,
            ));
            // An order that not all have been tried with would favour some.
            if clock.is_over() {
                return false;
            }
        }
        for (candidate, play) in self.candidates.iter_mut().zip(plays) {
            candidate.trials.add(play);
        }
        self.candidates[..remaining].sort_by(|a, b| b.trials.worth.total_cmp(&a.trials.worth));
        true
    }

    /// How many of the first so many may still turn out to be the best, by more than hardly anything. They are the first then, the one
    /// that did best before all others.
    pub(super) fn still_open(&mut self, remaining: usize) -> usize {
        let Some((leader, others)) = self.candidates[..remaining].split_first_mut() else {
            return 0;
        };
        let is_settled = |other: &Candidate| other.trials.may_gain_on(&leader.trials) < INDIFFERENT;
        others.sort_by_cached_key(is_settled);
        1 + others.iter().take_while(|other| !is_settled(other)).count()
    }
}

/// How a game went on.
#[derive(Debug, Clone)]
pub(super) struct Play {
    pub(super) expectation: Expectation,
    /// What that is worth: from 0 to 1, or less for one who takes care that the game does not end.
    pub(super) worth: f32,
    pub(super) line: Vec<Placement>,
}

/// What becomes of a world for a party when all lay what looks best one tile ahead, so many tiles long. `next` may come first.
///
/// Nothing of that is left to the one order in which the tiles come where the game may end because a tile has no place: each end
/// counts as much as it is likely, and the play goes on with the next tile that has a place.
fn play_on(
    mut world: World,
    roles: &Roles,
    next: &Kinds,
    coming: &[Tile],
    party: Party,
    tiles: usize,
    clock: &mut Clock<'_>,
) -> Play {
    let mut line = Vec::with_capacity(tiles.min(coming.len()));
    let mut ends = Vec::with_capacity(tiles);
    let mut kinds = Kinds::of(coming);
    let mut is_over = false;
    for tile in 0..tiles {
        let risk = world.risk(roles, if tile == 0 { next } else { &kinds });
        if risk > 0.0 {
            ends.push((risk, world.ended(roles, party)));
            world.skip_without_place(roles, coming);
        }
        let before = world.drawn;
        let Some(choice) = world.turn(roles, coming) else {
            is_over = true;
            break;
        };
        for &tile in &coming[before..world.drawn] {
            kinds.add(tile, -1.0);
        }
        let (best, looked) = ply::best(&world, roles, choice, roles.party(world.to_move));
        if let Some((placement, _)) = best {
            world.lay(roles, choice, placement);
            line.push(placement);
        }
        if clock.spend(looked) {
            break;
        }
    }
    let last = if is_over {
        world.ended(roles, party)
    } else {
        world.left_off(roles, party, coming.len() - world.drawn, &kinds)
    };
    let (expectation, worth) =
        (ends.into_iter().rev()).fold(last, |goes_on, (risk, end)| mixed(goes_on, end, risk));
    Play {
        expectation,
        worth,
        line,
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test may fail")]

    use super::*;

    /// What became of two candidates that differ like this from order to order: whether the second is out of the question.
    fn is_settled(ahead: &[f32], times: usize) -> bool {
        let of = |worth: &dyn Fn(f32) -> f32| {
            let mut trials = Trials::default();
            for ahead in ahead.repeat(times) {
                trials.add(Play {
                    expectation: Expectation::default(),
                    worth: worth(ahead),
                    line: Vec::new(),
                });
            }
            trials
        };
        let (leader, other) = (of(&|ahead| 0.5 + ahead), of(&|_| 0.5));
        other.may_gain_on(&leader) < INDIFFERENT
    }

    #[test]
    fn a_candidate_is_out_of_the_question_when_chance_does_not_explain_it() {
        assert!(is_settled(&[0.1, 0.2], 8));
        assert!(!is_settled(&[-0.2, 0.3], 8));
        assert!(is_settled(&[-0.2, 0.3], 200));
        // What has not differed in a few orders may yet, though hardly after many.
        assert!(!is_settled(&[0.0], 16));
        assert!(is_settled(&[0.0], 400));
    }

    /// Plays with these chances, worth a little more for the margin, that go on with one placement each.
    fn trials(plays: &[(f32, f32)], line: &[Placement]) -> Trials {
        let mut trials = Trials::default();
        for (&(chance, margin), &placement) in plays.iter().zip(line) {
            trials.add(Play {
                expectation: Expectation { chance, margin },
                worth: 0.98 * chance + 0.001 * margin,
                line: vec![placement],
            });
        }
        trials
    }

    #[test]
    fn the_error_is_that_of_the_distance_between_the_chances() {
        let line: Vec<Placement> = ["i10-147", "i10-148", "i10-138", "i10-123", "l10-138"]
            .map(|text| text.parse().unwrap())
            .into();
        // The one that is first in the end is not the one that was first after each order.
        let first = [(0.1, 9.0), (0.9, 2.0), (0.8, 0.0), (0.7, 4.0), (0.9, 5.0)];
        let other = [(0.9, 1.0), (0.2, 7.0), (0.6, 3.0), (0.1, 2.0), (0.3, 8.0)];
        let (leader, trailer) = (trials(&first, &line), trials(&other, &line));
        let distances: Vec<f64> = (first.iter().zip(&other))
            .map(|(ours, theirs)| f64::from(ours.0) - f64::from(theirs.0))
            .collect();
        let mean = distances.iter().sum::<f64>() / 5.0;
        let variance = distances.iter().map(|d| (d - mean) * (d - mean)).sum::<f64>() / 5.0;
        let error = (variance / 5.0).sqrt();
        assert!((f64::from(trailer.standard_error(&leader)) - error).abs() < 1e-6);
        assert!((f64::from(leader.mean().chance - trailer.mean().chance) - mean).abs() < 1e-6);
        assert!(leader.standard_error(&leader) < 1e-6);
        // It fell behind furthest in the second order, and the first one in the first.
        assert_eq!(trailer.worst(&leader), &line[1..2]);
        assert_eq!(leader.worst(&trailer), &line[..1]);
    }
}
