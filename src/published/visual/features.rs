//! The features of areas, as bytes: the features of Burget and Burgetová 2011, and further ones about the text, the
//! page and nearby areas.
//!
//! No feature uses element names, `<time>`, microdata, JSON-LD or `rel=author`, because training takes its labels from
//! these. The features are visual features, the page title, and words in the classes and ids around the text, which
//! often name a byline as such.

use super::areas::{MeanStyle, RawArea};
use super::cascade::Styles;
use super::context::{class_and_id_words, color_shares, duplicate_counts, neighbor_counts};
use super::grid::NeighborCounts;
use super::layout::{Layout, Rect};
use super::luminance::{contrast, luminance};
use super::text_runs::TextRun;
use super::text_stats::{TextStats, Title};
use crate::base::arena::Bump;
use crate::base::arena::Vec as ArenaVec;
use crate::base::scale::{log, part_of, share};
use crate::base::sort::sort;
use crate::read::class_words::group;
use crate::read::page::Page;

/// The names of the features, in their order. The first twenty are from Burget and Burgetová 2011.
#[rustfmt::skip]
#[cfg(feature = "unstable")]
pub const NAMES: [&str; COUNT] = [
    "fontsize", "weight", "style", "aabove", "abelow", "aleft", "aright", "relx", "rely", "nlines",
    "tlength", "pdigits", "plower", "pupper", "pspaces", "ppunct", "tlum", "bglum", "contrast", "cperc",
    "of_largest_font", "larger_areas", "larger_before", "same_look", "size_before", "size_after", "like_before",
    "like_after", "length_before", "length_before_2", "length_after", "length_after_2", "long_before", "long_after",
    "linked", "width", "height", "place", "place_in_text", "areas", "page_length",
    "words", "capitalized", "ending", "beginning", "months", "date_words", "years", "days", "times", "joined",
    "author_words", "marks", "in_title", "of_title", "heading_distance", "heading_height", "heading_size", "is_heading",
    "dates_before", "indent", "words_in_caps",
    "date_before", "date_after", "author_words_before", "date_words_before", "repeated", "long_areas", "of_body_font",
    "named_author", "named_date", "named_meta", "named_title", "named_user", "named_comment", "named_related",
    "named_description", "named_card",
];

/// The number of features.
pub const COUNT: usize = 78;

/// The version of the features' definitions; a model is for one version.
pub const VERSION: u32 = 2;

/// The minimum number of characters of a long area.
const MIN_LONG: u32 = 120;

/// Statistics of a page from which the features of its areas follow. Vectors have one entry for each visible area, at
/// its position among them, except `neighbors`.
pub struct Features<'f, 'a> {
    areas: &'f [RawArea],
    /// Indices of the visible areas.
    visible: ArenaVec<'a, u32>,
    mean_styles: ArenaVec<'a, MeanStyle>,
    stats: ArenaVec<'a, TextStats>,
    neighbors: ArenaVec<'a, NeighborCounts>,
    /// `cperc`, in 255ths.
    colors: ArenaVec<'a, u8>,
    /// The number of areas with the same style; the number with a larger font, on the page, and whether there is one
    /// before the area.
    same_style: ArenaVec<'a, u32>,
    larger: ArenaVec<'a, (u32, u32)>,
    /// Position of the nearest long area before and after, `u32::MAX` for none.
    long_before: ArenaVec<'a, u32>,
    long_after: ArenaVec<'a, u32>,
    /// Position of the nearest area with a date before and after, `u32::MAX` for none.
    date_before: ArenaVec<'a, u32>,
    date_after: ArenaVec<'a, u32>,
    /// The number of areas with the same text.
    repeated: ArenaVec<'a, u32>,
    /// Words in classes and ids, see [`class_and_id_words`].
    named: ArenaVec<'a, u32>,
    /// The number of characters, and of dates, before the area.
    text_before: ArenaVec<'a, u32>,
    dates_before: ArenaVec<'a, u32>,
    title_words: u32,
    page: PageStats,
    /// Position of the most likely main heading.
    heading: usize,
}

#[derive(Clone, Copy, Default)]
struct PageStats {
    characters: u32,
    /// Mean and largest font size, in thousandths of a pixel.
    font_size: u32,
    largest: u32,
    /// Bounding box of the page.
    rect: Rect,
    /// The number of long areas.
    long_areas: u32,
}

