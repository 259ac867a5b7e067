//! The template mask: which blocks are content, and what their words should count.

mod density;
pub mod features;
mod landmarks;
mod learned;
mod model;
mod style_density;
#[cfg(test)]
mod tests;

pub use model::{Model, ModelError};
pub(crate) use style_density::by_style_density;

use crate::arena::Bump;
use crate::fusion::Segmentation;
use crate::options::Options;
use crate::page::{Block, Page, flag};
use crate::seeker;
use crate::style_density::StyleDensityOptions;
use crate::tag_path::TagPath;

/// How blocks are judged.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum MaskMethod {
    /// Text density, link density and neighbourhood, by rules.
    #[default]
    Density = 0,
    /// Boosted trees over some 200 features of a block and its surroundings: more accurate on pages that are not forums,
    /// at the price of half as much time again for the whole analysis.
    Learned = 1,
    /// What belongs to an area by style density, by the paper's rules; see [`crate::style_density`].
    StyleDensity = 2,
    /// Content Seeker: learned segments, learned content; see [`crate::seeker`].
    Seeker = 3,
    /// The largest block string; see [`crate::seeker::lbs`].
    SeekerLbs = 4,
    /// String length smoothing; see [`crate::seeker::sls`].
    SeekerSls = 5,
    /// Table pattern, for forums; see [`crate::seeker::tp`].
    SeekerTp = 6,
    /// The main region by tag path sequence is the content; see [`crate::tag_path`].
    TagPath = 7,
}

impl MaskMethod {
    /// All methods.
    pub const ALL: [MaskMethod; 8] = [
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
            MaskMethod::StyleDensity => "sd",
            MaskMethod::Seeker => "seeker",
            MaskMethod::SeekerLbs => "seeker-lbs",
            MaskMethod::SeekerSls => "seeker-sls",
            MaskMethod::SeekerTp => "seeker-tp",
            MaskMethod::TagPath => "tps",
        }
    }

    /// The options of style density that the method needs, if it does.
    pub(crate) fn style_density(self) -> Option<StyleDensityOptions> {
        (self == MaskMethod::StyleDensity).then(StyleDensityOptions::default)
    }

    /// The method of that name.
    pub fn from_name(name: &str) -> Option<MaskMethod> {
        MaskMethod::ALL.into_iter().find(|method| method.name() == name)
    }

    /// The method of that number.
    pub fn from_number(number: u32) -> Option<MaskMethod> {
        MaskMethod::ALL.into_iter().find(|&method| method as u32 == number)
    }
}

/// The judgement of one block.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Verdict {
    /// How likely the block is content, 0 to 1.
    pub probability: f32,
    /// What its words should count: 16 is 1.0, 0 is searchable but unscored.
    pub weight: u8,
    /// Whether the block is template: navigation, advertising, boilerplate.
    pub template: bool,
    /// Whether the block's text is in the main region by tag path sequence.
    pub in_region: bool,
}

/// The same verdicts, but that text from metadata is content.
pub fn take_metadata<'a>(arena: &'a Bump, page: &Page<'_>, verdicts: &'a [Verdict]) -> &'a [Verdict] {
    let is_metadata = |block: &Block| block.flags & flag::METADATA_SOURCE != 0;
    if !page.blocks.iter().any(is_metadata) {
        return verdicts;
    }
    arena.alloc_slice_fill_iter(page.blocks.iter().zip(verdicts).map(|(block, &verdict)| match is_metadata(block) {
        true => Verdict { probability: 1.0, weight: 16, template: false, ..verdict },
        false => verdict,
    }))
}

/// Judges every block of a page; one verdict a block, in order.
pub fn judge<'a>(
    arena: &'a Bump,
    page: &Page<'_>,
    segmentation: &Segmentation<'_>,
    tag_path: &TagPath<'_>,
    options: &Options,
) -> &'a [Verdict] {
    match options.mask {
        MaskMethod::Density => density::judge(arena, page, segmentation, tag_path),
        MaskMethod::Learned => learned::judge(arena, page, segmentation, tag_path),
        MaskMethod::StyleDensity => {
            let found = crate::style_density::analyse(arena, page, &StyleDensityOptions::default());
            by_style_density(arena, page, tag_path, &found)
        }
        method @ (MaskMethod::Seeker
        | MaskMethod::SeekerLbs
        | MaskMethod::SeekerSls
        | MaskMethod::SeekerTp
        | MaskMethod::TagPath) => seeker::verdicts::judge(arena, page, tag_path, method, &options.seeker),
    }
}
