package blockmask

import (
	"reflect"
	"testing"
	"unsafe"
)

// Libraries whose records are longer or shorter than ours.
func TestOtherStrides(t *testing.T) {
	memory := [12]uint32{1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12}
	for _, test := range []struct {
		count, stride uintptr
		want          []Region
	}{
		{2, 8, []Region{{1, 2}, {3, 4}}},
		{3, 16, []Region{{1, 2}, {5, 6}, {9, 10}}},
		{3, 4, []Region{{1, 0}, {2, 0}, {3, 0}}},
		{0, 8, []Region{}},
	} {
		used := []Region{{91, 92}, {93, 94}, {95, 96}, {97, 98}}
		got := copyRecords(used, unsafe.Pointer(&memory), test.count, test.stride)
		if !reflect.DeepEqual(got, test.want) {
			t.Errorf("stride %d: %v", test.stride, got)
		}
	}
	if got := copyRecords[Region](nil, nil, 0, 8); got != nil {
		t.Errorf("%v", got)
	}
}

func TestStringTable(t *testing.T) {
	table := stringTable{text: "abbccc", ends: []uint32{1, 3, 3, 6}}
	for i, want := range []string{"a", "bb", "", "ccc"} {
		if got := table.get(i); got != want {
			t.Errorf("%d: %q", i, got)
		}
	}
}
