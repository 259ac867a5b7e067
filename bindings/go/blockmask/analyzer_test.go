package blockmask_test

import (
	"bytes"
	"context"
	"errors"
	"reflect"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/blockmask/blockmask/bindings/go/blockmask"
)

func TestRecordsAndSource(t *testing.T) {
	html := `<title>T &amp; U</title><h2>Head</h2><p class="x y">one <a href="/a?b&amp;c">two</a></p><p hidden>gone</p>`
	page := analyze(t, newAnalyzer(t, &blockmask.Options{TagPaths: true, LinkTargets: true}), html)
	checkInvariants(t, []byte(html), page)
	if page.Title() != "T & U" {
		t.Errorf("title %q", page.Title())
	}
	if start, end := page.TitleSource(); html[start:end] != "T &amp; U" {
		t.Errorf("title at %d-%d", start, end)
	}
	title := page.Blocks()[page.TitleBlock()]
	if title.Role != blockmask.RoleTitle || title.Flags&blockmask.FlagInHead == 0 {
		t.Errorf("title block %+v", title)
	}
	if got := page.Headings(); !reflect.DeepEqual(got, []blockmask.Heading{{Block: 1, Level: 2}}) {
		t.Errorf("headings %+v", got)
	}
	p := page.Blocks()[2]
	if p.Text(page) != "one two" || p.Tokens != 2 || p.LinkedTokens != 1 || p.Characters != 7 {
		t.Errorf("block %q %+v", p.Text(page), p)
	}
	if got := html[p.SourceStart:p.SourceEnd]; got != `one <a href="/a?b&amp;c">two` {
		t.Errorf("source %q", got)
	}
	if got := page.TagPath(2); got != "html/body/p.x.y" {
		t.Errorf("tag path %q", got)
	}
	if page.TagPath(-1) != "" || page.TagPath(99) != "" || page.LinkTarget(-1) != "" || page.LinkTarget(1) != "" {
		t.Error("strings of blocks and links that the page does not have")
	}
	if len(page.Links()) != 1 || page.Links()[0].Text(page) != "two" || page.LinkTarget(0) != "/a?b&c" {
		t.Errorf("links %+v %q", page.Links(), page.LinkTarget(0))
	}
	hidden := page.Blocks()[3]
	if hidden.Role != blockmask.RoleHidden || hidden.Flags&blockmask.FlagHidden == 0 {
		t.Errorf("hidden block %+v", hidden)
	}
}

func TestEncodings(t *testing.T) {
	analyzer := newAnalyzer(t, nil)
	utf16 := []byte{0xFE, 0xFF}
	for _, r := range "<p>café 中" {
		utf16 = append(utf16, byte(r>>8), byte(r))
	}
	for _, test := range []struct {
		html, charset, text, encoding string
		source                        blockmask.EncodingSource
	}{
		{"\xEF\xBB\xBF<p>café", "windows-1252", "café", "UTF-8", blockmask.EncodingBOM},
		{string(utf16), "", "café 中", "UTF-16BE", blockmask.EncodingBOM},
		{"<p>caf\xe9", "ISO-8859-1", "café", "windows-1252", blockmask.EncodingHint},
		{"<p>\xd6\xd0", "gbk", "中", "GBK", blockmask.EncodingHint},
		{"<meta charset=koi8-r><p>\xc4\xc1", "", "да", "KOI8-R", blockmask.EncodingMeta},
		{"<meta charset=koi8-r><p>\xc4\xc1", "no such name", "да", "KOI8-R", blockmask.EncodingMeta},
		{"<meta charset=koi8-r><p>\xc4\xc1", "utf-8\x00 and more", "да", "KOI8-R", blockmask.EncodingMeta},
		{"<meta charset=koi8-r><p>\xc4\xc1", strings.Repeat("x", 1000), "да", "KOI8-R", blockmask.EncodingMeta},
		{"<p>café", "", "café", "UTF-8", blockmask.EncodingUTF8Validity},
	} {
		page, err := analyzer.AnalyzeWithCharset([]byte(test.html), test.charset)
		if err != nil {
			t.Fatal(err)
		}
		if page.Text() != test.text+"\n" || page.Encoding() != test.encoding || page.EncodingSource() != test.source ||
			int(page.SourceLength()) != len(test.html) {
			t.Errorf("%q as %.20q: %q %s %v", test.html, test.charset, page.Text(), page.Encoding(),
				page.EncodingSource())
		}
		checkInvariants(t, []byte(test.html), page)
	}
}

