//! Work that goes on beside its caller and tells what it has found by now.

use std::io;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use crate::stop::{StopFlag, wait_for};

/// Work on a thread of its own. Dropping it stops the work.
#[derive(Debug)]
pub struct Task<T> {
    shared: Arc<Shared<T>>,
    stop: StopFlag,
    worker: JoinHandle<()>,
}

#[derive(Debug)]
struct Shared<T> {
    state: Mutex<State<T>>,
    changed: Condvar,
}

#[derive(Debug)]
struct State<T> {
    latest: Option<Arc<T>>,
    over: bool,
    paused: bool,
}

impl<T> Shared<T> {
    fn lock(&self) -> MutexGuard<'_, State<T>> {
        // Nothing that holds the lock leaves the state half changed.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Lets work that rests see that it is to stop.
    fn rouse(&self) {
        // Work that is about to rest holds the lock until it does: nobody falls asleep after this.
        drop(self.lock());
        self.changed.notify_all();
    }
}

impl<T: Send + Sync + 'static> Task<T> {
    /// Starts work. `on_change` is called on another thread when there is news, at most ten times a second, and once more at
    /// the end.
    pub(crate) fn start(
        name: &str,
        on_change: impl Fn() + Send + 'static,
        work: impl FnOnce(&mut Teller<'_, T>, &StopFlag) -> Option<T> + Send + 'static,
    ) -> io::Result<Self> {
        let state = State {
            latest: None,
            over: false,
            paused: false,
        };
        let shared = Arc::new(Shared {
            state: Mutex::new(state),
            changed: Condvar::new(),
        });
        let (stop, theirs) = (StopFlag::new(), Arc::clone(&shared));
        let raised = stop.clone();
        let worker = thread::Builder::new().name(name.into()).spawn(move || {
            let end = End {
                shared: &theirs,
                on_change: &on_change,
            };
            let mut teller = Teller {
                end: &end,
                stop: &raised,
                told: None,
            };
            if let Some(last) = work(&mut teller, &raised) {
                end.shared.lock().latest = Some(Arc::new(last));
            }
        })?;
        Ok(Self { shared, stop, worker })
    }

    /// What is known by now; `None` at the very beginning, and where there is nothing to find.
    #[must_use]
    pub fn latest(&self) -> Option<Arc<T>> {
        self.shared.lock().latest.clone()
    }

    /// Whether nothing more will be found.
    #[must_use]
    pub fn is_over(&self) -> bool {
        self.shared.lock().over
    }

    /// Asks it to stop: soon it is over, with what is known by then.
    pub fn stop(&self) {
        self.stop.raise();
        self.shared.rouse();
    }

    /// Lets it rest, or go on where it was. It rests as soon as it would tell something.
    pub fn pause(&self, paused: bool) {
        self.shared.lock().paused = paused;
        self.shared.changed.notify_all();
    }

    /// Waits until it is over, but no longer than `patience`. Returns whether it is.
    #[must_use]
    pub fn wait(&self, patience: Duration) -> bool {
        let waited =
            (self.shared.changed).wait_timeout_while(self.shared.lock(), patience, |state| !state.over);
        waited.unwrap_or_else(PoisonError::into_inner).0.over
    }

    /// Stops it and waits until its thread has ended, but no longer than `patience`. Returns whether it has.
    pub fn wind_down(&self, patience: Duration) -> bool {
        self.stop();
        wait_for(&self.worker, patience)
    }
}

impl<T> Drop for Task<T> {
    fn drop(&mut self) {
        self.stop.raise();
        self.shared.rouse();
    }
}

/// Says at the end that there will be no more, after a panic too, so that nobody waits for ever.
struct End<'a, T> {
    shared: &'a Shared<T>,
    on_change: &'a (dyn Fn() + Send),
}

impl<T> Drop for End<'_, T> {
    fn drop(&mut self) {
        self.shared.lock().over = true;
        self.shared.changed.notify_all();
        (self.on_change)();
    }
}

/// Tells the owner of a task what is known.
pub(crate) struct Teller<'a, T> {
    end: &'a End<'a, T>,
    stop: &'a StopFlag,
    told: Option<Instant>,
}

impl<T> Teller<'_, T> {
    /// Changes are told no more often than this.
    const INTERVAL: Duration = Duration::from_millis(100);

    /// Tells it unless something has only just been told; rests while that is wanted.
    pub(crate) fn tell(&mut self, news: impl FnOnce() -> T) {
        let mut state = self.end.shared.lock();
        while state.paused && !self.stop.is_raised() {
            state = (self.end.shared.changed.wait(state)).unwrap_or_else(PoisonError::into_inner);
        }
        drop(state);
        if self.told.is_none_or(|told| told.elapsed() >= Self::INTERVAL) {
            self.end.shared.lock().latest = Some(Arc::new(news()));
            self.told = Some(Instant::now());
            (self.end.on_change)();
        }
    }
}
