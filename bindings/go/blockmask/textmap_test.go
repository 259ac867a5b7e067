//go:build linux

package blockmask_test

import (
	"os"
	"path/filepath"
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

// Each character, and ranges of several, map as in C.
func TestMapTextRangeAsInC(t *testing.T) {
	analyzer, page := newAnalyzer(t, &blockmask.Options{TextMap: true}), new(blockmask.Page)
	loop, err := cloop.New(false)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(loop.Close)
	utf16 := []byte{0xFE, 0xFF}
	for _, r := range "<p>caf\u00e9 &amp; \u4e2d <b>more</b> text" {
		utf16 = append(utf16, byte(r>>8), byte(r))
	}
	pages := append(fixtures(t), utf16, []byte("<meta charset=koi8-r><p>\xc4\xc1 \xc4<p>&nGt;&amp; &ngt; a"),
		[]byte("\xEF\xBB\xBF<p>caf\xc3\xa9 \xff\xfe broken \x00 &#0; a\r\nb &lt;"))
	for _, html := range append(pages, extraPages(t)...) {
		if err := analyzer.AnalyzeInto(page, html, ""); err != nil {
			t.Fatal(err)
		}
		text := page.Text()
		length, middle := uint32(len(text)), uint32(0)
		mapped := [][2]uint32{{length, length}, {0, length}}
		for start := uint32(0); start < length; {
			_, size := utf8.DecodeRuneInString(text[start:])
			end := start + uint32(size)
			mapped = append(mapped, [2]uint32{start, start}, [2]uint32{start, end}, [2]uint32{middle, end})
			for start = end; middle < start/2 || !utf8.RuneStart(text[middle]); middle++ {
			}
		}
		want := append([][2]uint32{}, mapped...)
		if err := loop.MapRanges(html, want); err != nil {
			t.Fatal(err)
		}
		for i, r := range mapped {
			if start, end := page.MapTextRange(r[0], r[1]); [2]uint32{start, end} != want[i] {
				t.Fatalf("%.40q: %v comes from %d-%d, not %v", html, r, start, end, want[i])
			}
		}
	}
}
