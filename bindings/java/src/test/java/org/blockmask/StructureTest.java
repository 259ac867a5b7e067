package org.blockmask;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.OptionalInt;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Structure, Markdown, passages, records and facts. */
class StructureTest {
    private static final String TEXT = "<html lang=en><h1>Bread</h1><p>Flour, <b>water</b> and salt, and time enough "
            + "for the dough to rise twice, once in the bowl and once in its form. Then bake it for an hour."
            + "<p dir=rtl>Turn the loaves in the <a href=../y rel='nofollow ugc'>oven</a> after half of the time, so "
            + "that all are brown.</p>"
            + "<ol start=3><li>Knead.</ol><table><tr><th>Flour<td colspan=2>500 g</table>"
            + "<blockquote>Bread and salt are a gift.</blockquote><img alt='A  loaf &amp; salt' src='l.png?a&amp;b'>";

    private static final String FACTS = "<html lang=en><meta name=robots content='max-snippet:50'>"
            + "<meta name=googlebot content=nofollow><link rel=canonical href=/c>"
            + "<link rel=alternate hreflang=de href=/de>"
            + "<meta property=article:published_time content=2026-05-02>"
            + "<script type=application/ld+json>{\"@type\":\"NewsArticle\",\"dateModified\":\"2026-05-03\"}</script>"
            + "<p>Caf\u00e9 <span data-nosnippet>fell</span> <b data-no-search>here</b>.";

    private final PageAnalyzer analyzer = new PageAnalyzer();

    @AfterEach
    void close() {
        analyzer.close();
    }

    private Page analyze(String html) {
        return analyzer.analyze(html.getBytes(UTF_8), null, "https://example.org/a/b/");
    }

    private static String at(String html, Range range) {
        return new String(html.getBytes(UTF_8), range.start(), range.end() - range.start(), UTF_8);
    }

    @Test
    void structureOfBlocks() {
        Page page = analyze(TEXT);
        List<BlockStructure> structure = page.structure();
        assertEquals(page.blocks().size(), structure.size());
        assertEquals(List.of(BlockType.HEADING, BlockType.PARAGRAPH, BlockType.PARAGRAPH, BlockType.LIST_ITEM,
                BlockType.TABLE_HEADER, BlockType.TABLE_CELL, BlockType.QUOTATION),
                structure.stream().map(BlockStructure::blockType).toList());
        BlockStructure item = structure.get(3);
        assertEquals(new BlockStructure(BlockType.LIST_ITEM, OptionalInt.of(0), OptionalInt.of(0), OptionalInt.of(0),
                OptionalInt.of(3), 1, null, 0, new Range(11, 13), Direction.NONE), item);
        assertEquals("en", at(TEXT, item.language()));
        assertEquals(new BlockStructure.Cell(0, 0, 0, 1, 1, true), structure.get(4).cell());
        assertEquals(new BlockStructure.Cell(0, 0, 1, 1, 2, false), structure.get(5).cell());
        assertEquals(Direction.RTL, structure.get(2).direction());
        assertEquals(1, structure.get(6).quoteDepth());
        assertNull(structure.get(6).cell());
        assertEquals(OptionalInt.empty(), structure.get(0).heading());
        assertEquals("list-item", item.blockType().toString());
        assertEquals("rtl", Direction.RTL.toString());
        assertEquals(BlockType.UNKNOWN, BlockType.of(200));
        assertEquals(Direction.UNKNOWN, Direction.of(200));
    }

    @Test
    void annotations() {
        String html = "<p>\u529b\u306f<math alttext='F=ma'><mi>F</mi></math>\u3001<ruby>\u8cea\u91cf<rt>\u3057\u3064</rt></ruby>.";
        List<Annotation> found = analyze(html).annotations();
        assertEquals(List.of(AnnotationType.FORMULA, AnnotationType.READING),
                found.stream().map(Annotation::annotationType).toList());
        assertEquals(List.of("F=ma", "\u3057\u3064"), found.stream().map(Annotation::text).toList());
        assertEquals("<rt>\u3057\u3064</rt>", at(html, found.get(1).source()));
        assertEquals(new Range(13, 19), found.get(1).textRange());
        assertEquals("reading", AnnotationType.READING.toString());
    }

    @Test
    void imagesAndLinks() {
        Page page = analyze(TEXT);
        Image image = page.images().get(0);
        assertEquals(new Image(image.source(), "A loaf & salt", "l.png?a&b", OptionalInt.of(6), image.weight()), image);
        assertEquals(1, page.images().size());
        assertEquals("<img alt='A  loaf &amp; salt' src='l.png?a&amp;b'>", at(TEXT, image.source()));
        Link link = page.links().get(0);
        assertEquals(List.of("../y", "https://example.org/a/y", "nofollow ugc"),
                List.of(link.target(), link.address(), link.rel()));
    }

