//! What each candidate should be, by the true text.
//!
//! A word of the page is true if it stands in four words in a row that stand in the true text too. Of all ways to take
//! whole candidates or to leave them, the best one takes most true words less the others; a candidate is a good segment
//! if taking it whole, or leaving it, comes near to what the best choice inside of it is worth; and content if more of
//! its words are true than not.

use blockmask::page::Page;
use blockmask::page::unicode::{TOKEN, class};
use blockmask::seeker::Strings;
use blockmask::seeker::segments::Candidate;
use std::collections::{BTreeMap, BTreeSet};

/// Words in a row that must be equal.
const GRAM: usize = 4;
/// What a good segment may lose, as a share of its own words, and of all true words.
const LOSS: f64 = 0.05;
const LOSS_OF_ALL: f64 = 0.03;

/// The labels of one candidate.
#[derive(Clone, Copy, Debug)]
pub struct Label {
    pub is_good: bool,
    pub is_content: bool,
    /// Whether a walk from the top that makes no mistake looks at it.
    pub is_on_the_way: bool,
}

/// Labels all candidates of a page.
pub fn labels(page: &Page<'_>, strings: &Strings<'_>, candidates: &[Candidate], gold: &str) -> Vec<Label> {
    let (words, truth) = words_before(page, strings, gold);
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
        let is_on_the_way = candidate.node >= end;
        if is_good && is_on_the_way {
            end = page.tree.nodes[candidate.node as usize].subtree_end;
        }
        labels.push(Label { is_good, is_content: 2.0 * truth > words, is_on_the_way });
    }
    labels
}

/// For each string, and one past the last, the words before it, and the true ones of them.
fn words_before(page: &Page<'_>, strings: &Strings<'_>, gold: &str) -> (Vec<u32>, Vec<u32>) {
    let mut numbers = BTreeMap::new();
    let gold = words(gold, &mut numbers);
    let size = GRAM.min(gold.len()).max(1);
    let grams: BTreeSet<&[u32]> = gold.windows(size).collect();
    let (mut all, mut ends) = (Vec::new(), Vec::new());
    for string in strings.list {
        all.extend(words(&page.text[string.text.0 as usize..string.text.1 as usize], &mut numbers));
        ends.push(all.len());
    }
    let mut is_true = vec![false; all.len()];
    for (i, window) in all.windows(size).enumerate() {
        if grams.contains(window) {
            is_true[i..i + size].fill(true);
        }
    }
    let (mut counts, mut truth) = (vec![0], vec![0]);
    let mut at = 0;
    for end in ends {
        let inside = is_true[at..end].iter().filter(|is_true| **is_true).count() as u32;
        counts.push(end as u32);
        truth.push(truth.last().copied().unwrap_or(0) + inside);
        at = end;
    }
    (counts, truth)
}

/// The words of a text as numbers; an ideograph or a kana is a word of its own.
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
