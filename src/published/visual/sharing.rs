//! Style sharing: elements share a computed style if their parents share one, their name, class and id are equal, and
//! so are the values of all other attributes that a style can depend on.
//!
//! Nothing else of an element affects its style. What a selector requires of ancestors holds for both or neither, by
//! induction over the parents. So the cascade runs once for each shared style; browsers have a cache like this.

use super::css::rule_set::RuleSet;
use super::css::selectors::{FIRST_SHARED_BIT, MAX_ATTRIBUTES, SimpleSelector, attribute_bit, key_of, value_bit};
use super::elements::Element;
use crate::base::arena::Bump;
use crate::base::arena::Vec as ArenaVec;
use crate::base::hash::{hash_bytes, mix};
use crate::base::intern::Interner;
use crate::read::html::attributes::Name;
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
    /// The bits that stand for only one name; `keys` has the name for each bit of the upper half.
    pub exact_attributes: u64,
    keys: [u64; 32],
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
            exact_attributes: u64::MAX,
            keys: [0; 32],
            known: Name::HIDDEN.bit() | Name::TYPE.bit() | Name::STYLE.bit() | 1,
            has_child: ArenaVec::new_in(arena),
        };
        let mut uses_first_child = false;
        for test in rule_set.iter().flat_map(|rule_set| &rule_set.tests) {
            match test.simple {
                SimpleSelector::HasAttribute(key) | SimpleSelector::AttributeEquals(key, ..) => {
                    let name = Name::from_key(key);
                    sharing.add_tested(name, key);
                }
                SimpleSelector::FirstChild => uses_first_child = true,
                _ => {}
            }
        }
        if uses_first_child {
            sharing.has_child.resize(tree.nodes.len(), false);
        }
        sharing
    }

    fn add_tested(&mut self, name: Name, key: u64) {
        let bit = attribute_bit(name, key);
        if name == Name::OTHER {
            let known = &mut self.keys[bit.trailing_zeros() as usize % 32];
            if self.tested & bit != 0 && *known != key {
                self.exact_attributes &= !bit;
            }
            *known = key;
        }
        self.tested |= bit;
        self.known |= name.bit();
    }

    /// The bit of an attribute, if selectors test it.
    fn tested_bit(&self, name: Name, key: u64) -> u64 {
        let bit = attribute_bit(name, key) & self.tested;
        let is_collision = name == Name::OTHER
            && bit & self.exact_attributes != 0
            && self.keys[bit.trailing_zeros() as usize % 32] != key;
        if is_collision { 0 } else { bit }
    }

    /// The hash of everything on which the style of an element depends, and the filter bits of its attributes for
    /// selectors. `parent` is the entry of its parent; `signature` stands for its name, class and id.
    pub fn sharing_key(&mut self, node: &Node, parent: u32, signature: u32) -> (u64, Element) {
        let is_first_child = match self.has_child.get_mut(node.parent as usize) {
            Some(has_child) => !std::mem::replace(has_child, true) || parent == NONE,
            None => true,
        };
        let is_html = node.namespace == Namespace::Html;
        let is_link = matches!(node.tag, Tag::A | Tag::AREA) && node.known & Name::HREF.bit() != 0;
        let flags = u64::from(is_first_child) | u64::from(is_html) << 1 | u64::from(is_link) << 2;
        let mut hash = mix(u64::from(parent) << 32 | u64::from(signature), flags << 8 | u64::from(node.tag.0));
        let attribute_filter = if node.known & self.known != 0 { self.attributes(node, &mut hash) } else { 0 };
        (hash, Element { attribute_filter, is_link, is_first_child, ..Element::default() })
    }

    /// Adds the relevant attributes to a hash; returns the filter bits of those that selectors test.
    fn attributes(&self, node: &Node, hash: &mut u64) -> u128 {
        let names = self.names
            | match node.tag {
                Tag::INPUT => set(&[Name::TYPE]),
                Tag::FONT => set(&[Name::COLOR, Name::SIZE]),
                Tag::TABLE | Tag::TD | Tag::TH | Tag::COL | Tag::HR => set(&[Name::WIDTH]),
                _ => 0,
            };
        let tests_other_names = self.tested >> FIRST_SHARED_BIT != 0;
        let mut found = 0;
        for (number, attribute) in self.tree.attributes_of(node).iter().enumerate() {
            let key = match attribute.name {
                Name::OTHER if tests_other_names => key_of(self.tree, attribute),
                Name::OTHER => continue,
                name => name.0.into(),
            };
            let tested = self.tested_bit(attribute.name, key);
            if tested != 0 || (attribute.name != Name::OTHER && names >> attribute.name.0 & 1 == 1) {
                *hash = hash_bytes(mix(*hash, key), self.tree.raw_value(attribute));
            }
            if tested != 0 && number < MAX_ATTRIBUTES {
                found |= u128::from(tested) | value_bit(tested, self.tree.raw_value(attribute));
            }
        }
        found
    }
}
