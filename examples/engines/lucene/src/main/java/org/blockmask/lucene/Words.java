package org.blockmask.lucene;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** Divides text into words: runs of letters and digits, in lower case. The same for pages and queries. */
final class Words {
    /** Longer words are indexed by their beginning: Lucene refuses terms of more than 32,766 bytes. */
    private static final int MAX_CHARS = 255;

    private Words() {}

    /**
     * A word of a text.
     *
     * @param term the word in lower case
     * @param start where it begins in the text, in chars
     * @param end where it ends
     * @param bytesStart where it begins in the UTF-8 form of the text
     * @param bytesEnd where it ends
     */
    record Word(String term, int start, int end, int bytesStart, int bytesEnd) {}

    static List<Word> of(String text) {
        List<Word> words = new ArrayList<>();
        int bytes = 0;
        int at = 0;
        while (at < text.length()) {
            int start = at;
            int bytesStart = bytes;
            int character = text.codePointAt(at);
            while (Character.isLetterOrDigit(character)) {
                bytes += bytesOf(character);
                at += Character.charCount(character);
                character = at < text.length() ? text.codePointAt(at) : ' ';
            }
            if (at > start) {
                words.add(new Word(term(text, start, at), start, at, bytesStart, bytes));
            } else {
                bytes += bytesOf(character);
                at += Character.charCount(character);
            }
        }
        return words;
    }

    /** The different words of a query. */
    static Set<String> ofQuery(String query) {
        Set<String> terms = new LinkedHashSet<>();
        for (Word word : of(query)) {
            terms.add(word.term());
        }
        return terms;
    }

    private static String term(String text, int start, int end) {
        if (end - start > MAX_CHARS) {
            end = start + MAX_CHARS - (Character.isHighSurrogate(text.charAt(start + MAX_CHARS - 1)) ? 1 : 0);
        }
        return text.substring(start, end).toLowerCase(Locale.ROOT);
    }

    private static int bytesOf(int character) {
        if (character < 0x80) {
            return 1;
        }
        return character < 0x800 ? 2 : character < 0x10000 ? 3 : 4;
    }
}
