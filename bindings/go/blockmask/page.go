package blockmask

// #include "bridge.h"
import "C"

import (
	"slices"
	"strings"
	"unicode/utf8"
	"unsafe"
)

// Page is the result of an analysis. It is in Go's memory and independent of its Analyzer. Several goroutines may read
// it, as long as none writes to its slices.
type Page struct {
	text              string
	blocks            []Block
	segments          []Segment
	regions           []Region
	links             []Link
	headings          []Heading
	comments          []Comment
	kindProbabilities []float32
	tagPaths          stringTable
	linkTargets       stringTable
	areas             []Area
	areaTexts         stringTable
	visualAreas       []VisualArea
	blockVisibility   []BlockVisibility
	structure         []BlockStructure
	images            []Image
	imageAlts         stringTable
	linkAddresses     stringTable
	linkRels          stringTable
	markdown          string
	markdownRanges    []MarkdownRange
	passages          []Passage
	records           []Record
	facts             []Fact
	textMap           []textSpan
	layout            Layout
	encoding          string
	encodingSource    EncodingSource
	sourceLength      uint32
	fingerprint       Fingerprint
	hasFingerprint    bool
	title             struct{ block, sourceStart, sourceEnd, textStart, textEnd uint32 }
	kind              PageKind
	truncation        Truncation
	isRecovered       bool
	// An earlier call has made tables, whose memory is reused.
	hasTables bool
}

// PageKind is the kind of a page. Newer libraries may return numbers that are not listed here.
type PageKind uint32

// The kinds.
const (
	// One text, such as news or a blog entry.
	KindArticle PageKind = C.BLOCKMASK_KIND_ARTICLE
	// An organization, a service, a landing page.
	KindService PageKind = C.BLOCKMASK_KIND_SERVICE
	// One thing for sale.
	KindProduct PageKind = C.BLOCKMASK_KIND_PRODUCT
	// Several things for sale.
	KindCollection PageKind = C.BLOCKMASK_KIND_COLLECTION
	// Posts of several people.
	KindForum PageKind = C.BLOCKMASK_KIND_FORUM
	// A list of other things.
	KindListing PageKind = C.BLOCKMASK_KIND_LISTING
	// Documentation.
	KindDocumentation PageKind = C.BLOCKMASK_KIND_DOCUMENTATION
	// Not classified: only MaskLearned classifies pages.
	KindNone PageKind = C.BLOCKMASK_NONE
)

// EncodingSource is what decided on the encoding of a page. Newer libraries may return numbers that are not listed here.
type EncodingSource uint32

// The sources of encodings.
const (
	// A byte order mark.
	EncodingBOM EncodingSource = C.BLOCKMASK_ENCODING_BOM
	// The charset that was passed with the page, Input.Charset.
	EncodingHint EncodingSource = C.BLOCKMASK_ENCODING_HINT
	// A meta element or an XML declaration at the start.
	EncodingMeta EncodingSource = C.BLOCKMASK_ENCODING_META
	// The bytes are UTF-8 though a meta says otherwise, or nearly UTF-8 and nothing is declared.
	EncodingUTF8Validity EncodingSource = C.BLOCKMASK_ENCODING_UTF8_VALIDITY
	// A meta element further down.
	EncodingLateMeta EncodingSource = C.BLOCKMASK_ENCODING_LATE_META
	// Statistics.
	EncodingDetector EncodingSource = C.BLOCKMASK_ENCODING_DETECTOR
)

// Truncation is a set of limits that cut an analysis short. Newer libraries may set bits that are not listed here.
type Truncation uint32

