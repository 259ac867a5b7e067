//! The features of areas, as bytes: those of section 5.3, and what else can be seen of an area and those around it.
//!
//! None of them reads an element's name, or what a page says of itself in `<time>`, microdata, JSON-LD or `rel=author`.
//! A classifier sees what a reader sees, the page's title, and words in the classes and ids around the text, as those
//! who write templates name a byline what it is.

use super::areas::{Means, RawArea};
use super::around::{all_sides, color_shares, names_around, repetitions};
use super::cascade::Styles;
use super::flow::{Flow, Rect};
use super::grid::Sides;
use super::luminance::{contrast, luminance};
use super::pieces::Piece;
use super::text::{Cues, Title};
use crate::arena::Bump;
use crate::arena::Vec as ArenaVec;
use crate::mask::features::group;
use crate::mask::features::scale::{log, part_of, share};
use crate::page::{Page, flag};

/// The names of the features, in their order. The first twenty are those of section 5.3.
#[rustfmt::skip]
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

/// How many there are.
pub const COUNT: usize = 78;

/// Number of the features' meaning; a model is for one version.
pub const VERSION: u32 = 2;

/// An area of so many characters is long.
const LONG: u32 = 120;

/// What the features of a page's areas are made from.
pub struct Features<'f, 'a> {
    areas: &'f [RawArea],
    /// The areas that are seen, as indices.
    seen: ArenaVec<'a, u32>,
    means: ArenaVec<'a, Means>,
    cues: ArenaVec<'a, Cues>,
    sides: ArenaVec<'a, Sides>,
    /// `cperc` of each area that is seen, in 255ths.
    colors: ArenaVec<'a, u8>,
    /// Of each area that is seen: the number of areas that look the same, and of those with a larger font, on the page
    /// and before it.
    same_look: ArenaVec<'a, u32>,
    larger: ArenaVec<'a, (u32, u32)>,
    /// The nearest long area before and after, as a place among those seen.
    long_before: ArenaVec<'a, u32>,
    long_after: ArenaVec<'a, u32>,
    /// The nearest area with a date before and after.
    date_before: ArenaVec<'a, u32>,
    date_after: ArenaVec<'a, u32>,
    /// How many areas have the same text.
    repeated: ArenaVec<'a, u32>,
    /// Words of the classes and ids around each area, as bits; see [`names_around`].
    named: ArenaVec<'a, u32>,
    /// Characters before, and dates before.
    text_before: ArenaVec<'a, u32>,
    dates_before: ArenaVec<'a, u32>,
    title_words: u32,
    page: PageSums,
    /// The place of the area that is most likely the main heading, at first sight.
    heading: usize,
}

#[derive(Clone, Copy, Default)]
struct PageSums {
    characters: u32,
    /// Mean font size and the largest, in thousandths of a pixel.
    font_size: u32,
    largest: u32,
    /// The box of the page.
    rect: Rect,
    /// Areas with much text.
    long_areas: u32,
}

impl<'f, 'a> Features<'f, 'a> {
    /// Sums up a page.
    pub fn new(
        arena: &'a Bump,
        page: &Page<'_>,
        styles: &Styles<'_>,
        pieces: &[Piece],
        flow: &Flow<'_>,
        areas: &'f [RawArea],
    ) -> Features<'f, 'a> {
        let mut seen = ArenaVec::with_capacity_in(areas.len(), arena);
        seen.extend((0..areas.len() as u32).filter(|&i| areas[i as usize].hidden == 0));
        let mut means = ArenaVec::with_capacity_in(seen.len(), arena);
        means.extend(seen.iter().map(|&i| areas[i as usize].look.means()));
        let title = title_of(page);
        let mut cues = ArenaVec::with_capacity_in(seen.len(), arena);
        cues.extend(seen.iter().map(|&i| Cues::of(page.text, areas[i as usize].text, &title)));
        let mut features = Features {
            areas,
            sides: all_sides(arena, flow, areas),
            colors: color_shares(arena, styles, pieces, areas, &seen),
            same_look: ArenaVec::with_capacity_in(seen.len(), arena),
            larger: ArenaVec::with_capacity_in(seen.len(), arena),
            long_before: ArenaVec::with_capacity_in(seen.len(), arena),
            long_after: ArenaVec::with_capacity_in(seen.len(), arena),
            date_before: ArenaVec::with_capacity_in(seen.len(), arena),
            date_after: ArenaVec::with_capacity_in(seen.len(), arena),
            repeated: repetitions(arena, page, areas, &seen),
            named: names_around(arena, page, pieces, areas, &seen),
            text_before: ArenaVec::with_capacity_in(seen.len(), arena),
            dates_before: ArenaVec::with_capacity_in(seen.len(), arena),
            title_words: title.len(),
            page: PageSums {
                rect: flow.groups.first().map_or(Rect::default(), |page| page.rect),
                ..PageSums::default()
            },
            heading: 0,
            seen,
            means,
            cues,
        };
        features.sum_up();
        features.count_looks(arena);
        features.heading = features.likely_heading();
        features
    }

