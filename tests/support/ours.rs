//! Adapters that convert our tokens and trees to the formats of the tests.

use std::cell::RefCell;

use blockmask::Truncation;
use blockmask::internals::arena::Bump;
use blockmask::internals::html::Tag;
use blockmask::internals::html::foreign_names;
use blockmask::internals::html::names::name_key;
use blockmask::internals::html::node::{Attribute, NONE, Namespace, Node, Tree, node_flag};
use blockmask::internals::html::text::{Decoding, decode};
use blockmask::internals::html::token::{Span, TagToken, TextToken, Token, TokenizerState};
use blockmask::internals::html::tokenizer::Tokenizer;
use blockmask::internals::html::{ParseOptions, Workspace, parse};
use blockmask::internals::page::{BOUNDARIES, gap};

use super::dump::{self, Dump};
use super::invariants;
use super::json_tokens::{InitialState, JsonToken, push_text};

/// Our tokens, from a given state.
pub fn tokenize(input: &str, state: InitialState, last_start_tag: Option<&str>) -> Vec<JsonToken> {
    let arena = Bump::new();
    let source = input.as_bytes();
    let mut tokenizer = Tokenizer::new(source, blockmask::internals::arena::Vec::new_in(&arena));
    // " " is never a tag name: without a last start tag no end tag is appropriate.
    let expected_end_tag = name_key(last_start_tag.unwrap_or(" ").as_bytes());
    tokenizer.switch_to(text_kind(state), expected_end_tag);
    let mut tokens = Vec::new();
    loop {
        match tokenizer.next(false) {
            Token::Eof => return tokens,
            Token::Text(text) => push_text(&mut tokens, &text_of(source, &text)),
            Token::Start(tag) => tokens.push(start_tag(source, &tag, &tokenizer.attributes)),
            Token::End(tag) => tokens.push(JsonToken::EndTag(name_of(source, tag.start + 2, tag.name_end))),
            Token::Comment(_, data) => tokens.push(JsonToken::Comment(raw(source, data))),
            Token::Doctype => tokens.extend(tokenizer.doctype.map(|doctype| JsonToken::Doctype {
                name: doctype.name.map(|name| raw(source, name).to_ascii_lowercase()),
                public_id: doctype.public_id.map(|id| raw(source, id)),
                system_id: doctype.system_id.map(|id| raw(source, id)),
                correct: !doctype.force_quirks,
            })),
        }
    }
}

fn text_kind(state: InitialState) -> TokenizerState {
    match state {
        InitialState::Data => TokenizerState::Data,
        InitialState::PlainText => TokenizerState::PlainText,
        InitialState::Rcdata => TokenizerState::RcData,
        InitialState::RawText => TokenizerState::RawText,
        InitialState::ScriptData => TokenizerState::ScriptData,
        InitialState::CdataSection => TokenizerState::CData,
    }
}

/// The characters of a text token. In the data and CDATA states the tree builder handles NUL, so the token keeps it and
/// only the text around it is decoded.
fn text_of(source: &[u8], token: &TextToken) -> String {
    let keeps_nul = matches!(token.state, TokenizerState::Data | TokenizerState::CData);
    let references = matches!(token.state, TokenizerState::Data | TokenizerState::RcData);
    let how = Decoding { references, attribute: false, replace_nul: true };
    let mut text = String::new();
    let mut start = token.start as usize;
    let end = token.end as usize;
    while keeps_nul && let Some(len) = source[start..end].iter().position(|&byte| byte == 0) {
        decode(source, start, start + len, how, &mut text);
        text.push('\0');
        start += len + 1;
    }
    decode(source, start, end, how, &mut text);
    text
}

fn start_tag(source: &[u8], tag: &TagToken, attributes: &[Attribute]) -> JsonToken {
    let list = attributes.get(tag.attributes as usize..).unwrap_or(&[]);
    let count = list.iter().position(|a| a.flags & Attribute::LAST != 0).map_or(0, |last| last + 1);
    let pair = |a: &Attribute| {
        let name = name_of(source, a.name_start, a.name_start + u32::from(a.name_len));
        let mut value = String::new();
        decode(source, a.value_start as usize, a.value_end as usize, Decoding::ATTRIBUTE, &mut value);
        (name, value)
    };
    JsonToken::StartTag {
        name: name_of(source, tag.start + 1, tag.name_end),
        attributes: list[..count].iter().map(pair).collect(),
        self_closing: tag.self_closing,
    }
}

fn name_of(source: &[u8], start: u32, end: u32) -> String {
    raw(source, Span { start, end }).to_ascii_lowercase()
}

/// Text without character references: names, comments, identifiers.
fn raw(source: &[u8], span: Span) -> String {
    let mut text = String::new();
    decode(source, span.start as usize, span.end as usize, Decoding::RAW, &mut text);
    text
}

thread_local! {
    /// Reused for all pages, as in an analyzer, so that leftovers of one page would change the next.
    static WORKSPACE: RefCell<Workspace> = RefCell::default();
}

/// The tree that our parser builds, after a check of its invariants.
pub fn dump(input: &str) -> String {
    dump_with_truncation(input).0
}