    @Test
    void markdownTextAndHtml() {
        Page page = analyze(TEXT);
        String first = "water and salt, and time enough for the dough to rise twice, once in the bowl and once in its "
                + "form. Then bake it for an hour.\n\n";
        String rest = " after half of the time, so that all are brown.\n\n";
        String quotation = "Bread and salt are a gift.\n";
        assertEquals("# Bread\n\nFlour, **water** and salt" + first.substring(14)
                + "Turn the loaves in the [oven](https://example.org/a/y)" + rest
                + "3. Knead.\n\n| Flour | 500 g |\n| --- | --- |\n\n> " + quotation,
                page.toMarkdown(true, false));
        assertFalse(page.toMarkdown(false, false).contains("https:"));
        assertEquals("Bread\n\nFlour, " + first + "Turn the loaves in the oven" + rest + "Knead.\n\nFlour\t500 g\n\n"
                + quotation.strip(), page.toText());
        assertTrue(page.toHtml().contains("<h1>Bread</h1>"), page.toHtml());
        assertEquals("", analyze("").toText());
    }

    @Test
    void blocksInMarkdown() {
        Page page = analyze("<h1>Brötchen \uD83E\uDD50</h1><blockquote>Flour, <b>wäter</b> and salt,<br>and time enough "
                + "for the dough to rise.</blockquote>"
                + "<ol start=3><li>Knead the dough &amp; form it, while the oven gets hot.</ol>"
                + "<pre>for loaf in loaves:\n    oven.bake(loaf, \"until it is brown on all sides, for an hour\")</pre>"
                + "<table><tr><th>The dough that rises over night<td>is baked in the morning, before the guests come."
                + "<tr><th>The dough that rises by day<td>is baked in the evening, after the guests have gone.</table>");
        String table = "| The dough that rises over night | is baked in the morning, before the guests come. |\n"
                + "| --- | --- |\n"
                + "| The dough that rises by day | is baked in the evening, after the guests have gone. |";
        List<String> expected = List.of("# Brötchen \uD83E\uDD50",
                "Flour, **wäter** and salt,\\\n> and time enough for the dough to rise.",
                "Knead the dough & form it, while the oven gets hot.",
                "```\nfor loaf in loaves:\n    oven.bake(loaf, \"until it is brown on all sides, for an hour\")\n```",
                table, table, table, table);
        Markdown markdown = page.markdown(true, false);
        assertEquals(page.toMarkdown(true, false), markdown.text());
        assertEquals(expected, markdown.blocks().stream()
                .map(range -> markdown.text().substring(range.renderedStart(), range.renderedEnd())).toList());
        assertEquals(IntStream.range(0, 8).boxed().toList(),
                markdown.blocks().stream().map(Markdown.BlockRange::block).toList());
        assertEquals(new Markdown("", List.of(), Set.of()), analyze("").markdown(true, false));
    }

    @Test
    void markdownOverItsLimit() {
        String html = "<p>Rain fell on <a href=/the/city>the city</a> for the third day.".repeat(8_000);
        try (PageAnalyzer limited = new PageAnalyzer(new Options().setMaxOutput(1))) {
            Markdown markdown = limited.analyze(html.getBytes(UTF_8)).markdown(true, false);
            assertEquals(Set.of(Truncation.OUTPUT), markdown.truncation());
            assertFalse(markdown.text().contains("/the/city"));
        }
    }

    @Test
    void passagesOfTheMainText() {
        Page page = analyze(TEXT);
        List<Passage> passages = page.passages(24, 0);
        Passage first = passages.get(0);
        assertTrue(first.text().startsWith("Bread\nFlour"), first.text());
        assertTrue(at(TEXT, first.source()).startsWith("Bread</h1>"));
        assertTrue(at(TEXT, first.source()).endsWith("its form."));
        assertTrue(first.tokens() <= 24 && first.overlapTokens() == 0);
        assertEquals(OptionalInt.of(0), passages.get(1).heading());
        assertEquals(List.of(0, 2), List.of(first.firstBlock(), first.endBlock()));
        assertEquals(1, page.passages(1000, 0).size());
        int[] every = IntStream.range(0, page.textBytes().remaining()).toArray();
        List<Passage> byLetters = page.passages(40, 0, every);
        assertTrue(byLetters.size() > 5 && byLetters.stream().allMatch(passage -> passage.tokens() <= 40),
                byLetters::toString);
        assertEquals(1, page.passages(1, 0, new int[0]).size());
        assertEquals(List.of(), analyze("").passages(24, 0));
        Page last = analyze(TEXT);
        assertThrows(BlockmaskException.class, () -> last.passages(0, 0));
    }

