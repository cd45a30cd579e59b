//! What has been proved about positions, in a table that never grows.

use super::terrain::Choice;

/// What is known about the value of a position less the margin there, both seen from the side to move.
#[derive(Debug, Clone, Copy)]
pub(super) struct Known {
    /// It is no less than this.
    pub(super) lower: i16,
    /// It is no more than this.
    pub(super) upper: i16,
    /// The placement to try first; [`Choice::NONE`] if there is no telling.
    pub(super) best: Choice,
}

impl Known {
    pub(super) const NOTHING: Self = Self {
        lower: -i16::MAX,
        upper: i16::MAX,
        best: Choice::NONE,
    };
}

/// Two slots for each bucket: one keeps the position with more tiles to come, one the latest.
///
/// A slot holds the whole key, so that two positions are taken for one only where all 128 bits of their
/// keys agree: among 10^10 positions the odds of that are about 1 to 10^18.
#[derive(Debug)]
pub(super) struct Table {
    buckets: Vec<[Slot; 2]>,
}

#[derive(Debug, Clone, Copy)]
struct Slot {
    /// The two halves of the key, which unlike a u128 leave no gap behind them.
    key: [u64; 2],
    known: Known,
    /// Tiles to come in that position.
    tiles: u8,
}

impl Table {
    /// A table of 2^`bits` buckets of 48 bytes.
    pub(super) fn new(bits: u32) -> Self {
        let empty = Slot {
            key: [0; 2],
            known: Known::NOTHING,
            tiles: 0,
        };
        Self {
            buckets: vec![[empty; 2]; 1 << bits],
        }
    }

    pub(super) fn get(&self, key: u128) -> Known {
        let (bucket, key) = self.place(key);
        let slot = self.buckets[bucket].iter().find(|slot| slot.key == key);
        slot.map_or(Known::NOTHING, |slot| slot.known)
    }

    pub(super) fn put(&mut self, key: u128, tiles: usize, known: Known) {
        let (bucket, key) = self.place(key);
        let slot = Slot {
            key,
            known,
            tiles: tiles as u8,
        };
        let [deep, late] = &mut self.buckets[bucket];
        if deep.key == key {
            *deep = slot;
        } else if slot.tiles >= deep.tiles {
            *late = std::mem::replace(deep, slot);
        } else {
            *late = slot;
        }
    }

    fn place(&self, key: u128) -> (usize, [u64; 2]) {
        (
            key as usize & (self.buckets.len() - 1),
            [(key >> 64) as u64, key as u64],
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bucket_keeps_the_deepest_and_the_latest() {
        let mut table = Table::new(0);
        let known = |lower| Known {
            lower,
            ..Known::NOTHING
        };
        for (key, tiles) in [(1, 5), (2, 9), (3, 4), (4, 2)] {
            table.put(key << 64, tiles, known(tiles as i16));
        }
        let kept: Vec<i16> = (1..=4).map(|key| table.get(key << 64).lower).collect();
        assert_eq!(kept, [-i16::MAX, 9, -i16::MAX, 2]);
        assert_eq!(size_of::<[Slot; 2]>(), 48);
    }
}
