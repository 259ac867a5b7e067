package org.blockmask;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_FLOAT;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;
import java.util.function.IntSupplier;

/**
 * Analyzes one page after another, and keeps its memory for the next one. It holds native memory, which only
 * {@link #close} frees.
 *
 * <p>Use one for each thread. It may move from thread to thread between two calls; a method, also one of its pages,
 * that finds another thread inside the same analyzer fails with {@link Status#BUSY}. {@link #cancel} and {@link #close}
 * may be called at any time.
 *
 * <p>A {@link Page} has its text, blocks and fingerprint in Java's memory, so they stay valid. What needs the bytes of
 * the page, such as {@link Page#mapTextRange}, works until the analyzer takes the next page or is closed, and fails
 * with an {@link IllegalStateException} from then on.
 */
public final class Analyzer implements AutoCloseable {
    private static final int MESSAGE_BYTES = 256;

    private final ReentrantLock lock = new ReentrantLock();
    /** Held by cancel, which must not wait for the lock, and by close. */
    private final Object closing = new Object();
    private final Arena arena = Arena.ofShared();
    /** Closing the arena frees it, and fails while a function runs that was given it. */
    private final MemorySegment handle;
    /** Outputs of functions: three variables of 8 bytes, then structs. */
    private final MemorySegment outputs = arena.allocate(24, 8);
    private final MemorySegment input = arena.allocate(Layouts.INPUT);
    private final MemorySegment page = arena.allocate(Layouts.PAGE);
    private final MemorySegment fingerprint = arena.allocate(Layouts.FINGERPRINT);
    /** The bytes of the page that the library holds, with charset and address after them; grows. */
    private Arena sourceArena = Arena.ofShared();
    private MemorySegment source = MemorySegment.NULL;
    /** How many pages were begun: tells the page that the library holds from earlier ones. */
    private long generation;
    private boolean isClosed;

    /**
     * Creates an analyzer with the default options.
     *
     * @throws BlockmaskException if the system refuses memory
     * @throws UnsatisfiedLinkError if the library cannot be loaded; the message says what to set
     */
    public Analyzer() {
        this(new Options());
    }

    /**
     * Creates an analyzer. It keeps a copy of the options.
     *
     * @param options how to analyze pages
     * @throws BlockmaskException with {@link Status#BAD_OPTION} and a message that names the value that is not valid,
     *     with {@link Status#NOT_BUILT}, or if the system refuses memory
     * @throws UnsatisfiedLinkError if the library cannot be loaded; the message says what to set
     */
    public Analyzer(Options options) {
        try {
            handle = create(options).reinterpret(arena, Native::freeAnalyzer);
        } catch (RuntimeException | Error e) {
            arena.close();
            throw e;
        }
    }

    private static MemorySegment create(Options options) {
        try (Arena memory = Arena.ofConfined()) {
            MemorySegment copy = memory.allocate(Layouts.OPTIONS).copyFrom(options.struct);
            MemorySegment result = memory.allocate(ADDRESS);
            MemorySegment message = memory.allocate(MESSAGE_BYTES);
            int status = Native.createConfig(copy, result, message);
            if (status != Status.OK) {
                throw new BlockmaskException(status, message.getString(0));
            }
            MemorySegment config = result.get(ADDRESS, 0);
            try {
                BlockmaskException.check(Native.createAnalyzer(config, result));
                return result.get(ADDRESS, 0);
            } finally {
                Native.freeConfig(config);
            }
        }
    }

    /**
     * The version of the library that is loaded, such as {@code 0.3.0}.
     *
     * @return the version
     */
    public static String libraryVersion() {
        return Native.version();
    }

    /**
     * Analyzes a page of which nothing else is known, as {@link #analyze(byte[], String, String)} does.
     *
     * @param html the page
     * @return the result
     */
    public Page analyze(byte[] html) {
        return analyze(html, null, null);
    }

    /**
     * Analyzes one page as found: any bytes, in any encoding. Broken markup is no error, and neither is an empty page.
     * The bytes are copied.
     *
     * @param html the page
     * @param charset the encoding that came with the page, such as that of HTTP's Content-Type, or null. A byte order
     *     mark takes precedence over it; an unknown name is ignored.
     * @param address the absolute address (URL) that the page came from, or null. It tells links within the page from
     *     links to other pages.
     * @return the result
     * @throws BlockmaskException with {@link Status#TOO_LARGE}, {@link Status#LIMIT_REACHED},
     *     {@link Status#CANCELLED} or {@link Status#OUT_OF_MEMORY}; the analyzer then takes the next page. With
     *     {@link Status#BUSY} nothing was done.
     * @throws IllegalStateException if the analyzer is closed
     */
    public Page analyze(byte[] html, String charset, String address) {
        return analyze(MemorySegment.ofArray(html), charset, address);
    }

