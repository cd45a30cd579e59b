//! What each choice of a position promises.
//!
//! Placements are compared as the strongest player compares them, with the tiles coming in many imagined orders; where they can come
//! in one order only, the game is searched to its end; and where no coast can get a point any more, there is nothing
//! to search. Places to draw are weighed by the kinds that may come from there, the next reply included.

use std::sync::Arc;
use std::{io, mem};

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;
use tayu_core::{Choice, Move, Party, Phase, Placement, Seed, Sight, Tile};

use super::comparison::{self, Candidate, Comparison};
use super::draw::{self, Prospect};
use super::ending;
use super::outlook::{Expectation, Score};
use super::search::NAVIGATOR;
use super::world::{Kinds, Roles, World};
use super::{Budget, Clock, Level};
use crate::{StopFlag, Task};

/// How to look at a position.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Options {
    /// Where chance comes from.
    pub seed: Seed,
    /// How many placements to compare: those that look best one tile ahead. Where the game is searched to its end it is all.
    pub width: usize,
    /// Placements to compare besides, whatever they look like.
    pub also: Vec<Placement>,
    /// In how many orders of the tiles to compare them.
    pub orders: u32,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            seed: Seed(1),
            width: 12,
            also: Vec::new(),
            orders: 1000,
        }
    }
}

/// What is known about the choices of a position so far.
#[derive(Debug, Clone, PartialEq)]
pub struct Findings {
    /// What the player whose turn it is plays for: expectations are theirs.
    pub party: Party,
    /// The choices.
    pub choices: Choices,
    /// What the expectations rest on.
    pub basis: Basis,
    /// Whether this is all that was asked for.
    pub complete: bool,
}

/// What expectations rest on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Basis {
    /// So many imagined orders of the tiles, and judgement where they end; none, and it is judgement one tile ahead.
    Orders(u32),
    /// The kinds that may come, and judgement after the next reply.
    Kinds,
    /// Every play to the end of the game in the only order in which the tiles can come.
    EveryPlay,
    /// The points can't change any more.
    Settled,
}

impl Basis {
    /// Whether nothing is left to chance or judgement.
    #[must_use]
    pub const fn is_exact(self) -> bool {
        matches!(self, Self::EveryPlay | Self::Settled)
    }
}

/// What can be done, the best first.
#[derive(Debug, Clone, PartialEq)]
pub enum Choices {
    /// Lay a tile.
    Lay(Vec<Weighed>),
    /// Draw one.
    Draw(Vec<Weighing>),
}

/// A placement and what it promises.
#[derive(Debug, Clone, PartialEq)]
pub struct Weighed {
    /// The placement.
    pub placement: Placement,
    /// What can be expected of it.
    pub expectation: Expectation,
    /// How far off its distance to the best chance may be: the standard error, from 0 to 1; 0 where that is exact.
    pub error: f32,
    /// How the play may go on after it: best play where that is exact, else the imagined play in which it fell behind the best one furthest, or
    /// the best one behind the second.
    pub line: Vec<Placement>,
}

/// A place to draw and what it promises.
#[derive(Debug, Clone, PartialEq)]
pub struct Weighing {
    /// The draw; of spread tiles that look alike any. `None` where tiles are drawn at a table elsewhere.
    pub action: Option<Move>,
    /// What can be expected of it.
    pub expectation: Expectation,
    /// The kinds that may come from there, the most likely first.
    pub kinds: Vec<Coming>,
}

/// A kind that may come.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Coming {
    /// The kind.
    pub tile: Tile,
    /// How likely it is, from 0 to 1, when every tile that may lie there is as likely as any other.
    pub share: f32,
    /// What can be expected once it has come.
    pub expectation: Expectation,
}

impl Findings {
    /// The placements, the best first; none where a tile is to be drawn.
    #[must_use]
    pub fn placements(&self) -> &[Weighed] {
        match &self.choices {
            Choices::Lay(placements) => placements,
            Choices::Draw(_) => &[],
        }
    }

    /// The places to draw, the best first; none where a tile is to be laid.
    #[must_use]
    pub fn draws(&self) -> &[Weighing] {
        match &self.choices {
            Choices::Draw(draws) => draws,
            Choices::Lay(_) => &[],
        }
    }

    /// What is known of a placement.
    #[must_use]
    pub fn of(&self, placement: Placement) -> Option<&Weighed> {
        self.placements()
            .iter()
            .find(|weighed| weighed.placement == placement)
    }

