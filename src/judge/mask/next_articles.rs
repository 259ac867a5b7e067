//! Next articles: whole articles that a site loads below the one of the page, so that readers go on. Each is an `article`
//! with an `h1`, and says when it was published or links to a page of its own. Their texts are prose like the one above.

use super::sides::headline_of_several;
use super::{BlockLabel, KindProbabilities, PageKind};
use crate::judge::comments::lines;
use crate::judge::containers::Containers;
use crate::read::html::Tag;
use crate::read::page::{Block, Page};
use std::ops::Range;

/// The minimum number of characters of the article of the page.
const LEAST_OF_OWN: u32 = 400;
/// The maximum number of tokens of a line with a date, and of blocks below an `h1` that are looked at.
const MOST_OF_DATE: u32 = 16;
const MOST_BELOW: usize = 4;

/// Labels next articles as template, on a page that is surely an article.
pub(super) fn leave_out(
    page: &Page<'_>,
    containers: &Containers<'_>,
    kinds: &KindProbabilities,
    labels: &mut [BlockLabel],
) {
    let is_first = |block: &&Block| block.heading == 1;
    let may_have = page.blocks.iter().filter(is_first).nth(1).is_some();
    if !may_have || !kinds.is_surely(PageKind::Article) {
        return;
    }
    let Some(headline) = headline_of_several(page) else { return };
    let Some(own) = article_around(page, containers, headline) else { return };
    let kept = own.clone().filter(|&i| !labels[i].is_template && !page.blocks[i].is_linked());
    if kept.map(|i| page.blocks[i].characters).sum::<u32>() < LEAST_OF_OWN {
        return;
    }
    let mut at = own.end;
    while let Some(title) = page.blocks[at..].iter().position(|block| block.heading == 1) {
        at += title;
        let article = article_around(page, containers, at).filter(|article| article.start >= own.end);
        if let Some(article) = article.clone().filter(|article| is_of_other_page(page, article.clone(), at)) {
            labels[article].iter_mut().for_each(|label| label.is_template = true);
        }
        at = article.map_or(at, |article| article.end).max(at + 1);
    }
}

/// The blocks of the outermost `article` around a block.
fn article_around(page: &Page<'_>, containers: &Containers<'_>, block: usize) -> Option<Range<usize>> {
    let node = |at: u32| containers.list[at as usize].node;
    let around = containers.ancestors(containers.index(page.blocks[block].container));
    let is_article = |&at: &u32| page.tree.nodes[node(at) as usize].tag == Tag::ARTICLE;
    around.filter(is_article).last().map(|at| page.blocks_in(page.tree.subtree(node(at))))
}

/// Whether an article has a date near its title, or its title leads to its own page.
fn is_of_other_page(page: &Page<'_>, article: Range<usize>, title: usize) -> bool {
    let is_date = |block: &Block| block.tokens <= MOST_OF_DATE && lines::is_date(page.text_of(block));
    let near = article.start..article.end.min(title + MOST_BELOW);
    page.blocks[title].is_linked() || page.blocks[near].iter().any(is_date)
}

#[cfg(test)]
mod tests {
    use crate::Analyzer;

    const TEXTS: [&str; 4] = [
        "The council voted on Tuesday to rebuild the old stone pier, which two storms had damaged last winter.",
        "The work will begin in March and last eleven months, and the small ferry leaves from the fish market.",
        "An engineer who looked at the beams said that nobody had touched them since the year of the great flood.",
        "Those who walk to the market have to take the road in the meantime, which has no path beside it.",
    ];

    /// The main text of a page with articles, each with what stands above and below its title and its texts.
    fn main_text(title: &str, above: &str, below: &str) -> String {
        let article = |i: usize| {
            let texts = TEXTS.map(|text| format!("<p>{text} So it was said in the town hall, room {i}.</p>"));
            let title = title.replace('@', &i.to_string());
            format!("<article>{above}{title}{below}{}</article>", texts.concat())
        };
        let html = format!(
            "<title>The story number 0 | Mill Post</title><meta property=og:type content=article><header><a href=/>Mill Post</a>\
             </header><div>{}</div><div class=more>{}</div><footer>Imprint</footer>",
            article(0),
            (1..5).map(article).collect::<String>()
        );
        Analyzer::default().analyze(html.as_bytes()).unwrap().main_text().text().to_owned()
    }

    #[test]
    fn articles_below_the_article_are_template() {
        for (title, above, below) in [
            ("<h1>The story number @</h1>", "<div>Ann Smith</div><div>3 hours ago</div>", ""),
            ("<h1>The story number @</h1>", "", "<p>Von Anna Schmidt, 3. Mai 2024</p>"),
            ("<h1><a href=/story/@>The story number @</a></h1>", "", ""),
        ] {
            let text = main_text(title, above, below);
            assert!(text.contains("room 0") && !text.contains("room 1") && !text.contains("room 4"), "{title}: {text}");
        }
    }

    #[test]
    fn parts_of_the_article_are_not() {
        for (title, below) in
            [("<h1>The story number @</h1>", ""), ("<h2>The story number @</h2>", "<p>3 May 2024</p>")]
        {
            let text = main_text(title, "", below);
            assert!(text.contains("room 0") && text.contains("room 4"), "{title}: {text}");
        }
    }
}
