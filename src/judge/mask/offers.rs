//! Offers: the price below the headline of a short page, such as a product or a flat, is content as the headline is, and so
//! are the names and values below it. The price stands before any text and before any link: a link above it would be what
//! has that price.

use super::price::has_price;
use super::{BlockLabel, NOT_CONTENT, reviews, units};
use crate::judge::comments::{lines, rating};
use crate::judge::containers::Containers;
use crate::read::html::{NONE, Tag};
use crate::read::page::{Block, Page, flag};
use std::ops::Range;

/// How many blocks below the headline a price is looked for, and the maximum number of tokens of its line.
const REACH: usize = 8;
const MOST_OF_PRICE: u32 = 8;
/// How many blocks above the headline a price may stand.
const PRICE_ABOVE: usize = 2;
/// Lines that say so instead of a price.
const FREE: [&str; 20] = [
    "Free",
    "FREE",
    "Gratis",
    "GRATIS",
    "Kostenlos",
    "Gratuit",
    "Gratuito",
    "Grátis",
    "Za darmo",
    "Zdarma",
    "Ilmainen",
    "Ingyenes",
    "Ücretsiz",
    "Бесплатно",
    "Безкоштовно",
    "Δωρεάν",
    "مجاني",
    "무료",
    "無料",
    "免费",
];
/// The maximum number of lines with links above the price, and of the prices of one offer.
const MOST_LINKS: u32 = 2;
const MOST_PRICES: usize = 2;
/// The maximum number of blocks of a short page.
const MOST_BLOCKS: usize = 128;
/// From so many tokens on a line is a text.
const LEAST_TEXT: u32 = 12;

/// Makes the price of a short page content. `may_be_content` says whether a block that the model took for template may become
/// content. Returns whether there is a price.
pub(super) fn complete(
    page: &Page<'_>,
    containers: &Containers<'_>,
    labels: &mut [BlockLabel],
    headline: impl FnOnce() -> Option<usize>,
    may_be_content: impl Fn(usize) -> bool,
) -> bool {
    let is_short = page.blocks.len() <= MOST_BLOCKS;
    let Some(headline) = is_short.then(headline).flatten() else { return false };
    has_price_below(page, containers, headline, &may_be_content, |price| {
        labels[price].is_template = false;
        complete_lines(page, labels, headline + 1..price, &may_be_content);
    })
}

/// Whether prices stand right below the headline that `may_be` says may be its own. Gives each to `found`.
pub(super) fn has_price_below(
    page: &Page<'_>,
    containers: &Containers<'_>,
    headline: usize,
    may_be: impl Fn(usize) -> bool,
    mut found: impl FnMut(usize),
) -> bool {
    let of_headline = page.blocks[headline].container;
    let is_line = |block: &Block| block.linked_tokens == 0 && (block.tokens < LEAST_TEXT || block.heading > 0);
    let is_seen = |block: &Block| block.flags & (NOT_CONTENT | flag::NOSCRIPT) == 0;
    let (mut is_offer, mut links) = (false, 0);
    for (i, block) in page.blocks.iter().enumerate().skip(headline + 1).take(REACH).filter(|(_, block)| is_seen(block))
    {
        let is_price = is_line(block) && has_price(page, block, MOST_OF_PRICE);
        if is_price && may_be(i) && !units::is_in_surroundings(page, containers, block.container, of_headline) {
            found(i);
            is_offer = true;
        } else if !is_offer && links < MOST_LINKS && is_link_above(page, i) {
            links += 1;
        } else if is_offer || !is_line(block) {
            break;
        }
    }
    is_offer
}

/// Whether a block is a line with a link to the brand or the reviews of what a price and a button below it sell.
fn is_link_above(page: &Page<'_>, at: usize) -> bool {
    let block = &page.blocks[at];
    let is_line = block.linked_tokens > 0 && block.tokens <= MOST_OF_PRICE && block.heading == 0;
    let below = || page.blocks.iter().enumerate().skip(at + 1).take(REACH);
    let price = || below().find(|(_, block)| has_price(page, block, MOST_OF_PRICE)).map(|(price, _)| price);
    let text = || below().find(|(_, block)| block.tokens >= LEAST_TEXT).map(|(text, _)| text);
    is_line && price().zip(text()).is_some_and(|(price, text)| price < text && reviews::has_button(page, price, text))
}

