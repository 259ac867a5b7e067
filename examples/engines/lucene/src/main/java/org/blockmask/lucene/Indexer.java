package org.blockmask.lucene;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.DocValues;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.NumericDocValues;
import org.apache.lucene.index.SortedDocValues;
import org.apache.lucene.index.Term;
import org.apache.lucene.store.FSDirectory;
import org.apache.lucene.util.Bits;
import org.blockmask.Analyzer;
import org.blockmask.Options;

/**
 * Brings an index up to date with folders and WARC files. Pages are analyzed by several threads; what is in the index
 * under the same address with the same hash is left alone. Commits now and then, so that a run that is killed leaves a
 * valid index and the next one completes it.
 */
final class Indexer implements AutoCloseable {
    private static final int PAGES_PER_COMMIT = 500;
    /** Weights, and fingerprints to collapse duplicates. */
    private static final Set<Options.Part> PARTS = Set.of(Options.Part.FIELDS, Options.Part.FINGERPRINT);
    /** Pages that wait for a thread: enough to keep all busy, few enough to keep in memory. */
    private static final int QUEUE = 64;

    private final boolean isPlain;
    private final FSDirectory directory;
    private final IndexWriter writer;
    /** The hash of each page of the index when the run began, by address. */
    private final Map<String, Long> known = new HashMap<>();
    private final Set<String> seen = new HashSet<>();
    private final CpuTime cpuTime = new CpuTime();
    private final Queue<Documents> documents = new ConcurrentLinkedQueue<>();
    private final ThreadLocal<Documents> ofThread = ThreadLocal.withInitial(this::newDocuments);
    private final ThreadPoolExecutor threads;
    private final AtomicInteger indexed = new AtomicInteger();
    private final AtomicInteger unchanged = new AtomicInteger();
    private final AtomicInteger failed = new AtomicInteger();
    private int deleted;

    Indexer(Path index, boolean isPlain) throws IOException {
        this.isPlain = isPlain;
        if (!isPlain) {
            // Fails here, once, if the library cannot be loaded.
            Analyzer.libraryVersion();
        }
        directory = FSDirectory.open(index);
        if (DirectoryReader.indexExists(directory)) {
            readKnown();
        }
        writer = new IndexWriter(directory, new IndexWriterConfig().setSimilarity(Schema.similarity(isPlain)));
        writer.setLiveCommitData(Map.of(Schema.PLAIN, String.valueOf(isPlain)).entrySet());
        int processors = Runtime.getRuntime().availableProcessors();
        // When the queue is full, the thread that finds pages analyzes one itself.
        threads = new ThreadPoolExecutor(processors, processors, 0, TimeUnit.SECONDS, new ArrayBlockingQueue<>(QUEUE),
                new ThreadPoolExecutor.CallerRunsPolicy());
    }

    static boolean isPlain(DirectoryReader reader) throws IOException {
        return Boolean.parseBoolean(reader.getIndexCommit().getUserData().get(Schema.PLAIN));
    }

    private void readKnown() throws IOException {
        try (DirectoryReader reader = DirectoryReader.open(directory)) {
            if (isPlain(reader) != isPlain) {
                throw new IOException("the index was made " + (isPlain ? "without" : "with") + " --plain");
            }
            for (LeafReaderContext leaf : reader.leaves()) {
                SortedDocValues addresses = DocValues.getSorted(leaf.reader(), Schema.ADDRESS);
                NumericDocValues hashes = DocValues.getNumeric(leaf.reader(), Schema.HASH);
                Bits live = leaf.reader().getLiveDocs();
                while (addresses.nextDoc() != SortedDocValues.NO_MORE_DOCS) {
                    if ((live == null || live.get(addresses.docID())) && hashes.advanceExact(addresses.docID())) {
                        known.put(addresses.lookupOrd(addresses.ordValue()).utf8ToString(), hashes.longValue());
                    }
                }
            }
        }
    }

    private Documents newDocuments() {
        Documents made = new Documents(isPlain ? null : new Analyzer(new Options().setParts(PARTS)), cpuTime);
        documents.add(made);
        return made;
    }

    void index(List<Path> paths) throws IOException {
        for (Path path : paths) {
            boolean isComplete = new Crawl(this::submit, this::fail).read(path);
            if (isComplete && !Crawl.isWarc(path)) {
                deleteGone(Crawl.address(path));
            }
        }
        threads.close();
        writer.commit();
        // Waits for merges of segments.
        writer.close();
    }

    /** Of several pages with one address the first counts. */
    private void submit(PageFile page) {
        if (!writer.isOpen()) {
            throw new IllegalStateException("the index was closed because of an earlier error");
        }
        if (seen.add(page.address())) {
            threads.execute(() -> indexPage(page));
        }
    }

    private void indexPage(PageFile page) {
        try {
            byte[] html = page.bytes().read();
            long hash = hash(html);
            Long before = known.get(page.address());
            if (before != null && before == hash) {
                unchanged.incrementAndGet();
                return;
            }
            writer.updateDocument(new Term(Schema.ADDRESS, page.address()), ofThread.get().make(page, html, hash));
            if (indexed.incrementAndGet() % PAGES_PER_COMMIT == 0) {
                writer.commit();
            }
        } catch (IOException | RuntimeException | OutOfMemoryError e) {
            fail(page.path(), e);
        }
    }

    private void fail(String name, Throwable e) {
        failed.incrementAndGet();
        System.err.println(name + ": " + reason(e));
    }

    /** Exceptions of the file system have a message that is only the name of the file, unless they have a reason. */
    private static String reason(Throwable e) {
        return switch (e) {
            case NoSuchFileException missing -> "there is no such file or folder";
            case AccessDeniedException denied -> "access denied";
            default -> e.getMessage() == null ? e.toString() : e.getMessage();
        };
    }

    /** Deletes the pages that the index has from a folder and that were not found there. */
    private void deleteGone(String folder) throws IOException {
        String prefix = folder.endsWith("/") ? folder : folder + "/";
        for (String address : known.keySet()) {
            if (address.startsWith(prefix) && !seen.contains(address)) {
                writer.deleteDocuments(new Term(Schema.ADDRESS, address));
                deleted++;
            }
        }
    }

    /** FNV-1a. */
    static long hash(byte[] bytes) {
        long hash = 0xcbf29ce484222325L;
        for (byte value : bytes) {
            hash = (hash ^ (value & 0xff)) * 0x100000001b3L;
        }
        return hash;
    }

    boolean hasFailures() {
        return failed.get() > 0;
    }

    String report() throws IOException {
        return String.format(Locale.ROOT, "indexed %d, unchanged %d, deleted %d, failed %d pages; %.2f s CPU, "
                + "of it %.2f s blockmask; index %d bytes", indexed.get(), unchanged.get(), deleted, failed.get(),
                CpuTime.ofProcess(), cpuTime.seconds(), size(directory));
    }

    static long size(FSDirectory directory) throws IOException {
        long bytes = 0;
        for (String file : directory.listAll()) {
            bytes += directory.fileLength(file);
        }
        return bytes;
    }

    @Override
    public void close() throws IOException {
        threads.close();
        writer.close();
        documents.forEach(Documents::close);
    }
}
