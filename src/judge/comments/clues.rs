//! Clues in short blocks about the text beside them: a date, an author, a reply button. Templates print these with
//! every comment, in any language and under any class name.

use super::lines::{
    self, COMMENTS, CONTROL, LEAST_INVITATION, LINE_BYTES, LINE_TOKENS, NAME_TOKENS, RELATIVE_DATE_BYTES, REPLY,
};
use super::rating::rating;
use super::{byline, names, units};
use crate::base::arena::Bump;
use crate::judge::containers::{Container, Containers};
use crate::read::class_words::{GroupCache, group, item};
use crate::read::html::attributes::Name;
use crate::read::html::{Tag, Tree};
use crate::read::page::sentences::ends_sentence;
use crate::read::page::{Block, DIGIT_BYTES, Page, flag};

/// The kind of a block as a clue.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Clue {
    /// Nothing, or not visible.
    #[default]
    None,
    /// Text that may be a comment, or a part of one.
    Text,
    /// Such text whose first or last line has a date, and perhaps its author.
    Letter,
    /// Such text that a name begins or ends, without a date.
    Signed,
    /// A date or a time, often together with an author.
    Date,
    /// A name, without a date.
    Author,
    /// A reply button for the text above.
    Reply,
    /// Other buttons and links: votes, shares.
    Control,
    /// A heading.
    Heading,
    /// A heading, or a short text, that announces comments: "3 comments", "Leave a reply".
    Announcement,
}

impl Clue {
    /// Whether it says when or by whom something was written.
    pub fn is_anchor(self) -> bool {
        matches!(self, Clue::Date | Clue::Author | Clue::Letter | Clue::Signed)
    }

    pub fn is_text(self) -> bool {
        matches!(self, Clue::Text | Clue::Letter | Clue::Signed)
    }

    pub fn is_heading(self) -> bool {
        matches!(self, Clue::Heading | Clue::Announcement)
    }
}

/// Maximum of tokens and bytes of a line that begins as "Posted by" does: it may have the number of the comment, too.
const POSTED_TOKENS: u32 = 26;
const POSTED_BYTES: u32 = DIGIT_BYTES as u32;
/// A sentence of at least this many tokens that names a day is text, not a date.
const SENTENCE_TOKENS: u32 = 5;
/// Maximum of tokens of a button.
const BUTTON_TOKENS: u32 = 4;
/// Headings of this rank and below may have the name and the date of a comment.
const LEAST_BYLINE: u8 = 3;
/// Maximum of tokens of a heading that announces comments.
const HEADING_TOKENS: u32 = 24;

/// Comments without a heading are at least so many texts with dates, each in the first lines below the text before, or the
/// first or last line of the text; a program printed so many of these.
const LEAST_DATED: u32 = 3;
const LEAST_PRINTED: u32 = 2;
const NAME_LINES: u32 = 2;

/// Text with these flags is no clue, and no comment.
const IGNORED: u16 = flag::IN_HEAD | flag::HIDDEN | flag::METADATA_SOURCE;

/// Reads the clues of blocks.
pub(super) struct ClueReader<'r, 's, 'p> {
    page: &'r Page<'p>,
    containers: &'r Containers<'r>,
    groups: &'r mut GroupCache<'s>,
    /// By container, whether it is in a menu: blocks of menus, most of the short blocks, are not read.
    in_menu: &'r [bool],
    /// The text of the title element, looked up once.
    title: &'p str,
    /// Whether a class or id mentions comments.
    is_named: bool,
    /// Whether a heading announced comments above.
    is_below_heading: bool,
}

/// Whether each container is in a menu.
fn in_menus<'s>(scratch: &'s Bump, page: &Page<'_>, containers: &Containers<'_>) -> &'s [bool] {
    let nodes = page.tree.nodes;
    let in_menu = scratch.alloc_slice_fill_copy(containers.len(), false);
    for (i, container) in containers.list.iter().enumerate() {
        let node = &nodes[container.node as usize];
        let is_menu = node.tag == Tag::NAV || container.words & (NAV | COMMENT) == NAV;
        // Class names of large elements describe the layout of the page.
        let is_small = || ((node.subtree_end - container.node) as usize) < nodes.len() / 4;
        in_menu[i] = in_menu[container.parent as usize] || is_menu && is_small();
    }
    in_menu
}

const NAV: u32 = group("nav");
const COMMENT: u32 = group("comment");
const DATE: u32 = group("date");
const DESCRIPTION: u32 = group("description");
/// Names of people.
const PERSON: u32 = group("author") | group("user");

