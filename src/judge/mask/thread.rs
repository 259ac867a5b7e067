//! Distinguishes threads, whose posts are content, from articles with comments.
//!
//! Posts and comments look alike, but the text before them differs: an article is longer than one comment and comes
//! first, while a thread begins with a post like the others. The page kind decides; the more text is before the posts,
//! the higher the required probability of the kind forum.

use super::{BlockLabel, KindProbabilities, PageKind};
use crate::judge::comments::{Around, Comments};
use crate::read::page::Block;

/// If forum is the most probable kind, with at least this probability, the page is a thread independent of the text
/// before the posts. Short articles with comments have lower probabilities.
const CLEAR: f32 = 0.4;
/// Otherwise the page is a thread if the probability of forum is at least the first number, and the text before the
/// posts is less than the second number, in hundredths, times the text of the posts. Chosen on held-out probabilities;
/// see `docs/comments.md`.
const RULES: [(f32, u64); 2] = [(0.35, 200), (0.2, 20)];
/// The same if the page calls the units comments.
const RULES_IF_ANNOUNCED: [(f32, u64); 2] = [(0.35, 10), (0.2, 2)];
/// With an unknown page kind, and for the text that the mask keeps before the posts, the page is a thread if that text is less
/// than so many hundredths of the text of the posts.
const SHARE_OF_UNKNOWN: u64 = 5;

/// Blocks before the posts with at least this many tokens are the text of the page, if the mask takes them for content.
const PROSE_TOKENS: u32 = 8;

/// What the comments of a page are on. Without `kinds`, the text before them alone decides.
pub(crate) fn around(
    blocks: &[Block],
    labels: &[BlockLabel],
    comments: &Comments<'_>,
    kinds: Option<KindProbabilities>,
) -> Around {
    match kinds.map(|kinds| kinds.best()) {
        Some(PageKind::Product) => Around::Product,
        _ if is_thread(blocks, labels, comments, kinds) => Around::Thread,
        Some(PageKind::Service | PageKind::Collection | PageKind::Listing) => Around::Offers,
        _ => Around::Article,
    }
}

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
    is_like_forum || are_the_page(comments, kept_before(blocks, labels, comments))
}

/// The least probability of the kind forum that makes a page with these comments a thread; `is_best` says whether it is
/// the most probable kind.
pub fn least_forum(comments: &Comments<'_>, is_best: bool) -> f32 {
    if comments.tokens == 0 {
        return if is_best { 0.0 } else { f32::INFINITY };
    }
    let rules = if comments.is_announced { RULES_IF_ANNOUNCED } else { RULES };
    let fulfilled = rules.into_iter().filter(|&(_, percent)| is_short(comments, percent)).map(|(forum, _)| forum);
    fulfilled.chain(is_best.then_some(CLEAR)).fold(f32::INFINITY, f32::min)
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
        false => 100 * u64::from(kept_before) < SHARE_OF_UNKNOWN * u64::from(comments.tokens),
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
