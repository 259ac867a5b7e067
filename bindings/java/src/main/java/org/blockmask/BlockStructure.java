package org.blockmask;

import java.util.OptionalInt;

/**
 * What a block is in its document.
 *
 * @param type what it is
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
public record BlockStructure(BlockType type, OptionalInt heading, OptionalInt list, OptionalInt item,
        OptionalInt number, int listDepth, Cell cell, int quoteDepth, Range language, Direction direction) {
    private static final int NONE = -1;

    private static final long TABLE = offset("table");
    private static final long ROW = offset("row");
    private static final long COLUMN = offset("column");
    private static final long ROW_SPAN = offset("row_span");
    private static final long COLUMN_SPAN = offset("column_span");
    private static final long IS_HEADER = offset("is_header");
    private static final long IS_ORDERED = offset("is_ordered");
    private static final long LANGUAGE_START = offset("language_source_start");
    private static final long LANGUAGE_END = offset("language_source_end");
    private static final long BLOCK_TYPE = offset("block_type");
    private static final long HEADING = offset("heading");
    private static final long LIST = offset("list");
    private static final long ITEM = offset("item");
    private static final long NUMBER = offset("number");
    private static final long LIST_DEPTH = offset("list_depth");
    private static final long QUOTE_DEPTH = offset("quote_depth");
    private static final long DIRECTION = offset("direction");

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
        if (table.getInt(index, TABLE) != NONE) {
            cell = new Cell(table.getInt(index, TABLE), table.getInt(index, ROW),
                    table.getShort(index, COLUMN), table.getShort(index, ROW_SPAN),
                    table.getShort(index, COLUMN_SPAN), table.getByte(index, IS_HEADER) != 0);
        }
        boolean isOrdered = table.getByte(index, IS_ORDERED) != 0;
        Range language = new Range(table.getInt(index, LANGUAGE_START),
                table.getInt(index, LANGUAGE_END));
        return new BlockStructure(BlockType.of(table.getByte(index, BLOCK_TYPE)),
                optional(table.getInt(index, HEADING)), optional(table.getInt(index, LIST)),
                optional(table.getInt(index, ITEM)),
                isOrdered ? OptionalInt.of(table.getInt(index, NUMBER)) : OptionalInt.empty(),
                table.getShort(index, LIST_DEPTH), cell, table.getShort(index, QUOTE_DEPTH),
                language, Direction.of(table.getByte(index, DIRECTION)));
    }

    private static long offset(String member) {
        return Layouts.offset(Layouts.BLOCK_STRUCTURE, member);
    }

    private static OptionalInt optional(int number) {
        return number == NONE ? OptionalInt.empty() : OptionalInt.of(number);
    }
}
