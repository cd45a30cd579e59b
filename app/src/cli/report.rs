//! A puzzle and the answer to it, for people and for other programs.

use std::io::{self, Write};
use std::time::Duration;

use serde::Serialize;
use tayu_core::{Coasts, Goal, Pair, Placement, Puzzle, Side};
use tayu_solver::optima::Optima;
use tayu_solver::{Answer, FirstPlacement, LineEnd, Outcome, Proof, Value};

use super::beyond::{JsonFirst, JsonOptima};
use super::text_board::{self, LEGEND, NUMBERS_LEGEND, Style};

/// What `tayu solve --json` prints; the fields come in this order.
#[derive(Serialize)]
struct JsonAnswer {
    status: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    product: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    margin: Option<i32>,
    upper_bound: i64,
    coasts: JsonCoasts,
    placements: Vec<String>,
    seconds: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    optima: Option<JsonOptima>,
    #[serde(skip_serializing_if = "Option::is_none")]
    first_placements: Option<Vec<JsonFirst>>,
}

#[derive(Serialize)]
struct JsonCoasts {
    #[serde(rename = "N")]
    north: u32,
    #[serde(rename = "E")]
    east: u32,
    #[serde(rename = "S")]
    south: u32,
    #[serde(rename = "W")]
    west: u32,
}

/// The answer as one JSON object on one line.
///
/// # Errors
/// None in practice: numbers and texts can always be written.
pub(super) fn json(
    answer: &Answer,
    optima: Option<&Optima>,
    first: Option<&[FirstPlacement]>,
) -> io::Result<String> {
    let line = answer.outcome.line();
    let (product, margin) = match line.value() {
        Value::Product(product) => (Some(product.get()), None),
        Value::Margin(margin) => (None, Some(margin.get())),
    };
    let points = |coast| line.coasts().get(coast).get();
    let json = JsonAnswer {
        status: if answer.outcome.is_optimal() {
            "optimal"
        } else {
            "feasible"
        },
        product,
        margin,
        upper_bound: match upper_bound(&answer.outcome) {
            Value::Product(product) => product.get().into(),
            Value::Margin(margin) => margin.get().into(),
        },
        coasts: JsonCoasts {
            north: points(Side::North),
            east: points(Side::East),
            south: points(Side::South),
            west: points(Side::West),
        },
        placements: line.placements().iter().map(ToString::to_string).collect(),
        seconds: (answer.elapsed.as_secs_f64() * 1000.0).round() / 1000.0,
        optima: optima.map(JsonOptima::from),
        first_placements: first.map(|first| first.iter().map(JsonFirst::from).collect()),
    };
    Ok(serde_json::to_string(&json)?)
}

/// No line is worth more than this.
fn upper_bound(outcome: &Outcome) -> Value {
    match outcome {
        Outcome::Feasible { upper_bound, .. } | Outcome::Cancelled { upper_bound, .. } => *upper_bound,
        Outcome::Optimal { line, .. } => line.value(),
        // Nothing that was proved in a search that broke down is to be relied on.
        Outcome::Failed { best, .. } => match best.value() {
            Value::Product(_) => Value::ceiling(Goal::Maximize(Pair::NorthSouth)),
            Value::Margin(_) => Value::ceiling(Goal::Duel(Pair::NorthSouth)),
        },
    }
}

/// Writes what a puzzle asks for.
pub(super) fn write_question(out: &mut dyn Write, puzzle: &Puzzle) -> io::Result<()> {
    let about = puzzle.about();
    if let Some(title) = &about.title {
        let by = about
            .author
            .as_ref()
            .map(|author| format!(", by {author}"))
            .unwrap_or_default();
        writeln!(out, "{}", harmless(&format!("{title}{by}")))?;
    }
    if let Some(notes) = &about.notes {
        writeln!(out, "{}", harmless(notes))?;
    }
    let goal = match puzzle.goal() {
        Goal::Maximize(pair) => format!("The highest product of {} with these tiles", coast_names(pair)),
        Goal::Duel(pair) => {
            format!(
                "{pair} and {} lay these tiles in turn, {pair} first, each for the larger lead",
                pair.other()
            )
        }
    };
    let tiles: Vec<String> = puzzle.sequence().iter().map(ToString::to_string).collect();
    writeln!(
        out,
        "{goal}: {}\n",
        if tiles.is_empty() {
            "none".into()
        } else {
            tiles.join(" ")
        }
    )
}

