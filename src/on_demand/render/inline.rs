//! The text of a block in pieces: the same as in [`Document::text`](crate::Document::text), but with line breaks, and
//! with the link and the emphasis of each piece.

use crate::base::fallible::Text;
use crate::base::flags::BlockFlags;
use crate::document::Block;
use crate::judge::structure::BlockType;
use crate::read::html::text::{Decoding, decode};
use crate::read::html::{NONE, Node, Tag, Tree, node_flag, scan};
use crate::read::page::{Delimiters, are_parted, flag, gap, joins_lines, leads_to_own_page, unicode};
use memchr::memchr2;

/// Bits of [`Style::marks`].
pub(super) mod mark {
    pub const STRONG: u8 = 1;
    pub const EMPHASIS: u8 = 2;
    pub const CODE: u8 = 4;
    pub const DELETED: u8 = 8;
}

/// The style of a text by the elements around it inside the block.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Style {
    /// See [`mark`].
    pub marks: u8,
    /// Node index of the link, or [`NONE`].
    pub link: u32,
}

/// A piece of a block.
#[derive(Clone, Copy, Debug)]
pub(super) enum Piece<'t> {
    /// Text without line breaks, except in code.
    Text(&'t str, Style),
    LineBreak,
    /// The text of a formula.
    Formula(Formula<'t>, Style),
    /// Node index of an `img`.
    Image(u32, Style),
}

/// A formula of a block.
#[derive(Clone, Copy, Debug)]
pub(super) struct Formula<'t> {
    pub text: &'t str,
    /// As it stands in the text: with the delimiters that are there.
    pub standing: &'t str,
    /// Whether it stands in a line of its own.
    pub is_display: bool,
}

/// How whitespace becomes text.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Whitespace {
    /// Runs of it are one space.
    Collapsed,
    /// Line feeds are line breaks, the rest collapses.
    Lines,
    /// All of it stays.
    Kept,
}

/// Whether the words of a heading begin with a link to the page itself: to the heading, or to its line in the contents.
fn is_link_of_heading(tree: &Tree<'_>, heading: u32, link: u32) -> bool {
    let Some(node) = tree.nodes.get(link as usize) else { return false };
    let is_space = |node: &Node| node.flags & node_flag::WHITESPACE != 0;
    let begins = || tree.nodes[heading as usize + 1..link as usize].iter().all(is_space);
    node.parent == heading && begins() && leads_to_own_page(tree, node)
}

