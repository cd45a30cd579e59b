//! The board drawn as text, 80 columns wide, for terminals.
//!
//! A square is four columns by two lines, so that it looks square. Tiles have thin outlines, canals are thick and
//! run on from tile to tile; the coast is a double line that carries the points of each mouth that reaches the sea.

use tayu_core::geometry::BOARD_SIZE;
use tayu_core::{Edge, Placement, Side, Square};

const COLUMNS: usize = 4 * BOARD_SIZE + 1;
const LINES: usize = 2 * BOARD_SIZE + 1;
/// The numbers of the rows and a blank.
const MARGIN: usize = 3;

/// How to set things off from each other.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Style {
    /// Characters only.
    Plain,
    /// Colours too, by ANSI escape sequences.
    Colour,
}

/// What the signs on the board mean, for a person who sees it for the first time.
pub const LEGEND: &str = "\
¹ ²  points of a mouth that reaches the sea    ◆  marked square: a mouth there counts 2
▲▶▼◀ mouth where a canal can be continued      ★  star";

/// Said in addition where tiles are numbered.
pub const NUMBERS_LEGEND: &str = "\
A tile laid now carries its number in the sequence on its top left corner.";

/// Draws a board: the tiles that lie there already, and those of a line with their numbers from 1.
///
/// The tiles must be those of a position; where they contradict each other the later ones are drawn over.
#[must_use]
pub fn draw(laid: &[Placement], line: &[Placement], style: Style) -> String {
    let tiles = Tiles::new(laid, line);
    let mut canvas = Canvas::new();
    draw_outlines(&mut canvas, &tiles);
    draw_coast(&mut canvas);
    for square in Square::all().filter(|&s| tiles.on(s).is_none()) {
        let sign = if square == Square::STAR { '★' } else { '·' };
        canvas.put(centre(square), sign, Look::Faint);
    }
    for (n, &placement) in laid.iter().chain(line).enumerate() {
        draw_canal(&mut canvas, &tiles, placement, n >= laid.len());
    }
    for (n, placement) in line.iter().enumerate() {
        draw_number(&mut canvas, *placement, n + 1);
    }
    canvas.into_text(style)
}

/// The tile on each square, by its number.
struct Tiles {
    on: Vec<Option<usize>>,
    /// Number of tiles that lay there before the line.
    laid: usize,
}

impl Tiles {
    fn new(laid: &[Placement], line: &[Placement]) -> Self {
        let mut on = vec![None; Square::all().len()];
        for (n, placement) in laid.iter().chain(line).enumerate() {
            for square in placement.squares() {
                on[square.index()] = Some(n);
            }
        }
        Self { on, laid: laid.len() }
    }

    fn on(&self, square: Square) -> Option<usize> {
        self.on[square.index()]
    }

    fn is_new(&self, square: Option<Square>) -> bool {
        square.and_then(|s| self.on(s)).is_some_and(|n| n >= self.laid)
    }
}

/// What something on the canvas is, which decides its colour.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Look {
    Faint,
    Outline,
    NewOutline,
    Coast,
    Canal,
    NewCanal,
    Open,
    Points,
    Number,
}

impl Look {
    const fn ansi(self) -> &'static str {
        match self {
            Self::Faint | Self::Outline => "2",
            Self::NewOutline => "33",
            Self::Coast => "0",
            Self::Canal => "36",
            Self::NewCanal => "1;36",
            Self::Open => "32",
            Self::Points => "1;32",
            Self::Number => "1;33",
        }
    }
}

/// A place on the canvas: line from the top, column from the west coast.
type Place = (usize, usize);

struct Canvas(Vec<[(char, Look); COLUMNS]>);

impl Canvas {
    fn new() -> Self {
        Self(vec![[(' ', Look::Faint); COLUMNS]; LINES])
    }

    fn put(&mut self, (line, column): Place, sign: char, look: Look) {
        if let Some(cell) = self.0.get_mut(line).and_then(|l| l.get_mut(column)) {
            *cell = (sign, look);
        }
    }

    fn into_text(self, style: Style) -> String {
        let letters: String = ('a'..).take(BOARD_SIZE).map(|c| format!("  {c} ")).collect();
        let letters = format!("{:MARGIN$}{}\n", "", letters.trim_end());
        let mut text = letters.clone();
        for (n, line) in self.0.iter().enumerate() {
            if n % 2 == 1 {
                text += &format!("{:>2} ", BOARD_SIZE - n / 2);
            } else {
                text += "   ";
            }
            match style {
                Style::Plain => text.extend(line.iter().map(|(sign, _)| sign)),
                Style::Colour => push_coloured(&mut text, line),
            }
            text.push('\n');
        }
        text + &letters
    }
}

fn push_coloured(text: &mut String, line: &[(char, Look)]) {
    for run in line.chunk_by(|a, b| a.1 == b.1) {
        *text += &format!("\x1b[{}m", run[0].1.ansi());
        text.extend(run.iter().map(|(sign, _)| sign));
        *text += "\x1b[0m";
    }
}

