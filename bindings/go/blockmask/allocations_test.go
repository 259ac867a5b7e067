//go:build !asan

package blockmask_test

import "testing"

// Only results are allocated: the page, its text, its blocks, and what frees it.
func TestAllocations(t *testing.T) {
	analyzer := newAnalyzer(t, nil)
	html := articleOfSize(20_000)
	analyzeAndClose := func() {
		kept, _ = analyzer.Analyze(html)
		kept.Close()
	}
	if got := testing.AllocsPerRun(50, analyzeAndClose); got > 5 {
		t.Errorf("%v allocations for a page", got)
	}
	kept, _ = analyzer.Analyze(html)
	mapRange := func() { _, _, _ = kept.MapTextRange(3, 9) }
	if got := testing.AllocsPerRun(50, mapRange); got > 0 {
		t.Errorf("%v allocations for a range", got)
	}
	tagPath := func() { _, _ = kept.TagPath(3) }
	if got := testing.AllocsPerRun(50, tagPath); got > 1 {
		t.Errorf("%v allocations for a tag path", got)
	}
}
