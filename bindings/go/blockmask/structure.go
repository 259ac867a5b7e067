package blockmask

// #include "bridge.h"
import "C"

// BlockType is what a block is in its document. Newer libraries may return numbers that are not listed here.
type BlockType uint8

// The types.
const (
	// The title in the head.
	TypeTitle BlockType = C.BLOCKMASK_TYPE_TITLE
	// All other text.
	TypeParagraph BlockType = C.BLOCKMASK_TYPE_PARAGRAPH
	// In h1 to h6.
	TypeHeading BlockType = C.BLOCKMASK_TYPE_HEADING
	// In an li.
	TypeListItem BlockType = C.BLOCKMASK_TYPE_LIST_ITEM
	// In a dt.
	TypeDefinitionTerm BlockType = C.BLOCKMASK_TYPE_DEFINITION_TERM
	// In a dd.
	TypeDefinition BlockType = C.BLOCKMASK_TYPE_DEFINITION
	// In a td of a table that does not only lay out the page.
	TypeTableCell BlockType = C.BLOCKMASK_TYPE_TABLE_CELL
	// In a th of such a table.
	TypeTableHeader BlockType = C.BLOCKMASK_TYPE_TABLE_HEADER
	// Preformatted: pre, listing, xmp, plaintext, lines of code, and what a style makes preformatted and monospaced.
	TypeCode BlockType = C.BLOCKMASK_TYPE_CODE
	// In a blockquote.
	TypeQuotation BlockType = C.BLOCKMASK_TYPE_QUOTATION
	// In a caption or a figcaption.
	TypeCaption BlockType = C.BLOCKMASK_TYPE_CAPTION
	// Labels and buttons of forms.
	TypeFormText BlockType = C.BLOCKMASK_TYPE_FORM_TEXT
)

// String is the name of the type, such as list-item.
func (t BlockType) String() string { return typeNames.of(uint32(t)) }

// Direction is the direction of a text, as the nearest dir attribute says.
type Direction uint8

// The directions.
const (
	// No dir attribute says it.
	DirectionNone Direction = 0
	// Left to right.
	DirectionLTR Direction = C.BLOCKMASK_DIRECTION_LTR
	// Right to left.
	DirectionRTL Direction = C.BLOCKMASK_DIRECTION_RTL
	// As the first letter with a direction says.
	DirectionAuto Direction = C.BLOCKMASK_DIRECTION_AUTO
)

// BlockStructure is the structure of the block with the same index.
type BlockStructure struct {
	// The block that is the nearest heading above it, of a higher rank if it is a heading, or None. The headings above
	// that heading are found in its row.
	Heading uint32
	// The number of the innermost list, from 0, or None if it is in no item of a list.
	List uint32
	// The position of the item in its list, from 0, or None.
	Item uint32
	// The number that the item shows; 0 unless IsOrdered.
	Number int32
	// The number of the table, from 0, or None if it is in no cell.
	Table uint32
	// The first row of the cell, from 0.
	Row uint32
	// The value of the lang attribute that holds for the block, in the bytes of the page; empty if there is none.
	LanguageSourceStart, LanguageSourceEnd uint32
	// The first column of the cell, from 0; 65535 stands for all further ones, too.
	Column uint16
	// How many columns and rows the cell spans; 0 if it is in no cell.
	ColumnSpan, RowSpan uint16
	// How many lists there are around it.
	ListDepth uint16
	// How many blockquote elements there are around it.
	QuoteDepth uint16
	BlockType  BlockType
	Direction  Direction
	// Its list is ordered.
	IsOrdered bool
	// Its cell is a th.
	IsHeader bool
	_        uint16
}

// Image is an image with an alternative text, which is not part of the text of the page. An engine may index that
// text as a separate field.
type Image struct {
	// Its tag.
	SourceStart, SourceEnd uint32
	// The value of its alt attribute, as written.
	AltSourceStart, AltSourceEnd uint32
	// The last block that begins before it, or None.
	Block uint32
	// What the words of its alternative text count in a ranking: UnitWeight is 1.0, 0 is hidden.
	Weight uint32
}

// AnnotationType is what an annotation says about its text. Newer libraries may return numbers that are not listed here.
type AnnotationType uint32

// The types.
const (
	// A formula in a line of text.
	AnnotationFormula AnnotationType = C.BLOCKMASK_ANNOTATION_FORMULA
	// A formula on a line by itself.
	AnnotationDisplayFormula AnnotationType = C.BLOCKMASK_ANNOTATION_DISPLAY_FORMULA
	// How the text is read, by the rt of a ruby element, which is not in the text.
	AnnotationReading AnnotationType = C.BLOCKMASK_ANNOTATION_READING
)

// String is the name of the type, such as reading.
func (t AnnotationType) String() string { return annotationNames.of(uint32(t)) }

// Annotation is a part of a block that is a formula, or that has a reading.
type Annotation struct {
	// The element of the formula or reading; of a formula between delimiters in the text, these.
	SourceStart, SourceEnd uint32
	// The formula, or the text that has the reading, in Page.Text.
	TextStart, TextEnd uint32
	// The index of its block.
	Block          uint32
	AnnotationType AnnotationType
}

// Record is an item of the main list, such as a search result, an offer or a post.
type Record struct {
	// From its first to its last character in the bytes of the page, with all that stands between.
	SourceStart, SourceEnd uint32
	// Its first block, and one past its last one; some of them may be template.
	FirstBlock, EndBlock uint32
}
