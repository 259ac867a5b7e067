package blockmask

// #cgo noescape blockmask_compare_fingerprints
// #cgo nocallback blockmask_compare_fingerprints
// #include <blockmask.h>
import "C"

import "unsafe"

// None is the number of no block and of no segment.
const None uint32 = C.BLOCKMASK_NONE

// FullWeight is the weight of words that count as they are.
const FullWeight = 16

// Role is what a block is for.
type Role uint8

// The roles.
const (
	// Content.
	RoleMain Role = C.BLOCKMASK_ROLE_MAIN
	// A heading, of content or of template text, as Block.Template says; those of menus, sidebars and footers are not.
	RoleHeading Role = C.BLOCKMASK_ROLE_HEADING
	// A comment under an article, or a post of a thread.
	RoleComment Role = C.BLOCKMASK_ROLE_COMMENT
	// Author, date, tags; content or not, as Block.Template says.
	RoleMetadata Role = C.BLOCKMASK_ROLE_METADATA
	// Menus, page numbers, and what else leads elsewhere.
	RoleNavigation Role = C.BLOCKMASK_ROLE_NAVIGATION
	// Sidebars, advertising, pointers to other pages.
	RoleAside Role = C.BLOCKMASK_ROLE_ASIDE
	// Footers, such as imprint and copyright.
	RoleLegal Role = C.BLOCKMASK_ROLE_LEGAL
	// The title in the head.
	RoleTitle Role = C.BLOCKMASK_ROLE_TITLE
	// Not shown.
	RoleHidden Role = C.BLOCKMASK_ROLE_HIDDEN
)

var roleNames = [...]string{"", "main", "heading", "comment", "metadata", "navigation", "aside", "legal", "title", "hidden"}

func (r Role) String() string { return nameOf(roleNames[:], r) }

// The name of one of the library's numbers; "" for one without a name.
func nameOf[T ~uint8 | ~uint32](names []string, number T) string {
	if uint64(number) < uint64(len(names)) {
		return names[number]
	}
	return ""
}

// Flags are a union of facts about a block.
type Flags uint16

// The flags.
const (
	// Hidden by the hidden attribute or by an inline style.
	FlagHidden Flags = C.BLOCKMASK_FLAG_HIDDEN
	// Hidden from assistive technology only.
	FlagAriaHidden Flags = C.BLOCKMASK_FLAG_ARIA_HIDDEN
	// In the head, so the title.
	FlagInHead Flags = C.BLOCKMASK_FLAG_IN_HEAD
	// Inside of noscript.
	FlagNoscript Flags = C.BLOCKMASK_FLAG_NOSCRIPT
	// Marked by the page's author as not to be indexed.
	FlagNoIndex Flags = C.BLOCKMASK_FLAG_NO_INDEX
	// Text that only JSON-LD or a meta element of the page holds; also hidden.
	FlagMetadataSource Flags = C.BLOCKMASK_FLAG_METADATA_SOURCE
	// Hidden until readers open it in its place, as panels of tabs and accordions are; not also hidden.
	FlagCollapsed Flags = C.BLOCKMASK_FLAG_COLLAPSED
	// The learned mask took another block with the same text instead, as for a quote of an earlier post.
	FlagRepeated Flags = C.BLOCKMASK_FLAG_REPEATED
	// Not to be shown in search results (data-nosnippet), though it may be found.
	FlagNoSnippet Flags = C.BLOCKMASK_FLAG_NO_SNIPPET
)

// The records below have the layout of those in blockmask.h, so that a table is copied as it is; layout.go makes sure.

