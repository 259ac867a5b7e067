package org.blockmask;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** Native memory does not grow, whatever is done with a page. The heap has a fixed size: see pom.xml. */
class MemoryTest {
    private static final Path STATUS = Path.of("/proc/self/status");
    private static final long MEBIBYTE = 1 << 20;

    private static long resident() throws Exception {
        for (String line : Files.readAllLines(STATUS)) {
            if (line.startsWith("VmRSS:")) {
                return Long.parseLong(line.replaceAll("\\D", "")) * 1024;
            }
        }
        throw new AssertionError("no VmRSS");
    }

    private static byte[] page(int number) {
        return ("<title>Page " + number + "</title><nav><a href=/>Home</a></nav><h2>Part</h2>"
                + ("<p>The river rose by " + number + " cm, and <a href=#a" + number + ">rain</a> fell on it. ")
                        .repeat(40)).getBytes(UTF_8);
    }

    private static void use(PageAnalyzer analyzer, int number) {
        try (Page page = analyzer.analyze(page(number), "utf-8", "https://example.org/" + number)) {
            use(page);
        }
    }

    private static void use(Page page) {
        JoinedText joined = page.joinFields(BlockField.VISIBLE);
        joined.mapRange(0, joined.textBytes().remaining());
        page.links();
        page.structure();
        page.images();
        page.toMarkdown(true, true);
        page.markdown(true, true);
        page.passages(256, 32);
        page.records();
        page.facts(FactOptions.NONE);
        page.fingerprint().isNearDuplicate(page.fingerprint());
    }

    @Test
    void tenThousandPages() throws Exception {
        assumeTrue(Files.exists(STATUS), "skipped: needs /proc");
        try (PageAnalyzer analyzer = new PageAnalyzer(new Options().setParts(Options.Part.ALL))) {
            for (int i = 0; i < 3000; i++) {
                use(analyzer, i);
            }
            long held = analyzer.memoryInUse();
            long before = resident();
            for (int i = 0; i < 10_000; i++) {
                use(analyzer, i);
            }
            long growth = resident() - before;
            // A leaked text alone would be 40 MiB; compiled code and the JVM's own tables take a few.
            assertTrue(growth < 16 * MEBIBYTE, "grew by " + growth + " bytes");
            assertTrue(analyzer.memoryInUse() <= 2 * held, analyzer.memoryInUse() + " bytes held, before " + held);
        }
    }

    @Test
    void aThousandAnalyzers() throws Exception {
        assumeTrue(Files.exists(STATUS), "skipped: needs /proc");
        long before = 0;
        for (int i = 0; i < 1300; i++) {
            if (i == 300) {
                before = resident();
            }
            try (PageAnalyzer analyzer = new PageAnalyzer(new Options().setParts(Options.Part.ALL))) {
                use(analyzer, i);
            }
        }
        long growth = resident() - before;
        assertTrue(growth < 16 * MEBIBYTE, "grew by " + growth + " bytes");
    }
}
