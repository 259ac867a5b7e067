package org.blockmask;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.StructLayout;
import java.lang.foreign.ValueLayout;
import java.util.List;
import java.util.function.IntFunction;
import java.util.stream.IntStream;

/**
 * The rows of a table, in memory of the library's or copied to the heap.
 *
 * @param rows the rows
 * @param count their number
 * @param stride bytes from one row to the next: at least those of the layout, more with a newer library
 */
record Table(MemorySegment rows, int count, int stride) {
    /** The table that a blockmask_table describes, as long as the library keeps it. */
    static Table of(MemorySegment table) {
        int count = Math.toIntExact(table.get(JAVA_LONG, Layouts.offset(Layouts.TABLE, "count")));
        int stride = Math.toIntExact(table.get(JAVA_LONG, Layouts.offset(Layouts.TABLE, "stride")));
        return new Table(table.get(ADDRESS, 0).reinterpret((long) count * stride), count, stride);
    }

    /** A copy of the table that a blockmask_table describes. */
    static Table copy(MemorySegment table) {
        Table from = of(table);
        MemorySegment copy = MemorySegment.ofArray(new long[Math.toIntExact((from.rows.byteSize() + 7) / 8)]);
        return new Table(copy.copyFrom(from.rows), from.count, from.stride);
    }

    <T> List<T> map(IntFunction<T> row) {
        return IntStream.range(0, count).mapToObj(row).toList();
    }

    int getInt(int row, long offset) {
        return rows.get(ValueLayout.JAVA_INT, at(row) + offset);
    }

    float getFloat(int row, long offset) {
        return rows.get(ValueLayout.JAVA_FLOAT, at(row) + offset);
    }

    /** An unsigned number of 16 bits. */
    int getShort(int row, long offset) {
        return Short.toUnsignedInt(rows.get(ValueLayout.JAVA_SHORT, at(row) + offset));
    }

    /** An unsigned number of 8 bits. */
    int getByte(int row, long offset) {
        return Byte.toUnsignedInt(rows.get(ValueLayout.JAVA_BYTE, at(row) + offset));
    }

    int number(StructLayout layout, int row, String member) {
        return getInt(row, Layouts.offset(layout, member));
    }

    Range range(StructLayout layout, int row, String start, String end) {
        return new Range(number(layout, row, start), number(layout, row, end));
    }

    Range source(StructLayout layout, int row) {
        return range(layout, row, "source_start", "source_end");
    }

    String string(StructLayout layout, int row, String first, String length) {
        return NativeDocument.text(NativeDocument.bytes(struct(row), layout, first, length));
    }

    MemorySegment struct(int row) {
        return rows.asSlice(at(row), stride);
    }

    private long at(int row) {
        return (long) row * stride;
    }
}
