//! The limit of derived text, [`Limits::max_output`]. The tag paths of blocks and the targets of links repeat parts of
//! the page: an element can contribute to many blocks and links.

use crate::base::arena::{Bump, OutOfMemory, Scratch};
use crate::base::limits::Limits;
use crate::read::html::attributes::Name;
use crate::read::html::chain::value_on_path;
use crate::read::html::path::{
    LONGEST_NAME, MAX_GROWTH, MAX_PART, MAX_RAW_LEN, longest_class, longest_known_name, longest_unknown_name, raw_len,
};
use crate::read::html::{NONE, Tree};
use crate::read::page::Page;

/// The bytes of a `rel` that are decoded.
pub(super) const MAX_REL: usize = 1024;

/// The output in bytes that every page may have, in addition to the part that is linear in its length.
const FREE: u64 = 1 << 20;

/// The limits of the derived text of one page.
#[derive(Clone, Copy, Debug)]
pub(crate) struct OutputLimits {
    /// Maximum bytes of a tag path; `usize::MAX` if all paths together are short enough.
    pub path: usize,
    /// Links from this index on have no target, address or `rel`.
    pub links: usize,
    /// Maximum bytes of all paths together, of all targets, and of the output of a program for the page.
    pub bytes: u64,
}

impl OutputLimits {
    /// The limits of a page.
    ///
    /// # Errors
    /// If memory runs out.
    pub fn of(
        arena: &Bump,
        scratch: &mut Scratch<'_>,
        page: &Page<'_>,
        limits: &Limits,
    ) -> Result<OutputLimits, OutOfMemory> {
        let length = page.tree.source.len() as u64;
        let allowed = length.saturating_mul(limits.max_output).saturating_add(FREE);
        let path = path_limit(arena, scratch, page, allowed)?;
        // The first links of all elements together are no longer than the page.
        let links = link_limit(page, allowed.saturating_sub(length * MAX_GROWTH as u64));
        Ok(OutputLimits { path, links, bytes: allowed })
    }

    /// Whether paths or targets are left out.
    pub fn is_exceeded(&self, page: &Page<'_>) -> bool {
        self.path != usize::MAX || self.links < page.links.len()
    }

    /// The number of links that have addresses, each of which may repeat a base of this length.
    pub fn addresses(&self, base: usize) -> usize {
        let allowed = self.bytes / base.max(1) as u64;
        self.links.min(usize::try_from(allowed).unwrap_or(usize::MAX))
    }
}

/// The maximum length of a path such that the paths of all blocks together have at most `allowed` bytes.
fn path_limit(arena: &Bump, scratch: &mut Scratch<'_>, page: &Page<'_>, allowed: u64) -> Result<usize, OutOfMemory> {
    let depth_of = |container: u32| page.tree.nodes.get(container as usize).map_or(0, |node| node.depth);
    let depths = || page.blocks.iter().map(|block| depth_of(block.container));
    // Fast paths, without looking at the elements around each block: enough for most pages.
    let elements = depths().map(|depth| u64::from(depth) + 1).sum::<u64>();
    let are_short = |most_raw_len: usize| elements * (most_raw_len * MAX_GROWTH) as u64 <= allowed;
    if are_short(MAX_RAW_LEN) {
        return Ok(usize::MAX);
    }
    let class = longest_class(&page.tree);
    let names: [fn(&Tree<'_>) -> usize; 3] = [
        |_| MAX_PART,
        |tree| longest_unknown_name(tree).max(LONGEST_NAME),
        |tree| longest_unknown_name(tree).max(longest_known_name(tree)),
    ];
    if names.iter().any(|name| are_short(1 + class + name(&page.tree))) {
        return Ok(usize::MAX);
    }
    let depth = usize::from(depths().max().unwrap_or_default());
    let scratch = scratch.begin(arena, depth * size_of::<(u32, u64)>())?;
    if raw_paths_len(scratch, page, depth) * MAX_GROWTH as u64 <= allowed {
        return Ok(usize::MAX);
    }
    Ok((allowed / page.blocks.len().max(1) as u64).min(1 << 30) as usize)
}

/// The sum of the lengths of the paths of all blocks, before decoding. The common part of a path and its predecessor is
/// not read again.
fn raw_paths_len(scratch: &Bump, page: &Page<'_>, max_depth: usize) -> u64 {
    let tree = &page.tree;
    // The document, which is above all.
    let of_document = tree.nodes.first().map_or(0, |document| raw_len(tree, document) as u64);
    let path: &mut [(u32, u64)] = scratch.alloc_slice_fill_copy(max_depth, (NONE, 0));
    let mut sum = 0u64;
    for block in page.blocks {
        let Some(container) = tree.nodes.get(block.container as usize) else { continue };
        let length =
            value_on_path(&mut path[..usize::from(container.depth)], tree, block.container, |above, element| {
                above.unwrap_or(of_document) + raw_len(tree, &tree.nodes[element as usize]) as u64
            });
        sum += length.unwrap_or(of_document);
    }
    sum
}

/// The number of links that have targets: links that repeat the attributes of an earlier link, such as all but the
/// first of an element, have at most `allowed` bytes together.
fn link_limit(page: &Page<'_>, allowed: u64) -> usize {
    let tree = &page.tree;
    // Attributes are in the order of their elements; clones share the attributes.
    let mut last = None;
    let mut repeated = 0;
    for (index, link) in page.links.iter().enumerate() {
        let node = &tree.nodes[link.node as usize];
        if last.is_none_or(|last| node.attributes > last) {
            last = Some(node.attributes);
            continue;
        }
        let length = |name| tree.attribute(node, name).map_or(0, |value| tree.raw_value(value).len());
        repeated += ((length(Name::HREF) + length(Name::REL).min(MAX_REL)) * MAX_GROWTH) as u64;
        if repeated > allowed {
            return index;
        }
    }
    page.links.len()
}
