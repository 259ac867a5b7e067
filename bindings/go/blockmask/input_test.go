package blockmask_test

import (
	"context"
	"testing"

	"github.com/blockmask/blockmask/bindings/go/blockmask"
)

// A link to the address of the page leads to the page itself.
func TestAddress(t *testing.T) {
	html := []byte("<p>Rain fell on the city for the third day.<ul><li><a href=https://example.org/a#s>Section</a></ul>")
	analyzer, pool, ctx := newAnalyzer(t, nil), newPool(t, 2), context.Background()
	inputs := []blockmask.Input{
		{HTML: html}, {HTML: html, Address: "https://example.org/a"}, {HTML: html, Address: "https://example.org/b"},
		{HTML: html, Address: "\xff not an address"},
	}
	want := []blockmask.Field{blockmask.FieldLink, blockmask.FieldInPageLink, blockmask.FieldLink, blockmask.FieldLink}
	check := func(i int, page *blockmask.Page) {
		t.Helper()
		last := page.Blocks()[len(page.Blocks())-1]
		if last.Field != want[i] || (last.LinkTargets == 0) != (want[i] == blockmask.FieldInPageLink) {
			t.Errorf("at %q: %v with %d targets", inputs[i].Address, last.Field, last.LinkTargets)
		}
	}
	for i, input := range inputs {
		once, err := analyzer.AnalyzeInput(input)
		if err != nil {
			t.Fatal(err)
		}
		check(i, once)
		if once, err = pool.AnalyzeInput(ctx, input); err != nil {
			t.Fatal(err)
		}
		check(i, once)
	}
	for _, analyze := range []func(context.Context, []blockmask.Input) ([]*blockmask.Page, error){
		analyzer.AnalyzeInputs, pool.AnalyzeInputs,
	} {
		pages, err := analyze(ctx, inputs)
		if err != nil {
			t.Fatal(err)
		}
		for i, page := range pages {
			check(i, page)
		}
	}
	latin, err := analyzer.AnalyzeInput(blockmask.Input{HTML: []byte("<p>caf\xe9"), Charset: "iso-8859-1"})
	if err != nil || latin.Text() != "café\n" {
		t.Errorf("%v %q", err, latin.Text())
	}
}
