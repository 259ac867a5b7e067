//! The kind of a page, by a simple rule: it only selects a model. The paper takes the kind as given.

use super::strings::Strings;
use super::tp;
use crate::base::arena::Bump;
use crate::read::address::is_canonical;
use crate::read::html::Tag;
use crate::read::html::attributes::Name;
use crate::read::html::scan::contains_name;
use crate::read::page::Page;

/// The kinds of pages with separate models.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum ModelKind {
    /// News and anything else.
    #[default]
    News = 0,
    /// Blogs.
    Blog = 1,
    /// Forums.
    Forum = 2,
}

/// Minimum of records on a forum page, and of their share of the text outside of links, in tenths.
const MIN_RECORDS: usize = 3;
const MIN_TEXT_TENTHS: u32 = 5;

/// The kind of a page: a forum by a word of its URL, or if [`tp`] finds three records or more with half of the text
/// outside of links; a blog by a word of its URL; else news.
///
/// The URL is taken from `link rel=canonical` or `meta property=og:url`.
pub fn guess_model_kind(arena: &Bump, page: &Page<'_>, strings: &Strings<'_>) -> ModelKind {
    let url = url(page).unwrap_or_default();
    let has = |words: &[&str]| words.iter().any(|word| contains_name(url, word.as_bytes()));
    if has(&["forum", "thread", "viewtopic", "/topic", "/t/", "community", "discuss"])
        || has_records(arena, page, strings)
    {
        ModelKind::Forum
    } else if has(&["blog"]) {
        ModelKind::Blog
    } else {
        ModelKind::News
    }
}

fn has_records(arena: &Bump, page: &Page<'_>, strings: &Strings<'_>) -> bool {
    let records = tp::records(arena, page, strings, 0);
    let text: u32 = records.iter().map(|&record| strings.unlinked(strings.of(&page.tree, record))).sum();
    let all = strings.unlinked(0..strings.list.len());
    records.len() >= MIN_RECORDS && u64::from(text) * 10 >= u64::from(all) * u64::from(MIN_TEXT_TENTHS)
}

/// The URL that a page declares.
fn url<'t>(page: &Page<'t>) -> Option<&'t [u8]> {
    let tree = &page.tree;
    let head = tree.nodes.get(tree.head as usize)?;
    let elements = tree.nodes.get(tree.head as usize..head.subtree_end as usize)?;
    elements.iter().find_map(|node| {
        let value = |name| tree.attribute(node, name).map(|attribute| tree.raw_value(attribute).trim_ascii());
        let is_og_url = || value(Name::PROPERTY).is_some_and(|name| name.eq_ignore_ascii_case(b"og:url"));
        match node.tag {
            Tag::LINK if is_canonical(page, node) => value(Name::HREF),
            Tag::META if is_og_url() => value(Name::CONTENT).filter(|url| !url.is_empty()),
            _ => None,
        }
    })
}
