//! Caches for what classes and other attributes say: most values occur many times in a page.

use super::groups_in;
use crate::base::arena::Bump;
use crate::read::html::attributes::Name;
use crate::read::html::{Attribute, NONE, Node, Tree};

/// Tag paths that include classes: all elements on one path have the same class. The default has no paths.
#[derive(Clone, Copy, Debug, Default)]
pub struct ClassPaths<'a> {
    /// The path of each node, [`NONE`] for nodes without one.
    pub path_of_node: &'a [u32],
    /// Paths are less than this.
    pub count: usize,
}

/// A value computed from the class of each tag path at most once. The default of `T` means "not computed yet".
#[derive(Default)]
pub(crate) struct PathCache<'a, T> {
    values: &'a mut [T],
    path_of_node: &'a [u32],
}

impl<'a, T: Copy + Default + PartialEq> PathCache<'a, T> {
    pub fn new(arena: &'a Bump, paths: ClassPaths<'a>) -> PathCache<'a, T> {
        let values = arena.alloc_slice_fill_copy(paths.count, T::default());
        PathCache { values, path_of_node: paths.path_of_node }
    }

    /// Bytes that [`PathCache::new`] allocates.
    pub fn capacity(paths: ClassPaths<'_>) -> usize {
        paths.count * size_of::<T>()
    }

    /// The value for the class of an element; `compute` never returns the default.
    #[inline]
    pub fn get(&mut self, element: u32, compute: impl FnOnce() -> T) -> T {
        let path = self.path_of_node.get(element as usize).map_or(NONE, |&path| path);
        match self.values.get_mut(path as usize) {
            Some(cached) if *cached != T::default() => *cached,
            Some(cached) => {
                *cached = compute();
                *cached
            }
            None => compute(),
        }
    }
}

/// Looks up the word groups of elements, with a cache by tag path for classes and one by value for the rest.
pub struct GroupCache<'a> {
    classes: PathCache<'a, u32>,
    values: ValueCache<'a>,
}

/// Marks the groups of a class that was looked up, even if there are none.
const COMPUTED: u32 = 1 << 31;

impl<'a> GroupCache<'a> {
    /// An empty cache for one page.
    pub fn new(arena: &'a Bump, paths: ClassPaths<'a>) -> GroupCache<'a> {
        GroupCache { classes: PathCache::new(arena, paths), values: ValueCache::new(arena, paths.path_of_node.len()) }
    }

    /// The groups of the words of an element's attributes, as a bitmask; `names` are the bits of the attributes to read
    /// ([`Name::bit`]).
    #[inline]
    pub(crate) fn groups_of(&mut self, tree: &Tree<'_>, index: u32, names: u16) -> u32 {
        // Most elements have no such attribute.
        match tree.nodes[index as usize].known & names {
            0 => 0,
            names => self.groups_of_attributes(tree, index, names),
        }
    }

    #[inline(never)]
    fn groups_of_attributes(&mut self, tree: &Tree<'_>, index: u32, names: u16) -> u32 {
        const CLASS: u16 = Name::CLASS.bit();
        let element = &tree.nodes[index as usize];
        let mut groups = 0;
        if names & CLASS != 0 {
            groups = self.classes.get(index, || COMPUTED | self.values.groups_of(tree, element, CLASS)) & !COMPUTED;
        }
        if names & !CLASS != 0 {
            groups |= self.values.groups_of(tree, element, names & !CLASS);
        }
        groups
    }
}

/// A direct-mapped cache of attribute values. The number of entries is a power of two.
struct ValueCache<'a>(&'a mut [Entry]);

/// One entry for so many nodes, few of which have such attributes.
const NODES: usize = 4;
/// Entries of a long page, or of one with an unknown number of nodes.
const MAX_ENTRIES: usize = 256;
const MIN_ENTRIES: usize = 16;

/// A value, as its position in the source, and its groups.
#[derive(Clone, Copy, Default)]
struct Entry {
    start: u32,
    len: u32,
    groups: u32,
}

impl<'a> ValueCache<'a> {
    /// A cache for a page with this number of nodes; 0 if it is unknown.
    fn new(arena: &'a Bump, nodes: usize) -> ValueCache<'a> {
        let entries =
            if nodes == 0 { MAX_ENTRIES } else { (nodes / NODES).clamp(MIN_ENTRIES, MAX_ENTRIES).next_power_of_two() };
        ValueCache(arena.alloc_slice_fill_copy(entries, Entry::default()))
    }

    fn groups_of(&mut self, tree: &Tree<'_>, element: &Node, names: u16) -> u32 {
        let attributes = tree.each_attribute(element).filter(|attribute| attribute.name.bit() & names != 0);
        attributes.fold(0, |groups, attribute| groups | self.groups_in(tree, attribute))
    }

    fn groups_in(&mut self, tree: &Tree<'_>, attribute: &Attribute) -> u32 {
        let value = tree.raw_value(attribute);
        let (Some(first), Some(last)) = (value.first(), value.last()) else { return 0 };
        let middle = value[value.len() / 2];
        let slot = value.len() * 31 + usize::from(*first) * 7 + usize::from(*last) * 3 + usize::from(middle);
        let Entry { start, len, groups } = &mut self.0[slot & (self.0.len() - 1)];
        if tree.source[*start as usize..(*start + *len) as usize] != *value {
            (*start, *len) = (attribute.value_start, value.len() as u32);
            *groups = groups_in(value);
        }
        *groups
    }
}
