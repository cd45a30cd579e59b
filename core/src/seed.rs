//! Chance that is the same on every machine and in every release: a seed and what is drawn from it.
//!
//! The random words of a seed are the key stream of ChaCha20 (Bernstein's original with a 64-bit block counter
//! and a 64-bit nonce). The key is the seed as eight bytes, the lowest first, followed by 24 zero bytes; the
//! counter starts at 0; the nonce is the number of the [`Stream`]. Words are the stream's bytes taken four at
//! a time, the lowest first. How words become numbers is written out here, so that no library's idea of
//! sampling can change a game that has been saved.

use std::fmt;
use std::str::FromStr;

use rand_chacha::ChaCha20Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

use crate::NotationError;

/// What a game's chance depends on: the same seed gives the same supply and the same lot.
///
/// Written as a decimal number.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub struct Seed(pub u64);

impl fmt::Display for Seed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.0, f)
    }
}

impl FromStr for Seed {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<Self, NotationError> {
        // The number's own reading would also take a plus sign and leading zeros.
        let number = text.parse().ok().filter(|n: &u64| n.to_string() == text);
        number
            .map(Self)
            .ok_or_else(|| NotationError::new(text, "a seed: a number from 0 to 18446744073709551615"))
    }
}

/// The uses of a seed. None takes words from another, so that a change to one leaves the others alone.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Stream {
    /// The order of the supply and how its tiles lie.
    Supply = 0,
    /// Who begins, or with three players who bids first.
    Lot = 1,
    /// Who of the two that have coasts begins, with three players where that is drawn by lot.
    Beginner = 2,
    /// What a player imagines of the tiles not seen.
    Imagination = 3,
}

/// The random words of one stream of a seed.
pub(crate) struct Chance(ChaCha20Rng);

impl Chance {
    pub(crate) fn new(seed: Seed, stream: Stream) -> Self {
        let mut key = [0; 32];
        key[..8].copy_from_slice(&seed.0.to_le_bytes());
        let mut rng = ChaCha20Rng::from_seed(key);
        rng.set_stream(stream as u64);
        Self(rng)
    }

    /// A number less than `bound`, every one as likely as the others: the remainder of the next word that
    /// is less than the largest multiple of `bound` that 2³² holds. `bound` is at least 1.
    pub(crate) fn below(&mut self, bound: u32) -> u32 {
        let fair = (1_u64 << 32) / u64::from(bound) * u64::from(bound);
        loop {
            let word = self.0.next_u32();
            if u64::from(word) < fair {
                return word % bound;
            }
        }
    }

    /// Heads or tails: whether the next word is odd.
    pub(crate) fn toss(&mut self) -> bool {
        self.0.next_u32() & 1 == 1
    }

    /// Fisher–Yates: from the last place down to the second, each place changes with itself or an earlier one.
    pub(crate) fn shuffle<T>(&mut self, items: &mut [T]) {
        for last in (1..items.len()).rev() {
            let chosen = self.below(last as u32 + 1) as usize;
            items.swap(last, chosen);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_the_key_stream_that_the_docs_name() {
        // The key stream of key 0, nonce 0: draft-agl-tls-chacha20poly1305-04, section 7, first vector.
        let mut chance = Chance::new(Seed(0), Stream::Supply);
        let bytes: Vec<u8> = (0..4).flat_map(|_| chance.0.next_u32().to_le_bytes()).collect();
        assert_eq!(
            bytes,
            [
                0x76, 0xb8, 0xe0, 0xad, 0xa0, 0xf1, 0x3d, 0x90, 0x40, 0x5d, 0x6a, 0xe5, 0x53, 0x86, 0xbd,
                0x28
            ]
        );
        // The same draft's fourth vector: nonce bytes 01 00 … 00, which is stream 1.
        let mut chance = Chance::new(Seed(0), Stream::Lot);
        assert_eq!(chance.0.next_u32().to_le_bytes(), [0xef, 0x3f, 0xdf, 0xd6]);
    }

    #[test]
    fn every_number_below_the_bound_comes() {
        let mut chance = Chance::new(Seed(7), Stream::Supply);
        for bound in [1, 2, 7, 28, 112] {
            let mut seen = vec![0; bound as usize];
            (0..bound * 200).for_each(|_| seen[chance.below(bound) as usize] += 1);
            assert!(seen.iter().all(|n| (100..300).contains(n)), "{bound}: {seen:?}");
        }
    }

    #[test]
    fn words_that_would_favour_small_numbers_are_passed_over() {
        // 2³² holds this bound twice and two thirds: a quarter of all words is left over.
        let bound = 3 << 29;
        let mut words = Chance::new(Seed(8), Stream::Supply).0;
        let mut chance = Chance::new(Seed(8), Stream::Supply);
        let mut passed_over = 0;
        for _ in 0..100 {
            let mut word = words.next_u32();
            while word >= 2 * bound {
                word = words.next_u32();
                passed_over += 1;
            }
            assert_eq!(chance.below(bound), word % bound);
        }
        assert!(passed_over > 10, "{passed_over}");
    }

    #[test]
    fn seeds_read_back() {
        for seed in [0, 1, u64::MAX] {
            assert_eq!(Seed(seed).to_string().parse(), Ok(Seed(seed)));
        }
        for bad in ["", "-1", "+1", "01", " 1", "18446744073709551616", "1.0"] {
            assert!(bad.parse::<Seed>().is_err(), "{bad}");
        }
    }
}
