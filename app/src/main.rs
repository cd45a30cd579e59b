//! The program: a window, or the command line.

use std::process::ExitCode;

fn main() -> ExitCode {
    tayu::log::start();
    tayu::cli::main()
}