// The limits.
const (
	// Elements deeper than Options.MaxDepth were attached higher up.
	TruncatedDepth Truncation = C.BLOCKMASK_TRUNCATED_DEPTH
	// What follows Options.MaxNodes nodes was not read.
	TruncatedNodes Truncation = C.BLOCKMASK_TRUNCATED_NODES
	// Repair or search ran out of its budget.
	TruncatedWork Truncation = C.BLOCKMASK_TRUNCATED_WORK
	// The text after Options.MaxBlocks blocks was dropped.
	TruncatedBlocks Truncation = C.BLOCKMASK_TRUNCATED_BLOCKS
	// The attributes after the first Options.MaxAttributes were dropped.
	TruncatedAttributes Truncation = C.BLOCKMASK_TRUNCATED_ATTRIBUTES
	// The tables of the whole page need more than Options.MaxMemory; only its beginning was read.
	TruncatedMemory Truncation = C.BLOCKMASK_TRUNCATED_MEMORY
	// The page needs more than Options.MaxSteps steps.
	TruncatedSteps Truncation = C.BLOCKMASK_TRUNCATED_STEPS
	// What follows Options.MaxInput bytes was not read.
	TruncatedInput Truncation = C.BLOCKMASK_TRUNCATED_INPUT
	// Tag paths were shortened, or targets of links left out, because of Options.MaxOutput.
	TruncatedOutput Truncation = C.BLOCKMASK_TRUNCATED_OUTPUT
)

// Text is the normalized text of the page: UTF-8, whatever the encoding of the page, with whitespace collapsed,
// character references decoded, and blocks separated by line feeds.
func (p *Page) Text() string { return p.text }

// Blocks returns the blocks in source order. The slice belongs to the page.
func (p *Page) Blocks() []Block { return p.blocks }

// Segments returns the segments in source order; there are none without PartSegments. The slice belongs to the page.
func (p *Page) Segments() []Segment { return p.segments }

// Regions returns the parts of the main region by tag paths: one or two; none if the page has no text, or without
// PartRegion. The slice belongs to the page.
func (p *Page) Regions() []Region { return p.regions }

// Links returns the texts inside links, in source order. See LinkTarget. The slice belongs to the page.
func (p *Page) Links() []Link { return p.links }

// Headings returns the blocks inside h1 to h6. The slice belongs to the page.
func (p *Page) Headings() []Heading { return p.headings }

// Comments returns what readers wrote under the article, in source order, whatever Options.Comments says; a thread has
// none. The slice belongs to the page.
func (p *Page) Comments() []Comment { return p.comments }

// CommentText is the text of the comment with that index, without author, date and answers: its blocks, separated by
// line feeds. "" if there is none, or if Options.Omit leaves out the blocks.
func (p *Page) CommentText(index int) string {
	var text strings.Builder
	for i := range p.blocks {
		if b := &p.blocks[i]; int(b.Comment) == index && b.Role == RoleComment {
			if text.Len() > 0 {
				text.WriteByte('\n')
			}
			text.WriteString(b.Text(p))
		}
	}
	return text.String()
}

// SourceLength is the number of bytes of the page.
func (p *Page) SourceLength() uint32 { return p.sourceLength }

// Title is the normalized title of the page, or "".
func (p *Page) Title() string { return p.text[p.title.textStart:p.title.textEnd] }

// TitleText is the range of the title in Text; 0 and 0 if there is none.
func (p *Page) TitleText() (start, end uint32) { return p.title.textStart, p.title.textEnd }

// TitleSource is the range of the title in the bytes of the page; 0 and 0 if there is none.
func (p *Page) TitleSource() (start, end uint32) { return p.title.sourceStart, p.title.sourceEnd }

// TitleBlock is the index of the block that is the title, or None.
func (p *Page) TitleBlock() uint32 { return p.title.block }

// Encoding is the name of the encoding of the page, such as UTF-8 or windows-1252.
func (p *Page) Encoding() string { return p.encoding }

// EncodingSource is what decided on the encoding.
func (p *Page) EncodingSource() EncodingSource { return p.encodingSource }

// Fingerprint is the hashes of the main text and of the structure, to find duplicates; nil without PartFingerprint. It
// belongs to the page.
func (p *Page) Fingerprint() *Fingerprint {
	if !p.hasFingerprint {
		return nil
	}
	return &p.fingerprint
}

// Kind is the most probable kind of the page, or KindNone if the mask does not classify pages.
func (p *Page) Kind() PageKind { return p.kind }

