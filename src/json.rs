//! Results as serde serializes them: the objects of the JSON that the command line and the bindings print, with the
//! fields of [`fields`](crate::fields) as keys, and the types of their values, for a schema.
#![allow(missing_docs)]

#[cfg(feature = "style-density")]
use crate::LayoutArea;
#[cfg(feature = "visual")]
use crate::VisualArea;
use crate::base::error::Error;
use crate::base::fallible::or_end_with;
use crate::document::{Document, Link};
pub use crate::fields::{BlockRow, LinkRow, MainRegion, PassageRow};
use crate::fields::{Lines, area_fields, fact_fields, fields};
use crate::{
    Alternate, Annotation, Comment, Counts, DateFact, EntityProperty, Exclusion, Fact, Fingerprint, Group, GroupItem,
    HeadedCell, Image, PageFacts, Quality, Record,
};
use crate::{License, Robots, RobotsDirective, Role, Segment, TextLanguage, UsageRule};
use serde::ser::{Error as _, Serialize, SerializeMap, Serializer};
use std::borrow::Cow;
use std::cell::Cell;
use std::collections::BTreeMap;
use std::marker::PhantomData;

/// A visual area of a page.
#[cfg(feature = "visual")]
#[derive(Clone, Debug)]
pub struct VisualAreaRow<'t> {
    pub document: &'t Document<'t>,
    pub area: VisualArea,
}

impl<'t> LinkRow<'t> {
    /// A link of a block with all of its texts.
    fn of(link: Link<'t, 't>, block: usize) -> LinkRow<'t> {
        let target = link.displayed_target().map(|target| Cow::Owned(target.to_string()));
        let (address, rel) = (link.address(), Some(link.rel()));
        LinkRow { link, block: Some(block), target, address, rel }
    }
}

impl PassageRow<'_> {
    /// The headings above it, from the highest to the nearest.
    fn headings(&self) -> impl Iterator<Item = &str> {
        let nearest = self.passage.heading().and_then(|heading| self.document.block(heading));
        let mut headings: Vec<&str> = nearest.iter().map(|nearest| nearest.text()).collect();
        headings.extend(nearest.iter().flat_map(|nearest| nearest.heading_path()).map(|heading| heading.text()));
        headings.into_iter().rev()
    }
}

/// An object.
pub trait Object: Serialize {
    const SHAPE: Shape;
}

/// The type of a value.
#[derive(Clone, Copy, Debug)]
pub enum Shape {
    Boolean,
    Integer,
    Number,
    Text,
    /// Integers by name.
    Tally,
    Nullable(&'static Shape),
    List(&'static Shape),
    /// Its name, what it is, and its keys.
    Object(&'static str, &'static str, &'static [Key]),
}

/// A key of an object.
#[derive(Debug)]
pub struct Key {
    pub name: &'static str,
    pub doc: &'static str,
    pub shape: Shape,
    /// Whether it may be absent.
    pub is_optional: bool,
}

trait Shaped {
    const SHAPE: Shape;
    const IS_OPTIONAL: bool = false;
}

/// How a value is written.
trait Kind<V>: Shaped {
    fn serialize<S: Serializer>(value: V, serializer: S) -> Result<S::Ok, S::Error>;

    fn is_left_out(_value: &V) -> bool {
        false
    }
}

/// A value that is written once.
struct Once<K, V>(Cell<Option<V>>, PhantomData<K>);

impl<K, V> Once<K, V> {
    fn new(value: V) -> Once<K, V> {
        Once(Cell::new(Some(value)), PhantomData)
    }
}

impl<K: Kind<V>, V> Serialize for Once<K, V> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.0.take() {
            Some(value) => K::serialize(value, serializer),
            None => serializer.serialize_none(),
        }
    }
}

fn entry<K: Kind<V>, V, M: SerializeMap>(map: &mut M, name: &'static str, value: V) -> Result<(), M::Error> {
    if K::is_left_out(&value) { Ok(()) } else { map.serialize_entry(name, &Once::<K, V>::new(value)) }
}

/// Declares kinds with their shapes; those that are `optional` may be left out.
macro_rules! kinds {
    (@optional optional) => { true };
    (@optional) => { false };
    ($($kind:ident $(<$of:ident>)?: $shape:expr $(, $optional:ident)?;)+) => {$(
        struct $kind$(<$of>(PhantomData<$of>))?;

        impl$(<$of: Shaped>)? Shaped for $kind$(<$of>)? {
            const SHAPE: Shape = $shape;
            const IS_OPTIONAL: bool = kinds!(@optional $($optional)?);
        }
    )+};
}

kinds! {
    Large: Shape::Integer;
    Count: Shape::Integer;
    Small: Shape::Integer;
    Level: Shape::Integer;
    Share: Shape::Number;
    Decimal: Shape::Number;
    Certainty: Shape::Number;
    Truth: Shape::Boolean;
    Hash: Shape::Text;
    Text: Shape::Text;
    Bounded: Shape::Text;
    Tally: Shape::Tally;
    Nullable<K>: Shape::Nullable(&K::SHAPE);
    Optional<K>: K::SHAPE, optional;
    Depth: Shape::Integer, optional;
    List<K>: Shape::List(&K::SHAPE);
    NonEmpty<K>: Shape::List(&K::SHAPE), optional;
}

/// Kinds whose values are written as they are.
macro_rules! plain {
    ($($kind:ident)+) => {$(
        impl<V: Serialize> Kind<V> for $kind {
            fn serialize<S: Serializer>(value: V, serializer: S) -> Result<S::Ok, S::Error> {
                value.serialize(serializer)
            }
        }
    )+};
}

plain! { Large Count Small Level Share Decimal Truth }

impl<V: AsRef<str>> Kind<V> for Text {
    fn serialize<S: Serializer>(value: V, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(value.as_ref())
    }
}

impl<'t, I: Iterator<Item = &'t str>> Kind<Lines<I>> for Text {
    fn serialize<S: Serializer>(lines: Lines<I>, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&lines.0.collect::<Vec<_>>().join("\n"))
    }
}

