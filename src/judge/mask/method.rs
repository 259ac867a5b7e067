//! The methods for computing a mask.

use crate::base::named::named;

/// The method that classifies blocks as content or template.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[repr(u8)]
#[non_exhaustive]
pub enum MaskMethod {
    /// Hand-written rules over text density, link density and neighborhood: the fastest method.
    Density = 0,
    /// Boosted trees that classify the page kind, then each block by some 90 features of the block and its
    /// surroundings: the most accurate method.
    #[default]
    Learned = 1,
    /// Blocks in layout areas found by style density.
    #[cfg(feature = "style-density")]
    StyleDensity = 2,
    /// Content Seeker: learned segmentation, then learned classification of the segments.
    #[cfg(feature = "seeker")]
    Seeker = 3,
    /// Content Seeker's heuristic LBS, the largest block string.
    #[cfg(feature = "seeker")]
    SeekerLbs = 4,
    /// Content Seeker's heuristic SLS, string length smoothing.
    #[cfg(feature = "seeker")]
    SeekerSls = 5,
    /// Content Seeker's heuristic TP, table pattern, for forums.
    #[cfg(feature = "seeker")]
    SeekerTp = 6,
    /// Blocks in the main region by tag path sequence.
    TagPath = 7,
}

named! {
    MaskMethod {
        Density = "density",
        Learned = "learned",
        #[cfg(feature = "style-density")]
        StyleDensity = "style-density",
        #[cfg(feature = "seeker")]
        Seeker = "seeker",
        #[cfg(feature = "seeker")]
        SeekerLbs = "seeker-lbs",
        #[cfg(feature = "seeker")]
        SeekerSls = "seeker-sls",
        #[cfg(feature = "seeker")]
        SeekerTp = "seeker-tp",
        TagPath = "tag-path",
    }
}
