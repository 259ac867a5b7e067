package blockmask

// #cgo noescape blockmask_render
// #cgo nocallback blockmask_render
// #cgo noescape blockmask_join_fields
// #cgo nocallback blockmask_join_fields
// #cgo noescape blockmask_blank_page
// #cgo nocallback blockmask_blank_page
// #cgo noescape blockmask_cut_passages
// #cgo nocallback blockmask_cut_passages
// #include "bridge.h"
import "C"

import (
	"iter"
	"sort"
	"unsafe"
)

// JoinedText is the text of some blocks of a page, with its map to the page.
type JoinedText struct {
	// The texts of the blocks in source order, separated by line feeds.
	Text string
	// Where they come from, in the same order.
	Pieces []Piece
}

// Markdown is the main text as Markdown: CommonMark, with tables.
type Markdown struct {
	Text string
	// Where the blocks of the main text are in it, in order.
	Pieces []Piece
	// TruncatedOutput if targets of links, lists, quotations or tables are missing, but none of the text, because of
	// Options.MaxOutput; else 0.
	Truncation Truncation
}

// Piece is where a block is in a text that was made of the page. It is a row of C.
type Piece struct {
	// The index of the block.
	Block uint32
	// Where its text begins in Page.Text.
	TextStart uint32
	// Where it is in the text that was made, in bytes. In Markdown it begins after the markers of quotations and lists,
	// but before the markers of headings and code, and ends without the line feed; a table is one range, which all of its
	// blocks have, and so is code.
	RenderedStart, RenderedEnd uint32
}

// RenderOptions says what Markdown has besides text.
type RenderOptions struct {
	// Targets of links, absolute if the address of the page is known.
	Links bool
	// Images that have an alternative text.
	Images bool
}

// MainText joins the texts of the blocks that are not template.
func (p *Page) MainText() (JoinedText, error) {
	made, err := p.render(C.BLOCKMASK_FORMAT_JOINED, 0)
	return JoinedText{made.Text, made.Pieces}, err
}

// Markdown writes the main text as Markdown.
func (p *Page) Markdown(options RenderOptions) (Markdown, error) {
	flags := flag(options.Links)*C.BLOCKMASK_RENDER_LINKS | flag(options.Images)*C.BLOCKMASK_RENDER_IMAGES
	return p.render(C.BLOCKMASK_FORMAT_MARKDOWN, flags)
}

// PlainText writes the main text as plain text: an empty line between paragraphs, the items of a list and the rows of a
// table on lines of their own, the cells of a row separated by tabs.
func (p *Page) PlainText() (string, error) {
	made, err := p.render(C.BLOCKMASK_FORMAT_PLAIN, 0)
	return made.Text, err
}

// MainHTML writes the main content as normalized HTML: the texts with their ancestors, and the images among them.
func (p *Page) MainHTML() (string, error) {
	made, err := p.render(C.BLOCKMASK_FORMAT_HTML, 0)
	return made.Text, err
}

// ZonePage writes a copy of the page in which each block is enclosed in a zone, an element named for the role of the
// block: blk-main, blk-heading, blk-comment, blk-meta, blk-nav, blk-aside, blk-legal or blk-hidden. Where the tags would be
// text, as in the title, there is no zone. Without these tags the copy is the page, byte for byte, in its encoding. Pages
// in ISO-2022-JP are refused with ErrUnsupportedEncoding.
func (p *Page) ZonePage() ([]byte, error) {
	made, err := p.render(C.BLOCKMASK_FORMAT_ZONES, 0)
	return []byte(made.Text), err
}

// BlankPage returns a copy of the page, of equal length, in which all bytes except the text of the main content are
// spaces, for engines that must keep offsets. Line feeds stay; in UTF-16 a space has two bytes. Pages in ISO-2022-JP are
// refused with ErrUnsupportedEncoding.
func (p *Page) BlankPage() ([]byte, error) {
	// One more, as C needs a buffer for an empty page too.
	blanked := make([]byte, p.SourceLength()+1)
	buffer, capacity := cBytes(blanked)
	err := p.read(func(document *C.blockmask_document) C.blockmask_status {
		return C.blockmask_blank_page(document, buffer, capacity)
	})
	if err != nil {
		return nil, err
	}
	return blanked[:p.SourceLength()], nil
}

// JoinFields joins the texts of the blocks in some fields.
func (p *Page) JoinFields(fields ...Field) (JoinedText, error) {
	var set C.uint32_t
	for _, field := range fields {
		set |= 1 << field
	}
	made, err := p.copyRendered(func(document *C.blockmask_document, made **C.blockmask_rendered) C.blockmask_status {
		return C.blockmask_join_fields(document, set, made)
	})
	return JoinedText{made.Text, made.Pieces}, err
}

// Copies what C renders, of which Markdown has all members.
func (p *Page) render(format, flags C.uint32_t) (Markdown, error) {
	return p.copyRendered(func(document *C.blockmask_document, made **C.blockmask_rendered) C.blockmask_status {
		return C.blockmask_render(document, format, flags, made)
	})
}

func (p *Page) copyRendered(
	work func(document *C.blockmask_document, made **C.blockmask_rendered) C.blockmask_status,
) (copied Markdown, err error) {
	err = p.read(func(document *C.blockmask_document) C.blockmask_status {
		var made *C.blockmask_rendered
		status := work(document, &made)
		if status == C.BLOCKMASK_OK {
			defer C.blockmask_free(unsafe.Pointer(made))
			copied = Markdown{copyString(made.text, made.length), copyRows[Piece](&made.pieces), Truncation(made.truncation)}
		}
		return status
	})
	return copied, err
}

