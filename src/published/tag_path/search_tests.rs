//! The search against a naive implementation of Algorithm 4 (Velloso and Dorneles 2013), on sequences of many shapes.

use super::search::{self, Filter, Region, SearchOptions, Side, Split, search_traced};
use crate::base::arena::Bump;
use crate::base::random::Random;

fn search(codes: &[u32], symbols: u32, options: SearchOptions) -> Region {
    search::search(&Bump::new(), codes, symbols, options, u64::MAX)
}

/// Reference: every threshold scans the range position by position.
fn naive(codes: &[u32], options: SearchOptions) -> (Region, Vec<Split>) {
    let (mut lo, mut hi) = (0, codes.len());
    let mut splits = Vec::new();
    while let Some(split) = naive_split(&codes[lo..hi], options) {
        match split.keep {
            Side::Right => lo += split.left as usize,
            Side::Left => hi = lo + split.left as usize,
        }
        splits.push(split);
    }
    (Region { lo: lo as u32, hi: hi as u32, splits: splits.len() as u32, truncated: false }, splits)
}

fn naive_split(range: &[u32], options: SearchOptions) -> Option<Split> {
    let len = range.len();
    let mut counts = vec![0u32; range.iter().max().map_or(0, |&m| m as usize + 1)];
    range.iter().for_each(|&code| counts[code as usize] += 1);
    let mut thresholds: Vec<u32> = counts.iter().copied().filter(|&count| count > 0).collect();
    thresholds.sort_unstable();
    thresholds.dedup();
    for threshold in thresholds {
        let passes = |code: u32| match options.filter {
            Filter::Strict => counts[code as usize] > threshold,
            Filter::Literal => counts[code as usize] >= threshold,
        };
        let alphabet = (1..counts.len() as u32).filter(|&code| counts[code as usize] > 0 && passes(code)).count();
        if alphabet < 2 {
            return None;
        }
        let mut left_over = counts.clone();
        let (mut open, mut closed) = (0, 0);
        for (position, &code) in range.iter().enumerate().filter(|(_, code)| passes(**code)) {
            if left_over[code as usize] == counts[code as usize] {
                open += 1;
            }
            left_over[code as usize] -= 1;
            if left_over[code as usize] > 0 {
                continue;
            }
            open -= 1;
            closed += 1;
            if open == 0 {
                let left = position + 1;
                // (larger - smaller) / all > 1/5, in whole numbers
                let unbalanced = left.abs_diff(len - left) * 5 > len;
                if closed < alphabet && unbalanced {
                    let keep = if 2 * left < len { Side::Right } else { Side::Left };
                    return Some(Split { len: len as u32, threshold, left: left as u32, keep });
                }
                if !options.scan_all {
                    break;
                }
            }
        }
    }
    None
}

/// Renumbers in order of first appearance; returns the number of symbols.
fn renumber(codes: &mut [u32]) -> u32 {
    let mut seen = std::collections::BTreeMap::new();
    for code in codes {
        let next = seen.len() as u32 + 1;
        *code = *seen.entry(*code).or_insert(next);
    }
    seen.len() as u32
}

fn all_options() -> impl Iterator<Item = SearchOptions> {
    [Filter::Strict, Filter::Literal]
        .into_iter()
        .flat_map(|filter| [false, true].map(|scan_all| SearchOptions { filter, scan_all }))
}

fn fast(codes: &[u32], symbols: u32, options: SearchOptions) -> (Region, Vec<Split>) {
    let mut splits = Vec::new();
    let region = search_traced(&Bump::new(), codes, symbols, options, u64::MAX, |split| splits.push(split));
    (region, splits)
}

/// A sequence of one of several shapes, not yet renumbered.
fn random_sequence(random: &mut Random) -> Vec<u32> {
    let mut codes = Vec::new();
    match random.below(6) {
        // Uniform noise over few or many symbols.
        0 => {
            let (len, symbols) = (random.below(120), 1 + random.below(40));
            codes.extend((0..len).map(|_| random.below(symbols)));
        }
        // Periodic records with jitter, between a prefix and a suffix of one-off symbols.
        1 => {
            codes.extend(1000..1000 + random.below(30));
            let (records, fields) = (1 + random.below(20), 1 + random.below(8));
            for _ in 0..records {
                codes.extend((0..fields).filter(|_| random.below(5) > 0));
            }
            codes.extend(2000..2000 + random.below(30));
        }
        // Several regions, each with its own symbols and number of records.
        2 => {
            for region in 0..1 + random.below(6) {
                codes.push(5000 + region);
                let (records, fields) = (1 + random.below(12), 1 + random.below(5));
                for _ in 0..records {
                    codes.extend((0..fields).map(|field| 100 * region + field));
                }
            }
        }
        // Nested: records of records, sharing some symbols.
        3 => {
            for outer in 0..1 + random.below(6) {
                codes.push(0);
                for _ in 0..random.below(6) {
                    codes.push(1 + outer % 2);
                    codes.extend((0..random.below(5)).map(|field| 10 + field));
                }
            }
        }
        // Drifting: symbols are drawn from a sliding window.
        4 => {
            let width = 1 + random.below(6);
            codes.extend((0..random.below(150)).map(|i| i / 8 + random.below(width)));
        }
        // Symbols of growing counts, so that there are many thresholds.
        _ => {
            for symbol in 0..random.below(14) {
                codes.extend((0..random.below(symbol + 2)).map(|_| symbol));
                codes.push(random.below(14));
            }
        }
    }
    codes
}

