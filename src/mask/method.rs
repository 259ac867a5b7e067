//! The ways to compute a mask.

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
    StyleDensity = 2,
    /// Content Seeker: learned segmentation, then learned classification of the segments.
    Seeker = 3,
    /// Content Seeker's heuristic LBS, the largest block string.
    SeekerLbs = 4,
    /// Content Seeker's heuristic SLS, string length smoothing.
    SeekerSls = 5,
    /// Content Seeker's heuristic TP, table pattern, for forums.
    SeekerTp = 6,
    /// Blocks in the main region by tag path sequence.
    TagPath = 7,
}

impl MaskMethod {
    /// All methods.
    pub const ALL: &'static [MaskMethod] = &[
        MaskMethod::Density,
        MaskMethod::Learned,
        MaskMethod::StyleDensity,
        MaskMethod::Seeker,
        MaskMethod::SeekerLbs,
        MaskMethod::SeekerSls,
        MaskMethod::SeekerTp,
        MaskMethod::TagPath,
    ];

    /// The name used in options and reports.
    pub const fn name(self) -> &'static str {
        match self {
            MaskMethod::Density => "density",
            MaskMethod::Learned => "learned",
            MaskMethod::StyleDensity => "style-density",
            MaskMethod::Seeker => "seeker",
            MaskMethod::SeekerLbs => "seeker-lbs",
            MaskMethod::SeekerSls => "seeker-sls",
            MaskMethod::SeekerTp => "seeker-tp",
            MaskMethod::TagPath => "tag-path",
        }
    }

    /// The method with this name.
    pub fn from_name(name: &str) -> Option<MaskMethod> {
        MaskMethod::ALL.iter().copied().find(|method| method.name() == name)
    }

    /// The method with this number.
    pub fn from_number(number: u32) -> Option<MaskMethod> {
        MaskMethod::ALL.iter().copied().find(|&method| method as u32 == number)
    }
}
