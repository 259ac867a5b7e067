package blockmask

// #include "bridge.h"
import "C"

import (
	"strings"
	"unsafe"
)

// Page is what was learned from a page. It is in Go's memory and independent of its Analyzer. It must not be changed if
// several goroutines read it.
type Page struct {
	text        string
	blocks      []Block
	segments    []Segment
	regions     []Region
	links       []Link
	headings    []Heading
	tagPaths    stringTable
	linkTargets stringTable
	areas       []Area
	areaTexts   stringTable
	visualAreas []VisualArea
	blockLooks  []BlockLook
	pageType    PageType
	encoding    Encoding
	fingerprint Fingerprint
	title       struct{ block, sourceStart, sourceEnd, textStart, textEnd uint32 }
	kind        Kind
	kinds       [7]float32
	truncation  Truncation
	isRecovered bool
	// An earlier call has made tables, whose memory is written over.
	hasTables bool
}

// Kind is the kind of a page.
type Kind uint32

// The kinds.
const (
	// One text, such as news or a blog entry.
	KindArticle Kind = C.BLOCKMASK_KIND_ARTICLE
	// An organization, a service, a landing page.
	KindService Kind = C.BLOCKMASK_KIND_SERVICE
	// One thing for sale.
	KindProduct Kind = C.BLOCKMASK_KIND_PRODUCT
	// Things for sale, side by side.
	KindCollection Kind = C.BLOCKMASK_KIND_COLLECTION
	// Posts of several people.
	KindForum Kind = C.BLOCKMASK_KIND_FORUM
	// A list of other things.
	KindListing Kind = C.BLOCKMASK_KIND_LISTING
	// Documentation.
	KindDocumentation Kind = C.BLOCKMASK_KIND_DOCUMENTATION
	// Not told: MaskLearned alone tells kinds.
	KindNone Kind = C.BLOCKMASK_NONE
)

var kindNames = [...]string{"article", "service", "product", "collection", "forum", "listing", "documentation"}

func (k Kind) String() string { return nameOf(kindNames[:], k) }

// Blocks are the blocks of the page, in the order of the source. They are the page's own, not a copy.
func (p *Page) Blocks() []Block { return p.blocks }

// Segments are the segments of the page, in the order of the source. They are the page's own, not a copy.
func (p *Page) Segments() []Segment { return p.segments }

// Region is the main region, in one or two parts; nil if the page has no text.
func (p *Page) Region() []Region { return p.regions }

// Links are the texts inside of links, in the order of the source. See LinkTarget.
func (p *Page) Links() []Link { return p.links }

// Headings are the blocks inside of h1 to h6.
func (p *Page) Headings() []Heading { return p.headings }

// Text is the normalized text of the page, in UTF-8 whatever the page's encoding: whitespace is collapsed, character
// references are decoded, and a line feed ends each block.
func (p *Page) Text() string { return p.text }

// Title is the title of the page, normalized, or "".
func (p *Page) Title() string { return p.text[p.title.textStart:p.title.textEnd] }

// TitleSource is where the title is in the page's bytes; two zeros if there is none.
func (p *Page) TitleSource() (start, end uint32) { return p.title.sourceStart, p.title.sourceEnd }

// TitleBlock is the number of the block that is the title, or None.
func (p *Page) TitleBlock() uint32 { return p.title.block }

// Encoding is the encoding of the page.
func (p *Page) Encoding() Encoding { return p.encoding }

// Fingerprint is what near-duplicates are found by. It is the page's own, not a copy.
func (p *Page) Fingerprint() *Fingerprint { return &p.fingerprint }

// Kind is the likeliest kind of the page, or KindNone.
func (p *Page) Kind() Kind { return p.kind }

// KindProbability is how likely the page is of that kind, 0 to 1; 0 if no kind is told.
func (p *Page) KindProbability(kind Kind) float32 {
	if int(kind) < len(p.kinds) {
		return p.kinds[kind]
	}
	return 0
}

// Truncation is which limits cut the analysis short, 0 for none.
func (p *Page) Truncation() Truncation { return p.truncation }

// IsRecovered is true if an element that ends too late hid text, so that the page was read again by more forgiving
// rules.
func (p *Page) IsRecovered() bool { return p.isRecovered }