    /**
     * Analyzes one page, as {@link #analyze(byte[], String, String)} does. The segment is copied and not needed after
     * the call.
     *
     * @param html the page, in memory of any kind, less than 2 GiB
     * @param charset the encoding that came with the page, or null
     * @param address the absolute address (URL) that the page came from, or null
     * @return the result
     */
    public Page analyze(MemorySegment html, String charset, String address) {
        enter();
        try {
            generation++;
            fillInput(html, bytes(charset), bytes(address));
            check(Native.analyzeInput(handle, input));
            return read();
        } finally {
            leave();
        }
    }

    private static byte[] bytes(String text) {
        return text == null ? null : text.getBytes(StandardCharsets.UTF_8);
    }

    private void fillInput(MemorySegment html, byte[] charset, byte[] address) {
        long length = html.byteSize();
        if (length > Integer.MAX_VALUE) {
            throw new BlockmaskException(Status.TOO_LARGE, "the page has " + length + " bytes, the most are 2 GiB - 1");
        }
        reserve(length + length(charset) + length(address));
        source.copyFrom(html);
        input.set(ADDRESS, Layouts.offset(Layouts.INPUT, "html"), source);
        input.set(JAVA_LONG, Layouts.offset(Layouts.INPUT, "length"), length);
        fillString("charset", charset, length);
        fillString("address", address, length + length(charset));
    }

    private static long length(byte[] string) {
        return string == null ? 0 : string.length;
    }

    private void fillString(String member, byte[] string, long at) {
        MemorySegment copy = MemorySegment.NULL;
        if (string != null) {
            copy = source.asSlice(at, string.length).copyFrom(MemorySegment.ofArray(string));
        }
        input.set(ADDRESS, Layouts.offset(Layouts.INPUT, member), copy);
        input.set(JAVA_LONG, Layouts.offset(Layouts.INPUT, member + "_length"), length(string));
    }

    /** Makes room for so many bytes in the source, whose content is lost. */
    private void reserve(long bytes) {
        if (bytes <= source.byteSize() && source.byteSize() > 0) {
            return;
        }
        freeSource();
        sourceArena = Arena.ofShared();
        source = sourceArena.allocate(Math.max(bytes + bytes / 2, 65536));
    }

    private void freeSource() {
        source = MemorySegment.NULL;
        if (sourceArena.scope().isAlive()) {
            sourceArena.close();
        }
    }

    private Page read() {
        check(Native.getPage(handle, page));
        int computed = Native.getFingerprint(handle, fingerprint);
        if (computed != Status.NOT_COMPUTED.number()) {
            check(computed);
        }
        check(Native.getText(handle, output(0), output(1)));
        long length = output(1).get(JAVA_LONG, 0);
        if (length > Integer.MAX_VALUE - 8) {
            throw new BlockmaskException(Status.TOO_LARGE, "the text has " + length + " bytes, the most are 2 GiB - 9");
        }
        byte[] text = borrowed(length).toArray(JAVA_BYTE);
        check(Native.getKindProbabilities(handle, output(0), output(1)));
        float[] kinds = borrowed(output(1).get(JAVA_LONG, 0) * Float.BYTES)
                .toArray(JAVA_FLOAT);
        check(Native.getBlocks(handle, output(0), output(1), output(2)));
        return new Page(this, generation, page, computed == Status.OK ? new Fingerprint(fingerprint) : null, text, kinds, table());
    }

    /** A variable that a function writes. */
    private MemorySegment output(int index) {
        return outputs.asSlice(8L * index, 8);
    }

    /** What the pointer in output 0 points to, until the next page; must be copied under the lock. */
    private MemorySegment borrowed(long bytes) {
        return bytes == 0 ? MemorySegment.NULL : output(0).get(ADDRESS, 0).reinterpret(bytes);
    }

    /** A copy of the table whose address, count and stride are in the outputs. */
    private Table table() {
        long count = output(1).get(JAVA_LONG, 0);
        long stride = output(2).get(JAVA_LONG, 0);
        MemorySegment copy = MemorySegment.ofArray(new long[Math.toIntExact((count * stride + 7) / 8)]);
        copy.copyFrom(borrowed(count * stride));
        return new Table(copy, (int) count, (int) stride);
    }

