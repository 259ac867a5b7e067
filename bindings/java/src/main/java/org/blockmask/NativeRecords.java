package org.blockmask;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.StructLayout;
import java.util.List;
import java.util.function.IntFunction;
import java.util.stream.IntStream;

/**
 * An array of structs that never grow, in native memory, with pointers to their texts.
 *
 * @param memory the array
 * @param layout of its structs
 */
record NativeRecords(MemorySegment memory, StructLayout layout) {
    <T> List<T> map(IntFunction<T> record) {
        return IntStream.range(0, (int) (memory.byteSize() / layout.byteSize())).mapToObj(record).toList();
    }

    MemorySegment struct(int index) {
        return memory.asSlice(index * layout.byteSize(), layout);
    }

    int number(int index, String member) {
        return memory.get(JAVA_INT, at(index, member));
    }

    String string(int index, String first, String length) {
        return Analyzer.string(memory.get(ADDRESS, at(index, first)).reinterpret(memory.get(JAVA_LONG,
                at(index, length))));
    }

    Range source(int index) {
        return new Range(number(index, "source_start"), number(index, "source_end"));
    }

    private long at(int index, String member) {
        return index * layout.byteSize() + Layouts.offset(layout, member);
    }
}
