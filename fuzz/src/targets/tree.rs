//! Target `tree`: a differential test of tree construction against html5ever, on pages in UTF-8.
//!
//! html5ever 0.40 is no oracle where it deviates from the standard (see `tests/support/random_markup.rs` and the list
//! in `tests/oracle_html5ever.rs`). On such pages only the invariants of the node table are checked.
//!
//! The parser alone gives the page, and the page as a fragment, a tree whose links and ranges agree, also with limits.

use crate::support::dump::difference;
use crate::support::{invariants, oracle, ours};
use blockmask::internals::arena::Bump;
use blockmask::internals::html::{ParseOptions, Workspace, parse};
use blockmask::{Input, Limits, Parser};

/// The maximum length of a page; longer ones take more time than they are worth.
const MAX_LENGTH: usize = 16 << 10;

/// Parses the page.
pub fn run(data: &[u8]) -> bool {
    if data.len() > MAX_LENGTH {
        return false;
    }
    parse_alone(data);
    let text = std::str::from_utf8(data).ok().filter(|text| is_comparable(text));
    let Some(text) = text else {
        let arena = Bump::new();
        invariants::tree::check(&parse(&arena, data, &ParseOptions::default(), &mut Workspace::default()));
        return std::str::from_utf8(data).is_ok();
    };
    let (ours, truncation) = ours::dump_with_truncation(text);
    if truncation.is_empty()
        && let Some(lines) = difference(&ours, &oracle::dump(text), "html5ever")
    {
        panic!("{text:?}: {lines}");
    }
    true
}

/// Contexts of fragments whose rules differ.
const CONTEXTS: [&str; 16] = [
    "body", "table", "tbody", "tr", "td", "colgroup", "caption", "select", "template", "form", "frameset", "html",
    "textarea", "script", "svg desc", "math mi",
];

/// Parses the page by the public interface: whole, and as a fragment whose context and limits its length chooses.
fn parse_alone(data: &[u8]) {
    let mut parser = Parser::new(Limits::default());
    if let Ok(tree) = parser.parse(data) {
        invariants::public_tree::check(&tree);
    }
    let mut limits = Limits::default();
    if data.len().is_multiple_of(3) {
        (limits.max_depth, limits.max_nodes, limits.max_attributes) = (8, 100, 20);
    }
    let context = CONTEXTS[data.len() % CONTEXTS.len()];
    if let Ok(tree) = Parser::new(limits).parse_fragment(Input::new(data), context) {
        invariants::public_tree::check(&tree);
    }
}

/// Whether html5ever follows the standard on all constructs of the page.
fn is_comparable(text: &str) -> bool {
    let text = text.to_ascii_lowercase();
    let has = |part: &str| text.contains(part);
    let has_any = |parts: &[&str]| parts.iter().any(|part| has(part));
    let unknown = has_any(&["annotation-xml", "isindex", "search", "selectedcontent"]);
    // A late doctype may be in a table or in a row of a template; a line feed may follow `<pre></>`.
    let in_table = has_any(&["<table", "<template"]) && text.rfind("<!doctype").is_some_and(|at| at > 0);
    let before_line_feed = has("</>") && has_any(&["<pre", "<listing", "<textarea"]);
    !unknown && !in_table && !before_line_feed && templates_allow(&text) && foreign_allows(&text)
}

const TABLE: [&str; 10] = ["table", "tbody", "thead", "tfoot", "tr", "td", "th", "caption", "colgroup", "col"];
const FORMATTING: [&str; 14] =
    ["a", "b", "big", "code", "em", "font", "i", "nobr", "s", "small", "strike", "strong", "tt", "u"];

/// Pages with templates may have tables or formatting elements, but not both.
fn templates_allow(text: &str) -> bool {
    if !text.contains("<template") {
        return true;
    }
    if names(text).any(|name| matches!(name, "thead" | "tbody" | "tfoot")) {
        return false;
    }
    let has_table = names(text).any(|name| TABLE.contains(&name));
    !(has_table && names(text).any(|name| FORMATTING.contains(&name)))
}

/// Pages with integration points may have no elements whose tags search for a special element. Nor may they have end tags
/// of integration points unless all have one name: outside of foreign content such a tag searches as well.
fn foreign_allows(text: &str) -> bool {
    const INTEGRATION_POINTS: [&str; 8] = ["foreignobject", "desc", "title", "mi", "mo", "mn", "ms", "mtext"];
    const SAFE: [&str; 26] = [
        "svg", "math", "table", "tbody", "thead", "tfoot", "tr", "td", "th", "caption", "colgroup", "col", "p", "div",
        "ul", "ol", "dl", "section", "center", "h1", "h2", "br", "hr", "img", "form", "address",
    ];
    let has_foreign = names(text).any(|name| name == "svg" || name == "math");
    let mut points = names(text).filter(|name| INTEGRATION_POINTS.contains(name));
    let Some(first) = points.next().filter(|_| has_foreign) else { return true };
    let closes = INTEGRATION_POINTS.iter().any(|name| text.contains(&format!("</{name}")));
    (!closes || points.all(|name| name == first))
        && names(text).all(|name| SAFE.contains(&name) || INTEGRATION_POINTS.contains(&name))
}

/// The potential tag names in lower-case text.
pub fn names(text: &str) -> impl Iterator<Item = &str> {
    text.split('<')
        .skip(1)
        .map(|rest| {
            let rest = rest.strip_prefix('/').unwrap_or(rest);
            let end = rest.find(|c: char| c.is_ascii_whitespace() || c == '/' || c == '>');
            &rest[..end.unwrap_or(rest.len())]
        })
        .filter(|name| name.starts_with(|c: char| c.is_ascii_alphabetic()))
}
