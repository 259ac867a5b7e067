//! Runs the algorithms on the tables of a page in order.
//!
//! Algorithms do not call each other: this module passes the results of one to the next. Algorithms whose cargo feature
//! is off are skipped.

use crate::base::arena::{Bump, OutOfMemory, Scratch, Vec};
#[cfg(feature = "unstable")]
use crate::base::error::Error;
use crate::base::error::Failure;
use crate::base::flags::{Fallbacks, Parts, Truncation};
use crate::base::limits::Watch;
use crate::document::{Document, OutputLimits};
use crate::judge::comments::{self, Around, Comments};
use crate::judge::containers::Containers;
use crate::judge::field;
use crate::judge::fingerprint::{self, Fingerprint, FingerprintOptions, FingerprintText};
use crate::judge::headline;
use crate::judge::mask::{self, CommentMode, Mask, MaskMethod, Model, SitePrior};
use crate::judge::mask::{comment_mode, copyright, density, external, fallback, learned, reviews, roles, thread};
use crate::judge::rules::{self, BlockRules, NodeRules};
use crate::judge::structure;
use crate::options::Options;
use crate::published::fusion::{self, FusionInput, Segment, Segmentation};
#[cfg(feature = "seeker")]
use crate::published::seeker::{self, Heuristic, SeekerOptions, Strings};
#[cfg(feature = "style-density")]
use crate::published::style_density::{self, StyleDensity};
use crate::published::tag_path::{self, Sequence, TagPath, TokenCount, symbols};
#[cfg(feature = "visual")]
use crate::published::visual;
use crate::read::address::Declared;
use crate::read::class_words::GroupCache;
use crate::read::encoding::Decoded;
use crate::read::html::NONE;
use crate::read::page::{Block, Page, flag};
use std::ops::Range;
use std::sync::OnceLock;

/// The tables of a page, and the parameters of the analysis.
pub(crate) struct Inputs<'i, 'a> {
    pub bytes: &'a [u8],
    pub decoded: Decoded<'a>,
    pub page: Page<'a>,
    /// The paths of the elements, if they were computed with the contexts.
    pub element_paths: Option<Sequence<'a>>,
    pub options: &'i Options,
    /// The page's address, if the caller knows it.
    pub address: Option<&'i str>,
    /// The model for [`MaskMethod::Learned`]; `None` for the built-in one.
    pub model: Option<&'i Model>,
    /// The site statistics of the page.
    pub site: Option<&'i SitePrior>,
    /// The rules of the site that hold on the page.
    pub rules: Option<NodeRules<'i, 'a>>,
    pub watch: &'i Watch,
}

