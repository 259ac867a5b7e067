package main

import (
	"cmp"
	"slices"
	"strings"

	"github.com/blevesearch/bleve/v2/analysis"
	"github.com/blevesearch/bleve/v2/search"
)

// The words of a snippet, and how many of them stand before the first match.
const (
	snippetWords = 30
	leadingWords = 6
)

// An occurrence of a word of the query on a page.
type occurrence struct {
	term string
	*search.Location
}

func (o occurrence) block() int { return int(o.ArrayPositions[0]) }

// Returns a piece of the block that matches best, and where its matched words are in the source. Content is preferred
// to template text; blocks that must not be shown are left out. Both come from the index alone: the texts of blocks are
// stored, and each location of a word has its block and its source range.
func snippetOf(match *search.DocumentMatch, analyzer analysis.Analyzer) (string, [][2]int) {
	lines, masks := strings.Split(stored(match, linesField), "\n"), stored(match, masksField)
	var best []occurrence
	bestValue := -1
	for _, block := range byBlock(occurrencesOf(match)) {
		mask := masks[block[0].block()]
		if value := valueOf(block, mask); mask != noSnippetBlock && value > bestValue {
			best, bestValue = block, value
		}
	}
	if best == nil {
		return "", [][2]int{}
	}
	return cut(lines[best[0].block()], best, analyzer)
}

// All occurrences in page order.
func occurrencesOf(match *search.DocumentMatch) (list []occurrence) {
	for term, locations := range match.Locations[textField] {
		for _, location := range locations {
			list = append(list, occurrence{term, location})
		}
	}
	slices.SortFunc(list, func(a, b occurrence) int { return cmp.Compare(a.Pos, b.Pos) })
	return list
}

func byBlock(list []occurrence) (blocks [][]occurrence) {
	for i, first := 0, 0; i < len(list); i++ {
		if i+1 == len(list) || list[i+1].block() != list[first].block() {
			blocks, first = append(blocks, list[first:i+1]), i+1
		}
	}
	return blocks
}

// Content before template, then more words of the query, then more occurrences.
func valueOf(list []occurrence, mask byte) int {
	value := 1000*distinct(list) + min(len(list), 999)
	if mask == contentBlock {
		value += 1_000_000
	}
	return value
}

func distinct(list []occurrence) int {
	terms := make(map[string]bool)
	for _, o := range list {
		terms[o.term] = true
	}
	return len(terms)
}

// Cuts the part with the most words of the query out of the text of a block. The text has the words that the index has,
// so that its first match is the first occurrence.
func cut(text string, list []occurrence, analyzer analysis.Analyzer) (string, [][2]int) {
	tokens := analyzer.Analyze([]byte(text))
	// The position on the page of the first word of the block.
	base := int(list[0].Pos) - firstMatch(tokens, list[0].term)
	start, end, best := 0, 0, 0
	for i := range list {
		from := max(0, int(list[i].Pos)-base-leadingWords)
		to := min(len(tokens), from+snippetWords)
		j := i
		for j < len(list) && int(list[j].Pos)-base < to {
			j++
		}
		if value := valueOf(list[i:j], templateBlock); value > best {
			start, end, best = from, to, value
		}
	}
	highlights := [][2]int{}
	for _, o := range list {
		if at := int(o.Pos) - base; at >= start && at < end {
			highlights = append(highlights, [2]int{int(o.Start), int(o.End)})
		}
	}
	return textBetween(text, tokens, start, end), highlights
}

func firstMatch(tokens analysis.TokenStream, term string) int {
	return max(0, slices.IndexFunc(tokens, func(token *analysis.Token) bool { return string(token.Term) == term }))
}

// The text of tokens, with an ellipsis where the block goes on.
func textBetween(text string, tokens analysis.TokenStream, start, end int) string {
	first, last, before, after := 0, len(text), "", ""
	if start > 0 {
		first, before = tokens[start].Start, "… "
	}
	if end < len(tokens) {
		last, after = tokens[end-1].End, " …"
	}
	return before + text[first:last] + after
}
