package blockmask_test

import (
	"context"
	"errors"
	"runtime"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"unicode"

	"github.com/blockmask/blockmask/bindings/go/blockmask"
)

const structured = "<html lang=en><h1>Bread</h1><p>Flour, <b>water</b> and salt, and time enough for the dough to rise twice, " +
	"once in the bowl and once in its form. Then bake it for an hour.<p>Turn the loaves in the oven after half of the time, " +
	"so that all are brown.<ol start=3><li>Knead.</ol><img alt='A  loaf' src=x><a href=../y rel=nofollow>Y</a>"

func TestStructure(t *testing.T) {
	options := &blockmask.Options{Structure: true, LinkTargets: true}
	analyzer := newAnalyzer(t, options)
	input := blockmask.Input{HTML: []byte(structured), Address: "https://example.org/a/b/"}
	page, err := analyzer.AnalyzeInput(input)
	if err != nil {
		t.Fatal(err)
	}
	structure := page.Structure()
	if len(structure) != len(page.Blocks()) {
		t.Fatalf("%d records of %d blocks", len(structure), len(page.Blocks()))
	}
	item := structure[3]
	if structure[0].Type != blockmask.TypeHeading || item.Type.String() != "list-item" || item.Number != 3 ||
		!item.IsOrdered || item.ListDepth != 1 || item.Table != blockmask.None || structure[1].Heading != 0 ||
		structured[item.LanguageStart:item.LanguageEnd] != "en" {
		t.Errorf("%+v", structure)
	}
	if len(page.Images()) != 1 || page.ImageAlt(0) != "A loaf" || page.ImageAlt(1) != "" || page.Images()[0].Block != 3 {
		t.Errorf("%+v %q", page.Images(), page.ImageAlt(0))
	}
	if page.LinkAddress(0) != "https://example.org/a/y" || page.LinkRel(0) != "nofollow" {
		t.Errorf("%q %q", page.LinkAddress(0), page.LinkRel(0))
	}
	plain := analyze(t, newAnalyzer(t, nil), structured)
	if len(plain.Structure())+len(plain.Images())+len(plain.Passages())+len(plain.Records()) != 0 ||
		plain.Markdown() != "" {
		t.Error("results that were not asked for")
	}
}

func TestMarkdownAndPassages(t *testing.T) {
	analyzer := newAnalyzer(t, &blockmask.Options{Markdown: true, PassageTokens: 24})
	for range 2 {
		page := analyze(t, analyzer, structured)
		if !strings.HasPrefix(page.Markdown(), "# Bread\n\nFlour, **water** and salt") {
			t.Errorf("%q", page.Markdown())
		}
		passages := page.Passages()
		if len(passages) < 2 || passages[0].Tokens > 24 || passages[1].Heading != 0 {
			t.Fatalf("%+v", passages)
		}
		source := structured[passages[0].SourceStart:passages[0].SourceEnd]
		if !strings.HasPrefix(passages[0].Text, "Bread\nFlour") || !strings.HasPrefix(source, "Bread</h1>") ||
			!strings.HasSuffix(source, "its form.") {
			t.Errorf("%+v", passages[0])
		}
	}
}

func TestMarkdownRanges(t *testing.T) {
	html := "<h1>Bread</h1><blockquote>Flour, <b>water</b> and salt,<br>and time enough for the dough to rise.</blockquote>" +
		"<ol start=3><li>Knead the dough &amp; form it, while the oven gets hot.</ol>" +
		"<pre>for loaf in loaves:\n    oven.bake(loaf, \"until it is brown on all sides, for an hour or so\")</pre>" +
		"<table><tr><th>The dough that rises over night<td>is baked in the morning, before the guests come." +
		"<tr><th>The dough that rises by day<td>is baked in the evening, after the guests have gone.</table>"
	table := "| The dough that rises over night | is baked in the morning, before the guests come. |\n| --- | --- |\n" +
		"| The dough that rises by day | is baked in the evening, after the guests have gone. |"
	expected := []string{
		"# Bread", "Flour, **water** and salt,\\\n> and time enough for the dough to rise.",
		"Knead the dough & form it, while the oven gets hot.",
		"```\nfor loaf in loaves:\n    oven.bake(loaf, \"until it is brown on all sides, for an hour or so\")\n```",
		table, table, table, table,
	}
	analyzer := newAnalyzer(t, &blockmask.Options{Markdown: true})
	var page blockmask.Page
	for _, html := range []string{html, "<p>Rain fell on the city for the third day.", html} {
		if err := analyzer.AnalyzeInto(&page, []byte(html), ""); err != nil {
			t.Fatal(err)
		}
	}
	if len(page.MarkdownRanges()) != len(expected) {
		t.Fatalf("%+v of %q", page.MarkdownRanges(), page.Markdown())
	}
	for i, r := range page.MarkdownRanges() {
		if found := page.Markdown()[r.Start:r.End]; r.Block != uint32(i) || found != expected[i] {
			t.Errorf("block %d: %q", r.Block, found)
		}
	}
	if err := newAnalyzer(t, nil).AnalyzeInto(&page, []byte(html), ""); err != nil {
		t.Fatal(err)
	}
	if page.Markdown() != "" || len(page.MarkdownRanges()) != 0 {
		t.Errorf("Markdown that was not asked for: %q", page.Markdown())
	}
}

