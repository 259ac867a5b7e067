package main

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/blevesearch/bleve/v2"
	"github.com/blevesearch/bleve/v2/search/query"
)

const (
	cafe = `<!DOCTYPE html><title>The Caf&eacute;</title><nav><a href=/>Home</a> <a href=/tea>Tea</a></nav>
<h1>Opening hours</h1><p>The Caf&eacute; at the <b>river</b> is open until nine. Tea &amp; cake are served from
three o'clock on every day of the week but Monday.`
	rain = `<!DOCTYPE html><title>Rain</title><h1>The third day</h1><p>Rain fell on the city for the third day, and the
river rose until it stood at the doors of the lower town, where people carried what they had to the upper floors.`
)

// Writes files into a folder.
func write(t *testing.T, folder string, files map[string]string) {
	t.Helper()
	for name, content := range files {
		path := filepath.Join(folder, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(content), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

// Indexes paths and returns what became of the pages: indexed, unchanged, deleted, failed.
func indexPaths(t *testing.T, path string, plain bool, paths ...string) [4]int {
	t.Helper()
	idx, err := openForWriting(path, plain)
	if err != nil {
		t.Fatal(err)
	}
	defer idx.Close()
	x, err := newIndexer(idx)
	if err != nil {
		t.Fatal(err)
	}
	for _, path := range paths {
		if err := x.add(path); err != nil {
			t.Fatal(err)
		}
	}
	return [4]int{x.indexed, x.unchanged, x.deleted, x.failed}
}

// Opens an index for the time of a call, as an open index keeps others from writing to it.
func read(t *testing.T, path string, work func(bleve.Index) error) {
	t.Helper()
	idx, err := openForReading(path)
	if err != nil {
		t.Fatal(err)
	}
	defer idx.Close()
	if err := work(idx); err != nil {
		t.Error(err)
	}
}

func find(t *testing.T, path, text string, o options) []hit {
	t.Helper()
	if o.limit == 0 {
		o.limit = 10
	}
	var out bytes.Buffer
	read(t, path, func(idx bleve.Index) error {
		s, err := newSearcher(idx, o)
		if err != nil {
			return err
		}
		return s.writeHits(&out, text)
	})
	var hits []hit
	for decoder := json.NewDecoder(&out); decoder.More(); {
		var h hit
		if err := decoder.Decode(&h); err != nil {
			t.Fatal(err)
		}
		hits = append(hits, h)
	}
	return hits
}

func pathsOf(hits []hit) (paths []string) {
	for _, h := range hits {
		paths = append(paths, h.Path)
	}
	return paths
}

func marked(source string, highlights [][2]int) (texts []string) {
	for _, h := range highlights {
		texts = append(texts, source[h[0]:h[1]])
	}
	return texts
}

func TestSnippetAndHighlights(t *testing.T) {
	folder, index := t.TempDir(), filepath.Join(t.TempDir(), "index")
	write(t, folder, map[string]string{"cafe.html": cafe, "sub/rain.htm": rain, "notes.txt": "café"})
	if got := indexPaths(t, index, false, folder); got != [4]int{2, 0, 0, 0} {
		t.Fatal(got)
	}
	hits := find(t, index, "CAFÉ river", options{})
	if len(hits) != 2 || hits[0].Path != "cafe.html" || hits[0].Title != "The Café" || hits[1].Path != "sub/rain.htm" {
		t.Fatalf("%+v", hits)
	}
	if got := strings.Join(marked(cafe, hits[0].Highlights), "|"); got != "Caf&eacute;|river" {
		t.Errorf("%q in %+v", got, hits[0])
	}
	if !strings.HasPrefix(hits[0].Snippet, "The Café at the river is open") {
		t.Errorf("%q", hits[0].Snippet)
	}
	// A word that only the title has.
	if hits = find(t, index, "rain", options{}); hits[0].Path != "sub/rain.htm" || len(hits[0].Highlights) == 0 {
		t.Errorf("%+v", hits)
	}
	if hits = find(t, index, "no_such_thing", options{}); len(hits) != 0 {
		t.Errorf("%+v", hits)
	}
}

// Bleve's own phrase query finds neighbors in a block, across tags and character references, but not across blocks.
func TestPhrases(t *testing.T) {
	folder, index := t.TempDir(), filepath.Join(t.TempDir(), "index")
	write(t, folder, map[string]string{"cafe.html": cafe})
	indexPaths(t, index, false, folder)
	for phrase, isFound := range map[string]bool{
		"the café at the river is": true, "tea cake": true, "hours the": false, "café river": false, "café opening": false,
	} {
		phraseQuery := query.NewMatchPhraseQuery(phrase)
		phraseQuery.SetField(textField)
		read(t, index, func(idx bleve.Index) error {
			found, err := idx.Search(bleve.NewSearchRequest(phraseQuery))
			if err == nil && (found.Total == 1) != isFound {
				t.Errorf("%s: %v", phrase, found)
			}
			return err
		})
	}
}

// A word in the title counts as often as the weight says, and has one location for each occurrence.
func TestWeights(t *testing.T) {
	folder, index := t.TempDir(), filepath.Join(t.TempDir(), "index")
	filler := strings.Repeat("<p>Nothing but words that say nothing of it at all, one after another. ", 20)
	write(t, folder, map[string]string{
		"title.html": "<title>Zebra</title>" + filler,
		"text.html":  "<title>Other</title><p>A zebra and another zebra came by today." + filler,
		"other.html": "<title>Other</title>" + filler,
	})
	indexPaths(t, index, false, folder)
	hits := find(t, index, "zebra", options{duplicates: true})
	if len(hits) != 2 || hits[0].Path != "title.html" || len(hits[0].Highlights) != 1 || len(hits[1].Highlights) != 2 {
		t.Errorf("%+v", hits)
	}
}

func TestIncremental(t *testing.T) {
	folder, other, index := t.TempDir(), t.TempDir(), filepath.Join(t.TempDir(), "index")
	write(t, folder, map[string]string{"a.html": cafe, "b.html": rain, "c.html": "<p>gone soon"})
	write(t, other, map[string]string{"d.html": "<p>another folder"})
	check := func(want [4]int, paths ...string) {
		t.Helper()
		if got := indexPaths(t, index, false, paths...); got != want {
			t.Errorf("%v, not %v", got, want)
		}
	}
	check([4]int{4, 0, 0, 0}, folder, other)
	check([4]int{0, 4, 0, 0}, folder, other)
	write(t, folder, map[string]string{"b.html": rain + " Snow fell on the hills."})
	if err := os.Remove(filepath.Join(folder, "c.html")); err != nil {
		t.Fatal(err)
	}
	check([4]int{1, 1, 1, 0}, folder)
	if got := pathsOf(find(t, index, "snow gone another", options{})); fmt.Sprint(got) != "[d.html b.html]" {
		t.Error(got)
	}
	// The length of all documents is that of an index that is made anew.
	fresh := filepath.Join(t.TempDir(), "fresh")
	indexPaths(t, fresh, false, folder, other)
	if got, want := lengthOf(t, index), lengthOf(t, fresh); got != want || want == 0 {
		t.Errorf("length %d, not %d", got, want)
	}
	write(t, folder, map[string]string{"b.html": rain})
	if err := os.Chmod(filepath.Join(folder, "b.html"), 0); err == nil && os.Getuid() != 0 {
		check([4]int{0, 1, 0, 1}, folder)
	}
}

func lengthOf(t *testing.T, path string) (length int64) {
	t.Helper()
	read(t, path, func(idx bleve.Index) (err error) {
		length, err = totalLength(idx)
		return err
	})
	return length
}

func TestCollapseAndKind(t *testing.T) {
	folder, index := t.TempDir(), filepath.Join(t.TempDir(), "index")
	files := map[string]string{"cafe.html": cafe}
	for i := range 30 {
		files[fmt.Sprintf("rain%d.html", i)] = rain + fmt.Sprintf("<p>Imprint %d", i)
	}
	write(t, folder, files)
	indexPaths(t, index, false, folder)
	if got := pathsOf(find(t, index, "river", options{limit: 2})); len(got) != 2 {
		t.Error(got)
	}
	all := find(t, index, "river", options{limit: 50, duplicates: true})
	if len(all) != 31 {
		t.Errorf("%d hits", len(all))
	}
	for _, h := range find(t, index, "river", options{limit: 50, duplicates: true, kind: all[0].Kind}) {
		if h.Kind != all[0].Kind {
			t.Errorf("%+v", h)
		}
	}
	if got := find(t, index, "river", options{kind: "product"}); len(got) != 0 {
		t.Errorf("%+v", got)
	}
	if len(find(t, index, "river", options{stock: true, duplicates: true, limit: 50})) != 31 {
		t.Error("Bleve's own scores find other pages")
	}
}

func TestPlain(t *testing.T) {
	folder, index := t.TempDir(), filepath.Join(t.TempDir(), "index")
	write(t, folder, map[string]string{"cafe.html": cafe, "rain.html": rain})
	indexPaths(t, index, true, folder)
	hits := find(t, index, "rain", options{})
	if len(hits) != 1 || hits[0].Title != "Rain" || hits[0].Path != "rain.html" {
		t.Errorf("%+v", hits)
	}
	if _, err := openForWriting(index, false); err == nil {
		t.Error("an index of both kinds")
	}
}

func warcRecord(kind, address, http string) string {
	return fmt.Sprintf("WARC/1.0\r\nWARC-Type: %s\r\nWARC-Record-ID: <urn:uuid:1>\r\nWARC-Date: 2026-11-23T00:00:00Z\r\n"+
		"WARC-Target-URI: %s\r\nContent-Type: application/http; msgtype=%s\r\nContent-Length: %d\r\n\r\n%s\r\n\r\n",
		kind, address, kind, len(http), http)
}

func TestWARC(t *testing.T) {
	gzipped := func(text string) string {
		var buffer bytes.Buffer
		writer := gzip.NewWriter(&buffer)
		writer.Write([]byte(text))
		writer.Close()
		return buffer.String()
	}
	const ok = "HTTP/1.1 200 OK\r\nContent-Type: "
	records := []string{
		warcRecord("request", "https://example.org/a", "GET /a HTTP/1.1\r\n\r\n"),
		warcRecord("response", "https://example.org/a",
			ok+"text/html; charset=iso-8859-1\r\n\r\n<title>Caf\xe9</title><p>caf\xe9 river"),
		warcRecord("response", "https://example.org/b", ok+"text/html\r\nContent-Encoding: gzip\r\n\r\n"+gzipped(rain)),
		warcRecord("response", "https://example.org/c", ok+"image/png\r\n\r\nriver"),
	}
	folder, index := t.TempDir(), filepath.Join(t.TempDir(), "index")
	compressed := ""
	for _, record := range records {
		compressed += gzipped(record)
	}
	write(t, folder, map[string]string{"a.warc": strings.Join(records, ""), "b.warc.gz": compressed})
	if got := indexPaths(t, index, false, filepath.Join(folder, "a.warc")); got != [4]int{2, 0, 0, 0} {
		t.Error(got)
	}
	hits := find(t, index, "café", options{})
	if len(hits) != 1 || hits[0].Path != "https://example.org/a" || hits[0].Title != "Café" {
		t.Errorf("%+v", hits)
	}
	index = filepath.Join(t.TempDir(), "index")
	if got := indexPaths(t, index, false, filepath.Join(folder, "b.warc.gz")); got != [4]int{2, 0, 0, 0} {
		t.Error(got)
	}
}

// Highlights of real pages are words of the query in the source, and never cut a character or a reference in two.
func TestHighlightsOfPages(t *testing.T) {
	folder := os.Getenv("BLOCKMASK_PAGES")
	if folder == "" {
		folder = "../../../tests/fixtures/pages"
	}
	if _, err := os.Stat(folder); err != nil {
		t.Skip("skipped: no pages")
	}
	index := filepath.Join(t.TempDir(), "index")
	indexPaths(t, index, false, folder)
	checked := 0
	for _, text := range []string{"the", "a of", "und der", "é ü", "2", "café résumé", "to be or not"} {
		for _, h := range find(t, index, text, options{limit: 100, duplicates: true}) {
			source, err := os.ReadFile(filepath.Join(folder, h.Path))
			if err != nil {
				t.Fatal(err)
			}
			for _, match := range marked(string(source), h.Highlights) {
				checked++
				if utf8.ValidString(string(source)) && (!utf8.ValidString(match) || strings.ContainsAny(match, "<> ")) {
					t.Errorf("%s: %q", h.Path, match)
				}
				if strings.Contains(match, "&") != strings.Contains(match, ";") {
					t.Errorf("%s: %q is a part of a reference", h.Path, match)
				}
			}
		}
	}
	if checked == 0 {
		t.Error("no highlights")
	}
}

func TestWords(t *testing.T) {
	var got []string
	for _, token := range (wordTokenizer{}).Tokenize([]byte("foo_bar\uFFFDÉté x1 \xff中文, end")) {
		got = append(got, string(token.Term))
	}
	if fmt.Sprint(got) != "[foo bar Été x1 中文 end]" {
		t.Errorf("%q", got)
	}
}
