//! The linear text of MathML, for formulas whose source is not on the page. It covers MathML Core and the elements that
//! older pages use:
//!
//! | element | text |
//! |---|---|
//! | `mi`, `mn`, `mo`, `mtext`, `ms` | the text, without invisible operators; a space between two words, or two numbers |
//! | `mrow`, `mstyle`, `mpadded`, `merror`, `menclose`, others | what they contain |
//! | `mfrac` | `a/b` |
//! | `msqrt`, `mroot` | `sqrt(a)`, `root(a,n)` |
//! | `msub`, `munder` | `a_b` |
//! | `msup`, `mover` | `a^b` |
//! | `msubsup`, `munderover` | `a_b^c` |
//! | `mmultiscripts` | `a_b^c`, then the scripts that stand before `a` in the same way |
//! | `mfenced` | `(a,b)`, with the brackets that `open` and `close` name |
//! | `mtable` | `[a, b; c, d]` |
//! | `mspace` | a space |
//! | `semantics`, `maction` | the first child |
//! | `mphantom`, `annotation`, `annotation-xml`, drawings, scripts | nothing |
//!
//! An operand of several parts is put into parentheses, unless it has some: `(a+b)/2`, `x^(n+1)`. The text is in the order
//! of the source. It is written in one pass with a stack in an arena, so that nesting costs no more than length.

use super::source;
use crate::base::arena::{Bump, Vec as ArenaVec};
use crate::read::html::text::{Decoding, EachCharacter, decode};
use crate::read::html::{Namespace, Node, Tag, Tree, node_flag};
use crate::read::page::unicode;

/// A part of a linear text.
pub(in crate::read::page) enum Part {
    /// What stands between texts.
    Sign(&'static str),
    /// A range of the source inside this text node.
    Text(u32, (u32, u32)),
}

/// An element whose children are laid out.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Layout {
    Token,
    Row,
    Fraction,
    Root {
        has_index: bool,
    },
    /// One or two scripts, of which the first may be above.
    Scripts {
        is_above: bool,
    },
    Multiple,
    Fenced,
    Table,
    TableRow,
    First,
    Space,
    Nothing,
}

/// Operators that nobody sees: function application, times, separator, plus.
pub(super) fn is_invisible(c: char) -> bool {
    matches!(c, '\u{2061}'..='\u{2064}')
}

/// Whether MathML has a token with text.
pub(super) fn has_text(tree: &Tree<'_>, math: u32) -> bool {
    let mut at = math + 1;
    let end = tree.nodes[math as usize].subtree_end;
    let mut token_end = 0;
    while at < end {
        let node = &tree.nodes[at as usize];
        if node.tag.is_element() {
            match layout_of(tree, node) {
                Layout::Nothing => {
                    at = node.subtree_end;
                    continue;
                }
                Layout::Token => token_end = node.subtree_end.max(token_end),
                _ => {}
            }
        } else if node.tag == Tag::TEXT && at < token_end && source::is_visible(tree, node) {
            return true;
        }
        at += 1;
    }
    false
}

fn layout_of(tree: &Tree<'_>, node: &Node) -> Layout {
    match node.namespace {
        Namespace::Svg => return Layout::Nothing,
        // Text of HTML inside of a token.
        Namespace::Html
            if matches!(node.tag, Tag::SCRIPT | Tag::STYLE | Tag::TEMPLATE | Tag::TEXTAREA | Tag::SELECT) =>
        {
            return Layout::Nothing;
        }
        Namespace::Html | Namespace::MathMl => {}
    }
    let Some(raw) = super::math_name(tree, node) else { return Layout::Token };
    let mut name = [0; 16];
    let Some(lower) = name.get_mut(..raw.len()) else { return Layout::Row };
    lower.copy_from_slice(raw);
    lower.make_ascii_lowercase();
    match &*lower {
        b"mi" | b"mn" | b"mo" | b"mtext" | b"ms" => Layout::Token,
        b"mfrac" => Layout::Fraction,
        b"msqrt" => Layout::Root { has_index: false },
        b"mroot" => Layout::Root { has_index: true },
        b"msub" | b"munder" | b"msubsup" | b"munderover" => Layout::Scripts { is_above: false },
        b"msup" | b"mover" => Layout::Scripts { is_above: true },
        b"mmultiscripts" => Layout::Multiple,
        b"mfenced" => Layout::Fenced,
        b"mtable" => Layout::Table,
        b"mtr" | b"mlabeledtr" => Layout::TableRow,
        b"semantics" | b"maction" => Layout::First,
        b"mspace" => Layout::Space,
        b"mphantom" | b"annotation" | b"annotation-xml" | b"none" | b"mprescripts" | b"mglyph" | b"script"
        | b"style" => Layout::Nothing,
        _ => Layout::Row,
    }
}

