//! Feeds: lists of other pages below the text of an article, each with a title that leads to the page and perhaps a summary
//! and a source, as news sites load them one after the other. They may be far longer than the article, so that the model
//! takes their texts for content. Lists of other elements are told by their linked headings, each with a date, or template.

use super::sides::{headline_of_several, own_part};
use super::{BlockLabel, KindProbabilities, NOT_CONTENT, PageKind};
use crate::judge::comments::lines;
use crate::judge::containers::Containers;
use crate::read::address::{Declared, Reference};
use crate::read::html::attributes::Name;
use crate::read::html::{NONE, Tag, Tree};
use crate::read::page::{Block, Page, leads_to_own_page};
use std::ops::Range;

/// The minimum number of items with a title, and their share of all items.
const LEAST_TITLED: usize = 6;
const SHARE_TITLED: [usize; 2] = [2, 3];
/// The minimum number of linked headings in a row, each template or beside a date, whose summaries are template.
const LEAST_SUMMARIES: usize = 4;
/// The maximum number of characters of a text in an item, and of the mean of all texts beside a title.
const MOST_OF_TEXT: u32 = 600;
const MOST_BESIDE_TITLE: usize = 400;
/// Of a text below which a link leads where its title leads, and of the tokens of this link.
const MOST_OF_EXCERPT: u32 = 2000;
const MOST_OF_LINK: u32 = 8;
/// The minimum number of characters above summaries.
const LEAST_ABOVE: u32 = 400;
/// The maximum number of tokens of a line with a date.
const MOST_OF_DATE: u32 = 8;
/// The minimum number of tokens of a first paragraph, and of a text below a title.
const LEAST_PARAGRAPH: u32 = 20;
const LEAST_BELOW: u32 = 5;
/// From this probability on a text is content.
const SURE: f32 = 0.9;

/// Labels feeds as template, on a page that is surely an article.
pub(super) fn leave_out(
    page: &Page<'_>,
    containers: &Containers<'_>,
    (kinds, headline): (&KindProbabilities, impl FnOnce() -> Option<usize>),
    labels: &mut [BlockLabel],
) {
    let is_title =
        |(block, label): &(&Block, &BlockLabel)| (!label.is_template || block.heading > 0) && block.is_linked();
    let titles = page.blocks.iter().zip(&*labels).filter(is_title).count();
    if titles < LEAST_SUMMARIES || !kinds.is_surely(PageKind::Article) {
        return;
    }
    let site = Site::of(page);
    let Some(headline) = headline().or_else(|| headline_of_several(page)) else { return };
    site.leave_out_summaries(headline, labels);
    let Some(own) = own_part(page, containers, labels, headline) else { return };
    let own = page.tree.subtree(containers.list[own].node);
    let mut first = page.blocks.partition_point(|block| (block.first_text as usize) < own.end);
    let below = Below { page, containers, own: own.start, site };
    while let Some((list, _)) = page.blocks.get(first).map(|block| below.place(block)) {
        let is_part = |block: &&Block| below.place(block).0 == list;
        let part = first..first + page.blocks[first..].iter().take_while(is_part).count();
        let is_unsure = |label: &BlockLabel| label.is_template || label.probability < SURE;
        if list != NONE
            && labels[part.clone()].iter().all(is_unsure)
            && !below.follows_text(part.start, list, labels)
            && below.is_feed(part.clone())
        {
            labels[part.clone()].iter_mut().for_each(|label| label.is_template = true);
        }
        first = part.end;
    }
}

/// Labels titles of other pages of the site below the first paragraph as template, if no text follows that may be theirs.
pub(super) fn leave_out_titles(page: &Page<'_>, labels: &mut [BlockLabel]) {
    let is_text = |i: usize, least: u32, labels: &[BlockLabel]| {
        let block = &page.blocks[i];
        !labels[i].is_template && block.heading == 0 && !block.is_linked() && block.tokens >= least
    };
    let blocks = page.blocks.len();
    let Some(first) = (0..blocks).find(|&i| is_text(i, LEAST_PARAGRAPH, labels)) else { return };
    let mut site = None;
    for i in first..blocks {
        let block = &page.blocks[i];
        if block.heading == 0 || labels[i].is_template || labels[i].probability >= SURE || !block.is_linked() {
            continue;
        }
        let end = i + 1 + page.blocks[i + 1..].iter().take_while(|block| block.heading == 0).count();
        let has_text = (i + 1..end).any(|below| is_text(below, LEAST_BELOW, labels));
        if !has_text && site.get_or_insert_with(|| Site::of(page)).has_link(block) {
            labels[i].is_template = true;
        }
    }
}

/// What stands below the text of a page.
struct Below<'p> {
    page: &'p Page<'p>,
    containers: &'p Containers<'p>,
    /// The node around the text.
    own: usize,
    site: Site<'p>,
}

