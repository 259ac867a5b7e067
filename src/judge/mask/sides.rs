//! Sides: what stands beside the part of a short page that begins with its headline: menus, teasers of other pages, asides,
//! boxes with a short form.
//!
//! The model learned from long pages. On a page of a few lines, such as a notice or an address, it takes any sentence for
//! content, and there the place of a text says more than its words: a template sets teasers and boxes into elements of
//! their own beside that of the headline.

use super::price::has_price;
use super::units::is_footnote;
use super::{BlockLabel, KindProbabilities, NOT_CONTENT, PageKind, landmarks};
use crate::judge::containers::{Container, Containers};
use crate::read::address::leads_home;
use crate::read::class_words::group;
use crate::read::html::attributes::Name;
use crate::read::html::{NONE, Node, Tag, Tree};
use crate::read::page::{Block, Link, Page, flag, leads_to_own_page};
use std::cell::OnceCell;
use std::ops::Range;

/// A page with more tokens of content is left to the model.
const MOST_CONTENT: u32 = 300;
/// The part with the headline extends until it has so many characters of text.
const LEAST_OWN: u32 = 24;
/// Or so many bytes: scripts that write no vowels or whole syllables need fewer characters.
const LEAST_OWN_BYTES: u32 = 36;
/// The maximum number of teasers. A page that links to more others is about them.
const MOST_TEASERS: usize = 8;
/// The maximum number of tokens of the text of a teaser; with fewer than the second number it is a date or a label.
const MOST_OF_TEASER: u32 = 40;
const LEAST_OF_TEASER: u32 = 6;
/// The maximum number of tokens of the title of a box of offers.
const MOST_OF_LABEL: u32 = 8;
/// The minimum number of tokens of the text besides teasers that stand in one element with it.
const LEAST_BESIDE: u32 = 40;
/// From this probability on, teasers in one element with the text are content.
const SURE: f32 = 0.8;
/// The maximum number of tokens outside of links in a box with a form, and of fields of the form.
const MOST_OF_BOX: u32 = 45;
const MOST_FIELDS: usize = 2;

/// The minimum number of headings with a text above a link that make them features.
const LEAST_HEADED: usize = 3;

/// The minimum number of bytes of a title that is looked for without the name of the site.
const LEAST_OF_TITLE: usize = 16;
/// The maximum number of bytes of a title, which is searched for the words of each `h1`.
const MOST_OF_TITLE: usize = 1024;

/// Class words of the posts of a thread.
const POST: u32 = group("post") | group("comment");

/// Labels the sides of a short page as template. `parts_beside` finds for each container the outermost element around it
/// that is not around the headline. Returns the index of the container with the headline and the text of the page, if there
/// are.
pub(super) fn leave_out<'s>(
    page: &Page<'_>,
    containers: &Containers<'_>,
    (kinds, headline): (&KindProbabilities, impl FnOnce() -> Option<usize>),
    parts_beside: impl FnOnce() -> &'s [u32],
    labels: &mut [BlockLabel],
) -> Option<usize> {
    let content = page.blocks.iter().zip(&*labels).filter(|(_, label)| !label.is_template);
    if content.map(|(block, _)| block.tokens).sum::<u32>() > MOST_CONTENT {
        return None;
    }
    let headline = headline()?;
    let own = own_part(page, containers, labels, headline)?;
    let is_plain = |block: &Block| {
        let at = containers.index(block.container) as usize;
        at == own || containers.list[at].parent as usize == own
    };
    // Most short pages are paragraphs below a headline.
    if page.blocks.iter().zip(&*labels).all(|(block, label)| label.is_template || is_plain(block)) {
        return Some(own);
    }
    let sides = parts_beside();
    let mut page = Sides { page, containers, own, own_text: 0, headline, sides, first_price: OnceCell::new() };
    let of_headline = if is_apart(page.page, headline) { page.text_of(headline..headline + 1) } else { 0 };
    // Misnested markup can move the headline out of its element.
    let own_text = page.text_of(page.page.blocks_in(page.page.tree.subtree(page.node(own))));
    page.own_text = own_text.saturating_sub(of_headline);
    let links = page.list().map(|side| (page.links_kept(&side, labels), side)).filter(|(links, _)| *links > 0);
    let is_list =
        links.filter(|(_, side)| page.are_teasers(side)).map(|(links, _)| links).sum::<usize>() > MOST_TEASERS;
    let is_of_lists = matches!(kinds.best(), PageKind::Listing | PageKind::Collection | PageKind::Service);
    let may_be_list = is_list || is_of_lists && kinds.is_sure();
    for side in page.list() {
        let is_any = || labels[side.first..side.end].iter().any(|label| !label.is_template);
        let is_beside = || {
            page.is_beside(&side, is_list)
                || !may_be_list && page.is_related(&side, labels)
                || page.is_offer(&side, kinds.best() == PageKind::Product)
        };
        if is_any() && is_beside() {
            labels[side.first..side.end].iter_mut().for_each(|label| label.is_template = true);
        } else if is_any() && page.is_box(&side) {
            let blocks = page.box_in(&side);
            labels[blocks].iter_mut().for_each(|label| label.is_template = true);
        }
    }
    Some(own)
}

