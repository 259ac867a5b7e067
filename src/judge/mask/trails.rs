//! Trails: the path from the home page to this one ("Home › Tools › Saws"), and tables of contents, whose entries lead to
//! the headings below, are template. On short pages the model keeps them.
//!
//! Words are not read. A path is a line that begins with a link to the home page and has nothing but signs between its
//! links, or a list of links that begins with one, each to a place within that of the one before.

use crate::read::address::Reference;
use crate::read::html::attributes::Name;
use crate::read::html::{Node, Tag};
use crate::read::page::sentences::ends_sentence;
use crate::read::page::{Block, Page};
use std::ops::Range;

/// The maximum number of tokens of a path in one line or of an entry, and of its end, which need not be a link.
const MOST_OF_LINE: u32 = 48;
const MOST_OF_END: usize = 120;
/// The maximum number of entries of a path.
const MOST_ENTRIES: usize = 8;
/// The minimum number of entries of a table of contents, and the maximum number of tokens beside the link of one.
const LEAST_ENTRIES: usize = 2;
const MOST_BESIDE: u32 = 2;
/// The maximum number of characters of a label above a table of contents.
const MOST_OF_LABEL: u32 = 24;
/// The maximum number of blocks whose first link is looked at, as both stand at the beginning, and of looks at headings for a
/// table.
const MOST_LOOKS: usize = 16;
const MOST_HEADINGS: usize = 64;
/// Elements between a text and its link, around a heading and inside of it that are looked at.
const MOST_LEVELS: usize = 3;
/// The maximum number of bytes before the first link of a path, such as "You are here:".
const MOST_BEFORE: u32 = 40;

/// The search for paths and tables of contents, from the first block of content to the last.
pub(super) struct Trails {
    /// The end of the last entries that were looked at.
    after: usize,
    /// How many blocks may still be looked at.
    left: usize,
}

impl Trails {
    pub fn new() -> Trails {
        Trails { after: 0, left: MOST_LOOKS }
    }

    /// The path or the table of contents that begins with a block that has links.
    pub fn find(&mut self, page: &Page<'_>, first: usize) -> Option<Range<usize>> {
        let block = page.blocks.get(first).filter(|block| block.linked_tokens > 0)?;
        if self.left == 0 || first < self.after || block.tokens > MOST_OF_LINE || block.heading == 1 {
            return None;
        }
        self.left -= 1;
        match opening(page, block)? {
            [b'#', _, ..] => {
                let entries = page.blocks[first..].iter().take_while(|block| is_entry(page, block)).count();
                self.after = first + entries.max(1);
                table_of_contents(page, first..first + entries)
            }
            href if is_home(href) => path(page, first, href),
            _ => None,
        }
    }
}

/// The address of the link that a block begins with, but for a few words before it.
fn opening<'p>(page: &Page<'p>, block: &Block) -> Option<&'p [u8]> {
    let nodes = &page.tree.nodes;
    let around = page.tree.ancestors(block.first_text).skip(1).take(MOST_LEVELS);
    let mut around = around.map(|at| &nodes[at as usize]);
    let link = around.find(|node| node.tag == Tag::A).or_else(|| {
        let next = nodes.get(block.first_text as usize + 1)?;
        let before = next.start.saturating_sub(block.source.0);
        (next.tag == Tag::A && before <= MOST_BEFORE).then_some(next)
    })?;
    Some(page.tree.raw_value(page.tree.attribute(link, Name::HREF)?))
}

/// Whether an address is that of the home page, or of a folder above.
fn is_home(href: &[u8]) -> bool {
    match href {
        [b'.' | b'i', ..] => {
            let (folder, name) = href.split_at(memchr::memrchr(b'/', href).map_or(0, |at| at + 1));
            matches!(name, b"" | b"." | b".." | b"index.html" | b"index.htm" | b"index.php")
                && folder.iter().all(|byte| matches!(byte, b'.' | b'/'))
        }
        _ => Reference::parse(href).is_home(),
    }
}

