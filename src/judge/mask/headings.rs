//! Headings by their sections: a heading whose section is template is template, too, such as that of a list of other
//! products which the model took for one of the page; one between content, whose section is content, is content.

use super::{BlockLabel, buttons};
use crate::read::html::attributes::Name;
use crate::read::html::{NONE, Node, Tag};
use crate::read::page::{Block, Page, flag};

/// From this probability on a heading is content by itself.
const SURE: f32 = 0.8;
/// The minimum number of tokens of a paragraph that makes the heading right above it content.
const LEAST_PROSE: u32 = 20;
/// The minimum number of tokens of a paragraph below a line in a large font, the maximum number of tokens of that line, and
/// of elements around it.
const LEAST_BELOW: u32 = 15;
const MOST_OF_LINE: u32 = 12;
const MOST_LEVELS: usize = 4;
/// The rank of `h1`, which heads the page.
const FIRST: u8 = 1;

/// Labels the headings as template whose sections have text, but no content. A section reaches to the next heading of
/// the same or a higher rank. A heading that contains a link stays: it may itself be an entry of a
/// list.
pub(super) fn leave_out_empty(page: &Page<'_>, labels: &mut [BlockLabel]) {
    leave_out_empty_from(page, labels, 0, SURE);
}

/// Labels such headings from a block on, unless their probability is `sure`.
pub(super) fn leave_out_empty_from(page: &Page<'_>, labels: &mut [BlockLabel], first: usize, sure: f32) {
    // A bit for each rank of a heading before the current block: whether its section would have content.
    let mut has_content = 0u8;
    let mut is_text_next = false;
    for (block, label) in page.blocks[first..].iter().zip(&mut labels[first..]).rev() {
        if block.heading == 0 {
            has_content = if label.is_template { has_content } else { u8::MAX };
            is_text_next = true;
            continue;
        }
        let rank = usize::from(block.heading).min(RANKS - 1);
        let is_head = block.heading > FIRST && block.linked_tokens == 0;
        if is_head && is_text_next && has_content >> rank & 1 == 0 && label.probability < sure {
            label.is_template = true;
        }
        has_content &= (1 << rank) - 1;
        // The linked title of another page is what the heading above has instead of text.
        is_text_next = label.is_template && block.linked_tokens == block.tokens;
    }
}

/// Labels the headings as content that stand between two blocks of content beside them, such as the heading of a section
/// of one line, right above a paragraph of content, or that begin a page of their content. `may_be_content` says whether a block may become content.
pub(super) fn complete(page: &Page<'_>, labels: &mut [BlockLabel], may_be_content: impl Fn(usize) -> bool) {
    let parent = |node: u32| page.tree.nodes.get(node as usize).map_or(NONE, |node| node.parent);
    let is_visible = |block: &Block| block.flags & flag::IN_HEAD == 0;
    let first = page.blocks.iter().position(is_visible).unwrap_or(page.blocks.len());
    for (i, pair) in page.blocks.windows(2).enumerate().skip(first) {
        let (block, after) = (&pair[0], &pair[1]);
        // The term of a definition heads it.
        let is_term = block.tag == Tag::DT && after.tag != Tag::DT;
        if !labels[i].is_template || labels[i + 1].is_template {
            continue;
        }
        let is_opener = block.heading == 0 && !is_term && buttons::opens_a_part(page, block);
        if is_big(page, block, after) && labels[i + 1].probability >= SURE && may_be_content(i) {
            labels[i].is_template = false;
            continue;
        }
        if block.heading <= FIRST && !is_term && !is_opener {
            continue;
        }
        // The heading may be wrapped.
        let around = parent(parent(block.container));
        let is_around =
            |block: &Block| around != NONE && page.tree.subtree(around).contains(&(block.container as usize));
        let heads_prose = || {
            let above = parent(block.container);
            let in_header = page.tree.nodes.get(above as usize).is_some_and(|node| node.tag == Tag::HEADER);
            let beside = parent(after.container);
            let is_beside =
                after.container != block.container && (beside == above || in_header && beside == parent(above));
            !is_term && is_beside && after.tokens >= LEAST_PROSE && labels[i + 1].probability >= SURE
        };
        let follows_content =
            i == first || is_term || is_opener || !labels[i - 1].is_template && is_around(&page.blocks[i - 1]);
        if (follows_content || heads_prose())
            && block.linked_tokens == 0
            && after.heading == 0
            && is_around(after)
            && may_be_content(i)
        {
            labels[i].is_template = false;
        }
    }
}