/// An element that is open.
#[derive(Clone, Copy)]
struct Open {
    end: u32,
    layout: Layout,
    /// Children that had a part in it.
    children: u32,
    /// What is written when it ends.
    close: &'static str,
}

/// Passes the parts of the linear text of MathML to `each`. Working memory lives in `scratch`.
pub(in crate::read::page) fn parts(scratch: &Bump, tree: &Tree<'_>, math: u32, each: &mut impl FnMut(Part)) {
    let mut writer = Writer { tree, each, last: End::Other, is_space_due: false };
    let mut open = ArenaVec::with_capacity_in(32, scratch);
    open.push(Open { end: tree.nodes[math as usize].subtree_end, layout: Layout::Row, children: 0, close: "" });
    let mut at = math + 1;
    while let Some(top) = open.last_mut() {
        if at >= top.end {
            let close = top.close;
            open.pop();
            writer.sign(close);
            continue;
        }
        let node = &tree.nodes[at as usize];
        if !node.tag.is_element() {
            if node.tag == Tag::TEXT && top.layout == Layout::Token {
                writer.token(at, node);
            }
            at += 1;
            continue;
        }
        let layout = layout_of(tree, node);
        let is_left_out = layout == Layout::Nothing || top.layout == Layout::First && top.children > 0;
        if is_left_out || is_script(top) && node.subtree_end == at + 1 {
            // A script that is not there leaves the next one in its place.
            top.children += u32::from(is_script(top) && layout != Layout::Nothing || is_none(tree, node));
            at = node.subtree_end;
            continue;
        }
        writer.sign(sign_before(top));
        top.children += 1;
        let is_operand = matches!(top.layout, Layout::Fraction | Layout::Scripts { .. } | Layout::Multiple);
        let in_parentheses = is_operand && is_compound(tree, at);
        let (begin, end) = match layout {
            Layout::Root { has_index: false } => ("sqrt(", ")"),
            Layout::Root { has_index: true } => ("root(", ")"),
            Layout::Table => ("[", "]"),
            Layout::Fenced => (fence(tree, node, b"open", "("), fence(tree, node, b"close", ")")),
            _ if in_parentheses => ("(", ")"),
            _ => ("", ""),
        };
        writer.sign(begin);
        if layout == Layout::Space {
            writer.is_space_due = true;
        }
        open.push(Open { end: node.subtree_end, layout, children: 0, close: end });
        at += 1;
    }
}

/// What the attribute of this name puts at an end of `mfenced`.
fn fence(tree: &Tree<'_>, node: &Node, name: &[u8], otherwise: &'static str) -> &'static str {
    const FENCES: [&str; 9] = ["(", ")", "[", "]", "{", "}", "|", "||", ""];
    let value = source::attribute(tree, node, name).map(|attribute| tree.raw_value(attribute).trim_ascii());
    let known = value.and_then(|value| FENCES.into_iter().find(|known| known.as_bytes() == value));
    known.unwrap_or(otherwise)
}

fn is_script(open: &Open) -> bool {
    matches!(open.layout, Layout::Scripts { .. } | Layout::Multiple) && open.children > 0
}

fn is_none(tree: &Tree<'_>, node: &Node) -> bool {
    super::math_name(tree, node).is_some_and(|name| name.eq_ignore_ascii_case(b"none"))
}

/// What separates the next child from those before it.
fn sign_before(open: &Open) -> &'static str {
    match (open.layout, open.children) {
        (_, 0) => "",
        (Layout::Fraction, _) => "/",
        (Layout::Root { has_index: true } | Layout::Fenced, _) => ",",
        (Layout::Scripts { is_above }, child) => {
            if is_above || child > 1 {
                "^"
            } else {
                "_"
            }
        }
        (Layout::Multiple, child) => {
            if child % 2 == 1 {
                "_"
            } else {
                "^"
            }
        }
        (Layout::Table, _) => "; ",
        (Layout::TableRow, _) => ", ",
        _ => "",
    }
}

/// Whether an operand has several parts. Elements with one child are looked through; each is looked at for the operand
/// around it only.
fn is_compound(tree: &Tree<'_>, mut element: u32) -> bool {
    loop {
        let node = &tree.nodes[element as usize];
        match layout_of(tree, node) {
            Layout::Row | Layout::First => {}
            Layout::Fraction | Layout::Multiple => return true,
            Layout::Scripts { is_above } => return is_above || has_many_scripts(tree, element),
            _ => return false,
        }
        let mut children = children(tree, element);
        let (Some(first), second) = (children.next(), children.next()) else { return false };
        if layout_of(tree, node) == Layout::Row && second.is_some() {
            return !(is_token(tree, first, b"(") && is_token(tree, last_child(tree, element), b")"));
        }
        element = first;
    }
}

