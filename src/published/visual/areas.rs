//! Visual areas: maximal sequences of neighboring lines with a similar style in one block.
//!
//! Burget and Burgetová 2011, section 4, detect lines and then blocks in the tree of rendered boxes. Without a renderer
//! lines come from the approximate layout, and the box of an element bounds a block.

use super::cascade::Styles;
use super::computed_style::style_flag;
use super::css::colors::Color;
use super::layout::{Layout, Line, Rect};
use super::text_runs::TextRun;
use crate::base::arena::Bump;
use crate::base::arena::Vec as ArenaVec;
use crate::read::page::Page;

/// Sums of the styles of characters.
#[derive(Clone, Copy, Debug, Default)]
pub struct StyleSums {
    /// Characters.
    pub characters: u32,
    /// Bold characters.
    pub bold: u32,
    /// Italic or oblique characters.
    pub italic: u32,
    /// Characters in links.
    pub linked: u32,
    /// Sum of font sizes, in thousandths of a pixel.
    pub font_sizes: u64,
    /// Sum of the relative luminance of colors, in millionths.
    pub luminance: u64,
    /// Background of the first character.
    pub background: Color,
    /// Color of the first character.
    pub color: Color,
}

impl StyleSums {
    fn of(runs: &[TextRun], styles: &Styles<'_>) -> StyleSums {
        let mut sums = StyleSums::default();
        for (i, run) in runs.iter().enumerate() {
            let style = styles.of(run.node);
            if i == 0 {
                (sums.background, sums.color) = (style.background, style.color);
            }
            let characters = run.characters;
            sums.characters += characters;
            sums.bold += if style.is_bold() { characters } else { 0 };
            sums.italic += if style.has(style_flag::ITALIC) { characters } else { 0 };
            sums.linked += if run.is_linked { characters } else { 0 };
            sums.font_sizes += u64::from(characters) * u64::from(style.font_size);
            sums.luminance += u64::from(characters) * u64::from(style.luminance);
        }
        sums
    }

    fn add(&mut self, other: &StyleSums) {
        self.characters += other.characters;
        self.bold += other.bold;
        self.italic += other.italic;
        self.linked += other.linked;
        self.font_sizes += other.font_sizes;
        self.luminance += other.luminance;
    }

    /// Mean font size, in thousandths of a pixel; 0 without characters.
    pub fn font_size(&self) -> u32 {
        mean(self.font_sizes, self.characters)
    }

    /// The mean style of its characters.
    pub fn mean_style(&self) -> MeanStyle {
        let share = |part: u32| mean(u64::from(part) * 1000, self.characters);
        MeanStyle {
            font_size: self.font_size(),
            bold: share(self.bold),
            italic: share(self.italic),
            luminance: mean(self.luminance, self.characters),
            background: self.background,
        }
    }
}

/// A sum divided by the number of characters, rounded down.
fn mean(sum: u64, characters: u32) -> u32 {
    match u32::try_from(sum) {
        // Fast path: a 32-bit division takes half the time.
        Ok(sum) => sum / characters.max(1),
        Err(_) => (sum / u64::from(characters.max(1))) as u32,
    }
}

/// The mean style of the characters of an area or line.
#[derive(Clone, Copy, Debug)]
pub struct MeanStyle {
    /// Font size in thousandths of a pixel.
    pub font_size: u32,
    /// Share of bold characters, in thousandths.
    pub bold: u32,
    /// Share of italic characters, in thousandths.
    pub italic: u32,
    /// Relative luminance of the color, in millionths.
    pub luminance: u32,
    /// Background of the first character.
    pub background: Color,
}

impl MeanStyle {
    /// Whether two styles count as the same: font sizes within a pixel, weights and styles within 0.8, luminance within
    /// 0.005, equal backgrounds. The tolerances are taken from the authors' program (Burget, FitLayout).
    pub fn is_similar_to(&self, other: &MeanStyle) -> bool {
        let near = |one: u32, two: u32, max: u32| one.abs_diff(two) <= max;
        self.background == other.background
            && near(self.font_size, other.font_size, 1000)
            && near(self.bold, other.bold, 800)
            && near(self.italic, other.italic, 800)
            && near(self.luminance, other.luminance, 5000)
    }
}

/// An area, not yet classified.
#[derive(Clone, Copy, Debug)]
pub struct RawArea {
    /// Its text runs, `[first, end)`.
    pub runs: (u32, u32),
    /// Byte range in the normalized text.
    pub text: (u32, u32),
    /// The element whose box contains it.
    pub container: u32,
    /// Index of the visually separated box that it is in.
    pub separated_box: u32,
    /// Bounding box.
    pub rect: Rect,
    /// Lines after wrapping; 0 if hidden.
    pub lines: u32,
    /// Bits of [`super::hidden`].
    pub hidden: u8,
    /// Sums over its characters.
    pub style: StyleSums,
}

/// Joins lines into areas.
pub fn areas<'a>(
    arena: &'a Bump,
    page: &Page<'_>,
    styles: &Styles<'_>,
    runs: &[TextRun],
    layout: &Layout<'_>,
) -> ArenaVec<'a, RawArea> {
    let mut areas: ArenaVec<RawArea> = ArenaVec::with_capacity_in(layout.lines.len(), arena);
    for line in &layout.lines {
        let line_runs = &runs[line.runs.0 as usize..line.runs.1 as usize];
        let (Some(first), Some(last)) = (line_runs.first(), line_runs.last()) else { continue };
        let text = (first.text.0, last.text.1);
        let sums = StyleSums::of(line_runs, styles);
        let hidden = line_runs.iter().fold(0, |hidden, run| hidden | run.hidden);
        if let Some(area) = areas.last_mut()
            && is_continuation(page, area, line, text)
            && area.hidden == 0
            && hidden == 0
            && area.style.mean_style().is_similar_to(&sums.mean_style())
        {
            area.runs.1 = line.runs.1;
            area.text.1 = text.1;
            area.rect = union(area.rect, line.rect);
            area.lines = area.lines.saturating_add(line.count);
            area.style.add(&sums);
            continue;
        }
        areas.push(RawArea {
            runs: line.runs,
            text,
            container: line.container,
            separated_box: line.separated_box,
            rect: line.rect,
            lines: line.count,
            hidden,
            style: sums,
        });
    }
    areas
}

/// Whether a line directly follows an area in the same box and the same block of text.
fn is_continuation(page: &Page<'_>, area: &RawArea, line: &Line, text: (u32, u32)) -> bool {
    let between = page.text.as_bytes().get(area.text.1 as usize..text.0 as usize);
    area.container == line.container
        && area.runs.1 == line.runs.0
        && between.is_some_and(|between| memchr::memchr(b'\n', between).is_none())
}

/// The smallest rectangle that contains both.
pub fn union(one: Rect, two: Rect) -> Rect {
    let (x, y) = (one.x.min(two.x), one.y.min(two.y));
    let right = (one.x + one.width).max(two.x + two.width);
    let bottom = (one.y + one.height).max(two.y + two.height);
    Rect { x, y, width: right - x, height: bottom - y }
}
