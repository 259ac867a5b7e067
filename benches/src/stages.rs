//! The time of each stage of an analysis, measured separately on the output of the previous stages.

use crate::clock::{median, nanoseconds};
use crate::pages::{Page, total_bytes};
use crate::parsing::{RetainedArena, parse_options, tokenize};
use blockmask::Options;
use blockmask::internals::Watch;
use blockmask::internals::arena::{Arena, Bump, Scratch};
use blockmask::internals::class_words::GroupCache;
use blockmask::internals::comments;
use blockmask::internals::containers::Containers;
use blockmask::internals::fingerprint::{self, FingerprintOptions};
use blockmask::internals::fusion::{self, FusionInput, FusionOptions};
use blockmask::internals::html::{self, Workspace};
use blockmask::internals::mask::class_paths;
use blockmask::internals::page::{self, ContextBuilder, WrapOptions};
use blockmask::internals::pipeline::{self, MaskInputs};
use blockmask::internals::tag_path::{self, ElementPaths, TagPathOptions, TokenCount, symbols};
use blockmask::internals::visual;
use std::fmt::Write;
use std::hint::black_box;

/// The stages in order. Those in parentheses are not part of the sum: the tokenizer alone, whose time is included in
/// the time of the tree, and optional stages.
const STAGES: [&str; 10] = [
    "encoding",
    "(tokenizer alone)",
    "tree",
    "contexts and paths of elements",
    "text, blocks and links",
    "mask",
    "(segments, optional)",
    "(region, optional)",
    "(fingerprint of the largest segment, optional)",
    "(visual, optional)",
];

/// A table of the median time of each stage over the rounds.
pub fn table(pages: &[Page], rounds: usize) -> String {
    let mut retained = RetainedArena::default();
    let (mut workspace, mut scratch) = (Workspace::default(), Arena::default());
    let mut samples = vec![Vec::new(); STAGES.len()];
    for round in 0..=rounds {
        let mut sums = [0.0; STAGES.len()];
        for page in pages {
            // The additional run of the tokenizer alone needs capacity, too.
            let arena = retained.reset_for(2 * page.bytes.len());
            for (sum, time) in sums.iter_mut().zip(run(arena, &page.bytes, &mut workspace, &mut scratch)) {
                *sum += time;
            }
        }
        // The first round is a warm-up.
        if round > 0 {
            samples.iter_mut().zip(sums).for_each(|(list, sum)| list.push(sum));
        }
    }
    let medians: Vec<f64> = samples.iter().map(|list| median(list)).collect();
    let all: f64 = medians.iter().zip(STAGES).filter(|(_, name)| !name.starts_with('(')).map(|(time, _)| time).sum();
    let mut out = String::from("| stage | ns per page | share | ns per byte |\n|---|---:|---:|---:|\n");
    for (name, time) in STAGES.iter().zip(&medians).chain([(&"sum", &all)]) {
        let (per_page, per_byte) = (time / pages.len() as f64, time / total_bytes(pages) as f64);
        let _ = writeln!(out, "| {name} | {per_page:.0} | {:.1} % | {per_byte:.3} |", 100.0 * time / all);
    }
    out
}

fn run(arena: &Bump, bytes: &[u8], workspace: &mut Workspace, scratch: &mut Arena) -> [f64; STAGES.len()] {
    let mut times = [0.0; STAGES.len()];
    let mut decoded = None;
    times[0] =
        nanoseconds(|| decoded = blockmask::internals::encoding::decode(arena, bytes, None, Default::default()).ok());
    let Some(decoded) = decoded else { return times };
    times[1] = nanoseconds(|| {
        black_box(tokenize(arena, decoded.view));
    });
    let mut tree = None;
    times[2] = nanoseconds(|| tree = Some(html::parse(arena, decoded.view, &parse_options(), workspace)));
    let Some(tree) = tree else { return times };
    let options = Options::default();
    let mut inherited = None;
    times[3] = nanoseconds(|| {
        let mut contexts = ContextBuilder::new(arena, &tree, false);
        let mut paths = ElementPaths::new(arena, arena, &tree, options.experimental.tag_path.style);
        for node in tree.nodes {
            contexts.add(node);
            paths.add(node);
        }
        inherited = Some((contexts.finish(), paths.finish()));
    });
    let Some((contexts, sequence)) = inherited else { return times };
    let (mut tables, watch) = (None, Watch::default());
    times[4] = nanoseconds(|| {
        tables = Some(page::build(arena, tree, &contexts, &WrapOptions::default(), false, u32::MAX, &watch))
    });
    let Some(page) = tables else { return times };
    times[5] = nanoseconds(|| {
        let mut groups = GroupCache::new(arena, class_paths(&sequence));
        let containers = Containers::of(arena, &page, &mut groups);
        let comments = comments::find(arena, &Bump::new(), &page, &containers, &mut groups, &comments::WEIGHTS);
        let inputs = MaskInputs {
            page: &page,
            sequence: &sequence,
            tag_path: None,
            containers: &containers,
            comments,
            style_density: None,
            model: None,
            site: None,
            watch: &watch,
        };
        let mask = pipeline::mask(arena, inputs, &options, &mut groups, &mut Scratch::new(scratch, None));
        black_box(mask.map_or(0, |(mask, _)| mask.labels.len()));
    });
    let input = FusionInput {
        fragments: page.fragments,
        line_sums: page.line_sums,
        text: page.text,
        links: page.links,
        wrap: WrapOptions::default(),
        source_of: &|text| page.text_map.to_view(text),
    };
    let mut segmentation = fusion::Segmentation::default();
    times[6] = nanoseconds(|| segmentation = fusion::segment(arena, arena, &input, &FusionOptions::default()));
    times[7] = nanoseconds(|| {
        let (options, count_tokens) = (TagPathOptions::default(), |_| TokenCount::default());
        let sequence = symbols::sequence(arena, arena, &page.tree, options.style, options.text_symbols);
        let page = (&page.tree, &sequence);
        black_box(tag_path::find_region(arena, arena, page, &options, &count_tokens, u64::MAX).kept);
    });
    times[8] = nanoseconds(|| {
        let options = FingerprintOptions::default();
        black_box(fingerprint::of_largest_segment(page.text, page.fragments, segmentation.segments, options));
    });
    times[9] = nanoseconds(|| {
        black_box(visual::analyze(arena, &page).areas.len());
    });
    times
}