/// Whether a line beside the headline of a short page says that readers may review what it names: a price right above it with
/// a button below, or below it, before any text, that it costs nothing or how many reviewed it.
pub(super) fn is_reviewed(page: &Page<'_>, headline: impl FnOnce() -> Option<usize>) -> bool {
    let is_short = page.blocks.len() <= MOST_BLOCKS;
    let Some(headline) = is_short.then(headline).flatten() else { return false };
    let is_price =
        |block: &Block| block.linked_tokens == 0 && block.heading == 0 && has_price(page, block, MOST_OF_PRICE);
    let is_priced_above = || page.blocks[headline.saturating_sub(PRICE_ABOVE)..headline].iter().any(is_price);
    let below = || page.blocks.iter().enumerate().skip(headline + 1).take(REACH);
    let text = || below().take_while(|(_, block)| block.tokens < LEAST_TEXT).last().map_or(headline, |(last, _)| last);
    let is_line = |block: &&Block| block.tokens <= MOST_OF_PRICE && block.heading == 0;
    let lines = || below().map(|(_, block)| block).take_while(is_line);
    lines().any(|block| says_reviewed(page, block))
        || is_priced_above() && reviews::has_button(page, headline, (text() + 1).min(page.blocks.len() - 1))
}

/// Whether a line says that something is free, or how many reviewed it.
fn says_reviewed(page: &Page<'_>, block: &Block) -> bool {
    let text = || page.text_of(block);
    match block.may_have_digit() {
        true => rating::rating(text()).is_some() || text().contains('★') && lines::speaks_of_reviews(text()),
        false => FREE.contains(&text()),
    }
}

/// Whether one or two prices stand between a headline and what is below.
pub(super) fn has_price_above(page: &Page<'_>, headline: usize, end: usize) -> bool {
    let between = page.blocks.iter().take(end).skip(headline + 1);
    let prices = between.filter(|block| block.linked_tokens == 0 && has_price(page, block, MOST_OF_PRICE));
    (1..=MOST_PRICES).contains(&prices.take(MOST_PRICES + 1).count())
}

