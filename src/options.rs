//! All settings of an analysis.

use crate::fusion::FusionOptions;
use crate::mask::MaskMethod;
use crate::page::WrapOptions;
use crate::tag_path::TagPathOptions;

/// How pages are analysed. The default is what an indexer wants.
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
    /// Whether fingerprints take upper and lower case for the same.
    pub fold_case: bool,
    /// Whether text that only the page's metadata holds counts as content with full weight; see
    /// [`flag::METADATA_SOURCE`](crate::page::flag::METADATA_SOURCE). Else it is template with weight 0.
    pub use_metadata: bool,
}

/// Limits of an analysis.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Limits {
    /// Bytes of a page; longer ones are an error. At most 4 GiB - 2, as offsets have 32 bits. Default: 256 MiB.
    pub max_input: u64,
    /// Nodes of the tree; what comes after is not read, and the document says so. Default: 2^31 - 1.
    pub max_nodes: u32,
    /// Depth of the tree; deeper elements become children of the deepest ones, and the document says so. Default: 512.
    pub max_depth: u16,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits { max_input: 256 << 20, max_nodes: u32::MAX / 2, max_depth: 512 }
    }
}
