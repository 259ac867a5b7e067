//! html5ever as the oracle: adapters that convert its tokens and trees to the formats of the tests.

use std::cell::RefCell;

use html5ever::tendril::{StrTendril, TendrilSink};
use html5ever::tokenizer::states::{self, RawKind};
use html5ever::tokenizer::{BufferQueue, TagKind, Token, TokenSink, TokenSinkResult, Tokenizer, TokenizerOpts};
use html5ever::tree_builder::TreeBuilderOpts;
use html5ever::{Attribute as HtmlAttribute, Namespace, ParseOpts, QualName, ns, parse_document};
use markup5ever_rcdom::{Handle, NodeData, RcDom};

use super::dump::{Attribute, Dump};
use super::json_tokens::{InitialState, JsonToken, push_text};

/// The tree that html5ever builds without scripting. A byte order mark is not removed.
pub fn dump(input: &str) -> String {
    let tokenizer = TokenizerOpts { discard_bom: false, ..Default::default() };
    let tree_builder = TreeBuilderOpts { scripting_enabled: false, ..Default::default() };
    let parser = parse_document(RcDom::default(), ParseOpts { tokenizer, tree_builder });
    let dom = parser.one(StrTendril::from(input));
    write(&dom.document)
}

/// An entry of the stack of pending nodes.
enum Todo {
    Node(Handle, usize),
    TemplateContents(Handle, usize),
}

fn write(document: &Handle) -> String {
    let mut dump = Dump::default();
    let mut stack = Vec::new();
    push_children(&mut stack, document, 0);
    while let Some(todo) = stack.pop() {
        match todo {
            Todo::Node(node, depth) => write_node(&mut dump, &mut stack, &node, depth),
            Todo::TemplateContents(contents, depth) => {
                dump.template_contents(depth);
                push_children(&mut stack, &contents, depth + 1);
            }
        }
    }
    dump.finish()
}

fn push_children(stack: &mut Vec<Todo>, node: &Handle, depth: usize) {
    stack.extend(node.children.borrow().iter().rev().map(|child| Todo::Node(child.clone(), depth)));
}

fn write_node(dump: &mut Dump, stack: &mut Vec<Todo>, node: &Handle, depth: usize) {
    match &node.data {
        NodeData::Doctype { name, public_id, system_id } => dump.doctype(depth, name, public_id, system_id),
        NodeData::Text { contents } => dump.text(depth, &contents.borrow()),
        NodeData::Comment { contents } => dump.comment(depth, contents),
        NodeData::Element { name, attrs, template_contents, .. } => {
            let mut attributes: Vec<Attribute> = attrs.borrow().iter().map(attribute).collect();
            dump.element(depth, element_prefix(name), &name.local, &mut attributes);
            push_children(stack, node, depth + 1);
            if let Some(contents) = template_contents.borrow().as_ref() {
                stack.push(Todo::TemplateContents(contents.clone(), depth + 1));
            }
        }
        NodeData::Document | NodeData::ProcessingInstruction { .. } => unreachable!("not made by the HTML parser"),
    }
}

fn element_prefix(name: &QualName) -> &'static str {
    if name.ns == ns!(svg) {
        "svg "
    } else if name.ns == ns!(mathml) {
        "math "
    } else {
        ""
    }
}

fn attribute(attribute: &HtmlAttribute) -> Attribute {
    let prefix = |namespace: &Namespace| -> &'static str {
        if *namespace == ns!(xlink) {
            "xlink "
        } else if *namespace == ns!(xml) {
            "xml "
        } else if *namespace == ns!(xmlns) {
            "xmlns "
        } else {
            ""
        }
    };
    let name = format!("{}{}", prefix(&attribute.name.ns), attribute.name.local);
    Attribute { name, value: attribute.value.to_string() }
}

/// html5ever's tokens, from a given state.
pub fn tokenize(input: &str, state: InitialState, last_start_tag: Option<&str>) -> Vec<JsonToken> {
    let options = TokenizerOpts {
        discard_bom: false,
        initial_state: Some(match state {
            InitialState::Data => states::Data,
            InitialState::PlainText => states::Plaintext,
            InitialState::Rcdata => states::RawData(RawKind::Rcdata),
            InitialState::RawText => states::RawData(RawKind::Rawtext),
            InitialState::ScriptData => states::RawData(RawKind::ScriptData),
            InitialState::CdataSection => states::CdataSection,
        }),
        last_start_tag_name: last_start_tag.map(str::to_owned),
        ..Default::default()
    };
    let tokenizer = Tokenizer::new(Tokens::default(), options);
    let queue = BufferQueue::default();
    queue.push_back(StrTendril::from(input));
    while !queue.is_empty() {
        let _ = tokenizer.feed(&queue);
    }
    tokenizer.end();
    tokenizer.sink.0.into_inner()
}

/// A token sink that keeps everything.
#[derive(Default)]
struct Tokens(RefCell<Vec<JsonToken>>);

impl TokenSink for Tokens {
    type Handle = ();

    fn process_token(&self, token: Token, _line: u64) -> TokenSinkResult<()> {
        let mut tokens = self.0.borrow_mut();
        let text = |tendril: Option<StrTendril>| tendril.map(|t| t.to_string());
        match token {
            Token::DoctypeToken(doctype) => tokens.push(JsonToken::Doctype {
                name: text(doctype.name),
                public_id: text(doctype.public_id),
                system_id: text(doctype.system_id),
                correct: !doctype.force_quirks,
            }),
            Token::TagToken(tag) if tag.kind == TagKind::EndTag => tokens.push(JsonToken::EndTag(tag.name.to_string())),
            Token::TagToken(tag) => tokens.push(JsonToken::StartTag {
                name: tag.name.to_string(),
                attributes: tag.attrs.iter().map(|a| (a.name.local.to_string(), a.value.to_string())).collect(),
                self_closing: tag.self_closing,
            }),
            Token::CommentToken(data) => tokens.push(JsonToken::Comment(data.to_string())),
            Token::CharacterTokens(data) => push_text(&mut tokens, &data),
            Token::NullCharacterToken => push_text(&mut tokens, "\0"),
            Token::EOFToken | Token::ParseError(_) => {}
        }
        TokenSinkResult::Continue
    }
}
