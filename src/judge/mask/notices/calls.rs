//! Calls: what an article says besides its text: short boxes that ask to subscribe, to sign up or to log in, boxes about
//! the author, labels of advertisements, pointers to other articles.

use super::super::{questions::is_short_question, sides};
use super::addresses::{CHANNELS, PROFILES, leads_to, leads_to_form};
use super::labels::begins_remark;
use super::words;
use super::{NOT_CONTENT, Search, is_frame};
use crate::read::class_words::group;
use crate::read::html::Tag;
use crate::read::html::attributes::Name;
use crate::read::html::scan::contains_name;
use crate::read::page::Block;

/// The maximum number of tokens of a call, and the share of the page's tokens that it may have at most, as a fraction (1/n).
pub(super) const MOST_OF_CALL: u32 = 120;
const LEAST_OF_PAGE: u32 = 3;
/// The maximum number of tokens of a button, of its characters where each is a token, and of tokens of the label of an
/// advertisement.
const MOST_OF_BUTTON: u32 = 8;
const MOST_CHARACTERS: u32 = 16;
const MOST_OF_LABEL: u32 = 3;
/// The maximum number of tokens of a line that asks to follow, without a link.
pub(super) const MOST_OF_LINE: u32 = 12;
/// Of its characters where each is a token.
const MOST_CHARACTERS_OF_LINE: u32 = 24;
/// The minimum and the maximum number of tokens of a line that asks to mention an account.
const LEAST_OF_MENTION: u32 = 4;
const MOST_OF_MENTION: u32 = 16;
/// The maximum number of accounts whose lines are read.
const MOST_MENTIONS: usize = 16;
/// The maximum number of tokens of a pointer to another article.
const MOST_OF_POINTER: u32 = 30;
/// The maximum number of pointers below a label, and the minimum number of tokens of the text after them.
const MOST_POINTERS: usize = 8;
const LEAST_AFTER: u32 = 12;
/// The maximum number of bytes after the link of a call, such as a full stop.
const MOST_AFTER_CALL: u32 = 3;
/// The maximum number of lines below a question whether a page was of use.
const MOST_AFTER_FEEDBACK: usize = 6;
/// The maximum number of elements around a button that are looked at.
const MOST_LEVELS: usize = 4;
/// The maximum number of tokens of a heading above what is said of the author.
const MOST_OF_HEADING: u32 = 12;
/// The maximum number of tokens of a box with a form.
const MOST_OF_BOX: u32 = 45;
/// The maximum number of tokens of a box of pointers, and of the text beside one of them.
const MOST_OF_POINTERS: u32 = 200;
const MOST_BESIDE_POINTER: u32 = 30;
/// The maximum number of such boxes by their names, and the minimum number of tokens of a paragraph above one.
const MOST_PORTRAITS: usize = 2;
pub(super) const LEAST_ABOVE: u32 = 12;
/// Of its characters, where a word has few of them.
const LEAST_CHARACTERS_ABOVE: u32 = 36;
/// The minimum number of sections above a call that make it one of them, and the maximum number looked at.
const LEAST_SECTIONS: usize = 2;
const MOST_SECTIONS: usize = 16;
/// The maximum number of paragraphs that are calls by their names.
const MOST_NAMED_LINES: usize = 2;
/// The maximum number of blocks of a box about an author.
pub(super) const MOST_OF_PORTRAIT: usize = 6;
/// The minimum number of tokens of the text that a button belongs to.
pub(super) const LEAST_TEXT: u32 = 5;

/// Meanings of the names of such boxes.
const FORM: u32 = group("form");
const AUTHOR: u32 = group("author");
/// The maximum number of bytes of a name that are read.
const MOST_OF_NAME: usize = 256;

/// Parts of the names of boxes that call, and of those about the author.
const CALLS: &[&[u8]] =
    &[b"newslett", b"subscri", b"signup", b"sign-up", b"login", b"log-in", b"signin", b"must-log", b"paywall"];
