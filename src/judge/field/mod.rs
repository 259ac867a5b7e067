//! Fields and search weights: what a term in a block should count in a ranking.
//!
//! What a reader wants to read (the mask's question) is not what a query may ask for: titles, headings and terms of a
//! definition list name what a page is about, a menu names what other pages are about. The [`Field`] of a block is a
//! fact about its markup, links and role; its weight follows from the field, whether the mask covers it or not.
//!
//! | file | what |
//! |---|---|
//! | `classify` | the field of a block |
//! | `destination` | whether a link leads to its own page or to another one |
//! | `links` | what the links of a block lead to |
//! | `weights` | weights and length normalization by field, and limits against keyword stuffing |

mod classify;
pub mod destination;
pub mod links;
#[cfg(test)]
mod tests;
mod weights;

use crate::base::arena::{Bump, Vec};
use crate::base::named::named;
use crate::judge::mask::{Mask, PageKind};
use crate::read::page::Page;
use classify::Classifier;
use destination::PageAddress;
use links::BlockLinksTable;
pub use weights::UNIT;
use weights::WeightLimits;

/// What a block is for a search engine: the field in which to index its text. The numbers are stable.
///
/// Each field has a default weight and a length normalization for BM25F, which `docs/ranking.md` explains.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[repr(u8)]
#[non_exhaustive]
pub enum Field {
    /// The title in the head.
    Title = 1,
    /// The headline: `h1`, or a short block that repeats the title or a part of it.
    H1 = 2,
    /// `h2` to `h6`.
    Heading = 3,
    /// A heading that links to another page, such as that of a teaser.
    LinkedHeading = 4,
    /// A short text that names what follows: `dt`, `th`, a caption, a signature, a line in bold, a short block before
    /// a longer one.
    Label = 5,
    /// All other text, content or template.
    #[default]
    Text = 6,
    /// Preformatted text: `pre`.
    Code = 7,
    /// A block that is mostly links to places in the page itself.
    InPageLink = 8,
    /// A block that is mostly links to other pages.
    Link = 9,
    /// Author, date, tags.
    Byline = 10,
    /// A comment of a reader on an article.
    Comment = 11,
    /// Not to be searched: hidden, excluded by the author of the page, or from metadata only.
    Hidden = 12,
}

named! {
    Field {
        Title = "title",
        H1 = "h1",
        Heading = "heading",
        LinkedHeading = "linked-heading",
        Label = "label",
        Text = "text",
        Code = "code",
        InPageLink = "in-page-link",
        Link = "link",
        Byline = "byline",
        Comment = "comment",
        Hidden = "hidden",
    }
}

/// The field of one block.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct BlockField {
    /// Its field.
    pub field: Field,
    /// What its terms count, in quarters: [`UNIT`] is 1.0.
    pub weight: u8,
    /// How many other pages it links to, if it is mostly links; at most 65,535.
    pub link_targets: u16,
}

/// Bytes of scratch memory that [`assign`] needs.
pub(crate) fn scratch_capacity(page: &Page<'_>) -> usize {
    BlockLinksTable::capacity(page)
}

/// Finds the field and the weight of every block. `address` is that of the page, if the caller knows it.
#[inline(never)]
pub(crate) fn assign<'a>(
    arena: &'a Bump,
    scratch: &Bump,
    page: &Page<'a>,
    mask: &Mask<'_>,
    address: Option<&str>,
) -> &'a [BlockField] {
    let address = PageAddress::find(&page.tree, page.metadata_elements(), address);
    let mut links = BlockLinksTable::new(scratch, page, &address);
    let classifier = Classifier::new(page);
    let is_documentation = mask.kinds.is_some_and(|kinds| kinds.best() == PageKind::Documentation);
    let mut limits = WeightLimits::new(page, is_documentation);
    let mut fields = Vec::with_capacity_in(page.blocks.len(), arena);
    for (i, (block, label)) in page.blocks.iter().zip(mask.labels).enumerate() {
        let links = links.next(block);
        let field = classifier.field(i, block, label, &links);
        let weight = limits.weight(field, block, label);
        let link_targets = links.targets.min(u32::from(u16::MAX)) as u16;
        fields.push(BlockField { field, weight, link_targets });
    }
    fields.into_bump_slice()
}
