package blockmask

// #include "bridge.h"
import "C"

// None is the index of no block, of no comment, of no segment and of no area.
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
	// The headline of the page.
	FlagHeadline BlockFlags = C.BLOCKMASK_FLAG_HEADLINE
)

// The rows below have the memory layout of those in blockmask.h, so that tables are copied as they are. Their names are
// the header's, too; TestRowsAreThoseOfC checks both.

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
	IsInMainRegion bool
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
	// Text density as an exact fraction, as in Block.
	DensityTokens, DensityLines uint32
}

// Text is the normalized text of the segment. It shares the memory of page.Text. The page must be the
// one that the segment is from.
func (s *Segment) Text(page *Page) string { return page.text[s.TextStart:s.TextEnd] }

// MainRegion is a part of the main region, with its tags.
type MainRegion struct {
	SourceStart, SourceEnd uint32
}

// Link is text inside a link. A link that spans several blocks has a row in each.
type Link struct {
	SourceStart, SourceEnd uint32
	TextStart, TextEnd     uint32
}

// Text is the normalized text of the link. It shares the memory of page.Text. The page must be the one
// that the link is from.
func (l *Link) Text(page *Page) string { return page.text[l.TextStart:l.TextEnd] }

// Comment is what a reader wrote under an article. Its blocks are those with its index in Block.Comment.
type Comment struct {
	// From the first to the last character of its blocks. If answers stand inside it, they are within the range.
	SourceStart, SourceEnd uint32
	// Its author, as written, in Page.Text; both ends are equal if it has none. See Comment.Author.
	AuthorTextStart, AuthorTextEnd uint32
	// Likewise, its date. See Comment.Date.
	DateTextStart, DateTextEnd uint32
	// The index of the comment that it answers, or None.
	Parent uint32
}

// Author is the author of the comment, as written, or "". The page must be the one that the comment is from.
func (c *Comment) Author(page *Page) string { return page.text[c.AuthorTextStart:c.AuthorTextEnd] }

// Date is the date of the comment, as written, or "". The page must be the one that the comment is from.
func (c *Comment) Date(page *Page) string { return page.text[c.DateTextStart:c.DateTextEnd] }
