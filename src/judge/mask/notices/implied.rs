//! Implied consent: a sentence that says, in a box of its own, that whoever reads on agrees to cookies. Buttons below it may
//! have any words.

use super::{LEAST_QUESTION, MOST_LEVELS, MOST_OF_ANSWER, MOST_OF_SHORT_PAGE, Search, is_code, is_frame, words};
use crate::read::html::Tag;
use crate::read::page::Block;
use std::cell::LazyCell;

/// The maximum number of tokens of such a sentence.
const MOST_TOKENS: u32 = 60;
/// With more of them a page is about cookies.
const MOST_BOXES: usize = 2;

/// The minimum number of tokens besides it on a page of which it may be most, and the number of blocks above the headline that
/// are looked at.
const LEAST_BESIDE: u32 = 12;
const MOST_ABOVE: usize = 16;
/// The maximum number of buttons.
const MOST_BUTTONS: usize = 3;

impl Search<'_, '_> {
    /// Finds such sentences.
    pub(super) fn implied_consent(&mut self, may_stay: impl Fn(usize) -> bool) {
        let mut boxes = [0; MOST_BOXES];
        let mut count = 0;
        let page = self.page;
        for (i, block) in page.blocks.iter().enumerate() {
            if !(LEAST_QUESTION..=MOST_TOKENS).contains(&block.tokens)
                || block.heading != 0
                || is_code(block)
                || self.is_notice[i]
                || !may_stay(i)
            {
                continue;
            }
            let Some(at) = self.box_of(i).filter(|_| self.may_have(&words::COOKIE_STARTS, block)) else { continue };
            let text = page.text_of(block);
            let talk = if words::may_be_of_cookies(text) { words::talk(text) } else { continue };
            if talk.of_cookies && talk.terms() > 0 {
                let Some(free) = boxes.get_mut(count) else { return };
                (*free, count) = (at, count + 1);
            }
        }
        for &at in &boxes[..count] {
            let title = self.title();
            // It may be most of the text of a short page.
            let is_beside = self.first_headings > 0
                && self.features.text_in(0).0 <= MOST_OF_SHORT_PAGE
                && self.unlinked(0) >= self.unlinked(at) + LEAST_BESIDE;
            if !title.of_cookies
                && title.terms() == 0
                && (is_beside || !self.features.is_around_prose(at))
                && !self.holds_article(at)
            {
                self.add(at);
            }
        }
    }

    /// The tokens of the buttons right below a block that are in no link.
    fn buttons_below(&self, i: usize) -> u32 {
        let below = self.page.blocks[i + 1..].iter().take(MOST_BUTTONS);
        let buttons = below.take_while(|block| block.tokens <= MOST_OF_ANSWER && self.is_control(block));
        buttons.map(|block| block.tokens.saturating_sub(block.linked_tokens)).sum()
    }

    /// The outermost element that holds a block and nothing else but links and buttons, unless it is a paragraph below the
    /// headline, or one of several of its kind in a row.
    fn box_of(&self, i: usize) -> Option<usize> {
        let blocks = self.page.blocks;
        let block = &blocks[i];
        let list = &self.containers.list;
        let inner = self.containers.index(block.container) as usize;
        let own = block.tokens.saturating_sub(block.linked_tokens);
        let buttons = LazyCell::new(|| self.buttons_below(i));
        let above = self.outward(inner).skip(1).take(MOST_LEVELS);
        let is_alone = |at: usize| match self.unlinked(at).checked_sub(own) {
            Some(0) => true,
            Some(rest) => rest <= MOST_BUTTONS as u32 * MOST_OF_ANSWER && rest == *buttons,
            None => false,
        };
        let is_box = |&at: &usize| !is_frame(self.node(at).tag) && is_alone(at);
        let at = above.take_while(is_box).last().unwrap_or(inner);
        let is_paragraph = matches!(self.node(at).tag, Tag::P | Tag::LI | Tag::DD | Tag::TD | Tag::BLOCKQUOTE)
            || is_frame(self.node(at).tag);
        let is_alike = |other: Option<&Block>| {
            let Some(other) = other else { return false };
            let other = self.containers.index(other.container) as usize;
            at == inner && list[other].parent == list[at].parent && self.node(other).tag == self.node(at).tag
        };
        let is_one_of_many = || is_alike(i.checked_sub(1).map(|i| &blocks[i])) || is_alike(blocks.get(i + 1));
        if is_paragraph && self.first_headings == 1 && i <= MOST_ABOVE && self.node(inner).tag == Tag::P {
            // Above the only headline a paragraph is a box, too.
            return blocks[..i].iter().all(|before| before.heading == 0).then_some(inner);
        }
        (is_alone(at) && !is_paragraph && !is_one_of_many()).then_some(at)
    }
}
