package org.blockmask;

/**
 * Something that a page says about itself.
 *
 * @param kind what it is about
 * @param name depends on the kind; empty for most
 * @param value its value: character references decoded, whitespace collapsed
 * @param source what states it in the bytes of the page; empty if it is not from the page
 * @param origin where it is from
 * @param confidence of dates, headlines and authors how certain they are, in percent, to rank them; else 0
 * @param applies whether a directive applies
 * @param objectType of {@link FactKind#PROPERTY} the types of the object that has the property, separated by spaces;
 *     else empty
 * @param entity of {@link FactKind#PROPERTY} the number of the entity, from 0; else 0
 */
public record Fact(FactKind kind, String name, String value, Range source, FactOrigin origin, int confidence,
        boolean applies, String objectType, long entity) {
    static Fact of(Table table, int i) {
        return new Fact(FactKind.of(table.getInt(i, "kind")),
                table.string(i, "name", "name_length"),
                table.string(i, "value", "value_length"), table.source(i),
                FactOrigin.of(table.getInt(i, "origin")),
                table.getInt(i, "confidence"), table.getInt(i, "applies") != 0,
                table.string(i, "object_type", "object_type_length"), table.getLong(i, "entity"));
    }
}
