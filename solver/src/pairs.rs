//! Which points two coasts can still have together.

/// A coast never has more points than this: 19 squares of which three are marked.
pub(crate) const MOST: usize = 22;

/// The pairs of points that two coasts may reach, as far as is known.
///
/// To reach (a, b) means to have at least a points on the first coast and at least b on the second. A pair that
/// is refuted takes all with it that are at least as high on both coasts; so what is open is always
/// closed downwards, and no product is possible beyond the highest of an open pair.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Pairs {
    /// For each number of points of the first coast, how many the second may reach beside it; None for a
    /// number that the first can't reach.
    ceilings: [Option<usize>; MOST + 1],
}

impl Pairs {
    /// All pairs within the bounds of a board.
    pub(crate) const fn all() -> Self {
        Self {
            ceilings: [Some(MOST); MOST + 1],
        }
    }

    /// Takes out a pair that can't be reached, and all that are as high on both coasts.
    pub(crate) fn refute(&mut self, [a, b]: [u32; 2]) {
        for ceiling in self.ceilings.iter_mut().skip(a as usize) {
            *ceiling = match (*ceiling, (b as usize).checked_sub(1)) {
                (Some(ceiling), Some(below)) => Some(ceiling.min(below)),
                _ => None,
            };
        }
    }

    /// Whether a pair has not been refuted.
    pub(crate) fn is_open(&self, [a, b]: [u32; 2]) -> bool {
        self.ceilings
            .get(a as usize)
            .copied()
            .flatten()
            .is_some_and(|ceiling| b as usize <= ceiling)
    }

    /// The open pairs with a product above this, highest product first; among equals the one with the
    /// fewer points on the first coast.
    pub(crate) fn above(&self, product: u32) -> Vec<[u32; 2]> {
        let mut open: Vec<[u32; 2]> = (0..=MOST as u32)
            .flat_map(|a| (0..=MOST as u32).map(move |b| [a, b]))
            .filter(|&pair| self.is_open(pair) && pair[0] * pair[1] > product)
            .collect();
        open.sort_by_key(|[a, b]| std::cmp::Reverse(a * b));
        open
    }

    /// The lowest of [`above`](Self::above): those with no other of them below. To refute one of them says most.
    pub(crate) fn lowest_above(&self, product: u32) -> Vec<[u32; 2]> {
        let mut lowest = self.above(product);
        lowest.retain(|[a, b]| a.saturating_sub(1) * b <= product && a * b.saturating_sub(1) <= product);
        lowest
    }

    /// The highest of [`above`](Self::above): those with no other of them on top. They are the easiest to refute.
    pub(crate) fn highest_above(&self, product: u32) -> Vec<[u32; 2]> {
        let mut highest = self.above(product);
        highest.retain(|&[a, b]| !self.is_open([a + 1, b]) && !self.is_open([a, b + 1]));
        highest
    }

    /// No line has a higher product than this.
    pub(crate) fn bound(&self) -> u32 {
        let products = self
            .ceilings
            .iter()
            .zip(0..)
            .filter_map(|(&ceiling, a)| Some(ceiling? as u32 * a));
        products.max().unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_refuted_pair_takes_with_it_what_is_as_high_on_both_coasts() {
        let mut pairs = Pairs::all();
        assert_eq!((pairs.above(462), pairs.bound()), (vec![[22, 22]], 484));
        pairs.refute([6, 0]);
        pairs.refute([0, 5]);
        assert_eq!(pairs.above(15), [[5, 4], [4, 4]]);
        pairs.refute([5, 4]);
        assert_eq!((pairs.above(14), pairs.bound()), (vec![[4, 4], [5, 3]], 16));
        assert!(pairs.is_open([5, 3]) && !pairs.is_open([5, 4]) && !pairs.is_open([23, 0]));
        pairs.refute([3, 4]);
        assert_eq!(pairs.above(11), [[5, 3], [4, 3]]);
        pairs.refute([1, 1]);
        assert_eq!((pairs.above(0), pairs.bound()), (vec![], 0));
        pairs.refute([0, 0]);
        assert_eq!((pairs.above(0), pairs.bound()), (vec![], 0));
    }
}
