//! The words of class names that say what stands beside text; see [`Beside`].

pub(crate) use crate::read::class_words::dictionary::Beside;
use crate::read::class_words::dictionary::{Meaning, count, with_meaning};
use crate::read::html::Tree;
use crate::read::html::scan::same_name;

const WORDS: [(&str, u8); count(Meaning::Beside)] = with_meaning(Meaning::Beside);

/// Longer names are cut.
const MAX_NAME: usize = 48;

/// Whether one of the class names of an element has a word of this meaning. Hyphens and the like do not count, so that
/// `line-number`, `lineNumber` and `LINE_NUMBER` are the same.
pub(crate) fn has_name(tree: &Tree<'_>, element: u32, meaning: Beside) -> bool {
    class_names(tree, element).any(|name| {
        let mut letters = [0; MAX_NAME];
        let mut len = 0;
        for &byte in name.iter().filter(|byte| byte.is_ascii_alphabetic()).take(MAX_NAME) {
            letters[len] = byte.to_ascii_lowercase();
            len += 1;
        }
        let letters = &letters[..len];
        // `lnt`, `ln` and `gl` are too short to be found inside of other words.
        let is_short = meaning == Beside::LineNumber && matches!(letters, b"ln" | b"lnt" | b"gl");
        // Most words have a letter at one of their ends that the name has not.
        let letter_bit = |letter: Option<&u8>| letter.map_or(0, |letter| 1u32 << (letter - b'a'));
        let own = letters.iter().fold(0, |own, letter| own | letter_bit(Some(letter)));
        let may_be_in = |word: &[u8]| (letter_bit(word.first()) | letter_bit(word.last())) & !own == 0;
        let words = WORDS.iter().filter(|(_, number)| *number == meaning as u8);
        let mut words = words.filter(|(word, _)| may_be_in(word.as_bytes()));
        is_short || words.any(|(word, _)| letters.windows(word.len()).any(|part| part == word.as_bytes()))
    })
}

/// Whether a class name of an element has a whole word of this meaning.
pub(in crate::read::page) fn has_word(tree: &Tree<'_>, element: u32, meaning: Beside) -> bool {
    let is_word =
        |part: &[u8]| WORDS.iter().any(|(word, number)| *number == meaning as u8 && same_name(part, word.as_bytes()));
    class_names(tree, element).any(|name| super::super::hidden::words(name).any(is_word))
}

fn class_names<'t>(tree: &Tree<'t>, element: u32) -> impl Iterator<Item = &'t [u8]> + use<'t> {
    tree.class_names(&tree.nodes[element as usize]).take(16)
}
