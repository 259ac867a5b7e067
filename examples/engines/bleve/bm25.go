package main

import (
	"context"
	"math"

	"github.com/blevesearch/bleve/v2/mapping"
	"github.com/blevesearch/bleve/v2/search"
	"github.com/blevesearch/bleve/v2/search/query"
	index "github.com/blevesearch/bleve_index_api"

	"github.com/blockmask/blockmask/bindings/go/blockmask"
)

// The parameters of BM25. The unit of frequencies is a quarter, so k1 is four times what it would be otherwise.
const (
	bm25K1 = 1.2 * blockmask.UnitWeight
	bm25B  = 0.75
)

// bm25Query finds documents with any of some words in textField and scores them by BM25 as it is published. README.md
// says what Bleve's own BM25 does instead.
type bm25Query struct {
	words []string
	// The mean length of a document.
	averageLength float64
}

var _ query.Query = (*bm25Query)(nil)

// Searcher opens the postings of the words.
func (q *bm25Query) Searcher(ctx context.Context, reader index.IndexReader, _ mapping.IndexMapping,
	options search.SearcherOptions) (search.Searcher, error) {
	documents, err := reader.DocCount()
	if err != nil {
		return nil, err
	}
	s := &bm25Searcher{averageLength: q.averageLength}
	for _, word := range q.words {
		postings, err := reader.TermFieldReader(ctx, []byte(word), textField, true, true, options.IncludeTermVectors)
		if err != nil {
			_ = s.Close()
			return nil, err
		}
		found := float64(postings.Count())
		idf := math.Log(1 + (float64(documents)-found+0.5)/(found+0.5))
		s.lists = append(s.lists, &postingList{word: word, reader: postings, idf: idf})
	}
	return s, nil
}

// A postingList is the documents with one word, and the one that it is at.
type postingList struct {
	word   string
	reader index.TermFieldReader
	idf    float64
	// Nil at the end, and before the first call.
	current *index.TermFieldDoc
	buffer  index.TermFieldDoc
}

func (l *postingList) next() (err error) {
	l.current, err = l.reader.Next(l.buffer.Reset())
	return err
}

// Moves to the first document from id on, if the list is before it.
func (l *postingList) advance(id index.IndexInternalID) (err error) {
	if l.current != nil && l.current.ID.Compare(id) < 0 {
		l.current, err = l.reader.Advance(id, l.buffer.Reset())
	}
	return err
}

// bm25Searcher merges the lists of its words. It ignores the query norm, a factor by which Bleve makes idf count twice,
// and has no factor for the number of words that a document has.
type bm25Searcher struct {
	lists         []*postingList
	averageLength float64
	hasBegun      bool
}

var _ search.Searcher = (*bm25Searcher)(nil)

// Moves all lists to their first document, once.
func (s *bm25Searcher) begin() error {
	if s.hasBegun {
		return nil
	}
	s.hasBegun = true
	for _, list := range s.lists {
		if err := list.next(); err != nil {
			return err
		}
	}
	return nil
}

// Next returns the next document that has any of the words.
func (s *bm25Searcher) Next(ctx *search.SearchContext) (*search.DocumentMatch, error) {
	if err := s.begin(); err != nil {
		return nil, err
	}
	var lowest index.IndexInternalID
	for _, list := range s.lists {
		if list.current != nil && (lowest == nil || list.current.ID.Compare(lowest) < 0) {
			lowest = list.current.ID
		}
	}
	if lowest == nil {
		return nil, nil
	}
	match := ctx.DocumentMatchPool.Get()
	match.IndexInternalID = index.NewIndexInternalIDFrom(match.IndexInternalID, lowest)
	for _, list := range s.lists {
		if list.current == nil || !list.current.ID.Equals(match.IndexInternalID) {
			continue
		}
		match.Score += s.score(list)
		list.addLocations(match)
		if err := list.next(); err != nil {
			return nil, err
		}
	}
	return match, nil
}

// Advance returns the first document from id on that has any of the words.
func (s *bm25Searcher) Advance(ctx *search.SearchContext, id index.IndexInternalID) (*search.DocumentMatch, error) {
	if err := s.begin(); err != nil {
		return nil, err
	}
	for _, list := range s.lists {
		if err := list.advance(id); err != nil {
			return nil, err
		}
	}
	return s.Next(ctx)
}

func (s *bm25Searcher) score(list *postingList) float64 {
	frequency, norm := float64(list.current.Freq), list.current.Norm
	// Bleve stores the length of a field, and returns it in the form that TF-IDF needs.
	length := 1 / (norm * norm)
	return list.idf * frequency * (bm25K1 + 1) / (frequency + bm25K1*(1-bm25B+bm25B*length/s.averageLength))
}

// Adds where the word is, if the search asks for locations.
func (l *postingList) addLocations(match *search.DocumentMatch) {
	for _, vector := range l.current.Vectors {
		match.FieldTermLocations = append(match.FieldTermLocations, search.FieldTermLocation{
			Field: vector.Field, Term: l.word,
			Location: search.Location{
				Pos: vector.Pos, Start: vector.Start, End: vector.End,
				ArrayPositions: append(search.ArrayPositions(nil), vector.ArrayPositions...),
			},
		})
	}
}

// Close closes the postings.
func (s *bm25Searcher) Close() (err error) {
	for _, list := range s.lists {
		if failure := list.reader.Close(); failure != nil {
			err = failure
		}
	}
	return err
}

// Count is at least the number of documents that Next will return.
func (s *bm25Searcher) Count() (count uint64) {
	for _, list := range s.lists {
		count += list.reader.Count()
	}
	return count
}

// Size is an estimate of the memory in use.
func (s *bm25Searcher) Size() (size int) {
	for _, list := range s.lists {
		size += list.reader.Size()
	}
	return size
}

// What Bleve asks of searchers that its own ones combine.

func (s *bm25Searcher) Weight() float64            { return 0 }
func (s *bm25Searcher) SetQueryNorm(float64)       {}
func (s *bm25Searcher) Min() int                   { return 0 }
func (s *bm25Searcher) DocumentMatchPoolSize() int { return 1 }
