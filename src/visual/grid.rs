//! The grid of an area's children (section 5.2, step 3), and how many siblings lie on each side of one (section 5.3).
//!
//! The distinct edges of all children are the lines of a grid of columns and rows. A sibling is above a child if it
//! shares a column with it and reaches into a row above; the other sides likewise. Counting them pair by pair would be
//! quadratic: instead children are taken in the order of their first row, and trees of sums tell how many of those before
//! end left of the child, or begin right of it.

use super::flow::Rect;
use crate::arena::Bump;
use crate::arena::Vec as ArenaVec;

/// The cells of a child: first and last column and row.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Cell {
    /// First and last column.
    pub columns: (u32, u32),
    /// First and last row.
    pub rows: (u32, u32),
}

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

/// The cells of all children.
pub fn cells<'a>(arena: &'a Bump, children: &[Rect]) -> ArenaVec<'a, Cell> {
    // In unsigned numbers of the same order, of the type that is sorted elsewhere too.
    let ordered = |edge: i32| u128::from(edge.cast_unsigned() ^ 1 << 31);
    let mut edges: ArenaVec<u128> = ArenaVec::with_capacity_in(2 * children.len(), arena);
    let mut cells = ArenaVec::with_capacity_in(children.len(), arena);
    cells.resize(children.len(), Cell::default());
    for vertical in [false, true] {
        let span = |rect: &Rect| match vertical {
            false => (rect.x, rect.x.saturating_add(rect.width.max(1))),
            true => (rect.y, rect.y.saturating_add(rect.height.max(1))),
        };
        edges.clear();
        edges.extend(children.iter().flat_map(|rect| <[i32; 2]>::from(span(rect)).map(ordered)));
        edges.sort_unstable();
        let mut kept = 0;
        for i in 0..edges.len() {
            if i == 0 || edges[i] != edges[kept - 1] {
                edges[kept] = edges[i];
                kept += 1;
            }
        }
        edges.truncate(kept);
        let place = |edge: i32| edges.partition_point(|&other| other < ordered(edge)) as u32;
        for (cell, rect) in cells.iter_mut().zip(children) {
            let (from, to) = span(rect);
            let range = (place(from), place(to).saturating_sub(1));
            *(if vertical { &mut cell.rows } else { &mut cell.columns }) = range;
        }
    }
    cells
}

/// Counts the siblings on each side of every child.
pub fn sides<'a>(arena: &'a Bump, cells: &[Cell]) -> ArenaVec<'a, Sides> {
    let mut sides = ArenaVec::with_capacity_in(cells.len(), arena);
    sides.resize(cells.len(), Sides::default());
    if cells.len() < 2 {
        return sides;
    }
    let mut counter = Counter::new(arena, cells.len());
    let last_of = |band: fn(&Cell) -> (u32, u32)| cells.iter().map(|cell| band(cell).1).max().unwrap_or(0);
    let (row, column) = (last_of(|cell| cell.rows), last_of(|cell| cell.columns));
    counter.run(column, cells.iter().map(|cell| (cell.rows.0, cell.columns)), |i, count| sides[i].above = count);
    counter.run(column, cells.iter().map(|cell| (row - cell.rows.1, cell.columns)), |i, count| sides[i].below = count);
    counter.run(row, cells.iter().map(|cell| (cell.columns.0, cell.rows)), |i, count| sides[i].left = count);
    counter.run(row, cells.iter().map(|cell| (column - cell.columns.1, cell.rows)), |i, count| sides[i].right = count);
    sides
}

/// Counts, for each child, those with a lower key whose band meets its own.
struct Counter<'a> {
    /// The children by their keys.
    order: ArenaVec<'a, u32>,
    /// For each key where its children end in `order`.
    ends_of_keys: ArenaVec<'a, u32>,
    /// Key and band of each child.
    children: ArenaVec<'a, (u32, (u32, u32))>,
    /// How many bands so far begin, and end, at a place: binary indexed trees.
    begins: ArenaVec<'a, u32>,
    ends: ArenaVec<'a, u32>,
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
            begins: zeros(places),
            ends: zeros(places),
        }
    }

    /// Takes keys and bands; no band reaches beyond the place `last`.
    fn run(&mut self, last: u32, children: impl Iterator<Item = (u32, (u32, u32))>, mut found: impl FnMut(usize, u32)) {
        self.sort(children);
        // Often there are few places, and then the trees are small.
        let places = (last as usize + 2).min(self.begins.len());
        let (begins, ends) = (&mut self.begins[..places], &mut self.ends[..places]);
        begins.fill(0);
        ends.fill(0);
        let mut at = 0;
        for &end in &self.ends_of_keys {
            let same = &self.order[at..end as usize];
            for &child in same {
                let (first, last) = self.children[child as usize].1;
                let ended = sum_before(ends, first);
                let not_begun = at as u32 - sum_before(begins, last + 1);
                found(child as usize, at as u32 - ended - not_begun);
            }
            for &child in same {
                let (first, last) = self.children[child as usize].1;
                add(begins, first);
                add(ends, last);
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

fn add(tree: &mut [u32], place: u32) {
    let mut at = place as usize + 1;
    while let Some(sum) = tree.get_mut(at) {
        *sum += 1;
        at += at & at.wrapping_neg();
    }
}

/// Sum of all places below this one.
fn sum_before(tree: &[u32], place: u32) -> u32 {
    let mut at = (place as usize).min(tree.len() - 1);
    let mut sum = 0;
    while at > 0 {
        sum += tree[at];
        at &= at - 1;
    }
    sum
}

#[cfg(test)]
mod tests {
    use super::*;

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
        let sides = sides(&arena, &cells);
        assert_eq!(sides[0], Sides { above: 0, below: 3, left: 0, right: 0 });
        assert_eq!(sides[1], Sides { above: 1, below: 1, left: 0, right: 1 });
        assert_eq!(sides[2], Sides { above: 1, below: 1, left: 1, right: 0 });
        assert_eq!(sides[3], Sides { above: 3, below: 0, left: 0, right: 0 });
    }

    #[test]
    fn counts_agree_with_pairs() {
        let mut state = 7u32;
        let mut random = |most: u32| {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            ((state >> 8) % most) as i32
        };
        for size in 0..40 {
            let children: Vec<Rect> = (0..size).map(|_| rect(random(30), random(30), random(20), random(20))).collect();
            let arena = Bump::new();
            let cells = cells(&arena, &children);
            let found = sides(&arena, &cells);
            for (i, cell) in cells.iter().enumerate() {
                let count = |test: &dyn Fn(&Cell) -> bool| {
                    cells.iter().enumerate().filter(|&(k, other)| k != i && test(other)).count() as u32
                };
                let meets = |one: (u32, u32), two: (u32, u32)| one.0 <= two.1 && two.0 <= one.1;
                let expected = Sides {
                    above: count(&|o| meets(o.columns, cell.columns) && o.rows.0 < cell.rows.0),
                    below: count(&|o| meets(o.columns, cell.columns) && o.rows.1 > cell.rows.1),
                    left: count(&|o| meets(o.rows, cell.rows) && o.columns.0 < cell.columns.0),
                    right: count(&|o| meets(o.rows, cell.rows) && o.columns.1 > cell.columns.1),
                };
                assert_eq!(found[i], expected, "{children:?} {i}");
            }
        }
    }
}
