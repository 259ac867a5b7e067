//! Target `model`: untrusted model files for the learned mask.
//!
//! If the first byte is odd, the file gets a valid header, so that the fuzzer reaches the code after header validation.
//! An accepted model must score as a straightforward reference implementation does.

use blockmask::internals::mask::features::{COUNT, Group, LANES, PAGE_COUNT, VERSION};
use blockmask::internals::mask::{Model, ModelError};

/// Sizes in bytes of the biases, the header, the calibration, a page tree and a block tree.
const BIASES: usize = 4 * 8;
const HEADER: usize = 8 + 4 * 5 + BIASES;
const STEPS: usize = 64;
const PAGE_TREE: usize = 2 * 4 + 2 * 7 * 16;
const QUESTIONS: usize = 4;
const LEAVES: usize = 1 << QUESTIONS;
const TREE: usize = 2 * QUESTIONS + 2 * LEAVES;

/// Reads the file and scores one group of blocks with it.
pub fn run(data: &[u8]) -> bool {
    let Some((&first, rest)) = data.split_first() else { return false };
    let page_trees = usize::from(first >> 1) % 4;
    let file = if first & 1 == 1 { with_header(rest, page_trees) } else { rest.to_vec() };
    let model = match Model::read(&file) {
        Ok(model) => model,
        Err(error) => {
            // Any other error means that the header generated here is outdated.
            assert!(first & 1 == 0 || error == ModelError::OutOfRange, "{error}");
            return true;
        }
    };
    let mut group: Group = [[0; LANES]; size_of::<Group>() / LANES];
    for (i, lanes) in group.iter_mut().enumerate() {
        lanes.fill_with(|| first.wrapping_mul(31).wrapping_add(i as u8));
        lanes[i % LANES] = rest.get(i).copied().unwrap_or(255);
    }
    let page_trees = u32::from_le_bytes(file[20..24].try_into().expect("four bytes")) as usize;
    let page = std::array::from_fn(|i| rest.get(i).copied().unwrap_or(first));
    let (_, scores) = model.evaluate(&page, &group);
    for (lane, &score) in scores.iter().enumerate() {
        assert_eq!(score, score_of(&file, page_trees, |feature| group[feature][lane]), "lane {lane}");
    }
    true
}

/// Prepends a header with the number of complete trees in `bytes`; a remainder is dropped.
fn with_header(bytes: &[u8], page_trees: usize) -> Vec<u8> {
    let fixed = BIASES + STEPS + page_trees * PAGE_TREE;
    let trees = bytes.len().saturating_sub(fixed) / TREE;
    let mut file = b"BMTREES5".to_vec();
    for number in [VERSION, PAGE_COUNT as u32, COUNT as u32, page_trees as u32, trees as u32] {
        file.extend(number.to_le_bytes());
    }
    file.extend(bytes.iter().copied().chain(std::iter::repeat(0)).take(fixed + trees * TREE));
    let sum = file
        .iter()
        .fold(0xcbf2_9ce4_8422_2325, |hash: u64, &byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3));
    file.extend(sum.to_le_bytes());
    file
}

/// The reference implementation of the score of one block.
fn score_of(file: &[u8], page_trees: usize, value: impl Fn(usize) -> u8) -> i32 {
    let bias = i32::from_le_bytes(file[28..32].try_into().expect("four bytes"));
    let trees = file[HEADER + STEPS + page_trees * PAGE_TREE..].chunks_exact(TREE);
    trees.fold(bias, |sum, tree| {
        let (questions, leaves) = tree.split_at(2 * QUESTIONS);
        let answers = questions.chunks(2).map(|question| value(usize::from(question[0])) > question[1]);
        let leaf: usize = answers.enumerate().map(|(level, yes)| usize::from(yes) << level).sum();
        sum + i32::from(i16::from_le_bytes([leaves[leaf], leaves[LEAVES + leaf]]))
    })
}
