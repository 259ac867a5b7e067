//! Names of enum values: the same strings in every language, in options, JSON and reports.

use std::fmt;

/// Implements `VALUES`, `name`, `Display` and `FromStr` for an enum. A value that depends on a cargo feature has the same
/// `#[cfg]` here as in the enum.
macro_rules! named {
    ($enum:ident { $($(#[$condition:meta])* $value:ident = $name:literal),* $(,)? }) => {
        impl $enum {
            /// All values of this version, by number.
            pub const VALUES: &'static [$enum] = &[$($(#[$condition])* $enum::$value),*];

            /// The name in options, JSON and reports.
            pub const fn name(self) -> &'static str {
                match self {
                    $($(#[$condition])* $enum::$value => $name),*
                }
            }

            /// The name as a C string.
            // Not all enums are part of the C interface.
            #[cfg(feature = "capi")]
            #[allow(dead_code)]
            pub(crate) const fn c_name(self) -> &'static std::ffi::CStr {
                match self {
                    $($(#[$condition])* $enum::$value => $crate::base::named::c_string(concat!($name, "\0"))),*
                }
            }

            /// The value with this number.
            // Not all enums are read by number.
            #[allow(dead_code)]
            pub(crate) fn from_number(number: u32) -> Option<$enum> {
                Self::VALUES.iter().copied().find(|&value| value as u32 == number)
            }
        }

        impl std::fmt::Display for $enum {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.pad(self.name())
            }
        }

        impl std::str::FromStr for $enum {
            type Err = $crate::UnknownName;

            fn from_str(name: &str) -> Result<$enum, $crate::UnknownName> {
                let names = &[$($(#[$condition])* $name),*];
                Self::VALUES.iter().copied().find(|value| value.name() == name).ok_or($crate::UnknownName(names))
            }
        }
    };
}

pub(crate) use named;

/// Converts a NUL-terminated string without other NULs to a C string.
#[cfg(any(feature = "arrow", feature = "capi"))]
pub(crate) const fn c_string(text: &'static str) -> &'static std::ffi::CStr {
    match std::ffi::CStr::from_bytes_with_nul(text.as_bytes()) {
        Ok(text) => text,
        Err(_) => c"unknown",
    }
}

/// The error of parsing a name that no value of an enum has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UnknownName(pub(crate) &'static [&'static str]);

impl fmt::Display for UnknownName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "no such name; the names are {}", self.0.join(", "))
    }
}

impl std::error::Error for UnknownName {}

#[cfg(test)]
mod tests {
    use crate::{EncodingSource, FusionMethod};

    #[test]
    fn names_round_trip() {
        for &method in FusionMethod::VALUES {
            assert_eq!(method.name().parse(), Ok(method));
            assert_eq!(FusionMethod::from_number(method as u32), Some(method));
            assert_eq!(format!("{method:>12}"), format!("{:>12}", method.name()));
        }
        let error = "bombe".parse::<EncodingSource>().unwrap_err().to_string();
        assert_eq!(error, "no such name; the names are bom, hint, meta, utf8-validity, late-meta, detector");
    }
}
