package blockmask

// #include "bridge.h"
import "C"

// Layout is what a page consists of, by its areas. Newer libraries may return numbers that are not listed here.
type Layout uint32

// The layouts.
const (
	// Not computed: see Options.StyleDensity.
	LayoutNone Layout = C.BLOCKMASK_PAGE_LAYOUT_NONE
	// One main text.
	LayoutArticle Layout = C.BLOCKMASK_PAGE_LAYOUT_ARTICLE
	// A main text with comments, or a post with answers.
	LayoutArticleWithComments Layout = C.BLOCKMASK_PAGE_LAYOUT_ARTICLE_WITH_COMMENTS
	// Several areas, or none.
	LayoutMultiple Layout = C.BLOCKMASK_PAGE_LAYOUT_MULTIPLE
)

// AreaRole is the function of an area. Newer libraries may return numbers that are not listed here.
type AreaRole uint32

// The roles of areas.
const (
	// The article, or the post that opens a thread.
	AreaArticle AreaRole = C.BLOCKMASK_LAYOUT_AREA_ARTICLE
	// A comment, or an answer.
	AreaComment AreaRole = C.BLOCKMASK_LAYOUT_AREA_COMMENT
	// One of several items of equal rank.
	AreaItem AreaRole = C.BLOCKMASK_LAYOUT_AREA_ITEM
)

// Area is an area of a page: the article, a comment, an entry of a list. See Page.AreaText.
type Area struct {
	SourceStart, SourceEnd uint32
	Role                   AreaRole
	// The index of the area that it answers or is part of, or None.
	Parent uint32
	// How many ancestors it has among the areas.
	Depth uint32
	// Characters of its text.
	Characters uint32
	// Bytes of its text.
	TextLength uint32
}

// Layout is the layout of the page; LayoutNone unless Options.StyleDensity was set.
func (p *Page) Layout() Layout { return p.layout }

// Areas returns the areas in page order; nil unless Options.StyleDensity was set. The slice belongs to the page.
func (p *Page) Areas() []Area { return p.areas }

// AreaText returns the text of the area with that index, with line feeds between blocks. An area need not be one range of
// Page.Text, so this text is not a part of it. It is "" for an index that no area has.
func (p *Page) AreaText(area int) string { return p.areaTexts.get(area) }
