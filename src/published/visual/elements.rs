//! The elements of a page as selector matching needs them: names, classes and ids as interned atoms, with Bloom
//! filters.
//!
//! The filters reject most selectors without a walk up the tree, as browsers do with their ancestor filters. Most
//! elements have one of a few signatures (name, class and id as written), so atoms are looked up once per signature.

use crate::base::arena::Bump;
use crate::base::arena::Vec as ArenaVec;
use crate::base::hash::{hash_bytes, hash_mapped, mix};
use crate::base::intern::Interner;
use crate::read::html::attributes::Name;
use crate::read::html::names::lower_packed;
use crate::read::html::{NONE, Namespace, Node, Tag, Tree};

/// Classes beyond this number are ignored: matching scans the list.
const MAX_CLASSES: usize = 128;

/// The name, class and id of elements, as atoms.
#[derive(Clone, Copy, Debug)]
struct Signature {
    name: u32,
    id: u32,
    classes: (u32, u32),
    /// Bloom filter of the name, the id and the classes.
    filter: u128,
    /// Bloom filter of the classes.
    class_filter: u32,
}

/// An element. It may represent others that no selector distinguishes from it.
#[derive(Clone, Copy, Debug, Default)]
pub struct Element {
    /// Node index.
    pub node: u32,
    /// Index of its parent in the list; [`NONE`] for the root.
    pub parent: u32,
    /// Atom of its name.
    pub name: u32,
    /// Atom of its id; [`NONE`] without one.
    pub id: u32,
    /// Its classes: first entry and count.
    pub classes: (u32, u32),
    /// Bloom filter of its classes.
    pub class_filter: u32,
    /// Bloom filter of the names, classes and ids of itself and its ancestors.
    pub filter: u128,
    /// Bloom filter of its attributes that selectors test, and of their values.
    pub attribute_filter: u128,
    /// Whether it is an `a` or `area` with an `href`.
    pub is_link: bool,
    /// Whether it is the first element child of its parent.
    pub is_first_child: bool,
}

impl Element {
    /// The bit of an atom in [`Element::filter`].
    #[inline]
    pub fn bit(atom: u32) -> u128 {
        1 << (atom.wrapping_mul(0x9e37_79b9) >> 25)
    }
}

/// The bit of a class in [`Element::class_filter`].
#[inline]
fn class_bit(atom: u32) -> u32 {
    1 << (atom.wrapping_mul(0x9e37_79b9) >> 27)
}

/// Kinds of atoms: a class and an id of the same name are different atoms.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AtomKind {
    /// The name of an element, as in a type selector.
    Type,
    /// A class.
    Class,
    /// An id.
    Id,
}

/// The element names, classes and ids of a page, interned as consecutive numbers from 0.
pub struct Atoms<'a> {
    numbers: Interner<'a>,
    /// In quirks mode classes and ids are case-insensitive.
    ignore_case: bool,
}

impl Atoms<'_> {
    /// The number of atoms.
    pub fn len(&self) -> usize {
        self.numbers.len() as usize
    }

    /// The atom of a name, if the page has it.
    pub fn find(&self, kind: AtomKind, name: &[u8]) -> Option<u32> {
        self.numbers.find_index(self.hash(kind, name))
    }

    fn intern(&mut self, kind: AtomKind, name: &[u8]) -> u32 {
        self.numbers.intern_index(self.hash(kind, name))
    }

    fn hash(&self, kind: AtomKind, name: &[u8]) -> u64 {
        let seed = (kind as u64 + 1) << 56;
        if self.ignore_case || kind == AtomKind::Type {
            hash_mapped(seed, name, lower_packed)
        } else {
            hash_bytes(seed, name)
        }
    }
}

/// The elements of a page.
pub struct Elements<'a> {
    /// One element for each set that shares a style, parents before children.
    pub list: ArenaVec<'a, Element>,
    /// The bits of [`Element::attribute_filter`] that belong to one attribute, so that they answer exactly.
    pub exact_attributes: u64,
    signatures: ArenaVec<'a, Signature>,
    /// The signature of each element of the page, in preorder.
    pub signature_of: ArenaVec<'a, u32>,
    /// The classes of all signatures.
    classes: ArenaVec<'a, u32>,
    /// All names, classes and ids.
    pub atoms: Atoms<'a>,
}

/// The attributes of a signature.
const CLASS_OR_ID: u16 = Name::CLASS.bit() | Name::ID.bit();

