package blockmask

// #cgo noescape blockmask_match_fingerprints
// #cgo nocallback blockmask_match_fingerprints
// #cgo noescape blockmask_write_band_keys
// #cgo nocallback blockmask_write_band_keys
// #include "bridge.h"
import "C"

import "unsafe"

// None is the index of no block, of no segment and of no area.
const None uint32 = C.BLOCKMASK_NONE

// HashVersion is the version of Block.PathHash and Block.TextHash; only hashes of one version can be compared.
const HashVersion uint32 = C.BLOCKMASK_HASH_VERSION

// Role is the function of a block on its page. Newer libraries may return numbers that are not listed here.
type Role uint8

// The roles.
const (
	// Content.
	RoleMain Role = C.BLOCKMASK_ROLE_MAIN
	// A heading, of content or of template text (see Block.IsTemplate), but not one of a menu, a sidebar or a footer.
	RoleHeading Role = C.BLOCKMASK_ROLE_HEADING
	// A comment under an article, or a post of a thread.
	RoleComment Role = C.BLOCKMASK_ROLE_COMMENT
	// Author, date, tags; content or not (see Block.IsTemplate).
	RoleMetadata Role = C.BLOCKMASK_ROLE_METADATA
	// Menus, page numbers, and other links.
	RoleNavigation Role = C.BLOCKMASK_ROLE_NAVIGATION
	// Sidebars, advertising, teasers of other pages.
	RoleAside Role = C.BLOCKMASK_ROLE_ASIDE
	// Footers, such as imprint and copyright.
	RoleLegal Role = C.BLOCKMASK_ROLE_LEGAL
	// The title in the head.
	RoleTitle Role = C.BLOCKMASK_ROLE_TITLE
	// Not visible.
	RoleHidden Role = C.BLOCKMASK_ROLE_HIDDEN
)

// BlockFlags is a set of facts about a block. Newer libraries may set bits that are not listed here.
type BlockFlags uint32

// The flags.
const (
	// Hidden by the hidden attribute or by an inline style.
	FlagHidden BlockFlags = C.BLOCKMASK_FLAG_HIDDEN
	// Hidden from assistive technology only.
	FlagAriaHidden BlockFlags = C.BLOCKMASK_FLAG_ARIA_HIDDEN
	// In the head: the title.
	FlagInHead BlockFlags = C.BLOCKMASK_FLAG_IN_HEAD
	// Inside noscript.
	FlagNoscript BlockFlags = C.BLOCKMASK_FLAG_NOSCRIPT
	// Marked by the author of the page as not to be indexed.
	FlagNoIndex BlockFlags = C.BLOCKMASK_FLAG_NO_INDEX
	// Text that only JSON-LD or a meta element of the page holds; FlagHidden is set too.
	FlagMetadataSource BlockFlags = C.BLOCKMASK_FLAG_METADATA_SOURCE
	// Hidden until readers open it, such as the panels of tabs and accordions; FlagHidden is not set.
	FlagCollapsed BlockFlags = C.BLOCKMASK_FLAG_COLLAPSED
	// The learned mask chose another block with the same text instead, such as the post that this one quotes.
	FlagRepeated BlockFlags = C.BLOCKMASK_FLAG_REPEATED
	// May be indexed, but not shown in search results (data-nosnippet, googleoff: snippet).
	FlagNoSnippet BlockFlags = C.BLOCKMASK_FLAG_NO_SNIPPET
	// Left out by Options.Comments: not content, and without run and zone.
	FlagLeftOut BlockFlags = C.BLOCKMASK_FLAG_LEFT_OUT
)

// The records below have the memory layout of those in blockmask.h, so that tables are copied as they are; abi.go checks
// that.

