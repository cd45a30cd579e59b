//! A second reading of the rules, straight from the notation's text and pictures: squares are pairs of
//! numbers, sides are letters, tiles are texts. It shares nothing with the board that it checks, and is slow.

use std::collections::BTreeSet;

type Square = (i32, i32);

/// Covered squares, and the square sides at which laid tiles have mouths. Columns and rows from 1.
#[derive(Default, Clone)]
pub(crate) struct NaiveBoard {
    covered: BTreeSet<Square>,
    mouths: BTreeSet<(Square, char)>,
}

/// A tile as it lies.
struct Lying {
    squares: [Square; 3],
    /// Where exits 1 to 8 lead out.
    exits: [(Square, char); 8],
    mouths: [bool; 8],
}

impl NaiveBoard {
    pub(crate) fn lay(&mut self, placement: &str) {
        let tile = read(placement).unwrap();
        self.covered.extend(tile.squares);
        let mouths = (tile.exits.into_iter().zip(tile.mouths)).filter(|(_, mouth)| *mouth);
        self.mouths.extend(mouths.map(|(exit, _)| exit));
    }

    /// The legal placements of a tile named by its smaller reading: by row, by column, `-` before `|`, the
    /// smaller reading before the other.
    pub(crate) fn legal(&self, tile: &str) -> Vec<String> {
        let mut out = Vec::new();
        let turned = half_turned(tile);
        for row in 1..=19 {
            for column in 1..=19 {
                for axis in ['-', '|'] {
                    for mouths in [tile, &turned] {
                        if lying((column, row), axis, mouths).is_some_and(|t| self.allows(&t)) {
                            out.push(format!("{}{axis}{mouths}", name((column, row))));
                        }
                    }
                }
            }
        }
        out
    }

    fn allows(&self, tile: &Lying) -> bool {
        if tile.squares.iter().any(|s| self.covered.contains(s)) {
            return false;
        }
        if self.covered.is_empty() {
            return tile.squares.contains(&(10, 10));
        }
        let mut continues = false;
        for ((square, side), mouth) in tile.exits.into_iter().zip(tile.mouths) {
            let (neighbour, facing) = across(square, side);
            if self.covered.contains(&neighbour) {
                if mouth != self.mouths.contains(&(neighbour, facing)) {
                    return false;
                }
                continues |= mouth;
            }
        }
        continues
    }

    /// What stands against a placement, each reason with its place.
    pub(crate) fn against(&self, placement: &str) -> BTreeSet<String> {
        let tile = read(placement).unwrap();
        let covered = tile.squares.iter().filter(|s| self.covered.contains(s));
        let mut reasons: BTreeSet<String> = covered.map(|&s| format!("covered {}", name(s))).collect();
        if self.covered.is_empty() {
            if !tile.squares.contains(&(10, 10)) {
                reasons.insert("misses the star".to_owned());
            }
            return reasons;
        }
        let mut continues = false;
        for ((square, side), mouth) in tile.exits.into_iter().zip(tile.mouths) {
            let (neighbour, facing) = across(square, side);
            // The sea is never covered.
            if self.covered.contains(&neighbour) {
                let mouth_there = self.mouths.contains(&(neighbour, facing));
                continues |= mouth && mouth_there;
                if mouth && !mouth_there {
                    reasons.insert(format!("meets blank {}{side}", name(square)));
                } else if !mouth && mouth_there {
                    reasons.insert(format!("shuts mouth {}{side}", name(square)));
                }
            }
        }
        if !continues {
            reasons.insert("no canal".to_owned());
        }
        reasons
    }
}

/// The 28 kinds by their names.
pub(crate) fn kinds() -> Vec<String> {
    let mut kinds = BTreeSet::new();
    for a in '1'..='8' {
        for b in '1'..='8' {
            for c in '1'..='8' {
                if a < b && b < c {
                    let reading = format!("{a}{b}{c}");
                    kinds.insert(half_turned(&reading).min(reading));
                }
            }
        }
    }
    kinds.into_iter().collect()
}

/// Half a turn adds 4 to every exit, modulo 8.
fn half_turned(mouths: &str) -> String {
    let turn = |exit: char| match exit {
        '1'..='4' => (exit as u8 + 4) as char,
        _ => (exit as u8 - 4) as char,
    };
    let mut turned: Vec<char> = mouths.chars().map(turn).collect();
    turned.sort_unstable();
    turned.into_iter().collect()
}

fn name((column, row): Square) -> String {
    let column = "abcdefghijklmnopqrs".chars().nth(column as usize - 1).unwrap();
    format!("{column}{row}")
}

fn across((column, row): Square, side: char) -> (Square, char) {
    match side {
        'N' => ((column, row + 1), 'S'),
        'E' => ((column + 1, row), 'W'),
        'S' => ((column, row - 1), 'N'),
        'W' => ((column - 1, row), 'E'),
        _ => panic!("no side: {side}"),
    }
}

fn read(placement: &str) -> Option<Lying> {
    let axis = if placement.contains('-') { '-' } else { '|' };
    let (square, mouths) = placement.split_once(axis)?;
    let column = "abcdefghijklmnopqrs".find(square.chars().next()?)? as i32 + 1;
    lying((column, square[1..].parse().ok()?), axis, mouths)
}

/// The pictures of the notation. `None` where the tile would leave the board.
fn lying((column, row): Square, axis: char, mouths: &str) -> Option<Lying> {
    let (squares, exits) = if axis == '-' {
        // West to east.
        let [a, b, c] = [(column, row), (column + 1, row), (column + 2, row)];
        let exits = [
            (a, 'N'),
            (b, 'N'),
            (c, 'N'),
            (c, 'E'),
            (c, 'S'),
            (b, 'S'),
            (a, 'S'),
            (a, 'W'),
        ];
        ([a, b, c], exits)
    } else {
        // North to south.
        let [a, b, c] = [(column, row), (column, row - 1), (column, row - 2)];
        let exits = [
            (a, 'E'),
            (b, 'E'),
            (c, 'E'),
            (c, 'S'),
            (c, 'W'),
            (b, 'W'),
            (a, 'W'),
            (a, 'N'),
        ];
        ([a, b, c], exits)
    };
    let on_board = |(column, row): Square| (1..=19).contains(&column) && (1..=19).contains(&row);
    let mut digits = '1'..='8';
    let mouths = [(); 8].map(|()| mouths.contains(digits.next().unwrap()));
    squares.into_iter().all(on_board).then_some(Lying {
        squares,
        exits,
        mouths,
    })
}
