//! Which elements have the same style: those whose parents share one, of the same name, class and id, and with the same
//! values of all other attributes that a style can depend on.
//!
//! Nothing else of an element reaches its style. What a selector asks of ancestors holds for both, as the same is true
//! of their parents; so the cascade has to be worked out for one of them only.

use super::css::selectors::{Ask, MAX_ATTRIBUTES, attribute_bit, key_of, value_bit};
use super::css::sheet::Sheets;
use super::elements::Element;
use crate::arena::Bump;
use crate::arena::Vec as ArenaVec;
use crate::hash::{hash_bytes, mix};
use crate::html::attributes::Name;
use crate::html::{NONE, Namespace, Node, Tag, Tree};
use crate::intern::Interner;

/// Tells elements apart by what their styles can depend on.
pub struct Sharing<'t, 'a> {
    tree: &'t Tree<'t>,
    /// Elements so far, each as a hash of what [`Sharing::look_at`] saw.
    pub numbers: Interner<'a>,
    /// The known attributes that count for all elements, by number.
    names: u32,
    /// The attributes that selectors ask for, as bits ([`attribute_bit`]).
    asked: u64,
    /// Those of these bits that stand for one name each, which is that of a key if it is not a known one.
    pub exact: u64,
    keys: [u64; 32],
    /// The bits of all of them in [`Node::known`].
    known: u16,
    /// For each node whether an element was seen in it; empty if nobody asks for first children.
    with_child: ArenaVec<'a, bool>,
}

/// The set of a few names, by number.
const fn set(names: &[Name]) -> u32 {
    let mut set = 0;
    let mut at = 0;
    while at < names.len() {
        set |= 1 << names[at].0;
        at += 1;
    }
    set
}

impl<'t, 'a> Sharing<'t, 'a> {
    /// For a page whose style attributes count if there is an `author`, and for its sheets.
    pub fn new(arena: &'a Bump, tree: &'t Tree<'t>, author: bool, sheets: Option<&Sheets<'_>>) -> Sharing<'t, 'a> {
        let mut sharing = Sharing {
            tree,
            numbers: Interner::new(arena, tree.nodes.len() / 6),
            names: set(&[Name::HIDDEN, Name::BGCOLOR]),
            asked: 0,
            exact: u64::MAX,
            keys: [0; 32],
            known: Name::HIDDEN.bit() | Name::TYPE.bit() | 1,
            with_child: ArenaVec::new_in(arena),
        };
        if author {
            sharing.names |= set(&[Name::STYLE]);
            sharing.known |= Name::STYLE.bit();
        }
        let mut first_children = false;
        for test in sheets.iter().flat_map(|sheets| &sheets.tests) {
            match test.ask {
                Ask::Attribute(key) | Ask::Value(key, ..) => {
                    let name = Name::from_key(key);
                    sharing.ask_for(name, key);
                }
                Ask::FirstChild => first_children = true,
                _ => {}
            }
        }
        if first_children {
            sharing.with_child.resize(tree.nodes.len(), false);
        }
        sharing
    }

    fn ask_for(&mut self, name: Name, key: u64) {
        let bit = attribute_bit(name, key);
        if name == Name::OTHER {
            let known = &mut self.keys[bit.trailing_zeros() as usize % 32];
            if self.asked & bit != 0 && *known != key {
                self.exact &= !bit;
            }
            *known = key;
        }
        self.asked |= bit;
        self.known |= name.bit();
    }

    /// The bit of an attribute, if selectors ask for it.
    fn asked_bit(&self, name: Name, key: u64) -> u64 {
        let bit = attribute_bit(name, key) & self.asked;
        let is_another =
            name == Name::OTHER && bit & self.exact != 0 && self.keys[bit.trailing_zeros() as usize % 32] != key;
        if is_another { 0 } else { bit }
    }

    /// The hash of what the style of an element depends on, and what selectors see of it but for its kind. `parent` is
    /// the entry of its parent, `kind` tells of its name, class and id.
    pub fn look_at(&mut self, node: &Node, parent: u32, kind: u32) -> (u64, Element) {
        let is_first_child = match self.with_child.get_mut(node.parent as usize) {
            Some(seen) => !std::mem::replace(seen, true) || parent == NONE,
            None => true,
        };
        let is_html = node.namespace == Namespace::Html;
        let is_link = matches!(node.tag, Tag::A | Tag::AREA) && node.known & Name::HREF.bit() != 0;
        let flags = u64::from(is_first_child) | u64::from(is_html) << 1 | u64::from(is_link) << 2;
        let mut hash = mix(u64::from(parent) << 32 | u64::from(kind), flags << 8 | u64::from(node.tag.0));
        let attributes = if node.known & self.known != 0 { self.attributes(node, &mut hash) } else { 0 };
        (hash, Element { attributes, is_link, is_first_child, ..Element::default() })
    }

    /// Adds the attributes that count to a hash; gives those that selectors ask for, as bits.
    fn attributes(&self, node: &Node, hash: &mut u64) -> u128 {
        let names = self.names
            | match node.tag {
                Tag::INPUT => set(&[Name::TYPE]),
                Tag::FONT => set(&[Name::COLOR, Name::SIZE]),
                Tag::TABLE | Tag::TD | Tag::TH | Tag::COL | Tag::HR => set(&[Name::WIDTH]),
                _ => 0,
            };
        let asks_for_others = self.asked >> 32 != 0;
        let mut found = 0;
        for (number, attribute) in self.tree.attributes_of(node).iter().enumerate() {
            let key = match attribute.name {
                Name::OTHER if asks_for_others => key_of(self.tree, attribute),
                Name::OTHER => continue,
                name => name.0.into(),
            };
            let asked = self.asked_bit(attribute.name, key);
            if asked != 0 || (attribute.name != Name::OTHER && names >> attribute.name.0 & 1 == 1) {
                *hash = hash_bytes(mix(*hash, key), self.tree.raw_value(attribute));
            }
            if asked != 0 && number < MAX_ATTRIBUTES {
                found |= u128::from(asked) | value_bit(asked, self.tree.raw_value(attribute));
            }
        }
        found
    }
}
