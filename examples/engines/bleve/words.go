package main

import (
	"unicode"
	"unicode/utf8"

	"github.com/blevesearch/bleve/v2/analysis"
	"github.com/blevesearch/bleve/v2/registry"
)

// The name of the tokenizer, and of the analyzer that folds its words to lower case.
const words = "words"

// wordTokenizer makes a token of each run of letters and digits. The tokenizers of Bleve do not: that of character
// classes stops at the first U+FFFD, which stands for malformed bytes of a page.
type wordTokenizer struct{}

func (wordTokenizer) Tokenize(text []byte) analysis.TokenStream {
	var tokens analysis.TokenStream
	start := -1
	for i := 0; i <= len(text); {
		r, size := utf8.DecodeRune(text[i:])
		isWord := i < len(text) && (unicode.IsLetter(r) || unicode.IsNumber(r))
		if isWord && start < 0 {
			start = i
		} else if !isWord && start >= 0 {
			tokens = append(tokens, &analysis.Token{
				Term: text[start:i], Start: start, End: i, Position: len(tokens) + 1, Type: analysis.AlphaNumeric,
			})
			start = -1
		}
		i += max(size, 1)
	}
	return tokens
}

func init() {
	err := registry.RegisterTokenizer(words, func(map[string]any, *registry.Cache) (analysis.Tokenizer, error) {
		return wordTokenizer{}, nil
	})
	if err != nil {
		panic(err)
	}
}