impl<'r, 's, 'p> ClueReader<'r, 's, 'p> {
    pub fn new(
        scratch: &'r Bump,
        page: &'r Page<'p>,
        containers: &'r Containers<'r>,
        groups: &'r mut GroupCache<'s>,
    ) -> ClueReader<'r, 's, 'p> {
        let (in_menu, is_named) = (in_menus(scratch, page, containers), containers.words & COMMENT != 0);
        let title = page.title_block().map(|title| page.text_of(title)).unwrap_or_default();
        ClueReader { page, containers, groups, in_menu, title, is_named, is_below_heading: false }
    }

    /// Whether a class name, a button or a heading mentions comments, or several texts show dates. If not, the page has no
    /// comments; the early exit saves most of the time on most pages.
    pub fn speaks_of_comments(&self) -> bool {
        self.is_named
            || self.page.blocks.iter().any(|block| self.invites_comments(block))
            || self.has_reviews()
            || self.has_dated_texts()
    }

    /// Whether texts alternate with short lines that have dates, or begin or end with such lines, and a program printed some.
    fn has_dated_texts(&self) -> bool {
        // On most pages too few lines have digits, or look printed.
        let mut with_digits = self.page.blocks.iter().filter(|block| block.may_have_digit());
        if with_digits.nth(LEAST_DATED as usize - 1).is_none()
            || self.lines_of_texts(|_, text| lines::has_digit(text)) < LEAST_DATED
        {
            return false;
        }
        let is_printed = |text: &str| lines::has_digit(text) && (lines::is_stamp(text) || lines::is_posted_by(text));
        let are_printed = self.lines_of_texts(|_, text| is_printed(text)) >= LEAST_PRINTED
            || self.lines_of_texts(|_, text| rating(text).is_some()) >= LEAST_PRINTED;
        are_printed && self.lines_of_texts(|block, text| self.is_dated(block, text)) >= LEAST_DATED
    }

    /// The number of texts with a line of a kind among the first right below them, or that begin or end with one.
    fn lines_of_texts(&self, is_of_kind: impl Fn(&Block, &str) -> bool) -> u32 {
        let (mut found, mut lines) = (0, NAME_LINES);
        for block in self.page.blocks.iter().filter(|block| block.flags & IGNORED == 0) {
            let text = self.page.text_of(block);
            let is_long = block.tokens > LINE_TOKENS || block.text.1 - block.text.0 > LINE_BYTES;
            if byline::lines_at_ends(self.page, block).any(|line| is_of_kind(block, line)) {
                (found, lines) = (found + 1, NAME_LINES);
            } else if is_long || block.tokens >= SENTENCE_TOKENS && ends_sentence(text) {
                lines = 0;
            } else if lines < NAME_LINES {
                // Beside a name may be its first letter and points.
                lines += u32::from(!units::is_initial(self.page, block) && !units::is_points(block));
                if block.tokens > 1 && is_of_kind(block, text) {
                    (found, lines) = (found + 1, NAME_LINES);
                }
            }
        }
        found
    }

    fn is_dated(&self, block: &Block, text: &str) -> bool {
        lines::has_digit(text) && !self.is_in_menu(block) && lines::has_date(text, lines::words_in(text), true)
    }

    /// Whether microdata declares a review.
    fn has_reviews(&self) -> bool {
        let tree = &self.page.tree;
        let is_review = |(i, at): (usize, &Container)| {
            at.words & DESCRIPTION != 0
                && tree.nodes[at.node as usize].known & Name::ITEMPROP.bit() != 0
                && self.containers.says(tree, i as u32, item::REVIEW)
        };
        self.containers.words & DESCRIPTION != 0 && self.containers.list.iter().enumerate().any(is_review)
    }

    fn invites_comments(&self, block: &Block) -> bool {
        let most = if block.heading != 0 { HEADING_TOKENS } else { NAME_TOKENS };
        let is_long_enough = block.text.1 - block.text.0 >= LEAST_INVITATION;
        is_long_enough
            && block.tokens <= most
            && block.flags & IGNORED == 0
            && !self.is_in_menu(block)
            && lines::invites(self.page.text, block.range())
    }

    fn is_in_menu(&self, block: &Block) -> bool {
        self.in_menu[self.containers.index(block.container) as usize]
    }

    pub fn clue(&mut self, block: &Block) -> Clue {
        if block.flags & IGNORED != 0 {
            return Clue::None;
        }
        if self.is_in_menu(block) {
            return if block.heading != 0 { Clue::Heading } else { Clue::Control };
        }
        let text = self.page.text_of(block);
        let bytes = block.text.1 - block.text.0;
        let is_short = block.tokens <= LINE_TOKENS && bytes <= LINE_BYTES
            || block.tokens <= POSTED_TOKENS && bytes <= POSTED_BYTES && block.digits > 0 && lines::is_posted_by(text);
        let has_digit = is_short && block.digits > 0;
        let is_linked = block.is_linked();
        // Words in longer lines without digits, and in links to other pages, are not clues.
        let most_bytes = if block.tokens <= NAME_TOKENS { usize::MAX } else { RELATIVE_DATE_BYTES };
        let is_read = is_short && (has_digit || block.tokens <= BUTTON_TOKENS || !is_linked && text.len() < most_bytes)
            || block.heading != 0 && block.tokens <= HEADING_TOKENS;
        let words = if is_read { lines::words_of(self.page, block) } else { 0 };
        let names_comments = || words & COMMENTS != 0 || lines::has_comments_word(text);
        let introduces_text = || lines::says(text, words);
        if block.heading != 0 {
            if block.tokens <= NAME_TOKENS && introduces_text() {
                return Clue::Author;
            }
            // Not the headline of a page, nor a heading of its sections.
            let may_be_byline = block.heading >= LEAST_BYLINE && is_short && block.fragments.1 - block.fragments.0 > 1;
            if may_be_byline && has_digit && byline::is_name_beside_date(self.page, block) {
                return Clue::Date;
            }
            if block.heading >= LEAST_BYLINE && is_short && lines::labels_name(text) {
                return Clue::Author;
            }
            let counts = || block.digits > 0 && names::counts_on_title(text, self.title);
            let announces = (words & REPLY != 0 || names_comments() || counts()) && !is_linked;
            self.is_below_heading = announces;
            return if announces { Clue::Announcement } else { Clue::Heading };
        }
        if !is_short {
            return match is_linked {
                true => Clue::Control,
                false if byline::signature(self.page, block).is_some() => Clue::Letter,
                false => Clue::Text,
            };
        }
        let is_prose = || !has_digit && block.tokens >= SENTENCE_TOKENS && ends_sentence(text);
        if lines::has_date(text, words, has_digit) && !is_prose() {
            return if byline::is_beside_sentence(self.page, block) { Clue::Letter } else { Clue::Date };
        }
        if self.is_below_heading
            && block.tokens <= NAME_TOKENS
            && self.is_name_of_pair(block)
            && lines::is_name(lines::without_verb(text))
        {
            return Clue::Author;
        }
        let names = self.names(block);
        if names.is_time || names.words & DATE != 0 && has_digit {
            Clue::Date
        } else if block.tokens <= BUTTON_TOKENS && (words & REPLY != 0 || lines::is_reply(text)) {
            Clue::Reply
        } else if block.tokens <= NAME_TOKENS
            && (names.is_name || names.words & PERSON != 0 || introduces_text() || lines::labels_name(text))
        {
            Clue::Author
        } else if block.tokens <= NAME_TOKENS && names_comments() {
            self.is_below_heading |= names::announces_alone(self.page, block);
            Clue::Announcement
        } else if is_linked
            || block.tokens == 0
            || block.tokens <= BUTTON_TOKENS && words & CONTROL != 0
            // The number of a comment, as in "#12".
            || text.starts_with('#') && lines::is_number(text)
        {
            Clue::Control
        } else {
            Clue::Text
        }
    }

    /// Whether a block is all of a `dt`, or of the first of two cells in a row: below a heading that announces comments, the
    /// author of the text beside it.
    fn is_name_of_pair(&self, block: &Block) -> bool {
        let tree = &self.page.tree;
        let nodes = tree.nodes;
        let at = block.container as usize;
        let Some(node) = nodes.get(at).filter(|node| matches!(node.tag, Tag::DT | Tag::TD)) else { return false };
        if node.tag == Tag::DT {
            return true;
        }
        let row = &nodes[node.parent as usize];
        let next = nodes.get(node.subtree_end as usize);
        node.parent as usize + 1 == at
            && next.is_some_and(|next| next.parent == node.parent && next.subtree_end == row.subtree_end)
    }

    /// The clues in the class names from the first text of a block up to its container.
    fn names(&mut self, block: &Block) -> Names {
        let tree: &Tree<'_> = &self.page.tree;
        let mut names = Names { words: 0, is_time: false, is_name: false };
        let mut at = tree.nodes.get(block.first_text as usize).map_or(block.container, |node| node.parent);
        while at != block.container {
            let Some(node) = tree.nodes.get(at as usize) else { return names };
            names.is_time |= node.tag == Tag::TIME;
            names.is_name |= node.tag == Tag::CITE;
            names.words |= self.groups.groups_of(tree, at, NAMING_ATTRIBUTES);
            at = node.parent;
        }
        let container = self.containers.list.get(self.containers.index(block.container) as usize);
        if let Some(container) = container {
            names.words |= container.words;
            let list = &self.containers.list[container.parent as usize];
            let is_term = container.tag(tree) == Tag::DT;
            names.is_name |= is_term && self.is_named && (container.words | list.words) & COMMENT != 0;
        }
        names
    }
}

const NAMING_ATTRIBUTES: u16 = Name::CLASS.bit() | Name::ITEMPROP.bit() | Name::REL.bit();

/// Names of elements.
struct Names {
    words: u32,
    is_time: bool,
    /// It is a citation, or the term of a list of comments.
    is_name: bool,
}
