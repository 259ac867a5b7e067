package org.blockmask.lucene;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.gson.Gson;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.Charset;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.UUID;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The commands, on small pages. */
class ProgramTest {
    private static final String LONG = "<p>The quick brown fox jumps over the lazy dog while seven wizards mix potions "
            + "from rare herbs in the old tower beyond the misty hills. ";

    @TempDir
    private Path folder;
    private Path pages;
    private String index;

    @BeforeEach
    void makePages() throws IOException {
        pages = Files.createDirectories(folder.resolve("pages"));
        index = folder.resolve("index").toString();
        write("river.html", "<title>The river</title><h1>The river</h1><p>Rain fell for days, and it rose.", UTF_8);
        write("sub/caf\u00e9 1.HTM", "<title>Food</title><nav><a href=/river.html>The river</a></nav>"
                + "<p>A caf&eacute; by the &#x72;iver: na\u00efve <b>&amp;</b> cheap, and the caf\u00e9 is open.",
                UTF_8);
        write("notes.txt", "river", UTF_8);
    }

    private void write(String name, String html, Charset charset) throws IOException {
        Path file = pages.resolve(name);
        Files.createDirectories(file.getParent());
        Files.write(file, html.getBytes(charset));
    }

    private static String run(int status, String... arguments) {
        ByteArrayOutputStream output = new ByteArrayOutputStream();
        assertEquals(status, Main.run(arguments, new PrintStream(output, true, UTF_8)), Arrays.toString(arguments));
        return output.toString(UTF_8);
    }

    private String index(int status) {
        return run(status, "index", index, pages.toString()).replaceAll(" pages; .*\\s*", "");
    }

    private List<Searcher.Hit> search(String... arguments) {
        List<String> all = new ArrayList<>(List.of("search"));
        all.addAll(List.of(arguments));
        return run(0, all.toArray(String[]::new)).lines()
                .map(line -> new Gson().fromJson(line, Searcher.Hit.class)).toList();
    }

    private List<String> paths(String... arguments) {
        return search(arguments).stream().map(Searcher.Hit::path).toList();
    }

    /** The highlighted bytes of a page. */
    private List<String> highlighted(Searcher.Hit hit, Charset charset) throws IOException {
        byte[] bytes = Files.readAllBytes(pages.resolve(hit.path()));
        return Arrays.stream(hit.highlights()).map(range -> new String(bytes, range[0], range[1] - range[0], charset))
                .toList();
    }

    @Test
    void titlesCountMostAndHighlightsAreWhole() throws IOException {
        assertEquals("indexed 2, unchanged 0, deleted 0, failed 0", index(0));
        assertEquals(List.of("river.html", "sub/caf\u00e9 1.HTM"), paths(index, "river"));
        Searcher.Hit hit = search("--limit", "1", index, "CAF\u00c9", "naive", "na\u00efve", "amp river").get(0);
        assertEquals("sub/caf\u00e9 1.HTM", hit.path());
        assertEquals("Food", hit.title());
        assertEquals("A caf\u00e9 by the river: na\u00efve & cheap, and the caf\u00e9 is open.", hit.snippet());
        assertEquals(List.of("caf&eacute;", "&#x72;iver", "na\u00efve", "caf\u00e9"), highlighted(hit, UTF_8));
        assertEquals(List.of(), search(index, "eacute"));
        assertEquals(List.of(), search(index, "..."));
    }

    @Test
    void offsetsInOtherEncodings() throws IOException {
        write("latin.html", "<meta charset=iso-8859-1><title>x</title><p>Stra\u00dfe und Caf\u00e9", ISO_8859_1);
        index(0);
        Searcher.Hit hit = search(index, "stra\u00dfe caf\u00e9").get(0);
        assertEquals(List.of("Stra\u00dfe", "Caf\u00e9"), highlighted(hit, ISO_8859_1));
    }

    @Test
    void changedNewAndDeletedPages() throws IOException {
        index(0);
        assertEquals("indexed 0, unchanged 2, deleted 0, failed 0", index(0));
        write("river.html", "<title>The lake</title><p>It froze.", UTF_8);
        write("new.html", "<title>The ocean</title>", UTF_8);
        Files.delete(pages.resolve("sub/caf\u00e9 1.HTM"));
        assertEquals("indexed 2, unchanged 0, deleted 1, failed 0", index(0));
        assertEquals(List.of(), search(index, "river"));
        assertEquals(List.of("river.html"), paths(index, "lake"));
        assertTrue(run(0, "stats", index).startsWith("2 pages, "));
    }

    @Test
    void otherFoldersStay() throws IOException {
        index(0);
        Path other = Files.createDirectories(folder.resolve("pages2"));
        Files.writeString(other.resolve("river.html"), "<title>Another river</title>");
        run(0, "index", index, other.toString());
        assertTrue(run(0, "stats", index).startsWith("3 pages, "));
        assertEquals("indexed 0, unchanged 2, deleted 0, failed 0", index(0));
    }