impl<'a> Elements<'a> {
    /// Interns the names, classes and ids of all elements. The list is filled during the cascade.
    pub fn of(arena: &'a Bump, tree: &Tree<'_>) -> Elements<'a> {
        let ignore_case = tree.quirks == crate::read::html::doctype::QuirksMode::Quirks;
        let mut elements = Elements {
            list: ArenaVec::new_in(arena),
            exact_attributes: 0,
            signatures: ArenaVec::with_capacity_in(256, arena),
            signature_of: ArenaVec::with_capacity_in(tree.nodes.len(), arena),
            classes: ArenaVec::with_capacity_in(256, arena),
            atoms: Atoms { numbers: Interner::new(arena, 256), ignore_case },
        };
        // Fast path: signatures without class and id by tag, plus one; 0 if not seen before.
        let mut signatures = Interner::new(arena, 256);
        let mut plain = [0u32; 256];
        for node in tree.nodes.iter().filter(|node| node.tag.is_element()) {
            let is_known = node.namespace == Namespace::Html && node.tag != Tag::UNKNOWN;
            let is_plain = is_known && node.known & CLASS_OR_ID == 0;
            let mut signature = if is_plain { plain[usize::from(node.tag.0)].wrapping_sub(1) } else { NONE };
            if signature == NONE {
                signature = signatures.intern_index(signature_hash(tree, node, is_known));
                if signature as usize == elements.signatures.len() {
                    let new = elements.read(tree, node);
                    elements.signatures.push(new);
                }
            }
            if is_plain {
                plain[usize::from(node.tag.0)] = signature + 1;
            }
            elements.signature_of.push(signature);
        }
        elements
    }

    fn read(&mut self, tree: &Tree<'_>, node: &Node) -> Signature {
        let name = self.atoms.intern(AtomKind::Type, tree.raw_name(node));
        let classes = (self.classes.len() as u32, 0);
        let mut signature = Signature { name, id: NONE, classes, filter: Element::bit(name), class_filter: 0 };
        if node.known & CLASS_OR_ID == 0 {
            return signature;
        }
        for attribute in tree.attributes_of(node) {
            let value = || tree.raw_value(attribute);
            match attribute.name {
                Name::ID if !value().is_empty() => {
                    signature.id = self.atoms.intern(AtomKind::Id, value());
                    signature.filter |= Element::bit(signature.id);
                }
                Name::CLASS => {
                    let words = value().split(u8::is_ascii_whitespace).filter(|class| !class.is_empty());
                    for class in words.take(MAX_CLASSES) {
                        let atom = self.atoms.intern(AtomKind::Class, class);
                        signature.filter |= Element::bit(atom);
                        signature.class_filter |= class_bit(atom);
                        self.classes.push(atom);
                        signature.classes.1 += 1;
                    }
                }
                _ => {}
            }
        }
        signature
    }

    /// Adds an element to the list. `element` has its node, its parent and what is not part of the signature.
    pub fn add(&mut self, signature: u32, element: Element) {
        let Signature { name, id, classes, filter, class_filter } = self.signatures[signature as usize];
        let ancestors = self.list.get(element.parent as usize).map_or(0, |parent| parent.filter);
        self.list.push(Element { name, id, classes, class_filter, filter: ancestors | filter, ..element });
    }

    /// The classes of an element, as atoms.
    #[inline]
    pub fn classes_of(&self, element: &Element) -> &[u32] {
        let (first, count) = element.classes;
        &self.classes[first as usize..(first + count) as usize]
    }

    /// Whether an element has a class; the filter rejects most.
    #[inline]
    pub fn has_class(&self, element: &Element, atom: u32) -> bool {
        element.class_filter & class_bit(atom) != 0 && self.classes_of(element).contains(&atom)
    }
}

fn signature_hash(tree: &Tree<'_>, node: &Node, is_known: bool) -> u64 {
    let mut hash = mix(u64::from(is_known), u64::from(node.tag.0));
    if !is_known {
        hash = hash_bytes(hash, tree.raw_name(node));
    }
    if node.known & CLASS_OR_ID != 0 {
        for attribute in tree.each_attribute(node).filter(|attribute| attribute.name.bit() & CLASS_OR_ID != 0) {
            hash = hash_bytes(mix(hash, attribute.name.0.into()), tree.raw_value(attribute));
        }
    }
    hash
}
