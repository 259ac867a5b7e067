package blockmask

// #cgo noescape blockmask_get_table
// #cgo nocallback blockmask_get_table
// #cgo noescape blockmask_get_fingerprint
// #cgo nocallback blockmask_get_fingerprint
// #cgo noescape blockmask_map_range
// #cgo nocallback blockmask_map_range
// #cgo noescape blockmask_write_string
// #cgo noescape blockmask_write_text_fragment
// #cgo nocallback blockmask_write_string
// #cgo nocallback blockmask_write_text_fragment
// #include "bridge.h"
import "C"

import (
	"iter"
	"runtime"
	"strings"
	"sync"
	"unsafe"
)

// Page is the result of an analysis. It is independent of its Analyzer, and several goroutines may read it.
//
// Text, blocks and what holds for the page as a whole are copied into Go's memory: they stay valid, as strings and slices
// do. All else stays in C's memory until it is asked for: methods that return an error read it there, each time anew, and
// what they return is the caller's. The error is ErrNotComputed for what the options did not ask for, and ErrClosed after
// Close.
type Page struct {
	text   string
	blocks []Block
	page   C.blockmask_page
	// Held by Close.
	mu sync.RWMutex
	// nil after Close.
	document *C.blockmask_document
	cleanup  runtime.Cleanup
	spare    *spare
	isVisual bool
}

func newPage(a *Analyzer, found *C.struct_bridge_page) *Page {
	p := &Page{
		text: copyString(found.text, C.size_t(found.page.text_length)), blocks: copyRows[Block](&found.blocks),
		page: *found.page, document: found.document, spare: a.spare, isVisual: a.isVisual,
	}
	p.cleanup = runtime.AddCleanup(p, func(document *C.blockmask_document) { C.blockmask_free_document(document) }, p.document)
	return p
}

// Close gives the memory of the page in C back to its analyzer, or frees it, once no goroutine reads it. The garbage
// collector does so too, but later, because it does not know how much memory C holds. Closing twice is allowed.
func (p *Page) Close() error {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.document != nil {
		p.cleanup.Stop()
		p.spare.put(p.document)
		p.document = nil
	}
	return nil
}

// Cancel stops methods that derive something from the page in other goroutines, such as Markdown: they soon return
// ErrCancelled. If none runs, the next one is stopped; the one after it is not. After Close it does nothing.
func (p *Page) Cancel() {
	p.mu.RLock()
	defer p.mu.RUnlock()
	if p.document != nil {
		C.blockmask_cancel_document(p.document)
	}
}

// Reads from the document, which is not freed until then.
func (p *Page) read(work func(document *C.blockmask_document) C.blockmask_status) error {
	p.mu.RLock()
	defer p.mu.RUnlock()
	if p.document == nil {
		return ErrClosed
	}
	return call(func() C.blockmask_status { return work(p.document) })
}

// A copy of a table, one of BLOCKMASK_TABLE_.
func table[T any](p *Page, which C.uint32_t) (rows []T, err error) {
	err = p.read(func(document *C.blockmask_document) C.blockmask_status {
		var found C.blockmask_table
		status := C.blockmask_get_table(document, which, &found)
		if status == C.BLOCKMASK_OK {
			rows = copyRows[T](&found)
		}
		return status
	})
	return rows, err
}

// The string of a row, one of BLOCKMASK_STRING_.
func (p *Page) stringOf(which C.uint32_t, index int) (text string, err error) {
	return p.written(func(document *C.blockmask_document, buffer []byte, length *C.size_t) C.blockmask_status {
		return C.blockmask_write_string(document, which, C.size_t(index), (*C.char)(unsafe.Pointer(&buffer[0])),
			C.size_t(len(buffer)), length)
	})
}

// The string that write writes to a buffer.
func (p *Page) written(
	write func(*C.blockmask_document, []byte, *C.size_t) C.blockmask_status,
) (text string, err error) {
	err = p.read(func(document *C.blockmask_document) C.blockmask_status {
		var short [256]byte
		var length C.size_t
		buffer := short[:]
		for {
			status := write(document, buffer, &length)
			if status == C.BLOCKMASK_OK {
				text = string(buffer[:length])
			}
			if status != C.BLOCKMASK_BUFFER_TOO_SMALL {
				return status
			}
			buffer = make([]byte, length)
		}
	})
	return text, err
}

// Text is the normalized text of the page: UTF-8, whatever the encoding of the page, with whitespace collapsed,
// character references decoded, and blocks separated by line feeds.
func (p *Page) Text() string { return p.text }

