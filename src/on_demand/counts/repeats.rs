//! Repeated lines, and the n-grams of words that repeat (Rae et al. 2021, appendix A, "Repetition removal").
//!
//! An n-gram can only repeat where the n-gram that is a word shorter repeats, so that each length looks at the places that
//! are left, of which prose has few: the first sort has all words, the following ones hardly any.

use super::Counts;
use crate::base::fallible::List;
use crate::base::hash::mix;

/// A word.
#[derive(Clone, Copy)]
pub(super) struct Word {
    pub hash: u64,
    pub characters: u32,
}

/// An n-gram: its hash, and the index of its first word.
type Gram = (u64, u32);

/// The lines that occurred before, and their characters.
pub(super) fn of_lines(lines: &[(u64, u32)]) -> (u32, u32) {
    let mut sorted: List<(u64, u32)> = lines.iter().copied().collect();
    sorted.sort_unstable();
    let repeated = sorted.windows(2).filter(|pair| pair[0].0 == pair[1].0);
    repeated.fold((0, 0), |(count, characters), pair| (count + 1, characters + pair[1].1))
}

/// Counts n-grams.
pub(super) fn of_n_grams(words: &[Word], counts: &mut Counts, check: &dyn Fn()) {
    let mut sums: List<u32> = List::default();
    sums.push(0);
    let mut sum = 0;
    sums.extend(words.iter().map(|word| {
        sum += word.characters;
        sum
    }));
    let mut places: List<Gram> = words.iter().zip(0..).map(|(word, at)| (word.hash, at)).collect();
    for n in 2..=10 {
        check();
        lengthen(&mut places, words, n);
        places.sort_unstable();
        let characters = |at: u32| sums[at as usize + n] - sums[at as usize];
        match n {
            2..=4 => {
                let top = if words.len() < n { 0 } else { top(&places, |at| characters(at) + n as u32 - 1) };
                *[
                    &mut counts.top_two_gram_characters,
                    &mut counts.top_three_gram_characters,
                    &mut counts.top_four_gram_characters,
                ][n - 2] = top;
                keep_repeated(&mut places);
            }
            _ => {
                keep_repeated(&mut places);
                *[
                    &mut counts.repeated_five_gram_characters,
                    &mut counts.repeated_six_gram_characters,
                    &mut counts.repeated_seven_gram_characters,
                    &mut counts.repeated_eight_gram_characters,
                    &mut counts.repeated_nine_gram_characters,
                    &mut counts.repeated_ten_gram_characters,
                ][n - 5] = repeated(&places, n as u32, characters);
            }
        }
    }
}

/// Makes n-grams of those that are a word shorter.
fn lengthen(places: &mut List<Gram>, words: &[Word], n: usize) {
    places.retain(|&(_, at)| at as usize + n <= words.len());
    for (hash, at) in places.iter_mut() {
        *hash = mix(*hash, words[*at as usize + n - 1].hash);
    }
}

/// Keeps what occurs more than once. Places are sorted.
fn keep_repeated(places: &mut List<Gram>) {
    let mut kept: List<Gram> = List::default();
    places
        .chunk_by(|a, b| a.0 == b.0)
        .filter(|group| group.len() > 1)
        .for_each(|group| kept.extend(group.iter().copied()));
    *places = kept;
}

/// The characters of all occurrences of the most frequent n-gram, of several the first one. If none repeats, no place may
/// be left; then the n-gram at the beginning is it.
fn top(places: &[Gram], characters: impl Fn(u32) -> u32) -> u32 {
    let groups = places.chunk_by(|a, b| a.0 == b.0);
    let best = groups.max_by_key(|group| (group.len(), std::cmp::Reverse(group[0].1)));
    match best {
        Some(group) if group.len() > 1 => characters(group[0].1) * group.len() as u32,
        _ => characters(0),
    }
}

/// The characters of n-grams that occurred before; after one, the next begins behind it. Places repeat and are sorted.
fn repeated(places: &[Gram], n: u32, characters: impl Fn(u32) -> u32) -> u32 {
    let mut by_place: List<(u32, u32)> = List::default();
    let groups = places.chunk_by(|a, b| a.0 == b.0);
    groups.zip(0..).for_each(|(group, id)| by_place.extend(group.iter().map(|&(_, at)| (at, id))));
    by_place.sort_unstable();
    let mut seen: List<bool> = by_place.iter().map(|_| false).collect();
    let (mut next, mut total) = (0, 0);
    for &(at, id) in by_place.iter() {
        if at < next {
            continue;
        }
        if std::mem::replace(&mut seen[id as usize], true) {
            total += characters(at);
            next = at + n;
        }
    }
    total
}