// KindProbabilities returns the probability of each kind, 0 to 1, indexed by PageKind. It is empty if the mask does not
// classify pages, and has more elements than there are constants here if the library knows more kinds. The slice belongs
// to the page.
func (p *Page) KindProbabilities() []float32 { return p.kindProbabilities }

// KindProbability is the probability of a kind, 0 to 1; 0 if the mask does not classify pages, or for a kind that the
// library does not know.
func (p *Page) KindProbability(kind PageKind) float32 {
	if uint64(kind) < uint64(len(p.kindProbabilities)) {
		return p.kindProbabilities[kind]
	}
	return 0
}

// Truncation is the set of limits that cut the analysis short, 0 for none.
func (p *Page) Truncation() Truncation { return p.truncation }

// IsRecovered reports whether an unclosed element hid text, so that the page was parsed again by more forgiving rules.
func (p *Page) IsRecovered() bool { return p.isRecovered }

// TagPath returns the tag path of the container of the block with that index, such as html/body/div.main/p: element
// names from the root down, each followed by its classes with a dot before each. It is "" for an index that no block
// has, and unless Options.TagPaths was set.
func (p *Page) TagPath(block int) string { return p.tagPaths.get(block) }

// LinkTarget returns the target of the link with that index as it is in its href attribute: character references
// decoded, neither trimmed nor resolved. It is "" for an index that no link has, and unless Options.LinkTargets was set.
func (p *Page) LinkTarget(link int) string { return p.linkTargets.get(link) }

// MapTextRange maps a range of Text to a range of the bytes of the page: from the first byte of its first character to
// one past the last byte of its last character, so that character references are included as a whole. Offsets beyond
// the text are treated as its end; an empty range maps to an empty range. It takes logarithmic time. The result is 0
// and 0 unless Options.TextMap was set.
func (p *Page) MapTextRange(textStart, textEnd uint32) (sourceStart, sourceEnd uint32) {
	if len(p.textMap) == 0 {
		return 0, 0
	}
	length := uint32(len(p.text))
	textStart, textEnd = min(textStart, length), min(textEnd, length)
	isEmpty := textEnd <= textStart
	for textStart < length && !utf8.RuneStart(p.text[textStart]) {
		textStart--
	}
	sourceStart, _ = p.mapCharacter(textStart)
	if isEmpty {
		return sourceStart, sourceStart
	}
	last := textEnd - 1
	for !utf8.RuneStart(p.text[last]) {
		last--
	}
	_, sourceEnd = p.mapCharacter(last)
	return sourceStart, max(sourceStart, sourceEnd)
}

// The source of the character that begins at an offset in the text, or of the end of the text.
func (p *Page) mapCharacter(offset uint32) (start, end uint32) {
	i, found := slices.BinarySearchFunc(p.textMap, offset, func(span textSpan, offset uint32) int {
		return int(int64(span.textStart) - int64(offset))
	})
	if !found {
		i--
	}
	span, textEnd := p.textMap[i], uint32(len(p.text))
	if i+1 < len(p.textMap) {
		textEnd = p.textMap[i+1].textStart
	}
	if span.sourceEnd-span.sourceStart != textEnd-span.textStart {
		return span.sourceStart, span.sourceEnd
	}
	_, size := utf8.DecodeRuneInString(p.text[offset:])
	start = span.sourceStart + offset - span.textStart
	return start, start + uint32(size)
}

// textSpan is where a run of the text comes from, with the memory layout of bridge_span in bridge.h.
type textSpan struct{ textStart, sourceStart, sourceEnd uint32 }

