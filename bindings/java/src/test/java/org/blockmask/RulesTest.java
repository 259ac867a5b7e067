package org.blockmask;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;

class RulesTest {
    private static final byte[] ASIDE =
            "<p>Rain fell on the city for three days.<p class=a>The river rose.".getBytes(UTF_8);
    private static final byte[] STORY =
            "<h1>Rain</h1><p>Rain fell on the city for three days, and the river rose above its banks.".getBytes(UTF_8);

    @Test
    void blocksKnowTheirRule() {
        try (PageAnalyzer analyzer = new PageAnalyzer()) {
            analyzer.setRules(new Rules("blockmask rules 1\nrole aside .b\ntemplate .a"));
            try (Page page = analyzer.analyze(ASIDE)) {
                assertEquals(List.of(-1, 1), page.blockRules());
            }
            analyzer.setRules(null);
            try (Page page = analyzer.analyze(ASIDE)) {
                assertEquals(List.of(-1, -1), page.blockRules());
            }
        }
    }

    @Test
    void theLastRuleDecidesAndLeavesText() {
        try (PageAnalyzer analyzer = new PageAnalyzer()) {
            analyzer.setRules(new Rules("blockmask rules 1\ntemplate p\ncontent p"));
            try (Page page = analyzer.analyze(STORY)) {
                assertEquals(1, page.blockRules().get(1));
                assertTrue(page.fallbacks().isEmpty(), page.fallbacks().toString());
            }
            analyzer.setRules(new Rules("blockmask rules 1\ncontent p\ntemplate *"));
            try (Page page = analyzer.analyze(STORY)) {
                assertTrue(page.fallbacks().contains(Fallback.RULES), page.fallbacks().toString());
            }
        }
    }

    @Test
    void errorsNameTheirPlace() {
        for (String none : List.of("", "hide .a", "blockmask rules 1\nhide .a", "blockmask rules 1\ntemplate a[")) {
            BlockmaskException error = assertThrows(BlockmaskException.class, () -> new Rules(none));
            assertEquals(Status.BAD_ARGUMENT, error.status());
            assertTrue(error.getMessage().contains("line"), error.getMessage());
        }
    }
}
