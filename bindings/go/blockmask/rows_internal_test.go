package blockmask

import (
	"fmt"
	"os"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unsafe"
)

// Libraries whose rows are longer or shorter than ours.
func TestOtherStrides(t *testing.T) {
	memory := [12]uint32{1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12}
	for _, test := range []struct {
		count, stride uintptr
		want          []MainRegion
	}{
		{2, 8, []MainRegion{{1, 2}, {3, 4}}},
		{3, 16, []MainRegion{{1, 2}, {5, 6}, {9, 10}}},
		{3, 4, []MainRegion{{1, 0}, {2, 0}, {3, 0}}},
		{0, 8, nil},
	} {
		got := copyRowsAt[MainRegion](unsafe.Pointer(&memory), test.count, test.stride)
		if !reflect.DeepEqual(got, test.want) {
			t.Errorf("stride %d: %v", test.stride, got)
		}
	}
}

func header(t *testing.T) string {
	t.Helper()
	var text strings.Builder
	for _, name := range []string{"blockmask.h", "blockmask_search.h", "blockmask_experimental.h"} {
		file, err := os.ReadFile("../../../include/" + name)
		if err != nil {
			t.Skip("skipped: the headers of the library are not there")
		}
		text.Write(file)
	}
	return regexp.MustCompile(`(?s)/\*.*?\*/`).ReplaceAllString(text.String(), "")
}

// A name of C as Go writes it.
func goName(name string) string {
	var words strings.Builder
	for _, word := range strings.Split(name, "_") {
		words.WriteString(strings.ToUpper(word[:1]) + word[1:])
	}
	return words.String()
}

// Rows are copied byte for byte: names, offsets and lengths of their members are as in the header.
func TestRowsAreThoseOfC(t *testing.T) {
	declarations, text := regexp.MustCompile(`(\w+) (\w+);`), header(t)
	sizes := map[string]uintptr{"uint8_t": 1, "uint16_t": 2, "uint32_t": 4, "int32_t": 4, "float": 4, "uint64_t": 8}
	for _, row := range []any{
		Block{}, Segment{}, MainRegion{}, Link{}, Comment{}, LayoutArea{}, VisualArea{}, BlockVisibility{},
		BlockStructure{}, Image{}, Annotation{}, Record{}, Piece{},
		Group{}, GroupItem{}, TableCell{}, Quality{}, Counts{}, TextLanguage{},
	} {
		rowType := reflect.TypeOf(row)
		name := strings.ToLower(regexp.MustCompile(`\B[A-Z]`).ReplaceAllString(rowType.Name(), "_$0"))
		_, body, isFound := strings.Cut(text, "typedef struct blockmask_"+name+" {")
		body, _, _ = strings.Cut(body, "}")
		var want, got []string
		offset, widest := uintptr(0), uintptr(1)
		for _, member := range declarations.FindAllStringSubmatch(body, -1) {
			size := sizes[member[1]]
			widest = max(widest, size)
			offset = (offset + size - 1) / size * size
			if !strings.HasPrefix(member[2], "reserved") {
				want = append(want, fmt.Sprint(goName(member[2]), offset, size))
			}
			offset += size
		}
		for i := range rowType.NumField() {
			if field := rowType.Field(i); field.Name != "_" {
				got = append(got, fmt.Sprint(field.Name, field.Offset, field.Type.Size()))
			}
		}
		if !isFound || !slices.Equal(got, want) || rowType.Size() != (offset+widest-1)/widest*widest {
			t.Errorf("%s: %v, not %v", name, got, want)
		}
	}
}

// The position of each value of an option is its number in the header.
func TestValuesAreThoseOfC(t *testing.T) {
	text := header(t)
	check := func(option string, values ...any) {
		t.Helper()
		for number, value := range values {
			name := strings.ToUpper(strings.ReplaceAll(fmt.Sprint(value), "-", "_"))
			if define := fmt.Sprintf("#define BLOCKMASK_%s_%s %d", option, name, number); !strings.Contains(text, define) {
				t.Errorf("the header has no %q", define)
			}
		}
	}
	check("ON_LIMIT", anyOf(onLimits)...)
	check("TOKENS", anyOf(tokenModes)...)
	check("FUSION", anyOf(fusionMethods)...)
	check("MASK", anyOf(maskMethods)...)
	check("COMMENTS", anyOf(commentModes)...)
	check("FINGERPRINT", anyOf(fingerprintTexts)...)
	check("STYLE_DENSITY", anyOf(styleDensityMethods)...)
	check("TAG_PATH_FILTER", anyOf(tagPathFilters)...)
	check("TAG_PATH_STYLE", anyOf(tagPathStyles)...)
	check("TAG_PATH_CONTENT_TEST", anyOf(tagPathContentTests)...)
	check("SEEKER_MODEL", anyOf(seekerModels)...)
	check("SEEKER_LEARNER", anyOf(seekerLearners)...)
	check("SEEKER_TEXT", anyOf(seekerTexts)...)
}

func anyOf[T any](values []T) (list []any) {
	for _, value := range values {
		list = append(list, value)
	}
	return list
}
