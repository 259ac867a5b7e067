//! What an analyzer uses and does not own alone.

use std::ops::Deref;
use std::sync::Arc;

/// A value that is shared by reference counting, or lent.
pub(super) enum Shared<T: 'static> {
    Counted(Arc<T>),
    /// By the C interface, which keeps it elsewhere: [`Arc::new`] ends the process if memory runs out.
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
