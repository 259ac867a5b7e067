//! Closings: the short paragraphs that end a text are content, as the paragraphs before them are. To the model they are the
//! lines between a text and what follows. So are a line of code and a list without elements right below a text.

use super::BlockLabel;
use crate::judge::containers::Containers;
use crate::read::html::{NONE, Tag};
use crate::read::page::sentences::ends_sentence;
use crate::read::page::{Block, Fragment, Page, gap};

/// The minimum probability of such a paragraph, and its maximum number of tokens.
const LEAST_PROBABILITY: f32 = 0.25;
const MOST_TOKENS: u32 = 24;
/// The minimum number of paragraphs of content beside one that the model doubted, its probability and number of tokens.
const LEAST_PARAGRAPHS: usize = 2;
const LEAST_OF_DOUBT: f32 = 0.3;
const LEAST_OF_PARAGRAPH: u32 = 12;
/// Elements between a text and its block that are looked at for code.
const MOST_AROUND_CODE: usize = 3;
/// What items of a list begin with that has no elements.
const BULLETS: [char; 8] = ['-', '*', '•', '·', '–', '—', '▪', '・'];

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
            && block.linked_tokens == 0
            && block.tokens > 0
            && (labels[i].probability >= LEAST_PROBABILITY
                && block.tokens <= MOST_TOKENS
                && is_alike(page, containers, before, block)
                && ends_sentence(page.text_of(block))
                || is_only_line(page, labels, i)
                || is_code_beside(page, before, block)
                || is_list_after(page, before, block))
            && may_be_content(i)
        {
            labels[i].is_template = false;
        }
    }
}

/// Makes paragraphs content that the model doubted and that stand beside several of content, wherever between or after them:
/// the end of an article. `may_be_content` says whether a block that the model took for template may become content.
pub(super) fn complete_paragraphs(page: &Page<'_>, labels: &mut [BlockLabel], may_be_content: impl Fn(usize) -> bool) {
    let nodes = page.tree.nodes;
    // The element around paragraphs, and how many of content it has so far.
    let (mut around, mut count) = (NONE, 0);
    for (i, block) in page.blocks.iter().enumerate() {
        let is_prose = block.tokens >= LEAST_OF_PARAGRAPH && 3 * block.linked_tokens <= block.tokens;
        if block.tag != Tag::P || !is_prose {
            continue;
        }
        let label = &mut labels[i];
        let parent = nodes[block.container as usize].parent;
        let may_change = !label.is_notice && !label.is_duplicate && label.probability >= LEAST_OF_DOUBT;
        if label.is_template {
            let is_end = parent == around && count >= LEAST_PARAGRAPHS && may_change;
            if is_end && ends_sentence(page.text_of(block)) && may_be_content(i) {
                label.is_template = false;
            }
        } else if parent == around {
            count += 1;
        } else if around == NONE || !page.tree.subtree(around).contains(&(parent as usize)) {
            (around, count) = (parent, 1);
        }
    }
}

/// Whether a line is all that stands between a heading and more content of the element that the heading is in.
fn is_only_line(page: &Page<'_>, labels: &[BlockLabel], line: usize) -> bool {
    let [heading, block] = [&page.blocks[line - 1], &page.blocks[line]];
    if heading.heading <= 1 || heading.linked_tokens > 0 || block.heading > 0 || block.tokens > MOST_TOKENS {
        return false;
    }
    let around = page.tree.nodes[heading.container as usize].parent;
    let next = (line + 1..page.blocks.len()).find(|&next| page.blocks[next].tokens > 0);
    next.is_some_and(|next| {
        let is_text = !labels[next].is_template && page.blocks[next].linked_tokens == 0;
        is_text && page.tree.subtree(around).contains(&(page.blocks[next].container as usize))
    })
}

/// Whether all of a block is in an element for code without `pre`, beside a paragraph.
fn is_code_beside(page: &Page<'_>, before: &Block, block: &Block) -> bool {
    let nodes = page.tree.nodes;
    let around = page.tree.ancestors(block.first_text).skip(1).take(MOST_AROUND_CODE).map(|at| &nodes[at as usize]);
    before.tag == Tag::P
        && block.tag == Tag::DIV
        && nodes[before.container as usize].parent == nodes[block.container as usize].parent
        && around.into_iter().any(|node| matches!(node.tag, Tag::CODE | Tag::SAMP) && node.end >= block.source.1)
}

