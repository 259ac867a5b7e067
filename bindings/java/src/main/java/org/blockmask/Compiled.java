package org.blockmask;

import static java.lang.foreign.ValueLayout.ADDRESS;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.ref.Cleaner;
import java.nio.charset.StandardCharsets;
import java.util.function.Consumer;

/** Texts that are compiled into native memory. */
final class Compiled {
    private static final Cleaner CLEANER = Cleaner.create();

    private Compiled() {}

    /** A native function that compiles a text, and writes the handle. */
    @FunctionalInterface
    interface Compiler {
        int compile(MemorySegment text, long length, MemorySegment handle);
    }

    /** The handle of a compiled text, which is freed once its owner is unreachable. */
    static MemorySegment of(Object owner, String text, Compiler compiler, Consumer<MemorySegment> free) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        try (Arena memory = Arena.ofConfined()) {
            MemorySegment copy = memory.allocate(Math.max(bytes.length, 1));
            copy.asSlice(0, bytes.length).copyFrom(MemorySegment.ofArray(bytes));
            MemorySegment out = memory.allocate(ADDRESS);
            BlockmaskException.check(compiler.compile(copy, bytes.length, out));
            MemorySegment handle = out.get(ADDRESS, 0);
            CLEANER.register(owner, () -> free.accept(handle));
            return handle;
        }
    }
}