// stringTable holds strings in one string: number i ends at ends[i].
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
		page.comments = copyTable(page.comments, &b.comments)
		page.kindProbabilities = copyTable(page.kindProbabilities, &b.kind_probabilities)
	}
	page.hasTables = true
	page.tagPaths.copy(&b.tag_paths)
	page.linkTargets.copy(&b.link_targets)
	page.areas = copyTable(page.areas, &b.areas)
	page.areaTexts.copy(&b.area_texts)
	page.layout = Layout(facts.page_layout)
	page.visualAreas = copyTable(page.visualAreas, &b.visual_areas)
	page.blockVisibility = copyTable(page.blockVisibility, &b.block_visibility)
	page.textMap = copyRecords(page.textMap, unsafe.Pointer(b.text_map.spans), uintptr(b.text_map.count),
		unsafe.Sizeof(textSpan{}))
	a.copyStructure(page)
	a.copyFacts(page)
	page.encoding = a.encodingName()
	page.encodingSource = EncodingSource(facts.encoding_source)
	page.sourceLength = uint32(facts.source_length)
	page.hasFingerprint = b.wants_fingerprint != 0
	page.fingerprint = Fingerprint{}
	if page.hasFingerprint {
		page.fingerprint = fingerprintOf(b.fingerprint)
	}
	page.kind = PageKind(facts.kind)
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

// Copies the text and the tables of a new page into one allocation, because an allocation of this size costs more than
// copying its bytes. Reports whether it could: records must be as long as in this package.
func (page *Page) copyTogether(b *C.struct_bridge) bool {
	var size uintptr
	if !(measure[Block](&b.blocks, &size) && measure[Segment](&b.segments, &size) &&
		measure[Region](&b.regions, &size) && measure[Link](&b.links, &size) &&
		measure[Heading](&b.headings, &size) && measure[Comment](&b.comments, &size) &&
		measure[float32](&b.kind_probabilities, &size)) {
		return false
	}
	length := uintptr(b.page.text_length)
	// The memory of a strings.Builder is not cleared before it is written.
	var memory strings.Builder
	// Allocations below 16 bytes need not be aligned for numbers of 32 bits.
	memory.Grow(int(max(size+length, 16)))
	for _, table := range []*C.struct_bridge_table{
		&b.blocks, &b.segments, &b.regions, &b.links, &b.headings, &b.comments, &b.kind_probabilities,
	} {
		memory.Write(unsafe.Slice((*byte)(table.first), table.count*table.stride))
	}
	memory.Write(unsafe.Slice((*byte)(unsafe.Pointer(b.text)), length))
	all := memory.String()
	var offset uintptr
	page.blocks = recordsAt[Block](all, &offset, &b.blocks)
	page.segments = recordsAt[Segment](all, &offset, &b.segments)
	page.regions = recordsAt[Region](all, &offset, &b.regions)
	page.links = recordsAt[Link](all, &offset, &b.links)
	page.headings = recordsAt[Heading](all, &offset, &b.headings)
	page.comments = recordsAt[Comment](all, &offset, &b.comments)
	page.kindProbabilities = recordsAt[float32](all, &offset, &b.kind_probabilities)
	page.text = all[size:]
	return true
}

// Adds the bytes of a table to the sum. Reports whether its records are as long as in this package.
func measure[T any](table *C.struct_bridge_table, sum *uintptr) bool {
	var record T
	*sum += uintptr(table.count) * uintptr(table.stride)
	return table.count == 0 || uintptr(table.stride) == unsafe.Sizeof(record)
}

// The records of a table that was copied into memory at an offset, which is advanced past them. Their capacity is their
// length, so that appending to them does not overwrite what follows.
func recordsAt[T any](memory string, offset *uintptr, table *C.struct_bridge_table) []T {
	if table.count == 0 {
		return nil
	}
	records := unsafe.Slice((*T)(unsafe.Add(unsafe.Pointer(unsafe.StringData(memory)), *offset)), table.count)
	*offset += uintptr(table.count) * uintptr(table.stride)
	return records
}

func copyTable[T any](records []T, table *C.struct_bridge_table) []T {
	return copyRecords(records, table.first, uintptr(table.count), uintptr(table.stride))
}

// The table is empty if the options do not ask for these strings.
func (t *stringTable) copy(strings *C.struct_bridge_strings) {
	t.text = copyString(strings.bytes, uintptr(strings.length))
	t.ends = copyRecords(t.ends, unsafe.Pointer(strings.ends), uintptr(strings.count), unsafe.Sizeof(t.ends[0]))
}
