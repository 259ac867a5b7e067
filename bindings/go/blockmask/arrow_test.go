package blockmask_test

import (
	"errors"
	"testing"
	"unsafe"

	"github.com/blockmask/blockmask/bindings/go/blockmask"
)

// The structs of the Arrow C data interface, as far as the tests read them.
type arrowSchema struct {
	format, name, metadata unsafe.Pointer
	flags, children        int64
	_                      [2]unsafe.Pointer
	release, private       unsafe.Pointer
}

type arrowArray struct {
	length, nulls, offset, bufferCount, childCount int64
	buffers                                        *[3]unsafe.Pointer
	children                                       *[21]*arrowArray
	dictionary, release, private                   unsafe.Pointer
}

// A text of a large_string column.
func (a *arrowArray) text(row int) string {
	offsets := unsafe.Slice((*int64)(a.buffers[1]), a.length+1)
	return string(unsafe.Slice((*byte)(a.buffers[2]), offsets[a.length])[offsets[row]:offsets[row+1]])
}

func exportBatch(t *testing.T, inputs []blockmask.Input, columns blockmask.Columns) (*arrowSchema, *arrowArray) {
	t.Helper()
	analyzer := newAnalyzer(t, nil)
	schema, array := new(arrowSchema), new(arrowArray)
	if err := analyzer.ExportBatch(inputs, columns, unsafe.Pointer(schema), unsafe.Pointer(array)); err != nil {
		t.Fatal(err)
	}
	if err := analyzer.Close(); err != nil {
		t.Fatal(err)
	}
	return schema, array
}

func TestExportBatch(t *testing.T) {
	inputs := []blockmask.Input{
		{HTML: []byte("<title>Rain</title><p>Rain fell."), Charset: string([]byte("utf-8"))},
		{},
		{HTML: []byte{}},
		{HTML: []byte("<title>Caf\xe9</title>"), Charset: "iso-8859-1", Address: "https://example.org/"},
	}
	schema, array := exportBatch(t, inputs, blockmask.ColumnTitle|blockmask.ColumnMainText)
	if array.length != 4 || array.childCount != 4 || schema.children != 4 {
		t.Fatal(array, schema)
	}
	status, title := array.children[0], array.children[3]
	for row, want := range []string{"ok", "missing", "ok", "ok"} {
		if got := status.text(row); got != want {
			t.Errorf("row %d: %s, not %s", row, got, want)
		}
	}
	if title.text(0) != "Rain" || title.text(3) != "Caf\u00e9" || title.nulls != 2 {
		t.Error(title.text(0), title.text(3), title.nulls)
	}
	blockmask.ReleaseArrow(unsafe.Pointer(schema), unsafe.Pointer(array))
	if schema.release != nil || array.release != nil {
		t.Error("not released")
	}
	blockmask.ReleaseArrow(unsafe.Pointer(schema), unsafe.Pointer(array))
	blockmask.ReleaseArrow(nil, nil)
}

func TestExportBatchOfNothing(t *testing.T) {
	schema, array := exportBatch(t, nil, blockmask.ColumnsAll)
	if array.length != 0 || array.childCount != 33 {
		t.Error(array)
	}
	blockmask.ReleaseArrow(unsafe.Pointer(schema), nil)
	blockmask.ReleaseArrow(nil, unsafe.Pointer(array))
}

func TestExportBatchErrors(t *testing.T) {
	analyzer := newAnalyzer(t, nil)
	schema, array := new(arrowSchema), new(arrowArray)
	err := analyzer.ExportBatch(nil, 1<<31, unsafe.Pointer(schema), unsafe.Pointer(array))
	if !errors.Is(err, blockmask.ErrBadArgument) || array.release != nil {
		t.Error(err)
	}
	if err := analyzer.ExportBatch(nil, blockmask.ColumnsAll, nil, unsafe.Pointer(array)); err == nil {
		t.Error("no error for a nil schema")
	}
	analyzer.Close()
	err = analyzer.ExportBatch(nil, blockmask.ColumnsAll, unsafe.Pointer(schema), unsafe.Pointer(array))
	if !errors.Is(err, blockmask.ErrClosed) {
		t.Error(err)
	}
}
