package org.blockmask;

import java.util.List;
import java.util.OptionalInt;
import java.util.function.Function;
import java.util.stream.IntStream;

/**
 * Repeated parts of a page.
 *
 * @param source from its first to its last item in the bytes of the page, with all that stands between
 * @param groupKind what its items are
 * @param probability the probability of the kind, 0 to 1; it is coarse
 * @param isMainList whether its items are those of {@link Page#records}
 * @param items its items, in source order
 */
public record Group(Range source, GroupKind groupKind, float probability, boolean isMainList, List<Item> items) {
    /**
     * One of the repeated parts. Author, date, rating and price are as written, or empty strings.
     *
     * @param source from its first to its last character in the bytes of the page, with all that stands between
     * @param firstBlock its first block
     * @param endBlock one past its last block; some of its blocks may be template or belong to replies
     * @param parent the index of the item of the group that it answers
     * @param author its author
     * @param date its first date
     * @param rating stars, or points with their maximum, such as {@code 4.5/5}
     * @param price its first price, with its currency
     */
    public record Item(Range source, int firstBlock, int endBlock, OptionalInt parent, String author, String date,
            String rating, String price) {}

    static Group of(Table groups, int group, Table items, Function<Range, String> text) {
        IntStream rows = IntStream.range(groups.getInt(group, "first_item"), groups.getInt(group, "end_item"));
        return new Group(groups.source(group), GroupKind.of(groups.getInt(group, "group_kind")),
                groups.getFloat(group, "probability"), groups.getInt(group, "is_main_list") != 0,
                rows.mapToObj(row -> item(items, row, text)).toList());
    }

    private static Item item(Table items, int row, Function<Range, String> text) {
        Function<String, String> value = name -> text.apply(items.range(row, name + "_text"));
        return new Item(items.source(row), items.getInt(row, "first_block"), items.getInt(row, "end_block"),
                items.getIndex(row, "parent"), value.apply("author"), value.apply("date"), value.apply("rating"),
                value.apply("price"));
    }
}
