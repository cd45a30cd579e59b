//! What has been proved about positions, in a table of a set size that threads share.

use std::sync::atomic::{AtomicU64, Ordering};

use super::terrain::Choice;

/// What is known about the value of a position less the margin there, both seen from the side to move.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
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

/// What is known of a position, and both halves of its key, each combined with that by exclusive or. Where another
/// thread writes at the same time, what is read fits no key (Hyatt and Mann, "A lock-less transposition table
/// implementation for parallel search", ICGA Journal 25, 2002).
#[derive(Debug, Default)]
struct Slot([AtomicU64; 3]);

impl Slot {
    /// What the slot says of the position with this key.
    fn get(&self, key: [u64; 2]) -> Option<(Known, u8)> {
        let [data, high, low] = self.load();
        ([high ^ data, low ^ data] == key).then(|| unpacked(data))
    }

    fn put(&self, [high, low]: [u64; 2], known: Known, tiles: u8) {
        let data = packed(known, tiles);
        self.store([data, high ^ data, low ^ data]);
    }

    /// Tiles to come in the position that the slot is about.
    fn tiles(&self) -> u8 {
        unpacked(self.0[0].load(Ordering::Relaxed)).1
    }

    fn load(&self) -> [u64; 3] {
        self.0.each_ref().map(|word| word.load(Ordering::Relaxed))
    }

    fn store(&self, words: [u64; 3]) {
        for (slot, word) in self.0.iter().zip(words) {
            slot.store(word, Ordering::Relaxed);
        }
    }
}

fn packed(known: Known, tiles: u8) -> u64 {
    let parts = [
        known.lower.cast_unsigned(),
        known.upper.cast_unsigned(),
        known.best.bits(),
        u16::from(tiles),
    ];
    parts
        .into_iter()
        .fold(0, |packed, part| packed << 16 | u64::from(part))
}

fn unpacked(data: u64) -> (Known, u8) {
    let part = |n: u32| (data >> (16 * n)) as u16;
    let known = Known {
        lower: part(3).cast_signed(),
        upper: part(2).cast_signed(),
        best: Choice::from_bits(part(1)),
    };
    (known, part(0) as u8)
}

impl Table {
    pub(super) const BUCKET_BYTES: u64 = size_of::<[Slot; 2]>() as u64;

    /// A table of 2^`bits` buckets of 48 bytes.
    pub(super) fn new(bits: u32) -> Self {
        Self {
            buckets: (0..1_usize << bits).map(|_| Default::default()).collect(),
        }
    }

    /// A table of 2^`bits` buckets that knows what this one knows.
    pub(super) fn with_bits(&self, bits: u32) -> Self {
        let table = Self::new(bits);
        for slot in self.buckets.iter().flatten() {
            let [data, high, low] = slot.load();
            let (known, tiles) = unpacked(data);
            if tiles > 0 {
                let key = u128::from(high ^ data) << 64 | u128::from(low ^ data);
                table.put(key, usize::from(tiles), known);
            }
        }
        table
    }

    /// How many buckets there are.
    pub(super) const fn size(&self) -> usize {
        self.buckets.len()
    }

    pub(super) fn get(&self, key: u128) -> Known {
        let (bucket, key) = self.place(key);
        let known = bucket.iter().find_map(|slot| slot.get(key));
        known.map_or(Known::NOTHING, |(known, _)| known)
    }

    pub(super) fn put(&self, key: u128, tiles: usize, known: Known) {
        let ([deep, late], key) = self.place(key);
        let tiles = tiles as u8;
        if deep.get(key).is_some() {
            deep.put(key, known, tiles);
        } else if tiles >= deep.tiles() {
            late.store(deep.load());
            deep.put(key, known, tiles);
        } else {
            late.put(key, known, tiles);
        }
    }

    fn place(&self, key: u128) -> (&[Slot; 2], [u64; 2]) {
        let bucket = key as usize & (self.buckets.len() - 1);
        (&self.buckets[bucket], [(key >> 64) as u64, key as u64])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bucket_keeps_the_deepest_and_the_latest() {
        let table = Table::new(0);
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

    #[test]
    fn what_is_put_comes_back_and_a_torn_slot_says_nothing() {
        let table = Table::new(4);
        let (key, other) = (5 << 64 | 0x1003, 6 << 64 | 0x1003);
        let known = Known {
            lower: -300,
            upper: 17,
            best: Choice::new(130, 1),
        };
        assert_eq!(table.get(key), Known::NOTHING);
        table.put(key, 12, known);
        assert_eq!(table.get(key), known);
        assert_eq!(table.get(other), Known::NOTHING);
        // Half of the slot comes from another thread that knows something else.
        let (bucket, _) = table.place(key);
        let torn = packed(Known { lower: -299, ..known }, 12);
        bucket[0].0[0].store(torn, Ordering::Relaxed);
        assert_eq!(table.get(key), Known::NOTHING);
    }
}
