//! The search for the main region of a tag path sequence (spec 2.3; Algorithm 4 of the paper).
//!
//! A range of the sequence is cut in two where the symbols that occur more often than a threshold fall apart into
//! two disjoint sets, and the larger part is searched again. The rare symbols (wrappers, headings, one-off boxes)
//! hold a page together; without them its repetitive parts do not share symbols.
//!
//! **Idea.** Within a range, a symbol is the interval from its first to its last occurrence. The earliest cut is the
//! end of the first connected component of the intervals of all symbols that are frequent enough:
//! ```text
//!   a  |-------|                       sorted by first occurrence; `end` is the running maximum of the last ones;
//!   b     |------|                     the first interval that begins behind `end` opens the right part
//!   c                |-----|
//!                ^ cut
//! ```
//! **What makes it fast.** The range only ever loses a prefix or a suffix, so counts and ends are kept up to date by
//! walking the lost part, O(n) in all. First occurrences are bits over the positions: scanning them gives the
//! intervals in order without sorting, and a level that cuts early never looks at the rest. Thresholds ascend, so the
//! list of intervals only shrinks: a level costs at most one step for each symbol and threshold below its count,
//! at most the length of the range.
//!
//! A crafted page could still make many costly levels; a budget of steps, linear in the length, ends the search then
//! (`truncated`). It counts steps, not time, so the answer is the same everywhere.

use crate::arena::Bump;
use crate::arena::Vec;

/// The work budget: looks at a symbol, for each position of the sequence and for any sequence. Most real pages need
/// less than 8 a position, and none of 60 needed 64, with any options.
const STEPS_PER_POSITION: u64 = 64;
const FREE_STEPS: u64 = 100_000;

/// Which symbols a threshold `f` lets through.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Filter {
    /// Those that occur more than `f` times, as the authors' program does.
    #[default]
    Strict,
    /// Those that occur at least `f` times, as Algorithm 4 is printed. Every symbol that occurs once at the front is
    /// then cut off in a level of its own.
    Literal,
}

/// How to search.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SearchOptions {
    /// Which symbols a threshold lets through.
    pub filter: Filter,
    /// Look at all cuts of a threshold until one is unbalanced enough, not only at the first.
    pub scan_all: bool,
}

/// The part of the sequence that was kept: positions `[lo, hi)`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Region {
    /// First position.
    pub lo: u32,
    /// One past the last position.
    pub hi: u32,
    /// How many cuts led to it.
    pub splits: u32,
    /// The work budget ran out; a longer search might have cut further.
    pub truncated: bool,
}

/// One cut.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Split {
    /// Length of the range that was cut.
    pub len: u32,
    /// The threshold.
    pub threshold: u32,
    /// Length of the left part.
    pub left: u32,
    /// Which part was kept, the larger one.
    pub keep: Side,
}

/// A part of a cut range.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    /// The positions up to the cut.
    Left,
    /// The positions behind the cut.
    Right,
}

/// Searches a sequence of codes, each from 1 to `symbols`.
#[inline(never)]
pub fn search(arena: &Bump, codes: &[u32], symbols: u32, options: SearchOptions) -> Region {
    search_within(arena, codes, symbols, options, u64::MAX)
}

/// The same, of at most so many steps.
#[inline(never)]
pub fn search_within(arena: &Bump, codes: &[u32], symbols: u32, options: SearchOptions, steps: u64) -> Region {
    search_steps(arena, codes, symbols, options, steps, |_| {})
}

/// The same, and reports each cut.
pub fn search_traced(
    arena: &Bump,
    codes: &[u32],
    symbols: u32,
    options: SearchOptions,
    trace: impl FnMut(Split),
) -> Region {
    search_steps(arena, codes, symbols, options, u64::MAX, trace)
}

fn search_steps(
    arena: &Bump,
    codes: &[u32],
    symbols: u32,
    options: SearchOptions,
    mut steps_left: u64,
    mut trace: impl FnMut(Split),
) -> Region {
    let mut window = Window::new(arena, codes, symbols);
    let mut intervals = Vec::with_capacity_in((symbols as usize).min(codes.len()), arena);
    let mut budget = STEPS_PER_POSITION * codes.len() as u64 + FREE_STEPS;
    let mut splits = 0;
    let mut truncated;
    loop {
        // What a level reads before it has a threshold to choose.
        if window.distinct > 1 && u64::from((window.hi - window.lo) / 64 + 2 + window.distinct) > steps_left {
            truncated = true;
            break;
        }
        let mut level =
            Level { window: &window, options, intervals: &mut intervals, steps: 0, most: steps_left, is_cut: false };
        let split = level.find();
        let steps = level.steps;
        truncated = level.is_cut;
        let Some(split) = split else { break };
        if steps > budget {
            truncated = true;
            break;
        }
        budget -= steps;
        steps_left -= steps.min(steps_left);
        trace(split);
        splits += 1;
        match split.keep {
            Side::Left => window.drop_suffix(window.lo + split.left),
            Side::Right => window.drop_prefix(window.lo + split.left),
        }
    }
    Region { lo: window.lo, hi: window.hi, splits, truncated }
}

