//! Pagers: a line that is nothing but links to the pages before and after this one, with arrows at its ends, is template,
//! and so are a link back and links in a `nav` that lead to other pages, such as other chapters.

use crate::read::html::Tag;
use crate::read::page::{Block, Page, has_link_to_own_page};

/// Arrows at the beginning and at the end of such lines. The first of each may also be a quotation mark.
const BACK: [char; 6] = ['«', '‹', '←', '◄', '◀', '⟵'];
const FORWARD: [char; 6] = ['»', '›', '→', '►', '▶', '⟶'];
const QUOTES: usize = 2;
/// Elements between the text of a link and a `nav`.
const MOST_LEVELS: usize = 6;

/// Whether a block is such a line.
pub(super) fn is_pager(page: &Page<'_>, block: &Block) -> bool {
    if block.linked_tokens != block.tokens || block.heading != 0 {
        return false;
    }
    has_arrows(page, block) || is_in_nav(page, block)
}

fn has_arrows(page: &Page<'_>, block: &Block) -> bool {
    let text = page.text_of(block);
    if text.is_ascii() {
        return false;
    }
    let (goes_back, goes_forward) = (text.starts_with(BACK), text.ends_with(FORWARD));
    let count = |signs: &[char]| text.matches(signs).count();
    match page.links_in(block).count() {
        0 => false,
        1 => goes_back && count(&FORWARD) == 0,
        _ => (goes_back || goes_forward) && count(&BACK[..QUOTES]) <= 1 && count(&FORWARD[..QUOTES]) <= 1,
    }
}

/// Whether the links of a block are in a `nav` and lead to other pages.
fn is_in_nav(page: &Page<'_>, block: &Block) -> bool {
    let mut around = page.tree.ancestors(block.first_text).skip(1).take(MOST_LEVELS);
    around.any(|at| page.tree.nodes[at as usize].tag == Tag::NAV) && !has_link_to_own_page(page, block)
}

#[cfg(test)]
mod tests {
    use super::super::articles::{ONE, TWO, main_text};

    #[test]
    fn lines_of_pagers_are_template() {
        for line in [
            "<a href=/1>« Мост закрыт</a> | <a href=/3>Рынок открыт »</a>",
            "<a href=/1>← Bridge closed</a> <a href=/3>Market opens →</a>",
            "<a href=/1>‹ 前の記事</a><a href=/3>次の記事 ›</a>",
            "<a href=/>← Alle Artikel</a>",
        ] {
            let text = main_text(&format!("{ONE}{TWO}<p>{line}</p>"));
            assert!(text.contains("stone pier") && !text.contains(['«', '←', '‹']), "{line}: {text}");
        }
    }

    #[test]
    fn links_in_a_nav_are_template() {
        let nav = "<nav><a href=/1>Previous: Overview</a><a href=/3>Next: Apply</a></nav>";
        let text = main_text(&format!("{ONE}{TWO}{nav}"));
        assert!(text.contains("stone pier") && !text.contains("Overview"), "{text}");
    }

    #[test]
    fn titles_in_quotation_marks_are_not() {
        let line = "<p>See <a href=/1>« The bridge »</a>, which is longer.</p>";
        assert!(main_text(&format!("{ONE}{line}{TWO}")).contains("The bridge"));
    }
}
