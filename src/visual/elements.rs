//! The elements of a page as selectors see them: names, classes and ids as numbers.
//!
//! Most elements of a page are of a few kinds, with the same name, class and id as written; words are looked up once
//! for each kind.

use crate::arena::Bump;
use crate::arena::Vec as ArenaVec;
use crate::hash::{hash_bytes, hash_mapped, mix};
use crate::html::attributes::Name;
use crate::html::names::lower_packed;
use crate::html::{NONE, Namespace, Node, Tag, Tree};
use crate::intern::Interner;

/// More classes of an element are not read: each selector looks through them.
const MAX_CLASSES: usize = 128;

/// Elements with the same name, class and id.
#[derive(Clone, Copy, Debug)]
struct Kind {
    name: u32,
    id: u32,
    classes: (u32, u32),
    /// Bits of the name, the id and the classes.
    bits: u128,
    /// Bits of the classes.
    class_bits: u32,
}

/// An element; it may stand for others that no selector tells from it.
#[derive(Clone, Copy, Debug, Default)]
pub struct Element {
    /// Its node.
    pub node: u32,
    /// The element that it is in, as an index into the list; [`NONE`] for the root.
    pub parent: u32,
    /// The number of its name.
    pub name: u32,
    /// The number of its id, [`NONE`] without one.
    pub id: u32,
    /// Its classes: first entry and how many.
    pub classes: (u32, u32),
    /// Bits of its classes.
    pub class_bits: u32,
    /// Bits of the names, classes and ids of itself and of all elements that it is in.
    pub bits: u128,
    /// Bits of the attributes that selectors ask for and that it has, and of their values.
    pub attributes: u128,
    /// Whether it is an `a` or `area` with an `href`.
    pub is_link: bool,
    /// Whether no element comes before it in its parent.
    pub is_first_child: bool,
}

impl Element {
    /// The bit of a name, class or id.
    #[inline]
    pub fn bit(number: u32) -> u128 {
        1 << (number.wrapping_mul(0x9e37_79b9) >> 25)
    }
}

/// The bit of a class among those of one element only.
#[inline]
fn class_bit(number: u32) -> u32 {
    1 << (number.wrapping_mul(0x9e37_79b9) >> 27)
}

/// What a name stands for: the same word may be a class and an id.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Space {
    /// An element's name.
    Name,
    /// A class.
    Class,
    /// An id.
    Id,
}

/// The names, classes and ids of a page as numbers from 0 on.
pub struct Names<'a> {
    numbers: Interner<'a>,
    /// In quirks mode classes and ids are the same in upper and lower case.
    fold_case: bool,
}

impl Names<'_> {
    /// How many there are.
    pub fn len(&self) -> usize {
        self.numbers.len() as usize
    }

    /// The number of a name, if the page has it.
    pub fn find(&self, space: Space, name: &[u8]) -> Option<u32> {
        self.numbers.find_index(self.hash(space, name))
    }

    fn number(&mut self, space: Space, name: &[u8]) -> u32 {
        self.numbers.intern_index(self.hash(space, name))
    }

    fn hash(&self, space: Space, name: &[u8]) -> u64 {
        let seed = (space as u64 + 1) << 56;
        if self.fold_case || space == Space::Name {
            hash_mapped(seed, name, lower_packed)
        } else {
            hash_bytes(seed, name)
        }
    }
}

/// The elements of a page.
pub struct Elements<'a> {
    /// Those that stand for all, parents before children.
    pub list: ArenaVec<'a, Element>,
    /// Bits of [`Element::attributes`] that tell without another look whether the element has an attribute.
    pub exact: u64,
    kinds: ArenaVec<'a, Kind>,
    /// The kind of each element of the page, in preorder.
    pub kind_of: ArenaVec<'a, u32>,
    /// The numbers of the classes of all kinds.
    classes: ArenaVec<'a, u32>,
    /// The names, classes and ids that occur.
    pub names: Names<'a>,
}

/// Attributes that make an element's kind.
const NAMING: u16 = Name::CLASS.bit() | Name::ID.bit();