    /// The areas that have features: those that are seen, as indices of areas.
    pub fn seen(&self) -> &[u32] {
        &self.seen
    }

    fn area(&self, place: usize) -> &RawArea {
        &self.areas[self.seen[place] as usize]
    }

    fn sum_up(&mut self) {
        let mut fonts = 0u64;
        let mut long = u32::MAX;
        let mut date = u32::MAX;
        let mut dates = 0;
        for place in 0..self.seen.len() {
            let look = self.area(place).look;
            self.text_before.push(self.page.characters);
            self.dates_before.push(dates);
            self.long_before.push(long);
            self.date_before.push(date);
            self.page.characters = self.page.characters.saturating_add(look.characters);
            fonts += look.font_sizes;
            self.page.largest = self.page.largest.max(self.means[place].font_size);
            if look.characters >= LONG {
                long = place as u32;
                self.page.long_areas += 1;
            }
            if is_dated(&self.cues[place]) {
                date = place as u32;
                dates += 1;
            }
        }
        self.page.font_size = (fonts / u64::from(self.page.characters.max(1))) as u32;
        self.long_after.resize(self.seen.len(), u32::MAX);
        self.date_after.resize(self.seen.len(), u32::MAX);
        (long, date) = (u32::MAX, u32::MAX);
        for place in (0..self.seen.len()).rev() {
            self.long_after[place] = long;
            self.date_after[place] = date;
            if is_dated(&self.cues[place]) {
                date = place as u32;
            }
            if self.area(place).look.characters >= LONG {
                long = place as u32;
            }
        }
    }

    /// Areas that look the same are neighbors once sorted by their looks.
    fn count_looks(&mut self, arena: &Bump) {
        let count = self.seen.len();
        // As numbers, like all that is sorted here: what sorts one type is 4 kB of code.
        let mut order: ArenaVec<u128> = ArenaVec::with_capacity_in(count, arena);
        for place in 0..count {
            let look = &self.area(place).look;
            let bold = u32::from(look.bold * 2 > look.characters);
            let italic = u32::from(look.italic * 2 > look.characters);
            let quantised = look.color.0 >> 8 & 0xf0_f0f0;
            // Larger fonts first.
            let size = u32::MAX - self.means[place].font_size / 500;
            order.push(u128::from(size) << 64 | u128::from(quantised << 2 | bold << 1 | italic) << 32 | place as u128);
        }
        order.sort_unstable();
        self.same_look.resize(count, 0);
        self.larger.resize(count, (0, 0));
        let mut at = 0;
        while let Some(&first) = order.get(at) {
            let end = at + order[at..].iter().take_while(|&&entry| entry >> 32 == first >> 32).count();
            for &entry in &order[at..end] {
                self.same_look[entry as u32 as usize] = (end - at) as u32;
            }
            at = end;
        }
        at = 0;
        // How many with a larger font come before: a second tree of sums would tell exactly; the first of the larger
        // ones tells enough.
        let mut first_larger = u32::MAX;
        while let Some(&first) = order.get(at) {
            let end = at + order[at..].iter().take_while(|&&entry| entry >> 64 == first >> 64).count();
            for &entry in &order[at..end] {
                let place = entry as u32;
                self.larger[place as usize] = (at as u32, u32::from(first_larger < place));
            }
            first_larger = order[at..end].iter().fold(first_larger, |first, &entry| first.min(entry as u32));
            at = end;
        }
    }

