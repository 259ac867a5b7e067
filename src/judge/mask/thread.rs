//! Distinguishes threads, whose posts are content, from articles with comments.
//!
//! Posts and comments look alike, but the text before them differs: an article is longer than one comment and comes
//! first, while a thread begins with a post like the others. The page kind decides; the more text is before the posts,
//! the higher the required probability of the kind forum.

use super::one_product::{declares_product, is_item_of_product};
use super::{BlockLabel, KindProbabilities, PageKind, citations, edits, offers, posts, reviews, sides, signatures};
use crate::judge::comments::{Around, Comments, Unit};
use crate::judge::containers::{Container, Containers};
use crate::read::class_words::group;
use crate::read::html::Tag;
use crate::read::page::{Block, Fragment, Page};
use std::ops::Range;

/// If forum is the most probable kind, with at least this probability, the page is a thread independent of the text
/// before the posts. Short articles with comments have lower probabilities.
const CLEAR: f32 = 0.4;
/// If the page calls the units comments, as threads rarely do, this probability is needed instead of [`CLEAR`].
const CLEAR_IF_ANNOUNCED: f32 = 0.6;
/// If only class names call them comments, below a longer text.
const CLEAR_IF_NAMED: f32 = 0.5;
/// If class names call the text before the units a question or a topic, forum needs only this probability, and need not
/// be the most probable kind.
const CLEAR_ON_TOPIC: f32 = 0.15;
/// Otherwise the page is a thread if the probability of forum is at least the first number, and the text before the
/// posts is less than the second number, in hundredths, times the text of the posts. Chosen on held-out probabilities;
/// see `docs/comments.md`.
const RULES: [(f32, u64); 2] = [(0.35, 200), (0.2, 20)];
/// The same if the page calls the units comments.
const RULES_IF_ANNOUNCED: [(f32, u64); 2] = [(0.35, 5), (0.2, 2)];
/// With an unknown page kind, and for the text that the mask keeps before the posts, the page is a thread if that text is less
/// than so many hundredths of the text of the posts.
const SHARE_OF_UNKNOWN: u64 = 5;

/// A short text that begins as the comments below it do opens a thread if it is less than so many hundredths of their text.
const SHARE_OF_OPENING: u64 = 50;

/// Blocks before the posts with at least this many tokens are the text of the page, if the mask takes them for content.
const PROSE_TOKENS: u32 = 8;

/// A link of so many tokens may be the title of another thread.
const LEAST_TITLE: u32 = 4;
const LEAST_TITLES: u32 = 3;

/// The title of an excerpt is among its first blocks.
const BLOCKS_TO_TITLE: usize = 2;

/// What the comments of a page are on. Without `kinds`, the text before them alone decides.
pub(crate) fn around(
    page: &Page<'_>,
    containers: &Containers<'_>,
    labels: &[BlockLabel],
    comments: &Comments<'_>,
    kinds: Option<KindProbabilities>,
) -> Around {
    match kinds.map(|kinds| kinds.best()) {
        Some(PageKind::Product) => Around::Product,
        Some(_) if is_product(page, containers, comments) => Around::Product,
        _ if is_thread(page.blocks, labels, comments, kinds) => Around::Thread,
        Some(PageKind::Service | PageKind::Collection | PageKind::Listing) => Around::Offers,
        _ => Around::Article,
    }
}

/// Whether units are reviews, and what they are on is called a product: by the page, by an element around the headline, or
/// by its price. Short pages of products look like lists.
fn is_product(page: &Page<'_>, containers: &Containers<'_>, comments: &Comments<'_>) -> bool {
    let Some(review) = comments.first_review() else { return false };
    if page.metadata_elements.iter().any(|&node| declares_product(&page.tree, &page.tree.nodes[node as usize])) {
        return true;
    }
    let Some(headline) = sides::headline(page) else { return false };
    let around = containers.ancestors(containers.index(page.blocks[headline].container));
    let around = around.map(|at| &containers.list[at as usize]);
    let is_around = |at: &Container| page.tree.subtree(at.node).contains(&(review.node as usize));
    let mut parts = around.take_while(|at| at.tag(&page.tree) != Tag::BODY);
    parts.any(|at| is_item_of_product(&page.tree, at.node) || at.words & PRODUCT != 0 && is_around(at))
        || is_sold(page, containers, headline, review)
}