const AUTHORS: &[&[u8]] = &[
    b"author-b",
    b"author-card",
    b"author-info",
    b"author-desc",
    b"author-prof",
    b"author_b",
    b"author_info",
    b"authorb",
    b"about-author",
    b"about-the-author",
    b"aboutauthor",
    b"about_author",
    b"post-author",
];

/// The names of networks where people are mentioned.
const NETWORKS: [&str; 8] =
    ["Instagram", "Twitter", "Facebook", "TikTok", "Pinterest", "Threads", "Bluesky", "Mastodon"];

fn is_label_of_button(block: &Block) -> bool {
    block.tokens <= MOST_OF_BUTTON || block.characters <= MOST_CHARACTERS
}

/// Whether a block is the label of an advertisement.
fn is_label(block: &Block, text: &str) -> bool {
    block.tokens <= MOST_OF_LABEL && block.linked_tokens == 0 && words::is_label_of_ad(text)
}

/// Whether a block is "Read also", with a link, the keywords of an article, or asks to follow.
fn is_line(block: &Block, text: &str) -> bool {
    let is_short =
        block.linked_tokens > 0 || block.tokens <= MOST_OF_LINE || block.characters <= MOST_CHARACTERS_OF_LINE;
    if is_short && words::asks_to_follow(text) {
        return true;
    }
    let is_partly_linked = block.linked_tokens > 0 && block.linked_tokens < block.tokens;
    // A label in Japanese has more tokens than the keywords after it.
    let are_keywords = || 3 * block.linked_tokens >= block.tokens && words::has_keywords(text);
    let is_pointer = || block.is_linked() && words::is_pointer(text);
    is_partly_linked && (is_pointer() || are_keywords()) || block.tag == Tag::P && is_pointer()
}

/// Whether a block is keywords of an article, each a link that begins with a hash.
fn are_hashtags(block: &Block, text: &str) -> bool {
    block.linked_tokens > 0
        && block.linked_tokens == block.tokens
        && text.starts_with('#')
        && text.split_ascii_whitespace().all(|word| word.starts_with('#'))
}

/// Whether a line names an account on a network, such as "Tag @kitchen on Instagram", and no picture from there.
fn asks_to_mention(block: &Block, text: &str) -> bool {
    let is_line =
        matches!(block.tag, Tag::P | Tag::DIV) && (LEAST_OF_MENTION..=MOST_OF_MENTION).contains(&block.tokens);
    is_line && NETWORKS.iter().any(|network| text.contains(network)) && !text.contains([':', '/', '('])
}

/// Whether a block is a question before a link, such as "Already a subscriber? Log in".
pub(super) fn asks_for_account(block: &Block, text: &str) -> bool {
    let is_partly_linked = block.linked_tokens > 0 && block.linked_tokens < block.tokens;
    is_partly_linked && is_label_of_button(block) && ['?', '？', ';'].iter().any(|&mark| text.contains(mark))
}

/// Whether a block is "Read also" above links, or a heading "Similar jobs".
fn is_label_of_list(block: &Block, text: &str) -> bool {
    block.linked_tokens == 0
        && block.tokens <= MOST_OF_HEADING
        && (words::is_pointer(text) || block.heading > 1 && words::is_of_similar(text))
}

impl Search<'_, '_> {
    /// Finds calls in an article.
    pub(super) fn calls(&mut self) {
        self.named_calls();
        self.mentions();
        self.last_portrait();
        let page = self.page;
        for (i, block) in page.blocks.iter().enumerate() {
            if self.is_notice[i] || block.tokens > MOST_OF_POINTER {
                continue;
            }
            let text = page.text_of(block);
            let may_be_line = words::may_be_line(text);
            if may_be_line && is_label_of_list(block, text) {
                self.pointers_after(i);
                self.pointers_around(block);
            } else if block.heading != 0 {
                if may_be_line && block.tokens <= MOST_OF_HEADING && words::is_about_author(text) {
                    self.call_around(block);
                }
            } else if is_label(block, text)
                || may_be_line && is_line(block, text)
                || are_hashtags(block, text)
                || self.is_invitation(block)
            {
                self.is_notice[i] = true;
            } else if may_be_line && self.is_label_of_author(block, text)
                || is_label_of_button(block)
                    && (self.is_button[i] && words::is_call(text) || self.is_link_to_form(i, block))
                || may_be_line && block.linked_tokens == block.tokens && words::is_link_of_author(text)
            {
                self.call_around(block);
            } else if self.follows_portrait(i) && self.leads_to_all(block, &PROFILES) {
                self.portrait_around(block);
            }
        }
    }