func TestPassageRoles(t *testing.T) {
	analyzer := newAnalyzer(t, &blockmask.Options{PassageTokens: 24})
	var page blockmask.Page
	for _, html := range []string{structured, "<p>" + strings.Repeat("Rain fell. ", 40), structured} {
		if err := analyzer.AnalyzeInto(&page, []byte(html), ""); err != nil {
			t.Fatal(err)
		}
	}
	first := page.Passages()[0]
	expected := []blockmask.RoleTokens{{Role: blockmask.RoleHeading, Tokens: 1}, {Role: blockmask.RoleMain, Tokens: 22}}
	if !slices.Equal(first.Roles, expected) || first.Tokens != 23 {
		t.Errorf("%+v", first)
	}
	if err := analyzer.AnalyzeInto(&page, []byte("<h1>Rain</h1><h2>Rain</h2><p>Rain."), ""); err != nil {
		t.Fatal(err)
	}
	if !slices.Equal(first.Roles, expected) {
		t.Errorf("a passage of an earlier page has changed: %+v", first)
	}
	repeating := newAnalyzer(t, &blockmask.Options{PassageTokens: 30, PassageOverlap: 15})
	repeated := uint32(0)
	for _, passage := range analyze(t, repeating, structured).Passages() {
		tokens := uint32(0)
		for _, role := range passage.Roles {
			tokens += role.Tokens
		}
		if tokens != passage.Tokens {
			t.Errorf("%+v", passage)
		}
		repeated += passage.OverlapTokens
	}
	if repeated == 0 {
		t.Error("no passage repeats tokens")
	}
	for _, passage := range analyze(t, analyzer, "").Passages() {
		t.Errorf("%+v", passage)
	}
}

// Where the letters of a text begin: tokens of another tokenizer.
func letters(text string) (starts []uint32) {
	for i, r := range text {
		if unicode.IsLetter(r) {
			starts = append(starts, uint32(i))
		}
	}
	return starts
}

func TestPassagesByOtherTokens(t *testing.T) {
	html := "<title>Rain</title><h1>Caf&eacute;</h1><p>Rain fell on the city for the third day. The river rose."
	var texts []string
	tokenStarts := func(text string) []uint32 {
		texts = append(texts, text)
		return letters(text)
	}
	options := &blockmask.Options{PassageTokens: 40, PassageTokenStarts: tokenStarts, Mask: blockmask.MaskDensity}
	analyzer := newAnalyzer(t, options)
	page := analyze(t, analyzer, html)
	passages := page.Passages()
	if len(texts) != 1 || texts[0] != page.Text() {
		t.Fatalf("called with %q", texts)
	}
	roles := []blockmask.RoleTokens{{Role: blockmask.RoleHeading, Tokens: 4}, {Role: blockmask.RoleMain, Tokens: 31}}
	if len(passages) != 2 || passages[0].Text != "Café\nRain fell on the city for the third day." ||
		passages[0].Tokens != 35 || !slices.Equal(passages[0].Roles, roles) || passages[1].Tokens != 12 {
		t.Errorf("%+v", passages)
	}
	if passages := analyze(t, analyzer, "").Passages(); len(passages) != 0 || len(texts) != 2 || texts[1] != "" {
		t.Errorf("%+v %q", passages, texts)
	}
	if page, err := analyzer.Analyze(nil); err != nil || len(page.Passages()) != 0 || len(texts) != 3 {
		t.Errorf("%v %q", err, texts)
	}
	// Neither for pages that are refused, nor without passages.
	analyzer.Cancel()
	if _, err := analyzer.Analyze([]byte(html)); !errors.Is(err, blockmask.ErrCancelled) || len(texts) != 3 {
		t.Errorf("%v %q", err, texts)
	}
	analyze(t, newAnalyzer(t, &blockmask.Options{PassageTokenStarts: tokenStarts}), html)
	if len(texts) != 3 {
		t.Errorf("called without passages: %q", texts)
	}
}

