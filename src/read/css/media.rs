//! Media queries (Media Queries Level 4), for a screen of 1000 by 800 pixels, the viewport of Burget and Burgetová
//! 2011, with a mouse and a light color scheme.

use super::syntax::{find, identifier_end, skip_block, skip_whitespace, stop, trim};
use super::values::{Unit, parse_length};
use crate::read::html::scan::same_name;

/// Skips an at-rule, or enters its block if the rules in it apply; returns the position there.
pub fn at_rule(source: &[u8], at: usize) -> usize {
    let name = &source[at + 1..identifier_end(source, at + 1)];
    let is = |known: &[u8]| same_name(name, known);
    let end = find(source, at + 1, stop::SEMICOLON | stop::OPEN | stop::CLOSE);
    if source.get(end) != Some(&b'{') {
        return (end + 1).min(source.len());
    }
    let prelude = trim(&source[at + 1 + name.len()..end]);
    let applies = match () {
        () if is(b"media") => media_matches(prelude),
        () if is(b"supports") => !prelude.get(..3).is_some_and(|word| same_name(word, b"not")),
        () => is(b"layer") || is(b"scope"),
    };
    if applies { end + 1 } else { skip_block(source, end + 1) }
}

/// Whether a media query list matches.
pub fn media_matches(queries: &[u8]) -> bool {
    trim(queries).is_empty() || queries.split(|&b| b == b',').any(|query| query_matches(trim(query)))
}

/// Whether one media query matches. Unknown words and features do not.
fn query_matches(query: &[u8]) -> bool {
    let mut at = 0;
    let mut negated = false;
    let mut matches = true;
    while at < query.len() {
        at = skip_whitespace(query, at);
        if query.get(at) == Some(&b'(') {
            let end = memchr::memchr(b')', &query[at..]).map_or(query.len(), |end| at + end);
            matches &= media_feature_matches(trim(&query[at + 1..end]));
            at = end + 1;
            continue;
        }
        let end = identifier_end(query, at);
        let word = &query[at..end];
        let is = |known: &[u8]| same_name(word, known);
        match () {
            () if is(b"not") => negated = true,
            () if is(b"all") || is(b"screen") || is(b"and") || is(b"only") => {}
            () => matches = false,
        }
        at = end.max(at + 1);
    }
    matches != negated
}

fn media_feature_matches(feature: &[u8]) -> bool {
    let Some(colon) = memchr::memchr(b':', feature) else { return false };
    let (name, value) = (trim(&feature[..colon]), trim(&feature[colon + 1..]));
    let is = |known: &[u8]| same_name(name, known);
    let value_is = |known: &[u8]| same_name(value, known);
    let px = parse_length(value).and_then(|number| match number.unit {
        Unit::Px => Some(number.milli / 1000),
        Unit::Em | Unit::Rem => Some(number.milli.saturating_mul(16) / 1000),
        _ => None,
    });
    match px {
        Some(px) if is(b"min-width") || is(b"min-device-width") => px <= 1000,
        Some(px) if is(b"max-width") || is(b"max-device-width") => px >= 1000,
        Some(px) if is(b"min-height") => px <= 800,
        Some(px) if is(b"max-height") => px >= 800,
        _ if is(b"orientation") => value_is(b"landscape"),
        _ if is(b"prefers-color-scheme") => value_is(b"light"),
        _ if is(b"hover") || is(b"any-hover") => value_is(b"hover"),
        _ if is(b"pointer") || is(b"any-pointer") => value_is(b"fine"),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn media_queries() {
        for query in "|all|screen|only screen and (min-width: 768px)|print, screen|(max-width: 80em)|not print|\
            (prefers-color-scheme:light)"
            .split('|')
        {
            assert!(media_matches(query.as_bytes()), "{query}");
        }
        for query in
            ["print", "screen and (max-width: 600px)", "not all", "(min-width:1200px)", "speech", "(", "(a", ")("]
        {
            assert!(!media_matches(query.as_bytes()), "{query}");
        }
    }
}
