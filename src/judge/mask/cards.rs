//! Cards: on a short page, alike elements below its text that hold a heading and a short line each are content: services with
//! what they are or, if the headings are links, the products of a collection with their prices. Teasers of other pages have
//! no prices, and similar products a heading of their own or a price above.

use super::entries::around_both;
use super::{BlockLabel, NOT_CONTENT, buttons, price, units};
use crate::judge::containers::Containers;
use crate::read::html::{NONE, Tag};
use crate::read::page::{Block, Page};
use std::ops::Range;

/// The minimum number of cards.
const LEAST: usize = 3;
/// On the page of an offer, of cards that are no links.
const LEAST_OF_OFFER: usize = 2;
/// The maximum number of lines of a card below its heading, of a plan with its price, and of their tokens.
const MOST_LINES: usize = 3;
const MOST_OF_PLAN: usize = 10;
const MOST_OF_LINE: u32 = 40;
/// The minimum number of labels below the heading of a filter, and the maximum number of tokens of one.
const LEAST_LABELS: usize = 2;
const MOST_OF_LABEL: u32 = 8;
/// The maximum number of blocks of a filter.
const MOST_IN_FILTER: usize = 64;

/// Makes cards content. `own` is the container with the headline of a short page and its text. `may_be_content` says whether
/// a block that the model took for template may become content.
pub(super) fn complete(
    page: &Page<'_>,
    containers: &Containers<'_>,
    labels: &mut [BlockLabel],
    (own, headline, is_offer): (usize, Option<usize>, bool),
    may_be_content: impl Fn(usize) -> bool,
) {
    let Some(headline) = headline else { return };
    let (below, least) = (headline + 1, if is_offer { LEAST_OF_OFFER } else { LEAST });
    if page.blocks[below..].iter().filter(|block| block.heading > 1).count() < least {
        return;
    }
    let subtree = |at: usize| page.tree.subtree(containers.list[at].node);
    let near = if is_offer { containers.list[own].parent as usize } else { own };
    let near = if containers.list[near].tag(&page.tree) == Tag::BODY { subtree(own) } else { subtree(near) };
    let (mut at, mut has_heading_above) = (below, false);
    let mut filter = below..below;
    while let Some(heading) = page.blocks[at..].iter().position(|block| block.heading > 0) {
        let first = at + heading;
        let Some((list, cards, are_linked)) = cards_from(page, first, least) else {
            match filter_at(page, first) {
                Some(found) => (at, filter) = (found.end, found),
                None => (at, has_heading_above) = (first + 1, true),
            }
            continue;
        };
        let has_price_above = || {
            let mut above = (below..first).filter(|i| !filter.contains(i)).map(|i| &page.blocks[i]);
            above.any(|block| block.linked_tokens == 0 && has_price(page, block))
        };
        let are_products = || {
            !has_heading_above
                && page.blocks[cards.clone()].iter().filter(|block| has_price(page, block)).nth(LEAST - 1).is_some()
                && !has_price_above()
        };
        let is_content = match are_linked {
            Some(true) => are_products(),
            Some(false) => near.contains(&(list as usize)),
            None => false,
        };
        if is_content && !units::is_in_surroundings(page, containers, list, NONE) {
            // Below each plan a link of one name buys it.
            let last = page.text_of(&page.blocks[cards.end - 1]);
            for i in cards.clone() {
                let block = &page.blocks[i];
                if are_linked == Some(false) && block.is_linked() {
                    labels[i].is_template |= page.text_of(block) == last;
                } else if may_be_content(i) && !buttons::is_button(page, block) {
                    labels[i].is_template = false;
                }
            }
        }
        (at, has_heading_above) = (cards.end, true);
    }
}

fn has_price(page: &Page<'_>, block: &Block) -> bool {
    price::has_price(page, block, MOST_OF_LINE)
}

/// The cards that begin with a block: the element around them, their blocks, and whether all headings are links or
/// none.
fn cards_from(page: &Page<'_>, first: usize, least: usize) -> Option<(u32, Range<usize>, Option<bool>)> {
    let mut end = card_at(page, first)?;
    let (mut list, mut count, mut linked) = (NONE, 1, usize::from(page.blocks[first].linked_tokens > 0));
    let mut last = first;
    while let Some(next) = card_at(page, end) {
        let around = around_both(page, last, end);
        let is_alike = page.blocks[end].heading == page.blocks[first].heading;
        if around.is_none_or(|around| list != NONE && around != list) || !is_alike {
            break;
        }
        list = around.unwrap_or(NONE);
        linked += usize::from(page.blocks[end].linked_tokens > 0);
        (last, end, count) = (end, next, count + 1);
    }
    let are_linked = (linked == 0 || linked == count).then_some(linked > 0);
    let least = if linked == 0 { least } else { LEAST };
    (count >= least).then_some((list, first..end, are_linked))
}