/// Whether something with a price is sold above reviews. On a service with a price the name alone may stand for
/// testimonials.
fn is_sold(page: &Page<'_>, containers: &Containers<'_>, headline: usize, review: &Unit) -> bool {
    let first = review.blocks.0 as usize;
    let has_button = || headline < first && reviews::has_button(page, headline, first);
    let has_price = || offers::has_price_below(page, containers, headline, |_| true, |_| ());
    if review.is_rated() {
        has_price() || has_button() && offers::has_price_above(page, headline, first)
    } else {
        has_button() && has_price()
    }
}

const PRODUCT: u32 = group("product");

fn is_thread(
    blocks: &[Block],
    labels: &[BlockLabel],
    comments: &Comments<'_>,
    kinds: Option<KindProbabilities>,
) -> bool {
    let is_like_forum = kinds.map_or_else(
        || is_short(comments, SHARE_OF_UNKNOWN),
        |kinds| {
            let is_best = kinds.best() == PageKind::Forum;
            kinds.values()[PageKind::Forum as usize] >= least_forum(comments, is_best)
        },
    );
    let kept = if is_like_forum { 0 } else { kept_before(blocks, labels, comments) };
    is_like_forum || are_opened_alike(comments, kept) || are_the_page(comments, kept)
}

/// Whether the posts follow a short text that begins as they do. Where the page calls them comments, a line is none.
fn are_opened_alike(comments: &Comments<'_>, kept_before: u32) -> bool {
    let is_post = || u64::from(kept_before) * comments.units.len() as u64 >= u64::from(comments.tokens);
    comments.is_opened_alike && is_short(comments, SHARE_OF_OPENING) && (!comments.is_announced || is_post())
}

/// The least probability of the kind forum that makes a page with these comments a thread; `is_best` says whether it is
/// the most probable kind.
pub fn least_forum(comments: &Comments<'_>, is_best: bool) -> f32 {
    if comments.tokens == 0 {
        return if is_best { 0.0 } else { f32::INFINITY };
    }
    let (rules, clear) = match comments {
        Comments { is_announced: true, .. } => (RULES_IF_ANNOUNCED, CLEAR_IF_ANNOUNCED),
        Comments { is_named: true, .. } => (RULES_IF_ANNOUNCED, CLEAR_IF_NAMED),
        _ => (RULES, CLEAR),
    };
    let fulfilled = rules.into_iter().filter(|&(_, percent)| is_short(comments, percent)).map(|(forum, _)| forum);
    let of_topic = comments.is_on_topic.then_some(CLEAR_ON_TOPIC);
    fulfilled.chain(is_best.then_some(clear)).chain(of_topic).fold(f32::INFINITY, f32::min)
}

/// Whether the text before the posts is less than `percent` hundredths of their text.
fn is_short(comments: &Comments<'_>, percent: u64) -> bool {
    100 * u64::from(comments.tokens_before) < percent * u64::from(comments.tokens)
}

/// Whether the posts are the page, because hardly any text is kept before them, such as the answers to a question. Where
/// the page calls them comments, any line before them, such as that below a picture, is what they are on.
pub fn are_the_page(comments: &Comments<'_>, kept_before: u32) -> bool {
    match comments.is_announced {
        true => comments.tokens > 0 && !comments.follows_text && kept_before == 0,
        // Titles and bylines may be kept, too.
        false => {
            let before = kept_before.min(comments.tokens_before);
            100 * u64::from(before) < SHARE_OF_UNKNOWN * u64::from(comments.tokens)
        }
    }
}

