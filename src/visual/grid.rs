//! How many siblings lie on each side of a child (sections 5.2, step 3, and 5.3).
//!
//! The distinct edges of all children are the lines of a grid of columns and rows. A sibling is above a child if it
//! shares a column with it and reaches into a row above; the other sides likewise. So columns are shared where the
//! ranges from left to right overlap, and a row above is reached where the top edge is higher.
//!
//! Few children are compared pair by pair. For many that would be quadratic: they are taken in the order of their first
//! row, and sums over places tell how many of those before end left of the child, or begin right of it.

use super::flow::Rect;
use crate::arena::Bump;
use crate::arena::Vec as ArenaVec;

/// So many children are compared pair by pair.
const FEW: usize = 256;

/// How many siblings lie on each side.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Sides {
    /// In rows above, in the same columns.
    pub above: u32,
    /// In rows below.
    pub below: u32,
    /// In columns to the left, in the same rows.
    pub left: u32,
    /// In columns to the right.
    pub right: u32,
}

/// Counts the siblings on each side of every child.
pub fn sides<'a>(arena: &'a Bump, children: &[Rect]) -> ArenaVec<'a, Sides> {
    let mut sides = ArenaVec::with_capacity_in(children.len(), arena);
    sides.resize(children.len(), Sides::default());
    if children.len() > 1 && !(children.len() <= FEW && pairs(children, &mut sides)) {
        sums(arena, &cells(arena, children), &mut sides);
    }
    sides
}

/// First edge and last edge in one direction.
fn columns(rect: &Rect) -> (i32, i32) {
    (rect.x, rect.x.saturating_add(rect.width.max(1)))
}

fn rows(rect: &Rect) -> (i32, i32) {
    (rect.y, rect.y.saturating_add(rect.height.max(1)))
}

/// Of at most [`FEW`] children. Says whether it could: edges are compared as numbers of 16 bits, of which there go
/// twice as many into one comparison.
fn pairs(children: &[Rect], sides: &mut [Sides]) -> bool {
    let first = |edge: fn(&Rect) -> i32| children.iter().map(edge).min().unwrap_or(0);
    let (first_x, first_y) = (first(|rect| rect.x), first(|rect| rect.y));
    let short = |edge: i32, first: i32| i16::try_from(i64::from(edge) - i64::from(first) + i64::from(i16::MIN)).ok();
    // One array for each edge, so that the compiler compares several children at once.
    let [mut left, mut right, mut top, mut bottom] = [[0i16; FEW]; 4];
    for (i, rect) in children.iter().enumerate().take(FEW) {
        let ((x, end_x), (y, end_y)) = (columns(rect), rows(rect));
        let edges = (short(x, first_x), short(end_x, first_x), short(y, first_y), short(end_y, first_y));
        let (Some(x), Some(end_x), Some(y), Some(end_y)) = edges else { return false };
        (left[i], right[i], top[i], bottom[i]) = (x, end_x, y, end_y);
    }
    let count = children.len().min(FEW);
    for (i, sides) in sides.iter_mut().enumerate().take(count) {
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
        *sides = Sides { above, below, left, right };
    }
    true
}

/// The cells of a child: first and last column and row.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Cell {
    columns: (u32, u32),
    rows: (u32, u32),
}

/// The cells of all children.
fn cells<'a>(arena: &'a Bump, children: &[Rect]) -> ArenaVec<'a, Cell> {
    // Edges as unsigned numbers of the same order, with what they are of: twice the child, and one more for its end.
    let entry = |edge: i32, of: usize| u64::from(edge.cast_unsigned() ^ 1 << 31) << 32 | of as u64;
    let mut edges: ArenaVec<u64> = ArenaVec::with_capacity_in(2 * children.len(), arena);
    let mut cells = ArenaVec::with_capacity_in(children.len(), arena);
    cells.resize(children.len(), Cell::default());
    for vertical in [false, true] {
        edges.clear();
        for (i, rect) in children.iter().enumerate() {
            let (from, to) = if vertical { rows(rect) } else { columns(rect) };
            edges.push(entry(from, 2 * i));
            edges.push(entry(to, 2 * i + 1));
        }
        edges.sort_unstable();
        let mut place = 0;
        let mut edge_before = edges.first().map_or(0, |edge| edge >> 32);
        for edge in &edges {
            place += u32::from(edge >> 32 != edge_before);
            edge_before = edge >> 32;
            let cell = &mut cells[*edge as u32 as usize / 2];
            let range = if vertical { &mut cell.rows } else { &mut cell.columns };
            match edge & 1 {
                0 => range.0 = place,
                // The edge is the line behind the last cell; an end is never the first line.
                _ => range.1 = place.saturating_sub(1),
            }
        }
    }
    cells
}

