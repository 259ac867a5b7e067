package main

import (
	"bufio"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/blevesearch/bleve/v2"
	"github.com/blevesearch/bleve/v2/search"
	"github.com/blevesearch/bleve/v2/search/query"

	"github.com/blockmask/blockmask/bindings/go/blockmask"
)

// What to search for, besides the words.
type options struct {
	limit int
	// The kind of the pages, or "" for all.
	kind string
	// Near-duplicates are shown too.
	duplicates bool
	// The words are scored by Bleve's own BM25.
	stock bool
}

type searcher struct {
	index   bleve.Index
	options options
	plain   bool
	// The mean length of a document.
	averageLength float64
}

func newSearcher(idx bleve.Index, o options) (*searcher, error) {
	s := &searcher{index: idx, options: o, plain: isPlain(idx.Mapping())}
	length, err := totalLength(idx)
	if err != nil {
		return nil, err
	}
	documents, err := idx.DocCount()
	s.averageLength = float64(length) / float64(max(documents, 1))
	return s, err
}

// The words of a query, each once.
func (s *searcher) words(text string) []string {
	var list []string
	seen := make(map[string]bool)
	for _, token := range s.index.Mapping().AnalyzerNamed(words).Analyze([]byte(text)) {
		if word := string(token.Term); !seen[word] {
			seen[word] = true
			list = append(list, word)
		}
	}
	return list
}

func (s *searcher) query(text string) query.Query {
	var q query.Query
	switch {
	case s.plain:
		title, body := bleve.NewMatchQuery(text), bleve.NewMatchQuery(text)
		title.SetField(titleField)
		body.SetField(bodyField)
		q = bleve.NewDisjunctionQuery(title, body)
	case s.options.stock:
		match := bleve.NewMatchQuery(text)
		match.SetField(textField)
		q = match
	default:
		q = &bm25Query{s.words(text), s.averageLength}
	}
	if s.options.kind == "" {
		return q
	}
	kind := bleve.NewTermQuery(s.options.kind)
	kind.SetField(kindField)
	filtered := bleve.NewBooleanQuery()
	filtered.AddMust(q)
	filtered.AddFilter(kind)
	return filtered
}

// Returns the best pages, each with the stored fields that are named. Of near-duplicates it returns the best one, and
// therefore searches again for more pages where many are.
func (s *searcher) search(text string, withLocations bool, fields ...string) ([]*search.DocumentMatch, error) {
	for size := 2 * s.options.limit; ; size *= 4 {
		request := bleve.NewSearchRequestOptions(s.query(text), size, 0, false)
		// Equal scores in an order that does not depend on how the index was built.
		request.SortBy([]string{"-_score", "_id"})
		request.IncludeLocations = withLocations
		request.Fields = append(fields, fingerprintField)
		found, err := s.index.Search(request)
		if err != nil {
			return nil, err
		}
		hits := found.Hits
		if !s.options.duplicates && !s.plain {
			hits = collapse(hits, s.options.limit)
		}
		if len(hits) >= s.options.limit || found.Total <= uint64(size) {
			return hits[:min(len(hits), s.options.limit)], nil
		}
	}
}

// Leaves out each page that is a near-duplicate of a better one, until there are as many as the limit.
func collapse(hits []*search.DocumentMatch, limit int) []*search.DocumentMatch {
	var kept []*search.DocumentMatch
	var prints []*blockmask.Fingerprint
	for _, hit := range hits {
		if len(kept) == limit {
			break
		}
		fingerprint := fingerprintOf(hit)
		isDuplicate := false
		for _, other := range prints {
			isDuplicate = isDuplicate || fingerprint.IsNearDuplicate(other)
		}
		if !isDuplicate {
			kept, prints = append(kept, hit), append(prints, fingerprint)
		}
	}
	return kept
}

func fingerprintOf(hit *search.DocumentMatch) *blockmask.Fingerprint {
	fingerprint := new(blockmask.Fingerprint)
	// Without one the page is no duplicate.
	_, _ = binary.Decode([]byte(stored(hit, fingerprintField)), binary.LittleEndian, fingerprint)
	return fingerprint
}

func stored(hit *search.DocumentMatch, field string) string {
	value, _ := hit.Fields[field].(string)
	return value
}

// A line of the output.
type hit struct {
	Rank       int      `json:"rank"`
	Score      float64  `json:"score"`
	Path       string   `json:"path"`
	Title      string   `json:"title"`
	Kind       string   `json:"kind"`
	Snippet    string   `json:"snippet"`
	Highlights [][2]int `json:"highlights"`
}

// Writes the best pages as JSON Lines.
func (s *searcher) writeHits(out io.Writer, text string) error {
	found, err := s.search(text, true, titleField, kindField, linesField, masksField)
	if err != nil {
		return err
	}
	encoder := json.NewEncoder(out)
	encoder.SetEscapeHTML(false)
	analyzer := s.index.Mapping().AnalyzerNamed(words)
	for i, match := range found {
		h := hit{
			Rank: i + 1, Score: match.Score, Path: match.ID, Title: stored(match, titleField),
			Kind: stored(match, kindField), Highlights: [][2]int{},
		}
		if !s.plain {
			h.Snippet, h.Highlights = snippetOf(match, analyzer)
		}
		if err := encoder.Encode(h); err != nil {
			return err
		}
	}
	return nil
}

// Writes the best pages for each line of a file, as tab-separated values.
func (s *searcher) writeRanks(out io.Writer, path string) error {
	file, err := os.Open(path)
	if err != nil {
		return err
	}
	defer file.Close()
	lines := bufio.NewScanner(file)
	for lines.Scan() {
		text := strings.TrimSpace(lines.Text())
		if text == "" {
			continue
		}
		found, err := s.search(text, false)
		if err != nil {
			return fmt.Errorf("%s: %w", text, err)
		}
		for i, match := range found {
			fmt.Fprintf(out, "%s\t%d\t%s\t%.6f\n", text, i+1, match.ID, match.Score)
		}
	}
	return lines.Err()
}