/// Whether a short line right above a paragraph is in a large font, as pages wrote their headings that had no other.
fn is_big(page: &Page<'_>, line: &Block, after: &Block) -> bool {
    let is_line = line.heading == 0 && line.linked_tokens == 0 && line.tokens <= MOST_OF_LINE;
    let is_prose = || after.tokens >= LEAST_BELOW && after.heading == 0 && after.linked_tokens == 0;
    let is_large = |size: &[u8]| matches!(size, [b'4'..=b'7'] | [b'+', b'1'..=b'4']);
    let tree = &page.tree;
    let mut around = tree.ancestors(line.first_text).skip(1).take(MOST_LEVELS).map(|at| &tree.nodes[at as usize]);
    let is_font = |node: &Node| node.tag == Tag::FONT && node.subtree_end <= after.first_text;
    is_line
        && is_prose()
        && around.any(|node| {
            is_font(node) && tree.attribute(node, Name::SIZE).is_some_and(|size| is_large(tree.raw_value(size)))
        })
}

/// Ranks of headings, from 1, and none.
const RANKS: usize = 7;

#[cfg(test)]
mod tests {
    use crate::Analyzer;

    const PROSE: &str =
        "<p>The council voted on Tuesday to rebuild the old stone pier, which two storms had damaged last winter.";
    const MORE: &str =
        "<p>The work will begin in March and last eleven months, and the small ferry leaves from the fish market.";

    /// The headings of an article with these sections that are content.
    fn headings(sections: &str) -> Vec<String> {
        let html = format!("<nav><a href=/>Home</a></nav><article><h1>The pier</h1>{PROSE}{MORE}{sections}</article>");
        let mut analyzer = Analyzer::default();
        let page = analyzer.analyze(html.as_bytes()).unwrap();
        let content = page.blocks().filter(|block| block.heading_level() > 1 && !block.is_template());
        content.map(|block| block.text().to_owned()).collect()
    }

    #[test]
    fn headings_of_template_are_template() {
        let cards = "<ul class=cards><li><a href=/1>Harbour walk</a> 12.00<li><a href=/2>Ferry</a> 9.00</ul>";
        for name in ["You may also like", "Das könnte Ihnen auch gefallen", "こちらもおすすめ"] {
            let found = headings(&format!("<h2>Costs</h2>{MORE}<div class=related><h2>{name}</h2>{cards}</div>"));
            assert_eq!(found, ["Costs"], "{name}");
        }
    }

    #[test]
    fn a_heading_above_linked_titles_of_template_is_template() {
        for name in ["More from the Post", "Mehr aus der Post", "もっと読む"] {
            let title =
                |i: usize| format!("<li><div><h3><a href=/{i}>Ferry fares will rise in the year {i}</a></h3></div>");
            let titles: String = [2, 3, 4].map(title).concat();
            let found = headings(&format!(
                "<h2>Costs</h2>{MORE}</article><div class=next><h2>{name}</h2><ul>{titles}</ul></div>"
            ));
            assert_eq!(found, ["Costs"], "{name}");
        }
    }

