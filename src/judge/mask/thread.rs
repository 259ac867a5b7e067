//! Distinguishes threads, whose posts are content, from articles with comments.
//!
//! Posts and comments look alike, but the text before them differs: an article is longer than one comment and comes
//! first, while a thread begins with a post like the others. The page kind decides; the more text is before the posts,
//! the higher the required probability of the kind forum.

use super::{KindProbabilities, PageKind};
use crate::judge::comments::{Comments, Part};
use crate::read::page::{Page, flag};

/// If forum is the most probable kind, with at least this probability, the page is a thread independent of the text
/// before the posts. Short articles with comments have lower probabilities.
const CLEAR: f32 = 0.4;
/// Otherwise the page is a thread if the probability of forum is at least the first number, and the prose before the
/// posts is less than the second number, in hundredths, times the text of the posts. Chosen on held-out probabilities;
/// see `docs/comments.md`.
const RULES: [(f32, u64); 2] = [(0.35, 200), (0.2, 20)];
/// The same if the page calls the units comments.
const RULES_IF_ANNOUNCED: [(f32, u64); 2] = [(0.35, 10), (0.2, 5)];
/// The same if the page kind is unknown.
const SHARE_OF_UNKNOWN: u64 = 5;

/// Blocks with at least this many tokens are prose.
const PROSE_TOKENS: u32 = 8;
/// Blocks with these flags are not read.
const IGNORED: u16 = flag::IN_HEAD | flag::HIDDEN;

/// Whether the page is a thread. Without `kinds`, the text before the posts alone decides.
pub(crate) fn is_thread(page: &Page<'_>, comments: &Comments<'_>, kinds: Option<KindProbabilities>) -> bool {
    let forum = kinds.map(|kinds| kinds.values()[PageKind::Forum as usize]);
    let is_best = kinds.is_some_and(|kinds| kinds.best() == PageKind::Forum);
    if comments.units.is_empty() || is_best && forum >= Some(CLEAR) {
        return is_best;
    }
    let (mut before, mut posts, mut is_before) = (0u64, 0u64, true);
    for (i, block) in page.blocks.iter().enumerate().filter(|(_, block)| block.flags & IGNORED == 0) {
        let part = comments.part(i);
        is_before &= part == Part::Outside;
        posts += if part == Part::Text { u64::from(block.tokens) } else { 0 };
        let is_prose = block.tokens >= PROSE_TOKENS && 2 * block.linked_tokens < block.tokens;
        before += if is_before && is_prose { u64::from(block.tokens) } else { 0 };
    }
    let rules = if comments.is_announced { RULES_IF_ANNOUNCED } else { RULES };
    let is_short = |percent: u64| 100 * before < percent * posts;
    match forum {
        Some(forum) => rules.iter().any(|&(probability, percent)| forum >= probability && is_short(percent)),
        None => is_short(SHARE_OF_UNKNOWN),
    }
}