    /// What the best choice promises.
    #[must_use]
    pub fn best(&self) -> Option<Expectation> {
        let placement = self.placements().first().map(|weighed| weighed.expectation);
        placement.or_else(|| self.draws().first().map(|weighing| weighing.expectation))
    }
}

/// Looks at a position until all that was asked for is known, or `stop` has been raised. `report` is given what is known again
/// and again, better each time, and in the end what is returned.
///
/// `None` where there is nothing to choose: during the auction, while the first tiles of a Pro game are drawn, and at the end.
pub fn analyse(
    sight: &Sight,
    options: &Options,
    stop: &StopFlag,
    report: &mut dyn FnMut(&Findings),
) -> Option<Findings> {
    let roles = Roles::of(sight)?;
    let mut rng = ChaCha8Rng::seed_from_u64(options.seed.0);
    let budget = Budget {
        nodes: Some(u64::MAX),
        time: None,
    };
    let mut clock = Clock::new(Level::Navigator, budget, stop);
    match sight.phase() {
        Phase::ToDraw if !sight.is_dealing() => {
            let findings = weigh_draws(sight, &roles, &mut rng, &mut clock)?;
            report(&findings);
            Some(findings)
        }
        Phase::ToLay(choice) => {
            Some(Analyst::new(sight, &roles, choice, options)?.work(options, &mut rng, &mut clock, report))
        }
        Phase::ToDraw | Phase::ToBid | Phase::Over(_) => None,
    }
}

fn weigh_draws(
    sight: &Sight,
    roles: &Roles,
    rng: &mut ChaCha8Rng,
    clock: &mut Clock<'_>,
) -> Option<Findings> {
    let world = World::of(sight);
    let party = roles.party(world.to_move);
    let mut draws = Vec::new();
    for source in draw::sources(sight, None, rng) {
        let kinds = draw::after_reply(sight, &world, roles, &source, party, rng, clock)?;
        let all = f32::max(kinds.iter().map(|(_, weight, _)| weight).sum(), 1.0);
        let mean = Prospect::mean(kinds.iter().map(|&(_, weight, prospect)| (weight, prospect)));
        let mut kinds: Vec<Coming> = (kinds.into_iter())
            .map(|(tile, weight, prospect)| Coming {
                tile,
                share: weight / all,
                expectation: prospect.expectation,
            })
            .collect();
        kinds.sort_by(|a, b| b.share.total_cmp(&a.share));
        draws.push((
            mean.ours,
            Weighing {
                action: source.action,
                expectation: mean.expectation,
                kinds,
            },
        ));
    }
    draws.sort_by(|(a, _), (b, _)| b.total_cmp(a));
    Some(Findings {
        party,
        choices: Choices::Draw(draws.into_iter().map(|(_, draw)| draw).collect()),
        basis: Basis::Kinds,
        complete: true,
    })
}

/// The comparison of the placements of a choice.
struct Analyst<'a> {
    sight: &'a Sight,
    roles: &'a Roles,
    party: Party,
    /// Those to compare.
    candidates: Vec<Candidate>,
    /// Those that are left out as long as nothing is known for certain.
    others: Vec<Candidate>,
    settled: bool,
}

/// Placements looked at before a search to the end is given up: a second or so.
const NODES_TO_THE_END: u64 = 2_000_000;

impl<'a> Analyst<'a> {
    /// `None` where no tile of the choice has a place.
    fn new(sight: &'a Sight, roles: &'a Roles, choice: Choice, options: &Options) -> Option<Self> {
        let world = World::of(sight);
        let placements: Vec<Placement> = (choice.kinds())
            .flat_map(|tile| world.board.legal_placements(tile))
            .collect();
        let candidates =
            comparison::candidates(placements, &world, roles, choice, sight.left(), &Kinds::NONE);
        let mut place = 0;
        // Those that look best come first.
        let (compared, others) = candidates.into_iter().partition(|candidate| {
            place += 1;
            place <= options.width.max(1) || options.also.contains(&candidate.placement)
        });
        let settled = world.field.is_settled();
        let analyst = Self {
            sight,
            roles,
            party: roles.party(world.to_move),
            candidates: compared,
            others,
            settled,
        };
        (!analyst.candidates.is_empty()).then_some(analyst)
    }