fn centre(square: Square) -> Place {
    (2 * (BOARD_SIZE - 1 - square.row()) + 1, 4 * square.column() + 2)
}

/// The middle of a side of a square.
fn middle(edge: Edge) -> Place {
    let (line, column) = centre(edge.square);
    match edge.side {
        Side::North => (line - 1, column),
        Side::East => (line, column + 2),
        Side::South => (line + 1, column),
        Side::West => (line, column - 2),
    }
}

/// The square `column` squares east and `row` squares south of the north-west corner; `None` at sea, which
/// lies at column and row 0 as well as behind the last ones: both count from 1.
fn square_at(column: usize, row: usize) -> Option<Square> {
    Square::new(column.checked_sub(1)?, BOARD_SIZE.checked_sub(row)?)
}

fn draw_outlines(canvas: &mut Canvas, tiles: &Tiles) {
    // How the line between two squares looks, if there is one.
    let between = |a: Option<Square>, b: Option<Square>| {
        let on = |s: Option<Square>| s.and_then(|s| tiles.on(s));
        (on(a) != on(b)).then_some(if tiles.is_new(a) || tiles.is_new(b) {
            Look::NewOutline
        } else {
            Look::Outline
        })
    };
    for row in 0..=BOARD_SIZE {
        for column in 0..=BOARD_SIZE {
            let [nw, ne] = [column, column + 1].map(|c| square_at(c, row));
            let [sw, se] = [column, column + 1].map(|c| square_at(c, row + 1));
            let arms = [between(nw, ne), between(ne, se), between(se, sw), between(sw, nw)];
            let corner = (2 * row, 4 * column);
            if let Some(look) = arms.into_iter().flatten().max() {
                canvas.put(corner, light(arms.map(|arm| arm.is_some())), look);
            }
            if let Some(look) = arms[1] {
                (1..4).for_each(|n| canvas.put((corner.0, corner.1 + n), '─', look));
            }
            if let Some(look) = arms[2] {
                canvas.put((corner.0 + 1, corner.1), '│', look);
            }
        }
    }
}

/// Draws the coast over the outlines, with its marked squares.
fn draw_coast(canvas: &mut Canvas) {
    let (south, east) = (LINES - 1, COLUMNS - 1);
    for column in 0..COLUMNS {
        canvas.put((0, column), '═', Look::Coast);
        canvas.put((south, column), '═', Look::Coast);
    }
    for line in 0..LINES {
        canvas.put((line, 0), '║', Look::Coast);
        canvas.put((line, east), '║', Look::Coast);
    }
    let corners = [
        ((0, 0), '╔'),
        ((0, east), '╗'),
        ((south, 0), '╚'),
        ((south, east), '╝'),
    ];
    for (place, sign) in corners {
        canvas.put(place, sign, Look::Coast);
    }
    for square in Square::all() {
        for side in Side::ALL.into_iter().filter(|&side| square.is_marked_for(side)) {
            canvas.put(middle(Edge { square, side }), '◆', Look::Coast);
        }
    }
}

fn draw_canal(canvas: &mut Canvas, tiles: &Tiles, placement: Placement, new: bool) {
    let look = if new { Look::NewCanal } else { Look::Canal };
    let squares = placement.squares();
    let mouths: Vec<Edge> = placement.mouth_edges().collect();
    let has_mouth = |n: usize| mouths.iter().any(|m| m.square == squares[n]);
    let inner = |a: Square, b: Square| {
        Side::ALL
            .into_iter()
            .map(|side| Edge { square: a, side })
            .find(|e| e.square.neighbour(e.side) == Some(b))
    };
    // The canal runs from the first square that has a mouth to the last one.
    let first = (0..3).find(|&n| has_mouth(n)).unwrap_or(0);
    let last = (0..3).rfind(|&n| has_mouth(n)).unwrap_or(0);
    let mut arms = [[false; 4]; 3];
    for n in first..last {
        if let Some(edge) = inner(squares[n], squares[n + 1]) {
            arms[n][edge.side.index()] = true;
            arms[n + 1][edge.side.opposite().index()] = true;
            let along = if matches!(edge.side, Side::East | Side::West) {
                '━'
            } else {
                '┃'
            };
            canvas.put(middle(edge), along, look);
        }
    }
    for mouth in &mouths {
        if let Some(n) = squares.iter().position(|&s| s == mouth.square) {
            arms[n][mouth.side.index()] = true;
        }
        let (sign, look) = mouth_sign(tiles, *mouth, look);
        canvas.put(middle(*mouth), sign, look);
    }
    for (square, arms) in squares.into_iter().zip(arms) {
        let (line, column) = centre(square);
        if arms.contains(&true) {
            canvas.put((line, column), thick(arms), look);
        }
        if arms[Side::East.index()] {
            canvas.put((line, column + 1), '━', look);
        }
        if arms[Side::West.index()] {
            canvas.put((line, column - 1), '━', look);
        }
    }
}