    @Test
    void countsOfTheMainTextAndOfBlocks() {
        Page page = analyze("<p>Rain fell on the city for the third day. The river rose by 2 metres.");
        Counts counts = page.counts();
        assertEquals(15, counts.words());
        assertEquals(52, counts.wordCharacters());
        assertEquals(2, counts.sentences());
        assertEquals(List.of(counts), page.blockCounts());
    }

    @Test
    void languagesOfThePageAndOfBlocks() {
        Page page = analyze("<p>Am dritten Tag fiel Regen auf die Stadt.<p lang=fr>42");
        assertEquals("de", page.pageLanguage().language());
        assertEquals(new TextLanguage("fr", 0), page.blockLanguages().get(1));
    }

    @Test
    void qualityOfTheMainText() {
        Quality error = analyze("<title>404 Not Found</title><h1>Not Found</h1>").quality();
        assertEquals(QualityReason.ERROR_PAGE, error.reason());
        assertEquals("error-page", error.reason().toString());
        assertTrue(error.score() <= 0.1f);
        String story = "<p>Rain fell on the city for the third day, and the river rose by two metres.".repeat(9);
        Quality good = analyze("<h1>Rain</h1>" + story).quality();
        assertEquals(QualityReason.NONE, good.reason());
        assertTrue(good.score() > 0.8f);
    }

    @Test
    void cellsOfTables() {
        List<TableCell> cells = analyze("<table><tr><td><th>Rain<tr><th>Monday<td>30 mm</table>").tableCells();
        assertEquals(4, cells.size());
        TableCell last = cells.get(3);
        assertEquals(List.of(1, 2), last.headers());
        assertEquals(List.of(1, 1, 1, 1), List.of(last.row(), last.column(), last.rowSpan(), last.columnSpan()));
        assertEquals(List.of(true, false), List.of(cells.get(1).isHeader(), cells.get(1).isGuessedHeader()));
        assertEquals(cells.get(0).firstBlock(), cells.get(0).endBlock());
    }

    @Test
    void whatBecameOfPassages() {
        List<PassageChange> changes = PassageChange.diffPassages(new long[] {1, 2, 3}, new long[] {2, 4});
        assertEquals(List.of(new PassageChange(ChangeKind.STAYED, OptionalInt.of(1), OptionalInt.of(0)),
                new PassageChange(ChangeKind.CHANGED, OptionalInt.of(2), OptionalInt.of(1)),
                new PassageChange(ChangeKind.WENT, OptionalInt.of(0), OptionalInt.empty())), changes);
        assertEquals("went", changes.get(2).changeKind().toString());
        assertEquals(List.of(), PassageChange.diffPassages(new long[0], new long[0]));
    }

    @Test
    void rolesOfPassages() {
        Page page = analyze(TEXT);
        List<Passage.RoleTokens> roles = page.passages(24, 0).get(0).roles();
        assertEquals(List.of(new Passage.RoleTokens(Role.HEADING, 1), new Passage.RoleTokens(Role.MAIN, 22)), roles);
        List<Passage> repeating = page.passages(30, 15);
        assertTrue(repeating.stream().anyMatch(passage -> passage.overlapTokens() > 0), repeating::toString);
        for (Passage passage : repeating) {
            assertEquals(passage.tokens(), passage.roles().stream().mapToInt(Passage.RoleTokens::tokens).sum());
        }
        int[] byOthers = {0, 3, 6, 7};
        assertEquals(List.of(new Passage.RoleTokens(Role.HEADING, 2), new Passage.RoleTokens(Role.MAIN, 2)),
                page.passages(100, 0, byOthers).get(0).roles());
        assertEquals(List.of(), page.passages(100, 0, new int[0]).get(0).roles());
    }

    @Test
    void recordsOfTheMainList() {
        StringBuilder offers = new StringBuilder("<h1>Maps</h1><ul>");
        for (String name : List.of("Rhine", "Main", "Neckar")) {
            offers.append("<li><h3>" + name + "</h3><p>The river guide in its third edition.<b>12.50</b></li>");
        }
        String html = offers + "</ul>";
        try (PageAnalyzer ofLists = new PageAnalyzer(new Options().setMask(Options.Mask.DENSITY))) {
            Page page = ofLists.analyze(html.getBytes(UTF_8));
            List<PageRecord> records = page.records();
            assertEquals(3, records.size());
            PageRecord second = records.get(1);
            assertTrue(at(html, second.source()).startsWith("Main</h3>"), at(html, second.source()));
            assertTrue(at(html, second.source()).endsWith("12.50"), at(html, second.source()));
            assertEquals("Main", page.blocks().get(second.firstBlock()).text());
            assertEquals(records.get(2).firstBlock(), second.endBlock());
        }
        assertEquals(List.of(), analyze("").records());
    }

