//! The ways to compute a mask.

use crate::base::named::named;

/// How blocks are classified as content or template.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[repr(u8)]
#[non_exhaustive]
pub enum MaskMethod {
    /// Text density, link density and neighborhood, by hand-written rules: the fastest one.
    Density = 0,
    /// Boosted trees that classify the kind of the page first, then each block by some 90 features of it and of its
    /// surroundings: the most accurate one.
    #[default]
    Learned = 1,
    /// Blocks in the areas that style density finds.
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
