package org.blockmask.lucene;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * A part of a page that shows why it was found: of the block that has most of the words, content before template, and
 * of this block a window with most of them.
 *
 * @param text normalized text
 * @param highlights ranges of bytes in the source, [start, end): the words of the query that are in the text
 */
record Snippet(String text, int[][] highlights) {
    private static final int MAX_CHARS = 240;
    /** What a window shows before the first match, if there is room. */
    private static final int CHARS_BEFORE = 60;

    static Snippet of(List<PageText.Block> blocks, List<Match> matches, Set<String> terms) {
        PageText.Block best = null;
        long bestScore = -1;
        for (PageText.Block block : blocks) {
            long score = score(block, in(block, matches));
            if (score > bestScore) {
                best = block;
                bestScore = score;
            }
        }
        return best == null ? new Snippet("", new int[0][]) : of(best, in(best, matches), terms);
    }

    private static List<Match> in(PageText.Block block, List<Match> matches) {
        return matches.subList(firstFrom(matches, block.start()), firstFrom(matches, block.end()));
    }

    /** The index of the first match that begins at an offset or after it. */
    private static int firstFrom(List<Match> matches, int offset) {
        int low = 0;
        int high = matches.size();
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (matches.get(middle).start() < offset) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }

    /** Any match counts more than none, then content more than template, then the number of different words. */
    private static long score(PageText.Block block, List<Match> matches) {
        int place = block.isTitle() ? 0 : block.isTemplate() ? 1 : 2;
        long terms = matches.stream().map(Match::term).distinct().count();
        return (matches.isEmpty() ? 0 : 1_000_000) + 100_000L * place + terms;
    }

    /**
     * A window of a block. The words of its text that are in the query are its matches, in the same order, which gives
     * their places in the source. A page that was indexed without blockmask has no matches.
     */
    private static Snippet of(PageText.Block block, List<Match> matches, Set<String> terms) {
        String text = block.text();
        List<Words.Word> words = Words.of(text);
        List<Words.Word> matching = words.stream().filter(word -> terms.contains(word.term())).toList();
        int start = Math.min(startOfBest(matching), text.length() - MAX_CHARS);
        start = start <= 0 ? 0 : startOfWord(words, start);
        int end = text.length() - start <= MAX_CHARS ? text.length()
                : endOfWord(words, text, start, start + MAX_CHARS);
        List<int[]> highlights = new ArrayList<>();
        for (int i = 0; i < matches.size(); i++) {
            if (matching.get(i).start() >= start && matching.get(i).end() <= end) {
                highlights.add(new int[] {matches.get(i).start(), matches.get(i).end()});
            }
        }
        String before = start > 0 ? "\u2026 " : "";
        String after = end < text.length() ? " \u2026" : "";
        return new Snippet(before + text.substring(start, end) + after, highlights.toArray(int[][]::new));
    }

    /** Where the window with the most different words should begin: a little before a match. */
    private static int startOfBest(List<Words.Word> matching) {
        int best = 0;
        int mostTerms = 0;
        for (int i = 0; i < matching.size(); i++) {
            Set<String> terms = new HashSet<>();
            int start = matching.get(i).start() - CHARS_BEFORE;
            for (int j = i; j < matching.size() && matching.get(j).end() <= start + MAX_CHARS; j++) {
                terms.add(matching.get(j).term());
            }
            if (terms.size() > mostTerms) {
                mostTerms = terms.size();
                best = start;
            }
        }
        return best;
    }

    /** The start of the first word that begins at an offset or after it. */
    private static int startOfWord(List<Words.Word> words, int offset) {
        return words.stream().mapToInt(Words.Word::start).filter(start -> start >= offset).findFirst().orElse(offset);
    }

    /** The end of the last word of a window; where a single word fills it, the last whole character. */
    private static int endOfWord(List<Words.Word> words, String text, int start, int end) {
        int character = Character.isHighSurrogate(text.charAt(end - 1)) ? end - 1 : end;
        return words.stream().filter(word -> word.start() >= start && word.end() <= end)
                .mapToInt(Words.Word::end).max().orElse(character);
    }
}