/// The only `h1`, or else the first block that begins as the title does. Of links only one that the title begins with, and
/// that does not lead to the home page: some templates link the headline to its page.
pub(super) fn headline(page: &Page<'_>) -> Option<usize> {
    let title = page.title_block().map(|title| page.text_of(title));
    let is_linked_title = |block: &Block| {
        let begins = |title: &str| title.starts_with(page.text_of(block));
        block.heading == 1 && title.is_some_and(begins) && !leads_home(page, block)
    };
    let is_shown = |block: &Block| {
        block.flags & (NOT_CONTENT | flag::NOSCRIPT) == 0 && (!block.is_linked() || is_linked_title(block))
    };
    let mut found = (0..page.blocks.len()).filter(|&i| page.blocks[i].heading == 1 && is_shown(&page.blocks[i]));
    match (found.next(), found.next()) {
        (Some(_), Some(_)) => return None,
        (Some(headline), None) => return Some(headline),
        _ => {}
    }
    let title = title?;
    // The title of a site follows that of the page.
    let own =
        [" | ", " - ", " \u{2013} ", " \u{2014} "].iter().filter_map(|end| title.split_once(end)).map(|(own, _)| own);
    let own = own.min_by_key(|own| own.len()).unwrap_or_default();
    let is_alike = |block: &Block| {
        let begins = |title: &str| !title.is_empty() && page.text_of(block).starts_with(title);
        // A line of a few words may begin as one of them does by chance.
        let is_own = || block.heading != 0 || own.len() >= LEAST_OF_TITLE;
        title.starts_with(page.text_of(block)) || begins(title) || begins(own) && is_own()
    };
    page.blocks.iter().position(|block| is_shown(block) && is_alike(block))
}

/// The last `h1` with the words of the first one that the title of the page has: a bar at the top may repeat it.
pub(super) fn headline_of_several(page: &Page<'_>) -> Option<usize> {
    let title = Some(page.text_of(page.title_block()?)).filter(|title| title.len() <= MOST_OF_TITLE)?;
    let is_in_title = |block: &Block| block.heading == 1 && title.contains(page.text_of(block));
    let text = page.text_of(page.blocks.iter().find(|block| is_in_title(block))?);
    page.blocks.iter().rposition(|block| block.heading == 1 && page.text_of(block) == text)
}

/// Whether the headline is a block of its own: in italics or bold it may be in one block with the text below it.
fn is_apart(page: &Page<'_>, headline: usize) -> bool {
    page.title_block().is_none_or(|title| page.blocks[headline].tokens <= title.tokens)
}

/// The smallest element around the headline with text besides it.
pub(super) fn own_part(
    page: &Page<'_>,
    containers: &Containers<'_>,
    labels: &[BlockLabel],
    headline: usize,
) -> Option<usize> {
    let is_text = |&i: &usize| !labels[i].is_template && page.blocks[i].heading == 0 && !page.blocks[i].is_linked();
    let first = headline + usize::from(is_apart(page, headline));
    let (mut next, mut characters, mut bytes) = (first, 0, 0);
    containers.ancestors(containers.index(page.blocks[headline].container)).map(|at| at as usize).find(|&at| {
        let end = page.tree.nodes[containers.list[at].node as usize].subtree_end;
        while next < page.blocks.len() && page.blocks[next].first_text < end {
            if is_text(&next) {
                let block = &page.blocks[next];
                (characters, bytes) = (characters + block.characters, bytes + block.text.1 - block.text.0);
            }
            next += 1;
        }
        characters >= LEAST_OWN || bytes >= LEAST_OWN_BYTES
    })
}

