package org.blockmask;

import java.util.List;
import java.util.function.Function;
import java.util.stream.IntStream;

/**
 * Repeated parts of a page.
 *
 * @param source from its first to its last item in the bytes of the page, with all that stands between
 * @param groupKind what its items are
 * @param probability the probability of the kind, 0 to 1; it is coarse
 * @param isMainList whether its items are the entries of {@link Page#records}
 * @param items its items, in source order
 */
public record Group(Range source, GroupKind groupKind, float probability, boolean isMainList, List<GroupItem> items) {
    static Group of(Table groups, int group, Table items, Function<Range, String> text) {
        IntStream rows = IntStream.range(groups.getInt(group, "first_item"), groups.getInt(group, "end_item"));
        return new Group(groups.source(group), GroupKind.of(groups.getInt(group, "group_kind")),
                groups.getFloat(group, "probability"), groups.getInt(group, "is_main_list") != 0,
                rows.mapToObj(row -> GroupItem.of(items, row, text)).toList());
    }
}
