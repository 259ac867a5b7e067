package blockmask

// #include "bridge.h"
import "C"

// PageLayout is what a page consists of, by its layout areas. Newer libraries may return numbers that are not listed here.
type PageLayout uint32

// The layouts.
const (
	// Not computed: see Options.StyleDensity.
	PageLayoutNone PageLayout = C.BLOCKMASK_PAGE_LAYOUT_NONE
	// One main text.
	PageLayoutArticle PageLayout = C.BLOCKMASK_PAGE_LAYOUT_ARTICLE
	// A main text with comments, or a post with answers.
	PageLayoutArticleWithComments PageLayout = C.BLOCKMASK_PAGE_LAYOUT_ARTICLE_WITH_COMMENTS
	// Several areas, or none.
	PageLayoutMultiple PageLayout = C.BLOCKMASK_PAGE_LAYOUT_MULTIPLE
)

// LayoutAreaRole is the function of a layout area. Newer libraries may return numbers that are not listed here.
type LayoutAreaRole uint32

// The roles of layout areas.
const (
	// The article, or the post that opens a thread.
	LayoutAreaArticle LayoutAreaRole = C.BLOCKMASK_LAYOUT_AREA_ARTICLE
	// A comment, or an answer.
	LayoutAreaComment LayoutAreaRole = C.BLOCKMASK_LAYOUT_AREA_COMMENT
	// One of several items of equal rank.
	LayoutAreaItem LayoutAreaRole = C.BLOCKMASK_LAYOUT_AREA_ITEM
)

// LayoutArea is an area of a page by style density: the article, a comment, an entry of a list. See Page.LayoutAreaText.
type LayoutArea struct {
	SourceStart, SourceEnd uint32
	Role                   LayoutAreaRole
	// The index of the layout area that it answers or is part of, or None.
	Parent uint32
	// How many ancestors it has among the layout areas.
	Depth uint32
	// Characters of its text.
	Characters uint32
	// Bytes of its text.
	TextLength uint32
}

// VisualClass is what a visual area looks like to a reader. Newer libraries may return numbers that are not listed here.
type VisualClass uint32

// The classes.
const (
	// None of the others.
	VisualNone VisualClass = C.BLOCKMASK_VISUAL_NONE
	// The main heading. A page has at most one.
	VisualH1 VisualClass = C.BLOCKMASK_VISUAL_H1
	// A heading of a section.
	VisualH2 VisualClass = C.BLOCKMASK_VISUAL_H2
	// A line below the main heading that continues it.
	VisualSubtitle VisualClass = C.BLOCKMASK_VISUAL_SUBTITLE
	// The first paragraph, where it sums up the article.
	VisualPerex VisualClass = C.BLOCKMASK_VISUAL_PEREX
	// A paragraph of the article.
	VisualParagraph VisualClass = C.BLOCKMASK_VISUAL_PARAGRAPH
	// Who wrote it.
	VisualAuthor VisualClass = C.BLOCKMASK_VISUAL_AUTHOR
	// When it was published.
	VisualDate VisualClass = C.BLOCKMASK_VISUAL_DATE
	// Author and date together.
	VisualAuthorDate VisualClass = C.BLOCKMASK_VISUAL_AUTHORDATE
)

// HiddenReasons is a set of reasons why text is not visible, 0 if it is. Newer libraries may set bits that are not listed
// here.
type HiddenReasons uint32

// The reasons.
const (
	// Display none, or the hidden attribute.
	HiddenDisplay HiddenReasons = C.BLOCKMASK_HIDDEN_DISPLAY
	// Visibility hidden.
	HiddenVisibility HiddenReasons = C.BLOCKMASK_HIDDEN_VISIBILITY
	// Opacity 0.
	HiddenOpacity HiddenReasons = C.BLOCKMASK_HIDDEN_OPACITY
	// The font or the box is too small.
	HiddenSize HiddenReasons = C.BLOCKMASK_HIDDEN_SIZE
	// The color is nearly equal to the background.
	HiddenColor HiddenReasons = C.BLOCKMASK_HIDDEN_COLOR
	// Moved out of the viewport.
	HiddenOffscreen HiddenReasons = C.BLOCKMASK_HIDDEN_OFFSCREEN
	// Clipped away by clip or clip-path.
	HiddenClipped HiddenReasons = C.BLOCKMASK_HIDDEN_CLIPPED
)

// VisualArea is a visual area: neighboring lines of one block in one style. Positions are in pixels, on a canvas 1000
// wide, as far as they follow from the page itself: external style sheets are not read.
type VisualArea struct {
	SourceStart, SourceEnd uint32
	TextStart, TextEnd     uint32
	// The index of its block.
	Block uint32
	// Left and top edge, width and height. The width is 0 if it is not visible.
	X, Y, Width, Height int32
	// Lines of text; 0 if it is not visible.
	Lines uint32
	// Characters; how many of them are bold, italic, and in links.
	Characters, Bold, Italic, Linked uint32
	// Mean font size in thousandths of a pixel.
	FontSize uint32
	// Color of the first character and of its background, 0xRRGGBB.
	Color, Background uint32
	// Luminance of the color and of the background in millionths, 0 for black.
	Luminance, BackgroundLuminance uint32
	// The probability of the class, 0 to 1.
	Probability float32
	VisualClass VisualClass
	// Why it is not visible; 0 if it is.
	Hidden HiddenReasons
}

// Text is the normalized text of the area. It shares the memory of page.Text. The page must be the one that the area is
// from.
func (a *VisualArea) Text(page *Page) string { return page.text[a.TextStart:a.TextEnd] }

// BlockVisibility is what a reader sees of a block.
type BlockVisibility struct {
	// Characters of the block that are not visible.
	HiddenCharacters uint32
	// Why: the union over these characters.
	Hidden HiddenReasons
}