#[test]
fn agrees_with_the_naive_search() {
    let mut random = Random(0x5eed);
    let mut splits = [0usize; 2];
    for round in 0..20_000 {
        let mut codes = random_sequence(&mut random);
        let symbols = renumber(&mut codes);
        for options in all_options() {
            let expected = naive(&codes, options);
            let found = fast(&codes, symbols, options);
            assert_eq!(found, expected, "round {round}, {options:?}: {codes:?}");
            found.1.iter().for_each(|split| splits[usize::from(split.keep == Side::Left)] += 1);
        }
    }
    // Both ways of shrinking must be exercised.
    assert!(splits.iter().all(|&count| count > 10_000), "{splits:?}");
}

#[test]
fn agrees_on_long_sequences() {
    let mut random = Random(77);
    for _ in 0..30 {
        let mut codes = Vec::new();
        while codes.len() < 3000 {
            let base = codes.len() as u32 * 10;
            codes.extend(random_sequence(&mut random).iter().map(|code| base + code));
        }
        let symbols = renumber(&mut codes);
        for options in all_options() {
            assert_eq!(fast(&codes, symbols, options), naive(&codes, options), "{options:?}");
        }
    }
}

#[test]
fn the_result_has_no_further_split() {
    let mut random = Random(99);
    for _ in 0..2_000 {
        let mut codes = random_sequence(&mut random);
        renumber(&mut codes);
        for options in all_options() {
            let region = naive(&codes, options).0;
            let mut rest = codes[region.lo as usize..region.hi as usize].to_vec();
            let symbols = renumber(&mut rest);
            let again = search(&rest, symbols, options);
            assert_eq!((again.lo, again.hi, again.splits), (0, rest.len() as u32, 0));
        }
    }
}

#[test]
fn codes_in_any_order_and_unused_codes_are_fine() {
    let mut random = Random(5);
    for _ in 0..500 {
        let codes: Vec<u32> = (0..60).map(|i| 1 + 2 * (i / 6 + random.below(3))).rev().collect();
        for options in all_options() {
            assert_eq!(fast(&codes, 40, options), naive(&codes, options));
        }
    }
}

#[test]
fn tiny_sequences() {
    for options in all_options() {
        assert_eq!(fast(&[], 0, options).0, Region::default());
        assert_eq!(fast(&[1], 1, options).0, Region { hi: 1, ..Region::default() });
        assert_eq!(fast(&[1, 2], 2, options).0, Region { hi: 2, ..Region::default() });
        assert_eq!(fast(&[1; 50], 1, options).0, Region { hi: 50, ..Region::default() });
    }
}

#[test]
fn peeling_a_long_prefix_is_cheap() {
    // The literal filter splits off one symbol per level, for each unique symbol at the front.
    let (wrappers, records) = (20_000u32, 30_000u32);
    let mut codes: Vec<u32> = (1..=wrappers).collect();
    codes.extend((0..records).map(|i| wrappers + 1 + i % 3));
    let options = SearchOptions { filter: Filter::Literal, scan_all: false };
    let region = search(&codes, wrappers + 3, options);
    assert_eq!(region, Region { lo: wrappers, hi: wrappers + records, splits: wrappers, truncated: false });
}

#[test]
fn a_crafted_sequence_exhausts_the_budget() {
    // Pairs whose second halves are all at the end cover the range at the first threshold, and a level must read them
    // all to find that out. The triples between their first halves are then split off one by one at the second
    // threshold.
    let (pairs, triples) = (8_000u32, 8_000u32);
    let mut codes: Vec<u32> = (1..=pairs).flat_map(|i| [i, pairs + i, pairs + i, pairs + i]).collect();
    codes.extend(1..=pairs);
    let region = search(&codes, pairs + triples, SearchOptions::default());
    assert!(region.truncated, "{region:?}");
    // The range is valid nevertheless, and reproducible.
    assert!(region.lo < region.hi && region.hi as usize <= codes.len());
    assert_eq!(region, search(&codes, pairs + triples, SearchOptions::default()));
}
