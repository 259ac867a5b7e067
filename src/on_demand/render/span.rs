//! The inlines of a block as CommonMark: links, emphasis, code spans, hard line breaks.
//!
//! Emphasis is written only where every parser recognizes it: around words, between whitespace or punctuation.
//! Elsewhere it is dropped.

use super::escape::{Around, escape, escape_target, on_one_line};
use super::formula;
use super::inline::{Piece, Style, mark, pieces};
use super::markdown::MarkdownOptions;
use super::picture;
use crate::base::budget::OutputBudget;
use crate::base::fallible::{List, Text};
use crate::document::{Block, Document};
use crate::read::address::Reference;
use crate::read::html::NONE;
use crate::read::html::attributes::Name;
use crate::read::page::unicode::is_letter_or_number;

/// The line breaks that a block may contain.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Place {
    /// A paragraph, which may have several lines.
    Paragraph,
    /// A heading: a single line.
    Heading,
    /// A cell of a table: a single line without bars.
    Cell,
}

/// A run of text with one style, an image or a line break.
enum Span {
    Text(Text, Style),
    /// A formula, with its dollar signs.
    Formula(Text, Style),
    Image(u32, Style),
    LineBreak,
}

/// The targets of links in Markdown, charged to the budget of the output, which they could exceed many times; and what is
/// markup on this page.
pub(super) struct Links<'d, 'a> {
    document: &'d Document<'a>,
    pub budget: OutputBudget,
    has_formulas: bool,
}

impl<'d, 'a> Links<'d, 'a> {
    pub fn new(document: &'d Document<'a>, budget: OutputBudget) -> Links<'d, 'a> {
        let has_formulas = !document.page().formulas.is_empty() || document.delimiters().is_some();
        Links { document, budget, has_formulas }
    }

    fn around(&self, place: Place) -> Around {
        Around { in_table: place == Place::Cell, has_formulas: self.has_formulas }
    }

    /// The target of a link, unless it is a script or the budget is exhausted.
    fn target(&mut self, link: u32) -> Option<Text> {
        // Reading a target takes as long as writing it.
        if self.budget.is_exceeded() { None } else { self.written(&self.document.address_of_link(link)) }
    }

    /// The address of an image, unless it is a `data:` URL or the budget is exhausted.
    fn source(&mut self, src: &str) -> Option<Text> {
        match self.document.resolve(src) {
            Some(address) => self.written(&address),
            None => self.written(src),
        }
    }

    fn written(&mut self, target: &str) -> Option<Text> {
        // What is judged is what is written.
        let target = target.trim_matches(|c: char| c.is_control() || c.is_whitespace());
        let reference = Reference::parse(target.as_bytes());
        let is_script = [&b"javascript"[..], b"vbscript", b"data"].iter().any(|name| reference.has_scheme(name));
        if is_script || target.is_empty() {
            return None;
        }
        let mut written = Text::default();
        escape_target(&mut written, target);
        self.budget.take(written.len()).then_some(written)
    }
}

/// The inlines of a block; lines are separated by line feeds.
pub(super) fn inlines(
    block: &Block<'_, '_>,
    place: Place,
    options: &MarkdownOptions,
    links: &mut Links<'_, '_>,
) -> Text {
    let mut spans: List<Span> = List::default();
    pieces(block, |piece| match piece {
        Piece::Text(text, style) => add_text(&mut spans, text, style),
        Piece::Formula(formula, style) => match formula::written(formula, place) {
            Some(text) => spans.push(Span::Formula(text, style)),
            None => add_text(&mut spans, formula.text, style),
        },
        Piece::Image(..) if !options.images => {}
        Piece::Image(node, style) => spans.push(Span::Image(node, style)),
        Piece::LineBreak if place == Place::Paragraph => spans.push(Span::LineBreak),
        Piece::LineBreak => spans.push(Span::Text(Text::from(" "), Style { marks: 0, link: NONE })),
    });
    let (out, target) = (Text::default(), Text::default());
    let mut writer = Writer { options, place, out, line: 0, link: NONE, target, links };
    for (i, span) in spans.iter().enumerate() {
        writer.span(span, spans.get(i + 1));
    }
    writer.end_link();
    if writer.is_line_start() {
        let before = writer.out.trim_end_matches(' ').strip_suffix(LINE_BREAK).map_or(0, str::len);
        writer.out.truncate(before);
    }
    if place == Place::Heading {
        writer.end_heading();
    }
    writer.out
}