// No tokens at all, offsets that are none of the text, and a function that goes wrong.
func TestPassagesByOddTokens(t *testing.T) {
	var analyzer *blockmask.Analyzer
	var starts []uint32
	fails := false
	analyzer = newAnalyzer(t, &blockmask.Options{PassageTokens: 2, PassageOverlap: 1, PassageTokenStarts: func(string) []uint32 {
		if _, err := analyzer.Analyze(nil); !errors.Is(err, blockmask.ErrBusy) {
			t.Errorf("inside of the analyzer: %v", err)
		}
		if fails {
			panic("no tokens")
		}
		return starts
	}})
	passages := analyze(t, analyzer, structured).Passages()
	if len(passages) != 1 || passages[0].Tokens != 0 || len(passages[0].Roles) != 0 || passages[0].Text == "" {
		t.Errorf("%+v", passages)
	}
	starts = []uint32{7, 3, 3, 1 << 31}
	for _, passage := range analyze(t, analyzer, structured).Passages() {
		if passage.Text == "" {
			t.Errorf("%+v", passage)
		}
	}
	fails = true
	func() {
		defer func() {
			if recover() != "no tokens" {
				t.Error("the panic is gone")
			}
		}()
		_, _ = analyzer.Analyze([]byte(structured))
	}()
	fails, starts = false, nil
	if len(analyze(t, analyzer, structured).Passages()) != 1 {
		t.Error("not usable after a panic")
	}
}

// Goroutines of a pool call the function at the same time, while the garbage collector runs.
func TestPassagesByOtherTokensInAPool(t *testing.T) {
	var calls atomic.Int64
	pool, err := blockmask.NewPool(4, &blockmask.Options{PassageTokens: 60, PassageTokenStarts: func(text string) []uint32 {
		if calls.Add(1)%8 == 0 {
			runtime.GC()
		}
		return letters(text)
	}})
	if err != nil {
		t.Fatal(err)
	}
	defer pool.Close()
	inputs := make([][]byte, 100)
	for i := range inputs {
		inputs[i] = articleOfSize(500 + 100*i)
	}
	pages, err := pool.AnalyzeBatch(context.Background(), inputs)
	if err != nil || calls.Load() != int64(len(inputs)) {
		t.Fatal(err, calls.Load())
	}
	for i, page := range pages {
		for _, passage := range page.Passages() {
			if passage.Tokens != uint32(len(letters(passage.Text))) || passage.Tokens > 60 {
				t.Fatalf("page %d: %+v", i, passage)
			}
		}
	}
}

func TestRecords(t *testing.T) {
	html := "<h1>Maps</h1><ul>"
	for _, name := range []string{"Rhine", "Main", "Neckar"} {
		html += "<li><h3>" + name + "</h3><p>The river guide in its third edition.<b>12.50</b></li>"
	}
	html += "</ul>"
	analyzer := newAnalyzer(t, &blockmask.Options{Records: true, Mask: blockmask.MaskDensity})
	for range 2 {
		records := analyze(t, analyzer, html).Records()
		if len(records) != 3 || records[0].EndBlock != records[1].FirstBlock {
			t.Fatalf("%+v", records)
		}
		source := html[records[1].SourceStart:records[1].SourceEnd]
		if !strings.HasPrefix(source, "Main</h3>") || !strings.HasSuffix(source, "12.50") {
			t.Errorf("%q", source)
		}
	}
	if records := analyze(t, analyzer, "<p>Rain fell on the city.").Records(); len(records) != 0 {
		t.Errorf("%+v", records)
	}
}
