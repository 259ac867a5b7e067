//! Zones: the page with each block inside an element that is named for its role, for engines that index text by the tag
//! around it.

use super::units::{Units, UnsupportedEncoding};
use super::zone_name;
use crate::document::{Block, Document};
use crate::html::Tag;
use crate::html::node::Namespace;
use crate::page::flag;

impl Document<'_> {
    /// The page as it is, with a start tag before each block and an end tag after it: `<blk-main>`, `<blk-heading>`,
    /// `<blk-comment>`, `<blk-meta>`, `<blk-nav>`, `<blk-aside>`, `<blk-legal>`, `<blk-hidden>`. Removing these tags gives
    /// the page again, byte for byte. The copy is in the page's encoding.
    ///
    /// Zones follow each other and are never nested in one another. They are made for readers that take a page as a
    /// sequence of tags and texts: a zone begins with the first character of its block and ends with the last, so it may
    /// overlap an inline element that the block begins or ends in. Where a tag would be text there is no zone: in the
    /// title, in `xmp` and `plaintext`, and in the scripts and attributes that hold text from metadata.
    ///
    /// ```
    /// let html = b"<title>Rain</title><nav><a href=/>Home</a></nav>\
    ///     <p>Rain fell on the city for the third day, and the river rose.</p>";
    /// let mut analyzer = blockmask::Analyzer::new(blockmask::Options::default());
    /// let zoned = analyzer.analyze(html).unwrap().zone_page()?;
    /// let expected = "<title>Rain</title><nav><a href=/><blk-nav>Home</blk-nav></a></nav>\
    ///     <p><blk-main>Rain fell on the city for the third day, and the river rose.</blk-main></p>";
    /// assert_eq!(zoned, expected.as_bytes());
    /// # Ok::<(), blockmask::UnsupportedEncoding>(())
    /// ```
    ///
    /// # Errors
    /// [`UnsupportedEncoding`].
    pub fn zone_page(&self) -> Result<Vec<u8>, UnsupportedEncoding> {
        let mut out = Vec::with_capacity(self.bytes.len() + self.bytes.len() / 4);
        zone_to::<UnsupportedEncoding>(self, |piece| {
            out.extend_from_slice(piece);
            Ok(())
        })?;
        Ok(out)
    }
}

/// Gives the zoned page piece by piece to `write`, which may fail.
pub(crate) fn zone_to<E: From<UnsupportedEncoding>>(
    document: &Document<'_>,
    mut write: impl FnMut(&[u8]) -> Result<(), E>,
) -> Result<(), E> {
    let units = Units::of(document)?;
    let bytes = document.bytes();
    let mut copied = 0;
    for block in document.blocks() {
        let Some(zone) = zone_name(block.role()).filter(|_| takes_tags(document, &block)) else { continue };
        let source = block.source();
        let (Some(before), Some(text)) = (bytes.get(copied..source.start), bytes.get(source.clone())) else { continue };
        write(before)?;
        ["<", zone, ">"].into_iter().try_for_each(|part| units.write(part, &mut write))?;
        write(text)?;
        ["</", zone, ">"].into_iter().try_for_each(|part| units.write(part, &mut write))?;
        copied = source.end;
    }
    write(bytes.get(copied..).unwrap_or_default())
}

/// Whether a tag before the block would be read as one: not in a script, in an attribute, or in an element of raw text.
/// Others of these than the three have no blocks.
fn takes_tags(document: &Document<'_>, block: &Block<'_, '_>) -> bool {
    let (nodes, entry) = (&document.page().tree.nodes, block.table_entry());
    let is_raw = |index: u32| {
        let node = &nodes[index as usize];
        node.namespace == Namespace::Html && matches!(node.tag, Tag::XMP | Tag::PLAINTEXT | Tag::TITLE)
    };
    // The container as well, as formatting elements go on in a plaintext.
    let is_text = entry.flags & flag::METADATA_SOURCE != 0;
    !is_text && !is_raw(entry.container) && !is_raw(nodes[entry.first_text as usize].parent)
}