/// A side and its blocks, `[first, end)`.
struct Side {
    container: usize,
    first: usize,
    end: usize,
}

struct Sides<'p> {
    page: &'p Page<'p>,
    containers: &'p Containers<'p>,
    own: usize,
    /// The number of characters of text in it.
    own_text: u32,
    headline: usize,
    sides: &'p [u32],
    /// The first price below the headline that is no link, once it is asked for; the number of blocks if there is none.
    first_price: OnceCell<usize>,
}

impl Sides<'_> {
    fn list(&self) -> impl Iterator<Item = Side> {
        let mut first = 0;
        let blocks = self.page.blocks;
        let of_block = |block: &Block| self.sides[self.containers.index(block.container) as usize];
        std::iter::from_fn(move || {
            let container = of_block(blocks.get(first)?);
            let count = blocks[first..].iter().take_while(|block| of_block(block) == container).count();
            let side = Side { container: container as usize, first, end: first + count };
            first = side.end;
            Some(side)
        })
        .filter(|side| side.container != NONE as usize)
    }

    fn blocks(&self, side: &Side) -> impl Iterator<Item = &Block> + Clone {
        self.page.blocks[side.first..side.end].iter().filter(|block| block.flags & NOT_CONTENT == 0)
    }

    fn node(&self, container: usize) -> u32 {
        self.containers.list[container].node
    }

    fn links_kept(&self, side: &Side, labels: &[BlockLabel]) -> usize {
        let labeled = self.page.blocks[side.first..side.end].iter().zip(&labels[side.first..side.end]);
        labeled.filter(|(block, label)| block.is_linked() && !label.is_template).count()
    }

    /// Whether a side is no content, on a page that is a list or not.
    fn is_beside(&self, side: &Side, is_list: bool) -> bool {
        let tree = &self.page.tree;
        let own = self.node(self.own)..tree.nodes[self.node(self.own) as usize].subtree_end;
        let node = self.node(side.container);
        let is_complementary = || is_complementary(tree, &self.containers.list[side.container]);
        let are_teasers = || !is_list && self.are_teasers(side) && !self.is_item_with_headline(side);
        let is_apart = || is_complementary() || are_teasers() || self.is_menu(side);
        tree.nodes[node as usize].tag != Tag::MAIN && !own.contains(&node) && is_apart()
    }

    /// The blocks of the box with a short form in a side that may hold the text of the page, too.
    fn box_in(&self, side: &Side) -> Range<usize> {
        let tree = &self.page.tree;
        let node = self.node(side.container);
        let nothing = side.first..side.first;
        if tree.nodes[node as usize].tag == Tag::MAIN || !has_short_form(tree, node) {
            return nothing;
        }
        if self.has_other_text(side) {
            return side.first..side.end;
        }
        let Some(form) = tree.subtree(node).find(|&at| tree.nodes[at].tag == Tag::FORM) else { return nothing };
        let around = tree.ancestors(form as u32).take_while(|&at| at != node);
        let blocks = around.map(|at| self.page.blocks_in(tree.subtree(at)));
        blocks.into_iter().find(|blocks| !blocks.is_empty()).unwrap_or(nothing)
    }

    /// Whether the part with the headline has text outside of a side.
    fn has_other_text(&self, side: &Side) -> bool {
        let own = self.page.blocks_in(self.page.tree.subtree(self.node(self.own)));
        let inside = own.start.max(side.first)..own.end.min(side.end);
        let of_side = if inside.is_empty() { 0 } else { self.text_of(inside) };
        self.own_text - of_side.min(self.own_text) >= LEAST_OWN
    }

    /// The number of characters of text in blocks, without headings and links.
    fn text_of(&self, blocks: Range<usize>) -> u32 {
        let is_text = |block: &&Block| block.heading == 0 && block.flags & NOT_CONTENT == 0 && !block.is_linked();
        self.page.blocks[blocks].iter().filter(is_text).map(|block| block.characters).sum()
    }

    /// Whether there are several links to other pages in blocks of their own, and no text but a short one beside each. What a
    /// heading of its own says in a text above each link, as of the features of a product, is no teaser.
    fn are_teasers(&self, side: &Side) -> bool {
        let (mut links, mut follows_link, mut is_text_before) = (0, false, false);
        let (mut headed, mut follows_heading) = (0, false);
        for block in self.blocks(side) {
            // With a number beside it, such as a price.
            let is_item = block.tag == Tag::LI && 2 * block.linked_tokens >= block.tokens;
            let is_link = block.is_linked() || is_item && block.tokens < LEAST_OF_TEASER;
            if !is_link && (is_text_before || block.tokens > MOST_OF_TEASER) {
                return false;
            }
            // More than two count as two.
            links += if is_link {
                self.page.links_in(block).filter(|link| self.leads_away(link)).take(2).count()
            } else {
                0
            };
            is_text_before = !is_link && block.heading == 0 && block.tokens >= LEAST_OF_TEASER && !follows_link;
            follows_link = is_link;
            headed += usize::from(is_text_before && follows_heading);
            follows_heading = block.heading > 1 && block.linked_tokens == 0;
        }
        links >= 2 && !is_text_before && (headed < LEAST_HEADED || headed < links)
    }

    /// Whether a side is named a post, as the element beside it that holds the headline.
    fn is_item_with_headline(&self, side: &Side) -> bool {
        if self.containers.list[side.container].words & POST == 0 {
            return false;
        }
        let tree = &self.page.tree;
        let class =
            |node: u32| tree.attribute(&tree.nodes[node as usize], Name::CLASS).map(|name| tree.raw_value(name));
        let node = self.node(side.container);
        let above = tree.nodes[node as usize].parent;
        let headline = self.page.blocks[self.headline].container;
        let beside = tree.ancestors(headline).find(|&at| tree.nodes[at as usize].parent == above);
        let is_alike = |beside: u32| tree.nodes[beside as usize].tag == tree.nodes[node as usize].tag;
        beside.is_some_and(|beside| is_alike(beside) && class(node).is_some() && class(beside) == class(node))
    }

    /// Whether a side is a heading with teasers, next to the text of an article that is longer.
    fn is_related(&self, side: &Side, labels: &[BlockLabel]) -> bool {
        let own = self.node(self.own)..self.page.tree.nodes[self.node(self.own) as usize].subtree_end;
        let rest = || {
            let others = self.page.blocks.iter().enumerate().filter(|(i, _)| !(side.first..side.end).contains(i));
            let kept = others.filter(|(i, block)| !labels[*i].is_template && own.contains(&block.container));
            kept.map(|(_, block)| block.tokens).sum::<u32>()
        };
        let begins_with_heading =
            || self.blocks(side).next().is_some_and(|block| block.heading > 1 && !block.is_linked());
        let is_sure = |i: usize| !labels[i].is_template && labels[i].probability >= SURE;
        let is_unsure = || (side.first..side.end).all(|i| self.page.blocks[i].heading > 0 || !is_sure(i));
        self.are_teasers(side) && begins_with_heading() && is_unsure() && rest() >= LEAST_BESIDE
    }

    /// Whether a side is a title with links to other pages, as a box of similar products: beside a product, or with prices
    /// below a price.
    fn is_offer(&self, side: &Side, is_product: bool) -> bool {
        let own = self.page.tree.subtree(self.node(self.own));
        let mut blocks = self.blocks(side);
        let Some(title) = blocks.next().filter(|title| !title.is_linked() && side.first > self.headline) else {
            return false;
        };
        let leads_away = |block: &Block| self.page.links_in(block).any(|link| self.leads_away(link));
        let is_beside_product =
            || is_product && title.heading > 1 && !own.contains(&(self.node(side.container) as usize));
        let has_prices = || {
            let has_label = title.heading != 1 && title.tokens <= MOST_OF_LABEL;
            has_label && blocks.clone().any(|block| self.has_price(block)) && self.first_price() < side.first
        };
        blocks.clone().any(|block| block.is_linked() && leads_away(block))
            && blocks.clone().all(|block| block.is_linked() || block.tokens < LEAST_OF_TEASER)
            && (is_beside_product() || has_prices())
    }

    fn leads_away(&self, link: &Link) -> bool {
        !leads_to_own_page(&self.page.tree, &self.page.tree.nodes[link.node as usize])
    }

    fn has_price(&self, block: &Block) -> bool {
        has_price(self.page, block, MOST_OF_TEASER)
    }

    fn first_price(&self) -> usize {
        *self.first_price.get_or_init(|| {
            let blocks = &self.page.blocks[self.headline..];
            let at = blocks.iter().position(|block| block.linked_tokens == 0 && self.has_price(block));
            at.map_or(self.page.blocks.len(), |at| self.headline + at)
        })
    }

    /// Whether there are only links, before the headline.
    fn is_menu(&self, side: &Side) -> bool {
        side.end <= self.headline && self.blocks(side).all(|block| block.linked_tokens == block.tokens)
    }

    fn is_box(&self, side: &Side) -> bool {
        let unlinked = self.blocks(side).map(|block| block.tokens - block.linked_tokens.min(block.tokens));
        unlinked.sum::<u32>() <= MOST_OF_BOX
    }
}

