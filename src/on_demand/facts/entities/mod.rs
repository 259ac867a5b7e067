//! The entities that a page describes for machines, in JSON-LD, microdata and RDFa Lite: one table of objects and of
//! the values of their properties.
//!
//! | module | |
//! |---|---|
//! | `json_ld` | reads the scripts |
//! | `markup` | reads the attributes of microdata and RDFa Lite |
//! | `topics` | what the page is about, for the facts |
//! | `properties` | the table with texts and paths, for the caller |

mod json_ld;
mod markup;
mod properties;
mod topics;

use super::FactOrigin;
use super::read::Reader;
use crate::base::fallible::List;
use crate::base::sort::sort;
use crate::read::html::NONE;
pub use properties::EntityProperty;
pub(super) use properties::properties;
pub(super) use topics::{Entity, Rank, local_name, main_entity, topics};

/// Deeper objects are skipped.
const MAX_DEPTH: usize = 16;
/// The maximum numbers of objects and of values of a page, each.
const MAX_ROWS: usize = 1 << 16;

/// A range of the page in UTF-8.
pub(super) type Span = (u32, u32);

/// All objects that a page describes, with their types and values.
#[derive(Default)]
pub(super) struct Entities {
    objects: List<Object>,
    /// Ordered by object.
    types: List<(u32, Span)>,
    values: List<Value>,
}

/// An object: an entity, if it is the value of nothing.
#[derive(Clone, Copy, Debug)]
struct Object {
    /// The object whose value it is, or [`NONE`].
    parent: u32,
    /// The property whose value it is; empty if it has none.
    key: Span,
    origin: FactOrigin,
    /// The element, or [`NONE`] for JSON-LD.
    node: u32,
    /// How many objects are one inside the other below this one.
    height: u8,
}

/// The value of a property.
#[derive(Clone, Copy, Debug)]
struct Value {
    object: u32,
    key: Span,
    source: Span,
    form: Form,
}

/// How a value is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Form {
    /// A string of JSON.
    Json,
    /// A number, `true` or `false`.
    Literal,
    Attribute,
    /// An attribute with an address.
    Address,
    /// The text of an element, which is this node.
    Text(u32),
}

impl Entities {
    /// What the scripts describe.
    pub fn of_scripts(reader: Reader<'_, '_>) -> Entities {
        let mut all = Entities::default();
        json_ld::read(reader, &mut all);
        all.order_types();
        all
    }

    /// Adds what attributes describe.
    pub fn add_markup(&mut self, reader: Reader<'_, '_>) {
        markup::read(reader, self);
        self.order_types();
    }

    /// Adds an object; [`NONE`] if there are too many.
    fn open(&mut self, parent: u32, key: Span, origin: FactOrigin, node: u32) -> u32 {
        if self.objects.len() == MAX_ROWS {
            return NONE;
        }
        self.objects.push(Object { parent, key, origin, node, height: 0 });
        let object = self.objects.len() as u32 - 1;
        self.raise(object);
        object
    }

    /// Makes an entity the value of another object, unless one would be inside itself or too deep.
    fn move_into(&mut self, parent: u32, key: Span, object: u32) {
        let height = self.objects[object as usize].height as usize;
        let mut depth = 1 + height;
        for (above, _) in self.chain(parent) {
            depth += 1;
            if above == object || depth > MAX_DEPTH {
                return;
            }
        }
        let moved = &mut self.objects[object as usize];
        (moved.parent, moved.key) = (parent, key);
        self.raise(object);
    }

    /// Tells the objects around a new one their height. There are at most [`MAX_DEPTH`] of them.
    fn raise(&mut self, object: u32) {
        let mut object = object as usize;
        while let Some(parent) = self.objects.get(self.objects[object].parent as usize) {
            let height = self.objects[object].height + 1;
            if parent.height >= height {
                return;
            }
            object = self.objects[object].parent as usize;
            self.objects[object].height = height;
        }
    }

    fn add_type(&mut self, object: u32, span: Span) {
        if object != NONE && self.types.len() < MAX_ROWS {
            self.types.push((object, span));
        }
    }

    fn add_value(&mut self, value: Value) {
        if value.object != NONE && self.values.len() < MAX_ROWS {
            self.values.push(value);
        }
    }

    fn order_types(&mut self) {
        sort(&mut self.types);
    }

    /// The types of an object, in source order.
    fn types_of(&self, object: u32) -> impl Iterator<Item = Span> {
        let first = self.types.partition_point(|&(of, _)| of < object);
        self.types[first..].iter().take_while(move |&&(of, _)| of == object).map(|&(_, span)| span)
    }

    /// An object and the objects whose value it is, from the inside out.
    fn chain(&self, object: u32) -> impl Iterator<Item = (u32, &Object)> {
        let of = |number: u32| self.objects.get(number as usize).map(|object| (number, object));
        std::iter::successors(of(object), move |(_, object)| of(object.parent))
    }
}
