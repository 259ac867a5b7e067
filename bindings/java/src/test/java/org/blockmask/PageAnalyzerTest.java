package org.blockmask;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

/** The life of an analyzer: pages one after another, errors, threads. */
class PageAnalyzerTest {
    private static final byte[] STORY = ("<nav><a href=/>Home</a></nav>"
            + "<p>Rain fell on the city for the third day, and the river rose.").getBytes(UTF_8);

    private static List<String> lines(Page page) {
        return page.blocks().stream().map(block -> block.role() + " " + block.weight() + " " + block.text()).toList();
    }

    @Test
    void pageOfTheReadme() {
        try (PageAnalyzer analyzer = new PageAnalyzer()) {
            assertEquals(List.of("navigation 2 Home",
                    "main 4 Rain fell on the city for the third day, and the river rose."),
                    lines(analyzer.analyze(STORY)));
        }
        assertTrue(PageAnalyzer.libraryVersion().matches("\\d+\\.\\d+\\.\\d+(-dev)?"));
    }

    @Test
    void memoryOfAnyKind() {
        try (PageAnalyzer analyzer = new PageAnalyzer(); Arena arena = Arena.ofConfined()) {
            MemorySegment copy = arena.allocateFrom(ValueLayout.JAVA_BYTE, STORY);
            assertEquals(lines(analyzer.analyze(STORY)), lines(analyzer.analyze(copy, null, null)));
            MemorySegment part = MemorySegment.ofArray(STORY).asSlice(STORY.length - 63).asReadOnly();
            assertEquals(1, analyzer.analyze(part, null, null).blocks().size());
        }
    }

    @Test
    void charsetAndAddress() {
        byte[] html = "<p>caf\u00e9 <p><a href=/doc/a.html#x>one</a> <a href=b.html>two</a>".getBytes(ISO_8859_1);
        try (PageAnalyzer analyzer = new PageAnalyzer()) {
            Page page = analyzer.analyze(html, "iso-8859-1", "https://example.org/doc/b.html");
            assertEquals("windows-1252", page.encoding());
            assertEquals(EncodingSource.HINT, page.encodingSource());
            assertEquals("caf\u00e9", page.blocks().get(0).text());
            assertEquals(new Range(3, 7), page.mapTextRange(0, 5));
            byte[] self = "<p><a href=#top>one</a> <a href=b.html>two</a>".getBytes(UTF_8);
            Block links = analyzer.analyze(self, null, "https://example.org/doc/b.html").blocks().get(0);
            assertEquals(BlockField.IN_PAGE_LINK, links.field());
            assertEquals(0, links.linkTargets());
            links = analyzer.analyze(self, null, "https://example.org/doc/c.html").blocks().get(0);
            assertEquals(1, links.linkTargets());
        }
    }

    @Test
    void emptyPagesAndAnyBytes() {
        try (PageAnalyzer analyzer = new PageAnalyzer()) {
            for (byte[] html : new byte[][] {{}, {0}, {-1, -2}, "<".getBytes(UTF_8), " ".getBytes(UTF_8)}) {
                Page page = analyzer.analyze(html);
                assertEquals(html.length, page.sourceLength());
                assertEquals("", page.title());
                assertEquals(List.of(), page.links());
                assertEquals(page.blocks().size(), page.joinFields(BlockField.VISIBLE).blockCount());
                BlockmaskException missing = assertThrows(BlockmaskException.class, page::fingerprint);
                assertEquals(Status.NOT_COMPUTED, missing.status());
            }
        }
    }

    @Test
    void aPageOutlivesItsAnalyzer() {
        PageAnalyzer analyzer = new PageAnalyzer();
        Page first = analyzer.analyze(STORY);
        JoinedText joined = first.joinFields(BlockField.TEXT);
        List<String> before = lines(first);
        analyzer.analyze("<p>another page".repeat(5000).getBytes(UTF_8)).close();
        analyzer.close();
        analyzer.close();
        analyzer.cancel();
        assertEquals(before, lines(first));
        assertEquals("Rain fell on the city for the third day, and the river rose.", joined.text());
        assertEquals(new Range(15, 19), first.mapTextRange(0, 4));
        assertEquals(1, first.links().size());
        assertEquals(joined.text(), first.joinFields(BlockField.TEXT).text());
        assertEquals(joined.text().length(), joined.mapRange(0, joined.text().length()).end()
                - joined.mapRange(0, 1).start());
        first.close();
        IllegalStateException e = assertThrows(IllegalStateException.class, () -> analyzer.analyze(STORY));
        assertEquals("the analyzer is closed", e.getMessage());
    }