fn is_complementary(tree: &Tree<'_>, container: &Container) -> bool {
    let node = &tree.nodes[container.node as usize];
    let is_search = || node.tag == Tag::SEARCH || tree.has_role(node, &[b"search"]);
    (landmarks::is_beside_main(tree, node) || is_search()) && !(node.tag == Tag::ASIDE && is_footnote(tree, container))
}

/// Whether an element has a form to subscribe, to search or to log in: with few fields, none of which takes a letter.
fn has_short_form(tree: &Tree<'_>, node: u32) -> bool {
    let nodes = &tree.nodes[tree.subtree(node)];
    let has = |tag: Tag| nodes.iter().any(|node| node.tag == tag);
    let fields = nodes.iter().filter(|node| is_text_field(tree, node)).count();
    (1..=MOST_FIELDS).contains(&fields) && has(Tag::FORM) && !has(Tag::TEXTAREA)
}

/// Whether an element has such a form, for an address for mail.
pub(super) fn takes_mail(tree: &Tree<'_>, node: u32) -> bool {
    let is_mail = |value: &[u8]| value.windows(4).any(|part| part.eq_ignore_ascii_case(b"mail"));
    let of_mail = |node: &Node| tree.each_attribute(node).any(|attribute| is_mail(tree.raw_value(attribute)));
    let fields = || tree.nodes[tree.subtree(node)].iter().filter(|node| is_text_field(tree, node));
    has_short_form(tree, node) && fields().any(of_mail)
}

