//! What the elements of a page have that selectors ask for most: names, classes and ids.
//!
//! Most elements have one of a few signatures (name, class and id as written).

use crate::base::arena::Bump;
use crate::base::arena::Vec as ArenaVec;
use crate::base::hash::{hash_bytes, hash_mapped, mix};
use crate::base::intern::Interner;
use crate::read::css::selector::words;
use crate::read::html::attributes::Name;
use crate::read::html::names::lower_packed;
use crate::read::html::{NONE, Namespace, Node, Tag, Tree};
use crate::selector::with_value;

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

/// The element names, classes and ids of a page. Case is ignored, as selectors ignore some.
pub struct Atoms<'a>(Interner<'a>);

impl Atoms<'_> {
    /// Whether the page has a name.
    pub fn has(&self, kind: AtomKind, name: &[u8]) -> bool {
        self.0.find_index(hash(kind, name)).is_some()
    }

    fn add(&mut self, kind: AtomKind, name: &[u8]) {
        self.0.intern_index(hash(kind, name));
    }

    /// Adds the name, the classes and the id of an element.
    fn add_all(&mut self, tree: &Tree<'_>, node: &Node) {
        self.add(AtomKind::Type, tree.raw_name(node));
        for attribute in tree.each_attribute(node).filter(|attribute| attribute.name.bit() & CLASS_OR_ID != 0) {
            with_value(tree, attribute, |value| match attribute.name {
                Name::ID => self.add(AtomKind::Id, value),
                _ => words(value).for_each(|class| self.add(AtomKind::Class, class)),
            });
        }
    }
}

fn hash(kind: AtomKind, name: &[u8]) -> u64 {
    hash_mapped((kind as u64 + 1) << 56, name, lower_packed)
}

/// The elements of a page.
pub struct Elements<'a> {
    /// The signature of each element of the page, in preorder.
    pub signature_of: ArenaVec<'a, u32>,
    /// All names, classes and ids.
    pub atoms: Atoms<'a>,
}

/// The attributes of a signature.
const CLASS_OR_ID: u16 = Name::CLASS.bit() | Name::ID.bit();

impl<'a> Elements<'a> {
    /// Interns the signatures, names, classes and ids of all elements.
    pub fn of(arena: &'a Bump, tree: &Tree<'_>) -> Elements<'a> {
        let mut signature_of = ArenaVec::with_capacity_in(tree.nodes.len(), arena);
        let mut atoms = Atoms(Interner::new(arena, 256));
        // Fast path: signatures without class and id by tag, plus one; 0 if not seen before.
        let mut signatures = Interner::new(arena, 256);
        let mut plain = [0u32; 256];
        for node in tree.nodes.iter().filter(|node| node.tag.is_element()) {
            let is_known = node.namespace == Namespace::Html && node.tag != Tag::UNKNOWN;
            let is_plain = is_known && node.known & CLASS_OR_ID == 0;
            let mut signature = if is_plain { plain[usize::from(node.tag.0)].wrapping_sub(1) } else { NONE };
            if signature == NONE {
                let known = signatures.len();
                signature = signatures.intern_index(signature_hash(tree, node, is_known));
                if signature == known {
                    atoms.add_all(tree, node);
                }
            }
            if is_plain {
                plain[usize::from(node.tag.0)] = signature + 1;
            }
            signature_of.push(signature);
        }
        Elements { signature_of, atoms }
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
