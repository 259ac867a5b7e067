package blockmask_test

import (
	"math"
	"strings"
	"testing"

	"github.com/blockmask/blockmask/bindings/go/blockmask"
)

// Every field of a block and of a segment, with the values of `blockmask blocks --format jsonl` for this page.
func TestFields(t *testing.T) {
	html := `<title>T &amp; U</title><h2>Head</h2><p aria-hidden=true class="x y">one <a href=/>two</a></p>`
	page := analyze(t, newAnalyzer(t, &blockmask.Options{Mask: blockmask.MaskDensity, WrapWidth: 4}), html)
	if page.Text() != "T & U\nHead\none two\n" || page.SourceLength() != uint32(len(html)) {
		t.Fatalf("%q", page.Text())
	}
	if start, end := page.TitleText(); start != 0 || end != 5 || page.TitleBlock() != 0 {
		t.Errorf("title %d-%d, block %d", start, end, page.TitleBlock())
	}
	b := page.Blocks()[2]
	want := blockmask.Block{
		SourceStart: 69, SourceEnd: 86, TextStart: 11, TextEnd: 18, Tokens: 2, LinkedTokens: 1, Lines: 2, Characters: 7,
		DensityTokens: 1, DensityLines: 1, Segment: b.Segment, Probability: b.Probability,
		Flags: blockmask.FlagAriaHidden, Depth: b.Depth, Weight: b.Weight, Role: b.Role, IsTemplate: b.IsTemplate,
		IsInMainRegion: b.IsInMainRegion, Field: blockmask.FieldLink, LinkTargets: 1, PathHash: b.PathHash, TextHash: b.TextHash,
		Comment: blockmask.None,
	}
	if b != want || html[b.SourceStart:b.SourceEnd] != "one <a href=/>two" || b.Depth == 0 || b.Segment > 2 {
		t.Errorf("%+v", b)
	}
	if b.IsTemplate != (b.Probability < 0.5) || page.Blocks()[1].HeadingLevel != 2 {
		t.Errorf("%+v", page.Blocks())
	}
	s := must(page.Segments())[b.Segment]
	if s.TextStart > b.TextStart || s.TextEnd <= b.TextStart || s.Tokens == 0 || s.Lines == 0 || s.DensityLines == 0 ||
		s.LinkedTokens > s.Tokens || !strings.Contains(page.Text(), s.Text(page)) {
		t.Errorf("%+v", s)
	}
	// This mask does not classify pages.
	probabilities := must(page.KindProbabilities())
	if page.Kind() != blockmask.KindNone || len(probabilities) != 0 || page.Kind().String() != "unknown" {
		t.Errorf("%v %v", page.Kind(), probabilities)
	}
	if page.IsRecovered() || page.Truncation() != 0 || must(page.Fingerprint()).IsValid {
		t.Errorf("%+v", page)
	}
}

func TestKinds(t *testing.T) {
	page := analyze(t, newAnalyzer(t, nil), threadPage)
	probabilities := must(page.KindProbabilities())
	sum, best := 0.0, blockmask.PageKind(0)
	for i, probability := range probabilities {
		kind := blockmask.PageKind(i)
		sum += float64(probability)
		if kind.String() == "unknown" {
			t.Errorf("%v: %v", kind, probability)
		}
		if probability > probabilities[best] {
			best = kind
		}
	}
	if len(probabilities) < 7 || math.Abs(sum-1) > 1e-4 || page.Kind() != best {
		t.Errorf("%v of %v", page.Kind(), probabilities)
	}
}

func TestRecovered(t *testing.T) {
	html := "<title>Rain" + strings.Repeat("<p>Rain fell on the city for the third day, and the river rose.", 20)
	if page := analyze(t, newAnalyzer(t, nil), html); !page.IsRecovered() {
		t.Errorf("%+v", page)
	}
}

