//go:build linux

package blockmask_test

import (
	"os"
	"path/filepath"
	"slices"
	"testing"
	"unicode/utf8"

	"github.com/blockmask/blockmask/bindings/go/blockmask"
	"github.com/blockmask/blockmask/bindings/go/blockmask/internal/cloop"
)

// The pages of the directory BLOCKMASK_PAGES, if it is set.
func extraPages(t *testing.T) [][]byte {
	t.Helper()
	names, _ := filepath.Glob(filepath.Join(os.Getenv("BLOCKMASK_PAGES"), "*.html"))
	return readFiles(t, names)
}

// The joined text of some fields, and where its ranges come from, is as in C.
func TestJoinFieldsAsInC(t *testing.T) {
	analyzer, loop := newAnalyzer(t, nil), newLoop(t)
	for _, html := range pagesToMap(t) {
		page := analyze(t, analyzer, string(html))
		for _, fields := range [][]blockmask.Field{
			blockmask.VisibleFields(), {blockmask.FieldLink, blockmask.FieldText}, {blockmask.FieldTitle}, {},
		} {
			joined, set := must(page.JoinFields(fields...)), uint32(0)
			for _, field := range fields {
				set |= 1 << field
			}
			mapped := rangesOf(joined.Text)
			want := slices.Clone(mapped)
			text, err := loop.MapJoinedRanges(html, set, want)
			if err != nil || text != joined.Text {
				t.Fatalf("%.40q: %v, %.40q, not %.40q", html, err, joined.Text, text)
			}
			for i, r := range mapped {
				if start, end, err := joined.SourceRange(page, r[0], r[1]); err != nil || [2]uint32{start, end} != want[i] {
					t.Fatalf("%.40q %v: %v comes from %d-%d, not %v", html, fields, r, start, end, want[i])
				}
			}
		}
	}
}

func newLoop(t *testing.T) *cloop.Loop {
	t.Helper()
	loop, err := cloop.New(false)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(loop.Close)
	return loop
}

// Fixtures and pages in which text and source differ.
func pagesToMap(t *testing.T) [][]byte {
	t.Helper()
	utf16 := []byte{0xFE, 0xFF}
	for _, r := range "<p>caf\u00e9 &amp; \u4e2d <b>more</b> text" {
		utf16 = append(utf16, byte(r>>8), byte(r))
	}
	pages := append(fixtures(t), utf16, []byte("<meta charset=koi8-r><p>\xc4\xc1 \xc4<p>&nGt;&amp; &ngt; a"),
		[]byte("\xEF\xBB\xBF<p>caf\xc3\xa9 \xff\xfe broken \x00 &#0; a\r\nb &lt;"))
	return append(pages, extraPages(t)...)
}

// Each character of a text, ranges of several, and all of it.
func rangesOf(text string) [][2]uint32 {
	length, middle := uint32(len(text)), uint32(0)
	ranges := [][2]uint32{{length, length}, {0, length}}
	for start := uint32(0); start < length; {
		_, size := utf8.DecodeRuneInString(text[start:])
		end := start + uint32(size)
		ranges = append(ranges, [2]uint32{start, start}, [2]uint32{start, end}, [2]uint32{middle, end})
		for start = end; middle < start/2 || start < length && !utf8.RuneStart(text[middle]); middle++ {
		}
	}
	return ranges
}