/// Runs the algorithms. Their results are allocated in `arena`, temporary tables in `scratch`.
///
/// # Errors
/// If memory runs out, or if the analysis is cancelled.
pub(crate) fn run<'a>(
    arena: &'a Bump,
    scratch: &mut Scratch<'_>,
    inputs: Inputs<'_, 'a>,
) -> Result<Document<'a>, Failure> {
    let Inputs { page, options, watch, .. } = &inputs;
    let parts = options.needed_parts();
    let segmentation = match parts.contains(Parts::SEGMENTS) {
        true => segmentation(arena, scratch, page, options)?,
        false => Segmentation::default(),
    };
    watch.check()?;
    let (sequence, tag_path) = paths_and_region(arena, scratch, &inputs, parts)?;
    watch.check()?;
    let mut said = inputs.rules.as_ref().map(|rules| BlockRules::of(arena, page, rules)).unwrap_or_default();
    let found = match parts.contains(Parts::MASK) {
        true => comments_and_mask(arena, scratch, &inputs, &sequence, tag_path.as_ref(), &mut said)?,
        false => Found::default(),
    };
    let mut mask = found.mask;
    watch.check()?;
    let headline = match parts.contains(Parts::MASK) {
        true => headline::find(scratch.begin(arena, headline::SCRATCH_CAPACITY)?, page, mask.labels),
        false => NONE,
    };
    let headline = said.title(page).unwrap_or(headline);
    let trail = headline::trail(page, headline);
    if options.mask == MaskMethod::Learned && mask.labels[trail.clone()].iter().any(|label| !label.is_template) {
        let labels = arena.alloc_slice_fill_iter(mask.labels.iter().copied());
        trail.for_each(|block| labels[block].is_template = !said.is_content(block));
        mask.labels = labels;
    }
    let declared = Declared::find(page);
    let fields = match parts.contains(Parts::FIELDS) {
        true => {
            let scratch = scratch.begin(arena, field::scratch_capacity(page))?;
            let fields = field::assign(arena, scratch, page, &mask, declared, inputs.address);
            said.fields(arena, rules::weighted(arena, page, fields))
        }
        false => &[],
    };
    watch.check()?;
    let structure = match parts.contains(Parts::STRUCTURE) {
        true => {
            structure::assign(arena, scratch.begin(arena, structure::scratch_capacity(page))?, page, &mask, headline)
        }
        false => structure::unknown(arena, page),
    };
    let address = inputs.address.map(|address| copied(arena, address));
    watch.check()?;
    let fingerprint = match parts.contains(Parts::FINGERPRINT) {
        true => {
            let scratch = scratch.begin(arena, fingerprint::scratch_capacity(page))?;
            Some(fingerprint(scratch, page, &mask, segmentation.segments, options))
        }
        false => None,
    };
    #[cfg(feature = "visual")]
    let visual = options.visual.then(|| visual::analyze_within(arena, page, watch)).transpose()?;
    let is_cut = tag_path.is_some_and(|tag_path| tag_path.region.truncated) || structure.is_cut;
    let is_cut = is_cut || inputs.rules.is_some_and(|rules| rules.is_cut);
    #[cfg(feature = "visual")]
    let is_cut = is_cut || visual.is_some_and(|visual| visual.truncated);
    let output = OutputLimits::of(arena, scratch, page, &options.limits)?;
    let truncation = match is_cut {
        true if watch.is_limited() => Truncation::WORK | Truncation::STEPS,
        true => Truncation::WORK,
        false => Truncation::default(),
    };
    let shortened = if output.is_exceeded(page) { Truncation::OUTPUT } else { Truncation::default() };
    let comment_mode = mask.comment_mode;
    Ok(Document {
        bytes: inputs.bytes,
        decoded: inputs.decoded,
        page: inputs.page,
        token_mode: options.token_mode,
        parts,
        segmentation,
        sequence,
        tag_path,
        #[cfg(feature = "style-density")]
        style_density: found.style_density,
        comments: found.comments,
        comment_mode,
        mask,
        rules: said,
        headline,
        omits_headline: options.omit_headline || comment_mode == CommentMode::Only,
        fields,
        structure,
        declared,
        address,
        base: OnceLock::new(),
        delimiters: OnceLock::new(),
        fingerprint,
        #[cfg(feature = "visual")]
        visual,
        recovered: false,
        truncation: truncation | shortened,
        output,
        memory: 0,
        cancel: watch.cancel.clone().map(OnceLock::from).unwrap_or_default(),
    })
}

fn copied<'a>(arena: &'a Bump, text: &str) -> &'a str {
    let mut copy = Vec::with_capacity_in(text.len(), arena);
    copy.extend_from_slice_copy(text.as_bytes());
    std::str::from_utf8(copy.into_bump_slice()).unwrap_or_default()
}

/// The results of [`Parts::MASK`].
#[derive(Default)]
struct Found<'a> {
    comments: Comments<'a>,
    #[cfg(feature = "style-density")]
    style_density: Option<StyleDensity<'a>>,
    mask: Mask<'a>,
}

/// Comments, layout areas and mask, which share the meanings of class and id words.
fn comments_and_mask<'a>(
    arena: &'a Bump,
    scratch: &mut Scratch<'_>,
    inputs: &Inputs<'_, 'a>,
    sequence: &Sequence<'_>,
    tag_path: Option<&TagPath<'_>>,
    rules: &mut BlockRules<'a>,
) -> Result<Found<'a>, Failure> {
    let Inputs { page, options, model, site, watch, .. } = inputs;
    let mut groups = GroupCache::new(arena, mask::class_paths(sequence));
    // Frees the scratch arena, whose contents are no longer needed.
    scratch.begin(arena, 0)?;
    let containers = Containers::of(arena, page, &mut groups);
    watch.check()?;
    let comments = {
        let scratch = scratch.begin(arena, comments::scratch_capacity(page, &containers))?;
        comments::find(arena, scratch, page, &containers, &mut groups, &comments::WEIGHTS)
    };
    let comments = rules.comments(arena, page, comments);
    #[cfg(feature = "style-density")]
    let style_density = {
        let options = options.style_density_options();
        options.map(|options| style_density::analyze_within(arena, page, &comments, &options, watch)).transpose()?
    };
    watch.check()?;
    let mask_inputs = MaskInputs {
        page,
        sequence,
        tag_path,
        containers: &containers,
        comments,
        #[cfg(feature = "style-density")]
        style_density: style_density.as_ref(),
        model: *model,
        site: *site,
        watch,
    };
    let (mask, comments) = ruled_mask(arena, mask_inputs, options, &mut groups, scratch, rules)?;
    Ok(Found {
        comments,
        #[cfg(feature = "style-density")]
        style_density,
        mask,
    })
}