    /// A first guess at the main heading: words of the title in a large font, far up.
    fn likely_heading(&self) -> usize {
        let mut best = (0, 0);
        for (place, cues) in self.cues.iter().enumerate() {
            let covered = share(cues.of_title.count_ones(), self.title_words);
            let own = share(cues.in_title, cues.words);
            let size = share(self.means[place].font_size, self.page.largest);
            let place_from_end = (self.seen.len() - place) * 100 / self.seen.len();
            let score = u32::from(covered) * 2 + u32::from(own) + u32::from(size) * 2 + place_from_end as u32;
            if score > best.0 && cues.words > 0 {
                best = (score, place);
            }
        }
        best.1
    }

    /// The features of the area at a place among those seen.
    pub fn row(&self, place: usize) -> [u8; COUNT] {
        let mut columns = [[0]; COUNT];
        self.write(place, &mut columns, 0);
        columns.map(|[value]| value)
    }

    /// Writes the features of the area at a place among those seen into a lane.
    pub fn write<const LANES: usize>(&self, place: usize, columns: &mut [[u8; LANES]; COUNT], lane: usize) {
        let mut row = Row { columns: columns.iter_mut(), lane };
        self.paper(place, &mut row);
        self.look(place, &mut row);
        self.text(place, &mut row);
        self.surroundings(place, &mut row);
    }

    /// The features of section 5.3.
    fn paper<const LANES: usize>(&self, place: usize, row: &mut Row<'_, LANES>) {
        let (area, cues, page) = (self.area(place), &self.cues[place], &self.page);
        let (look, rect) = (&area.look, area.rect);
        let means = &self.means[place];
        row.put(ratio(means.font_size, page.font_size));
        row.put(share(look.bold, look.characters));
        row.put(share(look.italic, look.characters));
        let sides = self.sides[self.seen[place] as usize];
        [sides.above, sides.below, sides.left, sides.right].into_iter().for_each(|count| row.put(log(count)));
        row.put(relative(rect.x - page.rect.x, page.rect.width - rect.width));
        row.put(relative(rect.y - page.rect.y, page.rect.height - rect.height));
        row.put(area.lines.min(255) as u8);
        row.put(log(cues.characters));
        let counts = [cues.digits, cues.lower, cues.upper, cues.spaces, cues.punctuation];
        counts.into_iter().for_each(|count| row.put(share(count, cues.characters)));
        let (text, ground) = (means.luminance, luminance(look.background));
        row.put(share(text, 1_000_000));
        row.put(share(ground, 1_000_000));
        row.put((contrast(text, ground) * 12.0) as u8);
        row.put(self.colors[place]);
    }

    /// How it stands among the areas of the page.
    fn look<const LANES: usize>(&self, place: usize, row: &mut Row<'_, LANES>) {
        let (area, page) = (self.area(place), &self.page);
        let (look, means) = (&area.look, &self.means[place]);
        row.put(share(means.font_size, page.largest));
        row.put(log(self.larger[place].0));
        row.put(self.larger[place].1 as u8);
        row.put(log(self.same_look[place]));
        let other = |step: isize| place.checked_add_signed(step).filter(|&at| at < self.seen.len());
        let size = |step| other(step).map_or(0, |at| ratio(self.means[at].font_size, means.font_size));
        let like = |step| other(step).map_or(0, |at| 1 + u8::from(self.means[at].is_like(means)));
        let length = |step| other(step).map_or(0, |at| log(self.area(at).look.characters));
        [size(-1), size(1), like(-1), like(1)].into_iter().for_each(|byte| row.put(byte));
        [length(-1), length(-2), length(1), length(2)].into_iter().for_each(|byte| row.put(byte));
        row.put(distance(self.long_before[place], place));
        row.put(distance(self.long_after[place], place));
        row.put(share(look.linked, look.characters));
        row.put(log(area.rect.width.unsigned_abs()));
        row.put(log(area.rect.height.unsigned_abs()));
        row.put(share(place as u32, self.seen.len() as u32));
        row.put(share(self.text_before[place], page.characters));
        row.put(log(self.seen.len() as u32));
        row.put(log(page.characters));
    }

