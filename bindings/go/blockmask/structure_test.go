package blockmask_test

import (
	"slices"
	"strings"
	"testing"
	"unicode"

	"github.com/blockmask/blockmask/bindings/go/blockmask"
)

const structured = "<html lang=en><h1>Bread</h1><p>Flour, <b>water</b> and salt, and time enough for the dough to rise twice, " +
	"once in the bowl and once in its form. Then bake it for an hour.<p>Turn the loaves in the oven after half of the time, " +
	"so that all are brown.<ol start=3><li>Knead.</ol><img alt='A  loaf' src=x><a href=../y rel=nofollow>Y</a>"

func TestStructure(t *testing.T) {
	analyzer := newAnalyzer(t, nil)
	input := blockmask.Input{HTML: []byte(structured), Address: "https://example.org/a/b/"}
	page, err := analyzer.AnalyzeInput(input)
	if err != nil {
		t.Fatal(err)
	}
	structure, images := must(page.Structure()), must(page.Images())
	if len(structure) != len(page.Blocks()) {
		t.Fatalf("%d rows for %d blocks", len(structure), len(page.Blocks()))
	}
	item := structure[3]
	if structure[0].BlockType != blockmask.TypeHeading || item.BlockType.String() != "list-item" || item.Number != 3 ||
		!item.IsOrdered || item.ListDepth != 1 || item.Table != blockmask.None || structure[1].Heading != 0 ||
		structured[item.LanguageSourceStart:item.LanguageSourceEnd] != "en" {
		t.Errorf("%+v", structure)
	}
	if len(images) != 1 || images[0].Block != 3 ||
		structured[images[0].AltSourceStart:images[0].AltSourceEnd] != "A  loaf" {
		t.Errorf("%+v", images)
	}
	for want, found := range map[string]string{
		"A loaf": must(page.ImageAlt(0)), "x": must(page.ImageTarget(0)), "https://example.org/a/y": must(page.LinkAddress(0)),
		"nofollow": must(page.LinkRel(0)), "Flour, water": must(page.FormattedText(1))[:12],
	} {
		if found != want {
			t.Errorf("%q, not %q", found, want)
		}
	}
}

func TestMarkdownAndPassages(t *testing.T) {
	page := analyze(t, newAnalyzer(t, nil), structured)
	if markdown := must(page.Markdown(blockmask.RenderOptions{})); !strings.HasPrefix(markdown.Text,
		"# Bread\n\nFlour, **water** and salt") || strings.Contains(markdown.Text, "![") {
		t.Errorf("%q", markdown.Text)
	}
	passages := must(page.Passages(blockmask.PassageOptions{MaxTokens: 24}))
	if len(passages) < 2 || passages[0].Tokens > 24 || passages[1].Heading != 0 {
		t.Fatalf("%+v", passages)
	}
	source := structured[passages[0].SourceStart:passages[0].SourceEnd]
	if !strings.HasPrefix(passages[0].Text, "Bread\nFlour") || !strings.HasPrefix(source, "Bread</h1>") ||
		!strings.HasSuffix(source, "its form.") {
		t.Errorf("%+v", passages[0])
	}
	if whole := must(page.Passages(blockmask.PassageOptions{})); len(whole) != 1 {
		t.Errorf("%+v", whole)
	}
}

func TestMarkdownPieces(t *testing.T) {
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
	page := analyze(t, newAnalyzer(t, nil), html)
	markdown := must(page.Markdown(blockmask.RenderOptions{Links: true}))
	if len(markdown.Pieces) != len(expected) || markdown.Truncation != 0 {
		t.Fatalf("%+v of %q", markdown.Pieces, markdown.Text)
	}
	for i, piece := range markdown.Pieces {
		if found := markdown.Text[piece.RenderedStart:piece.RenderedEnd]; piece.Block != uint32(i) || found != expected[i] {
			t.Errorf("block %d: %q", piece.Block, found)
		}
	}
}

func TestMarkdownOverItsLimit(t *testing.T) {
	html := strings.Repeat("<p>Rain fell on <a href=/the/city>the city</a> for the third day.", 8000)
	page := analyze(t, newAnalyzer(t, &blockmask.Options{MaxOutput: 1}), html)
	markdown := must(page.Markdown(blockmask.RenderOptions{Links: true}))
	if markdown.Truncation != blockmask.TruncatedOutput || strings.Count(markdown.Text, "Rain") != 8000 {
		t.Errorf("truncation %v, %d bytes", markdown.Truncation, len(markdown.Text))
	}
}

