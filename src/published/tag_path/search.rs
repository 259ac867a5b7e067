//! The search for the main region of a tag path sequence (Velloso and Dorneles 2013, Algorithm 4).
//!
//! A range of the sequence is split in two where the symbols that are more frequent than a threshold fall into two
//! disjoint sets, and the larger part is searched again. Rare symbols (wrappers, headings, one-off boxes) hold a page
//! together; without them its repetitive parts share no symbols. The parts must differ by more than 20 % of the range;
//! the paper's (n - 2i) / n is read as an absolute value, as in the authors' program.
//!
//! **Idea.** Within a range, a symbol is the interval from its first to its last occurrence. The earliest split is the
//! end of the first connected component of the intervals of all symbols that are frequent enough:
//! ```text
//!   a  |-------|                       sorted by first occurrence; `end` is the running maximum of last occurrences;
//!   b     |------|                     the first interval that begins after `end` begins the right part
//!   c                |-----|
//!                ^ split
//! ```
//! **What makes it fast.** The range only ever loses a prefix or a suffix, so counts and first and last occurrences are
//! updated incrementally by walking the lost part, O(n) in all. First occurrences are a bitmap over the positions:
//! scanning it yields the intervals in order without sorting, and a level that splits early never reads the rest.
//! Thresholds ascend, so the list of intervals only shrinks: a level takes at most one step for each symbol and
//! threshold below its count, at most the length of the range.
//!
//! A crafted page could still cause many costly levels; a budget of steps, linear in the length, then ends the search
//! (`truncated`). It counts steps, not time, so the answer is equal on every machine.

use crate::base::arena::{Bump, Vec};

/// The budget: visits of a symbol per position, and in addition for any sequence. Most real pages need less than 8 per
/// position, and none of 60 needed 64, with any options.
const STEPS_PER_POSITION: u64 = 64;
const FREE_STEPS: u64 = 100_000;

/// Which symbols pass a frequency threshold `f`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
// Only experimental options choose another value.
#[cfg_attr(not(any(feature = "capi", feature = "unstable")), allow(dead_code))]
pub enum Filter {
    /// Those that occur more than `f` times, as in the authors' program.
    #[default]
    Strict,
    /// Those that occur at least `f` times, as Algorithm 4 is printed. Every symbol that occurs only once, at the
    /// front, is then split off in a separate level.
    Literal,
}

/// How to search.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SearchOptions {
    /// Which symbols pass a frequency threshold.
    pub filter: Filter,
    /// Test all split candidates of a threshold until one is unbalanced enough, not only the first.
    pub scan_all: bool,
}

/// The main region: positions `[lo, hi)` of the sequence.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Region {
    /// First position.
    pub lo: u32,
    /// One past the last position.
    pub hi: u32,
    /// Number of splits that led to it.
    pub splits: u32,
    /// The budget was exhausted; a longer search might have split further.
    pub truncated: bool,
}

/// A split of a range.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Split {
    /// Length of the range.
    pub len: u32,
    /// The threshold.
    pub threshold: u32,
    /// Length of the left part.
    pub left: u32,
    /// Which part was kept, the larger one.
    pub keep: Side,
}

/// A part of a split range.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    /// The positions before the split.
    Left,
    /// The positions after the split.
    Right,
}

/// Searches a sequence of codes, each from 1 to `symbols`, in at most `max_steps` steps.
#[inline(never)]
pub fn search(arena: &Bump, codes: &[u32], symbols: u32, options: SearchOptions, max_steps: u64) -> Region {
    search_traced(arena, codes, symbols, options, max_steps, |_| {})
}

/// [`search`], which calls `trace` with each split.
pub(super) fn search_traced(
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
        // The least that a level reads before it can choose a threshold.
        if window.distinct > 1 && u64::from((window.hi - window.lo) / 64 + 2 + window.distinct) > steps_left {
            truncated = true;
            break;
        }
        let mut level = Level {
            window: &window,
            options,
            intervals: &mut intervals,
            steps: 0,
            max_steps: steps_left,
            is_truncated: false,
        };
        let split = level.find_split();
        let steps = level.steps;
        truncated = level.is_truncated;
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
    /// A bitmap of the positions of first occurrences in the range. Bits below `lo` are stale, those from `hi` on are
    /// 0.
    first: &'a mut [u64],
    /// Histogram: by count, the number of symbols with it.
    symbols_by_count: &'a mut [u32],
    /// The lowest count of any symbol.
    min_count: u32,
    /// Number of distinct symbols in the range.
    distinct: u32,
}

/// Where a symbol occurs in the range.
#[derive(Clone, Copy, Default)]
struct Occurrences {
    count: u32,
    last: u32,
}

