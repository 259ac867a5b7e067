//! The mask: classifies each block as content or template.
//!
//! | file | contents |
//! |---|---|
//! | `density` | a score card over text density, link density, elements and neighbors, after Kohlschütter, Fankhauser and Nejdl 2010 |
//! | `points` | the numbers of `density` |
//! | `landmarks` | evidence for `density` from the names and ARIA roles of the elements around a block |
//! | `learned` | boosted trees: `features` of blocks and pages, the `model` that evaluates them, `kind` of page, `duplicates` |
//! | `units` | tables and lists that are content as a whole, because the text around them is |
//! | `questions` | questions with their answers, which are content |
//! | `headings` | headings whose sections are template, which are template, too |
//! | `numbered` | runs of numbered headings, which have one judgement |
//! | `asides` | tips and boxes of facts among the paragraphs of a text, which are content |
//! | `closings` | short paragraphs that end a text, which are content |
//! | `captions` | captions between the paragraphs of a text, which are content |
//! | `standfirst` | the lines and paragraphs between a headline and a text in an element apart, which are content |
//! | `cards` | on a short page, headings with a line each, such as services or products with prices, which are content |
//! | `entries` | titles above the texts of entries, which are content as those are |
//! | `notes` | notes that lead back to the text, which are content |
//! | `price` | prices in short texts |
//! | `signatures` | signatures below posts, which are template |
//! | `above` | sentences above the headline of an article, which are template |
//! | `main_element` | what stands outside of the only `main` of a page, which is template |
//! | `languages` | lists of languages to choose from, which are template |
//! | `tools` | lines of links that share or print a page, which are template |
//! | `pagers` | links to the pages before and after, which are template |
//! | `trails` | paths from the home page and tables of contents, which are template |
//! | `offers` | on a short page, the price of what it offers, which is content |
//! | `other_offers` | on the page of a product, cards of other products, which are template |
//! | `reviews` | on the page of a product, what stands below a heading that speaks of reviews, which is template |
//! | `sections` | on a short page, elements with a heading and short lines beside content, which are content |
//! | `sides` | teasers, boxes and asides beside the content of a short page, which are template |
//! | `feeds` | lists of other pages below an article, which are template |
//! | `next_articles` | whole articles below the article of the page, which are template |
//! | `notices` | requests for consent, dialogs and calls, which are template as a whole |
//! | `site` | site statistics, applied before the threshold of the page |
//! | `explain` | the contribution of each feature to the score of a block, for tools |
//! | `external` | labels from the results of other algorithms |
//! | `roles` | the role of each block: heading, comment, byline, navigation, ... |
//! | `thread` | whether the page is a thread, whose posts are content, or an article with comments |
//! | `comment_mode` | whether comments are excluded, included, or the only content |
//! | `fallback` | what becomes content if nothing else is |
//! | `inherited` | values that descendants inherit from elements |
//!
//! This module calls no other algorithm; [`crate::analyzer::pipeline`] selects the algorithm of a [`MaskMethod`].

mod above;
#[cfg(test)]
mod articles;
mod asides;
mod beside;
mod buttons;
mod captions;
mod cards;
mod choices;
mod citations;
mod closings;
pub(crate) mod comment_mode;
pub(crate) mod copyright;
mod dated_article;
pub(crate) mod density;
mod duplicates;
mod edits;
mod entries;
#[cfg(feature = "unstable")]
pub mod explain;
pub(crate) mod external;
pub(crate) mod fallback;
pub mod features;
mod feeds;
mod formulas;
mod headings;
mod inherited;
mod kind;
mod landmarks;
mod languages;
pub(crate) mod learned;
mod linked_cards;
mod main_element;
mod method;
mod model;
mod next_articles;
mod notes;
mod notices;
mod numbered;
mod offers;
mod one_product;
mod other_offers;
mod pagers;
mod points;
mod posts;
pub(crate) mod price;
mod questions;
pub(crate) mod reviews;
pub(crate) mod roles;
mod sections;
mod sides;
mod signatures;
pub(crate) mod site;
mod standfirst;
#[cfg(test)]
mod tests;
pub mod thread;
mod tools;
mod trails;
mod uneven;
mod units;

