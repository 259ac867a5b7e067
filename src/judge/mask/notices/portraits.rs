//! What a page says of its author below the text, in a box without any name: a name, and a short text.
//!
//! A name above a text is also a heading, or an entry of a list. So there is only one in a row, no prose follows it, and a
//! second sign says that it is the author's.

use super::calls::{LEAST_ABOVE, LEAST_TEXT, MOST_OF_CALL, MOST_OF_LINE, MOST_OF_PORTRAIT};
use super::{NOT_CONTENT, Search, is_frame};
use crate::judge::mask::entries::around_both;
use crate::read::html::attributes::Name;
use crate::read::html::{Node, Tag};
use crate::read::page::unicode::is_letter_or_number;
use crate::read::page::{Block, has_link_to_own_page};
use std::mem;

/// The maximum number of tokens of the name of an author, of short lines and of names that are looked at, and of nodes
/// beside one.
const MOST_OF_NAME: u32 = 5;
const MOST_LINES: usize = 64;
const MOST_NAMES: usize = 4;
const MOST_NODES: usize = 64;

impl Search<'_, '_> {
    /// A name with a text about an author, without any class that says so, where the text of the page ends: it stands in a
    /// line above the text, too, or it is no heading, and a picture beside it has the name or the text begins with it.
    pub(super) fn last_portrait(&mut self) {
        let is_prose = |block: &Block| block.tokens >= LEAST_ABOVE && block.heading == 0 && !block.is_linked();
        let Some(first) = self.page.blocks.iter().position(is_prose) else { return };
        let mut left = MOST_NAMES;
        let lines = (first + 1..self.page.blocks.len().saturating_sub(1)).rev().filter(|&i| self.is_line_above_text(i));
        for name in lines.take(MOST_LINES) {
            if !is_name(self.page.text_of(&self.page.blocks[name])) {
                continue;
            }
            let around = around_both(self.page, name, name + 1);
            let Some(at) = around.and_then(|node| self.containers.around(self.page, node)) else { continue };
            // More of them are a list.
            let is_single = !self.may_be_name(name - 1) && (name < 2 || !self.may_be_name(name - 2));
            if is_single && self.is_author(name, at, first) && self.ends_text(name, at) {
                let text = self.blocks_in(at).len();
                match self.first_block_in(at) == name && text <= MOST_OF_PORTRAIT && self.may_call(at, true) {
                    true => self.add(at),
                    false => self.is_notice[name..=name + 1].fill(true),
                }
                return;
            }
            left -= 1;
            if left == 0 {
                return;
            }
        }
    }

    /// Whether a block is like the name of a person above a short text.
    fn may_be_name(&self, i: usize) -> bool {
        self.is_line_above_text(i) && is_name(self.page.text_of(&self.page.blocks[i]))
    }

    /// Whether a block of a few words stands above a short text.
    #[inline]
    fn is_line_above_text(&self, i: usize) -> bool {
        let [name, text] = [&self.page.blocks[i], &self.page.blocks[i + 1]];
        let is_short = (1..=MOST_OF_NAME).contains(&name.tokens) && (name.heading > 1 || name.heading == 0);
        let is_apart = name.linked_tokens == 0 || name.linked_tokens == name.tokens;
        let is_text =
            text.linked_tokens == 0 && text.heading == 0 && (LEAST_TEXT..=MOST_OF_CALL).contains(&text.tokens);
        is_short && is_apart && is_text && !self.is_notice[i]
    }

    /// Whether a name is of the author of the page and not of whom it is about.
    fn is_author(&self, i: usize, at: usize, first: usize) -> bool {
        let page = self.page;
        let name = page.text_of(&page.blocks[i]);
        let is_in = |block: &Block| page.text_of(block).contains(name);
        let is_heading = page.blocks[i].heading > 0;
        let is_line = |block: &Block| {
            (1..=MOST_OF_LINE).contains(&block.tokens) && block.heading == 0 && block.flags & NOT_CONTENT == 0
        };
        let around = self.containers.list[at].parent as usize;
        let at = if is_frame(self.node(around).tag) { at } else { around };
        let nodes = page.tree.subtree(self.containers.list[at].node);
        let has_picture = || {
            let of_image = |node: &Node| self.value(node, Name::ALT).is_some_and(|alt| alt == name.as_bytes());
            let mut images = page.tree.nodes[nodes.clone()].iter().take(MOST_NODES).filter(|node| node.tag == Tag::IMG);
            images.any(of_image)
        };
        let is_full = name.contains(' ');
        // A table of contents has the headings of all sections.
        let is_outlined = || {
            let before = is_heading.then(|| page.blocks[first..i].iter().rfind(|block| block.heading > 0)).flatten();
            before.is_some_and(|section| {
                page.blocks[..first].iter().any(|line| page.text_of(line) == page.text_of(section))
            })
        };
        let begins_text = || is_full && page.text_of(&page.blocks[i + 1]).starts_with(name);
        let is_named = !is_heading && (begins_text() || has_picture())
            || is_full
                && page.blocks[..first]
                    .iter()
                    .any(|line| is_line(line) && is_in(line) && !has_link_to_own_page(page, line))
                && !is_outlined();
        is_named
            && !page.title_block().is_some_and(is_in)
            && !page.blocks[..first].iter().any(|b| b.heading > 0 && is_in(b))
    }

    /// Whether no prose follows a portrait in the article around it.
    fn ends_text(&self, i: usize, at: usize) -> bool {
        let frame = self.outward(at).find(|&at| is_frame(self.node(at).tag)).unwrap_or(0);
        let end = self.node(frame).subtree_end;
        let after = self.page.blocks[i + 2..].iter().take_while(|block| block.first_text < end);
        let is_text = |block: &Block| {
            block.tokens >= LEAST_ABOVE
                && block.heading == 0
                && block.linked_tokens == 0
                && block.flags & NOT_CONTENT == 0
        };
        !after.into_iter().any(is_text)
    }
}

/// Whether each word of a text begins like a name.
fn is_name(text: &str) -> bool {
    // A word alone is a name in Chinese, Japanese and Korean only.
    if text.as_bytes().first() < Some(&0xe3) && !text.as_bytes().contains(&b' ') {
        return false;
    }
    let mut is_first = true;
    let mut is_part = |c: char| match c {
        ' ' => !mem::replace(&mut is_first, true),
        'a'..='z' => !mem::take(&mut is_first),
        'A'..='Z' | '.' | '-' | '\'' | '’' => {
            is_first = false;
            true
        }
        _ => !c.is_ascii() && is_letter_or_number(c) && !(mem::take(&mut is_first) && c.is_lowercase()),
    };
    let are_parts = match text.is_ascii() {
        true => text.bytes().all(|byte| is_part(char::from(byte))),
        false => text.chars().all(is_part),
    };
    are_parts && !is_first
}
