package org.blockmask;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.ref.Reference;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Analyzes one page after another, and keeps its memory for the next one. It holds native memory, which only
 * {@link #close} frees.
 *
 * <p>Use one for each thread. It may move from thread to thread between two calls; a method that finds another thread
 * inside the same analyzer fails with {@link Status#BUSY}. {@link #cancel} and {@link #close} may be called at any time.
 *
 * <p>A {@link Page} owns its results and outlives the analyzer.
 */
public final class Analyzer implements AutoCloseable {
    private final ReentrantLock lock = new ReentrantLock();
    /** Held by cancel, which must not wait for the lock, and by close. */
    private final Object closing = new Object();
    private final Arena arena = Arena.ofShared();
    /** Closing the arena frees it, and fails while a function runs that was given it. */
    private final MemorySegment handle;
    /** A variable that a function writes. */
    private final MemorySegment output = arena.allocate(JAVA_LONG);
    private final MemorySegment hints = arena.allocate(Layouts.HINTS);
    /** A copy of the page, in memory that the library can read, with charset and address after it; grows. */
    private Arena sourceArena = Arena.ofShared();
    private MemorySegment source = MemorySegment.NULL;
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
            MemorySegment experimental = memory.allocate(Layouts.EXPERIMENTAL_OPTIONS).copyFrom(options.experimental);
            MemorySegment result = memory.allocate(ADDRESS);
            BlockmaskException.check(Native.createAnalyzer(copy, experimental, result));
            return result.get(ADDRESS, 0);
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
     * @param charset the encoding that came with the page, such as the charset of HTTP's Content-Type, or null. A byte
     *     order mark takes precedence over it; an unknown name is ignored.
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
            fillSource(html, bytes(charset), bytes(address));
            BlockmaskException.check(Native.analyzeOwned(handle, source, html.byteSize(), hints, output));
            return Page.of(new NativeDocument(output.get(ADDRESS, 0)));
        } finally {
            leave();
        }
    }

    /**
     * Sets the rules of a site's owner for the next pages.
     *
     * @param rules the rules; null removes them
     */
    public void setRules(Rules rules) {
        enter();
        try {
            BlockmaskException.check(Native.setRules(handle, rules == null ? MemorySegment.NULL : rules.handle()));
        } finally {
            leave();
            Reference.reachabilityFence(rules);
        }
    }

    /**
     * Parses a page and does nothing else: the result has a tree, and no text, blocks or mask. The limits of the options
     * apply.
     *
     * @param html the page
     * @param charset the encoding that came with the page, or null
     * @param context null for a whole document; for a fragment the name of the element whose content it is, such as
     *     {@code body}, {@code td} or {@code svg path}: then the nodes are children of the document
     * @return the result
     */
    public Page parse(byte[] html, String charset, String context) {
        enter();
        try (Arena memory = Arena.ofConfined()) {
            MemorySegment page = MemorySegment.ofArray(html);
            fillSource(page, bytes(charset), null);
            MemorySegment name = context == null ? MemorySegment.NULL : memory.allocateFrom(context);
            BlockmaskException.check(Native.parseOwned(handle, source, page.byteSize(), hints, name,
                    length(bytes(context)), output));
            return Page.of(new NativeDocument(output.get(ADDRESS, 0)));
        } finally {
            leave();
        }
    }

    private static byte[] bytes(String text) {
        return text == null ? null : text.getBytes(StandardCharsets.UTF_8);
    }

    private void fillSource(MemorySegment html, byte[] charset, byte[] address) {
        long length = html.byteSize();
        if (length > Integer.MAX_VALUE) {
            throw new BlockmaskException(Status.TOO_LARGE, "the page has " + length + " bytes, the most are 2 GiB - 1");
        }
        reserve(length + length(charset) + length(address));
        source.copyFrom(html);
        hints.set(JAVA_LONG, 0, Layouts.HINTS.byteSize());
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
        hints.set(ADDRESS, Layouts.offset(Layouts.HINTS, member), copy);
        hints.set(JAVA_LONG, Layouts.offset(Layouts.HINTS, member + "_length"), length(string));
    }

    /** Makes room for this number of bytes in the source, whose content is lost. */
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
     * larger than the others, and after {@link Status#PANIC}: the analyzer is as it was created.
     */
    public void reset() {
        enter();
        try {
            BlockmaskException.check(Native.resetAnalyzer(handle));
            freeSource();
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
            BlockmaskException.check(Native.getMemoryInUse(handle, output));
            return output.get(JAVA_LONG, 0) + source.byteSize();
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
