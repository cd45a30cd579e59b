//! The auction for the role of the spoilsport.

use super::MoveError;
use super::table::{Bid, FirstBid, Players, Rules, Seat};

/// An auction under way: each player in turn names fewer points than the one before, or passes for good.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Auction {
    to_bid: Seat,
    passed: [bool; 3],
    lowest: Option<(Seat, Bid)>,
}

impl Auction {
    pub(super) const fn new(first: Seat) -> Self {
        Self {
            to_bid: first,
            passed: [false; 3],
            lowest: None,
        }
    }

    /// Whose turn it is to bid or pass, as long as the auction is on.
    #[must_use]
    pub const fn to_bid(&self) -> Seat {
        self.to_bid
    }

    /// The lowest bid so far and whose it is.
    #[must_use]
    pub const fn lowest(&self) -> Option<(Seat, Bid)> {
        self.lowest
    }

    /// Whether the player at this seat has passed.
    #[must_use]
    pub fn has_passed(&self, seat: Seat) -> bool {
        self.passed.get(seat.index()).copied().unwrap_or(false)
    }

    /// The highest bid that can be made now.
    #[must_use]
    pub fn highest_bid(&self) -> Bid {
        match self.lowest {
            None => Bid::HIGHEST,
            // An auction is over once the bid is 1.
            Some((_, bid)) => Bid::new(bid.get() - 1).unwrap_or(Bid::ONE),
        }
    }

    /// Whether the player whose turn it is may pass.
    #[must_use]
    pub fn may_pass(&self, rules: &Rules) -> bool {
        self.lowest.is_some()
            || rules.first_bid == FirstBid::May && self.passed.iter().filter(|p| **p).count() < 2
    }

    pub(super) fn bid(&mut self, bid: Bid, rules: &Rules) -> Result<(), MoveError> {
        let (lowest, highest) = (rules.lowest_bid, self.highest_bid());
        if bid < lowest || bid > highest {
            return Err(MoveError::BidOutOfRange { bid, lowest, highest });
        }
        self.lowest = Some((self.to_bid, bid));
        self.next();
        Ok(())
    }

    pub(super) fn pass(&mut self, rules: &Rules) -> Result<(), MoveError> {
        if !self.may_pass(rules) {
            return Err(MoveError::MustBid);
        }
        self.passed[self.to_bid.index()] = true;
        self.next();
        Ok(())
    }

    /// The spoilsport and the bid, once two have passed or nothing lower can be bid.
    pub(super) fn result(&self, rules: &Rules) -> Option<(Seat, Bid)> {
        let (seat, bid) = self.lowest?;
        let passed = self.passed.iter().filter(|p| **p).count();
        (passed == 2 || bid <= rules.lowest_bid).then_some((seat, bid))
    }

    fn next(&mut self) {
        for _ in 0..3 {
            self.to_bid = Players::Three.after(self.to_bid);
            if !self.has_passed(self.to_bid) {
                return;
            }
        }
    }
}
