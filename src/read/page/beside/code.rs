//! Code without its line numbers and its buttons.
//!
//! Line numbers stand in a column of their own (an element beside the code or in it), whose text counts 1, 2, 3, or in an
//! element at the beginning of each line.

use super::Marker;
use super::has_name;
use super::names::Beside;
use crate::read::html::{NONE, Tag, Tree, node_flag};

/// The maximum number of elements between code and its buttons or its numbers.
const MAX_CLIMB: usize = 3;
/// The maximum length of the text of buttons around code.
const MAX_BYTES: usize = 96;
/// Elements around code that are looked at.
const MAX_ELEMENTS: usize = 64;
/// Elements before code, with the same parent, that are looked at.
const MAX_SIBLINGS: usize = 8;
/// The fewest numbers that count lines where no name says so.
const MIN_NUMBERS: usize = 3;

impl<'t> Marker<'t, '_> {
    pub(super) fn code(&mut self, index: u32) {
        if index < self.code_end {
            return;
        }
        self.code_end = self.tree.nodes[index as usize].subtree_end;
        if self.is_column_of_numbers(index) {
            return self.drop(index);
        }
        self.column_before(index);
        self.line_numbers(index);
        self.column_inside(index);
        self.counted_lines(index);
        self.buttons(index);
    }

    /// An element before code, or before what holds only the code, that counts its lines.
    fn column_before(&mut self, code: u32) {
        for at in self.around(code) {
            if let Some(before) = self.previous_element(at) {
                if self.numbers_in(before) >= MIN_NUMBERS || self.is_numbered(before) && self.is_number(before) {
                    self.drop(before);
                }
                return;
            }
        }
    }

    /// An element and the ones around it that may hold nothing else.
    fn around(&self, element: u32) -> impl Iterator<Item = u32> + use<'t> {
        let tree = self.tree;
        tree.ancestors(element).take(MAX_CLIMB).take_while(move |&at| tree.nodes[at as usize].tag != Tag::BODY)
    }

    /// The element right before another one with the same parent, if there are few before it.
    fn previous_element(&self, element: u32) -> Option<u32> {
        let nodes = self.tree.nodes;
        let parent = Some(nodes[element as usize].parent).filter(|&parent| parent != NONE)?;
        let before = self.tree.children(parent).take(2 * MAX_SIBLINGS).take_while(|&at| at < element);
        let last = before.filter(|&at| nodes[at as usize].tag.is_element()).last()?;
        (nodes[last as usize].subtree_end + 1 >= element).then_some(last)
    }

    /// How many numbers an element has, if they are all its text and count lines; else 0.
    fn numbers_in(&self, element: u32) -> usize {
        let first = self.texts_in(element).next().and_then(|text| text.trim_ascii_start().first());
        if !first.is_some_and(u8::is_ascii_digit) || !self.counts_lines(element) {
            return 0;
        }
        let words = self.texts_in(element).flat_map(|text| text.split(u8::is_ascii_whitespace));
        words.filter(|word| !word.is_empty()).count()
    }

    /// An element right in the code that counts its lines, beside other text.
    fn column_inside(&mut self, code: u32) {
        let nodes = self.tree.nodes;
        let tree = self.tree;
        let children = |parent| tree.children(parent).filter(|&at| nodes[at as usize].tag.is_element());
        let inner = children(code).take(2).find(|&at| nodes[at as usize].tag == Tag::CODE);
        let column =
            children(code).chain(inner.into_iter().flat_map(children)).find(|&at| self.numbers_in(at) >= MIN_NUMBERS);
        if let Some(column) = column.filter(|&column| self.has_text_outside(code, column)) {
            self.drop(column);
        }
    }

    fn has_text_outside(&self, code: u32, column: u32) -> bool {
        let inside = self.tree.subtree(column);
        let mut texts = self.tree.subtree(code).filter(|at| !inside.contains(at)).map(|at| &self.tree.nodes[at]);
        texts.any(|node| node.tag == Tag::TEXT && node.flags & node_flag::WHITESPACE == 0)
    }

    /// Numbers that count the lines of code, each in an element at the beginning of its line.
    fn counted_lines(&mut self, code: u32) {
        let tree = self.tree;
        let (mut start, mut numbers, mut last) = (LineStart::default(), 0, None);
        for index in tree.subtree(code).skip(1).filter(|&index| !self.is_dropped(tree.nodes[index].parent)) {
            if let Some(number) = start.number(tree, index, code) {
                if last.is_some_and(|last: u32| last.checked_add(1) != Some(number)) {
                    return;
                }
                (last, numbers) = (Some(number), numbers + 1);
            }
        }
        // The line after the last line feed may be empty.
        if numbers < MIN_NUMBERS || !start.has_code || !(numbers..=numbers + 1).contains(&(start.line_feeds + 1)) {
            return;
        }
        let mut start = LineStart::default();
        for index in tree.subtree(code).skip(1) {
            let parent = tree.nodes[index].parent;
            if !self.is_dropped(parent) && start.number(tree, index, code).is_some() {
                self.drop(parent);
            }
        }
    }

    /// Elements inside code that hold the number of a line.
    fn line_numbers(&mut self, code: u32) {
        let mut at = code + 1;
        let end = self.tree.nodes[code as usize].subtree_end;
        while at < end {
            let node = &self.tree.nodes[at as usize];
            let is_number = match node.tag {
                Tag::SPAN | Tag::TD | Tag::DIV | Tag::I | Tag::B | Tag::EM | Tag::SMALL => {
                    has_name(self.tree, at, Beside::LineNumber)
                }
                Tag::A => super::leads_to_own_page(self.tree, node) || has_name(self.tree, at, Beside::LineNumber),
                Tag::BUTTON => true,
                _ => false,
            };
            if is_number && (node.tag == Tag::BUTTON || self.is_number(at)) {
                self.drop(at);
                at = node.subtree_end;
            } else {
                at += 1;
            }
        }
    }

    /// Whether an element has no other text than a number.
    fn is_number(&self, element: u32) -> bool {
        self.is_short(element, 16) && self.texts_in(element).all(|text| number(text.trim_ascii()).is_some())
    }

    /// A cell with line numbers, if the next cell of its row has the code.
    pub(super) fn numbered_row(&mut self, cell: u32) {
        let nodes = self.tree.nodes;
        let Some(first) = self.texts_in(cell).next() else { return };
        if !first.trim_ascii().first().is_some_and(u8::is_ascii_digit) {
            return;
        }
        let next = self.next_element(cell);
        let is_cell = next != NONE && nodes[next as usize].tag == Tag::TD;
        let holds_code = |this: &Self| {
            let has_lines = first.trim_ascii().contains(&b'\n') || this.texts_in(cell).nth(1).is_some();
            let holds = |element: u32, tag: Tag| this.elements_in(element).any(|at| nodes[at as usize].tag == tag);
            // A number in `code` beside code.
            has_lines && holds(next, Tag::PRE)
                || holds(cell, Tag::CODE) && holds(next, Tag::CODE)
                || this.is_inside_code(cell)
        };
        if is_cell && (self.is_numbered(cell) || holds_code(self)) && self.counts_lines(cell) {
            self.drop(cell);
        }
    }

    /// Whether an element, or one in it, is for the numbers of lines by its class.
    fn is_numbered(&self, element: u32) -> bool {
        has_name(self.tree, element, Beside::LineNumber)
            || self.elements_in(element).any(|inside| has_name(self.tree, inside, Beside::LineNumber))
    }

    fn is_inside_code(&self, cell: u32) -> bool {
        let is_code = |at: u32| matches!(self.tree.nodes[at as usize].tag, Tag::PRE | Tag::CODE);
        self.tree.ancestors(cell).take(8).any(is_code)
    }

    /// Whether a `pre` only counts the lines of the one beside it.
    fn is_column_of_numbers(&self, code: u32) -> bool {
        let nodes = self.tree.nodes;
        let is_code = |at: u32| {
            at != NONE
                && (nodes[at as usize].tag == Tag::PRE
                    || self.elements_in(at).any(|inside| nodes[inside as usize].tag == Tag::PRE))
        };
        self.around(code).any(|at| is_code(self.next_element(at))) && self.counts_lines(code)
    }

    /// The next element with the same parent, or [`NONE`].
    fn next_element(&self, element: u32) -> u32 {
        let nodes = self.tree.nodes;
        let mut at = nodes[element as usize].subtree_end;
        while let Some(node) = nodes.get(at as usize).filter(|node| node.parent == nodes[element as usize].parent) {
            if node.tag.is_element() {
                return at;
            }
            at = node.subtree_end;
        }
        NONE
    }

    /// Whether the text of an element is numbers that ascend by one.
    fn counts_lines(&self, element: u32) -> bool {
        let mut last = None;
        let mut lines = self.texts_in(element).flat_map(|text| text.split(u8::is_ascii_whitespace));
        lines.by_ref().filter(|line| !line.is_empty()).all(|line| {
            let found = number(line);
            let goes_on = found.is_some() && last.is_none_or(|last: u32| found == last.checked_add(1));
            last = found;
            goes_on
        }) && last.is_some()
    }

    /// The buttons around code, in elements that hold little else.
    fn buttons(&mut self, code: u32) {
        let nodes = self.tree.nodes;
        let mut wrapper = code;
        for _ in 0..MAX_CLIMB {
            let parent = nodes[wrapper as usize].parent;
            if parent == NONE || nodes[parent as usize].tag == Tag::BODY || !self.has_little_beside(parent, wrapper) {
                break;
            }
            wrapper = parent;
        }
        self.bar_before(wrapper);
        if wrapper == code {
            return;
        }
        let after = nodes[code as usize].subtree_end;
        for at in (wrapper + 1..code).chain(after..nodes[wrapper as usize].subtree_end) {
            let node = &nodes[at as usize];
            // The elements around the code are before it, too.
            let is_beside = node.tag.is_element() && (at > code || node.subtree_end <= code);
            if is_beside && self.is_tool_of_code(at) {
                self.drop(at);
            }
        }
    }

    /// The buttons in a short element right before code.
    fn bar_before(&mut self, code: u32) {
        let Some(bar) = self.previous_element(code).filter(|&bar| self.tree.nodes[bar as usize].tag == Tag::DIV) else {
            return;
        };
        if !self.is_short(bar, MAX_BYTES) {
            return;
        }
        for at in bar + 1..self.tree.nodes[bar as usize].subtree_end {
            if self.tree.nodes[at as usize].tag.is_element() && self.is_tool_of_code(at) {
                self.drop(at);
            }
        }
    }

    /// Whether an element has few other elements and little other text than the element `inside` of it.
    fn has_little_beside(&self, element: u32, inside: u32) -> bool {
        let nodes = self.tree.nodes;
        let (outer, inner) = (&nodes[element as usize], &nodes[inside as usize]);
        let before = element + 1..inside;
        let after = inner.subtree_end..outer.subtree_end;
        if before.len() + after.len() > MAX_ELEMENTS {
            return false;
        }
        let mut bytes = 0;
        for node in before.chain(after).map(|at| &nodes[at as usize]) {
            if matches!(node.tag, Tag::PRE | Tag::P | Tag::TABLE) {
                return false;
            }
            if node.tag == Tag::TEXT && !self.is_dropped(node.parent) {
                bytes += self.tree.source[node.start as usize..node.end as usize].trim_ascii().len();
            }
        }
        bytes <= MAX_BYTES
    }

    /// Whether an element beside code is a button, or holds one and little else.
    fn is_tool_of_code(&self, element: u32) -> bool {
        let node = &self.tree.nodes[element as usize];
        self.tree.is_button(node) || has_name(self.tree, element, Beside::Copy)
    }
}

