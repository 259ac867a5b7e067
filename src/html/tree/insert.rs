//! Creating and inserting nodes (HTML 13.2.6.1), and the elements that hold raw text (13.2.6.2).

use super::super::entities;
use super::super::names::name_key;
use super::super::node::{NONE, Namespace, Node, node_flag, truncated};
use super::super::scan;
use super::super::tags::{Tag, class};
use super::super::tokenizer::{Span, TagToken, TextKind, TextToken, Token};
use super::stack::Open;
use super::{Builder, MOST_IMPLIED, Mode, push_within};

impl Node {
    pub(super) fn document(len: u32) -> Node {
        Node {
            start: 0,
            content: 0,
            end: len,
            parent: NONE,
            subtree_end: 1,
            attributes: NONE,
            depth: 0,
            tag: Tag::DOCUMENT,
            namespace: Namespace::Html,
            flags: 0,
            gap: 0,
            known: 0,
        }
    }
}

impl Builder<'_> {
    /// A node over the current token, not yet in the table.
    #[inline(always)]
    pub(super) fn new_node(&self, tag: Tag, namespace: Namespace) -> Node {
        Node {
            start: self.token.start,
            content: self.token.end,
            end: self.token.end,
            parent: NONE,
            subtree_end: 0,
            attributes: NONE,
            depth: 0,
            tag,
            namespace,
            flags: 0,
            gap: 0,
            known: 0,
        }
    }

    /// Adds a node behind the last child of `parent`.
    pub(super) fn add_last(&mut self, parent: u32, node: Node) -> u32 {
        let depth = self.nodes[parent as usize].depth.saturating_add(1);
        self.push_node(Node { parent, depth, ..node })
    }

    #[inline(always)]
    fn push_node(&mut self, node: Node) -> u32 {
        let index = self.nodes.len() as u32;
        self.nodes.push(Node { subtree_end: index + 1, ..node });
        if self.order.is_linked() {
            self.order.added_last(node.parent, index);
        }
        index
    }

    /// "Insert at the appropriate place": the end of the current node, or before a table.
    ///
    /// The node goes to the end of the current node first, even if it is then moved: so it is written once, where it
    /// stays.
    #[inline(always)]
    pub(super) fn add(&mut self, node: Node) -> u32 {
        let (parent, depth) = self.stack.last().map_or((0, 0), |open| (open.node, open.depth));
        let index = self.push_node(Node { parent, depth: depth.saturating_add(1), ..node });
        if self.foster_parenting {
            self.foster(index, parent);
        }
        index
    }

    /// Moves a node that was just added to `current` out of the table, if `current` belongs to one.
    #[cold]
    fn foster(&mut self, node: u32, current: u32) {
        let Node { tag, namespace, .. } = self.nodes[current as usize];
        if namespace != Namespace::Html || !tag.is(class::FOSTERS) {
            return;
        }
        let (parent, before) = self.foster_place();
        if parent == current && before.is_none() {
            return;
        }
        self.order.link(&self.nodes);
        self.order.detach(current, node);
        self.nodes[node as usize].depth = self.nodes[parent as usize].depth.saturating_add(1);
        self.place(node, parent, before);
    }

    /// Puts a loose node at a place; the links must exist.
    pub(super) fn place(&mut self, node: u32, parent: u32, before: Option<u32>) {
        self.nodes[node as usize].parent = parent;
        match before {
            Some(sibling) => self.order.insert_before(parent, sibling, node),
            None => self.order.append(parent, node),
        }
    }

    /// Where foster parenting puts a node: a parent, and the child to stand before.
    pub(super) fn foster_place(&mut self) -> (u32, Option<u32>) {
        let table = self.stack.position_of(Tag::TABLE);
        let template = self.stack.position_of(Tag::TEMPLATE);
        match (table, template) {
            (None, None) => (self.html(), None),
            (_, Some(template)) if table.is_none_or(|table| template > table) => (self.node_at(template), None),
            (Some(table), _) => {
                let node = self.node_at(table);
                match self.nodes[node as usize].parent {
                    NONE => (self.node_at(table.saturating_sub(1)), None),
                    parent => (parent, Some(node)),
                }
            }
            (None, Some(template)) => (self.node_at(template), None),
        }
    }

    pub(super) fn node_at(&self, position: usize) -> u32 {
        self.stack.get(position).map_or(0, |open| open.node)
    }

    /// Inserts an HTML element for the token and makes it the current node.
    #[inline(never)]
    pub(super) fn insert_element(&mut self, tag: &TagToken) -> u32 {
        self.insert_open(tag, Namespace::Html)
    }

    /// The same for any namespace, and written out where it stands: for the few places that most elements pass.
    #[inline(always)]
    pub(super) fn insert_open(&mut self, tag: &TagToken, namespace: Namespace) -> u32 {
        let mut node = Node {
            attributes: tag.attributes,
            known: tag.known,
            flags: node_flag::OPEN,
            ..self.new_node(tag.tag, namespace)
        };
        if tag.end == 0 {
            node.flags |= node_flag::IMPLIED;
            node.content = self.token.start;
            node.end = self.token.start;
        }
        let index = self.add(node);
        let depth = self.stack.last().map_or(1, |open| open.depth.saturating_add(1));
        self.push_open(Open { node: index, tag: tag.tag, namespace, depth, key: tag.key });
        index
    }

    #[inline(always)]
    pub(super) fn push_open(&mut self, open: Open) {
        self.in_foreign = open.namespace != Namespace::Html;
        if self.stack.is_full() {
            self.grow_stack();
        }
        self.stack.push(open);
    }

    #[cold]
    #[inline(never)]
    fn grow_stack(&mut self) {
        if !self.stack.grow() {
            self.spare.out_of_memory(0);
        }
    }

    /// Inserts an element that stays without children.
    pub(super) fn insert_void(&mut self, tag: &TagToken, namespace: Namespace) -> u32 {
        let mut node = self.new_node(tag.tag, namespace);
        node.attributes = tag.attributes;
        node.known = tag.known;
        self.add(node)
    }

    /// Inserts an element that has no tag in the source.
    pub(super) fn insert_implied(&mut self, tag: Tag) -> u32 {
        self.insert_element(&implied(tag))
    }

    /// Pops the current node; it ends where the current token begins.
    #[inline(always)]
    pub(super) fn pop(&mut self) -> Option<Open> {
        let open = self.stack.pop()?;
        let len = self.nodes.len() as u32;
        let node = &mut self.nodes[open.node as usize];
        node.end = self.token.start;
        node.subtree_end = len;
        node.flags &= !(node_flag::OPEN | node_flag::HOLDS_HTML);
        self.update_foreign();
        Some(open)
    }

    #[inline]
    pub(super) fn update_foreign(&mut self) {
        self.in_foreign = self.stack.last().is_some_and(|open| open.namespace != Namespace::Html);
    }

    /// Pops the current node, whose end tag the current token is.
    #[inline]
    pub(super) fn pop_closed(&mut self) {
        if let Some(open) = self.pop() {
            let node = &mut self.nodes[open.node as usize];
            node.end = self.token.end;
            node.flags |= node_flag::CLOSED;
        }
    }

    /// Pops up to and with an HTML element of this name, closed by the current token if it is its end tag.
    pub(super) fn pop_through(&mut self, tag: Tag, closed: bool) {
        while self.stack.last().is_some_and(|open| !open.is_html(tag)) {
            self.pop();
        }
        match closed {
            true => self.pop_closed(),
            false => drop(self.pop()),
        }
    }

    /// Pops until the current node is one of these HTML elements or the root.
    pub(super) fn pop_until_any(&mut self, tags: &[Tag]) {
        while self.stack.last().is_some_and(|open| open.namespace != Namespace::Html || !tags.contains(&open.tag))
            && self.stack.len() > 1
        {
            self.pop();
        }
    }

    /// "Generate implied end tags", except for `except`.
    #[inline]
    pub(super) fn generate_implied_end_tags(&mut self, except: Tag) {
        while self.stack.last().is_some_and(|open| {
            open.namespace == Namespace::Html && open.tag.is(class::IMPLIED_END) && open.tag != except
        }) {
            self.pop();
        }
    }

    /// Adds text to the current node, or where foster parenting puts it.
    #[inline(always)]
    pub(super) fn insert_text(&mut self, text: &TextToken) {
        let node = self.text_node(text, false);
        self.add(node);
    }

    #[inline(always)]
    pub(super) fn text_node(&mut self, text: &TextToken, foreign: bool) -> Node {
        let mut flags = 0;
        if text.blank || self.is_blank(text) {
            flags |= node_flag::BLANK;
        }
        if !matches!(text.kind, TextKind::Data | TextKind::RcData) {
            flags |= node_flag::RAW;
        }
        if foreign || !matches!(text.kind, TextKind::Data | TextKind::CData) {
            flags |= node_flag::NUL_REPLACED;
        }
        let (start, end) = (text.start, text.end);
        let gap = std::mem::take(&mut self.gap);
        let content = letters_of(text);
        Node { start, content, end, flags, gap, ..self.new_node(Tag::TEXT, Namespace::Html) }
    }

    /// Whether a text is nothing but whitespace once it is decoded.
    #[inline(always)]
    fn is_blank(&self, text: &TextToken) -> bool {
        // Nearly all texts begin with a letter, or with a letter behind whitespace.
        let letters = letters_of(text);
        letters == text.end
            || matches!(self.source[letters as usize], b'&' | 0xc2) && self.is_blank_throughout(text, letters)
    }

    fn is_blank_throughout(&self, text: &TextToken, from: u32) -> bool {
        let piece = &self.source[..text.end as usize];
        let mut at = from as usize;
        while at < piece.len() {
            let len = match piece[at] {
                b'&' if matches!(text.kind, TextKind::Data | TextKind::RcData) => {
                    match entities::decode(&piece[at..], false) {
                        Some((value, len)) if value.as_str(&mut [0; 4]).chars().all(char::is_whitespace) => len,
                        _ => return false,
                    }
                }
                0xc2 if piece[at..].starts_with("\u{a0}".as_bytes()) => 2,
                _ => return false,
            };
            at = scan::skip_space(piece, at + len);
        }
        true
    }

    pub(super) fn insert_comment(&mut self, text: Span) {
        let node = self.comment_node(text);
        self.add(node);
    }

    pub(super) fn append_comment(&mut self, parent: u32, text: Span) {
        self.out_of_step |= self.stack.len() > 0;
        let node = self.comment_node(text);
        self.add_last(parent, node);
    }

    fn comment_node(&self, text: Span) -> Node {
        Node { content: text.start, attributes: text.end, ..self.new_node(Tag::COMMENT, Namespace::Html) }
    }

    /// An element whose content is text up to its end tag: the "text" insertion mode in one go.
    pub(super) fn raw_text_element(&mut self, tag: &TagToken, kind: TextKind) {
        if self.options.recover && self.is_unterminated(tag, kind) {
            self.insert_void(tag, Namespace::Html);
            if matches!(tag.tag, Tag::SCRIPT | Tag::STYLE) && !tag.self_closing {
                // Code is not text, whether it ends or not.
                self.tokenizer.skip_to_markup();
            }
            return;
        }
        self.insert_element(tag);
        self.tokenizer.switch_to(kind, tag.key);
        let mut token = self.tokenizer.next_in_html();
        if let Token::Text(mut text) = token {
            if tag.tag == Tag::TEXTAREA {
                text.start += self.line_feed_len(&text);
            }
            if text.start < text.end {
                self.self_closed += if self.is_meant_empty(tag, &text) { text.end - text.start } else { 0 };
                self.token = Span { start: text.start, end: text.end };
                // Text that is not shown keeps the gap open for the text that follows.
                let gap = self.gap;
                let node = self.text_node(&text, false);
                self.add_last(self.stack.current(), node);
                self.gap = gap;
            }
            token = self.tokenizer.next_in_html();
        }
        match token {
            Token::End(end) => {
                self.token = Span { start: end.start, end: end.end };
                self.pop_closed();
            }
            _ => {
                let len = self.source.len() as u32;
                self.token = Span { start: len, end: len };
                self.swallowed = len - tag.end;
                self.pop();
            }
        }
    }

    /// Whether a raw text element is self-closing, and what it holds may be the rest of the page rather than code.
    fn is_meant_empty(&self, tag: &TagToken, text: &TextToken) -> bool {
        if !tag.self_closing || !matches!(tag.tag, Tag::SCRIPT | Tag::STYLE) {
            return tag.self_closing;
        }
        let held = self.source[text.start as usize..text.end as usize].trim_ascii_start();
        matches!(held, [b'<', after, ..] if *after != b'!')
    }

    /// Recovery: whether the element is self-closing or its end tag does not come.
    fn is_unterminated(&mut self, tag: &TagToken, kind: TextKind) -> bool {
        if tag.self_closing || self.unterminated.contains(&tag.key) {
            return true;
        }
        self.tokenizer.switch_to(kind, tag.key);
        let terminated = self.tokenizer.has_awaited_end_tag();
        self.tokenizer.switch_to(TextKind::Data, 0);
        if !terminated {
            // Once is enough: what does not come after here does not come later either.
            push_within(self.spare, &mut self.unterminated, tag.key);
        }
        !terminated
    }

    /// Length of the line feed at the start of a text, if there is one.
    pub(super) fn line_feed_len(&self, text: &TextToken) -> u32 {
        let piece = &self.source[text.start as usize..text.end as usize];
        match piece {
            [b'\r', b'\n', ..] => 2,
            [b'\n' | b'\r', ..] => 1,
            [b'&', ..] if matches!(text.kind, TextKind::Data | TextKind::RcData) => {
                match entities::decode(piece, false) {
                    Some((value, len)) if value.as_str(&mut [0; 4]) == "\n" => len as u32,
                    _ => 0,
                }
            }
            _ => 0,
        }
    }

    /// Whether a text is nothing but HTML whitespace and NUL.
    pub(super) fn is_blank_or_nul(&self, text: &TextToken) -> bool {
        let mut rest = *text;
        loop {
            self.take_blank(&mut rest);
            let piece = &self.source[rest.start as usize..rest.end as usize];
            match piece.iter().take_while(|&&b| b == 0).count() {
                0 => return piece.is_empty(),
                nuls => rest.start += nuls as u32,
            }
        }
    }

    /// Drops text, at least a byte, up to the next whitespace, or to a `&` that may stand for it.
    pub(super) fn skip_to_blank(&self, text: &mut TextToken) {
        let rest = &self.source[text.start as usize..text.end as usize];
        let blank = rest.iter().skip(1).position(|&b| scan::is_space(b) || b == b'&');
        text.start = blank.map_or(text.end, |i| text.start + 1 + i as u32);
    }

    /// Takes HTML whitespace off the start of a text; gives it as a text of its own, perhaps empty.
    pub(super) fn take_blank(&self, text: &mut TextToken) -> TextToken {
        let piece = &self.source[..text.end as usize];
        let mut at = scan::skip_space(piece, text.start as usize);
        while at < piece.len() && piece[at] == b'&' && text.kind == TextKind::Data {
            match entities::decode(&piece[at..], false) {
                Some((value, len))
                    if matches!(value.as_str(&mut [0; 4]).as_bytes(), [b'\t' | b'\n' | 0x0c | b'\r' | b' ']) =>
                {
                    at = scan::skip_space(piece, at + len);
                }
                _ => break,
            }
        }
        let blank = TextToken { end: at as u32, blank: true, ..*text };
        text.start = at as u32;
        blank
    }

    /// Beyond the depth cap an element becomes a child of the deepest one without opening.
    #[cold]
    pub(super) fn too_deep(&mut self, tag: &TagToken) -> bool {
        let raw = matches!(
            tag.tag,
            Tag::SCRIPT
                | Tag::STYLE
                | Tag::TITLE
                | Tag::TEXTAREA
                | Tag::XMP
                | Tag::IFRAME
                | Tag::NOEMBED
                | Tag::NOFRAMES
        );
        let opened = match tag.tag {
            Tag::TD | Tag::TH => MOST_IMPLIED,
            Tag::TR | Tag::COL => 2,
            _ => 1,
        };
        // What is in the deepest open element is as deep as the tree may be.
        let has_room = self.stack.len() + opened < self.deepest;
        if has_room || (tag.tag.is(class::VOID) && tag.tag != Tag::COL) || raw {
            return false;
        }
        self.truncated |= truncated::DEPTH;
        let namespace = self.stack.last().map_or(Namespace::Html, |open| open.namespace);
        self.insert_void(tag, namespace);
        if !(tag.self_closing && namespace != Namespace::Html) {
            self.unopened += 1;
        }
        true
    }

    /// "Reset the insertion mode appropriately".
    pub(super) fn reset_mode(&mut self) {
        for at in (0..self.stack.len()).rev() {
            let Some(open) = self.stack.get(at) else { continue };
            if open.namespace != Namespace::Html {
                continue;
            }
            let last = at == 0;
            self.mode = match open.tag {
                Tag::TD | Tag::TH if !last => Mode::InCell,
                Tag::TR => Mode::InRow,
                Tag::TBODY | Tag::THEAD | Tag::TFOOT => Mode::InTableBody,
                Tag::CAPTION => Mode::InCaption,
                Tag::COLGROUP => Mode::InColumnGroup,
                Tag::TABLE => Mode::InTable,
                Tag::TEMPLATE => self.template_modes.last().copied().unwrap_or(Mode::InTemplate),
                Tag::HEAD if !last => Mode::InHead,
                Tag::BODY => Mode::InBody,
                Tag::FRAMESET => Mode::InFrameset,
                Tag::HTML if self.head == NONE => Mode::BeforeHead,
                Tag::HTML => Mode::AfterHead,
                _ => continue,
            };
            return;
        }
        self.mode = Mode::InBody;
    }
}

/// The first byte of a text that is no whitespace as written; parts may have been taken off the text.
#[inline(always)]
fn letters_of(text: &TextToken) -> u32 {
    text.letters.clamp(text.start, text.end)
}

/// A token for an element that has no tag in the source.
pub(super) fn implied(tag: Tag) -> TagToken {
    TagToken {
        tag,
        self_closing: false,
        key: name_key(tag.name().as_bytes()),
        start: 0,
        end: 0,
        name_end: 0,
        attributes: NONE,
        known: 0,
    }
}