/// One past the last block of the card whose heading is a block, and which is all that its element holds.
fn card_at(page: &Page<'_>, first: usize) -> Option<usize> {
    page.blocks.get(first).filter(|block| block.heading > 1 && block.flags & NOT_CONTENT == 0)?;
    let item = page.tree.subtree(around_both(page, first, first + 1)?);
    let is_inside = |block: &Block| item.contains(&(block.container as usize));
    let lines = page.blocks[first + 1..].iter().take(MOST_OF_PLAN + 1).take_while(|block| is_inside(block));
    let count = lines.clone().count();
    let is_price = |line: &Block| line.linked_tokens == 0 && has_price(page, line);
    let is_plan = || count <= MOST_OF_PLAN && page.blocks[first].linked_tokens == 0 && lines.clone().any(is_price);
    let is_text = |line: &Block| line.heading == 0 && line.flags & NOT_CONTENT == 0 && line.tokens <= MOST_OF_LINE;
    if count == 0 || !lines.clone().all(is_text) || count > MOST_LINES && !is_plan() {
        return None;
    }
    // The link of a product may hold its price, too, and a button stands below; a plan ends with a link.
    let (mut has_links, mut is_product) = (false, false);
    for (i, line) in lines.clone().enumerate() {
        let is_linked = line.linked_tokens > 0;
        let is_price = is_linked && has_price(page, line);
        let is_call = || i > 0 && i + 1 == count && is_plan();
        if is_linked && !is_price && !is_call() && !buttons::is_button(page, line) {
            return None;
        }
        (has_links, is_product) = (has_links || is_linked, is_product || is_price);
    }
    let is_card = !has_links || is_product || lines.clone().any(is_price);
    is_card.then_some(first + 1 + count)
}

/// The blocks of an element that holds headings and labels only, as a filter of a list, if a heading begins it.
fn filter_at(page: &Page<'_>, heading: usize) -> Option<Range<usize>> {
    let filter = page.tree.subtree(around_both(page, heading, heading + 1)?);
    let is_inside = |block: &Block| filter.contains(&(block.container as usize));
    let inside = page.blocks[heading + 1..].iter().take(MOST_IN_FILTER + 1).take_while(|block| is_inside(block));
    if inside.clone().count() > MOST_IN_FILTER {
        return None;
    }
    let is_label = |block: &Block| block.heading == 0 && block.tokens <= MOST_OF_LABEL;
    let is_part = |block: &Block| block.linked_tokens == 0 && (block.heading > 1 || is_label(block));
    let labels = inside.clone().filter(|block| is_label(block)).take(LEAST_LABELS).count();
    (labels == LEAST_LABELS && inside.clone().all(is_part)).then(|| heading..heading + 1 + inside.count())
}

#[cfg(test)]
mod tests {
    use crate::Analyzer;

    fn main_text(text: &str) -> String {
        let html = format!(
            "<title>Stools | Site</title><nav><a href=/>Home</a></nav><main>{text}</main><div><h2>More</h2><ul><li>\
             <a href=/a>Snow closes the road</a><li><a href=/b>Ferry is late again</a></ul></div><footer>2024</footer>"
        );
        Analyzer::default().analyze(html.as_bytes()).unwrap().main_text().text().to_owned()
    }

    fn cards(cards: &[[&str; 2]], [open, between, close]: [&str; 3]) -> String {
        cards.iter().map(|[name, line]| format!("{open}{name}{between}{line}{close}")).collect()
    }

    const PRODUCT: [&str; 3] = ["<li><div><h3><a href=/p>", "</a></h3><div><span>", "</span></div></div></li>"];

    #[test]
    fn products_of_a_collection_are_content() {
        for (text, products) in [
            (
                "Turned by hand in our shop on the hill.",
                [["Oak stool", "£85"], ["Low stool", "£64"], ["Bar stool", "£99"]],
            ),
            ("Tabourets tournés dans notre atelier.", [["Chêne", "85 €"], ["Frêne", "79 €"], ["Bar", "110 €"]]),
            ("Ustamızın elinden çıkan tabureler.", [["Meşe", "850 TL"], ["Alçak", "640 TL"], ["Bar", "990 TL"]]),
        ] {
            let list = cards(&products, PRODUCT);
            let found = main_text(&format!("<div><h1>Stools</h1><div><p>{text}</p></div></div><ul>{list}</ul>"));
            assert!(products.iter().flatten().all(|part| found.contains(part)), "{found}");
            assert!(!found.contains("Snow"), "{found}");
            // Below a price, or with a heading, they are similar products.
            for above in ["<div>£120</div>", "<h2>Others also bought</h2>"] {
                let page = format!("<div><h1>Stools</h1><div><p>{text}</p></div></div>{above}<ul>{list}</ul>");
                let found = main_text(&page);
                assert!(!products.iter().any(|[name, _]| found.contains(name)), "{above}: {found}");
            }
        }
    }