    @Test
    void groupsOfAPage() {
        StringBuilder offers = new StringBuilder("<h1>Maps</h1><ul>");
        for (String name : List.of("Rhine", "Main", "Neckar")) {
            offers.append("<li><h3><a href=/" + name + ">" + name + "</a></h3><p>The river guide in its third edition."
                    + "</p><b>$12.50</b></li>");
        }
        String html = offers + "</ul>";
        Page page = analyze(html);
        List<Group> groups = page.groups();
        assertEquals(List.of(GroupKind.OFFERS), groups.stream().map(Group::groupKind).toList());
        GroupItem second = groups.get(0).items().get(1);
        assertEquals(3, groups.get(0).items().size());
        assertEquals("$12.50", second.price());
        assertEquals("", second.author());
        assertEquals(OptionalInt.empty(), second.parent());
        assertTrue(at(html, second.source()).startsWith("Main</a>"), at(html, second.source()));
        assertEquals("Main", page.blocks().get(second.firstBlock()).text());
        assertTrue(groups.get(0).probability() > .5f);
        assertEquals(GroupKind.UNKNOWN, GroupKind.of(200));
        assertEquals("table-rows", GroupKind.TABLE_ROWS.toString());
        assertEquals(List.of(), analyze("").groups());
    }

    @Test
    void propertiesOfEntities() {
        String html = "<title>Bread</title><script type=\"application/ld+json\">{\"@type\":\"Recipe\",\"name\":\"Bread\","
                + "\"author\":{\"@type\":\"Person\",\"name\":\"Ann Smith\"}}</script><h1>Bread</h1><p>Mix flour and water.";
        FactOptions options = new FactOptions(List.of(), List.of(), List.of(), List.of(), true);
        List<String> facts = analyze(html).facts(options).stream()
                .filter(fact -> fact.kind() == FactKind.AUTHOR || fact.kind() == FactKind.PROPERTY)
                .map(fact -> String.join("|", fact.kind().toString(), fact.name(), fact.value(), at(html, fact.source()),
                        fact.origin().toString(), fact.objectType(), fact.entity() + "")).toList();
        assertEquals(List.of("author||Ann Smith|Ann Smith|json-ld||0", "property|name|Bread|Bread|json-ld|Recipe|0",
                "property|author.name|Ann Smith|Ann Smith|json-ld|Person|0"), facts);
    }

    @Test
    void factsOfAPage() {
        FactOptions options = new FactOptions(List.of("noarchive", "otherbot: noindex"),
                List.of("bingbot", "googlebot"), List.of("data-no-search"), List.of("Content-Signal: ai-train=no, search=yes"), false);
        List<String> facts = analyze(FACTS).facts(options).stream().map(fact -> String.join("|",
                fact.kind().toString(), fact.name(), fact.value(), at(FACTS, fact.source()), fact.origin().toString(),
                fact.confidence() + "", fact.applies() + "")).toList();
        assertEquals(List.of(
                "robots|nofollow|||none|0|false",
                "robots|noarchive|||none|0|false",
                "robots|max-snippet|50||none|0|false",
                "directive|robots|max-snippet: 50|max-snippet:50|meta|0|true",
                "directive|googlebot|nofollow|nofollow|meta|0|true",
                "directive|robots|noarchive||header|0|true",
                "directive|otherbot|noindex||header|0|false",
                "canonical||https://example.org/c|/c|link|0|false",
                "alternate|de|https://example.org/de|/de|link|0|false",
                "language||en|en|attribute|0|false",
                "type||NewsArticle|NewsArticle|json-ld|0|false",
                "published||2026-05-02|2026-05-02|meta|91|false",
                "modified||2026-05-03|2026-05-03|json-ld|86|false",
                "exclusion|data-nosnippet|snippet|<span data-nosnippet>fell</span>|none|0|false",
                "exclusion|attribute|index|<b data-no-search>here</b>|none|0|false",
                "usage|ai-input|denied noarchive||header|0|true",
                "usage|ai-training|denied noarchive||header|0|true",
                "usage|search|denied noindex||header|0|false",
                "usage|snippet|denied noindex||header|0|false",
                "usage|ai-training|denied content-signal||header|0|false",
                "usage|image-training|denied content-signal||header|0|true",
                "usage|search|allowed content-signal||header|0|true"), facts);
        List<Fact> plain = analyze(FACTS).facts(FactOptions.NONE);
        assertFalse(plain.stream().anyMatch(fact -> fact.origin() == FactOrigin.HEADER));
        assertEquals(List.of(), analyze("<p>one").facts(FactOptions.NONE));
        assertEquals(List.of(FactKind.UNKNOWN, FactKind.PAGE_TYPE), List.of(FactKind.of(99), FactKind.of(7)));
        assertEquals(FactOrigin.UNKNOWN, FactOrigin.of(99));
    }
}