/// Passes the pieces of a block to `each`, in order. Pieces of text begin and end without whitespace that is not in the
/// text of the block, except in code.
pub(super) fn pieces(block: &Block<'_, '_>, each: impl FnMut(Piece<'_>)) {
    let document = block.document();
    let whitespace = match (block.scope().is_preformatted, block.block_type()) {
        (true, BlockType::Code) => Whitespace::Kept,
        (true, _) => Whitespace::Lines,
        _ => Whitespace::Collapsed,
    };
    let mut walk = Walk::new(whitespace, each);
    if block.flags().contains(BlockFlags::METADATA_SOURCE) {
        return walk.words(block.text(), Style { marks: 0, link: NONE });
    }
    let page = document.page();
    let (first, end, container) = {
        let entry = block.table_entry();
        (entry.first_text, entry.source.1, entry.container)
    };
    let mut styles = Styles { tree: &page.tree, container, last: None };
    let mut last = NONE;
    let mut is_after_formula = false;
    let first_formula = page.formulas.partition_point(|formula| formula.text.0 < block.table_entry().text.0);
    let mut formulas = page.formulas[first_formula..].iter().peekable();
    let mut text = Text::default();
    if whitespace == Whitespace::Kept {
        walk.text(&indentation(block), Style { marks: 0, link: NONE });
    }
    for index in nodes_from(block) {
        document.end_if_cancelled();
        let node = &page.tree.nodes[index as usize];
        if node.start >= end {
            break;
        }
        if let Some(formula) = formulas.next_if(|formula| formula.node == index) {
            // The normalized text has the spaces around it.
            let has_space = |at: usize| page.text.as_bytes().get(at) == Some(&b' ');
            let (start, end) = (formula.text.0 as usize, formula.text.1 as usize);
            walk.space_if(start > 0 && has_space(start - 1));
            let style = Style { marks: styles.marks(node), link: page.contexts[index as usize].link };
            let text = &page.text[start..end];
            walk.formula(Formula { text, standing: text, is_display: formula.is_display }, style);
            walk.space_if(has_space(end));
            (last, is_after_formula) = (NONE, true);
            continue;
        }
        match node.tag {
            Tag::TEXT => {
                let context = &page.contexts[node.parent as usize];
                if index != first && node.gap & gap::SPACE != 0 && !is_after_formula {
                    walk.space();
                }
                if context.flags & flag::DROPPED == 0 {
                    if last != NONE && walk.pending.is_none() && are_parted(&page.tree, page.contexts, last, index) {
                        walk.space();
                    }
                    (last, is_after_formula) = (index, false);
                    text.clear();
                    decode(page.tree.source, node.start as usize, node.end as usize, Decoding::of(node), &mut text);
                    if whitespace == Whitespace::Kept
                        && let Some(lines) = with_line_feeds(&text)
                    {
                        text = lines;
                    }
                    let is_own = context.heading != 0 && is_link_of_heading(&page.tree, container, context.link);
                    let style = Style { marks: styles.marks(node), link: if is_own { NONE } else { context.link } };
                    let may_have_formulas = whitespace != Whitespace::Kept && style.marks & mark::CODE == 0;
                    let may_have_formulas = may_have_formulas && memchr2(b'\\', b'$', text.as_bytes()).is_some();
                    match may_have_formulas.then(|| document.delimiters()).flatten() {
                        Some(delimiters) => walk.among_formulas(&text, delimiters, style),
                        None => walk.text(&text, style),
                    }
                }
            }
            Tag::BR if page.contexts[index as usize].flags & flag::DROPPED == 0 => walk.line_break(),
            Tag::IMG if page.contexts[index as usize].flags & flag::DROPPED == 0 => {
                let style = Style { marks: 0, link: page.contexts[index as usize].link };
                walk.image(index, style);
            }
            _ => {}
        }
    }
}

/// The text with each line ending as a line feed, if it has others: carriage returns by character references, form
/// feeds, and the line breaks of Unicode (UAX 14, classes BK and NL).
fn with_line_feeds(text: &str) -> Option<Text> {
    let is_other = |c: char| matches!(c, '\u{b}'..='\r' | '\u{85}' | '\u{2028}' | '\u{2029}');
    text.contains(|c| is_other(c) || c == NO_BREAK_SPACE).then(|| {
        let mut lines = Text::default();
        for (i, line) in text.split("\r\n").flat_map(|lines| lines.split(is_other)).enumerate() {
            lines.push_str(if i > 0 { "\n" } else { "" });
            for (i, words) in line.split(NO_BREAK_SPACE).enumerate() {
                lines.push_str(if i > 0 { " " } else { "" });
                lines.push_str(words);
            }
        }
        lines
    })
}

/// In code an indentation that HTML would collapse.
const NO_BREAK_SPACE: char = '\u{a0}';

/// Whether a block contains a `br`.
pub(super) fn has_line_breaks(block: &Block<'_, '_>) -> bool {
    let nodes = block.document().page().tree.nodes;
    let inside = nodes_from(block).map(|index| &nodes[index as usize]);
    inside.take_while(|node| node.start < block.table_entry().source.1).any(|node| node.tag == Tag::BR)
}

/// The whitespace right before the first text of a block of code, outside of the elements that begin with this text: in
/// none, or in one of its own, as SyntaxHighlighter writes it.
fn indentation(block: &Block<'_, '_>) -> Text {
    let tree = &block.document().page().tree;
    let (first, container) = (block.table_entry().first_text, block.table_entry().container);
    let inside = tree.ancestors(first).take_while(|&at| at != container);
    let Some(outermost) = inside.take(MAX_AROUND).last() else { return Text::default() };
    let before = &tree.source[..tree.nodes[outermost as usize].start as usize];
    let blank = before.iter().rev().take_while(|byte| matches!(byte, b' ' | b'\t')).count();
    let (rest, blank) = before.split_at(before.len() - blank);
    if outermost != first && matches!(rest.last(), Some(b'\n' | b'>')) && !blank.is_empty() {
        return std::str::from_utf8(blank).map(Text::from).unwrap_or_default();
    }
    blank_before(tree, outermost, container).unwrap_or_default()
}

/// The spaces that the element right before another one holds, inside of the same block.
fn blank_before(tree: &Tree<'_>, element: u32, container: u32) -> Option<Text> {
    let text = element.checked_sub(1).filter(|&text| text > container + 1)?;
    let node = tree.nodes.get(text as usize).filter(|node| node.tag == Tag::TEXT && node.parent != container)?;
    if tree.nodes[node.parent as usize].parent != container {
        return None;
    }
    let mut spaces = Text::default();
    decode(tree.source, node.start as usize, node.end as usize, Decoding::of(node), &mut spaces);
    let spaces = with_line_feeds(&spaces).unwrap_or(spaces);
    spaces.bytes().all(|byte| byte == b' ').then_some(spaces)
}

/// Elements around the first text of a block of code inside of it.
const MAX_AROUND: usize = 16;

/// The nodes in source order, from the first text node of a block on.
fn nodes_from<'d>(block: &Block<'d, '_>) -> impl Iterator<Item = u32> + 'd {
    let document = block.document();
    let tree = &document.page().tree;
    let order = tree.source_order;
    let position = document.structure().positions.get(block.index());
    let at = position.map_or(block.table_entry().first_text, |&position| position) as usize;
    let is_moved = !order.is_empty();
    (at..tree.nodes.len()).map(move |i| if is_moved { order[i] } else { i as u32 })
}

/// A cache for the marks of texts: neighbors mostly have the same parent.
struct Styles<'p> {
    tree: &'p Tree<'p>,
    container: u32,
    /// A parent and its marks.
    last: Option<(u32, u8)>,
}