    #[test]
    fn a_filter_may_stand_above_the_products() {
        for [heading, one, two] in [["Filter", "Size", "Color"], ["Filtre", "Taille", "Prix"], ["絞り込み", "色", "形"]]
        {
            let list = cards(&[["Oak", "£85"], ["Ash", "£64"], ["Bar", "£99"]], PRODUCT);
            let text = "<h1>Stools</h1><p>Turned by hand in our shop on the hill.</p>";
            let filter =
                format!("<div><h3>{heading}</h3><ul><li><label>{one}</label><li><label>{two}</label></ul></div>");
            let found = main_text(&format!("{text}{filter}<ul>{list}</ul>"));
            assert!(["Ash", "£64", "£99"].iter().all(|part| found.contains(part)), "{found}");
        }
    }

    #[test]
    fn plans_with_their_prices_are_content() {
        for [price, part, sign] in [["$9 a month", "ten books", "Try it"], ["9 € im Monat", "10 Bücher", "Testen"]] {
            let plan = |name: &str| {
                format!(
                    "<div><h3>{name}</h3><div>{price}</div><ul><li>{part} {name}<li>Chat<li>Mail<li>Log</ul>\
                     <a href=/sign>{sign}</a></div>"
                )
            };
            let plans = ["Solo", "Duo", "Firm"].map(plan).concat();
            let found = main_text(&format!("<h1>Plans</h1><p>Books that are kept for you.</p><div>{plans}</div>"));
            assert!(found.contains(&format!("{part} Duo")) && found.contains(price), "{found}");
            assert!(found.contains(&format!("{part} Firm")) && !found.contains(sign), "{found}");
        }
    }

    #[test]
    fn two_parts_of_an_offer_are_enough() {
        for [size, back, days] in
            [["Size", "Returns", "14 days."], ["Maße", "Rückgabe", "14 Tage."], ["寸法", "返品", "十四日間。"]]
        {
            let found = main_text(&format!(
                "<div><div><h1>Lamp</h1><div>18,00 €</div><button>Buy</button><p>It holds on to the edge of the bed by a clip.</p>\
                 </div><div><ul><li><h2>{size}</h2><div>11 cm</div><li><h2>{back}</h2><div>{days}</div></ul></div></div>"
            ));
            assert!([size, "11 cm", back, days].iter().all(|part| found.contains(part)), "{found}");
        }
    }

    #[test]
    fn buttons_of_products_are_template() {
        for [text, buy] in [
            ["Turned by hand in our shop on the hill.", "Add to basket"],
            ["Hechos a mano en nuestro taller.", "Añadir al carrito"],
            ["丘の上の工房で一つずつ手作りしています。", "カートに入れる"],
        ] {
            let products = [["Oak", "£85"], ["Ash", "£64"], ["Bar", "£99"]];
            for button in ["<a class='button add' href=/buy>", "<button>"] {
                let end = format!("</span></a>{button}{buy}</a></button></li>");
                let list = cards(&products, ["<li><a href=/p><h2>", "</h2><span>", &end]);
                let found = main_text(&format!("<h1>Stools</h1><p>{text}</p><ul>{list}</ul>"));
                assert!(products.iter().flatten().all(|part| found.contains(part)), "{button}: {found}");
                assert!(!found.contains(buy), "{button}: {found}");
            }
        }
    }

    #[test]
    fn teasers_with_dates_are_none() {
        let teasers = [["Oak is dear", "1 May"], ["Pine is cheap", "2 May"], ["Ash is rare", "3 May"]];
        let list = cards(&teasers, PRODUCT);
        let page = format!("<div><h1>Stools</h1><p>Turned by hand in our shop on the hill.</p></div><ul>{list}</ul>");
        assert!(!main_text(&page).contains("Pine"));
    }

    #[test]
    fn services_with_what_they_are_are_content() {
        for services in [
            [["Survey", "Free."], ["Repair", "With a guarantee."], ["Care", "Once a year."]],
            [["Sopralluogo", "Gratuito."], ["Restauro", "Con garanzia."], ["Cura", "Una volta l'anno."]],
            [["見積もり", "無料です。"], ["修理", "保証つき。"], ["点検", "年に一度。"]],
        ] {
            for frame in ["<div class='elementor-widget elementor-widget-text-editor'>", "<div>"] {
                let list = cards(&services, ["<div><h3>", "</h3><p>", "</p></div>"]);
                let text = main_text(&format!(
                    "{frame}<h1>Clocks</h1><p>We repair the clocks of towers in the whole valley.</p>{list}</div>"
                ));
                assert!(services.iter().flatten().all(|part| text.contains(part)), "{text}");
            }
        }
    }
}
