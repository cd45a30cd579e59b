//! Small drawing helpers: shapes that several pictures share.

use std::f32::consts::{FRAC_PI_2, TAU};

use egui::epaint::{Mesh, PathShape, PathStroke, RectShape, TextShape};
use egui::{Color32, FontId, Painter, Pos2, Rect, Shape, Stroke, StrokeKind, Vec2, pos2, vec2};

/// A line through these points.
pub(super) fn line(points: Vec<Pos2>, width: f32, color: Color32) -> Shape {
    Shape::Path(PathShape::line(points, PathStroke::new(width, color)))
}

/// The outline of a rectangle with round corners, clockwise from its top right corner.
fn round_rect(rect: Rect, radius: f32) -> Vec<Pos2> {
    let radius = radius.min(rect.size().min_elem() / 2.0);
    let inner = rect.shrink(radius);
    [
        inner.right_top(),
        inner.right_bottom(),
        inner.left_bottom(),
        inner.left_top(),
    ]
    .into_iter()
    .enumerate()
    .flat_map(|(corner, centre)| {
        (0..=4).map(move |step| {
            let angle = FRAC_PI_2 * (corner as f32 - 1.0 + step as f32 / 4.0);
            centre + radius * Vec2::angled(angle)
        })
    })
    .collect()
}

/// A rectangle with round corners, shaded from top to bottom. Its rim is not smoothed: draw a line on it.
pub(super) fn shaded_rect(rect: Rect, radius: f32, top: Color32, bottom: Color32) -> Shape {
    let mut mesh = Mesh::default();
    let shade = |y: f32| top.lerp_to_gamma(bottom, ((y - rect.top()) / rect.height()).clamp(0.0, 1.0));
    mesh.colored_vertex(rect.center(), shade(rect.center().y));
    let outline = round_rect(rect, radius);
    let count = outline.len() as u32;
    for point in outline {
        mesh.colored_vertex(point, shade(point.y));
    }
    for n in 0..count {
        mesh.add_triangle(0, 1 + n, 1 + (n + 1) % count);
    }
    Shape::mesh(mesh)
}

pub(super) fn filled_rect(rect: Rect, radius: f32, color: Color32) -> Shape {
    Shape::Rect(RectShape::filled(rect, radius, color))
}

pub(super) fn outlined_rect(rect: Rect, radius: f32, width: f32, color: Color32) -> Shape {
    Shape::Rect(RectShape::stroke(
        rect,
        radius,
        Stroke::new(width, color),
        StrokeKind::Middle,
    ))
}

/// A dashed rectangle with round corners.
pub(super) fn dashed_rect(
    out: &mut Vec<Shape>,
    rect: Rect,
    radius: f32,
    width: f32,
    dash: f32,
    color: Color32,
) {
    let mut points = round_rect(rect, radius);
    points.extend(points.first().copied());
    out.extend(Shape::dashed_line(
        &points,
        Stroke::new(width, color),
        dash,
        dash * 0.7,
    ));
}

/// Parallel lines from the lower left to the upper right that fill `rect`, so many points apart.
pub(super) fn hatch(out: &mut Vec<Shape>, rect: Rect, gap: f32, width: f32, color: Color32) {
    // Lines x + y = c, counted from the window's corner so that neighbouring rectangles fit together.
    let first = ((rect.left() + rect.top()) / gap).ceil() as i32;
    let last = ((rect.right() + rect.bottom()) / gap).floor() as i32;
    for n in first..=last {
        let c = n as f32 * gap;
        let from = pos2(
            rect.left().max(c - rect.bottom()),
            rect.bottom().min(c - rect.left()),
        );
        let to = pos2(rect.right().min(c - rect.top()), rect.top().max(c - rect.right()));
        out.push(Shape::line_segment([from, to], Stroke::new(width, color)));
    }
}

/// A zigzag from `a` to `b`.
pub(super) fn zigzag(a: Pos2, b: Pos2, teeth: usize, height: f32, width: f32, color: Color32) -> Shape {
    let along = (b - a) / (2 * teeth) as f32;
    let up = along.normalized().rot90() * height;
    let points = (0..=2 * teeth)
        .map(|n| a + along * n as f32 + if n % 2 == 0 { up } else { -up })
        .collect();
    line(points, width, color)
}

