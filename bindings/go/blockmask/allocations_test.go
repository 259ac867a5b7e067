//go:build !asan

package blockmask_test

import (
	"testing"

	"github.com/blockmask/blockmask/bindings/go/blockmask"
)

// Only results are allocated: the page, and its text and tables together.
func TestAllocations(t *testing.T) {
	analyzer := newAnalyzer(t, nil)
	html := articleOfSize(20_000)
	page := new(blockmask.Page)
	if got := testing.AllocsPerRun(50, func() { kept, _ = analyzer.Analyze(html) }); got > 2 {
		t.Errorf("%v allocations for a new page", got)
	}
	if got := testing.AllocsPerRun(50, func() { _ = analyzer.AnalyzeInto(page, html, "utf-8") }); got > 1 {
		t.Errorf("%v allocations for a page that is reused", got)
	}
}