fn sums(arena: &Bump, cells: &[Cell], sides: &mut [Sides]) {
    let mut counter = Counter::new(arena, cells.len());
    let last_of = |band: fn(&Cell) -> (u32, u32)| cells.iter().map(|cell| band(cell).1).max().unwrap_or(0);
    let (row, column) = (last_of(|cell| cell.rows), last_of(|cell| cell.columns));
    counter.run(column, cells.iter().map(|cell| (cell.rows.0, cell.columns)), |i, count| sides[i].above = count);
    counter.run(column, cells.iter().map(|cell| (row - cell.rows.1, cell.columns)), |i, count| sides[i].below = count);
    counter.run(row, cells.iter().map(|cell| (cell.columns.0, cell.rows)), |i, count| sides[i].left = count);
    counter.run(row, cells.iter().map(|cell| (column - cell.columns.1, cell.rows)), |i, count| sides[i].right = count);
}

/// Counts, for each child, those with a lower key whose band meets its own.
struct Counter<'a> {
    /// The children by their keys.
    order: ArenaVec<'a, u32>,
    /// For each key where its children end in `order`.
    ends_of_keys: ArenaVec<'a, u32>,
    /// Key and band of each child.
    children: ArenaVec<'a, (u32, (u32, u32))>,
    /// Where the bands so far begin, and where they end.
    begins: Places<'a>,
    ends: Places<'a>,
}

