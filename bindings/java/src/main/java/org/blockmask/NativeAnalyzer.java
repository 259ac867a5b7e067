package org.blockmask;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.ref.Reference;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.locks.ReentrantLock;

/**
 * What {@link PageAnalyzer} does, whose documentation is there. Unlike that class, this one can be loaded only where
 * java.lang.foreign exists.
 */
final class NativeAnalyzer {
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

    NativeAnalyzer(Options options) {
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

    Page analyze(MemorySegment html, String charset, String address) {
        enter();
        try {
            fillSource(html, bytes(charset), bytes(address));
            BlockmaskException.check(Native.analyzeOwned(handle, source, html.byteSize(), hints, output));
            return Page.of(new NativeDocument(output.get(ADDRESS, 0)));
        } finally {
            leave();
        }
    }

    void setRules(Rules rules) {
        enter();
        try {
            BlockmaskException.check(Native.setRules(handle, rules == null ? MemorySegment.NULL : rules.handle()));
        } finally {
            leave();
            Reference.reachabilityFence(rules);
        }
    }

    Page parse(byte[] html, String charset, String context) {
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

    void cancel() {
        synchronized (closing) {
            if (arena.scope().isAlive()) {
                Native.cancelAnalyzer(handle);
            }
        }
    }

    void reset() {
        enter();
        try {
            BlockmaskException.check(Native.resetAnalyzer(handle));
            freeSource();
        } finally {
            leave();
        }
    }

    long memoryInUse() {
        enter();
        try {
            BlockmaskException.check(Native.getMemoryInUse(handle, output));
            return output.get(JAVA_LONG, 0) + source.byteSize();
        } finally {
            leave();
        }
    }

    void close() {
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