fn has_many_scripts(tree: &Tree<'_>, element: u32) -> bool {
    children(tree, element).nth(2).is_some()
}

/// The elements in an element that are no spaces, phantoms or the like.
fn children<'t>(tree: &'t Tree<'_>, element: u32) -> impl Iterator<Item = u32> + 't {
    tree.children(element).filter(|&at| {
        let node = &tree.nodes[at as usize];
        node.tag.is_element() && !matches!(layout_of(tree, node), Layout::Nothing | Layout::Space)
    })
}

/// The child that ends with its parent; the element itself if that is a text.
fn last_child(tree: &Tree<'_>, element: u32) -> u32 {
    let last = tree.nodes[element as usize].subtree_end - 1;
    tree.ancestors(last).take(4).find(|&at| tree.nodes[at as usize].parent == element).unwrap_or(element)
}

fn is_token(tree: &Tree<'_>, element: u32, expected: &[u8]) -> bool {
    let node = &tree.nodes[element as usize];
    let text = tree.nodes.get(element as usize + 1).filter(|text| text.tag == Tag::TEXT);
    layout_of(tree, node) == Layout::Token
        && text.is_some_and(|text| tree.source[text.start as usize..text.end as usize].trim_ascii() == expected)
}

/// What the text ended with.
#[derive(Clone, Copy, PartialEq, Eq)]
enum End {
    /// A word of several letters.
    Word,
    /// A single letter.
    Letter,
    Digit,
    Other,
}

struct Writer<'t, 'e, F> {
    tree: &'t Tree<'t>,
    each: &'e mut F,
    last: End,
    is_space_due: bool,
}

/// What decides how a token is written.
struct Token {
    first: Option<char>,
    last: Option<char>,
    /// It has more than one character.
    is_long: bool,
    is_invisible: bool,
    /// It has an invisible separator, which is a comma.
    has_separator: bool,
    /// It has the sign of function application, which is a space.
    is_application: bool,
}

impl Default for Token {
    fn default() -> Token {
        let (first, last) = (None, None);
        Token { first, last, is_long: false, is_invisible: true, has_separator: false, is_application: false }
    }
}

impl Token {
    fn add(&mut self, c: char) {
        self.is_long |= self.first.is_some();
        self.first = self.first.or(Some(c));
        self.last = Some(c);
        self.is_invisible &= is_invisible(c);
        self.has_separator |= c == '\u{2063}';
        self.is_application |= c == '\u{2061}';
    }
}

impl<F: FnMut(Part)> Writer<'_, '_, F> {
    fn sign(&mut self, sign: &'static str) {
        if !sign.is_empty() {
            (self.each)(Part::Sign(sign));
            (self.last, self.is_space_due) = (End::Other, false);
        }
    }

    /// Writes a text of a token without the whitespace around it.
    fn token(&mut self, index: u32, node: &Node) {
        if node.flags & node_flag::WHITESPACE != 0 {
            return;
        }
        let raw = &self.tree.source[node.content as usize..node.end as usize];
        let span = (node.content, node.content + raw.trim_ascii_end().len() as u32);
        let mut token = Token::default();
        let mut sink = EachCharacter(|c| token.add(c));
        decode(self.tree.source, span.0 as usize, span.1 as usize, Decoding::of(node), &mut sink);
        if token.is_invisible {
            if token.has_separator {
                self.sign(",");
            }
            self.is_space_due |= token.is_application;
            return;
        }
        let (Some(first), Some(last)) = (token.first, token.last) else { return };
        let is_word = unicode::is_letter(first) && token.is_long;
        let begins = if first.is_ascii_digit() {
            End::Digit
        } else if unicode::is_letter(first) {
            End::Letter
        } else {
            End::Other
        };
        let touches = matches!(
            (self.last, begins, is_word),
            (End::Word, End::Letter | End::Digit, _)
                | (End::Digit, End::Digit, _)
                | (End::Letter | End::Digit, End::Letter, true)
        );
        if touches || self.is_space_due && self.last != End::Other && begins != End::Other {
            (self.each)(Part::Sign(" "));
        }
        self.is_space_due = false;
        (self.each)(Part::Text(index, span));
        self.last = match last {
            last if last.is_ascii_digit() => End::Digit,
            last if unicode::is_letter(last) => {
                if is_word {
                    End::Word
                } else {
                    End::Letter
                }
            }
            _ => End::Other,
        };
    }
}
