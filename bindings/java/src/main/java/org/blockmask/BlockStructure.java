package org.blockmask;

import java.util.OptionalInt;

/**
 * What a block is in its document.
 *
 * @param blockType what it is
 * @param heading the block that is the nearest heading above it, of a higher rank if it is a heading; the headings
 *     above that heading are found in its row
 * @param list the number of the innermost list, from 0
 * @param item the position of the item in its list, from 0
 * @param number the number that the item of an ordered list shows
 * @param listDepth how many lists there are around it
 * @param cell its cell in a table that does not only lay out the page, or null
 * @param quoteDepth how many {@code blockquote} elements there are around it
 * @param language the value of the {@code lang} attribute that holds for it, in the bytes of the page; empty if there
 *     is none
 * @param direction the direction of its text
 */
public record BlockStructure(BlockType blockType, OptionalInt heading, OptionalInt list, OptionalInt item,
        OptionalInt number, int listDepth, Cell cell, int quoteDepth, Range language, Direction direction) {
    /**
     * A cell of a table.
     *
     * @param table the number of the table, from 0
     * @param row its first row, from 0
     * @param column its first column, from 0; 65535 stands for all further ones, too
     * @param rowSpan how many rows it spans; 65534 if all that follow
     * @param columnSpan how many columns it spans
     * @param isHeader whether it is a {@code th}
     */
    public record Cell(int table, int row, int column, int rowSpan, int columnSpan, boolean isHeader) {}

    /** Reads a blockmask_block_structure. */
    static BlockStructure of(Table table, int index) {
        Cell cell = null;
        if (table.getIndex(index, "table").isPresent()) {
            cell = new Cell(table.getInt(index, "table"), table.getInt(index, "row"), table.getShort(index, "column"),
                    table.getShort(index, "row_span"), table.getShort(index, "column_span"),
                    table.getByte(index, "is_header") != 0);
        }
        boolean isOrdered = table.getByte(index, "is_ordered") != 0;
        return new BlockStructure(BlockType.of(table.getByte(index, "block_type")), table.getIndex(index, "heading"),
                table.getIndex(index, "list"), table.getIndex(index, "item"),
                isOrdered ? OptionalInt.of(table.getInt(index, "number")) : OptionalInt.empty(),
                table.getShort(index, "list_depth"), cell, table.getShort(index, "quote_depth"),
                table.range(index, "language_source"), Direction.of(table.getByte(index, "direction")));
    }
}
