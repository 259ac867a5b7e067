//! Visual annotation: classifies areas as heading, author, date, paragraph and so on by their visual style, and finds
//! invisible text.
//!
//! The method is by Burget and Burgetová, "Automatic annotation of online articles based on visual feature
//! classification", International Journal of Intelligent Information and Database Systems 5(4), 2011: segment the
//! rendered page into areas of uniform style and classify the areas by visual features. The paper uses a renderer. This
//! module uses only the page with its `<style>` elements and `style` attributes, and estimates the geometry. External
//! style sheets are not available.
//!
//! 1. `cascade`: the computed style of each element, from a user-agent style sheet and the author's ([`css`] parses
//!    it). Elements that cannot differ share one style (`sharing`).
//! 2. `text_runs`, `layout`: bounding boxes of the text, by an approximate block and inline layout.
//! 3. `areas`: lines, joined into areas where neighbors have a similar style; `grid` counts what lies on each side.
//! 4. `features`, `text_stats`, `context`: the features of an area.
//! 5. `model`: boosted trees assign one of nine classes. `benches/lab/training/visual.py` trains them on metadata of
//!    pages; `docs/visual.md` has the method and the accuracy.
//!
//! Hidden text is kept apart, with the reasons ([`hidden`]), for each area and each block.
//!
//! Every step takes linear time, except for sorting the children of a box. A step budget bounds selector matching; past
//! it the remaining rules are ignored ([`Visual::truncated`]).

mod areas;
mod boxes;
mod cascade;
mod cascaded_values;
mod computed_style;
mod context;
pub mod css;
mod elements;
pub mod features;
#[cfg(feature = "unstable")]
mod geometry;
mod grid;
mod layout;
mod luminance;
mod model;
mod sharing;
#[cfg(test)]
mod tests;
mod text_runs;
mod text_stats;
#[cfg(feature = "unstable")]
mod training;
mod user_agent;
mod word_lists;

#[cfg(feature = "unstable")]
pub use computed_style::hidden;
pub use css::colors::Color;
#[cfg(feature = "unstable")]
pub use geometry::Geometry;
pub use layout::Rect;
pub use luminance::luminance;
#[cfg(feature = "unstable")]
pub use training::{FeatureRow, analyze, feature_rows, feature_rows_with_geometry};

use crate::base::arena::Bump;
use crate::base::arena::Vec as ArenaVec;
use crate::base::error::Error;
use crate::base::limits::Watch;
use crate::base::named::named;
use crate::read::page::Page;
use areas::RawArea;
use features::Features;
use model::{LANES, Model};
use text_runs::{TextRun, TextToSource};

/// The class of a visual area (Burget and Burgetová 2011).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[repr(u8)]
#[non_exhaustive]
pub enum VisualClass {
    /// None of the others.
    #[default]
    None = 0,
    /// The main heading.
    H1 = 1,
    /// A section heading.
    H2 = 2,
    /// A line below the main heading that continues it.
    Subtitle = 3,
    /// The first paragraph, if it summarizes the article: the lead.
    Perex = 4,
    /// A paragraph of the article.
    Paragraph = 5,
    /// The author.
    Author = 6,
    /// The publication date.
    Date = 7,
    /// Author and date in one area.
    AuthorDate = 8,
}

named! {
    VisualClass {
        None = "none",
        H1 = "h1",
        H2 = "h2",
        Subtitle = "subtitle",
        Perex = "perex",
        Paragraph = "paragraph",
        Author = "author",
        Date = "date",
        AuthorDate = "authordate",
    }
}

/// Neighboring lines of text in one block with a similar style.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct VisualArea {
    /// Byte range in the UTF-8 view of the page, from the first to the last character of the text.
    pub source: (u32, u32),
    /// Byte range in the normalized text.
    pub text: (u32, u32),
    /// Index of the block that holds it.
    pub block: u32,
    /// Node index of the element whose box contains it.
    pub container: u32,
    /// What it is.
    pub class: VisualClass,
    /// Confidence in the class, in 255ths.
    pub score: u8,
    /// Why it is hidden: bits of [`hidden`]; 0 if it is visible.
    pub hidden: u8,
    /// Bounding box in pixels, on a canvas 1000 wide; empty if hidden.
    pub rect: Rect,
    /// Lines of text after wrapping; 0 if hidden.
    pub lines: u32,
    /// Characters.
    pub characters: u32,
    /// Mean font size in thousandths of a pixel.
    pub font_size: u32,
    /// Bold characters.
    pub bold: u32,
    /// Italic characters.
    pub italic: u32,
    /// Characters in links.
    pub linked: u32,
    /// Color of the first character.
    pub color: Color,
    /// Background of the first character.
    pub background: Color,
}

/// The hidden part of a block.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct BlockVisibility {
    /// Hidden characters.
    pub hidden_characters: u32,
    /// Why: the union of [`hidden`] bits over these characters.
    pub hidden: u8,
}

