//! Notices: a request for consent and a dialog are template as a whole, wherever they stand and however long they are. So
//! are the [`calls`] in an article, and [`portraits`] of its author.
//!
//! A request for consent is an element with text about cookies or privacy and with a button that answers it, in any of
//! many languages, or a short one with a link to settings. Names and roles of dialogs and a fixed position say how far it
//! extends, but the buttons of most requests are enough. What holds a first heading, an `article` or most of a page that
//! is about cookies is no notice.

mod addresses;
#[cfg(test)]
mod call_tests;
mod calls;
mod closing_calls;
mod implied;
mod labels;
mod lists;
mod partners;
mod portraits;
mod requests;
mod starts;
#[cfg(test)]
mod tests;
mod words;

use super::features::Features;
use super::{KindProbabilities, NOT_CONTENT, PageKind};
use crate::base::arena::Bump;
use crate::judge::containers::Containers;
use crate::read::class_words::group;
use crate::read::css::text_style::values_of;
use crate::read::html::attributes::Name;
use crate::read::html::scan::same_name;
use crate::read::html::{Node, Tag};
use crate::read::page::{Block, Page};
pub(super) use addresses::host_and_path;
pub(super) use closing_calls::is_closing_call;
pub(super) use labels::{is_label_line, is_remark};
pub(super) use lists::beginning_of;
pub(super) use requests::{is_closing_button, is_closing_request};
pub(super) use starts::Pairs;
use starts::Starts;
use words::{Button, Talk};

/// The maximum number of tokens of a button, or of a line of buttons.
const MOST_OF_ANSWER: u32 = 12;
/// The maximum number of characters of a button in a script without spaces, where each character is a token.
const MOST_CHARACTERS: u32 = 32;
/// The minimum number of tokens of what a button answers.
const LEAST_QUESTION: u32 = 6;
/// The maximum number of tokens of a request for consent that is not named as a dialog.
const MOST_UNNAMED: u32 = 1000;
/// The maximum number of tokens of one with a link to settings or to a policy instead of an answer.
const MOST_WITH_LINK: u32 = 80;
/// The maximum number of tokens of a question above the header of a page.
const MOST_OF_OPENING: u32 = 60;
/// The maximum number of tokens of a page that is so short that its kind is chance.
const MOST_OF_SHORT_PAGE: u32 = 120;
/// Elements that are looked at around a button.
const MOST_LEVELS: usize = 8;
/// Parts of a page that are read, so that hostile pages take linear time.
const MOST_READ: usize = 16;
/// What is read of one.
const MOST_BYTES: u32 = 1 << 14;
/// Elements that are passed in search of an article, for each of the page.
const MOST_PASSED: usize = 8;
/// The minimum number of other terms in a request that does not mention cookies.
const ENOUGH_TERMS: u32 = 3;
/// The maximum number of tokens of one that speaks of data, devices and partners instead.
const MOST_OF_DATA: u32 = 200;

/// Class words of controls, and of dialogs, notices and overlays.
const CONTROL: u32 = group("control");
const POPUP: u32 = group("popup");

/// Bytes that [`find`] allocates.
pub(super) fn capacity(blocks: usize) -> usize {
    2 * blocks
}

/// Which blocks are in notices. `may_stay` says whether a block may become content otherwise.
pub(super) fn find<'s>(
    scratch: &'s Bump,
    page: &Page<'_>,
    features: &Features<'_>,
    containers: &Containers<'_>,
    kinds: &KindProbabilities,
    may_stay: impl Fn(usize) -> bool,
) -> &'s [bool] {
    let is_notice = scratch.alloc_slice_fill_copy(page.blocks.len(), false);
    let seen = Seen::of(page, containers);
    let mut search = Search {
        page,
        features,
        containers,
        is_notice,
        is_button: scratch.alloc_slice_fill_copy(page.blocks.len(), false),
        left: MOST_READ,
        elements_left: MOST_PASSED * containers.len(),
        first_headings: seen.first_headings,
        title: None,
    };
    if seen.has_signs || containers.words & POPUP != 0 {
        search.dialogs();
    }
    search.answers();
    search.implied_consent(may_stay);
    if seen.has_forms {
        search.subscriptions();
    }
    search.feedback();
    // To call is what other kinds of pages are for.
    let is_one = [seen.articles, seen.mains, seen.first_headings].contains(&1);
    let is_short = || features.text_in(0).0 <= MOST_OF_SHORT_PAGE;
    if kinds.best() == PageKind::Article || is_one && (!kinds.is_sure() || is_short()) {
        search.calls();
    }
    search.is_notice
}

