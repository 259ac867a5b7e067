//! Values that an analyzer shares with others.

use std::ops::Deref;
use std::sync::Arc;

/// A value that is reference-counted or borrowed.
pub(super) enum Shared<T: 'static> {
    Counted(Arc<T>),
    /// Borrowed from the C interface, which stores the value itself because [`Arc::new`] aborts if memory runs out.
    #[cfg(feature = "capi")]
    Lent(&'static T),
}

impl<T> Deref for Shared<T> {
    type Target = T;

    fn deref(&self) -> &T {
        match self {
            Shared::Counted(value) => value,
            #[cfg(feature = "capi")]
            Shared::Lent(value) => value,
        }
    }
}
