// Package arrow imports batches of blockmask with Arrow for Go.
package arrow

import (
	"testing"
	"unsafe"

	"github.com/apache/arrow-go/v18/arrow/array"
	"github.com/apache/arrow-go/v18/arrow/cdata"
	"github.com/blockmask/blockmask/bindings/go/blockmask"
)

func TestArrowForGoReadsBatches(t *testing.T) {
	analyzer, err := blockmask.New(nil)
	if err != nil {
		t.Fatal(err)
	}
	inputs := []blockmask.Input{
		{HTML: []byte("<title>Rain</title><p>Rain fell on the city for the third day, and the river rose.")},
		{},
	}
	var schema cdata.CArrowSchema
	var structs cdata.CArrowArray
	err = analyzer.ExportBatch(inputs, blockmask.ColumnsAll, unsafe.Pointer(&schema), unsafe.Pointer(&structs))
	if err != nil {
		t.Fatal(err)
	}
	analyzer.Close()
	batch, err := cdata.ImportCRecordBatch(&structs, &schema)
	if err != nil {
		t.Fatal(err)
	}
	defer batch.Release()
	if batch.NumRows() != 2 || batch.NumCols() != 16 || batch.ColumnName(4) != "title" {
		t.Fatal(batch.Schema())
	}
	status, title := batch.Column(0).(*array.LargeString), batch.Column(4).(*array.LargeString)
	if status.Value(0) != "ok" || status.Value(1) != "missing" || title.Value(0) != "Rain" || !title.IsNull(1) {
		t.Error(status, title)
	}
	blocks := batch.Column(9).(*array.List)
	texts := blocks.ListValues().(*array.Struct).Field(0).(*array.LargeString)
	if texts.Len() != 2 || texts.Value(0) != "Rain" || !blocks.IsNull(1) {
		t.Error(blocks)
	}
}
