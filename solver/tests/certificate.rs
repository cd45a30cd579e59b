//! Certificates, checked again by another SAT solver than the one that found them.
#![allow(clippy::unwrap_used, clippy::panic, reason = "a test may fail")]

mod common;

use std::fs;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use tayu_core::{Product, Puzzle};
use tayu_solver::certificate::{Certificate, CertificateFault, NoCertificate};
use tayu_solver::optima::{Count, RunnerUp, SurveyOptions, survey};
use tayu_solver::{Answer, Options, StopFlag, Value, solve};
use z3::{SatResult, Solver};

fn answer(puzzle: &Arc<Puzzle>) -> Answer {
    solve(Arc::clone(puzzle), Options::default(), &StopFlag::new()).unwrap()
}

fn certify(puzzle: &Arc<Puzzle>) -> Certificate {
    Certificate::write(&answer(puzzle), None, &StopFlag::new()).unwrap()
}

/// What Z3 says to the text of a certificate, which it reads by itself. It takes no comments.
fn second_opinion(text: &str) -> SatResult {
    let clauses = text.find("p cnf").unwrap();
    let solver = Solver::new_for_logic("QF_FD").unwrap();
    solver.from_string(&text[clauses..]);
    solver.check()
}

/// A case with no tile to come.
fn without_sequence(name: &str) -> Arc<Puzzle> {
    let (puzzle, _) = case(name);
    let mut draft = puzzle.draft().clone();
    draft.setup.sequence.clear();
    Arc::new(draft.puzzle().unwrap())
}

#[test]
fn a_puzzle_without_tiles_has_a_certificate_and_one_play() {
    let puzzle = without_sequence("endgame/e241.tayu.json");
    let proved = answer(&puzzle);
    let certificate = certify(&puzzle);
    assert_eq!(second_opinion(certificate.text()), SatResult::Unsat);
    let Value::Product(product) = proved.outcome.line().value() else {
        panic!("{proved:?}")
    };
    assert_eq!(
        Certificate::check(&puzzle, product, certificate.text()),
        Ok(certificate)
    );
    let survey = survey(&proved, SurveyOptions::default(), || ()).unwrap();
    let optima = survey.wait(Duration::from_secs(60)).unwrap().unwrap();
    assert_eq!(
        (optima.plays, optima.runner_up, optima.one_board),
        (Count::Exactly(1), RunnerUp::None, Some(true))
    );
    assert!(optima.first_placements.is_empty() && optima.is_complete());
}

fn case(name: &str) -> (Arc<Puzzle>, u32) {
    common::cases().remove(name).unwrap()
}

#[test]
fn another_solver_agrees() {
    let mut asked = 0;
    for (name, (puzzle, product)) in common::cases() {
        let certificate = certify(&puzzle);
        assert_eq!(second_opinion(certificate.text()), SatResult::Unsat, "{name}");
        let checked = Certificate::check(&puzzle, Product::new(product), certificate.text());
        assert_eq!(checked.as_ref(), Ok(&certificate), "{name}");
        asked += certificate.question_count();
    }
    assert!(asked > 24, "{asked}");
}

#[test]
fn a_longer_sequence() {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/data/bench");
    let read = |name: &str| fs::read_to_string(folder.join(name)).unwrap();
    let name = "midgame/m260.tayu.json";
    let expected: serde_json::Value = serde_json::from_str(&read("expected.json")).unwrap();
    let product = expected[name]["product"].as_u64().unwrap() as u32;
    let puzzle = Arc::new(Puzzle::from_json(&read(name)).unwrap());
    let certificate = certify(&puzzle);
    assert_eq!(second_opinion(certificate.text()), SatResult::Unsat);
    let checked = Certificate::check(&puzzle, Product::new(product), certificate.text());
    assert_eq!(checked, Ok(certificate));
}

#[test]
fn small_puzzles_of_all_shapes() {
    for (name, puzzle, product) in common::small_puzzles(60) {
        let certificate = certify(&puzzle);
        assert_eq!(second_opinion(certificate.text()), SatResult::Unsat, "{name}");
        let checked = Certificate::check(&puzzle, Product::new(product), certificate.text());
        assert_eq!(checked.as_ref(), Ok(&certificate), "{name}");
    }
}

/// What the check leaves to the other solver, the other solver does find out.
#[test]
fn a_product_that_is_too_low_gives_a_formula_that_can_be_satisfied() {
    let (puzzle, product) = case("endgame/e241.tayu.json");
    let text = certify(&puzzle).text().to_owned();
    // The best line's own points, asked of both formulas.
    let coasts = answer(&puzzle).outcome.line().coasts();
    let [a, b] = puzzle.goal().pair().coasts().map(|coast| coasts.get(coast));
    let lower = format!("c product {}", product - 1);
    let header = text.lines().take_while(|line| !line.starts_with("c cut"));
    let header = header.take_while(|line| !line.starts_with("c question"));
    let mut lines: Vec<String> = header.map(ToOwned::to_owned).collect();
    lines[3] = lower;
    for formula in ["geometry", "exact"] {
        let mut lines = lines.clone();
        lines.push(format!("c question {formula} {a} {b}"));
        let written = rewritten(&puzzle, product - 1, lines);
        assert_eq!(second_opinion(&written), SatResult::Sat, "{formula}");
    }
}

