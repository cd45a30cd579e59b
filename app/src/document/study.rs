//! A position that is looked at closely: set by hand or taken over from elsewhere, with all that is known of its tiles.

use std::sync::Arc;

use tayu_core::supply::LANE_TILES;
use tayu_core::tile::TILES_PER_KIND;
use tayu_core::{
    Arrangement, Draw, EndReason, Lane, MoveError, Pair, Party, Phase, Placement, Position, SeenTile, Sight,
    SightFault, SupplySight, SupplyView, Tile, TileCounts,
};

use super::History;

/// One change of the position that is looked at.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum StudyEdit {
    /// Says whose turn it is.
    Turn(Pair),
    /// Says which tile is to be laid; none is one to be drawn.
    Hold(Option<Tile>),
    /// Says how many tiles of a kind have been seen that are neither on the board nor in the hand.
    SeenElsewhere {
        /// The kind.
        tile: Tile,
        /// How many.
        count: usize,
    },
    /// Takes it that no tile has been seen but those on the board and in the hand.
    SeenNowhereElse,
    /// Says how many tiles are left in a lane.
    Left {
        /// The lane.
        lane: Lane,
        /// How many.
        count: usize,
    },
    /// Says what is seen of the tile at its place.
    Look(SeenTile),
    /// Draws this tile there.
    Draw {
        /// Where.
        draw: Draw,
        /// What comes.
        tile: Tile,
    },
    /// Lays the tile in the hand, which passes the turn on.
    Lay(Placement),
    /// Lets a position from a game be changed by hand: two players, the rules that a game begins with.
    SetByHand,
    /// Begins with an empty board.
    Clear,
}

/// A position with what is known of its tiles.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Situation {
    /// Set by hand. Unless somebody has said how many tiles are left in the lanes, all that have not been seen are.
    Set {
        arrangement: Box<Arrangement>,
        follows: bool,
    },
    /// From a game, and what is said of its supply now.
    Game { sight: Box<Sight>, supply: SupplySight },
}

/// A position that is looked at closely, with its undo.
#[derive(Debug, Clone)]
pub struct Study {
    situations: History<Situation>,
    /// As somebody at the table would see the present one.
    sight: Result<Arc<Sight>, Vec<SightFault>>,
}

impl Default for Study {
    fn default() -> Self {
        Self::of(Situation::empty())
    }
}

impl Study {
    fn of(situation: Situation) -> Self {
        Self {
            sight: situation.sight(),
            situations: History::new(situation),
        }
    }

    /// What somebody at the table would see.
    ///
    /// # Errors
    /// Everything that contradicts itself.
    pub const fn sight(&self) -> Result<&Arc<Sight>, &Vec<SightFault>> {
        self.sight.as_ref()
    }

    /// The tiles on the board.
    #[must_use]
    pub fn position(&self) -> &Position {
        match self.situations.present() {
            Situation::Set { arrangement, .. } => &arrangement.position,
            Situation::Game { sight, .. } => sight.position(),
        }
    }

    /// The position as it is set by hand; `None` while it is a game's.
    #[must_use]
    pub fn arrangement(&self) -> Option<&Arrangement> {
        match self.situations.present() {
            Situation::Set { arrangement, .. } => Some(arrangement),
            Situation::Game { .. } => None,
        }
    }

    /// What is said of the stacks, if the tiles come from stacks.
    #[must_use]
    pub fn stacks(&self) -> Option<&SupplyView> {
        let supply = match self.situations.present() {
            Situation::Set { arrangement, .. } => &arrangement.supply,
            Situation::Game { supply, .. } => supply,
        };
        match supply {
            SupplySight::Stacks(view) => Some(view),
            SupplySight::Spread(_) | SupplySight::Table { .. } => None,
        }
    }

    /// How many tiles of each kind have been seen.
    #[must_use]
    pub fn seen(&self) -> TileCounts {
        match self.situations.present() {
            Situation::Set { arrangement, .. } => arrangement.seen(),
            Situation::Game { sight, .. } => *sight.seen(),
        }
    }