    /// Lines that ask to mention an account.
    fn mentions(&mut self) {
        let page = self.page;
        for at in memchr::memmem::find_iter(page.text.as_bytes(), b" @").take(MOST_MENTIONS) {
            let i = page.block_at(at as u32);
            let Some(block) = page.blocks.get(i).filter(|block| block.text.0 as usize <= at) else { continue };
            self.is_notice[i] |= asks_to_mention(block, page.text_of(block));
        }
    }

    /// Whether a line without a tag of headings stands above what is said of the author, as the first of a box.
    fn is_label_of_author(&self, block: &Block, text: &str) -> bool {
        let is_label = || block.linked_tokens == 0 && block.tokens <= MOST_OF_HEADING && words::is_about_author(text);
        let begins = |at: usize| self.blocks_in(at).first().is_some_and(|first| first.source == block.source);
        is_label() && self.around(block).nth(1).is_some_and(begins)
    }

    /// Whether a block of links stands below a short text with a heading or a name above, as in a box about an author.
    fn follows_portrait(&self, i: usize) -> bool {
        let block = &self.page.blocks[i];
        let (Some(text), Some(name)) = (i.checked_sub(1), i.checked_sub(2)) else { return false };
        let (text, name) = (&self.page.blocks[text], &self.page.blocks[name]);
        block.linked_tokens == block.tokens
            && text.linked_tokens == 0
            && text.heading == 0
            && (LEAST_TEXT..=MOST_OF_CALL).contains(&text.tokens)
            && name.heading > 1
            && name.tokens <= MOST_OF_BUTTON
    }

    /// Adds the box that a block ends, if a heading begins it.
    fn portrait_around(&mut self, links: &Block) {
        for at in self.around(links).take(MOST_LEVELS) {
            if !self.may_call(at, false) {
                return;
            }
            if let [first, .., _] = self.blocks_in(at) {
                let is_portrait = first.heading > 1 && self.blocks_in(at).len() <= MOST_OF_PORTRAIT;
                if is_portrait {
                    self.add(at);
                }
                return;
            }
        }
    }

    /// Whether a block below a text is one link, to where readers give money or subscribe.
    fn is_link_to_form(&self, i: usize, block: &Block) -> bool {
        let tree = &self.page.tree;
        let follows_text = |above: usize| {
            let above = &self.page.blocks[above];
            above.linked_tokens == 0 && above.heading == 0 && above.tokens >= LEAST_TEXT
        };
        if block.linked_tokens == 0 || block.linked_tokens < block.tokens || !i.checked_sub(1).is_some_and(follows_text)
        {
            return false;
        }
        let mut around = tree.ancestors(block.first_text).skip(1).take(MOST_LEVELS).map(|at| &tree.nodes[at as usize]);
        let link = around.find(|node| node.tag == Tag::A).filter(|link| link.end >= block.source.1);
        link.and_then(|link| self.value(link, Name::HREF)).is_some_and(leads_to_form)
    }

    /// Whether a block has links, and all of them lead to one of these addresses.
    fn leads_to_all(&self, block: &Block, addresses: &[&[u8]]) -> bool {
        let mut links = self.links_of(block).peekable();
        links.peek().is_some() && links.all(|href| leads_to(href.unwrap_or_default(), addresses))
    }