    @Test
    void aClosedPageKeepsItsCopiesOnly() {
        try (PageAnalyzer analyzer = new PageAnalyzer()) {
            Page page = analyzer.analyze(STORY);
            JoinedText joined = page.joinFields(BlockField.TEXT);
            List<String> before = lines(page);
            page.close();
            page.close();
            assertEquals(before, lines(page));
            assertEquals("Rain fell on the city for the third day, and the river rose.", joined.text());
            for (Executable method : List.<Executable>of(() -> page.mapTextRange(0, 1), page::links, page::images,
                    page::structure, page::records, page::toHtml, () -> page.markdown(true, false),
                    () -> page.joinFields(BlockField.TEXT), () -> joined.mapRange(0, 1))) {
                IllegalStateException e = assertThrows(IllegalStateException.class, method);
                assertEquals("the page is closed", e.getMessage());
            }
        }
    }

    @Test
    void severalThreadsReadAPageWhileOneClosesIt() throws Exception {
        byte[] html = "<p>The river <a href=/rose>rose</a> by two metres.".repeat(300).getBytes(UTF_8);
        try (PageAnalyzer analyzer = new PageAnalyzer(); ExecutorService threads = Executors.newFixedThreadPool(4)) {
            for (int i = 0; i < 50; i++) {
                Page page = analyzer.analyze(html);
                List<Future<Boolean>> results = new ArrayList<>();
                for (int thread = 0; thread < 4; thread++) {
                    boolean closes = thread == 3;
                    results.add(threads.submit(() -> isReadOrClosed(page, closes)));
                }
                for (Future<Boolean> result : results) {
                    assertTrue(result.get());
                }
            }
        }
    }

    private static boolean isReadOrClosed(Page page, boolean closes) {
        try {
            if (closes) {
                page.close();
                return true;
            }
            return page.links().size() == 300 && page.toText().startsWith("The river");
        } catch (IllegalStateException e) {
            return e.getMessage().equals("the page is closed");
        }
    }

    @Test
    void anAnalyzerWorksAfterAFailureAndReset() {
        try (PageAnalyzer analyzer = new PageAnalyzer(new Options().setMaxInput(1000))) {
            Page page = analyzer.analyze(STORY);
            BlockmaskException e = assertThrows(BlockmaskException.class, () -> analyzer.analyze(new byte[1001]));
            assertEquals(Status.TOO_LARGE, e.status());
            assertTrue(e.getMessage().contains("1000"), e.getMessage());
            assertEquals(new Range(15, 19), page.mapTextRange(0, 4));
            analyzer.reset();
            assertTrue(analyzer.memoryInUse() < 10_000);
            assertEquals(2, analyzer.analyze(STORY).blocks().size());
        }
    }

    @Test
    void optionsAreCheckedAndUsed() {
        BlockmaskException e =
                assertThrows(BlockmaskException.class, () -> new PageAnalyzer(new Options().setMaxDepth(0)));
        assertEquals(Status.BAD_OPTION, e.status());
        assertEquals(12, e.statusNumber());
        assertTrue(e.getMessage().contains("max_depth"), e.getMessage());
        Options options = new Options();
        assertTrue(options.toString().contains(", max_input=268435456, max_memory=4294967296"), options.toString());
        options.setMask(Options.Mask.DENSITY).setMaxBlocks(1).setMaxSteps(-1);
        try (PageAnalyzer analyzer = new PageAnalyzer(options)) {
            Page page = analyzer.analyze(STORY);
            assertEquals(PageKind.NONE, page.kind());
            assertEquals(0, page.kindProbability(PageKind.ARTICLE));
            assertEquals(1, page.blocks().size());
            assertEquals(Set.of(Truncation.BLOCKS), page.truncation());
        }
        options.setOnLimit(Options.OnLimit.FAIL);
        try (PageAnalyzer analyzer = new PageAnalyzer(options)) {
            e = assertThrows(BlockmaskException.class, () -> analyzer.analyze(STORY));
            assertEquals(Status.LIMIT_REACHED, e.status());
        }
    }

