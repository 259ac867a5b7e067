//! Fields and term weights for ranking.
//!
//! The mask selects text for readers; queries also match titles, headings and terms of definition lists, which name the
//! topic of a page, and menus, which name the topics of other pages. The [`Field`] of a block depends on its markup,
//! links and role; the weight depends on the field, not on the mask.
//!
//! | file | contents |
//! |---|---|
//! | `classify` | the field of a block |
//! | `links` | the link targets of a block |
//! | `weights` | weights and length normalization by field, and limits against keyword stuffing |

mod classify;
mod links;
#[cfg(test)]
mod tests;
mod weights;

use crate::base::arena::{Bump, Vec};
use crate::base::named::named;
use crate::judge::mask::{Mask, PageKind};
use crate::read::address::{Declared, OwnPage};
use crate::read::page::Page;
use classify::Classifier;
use links::BlockLinksTable;
pub(crate) use weights::MAX_BLOCK;
pub use weights::UNIT;
use weights::WeightLimits;

/// The search engine field in which to index the text of a block. The numbers are stable.
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
    /// A heading that links to another page, such as the heading of a teaser.
    LinkedHeading = 4,
    /// A short text that names the following text: `dt`, `th`, a caption, a signature, a line in bold, a short block
    /// before a longer one.
    Label = 5,
    /// All other text, content or template.
    #[default]
    Text = 6,
    /// Preformatted text: `pre`.
    Code = 7,
    /// A block that consists mostly of links to targets in the page itself.
    InPageLink = 8,
    /// A block that consists mostly of links to other pages.
    Link = 9,
    /// Author, date, tags.
    Byline = 10,
    /// A reader comment on an article.
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
    /// The term weight, in quarters: [`UNIT`] is 1.0.
    pub weight: u8,
    /// The number of other pages to which the block links, if it consists mostly of links; at most 65,535.
    pub link_targets: u16,
}

/// Bytes of scratch memory that [`assign`] needs.
pub(crate) fn scratch_capacity(page: &Page<'_>) -> usize {
    BlockLinksTable::capacity(page) + OwnPage::CAPACITY
}

/// Computes the field and the weight of every block. `address` is the address of the page, if the caller knows it.
#[inline(never)]
pub(crate) fn assign<'a>(
    arena: &'a Bump,
    scratch: &Bump,
    page: &Page<'a>,
    mask: &Mask<'_>,
    declared: Declared,
    address: Option<&str>,
) -> &'a [BlockField] {
    let own = OwnPage::find(scratch, page, declared, address);
    let mut links = BlockLinksTable::new(scratch, page, &own);
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
