//! The template mask: which blocks are content, and what their words should count.

mod classes;
mod density;
pub mod features;
mod inherited;
mod kind;
mod landmarks;
mod learned;
mod model;
mod repeats;
mod roles;
mod style_density;
#[cfg(test)]
mod tests;

pub use kind::{KindProbabilities, PageKind};
pub use model::{Model, ModelError};
pub use roles::Role;

use crate::arena::{Arena, Bump, OutOfMemory};
use crate::options::Options;
use crate::page::{Block, Page, flag};
use crate::seeker;
use crate::style_density::{StyleDensity, StyleDensityOptions};
use crate::tag_path::TagPath;
use features::{Containers, Features, SeenWords};

/// How blocks are judged.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum MaskMethod {
    /// Text density, link density and neighborhood, by rules: the faster one.
    Density = 0,
    /// Boosted trees that tell first the kind of the page, then judge each block by some 90 features of it and its
    /// surroundings: the more accurate one.
    #[default]
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

/// Blocks of these are never content: readers do not see them, or their author has taken them out of the index.
const NOT_CONTENT: u16 = flag::IN_HEAD | flag::HIDDEN | flag::NO_INDEX;
/// Words of these do not count at all.
pub(crate) const UNSCORED: u16 = flag::HIDDEN | flag::NO_INDEX;

/// The judgment of one block.
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
    /// What the block is for.
    pub role: Role,
    /// Whether another block with the same text is in the mask, or nearer to it: this one is then template, with the
    /// least weight.
    pub repeated: bool,
}

/// What a mask says of a page.
#[derive(Clone, Copy, Debug, Default)]
pub struct Judgment<'a> {
    /// One verdict a block, in order.
    pub verdicts: &'a [Verdict],
    /// How likely the page is of each kind; only [`MaskMethod::Learned`] tells.
    pub kinds: Option<KindProbabilities>,
}

/// With what blocks are judged.
pub struct Means<'m> {
    /// Of the analysis.
    pub options: &'m Options,
    /// For [`MaskMethod::Learned`]; [`Model::built_in`] if there is none.
    pub model: Option<&'m Model>,
    /// For what is not needed afterwards.
    pub scratch: &'m mut Arena,
    /// Bytes that the page holds beside `scratch` and the arena of the tables.
    pub held: usize,
}

impl Means<'_> {
    /// Empties the scratch arena and makes room in it. What it takes `arena` may not take any more.
    ///
    /// # Errors
    /// If memory runs out.
    pub(crate) fn begin_scratch(&mut self, arena: &Bump, room: usize) -> Result<&Bump, OutOfMemory> {
        let limits = &self.options.limits;
        let scratch = self.scratch.begin(room, limits.memory_beside(self.held + arena.allocated_bytes()))?;
        arena.set_allocation_limit(limits.memory_beside(self.held + scratch.allocated_bytes()));
        Ok(scratch)
    }
}

/// Judges every block of a page: one stage of an analysis. `style_density` is what was found for
/// [`MaskMethod::StyleDensity`].
///
/// # Errors
/// If memory runs out.
pub fn judge<'a>(
    arena: &'a Bump,
    page: &Page<'_>,
    tag_path: &TagPath<'_>,
    style_density: Option<&StyleDensity<'_>>,
    means: Means<'_>,
) -> Result<Judgment<'a>, OutOfMemory> {
    let options = means.options;
    let mut kinds = None;
    let mut seen = SeenWords::of_page(arena, tag_path);
    let verdicts = match (options.mask, style_density) {
        (MaskMethod::Density, _) => density::judge(arena, page, tag_path),
        (MaskMethod::Learned, _) => {
            let (verdicts, found) = by_model(arena, page, tag_path, &mut seen, means)?;
            kinds = Some(found);
            verdicts
        }
        (MaskMethod::StyleDensity, Some(found)) => style_density::judge(arena, page, tag_path, found),
        (method, _) => seeker::verdicts::judge(arena, page, tag_path, method, &options.seeker),
    };
    if options.use_metadata {
        take_metadata(page.blocks, verdicts);
    }
    roles::assign(arena, page, &mut seen, verdicts);
    Ok(Judgment { verdicts, kinds })
}

/// By what was learned, with tables that are not needed afterwards.
fn by_model<'a>(
    arena: &'a Bump,
    page: &Page<'_>,
    tag_path: &TagPath<'_>,
    seen: &mut SeenWords<'_>,
    mut means: Means<'_>,
) -> Result<(&'a mut [Verdict], KindProbabilities), OutOfMemory> {
    let containers = Containers::of(arena, page);
    let model = means.model;
    let room = learned::room(page, tag_path, &containers);
    let scratch = means.begin_scratch(arena, room.max(density::room(page, tag_path)))?;
    let opinions = density::opinions(arena, scratch, page, tag_path);
    // The same memory again.
    let scratch = means.begin_scratch(arena, room)?;
    let features = Features::new(scratch, page, tag_path, opinions, &containers, seen);
    Ok(match model {
        Some(model) => learned::judge(arena, scratch, page, tag_path, features, model),
        None => learned::judge(arena, scratch, page, tag_path, features, &Model::built_in()),
    })
}

/// Text from metadata is content.
fn take_metadata(blocks: &[Block], verdicts: &mut [Verdict]) {
    for (block, verdict) in blocks.iter().zip(verdicts) {
        if block.flags & flag::METADATA_SOURCE != 0 {
            *verdict = Verdict { probability: 1.0, weight: 16, template: false, ..*verdict };
        }
    }
}
