//! How careful a player has to be: against others who play well a game is worth about what the outlook says, against others who lay
//! anywhere it is as good as won unless it ends early.

use tayu_core::{Board, Move, Party, Placement, Sight};

use super::Clock;
use super::field::Field;
use super::outlook::chance;
use super::world::Roles;

/// How careful a party is.
#[derive(Debug, Clone, Copy)]
pub(super) struct Caution {
    pub(super) party: Party,
    /// How likely it is that all others lay anywhere, from 0 to 1.
    careless: f32,
}

/// How many tiles of another are looked at, the last that were laid: more would take more time, and less would tell less.
const LOOK_BACK: usize = 12;
/// One who lays well seldom lays worse than the best placement by much more than this share of what one loses who lays anywhere.
const BLUNDER: f32 = 0.4;
/// The same in games won, at least: where placements differ by less than that, they tell nothing.
const LEAST_BLUNDER: f32 = 0.01;
/// How often one who lays well lays anywhere all the same.
const SLIP: f32 = 0.1;
/// What the outlook says of a game against one who lays anywhere counts this much: it is hardly ever lost.
const OUTLOOK: f32 = 0.02;
// In 500 games with 3000 placements a move against others who laid at random (supplies from seed 3001), the chances that the next
// tile ended a game while it was not won came to 0.0063 a game when added up, and to 0.0232 without caution; with a danger of 0.004,
// to 0.0091, and with that and random replies in the imagined games besides, to 0.0052, but then it won 53, drew 2 and lost 65
// of 120 games against itself without caution.
/// How likely it is that the game ends before one more tile, somewhere beyond what is looked at, as far as caution goes.
const DANGER: f32 = 0.02;

impl Caution {
    /// What the tiles laid so far teach the player whose turn it is. Nothing is known of others before.
    pub(super) fn of(sight: &Sight, roles: &Roles, clock: &mut Clock<'_>) -> Self {
        let party = roles.party(sight.to_move().index());
        let evidence = evidence(sight, roles, party, clock);
        let others = sight.players().seats().map(tayu_core::Seat::index);
        let odds = others
            .filter(|&seat| roles.party(seat) != party)
            .map(|seat| evidence[seat])
            .fold(f32::INFINITY, f32::min);
        Self {
            party,
            careless: 1.0 / (1.0 + 1.0 / odds),
        }
    }

    /// What is lost when a game ends that is not won, in games won against others who play as well as oneself.
    pub(super) fn cost(self) -> f32 {
        self.careless / (1.0 - self.careless + OUTLOOK * self.careless)
    }

    /// How likely it is to be reckoned that the game ends before the party has a product.
    pub(super) fn danger(self, field: &Field) -> f32 {
        let tiles = match self.party {
            // Others lay in between.
            Party::Coasts(pair) => 1 + 2 * field.tiles_to_product(pair),
            Party::Spoilsport => 1,
        };
        let goes_on = (0..tiles).fold(1.0, |goes_on, _| goes_on * (1.0 - DANGER));
        self.careless * (1.0 - goes_on)
    }
}

/// For each seat of another party, how much likelier what it has laid is by one who lays anywhere than by one who lays well.
fn evidence(sight: &Sight, roles: &Roles, party: Party, clock: &mut Clock<'_>) -> [f32; 4] {
    let laid: Vec<(usize, Placement)> = (sight.played().iter())
        .filter_map(|played| match played.action {
            Move::Lay(placement) => Some((played.seat.index(), placement)),
            _ => None,
        })
        .collect();
    let mut to_come = [0; 4];
    laid.iter().for_each(|&(seat, _)| to_come[seat] += 1);
    let placements = sight.position().placements();
    let mut board = Board::new();
    let lay = |board: &mut Board, placement| {
        // The rules have allowed it before.
        let _ = board.lay(placement);
    };
    for &placement in &placements[..placements.len().saturating_sub(laid.len())] {
        lay(&mut board, placement);
    }
    let mut evidence = [1.0; 4];
    for (seat, placement) in laid {
        if to_come[seat] <= LOOK_BACK && roles.party(seat) != party {
            evidence[seat] *= how_careless(&board, roles, seat, placement, clock);
        }
        to_come[seat] -= 1;
        lay(&mut board, placement);
    }
    evidence
}

