package main

import (
	"errors"
	"fmt"
	"hash/fnv"
	"html"
	"regexp"
	"strings"
	"time"

	"github.com/blevesearch/bleve/v2/analysis"
	"github.com/blevesearch/bleve/v2/document"
	"github.com/blevesearch/bleve/v2/mapping"
	index "github.com/blevesearch/bleve_index_api"
	"golang.org/x/sys/unix"

	"github.com/blockmask/blockmask/bindings/go/blockmask"
)

// An ingester makes documents of pages. Each worker has one.
type ingester interface {
	// Returns the document and its length for BM25, 0 where Bleve counts it.
	ingest(p *page) (*document.Document, int, error)
	// The processor time that blockmask took.
	blockmaskTime() time.Duration
	close()
}

func newIngester(m mapping.IndexMapping) (ingester, error) {
	if isPlain(m) {
		return plainIngester{m}, nil
	}
	analyzer, err := blockmask.New(&blockmask.Options{
		Parts: blockmask.PartFields | blockmask.PartFingerprint, TextMap: true, FoldCase: true,
		Omit: blockmask.TableSegments | blockmask.TableRegions | blockmask.TableLinks | blockmask.TableHeadings,
	})
	if err != nil {
		return nil, err
	}
	return &blockIngester{analyzer: analyzer, words: m.AnalyzerNamed(words)}, nil
}

// blockIngester has an analyzer of its own, and the page that it overwrites for each document.
type blockIngester struct {
	analyzer *blockmask.Analyzer
	words    analysis.Analyzer
	page     blockmask.Page
	time     time.Duration
}

func (b *blockIngester) ingest(p *page) (*document.Document, int, error) {
	start := threadTime()
	err := b.analyzer.AnalyzeInputInto(&b.page, blockmask.Input{HTML: p.html, Charset: p.charset, Address: p.address})
	b.time += threadTime() - start
	if err != nil {
		// A bug in the library, which it has caught, must not fail the pages that follow.
		return nil, 0, errors.Join(err, b.analyzer.Reset())
	}
	doc, length := newDocument(p.id, &b.page, b.words)
	return doc, length, nil
}

func (b *blockIngester) blockmaskTime() time.Duration { return b.time }
func (b *blockIngester) close()                       { b.analyzer.Close() }

// plainIngester leaves HTML to Bleve: its character filter drops the tags. The title is a field of its own.
type plainIngester struct{ mapping mapping.IndexMapping }

var titlePattern = regexp.MustCompile(`(?is)<title[^>]*>(.*?)</title>`)

func (i plainIngester) ingest(p *page) (*document.Document, int, error) {
	title := ""
	if match := titlePattern.FindSubmatch(p.html); match != nil {
		title = strings.Join(strings.Fields(html.UnescapeString(string(match[1]))), " ")
	}
	doc := document.NewDocument(p.id)
	err := i.mapping.MapDocument(doc, map[string]any{titleField: title, bodyField: string(p.html)})
	return doc, 0, err
}

func (plainIngester) blockmaskTime() time.Duration { return 0 }
func (plainIngester) close()                       {}

// What an index knows of a page: enough to leave it alone if its bytes are the same.
type state struct {
	source string
	hash   uint64
	length int
}

func hashOf(html []byte) uint64 {
	hash := fnv.New64a()
	hash.Write(html)
	return hash.Sum64()
}

func (s state) addTo(doc *document.Document) {
	for name, value := range map[string]string{
		sourceField: s.source, stateField: fmt.Sprintf("%016x %d", s.hash, s.length),
	} {
		doc.AddField(document.NewTextFieldCustom(name, nil, []byte(value), index.IndexField|index.DocValues, nil))
	}
}

// Reads a field that addTo has written.
func (s *state) read(field string, value []byte) {
	switch field {
	case sourceField:
		s.source = string(value)
	case stateField:
		_, _ = fmt.Sscanf(string(value), "%x %d", &s.hash, &s.length)
	}
}

// The processor time of this thread, to which the goroutine is locked.
func threadTime() time.Duration {
	var now unix.Timespec
	_ = unix.ClockGettime(unix.CLOCK_THREAD_CPUTIME_ID, &now)
	return time.Duration(now.Nano())
}
