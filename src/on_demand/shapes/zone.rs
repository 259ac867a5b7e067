//! Zones: wraps each block in an element named after its role, for engines that index text by the enclosing tag.

use super::units::{Units, UnsupportedEncoding};
use super::zone_name;
use crate::base::fallible::{end, or_end_with};
use crate::document::{Block, Document};
use crate::read::html::Tag;
use crate::read::html::node::Namespace;
use crate::read::page::flag;

impl Document<'_> {
    /// A copy of the page with a start tag inserted before each block and an end tag after it: `<blk-main>`,
    /// `<blk-heading>`, `<blk-comment>`, `<blk-meta>`, `<blk-nav>`, `<blk-aside>`, `<blk-legal>`, `<blk-hidden>`.
    /// Removing these tags restores the page byte for byte. The copy has the page's encoding.
    ///
    /// Blocks that [`Options::comments`](crate::Options::comments) leaves out get no zone.
    ///
    /// Zones are never nested. They are meant for parsers that read a page as a sequence of tags and texts: a zone
    /// extends from the first to the last character of its block, so it may overlap an inline element in which the
    /// block begins or ends. No zones are inserted where a tag would be parsed as text: in the title, in `xmp` and
    /// `plaintext`, and in scripts and attributes with text from metadata.
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
        or_end_with(
            || Ok(Vec::new()),
            || {
                let mut out = Vec::new();
                zone_to::<UnsupportedEncoding>(self, |chunk| {
                    out.try_reserve(chunk.len()).unwrap_or_else(|_| end());
                    out.extend_from_slice(chunk);
                    Ok(())
                })?;
                Ok(out)
            },
        )
    }
}

/// Passes the zoned page in chunks to `write`, which may fail.
pub(crate) fn zone_to<E: From<UnsupportedEncoding>>(
    document: &Document<'_>,
    mut write: impl FnMut(&[u8]) -> Result<(), E>,
) -> Result<(), E> {
    let units = Units::of(document)?;
    let bytes = document.bytes();
    let mut copied = 0;
    for block in document.blocks() {
        document.end_if_cancelled();
        let Some(zone) =
            zone_name(block.role()).filter(|_| !document.leaves_out(block.index()) && takes_tags(document, &block))
        else {
            continue;
        };
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

/// Whether a tag inserted before the block would be parsed as a tag, which is not the case in scripts, attributes and
/// raw text elements. Raw text elements other than these three contain no blocks.
fn takes_tags(document: &Document<'_>, block: &Block<'_, '_>) -> bool {
    let (nodes, entry) = (&document.page().tree.nodes, block.table_entry());
    let is_raw = |index: u32| {
        let node = &nodes[index as usize];
        node.namespace == Namespace::Html && matches!(node.tag, Tag::XMP | Tag::PLAINTEXT | Tag::TITLE)
    };
    // The container is checked as well, because formatting elements are reconstructed inside `plaintext`.
    let is_metadata = entry.flags & flag::METADATA_SOURCE != 0;
    !is_metadata && !is_raw(entry.container) && !is_raw(nodes[entry.first_text as usize].parent)
}
