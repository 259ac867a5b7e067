//! A selector as tables: lists of complex selectors, these of compound selectors, these of simple ones.

use crate::base::fallible::{List, Text};
use crate::read::css::selector::{Case, Combinator, Operator, Specificity};
use crate::read::html::Tag;
use crate::read::html::attributes::Name;
use crate::read::html::names::{name_key, same_decoded_name};
use crate::read::html::scan::same_name;

/// A range of indices of another table.
pub(super) type Part = (u32, u32);

/// The tables of a selector. The lists of functions stand before the ones that they are in.
#[derive(Debug, Default)]
pub(crate) struct Compiled {
    /// Selector lists as parts of `complexes`; the last one is the selector itself.
    pub(super) lists: List<SelectorList>,
    pub(super) complexes: List<Complex>,
    pub(super) compounds: List<Compound>,
    pub(super) simples: List<Simple>,
}

/// A selector list.
#[derive(Clone, Copy, Debug)]
pub(super) struct SelectorList {
    pub complexes: Part,
    /// Its answers are worth keeping: it is more than tests of the element itself.
    pub is_kept: bool,
    /// What it adds to the specificity of the selector that it is in.
    pub specificity: Specificity,
}

/// A complex selector.
#[derive(Clone, Copy, Debug)]
pub(super) struct Complex {
    /// Its compound selectors from right to left; in `:has()` the last one is [`Simple::Anchor`].
    pub compounds: Part,
    /// What the tag of its subject must be, if not [`Tag::UNKNOWN`].
    pub tag: Tag,
    /// The attributes that its subject must have: bits of [`Node::known`](crate::read::html::Node::known).
    pub known: u16,
    /// Of a relative selector the combinator that it begins with.
    pub leading: Combinator,
    pub specificity: Specificity,
}

/// A compound selector: simple selectors of one element, none for `*`.
#[derive(Clone, Copy, Debug)]
pub(super) struct Compound {
    pub simples: Part,
    /// How its element relates to the one of the next compound, which stands to the left.
    pub left: Combinator,
}

/// A test of one element.
#[derive(Debug)]
pub(crate) enum Simple {
    Type(TypeName),
    Class(Text),
    Id(Text),
    Attribute(AttributeTest),
    Root,
    Scope,
    /// The element that a relative selector of `:has()` starts from.
    Anchor,
    Empty,
    Link,
    Checked,
    Disabled,
    Enabled,
    /// A field of a form that must be filled in, or need not be.
    Required(bool),
    /// Language ranges.
    Lang(List<Text>),
    /// From right to left, or else from left to right.
    Dir(bool),
    Position(Position),
    /// A list, by index, one of which matches.
    Is(u32),
    Not(u32),
    /// A list of relative selectors.
    Has(u32),
}

/// A type selector.
#[derive(Debug)]
pub(crate) struct TypeName {
    pub name: ExactName,
    pub tag: Tag,
}

/// The name of a type or an attribute.
#[derive(Debug)]
pub(crate) struct ExactName {
    /// As written, for elements of SVG and MathML.
    pub exact: Text,
    /// For elements of HTML.
    pub lower: Text,
    /// Of an attribute.
    pub known: Name,
    /// It has a character that NUL in a page becomes.
    has_replacement: bool,
}

impl ExactName {
    pub fn new(exact: Text) -> ExactName {
        let mut lower = Text::default();
        exact.chars().for_each(|c| lower.push(c.to_ascii_lowercase()));
        let known = Name::from_name(name_key(lower.as_bytes()), lower.as_bytes());
        ExactName { known, has_replacement: lower.contains(char::REPLACEMENT_CHARACTER), exact, lower }
    }

    pub fn has_replacement(&self) -> bool {
        self.has_replacement
    }

    /// Whether this is a name on an element of HTML, given as in the source.
    pub fn is(&self, raw: &[u8]) -> bool {
        same_name(raw, self.lower.as_bytes()) || self.has_replacement && same_decoded_name(raw, self.lower.as_bytes())
    }
}

/// An attribute selector.
#[derive(Debug)]
pub(crate) struct AttributeTest {
    pub name: ExactName,
    pub operator: Operator,
    pub value: Text,
    pub case: Case,
}

/// `:nth-child()` and its kin: the position is `step * n + offset` for an `n` from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Position {
    pub step: i32,
    pub offset: i32,
    pub is_from_end: bool,
    pub of: Of,
}

/// The siblings that are counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Of {
    All,
    SameType,
    /// The siblings that match a list.
    List(u32),
}

impl Position {
    /// Whether a position, from 1, is one of these.
    pub fn has(&self, position: u32) -> bool {
        let (step, rest) = (i64::from(self.step), i64::from(position) - i64::from(self.offset));
        if step == 0 { rest == 0 } else { rest % step == 0 && rest / step >= 0 }
    }
}

impl Compiled {
    /// The selector list itself, by index.
    pub(super) fn whole(&self) -> u32 {
        (self.lists.len() - 1) as u32
    }

    /// What a simple selector adds to the specificity of its complex selector.
    pub(super) fn specificity_of(&self, simple: &Simple) -> Specificity {
        match simple {
            Simple::Id(_) => Specificity::ID,
            Simple::Type(_) => Specificity::TYPE,
            Simple::Anchor => Specificity::default(),
            Simple::Is(list) | Simple::Not(list) | Simple::Has(list) => self.lists[*list as usize].specificity,
            Simple::Position(Position { of: Of::List(list), .. }) => {
                let mut specificity = self.lists[*list as usize].specificity;
                specificity.add(Specificity::CLASS);
                specificity
            }
            _ => Specificity::CLASS,
        }
    }

    pub(super) fn simples_of(&self, compound: u32) -> &[Simple] {
        let (start, end) = self.compounds[compound as usize].simples;
        &self.simples[start as usize..end as usize]
    }
}
