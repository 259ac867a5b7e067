//! Captions: the line below a picture that stands between the paragraphs of a text is content, as they are. To the model it
//! is a short line beside a picture, as teasers have it.

use super::BlockLabel;
use crate::read::html::{NONE, Tag};
use crate::read::page::{Block, Page};

/// The minimum number of tokens of the paragraph before a picture, and of the one after it.
const LEAST_BESIDE: u32 = 12;

/// Makes the captions of figures content that stand beside two paragraphs of content. `may_be_content` says whether a block
/// that the model took for template may become content.
pub(super) fn complete(page: &Page<'_>, labels: &mut [BlockLabel], may_be_content: impl Fn(usize) -> bool) {
    let is_caption = |block: &Block| block.tag == Tag::FIGCAPTION;
    // Captions in a row.
    let mut row = 0..0;
    for (i, block) in page.blocks.iter().enumerate().filter(|(_, block)| is_caption(block)) {
        row = if row.end == i { row.start } else { i }..i + 1;
        let before = row.start.checked_sub(1);
        let after = (i + 1..page.blocks.len()).take(MOST_CAPTIONS).find(|&at| !is_caption(&page.blocks[at]));
        if labels[i].is_template && !block.is_linked() && may_be_content(i) {
            let is_text = |at: usize| {
                let text = &page.blocks[at];
                !labels[at].is_template && text.tokens >= LEAST_BESIDE && is_beside(page, block, text)
            };
            labels[i].is_template = ![before, after].into_iter().all(|at| at.is_some_and(is_text));
        }
    }
}

/// The maximum number of captions side by side.
const MOST_CAPTIONS: usize = 8;

/// The maximum number of elements between a caption and its figure.
const MOST_LEVELS: usize = 4;

/// Whether a text stands in the element that the figure of a caption stands in.
fn is_beside(page: &Page<'_>, caption: &Block, text: &Block) -> bool {
    let nodes = page.tree.nodes;
    let mut around = page
        .tree
        .ancestors(caption.container)
        .take(MOST_LEVELS)
        .skip_while(|&at| nodes[at as usize].tag != Tag::FIGURE);
    let figure = around.next().unwrap_or(NONE);
    nodes.get(figure as usize).is_some_and(|figure| figure.parent == nodes[text.container as usize].parent)
}

#[cfg(test)]
mod tests {
    use super::super::articles::{ONE, TWO, main_text};

    #[test]
    fn captions_between_paragraphs_are_content() {
        for caption in ["The old pier", "Die alte Mole", "古い桟橋", "Старый пирс"] {
            let figure = format!("<figure><img src=a.jpg alt=''><figcaption>{caption}</figcaption></figure>");
            assert!(main_text(&format!("{ONE}{figure}{TWO}{ONE}")).contains(caption), "{caption}");
        }
    }

    #[test]
    fn linked_captions_and_those_of_teasers_are_not() {
        let linked = "<figure><img src=a.jpg alt=''><figcaption><a href=/1>Other piers</a></figcaption></figure>";
        assert!(!main_text(&format!("{ONE}{linked}{TWO}{ONE}")).contains("Other piers"));
        let teaser = "<div class=related><figure><figcaption>Other piers</figcaption></figure></div>";
        assert!(!main_text(&format!("{ONE}{teaser}{TWO}{ONE}")).contains("Other piers"));
    }
}
