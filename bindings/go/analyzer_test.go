package blockmask_test

import (
	"bytes"
	"context"
	"errors"
	"os"
	"path/filepath"
	"reflect"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	blockmask "github.com/blockmask/blockmask/bindings/go"
)

func newAnalyzer(t testing.TB, options *blockmask.Options) *blockmask.Analyzer {
	t.Helper()
	analyzer, err := blockmask.New(options)
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
	names, _ := filepath.Glob("../../tests/fixtures/pages/*.html")
	if len(names) == 0 {
		t.Skip("skipped: ../../tests/fixtures/pages is not there")
	}
	var pages [][]byte
	for _, name := range names {
		page, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		pages = append(pages, page)
	}
	return pages
}

func checkInvariants(t testing.TB, html []byte, page *blockmask.Page) {
	t.Helper()
	size, text, last := uint32(len(html)), uint32(len(page.Text())), uint32(0)
	blocks := page.Blocks()
	for i := range blocks {
		b := &blocks[i]
		if b.TextStart < last || b.TextStart > b.TextEnd || b.TextEnd > text ||
			b.SourceStart > b.SourceEnd || b.SourceEnd > size {
			t.Fatalf("block %d: %+v", i, *b)
		}
		if b.Text(page) == "" || strings.ContainsAny(b.Text(page), "\t\n") || b.Role.String() == "" {
			t.Fatalf("block %d: %q %d", i, b.Text(page), b.Role)
		}
		if b.LinkedTokens > b.Tokens || b.DensityLines == 0 || !(b.Probability >= 0 && b.Probability <= 1) {
			t.Fatalf("block %d: %+v", i, *b)
		}
		if b.Segment != blockmask.None && int(b.Segment) >= len(page.Segments()) {
			t.Fatalf("block %d: no segment %d", i, b.Segment)
		}
		last = b.TextEnd
	}
	for _, h := range page.Headings() {
		if uint32(blocks[h.Block].HeadingLevel) != h.Level {
			t.Fatalf("heading %+v", h)
		}
	}
	for _, r := range page.Region() {
		if r.SourceStart > r.SourceEnd || r.SourceEnd > size {
			t.Fatalf("region %+v", r)
		}
	}
}

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
		page, err := analyzer.AnalyzeAs([]byte(test.html), test.charset)
		if err != nil {
			t.Fatal(err)
		}
		want := blockmask.Encoding{Name: test.encoding, Source: test.source}
		if page.Text() != test.text+"\n" || page.Encoding() != want {
			t.Errorf("%q as %.20q: %q %+v", test.html, test.charset, page.Text(), page.Encoding())
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
		if annotated, err := analyzer.Annotate(html, ""); err != nil || len(html) == 0 && len(annotated) != 0 {
			t.Errorf("%q: %q %v", html, annotated, err)
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

// The tables of a page stand in one piece of memory: they do not overlap, and who appends to one changes no other.
func TestTablesAreApart(t *testing.T) {
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
		_ = append(page.Region(), blockmask.Region{})
		_ = append(page.Links(), blockmask.Link{})
		_ = append(page.Headings(), blockmask.Heading{})
		if page.Text() != again.Text() || !slices.Equal(page.Blocks(), again.Blocks()) ||
			!slices.Equal(page.Segments(), again.Segments()) || !slices.Equal(page.Region(), again.Region()) ||
			!slices.Equal(page.Links(), again.Links()) || !slices.Equal(page.Headings(), again.Headings()) {
			t.Errorf("omitted %v: not the same", omit)
		}
	}
}

// A page that is used again is the same as a new one, also after larger and smaller ones.
func TestAnalyzeInto(t *testing.T) {
	options := &blockmask.Options{TagPaths: true, LinkTargets: true}
	analyzer := newAnalyzer(t, options)
	again := new(blockmask.Page)
	for _, html := range append(fixtures(t), nil, []byte("<a href=x>y"), nil) {
		if err := analyzer.AnalyzeInto(again, html, ""); err != nil {
			t.Fatal(err)
		}
		once, err := newAnalyzer(t, options).Analyze(html)
		if err != nil {
			t.Fatal(err)
		}
		if again.Text() != once.Text() || again.Encoding() != once.Encoding() ||
			*again.Fingerprint() != *once.Fingerprint() ||
			len(again.Blocks()) != len(once.Blocks()) || len(again.Links()) != len(once.Links()) {
			t.Fatalf("%.40q: not the same", html)
		}
		for i, block := range once.Blocks() {
			if again.Blocks()[i] != block || again.TagPath(i) != once.TagPath(i) {
				t.Fatalf("%.40q: block %d is not the same", html, i)
			}
		}
		for i, link := range once.Links() {
			if again.Links()[i] != link || again.LinkTarget(i) != once.LinkTarget(i) {
				t.Fatalf("%.40q: link %d is not the same", html, i)
			}
		}
	}
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
	annotated, err := analyzer.Annotate(html, "")
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Contains(annotated, []byte("<blk-main>Rain fell")) ||
		!bytes.Contains(annotated, []byte("<blk-nav>Home</blk-nav>")) {
		t.Errorf("annotated %q", annotated)
	}
	if _, err := analyzer.Blank(html, "iso-2022-jp"); !errors.Is(err, blockmask.ErrUnsupportedEncoding) {
		t.Errorf("blanked ISO-2022-JP: %v", err)
	}
}

func TestOmit(t *testing.T) {
	all := blockmask.TableBlocks | blockmask.TableSegments | blockmask.TableRegions |
		blockmask.TableLinks | blockmask.TableHeadings
	page := analyze(t, newAnalyzer(t, &blockmask.Options{Omit: all &^ blockmask.TableHeadings}), rainyPage)
	if len(page.Blocks())+len(page.Segments())+len(page.Region())+len(page.Links()) != 0 ||
		len(page.Headings()) != 1 || page.Text() == "" {
		t.Errorf("%+v", page)
	}
}

func TestOptions(t *testing.T) {
	_, err := blockmask.New(&blockmask.Options{MaxDepth: 1 << 20})
	if !errors.Is(err, blockmask.ErrBadOption) || !strings.Contains(err.Error(), "max_depth") {
		t.Errorf("max_depth: %v", err)
	}
	_, err = blockmask.New(&blockmask.Options{Fusion: 99})
	if !errors.Is(err, blockmask.ErrBadOption) || !strings.Contains(err.Error(), "Options.Fusion is 99;") {
		t.Errorf("fusion: %v", err)
	}
	bad := blockmask.Options{Seeker: blockmask.SeekerOptions{Model: 4}, Tokens: 7}
	if _, err = blockmask.New(&bad); !strings.Contains(err.Error(), "Options.Tokens is 7;") {
		t.Errorf("two: %v", err)
	}
	if _, err := blockmask.NewPool(3, &blockmask.Options{Tokens: 99}); !errors.Is(err, blockmask.ErrBadOption) {
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
		limit.options.OnLimit = blockmask.LimitFails
		a := newAnalyzer(t, &limit.options)
		if _, err := a.Analyze([]byte(html)); !errors.Is(err, blockmask.ErrLimitReached) {
			t.Errorf("%s: %v", name, err)
		}
	}
	input := newAnalyzer(t, &blockmask.Options{MaxInput: 10, OnLimit: blockmask.LimitTruncatesInput})
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
