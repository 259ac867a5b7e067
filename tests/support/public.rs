//! Trees by the public interface, in the format of the tests.

use std::cell::RefCell;

use blockmask::{Attribute, Input, Limits, Namespace, Node, NodeKind, Parser, Tree};

use super::dump::{self, Dump};
use super::invariants;

thread_local! {
    /// Reused for all pages. Its depth is not limited, because the standard has no depth limit.
    static PARSER: RefCell<Parser> = RefCell::new({
        let mut limits = Limits::default();
        limits.max_depth = u16::MAX;
        Parser::new(limits)
    });
}

/// The tree of a page or, with a context element, of a fragment, after a check of its invariants.
pub fn dump(markup: &str, context: Option<&str>) -> Option<String> {
    PARSER.with_borrow_mut(|parser| {
        let input = Input::new(markup).charset("utf-8");
        let tree = match context {
            Some(context) => parser.parse_fragment(input, context),
            None => parser.parse_input(input),
        };
        let tree = tree.expect("a tree");
        invariants::public_tree::check(&tree);
        Some(write(&tree))
    })
}

fn write(tree: &Tree<'_>) -> String {
    let mut dump = Dump::default();
    for node in tree.nodes().skip(1) {
        let templates = node.ancestors().filter(is_template).count();
        let indent = usize::from(node.depth()) - 1 + templates;
        match node.kind() {
            NodeKind::Doctype => {
                let [public_id, system_id] = [node.public_id(), node.system_id()].map(Option::unwrap_or_default);
                dump.doctype(indent, &node.name(), &public_id, &system_id);
            }
            NodeKind::Text => dump.text(indent, &node.text()),
            NodeKind::Comment => dump.comment(indent, &node.text()),
            // A comment when the tests were written.
            NodeKind::ProcessingInstruction => dump.comment(indent, &whole_instruction(tree, &node)),
            _ => element(&mut dump, &node, indent),
        }
        if is_template(&node) {
            dump.template_contents(indent + 1);
        }
    }
    dump.finish()
}

fn is_template(node: &Node<'_, '_>) -> bool {
    node.kind() == NodeKind::Element && node.namespace() == Namespace::Html && node.name() == "template"
}

fn whole_instruction(tree: &Tree<'_>, node: &Node<'_, '_>) -> String {
    let text = String::from_utf8_lossy(&tree.bytes()[node.source()]).into_owned();
    text.trim_start_matches('<')
        .trim_end_matches('>')
        .replace("\r\n", "\n")
        .replace('\r', "\n")
        .replace('\0', "\u{fffd}")
}

fn element(dump: &mut Dump, node: &Node<'_, '_>, indent: usize) {
    let (prefix, is_foreign) = match node.namespace() {
        Namespace::Svg => ("svg ", true),
        Namespace::MathMl => ("math ", true),
        _ => ("", false),
    };
    let attribute = |attribute: Attribute<'_, '_>| {
        let name = dumped_name(&attribute.name(), is_foreign);
        dump::Attribute { name, value: attribute.value() }
    };
    let mut attributes: Vec<dump::Attribute> = node.attributes().map(attribute).collect();
    dump.element(indent, prefix, &node.name(), &mut attributes);
}

/// The name of an attribute as tests have it: with a space after the prefix of a namespace.
pub fn dumped_name(name: &str, is_foreign: bool) -> String {
    match name.split_once(':') {
        Some((prefix @ ("xlink" | "xml" | "xmlns"), local)) if is_foreign && is_adjusted(prefix, local) => {
            format!("{prefix} {local}")
        }
        // In the xmlns namespace despite the missing prefix.
        None if is_foreign && name == "xmlns" => "xmlns xmlns".to_owned(),
        _ => name.to_owned(),
    }
}

/// "Adjust foreign attributes".
fn is_adjusted(prefix: &str, local: &str) -> bool {
    match prefix {
        "xlink" => ["actuate", "arcrole", "href", "role", "show", "title", "type"].contains(&local),
        "xml" => ["lang", "space"].contains(&local),
        _ => local == "xlink",
    }
}