pub(super) fn is_text_field(tree: &Tree<'_>, node: &Node) -> bool {
    const OTHERS: [&[u8]; 7] = [b"hidden", b"submit", b"button", b"checkbox", b"radio", b"image", b"reset"];
    node.tag == Tag::INPUT && !tree.is_of_type(node, &OTHERS)
}

#[cfg(test)]
mod tests {
    use crate::Analyzer;

    #[test]
    fn posts_beside_the_one_with_the_headline_are_no_teasers() {
        let post = |number: usize, text: &str| {
            format!(
                "<li class='postbit old' id=post_{number}><div><a href=/u{number}>rolf</a></div><div>{text}</div>\
                 <div><a href=/r{number}>Reply with quote</a></div>"
            )
        };
        let html = format!(
            "<title>Wheel squeaks - Mill forum</title><ol id=posts>{}{}{}</ol>",
            post(1, "<h2>Wheel squeaks</h2><p>My wheel squeaks when it starts.</p>"),
            post(2, "<p>Grease it with tallow.</p>"),
            post(3, "<p>That helped. Thank you!</p>"),
        );
        let mut analyzer = Analyzer::default();
        let text = analyzer.analyze(html.as_bytes()).unwrap().main_text().text().to_owned();
        assert!(text.contains("Grease it") && text.contains("That helped."), "{text}");
    }

