//! What lies under the tiles: the sea, the coasts and the land; and the writing around it.

use std::f32::consts::FRAC_PI_2;

use egui::epaint::Mesh;
use egui::{Color32, Painter, Pos2, Rect, Shape, Stroke, Vec2, vec2};
use tayu_core::geometry::BOARD_SIZE;
use tayu_core::{Coasts, Pair, Side, Square};

use super::layout::{Layout, outward};
use super::palette::Palette;
use super::pen;

/// Where the coast's band begins and ends, in squares from the land.
const BAND: [f32; 2] = [0.14, 0.40];
/// How far the band of a marked square reaches out.
const PIER: f32 = 0.56;
/// Distances from the land to the middle of the coordinates and of the coasts' points, in squares.
const LETTERS_AT: f32 = 1.12;
const POINTS_AT: f32 = 1.84;

/// The sea that fills `area`, the coasts and the empty land.
pub(super) fn sea_and_land(out: &mut Vec<Shape>, layout: &Layout, area: Rect, p: &Palette) {
    sea(out, layout, area, p);
    let (land, q) = (layout.land(), layout.square);
    for (reach, alpha) in [(0.95, 0.35), (0.72, 0.6), (0.52, 1.0)] {
        out.push(pen::filled_rect(
            land.expand(reach * q),
            reach * q,
            p.foam.gamma_multiply(alpha),
        ));
    }
    out.push(pen::filled_rect(land.expand(BAND[0] * q), BAND[0] * q, p.shore));
    for side in Side::ALL {
        coast(out, layout, side, p);
    }
    out.push(Shape::mesh(checker(layout, p)));
    for side in Side::ALL {
        for square in Square::all().filter(|s| s.is_marked_for(side)) {
            marked_square(out, layout.square_rect(square), p);
        }
    }
    out.push(pen::outlined_rect(land, 0.0, (0.03 * q).max(1.0), p.grid));
    star(out, layout.square_rect(Square::STAR), p);
}

fn sea(out: &mut Vec<Shape>, layout: &Layout, area: Rect, p: &Palette) {
    let (land, q) = (layout.land(), layout.square);
    let mut mesh = Mesh::default();
    // The deeper the further from the land; a grid of colours, as triangles only know straight shades.
    let (cells, reach) = (28_u32, 6.0 * q);
    for n in 0..=cells {
        for m in 0..=cells {
            let at = area.lerp_inside(vec2(m as f32, n as f32) / cells as f32);
            let away = (land.signed_distance_to_pos(at) / reach).clamp(0.0, 1.0);
            mesh.colored_vertex(at, p.sea.lerp_to_gamma(p.sea_deep, away * (2.0 - away)));
        }
    }
    for n in 0..cells {
        for m in 0..cells {
            let (a, b) = (n * (cells + 1) + m, (n + 1) * (cells + 1) + m);
            mesh.add_triangle(a, a + 1, b);
            mesh.add_triangle(a + 1, b + 1, b);
        }
    }
    out.push(Shape::mesh(mesh));

    let (pitch, calm) = (vec2(2.3, 0.9) * q, land.expand(1.45 * q));
    let first = ((area.min - layout.origin) / pitch).floor();
    let last = ((area.max - layout.origin) / pitch).ceil();
    for row in first.y as i32..=last.y as i32 {
        for column in first.x as i32..=last.x as i32 {
            let (across, down) = jitter(column, row);
            let stagger = if row.rem_euclid(2) == 0 { 0.0 } else { 0.5 };
            let at = layout.origin
                + vec2(
                    column as f32 + stagger + 0.3 * across,
                    row as f32 + 0.5 + 0.3 * down,
                ) * pitch;
            if !calm.contains(at) && area.expand(q).contains(at) {
                let length = (0.75 + 0.35 * down) * q;
                out.push(pen::wave(at, length, 0.06 * q, 2, (0.045 * q).max(1.0), p.wave));
            }
        }
    }
}

/// Two numbers from −1 to 1 that look random, the same for the same place.
fn jitter(column: i32, row: i32) -> (f32, f32) {
    let mixed = (column as u32).wrapping_mul(0x9E37_79B1) ^ (row as u32).wrapping_mul(0x85EB_CA77);
    let mixed = (mixed ^ mixed >> 15).wrapping_mul(0x2C1B_3C6D);
    let part = |bits: u32| (bits & 0xff) as f32 / 127.5 - 1.0;
    (part(mixed >> 8), part(mixed >> 20))
}

/// A strip along a coast, from `near` to `far` squares off the land and from `from` to `to` along it, counted from
/// the west or the north.
fn strip(layout: &Layout, side: Side, [near, far]: [f32; 2], [from, to]: [f32; 2]) -> Rect {
    let (land, q, out) = (layout.land(), layout.square, outward(side));
    let middle = land.center() + out * (land.width() / 2.0);
    let along = vec2(out.y.abs(), out.x.abs());
    let at = |a: f32, o: f32| middle + along * (a - BOARD_SIZE as f32 / 2.0) * q + out * o * q;
    Rect::from_two_pos(at(from, near), at(to, far))
}

/// The band of a coast in its pair's colour, the east and the west one hatched too.
fn coast(out: &mut Vec<Shape>, layout: &Layout, side: Side, p: &Palette) {
    let (q, color) = (layout.square, p.pair(side.pair()));
    let size = BOARD_SIZE as f32;
    let band = strip(layout, side, BAND, [0.0, size]);
    for marked in [2.0_f32, 9.0, 16.0] {
        let pier = strip(layout, side, [BAND[0], PIER], [marked + 0.12, marked + 0.88]);
        out.push(pen::filled_rect(pier, 0.12 * q, color));
    }
    out.push(pen::filled_rect(band, 0.1 * q, color));
    if side.pair() == Pair::EastWest {
        let stripes = p.on_pair.gamma_multiply(if p.dark { 0.42 } else { 0.5 });
        pen::hatch(out, band, 0.42 * q, (0.085 * q).max(1.0), stripes);
    }
}

