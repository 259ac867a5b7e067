package org.blockmask;

import java.lang.foreign.MemorySegment;

/**
 * Analyzes one page after another, and keeps its memory for the next one. It holds native memory, which only
 * {@link #close} frees.
 *
 * <p>Use one for each thread. It may move from thread to thread between two calls; a method that finds another thread
 * inside the same analyzer fails with {@link Status#BUSY}. {@link #cancel} and {@link #close} may be called at any time.
 *
 * <p>A {@link Page} owns its results and outlives the analyzer.
 */
public final class PageAnalyzer implements AutoCloseable {
    static {
        JavaVersion.check();
    }

    private final NativeAnalyzer analyzer;

    /**
     * Creates an analyzer with the default options.
     *
     * @throws BlockmaskException if the system refuses memory
     * @throws UnsatisfiedLinkError if the library cannot be loaded; the message says what to set
     * @throws UnsupportedClassVersionError if this Java is older than 22
     */
    public PageAnalyzer() {
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
    public PageAnalyzer(Options options) {
        analyzer = new NativeAnalyzer(options);
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
        return analyzer.analyze(html, charset, address);
    }

    /**
     * Sets the rules of a site's owner for the next pages.
     *
     * @param rules the rules; null removes them
     */
    public void setRules(Rules rules) {
        analyzer.setRules(rules);
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
        return analyzer.parse(html, charset, context);
    }

    /**
     * Stops the analysis that runs with this analyzer in another thread: it soon fails with {@link Status#CANCELLED}.
     * Does not wait for that. If no analysis runs, the next one is stopped; the one after it is not. Does nothing if
     * the analyzer is closed.
     */
    public void cancel() {
        analyzer.cancel();
    }

    /**
     * Returns all memory for pages to the system; the next page allocates anew. Useful after a page that was much
     * larger than the others, and after {@link Status#PANIC}: the analyzer is as it was created.
     */
    public void reset() {
        analyzer.reset();
    }

    /**
     * How much native memory the analyzer holds, used or not.
     *
     * @return bytes
     */
    public long memoryInUse() {
        return analyzer.memoryInUse();
    }

    /** Frees the native memory. Waits for a call that another thread is in. Closing twice is allowed. */
    @Override
    public void close() {
        analyzer.close();
    }
}