impl Below<'_> {
    /// The parent of the outermost item around a block that is not around the text of the page, and that item; [`NONE`] for
    /// a block in no item.
    fn place(&self, block: &Block) -> (u32, u32) {
        let tree = &self.page.tree;
        let is_item = |at: &u32| {
            let node = self.containers.list[*at as usize].node;
            let is_named = matches!(tree.nodes[node as usize].tag, Tag::LI | Tag::ARTICLE);
            is_named && !tree.subtree(node).contains(&self.own)
        };
        let item = self.containers.ancestors(self.containers.index(block.container)).filter(is_item).last();
        item.map_or((NONE, NONE), |item| (self.containers.list[item as usize].parent, item))
    }

    /// Whether a paragraph of content stands right above a list, beside it: then it belongs to the text.
    fn follows_text(&self, first: usize, list: u32, labels: &[BlockLabel]) -> bool {
        let Some(before) = first.checked_sub(1) else { return false };
        let text = &self.page.blocks[before];
        let tree = &self.page.tree;
        let parent_of = |node: u32| tree.nodes[node as usize].parent;
        !labels[before].is_template
            && text.heading == 0
            && !text.is_linked()
            && parent_of(text.container) == parent_of(self.containers.list[list as usize].node)
    }

    /// Whether most items of a list have a title that leads to another page of the site, and short texts beside it.
    fn is_feed(&self, blocks: Range<usize>) -> bool {
        let (mut items, mut titled, mut characters) = (0, 0, 0);
        let (mut last, mut has_title) = (NONE, false);
        for block in self.page.blocks[blocks].iter().filter(|block| block.flags & NOT_CONTENT == 0) {
            let (_, item) = self.place(block);
            if item != last {
                items += 1;
                (last, has_title) = (item, false);
            }
            if block.is_linked() {
                let is_title = !has_title && self.site.has_link(block);
                titled += usize::from(is_title);
                has_title |= is_title;
            } else if block.characters > MOST_OF_TEXT {
                return false;
            } else {
                characters += block.characters as usize;
            }
        }
        let [part, whole] = SHARE_TITLED;
        titled >= LEAST_TITLED && whole * titled >= part * items && characters <= titled * MOST_BESIDE_TITLE
    }
}

/// What tells the other pages of the site.
struct Site<'p> {
    page: &'p Page<'p>,
    /// The authority of the canonical address.
    authority: Option<&'p [u8]>,
}

impl<'p> Site<'p> {
    fn of(page: &'p Page<'p>) -> Site<'p> {
        let canonical =
            Declared::href(&page.tree, Declared::find(page).canonical).map(|href| page.tree.raw_value(href));
        Site { page, authority: canonical.and_then(|canonical| Reference::parse(canonical).authority) }
    }

    /// Labels the summaries of other pages as template, many in a row, each below a linked heading that is template or that
    /// has a date beside it.
    fn leave_out_summaries(&self, headline: usize, labels: &mut [BlockLabel]) {
        let blocks = self.page.blocks;
        let (mut first, mut titles, mut at) = (headline, 0, headline);
        while at < blocks.len() {
            let end = at + 1 + blocks[at + 1..].iter().take_while(|block| block.heading == 0).count();
            if blocks[at].heading > 0 && self.has_summary(at, end, labels) {
                titles += 1;
            } else {
                self.leave_out_run(headline, first..at, titles, labels);
                (first, titles) = (end, 0);
            }
            at = end;
        }
        self.leave_out_run(headline, first..at, titles, labels);
    }

    fn leave_out_run(&self, headline: usize, run: Range<usize>, titles: usize, labels: &mut [BlockLabel]) {
        if titles >= LEAST_SUMMARIES && self.kept_characters(headline..run.start, labels) >= LEAST_ABOVE {
            labels[run].iter_mut().for_each(|label| label.is_template = true);
        }
    }

    /// Whether a heading leads to another page, and all that is said below it is short and may be template.
    fn has_summary(&self, title: usize, end: usize, labels: &[BlockLabel]) -> bool {
        let block = &self.page.blocks[title];
        if !block.is_linked() || !self.has_link(block) {
            return false;
        }
        let is_kept = !labels[title].is_template;
        let is_sure = |i: usize| !labels[i].is_template && labels[i].probability >= SURE;
        let is_summary = || if is_kept { self.has_date(title, end) } else { !(title + 1..end).any(is_sure) };
        let characters = self.kept_characters(title + 1..end, labels);
        characters <= MOST_OF_TEXT && is_summary() || characters <= MOST_OF_EXCERPT && self.goes_on(title, end)
    }

    /// Whether a link below a text leads where its title leads, such as "Continue reading".
    fn goes_on(&self, title: usize, end: usize) -> bool {
        let page = self.page;
        let target = |block: &Block| page.links_in(block).next().and_then(|link| self.href(link.node));
        let title_target = target(&page.blocks[title]);
        let is_end = |block: &Block| block.is_linked() && block.tokens <= MOST_OF_LINK && target(block) == title_target;
        title_target.is_some() && page.blocks[title + 1..end].iter().any(is_end)
    }

    fn href(&self, link: u32) -> Option<&[u8]> {
        let tree = &self.page.tree;
        tree.attribute(&tree.nodes[link as usize], Name::HREF).map(|href| tree.raw_value(href))
    }

    fn kept_characters(&self, blocks: Range<usize>, labels: &[BlockLabel]) -> u32 {
        let kept = blocks.filter(|&i| !labels[i].is_template && !self.page.blocks[i].is_linked());
        kept.map(|i| self.page.blocks[i].characters).sum()
    }

    /// Whether a line right above a title or below it is a date.
    fn has_date(&self, title: usize, end: usize) -> bool {
        let is_date = |block: &Block| {
            block.heading == 0 && block.tokens <= MOST_OF_DATE && lines::is_date(self.page.text_of(block))
        };
        self.page.blocks[title.saturating_sub(2)..end].iter().any(is_date)
    }

    /// Whether a block has a link to another page of the site: an article that is a list is of things elsewhere.
    fn has_link(&self, block: &Block) -> bool {
        self.page.links_in(block).any(|link| self.holds(link.node))
    }

    fn holds(&self, link: u32) -> bool {
        let tree: &Tree<'_> = &self.page.tree;
        let node = &tree.nodes[link as usize];
        let Some(href) = self.href(link).map(Reference::parse) else { return false };
        let is_same = href.authority.is_none_or(|authority| self.authority == Some(authority));
        is_same && (href.authority.is_some() || !href.is_absolute()) && !leads_to_own_page(tree, node)
    }
}