/// What the elements around blocks are, by their tags and attributes: what a page has none of is not looked for.
#[derive(Default)]
struct Seen {
    articles: usize,
    mains: usize,
    first_headings: usize,
    has_forms: bool,
    /// Whether an element may be a dialog.
    has_signs: bool,
}

impl Seen {
    fn of(page: &Page<'_>, containers: &Containers<'_>) -> Seen {
        let mut seen = Seen::default();
        for container in containers.list {
            let node = &page.tree.nodes[container.node as usize];
            seen.has_signs |= node.known & SIGNS != 0;
            match node.tag {
                Tag::ARTICLE => seen.articles += 1,
                Tag::MAIN => seen.mains += 1,
                Tag::H1 => seen.first_headings += 1,
                Tag::FORM => seen.has_forms = true,
                Tag::DIALOG => seen.has_signs = true,
                _ => {}
            }
        }
        seen
    }
}

/// Attributes of dialogs.
const SIGNS: u16 = Name::ROLE.bit() | Name::STYLE.bit() | Name::ARIA_MODAL.bit();

struct Search<'s, 'p> {
    page: &'p Page<'p>,
    features: &'p Features<'p>,
    containers: &'p Containers<'p>,
    is_notice: &'s mut [bool],
    /// A control below a text, with a word that answers or calls, as its first letters say; or a question with such a link.
    is_button: &'s mut [bool],
    /// How many parts may still be read.
    left: usize,
    /// How many elements may still be passed in search of an article.
    elements_left: usize,
    /// The number of first headings of the page.
    first_headings: usize,
    /// What the title of the page says about consent, once it is known.
    title: Option<Talk>,
}