/// Tokens of the text before the first post that the mask takes for content.
fn kept_before(blocks: &[Block], labels: &[BlockLabel], comments: &Comments<'_>) -> u32 {
    let kept = blocks[..comments.first_block()].iter().zip(labels).filter(|(block, label)| {
        let is_prose = block.tokens >= PROSE_TOKENS && !block.is_linked();
        is_prose && block.heading == 0 && !label.is_template
    });
    kept.map(|(block, _)| block.tokens).sum()
}

/// Labels as template what stands in a thread besides its posts: signatures, and what is outside of the smallest element
/// around the headline and all posts.
pub(crate) fn leave_out_surroundings(
    page: &Page<'_>,
    containers: &Containers<'_>,
    posts: &Comments<'_>,
    labels: &mut [BlockLabel],
) {
    posts::complete(page, posts, labels);
    citations::follow_quotations(page, containers, labels);
    edits::leave_out(page, labels);
    signatures::leave_out(page, containers, true, labels);
    leave_out_excerpts(page, posts, labels);
    let nodes = page.tree.nodes;
    let around = element_around(page, containers, posts).map(|node| node..nodes[node as usize].subtree_end);
    let Some(around) = around else { return };
    for (block, label) in page.blocks.iter().zip(labels) {
        label.is_template |= !around.contains(&block.container);
    }
}

/// Labels as template what follows the last post, from the first of several titles of other pages on: excerpts of other
/// threads look like posts.
fn leave_out_excerpts(page: &Page<'_>, posts: &Comments<'_>, labels: &mut [BlockLabel]) {
    let Some((last, list)) = end_of_posts(page, posts) else { return };
    let is_title = |block: &Block| is_title(block) || !list.contains(&block.container) && opens_with_link(page, block);
    // The first of the last titles of one depth, and their number.
    let mut titles = (page.blocks.len(), 0, 0);
    for (i, block) in page.blocks.iter().enumerate().skip(last).filter(|(_, block)| is_title(block)) {
        let (first, depth, count) = titles;
        titles = if depth == block.depth { (first, depth, count + 1) } else { (i, block.depth, 1) };
        if titles.2 == LEAST_TITLES {
            let heading = titles.0.checked_sub(1).filter(|&above| above >= last && page.blocks[above].heading > 0);
            labels[heading.unwrap_or(titles.0)..].iter_mut().for_each(|label| label.is_template = true);
            return;
        }
    }
}

/// Whether a block may be the title of another page.
fn is_title(block: &Block) -> bool {
    block.linked_tokens >= LEAST_TITLE && 2 * block.linked_tokens > block.tokens
}

/// Whether a title and an excerpt are one block.
fn opens_with_link(page: &Page<'_>, block: &Block) -> bool {
    let Range { start, end } = block.fragments.0 as usize..block.fragments.1 as usize;
    let is_link = |fragment: &Fragment| fragment.tokens.1 - fragment.tokens.0 == fragment.linked_tokens;
    end - start > 1 && block.tokens >= PROSE_TOKENS && is_link(&page.fragments[start])
}

