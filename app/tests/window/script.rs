//! Games that are thought out beforehand by the rules alone, then played through the window's controls.

use egui::Key;
use egui::accesskit::Role;
use egui_kittest::kittest::Queryable;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};
use tayu::desk::{Mode, Picked};
use tayu::phrases;
use tayu_core::{
    Draw, FirstPlayer, Game, GameSetup, Lane, Move, Phase, Players, Record, Rules, Seed, TileSource,
};

use crate::table::Table;

/// What the form is filled in with.
#[derive(Clone, Copy)]
pub(crate) struct Form {
    pub(crate) names: &'static [&'static str],
    pub(crate) rules: Rules,
    pub(crate) source: fn(Seed) -> TileSource,
    /// The house rules that are chosen: what each is about, and the choice.
    pub(crate) house_rules: &'static [(&'static str, &'static str)],
}

impl Form {
    pub(crate) fn of(names: &'static [&'static str]) -> Self {
        Self {
            names,
            rules: Rules::default(),
            source: TileSource::Stacks,
            house_rules: &[],
        }
    }

    fn setup(&self, seed: Seed) -> GameSetup {
        let names = self.names.iter().map(ToString::to_string).collect();
        let source = (self.source)(seed);
        let first = match source {
            TileSource::Table => FirstPlayer::Chosen(tayu_core::Seat::new(1).unwrap()),
            _ => FirstPlayer::Lot,
        };
        GameSetup::new(names, first, self.rules, source).unwrap()
    }

    /// Fills the form in and begins.
    pub(crate) fn begin(&self, table: &mut Table, seed: Seed) {
        self.begin_with(table, seed, |_| ());
    }

    /// The same, with something more done in the form.
    pub(crate) fn begin_with(&self, table: &mut Table, seed: Seed, more: impl FnOnce(&mut Table)) {
        if table.desk().mode() != Mode::Play {
            table.click_role(Role::Button, "Play");
        }
        table.click("New game");
        let setup = self.setup(seed);
        let players = setup.players();
        let count = match players {
            Players::Two => "Two",
            Players::Three => "Three",
            Players::Four => "Four",
        };
        table.click_role(Role::RadioButton, count);
        for (seat, name) in players.seats().zip(self.names) {
            let place = phrases::nameless(players, seat);
            let label = match players {
                Players::Two => format!("Plays {place}"),
                Players::Three | Players::Four => place,
            };
            table.type_into(&label, name);
        }
        match setup.source() {
            TileSource::Spread(_) => table.click_role(Role::RadioButton, "Spread"),
            TileSource::Table => table.click_role(Role::RadioButton, "From a real table"),
            _ => {}
        }
        if self.rules.pro {
            table.click_role(Role::CheckBox, "Pro");
        }
        if !self.house_rules.is_empty() {
            table.click_containing("House rules");
            table.harness.run_steps(8);
        }
        for (about, choice) in self.house_rules {
            table.scroll_to(Role::ComboBox, about);
            table.click_role(Role::ComboBox, about);
            table.click_containing(choice);
        }
        more(table);
        if *setup.source() != TileSource::Table {
            table.scroll_to(Role::TextInput, "Seed");
            table.type_into("Seed", &seed.to_string());
        }
        table.click("Begin");
        let game = table.desk().game().expect("the game has begun").game();
        assert_eq!(game, &Game::new(setup));
    }

    /// The shortest of some random games that begin with these moves and are as wanted.
    pub(crate) fn think_out(&self, begin: &[&str], wanted: impl Fn(&Game) -> bool) -> (Seed, Game) {
        let games = (1..=150).map(|seed| {
            let mut chance = ChaCha8Rng::seed_from_u64(seed);
            let mut game = Game::new(self.setup(Seed(seed)));
            for action in begin {
                game.play(action.parse().unwrap()).unwrap();
            }
            loop {
                let moves = game.legal_moves();
                let Some(&last) = moves.last() else { break };
                let below = |chance: &mut ChaCha8Rng, n: usize| chance.next_u64() as usize % n;
                // To talk is the last move there is: it is not to get lost among the many ways to lay.
                let action = match last {
                    Move::Talked if below(&mut chance, 12) == 0 => last,
                    Move::Talked => moves[below(&mut chance, moves.len() - 1)],
                    _ => moves[below(&mut chance, moves.len())],
                };
                game.play(action).unwrap();
            }
            (Seed(seed), game)
        });
        (games.filter(|(_, game)| wanted(game)))
            .min_by_key(|(_, game)| game.played().len())
            .expect("such a game is found")
    }
}

