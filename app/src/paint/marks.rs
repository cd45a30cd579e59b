//! What is marked on the board: the tile that would be laid, lines of play, faults, the cursor.

use egui::{Painter, Pos2, Rect, Shape, Stroke, Vec2, vec2};
use tayu_core::{Edge, Obstacle, Placement, Square};

use super::board::{FaultMark, Ghost, Pointers};
use super::layout::{Layout, outward};
use super::palette::Palette;
use super::pen;
use super::tile::{self, FaceStyle, TileLayers};

/// An outline around the tile laid last, under the canals.
pub(super) fn last(layers: &mut TileLayers, layout: &Layout, placement: Placement, p: &Palette) {
    let q = layout.square;
    let rect = layout.spot_rect(placement.spot());
    let width = (0.085 * q).max(1.6);
    for (width, color) in [(width + 2.0, p.halo.gamma_multiply(0.7)), (width, p.last)] {
        layers
            .grooves
            .push(pen::outlined_rect(rect, tile::CORNER * q, width, color));
    }
}

/// The squares where the tile in hand may be laid, held by its middle.
pub(super) fn lit(painter: &Painter, layout: &Layout, squares: &[Square], p: &Palette) {
    let q = layout.square;
    for &square in squares {
        let rect = layout.square_rect(square);
        painter.add(pen::filled_rect(
            rect.shrink(0.08 * q),
            0.16 * q,
            p.lit.gamma_multiply(0.20),
        ));
        painter.add(pen::outlined_rect(
            rect.shrink(0.12 * q),
            0.14 * q,
            1.2,
            p.lit.gamma_multiply(0.75),
        ));
        painter.circle_filled(rect.center(), 0.13 * q, p.lit);
    }
}

/// The tile in hand where it would lie, with all that stands against it.
pub(super) fn ghost(painter: &Painter, layout: &Layout, ghost: &Ghost<'_>, p: &Palette) {
    let q = layout.square;
    let (spot, mouths) = (ghost.placement.spot(), ghost.placement.mouths());
    let rect = layout.spot_rect(spot);
    let legal = ghost.obstacles.is_empty();
    let style = if legal {
        FaceStyle::Legal
    } else {
        FaceStyle::Illegal
    };
    let mut layers = TileLayers::default();
    layers.add(rect, spot.axis(), mouths, p, style);
    let (width, radius) = ((0.09 * q).max(2.0), tile::CORNER * q);
    let rim = rect.shrink(0.02 * q);
    let rims = &mut layers.grooves;
    rims.push(pen::outlined_rect(rim, radius, width + 2.0, p.halo));
    if legal {
        rims.push(pen::outlined_rect(rim, radius, width, p.good));
    } else {
        pen::dashed_rect(rims, rim, radius, width, (0.22 * q).max(5.0), p.bad);
    }
    painter.extend(layers.into_shapes());
    for &obstacle in ghost.obstacles {
        match obstacle {
            Obstacle::Covered(square) => covered(painter, layout, square, p),
            Obstacle::MissesStar => misses_star(painter, layout, p),
            Obstacle::MouthMeetsBlank(edge) => crossed_edge(painter, layout, edge, p),
            Obstacle::BlankShutsMouth(edge) => shut_edge(painter, layout, edge, p),
            Obstacle::NoCanal => {}
        }
    }
    let badge = rect.right_top() + vec2(0.12, -0.12) * q;
    verdict(
        painter,
        badge,
        (0.30 * q).max(8.0),
        legal,
        ghost.obstacles.contains(&Obstacle::NoCanal),
        p,
    );
}

/// A tick, a cross, or a broken canal, on a disc.
fn verdict(painter: &Painter, at: Pos2, radius: f32, legal: bool, no_canal: bool, p: &Palette) {
    let color = if legal { p.good } else { p.bad };
    painter.circle_filled(at, radius + 1.5, p.halo);
    painter.circle_filled(at, radius, color);
    let inner = Rect::from_center_size(at, Vec2::splat(radius * 1.05));
    let width = (radius * 0.24).max(1.5);
    let mut out = Vec::new();
    if legal {
        out.push(pen::tick(inner, width, p.on_mark));
    } else if no_canal {
        // Two ends of a canal that do not meet.
        for (from, to) in [(0.0, 0.3), (0.7, 1.0)] {
            for y in [0.25, 0.75] {
                let ends = [from, to].map(|x| inner.lerp_inside(vec2(x, y)));
                out.push(Shape::line_segment(ends, Stroke::new(width * 0.8, p.on_mark)));
            }
        }
        let ends = [vec2(0.62, 0.0), vec2(0.38, 1.0)].map(|t| inner.lerp_inside(t));
        out.push(Shape::line_segment(ends, Stroke::new(width * 0.8, p.on_mark)));
    } else {
        pen::cross(&mut out, inner.shrink(radius * 0.1), width, p.on_mark);
    }
    painter.extend(out);
}

