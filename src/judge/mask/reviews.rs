//! Reviews of customers, by the heading above them: on the page of a product, what stands below a heading that speaks of
//! reviews is template, up to the next section; so is what a line that reads like one stands above, and texts with stars or
//! points each below such a line. Reviews that show neither stars nor dates are found in no other way.

use super::{BlockLabel, KindProbabilities, PageKind};
use crate::judge::comments::lines;
use crate::judge::comments::rating::opening_rating;
use crate::judge::containers::Containers;
use crate::read::html::{Node, Tag};
use crate::read::page::{Block, Page};
use std::ops::Range;

/// The maximum number of tokens of the heading.
const MOST_OF_HEADING: u32 = 10;
/// The maximum of bytes of a line that reads like one.
const MOST_OF_LINE: u32 = 40;
/// The rank of the last headings.
const LOWEST_RANK: u8 = 6;
/// A review has a block of at least so many tokens, among so many blocks below the heading.
const LEAST_TEXT: u32 = 5;
const REACH: usize = 16;
/// As many blocks below a line are searched for ratings, each so many blocks after the one before.
const MOST_RATED: usize = 256;
const RATED_REACH: usize = 8;
/// The maximum number of elements around a rating in a review.
const MOST_LEVELS: usize = 12;
/// The maximum number of nodes between the first block of the page's offer and the reviews that are searched for a button.
const MOST_NODES: usize = 1 << 12;
/// The minimum number of tokens of content beside the reviews, and the share of the reviews, in percent: a page of hardly
/// anything else is about them.
const LEAST_BESIDE: u32 = 12;
const LEAST_SHARE_BESIDE: u64 = 25;

/// Makes reviews template. A page is of a product if its kind says so, or if it has a price below its headline
/// (`is_offer`) and a button before the reviews.
pub(crate) fn leave_out(
    page: &Page<'_>,
    containers: &Containers<'_>,
    kinds: Option<KindProbabilities>,
    is_offer: bool,
    labels: &mut [BlockLabel],
) {
    let is_product = kinds.is_some_and(|kinds| kinds.best() == PageKind::Product);
    if !is_product && !is_offer {
        return;
    }
    let tokens_of = |(block, label): (&Block, &BlockLabel)| match label.is_template || block.heading > 0 {
        true => 0,
        false => block.tokens,
    };
    let mut kept: u32 = page.blocks.iter().zip(&*labels).map(tokens_of).sum();
    let mut from = 0;
    while let Some(heading) = (from..page.blocks.len()).find(|&i| speaks_of_reviews(page, i)) {
        from = heading + 1;
        let rated = rated_section(page, heading);
        let is_clear = rated.is_some() || is_product && page.blocks[heading].heading > 0;
        if !is_clear && !has_button_before(page, heading) {
            continue;
        }
        let section = section(page, containers, heading);
        let section = rated.filter(|rated| rated.end > section.end).unwrap_or(section);
        from = section.end.max(from);
        let inside: u32 = page.blocks[section.clone()].iter().zip(&labels[section.clone()]).map(tokens_of).sum();
        let beside = kept - inside;
        let is_about_others = 100 * u64::from(beside) >= LEAST_SHARE_BESIDE * u64::from(inside);
        if beside >= LEAST_BESIDE && is_about_others {
            labels[section].iter_mut().for_each(|label| label.is_template = true);
            kept = beside;
        }
    }
}

/// Whether a block is a heading that speaks of reviews, or a line that reads like one. A single word may be the name of a tab.
pub(crate) fn speaks_of_reviews(page: &Page<'_>, at: usize) -> bool {
    let block = &page.blocks[at];
    let is_short = block.heading != 1 && block.linked_tokens == 0 && block.words() <= MOST_OF_HEADING;
    let may_be_line = || block.tokens > 1 && block.text.1 - block.text.0 <= MOST_OF_LINE;
    is_short
        && (block.heading > 0 || may_be_line())
        && !is_tab(page, at)
        && lines::speaks_of_reviews(page.text_of(block))
}

