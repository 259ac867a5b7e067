package blockmask

// #include "bridge.h"
import "C"

import (
	"runtime"
	"unsafe"
)

// Columns are the columns of an Arrow batch, a set. Two are always there: status and error.
type Columns uint32

// The columns, each named as its constant in snake case. docs/arrow.md in the repository has their
// types and units.
const (
	ColumnMainText          Columns = C.BLOCKMASK_COLUMN_MAIN_TEXT
	ColumnText              Columns = C.BLOCKMASK_COLUMN_TEXT
	ColumnTitle             Columns = C.BLOCKMASK_COLUMN_TITLE
	ColumnKind              Columns = C.BLOCKMASK_COLUMN_KIND
	ColumnEncoding          Columns = C.BLOCKMASK_COLUMN_ENCODING
	ColumnIsRecovered       Columns = C.BLOCKMASK_COLUMN_IS_RECOVERED
	ColumnTruncation        Columns = C.BLOCKMASK_COLUMN_TRUNCATION
	ColumnBlocks            Columns = C.BLOCKMASK_COLUMN_BLOCKS
	ColumnSegments          Columns = C.BLOCKMASK_COLUMN_SEGMENTS
	ColumnMainRegions       Columns = C.BLOCKMASK_COLUMN_MAIN_REGIONS
	ColumnLinks             Columns = C.BLOCKMASK_COLUMN_LINKS
	ColumnFingerprint       Columns = C.BLOCKMASK_COLUMN_FINGERPRINT
	ColumnKindProbabilities Columns = C.BLOCKMASK_COLUMN_KIND_PROBABILITIES
	ColumnMainHTML          Columns = C.BLOCKMASK_COLUMN_MAIN_HTML
	ColumnComments          Columns = C.BLOCKMASK_COLUMN_COMMENTS
	ColumnImages            Columns = C.BLOCKMASK_COLUMN_IMAGES
	ColumnRecords           Columns = C.BLOCKMASK_COLUMN_RECORDS
	ColumnFacts             Columns = C.BLOCKMASK_COLUMN_FACTS
	ColumnHeadline          Columns = C.BLOCKMASK_COLUMN_HEADLINE
	ColumnAnnotations       Columns = C.BLOCKMASK_COLUMN_ANNOTATIONS
	ColumnFallbacks         Columns = C.BLOCKMASK_COLUMN_FALLBACKS
	ColumnGroups            Columns = C.BLOCKMASK_COLUMN_GROUPS
	ColumnTableCells        Columns = C.BLOCKMASK_COLUMN_TABLE_CELLS
	ColumnQuality           Columns = C.BLOCKMASK_COLUMN_QUALITY
	ColumnMarkdown          Columns = C.BLOCKMASK_COLUMN_MARKDOWN
	ColumnPassages          Columns = C.BLOCKMASK_COLUMN_PASSAGES
	ColumnCounts            Columns = C.BLOCKMASK_COLUMN_COUNTS
	ColumnBlockCounts       Columns = C.BLOCKMASK_COLUMN_BLOCK_COUNTS
	ColumnPageLanguage      Columns = C.BLOCKMASK_COLUMN_PAGE_LANGUAGE
	ColumnBlockLanguages    Columns = C.BLOCKMASK_COLUMN_BLOCK_LANGUAGES
	ColumnProperties        Columns = C.BLOCKMASK_COLUMN_PROPERTIES

	// ColumnsDefault is main_text, title, kind, blocks and fingerprint.
	ColumnsDefault Columns = C.BLOCKMASK_COLUMNS_DEFAULT
	// ColumnsAll is all columns.
	ColumnsAll Columns = C.BLOCKMASK_COLUMNS_ALL
)

// ExportBatch analyzes pages and writes their results as an Arrow record batch, one row for each page, in the Arrow C data
// interface: schema and array are the addresses of a struct ArrowSchema and a struct ArrowArray, in Go's memory or in C's,
// which need not be initialized. They are independent of the analyzer. With github.com/apache/arrow-go, which is not a
// dependency of this package:
//
//	var schema cdata.CArrowSchema
//	var array cdata.CArrowArray
//	err := analyzer.ExportBatch(inputs, blockmask.ColumnsDefault, unsafe.Pointer(&schema), unsafe.Pointer(&array))
//	// ...
//	batch, err := cdata.ImportCRecordBatch(&array, &schema)
//
// What no consumer has taken is released with ReleaseArrow.
//
// A page that fails is a row with another status than "ok", without effect on the others; the status of an Input whose
// HTML is nil is "missing". After Cancel the rest is "cancelled". An error means that nothing was written.
func (a *Analyzer) ExportBatch(inputs []Input, columns Columns, schema, array unsafe.Pointer) error {
	var pinner runtime.Pinner
	defer pinner.Unpin()
	list := make([]C.blockmask_input, len(inputs))
	for i, input := range inputs {
		list[i] = pinned(&pinner, input)
	}
	return a.do(func() C.blockmask_status {
		return C.blockmask_export_arrow(a.analyzer, unsafe.SliceData(list), C.size_t(len(list)), C.uint32_t(columns),
			(*C.struct_ArrowSchema)(schema), (*C.struct_ArrowArray)(array))
	})
}

// ReleaseArrow frees what a struct ArrowSchema and a struct ArrowArray refer to, unless they were released or moved before.
// Either address may be nil.
func ReleaseArrow(schema, array unsafe.Pointer) {
	C.bridge_release((*C.struct_ArrowSchema)(schema), (*C.struct_ArrowArray)(array))
}

// An input whose bytes do not move; NULL for a page that is nil, but not for an empty one.
func pinned(pinner *runtime.Pinner, input Input) C.blockmask_input {
	in := C.blockmask_input{size: C.sizeof_blockmask_input}
	if len(input.HTML) > 0 {
		in.html, in.length = cBytes(input.HTML)
		pinner.Pin(in.html)
	} else if input.HTML != nil {
		in.html = &C.bridge_no_bytes[0]
	}
	hints := &C.blockmask_hints{size: C.sizeof_blockmask_hints}
	if hints.charset, hints.charset_length = cString(input.Charset); hints.charset != nil {
		pinner.Pin(hints.charset)
	}
	if hints.address, hints.address_length = cString(input.Address); hints.address != nil {
		pinner.Pin(hints.address)
	}
	pinner.Pin(hints)
	in.hints = hints
	return in
}
