package blockmask_test

import (
	"bytes"
	"context"
	"errors"
	"reflect"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/blockmask/blockmask/bindings/go/blockmask"
)

func TestRowsAndSource(t *testing.T) {
	html := `<title>T &amp; U</title><h2>Head</h2><p class="x y">one <a href="/a?b&amp;c">two</a></p><p hidden>gone</p>`
	page := analyze(t, newAnalyzer(t, nil), html)
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
	if got := page.Blocks()[1].HeadingLevel; got != 2 {
		t.Errorf("a heading of level %d", got)
	}
	p := page.Blocks()[2]
	if p.Text(page) != "one two" || p.Tokens != 2 || p.LinkedTokens != 1 || p.Characters != 7 {
		t.Errorf("block %q %+v", p.Text(page), p)
	}
	if got := html[p.SourceStart:p.SourceEnd]; got != `one <a href="/a?b&amp;c">two` {
		t.Errorf("source %q", got)
	}
	if got := must(page.TagPath(2)); got != "html/body/p.x.y" {
		t.Errorf("tag path %q", got)
	}
	for _, index := range []int{-1, 99} {
		_, pathErr := page.TagPath(index)
		_, targetErr := page.LinkTarget(index)
		if !errors.Is(pathErr, blockmask.ErrBadArgument) || !errors.Is(targetErr, blockmask.ErrBadArgument) {
			t.Errorf("strings of blocks and links that the page does not have: %v, %v", pathErr, targetErr)
		}
	}
	links, target := must(page.Links()), must(page.LinkTarget(0))
	if len(links) != 1 || links[0].Text(page) != "two" || target != "/a?b&c" {
		t.Errorf("links %+v %q", links, target)
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
		page, err := analyzer.AnalyzeInput(blockmask.Input{HTML: []byte(test.html), Charset: test.charset})
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
	analyzer := newAnalyzer(t, nil)
	for _, html := range [][]byte{nil, {}, []byte(" "), []byte("<p>"), {0}, []byte("<!-- -->")} {
		page, err := analyzer.Analyze(html)
		if err != nil {
			t.Fatalf("%q: %v", html, err)
		}
		if len(must(page.Links())) != 0 || page.Title() != "" || page.TitleBlock() != blockmask.None {
			t.Errorf("%q: %+v", html, page)
		}
		checkInvariants(t, html, page)
		if blanked, err := page.BlankPage(); err != nil || len(blanked) != len(html) {
			t.Errorf("%q: %q %v", html, blanked, err)
		}
		if zoned, err := page.ZonePage(); err != nil || len(html) == 0 && len(zoned) != 0 {
			t.Errorf("%q: %q %v", html, zoned, err)
		}
	}
}

func TestPagesAreIndependent(t *testing.T) {
	analyzer := newAnalyzer(t, nil)
	html := []byte("<p id=a>first page")
	first, err := analyzer.Analyze(html)
	if err != nil {
		t.Fatal(err)
	}
	text, block, path := first.Text(), first.Blocks()[0], must(first.TagPath(0))
	clear(html)
	for range 20 {
		analyze(t, analyzer, strings.Repeat("<div class=other><p>another, longer page</div>", 500))
	}
	analyzer.Close()
	runtime.GC()
	if first.Text() != text || text != "first page\n" || first.Blocks()[0] != block ||
		must(first.TagPath(0)) != path {
		t.Errorf("the first page has changed: %q %+v %q", first.Text(), first.Blocks()[0],
			must(first.TagPath(0)))
	}
}

// What is returned is the caller's: changing it changes no other result.
func TestRowsAreCopies(t *testing.T) {
	page := analyze(t, newAnalyzer(t, nil), rainyPage)
	links := must(page.Links())
	links[0].TextEnd = 0
	if again := must(page.Links()); again[0] == links[0] {
		t.Errorf("%+v", again)
	}
}

// Analyses that reuse the memory of closed pages have the results of new ones, also after larger and smaller pages.
func TestReusedMemory(t *testing.T) {
	options := &blockmask.Options{Visual: true, StyleDensity: blockmask.StyleDensityLearned}
	analyzer := newAnalyzer(t, options)
	for _, html := range append(fixtures(t), nil, []byte(threadPage), []byte("<a href=x>y"), nil) {
		again, once := analyze(t, analyzer, string(html)), analyze(t, newAnalyzer(t, options), string(html))
		got, want := resultsOf(again), resultsOf(once)
		for i := range want {
			if !reflect.DeepEqual(got[i], want[i]) {
				t.Fatalf("%.40q: %v, not %v", html, got[i], want[i])
			}
		}
		again.Close()
	}
}

// All that the methods of a page return.
func resultsOf(p *blockmask.Page) []any {
	titleStart, titleEnd := p.TitleSource()
	links, areas := must(p.Links()), must(p.LayoutAreas())
	results := []any{
		p.Text(), p.Title(), titleStart, titleEnd, p.TitleBlock(), p.SourceLength(), p.Encoding(), p.EncodingSource(),
		*must(p.Fingerprint()), p.Kind(), p.Truncation(), p.IsRecovered(), p.PageLayout(), must(p.KindProbabilities()),
		p.Blocks(), must(p.Segments()), must(p.MainRegions()), links, must(p.Comments()), areas, must(p.VisualAreas()),
		must(p.BlockVisibility()), must(p.Records()), must(p.Groups()), must(p.GroupItems()),
	}
	for i, block := range p.Blocks() {
		start, end, err := p.MapTextRange(block.TextStart, block.TextEnd)
		results = append(results, must(p.TagPath(i)), start, end, err)
	}
	for i := range links {
		results = append(results, must(p.LinkTarget(i)))
	}
	for i := range areas {
		results = append(results, must(p.LayoutAreaText(i)))
	}
	return results
}

// Goroutines read one page while it is closed: they get results or ErrClosed.
func TestPageOfManyGoroutines(t *testing.T) {
	analyzer := newAnalyzer(t, nil)
	for range 20 {
		page := analyze(t, analyzer, rainyPage)
		want := must(page.Links())
		var readers sync.WaitGroup
		for range 4 {
			readers.Add(1)
			go func() {
				defer readers.Done()
				for {
					links, err := page.Links()
					if errors.Is(err, blockmask.ErrClosed) {
						return
					}
					if err != nil || !slices.Equal(links, want) {
						t.Errorf("%v %+v", err, links)
						return
					}
				}
			}()
		}
		time.Sleep(time.Millisecond)
		if err := errors.Join(page.Close(), page.Close()); err != nil {
			t.Error(err)
		}
		readers.Wait()
		if page.Title() != "Rain" || page.Blocks()[0].Text(page) != "Rain" {
			t.Error("text and blocks are gone")
		}
	}
}

func TestShapes(t *testing.T) {
	analyzer := newAnalyzer(t, nil)
	page := analyze(t, analyzer, rainyPage)
	blanked, at := must(page.BlankPage()), strings.Index(rainyPage, "Rain fell")
	if len(blanked) != len(rainyPage) || !bytes.HasPrefix(blanked[at:], []byte("Rain fell")) ||
		bytes.ContainsAny(blanked, "<>") {
		t.Errorf("blanked %q", blanked)
	}
	zoned := must(page.ZonePage())
	if !bytes.Contains(zoned, []byte("<blk-main>Rain fell")) ||
		!bytes.Contains(zoned, []byte("<blk-nav>Home</blk-nav>")) {
		t.Errorf("zoned %q", zoned)
	}
	if html := must(page.MainHTML()); !strings.Contains(html, "<p>Rain fell") || strings.Contains(html, "Home") {
		t.Errorf("HTML %q", html)
	}
	if text := must(page.PlainText()); !strings.HasPrefix(text, "The third day\n\nRain fell") {
		t.Errorf("plain text %q", text)
	}
	japanese, err := analyzer.AnalyzeInput(blockmask.Input{HTML: []byte(rainyPage), Charset: "iso-2022-jp"})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := japanese.BlankPage(); !errors.Is(err, blockmask.ErrUnsupportedEncoding) {
		t.Errorf("blanked ISO-2022-JP: %v", err)
	}
}

// What was not asked for is an error, whatever the page.
func TestNotComputed(t *testing.T) {
	analyzer, err := blockmask.New(&blockmask.Options{Parts: blockmask.PartMask})
	if err != nil {
		t.Fatal(err)
	}
	defer analyzer.Close()
	for _, html := range []string{rainyPage, ""} {
		page := analyze(t, analyzer, html)
		_, segments := page.Segments()
		_, mainRegions := page.MainRegions()
		_, fingerprint := page.Fingerprint()
		_, structure := page.Structure()
		_, images := page.Images()
		_, layoutAreas := page.LayoutAreas()
		_, visualAreas := page.VisualAreas()
		_, visibility := page.BlockVisibility()
		for i, err := range []error{
			segments, mainRegions, fingerprint, structure, images, layoutAreas, visualAreas, visibility,
		} {
			if !errors.Is(err, blockmask.ErrNotComputed) {
				t.Errorf("%d: %v", i, err)
			}
		}
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
	if len(must(gaps.Segments())) == len(must(analyze(t, newAnalyzer(t, nil), rainyPage).Segments())) {
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

func TestAnalysisEndsWithTheContext(t *testing.T) {
	a := newAnalyzer(t, nil)
	large := blockmask.Input{HTML: []byte(strings.Repeat("<p>Rain fell on the city.", 400_000))}
	ctx, cancel := context.WithTimeout(context.Background(), 2*time.Millisecond)
	defer cancel()
	if _, err := a.AnalyzeContext(ctx, large); err != context.DeadlineExceeded {
		t.Error(err)
	}
	if _, err := a.AnalyzeContext(ctx, blockmask.Input{}); err != context.DeadlineExceeded {
		t.Error(err)
	}
	// A context that ends about when the analysis does stops no other page.
	small := blockmask.Input{HTML: articleOfSize(2000)}
	for i := range 400 {
		ctx, cancel := context.WithTimeout(context.Background(), time.Duration(i)*time.Microsecond)
		if _, err := a.AnalyzeContext(ctx, small); err != nil && err != context.DeadlineExceeded {
			t.Error(err)
		}
		cancel()
		if _, err := a.AnalyzeInput(small); err != nil {
			t.Fatal(i, err)
		}
	}
}

func TestCancelPage(t *testing.T) {
	a := newAnalyzer(t, nil)
	page := analyze(t, a, "<p>Rain fell on the city for the third day.")
	page.Cancel()
	if _, err := page.Markdown(blockmask.RenderOptions{}); !errors.Is(err, blockmask.ErrCancelled) {
		t.Error(err)
	}
	if _, err := page.Markdown(blockmask.RenderOptions{}); err != nil {
		t.Error(err)
	}
	if err := page.Close(); err != nil {
		t.Error(err)
	}
	page.Cancel()
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
	for _, err := range []error{analyzeErr, analyzer.Reset(), analyzer.SetModel(nil), analyzer.SetSite(nil)} {
		if !errors.Is(err, blockmask.ErrClosed) {
			t.Error(err)
		}
	}
}

func TestMemory(t *testing.T) {
	analyzer := newAnalyzer(t, nil)
	empty := analyzer.MemoryInUse()
	page := string(articleOfSize(500_000))
	analyze(t, analyzer, page).Close()
	full := analyzer.MemoryInUse()
	if full < empty+500_000 {
		t.Errorf("%d bytes, %d after a page", empty, full)
	}
	if err := analyzer.Reset(); err != nil || analyzer.MemoryInUse() >= full {
		t.Errorf("%d bytes after a reset, %v", analyzer.MemoryInUse(), err)
	}
	if got := analyze(t, analyzer, "<p>fine").Text(); got != "fine\n" {
		t.Errorf("%q", got)
	}
}

// Analyzers that nobody closes are freed; if the C memory were freed too early, this would crash.
func TestForcedCollection(t *testing.T) {
	pages := fixtures(t)
	for range 30 {
		analyzer, err := blockmask.New(&blockmask.Options{Parts: blockmask.PartsAll})
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
	batch := []blockmask.Input{{HTML: []byte("<p>a")}, {HTML: []byte("<p>too long for it")}, {}, {HTML: []byte("<p>d")}}
	pages, err := analyzer.AnalyzeInputs(context.Background(), batch)
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
	pages, err = analyzer.AnalyzeInputs(ctx, batch)
	if !errors.Is(err, context.Canceled) || len(pages) != 4 || pages[0] != nil {
		t.Errorf("cancelled: %v %v", pages, err)
	}
}
