//! The implementation against a naive one of the frozen definition, and near-duplicate decisions.

use super::*;
use crate::base::random::Random;
use crate::read::page::{runs, unicode};

#[test]
fn constants_are_the_first_outputs_of_split_mix() {
    let mut state = 2008u64;
    let mut next = || {
        state = state.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let z = (state ^ (state >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    };
    let single = [SEED_TOKEN, MULTIPLIER_TOKEN | 1, SEED_END, MULTIPLIER_END, SEED_WINDOW, MULTIPLIER_WINDOW];
    for (index, value) in single.into_iter().enumerate() {
        assert_eq!(value, next() | (index % 2) as u64);
    }
    assert!(MULTIPLIERS.into_iter().all(|multiplier| multiplier == next() | 1));
    for (seed, multiplier) in [(SEED_CONTENT, MULTIPLIER_CONTENT), (compare::SEED_BAND, compare::MULTIPLIER_BAND)] {
        assert_eq!((seed, multiplier), (next(), next() | 1));
    }
}

/// Reference: step 2.
fn naive_token(token: &str) -> u64 {
    let mut h = SEED_TOKEN;
    for chunk in token.as_bytes().chunks(8) {
        let word = chunk.iter().enumerate().fold(0, |word, (i, &byte)| word + (u64::from(byte) << (8 * i)));
        h = fold(h ^ word, MULTIPLIER_TOKEN);
    }
    fold(h ^ SEED_END, MULTIPLIER_END)
}

/// Reference: the whole definition, without any of the fast paths.
fn naive(text: &str, options: FingerprintOptions) -> Fingerprint {
    let kept = |c: &char| unicode::class(*c) & unicode::TOKEN != 0;
    let hashes: Vec<u64> = runs(text, options.tokens)
        .map(|run| text[run.start..run.end].chars().filter(kept).collect::<String>())
        .map(|token| if options.fold_case { token.chars().flat_map(char::to_lowercase).collect() } else { token })
        .filter(|token: &String| !token.is_empty())
        .map(|token| naive_token(&token))
        .collect();
    let mut min_hashes = [u64::MAX; 8];
    let windows: Vec<&[u64]> = if hashes.len() < 6 { vec![&hashes[..]] } else { hashes.windows(6).collect() };
    for window in windows.into_iter().filter(|window| !window.is_empty()) {
        let last = window.len() as u32 - 1;
        let w = (0u32..).zip(window).fold(0, |w, (i, hash)| w ^ hash.rotate_left(11 * (last - i)));
        for (j, minimum) in min_hashes.iter_mut().enumerate() {
            let mixed = fold(w ^ SEED_WINDOW, MULTIPLIER_WINDOW);
            *minimum = (*minimum).min(mixed.wrapping_mul(MULTIPLIERS[j]));
        }
    }
    let set = |bit: &u32| 2 * hashes.iter().filter(|&hash| hash >> bit & 1 == 1).count() > hashes.len();
    Fingerprint {
        version: options.version(),
        is_valid: hashes.len() >= 13,
        tokens: hashes.len() as u32,
        min_hashes,
        sim_hash: (0u32..64).filter(set).fold(0, |bits, bit| bits | 1 << bit),
        content_hash: match hashes.is_empty() {
            true => 0,
            false => hashes.iter().fold(SEED_CONTENT, |c, &t| fold(c ^ t, MULTIPLIER_CONTENT).wrapping_add(t)),
        },
        structure_hash: 0,
    }
}

#[test]
fn random_texts_agree_with_the_definition() {
    let mut random = Random(5);
    let alphabet: Vec<char> = "abcdefgXYZ0189aeiou,.-'@[`{/:\u{1}\u{7f}éßИ中İ€\u{2014}😀".chars().collect();
    for round in 0..10_000 {
        let kinds = if round % 2 == 0 { 19 } else { alphabet.len() as u32 };
        let mut text = String::new();
        let words = if round % 20 == 0 { 200 } else { 30 };
        for word in 0..random.below(words) {
            if word > 0 {
                text.push(' ');
            }
            let max_len = 1 + [6, 9, 20][random.below(3) as usize];
            for _ in 0..1 + random.below(max_len) {
                text.push(alphabet[random.below(kinds) as usize]);
            }
            if random.below(4) == 0 {
                text.push([',', '.', '"'][random.below(3) as usize]);
            }
        }
        let options = FingerprintOptions { fold_case: random.below(2) == 0, ..FingerprintOptions::default() };
        let expected = naive(&text, options);
        assert_eq!(Fingerprint::of_text(&text, options), expected, "{text:?}");
        assert_eq!(content_hash(std::iter::once(text.as_str()), options), expected.content_hash, "{text:?}");
    }
}

#[test]
fn every_pair_of_characters_and_every_length() {
    let options = FingerprintOptions::default();
    for byte in 1u8..128 {
        for length in 0..20 {
            let text = format!("{}{} x{}", "k".repeat(length), char::from(byte), char::from(byte));
            if text.starts_with(' ') || text.contains("  ") {
                continue;
            }
            assert_eq!(Fingerprint::of_text(&text, options), naive(&text, options), "{text:?}");
        }
    }
}

const TEXT: &str = "A winter storm closed the main roads in the north of the country on Monday, and the police asked \
                    drivers to stay at home until the evening.";

#[test]
fn frozen_values() {
    let print = Fingerprint::of_text(TEXT, FingerprintOptions::default());
    assert_eq!((print.version, print.is_valid, print.tokens), (0x42, true, 27));
    assert_eq!(print, FROZEN);
    let of_segment = FingerprintOptions { text: FingerprintText::LargestSegment, ..FingerprintOptions::default() };
    assert_eq!(Fingerprint::of_text(TEXT, of_segment), Fingerprint { version: 0x41, ..FROZEN });
    assert_eq!(naive_token("storm"), FROZEN_STORM, "{:#X}", naive_token("storm"));
    assert_eq!(naive_token("internationalization"), FROZEN_LONG, "{:#X}", naive_token("internationalization"));
}

/// Computed by an independent implementation of the definition, in another language.
const FROZEN: Fingerprint = Fingerprint {
    version: 0x42,
    is_valid: true,
    tokens: 27,
    min_hashes: [
        0x1948_A183_1ECD_1C8C,
        0x07E6_7463_5842_4BA6,
        0x286C_4F4D_FA84_EC7A,
        0x0CF3_D213_3664_917F,
        0x0871_DF68_06AF_82CC,
        0x0D18_9EE9_745B_2A7C,
        0x1043_F987_2390_647D,
        0x05B4_B122_EE83_5A8F,
    ],
    sim_hash: 0xD1A7_9009_5D6A_5D29,
    content_hash: 0x3FFC_5187_6C64_406B,
    structure_hash: 0,
};
const FROZEN_STORM: u64 = 0x0262_5D20_5F4A_9F6E;
const FROZEN_LONG: u64 = 0x9EDD_AA91_0DC2_7B6C;

#[test]
fn changed_words_and_near_duplicates() {
    let options = FingerprintOptions::default();
    let numbered = |seed: u64, changed: usize| {
        let mut random = Random(seed + 1);
        let mut words: Vec<String> = (0..300).map(|_| format!("w{}", random.below(4000))).collect();
        words.iter_mut().take(changed).for_each(|word| word.push('x'));
        Fingerprint::of_text(&words.join(" "), options)
    };
    // 10 of 295 shingles differ, or all of them.
    let near = (0..50).filter(|&seed| numbered(seed, 0).is_near_duplicate(&numbered(seed, 5))).count();
    let far = (0..50).filter(|&seed| numbered(seed, 0).is_near_duplicate(&numbered(seed + 100, 0))).count();
    assert_eq!((near, far), (50, 0));
    let distance = |a: Fingerprint, b: Fingerprint| (a.sim_hash ^ b.sim_hash).count_ones();
    assert!((0..50).all(|seed| distance(numbered(seed, 0), numbered(seed, 5)) <= 12));
    assert!((0..50).all(|seed| distance(numbered(seed, 0), numbered(seed + 100, 0)) >= 16));
}

/// The share of agreeing min-hashes estimates the Jaccard similarity of the sets of shingles.
#[test]
fn min_hashes_estimate_jaccard_similarity() {
    let options = FingerprintOptions::default();
    let mut agreeing = [0u32; 8];
    let rounds = 1000u64;
    for seed in 0..rounds {
        let mut random = Random(seed + 2);
        let mut words = |n| (0..n).map(|_| format!("{:x}", random.next())).collect::<Vec<_>>().join(" ");
        // 105 and 105 shingles, 50 of them common and 160 in all.
        let (shared, left, right) = (words(55), words(55), words(55));
        let a = Fingerprint::of_text(&format!("{shared} {left}"), options);
        let b = Fingerprint::of_text(&format!("{shared} {right}"), options);
        for (count, (a, b)) in agreeing.iter_mut().zip(a.min_hashes.iter().zip(&b.min_hashes)) {
            *count += u32::from(a == b);
        }
    }
    // 312.5 of 1,000 are expected, plus or minus five standard deviations of 14.7.
    assert!(agreeing.iter().all(|count| (240..=386).contains(count)), "{agreeing:?}");
}

#[test]
fn order_of_words_matters_to_min_hashes_only() {
    let words: Vec<&str> = TEXT.split(' ').collect();
    let backwards: Vec<&str> = words.iter().rev().copied().collect();
    let options = FingerprintOptions::default();
    let (a, b) = (naive(TEXT, options), Fingerprint::of_text(&backwards.join(" "), options));
    assert_eq!(a.sim_hash, b.sim_hash);
    assert!(a.min_hashes.iter().zip(&b.min_hashes).all(|(a, b)| a != b));
}

#[test]
fn validity_and_options() {
    let options = FingerprintOptions::default();
    let of = |words: usize| Fingerprint::of_text(&"word ".repeat(words), options);
    assert!(!of(12).is_valid && of(13).is_valid);
    assert!(!of(12).is_near_duplicate(&of(12)) && of(13).is_near_duplicate(&of(13)));
    let folded = FingerprintOptions { fold_case: true, ..options };
    let (lower, upper) = (TEXT.to_lowercase(), TEXT.to_uppercase());
    assert_eq!(Fingerprint::of_text(&lower, folded), Fingerprint::of_text(&upper, folded));
    assert!(!Fingerprint::of_text(TEXT, folded).is_near_duplicate(&Fingerprint::of_text(TEXT, options)));
    assert_eq!(Fingerprint::of_text("", options).min_hashes, [u64::MAX; 8]);
}

#[test]
fn the_main_segment_is_the_longest_with_few_links() {
    let segment = |first: u32, end: u32, linked_tokens| Segment {
        text: (10 * first, 10 * end),
        tokens: (first, end),
        linked_tokens,
        ..Segment::default()
    };
    let segments = [segment(0, 10, 5), segment(10, 14, 1), segment(14, 18, 0), segment(18, 18, 0)];
    assert_eq!(main_segment(&segments), Some(&segments[1]));
    assert_eq!(main_segment(&segments[..1]), None);
    assert_eq!(main_segment(&segments[3..]), None);
    let none = of_largest_segment("word", &[], &segments[..1], FingerprintOptions::default());
    assert!(!none.is_valid && none.tokens == 0);
}

#[test]
fn a_tag_ends_a_token() {
    // "ab" and "cd" are in two fragments without whitespace between them.
    let fragment = |start, end| Fragment { text: (start, end), ..Fragment::default() };
    let fragments = [fragment(0, 2), fragment(2, 4), fragment(5, 7)];
    let segment = Segment { text: (0, 7), tokens: (0, 3), fragments: (0, 3), ..Segment::default() };
    let options = FingerprintOptions::default();
    let page = of_largest_segment("abcd ef", &fragments, &[segment], options);
    let of_text = |text| Fingerprint { content_hash: 0, ..Fingerprint::of_text(text, options) };
    assert_eq!(page, of_text("ab cd ef"));
    // A segment of the word-wrap baseline can begin or end inside of a fragment.
    let part = Segment { text: (1, 4), tokens: (0, 2), fragments: (0, 2), ..Segment::default() };
    let page = of_largest_segment("abcd ef", &fragments, &[part], options);
    assert_eq!(page, of_text("b cd"));
}