func TestFingerprints(t *testing.T) {
	analyzer := newAnalyzer(t, nil)
	long, short := must(analyze(t, analyzer, rainyPage).Fingerprint()), must(analyze(t, analyzer, "<p>short").Fingerprint())
	other := must(analyze(t, analyzer, threadPage).Fingerprint())
	if !long.IsValid || long.Tokens < 13 || long.SimHash == 0 || long.Version == 0 || short.IsValid {
		t.Errorf("%+v %+v", long, short)
	}
	if !long.IsNearDuplicate(long) || long.IsNearDuplicate(other) || short.IsNearDuplicate(short) ||
		long.IsNearDuplicate(nil) {
		t.Error("compared wrongly")
	}
	version := *long
	version.Version++
	if long.IsNearDuplicate(&version) {
		t.Error("fingerprints of different versions")
	}
	if long.Similarity(long) != 1 || long.Distance(long) != 0 || long.Similarity(other) > 0.25 || long.Distance(other) == 0 ||
		long.Similarity(&version) != 0 || long.Distance(&version) != 64 || long.Distance(nil) != 64 {
		t.Error("measured wrongly")
	}
	if keys := long.BandKeys(3); len(keys) != 2 || keys[0] == keys[1] || keys[0] == version.BandKeys(3)[0] {
		t.Errorf("band keys %x", keys)
	}
	if len(short.BandKeys(1)) != 0 || len(long.BandKeys(0)) != 0 || len(long.BandKeys(9)) != 0 {
		t.Error("band keys of nothing")
	}
	if long.ContentHash == 0 || long.ContentHash == other.ContentHash || long.StructureHash == 0 {
		t.Errorf("%+v", long)
	}
	segment := newAnalyzer(t, &blockmask.Options{FingerprintText: blockmask.FingerprintLargestSegment})
	if print := must(analyze(t, segment, rainyPage).Fingerprint()); print.Version == long.Version ||
		print.ContentHash != long.ContentHash || print.IsNearDuplicate(long) {
		t.Errorf("%+v", print)
	}
	folded := newAnalyzer(t, &blockmask.Options{FoldCase: true})
	upper := strings.Replace(rainyPage, "Rain fell on the city", "RAIN FELL ON THE CITY", 1)
	if *must(analyze(t, folded, upper).Fingerprint()) != *must(analyze(t, folded, rainyPage).Fingerprint()) ||
		*must(analyze(t, analyzer, upper).Fingerprint()) == *long {
		t.Error("the option FoldCase makes no difference")
	}
}

func TestMapTextRange(t *testing.T) {
	analyzer := newAnalyzer(t, nil)
	html := "<p>The Caf&eacute;  <b>is</b>\n open, 中 &amp; more<p>&lt;x&gt;"
	page := analyze(t, analyzer, html)
	for text, source := range map[string]string{
		"The": "The", "Café": "Caf&eacute;", "é is": "&eacute;  <b>is", " o": "\n o", "中 & m": "中 &amp; m", "&": "&amp;",
		"<x>": "&lt;x&gt;", "x": "x", "more\n<": "more<p>&lt;", "": "",
	} {
		at := uint32(strings.Index(page.Text(), text))
		start, end, err := page.MapTextRange(at, at+uint32(len(text)))
		if err != nil || html[start:end] != source {
			t.Errorf("%q comes from %q", text, html[start:end])
		}
	}
	// Not at the boundaries of characters, beyond the text, and the wrong way around.
	at := uint32(strings.Index(page.Text(), "é"))
	if start, end, _ := page.MapTextRange(at+1, at+1+1); html[start:end] != "&eacute;" {
		t.Errorf("a part of a character comes from %q", html[start:end])
	}
	if start, end, _ := page.MapTextRange(0, math.MaxUint32); start != 3 || int(end) != len(html) {
		t.Errorf("all of the text comes from %d-%d", start, end)
	}
	for _, r := range [][2]uint32{{5, 2}, {5, 5}, {at + 1, at + 1}, {math.MaxUint32, 0}, {math.MaxUint32, math.MaxUint32}} {
		if start, end, err := page.MapTextRange(r[0], r[1]); err != nil || start != end || int(end) > len(html) {
			t.Errorf("%v comes from %d-%d", r, start, end)
		}
	}
	empty := analyze(t, analyzer, "")
	if start, end, _ := empty.MapTextRange(0, 1); start != 0 || end != 0 {
		t.Errorf("no text comes from %d-%d", start, end)
	}
}