/// A square that is taken: hatched.
fn covered(painter: &Painter, layout: &Layout, square: Square, p: &Palette) {
    let q = layout.square;
    let rect = layout.square_rect(square).shrink(0.07 * q);
    let mut out = vec![pen::filled_rect(rect, 0.0, p.bad.gamma_multiply(0.22))];
    pen::hatch(&mut out, rect, 0.40 * q, (0.075 * q).max(1.3), p.bad);
    out.push(pen::outlined_rect(rect, 0.0, (0.07 * q).max(1.5), p.bad));
    painter.extend(out);
}

fn misses_star(painter: &Painter, layout: &Layout, p: &Palette) {
    let q = layout.square;
    let at = layout.square_rect(Square::STAR).center();
    painter.circle_stroke(at, 0.62 * q, Stroke::new((0.16 * q).max(4.0), p.halo));
    painter.circle_stroke(at, 0.62 * q, Stroke::new((0.09 * q).max(2.0), p.bad));
    let mut out = Vec::new();
    let arm = Rect::from_center_size(at, Vec2::splat(0.5 * q));
    pen::cross(&mut out, arm, (0.09 * q).max(2.0), p.bad);
    painter.extend(out);
}

/// A mouth that meets a blank side: a disc with a cross on the edge.
fn crossed_edge(painter: &Painter, layout: &Layout, edge: Edge, p: &Palette) {
    let q = layout.square;
    let at = layout.edge_middle(edge);
    edge_bar(painter, layout, edge, p);
    let radius = (0.20 * q).max(5.5);
    painter.circle_filled(at, radius + 1.5, p.halo);
    painter.circle_filled(at, radius, p.bad);
    let mut out = Vec::new();
    let arm = Rect::from_center_size(at, Vec2::splat(radius * 0.85));
    pen::cross(&mut out, arm, (radius * 0.28).max(1.5), p.on_mark);
    painter.extend(out);
}

/// A blank side that shuts a canal: a zigzag along the edge.
fn shut_edge(painter: &Painter, layout: &Layout, edge: Edge, p: &Palette) {
    let q = layout.square;
    let (at, along) = (layout.edge_middle(edge), outward(edge.side).rot90() * 0.44 * q);
    let width = (0.10 * q).max(2.0);
    painter.add(pen::zigzag(
        at - along,
        at + along,
        3,
        0.11 * q,
        width + 3.0,
        p.halo,
    ));
    painter.add(pen::zigzag(at - along, at + along, 3, 0.11 * q, width, p.bad));
}

fn edge_bar(painter: &Painter, layout: &Layout, edge: Edge, p: &Palette) {
    let q = layout.square;
    let (at, along) = (layout.edge_middle(edge), outward(edge.side).rot90() * 0.44 * q);
    painter.line_segment(
        [at - along, at + along],
        Stroke::new((0.10 * q).max(2.0) + 3.0, p.halo),
    );
    painter.line_segment([at - along, at + along], Stroke::new((0.10 * q).max(2.0), p.bad));
}

/// What a hint points out: a bar along the coast with arrows to it, a part of the board, rings around mouths.
pub(super) fn pointers(painter: &Painter, layout: &Layout, pointers: Pointers<'_>, p: &Palette) {
    let q = layout.square;
    let width = (0.12 * q).max(2.5);
    if let Some(region) = pointers.region {
        let squares = Square::all().filter(|&square| region.contains(square));
        let rect = squares.fold(Rect::NOTHING, |rect, square| {
            rect.union(layout.square_rect(square))
        });
        painter.add(pen::filled_rect(rect, 0.3 * q, p.plan.gamma_multiply(0.14)));
        let mut out = Vec::new();
        pen::dashed_rect(&mut out, rect, 0.3 * q, width, (0.5 * q).max(8.0), p.plan);
        painter.extend(out);
    }
    if let Some(coast) = pointers.coast {
        let (land, out) = (layout.land(), outward(coast));
        let along = out.rot90() * land.width() / 2.0;
        let at = land.center() + out * (land.width() / 2.0 + width / 2.0);
        painter.line_segment([at - along, at + along], Stroke::new(2.0 * width + 3.0, p.halo));
        painter.line_segment([at - along, at + along], Stroke::new(2.0 * width, p.plan));
        for place in [-0.5, 0.0, 0.5] {
            let tip = at + along * place;
            let back = tip - out * 0.6 * q;
            let wing = out.rot90() * 0.45 * q;
            for (stroke, color) in [(width + 3.0, p.halo), (width, p.plan)] {
                let points = vec![back - wing, tip - out * 0.1 * q, back + wing];
                painter.add(pen::line(points, stroke, color));
            }
        }
    }
    for &edge in pointers.mouths {
        let at = layout.edge_middle(edge);
        let radius = (0.42 * q).max(8.0);
        painter.circle_stroke(at, radius, Stroke::new(width + 3.0, p.halo));
        painter.circle_stroke(at, radius, Stroke::new(width, p.plan));
    }
}

