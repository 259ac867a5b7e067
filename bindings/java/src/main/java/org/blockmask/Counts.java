package org.blockmask;

/**
 * Counts of a text, by which corpora of web pages are filtered: of the main text, in which each block is a line, or of one
 * block. A word has a letter or a number; it begins and ends with one. Characters are Unicode scalar values.
 *
 * @param characters characters, with the line feeds between lines
 * @param words words; each character of Chinese and Japanese is one
 * @param wordCharacters characters of words: of each, from its first to its last letter or number
 * @param symbolWords what stands between spaces without a letter or a number
 * @param alphabeticWords words with a letter
 * @param stopWords words that are frequent words of the language of which the text has most
 * @param gopherStopWords which of the eight words of Gopher occur, in small letters: the, be, to, of, and, that, have, with
 * @param sentences sentences, by the rules of Unicode
 * @param lines lines
 * @param digits decimal digits of ASCII
 * @param hashes the character #
 * @param ellipses the character …, and three full stops
 * @param braces the characters { and }
 * @param loremIpsum the phrase "lorem ipsum"
 * @param bulletLines lines that begin with • or -
 * @param ellipsisLines lines that end with an ellipsis
 * @param punctuatedLines lines that end with what ends a sentence
 * @param shortLines lines of at most 30 characters
 * @param c4Lines lines that C4 keeps
 * @param c4Sentences sentences in lines that C4 keeps
 * @param repeatedLines lines that occurred before
 * @param repeatedLineCharacters characters of lines that occurred before
 * @param topTwoGramCharacters characters of all occurrences of the most frequent two words in a row
 * @param topThreeGramCharacters characters of all occurrences of the most frequent three words in a row
 * @param topFourGramCharacters characters of all occurrences of the most frequent four words in a row
 * @param repeatedFiveGramCharacters characters of five words in a row that occurred before, without the spaces between them
 * @param repeatedSixGramCharacters of six words
 * @param repeatedSevenGramCharacters of seven words
 * @param repeatedEightGramCharacters of eight words
 * @param repeatedNineGramCharacters of nine words
 * @param repeatedTenGramCharacters of ten words
 */
public record Counts(
        int characters, int words, int wordCharacters, int symbolWords, int alphabeticWords, int stopWords,
        int gopherStopWords, int sentences, int lines, int digits, int hashes, int ellipses, int braces,
        int loremIpsum, int bulletLines, int ellipsisLines, int punctuatedLines, int shortLines, int c4Lines,
        int c4Sentences, int repeatedLines, int repeatedLineCharacters, int topTwoGramCharacters,
        int topThreeGramCharacters, int topFourGramCharacters, int repeatedFiveGramCharacters,
        int repeatedSixGramCharacters, int repeatedSevenGramCharacters, int repeatedEightGramCharacters,
        int repeatedNineGramCharacters, int repeatedTenGramCharacters) {
    static Counts of(Table table, int i) {
        return new Counts(
                table.getInt(i, "characters"), table.getInt(i, "words"), table.getInt(i, "word_characters"),
                table.getInt(i, "symbol_words"), table.getInt(i, "alphabetic_words"), table.getInt(i, "stop_words"),
                table.getInt(i, "gopher_stop_words"), table.getInt(i, "sentences"), table.getInt(i, "lines"),
                table.getInt(i, "digits"), table.getInt(i, "hashes"), table.getInt(i, "ellipses"),
                table.getInt(i, "braces"), table.getInt(i, "lorem_ipsum"), table.getInt(i, "bullet_lines"),
                table.getInt(i, "ellipsis_lines"), table.getInt(i, "punctuated_lines"),
                table.getInt(i, "short_lines"), table.getInt(i, "c4_lines"), table.getInt(i, "c4_sentences"),
                table.getInt(i, "repeated_lines"), table.getInt(i, "repeated_line_characters"),
                table.getInt(i, "top_two_gram_characters"), table.getInt(i, "top_three_gram_characters"),
                table.getInt(i, "top_four_gram_characters"), table.getInt(i, "repeated_five_gram_characters"),
                table.getInt(i, "repeated_six_gram_characters"), table.getInt(i, "repeated_seven_gram_characters"),
                table.getInt(i, "repeated_eight_gram_characters"), table.getInt(i, "repeated_nine_gram_characters"),
                table.getInt(i, "repeated_ten_gram_characters"));
    }
}
