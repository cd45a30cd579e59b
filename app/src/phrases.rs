//! What the rules and the files have to say, in the words of the window.

use tayu_core::puzzle::{FileFault, FileFaultKind};
use tayu_core::{Edge, Game, Illegal, MoveError, Obstacle, Pair, SetupFault, Side, Square};

use crate::tr;

/// A side or a coast.
#[must_use]
pub fn side(side: Side) -> String {
    match side {
        Side::North => tr!("north"),
        Side::East => tr!("east"),
        Side::South => tr!("south"),
        Side::West => tr!("west"),
    }
}

/// A pair of coasts.
#[must_use]
pub fn pair(pair: Pair) -> String {
    match pair {
        Pair::NorthSouth => tr!("north-south"),
        Pair::EastWest => tr!("east-west"),
    }
}

/// A player's name, or what they play for.
#[must_use]
pub fn player(game: &Game, player: Pair) -> String {
    match game.setup().name(player).trim() {
        "" => pair(player),
        name => name.to_owned(),
    }
}

fn edge(edge: Edge) -> String {
    let square = edge.square.to_string();
    match edge.side {
        Side::North => tr!("edge-north", square = square),
        Side::East => tr!("edge-east", square = square),
        Side::South => tr!("edge-south", square = square),
        Side::West => tr!("edge-west", square = square),
    }
}

/// One thing that stands against a placement.
#[must_use]
pub fn obstacle(obstacle: &Obstacle) -> String {
    match *obstacle {
        Obstacle::Covered(square) => tr!("obstacles-covered", count = 1_usize, squares = square.to_string()),
        Obstacle::MissesStar => tr!("obstacle-star", square = Square::STAR.to_string()),
        Obstacle::MouthMeetsBlank(at) => tr!("obstacle-mouth", edge = edge(at)),
        Obstacle::BlankShutsMouth(at) => tr!("obstacle-blank", edge = edge(at)),
        Obstacle::NoCanal => tr!("obstacle-no-canal"),
    }
}

/// What stands against a placement in one sentence. Where it would lie on other tiles, that says enough.
#[must_use]
pub fn obstacles(all: &[Obstacle]) -> String {
    let covered: Vec<String> = all
        .iter()
        .filter_map(|obstacle| match obstacle {
            Obstacle::Covered(square) => Some(square.to_string()),
            _ => None,
        })
        .collect();
    if covered.is_empty() {
        return all.iter().map(obstacle).collect::<Vec<_>>().join("; ");
    }
    tr!(
        "obstacles-covered",
        count = covered.len(),
        squares = covered.join(", ")
    )
}

/// A placement that is not allowed.
#[must_use]
pub fn illegal(illegal: &Illegal) -> String {
    tr!(
        "illegal",
        placement = illegal.placement.to_string(),
        why = obstacles(&illegal.obstacles)
    )
}

/// A move that can't be made.
#[must_use]
pub fn move_error(error: &MoveError) -> String {
    match error {
        MoveError::NothingDrawn => tr!("move-nothing-drawn"),
        MoveError::AlreadyDrawn { tile } => tr!("move-already-drawn", tile = tile.to_string()),
        MoveError::LaneEmpty(_) => tr!("move-lane-empty"),
        MoveError::WrongTile { drawn, .. } => tr!("move-wrong-tile", tile = drawn.to_string()),
        MoveError::Illegal(error) => illegal(error),
        MoveError::Over => tr!("move-over"),
    }
}

/// A reason why a board and a sequence are no puzzle.
#[must_use]
pub fn setup_fault(fault: &SetupFault) -> String {
    match fault {
        SetupFault::Overlap {
            first,
            second,
            square,
        } => {
            tr!(
                "fault-overlap",
                first = first.to_string(),
                second = second.to_string(),
                square = square.to_string()
            )
        }
        SetupFault::Blocked {
            open,
            blank,
            edge: at,
        } => {
            tr!(
                "fault-blocked",
                open = open.to_string(),
                blank = blank.to_string(),
                edge = edge(*at)
            )
        }
        SetupFault::StarUncovered => tr!("fault-star", square = Square::STAR.to_string()),
        SetupFault::Apart(placement) => tr!("fault-apart", placement = placement.to_string()),
        SetupFault::TooMany { tile, count } => {
            tr!("fault-too-many", tile = tile.to_string(), count = *count)
        }
    }
}

/// A fault of a file, with its place.
#[must_use]
pub fn file_fault(fault: &FileFault) -> String {
    let what = match &fault.kind {
        FileFaultKind::Setup(setup) => setup_fault(setup),
        FileFaultKind::Syntax(message) => tr!("file-syntax", message = message.clone()),
        FileFaultKind::ByteOrderMark => tr!("file-byte-order-mark"),
        FileFaultKind::NoObject => tr!("file-no-object"),
        FileFaultKind::Repeated => tr!("file-repeated"),
        FileFaultKind::Missing(expected) => tr!("file-missing", expected = *expected),
        FileFaultKind::WrongValue { found, expected } => {
            tr!("file-wrong-value", found = found.clone(), expected = *expected)
        }
        FileFaultKind::TooNew(version) => tr!("file-too-new", version = version.clone()),
        FileFaultKind::HalfPair => tr!("file-half-pair"),
        FileFaultKind::TooLong(count) => tr!("file-too-long", count = *count),
        FileFaultKind::NoGoal => tr!("file-no-goal"),
        FileFaultKind::TwoGoals => tr!("file-two-goals"),
        FileFaultKind::Notation(error) => {
            tr!(
                "file-notation",
                found = error.found.clone(),
                expected = error.expected
            )
        }
    };
    let field = fault
        .field
        .as_ref()
        .map(|field| format!("{field}: "))
        .unwrap_or_default();
    match fault.place {
        Some(place) => tr!(
            "file-place",
            line = place.line,
            column = place.column,
            what = field + &what
        ),
        None => field + &what,
    }
}