/// A line of play: its tiles with their numbers.
pub(super) fn numbered(painter: &Painter, layout: &Layout, line: &[Placement], p: &Palette) {
    let q = layout.square;
    for &placement in line {
        let (spot, rect) = (placement.spot(), layout.spot_rect(placement.spot()));
        let mut layers = TileLayers::default();
        layers.add(rect, spot.axis(), placement.mouths(), p, FaceStyle::Planned);
        let rim = rect.shrink(0.04 * q);
        let width = (0.06 * q).max(1.5);
        layers
            .grooves
            .push(pen::outlined_rect(rim, tile::CORNER * q, width, p.plan));
        painter.extend(layers.into_shapes());
    }
    for (n, &placement) in line.iter().enumerate() {
        let rect = layout.spot_rect(placement.spot());
        // In a corner, where no canal runs.
        let at = rect.left_top() + vec2(0.17, 0.17) * q;
        pen::badge(
            painter,
            at,
            (0.28 * q).max(7.0),
            &(n + 1).to_string(),
            p.plan,
            p.on_mark,
        );
    }
}

/// A tile that was laid, in a position from before that.
pub(super) fn made(painter: &Painter, layout: &Layout, made: Option<Placement>, p: &Palette) {
    let Some(placement) = made else { return };
    let (spot, rect) = (placement.spot(), layout.spot_rect(placement.spot()));
    let mut layers = TileLayers::default();
    layers.add(rect, spot.axis(), placement.mouths(), p, FaceStyle::Single);
    painter.extend(layers.into_shapes());
}

/// Its outline, over whatever else would lie there.
pub(super) fn made_outline(painter: &Painter, layout: &Layout, made: Option<Placement>, p: &Palette) {
    let Some(placement) = made else { return };
    let q = layout.square;
    let rim = layout.spot_rect(placement.spot()).shrink(0.02 * q);
    let (width, radius) = ((0.10 * q).max(2.0), tile::CORNER * q);
    let mut out = vec![pen::outlined_rect(rim, radius, width + 2.0, p.halo)];
    pen::dashed_rect(&mut out, rim, radius, width, (0.22 * q).max(5.0), p.bad);
    painter.extend(out);
}

/// Placements to choose from, which may lie on each other: outlines, and badges with their ranks beside each other.
pub(super) fn ranked(
    painter: &Painter,
    layout: &Layout,
    ranked: &[(usize, Placement)],
    pointed_out: Option<Placement>,
    p: &Palette,
) {
    let q = layout.square;
    let radius = (0.30 * q).max(7.5);
    let is_pointed_out = |placement: Placement| pointed_out == Some(placement);
    if let Some(&(_, placement)) = ranked.iter().find(|(_, placement)| is_pointed_out(*placement)) {
        let (spot, rect) = (placement.spot(), layout.spot_rect(placement.spot()));
        let mut layers = TileLayers::default();
        layers.add(rect, spot.axis(), placement.mouths(), p, FaceStyle::Planned);
        painter.extend(layers.into_shapes());
    }
    // The best is drawn last, on top of the others.
    for (n, &(_, placement)) in ranked.iter().enumerate().rev() {
        // Several ways to lie on the same squares are outlined within each other.
        let outer = ranked[..n]
            .iter()
            .filter(|(_, other)| other.spot() == placement.spot());
        let inset = 0.05 + 0.12 * outer.count() as f32;
        let rim = layout.spot_rect(placement.spot()).shrink(inset * q);
        let strong = n == 0 || is_pointed_out(placement);
        let width = if strong {
            (0.11 * q).max(2.5)
        } else {
            (0.06 * q).max(1.5)
        };
        let mut out = vec![pen::outlined_rect(rim, tile::CORNER * q, width + 2.0, p.halo)];
        if strong {
            out.push(pen::outlined_rect(rim, tile::CORNER * q, width, p.plan));
        } else {
            pen::dashed_rect(
                &mut out,
                rim,
                tile::CORNER * q,
                width,
                (0.25 * q).max(5.0),
                p.plan,
            );
        }
        painter.extend(out);
    }
    let placements: Vec<Placement> = ranked.iter().map(|&(_, placement)| placement).collect();
    for (&(rank, placement), at) in ranked.iter().zip(badge_places(layout, &placements, radius)) {
        let grown = if is_pointed_out(placement) {
            radius * 1.2
        } else {
            radius
        };
        pen::badge(painter, at, grown, &rank.to_string(), p.plan, p.on_mark);
    }
}

