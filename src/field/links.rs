//! What the links of a block lead to.

use super::destination::{Destination, PageAddress, is_plainly_of_a_page, start_of};
use crate::arena::{Bump, Vec};
use crate::hash::hash_bytes;
use crate::html::attributes::Name;
use crate::html::text::{Decoding, TextSink, decode};
use crate::page::{Block, Link, Page};
use std::ops::Range;

/// The links of one block.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct BlockLinks {
    /// Bytes of text linked to places in the page itself.
    pub same_page: u32,
    /// Bytes of text linked to other pages.
    pub other_pages: u32,
    /// How many other pages it links to.
    pub targets: u32,
}

/// The links of the blocks that are mostly links: where the links of running text lead does not matter.
///
/// The attributes and targets of links lie far apart in memory. They are read in loops of their own, which do little
/// else, so that the processor waits for several of them at once.
pub struct BlockLinksTable<'r, 'a> {
    /// The links, in order.
    links: Vec<'r, Target<'a>>,
    /// One past the last of each block in `links`.
    ends: Vec<'r, u32>,
    /// Hashes of the targets of one block.
    hashes: Vec<'r, u64>,
}

/// A link in a block.
struct Target<'a> {
    /// Bytes of its text.
    length: u32,
    is_other_page: bool,
    /// As it stands in the source.
    href: &'a [u8],
}

/// Whether a block is mostly links.
pub(super) fn is_mostly_links(block: &Block) -> bool {
    block.linked_tokens > 0 && 2 * block.linked_tokens >= block.tokens
}

impl<'r, 'a> BlockLinksTable<'r, 'a> {
    /// Bytes of scratch memory that [`BlockLinksTable::new`] needs.
    pub fn capacity(page: &Page<'_>) -> usize {
        page.links.len() * (size_of::<Target>() + size_of::<u64>()) + page.blocks.len() * size_of::<u32>()
    }

    /// Reads the links of a page.
    pub fn new(arena: &'r Bump, page: &Page<'a>, address: &PageAddress<'_>) -> Self {
        let mut links = Vec::with_capacity_in(page.links.len(), arena);
        let mut ends = Vec::with_capacity_in(page.blocks.len(), arena);
        let mut rest = page.links;
        for block in page.blocks {
            let is_wanted = is_mostly_links(block);
            while let [link, after @ ..] = rest
                && link.text.0 < block.text.1
            {
                rest = after;
                if is_wanted {
                    links.push(Target {
                        length: link.text.1 - link.text.0,
                        is_other_page: true,
                        href: href(page, link),
                    });
                }
            }
            ends.push(links.len() as u32);
        }
        for link in &mut *links {
            link.is_other_page = leads_away(arena, address, link.href);
        }
        BlockLinksTable { links, ends, hashes: Vec::with_capacity_in(page.links.len(), arena) }
    }

    /// The links of a block; none if it is not mostly links.
    pub fn of_block(&mut self, index: usize) -> BlockLinks {
        let start = index.checked_sub(1).map_or(0, |before| self.ends[before] as usize);
        let links = &self.links[start..self.ends[index] as usize];
        let mut found = BlockLinks::default();
        for link in links {
            *(if link.is_other_page { &mut found.other_pages } else { &mut found.same_page }) += link.length;
        }
        found.targets = match links {
            [] => 0,
            [link] => link.is_other_page.into(),
            _ => {
                self.hashes.clear();
                self.hashes.extend(links.iter().filter(|link| link.is_other_page).map(|link| page_hash(link.href)));
                distinct(&mut self.hashes)
            }
        };
        found
    }
}

/// The target of a link as it stands in the source.
#[inline]
fn href<'a>(page: &Page<'a>, link: &Link) -> &'a [u8] {
    let tree = &page.tree;
    let href = tree.attribute(&tree.nodes[link.node as usize], Name::HREF);
    href.map(|href| tree.raw_value(href)).unwrap_or_default()
}

/// Whether a link leads to another page.
#[inline]
fn leads_away(arena: &Bump, address: &PageAddress<'_>, href: &[u8]) -> bool {
    // A scheme may be written with character references, to hide it from programs that collect addresses.
    if !is_plainly_of_a_page(href) && start_of(href).contains(&b'&') {
        let mut decoded = Vec::with_capacity_in(href.len(), arena);
        decode(href, 0, href.len(), Decoding::ATTRIBUTE, &mut Bytes(&mut decoded));
        return address.destination(&decoded) == Destination::OtherPage;
    }
    address.destination(href) == Destination::OtherPage
}

/// The hash of a target without its fragment.
fn page_hash(href: &[u8]) -> u64 {
    hash_bytes(0, href[..memchr::memchr(b'#', href).unwrap_or(href.len())].trim_ascii())
}

/// Collects decoded text.
struct Bytes<'b, 'r>(&'b mut Vec<'r, u8>);

impl TextSink for Bytes<'_, '_> {
    fn plain(&mut self, bytes: &[u8], _: usize) {
        self.0.extend_from_slice_copy(bytes);
    }

    fn replaced(&mut self, text: &str, _: Range<usize>) {
        self.0.extend_from_slice_copy(text.as_bytes());
    }
}

fn distinct(hashes: &mut [u64]) -> u32 {
    hashes.sort_unstable();
    hashes.chunk_by(|one, other| one == other).count() as u32
}
