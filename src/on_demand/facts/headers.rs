//! HTTP headers that came with a page, one per line as `name: value`.

use super::usage::MAX_HEADERS;
use super::{Fact, FactOrigin};
use crate::base::fallible::Text;

const LANGUAGE: &str = "content-language";
/// The headers that are read.
#[cfg(feature = "unstable")]
pub const HEADERS: [&str; 5] = {
    let [a, b, c, d] = super::usage::HEADERS;
    [a, b, c, d, LANGUAGE]
};

/// The name and the value of a header.
pub(super) fn parts(line: &str) -> Option<(&str, &str)> {
    line.split_once(':').map(|(name, value)| (name.trim(), value.trim()))
}

/// The language that the headers name. Several say for whom the page is, not what it is written in.
pub(super) fn language(headers: &str) -> Option<Fact> {
    let mut values = headers.lines().take(MAX_HEADERS).filter_map(parts);
    let (_, value) = values.find(|(name, value)| name.eq_ignore_ascii_case(LANGUAGE) && !value.is_empty())?;
    let is_one = !value.contains([',', ' ']) && value.len() <= MAX_TAG;
    let value = || Text::from(value).into_string();
    is_one.then(|| Fact { value: value(), origin: FactOrigin::Header, source: 0..0, confidence: None })
}

/// The longest language tag in bytes.
const MAX_TAG: usize = 64;
