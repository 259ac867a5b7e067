//! Counts the siblings on each side of a box: the `aabove`, `abelow`, `aleft` and `aright` features of Burget and
//! Burgetová 2011, on the grid that their section 4 defines.
//!
//! The distinct edges of all children are the lines of a grid of columns and rows. A sibling is above a child if it
//! shares a column with it and extends into a higher row, which is so if their horizontal ranges overlap and its top
//! edge is higher; likewise for the other sides.
//!
//! Few children are compared pairwise, which is fast but quadratic. Many are counted by a sweep line: in the order of
//! their first row, with two trees of prefix sums that count how many of the earlier children start or end at a column.

use super::layout::Rect;
use crate::base::arena::Bump;
use crate::base::arena::Vec as ArenaVec;
use crate::base::sort::sort;

/// Up to this many children are compared pairwise.
const MAX_PAIRWISE: usize = 256;

/// The number of siblings on each side.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct NeighborCounts {
    /// In rows above, in the same columns.
    pub above: u32,
    /// In rows below.
    pub below: u32,
    /// In columns to the left, in the same rows.
    pub left: u32,
    /// In columns to the right.
    pub right: u32,
}

/// The neighbors of every child.
pub fn count_neighbors<'a>(arena: &'a Bump, children: &[Rect]) -> ArenaVec<'a, NeighborCounts> {
    let mut neighbors = ArenaVec::with_capacity_in(children.len(), arena);
    neighbors.resize(children.len(), NeighborCounts::default());
    if children.len() > 1 && !(children.len() <= MAX_PAIRWISE && count_pairs(children, &mut neighbors)) {
        sweep(arena, &spans(arena, children), &mut neighbors);
    }
    neighbors
}

/// Left and right edge.
fn columns(rect: &Rect) -> (i32, i32) {
    (rect.x, rect.x.saturating_add(rect.width.max(1)))
}

/// Top and bottom edge.
fn rows(rect: &Rect) -> (i32, i32) {
    (rect.y, rect.y.saturating_add(rect.height.max(1)))
}

/// Compares at most [`MAX_PAIRWISE`] children pairwise, with edges as 16-bit numbers, which doubles the lanes of a
/// vector comparison. Returns `false` if an edge does not fit.
fn count_pairs(children: &[Rect], neighbors: &mut [NeighborCounts]) -> bool {
    let first = |edge: fn(&Rect) -> i32| children.iter().map(edge).min().unwrap_or(0);
    let (first_x, first_y) = (first(|rect| rect.x), first(|rect| rect.y));
    let short = |edge: i32, first: i32| i16::try_from(i64::from(edge) - i64::from(first) + i64::from(i16::MIN)).ok();
    // A structure of arrays, so that the compiler vectorizes the comparisons.
    let [mut left, mut right, mut top, mut bottom] = [[0i16; MAX_PAIRWISE]; 4];
    for (i, rect) in children.iter().enumerate().take(MAX_PAIRWISE) {
        let ((x, end_x), (y, end_y)) = (columns(rect), rows(rect));
        let edges = (short(x, first_x), short(end_x, first_x), short(y, first_y), short(end_y, first_y));
        let (Some(x), Some(end_x), Some(y), Some(end_y)) = edges else { return false };
        (left[i], right[i], top[i], bottom[i]) = (x, end_x, y, end_y);
    }
    let count = children.len().min(MAX_PAIRWISE);
    for (i, neighbors) in neighbors.iter_mut().enumerate().take(count) {
        let (own_left, own_right, own_top, own_bottom) = (left[i], right[i], top[i], bottom[i]);
        let edges = left[..count].iter().zip(&right[..count]).zip(top[..count].iter().zip(&bottom[..count]));
        let mut counts = [0u16; 4];
        for ((&left, &right), (&top, &bottom)) in edges {
            let in_columns = (left < own_right) & (own_left < right);
            let in_rows = (top < own_bottom) & (own_top < bottom);
            counts[0] += u16::from(in_columns & (top < own_top));
            counts[1] += u16::from(in_columns & (bottom > own_bottom));
            counts[2] += u16::from(in_rows & (left < own_left));
            counts[3] += u16::from(in_rows & (right > own_right));
        }
        let [above, below, left, right] = counts.map(u32::from);
        *neighbors = NeighborCounts { above, below, left, right };
    }
    true
}

