//! Learns a C4.5 tree and asks it, for `training/learners.py`.
//!
//! Standard input, little-endian: u32 columns, u32 examples to learn from, u32 examples to ask; then the values of the
//! first as bytes, row by row, a byte for the class of each, and the values of the second. Standard output: u32 nodes
//! of the tree, then a f64 for each example of the second: how likely its class is 1.

use blockmask_lab::c45::{self, Examples};
use std::io::{self, Read, Write};

/// As many as the smallest leaves of boosted trees, about: J48's two examples would learn each page by heart.
const LEAST: usize = 10;

fn main() -> io::Result<()> {
    let mut input = Vec::new();
    io::stdin().lock().read_to_end(&mut input)?;
    let broken = || io::Error::new(io::ErrorKind::InvalidData, "not as it should be");
    let (head, rest) = input.split_first_chunk::<12>().ok_or_else(broken)?;
    let numbers: Vec<usize> = head.as_chunks::<4>().0.iter().map(|bytes| u32::from_le_bytes(*bytes) as usize).collect();
    let [columns, learned, asked] = numbers[..] else { return Err(broken()) };
    if columns == 0 || rest.len() != (columns + 1) * learned + columns * asked {
        return Err(broken());
    }
    let (values, rest) = rest.split_at(columns * learned);
    let (classes, asked) = rest.split_at(learned);
    let rows = |bytes: &[u8]| -> Vec<Vec<u32>> {
        bytes.chunks(columns).map(|row| row.iter().map(|&value| value.into()).collect()).collect()
    };
    let rows_to_learn = rows(values);
    let rows_to_learn: Vec<&[u32]> = rows_to_learn.iter().map(Vec::as_slice).collect();
    let classes: Vec<bool> = classes.iter().map(|&class| class != 0).collect();
    let options = c45::Options { least: LEAST, ..c45::Options::default() };
    // All attributes are looked at, so that nothing is drawn.
    let tree = c45::learn(&Examples { rows: &rows_to_learn, classes: &classes }, &options, &mut |_| 0);
    let mut out = io::stdout().lock();
    out.write_all(&(tree.size() as u32).to_le_bytes())?;
    rows(asked).iter().try_for_each(|row| out.write_all(&tree.probability(row).to_le_bytes()))
}