// TagPath is the tag path of the container of a block, by its number, such as html/body/div.main/p: names from the
// root down, each with its classes behind dots. It is "" for a number that no block has, and unless Options.TagPaths
// was set.
func (p *Page) TagPath(block int) string { return p.tagPaths.get(block) }

// LinkTarget is the target of a link, by its number, as it is in its href attribute: character references decoded,
// neither trimmed nor resolved. It is "" for a number that no link has, and unless Options.LinkTargets was set.
func (p *Page) LinkTarget(link int) string { return p.linkTargets.get(link) }

// Encoding is the encoding of a page and how it was found.
type Encoding struct {
	// Such as UTF-8 or windows-1252.
	Name   string
	Source EncodingSource
}

// EncodingSource is what decided on the encoding of a page.
type EncodingSource uint8

// The sources of encodings.
const (
	// A byte order mark.
	EncodingBOM EncodingSource = C.BLOCKMASK_ENCODING_BOM
	// The charset that was passed to AnalyzeAs.
	EncodingHint EncodingSource = C.BLOCKMASK_ENCODING_HINT
	// A meta element or an XML declaration at the start.
	EncodingMeta EncodingSource = C.BLOCKMASK_ENCODING_META
	// The bytes are UTF-8, though a meta says otherwise; or but for a few, where nothing is declared.
	EncodingUTF8Validity EncodingSource = C.BLOCKMASK_ENCODING_UTF8_VALIDITY
	// A meta element further down.
	EncodingLateMeta EncodingSource = C.BLOCKMASK_ENCODING_LATE_META
	// Statistics.
	EncodingDetector EncodingSource = C.BLOCKMASK_ENCODING_DETECTOR
)

// Truncation is a union of limits that cut an analysis short.
type Truncation uint8

// The limits.
const (
	// Elements deeper than Options.MaxDepth were attached higher up.
	TruncatedDepth Truncation = C.BLOCKMASK_TRUNCATED_DEPTH
	// What came after Options.MaxNodes nodes was not read.
	TruncatedNodes Truncation = C.BLOCKMASK_TRUNCATED_NODES
	// A step was cut short whose cost would not have been linear.
	TruncatedWork Truncation = C.BLOCKMASK_TRUNCATED_WORK
	// The text behind Options.MaxBlocks blocks was left out.
	TruncatedBlocks Truncation = C.BLOCKMASK_TRUNCATED_BLOCKS
	// Attributes behind the first Options.MaxAttributes were left out.
	TruncatedAttributes Truncation = C.BLOCKMASK_TRUNCATED_ATTRIBUTES
	// The whole page needs more than Options.MaxMemory; only its beginning was read.
	TruncatedMemory Truncation = C.BLOCKMASK_TRUNCATED_MEMORY
	// The page takes more than Options.MaxSteps steps.
	TruncatedSteps Truncation = C.BLOCKMASK_TRUNCATED_STEPS
	// What comes after Options.MaxInput bytes was not read.
	TruncatedInput Truncation = C.BLOCKMASK_TRUNCATED_INPUT
)

// Strings one after another in one piece: number i ends at ends[i].
type stringTable struct {
	text string
	ends []uint32
}

func (t *stringTable) get(index int) string {
	if index < 0 || index >= len(t.ends) {
		return ""
	}
	start := uint32(0)
	if index > 0 {
		start = t.ends[index-1]
	}
	return t.text[start:t.ends[index]]
}

// Copies the results of the last page into Go's memory, that of an earlier page where it is large enough.
func (a *Analyzer) copyInto(page *Page) {
	b := a.bridge
	facts := &b.page
	if page.hasTables || !page.copyTogether(b) {
		page.text = copyString(b.text, uintptr(facts.text_length))
		page.blocks = copyTable(page.blocks, &b.blocks)
		page.segments = copyTable(page.segments, &b.segments)
		page.regions = copyTable(page.regions, &b.regions)
		page.links = copyTable(page.links, &b.links)
		page.headings = copyTable(page.headings, &b.headings)
	}
	page.hasTables = true
	page.tagPaths.copy(&b.tag_paths)
	page.linkTargets.copy(&b.link_targets)
	page.areas = copyTable(page.areas, &b.areas)
	page.areaTexts.copy(&b.area_texts)
	page.pageType = PageType(b.page_type)
	page.visualAreas = copyTable(page.visualAreas, &b.visual_areas)
	page.blockLooks = copyTable(page.blockLooks, &b.block_looks)
	page.encoding = Encoding{a.encodingName(), EncodingSource(facts.encoding_source)}
	page.fingerprint = *(*Fingerprint)(unsafe.Pointer(&facts.fingerprint))
	page.kind = Kind(facts.kind)
	page.kinds = *(*[7]float32)(unsafe.Pointer(&facts.kind_probabilities))
	page.truncation = Truncation(facts.truncation)
	page.isRecovered = facts.is_recovered != 0
	page.title.block = uint32(facts.title_block)
	page.title.sourceStart, page.title.sourceEnd = uint32(facts.title_source_start), uint32(facts.title_source_end)
	page.title.textStart, page.title.textEnd = uint32(facts.title_text_start), uint32(facts.title_text_end)
}

