package org.blockmask;

import java.util.List;

/**
 * A cell of a data table.
 *
 * @param source its element in the bytes of the page
 * @param table the number of its table on the page, from 0; layout tables are counted, too
 * @param row its first row, from 0
 * @param column its first column, from 0
 * @param rowSpan how many rows it spans; 65,534 if it spans all following rows
 * @param columnSpan how many columns it spans
 * @param isHeader whether it is a header
 * @param isGuessedHeader whether it is a header by its looks alone, and no {@code th}
 * @param firstBlock its first block
 * @param endBlock one past its last block; {@code firstBlock} if it has none
 * @param headers its headers, indices in {@link Page#tableCells}: at most 16
 */
public record TableCell(Range source, int table, int row, int column, int rowSpan, int columnSpan, boolean isHeader,
        boolean isGuessedHeader, int firstBlock, int endBlock, List<Integer> headers) {
    /** Copies the list. */
    public TableCell {
        headers = List.copyOf(headers);
    }

    static TableCell of(Table cells, int i, List<Integer> headers) {
        return new TableCell(cells.source(i), cells.getInt(i, "table"), cells.getInt(i, "row"),
                cells.getInt(i, "column"), cells.getInt(i, "row_span"), cells.getInt(i, "column_span"),
                cells.getInt(i, "is_header") != 0, cells.getInt(i, "is_guessed_header") != 0,
                cells.getInt(i, "first_block"), cells.getInt(i, "end_block"),
                headers.subList(cells.getInt(i, "first_header"), cells.getInt(i, "end_header")));
    }
}
