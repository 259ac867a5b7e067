//! Notes: a line that begins with a link back into the text, where a link leads to it, is a note of that text, and content
//! as that is. Word processors and old pages write them without any name.

use super::BlockLabel;
use crate::read::html::attributes::Name;
use crate::read::html::{Node, Tag, Tree};
use crate::read::page::{Block, Link, Page};

/// Elements between the first text of a note and its link, and around the link.
const MOST_LEVELS: usize = 4;
/// The maximum number of characters of the mark of a note.
const MOST_OF_MARK: u32 = 5;
/// The maximum number of looks at links, for each of the page.
const MOST_LOOKS: usize = 16;
/// The maximum number of lines that begin as a note and are none.
const MOST_MISSES: usize = 8;

/// Makes notes content. `may_be_content` says whether a block that the model took for template may become content.
pub(super) fn complete(page: &Page<'_>, labels: &mut [BlockLabel], may_be_content: impl Fn(usize) -> bool) {
    let (mut misses, mut references) = (0, References { at: 0, left: MOST_LOOKS * page.links.len() });
    for i in 0..page.blocks.len() {
        let block = &page.blocks[i];
        // A note is more than its link.
        let is_like_note = labels[i].is_template && block.heading == 0 && !block.is_linked();
        if !is_like_note || !may_be_content(i) {
            continue;
        }
        // The link may have a line of its own above.
        let above = || i.checked_sub(1).map(|above| &page.blocks[above]).filter(|above| is_mark(above));
        let back = link_back(page, block).or_else(|| link_back(page, above()?));
        let Some(back) = back else { continue };
        match references.has_one(page, &labels[..i], back) {
            true => labels[i].is_template = false,
            false => misses += 1,
        }
        if misses > MOST_MISSES {
            return;
        }
    }
}

/// Whether a block is no more than the mark of a note.
fn is_mark(block: &Block) -> bool {
    block.is_linked() && block.characters <= MOST_OF_MARK
}

/// The link to a part of the page that a block begins with.
fn link_back(page: &Page<'_>, block: &Block) -> Option<u32> {
    let tree = &page.tree;
    let mut around = tree.ancestors(block.first_text).skip(1).take(MOST_LEVELS);
    let link = around.find(|&at| tree.nodes[at as usize].tag == Tag::A)?;
    fragment(tree, link).map(|_| link)
}

/// The fragment that a link leads to. The address of the page may be written out before it: only what leads to a place of
/// the page is looked for.
fn fragment<'t>(tree: &Tree<'t>, link: u32) -> Option<&'t [u8]> {
    let href = tree.raw_value(tree.attribute(&tree.nodes[link as usize], Name::HREF)?);
    let fragment = &href[memchr::memchr(b'#', href)? + 1..];
    Some(fragment).filter(|fragment| !fragment.is_empty())
}

/// The search for the links that lead to notes, which mostly stand in the order of the notes.
struct References {
    /// The link after the last one that was found.
    at: usize,
    /// How many links may still be looked at.
    left: usize,
}

impl References {
    /// Whether the content in the first blocks has a link that leads to the place of `back`.
    fn has_one(&mut self, page: &Page<'_>, before: &[BlockLabel], back: u32) -> bool {
        let links = &page.links[..page.links.partition_point(|link| link.node < back)];
        let is_content = |link: &Link| {
            let at = page.blocks.partition_point(|block| block.text.1 <= link.text.0);
            before.get(at).is_some_and(|label| !label.is_template)
        };
        let leads = |link: &Link| fragment(&page.tree, link.node).is_some_and(|name| is_place(&page.tree, back, name));
        let first = self.at.min(links.len());
        let order = (first..links.len()).chain(0..first).take(self.left);
        let found = order.clone().position(|at| leads(&links[at]) && is_content(&links[at]));
        self.left -= found.map_or(order.count(), |looks| looks + 1).min(self.left);
        self.at = found.map_or(self.at, |looks| (first + looks) % links.len() + 1);
        found.is_some()
    }
}

/// Whether a name is that of a link, of an empty anchor right before it, or of an element around it.
fn is_place(tree: &Tree<'_>, link: u32, name: &[u8]) -> bool {
    let is_named = |node: &Node| {
        let names = [Name::ID, Name::NAME].into_iter().filter_map(|attribute| tree.attribute(node, attribute));
        names.into_iter().any(|attribute| tree.raw_value(attribute) == name)
    };
    let beside = tree.nodes[..link as usize].last().filter(|node| node.tag == Tag::A);
    let around = tree.ancestors(link).take(MOST_LEVELS).map(|at| &tree.nodes[at as usize]);
    around.chain(beside).any(is_named)
}

#[cfg(test)]
mod tests {
    use crate::Analyzer;

    const TEXT: &str =
        "The council voted on Tuesday to rebuild the old stone pier, which two storms had damaged last winter.";

    fn main_text(reference: &str, note: &str) -> String {
        let html = format!(
            "<div><a href=/>Home</a></div><div><h1>The pier</h1><p>{TEXT}{reference}</p><p>{TEXT} So it is.</p>\
             <p>Nobody objected, although {TEXT}</p></div><div><hr><div>{note}</div></div><div>2024</div>"
        );
        Analyzer::default().analyze(html.as_bytes()).unwrap().main_text().text().to_owned()
    }

    #[test]
    fn notes_are_content() {
        for note in ["In December.", "Im Dezember.", "十二月のこと。"] {
            for [reference, back] in [
                ["<a href=#_ftn1 name=_ftnref1>[1]</a>", "<p><a href=#_ftnref1 name=_ftn1>[1]</a> "],
                ["<sup><a href=#n id=r>1</a></sup>", "<p id=n><sup><a href=#r>1</a></sup> "],
                ["<a href=#n name=r>*</a>", "<p><a name=n></a><a href=#r>*</a> "],
                ["<a href=#n id=r>1</a>", "<h4>Notes</h4><h5><a id=n href=#r>(1)</a></h5><p>"],
                ["<a href=https://x.example/p#n id=r>1</a>", "<div><a id=n href=https://x.example/p#r>1</a><div><p>"],
            ] {
                let text = main_text(reference, &format!("{back}{note}</p>"));
                assert!(text.contains(note), "{back}: {text}");
            }
        }
    }

    #[test]
    fn many_notes_in_any_order_are_found_in_linear_time() {
        let count = 3000;
        let text: String =
            (0..count).map(|i| format!("<p>{TEXT} It is so for {i}.<a href=#n{i} id=r{i}>{i}</a>")).collect();
        let notes = |order: &mut dyn Iterator<Item = usize>| {
            order.map(|i| format!("<p id=n{i}><a href=#r{i}>{i}</a> Ibidem, {i}.")).collect::<String>()
        };
        for notes in [notes(&mut (0..count)), notes(&mut (0..count).rev())] {
            let html = format!("<title>Pier</title><h1>Pier</h1>{text}<hr>{notes}");
            assert!(!Analyzer::default().analyze(html.as_bytes()).unwrap().main_text().text().is_empty());
        }
    }

    #[test]
    fn links_to_which_nothing_leads_are_no_notes() {
        let text = main_text("", "<p><a href=#top name=end>Up</a> or on to the second page.</p>");
        assert!(!text.contains("second page"), "{text}");
    }
}
