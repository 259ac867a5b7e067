package org.blockmask;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/**
 * A copy of a table of records, on the heap.
 *
 * @param records the records
 * @param count their number
 * @param stride bytes from one record to the next: at least those of the layout, more with a newer library
 */
record Table(MemorySegment records, int count, int stride) {
    int getInt(int record, long offset) {
        return records.get(ValueLayout.JAVA_INT, at(record) + offset);
    }

    float getFloat(int record, long offset) {
        return records.get(ValueLayout.JAVA_FLOAT, at(record) + offset);
    }

    /** An unsigned number of 16 bits. */
    int getShort(int record, long offset) {
        return Short.toUnsignedInt(records.get(ValueLayout.JAVA_SHORT, at(record) + offset));
    }

    /** An unsigned number of 8 bits. */
    int getByte(int record, long offset) {
        return Byte.toUnsignedInt(records.get(ValueLayout.JAVA_BYTE, at(record) + offset));
    }

    private long at(int record) {
        return (long) record * stride;
    }
}