impl<'f, 'a> Features<'f, 'a> {
    /// Computes the statistics of a page.
    pub fn new(
        arena: &'a Bump,
        page: &Page<'_>,
        styles: &Styles<'_>,
        runs: &[TextRun],
        layout: &Layout<'_>,
        areas: &'f [RawArea],
    ) -> Features<'f, 'a> {
        let mut visible = ArenaVec::with_capacity_in(areas.len(), arena);
        visible.extend((0..areas.len() as u32).filter(|&i| areas[i as usize].hidden == 0));
        let mut mean_styles = ArenaVec::with_capacity_in(visible.len(), arena);
        mean_styles.extend(visible.iter().map(|&i| areas[i as usize].style.mean_style()));
        let title = title_of(page);
        let mut stats = ArenaVec::with_capacity_in(visible.len(), arena);
        stats.extend(visible.iter().map(|&i| TextStats::of(page.text, areas[i as usize].text, &title)));
        let mut features = Features {
            areas,
            neighbors: neighbor_counts(arena, layout, areas),
            colors: color_shares(arena, styles, runs, areas, &visible),
            same_style: ArenaVec::with_capacity_in(visible.len(), arena),
            larger: ArenaVec::with_capacity_in(visible.len(), arena),
            long_before: ArenaVec::with_capacity_in(visible.len(), arena),
            long_after: ArenaVec::with_capacity_in(visible.len(), arena),
            date_before: ArenaVec::with_capacity_in(visible.len(), arena),
            date_after: ArenaVec::with_capacity_in(visible.len(), arena),
            repeated: duplicate_counts(arena, page, areas, &visible),
            named: class_and_id_words(arena, page, runs, areas, &visible),
            text_before: ArenaVec::with_capacity_in(visible.len(), arena),
            dates_before: ArenaVec::with_capacity_in(visible.len(), arena),
            title_words: title.len(),
            page: PageStats {
                rect: layout.boxes.first().map_or(Rect::default(), |page| page.rect),
                ..PageStats::default()
            },
            heading: 0,
            visible,
            mean_styles,
            stats,
        };
        features.scan_areas();
        features.count_styles(arena);
        features.heading = features.likely_heading();
        features
    }

    /// Indices of the areas that have features: the visible ones.
    pub fn visible(&self) -> &[u32] {
        &self.visible
    }

    fn area(&self, position: usize) -> &RawArea {
        &self.areas[self.visible[position] as usize]
    }

    fn scan_areas(&mut self) {
        let mut font_sizes = 0u64;
        let mut long = u32::MAX;
        let mut date = u32::MAX;
        let mut dates = 0;
        for position in 0..self.visible.len() {
            let style = self.area(position).style;
            self.text_before.push(self.page.characters);
            self.dates_before.push(dates);
            self.long_before.push(long);
            self.date_before.push(date);
            self.page.characters = self.page.characters.saturating_add(style.characters);
            font_sizes += style.font_sizes;
            self.page.largest = self.page.largest.max(self.mean_styles[position].font_size);
            if style.characters >= MIN_LONG {
                long = position as u32;
                self.page.long_areas += 1;
            }
            if has_date(&self.stats[position]) {
                date = position as u32;
                dates += 1;
            }
        }
        self.page.font_size = (font_sizes / u64::from(self.page.characters.max(1))) as u32;
        self.long_after.resize(self.visible.len(), u32::MAX);
        self.date_after.resize(self.visible.len(), u32::MAX);
        (long, date) = (u32::MAX, u32::MAX);
        for position in (0..self.visible.len()).rev() {
            self.long_after[position] = long;
            self.date_after[position] = date;
            if has_date(&self.stats[position]) {
                date = position as u32;
            }
            if self.area(position).style.characters >= MIN_LONG {
                long = position as u32;
            }
        }
    }

    /// Counts areas of equal style and of larger fonts, by sorting.
    fn count_styles(&mut self, arena: &Bump) {
        let count = self.visible.len();
        // Packed into integers: each instance of the sort is 4 kB of code.
        let mut order: ArenaVec<u128> = ArenaVec::with_capacity_in(count, arena);
        for position in 0..count {
            let style = &self.area(position).style;
            let bold = u32::from(style.bold * 2 > style.characters);
            let italic = u32::from(style.italic * 2 > style.characters);
            let quantized = style.color.0 >> 8 & 0xf0_f0f0;
            // Larger fonts first.
            let size = u32::MAX - self.mean_styles[position].font_size / 500;
            order.push(
                u128::from(size) << 64 | u128::from(quantized << 2 | bold << 1 | italic) << 32 | position as u128,
            );
        }
        sort(&mut order);
        self.same_style.resize(count, 0);
        self.larger.resize(count, (0, 0));
        let mut at = 0;
        while let Some(&first) = order.get(at) {
            let end = at + order[at..].iter().take_while(|&&entry| entry >> 32 == first >> 32).count();
            for &entry in &order[at..end] {
                self.same_style[entry as u32 as usize] = (end - at) as u32;
            }
            at = end;
        }
        at = 0;
        // Counting exactly how many larger ones come before would take another prefix sum tree; whether there is one is
        // enough.
        let mut first_larger = u32::MAX;
        while let Some(&first) = order.get(at) {
            let end = at + order[at..].iter().take_while(|&&entry| entry >> 64 == first >> 64).count();
            for &entry in &order[at..end] {
                let position = entry as u32;
                self.larger[position as usize] = (at as u32, u32::from(first_larger < position));
            }
            first_larger = order[at..end].iter().fold(first_larger, |first, &entry| first.min(entry as u32));
            at = end;
        }
    }

