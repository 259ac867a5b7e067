//! Patterns of addresses: `docs.example.org/api/*`, `*.example.org`, `/blog/*`.
//!
//! A pattern has a host, a path, or both. `*` stands for any text. Hosts are compared ignoring case and ports, and a pattern
//! without a path fits all pages of its hosts; the query counts only where the pattern has one.

use super::RulesError;
use crate::base::fallible::{List, Text};
use crate::read::address::Reference;

/// A pattern of addresses.
#[derive(Debug)]
pub(super) struct Pattern {
    /// In lower case; empty for any host.
    host: Text,
    /// Empty for any path.
    path: Text,
    has_query: bool,
}

/// Longer patterns are refused, in bytes.
const MAX_PATTERN: usize = 2_048;

impl Pattern {
    pub fn new(text: &str, place: (u32, u32)) -> Result<Pattern, RulesError> {
        if text.len() > MAX_PATTERN {
            return Err(RulesError::new(place, "patterns of at most 2,048 bytes; shorten them by `*`", ""));
        }
        let text = text.strip_prefix("https://").or_else(|| text.strip_prefix("http://")).unwrap_or(text);
        let (host, path) = text.split_at(text.find('/').unwrap_or(text.len()));
        let mut lower = Text::default();
        host.chars().for_each(|c| lower.push(c.to_ascii_lowercase()));
        Ok(Pattern { host: lower, has_query: path.contains('?'), path: Text::from(path) })
    }

    /// Whether the address of a page fits.
    pub fn fits(&self, page: &PageAddress<'_>) -> bool {
        if !self.host.is_empty() && !is_like(self.host.as_bytes(), &page.host) {
            return false;
        }
        match self.path.as_bytes() {
            b"" => true,
            pattern if self.has_query => {
                let at = memchr::memchr(b'?', pattern).unwrap_or(pattern.len());
                is_like(&pattern[..at], page.path)
                    && is_like(pattern.get(at + 1..).unwrap_or_default(), page.query.unwrap_or_default())
            }
            pattern => is_like(pattern, page.path),
        }
    }
}

/// The address of a page, as patterns are compared with it.
#[derive(Debug)]
pub(crate) struct PageAddress<'p> {
    /// In lower case, without port.
    host: List<u8>,
    path: &'p [u8],
    query: Option<&'p [u8]>,
}

impl<'p> PageAddress<'p> {
    pub fn new(address: &Reference<'p>) -> PageAddress<'p> {
        let authority = address.authority.unwrap_or_default();
        let host = &authority[memchr::memrchr(b'@', authority).map_or(0, |at| at + 1)..];
        let is_port = |at: &usize| host[at + 1..].iter().all(u8::is_ascii_digit);
        let host = &host[..memchr::memrchr(b':', host).filter(is_port).unwrap_or(host.len())];
        PageAddress {
            host: host.iter().map(u8::to_ascii_lowercase).collect(),
            path: if address.path.is_empty() { b"/" } else { address.path },
            query: address.query,
        }
    }
}

/// Whether a text is like a pattern, in which `*` stands for any text. Each part between two stars is taken where it occurs
/// first, which leaves the most for the rest; so it takes linear time.
fn is_like(pattern: &[u8], text: &[u8]) -> bool {
    let mut parts = pattern.split(|byte| *byte == b'*');
    let Some(mut rest) = text.strip_prefix(parts.next().unwrap_or_default()) else { return false };
    let Some(last) = parts.next_back() else { return rest.is_empty() };
    for part in parts {
        let Some(at) = memchr::memmem::find(rest, part) else { return false };
        rest = &rest[at + part.len()..];
    }
    rest.ends_with(last)
}
