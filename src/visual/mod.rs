//! Visual annotation after Burget and Burgetová, "Automatic annotation of online articles based on visual feature
//! classification" (2011): what a reader takes for the heading, the author, the date, a paragraph, by how it looks.
//!
//! The paper renders a page. Here its style-only form is done, of what a crawler has: the page with its `<style>`
//! sheets and `style` attributes. External sheets are not there, so that pages that rely on them look as a browser
//! shows them without.
//!
//! 1. `cascade`: a style for each element, from a user-agent sheet and the page's own ([`css`] reads them); elements
//!    that cannot differ share one (`sharing`).
//! 2. `pieces`, `flow`: where each text would stand, by a cheap layout.
//! 3. `areas`: lines, joined to areas where neighbors look the same; `grid` counts what lies on each side.
//! 4. `features`, `text`, `around`: what the classifiers see of an area.
//! 5. `model`: boosted trees give each area one of nine classes. `lab/training/visual.py` makes them, from what pages say
//!    of themselves; `docs/visual.md` tells how, and how good they are.
//!
//! Text that is not seen is told apart, with the reasons ([`hidden`]), for each area and each block.
//!
//! Every step is linear in the page, but for sorting the areas of a box. Sheets that would cost more are cut short
//! ([`Visual::truncated`]).

mod areas;
mod around;
mod cascade;
pub mod css;
mod elements;
pub mod features;
mod flow;
mod frames;
mod geometry;
mod grid;
mod luminance;
mod model;
mod pieces;
mod sharing;
mod style;
#[cfg(test)]
mod tests;
mod text;
mod user_agent;
mod winners;
mod words;

pub use css::colors::Color;
pub use flow::Rect;
pub use geometry::Geometry;
pub use luminance::{contrast, luminance};
pub use style::hidden;

use crate::arena::Bump;
use crate::arena::Vec as ArenaVec;
use crate::error::Error;
use crate::limits::Watch;
use crate::page::Page;
use areas::RawArea;
use features::Features;
use model::{LANES, Model};
use pieces::{Cursor, Piece};

/// How pages are annotated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct VisualOptions {
    /// Whether the page's own sheets and `style` attributes count, not only the user-agent sheet. Default: yes.
    pub author_styles: bool,
    /// Whether areas are classified; without it all are [`Class::None`]. Default: yes.
    pub classify: bool,
}

impl Default for VisualOptions {
    fn default() -> VisualOptions {
        VisualOptions { author_styles: true, classify: true }
    }
}

/// What an area is (section 5.1).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum Class {
    /// None of the others.
    #[default]
    None = 0,
    /// The main heading.
    H1 = 1,
    /// A heading of a section.
    H2 = 2,
    /// A line below the main heading that goes on from it.
    Subtitle = 3,
    /// The first paragraph where it sums up the article.
    Perex = 4,
    /// A paragraph of the article.
    Paragraph = 5,
    /// Who wrote it.
    Author = 6,
    /// When it was published.
    Date = 7,
    /// Both in one.
    AuthorDate = 8,
}

impl Class {
    /// All classes, by number.
    pub const ALL: [Class; 9] = [
        Class::None,
        Class::H1,
        Class::H2,
        Class::Subtitle,
        Class::Perex,
        Class::Paragraph,
        Class::Author,
        Class::Date,
        Class::AuthorDate,
    ];

    /// The name used in options and reports.
    pub const fn name(self) -> &'static str {
        match self {
            Class::None => "none",
            Class::H1 => "h1",
            Class::H2 => "h2",
            Class::Subtitle => "subtitle",
            Class::Perex => "perex",
            Class::Paragraph => "paragraph",
            Class::Author => "author",
            Class::Date => "date",
            Class::AuthorDate => "authordate",
        }
    }
}

