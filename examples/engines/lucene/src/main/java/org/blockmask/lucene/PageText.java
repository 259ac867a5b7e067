package org.blockmask.lucene;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.blockmask.Block;
import org.blockmask.BlockFlag;
import org.blockmask.Page;
import org.blockmask.PageAnalyzer;
import org.blockmask.Range;

/** A page as it is indexed and shown: its words, each with a weight and its place in the bytes of the page. */
record PageText(String title, List<String> blocks, List<PageText.Word> words) {
    /** Words of a snippet, and how many of them stand before the first one that was found. */
    private static final int LENGTH = 32;
    private static final int LEAD = 6;
    /** What a word of plain text counts. */
    static final int TEXT_WEIGHT = 4;
    /** Longer words are indexed by their beginning: Lucene refuses terms of more than 32,766 bytes. */
    private static final int MAX_CHARS = 255;

    private static final Pattern WORD = Pattern.compile("[\\p{L}\\p{N}]+");
    private static final Pattern MARKUP = Pattern.compile(
            "<script\\b.*?</script>|<style\\b.*?</style>|<!--.*?-->|<[^>]*>", Pattern.CASE_INSENSITIVE | Pattern.DOTALL);

    /** Where snippets are taken from: what comes later is preferred. */
    enum Place { NOT_SHOWN, TITLE, TEMPLATE, CONTENT }

    /**
     * A run of letters and digits.
     *
     * @param term in lower case
     * @param weight the term weight of its block, in quarters
     * @param block the index of its block in blocks
     * @param start where it begins in the text of its block, in chars
     * @param end one past its last char
     * @param source its bytes in the page
     */
    record Word(String term, int weight, Place place, int block, int start, int end, Range source) {}

    /** A part of a block, and the words of the query in it, as ranges of the bytes of the page. */
    record Snippet(String text, List<int[]> highlights) {}

    /** Reads a page: to index it, and again for its snippet. */
    static PageText read(PageAnalyzer analyzer, byte[] html, String address) {
        try (Page page = analyzer.analyze(html, null, address)) {
            PageText result = new PageText(page.title(), new ArrayList<>(), new ArrayList<>());
            for (Block block : page.blocks()) {
                if (block.weight() == 0) {
                    continue;
                }
                String text = block.text();
                Place place = place(block);
                // Lucene counts chars, the page UTF-8 bytes.
                int at = 0;
                int bytes = block.textRange().start();
                for (Matcher word = WORD.matcher(text); word.find(); at = word.end()) {
                    int start = bytes + length(text, at, word.start());
                    bytes = start + length(text, word.start(), word.end());
                    result.words.add(new Word(term(word), block.weight(), place, result.blocks.size(), word.start(),
                            word.end(), page.mapTextRange(start, bytes)));
                }
                result.blocks.add(text);
            }
            return result;
        }
    }

    private static Place place(Block block) {
        return block.has(BlockFlag.NO_SNIPPET) ? Place.NOT_SHOWN : block.has(BlockFlag.IN_HEAD) ? Place.TITLE
                : block.isTemplate() ? Place.TEMPLATE : Place.CONTENT;
    }

    private static int length(String text, int start, int end) {
        return text.substring(start, end).getBytes(UTF_8).length;
    }

    private static String term(Matcher word) {
        String term = word.group().toLowerCase(Locale.ROOT);
        return term.substring(0, Math.min(term.length(), MAX_CHARS));
    }

    /** What an indexer does without blockmask: strips the tags. All words weigh the same. */
    static PageText readPlain(byte[] html) {
        String text = MARKUP.matcher(new String(html, UTF_8)).replaceAll(" ").replace("&nbsp;", " ").replace("&lt;", "<")
                .replace("&gt;", ">").replace("&quot;", "\"").replace("&amp;", "&");
        List<Word> words = new ArrayList<>();
        for (Matcher word = WORD.matcher(text); word.find();) {
            words.add(new Word(term(word), TEXT_WEIGHT, Place.NOT_SHOWN, 0, word.start(), word.end(), null));
        }
        return new PageText("", List.of(text), words);
    }

    /** The different words of a query. */
    static Set<String> terms(String query) {
        Set<String> terms = new HashSet<>();
        for (Matcher word = WORD.matcher(query); word.find();) {
            terms.add(term(word));
        }
        return terms;
    }

    /** A part of one block with as many words of the query as possible, from the content if that has any of them. */
    Snippet snippet(Set<String> query) {
        List<Word> best = List.of();
        long bestValue = -1;
        for (int i = 0; i < words.size(); i++) {
            Word word = words.get(i);
            boolean isFound = query.contains(word.term());
            if (word.place() == Place.NOT_SHOWN || !isFound && (bestValue >= 0 || word.place() != Place.CONTENT)) {
                continue;
            }
            List<Word> window = window(i);
            long found = window.stream().map(Word::term).filter(query::contains).distinct().count();
            // A page that was found by words that must not be shown has its first content instead.
            long value = isFound ? word.place().ordinal() * (LENGTH + 1) + found : 0;
            if (value > bestValue) {
                best = window;
                bestValue = value;
            }
        }
        if (best.isEmpty()) {
            return new Snippet("", List.of());
        }
        String text = blocks.get(best.getFirst().block());
        int start = best.getFirst().start();
        int end = best.getLast().end();
        boolean beginsBlock = !WORD.matcher(text.substring(0, start)).find();
        boolean endsBlock = !WORD.matcher(text.substring(end)).find();
        String shown = text.substring(beginsBlock ? 0 : start, endsBlock ? text.length() : end);
        return new Snippet((beginsBlock ? "" : "\u2026 ") + shown + (endsBlock ? "" : " \u2026"), best.stream()
                .filter(word -> query.contains(word.term()))
                .map(word -> new int[] {word.source().start(), word.source().end()}).toList());
    }

    /** The words around a word, of the same block. */
    private List<Word> window(int found) {
        int block = words.get(found).block();
        int start = Math.max(0, found - LEAD);
        while (words.get(start).block() != block) {
            start++;
        }
        int end = found + 1;
        while (end < Math.min(start + LENGTH, words.size()) && words.get(end).block() == block) {
            end++;
        }
        return words.subList(start, end);
    }
}