/// Makes the lines content that stand between the headline and its price, if the price is a line in a row with them: the date
/// and the place of an event.
fn complete_lines(
    page: &Page<'_>,
    labels: &mut [BlockLabel],
    lines: Range<usize>,
    may_be_content: impl Fn(usize) -> bool,
) {
    let price = &page.blocks[lines.end];
    let parent = |block: &Block| page.tree.nodes.get(block.container as usize).map_or(NONE, |node| node.parent);
    let is_alike = |block: &Block| block.tag == price.tag && parent(block) == parent(price) && block.linked_tokens == 0;
    if matches!(price.tag, Tag::P | Tag::LI | Tag::DD) {
        for i in lines.filter(|&i| is_alike(&page.blocks[i]) && may_be_content(i)) {
            labels[i].is_template = false;
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::Analyzer;

    fn main_text(body: &str) -> String {
        let html = format!(
            "<title>Lamp | Shop</title><div><a href=/>Shop</a><a href=/b>Basket</a></div><div>{body}</div><div>© Shop <a \
             href=/t>Terms</a></div>"
        );
        Analyzer::default().analyze(html.as_bytes()).unwrap().main_text().text().to_owned()
    }

    #[test]
    fn the_price_below_the_headline_is_content() {
        for [name, price, text, buy] in [
            ["Lamp", "£19.00", "Holds on to the edge of the bed by a clip.", "Add to basket"],
            ["Λάμπα", "19,00 €", "Στερεώνεται στην άκρη του κρεβατιού.", "Προσθήκη στο καλάθι"],
            ["램프", "19,000원", "침대 가장자리에 거는 작은 램프.", "장바구니 담기"],
            ["Лампа", "1 900 ₽", "Держится на краю кровати.", "Купить"],
        ] {
            for [open, close] in
                [["<div class=product-price>", "</div>"], ["<p>", "</p>"], ["<div><span>", "</span></div>"]]
            {
                let found = main_text(&format!(
                    "<h1>{name}</h1>{open}{price}{close}<button>{buy}</button><div><p>{text}</p></div>"
                ));
                assert!(found.contains(price) && found.contains(text) && !found.contains(buy), "{open}: {found}");
            }
        }
    }

    #[test]
    fn definitions_of_an_offer_may_stand_in_another_part() {
        for [one, two] in [["Pojemność", "300 ml"], ["Capacity", "10 oz"], ["容量", "三百ml"]] {
            let text = main_text(&format!(
                "<section><div><h1>Cup</h1><div>49,00 zł</div><p>Turned by hand and glazed.</p><button>Buy</button></div><div><ul><li><a \
                 href=#d>Text</a></ul><section><p class=h6>Facts</p><dl><dt>{one}<dd>{two}<dt>{one} 2<dd>{two} 2</dl></section></div>\
                 </section>"
            ));
            assert!(text.contains(&format!("{one} 2")) && text.contains(two), "{text}");
        }
    }

    /// Reviews are found below a heading, wherever it stands.
    #[test]
    fn what_is_reviewed_has_a_price_or_a_line_that_says_so() {
        let review = |(name, stars, text): (&str, &str, &str)| {
            format!("<div><p>{name} {stars} 2024-03-02</p><p>{text}</p></div>")
        };
        let reviews: String = [
            ("Ann", "★★★★★", "It has shone every night since we put it there."),
            ("Ben", "★★☆☆☆", "The clip broke in the second week already."),
        ]
        .map(review)
        .concat();
        let text = "<p>Holds on to the edge of the bed by a clip, and shines for eight hours.</p><p>Charge it by the cord.</p>";
        for heading in ["Reviews", "Avaliações", "用户评价", "口コミ", "구매 후기", "Đánh giá", "Értékelések", "รีวิว"]
        {
            let reviews = format!("<div><h2>{heading}</h2>{reviews}</div>");
            for page in [
                format!("<div>{reviews}</div><div><p>£19.00</p><h1>Lamp</h1><button>Buy</button>{text}</div>"),
                format!("<h1>Lamp</h1><p>Free</p>{text}{reviews}"),
                format!("<h1>Lamp</h1><p>무료</p>{text}{reviews}"),
                format!("<h1>Lamp</h1><p>4.3/5 (12)</p>{text}{reviews}"),
            ] {
                let found = main_text(&page);
                assert!(found.contains("the cord") && !found.contains("broke"), "{page}: {found}");
            }
            // Nothing says that others may judge it.
            let found = main_text(&format!("<h1>Lamp</h1><p>By Reed</p>{text}{reviews}"));
            assert!(found.contains("broke"), "{heading}: {found}");
        }
    }

    #[test]
    fn prices_of_other_things_are_not() {
        let text = "<p>The council voted on Tuesday to rebuild the stone pier, which two storms had damaged.</p>";
        for other in [
            format!("{text}<div><div>Tea from £3</div></div>"),
            format!("<div><a href=/m>Mug</a><div>£9</div></div>{text}"),
        ] {
            let found = main_text(&format!("<h1>The pier</h1>{other}"));
            assert!(found.contains("council") && !found.contains('£'), "{other}: {found}");
        }
    }

    #[test]
    fn a_brand_may_be_linked_above_the_price() {
        let text = "<p>Holds on to the edge of the bed by a clip, and shines for eight hours.</p>";
        for link in ["<a href=/b>Reed</a>", "<p><a href=#r>4.5 (12 reviews)</a></p>"] {
            let found = main_text(&format!("<h1>Lamp</h1>{link}<div>£19.00</div><button>Buy</button>{text}"));
            assert!(found.contains("£19.00"), "{link}: {found}");
        }
    }

    #[test]
    fn date_and_place_above_the_price_are_content() {
        for [date, place, price, text] in [
            [
                "Thursday 14 May, 8 pm",
                "Great hall, Quay Road 3",
                "Tickets £7.50",
                "A forester tells how the dune moved.",
            ],
            ["Donderdag 14 mei, 20.00 uur", "Grote zaal", "Toegang € 7,50", "Een boswachter vertelt over het duin."],
        ] {
            let lines = format!("<p>{date}</p><p>{place}</p><p>{price}</p>");
            let found = main_text(&format!(
                "<h1>Dunes</h1>{lines}<div><p>{text} It took a hundred years, and nobody saw it.</p></div>"
            ));
            assert!([date, place, price].iter().all(|line| found.contains(line)), "{found}");
            // Without a row they are what stands beside.
            let found =
                main_text(&format!("<h1>Dunes</h1><span>By Ann Reed</span><p>{price}</p><div><p>{text}</p></div>"));
            assert!(!found.contains("Ann Reed"), "{found}");
        }
    }
}
