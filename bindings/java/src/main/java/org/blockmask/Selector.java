package org.blockmask;

import static java.lang.foreign.ValueLayout.ADDRESS;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.ref.Cleaner;
import java.nio.charset.StandardCharsets;

/**
 * A compiled CSS selector: of Selectors Level 4 what a document without scripts and users has. Any number of threads may
 * use it, on any pages. Its native memory is freed once it is unreachable.
 */
public final class Selector {
    private static final Cleaner CLEANER = Cleaner.create();

    private final String text;
    private final MemorySegment handle;

    /**
     * Compiles a selector.
     *
     * @param selector such as {@code main > article h2}
     * @throws BlockmaskException with {@link Status#BAD_ARGUMENT} if it is none; the message names the byte
     */
    public Selector(String selector) {
        text = selector;
        byte[] bytes = selector.getBytes(StandardCharsets.UTF_8);
        try (Arena memory = Arena.ofConfined()) {
            MemorySegment copy = memory.allocate(Math.max(bytes.length, 1));
            copy.asSlice(0, bytes.length).copyFrom(MemorySegment.ofArray(bytes));
            MemorySegment compiled = memory.allocate(ADDRESS);
            BlockmaskException.check(Native.compileSelector(copy, bytes.length, compiled));
            handle = compiled.get(ADDRESS, 0);
        }
        MemorySegment freed = handle;
        CLEANER.register(this, () -> Native.freeSelector(freed));
    }

    MemorySegment handle() {
        return handle;
    }

    @Override
    public String toString() {
        return text;
    }
}