/// First and last column and row of a child.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct GridSpan {
    columns: (u32, u32),
    rows: (u32, u32),
}

/// The grid spans of all children.
fn spans<'a>(arena: &'a Bump, children: &[Rect]) -> ArenaVec<'a, GridSpan> {
    // Sort keys: the edge, its sign bit flipped for unsigned order, then twice the child's index, plus one for its end.
    let entry = |edge: i32, index: usize| u64::from(edge.cast_unsigned() ^ 1 << 31) << 32 | index as u64;
    let mut edges: ArenaVec<u64> = ArenaVec::with_capacity_in(2 * children.len(), arena);
    let mut spans = ArenaVec::with_capacity_in(children.len(), arena);
    spans.resize(children.len(), GridSpan::default());
    for vertical in [false, true] {
        edges.clear();
        for (i, rect) in children.iter().enumerate() {
            let (start, end) = if vertical { rows(rect) } else { columns(rect) };
            edges.push(entry(start, 2 * i));
            edges.push(entry(end, 2 * i + 1));
        }
        sort(&mut edges);
        let mut line = 0;
        let mut previous = edges.first().map_or(0, |edge| edge >> 32);
        for edge in &edges {
            line += u32::from(edge >> 32 != previous);
            previous = edge >> 32;
            let span = &mut spans[*edge as u32 as usize / 2];
            let range = if vertical { &mut span.rows } else { &mut span.columns };
            match edge & 1 {
                0 => range.0 = line,
                // An end is the grid line after the last cell, and never the first line.
                _ => range.1 = line.saturating_sub(1),
            }
        }
    }
    spans
}

/// Counts by one sweep in each of the four directions.
fn sweep(arena: &Bump, spans: &[GridSpan], neighbors: &mut [NeighborCounts]) {
    let mut counter = OverlapCounter::new(arena, spans.len());
    let last_of = |range: fn(&GridSpan) -> (u32, u32)| spans.iter().map(|span| range(span).1).max().unwrap_or(0);
    let (row, column) = (last_of(|span| span.rows), last_of(|span| span.columns));
    counter.run(column, spans.iter().map(|span| (span.rows.0, span.columns)), |i, count| neighbors[i].above = count);
    counter
        .run(column, spans.iter().map(|span| (row - span.rows.1, span.columns)), |i, count| neighbors[i].below = count);
    counter.run(row, spans.iter().map(|span| (span.columns.0, span.rows)), |i, count| neighbors[i].left = count);
    counter
        .run(row, spans.iter().map(|span| (column - span.columns.1, span.rows)), |i, count| neighbors[i].right = count);
}

/// Counts, for each child, the children with a lower key whose range overlaps its own.
struct OverlapCounter<'a> {
    /// The children, sorted by key.
    order: ArenaVec<'a, u32>,
    /// For each key the end of its children in `order`.
    key_ends: ArenaVec<'a, u32>,
    /// Key and range of each child.
    children: ArenaVec<'a, (u32, (u32, u32))>,
    /// Starts and ends of the ranges so far.
    starts: PrefixSums<'a>,
    ends: PrefixSums<'a>,
}