/// Whether a block is text without an element right after a paragraph, and two of its lines begin as items of a list.
fn is_list_after(page: &Page<'_>, before: &Block, block: &Block) -> bool {
    if before.tag != Tag::P || page.tree.nodes[before.container as usize].parent != block.container {
        return false;
    }
    let fragments = page.fragments_of(block);
    let begins = |&(at, fragment): &(usize, &Fragment)| {
        let text = page.text.get(fragment.text.0 as usize..fragment.text.1 as usize).unwrap_or_default();
        (at == 0 || fragment.gap & gap::SPACE != 0) && text.starts_with(BULLETS)
    };
    fragments.iter().enumerate().filter(begins).nth(1).is_some()
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
    use super::*;
    use crate::Analyzer;

    fn main_text(tail: &str) -> String {
        let html = format!("<nav><a href=/>Home</a></nav><div><h1>The pier</h1>{ONE}{tail}</div><footer>2024</footer>");
        Analyzer::default().analyze(html.as_bytes()).unwrap().main_text().text().to_owned()
    }

    #[test]
    fn lines_of_code_and_typed_lists_below_a_text_are_content() {
        for (part, wanted) in [
            ("<div class=x><code>boat --hire 2</code></div><p>Then wait.</p>", "boat --hire"),
            (
                "<h2>Fire</h2><div class=t><input type=checkbox><div>Check the lamp</div></div><p>Never sleep by a fire, as two of the guests did in the spring of that year.</p>",
                "Check the lamp",
            ),
            ("<p>Bring these:</p>- warm socks<br>- a torch<br>- bread for two days<br>", "bread for two"),
            ("<p>Mitzubringen:</p>• Socken<br>• Lampe", "Lampe"),
        ] {
            let text = main_text(part);
            assert!(text.contains("stone pier") && text.contains(wanted), "{part}: {text}");
        }
        // One dash is none of a list.
        assert!(!main_text("<p>Rain fell.</p>- 1 -").contains("- 1"));
    }

    #[test]
    fn short_paragraphs_at_the_end_are_content() {
        for closing in ["That was all.", "Das war alles.", "Вот и всё.", "以上です。", "Bis dann!"] {
            assert!(main_text(&format!("<p>{closing}</p>")).contains(closing), "{closing}");
        }
    }

    #[test]
    fn doubted_paragraphs_beside_several_of_content_are_content() {
        let text = "The net makers met in the old smokehouse and agreed on a price for the summer.";
        let html =
            format!("<div><p>{text}<p>{text}<p>{text}<h2>End</h2><ul><li><p>{text}</ul><p>{text}</div><p>{text}");
        let mut analyzer = Analyzer::default();
        let document = analyzer.analyze(html.as_bytes()).unwrap();
        let page = document.page();
        let judged = |doubted: &[usize], probability: f32| {
            let label =
                |i: usize| BlockLabel { is_template: doubted.contains(&i), probability, ..BlockLabel::default() };
            let mut labels: Vec<_> = (0..page.blocks.len()).map(label).collect();
            complete_paragraphs(page, &mut labels, |_| true);
            (0..labels.len()).filter(|&i| labels[i].is_template).collect::<Vec<_>>()
        };
        // Blocks 3 and 4 are the heading and the item, 6 is below the element.
        assert_eq!(page.blocks.len(), 7);
        assert_eq!(judged(&[2, 5, 6], 0.4), [6]);
        assert_eq!(judged(&[5], 0.2), [5]);
        assert_eq!(judged(&[0, 1, 5], 0.4), [0, 1, 5]);
        assert_eq!(judged(&[4], 0.4), [4]);
    }

    #[test]
    fn other_lines_are_not() {
        for line in ["<p class=copyright>All rights reserved.</p>", "<div><a href=/n>Next.</a></div>"] {
            assert_eq!(main_text(line), main_text(""), "{line}");
        }
    }
}
