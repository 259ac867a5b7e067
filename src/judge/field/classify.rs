//! Determines the field of a block from its element, links, role and neighbors. The first rule that applies decides.

use super::Field;
use super::links::BlockLinks;
use crate::judge::mask::{BlockLabel, Role};
use crate::read::html::attributes::Name;
use crate::read::html::{Node, Tag, Tree};
use crate::read::page::{Block, Page, flag, unicode};

/// The maximum length of a label in [words](Block::words).
pub(super) const LABEL_WORDS: u32 = 12;

/// A headline has at least this fraction (1/n) of the bytes of the title.
const TITLE_SHARE: usize = 3;

/// Classifies the blocks of one page.
pub(super) struct Classifier<'p, 'a> {
    page: &'p Page<'a>,
    title: &'a str,
    /// The minimum length in bytes of a headline that repeats the title.
    shortest_headline: usize,
}

impl<'p, 'a> Classifier<'p, 'a> {
    pub fn new(page: &'p Page<'a>) -> Classifier<'p, 'a> {
        let title = page.title_block().map(|block| page.text_of(block)).unwrap_or_default();
        Classifier { page, title, shortest_headline: title.len().div_ceil(TITLE_SHARE).max(1) }
    }

    /// The field of a block; `links` are its links if it is mostly links.
    pub fn field(&self, index: usize, block: &Block, label: &BlockLabel, links: &BlockLinks) -> Field {
        let is_linked = links.other_pages > links.same_page;
        if is_hidden(block, label) {
            Field::Hidden
        } else if block.flags & flag::IN_HEAD != 0 {
            Field::Title
        } else if !is_linked && (block.heading == 1 || self.repeats_title(block)) {
            Field::H1
        } else if block.heading != 0 {
            if is_linked { Field::LinkedHeading } else { Field::Heading }
        } else if label.role == Role::Metadata {
            Field::Byline
        } else if !links.is_empty() {
            if is_linked { Field::Link } else { Field::InPageLink }
        } else {
            self.field_of_text(index, block, label)
        }
    }

    /// The field of a block that is neither heading nor link.
    fn field_of_text(&self, index: usize, block: &Block, label: &BlockLabel) -> Field {
        match block.tag {
            Tag::DT => Field::Label,
            Tag::PRE | Tag::LISTING => Field::Code,
            _ if label.role == Role::Comment => Field::Comment,
            _ if block.words() > LABEL_WORDS || block.linked_tokens > 0 => Field::Text,
            Tag::TH | Tag::CAPTION | Tag::FIGCAPTION | Tag::LEGEND | Tag::SUMMARY => Field::Label,
            Tag::TD | Tag::LI if !is_named(&self.page.tree, block) => Field::Text,
            _ if self.is_before_content(index, block) || is_named(&self.page.tree, block) => Field::Label,
            _ => Field::Text,
        }
    }

    /// Whether a block is the title or a considerable part of it.
    #[inline]
    fn repeats_title(&self, block: &Block) -> bool {
        let length = (block.text.1 - block.text.0) as usize;
        (self.shortest_headline..=self.title.len()).contains(&length)
            && contains_words(self.title, self.page.text_of(block))
    }

    /// Whether the next block is longer, and not mostly links.
    fn is_before_content(&self, index: usize, block: &Block) -> bool {
        let next = self.page.blocks.get(index + 1);
        next.is_some_and(|next| next.tokens > block.tokens && !next.is_linked())
    }
}

fn is_hidden(block: &Block, label: &BlockLabel) -> bool {
    block.flags & (flag::HIDDEN | flag::NO_INDEX) != 0 && label.is_template
}

/// Whether `text` contains `part`, from the start of a word to the end of a word.
#[inline(never)]
fn contains_words(text: &str, part: &str) -> bool {
    let Some(&first) = part.as_bytes().first() else { return false };
    let is_end = |c: Option<char>| c.is_none_or(|c| !unicode::is_letter_or_number(c));
    let starts = memchr::memchr_iter(first, text.as_bytes()).take_while(|at| at + part.len() <= text.len());
    starts
        .filter(|&at| text.as_bytes()[at..].starts_with(part.as_bytes()))
        .take(4)
        .any(|at| is_end(text[..at].chars().next_back()) && is_end(text[at + part.len()..].chars().next()))
}

/// Whether a short block is marked as a name: all of it is in bold or code, or its element has an id.
fn is_named(tree: &Tree<'_>, block: &Block) -> bool {
    for at in tree.ancestors(block.first_text).skip(1) {
        let node = &tree.nodes[at as usize];
        if node.known & Name::ID.bit() != 0 || is_emphasis(node) && node.end >= block.source.1 {
            return true;
        }
        if at == block.container {
            return false;
        }
    }
    false
}

fn is_emphasis(node: &Node) -> bool {
    matches!(node.tag, Tag::B | Tag::STRONG | Tag::DFN | Tag::CODE | Tag::TT)
}