    @Test
    void cancelStopsTheNextAnalysis() {
        try (PageAnalyzer analyzer = new PageAnalyzer()) {
            analyzer.cancel();
            BlockmaskException e = assertThrows(BlockmaskException.class, () -> analyzer.analyze(STORY));
            assertEquals(Status.CANCELLED, e.status());
            assertEquals(2, analyzer.analyze(STORY).blocks().size());
        }
    }

    @Test
    void cancelStopsTheNextMethodOfAPage() {
        try (PageAnalyzer analyzer = new PageAnalyzer(); Page page = analyzer.analyze(STORY)) {
            page.cancel();
            BlockmaskException e = assertThrows(BlockmaskException.class, () -> page.markdown(false, false));
            assertEquals(Status.CANCELLED, e.status());
            assertEquals(2, analyzer.analyze(STORY).blocks().size());
            assertTrue(page.markdown(false, false).text().contains("river"));
        }
    }

    @Test
    void anAnalyzerForEachOfTwoThreads() throws Exception {
        List<byte[]> pages = new ArrayList<>();
        for (int i = 0; i < 300; i++) {
            pages.add(("<title>Page " + i + "</title><h2>Part</h2><p>The river rose by " + i + " cm. ".repeat(i))
                    .getBytes(UTF_8));
        }
        Callable<List<List<String>>> work = () -> {
            try (PageAnalyzer analyzer = new PageAnalyzer()) {
                return pages.stream().map(html -> lines(analyzer.analyze(html))).toList();
            }
        };
        try (ExecutorService threads = Executors.newFixedThreadPool(2)) {
            List<Future<List<List<String>>>> results = threads.invokeAll(List.of(work, work));
            assertEquals(work.call(), results.get(0).get());
            assertEquals(work.call(), results.get(1).get());
        }
    }

    @Test
    void oneAnalyzerInManyThreads() throws Exception {
        byte[] html = "<p>Rain fell on the city for the third day. ".repeat(2000).getBytes(UTF_8);
        try (ExecutorService threads = Executors.newFixedThreadPool(4)) {
            for (int round = 0; round < 20; round++) {
                PageAnalyzer analyzer = new PageAnalyzer();
                Callable<Boolean> work = () -> isAnalyzedOrRefused(analyzer, html);
                List<Future<Boolean>> results = new ArrayList<>();
                for (int i = 0; i < 8; i++) {
                    results.add(threads.submit(i == 4 ? () -> closed(analyzer) : work));
                }
                for (Future<Boolean> result : results) {
                    assertTrue(result.get());
                }
            }
        }
    }

    private static boolean closed(PageAnalyzer analyzer) {
        analyzer.cancel();
        analyzer.close();
        return true;
    }

    private static boolean isAnalyzedOrRefused(PageAnalyzer analyzer, byte[] html) {
        try {
            return analyzer.analyze(html).blocks().size() == 2000;
        } catch (BlockmaskException e) {
            return e.status() == Status.BUSY || e.status() == Status.CANCELLED;
        } catch (IllegalStateException e) {
            return e.getMessage().equals("the analyzer is closed");
        }
    }

    @Test
    void numbersOfANewerLibrary() {
        for (int number : new int[] {0, 13, 14, 255, -3, Integer.MIN_VALUE, Integer.MAX_VALUE}) {
            assertSame(BlockField.UNKNOWN, BlockField.of(number));
            assertSame(Role.UNKNOWN, Role.of(number));
            assertSame(Status.UNKNOWN, Status.of(number == 0 || number > 12 && number < 15 ? -9 : number));
        }
        assertSame(PageKind.UNKNOWN, PageKind.of(7));
        assertSame(PageKind.NONE, PageKind.of(-1));
        assertSame(EncodingSource.UNKNOWN, EncodingSource.of(99));
        assertEquals(Set.of(), BlockFlag.of(1 << 30));
        assertEquals(Set.of(Truncation.DEPTH), Truncation.of(1 << 30 | 1));
        assertEquals(Status.UNKNOWN, new BlockmaskException(9999, "").status());
    }
}
