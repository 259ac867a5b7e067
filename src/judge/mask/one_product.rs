//! Pages of one product that look like lists, because a shop shows dozens of others on each of its pages. The product tells
//! them: its price stands right below its name, or metadata declares a price or one product.

use super::{PageKind, offers};
use crate::judge::containers::Containers;
use crate::read::html::attributes::Name;
use crate::read::html::{Node, Tag, Tree};
use crate::read::page::{Page, count_products, scripts_of_json_ld};

/// Whether a page that was taken for another kind is of one product. `headline` is the block with its name.
pub(super) fn is_one(
    page: &Page<'_>,
    containers: &Containers<'_>,
    kind: PageKind,
    headline: impl FnOnce() -> Option<usize>,
) -> bool {
    if !matches!(kind, PageKind::Collection | PageKind::Listing) {
        return false;
    }
    let Some(headline) = headline() else { return false };
    declares_price(page)
        || describes_one(page)
        || is_the_item(page, headline)
        || page.blocks[headline].heading == 1 && offers::has_price_below(page, containers, headline, |_| true, |_| ())
}

/// Whether the head declares the price of what the page is about (Open Graph protocol).
fn declares_price(page: &Page<'_>) -> bool {
    let tree = &page.tree;
    page.metadata_elements.iter().any(|&index| {
        let node = &tree.nodes[index as usize];
        let name = (node.tag == Tag::META).then(|| tree.attribute(node, Name::PROPERTY)).flatten();
        name.is_some_and(|name| matches!(tree.raw_value(name), b"product:price:amount" | b"og:price:amount"))
    })
}

/// Whether JSON-LD describes one product.
fn describes_one(page: &Page<'_>) -> bool {
    let tree = &page.tree;
    let scripts = scripts_of_json_ld(tree, page.metadata_elements);
    scripts.map(|script| count_products(&tree.source[script])).sum::<u32>() == 1
}

/// Whether the only product of the microdata holds the headline.
fn is_the_item(page: &Page<'_>, headline: usize) -> bool {
    let mut products = page.metadata_elements.iter().filter(|&&index| is_item_of_product(&page.tree, index));
    let (Some(&product), None) = (products.next(), products.next()) else { return false };
    page.tree.subtree(product).contains(&(page.blocks[headline].container as usize))
}

/// Whether an element is declared to be a product, by microdata (schema.org).
pub(super) fn is_item_of_product(tree: &Tree<'_>, node: u32) -> bool {
    let node = &tree.nodes[node as usize];
    let kind = (node.known & Name::ITEMTYPE.bit() != 0).then(|| tree.attribute(node, Name::ITEMTYPE)).flatten();
    kind.is_some_and(|kind| tree.raw_value(kind).trim_ascii().ends_with(b"schema.org/Product"))
}

/// Whether an element declares that the page is of a product (Open Graph protocol, `og:type`).
pub(super) fn declares_product(tree: &Tree<'_>, node: &Node) -> bool {
    let has = |is: &dyn Fn(&[u8]) -> bool| tree.each_attribute(node).any(|attribute| is(tree.raw_value(attribute)));
    node.tag == Tag::META
        && has(&|value| value == b"og:type")
        && has(&|value| value.starts_with(b"product") || value.starts_with(b"og:product"))
}

#[cfg(test)]
mod tests {
    use crate::{Analyzer, PageKind};

    /// The kind and the main text of a page that shows many products, with a head and parts above them.
    fn page(head: &str, above: &str) -> (Option<PageKind>, String) {
        let cards: String = (1..40)
            .map(|i| {
                format!(
                    "<li class=item><a href=/p{i}><img src=p{i}.jpg></a><a class=name href=/p{i}>Stool of ash, number {i}</a><span \
                     class=price>£{i}.00</span><button>Add to basket</button></li>"
                )
            })
            .collect();
        let html = format!(
            "<title>Oak stools - Reed's shop</title>{head}<body><div class=menu><a href=/>Shop</a><a href=/s>Stools</a><a \
             href=/t>Tables</a></div>{above}<div class=category-products><ul class=products-grid>{cards}</ul></div><div>© \
             Reed</div>"
        );
        let mut analyzer = Analyzer::default();
        let document = analyzer.analyze(html.as_bytes()).unwrap();
        (document.kind(), document.main_text().text().to_owned())
    }

    const HEADLINE: &str = "<h1>Oak stools</h1><p>Turned by hand, and oiled twice. The seat is hollow, and the legs are \
        wedged, not glued.</p>";

    #[test]
    fn declarations_name_the_one_product() {
        const ITEM: &str = "<div itemscope itemtype=http://schema.org/Product>";
        for (head, above) in [
            ("<meta property=product:price:amount content=85.00>", HEADLINE.to_owned()),
            ("<script type=application/ld+json>{\"@type\":\"Product\"}</script>", HEADLINE.to_owned()),
            ("", format!("{ITEM}{HEADLINE}</div>")),
            ("", HEADLINE.replace("</h1>", "</h1><div>£85.00</div>")),
        ] {
            let (kind, text) = page(head, &above);
            assert_eq!(kind, Some(PageKind::Product), "{head} {above}");
            assert!(text.contains("oiled twice") && !text.contains("number 30"), "{head} {above}: {text}");
        }
    }

    #[test]
    fn a_list_of_products_stays_one() {
        const TWO: &str = "{\"@type\":\"Product\"}";
        for (head, above) in [
            (String::new(), HEADLINE.to_owned()),
            (format!("<script type=application/ld+json>[{TWO},{TWO}]</script>"), HEADLINE.to_owned()),
            ("<meta property=og:type content=product>".to_owned(), HEADLINE.to_owned()),
            (String::new(), format!("{HEADLINE}<div itemscope itemtype=http://schema.org/Product>Stool</div>")),
        ] {
            let (kind, text) = page(&head, &above);
            assert_ne!(kind, Some(PageKind::Product), "{head} {above}");
            assert!(text.contains("number 30"), "{head} {above}: {text}");
        }
    }
}