    /// The targets of the links in a block.
    fn links_of(&self, block: &Block) -> impl Iterator<Item = Option<&[u8]>> {
        self.page.links_in(block).map(|link| self.value(&self.page.tree.nodes[link.node as usize], Name::HREF))
    }

    /// Adds such a block and the links below it, if the text goes on after them, or the links are a list, or the element of
    /// a heading ends.
    fn pointers_after(&mut self, label: usize) {
        let after = &self.page.blocks[label + 1..];
        let is_link = |block: &&Block| block.linked_tokens == block.tokens && block.tokens <= MOST_OF_POINTER;
        let links = after.iter().take(MOST_POINTERS).take_while(is_link).count();
        let next = after.get(links);
        let goes_on = next.is_some_and(|text| text.linked_tokens == 0 && text.tokens >= LEAST_AFTER);
        let ends_with = |at: u32| {
            let is_in = |block: &Block| self.page.tree.subtree(at).contains(&(block.container as usize));
            links > 1 && !next.is_some_and(is_in)
        };
        let parent_of = |block: &Block| self.page.tree.nodes[block.container as usize].parent;
        let heading = &self.page.blocks[label];
        let are_list = || after[0].tag == Tag::LI && ends_with(parent_of(&after[0]));
        if links > 0 && (goes_on || are_list() || heading.heading > 1 && ends_with(parent_of(heading))) {
            self.is_notice[label..=label + links].fill(true);
        }
    }

    /// Adds the box that such a block begins and that holds nothing but links with short texts beside them.
    fn pointers_around(&mut self, label: &Block) {
        let mut at = self.containers.index(label.container) as usize;
        for _ in 0..MOST_LEVELS {
            if is_frame(self.node(at).tag) || self.features.text_in(at).0 > MOST_OF_POINTERS {
                return;
            }
            if self.blocks_in(at).len() > 1 {
                break;
            }
            at = self.containers.list[at].parent as usize;
        }
        let [first, others @ ..] = self.blocks_in(at) else { return };
        let links = others.iter().filter(|block| block.is_linked()).count();
        let is_part = |block: &Block| block.is_linked() || block.tokens <= MOST_BESIDE_POINTER;
        let is_box = first.source == label.source && 2 * links >= others.len() && others.iter().all(is_part);
        if is_box && links > 0 && !self.holds_article(at) {
            self.add(at);
        }
    }

    /// Questions whether the page was of use, and the short lines after one that end its element, such as how many found so.
    pub(super) fn feedback(&mut self) {
        let page = self.page;
        for (i, block) in page.blocks.iter().enumerate() {
            if !is_short_question(page, block) || !words::asks_for_feedback(page.text_of(block)) {
                continue;
            }
            self.is_notice[i] = true;
            let above = page.tree.subtree(page.tree.nodes[block.container as usize].parent);
            let after = page.blocks[i + 1..].iter().take(MOST_AFTER_FEEDBACK + 1);
            let rest = after.take_while(|next| above.contains(&(next.container as usize)));
            let is_line = |line: &Block| line.heading == 0 && line.tokens <= MOST_OF_LINE;
            if rest.clone().count() <= MOST_AFTER_FEEDBACK && rest.clone().all(is_line) {
                let count = rest.count();
                self.is_notice[i..=i + count].fill(true);
            }
        }
    }

    /// Whether a paragraph is mostly a link, or a line with one, to a channel of a messenger or to an application; or ends with
    /// a link that asks to subscribe.
    fn is_invitation(&self, block: &Block) -> bool {
        let is_line = block.is_linked() || block.tokens <= MOST_OF_LINE && 3 * block.linked_tokens >= block.tokens;
        if block.tag != Tag::P || block.linked_tokens == 0 {
            return false;
        }
        is_line && self.links_of(block).any(|href| leads_to(href.unwrap_or_default(), &CHANNELS))
            || block.linked_tokens < block.tokens && self.ends_with_call(block)
    }