    /// What its text tells, and how far it is from the likely heading.
    fn text<const LANES: usize>(&self, place: usize, row: &mut Row<'_, LANES>) {
        let (area, cues) = (self.area(place), &self.cues[place]);
        row.put(log(cues.words));
        row.put(share(cues.capitalized, cues.words));
        row.put(cues.ending);
        row.put(cues.beginning);
        let counts = [
            cues.months,
            cues.date_words,
            cues.years,
            cues.days,
            cues.times,
            cues.joined,
            cues.author_words,
            cues.marks,
        ];
        counts.into_iter().for_each(|count| row.put(count.min(255) as u8));
        row.put(share(cues.in_title, cues.words));
        row.put(share(cues.of_title.count_ones(), self.title_words));
        let heading = self.area(self.heading);
        row.put(signed(place as i64 - self.heading as i64));
        let bottom = |rect: Rect| i64::from(rect.y) + i64::from(rect.height);
        row.put(signed((i64::from(area.rect.y) - bottom(heading.rect)) / 8));
        row.put(ratio(self.means[place].font_size, self.means[self.heading].font_size));
        row.put(u8::from(place == self.heading));
        row.put(log(self.dates_before[place]));
        row.put(signed(i64::from(area.rect.x) - i64::from(heading.rect.x)));
        row.put(share(cues.upper, cues.upper + cues.lower));
    }

    /// What stands near it, how often it is said, and how those who wrote the page named what it stands in.
    fn surroundings<const LANES: usize>(&self, place: usize, row: &mut Row<'_, LANES>) {
        row.put(distance(self.date_before[place], place));
        row.put(distance(self.date_after[place], place));
        let before = place.checked_sub(1).map_or(Cues::default(), |before| self.cues[before]);
        row.put(before.author_words.min(255) as u8);
        row.put(before.date_words.min(255) as u8);
        row.put(log(self.repeated[place]));
        row.put(log(self.page.long_areas));
        let body = self.means.get(self.long_after[place] as usize).map_or(0, |body| body.font_size);
        row.put(ratio(self.means[place].font_size, body));
        let named = self.named[place];
        NAMED.into_iter().for_each(|groups| row.put(u8::from(named & groups != 0)));
    }
}

/// A row that is being written, as one lane of the columns.
struct Row<'c, const LANES: usize> {
    /// Those not written yet.
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
    let block = page.blocks.iter().find(|block| block.flags & flag::IN_HEAD != 0);
    Title::of(block.map_or("", |block| page.text_of(block)))
}

/// The groups of words that the last features tell of.
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
fn is_dated(cues: &Cues) -> bool {
    cues.characters < LONG && (cues.months > 0 || cues.joined > 1) && (cues.years > 0 || cues.days > 0)
}

/// `100 * part / whole`, halved so that five times as much still fits.
fn ratio(part: u32, whole: u32) -> u8 {
    part_of(50, part, whole)
}

/// Where in its range a coordinate lies, 0 to 255; 0 where there is no range (section 5.3).
fn relative(offset: i32, range: i32) -> u8 {
    if range <= 0 { 0 } else { (i64::from(offset.max(0)) * 255 / i64::from(range)).min(255) as u8 }
}

/// A distance in both directions: 128 is here, further away in steps by octaves.
fn signed(distance: i64) -> u8 {
    let size = u32::try_from(distance.unsigned_abs()).unwrap_or(u32::MAX);
    let size = log(size) / 2;
    if distance < 0 { 127 - size.min(127) } else { 128 + size }
}

fn distance(other: u32, place: usize) -> u8 {
    if other == u32::MAX { 255 } else { log(other.abs_diff(place as u32)) }
}