impl Styles<'_> {
    fn marks(&mut self, text: &Node) -> u8 {
        if let Some((parent, marks)) = self.last
            && parent == text.parent
        {
            return marks;
        }
        let inside = self.tree.ancestors(text.parent).take_while(|&at| at != self.container && at != 0);
        let marks = inside.fold(0, |marks, at| {
            marks
                | match self.tree.nodes[at as usize].tag {
                    Tag::B | Tag::STRONG => mark::STRONG,
                    Tag::I | Tag::EM => mark::EMPHASIS,
                    Tag::CODE | Tag::KBD | Tag::SAMP | Tag::TT => mark::CODE,
                    Tag::DEL | Tag::S | Tag::STRIKE => mark::DELETED,
                    _ => 0,
                }
        });
        self.last = Some((text.parent, marks));
        marks
    }
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Pending {
    Space,
    LineBreak,
}

struct Walk<F> {
    whitespace: Whitespace,
    /// Pending whitespace, which is passed on when a text follows.
    pending: Option<Pending>,
    /// Whether the pending whitespace has a line feed.
    has_line_feed: bool,
    has_begun: bool,
    /// Whether the last text ended with whitespace; known if all of it is kept.
    ends_in_space: bool,
    /// The last character that was passed on, if not all whitespace is kept.
    last: Option<char>,
    each: F,
}