/// What stands on the edge that a mouth opens onto: the points where that is the sea, an arrow where the canal
/// can go on, or the canal crossing the outlines of two tiles.
fn mouth_sign(tiles: &Tiles, mouth: Edge, look: Look) -> (char, Look) {
    match (mouth.square.neighbour(mouth.side), mouth.side) {
        (None, side) if mouth.square.is_marked_for(side) => ('²', Look::Points),
        (None, _) => ('¹', Look::Points),
        (Some(beyond), side) if tiles.on(beyond).is_none() => {
            (['▲', '▶', '▼', '◀'][side.index()], Look::Open)
        }
        (Some(_), Side::North | Side::South) => ('╂', look),
        (Some(_), Side::East | Side::West) => ('┿', look),
    }
}

/// Writes the number so that it ends just before the first mouth that the tile may have on its top side.
fn draw_number(canvas: &mut Canvas, placement: Placement, number: usize) {
    let (line, column) = centre(placement.squares()[0]);
    let digits = number.to_string();
    let start = column.saturating_sub(digits.len());
    for (n, digit) in digits.chars().enumerate() {
        canvas.put((line - 1, start + n), digit, Look::Number);
    }
}

/// A crossing of thin lines with these arms, clockwise from the north.
const fn light(arms: [bool; 4]) -> char {
    match arms {
        [true, true, true, true] => '┼',
        [true, true, true, false] => '├',
        [true, true, false, true] => '┴',
        [true, false, true, true] => '┤',
        [false, true, true, true] => '┬',
        [true, true, false, false] => '└',
        [false, true, true, false] => '┌',
        [false, false, true, true] => '┐',
        [true, false, false, true] => '┘',
        [_, false, _, false] => '│',
        [false, _, false, _] => '─',
    }
}

/// A crossing of thick lines with these arms, clockwise from the north.
const fn thick(arms: [bool; 4]) -> char {
    match arms {
        [true, true, true, true] => '╋',
        [true, true, true, false] => '┣',
        [true, true, false, true] => '┻',
        [true, false, true, true] => '┫',
        [false, true, true, true] => '┳',
        [true, true, false, false] => '┗',
        [false, true, true, false] => '┏',
        [false, false, true, true] => '┓',
        [true, false, false, true] => '┛',
        [_, false, _, false] => '┃',
        [false, _, false, _] => '━',
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn placements(text: &str) -> Vec<Placement> {
        text.split_whitespace().map(|t| t.parse().unwrap()).collect()
    }

    /// The part of a drawing around some squares: lines and columns of the canvas.
    fn part(
        drawing: &str,
        lines: std::ops::RangeInclusive<usize>,
        columns: std::ops::Range<usize>,
    ) -> Vec<String> {
        let rows: Vec<Vec<char>> = drawing
            .lines()
            .skip(1)
            .map(|l| l.chars().skip(MARGIN).collect())
            .collect();
        rows[lines]
            .iter()
            .map(|row| row[columns.clone()].iter().collect())
            .collect()
    }

    #[test]
    fn canals_run_on_from_tile_to_tile() {
        let drawing = draw(&placements("i10-147"), &placements("l10-138"), Style::Plain);
        // i10-147 opens north and south at i10 and east into l10-138, which opens north at l10 and n10.
        assert_eq!(
            part(&drawing, 18..=20, 32..57),
            [
                "┌─▲─────────┬1▲───────▲─┐",
                "│ ┣━━━━━━━━━┿━┻━━━━━━━┛ │",
                "└─▼─────────┴───────────┘"
            ]
        );
    }

    #[test]
    fn fits_80_columns_with_every_coordinate() {
        let drawing = draw(&[], &[], Style::Plain);
        assert!(drawing.lines().all(|l| l.chars().count() <= 80));
        assert_eq!(drawing.lines().count(), LINES + 2);
        for row in 1..=BOARD_SIZE {
            assert_eq!(
                drawing
                    .lines()
                    .filter(|l| l.starts_with(&format!("{row:>2} ")))
                    .count(),
                1
            );
        }
        assert_eq!(drawing.matches('◆').count(), 12);
        assert_eq!(drawing.matches('★').count(), 1);
        assert_eq!(drawing.matches('·').count(), 360);
    }

    #[test]
    fn the_coast_shows_the_points_of_each_mouth() {
        // Reaches the north coast at s19, a corner, and the east coast at marked s17.
        let drawing = draw(&placements("s19|238"), &[], Style::Plain);
        let coast: Vec<char> = drawing.lines().nth(1).unwrap().chars().collect();
        assert_eq!(coast[MARGIN + 4 * 18 + 2], '¹');
        let ends: Vec<char> = drawing.lines().filter_map(|l| l.chars().last()).collect();
        assert_eq!((ends[4], ends[6]), ('¹', '²'));
    }

    #[test]
    fn colours_change_no_sign() {
        let (laid, line) = (placements("i10-147"), placements("l10-138"));
        let coloured = draw(&laid, &line, Style::Colour);
        let mut plain = String::new();
        let mut rest = coloured.as_str();
        while let Some((before, after)) = rest.split_once("\x1b[") {
            plain += before;
            rest = after.split_once('m').unwrap().1;
        }
        assert_eq!(plain + rest, draw(&laid, &line, Style::Plain));
    }
}