/// One past the last block of the posts, and the nodes of the element around them. Units beside this that open with titles
/// are excerpts of other threads.
fn end_of_posts(page: &Page<'_>, posts: &Comments<'_>) -> Option<(usize, Range<u32>)> {
    let nodes = page.tree.nodes;
    let holds = |block: &Block, (start, end): (u32, u32)| start < end && block.text.0 <= start && end <= block.text.1;
    let opens_with_title = |post: &Unit| {
        let opening = page.blocks.iter().skip(post.blocks.0 as usize).take(BLOCKS_TO_TITLE);
        let mut opening = opening.take(post.blocks.1.saturating_sub(post.blocks.0) as usize);
        // A name and a date may be links of several words.
        opening.any(|block| is_title(block) && !holds(block, post.author) && !holds(block, post.date))
    };
    let has_own = posts.found.iter().any(|post| !opens_with_title(post));
    let own = posts.found.iter().filter(|post| !has_own || !opens_with_title(post)).map(|post| post.node);
    let first = own.clone().next()?;
    let (low, high) = own.fold((first, first), |(low, high), node| (low.min(node), high.max(node)));
    let mut list = low..low + 1;
    while list.start == low || !list.contains(&high) {
        let above = nodes[list.start as usize].parent;
        list = above..nodes.get(above as usize)?.subtree_end;
    }
    let inside = posts.found.iter().filter(|post| list.contains(&post.node)).map(|post| post.blocks.1 as usize);
    Some((inside.max()?, list))
}

/// The smallest element around the headline and all posts, if there are several.
fn element_around(page: &Page<'_>, containers: &Containers<'_>, posts: &Comments<'_>) -> Option<u32> {
    let [first, .., last] = posts.found else { return None };
    let ends = [first, last].map(|post| post.node);
    let (low, high) = (ends[0].min(ends[1]), ends[0].max(ends[1]));
    let headline = containers.index(page.blocks[sides::headline(page)?].container);
    let mut around = containers.ancestors(headline).map(|at| containers.list[at as usize].node);
    around.find(|&node| node <= low && high < page.tree.nodes[node as usize].subtree_end)
}

#[cfg(test)]
mod tests {
    use crate::{Analyzer, Block, Document, Options, Role};

    const TEXT: &str =
        "The pump is loud and stops after ten minutes, though the hose is new and the tank is full of water.";

    const BESIDE: &str = "it took a day until all of the lamps were hung, and nobody had a ladder.";