/// The current range `[lo, hi)` and its symbols.
struct Window<'a> {
    codes: &'a [u32],
    lo: u32,
    hi: u32,
    /// The next and the previous position of the same symbol in the whole sequence, where there is one.
    next: &'a mut [u32],
    previous: &'a mut [u32],
    /// By code.
    symbols: &'a mut [Occurrences],
    /// A bit for each position: the first occurrence in the range. Bits below `lo` mean nothing, those from `hi` on
    /// are 0.
    first: &'a mut [u64],
    /// How many symbols of the range have each count.
    with_count: &'a mut [u32],
    /// The lowest count of a symbol.
    lowest: u32,
    /// How many symbols the range has.
    distinct: u32,
}

/// Where a symbol occurs in the range.
#[derive(Clone, Copy, Default)]
struct Occurrences {
    count: u32,
    last: u32,
}

/// Room that a search takes in its arena, in bytes.
pub(super) fn room(codes: usize, symbols: usize) -> usize {
    codes * (2 * size_of::<u32>() + 1) + symbols * (size_of::<Occurrences>() + size_of::<Interval>() + size_of::<u32>())
}

impl<'a> Window<'a> {
    /// The whole sequence.
    fn new(arena: &'a Bump, codes: &'a [u32], symbols: u32) -> Window<'a> {
        let next: &mut [u32] = arena.alloc_slice_fill_default(codes.len());
        let previous: &mut [u32] = arena.alloc_slice_fill_default(codes.len());
        let first: &mut [u64] = arena.alloc_slice_fill_default(codes.len().div_ceil(64));
        let by_code: &mut [Occurrences] = arena.alloc_slice_fill_default(symbols as usize + 1);
        for (position, (&code, before)) in codes.iter().zip(previous.iter_mut()).enumerate() {
            let symbol = &mut by_code[code as usize];
            if symbol.count == 0 {
                first[position / 64] |= 1 << (position % 64);
            } else {
                *before = symbol.last;
                next[symbol.last as usize] = position as u32;
            }
            *symbol = Occurrences { count: symbol.count + 1, last: position as u32 };
        }
        let highest = by_code.iter().map(|symbol| symbol.count).max().unwrap_or(0);
        let with_count: &mut [u32] = arena.alloc_slice_fill_default(highest as usize + 1);
        by_code.iter().for_each(|symbol| with_count[symbol.count as usize] += 1);
        let absent = std::mem::take(&mut with_count[0]);
        let distinct = by_code.len() as u32 - absent;
        let hi = codes.len() as u32;
        let mut window =
            Window { codes, lo: 0, hi, next, previous, symbols: by_code, first, with_count, lowest: 1, distinct };
        window.raise_lowest();
        window
    }

    /// Moves `lowest` up to the next count that a symbol has.
    fn raise_lowest(&mut self) {
        while self.with_count.get(self.lowest as usize) == Some(&0) {
            self.lowest += 1;
        }
    }

    /// Takes one occurrence away; returns how many are left.
    #[inline]
    fn take_one(&mut self, code: u32) -> u32 {
        let symbol = &mut self.symbols[code as usize];
        self.with_count[symbol.count as usize] -= 1;
        symbol.count -= 1;
        if symbol.count == 0 {
            self.distinct -= 1;
        } else {
            self.with_count[symbol.count as usize] += 1;
            self.lowest = self.lowest.min(symbol.count);
        }
        symbol.count
    }

    /// Shrinks the range to `[lo, hi)`.
    fn drop_prefix(&mut self, lo: u32) {
        for position in self.lo as usize..lo as usize {
            if self.take_one(self.codes[position]) > 0 {
                let next = self.next[position] as usize;
                self.first[next / 64] |= 1 << (next % 64);
            }
        }
        self.lo = lo;
        self.raise_lowest();
    }

    /// Shrinks the range to `[lo, hi)`.
    fn drop_suffix(&mut self, hi: u32) {
        for position in (hi as usize..self.hi as usize).rev() {
            let code = self.codes[position];
            if self.take_one(code) > 0 {
                self.symbols[code as usize].last = self.previous[position];
            } else {
                self.first[position / 64] &= !(1 << (position % 64));
            }
        }
        self.hi = hi;
        self.raise_lowest();
    }
}

/// A symbol of the range as an interval of positions, both ends included.
#[derive(Clone, Copy)]
struct Interval {
    first: u32,
    last: u32,
    count: u32,
}