    fn work(
        mut self,
        options: &Options,
        rng: &mut ChaCha8Rng,
        clock: &mut Clock<'_>,
        report: &mut dyn FnMut(&Findings),
    ) -> Findings {
        if self.settled {
            let all = self.candidates.iter();
            let placements = all.map(|candidate| Weighed {
                placement: candidate.placement,
                expectation: candidate.world.ended(self.roles, self.party).0,
                error: 0.0,
                line: Vec::new(),
            });
            let findings = self.findings(placements.collect(), Basis::Settled, true);
            report(&findings);
            return findings;
        }
        let priors = self.candidates.iter().map(|candidate| Weighed {
            placement: candidate.placement,
            expectation: candidate
                .world
                .expect(self.roles, self.party, self.sight.left())
                .0,
            error: 0.0,
            line: Vec::new(),
        });
        let mut findings = self.findings(priors.collect(), Basis::Orders(0), false);
        report(&findings);
        if let Some(exact) = self.to_the_end(clock) {
            report(&exact);
            return exact;
        }
        let count = self.candidates.len();
        let (party, candidates) = (self.party, mem::take(&mut self.candidates));
        let mut comparison = Comparison::new(self.sight, self.roles, party, candidates);
        for order in 1..=options.orders {
            if !comparison.try_order(count, NAVIGATOR.tiles, rng, clock) {
                break;
            }
            // What is reported is shown, which need not be each time.
            if order.is_power_of_two() || order % 16 == 0 || order == options.orders {
                findings = self.findings(
                    weighed(&comparison.candidates),
                    Basis::Orders(order),
                    order == options.orders,
                );
                report(&findings);
            }
        }
        findings
    }

    /// Searches to the end of the game where the tiles can come in one order only, if that is soon done.
    fn to_the_end(&self, clock: &Clock<'_>) -> Option<Findings> {
        // With three players nobody knows whom the third one helps.
        if self.roles.bid.is_some() || ending::has_claims(&self.roles.rules) {
            return None;
        }
        let coming = ending::known_order(self.sight)?;
        let budget = Budget {
            nodes: Some(NODES_TO_THE_END),
            time: None,
        };
        let mut clock = Clock::new(Level::Navigator, budget, clock.stop);
        let mut scored = Vec::with_capacity(self.candidates.len() + self.others.len());
        for candidate in self.candidates.iter().chain(&self.others) {
            let window = (Score::LOWEST, Score::HIGHEST);
            let world = candidate.world.clone();
            let (score, line) = ending::play_out(world, self.roles, &coming, self.party, window, &mut clock)?;
            scored.push((
                score,
                Weighed {
                    placement: candidate.placement,
                    expectation: score.expectation(),
                    error: 0.0,
                    line,
                },
            ));
        }
        scored.sort_by_key(|(score, _)| std::cmp::Reverse(*score));
        let placements = scored.into_iter().map(|(_, weighed)| weighed).collect();
        Some(self.findings(placements, Basis::EveryPlay, true))
    }

    fn findings(&self, placements: Vec<Weighed>, basis: Basis, complete: bool) -> Findings {
        Findings {
            party: self.party,
            choices: Choices::Lay(placements),
            basis,
            complete,
        }
    }
}

/// What has been found of candidates, the best of which is the first.
fn weighed(candidates: &[Candidate]) -> Vec<Weighed> {
    let best = candidates.first().map(|candidate| &candidate.trials);
    let second = candidates.get(1).map(|candidate| &candidate.trials);
    let weigh = |(place, candidate): (usize, &Candidate)| {
        let trials = &candidate.trials;
        let rival = if place == 0 { second } else { best }.unwrap_or(trials);
        Weighed {
            placement: candidate.placement,
            expectation: trials.mean(),
            error: best.map_or(0.0, |best| trials.standard_error(best)),
            line: trials.worst(rival).to_vec(),
        }
    };
    candidates.iter().enumerate().map(weigh).collect()
}

/// Starts looking at a position and returns at once.
///
/// `on_change` is called on another thread when there is news in [`Task::latest`], at most ten times a second, and once more
/// at the end.
///
/// # Errors
/// When the system gives no thread.
pub fn start(
    sight: Arc<Sight>,
    options: Options,
    on_change: impl Fn() + Send + 'static,
) -> io::Result<Task<Findings>> {
    Task::start("analysis", on_change, move |teller, stop| {
        analyse(&sight, &options, stop, &mut |findings| {
            teller.tell(|| findings.clone());
        })
    })
}
