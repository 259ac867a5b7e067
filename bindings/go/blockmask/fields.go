package blockmask

// #include "bridge.h"
import "C"

import "sync"

// UnitWeight is the weight that stands for 1.0, the weight of plain text. BM25's parameter k1 is to be multiplied by it
// where the frequency of a term is the sum of its weights.
const UnitWeight = 4

// Field is what a block is for a search engine, which may index each as a separate field. docs/ranking.md in the
// repository shows how. Newer libraries may return numbers that are not listed here.
type Field uint8

// The fields.
const (
	// The title in the head.
	FieldTitle Field = C.BLOCKMASK_FIELD_TITLE
	// The headline: h1, or a short block that repeats the title or a part of it.
	FieldH1 Field = C.BLOCKMASK_FIELD_H1
	// h2 to h6.
	FieldHeading Field = C.BLOCKMASK_FIELD_HEADING
	// A heading that links to another page.
	FieldLinkedHeading Field = C.BLOCKMASK_FIELD_LINKED_HEADING
	// Names what follows: dt, th, a caption, a signature, a line in bold, a short block before a longer one.
	FieldLabel Field = C.BLOCKMASK_FIELD_LABEL
	// All other text, content or template.
	FieldText Field = C.BLOCKMASK_FIELD_TEXT
	// Preformatted text.
	FieldCode Field = C.BLOCKMASK_FIELD_CODE
	// Mostly links to places in the page itself.
	FieldInPageLink Field = C.BLOCKMASK_FIELD_IN_PAGE_LINK
	// Mostly links to other pages.
	FieldLink Field = C.BLOCKMASK_FIELD_LINK
	// Author, date, tags.
	FieldByline Field = C.BLOCKMASK_FIELD_BYLINE
	// A comment under an article, or a post of a thread.
	FieldComment Field = C.BLOCKMASK_FIELD_COMMENT
	// Not to be searched: hidden, excluded by the author of the page, or from metadata only.
	FieldHidden Field = C.BLOCKMASK_FIELD_HIDDEN
)

type fieldDefaults struct {
	weight              uint8
	lengthNormalization float32
}

// Asks the library once, as a call to C costs more than the lookup. What it does not know stays zero.
var defaultsOfFields = sync.OnceValue(func() (table [256]fieldDefaults) {
	for i := range table {
		var weight C.uint32_t
		var lengthNormalization C.float
		if C.blockmask_get_field_defaults(C.uint32_t(i), &weight, &lengthNormalization) == C.BLOCKMASK_OK {
			table[i] = fieldDefaults{uint8(weight), float32(lengthNormalization)}
		}
	}
	return table
})

// Weight is the default weight of the words in a field: UnitWeight is 1.0. It is 0 for FieldHidden, and for a field
// that the library does not know. Block.Weight starts from it.
func (f Field) Weight() uint8 { return defaultsOfFields()[f].weight }

// LengthNormalization is the default length normalization of a field for BM25F: its parameter b, 0 to 1.
func (f Field) LengthNormalization() float32 { return defaultsOfFields()[f].lengthNormalization }

// VisibleFields returns all fields that this package knows but FieldHidden.
func VisibleFields() []Field {
	var fields []Field
	for f := range Field(32) {
		if C.BLOCKMASK_FIELDS_VISIBLE&(1<<f) != 0 {
			fields = append(fields, f)
		}
	}
	return fields
}
