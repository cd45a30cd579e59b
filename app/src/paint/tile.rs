//! Single tiles: the face of a tile, and a tile as a button.

use egui::epaint::RectShape;
use egui::{Color32, Painter, Pos2, Rect, Response, Role, Sense, Shape, Ui, Vec2, WidgetInfo, vec2};
use tayu_core::{Axis, Mouths};

use super::canal::{self, TilePoint};
use super::palette::Palette;
use super::pen;

/// What a drawn tile stands for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum FaceStyle {
    /// It lies on the board, and its canal goes on into the tiles beside it.
    Laid,
    /// It lies by itself, in a tray or on a button.
    Single,
    /// It would lie here, and may.
    Legal,
    /// It would lie here, and may not.
    Illegal,
    /// It is part of a line of play that is being shown.
    Planned,
    /// It is not to be had.
    Faded,
}

/// Draws the face of a tile that fills `rect` (three squares long along `axis`).
pub fn tile_face(
    painter: &Painter,
    rect: Rect,
    axis: Axis,
    mouths: Mouths,
    palette: &Palette,
    style: FaceStyle,
) {
    let mut layers = TileLayers::default();
    layers.add(rect, axis, mouths, palette, style);
    painter.extend(layers.into_shapes());
}

/// A tile lying east-west as a button, `height` points high and three times as wide.
///
/// `label` is its accessible name.
pub fn tile_button(
    ui: &mut Ui,
    mouths: Mouths,
    height: f32,
    selected: bool,
    enabled: bool,
    label: &str,
) -> Response {
    const FRAME: f32 = 4.0;
    let size = vec2(3.0 * height, height) + Vec2::splat(2.0 * FRAME);
    let sense = if enabled { Sense::click() } else { Sense::hover() };
    let (rect, response) = ui.allocate_exact_size(size, sense);
    response.widget_info(|| WidgetInfo::selected(Role::Button, enabled, selected, label));
    if !ui.is_rect_visible(rect) {
        return response;
    }
    let palette = Palette::current(ui);
    let painter = ui.painter();
    let face = rect.shrink(FRAME);
    if selected {
        painter.rect_filled(rect, 7.0, palette.selection);
    } else if enabled && response.hovered() {
        painter.rect_filled(rect, 7.0, palette.raised_hover);
    }
    let style = if enabled {
        FaceStyle::Single
    } else {
        FaceStyle::Faded
    };
    let sunk = if response.is_pointer_button_down_on() {
        vec2(0.0, 1.0)
    } else {
        Vec2::ZERO
    };
    tile_face(
        painter,
        face.translate(sunk),
        Axis::EastWest,
        mouths,
        palette,
        style,
    );
    if selected {
        painter.add(pen::outlined_rect(rect.shrink(1.0), 6.0, 2.0, palette.last));
    }
    if response.has_focus() {
        painter.add(pen::outlined_rect(rect.expand(0.5), 7.0, 2.0, palette.focus));
    }
    response
}

/// Widths of the canal's layers, in squares.
const GROOVE: f32 = 0.47;
pub(super) const BANK: f32 = 0.40;
pub(super) const WATER: f32 = 0.29;
const SHINE: f32 = 0.055;
/// How far a canal is drawn beyond the rim, so that no seam shows where two meet, in squares.
const OVERLAP: f32 = 0.035;
/// Gap between a tile's rim and its squares', in squares.
pub(super) const GAP: f32 = 0.035;
pub(super) const CORNER: f32 = 0.13;
/// Thickness of a tile as seen from the south, in squares.
const THICKNESS: f32 = 0.07;

/// The shapes of many tiles, sorted so that shadows lie under all stones and canals run on from tile to tile.
#[derive(Debug, Default)]
pub(super) struct TileLayers {
    shadows: Vec<Shape>,
    stones: Vec<Shape>,
    pub(super) grooves: Vec<Shape>,
    pub(super) banks: Vec<Shape>,
    pub(super) waters: Vec<Shape>,
    pub(super) shines: Vec<Shape>,
}

impl TileLayers {
    pub(super) fn add(
        &mut self,
        rect: Rect,
        axis: Axis,
        mouths: Mouths,
        palette: &Palette,
        style: FaceStyle,
    ) {
        let square = match axis {
            Axis::EastWest => rect.height(),
            Axis::NorthSouth => rect.width(),
        };
        let colors = Colors::of(palette, style);
        self.stone(rect, square, &colors);
        for course in canal::courses(mouths) {
            let points = |reach: f32| -> Vec<Pos2> {
                let last = course.len().saturating_sub(1);
                let stretched = course.iter().enumerate().map(|(n, &point)| {
                    if n == 0 || n == last {
                        beyond_rim(point, reach)
                    } else {
                        point
                    }
                });
                stretched.map(|p| on_screen(rect, axis, square, p)).collect()
            };
            let reach = colors.reach;
            self.grooves
                .push(pen::line(points(-GAP), GROOVE * square, colors.groove));
            self.banks
                .push(pen::line(points(reach), BANK * square, colors.bank));
            self.waters
                .push(pen::line(points(reach), WATER * square, colors.water));
            self.shines
                .push(pen::line(points(reach), (SHINE * square).max(1.0), colors.shine));
        }
    }