/// A hard line break.
const LINE_BREAK: &str = "\\\n";

fn add_text(spans: &mut List<Span>, text: &str, style: Style) {
    let single = on_one_line(text);
    let text = single.as_deref().unwrap_or(text);
    match spans.last_mut() {
        Some(Span::Text(last, of_last)) if *of_last == style => last.push_str(text),
        _ => spans.push(Span::Text(Text::from(text), style)),
    }
}

struct Writer<'w, 'd, 'a> {
    options: &'w MarkdownOptions,
    place: Place,
    out: Text,
    /// Where its last line begins.
    line: usize,
    links: &'w mut Links<'d, 'a>,
    /// The link that is open, or [`NONE`].
    link: u32,
    /// Where it leads.
    target: Text,
}

impl Writer<'_, '_, '_> {
    fn span(&mut self, span: &Span, next: Option<&Span>) {
        match span {
            Span::LineBreak => {
                self.end_link();
                // Between two line breaks there may be an image that is left out.
                if !self.is_line_start() {
                    self.out.truncate(self.out.trim_end_matches(' ').len());
                    self.out.push_str(LINE_BREAK);
                    self.line = self.out.len();
                }
            }
            Span::Formula(text, style) => {
                if self.options.links && style.link != self.link {
                    self.end_link();
                    self.begin_link(style.link);
                }
                // The signs of two formulas side by side would be those of a display.
                self.out.push_str(if self.out.ends_with('$') { " " } else { "" });
                self.out.push_str(text);
            }
            Span::Image(node, style) => {
                if style.link != self.link {
                    self.end_link();
                    self.begin_link(style.link);
                }
                image(&mut self.out, *node, self.place, self.links);
            }
            Span::Text(text, style) => {
                if self.options.links && style.link != self.link {
                    self.end_link();
                    // The space before a link is written before its bracket.
                    let words = text.trim_start_matches(' ');
                    self.space(&text[..text.len() - words.len()]);
                    if words.is_empty() {
                        return;
                    }
                    self.begin_link(style.link);
                    return self.text(words, *style, next);
                }
                self.text(text, *style, next);
            }
        }
    }

    fn text(&mut self, text: &str, style: Style, next: Option<&Span>) {
        let words = text.trim_matches(' ');
        let start = text.len() - text.trim_start_matches(' ').len();
        self.space(&text[..start]);
        let after = &text[start + words.len()..];
        let follows = match next {
            _ if !after.is_empty() => ' ',
            Some(Span::Text(text, _)) => text.chars().next().unwrap_or(' '),
            Some(Span::LineBreak) | None => ' ',
            Some(Span::Image(..) | Span::Formula(..)) => 'x',
        };
        let ends_link = self.link != NONE && !matches!(next, Some(Span::Text(_, of_next)) if of_next.link == self.link);
        let follows = if ends_link { ']' } else { follows };
        match self.marks(words, style.marks, follows) {
            Marks::None => {
                let is_start = self.place == Place::Paragraph && self.out.len() - self.line <= MAX_NUMBER;
                let line = is_start.then(|| Text::from(&self.out[self.line..]));
                escape(&mut self.out, words, line.as_deref(), self.links.around(self.place));
            }
            Marks::Stars(count) => {
                self.out.push_repeated("*", count);
                escape(&mut self.out, words, None, self.links.around(self.place));
                self.out.push_repeated("*", count);
            }
            Marks::Backticks(count) => {
                self.out.push_repeated("`", count);
                for piece in words.split_inclusive('|') {
                    let bar = if self.place == Place::Cell { piece.strip_suffix('|') } else { None };
                    self.out.push_str(bar.unwrap_or(piece));
                    self.out.push_str(if bar.is_some() { "\\|" } else { "" });
                }
                self.out.push_repeated("`", count);
            }
        }
        self.out.push_str(after);
    }

    /// Writes the space before a text, unless there is one, as around an image that is left out, or the text begins a
    /// line.
    fn space(&mut self, space: &str) {
        self.out.push_str(if self.out.ends_with(' ') || self.is_line_start() { "" } else { space });
    }

    fn is_line_start(&self) -> bool {
        self.out[self.line..].bytes().all(|byte| byte == b' ')
    }

    /// The marks around a text; empty where a parser might not recognize them.
    fn marks(&self, words: &str, marks: u8, follows: char) -> Marks {
        let before = self.out.chars().next_back().unwrap_or(' ');
        let is_edge = |c: char| c.is_whitespace() || (c.is_ascii_punctuation() && !"*_`~\\&".contains(c));
        if marks == 0 || words.is_empty() || !is_edge(before) || !is_edge(follows) {
            return Marks::None;
        }
        if marks & mark::CODE != 0 {
            return code_marks(words, self.place == Place::Cell);
        }
        let is_word = |c: Option<char>| c.is_some_and(is_letter_or_number);
        if !is_word(words.chars().next()) || !is_word(words.chars().next_back()) {
            return Marks::None;
        }
        match marks & (mark::STRONG | mark::EMPHASIS) {
            mark::STRONG => Marks::Stars(2),
            mark::EMPHASIS => Marks::Stars(1),
            0 => Marks::None,
            _ => Marks::Stars(3),
        }
    }

    fn begin_link(&mut self, link: u32) {
        if !self.options.links || link == self.link || link == NONE {
            return;
        }
        let Some(target) = self.links.target(link) else { return };
        // It would make the link an image.
        if self.out.ends_with('!') {
            self.out.insert(self.out.len() - 1, '\\');
        }
        self.out.push('[');
        (self.link, self.target) = (link, target);
    }

    fn end_link(&mut self) {
        if self.link == NONE {
            return;
        }
        let spaces = self.out.len() - self.out.trim_end_matches(' ').len();
        self.out.truncate(self.out.len() - spaces);
        self.out.push_str("](");
        self.out.push_str(&self.target);
        self.out.push(')');
        self.out.push_str(if spaces > 0 { " " } else { "" });
        self.link = NONE;
    }

    /// Number signs at the end of a heading would be a closing sequence.
    fn end_heading(&mut self) {
        self.out.truncate(self.out.trim_end_matches([' ', '\t']).len());
        if self.out.ends_with('#') {
            let end = self.out.trim_end_matches('#').len();
            self.out.insert(end, '\\');
        }
    }
}