    /// Whether a line ends with a link that asks to subscribe.
    fn ends_with_call(&self, block: &Block) -> bool {
        let last = self.page.links_in(block).last().filter(|link| link.text.1 + MOST_AFTER_CALL >= block.text.1);
        last.is_some_and(|link| begins_remark(self.page.text_of_link(link)))
    }

    /// Calls by their names.
    fn named_calls(&mut self) {
        if self.containers.words & (FORM | AUTHOR) == 0 {
            return;
        }
        let (mut end, mut portraits, mut count) = (0, [0; MOST_PORTRAITS], 0);
        let is_paragraph = |block: &Block| block.tokens >= LEAST_ABOVE && block.heading == 0 && !block.is_linked();
        let paragraph = self.page.blocks.iter().position(is_paragraph).unwrap_or(usize::MAX);
        let containers = self.containers;
        // Publishers name each paragraph that only subscribers get so.
        let nodes = &self.page.tree.nodes;
        let is_line = |at: usize| {
            let container = &containers.list[at];
            container.words & FORM != 0 && nodes[container.node as usize].tag == Tag::P
        };
        let named = (0..containers.len()).filter(|&at| is_line(at) && self.is_named_call(at));
        let are_paragraphs = named.take(MOST_NAMED_LINES + 1).count() > MOST_NAMED_LINES;
        for (at, container) in containers.list.iter().enumerate() {
            if container.words & (FORM | AUTHOR) == 0 || are_paragraphs && is_line(at) {
                continue;
            }
            if container.words & AUTHOR != 0 && container.node >= end && self.is_portrait(at, paragraph) {
                end = self.node(at).subtree_end;
                // With more of them a page is about people.
                if let Some(free) = portraits.get_mut(count) {
                    *free = at;
                }
                count += 1;
                continue;
            }
            let names = match container.words {
                words if words & FORM != 0 => CALLS,
                words if words & AUTHOR != 0 => AUTHORS,
                _ => continue,
            };
            if container.node >= end && self.may_call(at, true) && self.has_name(at, names) {
                self.add(at);
                end = self.node(at).subtree_end;
            }
        }
        if count <= MOST_PORTRAITS {
            portraits[..count].iter().for_each(|&at| self.add(at));
        }
    }

    /// Whether an element is a name with a text, below the first paragraph of the page.
    fn is_portrait(&mut self, at: usize, paragraph: usize) -> bool {
        let [name, text, ..] = self.blocks_in(at) else { return false };
        let is_text = |block: &Block| block.linked_tokens == 0 && (LEAST_TEXT..=MOST_OF_CALL).contains(&block.tokens);
        let is_named = name.tokens <= MOST_OF_BUTTON && (name.heading > 1 || name.linked_tokens == name.tokens);
        let is_box = is_named && is_text(text) && self.blocks_in(at).len() <= MOST_OF_PORTRAIT;
        is_box && paragraph < self.first_block_in(at) && self.may_call(at, true)
    }

    /// Short boxes with a form that takes an address for mail.
    pub(super) fn subscriptions(&mut self) {
        // Misnested markup may put forms into forms, which are read once.
        let mut end = 0;
        for at in 0..self.containers.len() {
            if self.node(at).tag != Tag::FORM || self.containers.list[at].node < end {
                continue;
            }
            end = self.node(at).subtree_end;
            if self.unlinked(at) <= MOST_OF_BOX && sides::takes_mail(&self.page.tree, self.containers.list[at].node) {
                self.box_around(at);
            }
        }
    }

    /// Adds the box that a form is in.
    fn box_around(&mut self, form: usize) {
        let own = self.unlinked(form);
        for at in self.outward(form).take(MOST_LEVELS) {
            if !self.may_call(at, false) || self.unlinked(at) > MOST_OF_BOX {
                return;
            }
            if self.unlinked(at) >= own + LEAST_TEXT {
                return self.add(at);
            }
        }
    }