    /// A heuristic for the main heading: words of the title in a large font, near the top.
    fn likely_heading(&self) -> usize {
        let mut best = (0, 0);
        for (position, stats) in self.stats.iter().enumerate() {
            let covered = share(stats.of_title.count_ones(), self.title_words);
            let own = share(stats.in_title, stats.words);
            let size = share(self.mean_styles[position].font_size, self.page.largest);
            let position_from_end = (self.visible.len() - position) * 100 / self.visible.len();
            let score = u32::from(covered) * 2 + u32::from(own) + u32::from(size) * 2 + position_from_end as u32;
            if score > best.0 && stats.words > 0 {
                best = (score, position);
            }
        }
        best.1
    }

    /// The features of the area at a position among the visible ones.
    #[cfg(feature = "unstable")]
    pub fn row(&self, position: usize) -> [u8; COUNT] {
        let mut columns = [[0]; COUNT];
        self.write(position, &mut columns, 0);
        columns.map(|[value]| value)
    }

    /// Writes the features of the area at a position among the visible ones into a lane.
    pub fn write<const LANES: usize>(&self, position: usize, columns: &mut [[u8; LANES]; COUNT], lane: usize) {
        let mut row = Row { columns: columns.iter_mut(), lane };
        self.published(position, &mut row);
        self.comparison(position, &mut row);
        self.text(position, &mut row);
        self.context(position, &mut row);
    }

    /// The features of Burget and Burgetová 2011.
    fn published<const LANES: usize>(&self, position: usize, row: &mut Row<'_, LANES>) {
        let (area, stats, page) = (self.area(position), &self.stats[position], &self.page);
        let (style, rect) = (&area.style, area.rect);
        let mean = &self.mean_styles[position];
        row.put(ratio(mean.font_size, page.font_size));
        row.put(share(style.bold, style.characters));
        row.put(share(style.italic, style.characters));
        let neighbors = self.neighbors[self.visible[position] as usize];
        [neighbors.above, neighbors.below, neighbors.left, neighbors.right]
            .into_iter()
            .for_each(|count| row.put(log(count)));
        row.put(relative(rect.x - page.rect.x, page.rect.width - rect.width));
        row.put(relative(rect.y - page.rect.y, page.rect.height - rect.height));
        row.put(area.lines.min(255) as u8);
        row.put(log(stats.characters));
        let counts = [stats.digits, stats.lower, stats.upper, stats.spaces, stats.punctuation];
        counts.into_iter().for_each(|count| row.put(share(count, stats.characters)));
        let (text, background) = (mean.luminance, luminance(style.background));
        row.put(share(text, 1_000_000));
        row.put(share(background, 1_000_000));
        row.put((contrast(text, background) * 12.0) as u8);
        row.put(self.colors[position]);
    }

    /// Its style and size compared with the other areas of the page.
    fn comparison<const LANES: usize>(&self, position: usize, row: &mut Row<'_, LANES>) {
        let (area, page) = (self.area(position), &self.page);
        let (style, mean) = (&area.style, &self.mean_styles[position]);
        row.put(share(mean.font_size, page.largest));
        row.put(log(self.larger[position].0));
        row.put(self.larger[position].1 as u8);
        row.put(log(self.same_style[position]));
        let other = |step: isize| position.checked_add_signed(step).filter(|&at| at < self.visible.len());
        let size = |step| other(step).map_or(0, |at| ratio(self.mean_styles[at].font_size, mean.font_size));
        let like = |step| other(step).map_or(0, |at| 1 + u8::from(self.mean_styles[at].is_similar_to(mean)));
        let length = |step| other(step).map_or(0, |at| log(self.area(at).style.characters));
        [size(-1), size(1), like(-1), like(1)].into_iter().for_each(|byte| row.put(byte));
        [length(-1), length(-2), length(1), length(2)].into_iter().for_each(|byte| row.put(byte));
        row.put(distance(self.long_before[position], position));
        row.put(distance(self.long_after[position], position));
        row.put(share(style.linked, style.characters));
        row.put(log(area.rect.width.unsigned_abs()));
        row.put(log(area.rect.height.unsigned_abs()));
        row.put(share(position as u32, self.visible.len() as u32));
        row.put(share(self.text_before[position], page.characters));
        row.put(log(self.visible.len() as u32));
        row.put(log(page.characters));
    }