func (a *Analyzer) encodingName() string {
	name := unsafe.Slice((*byte)(unsafe.Pointer(&a.bridge.page.encoding[0])), len(a.bridge.page.encoding))
	length := 0
	for length < len(name) && name[length] != 0 {
		length++
	}
	if string(name[:length]) != a.encoding {
		a.encoding = string(name[:length])
	}
	return a.encoding
}

func copyString(first *C.char, length uintptr) string {
	if length == 0 {
		return ""
	}
	return string(unsafe.Slice((*byte)(unsafe.Pointer(first)), length))
}

// Copies the text and the tables of a new page into one piece of memory, as each piece of this size costs the allocator
// more than its bytes cost to copy. Says whether it could: the records must be as long as ours.
func (page *Page) copyTogether(b *C.struct_bridge) bool {
	var room uintptr
	if !(measure[Block](&b.blocks, &room) && measure[Segment](&b.segments, &room) &&
		measure[Region](&b.regions, &room) && measure[Link](&b.links, &room) && measure[Heading](&b.headings, &room)) {
		return false
	}
	length := uintptr(b.page.text_length)
	// The memory of a strings.Builder is not cleared before it is written.
	var memory strings.Builder
	// Pieces below 16 bytes need not begin at a place for numbers of 32 bits.
	memory.Grow(int(max(room+length, 16)))
	for _, table := range []*C.struct_bridge_table{&b.blocks, &b.segments, &b.regions, &b.links, &b.headings} {
		memory.Write(unsafe.Slice((*byte)(table.first), table.count*table.stride))
	}
	memory.Write(unsafe.Slice((*byte)(unsafe.Pointer(b.text)), length))
	all := memory.String()
	var at uintptr
	page.blocks = recordsAt[Block](all, &at, &b.blocks)
	page.segments = recordsAt[Segment](all, &at, &b.segments)
	page.regions = recordsAt[Region](all, &at, &b.regions)
	page.links = recordsAt[Link](all, &at, &b.links)
	page.headings = recordsAt[Heading](all, &at, &b.headings)
	page.text = all[room:]
	return true
}

// Adds the bytes of a table to the sum. Says whether its records are ours.
func measure[T any](table *C.struct_bridge_table, sum *uintptr) bool {
	var record T
	*sum += uintptr(table.count) * uintptr(table.stride)
	return table.count == 0 || uintptr(table.stride) == unsafe.Sizeof(record)
}

// The records of a table that was copied into memory at a place, which moves behind them. They have no room for more,
// so that whoever appends to them writes elsewhere.
func recordsAt[T any](memory string, at *uintptr, table *C.struct_bridge_table) []T {
	if table.count == 0 {
		return nil
	}
	records := unsafe.Slice((*T)(unsafe.Add(unsafe.Pointer(unsafe.StringData(memory)), *at)), table.count)
	*at += uintptr(table.count) * uintptr(table.stride)
	return records
}

func copyTable[T any](records []T, table *C.struct_bridge_table) []T {
	return copyRecords(records, table.first, uintptr(table.count), uintptr(table.stride))
}

// Empty if the bridge did not want to write any.
func (t *stringTable) copy(strings *C.struct_bridge_strings) {
	t.text = copyString(strings.bytes, uintptr(strings.length))
	t.ends = copyRecords(t.ends, unsafe.Pointer(strings.ends), uintptr(strings.count), unsafe.Sizeof(t.ends[0]))
}