/// The blocks of a path that begins with one.
fn path(page: &Page<'_>, first: usize, home: &[u8]) -> Option<Range<usize>> {
    let block = &page.blocks[first];
    if is_path(page, block, home) {
        return Some(first..first + 1);
    }
    let tree = &page.tree;
    let mut around = tree.ancestors(block.first_text).take(2 * MOST_LEVELS);
    let item = around.find(|&at| tree.nodes[at as usize].tag == Tag::LI)?;
    let list = tree.subtree(tree.nodes[item as usize].parent);
    let entries = page.blocks[first..].iter().take_while(|block| list.contains(&(block.first_text as usize)));
    let count = entries.clone().take(MOST_ENTRIES + 1).count();
    let is_first = page.blocks[..first].last().is_none_or(|before| !list.contains(&(before.first_text as usize)));
    let mut last = home;
    let is_within = |(at, entry): (usize, &Block)| match opening(page, entry) {
        _ if entry.tokens > MOST_OF_LINE => false,
        Some(href) if entry.linked_tokens == entry.tokens => {
            let is_within = at == 0 || href.len() > last.len() && href.starts_with(without_end(last));
            last = href;
            is_within
        }
        _ => entry.linked_tokens == 0 && at + 1 == count,
    };
    ((2..=MOST_ENTRIES).contains(&count) && is_first && entries.enumerate().all(is_within))
        .then_some(first..first + count)
}

/// An address without what ends that of a folder.
fn without_end(href: &[u8]) -> &[u8] {
    href.strip_suffix(b"/").unwrap_or(href)
}

/// Whether a block is links with nothing but signs between them; after a sign that points on, the end is no link.
fn is_path(page: &Page<'_>, block: &Block, home: &[u8]) -> bool {
    let mut links = page.links_in(block);
    let Some(mut last) = links.next() else { return false };
    let between = |start: u32, end: u32| page.text.get(start as usize..end as usize).unwrap_or_default().trim();
    let mut count = 1;
    for link in links {
        let signs = between(last.text.1, link.text.0);
        // Links side by side to other hosts may call.
        if !signs.chars().all(is_sign) || signs.is_empty() && home != b"/" {
            return false;
        }
        (last, count) = (link, count + 1);
    }
    let end = between(last.text.1, block.text.1);
    let is_short = end.len() <= MOST_OF_END;
    end.starts_with(points_on) && is_short || count > 1 && end.chars().all(is_sign)
}

#[rustfmt::skip]
fn points_on(c: char) -> bool {
    matches!(
        c,
        '>' | '/' | '\\' | '«' | '»' | '‹' | '›' | '→' | '←' | '⟩' | '❯' | '〉' | '＞' | '▸' | '►' | '▶' | '➔' | '➤' | '⇒'
    )
}

fn is_sign(c: char) -> bool {
    points_on(c) || matches!(c, '|' | '·' | '•' | ':' | '-' | '–' | '—' | '｜' | '・') || c.is_whitespace()
}

/// Whether a block is links to parts of the page, and a number beside them.
fn is_entry(page: &Page<'_>, block: &Block) -> bool {
    let is_linked = block.linked_tokens > 0 && block.tokens <= block.linked_tokens + MOST_BESIDE && block.is_linked();
    is_linked && block.heading == 0 && matches!(opening(page, block), Some([b'#', _, ..]))
}

/// The entries of a table of contents, with its label, if the first of them leads to a heading below.
fn table_of_contents(page: &Page<'_>, entries: Range<usize>) -> Option<Range<usize>> {
    let first = page.blocks[entries.clone()].first()?;
    let Some([b'#', id @ ..]) = opening(page, first) else { return None };
    let is_several = entries.len() >= LEAST_ENTRIES || page.links_in(first).nth(1).is_some();
    let headings = page.blocks[entries.end..].iter().filter(|block| block.heading != 0).take(MOST_HEADINGS);
    if !is_several || !headings.into_iter().any(|heading| has_id(page, heading, id)) {
        return None;
    }
    let label = entries.start.checked_sub(1).filter(|&label| is_label(page, &page.blocks[label]));
    Some(label.unwrap_or(entries.start)..entries.end)
}

/// Whether a block may stand above a table of contents.
fn is_label(page: &Page<'_>, block: &Block) -> bool {
    may_be_label(block) && !ends_sentence(page.text_of(block))
}

/// Whether a block is as short as such a label.
pub(super) fn may_be_label(block: &Block) -> bool {
    block.linked_tokens == 0 && block.characters <= MOST_OF_LABEL && block.heading != 1
}