func TestEmptyPages(t *testing.T) {
	analyzer := newAnalyzer(t, &blockmask.Options{TagPaths: true, LinkTargets: true})
	for _, html := range [][]byte{nil, {}, []byte(" "), []byte("<p>"), {0}, []byte("<!-- -->")} {
		page, err := analyzer.Analyze(html)
		if err != nil {
			t.Fatalf("%q: %v", html, err)
		}
		if len(page.Links()) != 0 || page.Title() != "" || page.TitleBlock() != blockmask.None {
			t.Errorf("%q: %+v", html, page)
		}
		checkInvariants(t, html, page)
		if blanked, err := analyzer.Blank(html, ""); err != nil || len(blanked) != len(html) {
			t.Errorf("%q: %q %v", html, blanked, err)
		}
		if zoned, err := analyzer.Zone(html, ""); err != nil || len(html) == 0 && len(zoned) != 0 {
			t.Errorf("%q: %q %v", html, zoned, err)
		}
	}
}

func TestPagesAreIndependent(t *testing.T) {
	analyzer := newAnalyzer(t, &blockmask.Options{TagPaths: true})
	html := []byte("<p id=a>first page")
	first, err := analyzer.Analyze(html)
	if err != nil {
		t.Fatal(err)
	}
	text, block, path := first.Text(), first.Blocks()[0], first.TagPath(0)
	clear(html)
	for range 20 {
		analyze(t, analyzer, strings.Repeat("<div class=other><p>another, longer page</div>", 500))
	}
	analyzer.Close()
	runtime.GC()
	if first.Text() != text || text != "first page\n" || first.Blocks()[0] != block || first.TagPath(0) != path {
		t.Errorf("the first page has changed: %q %+v %q", first.Text(), first.Blocks()[0], first.TagPath(0))
	}
}

// The tables of a page are in one allocation: they do not overlap, and appending to one changes no other.
func TestTablesDoNotOverlap(t *testing.T) {
	html := articleOfSize(2000)
	for _, omit := range []blockmask.Tables{0, blockmask.TableLinks, allButBlocks} {
		analyzer := newAnalyzer(t, &blockmask.Options{Omit: omit})
		page, err := analyzer.Analyze(html)
		if err != nil {
			t.Fatal(err)
		}
		again := new(blockmask.Page)
		for range 2 {
			if err := analyzer.AnalyzeInto(again, html, ""); err != nil {
				t.Fatal(err)
			}
		}
		_ = append(page.Blocks(), blockmask.Block{})
		_ = append(page.Segments(), blockmask.Segment{})
		_ = append(page.Regions(), blockmask.Region{})
		_ = append(page.Links(), blockmask.Link{})
		_ = append(page.Headings(), blockmask.Heading{})
		_ = append(page.Comments(), blockmask.Comment{})
		if page.Text() != again.Text() || !slices.Equal(page.Blocks(), again.Blocks()) ||
			!slices.Equal(page.Segments(), again.Segments()) || !slices.Equal(page.Regions(), again.Regions()) ||
			!slices.Equal(page.Links(), again.Links()) || !slices.Equal(page.Headings(), again.Headings()) ||
			!slices.Equal(page.Comments(), again.Comments()) {
			t.Errorf("omitted %v: not the same", omit)
		}
	}
}