/// The visual analysis of a page.
#[derive(Clone, Copy, Debug, Default)]
pub struct Visual<'a> {
    /// In tree order, which is source order unless the markup is misnested.
    pub areas: &'a [VisualArea],
    /// One entry for each block.
    pub blocks: &'a [BlockVisibility],
    /// Mean font size of the visible text, in thousandths of a pixel; 0 without text.
    // For tests and tools.
    #[cfg_attr(not(feature = "unstable"), allow(dead_code))]
    pub font_size: u32,
    /// Height of the page in pixels.
    // For tests and tools.
    #[cfg_attr(not(feature = "unstable"), allow(dead_code))]
    pub height: u32,
    /// Whether style rules were ignored: too many selectors or declarations, or the step budget ran out.
    pub truncated: bool,
}

/// Annotates a page. `watch` limits the steps of selector matching; rules beyond that are ignored.
pub(crate) fn analyze_within<'a>(arena: &'a Bump, page: &Page<'_>, watch: &Watch) -> Result<Visual<'a>, Error> {
    let styles = cascade::styles(arena, &page.tree, watch)?;
    let runs = text_runs::text_runs(arena, page, &styles);
    watch.check()?;
    let layout = layout::lay_out(arena, page, &styles, runs);
    watch.check()?;
    let raw = areas::areas(arena, page, &styles, runs, &layout);
    let mut areas = ArenaVec::with_capacity_in(raw.len(), arena);
    let (mut block, mut map) = (0, TextToSource::new(page));
    areas.extend(raw.iter().map(|area| unclassified(page, area, &mut block, &mut map)));
    watch.check()?;
    let features = Features::new(arena, page, &styles, runs, &layout, &raw);
    watch.check()?;
    classify(&features, &mut areas, watch)?;
    let (sum, characters) = raw.iter().filter(|area| area.hidden == 0).fold((0, 0), |(sum, characters), area| {
        (sum + area.style.font_sizes, characters + u64::from(area.style.characters))
    });
    Ok(Visual {
        areas: areas.into_bump_slice(),
        blocks: block_visibility(arena, page, runs),
        font_size: (sum / characters.max(1)) as u32,
        height: layout.boxes.first().map_or(0, |page| page.rect.height.unsigned_abs()),
        truncated: styles.truncated,
    })
}

/// The public area of a raw one. `block` is the block of the previous area: areas are nearly sorted.
fn unclassified(page: &Page<'_>, raw: &RawArea, block: &mut usize, map: &mut TextToSource<'_>) -> VisualArea {
    *block = block_at(page, raw.text.0, *block);
    let style = &raw.style;
    let start = map.source_of(raw.text.0);
    let last = map.source_of(raw.text.1.saturating_sub(1));
    let end = map.source_of(raw.text.1);
    let block_end = page.blocks.get(*block).map_or(u32::MAX, |block| block.source.1);
    VisualArea {
        source: (start, end.max(last).min(block_end)),
        text: raw.text,
        block: *block as u32,
        container: raw.container,
        class: VisualClass::None,
        score: 0,
        hidden: raw.hidden,
        rect: raw.rect,
        lines: raw.lines,
        characters: style.characters,
        font_size: style.font_size(),
        bold: style.bold,
        italic: style.italic,
        linked: style.linked,
        color: style.color,
        background: style.background,
    }
}

/// The block that holds an offset in the text; `guess` is the one found last.
fn block_at(page: &Page<'_>, text: u32, guess: usize) -> usize {
    page.first_not_before(guess, |block| block.text.1 <= text).min(page.blocks.len().saturating_sub(1))
}

fn block_visibility<'a>(arena: &'a Bump, page: &Page<'_>, runs: &[TextRun]) -> &'a [BlockVisibility] {
    let blocks = arena.alloc_slice_fill_copy(page.blocks.len(), BlockVisibility::default());
    let mut block = 0;
    for run in runs {
        block = block_at(page, run.text.0, block);
        if run.hidden != 0
            && let Some(visibility) = blocks.get_mut(block)
        {
            visibility.hidden |= run.hidden;
            visibility.hidden_characters += run.characters;
        }
    }
    blocks
}

/// The built-in model.
static BUILT_IN: &[u8] = include_bytes!("model.bin");

/// Classifies all visible areas. A page has at most one main heading.
fn classify(features: &Features<'_, '_>, areas: &mut [VisualArea], watch: &Watch) -> Result<(), Error> {
    // A test parses the built-in model, so this never fails.
    let Some(model) = Model::read(BUILT_IN) else { return Ok(()) };
    let mut heading = None;
    let mut columns = [[0; LANES]; features::COUNT];
    for (batch, indices) in features.visible().chunks(LANES).enumerate() {
        if batch % 32 == 0 {
            watch.check()?;
        }
        (0..indices.len()).for_each(|lane| features.write(batch * LANES + lane, &mut columns, lane));
        for (&index, (class, score)) in indices.iter().zip(model.classify(&columns)) {
            let area = &mut areas[index as usize];
            (area.class, area.score) = (class, score);
            if class == VisualClass::H1 && heading.is_none_or(|(best, _)| best < score) {
                heading = Some((score, index));
            }
        }
    }
    let Some((_, heading)) = heading else { return Ok(()) };
    for (index, area) in areas.iter_mut().enumerate() {
        if area.class == VisualClass::H1 && index as u32 != heading {
            area.class = VisualClass::H2;
        }
    }
    Ok(())
}