    /// The tiles that wait to be laid.
    #[must_use]
    pub fn in_hand(&self) -> Vec<Tile> {
        match (self.situations.present(), &self.sight) {
            (Situation::Set { arrangement, .. }, _) => arrangement.tile.into_iter().collect(),
            (Situation::Game { .. }, Ok(sight)) => waiting(sight),
            (Situation::Game { sight, .. }, Err(_)) => waiting(sight),
        }
    }

    /// Begins with what is seen in a game.
    pub fn begin_with_game(&mut self, sight: Sight) {
        self.go_on(Situation::game(sight));
    }

    /// Begins with a board and the tiles that come, in an order that is known of the first one only. Without tiles to come all
    /// that do not lie there may.
    pub fn begin_with_tiles(&mut self, position: Position, to_move: Pair, to_come: &[Tile]) {
        let mut situation = Situation::empty();
        let Situation::Set { arrangement, follows } = &mut situation else {
            return;
        };
        arrangement.position = position;
        arrangement.to_move = to_move;
        if let Some((&first, rest)) = to_come.split_first() {
            arrangement.tile = Some(first);
            let used = arrangement.seen();
            let come: TileCounts = rest.iter().copied().collect();
            for tile in Tile::all() {
                let others = used.left(tile).saturating_sub(come.of(tile));
                arrangement.elsewhere.set(tile, others);
            }
            let left = rest.len().min(LANE_TILES);
            if let Ok(view) = SupplyView::unseen(left, rest.len() - left) {
                arrangement.supply = SupplySight::Stacks(view);
                *follows = true;
            }
        }
        situation.refit();
        self.go_on(situation);
    }

    fn go_on(&mut self, next: Situation) {
        self.situations.push(next);
        self.look_again();
    }

    fn look_again(&mut self) {
        self.sight = self.situations.present().sight();
    }

    /// Makes a change, if there is anything to change.
    ///
    /// # Errors
    /// [`MoveError`] when a tile can't be drawn or laid like this; nothing has changed then.
    pub fn edit(&mut self, edit: StudyEdit) -> Result<(), MoveError> {
        let next = match edit {
            StudyEdit::Draw { draw, tile } => match &self.sight {
                Ok(sight) => self
                    .situations
                    .present()
                    .drawn(sight.after_draw(draw, tile)?, tile),
                Err(_) => return Ok(()),
            },
            StudyEdit::Lay(placement) => match &self.sight {
                Ok(sight) => self.situations.present().laid(sight.after_laying(placement)?),
                Err(_) => return Ok(()),
            },
            StudyEdit::Clear => Situation::empty(),
            _ => self.situations.present().edited(edit),
        };
        if next != *self.situations.present() {
            self.go_on(next);
        }
        Ok(())
    }

    /// One step back. Says whether there was one.
    pub fn undo(&mut self) -> bool {
        let undone = self.situations.undo();
        if undone {
            self.look_again();
        }
        undone
    }

    /// One step forward again. Says whether there was one.
    pub fn redo(&mut self) -> bool {
        let redone = self.situations.redo();
        if redone {
            self.look_again();
        }
        redone
    }

    /// Whether there is something to undo and to redo.
    #[must_use]
    pub fn can_undo_redo(&self) -> (bool, bool) {
        (
            self.situations.undo_leads_to().is_some(),
            self.situations.can_redo(),
        )
    }
}

/// The tiles that the player whose turn it is has to choose from, or had when none fitted.
fn waiting(sight: &Sight) -> Vec<Tile> {
    match sight.phase() {
        Phase::ToLay(choice) => choice.kinds().collect(),
        Phase::Over(outcome) => match outcome.reason {
            EndReason::NoPlace { choice } => choice.kinds().collect(),
            EndReason::SupplyEmpty => Vec::new(),
        },
        Phase::ToBid | Phase::ToDraw => Vec::new(),
    }
}

impl Situation {
    /// An empty board and a full supply of which nothing is seen.
    fn empty() -> Self {
        let mut situation = Self::Set {
            arrangement: Box::new(Arrangement {
                position: Position::default(),
                to_move: Pair::NorthSouth,
                tile: None,
                elsewhere: TileCounts::default(),
                supply: SupplySight::Table { left: 0 },
            }),
            follows: true,
        };
        if let (Self::Set { arrangement, .. }, Ok(view)) = (&mut situation, SupplyView::unseen(0, 0)) {
            arrangement.supply = SupplySight::Stacks(view);
        }
        situation.refit();
        situation
    }