    /// Its text, and its distance from the likely heading.
    fn text<const LANES: usize>(&self, position: usize, row: &mut Row<'_, LANES>) {
        let (area, stats) = (self.area(position), &self.stats[position]);
        row.put(log(stats.words));
        row.put(share(stats.capitalized, stats.words));
        row.put(stats.ending);
        row.put(stats.beginning);
        let counts = [
            stats.months,
            stats.date_words,
            stats.years,
            stats.days,
            stats.times,
            stats.joined,
            stats.author_words,
            stats.marks,
        ];
        counts.into_iter().for_each(|count| row.put(count.min(255) as u8));
        row.put(share(stats.in_title, stats.words));
        row.put(share(stats.of_title.count_ones(), self.title_words));
        let heading = self.area(self.heading);
        row.put(signed(position as i64 - self.heading as i64));
        let bottom = |rect: Rect| i64::from(rect.y) + i64::from(rect.height);
        row.put(signed((i64::from(area.rect.y) - bottom(heading.rect)) / 8));
        row.put(ratio(self.mean_styles[position].font_size, self.mean_styles[self.heading].font_size));
        row.put(u8::from(position == self.heading));
        row.put(log(self.dates_before[position]));
        row.put(signed(i64::from(area.rect.x) - i64::from(heading.rect.x)));
        row.put(share(stats.upper, stats.upper + stats.lower));
    }

    /// Areas nearby, repetitions, and words in classes and ids.
    fn context<const LANES: usize>(&self, position: usize, row: &mut Row<'_, LANES>) {
        row.put(distance(self.date_before[position], position));
        row.put(distance(self.date_after[position], position));
        let before = position.checked_sub(1).map_or(TextStats::default(), |before| self.stats[before]);
        row.put(before.author_words.min(255) as u8);
        row.put(before.date_words.min(255) as u8);
        row.put(log(self.repeated[position]));
        row.put(log(self.page.long_areas));
        let body = self.mean_styles.get(self.long_after[position] as usize).map_or(0, |body| body.font_size);
        row.put(ratio(self.mean_styles[position].font_size, body));
        let named = self.named[position];
        NAMED.into_iter().for_each(|groups| row.put(u8::from(named & groups != 0)));
    }
}

/// Writes one row, as one lane of the columns.
struct Row<'c, const LANES: usize> {
    /// The columns not yet written.
    columns: std::slice::IterMut<'c, [u8; LANES]>,
    lane: usize,
}

impl<const LANES: usize> Row<'_, LANES> {
    #[inline]
    fn put(&mut self, byte: u8) {
        if let Some(slot) = self.columns.next().and_then(|column| column.get_mut(self.lane)) {
            *slot = byte;
        }
    }
}

fn title_of(page: &Page<'_>) -> Title {
    let block = page.title_block();
    Title::of(block.map_or("", |block| page.text_of(block)))
}

/// The groups of words of the last features, `named_*`.
const NAMED: [u32; 9] = [
    group("author"),
    group("date"),
    group("meta"),
    group("title"),
    group("user"),
    group("comment"),
    group("related"),
    group("description"),
    group("list"),
];

/// Whether a text looks like a date.
fn has_date(stats: &TextStats) -> bool {
    stats.characters < MIN_LONG && (stats.months > 0 || stats.joined > 1) && (stats.years > 0 || stats.days > 0)
}

/// `100 * part / whole`, halved so that five times as much still fits.
fn ratio(part: u32, whole: u32) -> u8 {
    part_of(50, part, whole)
}

/// A coordinate relative to its range, in 255ths; 0 for an empty range.
fn relative(offset: i32, range: i32) -> u8 {
    if range <= 0 { 0 } else { (i64::from(offset.max(0)) * 255 / i64::from(range)).min(255) as u8 }
}

/// A signed distance on a logarithmic scale around 128.
fn signed(distance: i64) -> u8 {
    let size = u32::try_from(distance.unsigned_abs()).unwrap_or(u32::MAX);
    let size = log(size) / 2;
    if distance < 0 { 127 - size.min(127) } else { 128 + size }
}

/// The distance between two positions on a logarithmic scale; 255 if there is no other.
fn distance(other: u32, position: usize) -> u8 {
    if other == u32::MAX { 255 } else { log(other.abs_diff(position as u32)) }
}
