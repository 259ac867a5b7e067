package org.blockmask;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.OptionalInt;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What is on a page, and where. */
class PageTest {
    private final PageAnalyzer analyzer = new PageAnalyzer(new Options().setParts(Options.Part.ALL));

    @AfterEach
    void close() {
        analyzer.close();
    }

    private Page analyze(String html) {
        return analyzer.analyze(html.getBytes(UTF_8));
    }

    private static String at(String html, Range range) {
        return new String(html.getBytes(UTF_8), range.start(), range.end() - range.start(), UTF_8);
    }

    @Test
    void blocksAndLinks() {
        String html = "<title>T &amp; U</title><h2>Head</h2><p class=x>one <a href='/a?b&amp;c'>two</a></p>"
                + "<p hidden>gone";
        Page page = analyze(html);
        assertEquals("T & U", page.title());
        assertEquals("T &amp; U", at(html, page.blocks().get(0).source()));
        assertTrue(page.blocks().get(0).has(BlockFlag.IN_HEAD));
        assertEquals(List.of("Head"), page.headings().stream().map(Block::text).toList());
        Block block = page.blocks().get(2);
        assertEquals("one two", block.text());
        assertEquals("one <a href='/a?b&amp;c'>two", at(html, block.source()));
        assertEquals(2, block.tokens());
        assertEquals(1, block.linkedTokens());
        assertEquals(7, block.characters());
        assertEquals(1, block.lines());
        assertEquals(2.0, block.textDensity());
        assertEquals(2, block.index());
        assertEquals(0, block.headingLevel());
        assertEquals(page.text(block.textRange()), block.text());
        assertTrue(block.probability() >= 0 && block.probability() <= 1);
        assertEquals(List.of(new Link(new Range(html.indexOf("two"), html.indexOf("two") + 3),
                new Range(block.textRange().start() + 4, block.textRange().end()), "two", "/a?b&c", "",
                "")), page.links());
        Block hidden = page.blocks().get(3);
        assertEquals(BlockField.HIDDEN, hidden.field());
        assertEquals(Role.HIDDEN, hidden.role());
        assertEquals(0, hidden.weight());
        assertEquals(Set.of(BlockFlag.HIDDEN), hidden.flags());
        assertThrows(IndexOutOfBoundsException.class, () -> page.blocks().get(4));
        assertEquals("T & U\nHead\none two\ngone\n", page.text());
        assertEquals(page.text(), UTF_8.decode(page.textBytes()).toString());
        assertFalse(page.isRecovered());
        assertNotEquals(PageKind.NONE, page.kind());
        assertTrue(page.kindProbability(page.kind()) > 0);
    }

    @Test
    void longLinkTargets() {
        String target = "/" + "x".repeat(100_000);
        assertEquals(target, analyze("<p><a href=" + target + ">a</a>").links().get(0).target());
    }

    @Test
    void wholeCharactersAndReferences() {
        String html = "<p>Caf&eacute; &#x1F600; na\u00efve";
        Page page = analyze(html);
        String text = page.text();
        assertEquals("Caf\u00e9 \ud83d\ude00 na\u00efve\n", text);
        Utf8Offsets offsets = new Utf8Offsets(text);
        for (String word : List.of("Caf\u00e9", "\ud83d\ude00", "na\u00efve")) {
            int start = text.indexOf(word);
            Range source = page.mapTextRange(offsets.of(start), offsets.of(start + word.length()));
            String expected = word.startsWith("C") ? "Caf&eacute;" : word.startsWith("n") ? word : "&#x1F600;";
            assertEquals(expected, at(html, source));
        }
        assertEquals(new Range(3, 3), page.mapTextRange(0, 0));
        assertEquals(html.getBytes(UTF_8).length, page.mapTextRange(0, Integer.MAX_VALUE).end());
    }

    @Test
    void joinedFields() {
        String html = "<title>River</title><h1>The river</h1><p>It &amp; the rain rose.<h2>Why</h2>"
                + "<p>Rain fell on it for days and days, and it did not stop.";
        Page page = analyze(html);
        JoinedText headings = page.joinFields(BlockField.TITLE, BlockField.HEADING, BlockField.UNKNOWN);
        assertEquals("River\nWhy", headings.text());
        assertEquals(headings.text(), UTF_8.decode(headings.textBytes()).toString());
        assertEquals(2, headings.blockCount());
        assertEquals(BlockField.HEADING, headings.block(1).field());
        assertEquals(new Range(6, 9), headings.blockRange(1));
        assertEquals("Why", at(html, headings.mapRange(6, 9)));
        assertEquals("iver</title><h1>The river</h1><p>It &amp; the rain rose.<h2>W",
                at(html, headings.mapRange(1, 7)));
        assertEquals(headings.mapRange(6, 9), headings.mapRange(6, Integer.MAX_VALUE));
        JoinedText all = page.joinFields(BlockField.VISIBLE);
        assertEquals(page.text().strip(), all.text());
        for (int start = 0; start <= all.text().length(); start++) {
            for (int end = start; end <= all.text().length(); end++) {
                if (start == end || all.text().charAt(end - 1) != '\n') {
                    assertEquals(page.mapTextRange(start, end), all.mapRange(start, end));
                }
            }
        }
        assertEquals("", page.joinFields(BlockField.COMMENT).text());
        assertEquals(page.mapTextRange(0, 0), page.joinFields(BlockField.COMMENT).mapRange(0, 9));
    }