/// Makes a move by the controls that a player has for it.
pub(crate) fn make(table: &mut Table, action: Move) {
    match action {
        Move::Bid(bid) => {
            table.type_number("Points", bid.get());
            table.click(&format!("Bid {bid}"));
        }
        Move::Pass => table.click("Pass"),
        Move::Draw(Draw::Lane(Lane::Left)) => draw(table, "Draw left:"),
        Move::Draw(Draw::Lane(Lane::Right)) => draw(table, "Draw right:"),
        Move::Draw(Draw::Place(place)) => draw(table, &format!("Draw tile {},", place.number())),
        Move::Draw(Draw::Tile(tile)) => draw(table, &format!("Tile {tile} was drawn")),
        Move::Lay(placement) => {
            let tile = placement.tile();
            let choose = format!("Tile {tile}: take it into the hand");
            if table.shows(&choose) {
                // By the pointer and by the keys in turn.
                if table.desk().game().unwrap().game().played().len() % 4 < 2 {
                    table.click(&choose);
                } else {
                    table.harness.get_by_label(&choose).focus();
                    table.settle();
                    table.key(Key::Enter);
                }
                table.assert_shows(&format!("Tile {tile}, to be laid now"));
            }
            table.lay(placement);
        }
        Move::Nowhere => table.click("It fits nowhere"),
        Move::Talked => table.click("They talked"),
    }
}

/// Draws by a control that is there without scrolling.
fn draw(table: &mut Table, label: &str) {
    let node = table.harness.get_all_by_label_contains(label).next().unwrap();
    let bottom = node.rect().bottom();
    assert!(
        table.size.y < 860.0 || bottom <= table.size.y,
        "{label} has to be scrolled to: {bottom}"
    );
    table.click_containing(label);
}

/// Plays these moves one after the other; what is asked of `before` each is done first.
pub(crate) fn play(table: &mut Table, game: &Game, mut before: impl FnMut(&mut Table, Move)) {
    let already = table.desk().game().unwrap().game().played().len();
    for action in game.moves().skip(already) {
        before(table, action);
        let count = table.desk().game().unwrap().game().played().len();
        make(table, action);
        let now = table.desk().game().unwrap().game();
        assert_eq!(
            now.moves().nth(count),
            Some(action),
            "{action} has been made: {:?}",
            table.desk().notice()
        );
        if let Phase::ToLay(choice) = now.phase()
            && let [tile] = choice.kinds().collect::<Vec<_>>()[..]
        {
            table.assert_shows(&format!("lay tile {tile}"));
        }
    }
    let now = table.desk().game().unwrap().game();
    assert_eq!(now.played(), game.played());
    assert_eq!(now.outcome(), game.outcome());
}

/// The sheet says who has won; the game is among those played; saved, opened and replayed it is the same.
pub(crate) fn finish(table: &mut Table, game: &Game) {
    let outcome = game.outcome().unwrap();
    table.assert_shows("Game over");
    table.assert_shows(&match outcome.winner {
        Some(party) => {
            let members = phrases::members(game, party);
            let one = game.seats_of(party).count() == 1;
            format!("{members} {}", if one { "wins" } else { "win" })
        }
        None => "A draw".to_owned(),
    });
    let practice = table.desk().game().unwrap().is_practice();
    let kept: Vec<_> = std::fs::read_dir(table.path("played")).unwrap().collect();
    let [Ok(kept)] = &kept[..] else {
        panic!("one game is among those played: {kept:?}")
    };
    let kept = std::fs::read_to_string(kept.path()).unwrap();
    let kept = Record::from_json(&kept).unwrap();
    assert_eq!((kept.game(), kept.practice), (game, practice));

    let path = table.path("saved.tayu.json");
    table.dialogs.borrow_mut().push_back(Picked::Path(path.clone()));
    table.keys(egui::Modifiers::COMMAND, Key::S);
    table.assert_shows("Saved in");
    table.dialogs.borrow_mut().push_back(Picked::Path(path));
    table.keys(egui::Modifiers::COMMAND, Key::O);
    assert_eq!(table.desk().mode(), Mode::Replay);
    let length = game.played().len();
    let shown = |table: &Table| table.desk().replay().unwrap().shown();
    assert_eq!(shown(table), length);
    let record = table.desk().replay().unwrap().record();
    assert_eq!((record.game(), record.practice), (game, practice));
    table.assert_shows(&phrases::result(game, &outcome));

    table.click("To the start");
    assert_eq!(shown(table), 0);
    table.assert_shows("Before the first move");
    table.assert_hides(&phrases::result(game, &outcome));
    let mut again = Game::new(game.setup().clone());
    for (n, action) in game.moves().enumerate() {
        again.play(action).unwrap();
        if n < 3 || n + 3 > length {
            table.key(Key::ArrowRight);
            assert_eq!(shown(table), n + 1);
            assert_eq!(table.desk().replay().unwrap().game(), &again);
            table.assert_shows(&format!("{} of {length}", n + 1));
        } else if n + 3 == length {
            table.click("To the end");
            table.click("One move back");
            table.click("One move back");
        }
    }
    assert_eq!(shown(table), length);
    table.assert_shows(&phrases::result(game, &outcome));
}
