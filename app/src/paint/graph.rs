//! A game as a graph: the chances to win as lines above, what each move lost as bars that hang below.

use egui::{
    Align2, Color32, FontId, Painter, Pos2, Rect, Response, Role, Sense, Shape, Stroke, TextStyle, Ui, Vec2,
    WidgetInfo, pos2, vec2,
};

use super::palette::Palette;
use super::pen;

/// Room for the numbers at the left, in points.
const LEFT: f32 = 42.0;
/// Room for marks at the top and between the two parts.
const MARKS: f32 = 10.0;
/// The bars' share of the height.
const BARS: f32 = 0.27;
/// Space at the right, so that the last mark is whole.
const RIGHT: f32 = 7.0;

/// How a line is drawn, so that lines can be told apart without their colours.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Pattern {
    /// Without gaps, with discs.
    Solid,
    /// In dashes, with squares.
    Dashed,
    /// In dots, with triangles.
    Dotted,
}

/// How likely somebody was to win.
#[derive(Debug, Clone)]
pub struct Curve {
    /// Before the first move and after each, from 0 to 1, as far as it is known.
    pub chances: Vec<Option<f32>>,
    /// Its colour.
    pub color: Color32,
    /// Its pattern.
    pub pattern: Pattern,
}

/// What a move lost.
#[derive(Debug, Clone, Copy)]
pub struct Bar {
    /// From 0 to 1.
    pub loss: f32,
    /// Its colour.
    pub color: Color32,
}

/// All that is to be seen.
#[derive(Debug)]
pub struct Graph<'a> {
    /// The lines.
    pub curves: &'a [Curve],
    /// A bar for each move.
    pub bars: &'a [Bar],
    /// Moves to point out, by their places from 0.
    pub marks: &'a [usize],
    /// How many moves are shown on the board.
    pub shown: usize,
    /// The height, in points.
    pub height: f32,
    /// Accessible name.
    pub label: &'a str,
    /// What is to be said of where it stands.
    pub description: &'a str,
}

/// Where the pointer is on a graph.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Target {
    /// At the lines: where so many moves had been made.
    Position(usize),
    /// At the bars: at the move with this place, from 0.
    Move(usize),
}

/// What the pointer did.
#[derive(Debug)]
pub struct GraphReply {
    /// The response of the whole graph, for its focus.
    pub response: Response,
    /// Where the pointer is.
    pub hovered: Option<Target>,
    /// Where it was clicked or is dragged along.
    pub clicked: Option<Target>,
}

/// Where things are.
struct Places {
    lines: Rect,
    bars: Rect,
    moves: usize,
}

impl Places {
    fn of(area: Rect, moves: usize) -> Self {
        let inner = Rect::from_min_max(
            pos2(area.left() + LEFT, area.top() + MARKS),
            pos2(area.right() - RIGHT, area.bottom() - 3.0),
        );
        let bars = inner.with_min_y(inner.bottom() - BARS * area.height());
        Self {
            lines: inner.with_max_y(bars.top() - MARKS),
            bars,
            moves,
        }
    }

    fn x(&self, moves: f32) -> f32 {
        self.lines.left() + self.lines.width() * moves / self.moves.max(1) as f32
    }

    fn point(&self, moves: usize, chance: f32) -> Pos2 {
        pos2(
            self.x(moves as f32),
            self.lines.bottom() - chance * self.lines.height(),
        )
    }

    fn target(&self, at: Pos2) -> Option<Target> {
        let last = self.moves.checked_sub(1)?;
        let along = ((at.x - self.lines.left()) / self.lines.width()).clamp(0.0, 1.0) * self.moves as f32;
        Some(if at.y < self.bars.top() - MARKS / 2.0 {
            Target::Position(along.round() as usize)
        } else {
            Target::Move((along.floor() as usize).min(last))
        })
    }
}