// TextRange maps a range of the joined text to a range of Page.Text. A range across blocks also covers what stands
// between them on the page; an offset beyond the text is treated as its end; an empty range maps to an empty range. It
// takes logarithmic time.
func (j *JoinedText) TextRange(joinedStart, joinedEnd uint32) (textStart, textEnd uint32) {
	if len(j.Pieces) == 0 {
		return 0, 0
	}
	textStart = j.textOffset(joinedStart, joinedStart)
	if joinedEnd <= joinedStart {
		return textStart, textStart
	}
	return textStart, max(textStart, j.textOffset(joinedEnd, joinedEnd-1))
}

// Maps an offset as a part of the piece that contains another offset; what follows the piece is treated as its end.
func (j *JoinedText) textOffset(offset, contained uint32) uint32 {
	next := sort.Search(len(j.Pieces), func(i int) bool { return j.Pieces[i].RenderedStart > contained })
	piece := j.Pieces[next-1]
	return piece.TextStart + min(offset, piece.RenderedEnd) - piece.RenderedStart
}

// SourceRange maps a range of the joined text to a range of the bytes of the page, as TextRange and Page.MapTextRange
// do. The page must be the one that the text was made from.
func (j *JoinedText) SourceRange(page *Page, joinedStart, joinedEnd uint32) (sourceStart, sourceEnd uint32, err error) {
	return page.MapTextRange(j.TextRange(joinedStart, joinedEnd))
}

// Passage is a piece of the text.
type Passage struct {
	// A hash of the text and of the headings above it, equal on all machines. Equal passages have equal ids.
	ID uint64
	// What the passage is about, to be put in front of its text: the title and the headings above it, and for rows of a
	// table below its first ones the caption and the header.
	Context string
	// The tokens of the context.
	ContextTokens uint32
	// The texts of its blocks with their line breaks, separated by line feeds.
	Text string
	// From its first to its last character in the bytes of the page, with all that stands between.
	SourceStart, SourceEnd uint32
	// From its first to its last character in Page.Text.
	TextStart, TextEnd uint32
	// Its first block, and one past its last one; blocks among them that were left out are not part of it.
	FirstBlock, EndBlock uint32
	// The nearest heading above its text, a block that may be part of the passage, or None.
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

// PassageOptions says how the text is cut.
type PassageOptions struct {
	// How many tokens a passage has at most; 0 for 256.
	MaxTokens uint32
	// How many tokens at most a passage repeats of the one before it, whole sentences.
	OverlapTokens uint32
	// Whether passages have only the main text. Otherwise they also have what else a query may ask for, such as links in
	// the page, but no menus, legal text and comments that are left out.
	MainOnly bool
	// The offsets in bytes at which the tokens of another tokenizer begin in Page.Text, ascending, each once; nil for the
	// tokens of the library. Tokens outside of the passages do not count.
	TokenStarts []uint32
}

// Passages cuts the text into passages of limited length.
func (p *Page) Passages(options PassageOptions) (passages []Passage, err error) {
	starts := (*C.uint32_t)(unsafe.SliceData(options.TokenStarts))
	maxTokens := options.MaxTokens
	if maxTokens == 0 {
		maxTokens = 256
	}
	var flags C.uint32_t
	if options.MainOnly {
		flags = C.BLOCKMASK_PASSAGES_MAIN_ONLY
	}
	err = p.read(func(document *C.blockmask_document) C.blockmask_status {
		var found C.blockmask_table
		status := C.blockmask_cut_passages(document, C.uint32_t(maxTokens), C.uint32_t(options.OverlapTokens), flags,
			starts, C.size_t(len(options.TokenStarts)), &found)
		if status != C.BLOCKMASK_OK {
			return status
		}
		defer C.blockmask_free(found.rows)
		for passage := range rowsOf[C.blockmask_passage](&found) {
			roles := make([]RoleTokens, 0, passage.role_count)
			for _, role := range unsafe.Slice(passage.roles, passage.role_count) {
				roles = append(roles, RoleTokens{Role(role.role), uint32(role.tokens)})
			}
			passages = append(passages, Passage{
				ID: uint64(passage.id), ContextTokens: uint32(passage.context_tokens),
				Context:     copyString(passage.context, passage.context_length),
				Text:        copyString(passage.text, passage.length),
				SourceStart: uint32(passage.source_start), SourceEnd: uint32(passage.source_end),
				TextStart: uint32(passage.text_start), TextEnd: uint32(passage.text_end),
				FirstBlock: uint32(passage.first_block), EndBlock: uint32(passage.end_block),
				Heading: uint32(passage.heading),
				Tokens:  uint32(passage.tokens), OverlapTokens: uint32(passage.overlap_tokens),
				Roles: roles,
			})
		}
		return status
	})
	return passages, err
}

// The rows of a table that have addresses.
func rowsOf[T any](table *C.blockmask_table) iter.Seq[*T] {
	return func(yield func(*T) bool) {
		for i := range uintptr(table.count) {
			if !yield((*T)(unsafe.Add(table.rows, i*uintptr(table.stride)))) {
				return
			}
		}
	}
}