impl<'a> Elements<'a> {
    /// Reads names, classes and ids of all elements. The list is empty yet.
    pub fn of(arena: &'a Bump, tree: &Tree<'_>) -> Elements<'a> {
        let fold_case = tree.quirks == crate::html::doctype::QuirksMode::Quirks;
        let mut elements = Elements {
            list: ArenaVec::new_in(arena),
            exact: 0,
            kinds: ArenaVec::with_capacity_in(256, arena),
            kind_of: ArenaVec::with_capacity_in(tree.nodes.len(), arena),
            classes: ArenaVec::with_capacity_in(256, arena),
            names: Names { numbers: Interner::new(arena, 256), fold_case },
        };
        // Kinds by their hashes, and those without class and id by the name in HTML, 0 for those not met yet.
        let mut kinds = Interner::new(arena, 256);
        let mut plain = [0u32; 256];
        for node in tree.nodes.iter().filter(|node| node.tag.is_element()) {
            let is_known = node.namespace == Namespace::Html && node.tag != Tag::UNKNOWN;
            let is_plain = is_known && node.known & NAMING == 0;
            let mut kind = if is_plain { plain[usize::from(node.tag.0)].wrapping_sub(1) } else { NONE };
            if kind == NONE {
                kind = kinds.intern_index(kind_hash(tree, node, is_known));
                if kind as usize == elements.kinds.len() {
                    let new = elements.read(tree, node);
                    elements.kinds.push(new);
                }
            }
            if is_plain {
                plain[usize::from(node.tag.0)] = kind + 1;
            }
            elements.kind_of.push(kind);
        }
        elements
    }

    fn read(&mut self, tree: &Tree<'_>, node: &Node) -> Kind {
        let name = self.names.number(Space::Name, tree.raw_name(node));
        let classes = (self.classes.len() as u32, 0);
        let mut kind = Kind { name, id: NONE, classes, bits: Element::bit(name), class_bits: 0 };
        if node.known & NAMING == 0 {
            return kind;
        }
        for attribute in tree.attributes_of(node) {
            let value = || tree.raw_value(attribute);
            match attribute.name {
                Name::ID if !value().is_empty() => {
                    kind.id = self.names.number(Space::Id, value());
                    kind.bits |= Element::bit(kind.id);
                }
                Name::CLASS => {
                    let words = value().split(u8::is_ascii_whitespace).filter(|class| !class.is_empty());
                    for class in words.take(MAX_CLASSES) {
                        let number = self.names.number(Space::Class, class);
                        kind.bits |= Element::bit(number);
                        kind.class_bits |= class_bit(number);
                        self.classes.push(number);
                        kind.classes.1 += 1;
                    }
                }
                _ => {}
            }
        }
        kind
    }

    /// Adds an element of a kind to the list; `element` tells its node, its parent, and what else is not of the kind.
    pub fn add(&mut self, kind: u32, element: Element) {
        let Kind { name, id, classes, bits, class_bits } = self.kinds[kind as usize];
        let above = self.list.get(element.parent as usize).map_or(0, |parent| parent.bits);
        self.list.push(Element { name, id, classes, class_bits, bits: above | bits, ..element });
    }

    /// The numbers of an element's classes.
    #[inline]
    pub fn classes_of(&self, element: &Element) -> &[u32] {
        let (first, count) = element.classes;
        &self.classes[first as usize..(first + count) as usize]
    }

    /// Whether an element has a class. Most have not, which their bits tell.
    #[inline]
    pub fn has_class(&self, element: &Element, number: u32) -> bool {
        element.class_bits & class_bit(number) != 0 && self.classes_of(element).contains(&number)
    }
}

fn kind_hash(tree: &Tree<'_>, node: &Node, is_known: bool) -> u64 {
    let mut hash = mix(u64::from(is_known), u64::from(node.tag.0));
    if !is_known {
        hash = hash_bytes(hash, tree.raw_name(node));
    }
    if node.known & NAMING != 0 {
        for attribute in tree.each_attribute(node).filter(|attribute| attribute.name.bit() & NAMING != 0) {
            hash = hash_bytes(mix(hash, attribute.name.0.into()), tree.raw_value(attribute));
        }
    }
    hash
}
