package blockmask_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/blockmask/blockmask/bindings/go/blockmask"
)

// Keeps the compiler from optimizing away results.
var kept *blockmask.Page

// The value of a method of a page that does not fail.
func must[T any](value T, err error) T {
	if err != nil {
		panic(err)
	}
	return value
}

func articleOfSize(size int) []byte {
	var page strings.Builder
	page.WriteString("<!DOCTYPE html><title>Rain</title><ul class=nav><li><a href=/>Home</a><li><a href=/n>News</a></ul>")
	for i := 0; page.Len() < size; i++ {
		fmt.Fprintf(&page, "<div class=\"story s%d\"><h2>Day %d</h2>\n<p>Rain fell on the city for the third day, and "+
			"<b>the river</b> rose &amp; rose; <a href=\"/day/%d\">more about it</a>.</p></div>\n", i%7, i, i)
	}
	return []byte(page.String())
}

func newAnalyzer(t testing.TB, options *blockmask.Options) *blockmask.Analyzer {
	t.Helper()
	var all blockmask.Options
	if options != nil {
		all = *options
	}
	if all.Parts == 0 {
		all.Parts = blockmask.PartsAll
	}
	analyzer, err := blockmask.New(&all)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { analyzer.Close() })
	return analyzer
}

func analyze(t testing.TB, analyzer *blockmask.Analyzer, html string) *blockmask.Page {
	t.Helper()
	page, err := analyzer.Analyze([]byte(html))
	if err != nil {
		t.Fatal(err)
	}
	return page
}

// The pages that the library is tested with.
func fixtures(t testing.TB) [][]byte {
	t.Helper()
	names, _ := filepath.Glob("../../../tests/fixtures/pages/*.html")
	if len(names) == 0 {
		t.Skip("skipped: tests/fixtures/pages is not there")
	}
	return readFiles(t, names)
}

func readFiles(t testing.TB, names []string) (files [][]byte) {
	t.Helper()
	for _, name := range names {
		file, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		files = append(files, file)
	}
	return files
}

func checkInvariants(t testing.TB, html []byte, page *blockmask.Page) {
	t.Helper()
	size, text, last := uint32(len(html)), uint32(len(page.Text())), uint32(0)
	blocks, segments, comments := page.Blocks(), must(page.Segments()), must(page.Comments())
	for i := range blocks {
		b := &blocks[i]
		if b.TextStart < last || b.TextStart > b.TextEnd || b.TextEnd > text ||
			b.SourceStart > b.SourceEnd || b.SourceEnd > size {
			t.Fatalf("block %d: %+v", i, *b)
		}
		if b.Text(page) == "" || strings.ContainsAny(b.Text(page), "\t\n") || b.Role.String() == "unknown" {
			t.Fatalf("block %d: %q %d", i, b.Text(page), b.Role)
		}
		if b.Field.String() == "unknown" || (b.Weight == 0) != (b.Field == blockmask.FieldHidden) {
			t.Fatalf("block %d: %v of weight %d", i, b.Field, b.Weight)
		}
		if b.LinkedTokens > b.Tokens || b.DensityLines == 0 || !(b.Probability >= 0 && b.Probability <= 1) {
			t.Fatalf("block %d: %+v", i, *b)
		}
		if b.Segment != blockmask.None && int(b.Segment) >= len(segments) {
			t.Fatalf("block %d: no segment %d", i, b.Segment)
		}
		if b.Comment != blockmask.None && int(b.Comment) >= len(comments) {
			t.Fatalf("block %d: no comment %d", i, b.Comment)
		}
		last = b.TextEnd
	}
	for i, c := range comments {
		if c.SourceStart > c.SourceEnd || c.SourceEnd > size || c.Parent != blockmask.None && int(c.Parent) >= i {
			t.Fatalf("comment %d: %+v", i, c)
		}
	}
	for _, r := range must(page.MainRegions()) {
		if r.SourceStart > r.SourceEnd || r.SourceEnd > size {
			t.Fatalf("main region %+v", r)
		}
	}
}