/// An area: neighboring lines of text in one block that look the same.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Area {
    /// Bytes of the UTF-8 view of the page, from the first to the last character of the text.
    pub source: (u32, u32),
    /// Bytes of the normalized text.
    pub text: (u32, u32),
    /// The block that it lies in.
    pub block: u32,
    /// The element whose box it stands in: its node index.
    pub container: u32,
    /// What it is.
    pub class: Class,
    /// How sure that is, in 255ths.
    pub score: u8,
    /// Why it is not seen: bits of [`hidden`]; 0 if it is.
    pub hidden: u8,
    /// Where it would stand, in pixels on a canvas 1000 wide. Nothing if it is not seen.
    pub rect: Rect,
    /// Lines of text; 0 if it is not seen.
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
    /// The color of the first character.
    pub color: Color,
    /// What it stands on.
    pub background: Color,
}

/// What is seen of a block.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct BlockLook {
    /// Characters of the block that are not seen.
    pub hidden_characters: u32,
    /// Why: bits of [`hidden`] that hold for any of them.
    pub hidden: u8,
}

/// The visual analysis of a page.
#[derive(Clone, Copy, Debug, Default)]
pub struct Visual<'a> {
    /// In the order of the tree, which is that of the source where the markup is not misnested.
    pub areas: &'a [Area],
    /// One entry a block.
    pub blocks: &'a [BlockLook],
    /// Mean font size of the text that is seen, in thousandths of a pixel; 0 without text.
    pub font_size: u32,
    /// Height of the page in pixels.
    pub height: u32,
    /// Whether sheets were cut short: too many selectors, or too much work to match them, or too few steps left.
    pub truncated: bool,
}

/// Annotates a page.
pub fn analyze<'a>(arena: &'a Bump, page: &Page<'_>, options: &VisualOptions) -> Visual<'a> {
    // Nobody stops it.
    analyze_within(arena, page, options, &Watch::default()).unwrap_or_default()
}

/// The same, of at most so many steps: tests of selectors. What they do not suffice for is left out.
pub(crate) fn analyze_within<'a>(
    arena: &'a Bump,
    page: &Page<'_>,
    options: &VisualOptions,
    watch: &Watch,
) -> Result<Visual<'a>, Error> {
    let styles = cascade::styles(arena, &page.tree, options.author_styles, watch)?;
    let pieces = pieces::pieces(arena, page, &styles);
    watch.check()?;
    let flow = flow::flow(arena, page, &styles, pieces);
    watch.check()?;
    let raw = areas::areas(arena, page, &styles, pieces, &flow);
    let mut areas = ArenaVec::with_capacity_in(raw.len(), arena);
    let (mut block, mut map) = (0, Cursor::new(page));
    areas.extend(raw.iter().map(|area| finished(page, area, &mut block, &mut map)));
    if options.classify {
        watch.check()?;
        let features = Features::new(arena, page, &styles, pieces, &flow, &raw);
        watch.check()?;
        classify(&features, &mut areas, watch)?;
    }
    let (sum, characters) = raw.iter().filter(|area| area.hidden == 0).fold((0, 0), |(sum, characters), area| {
        (sum + area.look.font_sizes, characters + u64::from(area.look.characters))
    });
    Ok(Visual {
        areas: areas.into_bump_slice(),
        blocks: blocks(arena, page, pieces),
        font_size: (sum / characters.max(1)) as u32,
        height: flow.groups.first().map_or(0, |page| page.rect.height.unsigned_abs()),
        truncated: styles.truncated,
    })
}

/// An area's index, and its features.
pub type FeatureRow = (u32, [u8; features::COUNT]);

/// The features of all areas that are seen, in order, with the areas' indices: for training and inspection.
pub fn feature_rows<'a>(arena: &'a Bump, page: &Page<'_>, options: &VisualOptions) -> ArenaVec<'a, FeatureRow> {
    rows(arena, page, options, None)
}

/// The same, with areas where a renderer has them.
pub fn feature_rows_in<'a>(
    arena: &'a Bump,
    page: &Page<'_>,
    options: &VisualOptions,
    geometry: &dyn Geometry,
) -> ArenaVec<'a, FeatureRow> {
    rows(arena, page, options, Some(geometry))
}