/// Scratch bytes that [`search`] needs on most pages.
pub(super) fn scratch_capacity(codes: usize, symbols: usize) -> usize {
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
        let symbols_by_count: &mut [u32] = arena.alloc_slice_fill_default(highest as usize + 1);
        by_code.iter().for_each(|symbol| symbols_by_count[symbol.count as usize] += 1);
        let absent = std::mem::take(&mut symbols_by_count[0]);
        let distinct = by_code.len() as u32 - absent;
        let hi = codes.len() as u32;
        let mut window = Window {
            codes,
            lo: 0,
            hi,
            next,
            previous,
            symbols: by_code,
            first,
            symbols_by_count,
            min_count: 1,
            distinct,
        };
        window.raise_min_count();
        window
    }

    /// Raises `min_count` to the next count that a symbol has.
    fn raise_min_count(&mut self) {
        while self.symbols_by_count.get(self.min_count as usize) == Some(&0) {
            self.min_count += 1;
        }
    }

    /// Removes an occurrence of a symbol; returns how many are left.
    #[inline]
    fn remove_occurrence(&mut self, code: u32) -> u32 {
        let symbol = &mut self.symbols[code as usize];
        self.symbols_by_count[symbol.count as usize] -= 1;
        symbol.count -= 1;
        if symbol.count == 0 {
            self.distinct -= 1;
        } else {
            self.symbols_by_count[symbol.count as usize] += 1;
            self.min_count = self.min_count.min(symbol.count);
        }
        symbol.count
    }

    /// Drops the positions before `lo`.
    fn drop_prefix(&mut self, lo: u32) {
        for position in self.lo as usize..lo as usize {
            if self.remove_occurrence(self.codes[position]) > 0 {
                let next = self.next[position] as usize;
                self.first[next / 64] |= 1 << (next % 64);
            }
        }
        self.lo = lo;
        self.raise_min_count();
    }

    /// Drops the positions from `hi` on.
    fn drop_suffix(&mut self, hi: u32) {
        for position in (hi as usize..self.hi as usize).rev() {
            let code = self.codes[position];
            if self.remove_occurrence(code) > 0 {
                self.symbols[code as usize].last = self.previous[position];
            } else {
                self.first[position / 64] &= !(1 << (position % 64));
            }
        }
        self.hi = hi;
        self.raise_min_count();
    }
}

/// A symbol of the range as an interval of positions, both ends inclusive.
#[derive(Clone, Copy)]
struct Interval {
    first: u32,
    last: u32,
    count: u32,
}

/// The search for one split.
struct Level<'r, 'a, 's> {
    window: &'r Window<'a>,
    options: SearchOptions,
    /// The symbols that pass the current threshold, in order of first occurrence.
    intervals: &'s mut Vec<'a, Interval>,
    steps: u64,
    /// The limit of `steps`.
    max_steps: u64,
    /// Whether the next threshold would exceed it.
    is_truncated: bool,
}

impl Level<'_, '_, '_> {
    /// The split at the lowest threshold that has one.
    fn find_split(&mut self) -> Option<Split> {
        let window = self.window;
        let mut threshold = window.min_count;
        let (floor, passing) = match self.options.filter {
            Filter::Literal => (threshold, window.distinct),
            Filter::Strict => {
                (threshold + 1, window.distinct - window.symbols_by_count.get(threshold as usize).copied().unwrap_or(0))
            }
        };
        if passing < 2 {
            return None;
        }
        if let Some(left) = self.first_threshold(floor) {
            return Some(self.split(threshold, left));
        }
        // What passes the strict filter at a threshold passes the literal one at the next.
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
            self.is_truncated = self.steps + 2 * self.intervals.len() as u64 > self.max_steps;
            if self.is_truncated {
                return None;
            }
            if let Some(left) = self.later_threshold() {
                return Some(self.split(threshold, left));
            }
        }
    }

    /// Searches for a split among the symbols that occur at least `floor` times, and reads the bitmap only as far as
    /// needed. Without a split, all of these symbols are in `intervals` afterwards.
    fn first_threshold(&mut self, floor: u32) -> Option<u32> {
        self.intervals.clear();
        let window = self.window;
        let mut sweep = ComponentSweep::new(window, self.options.scan_all);
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
                if let Some(left) = sweep.add(interval) {
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

    /// Searches for a split among `intervals`.
    fn later_threshold(&mut self) -> Option<u32> {
        self.steps += 2 * self.intervals.len() as u64;
        let mut sweep = ComponentSweep::new(self.window, self.options.scan_all);
        self.intervals.iter().find_map(|&interval| sweep.add(interval))
    }

    fn split(&self, threshold: u32, left: u32) -> Split {
        let len = self.window.hi - self.window.lo;
        let keep = if 2 * u64::from(left) < u64::from(len) { Side::Right } else { Side::Left };
        Split { len, threshold, left, keep }
    }
}

/// Merges intervals, in order of their starts, into connected components, and tests the gaps between them as splits.
struct ComponentSweep {
    lo: u32,
    len: u32,
    /// One past the running maximum of the last positions; 0 before the first interval.
    end: u32,
    /// Whether another candidate may be tested.
    open: bool,
    scan_all: bool,
}

impl ComponentSweep {
    fn new(window: &Window<'_>, scan_all: bool) -> ComponentSweep {
        ComponentSweep { lo: window.lo, len: window.hi - window.lo, end: 0, open: true, scan_all }
    }

    /// Adds an interval; returns the length of the left part if it begins the right part of a split.
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