impl Graph<'_> {
    /// Draws it in the width there is. It can have the keys; what they do is not its business.
    pub fn show(&self, ui: &mut Ui) -> GraphReply {
        let size = vec2(ui.available_width(), self.height);
        let (area, response) = ui.allocate_exact_size(size, Sense::click_and_drag());
        response.widget_info(|| WidgetInfo::labeled(Role::Canvas, ui.is_enabled(), self.label));
        ui.ctx()
            .accesskit_node_builder(response.id, |node| node.set_value(self.description));
        let places = Places::of(area, self.bars.len());
        if ui.is_rect_visible(area) {
            let font = TextStyle::Small.resolve(ui.style());
            self.paint(ui.painter(), &places, area, &font, Palette::current(ui));
            if response.has_focus() {
                let focus = Stroke::new(2.0, Palette::current(ui).focus);
                ui.painter()
                    .rect_stroke(area.shrink(1.0), 4.0, focus, egui::StrokeKind::Inside);
            }
        }
        let at = |pos: Option<Pos2>| pos.and_then(|pos| places.target(pos));
        let is_clicked = response.clicked() || response.dragged();
        GraphReply {
            hovered: at(response.hover_pos()),
            clicked: at(response.interact_pointer_pos()).filter(|_| is_clicked),
            response,
        }
    }

    fn paint(&self, painter: &Painter, places: &Places, area: Rect, font: &FontId, p: &Palette) {
        painter.rect_filled(area, 4.0, p.sunken);
        let (lines, bars) = (places.lines, places.bars);
        for (chance, text) in [(1.0, "100 %"), (0.5, "50 %"), (0.0, "0 %")] {
            let y = lines.bottom() - chance * lines.height();
            let width = if chance == 0.5 { 1.5 } else { 1.0 };
            painter.hline(lines.x_range(), y, (width, p.line));
            let at = pos2(lines.left() - 5.0, y);
            painter.text(at, Align2::RIGHT_CENTER, text, font.clone(), p.ink_weak);
        }
        let scale = self.scale();
        painter.hline(bars.x_range(), bars.top(), (1.0, p.line));
        painter.hline(bars.x_range(), bars.bottom(), (1.0, p.line));
        let at = pos2(bars.left() - 5.0, bars.bottom() + 2.0);
        let text = format!("−{:.0} %", 100.0 * scale);
        painter.text(at, Align2::RIGHT_BOTTOM, text, font.clone(), p.ink_weak);
        for (place, bar) in self.bars.iter().enumerate().filter(|(_, bar)| bar.loss > 0.0) {
            let (left, right) = (places.x(place as f32), places.x(place as f32 + 1.0));
            let right = right.max(left + 2.0);
            let bottom = bars.top() + (bar.loss / scale).min(1.0) * bars.height();
            let rect = Rect::from_min_max(pos2(left, bars.top()), pos2(right, bottom.max(bars.top() + 1.0)));
            painter.add(pen::filled_rect(rect, 0.0, bar.color));
        }
        for &place in self.marks {
            let x = places.x(place as f32 + 1.0);
            painter.add(Shape::dashed_line(
                &[pos2(x, lines.top()), pos2(x, lines.bottom())],
                Stroke::new(1.0, p.plan),
                3.0,
                3.0,
            ));
            mark(painter, pos2(x, lines.top() - 5.0), 5.0, Pattern::Dotted, p.plan);
        }
        let now = places.x(self.shown as f32);
        for (top, bottom) in [(lines.top() - 3.0, lines.bottom()), (bars.top(), bars.bottom())] {
            painter.line_segment([pos2(now, top), pos2(now, bottom)], Stroke::new(2.0, p.focus));
        }
        for curve in self.curves {
            for run in curve.runs(places) {
                painter.extend(stroke(&run, curve.pattern, curve.color));
            }
            if let Some(chance) = curve.chances.get(self.shown).copied().flatten() {
                let at = places.point(self.shown, chance);
                mark(painter, at, 6.0, curve.pattern, p.sunken);
                mark(painter, at, 4.5, curve.pattern, curve.color);
            }
        }
    }

    /// What the whole height of the bars stands for: no less than a tenth.
    fn scale(&self) -> f32 {
        self.bars.iter().map(|bar| bar.loss).fold(0.1, f32::max)
    }
}

impl Curve {
    /// The stretches over which it is known.
    fn runs(&self, places: &Places) -> Vec<Vec<Pos2>> {
        let mut runs = vec![Vec::new()];
        for (moves, chance) in self.chances.iter().enumerate() {
            match (chance, runs.last_mut()) {
                (Some(chance), Some(run)) => run.push(places.point(moves, *chance)),
                (None, Some(run)) if !run.is_empty() => runs.push(Vec::new()),
                _ => {}
            }
        }
        runs
    }
}

fn stroke(points: &[Pos2], pattern: Pattern, color: Color32) -> Vec<Shape> {
    const WIDTH: f32 = 2.0;
    match pattern {
        _ if points.len() < 2 => Vec::new(),
        Pattern::Solid => vec![pen::line(points.to_vec(), WIDTH, color)],
        Pattern::Dashed => Shape::dashed_line(points, Stroke::new(WIDTH, color), 6.0, 4.0),
        Pattern::Dotted => Shape::dotted_line(points, color, 5.0, 1.3),
    }
}

fn mark(painter: &Painter, at: Pos2, radius: f32, pattern: Pattern, color: Color32) {
    match pattern {
        Pattern::Solid => drop(painter.circle_filled(at, radius, color)),
        Pattern::Dashed => {
            let rect = Rect::from_center_size(at, Vec2::splat(1.8 * radius));
            painter.add(pen::filled_rect(rect, 0.0, color));
        }
        Pattern::Dotted => {
            // Its tip points down to what it marks.
            let corners = [vec2(-1.0, -0.8), vec2(1.0, -0.8), vec2(0.0, 1.0)];
            let points = corners.map(|corner| at + radius * corner).to_vec();
            painter.add(Shape::convex_polygon(points, color, Stroke::NONE));
        }
    }
}

/// A bit of a line for a legend.
pub fn sample(ui: &mut Ui, pattern: Pattern, color: Color32) {
    let (rect, _) = ui.allocate_exact_size(vec2(30.0, 16.0), Sense::hover());
    let ends = [rect.left_center(), rect.right_center()];
    ui.painter().extend(stroke(&ends, pattern, color));
    mark(ui.painter(), rect.center(), 4.5, pattern, color);
}