// A page that is reused equals a new one, also after larger and smaller ones.
func TestAnalyzeInto(t *testing.T) {
	options := &blockmask.Options{
		TagPaths: true, LinkTargets: true, TextMap: true, Visual: true, StyleDensity: blockmask.StyleDensityLearned,
	}
	analyzer := newAnalyzer(t, options)
	again := new(blockmask.Page)
	for _, html := range append(fixtures(t), nil, []byte(threadPage), []byte("<a href=x>y"), nil) {
		if err := analyzer.AnalyzeInto(again, html, ""); err != nil {
			t.Fatal(err)
		}
		once, err := newAnalyzer(t, options).Analyze(html)
		if err != nil {
			t.Fatal(err)
		}
		got, want := resultsOf(again), resultsOf(once)
		for i := range want {
			if !reflect.DeepEqual(got[i], want[i]) {
				t.Fatalf("%.40q: %v, not %v", html, got[i], want[i])
			}
		}
	}
}

// All that the methods of a page return, with nil for empty slices.
func resultsOf(p *blockmask.Page) []any {
	titleStart, titleEnd := p.TitleSource()
	results := []any{
		p.Text(), p.Title(), titleStart, titleEnd, p.TitleBlock(), p.SourceLength(), p.Encoding(), p.EncodingSource(),
		*p.Fingerprint(), p.Kind(), p.Truncation(), p.IsRecovered(), p.Layout(), orNil(p.KindProbabilities()),
		orNil(p.Blocks()), orNil(p.Segments()), orNil(p.Regions()), orNil(p.Links()), orNil(p.Headings()),
		orNil(p.Comments()),
		orNil(p.Areas()), orNil(p.VisualAreas()), orNil(p.BlockVisibility()),
	}
	for i, block := range p.Blocks() {
		start, end := p.MapTextRange(block.TextStart, block.TextEnd)
		results = append(results, p.TagPath(i), start, end)
	}
	for i := range p.Links() {
		results = append(results, p.LinkTarget(i))
	}
	for i := range p.Areas() {
		results = append(results, p.AreaText(i))
	}
	return results
}

func orNil[T any](slice []T) []T {
	if len(slice) == 0 {
		return nil
	}
	return slice
}

func TestShapes(t *testing.T) {
	analyzer := newAnalyzer(t, nil)
	html := []byte(rainyPage)
	blanked, err := analyzer.Blank(html, "")
	if err != nil {
		t.Fatal(err)
	}
	at := strings.Index(rainyPage, "Rain fell")
	if len(blanked) != len(html) || !bytes.HasPrefix(blanked[at:], []byte("Rain fell")) ||
		bytes.ContainsAny(blanked, "<>") {
		t.Errorf("blanked %q", blanked)
	}
	zoned, err := analyzer.Zone(html, "")
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Contains(zoned, []byte("<blk-main>Rain fell")) ||
		!bytes.Contains(zoned, []byte("<blk-nav>Home</blk-nav>")) {
		t.Errorf("zoned %q", zoned)
	}
	if _, err := analyzer.Blank(html, "iso-2022-jp"); !errors.Is(err, blockmask.ErrUnsupportedEncoding) {
		t.Errorf("blanked ISO-2022-JP: %v", err)
	}
}

func TestOmit(t *testing.T) {
	all := blockmask.TableBlocks | blockmask.TableSegments | blockmask.TableRegions |
		blockmask.TableLinks | blockmask.TableHeadings | blockmask.TableComments
	page := analyze(t, newAnalyzer(t, &blockmask.Options{Omit: all &^ blockmask.TableHeadings}), rainyPage)
	if len(page.Blocks())+len(page.Segments())+len(page.Regions())+len(page.Links()) != 0 ||
		len(page.Headings()) != 1 || page.Text() == "" {
		t.Errorf("%+v", page)
	}
}