    /// Whether class or id say that an element asks to subscribe or to log in.
    pub(super) fn is_named_call(&self, at: usize) -> bool {
        self.has_name(at, CALLS)
    }

    /// Whether class or id have one of these names in them. The id of a heading has the words of its text.
    fn has_name(&self, at: usize, names: &[&[u8]]) -> bool {
        let is_heading = self.node(at).tag.heading_level() != 0;
        let read: &[Name] = if is_heading { &[Name::CLASS] } else { &[Name::CLASS, Name::ID] };
        let values = read.iter().filter_map(|&name| self.value(self.node(at), name));
        let starts = values.map(|value| &value[..value.len().min(MOST_OF_NAME)]);
        starts.into_iter().any(|value| names.iter().any(|name| contains_name(value, name)))
    }

    /// Adds the box that a button is in.
    fn call_around(&mut self, button: &Block) {
        let own = self.containers.index(button.container) as usize;
        let is_paragraph = self.node(own).tag == Tag::P;
        let is_linked = is_paragraph && self.unlinked(own) == 0;
        // A paragraph that holds nothing else is no text; what it may stand in is more than one with links only.
        let is_line = is_paragraph && !is_linked && self.features.text_in(own).0 == button.tokens;
        for at in self.outward(own).skip(usize::from(is_linked || is_line)).take(MOST_LEVELS) {
            let is_call = self.may_call(at, false) && (!is_line || self.follows_text(at));
            if !is_call && !self.ends_short_page(at) {
                return;
            }
            if self.unlinked(at) >= button.tokens - button.linked_tokens.min(button.tokens) + LEAST_TEXT {
                if self.is_section(at) {
                    self.is_notice[self.page.block_at(button.text.0)] = true;
                } else {
                    self.add(at);
                }
                return;
            }
        }
    }

    /// Whether an element is one of several beside each other that begin with a heading of one level, and none to write in.
    fn is_section(&self, at: usize) -> bool {
        let tree = &self.page.tree;
        let node = self.containers.list[at].node;
        let heading_of = |node: u32| {
            let blocks = &self.page.blocks[self.page.blocks_in(tree.subtree(node))];
            blocks.first().map_or(0, |block| block.heading)
        };
        let (heading, above) = (heading_of(node), self.node(at));
        let has_field = || tree.nodes[tree.subtree(node)].iter().any(|node| sides::is_text_field(tree, node));
        let beside = || {
            let siblings = tree.children(above.parent).take_while(|&sibling| sibling < node).take(MOST_SECTIONS);
            siblings.filter(|&sibling| heading_of(sibling) == heading).count()
        };
        heading > 1 && !has_field() && beside() >= LEAST_SECTIONS
    }

    /// Whether a box is a large part of a page only because little text stands above it, as where readers have to pay for
    /// the rest.
    fn ends_short_page(&mut self, at: usize) -> bool {
        let is_block = matches!(self.node(at).tag, Tag::DIV | Tag::SECTION | Tag::ASIDE);
        let is_short = self.features.text_in(at).0 <= MOST_OF_CALL;
        is_block && is_short && self.follows_text(at) && !self.holds_article(at)
    }

    /// Whether a paragraph stands between the first heading of a page and an element.
    fn follows_text(&self, at: usize) -> bool {
        let is_text = |block: &Block| {
            let is_long = block.tokens >= LEAST_ABOVE || block.characters >= LEAST_CHARACTERS_ABOVE;
            is_long && block.heading == 0 && block.linked_tokens == 0 && block.flags & NOT_CONTENT == 0
        };
        let blocks = &self.page.blocks[..self.first_block_in(at)];
        let headline = blocks.iter().position(|block| block.heading > 0);
        headline.is_some_and(|headline| blocks[headline..].iter().any(is_text))
    }

