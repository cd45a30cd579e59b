//! The log: what the program says of its own work, on standard error, for whoever wants to know.

use std::env::{self, VarError};
use std::io::{self, IsTerminal};

use tracing_subscriber::EnvFilter;

/// What is logged is named in the first of these that is set, as directives of [`EnvFilter`]:
/// `tayu_solver=debug` tells what each engine was asked and what it answered.
const VARIABLES: [&str; 2] = ["TAYU_LOG", "RUST_LOG"];

/// What is logged otherwise.
const USUAL: &str = "tayu=warn,tayu_solver=warn";

/// Comes before what the user names and so gives way to it. At the level of debugging the binding of Z3 reports
/// every node of a formula that is made or dropped, and nothing else could be read.
const QUIET: &str = "z3=info";

/// Starts the log. To be called once, before anything that may be logged.
pub fn start() {
    let (filter, fault) = match asked_for() {
        None => (usual(), None),
        Some((variable, directives)) => match filter(&directives) {
            Ok(filter) => (filter, None),
            Err(error) => (usual(), Some(format!("{variable} is not understood: {error}"))),
        },
    };
    tracing_subscriber::fmt()
        .with_env_filter(filter)
        // Results go to standard output, and nothing else does.
        .with_writer(io::stderr)
        .with_ansi(io::stderr().is_terminal())
        .init();
    if let Some(fault) = fault {
        tracing::warn!("{fault}");
    }
}

/// The first variable that is set, and what it says.
fn asked_for() -> Option<(&'static str, String)> {
    VARIABLES
        .into_iter()
        .find_map(|variable| match env::var(variable) {
            Ok(directives) if !directives.is_empty() => Some((variable, directives)),
            Ok(_) | Err(VarError::NotPresent) => None,
            Err(VarError::NotUnicode(directives)) => {
                Some((variable, directives.to_string_lossy().into_owned()))
            }
        })
}

fn filter(directives: &str) -> Result<EnvFilter, tracing_subscriber::filter::ParseError> {
    EnvFilter::builder().parse(format!("{QUIET},{directives}"))
}

fn usual() -> EnvFilter {
    EnvFilter::new(USUAL)
}