/// The fingerprint of the main text or of the largest segment, and the hashes of content and structure.
fn fingerprint(
    scratch: &Bump,
    page: &Page<'_>,
    mask: &Mask<'_>,
    segments: &[Segment],
    options: &Options,
) -> Fingerprint {
    let Options { fingerprint_text: text, token_mode: tokens, fold_case, .. } = *options;
    let options = FingerprintOptions { text, tokens, fold_case };
    let main = page.blocks.iter().zip(mask.labels).filter(|(_, label)| !label.is_template);
    let main = main.map(|(block, _)| page.text_of(block));
    let fingerprint = match text {
        FingerprintText::Main => Fingerprint::of_texts(main, options),
        FingerprintText::LargestSegment => Fingerprint {
            content_hash: fingerprint::content_hash(main, options),
            ..fingerprint::of_largest_segment(page.text, page.fragments, segments, options)
        },
    };
    Fingerprint { structure_hash: fingerprint::structure_hash(scratch, page), ..fingerprint }
}

/// Block Fusion.
fn segmentation<'a>(
    arena: &'a Bump,
    scratch: &mut Scratch<'_>,
    page: &Page<'a>,
    options: &Options,
) -> Result<Segmentation<'a>, OutOfMemory> {
    let input = FusionInput {
        fragments: page.fragments,
        line_sums: page.line_sums,
        text: page.text,
        links: page.links,
        wrap: options.wrap_options(),
        source_of: &|text| page.text_map.to_view(text),
    };
    let scratch = scratch.begin(arena, fusion::scratch_capacity(page.fragments.len()))?;
    Ok(fusion::segment(arena, scratch, &input, &options.fusion_options()))
}

/// The tag paths of the elements, which the mask needs, and the main region if it is requested.
fn paths_and_region<'a>(
    arena: &'a Bump,
    scratch: &mut Scratch<'_>,
    inputs: &Inputs<'_, 'a>,
    parts: Parts,
) -> Result<(Sequence<'a>, Option<TagPath<'a>>), Failure> {
    let (page, options) = (&inputs.page, &inputs.options.experimental.tag_path);
    let nodes = page.tree.nodes.len();
    if !parts.contains(Parts::REGION) {
        let sequence = match inputs.element_paths {
            Some(sequence) => sequence,
            None if parts.contains(Parts::MASK) => {
                let scratch = scratch.begin(arena, symbols::scratch_capacity(nodes))?;
                symbols::sequence(arena, scratch, &page.tree, options.style, false)
            }
            None => Sequence::default(),
        };
        return Ok((sequence, None));
    }
    let scratch = scratch.begin(arena, symbols::scratch_capacity(nodes) + tag_path::scratch_capacity(nodes))?;
    let sequence = symbols::sequence(arena, scratch, &page.tree, options.style, options.text_symbols);
    let tokens_of = |nodes: Range<u32>| tokens_in(page, nodes);
    let steps = inputs.watch.steps;
    let region = tag_path::find_region(arena, scratch, (&page.tree, &sequence), options, &tokens_of, steps);
    Ok((sequence, Some(region)))
}

/// Counts the tokens of the blocks whose container is among these nodes.
fn tokens_in(page: &Page, nodes: Range<u32>) -> TokenCount {
    let inside =
        page.blocks.iter().filter(|block| nodes.contains(&block.container) && block.flags & flag::IN_HEAD == 0);
    inside.fold(TokenCount::default(), |sum, block| TokenCount {
        tokens: sum.tokens + block.tokens,
        linked: sum.linked + block.linked_tokens,
    })
}

/// The input of a mask method.
#[derive(Clone, Copy)]
pub struct MaskInputs<'i, 'a> {
    /// The tables of the page.
    pub page: &'i Page<'i>,
    /// The tag paths of its elements.
    pub sequence: &'i Sequence<'i>,
    /// The main region, for [`MaskMethod::TagPath`].
    pub tag_path: Option<&'i TagPath<'i>>,
    /// The elements around the blocks.
    pub containers: &'i Containers<'i>,
    /// The comments, reviews, and the posts of a thread.
    pub comments: Comments<'a>,
    /// The layout areas, for [`MaskMethod::StyleDensity`].
    #[cfg(feature = "style-density")]
    pub style_density: Option<&'i StyleDensity<'i>>,
    /// The model for [`MaskMethod::Learned`]; `None` for the built-in one.
    pub model: Option<&'i Model>,
    /// The site statistics of the page, for [`MaskMethod::Learned`].
    pub site: Option<&'i SitePrior>,
    /// Whether the analysis is cancelled.
    pub watch: &'i Watch,
}

