//! What the rules and the files have to say, in the words of the window.

use tayu_core::puzzle::{FileFault, FileFaultKind};
use tayu_core::record::GameFault;
use tayu_core::{
    Edge, Game, Illegal, Lane, MoveError, Obstacle, Outcome, Pair, Party, Players, Seat, SetupFault, Side,
    SightFault, Square, TableError,
};

use crate::summary::GameSummary;
use tayu_solver::player::analysis::Basis;
use tayu_solver::player::{Expectation, Level};

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

/// A player's name, or where they sit.
#[must_use]
pub fn player(game: &Game, seat: Seat) -> String {
    match game.setup().name(seat).trim() {
        "" => nameless(game.setup().players(), seat),
        name => name.to_owned(),
    }
}

/// What a player without a name is called.
#[must_use]
pub fn nameless(players: Players, seat: Seat) -> String {
    match players {
        Players::Two => pair(if seat.index() == 0 {
            Pair::NorthSouth
        } else {
            Pair::EastWest
        }),
        Players::Three => tr!("player-number", number = seat.index() + 1),
        Players::Four => side(Side::ALL[seat.index()]),
    }
}

/// The name of a level of computer players.
#[must_use]
pub fn level(level: Level) -> String {
    match level {
        Level::Random => tr!("level-random"),
        Level::Greedy => tr!("level-greedy"),
        Level::FirstGame => tr!("level-first-game"),
        Level::Pupil => tr!("level-pupil"),
        Level::Captain => tr!("level-captain"),
        Level::Navigator => tr!("level-navigator"),
    }
}

/// How a level plays, in one line.
#[must_use]
pub fn level_detail(level: Level) -> String {
    match level {
        Level::Random => tr!("level-random-detail"),
        Level::Greedy => tr!("level-greedy-detail"),
        Level::FirstGame => tr!("level-first-game-detail"),
        Level::Pupil => tr!("level-pupil-detail"),
        Level::Captain => tr!("level-captain-detail"),
        Level::Navigator => tr!("level-navigator-detail"),
    }
}

/// What a player plays for.
#[must_use]
pub fn party(party: Party) -> String {
    match party {
        Party::Coasts(coasts) => pair(coasts),
        Party::Spoilsport => tr!("spoilsport"),
    }
}

/// The names of all who play for this.
#[must_use]
pub fn members(game: &Game, of: Party) -> String {
    let names: Vec<String> = game.seats_of(of).map(|seat| player(game, seat)).collect();
    together(&names, of)
}

fn together(names: &[String], of: Party) -> String {
    match names {
        [] => party(of),
        [one] => one.clone(),
        [first, second, ..] => tr!("team", first = first.as_str(), second = second.as_str()),
    }
}

/// All players, as a title.
#[must_use]
pub fn versus(game: &Game) -> String {
    let names: Vec<String> = if game.setup().players() == Players::Four {
        Pair::ALL
            .map(|coasts| members(game, Party::Coasts(coasts)))
            .into()
    } else {
        game.setup()
            .players()
            .seats()
            .map(|seat| player(game, seat))
            .collect()
    };
    names.join(" – ")
}

/// Who sits at a seat in a game in short: their name, or where they sit.
#[must_use]
pub fn player_in(game: &GameSummary, seat: Seat) -> String {
    match game.name(seat) {
        "" => nameless(game.players, seat),
        name => name.to_owned(),
    }
}

/// The names of all who played for this in a game in short.
#[must_use]
pub fn members_in(game: &GameSummary, of: Party) -> String {
    let names: Vec<String> = game.seats_of(of).map(|seat| player_in(game, seat)).collect();
    together(&names, of)
}

/// All players of a game in short, as a title.
#[must_use]
pub fn versus_in(game: &GameSummary) -> String {
    let names: Vec<String> = if game.players == Players::Four {
        Pair::ALL
            .map(|coasts| members_in(game, Party::Coasts(coasts)))
            .into()
    } else {
        game.seats().map(|seat| player_in(game, seat)).collect()
    };
    names.join(" – ")
}

/// How a game in short ended, in words, without its products.
#[must_use]
pub fn ending_of(game: &GameSummary) -> String {
    let ending = match (game.is_over(), game.winner) {
        (false, _) => tr!("unfinished"),
        (true, None) => tr!("draw-result"),
        (true, Some(party)) => tr!(
            "wins",
            count = game.seats_of(party).count(),
            name = members_in(game, party)
        ),
    };
    if game.practice {
        tr!("and-practice", ending = ending)
    } else {
        ending
    }
}

/// Who plays for a coast: with four players who sits there; nothing where nobody has given a name.
#[must_use]
pub fn name_at(game: &Game, coast: Side) -> String {
    let seat = (game.seats_of(Party::Coasts(coast.pair())))
        .find(|&seat| game.setup().coast(seat).is_none_or(|at| at == coast));
    seat.map_or_else(String::new, |seat| game.setup().name(seat).trim().to_owned())
}

