//! Runs: two or more rows of a name and a value, one after the other among the paragraphs of a text, are content as those
//! are. They have no element of their own, so they are no unit.

use super::super::{BlockLabel, NOT_CONTENT};
use super::kind;
use super::rows::{MOST_OF_CELL, has_two_parts, is_cell};
use super::{kinds, surrounds};
use crate::judge::containers::Containers;
use crate::read::html::{NONE, Tag};
use crate::read::page::{Block, Page};

/// The minimum number of rows, and of those that other text follows.
const LEAST: usize = 2;
const LEAST_BEFORE_OTHERS: usize = 3;
/// The minimum number of tokens of the paragraph above.
const LEAST_ABOVE: u32 = 6;
/// The maximum number of elements around rows that are looked at.
const MOST_LEVELS: usize = 32;

/// Makes rows below a paragraph of content in their element content, or on a short page those with its headline, which is the
/// container `own`, or all if the page `is_offer`. `may_be_content` says whether a block that the model
/// took for template may become content.
pub(crate) fn complete(
    page: &Page<'_>,
    containers: &Containers<'_>,
    labels: &mut [BlockLabel],
    (own, is_offer): (Option<usize>, bool),
    may_be_content: impl Fn(usize) -> bool,
) {
    let blocks = page.blocks;
    let subtree = |at: usize| page.tree.subtree(containers.list[at].node);
    let around_own = own.map(|own| subtree(containers.list[own].parent as usize));
    let own = own.map(subtree);
    let mut at = 1;
    while at < blocks.len() {
        let first = at;
        at += 1;
        let may_begin = || is_offer && matches!(blocks[first].tag, Tag::DT | Tag::LI);
        if !labels[first].is_template || labels[first - 1].is_template && blocks[first - 1].heading == 0 && !may_begin()
        {
            continue;
        }
        let Some((around, end, rows)) = rows_from(page, first, is_offer) else { continue };
        at = end;
        let is_near = || around_own.as_ref().is_some_and(|near| near.contains(&(around as usize)));
        if blocks[first].tag == Tag::LI && !is_near() {
            continue;
        }
        let is_part = |block: &Block| page.tree.subtree(around).contains(&(block.container as usize));
        let follows_text = blocks[..first].iter().zip(&*labels).rev().find(|(block, _)| block.heading == 0);
        let follows_text = follows_text.is_some_and(|(block, label)| {
            !label.is_template && block.tokens >= LEAST_ABOVE && !block.is_linked() && is_part(block)
        });
        let ends_text =
            blocks.get(end).is_none_or(|next| next.heading > 0 || !is_part(next) || !labels[end].is_template);
        let is_enough = rows >= if ends_text { LEAST } else { LEAST_BEFORE_OTHERS };
        // On a short page they stand above the text, or with a button below, and with the headline in any case; those of an
        // offer may stand in another part of the page.
        let is_own = is_offer || own.as_ref().is_some_and(|own| own.contains(&(around as usize)));
        if (follows_text && is_enough || is_own) && !is_in_surroundings(page, containers, around, NONE) {
            let first = first - usize::from(blocks[first - 1].heading > 1);
            for i in (first..end).filter(|&i| may_be_content(i)) {
                labels[i].is_template = false;
            }
        }
    }
}

/// The rows that begin with a block: the element that they stand in, one past the last block, and how many.
fn rows_from(page: &Page<'_>, first: usize, is_offer: bool) -> Option<(u32, usize, usize)> {
    let (around, mut end) = row_at(page, first, is_offer)?;
    let mut rows = 1;
    while let Some((_, next)) = row_at(page, end, is_offer).filter(|&(beside, _)| beside == around) {
        (end, rows) = (next, rows + 1);
    }
    (rows >= LEAST).then_some((around, end, rows))
}