/// [`ruled_mask`] without rules.
///
/// # Errors
/// If memory runs out, or if the analysis is cancelled.
#[cfg(feature = "unstable")]
pub fn mask<'a>(
    arena: &'a Bump,
    inputs: MaskInputs<'_, 'a>,
    options: &Options,
    groups: &mut GroupCache<'_>,
    scratch: &mut Scratch<'_>,
) -> Result<(Mask<'a>, Comments<'a>), Error> {
    ruled_mask(arena, inputs, options, groups, scratch, &mut BlockRules::default()).map_err(Error::from)
}

/// Labels every block of a page. The labels are allocated in `arena`, temporary tables in `scratch`.
///
/// # Errors
/// If memory runs out, or if the analysis is cancelled.
fn ruled_mask<'a>(
    arena: &'a Bump,
    inputs: MaskInputs<'_, 'a>,
    options: &Options,
    groups: &mut GroupCache<'_>,
    scratch: &mut Scratch<'_>,
    rules: &mut BlockRules<'a>,
) -> Result<(Mask<'a>, Comments<'a>), Failure> {
    let MaskInputs { page, sequence, containers, comments, model, site, watch, .. } = inputs;
    let (mut mask, mut is_offer) = (Mask::default(), false);
    let labels = match options.mask {
        MaskMethod::Density => density::label(arena, page, sequence),
        MaskMethod::Learned => {
            let found = learned::label(arena, scratch, page, sequence, containers, (model, site, watch))?;
            (mask.kinds, mask.model, mask.without_site) = (Some(found.kinds), Some(found.model), found.without_site);
            is_offer = found.is_offer;
            found.labels
        }
        #[cfg(feature = "style-density")]
        MaskMethod::StyleDensity => {
            // A block is content if at least half of its bytes are in areas.
            let bytes = inputs.style_density.map(|found| found.bytes_in_areas(arena, page.blocks)).unwrap_or_default();
            external::label(arena, page, |i, block| {
                let (inside, len) = (bytes.get(i).copied().unwrap_or_default(), block.text.1 - block.text.0);
                let share = (f64::from(inside) / f64::from(len.max(1))).min(1.0);
                (share as f32, u64::from(inside) * 2 >= u64::from(len) && len > 0)
            })
        }
        #[cfg(feature = "seeker")]
        method @ (MaskMethod::Seeker | MaskMethod::SeekerLbs | MaskMethod::SeekerSls | MaskMethod::SeekerTp) => {
            let shares = seeker_shares(arena, page, method, &options.experimental.seeker);
            external::label(arena, page, |i, _| (shares[i], shares[i] > 0.5))
        }
        MaskMethod::TagPath => external::label(arena, page, |_, block| {
            let is_visible = block.flags & (flag::IN_HEAD | flag::HIDDEN) == 0;
            let is_content =
                is_visible && inputs.tag_path.is_some_and(|tag_path| tag_path.holds(block.first_text, block.container));
            (f32::from(u8::from(is_content)), is_content)
        }),
    };
    if options.use_metadata {
        mask::keep_metadata(page.blocks, labels);
    }
    watch.check()?;
    let around = thread::around(page, containers, labels, &comments, mask.kinds);
    if around == Around::Thread && mask.kinds.is_some() {
        thread::leave_out_surroundings(page, containers, &comments, labels);
    }
    let comments = comments.on(arena, around);
    // The posts of a thread are content whatever the mode.
    let mode = match options.comments {
        CommentMode::Only if around == Around::Thread => CommentMode::Include,
        mode => mode,
    };
    if mode == CommentMode::Exclude && around != Around::Thread {
        reviews::leave_out(page, containers, mask.kinds, is_offer, labels);
    }
    if !comments.units.is_empty() || mode == CommentMode::Only {
        comment_mode::apply(mode, page.blocks, &comments, labels);
        if mode == CommentMode::Exclude && around != Around::Thread {
            comment_mode::leave_out_around(page, containers, &comments, labels);
        }
    }
    // The rules of `density` know `noscript`.
    if options.mask != MaskMethod::Density {
        mask::leave_out_noscript(page.blocks, labels);
    }
    let disobeyed = if rules.is_empty() { Fallbacks::default() } else { rules.label(arena, mode, &comments, labels) };
    let is_copyright = |block: &Block| copyright::is_line(page, block);
    mask.fallbacks = fallback::apply(mode, page.blocks, &comments, is_copyright, labels) | disobeyed;
    mask.comment_mode = if mask.fallbacks.contains(Fallbacks::COMMENTS) { CommentMode::Include } else { mode };
    watch.check()?;
    roles::assign(arena, page, containers, groups, &comments, labels);
    rules.finish(mode, labels);
    Ok((Mask { labels, ..mask }, comments))
}

/// The share of each block that Content Seeker or one of its heuristics classifies as main text.
#[cfg(feature = "seeker")]
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