    @Test
    void linkedFolders() throws IOException {
        Path link = Files.createSymbolicLink(folder.resolve("link"), pages);
        run(0, "index", index, link.toString());
        String again = run(0, "index", index, link + "/");
        assertTrue(again.startsWith("indexed 0, unchanged 2, deleted 0, failed 0"), again);
        assertEquals(List.of("river.html"), paths(index, "rain"));
    }

    @Test
    void nearDuplicatesAreCollapsed() throws IOException {
        for (int i = 0; i < 30; i++) {
            write("copy" + i + ".html", "<title>Fox</title>" + LONG, UTF_8);
        }
        write("fox.html", "<title>Animals</title><p>A fox, and nothing else that is long enough to compare.", UTF_8);
        index(0);
        assertEquals(List.of("copy0.html", "fox.html"), paths("--limit", "5", index, "fox"));
        assertEquals(5, paths("--limit", "5", "--duplicates", index, "fox").size());
    }

    @Test
    void kindsAndQueries() throws IOException {
        index(0);
        String kind = search(index, "rain").get(0).kind();
        assertEquals(List.of("river.html"), paths("--kind", kind, index, "rain"));
        assertEquals(List.of(), paths("--kind", kind.equals("forum") ? "article" : "forum", index, "rain"));
        Path queries = Files.writeString(folder.resolve("queries"), "rain\nnothing\nfood\n");
        List<String> lines = run(0, "search", index, "--queries", queries.toString()).lines()
                .map(line -> line.replaceAll("\t[^\t]*$", "")).toList();
        assertEquals(List.of("rain\t1\triver.html", "food\t1\tsub/caf\u00e9 1.HTM"), lines);
    }

    @Test
    void longWindows() throws IOException {
        write("long.html", "<title>x</title><p>" + "filler words ".repeat(100) + "one needle "
                + "more text ".repeat(100) + "two needles and a needle " + "again ".repeat(50) + "<p>"
                + "x".repeat(5000), UTF_8);
        index(0);
        Searcher.Hit hit = search(index, "needles needle").get(0);
        assertTrue(hit.snippet().contains("two needles and a needle"), hit.snippet());
        assertTrue(hit.snippet().length() <= 244, hit.snippet());
        assertEquals(List.of("needles", "needle"), highlighted(hit, UTF_8));
        assertEquals(240 + 2, search(index, "x".repeat(300)).get(0).snippet().length());
    }

    @Test
    void warcFiles() throws IOException {
        Path warc = folder.resolve("a.warc.gz");
        try (OutputStream output = Files.newOutputStream(warc)) {
            writeRecord(output, "https://example.org/a", "text/html; charset=iso-8859-1",
                    "<title>Caf\u00e9</title><p>one");
            writeRecord(output, "https://example.org/b", "text/plain", "one two three");
            writeRecord(output, null, "text/html", "<p>one");
            writeRecord(output, "https://example.org/d", "not a type", "<p>one");
            writeRecord(output, "https://example.org/c", "text/html", "<title>Tea</title><p>one");
        }
        assertTrue(run(1, "index", index, warc.toString()).startsWith("indexed 2, unchanged 0, deleted 0, failed 1"));
        assertTrue(run(1, "index", index, warc.toString()).startsWith("indexed 0, unchanged 2, deleted 0, failed 1"));
        assertEquals(List.of("https://example.org/a"), paths(index, "caf\u00e9"));
        assertEquals(2, search(index, "one").size());
        Files.writeString(folder.resolve("b.warc"), "not a WARC file");
        run(1, "index", index, folder.resolve("b.warc").toString());
    }

    private static void writeRecord(OutputStream output, String uri, String type, String html) throws IOException {
        String http = "HTTP/1.1 200 OK\r\nContent-Type: " + type + "\r\nContent-Length: " + html.length()
                + "\r\n\r\n" + html;
        String record = "WARC/1.0\r\nWARC-Type: response\r\nWARC-Record-ID: <urn:uuid:" + UUID.randomUUID()
                + ">\r\nWARC-Date: 2026-01-01T00:00:00Z" + (uri == null ? "" : "\r\nWARC-Target-URI: " + uri)
                + "\r\nContent-Type: application/http; msgtype=response\r\nContent-Length: " + http.length()
                + "\r\n\r\n" + http + "\r\n\r\n";
        GZIPOutputStream member = new GZIPOutputStream(output);
        member.write(record.getBytes(ISO_8859_1));
        member.finish();
    }

    @Test
    void withoutBlockmask() {
        run(0, "index", "--plain", index, pages.toString());
        assertEquals(2, search(index, "river").size());
        assertEquals(0, search(index, "river").get(0).highlights().length);
        run(1, "index", index, pages.toString());
    }

    @Test
    void wrongUse() throws IOException {
        for (String arguments : List.of("", "what", "index", "index i", "search", "search i", "search --limit 0 i q",
                "search --kind what i q", "search --what i q", "search i --queries", "stats")) {
            run(2, arguments.split(" "));
        }
        run(1, "search", folder.resolve("none").toString(), "q");
        run(1, "index", index, folder.resolve("none").toString());
        Files.createSymbolicLink(pages.resolve("broken.html"), folder.resolve("none"));
        assertEquals("indexed 2, unchanged 0, deleted 0, failed 0", index(0));
    }
}
