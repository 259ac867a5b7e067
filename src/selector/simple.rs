//! Simple selectors of one element, with the rules of HTML for the case of names and values.

use super::Spent;
use super::compiled::{AttributeTest, Case, ExactName, Operator, Simple, TypeName};
use super::matching::{Matcher, Question, Step};
use super::states;
use crate::base::fallible::List;
use crate::base::simd::{LANES, load, load_rest};
use crate::read::html::attributes::Name;
use crate::read::html::doctype::QuirksMode;
use crate::read::html::scan::same_name;
use crate::read::html::{Attribute, Namespace, Node, Tag, Tree};

/// The attributes whose values HTML compares ignoring case ("Case-sensitivity of selectors").
const INSENSITIVE: [&str; 46] = [
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
        Ok(match simple {
            Simple::Type(name) => has_type(tree, node, name),
            Simple::Class(class) => {
                let found = self.find(node, Name::CLASS, |attribute| attribute.name == Name::CLASS)?;
                found.is_some_and(|found| has_class(tree, found, class.as_bytes()))
            }
            Simple::Id(id) => {
                let found = self.find(node, Name::ID, |attribute| attribute.name == Name::ID)?;
                found.is_some_and(|found| has_id(tree, found, id.as_bytes()))
            }
            Simple::Attribute(test) => {
                let found =
                    self.find(node, test.name.known, |attribute| has_name(tree, node, attribute, &test.name))?;
                found.is_some_and(|found| has_value(tree, node, found, test))
            }
            _ => false,
        })
    }

    /// The first attribute of an element that is the one with a name.
    pub(super) fn find(
        &mut self,
        node: &Node,
        name: Name,
        is_it: impl Fn(&Attribute) -> bool,
    ) -> Result<Option<&'t Attribute>, Spent> {
        if name.bit() & !node.known != 0 {
            return Ok(None);
        }
        let mut passed = 0;
        let found = self.tree.each_attribute(node).find(|attribute| {
            passed += 1;
            is_it(attribute)
        });
        let length = found.map_or(0, |found| found.value_end - found.value_start);
        self.spend(passed / 8 + u64::from(length / 32))?;
        Ok(found)
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

fn has_type(tree: &Tree<'_>, node: &Node, name: &TypeName) -> bool {
    match (node.namespace, node.tag) {
        (Namespace::Html, Tag::UNKNOWN) => name.tag == Tag::UNKNOWN && name.name.is(tree.raw_name(node)),
        (Namespace::Html, tag) => tag == name.tag,
        _ => tree.element_name(node) == *name.name.exact,
    }
}

/// Whether a value of `class` has a class. What stands between whitespace and is no reference, is what is written.
fn has_class(tree: &Tree<'_>, attribute: &Attribute, class: &[u8]) -> bool {
    let by_words = || with_value(tree, attribute, |value| words(value).any(|word| is_same(tree, word, class)));
    let Some(&first) = class.first().filter(|&&first| first != b'&' && tree.quirks != QuirksMode::Quirks) else {
        return by_words();
    };
    let (start, end) = (attribute.value_start as usize, attribute.value_end as usize);
    let ends = |at: usize| at == end || at < end && tree.source[at].is_ascii_whitespace();
    let (mut after_space, mut has_special) = (1, false);
    for at in (start..end).step_by(LANES) {
        let Some(bytes) = load(tree.source, at).or_else(|| load_rest(tree.source, at)) else { break };
        let inside = u32::MAX >> (u32::BITS - (end - at).min(LANES) as u32);
        let spaces = bytes.whitespace();
        let mut found = bytes.equal(first) & (spaces << 1 | after_space) & inside;
        after_space = spaces >> (LANES - 1) & 1;
        has_special |= bytes.either(b'&', 0) & inside != 0;
        while found != 0 {
            let word = at + found.trailing_zeros() as usize;
            if ends(word + class.len()) && tree.source[word..].starts_with(class) && !class.contains(&b'&') {
                return true;
            }
            found &= found - 1;
        }
    }
    has_special && by_words()
}

/// Whether a value is an id; most are seen not to be by how they begin.
fn has_id(tree: &Tree<'_>, attribute: &Attribute, id: &[u8]) -> bool {
    let may_begin = |first: &u8| matches!(first, b'&' | b'\r' | 0) || is_same(tree, &[*first], &id[..id.len().min(1)]);
    tree.raw_value(attribute).first().is_none_or(may_begin)
        && with_value(tree, attribute, |value| is_same(tree, value, id))
}

/// Whether two classes or ids are the same; in quirks mode, case does not matter.
fn is_same(tree: &Tree<'_>, one: &[u8], other: &[u8]) -> bool {
    one == other || tree.quirks == QuirksMode::Quirks && same_name(one, other)
}

pub(crate) fn words(value: &[u8]) -> impl Iterator<Item = &[u8]> {
    value.split(u8::is_ascii_whitespace).filter(|word| !word.is_empty())
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
        Case::ByName => node.namespace == Namespace::Html && INSENSITIVE.binary_search(&&*test.name.lower).is_ok(),
    };
    let wanted = test.value.as_bytes();
    let same = |one: &[u8]| one == wanted || ignores_case && same_name(one, wanted);
    with_value(tree, found, |value| {
        let starts = |value: &[u8]| value.get(..wanted.len()).is_some_and(same);
        match test.operator {
            Operator::Present => true,
            Operator::Equal => same(value),
            Operator::Word => words(value).any(same),
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