/// How much likelier this is laid here by one who lays anywhere than by one who lays well.
fn how_careless(board: &Board, roles: &Roles, seat: usize, laid: Placement, clock: &mut Clock<'_>) -> f32 {
    let field = Field::of(board);
    let (party, next) = (roles.party(seat), roles.party(roles.after(seat)));
    let value = |placement| chance(&field.after(placement), roles, party, next);
    let values: Vec<f32> = board.legal_placements(laid.tile()).map(value).collect();
    clock.spend(values.len());
    let count = values.len().max(1) as f32;
    let best = values.iter().copied().fold(0.0, f32::max);
    let mean = values.iter().sum::<f32>() / count;
    let blunder = f32::max(BLUNDER * (best - mean), LEAST_BLUNDER);
    let likely = |value: f32| falling((best - value) / blunder);
    let well = likely(value(laid)) / values.into_iter().map(likely).sum::<f32>();
    let anywhere = 1.0 / count;
    anywhere / ((1.0 - SLIP) * well + SLIP * anywhere)
}

/// From 1 at zero to nothing far above, in operations that give the same everywhere.
fn falling(x: f32) -> f32 {
    1.0 / (1.0 + x * (1.0 + x * (0.5 + x * (1.0 / 6.0 + x / 24.0))))
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test may fail")]

    use tayu_core::{FirstPlayer, Game, GameSetup, Pair, Phase, Rules, Seat, Seed, TileSource};

    use super::super::{Budget, Level, choose};
    use super::*;
    use crate::StopFlag;

    /// What the first player makes of one of this level after so many tiles.
    fn after(level: Level, seed: Seed, tiles: usize) -> Caution {
        let first = FirstPlayer::Chosen(Seat::new(1).unwrap());
        let source = TileSource::Stacks(seed);
        let setup = GameSetup::new(vec![String::new(); 2], first, Rules::default(), source);
        let mut game = Game::new(setup.unwrap());
        let (budget, stop) = (Budget::default(), StopFlag::new());
        while game.position().board().len() < tiles {
            let level = [Level::Pupil, level][game.to_move().index()];
            let chance = Seed(seed.0 << 8 | game.played().len() as u64);
            let action = choose(&game.sight(), level, chance, budget, &stop).unwrap();
            game.play(action).unwrap();
        }
        assert_eq!((game.phase(), game.to_move().index()), (Phase::ToDraw, 0));
        let sight = game.sight();
        let mut clock = Clock::new(Level::Navigator, budget, &stop);
        Caution::of(&sight, &Roles::of(&sight).unwrap(), &mut clock)
    }

    #[test]
    fn who_lays_anywhere_is_found_out() {
        for seed in 1..=6 {
            let [random, pupil] = [Level::Random, Level::Pupil].map(|level| after(level, Seed(seed), 24));
            assert!(
                random.careless > 0.5 && pupil.careless < 0.01,
                "{random:?} {pupil:?}"
            );
            assert!(random.cost() > 50.0 * pupil.cost(), "{random:?} {pupil:?}");
            let start = after(Level::Random, Seed(seed), 0);
            assert!((start.careless - 0.5).abs() < 1e-6, "{start:?}");
        }
    }

    #[test]
    fn there_is_less_danger_the_nearer_a_product_is() {
        let (mut board, mut dangers) = (Board::new(), Vec::new());
        let caution = Caution {
            party: Party::Coasts(Pair::NorthSouth),
            careless: 0.9,
        };
        for placement in ["j10|148", "j13|148", "j16|148", "j19|148"] {
            board.lay(placement.parse().unwrap()).unwrap();
            dangers.push(caution.danger(&Field::of(&board)));
        }
        assert!(dangers.is_sorted_by(|a, b| a > b), "{dangers:?}");
    }
}
