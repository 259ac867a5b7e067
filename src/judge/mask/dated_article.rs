//! Articles that look like lists, because what a site shows below each of its articles is longer than the article itself:
//! dozens of titles of other pages, with dates and numbers of comments. Their own text tells them: a headline, a line with
//! the date below it, and prose that is surely content.

use super::model::SURE;
use super::{NOT_CONTENT, PageKind};
use crate::judge::comments::lines;
use crate::read::page::{Block, Page};

/// The maximum number of blocks from the headline to the line with the date, and of the tokens of this line.
const MOST_BETWEEN: usize = 6;
const MOST_OF_DATE: u32 = 16;
/// The minimum number of titles of other pages below the text.
const LEAST_TITLES: usize = 6;
/// The minimum number of bytes of the text, in blocks that are surely content, and of a block of prose.
const LEAST_TEXT: u32 = 400;
const LEAST_PROSE: u32 = 60;

/// Whether a page that was taken for another kind is an article. `probability` is the probability that a block is content, in
/// 255ths.
pub(super) fn is_article(
    page: &Page<'_>,
    kind: PageKind,
    headline: impl FnOnce() -> Option<usize>,
    probability: impl Fn(usize) -> u8,
) -> bool {
    if !matches!(kind, PageKind::Listing | PageKind::Service | PageKind::Collection) {
        return false;
    }
    let is_title = |block: &&Block| block.heading > 0 && block.is_linked();
    // Cheaper than to read a date, and few pages have so many.
    if page.blocks.iter().filter(is_title).nth(LEAST_TITLES - 1).is_none() {
        return false;
    }
    let Some(headline) = headline() else { return false };
    let below = &page.blocks[headline + 1..];
    let end = below.iter().position(|block| is_title(&block)).unwrap_or(below.len());
    let is_text = |&i: &usize| {
        let is_prose = below[i].heading == 0 && !below[i].is_linked() && bytes(&below[i]) >= LEAST_PROSE;
        is_prose && probability(headline + 1 + i) >= SURE
    };
    let text: u32 = (0..end).filter(is_text).map(|i| bytes(&below[i])).sum();
    if text < LEAST_TEXT || below[end..].iter().filter(is_title).nth(LEAST_TITLES - 1).is_none() {
        return false;
    }
    let is_date = |block: &Block| {
        let may_be = block.tokens <= MOST_OF_DATE && block.flags & NOT_CONTENT == 0;
        may_be && lines::is_date(page.text_of(block))
    };
    below.iter().take(MOST_BETWEEN).take_while(|block| block.heading == 0).any(is_date)
}

fn bytes(block: &Block) -> u32 {
    block.text.1 - block.text.0
}

#[cfg(test)]
mod tests {
    use crate::{Analyzer, PageKind};

    /// A page whose own text is short beside the titles of other pages below it, without and with a line with a date.
    fn page(date: &str, texts: usize, titles: usize) -> (Option<PageKind>, String) {
        let texts: String = [
            "The council voted on Tuesday to rebuild the old stone pier, which was damaged by two storms last winter.",
            "The work will begin in March and last eleven months; the small ferry will leave from the fish market.",
            "The cost is put at four million, of which the region pays half. The rest comes from a fund for the coast.",
            "Residents were mostly in favor, although several asked for a lower railing, so that children see the boats.",
            "The harbor master said that the boats of the rowing club would be moved to the old quay in the meantime.",
        ]
        .into_iter()
        .take(texts)
        .map(|text| format!("<p>{text}</p>"))
        .collect();
        let titles: String = (0..titles)
            .map(|i| {
                format!(
                    "<div class=item><a href=/n/{i}><img src={i}.jpg></a><h3><a href=/n/{i}>Title of the other story, number {i}</a>\
                     </h3><div class=keys><a href=/k/{i}>Town {i}</a></div><div class=source>Mill Post</div><div class=time>{i} hours \
                     ago</div><a href=/c/{i}>{i}12</a></div>"
                )
            })
            .collect();
        let html = format!(
            "<title>The pier will be rebuilt_Mill Post</title><div class=top><a href=/>Mill Post</a><a href=/a>Town</a></div>\
             <div class=main><h1>The pier will be rebuilt</h1><div class=info>{date}</div><div class=body>{texts}</div>\
             <div class=news>{titles}</div></div><div class=foot>Mill Post 2024</div>"
        );
        let mut analyzer = Analyzer::default();
        let document = analyzer.analyze(html.as_bytes()).unwrap();
        (document.kind(), document.main_text().text().to_owned())
    }

    #[test]
    fn titles_of_other_pages_do_not_make_a_dated_article_a_list() {
        for date in ["2024-03-05 14:22:07", "5 March 2024, by Ann Miller", "5. März 2024"] {
            let (kind, text) = page(date, 5, 60);
            assert_eq!(kind, Some(PageKind::Article), "{date}");
            assert!(text.contains("rowing club") && !text.contains("other story"), "{date}: {text}");
        }
    }

    #[test]
    fn a_list_with_an_introduction_stays_a_list() {
        for (date, texts) in [("All that happened in town", 5), ("5 March 2024", 1)] {
            let (kind, text) = page(date, texts, 60);
            assert_eq!(kind, Some(PageKind::Listing), "{date}");
            assert!(text.contains("number 40"), "{date}: {text}");
        }
    }
}
