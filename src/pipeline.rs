//! The stage of an analysis that masks the template: runs the algorithm of the chosen [`MaskMethod`].
//!
//! Algorithms do not call each other. This module stands above all of them, and hands the results of one to the next.

use crate::arena::{Bump, OutOfMemory, Scratch};
use crate::class_words::GroupCache;
use crate::mask::{self, Mask, MaskMethod, Model, density, external, learned, roles};
use crate::options::Options;
use crate::page::{Page, flag};
use crate::seeker::{self, Heuristic, SeekerOptions, Strings};
use crate::style_density::StyleDensity;
use crate::tag_path::TagPath;

/// What a mask is computed from.
#[derive(Clone, Copy)]
pub struct MaskInputs<'i> {
    /// The tables of the page.
    pub page: &'i Page<'i>,
    /// Its main region.
    pub tag_path: &'i TagPath<'i>,
    /// Its areas, for [`MaskMethod::StyleDensity`].
    pub style_density: Option<&'i StyleDensity<'i>>,
    /// The model for [`MaskMethod::Learned`]; `None` for the built-in one.
    pub model: Option<&'i Model>,
}

/// Labels every block of a page. The labels are allocated in `arena`, temporary tables in `scratch`.
///
/// # Errors
/// If memory runs out.
pub fn mask<'a>(
    arena: &'a Bump,
    inputs: MaskInputs<'_>,
    options: &Options,
    scratch: &mut Scratch<'_>,
) -> Result<Mask<'a>, OutOfMemory> {
    let MaskInputs { page, tag_path, style_density, model } = inputs;
    let mut groups = GroupCache::new(arena, mask::class_paths(tag_path));
    let mut kinds = None;
    let labels = match options.mask {
        MaskMethod::Density => density::label(arena, page, tag_path),
        MaskMethod::Learned => {
            let labels;
            (labels, kinds) = learned::label(arena, scratch, page, tag_path, &mut groups, model)?;
            labels
        }
        MaskMethod::StyleDensity => {
            // Content is what belongs to areas with at least half of its bytes.
            let bytes = style_density.map(|found| found.bytes_in_areas(arena, page.blocks)).unwrap_or_default();
            external::label(arena, page, tag_path, 2, |i, block| {
                let (inside, len) = (bytes.get(i).copied().unwrap_or_default(), block.text.1 - block.text.0);
                let share = (f64::from(inside) / f64::from(len.max(1))).min(1.0);
                (share as f32, u64::from(inside) * 2 >= u64::from(len) && len > 0)
            })
        }
        method @ (MaskMethod::Seeker | MaskMethod::SeekerLbs | MaskMethod::SeekerSls | MaskMethod::SeekerTp) => {
            let shares = seeker_shares(arena, page, method, &options.seeker);
            external::label(arena, page, tag_path, 4, |i, _| (shares[i], shares[i] > 0.5))
        }
        MaskMethod::TagPath => external::label(arena, page, tag_path, 4, |_, block| {
            let is_visible = block.flags & (flag::IN_HEAD | flag::HIDDEN) == 0;
            let is_content = is_visible && tag_path.holds(block.first_text, block.container);
            (f32::from(u8::from(is_content)), is_content)
        }),
    };
    if options.use_metadata {
        mask::keep_metadata(page.blocks, labels);
    }
    roles::assign(arena, page, &mut groups, labels);
    Ok(Mask { labels, kinds })
}

/// The share of each block that Content Seeker or one of its heuristics takes for main text.
fn seeker_shares<'a>(arena: &'a Bump, page: &Page<'_>, method: MaskMethod, options: &SeekerOptions) -> &'a [f32] {
    let heuristic = match method {
        MaskMethod::SeekerLbs => Heuristic::Lbs,
        MaskMethod::SeekerSls => Heuristic::Sls,
        MaskMethod::SeekerTp => Heuristic::Tp,
        _ => {
            let found = seeker::analyze(arena, page, options);
            return seeker::block_shares(arena, page, &found.strings, found.kept);
        }
    };
    let strings = Strings::new(arena, page);
    let kept = seeker::by_heuristic(arena, page, &strings, heuristic, options);
    seeker::block_shares(arena, page, &strings, kept)
}
