//! Creating and inserting nodes (HTML, "Creating and inserting nodes" and "Parsing elements that contain only text").

use super::super::entities;
use super::super::names::name_key;
use super::super::node::{NONE, Namespace, Node, node_flag};
use super::super::scan;
use super::super::tags::{Tag, class};
use super::super::token::{Span, TagToken, TextToken, Token, TokenizerState};
use super::stack::OpenElement;
use super::{Builder, InsertionMode, MAX_IMPLIED_ELEMENTS};
use crate::base::flags::Truncation;

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

    /// Ends an element with its end tag.
    #[inline(always)]
    pub(super) fn end_with(&mut self, end_tag: Span) {
        self.end = end_tag.end;
        self.gap = (end_tag.end - end_tag.start).min(u32::from(u8::MAX)) as u8;
    }
}

impl Builder<'_> {
    /// A node with the source range of the current token, not yet in the table.
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

    /// Inserts a node as the last child of `parent`.
    pub(super) fn append_child(&mut self, parent: u32, node: Node) -> u32 {
        let depth = self.nodes[parent as usize].depth.saturating_add(1);
        self.push_node(Node { parent, depth, ..node })
    }

    #[inline(always)]
    fn push_node(&mut self, node: Node) -> u32 {
        let index = self.nodes.len() as u32;
        self.nodes.push(Node { subtree_end: index + 1, ..node });
        if self.order.is_linked() {
            self.order.push_last_child(node.parent, index);
        }
        index
    }

    /// Inserts at "the appropriate place for inserting a node": the end of the current node, or before a table.
    ///
    /// The node becomes the last child of the current node first, even if foster parenting then moves it: this stores
    /// it directly into the table.
    #[inline(always)]
    pub(super) fn insert_node(&mut self, node: Node) -> u32 {
        let (parent, depth) = self.stack.last().map_or((0, 0), |open| (open.node, open.depth));
        let index = self.push_node(Node { parent, depth: depth.saturating_add(1), ..node });
        if self.foster_parenting {
            self.foster_parent(index, parent);
        }
        index
    }

    /// Foster parenting: moves a node that was just inserted into `current` out of the table, if `current` is part of
    /// one.
    #[cold]
    fn foster_parent(&mut self, node: u32, current: u32) {
        let Node { tag, namespace, .. } = self.nodes[current as usize];
        if namespace != Namespace::Html || !tag.is(class::FOSTER_PARENTING) {
            return;
        }
        let (parent, before) = self.foster_parent_location();
        if parent == current && before.is_none() {
            return;
        }
        self.link_nodes();
        self.order.detach(current, node);
        self.nodes[node as usize].depth = self.nodes[parent as usize].depth.saturating_add(1);
        self.attach(node, parent, before);
    }

    /// Inserts a detached node; the links must exist.
    pub(super) fn attach(&mut self, node: u32, parent: u32, before: Option<u32>) {
        self.nodes[node as usize].parent = parent;
        match before {
            Some(sibling) => self.order.insert_before(parent, sibling, node),
            None => self.order.append(parent, node),
        }
    }

    /// Where foster parenting inserts a node: its parent, and the child that it is inserted before.
    pub(super) fn foster_parent_location(&mut self) -> (u32, Option<u32>) {
        let table = self.stack.position_of_tag(Tag::TABLE);
        let template = self.stack.position_of_tag(Tag::TEMPLATE);
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
        self.insert_element_in(tag, Namespace::Html)
    }

    /// Inserts an element of any namespace and makes it the current node. Inlined, for the hot callers.
    #[inline(always)]
    pub(super) fn insert_element_in(&mut self, tag: &TagToken, namespace: Namespace) -> u32 {
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
        let index = self.insert_node(node);
        let depth = self.stack.last().map_or(1, |open| open.depth.saturating_add(1));
        self.push_open_element(OpenElement { node: index, tag: tag.tag, namespace, depth, key: tag.key });
        index
    }

    #[inline(always)]
    pub(super) fn push_open_element(&mut self, open: OpenElement) {
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

    /// Inserts an element without making it the current node: "insert an element for the token, immediately pop the
    /// current node".
    pub(super) fn insert_and_pop(&mut self, tag: &TagToken, namespace: Namespace) -> u32 {
        let mut node = self.new_node(tag.tag, namespace);
        node.attributes = tag.attributes;
        node.known = tag.known;
        self.insert_node(node)
    }

    /// Inserts an HTML element without a start tag in the source and makes it the current node.
    pub(super) fn insert_implied(&mut self, tag: Tag) -> u32 {
        self.insert_element(&implied(tag))
    }

    /// Pops the current node, which ends where the current token begins.
    #[inline(always)]
    pub(super) fn pop(&mut self) -> Option<OpenElement> {
        let at = self.token.start;
        self.pop_as(|node| node.end = at)
    }

    /// Pops the current node; `end` sets where it ends.
    #[inline(always)]
    fn pop_as(&mut self, end: impl FnOnce(&mut Node)) -> Option<OpenElement> {
        let open = self.stack.pop()?;
        self.restore_only_blanks(open.node);
        let len = self.nodes.len() as u32;
        let node = &mut self.nodes[open.node as usize];
        end(node);
        node.subtree_end = len;
        node.flags &= !(node_flag::OPEN | node_flag::HTML_INTEGRATION_POINT);
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
        let end_tag = self.token;
        self.pop_as(|node| {
            node.end_with(end_tag);
            node.flags |= node_flag::CLOSED;
        });
    }

    /// Pops elements until an HTML element of this name has been popped; `closed` if the current token is its end tag.
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

    /// Inserts a text node at the appropriate place, unless nothing can see that text.
    #[inline(always)]
    pub(super) fn insert_text(&mut self, text: &TextToken) {
        if first_non_space(text) == text.end && self.omits_blank(text) {
            return self.omit_blank(text.start);
        }
        self.restore_adjacent_blanks();
        let node = self.text_node(text, false);
        self.insert_node(node);
    }

    #[inline(always)]
    pub(super) fn text_node(&mut self, text: &TextToken, foreign: bool) -> Node {
        let mut flags = 0;
        if text.is_whitespace || self.is_whitespace(text) {
            flags |= node_flag::WHITESPACE;
        }
        if !matches!(text.state, TokenizerState::Data | TokenizerState::RcData) {
            flags |= node_flag::RAW;
        }
        if foreign || !matches!(text.state, TokenizerState::Data | TokenizerState::CData) {
            flags |= node_flag::NUL_REPLACED;
        }
        let (start, end) = (text.start, text.end);
        let gap = std::mem::take(&mut self.gap);
        let content = first_non_space(text);
        Node { start, content, end, flags, gap, ..self.new_node(Tag::TEXT, Namespace::Html) }
    }

    /// Whether a text is only whitespace after decoding.
    #[inline(always)]
    fn is_whitespace(&self, text: &TextToken) -> bool {
        // Fast path: the first byte that is not whitespace begins neither a reference nor U+00A0 in nearly all texts.
        let first_non_space = first_non_space(text);
        first_non_space == text.end
            || matches!(self.source[first_non_space as usize], b'&' | 0xc2)
                && self.is_whitespace_decoded(text, first_non_space)
    }

    fn is_whitespace_decoded(&self, text: &TextToken, from: u32) -> bool {
        let bytes = &self.source[..text.end as usize];
        let mut at = from as usize;
        while at < bytes.len() {
            let len = match bytes[at] {
                b'&' if matches!(text.state, TokenizerState::Data | TokenizerState::RcData) => {
                    match entities::decode(&bytes[at..], false) {
                        Some((value, len)) if value.as_str(&mut [0; 4]).chars().all(char::is_whitespace) => len,
                        _ => return false,
                    }
                }
                0xc2 if bytes[at..].starts_with("\u{a0}".as_bytes()) => 2,
                _ => return false,
            };
            at = scan::skip_space(bytes, at + len);
        }
        true
    }

    pub(super) fn insert_comment(&mut self, text: Span) {
        let node = self.comment_node(text);
        self.insert_node(node);
    }

    pub(super) fn append_comment(&mut self, parent: u32, text: Span) {
        self.subtree_ends_stale |= self.stack.len() > 0;
        self.restore_only_blanks(self.stack.current());
        let node = self.comment_node(text);
        self.append_child(parent, node);
    }

    fn comment_node(&self, text: Span) -> Node {
        Node { content: text.start, attributes: text.end, ..self.new_node(Tag::COMMENT, Namespace::Html) }
    }

    /// "Generic raw text element parsing algorithm" and its like: an element whose content is text up to its end tag.
    /// Also processes that content, which is the "text" insertion mode.
    pub(super) fn raw_text_element(&mut self, tag: &TagToken, state: TokenizerState) {
        if self.options.recover && self.is_unterminated(tag, state) {
            self.insert_and_pop(tag, Namespace::Html);
            if matches!(tag.tag, Tag::SCRIPT | Tag::STYLE) && !tag.self_closing {
                // Code is not text, even without an end tag.
                self.tokenizer.skip_to_markup();
            }
            return;
        }
        self.insert_element(tag);
        self.tokenizer.switch_to(state, tag.key);
        let mut token = self.tokenizer.next_in_html();
        if let Token::Text(mut text) = token {
            if tag.tag == Tag::TEXTAREA {
                text.start += self.line_feed_len(&text);
            }
            if text.start < text.end {
                self.self_closed += if self.is_meant_empty(tag, &text) { text.end - text.start } else { 0 };
                self.token = Span { start: text.start, end: text.end };
                // This text is not part of the text around the element, so the gap carries over to the text that
                // follows.
                let gap = self.gap;
                let node = self.text_node(&text, false);
                self.append_child(self.stack.current(), node);
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

    /// Whether a raw text element is self-closing, and its content may be the rest of the page rather than code.
    fn is_meant_empty(&self, tag: &TagToken, text: &TextToken) -> bool {
        if !tag.self_closing || !matches!(tag.tag, Tag::SCRIPT | Tag::STYLE) {
            return tag.self_closing;
        }
        let held = self.source[text.start as usize..text.end as usize].trim_ascii_start();
        matches!(held, [b'<', after, ..] if *after != b'!')
    }

    /// Recovery: whether the element is self-closing or has no end tag.
    fn is_unterminated(&mut self, tag: &TagToken, state: TokenizerState) -> bool {
        if tag.self_closing || self.unterminated.contains(&tag.key) {
            return true;
        }
        self.tokenizer.switch_to(state, tag.key);
        let terminated = self.tokenizer.has_expected_end_tag();
        self.tokenizer.switch_to(TokenizerState::Data, 0);
        if !terminated {
            // Searched once: an end tag that is not in the rest of the page is not in a later rest either.
            self.unterminated.push(tag.key);
        }
        !terminated
    }

    /// Length of the newline at the start of a text, or 0.
    pub(super) fn line_feed_len(&self, text: &TextToken) -> u32 {
        let bytes = &self.source[text.start as usize..text.end as usize];
        match bytes {
            [b'\r', b'\n', ..] => 2,
            [b'\n' | b'\r', ..] => 1,
            [b'&', ..] if matches!(text.state, TokenizerState::Data | TokenizerState::RcData) => {
                match entities::decode(bytes, false) {
                    Some((value, len)) if value.as_str(&mut [0; 4]) == "\n" => len as u32,
                    _ => 0,
                }
            }
            _ => 0,
        }
    }

    /// Whether a text is only HTML whitespace and NUL.
    pub(super) fn is_whitespace_or_nul(&self, text: &TextToken) -> bool {
        let mut rest = *text;
        loop {
            self.split_leading_whitespace(&mut rest);
            let bytes = &self.source[rest.start as usize..rest.end as usize];
            match bytes.iter().take_while(|&&b| b == 0).count() {
                0 => return bytes.is_empty(),
                nuls => rest.start += nuls as u32,
            }
        }
    }

    /// Removes text, at least one byte, up to the next whitespace or to a `&` that may be a reference to it.
    pub(super) fn skip_to_whitespace(&self, text: &mut TextToken) {
        let rest = &self.source[text.start as usize..text.end as usize];
        let whitespace = rest.iter().skip(1).position(|&b| scan::is_space(b) || b == b'&');
        text.start = whitespace.map_or(text.end, |i| text.start + 1 + i as u32);
    }

    /// Removes leading HTML whitespace from a text and returns it as another text, which may be empty.
    pub(super) fn split_leading_whitespace(&self, text: &mut TextToken) -> TextToken {
        let bytes = &self.source[..text.end as usize];
        let mut at = scan::skip_space(bytes, text.start as usize);
        while at < bytes.len() && bytes[at] == b'&' && text.state == TokenizerState::Data {
            match entities::decode(&bytes[at..], false) {
                Some((value, len))
                    if matches!(value.as_str(&mut [0; 4]).as_bytes(), [b'\t' | b'\n' | 0x0c | b'\r' | b' ']) =>
                {
                    at = scan::skip_space(bytes, at + len);
                }
                _ => break,
            }
        }
        let whitespace = TextToken { end: at as u32, is_whitespace: true, ..*text };
        text.start = at as u32;
        whitespace
    }

    /// Whether a start tag exceeds the depth limit; then its element becomes a child of the current node and is not
    /// opened.
    #[cold]
    pub(super) fn exceeds_depth_limit(&mut self, tag: &TagToken) -> bool {
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
            Tag::TD | Tag::TH => MAX_IMPLIED_ELEMENTS,
            Tag::TR | Tag::COL => 2,
            _ => 1,
        };
        // The children of the last element that fits are at the maximum depth.
        let fits = self.stack.len() + opened < self.depth_limit;
        if fits || (tag.tag.is(class::VOID) && tag.tag != Tag::COL) || raw {
            return false;
        }
        self.truncation |= Truncation::DEPTH;
        let namespace = self.stack.last().map_or(Namespace::Html, |open| open.namespace);
        self.insert_and_pop(tag, namespace);
        if !(tag.self_closing && namespace != Namespace::Html) {
            self.ignored_end_tags += 1;
        }
        true
    }

    /// "Reset the insertion mode appropriately".
    pub(super) fn reset_insertion_mode(&mut self) {
        for at in (0..self.stack.len()).rev() {
            let Some(open) = self.stack.get(at) else { continue };
            if open.namespace != Namespace::Html {
                continue;
            }
            let last = at == 0;
            let tag = if last { self.options.context.map_or(open.tag, |context| context.tag) } else { open.tag };
            self.mode = match tag {
                Tag::TD | Tag::TH if !last => InsertionMode::InCell,
                Tag::TR => InsertionMode::InRow,
                Tag::TBODY | Tag::THEAD | Tag::TFOOT => InsertionMode::InTableBody,
                Tag::CAPTION => InsertionMode::InCaption,
                Tag::COLGROUP => InsertionMode::InColumnGroup,
                Tag::TABLE => InsertionMode::InTable,
                Tag::TEMPLATE => self.template_modes.last().copied().unwrap_or(InsertionMode::InTemplate),
                Tag::HEAD if !last => InsertionMode::InHead,
                Tag::BODY => InsertionMode::InBody,
                Tag::FRAMESET => InsertionMode::InFrameset,
                Tag::HTML if self.head == NONE => InsertionMode::BeforeHead,
                Tag::HTML => InsertionMode::AfterHead,
                _ => continue,
            };
            return;
        }
        self.mode = InsertionMode::InBody;
    }
}

/// [`TextToken::first_non_space`], of a text whose start or end may have been removed since.
#[inline(always)]
fn first_non_space(text: &TextToken) -> u32 {
    text.first_non_space.clamp(text.start, text.end)
}

/// The token of an element without a start tag in the source.
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