func TestOptions(t *testing.T) {
	_, err := blockmask.New(&blockmask.Options{MaxDepth: 1 << 20})
	if !errors.Is(err, blockmask.ErrBadOption) || !strings.Contains(err.Error(), "max_depth") {
		t.Errorf("max_depth: %v", err)
	}
	_, err = blockmask.New(&blockmask.Options{Fusion: "x"})
	if !errors.Is(err, blockmask.ErrBadOption) || !strings.Contains(err.Error(), `Options.Fusion is "x"; its values are `) {
		t.Errorf("fusion: %v", err)
	}
	bad := blockmask.Options{Experimental: &blockmask.ExperimentalOptions{SeekerModel: "x"}, TokenMode: "y"}
	if _, err = blockmask.New(&bad); !strings.Contains(err.Error(), `Options.TokenMode is "y";`) {
		t.Errorf("two: %v", err)
	}
	if _, err := blockmask.NewPool(3, &blockmask.Options{TokenMode: "99"}); !errors.Is(err, blockmask.ErrBadOption) {
		t.Errorf("pool: %v", err)
	}
	deep := strings.Repeat("<div>", 100) + "text"
	page := analyze(t, newAnalyzer(t, &blockmask.Options{MaxDepth: 10}), deep)
	if page.Truncation() != blockmask.TruncatedDepth || analyze(t, newAnalyzer(t, nil), deep).Truncation() != 0 {
		t.Errorf("truncation %d", page.Truncation())
	}
	gaps := analyze(t, newAnalyzer(t, &blockmask.Options{Fusion: blockmask.FusionTagGap}), rainyPage)
	if len(gaps.Segments()) == len(analyze(t, newAnalyzer(t, nil), rainyPage).Segments()) {
		t.Error("the method of fusion makes no difference")
	}
}

func TestLimits(t *testing.T) {
	html := strings.Repeat("<p class=a id=b>Rain fell on the city.", 5000)
	for name, limit := range map[string]struct {
		options blockmask.Options
		bit     blockmask.Truncation
	}{
		"nodes":      {blockmask.Options{MaxNodes: 100}, blockmask.TruncatedNodes},
		"attributes": {blockmask.Options{MaxAttributes: 10}, blockmask.TruncatedAttributes},
		"blocks":     {blockmask.Options{MaxBlocks: 10}, blockmask.TruncatedBlocks},
		"memory":     {blockmask.Options{MaxMemory: 1 << 18}, blockmask.TruncatedMemory},
		"steps":      {blockmask.Options{MaxSteps: 100}, blockmask.TruncatedSteps},
	} {
		if cut := analyze(t, newAnalyzer(t, &limit.options), html).Truncation(); cut&limit.bit == 0 {
			t.Errorf("%s: truncation %d", name, cut)
		}
		limit.options.OnLimit = blockmask.OnLimitFail
		a := newAnalyzer(t, &limit.options)
		if _, err := a.Analyze([]byte(html)); !errors.Is(err, blockmask.ErrLimitReached) {
			t.Errorf("%s: %v", name, err)
		}
	}
	input := newAnalyzer(t, &blockmask.Options{MaxInput: 10, OnLimit: blockmask.OnLimitTruncateInput})
	if cut := analyze(t, input, html).Truncation(); cut != blockmask.TruncatedInput {
		t.Errorf("truncation %d", cut)
	}
}

func TestCancel(t *testing.T) {
	a := newAnalyzer(t, nil)
	a.Cancel()
	if _, err := a.Analyze([]byte("<p>x")); !errors.Is(err, blockmask.ErrCancelled) {
		t.Error(err)
	}
	analyze(t, a, "<p>x")
	html := []byte(strings.Repeat("<p>Rain fell on the city.", 400_000))
	timer := time.AfterFunc(2*time.Millisecond, a.Cancel)
	if _, err := a.Analyze(html); !errors.Is(err, blockmask.ErrCancelled) {
		t.Error(err)
	}
	timer.Stop()
	if err := a.Close(); err != nil {
		t.Error(err)
	}
	a.Cancel()
}

