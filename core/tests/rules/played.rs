//! Games of random play, the same at every run.

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};
use tayu_core::{Board, Placement, Tile};

pub(crate) fn pick(rng: &mut ChaCha8Rng, count: usize) -> usize {
    rng.next_u32() as usize % count
}

/// Lays the 112 tiles in random order at random legal places until one fits nowhere. `look` sees the board
/// before each tile and at the end, and what has been laid.
pub(crate) fn random_game(seed: u64, mut look: impl FnMut(&Board, &[Placement], &mut ChaCha8Rng)) {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let mut bag: Vec<Tile> = Tile::all().flat_map(|tile| [tile; 4]).collect();
    let (mut board, mut laid) = (Board::new(), Vec::new());
    loop {
        look(&board, &laid, &mut rng);
        if bag.is_empty() {
            return;
        }
        let tile = bag.swap_remove(pick(&mut rng, bag.len()));
        let legal: Vec<Placement> = board.legal_placements(tile).collect();
        if legal.is_empty() {
            return;
        }
        let chosen = legal[pick(&mut rng, legal.len())];
        board.lay(chosen).unwrap();
        laid.push(chosen);
    }
}
