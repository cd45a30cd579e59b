//! Where tiles are drawn from: the stacks, tiles spread face down, or a table elsewhere.

use egui::{Key, Ui};
use tayu_core::supply::SeenTile;
use tayu_core::{Draw, Game, Lane, Move, Spread, Stock, Supply, Tile};

use crate::desk::Command;
use crate::paint::spread::spread_view;
use crate::paint::supply::{self, Drawing, LaneLabels};
use crate::paint::tile::tile_button;
use crate::tr;
use crate::window::view::View;

/// Height of a tile to be named, in points.
const TILE_HEIGHT: f32 = 24.0;

pub(super) fn section(
    ui: &mut Ui,
    game: &Game,
    can_draw: bool,
    view: &mut View,
    commands: &mut Vec<Command>,
) {
    let top = ui.min_rect().top();
    let draw = if !can_draw {
        Drawing::No
    } else if std::mem::take(&mut view.is_next_wanted) {
        Drawing::WithKeys
    } else {
        Drawing::Yes
    };
    let drawn = match game.stock() {
        Stock::Stacks(supply) => {
            let room = super::room_below(ui, top);
            stacks(ui, supply, draw, room).map(Draw::Lane)
        }
        Stock::Spread(spread) => scattered(ui, spread, draw, top).map(Draw::Place),
        Stock::Table => elsewhere(ui, game, draw).map(Draw::Tile),
    };
    view.is_next_wanted |=
        drawn.is_some() && ui.input(|i| i.key_pressed(Key::Enter) || i.key_pressed(Key::Space));
    commands.extend(drawn.map(|draw| Command::Play(Move::Draw(draw))));
}

fn scattered(ui: &mut Ui, spread: &Spread, drawing: Drawing, top: f32) -> Option<tayu_core::SpreadPlace> {
    ui.label(if drawing == Drawing::No {
        tr!("tiles", count = spread.len())
    } else {
        tr!("spread-left", count = spread.len())
    });
    let room = super::room_below(ui, top);
    spread_view(ui, spread, drawing, room, |place, ring| {
        if ring {
            tr!("spread-ring", place = place.number())
        } else {
            tr!("spread-plain", place = place.number())
        }
    })
}

/// All kinds to choose from: the tile that came at the table.
fn elsewhere(ui: &mut Ui, game: &Game, drawing: Drawing) -> Option<Tile> {
    if drawing == Drawing::No {
        return None;
    }
    let mut wants_keys = drawing == Drawing::WithKeys;
    ui.label(tr!("which-came"));
    let mut came = None;
    egui::Grid::new("which came").spacing([3.0, 3.0]).show(ui, |ui| {
        for (n, tile) in Tile::all().enumerate() {
            let left = game.seen().left(tile);
            let label = tr!("came", tile = tile.to_string(), count = left);
            let button = tile_button(ui, tile.readings()[0], TILE_HEIGHT, false, left > 0, &label);
            if left > 0 && std::mem::take(&mut wants_keys) {
                button.request_focus();
            }
            if button.on_hover_text(label).clicked() {
                came = Some(tile);
            }
            if n % 4 == 3 {
                ui.end_row();
            }
        }
    });
    came
}

fn stacks(ui: &mut Ui, supply: &Supply, drawing: Drawing, room: f32) -> Option<Lane> {
    let seen = supply.view();
    let label = |lane: Lane| match seen.next(lane) {
        Some(tile) => lane_label(lane, tile, supply.left_in(lane)),
        None => match lane {
            Lane::Left => tr!("lane-left-empty"),
            Lane::Right => tr!("lane-right-empty"),
        },
    };
    let labels = Lane::ALL.map(label);
    let left = Lane::ALL.map(|lane| tr!("tiles", count = supply.left_in(lane)));
    let [draw_left, draw_right] = [tr!("draw-left"), tr!("draw-right")];
    let words = [
        LaneLabels {
            draw: &draw_left,
            left: &left[0],
            description: &labels[0],
        },
        LaneLabels {
            draw: &draw_right,
            left: &left[1],
            description: &labels[1],
        },
    ];
    supply::supply_view(ui, &seen, drawing, room, words)
}

/// What can be seen of the tile that a lane would give, in words.
fn lane_label(lane: Lane, tile: &SeenTile, left: usize) -> String {
    let exits = |seen: &[Option<bool>]| match seen.iter().copied().collect::<Option<Vec<bool>>>().as_deref() {
        None => tr!("seen-hidden"),
        Some(side) if side.iter().all(|open| !open) => tr!("seen-blank"),
        Some([_]) => tr!("seen-mouth"),
        Some(side) => {
            let places = [tr!("place-left"), tr!("place-middle"), tr!("place-right")];
            let open = side
                .iter()
                .zip(places)
                .filter(|(open, _)| **open)
                .map(|(_, place)| place);
            tr!("seen-mouths", places = open.collect::<Vec<_>>().join(", "))
        }
    };
    let ring = if tile.ring == Some(true) {
        tr!("seen-ring")
    } else {
        tr!("seen-no-ring")
    };
    let lane = match lane {
        Lane::Left => tr!("draw-left"),
        Lane::Right => tr!("draw-right"),
    };
    tr!(
        "lane-label",
        lane = lane,
        count = left,
        ring = ring,
        front = exits(&tile.front),
        back = exits(&tile.back),
        left = exits(&[tile.left_end]),
        right = exits(&[tile.right_end])
    )
}
