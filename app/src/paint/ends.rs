//! Where canals end: fans at the sea, open mouths, and dams where no tile can go on.

use std::collections::BTreeSet;
use std::f32::consts::PI;

use egui::epaint::{PathShape, PathStroke};
use egui::{Painter, Pos2, Shape, Vec2};
use tayu_core::{Edge, Placement, Setup, Side, Square};

use super::layout::{Layout, outward};
use super::palette::Palette;
use super::pen;
use super::tile::{BANK, TileLayers, WATER};

/// The ends of the canals of some tiles, which need not fit together.
#[derive(Debug, Default)]
pub(super) struct Ends {
    /// Mouths that reach the sea.
    pub(super) sea: Vec<Edge>,
    /// Mouths that face a free square.
    pub(super) open: Vec<Edge>,
    /// Those of the open ones that no tile of any kind can continue. Empty where the tiles break the rules.
    pub(super) dead: Vec<Edge>,
}

impl Ends {
    pub(super) fn of(tiles: &[Placement]) -> Self {
        let covered: BTreeSet<Square> = tiles.iter().flat_map(|t| t.squares()).collect();
        let mut ends = Self::default();
        for edge in tiles.iter().flat_map(|t| t.mouth_edges()) {
            match edge.from_beyond() {
                None => ends.sea.push(edge),
                Some(beyond) if !covered.contains(&beyond.square) => ends.open.push(edge),
                Some(_) => {}
            }
        }
        let setup = Setup {
            board: tiles.to_vec(),
            sequence: Vec::new(),
        };
        if let Ok(position) = setup.position() {
            let board = position.board();
            ends.dead = ends
                .open
                .iter()
                .copied()
                .filter(|&edge| board.is_dead(edge))
                .collect();
        }
        ends
    }

    /// Adds fans, open mouths and dams to the tiles' shapes.
    pub(super) fn add_to(&self, layers: &mut TileLayers, layout: &Layout, p: &Palette) {
        for &edge in &self.sea {
            fan(layers, layout, edge, p);
        }
        for &edge in &self.open {
            if self.dead.contains(&edge) {
                dam(layers, layout, edge, p);
            } else {
                open_mouth(layers, layout, edge, p);
            }
        }
    }

    /// Writes its points into each fan.
    pub(super) fn write_points(&self, painter: &Painter, layout: &Layout) {
        let size = (0.42 * layout.square).clamp(8.5, 26.0);
        for &edge in &self.sea {
            let points = if edge.square.is_marked_for(edge.side) {
                "2"
            } else {
                "1"
            };
            let at = layout.edge_middle(edge) + outward(edge.side) * FAN_NUMBER * layout.square;
            pen::text(painter, at, points, size, true, 0.0, egui::Color32::WHITE);
        }
    }
}

/// Length of a fan and where its number stands, in squares from the land.
const FAN_LENGTH: f32 = 0.70;
const FAN_NUMBER: f32 = 0.44;

fn fan(layers: &mut TileLayers, layout: &Layout, edge: Edge, p: &Palette) {
    let q = layout.square;
    let (from, out) = (layout.edge_middle(edge), outward(edge.side));
    let side = out.rot90();
    // A trumpet: the width grows slowly at first.
    let outline = |narrow: f32, wide: f32, length: f32| -> Vec<Pos2> {
        let steps = 8;
        let rim = |sign: f32| {
            (0..=steps).map(move |n| {
                let t = n as f32 / steps as f32;
                let width = narrow + (wide - narrow) * t * t * (3.0 - 2.0 * t);
                from + out * (t * length - 0.02) * q + side * sign * width / 2.0 * q
            })
        };
        let bow = (1..8).map(|n| {
            let t = n as f32 / 8.0;
            from + out * (length + 0.09 * (PI * t).sin()) * q + side * (0.5 - t) * wide * q
        });
        rim(1.0)
            .chain(bow)
            .chain(rim(-1.0).collect::<Vec<_>>().into_iter().rev())
            .collect()
    };
    layers
        .banks
        .push(strip_fill(&outline(BANK, 0.80, FAN_LENGTH), p.bank));
    layers
        .waters
        .push(strip_fill(&outline(WATER, 0.68, FAN_LENGTH - 0.03), p.water));
    let crest = outline(WATER, 0.52, FAN_LENGTH - 0.05);
    let bow = crest.get(9..16).unwrap_or_default().to_vec();
    layers.shines.push(pen::line(bow, (0.05 * q).max(1.0), p.shine));
}

/// Fills an outline that is as wide on both sides of its axis, point `n` opposite point `len − 1 − n`.
fn strip_fill(outline: &[Pos2], color: egui::Color32) -> Shape {
    let mut shapes = Vec::new();
    let count = outline.len();
    let mut mesh = egui::epaint::Mesh::default();
    for &point in outline {
        mesh.colored_vertex(point, color);
    }
    for n in 0..count / 2 {
        let (a, b, c, d) = (n, n + 1, count - 1 - n, count.saturating_sub(2 + n));
        mesh.add_triangle(a as u32, b as u32, c as u32);
        mesh.add_triangle(b as u32, c as u32, d as u32);
    }
    shapes.push(Shape::mesh(mesh));
    shapes.push(Shape::Path(PathShape::closed_line(
        outline.to_vec(),
        PathStroke::new(1.0, color),
    )));
    Shape::Vec(shapes)
}

/// Water that spills over the rim, with ripples running on.
fn open_mouth(layers: &mut TileLayers, layout: &Layout, edge: Edge, p: &Palette) {
    let q = layout.square;
    let (at, out) = (layout.edge_middle(edge), outward(edge.side));
    let heading = angle(edge.side);
    let pool = |radius: f32| -> Shape {
        let points = (0..=12)
            .map(|n| {
                let turn = Vec2::angled(heading - PI / 2.0 + PI * n as f32 / 12.0);
                at + (turn * radius - out * 0.02) * q
            })
            .collect();
        Shape::convex_polygon(
            points,
            if radius > WATER / 2.0 + 0.03 {
                p.bank
            } else {
                p.water
            },
            PathStroke::NONE,
        )
    };
    layers.banks.push(pool(BANK / 2.0));
    layers.waters.push(pool(WATER / 2.0));
    let width = (0.06 * q).max(1.2);
    for (radius, alpha) in [(0.30, 1.0), (0.42, 0.55)] {
        layers.shines.push(pen::arc(
            at,
            radius * q,
            heading - 0.85,
            heading + 0.85,
            width,
            p.open.gamma_multiply(alpha),
        ));
    }
}

/// A beam across the mouth.
fn dam(layers: &mut TileLayers, layout: &Layout, edge: Edge, p: &Palette) {
    let q = layout.square;
    let (at, out) = (layout.edge_middle(edge), outward(edge.side));
    let side = out.rot90();
    // Within the tile, so that neither a frame nor a neighbour hides it.
    let at = at - out * 0.065 * q;
    let beam = |half: f32, width: f32, color| {
        pen::line(vec![at - side * half * q, at + side * half * q], width * q, color)
    };
    layers.shines.push(beam(0.29, 0.20, p.dam));
    layers.shines.push(beam(0.25, 0.115, p.dam_light));
    for along in [-0.13, 0.0, 0.13] {
        let middle = at + side * along * q;
        layers.shines.push(pen::line(
            vec![middle - out * 0.085 * q, middle + out * 0.085 * q],
            (0.035 * q).max(1.0),
            p.dam,
        ));
    }
}

fn angle(side: Side) -> f32 {
    outward(side).angle()
}