    #[test]
    fn a_heading_that_begins_the_page_is_content() {
        for name in ["Rain", "Regen", "雨"] {
            let html = format!("<title>{name} - Daily</title><h2>{name}</h2>{PROSE}");
            let mut analyzer = Analyzer::default();
            assert!(analyzer.analyze(html.as_bytes()).unwrap().main_text().text().starts_with(name), "{name}");
        }
    }

    #[test]
    fn a_heading_between_content_is_content() {
        let code = "<pre><code>mill start --slow\nmill stop</code></pre>";
        for name in ["License", "Lizenz", "許諾"] {
            let html = format!(
                "<article><h1>mill</h1><p>Turns a wheel when there is water, and waits when there is none.</p>\
                                {code}<div><h2>{name}</h2></div><p>MIT</p></article><footer>2024</footer>"
            );
            let mut analyzer = Analyzer::default();
            let text = analyzer.analyze(html.as_bytes()).unwrap().main_text().text().to_owned();
            assert!(text.contains(name) && text.ends_with("MIT"), "{text}");
        }
    }

    #[test]
    fn a_heading_right_above_prose_is_content() {
        for name in ["In the snow", "Im Schnee", "雪の中で"] {
            let html = format!(
                "<title>Notes 12</title><table><tr><td><h1>Notes 12</h1><tr><td>{PROSE}{MORE}<tr><td><h2>{name}</h2><p>At the \
                 old quay we stood for an hour while a plough was sent for, and nobody complained of it, since a woman shared \
                 her cake.</table><p><a href=/u>Unsubscribe</a>"
            );
            let mut analyzer = Analyzer::default();
            assert!(analyzer.analyze(html.as_bytes()).unwrap().main_text().text().contains(name), "{name}");
        }
    }

    #[test]
    fn headings_of_content_stay() {
        let found = headings(&format!("<h2>Works</h2><h3>Stone</h3>{MORE}<h3>Wood</h3>{PROSE}<h2>Last</h2>"));
        assert_eq!(found, ["Works", "Stone", "Wood", "Last"]);
    }

    #[test]
    fn a_term_heads_its_definition() {
        for term in ["ratio(a, b=12)", "Verhältnis", "比率"] {
            let html = format!(
                "<title>gears</title><article><h1>gears</h1><dl><dt>{term}<dd><p>Returns the ratio of two gears, of which \
                 the second may have no teeth at all.</p></dl></article><footer>2024</footer>"
            );
            let mut analyzer = Analyzer::default();
            assert!(analyzer.analyze(html.as_bytes()).unwrap().main_text().text().contains(term), "{term}");
        }
    }

    #[test]
    fn a_heading_in_the_header_above_prose_is_content() {
        for [name, section] in
            [["The men of the light", "Culture"], ["Die Männer am Licht", "Kultur"], ["灯りを待つ人々", "文化"]]
        {
            let html = format!(
                "<div><h1>The pier</h1><article><header><a href=/c>{section}</a> <time>2025-03-04</time><h2>{name}</h2></header>{PROSE}\
                 {MORE}</article></div>"
            );
            let mut analyzer = Analyzer::default();
            let page = analyzer.analyze(html.as_bytes()).unwrap();
            assert!(page.main_text().text().contains(name), "{name}");
        }
    }

    #[test]
    fn a_line_in_a_large_font_above_prose_is_content() {
        for name in ["Heron nests on the island", "Reiher brüten auf der Insel", "島のサギ"] {
            let page = |line: &str| {
                let html = format!(
                    "<title>Pond News, June</title><center>[ <a href=/>Home</a> | <a href=/n>News</a> | <a href=/g>Guests</a> ]\
                     </center><hr>{line}{PROSE}{MORE}<p><a href=/u>Up</a>"
                );
                Analyzer::default().analyze(html.as_bytes()).unwrap().main_text().text().to_owned()
            };
            assert!(page(&format!("<font size=5><b>{name}</b></font>")).contains(name), "{name}");
            assert!(page(&format!("<font size=+2>{name}</font>")).contains(name), "{name}");
        }
    }
}
