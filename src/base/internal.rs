//! Methods of public types that are not part of the public API.

/// Declares methods, or one constant, in an `impl` of a public type: public with feature `unstable`, for the tests,
/// benchmarks, fuzz targets and training of this repository, and private to the crate without it.
macro_rules! internal {
    ($($(#[$attribute:meta])* fn $name:ident $parameters:tt $(-> $result:ty)? $body:block)+) => {$(
        #[cfg(feature = "unstable")]
        $(#[$attribute])*
        pub fn $name $parameters $(-> $result)? $body

        #[cfg(not(feature = "unstable"))]
        $(#[$attribute])*
        pub(crate) fn $name $parameters $(-> $result)? $body
    )+};
    ($(#[$attribute:meta])* const $name:ident: $type:ty = $value:expr;) => {
        #[cfg(feature = "unstable")]
        $(#[$attribute])*
        pub const $name: $type = $value;

        #[cfg(not(feature = "unstable"))]
        $(#[$attribute])*
        pub(crate) const $name: $type = $value;
    };
}

pub(crate) use internal;
