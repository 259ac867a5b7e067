//! Closings: the short paragraphs that end a text are content, as the paragraphs before them are. To the model they are the
//! lines between a text and what follows.

use super::BlockLabel;
use crate::judge::containers::Containers;
use crate::read::html::{NONE, Tag};
use crate::read::page::sentences::ends_sentence;
use crate::read::page::{Block, Page};

/// The minimum probability of such a paragraph, and its maximum number of tokens.
const LEAST_PROBABILITY: f32 = 0.25;
const MOST_TOKENS: u32 = 24;

/// Makes paragraphs of one sentence content that stand right below a paragraph of content, in an element of the same name
/// and class words. `may_be_content` says whether a block that the model took for template may become content.
pub(super) fn complete(
    page: &Page<'_>,
    containers: &Containers<'_>,
    labels: &mut [BlockLabel],
    may_be_content: impl Fn(usize) -> bool,
) {
    for i in 1..page.blocks.len() {
        let [before, block] = [&page.blocks[i - 1], &page.blocks[i]];
        let may_close = labels[i].is_template && !labels[i - 1].is_template;
        if may_close
            && labels[i].probability >= LEAST_PROBABILITY
            && block.linked_tokens == 0
            && (1..=MOST_TOKENS).contains(&block.tokens)
            && is_alike(page, containers, before, block)
            && ends_sentence(page.text_of(block))
            && may_be_content(i)
        {
            labels[i].is_template = false;
        }
    }
}

/// Whether two blocks are paragraphs side by side.
fn is_alike(page: &Page<'_>, containers: &Containers<'_>, before: &Block, block: &Block) -> bool {
    let parent = |block: &Block| page.tree.nodes.get(block.container as usize).map_or(NONE, |node| node.parent);
    let words = |block: &Block| containers.list[containers.index(block.container) as usize].words;
    matches!(block.tag, Tag::P | Tag::DD)
        && before.tag == block.tag
        && before.container != block.container
        && parent(before) == parent(block)
        && words(before) == words(block)
}

#[cfg(test)]
mod tests {
    use super::super::articles::ONE;
    use crate::Analyzer;

    fn main_text(tail: &str) -> String {
        let html = format!("<nav><a href=/>Home</a></nav><div><h1>The pier</h1>{ONE}{tail}</div><footer>2024</footer>");
        Analyzer::default().analyze(html.as_bytes()).unwrap().main_text().text().to_owned()
    }

    #[test]
    fn short_paragraphs_at_the_end_are_content() {
        for closing in ["That was all.", "Das war alles.", "Вот и всё.", "以上です。", "Bis dann!"] {
            assert!(main_text(&format!("<p>{closing}</p>")).contains(closing), "{closing}");
        }
    }

    #[test]
    fn other_lines_are_not() {
        for line in ["<p class=copyright>All rights reserved.</p>", "<div><a href=/n>Next.</a></div>"] {
            assert_eq!(main_text(line), main_text(""), "{line}");
        }
    }
}
