//! Regions: valid nodes grouped by their nearest strong ancestor, with density, level and title (Pappas et al. 2012).

use super::StyleDensityOptions;
use super::names;
use super::own_text::Ancestors;
use crate::base::arena::{Bump, Vec as ArenaVec};
use crate::base::intern::Interner;
use crate::read::html::{NONE, Tree};

/// The valid nodes below one strong ancestor.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Region {
    /// The strong ancestor.
    pub root: u32,
    /// Characters of its nodes' own text.
    pub density: u32,
    /// Ancestors of the root, up to `html`.
    pub level: u32,
    /// Its heading, or [`NONE`].
    pub title: u32,
    /// Level of the ancestor (or of the region itself) that holds the title; 0 without one.
    pub title_level: u32,
    /// Equal for regions with the same class attribute, whitespace normalized; 0 without class.
    pub class: u32,
    /// Depth of the deepest node that contains the roots of this region and of the previous one; 0 for the first.
    pub(super) meets_last: u32,
}

impl Region {
    /// The distance between the levels of title and region (equation 2); `None` without a title.
    pub fn title_diff(&self) -> Option<u32> {
        (self.title != NONE).then(|| self.title_level.abs_diff(self.level))
    }

    /// Distance from the maximum: 0 for the largest region, up to 100 (equation 1).
    #[cfg(feature = "unstable")]
    pub fn dfm(&self, largest: u32) -> f64 {
        100.0 - 100.0 * f64::from(self.density) / f64::from(largest.max(1))
    }

    /// Whether `dfm <= threshold`, exactly.
    pub(super) fn is_candidate(&self, largest: u32, threshold: u8) -> bool {
        100 * u64::from(self.density) >= u64::from(100 - threshold.min(100)) * u64::from(largest)
    }
}

/// The regions of a page.
#[derive(Clone, Copy, Debug, Default)]
pub struct Regions<'a> {
    /// By root, in document order.
    pub all: &'a [Region],
    /// The largest density.
    pub largest: u32,
    /// By node, one plus the region of a valid node; 0 for other nodes.
    pub(super) of_node: &'a [u32],
}

impl Regions<'_> {
    /// The region that has this node's own text.
    pub fn of_owner(&self, node: u32) -> Option<u32> {
        self.of_node.get(node as usize)?.checked_sub(1)
    }
}

/// Finds all regions.
pub(super) fn regions<'a>(
    arena: &'a Bump,
    tree: &Tree<'_>,
    ancestors: &[Ancestors],
    own: &[u32],
    options: &StyleDensityOptions,
) -> Regions<'a> {
    // First whether the node is a root, then one plus the index of its region.
    let marks = arena.alloc_slice_fill_copy(tree.nodes.len(), 0u32);
    let mut valid = ArenaVec::with_capacity_in(256, arena);
    valid.extend((0..own.len() as u32).filter(|&node| own[node as usize] > options.t2));
    let mut any_root = false;
    for &node in &valid {
        let root = ancestors[node as usize].root;
        if root != NONE {
            marks[root as usize] = 1;
            any_root = true;
        }
    }
    if valid.is_empty() {
        return Regions::default();
    }
    // The body is a root only if there is no other one.
    let body = match tree.body {
        _ if any_root => NONE,
        NONE => 0,
        body => body,
    };
    if !any_root {
        marks[body as usize] = 1;
    }
    let mut all = roots(arena, tree, marks, options.merge_nested);
    let of_node = arena.alloc_slice_fill_copy(tree.nodes.len(), 0u32);
    for node in valid {
        let root = if ancestors[node as usize].root == NONE { body } else { ancestors[node as usize].root };
        if root != NONE {
            let number = marks[root as usize];
            of_node[node as usize] = number;
            all[number as usize - 1].density += own[node as usize];
        }
    }
    let largest = all.iter().map(|region| region.density).max().unwrap_or(0);
    Regions { all: all.into_bump_slice(), largest, of_node }
}

/// Creates a region for each marked node, or, if nested regions are merged, maps it to the region of its parent.
///
/// The title is the first heading inside, or else the last one before. The depth of the deepest common ancestor of that
/// heading and the root is one less than the smallest depth of the nodes between them, so that one pass suffices.
fn roots<'a>(arena: &'a Bump, tree: &Tree<'_>, marks: &mut [u32], merge_nested: bool) -> ArenaVec<'a, Region> {
    let mut all: ArenaVec<Region> = ArenaVec::new_in(arena);
    let mut classes = Interner::new(arena, 64);
    let mut untitled = 0;
    let (mut heading, mut least_since_heading) = (NONE, 0);
    let mut least_since_region = 0;
    for (i, node) in tree.nodes.iter().enumerate() {
        let (index, depth) = (i as u32, u32::from(node.depth));
        if node.tag.heading_level() != 0 {
            // The regions that began before it and have not ended.
            for region in &mut all[untitled..] {
                if tree.nodes[region.root as usize].subtree_end > index {
                    (region.title, region.title_level) = (index, region.level);
                }
            }
            untitled = all.len();
            (heading, least_since_heading) = (index, depth + 1);
        } else {
            least_since_heading = least_since_heading.min(depth);
        }
        least_since_region = least_since_region.min(depth);
        if marks[i] == 0 {
            continue;
        }
        let parent = marks[node.parent.min(index) as usize];
        if merge_nested && node.parent != NONE && parent != 0 {
            marks[i] = parent;
            continue;
        }
        let class = names::class_hash(tree, node).map_or(0, |hash| classes.intern(hash));
        let title_level = if heading == NONE { 0 } else { least_since_heading.saturating_sub(2) };
        all.push(Region {
            root: index,
            density: 0,
            level: depth.saturating_sub(1),
            title: heading,
            title_level,
            class,
            meets_last: least_since_region.saturating_sub(1),
        });
        marks[i] = all.len() as u32;
        least_since_region = u32::MAX;
    }
    all
}