    fn sight(&self) -> Result<Arc<Sight>, Vec<SightFault>> {
        match self {
            Self::Set { arrangement, .. } => Sight::at(arrangement),
            Self::Game { sight, supply } => match supply {
                SupplySight::Stacks(view) => sight.with_view(view.clone()),
                SupplySight::Spread(_) | SupplySight::Table { .. } => Ok((**sight).clone()),
            },
        }
        .map(Arc::new)
    }

    fn drawn(&self, after: Sight, tile: Tile) -> Self {
        match self {
            Self::Set { arrangement, follows } => Self::Set {
                arrangement: Box::new(Arrangement {
                    tile: Some(tile),
                    supply: after.supply().clone(),
                    ..(**arrangement).clone()
                }),
                follows: *follows,
            },
            Self::Game { .. } => Self::game(after),
        }
    }

    fn laid(&self, after: Sight) -> Self {
        match self {
            Self::Set { arrangement, follows } => Self::Set {
                arrangement: Box::new(Arrangement {
                    position: after.position().clone(),
                    to_move: arrangement.to_move.other(),
                    tile: None,
                    ..(**arrangement).clone()
                }),
                follows: *follows,
            },
            Self::Game { .. } => Self::game(after),
        }
    }

    fn game(sight: Sight) -> Self {
        Self::Game {
            supply: sight.supply().clone(),
            sight: Box::new(sight),
        }
    }

    fn edited(&self, edit: StudyEdit) -> Self {
        let mut next = self.clone();
        match (&mut next, edit) {
            (Self::Set { arrangement, .. }, StudyEdit::Turn(pair)) => arrangement.to_move = pair,
            (Self::Set { arrangement, .. }, StudyEdit::Hold(tile)) => arrangement.tile = tile,
            (Self::Set { arrangement, .. }, StudyEdit::SeenElsewhere { tile, count }) => {
                arrangement.elsewhere.set(tile, count.min(TILES_PER_KIND));
            }
            (Self::Set { arrangement, .. }, StudyEdit::SeenNowhereElse) => {
                arrangement.elsewhere = TileCounts::default();
            }
            (Self::Set { arrangement, follows }, StudyEdit::Left { lane, count }) => {
                if let SupplySight::Stacks(view) = &mut arrangement.supply {
                    let mut left = Lane::ALL.map(|lane| view.left_in(lane));
                    left[lane as usize] = count.min(LANE_TILES);
                    *view = resized(view, left);
                    *follows = view.tiles().len() == unseen(&arrangement.seen());
                }
            }
            (Self::Set { arrangement, .. }, StudyEdit::Look(seen)) => look(&mut arrangement.supply, seen),
            (Self::Game { supply, .. }, StudyEdit::Look(seen)) => look(supply, seen),
            (Self::Game { sight, supply }, StudyEdit::SetByHand) => next = set_by_hand(sight, supply),
            _ => {}
        }
        next.refit();
        next
    }

    /// Lets as many tiles be left as have not been seen, unless somebody has said how many are.
    fn refit(&mut self) {
        let Self::Set {
            arrangement,
            follows: true,
        } = self
        else {
            return;
        };
        let wanted = unseen(&arrangement.seen());
        if let SupplySight::Stacks(view) = &mut arrangement.supply {
            let mut left = Lane::ALL.map(|lane| view.left_in(lane));
            while left[0] + left[1] > wanted {
                left[usize::from(left[1] >= left[0])] -= 1;
            }
            while left[0] + left[1] < wanted {
                left[usize::from(left[1] < left[0])] += 1;
            }
            if left != Lane::ALL.map(|lane| view.left_in(lane)) {
                *view = resized(view, left);
            }
        }
    }
}

/// Says what is seen of a tile of stacks.
fn look(supply: &mut SupplySight, seen: SeenTile) {
    if let SupplySight::Stacks(view) = supply {
        *view = view.clone().with(seen);
    }
}

/// How many tiles of a set have not been seen.
fn unseen(seen: &TileCounts) -> usize {
    Tile::all().map(|tile| seen.left(tile)).sum()
}