    #[test]
    fn features_with_a_link_each_are_no_teasers() {
        let feature = |name: &str, text: &str, link: &str| {
            format!("<li><h2>{name}</h2><p>{text}</p><a href=/docs/{}>{link}</a>", name.len())
        };
        let html = |features: &str| {
            format!(
                "<title>Welcome to Loom</title><header><a href=/>Loom</a></header><main><section><h1>Welcome to Loom</h1><p>Get to                  know what makes Loom the workshop for every pattern, from the first thread to the cloth.</p></section>                 <section><h2>What it can do</h2><ul>{features}</ul></section></main><footer><a href=/legal>Legal</a></footer>"
            )
        };
        let found = |html: &str| Analyzer::default().analyze(html.as_bytes()).unwrap().main_text().text().to_owned();
        let text = found(&html(
            &[
                feature("Pattern view", "Shows the weave as it grows, row by row.", "More about the view"),
                feature("Yarn table", "Keeps colours, weights and what is left of each.", "More about yarns"),
                feature("Export", "Writes files for hand looms and for machines.", "More about export"),
            ]
            .concat(),
        ));
        assert!(["row by row", "weights and what", "hand looms"].iter().all(|part| text.contains(part)), "{text}");
        let teaser =
            |name: &str| format!("<li><h2><a href=/{0}>{name}</a></h2><p>A look at the museum.</p>", name.len());
        let text = found(&html(&["Weavers of Leeds", "The first loom", "Silk roads"].map(teaser).concat()));
        assert!(!text.contains("museum"), "{text}");
    }

    #[test]
    fn a_text_around_a_form_stays() {
        for [tip, call] in
            [["Wax floats.", "Thanks for reading! Subscribe for new posts."], ["蝋は浮く。", "新しい記事を受け取る"]]
        {
            let html = format!(
                "<title>Notes from the roof</title><div><a href=/>Roof</a></div><div><article><div><h1>Notes from the roof</h1>\
                 </div><div class=body><p>Two things I learned in May, both by falling.</p><ol><li><p>{tip}</p><li><p>Ladders do \
                 not.</p></ol><div><p>{call}</p><form><input type=email><input type=submit value=Go></form></div></div></article></div>"
            );
            let mut analyzer = Analyzer::default();
            let text = analyzer.analyze(html.as_bytes()).unwrap().main_text().text().to_owned();
            assert!(text.contains(tip) && text.contains("Ladders") && !text.contains(call), "{text}");
        }
    }

    #[test]
    fn boxes_of_similar_products_are_template() {
        for (title, name, [price, other]) in [
            ("<div class=title><strong>Bunları da beğenebilirsiniz</strong></div>", "Çini tabak", ["320 TL", "280 TL"]),
            ("<h2>Kunden kauften auch</h2>", "Filzhut", ["39,00 €", "45,00 €"]),
            ("<p>Fits well with it</p>", "Brass tray", ["£39", "$45"]),
        ] {
            for item in [
                format!("<div><a href=/h><strong>{name}</strong></a><span>{other}</span></div>"),
                format!("<article><h3><a href=/h>{name}</a></h3><span>{other}</span></article>"),
            ] {
                let html = format!(
                    "<title>Bowl | Shop</title><nav><a href=/>Shop</a></nav><main><div><h1>Bowl</h1></div><div>{price}</div><div><p>Made \
                     by hand, and it keeps soup warm for an hour.</p></div><div>{title}{item}</div></main><footer>2024</footer>"
                );
                let text = Analyzer::default().analyze(html.as_bytes()).unwrap().main_text().text().to_owned();
                assert!(text.contains("soup") && !text.contains(name), "{item}: {text}");
            }
        }
    }

    #[test]
    fn a_notice_of_one_short_sentence_has_sides() {
        for (name, text, teaser) in [
            ("הודעה", "המשרד סגור ביום שני.", "גשם צפוי בסוף השבוע"),
            ("إعلان", "المكتب مغلق يوم الاثنين.", "أمطار متوقعة غدا"),
            ("お知らせ", "月曜日は休業いたします。", "週末は雨の予報"),
        ] {
            let html = format!(
                "<title>{name} | Site</title><div><h1>{name}</h1><p>{text}</p></div><div><h3>{name} 2</h3><ul><li><a href=/a>{teaser}</a>\
                 <li><a href=/b>{teaser} 2</a><li><a href=/c>{teaser} 3</a></ul></div>"
            );
            let page = Analyzer::default().analyze(html.as_bytes()).unwrap().main_text().text().to_owned();
            assert!(page.contains(text) && !page.contains(teaser), "{page}");
        }
    }
}