/// Whether a heading or a line is one of several in a row, such as the names of tabs.
fn is_tab(page: &Page<'_>, at: usize) -> bool {
    let block = &page.blocks[at];
    let Some(before) = at.checked_sub(1).map(|before| &page.blocks[before]) else { return false };
    if block.heading > 0 {
        return before.heading == block.heading;
    }
    let node = |block: &Block| page.tree.nodes.get(block.container as usize);
    let is_beside = node(before).zip(node(block)).is_some_and(|(a, b)| (a.parent, a.tag) == (b.parent, b.tag));
    // What holds the reviews, too, is no tab.
    let holds_next = || {
        let nodes = block.container..node(block).map_or(0, |node| node.subtree_end);
        page.blocks.get(at + 1).is_some_and(|next| nodes.contains(&next.container))
    };
    is_beside && before.tokens <= MOST_OF_HEADING && !holds_next()
}

/// The blocks from a heading to the next one of its rank, inside of the smallest element around it and a text below it; none
/// if there is no such text. From a line to any heading, if that element begins with it.
fn section(page: &Page<'_>, containers: &Containers<'_>, heading: usize) -> Range<usize> {
    let blocks = page.blocks;
    let rank = if blocks[heading].heading > 0 { blocks[heading].heading } else { LOWEST_RANK };
    let is_end = |block: &Block| block.heading > 0 && block.heading <= rank;
    let is_text = |block: &&Block| block.tokens >= LEAST_TEXT && !block.is_linked() && block.heading == 0;
    let mut below = blocks[heading + 1..].iter().take(REACH).take_while(|block| !is_end(block));
    let Some(text) = below.find(is_text) else { return heading..heading };
    let mut above = containers.ancestors(containers.index(blocks[heading].container));
    let is_around = |nodes: &Range<usize>| nodes.contains(&(text.container as usize));
    let around = above.find_map(|at| Some(page.tree.subtree(containers.list[at as usize].node)).filter(is_around));
    let is_inside = |block: &Block| around.as_ref().is_some_and(|nodes| nodes.contains(&(block.container as usize)));
    let begins = || heading.checked_sub(1).is_none_or(|before| !is_inside(&blocks[before]));
    if blocks[heading].heading == 0 && !begins() {
        return heading..heading;
    }
    let count = blocks[heading + 1..].iter().take_while(|&block| !is_end(block) && is_inside(block)).count();
    heading..heading + 1 + count
}

/// The blocks from a heading or line to the end of the last text with a rating near it, if there are several.
fn rated_section(page: &Page<'_>, heading: usize) -> Option<Range<usize>> {
    let below = page.blocks[heading + 1..].iter().take(MOST_RATED).take_while(|block| block.heading == 0);
    let (mut first, mut last, mut texts) = (None, None, 0);
    for (i, block) in (heading + 1..).zip(below) {
        if i > last.unwrap_or(heading) + RATED_REACH {
            break;
        }
        texts += usize::from(block.tokens >= LEAST_TEXT && !block.is_linked());
        if block.linked_tokens == 0 && opening_rating(page.text_of(block)).is_some() {
            first = first.or(Some(block.container));
            last = Some(i);
        }
    }
    let last = last?;
    // The element with the last one, beside that with the first one.
    let mut above = page.tree.ancestors(page.blocks[last].container).take(MOST_LEVELS);
    let holds_first = |&at: &u32| page.tree.subtree(at).contains(&(first.unwrap_or_default() as usize));
    let item = above.by_ref().take_while(|at| !holds_first(at)).last()?;
    let nodes = page.tree.subtree(item);
    let end = last + page.blocks[last..].iter().take_while(|block| nodes.contains(&(block.container as usize))).count();
    (texts > 1).then_some(heading..end)
}

/// Whether a button stands before a block.
fn has_button_before(page: &Page<'_>, block: usize) -> bool {
    has_button(page, 0, block)
}

/// Whether a button stands between two blocks, not too far before the second one.
pub(super) fn has_button(page: &Page<'_>, above: usize, below: usize) -> bool {
    let [start, end] = [above, below].map(|at| page.blocks[at].first_text as usize);
    let is_button =
        |node: &Node| node.tag == Tag::BUTTON || node.tag == Tag::INPUT && page.tree.is_of_type(node, &[b"submit"]);
    page.tree.nodes[end.saturating_sub(MOST_NODES).max(start).min(end)..end].iter().any(is_button)
}

#[cfg(test)]
mod tests {
    use crate::{Analyzer, CommentMode, Options};

    const REVIEWS: [&str; 3] = [
        "It is quiet and strong, and the hose does not leak as the old one did.",
        "Came late, but it runs since May.",
        "The handle broke after a week, and the shop sent another one at once.",
    ];

