//go:build cgo

package blockmask_test

import (
	"errors"
	"fmt"
	"testing"

	"github.com/blockmask/blockmask/bindings/go/blockmask"
)

func TestSite(t *testing.T) {
	page := func(i int) blockmask.Input {
		html := fmt.Sprintf("<div class=a><p>Our town's newspaper<p>Since 1897</div><p>Story %d of the day it rained", i)
		return blockmask.Input{HTML: []byte(html), Address: fmt.Sprintf("https://site.example/%d", i)}
	}
	analyzer := newAnalyzer(t, nil)
	site, err := blockmask.NewSite(8, 7)
	if err != nil {
		t.Fatal(err)
	}
	for i := range 20 {
		added := must(analyzer.AnalyzeInput(page(i)))
		if err := errors.Join(site.Add(added), added.Close()); err != nil {
			t.Fatal(err)
		}
	}
	bytes, err := site.Bytes()
	if err != nil || site.Pages() != 8 {
		t.Fatalf("%d pages, %v", site.Pages(), err)
	}
	same, err := blockmask.ReadSite(bytes)
	if err != nil {
		t.Fatal(err)
	}
	if err := same.Merge(site); err != nil {
		t.Fatal(err)
	}
	if merged, err := same.Bytes(); err != nil || string(merged) != string(bytes) {
		t.Errorf("merging changed the statistics: %v", err)
	}
	if err := analyzer.SetSite(same); err != nil {
		t.Fatal(err)
	}
	first := analyze(t, analyzer, string(page(30).HTML)).Blocks()[0]
	if !first.IsTemplate || first.PathHash == 0 || first.TextHash == 0 {
		t.Errorf("%+v", first)
	}
	if err := analyzer.SetSite(nil); err != nil {
		t.Error(err)
	}
	if _, err := blockmask.ReadSite(bytes[1:]); !errors.Is(err, blockmask.ErrBadOption) {
		t.Error(err)
	}
	if err := errors.Join(same.Close(), same.Close(), site.Close()); err != nil {
		t.Error(err)
	}
	if _, err := site.Bytes(); !errors.Is(err, blockmask.ErrClosed) || site.Pages() != 0 {
		t.Error(err)
	}
}