fn checker(layout: &Layout, p: &Palette) -> Mesh {
    let mut mesh = Mesh::default();
    for square in Square::all() {
        let color = if (square.column() + square.row()) % 2 == 0 {
            p.land
        } else {
            p.land_alt
        };
        mesh.add_colored_rect(layout.square_rect(square), color);
    }
    mesh
}

fn marked_square(out: &mut Vec<Shape>, rect: Rect, p: &Palette) {
    let q = rect.width();
    out.push(pen::filled_rect(rect.shrink(0.06 * q), 0.14 * q, p.marked_tint));
    for up in [-0.13, 0.13] {
        let at = rect.center() + vec2(0.0, up * q);
        out.push(pen::wave(
            at,
            0.58 * q,
            0.075 * q,
            2,
            (0.075 * q).max(1.3),
            p.marked,
        ));
    }
}

fn star(out: &mut Vec<Shape>, rect: Rect, p: &Palette) {
    let q = rect.width();
    pen::star(
        out,
        rect.center(),
        0.4 * q,
        p.star,
        Stroke::new((0.045 * q).max(1.0), p.star_edge),
    );
}

/// The coordinates on all four sides.
pub(super) fn coordinates(painter: &Painter, layout: &Layout, p: &Palette) {
    let (land, q) = (layout.land(), layout.square);
    let size = (0.40 * q).clamp(8.5, 22.0);
    for n in 0..BOARD_SIZE {
        let Some(square) = Square::new(n, n) else { continue };
        let at = layout.square_rect(square).center();
        let (name, off) = (square.to_string(), LETTERS_AT * q);
        let (column, row) = name.split_at(1);
        for y in [land.top() - off, land.bottom() + off] {
            pen::text(painter, Pos2::new(at.x, y), column, size, false, 0.0, p.label);
        }
        for x in [land.left() - off, land.right() + off] {
            pen::text(painter, Pos2::new(x, at.y), row, size, false, 0.0, p.label);
        }
    }
}

/// The points of the coasts and the names of those who play for them, as signs in the sea.
pub(super) fn signs(
    painter: &Painter,
    layout: &Layout,
    coasts: Option<Coasts>,
    names: [&str; 4],
    p: &Palette,
) {
    let q = layout.square;
    let (text_size, height) = ((0.50 * q).clamp(9.0, 30.0), 0.80 * q);
    for side in Side::ALL {
        let name = names[side.index()];
        let points = coasts.map(|c| c.get(side).to_string());
        if name.is_empty() && points.is_none() {
            continue;
        }
        let upright = side.pair() == Pair::NorthSouth;
        let along = if upright { Vec2::X } else { Vec2::Y };
        let at = strip(layout, side, [POINTS_AT, POINTS_AT], [9.5, 9.5]).center();
        let name_room = 13.0 * q;
        let name_size = text_size * 0.86;
        let name_width = pen::text_width(painter, name, name_size).min(name_room);
        let disc = if points.is_some() { height } else { 0.0 };
        let pad = if name.is_empty() { 0.0 } else { 0.35 * q };
        let length = (disc + name_width + 2.0 * pad).max(height);
        let sign = Rect::from_center_size(at, along * length + (Vec2::splat(1.0) - along) * height);
        let color = p.pair(side.pair());
        painter.rect_filled(
            sign.translate(vec2(0.0, 0.05 * q)),
            height / 2.0,
            p.shadow.gamma_multiply(0.6),
        );
        painter.rect_filled(sign, height / 2.0, color);
        // The east and west signs carry their hatching as a double rim.
        if !upright {
            painter.add(pen::outlined_rect(
                sign.shrink(0.08 * q),
                height / 2.0,
                1.0,
                p.on_pair.gamma_multiply(0.7),
            ));
        }
        if let Some(points) = points {
            let end = at + along * (length / 2.0 - height / 2.0) * if name.is_empty() { 0.0 } else { 1.0 };
            if !name.is_empty() {
                painter.circle_filled(end, height * 0.38, p.on_pair.gamma_multiply(0.18));
            }
            pen::text(painter, end, &points, text_size, true, 0.0, p.on_pair);
        }
        if !name.is_empty() {
            let angle = match side {
                Side::North | Side::South => 0.0,
                Side::East => FRAC_PI_2,
                Side::West => -FRAC_PI_2,
            };
            let middle = at - along * (disc - pad * 0.3) / 2.0;
            let name = fitting(painter, name, name_size, name_room);
            pen::text(painter, middle, &name, name_size, false, angle, p.on_pair);
        }
    }
}

/// The text, cut with an ellipsis so that it is no wider than `room`.
fn fitting(painter: &Painter, text: &str, size: f32, room: f32) -> String {
    let mut kept: Vec<char> = text.chars().collect();
    if pen::text_width(painter, text, size) <= room {
        return text.to_owned();
    }
    loop {
        kept.pop();
        let shown: String = kept.iter().collect::<String>() + "…";
        if kept.is_empty() || pen::text_width(painter, &shown, size) <= room {
            return shown;
        }
    }
}

/// A line around the picture for keyboard focus.
pub(super) fn focus_frame(painter: &Painter, area: Rect, p: &Palette) {
    painter.add(pen::outlined_rect(area.shrink(1.5), 8.0, 3.0, p.focus));
    painter.add(pen::outlined_rect(
        area.shrink(4.0),
        6.0,
        1.0,
        Color32::from_white_alpha(if p.dark { 60 } else { 160 }),
    ));
}