/// Writes what was found and what was proved, and the line.
pub(super) fn write_answer(out: &mut dyn Write, answer: &Answer) -> io::Result<()> {
    let (puzzle, line) = (&answer.puzzle, answer.outcome.line());
    let (value, seconds) = (worth(puzzle.goal(), line.coasts()), seconds(answer.elapsed));
    match &answer.outcome {
        Outcome::Optimal { proof, .. } => {
            writeln!(
                out,
                "Proved best: {value}. {} ({seconds})",
                proof_in_words(*proof)
            )?;
        }
        outcome => {
            let bound = match upper_bound(outcome) {
                Value::Product(product) => format!("No line brings more than {product}"),
                Value::Margin(margin) => format!("{} can't force more than {margin}", puzzle.goal().pair()),
            };
            writeln!(out, "Best found, not proved: {value}. {bound}. ({seconds})")?;
        }
    }
    writeln!(out, "Coasts: {}\n", line.coasts())?;
    let width = line.placements().len().to_string().len();
    for (n, placement) in line.placements().iter().enumerate() {
        let text = format!("{:>width$}  {placement:<8}{}", n + 1, gains(*placement));
        writeln!(out, "{}", text.trim_end())?;
    }
    if let LineEnd::Stuck(tile) = line.end() {
        let number = line.placements().len() + 1;
        writeln!(out, "Tile {number}, {tile}, fits nowhere: that ends it.")?;
    }
    writeln!(out)
}

/// Writes the board of a puzzle with a line laid on it.
pub(super) fn write_board(
    out: &mut dyn Write,
    puzzle: &Puzzle,
    line: &[Placement],
    style: Style,
) -> io::Result<()> {
    writeln!(
        out,
        "{}{LEGEND}",
        text_board::draw(puzzle.position().placements(), line, style)
    )?;
    if line.is_empty() {
        return writeln!(out);
    }
    writeln!(out, "{NUMBERS_LEGEND}")
}

fn worth(goal: Goal, coasts: Coasts) -> String {
    let product = |pair: Pair| {
        let [a, b] = pair.coasts();
        let (product, x, y) = (coasts.product(pair), coasts.get(a), coasts.get(b));
        format!("{product} points ({} {x} × {} {y})", a.letter(), b.letter())
    };
    match goal {
        Goal::Maximize(pair) => product(pair),
        Goal::Duel(pair) => {
            let (own, other) = (product(pair), product(pair.other()));
            match coasts.margin(pair) {
                0 => format!("both are level: {own} against {other}"),
                margin @ 1.. => format!("{pair} leads by {margin}: {own} against {other}"),
                margin => format!("{} leads by {}: {other} against {own}", pair.other(), -margin),
            }
        }
    }
}

fn proof_in_words(proof: Proof) -> String {
    match proof {
        Proof::Rules => "The rules allow no more.".into(),
        Proof::Exhaustion => "Every line was tried.".into(),
        Proof::Refuted(engines) => format!("{engines} ruled out every higher product."),
        Proof::DuelSearch => "Every reply of both sides was searched.".into(),
    }
}

/// The points that a placement brings, coast by coast.
fn gains(placement: Placement) -> String {
    let mut gains = [0; 4];
    for mouth in placement.sea_mouths() {
        gains[mouth.side.index()] += if mouth.square.is_marked_for(mouth.side) {
            2
        } else {
            1
        };
    }
    let words = Side::ALL.into_iter().zip(gains).filter(|(_, gain)| *gain > 0);
    words
        .map(|(coast, gain)| format!("  {} +{gain}", coast.letter()))
        .collect()
}

fn coast_names(pair: Pair) -> String {
    let [a, b] = pair.coasts();
    format!("{a} and {b}")
}

fn seconds(time: Duration) -> String {
    format!("{:.2} s", time.as_secs_f64())
}

/// A text from a file without the control characters that a terminal would obey.
pub(super) fn harmless(text: &str) -> String {
    text.chars().filter(|&c| c == '\n' || !c.is_control()).collect()
}
