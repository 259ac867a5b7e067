//! All settings of an analysis.

use crate::fusion::FusionOptions;
use crate::limits::Limits;
use crate::mask::MaskMethod;
use crate::page::WrapOptions;
use crate::seeker::SeekerOptions;
use crate::style_density::StyleDensityOptions;
use crate::tag_path::TagPathOptions;
use crate::visual::VisualOptions;

/// How pages are analyzed. The default is what an indexer wants.
///
/// ```
/// use blockmask::{Options, fusion::FusionMethod};
///
/// let mut options = Options::default();
/// options.fusion.method = FusionMethod::Plain;
/// options.limits.max_input = 10 << 20;
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct Options {
    /// What is refused or cut short.
    pub limits: Limits,
    /// What counts as a token, and how wide a line is.
    pub wrap: WrapOptions,
    /// How fragments become segments.
    pub fusion: FusionOptions,
    /// How the main region is found.
    pub tag_path: TagPathOptions,
    /// How blocks are judged.
    pub mask: MaskMethod,
    /// How page kind, article, comments and posts are found; `None` leaves them out.
    pub style_density: Option<StyleDensityOptions>,
    /// How the seeker works, where it is the mask.
    pub seeker: SeekerOptions,
    /// Whether fingerprints take upper and lower case for the same.
    pub fold_case: bool,
    /// Whether text that only the page's metadata holds counts as content with full weight; see
    /// [`flag::METADATA_SOURCE`](crate::page::flag::METADATA_SOURCE). Else it is template with weight 0.
    pub use_metadata: bool,
    /// Whether and how what a reader sees is worked out: headings, author, date, hidden text. Default: not at all.
    pub visual: Option<VisualOptions>,
}