pub use comment_mode::CommentMode;
#[cfg(feature = "unstable")]
pub use density::is_content_by;
pub(crate) use kind::PAGE_KINDS;
pub use kind::{KindProbabilities, PageKind};
pub use method::MaskMethod;
pub use model::{Model, ModelError};
#[cfg(feature = "unstable")]
pub use points::Points;
pub use roles::Role;
pub use site::SitePrior;

use crate::base::flags::Fallbacks;
use crate::published::tag_path::{Sequence, StyleMode};
use crate::read::class_words::ClassPaths;
use crate::read::page::{Block, flag};

/// Blocks with these flags are never content: readers do not see them, or their author excluded them from indexes.
pub(crate) const NOT_CONTENT: u16 = flag::IN_HEAD | flag::HIDDEN | flag::NO_INDEX;

/// The classification of one block.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct BlockLabel {
    /// The probability that the block is content, 0 to 1.
    pub probability: f32,
    /// Whether the block is template: navigation, advertising, boilerplate.
    pub is_template: bool,
    /// The role of the block.
    pub role: Role,
    /// Whether another block with the same text is content or more likely so; then this one is template.
    pub is_duplicate: bool,
    /// Whether the block is in a request for consent, a dialog or a call to subscribe.
    pub is_notice: bool,
}

/// The mask of a page.
#[derive(Clone, Copy, Debug, Default)]
pub struct Mask<'a> {
    /// One label for each block, in order.
    pub labels: &'a [BlockLabel],
    /// The probability of each page kind; only with [`MaskMethod::Learned`].
    pub kinds: Option<KindProbabilities>,
    /// The number of the model; only with [`MaskMethod::Learned`].
    pub model: Option<u64>,
    /// For each block the probability by the model alone, in 255ths; empty without a [`SitePrior`].
    pub without_site: &'a [u8],
    /// What became content because nothing else was.
    pub fallbacks: Fallbacks,
    /// The mode of comments that the page needs: threads and fallbacks keep more than was asked for.
    pub comment_mode: CommentMode,
}

/// The tag paths of a page, if they include classes.
pub fn class_paths<'a>(sequence: &Sequence<'a>) -> ClassPaths<'a> {
    let Sequence { path_of_node, symbols, style, .. } = *sequence;
    if style == StyleMode::Raw {
        ClassPaths { path_of_node, count: symbols as usize + 1 }
    } else {
        ClassPaths::default()
    }
}

/// The tokens of blocks that are content.
fn tokens_of_content(blocks: &[Block], labels: &[BlockLabel]) -> u64 {
    let content = blocks.iter().zip(labels).filter(|(_, label)| !label.is_template);
    content.map(|(block, _)| u64::from(block.tokens)).sum()
}

/// Labels the text of `noscript` as template, unless it is most of the content: readers with scripts do not get it, and it
/// mostly asks them to switch scripts on.
pub(crate) fn leave_out_noscript(blocks: &[Block], labels: &mut [BlockLabel]) {
    if blocks.iter().all(|block| block.flags & flag::NOSCRIPT == 0) {
        return;
    }
    let mut sums = [0u64; 2];
    for (block, _) in blocks.iter().zip(&*labels).filter(|(_, label)| !label.is_template) {
        sums[usize::from(block.flags & flag::NOSCRIPT != 0)] += u64::from(block.characters);
    }
    let [shown, noscript] = sums;
    if noscript > 0 && noscript <= shown {
        for (_, label) in blocks.iter().zip(labels).filter(|(block, _)| block.flags & flag::NOSCRIPT != 0) {
            label.is_template = true;
        }
    }
}

/// Labels text from metadata as content.
pub(crate) fn keep_metadata(blocks: &[Block], labels: &mut [BlockLabel]) {
    for (block, label) in blocks.iter().zip(labels) {
        if block.flags & flag::METADATA_SOURCE != 0 {
            *label = BlockLabel { probability: 1.0, is_template: false, ..*label };
        }
    }
}
