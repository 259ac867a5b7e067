package main

import (
	"html"
	"regexp"
	"strings"
	"unicode"

	"github.com/blockmask/blockmask/bindings/go/blockmask"
)

// Words of a snippet, and how many of them stand before the first one that was found.
const (
	snippetWords = 32
	leadingWords = 6
)

// Where snippets are taken from: what comes later is preferred.
type place int

const (
	notShown place = iota
	inTitle
	inTemplate
	inContent
)

// A word is a run of letters and digits.
type word struct {
	// In lower case.
	term string
	// The term weight of its block, in quarters.
	weight int
	place  place
	// Its byte range and the range of its block in the text of the page.
	text, block span
	// Its bytes in the page.
	source span
}

type span struct{ start, end int }

// A pageText is a page as it is indexed and shown.
type pageText struct {
	title, text string
	words       []word
}

func newAnalyzer() *blockmask.Analyzer {
	return must(blockmask.New(&blockmask.Options{Parts: blockmask.PartFields}))
}

// Reads a page: to index it, and again for its snippet.
func readPage(analyzer *blockmask.Analyzer, source []byte, address string) (*pageText, error) {
	page, err := analyzer.AnalyzeInput(blockmask.Input{HTML: source, Address: address})
	if err != nil {
		return nil, err
	}
	defer page.Close()
	result := &pageText{title: page.Title(), text: page.Text()}
	blocks := page.Blocks()
	for i := range blocks {
		block := &blocks[i]
		if block.Weight == 0 {
			continue
		}
		w := word{weight: int(block.Weight), place: placeOf(block), block: span{int(block.TextStart), int(block.TextEnd)}}
		for _, w.text = range split(result.text, w.block) {
			w.term = strings.ToLower(result.text[w.text.start:w.text.end])
			start, end, err := page.MapTextRange(uint32(w.text.start), uint32(w.text.end))
			if err != nil {
				return nil, err
			}
			w.source = span{int(start), int(end)}
			result.words = append(result.words, w)
		}
	}
	return result, nil
}

func placeOf(block *blockmask.Block) place {
	switch {
	case block.Flags&blockmask.FlagNoSnippet != 0:
		return notShown
	case block.Flags&blockmask.FlagInHead != 0:
		return inTitle
	case block.IsTemplate:
		return inTemplate
	}
	return inContent
}

// The words of a part of a text.
func split(text string, part span) (words []span) {
	isSeparator := func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsNumber(r) }
	at := part.start
	for piece := range strings.FieldsFuncSeq(text[part.start:part.end], isSeparator) {
		start := at + strings.Index(text[at:part.end], piece)
		at = start + len(piece)
		words = append(words, span{start, at})
	}
	return words
}

// The words of a query, in lower case.
func wordSet(text string) map[string]bool {
	set := make(map[string]bool)
	for _, w := range split(text, span{0, len(text)}) {
		set[strings.ToLower(text[w.start:w.end])] = true
	}
	return set
}

var markup = regexp.MustCompile(`(?is)<script\b.*?</script>|<style\b.*?</style>|<!--.*?-->|<[^>]*>`)

// What an indexer does without blockmask: strips the tags. All words weigh the same.
func readPlain(source []byte) *pageText {
	page := &pageText{text: html.UnescapeString(string(markup.ReplaceAll(source, []byte(" "))))}
	for _, w := range split(page.text, span{0, len(page.text)}) {
		term := strings.ToLower(page.text[w.start:w.end])
		page.words = append(page.words, word{term: term, weight: blockmask.UnitWeight})
	}
	return page
}

// Returns a part of one block with as many words of the query as possible, from the content if that has any of them, and
// where these words are in the bytes of the page.
func (p *pageText) snippet(query map[string]bool) (string, [][2]int) {
	var best []word
	bestPlace, bestCount := notShown, 0
	for i, w := range p.words {
		place := w.place
		if !query[w.term] {
			// A page that was found by words that must not be shown has its first content instead.
			place = notShown
		}
		if w.place == notShown || place == notShown && (best != nil || w.place != inContent) {
			continue
		}
		window, found := p.window(i), make(map[string]bool)
		for _, near := range window {
			if query[near.term] {
				found[near.term] = true
			}
		}
		if best == nil || place > bestPlace || place == bestPlace && len(found) > bestCount {
			best, bestPlace, bestCount = window, place, len(found)
		}
	}
	highlights := [][2]int{}
	if best == nil {
		return "", highlights
	}
	for _, w := range best {
		if query[w.term] {
			highlights = append(highlights, [2]int{w.source.start, w.source.end})
		}
	}
	first, last := best[0], best[len(best)-1]
	start, before, end, after := first.block.start, "", last.block.end, ""
	if len(split(p.text, span{start, first.text.start})) > 0 {
		start, before = first.text.start, "… "
	}
	if len(split(p.text, span{last.text.end, end})) > 0 {
		end, after = last.text.end, " …"
	}
	return before + p.text[start:end] + after, highlights
}

// The words around a word, of the same block.
func (p *pageText) window(found int) []word {
	start := max(0, found-leadingWords)
	for p.words[start].block != p.words[found].block {
		start++
	}
	end := start
	for end < min(start+snippetWords, len(p.words)) && p.words[end].block == p.words[found].block {
		end++
	}
	return p.words[start:end]
}
