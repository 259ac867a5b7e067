//! The limit of an output, charged where the output is written.

/// The bytes that an output of a page may still have. What does not fit is left out by the writer, and so is everything
/// after it, so that an output ends at one place.
#[derive(Clone, Copy, Debug, Default)]
pub struct OutputBudget {
    left: u64,
    is_exceeded: bool,
}

impl OutputBudget {
    /// A budget of this number of bytes.
    pub fn new(bytes: u64) -> OutputBudget {
        OutputBudget { left: bytes, is_exceeded: false }
    }

    /// Charges bytes that are about to be written. False if they must not be: fewer are left, now or before.
    #[must_use]
    pub fn take(&mut self, bytes: usize) -> bool {
        match self.left.checked_sub(bytes as u64).filter(|_| !self.is_exceeded) {
            Some(left) => self.left = left,
            None => self.is_exceeded = true,
        }
        !self.is_exceeded
    }

    /// The bytes that may still be written.
    #[cfg(any(feature = "unstable", test))]
    pub fn left(&self) -> u64 {
        if self.is_exceeded { 0 } else { self.left }
    }

    /// Whether something was left out.
    pub fn is_exceeded(&self) -> bool {
        self.is_exceeded
    }
}

#[cfg(test)]
mod tests {
    use super::OutputBudget;

    #[test]
    fn what_follows_something_left_out_is_left_out() {
        let mut budget = OutputBudget::new(10);
        assert!(budget.take(4) && budget.take(6) && budget.take(0));
        assert!(!budget.is_exceeded());
        let mut budget = OutputBudget::new(10);
        assert!(budget.take(4) && !budget.take(7) && !budget.take(1));
        assert_eq!((budget.left(), budget.is_exceeded()), (0, true));
    }
}