    Table comments(long page) {
        return withPage(page, () -> {
            check(Native.getComments(handle, output(0), output(1), output(2)));
            return table();
        });
    }

    Table links(long page) {
        return withPage(page, () -> {
            check(Native.getLinks(handle, output(0), output(1), output(2)));
            return table();
        });
    }

    Table structure(long page) {
        return withPage(page, () -> {
            check(Native.getStructure(handle, output(0), output(1), output(2)));
            return table();
        });
    }

    Table images(long page) {
        return withPage(page, () -> {
            check(Native.getImages(handle, output(0), output(1), output(2)));
            return table();
        });
    }

    /** A function that writes a string of a record with an index. */
    interface StringWriter {
        int write(MemorySegment analyzer, long index, MemorySegment buffer, MemorySegment length);
    }

    String written(long page, int index, StringWriter function) {
        return withPage(page, () -> {
            MemorySegment length = output(1);
            try (Arena memory = Arena.ofConfined()) {
                MemorySegment buffer = memory.allocate(1024);
                int status = function.write(handle, index, buffer, length);
                if (status == Status.BUFFER_TOO_SMALL.number()) {
                    buffer = memory.allocate(length.get(JAVA_LONG, 0));
                    status = function.write(handle, index, buffer, length);
                }
                check(status);
                return string(buffer.asSlice(0, length.get(JAVA_LONG, 0)));
            }
        });
    }

    /** The main content in a format. */
    String rendered(long page, int format, int options) {
        return withPage(page, () -> {
            check(Native.render(handle, format, options, output(0), output(1)));
            return taken(output(1).get(JAVA_LONG, 0), Analyzer::string);
        });
    }

    /** The main text as Markdown, with the places of its blocks, copied. */
    Markdown markdown(long page, int options) {
        return withPage(page, () -> {
            check(Native.renderMarkdown(handle, options, output(0)));
            return taken(Layouts.MARKDOWN.byteSize(), Markdown::of);
        });
    }

    /** The passages of the main text, as a reader makes them of an array of structs; tokenStarts may be null. */
    <T> T passages(long page, int maxTokens, int overlapTokens, int[] tokenStarts, Function<MemorySegment, T> reader) {
        return withPage(page, () -> {
            try (Arena memory = Arena.ofConfined()) {
                long count = tokenStarts == null ? 0 : tokenStarts.length;
                MemorySegment starts = MemorySegment.NULL;
                if (tokenStarts != null) {
                    starts = memory.allocate(Math.max(count, 1) * JAVA_INT.byteSize(), JAVA_INT.byteAlignment());
                    MemorySegment.copy(tokenStarts, 0, starts, JAVA_INT, 0, tokenStarts.length);
                }
                check(Native.cutPassages(handle, maxTokens, overlapTokens, starts, count, output(0), output(1)));
            }
            return taken(output(1).get(JAVA_LONG, 0) * Layouts.PASSAGE.byteSize(), reader);
        });
    }

    /** The records of the main list, as a reader makes them of an array of structs. */
    <T> T records(long page, Function<MemorySegment, T> reader) {
        return withPage(page, () -> {
            check(Native.findRecords(handle, output(0), output(1)));
            return taken(output(1).get(JAVA_LONG, 0) * Layouts.RECORD.byteSize(), reader);
        });
    }

    /** The facts of a page, as a reader makes them of an array of structs. */
    <T> T facts(long page, FactOptions options, Function<MemorySegment, T> reader) {
        return withPage(page, () -> {
            try (Arena memory = Arena.ofConfined()) {
                MemorySegment struct = memory.allocate(Layouts.FACT_OPTIONS);
                setList(memory, struct, "x_robots_tag", "\n", options.xRobotsTag());
                setList(memory, struct, "agents", " ", options.agents());
                setList(memory, struct, "exclusion_attributes", " ", options.exclusionAttributes());
                check(Native.findFacts(handle, struct, output(0), output(1)));
                return taken(output(1).get(JAVA_LONG, 0) * Layouts.FACT.byteSize(), reader);
            }
        });
    }

    private static void setList(Arena memory, MemorySegment options, String member, String separator,
            List<String> values) {
        MemorySegment text = memory.allocateFrom(String.join(separator, values));
        options.set(ADDRESS, Layouts.offset(Layouts.FACT_OPTIONS, member), text);
        options.set(JAVA_LONG, Layouts.offset(Layouts.FACT_OPTIONS, member + "_length"), text.byteSize() - 1);
    }

