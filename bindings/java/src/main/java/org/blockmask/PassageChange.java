package org.blockmask;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.OptionalInt;

/**
 * What became of one passage from one version of a page to another.
 *
 * @param changeKind what became of it
 * @param oldPassage its index in the old version; empty if it came
 * @param newPassage its index in the new version; empty if it went
 */
public record PassageChange(ChangeKind changeKind, OptionalInt oldPassage, OptionalInt newPassage) {
    /**
     * Compares the passages of two versions of a page by their ids, {@link Passage#id}. The texts are not needed, so that
     * an index of passages is brought up to date by the ids that it stores.
     *
     * @param oldIds the ids of the old version, in order
     * @param newIds the ids of the new version, in order
     * @return what became of each passage of the new version, in order, and then the passages that went
     */
    public static List<PassageChange> diffPassages(long[] oldIds, long[] newIds) {
        try (Arena memory = Arena.ofConfined()) {
            MemorySegment rows = memory.allocate(Layouts.TABLE);
            BlockmaskException.check(Native.diffPassages(copy(oldIds, memory), oldIds.length, copy(newIds, memory),
                    newIds.length, rows));
            return Table.take(rows, Layouts.PASSAGE_CHANGE, PassageChange::of);
        }
    }

    private static MemorySegment copy(long[] ids, Arena memory) {
        MemorySegment copy = memory.allocate(JAVA_LONG, Math.max(ids.length, 1));
        MemorySegment.copy(ids, 0, copy, JAVA_LONG, 0, ids.length);
        return copy;
    }

    private static PassageChange of(Table table, int i) {
        return new PassageChange(ChangeKind.of(table.getInt(i, "change_kind")), table.getIndex(i, "old_passage"),
                table.getIndex(i, "new_passage"));
    }
}
