package main

import (
	"github.com/blevesearch/bleve/v2"
	"github.com/blevesearch/bleve/v2/analysis/analyzer/custom"
	"github.com/blevesearch/bleve/v2/analysis/analyzer/keyword"
	htmlfilter "github.com/blevesearch/bleve/v2/analysis/char/html"
	"github.com/blevesearch/bleve/v2/analysis/token/lowercase"
	"github.com/blevesearch/bleve/v2/analysis/tokenizer/unicode"
	"github.com/blevesearch/bleve/v2/mapping"
	index "github.com/blevesearch/bleve_index_api"
)

// The fields of a document.
const (
	// The visible text of the page, weighted by block, with the positions and the source offsets of its words.
	textField = "text"
	// The whole page, in an index that was made with --plain.
	bodyField = "body"
	// The title: stored, and with --plain also indexed.
	titleField = "title"
	// The kind of the page.
	kindField = "kind"
	// The folder or the file that the page is from, and what tells whether it has changed.
	sourceField, stateField = "source", "state"
	// Stored for results: the texts of all blocks, one a line; a byte for each block; and the fingerprint.
	linesField, masksField, fingerprintField = "lines", "masks", "fingerprint"
)

// The analyzer of Bleve's own HTML ingestion.
const plainAnalyzer = "html"

// Names the fields and their analyzers. The mapping is stored in the index; queries are analyzed by it.
func newMapping(plain bool) (*mapping.IndexMappingImpl, error) {
	m := bleve.NewIndexMapping()
	m.ScoringModel = index.BM25Scoring
	m.DefaultMapping.Dynamic = false
	err := m.AddCustomAnalyzer(words, map[string]any{
		"type": custom.Name, "tokenizer": words, "token_filters": []string{lowercase.Name},
	})
	if err != nil {
		return nil, err
	}
	err = m.AddCustomAnalyzer(plainAnalyzer, map[string]any{
		"type": custom.Name, "char_filters": []string{htmlfilter.Name}, "tokenizer": unicode.Name,
		"token_filters": []string{lowercase.Name},
	})
	if err != nil {
		return nil, err
	}
	add := func(name, analyzer string, store bool) {
		field := bleve.NewTextFieldMapping()
		field.Analyzer, field.Store, field.IncludeInAll = analyzer, store, false
		field.DocValues = analyzer == keyword.Name
		field.IncludeTermVectors = analyzer != keyword.Name
		m.DefaultMapping.AddFieldMappingsAt(name, field)
	}
	add(sourceField, keyword.Name, false)
	add(stateField, keyword.Name, false)
	if plain {
		add(titleField, plainAnalyzer, true)
		add(bodyField, plainAnalyzer, false)
	} else {
		add(textField, words, false)
		add(kindField, keyword.Name, true)
	}
	return m, nil
}

// Reports whether an index was made with --plain.
func isPlain(m mapping.IndexMapping) bool {
	impl, isImpl := m.(*mapping.IndexMappingImpl)
	return isImpl && impl.DefaultMapping.Properties[bodyField] != nil
}
