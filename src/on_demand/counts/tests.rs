use super::Counts;
use super::text::Counter;
use crate::read::page::TokenMode;
use crate::{Analyzer, Options};

/// The counts of lines.
fn counts(lines: &[&str]) -> Counts {
    let mut counter = Counter::new(TokenMode::Unicode);
    lines.iter().for_each(|line| counter.add(line));
    counter.finish(&|| {})
}

#[test]
fn words_begin_and_end_with_a_letter_or_a_number() {
    let found = counts(&["“Rain – heavy rain,” says Ann: 12 mm (0.5 in)!"]);
    // Rain heavy rain says Ann 12 mm 0.5 in: 4 + 5 + 4 + 4 + 3 + 2 + 2 + 3 + 2.
    assert_eq!((found.words, found.word_characters, found.symbol_words), (9, 29, 1));
    assert_eq!((found.alphabetic_words, found.digits, found.characters), (7, 4, 46));
}

#[test]
fn each_character_of_chinese_is_a_word() {
    let found = counts(&["雨下了三天。"]);
    assert_eq!((found.words, found.word_characters, found.alphabetic_words), (5, 5, 5));
    assert_eq!((found.sentences, found.punctuated_lines, found.stop_words), (1, 1, 1));
}

#[test]
fn sentences_and_lines() {
    let found = counts(&["It rained. The river rose!", "", "Harbour", "…"]);
    assert_eq!((found.sentences, found.lines, found.characters), (3, 3, 26 + 1 + 7 + 1 + 1));
    assert_eq!((found.punctuated_lines, found.short_lines, found.ellipsis_lines, found.ellipses), (1, 3, 1, 1));
}

#[test]
fn symbols() {
    let found = counts(&["- a # b ## {x} Lorem IPSUM dolor...", "• ......", "-", "lorem  ipsum"]);
    assert_eq!((found.hashes, found.braces, found.lorem_ipsum), (3, 2, 1));
    assert_eq!((found.bullet_lines, found.ellipses, found.ellipsis_lines), (3, 3, 2));
}

#[test]
fn lines_that_c4_keeps() {
    for (line, is_kept) in [
        ("Rain fell again.", true),
        ("Rain fell again.[12]", true),
        ("Rain fell again.[edit][3]", true),
        ("Rain fell again[a]", false),
        ("Rain fell.", false),
        ("He said \"it fell\"", true),
        ("It rained and...", false),
        ("Please turn on JavaScript now.", false),
        ("Read our Privacy Policy first.", false),
        ("Rain fell again", false),
    ] {
        assert_eq!(counts(&[line]).c4_lines, u32::from(is_kept), "{line}");
    }
    let long = "ä".repeat(1001);
    assert_eq!(counts(&[&format!("It is {long}.")]).c4_lines, 0);
    assert_eq!(counts(&["It is {x}. It is so."]).c4_sentences, 2);
}

#[test]
fn stop_words_are_of_the_language_with_most() {
    assert_eq!(counts(&["The rain and the wind"]).stop_words, 3);
    assert_eq!(counts(&["Der Regen und die Stadt in der Nacht"]).stop_words, 5);
    assert_eq!(counts(&["Дождь и ветер на реке"]).stop_words, 2);
    let found = counts(&["to the sea, of The and THE that we have to be with"]);
    assert_eq!(found.gopher_stop_words, 8);
}

#[test]
fn repeated_lines() {
    let found = counts(&["rain", "wind", "rain", "rain", "wind"]);
    assert_eq!((found.repeated_lines, found.repeated_line_characters), (3, 12));
}

#[test]
fn the_most_frequent_n_grams() {
    // "a bb" twice: 2 times 4 characters; "a bb cc" twice: 2 times 7.
    let found = counts(&["a bb cc", "dd a bb cc"]);
    assert_eq!((found.top_two_gram_characters, found.top_three_gram_characters), (8, 14));
    // None repeats: the first one counts, "a bb cc dd".
    assert_eq!(found.top_four_gram_characters, 10);
    assert_eq!(counts(&["one two"]).top_two_gram_characters, 7);
    assert_eq!(counts(&["one two"]).top_three_gram_characters, 0);
    // "b b" is more frequent than "a b", though each is found twice without overlap.
    assert_eq!(counts(&["a b b b a b"]).top_two_gram_characters, 6);
}

