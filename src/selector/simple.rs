//! Simple selectors of one element, with the rules of HTML for the case of names and values.

use super::compiled::{AttributeTest, ExactName, Simple};
use super::matching::{Matcher, Question, Step};
use super::states;
use crate::base::fallible::List;
use crate::base::words::{Words, words};
use crate::read::css::selector::{self, Case, NameTest, Operator, Spent, find};
use crate::read::html::attributes::Name;
use crate::read::html::scan::same_name;
use crate::read::html::{Attribute, Namespace, Node, Tag, Tree};

/// The attributes whose values HTML compares ignoring case ("Case-sensitivity of selectors").
const INSENSITIVE: Words = words![
    "accept",
    "accept-charset",
    "align",
    "alink",
    "axis",
    "bgcolor",
    "charset",
    "checked",
    "clear",
    "codetype",
    "color",
    "compact",
    "declare",
    "defer",
    "dir",
    "direction",
    "disabled",
    "enctype",
    "face",
    "frame",
    "hreflang",
    "http-equiv",
    "lang",
    "language",
    "link",
    "media",
    "method",
    "multiple",
    "nohref",
    "noresize",
    "noshade",
    "nowrap",
    "readonly",
    "rel",
    "rev",
    "rules",
    "scope",
    "scrolling",
    "selected",
    "shape",
    "target",
    "text",
    "type",
    "valign",
    "valuetype",
    "vlink",
];

impl<'t> Matcher<'_, 't> {
    /// Tests an element; `index` is the number of the simple selector.
    #[inline]
    pub(super) fn test(&mut self, simple: &Simple, element: u32, anchor: u32, index: u32) -> Result<Step, Spent> {
        let (tree, node) = (self.tree, self.node(element));
        let holds = match simple {
            Simple::Root => element == tree.html,
            Simple::Scope => element == self.scope,
            Simple::Anchor => element == anchor,
            Simple::Position(position) => return self.test_position(index, *position, element),
            Simple::Is(list) | Simple::Not(list) => return Ok(Step::Ask(Question::List(*list, element))),
            Simple::Has(list) => return Ok(Step::Ask(Question::Has(*list, element))),
            Simple::Empty => return self.is_empty(element),
            Simple::Link => states::is_link(tree, node),
            Simple::Checked => states::is_checked(tree, node),
            Simple::Disabled => return Ok(Step::Answer(self.is_disabled(element)? == Some(true))),
            Simple::Enabled => return Ok(Step::Answer(self.is_disabled(element)? == Some(false))),
            Simple::Required(is_required) => states::is_required(tree, node) == Some(*is_required),
            Simple::Lang(ranges) => return self.is_in_language(element, ranges),
            Simple::Dir(is_rtl) => return Ok(Step::Answer(self.is_rtl(element)? == *is_rtl)),
            _ => self.has(simple, element)?,
        };
        Ok(Step::Answer(holds))
    }

    /// Whether an element has the name or the attribute that a simple selector asks for.
    #[inline]
    pub(super) fn has(&mut self, simple: &Simple, element: u32) -> Result<bool, Spent> {
        let (tree, node) = (self.tree, self.node(element));
        let name = match simple {
            Simple::Type(name) => NameTest::Type(name.name.exact.as_bytes(), name.tag),
            Simple::Class(name) => NameTest::Class(name.as_bytes()),
            Simple::Id(name) => NameTest::Id(name.as_bytes()),
            Simple::Attribute(test) => {
                let found = self.find(node, test.name.known, |found| has_name(tree, node, found, &test.name))?;
                return Ok(found.is_some_and(|found| has_value(tree, node, found, test)));
            }
            _ => return Ok(false),
        };
        name.is_of(tree, node, &mut self.steps)
    }

    /// The first attribute of an element that is the one with a name.
    pub(super) fn find(
        &mut self,
        node: &Node,
        name: Name,
        is_it: impl Fn(&Attribute) -> bool,
    ) -> Result<Option<&'t Attribute>, Spent> {
        find(self.tree, node, name, &mut self.steps, is_it)
    }

    /// Whether an element has no children but comments and whitespace.
    fn is_empty(&mut self, element: u32) -> Result<Step, Spent> {
        let end = self.node(element).subtree_end;
        for index in element + 1..end {
            self.spend(1)?;
            let node = self.node(index);
            let is_content = match node.tag {
                Tag::TEXT => {
                    !self.tree.source[node.start as usize..node.end as usize].iter().all(u8::is_ascii_whitespace)
                }
                tag => tag.is_element(),
            };
            if is_content {
                return Ok(Step::Answer(false));
            }
        }
        Ok(Step::Answer(true))
    }
}

/// Whether an attribute has a name, as in the DOM.
fn has_name(tree: &Tree<'_>, node: &Node, attribute: &Attribute, name: &ExactName) -> bool {
    match node.namespace {
        // Those two stand for several names.
        Namespace::Html if matches!(name.known, Name::OTHER | Name::HIDDEN) => {
            attribute.name == name.known && name.is(tree.raw_attribute_name(attribute))
        }
        Namespace::Html => attribute.name == name.known,
        namespace => tree.attribute_name(attribute, namespace) == *name.exact,
    }
}

/// Passes the decoded value of an attribute on.
pub(crate) fn with_value<R>(tree: &Tree<'_>, attribute: &Attribute, read: impl FnOnce(&[u8]) -> R) -> R {
    let raw = tree.raw_value(attribute);
    if memchr::memchr3(b'&', b'\r', 0, raw).is_none() {
        return read(raw);
    }
    read(tree.decoded_value(attribute).as_bytes())
}

fn has_value(tree: &Tree<'_>, node: &Node, found: &Attribute, test: &AttributeTest) -> bool {
    if test.operator == Operator::Present {
        return true;
    }
    let ignores_case = match test.case {
        Case::Sensitive => false,
        Case::Insensitive => true,
        Case::ByName => node.namespace == Namespace::Html && INSENSITIVE.has(&test.name.lower),
    };
    let wanted = test.value.as_bytes();
    let same = |one: &[u8]| one == wanted || ignores_case && same_name(one, wanted);
    with_value(tree, found, |value| {
        let starts = |value: &[u8]| value.get(..wanted.len()).is_some_and(same);
        match test.operator {
            Operator::Present => true,
            Operator::Equal => same(value),
            Operator::Word => selector::words(value).any(same),
            Operator::Dash => starts(value) && matches!(value.get(wanted.len()), None | Some(b'-')),
            // The empty value is in none.
            _ if wanted.is_empty() => false,
            Operator::Prefix => starts(value),
            Operator::Suffix => value.len() >= wanted.len() && same(&value[value.len() - wanted.len()..]),
            Operator::Substring if ignores_case => contains(&lower(value), &lower(wanted)),
            Operator::Substring => contains(value, wanted),
        }
    })
}

fn lower(value: &[u8]) -> List<u8> {
    value.iter().map(u8::to_ascii_lowercase).collect()
}

fn contains(value: &[u8], wanted: &[u8]) -> bool {
    memchr::memmem::find(value, wanted).is_some()
}