/// Whether a heading, an element around or inside of it or an empty one before it has this identifier.
fn has_id(page: &Page<'_>, heading: &Block, id: &[u8]) -> bool {
    let nodes = &page.tree.nodes;
    let is_named = |node: &Node| {
        let names = [Name::ID, Name::NAME].into_iter().filter_map(|name| page.tree.attribute(node, name));
        names.into_iter().any(|name| page.tree.raw_value(name) == id)
    };
    let first = heading.first_text as usize;
    let around = page.tree.ancestors(heading.first_text).skip(1).take(MOST_LEVELS).map(|at| &nodes[at as usize]);
    let before = nodes[first.saturating_sub(MOST_LEVELS)..first].iter();
    around.chain(before).any(is_named)
}

#[cfg(test)]
mod tests {
    use super::super::articles::{ONE, TWO, main_text};
    use crate::Analyzer;

    /// The main text of a page without landmarks that begins with a part.
    fn below(part: &str) -> String {
        let html = format!("<title>Saws</title>{part}<h1>Saws</h1>{ONE}{TWO}");
        Analyzer::default().analyze(html.as_bytes()).unwrap().main_text().text().to_owned()
    }

    #[test]
    fn paths_are_template() {
        for [home, tools] in
            [["Home", "Hand tools"], ["Strona główna", "Narzędzia"], ["ホーム", "道具"], ["الرئيسية", "أدوات"]]
        {
            for sign in ["›", "»", "&gt;", "/", "→", "«"] {
                for line in [
                    format!("<p><a href=/>{home}</a> {sign} <a href=/t>{tools}</a> {sign} Saws</p>"),
                    format!("<div><b>You are here:</b> <a href=https://x.example/>{home}</a> {sign} {tools}</div>"),
                    format!("<div><span><a href=../index.html>{home}</a></span> {sign} <a href=.>{tools}</a></div>"),
                ] {
                    let text = below(&line);
                    assert!(text.contains("stone pier") && !text.contains(tools), "{line}: {text}");
                }
            }
            let list =
                format!("<ol><li><a href=/>{home}</a><li><a href=/t/>{tools}</a><li><a href=/t/s>A</a><li>Saws</ol>");
            assert!(!below(&list).contains(tools), "{}", below(&list));
        }
    }

    #[test]
    fn sentences_with_such_links_are_none() {
        for line in [
            "<p><a href=/>Acme</a> has made saws since 1902, and <a href=/t>tools</a> of other kinds, too.</p>",
            "<p>Choose Home &gt; Tools &gt; Saws to see <a href=/t>more of them</a> in the menu.</p>",
        ] {
            let text = main_text(&format!("{ONE}{line}{TWO}"));
            assert!(text.contains("too.") || text.contains("in the menu"), "{text}");
        }
    }

    #[test]
    fn tables_of_contents_are_template() {
        for [label, one, two] in
            [["Contents", "Costs", "Time"], ["Spis treści", "Koszty", "Czas"], ["目次", "費用", "期間"]]
        {
            let list = format!("<div>{label}</div><ul><li><a href=#a>1. {one}</a><li>2. <a href=#b>{two}</a></ul>");
            for sections in [
                format!("<h2 id=a>{one}</h2>{ONE}<h2 id=b>{two}</h2>{TWO}"),
                format!("<section id=a><h2>{one}</h2>{ONE}</section><section id=b><h2>{two}</h2>{TWO}</section>"),
                format!("<a name=a></a><h2>{one}</h2>{ONE}<h2><span id=b>{two}</span></h2>{TWO}"),
            ] {
                let text = main_text(&format!("{TWO}{list}{sections}"));
                assert!(!text.contains(label) && text.matches(one).count() == 1, "{text}");
            }
        }
    }

    #[test]
    fn links_to_no_heading_are_none() {
        let text =
            main_text(&format!("{ONE}<ul><li><a href=#x>Oak plank</a><li><a href=#y>Ash plank</a></ul><p id=x>{TWO}"));
        let without =
            main_text(&format!("{ONE}<ul><li><a href=/x>Oak plank</a><li><a href=/y>Ash plank</a></ul><p id=x>{TWO}"));
        assert_eq!(text, without);
    }

    #[test]
    fn many_tables_take_linear_time() {
        let tables = "<ul><li><a href=#x>a</a><li><a href=#y>b</a></ul><p>Text.<h2>c</h2><ol><li><a href=/>d</a></ol>"
            .repeat(4000);
        assert!(Analyzer::default().analyze(tables.as_bytes()).unwrap().title().is_none());
    }
}
