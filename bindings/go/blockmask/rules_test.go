package blockmask_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/blockmask/blockmask/bindings/go/blockmask"
)

func TestRules(t *testing.T) {
	analyzer := newAnalyzer(t, nil)
	rules := must(blockmask.ReadRules("blockmask rules 1\nrole aside .b\ntemplate .a"))
	html := []byte("<p>Rain fell on the city for three days.<p class=a>The river rose.")
	for _, set := range []*blockmask.Rules{rules, nil} {
		if err := analyzer.SetRules(set); err != nil {
			t.Fatal(err)
		}
		page := must(analyzer.Analyze(html))
		want := uint32(1)
		if set == nil {
			want = blockmask.None
		}
		if found := must(page.BlockRules()); len(found) != 2 || found[0] != blockmask.None || found[1] != want {
			t.Errorf("%v", found)
		}
		page.Close()
	}
	// The last one decides, and a page is not left without text.
	html = []byte("<h1>Rain</h1><p>Rain fell on the city for three days, and the river rose above its banks.")
	for text, want := range map[string]uint32{"template p\ncontent p": 1, "content p\ntemplate *": blockmask.None} {
		if err := analyzer.SetRules(must(blockmask.ReadRules("blockmask rules 1\n" + text))); err != nil {
			t.Fatal(err)
		}
		page := must(analyzer.Analyze(html))
		if found := must(page.BlockRules()); want != blockmask.None && found[1] != want {
			t.Errorf("%s: %v", text, found)
		}
		if fell := page.Fallbacks()&blockmask.FallbackRules != 0; fell != (want == blockmask.None) {
			t.Errorf("%s: %v", text, page.Fallbacks())
		}
		page.Close()
	}
	_, err := blockmask.ReadRules("blockmask rules 1\nhide .a")
	if !errors.Is(err, blockmask.ErrBadArgument) || !strings.Contains(err.Error(), "line 2, column 1") {
		t.Error(err)
	}
}