#[cfg(test)]
mod tests {
    use crate::Analyzer;

    const ARTICLE: &str = "<div><h1>The small bridge is closed</h1><p>The small wooden bridge over the mill stream will stay closed \
        until the middle of June, as the council said on Tuesday after a look at its beams.</p><p>Those who walk to the market \
        have to take the road in the meantime.</p></div>";
    const MORE: &str = "<p>The beams were cut in the year of the flood, and nobody had looked at them since the last war, when carts \
        still went over the bridge. Two of them are soft down to the middle, and a third one has a crack that a hand fits into.</p>";

    /// The main text of a page with `above` and a list of items below its article, each with a title that leads somewhere.
    fn main_text(canonical: &str, address: &str, above: &str) -> String {
        let texts = [
            "Rain is forecast for the coast, and the ferry may stay in the harbor on two days of next week, its captain says, \
             if the wind does not turn before Sunday.",
            "The school opens its new kitchen, in which the fourth form cooked for all of its guests and for the mayor, who had \
             come with his three children.",
        ];
        let items = (0..24).map(|i| {
            let title = format!("<h4><a href='{address}{i}'>What happened in street number {i}</a></h4>");
            format!("<li><div>Mill Post, {i} hours ago</div>{title}<p>{}</p></li>", texts[i % 2])
        });
        // Of stories that the text introduces no age is given.
        let items = items.map(|item| if above.is_empty() { item } else { item.replace("hours ago", "times") });
        let html = format!(
            "<title>The small bridge is closed</title><meta property=og:type content=article><meta name=author content=Ann>\
             {canonical}<header><a href=/>Mill Post</a></header><main><article>{ARTICLE}{}</article></main><section>{above}<ul>{}</ul></section>",
            MORE.repeat(3),
            items.collect::<String>()
        );
        Analyzer::default().analyze(html.as_bytes()).unwrap().main_text().text().to_owned()
    }

    /// The main text of a page with `count` teasers of other pages below its article, each with a date.
    fn with_teasers(count: usize, title: &str, of_canonical: &str) -> String {
        let texts = [
            "An engineer who looked at the old mill said that its wheel would turn again within the year.",
            "The school opens its new kitchen, in which the fourth form cooked for the mayor and his three children.",
            "Rain is forecast for the coast, and the ferry may stay in the harbor on two days of next week.",
            "Two swans were seen on the pond of the brewery, where none had nested for more than ten years.",
        ];
        let teasers = (0..count).map(|i| {
            format!(
                "<div class=card><div><a href=/tag/{i}>Town</a></div>{}<div><a href=/by/{i}>Ann Miller</a></div><div>{i} hours \
                 ago</div><p>{}</p></div>",
                title.replace('#', &i.to_string()),
                texts[i % 4]
            )
        });
        let html = format!(
            "<title>The small bridge is closed | Mill Post</title><meta property=og:type content=article><meta name=author \
             content=Ann>{of_canonical}<header><a href=/>Mill Post</a></header><main>{ARTICLE}{}<h2>More</h2><div>{}</div></main>\
             <footer>Imprint</footer>",
            (1..9).map(|i| MORE.replace("beams", &format!("{i} beams"))).collect::<String>(),
            teasers.collect::<String>()
        );
        Analyzer::default().analyze(html.as_bytes()).unwrap().main_text().text().to_owned()
    }