#[test]
fn repeated_n_grams() {
    let found = counts(&["a b c d ee", "a b c d ee x a b c d"]);
    // The second "a b c d ee" has six letters; no six words repeat.
    assert_eq!((found.repeated_five_gram_characters, found.repeated_six_gram_characters), (6, 0));
    // Fifteen times one word: five words from the second on repeat what begins at the first.
    let found = counts(&[&"no ".repeat(15)]);
    assert_eq!(found.repeated_five_gram_characters, 2 * 10);
    assert_eq!(found.repeated_ten_gram_characters, 20);
}

/// What the rules say, step by step.
mod oracle {
    pub fn top(words: &[&str], n: usize) -> u32 {
        let grams: Vec<String> = words.windows(n).map(|gram| gram.join(" ")).collect();
        let count = |gram: &String| grams.iter().filter(|other| *other == gram).count();
        let best = grams.iter().rev().max_by_key(|gram| count(gram));
        best.map_or(0, |gram| (gram.chars().count() * count(gram)) as u32)
    }

    pub fn repeated(words: &[&str], n: usize) -> u32 {
        let mut seen = std::collections::BTreeSet::new();
        let (mut at, mut characters) = (0, 0);
        while at + n <= words.len() {
            let is_new = seen.insert(&words[at..at + n]);
            characters += if is_new { 0 } else { words[at..at + n].concat().chars().count() };
            at += if is_new { 1 } else { n };
        }
        characters as u32
    }
}

#[test]
fn n_grams_of_random_texts_equal_the_oracle() {
    let mut state = 7u64;
    for length in 0..200 {
        let mut random = |bound: u64| {
            state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            (state >> 33) % bound
        };
        let words: Vec<&str> =
            (0..length).map(|_| ["a", "bb", "c", "ddd"][random(1 + length as u64 % 4) as usize]).collect();
        let found = counts(&[&words.join(" ")]);
        let tops = [found.top_two_gram_characters, found.top_three_gram_characters, found.top_four_gram_characters];
        assert_eq!(tops, [2, 3, 4].map(|n| oracle::top(&words, n)), "{words:?}");
        let repeated = [
            found.repeated_five_gram_characters,
            found.repeated_six_gram_characters,
            found.repeated_seven_gram_characters,
            found.repeated_eight_gram_characters,
            found.repeated_nine_gram_characters,
            found.repeated_ten_gram_characters,
        ];
        assert_eq!(repeated, [5, 6, 7, 8, 9, 10].map(|n| oracle::repeated(&words, n)), "{words:?}");
    }
}

#[test]
fn pages_and_blocks() {
    let story = "<p>Rain fell on the city for the third day, and the river rose by two metres over night.".repeat(9);
    let html = format!("<nav><a href=/>Home</a> <a href=/x>News</a></nav><h1>Rain</h1>{story}");
    let mut analyzer = Analyzer::new(Options::default());
    let page = analyzer.analyze(html.as_bytes()).unwrap();
    let (main, blocks) = (page.counts(), page.block_counts());
    assert_eq!(blocks.len(), page.blocks().len());
    assert_eq!(main.lines as usize, page.blocks().filter(|block| !block.is_template()).count());
    assert_eq!(main.characters as usize, page.main_text().text().chars().count());
    assert_eq!((main.repeated_lines, main.gopher_stop_words), (8, 2));
    for (block, counts) in page.blocks().zip(&blocks) {
        assert_eq!((counts.words, counts.characters, counts.lines), (block.tokens(), block.characters(), 1));
    }
}

#[test]
fn hostile_texts_are_counted() {
    for text in
        ["#".repeat(200_000), "a ".repeat(150_000), "{ ".repeat(99_999), "[1]".repeat(99_999), "。".repeat(99_999)]
    {
        let found = counts(&[text.trim()]);
        assert!(found.characters > 0 && found.repeated_ten_gram_characters <= found.word_characters);
    }
    assert_eq!(counts(&[]), Counts::default());
}
