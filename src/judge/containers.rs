//! The elements around blocks: containers of blocks and their ancestors, parents before children, with the meanings of
//! their class and id words. The mask and the search for comments use this table instead of the tree.

use crate::base::arena::{Bump, Vec};
use crate::read::class_words::{GroupCache, items_in};
use crate::read::html::attributes::Name;
use crate::read::html::{NONE, Tag, Tree};
use crate::read::page::Page;

/// An element with a block in its subtree that is not phrasing content.
#[derive(Clone, Copy, Debug)]
pub struct Container {
    /// The element.
    pub node: u32,
    /// The index of the nearest ancestor that is a container; its own for the root.
    pub parent: u32,
    /// The [groups](crate::read::class_words) of the words of its class, id, role and itemprop, as a bitmask.
    pub words: u32,
}

impl Container {
    /// The tag of the element.
    #[inline(always)]
    pub fn tag(&self, tree: &Tree<'_>) -> Tag {
        tree.nodes[self.node as usize].tag
    }
}

/// The table.
#[derive(Clone, Copy, Debug, Default)]
pub struct Containers<'a> {
    /// Parents before children.
    pub list: &'a [Container],
    /// For every node of the tree its index in `list`, or [`NONE`].
    pub of_node: &'a [u32],
    /// The meanings of the names of all of them: what no name says is not looked for.
    pub words: u32,
}

/// Attributes whose words are read.
pub(crate) const NAMING_ATTRIBUTES: u16 = Name::CLASS.bit() | Name::ID.bit() | Name::ROLE.bit() | Name::ITEMPROP.bit();

impl<'a> Containers<'a> {
    /// Collects the containers of a page.
    pub fn of(arena: &'a Bump, page: &Page<'_>, groups: &mut GroupCache<'_>) -> Containers<'a> {
        let of_node = arena.alloc_slice_fill_copy(page.tree.nodes.len(), NONE);
        // Enough for most pages.
        let mut list: Vec<Container> = Vec::with_capacity_in(3 * page.blocks.len(), arena);
        let mut path: Vec<u32> = Vec::with_capacity_in(64, arena);
        let mut all = 0;
        for block in page.blocks {
            let mut at = Some(block.container);
            while let Some(node) = at.filter(|&node| of_node[node as usize] == NONE) {
                path.push(node);
                at = container_above(page, node);
            }
            let mut parent = at.map_or(NONE, |node| of_node[node as usize]);
            while let Some(node) = path.pop() {
                let index = list.len() as u32;
                of_node[node as usize] = index;
                let words = groups.groups_of(&page.tree, node, NAMING_ATTRIBUTES);
                all |= words;
                list.push(Container { node, parent: if parent == NONE { index } else { parent }, words });
                parent = index;
            }
        }
        Containers { list: list.into_bump_slice(), of_node, words: all }
    }

    /// The index of a node that is a container.
    #[inline]
    pub fn index(&self, node: u32) -> u32 {
        self.of_node[node as usize]
    }

    /// The index of the container that a node is, or that is nearest around it.
    pub fn around(&self, page: &Page<'_>, node: u32) -> Option<usize> {
        let container = page.contexts.get(node as usize)?.container;
        self.of_node.get(container as usize).filter(|&&index| index != NONE).map(|&index| index as usize)
    }

    /// The index of a container and of each one around it, outward.
    pub fn ancestors(&self, at: u32) -> impl Iterator<Item = u32> + use<'a> {
        let list = self.list;
        std::iter::successors(Some(at), move |&at| Some(list[at as usize].parent).filter(|&above| above != at))
    }

    /// Bytes that [`parts_beside`](Self::parts_beside) allocates for so many containers.
    pub fn capacity_of_parts(containers: usize) -> usize {
        containers * size_of::<u32>()
    }

    /// For each container the outermost element around it that is not around a node, or [`NONE`].
    pub fn parts_beside<'s>(&self, scratch: &'s Bump, tree: &Tree<'_>, node: u32) -> &'s [u32] {
        let parts = scratch.alloc_slice_fill_copy(self.len(), NONE);
        for (i, container) in self.list.iter().enumerate() {
            let is_around = tree.subtree(container.node).contains(&(node as usize));
            let above = parts[container.parent as usize];
            parts[i] = if is_around || above != NONE { above } else { i as u32 };
        }
        parts
    }

    /// Whether the names of a container say this about its items, by number of [`item`](crate::read::class_words::item).
    pub fn says(&self, tree: &Tree<'_>, at: u32, item: u8) -> bool {
        self.items_of(tree, at) >> item & 1 == 1
    }

    /// All that the names of a container say about its items.
    pub fn items_of(&self, tree: &Tree<'_>, at: u32) -> u32 {
        let node = &tree.nodes[self.list[at as usize].node as usize];
        if node.known & NAMING_ATTRIBUTES == 0 {
            return 0;
        }
        let names = tree.each_attribute(node).filter(|attribute| attribute.name.bit() & NAMING_ATTRIBUTES != 0);
        names.fold(0, |items, name| items | items_in(tree.raw_value(name)))
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.list.len()
    }

    /// Whether there are none.
    #[cfg(feature = "unstable")]
    pub fn is_empty(&self) -> bool {
        self.list.is_empty()
    }
}

fn container_above(page: &Page<'_>, node: u32) -> Option<u32> {
    let parent = page.tree.nodes[node as usize].parent;
    (parent != NONE).then(|| page.contexts[parent as usize].container)
}
