//! Which kind of page it is, by a simple rule: only to choose a model.

use super::strings::Strings;
use super::tp;
use crate::arena::Bump;
use crate::html::attributes::Name;
use crate::html::{Tag, Tree};
use crate::page::Page;

/// The kinds of pages that have a model of their own.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum PageKind {
    /// News and anything else.
    #[default]
    News = 0,
    /// Blogs.
    Blog = 1,
    /// Forums.
    Forum = 2,
}

/// Records that make a forum, and the share of the text outside of links that they hold, in tenths.
const LEAST_RECORDS: usize = 3;
const LEAST_TENTHS: u32 = 5;

/// The kind of a page: a forum if its own address says so, or if [`tp`] finds three records or more that hold half of
/// the text outside of links; a blog if the address says so; else news.
///
/// A page names its address in `link rel=canonical` or `meta property=og:url`.
pub fn guess_kind(arena: &Bump, page: &Page<'_>, strings: &Strings<'_>) -> PageKind {
    let address = address(&page.tree).unwrap_or_default();
    let has = |words: &[&str]| words.iter().any(|word| contains(address, word.as_bytes()));
    if has(&["forum", "thread", "viewtopic", "/topic", "/t/", "community", "discuss"])
        || has_records(arena, page, strings)
    {
        PageKind::Forum
    } else if has(&["blog"]) {
        PageKind::Blog
    } else {
        PageKind::News
    }
}

fn has_records(arena: &Bump, page: &Page<'_>, strings: &Strings<'_>) -> bool {
    let records = tp::records(arena, page, strings, 0);
    let text: u32 = records.iter().map(|&record| strings.unlinked(strings.of(&page.tree, record))).sum();
    let all = strings.unlinked(0..strings.list.len());
    records.len() >= LEAST_RECORDS && u64::from(text) * 10 >= u64::from(all) * u64::from(LEAST_TENTHS)
}

/// The address that a page says it has.
fn address<'t>(tree: &Tree<'t>) -> Option<&'t [u8]> {
    let head = tree.nodes.get(tree.head as usize)?;
    let elements = tree.nodes.get(tree.head as usize..head.subtree_end as usize)?;
    elements.iter().find_map(|node| {
        let (mark, word, place) = match node.tag {
            Tag::LINK => (Name::REL, "canonical", Name::HREF),
            Tag::META => (Name::PROPERTY, "og:url", Name::CONTENT),
            _ => return None,
        };
        let value = |name| tree.attribute(node, name).map(|attribute| tree.raw_value(attribute).trim_ascii());
        let is_it = value(mark)?.eq_ignore_ascii_case(word.as_bytes());
        value(place).filter(|place| is_it && !place.is_empty())
    })
}

fn contains(text: &[u8], word: &[u8]) -> bool {
    text.windows(word.len()).any(|window| window.eq_ignore_ascii_case(word))
}
