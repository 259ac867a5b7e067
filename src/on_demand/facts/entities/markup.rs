//! Reads microdata (HTML standard, section 5) and RDFa Lite 1.1: attributes on elements. One walk over the nodes, with a
//! stack of the objects that are open; what `itemref` refers to is walked afterwards, with a limit of its own.

use super::{Entities, Form, MAX_DEPTH, Span, Value};
use crate::base::fallible::List;
use crate::base::sort::sort;
use crate::on_demand::facts::FactOrigin;
use crate::on_demand::facts::read::Reader;
use crate::read::html::scan::same_name;
use crate::read::html::{Attribute, NONE, Node, Tag, Tree};
use crate::read::page::flag;
use smallvec::SmallVec;
use std::ops::Range;

/// The names of the attributes of a syntax.
struct Syntax {
    origin: FactOrigin,
    /// Makes an element an object.
    scope: &'static [u8],
    types: &'static [u8],
    property: &'static [u8],
    /// Lists the identifiers of further elements that belong to an object.
    references: &'static [u8],
}

const MICRODATA: Syntax = Syntax {
    origin: FactOrigin::Microdata,
    scope: b"itemscope",
    types: b"itemtype",
    property: b"itemprop",
    references: b"itemref",
};
/// `property` without `typeof` around it is a `meta` element of Open Graph, or nothing.
const RDFA: Syntax =
    Syntax { origin: FactOrigin::Rdfa, scope: b"typeof", types: b"typeof", property: b"property", references: b"" };

/// The maximum number of elements that one object refers to.
const MAX_REFERENCES: usize = 32;
/// The maximum number of nodes in all of these elements, in pages.
const MAX_COPIES: usize = 4;

pub(super) fn read(reader: Reader<'_, '_>, all: &mut Entities) {
    for syntax in [MICRODATA, RDFA] {
        let first = all.objects.len();
        let mut walk = Walk { reader, syntax, all, references: List::default(), read: first..first };
        let nodes = reader.tree().nodes.len() as u32;
        walk.walk(0..nodes, None);
        walk.read.end = walk.all.objects.len();
        walk.follow();
    }
}

/// The attributes of an element that belong to a syntax.
#[derive(Default)]
struct Found<'a> {
    is_scope: bool,
    types: Option<&'a Attribute>,
    property: Option<&'a Attribute>,
    references: Option<&'a Attribute>,
    content: Option<&'a Attribute>,
}

/// An object whose element has not ended.
#[derive(Clone, Copy)]
struct Open {
    object: u32,
    end: u32,
}

/// Elements that an object refers to: the value of its `itemref`.
struct References<'a> {
    object: u32,
    node: u32,
    list: &'a Attribute,
}

struct Walk<'w, 'd, 'a> {
    reader: Reader<'d, 'a>,
    syntax: Syntax,
    all: &'w mut Entities,
    references: List<References<'a>>,
    /// The objects of the whole page, in the order of their elements, when references are followed.
    read: Range<usize>,
}

impl<'a> Walk<'_, '_, 'a> {
    /// Reads nodes that end no later than their subtrees. `around` is the object that they belong to.
    fn walk(&mut self, nodes: Range<u32>, around: Option<u32>) {
        let tree = self.reader.tree();
        let mut stack = [Open { object: NONE, end: 0 }; MAX_DEPTH];
        let outside = around.map_or(0, |object| self.all.chain(object).count());
        let mut depth = 0;
        if let (Some(object), true) = (around, outside < MAX_DEPTH) {
            stack[0] = Open { object, end: nodes.end };
            depth = 1;
        }
        let most = (MAX_DEPTH + 1 - outside.max(1)).min(MAX_DEPTH);
        let mut index = nodes.start;
        while index < nodes.end {
            let node = &tree.nodes[index as usize];
            while depth > 0 && index >= stack[depth - 1].end {
                depth -= 1;
            }
            let found = self.attributes(node);
            let inside = depth.checked_sub(1).map(|at| stack[at].object);
            if let (true, Some(object)) = (found.is_scope, self.object_at(index)) {
                self.refer_to(object, inside, &found);
                index = node.subtree_end;
                continue;
            }
            if found.is_scope && depth == most {
                index = node.subtree_end;
                continue;
            }
            match (found.is_scope, inside, found.property) {
                (true, ..) => {
                    let object = self.object(index, inside, &found);
                    stack[depth] = Open { object, end: node.subtree_end };
                    depth += 1;
                }
                (false, Some(object), Some(property)) => self.value(index, object, property, &found),
                _ => {}
            }
            index += 1;
        }
    }

