//! Where on the screen the squares of the board lie.

use egui::{Pos2, Rect, Vec2, pos2, vec2};
use tayu_core::geometry::BOARD_SIZE;
use tayu_core::{Edge, Side, Spot, Square};

/// Sea between the land and the rim of the picture, in squares.
pub(super) const SEA_WIDTH: f32 = 2.3;

/// The place of the board: its north-west corner and the length of a square, both on whole pixels.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Layout {
    pub(super) origin: Pos2,
    pub(super) square: f32,
}

impl Layout {
    /// The board in `area`, `zoom` times as large as it fits, `centre` (in squares from the north-west corner)
    /// in the middle as far as the picture has no need to end before the area does.
    pub(super) fn fit(area: Rect, pixels_per_point: f32, zoom: f32, centre: Vec2) -> Self {
        let squares = BOARD_SIZE as f32 + 2.0 * SEA_WIDTH;
        let nearest = |points: f32| (points * pixels_per_point).round() / pixels_per_point;
        let whole = |points: f32| (points * pixels_per_point).floor() / pixels_per_point;
        let square = whole(area.size().min_elem().max(0.0) / squares * zoom).max(1.0 / pixels_per_point);
        let centre = Self::clamp_centre(area, square, centre);
        let corner = area.center() - centre * square;
        Self {
            origin: pos2(nearest(corner.x), nearest(corner.y)),
            square,
        }
    }

    fn clamp_centre(area: Rect, square: f32, centre: Vec2) -> Vec2 {
        let middle = BOARD_SIZE as f32 / 2.0;
        let clamp = |at: f32, room: f32| {
            let reach = (middle + SEA_WIDTH - room / square / 2.0).max(0.0);
            at.clamp(middle - reach, middle + reach)
        };
        vec2(clamp(centre.x, area.width()), clamp(centre.y, area.height()))
    }

    /// What lies in the middle of `area`, in squares from the north-west corner.
    pub(super) fn centre(&self, area: Rect) -> Vec2 {
        (area.center() - self.origin) / self.square
    }

    pub(super) fn land(&self) -> Rect {
        Rect::from_min_size(self.origin, Vec2::splat(self.square * BOARD_SIZE as f32))
    }

    pub(super) fn square_rect(&self, square: Square) -> Rect {
        let (x, y) = (square.column() as f32, (BOARD_SIZE - 1 - square.row()) as f32);
        Rect::from_min_size(self.origin + vec2(x, y) * self.square, Vec2::splat(self.square))
    }

    pub(super) fn spot_rect(&self, spot: Spot) -> Rect {
        let [first, _, last] = spot.squares();
        self.square_rect(first).union(self.square_rect(last))
    }

    /// The middle of an edge.
    pub(super) fn edge_middle(&self, edge: Edge) -> Pos2 {
        self.square_rect(edge.square).center() + outward(edge.side) * (self.square / 2.0)
    }

    pub(super) fn square_at(&self, pos: Pos2) -> Option<Square> {
        let at = (pos - self.origin) / self.square;
        let inside = |c: f32| (0.0..BOARD_SIZE as f32).contains(&c).then_some(c as usize);
        Square::new(inside(at.x)?, BOARD_SIZE - 1 - inside(at.y)?)
    }
}

/// The direction of a side on the screen, of length 1.
pub(super) const fn outward(side: Side) -> Vec2 {
    match side {
        Side::North => vec2(0.0, -1.0),
        Side::East => vec2(1.0, 0.0),
        Side::South => vec2(0.0, 1.0),
        Side::West => vec2(-1.0, 0.0),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn squares_are_found_where_they_are_drawn() {
        for (size, scale, zoom) in [(480.0, 1.0, 1.0), (777.0, 1.25, 1.0), (1200.0, 1.5, 3.0)] {
            let area = Rect::from_min_size(pos2(13.0, 7.0), vec2(size * 1.4, size));
            let layout = Layout::fit(area, scale, zoom, vec2(4.0, 30.0));
            for square in Square::all() {
                let rect = layout.square_rect(square);
                assert_eq!(layout.square_at(rect.center()), Some(square));
                assert_eq!(layout.square_at(rect.min + vec2(0.1, 0.1)), Some(square));
                assert_eq!(layout.square_at(rect.max - vec2(0.1, 0.1)), Some(square));
            }
            let land = layout.land();
            for outside in [land.min - vec2(0.1, 0.0), land.max + vec2(0.0, 0.1)] {
                assert_eq!(layout.square_at(outside), None);
            }
            let pixels = layout.square * scale;
            assert!((pixels - pixels.round()).abs() < 1e-3, "{pixels}");
        }
    }

    #[test]
    fn looking_again_moves_nothing() {
        let area = Rect::from_min_size(pos2(3.3, 1.7), vec2(913.0, 641.0));
        for scale in [1.0, 1.25, 1.5, 1.7] {
            let first = Layout::fit(area, scale, 2.3, vec2(7.123, 11.9));
            let mut layout = first;
            for _ in 0..1000 {
                layout = Layout::fit(area, scale, 2.3, layout.centre(area));
            }
            assert!((layout.origin - first.origin).length() < 0.01, "{scale}");
        }
    }

    #[test]
    fn the_picture_fills_its_area_when_zoomed() {
        let area = Rect::from_min_size(pos2(0.0, 0.0), vec2(600.0, 600.0));
        for corner in [vec2(-50.0, -50.0), vec2(50.0, -50.0), vec2(50.0, 50.0)] {
            let layout = Layout::fit(area, 1.0, 2.0, corner);
            let picture = layout.land().expand(SEA_WIDTH * layout.square + 1.5);
            assert!(picture.contains_rect(area), "{corner:?}");
        }
    }
}