/// The certificate that begins like this, with the rest as the program writes it. All pairs that are not
/// asked about are asked of the exact formula.
fn rewritten(puzzle: &Puzzle, product: u32, mut lines: Vec<String>) -> String {
    loop {
        let text = format!("{}\np cnf 0 0\n", lines.join("\n"));
        match Certificate::check(puzzle, Product::new(product), &text) {
            Err(CertificateFault::Uncovered([a, b])) => lines.push(format!("c question exact {a} {b}")),
            Err(CertificateFault::Differs { .. }) => {
                return Certificate::rewrite(puzzle, &text).unwrap().text().to_owned();
            }
            other => panic!("{other:?}"),
        }
    }
}

#[test]
fn tampered_certificates_are_refused() {
    let (puzzle, product) = case("endgame/e247.tayu.json");
    let text = certify(&puzzle).text().to_owned();
    let lines: Vec<&str> = text.lines().collect();
    let check = |lines: &[&str]| {
        let text: String = lines.iter().flat_map(|line| [line, "\n"]).collect();
        Certificate::check(&puzzle, Product::new(product), &text)
    };
    assert!(check(&lines).is_ok());
    let first_clause = lines.iter().position(|line| line.starts_with("p cnf")).unwrap() + 1;

    // A question is left out.
    let question = lines
        .iter()
        .position(|line| line.starts_with("c question"))
        .unwrap();
    let mut fewer = lines.clone();
    fewer.remove(question);
    let fault = check(&fewer);
    assert!(matches!(fault, Err(CertificateFault::Uncovered(_))), "{fault:?}");

    // A clause is left out, added, or has a literal changed: wherever it is.
    for n in [first_clause, lines.len() / 2, lines.len() - 1] {
        let mut without = lines.clone();
        without.remove(n);
        let mut negated: Vec<String> = lines.iter().map(ToString::to_string).collect();
        negated[n] = match negated[n].strip_prefix('-') {
            Some(rest) => rest.to_owned(),
            None => format!("-{}", negated[n]),
        };
        let negated: Vec<&str> = negated.iter().map(String::as_str).collect();
        let mut more = lines.clone();
        more.insert(n, "0");
        for tampered in [without, negated, more] {
            let fault = check(&tampered);
            // In the clause that ends it, a literal more or less may only show in the line after.
            let Err(CertificateFault::Differs { line }) = fault else {
                panic!("{fault:?}")
            };
            assert!(line == n + 1, "{line} for {n}");
        }
    }

    // It is for another puzzle, another product, or made otherwise.
    let (other, product_of_other) = case("endgame/e245.tayu.json");
    let fault = Certificate::check(&other, Product::new(product_of_other), &text);
    assert!(
        matches!(fault, Err(CertificateFault::OtherProduct { .. })),
        "{fault:?}"
    );
    let fault = Certificate::check(&other, Product::new(product), &text);
    assert!(fault.is_err(), "{fault:?}");
    for (from, to, expected) in [
        (lines[0], "c tayu-certificate 2", CertificateFault::Version(2)),
        (
            lines[1],
            "c release 0.0.0",
            CertificateFault::OtherRelease {
                found: "0.0.0".into(),
            },
        ),
    ] {
        let fault = Certificate::check(&puzzle, Product::new(product), &text.replace(from, to));
        assert_eq!(fault, Err(expected));
    }
    for nonsense in ["", "p cnf 0 0\n", "{}", &text.replace("c question", "c qwestion")] {
        let fault = Certificate::check(&puzzle, Product::new(product), nonsense);
        assert!(matches!(fault, Err(CertificateFault::Line { .. })), "{fault:?}");
    }
}

#[test]
fn what_is_not_proved_is_not_certified() {
    let stop = StopFlag::new();
    stop.raise();
    let stopped = solve(common::whole_game(1), Options::default(), &stop).unwrap();
    assert!(!stopped.outcome.is_optimal());
    let refused = Certificate::write(&stopped, None, &StopFlag::new());
    assert!(matches!(refused, Err(NoCertificate::NotProved)), "{refused:?}");

    let (puzzle, product) = case("endgame/e247.tayu.json");
    let proved = answer(&puzzle);
    assert_eq!(
        proved.outcome.line().value(),
        Value::Product(Product::new(product))
    );
    let refused = Certificate::write(&proved, None, &stop);
    assert!(matches!(refused, Err(NoCertificate::Stopped)), "{refused:?}");
}
