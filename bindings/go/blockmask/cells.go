package blockmask

// #include "bridge.h"
import "C"

// TableCell is a cell of a data table.
type TableCell struct {
	// Its element in the bytes of the page.
	SourceStart, SourceEnd uint32
	// The number of its table on the page, from 0; layout tables are counted, too.
	Table uint32
	// Its first row and its first column, from 0.
	Row, Column uint32
	// How many rows it spans, 65534 if all following ones, and how many columns.
	RowSpan, ColumnSpan uint32
	// 1 if it is a header, else 0.
	IsHeader uint32
	// 1 if it is a header by its looks alone, and no th; else 0.
	IsGuessedHeader uint32
	// Its first block, and one past its last one; both are equal if it has none.
	FirstBlock, EndBlock uint32
	// Its first header, and one past its last one, in the result of Page.CellHeaders.
	FirstHeader, EndHeader uint32
}

// TableCells is the cells of the data tables of the page, in its order.
func (p *Page) TableCells() ([]TableCell, error) {
	return table[TableCell](p, C.BLOCKMASK_TABLE_CELLS)
}

// CellHeaders is the headers of all cells: indices of cells in the result of Page.TableCells.
func (p *Page) CellHeaders() ([]uint32, error) {
	return table[uint32](p, C.BLOCKMASK_TABLE_CELL_HEADERS)
}
