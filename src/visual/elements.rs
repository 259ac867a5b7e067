//! The elements of a page as selectors see them: names, classes and ids as numbers.

use crate::arena::Bump;
use crate::arena::Vec as ArenaVec;
use crate::html::attributes::Name;
use crate::html::{NONE, Namespace, Tag, Tree};

/// More classes of an element are not read: each selector looks through them.
const MAX_CLASSES: usize = 128;

/// An element.
#[derive(Clone, Copy, Debug)]
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
    /// Bits of the names, classes and ids of itself and of all elements that it is in.
    pub bits: u128,
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

/// Names as numbers from 0 on, found by a hash of 64 bits.
#[derive(Debug)]
pub struct Names<'a> {
    /// Open addressing: hash and number; a hash of 0 is a free slot.
    slots: ArenaVec<'a, (u64, u32)>,
    len: u32,
    /// In quirks mode classes and ids are the same in upper and lower case.
    fold_case: bool,
}

impl<'a> Names<'a> {
    fn new(arena: &'a Bump, fold_case: bool, room: usize) -> Names<'a> {
        let slots = (2 * room).next_power_of_two().max(64);
        let mut names = Names { slots: ArenaVec::with_capacity_in(slots, arena), len: 0, fold_case };
        names.slots.resize(slots, (0, 0));
        names
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.len as usize
    }

    /// The number of a name, if the page has it.
    pub fn find(&self, space: Space, name: &[u8]) -> Option<u32> {
        let (hash, number) = self.slots[self.slot_of(self.hash(space, name))];
        (hash != 0).then_some(number)
    }

    fn number(&mut self, space: Space, name: &[u8]) -> u32 {
        if self.len() * 2 >= self.slots.len() {
            self.grow();
        }
        let hash = self.hash(space, name);
        let slot = self.slot_of(hash);
        if self.slots[slot].0 == 0 {
            self.slots[slot] = (hash, self.len);
            self.len += 1;
        }
        self.slots[slot].1
    }

    fn grow(&mut self) {
        let arena = self.slots.bump();
        let mut bigger = ArenaVec::with_capacity_in(2 * self.slots.len(), arena);
        bigger.resize(2 * self.slots.len(), (0, 0));
        let old = std::mem::replace(&mut self.slots, bigger);
        for entry in old.into_iter().filter(|entry| entry.0 != 0) {
            let slot = self.slot_of(entry.0);
            self.slots[slot] = entry;
        }
    }

    fn slot_of(&self, hash: u64) -> usize {
        let mask = self.slots.len() - 1;
        let mut slot = (hash >> 20) as usize & mask;
        while self.slots[slot].0 != 0 && self.slots[slot].0 != hash {
            slot = (slot + 1) & mask;
        }
        slot
    }

    fn hash(&self, space: Space, name: &[u8]) -> u64 {
        let fold = self.fold_case || space == Space::Name;
        let mut hash = (space as u64 + 1) << 56 ^ name.len() as u64;
        let mut add = |mut word: [u8; 8]| {
            if fold {
                word.make_ascii_lowercase();
            }
            let product = u128::from(hash ^ u64::from_le_bytes(word)) * 0x9e37_79b9_7f4a_7c15;
            hash = (product as u64) ^ (product >> 64) as u64;
        };
        match name.last_chunk::<8>() {
            // The last word overlaps the one before.
            Some(&last) => {
                name[..name.len() - 1].as_chunks::<8>().0.iter().for_each(|&word| add(word));
                add(last);
            }
            None => add(name.iter().rfold(0u64, |word, &byte| word << 8 | u64::from(byte)).to_le_bytes()),
        }
        hash.max(1)
    }
}

/// The elements of a page in preorder.
#[derive(Debug)]
pub struct Elements<'a> {
    /// In preorder.
    pub list: ArenaVec<'a, Element>,
    /// The numbers of the classes of all elements.
    classes: ArenaVec<'a, u32>,
    /// The names, classes and ids that occur.
    pub names: Names<'a>,
}

impl<'a> Elements<'a> {
    /// Reads names, classes and ids of all elements. `element_of` gives the element of a node.
    pub fn of(arena: &'a Bump, tree: &Tree<'_>, element_of: &[u32], count: usize) -> Elements<'a> {
        let fold_case = tree.quirks == crate::html::doctype::QuirksMode::Quirks;
        let mut elements = Elements {
            list: ArenaVec::with_capacity_in(count, arena),
            classes: ArenaVec::with_capacity_in(count, arena),
            names: Names::new(arena, fold_case, 256),
        };
        // The numbers of the names of HTML, 0 for those not met yet.
        let mut tags = [0u32; 256];
        let mut with_child = ArenaVec::with_capacity_in(count, arena);
        with_child.resize(count, false);
        for (index, node) in tree.nodes.iter().enumerate().filter(|(_, node)| node.tag.is_element()) {
            let parent = element_of.get(node.parent as usize).copied().unwrap_or(NONE);
            let known = node.namespace == Namespace::Html && node.tag != Tag::UNKNOWN;
            let name = match tags[usize::from(node.tag.0)] {
                number if known && number > 0 => number - 1,
                _ => elements.names.number(Space::Name, tree.raw_name(node)),
            };
            if known {
                tags[usize::from(node.tag.0)] = name + 1;
            }
            let is_first_child = match with_child.get_mut(parent as usize) {
                Some(seen) => !std::mem::replace(seen, true),
                None => true,
            };
            let mut element = Element {
                node: index as u32,
                parent,
                name,
                id: NONE,
                classes: (elements.classes.len() as u32, 0),
                bits: elements.list.get(parent as usize).map_or(0, |parent| parent.bits) | Element::bit(name),
                is_link: matches!(node.tag, Tag::A | Tag::AREA) && node.known & Name::HREF.bit() != 0,
                is_first_child,
            };
            if node.known & (Name::CLASS.bit() | Name::ID.bit()) != 0 {
                elements.read_attributes(tree, node, &mut element);
            }
            elements.list.push(element);
        }
        elements
    }

    fn read_attributes(&mut self, tree: &Tree<'_>, node: &crate::html::Node, element: &mut Element) {
        for attribute in tree.attributes_of(node) {
            let value = || tree.raw_value(attribute);
            match attribute.name {
                Name::ID if !value().is_empty() => {
                    element.id = self.names.number(Space::Id, value());
                    element.bits |= Element::bit(element.id);
                }
                Name::CLASS => {
                    let words = value().split(u8::is_ascii_whitespace).filter(|class| !class.is_empty());
                    for class in words.take(MAX_CLASSES) {
                        let number = self.names.number(Space::Class, class);
                        element.bits |= Element::bit(number);
                        self.classes.push(number);
                        element.classes.1 += 1;
                    }
                }
                _ => {}
            }
        }
    }

    /// The numbers of an element's classes.
    #[inline]
    pub fn classes_of(&self, element: &Element) -> &[u32] {
        let (first, count) = element.classes;
        &self.classes[first as usize..(first + count) as usize]
    }
}