// Block is text between two tags that are not inline, as b and span are. Source offsets count bytes of the page as it was
// passed in, whatever its encoding; text offsets count bytes of Page.Text. Ends are one past the last byte.
type Block struct {
	SourceStart, SourceEnd uint32
	TextStart, TextEnd     uint32
	// Tokens, and how many of them begin inside a link.
	Tokens, LinkedTokens uint32
	// Lines when wrapped.
	Lines uint32
	// Characters of its text.
	Characters uint32
	// Text density, tokens per line, as an exact fraction: the tokens of all lines but the last, and the number of these
	// lines, at least 1.
	DensityTokens, DensityLines uint32
	// The segment that it begins in, or None.
	Segment uint32
	// The probability that it is content, 0 to 1.
	Probability float32
	Flags       BlockFlags
	// Depth of its container in the tree.
	Depth uint16
	// What its words count in a ranking: UnitWeight is 1.0, 0 is not to be searched.
	Weight uint8
	Role   Role
	// 1 to 6 inside h1 to h6, else 0.
	HeadingLevel uint8
	// The template mask covers it.
	IsTemplate bool
	// Its text is in the main region by tag paths.
	IsInRegion bool
	// What it is for a search engine.
	Field Field
	// How many other pages it links to, at most 65535.
	LinkTargets uint16
	_           uint16
	// A hash of its tag path, equal for equal paths on every page and every machine, and one of its text. Both may be
	// stored, with HashVersion. They are not keyed: authors can make paths and texts whose hashes collide.
	PathHash, TextHash uint64
	// The comment that it belongs to, or None.
	Comment uint32
	_       uint32
}

// Text is the normalized text of the block. It shares the memory of page.Text. The page must be the one
// that the block is from.
func (b *Block) Text(page *Page) string { return page.text[b.TextStart:b.TextEnd] }

// Segment is neighboring text that belongs together by its density.
type Segment struct {
	SourceStart, SourceEnd uint32
	TextStart, TextEnd     uint32
	// Tokens, and how many of them begin inside a link.
	Tokens, LinkedTokens uint32
	// Lines when wrapped.
	Lines uint32
	// Text density as an exact fraction, like that of a block.
	DensityTokens, DensityLines uint32
}

// Text is the normalized text of the segment. It shares the memory of page.Text. The page must be the
// one that the segment is from.
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

// Text is the normalized text of the link. It shares the memory of page.Text. The page must be the one
// that the link is from.
func (l *Link) Text(page *Page) string { return page.text[l.TextStart:l.TextEnd] }

// Heading is a block inside h1 to h6.
type Heading struct {
	// The index of the block.
	Block uint32
	// 1 to 6.
	Level uint32
}

// Comment is what a reader wrote under an article. Its blocks are those with its index in Block.Comment.
type Comment struct {
	// From the first to the last character of its blocks. If answers stand inside it, they are within the range.
	SourceStart, SourceEnd uint32
	// Its author, as written, in Page.Text; both ends are equal if it has none. See Comment.Author.
	AuthorStart, AuthorEnd uint32
	// Likewise, its date. See Comment.Date.
	DateStart, DateEnd uint32
	// The index of the comment that it answers, or None.
	Parent uint32
}

// Author is the author of the comment, as written, or "". The page must be the one that the comment is from.
func (c *Comment) Author(page *Page) string { return page.text[c.AuthorStart:c.AuthorEnd] }

// Date is the date of the comment, as written, or "". The page must be the one that the comment is from.
func (c *Comment) Date(page *Page) string { return page.text[c.DateStart:c.DateEnd] }

// Fingerprint is the hashes of a page, to find its duplicates. They are equal on every machine, and may be stored. They
// depend on the main text, and so on the options and on the model: compare pages that were analyzed alike. They are not
// cryptographic: a page can be crafted to collide with another.
type Fingerprint struct {
	// Minima of eight hash functions over all 6-grams of tokens of the main text, or of Options.FingerprintText.
	MinHashes [8]uint64
	// The majority of each bit over the hashes of all tokens.
	SimHash uint64
	// Tokens of the text.
	Tokens uint32
	// Definition and options; fingerprints of different versions cannot be compared.
	Version uint8
	// The text has at least 13 tokens; otherwise the page is never a duplicate.
	IsValid bool
	// Equal for pages of equal main text, word by word; 0 if there is none. Whitespace, punctuation, markup, encoding and
	// the template around it do not matter.
	ContentHash uint64
	// The majority of each bit over the hashes of the distinct tag paths of all text. Pages of equal tag paths have equal
	// ones, pages of one template differ in few bits; 0 if there is no text.
	StructureHash uint64
}