    /** What a reader makes of the memory at the address in output 0, which is freed. */
    private <T> T taken(long bytes, Function<MemorySegment, T> reader) {
        MemorySegment memory = output(0).get(ADDRESS, 0);
        try {
            return reader.apply(memory.reinterpret(bytes));
        } finally {
            Native.free(memory);
        }
    }

    Range mapTextRange(long page, int start, int end) {
        enter(page);
        try {
            MemorySegment first = output(0);
            MemorySegment last = output(1);
            check(Native.mapTextRange(handle, start, end, first, last));
            return new Range(first.get(JAVA_INT, 0), last.get(JAVA_INT, 0));
        } finally {
            leave();
        }
    }

    /** The text and the pieces of some fields of a page, copied. */
    JoinedText joinFields(Page page, long number, int fields) {
        return joined(page, number, () -> Native.joinFields(handle, fields, output(0)));
    }

    /** The main text of a page and its pieces, copied. */
    JoinedText joinMainText(Page page, long number) {
        return joined(page, number, () -> Native.joinMainText(handle, output(0)));
    }

    private JoinedText joined(Page page, long number, IntSupplier join) {
        return withPage(number, () -> {
            check(join.getAsInt());
            MemorySegment joined = output(0).get(ADDRESS, 0).reinterpret(Layouts.JOINED_TEXT.byteSize());
            try {
                return new JoinedText(page, joined);
            } finally {
                Native.free(joined);
            }
        });
    }

    static String string(MemorySegment bytes) {
        return new String(bytes.toArray(JAVA_BYTE), StandardCharsets.UTF_8);
    }

    private interface Work<T> {
        T run();
    }

    private <T> T withPage(long page, Work<T> work) {
        enter(page);
        try {
            return work.run();
        } finally {
            leave();
        }
    }

    private void enter(long page) {
        enter();
        if (page != generation) {
            leave();
            throw new IllegalStateException("the analyzer has discarded this page or taken another one since");
        }
    }

    private void enter() {
        if (!lock.tryLock()) {
            throw new BlockmaskException(Status.BUSY, "");
        }
        if (isClosed) {
            lock.unlock();
            throw new IllegalStateException("the analyzer is closed");
        }
    }

    private void leave() {
        lock.unlock();
    }

    /** Throws what the library says about the last call if it failed. */
    private void check(int status) {
        if (status == Status.OK) {
            return;
        }
        String message = "";
        if (Native.getLastError(handle, output(0), output(1)) == Status.OK) {
            message = string(borrowed(output(1).get(JAVA_LONG, 0)));
        }
        throw new BlockmaskException(status, message);
    }

    /**
     * Stops the analysis that runs with this analyzer in another thread: it soon fails with {@link Status#CANCELLED}.
     * Does not wait for that. If no analysis runs, the next one is stopped; the one after it is not. Does nothing if
     * the analyzer is closed.
     */
    public void cancel() {
        synchronized (closing) {
            if (arena.scope().isAlive()) {
                Native.cancelAnalyzer(handle);
            }
        }
    }

    /**
     * Returns all memory for pages to the system; the next page allocates anew. Useful after a page that was much
     * larger than the others. The last page is discarded.
     */
    public void shrink() {
        enter();
        try {
            generation++;
            check(Native.shrinkAnalyzer(handle));
            freeSource();
        } finally {
            leave();
        }
    }

    /**
     * Restores the analyzer to the state in which it was created, also after {@link Status#PANIC}. The last page is
     * discarded.
     */
    public void reset() {
        enter();
        try {
            generation++;
            check(Native.resetAnalyzer(handle));
        } finally {
            leave();
        }
    }

    /**
     * How much native memory the analyzer holds, used or not.
     *
     * @return bytes
     */
    public long memoryInUse() {
        enter();
        try {
            check(Native.getMemoryInUse(handle, output(0)));
            return output(0).get(JAVA_LONG, 0) + source.byteSize();
        } finally {
            leave();
        }
    }

    /** Frees the native memory. Waits for a call that another thread is in. Closing twice is allowed. */
    @Override
    public void close() {
        lock.lock();
        try {
            synchronized (closing) {
                if (!isClosed) {
                    isClosed = true;
                    arena.close();
                    freeSource();
                }
            }
        } finally {
            lock.unlock();
        }
    }
}