    fn stone(&mut self, rect: Rect, square: f32, colors: &Colors) {
        let rect = rect.shrink(GAP * square);
        let radius = CORNER * square;
        if colors.shadow != Color32::TRANSPARENT {
            let fallen = rect.translate(vec2(0.04, 0.09) * square);
            self.shadows.push(Shape::Rect(
                RectShape::filled(fallen, radius, colors.shadow).with_blur_width(0.14 * square),
            ));
        }
        let face = Rect::from_min_max(rect.min, rect.max - vec2(0.0, THICKNESS * square));
        let thin = (0.022 * square).max(0.75);
        self.stones.push(pen::filled_rect(rect, radius, colors.side));
        self.stones
            .push(pen::shaded_rect(face, radius, colors.top, colors.bottom));
        self.stones.push(pen::outlined_rect(
            face.shrink(thin),
            radius - thin,
            thin * 1.5,
            colors.light,
        ));
        self.stones
            .push(pen::outlined_rect(rect, radius, thin * 1.4, colors.edge));
    }

    pub(super) fn into_shapes(self) -> impl Iterator<Item = Shape> {
        [
            self.shadows,
            self.stones,
            self.grooves,
            self.banks,
            self.waters,
            self.shines,
        ]
        .into_iter()
        .flatten()
    }
}

/// Where a point of a tile is on the screen.
pub(super) fn on_screen(rect: Rect, axis: Axis, square: f32, point: TilePoint) -> Pos2 {
    rect.center()
        + square
            * match axis {
                Axis::EastWest => vec2(point.u, point.v),
                Axis::NorthSouth => vec2(-point.v, point.u),
            }
}

/// The end of a canal drawn out (or, negative, drawn in) across the rim, by a part of a square.
fn beyond_rim(end: TilePoint, reach: f32) -> TilePoint {
    if end.v == 0.0 {
        TilePoint {
            u: end.u + reach * end.u.signum(),
            v: 0.0,
        }
    } else {
        TilePoint {
            u: end.u,
            v: end.v + reach * end.v.signum(),
        }
    }
}

struct Colors {
    top: Color32,
    bottom: Color32,
    side: Color32,
    light: Color32,
    edge: Color32,
    shadow: Color32,
    groove: Color32,
    bank: Color32,
    water: Color32,
    shine: Color32,
    /// How far the canal goes beyond the rim of its squares.
    reach: f32,
}

impl Colors {
    fn of(p: &Palette, style: FaceStyle) -> Self {
        let laid = Self {
            top: p.stone_top,
            bottom: p.stone_bottom,
            side: p.stone_side,
            light: p.stone_light,
            edge: p.stone_edge,
            shadow: p.shadow,
            groove: p.groove,
            bank: p.bank,
            water: p.water,
            shine: p.shine,
            reach: OVERLAP,
        };
        let tinted = |stone: Color32, edge: Color32, alpha: f32| Self {
            top: stone.gamma_multiply(alpha),
            bottom: stone.gamma_multiply(alpha),
            side: Color32::TRANSPARENT,
            light: Color32::TRANSPARENT,
            edge: edge.gamma_multiply(alpha),
            shadow: Color32::TRANSPARENT,
            groove: Color32::TRANSPARENT,
            ..laid
        };
        match style {
            FaceStyle::Laid => laid,
            FaceStyle::Single => Self { reach: -GAP, ..laid },
            FaceStyle::Legal => tinted(p.good_stone, p.good, 0.92),
            FaceStyle::Illegal => tinted(p.bad_stone, p.bad, 0.72),
            FaceStyle::Planned => tinted(p.plan_stone, p.plan, 0.85),
            FaceStyle::Faded => {
                let fade = |color: Color32| color.lerp_to_gamma(p.panel, 0.62);
                Self {
                    top: fade(p.stone_top),
                    bottom: fade(p.stone_bottom),
                    side: fade(p.stone_side),
                    edge: fade(p.stone_edge),
                    light: Color32::TRANSPARENT,
                    shadow: Color32::TRANSPARENT,
                    groove: fade(p.groove),
                    bank: fade(p.bank),
                    water: fade(p.water),
                    shine: fade(p.shine),
                    reach: -GAP,
                }
            }
        }
    }
}
