//! Only the dependency is used.
