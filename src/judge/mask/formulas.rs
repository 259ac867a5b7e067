//! Formulas in a line of their own: content after content. They are short and have no words, so the model takes many for
//! template.

use super::BlockLabel;
use crate::read::page::{Block, Page};

/// Makes the blocks content that are a formula and stand right after content. `may_be_content` says whether a block that
/// the model took for template may become content.
pub(super) fn complete(page: &Page<'_>, labels: &mut [BlockLabel], may_be_content: impl Fn(usize) -> bool) {
    for i in 1..page.blocks.len() {
        let follows = labels[i].is_template && !labels[i - 1].is_template && page.blocks[i - 1].heading == 0;
        if follows && (is_formula(page, &page.blocks[i]) || is_delimited(page, &page.blocks[i])) {
            labels[i].is_template = !may_be_content(i);
        }
    }
}

/// Whether a block is one formula, perhaps with its number before or after it.
fn is_formula(page: &Page<'_>, block: &Block) -> bool {
    let is_one = |start, end| page.formulas.binary_search_by_key(&(start, end), |formula| formula.text).is_ok();
    let (start, end) = block.text;
    if page.formulas.is_empty() {
        return false;
    }
    let text = page.text_of(block).as_bytes();
    let is_number = |text: &[u8]| matches!(text, [b'(', number @ .., b')'] if number.iter().all(u8::is_ascii_digit));
    let before = text.iter().take(MOST_OF_NUMBER).position(|&byte| byte == b')').map_or(0, |at| at + 1);
    let after = text.iter().rev().take(MOST_OF_NUMBER).position(|&byte| byte == b'(').map_or(0, |at| at + 1);
    let (first, rest) = text.split_at(before);
    let (head, last) = text.split_at(text.len() - after);
    let gap = |text: Option<&u8>| u32::from(text == Some(&b' '));
    is_one(start, end)
        || is_number(first) && is_one(start + before as u32 + gap(rest.first()), end)
        || is_number(last) && is_one(start, end - after as u32 - gap(head.last()))
}

/// The maximum number of bytes of the number of a formula.
const MOST_OF_NUMBER: usize = 8;

/// Whether the text of a block stands between the delimiters of a formula.
fn is_delimited(page: &Page<'_>, block: &Block) -> bool {
    let text = page.text_of(block);
    if !text.starts_with(['\\', '$']) {
        return false;
    }
    let text = text.trim_end_matches(['.', ',']);
    [("\\[", "\\]"), ("$$", "$$"), ("\\begin{", "}")]
        .iter()
        .any(|&(open, close)| text.len() >= open.len() + close.len() && text.starts_with(open) && text.ends_with(close))
}

#[cfg(test)]
mod tests {
    use crate::Analyzer;

    const ONE: &str =
        "<p>The council voted on Tuesday to rebuild the old stone pier, which two storms had damaged last winter.";
    const TWO: &str =
        "<p>The work will begin in March and last eleven months, and the small ferry leaves from the fish market.";

    #[test]
    fn formulas_after_content_are_content() {
        for formula in [
            "<div><math display=block alttext='a^{2}+b^{2}=c^{2}'><mi>a</mi></math></div>",
            "<div class=math>\\[a^2+b^2=c^2\\]</div><div>$$c^2=d$$</div>",
            "<p>\\begin{align}a&amp;=b\\end{align}.",
            "<div class=math><p><span class=eqno>(1)</span><img src=1.png alt='F = m a'></p></div>",
            "<div class=math><p><img src=1.png alt='F = m a'> <span class=eqno>(12)</span></p></div>",
        ] {
            let html = format!("<nav><a href=/>Home</a></nav><article>{ONE}{ONE}{TWO}{formula}{TWO}{ONE}</article>");
            let mut analyzer = Analyzer::default();
            let page = analyzer.analyze(html.as_bytes()).unwrap();
            assert!(page.blocks().skip(1).all(|block| !block.is_template() || block.text() == "Home"), "{formula}");
        }
        let html = format!("<article>{ONE}{TWO}{ONE}</article><aside><p hidden>\\[a\\]</p></aside>");
        let mut analyzer = Analyzer::default();
        let page = analyzer.analyze(html.as_bytes()).unwrap();
        assert!(page.blocks().last().unwrap().is_template());
    }
}
