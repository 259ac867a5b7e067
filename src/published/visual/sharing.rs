//! Style sharing: elements share a computed style if their parents share one, their name, class and id are equal, and
//! so are the values of all other attributes that a style can depend on.
//!
//! Nothing else of an element affects its style. What a selector requires of ancestors holds for both or neither, by
//! induction over the parents. So the cascade runs once for each shared style; browsers have a cache like this.

use super::css::rule_set::RuleSet;
use crate::base::arena::Bump;
use crate::base::arena::Vec as ArenaVec;
use crate::base::hash::{hash_bytes, mix};
use crate::base::intern::Interner;
use crate::read::html::attributes::Name;
use crate::read::html::names::name_key;
use crate::read::html::{NONE, Namespace, Node, Tag, Tree};

/// Finds the elements that share a style.
pub struct StyleSharing<'t, 'a> {
    tree: &'t Tree<'t>,
    /// The sharing keys so far; their numbers are entries of the list of styles.
    pub entries: Interner<'a>,
    /// Bitmask of the attributes, by number, that can affect the style of any element.
    names: u64,
    /// The attributes that selectors test, as bits ([`attribute_bit`]).
    tested: u64,
    /// The bits of all these attributes in [`Node::known`], for an early exit.
    known: u16,
    /// For each node whether it has had an element child so far; empty unless a selector uses `:first-child`.
    has_child: ArenaVec<'a, bool>,
}

/// A bitmask of attribute names, by number.
const fn set(names: &[Name]) -> u64 {
    let mut set = 0;
    let mut at = 0;
    while at < names.len() {
        set |= 1 << names[at].0;
        at += 1;
    }
    set
}

impl<'t, 'a> StyleSharing<'t, 'a> {
    /// Collects the attributes that the selectors of the rule set test.
    pub fn new(arena: &'a Bump, tree: &'t Tree<'t>, rule_set: Option<&RuleSet<'_>>) -> StyleSharing<'t, 'a> {
        let mut sharing = StyleSharing {
            tree,
            entries: Interner::new(arena, tree.nodes.len() / 6),
            names: set(&[Name::HIDDEN, Name::BGCOLOR, Name::STYLE]),
            tested: 0,
            known: Name::HIDDEN.bit() | Name::TYPE.bit() | Name::STYLE.bit() | 1,
            has_child: ArenaVec::new_in(arena),
        };
        let Some(rule_set) = rule_set else { return sharing };
        for key in rule_set.tested_attributes() {
            let name = Name::from_key(key);
            sharing.tested |= attribute_bit(name, key);
            sharing.known |= name.bit();
        }
        if rule_set.uses_first_child() {
            sharing.has_child.resize(tree.nodes.len(), false);
        }
        sharing
    }

    /// The hash of everything on which the style of an element depends. `parent` is the entry of its parent; `signature` stands for its name, class and id.
    pub fn sharing_key(&mut self, node: &Node, parent: u32, signature: u32) -> u64 {
        let is_first_child = match self.has_child.get_mut(node.parent as usize) {
            Some(has_child) => !std::mem::replace(has_child, true) || parent == NONE,
            None => true,
        };
        let is_html = node.namespace == Namespace::Html;
        let is_link = matches!(node.tag, Tag::A | Tag::AREA) && node.known & Name::HREF.bit() != 0;
        let flags = u64::from(is_first_child) | u64::from(is_html) << 1 | u64::from(is_link) << 2;
        let mut hash = mix(u64::from(parent) << 32 | u64::from(signature), flags << 8 | u64::from(node.tag.0));
        if node.known & self.known != 0 {
            self.add_attributes(node, &mut hash);
        }
        hash
    }

    /// Adds the relevant attributes to a hash.
    fn add_attributes(&self, node: &Node, hash: &mut u64) {
        let names = self.names
            | match node.tag {
                Tag::INPUT => set(&[Name::TYPE]),
                Tag::FONT => set(&[Name::COLOR, Name::SIZE]),
                Tag::TABLE | Tag::TD | Tag::TH | Tag::COL | Tag::HR => set(&[Name::WIDTH]),
                _ => 0,
            };
        let tests_other_names = self.tested >> FIRST_SHARED_BIT != 0;
        for attribute in self.tree.attributes_of(node) {
            let key = match attribute.name {
                Name::OTHER if tests_other_names => name_key(self.tree.raw_attribute_name(attribute)),
                Name::OTHER => continue,
                name => name.0.into(),
            };
            let is_tested = attribute_bit(attribute.name, key) & self.tested != 0;
            if is_tested || (attribute.name != Name::OTHER && names >> attribute.name.0 & 1 == 1) {
                *hash = hash_bytes(mix(*hash, key), self.tree.raw_value(attribute));
            }
        }
    }
}

/// The bit of an attribute: known names have their own, the others share 24.
#[inline]
fn attribute_bit(name: Name, key: u64) -> u64 {
    match name {
        Name::OTHER => 1 << (FIRST_SHARED_BIT + (key.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 59) * 3 / 4),
        name => 1 << name.0,
    }
}

/// The first of the bits that names share which are not known.
const FIRST_SHARED_BIT: u64 = 40;

const _: () = assert!(Name::ALL.len() as u64 <= FIRST_SHARED_BIT);