/// Stacks with so many tiles left, of whose next tiles the same is seen.
fn resized(view: &SupplyView, left: [usize; 2]) -> SupplyView {
    let Ok(mut out) = SupplyView::unseen(left[0], left[1]) else {
        return view.clone();
    };
    for lane in Lane::ALL {
        if view.left_in(lane) == out.left_in(lane) {
            let same = view.tiles().iter().filter(|tile| tile.lane == lane);
            out = same.fold(out, |out, &tile| out.with(tile));
        } else if let (Some(&before), Some(&now)) = (view.next(lane), out.next(lane)) {
            out = out.with(SeenTile {
                depth: now.depth,
                height: now.height,
                ..before
            });
        }
    }
    out
}

fn set_by_hand(sight: &Sight, supply: &SupplySight) -> Situation {
    let position = sight.position().clone();
    let tile = waiting(sight).first().copied();
    let mut used = position.counts();
    tile.into_iter().for_each(|tile| used.add(tile));
    let mut elsewhere = TileCounts::default();
    for tile in Tile::all() {
        elsewhere.set(tile, sight.seen().of(tile).saturating_sub(used.of(tile)));
    }
    let to_move = match sight.party(sight.to_move()) {
        Some(Party::Coasts(pair)) => pair,
        Some(Party::Spoilsport) | None => Pair::NorthSouth,
    };
    let empty = SupplyView::unseen(0, 0).map(SupplySight::Stacks);
    let (supply, follows) = match supply {
        SupplySight::Stacks(view) => (supply.clone(), view.tiles().len() == unseen(sight.seen())),
        SupplySight::Spread(_) | SupplySight::Table { .. } => {
            (empty.unwrap_or_else(|_| supply.clone()), true)
        }
    };
    Situation::Set {
        arrangement: Box::new(Arrangement {
            position,
            to_move,
            tile,
            elsewhere,
            supply,
        }),
        follows,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tayu_core::{FirstPlayer, Game, GameSetup, Move, Rules, Seed, TileSource};

    fn tile(text: &str) -> Tile {
        text.parse().unwrap()
    }

    fn left(study: &Study) -> [usize; 2] {
        Lane::ALL.map(|lane| study.stacks().unwrap().left_in(lane))
    }

    fn edit(study: &mut Study, edit: StudyEdit) {
        study.edit(edit).unwrap();
    }

    fn game(names: usize, source: TileSource) -> Game {
        let names = vec![String::new(); names];
        let first = FirstPlayer::Chosen(tayu_core::Seat::new(1).unwrap());
        Game::new(GameSetup::new(names, first, Rules::default(), source).unwrap())
    }

    #[test]
    fn laying_passes_the_turn_and_all_can_be_undone() {
        let mut study = Study::default();
        assert_eq!(left(&study), [56, 56]);
        let steps = [
            StudyEdit::Draw {
                draw: Draw::Lane(Lane::Left),
                tile: tile("147"),
            },
            StudyEdit::Lay("i10-147".parse().unwrap()),
            StudyEdit::Hold(Some(tile("138"))),
            StudyEdit::Lay("l10-138".parse().unwrap()),
            StudyEdit::Turn(Pair::EastWest),
            StudyEdit::SeenElsewhere {
                tile: tile("258"),
                count: 3,
            },
            StudyEdit::SeenNowhereElse,
            StudyEdit::Left {
                lane: Lane::Right,
                count: 9,
            },
            StudyEdit::Clear,
        ];
        let mut seen = vec![study.situations.present().clone()];
        for step in steps {
            edit(&mut study, step);
            assert_ne!(seen.last(), Some(study.situations.present()), "{step:?}");
            seen.push(study.situations.present().clone());
            assert!(study.sight().is_ok(), "{step:?}");
        }
        for (n, situation) in seen.iter().enumerate().rev().skip(1) {
            assert!(study.undo(), "{n}");
            assert_eq!(study.situations.present(), situation);
            assert_eq!(study.sight().unwrap().position(), study.position());
        }
        assert!(!study.undo() && study.redo());
        let arrangement = study.arrangement().unwrap();
        assert_eq!(
            (arrangement.tile, arrangement.to_move),
            (Some(tile("147")), Pair::NorthSouth)
        );
        assert_eq!(left(&study), [55, 56]);
        study.redo();
        assert_eq!(study.arrangement().unwrap().to_move, Pair::EastWest);
        // What can't be laid changes nothing.
        assert!(study.edit(StudyEdit::Lay("a1-147".parse().unwrap())).is_err());
        assert!(study.can_undo_redo().1);
    }

    #[test]
    fn as_many_tiles_are_left_as_have_not_been_seen_until_somebody_says_otherwise() {
        let mut study = Study::default();
        edit(&mut study, StudyEdit::Hold(Some(tile("123"))));
        assert_eq!(left(&study), [56, 55]);
        let elsewhere = |count| StudyEdit::SeenElsewhere {
            tile: tile("123"),
            count,
        };
        edit(&mut study, elsewhere(3));
        assert_eq!(left(&study), [54, 54]);
        let next = *study.stacks().unwrap().next(Lane::Left).unwrap();
        let ringed = SeenTile {
            ring: Some(true),
            ..next
        };
        edit(&mut study, StudyEdit::Look(ringed));
        edit(&mut study, elsewhere(0));
        assert_eq!(left(&study), [56, 55]);
        // What was seen of the top is seen of it still.
        assert_eq!(study.stacks().unwrap().next(Lane::Left).unwrap().ring, Some(true));
        edit(
            &mut study,
            StudyEdit::Left {
                lane: Lane::Left,
                count: 5,
            },
        );
        edit(&mut study, elsewhere(1));
        assert_eq!(left(&study), [5, 55]);
        // Contradictions stay and are named.
        edit(&mut study, elsewhere(4));
        assert!(study.sight().is_err());
        study.undo();
        assert!(study.sight().is_ok());
    }

    #[test]
    fn a_game_keeps_its_rules_until_it_is_set_by_hand() {
        for (players, source) in [
            (2, TileSource::Stacks(Seed(1))),
            (4, TileSource::Spread(Seed(2))),
            (4, TileSource::Table),
        ] {
            let mut game = game(players, source);
            for _ in 0..7 {
                let moves = game.legal_moves();
                game.play(moves[moves.len() / 2]).unwrap();
            }
            let mut study = Study::default();
            study.begin_with_game(game.sight());
            assert_eq!(**study.sight().unwrap(), game.sight());
            assert!(study.arrangement().is_none());
            // Only what the game leaves open can be said.
            edit(&mut study, StudyEdit::Turn(Pair::EastWest));
            assert_eq!(**study.sight().unwrap(), game.sight());
            while let Some(&action) = game.legal_moves().first() {
                let Move::Lay(placement) = action else { break };
                game.play(action).unwrap();
                edit(&mut study, StudyEdit::Lay(placement));
            }
            assert_eq!(study.sight().unwrap().phase(), game.phase());
            edit(&mut study, StudyEdit::SetByHand);
            let arrangement = study.arrangement().unwrap();
            assert_eq!(&arrangement.position, game.position());
            assert_eq!(arrangement.seen(), *game.seen());
            let sight = study.sight().unwrap();
            assert_eq!(sight.left(), game.left());
            assert_eq!(sight.party(sight.to_move()), game.party(game.to_move()));
            study.undo();
            assert!(study.arrangement().is_none());
        }
    }

    #[test]
    fn of_a_puzzle_only_its_own_tiles_come() {
        let mut study = Study::default();
        let to_come = ["123", "148", "148", "258"].map(tile);
        study.begin_with_tiles(Position::default(), Pair::EastWest, &to_come);
        let sight = study.sight().unwrap();
        assert_eq!((sight.left(), left(&study)), (3, [3, 0]));
        let come: Vec<Tile> = Tile::all().filter(|&tile| sight.seen().left(tile) > 0).collect();
        assert_eq!(come, [tile("258"), tile("148")]);
        assert_eq!(study.in_hand(), [tile("123")]);
        edit(&mut study, StudyEdit::SeenNowhereElse);
        assert_eq!(study.sight().unwrap().left(), 111);
        study.begin_with_tiles(Position::default(), Pair::NorthSouth, &[]);
        assert_eq!(study.sight().unwrap().phase(), Phase::ToDraw);
        assert_eq!(left(&study), [56, 56]);
        assert!(study.undo() && study.undo() && study.in_hand() == [tile("123")]);
    }
}