impl<F: FnMut(Piece<'_>)> Walk<F> {
    fn new(whitespace: Whitespace, each: F) -> Walk<F> {
        let (has_line_feed, has_begun, ends_in_space) = (false, false, false);
        Walk { whitespace, pending: None, has_line_feed, has_begun, ends_in_space, last: None, each }
    }

    fn space(&mut self) {
        self.pending = self.pending.max(Some(Pending::Space));
    }

    fn line_break(&mut self) {
        match self.whitespace {
            Whitespace::Kept => {
                self.ends_in_space = true;
                (self.each)(Piece::Text("\n", Style { marks: 0, link: NONE }));
            }
            _ => self.pending = Some(Pending::LineBreak),
        }
    }

    /// Replaces pending whitespace, except for a line break.
    fn space_if(&mut self, is_space: bool) {
        match self.pending {
            Some(Pending::LineBreak) => {}
            _ => self.pending = is_space.then_some(Pending::Space),
        }
    }

    fn formula(&mut self, formula: Formula<'_>, style: Style) {
        self.flush(style);
        (self.each)(Piece::Formula(formula, style));
        (self.last, self.ends_in_space) = (None, false);
    }

    /// Passes a text on, with the formulas in it that stand between delimiters.
    fn among_formulas(&mut self, text: &str, delimiters: Delimiters, style: Style) {
        let mut at = 0;
        for found in delimiters.formulas(text) {
            self.text(&text[at..found.range.start], style);
            let (inside, standing) =
                (Text::collapsed(&text[found.inside]), Text::collapsed(&text[found.range.clone()]));
            let is_display = found.is_display;
            self.formula(Formula { text: &inside, standing: &standing, is_display }, style);
            at = found.range.end;
        }
        self.text(&text[at..], style);
    }

    fn text(&mut self, text: &str, style: Style) {
        text.split(unicode::SOFT_HYPHEN).for_each(|words| self.words(words, style));
    }

    fn image(&mut self, node: u32, style: Style) {
        self.flush(style);
        (self.each)(Piece::Image(node, style));
        self.last = None;
        if self.whitespace != Whitespace::Kept {
            self.space();
        }
    }

    /// Passes pending whitespace on.
    fn flush(&mut self, style: Style) {
        self.has_line_feed = false;
        match self.pending.take() {
            Some(Pending::LineBreak) if self.has_begun => (self.each)(Piece::LineBreak),
            Some(Pending::Space) if self.has_begun => (self.each)(Piece::Text(" ", style)),
            _ => {}
        }
        self.has_begun = true;
    }

    /// Passes a text on, with its whitespace according to the mode.
    fn words(&mut self, mut text: &str, style: Style) {
        let is_space = |c: char| unicode::class(c) & unicode::SPACE != 0;
        if self.whitespace == Whitespace::Kept && !text.is_empty() {
            // An element between two texts separates them, unless they have whitespace of their own.
            if self.ends_in_space || text.starts_with(is_space) {
                self.pending = None;
            }
            self.flush(style);
            self.ends_in_space = text.ends_with(is_space);
            return (self.each)(Piece::Text(text, style));
        }
        while !text.is_empty() {
            let words = text.trim_start_matches(is_space);
            let space = &text[..text.len() - words.len()];
            if self.whitespace == Whitespace::Lines && space.contains('\n') {
                self.line_break();
            } else if !space.is_empty() {
                self.has_line_feed |= space.contains('\n');
                self.space();
            }
            let end = plain_words_end(words);
            if end > 0 {
                self.join_lines(words);
                let before = if self.pending == Some(Pending::Space) && self.has_begun { Some(style) } else { None };
                self.flush(before.unwrap_or(style));
                (self.each)(Piece::Text(&words[..end], style));
                self.last = words[..end].chars().next_back();
            }
            text = &words[end..];
        }
    }

    /// Drops pending whitespace that is no space between the last character and these words.
    fn join_lines(&mut self, words: &str) {
        if let (Some(Pending::Space), Some(before), Some(after)) = (self.pending, self.last, words.chars().next())
            && joins_lines(before, self.has_line_feed, after)
        {
            self.pending = None;
        }
    }
}

/// The end of the leading words that are separated by single spaces and can be copied in one piece. The text does not
/// begin with whitespace.
fn plain_words_end(text: &str) -> usize {
    let is_space = |c: char| unicode::class(c) & unicode::SPACE != 0;
    let mut at = 0;
    loop {
        at = scan::plain_text_end(text.as_bytes(), at, text.len());
        let rest = text.get(at..).unwrap_or_default();
        if rest.is_empty() || rest.starts_with(is_space) {
            return text[..at].trim_end_matches(' ').len();
        }
        // Letters that are not ASCII mostly follow one another.
        let next = rest.char_indices().skip(1).find(|&(_, c)| c.is_ascii() || is_space(c));
        at += next.map_or(rest.len(), |(end, _)| end);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::random::Random;

    #[test]
    fn stretches_are_words_with_single_spaces() {
        const PARTS: [&str; 12] =
            ["a", "river", " ", "  ", "\n", "\u{a0}", "\u{200b}", "&", "\u{e9}", "\u{6cb3}", "\u{1}", "\u{7f}"];
        let is_space = |c: char| unicode::class(c) & unicode::SPACE != 0;
        let mut random = Random(5);
        for _ in 0..20_000 {
            let text: String = (0..random.below(40)).map(|_| *random.pick(&PARTS)).collect();
            let rest = text.trim_start_matches(is_space);
            let words: Vec<&str> = rest[..plain_words_end(rest)].split(is_space).collect();
            assert!(rest.starts_with(&words.join(" ")), "{text:?}");
            assert_eq!(words.iter().any(|word| word.is_empty()), rest.is_empty(), "{text:?}");
            // Its last word is whole.
            let after = rest[words.join(" ").len()..].chars().next();
            assert!(after.is_none_or(is_space), "{text:?}");
        }
        assert_eq!(plain_words_end("Rain fell on the city for the third day, and on"), 47);
    }
}