func TestPassageRoles(t *testing.T) {
	analyzer := newAnalyzer(t, nil)
	page := analyze(t, analyzer, structured)
	first := must(page.Passages(blockmask.PassageOptions{MaxTokens: 24}))[0]
	expected := []blockmask.RoleTokens{{Role: blockmask.RoleHeading, Tokens: 1}, {Role: blockmask.RoleMain, Tokens: 22}}
	if !slices.Equal(first.Roles, expected) || first.Tokens != 23 {
		t.Errorf("%+v", first)
	}
	repeated := uint32(0)
	for _, passage := range must(page.Passages(blockmask.PassageOptions{MaxTokens: 30, OverlapTokens: 15})) {
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
	page.Close()
	if !slices.Equal(first.Roles, expected) || !strings.HasPrefix(first.Text, "Bread") {
		t.Errorf("a passage of a closed page has changed: %+v", first)
	}
	for _, passage := range must(analyze(t, analyzer, "").Passages(blockmask.PassageOptions{})) {
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
	page := analyze(t, newAnalyzer(t, &blockmask.Options{Mask: blockmask.MaskDensity}), html)
	passages := must(page.Passages(blockmask.PassageOptions{MaxTokens: 40, TokenStarts: letters(page.Text())}))
	roles := []blockmask.RoleTokens{{Role: blockmask.RoleHeading, Tokens: 4}, {Role: blockmask.RoleMain, Tokens: 31}}
	if len(passages) != 2 || passages[0].Text != "Café\nRain fell on the city for the third day." ||
		passages[0].Tokens != 35 || !slices.Equal(passages[0].Roles, roles) || passages[1].Tokens != 12 {
		t.Errorf("%+v", passages)
	}
}

// No tokens at all, and offsets that are none of the text.
func TestPassagesByOddTokens(t *testing.T) {
	page := analyze(t, newAnalyzer(t, nil), structured)
	options := blockmask.PassageOptions{MaxTokens: 2, OverlapTokens: 1, TokenStarts: []uint32{}}
	passages := must(page.Passages(options))
	if len(passages) != 1 || passages[0].Tokens != 0 || len(passages[0].Roles) != 0 || passages[0].Text == "" {
		t.Errorf("%+v", passages)
	}
	for _, starts := range [][]uint32{{7, 3}, {3, 3}, {1 << 31}} {
		options.TokenStarts = starts
		if passages, err := page.Passages(options); err == nil {
			t.Errorf("%+v by the tokens %v", passages, starts)
		}
	}
}

func TestRecords(t *testing.T) {
	html := "<h1>Maps</h1><ul>"
	for _, name := range []string{"Rhine", "Main", "Neckar"} {
		html += "<li><h3>" + name + "</h3><p>The river guide in its third edition.<b>12.50</b></li>"
	}
	html += "</ul>"
	analyzer := newAnalyzer(t, &blockmask.Options{Mask: blockmask.MaskDensity})
	for range 2 {
		records := must(analyze(t, analyzer, html).Records())
		if len(records) != 3 || records[0].EndBlock != records[1].FirstBlock {
			t.Fatalf("%+v", records)
		}
		source := html[records[1].SourceStart:records[1].SourceEnd]
		if !strings.HasPrefix(source, "Main</h3>") || !strings.HasSuffix(source, "12.50") {
			t.Errorf("%q", source)
		}
	}
	if records := must(analyze(t, analyzer, "<p>Rain fell on the city.").Records()); len(records) != 0 {
		t.Errorf("%+v", records)
	}
}

func TestGroups(t *testing.T) {
	html := "<h1>Maps</h1><ul>"
	for _, name := range []string{"Rhine", "Main", "Neckar"} {
		html += "<li><h3><a href=/x>" + name + "</a></h3><p>The river guide in its third edition.</p><b>$12.50</b></li>"
	}
	html += "</ul>"
	page := analyze(t, newAnalyzer(t, nil), html)
	for range 2 {
		groups, items := must(page.Groups()), must(page.GroupItems())
		if len(groups) != 1 || groups[0].GroupKind.String() != "offers" || groups[0].EndItem != 3 || len(items) != 3 {
			t.Fatalf("%+v %+v", groups, items)
		}
		if items[1].Price(page) != "$12.50" || items[1].Author(page) != "" || items[1].Parent != blockmask.None {
			t.Errorf("%+v", items[1])
		}
	}
}

func TestTableCells(t *testing.T) {
	page := analyze(t, newAnalyzer(t, nil), "<table><tr><td><th>Rain<tr><th>Monday<td>30 mm</table>")
	cells, headers := must(page.TableCells()), must(page.CellHeaders())
	if len(cells) != 4 || !slices.Equal(headers, []uint32{1, 2}) {
		t.Fatalf("%+v %v", cells, headers)
	}
	last := cells[3]
	if last.Row != 1 || last.Column != 1 || last.FirstHeader != 0 || last.EndHeader != 2 || cells[1].IsHeader != 1 {
		t.Errorf("%+v", cells)
	}
}

func TestCounts(t *testing.T) {
	page := analyze(t, newAnalyzer(t, nil), "<p>Rain fell on the city for the third day. The river rose by 2 metres.")
	counts, blocks := must(page.Counts()), must(page.BlockCounts())
	if counts.Words != 15 || counts.WordCharacters != 52 || counts.Sentences != 2 || counts.Digits != 1 {
		t.Errorf("%+v", counts)
	}
	if len(blocks) != 1 || blocks[0] != counts {
		t.Errorf("%+v", blocks)
	}
}

func TestLanguages(t *testing.T) {
	page := analyze(t, newAnalyzer(t, nil), "<p>Am dritten Tag fiel Regen auf die Stadt.<p lang=fr>42")
	language, blocks := must(page.PageLanguage()), must(page.BlockLanguages())
	if language.Language.String() != "de" || language.Confidence < 0.6 {
		t.Errorf("%+v", language)
	}
	if len(blocks) != 2 || blocks[1].Language.String() != "fr" || blocks[1].Confidence != 0 {
		t.Errorf("%+v", blocks)
	}
}

func TestQuality(t *testing.T) {
	analyzer := newAnalyzer(t, nil)
	page := analyze(t, analyzer, "<title>404 Not Found</title><h1>Not Found</h1>")
	quality := must(page.Quality())
	if quality.Reason != blockmask.ReasonErrorPage || quality.Reason.String() != "error-page" || quality.Score > 0.1 {
		t.Errorf("%+v", quality)
	}
	story := strings.Repeat("<p>Rain fell on the city for the third day, and the river rose by two metres over night.", 9)
	quality = must(analyze(t, analyzer, "<h1>Rain</h1>"+story).Quality())
	if quality.Reason != blockmask.ReasonNone || quality.Reason.String() != "none" || quality.Score < 0.8 {
		t.Errorf("%+v", quality)
	}
}

func TestDiffPassages(t *testing.T) {
	analyzer := newAnalyzer(t, nil)
	ids := func(html string) (ids []uint64) {
		for _, passage := range must(analyze(t, analyzer, html).Passages(blockmask.PassageOptions{MaxTokens: 12})) {
			ids = append(ids, passage.ID)
		}
		return ids
	}
	old := ids("<p>Rain fell on the city for the third day in a row.<p>The river rose, and the old bridge was closed.")
	updated := ids("<p>Rain fell on the city for the third day in a row.<p>The river fell, and the old bridge was open.")
	changes := must(blockmask.DiffPassages(old, updated))
	expected := []blockmask.PassageChange{{blockmask.ChangeStayed, 0, 0}, {blockmask.ChangeChanged, 1, 1}}
	if !slices.Equal(changes, expected) || changes[1].ChangeKind.String() != "changed" {
		t.Errorf("%v", changes)
	}
	went := must(blockmask.DiffPassages(old[:1], nil))
	if len(went) != 1 || went[0] != (blockmask.PassageChange{blockmask.ChangeWent, 0, blockmask.None}) {
		t.Errorf("%v", went)
	}
}

func TestAnnotations(t *testing.T) {
	html := "<p>力は<math alttext='F=ma'><mi>F</mi></math>、<ruby>質量<rt>しつりょう</rt></ruby>は一定。"
	analyzer := newAnalyzer(t, nil)
	page, err := analyzer.Analyze([]byte(html))
	if err != nil {
		t.Fatal(err)
	}
	var found []string
	for i, a := range must(page.Annotations()) {
		found = append(found, a.AnnotationType.String(), page.Text()[a.TextStart:a.TextEnd], must(page.AnnotationText(i)),
			html[a.SourceStart:a.SourceEnd])
	}
	want := []string{
		"formula", "F=ma", "F=ma", "<math alttext='F=ma'><mi>F</mi></math>",
		"reading", "質量", "しつりょう", "<rt>しつりょう</rt>",
	}
	if !slices.Equal(found, want) {
		t.Errorf("%q", found)
	}
}