impl<'p> Search<'_, 'p> {
    /// Dialogs, and requests for consent by name.
    fn dialogs(&mut self) {
        let mut end = 0;
        for (at, container) in self.containers.list.iter().enumerate() {
            let node = &self.page.tree.nodes[container.node as usize];
            let may_be_named = container.words & POPUP != 0 || node.known & SIGNS != 0 || node.tag == Tag::DIALOG;
            if !may_be_named || container.node < end || !self.is_named(at) || self.holds_article(at) {
                continue;
            }
            let is_small = !self.features.is_around_prose(at);
            let is_enough = |talk: Talk| talk.of_cookies && (is_small || talk.terms() > 0);
            // On a page about cookies a part of its text may have the name of a notice.
            let may_ask = |search: &mut Self| !search.title().of_cookies && !search.is_the_subject(at);
            let asks = |search: &mut Self| may_ask(search) && search.asks_for_consent(at, |_| true, is_enough);
            if is_small && (self.is_dialog(at) || self.is_named_call(at)) || asks(self) {
                self.add(at);
                end = self.node(at).subtree_end;
            }
        }
    }

    /// Requests for consent by their buttons.
    fn answers(&mut self) {
        let page = self.page;
        // Nothing counts as a link.
        let mut follows_link = true;
        for (i, block) in page.blocks.iter().enumerate() {
            let is_short = block.tokens <= MOST_OF_ANSWER || block.characters <= MOST_CHARACTERS;
            // A question may stand below the button.
            let is_question = || 0 < block.linked_tokens && block.linked_tokens < block.tokens;
            // Below links of a menu stand others; a button may stand below the link of a request.
            let may_follow = is_short && (!follows_link || block.linked_tokens == 0 && self.is_in_button(block));
            let may_ask = may_follow || is_short && is_question();
            let may_ask = may_ask && self.may_have(&words::BUTTON_STARTS, block);
            let is_control = may_ask && may_follow && self.is_control(block);
            self.is_button[i] = is_control || may_ask && calls::asks_for_account(block, page.text_of(block));
            if is_control && block.flags & NOT_CONTENT == 0 && !self.is_notice[i] {
                match words::button(page.text_of(block)) {
                    Button::Answer => self.request_around(block),
                    Button::Settings => self.short_request_around(block),
                    Button::Other => {}
                }
            }
            follows_link = block.is_linked();
        }
    }

    /// Whether a block may have a word of a list.
    fn may_have<const ROWS: usize>(&self, starts: &Starts<ROWS>, block: &Block) -> bool {
        starts.may_be_in(self.page.text, block.text)
    }

    /// Whether a text begins in a button or a link.
    fn is_control(&self, block: &Block) -> bool {
        let tree = &self.page.tree;
        let is_control = |at: u32| {
            let node = &tree.nodes[at as usize];
            node.tag == Tag::A || tree.is_button(node)
        };
        if tree.ancestors(block.first_text).skip(1).take(4).any(is_control) {
            return true;
        }
        let words = self.containers.list[self.containers.index(block.container) as usize].words;
        words & CONTROL != 0
    }

    /// Whether a text begins right in a button.
    fn is_in_button(&self, block: &Block) -> bool {
        let tree = &self.page.tree;
        tree.ancestors(block.first_text).nth(1).is_some_and(|at| tree.nodes[at as usize].tag == Tag::BUTTON)
    }

    /// A container and each one around it.
    fn outward(&self, at: usize) -> impl Iterator<Item = usize> + use<'p> {
        self.containers.ancestors(at as u32).map(|at| at as usize)
    }

    /// The container of a block and each one around it.
    fn around(&self, block: &Block) -> impl Iterator<Item = usize> + use<'p> {
        self.outward(self.containers.index(block.container) as usize)
    }

    /// Adds the request that a button answers.
    fn request_around(&mut self, button: &Block) {
        for at in self.around(button).take(MOST_LEVELS) {
            let is_long = self.features.text_in(at).0 > MOST_UNNAMED;
            if is_frame(self.node(at).tag) || is_long && !self.is_named(at) {
                return;
            }
            if self.unlinked(at) >= button.tokens + LEAST_QUESTION {
                if self.holds_article(at) || self.is_the_subject(at) {
                    return;
                }
                let mut terms = 0;
                let is_enough = |talk: Talk| {
                    terms = talk.terms();
                    talk.of_cookies || terms >= ENOUGH_TERMS
                };
                let asks = self.asks_for_consent(at, |_| true, is_enough);
                if asks || self.asks_for_data(at, terms) || self.is_opening(at) {
                    let whole = self.whole(at);
                    return self.add(whole);
                }
            }
        }
    }

    /// Adds the short request that a link to settings or to a policy belongs to.
    fn short_request_around(&mut self, link: &Block) {
        for at in self.around(link).take(MOST_LEVELS) {
            if is_frame(self.node(at).tag) || self.features.text_in(at).0 > MOST_WITH_LINK {
                return;
            }
            if self.unlinked(at) >= LEAST_QUESTION + link.tokens - link.linked_tokens.min(link.tokens) {
                let is_text = |block: &Block| !block.is_linked();
                if !self.holds_article(at)
                    && !self.is_the_subject(at)
                    && self.asks_for_consent(at, is_text, |talk| talk.of_cookies)
                {
                    self.add(at);
                }
                return;
            }
        }
    }

    /// The outermost element around a request that holds nothing else, or is named as one.
    fn whole(&mut self, request: usize) -> usize {
        let mut whole = request;
        for at in self.outward(request).skip(1).take(MOST_LEVELS) {
            if is_frame(self.node(at).tag) || self.holds_article(at) {
                break;
            }
            if self.is_named(at) || self.unlinked(at) == self.unlinked(whole) {
                whole = at;
            }
        }
        whole
    }

    /// The tokens of an element that are in no link.
    fn unlinked(&self, at: usize) -> u32 {
        let (tokens, linked) = self.features.text_in(at);
        tokens - linked.min(tokens)
    }

    /// Whether a page is about consent, and this is most of its text.
    fn is_the_subject(&mut self, at: usize) -> bool {
        self.features.is_around_prose(at) && {
            let title = self.title();
            title.of_cookies || title.terms() > 0
        }
    }

    fn title(&mut self) -> Talk {
        let title = || self.page.title_block().map(|title| words::talk(self.page.text_of(title)));
        *self.title.get_or_insert_with(|| title().unwrap_or_default())
    }

    /// Whether the names of an element say that it is a dialog, a notice or an overlay.
    #[inline(always)]
    fn is_named(&self, at: usize) -> bool {
        (self.containers.list[at].words & POPUP != 0 || self.is_dialog(at)) && !is_frame(self.node(at).tag)
    }

    /// Whether an element lies over the page, by its tag or attributes.
    #[inline(always)]
    fn is_dialog(&self, at: usize) -> bool {
        let node = self.node(at);
        let has_sign = || self.page.tree.has_role(node, &ROLES) || self.lies_over(node);
        node.tag == Tag::DIALOG || node.known & SIGNS != 0 && has_sign()
    }

    #[inline(never)]
    fn lies_over(&self, node: &Node) -> bool {
        self.page.tree.each_attribute(node).any(|attribute| {
            let value = || self.page.tree.raw_value(attribute);
            match attribute.name {
                Name::ARIA_MODAL => value().eq_ignore_ascii_case(b"true"),
                Name::STYLE => is_fixed(value()),
                _ => false,
            }
        })
    }

    /// Whether the text of those blocks of an element that count speaks of consent.
    fn asks_for_consent(
        &mut self,
        at: usize,
        counts: impl Fn(&Block) -> bool,
        is_enough: impl FnOnce(Talk) -> bool,
    ) -> bool {
        let Some(left) = self.left.checked_sub(1) else { return false };
        self.left = left;
        let blocks = self.blocks_in(at);
        let (Some(first), Some(last)) = (blocks.first(), blocks.last()) else { return false };
        // Manuals of programs write of cookies, too.
        if blocks.iter().any(is_code) {
            return false;
        }
        let end = last.text.1.min(first.text.0 + MOST_BYTES);
        let blocks = blocks.iter().take_while(|block| block.text.1 <= end).filter(|block| counts(block));
        is_enough(blocks.map(|block| words::talk(self.page.text_of(block))).fold(Talk::default(), Talk::and))
    }

    /// Whether a short element is the first one of the page, above its header, and has two buttons: a question that lies over
    /// the page, such as whether to send news.
    fn is_opening(&self, at: usize) -> bool {
        let (first, tree) = (self.first_block_in(at), &self.page.tree);
        let is_above =
            |block: &Block| block.flags & NOT_CONTENT != 0 || block.is_linked() && block.tokens < LEAST_QUESTION;
        let is_first = self.page.blocks[..first].iter().all(is_above);
        let is_small = is_first && self.features.text_in(at).0 <= MOST_OF_OPENING;
        let nodes = || &tree.nodes[tree.subtree(self.containers.list[at].node)];
        is_small && nodes().iter().filter(|node| tree.is_button(node)).nth(1).is_some()
    }

    /// Whether a short element says what partners do with data on a device; `terms` is the number of its other terms.
    fn asks_for_data(&self, at: usize, terms: u32) -> bool {
        let blocks = || self.blocks_in(at).iter();
        let words = || blocks().fold(0, |words, block| words | partners::words_in(self.page.text_of(block)));
        let is_short = self.left > 0 && self.features.text_in(at).0 <= MOST_OF_DATA && !blocks().any(is_code);
        is_short && words().count_ones() >= ENOUGH_TERMS.saturating_sub(terms).max(1)
    }

    /// Whether an element holds the main text by its tags: an `article` or `main`, or all first headings of the page.
    fn holds_article(&mut self, at: usize) -> bool {
        let end = self.node(at).subtree_end;
        let mut first_headings = 0;
        for container in self.containers.list[at + 1..].iter().take_while(|container| container.node < end) {
            let tag = container.tag(&self.page.tree);
            if is_frame(tag) || self.elements_left == 0 {
                return true;
            }
            self.elements_left -= 1;
            first_headings += usize::from(tag == Tag::H1);
        }
        first_headings > 0 && first_headings == self.first_headings
    }

    fn add(&mut self, at: usize) {
        let blocks = self.page.blocks_in(self.page.tree.subtree(self.containers.list[at].node));
        self.is_notice[blocks].fill(true);
    }

    fn blocks_in(&self, at: usize) -> &[Block] {
        &self.page.blocks[self.page.blocks_in(self.page.tree.subtree(self.containers.list[at].node))]
    }

    fn first_block_in(&self, at: usize) -> usize {
        let start = self.containers.list[at].node;
        self.page.blocks.partition_point(|block| block.first_text < start)
    }

    fn node(&self, at: usize) -> &Node {
        &self.page.tree.nodes[self.containers.list[at].node as usize]
    }

    fn value(&self, node: &Node, name: Name) -> Option<&[u8]> {
        self.page.tree.attribute(node, name).map(|attribute| self.page.tree.raw_value(attribute))
    }
}

/// Roles of what lies over the page or reports what a script did (ARIA 1.2, sections 5.3.5 and 5.3.6, and `tooltip`).
const ROLES: [&[u8]; 4] = [b"dialog", b"alertdialog", b"status", b"tooltip"];
/// Longer styles are not read.
const MOST_OF_STYLE: usize = 512;

/// Whether a style fixes the place of an element in the window.
fn is_fixed(style: &[u8]) -> bool {
    let mut values = values_of(&style[..style.len().min(MOST_OF_STYLE)], b"position");
    values.any(|value| value.get(..b"fixed".len()).is_some_and(|value| same_name(value, b"fixed")))
}

/// Whether a block is code, which no notice has.
fn is_code(block: &Block) -> bool {
    block.tag == Tag::PRE
}

/// Elements that hold the main text of a page, never a notice.
fn is_frame(tag: Tag) -> bool {
    matches!(tag, Tag::HTML | Tag::BODY | Tag::MAIN | Tag::ARTICLE)
}