    #[test]
    fn dated_teasers_below_linked_headings_are_template() {
        let canonical = "<link rel=canonical href=https://mill.example/bridge>";
        for title in [
            "<h2 class=post-title><a href='/news/#'>Story number # of the week</a></h2>",
            "<h3 class=post-title><a href='https://mill.example/news/#'>Story number # of the week</a></h3>",
        ] {
            let text = with_teasers(7, title, canonical);
            assert!(text.contains("8 beams") && !text.contains("swans"), "{title}: {text}");
        }
        for (count, title) in [
            (7, "<h2 class=post-title><a href='https://elsewhere.example/#'>Story number # of the week</a></h2>"),
            (7, "<h2 class=post-title>Story number # of the week</h2>"),
            (3, "<h2 class=post-title><a href='/news/#'>Story number # of the week</a></h2>"),
        ] {
            let text = with_teasers(count, title, canonical);
            assert!(text.contains("kitchen"), "an article may list what is elsewhere: {title}: {text}");
        }
    }

    #[test]
    fn lists_of_other_pages_of_the_site_are_template() {
        let canonical = "<link rel=canonical href=https://mill.example/bridge>";
        for address in ["/news/", "news?id=", "https://mill.example/news/"] {
            let text = main_text(canonical, address, "");
            assert!(text.contains("beams") && !text.contains("captain"), "{address}: {text}");
        }
        for (canonical, address) in [(canonical, "https://elsewhere.example/"), ("", "https://mill.example/news/")] {
            let text = main_text(canonical, address, "");
            assert!(text.contains("captain"), "an article may list what is elsewhere: {address}: {text}");
        }
    }

    #[test]
    fn a_list_below_a_paragraph_that_introduces_it_is_content() {
        let canonical = "<link rel=canonical href=https://mill.example/bridge>";
        let above = "<p>These are the stories of the last weeks on which we spent most of our time, and each has its own page:</p>";
        let text = main_text(canonical, "/news/", above);
        assert!(text.contains("most of our time") && text.contains("captain"), "{text}");
    }

    #[test]
    fn excerpts_that_go_on_elsewhere_are_template() {
        let items = |last: &str| {
            let item = |i: usize| {
                let excerpt: String =
                    ["rope", "sail", "mast"].map(|word| MORE.replace("beams", &format!("{word}s of {i}"))).concat();
                format!(
                    "<li><a href=/n/{i}><h3>What happened in street {i}</h3></a><div>{excerpt}</div><a href={last}{i}>More</a></li>"
                )
            };
            let items: String = (0..6).map(item).collect();
            let own: String = (1..9).map(|i| MORE.replace("beams", &format!("{i} beams"))).collect();
            let html = format!(
                "<title>The small bridge is closed | Mill Post</title><meta property=og:type content=article><main>{ARTICLE}{own}\
                 </main><ul>{items}</ul>"
            );
            Analyzer::default().analyze(html.as_bytes()).unwrap().main_text().text().to_owned()
        };
        let text = items("/n/");
        assert!(text.contains("8 beams") && !text.contains("masts of 5"), "{text}");
        assert!(items("/m/").contains("masts of 5"));
    }

    #[test]
    fn titles_of_other_pages_without_a_text_are_template() {
        let story: String = (1..6).map(|i| MORE.replace("beams", &format!("{i} beams"))).collect();
        let text = |titles: [&str; 3]| {
            let titles: String = titles.map(|title| format!("<li><h3>{title}</h3></li>")).concat();
            let html = format!(
                "<title>The small bridge is closed | Mill Post</title><meta property=og:type content=article><main>{ARTICLE}{story}\
                 <div><h2>World</h2><ul>{titles}</ul></div></main><footer>Imprint</footer>"
            );
            Analyzer::default().analyze(html.as_bytes()).unwrap().main_text().text().to_owned()
        };
        for titles in [
            ["<a href=/1>Rain on the coast</a>", "<a href=/2>A new kitchen</a>", "<a href=/3>Two swans nest</a>"],
            [
                "Watch <a href=/1>Rain on the coast</a>",
                "Ver <a href=/2>A new kitchen</a>",
                "<a href=/3>Two swans nest</a>",
            ],
        ] {
            let text = text(titles);
            assert!(text.contains("5 beams") && !text.contains("kitchen") && !text.contains("World"), "{text}");
        }
    }
}