    fn attributes(&self, node: &Node) -> Found<'a> {
        let mut found = Found::default();
        let tree = self.reader.tree();
        if !node.tag.is_element() || node.attributes == NONE || self.is_dropped(node) {
            return found;
        }
        for attribute in tree.each_attribute(node) {
            let name = tree.raw_attribute_name(attribute);
            let is = |other: &[u8]| same_name(name, other);
            found.is_scope |= is(self.syntax.scope);
            for (slot, other) in [
                (&mut found.types, self.syntax.types),
                (&mut found.property, self.syntax.property),
                (&mut found.references, self.syntax.references),
                (&mut found.content, b"content"),
            ] {
                if is(other) {
                    slot.get_or_insert(attribute);
                }
            }
        }
        found
    }

    fn is_dropped(&self, node: &Node) -> bool {
        let contexts = &self.reader.document.page().contexts;
        node.parent != NONE && contexts[node.parent as usize].flags & flag::DROPPED != 0
    }

    /// The object of an element, if it has been read.
    fn object_at(&self, index: u32) -> Option<u32> {
        let read = self.all.objects.get(self.read.clone())?;
        let at = read.binary_search_by_key(&index, |object| object.node).ok()?;
        Some((self.read.start + at) as u32)
    }

    /// An object that others refer to is in the table once: as the value of the first of them. Without a name it stays
    /// an entity.
    fn refer_to(&mut self, object: u32, inside: Option<u32>, found: &Found<'_>) {
        let name = found.property.and_then(|property| words(self.reader.tree(), property).next());
        let is_entity = self.all.objects[object as usize].parent == NONE;
        if let (true, Some(parent), Some(name)) = (is_entity, inside.filter(|&parent| parent != NONE), name) {
            self.all.move_into(parent, name, object);
        }
    }

    /// Adds the object of an element.
    fn object(&mut self, index: u32, inside: Option<u32>, found: &Found<'a>) -> u32 {
        let tree = self.reader.tree();
        let name = found.property.and_then(|property| words(tree, property).next());
        let object = match (inside, name) {
            (Some(parent), Some(name)) if parent != NONE => self.all.open(parent, name, self.syntax.origin, index),
            (Some(NONE), Some(_)) => NONE,
            _ => self.all.open(NONE, (0, 0), self.syntax.origin, index),
        };
        for span in found.types.into_iter().flat_map(|types| words(tree, types)) {
            self.all.add_type(object, span);
        }
        if let Some(list) = found.references.filter(|_| object != NONE) {
            self.references.push(References { object, node: index, list });
        }
        object
    }

    /// Adds the value of an element, for each of its properties.
    fn value(&mut self, index: u32, object: u32, property: &Attribute, found: &Found<'_>) {
        let tree = self.reader.tree();
        let (source, form) = value_of(tree, index, found.content);
        for key in words(tree, property) {
            self.all.add_value(Value { object, key, source, form });
        }
    }

    /// Reads the elements that objects refer to, whose objects may refer to further ones. All together have at most a few
    /// times as many nodes as the page. An element that contains the object, or whose object contains it, would go in a circle.
    fn follow(&mut self) {
        let tree = self.reader.tree();
        if self.references.is_empty() {
            return;
        }
        let by_id = by_id(tree);
        let mut left = MAX_COPIES * tree.nodes.len();
        let mut next = 0;
        while next < self.references.len() {
            let References { object, node, list } = self.references[next];
            next += 1;
            let mut names = SmallVec::<[&[u8]; MAX_REFERENCES]>::new();
            for (start, end) in words(tree, list).take(MAX_REFERENCES) {
                self.reader.document.end_if_cancelled();
                let name = &tree.source[start as usize..end as usize];
                if names.contains(&name) {
                    continue;
                }
                names.push(name);
                let at = by_id.partition_point(|&(id, _)| id < name);
                let Some(&(_, root)) = by_id.get(at).filter(|&&(id, _)| id == name) else { continue };
                let nodes = tree.subtree(root);
                let is_circle = nodes.contains(&(node as usize)) || self.is_around(object, root);
                if is_circle || nodes.len() > left {
                    continue;
                }
                left -= nodes.len();
                self.walk(nodes.start as u32..nodes.end as u32, Some(object));
            }
        }
    }

    /// Whether an object, or one whose value it is, refers from inside an element.
    fn is_around(&self, object: u32, root: u32) -> bool {
        let nodes = self.reader.tree().subtree(root);
        self.all.chain(object).any(|(_, object)| nodes.contains(&(object.node as usize)))
    }
}

