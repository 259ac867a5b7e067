package org.blockmask.lucene;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.google.gson.Gson;
import com.google.gson.GsonBuilder;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.apache.lucene.document.Document;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.ScoreDoc;
import org.apache.lucene.store.FSDirectory;
import org.blockmask.PageAnalyzer;

/** A search program for a folder of HTML pages: Lucene, with blockmask to read the pages. README.md explains it. */
public final class Main {
    private static final String USAGE = """
            usage: blockmask-lucene index [--plain] INDEX FOLDER
                   blockmask-lucene search [--limit N] INDEX QUERY...
                   blockmask-lucene search [--limit N] --queries FILE INDEX""";

    /** Warns that a module for vectors is not there, which this program has no use for. */
    private static final Logger VECTORS = Logger.getLogger("org.apache.lucene.internal.vectorization");

    private static final Gson JSON = new GsonBuilder().disableHtmlEscaping().create();
    private static final PrintStream OUTPUT = new PrintStream(System.out, false, UTF_8);

    private Main() {}

    /** A line of the output. */
    private record Hit(int rank, float score, String path, String title, String snippet, List<int[]> highlights) {}

    /**
     * Runs a command, and exits with 0, with 1 if something failed, or with 2 on wrong usage.
     *
     * @param arguments the command and its arguments
     */
    public static void main(String[] arguments) {
        VECTORS.setLevel(Level.SEVERE);
        int status = 1;
        try {
            status = run(arguments);
        } catch (IOException | UncheckedIOException | UnsatisfiedLinkError e) {
            System.err.println(e);
        }
        OUTPUT.flush();
        System.exit(status);
    }

    private static int run(String[] arguments) throws IOException {
        boolean isPlain = false;
        boolean isWrong = false;
        int limit = 10;
        String queries = null;
        List<String> rest = new ArrayList<>();
        for (int i = 0; i < arguments.length; i++) {
            switch (arguments[i]) {
                case "--plain" -> isPlain = true;
                case "--limit" -> limit = ++i < arguments.length && arguments[i].matches("\\d{1,9}")
                        ? Integer.parseInt(arguments[i]) : 0;
                case "--queries" -> queries = ++i < arguments.length ? arguments[i] : null;
                default -> {
                    isWrong |= arguments[i].startsWith("--");
                    rest.add(arguments[i]);
                }
            }
        }
        String command = rest.isEmpty() || isWrong ? "" : rest.getFirst();
        if (command.equals("index") && rest.size() == 3) {
            try (FSDirectory directory = FSDirectory.open(Path.of(rest.get(1)))) {
                return Index.update(directory, Path.of(rest.get(2)), isPlain) ? 0 : 1;
            }
        }
        if (!command.equals("search") || limit == 0 || rest.size() < (queries == null ? 3 : 2)) {
            System.err.println(USAGE);
            return 2;
        }
        if (!Files.isDirectory(Path.of(rest.get(1)))) {
            throw new IOException(rest.get(1) + ": there is no index");
        }
        try (DirectoryReader reader = DirectoryReader.open(FSDirectory.open(Path.of(rest.get(1))))) {
            IndexSearcher searcher = new IndexSearcher(reader);
            if (queries != null) {
                searchAll(searcher, Files.readAllLines(Path.of(queries)), limit);
            } else {
                search(searcher, String.join(" ", rest.subList(2, rest.size())), limit);
            }
        }
        return 0;
    }

    /** Prints a JSON object for each page. Its bytes are in the index, and are read again for the snippet. */
    private static void search(IndexSearcher searcher, String query, int limit) throws IOException {
        Set<String> terms = PageText.terms(query);
        int rank = 1;
        try (PageAnalyzer analyzer = new PageAnalyzer()) {
            for (ScoreDoc hit : Index.find(searcher, terms, limit)) {
                Document document = searcher.storedFields().document(hit.doc);
                PageText page = PageText.read(analyzer, document.getBinaryValue(Index.HTML).bytes, null);
                PageText.Snippet snippet = page.snippet(terms);
                OUTPUT.println(JSON.toJson(new Hit(rank++, hit.score, document.get(Index.PATH), page.title(),
                        snippet.text(), snippet.highlights())));
            }
        }
    }

    /** Prints query, rank, path and score for each query. */
    private static void searchAll(IndexSearcher searcher, List<String> queries, int limit) throws IOException {
        for (String query : queries) {
            int rank = 1;
            for (ScoreDoc hit : Index.find(searcher, PageText.terms(query), limit)) {
                String path = searcher.storedFields().document(hit.doc, Set.of(Index.PATH)).get(Index.PATH);
                OUTPUT.println(query + "\t" + rank++ + "\t" + path + "\t" + hit.score);
            }
        }
    }
}
