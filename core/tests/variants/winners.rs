//! Who has won, by the results of lines with the points that a case needs.

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};
use tayu_core::{Board, Coasts, Pair, Party, Placement, Rules, Ties, Tile};

use crate::tables::with_tiles;

const NORTH_SOUTH: Option<Party> = Some(Party::Coasts(Pair::NorthSouth));
const EAST_WEST: Option<Party> = Some(Party::Coasts(Pair::EastWest));
const SPOILSPORT: Option<Party> = Some(Party::Spoilsport);

/// Results of north and south and of east and west, and the points on both coasts of each.
fn results(coasts: Coasts) -> ([u32; 2], [u32; 2]) {
    let [n, e, s, w] = tayu_core::Side::ALL.map(|side| coasts.get(side).get());
    ([n * s, e * w], [n + s, e + w])
}

/// A line of tiles laid at random whose results are as wanted.
fn line(wanted: impl Fn([u32; 2], [u32; 2]) -> bool) -> Vec<Placement> {
    for seed in 0.. {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let mut bag: Vec<Tile> = Tile::all().flat_map(|tile| [tile; 4]).collect();
        let (mut board, mut laid) = (Board::new(), Vec::new());
        // A lane holds no more.
        while laid.len() < 56 {
            let tile = bag.swap_remove(rng.next_u32() as usize % bag.len());
            let legal: Vec<Placement> = board.legal_placements(tile).collect();
            if legal.is_empty() {
                break;
            }
            let placement = legal[rng.next_u32() as usize % legal.len()];
            board.lay(placement).unwrap();
            laid.push(placement);
            let (products, points) = results(board.coasts());
            if wanted(products, points) {
                return laid;
            }
        }
    }
    panic!("no such line");
}

/// Who wins when exactly this line is played. With three, seat 1 is the spoilsport for `bid`.
fn winner(line: &[Placement], players: usize, bid: u32, rules: Rules) -> Option<Party> {
    let order: Vec<String> = line.iter().map(|p| p.tile().to_string()).collect();
    let mut game = with_tiles(players, rules, &order.join(" "));
    if players == 3 {
        for action in [format!("bid {bid}"), "pass".to_owned(), "pass".to_owned()] {
            if game.auction().is_some() && game.spoilsport().is_none() {
                game.play(action.parse().unwrap()).unwrap();
            }
        }
    }
    for placement in line {
        game.play("draw left".parse().unwrap()).unwrap();
        game.play(placement.to_string().parse().unwrap()).unwrap();
    }
    let outcome = game.outcome().unwrap();
    assert_eq!(outcome.coasts, game.position().board().coasts());
    assert_eq!(
        Pair::ALL.map(|pair| outcome.product(pair).get()),
        results(outcome.coasts).0
    );
    outcome.winner
}

#[test]
fn the_higher_product_wins_for_two_and_for_teams() {
    // Even where the other has more points.
    let north_south = line(|[ns, ew], [a, b]| ns > ew && a < b);
    let east_west = line(|[ns, ew], [a, b]| ew > ns && b < a);
    for players in [2, 4] {
        for ties in Ties::ALL {
            let rules = Rules {
                ties: *ties,
                ..Rules::default()
            };
            assert_eq!(winner(&north_south, players, 0, rules), NORTH_SOUTH);
            assert_eq!(winner(&east_west, players, 0, rules), EAST_WEST);
        }
    }
}

#[test]
fn equal_products_are_a_draw_or_go_by_points() {
    let draw = Rules::default();
    let points = Rules {
        ties: Ties::Points,
        ..draw
    };
    // Zeros too: 3 and 0 are more points than 1 and 0.
    for nothing in [false, true] {
        let more_ns = line(|[ns, ew], [a, b]| ns == ew && (ns == 0) == nothing && a > b);
        let more_ew = line(|[ns, ew], [a, b]| ns == ew && (ns == 0) == nothing && b > a);
        let same = line(|[ns, ew], [a, b]| ns == ew && (ns == 0) == nothing && a == b && a > 0);
        for players in [2, 4] {
            for line in [&more_ns, &more_ew, &same] {
                assert_eq!(winner(line, players, 0, draw), None);
            }
            assert_eq!(winner(&more_ns, players, 0, points), NORTH_SOUTH);
            assert_eq!(winner(&more_ew, players, 0, points), EAST_WEST);
            assert_eq!(winner(&same, players, 0, points), None);
        }
    }
}

#[test]
fn the_spoilsport_wins_when_both_results_are_lower_than_the_bid() {
    let rules = Rules::default();
    for (line, better) in [
        (line(|[ns, ew], _| ns > ew + 1 && ew > 1), NORTH_SOUTH),
        (line(|[ns, ew], _| ew > ns + 1 && ns > 1), EAST_WEST),
    ] {
        let mut board = Board::new();
        line.iter().for_each(|&placement| board.lay(placement).unwrap());
        let ([ns, ew], _) = results(board.coasts());
        let (high, low) = (ns.max(ew), ns.min(ew));
        for bid in [high + 1, high + 100, 999] {
            assert_eq!(
                winner(&line, 3, bid, rules),
                SPOILSPORT,
                "{bid} for {high} and {low}"
            );
        }
        // Reached by one is reached.
        for bid in [high, high - 1, low + 1, low, 1] {
            assert_eq!(winner(&line, 3, bid, rules), better, "{bid} for {high} and {low}");
        }
    }
}

#[test]
fn equal_results_that_reach_the_bid_are_a_draw_between_the_two() {
    let draw = Rules::default();
    let points = Rules {
        ties: Ties::Points,
        ..draw
    };
    let line = line(|[ns, ew], [a, b]| ns == ew && ns > 1 && b > a);
    let mut board = Board::new();
    line.iter().for_each(|&placement| board.lay(placement).unwrap());
    let ([both, _], _) = results(board.coasts());
    for (bid, by_draw, by_points) in [
        (both + 1, SPOILSPORT, SPOILSPORT),
        (both, None, EAST_WEST),
        (1, None, EAST_WEST),
    ] {
        assert_eq!(winner(&line, 3, bid, draw), by_draw);
        assert_eq!(winner(&line, 3, bid, points), by_points);
    }
}

#[test]
fn a_bid_of_one_is_won_when_neither_gets_anything() {
    let nothing = line(|products, [a, b]| products == [0, 0] && a + b > 2);
    for ties in Ties::ALL {
        let rules = Rules {
            ties: *ties,
            ..Rules::default()
        };
        assert_eq!(winner(&nothing, 3, 1, rules), SPOILSPORT);
    }
}