/// Writes an image, unless it has no alternative text or no address.
pub(super) fn image(out: &mut Text, node: u32, place: Place, links: &mut Links<'_, '_>) {
    let tree = &links.document.page().tree;
    let value = |name| tree.attribute(&tree.nodes[node as usize], name);
    let Some(alt) = value(Name::ALT) else { return };
    let alt = tree.decoded_value(alt);
    if alt.trim().is_empty() {
        return;
    }
    let Some(source) = picture::address(tree, node).and_then(|address| links.source(&address)) else { return };
    out.push_str("![");
    for (i, word) in alt.split_whitespace().enumerate() {
        out.push_str(if i > 0 { " " } else { "" });
        let word = on_one_line(word).unwrap_or_else(|| Text::from(word));
        escape(out, &word, None, links.around(place));
    }
    out.push_str("](");
    out.push_str(&source);
    out.push(')');
}

/// The digits of a number that CommonMark takes for the marker of a list item.
const MAX_NUMBER: usize = 9;

/// The marks before and after a text.
enum Marks {
    None,
    Stars(usize),
    Backticks(usize),
}

/// More backticks than the longest run in the code.
fn code_marks(words: &str, in_cell: bool) -> Marks {
    let longest = words.split(|c| c != '`').map(str::len).max().unwrap_or(0);
    let needs_space = words.starts_with('`') || words.ends_with('`');
    // A backslash before a bar is part of the escape in a cell.
    if needs_space || in_cell && words.contains('\\') {
        return Marks::None;
    }
    Marks::Backticks(longest + 1)
}
