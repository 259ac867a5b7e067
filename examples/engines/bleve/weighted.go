package main

import (
	"context"
	"math"

	"github.com/blevesearch/bleve/v2/document"
	index "github.com/blevesearch/bleve_index_api"

	"github.com/blockmask/blockmask/bindings/go/blockmask"
)

// The field with the words of a page.
const textField = "text"

// The parameters of BM25. The unit of frequencies is a quarter, so k1 is four times what it would be otherwise.
const (
	bm25K1 = 1.2 * blockmask.UnitWeight
	bm25B  = 0.75
)

// weightedText is a text field whose term frequencies are sums of weights. In Bleve's own text field the frequency is the
// number of occurrences.
type weightedText struct {
	*document.TextField
	frequencies index.TokenFrequencies
	// The sum of all frequencies, which BM25 takes for the length of the page.
	length int
}

func newWeightedText(page *pageText) *weightedText {
	field := document.NewTextFieldCustom(textField, nil, nil, index.IndexField, nil)
	text := &weightedText{TextField: field, frequencies: make(index.TokenFrequencies)}
	for _, w := range page.words {
		frequency, found := text.frequencies[w.term]
		if !found {
			frequency = &index.TokenFreq{Term: []byte(w.term)}
			text.frequencies[w.term] = frequency
		}
		frequency.SetFrequency(frequency.Frequency() + w.weight)
		text.length += w.weight
	}
	return text
}

// Analyze does nothing: the frequencies are there already.
func (w *weightedText) Analyze() {}

func (w *weightedText) AnalyzedLength() int                              { return w.length }
func (w *weightedText) AnalyzedTokenFrequencies() index.TokenFrequencies { return w.frequencies }

// Returns the score of each page that has any of the words, by BM25 as it is published: README.md says what Bleve's own
// BM25 does instead.
func scores(reader index.IndexReader, words map[string]bool, averageLength float64) map[string]float64 {
	documents := float64(must(reader.DocCount()))
	scores := make(map[string]float64)
	for word := range words {
		postings := must(reader.TermFieldReader(context.Background(), []byte(word), textField, true, true, false))
		found := float64(postings.Count())
		idf := math.Log(1 + (documents-found+0.5)/(found+0.5))
		for posting := must(postings.Next(nil)); posting != nil; posting = must(postings.Next(nil)) {
			// Bleve stores the length of a field, and returns it in the form that TF-IDF needs.
			frequency, length := float64(posting.Freq), 1/(posting.Norm*posting.Norm)
			saturated := frequency * (bm25K1 + 1) / (frequency + bm25K1*(1-bm25B+bm25B*length/averageLength))
			scores[string(posting.ID)] += idf * saturated
		}
		check(postings.Close())
	}
	return scores
}
