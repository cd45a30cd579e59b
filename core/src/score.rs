//! Points of the coasts and their product.

use std::fmt;

use crate::geometry::{Pair, Side};
use crate::placement::Placement;

/// Points of one coast: 1 for each mouth that reaches its sea, 2 on a marked square.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub struct Points(u8);

impl Points {
    /// So many points. A coast holds at most 22.
    #[must_use]
    pub const fn new(points: u8) -> Self {
        Self(points)
    }

    /// The number of points.
    #[must_use]
    pub const fn get(self) -> u32 {
        self.0 as u32
    }
}

impl fmt::Display for Points {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.0, f)
    }
}

/// The product of two opposite coasts' points: a player's result.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub struct Product(u32);

impl Product {
    /// This product, in points.
    #[must_use]
    pub const fn new(product: u32) -> Self {
        Self(product)
    }

    /// The product of two coasts.
    #[must_use]
    pub const fn of(a: Points, b: Points) -> Self {
        Self(a.get() * b.get())
    }

    /// Its value, in points.
    #[must_use]
    pub const fn get(self) -> u32 {
        self.0
    }
}

impl fmt::Display for Product {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.0, f)
    }
}

/// The points of the four coasts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Coasts([u8; 4]);

impl Coasts {
    /// Points of one coast.
    #[must_use]
    pub const fn get(self, coast: Side) -> Points {
        Points(self.0[coast.index()])
    }

    /// A player's result with these coasts.
    #[must_use]
    pub const fn product(self, pair: Pair) -> Product {
        let [a, b] = pair.coasts();
        Product::of(self.get(a), self.get(b))
    }

    /// How far `pair` is ahead of the other pair, in points; negative when it is behind.
    #[must_use]
    pub const fn margin(self, pair: Pair) -> i32 {
        self.product(pair).get() as i32 - self.product(pair.other()).get() as i32
    }

    /// What one more mouth on `coast` would add to its pair's product: the other coast's points for each
    /// point of the mouth.
    #[must_use]
    pub const fn next_mouth_adds(self, coast: Side) -> Points {
        self.get(coast.opposite())
    }

    pub(crate) fn add(&mut self, placement: Placement) {
        for edge in placement.sea_mouths() {
            self.0[edge.side.index()] += if edge.square.is_marked_for(edge.side) {
                2
            } else {
                1
            };
        }
    }
}

impl fmt::Display for Coasts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [n, e, s, w] = self.0;
        write!(f, "N {n}, E {e}, S {s}, W {w}")
    }
}
