//! HTTP headers that came with a page, one per line as `name: value`.

use super::usage::MAX_HEADERS;
use super::{Fact, FactOrigin};
use crate::base::fallible::Text;

const LANGUAGE: &str = "content-language";
const LINK: &str = "link";
/// The headers that are read.
#[cfg(feature = "unstable")]
pub const HEADERS: [&str; 6] = {
    let [a, b, c, d] = super::usage::HEADERS;
    [a, b, c, d, LANGUAGE, LINK]
};

/// The name and the value of a header.
pub(super) fn parts(line: &str) -> Option<(&str, &str)> {
    line.split_once(':').map(|(name, value)| (name.trim(), value.trim()))
}

/// The values of the headers with a name, in lower case.
pub(super) fn values<'h>(headers: &'h str, name: &'static str) -> impl Iterator<Item = &'h str> {
    let all = headers.lines().take(MAX_HEADERS).filter_map(parts);
    all.filter(move |(other, _)| other.eq_ignore_ascii_case(name)).map(|(_, value)| value)
}

/// A link of a header `Link` (RFC 8288): `<address>; rel="license"; type="application/rsl+xml"`.
#[derive(Clone, Copy)]
pub(super) struct Link<'h> {
    pub address: &'h str,
    parameters: &'h str,
}

impl<'h> Link<'h> {
    /// The links of the headers that have a relation.
    pub fn all(headers: &'h str, relation: &'static str) -> impl Iterator<Item = Link<'h>> {
        let links = values(headers, LINK).flat_map(|value| value.split('<').skip(1));
        let links = links.filter_map(|link| {
            let (address, parameters) = link.split_once('>')?;
            Some(Link { address: address.trim(), parameters }).filter(|link| !link.address.is_empty())
        });
        let is_one = move |name: &str| name.eq_ignore_ascii_case(relation);
        links.take(MAX_HEADERS).filter(move |link| link.parameter("rel").split_ascii_whitespace().any(is_one))
    }

    /// A parameter, without its quotes; empty if the link has none of this name.
    pub fn parameter(&self, name: &str) -> &'h str {
        let mut all = self.parameters.split([';', ',']).filter_map(|parameter| parameter.split_once('='));
        let value = all.find(|(other, _)| other.trim().eq_ignore_ascii_case(name)).map_or("", |(_, value)| value);
        value.trim().trim_matches('"')
    }
}

/// The language that the headers name. Several say for whom the page is, not what it is written in.
pub(super) fn language(headers: &str) -> Option<Fact> {
    let value = values(headers, LANGUAGE).find(|value| !value.is_empty())?;
    let is_one = !value.contains([',', ' ']) && value.len() <= MAX_TAG;
    let value = || Text::from(value).into_string();
    is_one.then(|| Fact { value: value(), origin: FactOrigin::Header, source: 0..0, confidence: None })
}

/// The longest language tag in bytes.
const MAX_TAG: usize = 64;
