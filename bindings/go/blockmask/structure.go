package blockmask

// #include "bridge.h"
import "C"

import "unsafe"

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
	// Preformatted: pre, listing, xmp, plaintext.
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
	// that heading are found in its record.
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
	LanguageStart, LanguageEnd uint32
	// The first column of the cell, from 0; 65535 stands for all further ones, too.
	Column uint16
	// How many columns and rows the cell spans; 0 if it is in no cell.
	ColumnSpan, RowSpan uint16
	// How many lists there are around it.
	ListDepth uint16
	// How many blockquote elements there are around it.
	QuoteDepth uint16
	Type       BlockType
	Direction  Direction
	// Its list is ordered.
	IsOrdered bool
	// Its cell is a th.
	IsHeader bool
	_        uint16
}

// Image is an image with an alternative text, which is not part of the text of the page. An index may search it as a
// field of its own.
type Image struct {
	// Its tag.
	SourceStart, SourceEnd uint32
	// The value of its alt attribute, as written.
	AltStart, AltEnd uint32
	// The last block that begins before it, or None.
	Block uint32
	// What the words of its alternative text count in a ranking: UnitWeight is 1.0, 0 is hidden.
	Weight uint32
}

// MarkdownRange is where a block is in Markdown.
type MarkdownRange struct {
	// The index of the block.
	Block uint32
	// Where its lines are in Page.Markdown, in bytes: from its first one, after the markers of quotations and lists, to its
	// last one, without the line feed. Markers of headings and code are part of it. A table is one range, which all of its
	// blocks have, and so is code.
	Start, End uint32
}

// Passage is a piece of the main text.
type Passage struct {
	// The texts of its blocks with their line breaks, separated by line feeds.
	Text string
	// From its first to its last character in the bytes of the page, with all that stands between.
	SourceStart, SourceEnd uint32
	// Its first block, and one past its last one; template blocks among them are not part of it.
	FirstBlock, EndBlock uint32
	// The block that is the nearest heading above its text, which may be one of its own, or None.
	Heading uint32
	// Its tokens, those included that it repeats.
	Tokens uint32
	// How many of its first tokens are also in the passage before.
	OverlapTokens uint32
	// How many of its tokens are in blocks of each role, in the order in which the roles first occur. Roles without any
	// are left out.
	Roles []RoleTokens
}

// RoleTokens is how many tokens of a passage are in blocks of one role.
type RoleTokens struct {
	Role   Role
	Tokens uint32
}

// Record is an item of the main list, such as a search result, an offer or a post.
type Record struct {
	// From its first to its last character in the bytes of the page, with all that stands between.
	SourceStart, SourceEnd uint32
	// Its first block, and one past its last one; some of them may be template.
	FirstBlock, EndBlock uint32
}

// Structure returns the structure of each block; it is empty unless Options.Structure was set. The slice belongs to the
// page.
func (p *Page) Structure() []BlockStructure { return p.structure }

// Images returns the images with an alternative text, in source order; it is empty unless Options.Structure was set. The
// slice belongs to the page.
func (p *Page) Images() []Image { return p.images }

// ImageAlt returns the alternative text of the image with that index: character references decoded, whitespace collapsed.
// It is "" for an index that no image has.
func (p *Page) ImageAlt(image int) string { return p.imageAlts.get(image) }

// LinkAddress returns the target of the link with that index as an absolute address. It is "" if the target is relative
// and the address of the page is not known, for an index that no link has, and unless Options.LinkTargets was set.
func (p *Page) LinkAddress(link int) string { return p.linkAddresses.get(link) }

// LinkRel returns the rel attribute of the link with that index, such as nofollow. It is "" for an index that no link
// has, and unless Options.LinkTargets was set.
func (p *Page) LinkRel(link int) string { return p.linkRels.get(link) }

// Markdown returns the main text as Markdown: CommonMark, with tables. It is "" unless Options.Markdown was set.
func (p *Page) Markdown() string { return p.markdown }

// MarkdownRanges returns where the blocks of the main text are in Markdown, in order; it is empty unless Options.Markdown
// was set. The slice belongs to the page.
func (p *Page) MarkdownRanges() []MarkdownRange { return p.markdownRanges }

// Passages returns the main text in passages; it is empty unless Options.PassageTokens was set. The slice belongs to the
// page.
func (p *Page) Passages() []Passage { return p.passages }

// Records returns the items of the main list, disjoint and in source order; it is empty if the page has none, and unless
// Options.Records was set. The slice belongs to the page.
func (p *Page) Records() []Record { return p.records }

// Copies what the options ask for besides the tables that every page has.
func (a *Analyzer) copyStructure(page *Page) {
	b := a.bridge
	page.structure = copyTable(page.structure, &b.structure)
	page.images = copyTable(page.images, &b.images)
	page.imageAlts.copy(&b.image_alts)
	page.linkAddresses.copy(&b.link_addresses)
	page.linkRels.copy(&b.link_rels)
	page.markdown, page.markdownRanges = "", page.markdownRanges[:0]
	if markdown := b.markdown; markdown != nil {
		page.markdown = copyString(markdown.text, uintptr(markdown.length))
		for i := range uintptr(markdown.pieces.count) {
			piece := (*C.blockmask_piece)(rowAt(&markdown.pieces, i))
			page.markdownRanges = append(page.markdownRanges, MarkdownRange{
				Block: uint32(piece.block), Start: uint32(piece.rendered_start), End: uint32(piece.rendered_end),
			})
		}
	}
	a.copyPassages(page)
	page.records = copyTable(page.records, &b.records)
}

// Cuts the passages of the page that was just analyzed by the tokens of another tokenizer.
func (a *Analyzer) cutPassages() C.blockmask_status {
	starts := a.tokenStarts(copyString(a.bridge.text, uintptr(a.bridge.page.text_length)))
	return C.bridge_cut_passages(a.bridge, (*C.uint32_t)(unsafe.SliceData(starts)), C.size_t(len(starts)))
}

func (a *Analyzer) copyPassages(page *Page) {
	b := a.bridge
	page.passages = page.passages[:0]
	for i := range uintptr(b.passages.count) {
		passage := (*C.blockmask_passage)(rowAt(&b.passages, i))
		// Not those of an earlier page, so that a passage that was kept does not change.
		roles := make([]RoleTokens, 0, passage.role_count)
		for _, role := range unsafe.Slice(passage.roles, passage.role_count) {
			roles = append(roles, RoleTokens{Role(role.role), uint32(role.tokens)})
		}
		page.passages = append(page.passages, Passage{
			Text:        copyString(passage.text, uintptr(passage.length)),
			SourceStart: uint32(passage.source_start), SourceEnd: uint32(passage.source_end),
			FirstBlock: uint32(passage.first_block), EndBlock: uint32(passage.end_block),
			Heading: uint32(passage.heading),
			Tokens:  uint32(passage.tokens), OverlapTokens: uint32(passage.overlap_tokens),
			Roles: roles,
		})
	}
}

// The address of a row of a table of the library's.
func rowAt(table *C.blockmask_table, index uintptr) unsafe.Pointer {
	return unsafe.Add(table.rows, index*uintptr(table.stride))
}
