//! What has been proved about positions, in a table of a set size that threads share.

use std::sync::atomic::{AtomicU64, Ordering};

use prefetch_index::prefetch_index;

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

/// Buckets of four slots. Three keep the positions with most tiles to come, one the latest.
///
/// A slot holds the half of the key that does not choose the bucket: two positions of a bucket are taken for one only where
/// those 64 bits agree. In a search that asks 10^9 times the odds of that are about 1 to 10^9.
#[derive(Debug)]
pub(super) struct Table {
    buckets: Vec<Bucket>,
}

/// As large as a line of the processor's cache, and laid where one begins: a look is one trip to memory.
#[derive(Debug, Default)]
#[repr(align(64))]
struct Bucket([Slot; 4]);

/// What is known of a position, and the half of its key combined with that by exclusive or. Where another thread writes at
/// the same time, what is read fits no key (Hyatt and Mann, "A lock-less transposition table implementation for parallel
/// search", ICGA Journal 25, 2002).
#[derive(Debug, Default)]
struct Slot([AtomicU64; 2]);

impl Slot {
    /// What the slot says of the position with this half of a key.
    fn get(&self, key: u64) -> Option<Known> {
        let [data, mixed] = self.load();
        (mixed ^ data == key && data != 0).then(|| unpacked(data).0)
    }

    fn put(&self, key: u64, known: Known, tiles: u8) {
        let data = packed(known, tiles);
        self.store([data, key ^ data]);
    }

    /// Tiles to come in the position that the slot is about; none if it is empty.
    fn tiles(&self) -> u8 {
        unpacked(self.0[0].load(Ordering::Relaxed)).1
    }

    fn load(&self) -> [u64; 2] {
        self.0.each_ref().map(|word| word.load(Ordering::Relaxed))
    }

    fn store(&self, words: [u64; 2]) {
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
    pub(super) const BUCKET_BYTES: u64 = size_of::<Bucket>() as u64;

    /// A table of 2^`bits` buckets of 64 bytes.
    pub(super) fn new(bits: u32) -> Self {
        Self {
            buckets: (0..1_usize << bits).map(|_| Bucket::default()).collect(),
        }
    }

    /// How many buckets there are.
    pub(super) const fn size(&self) -> usize {
        self.buckets.len()
    }

    pub(super) fn get(&self, key: u128) -> Known {
        let (Bucket(slots), key) = self.place(key);
        let known = slots.iter().find_map(|slot| slot.get(key));
        known.unwrap_or(Known::NOTHING)
    }

    pub(super) fn put(&self, key: u128, tiles: usize, known: Known) {
        let (Bucket(slots), key) = self.place(key);
        let tiles = tiles as u8;
        let [deep @ .., latest] = slots;
        let shallowest = deep.iter().min_by_key(|slot| slot.tiles());
        let same = slots.iter().find(|slot| slot.get(key).is_some());
        let slot = same.or(shallowest.filter(|slot| slot.tiles() <= tiles));
        slot.unwrap_or(latest).put(key, known, tiles);
    }

    /// Begins to fetch from memory what [`get`](Self::get) will look at.
    pub(super) fn prefetch(&self, key: u128) {
        prefetch_index(&self.buckets, self.bucket(key));
    }

    fn bucket(&self, key: u128) -> usize {
        // The upper bits of this half depend on most of the position.
        ((u128::from(key as u64) * self.buckets.len() as u128) >> 64) as usize
    }

    fn place(&self, key: u128) -> (&Bucket, u64) {
        (&self.buckets[self.bucket(key)], (key >> 64) as u64)
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
        for (key, tiles) in [(1, 5), (2, 9), (3, 4), (4, 3), (5, 8), (6, 2)] {
            table.put(key << 64, tiles, known(tiles as i16));
        }
        let kept: Vec<i16> = (1..=6).map(|key| table.get(key << 64).lower).collect();
        assert_eq!(kept, [5, 9, -i16::MAX, -i16::MAX, 8, 2]);
        assert_eq!(size_of::<Bucket>(), 64);
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
        bucket.0[0].0[0].store(torn, Ordering::Relaxed);
        assert_eq!(table.get(key), Known::NOTHING);
    }
}