    @Test
    void comments() {
        String story = "<p>Rain fell on the city for the third day, and the river rose by two metres over night.";
        String cellar = "My cellar is full of water, and nobody answers the phone.";
        String ours = "Ours is, too, since the river rose on Monday morning.";
        String html = "<article><h1>Rain</h1>" + story.repeat(9) + "</article><section><h2>2 comments</h2>"
                + "<div class=comment><b>Ann</b> <time>1 May 2026</time><p>" + cellar + "</p><a href=#>Reply</a>"
                + "<div class=comment><b>Bob</b> <time>2 May 2026</time><p>" + ours + "</p><a href=#>Reply</a>"
                + "</div></div></section>";
        Page page = analyze(html);
        Comment first = page.comments().get(0);
        assertEquals(2, page.comments().size());
        assertEquals(List.of("Ann", "1 May 2026", cellar), List.of(first.author(), first.date(), first.text()));
        assertEquals(OptionalInt.empty(), first.parent());
        Comment second = page.comments().get(1);
        assertEquals(new Comment(second.source(), "Bob", "2 May 2026", ours, OptionalInt.of(0)), second);
        assertTrue(at(html, first.source()).startsWith("Ann"));
        assertFalse(page.mainText().text().contains("cellar"));
        assertTrue(page.blocks().stream().anyMatch(block -> block.has(BlockFlag.LEFT_OUT)));
        try (PageAnalyzer only = new PageAnalyzer(new Options().setComments(Options.Comments.ONLY))) {
            assertEquals(cellar + "\n" + ours, only.analyze(html.getBytes(UTF_8)).mainText().text());
        }
    }

    @Test
    void mainText() {
        String html = "<nav><a href=/>Home</a></nav><p>Tea &amp; cake are served all day, and the soup changes daily.";
        Page page = analyze(html);
        JoinedText text = page.mainText();
        assertEquals("Tea & cake are served all day, and the soup changes daily.", text.text());
        assertEquals("Tea &amp;", at(html, text.mapRange(0, 5)));
    }

    @Test
    void fingerprints() {
        String text = "<p>Rain fell on the city for the third day, and the river rose by two metres at the bridge. ";
        Fingerprint first = analyze(text).fingerprint();
        Fingerprint again = analyze("<div>" + text + "</div>").fingerprint();
        Fingerprint other = analyze("<p>A recipe for soup of leeks and potatoes, with cream, chives and a little salt "
                + "that was passed on by my grandmother.").fingerprint();
        assertTrue(first.isValid());
        assertTrue(first.isNearDuplicate(again));
        assertEquals(first.contentHash(), again.contentHash());
        assertNotEquals(first.structureHash(), again.structureHash());
        assertEquals(first, analyze(text).fingerprint());
        assertEquals(first.hashCode(), again.hashCode());
        assertEquals(1.0f, first.similarity(again));
        assertEquals(0, first.distance(again));
        assertTrue(first.similarity(other) < 0.5f && first.distance(other) > 0);
        assertEquals(4, first.bandKeys(2).length);
        assertArrayEquals(first.bandKeys(2), again.bandKeys(2));
        assertThrows(BlockmaskException.class, () -> first.bandKeys(0));
        assertFalse(first.isNearDuplicate(other));
        assertNotEquals(first, other);
        assertNotEquals(first.contentHash(), other.contentHash());
        Fingerprint stored = Fingerprint.fromBytes(first.toBytes());
        assertEquals(first, stored);
        assertTrue(stored.isNearDuplicate(again));
        assertEquals(first.minHash(7), stored.minHash(7));
        assertThrows(IllegalArgumentException.class, () -> Fingerprint.fromBytes(new byte[3]));
        assertThrows(IndexOutOfBoundsException.class, () -> first.minHash(8));
    }

    @Test
    void defaultsOfFields() {
        assertEquals(64, BlockField.TITLE.defaultWeight());
        assertEquals(4, BlockField.TEXT.defaultWeight());
        assertEquals(0, BlockField.HIDDEN.defaultWeight());
        float normalization = BlockField.TEXT.defaultLengthNormalization();
        assertTrue(normalization > 0 && normalization <= 1, normalization + "");
        assertEquals(0, BlockField.UNKNOWN.defaultWeight());
        assertEquals(11, BlockField.VISIBLE.size());
        assertEquals("in-page-link", BlockField.IN_PAGE_LINK.toString());
    }

    @Test
    void utf8Offsets() {
        String text = "a\u00e9\u4e2d\ud83d\ude00b".repeat(50);
        for (String part : List.of("", "abc".repeat(100), text, text.substring(0, 128))) {
            Utf8Offsets offsets = new Utf8Offsets(part);
            for (int i = 0; i <= part.length(); i++) {
                if (i == 0 || i == part.length() || !Character.isSurrogatePair(part.charAt(i - 1), part.charAt(i))) {
                    assertEquals(part.substring(0, i).getBytes(UTF_8).length, offsets.of(i));
                }
            }
            assertThrows(IndexOutOfBoundsException.class, () -> offsets.of(part.length() + 1));
        }
    }
}
