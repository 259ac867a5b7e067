//! Notes: a line that begins with a link back into the text, where a link leads to it, is a note of that text, and content
//! as that is. Word processors and old pages write them without any name.

use super::BlockLabel;
use crate::read::html::attributes::Name;
use crate::read::html::{Node, Tag, Tree};
use crate::read::page::{Block, Link, Page};

/// Elements between the first text of a note and its link, and around the link.
const MOST_LEVELS: usize = 4;
/// The maximum number of lines that begin as a note and are none.
const MOST_MISSES: usize = 8;

/// Makes notes content. `may_be_content` says whether a block that the model took for template may become content.
pub(super) fn complete(page: &Page<'_>, labels: &mut [BlockLabel], may_be_content: impl Fn(usize) -> bool) {
    let mut misses = 0;
    for i in 0..page.blocks.len() {
        let block = &page.blocks[i];
        // A note is more than its link.
        let is_like_note = labels[i].is_template && block.heading == 0 && !block.is_linked();
        if !is_like_note || !may_be_content(i) {
            continue;
        }
        let Some(back) = link_back(page, block) else { continue };
        match has_reference(page, &labels[..i], back) {
            true => labels[i].is_template = false,
            false => misses += 1,
        }
        if misses > MOST_MISSES {
            return;
        }
    }
}

/// The link to a part of the page that a block begins with.
fn link_back(page: &Page<'_>, block: &Block) -> Option<u32> {
    let tree = &page.tree;
    let mut around = tree.ancestors(block.first_text).skip(1).take(MOST_LEVELS);
    let link = around.find(|&at| tree.nodes[at as usize].tag == Tag::A)?;
    fragment(tree, link).map(|_| link)
}

/// The fragment that a link leads to, without anything before it.
fn fragment<'t>(tree: &Tree<'t>, link: u32) -> Option<&'t [u8]> {
    let href = tree.raw_value(tree.attribute(&tree.nodes[link as usize], Name::HREF)?);
    href.strip_prefix(b"#").filter(|fragment| !fragment.is_empty())
}

/// Whether the content in the first blocks has a link that leads to the place of `back`.
fn has_reference(page: &Page<'_>, before: &[BlockLabel], back: u32) -> bool {
    let tree = &page.tree;
    let is_named = |node: &Node, name: &[u8]| {
        let names = [Name::ID, Name::NAME].into_iter().filter_map(|attribute| tree.attribute(node, attribute));
        names.into_iter().any(|attribute| tree.raw_value(attribute) == name)
    };
    let is_place = |name: &[u8]| {
        // An empty anchor may stand right before the link.
        let beside = tree.nodes[..back as usize].last().filter(|node| node.tag == Tag::A);
        let around = tree.ancestors(back).take(MOST_LEVELS).map(|at| &tree.nodes[at as usize]);
        around.chain(beside).any(|node| is_named(node, name))
    };
    let is_content = |link: &Link| {
        let at = page.blocks.partition_point(|block| block.text.1 <= link.text.0);
        before.get(at).is_some_and(|label| !label.is_template)
    };
    let to_place = |link: &Link| fragment(tree, link.node).is_some_and(is_place);
    page.links.iter().take_while(|link| link.node < back).any(|link| to_place(link) && is_content(link))
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
            ] {
                let text = main_text(reference, &format!("{back}{note}</p>"));
                assert!(text.contains(note), "{back}: {text}");
            }
        }
    }

    #[test]
    fn links_to_which_nothing_leads_are_no_notes() {
        let text = main_text("", "<p><a href=#top name=end>Up</a> or on to the second page.</p>");
        assert!(!text.contains("second page"), "{text}");
    }
}
