//! Undo and redo as a list of states.

/// A document's states: the present one, those before it and those undone.
#[derive(Debug, Clone)]
pub struct History<T> {
    past: Vec<T>,
    present: T,
    future: Vec<T>,
}

impl<T> History<T> {
    /// A history that begins with this state.
    pub const fn new(present: T) -> Self {
        Self {
            past: Vec::new(),
            present,
            future: Vec::new(),
        }
    }

    /// The present state.
    pub const fn present(&self) -> &T {
        &self.present
    }

    /// The last of the states undone; the present one if there is none.
    pub fn furthest(&self) -> &T {
        self.future.first().unwrap_or(&self.present)
    }

    /// The states before the present one, oldest first.
    pub fn past(&self) -> &[T] {
        &self.past
    }

    /// Goes on to a new state. What had been undone is gone.
    pub fn push(&mut self, next: T) {
        self.past.push(std::mem::replace(&mut self.present, next));
        self.future.clear();
    }

    /// Changes the present state without a step of its own.
    pub fn amend(&mut self, next: T) {
        self.present = next;
        self.future.clear();
    }

    /// The state that undoing leads to.
    pub fn undo_leads_to(&self) -> Option<&T> {
        self.past.last()
    }

    /// Whether there is something to redo.
    pub fn can_redo(&self) -> bool {
        !self.future.is_empty()
    }

    /// One step back. Says whether there was one.
    pub fn undo(&mut self) -> bool {
        step(&mut self.past, &mut self.present, &mut self.future)
    }

    /// One step forward again. Says whether there was one.
    pub fn redo(&mut self) -> bool {
        step(&mut self.future, &mut self.present, &mut self.past)
    }
}

fn step<T>(from: &mut Vec<T>, present: &mut T, to: &mut Vec<T>) -> bool {
    let Some(state) = from.pop() else { return false };
    to.push(std::mem::replace(present, state));
    true
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn undo_restores_exactly_and_a_new_step_forgets_what_was_undone() {
        let mut history = History::new(0);
        assert!(!history.undo() && !history.redo());
        history.push(1);
        history.push(2);
        assert!(history.undo() && history.undo() && !history.undo());
        assert_eq!(*history.present(), 0);
        assert!(history.redo());
        assert_eq!(*history.present(), 1);
        history.push(3);
        assert!(!history.can_redo());
        history.amend(4);
        assert!(history.undo());
        assert_eq!(*history.present(), 1);
    }
}
