package org.blockmask;

import static java.lang.foreign.ValueLayout.ADDRESS;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.ref.Cleaner;
import java.nio.charset.StandardCharsets;

/**
 * What the owner of a site knows about its pages, compiled from lines with selectors; docs/guides/rules.md explains them. Any
 * number of threads may use them, for any analyzers. Their native memory is freed once they are unreachable.
 */
public final class Rules {
    private static final Cleaner CLEANER = Cleaner.create();

    private final MemorySegment handle;

    /**
     * Compiles rules.
     *
     * @param file the text of a file of rules
     * @throws BlockmaskException with {@link Status#BAD_ARGUMENT} if it is none; the message names line and column
     */
    public Rules(String file) {
        byte[] bytes = file.getBytes(StandardCharsets.UTF_8);
        try (Arena memory = Arena.ofConfined()) {
            MemorySegment copy = memory.allocate(Math.max(bytes.length, 1));
            copy.asSlice(0, bytes.length).copyFrom(MemorySegment.ofArray(bytes));
            MemorySegment compiled = memory.allocate(ADDRESS);
            BlockmaskException.check(Native.readRules(copy, bytes.length, compiled));
            handle = compiled.get(ADDRESS, 0);
        }
        MemorySegment freed = handle;
        CLEANER.register(this, () -> Native.freeRules(freed));
    }

    MemorySegment handle() {
        return handle;
    }
}
