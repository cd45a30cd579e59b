//! The course of a tile's canal, as geometry in the tile's own measure.
//!
//! A tile is 3 × 1. `u` runs along it from −1.5 at exit 8 to 1.5 at exit 4, `v` across from −0.5 at the exits
//! 1 2 3 to 0.5 at 7 6 5. The canal follows the middle line and swings to a mouth in a quarter circle.

use std::sync::LazyLock;

use tayu_core::{Exit, Mouths};

/// A point of a tile: along it and across it, in squares from its middle.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct TilePoint {
    /// Along the tile, from −1.5 at exit 8 to 1.5 at exit 4.
    pub u: f32,
    /// Across the tile, from −0.5 at the exits 1 2 3 to 0.5 at the exits 7 6 5.
    pub v: f32,
}

/// A course of water from one mouth to another, as a line of points.
pub type Course = Vec<TilePoint>;

/// The canal of a tile with these mouths: a course between each two of them. They share the middle line,
/// so that drawn over each other they make one canal.
#[must_use]
pub fn courses(mouths: Mouths) -> &'static [Course] {
    &COURSES[usize::from(mouths.mask())]
}

/// Where an exit lies on the rim.
#[must_use]
pub const fn exit_point(exit: Exit) -> TilePoint {
    let (u, v) = match exit.index() {
        n @ 0..=2 => (n as f32 - 1.0, -0.5),
        3 => (1.5, 0.0),
        n @ 4..=6 => (5.0 - n as f32, 0.5),
        _ => (-1.5, 0.0),
    };
    TilePoint { u, v }
}

/// The direction out of the tile at an exit, one square long.
#[must_use]
pub const fn outward(exit: Exit) -> TilePoint {
    let (u, v) = match exit.index() {
        0..=2 => (0.0, -1.0),
        3 => (1.0, 0.0),
        4..=6 => (0.0, 1.0),
        _ => (-1.0, 0.0),
    };
    TilePoint { u, v }
}

/// Radius of the bend from the middle line to a mouth on a long side, in squares.
const BEND: f32 = 0.5;
/// Straight pieces of a bend.
const BEND_STEPS: usize = 7;

static COURSES: LazyLock<Vec<Vec<Course>>> = LazyLock::new(|| {
    (0..=u8::MAX)
        .map(|mask| {
            let exits: Vec<Exit> = Exit::ALL
                .into_iter()
                .filter(|e| mask & 1 << e.index() != 0)
                .collect();
            if exits.len() != 3 {
                return Vec::new();
            }
            vec![
                course(exits[0], exits[1]),
                course(exits[1], exits[2]),
                course(exits[0], exits[2]),
            ]
        })
        .collect()
});

fn course(from: Exit, to: Exit) -> Course {
    let (start, end) = (exit_point(from), exit_point(to));
    if start.u == end.u {
        return vec![start, end];
    }
    let towards = (end.u - start.u).signum();
    let mut points = swing(start, towards);
    points.extend(swing(end, -towards).into_iter().rev());
    // A bend that ends where the next begins would leave a piece of no length.
    points.dedup_by(|a, b| (a.u - b.u).hypot(a.v - b.v) < 1e-4);
    points
}

/// From an exit to the middle line, on which it then goes on to rising (`towards` 1) or falling (−1) `u`.
fn swing(exit: TilePoint, towards: f32) -> Course {
    if exit.v == 0.0 {
        return vec![exit];
    }
    // Straight through the rim, so that the end is square however it is cut.
    let lead = TilePoint {
        u: exit.u,
        v: exit.v * 0.88,
    };
    let bend = (1..=BEND_STEPS).map(|step| {
        let angle = std::f32::consts::FRAC_PI_2 * step as f32 / BEND_STEPS as f32;
        TilePoint {
            u: exit.u + towards * BEND * (1.0 - angle.cos()),
            v: exit.v * (1.0 - angle.sin()),
        }
    });
    [exit, lead].into_iter().chain(bend).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use tayu_core::Tile;

    fn readings() -> impl Iterator<Item = Mouths> {
        Tile::all().flat_map(Tile::readings)
    }

    #[test]
    fn every_mouth_is_reached_and_all_are_joined() {
        assert_eq!(readings().count(), 56);
        for mouths in readings() {
            let mut pairs = Vec::new();
            for course in courses(mouths) {
                let ends = [course[0], course[course.len() - 1]];
                pairs.push(ends.map(|end| {
                    mouths
                        .exits()
                        .find(|&exit| exit_point(exit) == end)
                        .unwrap_or_else(|| panic!("{mouths}: {end:?} is no mouth"))
                }));
            }
            let [a, b, c] = mouths.exits().collect::<Vec<_>>()[..] else {
                panic!("{mouths}")
            };
            assert_eq!(pairs, [[a, b], [b, c], [a, c]]);
        }
    }

    #[test]
    fn courses_stay_on_the_tile_and_run_smoothly() {
        for mouths in readings() {
            for course in courses(mouths) {
                assert!(
                    course.iter().all(|p| p.u.abs() <= 1.5 && p.v.abs() <= 0.5),
                    "{mouths}"
                );
                let steps: Vec<TilePoint> = course
                    .windows(2)
                    .map(|w| TilePoint {
                        u: w[1].u - w[0].u,
                        v: w[1].v - w[0].v,
                    })
                    .filter(|d| d.u.hypot(d.v) > 1e-4)
                    .collect();
                for turn in steps.windows(2) {
                    let dot = turn[0].u * turn[1].u + turn[0].v * turn[1].v;
                    let cos = dot / (turn[0].u.hypot(turn[0].v) * turn[1].u.hypot(turn[1].v));
                    assert!(cos > 0.97, "{mouths}: {course:?}");
                }
            }
        }
    }

    #[test]
    fn courses_leave_at_right_angles_to_the_rim() {
        for mouths in readings() {
            for course in courses(mouths) {
                for (end, next) in [
                    (course[0], course[1]),
                    (course[course.len() - 1], course[course.len() - 2]),
                ] {
                    let Some(exit) = mouths.exits().find(|&e| exit_point(e) == end) else {
                        panic!("{mouths}")
                    };
                    let out = outward(exit);
                    let (du, dv) = (end.u - next.u, end.v - next.v);
                    assert!((du * out.u + dv * out.v) / du.hypot(dv) > 0.99, "{mouths} {exit}");
                }
            }
        }
    }

    #[test]
    fn half_a_turn_turns_the_canal() {
        for exit in Exit::ALL {
            let across = Exit::ALL[(exit.index() + 4) % 8];
            let (a, b) = (exit_point(exit), exit_point(across));
            assert_eq!((a.u, a.v), (-b.u, -b.v));
        }
    }
}
