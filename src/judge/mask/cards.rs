//! Cards: on a short page, alike elements below its text that hold a heading and a short line each are content: services with
//! what they are or, if the headings are links, the products of a collection with their prices. Teasers of other pages have
//! no prices, and similar products a heading of their own or a price above.

use super::entries::around_both;
use super::{BlockLabel, NOT_CONTENT, buttons, price, units};
use crate::judge::containers::Containers;
use crate::read::html::NONE;
use crate::read::page::{Block, Page};
use std::ops::Range;

/// The minimum number of cards.
const LEAST: usize = 3;
/// The maximum number of lines of a card below its heading, and of their tokens.
const MOST_LINES: usize = 3;
const MOST_OF_LINE: u32 = 40;

/// Makes cards content. `own` is the container with the headline of a short page and its text. `may_be_content` says whether
/// a block that the model took for template may become content.
pub(super) fn complete(
    page: &Page<'_>,
    containers: &Containers<'_>,
    labels: &mut [BlockLabel],
    (own, headline): (usize, Option<usize>),
    may_be_content: impl Fn(usize) -> bool,
) {
    let Some(headline) = headline else { return };
    let below = headline + 1;
    if page.blocks[below..].iter().filter(|block| block.heading > 1).count() < LEAST {
        return;
    }
    let own = page.tree.subtree(containers.list[own].node);
    let (mut at, mut has_heading_above) = (below, false);
    while let Some(heading) = page.blocks[at..].iter().position(|block| block.heading > 0) {
        let first = at + heading;
        let Some((list, cards, are_linked)) = cards_from(page, first) else {
            (at, has_heading_above) = (first + 1, true);
            continue;
        };
        let has_price_above =
            || page.blocks[below..first].iter().any(|block| block.linked_tokens == 0 && has_price(page, block));
        let are_products = || {
            !has_heading_above
                && page.blocks[cards.clone()].iter().filter(|block| has_price(page, block)).nth(LEAST - 1).is_some()
                && !has_price_above()
        };
        let is_content = match are_linked {
            Some(true) => are_products(),
            Some(false) => own.contains(&(list as usize)),
            None => false,
        };
        if is_content && !units::is_in_surroundings(page, containers, list, NONE) {
            for i in cards.clone().filter(|&i| may_be_content(i) && !buttons::is_button(page, &page.blocks[i])) {
                labels[i].is_template = false;
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
fn cards_from(page: &Page<'_>, first: usize) -> Option<(u32, Range<usize>, Option<bool>)> {
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
    (count >= LEAST).then_some((list, first..end, are_linked))
}

/// One past the last block of the card whose heading is a block, and which is all that its element holds.
fn card_at(page: &Page<'_>, first: usize) -> Option<usize> {
    page.blocks.get(first).filter(|block| block.heading > 1 && block.flags & NOT_CONTENT == 0)?;
    let item = page.tree.subtree(around_both(page, first, first + 1)?);
    let is_inside = |block: &Block| item.contains(&(block.container as usize));
    let lines = page.blocks[first + 1..].iter().take(MOST_LINES + 1).take_while(|block| is_inside(block));
    let count = lines.clone().count();
    if !(1..=MOST_LINES).contains(&count) {
        return None;
    }
    // The link of a product may hold its price, too, and a button stands below.
    let (mut has_links, mut is_product) = (false, false);
    for line in lines.clone() {
        let is_text = line.heading == 0 && line.flags & NOT_CONTENT == 0 && line.tokens <= MOST_OF_LINE;
        let is_linked = line.linked_tokens > 0;
        let is_price = is_linked && has_price(page, line);
        if !is_text || is_linked && !is_price && !buttons::is_button(page, line) {
            return None;
        }
        (has_links, is_product) = (has_links || is_linked, is_product || is_price);
    }
    let is_card =
        !has_links || is_product || lines.clone().any(|line| line.linked_tokens == 0 && has_price(page, line));
    is_card.then_some(first + 1 + count)
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