/// The search for one cut.
struct Level<'r, 'a, 's> {
    window: &'r Window<'a>,
    options: SearchOptions,
    /// The symbols that pass the current threshold, in order of first occurrence.
    intervals: &'s mut Vec<'a, Interval>,
    /// Work done.
    steps: u64,
    /// Work that may be done.
    most: u64,
    /// Whether the next threshold would take more.
    is_cut: bool,
}

impl Level<'_, '_, '_> {
    /// The cut of the lowest threshold that has one.
    fn find(&mut self) -> Option<Split> {
        let window = self.window;
        let mut threshold = window.lowest;
        let (floor, passing) = match self.options.filter {
            Filter::Literal => (threshold, window.distinct),
            Filter::Strict => {
                (threshold + 1, window.distinct - window.with_count.get(threshold as usize).copied().unwrap_or(0))
            }
        };
        if passing < 2 {
            return None;
        }
        if let Some(left) = self.first_threshold(floor) {
            return Some(self.split(threshold, left));
        }
        // The strict filter at one threshold passes what the literal one passes at the next.
        loop {
            let lowest = self.intervals.iter().map(|interval| interval.count).min()?;
            self.intervals.retain(|interval| interval.count > lowest);
            threshold = match self.options.filter {
                Filter::Literal => self.intervals.iter().map(|interval| interval.count).min()?,
                Filter::Strict => lowest,
            };
            if self.intervals.len() < 2 {
                return None;
            }
            self.is_cut = self.steps + 2 * self.intervals.len() as u64 > self.most;
            if self.is_cut {
                return None;
            }
            if let Some(left) = self.later_threshold() {
                return Some(self.split(threshold, left));
            }
        }
    }

    /// Looks for a cut among the symbols that occur at least `floor` times, reading them from the bits only as far
    /// as needed. Without one, all of them are in `intervals` afterwards.
    fn first_threshold(&mut self, floor: u32) -> Option<u32> {
        self.intervals.clear();
        let window = self.window;
        let mut cuts = Cuts::new(window, self.options.scan_all);
        let words = window.first.get(window.lo as usize / 64..).unwrap_or_default();
        let mut base = window.lo & !63;
        let mut mask = u64::MAX << (window.lo % 64);
        for &word in words {
            let mut bits = word & mask;
            self.steps += 1 + u64::from(bits.count_ones());
            while bits != 0 {
                let first = base + bits.trailing_zeros();
                bits &= bits - 1;
                let Occurrences { count, last } = window.symbols[window.codes[first as usize] as usize];
                if count < floor {
                    continue;
                }
                let interval = Interval { first, last, count };
                if let Some(left) = cuts.add(interval) {
                    return Some(left);
                }
                self.intervals.push(interval);
            }
            base += 64;
            mask = u64::MAX;
            if base >= window.hi {
                break;
            }
        }
        None
    }

    /// Looks for a cut among `intervals`.
    fn later_threshold(&mut self) -> Option<u32> {
        self.steps += 2 * self.intervals.len() as u64;
        let mut cuts = Cuts::new(self.window, self.options.scan_all);
        self.intervals.iter().find_map(|&interval| cuts.add(interval))
    }

    fn split(&self, threshold: u32, left: u32) -> Split {
        let len = self.window.hi - self.window.lo;
        let keep = if 2 * u64::from(left) < u64::from(len) { Side::Right } else { Side::Left };
        Split { len, threshold, left, keep }
    }
}

/// Joins intervals, given in order of their begin, and judges the gaps between the connected components.
struct Cuts {
    lo: u32,
    len: u32,
    /// One past the running maximum of the last positions; 0 before the first interval.
    end: u32,
    /// Whether another cut may be looked at.
    open: bool,
    scan_all: bool,
}

impl Cuts {
    fn new(window: &Window<'_>, scan_all: bool) -> Cuts {
        Cuts { lo: window.lo, len: window.hi - window.lo, end: 0, open: true, scan_all }
    }

    /// Adds an interval; the length of the left part if that uncovers the cut.
    #[inline]
    fn add(&mut self, interval: Interval) -> Option<u32> {
        if interval.first >= self.end && self.end != 0 && self.open {
            let left = self.end - self.lo;
            if is_unbalanced(self.len, left) {
                return Some(left);
            }
            self.open = self.scan_all;
        }
        self.end = self.end.max(interval.last + 1);
        None
    }
}

/// Whether the two parts of `len` differ by more than 20 % of it, exactly.
#[inline]
fn is_unbalanced(len: u32, left: u32) -> bool {
    let difference = u64::from(len).abs_diff(2 * u64::from(left));
    difference * 5 > u64::from(len)
}