fn rows<'a>(
    arena: &'a Bump,
    page: &Page<'_>,
    options: &VisualOptions,
    geometry: Option<&dyn Geometry>,
) -> ArenaVec<'a, FeatureRow> {
    let styles = cascade::styles(arena, &page.tree, options.author_styles, &Watch::default()).unwrap_or_default();
    let pieces = pieces::pieces(arena, page, &styles);
    let mut flow = flow::flow(arena, page, &styles, pieces);
    let mut raw = areas::areas(arena, page, &styles, pieces, &flow);
    if let Some(geometry) = geometry {
        geometry::place(geometry, pieces, &mut flow, &mut raw);
    }
    let features = Features::new(arena, page, &styles, pieces, &flow, &raw);
    let mut rows = ArenaVec::with_capacity_in(raw.len(), arena);
    rows.extend(features.seen().iter().enumerate().map(|(place, &area)| (area, features.row(place))));
    rows
}

/// `block` is the one of the area before: areas are nearly sorted.
fn finished(page: &Page<'_>, raw: &RawArea, block: &mut usize, map: &mut Cursor<'_>) -> Area {
    *block = block_at(page, raw.text.0, *block);
    let look = &raw.look;
    let start = map.view_of(raw.text.0);
    let last = map.view_of(raw.text.1.saturating_sub(1));
    let end = map.view_of(raw.text.1);
    let of_block = page.blocks.get(*block).map_or(u32::MAX, |block| block.source.1);
    Area {
        source: (start, end.max(last).min(of_block)),
        text: raw.text,
        block: *block as u32,
        container: raw.container,
        class: Class::None,
        score: 0,
        hidden: raw.hidden,
        rect: raw.rect,
        lines: raw.lines,
        characters: look.characters,
        font_size: look.font_size(),
        bold: look.bold,
        italic: look.italic,
        linked: look.linked,
        color: look.color,
        background: look.background,
    }
}

/// The block that holds a place of the text, looked for first from a guess on.
fn block_at(page: &Page<'_>, text: u32, guess: usize) -> usize {
    let holds = |block: usize| page.blocks.get(block).is_some_and(|block| block.text.0 <= text && text < block.text.1);
    match [guess, guess + 1].into_iter().find(|&block| holds(block)) {
        Some(block) => block,
        None => page.blocks.partition_point(|block| block.text.1 <= text).min(page.blocks.len().saturating_sub(1)),
    }
}

fn blocks<'a>(arena: &'a Bump, page: &Page<'_>, pieces: &[Piece]) -> &'a [BlockLook] {
    let looks = arena.alloc_slice_fill_copy(page.blocks.len(), BlockLook::default());
    let mut block = 0;
    for piece in pieces {
        block = block_at(page, piece.text.0, block);
        if piece.hidden != 0
            && let Some(look) = looks.get_mut(block)
        {
            look.hidden |= piece.hidden;
            look.hidden_characters += piece.characters;
        }
    }
    looks
}

/// The model that comes with the library.
static BUILT_IN: &[u8] = include_bytes!("model.bin");

/// Gives each area that is seen its class. A page has one main heading at most.
fn classify(features: &Features<'_, '_>, areas: &mut [Area], watch: &Watch) -> Result<(), Error> {
    // A test reads the model; if it were damaged all the same, all areas would stay without a class.
    let Some(model) = Model::read(BUILT_IN) else { return Ok(()) };
    let mut heading = None;
    let mut columns = [[0; LANES]; features::COUNT];
    for (number, indices) in features.seen().chunks(LANES).enumerate() {
        if number % 32 == 0 {
            watch.check()?;
        }
        (0..indices.len()).for_each(|lane| features.write(number * LANES + lane, &mut columns, lane));
        for (&index, (class, score)) in indices.iter().zip(model.classify(&columns)) {
            let area = &mut areas[index as usize];
            (area.class, area.score) = (class, score);
            if class == Class::H1 && heading.is_none_or(|(best, _)| best < score) {
                heading = Some((score, index));
            }
        }
    }
    let Some((_, heading)) = heading else { return Ok(()) };
    for (index, area) in areas.iter_mut().enumerate() {
        if area.class == Class::H1 && index as u32 != heading {
            area.class = Class::H2;
        }
    }
    Ok(())
}
