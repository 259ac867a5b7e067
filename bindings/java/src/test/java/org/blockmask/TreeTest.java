package org.blockmask;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

class TreeTest {
    private static final String HTML =
            "<!DOCTYPE html><ul><li class=ad>1<li><a href='/?a&amp;b' hidden>Caf\u00e9</a><!--c--></ul>";

    @Test
    void nodesKnowTheirPlace() {
        try (PageAnalyzer analyzer = new PageAnalyzer(); Page page = analyzer.parse(HTML.getBytes(UTF_8), null, null);
                Page row = analyzer.parse("<td>1<td>2".getBytes(UTF_8), null, "tr")) {
            List<Node> nodes = page.nodes();
            Node a = nodes.get(9);
            assertEquals("a li", a.name() + " " + nodes.get(a.parent().getAsInt()).name());
            assertEquals(12, nodes.size());
            assertEquals(NodeKind.COMMENT, nodes.get(11).nodeKind());
            assertEquals("Caf\u00e9 c", page.nodeText(10) + " " + page.nodeText(11));
            Attribute href = page.attributes().get(a.firstAttribute().getAsInt());
            assertEquals("href /?a&b false", href.name() + " " + href.value() + " " + href.isLast());
            assertTrue(page.attributes().get(a.firstAttribute().getAsInt() + 1).isLast() && page.blocks().isEmpty());
            assertEquals(List.of("", "td", "", "td", ""), row.nodes().stream().map(Node::name).toList());
        }
    }

    @Test
    void selectorsFindNodes() {
        Selector selector = new Selector("ul > li:not(.ad), li > [href]");
        try (PageAnalyzer analyzer = new PageAnalyzer()) {
            Page page = analyzer.parse(HTML.getBytes(UTF_8), null, null);
            assertEquals(List.of(8, 9), page.select(selector));
            assertEquals(List.of(9), page.select(selector, 8));
            assertEquals(OptionalInt.of(8), page.closest(selector, 11));
            assertEquals(OptionalInt.empty(), page.closest(selector, 6));
            assertTrue(page.matches(selector, 9) && !page.matches(selector, 11) && !page.matches(selector, 6));
            page.close();
            assertThrows(IllegalStateException.class, () -> page.select(selector));
            Page wide = analyzer.parse("<p>".repeat(20_000).getBytes(UTF_8), null, null);
            Selector crafted = new Selector("b ~ p");
            assertEquals(Status.LIMIT_REACHED, assertThrows(BlockmaskException.class, () -> wide.select(crafted)).status());
            wide.close();
        }
        for (String none : List.of("", "p:hover", "a[b='c]", "a,".repeat(1 << 20))) {
            BlockmaskException error = assertThrows(BlockmaskException.class, () -> new Selector(none));
            assertEquals(Status.BAD_ARGUMENT, error.status());
            assertTrue(error.getMessage().contains("at byte"), error.getMessage());
        }
    }
}
