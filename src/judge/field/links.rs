//! The link targets of blocks.

use crate::base::arena::{Bump, Vec};
use crate::base::hash::hash_bytes;
use crate::read::address::{OwnPage, may_hide_its_scheme};
use crate::read::html::attributes::Name;
use crate::read::html::text::{Decoding, TextSink, decode};
use crate::read::page::{Block, Link, Page};
use std::ops::Range;

/// The links of one block.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct BlockLinks {
    /// Bytes of text in links to the page itself.
    pub same_page: u32,
    /// Bytes of text in links to other pages.
    pub other_pages: u32,
    /// The number of other pages to which the block links.
    pub targets: u32,
}

/// The links of blocks that consist mostly of links. Targets of links in running text are not needed.
///
/// The attributes and targets of links are far apart in memory. Separate small loops read them, so that the processor
/// overlaps the cache misses.
pub struct BlockLinksTable<'r, 'a> {
    source: &'a [u8],
    /// The links, in order.
    links: &'r [Target],
    /// The number of links in the blocks so far.
    read: usize,
    /// Hashes of the targets of one block.
    hashes: Vec<'r, u64>,
}

/// A link in a block.
#[derive(Clone, Copy)]
struct Target {
    /// Bytes of its text, `[start, end)`.
    text: (u32, u32),
    /// Bytes of its `href` in the source, `[start, end)`.
    href: (u32, u32),
    is_other_page: bool,
}

impl Target {
    fn href<'a>(&self, source: &'a [u8]) -> &'a [u8] {
        &source[self.href.0 as usize..self.href.1 as usize]
    }
}

/// Whether a block is mostly links.
#[inline]
fn is_mostly_links(block: &Block) -> bool {
    2 * block.linked_tokens >= block.tokens.max(1)
}

impl BlockLinks {
    /// Whether the block is not mostly links.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.same_page + self.other_pages == 0
    }
}

impl<'r, 'a> BlockLinksTable<'r, 'a> {
    /// Bytes of scratch memory that [`BlockLinksTable::new`] needs.
    pub fn capacity(page: &Page<'_>) -> usize {
        page.links.len() * (size_of::<Target>() + size_of::<u64>())
    }

    /// Reads the links of a page.
    #[inline(never)]
    pub fn new(arena: &'r Bump, page: &Page<'a>, own: &OwnPage<'_, '_>) -> Self {
        let mut links = Vec::with_capacity_in(page.links.len(), arena);
        let mut next = 0;
        for block in page.blocks.iter().filter(|block| is_mostly_links(block)) {
            while page.links.get(next).is_some_and(|link| link.text.1 <= block.text.0) {
                next += 1;
            }
            while let Some(link) = page.links.get(next)
                && link.text.0 < block.text.1
            {
                links.push(Target { text: link.text, href: href(page, link), is_other_page: true });
                next += 1;
            }
        }
        let source = page.tree.source;
        for link in &mut *links {
            let (start, end) = (link.href.0 as usize, link.href.1 as usize);
            link.is_other_page =
                own.is_surely_left_by(source, start, end) || is_left_by(arena, own, &source[start..end]);
        }
        let links = links.into_bump_slice();
        BlockLinksTable { source, links, read: 0, hashes: Vec::with_capacity_in(links.len(), arena) }
    }

    /// The links of a block; none if it is not mostly links. Takes the blocks in order.
    #[inline]
    pub fn next(&mut self, block: &Block) -> BlockLinks {
        let mut found = BlockLinks::default();
        let first = self.read;
        while let Some(link) = self.links.get(self.read)
            && link.text.0 < block.text.1
        {
            let bytes = link.text.1 - link.text.0;
            let to_other_page = if link.is_other_page { bytes } else { 0 };
            found.other_pages += to_other_page;
            found.same_page += bytes - to_other_page;
            self.read += 1;
        }
        // No link is empty.
        let has_several = self.read - first > 1;
        found.targets = if has_several { self.targets(first) } else { (found.other_pages > 0).into() };
        found
    }

    /// The number of other pages that are targets of the links read since `first`.
    #[inline(never)]
    fn targets(&mut self, first: usize) -> u32 {
        let others = self.links[first..self.read].iter().filter(|link| link.is_other_page);
        self.hashes.clear();
        self.hashes.extend(others.map(|link| page_hash(link.href(self.source))));
        distinct(&mut self.hashes)
    }
}

/// The source range of the target of a link.
#[inline]
fn href(page: &Page<'_>, link: &Link) -> (u32, u32) {
    let tree = &page.tree;
    let href = tree.attribute(&tree.nodes[link.node as usize], Name::HREF);
    href.map(|href| (href.value_start, href.value_end)).unwrap_or_default()
}

/// Whether a link leads to another page. Not inlined, because few links need it.
#[inline(never)]
fn is_left_by(arena: &Bump, own: &OwnPage<'_, '_>, href: &[u8]) -> bool {
    // A scheme may be written with character references, to hide it from programs that collect addresses.
    if may_hide_its_scheme(href) {
        let mut decoded = Vec::with_capacity_in(href.len(), arena);
        decode(href, 0, href.len(), Decoding::ATTRIBUTE, &mut Bytes(&mut decoded));
        return own.is_left_by(&decoded);
    }
    own.is_left_by(href)
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
