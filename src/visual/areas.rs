//! Visual areas (section 5.4): maximal runs of neighboring lines with the same style in one block.

use super::cascade::Styles;
use super::css::colors::Color;
use super::flow::{Flow, Line, Rect};
use super::pieces::Piece;
use super::style::style_flag;
use crate::arena::Bump;
use crate::arena::Vec as ArenaVec;
use crate::page::Page;

/// What the characters of a stretch of text sum up to.
#[derive(Clone, Copy, Debug, Default)]
pub struct Look {
    /// Characters.
    pub characters: u32,
    /// Bold ones.
    pub bold: u32,
    /// Italic or oblique ones.
    pub italic: u32,
    /// In links.
    pub linked: u32,
    /// Sum of their font sizes, in thousandths of a pixel.
    pub font_sizes: u64,
    /// Sum of the luminance of their colors, in millionths.
    pub luminance: u64,
    /// What the first one stands on.
    pub background: Color,
    /// The color of the first one.
    pub color: Color,
}

impl Look {
    fn of(pieces: &[Piece], styles: &Styles<'_>) -> Look {
        let mut look = Look::default();
        for (i, piece) in pieces.iter().enumerate() {
            let style = styles.of(piece.node);
            if i == 0 {
                (look.background, look.color) = (style.background, style.color);
            }
            let characters = piece.characters;
            look.characters += characters;
            look.bold += if style.is_bold() { characters } else { 0 };
            look.italic += if style.has(style_flag::ITALIC) { characters } else { 0 };
            look.linked += if piece.is_linked { characters } else { 0 };
            look.font_sizes += u64::from(characters) * u64::from(style.font_size);
            look.luminance += u64::from(characters) * u64::from(style.luminance);
        }
        look
    }

    fn add(&mut self, other: &Look) {
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

    /// What is compared with others.
    pub fn means(&self) -> Means {
        let share = |part: u32| mean(u64::from(part) * 1000, self.characters);
        Means {
            font_size: self.font_size(),
            bold: share(self.bold),
            italic: share(self.italic),
            luminance: mean(self.luminance, self.characters),
            background: self.background,
        }
    }
}

/// A sum by the number of characters, rounded down.
fn mean(sum: u64, characters: u32) -> u32 {
    match u32::try_from(sum) {
        // The short division takes half the time.
        Ok(sum) => sum / characters.max(1),
        Err(_) => (sum / u64::from(characters.max(1))) as u32,
    }
}

/// How a stretch of text looks on the whole.
#[derive(Clone, Copy, Debug)]
pub struct Means {
    /// In thousandths of a pixel.
    pub font_size: u32,
    /// Thousandths of the characters that are bold, and italic.
    pub bold: u32,
    /// The same.
    pub italic: u32,
    /// In millionths.
    pub luminance: u32,
    /// What the first character stands on.
    pub background: Color,
}

impl Means {
    /// Same style: sizes within a pixel, weights and styles within .8, luminance within .005, the same background
    /// (section 5.2, step 5).
    pub fn is_like(&self, other: &Means) -> bool {
        let near = |one: u32, two: u32, most: u32| one.abs_diff(two) <= most;
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
    /// Its pieces, `[first, end)`.
    pub pieces: (u32, u32),
    /// Bytes of the normalized text.
    pub text: (u32, u32),
    /// The element whose block it stands in.
    pub container: u32,
    /// The group that it is in.
    pub group: u32,
    /// Where it stands.
    pub rect: Rect,
    /// Lines; 0 if it is not seen.
    pub lines: u32,
    /// Bits of [`super::hidden`].
    pub hidden: u8,
    /// How it looks.
    pub look: Look,
}

/// Joins lines to areas.
pub fn areas<'a>(
    arena: &'a Bump,
    page: &Page<'_>,
    styles: &Styles<'_>,
    pieces: &[Piece],
    flow: &Flow<'_>,
) -> ArenaVec<'a, RawArea> {
    let mut areas: ArenaVec<RawArea> = ArenaVec::with_capacity_in(flow.lines.len(), arena);
    for line in &flow.lines {
        let of_line = &pieces[line.pieces.0 as usize..line.pieces.1 as usize];
        let (Some(first), Some(last)) = (of_line.first(), of_line.last()) else { continue };
        let text = (first.text.0, last.text.1);
        let look = Look::of(of_line, styles);
        let hidden = of_line.iter().fold(0, |hidden, piece| hidden | piece.hidden);
        if let Some(area) = areas.last_mut()
            && goes_on(page, area, line, text)
            && area.hidden == 0
            && hidden == 0
            && area.look.means().is_like(&look.means())
        {
            area.pieces.1 = line.pieces.1;
            area.text.1 = text.1;
            area.rect = union(area.rect, line.rect);
            area.lines = area.lines.saturating_add(line.count);
            area.look.add(&look);
            continue;
        }
        areas.push(RawArea {
            pieces: line.pieces,
            text,
            container: line.container,
            group: line.group,
            rect: line.rect,
            lines: line.count,
            hidden,
            look,
        });
    }
    areas
}

/// Whether a line follows on from an area in the same block of the tree and of the text.
fn goes_on(page: &Page<'_>, area: &RawArea, line: &Line, text: (u32, u32)) -> bool {
    let between = page.text.as_bytes().get(area.text.1 as usize..text.0 as usize);
    area.container == line.container
        && area.pieces.1 == line.pieces.0
        && between.is_some_and(|between| memchr::memchr(b'\n', between).is_none())
}

/// The smallest rectangle that holds both.
pub fn union(one: Rect, two: Rect) -> Rect {
    let (x, y) = (one.x.min(two.x), one.y.min(two.y));
    let right = (one.x + one.width).max(two.x + two.width);
    let bottom = (one.y + one.height).max(two.y + two.height);
    Rect { x, y, width: right - x, height: bottom - y }
}