/// The element that the row at a block stands in, and one past the last block of the row. The items of a list are rows of an
/// offer.
fn row_at(page: &Page<'_>, at: usize, is_offer: bool) -> Option<(u32, usize)> {
    let tree = &page.tree;
    let parent = |node: u32| tree.nodes.get(node as usize).map_or(NONE, |node| node.parent);
    let is_row = |node: u32| {
        let tag = tree.nodes.get(node as usize).map(|node| node.tag);
        tag.is_some_and(|tag| !matches!(tag, Tag::TR | Tag::BODY | Tag::HTML) && (is_offer || tag != Tag::LI))
            .then(|| parent(node))
    };
    let name = page.blocks.get(at).filter(|name| is_cell(name, 2 * MOST_OF_CELL) && name.flags & NOT_CONTENT == 0)?;
    let value = page.blocks.get(at + 1).filter(|value| is_cell(value, MOST_OF_CELL) && is_cell(name, MOST_OF_CELL));
    let is_inside = |row: u32, at: usize| {
        page.blocks.get(at).is_some_and(|block| tree.subtree(row).contains(&(block.container as usize)))
    };
    let row = match value {
        Some(value) if value.container == name.container => Some(name.container),
        Some(value) if parent(value.container) == parent(name.container) => Some(parent(name.container)),
        _ => None,
    };
    // A list of definitions with several of them is around its rows.
    let is_definition = name.tag == Tag::DT && value.is_some_and(|value| value.tag == Tag::DD);
    if let Some(list) = row.filter(|&row| is_definition && (is_inside(row, at + 2) || at > 0 && is_inside(row, at - 1)))
    {
        return is_row(name.container).map(|_| (list, at + 2));
    }
    if let Some(row) = row.filter(|&row| !(is_inside(row, at + 2) || at > 0 && is_inside(row, at - 1))) {
        return is_row(row).map(|around| (around, at + 2));
    }
    let is_alone = !(is_inside(name.container, at + 1) || at > 0 && is_inside(name.container, at - 1));
    let is_item = || is_offer && name.tag == Tag::LI && is_name_with_value(page.text_of(name));
    let is_whole = is_alone && (has_two_parts(tree, name.container) || is_item());
    is_row(name.container).filter(|_| is_whole).map(|around| (around, at + 1))
}

/// Whether a text is a name and a value with a colon in between.
fn is_name_with_value(text: &str) -> bool {
    text.split_once([':', '：']).is_some_and(|(name, value)| !name.trim().is_empty() && !value.trim().is_empty())
}

/// Whether an element is in one that surrounds content, by its tag or its names, and that does not hold another element, such
/// as the headline.
pub(crate) fn is_in_surroundings(page: &Page<'_>, containers: &Containers<'_>, node: u32, other: u32) -> bool {
    let Some(innermost) = containers.around(page, node) else { return true };
    for at in containers.ancestors(innermost as u32).take(MOST_LEVELS) {
        let container = &containers.list[at as usize];
        let is_frame = matches!(container.tag(&page.tree), Tag::BODY | Tag::MAIN | Tag::ARTICLE);
        if is_frame || container.parent == at || page.tree.subtree(container.node).contains(&(other as usize)) {
            return false;
        }
        if kinds(&page.tree, container) & kind::SURROUNDING != 0 || surrounds(&page.tree, container) {
            return true;
        }
    }
    true
}

#[cfg(test)]
mod tests {
    use crate::Analyzer;

    fn main_text(rows: &str) -> String {
        let html = format!(
            "<title>Soup</title><div><a href=/>Home</a> <a href=/n>News</a></div><div><h1>Soup</h1><p>A soup that keeps its heat \
             from the harbor to the lighthouse, if the lid is good. It was cooked there for thirty years.</p>{rows}</div><div>\
             <b>Popular</b><div><a href=/1>Snow closes the road</a></div></div><div>2024</div>"
        );
        Analyzer::default().analyze(html.as_bytes()).unwrap().main_text().text().to_owned()
    }

