//! Ctrl-C while a search goes on.

use std::process;

use tayu_solver::StopFlag;

use super::Status;

/// A flag that the first Ctrl-C raises, so that the best found so far can still be printed. The second one ends
/// the program at once.
pub(super) fn stop_flag() -> StopFlag {
    let stop = StopFlag::new();
    let raised = stop.clone();
    let installed = ctrlc::set_handler(move || {
        if raised.is_raised() {
            process::exit(Status::Failed.code().into());
        }
        raised.raise();
    });
    if let Err(error) = installed {
        // Ctrl-C then ends the program as it ends any other.
        tracing::warn!("Ctrl-C can't be caught: {error}");
    }
    stop
}
