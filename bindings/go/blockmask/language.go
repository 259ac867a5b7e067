package blockmask

// #include "bridge.h"
import "C"

// Language is a language of ISO 639-1; 0 is none.
type Language uint32

// String is the code of the language, such as en; empty if there is none.
func (l Language) String() string {
	if l == 0 {
		return ""
	}
	return languageNames.of(uint32(l))
}

// TextLanguage is the language of a text.
type TextLanguage struct {
	// The language that its letters are of, or else the declared one; 0 if neither is known.
	Language Language
	// That the letters are of this language, 0 to 1; 0 if it is only declared.
	Confidence float32
}

// PageLanguage returns the language of the main text. Declared languages need PartStructure.
func (p *Page) PageLanguage() (TextLanguage, error) {
	rows, err := table[TextLanguage](p, C.BLOCKMASK_TABLE_PAGE_LANGUAGE)
	if err != nil || len(rows) == 0 {
		return TextLanguage{}, err
	}
	return rows[0], nil
}

// BlockLanguages returns the language of each block, template or not, by its index.
func (p *Page) BlockLanguages() ([]TextLanguage, error) {
	return table[TextLanguage](p, C.BLOCKMASK_TABLE_BLOCK_LANGUAGES)
}