impl<'a> OverlapCounter<'a> {
    fn new(arena: &'a Bump, count: usize) -> OverlapCounter<'a> {
        // Each child has two edges in a direction.
        let positions = 2 * count + 2;
        let zeros = |len| {
            let mut zeros = ArenaVec::with_capacity_in(len, arena);
            zeros.resize(len, 0);
            zeros
        };
        OverlapCounter {
            order: zeros(count),
            key_ends: zeros(positions),
            children: ArenaVec::with_capacity_in(count, arena),
            starts: PrefixSums::new(arena, positions),
            ends: PrefixSums::new(arena, positions),
        }
    }

    /// Takes keys and ranges, none of which reaches beyond `last`.
    fn run(&mut self, last: u32, children: impl Iterator<Item = (u32, (u32, u32))>, mut found: impl FnMut(usize, u32)) {
        self.sort(children);
        self.starts.clear(last as usize + 2);
        self.ends.clear(last as usize + 2);
        let mut at = 0;
        for &end in &self.key_ends {
            let same = &self.order[at..end as usize];
            for &child in same {
                let (first, last) = self.children[child as usize].1;
                // Those that do not start after the child, minus those that end before it.
                found(child as usize, self.starts.sum_below(last + 1).saturating_sub(self.ends.sum_below(first)));
            }
            for &child in same {
                let (first, last) = self.children[child as usize].1;
                self.starts.add(first);
                self.ends.add(last);
            }
            at = end as usize;
        }
    }

    /// Counting sort by key.
    fn sort(&mut self, children: impl Iterator<Item = (u32, (u32, u32))>) {
        self.children.clear();
        self.children.extend(children);
        let ends = &mut self.key_ends;
        ends.fill(0);
        self.children.iter().for_each(|child| ends[child.0 as usize] += 1);
        let mut sum = 0;
        for end in ends.iter_mut() {
            (*end, sum) = (sum, sum + *end);
        }
        for (i, &(key, _)) in self.children.iter().enumerate() {
            let next = &mut ends[key as usize];
            self.order[*next as usize] = i as u32;
            *next += 1;
        }
    }
}

/// Counts with prefix sums in logarithmic time, as a Fenwick tree of fan-out 16: a level holds the prefix sums within
/// blocks of sixteen entries, and each block is one entry of the next level.
struct PrefixSums<'a> {
    sums: ArenaVec<'a, [u32; FAN_OUT]>,
    /// The end of each level in `sums`, lowest level first.
    ends: [usize; LEVELS],
    levels: usize,
}

const FAN_OUT_BITS: usize = 4;
const FAN_OUT: usize = 1 << FAN_OUT_BITS;
/// Enough for 32-bit positions.
const LEVELS: usize = 32 / FAN_OUT_BITS;