// Blocks returns the blocks in source order. The slice belongs to the page, and must not be changed.
func (p *Page) Blocks() []Block { return p.blocks }

// Title is the normalized title of the page, or "".
func (p *Page) Title() string { return p.text[p.page.title_text_start:p.page.title_text_end] }

// Headline is the headline that the page shows, or "". The flags of its block have FlagHeadline.
func (p *Page) Headline() string {
	if p.page.headline_block == C.BLOCKMASK_NONE {
		return ""
	}
	return p.blocks[p.page.headline_block].Text(p)
}

// TitleBlock is the index of the block that is the title, or None.
func (p *Page) TitleBlock() uint32 { return uint32(p.page.title_block) }

// TitleText is the range of the title in Text; 0 and 0 if there is none.
func (p *Page) TitleText() (textStart, textEnd uint32) {
	return uint32(p.page.title_text_start), uint32(p.page.title_text_end)
}

// TitleSource is the range of the title in the bytes of the page; 0 and 0 if there is none.
func (p *Page) TitleSource() (sourceStart, sourceEnd uint32) {
	return uint32(p.page.title_source_start), uint32(p.page.title_source_end)
}

// SourceLength is the number of bytes of the page.
func (p *Page) SourceLength() uint32 { return uint32(p.page.source_length) }

// Encoding is the name of the encoding of the page, such as UTF-8 or windows-1252.
func (p *Page) Encoding() string { return C.GoString(&p.page.encoding[0]) }

// EncodingSource is what decided on the encoding.
func (p *Page) EncodingSource() EncodingSource { return EncodingSource(p.page.encoding_source) }

// Kind is the most probable kind of the page, or KindNone if the mask does not classify pages.
func (p *Page) Kind() PageKind { return PageKind(p.page.kind) }

// Fallbacks is what was made content because hardly any text would have been content otherwise, 0 for nothing.
func (p *Page) Fallbacks() Fallbacks { return Fallbacks(p.page.fallbacks) }

// Truncation is the set of limits that cut the analysis short, 0 for none.
func (p *Page) Truncation() Truncation { return Truncation(p.page.truncation) }

// IsRecovered reports whether an unclosed element hid text, so that the page was parsed again by more forgiving rules.
func (p *Page) IsRecovered() bool { return p.page.is_recovered != 0 }

// PageLayout is the layout of the page; PageLayoutNone unless Options.StyleDensity was set.
func (p *Page) PageLayout() PageLayout { return PageLayout(p.page.page_layout) }

// KindProbabilities returns the probability of each kind, 0 to 1, indexed by PageKind. It is empty if the mask does not
// classify pages, and has more elements than there are constants here if the library knows more kinds.
func (p *Page) KindProbabilities() ([]float32, error) {
	return table[float32](p, C.BLOCKMASK_TABLE_KIND_PROBABILITIES)
}

// Links returns the texts inside links, in source order.
func (p *Page) Links() ([]Link, error) { return table[Link](p, C.BLOCKMASK_TABLE_LINKS) }

// Comments returns what readers wrote under the article, in source order, whatever Options.Comments says; a thread has
// none.
func (p *Page) Comments() ([]Comment, error) { return table[Comment](p, C.BLOCKMASK_TABLE_COMMENTS) }

// CommentText is the text of the comment with that index, without author, date and answers: its blocks, separated by
// line feeds. It is "" if there is none.
func (p *Page) CommentText(comment int) string {
	var texts []string
	for i := range p.blocks {
		if b := &p.blocks[i]; int(b.Comment) == comment && b.Role == RoleComment {
			texts = append(texts, b.Text(p))
		}
	}
	return strings.Join(texts, "\n")
}

// Structure returns the structure of each block. It needs PartStructure.
func (p *Page) Structure() ([]BlockStructure, error) {
	return table[BlockStructure](p, C.BLOCKMASK_TABLE_STRUCTURE)
}

// Images returns the images with an alternative text, in source order. They need PartStructure.
func (p *Page) Images() ([]Image, error) { return table[Image](p, C.BLOCKMASK_TABLE_IMAGES) }

// Annotations returns the formulas and the readings of text, by the place of that text.
func (p *Page) Annotations() ([]Annotation, error) {
	return table[Annotation](p, C.BLOCKMASK_TABLE_ANNOTATIONS)
}

// AnnotationText returns the formula without delimiters, or the reading, of the annotation with that index.
func (p *Page) AnnotationText(annotation int) (string, error) {
	return p.stringOf(C.BLOCKMASK_STRING_ANNOTATION, annotation)
}

