//! The table of the values that a page declares, with their texts and paths.

use super::{Entities, Form, Object, Value};
use crate::base::budget::OutputBudget;
use crate::base::fallible::{List, Text};
use crate::on_demand::facts::FactOrigin;
use crate::on_demand::facts::read::{Reader, collapsed};
use crate::read::html::text::{Decoding, decode};
use crate::read::html::{NONE, Tag};
use crate::read::page::{flag, gap};
use smallvec::SmallVec;
use std::ops::Range;

/// Longer names and types are mistakes; their values are left out.
const MAX_NAME: usize = 256;

/// A value that the page declares about an entity, in JSON-LD, microdata or RDFa Lite.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct EntityProperty {
    /// The number of the entity, from 0: an object that is the value of no other.
    pub entity: u32,
    /// The types of the object that has the property, as written, separated by spaces; often empty. It is the entity, or
    /// an object inside it: the type of `offers.price` is `Offer`.
    pub object_type: String,
    /// The names of the properties from the entity to the value, separated by `.`.
    pub path: String,
    /// The value: decoded, whitespace collapsed, never empty. Addresses in attributes are absolute if the base is known.
    pub value: String,
    /// `JsonLd`, `Microdata` or `Rdfa`.
    pub origin: FactOrigin,
    /// The source range of the JSON value, the attribute value, or the content of the element.
    pub source: Range<usize>,
}

/// The values in the order of the syntaxes, and of the page; within the budget of an output, as each repeats a path and
/// elements may contain one another.
pub(in crate::on_demand::facts) fn properties(reader: Reader<'_, '_>, all: &Entities) -> Vec<EntityProperty> {
    let mut table = Table { reader, all, budget: reader.document.output_budget() };
    let mut found = List::default();
    // The numbers of the objects that are entities, those that have values.
    let mut numbers: List<u32> = List::repeat(NONE, all.objects.len());
    let mut next = 0;
    for value in all.values.iter() {
        reader.document.end_if_cancelled();
        let Some(mut property) = table.property(value) else {
            if table.budget.is_exceeded() {
                break;
            }
            continue;
        };
        let Some((top, _)) = all.chain(value.object).last() else { continue };
        let number = &mut numbers[top as usize];
        if *number == NONE {
            *number = next;
            next += 1;
        }
        property.entity = *number;
        found.push(property);
    }
    found.into_vec()
}

struct Table<'t, 'd, 'a> {
    reader: Reader<'d, 'a>,
    all: &'t Entities,
    budget: OutputBudget,
}

impl Table<'_, '_, '_> {
    fn property(&mut self, value: &Value) -> Option<EntityProperty> {
        let object = self.all.objects.get(value.object as usize)?;
        // Texts are charged before they are decoded, as they may contain one another.
        let raw = (value.source.1 - value.source.0) as usize;
        if !self.budget.take(size_of::<EntityProperty>() + raw) {
            return None;
        }
        let path = self.path(value, object)?;
        // A value without a name is one of the property above.
        let holder = if value.key.0 < value.key.1 { value.object } else { object.parent };
        let object_type = self.types(holder)?;
        let text = self.text(value)?;
        if !self.budget.take(path.len() + object_type.len() + text.len()) {
            return None;
        }
        Some(EntityProperty {
            entity: 0,
            object_type: object_type.into_string(),
            path: path.into_string(),
            value: text.into_string(),
            origin: object.origin,
            source: self.reader.document.source_range(value.source),
        })
    }

    /// `None` if the value has no property, or one with a name that is too long.
    fn path(&self, value: &Value, object: &Object) -> Option<Text> {
        let above = self.all.chain(value.object).map(|(_, object)| object.key);
        let keys: SmallVec<[_; super::MAX_DEPTH + 1]> =
            std::iter::once(value.key).chain(above).filter(|(start, end)| start < end).collect();
        let mut path = Text::default();
        for &key in keys.iter().rev() {
            if (key.1 - key.0) as usize > MAX_NAME {
                return None;
            }
            path.push_str(if path.is_empty() { "" } else { "." });
            path.push_str(&self.name(key, object.origin)?);
        }
        (!path.is_empty()).then_some(path)
    }

    fn types(&self, object: u32) -> Option<Text> {
        let origin = self.all.objects.get(object as usize)?.origin;
        let mut types = Text::default();
        for span in self.all.types_of(object) {
            if types.len() + (span.1 - span.0) as usize > MAX_NAME {
                break;
            }
            types.push_str(if types.is_empty() { "" } else { " " });
            types.push_str(&self.name(span, origin).unwrap_or_default());
        }
        Some(types)
    }

    /// The name of a property or a type.
    fn name(&self, span: super::Span, origin: FactOrigin) -> Option<Text> {
        if origin == FactOrigin::JsonLd { self.reader.json_text(span) } else { collapsed(&self.decoded(span)) }
    }

    fn text(&self, value: &Value) -> Option<Text> {
        let text = match value.form {
            Form::Json => return self.reader.long_json_text(value.source),
            Form::Literal | Form::Attribute => self.decoded(value.source),
            Form::Address => {
                let reference = collapsed(&self.decoded(value.source))?;
                return Some(self.reader.document.resolve(&reference).unwrap_or(reference));
            }
            Form::Text(node) => self.content(node),
        };
        collapsed(&text)
    }

    fn decoded(&self, (start, end): super::Span) -> Text {
        let mut text = Text::default();
        decode(self.reader.tree().source, start as usize, end as usize, Decoding::ATTRIBUTE, &mut text);
        text
    }

    /// The text of an element, without scripts and style sheets. Tags that end a block and line breaks separate words.
    fn content(&self, node: u32) -> Text {
        let (tree, page) = (self.reader.tree(), self.reader.document.page());
        let mut text = Text::default();
        for inner in &tree.nodes[tree.subtree(node)] {
            if inner.tag == Tag::TEXT && page.contexts[inner.parent as usize].flags & flag::DROPPED == 0 {
                text.push_str(if inner.gap & (gap::BLOCK | gap::SPACE) != 0 { " " } else { "" });
                decode(tree.source, inner.start as usize, inner.end as usize, Decoding::of(inner), &mut text);
            }
        }
        text
    }
}
