//! Blanking: the page with everything but its content overwritten, so that offsets stay what they are.

use super::units::{Units, UnsupportedEncoding};
use crate::document::Document;
use crate::flags::BlockFlags;
use crate::html::Tag;
use crate::page::flag;
use std::ops::Range;

impl Document<'_> {
    /// Blanks a copy of the page's bytes in place: spaces instead of all that is not text of a block of content. `copy`
    /// must hold what was analyzed, as [`Document::bytes`] gives it; otherwise nothing is promised but its length.
    ///
    /// Line feeds stay, so that lines keep their numbers, and so does a byte order mark. Text stays as it is written: a
    /// character reference is not decoded, as the character is shorter. In UTF-16 a space has two bytes. Text from metadata
    /// that is content ([`crate::Options::use_metadata`]) stays as its script or attribute has it, escapes and all.
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
    /// [`UnsupportedEncoding`]; then nothing is written.
    pub fn blank_page(&self, copy: &mut [u8]) -> Result<(), UnsupportedEncoding> {
        let units = Units::of(self)?;
        let mut at = self.source_range((0, 0)).start;
        for kept in content(self) {
            // Kept ranges ascend, but those of moved nodes need not be disjoint.
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

/// The source ranges of all that is content, in order.
fn content<'d>(document: &'d Document<'_>) -> impl Iterator<Item = Range<usize>> + 'd {
    let (mut texts, mut others) = (content_texts(document).peekable(), metadata(document).peekable());
    std::iter::from_fn(move || match (texts.peek(), others.peek()) {
        (Some(text), Some(other)) if other.start < text.start => others.next(),
        (None, _) => others.next(),
        _ => texts.next(),
    })
}

/// Those of content that stands in a script or in an attribute, where no text of the page does.
fn metadata<'d>(document: &'d Document<'_>) -> impl Iterator<Item = Range<usize>> + 'd {
    let of_metadata = document.blocks().filter(|block| block.flags().contains(BlockFlags::METADATA_SOURCE));
    of_metadata.filter(|block| !block.is_template()).map(|block| block.source())
}

/// Those of the page's text: stretches without tags and comments.
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
        // Most nodes have text of one block; a node may also begin or end with whitespace outside of it.
        while blocks.next_if(|block| block.table_entry().source.1 <= node.start).is_some() {}
        let block = blocks.peek().filter(|block| !block.is_template())?;
        let (start, end) = block.table_entry().source;
        let kept = (node.start.max(start), node.end.min(end));
        (kept.0 < kept.1).then(|| document.source_range(kept))
    })
}