// Records returns the items of the main list, disjoint and in source order; none if the page has no list. Finding them
// takes about a tenth of the time of an analysis, the first time.
func (p *Page) Records() ([]Record, error) { return table[Record](p, C.BLOCKMASK_TABLE_RECORDS) }

// Groups returns the repeated parts of the page with what they are, by their first blocks, outer ones first. Finding them
// takes about half of the time of an analysis, the first time.
func (p *Page) Groups() ([]Group, error) { return table[Group](p, C.BLOCKMASK_TABLE_GROUPS) }

// GroupItems returns the items of all groups, group by group: see Group.FirstItem.
func (p *Page) GroupItems() ([]GroupItem, error) {
	return table[GroupItem](p, C.BLOCKMASK_TABLE_GROUP_ITEMS)
}

// Segments returns the segments in source order. They need PartSegments.
func (p *Page) Segments() ([]Segment, error) { return table[Segment](p, C.BLOCKMASK_TABLE_SEGMENTS) }

// MainRegions returns the parts of the main region by tag paths: one or two; none if the page has no text. They need
// PartRegion.
func (p *Page) MainRegions() ([]MainRegion, error) {
	return table[MainRegion](p, C.BLOCKMASK_TABLE_MAIN_REGIONS)
}

// LayoutAreas returns the layout areas in page order. They need Options.StyleDensity.
func (p *Page) LayoutAreas() ([]LayoutArea, error) {
	if p.PageLayout() == PageLayoutNone {
		return nil, ErrNotComputed
	}
	return table[LayoutArea](p, C.BLOCKMASK_TABLE_LAYOUT_AREAS)
}

// VisualAreas returns the visual areas in tree order. They need Options.Visual.
func (p *Page) VisualAreas() ([]VisualArea, error) {
	return visual[VisualArea](p, C.BLOCKMASK_TABLE_VISUAL_AREAS)
}

// BlockVisibility returns what a reader sees of each block, by its index. It needs Options.Visual.
func (p *Page) BlockVisibility() ([]BlockVisibility, error) {
	return visual[BlockVisibility](p, C.BLOCKMASK_TABLE_BLOCK_VISIBILITY)
}

func visual[T any](p *Page, which C.uint32_t) ([]T, error) {
	if !p.isVisual {
		return nil, ErrNotComputed
	}
	return table[T](p, which)
}

// Fingerprint is the hashes of the main text and of the structure, to find duplicates. It needs PartFingerprint.
func (p *Page) Fingerprint() (fingerprint *Fingerprint, err error) {
	err = p.read(func(document *C.blockmask_document) C.blockmask_status {
		var found *C.blockmask_fingerprint
		status := C.blockmask_get_fingerprint(document, &found)
		if status == C.BLOCKMASK_OK {
			fingerprint = fingerprintOf(found)
		}
		return status
	})
	return fingerprint, err
}

// TagPath returns the tag path of the container of the block with that index, such as html/body/div.main/p: element
// names from the root down, each followed by its classes with a dot before each.
func (p *Page) TagPath(block int) (string, error) {
	return p.stringOf(C.BLOCKMASK_STRING_TAG_PATH, block)
}

// FormattedText returns the text of the block with that index as its author laid it out: with a line feed for each br,
// and where whitespace is preformatted with its lines and, in code, their indentation.
func (p *Page) FormattedText(block int) (string, error) {
	return p.stringOf(C.BLOCKMASK_STRING_FORMATTED_TEXT, block)
}

// LinkTarget returns the target of the link with that index as it is in its href attribute: character references
// decoded, neither trimmed nor resolved.
func (p *Page) LinkTarget(link int) (string, error) {
	return p.stringOf(C.BLOCKMASK_STRING_LINK_TARGET, link)
}

// LinkAddress returns the target of the link with that index as an absolute address. It is "" if the target is relative
// and the address of the page is not known.
func (p *Page) LinkAddress(link int) (string, error) {
	return p.stringOf(C.BLOCKMASK_STRING_LINK_ADDRESS, link)
}

// LinkRel returns the rel attribute of the link with that index, such as nofollow.
func (p *Page) LinkRel(link int) (string, error) {
	return p.stringOf(C.BLOCKMASK_STRING_LINK_REL, link)
}

// ImageAlt returns the alternative text of the image with that index: character references decoded, whitespace collapsed.
func (p *Page) ImageAlt(image int) (string, error) {
	return p.stringOf(C.BLOCKMASK_STRING_IMAGE_ALT, image)
}