/// The same tree, and what was truncated. Its depth is not limited, because html5ever has no depth limit.
pub fn dump_with_truncation(input: &str) -> (String, Truncation) {
    let arena = Bump::new();
    let options = ParseOptions { max_depth: u16::MAX, ..ParseOptions::default() };
    WORKSPACE.with_borrow_mut(|workspace| {
        let tree = parse(&arena, input.as_bytes(), &options, workspace);
        invariants::tree::check(&tree);
        check_without_blanks(&tree, &options, workspace);
        (write(&tree), tree.truncation)
    })
}

/// Compares a tree with the tree of the same source without its blank texts, except for those that text, an empty
/// element or a moved node could be told from.
fn check_without_blanks(full: &Tree, options: &ParseOptions, workspace: &mut Workspace) {
    let arena = Bump::new();
    let options = ParseOptions { boundaries: &BOUNDARIES, omit_blanks_after: gap::BLOCK, ..*options };
    let short = parse(&arena, full.source, &options, workspace);
    invariants::tree::check(&short);
    let page = full.source.escape_ascii();
    if !full.source_order.is_empty() {
        assert_eq!(full.nodes.len(), short.nodes.len(), "{page}");
        assert_eq!(full.source_order, short.source_order, "{page}");
    }
    let mut indices = vec![NONE; full.nodes.len()];
    let mut kept = 0;
    for (i, node) in full.nodes.iter().enumerate() {
        let parent = indices.get(node.parent as usize).copied().unwrap_or(NONE);
        let identity = |node: &Node| (node.tag, node.start, node.content, node.end, node.flags, node.depth);
        let is_node = |other: &Node| identity(other) == identity(node) && other.parent == parent;
        if short.nodes.get(kept).is_some_and(is_node) {
            indices[i] = kept as u32;
            kept += 1;
            continue;
        }
        let text = &full.source[node.start as usize..node.end as usize];
        assert!(node.tag == Tag::TEXT && text.trim_ascii().is_empty(), "node {i} is missing in {page}");
        let siblings = &full.nodes[node.parent as usize + 1..full.nodes[node.parent as usize].subtree_end as usize];
        assert!(siblings.iter().any(|other| other.tag != Tag::TEXT), "node {i} is all of its parent in {page}");
        let is_text = |at: usize| full.nodes.get(at).is_some_and(|n| n.tag == Tag::TEXT && n.parent == node.parent);
        assert!(!is_text(i - 1) || indices[i - 1] == NONE, "node {i} follows text in {page}");
        let keeps_next =
            short.nodes.get(kept).is_some_and(|n| n.tag == Tag::TEXT && n.start == full.nodes[i + 1].start);
        assert!(!is_text(i + 1) || !keeps_next, "node {i} precedes text in {page}");
    }
    assert_eq!(kept, short.nodes.len(), "{page}");
}

fn write(tree: &Tree) -> String {
    let mut dump = Dump::default();
    // The indentation of each node's children, which includes levels for template contents.
    let mut child_indents = vec![0; tree.nodes.len()];
    for (i, node) in tree.nodes.iter().enumerate().skip(1) {
        let indent = child_indents[node.parent as usize];
        child_indents[i] = indent + 1;
        match node.tag {
            Tag::DOCTYPE => doctype(&mut dump, tree, indent),
            Tag::TEXT => dump.text(indent, &tree.text_of(node)),
            Tag::COMMENT => dump.comment(indent, &tree.text_of(node)),
            _ => element(&mut dump, tree, node, indent),
        }
        if node.flags & node_flag::TEMPLATE_CONTENTS != 0 {
            dump.template_contents(indent + 1);
            child_indents[i] = indent + 2;
        }
    }
    dump.finish()
}

fn doctype(dump: &mut Dump, tree: &Tree, indent: usize) {
    let token = tree.doctype.as_ref().expect("a tree with a doctype node has its token");
    let text = |span: Option<Span>| span.map_or(String::new(), |span| raw(tree.source, span));
    dump.doctype(indent, &text(token.name).to_ascii_lowercase(), &text(token.public_id), &text(token.system_id));
}

fn element(dump: &mut Dump, tree: &Tree, node: &Node, indent: usize) {
    let prefix = match node.namespace {
        Namespace::Svg => "svg ",
        Namespace::MathMl => "math ",
        _ => "",
    };
    let attribute = |a: &Attribute| dump::Attribute {
        name: match foreign_names::attribute_name(node.namespace, &Tree::decoded_name(tree.raw_attribute_name(a))) {
            // In the xmlns namespace despite the missing prefix.
            ("", "xmlns") if node.namespace != Namespace::Html => "xmlns xmlns".to_owned(),
            ("", local) => local.to_owned(),
            (prefix, local) => format!("{prefix} {local}"),
        },
        value: tree.value_of(a),
    };
    let mut attributes: Vec<dump::Attribute> = tree.attributes_of(node).iter().map(attribute).collect();
    let name = Tree::decoded_name(tree.raw_name(node));
    dump.element(indent, prefix, foreign_names::element_name(node.namespace, &name), &mut attributes);
}