/// A place for the badge of each placement, on it and as far as there is room clear of the others' badges.
fn badge_places(layout: &Layout, placements: &[Placement], radius: f32) -> Vec<Pos2> {
    let mut taken: Vec<Pos2> = Vec::new();
    for placement in placements {
        let rect = layout.spot_rect(placement.spot());
        let middles = placement
            .squares()
            .map(|square| layout.square_rect(square).center());
        let corners = [
            rect.left_top(),
            rect.right_top(),
            rect.right_bottom(),
            rect.left_bottom(),
        ];
        let choices = [middles[1], middles[0], middles[2]].into_iter().chain(corners);
        let clear = |at: &Pos2| {
            let nearest = taken.iter().map(|other| other.distance(*at));
            nearest.fold(f32::INFINITY, f32::min)
        };
        let mut best = rect.center();
        let mut most = f32::NEG_INFINITY;
        for at in choices {
            let room = clear(&at).min(2.0 * radius + 2.0);
            if room > most {
                (best, most) = (at, room);
            }
        }
        taken.push(best);
    }
    taken
}

/// Faults that an editor found.
pub(super) fn faults(painter: &Painter, layout: &Layout, marks: &[FaultMark], p: &Palette) {
    for &mark in marks {
        match mark {
            FaultMark::Square(square) => covered(painter, layout, square, p),
            FaultMark::Edge(edge) => crossed_edge(painter, layout, edge, p),
        }
    }
}

/// The square under the keyboard: four corners.
pub(super) fn cursor(painter: &Painter, layout: &Layout, square: Square, p: &Palette) {
    let q = layout.square;
    corners(
        painter,
        layout.square_rect(square).expand(0.04 * q),
        0.32 * q,
        (0.10 * q).max(2.5),
        p.focus,
        p,
    );
}

/// A square that was pointed out: a ring with four ticks.
pub(super) fn selected(painter: &Painter, layout: &Layout, square: Square, p: &Palette) {
    let q = layout.square;
    let at = layout.square_rect(square).center();
    for (width, color) in [((0.22 * q).max(5.0), p.halo), ((0.11 * q).max(2.5), p.warn)] {
        painter.circle_stroke(at, 0.78 * q, Stroke::new(width, color));
        for side in tayu_core::Side::ALL {
            let out = outward(side);
            painter.line_segment(
                [at + out * 0.78 * q, at + out * 1.15 * q],
                Stroke::new(width, color),
            );
        }
    }
}

fn corners(painter: &Painter, rect: Rect, arm: f32, width: f32, color: egui::Color32, p: &Palette) {
    for (width, color) in [(width + 2.5, p.halo), (width, color)] {
        for (corner, x, y) in [
            (rect.left_top(), 1.0, 1.0),
            (rect.right_top(), -1.0, 1.0),
            (rect.right_bottom(), -1.0, -1.0),
            (rect.left_bottom(), 1.0, -1.0),
        ] {
            painter.add(pen::line(
                vec![corner + vec2(x * arm, 0.0), corner, corner + vec2(0.0, y * arm)],
                width,
                color,
            ));
        }
    }
}

#[cfg(test)]
mod tests {
    use egui::pos2;

    use super::*;

    /// Several ways to lie on the same squares, beside each other and across each other.
    #[test]
    fn badges_do_not_cover_each_other() {
        let area = Rect::from_min_size(pos2(0.0, 0.0), Vec2::splat(520.0));
        let layout = Layout::fit(area, 1.0, 1.0, Vec2::splat(9.5));
        let radius = (0.30 * layout.square).max(7.5);
        for crowd in [
            "i10-147 i10-358 j11|147 j11|358 h10-147",
            "i10-147 i10-123 i10-567 i10-358",
            "j10|147 i9-147 j9|147 i8-147 j8|147",
        ] {
            let placements: Vec<Placement> = crowd.split(' ').map(|t| t.parse().unwrap()).collect();
            let places = badge_places(&layout, &placements, radius);
            assert_eq!(places.len(), placements.len());
            for (n, (at, placement)) in places.iter().zip(&placements).enumerate() {
                assert!(layout.spot_rect(placement.spot()).expand(1.0).contains(*at));
                for other in &places[..n] {
                    assert!(
                        at.distance(*other) >= 2.0 * radius - 1.0,
                        "{crowd}: {at:?} {other:?}"
                    );
                }
            }
        }
    }
}
