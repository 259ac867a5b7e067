package org.blockmask;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_FLOAT;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static java.lang.foreign.ValueLayout.JAVA_SHORT;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.StructLayout;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.function.BiFunction;
import java.util.function.IntFunction;
import java.util.stream.IntStream;

/**
 * The rows of a table, in memory of the library's or copied to the heap. Members of rows have the names of the headers.
 *
 * @param rows the rows
 * @param count their number
 * @param stride bytes from one row to the next: at least as many as in the layout, more with a newer library
 * @param offsets where the members of a row are
 */
record Table(MemorySegment rows, int count, int stride, Map<String, Long> offsets) {
    private static final int NONE = -1;

    /** The table that a blockmask_table describes, as long as the library keeps it. */
    static Table of(MemorySegment table, StructLayout row) {
        int count = Math.toIntExact(table.get(JAVA_LONG, Layouts.offset(Layouts.TABLE, "count")));
        int stride = Math.toIntExact(table.get(JAVA_LONG, Layouts.offset(Layouts.TABLE, "stride")));
        return new Table(table.get(ADDRESS, 0).reinterpret((long) count * stride), count, stride, Layouts.offsets(row));
    }

    /** A copy of the table that a blockmask_table describes. */
    static Table copy(MemorySegment table, StructLayout row) {
        Table from = of(table, row);
        MemorySegment copy = MemorySegment.ofArray(new long[Math.toIntExact((from.rows.byteSize() + 7) / 8)]);
        return new Table(copy.copyFrom(from.rows), from.count, from.stride, from.offsets);
    }

    /** What a reader makes of each row of a table that the library made for the caller, which is freed. */
    static <T> List<T> take(MemorySegment rows, StructLayout row, BiFunction<Table, Integer, T> reader) {
        try {
            Table table = of(rows, row);
            return table.map(i -> reader.apply(table, i));
        } finally {
            Native.free(rows.get(ADDRESS, 0));
        }
    }

    <T> List<T> map(IntFunction<T> row) {
        return IntStream.range(0, count).mapToObj(row).toList();
    }

    int getInt(int row, String member) {
        return rows.get(JAVA_INT, at(row, member));
    }

    long getLong(int row, String member) {
        return rows.get(JAVA_LONG, at(row, member));
    }

    float getFloat(int row, String member) {
        return rows.get(JAVA_FLOAT, at(row, member));
    }

    /** An unsigned number of 16 bits. */
    int getShort(int row, String member) {
        return Short.toUnsignedInt(rows.get(JAVA_SHORT, at(row, member)));
    }

    /** An unsigned number of 8 bits. */
    int getByte(int row, String member) {
        return Byte.toUnsignedInt(rows.get(JAVA_BYTE, at(row, member)));
    }

    /** An index, which need not be there. */
    OptionalInt getIndex(int row, String member) {
        int index = getInt(row, member);
        return index == NONE ? OptionalInt.empty() : OptionalInt.of(index);
    }

    Range range(int row, String name) {
        return new Range(getInt(row, name + "_start"), getInt(row, name + "_end"));
    }

    Range source(int row) {
        return range(row, "source");
    }

    String string(int row, String first, String length) {
        return NativeDocument.text(getAddress(row, first).reinterpret(rows.get(JAVA_LONG, at(row, length))));
    }

    MemorySegment getAddress(int row, String member) {
        return rows.get(ADDRESS, at(row, member));
    }

    private long at(int row, String member) {
        return (long) row * stride + offsets.get(member);
    }
}
