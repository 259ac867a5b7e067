package main

import (
	"encoding/binary"
	"strings"

	"github.com/blevesearch/bleve/v2/analysis"
	"github.com/blevesearch/bleve/v2/document"
	index "github.com/blevesearch/bleve_index_api"

	"github.com/blockmask/blockmask/bindings/go/blockmask"
)

// weightedText is a document field whose term frequencies are sums of weights, while its locations stay one for each
// occurrence. In Bleve's own text field the frequency is the number of occurrences. A location has the position of the
// word on the page, its bytes in the source, and the number of its block as the array position: to Bleve a page is an
// array of blocks, so that no phrase crosses two of them.
type weightedText struct {
	frequencies index.TokenFrequencies
	// The sum of all frequencies, which BM25 takes for the length of the page.
	length int
	bytes  uint64
}

var _ document.Field = (*weightedText)(nil)

// Takes the words of a page that was analyzed with the option TextMap.
func newWeightedText(page *blockmask.Page, analyzer analysis.Analyzer) *weightedText {
	field := &weightedText{frequencies: make(index.TokenFrequencies)}
	position := 0
	for run := range page.Runs() {
		if run.Weight == 0 {
			continue
		}
		// The analyzer folds case in place.
		tokens := analyzer.Analyze([]byte(run.Text))
		block := []uint64{uint64(run.Block)}
		locations := make([]index.TokenLocation, len(tokens))
		for i, token := range tokens {
			position++
			start, end := page.MapTextRange(run.TextStart+uint32(token.Start), run.TextStart+uint32(token.End))
			locations[i] = index.TokenLocation{
				ArrayPositions: block, Start: int(start), End: int(end), Position: position,
			}
			field.add(token.Term, int(run.Weight), &locations[i])
		}
		field.bytes += uint64(len(run.Text))
	}
	return field
}

func (w *weightedText) add(term []byte, weight int, location *index.TokenLocation) {
	frequency, found := w.frequencies[string(term)]
	if !found {
		frequency = &index.TokenFreq{Term: term}
		w.frequencies[string(term)] = frequency
	}
	frequency.SetFrequency(frequency.Frequency() + weight)
	frequency.Locations = append(frequency.Locations, location)
	w.length += weight
}

// Analyze does nothing: a worker has made the terms already.
func (w *weightedText) Analyze() {}

func (w *weightedText) Name() string             { return textField }
func (w *weightedText) ArrayPositions() []uint64 { return nil }
func (w *weightedText) Value() []byte            { return nil }
func (w *weightedText) EncodedFieldType() byte   { return 't' }
func (w *weightedText) Options() index.FieldIndexingOptions {
	return index.IndexField | index.IncludeTermVectors
}
func (w *weightedText) AnalyzedLength() int                              { return w.length }
func (w *weightedText) AnalyzedTokenFrequencies() index.TokenFrequencies { return w.frequencies }
func (w *weightedText) NumPlainTextBytes() uint64                        { return w.bytes }
func (w *weightedText) Size() int                                        { return w.frequencies.Size() }

// What masksField says about a block.
const (
	contentBlock, templateBlock = 'c', 't'
	// Not to be shown in results.
	noSnippetBlock = '-'
)

// Makes the document of a page. Its length is that of the weighted text.
func newDocument(id string, page *blockmask.Page, analyzer analysis.Analyzer) (*document.Document, int) {
	text := newWeightedText(page, analyzer)
	doc := document.NewDocument(id)
	doc.AddField(text)
	doc.AddField(document.NewTextFieldCustom(kindField, nil, []byte(page.Kind().String()),
		index.IndexField|index.StoreField|index.DocValues, nil))
	var lines strings.Builder
	var masks []byte
	blocks := page.Blocks()
	for i := range blocks {
		lines.WriteString(blocks[i].Text(page))
		lines.WriteByte('\n')
		masks = append(masks, maskOf(&blocks[i]))
	}
	// Fixed size, so it cannot fail.
	fingerprint, _ := binary.Append(nil, binary.LittleEndian, page.Fingerprint())
	for name, value := range map[string][]byte{
		titleField: []byte(page.Title()), linesField: []byte(lines.String()), masksField: masks,
		fingerprintField: fingerprint,
	} {
		doc.AddField(document.NewTextFieldCustom(name, nil, value, index.StoreField, nil))
	}
	return doc, text.length
}

func maskOf(block *blockmask.Block) byte {
	switch {
	case block.Weight == 0 || block.Flags&blockmask.FlagNoSnippet != 0:
		return noSnippetBlock
	case block.IsTemplate:
		return templateBlock
	default:
		return contentBlock
	}
}
