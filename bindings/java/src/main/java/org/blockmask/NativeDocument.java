package org.blockmask;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.StructLayout;
import java.lang.ref.Cleaner;
import java.nio.charset.StandardCharsets;
import java.util.function.Function;

/**
 * A blockmask_document that this binding owns. Any number of threads may read it, also while one closes it: it is freed
 * when the last of them is done. The cleaner frees what nobody closes.
 */
final class NativeDocument implements AutoCloseable {
    private static final Cleaner CLEANER = Cleaner.create();

    private final State state;
    private final Cleaner.Cleanable cleanable;

    NativeDocument(MemorySegment address) {
        state = new State(address);
        cleanable = CLEANER.register(this, state);
    }

    /** What the cleaner keeps, which must not refer to the document. */
    private static final class State implements Runnable {
        private final MemorySegment address;
        private int readers;
        private boolean isClosed;

        State(MemorySegment address) {
            this.address = address;
        }

        synchronized MemorySegment enter() {
            if (isClosed) {
                throw new IllegalStateException("the page is closed");
            }
            readers++;
            return address;
        }

        synchronized void leave() {
            readers--;
            freeUnused();
        }

        @Override
        public synchronized void run() {
            isClosed = true;
            freeUnused();
        }

        private void freeUnused() {
            if (isClosed && readers == 0) {
                Native.freeDocument(address);
            }
        }
    }

    @Override
    public void close() {
        cleanable.clean();
    }

    /** Calls functions with the document and with memory for their outputs. */
    interface Reader<T> {
        T read(MemorySegment document, Arena memory);
    }

    <T> T read(Reader<T> reader) {
        MemorySegment document = state.enter();
        try (Arena memory = Arena.ofConfined()) {
            return reader.read(document, memory);
        } finally {
            state.leave();
        }
    }

    void cancel() {
        read((document, memory) -> Native.cancelDocument(document));
    }

    /** A copy of a table, by its constant, with rows of a layout. */
    Table table(int table, StructLayout row) {
        return read((document, memory) -> {
            MemorySegment rows = memory.allocate(Layouts.TABLE);
            BlockmaskException.check(Native.getTable(document, table, rows));
            return Table.copy(rows, row);
        });
    }

    /** A string of a row, by its constant. */
    String string(int string, int index) {
        return read((document, memory) -> {
            MemorySegment length = memory.allocate(JAVA_LONG);
            MemorySegment buffer = memory.allocate(1024);
            int status = Native.writeString(document, string, index, buffer, length);
            if (status == Status.BUFFER_TOO_SMALL.number()) {
                buffer = memory.allocate(length.get(JAVA_LONG, 0));
                status = Native.writeString(document, string, index, buffer, length);
            }
            BlockmaskException.check(status);
            return text(buffer.asSlice(0, length.get(JAVA_LONG, 0)));
        });
    }

    /** What a reader makes of a blockmask_rendered, which is freed. */
    <T> T rendered(int format, int flags, Function<MemorySegment, T> reader) {
        return read((document, memory) -> {
            MemorySegment rendered = memory.allocate(ADDRESS);
            BlockmaskException.check(Native.render(document, format, flags, rendered));
            return taken(rendered, reader);
        });
    }

    /** Likewise of the texts of some fields, by bits. */
    <T> T joined(int fields, Function<MemorySegment, T> reader) {
        return read((document, memory) -> {
            MemorySegment rendered = memory.allocate(ADDRESS);
            BlockmaskException.check(Native.joinFields(document, fields, rendered));
            return taken(rendered, reader);
        });
    }

    private static <T> T taken(MemorySegment output, Function<MemorySegment, T> reader) {
        MemorySegment rendered = output.get(ADDRESS, 0);
        try {
            return reader.apply(rendered.reinterpret(Layouts.RENDERED.byteSize()));
        } finally {
            Native.free(rendered);
        }
    }

    String textFragment(int start, int end) {
        return read((document, memory) -> {
            MemorySegment length = memory.allocate(JAVA_LONG);
            MemorySegment buffer = memory.allocate(1024);
            int status = Native.writeTextFragment(document, start, end, buffer, length);
            if (status == Status.BUFFER_TOO_SMALL.number()) {
                buffer = memory.allocate(length.get(JAVA_LONG, 0));
                status = Native.writeTextFragment(document, start, end, buffer, length);
            }
            BlockmaskException.check(status);
            return text(buffer.asSlice(0, length.get(JAVA_LONG, 0)));
        });
    }

    Range mapRange(int start, int end) {
        return read((document, memory) -> {
            MemorySegment range = memory.allocate(JAVA_INT, 2);
            BlockmaskException.check(Native.mapRange(document, start, end, range, range.asSlice(4)));
            return new Range(range.get(JAVA_INT, 0), range.get(JAVA_INT, 4));
        });
    }

    static String text(MemorySegment bytes) {
        return new String(bytes.toArray(JAVA_BYTE), StandardCharsets.UTF_8);
    }

    /** The bytes at an address that a struct has, with their number after it. */
    static MemorySegment bytes(MemorySegment struct, StructLayout layout, String first, String length) {
        long bytes = struct.get(JAVA_LONG, Layouts.offset(layout, length));
        return struct.get(ADDRESS, Layouts.offset(layout, first)).reinterpret(bytes);
    }
}