/// JSON has room for all texts.
impl Kind<Option<&str>> for Bounded {
    fn serialize<S: Serializer>(value: Option<&str>, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(value.unwrap_or_default())
    }
}

/// As a text of 16 hexadecimal digits, because many JSON parsers keep only 53 bits of a number.
impl Kind<u64> for Hash {
    fn serialize<S: Serializer>(value: u64, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(&format_args!("{value:016x}"))
    }
}

impl Kind<f32> for Certainty {
    fn serialize<S: Serializer>(value: f32, serializer: S) -> Result<S::Ok, S::Error> {
        ((f64::from(value) * 100.0).round() / 100.0).serialize(serializer)
    }
}

/// Tokens by the names of roles.
impl Kind<&[(Role, u32)]> for Tally {
    fn serialize<S: Serializer>(value: &[(Role, u32)], serializer: S) -> Result<S::Ok, S::Error> {
        let by_name: BTreeMap<_, _> = value.iter().map(|&(role, count)| (role.name(), count)).collect();
        serializer.collect_map(by_name)
    }
}

impl<V, K: Kind<V>> Kind<Option<V>> for Nullable<K> {
    fn serialize<S: Serializer>(value: Option<V>, serializer: S) -> Result<S::Ok, S::Error> {
        value.map(Once::<K, V>::new).serialize(serializer)
    }
}

impl<V, K: Kind<V>> Kind<Option<V>> for Optional<K> {
    fn serialize<S: Serializer>(value: Option<V>, serializer: S) -> Result<S::Ok, S::Error> {
        Nullable::<K>::serialize(value, serializer)
    }

    fn is_left_out(value: &Option<V>) -> bool {
        value.is_none()
    }
}

impl Kind<u16> for Depth {
    fn serialize<S: Serializer>(value: u16, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_u16(value)
    }

    fn is_left_out(value: &u16) -> bool {
        *value == 0
    }
}

impl<V, I: IntoIterator<Item = V>, K: Kind<V>> Kind<I> for List<K> {
    fn serialize<S: Serializer>(items: I, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(items.into_iter().map(Once::<K, V>::new))
    }
}

impl<V, I: ExactSizeIterator<Item = V>, K: Kind<V>> Kind<I> for NonEmpty<K> {
    fn serialize<S: Serializer>(items: I, serializer: S) -> Result<S::Ok, S::Error> {
        List::<K>::serialize(items, serializer)
    }

    fn is_left_out(items: &I) -> bool {
        items.len() == 0
    }
}

/// Makes a row an object, and its name a kind.
macro_rules! object {
    (
        $(#[doc = $doc:literal])+
        json $($rest:tt)+
    ) => {
        object! { $(#[doc = $doc])+ $($rest)+ }
    };
    (
        $(#[doc = $doc:literal])+
        $fields:ident($row:pat => $type:ty) { $($some:tt)* }
        json { $($others:tt)* }
    ) => {
        object! { $(#[doc = $doc])+ $fields($row => $type) { $($some)* $($others)* } }
    };
    (
        $(#[doc = $doc:literal])+
        $fields:ident($row:pat => $type:ty) {
            $($(#[doc = $key_doc:literal])+ $key:ident: $kind:ty = $value:expr;)+
        }
    ) => {
        struct $fields;

        impl Shaped for $fields {
            const SHAPE: Shape = Shape::Object(
                stringify!($fields),
                concat!($($doc),+),
                &[$(Key {
                    name: stringify!($key),
                    doc: concat!($($key_doc),+),
                    shape: <$kind as Shaped>::SHAPE,
                    is_optional: <$kind as Shaped>::IS_OPTIONAL,
                }),+],
            );
        }

        impl Object for $type {
            const SHAPE: Shape = <$fields as Shaped>::SHAPE;
        }

        impl Serialize for $type {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                let $row = self;
                // What is derived for a value unwinds if memory runs out.
                or_end_with(|| Err(S::Error::custom(Error::Cancelled)), || {
                    let mut map = serializer.serialize_map(None)?;
                    $(entry::<$kind, _, _>(&mut map, stringify!($key), $value)?;)+
                    map.end()
                })
            }
        }

        impl Kind<$type> for $fields {
            fn serialize<S: Serializer>(value: $type, serializer: S) -> Result<S::Ok, S::Error> {
                value.serialize(serializer)
            }
        }

        impl Kind<&$type> for $fields {
            fn serialize<S: Serializer>(value: &$type, serializer: S) -> Result<S::Ok, S::Error> {
                value.serialize(serializer)
            }
        }
    };
}

fields!(object);
fact_fields!(object);
area_fields!(object);
