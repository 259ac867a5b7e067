//! Cards that are links: on a page that lists things, elements in a row that are one link each, with a title and lines such
//! as a price, a place or a date. Where most of them have content, all that they say is content: the model takes the lines
//! for menus, as they are short and linked.

use super::BlockLabel;
use crate::read::html::NONE;
use crate::read::page::{Block, Page};
use std::ops::Range;

/// The minimum number of cards in a row, and the minimum number of blocks of one.
const LEAST: usize = 3;
const LEAST_BLOCKS: usize = 2;
/// The share of the cards that must have content.
const SHARE: [usize; 2] = [1, 2];

/// Makes all lines of cards content. `may_be_content` says whether a block that the model took for template may become
/// content.
pub(super) fn complete(page: &Page<'_>, labels: &mut [BlockLabel], may_be_content: impl Fn(usize) -> bool) {
    let (mut at, mut first) = (0, 0);
    let (mut cards, mut kept, mut last) = (0, 0, NONE);
    while at < page.blocks.len() {
        let card = card_at(page, at);
        let has_content = usize::from(labels[card.clone()].iter().any(|label| !label.is_template));
        let link = link_of(page, &page.blocks[at]);
        let is_card = link != NONE && card.len() >= LEAST_BLOCKS;
        if is_card && (cards == 0 || are_in_row(page, last, link)) {
            (cards, kept) = (cards + 1, kept + has_content);
        } else {
            complete_row(first..at, (cards, kept), labels, &may_be_content);
            first = if is_card { at } else { card.end };
            (cards, kept) = if is_card { (1, has_content) } else { (0, 0) };
        }
        last = link;
        at = card.end;
    }
    complete_row(first..at, (cards, kept), labels, &may_be_content);
}

/// The link that a block stands in with its element.
fn link_of(page: &Page<'_>, block: &Block) -> u32 {
    page.contexts[block.container as usize].link
}

/// The blocks of the link around a block, or the block alone.
fn card_at(page: &Page<'_>, at: usize) -> Range<usize> {
    let link = link_of(page, &page.blocks[at]);
    let is_in = |block: &&Block| link != NONE && link_of(page, block) == link;
    at..at + page.blocks[at..].iter().take_while(is_in).count().max(1)
}

/// Whether two links have one parent, or their parents have.
fn are_in_row(page: &Page<'_>, first: u32, second: u32) -> bool {
    let parent = |node: u32| page.tree.nodes.get(node as usize).map_or(NONE, |node| node.parent);
    let [first, second] = [first, second].map(parent);
    first == second || parent(first) == parent(second)
}

fn complete_row(
    row: Range<usize>,
    (cards, kept): (usize, usize),
    labels: &mut [BlockLabel],
    may_be_content: impl Fn(usize) -> bool,
) {
    let [part, whole] = SHARE;
    if cards < LEAST || whole * kept < part * cards {
        return;
    }
    for i in row.filter(|&i| may_be_content(i)) {
        labels[i].is_template = false;
    }
}

#[cfg(test)]
mod tests {
    use crate::Analyzer;

    /// The main text of a page that lists animals, each in a link.
    fn main_text(card: &str) -> String {
        let animals = [
            ["Bella", "Rasse: Dackel", "Ist seit drei Wochen bei uns und fährt sehr gern mit dem Bus in die Stadt."],
            ["Karl", "Rasse: Pudel", "Mag Kinder und andere Hunde, aber keine Fahrräder, und schläft bis um zehn."],
            ["Momo", "Rasse: Beagle", "Wurde am Hafen gefunden und sucht einen Garten mit einem hohen Zaun."],
            ["Rita", "Rasse: Terrier", "Kam mit ihrer Schwester und soll mit ihr zusammen ein neues Zuhause finden."],
        ];
        let cards = animals.map(|[name, breed, text]| {
            card.replace("NAME", name).replace("BREED", breed).replace("TEXT", text).replace("HREF", name)
        });
        let html = format!(
            "<title>Unsere Tiere | Tierheim</title><nav><a href=/>Start</a><a href=/hilfe>Helfen</a></nav><main><h1>Unsere Tiere</h1>\
             <div class=grid>{}</div></main><footer><a href=/impressum><span>Impressum</span></a></footer>",
            cards.concat()
        );
        Analyzer::default().analyze(html.as_bytes()).unwrap().main_text().text().to_owned()
    }

    #[test]
    fn lines_of_cards_are_content_with_their_text() {
        for card in [
            "<a class=card href=/tier/HREF><h3>NAME</h3><div>BREED</div><p>TEXT</p></a>",
            "<div><a href=/tier/HREF><div>BREED</div><div>NAME</div><div>TEXT</div></a></div>",
        ] {
            let text = main_text(card);
            assert!(["Karl", "Rasse: Terrier", "Hafen"].iter().all(|part| text.contains(part)), "{card}: {text}");
            assert!(!text.contains("Impressum"), "{text}");
        }
    }
}