func TestErrors(t *testing.T) {
	analyzer := newAnalyzer(t, &blockmask.Options{MaxInput: 10})
	page, err := analyzer.Analyze([]byte("<p>more than ten bytes"))
	var failure *blockmask.Error
	if page != nil || !errors.Is(err, blockmask.ErrTooLarge) || !errors.As(err, &failure) || failure.Message == "" {
		t.Errorf("%v %v", page, err)
	}
	if got := analyze(t, analyzer, "<p>fine").Text(); got != "fine\n" {
		t.Errorf("after an error: %q", got)
	}
	if !strings.HasPrefix(blockmask.ErrTooLarge.Error(), "blockmask: ") || errors.Is(err, blockmask.ErrBusy) {
		t.Error(blockmask.ErrTooLarge)
	}
}

func TestClosed(t *testing.T) {
	analyzer := newAnalyzer(t, nil)
	if err := errors.Join(analyzer.Close(), analyzer.Close()); err != nil {
		t.Error(err)
	}
	_, analyzeErr := analyzer.Analyze([]byte("<p>"))
	_, blankErr := analyzer.Blank(nil, "")
	for _, err := range []error{analyzeErr, blankErr, analyzer.Reset(), analyzer.Shrink()} {
		if !errors.Is(err, blockmask.ErrClosed) {
			t.Error(err)
		}
	}
}

func TestMemory(t *testing.T) {
	analyzer := newAnalyzer(t, &blockmask.Options{TagPaths: true})
	empty := analyzer.MemoryInUse()
	page := string(articleOfSize(500_000))
	analyze(t, analyzer, page)
	full := analyzer.MemoryInUse()
	if full < empty+500_000 {
		t.Errorf("%d bytes, %d after a page", empty, full)
	}
	for name, free := range map[string]func() error{"shrink": analyzer.Shrink, "reset": analyzer.Reset} {
		analyze(t, analyzer, page)
		if err := free(); err != nil || analyzer.MemoryInUse() >= full {
			t.Errorf("%s: %d bytes, %v", name, analyzer.MemoryInUse(), err)
		}
	}
	if got := analyze(t, analyzer, "<p>fine").Text(); got != "fine\n" {
		t.Errorf("%q", got)
	}
}

// Analyzers that nobody closes are freed; if the C memory were freed too early, this would crash.
func TestForcedCollection(t *testing.T) {
	pages := fixtures(t)
	for range 30 {
		analyzer, err := blockmask.New(&blockmask.Options{TagPaths: true})
		if err != nil {
			t.Fatal(err)
		}
		for _, html := range pages {
			page, err := analyzer.Analyze(bytes.Clone(html))
			if err != nil {
				t.Fatal(err)
			}
			runtime.GC()
			checkInvariants(t, html, page)
		}
	}
}

func TestAnalyzerBatch(t *testing.T) {
	analyzer := newAnalyzer(t, &blockmask.Options{MaxInput: 10})
	batch := [][]byte{[]byte("<p>a"), []byte("<p>too long for it"), nil, []byte("<p>d")}
	pages, err := analyzer.AnalyzeBatch(context.Background(), batch)
	var failure *blockmask.PageError
	if !errors.As(err, &failure) || failure.Index != 1 || !errors.Is(err, blockmask.ErrTooLarge) {
		t.Errorf("%v", err)
	}
	if len(pages) != 4 || pages[0].Text() != "a\n" || pages[1] != nil ||
		pages[2].Text() != "" || pages[3].Text() != "d\n" {
		t.Errorf("%v", pages)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	pages, err = analyzer.AnalyzeBatch(ctx, batch)
	if !errors.Is(err, context.Canceled) || len(pages) != 4 || pages[0] != nil {
		t.Errorf("cancelled: %v %v", pages, err)
	}
}
