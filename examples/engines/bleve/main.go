// Command bleve is a search program for a folder of HTML pages: Bleve, with blockmask to read the pages. README.md
// explains it.
package main

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"hash/fnv"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/blevesearch/bleve/v2"
	"github.com/blevesearch/bleve/v2/document"
	index "github.com/blevesearch/bleve_index_api"

	"github.com/blockmask/blockmask/bindings/go/blockmask"
)

const usage = `usage: bleve index [--plain] INDEX FOLDER
       bleve search [--limit N] INDEX QUERY...
       bleve search [--limit N] --queries FILE INDEX
`

// Pages between two commits. A run that is killed loses no more than these, and the next one adds them.
const batchSize = 500

// The page as it is: stored.
const htmlField = "html"

// What is known of all pages of an index, by path: the hash of the bytes, and the length of the text. It is written in
// each batch that changes it. (For millions of pages one would take doc values instead.)
type states map[string]state

type state struct {
	Hash   uint64
	Length int
}

var statesKey = []byte("pages")

// Ends the program if something fails that the rest depends on.
func check(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func must[T any](value T, err error) T {
	check(err)
	return value
}

func readStates(idx bleve.Index) states {
	all := make(states)
	if value := must(idx.GetInternal(statesKey)); value != nil {
		check(json.Unmarshal(value, &all))
	}
	return all
}

// An indexer brings an index up to date with a folder.
type indexer struct {
	index    bleve.Index
	batch    *bleve.Batch
	analyzer *blockmask.Analyzer
	plain    bool
	states   states

	indexed, unchanged, deleted, failed int
}

func indexFolder(path, folder string, plain bool) {
	root := must(filepath.Abs(folder))
	idx, err := bleve.Open(path)
	if errors.Is(err, bleve.ErrorIndexPathDoesNotExist) || errors.Is(err, bleve.ErrorIndexMetaMissing) {
		idx, err = bleve.New(path, bleve.NewIndexMapping())
	}
	check(err)
	x := &indexer{index: idx, batch: idx.NewBatch(), analyzer: newAnalyzer(), plain: plain, states: readStates(idx)}
	seen := make(map[string]bool)
	check(filepath.WalkDir(root, func(file string, entry fs.DirEntry, err error) error {
		extension := strings.ToLower(filepath.Ext(file))
		if err != nil || !entry.Type().IsRegular() || extension != ".html" && extension != ".htm" {
			return err
		}
		path := filepath.ToSlash(must(filepath.Rel(root, file)))
		seen[path] = true
		if err := x.update(file, path); err != nil {
			fmt.Fprintf(os.Stderr, "%s: %v\n", path, err)
			x.failed++
		}
		x.commit(batchSize)
		return nil
	}))
	for path := range x.states {
		if !seen[path] {
			x.batch.Delete(path)
			delete(x.states, path)
			x.deleted++
		}
	}
	x.commit(1)
	check(idx.Close())
	fmt.Printf("indexed %d, unchanged %d, deleted %d, failed %d\n", x.indexed, x.unchanged, x.deleted, x.failed)
	if x.failed > 0 {
		os.Exit(1)
	}
}

// A page is read if the hash of its bytes has changed.
func (x *indexer) update(file, path string) error {
	source, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	hash := fnv.New64a()
	fmt.Fprint(hash, x.plain)
	hash.Write(source)
	if hash.Sum64() == x.states[path].Hash {
		x.unchanged++
		return nil
	}
	address := url.URL{Scheme: "file", Path: filepath.ToSlash(file)}
	page := readPlain(source)
	if !x.plain {
		if page, err = readPage(x.analyzer, source, address.String()); err != nil {
			return err
		}
	}
	text := newWeightedText(page)
	doc := document.NewDocument(path)
	doc.AddField(text)
	doc.AddField(document.NewTextFieldCustom(htmlField, nil, source, index.StoreField, nil))
	x.states[path] = state{hash.Sum64(), text.length}
	x.indexed++
	return x.batch.IndexAdvanced(doc)
}

// Commits the batch if it is full, and waits until it is on disk.
func (x *indexer) commit(size int) {
	if x.batch.Size() >= size {
		x.batch.SetInternal(statesKey, must(json.Marshal(x.states)))
		check(x.index.Batch(x.batch))
		x.batch.Reset()
	}
}

type hit struct {
	score float64
	path  string
}

type searcher struct {
	index bleve.Index
	limit int
	// The mean length of a page.
	averageLength float64
}

func newSearcher(path string, limit int) *searcher {
	s := &searcher{index: must(bleve.OpenUsing(path, map[string]any{"read_only": true})), limit: limit}
	states := readStates(s.index)
	for _, state := range states {
		s.averageLength += float64(state.Length) / float64(len(states))
	}
	return s
}

// Returns the best pages; pages of equal score are ordered by path.
func (s *searcher) find(words map[string]bool) (hits []hit) {
	reader := must(must(s.index.Advanced()).Reader())
	defer reader.Close()
	for id, score := range scores(reader, words, s.averageLength) {
		hits = append(hits, hit{score, must(reader.ExternalID(index.IndexInternalID(id)))})
	}
	slices.SortFunc(hits, func(a, b hit) int { return cmp.Or(cmp.Compare(b.score, a.score), cmp.Compare(a.path, b.path)) })
	return hits[:min(len(hits), s.limit)]
}

// Prints a JSON object for each page. Its bytes are in the index, and are read again for the snippet.
func (s *searcher) search(text string) {
	analyzer, words := newAnalyzer(), wordSet(text)
	encoder := json.NewEncoder(os.Stdout)
	encoder.SetEscapeHTML(false)
	for i, h := range s.find(words) {
		var source []byte
		must(s.index.Document(h.path)).VisitFields(func(field index.Field) {
			if field.Name() == htmlField {
				source = field.Value()
			}
		})
		page := must(readPage(analyzer, source, ""))
		snippet, highlights := page.snippet(words)
		check(encoder.Encode(map[string]any{
			"rank": i + 1, "score": h.score, "path": h.path, "title": page.title, "snippet": snippet, "highlights": highlights,
		}))
	}
}

// Prints query, rank, path and score for each line of a file.
func (s *searcher) searchAll(file string) {
	for line := range bytes.Lines(must(os.ReadFile(file))) {
		text := strings.TrimRight(string(line), "\r\n")
		for i, h := range s.find(wordSet(text)) {
			fmt.Printf("%s\t%d\t%s\t%.6f\n", text, i+1, h.path, h.score)
		}
	}
}

func main() {
	plain, limit := flag.Bool("plain", false, ""), flag.Int("limit", 10, "")
	queries := flag.String("queries", "", "")
	flag.Usage = func() { fmt.Fprint(os.Stderr, usage) }
	command := strings.Join(os.Args[1:min(2, len(os.Args))], "")
	// Exits with 2 on wrong usage.
	_ = flag.CommandLine.Parse(os.Args[min(2, len(os.Args)):])
	switch arguments := flag.Args(); {
	case command == "index" && len(arguments) == 2:
		indexFolder(arguments[0], arguments[1], *plain)
	case command == "search" && *limit > 0 && len(arguments) == 1 && *queries != "":
		newSearcher(arguments[0], *limit).searchAll(*queries)
	case command == "search" && *limit > 0 && len(arguments) > 1:
		newSearcher(arguments[0], *limit).search(strings.Join(arguments[1:], " "))
	default:
		flag.Usage()
		os.Exit(2)
	}
}
