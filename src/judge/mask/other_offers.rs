//! Offers of other things: on the page of a product, alike elements in a row that each hold a link and a price are cards of
//! other products, and template, whatever stands above them. Rows of a table are of the product itself.

use super::features::Features;
use super::price::has_price;
use super::{BlockLabel, NOT_CONTENT, tokens_of_content};
use crate::base::arena::Bump;
use crate::judge::containers::Containers;
use crate::read::html::attributes::Name;
use crate::read::html::{Node, Tag, Tree};
use crate::read::page::{Block, Page};

/// The minimum number of cards.
const LEAST: u8 = 3;
/// The maximum numbers of tokens of a line with a price and of a card, and of nodes of a card that are looked at.
const MOST_OF_PRICE: u32 = 10;
const MOST_OF_CARD: u32 = 80;
const MOST_NODES: usize = 256;
/// Of the text of a row at least this share is in cards, in percent.
const LEAST_IN_CARDS: u64 = 80;
/// The minimum number of tokens of content beside the cards: a page of nothing else is a collection.
const LEAST_BESIDE: u64 = 12;

/// Bytes that [`leave_out`] allocates.
pub(super) fn capacity(containers: usize) -> usize {
    containers
}

/// Makes such cards template. `headline` is the block with the name of the product; if the page is not surely one of a
/// product, its price alone says so, and names or pictures of cards must be links.
pub(super) fn leave_out(
    scratch: &Bump,
    page: &Page<'_>,
    features: &Features<'_>,
    containers: &Containers<'_>,
    (headline, is_sure): (Option<usize>, bool),
    labels: &mut [BlockLabel],
) {
    let headline = headline.map(|at| page.blocks[at].container as usize);
    let Some(prices) = prices(scratch, page, containers) else { return };
    let mut content = tokens_of_content(page.blocks, labels);
    let mut end = 0;
    for (at, container) in containers.list.iter().enumerate() {
        let nodes = page.tree.subtree(container.node);
        if prices[at] < LEAST || container.node < end || headline.is_some_and(|at| nodes.contains(&at)) {
            continue;
        }
        if is_row_of_cards(page, features, containers, prices, (at, !is_sure)) {
            end = nodes.end as u32;
            let blocks = page.blocks_in(nodes);
            let inside = tokens_of_content(&page.blocks[blocks.clone()], &labels[blocks.clone()]);
            if content - inside >= LEAST_BESIDE {
                content -= inside;
                // The heading above them is of nothing else.
                let has_heading = blocks.start.checked_sub(1).is_some_and(|above| page.blocks[above].heading > 1);
                labels[blocks.start - usize::from(has_heading)..blocks.end]
                    .iter_mut()
                    .for_each(|label| label.is_template = true);
            }
        }
    }
}

/// For each container the number of prices in it, at most 255; `None` if they are few.
fn prices<'s>(scratch: &'s Bump, page: &Page<'_>, containers: &Containers<'_>) -> Option<&'s [u8]> {
    let prices = scratch.alloc_slice_fill_copy(containers.len(), 0u8);
    let is_shown = |block: &&Block| block.flags & NOT_CONTENT == 0;
    for block in page.blocks.iter().filter(is_shown).filter(|block| has_price(page, block, MOST_OF_PRICE)) {
        let own = &mut prices[containers.index(block.container) as usize];
        *own = own.saturating_add(1);
    }
    for (i, container) in containers.list.iter().enumerate().rev().filter(|(i, at)| *i != at.parent as usize) {
        prices[container.parent as usize] = prices[container.parent as usize].saturating_add(prices[i]);
    }
    prices.first().is_some_and(|&all| all >= LEAST).then_some(prices)
}

/// Whether nearly all the text of an element is in cards beside each other.
fn is_row_of_cards(
    page: &Page<'_>,
    features: &Features<'_>,
    containers: &Containers<'_>,
    prices: &[u8],
    (row, are_linked): (usize, bool),
) -> bool {
    let list = &containers.list;
    let end = page.tree.subtree(list[row].node).end as u32;
    let (mut cards, mut tokens, mut tag, mut at) = (0, 0, None, row + 1);
    while let Some(child) = list.get(at).filter(|child| child.node < end) {
        let of_child = features.text_in(at).0;
        let own = child.tag(&page.tree);
        if prices[at] > 0
            && of_child <= MOST_OF_CARD
            && *tag.get_or_insert(own) == own
            && is_card(&page.tree, child.node, are_linked)
        {
            cards += 1;
            tokens += u64::from(of_child);
        }
        let after = page.tree.nodes[child.node as usize].subtree_end;
        at += list[at..].partition_point(|other| other.node < after);
    }
    let is_table = matches!(tag, Some(Tag::TR | Tag::TD | Tag::TH | Tag::TBODY | Tag::P));
    cards >= LEAST && !is_table && 100 * tokens >= LEAST_IN_CARDS * u64::from(features.text_in(row).0)
}