    fn analyzed<T>(html: &str, read: impl FnOnce(&Document<'_>) -> T) -> T {
        read(&Analyzer::new(Options::default()).analyze(html.as_bytes()).unwrap())
    }

    #[test]
    fn signatures_are_template() {
        let post = |number: usize, name: &str| {
            format!(
                "<div class=post id=p{number}><div class=postauthor><a href=/u{number}>{name}</a></div><p class=date>{number} May 2024, \
                 10:0{number}</p><div class=message><p>{TEXT} It was post {number}.</p></div><div class=signature>Life is a \
                 river and {name} has a boat.</div><a href=/r{number}>Quote</a></div>"
            )
        };
        let posts: String = (1..).zip(["Ann", "Ben", "Cleo", "Dan"]).map(|(number, name)| post(number, name)).collect();
        let html =
            format!("<title>Loud pump - Forum</title><body class=forum><div class=thread><h1>Loud pump</h1>{posts}");
        let text = analyzed(&html, |page| page.main_text().text().to_owned());
        assert!(text.matches("ten minutes").count() == 4 && !text.contains("has a boat"), "{text}");
    }

    /// A page with replies that are called comments, in one column, and another column beside it.
    fn with_comments(name: &str) -> String {
        let comment = |name: &str| {
            format!(
                "<li class=comments__item><div><b class=author>{name}</b> <time>2 May 2024</time><p>{TEXT} {name} said it.</p></div></li>"
            )
        };
        let comments = ["Ann", "Ben", "Cleo", "Dan", "Eve"].map(comment).concat();
        let beside: String = ["Market", "Harbor", "Castle"].map(|name| format!("<p>{name}: {BESIDE}</p>")).concat();
        format!(
            "<title>Loud pump</title><body><div><div class=\"{name}\"><h1>Loud pump</h1><p>Posted in Pumps by Fay on 1 May 2024</p>\
             <div class=body><p>{TEXT}</p></div></div><div class=comments><h3>Comments</h3><ul>{comments}</ul></div></div>\
             <div>{beside}</div>"
        )
    }

    #[test]
    fn a_question_with_replies_is_a_thread_though_these_are_called_comments() {
        let comments = |name: &str| {
            let is_comment = |block: &Block<'_, '_>| block.role() == Role::Comment;
            analyzed(&with_comments(name), |page| page.blocks().filter(is_comment).count())
        };
        assert_eq!([comments("forum-topic"), comments("entry")], [0, 5]);
    }

    #[test]
    fn what_is_outside_of_headline_and_posts_is_template() {
        let text = analyzed(&with_comments("forum-topic"), |page| page.main_text().text().to_owned());
        assert!(text.matches("ten minutes").count() == 6 && !text.contains("ladder"), "{text}");
    }

    /// The text of a thread with excerpts of four others below it.
    fn text_with(excerpt: &dyn Fn(&str) -> String) -> String {
        let excerpts = ["engine", "rudder", "mast", "anchor"].map(excerpt).concat();
        let below = format!("</ul></div><div><h3>Other threads</h3><div>{excerpts}</div></div>");
        let html = with_comments("forum-topic").replace("</ul></div>", &below);
        analyzed(&html, |page| page.main_text().text().to_owned())
    }

    #[test]
    fn excerpts_of_other_threads_below_the_posts_are_template() {
        let text = |titles: &[&str]| {
            let excerpt = |title: &&str| {
                format!(
                    "<div><div><a href=/{title}>The {title} of my new boat</a></div><div>A {title} is no toy, and it took a day \
                     until all of it was painted.</div></div>"
                )
            };
            let excerpts: String = titles.iter().map(excerpt).collect();
            let html = with_comments("forum-topic").replace("</ul></div>", &format!("</ul></div>{excerpts}"));
            analyzed(&html, |page| page.main_text().text().to_owned())
        };
        let found = text(&["engine", "rudder", "mast", "anchor"]);
        assert!(found.matches("ten minutes").count() == 6 && !found.contains("is no toy"), "{found}");
        // A title and an excerpt may be one block.
        let found = text_with(&|title| {
            format!(
                "<p><a href=/{title}>The {title}</a><br>A {title} is no toy, and it took a day to paint all of it.</p>"
            )
        });
        assert!(found.matches("ten minutes").count() == 6 && !found.contains("is no toy"), "{found}");
        // Excerpts may have dates and authors, as posts have.
        let found = text_with(&|title| {
            format!(
                "<li class=item><h4><a href=/{title}>How to paint the {title}?</a></h4><p>A {title} is no toy, and it took a day to \
                 paint all of it.</p><div>Last answer by <b>Gus</b> <time>2 May 2024</time></div></li>"
            )
        });
        assert!(found.matches("ten minutes").count() == 6 && !found.contains("is no toy"), "{found}");
        // One link may be a part of what follows.
        let found = text(&["engine"]);
        assert!(found.matches("ten minutes").count() == 6 && found.contains("is no toy"), "{found}");
    }

    /// A page of a shared link, with a few lines perhaps, and what readers say of it.
    #[test]
    fn replies_to_a_link_are_a_thread() {
        let main_text = |opening: &str, class: &str, age: &str| {
            let reply = |name: &str| {
                format!(
                    "<li{class}><div><a href=/{name}>{name}</a> <a href=#>link</a> <span>3 points</span> <span>{age}</span></div><div><p>\
                     {TEXT} So {name} said.</p></div><button>reply</button></li>"
                )
            };
            let replies = ["ann", "ben", "cleo", "dan", "eve"].map(reply).concat();
            let html = format!(
                "<title>Loud pumps</title><ul><li><a href=/>Home</a></li></ul><div><h1><a href=/l>Loud pumps</a></h1>{opening}</div>\
                 <ul{class}>{replies}</ul><footer><a href=/t>Terms</a></footer>"
            );
            analyzed(&html, |page| page.main_text().text().to_owned())
        };
        let byline = |age: &str| format!("<div>by <a href=/fay>fay</a> to <a href=/c>pumps</a> · {age}</div>");
        for class in ["", " class=comment"] {
            for [age, first] in [["4 hours ago", "2 days ago"], ["vor 3 Tagen", "vor 4 Tagen"]] {
                for text in ["", BESIDE] {
                    let found = main_text(&format!("{}<div><p>{text}</p></div>", byline(first)), class, age);
                    assert_eq!(found.matches("ten minutes").count(), 5, "{class} {age}: {found}");
                }
                // An article is longer, and has a date.
                let long = format!("<p>{BESIDE}</p>").repeat(8);
                for by in [byline("2 May 2024"), byline(first)] {
                    let found = main_text(&format!("{by}<div>{long}</div>"), class, age);
                    assert_eq!(found.matches("ten minutes").count(), 0, "{class} {age}: {found}");
                }
            }
        }
    }

    #[test]
    fn a_price_and_a_button_may_stand_between_text_and_reviews() {
        let lines: fn(&str, &str) -> String =
            |name, stars| format!("<p><b>{name}</b>, 2 May 2024, {stars}<br>{TEXT}</p>");
        let cells: fn(&str, &str) -> String = |name, stars| {
            format!("<table><tr><td>{name}<br>2 May 2024</td><td>{stars}</td><td>{TEXT}</td></tr></table>")
        };
        let below: fn(&str, &str) -> String = |name, stars| {
            format!("<div><div>{name}, 2 May 2024</div><p>{TEXT}<br><br><i>Rating: {stars}</i></p></div>")
        };
        for (review, stars) in [(lines, "★★★★☆"), (cells, "4 out of 5"), (below, "[4 of 5 Stars!]")] {
            let text = |below: &str| {
                let reviews = ["Ann", "Ben", "Cleo", "Dan"].map(|name| review(name, stars)).concat();
                let html = format!(
                    "<title>Pump 12</title><div><a href=/>Shop</a> <a href=/c>Cart</a></div><div><h1>Pump 12</h1><p>A pump of \
                     steel for tanks of a hundred liters, which starts by itself when the water is low.</p>{below}<h2>What \
                     customers say</h2>{reviews}</div>"
                );
                analyzed(&html, |page| page.main_text().text().to_owned())
            };
            let found = text("<p>Price: £129.00</p><form><input type=submit></form>");
            assert!(found.contains("a hundred liters") && !found.contains("ten minutes"), "{stars}: {found}");
            for below in ["<p>Price: £129.00</p>", "<form><input type=submit></form>"] {
                assert!(text(below).contains("ten minutes"), "{stars} {below}");
            }
        }
    }

    #[test]
    fn texts_with_stars_below_a_price_are_reviews() {
        let text = |price: &str, line: &str| {
            let review = |name: &str| {
                format!("<div><div>{line}</div><p>{TEXT} So {name} said.</p><p>{name}, 2 May 2024</p></div>")
            };
            let reviews = ["Ann", "Ben", "Cleo"].map(review).concat();
            let html = format!(
                "<title>Pump 12</title><div><a href=/>Shop</a> <a href=/c>Cart</a></div><div><h1>Pump 12</h1>{price}<p>A pump \
                 of steel for tanks of a hundred liters, which starts by itself when the water is low.</p><h2>3 reviews</h2>\
                 {reviews}</div>"
            );
            analyzed(&html, |page| page.main_text().text().to_owned())
        };
        for stars in ["★★★★☆", "Rated 4 out of 5", "4/5"] {
            let found = text("<p>£129.00</p>", stars);
            assert!(found.contains("a hundred liters") && !found.contains("ten minutes"), "{stars}: {found}");
        }
        // Without a price it is a page about pumps, and without stars a page of testimonials.
        for [price, line] in [["", "4/5"], ["<p>£129.00</p>", "Berlin"]] {
            assert!(text(price, line).contains("ten minutes"), "{price} {line}");
        }
    }
}
