//! Tables to play at, and moves as text.

use tayu_core::{
    FirstPlayer, Game, GameSetup, Move, MoveError, Phase, Rules, Seat, Spread, Supply, Tile, TileSource,
};

pub(crate) fn seat(number: usize) -> Seat {
    Seat::new(number).unwrap()
}

pub(crate) fn tiles(text: &str) -> Vec<Tile> {
    text.split_whitespace().map(|t| t.parse().unwrap()).collect()
}

pub(crate) fn tile(text: &str) -> Tile {
    text.parse().unwrap()
}

pub(crate) fn pro() -> Rules {
    Rules {
        pro: true,
        ..Rules::default()
    }
}

pub(crate) fn setup(players: usize, first: FirstPlayer, rules: Rules, source: TileSource) -> GameSetup {
    let names = ["Ada", "Max", "Eva", "Ulf"].map(str::to_owned);
    GameSetup::new(names[..players].to_vec(), first, rules, source).unwrap()
}

/// A game whose tiles are named as they come. Seat 1 begins.
pub(crate) fn elsewhere(players: usize, rules: Rules) -> Game {
    let first = FirstPlayer::Chosen(seat(1));
    Game::new(setup(players, first, rules, TileSource::Table))
}

/// A game with nothing but these tiles in the left lane. Seat 1 begins.
pub(crate) fn with_tiles(players: usize, rules: Rules, order: &str) -> Game {
    let order: Vec<_> = order.split_whitespace().map(|t| t.parse().unwrap()).collect();
    let source = TileSource::GivenStacks(Supply::from_order(&order, &[]).unwrap());
    Game::new(setup(players, FirstPlayer::Chosen(seat(1)), rules, source))
}

/// A game with nothing but these tiles, spread. Seat 1 begins.
pub(crate) fn with_spread(players: usize, rules: Rules, order: &str) -> Game {
    let source = TileSource::GivenSpread(Spread::from_order(&tiles(order)).unwrap());
    Game::new(setup(players, FirstPlayer::Chosen(seat(1)), rules, source))
}

/// Plays moves with commas between them.
pub(crate) fn play(game: &mut Game, moves: &str) {
    for text in moves.split(", ") {
        let action: Move = text.parse().unwrap();
        if let Err(error) = game.play(action) {
            panic!("{text}: {error}");
        }
    }
}

/// The reason for which a move can't be made, which changes nothing.
pub(crate) fn refused(game: &Game, text: &str) -> MoveError {
    let action: Move = text.parse().unwrap();
    assert!(!game.legal_moves().contains(&action), "{text} is offered");
    let mut after = game.clone();
    let Err(error) = after.play(action) else {
        panic!("{text} was taken");
    };
    assert_eq!(after, *game);
    error
}

/// What lies before the players: the tile drawn and the one kept, as in `147+138`; `draw`, `bid` or `over`.
pub(crate) fn phase(game: &Game) -> String {
    let name = |tile: Option<Tile>| tile.map_or(String::new(), |tile| tile.to_string());
    match game.phase() {
        Phase::ToBid => "bid".to_owned(),
        Phase::ToDraw if game.is_dealing() => "deal".to_owned(),
        Phase::ToDraw => "draw".to_owned(),
        Phase::ToLay(choice) => format!("{}+{}", name(choice.drawn), name(choice.kept)),
        Phase::Over(_) => "over".to_owned(),
    }
}

/// Whose turn it is, by number, and the phase.
pub(crate) fn now(game: &Game) -> (usize, String) {
    (game.to_move().index() + 1, phase(game))
}

/// The legal moves as text.
pub(crate) fn offers(game: &Game) -> Vec<String> {
    game.legal_moves().iter().map(ToString::to_string).collect()
}

/// The tiles in front of the players.
pub(crate) fn hands(game: &Game) -> Vec<String> {
    (game.setup().players().seats())
        .map(|seat| game.hand(seat).map_or("-".to_owned(), |tile| tile.to_string()))
        .collect()
}
