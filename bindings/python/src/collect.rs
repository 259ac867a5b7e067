//! The rows of a page: what its document says, as Python's values.

use crate::analyzed::Analyzed;
use crate::offsets::{Characters, to_bytes};
use crate::paths::Paths;
use crate::rows::{Annotation, Block, Comment, Image, LayoutArea, Link, Passage, Run, Segment, VisualArea};
use blockmask::internals::OutputBudget;
use blockmask::{Document, MarkdownOptions, PassageOptions, Truncation};
use std::ops::Range;

/// The Markdown of a document, for each block in it its index and its range in characters, and what truncated it.
pub fn markdown(
    document: &Document<'_>,
    options: &MarkdownOptions,
) -> (String, Vec<(usize, Range<usize>)>, Truncation) {
    let markdown = document.markdown(options);
    let text = markdown.text().as_bytes();
    let characters = Characters::of(text);
    let blocks = markdown.blocks().map(|(block, range)| (block, characters.range(text, range))).collect();
    let truncation = markdown.truncation();
    (markdown.into_text(), blocks, truncation)
}

/// The records of a page: the ranges of each in its source and in its blocks.
pub fn records(page: &Analyzed) -> Vec<(Range<usize>, Range<usize>)> {
    page.document().records().iter().map(|record| (page.source(record.source()), record.blocks())).collect()
}

/// The main text in passages; by the tokens that begin at `token_starts`, if there are some. `None` if these are no
/// ascending offsets in the text.
pub fn passages(page: &Analyzed, options: &PassageOptions, token_starts: Option<&[usize]>) -> Option<Vec<Passage>> {
    let document = page.document();
    let passages = match token_starts {
        Some(starts) => document.passages_by(options, &to_bytes(document.text(), starts)?),
        None => document.passages(options),
    };
    let mut budget = document.output_budget();
    Some(passages.iter().map(|passage| Passage::of(page, passage, headings(document, passage, &mut budget))).collect())
}

/// The bytes of a string besides its text.
const STRING_BYTES: usize = 64;

/// The texts of the headings above a passage, from the highest to the nearest, as far as the budget has room for them.
fn headings(document: &Document<'_>, passage: &blockmask::Passage, budget: &mut OutputBudget) -> Vec<String> {
    let nearest = passage.heading().and_then(|heading| document.block(heading));
    let above = || nearest.iter().flat_map(|heading| heading.heading_path());
    let all = || nearest.into_iter().chain(above());
    if !budget.take(all().map(|heading| heading.text().len() + STRING_BYTES).sum()) {
        return Vec::new();
    }
    let mut headings: Vec<String> = all().map(|heading| heading.text().to_owned()).collect();
    headings.reverse();
    headings
}

/// The main regions.
pub fn main_regions(page: &Analyzed) -> Vec<Range<usize>> {
    page.document().main_regions().map(|range| page.source(range)).collect()
}

/// The weighted runs of text.
pub fn runs(page: &Analyzed) -> Vec<Run> {
    page.document().runs().map(|run| Run::of(page, run)).collect()
}

/// The blocks.
pub fn blocks(page: &Analyzed) -> Vec<Block> {
    let mut paths = Paths::of(page.document());
    page.document().blocks().map(|block| Block::of(page, block, &mut paths)).collect()
}

/// The segments.
pub fn segments(page: &Analyzed) -> Vec<Segment> {
    page.document().segments().map(|segment| Segment::of(page, segment)).collect()
}

/// The links, in the order of their blocks.
pub fn links(page: &Analyzed) -> Vec<Link> {
    let mut links = Vec::new();
    for block in page.document().blocks() {
        links.extend(block.links().map(|link| Link::of(page, link, block.index())));
    }
    links
}

/// The images with an alternative text.
pub fn images(page: &Analyzed) -> Vec<Image> {
    page.document().images().map(|image| Image::of(page, image)).collect()
}

/// The formulas, and the readings of text.
pub fn annotations(page: &Analyzed) -> Vec<Annotation> {
    page.document().annotations().iter().map(|annotation| Annotation::of(page, annotation)).collect()
}

/// The comments of readers.
pub fn comments(page: &Analyzed) -> Vec<Comment> {
    page.document().comments().map(|comment| Comment::of(page, comment)).collect()
}

/// The areas of the layout.
pub fn layout_areas(page: &Analyzed) -> Vec<LayoutArea> {
    page.document().layout_areas().map(|area| LayoutArea::of(page, area)).collect()
}

/// The visual areas.
pub fn visual_areas(page: &Analyzed) -> Vec<VisualArea> {
    page.document().visual_areas().map(|area| VisualArea::of(page, area)).collect()
}
