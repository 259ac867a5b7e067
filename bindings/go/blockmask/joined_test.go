package blockmask_test

import (
	"fmt"
	"log"
	"math"
	"strings"
	"testing"

	"github.com/blockmask/blockmask/bindings/go/blockmask"
)

func TestJoinFields(t *testing.T) {
	html := "<title>Caf&eacute;</title><nav><a href=/>Home</a></nav><h1>Menu</h1><p>Tea &amp; cake"
	page := analyze(t, newAnalyzer(t, nil), html)
	joined := must(page.JoinFields(blockmask.FieldH1, blockmask.FieldText, blockmask.FieldTitle, blockmask.FieldTitle))
	if joined.Text != "Café\nMenu\nTea & cake" || len(joined.Pieces) != 3 {
		t.Fatalf("%+v", joined)
	}
	for match, source := range map[string]string{
		"Café": "Caf&eacute;", "é": "&eacute;", "Menu": "Menu", "a & c": "a &amp; c", "u\nT": "u</h1><p>T", "": "",
	} {
		at := uint32(strings.Index(joined.Text, match))
		start, end, _ := joined.SourceRange(page, at, at+uint32(len(match)))
		if html[start:end] != source {
			t.Errorf("%q comes from %q", match, html[start:end])
		}
	}
	for _, piece := range joined.Pieces {
		block := page.Blocks()[piece.Block]
		if joined.Text[piece.RenderedStart:piece.RenderedEnd] != block.Text(page) ||
			piece.TextStart != block.TextStart {
			t.Errorf("%+v is not %q", piece, block.Text(page))
		}
	}
	for _, r := range [][2]uint32{{0, math.MaxUint32}, {math.MaxUint32, math.MaxUint32}, {9, 2}, {4, 4}} {
		start, end, err := joined.SourceRange(page, r[0], r[1])
		if err != nil || start > end || int(end) > len(html) || (start == end) != (r[0] >= r[1]) {
			t.Errorf("%v comes from %d-%d", r, start, end)
		}
	}
	none := must(page.JoinFields())
	if start, end, _ := none.SourceRange(page, 0, 5); none.Text != "" || len(none.Pieces) != 0 || start != end {
		t.Errorf("%+v", none)
	}
	if all := must(page.JoinFields(blockmask.VisibleFields()...)); all.Text != strings.TrimSuffix(page.Text(), "\n") {
		t.Errorf("%q", all.Text)
	}
}

// A highlighter marks a match in some fields in the page as it was passed in.
func ExamplePage_JoinFields() {
	analyzer, err := blockmask.New(nil)
	if err != nil {
		log.Fatal(err)
	}
	defer analyzer.Close()
	html := "<nav>Caf&eacute;</nav><h1>The Caf&eacute; is open</h1><p>Tea and cake."
	page, err := analyzer.Analyze([]byte(html))
	if err != nil {
		log.Fatal(err)
	}
	headings, err := page.JoinFields(blockmask.FieldTitle, blockmask.FieldH1, blockmask.FieldHeading)
	if err != nil {
		log.Fatal(err)
	}
	match := strings.Index(headings.Text, "Café")
	start, end, err := headings.SourceRange(page, uint32(match), uint32(match+len("Café")))
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(html[:start] + "<mark>" + html[start:end] + "</mark>" + html[end:])
	// Output: <nav>Caf&eacute;</nav><h1>The <mark>Caf&eacute;</mark> is open</h1><p>Tea and cake.
}

func TestMainText(t *testing.T) {
	html := "<nav><a href=/>Home</a></nav><p>Tea &amp; cake are served all day, and the soup changes daily."
	page := analyze(t, newAnalyzer(t, nil), html)
	joined := must(page.MainText())
	if want := "Tea & cake are served all day, and the soup changes daily."; joined.Text != want {
		t.Fatalf("%q is not %q", joined.Text, want)
	}
	if start, end, _ := joined.SourceRange(page, 0, 5); html[start:end] != "Tea &amp;" {
		t.Errorf("%q", html[start:end])
	}
}
