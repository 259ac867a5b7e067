//! Blanking: overwrites everything except the content with spaces, so that offsets do not change.

use super::units::{Units, UnsupportedEncoding};
use crate::base::flags::BlockFlags;
use crate::document::Document;
use crate::read::html::Tag;
use crate::read::page::flag;
use std::ops::Range;

impl Document<'_> {
    /// Overwrites everything except the text of content blocks with spaces, in place. `copy` must be a copy of
    /// [`Document::bytes`]; for other bytes the result is unspecified.
    ///
    /// Line feeds are kept, so that line numbers do not change, and so is a byte order mark. Character references are
    /// not decoded, since that would change offsets. In UTF-16 a space has two bytes. Text from metadata that counts as
    /// content ([`crate::Options::use_metadata`]) is kept with its escapes.
    ///
    /// ```
    /// let html = b"<p class=x>Rain fell on the city for the <b>third</b> day, &amp; the river rose.<p>Ad";
    /// let mut analyzer = blockmask::Analyzer::new(blockmask::Options::default());
    /// let mut copy = html.to_vec();
    /// analyzer.analyze(html).unwrap().blank_page(&mut copy)?;
    /// let text = "           Rain fell on the city for the    third     day, &amp; the river rose.     ";
    /// assert_eq!(std::str::from_utf8(&copy).unwrap(), text);
    /// # Ok::<(), blockmask::UnsupportedEncoding>(())
    /// ```
    ///
    /// # Errors
    /// [`UnsupportedEncoding`], before anything is written.
    pub fn blank_page(&self, copy: &mut [u8]) -> Result<(), UnsupportedEncoding> {
        let units = Units::of(self)?;
        let mut at = self.source_range((0, 0)).start;
        for kept in content(self) {
            // The ranges are sorted, but the ranges of foster-parented nodes may overlap.
            if let Some(gap) = copy.get_mut(at..kept.start) {
                units.blank(gap);
            }
            at = at.max(kept.end);
        }
        if let Some(rest) = copy.get_mut(at..) {
            units.blank(rest);
        }
        Ok(())
    }
}

/// The source ranges of all content, in order.
fn content<'d>(document: &'d Document<'_>) -> impl Iterator<Item = Range<usize>> + 'd {
    let (mut texts, mut others) = (content_texts(document).peekable(), metadata(document).peekable());
    std::iter::from_fn(move || match (texts.peek(), others.peek()) {
        (Some(text), Some(other)) if other.start < text.start => others.next(),
        (None, _) => others.next(),
        _ => texts.next(),
    })
}

/// The source ranges of content from metadata, in scripts and attributes.
fn metadata<'d>(document: &'d Document<'_>) -> impl Iterator<Item = Range<usize>> + 'd {
    let of_metadata = document.blocks().filter(|block| block.flags().contains(BlockFlags::METADATA_SOURCE));
    of_metadata.filter(|block| !block.is_template()).map(|block| block.source())
}

/// The source ranges of content text nodes, which contain no tags and comments.
fn content_texts<'d>(document: &'d Document<'_>) -> impl Iterator<Item = Range<usize>> + 'd {
    let page = document.page();
    let tree = &page.tree;
    let in_preorder = tree.source_order.is_empty();
    let order = (0..tree.nodes.len()).map(move |i| if in_preorder { i } else { tree.source_order[i] as usize });
    let texts = order
        .map(|i| &tree.nodes[i])
        .filter(|node| node.tag == Tag::TEXT && page.contexts[node.parent as usize].flags & flag::DROPPED == 0);
    let mut blocks = document.blocks().peekable();
    texts.flat_map(move |node| {
        // A text node belongs to at most one block, but may have leading or trailing whitespace outside the block.
        while blocks.next_if(|block| block.table_entry().source.1 <= node.start).is_some() {}
        let block = blocks.peek().filter(|block| !block.is_template())?;
        let (start, end) = block.table_entry().source;
        let kept = (node.start.max(start), node.end.min(end));
        (kept.0 < kept.1).then(|| document.source_range(kept))
    })
}