/// Where an exit of a square is.
#[must_use]
pub fn edge(edge: Edge) -> String {
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
        MoveError::AuctionOn => tr!("move-auction-on"),
        MoveError::NoAuction => tr!("move-no-auction"),
        MoveError::BidOutOfRange { lowest, highest, .. } => {
            tr!("move-bid-range", lowest = lowest.get(), highest = highest.get())
        }
        MoveError::MustBid => tr!("move-must-bid"),
        MoveError::NothingDrawn => tr!("move-nothing-drawn"),
        MoveError::AlreadyDrawn { choice } => tr!("move-already-drawn", tile = choice.to_string()),
        MoveError::LaneEmpty(_) => tr!("move-lane-empty"),
        MoveError::PlaceEmpty(place) => tr!("move-place-empty", place = place.to_string()),
        MoveError::NoneLeft(tile) => tr!("move-none-left", tile = tile.to_string()),
        MoveError::LooksOther { tile, .. } => tr!("move-looks-other", tile = tile.to_string()),
        MoveError::OtherSupply(_) => tr!("move-other-supply"),
        MoveError::WrongTile { choice, .. } => tr!("move-wrong-tile", tile = choice.to_string()),
        MoveError::Illegal(error) => illegal(error),
        MoveError::HasPlace(place) => tr!("move-has-place", placement = place.to_string()),
        MoveError::NoTeams => tr!("move-no-teams"),
        MoveError::NothingToHandOn => tr!("move-nothing-to-hand-on"),
        MoveError::TalkedTooOften => tr!("move-talked-too-often"),
        MoveError::Over => tr!("move-over"),
    }
}

/// What a party can expect: how likely it is to win, and by how much.
#[must_use]
pub fn expectation(expectation: Expectation) -> String {
    tr!(
        "expectation",
        chance = format!("{:.0}", 100.0 * expectation.chance),
        margin = points_ahead(expectation.margin)
    )
}

/// How many points ahead, with a sign unless it is nothing.
#[must_use]
pub fn points_ahead(points: f32) -> String {
    let tenths = (10.0 * points).round() / 10.0;
    if tenths == 0.0 {
        "0.0".to_owned()
    } else {
        format!("{tenths:+.1}").replace('-', "\u{2212}")
    }
}

/// What expectations rest on.
#[must_use]
pub fn basis(basis: Basis) -> String {
    match basis {
        Basis::Orders(count) => tr!("basis-orders", count = count),
        Basis::Kinds => tr!("basis-kinds"),
        Basis::EveryPlay => tr!("basis-every-play"),
        Basis::Settled => tr!("basis-settled"),
    }
}

/// Why a game can't begin.
#[must_use]
pub fn table_error(error: &TableError) -> String {
    match *error {
        TableError::Names(count) => tr!("table-names", count = count),
        TableError::NoSuchSeat { seat, players } => {
            tr!("table-no-seat", seat = seat.to_string(), count = players.count())
        }
        TableError::NoLot => tr!("table-no-lot"),
    }
}

/// A reason why no game can look like what is said of it.
#[must_use]
pub fn sight_fault(fault: &SightFault) -> String {
    match fault {
        SightFault::TooMany { tile, count } => {
            tr!("analyse-fault-too-many", tile = tile.to_string(), count = *count)
        }
        SightFault::TooManyLeft { left, unseen } => {
            tr!("analyse-fault-too-many-left", left = *left, unseen = *unseen)
        }
        SightFault::LooksLikeNone(seen) => match seen.lane {
            Lane::Left => tr!("analyse-fault-left-lane"),
            Lane::Right => tr!("analyse-fault-right-lane"),
        },
        SightFault::NotTogether => tr!("analyse-fault-not-together"),
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

/// What is wrong with a record of a game.
fn game_fault(fault: &GameFault) -> String {
    match fault {
        GameFault::NoObject => tr!("game-no-object"),
        GameFault::UnknownField => tr!("game-unknown-field"),
        GameFault::UnknownAlgorithm(name) => tr!("game-unknown-algorithm", name = name.clone()),
        GameFault::NameTooLong(count) => tr!("game-name-long", count = *count),
        GameFault::NameControl(character) => {
            tr!(
                "game-name-control",
                character = character.escape_unicode().to_string()
            )
        }
        GameFault::Table(error) => table_error(error),
        GameFault::Supply(error) => tr!("game-supply", why = error.to_string()),
        GameFault::TooManyMoves(count) => {
            tr!(
                "game-too-many-moves",
                count = *count,
                most = tayu_core::record::MOST_MOVES
            )
        }
        GameFault::Move {
            number,
            player,
            error,
        } => tr!(
            "game-move",
            number = *number,
            player = player.clone(),
            why = move_error(error)
        ),
        GameFault::OtherTile {
            number,
            came,
            written,
        } => tr!(
            "game-other-tile",
            number = *number,
            came = came.to_string(),
            written = written.to_string()
        ),
        GameFault::NotOver => tr!("game-not-over"),
        GameFault::WrongResult { found, expected } => {
            tr!(
                "game-wrong-result",
                found = found.clone(),
                expected = expected.clone()
            )
        }
        GameFault::NoGame => tr!("game-none"),
        GameFault::UnknownLine(found) => tr!("game-unknown-line", found = found.clone()),
        GameFault::LineNumber { found, expected } => {
            tr!("game-line-number", found = *found, expected = *expected)
        }
        GameFault::WrongPlayer { found, expected } => {
            tr!(
                "game-wrong-player",
                found = found.clone(),
                expected = expected.clone()
            )
        }
        GameFault::PlayerNumber => tr!("game-player-number"),
    }
}

/// How a game ended, in one sentence.
#[must_use]
pub fn result(game: &Game, outcome: &Outcome) -> String {
    let [ns, ew] = Pair::ALL.map(|pair| outcome.product(pair));
    let products = tr!("final-products", north_south = ns.get(), east_west = ew.get());
    match outcome.winner {
        Some(party) => {
            let count = game.seats_of(party).count();
            format!(
                "{}: {products}",
                tr!("wins", count = count, name = members(game, party))
            )
        }
        None => format!("{}: {products}", tr!("draw-result")),
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
        FileFaultKind::Game(fault) => game_fault(fault),
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