    /// Whether an element is a small part of a page, and no part of its frame. Only its name makes a paragraph a call.
    pub(super) fn may_call(&mut self, at: usize, is_named: bool) -> bool {
        let tokens = self.features.text_in(at).0;
        let is_small = tokens <= MOST_OF_CALL && tokens * LEAST_OF_PAGE <= self.features.text_in(0).0;
        let tag = self.node(at).tag;
        let is_text = matches!(tag, Tag::TD | Tag::TR | Tag::H1) || tag == Tag::P && !is_named;
        is_small && !is_frame(tag) && !is_text && !self.holds_article(at)
    }
}

#[cfg(test)]
mod tests {
    use crate::Analyzer;

    fn main_text(part: &str) -> String {
        let html = format!(
            "<title>Bees on the roof</title><article><h1>Bees on the roof</h1><p>Twelve hives have stood on the flat roof of the old \
             mill since April, above the river and the noise of the road.</p><p>In the first summer they took ninety kilos of honey \
             from the roof, about a third more than from the meadow where the hives used to stand. Next year the school will have \
             one, too, painted by the fourth form.</p>{part}<p>Whoever wants to help needs a veil, patience, and an hour on \
             Sunday mornings.</p></article>"
        );
        Analyzer::default().analyze(html.as_bytes()).unwrap().main_text().text().to_owned()
    }

    #[test]
    fn boxes_that_ask_for_an_account_are_template() {
        for [text, question, link] in [
            ["The rest is for those who pay for it.", "Already a subscriber?", "Log in"],
            ["La suite est pour ceux qui la paient.", "Déjà abonné ?", "Se connecter"],
            ["Dalsza część jest dla tych, którzy płacą.", "Masz już konto?", "Zaloguj się"],
        ] {
            let found = main_text(&format!("<div><p>{text}</p><div>{question} <a href=/l>{link}</a></div></div>"));
            assert!(!found.contains(text) && !found.contains(question) && found.contains("patience"), "{found}");
        }
    }

    #[test]
    fn appeals_and_embeds_held_back_are_template() {
        for [text, button] in [
            ["We have no owner, and readers pay for what they read here.", "Support us"],
            ["No tenemos dueño, y nos pagan quienes nos leen.", "Apóyanos"],
            ["Hier steht ein Film einer anderen Firma, der den Text ergänzt.", "Inhalt laden"],
            ["Ici se trouve une vidéo d’une autre maison qui complète le texte.", "Charger le contenu"],
        ] {
            let found = main_text(&format!("<div><p>{text}</p><button>{button}</button></div>"));
            assert!(!found.contains(text) && found.contains("patience"), "{found}");
        }
    }

    #[test]
    fn an_offer_below_a_line_of_text_is_template() {
        for [text, offer, question, link, button] in [
            [
                "The small wooden bridge will stay closed until June, says the council.",
                "The rest is for those who pay for it.",
                "Already a subscriber?",
                "Log in",
                "Subscribe",
            ],
            [
                "Fotgängarna får vänta: den lilla träbron öppnar inte igen förrän i juni, säger kommunen.",
                "Resten är för den som betalar.",
                "Redan prenumerant?",
                "Logga in",
                "Köp nu",
            ],
            [
                "보행자들은 더 기다려야 한다. 시는 작은 나무다리를 6월에야 다시 연다고 밝혔다.",
                "첫 달 100원으로 모두 읽어 보세요.",
                "이미 회원이신가요?",
                "로그인",
                "구독하기",
            ],
        ] {
            let page = |inside: &str| {
                let html = format!(
                    "<title>Bridge</title><header><a href=/>News</a></header><main><h1>Bridge</h1>{inside}</main>"
                );
                Analyzer::default().analyze(html.as_bytes()).unwrap().main_text().text().to_owned()
            };
            let offer_box =
                format!("<div><p>{offer}</p><a href=/s>{button}</a><p>{question} <a href=/l>{link}</a></p></div>");
            let found = page(&format!("<p>{text}</p>{offer_box}"));
            assert!(found.contains(text) && !found.contains(offer) && !found.contains(question), "{found}");
            // Without a text above it is what the page is about.
            assert!(page(&offer_box).contains(offer));
        }
    }
}