/// The elements with an identifier, ordered by it; of several the first.
fn by_id<'a>(tree: &Tree<'a>) -> List<(&'a [u8], u32)> {
    let id = |(index, node): (usize, &Node)| {
        let id = tree.attribute(node, crate::read::html::attributes::Name::ID)?;
        Some((tree.raw_value(id), index as u32))
    };
    let elements = tree.nodes.iter().enumerate().filter(|(_, node)| node.tag.is_element());
    let mut all: List<(&[u8], u32)> = elements.filter_map(id).collect();
    sort(&mut all);
    all
}

/// Where the value of an element is: by HTML an attribute or its text. `content` counts on all elements, as authors write
/// it and search engines read it.
fn value_of(tree: &Tree<'_>, index: u32, content: Option<&Attribute>) -> (Span, Form) {
    let node = &tree.nodes[index as usize];
    let span = |attribute: &Attribute| (attribute.value_start, attribute.value_end);
    let named = |name: &[u8]| {
        tree.each_attribute(node).find(|attribute| same_name(tree.raw_attribute_name(attribute), name)).map(span)
    };
    let (name, form): (&[u8], _) = match node.tag {
        _ if content.is_some() => (b"content", Form::Attribute),
        Tag::META => (b"content", Form::Attribute),
        Tag::AUDIO | Tag::EMBED | Tag::IFRAME | Tag::IMG | Tag::SOURCE | Tag::TRACK | Tag::VIDEO => {
            (b"src", Form::Address)
        }
        Tag::A | Tag::AREA | Tag::LINK => (b"href", Form::Address),
        Tag::OBJECT => (b"data", Form::Address),
        Tag::DATA | Tag::METER => (b"value", Form::Attribute),
        Tag::TIME => (b"datetime", Form::Attribute),
        _ => (b"", Form::Text(index)),
    };
    let of_text = || {
        let end = tree.end_tag(node).map_or(node.end, |(start, _)| start);
        ((node.content, end.max(node.content)), Form::Text(index))
    };
    match form {
        Form::Text(_) => of_text(),
        // A `time` without the attribute has its text.
        _ if node.tag == Tag::TIME && content.is_none() => named(name).map_or_else(of_text, |span| (span, form)),
        _ => (named(name).unwrap_or((node.start, node.start)), form),
    }
}

/// The words of an attribute.
fn words<'a>(tree: &Tree<'a>, attribute: &Attribute) -> impl Iterator<Item = Span> + use<'a> {
    let start = attribute.value_start;
    let value = tree.raw_value(attribute);
    let base = value.as_ptr() as usize;
    let words = value.split(u8::is_ascii_whitespace).filter(|word| !word.is_empty());
    words.map(move |word| {
        let at = start + (word.as_ptr() as usize - base) as u32;
        (at, at + word.len() as u32)
    })
}
