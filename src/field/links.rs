//! What the links of a block lead to.

use super::destination::{Destination, LONGEST_SCHEME, PageAddress};
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

/// Reads the links of one block after the other, in their order.
pub struct LinkReader<'r, 'a> {
    arena: &'r Bump,
    page: &'r Page<'a>,
    address: &'r PageAddress<'r>,
    rest: &'a [Link],
    /// Hashes of the targets in the current block.
    targets: Vec<'r, u64>,
}

impl<'r, 'a> LinkReader<'r, 'a> {
    /// At the first block of the page.
    pub fn new(arena: &'r Bump, page: &'r Page<'a>, address: &'r PageAddress<'r>) -> Self {
        LinkReader { arena, page, address, rest: page.links, targets: Vec::with_capacity_in(page.links.len(), arena) }
    }

    /// The links of a block, which follows those that were read before.
    pub fn read(&mut self, block: &Block) -> BlockLinks {
        while let [link, rest @ ..] = self.rest
            && link.text.0 < block.text.0
        {
            self.rest = rest;
        }
        let inside = self.rest.iter().position(|link| link.text.0 >= block.text.1);
        let (links, rest) = self.rest.split_at(inside.unwrap_or(self.rest.len()));
        self.rest = rest;
        self.summarize(links)
    }

    fn summarize(&mut self, links: &[Link]) -> BlockLinks {
        let mut found = BlockLinks::default();
        self.targets.clear();
        for link in links {
            let length = link.text.1 - link.text.0;
            let href = self.href(link);
            // A scheme may be written with character references, to hide it from programs that collect addresses.
            let decoded = href[..href.len().min(LONGEST_SCHEME)].contains(&b'&').then(|| self.decoded(link));
            let href = decoded.as_deref().unwrap_or(href);
            if self.address.destination(href) == Destination::SamePage {
                found.same_page += length;
                continue;
            }
            found.other_pages += length;
            if links.len() > 1 {
                let page = &href[..memchr::memchr(b'#', href).unwrap_or(href.len())];
                self.targets.push(hash_bytes(0, page.trim_ascii()));
            }
        }
        found.targets = match links.len() {
            1 => u32::from(found.other_pages > 0),
            _ => distinct(&mut self.targets),
        };
        found
    }

    /// The target of a link with its character references decoded.
    fn decoded(&self, link: &Link) -> Vec<'r, u8> {
        let tree = &self.page.tree;
        let mut text = Vec::with_capacity_in(0, self.arena);
        if let Some(href) = tree.attribute(&tree.nodes[link.node as usize], Name::HREF) {
            text.reserve((href.value_end - href.value_start) as usize);
            let (start, end) = (href.value_start as usize, href.value_end as usize);
            decode(tree.source, start, end, Decoding::ATTRIBUTE, &mut Bytes(&mut text));
        }
        text
    }

    fn href(&self, link: &Link) -> &'a [u8] {
        let tree = &self.page.tree;
        let href = tree.attribute(&tree.nodes[link.node as usize], Name::HREF);
        href.map(|href| tree.raw_value(href)).unwrap_or_default()
    }
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
