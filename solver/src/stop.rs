//! A flag that asks a search to stop, and waiting until it has.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

/// A flag that asks a search to stop. Its clones are the same flag; once raised it stays raised.
#[derive(Debug, Clone, Default)]
pub struct StopFlag(Arc<AtomicBool>);

impl StopFlag {
    /// A flag that is not raised.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Raises the flag.
    pub fn raise(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Whether the flag has been raised.
    #[must_use]
    pub fn is_raised(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// Waits until a thread has ended, but no longer than `patience`. Returns whether it has.
pub(crate) fn wait_for(thread: &JoinHandle<()>, patience: Duration) -> bool {
    const POLL: Duration = Duration::from_millis(2);
    let started = Instant::now();
    while !thread.is_finished() && started.elapsed() < patience {
        thread::sleep(POLL);
    }
    thread.is_finished()
}