/// Whether an element leads to another page and has a picture or a heading; `is_linked` if one of these must be the link, as
/// the name of another product is, while plans of the product's own have buttons.
fn is_card(tree: &Tree<'_>, element: u32, is_linked: bool) -> bool {
    let (mut link_end, mut sight_end) = (None, None);
    for (at, node) in tree.subtree(element).zip(&tree.nodes[tree.subtree(element)]).take(MOST_NODES) {
        let is_in = |end: Option<u32>| end.is_some_and(|end| !is_linked || (at as u32) < end);
        match node.tag {
            Tag::A if is_other_page(tree, node) => {
                if is_in(sight_end) {
                    return true;
                }
                link_end = Some(node.subtree_end);
            }
            Tag::IMG | Tag::H2 | Tag::H3 | Tag::H4 | Tag::H5 | Tag::H6 => {
                if is_in(link_end) {
                    return true;
                }
                sight_end = Some(node.subtree_end);
            }
            _ => {}
        }
    }
    false
}

fn is_other_page(tree: &Tree<'_>, link: &Node) -> bool {
    const SCRIPT: &[u8] = b"javascript:";
    let href = tree.attribute(link, Name::HREF).map(|href| tree.raw_value(href)).unwrap_or_default();
    let is_script = href.get(..SCRIPT.len()).is_some_and(|start| start.eq_ignore_ascii_case(SCRIPT));
    !matches!(href.first(), None | Some(b'#')) && !is_script
}

#[cfg(test)]
mod tests {
    use crate::Analyzer;

    /// The main text of the page of a product with these parts below its text.
    fn main_text(parts: &str) -> String {
        let html = format!(
            "<title>Oak stool | Shop</title><body class=product-page><nav><a href=/>Shop</a> <a href=/b>Basket</a></nav><main \
             itemscope itemtype='https://schema.org/Product' class=product><h1 class=product-title itemprop=name>Oak stool</h1><div \
             class=price itemprop=price>£85.00</div><button class=add-to-cart>Add to basket</button><div class=product-description \
             itemprop=description><p>A stool of solid oak, turned by hand and oiled twice. It carries a hundred and twenty kilos \
             and fits below every table.</p><p>The seat is slightly hollow, so that one sits on it for an evening without a \
             cushion. The legs are wedged, not glued.</p></div>{parts}</main><footer>© Shop <a href=/t>Terms</a></footer>"
        );
        Analyzer::default().analyze(html.as_bytes()).unwrap().main_text().text().to_owned()
    }

    const OTHERS: [[&str; 3]; 4] = [
        ["Ash bench for three", "£240.00", "New · in stock"],
        ["Bar stool with a back", "£99.00", "Few left"],
        ["Walnut side table", "£180.00", "New · in stock"],
        ["Beech step with a handle", "£64.00", "Made to order"],
    ];

    #[test]
    fn cards_of_other_products_are_template() {
        for [open, before, between, after, end, close] in [
            ["<ul>", "<li><a href=/p><img src=p.jpg></a><h3>", "</h3><div>", "</div><div>", "</div></li>", "</ul>"],
            ["<div>", "<a href=/p><img src=p.jpg><p>", "</p><p>", "</p><p>", "</p></a>", "</div>"],
            [
                "<section><div>",
                "<article><h3><a href=/p>",
                "</a></h3><span>",
                "</span> <p>",
                "</p></article>",
                "</div></section>",
            ],
        ] {
            for heading in ["Goes well with it", "Passt gut dazu", "いっしょにどうぞ"] {
                let cards: String = OTHERS
                    .map(|[name, price, note]| [before, name, between, price, after, note, end].concat())
                    .concat();
                let found = main_text(&format!("<div><h2>{heading}</h2>{open}{cards}{close}</div>"));
                assert!(found.contains("solid oak") && found.contains("wedged"), "{found}");
                assert!(
                    !OTHERS.iter().flatten().any(|part| found.contains(part)) && !found.contains(heading),
                    "{found}"
                );
            }
        }
    }

    #[test]
    fn sizes_and_plans_of_the_product_are_not() {
        let table =
            "<table><tr><th>Size<th>Price<tr><td>Small<td>£85<tr><td>Medium<td>£95<tr><td>Large<td>£110</table>";
        let plan =
            |[name, price]: [&str; 2]| format!("<div><h3>{name}</h3><p>{price}</p><a href=/choose>Choose</a></div>");
        let plans = [["Raw", "£85"], ["Oiled", "£95"], ["Waxed", "£110"]].map(plan).concat();
        for part in [format!("<h2>Sizes</h2>{table}"), format!("<div>{plans}</div>")] {
            let found = main_text(&part);
            assert!(["£85", "£95", "£110"].iter().all(|price| found.contains(price)), "{part}: {found}");
        }
    }
}