/// A reader of code, node by node.
struct LineStart {
    /// Whether there was no text since the last line feed.
    is_start: bool,
    line_feeds: usize,
    /// Whether there was other text than numbers.
    has_code: bool,
}

impl Default for LineStart {
    fn default() -> LineStart {
        LineStart { is_start: true, line_feeds: 0, has_code: false }
    }
}

impl LineStart {
    /// Reads the next node; the number that it is, if an element inside the code begins a line with it.
    fn number(&mut self, tree: &Tree<'_>, index: usize, code: u32) -> Option<u32> {
        let node = &tree.nodes[index];
        if node.tag == Tag::BR {
            (self.line_feeds, self.is_start) = (self.line_feeds + 1, true);
        }
        if node.tag != Tag::TEXT {
            return None;
        }
        let text = &tree.source[node.start as usize..node.end as usize];
        let is_blank = text.trim_ascii().is_empty();
        let found = number(text.trim_ascii()).filter(|_| self.is_start && node.parent != code);
        self.line_feeds += memchr::memchr_iter(b'\n', text).count();
        self.has_code |= !is_blank && found.is_none();
        self.is_start = text.last() == Some(&b'\n') || is_blank && self.is_start;
        found
    }
}

/// The number that a text is, with the punctuation that may follow it.
fn number(text: &[u8]) -> Option<u32> {
    let digits = text.strip_suffix(b":").or(text.strip_suffix(b".")).or(text.strip_suffix(b"|")).unwrap_or(text);
    let is_number = !digits.is_empty() && digits.len() <= 7 && digits.iter().all(u8::is_ascii_digit);
    is_number.then(|| digits.iter().fold(0, |number, digit| number * 10 + u32::from(digit - b'0')))
}
