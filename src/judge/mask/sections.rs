//! Sections: on a short page, an element that begins with a heading and holds short lines without links, such as what a house
//! has or costs, is content if the element before it is and others follow.
//!
//! The model takes short lines for template. Where a page sets each section into an element of its own, the one beside it
//! tells what it is. The last element of a page says who made it.

use super::{BlockLabel, NOT_CONTENT, buttons, units};
use crate::judge::containers::Containers;
use crate::read::html::{NONE, Tag};
use crate::read::page::{Block, Page};
use std::ops::Range;

/// The minimum number of tokens outside of links below the heading of a section, and the minimum number of blocks.
const LEAST_TOKENS: u32 = 5;
const LEAST_BLOCKS: usize = 3;
/// The minimum number of characters of a text that makes the element before a section one of content.
const LEAST_BEFORE: u32 = 30;

/// Makes sections content. `parts_beside` finds for each container the outermost element around it that is not around the
/// headline. `may_be_content` says whether a block that the model took for template may become content.
pub(super) fn complete<'s>(
    page: &Page<'_>,
    containers: &Containers<'_>,
    (headline, labels): (Option<usize>, &mut [BlockLabel]),
    parts_beside: impl FnOnce() -> &'s [u32],
    may_be_content: impl Fn(usize) -> bool,
) {
    let Some(headline) = headline else { return };
    let begins = |(block, label): (&Block, &BlockLabel)| label.is_template && is_heading(block);
    if !page.blocks[headline..].iter().zip(&labels[headline..]).any(begins) {
        return;
    }
    let parts = parts_beside();
    let part_of = |block: &Block| parts[containers.index(block.container) as usize];
    let mut follows_content = false;
    let mut first = headline + 1;
    while let Some(part) = page.blocks.get(first).map(part_of) {
        let count = page.blocks[first..].iter().take_while(|block| part_of(block) == part).count();
        let blocks = first..first + count;
        let is_section = || {
            part != NONE
                && blocks.end < page.blocks.len()
                && is_section(page, blocks.clone())
                && !has_control(page, containers.list[part as usize].node)
                && !units::is_in_surroundings(page, containers, containers.list[part as usize].node, NONE)
        };
        // A heading that is repeated heads a copy, such as a bar that stays in view.
        let may_begin = labels[first].is_template && !labels[first].is_duplicate;
        if follows_content && may_begin && is_section() {
            for i in blocks.clone() {
                let block = &page.blocks[i];
                if block.linked_tokens == 0 && !buttons::is_button(page, block) && may_be_content(i) {
                    labels[i].is_template = false;
                }
            }
        } else {
            follows_content = blocks.clone().any(|i| !labels[i].is_template && is_text(&page.blocks[i]));
        }
        first = blocks.end;
    }
}

fn is_heading(block: &Block) -> bool {
    block.heading > 1 && block.linked_tokens == 0 && block.flags & NOT_CONTENT == 0
}

/// Whether a block is a paragraph.
fn is_text(block: &Block) -> bool {
    block.heading == 0 && block.linked_tokens < block.tokens && block.characters >= LEAST_BEFORE
}

/// Whether blocks begin with a heading, or are elements that do, and have enough lines that are no links, and most are none.
fn is_section(page: &Page<'_>, blocks: Range<usize>) -> bool {
    let blocks = &page.blocks[blocks];
    let sum = |of: fn(&Block) -> u32| blocks[1..].iter().map(of).sum::<u32>();
    let (linked, tokens) = (sum(|block| block.linked_tokens), sum(|block| block.tokens));
    is_heading(&blocks[0]) && blocks.len() >= LEAST_BLOCKS && tokens >= LEAST_TOKENS + linked && linked <= tokens / 4
}

/// Whether an element has a field, so that readers may write there.
fn has_control(page: &Page<'_>, node: u32) -> bool {
    let nodes = &page.tree.nodes[page.tree.subtree(node)];
    nodes.iter().any(|node| matches!(node.tag, Tag::FORM | Tag::INPUT | Tag::TEXTAREA | Tag::SELECT))
}

#[cfg(test)]
mod tests {
    use crate::Analyzer;

    fn main_text(body: &str) -> String {
        let html = format!(
            "<title>Mill house</title><header><a href=/>Stays</a><a href=/in>Sign in</a></header><h1>Mill house</h1>{body}\
             <div><h2>More houses</h2><ul><li><a href=/2>Harbour Inn</a> £70<li><a href=/3>Black Swan</a> £85</ul></div>\
             <div><h4>Stays Ltd</h4><p>Mill Lane 3</p><p>Tel. 01234 567890</p></div>"
        );
        Analyzer::default().analyze(html.as_bytes()).unwrap().main_text().text().to_owned()
    }

    const TEXT: &str = "<div class=d><p>The house has six rooms above the river, a garden with apple trees and a room for \
        breakfast in the old grain store.</p></div>";

    #[test]
    fn sections_of_short_lines_are_content() {
        for (section, lines) in [
            (
                "<div class=f><h3>Facilities</h3><ul><li>Free parking<li>Garden and boat<li>Lift</ul></div>",
                ["Free parking", "Lift"],
            ),
            (
                "<div class=f><h2>Ausstattung</h2><p>Heizung aus Holz</p><p>Bad mit Fenster</p></div>",
                ["Holz", "Fenster"],
            ),
            (
                "<section><h2>利用規則</h2><p>犬は可、猫は不可です。</p><p>午後三時から入れます。</p></section>",
                ["猫は不可", "三時"],
            ),
        ] {
            let found = main_text(&format!("{TEXT}{section}"));
            assert!(
                found.contains("apple trees") && lines.iter().all(|line| found.contains(line)),
                "{section}: {found}"
            );
            assert!(!found.contains("Harbour Inn") && !found.contains("567890"), "{found}");
        }
    }

    #[test]
    fn other_elements_are_not() {
        for (part, line) in [
            (
                "<div class=s><h2>Letter</h2><p>Sign up and get a tenth off the first night.</p><form><input type=email></form></div>",
                "tenth off",
            ),
            (
                "<div class=n><h3>Nearby</h3><a href=/a>The old pier and its lamp</a><a href=/b>The windmill</a></div>",
                "windmill",
            ),
        ] {
            assert!(!main_text(&format!("{TEXT}{part}")).contains(line), "{part}");
        }
    }
}
