//! Learns a C4.5 tree and applies it, for `training/learners.py`.
//!
//! Standard input, little-endian: the numbers of columns, training examples and test examples as u32; the values of the
//! training examples as bytes, row by row; a byte for the class of each; and the values of the test examples. Standard
//! output: the number of nodes as u32, then the probability of class 1 of each test example as f64.

use blockmask_lab::c45::{self, Examples};
use std::io::{self, Read, Write};

/// The minimum number of examples in a leaf, similar to the smallest leaves of boosted trees: J48's default of two
/// would memorize pages.
const MIN_EXAMPLES: usize = 10;

fn main() -> io::Result<()> {
    let mut input = Vec::new();
    io::stdin().lock().read_to_end(&mut input)?;
    let malformed = || io::Error::new(io::ErrorKind::InvalidData, "malformed input");
    let (head, rest) = input.split_first_chunk::<12>().ok_or_else(malformed)?;
    let numbers: Vec<usize> = head.as_chunks::<4>().0.iter().map(|bytes| u32::from_le_bytes(*bytes) as usize).collect();
    let [columns, training, test] = numbers[..] else { return Err(malformed()) };
    if columns == 0 || rest.len() != (columns + 1) * training + columns * test {
        return Err(malformed());
    }
    let (values, rest) = rest.split_at(columns * training);
    let (classes, test_values) = rest.split_at(training);
    let rows = |bytes: &[u8]| -> Vec<Vec<u32>> {
        bytes.chunks(columns).map(|row| row.iter().map(|&value| value.into()).collect()).collect()
    };
    let training_rows = rows(values);
    let training_rows: Vec<&[u32]> = training_rows.iter().map(Vec::as_slice).collect();
    let classes: Vec<bool> = classes.iter().map(|&class| class != 0).collect();
    let options = c45::Options { least: MIN_EXAMPLES, ..c45::Options::default() };
    // All attributes are considered, so the random numbers are not used.
    let tree = c45::learn(&Examples { rows: &training_rows, classes: &classes }, &options, &mut |_| 0);
    let mut out = io::stdout().lock();
    out.write_all(&(tree.size() as u32).to_le_bytes())?;
    rows(test_values).iter().try_for_each(|row| out.write_all(&tree.probability(row).to_le_bytes()))
}
