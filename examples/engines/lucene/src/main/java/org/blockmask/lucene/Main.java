package org.blockmask.lucene;

import com.google.gson.Gson;
import com.google.gson.GsonBuilder;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.apache.lucene.search.ScoreDoc;
import org.apache.lucene.store.LockObtainFailedException;
import org.blockmask.PageKind;

/** The commands: index, search, stats. */
public final class Main {
    private static final String USAGE = """
            usage: blockmask-lucene index [--plain] INDEX PATH...
                   blockmask-lucene search [--limit N] [--kind KIND] [--duplicates] INDEX QUERY...
                   blockmask-lucene search [--limit N] [--kind KIND] [--duplicates] INDEX --queries FILE
                   blockmask-lucene stats INDEX
            PATH is a folder with .html and .htm files, or a .warc or .warc.gz file""";

    /** Warns that a module for vectors is not there, which this program has no use for. */
    private static final Logger VECTORS = Logger.getLogger("org.apache.lucene.internal.vectorization");

    private static final Gson JSON = new GsonBuilder().disableHtmlEscaping().serializeNulls().create();

    private Main() {}

    /** Wrong usage. */
    private static final class UsageException extends Exception {
        private static final long serialVersionUID = 1;

        UsageException(String message) {
            super(message);
        }
    }

    /**
     * Runs a command, and exits with 0, with 1 if something failed, or with 2 on wrong usage.
     *
     * @param arguments the command and its arguments
     */
    public static void main(String[] arguments) {
        VECTORS.setLevel(Level.SEVERE);
        PrintStream output = new PrintStream(System.out, false, StandardCharsets.UTF_8);
        int status = run(arguments, output);
        output.flush();
        System.exit(status);
    }

    static int run(String[] arguments, PrintStream output) {
        Deque<String> rest = new ArrayDeque<>(Arrays.asList(arguments));
        try {
            return switch (next(rest, "a command")) {
                case "index" -> index(rest, output);
                case "search" -> search(rest, output);
                case "stats" -> stats(rest, output);
                default -> throw new UsageException("unknown command " + arguments[0]);
            };
        } catch (UsageException e) {
            System.err.println(e.getMessage() + "\n" + USAGE);
            return 2;
        } catch (LockObtainFailedException e) {
            System.err.println("another process writes to the index: " + e.getMessage());
        } catch (IOException | UnsatisfiedLinkError e) {
            System.err.println(e.getMessage());
        }
        return 1;
    }

    private static String next(Deque<String> rest, String what) throws UsageException {
        if (rest.isEmpty()) {
            throw new UsageException(what + " is missing");
        }
        return rest.pop();
    }

    private static int index(Deque<String> rest, PrintStream output) throws IOException, UsageException {
        boolean isPlain = "--plain".equals(rest.peek());
        if (isPlain) {
            rest.pop();
        }
        Path index = Path.of(next(rest, "INDEX"));
        List<Path> paths = rest.stream().map(Path::of).toList();
        if (paths.isEmpty()) {
            throw new UsageException("PATH is missing");
        }
        try (Indexer indexer = new Indexer(index, isPlain)) {
            indexer.index(paths);
            output.println(indexer.report());
            return indexer.hasFailures() ? 1 : 0;
        }
    }

    private static int search(Deque<String> rest, PrintStream output) throws IOException, UsageException {
        int limit = 10;
        String kind = null;
        boolean isCollapsing = true;
        String argument = next(rest, "INDEX");
        while (argument.startsWith("--")) {
            switch (argument) {
                case "--limit" -> limit = number(next(rest, "N"));
                case "--kind" -> kind = kind(next(rest, "KIND"));
                case "--duplicates" -> isCollapsing = false;
                default -> throw new UsageException("unknown option " + argument);
            }
            argument = next(rest, "INDEX");
        }
        String query = next(rest, "QUERY");
        Path queries = query.equals("--queries") ? Path.of(next(rest, "FILE")) : null;
        try (Searcher searcher = new Searcher(Path.of(argument), limit, kind, isCollapsing)) {
            if (queries != null) {
                searchAll(searcher, queries, output);
            } else {
                rest.push(query);
                searcher.search(String.join(" ", rest)).forEach(hit -> output.println(JSON.toJson(hit)));
            }
        }
        return 0;
    }

    private static void searchAll(Searcher searcher, Path queries, PrintStream output) throws IOException {
        for (String query : Files.readAllLines(queries)) {
            int rank = 1;
            for (ScoreDoc hit : searcher.best(query)) {
                output.println(query + "\t" + rank++ + "\t" + searcher.path(hit) + "\t" + hit.score);
            }
        }
    }

    private static int number(String text) throws UsageException {
        try {
            int number = Integer.parseInt(text);
            if (number > 0) {
                return number;
            }
        } catch (NumberFormatException e) {
            // Told below.
        }
        throw new UsageException("--limit needs a number of at least 1, not " + text);
    }

    private static String kind(String text) throws UsageException {
        for (PageKind kind : PageKind.values()) {
            if (kind.toString().equals(text)) {
                return text;
            }
        }
        throw new UsageException("no kind of page is called " + text);
    }

    private static int stats(Deque<String> rest, PrintStream output) throws IOException, UsageException {
        try (Searcher searcher = new Searcher(Path.of(next(rest, "INDEX")), 1, null, false)) {
            output.println(searcher.pages() + " pages, " + searcher.size() + " bytes");
        }
        return 0;
    }
}
