//! Choices: the labels of checkboxes and radio buttons in the filters of a page that lists products, and the lines above
//! them, such as "Availability".

use super::BlockLabel;
use crate::read::html::{Node, Tag, Tree};
use crate::read::page::{Block, Page};
use std::ops::Range;

/// From this probability on a block is content wherever it stands.
const SURE: f32 = 0.6;
/// The minimum number of choices and lines in a row. Results of a search have a checkbox each, and other text between them.
const LEAST: usize = 2;
/// The maximum number of tokens of a label.
const MOST_TOKENS: u32 = 12;
/// The maximum number of elements around a label, and of nodes in the outermost of them, that are looked at.
const MOST_LEVELS: usize = 3;
const MOST_NODES: usize = 24;

/// Labels choices as template, with the lines above them.
pub(super) fn leave_out(page: &Page<'_>, labels: &mut [BlockLabel]) {
    let blocks = page.blocks;
    let is_line = |i: usize| matches!(blocks[i].tag, Tag::SUMMARY | Tag::LEGEND) && blocks[i].tokens <= MOST_TOKENS;
    let mut first = 0;
    while first < blocks.len() {
        let (mut end, mut choices) = (first, 0);
        while end < blocks.len() {
            let is_choice = has_choice(page, &blocks[end]);
            if !is_choice && !is_line(end) {
                break;
            }
            choices += usize::from(is_choice);
            end += 1;
        }
        if choices > 0 && end - first >= LEAST {
            labels[first..end].iter_mut().for_each(|label| label.is_template |= label.probability < SURE);
        }
        first = end + 1;
    }
}

/// Whether a short block without a link stands alone with a checkbox or a radio button in a small element that is no cell.
fn has_choice(page: &Page<'_>, block: &Block) -> bool {
    if block.linked_tokens > 0 || block.tokens > MOST_TOKENS || matches!(block.tag, Tag::TD | Tag::TH) {
        return false;
    }
    let tree = &page.tree;
    let around = tree.ancestors(block.container).take(MOST_LEVELS).map(|at| tree.subtree(at));
    let is_alone = |nodes: &Range<usize>| nodes.len() <= MOST_NODES && page.blocks_in(nodes.clone()).len() == 1;
    let mut small = around.take_while(is_alone);
    small.any(|nodes| tree.nodes[nodes].iter().any(|node| is_button(tree, node)))
}

fn is_button(tree: &Tree<'_>, node: &Node) -> bool {
    node.tag == Tag::INPUT && tree.is_of_type(node, &[b"checkbox", b"radio"])
}

#[cfg(test)]
mod tests {
    use crate::Analyzer;
    use crate::judge::mask::PageKind;

    const NAMES: [&str; 4] = ["Heron", "Plover", "Curlew", "Avocet"];

    /// The main text of a page that lists `count` products, each below `above`, with filters.
    fn main_text(filters: &str, count: usize, above: &str) -> String {
        let cards = (0..count).map(|i| {
            let name = NAMES[i % 4];
            format!(
                "<li class=grid__item><div class=card>{above}<h3><a href=/products/{name}{i}>{name} lamp {i}</a></h3><div \
                 class=price>£{i}9.00</div></div></li>"
            )
        });
        let html = format!(
            "<title>Brass lamps – Fell &amp; Fold</title><header><a href=/>Fell &amp; Fold</a><nav><ul><li><a \
             href=/collections/lamps>Lamps</a></li></ul></nav></header><main><div class=collection><h1>Brass lamps</h1><div class=rte><p>Turned and soldered in \
             our own shed behind the harbor. Plain, heavy and made to outlast those who buy them.</p></div></div>\
             <div class=facets><h2>Filter:</h2>{filters}</div><ul class=product-grid>{}</ul></main><footer><p>2024</p></footer>",
            cards.collect::<String>()
        );
        let mut analyzer = Analyzer::default();
        let page = analyzer.analyze(html.as_bytes()).unwrap();
        assert_eq!(page.kind(), Some(PageKind::Collection));
        page.main_text().text().to_owned()
    }

    #[test]
    fn choices_of_filters_are_template() {
        for filters in [
            "<details><summary>Availability</summary><ul><li><label><input type=checkbox>In stock (4)</label></li></ul></details>",
            "<fieldset><legend>Availability</legend><div><input type=radio name=a><label>In stock</label></div><div><input \
             type=radio name=a><label>Sold out</label></div></fieldset>",
            "<ul><li><input type=checkbox><span>Availability of parts</span></li><li><input type=checkbox><span>In stock now\
             </span></li></ul>",
        ] {
            let text = main_text(filters, 4, "");
            assert!(text.contains("Avocet lamp 3") && !text.contains("In stock"), "{text}");
            assert!(!text.contains("Availability"), "{text}");
        }
    }

    #[test]
    fn a_checkbox_at_each_product_chooses_it() {
        let text = main_text("", 27, "<div><input type=checkbox><span>Made of brass</span></div>");
        assert!(text.contains("Avocet lamp 3") && text.contains("Made of brass"), "{text}");
    }
}