/// A wave of `crests` crests, centred.
pub(super) fn wave(
    centre: Pos2,
    length: f32,
    height: f32,
    crests: usize,
    width: f32,
    color: Color32,
) -> Shape {
    let steps = crests * 10;
    let points = (0..=steps)
        .map(|n| {
            let t = n as f32 / steps as f32;
            centre + vec2((t - 0.5) * length, -(t * crests as f32 * TAU).sin() * height)
        })
        .collect();
    line(points, width, color)
}

/// A five-pointed star, one point up.
pub(super) fn star(out: &mut Vec<Shape>, centre: Pos2, radius: f32, fill: Color32, edge: Stroke) {
    let tips: Vec<Pos2> = (0..10)
        .map(|n| {
            let reach = if n % 2 == 0 { radius } else { radius * 0.44 };
            centre + reach * Vec2::angled(n as f32 * TAU / 10.0 - FRAC_PI_2)
        })
        .collect();
    let mut mesh = Mesh::default();
    mesh.colored_vertex(centre, fill);
    for tip in &tips {
        mesh.colored_vertex(*tip, fill);
    }
    for n in 0..10 {
        mesh.add_triangle(0, 1 + n, 1 + (n + 1) % 10);
    }
    out.push(Shape::mesh(mesh));
    out.push(Shape::closed_line(tips, edge));
}

/// An arc of a circle; angles in radians, clockwise from the east.
pub(super) fn arc(centre: Pos2, radius: f32, from: f32, to: f32, width: f32, color: Color32) -> Shape {
    let steps = 4 + ((to - from).abs() * 5.0) as usize;
    let points = (0..=steps)
        .map(|n| centre + radius * Vec2::angled(from + (to - from) * n as f32 / steps as f32))
        .collect();
    line(points, width, color)
}

/// A tick within `rect`.
pub(super) fn tick(rect: Rect, width: f32, color: Color32) -> Shape {
    let at = |x: f32, y: f32| rect.lerp_inside(vec2(x, y));
    line(vec![at(0.12, 0.55), at(0.4, 0.82), at(0.88, 0.2)], width, color)
}

/// A cross within `rect`.
pub(super) fn cross(out: &mut Vec<Shape>, rect: Rect, width: f32, color: Color32) {
    out.push(line(vec![rect.left_top(), rect.right_bottom()], width, color));
    out.push(line(vec![rect.right_top(), rect.left_bottom()], width, color));
}

/// Text centred at a point, turned by `angle` (radians, clockwise); `bold` makes the thin letters firmer.
pub(super) fn text(
    painter: &Painter,
    at: Pos2,
    text: &str,
    size: f32,
    bold: bool,
    angle: f32,
    color: Color32,
) {
    let galley = painter.layout_no_wrap(text.to_owned(), FontId::proportional(size), color);
    // Centre the letters that are seen rather than the line with its gaps above and below.
    let seen = galley.mesh_bounds.center() - galley.rect.min;
    let offset = egui::emath::Rot2::from_angle(angle) * vec2(galley.size().x / 2.0, seen.y);
    let weights: &[f32] = if bold { &[-0.022, 0.0, 0.022] } else { &[0.0] };
    for weight in weights {
        let shift = egui::emath::Rot2::from_angle(angle) * vec2(weight * size, 0.0);
        painter.add(TextShape::new(at - offset + shift, galley.clone(), color).with_angle(angle));
    }
}

/// A round badge with a short text.
pub(super) fn badge(painter: &Painter, centre: Pos2, radius: f32, label: &str, fill: Color32, ink: Color32) {
    painter.circle_filled(centre, radius, fill);
    painter.circle_stroke(centre, radius, Stroke::new((radius * 0.12).max(1.0), ink));
    let size = radius * if label.len() > 2 { 0.95 } else { 1.25 };
    text(painter, centre, label, size, true, 0.0, ink);
}

/// Width of a text set in one line.
pub(super) fn text_width(painter: &Painter, text: &str, size: f32) -> f32 {
    painter
        .layout_no_wrap(text.to_owned(), FontId::proportional(size), Color32::PLACEHOLDER)
        .size()
        .x
}
