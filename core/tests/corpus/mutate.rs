//! Changes files at random, the same way in every run.

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

/// Nothing grows beyond this, in bytes.
const LONGEST: usize = 20_000;

/// Makes new files out of some.
pub struct Mutator {
    rng: ChaCha8Rng,
    files: Vec<Vec<u8>>,
    words: Vec<Vec<u8>>,
}

impl Mutator {
    /// Changes these files, putting in these words.
    pub fn new(seed: u64, files: Vec<Vec<u8>>, words: Vec<Vec<u8>>) -> Self {
        let rng = ChaCha8Rng::seed_from_u64(seed);
        Self { rng, files, words }
    }

    /// One of the files with one change or a few.
    pub fn changed(&mut self) -> Vec<u8> {
        let mut bytes = self.file();
        for _ in 0..=self.below(4) {
            self.change(&mut bytes);
        }
        bytes.truncate(LONGEST);
        bytes
    }

    fn change(&mut self, bytes: &mut Vec<u8>) {
        let (from, to) = self.range(bytes.len());
        match self.below(8) {
            0 if !bytes.is_empty() => {
                let at = self.below(bytes.len());
                bytes[at] ^= 1 << self.below(8);
            }
            1 => bytes.insert(from, self.rng.next_u32() as u8),
            2 => drop(bytes.drain(from..to)),
            3 => bytes.truncate(from),
            4 => {
                let part = bytes[from..to].to_vec();
                let at = self.below(bytes.len() + 1);
                bytes.splice(at..at, part);
            }
            5 => {
                let other = self.file();
                let (start, end) = self.range(other.len());
                bytes.splice(from..to, other[start..end].iter().copied());
            }
            // A word of the format where another stood, or between.
            n => {
                let at = self.below(self.words.len());
                let word = self.words[at].clone();
                let end = if n == 6 {
                    from
                } else {
                    (from + word.len()).min(bytes.len())
                };
                bytes.splice(from..end, word);
            }
        }
    }

    fn file(&mut self) -> Vec<u8> {
        let n = self.below(self.files.len());
        self.files[n].clone()
    }

    /// A part of so many bytes, more often a short one.
    fn range(&mut self, length: usize) -> (usize, usize) {
        let from = self.below(length + 1);
        let most = if self.below(4) == 0 { length } else { 16 };
        (from, (from + self.below(most + 1)).min(length))
    }

    fn below(&mut self, bound: usize) -> usize {
        self.rng.next_u32() as usize % bound
    }
}

/// The words of a dictionary as libFuzzer reads it: one in quotes on each line, with `\xAB` for any byte.
pub fn words(dictionary: &str) -> Vec<Vec<u8>> {
    let lines = dictionary.lines().filter(|line| line.starts_with('"'));
    lines.map(|line| word(line.trim_matches('"'))).collect()
}

fn word(escaped: &str) -> Vec<u8> {
    let (first, rest) = escaped
        .split_once("\\x")
        .map_or((escaped, None), |(first, rest)| (first, Some(rest)));
    let mut word = first.as_bytes().to_vec();
    for part in rest.into_iter().flat_map(|rest| rest.split("\\x")) {
        word.push(u8::from_str_radix(&part[..2], 16).unwrap());
        word.extend(part[2..].bytes());
    }
    word
}