impl<'a> PrefixSums<'a> {
    /// Reserves memory for `capacity` positions.
    fn new(arena: &'a Bump, capacity: usize) -> PrefixSums<'a> {
        // Each level is a sixteenth of the one below, rounded up.
        let sums = ArenaVec::with_capacity_in(capacity / (FAN_OUT - 1) + LEVELS + 1, arena);
        PrefixSums { sums, ends: [0; LEVELS], levels: 0 }
    }

    /// Resets to `positions` zeros.
    fn clear(&mut self, mut positions: usize) {
        let mut blocks = 0;
        self.levels = 0;
        while let Some(end) = self.ends.get_mut(self.levels) {
            positions = positions.div_ceil(FAN_OUT);
            blocks += positions;
            *end = blocks;
            self.levels += 1;
            if positions <= 1 {
                break;
            }
        }
        self.sums.clear();
        self.sums.resize(blocks, [0; FAN_OUT]);
    }

    /// Counts one at `position`.
    fn add(&mut self, position: u32) {
        let mut at = position as usize;
        let mut start = 0;
        for &end in &self.ends[..self.levels] {
            let within = (at % FAN_OUT) as u32;
            at /= FAN_OUT;
            let block = &mut self.sums[start + at];
            for (i, sum) in (0u32..).zip(block) {
                *sum += u32::from(i > within);
            }
            start = end;
        }
    }

    /// The number of counts below `position`.
    fn sum_below(&self, position: u32) -> u32 {
        let mut at = position as usize;
        let mut start = 0;
        let mut sum = 0;
        for &end in &self.ends[..self.levels] {
            sum += self.sums[start + at / FAN_OUT][at % FAN_OUT];
            at /= FAN_OUT;
            start = end;
        }
        sum
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::random::Random;

    fn rect(x: i32, y: i32, width: i32, height: i32) -> Rect {
        Rect { x, y, width, height }
    }

    #[test]
    fn a_heading_over_two_columns() {
        // A heading, two columns, a footer.
        let children = [rect(0, 0, 100, 10), rect(0, 10, 40, 50), rect(40, 10, 60, 30), rect(0, 60, 100, 5)];
        let arena = Bump::new();
        let spans = spans(&arena, &children);
        assert_eq!(spans[0], GridSpan { columns: (0, 1), rows: (0, 0) });
        assert_eq!(spans[1], GridSpan { columns: (0, 0), rows: (1, 2) });
        assert_eq!(spans[2], GridSpan { columns: (1, 1), rows: (1, 1) });
        let neighbors = count_neighbors(&arena, &children);
        assert_eq!(neighbors[0], NeighborCounts { above: 0, below: 3, left: 0, right: 0 });
        assert_eq!(neighbors[1], NeighborCounts { above: 1, below: 1, left: 0, right: 1 });
        assert_eq!(neighbors[2], NeighborCounts { above: 1, below: 1, left: 1, right: 0 });
        assert_eq!(neighbors[3], NeighborCounts { above: 3, below: 0, left: 0, right: 0 });
    }

    /// Straight from the definition, on the grid.
    fn reference(spans: &[GridSpan]) -> Vec<NeighborCounts> {
        let meets = |one: (u32, u32), two: (u32, u32)| one.0 <= two.1 && two.0 <= one.1;
        let counts = |span: &GridSpan| {
            let count = |test: &dyn Fn(&GridSpan) -> bool| spans.iter().filter(|other| test(other)).count() as u32;
            NeighborCounts {
                above: count(&|o| meets(o.columns, span.columns) && o.rows.0 < span.rows.0),
                below: count(&|o| meets(o.columns, span.columns) && o.rows.1 > span.rows.1),
                left: count(&|o| meets(o.rows, span.rows) && o.columns.0 < span.columns.0),
                right: count(&|o| meets(o.rows, span.rows) && o.columns.1 > span.columns.1),
            }
        };
        spans.iter().map(counts).collect()
    }

    #[test]
    fn pairwise_and_sweep_agree_with_the_grid() {
        let mut random = Random(7);
        for size in (0..40).chain([100, 255, 256, 257, 300, 1000]) {
            // Some pages are too tall for 16-bit edges.
            let (extent, max) = if size < 40 { (30, 20) } else { (70_000, 9000) };
            let mut number = |limit: i32| random.below(limit as u32) as i32;
            let children: Vec<Rect> =
                (0..size).map(|_| rect(number(extent) - 9, number(extent), number(max), number(max))).collect();
            let arena = Bump::new();
            let spans = spans(&arena, &children);
            let expected = reference(&spans);
            assert_eq!(&count_neighbors(&arena, &children)[..], expected, "{size}");
            let mut swept = vec![NeighborCounts::default(); children.len()];
            sweep(&arena, &spans, &mut swept);
            assert_eq!(swept, expected, "{size}");
        }
    }

    #[test]
    fn extreme_edges_do_not_overflow() {
        let children = [rect(i32::MAX, i32::MIN, 5, 5), rect(i32::MIN, 0, i32::MAX, 0), rect(0, i32::MAX, 9, 9)];
        let arena = Bump::new();
        let spans = spans(&arena, &children);
        let mut swept = vec![NeighborCounts::default(); 3];
        sweep(&arena, &spans, &mut swept);
        assert_eq!(swept.len(), count_neighbors(&arena, &children).len());
    }

    #[test]
    fn prefix_sums() {
        let arena = Bump::new();
        let mut sums = PrefixSums::new(&arena, 5000);
        let mut random = Random(3);
        for count in [1u32, 15, 16, 17, 256, 257, 4096, 4097, 5000] {
            sums.clear(count as usize);
            let mut plain = vec![0; count as usize];
            for _ in 0..300 {
                let position: u32 = random.below(count);
                sums.add(position);
                plain[position as usize] += 1;
                let query: u32 = random.below(count);
                assert_eq!(sums.sum_below(query), plain[..query as usize].iter().sum::<u32>());
            }
        }
    }
}