    fn main_text(mode: CommentMode, offer: &str, heading: &str) -> String {
        let review = |(text, name): (&str, &str)| format!("<li><p>{text}</p><p>– {name}</p></li>");
        let reviews: String = REVIEWS.into_iter().zip(["Ann", "Ben", "Cleo"]).map(review).collect();
        let html = format!(
            "<title>Pump 12</title><div><a href=/>Shop</a> <a href=/c>Cart</a></div><div><h1>Pump 12</h1>{offer}<p>A pump of \
             steel for tanks of a hundred liters, which starts by itself when the water is low.</p></div><div>{heading}<ul>\
             {reviews}</ul></div><h3>Delivery</h3><p>We send it on the day on which you order it, and you need not be at home.</p>"
        );
        let options = Options { comments: mode, ..Options::default() };
        Analyzer::new(options).analyze(html.as_bytes()).unwrap().main_text().text().to_owned()
    }

    const OFFER: &str = "<p>£129.00</p><button>Add to cart</button>";

    #[test]
    fn reviews_below_their_heading_are_template_on_pages_that_sell() {
        for heading in ["Customer reviews", "Kundenbewertungen (3)", "3 avis", "Отзывы покупателей", "レビュー"]
        {
            let found = main_text(CommentMode::Exclude, OFFER, &format!("<h2>{heading}</h2>"));
            assert!(found.contains("a hundred liters") && found.contains("be at home"), "{heading}: {found}");
            assert!(
                !REVIEWS.iter().any(|review| found.contains(review)) && !found.contains(heading),
                "{heading}: {found}"
            );
        }
        let found = main_text(CommentMode::Include, OFFER, "<h2>Customer reviews</h2>");
        assert!(REVIEWS.iter().all(|review| found.contains(review)), "{found}");
    }

    #[test]
    fn a_line_may_stand_for_the_heading() {
        for line in ["<div>Customer reviews (3)</div>", "<b>3 Kundenbewertungen</b>", "<span>カスタマーレビュー</span>"]
        {
            let found = main_text(CommentMode::Exclude, OFFER, line);
            assert!(found.contains("a hundred liters") && found.contains("be at home"), "{line}: {found}");
            assert!(!REVIEWS.iter().any(|review| found.contains(review)), "{line}: {found}");
        }
        // Names of tabs, and lines in the middle of a part.
        for lines in
            ["<div>Reviews</div>", "<p>Use</p><p>Reviews (3)</p>", "<p>Read it all.</p><div>Customer reviews (3)</div>"]
        {
            let found = main_text(CommentMode::Exclude, OFFER, lines);
            assert!(REVIEWS.iter().all(|review| found.contains(review)), "{lines}: {found}");
        }
    }

    /// Ratings show where the reviews end, so that the line may stand anywhere.
    #[test]
    fn rated_texts_below_a_line() {
        let item = |i: usize| format!("<p>{} {}</p>", ["★★★★★", "★★☆☆☆", "★★★★☆"][i], REVIEWS[i]);
        let reviews = [0, 1, 2].map(item).concat();
        for list in [reviews.clone(), format!("<div>{reviews}</div>")] {
            let html = format!(
                "<title>Pump 12</title><h1>Pump 12</h1><p>£129.00</p><p>A pump of steel for tanks of a hundred liters, which \
                 starts by itself when the water is low.</p><div>3 customer reviews</div>{list}<p>We send it on the day on \
                 which you order it, and you need not be at home.</p>"
            );
            let mut analyzer = Analyzer::default();
            let found = analyzer.analyze(html.as_bytes()).unwrap().main_text().text().to_owned();
            assert!(found.contains("a hundred liters") && found.contains("be at home"), "{list}: {found}");
            assert!(!REVIEWS.iter().any(|review| found.contains(review)), "{list}: {found}");
        }
    }

    #[test]
    fn other_sections_and_other_pages_stay() {
        for [offer, heading] in [[OFFER, "Details"], ["", "Customer reviews"], ["<p>£129.00</p>", "Customer reviews"]]
        {
            let found = main_text(CommentMode::Exclude, offer, &format!("<h2>{heading}</h2>"));
            assert!(REVIEWS.iter().all(|review| found.contains(review)), "{offer} {heading}: {found}");
        }
    }
}
