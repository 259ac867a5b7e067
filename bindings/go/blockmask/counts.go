package blockmask

// #include "bridge.h"
import "C"

// Counts is counts of a text, by which corpora of web pages are filtered: of the main text, in which each block is a
// line, or of one block. A word has a letter or a number; it begins and ends with one. Characters are Unicode scalar
// values.
type Counts struct {
	// Characters, with the line feeds between lines.
	Characters uint32
	// Words; each character of Chinese and Japanese is one.
	Words uint32
	// Characters of words: of each, from its first to its last letter or number.
	WordCharacters uint32
	// What stands between spaces without a letter or a number.
	SymbolWords uint32
	// Words with a letter.
	AlphabeticWords uint32
	// Words that are frequent words of the language of which the text has most.
	StopWords uint32
	// Which of the eight words of Gopher occur, in small letters: `the`, `be`, `to`, `of`, `and`, `that`, `have`,
	// `with`.
	GopherStopWords uint32
	// Sentences, by the rules of Unicode.
	Sentences uint32
	// Lines.
	Lines uint32
	// Decimal digits of ASCII.
	Digits uint32
	// The character `#`.
	Hashes uint32
	// The character `…`, and three full stops.
	Ellipses uint32
	// The characters `{` and `}`.
	Braces uint32
	// The phrase "lorem ipsum".
	LoremIpsum uint32
	// Lines that begin with `•` or `-`.
	BulletLines uint32
	// Lines that end with an ellipsis.
	EllipsisLines uint32
	// Lines that end with what ends a sentence.
	PunctuatedLines uint32
	// Lines of at most 30 characters.
	ShortLines uint32
	// Lines that C4 keeps.
	C4Lines uint32
	// Sentences in lines that C4 keeps.
	C4Sentences uint32
	// Lines that occurred before.
	RepeatedLines uint32
	// Characters of lines that occurred before.
	RepeatedLineCharacters uint32
	// Characters of all occurrences of the most frequent two words in a row.
	TopTwoGramCharacters uint32
	// Characters of all occurrences of the most frequent three words in a row.
	TopThreeGramCharacters uint32
	// Characters of all occurrences of the most frequent four words in a row.
	TopFourGramCharacters uint32
	// Characters of five words in a row that occurred before, without the spaces between them.
	RepeatedFiveGramCharacters uint32
	// Of six words.
	RepeatedSixGramCharacters uint32
	// Of seven words.
	RepeatedSevenGramCharacters uint32
	// Of eight words.
	RepeatedEightGramCharacters uint32
	// Of nine words.
	RepeatedNineGramCharacters uint32
	// Of ten words.
	RepeatedTenGramCharacters uint32
}

// Counts returns the counts of the main text. Without PartMask all text is main text.
func (p *Page) Counts() (Counts, error) {
	rows, err := table[Counts](p, C.BLOCKMASK_TABLE_COUNTS)
	if err != nil || len(rows) == 0 {
		return Counts{}, err
	}
	return rows[0], nil
}

// BlockCounts returns the counts of each block, template or not, by its index.
func (p *Page) BlockCounts() ([]Counts, error) {
	return table[Counts](p, C.BLOCKMASK_TABLE_BLOCK_COUNTS)
}