    #[test]
    fn rows_below_a_paragraph_are_content() {
        for [[one, two], [three, four]] in [
            [["Leeks", "3"], ["Stock", "1 l"]],
            [["Lauch", "3"], ["Brühe", "1 l"]],
            [["上段", "7,000円"], ["下段", "8,500円"]],
        ] {
            for [open, between, close] in [
                ["<div><span>", "</span><span>", "</span></div>"],
                ["<div><div>", "</div><div>", "</div></div>"],
                ["<div><span style=display:block>", "</span><span style=display:block>", "</span></div>"],
            ] {
                let text = main_text(&format!(
                    "{open}{one}{between}{two}{close}{open}{three}{between}{four}{close}<h2>End</h2>"
                ));
                assert!([one, two, three, four].iter().all(|cell| text.contains(cell)), "{open}: {text}");
            }
        }
    }

    #[test]
    fn rows_in_phrasing_content_are_content() {
        for outer in ["span", "font", "a", "custom-part"] {
            let rows = "<div><span>Leeks</span><span>3</span></div><div><span>Stock</span><span>1 l</span></div>";
            let text = "<p>It was cooked there for thirty years, and the lid has never been lost.</p>";
            let text = main_text(&format!("<{outer}>{text}{rows}</{outer}>"));
            assert!(outer == "a" || text.contains("Stock"), "{outer}: {text}");
        }
    }

    #[test]
    fn links_and_what_is_named_otherwise_are_not() {
        let row = |name: &str| format!("<div><span>{name}</span><span><a href=/{name}>{name}</a></span></div>");
        assert!(!main_text(&format!("{}{}", row("Twitter"), row("Telegram"))).contains("Telegram"));
        let rows = "<div class=sidebar><div><span>Wind</span><span>3</span></div><div><span>Rain</span><span>8</span></div></div>";
        assert!(!main_text(rows).contains("Wind"));
    }

    #[test]
    fn items_of_an_offer_may_be_names_with_values() {
        for [one, two] in [["Matter", "Brass"], ["Hacim", "250 ml"], ["产地", "安吉"]] {
            for [between, end] in [["</span><span>", "</span>"], [": ", "</span>"], ["</span>：<b>", "</b>"]] {
                let item = |name: &str| format!("<li><span>{name}{between}{two}{end}");
                let html = format!(
                    "<title>Lamp | Shop</title><header><a href=/>Shop</a></header><main><div><h1>Lamp</h1><div>19,00 €</div>\
                     <button>Buy</button><div><a href=/s>Seller</a></div><ul>{}{}</ul><div><p>It holds on to the edge of the bed by \
                     a clip, and lasts for twelve nights.</p></div></div></main><footer><ul>{}{}</ul></footer>",
                    item(one),
                    item(&format!("{one} 2")),
                    item("Tel"),
                    item("Fax"),
                );
                let text = Analyzer::default().analyze(html.as_bytes()).unwrap().main_text().text().to_owned();
                assert!(text.contains(&format!("{one} 2")) && text.contains(two) && !text.contains("Fax"), "{text}");
            }
        }
    }

    #[test]
    fn rows_of_a_short_page_may_stand_above_its_text() {
        for [one, two, three] in
            [["Matter", "Brass", "80 g"], ["Matière", "Laiton", "80 g"], ["素材", "真鍮", "80グラム"]]
        {
            for rows in [
                format!("<dl><dt>{one}<dd>{two}</dl><dl><dt>{one} 2<dd>{three}</dl>"),
                format!("<dl><dt>{one}<dd>{two}<dt>{one} 2<dd>{three}</dl>"),
                format!(
                    "<div><span>{one}</span><span>{two}</span></div><div><span>{one} 2</span><span>{three}</span></div>"
                ),
            ] {
                let html = format!(
                    "<title>Lamp | Shop</title><header><a href=/>Shop</a></header><main><h1>Lamp</h1><div>19.00</div><div><h2>Facts</h2>\
                     {rows}</div><div><p>It holds on to the edge of the bed by a clip, and lasts for twelve nights.</p></div></main>\
                     <footer>2024</footer>"
                );
                let text = Analyzer::default().analyze(html.as_bytes()).unwrap().main_text().text().to_owned();
                assert!([one, two, three, "Facts"].iter().all(|cell| text.contains(cell)), "{rows}: {text}");
            }
        }
    }
}