// Block is text that no tag interrupts but those of phrases, such as b and span. Source offsets count bytes of the page
// as it was passed in, whatever its encoding; text offsets count bytes of Page.Text. Ends are one past the last byte.
type Block struct {
	SourceStart, SourceEnd uint32
	TextStart, TextEnd     uint32
	// Tokens, and those of them that begin inside a link.
	Tokens, LinkedTokens uint32
	// Lines when wrapped.
	Lines uint32
	// Characters of its text.
	Characters uint32
	// Text density, tokens per line, as an exact fraction: the tokens of all lines but the last, and the number of
	// these lines, at least 1.
	DensityTokens, DensityLines uint32
	// The segment that it begins in, or None.
	Segment uint32
	// How likely it is content, 0 to 1.
	Probability float32
	Flags       Flags
	// Depth of its container in the tree.
	Depth uint16
	// What its words should count: FullWeight is 1.0, 0 is searchable but unscored.
	Weight uint8
	Role   Role
	// 1 to 6 inside of h1 to h6, else 0.
	HeadingLevel uint8
	// The template mask covers it.
	IsTemplate bool
	// Its container is in the main region by tag paths.
	IsInRegion bool
	_          [3]byte
}

// Text is the normalized text of the block. It shares the memory of page.Text. The page must be the block's own.
func (b *Block) Text(page *Page) string { return page.text[b.TextStart:b.TextEnd] }

// Segment is neighboring text that belongs together by its density.
type Segment struct {
	SourceStart, SourceEnd uint32
	TextStart, TextEnd     uint32
	// Tokens, and those of them that begin inside a link.
	Tokens, LinkedTokens uint32
	// Lines when wrapped.
	Lines uint32
	// Text density as an exact fraction, as that of a block.
	DensityTokens, DensityLines uint32
}

// Text is the normalized text of the segment. It shares the memory of page.Text. The page must be the segment's own.
func (s *Segment) Text(page *Page) string { return page.text[s.TextStart:s.TextEnd] }

// Region is a part of the main region, with its tags.
type Region struct {
	SourceStart, SourceEnd uint32
}

// Link is text inside a link. A link that spans several blocks has a record in each.
type Link struct {
	SourceStart, SourceEnd uint32
	TextStart, TextEnd     uint32
}

// Text is the normalized text of the link. It shares the memory of page.Text. The page must be the link's own.
func (l *Link) Text(page *Page) string { return page.text[l.TextStart:l.TextEnd] }

// Heading is a block inside of h1 to h6.
type Heading struct {
	// The number of the block.
	Block uint32
	// 1 to 6.
	Level uint32
}

// Fingerprint is the summary of a page's longest text, frozen in its definition, to be stored and compared.
type Fingerprint struct {
	// Minima of eight hash functions over all windows of six tokens.
	MinHashes [8]uint64
	// The majority of each bit over the hashes of all tokens.
	SimHash uint64
	// Tokens in the text.
	Tokens uint32
	// Definition and options; fingerprints of different versions cannot be compared.
	Version uint8
	// The text has at least 13 tokens; if not, it is nobody's duplicate.
	IsValid bool
	_       [2]byte
}

// IsNearDuplicate is true if the two pages have nearly the same text: both fingerprints are valid and of one version,
// and at least 4 of their 8 MinHashes are equal.
func (f *Fingerprint) IsNearDuplicate(other *Fingerprint) bool {
	var answer C.uint32_t
	status := C.blockmask_compare_fingerprints((*C.blockmask_fingerprint)(unsafe.Pointer(f)),
		(*C.blockmask_fingerprint)(unsafe.Pointer(other)), &answer)
	return status == C.BLOCKMASK_OK && answer != 0
}

// Copies a table of count records that are stride bytes apart over the given ones. An other version of the library may
// know more fields at their ends, which are left out, or fewer, which become zero.
func copyRecords[T any](records []T, first unsafe.Pointer, count, stride uintptr) []T {
	var record T
	records = records[:0]
	if count == 0 {
		return records
	}
	if stride == unsafe.Sizeof(record) {
		return append(records, unsafe.Slice((*T)(first), count)...)
	}
	known := min(stride, unsafe.Sizeof(record))
	for i := range count {
		from := unsafe.Slice((*byte)(unsafe.Add(first, i*stride)), known)
		record = *new(T)
		copy(unsafe.Slice((*byte)(unsafe.Pointer(&record)), known), from)
		records = append(records, record)
	}
	return records
}
