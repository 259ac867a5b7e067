//! The main element: what stands outside of the only `main` of a page is template, unless `main` has hardly any content.
//!
//! HTML defines `main` as the dominant contents of a page (section 4.4.14). To the model it is one feature of many, and
//! where the model is unsure of all blocks of a page, as on short pages, its threshold is so low that teasers and calls
//! beside `main` pass it, too.

use super::BlockLabel;
use crate::judge::containers::Containers;
use crate::read::html::{Tag, Tree};
use crate::read::page::Page;
use std::ops::Range;

/// From this probability on a block is content wherever it stands.
const SURE: f32 = 0.8;
/// The maximum number of blocks around which a main element is looked for.
const PROBES: usize = 8;
/// With more tokens of content outside for each one inside, the main element is not what it says.
const MOST_OUTSIDE: u64 = 4;

/// Labels what stands outside of the only main element as template, unless the model is sure of it.
pub(super) fn leave_out_surroundings(page: &Page<'_>, containers: &Containers<'_>, labels: &mut [BlockLabel]) {
    let tree = &page.tree;
    let Some(main) = find_main(page) else { return };
    let (mut tokens, mut is_any_to_drop) = ([0; 2], false);
    for (block, label) in page.blocks.iter().zip(&*labels).filter(|(_, label)| !label.is_template) {
        let is_inside = main.contains(&block.container);
        tokens[usize::from(is_inside)] += u64::from(block.tokens);
        is_any_to_drop |= !is_inside && label.probability < SURE;
    }
    let [outside, inside] = tokens;
    let is_other = |node: u32| !main.contains(&node) && is_main(tree, node);
    if !is_any_to_drop
        || inside * MOST_OUTSIDE < outside
        || containers.list.iter().any(|container| is_other(container.node))
    {
        return;
    }
    for (block, label) in page.blocks.iter().zip(labels) {
        label.is_template |= label.probability < SURE && !main.contains(&block.container);
    }
}

/// The nodes in a main element around one of a few blocks, from all parts of the page. To look at all elements would cost
/// more on the many pages without a main element.
fn find_main(page: &Page<'_>) -> Option<Range<u32>> {
    let step = page.blocks.len().div_ceil(PROBES).max(1);
    page.blocks.iter().step_by(step).find_map(|block| main_around(&page.tree, block.container))
}

/// The nodes in the outermost main element around a node.
fn main_around(tree: &Tree<'_>, node: u32) -> Option<Range<u32>> {
    let main = tree.ancestors(node).filter(|&at| is_main(tree, at)).last()?;
    Some(main..tree.nodes[main as usize].subtree_end)
}

#[inline]
fn is_main(tree: &Tree<'_>, index: u32) -> bool {
    let node = &tree.nodes[index as usize];
    node.tag == Tag::MAIN || tree.has_role(node, &[b"main"])
}

#[cfg(test)]
mod tests {
    use crate::{Analyzer, Options};

    fn main_text(html: &str) -> String {
        Analyzer::new(Options::default()).analyze(html.as_bytes()).unwrap().main_text().text().to_owned()
    }

    const TABLE: &str = "<h1>Trains on Sunday</h1><table><tr><th>Line<th>From<th>Every<tr><td>1<td>Harbour<td>20 min\
        <tr><td>2<td>Market<td>30 min<tr><td>7<td>Castle<td>60 min</table><p>Source: timetable of the city.</p>";
    const TEASERS: &str = "<ul><li><a href=/a>Council approves new bus lanes on Mill Road</a><li><a href=/b>Museum reopens \
        after two years of works</a><li><a href=/c>Ten walks for a rainy afternoon</a></ul>\
        <p>Subscribe to our newsletter and get the best stories every Friday.</p>";

    #[test]
    fn beside_a_short_main_element_nothing_is_content() {
        for (open, close) in
            [("<main>", "</main>"), ("<div role=main>", "</div>"), ("<div role=main><main>", "</main></div>")]
        {
            let text = main_text(&format!("<title>Trains</title>{open}{TABLE}{close}<div>{TEASERS}</div>"));
            // All cells: a unit most of which is content is content as a whole.
            assert!(["Line", "From", "Harbour", "60 min"].iter().all(|cell| text.contains(cell)), "{text}");
            assert!(!text.contains("Museum") && !text.contains("newsletter"), "{text}");
        }
    }

    #[test]
    fn a_main_element_without_the_content_says_nothing() {
        let text = main_text(&format!("<title>Trains</title><main><p>Menu</p></main><div>{TABLE}</div>"));
        assert!(text.contains("Castle"), "{text}");
    }

    #[test]
    fn of_two_main_elements_neither_decides() {
        let text = main_text(&format!("<title>Trains</title><main>{TABLE}</main><main>{TEASERS}</main>"));
        assert!(text.contains("Museum"), "{text}");
    }
}