// ImageTarget returns the address of the image with that index as it is in its src attribute: character references
// decoded, neither trimmed nor resolved.
func (p *Page) ImageTarget(image int) (string, error) {
	return p.stringOf(C.BLOCKMASK_STRING_IMAGE_TARGET, image)
}

// LayoutAreaText returns the text of the layout area with that index, with line feeds between blocks. A layout area need
// not be one range of Page.Text, so this text is not a part of it.
func (p *Page) LayoutAreaText(area int) (string, error) {
	return p.stringOf(C.BLOCKMASK_STRING_LAYOUT_AREA, area)
}

// MapTextRange maps a range of Text to a range of the bytes of the page: from the first byte of its first character to
// one past the last byte of its last character, so that character references are included as a whole. Offsets beyond
// the text are treated as its end; an empty range maps to an empty range. It takes logarithmic time.
func (p *Page) MapTextRange(textStart, textEnd uint32) (sourceStart, sourceEnd uint32, err error) {
	var start, end C.uint32_t
	err = p.read(func(document *C.blockmask_document) C.blockmask_status {
		return C.blockmask_map_range(document, nil, C.uint32_t(textStart), C.uint32_t(textEnd), &start, &end)
	})
	return uint32(start), uint32(end), err
}

// TextFragment returns the fragment of an address that leads to a range of Text, to be appended to the address of the
// page: on "#:~:text=" and percent-encoded words a browser scrolls to the range and marks it. If words do not tell where
// the range is, "#" and the nearest id before it, or nothing. It takes time in proportion to the text of the page.
func (p *Page) TextFragment(textStart, textEnd uint32) (string, error) {
	return p.written(func(document *C.blockmask_document, buffer []byte, length *C.size_t) C.blockmask_status {
		return C.blockmask_write_text_fragment(document, C.uint32_t(textStart), C.uint32_t(textEnd),
			(*C.char)(unsafe.Pointer(&buffer[0])), C.size_t(len(buffer)), length)
	})
}

// Run is the text of a block, with its field, role and weight.
type Run struct {
	// Normalized text, never empty. It shares the memory of Page.Text.
	Text string
	// Where it is in Page.Text.
	TextStart, TextEnd uint32
	// Where it is in the bytes of the page: the first byte of its first character, and one past its last character.
	SourceStart, SourceEnd uint32
	// The index of its block.
	Block uint32
	// What its words count in a ranking: UnitWeight is 1.0, 0 is not to be searched.
	Weight uint8
	Role   Role
	Field  Field
	// 1 to 6 inside h1 to h6, else 0.
	HeadingLevel uint8
}

// Runs iterates over the weighted runs of the page in source order, for loops over a term generator: one for each block
// that Options.Comments does not leave out.
func (p *Page) Runs() iter.Seq[Run] {
	return func(yield func(Run) bool) {
		for i := range p.blocks {
			b := &p.blocks[i]
			if b.Flags&FlagLeftOut != 0 {
				continue
			}
			run := Run{
				Text: b.Text(p), TextStart: b.TextStart, TextEnd: b.TextEnd, SourceStart: b.SourceStart,
				SourceEnd: b.SourceEnd, Block: uint32(i), Weight: b.Weight, Role: b.Role, Field: b.Field,
				HeadingLevel: b.HeadingLevel,
			}
			if !yield(run) {
				return
			}
		}
	}
}

func copyString(first *C.char, length C.size_t) string {
	if length == 0 {
		return ""
	}
	return string(unsafe.Slice((*byte)(unsafe.Pointer(first)), length))
}

func copyRows[T any](table *C.blockmask_table) []T {
	return copyRowsAt[T](table.rows, uintptr(table.count), uintptr(table.stride))
}

// Copies rows with a stride in bytes. Another version of the library may have rows with more members at their ends, which
// are dropped, or fewer, which become zero.
func copyRowsAt[T any](first unsafe.Pointer, count, stride uintptr) []T {
	size := unsafe.Sizeof(*new(T))
	if count == 0 {
		return nil
	}
	if stride == size {
		return append([]T(nil), unsafe.Slice((*T)(first), count)...)
	}
	rows := make([]T, count)
	for i := range rows {
		source := unsafe.Slice((*byte)(unsafe.Add(first, uintptr(i)*stride)), min(stride, size))
		copy(unsafe.Slice((*byte)(unsafe.Pointer(&rows[i])), size), source)
	}
	return rows
}
