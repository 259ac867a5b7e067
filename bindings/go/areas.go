package blockmask

// #include <blockmask.h>
import "C"

// PageType is what a page is by its areas.
type PageType uint32

// The types.
const (
	// Not asked for: see Options.StyleDensity.
	PageTypeUnknown PageType = C.BLOCKMASK_PAGE_TYPE_UNKNOWN
	// One main text.
	PageTypeArticle PageType = C.BLOCKMASK_PAGE_TYPE_ARTICLE
	// A main text with comments, or a post with answers.
	PageTypeArticleWithComments PageType = C.BLOCKMASK_PAGE_TYPE_ARTICLE_WITH_COMMENTS
	// Several areas, or none.
	PageTypeMultiple PageType = C.BLOCKMASK_PAGE_TYPE_MULTIPLE
)

var pageTypeNames = [...]string{"", "article", "article with comments", "multiple"}

func (t PageType) String() string { return nameOf(pageTypeNames[:], t) }

// AreaRole is what an area is for.
type AreaRole uint32

// The roles of areas.
const (
	// The article, or the post that opens a thread.
	AreaArticle AreaRole = C.BLOCKMASK_AREA_ARTICLE
	// A comment, or an answer.
	AreaComment AreaRole = C.BLOCKMASK_AREA_COMMENT
	// One of several of equal rank.
	AreaArea AreaRole = C.BLOCKMASK_AREA_AREA
)

var areaRoleNames = [...]string{"", "article", "comment", "area"}

func (r AreaRole) String() string { return nameOf(areaRoleNames[:], r) }

// Area is an area of a page: the article, a comment, an entry of a list. See Page.AreaText.
type Area struct {
	SourceStart, SourceEnd uint32
	Role                   AreaRole
	// The number of the area that it answers or is part of, or None.
	Parent uint32
	// How many areas are above it.
	Depth uint32
	// Characters of its text.
	Characters uint32
	// Bytes of its text.
	TextLength uint32
}

// Type is what the page is by its areas; PageTypeUnknown unless Options.StyleDensity asked for it.
func (p *Page) Type() PageType { return p.pageType }

// Areas are the areas of the page, in the order of the page; none unless Options.StyleDensity asked for them. They are
// the page's own, not a copy.
func (p *Page) Areas() []Area { return p.areas }

// AreaText is the text of an area, by its number, its blocks separated by line feeds. As an area need not be one
// stretch of the page, it is not a part of Page.Text. It is "" for a number that no area has.
func (p *Page) AreaText(area int) string { return p.areaTexts.get(area) }
