package org.blockmask;

import java.util.OptionalInt;
import java.util.function.Function;

/**
 * One of the repeated parts of a page. Author, date, rating and price are as written, or empty strings.
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
public record GroupItem(Range source, int firstBlock, int endBlock, OptionalInt parent, String author, String date,
        String rating, String price) {
    static GroupItem of(Table items, int row, Function<Range, String> text) {
        Function<String, String> value = name -> text.apply(items.range(row, name + "_text"));
        return new GroupItem(items.source(row), items.getInt(row, "first_block"), items.getInt(row, "end_block"),
                items.getIndex(row, "parent"), value.apply("author"), value.apply("date"), value.apply("rating"),
                value.apply("price"));
    }
}