impl<'a> Counter<'a> {
    fn new(arena: &'a Bump, count: usize) -> Counter<'a> {
        // A child has two edges in each direction, so that there are at most twice as many places as children.
        let places = 2 * count + 2;
        let zeros = |len| {
            let mut zeros = ArenaVec::with_capacity_in(len, arena);
            zeros.resize(len, 0);
            zeros
        };
        Counter {
            order: zeros(count),
            ends_of_keys: zeros(places),
            children: ArenaVec::with_capacity_in(count, arena),
            begins: Places::new(arena, places),
            ends: Places::new(arena, places),
        }
    }

    /// Takes keys and bands; no band reaches beyond the place `last`.
    fn run(&mut self, last: u32, children: impl Iterator<Item = (u32, (u32, u32))>, mut found: impl FnMut(usize, u32)) {
        self.sort(children);
        // Often there are few places.
        self.begins.clear(last as usize + 2);
        self.ends.clear(last as usize + 2);
        let mut at = 0;
        for &end in &self.ends_of_keys {
            let same = &self.order[at..end as usize];
            for &child in same {
                let (first, last) = self.children[child as usize].1;
                // All that begin not behind the child, without those that end before it.
                found(child as usize, self.begins.before(last + 1).saturating_sub(self.ends.before(first)));
            }
            for &child in same {
                let (first, last) = self.children[child as usize].1;
                self.begins.add(first);
                self.ends.add(last);
            }
            at = end as usize;
        }
    }

    /// Takes the children in, and brings them into the order of their keys.
    fn sort(&mut self, children: impl Iterator<Item = (u32, (u32, u32))>) {
        self.children.clear();
        self.children.extend(children);
        let ends = &mut self.ends_of_keys;
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

/// Counts at places, with the sum of all before a place at hand: entries are sums within blocks of sixteen, entries of
/// the next level such blocks, and so on up to one block.
struct Places<'a> {
    sums: ArenaVec<'a, [u32; BLOCK]>,
    /// Blocks of a level, and of those below it.
    ends: [usize; LEVELS],
    levels: usize,
}

const BITS: usize = 4;
const BLOCK: usize = 1 << BITS;
/// Enough for all places that 32 bits can tell apart.
const LEVELS: usize = 32 / BITS;

impl<'a> Places<'a> {
    /// With room for so many.
    fn new(arena: &'a Bump, most: usize) -> Places<'a> {
        // Each level is a sixteenth of the one below, rounded up.
        let sums = ArenaVec::with_capacity_in(most / (BLOCK - 1) + LEVELS + 1, arena);
        Places { sums, ends: [0; LEVELS], levels: 0 }
    }

    /// Begins anew, with so many places.
    fn clear(&mut self, mut places: usize) {
        let mut blocks = 0;
        self.levels = 0;
        while let Some(end) = self.ends.get_mut(self.levels) {
            places = places.div_ceil(BLOCK);
            blocks += places;
            *end = blocks;
            self.levels += 1;
            if places <= 1 {
                break;
            }
        }
        self.sums.clear();
        self.sums.resize(blocks, [0; BLOCK]);
    }

    fn add(&mut self, place: u32) {
        let mut at = place as usize;
        let mut begin = 0;
        for &end in &self.ends[..self.levels] {
            let within = (at % BLOCK) as u32;
            at /= BLOCK;
            let block = &mut self.sums[begin + at];
            for (i, sum) in (0u32..).zip(block) {
                *sum += u32::from(i > within);
            }
            begin = end;
        }
    }

    /// How many were added below this place.
    fn before(&self, place: u32) -> u32 {
        let mut at = place as usize;
        let mut begin = 0;
        let mut sum = 0;
        for &end in &self.ends[..self.levels] {
            sum += self.sums[begin + at / BLOCK][at % BLOCK];
            at /= BLOCK;
            begin = end;
        }
        sum
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Random;

    fn rect(x: i32, y: i32, width: i32, height: i32) -> Rect {
        Rect { x, y, width, height }
    }

    #[test]
    fn a_page_of_four() {
        // A heading over two columns, and a footer.
        let children = [rect(0, 0, 100, 10), rect(0, 10, 40, 50), rect(40, 10, 60, 30), rect(0, 60, 100, 5)];
        let arena = Bump::new();
        let cells = cells(&arena, &children);
        assert_eq!(cells[0], Cell { columns: (0, 1), rows: (0, 0) });
        assert_eq!(cells[1], Cell { columns: (0, 0), rows: (1, 2) });
        assert_eq!(cells[2], Cell { columns: (1, 1), rows: (1, 1) });
        let sides = sides(&arena, &children);
        assert_eq!(sides[0], Sides { above: 0, below: 3, left: 0, right: 0 });
        assert_eq!(sides[1], Sides { above: 1, below: 1, left: 0, right: 1 });
        assert_eq!(sides[2], Sides { above: 1, below: 1, left: 1, right: 0 });
        assert_eq!(sides[3], Sides { above: 3, below: 0, left: 0, right: 0 });
    }

    /// By the definition, cell by cell of the grid.
    fn by_cells(cells: &[Cell]) -> Vec<Sides> {
        let meets = |one: (u32, u32), two: (u32, u32)| one.0 <= two.1 && two.0 <= one.1;
        let of = |cell: &Cell| {
            let count = |test: &dyn Fn(&Cell) -> bool| cells.iter().filter(|other| test(other)).count() as u32;
            Sides {
                above: count(&|o| meets(o.columns, cell.columns) && o.rows.0 < cell.rows.0),
                below: count(&|o| meets(o.columns, cell.columns) && o.rows.1 > cell.rows.1),
                left: count(&|o| meets(o.rows, cell.rows) && o.columns.0 < cell.columns.0),
                right: count(&|o| meets(o.rows, cell.rows) && o.columns.1 > cell.columns.1),
            }
        };
        cells.iter().map(of).collect()
    }

    #[test]
    fn both_ways_count_what_the_grid_says() {
        let mut random = Random(7);
        for size in (0..40).chain([100, 255, 256, 257, 300, 1000]) {
            // Some pages are too long for numbers of 16 bits.
            let (room, most) = if size < 40 { (30, 20) } else { (70_000, 9000) };
            let mut number = |most: i32| random.below(most as u32) as i32;
            let children: Vec<Rect> =
                (0..size).map(|_| rect(number(room) - 9, number(room), number(most), number(most))).collect();
            let arena = Bump::new();
            let cells = cells(&arena, &children);
            let expected = by_cells(&cells);
            assert_eq!(&sides(&arena, &children)[..], expected, "{size}");
            let mut summed = vec![Sides::default(); children.len()];
            sums(&arena, &cells, &mut summed);
            assert_eq!(summed, expected, "{size}");
        }
    }

    #[test]
    fn edges_far_out() {
        let children = [rect(i32::MAX, i32::MIN, 5, 5), rect(i32::MIN, 0, i32::MAX, 0), rect(0, i32::MAX, 9, 9)];
        let arena = Bump::new();
        let cells = cells(&arena, &children);
        let mut summed = vec![Sides::default(); 3];
        sums(&arena, &cells, &mut summed);
        assert_eq!(summed.len(), sides(&arena, &children).len());
    }

    #[test]
    fn sums_before_places() {
        let arena = Bump::new();
        let mut places = Places::new(&arena, 5000);
        let mut random = Random(3);
        for count in [1u32, 15, 16, 17, 256, 257, 4096, 4097, 5000] {
            places.clear(count as usize);
            let mut plain = vec![0; count as usize];
            for _ in 0..300 {
                let place: u32 = random.below(count);
                places.add(place);
                plain[place as usize] += 1;
                let asked: u32 = random.below(count);
                assert_eq!(places.before(asked), plain[..asked as usize].iter().sum::<u32>());
            }
        }
    }
}
