//! Labels candidates by the gold text.
//!
//! A word of the page is a gold word if it is in a word 4-gram that also occurs in the gold text. The value of a
//! selection of candidates is its number of gold words minus its other words. A candidate is a good segment if keeping
//! or dropping it as a whole is nearly as valuable as the best selection of candidates inside it; it is content if most
//! of its words are gold words.

use blockmask::internals::page::Page;
use blockmask::internals::page::unicode::{TOKEN, class};
use blockmask::internals::seeker::Strings;
use blockmask::internals::seeker::segments::Candidate;
use std::collections::{BTreeMap, BTreeSet};

/// The length of an n-gram in words.
const GRAM: usize = 4;
/// The loss in value that a good segment may have, as a share of its words and of all gold words.
const LOSS: f64 = 0.05;
const LOSS_OF_ALL: f64 = 0.03;

/// The labels of one candidate.
#[derive(Clone, Copy, Debug)]
pub struct Label {
    pub is_good: bool,
    pub is_content: bool,
    /// Whether a traversal from the top with perfect classifiers visits it.
    pub is_visited: bool,
}

/// Labels all candidates of a page.
pub fn labels(page: &Page<'_>, strings: &Strings<'_>, candidates: &[Candidate], gold: &str) -> Vec<Label> {
    let (words, truth) = prefix_sums(page, strings, gold);
    let of = |candidate: &Candidate| {
        let range = strings.of(&page.tree, candidate.node);
        let count = |sums: &[u32]| f64::from(sums[range.end] - sums[range.start]);
        (count(&words), count(&truth))
    };
    let all = f64::from(truth[strings.list.len()]);
    let whole: Vec<f64> = candidates.iter().map(of).map(|(n, g)| (2.0 * g - n).max(0.0)).collect();
    let mut best_inside = vec![0.0; candidates.len()];
    let mut best = vec![0.0; candidates.len()];
    for i in (0..candidates.len()).rev() {
        best[i] = f64::max(whole[i], best_inside[i]);
        if candidates[i].parent as usize != i {
            best_inside[candidates[i].parent as usize] += best[i];
        }
    }
    let mut labels = Vec::with_capacity(candidates.len());
    let mut end = 0;
    for (i, candidate) in candidates.iter().enumerate() {
        let (words, truth) = of(candidate);
        let loss = best[i] - whole[i];
        let is_good = loss <= LOSS * words && loss <= LOSS_OF_ALL * all;
        let is_visited = candidate.node >= end;
        if is_good && is_visited {
            end = page.tree.nodes[candidate.node as usize].subtree_end;
        }
        labels.push(Label { is_good, is_content: 2.0 * truth > words, is_visited });
    }
    labels
}

/// Prefix sums over the strings: all words and gold words before each string, and at the end.
fn prefix_sums(page: &Page<'_>, strings: &Strings<'_>, gold: &str) -> (Vec<u32>, Vec<u32>) {
    let mut numbers = BTreeMap::new();
    let gold = words(gold, &mut numbers);
    let size = GRAM.min(gold.len()).max(1);
    let grams: BTreeSet<&[u32]> = gold.windows(size).collect();
    let (mut all, mut ends) = (Vec::new(), Vec::new());
    for string in strings.list {
        all.extend(words(&page.text[string.text.0 as usize..string.text.1 as usize], &mut numbers));
        ends.push(all.len());
    }
    let mut is_gold = vec![false; all.len()];
    for (i, window) in all.windows(size).enumerate() {
        if grams.contains(window) {
            is_gold[i..i + size].fill(true);
        }
    }
    let (mut counts, mut truth) = (vec![0], vec![0]);
    let mut at = 0;
    for end in ends {
        let inside = is_gold[at..end].iter().filter(|is_gold| **is_gold).count() as u32;
        counts.push(end as u32);
        truth.push(truth.last().copied().unwrap_or(0) + inside);
        at = end;
    }
    (counts, truth)
}

/// The words of a text as numbers; every ideograph and kana is a word.
pub fn words(text: &str, numbers: &mut BTreeMap<String, u32>) -> Vec<u32> {
    let mut found = Vec::new();
    let mut word = String::new();
    let mut end = |word: &mut String| {
        if !word.is_empty() {
            let next = numbers.len() as u32;
            found.push(*numbers.entry(std::mem::take(word)).or_insert(next));
        }
    };
    for c in text.chars().flat_map(char::to_lowercase) {
        let is_alone = matches!(c, '\u{3040}'..='\u{30ff}' | '\u{3400}'..='\u{9fff}' | '\u{f900}'..='\u{faff}');
        if is_alone || class(c) & TOKEN == 0 {
            end(&mut word);
        }
        if class(c) & TOKEN != 0 {
            word.push(c);
        }
        if is_alone {
            end(&mut word);
        }
    }
    end(&mut word);
    found
}
