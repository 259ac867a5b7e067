//! Target `selectors`: the input is a selector; after a byte 255, or else by default, a page.
//!
//! An error names a place in the selector. What is found in a whole tree is what matches one by one, and the nearest element
//! that matches is an ancestor that does.

use blockmask::{Error, Limits, Parser, Selector, Truncation};

const PAGE: &[u8] =
    b"<!doctype html><body id=b><ul class='a b'><li class=a>1<li id=x lang=en-US>2 <a href=/q title='r s'>\
    <b>3</b></a><li><ul><li class='a c'><p>4<p>5</ul></ul><form><fieldset disabled><input type=checkbox checked>\
    </fieldset></form><svg viewBox=0><a xlink:href=q /></svg>";

/// Compiles the selector and matches it.
pub fn run(data: &[u8]) -> bool {
    let (selector, page) = match data.iter().position(|&byte| byte == 255) {
        Some(end) => (&data[..end], &data[end + 1..]),
        None => (data, PAGE),
    };
    let Ok(text) = std::str::from_utf8(selector) else { return false };
    let selector = match Selector::parse(text) {
        Ok(selector) => selector,
        Err(error) => {
            assert!(text.is_char_boundary(error.offset()), "{error}");
            assert!(!error.to_string().contains(char::is_control), "{error}");
            return true;
        }
    };
    let mut parser = Parser::new(Limits::default());
    let Ok(tree) = parser.parse(page) else { return true };
    let found = match tree.select(&selector) {
        Ok(found) => found,
        Err(error) => {
            assert_eq!(error, Error::LimitReached { limits: Truncation::WORK });
            return true;
        }
    };
    assert!(found.is_sorted_by(|one, other| one.index() < other.index()));
    let is_found = |index: usize| found.binary_search_by_key(&index, |node| node.index()).is_ok();
    // `:scope` is another element for each.
    if text.to_ascii_lowercase().contains("scope") || text.contains('\\') {
        return true;
    }
    for node in tree.nodes().take(200) {
        let (Ok(is_match), Ok(closest)) = (node.matches(&selector), node.closest(&selector)) else { return true };
        assert_eq!(is_match, is_found(node.index()), "{text:?}: node {}", node.index());
        let mut around = std::iter::once(node).chain(node.ancestors());
        let expected = around.find(|node| is_found(node.index()));
        assert_eq!(closest.map(|node| node.index()), expected.map(|node| node.index()), "{text:?}");
    }
    true
}