func fingerprintOf(c *C.blockmask_fingerprint) Fingerprint {
	return Fingerprint{
		MinHashes: *(*[8]uint64)(unsafe.Pointer(&c.min_hashes)), SimHash: uint64(c.sim_hash), Tokens: uint32(c.tokens),
		Version: uint8(c.version), IsValid: c.is_valid != 0, ContentHash: uint64(c.content_hash),
		StructureHash: uint64(c.structure_hash),
	}
}

func (f *Fingerprint) toC() C.blockmask_fingerprint {
	c := C.blockmask_fingerprint{
		size: C.sizeof_blockmask_fingerprint, version: C.uint32_t(f.Version), is_valid: flag(f.IsValid),
		tokens: C.uint32_t(f.Tokens), sim_hash: C.uint64_t(f.SimHash), content_hash: C.uint64_t(f.ContentHash),
		structure_hash: C.uint64_t(f.StructureHash),
	}
	*(*[8]uint64)(unsafe.Pointer(&c.min_hashes)) = f.MinHashes
	return c
}

// IsNearDuplicate reports whether two pages have nearly the same text: both fingerprints are valid and of one version, and
// at least 4 of their 8 MinHashes are equal.
func (f *Fingerprint) IsNearDuplicate(other *Fingerprint) bool {
	isNear, _, _ := f.match(other)
	return isNear
}

// Similarity is the share of equal MinHashes, 0 to 1 in steps of 1/8: an estimate of the Jaccard similarity of the sets of
// 6-grams. It is 0 if one of the fingerprints is not valid or if their versions differ.
func (f *Fingerprint) Similarity(other *Fingerprint) float32 {
	_, similarity, _ := f.match(other)
	return similarity
}

// Distance is how many bits of SimHash differ, 0 to 64, about 32 for texts that have nothing in common. It is 64 if one of
// the fingerprints is not valid or if their versions differ.
func (f *Fingerprint) Distance(other *Fingerprint) int {
	_, _, distance := f.match(other)
	return distance
}

func (f *Fingerprint) match(other *Fingerprint) (bool, float32, int) {
	var isNear C.uint32_t
	var similarity C.float
	distance := C.uint32_t(64)
	if other == nil {
		return false, 0, 64
	}
	left, right := f.toC(), other.toC()
	C.blockmask_match_fingerprints(&left, &right, &isNear, &similarity, &distance)
	return isNear != 0, float32(similarity), int(distance)
}

// BandKeys are the keys of locality-sensitive hashing by bands, to find near-duplicates among many pages: pages with a
// common key agree on rows consecutive MinHashes. There are 8 / rows keys, rounded down; none if the fingerprint is not
// valid or rows is not 1 to 8. With 1 row all near-duplicates have a common key; with 2 fewer pages have to be compared and
// some are missed.
func (f *Fingerprint) BandKeys(rows int) []uint64 {
	if rows < 1 || rows > 8 {
		return nil
	}
	var keys [8]uint64
	var count C.size_t
	fingerprint := f.toC()
	C.blockmask_write_band_keys(&fingerprint, C.uint32_t(rows), (*C.uint64_t)(unsafe.Pointer(&keys)), &count)
	return keys[:count:count]
}

// Copies a table of count records with a stride in bytes over the given records. Another version of the library may have
// records with more fields at their ends, which are dropped, or fewer, which become zero.
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
		source := unsafe.Slice((*byte)(unsafe.Add(first, i*stride)), known)
		record = *new(T)
		copy(unsafe.Slice((*byte)(unsafe.Pointer(&record)), known), source)
		records = append(records, record)
	}
	return records
}
