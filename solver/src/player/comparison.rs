//! Placements compared by playing on after each with the tiles coming in the same orders.

use rand_chacha::ChaCha8Rng;
use tayu_core::{Choice, Party, Placement, Sight, Tile};

use super::outlook::Expectation;
use super::world::{Roles, World, imagine_coming};
use super::{Clock, ply};

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
    pub(super) count: u32,
    /// What each play was worth, and the sum of that.
    worths: Vec<f32>,
    worth: f32,
    chance: f32,
    margin: f32,
    /// Sums of how far it fell behind the best one, and of the squares of that.
    behind: f32,
    behind_squared: f32,
    /// The play in which it fell behind furthest, and by how much.
    worst: Option<(f32, Vec<Placement>)>,
}

impl Trials {
    /// What a party can expect, on average.
    pub(super) fn mean(&self) -> Expectation {
        let count = self.count.max(1) as f32;
        Expectation {
            chance: self.chance / count,
            margin: self.margin / count,
        }
    }

    /// How far the mean of what it fell behind may be off: its standard error, from 0 to 1.
    pub(super) fn standard_error(&self) -> f32 {
        let count = self.count.max(1) as f32;
        let mean = self.behind / count;
        let variance = (self.behind_squared / count - mean * mean).max(0.0);
        (variance / count).sqrt()
    }

    /// How much better it may be than another one that has been tried with the same orders: the mean of the differences and some
    /// standard errors of it, from -1 to 1.
    fn may_gain_on(&self, other: &Self) -> f32 {
        let (mut sum, mut squared) = (0.0, 0.0);
        for (ours, theirs) in self.worths.iter().zip(&other.worths) {
            let ahead = ours - theirs;
            sum += ahead;
            squared += ahead * ahead;
        }
        let count = self.worths.len().min(other.worths.len()).max(1) as f32;
        let mean = sum / count;
        let variance = (squared / count - mean * mean).max(0.0) + LEAST_DEVIATION * LEAST_DEVIATION;
        mean + ERRORS * (variance / count).sqrt()
    }

    /// How the play went on in which it fell behind furthest.
    pub(super) fn worst(&self) -> &[Placement] {
        self.worst.as_ref().map_or(&[], |(_, line)| line)
    }
}

/// The candidates for the player whose turn it is, those first that look best one tile ahead; of equals in the order given.
pub(super) fn candidates(
    placements: Vec<Placement>,
    world: &World,
    roles: &Roles,
    choice: Choice,
    left: usize,
) -> Vec<Candidate> {
    let party = roles.party(world.to_move);
    let mut candidates: Vec<Candidate> = (placements.into_iter())
        .map(|placement| {
            let mut after = world.clone();
            after.lay(roles, choice, placement);
            let prior = after.worth(roles, party, left);
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
    pub(super) candidates: Vec<Candidate>,
}

impl<'a> Comparison<'a> {
    pub(super) const fn new(
        sight: &'a Sight,
        roles: &'a Roles,
        party: Party,
        candidates: Vec<Candidate>,
    ) -> Self {
        Self {
            sight,
            roles,
            party,
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
        // The one that has done best so far is the first.
        let best = plays.first().map_or(0.0, |play| play.worth);
        for (candidate, play) in self.candidates.iter_mut().zip(plays) {
            let trials = &mut candidate.trials;
            let behind = best - play.worth;
            trials.count += 1;
            trials.worth += play.worth;
            trials.worths.push(play.worth);
            trials.chance += play.expectation.chance;
            trials.margin += play.expectation.margin;
            trials.behind += behind;
            trials.behind_squared += behind * behind;
            if trials.worst.as_ref().is_none_or(|(most, _)| behind > *most) {
                trials.worst = Some((behind, play.line));
            }
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
pub(super) struct Play {
    pub(super) expectation: Expectation,
    /// What that is worth, from 0 to 1.
    pub(super) worth: f32,
    pub(super) line: Vec<Placement>,
}

/// What becomes of a world for a party when all lay what looks best one tile ahead, so many tiles long.
pub(super) fn play_on(
    mut world: World,
    roles: &Roles,
    coming: &[Tile],
    party: Party,
    tiles: usize,
    clock: &mut Clock<'_>,
) -> Play {
    let mut line = Vec::with_capacity(tiles.min(coming.len()));
    for _ in 0..tiles {
        let Some(choice) = world.turn(roles, coming) else {
            let (expectation, worth) = world.ended(roles, party);
            return Play {
                expectation,
                worth,
                line,
            };
        };
        let (best, looked) = ply::best(&world, roles, choice, roles.party(world.to_move));
        if let Some((placement, _)) = best {
            world.lay(roles, choice, placement);
            line.push(placement);
        }
        if clock.spend(looked) {
            break;
        }
    }
    let (expectation, worth) = world.expect(roles, party, coming.len() - world.drawn);
    Play {
        expectation,
        worth,
        line,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What became of two candidates that differ like this from order to order: whether the second is out of the question.
    fn is_settled(ahead: &[f32], times: usize) -> bool {
        let of = |worth: &dyn Fn(f32) -> f32| Trials {
            worths: ahead.repeat(times).into_iter().map(worth).collect(),
            ..Trials::default()
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
}
