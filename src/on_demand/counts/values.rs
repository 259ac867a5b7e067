//! The struct of counts, which is a row of the tables of the C interface, too.

/// Counts of a text: of the main text of a page, in which each block is a line, or of one block.
///
/// A word has a letter or a number; it begins and ends with one. Characters are Unicode scalar values. The rules of
/// published filters divide these counts: docs/counts.md.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Counts {
    /// Characters, with the line feeds between lines.
    pub characters: u32,
    /// Words; each character of Chinese and Japanese is one.
    pub words: u32,
    /// Characters of words: of each, from its first to its last letter or number.
    pub word_characters: u32,
    /// What stands between spaces without a letter or a number.
    pub symbol_words: u32,
    /// Words with a letter.
    pub alphabetic_words: u32,
    /// Words that are frequent words of the language of which the text has most.
    pub stop_words: u32,
    /// Which of the eight words of Gopher occur, in small letters: `the`, `be`, `to`, `of`, `and`, `that`, `have`, `with`.
    pub gopher_stop_words: u32,
    /// Sentences, by the rules of Unicode.
    pub sentences: u32,
    /// Lines.
    pub lines: u32,
    /// Decimal digits of ASCII.
    pub digits: u32,
    /// The character `#`.
    pub hashes: u32,
    /// The character `…`, and three full stops.
    pub ellipses: u32,
    /// The characters `{` and `}`.
    pub braces: u32,
    /// The phrase "lorem ipsum".
    pub lorem_ipsum: u32,
    /// Lines that begin with `•` or `-`.
    pub bullet_lines: u32,
    /// Lines that end with an ellipsis.
    pub ellipsis_lines: u32,
    /// Lines that end with what ends a sentence.
    pub punctuated_lines: u32,
    /// Lines of at most 30 characters.
    pub short_lines: u32,
    /// Lines that C4 keeps.
    pub c4_lines: u32,
    /// Sentences in lines that C4 keeps.
    pub c4_sentences: u32,
    /// Lines that occurred before.
    pub repeated_lines: u32,
    /// Characters of lines that occurred before.
    pub repeated_line_characters: u32,
    /// Characters of all occurrences of the most frequent two words in a row.
    pub top_two_gram_characters: u32,
    /// Characters of all occurrences of the most frequent three words in a row.
    pub top_three_gram_characters: u32,
    /// Characters of all occurrences of the most frequent four words in a row.
    pub top_four_gram_characters: u32,
    /// Characters of five words in a row that occurred before, without the spaces between them.
    pub repeated_five_gram_characters: u32,
    /// Of six words.
    pub repeated_six_gram_characters: u32,
    /// Of seven words.
    pub repeated_seven_gram_characters: u32,
    /// Of eight words.
    pub repeated_eight_gram_characters: u32,
    /// Of nine words.
    pub repeated_nine_gram_characters: u32,
    /// Of ten words.
    pub repeated_ten_gram_characters: u32,
}
